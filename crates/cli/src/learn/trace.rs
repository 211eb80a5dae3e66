//! `lastbite trace 2x2 --search alphabeta`: a search step by step, in words and values.

use std::io::{self, Write, stdout};

use clap::Args;
use lastbite::game::Purpose;
use lastbite::notation::grouped;
use lastbite::picture::Trace;
use lastbite::search::{Step, Tree};
use lastbite::{Algorithm, AnyGame, Effort};

use crate::learn::tree;
use crate::manners::command::Command;
use crate::manners::names::{SEARCHES, one_of};
use crate::manners::position::{PositionArgs, fitting};
use crate::manners::prompt::{Console, Stop};
use crate::manners::style::{Look, LookArgs};

const EXAMPLES: &str = "\
Examples:
  lastbite trace 2x2 --search minimax          Enter: the next step, quit: stop
  lastbite trace 2x3 --search alphabeta --all  everything at once
  lastbite trace 2x3 --search memo --json      a JSON object a line

The nodes have the numbers of lastbite tree with the same --search.";

/// Step through a search
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct TraceArgs {
    #[command(flatten)]
    standing: PositionArgs,
    /// The search: minimax, alphabeta, negamax or memo
    #[arg(long, default_value = "minimax", value_parser = one_of::<Algorithm>(SEARCHES), hide_possible_values = true)]
    search: Algorithm,
    /// Print every step without waiting for Enter
    #[arg(long)]
    all: bool,
    /// Print every step as a JSON object in a line
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    look: LookArgs,
}

/// The most nodes whose steps are kept.
const MOST: u64 = 100_000;

/// Follows the search.
pub fn run(args: &TraceArgs) -> Result<(), Stop> {
    let standing = args.standing.standing()?;
    fitting(&standing, Purpose::Play)?;
    let most = tree::affordable(&standing, MOST);
    let tree = Tree::grow(&standing, args.search, &Effort::unlimited().nodes(most)).map_err(|_| {
        Stop::refuse(format!(
            "{} visits more than {} nodes of {}, too many to follow; try a smaller game or another --search",
            args.search,
            grouped(most),
            standing.game()
        ))
    })?;
    let trace = Trace::of(&tree);
    let steps = tree.steps();
    if args.json {
        let mut out = stdout().lock();
        for (number, step) in (1..).zip(&steps) {
            writeln!(
                out,
                "{}",
                serde_json::to_string(&trace.written(number, step)).map_err(io::Error::from)?
            )?;
        }
        return Ok(out.flush()?);
    }
    let mut console = Console::open(Look::from(args.look));
    let waits = console.is_terminal() && !args.all;
    console.say(&trace.opening())?;
    if waits {
        console.say("Enter: the next step. quit: stop here. --all prints every step at once.")?;
    }
    for (number, step) in (1..).zip(&steps) {
        let indent = indent(&tree, step, console.dimensions().0);
        console.say(&format!("{indent}{}", trace.told(number, step)))?;
        if waits && number < steps.len() {
            match console.ask("") {
                // The end of the input means that the reader has seen enough.
                Err(Stop::EndOfInput) => return Ok(()),
                answer => match Command::parse(&answer?) {
                    Some(Ok(Command::Quit)) => return Ok(()),
                    _ => continue,
                },
            }
        }
    }
    console.say(&trace.closing())
}

/// Returns the indent of a step: deeper steps are further in, if there is room.
fn indent(tree: &Tree<AnyGame>, step: &Step, width: usize) -> String {
    let depth = tree.nodes()[Trace::<AnyGame>::at(step)].depth as usize;
    " ".repeat((2 * depth).min(width / 3))
}
