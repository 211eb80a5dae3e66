//! The proof of a table, by a different algorithm from the one that made it.
//!
//! The sieve asks of a position, in order of rank, whether any bite leads to a lost one. The proof goes the
//! other way: for every listed position it marks all positions that can be bitten to it, in any order. A list
//! is the set of lost positions exactly if
//!
//! 1. no listed position is marked: no bite leads from one to another, so there is no escape from one;
//! 2. every other position is marked: there is a bite to a listed one, so it is won.
//!
//! (By induction on the number of squares, there is only one such set.) One bit a position, so the box of
//! 18x18, with 4.5 billion positions, takes 570 MB. For a square bar this proves the (n-1) x n box that is
//! kept; what is not kept follows from the theorem of the bite 2,2.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::{Table, TableError};
use crate::Rows;
use lastbite_work::effort::Effort;
use lastbite_work::threads;

/// What a proof has shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Verified {
    /// How many positions were proved lost.
    pub lost: u64,
    /// How many positions were proved won.
    pub won: u64,
    /// How many bites to a lost position were followed backwards.
    pub bites: u64,
}

/// The share of the time that goes into marking; the rest is checking the marks.
const MARKING: f64 = 0.97;

/// After this many steps of a few nanoseconds it is time to check whether to stop.
const OFTEN: u64 = 1 << 20;

impl Table {
    /// Returns how much memory [`verify`](Table::verify) takes, in bytes.
    pub fn memory_to_verify(&self, effort: &Effort) -> u64 {
        let threads = effort.threads_used() as u64;
        // Besides the marks, each thread has the lost positions of one bucket of 65,536, coded and as ranks of
        // eight bytes in a list that doubles when it is full.
        (self.frame.positions() / 8).saturating_add(((1 << 16) + (1 << 17)) * threads).saturating_add(1 << 16)
    }

    /// Proves the table, by marking all predecessors of every listed position.
    pub fn verify(&self, effort: &Effort) -> Result<Verified, TableError> {
        let (needed, allowed) = (self.memory_to_verify(effort), effort.memory_allowed());
        if needed > allowed {
            return Err(TableError::TooLittleMemory { needed, allowed });
        }
        let marks = Marks::new(self.frame.positions(), effort)?;
        let eaten = mark_eaten(self, &marks, effort)?;
        let buckets = self.buckets();
        let (next, lost, bites) = (AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0));
        let failed = AtomicBool::new(false);

        let work = || -> Result<(), TableError> {
            let mut backwards = Backwards::new(self, &marks, effort);
            loop {
                let bucket = next.fetch_add(1, Ordering::Relaxed);
                if bucket >= buckets || failed.load(Ordering::Relaxed) {
                    break;
                }
                effort.check()?;
                let ranks = self.ranks_of(bucket)?;
                lost.fetch_add(ranks.len() as u64, Ordering::Relaxed);
                for rank in ranks {
                    backwards.mark_predecessors(rank)?;
                }
                if bucket.is_multiple_of(64) {
                    effort.report_share(MARKING * bucket as f64 / buckets as f64);
                }
            }
            bites.fetch_add(backwards.bites, Ordering::Relaxed);
            Ok(())
        };
        let guarded = || work().inspect_err(|_| failed.store(true, Ordering::Relaxed));
        threads::run_on_all(effort.threads_used(), guarded)
            .into_iter()
            .collect::<Result<(), TableError>>()?;

        let lost = lost.into_inner();
        if lost != self.header.lost {
            let wrong = format!("it lists {lost} positions and says {}", self.header.lost);
            return Err(TableError::Wrong(wrong));
        }
        let mut seen = 0u64;
        for bucket in 0..buckets {
            for rank in self.ranks_of(bucket)? {
                seen += 1;
                if seen.is_multiple_of(OFTEN) {
                    effort.check()?;
                }
                if marks.has(rank) {
                    return Err(TableError::Wrong(format!(
                        "{} is listed as lost, but a bite leads from it to another that is listed",
                        self.position(rank)
                    )));
                }
            }
        }
        let marked = marks.count(effort)?;
        if marked + lost != self.frame.positions() {
            let missing = self.frame.positions() - marked - lost;
            return Err(TableError::Wrong(format!(
                "{missing} positions are neither listed nor won by any bite"
            )));
        }
        effort.report_share(1.0);
        Ok(Verified { lost, won: marked - eaten, bites: bites.into_inner() })
    }
}

impl Table {
    /// Counts the positions of `rows` rows whose first row is shorter than this.
    #[inline]
    fn ranks_before(&self, rows: usize, length: u8) -> u64 {
        if length == 0 { 0 } else { self.counts.get(rows, usize::from(length) - 1) }
    }

    /// Returns the position of the box that has a rank.
    fn position(&self, rank: u64) -> Rows {
        let mut lengths = vec![0; self.frame.rows.into()];
        self.counts.unrank(rank, &mut lengths);
        self.frame.position(&lengths)
    }
}

/// One bit a position.
struct Marks(Vec<AtomicU64>);

impl Marks {
    /// Allocates the memory step by step: the system needs time to hand out gigabytes, and may refuse.
    fn new(positions: u64, effort: &Effort) -> Result<Self, TableError> {
        let words = positions.div_ceil(64);
        let refused = || TableError::Refused(words * 8);
        let mut marks = Vec::new();
        marks.try_reserve_exact(usize::try_from(words).map_err(|_| refused())?).map_err(|_| refused())?;
        while (marks.len() as u64) < words {
            effort.check()?;
            let step = (words - marks.len() as u64).min(OFTEN);
            marks.extend((0..step).map(|_| AtomicU64::new(0)));
        }
        Ok(Marks(marks))
    }

    #[inline]
    fn set(&self, rank: u64) {
        let (word, bit) = (&self.0[(rank / 64) as usize], 1 << (rank % 64));
        // A locked write costs ten times a read, and about every third mark is already there.
        if word.load(Ordering::Relaxed) & bit == 0 {
            word.fetch_or(bit, Ordering::Relaxed);
        }
    }

    /// Sets all bits from `begin` up to `end`, whole words at a time where it can.
    fn set_run(&self, begin: u64, end: u64, effort: &Effort) -> Result<(), TableError> {
        let mut rank = begin;
        while rank < end {
            if rank.is_multiple_of(64 * OFTEN) {
                effort.check()?;
            }
            if rank.is_multiple_of(64) && end - rank >= 64 {
                self.0[(rank / 64) as usize].store(u64::MAX, Ordering::Relaxed);
                rank += 64;
            } else {
                self.set(rank);
                rank += 1;
            }
        }
        Ok(())
    }

    fn has(&self, rank: u64) -> bool {
        self.0[(rank / 64) as usize].load(Ordering::Relaxed) >> (rank % 64) & 1 == 1
    }

    fn count(&self, effort: &Effort) -> Result<u64, TableError> {
        let mut count = 0;
        for words in self.0.chunks(OFTEN as usize) {
            effort.check()?;
            count +=
                words.iter().map(|word| u64::from(word.load(Ordering::Relaxed).count_ones())).sum::<u64>();
        }
        Ok(count)
    }
}

/// Marks the positions without the poison, which are never played, and counts them.
fn mark_eaten(table: &Table, marks: &Marks, effort: &Effort) -> Result<u64, TableError> {
    fn below(
        table: &Table,
        marks: &Marks,
        effort: &Effort,
        row: u8,
        bound: u8,
        start: u64,
    ) -> Result<(), TableError> {
        let (poison_row, poison_col) = table.frame.poison_kept();
        let left = usize::from(table.frame.rows - row);
        if row + 1 == poison_row {
            // Rows shorter than the poison's column come first: one run of ranks.
            let run = table.counts.get(left, usize::from(bound.min(poison_col - 1)));
            marks.set_run(start, start + run, effort)?;
            return Ok(effort.check()?);
        }
        (0..=bound).try_for_each(|length| {
            below(table, marks, effort, row + 1, length, start + table.ranks_before(left, length))
        })
    }
    below(table, marks, effort, 0, table.frame.cols, 0)?;
    marks.count(effort)
}

/// Follows bites backwards.
struct Backwards<'a> {
    table: &'a Table,
    marks: &'a Marks,
    effort: &'a Effort,
    rows: Vec<u8>,
    bites: u64,
    /// The bites until the next check whether to stop: a single position can be reached by billions of bites.
    unchecked: u64,
}

impl<'a> Backwards<'a> {
    fn new(table: &'a Table, marks: &'a Marks, effort: &'a Effort) -> Self {
        Backwards { table, marks, effort, rows: vec![0; table.frame.rows.into()], bites: 0, unchecked: OFTEN }
    }

    /// Marks every position from which one bite leads to the position of this rank.
    ///
    /// A bite in row i that leaves v squares there cuts every lower row to at most v. So before it, row i was
    /// longer than v, the rows below it that are now v may have been anything from v upwards, and the shorter
    /// ones were what they are.
    fn mark_predecessors(&mut self, rank: u64) -> Result<(), TableError> {
        self.table.counts.unrank(rank, &mut self.rows);
        let (poison_row, poison_col) = self.table.frame.poison_kept();
        if self.rows[usize::from(poison_row) - 1] < poison_col {
            let position = self.table.position(rank);
            return Err(TableError::Wrong(format!("{position} is listed, but its poison has been eaten")));
        }
        for row in 0..self.rows.len() {
            let left = self.rows[row];
            let most = if row == 0 { self.table.frame.cols } else { self.rows[row - 1] };
            let free = self.rows[row..].iter().take_while(|&&length| length == left).count();
            self.lengthen(row, row + free, left + 1, most, rank)?;
        }
        Ok(())
    }

    /// Marks the positions in which the rows from `row` up to `end` are longer, `least` to `most` the first
    /// of them.
    fn lengthen(&mut self, row: usize, end: usize, least: u8, most: u8, rank: u64) -> Result<(), TableError> {
        if self.bites >= self.unchecked {
            self.effort.check()?;
            self.unchecked = self.bites + OFTEN;
        }
        let below = self.rows.len() - row;
        let left = self.rows[row];
        let base = rank - self.table.ranks_before(below, left);
        for length in least..=most {
            let rank = base + self.table.ranks_before(below, length);
            if row + 1 == end {
                self.marks.set(rank);
                self.bites += 1;
            } else {
                self.lengthen(row + 1, end, left, length, rank)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Bar;
    use crate::sieve::Sieve;
    use lastbite_work::effort::Cancel;

    #[test]
    fn whoever_marks_long_runs_asks_every_64_words_of_a_million_bits_whether_to_go_on() {
        let cancel = Cancel::new();
        let marks = Marks::new(1 << 27, &Effort::default()).expect("16 megabytes");
        let effort = Effort::default().cancelled_by(&cancel);
        cancel.cancel();
        assert!(marks.set_run(64, 64 * OFTEN, &effort).is_ok());
        assert!(marks.set_run(64, 64 * OFTEN + 1, &effort).is_err());
        assert_eq!(marks.count(&Effort::default()).expect("nobody stops it"), 64 * OFTEN - 64);
    }

    /// One bite leads from every position with all rows and columns to the L.
    #[cfg(feature = "files")]
    #[test]
    fn whoever_follows_the_bites_to_one_position_asks_whether_to_go_on() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("13x14.table");
        let bar = Bar::new(13, 14).expect("a bar");
        let solved = Sieve::of(&bar).solve(&Effort::default()).expect("small");
        Table::write(&path, solved.lost_ranks(), &Effort::default()).expect("a table");
        let table = Table::open(&path).expect("a table");
        let marks = Marks::new(table.frame.positions(), &Effort::default()).expect("small");
        let cancel = Cancel::new();
        let effort = Effort::default().cancelled_by(&cancel);
        cancel.cancel();
        let mut backwards = Backwards::new(&table, &marks, &effort);
        let the_l = table.counts.rank(&[14, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1], 13);
        assert!(backwards.mark_predecessors(the_l).is_err());
        assert!((OFTEN..2 * OFTEN).contains(&backwards.bites), "{}", backwards.bites);
    }
}
