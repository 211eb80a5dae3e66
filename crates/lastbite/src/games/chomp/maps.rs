//! Maps of bars: which bites win them, which positions of three rows are lost, what two rows are worth.

use super::Chomp;
use super::Rows;
use super::Square;
use lastbite_engines::sweep::GrundyValues;
use lastbite_engines::{Method, Solve};
use crate::atlas::{Cell, Map, MapOf};
use crate::effort::Effort;
use crate::notation::listed;

/// The winning first bites of all bars.
static OPENINGS: MapOf = MapOf::new(
    "openings",
    "Winning first bites",
    "Every bar up to 20 by 20. Most of them have exactly one first bite that wins; a few have two, and nobody knows a rule for which. Along the diagonal it is always 2,2.",
    ("rows", "columns", "winning first bites"),
)
.leading("{row}x{col}: {text}", "chomp:{row}x{col}", None);

/// The lost positions of three rows.
static THREE_ROWS: MapOf = MapOf::new(
    "three-rows",
    "Lost positions of three rows",
    "Choose the second row and the third. At most one length of the first row makes the position lost for whoever is to move, and that is the number here. Some rows seem to go on forever, and along the diagonal there is a band; between them it looks random, and nobody has a formula.",
    ("squares in the third row", "squares in the second row", "squares in the first row"),
)
.leading("{value},{col},{row} is lost", "chomp:3x{value}", Some("{value},{col},{row}"));

/// The Grundy values of two rows.
static TWO_ROWS: MapOf = MapOf::new(
    "two-rows",
    "Grundy values of two rows",
    "Every position of two rows is worth a heap of stones. Where that is 0, on the line right next to the diagonal, whoever is to move has lost.",
    ("squares in the second row", "squares in the first row", "Grundy value"),
)
.leading("{col},{row} has the Grundy value {value}", "chomp:2x{col}", Some("{col},{row}"));

/// All maps.
pub(super) static MAPS: [&MapOf; 3] = [&OPENINGS, &THREE_ROWS, &TWO_ROWS];

/// Draws a map, or nothing if there is none of this name or the effort does not allow it.
pub(super) fn map(name: &str, effort: &Effort) -> Option<Map> {
    match name {
        _ if name == OPENINGS.name => Some(openings()),
        _ if name == THREE_ROWS.name => three_rows(90, effort),
        _ if name == TWO_ROWS.name => two_rows(40, effort),
        _ => None,
    }
}

/// Reads the openings from a file; solving them all takes most of a minute.
fn openings() -> Map {
    const SIDE: usize = 20;
    let mut rows = vec![vec![None; SIDE]; SIDE];
    for (row, col, bites) in kept_openings() {
        for (row, col, turned) in [(row, col, false), (col, row, true)] {
            let bites = bites.iter().map(|bite| if turned { bite.mirrored() } else { *bite });
            let mut bites: Vec<Square> = bites.collect();
            bites.sort();
            let names: Vec<String> = bites.iter().map(Square::to_string).collect();
            let text = match names.len() {
                0 => "nothing but the poison".to_string(),
                1 => format!("only {} wins", names[0]),
                _ => format!("{} win", listed(&names)),
            };
            // The middle of the square of each bite.
            let share = |at: u32, of: u32| (2 * at - 1) * 50 / of;
            let places = bites.iter().map(|bite| (share(bite.row, row), share(bite.col, col))).collect();
            rows[row as usize - 1][col as usize - 1] = Some(Cell { value: names.len() as u32, text, places });
        }
    }
    Map::new(&OPENINGS, (1, 1), rows)
}

/// Lists the bars of the file, each with its winning first bites.
fn kept_openings() -> impl Iterator<Item = (u32, u32, Vec<Square>)> {
    include_str!("openings.csv").lines().skip(2).filter_map(|line| {
        let mut fields = line.splitn(3, ',');
        let mut number = || fields.next()?.parse().ok();
        let (rows, cols) = (number()?, number()?);
        let square = |text: &str| {
            let (row, col) = text.split_once('-')?;
            Some(Square::new(row.parse().ok()?, col.parse().ok()?))
        };
        Some((rows, cols, fields.next()?.split_whitespace().filter_map(square).collect()))
    })
}

fn three_rows(cols: u32, effort: &Effort) -> Option<Map> {
    let bar = Chomp::new(3, cols).ok()?;
    let solved = Solve::of(&bar).by(Some(Method::Sieve)).run(effort).ok()?;
    let mut rows = vec![vec![None; cols as usize + 1]; cols as usize / 2 + 1];
    for lost in solved.lost_positions(effort) {
        let lost = lost.ok()?;
        let cell = rows.get_mut(lost.row(3) as usize).and_then(|row| row.get_mut(lost.row(2) as usize));
        if let Some(cell) = cell {
            *cell = Some(Cell::from(lost.row(1)));
        }
    }
    Some(Map::new(&THREE_ROWS, (0, 0), rows))
}

fn two_rows(cols: u32, effort: &Effort) -> Option<Map> {
    let values = GrundyValues::of(&Chomp::new(2, cols).ok()?, effort).ok()?;
    let cell = |upper, lower| values.value(&Rows::new(vec![upper, lower]).ok()?).map(Cell::from);
    let row = |lower| (1..=cols).map(|upper| cell(upper, lower)).collect();
    Some(Map::new(&TWO_ROWS, (0, 1), (0..=cols).map(row).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_openings_of_the_file_are_those_that_win() {
        let mut bars = 0;
        for (rows, cols, bites) in kept_openings() {
            bars += 1;
            if rows * cols > 80 {
                continue;
            }
            let solved = Solve::of(&Chomp::new(rows, cols).unwrap()).run(&Effort::unlimited()).unwrap();
            assert_eq!(solved.openings(rows, cols).unwrap(), bites, "{rows}x{cols}");
        }
        assert_eq!(bars, 210);
    }

    #[test]
    fn maps_show_what_is_known() {
        let at = |map: &Map, row: u32, col: u32| {
            map.rows[(row - map.first.0) as usize][(col - map.first.1) as usize].clone()
        };
        let effort = Effort::unlimited();
        let openings = map("openings", &effort).unwrap();
        assert_eq!(at(&openings, 8, 10).unwrap(), Cell { value: 2, text: "4,9 and 5,6 win".into(), places: vec![(43, 85), (56, 55)] });
        assert_eq!(at(&openings, 10, 8).unwrap().text, "6,5 and 9,4 win");
        assert_eq!(at(&openings, 1, 1).unwrap().value, 0);
        let three = map("three-rows", &effort).unwrap();
        assert_eq!(at(&three, 0, 4).unwrap().value, 5);
        assert_eq!(at(&three, 1, 1), Some(Cell::from(3)));
        let two = map("two-rows", &effort).unwrap();
        assert_eq!(at(&two, 4, 5).unwrap().value, 0);
        assert_eq!(at(&two, 2, 1), None, "rows never grow downwards");
        assert_eq!(map("nothing", &effort), None);
    }
}
