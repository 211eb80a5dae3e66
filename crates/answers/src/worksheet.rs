//! Worksheets: puzzles to print, and their answers.

use lastbite::description::Described;
use lastbite::play::{Difficulty, Puzzle, Worksheet};
use lastbite::{AnyGame, Effort, Standing};
use serde::Serialize;

use crate::Desk;
use crate::problem::Problem;
use crate::puzzle::no_puzzle_of;
use crate::question::Question;
use crate::reach::Reach;

/// A sheet of puzzles.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub(crate) struct Sheet {
    /// Its title.
    title: String,
    /// The rule, and how a move is written.
    rule: String,
    /// How hard it is.
    difficulty: String,
    /// The word for a move.
    a_move: &'static str,
    /// The puzzles, the quickest win first.
    puzzles: Vec<Printed>,
    /// The seed of the draw; the same number makes the same sheet.
    seed: u64,
    /// The command that makes the same sheet.
    command: String,
}

/// A puzzle on a sheet.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
struct Printed {
    /// The position.
    position: String,
    /// The position as a picture, in SVG.
    picture: String,
    /// Whether the picture needs the whole width of the page.
    wide: bool,
    /// The only move that wins.
    solution: String,
    /// The same as people write it on paper, by the numbers they see there.
    answer: String,
    /// How many plies the win takes.
    plies: u32,
}

/// The most puzzles on a sheet, more than anyone prints.
const MOST: u64 = 48;

/// Answers with a sheet.
pub(crate) fn answer(desk: &Desk, question: &Question<'_>, effort: &Effort) -> Result<Sheet, Problem> {
    let game = question.game(desk.reach())?;
    let difficulty = question.read_or("difficulty", Difficulty::default())?;
    let many = question.number("number")?.unwrap_or(8);
    if !(1..=MOST).contains(&many) {
        return Err(Problem::unreadable(format!("number must be from 1 to {MOST}")));
    }
    let seed = question.number("seed")?.unwrap_or(1);
    let effort = Reach::bounded(&Standing::start(game.clone()), effort);
    let sheet = Worksheet::of(&game, difficulty, many as usize, seed, desk.solver(), &effort);
    let sheet = sheet.map_err(no_puzzle_of(&game))?;
    let printed = |(puzzle, number): (&Puzzle<AnyGame>, usize)| Printed {
        position: puzzle.standing.written(),
        picture: sheet.picture(number, puzzle),
        wide: sheet.is_wide(puzzle),
        solution: puzzle.standing.write_move(&puzzle.solution),
        answer: sheet.answer(puzzle),
        plies: puzzle.distance,
    };
    Ok(Sheet {
        title: sheet.title(),
        rule: sheet.rule(),
        difficulty: sheet.how_hard(),
        a_move: game.description().nouns.a_move,
        puzzles: sheet.puzzles.iter().zip(1..).map(printed).collect(),
        seed,
        command: sheet.command(),
    })
}
