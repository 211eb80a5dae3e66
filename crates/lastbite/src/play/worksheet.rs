//! Worksheets: puzzles on a page to print, and their answers on another.

use super::{Dice, Difficulty, Puzzle, PuzzleError};
use crate::description::Described;
use crate::effort::Effort;
use crate::games::AnyGame;
use crate::picture::{escaped, printed};
use crate::solver::Solver;
use crate::words::Words;

/// A sheet of puzzles.
///
/// ```
/// use lastbite::play::{Difficulty, Worksheet};
/// use lastbite::{Chomp, Effort, Solver};
///
/// let bar = Chomp::new(3, 5)?;
/// let sheet = Worksheet::of(&bar, Difficulty::Easy, 4, 7, &Solver::new(), &Effort::unlimited())?;
/// assert_eq!(sheet.title(), "Chomp 3x5: find the only bite that wins");
/// assert!(sheet.page().starts_with("<!DOCTYPE html>"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound = "G: serde::Serialize, Puzzle<G>: serde::Serialize"))]
#[non_exhaustive]
pub struct Worksheet<G: Words> {
    /// The game.
    pub game: G,
    /// How hard the puzzles are.
    pub difficulty: Difficulty,
    /// The seed of the draw.
    pub seed: u64,
    /// The puzzles, the quickest win first.
    pub puzzles: Vec<Puzzle<G>>,
}

/// How the page looks on paper: two positions side by side, none split across pages, the answers on a
/// separate page.
const STYLE: &str = "\
@page { margin: 15mm }
body { font-family: Georgia, serif; color: #222; max-width: 180mm; margin: 0 auto; padding: 0 4mm }
h1 { font-size: 17pt; margin: 0 0 4mm } h2 { font-size: 16pt; margin: 0 0 4mm }
p { margin: 0 0 2mm; line-height: 1.35 }
.puzzles { display: grid; grid-template-columns: 1fr 1fr; gap: 5mm 10mm; margin-top: 4mm }
.puzzle, .answer { break-inside: avoid; page-break-inside: avoid }
.wide { grid-column: 1 / -1 }
.puzzle svg { max-width: 100%; height: auto }
.puzzle p { margin: 1mm 0 0 }
.line { display: inline-block; min-width: 26mm; border-bottom: 1px solid #222 }
.answers { break-before: page; page-break-before: always }
.answers td, .answers th { text-align: left; padding: 1mm 8mm 1mm 0 }
footer { margin: 5mm 0; font-size: 9pt; color: #555 }
";

impl<G: Words> Worksheet<G> {
    /// Makes a sheet of this many puzzles; the same seed makes the same sheet.
    pub fn of(
        game: &G,
        difficulty: Difficulty,
        many: usize,
        seed: u64,
        solver: &Solver<G>,
        effort: &Effort,
    ) -> Result<Self, PuzzleError> {
        let puzzles = Puzzle::of(game, difficulty, many, &mut Dice::new(seed), solver, effort)?;
        Ok(Worksheet { game: game.clone(), difficulty, seed, puzzles })
    }

    /// Returns the title, which says what to do.
    #[must_use]
    pub fn title(&self) -> String {
        format!("{}: find the only {} that wins", self.game.title(), self.game.description().nouns.a_move)
    }

    /// Returns the sentences below the title: the rule, and how a move is written.
    #[must_use]
    pub fn rule(&self) -> String {
        let rule = self.game.rule().replace('\n', " ");
        format!("{rule} It is your turn. {}", self.game.how_on_paper())
    }

    /// Says how hard it is.
    #[must_use]
    pub fn how_hard(&self) -> String {
        format!("Difficulty: {} ({}, whatever your opponent does).", self.difficulty, self.difficulty.told())
    }

    /// Draws one of its puzzles, counted from 1.
    #[must_use]
    pub fn picture(&self, number: usize, puzzle: &Puzzle<G>) -> String {
        printed(&puzzle.standing, &format!("Position {number}: {}", puzzle.standing.written())).0
    }

    /// Says whether the picture of a puzzle needs the whole width of the page; others go two in a row.
    #[must_use]
    pub fn is_wide(&self, puzzle: &Puzzle<G>) -> bool {
        printed(&puzzle.standing, "").1
    }

    /// Writes the answer to one of its puzzles.
    #[must_use]
    pub fn answer(&self, puzzle: &Puzzle<G>) -> String {
        self.game.on_paper(puzzle.standing.position(), &puzzle.solution)
    }

    /// Returns the command that makes this sheet again.
    #[must_use]
    pub fn command(&self) -> String {
        let game = self.game.to_string();
        // A game of the first kind needs no name.
        let usual = AnyGame::kinds().first().map_or(String::new(), |kind| format!("{}:", kind.name));
        let game = game.strip_prefix(&usual).unwrap_or(&game);
        let (many, difficulty, seed) = (self.puzzles.len(), self.difficulty, self.seed);
        format!("lastbite worksheet {game} -n {many} --difficulty {difficulty} --seed {seed}")
    }

    /// Writes the whole page: one file that needs nothing else.
    #[must_use]
    pub fn page(&self) -> String {
        let a_move = self.game.description().nouns.a_move;
        let title = escaped(&self.title());
        let mut puzzles = String::new();
        let mut answers = String::new();
        for (puzzle, number) in self.puzzles.iter().zip(1..) {
            let position = puzzle.standing.written();
            let picture = self.picture(number, puzzle);
            let wide = if self.is_wide(puzzle) { " wide" } else { "" };
            puzzles += &format!(
                "<div class=\"puzzle{wide}\">\n{picture}<p><b>{number}.</b> The only {a_move} that wins: <span class=\"line\">&nbsp;</span></p>\n</div>\n"
            );
            answers += &format!(
                "<tr class=\"answer\"><td>{number}.</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
                escaped(&self.answer(puzzle)),
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
             <p>{}</p>\n\
             <p>{}</p>\n\
             <div class=\"puzzles\">\n{puzzles}</div>\n{footer}\
             <section class=\"answers\">\n<h2>Answers</h2>\n<table>\n\
             <tr><th></th><th>{a_move}</th><th>plies</th><th>position</th></tr>\n{answers}</table>\n{footer}</section>\n\
             </body>\n</html>\n",
            escaped(&self.rule()),
            self.how_hard(),
        )
    }
}
