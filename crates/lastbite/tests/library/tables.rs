//! Tables on disk: what is written can be read, damaged ones are refused, and wrong ones are not proved.

use std::collections::HashSet;
use std::fs;
use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use lastbite::knowledge::WhyNot;
use lastbite::{Cancel, Chomp, Effort, Game, Knowledge, Outcome, Rows, Standing, Stopped, knowledge::Oracle};
use lastbite_engines::NoAnswer;
use lastbite_engines::Table;
use lastbite_engines::rank::{count, rank, unrank};
use lastbite_engines::sieve::{Keeper, Sieve, Solved};
use lastbite_engines::table::{Header, Measured, Share, TableError};
use proptest::prelude::*;
use tempfile::TempDir;

fn effort() -> Effort {
    Effort::unlimited().memory(1 << 30)
}

fn stopped() -> Effort {
    let cancel = Cancel::new();
    cancel.cancel();
    Effort::unlimited().cancelled_by(&cancel)
}

/// The lost ranks of a box by the definition, one position after another.
fn lost_ranks(kept: &Chomp) -> Vec<u64> {
    let mut lost = HashSet::new();
    let mut ranks = Vec::new();
    for rank in 0..count(kept.rows(), kept.cols()).unwrap() {
        let rows = unrank(rank, kept.rows()).unwrap();
        let stuck =
            rows.has(kept.poison()) && !kept.moves(&rows).any(|bite| lost.contains(&rows.bitten(bite)));
        if stuck {
            lost.insert(rows);
            ranks.push(rank);
        }
    }
    ranks
}

/// The box that a table keeps for a bar.
fn kept(bar: &Chomp) -> Chomp {
    let (rows, cols) = (bar.rows(), bar.cols());
    if bar.is_classic() && rows == cols && rows > 1 {
        return Chomp::new(rows - 1, cols).unwrap();
    }
    let poison = if rows > cols { bar.poison().mirrored() } else { bar.poison() };
    Chomp::new(rows.min(cols), rows.max(cols)).unwrap().with_poison(poison).unwrap()
}

/// Lost positions that another program claims to have found, by their ranks.
#[derive(Debug)]
struct Claimed(Vec<u64>);

impl Keeper for Claimed {
    fn is_lost(&self, _: &[u8]) -> Result<bool, NoAnswer> {
        Err(NoAnswer::NotKept("only ranks are claimed".to_string()))
    }

    fn lost_under(&self, _: u8) -> u64 {
        0
    }

    fn lost_ranks(&self) -> Box<dyn Iterator<Item = Result<u64, NoAnswer>> + '_> {
        let fails = self.0.is_empty().then(|| Err(NoAnswer::Unreadable("the card is gone".to_string())));
        Box::new(self.0.iter().copied().map(Ok).chain(fails))
    }

    fn bytes(&self) -> u64 {
        0
    }

    fn place(&self) -> String {
        "a claim".to_string()
    }
}

fn claimed(bar: &Chomp, ranks: Vec<u64>) -> Solved {
    Solved::kept_by(bar, Box::new(Claimed(ranks))).unwrap()
}

fn write(path: &Path, bar: &Chomp, ranks: Vec<u64>, effort: &Effort) -> Result<Header, TableError> {
    Table::write(path, claimed(bar, ranks).lost_ranks(), effort)
}

fn written(folder: &TempDir, bar: &str) -> PathBuf {
    let bar: Chomp = bar.parse().unwrap();
    let path = folder.path().join("table");
    write(&path, &bar, lost_ranks(&kept(&bar)), &effort()).unwrap();
    path
}

/// All positions inside a bar, by their ranks in the bar itself.
fn positions(bar: &Chomp) -> impl Iterator<Item = Rows> {
    let rows = bar.rows();
    (0..count(rows, bar.cols()).unwrap()).map(move |rank| unrank(rank, rows).unwrap())
}

fn says_the_truth(path: &Path) {
    let table = Table::open(path).unwrap();
    let bar = *table.bar();
    let truth: HashSet<Rows> =
        lost_ranks(&bar).into_iter().map(|rank| unrank(rank, bar.rows()).unwrap()).collect();
    for position in positions(&bar) {
        assert_eq!(table.is_lost(&position).unwrap(), truth.contains(&position), "{bar} at {position}");
        let winning: Vec<_> =
            bar.moves(&position).filter(|&bite| truth.contains(&position.bitten(bite))).collect();
        assert_eq!(table.winning_bites(&position).unwrap(), winning, "{bar} at {position}");
        let outcome = if truth.contains(&position) { Outcome::Loss } else { Outcome::Win };
        let standing = Standing::new(bar, position).unwrap();
        assert_eq!(table.ask(&standing, &effort()).outcome(), Some(outcome));
    }
}

#[test]
fn what_is_written_is_read() {
    let folder = TempDir::new().unwrap();
    let bars = [
        "1x1", "1x2", "2x1", "2x2", "3x3", "3x5", "5x3", "6x6", "5x7", "1x9", "4x5@2,3", "5x4@2,3",
        "3x3@3,3", "4x4@1,4",
    ];
    for bar in bars {
        says_the_truth(&written(&folder, bar));
    }
}

#[test]
fn positions_outside_the_bar_are_refused() {
    let folder = TempDir::new().unwrap();
    let table = Table::open(written(&folder, "4x6")).unwrap();
    let asked = |text: &str| table.is_lost(&text.parse().unwrap());
    assert!(matches!(asked("7"), Err(TableError::Outside { .. })));
    assert!(matches!(asked("5^5"), Err(TableError::Outside { .. })));
    // Turned over it fits.
    assert!(asked("4^6").is_ok());
    let elsewhere = Table::open(written(&folder, "4x6@1,2")).unwrap();
    assert!(matches!(elsewhere.is_lost(&"4^6".parse().unwrap()), Err(TableError::Outside { .. })));
    let another = Standing::read(Chomp::new(4, 6).unwrap(), "3").unwrap();
    let Knowledge::Unknown(unknown) = elsewhere.ask(&another, &effort()) else {
        panic!("the poison is elsewhere")
    };
    assert_eq!(unknown.why, WhyNot::NotMine);
}

/// Opens bytes that may be damaged and asks everything: the answer is an error or the truth.
fn errs_or_says_the_truth(bytes: Vec<u8>, sound: &Table, asked: &[Rows]) -> bool {
    let Ok(table) = Table::from_bytes(bytes) else { return true };
    let mut met = table.bar() != sound.bar();
    for position in asked {
        match table.is_lost(position) {
            Ok(lost) => assert_eq!(lost, sound.is_lost(position).unwrap(), "{position}"),
            Err(_) => met = true,
        }
    }
    met
}

#[test]
fn every_flipped_byte_of_a_small_file_is_met() {
    let folder = TempDir::new().unwrap();
    let path = written(&folder, "4x5");
    let (sound, bytes) = (Table::open(&path).unwrap(), fs::read(&path).unwrap());
    let asked: Vec<Rows> = positions(sound.bar()).collect();
    for at in 0..bytes.len() {
        for flip in [1, 2, 4, 8, 16, 32, 64, 128, 255] {
            let mut damaged = bytes.clone();
            damaged[at] ^= flip;
            assert!(
                errs_or_says_the_truth(damaged, &sound, &asked),
                "byte {at} flipped by {flip} goes unnoticed"
            );
        }
    }
}

#[test]
fn every_flipped_byte_of_a_file_of_several_lists_is_an_error_or_harmless() {
    let folder = TempDir::new().unwrap();
    let path = written(&folder, "10x10");
    let (sound, bytes) = (Table::open(&path).unwrap(), fs::read(&path).unwrap());
    let asked: Vec<Rows> = positions(sound.bar()).step_by(3001).collect();
    for at in (0..bytes.len()).step_by(3) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x41;
        errs_or_says_the_truth(damaged.clone(), &sound, &asked);
        // Reading it all meets the damage wherever it is.
        let all = Table::from_bytes(damaged).map(|table| table.lost_positions().all(|rows| rows.is_ok()));
        assert!(!all.unwrap_or(false), "byte {at}");
    }
}

#[test]
fn every_cut_off_file_is_refused_at_opening() {
    let folder = TempDir::new().unwrap();
    let bytes = fs::read(written(&folder, "4x5")).unwrap();
    for length in 0..bytes.len() {
        assert!(Table::from_bytes(bytes[..length].to_vec()).is_err(), "{length} bytes");
    }
    let longer = [bytes.as_slice(), b"more"].concat();
    assert!(matches!(Table::from_bytes(longer), Err(TableError::Length { .. })));
}

#[test]
fn foreign_and_newer_files_are_told_apart() {
    let folder = TempDir::new().unwrap();
    assert!(matches!(Table::from_bytes(b"PK\x03\x04 something else".repeat(40)), Err(TableError::Foreign)));
    assert!(matches!(Table::from_bytes(vec![]), Err(TableError::Damaged(_))));
    let mut bytes = fs::read(written(&folder, "4x5")).unwrap();
    bytes[15] = b'2';
    assert!(matches!(Table::from_bytes(bytes), Err(TableError::Newer(2))));
    assert!(matches!(Table::open(folder.path()), Err(TableError::Io(_))));
    assert!(matches!(Table::open(folder.path().join("nothing")), Err(TableError::Io(_))));
}

proptest! {
    #[test]
    fn no_bytes_after_a_sound_line_make_it_panic(noise in prop::collection::vec(any::<u8>(), 0..40), at in 256usize..400) {
        let folder = TempDir::new().unwrap();
        let path = written(&folder, "4x5");
        let (sound, mut bytes) = (Table::open(&path).unwrap(), fs::read(&path).unwrap());
        for (place, byte) in bytes.iter_mut().skip(at).zip(noise) {
            *place = byte;
        }
        let asked: Vec<Rows> = positions(sound.bar()).collect();
        errs_or_says_the_truth(bytes, &sound, &asked);
    }
}

fn proved(path: &Path, threads: usize) -> Result<lastbite_engines::table::Verified, TableError> {
    Table::open(path).unwrap().verify(&effort().threads(threads))
}

#[test]
fn sound_tables_are_proved() {
    let folder = TempDir::new().unwrap();
    for bar in ["1x1", "2x2", "5x7", "8x8", "9x10", "4x5@2,3", "5x4@3,2", "3x3@3,3"] {
        let path = written(&folder, bar);
        let table = Table::open(&path).unwrap();
        for threads in [1, 3] {
            let verified = proved(&path, threads).unwrap();
            assert_eq!(verified.lost, table.header().lost, "{bar}");
            if table.bar().is_classic() {
                assert_eq!(verified.lost + verified.won, table.header().positions, "{bar}");
            }
        }
        // Every bite to a lost position, counted from the other end.
        let kept = kept(table.bar());
        let bites: usize = positions(&kept)
            .map(|rows| Table::winning_bites(&table, &turned(&rows, table.bar())).unwrap().len())
            .sum();
        assert_eq!(proved(&path, 2).unwrap().bites, bites as u64, "{bar}");
    }
}

/// A position of the kept box as it is in the bar itself.
fn turned(rows: &Rows, bar: &Chomp) -> Rows {
    if bar.rows() > bar.cols() { rows.mirrored() } else { rows.clone() }
}

#[test]
fn wrong_tables_are_not_proved() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("table");
    let bar = Chomp::new(5, 7).unwrap();
    let right = lost_ranks(&bar);
    let write = |ranks: Vec<u64>| write(&path, &bar, ranks, &effort()).unwrap();
    for left_out in 0..right.len() {
        let mut ranks = right.clone();
        ranks.remove(left_out);
        write(ranks);
        assert!(matches!(proved(&path, 2), Err(TableError::Wrong(_))), "without number {left_out}");
    }
    for added in (0..count(5, 7).unwrap()).step_by(9).filter(|rank| !right.contains(rank)) {
        let mut ranks = right.clone();
        ranks.push(added);
        ranks.sort_unstable();
        write(ranks);
        assert!(matches!(proved(&path, 2), Err(TableError::Wrong(_))), "with rank {added} too many");
    }
    write(right);
    assert!(proved(&path, 2).is_ok());
    let table = Table::open(&path).unwrap();
    assert!(matches!(table.verify(&effort().memory(10)), Err(TableError::TooLittleMemory { .. })));
    assert!(matches!(table.verify(&stopped()), Err(TableError::Stopped(Stopped::Cancelled))));
}

#[test]
fn a_stopped_build_leaves_the_old_file_and_no_half_one() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("table");
    fs::write(&path, "the old one").unwrap();
    let bar = Chomp::new(10, 10).unwrap();
    let result = write(&path, &bar, lost_ranks(&kept(&bar)), &stopped());
    assert!(matches!(result, Err(TableError::Stopped(Stopped::Cancelled))));
    assert_eq!(fs::read_to_string(&path).unwrap(), "the old one");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    for ranks in [vec![5, 3], vec![5, 5], vec![0, 1 << 40]] {
        let wrong = write(&path, &bar, ranks, &effort());
        assert!(matches!(wrong, Err(TableError::Wrong(_))), "ranks ascend inside the box");
    }
    // Nor does a card that fails half-way.
    let failed = write(&path, &bar, Vec::new(), &effort()).unwrap_err();
    assert_eq!(failed.to_string(), "the card is gone");
    assert_eq!(fs::read_to_string(&path).unwrap(), "the old one");
    let large = Chomp::new(99, 99).unwrap();
    assert!(matches!(write(&path, &large, vec![1], &effort()), Err(TableError::TooLarge(_))));
}

#[test]
fn the_first_line_can_be_read_by_people() {
    let folder = TempDir::new().unwrap();
    let bytes = fs::read(written(&folder, "8x8")).unwrap();
    let line = std::str::from_utf8(&bytes[..256]).unwrap();
    assert!(
        line.starts_with("lastbite-table 1 chomp:8x8 kept chomp:7x8 positions 6434 lost 225 bytes "),
        "{line}"
    );
    assert!(line.ends_with(" \n"));
}

#[cfg(unix)]
#[test]
fn links_are_followed_and_what_is_no_file_is_refused() {
    let folder = TempDir::new().unwrap();
    let (real, link, pipe) =
        (folder.path().join("real"), folder.path().join("link"), folder.path().join("pipe"));
    fs::write(&real, "old").unwrap();
    std::os::unix::fs::symlink(&real, &link).unwrap();
    let write = |path: &Path| write(path, &Chomp::new(1, 1).unwrap(), vec![1], &effort());
    write(&link).unwrap();
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(Table::open(&real).is_ok());
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    assert!(write(&pipe).is_err());
    assert!(write(folder.path()).is_err());
    let long = folder.path().join("n".repeat(250));
    write(&long).unwrap();
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 4);
}

#[test]
fn the_sieve_is_proved_up_to_14x14_by_the_other_algorithm() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("table");
    for bar in ["14x14", "12x13", "6x30", "11x11@4,5"] {
        let bar: Chomp = bar.parse().unwrap();
        let solved = Sieve::of(&bar).solve(&effort()).unwrap();
        Table::write(&path, solved.lost_ranks(), &effort()).unwrap();
        proved(&path, 2).unwrap();
    }
}

/// A first line that says what it should not, with a checksum that fits.
fn crafted(said: &str) -> Vec<u8> {
    let line = format!("{said} check {:08x}", crc32fast::hash(said.as_bytes()));
    let mut bytes = format!("{line:<255}\n").into_bytes();
    bytes.resize(400, 0);
    bytes
}

#[test]
fn crafted_first_lines_are_refused() {
    for said in [
        "lastbite-table 1 chomp:4x5 kept chomp:4x5 positions 18446744073709551615 lost 1 bytes 400",
        "lastbite-table 1 chomp:4x5 kept chomp:5x5 positions 125 lost 1 bytes 400",
        "lastbite-table 1 chomp:99x99 kept chomp:98x99 positions 125 lost 1 bytes 400",
        "lastbite-table 1 chomp:20x20 kept chomp:19x20 positions 68923264409 lost 1 bytes 400",
        "lastbite-table 1 nim:4,5 kept chomp:4x5 positions 125 lost 1 bytes 400",
    ] {
        assert!(Table::from_bytes(crafted(said)).is_err(), "{said}");
    }
    // This one fits, but its index is all zeros.
    let hollow = "lastbite-table 1 chomp:4x5 kept chomp:4x5 positions 125 lost 1 bytes 400";
    let table = Table::from_bytes(crafted(hollow)).unwrap();
    assert!(matches!(table.is_lost(&"3".parse().unwrap()), Err(TableError::Damaged(_))));
}

#[test]
fn a_first_line_that_is_not_text_or_of_an_earlier_format_is_damaged() {
    let folder = TempDir::new().unwrap();
    let sound = fs::read(written(&folder, "4x5")).unwrap();
    for (at, byte) in [(100, 0xff), (15, b'0'), (15, b'x')] {
        let mut bytes = sound.clone();
        bytes[at] = byte;
        assert!(matches!(Table::from_bytes(bytes), Err(TableError::Damaged(_))), "byte {at} is {byte}");
    }
}

#[test]
fn a_file_has_room_for_its_index_at_least() {
    // The line, one entry of twelve bytes, and the end of eight: a table of empty lists.
    for length in [275, 276] {
        let said = format!("lastbite-table 1 chomp:4x5 kept chomp:4x5 positions 125 lost 0 bytes {length}");
        let mut bytes = crafted(&said);
        bytes.truncate(length);
        let opened = Table::from_bytes(bytes);
        match length {
            276 => assert!(opened.is_ok()),
            _ => assert!(matches!(opened, Err(TableError::Length { expected: 275, found: 275 }))),
        }
    }
}

/// A table of 4x5 with this one list, whatever it is: its checksums fit.
fn with_list(list: &[u8]) -> Table {
    let (begin, end) = (276u64, 276 + list.len() as u64);
    let mut bytes =
        crafted(&format!("lastbite-table 1 chomp:4x5 kept chomp:4x5 positions 125 lost 1 bytes {end}"));
    let covered = [&0u64.to_le_bytes(), &begin.to_le_bytes(), list].concat();
    bytes.truncate(256);
    bytes.extend(begin.to_le_bytes());
    bytes.extend(crc32fast::hash(&covered).to_le_bytes());
    bytes.extend(end.to_le_bytes());
    bytes.extend(list);
    Table::from_bytes(bytes).unwrap()
}

#[test]
fn lists_that_were_written_wrong_are_met_though_their_checksums_fit() {
    let ranks = |list: &[u8]| {
        let table = with_list(list);
        let ranks = table.lost_ranks().positions();
        ranks
            .map(|rows| rows.map(|rows| rank(&rows, table.bar().rows()).unwrap()))
            .collect::<Result<Vec<u64>, _>>()
    };
    // One number, seven low bits as they are.
    assert_eq!(ranks(&[1, 0, 0, 0, 7, 125 << 1]).unwrap(), [125], "the last position of the box");
    assert!(matches!(ranks(&[1, 0, 0, 0, 7, 126 << 1]), Err(NoAnswer::Unreadable(_))), "beyond the box");
    assert!(matches!(ranks(&[2, 0, 0, 0, 7, 1 << 1]), Err(NoAnswer::Unreadable(_))), "one of two is missing");
}

#[test]
fn squares_are_halved_and_nothing_else_is() {
    let folder = TempDir::new().unwrap();
    let bars =
        [("5x5", true), ("2x2", true), ("1x1", false), ("4x5", false), ("5x4", false), ("4x4@2,2", false)];
    for (bar, halved) in bars {
        let table = Table::open(written(&folder, bar)).unwrap();
        assert_eq!(table.header().is_halved(), halved, "{bar}");
    }
}

#[test]
fn shares_side_by_side_make_the_same_file() {
    let bar: Chomp = "11x11".parse().unwrap();
    let solved = Sieve::of(&bar).solve(&effort()).unwrap();
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("table");
    let header = Table::write(&path, solved.lost_ranks(), &effort()).unwrap();
    let whole = fs::read(&path).unwrap();
    for count in [1, 2, 4, 100] {
        let shares: Vec<Share> = (0..count).map(|nth| Share::of(bar, nth, count).unwrap()).collect();
        assert_eq!((shares[0].ranks().start, shares[shares.len() - 1].ranks().end), (0, 352_716));
        assert!(shares.windows(2).all(|two| two[0].ranks().end == two[1].ranks().start));
        let measured: Vec<Measured> =
            shares.iter().map(|share| share.measure(solved.lost_ranks(), &effort()).unwrap()).collect();
        let all: u64 = measured.iter().map(|measured| measured.bytes).sum();
        assert_eq!(measured.iter().map(|measured| measured.lost).sum::<u64>(), header.lost);
        // The last comes first: each knows its place.
        let (mut file, mut before) = (Cursor::new(Vec::new()), all);
        for (share, measured) in shares.iter().zip(&measured).rev() {
            before -= measured.bytes;
            assert_eq!(share.write(&mut file, before, solved.lost_ranks(), &effort()).unwrap(), *measured);
        }
        assert_eq!(Share::finish(&mut file, bar, header.lost, all).unwrap(), header);
        assert!(file.into_inner() == whole, "{count} shares");
        // A rank beyond the box is refused, and ranks out of order, even those of other shares.
        let last = shares[shares.len() - 1].ranks().end;
        for wrong in [vec![last], vec![last - 1, last - 1], vec![2, 1]] {
            let share = &shares[shares.len() - 1];
            assert!(share.measure(claimed(&bar, wrong).lost_ranks(), &effort()).is_err());
        }
    }
    assert_eq!(Share::of(bar, 4, 4).unwrap().ranks().count(), 0, "there are four, from 0");
}

#[test]
fn a_proof_counts_what_is_won_and_every_bite_to_what_is_lost() {
    let folder = TempDir::new().unwrap();
    for bar in ["3x5", "4x5@2,3", "3x3@3,3", "1x6"] {
        let path = written(&folder, bar);
        let table = Table::open(&path).unwrap();
        let game = *table.bar();
        let winning: Vec<usize> = positions(&game)
            .filter(|rows| rows.has(game.poison()))
            .map(|rows| table.winning_bites(&rows).unwrap().len())
            .collect();
        let verified = proved(&path, 2).unwrap();
        assert_eq!(verified.lost, winning.iter().filter(|&&bites| bites == 0).count() as u64, "{bar}");
        assert_eq!(verified.won, winning.iter().filter(|&&bites| bites > 0).count() as u64, "{bar}");
        assert_eq!(verified.bites, winning.iter().sum::<usize>() as u64, "{bar}");
    }
}

#[test]
fn a_proof_that_fails_says_where() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("table");
    let said = |bar: &str, listed: &[&str]| {
        let bar: Chomp = bar.parse().unwrap();
        let mut ranks: Vec<u64> =
            listed.iter().map(|rows| rank(&rows.parse().unwrap(), bar.rows()).unwrap()).collect();
        ranks.sort_unstable();
        write(&path, &bar, ranks, &effort()).unwrap();
        proved(&path, 1).unwrap_err().to_string()
    };
    // Won are 2, 3 and 1,1 with the lone poison listed; of the other five nothing is known.
    assert_eq!(
        said("2x3", &["1"]),
        "this table is wrong: 5 positions are neither listed nor won by any bite"
    );
    assert_eq!(
        said("2x3", &["1", "3"]),
        "this table is wrong: 3 is listed as lost, but a bite leads from it to another that is listed"
    );
    assert_eq!(
        said("2x3@2,2", &["3,1"]),
        "this table is wrong: 3,1 is listed, but its poison has been eaten"
    );
}

#[test]
fn a_proof_takes_exactly_the_memory_it_says_and_tells_how_far_it_is() {
    let bar: Chomp = "13x13".parse().unwrap();
    let solved = Sieve::of(&bar).solve(&effort()).unwrap();
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("table");
    Table::write(&path, solved.lost_ranks(), &effort()).unwrap();
    let table = Table::open(&path).unwrap();
    let seen = Arc::new(Mutex::new(Vec::new()));
    let sink = seen.clone();
    let watched = effort().threads(1).watched(move |progress| sink.lock().unwrap().extend(progress.share));
    let needed = table.memory_to_verify(&watched);
    assert!(table.verify(&watched.clone().memory(needed)).is_ok());
    // Of 80 lists every 64th is reported; marking takes 97 % of the time.
    assert_eq!(*seen.lock().unwrap(), [0.0, 0.97 * 64.0 / 80.0, 1.0]);
    let refused = table.verify(&watched.memory(needed - 1));
    assert!(matches!(refused, Err(TableError::TooLittleMemory { .. })));
}

/// A 12x13 table was once written from the ranks of 12x12, and called nearly every lost position won.
#[test]
fn a_table_is_never_written_from_the_ranks_of_another_bar() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("table");
    let (small, large): (Chomp, Chomp) = ("12x12".parse().unwrap(), "12x13".parse().unwrap());
    let solved = Sieve::of(&small).solve(&effort()).unwrap();
    // There is no way to name another bar: the ranks bring their own.
    assert_eq!(Table::write(&path, solved.lost_ranks(), &effort()).unwrap().bar, small);
    let share = Share::of(large, 0, 1).unwrap();
    let refused = share.write(&mut Cursor::new(Vec::new()), 0, solved.lost_ranks(), &effort()).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "these are lost positions of chomp:12x12, and the table is one of chomp:12x13"
    );
    assert!(matches!(share.measure(solved.lost_ranks(), &effort()), Err(TableError::OtherBar { .. })));
    // The box of 13x13 is that of 12x13, but the bar is another.
    let square = Sieve::of(&"13x13".parse().unwrap()).solve(&effort()).unwrap();
    assert!(matches!(share.measure(square.lost_ranks(), &effort()), Err(TableError::OtherBar { .. })));
}

#[test]
fn a_table_lists_the_lost_positions_of_its_bar() {
    let folder = TempDir::new().unwrap();
    for bar in ["7x7", "5x8", "8x5", "4x4@2,3", "1x1"] {
        let table = Table::open(written(&folder, bar)).unwrap();
        let solved = Sieve::of(table.bar()).solve(&effort()).unwrap();
        assert!(table.lost_positions().eq(solved.lost_positions()), "{bar}");
        assert_eq!(table.lost_ranks().count(), Ok(table.header().lost));
    }
}
