//! `lastbite openings 2..10 2..14`: the winning first bites of every bar in a range, from one solve.

use std::io::{self, BufWriter, Write, stdout};
use std::ops::RangeInclusive;

use clap::Args;
use lastbite::games::order::{Beginning, Family};
use lastbite::{Chomp, Square};
use lastbite_engines::{Keep, Method, Opening, Solution};

use crate::manners::figures::listed;
use crate::manners::prompt::{Stop, wrap};
use crate::manners::range::parse_range;
use crate::manners::width;
use crate::manners::work::EffortArgs;
use crate::solve::bars::how::HowArgs;
use crate::solve::orders::{self, openings::Form};

/// List the winning first bites of every bar in a range, as they are found
#[derive(Args, Debug)]
#[command(after_help = "Example:
  $ lastbite openings 6..10 10..14 --multiple
  8x10: 4,9 and 5,6
  9x10: 7,8 and 9,5
  6x13: 4,12 and 5,9
  10x14: 5,13 and 7,9
  $ lastbite openings 2x3 4..5
  2x3x4: 1,2,2
  2x3x5: 2,1,3 and 2,2,1
  $ lastbite openings divisors:34..36
  34: 34
  35: 35
  36: 6")]
pub struct OpeningsArgs {
    /// The rows of the bars, as in 2..10; or 2x3 for bars in three dimensions; or divisors:1..100
    #[arg(value_name = "ROWS", value_parser = str::parse::<Beginning>)]
    rows: Beginning,
    /// The columns of the bars: a number or a range, as in 2..14 or 1..100000
    #[arg(value_name = "COLS", value_parser = parse_range)]
    cols: Option<RangeInclusive<u32>>,
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
    how: HowArgs,
    #[command(flatten)]
    effort: EffortArgs,
}

/// Solves the largest bar of the range, and prints the winning bites of all as they are found.
pub fn run(args: &OpeningsArgs) -> Result<(), Stop> {
    let form = Form { multiple: args.multiple, csv: args.csv, json: args.json };
    let family = Family::of(args.rows.clone(), args.cols.clone()).map_err(Stop::refuse)?;
    let Family::Bars(rows, cols) = &family else {
        return orders::openings::run(&family, form, &args.effort);
    };
    let bar = Chomp::new(*rows.end(), *cols.end()).map_err(Stop::refuse)?;
    let mut out = BufWriter::new(stdout().lock());
    let mut printer = Printer::new(args, rows, cols);
    let solve = args.how.solve(&bar, Keep::Openings)?.with_bars_inside();
    // The sieve knows everything only at the end.
    let prints = solve.method(&args.effort.effort())? != Method::Sieve;
    let (done, _) = args.effort.stream(&format!("solving {bar}"), prints, |effort| {
        args.how.run(&solve, effort, &mut |whole| printer.take(whole, &mut out))
    })?;
    done?;
    printer.end(&mut out)?;
    Ok(out.flush()?)
}

/// Prints bars in the order in which they are found: along the longer side of the largest bar, with every
/// length of the shorter side for each.
struct Printer<'a> {
    args: &'a OpeningsArgs,
    rows: &'a RangeInclusive<u32>,
    cols: &'a RangeInclusive<u32>,
    /// Whether the rows are the longer side.
    is_tall: bool,
    /// The next length of the longer side.
    next: u32,
    printed: u64,
    /// Lines of the grid that are not full yet: one bar of each number of rows, in each column.
    block: Vec<Vec<Opening>>,
    several: Vec<String>,
}

impl<'a> Printer<'a> {
    fn new(args: &'a OpeningsArgs, rows: &'a RangeInclusive<u32>, cols: &'a RangeInclusive<u32>) -> Self {
        let is_tall = rows.end() > cols.end();
        let next = *if is_tall { rows.start() } else { cols.start() };
        Printer { args, rows, cols, is_tall, next, printed: 0, block: Vec::new(), several: Vec::new() }
    }

    /// Prints the bars that have become known.
    fn take(&mut self, whole: &Solution, out: &mut impl Write) -> Result<(), Stop> {
        let (long, short) = match self.is_tall {
            true => (self.rows, self.cols),
            false => (self.cols, self.rows),
        };
        while self.next <= whole.done().min(*long.end()) {
            let mut line = Vec::new();
            for other in short.clone() {
                let (rows, cols) = if self.is_tall { (self.next, other) } else { (other, self.next) };
                // The short side of the range may be the longer side of this bar; it is known all the same.
                let winning = whole.openings(rows, cols)?;
                line.push(Opening { rows, cols, winning });
            }
            self.next += 1;
            self.print(line, out)?;
        }
        // People who read along see what is known.
        Ok(out.flush()?)
    }

    fn print(&mut self, mut line: Vec<Opening>, out: &mut impl Write) -> Result<(), Stop> {
        if self.args.multiple {
            line.retain(|opening| opening.winning.len() > 1);
        }
        if !self.args.json && !self.args.csv && !self.args.multiple {
            return self.add_to_grid(line, out);
        }
        for opening in &line {
            if self.args.json {
                let before = if self.printed == 0 { "[" } else { "," };
                write!(out, "{before}{}", serde_json::to_string(opening).map_err(io::Error::from)?)?;
            } else if self.args.csv {
                if self.printed == 0 {
                    writeln!(out, "{}", Opening::HEADINGS)?;
                }
                writeln!(out, "{}", opening.csv())?;
            } else {
                writeln!(out, "{opening}")?;
            }
            self.printed += 1;
        }
        Ok(())
    }

    /// Adds bars to the grid, and prints it when it fills the width of the terminal.
    fn add_to_grid(&mut self, line: Vec<Opening>, out: &mut impl Write) -> Result<(), Stop> {
        let several = line.iter().filter(|opening| opening.winning.len() > 1);
        self.several.extend(
            several
                .map(|opening| format!("{}x{} ({})", opening.rows, opening.cols, listed(&opening.winning))),
        );
        // A tall range is printed bar by bar from the top; its width is that of its few columns.
        if self.is_tall {
            self.block.push(line);
            return Ok(());
        }
        self.block.push(line);
        if grid_width(&self.block) > width::columns() && self.block.len() > 1 {
            let last = self.block.pop().into_iter().collect();
            self.print_block(out)?;
            writeln!(out)?;
            self.block = last;
        }
        Ok(())
    }

    fn print_block(&mut self, out: &mut impl Write) -> Result<(), Stop> {
        let block = std::mem::take(&mut self.block);
        if !self.is_tall {
            write!(out, "{}", grid(&block))?;
            return Ok(());
        }
        // Turned back: the bars of a column go below each other, as many columns at a time as fit.
        let mut columns: Vec<Vec<Opening>> = Vec::new();
        for line in block {
            columns.resize(line.len(), Vec::new());
            line.into_iter().zip(&mut columns).for_each(|(opening, column)| column.push(opening));
        }
        while !columns.is_empty() {
            let fitting = (1..=columns.len()).rev().find(|&n| grid_width(&columns[..n]) <= width::columns());
            let rest = columns.split_off(fitting.unwrap_or(1));
            write!(out, "{}{}", grid(&columns), if rest.is_empty() { "" } else { "\n" })?;
            columns = rest;
        }
        Ok(())
    }

    fn end(&mut self, out: &mut impl Write) -> Result<(), Stop> {
        match (self.args.json, self.args.csv, self.args.multiple) {
            (true, ..) => writeln!(out, "{}]", if self.printed == 0 { "[" } else { "" })?,
            (_, true, _) if self.printed == 0 => writeln!(out, "{}", Opening::HEADINGS)?,
            (_, true, _) => {}
            (_, _, true) if self.printed == 0 => writeln!(out, "{NONE_HERE}")?,
            (_, _, true) => {}
            _ => {
                self.print_block(out)?;
                let said = match self.several.as_slice() {
                    [] => NONE_HERE.to_string(),
                    several => format!("More than one winning first bite: {}.", listed(several)),
                };
                writeln!(out, "\n{}", wrap(&said, width::columns()))?;
            }
        }
        Ok(())
    }
}

const NONE_HERE: &str = "No bar here has more than one winning first bite.";

/// Returns the width of the row numbers at the left of the grid.
fn margin(columns: &[Vec<Opening>]) -> usize {
    columns.iter().flatten().map(|opening| opening.rows.to_string().len()).max().unwrap_or(0).max(3)
}

fn cell(opening: &Opening) -> String {
    match opening.winning.as_slice() {
        [] => "none".to_string(),
        winning => winning.iter().map(Square::to_string).collect::<Vec<_>>().join(" "),
    }
}

fn column_width(column: &[Opening]) -> usize {
    let heading = column.first().map_or(0, |opening| opening.cols.to_string().len() + 1);
    column.iter().map(|opening| cell(opening).len()).max().unwrap_or(0).max(4).max(heading)
}

fn grid_width(columns: &[Vec<Opening>]) -> usize {
    margin(columns) + columns.iter().map(|column| column_width(column) + 2).sum::<usize>()
}

/// Writes a line for each number of rows, with a place for each number of columns.
fn grid(columns: &[Vec<Opening>]) -> String {
    let margin = margin(columns);
    let mut lines = vec![" ".repeat(margin)];
    lines.extend(columns.iter().take(1).flatten().map(|opening| format!("{:>margin$}", opening.rows)));
    for column in columns {
        let width = column_width(column);
        let heading = column.first().map_or(String::new(), |opening| format!("x{}", opening.cols));
        let cells = std::iter::once(heading).chain(column.iter().map(cell));
        lines.iter_mut().zip(cells).for_each(|(line, cell)| *line += &format!("  {cell:<width$}"));
    }
    lines.iter().map(|line| line.trim_end().to_string() + "\n").collect()
}
