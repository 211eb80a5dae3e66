//! A game and one of its positions, checked when it was made.

use lastbite::asked;
use lastbite::description::Described;
use lastbite::game::Purpose;
use lastbite::notation::grouped;
use lastbite::picture::{Boards, position_svg};
use lastbite::{AnyGame, AnyMove, Game, Words};
use pyo3::prelude::*;

use crate::errors::{Kind, OrRaise};
use crate::own::reading;
use crate::work::How;

/// A position of a game.
#[pyclass(frozen, eq, hash, module = "lastbite._lastbite")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Standing(pub lastbite::Standing<AnyGame>);

/// More moves than this are not listed.
const MOST_MOVES: usize = 1_000_000;

/// Refuses positions with too many moves to list.
pub fn check_moves(standing: &lastbite::Standing<AnyGame>) -> Result<(), String> {
    match standing.moves().nth(MOST_MOVES) {
        Some(_) => Err(format!(
            "{} has more than {} moves, too many to list; choose a smaller one",
            standing.game(),
            grouped(MOST_MOVES as u64)
        )),
        None => Ok(()),
    }
}

/// Reads a move as people write it; what could be two things is refused with both.
pub fn read_move(game: &AnyGame, text: &str) -> PyResult<AnyMove> {
    asked::read_move(game, text).map_err(|error| Kind::Move.says(error))
}

impl Standing {
    /// Refuses what is too large for any question.
    fn fitting(standing: lastbite::Standing<AnyGame>) -> PyResult<Self> {
        standing.check_size(Purpose::Judge).or_raise()?;
        Ok(Standing(standing))
    }
}

#[pymethods]
impl Standing {
    /// Reads a game as people write it, and a position of it; the start if none is given.
    #[new]
    #[pyo3(signature = (game, position=None))]
    fn new(py: Python<'_>, game: &str, position: Option<&str>) -> PyResult<Self> {
        let game = reading(py, || asked::game(game).map_err(|error| Kind::Game.says(error)))?;
        let standing = match position {
            None => lastbite::Standing::start(game),
            Some(text) => asked::position(&game, text).map_err(|error| Kind::Position.says(error))?,
        };
        Self::fitting(standing)
    }

    /// Reads a game, or a position of one, from one text as people write it: `7,5,3` is a position.
    #[staticmethod]
    fn asked(py: Python<'_>, text: &str) -> PyResult<Self> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let asked = reading(py, || asked::read(&words).map_err(|error| Kind::Game.says(error)))?;
        Self::fitting(asked.standing)
    }

    /// Returns the game.
    fn game(&self) -> String {
        self.0.game().to_string()
    }

    /// Returns the word that the texts of such games begin with.
    fn kind(&self) -> &'static str {
        self.0.game().description().name
    }

    /// Returns the title of the game.
    fn title(&self) -> String {
        self.0.game().title()
    }

    /// Returns the rule of the game.
    fn rule(&self) -> String {
        self.0.game().rule().replace('\n', " ")
    }

    /// Returns the position.
    fn text(&self) -> String {
        self.0.written()
    }

    /// Returns the start of the game.
    fn start(&self) -> Self {
        Standing(lastbite::Standing::start(self.0.game().clone()))
    }

    /// Counts the pieces that are left.
    fn size(&self) -> u64 {
        self.0.size()
    }

    /// Returns the outcome if no move is left.
    fn final_outcome(&self) -> Option<String> {
        self.0.final_outcome().map(|outcome| outcome.to_string())
    }

    /// Lists the sensible moves.
    fn moves(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        let standing = self.0.clone();
        let listed = How::UNLIMITED.run_sized(py, standing.size(), move |effort| {
            check_moves(&standing)?;
            let mut moves = Vec::new();
            for mv in standing.moves() {
                if moves.len() % 4096 == 0 && effort.check().is_err() {
                    return Err(String::new());
                }
                moves.push(standing.write_move(&mv));
            }
            Ok(moves)
        })?;
        listed.map_err(|why: String| Kind::TooLarge.says(why))
    }

    /// Lists the moves that lose at once.
    fn blunders(&self) -> Vec<String> {
        let (game, position) = (self.0.game(), self.0.position());
        game.blunders(position).take(MOST_MOVES).map(|mv| game.write_move(&mv)).collect()
    }

    /// Plays a move, as people write it.
    fn play(&self, mv: &str) -> PyResult<Self> {
        let mv = read_move(self.0.game(), mv)?;
        Ok(Standing(self.0.play(&mv).or_raise()?))
    }

    /// Draws it in characters; nothing if it is too large.
    fn drawn(&self, ascii: bool) -> Option<String> {
        let start = lastbite::Standing::start(self.0.game().clone());
        let boards = Boards::of(&start)?;
        let lines = boards.lines(self.0.position(), ascii);
        Some(lines.iter().map(|line| line.trim_end()).collect::<Vec<_>>().join("\n"))
    }

    /// Draws it as SVG; nothing if it is too large.
    fn svg(&self) -> Option<String> {
        position_svg(&self.0, None)
    }
}

/// Lists every kind of game: its name, its title, and examples of how it is written.
#[pyfunction]
pub fn games() -> Vec<(&'static str, &'static str, Vec<&'static str>)> {
    AnyGame::kinds().iter().map(|kind| (kind.name, kind.title, kind.examples.to_vec())).collect()
}
