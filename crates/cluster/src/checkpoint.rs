//! The checkpoint: a folder with every finished part, from which a killed run goes on, even with more or
//! fewer ranks.
//!
//! ```text
//! FOLDER/plan             one line: the bar, the limit of blocks, a checksum
//! FOLDER/voice-NUMBER     there while a run is on: see `voice`
//! FOLDER/3/1702.parts     what rank 3 has finished between two times, named after one of its parts; written whole:
//!   header                what this is, the checksum of the plan, how many parts
//!   index                 for each part: its number, where it is, how long it is, its checksum; then the index's own
//!   parts                 for each block of the part the length of its list, and the list: see `Packed`
//! ```
//!
//! Every rank writes to a folder of its own, because on a shared file system a rank cannot know whose draft a
//! file is. A part is a function of the plan, so any set of finished parts is a good start: a rank that
//! resumes takes from all files the parts that are now its own. Numbers are little-endian.
//!
//! If not everything is kept, a part is forgotten only when all parts that read it have been written. So the
//! files have every finished part, and a rank that resumes at once forgets what no remaining part reads.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use lastbite_engines::Bar;
use lastbite_engines::Keep;
use lastbite_engines::sieve::packed::Packed;
use lastbite_engines::sieve::plan::{Block, Plan};

use crate::deal::Deal;
use crate::stop::{Stop, shown};
use crate::store::{Cell, Store};

const PLAN: &str = "plan";
const EXTENSION: &str = "parts";
const MAGIC: &[u8; 16] = b"lastbite-parts 2";
/// How files of an earlier version began, which had lists of two bytes for each lost position.
const EARLIER: &[u8; 16] = b"lastbite-parts 1";
/// The magic, the checksum of the plan, and how many parts.
const HEADER: usize = 16 + 4 + 4;
/// Which part, where it begins, how long it is, its checksum.
const ENTRY: usize = 8 + 8 + 8 + 4;

/// A folder in which finished parts are kept.
#[derive(Clone, Debug)]
pub struct Checkpoint {
    folder: PathBuf,
    /// The checksum of the plan's line: anything about another plan is ignored.
    check: u32,
}

impl Checkpoint {
    /// Opens a folder for a bar, or makes it; also returns the block limit of the work that is there, else
    /// `limit`.
    pub fn open(folder: &Path, bar: &Bar, limit: u64) -> Result<(Self, u64), Stop> {
        let plan = folder.join(PLAN);
        let limit = match read_small(&plan) {
            Ok(line) => {
                let (of, limit) = read_line(&line).ok_or_else(|| {
                    let why = "its file 'plan' is damaged or is something else";
                    refused(folder, &format!("{why}; name another folder"))
                })?;
                if of != *bar {
                    return Err(refused(
                        folder,
                        &format!("it is the checkpoint of {of}, not of {bar}; name another folder"),
                    ));
                }
                limit
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                make(folder)?;
                if fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some()) {
                    let why =
                        "it has other things in it and no file 'plan'; name an empty folder or a new one";
                    return Err(refused(folder, &why));
                }
                lastbite_work::file::write_whole(&plan, |file| file.write_all(line(bar, limit).as_bytes()))
                    .map_err(|error| unwritable(folder, &error))?;
                limit
            }
            Err(error) => return Err(refused(folder, &format!("{error}; name another folder"))),
        };
        Ok((Self::of(folder, bar, limit), limit))
    }

    /// Takes a folder that is already open.
    pub fn of(folder: &Path, bar: &Bar, limit: u64) -> Self {
        Self { folder: folder.to_path_buf(), check: crc32fast::hash(line(bar, limit).as_bytes()) }
    }

    /// Says whether a folder is the checkpoint of this plan, as another rank has opened it.
    pub fn is_there(folder: &Path, bar: &Bar, limit: u64) -> bool {
        read_small(&folder.join(PLAN)).is_ok_and(|there| there == line(bar, limit))
    }

    /// Writes finished parts of this rank to a file of their own, complete or not at all.
    pub fn write(&self, plan: &Plan, deal: &Deal, store: &Store<'_>, parts: &[usize]) -> io::Result<()> {
        let Some(&first) = parts.first() else { return Ok(()) };
        let folder = self.folder.join(deal.me.to_string());
        fs::create_dir_all(&folder)?;
        lastbite_work::file::write_whole(folder.join(format!("{first}.{EXTENSION}")), |file| {
            self.fill(file, plan, store, parts)
        })
    }

    fn fill(
        &self,
        file: &mut (impl Write + Seek),
        plan: &Plan,
        store: &Store<'_>,
        parts: &[usize],
    ) -> io::Result<()> {
        let mut head = MAGIC.to_vec();
        head.extend(self.check.to_le_bytes());
        head.extend((parts.len() as u32).to_le_bytes());
        let mut at = (HEADER + parts.len() * ENTRY + 4) as u64;
        file.seek(SeekFrom::Start(at))?;
        let mut bytes = Vec::new();
        for &part in parts {
            bytes.clear();
            for block in plan.blocks(plan.part(part)) {
                let lost = match &*store.look(block) {
                    Cell::Here(lost) => Arc::clone(lost),
                    Cell::ToCome => return Err(io::Error::other("a part is not finished")),
                    Cell::Forgotten => return Err(io::Error::other("a part was forgotten too soon")),
                };
                bytes.extend((lost.list().len() as u32).to_le_bytes());
                bytes.extend_from_slice(lost.list());
            }
            file.write_all(&bytes)?;
            head.extend((part as u64).to_le_bytes());
            head.extend(at.to_le_bytes());
            head.extend((bytes.len() as u64).to_le_bytes());
            head.extend(crc32fast::hash(&bytes).to_le_bytes());
            at += bytes.len() as u64;
        }
        head.extend(crc32fast::hash(&head).to_le_bytes());
        file.seek(SeekFrom::Start(0))?;
        file.write_all(&head)
    }

    /// Takes the parts that are this rank's from all files; returns how many there were.
    pub fn read(&self, plan: &Plan, deal: &Deal, store: &Store<'_>) -> Result<usize, Stop> {
        // What no unfinished part reads is not loaded into memory, if not everything is kept.
        let left = match store.keeps() {
            Keep::Everything => 0,
            Keep::Openings => {
                let mut is_finished = vec![false; plan.len()];
                self.each_file(|path| {
                    let (_, entries) = self.index(path, plan)?;
                    entries.iter().for_each(|entry| is_finished[entry.part] = true);
                    Ok(0)
                })?;
                let left = plan.parts().find(|part| !is_finished[part.index]);
                left.map_or(u32::MAX, |part| plan.turn(part))
            }
        };
        self.each_file(|path| self.take(path, plan, deal, store, left))
    }

    /// Does something with each file, and adds up the results.
    fn each_file(&self, mut each: impl FnMut(&Path) -> Result<usize, String>) -> Result<usize, Stop> {
        let mut taken = 0;
        for path in self.files().map_err(|error| refused(&self.folder, &error))? {
            taken += each(&path).map_err(|why| {
                Stop::Refused(format!(
                    "cannot resume from {}: {why}; delete it, and its parts will be solved again",
                    shown(&path)
                ))
            })?;
        }
        Ok(taken)
    }

    /// Lists all files of all ranks, in a fixed order.
    fn files(&self) -> io::Result<Vec<PathBuf>> {
        let mut files = Vec::new();
        for rank in fs::read_dir(&self.folder)? {
            let rank = rank?.path();
            if !rank.is_dir() {
                continue;
            }
            for file in fs::read_dir(rank)? {
                let file = file?.path();
                if file.extension().is_some_and(|extension| extension == EXTENSION) {
                    files.push(file);
                }
            }
        }
        files.sort_unstable();
        Ok(files)
    }

    /// Opens a file and reads its index.
    fn index(&self, path: &Path, plan: &Plan) -> Result<(File, Vec<Entry>), String> {
        // A pipe might never end.
        if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
            return Err("it is not an ordinary file".into());
        }
        let mut file = File::open(path).map_err(|error| error.to_string())?;
        let length = file.metadata().map_err(|error| error.to_string())?.len();
        let mut head = vec![0; HEADER];
        file.read_exact(&mut head).map_err(|_| damaged())?;
        if head[..16] == EARLIER[..] {
            return Err("an earlier version has written it".into());
        }
        if head[..16] != MAGIC[..] {
            return Err(damaged());
        }
        if number(&head[16..20]) != u64::from(self.check) {
            return Err("it belongs to another bar".into());
        }
        let parts = number(&head[20..24]) as usize;
        if (HEADER + 4) as u64 + parts as u64 * ENTRY as u64 > length {
            return Err(damaged());
        }
        let indexed = HEADER + parts * ENTRY;
        head.resize(indexed + 4, 0);
        file.read_exact(&mut head[HEADER..]).map_err(|_| damaged())?;
        if number(&head[indexed..]) != u64::from(crc32fast::hash(&head[..indexed])) {
            return Err(damaged());
        }
        let entries: Vec<Entry> = head[HEADER..indexed].chunks_exact(ENTRY).map(Entry::of).collect();
        let fits = |entry: &Entry| {
            entry.part < plan.len() && entry.at.checked_add(entry.bytes).is_some_and(|end| end <= length)
        };
        entries.iter().all(fits).then_some((file, entries)).ok_or_else(damaged)
    }

    /// Takes the parts of this rank from a file; of blocks that are not read from a turn on, only what the
    /// answer needs.
    fn take(
        &self,
        path: &Path,
        plan: &Plan,
        deal: &Deal,
        store: &Store<'_>,
        left: u32,
    ) -> Result<usize, String> {
        let (mut file, entries) = self.index(path, plan)?;
        let mut taken = 0;
        for Entry { part, at, bytes, check } in entries {
            if !deal.is_mine(part) || store.has_part(part) {
                continue;
            }
            let mut list = vec![0; bytes as usize];
            let read = file.seek(SeekFrom::Start(at)).and_then(|_| file.read_exact(&mut list));
            read.map_err(|_| damaged())?;
            if crc32fast::hash(&list) != check {
                return Err(damaged());
            }
            for (block, lost) in blocks_in(plan, part, &list).ok_or_else(damaged)? {
                if plan.last_turn(block) < left {
                    store.set_forgotten(block, &lost);
                } else {
                    store.set(block, lost).map_err(|error| error.to_string())?;
                }
            }
            taken += 1;
        }
        Ok(taken)
    }
}

/// Where a part is in a file.
struct Entry {
    part: usize,
    at: u64,
    bytes: u64,
    check: u32,
}

impl Entry {
    /// Reads the entry of an index.
    fn of(bytes: &[u8]) -> Self {
        Self {
            part: number(&bytes[..8]) as usize,
            at: number(&bytes[8..16]),
            bytes: number(&bytes[16..24]),
            check: number(&bytes[24..]) as u32,
        }
    }
}

fn damaged() -> String {
    "it is damaged".to_string()
}

/// What a rank writes now and then: a disk that is full for a while does not end the run.
#[derive(Debug)]
pub struct Keeper<'a> {
    checkpoint: &'a Checkpoint,
    /// Held by the writer, so that no two write at the same time.
    unwritten: Mutex<Unwritten>,
}

#[derive(Debug, Default)]
struct Unwritten {
    /// The finished parts that could not be written yet.
    parts: Vec<usize>,
    was_said: bool,
}

impl<'a> Keeper<'a> {
    /// Makes the keeper of a rank.
    pub fn new(checkpoint: &'a Checkpoint) -> Self {
        Self { checkpoint, unwritten: Mutex::default() }
    }

    /// Writes the parts that are finished now, and those that could not be written before, and tells
    /// `written` which they are; `warn` hears once why that fails. They are tried again the next time.
    pub fn write(
        &self,
        plan: &Plan,
        deal: &Deal,
        store: &Store<'_>,
        finished: impl FnOnce() -> Vec<usize>,
        written: impl FnOnce(&[usize]),
        warn: impl FnOnce(&str),
    ) {
        let mut unwritten = self.unwritten.lock().unwrap_or_else(PoisonError::into_inner);
        unwritten.parts.extend(finished());
        match self.checkpoint.write(plan, deal, store, &unwritten.parts) {
            Ok(()) => written(&std::mem::take(&mut *unwritten).parts),
            Err(_) if unwritten.was_said => {}
            Err(error) => {
                unwritten.was_said = true;
                warn(&format!(
                    "the checkpoint {} could not be written ({error}); the run goes on, and tries again at the next one",
                    shown(&self.checkpoint.folder)
                ));
            }
        }
    }
}

/// Reads the blocks of a part; `None` when they are not complete.
fn blocks_in(plan: &Plan, part: usize, mut bytes: &[u8]) -> Option<Vec<(Block, Packed)>> {
    let mut blocks = Vec::new();
    for block in plan.blocks(plan.part(part)) {
        let (length, rest) = bytes.split_at_checked(4)?;
        let (list, rest) = rest.split_at_checked(number(length) as usize)?;
        let lost = Packed::from_list(list.to_vec(), plan.positions_of(block))?;
        blocks.push((block, lost.ascends().then_some(lost)?));
        bytes = rest;
    }
    bytes.is_empty().then_some(blocks)
}

/// Reads a number of up to eight bytes.
fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

/// Writes the line of a plan.
fn line(bar: &Bar, limit: u64) -> String {
    let said = format!("lastbite-cluster 1 {bar} blocks {limit}");
    format!("{said} check {:08x}\n", crc32fast::hash(said.as_bytes()))
}

/// Reads the line of a plan: anything not exactly as it would be written is refused.
fn read_line(text: &str) -> Option<(Bar, u64)> {
    let [_, _, bar, "blocks", limit, "check", _] = text.split_whitespace().collect::<Vec<_>>()[..] else {
        return None;
    };
    let (bar, limit) = (bar.parse().ok()?, limit.parse().ok()?);
    (line(&bar, limit) == text).then_some((bar, limit))
}

/// Reads a file that should be one line, or just the beginning of anything longer.
fn read_small(path: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("its 'plan' is not an ordinary file"));
    }
    File::open(path)?.take(1000).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Makes a folder, if there is one to make it in.
fn make(folder: &Path) -> Result<(), Stop> {
    if folder.is_dir() {
        return Ok(());
    }
    fs::create_dir(folder).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => {
            let why = "there is no folder to make it in; name one in a folder that exists";
            Stop::Refused(format!("the checkpoint {} cannot be made: {why}", shown(folder)))
        }
        io::ErrorKind::AlreadyExists => {
            refused(folder, &"it is not a folder; name one, or one that is not there yet")
        }
        _ => unwritable(folder, &error),
    })
}

fn refused(folder: &Path, why: &dyn std::fmt::Display) -> Stop {
    Stop::Refused(format!("cannot use the checkpoint {}: {why}", shown(folder)))
}

fn unwritable(folder: &Path, error: &io::Error) -> Stop {
    Stop::Refused(format!(
        "the checkpoint {} could not be written ({error}); make room or name another folder, and run it again",
        shown(folder)
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::alone::Alone;
    use lastbite_engines::Effort;

    #[test]
    fn what_was_written_comes_back_to_any_number_of_ranks_and_what_is_damaged_does_not() {
        let scratch = tempfile::tempdir().expect("a folder");
        let folder = scratch.path().join("work");
        let bar: Bar = "9x10".parse().expect("a bar");
        let effort = Effort::default();
        let (checkpoint, limit) = Checkpoint::open(&folder, &bar, 500).expect("a new folder");
        assert_eq!(limit, 500);
        let plan = Plan::of(&bar, limit, &effort).expect("a plan");
        let deal = Deal::new(&plan, 0, 1);
        let store = Store::new(&plan, &deal, Keep::Everything).expect("a store");
        Alone(&store).solve(&plan, |_| {});
        let parts: Vec<usize> = plan.parts().map(|part| part.index).collect();
        let half = parts.len() / 2;
        checkpoint.write(&plan, &deal, &store, &parts[..half]).expect("written");
        checkpoint.write(&plan, &deal, &store, &parts[half..]).expect("written");

        let (again, limit) = Checkpoint::open(&folder, &bar, 77).expect("the same folder");
        assert_eq!(limit, 500, "the plan is the one that was begun");
        for keep in [Keep::Everything, Keep::Openings] {
            let mut lost = vec![0; store.lost_under().len()];
            for me in 0..3 {
                let deal = Deal::new(&plan, me, 3);
                let share = Store::new(&plan, &deal, keep).expect("a store");
                assert_eq!(again.read(&plan, &deal, &share), Ok(deal.mine().len()));
                lost.iter_mut().zip(share.lost_under()).for_each(|(lost, here)| *lost += here);
                for block in deal.mine().flat_map(|part| plan.blocks(plan.part(part))) {
                    match (&*store.look(block), &*share.look(block)) {
                        (Cell::Here(lost), Cell::Here(found)) => assert!(lost.ranks().eq(found.ranks())),
                        // All parts are finished, so none of them is read again.
                        (Cell::Here(_), Cell::Forgotten) => assert_eq!(keep, Keep::Openings),
                        (_, found) => panic!("{found:?}"),
                    }
                }
            }
            assert_eq!(lost, store.lost_under());
        }

        assert!(Checkpoint::open(&folder, &"9x9".parse().expect("a bar"), 500).is_err());
        let file = folder.join("0").join(format!("{}.parts", parts[0]));
        let whole = fs::read(&file).expect("the file");
        for at in [0, 17, 21, 30, HEADER + half * ENTRY + 1, whole.len() - 1] {
            let mut damaged = whole.clone();
            damaged[at] ^= 4;
            fs::write(&file, &damaged).expect("written");
            let share = Store::new(&plan, &deal, Keep::Everything).expect("a store");
            let refused = again.read(&plan, &deal, &share);
            assert!(
                matches!(&refused, Err(Stop::Refused(why)) if why.contains("delete it, and its parts")),
                "{at}: {refused:?}"
            );
        }
        fs::write(&file, [EARLIER, &whole[16..]].concat()).expect("written");
        let share = Store::new(&plan, &deal, Keep::Everything).expect("a store");
        let refused = again.read(&plan, &deal, &share);
        let words = "an earlier version has written it; delete it, and its parts";
        assert!(matches!(&refused, Err(Stop::Refused(why)) if why.contains(words)), "{refused:?}");
        for length in [0, 10, HEADER, HEADER + 100, whole.len() - 1] {
            fs::write(&file, &whole[..length]).expect("written");
            let share = Store::new(&plan, &deal, Keep::Everything).expect("a store");
            assert!(again.read(&plan, &deal, &share).is_err(), "{length} bytes");
        }
    }

    /// Solves a small bar, and returns everything that a checkpoint is written from.
    fn with_a_solved_bar(test: impl FnOnce(&Path, &Checkpoint, &Plan, &Deal, &Store<'_>, Vec<usize>)) {
        let scratch = tempfile::tempdir().expect("a folder");
        let folder = scratch.path().join("work");
        let bar: Bar = "6x6".parse().expect("a bar");
        let (checkpoint, limit) = Checkpoint::open(&folder, &bar, 100).expect("a new folder");
        let plan = Plan::of(&bar, limit, &Effort::default()).expect("a plan");
        let deal = Deal::new(&plan, 0, 1);
        let store = Store::new(&plan, &deal, Keep::Everything).expect("a store");
        Alone(&store).solve(&plan, |_| {});
        let parts = plan.parts().map(|part| part.index).collect();
        test(&folder, &checkpoint, &plan, &deal, &store, parts);
    }

    #[test]
    fn what_cannot_be_written_is_said_once_and_tried_again() {
        with_a_solved_bar(|folder, checkpoint, plan, deal, store, parts| {
            let keeper = Keeper::new(checkpoint);
            // Where the folder of rank 0 would be.
            let in_the_way = folder.join("0");
            fs::write(&in_the_way, "").expect("written");
            let (mut said, mut written) = (Vec::new(), Vec::new());
            let (some, rest) = parts.split_at(parts.len() / 2);
            let mut write = |parts: &[usize]| {
                keeper.write(
                    plan,
                    deal,
                    store,
                    || parts.to_vec(),
                    |parts| written.extend_from_slice(parts),
                    |why| said.push(why.to_string()),
                );
            };
            write(some);
            write(rest);
            fs::remove_file(&in_the_way).expect("it was there");
            write(&[]);
            assert_eq!(written, parts, "and then it is said which");
            assert!(matches!(&said[..], [once] if once.contains("the run goes on")), "{said:?}");
            let again = Store::new(plan, deal, Keep::Everything).expect("a store");
            assert_eq!(
                checkpoint.read(plan, deal, &again),
                Ok(parts.len()),
                "everything was written at last"
            );
        });
    }

    /// Makes a pipe that is open at both ends and full of something, so that a reader does not wait forever.
    #[cfg(unix)]
    fn pipe(path: &Path) -> File {
        let made = std::process::Command::new("mkfifo").arg(path).status().expect("mkfifo is everywhere");
        assert!(made.success());
        let mut both = File::options().read(true).write(true).open(path).expect("a pipe");
        both.write_all(&[b' '; 4096]).expect("a pipe holds that much");
        both
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_in_place_of_a_file_is_refused() {
        with_a_solved_bar(|folder, checkpoint, plan, deal, store, parts| {
            let is_refused = |refused: Option<Stop>, words: &str| {
                assert!(matches!(&refused, Some(Stop::Refused(why)) if why.contains(words)), "{refused:?}");
            };
            checkpoint.write(plan, deal, store, &parts).expect("written");
            let _parts = pipe(&folder.join("0").join("pipe.parts"));
            let again = Store::new(plan, deal, Keep::Everything).expect("a store");
            let refused = checkpoint.read(plan, deal, &again).err();
            is_refused(refused, "not an ordinary file; delete it, and its parts");
            let line = folder.join(PLAN);
            fs::remove_file(&line).expect("it was there");
            let _plan = pipe(&line);
            let refused = Checkpoint::open(folder, &"6x6".parse().expect("a bar"), 100).err();
            is_refused(refused, "its 'plan' is not an ordinary file");
        });
    }

    #[test]
    fn ranks_that_do_not_ascend_are_refused() {
        let bar: Bar = "9x10".parse().expect("a bar");
        let plan = Plan::of(&bar, 500, &Effort::default()).expect("a plan");
        let part = plan.parts().find(|&part| plan.blocks(part).any(|block| plan.positions_of(block) > 200));
        let part = part.expect("a long block");
        // The first long block has two ranks of its first run, and the others have none.
        let bytes = |low: [u8; 2]| {
            let (mut bytes, mut is_first) = (Vec::new(), true);
            for block in plan.blocks(part) {
                let is_long = plan.positions_of(block) > 200;
                if is_long && is_first {
                    bytes.extend([10, 0, 0, 0, 0b11, 0, 0, 0, 0, 0, 0, 0, low[0], low[1]]);
                } else {
                    bytes.extend([0; 4]);
                }
                is_first &= !is_long;
            }
            bytes
        };
        assert!(blocks_in(&plan, part.index, &bytes([5, 120])).is_some());
        assert!(blocks_in(&plan, part.index, &bytes([120, 5])).is_none());
        assert!(blocks_in(&plan, part.index, &bytes([5, 5])).is_none());
    }
}
