//! `lastbite-cluster openings 2..20 2..20`: the winning first bites of every bar in a range, from one solve
//! on all ranks.

use std::io::{Write, stdout};
use std::ops::RangeInclusive;

use clap::Args;
use lastbite_engines::Bar;
use lastbite_engines::Keep;
use lastbite_engines::Opening;
use lastbite_work::notation::parse_range;

use crate::ranks::Ranks;
use crate::solve::WorkArgs;
use crate::stop::Stop;

/// List the winning first bites of every bar in a range
#[derive(Args, Debug)]
pub struct OpeningsArgs {
    /// The rows of the bars: a number or a range, as in 2..10
    #[arg(value_name = "ROWS", value_parser = parse_range)]
    rows: RangeInclusive<u32>,
    /// The columns of the bars: a number or a range, as in 2..14
    #[arg(value_name = "COLS", value_parser = parse_range)]
    cols: RangeInclusive<u32>,
    /// List only bars with more than one winning first bite
    #[arg(long)]
    multiple: bool,
    /// Print lines of rows, columns and bites, for a spreadsheet
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    /// Print one JSON array
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    work: WorkArgs,
}

/// Solves the largest bar of the range and prints the winning bites of all, in the order of `lastbite
/// openings`.
pub fn run(args: &OpeningsArgs, ranks: &Ranks) -> Result<(), Stop> {
    let bar = Bar::new(*args.rows.end(), *args.cols.end()).map_err(Stop::refuse)?;
    // Along the longer side of the largest bar, each with all lengths of the other.
    let bars: Vec<(u32, u32)> = match args.rows.end() > args.cols.end() {
        true => args.rows.clone().flat_map(|rows| args.cols.clone().map(move |cols| (rows, cols))).collect(),
        false => args.cols.clone().flat_map(|cols| args.rows.clone().map(move |rows| (rows, cols))).collect(),
    };
    args.work.solve(&bar, Keep::Openings, ranks, |solved| {
        let winning = solved.openings(&bars)?;
        let openings =
            bars.iter().zip(winning).map(|(&(rows, cols), winning)| Opening { rows, cols, winning });
        let openings: Vec<Opening> =
            openings.filter(|opening| !args.multiple || opening.winning.len() > 1).collect();
        if ranks.is_first() {
            print(args, &openings)?;
        }
        Ok(())
    })
}

fn print(args: &OpeningsArgs, openings: &[Opening]) -> Result<(), Stop> {
    let mut out = stdout().lock();
    if args.json {
        writeln!(out, "{}", serde_json::to_string(openings).map_err(Stop::refuse)?)?;
        return Ok(out.flush()?);
    }
    if args.csv {
        writeln!(out, "{}", Opening::HEADINGS)?;
    }
    for opening in openings {
        match args.csv {
            true => writeln!(out, "{}", opening.csv())?,
            false => writeln!(out, "{opening}")?,
        }
    }
    if openings.is_empty() && !args.csv {
        writeln!(out, "No bar here has more than one winning first bite.")?;
    }
    Ok(out.flush()?)
}
