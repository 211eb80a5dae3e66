//! `lastbite grundy 1..16 1..16`: the Grundy values of whole bars, as a table.

use std::io::{BufWriter, Write, stdout};
use std::ops::RangeInclusive;

use clap::Args;
use lastbite::games::order::{Beginning, Family, FamilyError};
use lastbite::{AnyGame, Chomp};
use lastbite_engines::sweep::Tally;
use lastbite_engines::thin::{grundy_values_of_four_rows, grundy_values_of_three_rows};
use serde::Serialize;

use crate::manners::position::parse_game;
use crate::manners::prompt::Stop;
use crate::manners::range::parse_range;
use crate::manners::width;
use crate::manners::work::EffortArgs;
use crate::solve::bfile;
use crate::solve::orders::{self, grundy::Games};

/// List the Grundy values of every bar in a range, when nobody may eat the poison
#[derive(Args, Debug)]
#[command(after_help = "Bars have at most 255 columns. Three rows alone, and four, go further: 3x2522
takes 1.1 GB at most, 3x5000 8.0 GB, 4x400 1.7 GB, 4x500 4.1 GB, 4x600 8.5 GB.

Example:
  $ lastbite grundy 1..4 1..8
        x1  x2  x3  x4  x5  x6  x7  x8
     1   0   1   2   3   4   5   6   7
     2   1   2   4   5   7   8  10  11
     3   2   4   5   9  11  12  13  16
     4   3   5   9   6  13  16  19  12
  $ lastbite grundy 2x2 1..4
  chomp:2x2x1: 2
  chomp:2x2x2: 3
  chomp:2x2x3: 5
  chomp:2x2x4: 6
  $ lastbite grundy divisors:34..36
  divisors:34: 2
  divisors:35: 2
  divisors:36: 5
  $ lastbite grundy subsets:4
  subsets:4: 0")]
pub struct GrundyArgs {
    /// The rows of the bars: a number or a range, as in 1..16; or 2x3 for bars in three dimensions; or
    /// divisors:1..100; or a game, as in subsets:4
    #[arg(value_name = "ROWS", value_parser = parse_what)]
    what: What,
    /// The columns of the bars: a number or a range, as in 1..16
    #[arg(value_name = "COLS", value_parser = parse_range)]
    cols: Option<RangeInclusive<u32>>,
    /// Print lines of rows, columns and value, for a spreadsheet
    #[arg(long, conflicts_with_all = ["json", "bfile"])]
    csv: bool,
    /// Print one JSON array
    #[arg(long, conflicts_with = "bfile")]
    json: bool,
    /// Print a b-file of the OEIS: one number of rows, columns from 1 on (three rows are A069001)
    #[arg(long)]
    bfile: bool,
    #[command(flatten)]
    effort: EffortArgs,
}

/// Whose values to list.
#[derive(Clone, Debug)]
enum What {
    Of(Beginning),
    One(AnyGame),
}

fn parse_what(text: &str) -> Result<What, String> {
    match text.contains(':') && !text.contains("..") {
        true => parse_game(text).map(What::One),
        false => text.parse().map(What::Of).map_err(|error: FamilyError| error.to_string()),
    }
}

#[derive(Serialize)]
struct Value {
    rows: u32,
    cols: u32,
    grundy: u32,
}

/// Finds the values and prints them.
pub fn run(args: &GrundyArgs) -> Result<(), Stop> {
    let games = match &args.what {
        What::One(_) if args.cols.is_some() => {
            return Err(Stop::refuse("only bars have columns: write just the game, or divisors:1..100"));
        }
        What::One(game) => Games::One(game.clone()),
        What::Of(beginning) => {
            match Family::of(beginning.clone(), args.cols.clone()).map_err(Stop::refuse)? {
                Family::Bars(rows, cols) => return args.of_bars(&rows, &cols),
                family => Games::All(family),
            }
        }
    };
    if args.bfile {
        return Err(Stop::refuse("a b-file is made of bars alone, as in: grundy 3 1..50 --bfile"));
    }
    orders::grundy::run(&games, args.csv, args.json, &args.effort)
}

impl GrundyArgs {
    /// Lists the values of flat bars.
    fn of_bars(&self, all_rows: &RangeInclusive<u32>, all_cols: &RangeInclusive<u32>) -> Result<(), Stop> {
        let rows = *all_rows.start();
        if self.bfile && (all_rows.end() != &rows || all_cols.start() != &1) {
            return Err(Stop::refuse(
                "a b-file needs one number of rows, and columns from 1 on, as in: grundy 3 1..50 --bfile",
            ));
        }
        // A range of just three rows, or four, has its own method, which is faster and goes further.
        let found = match all_rows == &(3..=3) || all_rows == &(4..=4) {
            true => self.thin(rows, all_cols)?,
            false => self.swept(all_rows, all_cols)?,
        };
        if self.bfile {
            let number = (rows == 3).then_some("A069001");
            let terms = found.iter().map(|value| (value.cols.into(), value.grundy.into()));
            return bfile::print(number, &format!("Grundy value of the {rows} X n bar of Chomp"), terms);
        }
        let mut out = BufWriter::new(stdout().lock());
        if self.json {
            writeln!(out, "{}", serde_json::to_string(&found).map_err(std::io::Error::from)?)?;
        } else if self.csv {
            writeln!(out, "rows,cols,grundy")?;
            for Value { rows, cols, grundy } in &found {
                writeln!(out, "{rows},{cols},{grundy}")?;
            }
        } else {
            self.print_table(all_cols, &found, &mut out)?;
        }
        Ok(out.flush()?)
    }

    /// Sweeps all positions of the largest bar, which include all the bars.
    fn swept(
        &self,
        all_rows: &RangeInclusive<u32>,
        all_cols: &RangeInclusive<u32>,
    ) -> Result<Vec<Value>, Stop> {
        let bar = Chomp::new(*all_rows.end(), *all_cols.end()).map_err(Stop::refuse)?;
        let (values, _) =
            self.effort.work(&format!("valuing {bar}"), |effort| Tally::of_grundy_values(&bar, effort))?;
        let values = values?;
        let mut found = Vec::new();
        for rows in all_rows.clone() {
            for cols in all_cols.clone() {
                let grundy = values.of_bar(rows, cols);
                let grundy = grundy.ok_or_else(|| Stop::refuse("a bar of the range was not valued"))?;
                found.push(Value { rows, cols, grundy });
            }
        }
        Ok(found)
    }

    /// Finds the values of bars of three or four rows, long ones too.
    fn thin(&self, rows: u32, all_cols: &RangeInclusive<u32>) -> Result<Vec<Value>, Stop> {
        let longest = *all_cols.end();
        let (values, _) = self.effort.work(&format!("valuing {rows}x{longest}"), |effort| match rows {
            3 => grundy_values_of_three_rows(longest, effort),
            _ => grundy_values_of_four_rows(longest, effort),
        })?;
        let values = (1..).zip(values?).filter(|(cols, _)| all_cols.contains(cols));
        Ok(values.map(|(cols, grundy)| Value { rows, cols, grundy }).collect())
    }

    /// Prints the table, as many columns at a time as fit.
    fn print_table(
        &self,
        all_cols: &RangeInclusive<u32>,
        found: &[Value],
        out: &mut impl Write,
    ) -> Result<(), Stop> {
        let cols: Vec<u32> = all_cols.clone().collect();
        let widest = found.iter().map(|value| value.grundy.to_string().len()).max().unwrap_or(1);
        let cell = widest.max(all_cols.end().to_string().len() + 1) + 2;
        let margin = 4;
        let room = (width::columns().saturating_sub(margin) / cell).max(1);
        for (number, part) in cols.chunks(room).enumerate() {
            if number > 0 {
                writeln!(out)?;
            }
            let headings: String = part.iter().map(|col| format!("{:>cell$}", format!("x{col}"))).collect();
            writeln!(out, "{:margin$}{headings}", "")?;
            for line in found.chunks(cols.len()) {
                let shown = line.iter().filter(|value| part.contains(&value.cols));
                let values: String = shown.map(|value| format!("{:>cell$}", value.grundy)).collect();
                writeln!(out, "{:>margin$}{values}", line[0].rows)?;
            }
        }
        Ok(())
    }
}
