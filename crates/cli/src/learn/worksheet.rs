//! `lastbite worksheet 3x5 -n 8 -o sheet.html`: a page to print, with positions that exactly one move wins.

use std::io::{self, Write, stdout};

use clap::Args;
use lastbite::description::Described;
use lastbite::layout::{Drawn, Layout, Piece, Place, Role, Shape};
use lastbite::notation::counted;
use lastbite::picture::{Paint::With, Svg, escaped};
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
            let picture = board(&layout, &format!("Position {number}: {position}"));
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

/// The side of a square on the sheet.
const SIDE: f64 = 30.0;
/// Room for numbers around a panel.
const MARGIN: f64 = 24.0;
/// How the numbers around a panel are written.
const NUMBER: &str = r##"font-size="13" fill="#555""##;

/// Draws what is left of a game, with a dashed outline where pieces are gone; panels stand side by side.
fn board(layout: &Layout, title: &str) -> String {
    let mut svg = Svg::new(2);
    let titled = layout.panels().iter().any(|panel| !panel.title.is_empty());
    let top = if titled { MARGIN } else { 0.0 };
    let (mut left, mut height) = (0.0_f64, 0.0_f64);
    for (number, panel) in layout.panels().iter().enumerate() {
        if titled {
            svg.words((left + MARGIN, MARGIN - 6.0), "start", NUMBER, &panel.title);
        }
        let size = draw_panel(&mut svg, &layout.panel(number), (left, top));
        let words = if titled { MARGIN + 8.0 * panel.title.chars().count() as f64 } else { 0.0 };
        left += size.0.max(words);
        height = height.max(top + size.1);
    }
    svg.finish((left, height), title)
}

/// Draws one panel at this corner, and returns its width and height.
fn draw_panel(svg: &mut Svg, layout: &Layout, (left, top): (f64, f64)) -> (f64, f64) {
    let diagram = layout.shape() == Shape::Diagram;
    let round = layout.shape() == Shape::Heaps;
    // Elements of an order lie two columns apart, and have room for lines between the layers.
    let (wide, high) = if diagram { (SIDE * 0.75, SIDE * 1.6) } else { (SIDE, SIDE) };
    let corner = |place: Place| {
        (left + MARGIN + f64::from(place.col - 1) * wide, top + MARGIN + f64::from(place.row - 1) * high)
    };
    let middle = |place: Place| (corner(place).0 + SIDE / 2.0, corner(place).1 + SIDE / 2.0);
    for &(lower, upper) in layout.links() {
        let line = With(r##"stroke="#999""##);
        svg.line(line, middle(layout.pieces[lower].place), middle(layout.pieces[upper].place));
    }
    // Stones are counted, not named, and elements have names of their own.
    for col in (1..=layout.cols()).filter(|_| !round && !diagram) {
        let (x, y) = middle(Place::new(1, col));
        svg.words((x, y - SIDE / 2.0 - 8.0), "middle", NUMBER, &col.to_string());
    }
    for row in 1..=layout.rows() {
        if !diagram {
            let (x, y) = corner(Place::new(row, 1));
            svg.words((x - 8.0, y + SIDE / 2.0 + 5.0), "end", NUMBER, &row.to_string());
        }
        for piece in layout.row(row) {
            let name = layout.id(piece.place).and_then(|id| layout.name(id));
            draw_piece(svg, piece, name, round || diagram, corner(piece.place));
        }
    }
    let end = |n: u32, side: f64| MARGIN + f64::from(n.max(1) - 1) * side + SIDE + 2.0;
    (end(layout.cols(), wide), end(layout.rows(), high))
}

/// Draws a piece with the upper left of its square here.
fn draw_piece(svg: &mut Svg, piece: &Piece, name: Option<&str>, round: bool, corner: (f64, f64)) {
    let size = (SIDE, SIDE);
    let middle = (corner.0 + SIDE / 2.0, corner.1 + SIDE / 2.0);
    let gone = With(r##"fill="none" stroke="#bbb" stroke-dasharray="2 3""##);
    let plain = With(r##"fill="#c9a27e" stroke="#5a3a1e""##);
    let poison = With(r##"fill="#fff" stroke="#222" stroke-width="2""##);
    let named = With(r##"fill="#fff" stroke="#5a3a1e""##);
    let radius = SIDE / 2.0 - 3.0;
    match (piece.left, piece.role, round) {
        (_, Role::Gap, _) | (false, Role::Joint, _) => {}
        (true, Role::Joint, _) => {
            svg.line(With(r##"stroke="#999""##), (corner.0, middle.1), (corner.0 + SIDE, middle.1));
        }
        (false, _, true) if name.is_some() => {
            svg.circle(With(r##"fill="#fff" stroke="#bbb" stroke-dasharray="2 3""##), middle, radius);
        }
        (false, _, true) => svg.circle(gone, middle, radius),
        (false, _, false) => svg.rect(gone, corner, size),
        (true, Role::Poison, false) => {
            svg.rect(poison, corner, size);
            let bold = r##"font-size="17" font-weight="bold" fill="#222""##;
            svg.words((middle.0, middle.1 + 6.0), "middle", bold, "P");
        }
        (true, Role::Poison, true) => svg.circle(poison, middle, radius),
        (true, _, true) if name.is_some() => svg.circle(named, middle, radius),
        (true, _, true) => svg.circle(plain, middle, radius),
        (true, _, false) => svg.rect(plain, corner, size),
    }
    if let Some(name) = name.filter(|_| piece.left) {
        let letters = if name.chars().count() > 3 {
            r##"font-size="9" fill="#222""##
        } else {
            r##"font-size="12" fill="#222""##
        };
        svg.words((middle.0, middle.1 + 4.0), "middle", letters, name);
    }
}
