//! A column: all that is known about the lost positions with one third row.
//!
//! Column `r` has *used* the first rows f(a, r) for all a from r up to now, and inherits the diagonal
//! values f(a, a) with a < r. What it has used has a simple form, found by looking and not proven:
//!
//! ```text
//!            low window           high window
//!      . . x[xx.xxx.x]xxxxxxxxxxxx[xxx.x..x]. . . . . .
//!      diagonal values   all used     nothing used
//!      <- walks down                 walks up ->
//! ```
//!
//! Two windows of a few words each hold all of it. That is exact because it is checked: a word that leaves
//! the low window at its upper end must be full, and so must one that leaves the high window at its lower
//! end. Where it is not, the column continues with a whole bit set.

use std::hint::select_unpredictable;

use super::Line;
use super::diagonal::Diagonal;
use super::tile::Tile;
use super::watch::{State, Watch};

/// A column whose values come this near to the diagonal is watched until it dies or repeats.
const NEAR: usize = 192;

/// A third row `r`, and the first rows it has used.
#[derive(Clone, Debug)]
pub(crate) struct Column<const WORDS: usize> {
    /// The third row.
    pub r: u32,
    /// The second row that is next; of a dead column the one after its last.
    pub q: u32,
    /// Whether a value was found on the diagonal: the column has no more lost positions.
    pub is_dead: bool,
    /// Whether some value is beyond the bar and is not known.
    pub has_left: bool,
    /// Whether it got a whole bit set that has not been counted yet.
    pub has_widened: bool,
    /// The first word of the low and of the high window.
    pub at: [u32; 2],
    /// The low window is full from this word on.
    pub low_end: u32,
    /// The low and the high window.
    pub windows: [[u64; WORDS]; 2],
    /// What only few columns have.
    pub rare: Option<Box<Rare>>,
}

/// What a column has if it is watched, or did not fit its windows.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rare {
    /// The last values and states, near the diagonal.
    pub watch: Option<Watch>,
    /// All used first rows, if the windows are not enough.
    pub whole: Option<Vec<u64>>,
}

impl<const WORDS: usize> Column<WORDS> {
    /// Starts a column with what it inherits from the diagonal.
    pub fn new(r: u32, q: u32, line: Line, diagonal: &Diagonal, whole: bool) -> Self {
        let low = (r as usize / 64).max((diagonal.top as usize / 64 + 1).saturating_sub(WORDS));
        let window = |at: usize| std::array::from_fn(|k| diagonal.set.get(at + k).copied().unwrap_or(!0));
        let windows = [window(low), window(low + WORDS)];
        let at = [low as u32, (low + WORDS) as u32];
        let low_end = at[1];
        let (is_dead, has_left, has_widened, rare) = (false, q > r, false, None);
        let mut column = Column { r, q, is_dead, has_left, has_widened, at, low_end, windows, rare };
        column.tighten();
        if whole {
            column.widen(line, diagonal);
        }
        column
    }

    /// Finds the values of a new column for the second rows of a tile, and returns its diagonal value if the
    /// tile has its second row and the value is inside the bar.
    pub fn sweep_first(&mut self, tile: &mut Tile, line: Line, diagonal: &mut Diagonal) -> Option<u32> {
        let mut value = None;
        if self.r >= tile.from {
            let (set, next) = tile.row(self.r, line);
            // No column has its own diagonal value yet, so the next gap is found the long way.
            value = self.evaluate(self.r, set, *next, line, diagonal).map(|p| p as u32);
            if let Some(value) = value {
                diagonal.add(self.r, value);
                tile.list(self.r, value, self.r);
            }
            self.q = self.r + 1;
        }
        self.sweep(tile, line, diagonal);
        value
    }

    /// Finds the values of this column for the second rows of a tile.
    pub fn sweep(&mut self, tile: &mut Tile, line: Line, diagonal: &Diagonal) {
        if self.is_dead {
            return;
        }
        // Second rows that were skipped have no value inside the bar.
        self.has_left |= self.q < tile.from;
        let from = self.q.max(tile.from);
        self.q = tile.to;
        self.sweep_from(from, tile, line, diagonal);
        tile.wide += usize::from(!self.windowed());
        tile.widened += usize::from(std::mem::take(&mut self.has_widened));
    }

    /// Finds the values from a second row of a tile on.
    fn sweep_from(&mut self, from: u32, tile: &mut Tile, line: Line, diagonal: &Diagonal) {
        let own = diagonal.own_words(self.r);
        let skipped = (from - tile.from) as usize;
        let height = (tile.to - tile.from) as usize;
        let (lists, first) = (tile.lists, tile.from);
        let rows = tile.sets.chunks_exact_mut(line.words()).zip(&mut tile.next);
        for (q, (set, next)) in (from..).zip(rows.take(height).skip(skipped)) {
            while *next <= line.last && set[*next] | diagonal.set[*next] == !0 {
                *next += 1;
            }
            if *next > line.last && own > line.last {
                self.has_left = true;
                continue;
            }
            // Nothing is free below `next`, and the low window is full except for the two words from there
            // on.
            let low = self.at[0] as usize;
            let may_be_fast = self.rare.is_none()
                & !lists
                & (low <= *next)
                & (*next <= own)
                & (*next + 2 >= self.low_end as usize)
                & (WORDS >= 2);
            if may_be_fast && self.evaluate_fast(q, set, *next, line) {
                continue;
            }
            let next = (*next).min(own).max(q as usize / 64);
            let value = self.evaluate(q, set, next, line, diagonal);
            if let Some(p) = value.filter(|_| lists) {
                tile.found[(q - first) as usize].push((p as u32, self.r));
            }
            if self.is_dead {
                tile.deaths.push((q, self.r));
                return;
            }
        }
    }

    /// Finds a value by looking at two words of the low window and two of the high one, without a branch on
    /// its place, which no processor can predict; says whether that was enough.
    #[inline(always)]
    fn evaluate_fast(&mut self, q: u32, set: &mut [u64], next: usize, line: Line) -> bool {
        let [low_at, high_at] = self.at.map(|at| at as usize);
        let start = (next - low_at).min(WORDS.saturating_sub(2));
        let low: &[u64; 2] = set[low_at + start..].first_chunk().expect("sets are longer than the bar");
        let high: &[u64; 2] = set[high_at..].first_chunk().expect("sets are longer than the bar");
        let low = [!(low[0] | self.windows[0][start]), !(low[1] | self.windows[0][(start + 1) % WORDS])];
        let high = [!(high[0] | self.windows[1][0]), !(high[1] | self.windows[1][1 % WORDS])];
        let is_high = (low[0] | low[1]) == 0;
        let first = select_unpredictable(is_high, high[0], low[0]);
        let second = select_unpredictable(is_high, high[1], low[1]);
        let base = select_unpredictable(is_high, high_at, low_at + start);
        let place = usize::from(first == 0);
        let free = select_unpredictable(first == 0, second, first);
        let word = base + place;
        let p = 64 * word + free.trailing_zeros() as usize;
        let lies_beyond = (free == 0) & (high_at + 2 <= line.last);
        let is_near = (free != 0) & (p < q as usize + NEAR);
        if lies_beyond | is_near {
            return false;
        }
        let bit = free & free.wrapping_neg();
        set[word] |= bit;
        let place = place + select_unpredictable(is_high, 0, start);
        let used = &mut self.windows[usize::from(is_high)][place % WORDS];
        *used |= bit;
        let is_full = *used == !0;
        self.has_left |= bit == 0;
        if is_full {
            self.tighten();
        }
        true
    }

    /// Finds a value wherever it is, from the word `next` on, if it is inside the bar.
    #[inline(never)]
    fn evaluate(
        &mut self,
        q: u32,
        set: &mut [u64],
        next: usize,
        line: Line,
        diagonal: &Diagonal,
    ) -> Option<usize> {
        let Some(p) = self.find(set, next, line, diagonal) else {
            self.has_left = true;
            return None;
        };
        set[p / 64] |= 1 << (p % 64);
        self.take(p, line, diagonal);
        if p == q as usize {
            self.is_dead = true;
            self.q = q + 1;
            self.rare = None;
        } else if !self.has_left {
            // For a column that has left the bar, only what was seen before can show that it repeats.
            self.watch(q, p, line, diagonal);
        }
        Some(p)
    }

    /// Records a value if the column is watched, or from now on is.
    fn watch(&mut self, q: u32, p: usize, line: Line, diagonal: &Diagonal) {
        if p < q as usize + NEAR {
            self.rare.get_or_insert_default().watch.get_or_insert_with(|| Watch::new(q));
        }
        if self.rare.as_ref().is_some_and(|rare| rare.watch.is_some()) {
            let state = self.state(q, line, diagonal);
            if let Some(watch) = self.rare.as_mut().and_then(|rare| rare.watch.as_mut()) {
                watch.record(p as u32 - q, state);
            }
        }
    }

    /// Finds the least first row, from a word on, that neither the set nor the column has.
    fn find(&mut self, set: &[u64], next: usize, line: Line, diagonal: &Diagonal) -> Option<usize> {
        let own = diagonal.own_words(self.r);
        let first = |free: u64, word: usize| (free != 0).then(|| 64 * word + free.trailing_zeros() as usize);
        let mut word = next;
        while let Some([low, high]) = self.windows_at().filter(|_| word <= line.last) {
            if word < low && word >= own {
                // The diagonal's set says too much here.
                self.widen(line, diagonal);
            } else if (low + WORDS..high).contains(&word) {
                word = high;
            } else if let Some(p) = first(!(set[word] | self.used(word, diagonal)), word) {
                return Some(p);
            } else {
                word += 1;
            }
        }
        let whole = self.rare.as_ref()?.whole.as_ref()?;
        let mut words = set.iter().zip(whole).enumerate().take(line.last + 1).skip(word);
        words.find_map(|(word, (set, used))| first(!(set | used), word))
    }

    /// Returns where the windows are, unless there is a whole bit set.
    fn windows_at(&self) -> Option<[usize; 2]> {
        self.windowed().then(|| self.at.map(|at| at as usize))
    }

    fn windowed(&self) -> bool {
        self.rare.as_ref().is_none_or(|rare| rare.whole.is_none())
    }

    /// Returns one word of the used first rows; below the low window those of the whole diagonal.
    #[inline]
    fn used(&self, word: usize, diagonal: &Diagonal) -> u64 {
        if let Some(whole) = self.rare.as_ref().and_then(|rare| rare.whole.as_ref()) {
            return whole[word];
        }
        let [low, high] = self.at.map(|at| at as usize);
        if word < low {
            diagonal.set[word]
        } else if word < low + WORDS {
            self.windows[0][word - low]
        } else if word < high {
            !0
        } else if word < high + WORDS {
            self.windows[1][word - high]
        } else {
            0
        }
    }

    /// Marks a value as used; the windows move to where it is, or give way to a whole bit set.
    fn take(&mut self, p: usize, line: Line, diagonal: &Diagonal) {
        let (word, bit) = (p / 64, 1 << (p % 64));
        if self.windowed() && !self.reach(word, diagonal) {
            self.widen(line, diagonal);
        }
        if let Some(whole) = self.rare.as_mut().and_then(|rare| rare.whole.as_mut()) {
            whole[word] |= bit;
            return;
        }
        let [low, high] = self.at.map(|at| at as usize);
        if word < low + WORDS {
            self.windows[0][word - low] |= bit;
        } else {
            self.windows[1][word - high] |= bit;
        }
        self.tighten();
    }

    /// Moves the windows so that one of them holds a word; says whether they can.
    fn reach(&mut self, word: usize, diagonal: &Diagonal) -> bool {
        let [low, high] = self.at.map(|at| at as usize);
        if word < low {
            let down = low - word;
            let leaving = &self.windows[0][WORDS.saturating_sub(down)..];
            // What the window moves to must be inherited, and all words that leave it must be full.
            if low > diagonal.own_words(self.r) || down > WORDS || leaving.iter().any(|&word| word != !0) {
                return false;
            }
            self.windows[0].rotate_right(down % WORDS);
            self.windows[0][..down].copy_from_slice(&diagonal.set[word..low]);
            self.at[0] = word as u32;
        } else if word >= high + WORDS {
            let up = word + 1 - (high + WORDS);
            if up > WORDS || self.windows[1][..up].iter().any(|&word| word != !0) {
                return false;
            }
            self.windows[1].rotate_left(up % WORDS);
            self.windows[1][WORDS - up..].fill(0);
            self.at[1] += up as u32;
        }
        true
    }

    /// Moves the high window up over words that are full, and finds where the low window is full.
    #[cold]
    pub fn tighten(&mut self) {
        while self.windows[1][0] == !0 {
            self.windows[1].rotate_left(1);
            self.windows[1][WORDS - 1] = 0;
            self.at[1] += 1;
        }
        let last = self.windows[0].iter().rposition(|&word| word != !0);
        self.low_end = self.at[0] + last.map_or(0, |last| last as u32 + 1);
    }

    /// Switches to a whole bit set.
    #[cold]
    fn widen(&mut self, line: Line, diagonal: &Diagonal) {
        let low = self.at[0] as usize;
        let mut whole = vec![0; line.words()];
        for &value in
            diagonal.values.iter().take(self.r as usize).filter(|&&value| value as usize <= line.cols)
        {
            whole[value as usize / 64] |= 1 << (value % 64);
        }
        for (word, to) in whole.iter_mut().enumerate().skip(low) {
            *to |= self.used(word, diagonal);
        }
        self.rare.get_or_insert_default().whole = Some(whole);
        self.has_widened = true;
    }

    /// Returns what the future of the column depends on, as seen from the second row `q`; nothing if it does
    /// not fit.
    fn state(&self, q: u32, line: Line, diagonal: &Diagonal) -> Option<State> {
        let own = diagonal.own_words(self.r);
        let after = q as usize + 1;
        let used = |word: usize| if word <= line.last { self.used(word, diagonal) } else { 0 };
        if self.windowed() && after / 64 < self.at[0] as usize && self.at[0] as usize > own {
            return None;
        }
        let mut word = after / 64;
        let mut free = !used(word) & (!0 << (after % 64));
        while free == 0 {
            word += 1;
            if word > line.last {
                return None;
            }
            free = !used(word);
        }
        let gap = 64 * word + free.trailing_zeros() as usize;
        if gap + 64 > line.cols || self.top(line) >= gap + 64 {
            return None;
        }
        let shift = gap % 64;
        let pattern =
            if shift == 0 { used(word) } else { used(word) >> shift | used(word + 1) << (64 - shift) };
        Some(State { gap: (gap - q as usize) as u32, pattern })
    }

    /// Returns the greatest first row that is used.
    fn top(&self, line: Line) -> usize {
        let highest = |at: usize, words: &[u64]| {
            let inside = words.iter().enumerate().map(|(k, word)| (at + k, word & !line.outside(at + k)));
            let (at, word) = inside.rev().find(|&(_, word)| word != 0)?;
            Some(64 * at + 63 - word.leading_zeros() as usize)
        };
        if let Some(whole) = self.rare.as_ref().and_then(|rare| rare.whole.as_ref()) {
            return highest(0, whole).unwrap_or(0);
        }
        let [low, high] = self.at.map(|at| at as usize);
        highest(high, &self.windows[1])
            .or((high > low + WORDS).then_some(64 * high - 1))
            .or(highest(low, &self.windows[0]))
            .unwrap_or(0)
    }

    /// Says whether every first row from `q` to the end of the bar is used.
    pub fn is_full_from(&self, q: u32, line: Line, diagonal: &Diagonal) -> bool {
        let first = q as usize / 64;
        (first..=line.last).all(|word| {
            let outside = line.outside(word) | if word == first { (1 << (q % 64)) - 1 } else { 0 };
            let known = !self.windowed() || word >= self.at[0] as usize || word < diagonal.own_words(self.r);
            known && self.used(word, diagonal) | outside == !0
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lastbite_work::Dice;

    /// Three words in four are full, the others have some zeros.
    fn word(dice: &mut Dice) -> u64 {
        let mut roll = || dice.below(1 << 32) as u64;
        match roll() % 4 {
            0 => (roll() | roll()) << 32 | (roll() | roll()),
            _ => !0,
        }
    }

    /// Real columns are very similar; these are not, and the windows must be exact for all of them.
    #[test]
    fn any_column_in_windows_does_what_it_does_as_a_whole_set() {
        let dice = &mut Dice::new(7);
        let line = Line::new(1400);
        let (mut widened, mut died, mut none) = (0, 0, 0);
        for _ in 0..6000 {
            let (r, q) = (100, 320 + dice.below(600) as u32);
            let mut diagonal = Diagonal::new(line);
            for a in 0..r {
                diagonal.add(a, 3 * a + 200 + dice.below(3) as u32);
            }
            let low = q / 64 + dice.below(6) as u32;
            let at = [low, low + 4 + dice.below(5) as u32];
            // A column has always used what it has inherited, but no other values of the diagonal.
            let inherited = |at: u32, k: usize| diagonal.set[at as usize + k];
            let windows = at.map(|at| std::array::from_fn(|k| word(dice) | inherited(at, k)));
            for a in r..r + dice.below(60) as u32 {
                diagonal.add(a, 450 + dice.below(230) as u32 * 4 + 3);
            }
            let has_left = dice.below(2) == 0;
            let (is_dead, has_widened, rare) = (false, false, None);
            let mut column = Column { r, q, is_dead, has_left, has_widened, at, low_end: 0, windows, rare };
            column.tighten();
            let mut tile = Tile::new(line);
            // Now and then a tile has skipped it, so its values there are not known.
            let from = q + 16 * u32::from(dice.below(4) == 0);
            (tile.from, tile.to) = (from, from + 16);
            for q in tile.from..tile.to {
                let (set, next) = tile.row(q, line);
                set.iter_mut().enumerate().for_each(|(at, to)| *to = word(dice) | line.outside(at));
                *next = q as usize / 64;
                set[*next] |= line.before(q);
            }

            let (mut whole, mut whole_tile) = (column.clone(), tile.clone());
            whole.widen(line, &diagonal);
            let widens = |column: &Column<4>| usize::from(!column.windowed());
            column.sweep(&mut tile, line, &diagonal);
            whole.sweep(&mut whole_tile, line, &diagonal);
            assert!(tile.sets == whole_tile.sets && tile.deaths == whole_tile.deaths);
            assert_eq!((column.is_dead, column.has_left), (whole.is_dead, whole.has_left));
            assert!(column.has_left || from == q, "second rows that were passed over have no value");
            widened += widens(&column);
            died += usize::from(column.is_dead);
            none += usize::from(column.has_left && !has_left && from == q);
        }
        assert!([widened, died, none].iter().all(|&count| count > 20), "{widened} {died} {none}");
    }
}
