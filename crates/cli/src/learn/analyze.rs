//! `lastbite analyze chomp:8x10`: judges every move of a position: who wins, in how many plies, and the best
//! line.

use std::collections::HashMap;
use std::io::{Write, stderr};

use clap::Args;
use lastbite::description::Described;
use lastbite::knowledge::JudgedMove;
use lastbite::layout::{Chart, Corner, Drawn, Layout, Place, Role, Shape};
use lastbite::notation::{grouped, listed, moves_apart};
use lastbite::theory::Formula;
use lastbite::words::{Measure, plies, sentence};
use lastbite::{
    Analysis, AnyGame, AnyMove, Effort, Game, Outcome, Solver, Standing, Words, knowledge::Oracle,
};
use lastbite_answers::Analysed;
use unicode_width::UnicodeWidthStr;

use crate::learn::explain::moves;
use crate::manners::answer::{AnswerArgs, print_json, why_unjudged};
use crate::manners::columns::columns;
use crate::manners::panels::side_by_side;
use crate::manners::picture::{Picture, drawn_chart};
use crate::manners::position::{PositionArgs, drawn};
use crate::manners::prompt::{Console, Stop};
use crate::manners::style::Look;

/// Judge every move: who wins, in how many plies, Grundy value, best line
#[derive(Args, Debug)]
#[command(after_help = "Example: lastbite analyze 4x7
  3 -14  -8 -12 +17 -16 -18 -18      (row 3: the bite 3,4 wins in 17 plies)
  The player to move wins in 17 plies (moves of either side). Grundy value 19.")]
pub struct AnalyzeArgs {
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    answer: AnswerArgs,
}

/// Judges a position and prints it.
pub fn run(args: &AnalyzeArgs) -> Result<(), Stop> {
    let standing = args.position.standing()?;
    let solver = Solver::new();
    let nodes = lastbite::search::a_few_seconds(standing.size());
    let ((judged, outcome), _) = args
        .answer
        .effort
        .work(&format!("judging {}", standing.game()), |effort| {
            let effort = effort.clone().nodes(nodes);
            let judged = solver.analyse(&standing, &effort);
            // For a whole bar, the winner is known however large it is.
            let outcome = match &judged {
                Ok(analysis) => Some(analysis.outcome),
                Err(_) => Formula.ask(&standing, &effort).outcome(),
            };
            Ok::<_, Stop>((judged, outcome))
        })
        .and_then(|(done, seconds)| Ok((done?, seconds)))?;
    match &judged {
        Ok(analysis) => excuse(&standing, analysis, &args.answer.effort.effort()),
        Err(unknown) => note(&format!("not every move could be judged: {}", unknown.why)),
    }
    if args.answer.json {
        let report = match &judged {
            Ok(analysis) => Analysed::from_analysis(&standing, analysis.clone()),
            Err(_) => Analysed::unjudged(&standing, outcome),
        };
        return print_json(&report);
    }
    let mut console = args.answer.console();
    console.say(&standing.to_string())?;
    match judged {
        Ok(analysis) => show(&mut console, &standing, &analysis),
        Err(_) => {
            let (width, _) = console.dimensions();
            let look = console.look;
            console.draw(&drawn(&standing, None, look, width))?;
            console.say(match outcome {
                Some(Outcome::Win) => "The player to move can win; how was not computed.",
                Some(Outcome::Loss) => "The player to move has lost.",
                None => "It is not known who wins.",
            })
        }
    }
}

/// Says on stderr why something is missing.
fn excuse(standing: &Standing<AnyGame>, analysis: &Analysis<AnyMove>, effort: &Effort) {
    let why = |what| standing.game().out_of_reach(standing.position(), what, effort);
    if analysis.distance.is_none() {
        note(&format!("the distances are out of reach: {}", why(Measure::Distance)));
    }
    if analysis.grundy.is_none() {
        note(&format!("the Grundy value is out of reach: {}", why(Measure::Grundy)));
    }
}

/// Prints a remark that is not part of the answer.
fn note(words: &str) {
    let _ = writeln!(stderr(), "{}", sentence(words));
}

fn show(
    console: &mut Console,
    standing: &Standing<AnyGame>,
    analysis: &Analysis<AnyMove>,
) -> Result<(), Stop> {
    let (game, position) = (standing.game(), standing.position());
    let (width, _) = console.dimensions();
    let board = judged_board(standing, analysis, console.look, width);
    let plain = || drawn(standing, None, console.look, width);
    let picture = board.as_ref().map_or_else(plain, |board| board.picture.clone());
    console.draw(&format!("\n{picture}"))?;
    if let Some(board) = board.filter(|_| !analysis.moves.is_empty()) {
        let plies = match analysis.distance {
            Some(_) => ", and in how many plies the game then ends",
            None => "",
        };
        let a_move = game.description().nouns.a_move;
        let at_once = if board.has_blunders { "; x one that loses at once" } else { "" };
        let open = if board.has_open { "; ? one that was not judged" } else { "" };
        console.say(&format!("+ a {a_move} that wins, - one that loses{plies}{at_once}{open}"))?;
    }
    console.draw("")?;
    console.say(&verdict(standing, analysis))?;
    let within = |judged: &JudgedMove<AnyMove>| match judged.distance {
        Some(many) => format!(" ({})", plies(many)),
        None => String::new(),
    };
    let winning: Vec<String> = analysis
        .moves
        .iter()
        .filter(|judged| judged.outcome == Outcome::Win)
        .map(|judged| format!("{}{}", game.describe(position, &judged.mv), within(judged)))
        .collect();
    if let (false, Some(first)) = (winning.is_empty(), analysis.moves.first()) {
        console.say(&format!("Winning: {}.", listed(&winning)))?;
        debug_assert_eq!(first.outcome, Outcome::Win);
    } else if let Some(first) = analysis.moves.first() {
        let longest = game.describe(position, &first.mv);
        let least = if first.distance.is_some() { "Lasting longest" } else { "Taking least" };
        console.say(&format!("{least}: {longest}{}.", within(first)))?;
    }
    if !analysis.main_line.is_empty() {
        let line: Vec<String> = analysis.main_line.iter().map(|mv| game.write_move(mv)).collect();
        let line = match line.len() {
            many if many > LONGEST_LINE => format!("{} ...", moves_apart(&line[..LONGEST_LINE])),
            _ => moves_apart(&line),
        };
        let name = if analysis.distance.is_some() { "Best line" } else { "A line of play" };
        console.say(&format!("{name}: {line}"))?;
    }
    if let Some(why) = why_unjudged(analysis.unjudged, analysis.moves.len()) {
        console.say(&format!("{why}."))?;
    }
    answers(console, standing, analysis, width)
}

/// The most moves of a line that are shown: nobody reads more.
const LONGEST_LINE: usize = 40;

/// States the outcome, the distance and the Grundy value in a sentence or two.
fn verdict(standing: &Standing<AnyGame>, analysis: &Analysis<AnyMove>) -> String {
    let over = standing.final_outcome().is_some();
    let wins = match (analysis.outcome, over) {
        (Outcome::Win, true) => "The game is over, and the player to move has won",
        (Outcome::Loss, true) => "The game is over, and the player to move has lost",
        (Outcome::Win, false) => "The player to move wins",
        (Outcome::Loss, false) => "The player to move loses",
    };
    let plies = match analysis.distance {
        Some(many) if !over => format!(" in {} (moves of either side)", plies(many)),
        _ => String::new(),
    };
    let condition = standing.game().grundy_condition().map(|so| format!(", {so}")).unwrap_or_default();
    let grundy = match analysis.grundy {
        Some(value) => format!(" Grundy value {value}{condition}."),
        None => String::new(),
    };
    format!("{wins}{plies}.{grundy}")
}

/// Lists the moves that lose, each with the answer that punishes it.
fn answers(
    console: &mut Console,
    standing: &Standing<AnyGame>,
    analysis: &Analysis<AnyMove>,
    width: usize,
) -> Result<(), Stop> {
    const MOST: usize = 60;
    let (game, position) = (standing.game(), standing.position());
    let losing: Vec<&JudgedMove<AnyMove>> =
        analysis.moves.iter().filter(|judged| judged.outcome == Outcome::Loss).collect();
    let answered: Vec<String> = losing
        .iter()
        .take(MOST)
        .filter_map(|judged| {
            let next = game.play_unchecked(position, &judged.mv);
            let answer = game.describe(&next, judged.refutation.as_ref()?);
            Some(format!("{}: {answer}", game.describe(position, &judged.mv)))
        })
        .collect();
    if answered.is_empty() {
        return Ok(());
    }
    console.say("\nMoves that lose, and the answer to each:")?;
    console.draw(&columns(&answered, width))?;
    match losing.len().saturating_sub(MOST) {
        0 => Ok(()),
        more => {
            console.say(&format!("and {} more {}; --json lists them all", grouped(more as u64), moves(more)))
        }
    }
}

/// A board with the judgement of each move at its place.
struct Board {
    picture: String,
    /// Whether a move that loses at once is marked, other than the poison, which is drawn as such.
    has_blunders: bool,
    /// Whether a move that was not judged is marked.
    has_open: bool,
}

/// What is known of the move that a piece stands for.
#[derive(Clone, Copy)]
enum Mark<'a> {
    Judged(&'a JudgedMove<AnyMove>),
    /// It loses at once, so it is never judged.
    Blunder,
    /// It was not judged.
    Open,
}

/// Draws grids and diagrams with the judgement of each move at its place, or nothing if there are none or no
/// room.
fn judged_board(
    standing: &Standing<AnyGame>,
    analysis: &Analysis<AnyMove>,
    look: Look,
    width: usize,
) -> Option<Board> {
    // A layout has every piece that the game began with.
    const MOST_PIECES: u64 = 100_000;
    const MOST_LINES: usize = 40;
    let (game, position) = (standing.game(), standing.position());
    if game.size(&game.start()) > MOST_PIECES {
        return None;
    }
    let layout = game.layout(position);
    let mut marks: HashMap<Place, Mark<'_>> = HashMap::new();
    for place in layout.pieces.iter().filter(|piece| piece.left).map(|piece| piece.place) {
        let mark = |mv| if game.is_blunder(position, &mv) { Mark::Blunder } else { Mark::Open };
        marks.extend(game.move_at(position, place).map(|mv| (place, mark(mv))));
    }
    // The first of several moves at a piece is the best one.
    for one in analysis.moves.iter().rev() {
        marks.extend(game.piece_of(position, &one.mv).map(|place| (place, Mark::Judged(one))));
    }
    let is_poison = |place| layout.piece(place).is_some_and(|piece| piece.role == Role::Poison);
    let has_blunders = marks.iter().any(|(&place, mark)| matches!(mark, Mark::Blunder) && !is_poison(place));
    let has_open = marks.values().any(|mark| matches!(mark, Mark::Open));
    let drawn = layout.panels().iter().enumerate().map(|(number, panel)| {
        let marks = marks.iter().filter_map(|(&place, &mark)| {
            layout.within(place).filter(|within| within.0 == number).map(|within| (within.1, mark))
        });
        let judged = Judged { layout: &layout.panel(number), marks: marks.collect(), look, width };
        (number, panel.title.clone(), judged.drawn())
    });
    let drawn: Vec<(usize, String, Option<String>)> = drawn.collect();
    if drawn.iter().all(|(.., picture)| picture.is_none()) {
        return None;
    }
    // Panels without marks are drawn as they are.
    let nouns = game.description().nouns;
    let plain = |number: usize| {
        let layout = &layout.panel(number);
        Picture { layout, before: None, nouns, corner: Corner::default(), look, width }.fitting(MOST_LINES)
    };
    let drawn =
        drawn.into_iter().map(|(number, title, picture)| (title, picture.unwrap_or_else(|| plain(number))));
    let picture = side_by_side(&drawn.collect::<Vec<_>>(), width);
    Some(Board { picture, has_blunders, has_open })
}

/// One panel with the judgement of each move at its place.
struct Judged<'a> {
    layout: &'a Layout,
    marks: HashMap<Place, Mark<'a>>,
    look: Look,
    width: usize,
}

impl Judged<'_> {
    fn drawn(&self) -> Option<String> {
        match self.layout.shape() {
            Shape::Grid => self.grid(),
            Shape::Diagram => [true, false].into_iter().find_map(|with_plies| self.diagram(with_plies)),
            _ => None,
        }
    }

    /// Returns what is written at a place, and its colour.
    fn cell(&self, place: Place, with_plies: bool) -> (String, &'static str) {
        let piece = match self.layout.piece(place) {
            None => return (String::new(), "0"),
            Some(piece) if !piece.left => return (if self.look.ascii { "." } else { "·" }.to_string(), "2"),
            Some(piece) => piece,
        };
        match self.marks.get(&place) {
            None | Some(Mark::Blunder) if piece.role == Role::Poison => ("P".to_string(), "1;31"),
            // No move begins here.
            None => (String::new(), "0"),
            Some(Mark::Blunder) => ("x".to_string(), "31"),
            Some(Mark::Open) => ("?".to_string(), "2"),
            Some(Mark::Judged(judged)) => {
                let many = judged.distance.filter(|_| with_plies);
                let many = many.map(|many| many.to_string()).unwrap_or_default();
                match judged.outcome {
                    Outcome::Win => (format!("+{many}"), "1;32"),
                    Outcome::Loss => (format!("-{many}"), "33"),
                }
            }
        }
    }

    fn painted(&self, colour: &str, text: &str) -> String {
        if self.look.color { format!("\x1b[{colour}m{text}\x1b[0m") } else { text.to_string() }
    }

    /// Draws an order with each judgement after the name of its element.
    fn diagram(&self, with_plies: bool) -> Option<String> {
        const MOST_LINES: usize = 120;
        let written = |id: usize| {
            let piece = self.layout.pieces[id];
            let (text, colour) = self.cell(piece.place, with_plies);
            let name = self.layout.name(id).filter(|_| piece.left).unwrap_or("");
            (format!("{name}{text}"), colour)
        };
        let widths: Vec<usize> = (0..self.layout.pieces.len()).map(|id| written(id).0.width()).collect();
        let chart = Chart::fitting(self.layout, &widths, (self.width, MOST_LINES), self.look.ascii)?;
        Some(drawn_chart(&chart, |id| {
            let (text, colour) = written(id);
            (self.painted(colour, &text), text.width())
        }))
    }

    fn grid(&self) -> Option<String> {
        const MOST_ROWS: u32 = 60;
        let layout = self.layout;
        let squares = |rows: u32, cols: u32| {
            (1..=rows).flat_map(move |row| (1..=cols).map(move |col| Place::new(row, col)))
        };
        let margin = layout.rows().to_string().len();
        let left = || layout.pieces.iter().filter(|piece| piece.left).map(|piece| piece.place);
        let extent = (
            left().map(|place| place.row).max().unwrap_or(0),
            left().map(|place| place.col).max().unwrap_or(0),
        );
        // All of it with plies, only what is left with plies, the same without plies.
        let sizes = [(layout.rows(), layout.cols()), extent];
        let forms = [(sizes[0], true), (sizes[1], true), (sizes[0], false), (sizes[1], false)];
        for ((tall, wide), with_plies) in forms {
            if tall == 0 || tall > MOST_ROWS || wide as usize * 2 + margin > self.width {
                continue;
            }
            let widest =
                squares(tall, wide).map(|place| self.cell(place, with_plies).0.chars().count()).max()?;
            let widest = widest.max(wide.to_string().len()) + 1;
            if margin + widest * wide as usize > self.width {
                continue;
            }
            let numbers: String = (1..=wide).map(|col| format!("{col:>widest$}")).collect();
            let mut lines = format!("{:margin$}{numbers}\n", "");
            for row in 1..=tall {
                let mut line = format!("{row:>margin$}");
                for col in 1..=wide {
                    let (text, colour) = self.cell(Place::new(row, col), with_plies);
                    line += &self.painted(colour, &format!("{text:>widest$}"));
                }
                lines += line.trim_end();
                lines.push('\n');
            }
            return Some(lines);
        }
        None
    }
}
