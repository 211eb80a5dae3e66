//! `lastbite count 12x12 --by area`: the positions of a bar, counted by what they have in common.
//! `lastbite count --area 90`: all positions of up to 90 squares.

use std::collections::BTreeMap;
use std::io::{BufWriter, Write, stdout};

use clap::{Args, ValueEnum};
use lastbite::games::order::Whole;
use lastbite::notation::counted;
use lastbite::{Chomp, Effort, Order, Rows, SolveError};
use lastbite_engines::area;
use lastbite_engines::sweep::{Distances, GrundyValues, Tally};
use lastbite_engines::{Numbering, Place, Solve, count_winning_bites};

use crate::manners::prompt::Stop;
use crate::manners::range::parse_number;
use crate::manners::width;
use crate::manners::work::EffortArgs;
use crate::solve::bars::lost::{Of, parse_of};
use crate::solve::bars::place::PlaceArgs;
use crate::solve::bfile;
use crate::solve::whole::refused;

/// Count positions of a bar, or all positions of up to N squares, by what they have in common
#[derive(Args, Clone, Debug)]
#[command(after_help = "By area, shape or first row alone, lost positions are counted; with winning
bites, Grundy values or distances all positions are. Two things make a table.

Example: most positions of 4x5 are won by one bite; all positions of 5 squares,
whatever their rows and columns, have 0 or 1 of them
  $ lastbite count 4x5 --by winning-bites
   winning bites      positions
               0             16
               1             71
               2             31
               3              7
  $ lastbite count --area 5 --by winning-bites --csv | tail -n 2
  5,0,3
  5,1,4")]
pub struct CountArgs {
    /// The bar, as in 12x12, 4x500 or 8x10@3,4 (poison on 3,4); or an order, as in 3x4x5 or divisors:72
    #[arg(value_name = "BAR", value_parser = parse_of, required_unless_present = "area")]
    of: Option<Of>,
    /// Count all positions of up to N squares, and no bar
    #[arg(long, value_name = "N", value_parser = parse_area, conflicts_with_all = ["of", "on"])]
    area: Option<u32>,
    /// What to count by, area if not given; two keys (area,grundy) give a table
    #[arg(long, value_name = "WHAT", value_delimiter = ',')]
    by: Vec<By>,
    /// Print lines for a spreadsheet
    #[arg(long, conflicts_with_all = ["json", "bfile"])]
    csv: bool,
    /// Print one JSON object a line
    #[arg(long, conflicts_with = "bfile")]
    json: bool,
    /// Print a b-file of the OEIS: A112470 (lost positions by area), or with --area also A112471 (won),
    /// A112472 (by one bite) and A112473 (by several)
    #[arg(long, value_name = "SEQUENCE", num_args = 0..=1, default_missing_value = "a112470")]
    bfile: Option<Sequence>,
    #[command(flatten)]
    place: PlaceArgs,
    #[command(flatten)]
    effort: EffortArgs,
}

fn parse_area(text: &str) -> Result<u32, String> {
    parse_number("--area", text, area::MOST.into()).map(|area| area as u32)
}

/// What positions can have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum By {
    /// The number of squares
    Area,
    /// The rows and columns
    Shape,
    /// The length of the first row
    FirstRow,
    /// The number of winning bites
    WinningBites,
    /// The Grundy value, when nobody may eat the poison
    Grundy,
    /// The plies to the end, when the winner hurries and the loser delays
    Distance,
}

impl By {
    /// The names of its columns.
    fn names(self) -> &'static [&'static str] {
        match self {
            By::Area => &["area"],
            By::Shape => &["rows", "cols"],
            By::FirstRow => &["first row"],
            By::WinningBites => &["winning bites"],
            By::Grundy => &["grundy"],
            By::Distance => &["distance"],
        }
    }

    /// Says whether it is visible without knowing who wins; then lost positions are counted.
    fn is_seen(self) -> bool {
        matches!(self, By::Area | By::Shape | By::FirstRow)
    }
}

/// Sequences of the OEIS that count positions of n squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "lower")]
enum Sequence {
    /// Lost positions
    #[value(alias = "A112470")]
    A112470,
    /// Won positions
    #[value(alias = "A112471")]
    A112471,
    /// Positions that are won by one bite
    #[value(alias = "A112472")]
    A112472,
    /// Positions that are won by several bites
    #[value(alias = "A112473")]
    A112473,
}

/// What was counted: the names of the columns, and the lines, each with the count as its last number.
struct Counted {
    names: Vec<&'static str>,
    lines: Vec<Vec<u64>>,
}

/// Counts positions.
pub fn run(args: &CountArgs) -> Result<(), Stop> {
    // Without a bar, the area is always one of the keys.
    if args.by.is_empty() && args.of.is_some() {
        return run(&CountArgs { by: vec![By::Area], ..args.clone() });
    }
    let Some(of) = &args.of else {
        let area = args.area.unwrap_or_default();
        return match args.bfile {
            Some(sequence) => bfile_by_area(sequence, area, args),
            None => args.print(&by_area(area, args)?),
        };
    };
    let is_classic = matches!(of, Of::Bar(bar) if bar.is_classic());
    let is_by_area = args.by == [By::Area] && is_classic;
    if args.bfile.is_some_and(|sequence| sequence != Sequence::A112470 || !is_by_area) {
        return Err(Stop::refuse(
            "a b-file lists lost positions by area, as in: count 30x30 --by area --bfile; or count --area 60 \
             --bfile A112473",
        ));
    }
    let found = match of {
        Of::Bar(bar) => args.effort.work(&format!("counting {bar}"), |effort| match args.by[..] {
            [By::WinningBites] => by_winning_bites(bar, args.place.place()?, effort),
            [by] if by.is_seen() => by_look(bar, by, args.place.place()?, effort),
            [by @ By::Grundy] => by_tally(by, Tally::of_grundy_values(bar, effort)),
            [by @ By::Distance] => by_tally(by, Tally::of_distances(bar, effort)),
            _ => by_values(bar, &args.by, args.place.place()?, effort),
        })?,
        Of::Order(order) => args.effort.work(&format!("counting {order}"), |effort| match args.by[..] {
            [By::Area] => by_pieces(order, effort),
            _ => Err(Stop::refuse(
                "lost positions of an order are counted by their pieces: count 3x4x5 --by area",
            )),
        })?,
    };
    let counted = found.0?;
    if args.bfile.is_some() {
        // Positions with more squares than the shorter side may not fit the bar.
        let whole = match of {
            Of::Bar(bar) => u64::from(bar.rows().min(bar.cols())),
            Of::Order(_) => 0,
        };
        let lines = counted.lines.iter();
        let terms = lines.filter(|line| (1..=whole).contains(&line[0])).map(|line| (line[0], line[1]));
        // The sequence begins with the empty bar, which is not a lost position.
        let terms = std::iter::once((0, 0)).chain(terms);
        return bfile::print(Some("A112470"), "number of lost positions with n squares", terms);
    }
    args.print(&counted)
}

/// Counts all positions up to an area.
fn by_area(most: u32, args: &CountArgs) -> Result<Counted, Stop> {
    let others: Vec<By> = args.by.iter().copied().filter(|&by| by != By::Area).collect();
    let what = format!("counting positions of up to {}", counted(most.into(), "square"));
    let (lines, _) = args.effort.work(&what, |effort| match others[..] {
        [] => Ok(area::lost(most, effort)?.into_iter().map(|lost| vec![lost]).collect()),
        [By::WinningBites] => Ok(area::winning_bites(most, effort)?),
        [By::Grundy] => Ok(area::grundy_values(most, effort)?),
        [By::Distance] => Ok(area::distances(most, effort)?),
        _ => Err(Stop::refuse(
            "with --area positions are counted by area, and by winning-bites, grundy or distance: count --area 60 \
             --by grundy",
        )),
    })?;
    let lines: Vec<Vec<u64>> = lines?;
    let by_area = (0u64..).zip(&lines).skip(1);
    Ok(match others[..] {
        [] => Counted {
            names: vec!["area", "lost"],
            lines: by_area.map(|(area, line)| vec![area, line[0]]).collect(),
        },
        _ => {
            let found = by_area
                .flat_map(|(area, line)| (0u64..).zip(line).map(move |(key, &count)| vec![area, key, count]));
            let names = vec!["area", others[0].names()[0], "positions"];
            Counted { names, lines: found.filter(|line| line[2] > 0).collect() }
        }
    })
}

/// Prints a sequence of the OEIS.
fn bfile_by_area(sequence: Sequence, most: u32, args: &CountArgs) -> Result<(), Stop> {
    if args.by.iter().any(|&by| by != By::Area) {
        return Err(Stop::refuse("a b-file is one sequence: leave --by out"));
    }
    let what = format!("counting positions of up to {}", counted(most.into(), "square"));
    let (found, _) = args.effort.work(&what, |effort| match sequence {
        Sequence::A112470 | Sequence::A112471 => {
            area::lost(most, effort).map(|lost| lost.into_iter().map(|lost| vec![lost]).collect::<Vec<_>>())
        }
        _ => area::winning_bites(most, effort),
    })?;
    let found = found?;
    let all = area::positions(most);
    // The empty bar is won: the poison has just been eaten.
    let terms = found.iter().zip(&all).map(|(line, all)| match sequence {
        Sequence::A112470 => line.first().copied().unwrap_or(0),
        Sequence::A112471 => all - line.first().copied().unwrap_or(0),
        Sequence::A112472 => line.get(1).copied().unwrap_or(0),
        Sequence::A112473 => line.iter().skip(2).sum(),
    });
    let (number, about, first) = match sequence {
        Sequence::A112470 => ("A112470", "number of lost positions with n squares", 0),
        Sequence::A112471 => ("A112471", "number of won positions with n squares", 0),
        Sequence::A112472 => ("A112472", "number of positions with n squares and one winning bite", 1),
        Sequence::A112473 => ("A112473", "number of positions with n squares and several winning bites", 1),
    };
    bfile::print(Some(number), about, (0..).zip(terms).skip(first))
}

impl CountArgs {
    /// Prints what was counted.
    fn print(&self, counted: &Counted) -> Result<(), Stop> {
        let Counted { names, lines } = counted;
        let mut out = BufWriter::new(stdout().lock());
        let wide = ((width::columns() + 1) / names.len() - 1).min(14);
        if self.csv {
            writeln!(out, "{}", names.join(",").replace(' ', "_"))?;
        } else if !self.json {
            let headings: Vec<String> = names.iter().map(|name| format!("{name:>wide$}")).collect();
            writeln!(out, "{}", headings.join(" "))?;
        }
        for line in lines {
            if self.json {
                let fields = names.iter().zip(line);
                let fields: Vec<String> =
                    fields.map(|(name, number)| format!("\"{}\":{number}", name.replace(' ', "_"))).collect();
                writeln!(out, "{{{}}}", fields.join(","))?;
            } else if self.csv {
                let numbers: Vec<String> = line.iter().map(u64::to_string).collect();
                writeln!(out, "{}", numbers.join(","))?;
            } else {
                let numbers: Vec<String> = line.iter().map(|number| format!("{number:>wide$}")).collect();
                writeln!(out, "{}", numbers.join(" "))?;
            }
        }
        Ok(out.flush()?)
    }
}

/// Counts the positions of a bar by several things at once, or by their values. Counts all positions, or only
/// the lost ones if no value asked for says who wins.
fn by_values(bar: &Chomp, by: &[By], place: Place, effort: &Effort) -> Result<Counted, Stop> {
    let solve = Solve::of(bar).on(place);
    let mut counts: BTreeMap<Vec<u64>, u64> = BTreeMap::new();
    let is_asked = |what: By| by.contains(&what);
    let key = |lengths: &[u32], bites: u64, grundy: u64, distance: u64| {
        let mut key = Vec::new();
        for by in by {
            match by {
                By::Area => key.push(lengths.iter().map(|&length| u64::from(length)).sum()),
                By::Shape => {
                    key.push(lengths.iter().take_while(|&&length| length > 0).count() as u64);
                    key.push(lengths[0].into());
                }
                By::FirstRow => key.push(lengths[0].into()),
                By::WinningBites => key.push(bites),
                By::Grundy => key.push(grundy),
                By::Distance => key.push(distance),
            }
        }
        key
    };
    let is_seen = by.iter().all(|by| by.is_seen());
    if is_seen {
        let solution = solve.to_list(effort)?;
        for lost in solution.lost_positions(effort) {
            *counts.entry(key(lost?.lengths(), 0, 0, 0)).or_default() += 1;
        }
    } else {
        let bites =
            if is_asked(By::WinningBites) { Some(count_winning_bites(&solve, effort)?) } else { None };
        let values = if is_asked(By::Grundy) { Some(GrundyValues::of(bar, effort)?) } else { None };
        let distances = if is_asked(By::Distance) { Some(Distances::of(bar, effort)?) } else { None };
        let numbering = Numbering::of(bar).ok_or_else(|| {
            Stop::Refused(format!("{bar} has more positions than can be numbered: choose a smaller bar"))
        })?;
        for number in 0..numbering.len() {
            if number % 4096 == 0 {
                effort.check().map_err(|_| Stop::Stopped)?;
            }
            let rows = Rows::new(numbering.position(number)).map_err(Stop::refuse)?;
            let bites = bites.as_ref().map_or(0, |bites| bites[number as usize].into());
            let grundy = values.as_ref().and_then(|values| values.value(&rows)).unwrap_or(0);
            let distance = distances.as_ref().and_then(|distances| distances.distance(&rows)).unwrap_or(0);
            *counts.entry(key(rows.lengths(), bites, grundy.into(), distance.into())).or_default() += 1;
        }
    }
    let names = by.iter().flat_map(|by| by.names()).copied();
    let names = names.chain([if is_seen { "lost" } else { "positions" }]).collect();
    let lines = counts.into_iter().map(|(mut key, count)| {
        key.push(count);
        key
    });
    Ok(Counted { names, lines: lines.collect() })
}

/// Returns how many positions have each value.
fn by_tally(by: By, tally: Result<Tally, SolveError>) -> Result<Counted, Stop> {
    let tally = tally?;
    let lines = (0..).zip(tally.counts()).filter(|&(_, &positions)| positions > 0);
    Ok(Counted {
        names: by.names().iter().copied().chain(["positions"]).collect(),
        lines: lines.map(|(value, &positions)| vec![value, positions]).collect(),
    })
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

/// Counts lost positions by something visible.
fn by_look(bar: &Chomp, by: By, place: Place, effort: &Effort) -> Result<Counted, Stop> {
    // Refuse what cannot be solved before allocating its counts.
    let solution = Solve::of(bar).on(place).to_list(effort)?;
    let (rows, cols) = (bar.rows() as usize, bar.cols() as usize);
    // Shapes are counted in a table of rows and columns, the others in one line of it.
    let lines = if by == By::Shape { rows + 1 } else { 1 };
    let width = if by == By::Area { rows * cols + 1 } else { cols + 1 };
    let mut counts = vec![vec![0u64; width]; lines];
    for (number, lost) in solution.lost_positions(effort).enumerate() {
        if number % 4096 == 0 {
            effort.check().map_err(SolveError::from)?;
        }
        let lost = lost?;
        match by {
            By::Area => counts[0][lost.area() as usize] += 1,
            By::Shape => counts[lost.rows() as usize][lost.cols() as usize] += 1,
            _ => counts[0][lost.cols() as usize] += 1,
        }
    }
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

/// Counts all positions by their winning bites.
fn by_winning_bites(bar: &Chomp, place: Place, effort: &Effort) -> Result<Counted, Stop> {
    let mut counts = [0u64; 256];
    for &number in &count_winning_bites(&Solve::of(bar).on(place), effort)? {
        counts[usize::from(number)] += 1;
    }
    let last = counts.iter().rposition(|&count| count > 0).unwrap_or(0);
    let lines = (0..).zip(&counts[..=last]).map(|(number, &positions)| vec![number, positions]).collect();
    Ok(Counted { names: vec!["winning bites", "positions"], lines })
}
