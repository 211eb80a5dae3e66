//! What becomes of the lost positions whose lower rows are fixed, for four, five and six rows.
//!
//! A *column* is the rows from the third on: c,d for four rows and c,d,e for five. For a second row b at most
//! one first row a makes a,b and the column lost: call it the *value* of the column at b. It is the least a
//! >= b that is none of these:
//!
//! - the values at b of all columns that a bite in this one leaves;
//! - its own values at s, for c <= s < b, and for s < c the values at s of the column cut to s. These are
//!   what a bite in the second row leaves.
//!
//! A bite in the first row leaves s,s and the column cut to s. If b,b and the column is lost for some b, the
//! column *dies* there: nothing with a longer second row is lost. If s,s and the column cut to s is lost for
//! some s < c, the column *never* has a lost position. Else its value at b, less b, is periodic from some b
//! on, as Byrnes has proved (*Poset game periodicity*, 2003).
//!
//! **The proof for a column.** Let all columns that it looks at (those that a bite in it leaves) be dead or
//! periodic from `start` on, with periods that divide L. From then on the value at b depends on b modulo L
//! and on which first rows from b on the column has used itself. If these are the same as seen from b and
//! from b + kL, everything repeats from b on with period kL. The solver looks for that, with all values up to
//! there known, and nothing else counts as a proof.
//!
//! A column looks at none with a longer third row. So the columns up to some third row can be followed
//! further than a bar of all columns would fit the memory.

use std::array::from_fn;

use super::not_this_kind;
use super::shadows::{Shadows, about_lists_below, advance, lists_below, number};
use super::three::Fate;
use lastbite_work::SolveError;
use lastbite_work::effort::{Effort, TooLittleMemory};

/// The longest bar: a value takes two bytes.
const LONGEST: u32 = 65_000;

/// A first row that is beyond the bar.
const BEYOND: u16 = u16::MAX;

/// States more than this many times L back are not compared.
const MOST_TIMES: usize = 64;

/// After this many columns, the solver checks whether the work was cancelled.
const GLANCE: usize = 1 << 16;

/// The columns of four rows, five or six, and what became of each.
///
/// ```
/// use lastbite_engines::Effort;
/// use lastbite_engines::thin::{Fate, Fates};
///
/// let four = Fates::solve(4, 100, &Effort::default())?;
/// assert_eq!(four.fate(&[0, 0]), Fate::Repeats { from: 0, distances: vec![1] });   // 1 and 2,1 and 3,2 and so on
/// assert_eq!(four.fate(&[2, 1]), Fate::Dies { at: 2 });                            // 2,2,2,1 is lost
/// assert_eq!(four.fate(&[3, 1]), Fate::Never { because: 2 });                      // and can be bitten to
///
/// let five = Fates::up_to(5, 300, 4, &Effort::default())?;                         // third rows up to 4
/// assert_eq!(five.fate(&[4, 3, 0]), four.fate(&[4, 3]));
/// # Ok::<(), lastbite_engines::SolveError>(())
/// ```
#[derive(Debug)]
pub struct Fates {
    rows: usize,
    cols: usize,
    third: usize,
    /// For each column, in the order of its rows.
    columns: Vec<Column>,
    /// For each column, the first rows that it has used, and those that it inherits.
    used: Vec<u64>,
    /// The words of such a set.
    words: usize,
}

/// How many columns met which fate.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct FatesCensus {
    /// All columns with a third row below this one have a known fate.
    pub settled: u32,
    /// How many columns never have a lost position,
    pub never: u64,
    /// and how many died.
    pub dead: u64,
    /// The periods there are, in order.
    pub periods: Vec<ColumnPeriod>,
    /// How many columns are open.
    pub open: u64,
}

/// A period that columns have.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ColumnPeriod {
    /// The period.
    pub period: u32,
    /// How many columns have it.
    pub columns: u64,
    /// The first column that has it: its third row and those below.
    pub first: Vec<u32>,
}

#[derive(Debug)]
struct Column {
    /// The first rows at b = c, c + 1 and so on, c being its third row.
    values: Vec<u16>,
    fate: Fate,
}

fn has(set: &[u64], value: usize) -> bool {
    set[value / 64] >> (value % 64) & 1 == 1
}

impl Fates {
    /// The numbers of rows that can be solved.
    pub const ROWS: std::ops::RangeInclusive<u32> = 4..=6;

    /// Solves all columns up to the length of the bar.
    ///
    /// # Errors
    ///
    /// When the bar has another number of rows, is too long, takes more memory than is allowed (found out
    /// before any work is done), or the work was stopped.
    pub fn solve(rows: u32, cols: u32, effort: &Effort) -> Result<Self, SolveError> {
        Self::up_to(rows, cols, cols, effort)
    }

    /// Solves only the columns whose third row is at most `third`, so that a longer bar fits.
    ///
    /// # Errors
    ///
    /// As [`Fates::solve`].
    pub fn up_to(rows: u32, cols: u32, third: u32, effort: &Effort) -> Result<Self, SolveError> {
        if !Self::ROWS.contains(&rows) || !(1..=LONGEST).contains(&cols) {
            return Err(not_this_kind(rows, cols, "four to six rows and 1 to 65000 columns"));
        }
        let third = third.min(cols);
        TooLittleMemory::check(Self::bytes(rows, cols, third), effort.memory_allowed())?;
        let (rows, cols, third) = (rows as usize, cols as usize, third as usize);
        let words = cols / 64 + 1;
        let mut fates = Fates { rows, cols, third, columns: Vec::new(), used: Vec::new(), words };
        match rows {
            4 => fates.find_values::<3>(effort)?,
            5 => fates.find_values::<4>(effort)?,
            _ => fates.find_values::<5>(effort)?,
        }
        fates.find_fates(effort)?;
        Ok(fates)
    }

    /// Returns the bytes that it takes at most.
    fn bytes(rows: u32, cols: u32, third: u32) -> u64 {
        let lower = rows as usize - 2;
        let words = cols as usize / 64 + 1;
        // Two bytes a value while all columns live, and room for values to grow.
        let with_third = |c: u32| about_lists_below(c + 1, lower - 1) * f64::from(cols + 1 - c) * 3.0;
        let values: f64 = (0..=third).map(with_third).sum();
        let columns = about_lists_below(third + 1, lower) * size_of::<Column>() as f64;
        let sets = match rows {
            4 => Shadows::<3>::bytes(third, words),
            5 => Shadows::<4>::bytes(third, words),
            _ => Shadows::<5>::bytes(third, words),
        };
        (values + columns + sets + f64::from(1 << 20)) as u64
    }

    /// Returns the rows of the bar.
    pub fn rows(&self) -> u32 {
        self.rows as u32
    }

    /// Returns the columns of the bar.
    pub fn cols(&self) -> u32 {
        self.cols as u32
    }

    /// Returns the longest third row whose columns were followed.
    pub fn third(&self) -> u32 {
        self.third as u32
    }

    /// Says what became of the lost positions with these rows, from the third on.
    pub fn fate(&self, column: &[u32]) -> Fate {
        self.find(column).map_or(Fate::Open, |column| column.fate.clone())
    }

    /// Lists all columns, in lexicographic order, and what became of each.
    pub fn iter(&self) -> impl Iterator<Item = (Vec<u32>, &Fate)> {
        let mut column = vec![0; self.rows - 2];
        self.columns.iter().map(move |Column { fate, .. }| {
            let this = column.iter().map(|&length| length as u32).collect();
            advance(&mut column);
            (this, fate)
        })
    }

    /// Returns the first row of the lost position with these rows, from the second on, if it is known to be
    /// inside the bar.
    pub fn first_row(&self, rows: &[u32]) -> Option<u32> {
        let (&b, column) = rows.split_first()?;
        let c = *column.first()?;
        let value = self.find(column).filter(|_| c <= b)?.values.get((b - c) as usize).copied()?;
        (value != BEYOND).then_some(value.into())
    }

    fn find(&self, column: &[u32]) -> Option<&Column> {
        if column.len() != self.rows - 2 || !column.is_sorted_by(|longer, row| longer >= row) {
            return None;
        }
        (column[0] as usize <= self.third)
            .then(|| self.columns.get(number(column.iter().map(|&length| length as usize))))
            .flatten()
    }

    /// Counts the fates of all columns.
    pub fn census(&self) -> FatesCensus {
        let mut census = FatesCensus { settled: self.third as u32 + 1, ..FatesCensus::default() };
        for (column, fate) in self.iter() {
            match fate {
                Fate::Never { .. } => census.never += 1,
                Fate::Dies { .. } => census.dead += 1,
                Fate::Repeats { distances, .. } => {
                    let period = distances.len() as u32;
                    match census.periods.iter_mut().find(|known| known.period == period) {
                        Some(known) => known.columns += 1,
                        None => census.periods.push(ColumnPeriod { period, columns: 1, first: column }),
                    }
                }
                Fate::Open => {
                    census.open += 1;
                    census.settled = census.settled.min(column[0]);
                }
            }
        }
        census.periods.sort_unstable_by_key(|known| known.period);
        census
    }

    /// Finds all values inside the bar, in the order of the second row, the third and so on; `LOWER` rows are
    /// below the first.
    fn find_values<const LOWER: usize>(&mut self, effort: &Effort) -> Result<(), SolveError> {
        // First rows beyond the bar count as taken.
        let beyond = (!0 << (self.cols % 64)) << 1;
        let mut shadows = Shadows::<LOWER>::new(self.third, self.words, beyond)?;
        // For each number of rows equal to the second one, and each choice of those after: the s such that
        // the position with two rows of s, and these cut to s, is lost.
        let mut never: [Vec<Option<u32>>; LOWER] = from_fn(|_| Vec::new());
        for (equal, never) in never.iter_mut().enumerate().skip(1) {
            let lists = lists_below(self.third + 1, LOWER - 1 - equal);
            never.try_reserve_exact(lists)?;
            never.resize(lists, None);
        }
        self.columns.try_reserve_exact(lists_below(self.third + 1, LOWER - 1))?;
        for b in 0..=self.cols {
            let columns = lists_below(b.min(self.third) + 1, LOWER - 1);
            shadows.begin(b);
            for at in 0..columns {
                if at % GLANCE == 0 {
                    effort.check()?;
                    effort.report_share(0.9 * self.share(b, at, columns));
                }
                let equal = shadows.equal_rows();
                if equal > 0 {
                    // The column begins.
                    for many in (1..equal).rev() {
                        never[many][shadows.after(many)] = never[many + 1][shadows.after(many + 1)];
                    }
                    let because = never[1][shadows.after(1)];
                    let fate = because.map_or(Fate::Open, |because| Fate::Never { because });
                    self.columns.push(Column { values: Vec::new(), fate });
                }
                let column = &mut self.columns[at];
                if column.fate == Fate::Open {
                    column.values.try_reserve(1)?;
                    // The empty bar is not a lost position.
                    if let Some(value) = shadows.least_missing(b.max(1)) {
                        column.values.push(value as u16);
                        shadows.add(value);
                        if value == b {
                            column.fate = Fate::Dies { at: b as u32 };
                            column.values.shrink_to_fit();
                            for many in 1..=equal {
                                never[many][shadows.after(many)] = Some(b as u32);
                            }
                        }
                    } else {
                        column.values.push(BEYOND);
                    }
                }
                if at + 1 < columns {
                    shadows.next();
                }
            }
        }
        self.used = shadows.into_first();
        Ok(())
    }

    /// Returns the share of all values that is found with this many columns of a second row.
    fn share(&self, b: usize, at: usize, columns: usize) -> f64 {
        let share = (b as f64 + at as f64 / columns as f64) / (self.cols + 1) as f64;
        share.powi(if self.third == self.cols { self.rows as i32 - 1 } else { 1 })
    }

    /// Proves which columns repeat, one after another: each looks at some before it.
    fn find_fates(&mut self, effort: &Effort) -> Result<(), SolveError> {
        let mut column = vec![0; self.rows - 2];
        for at in 0..self.columns.len() {
            if at % 256 == 0 {
                effort.check()?;
                effort.report_share(0.9 + 0.1 * at as f64 / self.columns.len() as f64);
            }
            if self.columns[at].fate == Fate::Open
                && let Some((start, common)) = self.looked_at(&column)
                && let Some(fate) = self.repeat(at, column[0], start, common)
            {
                self.columns[at].fate = fate;
            }
            advance(&mut column);
        }
        Ok(())
    }

    /// Returns the second row from which all columns that this one looks at are dead or repeat, and a common
    /// multiple of their periods; nothing if one of them is open, or the multiple is longer than the bar.
    fn looked_at(&self, column: &[usize]) -> Option<(usize, usize)> {
        let (mut start, mut common) = (column[0], 1);
        for row in 0..column.len() {
            for cut in 0..column[row] {
                let lengths = column.iter().enumerate();
                let left = lengths.map(|(at, &length)| if at < row { length } else { length.min(cut) });
                let left = &self.columns[number(left)];
                // A value that this column inherits would be missing.
                if left.values.first() == Some(&BEYOND) {
                    return None;
                }
                match &left.fate {
                    Fate::Never { .. } => {}
                    Fate::Dies { at } => start = start.max(*at as usize + 1),
                    Fate::Repeats { from, distances } => {
                        start = start.max(*from as usize);
                        common = common / greatest_common_divisor(common, distances.len()) * distances.len();
                        if common > self.cols {
                            return None;
                        }
                    }
                    Fate::Open => return None,
                }
            }
        }
        Some((start, common))
    }

    /// Returns the first rows from b on that a column has used before its value at b is found; c is its third
    /// row.
    fn state(&self, number: usize, c: usize, b: usize) -> Vec<u64> {
        let mut state = self.used[number * self.words..][..self.words].to_vec();
        for &value in self.columns[number].values[b - c..].iter().filter(|&&value| value != BEYOND) {
            state[usize::from(value) / 64] &= !(1 << (value % 64));
        }
        state
    }

    /// Says how a column repeats, if that is proven: see above.
    fn repeat(&self, number: usize, c: usize, start: usize, common: usize) -> Option<Fate> {
        let values = &self.columns[number].values;
        let known = values.iter().take_while(|&&value| value != BEYOND).count();
        let (end, longest) = (c + known, 64 * self.words);
        if known == 0 || end < start {
            return None;
        }
        let last = self.state(number, c, end);
        let is_last = |b: usize| {
            let state = self.state(number, c, b);
            // Compares the view from b with the view from the end; rows beyond the bar are unused there.
            (b..longest).all(|row| has(&state, row) == (row + end - b < longest && has(&last, row + end - b)))
        };
        let mut back = (1..=MOST_TIMES).map(|times| times * common).take_while(|&back| start + back <= end);
        let period = back.find(|&back| is_last(end - back))?;

        let distance = |b: usize| u32::from(values[b - c]) - b as u32;
        let repeats =
            |shorter: &usize| (end - period..end - shorter).all(|b| distance(b) == distance(b + shorter));
        let mut divisors = (1..=period).filter(|shorter| period.is_multiple_of(*shorter));
        let period = divisors.find(|shorter| repeats(shorter)).unwrap_or(period);
        let mut from = end - period;
        while from > c && distance(from - 1) == distance(from - 1 + period) {
            from -= 1;
        }
        let distances = (from..from + period).map(distance).collect();
        Some(Fate::Repeats { from: from as u32, distances })
    }
}

fn greatest_common_divisor(a: usize, b: usize) -> usize {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A proof depends on this: from `start` on, everything that a column looks at is dead or repeats.
    #[test]
    fn a_column_is_proven_from_where_all_that_it_looks_at_are_settled() {
        let fates = Fates::solve(4, 100, &Effort::default()).unwrap();
        let (mut column, mut dead) = (vec![0; 2], 0);
        for _ in 0..fates.columns.len() {
            if let Some((start, common)) = fates.looked_at(&column) {
                let [c, d] = column[..] else { panic!("two rows") };
                let below = (0..c).map(|cut| [cut, d.min(cut)]).chain((0..d).map(|cut| [c, cut]));
                for left in below {
                    match fates.fate(&left.map(|length| length as u32)) {
                        Fate::Never { .. } => {}
                        Fate::Dies { at } => {
                            assert!(start > at as usize, "{column:?} looks at {left:?}");
                            dead += 1;
                        }
                        Fate::Repeats { from, distances } => {
                            assert!(start >= from as usize && common.is_multiple_of(distances.len()));
                        }
                        Fate::Open => panic!("{column:?} looks at {left:?}, which is open"),
                    }
                }
            }
            advance(&mut column);
        }
        assert!(dead > 100, "{dead}");
    }
}
