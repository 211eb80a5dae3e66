//! The words, the description and the layout of Chomp.

use super::argument::argument;
use super::Chomp;
use super::lesson::LESSON;
use super::maps;
use super::Rows;
use super::Square;
use lastbite_engines::Keep;
use lastbite_engines::sieve::Sieve;
use lastbite_engines::sweep::{Distances, GrundyValues};
use crate::argument::Argument;
use crate::atlas::{Map, MapOf};
use crate::description::{Described, Description, Family, Nouns, Parameter};
use crate::effort::{Effort, TooLittleMemory};
use crate::game::{Ending, Game, Standing, TooLarge};
use crate::layout::{Drawn, Layout, Place, Role, Shape};
use crate::notation::{Bytes, counted};
use crate::theory::{Theorem, Theory};
use crate::words::{Measure, Who, Words, only_poison_left};

/// What Chomp is.
static CHOMP: Description = Description::new(
    "chomp",
    "Chomp",
    "A bar of chocolate, one square of it poison: make your opponent take it.",
    &["chomp:8x10", "chomp:8x10@3,4"],
)
.in_family(Family::Bites)
.with_daily([&["chomp:6x9"], &["chomp:5x8"], &["chomp:5x8"]])
.with_hook("The first player can always win. Nobody knows a rule for how.")
.with_aliases(&["bar", "chocolate", "chocolate bar"])
.with_parameters(&[
    Parameter::text("size", "Size", "rows x columns, as in 4x7").with_choices(&[
        "4x7", "5x5", "5x8", "6x9", "8x10", "10x14", "16x16", "30x40", "99x99", "2x3", "3x4", "3x5",
    ]),
    Parameter::text("poison", "Poison", "the poisoned square, as in 1,1")
        .behind("@", "1,1")
        .with_choices(&["1,1", "2,2", "2,3", "3,3"]),
])
.with_nouns(Nouns::new("square", "bite", "eaten", ("eats", "eat")))
.with_prompt("Bite (row,column)? ", "A bite is a row and a column.")
.with_lesson(LESSON)
.with_figures(&["chomp:2x2", "chomp:2x3"]);

impl Described for Chomp {
    fn kinds() -> Vec<&'static Description> {
        vec![&CHOMP]
    }

    /// Claims bars of two sides; with more it is a box.
    fn claims(text: &str) -> bool {
        let size = text
            .trim()
            .strip_prefix("chomp:")
            .map(|size| size.split_once('@').map_or(size, |(size, _)| size));
        size.is_some_and(|size| size.matches(['x', 'X', '×']).count() < 2) && !text.contains('+')
    }

    /// Row lengths have commas or powers, and nothing that belongs to the size of a bar.
    fn around(text: &str) -> Option<Standing<Self>> {
        let rows: Rows = text.parse().ok().filter(|_| text.contains([',', '^']))?;
        let bar = Chomp::new(rows.rows().max(1), rows.cols().max(1)).ok()?;
        Standing::new(bar, rows).ok()
    }

    fn description(&self) -> &'static Description {
        &CHOMP
    }

    fn values(&self) -> Vec<String> {
        vec![format!("{}x{}", self.rows(), self.cols()), self.poison().to_string()]
    }

    fn poisoned_at(&self, place: Place) -> Option<Self> {
        self.with_poison(Square::new(place.row, place.col)).ok()
    }

    fn maps() -> Vec<&'static MapOf> {
        maps::MAPS.to_vec()
    }

    fn map(name: &str, effort: &Effort) -> Option<Map> {
        maps::map(name, effort)
    }

    fn check_playable(&self) -> Result<(), TooLarge> {
        const MOST: u32 = 99;
        if self.rows() <= MOST && self.cols() <= MOST {
            return Ok(());
        }
        let limit = format!("a bar to play with has 1 to {MOST} rows and 1 to {MOST} columns");
        Err(TooLarge::ForPeople { limit, example: "4x7" })
    }
}

impl Drawn for Chomp {
    fn layout(&self, rows: &Rows) -> Layout {
        let Square { row, col } = self.poison();
        Layout::rows_of(Shape::Grid, &vec![self.cols(); self.rows() as usize], rows.lengths())
            .with_role(Place::new(row, col), Role::Poison)
    }

    fn move_at(&self, rows: &Rows, place: Place) -> Option<Square> {
        let bite = Square::new(place.row, place.col);
        (rows.has(self.poison()) && rows.has(bite)).then_some(bite)
    }

    fn piece_of(&self, rows: &Rows, bite: &Square) -> Option<Place> {
        (rows.has(self.poison()) && rows.has(*bite)).then_some(Place::new(bite.row, bite.col))
    }

    /// The poison always stays.
    fn set_up(&self, rows: &Rows, place: Place, left: bool) -> Option<Rows> {
        let length = |row: u32| match left {
            true if row <= place.row => rows.row(row).max(place.col),
            false if row >= place.row => rows.row(row).min(place.col.saturating_sub(1)),
            _ => rows.row(row),
        };
        let lengths: Vec<u32> = (1..=self.rows()).map(length).collect();
        Rows::new(lengths).ok().filter(|rows| rows.has(self.poison()) && self.admits(rows).is_ok())
    }

    fn taken(&self, rows: &Rows, bite: &Square) -> Vec<usize> {
        if !rows.has(*bite) {
            return Vec::new();
        }
        let (first, cols) = (bite.col as usize - 1, self.cols() as usize);
        let lower = rows.into_iter().enumerate().skip(bite.row as usize - 1);
        lower.flat_map(|(row, length)| (first..length as usize).map(move |col| row * cols + col)).collect()
    }
}

impl Words for Chomp {
    fn rule(&self) -> String {
        "Bite a square: it is eaten, with everything below and to the right of it.\n\
         If you eat the poison, P, you lose."
            .to_string()
    }

    fn short_rule(&self) -> String {
        "Bite a square; whoever eats P loses.".to_string()
    }

    fn title(&self) -> String {
        let poison = if self.is_classic() { String::new() } else { format!(", poison on {}", self.poison()) };
        format!("Chomp {}x{}{poison}", self.rows(), self.cols())
    }

    fn scene(&self) -> String {
        let (rows, cols) = (counted(self.rows().into(), "row"), counted(self.cols().into(), "column"));
        format!("Bar of chocolate, {rows}, {cols}")
    }

    fn told(&self, before: &Rows, bite: &Square, who: Who<'_>) -> String {
        let many = counted(before.taken_by(*bite), "square");
        format!("{} {bite} and {} {many}", who.verb("bites", "bite"), who.verb("eats", "eat"))
    }

    fn advice(&self, _: &Rows, bite: &Square) -> String {
        format!("Biting {bite}")
    }

    /// Says what is known about a whole bar, however large.
    fn lesson(&self, rows: &Rows) -> Option<String> {
        let bar = rows.is_whole() && rows.rows() > 2 && rows.cols() > 2 && rows.rows() != rows.cols();
        (bar && self.is_classic())
            .then(|| "The first player can always win. Can you find how?".to_string())
    }

    fn argument(&self, rows: &Rows) -> Option<Argument> {
        argument(self, rows)
    }

    fn out_of_reach(&self, rows: &Rows, what: Measure, effort: &Effort) -> String {
        let needed = match what {
            Measure::Distance => Distances::memory_needed(self, effort),
            Measure::Grundy => GrundyValues::memory_needed(self, effort),
            Measure::Move => {
                let left = Chomp::new(rows.rows(), rows.cols()).and_then(|left| left.with_poison(self.poison()));
                let needed = Sieve::of(&left.unwrap_or(*self)).keep(Keep::Openings).memory_needed(effort);
                return match needed {
                    u64::MAX => "the bar is too large to be solved in a few seconds".to_string(),
                    needed => format!("solving the bar would take about {} of memory", Bytes(needed)),
                };
            }
        };
        match needed {
            Err(error) => error.to_string(),
            Ok(needed) if needed <= effort.memory_allowed() => {
                "finding it takes long, and a theorem decides this position without it".to_string()
            }
            Ok(needed) => TooLittleMemory { needed, allowed: effort.memory_allowed() }.to_string(),
        }
    }

    /// A smallest bite, so that the example does not give away one that wins.
    fn example_moves(&self, rows: &Rows) -> Vec<String> {
        let lengths = rows.lengths();
        // The last square of each row that sticks out below, from the lowest up.
        let below = |row: usize| lengths.get(row + 1).copied().unwrap_or(0);
        let corners = (0..lengths.len()).rev().filter(|&row| below(row) < lengths[row]);
        let mut corners = corners.map(|row| Square::new(row as u32 + 1, lengths[row]));
        let hides = |bite: &Square| {
            let after = self.play_unchecked(rows, bite);
            !self.is_blunder(rows, bite) && !matches!(self.theorem(&after), Some(Theorem::Lost(_)))
        };
        let small = corners.find(&hides);
        // Where each of them is known to win, any other; some bars have far too many to look at.
        let other = || self.moves(rows).take(500).filter(&hides).last();
        small.or_else(other).or_else(|| self.moves(rows).next()).iter().map(Square::to_string).collect()
    }

    fn ending(&self, last: &Rows, ending: Ending, loser: Who<'_>) -> String {
        let (subject, object) = (loser.subject(), loser.object());
        match ending {
            Ending::NoMoveLeft if last.area() == 1 => only_poison_left(loser),
            Ending::NoMoveLeft => format!("Every bite that is left to {object} would eat the poison."),
            Ending::Blunder => format!("{subject} ate the poison."),
            Ending::Resigned => format!("{subject} resigned."),
        }
    }
}
