//! `lastbite solve 8x10`: a whole bar, or one position: who wins, and by which moves.

use std::io::{Write, stdout};

use clap::Args;
use lastbite::games::order::Whole;
use lastbite::notation::{Bytes, grouped};
use lastbite::sieve::Sieve;
use lastbite::sieve::rank::count;
use lastbite::sweep::Tally;
use lastbite::thin::Method;
use lastbite::{AnyGame, Chomp, Effort, Order, Rows, Square, Standing};
use serde::Serialize;

use crate::manners::answer::print_json;
use crate::manners::facts::Facts;
use crate::manners::figures::{amount, peak_memory, share_of, time};
use crate::manners::position::parse_game;
use crate::manners::prompt::Stop;
use crate::manners::range::parse_number;
use crate::manners::work::EffortArgs;
use crate::solve::place::Keep;
use crate::solve::solve_order;
use crate::solve::solve_position;
use crate::solve::whole::HowArgs;

/// Solve a whole bar of any shape, or one position: who wins, and by which moves
#[derive(Args, Debug)]
#[command(after_help = "Example:
  $ lastbite solve 7,5,3
  chomp:3x7 7,5,3
    outcome         the player to move wins, in 11 plies
    best move       1,6
    winning moves   1,6  2,5  3,3
    Grundy value    3
    best play       1,6  3,3  2,4  2,3  1,5  3,2  1,3  3,1  2,2  2,1  1,2
    time            797 µs")]
pub struct SolveArgs {
    /// A bar, as in 8x10, 3x100000, 8x10@3,4 (poison on 3,4) or 4x4x5; a position, as in 7,5,3; or a game,
    /// as in nim:3,4,5
    #[arg(value_name = "WHAT", value_parser = parse_what)]
    what: What,
    /// A position of that bar or game, as in: solve chomp:4x7 7,5,3
    #[arg(value_name = "POSITION")]
    position: Option<String>,
    /// Find the Grundy value too, and the distance, however long that takes
    #[arg(long)]
    grundy: bool,
    /// How many nodes a search may visit, where a position is too large to be solved; a few seconds' worth if
    /// not given
    #[arg(long, value_name = "N", value_parser = parse_nodes)]
    nodes: Option<u64>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    how: HowArgs,
    #[command(flatten)]
    effort: EffortArgs,
}

fn parse_nodes(text: &str) -> Result<u64, String> {
    parse_number("--nodes", text, u64::MAX)
}

/// What to solve.
#[derive(Clone, Debug)]
enum What {
    Bar(Chomp),
    Order(Order),
    Standing(Standing<AnyGame>),
}

/// Reads a bar, a game or row lengths; the last have commas or powers and no `x`.
fn parse_what(text: &str) -> Result<What, String> {
    let is_position = text.contains([',', '^']) && !text.contains(['x', 'X', '×', ':', '@']);
    if is_position {
        let rows: Rows =
            text.parse().map_err(|error: lastbite::games::chomp::RowsError| error.to_string())?;
        let bar = Chomp::new(rows.rows().max(1), rows.cols().max(1)).map_err(|error| error.to_string())?;
        let standing = Standing::read(AnyGame::from(bar), text).map_err(|error| error.to_string())?;
        return Ok(What::Standing(standing));
    }
    match parse_game(text) {
        Ok(AnyGame::Chomp(bar)) => Ok(What::Bar(bar)),
        Ok(AnyGame::Order(order)) => Ok(What::Order(order)),
        Ok(game) => Ok(What::Standing(Standing::start(game))),
        Err(error) if text.contains([':', 'x', 'X', '×']) => Err(error),
        // Without sides or a name it could be anything, so say what is accepted.
        Err(_) => {
            let bar = text.parse::<Chomp>().map_or_else(|error| error.to_string(), |bar| bar.to_string());
            Err(format!("{bar}; solve also takes row lengths, as in 7,5,3, and other games, as in nim:3,4,5"))
        }
    }
}

/// What was found about a bar; `--json` prints it as it is.
#[derive(Serialize)]
struct Found {
    game: String,
    rows: u32,
    cols: u32,
    /// Nothing if it does not fit 64 bits.
    positions: Option<u64>,
    /// How many of them the sieve really judged: half of a square's, as the rest follows by symmetry.
    #[serde(skip_serializing_if = "Option::is_none")]
    judged: Option<u64>,
    lost: u64,
    winning: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    grundy: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    largest_grundy: Option<u32>,
    seconds: f64,
    method: String,
    threads: usize,
    peak_bytes: u64,
    /// The card it was solved on, and the bytes that the lost positions take there.
    #[serde(skip_serializing_if = "Option::is_none")]
    card: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    card_bytes: Option<u64>,
}

/// Solves a bar or a position and prints what was found.
pub fn run(args: &SolveArgs) -> Result<(), Stop> {
    let bar = match (&args.what, &args.position) {
        (What::Bar(bar), None) => *bar,
        (What::Bar(bar), Some(text)) => {
            let standing = Standing::read(AnyGame::from(*bar), text).map_err(Stop::refuse)?;
            return args.solve_position(&standing);
        }
        (What::Order(order), None) => return args.solve_order(order),
        (What::Order(order), Some(text)) => {
            let standing = Standing::read(AnyGame::from(order.clone()), text).map_err(Stop::refuse)?;
            return args.solve_position(&standing);
        }
        (What::Standing(standing), None) => return args.solve_position(standing),
        (What::Standing(standing), Some(text)) => {
            let standing = Standing::read(standing.game().clone(), text).map_err(Stop::refuse)?;
            return args.solve_position(&standing);
        }
    };
    let (found, seconds) =
        args.effort.work(&format!("solving {bar}"), |effort| args.solve_bar(&bar, effort))?;
    let found = found?;
    let found = Found { seconds, peak_bytes: peak_memory().unwrap_or(found.peak_bytes), ..found };
    if args.json {
        return print_json(&found);
    }
    let mut out = stdout().lock();
    write!(out, "{}", found.described())?;
    Ok(out.flush()?)
}

impl SolveArgs {
    fn solve_position(&self, standing: &Standing<AnyGame>) -> Result<(), Stop> {
        if self.how.checkpoint.path().is_some() {
            return Err(Stop::refuse(
                "a checkpoint is kept for whole bars, not for a position: leave it out",
            ));
        }
        let place = self.how.place;
        solve_position::run(standing, self.grundy, self.nodes, self.json, place, &self.effort)
    }

    /// Solves every position of an order, or with `--nodes` searches from its start alone.
    fn solve_order(&self, order: &Order) -> Result<(), Stop> {
        if self.nodes.is_some() || !Whole::suits(order) {
            return self.solve_position(&Standing::start(AnyGame::from(order.clone())));
        }
        solve_order::run(order, self.grundy, self.json, &self.effort)
    }

    fn solve_bar(&self, bar: &Chomp, effort: &Effort) -> Result<Found, Stop> {
        let whole = self.how.solve(bar, Keep::Openings, effort, &mut |_| Ok(()))?;
        let (rows, cols) = (bar.rows(), bar.cols());
        let sieved = whole.sieved();
        let place = sieved.and_then(|solved| solved.place());
        let winning = whole.openings(rows, cols)?;
        let found = Found {
            game: bar.to_string(),
            rows,
            cols,
            positions: match sieved {
                Some(solved) => Some(solved.positions()).filter(|&positions| positions < u64::MAX),
                None => count(rows, cols).map(|count| count - 1),
            },
            judged: sieved.map(|_| Sieve::of(bar).positions_to_solve()),
            lost: whole.lost_count(rows, cols)?,
            winning: winning.iter().map(Square::to_string).collect(),
            grundy: None,
            largest_grundy: None,
            seconds: 0.0,
            method: whole.method().to_string(),
            threads: if whole.method() == Method::Formula { 1 } else { effort.threads_used() },
            peak_bytes: sieved.filter(|_| place.is_none()).map_or(0, |solved| solved.peak_bytes()),
            card_bytes: sieved.filter(|_| place.is_some()).map(|solved| solved.bytes()),
            card: place,
        };
        if !self.grundy {
            return Ok(found);
        }
        let values = Tally::of_grundy_values(bar, effort)?;
        let grundy = values.of_bar(bar.rows(), bar.cols());
        Ok(Found { grundy, largest_grundy: Some(values.largest()), ..found })
    }
}

impl Found {
    fn described(&self) -> String {
        let mut facts = Facts::about(&self.game);
        let mut line = |name: &str, value: String| facts.add(name, &value);
        line(
            "winning bites",
            if self.winning.is_empty() { "none".to_string() } else { self.winning.join("  ") },
        );
        match self.positions {
            Some(positions) => {
                line("positions", grouped(positions));
                line("lost positions", share_of(self.lost, positions));
            }
            None => {
                line("positions", format!("more than {}", grouped(u64::MAX)));
                line("lost positions", grouped(self.lost));
            }
        }
        if let (Some(grundy), Some(largest)) = (self.grundy, self.largest_grundy) {
            line("Grundy value", format!("{grundy} (largest of any position: {largest})"));
        }
        line("method", self.method.clone());
        let threads = match (&self.card, self.threads) {
            (Some(card), _) => card.clone(),
            (None, 1) => "1 thread".into(),
            (None, threads) => format!("{threads} threads"),
        };
        let rate = match self.judged {
            Some(judged) => format!(", {} positions judged a second", amount(judged as f64 / self.seconds)),
            None => String::new(),
        };
        line("time", format!("{} on {threads}{rate}", time(self.seconds)));
        if self.peak_bytes > 0 {
            line("peak memory", Bytes(self.peak_bytes).to_string());
        }
        if let Some(bytes) = self.card_bytes {
            line("on the card", Bytes(bytes).to_string());
        }
        facts.told()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_positions_and_games_are_told_apart() {
        assert!(matches!(parse_what("4x7"), Ok(What::Bar(_))));
        assert!(matches!(parse_what("chomp:4x7@2,3"), Ok(What::Bar(_))));
        for order in ["3x4x5", "chomp:2x2x2x2", "divisors:72", "poset:a.b"] {
            assert!(matches!(parse_what(order), Ok(What::Order(_))), "{order}");
        }
        for position in ["7,5,3", "10^3,8^5", "nim:3,4,5", "nim:3,4,5/misere"] {
            assert!(matches!(parse_what(position), Ok(What::Standing(_))), "{position}");
        }
        for wrong in ["", "4", "3,5", "go:9x9", "nim:a", "4x", "7,x", "3x4x", "3x0x3"] {
            assert!(parse_what(wrong).is_err(), "{wrong}");
        }
    }
}
