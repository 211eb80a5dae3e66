//! Peeling off the first row, again and again: one way through all positions, for everything that can be
//! known about them.

use std::collections::TryReserveError;
use std::mem::{size_of, swap, take};

use super::partitions::Partitions;
use super::short::{Bites, LONGEST};
use lastbite_work::SolveError;
use lastbite_work::effort::{Effort, TooLittleMemory};

/// What is known about positions, in strings.
///
/// A string is a slice of units, each of which holds one value or more. Before a string is settled a value
/// says what bites in the rows above amount to; afterwards it is the position's own.
pub(super) trait Values: Sized {
    /// Some values.
    type Unit: Copy;
    /// How short strings are settled.
    type Short;
    /// Values of positions without any known bite.
    const NOTHING: Self::Unit;

    /// The units for this many values, and one more to read past the end.
    fn units(values: usize) -> usize;

    /// Appends `len` values from place `at` of another string; what was after them is lost.
    fn append(to: &mut [Self::Unit], place: usize, from: &[Self::Unit], at: usize, len: usize);

    /// Puts `len` values from place `at` of another string in the middle of this one.
    fn put(to: &mut [Self::Unit], place: usize, from: &[Self::Unit], at: usize, len: usize);

    /// Joins two unsettled strings about the same positions.
    fn join(into: &mut [Self::Unit], other: &[Self::Unit]);

    /// Joins what biting to each position of a settled string means.
    fn reach(into: &mut [Self::Unit], settled: &[Self::Unit]);

    /// Marks the poison of the first position of an empty string as eaten, so that nobody can bite to it.
    fn eat(string: &mut [Self::Unit]);

    /// Makes the tables of short strings.
    fn short(bites: &Bites) -> Self::Short;

    /// Settles a short string.
    fn settle(short: &Self::Short, string: &mut [Self::Unit]);

    /// Finds what bites amount to in a row above, one square longer than the rows of this settled string.
    fn reach_short(short: &Self::Short, settled: &[Self::Unit], into: &mut [Self::Unit]);

    /// Counts the settled values from place `at` on, by what they are.
    fn tally(string: &[Self::Unit], at: usize, len: usize, counts: &mut Vec<u64>);
}

/// The strings that are needed for one row.
struct Room<U> {
    /// What bites in the row amount to, and the same for a row one longer.
    reached: Vec<U>,
    wider: Vec<U>,
    /// The positions below the row.
    below: Vec<U>,
}

impl<U> Default for Room<U> {
    fn default() -> Self {
        Self { reached: Vec::new(), wider: Vec::new(), below: Vec::new() }
    }
}

/// Goes through all positions.
pub(super) struct Peel<'a, V: Values> {
    partitions: Partitions,
    /// The tables of short strings, where they were needed.
    shorts: Vec<Option<V::Short>>,
    rooms: Vec<Room<V::Unit>>,
    counts: Vec<Vec<u64>>,
    effort: &'a Effort,
    /// The positions that are settled so far.
    done: u64,
}

/// Rows from here on are peeled off too quickly to check whether to stop.
const DEEP: usize = 4;

impl<'a, V: Values> Peel<'a, V> {
    /// Counts all positions of every area up to `most`, by what is known about them; the empty bar is left
    /// out.
    pub(super) fn count(most: usize, effort: &'a Effort) -> Result<Vec<Vec<u64>>, SolveError> {
        let partitions = Partitions::new(most);
        TooLittleMemory::check(Self::bytes(&partitions), effort.memory_allowed())?;
        let mut shorts = Vec::new();
        shorts.resize_with((most + 1) * (most + 1), || None);
        let counts = vec![Vec::new(); most + 1];
        let mut peel = Self { partitions, shorts, rooms: Vec::new(), counts, effort, done: 0 };
        peel.solve(most, most, None, 0)?;
        for line in &mut peel.counts {
            let used = line.iter().rposition(|&count| count > 0).map_or(0, |last| last + 1);
            line.truncate(used);
        }
        Ok(peel.counts)
    }

    /// The bytes that strings and tables take at most; saturating.
    fn bytes(partitions: &Partitions) -> u64 {
        let most = partitions.most();
        let string =
            |b: usize, a: usize| V::units(partitions.total(b, a).max(LONGEST)) * size_of::<V::Unit>();
        // A row that is the last of `rows` with `b` squares has at most this many squares below it.
        let longest =
            |rows: usize| (1..=most / rows).map(|b| string(b, most - rows * b) as u64).max().unwrap_or(0);
        let strings =
            (1..=most).map(longest).fold(0, |sum, bytes| 3u64.saturating_mul(bytes).saturating_add(sum));
        strings.saturating_add(64 << 20)
    }

    /// Settles all positions of at most `a` squares with rows of at most `b`. Without a string there is
    /// nothing above them, so these are all positions, and they are counted.
    fn solve(
        &mut self,
        b: usize,
        a: usize,
        mut string: Option<&mut [V::Unit]>,
        depth: usize,
    ) -> Result<(), SolveError> {
        if depth < DEEP {
            self.effort.check()?;
        }
        let b = b.min(a);
        // Positions whose rows are at most this long are settled at once.
        let low = (0..=b).take_while(|&v| self.partitions.total(v, a) <= LONGEST).last().unwrap_or(0);
        self.make_short(low, a);
        if low == b
            && let Some(string) = &mut string
        {
            V::settle(self.short(low, a), string);
            return Ok(());
        }
        if self.rooms.len() <= depth {
            self.rooms.push(Room::default());
        }
        let mut room = take(&mut self.rooms[depth]);
        let longest = (low + 1..=b).map(|v| self.partitions.total(v, a - v)).max().unwrap_or(0);
        let units = V::units(longest.max(LONGEST));
        for string in [&mut room.reached, &mut room.wider, &mut room.below] {
            grow(string, units, V::NOTHING)?;
        }
        self.solve_low(low, b, a, string.as_deref_mut(), &mut room);
        for v in low + 1..=b {
            let len = widen::<V>(&self.partitions, v, a - v, &room.reached, &mut room.wider);
            swap(&mut room.reached, &mut room.wider);
            let units = V::units(len) - 1;
            match &string {
                Some(string) => {
                    self.pieces(v, b, a, |at, place, len| V::append(&mut room.below, place, string, at, len));
                    V::join(&mut room.below[..units], &room.reached[..units]);
                }
                None => room.below[..units].copy_from_slice(&room.reached[..units]),
            }
            self.solve(v, a - v, Some(&mut room.below), depth + 1)?;
            V::reach(&mut room.reached[..units], &room.below[..units]);
            match &mut string {
                Some(string) => {
                    self.pieces(v, b, a, |at, place, len| V::put(string, at, &room.below, place, len));
                }
                None => self.tally(v, a - v, v, &room.below),
            }
        }
        self.rooms[depth] = room;
        Ok(())
    }

    /// Settles the positions whose rows have at most `low` squares, and finds what biting to them means.
    fn solve_low(
        &mut self,
        low: usize,
        b: usize,
        a: usize,
        string: Option<&mut [V::Unit]>,
        room: &mut Room<V::Unit>,
    ) {
        match &string {
            Some(string) => {
                for m in 0..=a {
                    let (at, place) = (self.partitions.before(b, m), self.partitions.before(low, m));
                    V::append(&mut room.below, place, string, at, self.partitions.exact(low, m));
                }
            }
            None => {
                room.below.fill(V::NOTHING);
                V::eat(&mut room.below);
            }
        }
        let short = self.short(low, a);
        V::settle(short, &mut room.below);
        V::reach_short(short, &room.below, &mut room.reached);
        match string {
            Some(string) => {
                for m in 0..=a {
                    let (at, place) = (self.partitions.before(b, m), self.partitions.before(low, m));
                    V::put(string, at, &room.below, place, self.partitions.exact(low, m));
                }
            }
            None => self.tally(low, a, 0, &room.below),
        }
    }

    /// Lists the pieces of a string that have `v` squares in their first row: where each is, and where it
    /// belongs in the string of the rows below.
    #[inline(always)]
    fn pieces(&self, v: usize, b: usize, a: usize, mut piece: impl FnMut(usize, usize, usize)) {
        let mut place = 0;
        for m in 0..=a - v {
            let len = self.partitions.exact(v, m);
            piece(self.partitions.before(b, v + m) + self.partitions.exact(v - 1, v + m), place, len);
            place += len;
        }
    }

    /// Makes the tables of a short string, if there are none.
    fn make_short(&mut self, b: usize, a: usize) {
        let number = b * (self.partitions.most() + 1) + a;
        if self.shorts[number].is_none() {
            self.shorts[number] = Some(V::short(&Bites::new(&self.partitions, b, a)));
        }
    }

    fn short(&self, b: usize, a: usize) -> &V::Short {
        self.shorts[b * (self.partitions.most() + 1) + a].as_ref().expect("it was made before it is used")
    }

    /// Counts the positions of a settled string, below a first row of this many squares.
    fn tally(&mut self, b: usize, a: usize, first: usize, string: &[V::Unit]) {
        for m in (0..=a).filter(|m| first + m > 0) {
            let (at, len) = (self.partitions.before(b, m), self.partitions.exact(b, m));
            V::tally(string, at, len, &mut self.counts[first + m]);
        }
        self.done += self.partitions.total(b, a) as u64;
        let all = self.partitions.total(self.partitions.most(), self.partitions.most());
        self.effort.report_share(self.done as f64 / all as f64);
    }
}

/// Lengthens a string if it is shorter; fails if the system has no memory for it.
fn grow<U: Copy>(string: &mut Vec<U>, units: usize, nothing: U) -> Result<(), TryReserveError> {
    if string.len() < units {
        string.try_reserve_exact(units - string.len())?;
        string.resize(units, nothing);
    }
    Ok(())
}

/// Widens a string over positions with rows of less than `v` squares to one with rows of at most `v`, and at
/// most `a` squares: what it says of each is what the old one said of it with all rows cut to `v - 1`.
/// Returns its length.
///
/// Of one area, those without a row of `v` come first, then those with one, two and so on. A position with
/// `e` such rows and others below is cut to one with `e` rows of `v - 1` and the same below, which is `e`
/// squares less; and these too are side by side.
#[inline(always)]
fn widen<V: Values>(
    partitions: &Partitions,
    v: usize,
    a: usize,
    old: &[V::Unit],
    wide: &mut [V::Unit],
) -> usize {
    let mut place = 0;
    for m in 0..=a {
        let len = partitions.exact(v - 1, m);
        V::append(wide, place, old, partitions.before(v - 1, m), len);
        place += len;
        for rows in 1..=m / v {
            let len = partitions.exact(v - 1, m - rows * v);
            let mut at = partitions.before(v - 1, m - rows);
            if v > 1 {
                let mut left = m - rows;
                for _ in 0..rows {
                    at += partitions.exact(v - 2, left);
                    left -= v - 1;
                }
            }
            V::append(wide, place, old, at, len);
            place += len;
        }
    }
    place
}
