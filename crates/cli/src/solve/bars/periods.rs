//! `lastbite periods 3 --to 10000`: what becomes of each column of Chomp with three to six rows, and the
//! periods of heaps.

use std::io::{BufWriter, Write, stdout};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use lastbite::Effort;
use lastbite::games::heap_games::Rule;
use lastbite::games::heap_games::sequence::{LARGEST_HEAP, MOST_SURVEYED};
use lastbite::notation::{counted, grouped};
use lastbite_engines::SolveError;
use lastbite_engines::thin::{Census, Fate, Fates, ThreeRows};
use serde::Serialize;

use crate::manners::facts::Facts;
use crate::manners::output::ForceArgs;
use crate::manners::prompt::{Stop, fitted};
use crate::manners::range::parse_number;
use crate::manners::width;
use crate::solve::bars::how::CheckpointArgs;
use crate::solve::bfile;
use crate::solve::heaps::sequence::{HeapWorkArgs, parse_rule};
use crate::solve::heaps::{self, periods::Form};

/// Find out what repeats: the columns of Chomp with three to six rows, or the Grundy values of heaps
#[derive(Args, Debug)]
#[command(after_help = "The rule of a heap game is a code (octal:0.16), a set (subtract:1,2,3), or
kayles, dawson, treblecross, grundy or lasker. A period is proved by the
periodicity theorem; where it is not, the answer says so.

In Chomp a column r is all lost positions p,q,r. It dies at q when q,q,r is
lost; or p - q repeats forever, which is proven from the state of the solver
and never guessed. Of four rows a column is all lost positions a,b,c,d with the
same c and d; of five c, d and e are the same, of six c, d, e and f. All columns
of 4x1000 take 0.6 GB at most, of 4x2000 4.6 GB, of 5x200 0.3 GB, of 5x300
1.5 GB, of 6x120 1.4 GB. With --third the lowest are followed much further: c up
to 40 in 4x60000 takes 0.2 GB, c up to 20 in 5x20000 0.1 GB.

Examples:
  $ lastbite periods kayles
  octal:0.77: period 12 after heap 70: proved
    proof           the values to heap 166 = 2 x (beginning + period) + 2 are
                    known
    largest value   8
    rare heaps      9, the last is 70; mask f
    time            53 µs for 166 heaps, sparse
  $ lastbite periods 3 --to 1000 --census
  3x1000: columns 0 to 467 are settled; of all columns 414 died and 194 repeat
    period 1        189 columns, the first is 0
    period 2        3 columns, the first is 120
    period 4        2 columns, the first is 402
    open            393 columns from 468 on: not known from this bar
  $ lastbite periods 4 --to 100 --csv | grep -E '^(3|4),'
  3,0,dies,5,,
  3,1,never,2,,
  3,2,repeats,7,1,3
  3,3,dies,7,,
  4,0,dies,7,,
  4,1,never,2,,
  4,2,repeats,7,2,4 2
  4,3,repeats,8,2,3 5
  4,4,repeats,8,2,4 6
  $ lastbite periods 5 --to 100 --csv | grep '^4,4,'
  4,4,0,repeats,8,2,4 6
  4,4,1,never,2,,
  4,4,2,dies,8,,
  4,4,3,dies,9,,
  4,4,4,repeats,10,1,7")]
pub struct PeriodsArgs {
    /// The rule of a heap game, or 3 to 6: Chomp with that many rows
    #[arg(value_name = "RULE|3|4|5|6", value_parser = parse_subject, required_unless_present = "all_octal")]
    subject: Option<Subject>,
    /// Survey every code of this many octal digits, and name equal games once
    #[arg(long, value_name = "DIGITS", value_parser = parse_digits, conflicts_with_all = ["subject", "census", "bfile", "certificate", "checkpoint"])]
    all_octal: Option<u64>,
    /// How far: heaps (1,000,000; 131,072 each in a survey), or columns of Chomp (1000; of four rows 300, of
    /// five 100, of six 50)
    #[arg(long, value_name = "N", value_parser = parse_to)]
    to: Option<u64>,
    /// Of four rows or more: only columns with a third row up to N, so that a longer bar fits the memory
    #[arg(long, value_name = "N", value_parser = parse_third)]
    third: Option<u64>,
    /// Write the certificate of a heap game's proof to this file
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArgs,
    /// Print only how many columns died and how many have each period
    #[arg(long, conflicts_with_all = ["csv", "bfile"])]
    census: bool,
    /// Print lines of column, fate, second row, period and pattern, for a spreadsheet
    #[arg(long, conflicts_with_all = ["json", "bfile"])]
    csv: bool,
    /// Print one JSON object a column, and the census last
    #[arg(long, conflicts_with = "bfile")]
    json: bool,
    /// Print the b-file of a sequence of the OEIS
    #[arg(long, value_name = "SEQUENCE", ignore_case = true)]
    bfile: Option<Sequence>,
    #[command(flatten)]
    how: HeapWorkArgs,
}

/// What repeats.
#[derive(Clone, Debug)]
enum Subject {
    ThreeRows,
    ManyRows(u32),
    Heaps(Rule),
}

/// Sequences of three-rowed Chomp in the OEIS.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Sequence {
    /// Lost positions inside 3xn
    A029899,
    /// The p of the lost positions p,q,q
    A029900,
    /// Columns n of the bars won by a bite in the third row
    A029901,
    /// Columns r that die
    A029902,
    /// Of the columns with period 1, how far p is from q
    A029903,
    /// Of the columns with period 1, the second row they start with
    A029904,
    /// Columns with period 1
    A029905,
    /// Columns with a longer period
    A147983,
}

fn parse_subject(text: &str) -> Result<Subject, String> {
    match text.trim() {
        "3" => Ok(Subject::ThreeRows),
        "4" => Ok(Subject::ManyRows(4)),
        "5" => Ok(Subject::ManyRows(5)),
        "6" => Ok(Subject::ManyRows(6)),
        rows if rows.bytes().all(|byte| byte.is_ascii_digit()) => Err(format!(
            "'{text}': of bars, periods are found for three to six rows, as in: periods 3 --to 1000; a code has a point, as in: periods 0.16"
        )),
        rule => parse_rule(rule).map(Subject::Heaps),
    }
}

fn parse_to(text: &str) -> Result<u64, String> {
    parse_number("--to", text, LARGEST_HEAP)
}

fn parse_third(text: &str) -> Result<u64, String> {
    parse_number("--third", text, LARGEST_HEAP)
}

fn parse_digits(text: &str) -> Result<u64, String> {
    parse_number("--all-octal", text, MOST_SURVEYED as u64)
}

/// What became of a column; `--json` prints one a line.
#[derive(Serialize)]
#[serde(tag = "fate", rename_all = "lowercase")]
enum Line<'a> {
    Dies { column: u32, q: u32 },
    Repeats { column: u32, q: u32, period: usize, pattern: &'a [u32] },
    Open { column: u32 },
}

/// Finds out what repeats, and how.
pub fn run(args: &PeriodsArgs) -> Result<(), Stop> {
    let form = match (args.csv, args.json) {
        (true, _) => Form::Csv,
        (_, true) => Form::Json,
        _ => Form::Text,
    };
    if args.third.is_some() && !matches!(args.subject, Some(Subject::ManyRows(_))) {
        return Err(Stop::refuse(
            "--third goes with four rows or more, as in: periods 4 --third 50 --to 9000",
        ));
    }
    match &args.subject {
        None => heaps::periods::all(args.all_octal.unwrap_or(1) as usize, args.to, form, &args.how),
        Some(Subject::Heaps(_)) if args.census || args.bfile.is_some() => {
            Err(Stop::refuse("--census and --bfile go with three rows of Chomp, as in: periods 3 --census"))
        }
        Some(Subject::Heaps(rule)) => {
            heaps::periods::one(rule, args.to, form, args.certificate.as_deref(), args.force, &args.how)
        }
        Some(Subject::ThreeRows) => three_rows(args),
        Some(Subject::ManyRows(rows)) => many_rows(*rows, args, form),
    }
}

/// Solves three rows and prints the fates of the columns.
fn three_rows(args: &PeriodsArgs) -> Result<(), Stop> {
    let to = args.to.unwrap_or(1000);
    if to > ThreeRows::LONGEST.into() {
        return Err(Stop::Refused(format!("--to takes at most {} columns", ThreeRows::LONGEST)));
    }
    if args.certificate.is_some() {
        return Err(Stop::refuse(
            "certificates are written for heap games, as in: periods 0.16 --certificate FILE",
        ));
    }
    let (solver, _) = args
        .how
        .effort
        .work(&format!("solving 3x{to}"), |effort| three_rows_to(to as u32, &args.how.checkpoint, effort))?;
    let solver = &solver?;
    if let Some(sequence) = args.bfile {
        return print_sequence(sequence, solver);
    }
    let census = solver.census();
    let mut out = BufWriter::new(stdout().lock());
    if args.csv {
        writeln!(out, "column,fate,q,period,pattern")?;
    }
    if !args.census {
        for r in 0..last_named(solver) {
            print_fate(args, r, &solver.fate(r), &mut out)?;
        }
    }
    if args.json {
        let periods: Vec<_> = census
            .periods
            .iter()
            .map(|period| {
                serde_json::json!({"period": period.period, "columns": period.columns, "first": period.first})
            })
            .collect();
        let said = serde_json::json!({
            "bar": format!("3x{to}"), "settled": census.settled, "dead": census.dead,
            "periods": periods, "open": census.open, "widened": solver.widened(),
        });
        writeln!(out, "{said}")?;
    } else if !args.csv {
        write!(out, "{}", described(to, &census, solver))?;
    }
    Ok(out.flush()?)
}

/// Solves four rows or more and prints the fates of the columns.
fn many_rows(rows: u32, args: &PeriodsArgs, form: Form) -> Result<(), Stop> {
    if args.bfile.is_some() || args.certificate.is_some() || args.how.checkpoint.path().is_some() {
        return Err(Stop::refuse(
            "b-files, certificates and checkpoints are not written for the columns of four rows or more: take --csv or --json",
        ));
    }
    let to = args.to.unwrap_or(match rows {
        4 => 300,
        5 => 100,
        _ => 50,
    });
    let cols = u32::try_from(to).unwrap_or(u32::MAX);
    let third = args.third.map_or(cols, |third| u32::try_from(third).unwrap_or(u32::MAX));
    let (fates, _) = args
        .how
        .effort
        .work(&format!("solving {rows}x{to}"), |effort| Fates::up_to(rows, cols, third, effort))?;
    let fates = fates?;
    let mut out = BufWriter::new(stdout().lock());
    let names = &LETTERS[..rows as usize - 2];
    if args.csv {
        writeln!(out, "{},fate,b,period,pattern", names.join(","))?;
    }
    for (column, fate) in fates.iter().filter(|_| !args.census) {
        if let Some(line) = column_line(&column, fate, form) {
            writeln!(out, "{}", if args.csv || args.json { line } else { fitted(&line, width::columns()) })?;
        }
    }
    let census = fates.census();
    if args.json {
        let periods = census.periods.iter().map(|known| {
            serde_json::json!({"period": known.period, "columns": known.columns, "first": known.first})
        });
        let periods: Vec<_> = periods.collect();
        let said = serde_json::json!({
            "bar": format!("{rows}x{to}"), "third": fates.third(), "settled": census.settled,
            "never": census.never, "dead": census.dead, "periods": periods, "open": census.open,
        });
        writeln!(out, "{said}")?;
    } else if !args.csv {
        let bound = if fates.third() < cols { format!(", c up to {}", fates.third()) } else { String::new() };
        let heading = format!(
            "{rows}x{to}{bound}: columns {} with c below {} are settled; of all columns {} have no lost position, {} died and {} repeat",
            names.join(","),
            grouped(census.settled.into()),
            grouped(census.never),
            grouped(census.dead),
            grouped(census.periods.iter().map(|known| known.columns).sum()),
        );
        let mut facts = Facts::about(&fitted(&heading, width::columns()));
        for known in &census.periods {
            let columns = counted(known.columns, "column");
            let first = format!("{columns}, the first is {}", joined(&known.first, ","));
            facts.add(&format!("period {}", known.period), &first);
        }
        if census.open > 0 {
            let open = counted(census.open, "column");
            facts.add("open", &format!("{open}: not known from this bar"));
        }
        write!(out, "{}", facts.told())?;
    }
    Ok(out.flush()?)
}

/// Returns the rows of a column, from the third on.
const LETTERS: [&str; 4] = ["c", "d", "e", "f"];

fn joined(numbers: &[u32], between: &str) -> String {
    numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(between)
}

/// Says what became of a column of four rows or more, or nothing if it is unknown and not asked for.
fn column_line(column: &[u32], fate: &Fate, form: Form) -> Option<String> {
    let (name, b, pattern): (&str, Option<u32>, &[u32]) = match fate {
        Fate::Never { because } => ("never", Some(*because), &[]),
        Fate::Dies { at } => ("dies", Some(*at), &[]),
        Fate::Repeats { from, distances } => ("repeats", Some(*from), distances),
        _ => ("open", None, &[]),
    };
    let written = joined(column, ",");
    Some(match form {
        Form::Csv => {
            let b = b.map_or(String::new(), |b| b.to_string());
            let period = if pattern.is_empty() { String::new() } else { pattern.len().to_string() };
            format!("{written},{name},{b},{period},{}", joined(pattern, " "))
        }
        Form::Json => {
            let mut line = serde_json::json!({"fate": name});
            for (letter, &length) in LETTERS.iter().zip(column) {
                line[letter] = length.into();
            }
            if let Some(b) = b {
                line["b"] = b.into();
            }
            if !pattern.is_empty() {
                line["period"] = pattern.len().into();
                line["pattern"] = pattern.into();
            }
            line.to_string()
        }
        Form::Text => {
            let (third, lower) = (column[0], joined(&column[1..], ","));
            let said = match fate {
                Fate::Never { because: s } => {
                    let cut: Vec<u32> = column.iter().map(|&length| length.min(*s)).collect();
                    format!("never: {s},{s},{} is lost", joined(&cut, ","))
                }
                Fate::Dies { at: b } => format!("dies at {b}: {b},{b},{written} is lost"),
                Fate::Repeats { from, distances } if distances.len() == 1 => {
                    format!("from {from} on a = b + {}", distances[0])
                }
                Fate::Repeats { from, distances } => {
                    let pattern = joined(distances, ", ");
                    format!("from {from} on period {}: a - b = {pattern}", distances.len())
                }
                _ => return None,
            };
            format!("{third:>5},{lower}  {said}")
        }
    })
}

/// Solves three rows by their own method, even if they are longer than any bar that is played.
pub fn three_rows_to(cols: u32, checkpoint: &CheckpointArgs, effort: &Effort) -> Result<ThreeRows, Stop> {
    let solver = checkpoint.begin(
        || Ok(ThreeRows::new(cols, effort)?),
        |file| {
            let solver = ThreeRows::load(file, effort)?;
            match solver.cols() == cols {
                true => Ok(solver),
                false => Err(SolveError::other_bar((3, solver.cols()), (3, cols))),
            }
        },
    )?;
    checkpoint.advance(solver, effort, &mut |_| Ok(()))
}

/// Returns the column after the last one whose fate is known.
fn last_named(solver: &ThreeRows) -> u32 {
    (0..=solver.cols()).rev().find(|&r| solver.fate(r) != Fate::Open).map_or(0, |r| r + 1)
}

fn print_fate(args: &PeriodsArgs, column: u32, fate: &Fate, out: &mut impl Write) -> Result<(), Stop> {
    let line = match fate {
        Fate::Dies { at } => Line::Dies { column, q: *at },
        Fate::Repeats { from, distances } => {
            Line::Repeats { column, q: *from, period: distances.len(), pattern: distances }
        }
        _ => Line::Open { column },
    };
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&line).map_err(std::io::Error::from)?)?;
        return Ok(());
    }
    let said = match (line, args.csv) {
        (Line::Dies { column, q }, true) => format!("{column},dies,{q},,"),
        (Line::Repeats { column, q, period, pattern }, true) => {
            format!("{column},repeats,{q},{period},{}", joined(pattern, " "))
        }
        (Line::Open { column }, true) => format!("{column},open,,,"),
        (Line::Dies { column, q }, false) => format!("{column:>7}  dies at {q}: {q},{q},{column} is lost"),
        (Line::Repeats { column, q, period: 1, pattern }, false) => {
            format!("{column:>7}  from {q} on p = q + {}", joined(pattern, ""))
        }
        (Line::Repeats { column, q, period, pattern }, false) => {
            format!("{column:>7}  from {q} on period {period}: p - q = {}", joined(pattern, ", "))
        }
        (Line::Open { column }, false) => format!("{column:>7}  not known from this bar"),
    };
    writeln!(out, "{}", if args.csv { said } else { fitted(&said, width::columns()) })?;
    Ok(())
}

fn described(to: u64, census: &Census, solver: &ThreeRows) -> String {
    let repeating: u32 = census.periods.iter().map(|period| period.columns).sum();
    let settled = match census.settled {
        0 => "no column is settled".to_string(),
        settled => format!("columns 0 to {} are settled", grouped(u64::from(settled) - 1)),
    };
    let heading = format!(
        "3x{to}: {settled}; of all columns {} died and {} repeat",
        grouped(census.dead.into()),
        grouped(repeating.into())
    );
    let mut facts = Facts::about(&fitted(&heading, width::columns()));
    for period in &census.periods {
        let columns = counted(period.columns.into(), "column");
        facts.add(&format!("period {}", period.period), &format!("{columns}, the first is {}", period.first));
    }
    let open = counted(census.open.into(), "column");
    facts.add("open", &format!("{open} from {} on: not known from this bar", census.settled));
    if solver.widened() > 0 {
        let widened = counted(solver.widened() as u64, "column");
        facts.add("whole bit sets", &format!("{widened} outgrew their windows"));
    }
    facts.told()
}

fn print_sequence(sequence: Sequence, solver: &ThreeRows) -> Result<(), Stop> {
    // A sequence ends where columns are unsettled: beyond that a term might be missing.
    let settled = solver.census().settled;
    let fates = || (0..settled).map(|r| (r, solver.fate(r)));
    let steady = || {
        fates().filter_map(|(r, fate)| match fate {
            Fate::Repeats { from, distances } if distances.len() == 1 => Some((r, from, distances[0])),
            _ => None,
        })
    };
    let (number, about, first, values): (&str, &str, u64, Vec<u64>) = match sequence {
        Sequence::A029899 => {
            let counts = std::iter::once(0).chain(solver.lost_counts()).collect();
            ("A029899", "number of lost positions inside the 3 X n bar", 0, counts)
        }
        Sequence::A029900 => {
            // The bite 2,q+1 leaves p,q,q of the bar 3 X p; every q up to the longest bar occurs.
            let mut diagonal = vec![None; solver.done() as usize + 1];
            for p in 1..=solver.done() {
                let bites = solver.openings(p).unwrap_or_default();
                if let Some(bite) = bites.iter().find(|bite| bite.row == 2) {
                    diagonal[bite.col as usize - 1] = Some(u64::from(p));
                }
            }
            let known = diagonal.into_iter().map_while(|p| p).collect();
            ("A029900", "p of the lost positions p,q,q, for q = 0, 1, 2, ...", 0, known)
        }
        Sequence::A029901 => {
            let third =
                |n: &u32| solver.openings(*n).is_some_and(|bites| bites.iter().any(|bite| bite.row == 3));
            let bars = (1..=solver.done()).filter(third).map(u64::from).collect();
            ("A029901", "n such that 3 X n is won by a bite in the third row", 0, bars)
        }
        Sequence::A029902 => {
            let dying = fates().filter(|(_, fate)| matches!(fate, Fate::Dies { .. }));
            (
                "A029902",
                "third rows r such that some p,p,r is lost",
                0,
                dying.map(|(r, _)| r.into()).collect(),
            )
        }
        Sequence::A029903 => {
            ("A029903", "p - q of the columns of A029905", 0, steady().map(|(_, _, d)| d.into()).collect())
        }
        Sequence::A029904 => (
            "A029904",
            "the q from which the columns of A029905 are steady",
            0,
            steady().map(|(_, q, _)| q.into()).collect(),
        ),
        Sequence::A029905 => (
            "A029905",
            "third rows r with p - q the same from some q on",
            0,
            steady().map(|(r, ..)| r.into()).collect(),
        ),
        Sequence::A147983 => {
            let longer = |(r, fate): (u32, Fate)| match fate {
                Fate::Repeats { distances, .. } if distances.len() > 1 => Some(u64::from(r)),
                _ => None,
            };
            (
                "A147983",
                "third rows r with p - q of a period longer than 1",
                1,
                fates().filter_map(longer).collect(),
            )
        }
    };
    if values.is_empty() {
        return Err(Stop::Refused(format!(
            "no term of {number} is known from 3x{}: take more columns",
            solver.cols()
        )));
    }
    bfile::print(Some(number), about, (first..).zip(values))
}
