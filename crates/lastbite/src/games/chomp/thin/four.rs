//! Four rows: what becomes of the lost positions a,b,c,d when c and d are fixed.
//!
//! For a second row b at most one first row a makes a,b,c,d lost: call it f(b; c,d), the value of *column*
//! c,d at b. It is the least a >= b that is none of these:
//!
//! - f(b; c,e) with e < d, which a bite in the fourth row leaves;
//! - f(b; e, min(d,e)) with e < c, which a bite in the third row leaves;
//! - f(e; c,d) with c <= e < b, and f(e; e, min(d,e)) with e < c, which a bite in the second row leaves.
//!
//! A bite in the first row leaves e,e,min(c,e),min(d,e). If b,b,c,d is lost for some b, the column *dies*
//! there: nothing with a longer second row is lost. If e,e,e,d is lost for some e < c, the column *never* has
//! a lost position. (Whole bars e,e,e,e are not lost.) Else f(b; c,d) - b is periodic from some b on, as
//! Byrnes has proved (*Poset game periodicity*, 2003).
//!
//! **The proof for a column.** Let all columns that it looks at (the first two lines above) be dead or
//! periodic from `start` on, with periods that divide L. From then on the value at b depends on b modulo L
//! and on which first rows from b on the column has used itself. If these are the same as seen from b and
//! from b + kL, everything repeats from b on with period kL. That is looked for, all values up to there being
//! known, and nothing else counts as a proof.

use super::three::{Fate, Period};
use super::{ThinError, zeros};
use crate::effort::{Effort, TooLittleMemory};

/// The longest bar: longer ones take more memory than there is.
const LONGEST: u32 = 8000;

/// A first row that lies beyond the bar.
const BEYOND: u16 = u16::MAX;

/// States further back than this many times L are not compared.
const MOST_TIMES: usize = 64;

/// The columns of four rows, and what became of each.
///
/// ```
/// use lastbite::Effort;
/// use lastbite::thin::{Fate, FourRows};
///
/// let four = FourRows::solve(100, &Effort::default())?;
/// assert_eq!(four.fate(0, 0), Fate::Repeats { from: 0, distances: vec![1] });   // 1 and 2,1 and 3,2 and so on
/// assert_eq!(four.fate(2, 1), Fate::Dies { at: 2 });                            // 2,2,2,1 is lost
/// assert_eq!(four.fate(3, 1), Fate::Never { because: 2 });                      // and can be bitten to
/// # Ok::<(), lastbite::thin::ThinError>(())
/// ```
#[derive(Debug)]
pub struct FourRows {
    cols: usize,
    /// For each column, in the order of its third row and its fourth.
    columns: Vec<Column>,
}

/// How many columns of four rows met which fate.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct FourCensus {
    /// All columns with a third row below this one have a known fate.
    pub settled: u32,
    /// How many columns never have a lost position,
    pub never: u32,
    /// and how many died.
    pub dead: u32,
    /// Periods, the number of columns that have each, and the first of them: its third row and its fourth.
    pub periods: Vec<(Period, u32)>,
    /// How many columns are open.
    pub open: u32,
}

/// A third row and a fourth.
#[derive(Debug)]
struct Column {
    /// The first rows it has used, and those that it inherits.
    used: Vec<u64>,
    /// The first rows at b = c, c + 1 and so on.
    values: Vec<u16>,
    fate: Fate,
}

/// The number of a column.
fn number(c: usize, d: usize) -> usize {
    c * (c + 1) / 2 + d
}

#[inline(always)]
fn add(set: &mut [u64], value: usize) {
    set[value / 64] |= 1 << (value % 64);
}

fn has(set: &[u64], value: usize) -> bool {
    set[value / 64] >> (value % 64) & 1 == 1
}

/// Returns the least first row from b on that is in none of three sets.
#[inline(always)]
fn least_missing(b: usize, own: &[u64], third: &[u64], fourth: &[u64]) -> Option<usize> {
    // The empty bar is not a lost position.
    let b = b.max(1);
    let mut before = (1u64 << (b % 64)) - 1;
    for word in b / 64..own.len() {
        let taken = own[word] | third[word] | fourth[word] | before;
        if taken != !0 {
            return Some(64 * word + taken.trailing_ones() as usize);
        }
        before = 0;
    }
    None
}

impl FourRows {
    /// Solves all columns as far as the bar goes.
    ///
    /// # Errors
    ///
    /// When the bar is too long, takes more memory than is allowed (found out before any work is done), or
    /// the work was stopped.
    pub fn solve(cols: u32, effort: &Effort) -> Result<Self, ThinError> {
        if !(1..=LONGEST).contains(&cols) {
            return Err(ThinError::NotThisKind { rows: 4, cols, kind: "four rows and 1 to 8000 columns" });
        }
        TooLittleMemory::check(Self::bytes(cols), effort.memory_allowed())?;
        let mut four = FourRows { cols: cols as usize, columns: Vec::new() };
        four.find_values(effort)?;
        four.find_fates(effort)?;
        Ok(four)
    }

    /// The bytes that it takes at most.
    fn bytes(cols: u32) -> u64 {
        let n = u64::from(cols) + 1;
        // Two bytes a value, where all columns live; a set for each column, and room for values to grow.
        n * (n + 1) * (n + 2) / 6 * 3 + n * (n + 1) / 2 * (n / 8 + 8 + size_of::<Column>() as u64) + (1 << 20)
    }

    /// Returns the columns of the bar.
    #[must_use]
    pub fn cols(&self) -> u32 {
        self.cols as u32
    }

    /// Says what became of the lost positions with this third and fourth row.
    #[must_use]
    pub fn fate(&self, c: u32, d: u32) -> Fate {
        let column = (d <= c).then(|| self.columns.get(number(c as usize, d as usize))).flatten();
        column.map_or(Fate::Open, |column| column.fate.clone())
    }

    /// Returns the first row of the lost position with these lower rows, if it is known to be inside the bar.
    #[must_use]
    pub fn first_row(&self, b: u32, c: u32, d: u32) -> Option<u32> {
        let column = (d <= c && c <= b).then(|| self.columns.get(number(c as usize, d as usize))).flatten()?;
        let value = column.values.get((b - c) as usize).copied()?;
        (value != BEYOND).then_some(value.into())
    }

    /// Counts the fates of all columns.
    #[must_use]
    pub fn census(&self) -> FourCensus {
        let mut census = FourCensus { settled: self.cols as u32 + 1, ..FourCensus::default() };
        for c in 0..=self.cols as u32 {
            for d in 0..=c {
                match self.fate(c, d) {
                    Fate::Never { .. } => census.never += 1,
                    Fate::Dies { .. } => census.dead += 1,
                    Fate::Repeats { distances, .. } => {
                        let period = distances.len() as u32;
                        match census.periods.iter_mut().find(|known| known.0.period == period) {
                            Some(known) => known.0.columns += 1,
                            None => census.periods.push((Period { period, columns: 1, first: c }, d)),
                        }
                    }
                    Fate::Open => {
                        census.open += 1;
                        census.settled = census.settled.min(c);
                    }
                }
            }
        }
        census.periods.sort_unstable_by_key(|known| known.0.period);
        census
    }

    /// Finds all values inside the bar, in the order of the second row, the third and the fourth.
    fn find_values(&mut self, effort: &Effort) -> Result<(), ThinError> {
        let (n, words) = (self.cols, self.cols / 64 + 1);
        // For each fourth row: what a bite in the third row leaves, and what a column inherits that begins
        // now.
        let (mut third, mut inherited) = (zeros((n + 1) * words)?, zeros((n + 1) * words)?);
        // The values with equal lower rows, at this second row, and with three equal rows.
        let (mut lower, mut equal) = (zeros(words)?, zeros(words)?);
        // For each fourth row: the e for which e,e,e,d is lost.
        let mut never: Vec<Option<u32>> = vec![None; n + 1];
        let mut fourth = zeros(words)?;
        // First rows beyond the bar count as taken.
        let beyond = (!0 << (n % 64)) << 1;
        self.columns.try_reserve_exact(number(n, n) + 1)?;
        for b in 0..=n {
            effort.check()?;
            effort.report_share(0.9 * (b as f64 / n as f64).powi(3));
            lower.fill(0);
            // Where the second row is cut below the fourth, the three lower rows are equal.
            inherited[b * words..][..words].copy_from_slice(&equal);
            self.begin(b, &inherited, &never, words)?;
            for c in 0..=b {
                fourth.fill(0);
                fourth[words - 1] |= beyond;
                for d in 0..=c {
                    let third = &mut third[d * words..][..words];
                    if c == d {
                        third.copy_from_slice(&lower);
                    }
                    let column = &mut self.columns[number(c, d)];
                    if column.fate != Fate::Open {
                        continue;
                    }
                    let Some(value) = least_missing(b, &column.used, third, &fourth) else {
                        column.values.push(BEYOND);
                        continue;
                    };
                    column.values.push(value as u16);
                    add(&mut column.used, value);
                    add(third, value);
                    add(&mut fourth, value);
                    if c == d {
                        add(&mut lower, value);
                    }
                    if value == b {
                        column.fate = Fate::Dies { at: b as u32 };
                    }
                }
            }
            // The positions whose second and third rows are b are what later columns inherit.
            for d in 0..=b {
                let column = &self.columns[number(b, d)];
                match column.values.first().copied().filter(|&value| value != BEYOND).map(usize::from) {
                    Some(value) if value == b => never[d] = Some(b as u32),
                    Some(value) => {
                        add(&mut inherited[d * words..][..words], value);
                        if d == b {
                            add(&mut equal, value);
                        }
                    }
                    None => {}
                }
            }
        }
        Ok(())
    }

    /// Begins the columns with this third row.
    fn begin(
        &mut self,
        c: usize,
        inherited: &[u64],
        never: &[Option<u32>],
        words: usize,
    ) -> Result<(), ThinError> {
        for d in 0..=c {
            let because = never[d].filter(|&e| (e as usize) < c);
            let fate = because.map_or(Fate::Open, |because| Fate::Never { because });
            let mut used = Vec::new();
            if because.is_none() {
                used = zeros(words)?;
                used.copy_from_slice(&inherited[d * words..][..words]);
            }
            self.columns.push(Column { used, values: Vec::new(), fate });
        }
        Ok(())
    }

    /// Proves which columns repeat, one after the other: each looks at some before it.
    fn find_fates(&mut self, effort: &Effort) -> Result<(), ThinError> {
        for c in 0..=self.cols {
            effort.check()?;
            effort.report_share(0.9 + 0.1 * c as f64 / self.cols as f64);
            for d in 0..=c {
                if self.columns[number(c, d)].fate == Fate::Open
                    && let Some((start, common)) = self.looked_at(c, d)
                    && let Some(fate) = self.columns[number(c, d)].repeat(c, start, common)
                {
                    self.columns[number(c, d)].fate = fate;
                }
            }
        }
        Ok(())
    }

    /// From which second row on all columns that this one looks at are dead or repeat, and a common multiple
    /// of their periods; nothing if one of them is open, or the multiple is longer than the bar.
    fn looked_at(&self, c: usize, d: usize) -> Option<(usize, usize)> {
        let below = (0..c).map(|e| number(e, d.min(e))).chain((0..d).map(|e| number(c, e)));
        let (mut start, mut common) = (c, 1);
        for column in below {
            match &self.columns[column].fate {
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
        Some((start, common))
    }
}

fn greatest_common_divisor(a: usize, b: usize) -> usize {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

impl Column {
    /// The first rows from b on that are used before the value at b is found.
    fn state(&self, c: usize, b: usize) -> Vec<u64> {
        let mut state = self.used.clone();
        for &value in self.values[b - c..].iter().filter(|&&value| value != BEYOND) {
            state[usize::from(value) / 64] &= !(1 << (value % 64));
        }
        state
    }

    /// Says how the column repeats, if that is proven: see above.
    fn repeat(&self, c: usize, start: usize, common: usize) -> Option<Fate> {
        let known = self.values.iter().take_while(|&&value| value != BEYOND).count();
        let (end, longest) = (c + known, 64 * self.used.len());
        if known == 0 || end < start {
            return None;
        }
        let last = self.state(c, end);
        let is_last = |b: usize| {
            let state = self.state(c, b);
            // As seen from b, and from the end; what lies beyond the bar seen from there nobody has used.
            (b..longest).all(|row| has(&state, row) == (row + end - b < longest && has(&last, row + end - b)))
        };
        let mut back = (1..=MOST_TIMES).map(|times| times * common).take_while(|&back| start + back <= end);
        let period = back.find(|&back| is_last(end - back))?;

        let distance = |b: usize| u32::from(self.values[b - c]) - b as u32;
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
