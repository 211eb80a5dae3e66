//! `lastbite-cluster table 22x22 -o 22x22.table`: all lost positions in one file, with a share written by
//! every rank.
//!
//! A rank's share of the file is a run of ranks, not the parts it has solved, so it fetches the blocks of
//! that run. It does so twice: once to measure its lists, and again to write them, when all know how long the
//! shares before theirs are.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write, stdout};
use std::path::{Path, PathBuf};

use clap::Args;
use lastbite_engines::Bar;
use lastbite_engines::sieve::plan::{Block, Plan};
use lastbite_engines::table::{Header, Measured, Share, TableError};
use lastbite_engines::{Keep, NoAnswer};
use lastbite_work::file::name_draft;
use lastbite_work::notation::{Bytes, counted};

use crate::cache::Turn;
use crate::ranks::Ranks;
use crate::runner::Runner;
use crate::solve::{Solved, WorkArgs};
use crate::stop::{Stop, shown};

/// Solve a bar on all ranks and write all its lost positions to one file
#[derive(Args, Debug)]
pub struct TableArgs {
    /// The bar: rows x columns, as in 16x16, or 8x10@3,4 with the poison on square 3,4
    #[arg(value_name = "BAR")]
    bar: Bar,
    /// The file to write, where every rank can write it; named after the bar if not given, as in
    /// chomp-16x16.table
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Replace a file that is already there
    #[arg(long, alias = "overwrite")]
    force: bool,
    #[command(flatten)]
    work: WorkArgs,
}

/// The turns that read the table's blocks come after those of all parts.
const AFTER_ALL_PARTS: Turn = 1 << 30;

/// How many blocks ahead are requested.
const AHEAD: usize = 64;

/// Solves a bar and writes its table.
pub fn run(args: &TableArgs, ranks: &Ranks) -> Result<(), Stop> {
    let named = || PathBuf::from(format!("{}.table", args.bar.to_string().replace([':', '@', ','], "-")));
    let path = args.output.clone().unwrap_or_else(named);
    // Before the work, not after it.
    ranks.agree(if ranks.is_first() { check(&path, args.force) } else { Ok(()) })?;
    args.work.solve(&args.bar, Keep::Everything, ranks, |solved| {
        let draft = draft_of(&path);
        let written = write(args.bar, &draft, solved);
        let (lost, bytes) = written.inspect_err(|_| drop(fs::remove_file(&draft)))?;
        if !ranks.is_first() {
            return Ok(());
        }
        let header = finish(args.bar, &draft, lost, bytes)
            .inspect_err(|_| drop(fs::remove_file(&draft)))
            .map_err(|error| refused(&path, &error))?;
        name(&draft, &path, args.force)?;
        let each = header.bytes as f64 / header.lost.max(1) as f64;
        writeln!(
            stdout(),
            "{}: {} of {} in {} ({each:.2} bytes each)",
            shown(&path),
            counted(header.lost, "lost position"),
            header.kept,
            Bytes(header.bytes),
        )?;
        Ok(())
    })
}

/// Says whether the file can be written.
fn check(path: &Path, force: bool) -> Result<(), Stop> {
    let file = shown(path);
    if path.exists() && !force {
        let sentence =
            format!("{file} is already there; name another file with -o, or replace it with --force");
        return Err(Stop::Refused(sentence));
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
        let sentence = format!("there is no folder {}; name a file in one that exists", shown(folder));
        return Err(Stop::Refused(sentence));
    }
    // A pipe in its place would wait for a reader forever.
    if fs::symlink_metadata(draft_of(path)).is_ok_and(|found| !found.is_file()) {
        let draft = draft_of(path);
        return Err(Stop::Refused(format!("{} is not an ordinary file; remove it", shown(&draft))));
    }
    lastbite_work::file::can_write(path)
        .map_err(|error| Stop::Refused(format!("cannot write {file}: {error}; name another file with -o")))
}

/// The name of the file while it is being written.
fn draft_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".unfinished");
    name.into()
}

/// Writes this rank's share; returns the lost positions of all ranks, and the bytes of their lists.
fn write(bar: Bar, draft: &Path, solved: &Solved<'_>) -> Result<(u64, u64), Stop> {
    let ranks = solved.ranks;
    let share = ranks.agree(Share::of(bar, ranks.me as u64, ranks.count as u64).map_err(Stop::from))?;
    let blocks = blocks_of(solved.plan, &share);
    let (runner, effort) = (solved.runner, solved.effort);
    let lost = |pass: Turn| {
        solved.plan.ranks(Walk { runner, blocks: &blocks, pass, at: 0, found: Vec::new().into_iter() })
    };
    let measured = solved.read_together(|| share.measure(lost(0), effort));
    let measured = ranks.agree(measured.map_err(Stop::from))?;
    let before = ranks.sum_before(measured.bytes);

    let made = if ranks.is_first() { File::create(draft).map(drop) } else { Ok(()) };
    ranks.agree(made.map_err(|error| refused(draft, &error.into())))?;
    let written = solved.read_together(|| -> Result<Measured, TableError> {
        let mut file = BufWriter::with_capacity(1 << 20, OpenOptions::new().write(true).open(draft)?);
        let written = share.write(&mut file, before, lost(1), effort)?;
        file.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
        Ok(written)
    });
    let written = ranks.agree(written.map_err(|error| refused(draft, &error)))?;
    let sums = ranks.sum(&[written.lost, written.bytes]);
    Ok((sums[0], sums[1]))
}

/// Completes the draft with its header.
fn finish(bar: Bar, draft: &Path, lost: u64, bytes: u64) -> Result<Header, TableError> {
    let mut file = OpenOptions::new().write(true).open(draft)?;
    let header = Share::finish(&mut file, bar, lost, bytes)?;
    file.sync_all()?;
    Ok(header)
}

/// Gives the complete table its name. It may have taken hours, so it is never removed if that fails.
fn name(draft: &Path, path: &Path, replace: bool) -> Result<(), Stop> {
    name_draft(draft, path, replace).map_err(|error| {
        let (draft, path) = (shown(draft), shown(path));
        Stop::Refused(format!("the table cannot be named {path}: {error}; it is complete, and it is {draft}"))
    })
}

/// Lists the blocks that have ranks of a share, in the order of their ranks.
fn blocks_of(plan: &Plan, share: &Share) -> Vec<Block> {
    let (ranks, (_, cols)) = (share.ranks(), plan.stored_box());
    let under = |first_row: u8| {
        let parts = (0..plan.len()).take_while(move |&part| plan.part(part).shortest() <= first_row);
        parts.map(move |part| Block { part, first_row })
    };
    let overlaps = |block: &Block| {
        let first = plan.first_rank(*block);
        first < ranks.end && first + u64::from(plan.positions_of(*block)) > ranks.start
    };
    (0..=cols).flat_map(under).filter(overlaps).collect()
}

/// The lost positions of some blocks, one after the other.
struct Walk<'a> {
    runner: &'a Runner<'a>,
    blocks: &'a [Block],
    pass: Turn,
    at: usize,
    found: std::vec::IntoIter<(Block, u32)>,
}

impl Walk<'_> {
    fn turn(&self, at: usize) -> Turn {
        AFTER_ALL_PARTS + self.pass * self.blocks.len() as Turn + at as Turn
    }

    /// Reads the next block, if there is one.
    fn read(&mut self) -> Result<bool, NoAnswer> {
        let Some(&block) = self.blocks.get(self.at) else { return Ok(false) };
        let ahead = if self.at == 0 { 1..AHEAD } else { self.at + AHEAD - 1..self.at + AHEAD };
        for at in ahead {
            if let Some(&later) = self.blocks.get(at) {
                self.runner.plan_ahead(self.turn(at), later);
            }
        }
        let found = self.runner.read_along(self.turn(self.at), block, |lost| {
            lost.ranks().map(|rank| (block, rank)).collect::<Vec<_>>()
        });
        // If a block never comes, the run itself reports that, and ends all ranks.
        let gone = || NoAnswer::Unreadable("a block of another rank did not come".to_string());
        self.found = found.ok_or_else(gone)?.into_iter();
        self.at += 1;
        Ok(true)
    }
}

impl Iterator for Walk<'_> {
    type Item = Result<(Block, u32), NoAnswer>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(found) = self.found.next() {
                return Some(Ok(found));
            }
            match self.read() {
                Ok(true) => {}
                Ok(false) => return None,
                Err(no_answer) => return Some(Err(no_answer)),
            }
        }
    }
}

fn refused(path: &Path, error: &TableError) -> Stop {
    Stop::Refused(format!("cannot write {}: {error}; nothing was written", shown(path)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_complete_table_survives_where_it_cannot_be_named() {
        let folder = tempfile::tempdir().expect("a folder");
        let (draft, path) = (folder.path().join("it.table.unfinished"), folder.path().join("it.table"));
        fs::write(&draft, "hours of work").expect("a draft");
        fs::write(&path, "another table").expect("a file");
        let Err(Stop::Refused(sentence)) = name(&draft, &path, false) else { panic!("the name is taken") };
        assert!(sentence.ends_with("it.table.unfinished"), "{sentence}");
        assert_eq!(fs::read_to_string(&draft).expect("it is there"), "hours of work");
        assert_eq!(fs::read_to_string(&path).expect("it is there"), "another table");

        name(&draft, &path, true).expect("it may be replaced");
        assert_eq!(fs::read_to_string(&path).expect("it is there"), "hours of work");
    }

    #[test]
    fn a_complete_table_is_named_where_there_are_no_hard_links() {
        let folder = tempfile::tempdir().expect("a folder");
        let (draft, path) = (folder.path().join("it.table.unfinished"), folder.path().join("it.table"));
        // No system makes hard links to folders, so one stands for a file on a system without links.
        fs::create_dir(&draft).expect("a folder");
        name(&draft, &path, false).expect("the name is free");
        assert!(path.is_dir() && !draft.exists());
    }
}
