//! Puzzles: a position with exactly one winning move, and the result of a try.

use lastbite::description::Described;
use lastbite::play::{Dice, Difficulty, Puzzle, PuzzleError, TriedPuzzle};
use lastbite::{AnyGame, Effort, Game, Outcome, Standing, Words};
use serde::Serialize;

use crate::Desk;
use crate::address::written;
use crate::explain::Explained;
use crate::problem::Problem;
use crate::question::Question;
use crate::reach::Reach;

/// A position with exactly one winning move, without the solution.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub(crate) struct Asked {
    /// The game.
    game: String,
    /// The position.
    position: String,
    /// What to do, in a sentence.
    task: String,
    /// How hard it is; null if the position was given.
    difficulty: Option<String>,
    /// What that means; null with it.
    told: Option<&'static str>,
    /// The address of the position as a game for two on one device: a page draws it from there.
    address: String,
}

/// Answers with a puzzle: of a day, a random one of a game, or the position that is given.
pub(crate) fn answer(desk: &Desk, question: &Question<'_>, effort: &Effort) -> Result<Asked, Problem> {
    if let Some(day) = question.number("day")? {
        let day = u32::try_from(day).map_err(|_| Problem::unreadable("day counts the days since 1970"))?;
        let (puzzle, difficulty) = Puzzle::of_the_day(day, desk.solver(), effort).map_err(no_puzzle)?;
        return Ok(asked(&puzzle.standing, Some(difficulty)));
    }
    if question.text("position").is_some_and(|text| !text.is_empty()) {
        let standing = question.standing(desk.reach())?;
        let analysis = desk.solver().analyse_soon(&standing, &Reach::bounded(&standing, effort))?;
        let winning = analysis.moves.iter().filter(|judged| judged.outcome == Outcome::Win).count();
        if winning != 1 {
            let position = standing.written();
            let there = match winning {
                0 => format!("no move of {position} wins"),
                _ => format!("{winning} moves of {position} win"),
            };
            return Err(Problem::out_of_reach(format!("{there}; a puzzle has exactly one winning move")));
        }
        return Ok(asked(&standing, None));
    }
    let game = question.game(desk.reach())?;
    let difficulty = question.read_or("difficulty", Difficulty::default())?;
    let mut dice = Dice::new(question.number("seed")?.unwrap_or(1));
    let effort = Reach::bounded(&Standing::start(game.clone()), effort);
    let made =
        Puzzle::of(&game, difficulty, 1, &mut dice, desk.solver(), &effort).map_err(no_puzzle_of(&game))?;
    let puzzle = made.first().ok_or_else(|| Problem::out_of_reach("there is no such puzzle"))?;
    Ok(asked(&puzzle.standing, Some(difficulty)))
}

/// How many puzzles a game has.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub(crate) struct Counted {
    /// The game.
    game: String,
    /// How many there are of each difficulty, the easiest first.
    difficulties: Vec<Many>,
}

/// How many puzzles of a difficulty there are.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
struct Many {
    /// The difficulty.
    name: String,
    /// How many.
    many: usize,
}

/// Answers with how many puzzles a game has.
pub(crate) fn counts(desk: &Desk, question: &Question<'_>, effort: &Effort) -> Result<Counted, Problem> {
    let game = question.game(desk.reach())?;
    let effort = Reach::bounded(&Standing::start(game.clone()), effort);
    let counts = Puzzle::counts(&game, desk.solver(), &effort).map_err(no_puzzle_of(&game))?;
    let many = |(difficulty, many): (Difficulty, usize)| Many { name: difficulty.to_string(), many };
    Ok(Counted { game: game.to_string(), difficulties: counts.into_iter().map(many).collect() })
}

/// Says why a game has no puzzle. People know the game by its title.
pub(crate) fn no_puzzle_of(game: &AnyGame) -> impl FnOnce(PuzzleError) -> Problem + '_ {
    |why| match why {
        PuzzleError::TooFew { there, difficulty, others, .. } => {
            no_puzzle(PuzzleError::TooFew { game: game.title(), there, difficulty, others })
        }
        other => no_puzzle(other),
    }
}

fn no_puzzle(why: PuzzleError) -> Problem {
    match why {
        PuzzleError::Unknown(unknown) => unknown.into(),
        other => Problem::out_of_reach(other),
    }
}

fn asked(standing: &Standing<AnyGame>, difficulty: Option<Difficulty>) -> Asked {
    let (game, position) = (standing.game().to_string(), standing.written());
    let a_move = standing.game().description().nouns.a_move;
    Asked {
        task: format!("It is your turn. Exactly one {a_move} wins. Find it."),
        difficulty: difficulty.map(|difficulty| difficulty.to_string()),
        told: difficulty.map(Difficulty::told),
        address: written(&[("game", &game), ("start", &position), ("vs", "human")]),
        game,
        position,
    }
}

/// The result of a try.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub(crate) struct Tried {
    /// Whether the move wins.
    right: bool,
    /// What it does, in a sentence.
    sentence: String,
    /// The answer that wins against it; null if it wins itself.
    reply: Option<String>,
    /// Why what it leaves is won or lost, for people who want to know more.
    why: Explained,
    /// The address of what the move leaves, to play it out.
    address: String,
}

/// Answers with the result of a try.
pub(crate) fn tried(desk: &Desk, question: &Question<'_>, effort: &Effort) -> Result<Tried, Problem> {
    let standing = question.standing(desk.reach())?;
    let game = standing.game();
    let mv =
        lastbite::asked::read_move(game, question.text("move").unwrap_or("")).map_err(Problem::unreadable)?;
    let effort = Reach::bounded(&standing, effort);
    if !game.is_blunder(standing.position(), &mv) {
        standing.check(&mv).map_err(Problem::unreadable)?;
    }
    let tried = TriedPuzzle::of(&standing, &mv, desk.solver(), &effort)?;
    Ok(Tried {
        right: tried.is_right,
        sentence: tried.sentence,
        reply: tried.reply.map(|reply| tried.left.write_move(&reply)),
        why: Explained::of(&tried.left, tried.why),
        address: address(&tried.left),
    })
}

fn address(standing: &Standing<AnyGame>) -> String {
    let (game, start) = (standing.game().to_string(), standing.written());
    written(&[("game", &game), ("start", &start), ("me", "2"), ("level", "perfect")])
}
