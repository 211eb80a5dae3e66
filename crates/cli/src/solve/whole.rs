//! `lastbite solve 8x10`: a whole bar, a whole order, or one position: who wins, and by which moves.

use std::io::{Write, stdout};

use clap::Args;
use lastbite::games::order::Whole;
use lastbite::knowledge::Oracle;
use lastbite::notation::{Bytes, counted, grouped};
use lastbite::solution::Solve;
use lastbite::theory::Formula;
use lastbite::{AnyGame, Effort, Game, Order, Outcome, Standing};
use lastbite_engines::sweep::Tally;
use lastbite_engines::{Keep, SolveError, Summary};

use crate::manners::answer::print_json;
use crate::manners::facts::Facts;
use crate::manners::figures::{amount, peak_memory, share_of, time};
use crate::manners::position::asked;
use crate::manners::prompt::Stop;
use crate::manners::range::parse_number;
use crate::manners::work::EffortArgs;
use crate::solve::bars::how::HowArgs;
use crate::solve::position;

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
    #[arg(value_name = "WHAT")]
    what: String,
    /// A position of that bar or game, as in: solve chomp:4x7 7,5,3
    #[arg(value_name = "POSITION")]
    position: Vec<String>,
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

/// Solves what was asked for and prints what was found.
pub fn run(args: &SolveArgs) -> Result<(), Stop> {
    let words: Vec<&str> = [&args.what].into_iter().chain(&args.position).map(String::as_str).collect();
    let asked = asked(&words)?;
    let game = asked.standing.game();
    // With `--nodes`, an order is searched from its start alone.
    let may_be_whole = !asked.is_position && (matches!(game, AnyGame::Chomp(_)) || args.nodes.is_none());
    let what = format!("solving {game}");
    let (found, seconds) = args.effort.work(&what, |effort| {
        // To count the positions is work already.
        if !may_be_whole || !Solve::suits(game, effort).map_err(SolveError::Stopped)? {
            return Ok(None);
        }
        args.solve_whole(game, effort).map(Some)
    })?;
    let Some(mut found) = found? else { return args.solve_position(&asked.standing) };
    found.seconds = seconds;
    found.peak_bytes = peak_memory().unwrap_or(found.peak_bytes);
    if args.json {
        return print_json(&found);
    }
    let mut out = stdout().lock();
    write!(out, "{}", described(&found))?;
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
        position::run(standing, self.grundy, self.nodes, self.json, place, &self.effort)
    }

    fn solve_whole(&self, game: &AnyGame, effort: &Effort) -> Result<Summary, Stop> {
        match game {
            AnyGame::Order(order) => {
                let solved = Whole::solve(order, effort).map(|whole| whole.summary());
                let mut found = solved.map_err(|error| refused(order, error))?;
                if self.grundy {
                    let values = Whole::grundy_value(order, effort);
                    let (value, largest) = values.map_err(|error| refused(order, error))?;
                    (found.grundy, found.largest_grundy) = (Some(value), Some(largest));
                }
                Ok(found)
            }
            AnyGame::Chomp(bar) => {
                let solve = self.how.solve(bar, Keep::Openings)?;
                let known = |why| Stop::Refused(format!("{why}{}", known_all_the_same(game)));
                let solution = self.how.run_or(&solve, effort, &mut |_| Ok(()), |why| match why {
                    SolveError::TooLittleMemory(_) => known(why),
                    SolveError::OutOfReach(_) if self.how.is_free() => known(why),
                    why => why.into(),
                })?;
                let mut found = solution.summary()?;
                if self.grundy {
                    let values = Tally::of_grundy_values(bar, effort)?;
                    found.grundy = values.of_bar(bar.rows(), bar.cols());
                    found.largest_grundy = Some(values.largest());
                }
                Ok(found)
            }
            game => Err(Stop::Refused(format!("{game} is not solved whole: only bars and orders are"))),
        }
    }
}

/// Says what a theorem knows of a bar that is too large to be solved, as a clause after the reason; nothing if no
/// theorem decides it.
fn known_all_the_same(game: &AnyGame) -> String {
    let standing = Standing::start(game.clone());
    let known = Formula.ask(&standing, &Effort::unlimited()).known().ok();
    let told = known.map(|known| match (known.outcome, known.best) {
        (Outcome::Win, Some(best)) => {
            format!(
                "whoever starts wins by {}, and `lastbite explain {game}` says why",
                game.write_move(&best)
            )
        }
        (Outcome::Win, None) => {
            format!("whoever starts can win all the same, and `lastbite explain {game}` proves it")
        }
        (Outcome::Loss, _) => format!("whoever starts loses, and `lastbite explain {game}` says why"),
    });
    told.map_or(String::new(), |told| format!("; {told}"))
}

/// Says why an order was not solved whole, and what to ask instead.
pub fn refused(order: &Order, error: SolveError) -> Stop {
    match error {
        error @ (SolveError::OutOfReach(_) | SolveError::TooLittleMemory(_)) => Stop::Refused(format!(
            "{order} cannot be solved whole: {error}; you can also ask for one position, or search from \
             the start with --nodes"
        )),
        error => error.into(),
    }
}

/// Tells what was found, line by line.
fn described(found: &Summary) -> String {
    let mut facts = Facts::about(&found.game);
    let mut line = |name: &str, value: String| facts.add(name, &value);
    let wins = if found.winning.is_empty() { "loses" } else { "wins" };
    line("outcome", format!("the player to move {wins}"));
    let winning = if found.winning.is_empty() {
        "none: whoever starts loses".to_string()
    } else {
        found.winning.join("  ")
    };
    line(if found.rows.is_some() { "winning bites" } else { "winning moves" }, winning);
    match found.positions {
        Some(positions) => {
            line("positions", grouped(positions));
            line("lost positions", share_of(found.lost, positions));
        }
        None => {
            line("positions", format!("more than {}", grouped(u64::MAX)));
            line("lost positions", grouped(found.lost));
        }
    }
    if let (Some(grundy), Some(largest)) = (found.grundy, found.largest_grundy) {
        line("Grundy value", format!("{grundy} (largest of any position: {largest})"));
    }
    line("method", found.method.clone());
    let place = match (&found.card, found.threads) {
        (Some(card), _) => format!(" on {card}"),
        (None, Some(threads)) => format!(" on {}", counted(threads as u64, "thread")),
        (None, None) => String::new(),
    };
    let rate = match found.judged {
        Some(judged) => format!(", {} positions judged a second", amount(judged as f64 / found.seconds)),
        None => String::new(),
    };
    line("time", format!("{}{place}{rate}", time(found.seconds)));
    if found.peak_bytes > 0 {
        line("peak memory", Bytes(found.peak_bytes).to_string());
    }
    if let Some(bytes) = found.card_bytes {
        line("on the card", Bytes(bytes).to_string());
    }
    facts.told()
}
