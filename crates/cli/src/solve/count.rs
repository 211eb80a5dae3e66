//! `lastbite count 12x12 --by area`: the positions of a bar, counted by what they have in common.

use std::io::{BufWriter, Write, stdout};

use clap::{Args, ValueEnum};
use lastbite::games::chomp::Numbering;
use lastbite::games::order::Whole;
use lastbite::notation::Bytes;
use lastbite::{Chomp, Effort, Order};

use crate::manners::prompt::Stop;
use crate::manners::width;
use crate::manners::work::EffortArgs;
use crate::solve::bfile;
use crate::solve::listing::Ended;
use crate::solve::lost::{Of, parse_of};
use crate::solve::lost_positions;
use crate::solve::place::{Keep, PlaceArgs};
use crate::solve::solve_order::refused;
use crate::solve::whole::HowArgs;

/// Count the lost positions of a bar by area, shape or first row, or all positions by their winning bites
#[derive(Args, Debug)]
#[command(after_help = "Example: most positions of 4x5 are won by one bite
  $ lastbite count 4x5 --by winning-bites
   winning bites      positions
               0             16
               1             71
               2             31
               3              7")]
pub struct CountArgs {
    /// The bar, as in 12x12, 4x500 or 8x10@3,4 (poison on 3,4); or an order, as in 3x4x5 or divisors:72
    #[arg(value_name = "BAR", value_parser = parse_of)]
    of: Of,
    /// By what
    #[arg(long, value_name = "WHAT")]
    by: By,
    /// Print lines for a spreadsheet
    #[arg(long, conflicts_with_all = ["json", "bfile"])]
    csv: bool,
    /// Print one JSON object a line
    #[arg(long, conflicts_with = "bfile")]
    json: bool,
    /// Print a b-file of the OEIS, as far as the bar holds all positions of that area (by area: A112470)
    #[arg(long)]
    bfile: bool,
    #[command(flatten)]
    place: PlaceArgs,
    #[command(flatten)]
    effort: EffortArgs,
}

/// What positions can have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum By {
    /// The number of squares, of lost positions
    Area,
    /// The rows and columns, of lost positions
    Shape,
    /// The length of the first row, of lost positions
    FirstRow,
    /// The number of winning bites, of all positions
    WinningBites,
}

/// What was counted: the names of the columns, and the lines, the last number of each being the count.
struct Counted {
    names: Vec<&'static str>,
    lines: Vec<Vec<u64>>,
}

/// Counts positions.
pub fn run(args: &CountArgs) -> Result<(), Stop> {
    let is_classic = matches!(&args.of, Of::Bar(bar) if bar.is_classic());
    if args.bfile && (args.by != By::Area || !is_classic) {
        return Err(Stop::refuse(
            "a b-file lists lost positions by area, as in: count 30x30 --by area --bfile",
        ));
    }
    let found = match &args.of {
        Of::Bar(bar) => args.effort.work(&format!("counting {bar}"), |effort| match args.by {
            By::WinningBites => by_winning_bites(bar, args.place, effort),
            by => by_look(bar, by, args.place, effort),
        })?,
        Of::Order(order) => args.effort.work(&format!("counting {order}"), |effort| match args.by {
            By::Area => by_pieces(order, effort),
            _ => Err(Stop::refuse(
                "lost positions of an order are counted by their pieces: count 3x4x5 --by area",
            )),
        })?,
    };
    let Counted { names, lines } = found.0?;
    if args.bfile {
        // Beyond the shorter side there are positions of this many squares that the bar does not hold.
        let whole = match &args.of {
            Of::Bar(bar) => u64::from(bar.rows().min(bar.cols())),
            Of::Order(_) => 0,
        };
        let terms = lines.iter().filter(|line| (1..=whole).contains(&line[0])).map(|line| (line[0], line[1]));
        // The sequence begins with the empty bar, which is not a lost position.
        let terms = std::iter::once((0, 0)).chain(terms);
        return bfile::print(Some("A112470"), "number of lost positions with n squares", terms);
    }
    let mut out = BufWriter::new(stdout().lock());
    let wide = ((width::columns() + 1) / names.len() - 1).min(14);
    if args.csv {
        writeln!(out, "{}", names.join(",").replace(' ', "_"))?;
    } else if !args.json {
        let headings: Vec<String> = names.iter().map(|name| format!("{name:>wide$}")).collect();
        writeln!(out, "{}", headings.join(" "))?;
    }
    for line in &lines {
        if args.json {
            let fields = names.iter().zip(line);
            let fields: Vec<String> =
                fields.map(|(name, number)| format!("\"{}\":{number}", name.replace(' ', "_"))).collect();
            writeln!(out, "{{{}}}", fields.join(","))?;
        } else if args.csv {
            let numbers: Vec<String> = line.iter().map(u64::to_string).collect();
            writeln!(out, "{}", numbers.join(","))?;
        } else {
            let numbers: Vec<String> = line.iter().map(|number| format!("{number:>wide$}")).collect();
            writeln!(out, "{}", numbers.join(" "))?;
        }
    }
    Ok(out.flush()?)
}

/// Counts the lost positions of an order by how many pieces are left.
fn by_pieces(order: &Order, effort: &Effort) -> Result<Counted, Stop> {
    let whole = Whole::solve(order, effort).map_err(|error| refused(order, error))?;
    let mut counts = vec![0u64; order.finite().len() + 1];
    for (number, lost) in whole.lost().enumerate() {
        if number % 4096 == 0 {
            effort.check().map_err(|_| Stop::Stopped)?;
        }
        counts[lost.len()] += 1;
    }
    Ok(Counted {
        names: vec!["pieces", "lost"],
        lines: (0..).zip(counts).map(|(pieces, lost)| vec![pieces, lost]).collect(),
    })
}

/// Counts lost positions by what can be seen.
fn by_look(bar: &Chomp, by: By, place: PlaceArgs, effort: &Effort) -> Result<Counted, Stop> {
    // What cannot be solved is refused before room is made for its counts.
    HowArgs::usual(place).method(bar, Keep::Everything, effort)?;
    let (rows, cols) = (bar.rows() as usize, bar.cols() as usize);
    // Shapes are counted in a table of rows and columns, the others in one line of it.
    let lines = if by == By::Shape { rows + 1 } else { 1 };
    let width = if by == By::Area { rows * cols + 1 } else { cols + 1 };
    let mut counts = vec![vec![0u64; width]; lines];
    lost_positions::each(
        bar,
        place,
        effort,
        &mut |lengths| {
            let filled = lengths.iter().take_while(|&&length| length > 0).count();
            match by {
                By::Area => counts[0][lengths.iter().map(|&length| length as usize).sum::<usize>()] += 1,
                By::Shape => counts[filled][lengths[0] as usize] += 1,
                _ => counts[0][lengths[0] as usize] += 1,
            }
            Ok(Ended::More)
        },
        &mut || Ok(()),
    )?;
    let found = counts.iter().enumerate().flat_map(|(row, line)| {
        line.iter().enumerate().skip(1).map(move |(at, &lost)| (row as u64, at as u64, lost))
    });
    let found = found.filter(|&(row, _, lost)| by == By::Area || by == By::FirstRow || (row > 0 && lost > 0));
    Ok(match by {
        By::Shape => {
            let lines = found.map(|(row, at, lost)| vec![row, at, lost]).collect();
            Counted { names: vec!["rows", "cols", "lost"], lines }
        }
        by => {
            let name = if by == By::Area { "area" } else { "first row" };
            Counted { names: vec![name, "lost"], lines: found.map(|(_, at, lost)| vec![at, lost]).collect() }
        }
    })
}

/// Counts all positions by their winning bites: each lost position is one bite away from those above it.
///
/// In a row at most one bite wins, for the longer of two lost positions could be bitten to the shorter; so a
/// byte holds the winning bites of a position.
fn by_winning_bites(bar: &Chomp, place: PlaceArgs, effort: &Effort) -> Result<Counted, Stop> {
    let numbering = Numbering::of(bar);
    let (needed, allowed) = (numbering.as_ref().map_or(u64::MAX, Numbering::len), effort.memory_allowed());
    let too_many = || {
        Stop::Refused(format!(
            "counting winning bites takes a byte for each position, about {}, and {} may be used: take a smaller bar",
            Bytes(needed),
            Bytes(allowed)
        ))
    };
    let numbering = numbering.filter(|_| needed <= allowed).ok_or_else(too_many)?;
    let mut bites: Vec<u8> = Vec::new();
    bites.try_reserve_exact(needed as usize).map_err(|_| too_many())?;
    bites.resize(needed as usize, 0);
    let mut above = Above {
        numbering: &numbering,
        rows: vec![0; bar.rows() as usize],
        cols: bar.cols(),
        bites: &mut bites,
    };
    let mut met = 0u64;
    lost_positions::each(
        bar,
        place,
        effort,
        &mut |lengths| {
            above.mark(lengths);
            met += 1;
            if met.is_multiple_of(1024) {
                effort.check().map_err(|_| Stop::Stopped)?;
            }
            Ok(Ended::More)
        },
        &mut || Ok(()),
    )?;
    let mut counts = [0u64; 256];
    for &number in &bites {
        counts[usize::from(number)] += 1;
    }
    let last = counts.iter().rposition(|&count| count > 0).unwrap_or(0);
    let lines = (0..).zip(&counts[..=last]).map(|(number, &positions)| vec![number, positions]).collect();
    Ok(Counted { names: vec!["winning bites", "positions"], lines })
}

/// Walks through the positions from which a lost one is a bite away.
struct Above<'a> {
    numbering: &'a Numbering,
    /// The lost position, with its empty rows.
    rows: Vec<u32>,
    cols: u32,
    bites: &'a mut [u8],
}

impl Above<'_> {
    /// Counts a bite for each position that can be bitten to this one.
    fn mark(&mut self, lost: &[u32]) {
        self.rows.fill(0);
        self.rows[..lost.len()].copy_from_slice(lost);
        let own: u64 = (0..self.rows.len()).map(|row| self.numbering.step(row, self.rows[row])).sum();
        for row in 0..self.rows.len() {
            let length = self.rows[row];
            let most = if row == 0 { self.cols } else { self.rows[row - 1] };
            // The bite was in this row: it, and rows below that are as long, were longer.
            for longer in length + 1..=most {
                let gained = self.numbering.step(row, longer) - self.numbering.step(row, length);
                self.lengthen(row + 1, length, longer, own + gained);
            }
        }
    }

    /// Continues the rows below, which may have been as long as the one above if they are as long as the
    /// bitten one now.
    fn lengthen(&mut self, row: usize, length: u32, most: u32, rank: u64) {
        self.bites[rank as usize] += 1;
        // Rows up to this one stay as they are chosen, this one is longer, the rest as it is or longer too.
        if row < self.rows.len() && self.rows[row] == length {
            for longer in length + 1..=most {
                let gained = self.numbering.step(row, longer) - self.numbering.step(row, length);
                self.lengthen(row + 1, length, longer, rank + gained);
            }
        }
    }
}
