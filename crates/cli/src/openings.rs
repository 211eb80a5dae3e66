//! `lastbite openings 2..10 2..14`: the winning first bites of every bar in a range, from one solve.

use std::io::{self, Write, stdout};
use std::ops::RangeInclusive;

use clap::Args;
use lastbite::sieve::Sieve;
use lastbite::{Chomp, Square};
use serde::Serialize;

use crate::figures::listed;
use crate::prompt::Stop;
use crate::work::EffortArgs;

/// List the winning first bites of every bar in a range
#[derive(Args, Debug)]
pub struct OpeningsArgs {
    /// The rows of the bars: a number or a range, as in 2..10
    #[arg(value_name = "ROWS", value_parser = parse_range)]
    rows: RangeInclusive<u32>,
    /// The columns of the bars: a number or a range, as in 2..14
    #[arg(value_name = "COLS", value_parser = parse_range)]
    cols: RangeInclusive<u32>,
    /// Print lines of rows, columns and bites, for a spreadsheet
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    /// Print one JSON array
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    effort: EffortArgs,
}

/// The winning bites of one bar; `--json` prints a list of these.
#[derive(Serialize)]
struct Opening {
    rows: u32,
    cols: u32,
    winning: Vec<String>,
}

/// Solves the largest bar of the range and prints the winning bites of all.
pub fn run(args: &OpeningsArgs) -> Result<(), Stop> {
    let bar = Chomp::new(*args.rows.end(), *args.cols.end()).map_err(Stop::refuse)?;
    let (solved, _) = args.effort.work(&format!("solving {bar}"), |effort| Sieve::of(&bar).solve(effort))?;
    let solved = solved?;
    let mut openings = Vec::new();
    for rows in args.rows.clone() {
        for cols in args.cols.clone() {
            let winning = solved.openings(rows, cols).unwrap_or_default();
            let winning = winning.iter().map(Square::to_string).collect();
            openings.push(Opening { rows, cols, winning });
        }
    }
    let mut out = stdout().lock();
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&openings).map_err(io::Error::from)?)?;
    } else if args.csv {
        write!(out, "{}", comma_separated(&openings))?;
    } else {
        write!(out, "{}", args.grid(&openings))?;
    }
    Ok(out.flush()?)
}

impl OpeningsArgs {
    /// One line a number of rows, one place a number of columns; below it, what stands out.
    fn grid(&self, openings: &[Opening]) -> String {
        let cell = |opening: &Opening| match opening.winning.as_slice() {
            [] => "none".to_string(),
            winning => winning.join(" "),
        };
        let width = |col: u32| {
            openings
                .iter()
                .filter(|opening| opening.cols == col)
                .map(|opening| cell(opening).len())
                .max()
                .unwrap_or(0)
        };
        let widths: Vec<usize> = self.cols.clone().map(|col| width(col).max(4)).collect();
        let heading: Vec<String> = self
            .cols
            .clone()
            .zip(&widths)
            .map(|(col, &width)| format!("{:<width$}", format!("x{col}")))
            .collect();
        let mut lines = vec![format!("     {}", heading.join("  "))];
        for line in openings.chunks(widths.len()) {
            let cells: Vec<String> = line
                .iter()
                .zip(&widths)
                .map(|(opening, &width)| format!("{:<width$}", cell(opening)))
                .collect();
            lines.push(format!("{:>3}  {}", line[0].rows, cells.join("  ")));
        }
        let mut text: String = lines.iter().map(|line| line.trim_end().to_string() + "\n").collect();
        let several: Vec<String> = openings
            .iter()
            .filter(|opening| opening.winning.len() > 1)
            .map(|opening| format!("{}x{} ({})", opening.rows, opening.cols, listed(&opening.winning)))
            .collect();
        match several.as_slice() {
            [] => text += "\nNo bar here has more than one winning first bite.\n",
            several => text += &format!("\nMore than one winning first bite: {}.\n", listed(several)),
        }
        text
    }
}

/// One line a bar; the bites stand in quotes because they have commas of their own.
fn comma_separated(openings: &[Opening]) -> String {
    let line =
        |opening: &Opening| format!("{},{},\"{}\"\n", opening.rows, opening.cols, opening.winning.join(" "));
    "rows,cols,winning\n".to_string() + &openings.iter().map(line).collect::<String>()
}

/// The longest side of a bar that is asked for.
const MOST: u32 = 255;

/// Reads `7`, `2..10`, `2..=10` or `2-10`; both ends are meant.
fn parse_range(text: &str) -> Result<RangeInclusive<u32>, String> {
    let wrong = || {
        format!("'{text}' is not a range; a range is a number from 1 to {MOST} or two of them, as in 2..10")
    };
    let number = |part: &str| match part.trim().parse::<u32>() {
        Ok(number) if (1..=MOST).contains(&number) => Ok(number),
        _ => Err(wrong()),
    };
    let ends = text.split_once("..=").or_else(|| text.split_once("..")).or_else(|| text.split_once('-'));
    let (from, to) = match ends {
        Some((from, to)) => (number(from)?, number(to)?),
        None => (number(text)?, number(text)?),
    };
    if from <= to { Ok(from..=to) } else { Err(wrong()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read_as_people_write_them() {
        assert_eq!(parse_range("2..10"), Ok(2..=10));
        assert_eq!(parse_range("2..=10"), Ok(2..=10));
        assert_eq!(parse_range("2-10"), Ok(2..=10));
        assert_eq!(parse_range("7"), Ok(7..=7));
        for wrong in ["", "..", "0..3", "3..2", "2..256", "a..b", "2..", "-3"] {
            assert!(parse_range(wrong).is_err(), "{wrong}");
        }
    }
}
