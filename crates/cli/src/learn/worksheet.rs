//! `lastbite worksheet 3x5 -n 8 -o sheet.html`: a page to print, with positions that exactly one move wins.

use std::io::{self, Write, stdout};

use clap::Args;
use lastbite::description::Described;
use lastbite::layout::Drawn;
use lastbite::notation::counted;
use lastbite::picture::{escaped, layout_svg};
use lastbite::play::{Dice, Difficulty, Puzzle, PuzzleError};
use lastbite::{AnyGame, Solver, Words};
use serde::Serialize;

use crate::manners::figures::parse_count;
use crate::manners::output::OutputArgs;
use crate::manners::position::{parse_game, what_is_a_game, without_name};
use crate::manners::prompt::Stop;
use crate::manners::work::EffortArgs;
use crate::play::setup::{new_seed, seed};

/// Make a page to print: positions with exactly one winning move, and a key
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
    #[arg(long, default_value = "medium", value_name = "HOW")]
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

/// A sheet of puzzles; `--json` prints it as it is.
#[derive(Serialize)]
struct Sheet {
    game: AnyGame,
    difficulty: Difficulty,
    seed: u64,
    puzzles: Vec<Puzzle<AnyGame>>,
}

/// Makes the puzzles and writes the page.
pub fn run(args: &WorksheetArgs) -> Result<(), Stop> {
    let file = args.output.file();
    if let Some(file) = &file {
        file.check()?;
    }
    let seed = args.seed.unwrap_or_else(new_seed);
    let (puzzles, _) = args.effort.work(&format!("looking through {}", args.game), |effort| {
        let mut dice = Dice::new(seed);
        Puzzle::of(&args.game, args.difficulty, args.number.into(), &mut dice, &Solver::new(), effort)
    })?;
    let puzzles = puzzles.map_err(|error| match error {
        PuzzleError::Unknown(unknown) if unknown.was_cancelled() => Stop::Stopped,
        other => Stop::refuse(other),
    })?;
    let sheet = Sheet { game: args.game.clone(), difficulty: args.difficulty, seed, puzzles };
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

/// How the page looks on paper: two positions side by side, none cut in two, the answers on a page of their own.
const STYLE: &str = "\
@page { margin: 15mm }
body { font-family: Georgia, serif; color: #222; max-width: 180mm; margin: 0 auto; padding: 0 4mm }
h1 { font-size: 17pt; margin: 0 0 4mm } h2 { font-size: 16pt; margin: 0 0 4mm }
p { margin: 0 0 2mm; line-height: 1.35 }
.puzzles { display: grid; grid-template-columns: 1fr 1fr; gap: 5mm 10mm; margin-top: 4mm }
.puzzle, .answer { break-inside: avoid; page-break-inside: avoid }
.puzzle svg { max-width: 100%; height: auto }
.puzzle p { margin: 1mm 0 0 }
.line { display: inline-block; min-width: 26mm; border-bottom: 1px solid #222 }
.answers { break-before: page; page-break-before: always }
.answers td, .answers th { text-align: left; padding: 1mm 8mm 1mm 0 }
footer { margin: 5mm 0; font-size: 9pt; color: #555 }
";

impl Sheet {
    /// Returns how this sheet is made again.
    fn command(&self) -> String {
        let game = self.game.to_string();
        let game = without_name(&game);
        let (many, difficulty, seed) = (self.puzzles.len(), self.difficulty, self.seed);
        format!("lastbite worksheet {game} -n {many} --difficulty {difficulty} --seed {seed}")
    }

    /// Writes the whole page: one file that needs nothing else.
    fn page(&self) -> String {
        let kind = self.game.description();
        let a_move = kind.nouns.a_move;
        let title = escaped(&format!("{}: find the only {a_move} that wins", self.game.title()));
        let rule = escaped(&self.game.rule().replace('\n', " "));
        let mut puzzles = String::new();
        let mut answers = String::new();
        for (puzzle, number) in self.puzzles.iter().zip(1..) {
            let position = puzzle.standing.written();
            let layout = self.game.layout(puzzle.standing.position());
            let picture = layout_svg(&layout, &format!("Position {number}: {position}"));
            puzzles += &format!(
                "<div class=\"puzzle\">\n{picture}<p><b>{number}.</b> The only {a_move} that wins: <span class=\"line\">&nbsp;</span></p>\n</div>\n"
            );
            answers += &format!(
                "<tr class=\"answer\"><td>{number}.</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
                escaped(&puzzle.standing.write_move(&puzzle.solution)),
                puzzle.distance,
                escaped(&position)
            );
        }
        let footer = format!(
            "<footer>Seed {}. Made by <code>{}</code></footer>\n",
            self.seed,
            escaped(&self.command())
        );
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
             <style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n\
             <p>Name: <span class=\"line\" style=\"min-width: 70mm\">&nbsp;</span> Date: <span class=\"line\">&nbsp;</span></p>\n\
             <p>{rule} It is your turn. {}</p>\n\
             <p>Difficulty: {} ({}, if you hurry and the other side delays). A ply is one move of either side.</p>\n\
             <div class=\"puzzles\">\n{puzzles}</div>\n{footer}\
             <section class=\"answers\">\n<h2>Answers</h2>\n<table>\n\
             <tr><th></th><th>{a_move}</th><th>plies</th><th>position</th></tr>\n{answers}</table>\n{footer}</section>\n\
             </body>\n</html>\n",
            escaped(kind.how_to_move),
            self.difficulty,
            self.difficulty.told(),
        )
    }
}
