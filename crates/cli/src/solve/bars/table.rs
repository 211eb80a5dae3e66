//! `lastbite table`: the lost positions of a bar in a file. Build it, look at it, prove it, ask it.

use std::io::{Write, stdout};
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::{Args, Subcommand};
use lastbite::notation::{Bytes, counted, grouped};
use lastbite::{Chomp, Game, Rows, Stopped};
use lastbite_engines::table::TableError;
use lastbite_engines::{Solve, Table};

use crate::manners::facts::Facts;
use crate::manners::figures::{listed, time};
use crate::manners::output::OutputArgs;
use crate::manners::prompt::{Stop, fitted};
use crate::manners::record_file::shown;
use crate::manners::width;
use crate::manners::work::EffortArgs;
use crate::solve::bars::listing::{Ended, Filter, Form, list};
use crate::solve::bars::place::PlaceArgs;

/// Make and use files of lost positions
#[derive(Subcommand, Debug)]
pub enum TableCommand {
    /// Solve a bar and write all its lost positions to a file
    Build(Build),
    /// Describe what a file contains
    Info(Info),
    /// Prove that a file is right, by another algorithm than the one that made it
    Verify(Verify),
    /// Say who wins a position, and by which bites
    Lookup(Lookup),
    /// List all lost positions of a file
    Export(Export),
}

/// Runs one of the table commands.
pub fn run(command: &TableCommand) -> Result<(), Stop> {
    if let TableCommand::Export(export) = command {
        return export.run();
    }
    let mut out = stdout().lock();
    match command {
        TableCommand::Export(_) => Ok(()),
        TableCommand::Build(build) => build.run(&mut out),
        TableCommand::Info(info) => info.run(&mut out),
        TableCommand::Verify(verify) => verify.run(&mut out),
        TableCommand::Lookup(lookup) => lookup.run(&mut out),
    }?;
    Ok(out.flush()?)
}

/// The arguments of `table build`.
#[derive(Args, Debug)]
#[command(after_help = "Without -o the file is named after the bar, as in chomp-16x16.table.

Example: lastbite table build 16x16")]
pub struct Build {
    /// The bar: rows x columns, as in 16x16, or 8x10@3,4 with the poison on square 3,4
    #[arg(value_name = "BAR")]
    bar: Chomp,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    place: PlaceArgs,
    #[command(flatten)]
    effort: EffortArgs,
}

impl Build {
    fn run(&self, out: &mut impl Write) -> Result<(), Stop> {
        let usual = PathBuf::from(format!("{}.table", self.bar.to_string().replace([':', '@', ','], "-")));
        let file = self.output.file_or(&usual)?;
        file.check()?;
        let path = file.path();
        let what = format!("solving {}", self.bar);
        let solve = Solve::of(&self.bar).on(self.place.place()?);
        let (solved, _) = self.effort.work(&what, |effort| solve.sieve(effort))?;
        let solved = solved?;
        let lost = counted(solved.lost_count(), "lost position");
        let what = format!("writing {}", shown(path));
        let (header, _) = self.effort.work(&what, |effort| match file.replaces() {
            true => Table::write(path, solved.lost_ranks(), effort),
            false => Table::write_new(path, solved.lost_ranks(), effort),
        })?;
        let header = header.map_err(|error| refused("write", path, error))?;
        let what = format!("{lost} of {} in {}", self.bar, Bytes(header.bytes));
        let each = format!("({:.2} bytes each)", header.bytes as f64 / header.lost.max(1) as f64);
        let what = match header.is_halved() {
            true => {
                let (kept, of) = (grouped(header.lost), header.kept);
                format!(
                    "{what}; a square is kept one row shorter, as the {kept} of {of} {each}: the rest follows by symmetry"
                )
            }
            false => format!("{what} {each}"),
        };
        writeln!(out, "{}", file.told(&what))?;
        Ok(())
    }
}

/// The arguments of `table info`.
#[derive(Args, Debug)]
#[command(after_help = "Example: lastbite table info chomp-16x16.table")]
pub struct Info {
    /// The file
    file: PathBuf,
}

impl Info {
    fn run(&self, out: &mut impl Write) -> Result<(), Stop> {
        let table = opened(&self.file)?;
        let header = table.header();
        let mut facts = Facts::about(&shown(&self.file));
        facts.add("bar", &header.bar.to_string());
        let rest = match header.is_halved() {
            true => ", the rest follows by symmetry",
            false if header.kept != header.bar => ", the bar turned over",
            false => "",
        };
        facts.add("kept", &format!("{}{rest}", header.kept));
        facts.add("positions", &grouped(header.positions));
        facts.add("lost positions", &grouped(header.lost));
        let each = header.bytes as f64 / header.lost.max(1) as f64;
        facts.add("size", &format!("{} ({each:.2} bytes a lost position)", Bytes(header.bytes)));
        facts.add("lists", "checked when they are read; table verify checks and proves them all");
        write!(out, "{}", facts.told())?;
        Ok(())
    }
}

/// The arguments of `table verify`.
#[derive(Args, Debug)]
#[command(after_help = "Example: lastbite table verify chomp-16x16.table")]
pub struct Verify {
    /// The file
    file: PathBuf,
    #[command(flatten)]
    effort: EffortArgs,
}

impl Verify {
    fn run(&self, out: &mut impl Write) -> Result<(), Stop> {
        let table = opened(&self.file)?;
        let (proved, seconds) =
            self.effort.work(&format!("proving {}", shown(&self.file)), |effort| table.verify(effort))?;
        let proved = proved.map_err(|error| refused("prove", &self.file, error))?;
        writeln!(out, "{} is proved:", shown(&self.file))?;
        let (bar, kept) = (table.bar(), table.header().kept);
        let mut say = |words: String| writeln!(out, "{}", fitted(&format!("  {words}"), width::columns()));
        let lost = grouped(proved.lost);
        say(format!("{lost} positions of {kept} are lost: none can be bitten to another of them"))?;
        say(format!("{} are won: each can be bitten to a lost one", grouped(proved.won)))?;
        say(format!(
            "by following {} bites backwards from the lost positions, not by the sieve that made the file ({})",
            grouped(proved.bites),
            time(seconds)
        ))?;
        if table.header().is_halved() {
            say(format!("the rest of {bar} follows: it is the mirror image, or won by 2,2, or the even L"))?;
        }
        Ok(())
    }
}

/// The arguments of `table lookup`.
#[derive(Args, Debug)]
#[command(after_help = "Example: lastbite table lookup chomp-16x16.table 10^3,8^5")]
pub struct Lookup {
    /// The file
    file: PathBuf,
    /// The position: its row lengths, as in 10^3,8^5
    position: Rows,
}

impl Lookup {
    fn run(&self, out: &mut impl Write) -> Result<(), Stop> {
        let table = opened(&self.file)?;
        let rows = &self.position;
        let damaged = |error| refused("use", &self.file, error);
        let started = Instant::now();
        let lost = table.is_lost(rows).map_err(damaged)?;
        let first = started.elapsed();
        let winning = table.winning_bites(rows).map_err(damaged)?;
        if table.bar().is_over(rows) && !lost {
            writeln!(out, "{rows}: won, because the poison has been eaten")?;
        } else if table.bar().is_over(rows) {
            writeln!(out, "{rows}: lost, nothing but the poison is left")?;
        } else if lost {
            writeln!(out, "{rows}: lost, every bite leaves the opponent a won position")?;
        } else {
            let said = format!("{rows}: won by {}", listed(&winning));
            writeln!(out, "{}", fitted(&said, width::columns()))?;
        }
        writeln!(out, "looked up in {:.1} microseconds", first.as_secs_f64() * 1e6)?;
        Ok(())
    }
}

/// The arguments of `table export`.
#[derive(Args, Debug)]
#[command(after_help = "Example:
  $ lastbite table build 8x10 -o 8x10.table
  8x10.table: 1,000 lost positions of chomp:8x10 in 1.2 kB (1.18 bytes each)
  $ lastbite table export 8x10.table --first 4
  1
  2,1
  2,2,1
  2,2,2,1")]
pub struct Export {
    /// The file
    file: PathBuf,
    #[command(flatten)]
    filter: Filter,
    #[command(flatten)]
    form: Form,
    #[command(flatten)]
    effort: EffortArgs,
}

impl Export {
    fn run(&self) -> Result<(), Stop> {
        let table = opened(&self.file)?;
        list(&self.filter, &self.form, table.bar().rows(), &[], |list| {
            let (done, _) =
                self.effort.stream(&format!("reading {}", shown(&self.file)), true, |effort| {
                    for (number, rows) in table.lost_positions().enumerate() {
                        if number % 4096 == 0 {
                            effort.check().map_err(|_| Stop::Stopped)?;
                        }
                        let rows = rows.map_err(|error| refused("read", &self.file, error.into()))?;
                        if let Ended::Enough = list.add(rows.lengths())? {
                            break;
                        }
                    }
                    Ok(())
                })?;
            done
        })
    }
}

fn opened(path: &Path) -> Result<Table, Stop> {
    Table::open(path).map_err(|error| refused("open", path, error))
}

/// Says what could not be done with a file, and why.
fn refused(what: &str, path: &Path, error: TableError) -> Stop {
    match error {
        TableError::Stopped(Stopped::Cancelled) => Stop::Stopped,
        error => Stop::Refused(format!("cannot {what} {}: {error}", shown(path))),
    }
}
