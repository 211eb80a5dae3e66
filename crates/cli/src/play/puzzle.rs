//! `lastbite puzzle`: a position in which exactly one move wins; find it. Without a game it is the puzzle of
//! the day, the same for everyone.

use std::time::{SystemTime, UNIX_EPOCH};

use clap::Args;
use lastbite::asked::read_move;
use lastbite::description::Described;
use lastbite::play::{Dice, Difficulty, Puzzle, PuzzleError, TriedPuzzle};
use lastbite::words::sentence;
use lastbite::{AnyGame, Effort, IllegalMove, Solver, Standing, Words};

use crate::manners::command::Command;
use crate::manners::names::{DIFFICULTIES, one_of};
use crate::manners::position::{asked, drawn, playable};
use crate::manners::prompt::{Console, Stop};
use crate::manners::style::{Look, LookArgs};
use crate::manners::work::EffortArgs;
use crate::play::setup::{new_seed, seed};

/// Solve a puzzle: exactly one move wins; today's, or one of a game
#[derive(Args, Debug)]
#[command(after_help = "Example: lastbite puzzle 3x5 --difficulty easy
  Without a game it is the puzzle of the day, the same for everyone. Your streak
  is kept on this device.")]
pub struct PuzzleArgs {
    /// A game, as in 3x5; the puzzle of the day if not given
    #[arg(value_name = "GAME")]
    game: Vec<String>,
    /// How hard a puzzle of that game is: easy, medium or hard
    #[arg(long, value_name = "HOW", requires = "game", value_parser = one_of::<Difficulty>(DIFFICULTIES), hide_possible_values = true)]
    difficulty: Option<Difficulty>,
    /// Seed for randomness: the same number gives the same puzzle of that game
    #[arg(long, value_name = "NUMBER", requires = "game", value_parser = seed)]
    seed: Option<u64>,
    #[command(flatten)]
    effort: EffortArgs,
    #[command(flatten)]
    look: LookArgs,
}

/// Shows a puzzle and asks for its move until it is found.
pub fn run(args: &PuzzleArgs) -> Result<(), Stop> {
    let solver = Solver::new();
    let (title, puzzle, difficulty) = chosen(args, &solver)?;
    let mut console = Console::open(Look::from(args.look));
    let standing = puzzle.standing;
    let game = standing.game();
    let a_move = game.description().nouns.a_move;
    console.say(&format!("{title}: {} ({difficulty}: {}).", game.title(), difficulty.told()))?;
    console.say(&game.rule())?;
    let look = console.look;
    let (width, _) = console.dimensions();
    console.draw(&format!("\n{}", drawn(&standing, None, look, width)))?;
    console.say(&format!("It is your turn. Exactly one {a_move} wins. Find it."))?;
    loop {
        let text = console.ask(game.description().prompt)?;
        let tried = match (Command::parse(&text), text.is_empty()) {
            (Some(Ok(Command::Quit)), _) => return Err(Stop::Quit),
            (Some(Ok(Command::Hint)), _) => {
                console.say(&format!("   {} wins.", game.advice(standing.position(), &puzzle.solution)))?;
                continue;
            }
            (Some(_), _) | (None, true) => {
                let how = game.how_to_move(standing.position());
                console.say(&format!("   {how} You can also type hint or quit."))?;
                continue;
            }
            (None, false) => {
                args.effort.work("judging your move", |effort| tried(&standing, &text, &solver, effort))?.0
            }
        };
        match tried {
            Err(sentence) => console.say(&format!("   {sentence}"))?,
            Ok(tried) => {
                console.say(&format!("   {}", tried.sentence))?;
                if let Some(streak) = kept(&standing.to_string(), tried.is_right) {
                    console.say(&format!("   {streak}"))?;
                }
                if tried.is_right {
                    return Ok(());
                }
                console.say("   Try again.")?;
            }
        }
    }
}

/// Makes the puzzle that was asked for, with what it is called.
fn chosen(
    args: &PuzzleArgs,
    solver: &Solver<AnyGame>,
) -> Result<(&'static str, Puzzle<AnyGame>, Difficulty), Stop> {
    let refused = |error: PuzzleError| Stop::refuse(error);
    if args.game.is_empty() {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let day = u32::try_from(now.as_secs() / 86_400).unwrap_or(0);
        let find = |effort: &Effort| Puzzle::of_the_day(day, solver, effort);
        let (found, _) = args.effort.work("looking for the puzzle of the day", find)?;
        let (puzzle, difficulty) = found.map_err(refused)?;
        return Ok(("The puzzle of the day", puzzle, difficulty));
    }
    let words: Vec<&str> = args.game.iter().map(String::as_str).collect();
    let game = asked(&words)?.standing.game().clone();
    playable(&game)?;
    let difficulty = args.difficulty.unwrap_or_default();
    let mut dice = Dice::new(args.seed.unwrap_or_else(new_seed));
    let (made, _) = args.effort.work(&format!("looking through {game}"), |effort| {
        Puzzle::of(&game, difficulty, 1, &mut dice, solver, effort)
    })?;
    let mut made = made.map_err(refused)?;
    let puzzle = made.pop().ok_or_else(|| Stop::refuse("there is no such puzzle"))?;
    Ok(("A puzzle", puzzle, difficulty))
}

/// Judges a move as it was typed, or says why it cannot be played.
fn tried(
    standing: &Standing<AnyGame>,
    text: &str,
    solver: &Solver<AnyGame>,
    effort: &Effort,
) -> Result<TriedPuzzle<AnyGame>, String> {
    let mv = read_move(standing.game(), text).map_err(sentence)?;
    match standing.check(&mv) {
        Ok(()) | Err(IllegalMove::Blunder) => {}
        Err(illegal) => return Err(sentence(illegal)),
    }
    TriedPuzzle::of(standing, &mv, solver, effort).map_err(sentence)
}

/// Notes the first try at a puzzle on this device, and tells the streak.
#[cfg(feature = "tui")]
fn kept(puzzle: &str, right: bool) -> Option<String> {
    let place = lastbite_tui::memory::Place::usual();
    // A file that cannot be read is not replaced for a streak.
    let (mut memory, None) = place.recall() else { return None };
    if !memory.puzzles.note(puzzle, right) {
        return None;
    }
    place.remember(&memory).ok()?;
    Some(memory.puzzles.to_string())
}

/// Without the full screen nothing is kept.
#[cfg(not(feature = "tui"))]
fn kept(_: &str, _: bool) -> Option<String> {
    None
}
