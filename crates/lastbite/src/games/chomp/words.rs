//! How Chomp speaks of itself.

use super::argument::argument;
use super::bar::Chomp;
use super::rows::Rows;
use super::square::Square;
use crate::explanation::Argument;
use crate::game::Ending;
use crate::notation::counted;
use crate::words::Words;

impl Words for Chomp {
    fn rule(&self) -> String {
        "Bite a square: it is eaten, with everything below and to the right of it.\n\
         Whoever eats the poison, P, has lost."
            .to_string()
    }

    fn describe(&self, _: &Rows, bite: Square) -> String {
        bite.to_string()
    }

    fn told(&self, before: &Rows, bite: Square) -> String {
        format!("bites {bite} and eats {}", counted(before.taken_by(bite), "square"))
    }

    fn advice(&self, _: &Rows, bite: Square) -> String {
        format!("Biting {bite}")
    }

    /// Tells what is known of a whole bar, however large.
    fn lesson(&self, rows: &Rows) -> Option<String> {
        let bar = rows.is_whole() && rows.rows() > 2 && rows.cols() > 2 && rows.rows() != rows.cols();
        (bar && self.is_classic())
            .then(|| "Whoever starts a whole bar can win; the proof does not say how.".to_string())
    }

    fn argument(&self, rows: &Rows) -> Option<Argument> {
        argument(self, rows)
    }

    fn ending(&self, last: &Rows, ending: Ending, loser: &str) -> String {
        match ending {
            Ending::NoMoveLeft if last.area() == 1 => format!("Nothing but poison is left for {loser}."),
            Ending::NoMoveLeft => format!("Every bite that is left to {loser} would eat the poison."),
            Ending::Blunder => format!("{loser} ate the poison."),
            Ending::Resigned => format!("{loser} resigned."),
        }
    }
}
