//! `lastbite worksheet 3x5 -n 8 -o sheet.html`: a page to print, with positions that have exactly one winning
//! move.

use std::io::{self, IsTerminal, Write, stdout};

use clap::Args;
use lastbite::notation::counted;
use lastbite::play::{Difficulty, PuzzleError, Worksheet};
use lastbite::{AnyGame, Solver};

use crate::manners::figures::parse_count;
use crate::manners::names::{DIFFICULTIES, one_of};
use crate::manners::output::OutputArgs;
use crate::manners::position::{parse_game, playable, what_is_a_game};
use crate::manners::prompt::Stop;
use crate::manners::work::EffortArgs;
use crate::play::setup::{new_seed, seed};

/// Make a printable worksheet with an answer key
#[derive(Args, Debug)]
#[command(after_help = "Example: lastbite worksheet 3x5 -n 8 --difficulty easy --seed 7 -o sheet.html
  The same seed makes the same sheet. Without -o the page goes to stdout.")]
pub struct WorksheetArgs {
    #[arg(value_name = "GAME", value_parser = parse_game, help = what_is_a_game())]
    game: AnyGame,
    /// How many positions
    #[arg(short = 'n', long = "number", default_value = "8", value_parser = parse_number, value_name = "N")]
    number: u16,
    /// easy, medium or hard
    #[arg(long, default_value = "medium", value_name = "HOW", value_parser = one_of::<Difficulty>(DIFFICULTIES), hide_possible_values = true)]
    difficulty: Difficulty,
    /// Make a sheet again: the number printed on it
    #[arg(long, value_name = "NUMBER", value_parser = seed)]
    seed: Option<u64>,
    #[command(flatten)]
    output: OutputArgs,
    /// Print one JSON object, and no page
    #[arg(long, conflicts_with = "output")]
    json: bool,
    #[command(flatten)]
    effort: EffortArgs,
}

fn parse_number(text: &str) -> Result<u16, String> {
    parse_count("-n", text, 200)
}

/// Makes the puzzles and writes the page.
pub fn run(args: &WorksheetArgs) -> Result<(), Stop> {
    let file = args.output.file();
    if let Some(file) = &file {
        file.check()?;
    }
    if !args.output.is_named() && !args.json && stdout().is_terminal() {
        return Err(Stop::refuse(
            "a worksheet is a page to print: name its file, as in -o sheet.html (-o - shows it here)",
        ));
    }
    playable(&args.game)?;
    let seed = args.seed.unwrap_or_else(new_seed);
    let (sheet, _) = args.effort.work(&format!("looking through {}", args.game), |effort| {
        Worksheet::of(&args.game, args.difficulty, args.number.into(), seed, &Solver::new(), effort)
    })?;
    let sheet = sheet.map_err(|error| match error {
        PuzzleError::Unknown(unknown) if unknown.was_cancelled() => Stop::Stopped,
        other => Stop::refuse(other),
    })?;
    let content =
        if args.json { serde_json::to_string(&sheet).map_err(io::Error::from)? + "\n" } else { sheet.page() };
    let mut out = stdout().lock();
    match &file {
        None => out.write_all(content.as_bytes())?,
        Some(file) => {
            file.write(&content)?;
            let many = counted(sheet.puzzles.len() as u64, "position");
            writeln!(out, "{}", file.told(&format!("{many} of {}, seed {seed}", args.game)))?;
        }
    }
    Ok(out.flush()?)
}
