//! A position as a picture that fits, drawn from its layout: a grid (spaced, dense or row by row), heaps, or
//! an order as a diagram. Panels go side by side.

use lastbite::description::Nouns;
use lastbite::layout::{Chart, Corner, Layout, Place, Role, Shape};
use unicode_width::UnicodeWidthStr;

use crate::manners::panels::side_by_side;
use crate::manners::style::{Look, Mark};

/// A position, ready to be drawn.
pub struct Picture<'a> {
    /// What is left.
    pub layout: &'a Layout,
    /// What was left before the last move, to show what it took.
    pub before: Option<&'a Layout>,
    /// The words for pieces and for what happens to them.
    pub nouns: Nouns,
    /// Where the corner of place 1,1 is drawn.
    pub corner: Corner,
    /// How it looks.
    pub look: Look,
    /// How many columns there are for it.
    pub width: usize,
}

/// A stone of a heap, in any look.
const STONE: &str = "*";

impl Picture<'_> {
    /// Draws it in the form that fits into the width and this many lines.
    ///
    /// A grid that is too large is described row by row, until so little is left that the rest can be drawn.
    pub fn fitting(&self, lines: usize) -> String {
        match self.layout.panels() {
            [panel] if panel.shape == Shape::Heaps => return self.heaps(lines),
            [panel] if panel.shape == Shape::Diagram => return self.diagram(lines),
            [_] => {}
            _ => return self.panels(|picture| picture.fitting(lines)),
        }
        let fits = |(rows, cols): (u32, u32)| rows as usize <= lines && cols as usize + 3 <= self.width;
        if fits((self.layout.rows(), self.layout.cols())) {
            return self.whole();
        }
        // With what the last move took, if that fits.
        let mut smaller = self.before.into_iter().chain([self.layout]).map(extent);
        match smaller.find(|&part| fits(part)) {
            Some((rows, cols)) => format!("{}The rest is {}.\n", self.drawn(rows, cols), self.nouns.gone),
            None => self.told(),
        }
    }

    /// Draws every place, in parts one below the other where the width is too small.
    pub fn whole(&self) -> String {
        match self.layout.panels() {
            [panel] if panel.shape == Shape::Heaps => self.heaps(usize::MAX),
            [panel] if panel.shape == Shape::Diagram => self.diagram(usize::MAX),
            [_] => self.drawn(self.layout.rows(), self.layout.cols()),
            _ => self.panels(|picture| picture.whole()),
        }
    }

    /// Draws the panels side by side.
    fn panels(&self, draw: impl Fn(&Picture<'_>) -> String) -> String {
        let one = |(number, panel): (usize, &lastbite::layout::Panel)| {
            let (layout, before) =
                (self.layout.panel(number), self.before.map(|before| before.panel(number)));
            (panel.title.clone(), draw(&Picture { layout: &layout, before: before.as_ref(), ..*self }))
        };
        let pictures: Vec<(String, String)> = self.layout.panels().iter().enumerate().map(one).collect();
        side_by_side(&pictures, self.width)
    }

    /// Explains the marks.
    pub fn legend(&self, piece: &str) -> String {
        let gone = self.nouns.gone;
        let mark = |mark| self.look.paint(mark, &self.look.character(mark).to_string());
        let shapes = |shape| self.layout.panels().iter().all(|panel| panel.shape == shape);
        if shapes(Shape::Heaps) {
            return format!("{STONE} {piece}  {} just {gone}\n", mark(Mark::JustGone));
        }
        if shapes(Shape::Diagram) {
            let loses = self.layout.pieces.iter().position(|piece| piece.role == Role::Poison);
            let poison =
                loses.map(|id| format!("{} poison  ", self.look.paint(Mark::Poison, &self.named(id))));
            let (just, long) = (mark(Mark::JustGone), mark(Mark::Gone));
            return format!("{}{just} just {gone}  {long} {gone}\n", poison.unwrap_or_default());
        }
        let poison = self.layout.pieces.iter().any(|piece| piece.role == Role::Poison);
        let poison = if poison { format!("{} poison  ", mark(Mark::Poison)) } else { String::new() };
        let (left, just, long) = (mark(Mark::Left), mark(Mark::JustGone), mark(Mark::Gone));
        format!("{poison}{left} {piece}\n{just} just {gone}  {long} {gone}\n")
    }

    /// Draws the first rows and columns.
    fn drawn(&self, rows: u32, cols: u32) -> String {
        let cell = if cols > 9 { 3 } else { 2 };
        let all: Vec<u32> = self.corner.cols(cols).collect();
        if 2 + cell * cols as usize <= self.width {
            return self.panel(rows, &all, cell);
        }
        let panels = all.chunks(self.width.saturating_sub(3).max(10)).map(|part| self.panel(rows, part, 1));
        panels.collect::<Vec<String>>().join("\n")
    }

    /// Draws some columns, each place this many characters wide.
    fn panel(&self, rows: u32, cols: &[u32], cell: usize) -> String {
        let gap = if cell == 1 { " " } else { "" };
        let numbers = column_numbers(cols, cell);
        let above = self.corner.rows(2).next() == Some(1);
        let mut lines = Vec::new();
        if above {
            lines.extend(numbers.clone());
        }
        for row in self.corner.rows(rows) {
            let marks: Vec<Option<Mark>> = cols.iter().map(|&col| self.mark(Place::new(row, col))).collect();
            lines.push(format!("{row:>2}{gap}{}", self.painted(&marks, cell)).trim_end().to_string());
        }
        if !above {
            lines.extend(numbers);
        }
        lines.join("\n") + "\n"
    }

    /// Returns the mark of a place, or nothing if there never was a piece.
    fn mark(&self, place: Place) -> Option<Mark> {
        let piece = self.layout.piece(place).filter(|piece| piece.role != Role::Gap)?;
        Some(match (piece.left, piece.role) {
            (true, Role::Poison) => Mark::Poison,
            (true, _) => Mark::Left,
            (false, _) if self.before.is_some_and(|before| before.has(place)) => Mark::JustGone,
            (false, _) => Mark::Gone,
        })
    }

    /// Writes marks side by side, with one colour code for each run of equal ones.
    fn painted(&self, marks: &[Option<Mark>], cell: usize) -> String {
        let stroke = |same: &[Option<Mark>]| match same[0] {
            None => " ".repeat(cell * same.len()),
            Some(mark) => {
                let one = format!("{:>cell$}", self.look.character(mark));
                self.look.paint(mark, &one.repeat(same.len()))
            }
        };
        marks.chunk_by(|a, b| a == b).map(stroke).collect()
    }

    /// Describes each run of equal rows in one line: a bar of 99x99 rarely takes more than a few lines.
    fn told(&self) -> String {
        let poison = self.layout.pieces.iter().find(|piece| piece.role == Role::Poison && piece.left);
        let poison = poison.map(|piece| piece.place);
        let seen = |row: u32| {
            let now = self.layout.left_in(row);
            let was = self.before.map_or(now, |before| before.left_in(row));
            (now, was, poison.is_some_and(|poison| poison.row == row))
        };
        let all: Vec<u32> = self.corner.rows(self.layout.rows()).collect();
        let mut lines = String::new();
        for run in all.chunk_by(|&a, &b| seen(a) == seen(b)) {
            let (low, high) = (run[0].min(run[run.len() - 1]), run[0].max(run[run.len() - 1]));
            let label = if low == high { format!("row {low}") } else { format!("rows {low}-{high}") };
            let (now, was, poisoned) = seen(low);
            let each = if low == high { "" } else { " each" };
            let (piece, gone) = (self.nouns.piece, self.nouns.gone);
            let words = match (now, was - now) {
                (0, 0) => gone.to_string(),
                (1, 0) => format!("1 {piece}{each}"),
                (n, 0) => format!("{n} {piece}s{each}"),
                (0, taken) => format!("{taken} just {gone}{each}"),
                (n, taken) => format!("{n}{each}, {taken} just {gone}"),
            };
            let poison = match poison {
                Some(poison) if poisoned && poison.col > 1 => format!(" (poison in column {})", poison.col),
                _ => String::new(),
            };
            let line = format!("{label:<10} {} {words}{poison}", self.sample(low));
            lines += line.trim_end();
            lines.push('\n');
        }
        lines
    }

    /// Draws as much of a row as fits next to the words about it.
    fn sample(&self, row: u32) -> String {
        const TAIL: usize = 3;
        let room = self.width.saturating_sub(34).clamp(5, 30);
        let places = self.layout.row(row).iter().map(|piece| self.mark(piece.place));
        let mut kept: Vec<Option<Mark>> = places.collect();
        while kept.last() == Some(&Some(Mark::Gone)) {
            kept.pop();
        }
        let begins = kept.iter().rposition(|&mark| mark != Some(Mark::JustGone)).map_or(0, |last| last + 1);
        let mut gone = kept.split_off(begins);
        let tail = gone.len().min(if kept.is_empty() { room } else { TAIL });
        gone.truncate(tail);
        let cut = kept.len() > room - tail;
        let more = if self.look.ascii { "~" } else { "…" };
        if cut {
            kept.truncate(room - tail - 1);
        }
        let used = kept.len() + usize::from(cut) + gone.len();
        let more = if cut { more } else { "" };
        let blank = " ".repeat(room - used.min(room));
        if self.corner.cols(2).next() == Some(1) {
            format!("{}{more}{}{blank}", self.painted(&kept, 1), self.painted(&gone, 1))
        } else {
            kept.reverse();
            format!("{blank}{}{more}{}", self.painted(&gone, 1), self.painted(&kept, 1))
        }
    }

    /// Returns the name of an element of an order, in parentheses if it is the one that loses.
    fn named(&self, id: usize) -> String {
        let name = self.layout.name(id).unwrap_or(STONE);
        if self.layout.pieces[id].role == Role::Poison { format!("({name})") } else { name.to_string() }
    }

    /// Draws an order in layers, the least elements at the bottom. If it does not fit, lists its rows, and
    /// what is next above what.
    fn diagram(&self, lines: usize) -> String {
        let names: Vec<String> = (0..self.layout.pieces.len()).map(|id| self.named(id)).collect();
        let written = |id: usize| match self.mark(self.layout.pieces[id].place).unwrap_or(Mark::Gone) {
            mark @ (Mark::Left | Mark::Poison) => (mark, names[id].clone()),
            mark => (mark, self.look.character(mark).to_string()),
        };
        let widths: Vec<usize> = names.iter().map(|name| name.width()).collect();
        let chart = Chart::fitting(self.layout, &widths, (self.width, lines), self.look.ascii);
        if let Some(chart) = chart.filter(|chart| chart.linked || self.layout.links().is_empty()) {
            return drawn_chart(&chart, |id| {
                let (mark, text) = written(id);
                (self.look.paint(mark, &text), text.width())
            });
        }
        self.listed(&written)
    }

    /// Lists the rows of an order, and what is next above each element that is left.
    fn listed(&self, written: &dyn Fn(usize) -> (Mark, String)) -> String {
        let mut lines = String::new();
        let mut line = |label: String, ids: &mut dyn Iterator<Item = usize>| {
            let mut used = label.width();
            let indent = " ".repeat(used.min(self.width / 3));
            lines += &label;
            for id in ids {
                let (mark, text) = written(id);
                if used + 1 + text.width() > self.width {
                    lines.push('\n');
                    lines += &indent;
                    used = indent.len();
                }
                used += 1 + text.width();
                lines.push(' ');
                lines += &self.look.paint(mark, &text);
            }
            lines.push('\n');
        };
        let mut first = 0;
        for row in 1..=self.layout.rows() {
            let many = self.layout.row(row).len();
            line(String::new(), &mut (first..first + many));
            first += many;
        }
        let left = |id: usize| self.layout.pieces[id].left;
        for lower in (0..self.layout.pieces.len()).rev().filter(|&id| left(id)) {
            let above = self.layout.links().iter().filter(|link| link.0 == lower).map(|link| link.1);
            let mut above = above.filter(|&upper| left(upper)).peekable();
            if above.peek().is_some() {
                line(format!("above {}:", written(lower).1), &mut above);
            }
        }
        lines
    }

    /// Draws heaps, each in a line with its number of stones; if there are more heaps than lines, they are
    /// counted.
    fn heaps(&self, lines: usize) -> String {
        let heaps = self.layout.rows();
        if heaps as usize > lines {
            return format!("{heaps} heaps\n");
        }
        let head = |heap: u32| self.layout.head(heap).map_or_else(|| heap.to_string(), String::from);
        let count = |heap: u32| {
            let runs: Vec<String> = self.layout.runs_in(heap).iter().map(u32::to_string).collect();
            if runs.is_empty() { "0".to_string() } else { runs.join("+") }
        };
        let widest =
            |texts: &dyn Fn(u32) -> String| (1..=heaps).map(|heap| texts(heap).width()).max().unwrap_or(0);
        let (digits, most) = (widest(&head), widest(&count));
        let line = |heap: u32| {
            let stones = self.layout.left_in(heap);
            let label = format!("heap {:>digits$} [{:>most$}] ", head(heap), count(heap));
            let room = self.width.saturating_sub(label.len()).max(1);
            let row = self.layout.row(heap);
            // What was taken from the front of a row, or from between its stones, is shown where it was.
            let later = row.first().is_some_and(|first| !first.left) && row.iter().any(|piece| piece.left);
            if later
                || self.layout.runs_in(heap).len() > 1
                || row.iter().any(|piece| matches!(piece.role, Role::Gap | Role::Joint))
            {
                return format!("{label}{}", self.stones(heap, room)).trim_end().to_string() + "\n";
            }
            let (all, was) = (stones as usize, self.before.map_or(stones, |before| before.left_in(heap)));
            // A heap that is too long for its line is cut; its number says how many stones it has.
            if all > room {
                return format!("{label}{}~\n", STONE.repeat(room - 1));
            }
            let taken = (was.saturating_sub(stones) as usize).min(room - all);
            let just = self.look.character(Mark::JustGone).to_string().repeat(taken);
            let just = if taken > 0 { self.look.paint(Mark::JustGone, &just) } else { just };
            format!("{label}{}{just}", STONE.repeat(all)).trim_end().to_string() + "\n"
        };
        (1..=heaps).map(line).collect()
    }

    /// Draws the stones of a heap that has gaps, each at its place.
    fn stones(&self, heap: u32, room: usize) -> String {
        let pieces = self.layout.row(heap);
        let last = pieces.last().map_or(0, |piece| piece.place.col);
        let joint = |place: Place| self.layout.piece(place).filter(|piece| piece.role == Role::Joint);
        let mark = |col: u32| match self.mark(Place::new(heap, col)) {
            mark if joint(Place::new(heap, col)).is_some() => {
                let held = mark == Some(Mark::Left);
                if held { "-" } else { " " }.to_string()
            }
            None => " ".to_string(),
            Some(Mark::Left | Mark::Poison) => STONE.to_string(),
            Some(mark) => self.look.paint(mark, &self.look.character(mark).to_string()),
        };
        let cut = if last as usize > room { "~" } else { "" };
        let shown = (1..=last).take(room - cut.len().min(room));
        shown.map(mark).collect::<String>() + cut
    }
}

/// Writes a chart; `name` returns the text of a piece and its width, which may be less than its room.
pub fn drawn_chart(chart: &Chart, name: impl Fn(usize) -> (String, usize)) -> String {
    let mut lines = String::new();
    for number in 0..chart.height {
        let strokes = chart.strokes(number);
        let (mut line, mut at) = (String::new(), 0);
        for (id, spot) in chart.spots.iter().enumerate().filter(|(_, spot)| spot.line == number) {
            line.extend(strokes.get(at..spot.col).unwrap_or(&[]));
            let (text, width) = name(id);
            let free = spot.width.saturating_sub(width);
            line += &format!("{}{text}{}", " ".repeat(free / 2), " ".repeat(free - free / 2));
            at = spot.col + spot.width.max(width);
        }
        line.extend(strokes.get(at..).unwrap_or(&[]));
        lines += line.trim_end();
        lines.push('\n');
    }
    lines
}

/// Returns the last row and the last column that still have a piece.
fn extent(layout: &Layout) -> (u32, u32) {
    let left = || layout.pieces.iter().filter(|piece| piece.left).map(|piece| piece.place);
    (left().map(|place| place.row).max().unwrap_or(0), left().map(|place| place.col).max().unwrap_or(0))
}

/// Numbers the columns; if a place is one character wide, tens go above units.
fn column_numbers(cols: &[u32], cell: usize) -> Vec<String> {
    if cell > 1 {
        let numbers: String = cols.iter().map(|col| format!("{col:>cell$}")).collect();
        return vec![format!("  {numbers}")];
    }
    let digits = |of: fn(u32) -> String| {
        let line: String = cols.iter().map(|&col| of(col)).collect();
        format!("   {line}").trim_end().to_string()
    };
    vec![
        digits(|col| if col < 10 { " ".to_string() } else { (col / 10 % 10).to_string() }),
        digits(|col| (col % 10).to_string()),
    ]
}

#[cfg(test)]
mod tests {
    use lastbite::description::Described;
    use lastbite::layout::Drawn;
    use lastbite::{AnyGame, Game};

    use super::*;

    /// Draws a game after some moves in ASCII for a terminal of 40 columns, with the last move marked.
    fn draw(game: &str, moves: &[&str], corner: Corner) -> String {
        let game: AnyGame = game.parse().unwrap();
        let mut all = vec![game.start()];
        for mv in moves {
            let mv = game.read_move(mv).unwrap();
            all.push(game.play_unchecked(all.last().unwrap(), &mv));
        }
        let layouts: Vec<Layout> = all.iter().map(|position| game.layout(position)).collect();
        let before = layouts.len().checked_sub(2).map(|i| &layouts[i]);
        let look = Look { ascii: true, color: false };
        let nouns = game.description().nouns;
        Picture { layout: layouts.last().unwrap(), before, nouns, corner, look, width: 40 }.fitting(18)
    }

    #[test]
    fn a_small_bar_is_spaced() {
        let drawn = draw("chomp:3x4", &["2,3"], Corner::UpperLeft);
        assert_eq!(drawn, "   1 2 3 4\n 1 P # # #\n 2 # # x x\n 3 # # x x\n");
    }

    #[test]
    fn a_wide_bar_is_dense_with_tens_above_units() {
        let drawn = draw("chomp:2x14", &["2,3"], Corner::UpperLeft);
        assert_eq!(drawn, "            11111\n   12345678901234\n 1 P#############\n 2 ##xxxxxxxxxxxx\n");
    }

    #[test]
    fn a_huge_bar_is_told_row_by_row() {
        let drawn = draw("chomp:99x99", &["50,1", "20,3"], Corner::UpperLeft);
        let told = [
            "row 1      P####~ 99 squares",
            "rows 2-19  #####~ 99 squares each",
            "rows 20-49 ##xxx  2 each, 97 just eaten",
            "rows 50-99        eaten",
        ];
        assert!(drawn.lines().eq(told), "{drawn}");
        let turned = draw("chomp:99x99", &["20,3"], Corner::LowerRight);
        let told = [
            "rows 20-99  xxx## 2 each, 97 just eaten",
            "rows 2-19  ~##### 99 squares each",
            "row 1      ~####P 99 squares",
        ];
        assert!(turned.lines().eq(told), "{turned}");
    }

    #[test]
    fn the_rest_of_a_huge_bar_is_drawn_again() {
        let rest = "The rest is eaten.\n";
        let drawn = draw("chomp:99x99", &["1,4", "3,1"], Corner::UpperLeft);
        assert_eq!(drawn, format!("   1 2 3\n 1 P # #\n 2 # # #\n{rest}"));
        let drawn = draw("chomp:99x99", &["1,4", "3,1", "2,2"], Corner::UpperLeft);
        assert_eq!(drawn, format!("   1 2 3\n 1 P # #\n 2 # x x\n{rest}"));
    }

    #[test]
    fn heaps_are_rows_of_stones_with_their_count() {
        let drawn = draw("nim:3,40,12", &["2 from 3"], Corner::UpperLeft);
        let stones = "*".repeat(27);
        assert_eq!(drawn, format!("heap 1 [ 3] ***\nheap 2 [40] {stones}~\nheap 3 [10] **********xx\n"));
    }

    #[test]
    fn what_is_taken_from_the_front_of_a_row_is_shown_there() {
        let drawn = draw("kayles:7", &["2 from 1 leaving 1,4", "1 from 1"], Corner::UpperLeft);
        assert_eq!(drawn, "heap 1 [4] x..****\n");
        let drawn = draw("treblecross:9", &["1 in 1"], Corner::UpperLeft);
        assert_eq!(drawn, "heap 1 [6] xxx******\n");
    }
}
