//! A search that knows orders: positions as bit sets in a normal form, each judged once.
//!
//! A position is an *ideal*: everything below each of its elements is left too. The poison is left out, so
//! here a player with nothing to take has lost. By the theorem of Sprague and Grundy every position is worth
//! a heap of Nim, its *value*, and is lost exactly if that is 0. Four facts make positions smaller or fewer:
//!
//! 1. **Parts.** Unconnected parts are games side by side: their values are combined by exclusive or, and
//!    each part is judged separately.
//! 2. **A least element.** If one element is below all others, the value is one more than that of the others:
//!    from *the others are worth v* one can reach 0 by taking the least, and, by induction, 1 + w for every w
//!    < v and for every other w that a move of the others reaches; never 1 + v.
//! 3. **Twins.** Of two tops, elements with nothing above them, that are above the same others, both may be
//!    left out. The player who would win without them answers the taking of one by taking the other; whatever
//!    takes one of them from below takes both.
//! 4. **Symmetries.** Axes of equal length may be swapped: only one of the positions that become the same is
//!    remembered.
//!
//! Finding the winner does not need all values: [`has_value`](Ideals::has_value) asks whether a position has
//! one given value. It has if no move leads to that value, and some move leads to each smaller one; a move
//! that leads to it proves that it has not.

use rustc_hash::FxHashMap;

use super::symmetries::Symmetries;
use crate::search::{Meter, Unfinished, deeper};

/// Some elements of a small order, in this many machine words.
pub(super) type Bits<const W: usize> = [u64; W];

/// The ideals of a small order, and what was found about them.
pub(super) struct Ideals<const W: usize> {
    /// What is at or above each element; elements come after those below them.
    above: Vec<Bits<W>>,
    /// What each element can be compared with, itself included.
    near: Vec<Bits<W>>,
    /// What is at or below each element.
    below: Vec<Bits<W>>,
    /// Elements that are above the same others, two or more.
    twins: Vec<Bits<W>>,
    symmetries: Symmetries<W>,
    values: FxHashMap<Bits<W>, u16>,
    verdicts: FxHashMap<(Bits<W>, u16), bool>,
}

impl<const W: usize> Ideals<W> {
    /// Takes an order whose elements come after those below them, by what is at or above each.
    pub(super) fn new(above: Vec<Bits<W>>, symmetries: Symmetries<W>) -> Self {
        let many = above.len();
        let mut below: Vec<Bits<W>> = vec![[0; W]; many];
        for (lower, all) in above.iter().enumerate() {
            members(*all).for_each(|upper| insert(&mut below[upper], lower));
        }
        let near = above.iter().zip(&below).map(|(above, below)| joined(*above, *below)).collect();
        let mut groups: FxHashMap<Bits<W>, Bits<W>> = FxHashMap::default();
        for (element, at_or_below) in below.iter().enumerate() {
            let mut strictly = *at_or_below;
            strictly[element / 64] &= !(1 << (element % 64));
            insert(groups.entry(strictly).or_insert([0; W]), element);
        }
        let mut twins: Vec<Bits<W>> = groups.into_values().filter(|group| count(*group) > 1).collect();
        twins.sort_unstable();
        Ideals {
            above,
            near,
            below,
            twins,
            symmetries,
            values: FxHashMap::default(),
            verdicts: FxHashMap::default(),
        }
    }

    /// Counts the bytes that it keeps.
    pub(super) fn bytes(&self) -> u64 {
        let values = self.values.capacity() * (size_of::<(Bits<W>, u16)>() + 1);
        let verdicts = self.verdicts.capacity() * (size_of::<((Bits<W>, u16), bool)>() + 1);
        (values + verdicts) as u64
    }

    /// Returns what is left when an element is taken.
    pub(super) fn after(&self, left: Bits<W>, element: usize) -> Bits<W> {
        minus(left, self.above[element])
    }

    /// Returns the value of a position.
    pub(super) fn value(&mut self, left: Bits<W>, meter: &mut Meter<'_>) -> Result<u16, Unfinished> {
        let mut rest = self.without_twins(left);
        let mut sum = 0;
        while !is_empty(rest) {
            let part = self.part(rest);
            rest = minus(rest, part);
            sum ^= self.value_of_part(part, meter)?;
        }
        Ok(sum)
    }

    fn value_of_part(&mut self, part: Bits<W>, meter: &mut Meter<'_>) -> Result<u16, Unfinished> {
        if let Some(rest) = self.without_least(part) {
            return Ok(1 + self.value(rest, meter)?);
        }
        let part = self.symmetries.normal(part);
        if let Some(&known) = self.values.get(&part) {
            return Ok(known);
        }
        meter.enter(0)?;
        let mut reached = Reached::default();
        for element in members(part) {
            let after = self.after(part, element);
            reached.insert(deeper(|| self.value(after, meter))?);
        }
        let value = reached.mex();
        meter.remember(&mut self.values)?;
        self.values.insert(part, value);
        Ok(value)
    }

    /// Says whether a position has this value: it is lost exactly if it has the value 0.
    pub(super) fn has_value(
        &mut self,
        left: Bits<W>,
        value: u16,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Unfinished> {
        let mut rest = self.without_twins(left);
        if is_empty(rest) {
            return Ok(value == 0);
        }
        // All parts except the largest are valued; then the question is whether the largest has the value
        // that is needed.
        let mut largest = self.part(rest);
        rest = minus(rest, largest);
        let mut wanted = value;
        while !is_empty(rest) {
            let mut part = self.part(rest);
            rest = minus(rest, part);
            if count(part) > count(largest) {
                std::mem::swap(&mut part, &mut largest);
            }
            wanted ^= self.value_of_part(part, meter)?;
        }
        self.part_has_value(largest, wanted, meter)
    }

    fn part_has_value(
        &mut self,
        part: Bits<W>,
        value: u16,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Unfinished> {
        // A position of this many elements has this many moves, and a value no larger.
        if u32::from(value) > count(part) {
            return Ok(false);
        }
        if let Some(rest) = self.without_least(part) {
            return if value == 0 { Ok(false) } else { self.has_value(rest, value - 1, meter) };
        }
        if value == 0 && self.has_greatest(part) {
            // Strategy stealing: it is won.
            return Ok(false);
        }
        let part = self.symmetries.normal(part);
        if let Some(&known) = self.verdicts.get(&(part, value)) {
            return Ok(known);
        }
        if let Some(&known) = self.values.get(&part) {
            return Ok(known == value);
        }
        meter.enter(0)?;
        let verdict = self.judge(part, value, meter)?;
        meter.remember(&mut self.verdicts)?;
        self.verdicts.insert((part, value), verdict);
        Ok(verdict)
    }

    fn judge(&mut self, part: Bits<W>, value: u16, meter: &mut Meter<'_>) -> Result<bool, Unfinished> {
        // Low elements first: they take much, and what is left is judged soon.
        for element in members(part) {
            let after = self.after(part, element);
            if deeper(|| self.has_value(after, value, meter))? {
                return Ok(false);
            }
        }
        for smaller in 0..value {
            let mut is_reached = false;
            for element in members(part) {
                let after = self.after(part, element);
                if deeper(|| self.has_value(after, smaller, meter))? {
                    is_reached = true;
                    break;
                }
            }
            if !is_reached {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Leaves twins out, two by two.
    fn without_twins(&self, left: Bits<W>) -> Bits<W> {
        let mut left = left;
        for group in &self.twins {
            let here = shared(*group, left);
            if count(here) < 2 {
                continue;
            }
            let mut single: Option<usize> = None;
            for element in members(here) {
                if count(shared(self.above[element], left)) > 1 {
                    continue;
                }
                match single.take() {
                    None => single = Some(element),
                    Some(twin) => {
                        remove(&mut left, element);
                        remove(&mut left, twin);
                    }
                }
            }
        }
        left
    }

    /// Returns the other elements, if the first one is below all of them.
    fn without_least(&self, part: Bits<W>) -> Option<Bits<W>> {
        let first = members(part).next()?;
        let below_all = is_empty(minus(part, self.above[first]));
        below_all.then(|| {
            let mut rest = part;
            remove(&mut rest, first);
            rest
        })
    }

    fn has_greatest(&self, part: Bits<W>) -> bool {
        members(part).last().is_some_and(|last| is_empty(minus(part, self.below[last])))
    }

    /// Returns the part that the first element belongs to.
    fn part(&self, left: Bits<W>) -> Bits<W> {
        let Some(first) = members(left).next() else { return left };
        let mut part = shared(self.near[first], left);
        let mut looked_at = [0; W];
        insert(&mut looked_at, first);
        while part != left {
            // The highest first: much is below them.
            let Some(next) = last(minus(part, looked_at)) else { break };
            insert(&mut looked_at, next);
            part = joined(part, shared(self.near[next], left));
        }
        part
    }
}

/// The values that moves reach.
#[derive(Default)]
struct Reached([u64; 5]);

impl Reached {
    fn insert(&mut self, value: u16) {
        // No position of 256 elements has a larger value.
        if let Some(bits) = self.0.get_mut(usize::from(value) / 64) {
            *bits |= 1 << (value % 64);
        }
    }

    /// Returns the smallest value that no move reaches.
    fn mex(&self) -> u16 {
        let word = self.0.iter().position(|&bits| bits != u64::MAX).unwrap_or(0);
        word as u16 * 64 + self.0[word].trailing_ones() as u16
    }
}

#[inline]
pub(super) fn members<const W: usize>(bits: Bits<W>) -> impl Iterator<Item = usize> {
    (0..W).flat_map(move |word| {
        let mut rest = bits[word];
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let element = 64 * word + rest.trailing_zeros() as usize;
                rest &= rest - 1;
                element
            })
        })
    })
}

#[inline]
fn last<const W: usize>(bits: Bits<W>) -> Option<usize> {
    let word = bits.iter().rposition(|&word| word != 0)?;
    Some(64 * word + 63 - bits[word].leading_zeros() as usize)
}

#[inline]
pub(super) fn insert<const W: usize>(bits: &mut Bits<W>, element: usize) {
    bits[element / 64] |= 1 << (element % 64);
}

#[inline]
fn remove<const W: usize>(bits: &mut Bits<W>, element: usize) {
    bits[element / 64] &= !(1 << (element % 64));
}

#[inline]
pub(super) fn minus<const W: usize>(bits: Bits<W>, others: Bits<W>) -> Bits<W> {
    std::array::from_fn(|word| bits[word] & !others[word])
}

#[inline]
pub(super) fn shared<const W: usize>(bits: Bits<W>, others: Bits<W>) -> Bits<W> {
    std::array::from_fn(|word| bits[word] & others[word])
}

#[inline]
fn joined<const W: usize>(bits: Bits<W>, others: Bits<W>) -> Bits<W> {
    std::array::from_fn(|word| bits[word] | others[word])
}

#[inline]
pub(super) fn is_empty<const W: usize>(bits: Bits<W>) -> bool {
    bits.iter().all(|&word| word == 0)
}

#[inline]
pub(super) fn count<const W: usize>(bits: Bits<W>) -> u32 {
    bits.iter().map(|word| word.count_ones()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::effort::Effort;
    use crate::knowledge::mex;
    use crate::play::Dice;

    /// The value of a position by looking at every move.
    fn plain(above: &[u64], left: u64, known: &mut FxHashMap<u64, u16>) -> u16 {
        if let Some(&known) = known.get(&left) {
            return known;
        }
        let moves = members([left]).map(|element| left & !above[element]).collect::<Vec<_>>();
        let value = mex(moves.into_iter().map(|after| plain(above, after, known).into())) as u16;
        known.insert(left, value);
        value
    }

    /// Compares every position of an order, each with every value it might have.
    fn is_judged_truly(above: &[u64], symmetries: Symmetries<1>) {
        let mut known = FxHashMap::default();
        plain(above, u64::MAX >> (64 - above.len()), &mut known);
        let effort = Effort::unlimited();
        let bits: Vec<Bits<1>> = above.iter().map(|&above| [above]).collect();
        let mut ideals = Ideals::new(bits, symmetries);
        // Ask the questions first, before known values would answer them.
        for (&left, &value) in &known {
            for asked in [0, value, value + 1, value.saturating_sub(1)] {
                let told = ideals.has_value([left], asked, &mut Meter::new(&effort)).unwrap();
                assert_eq!(told, asked == value, "{above:?} {left:b} {asked}");
            }
        }
        for (&left, &value) in &known {
            assert_eq!(ideals.value([left], &mut Meter::new(&effort)).unwrap(), value, "{above:?} {left:b}");
        }
    }

    #[test]
    fn random_orders_are_judged_truly() {
        let mut dice = Dice::new(1);
        for _ in 0..400 {
            let many = 1 + dice.below(10);
            let chance = [0.1, 0.2, 0.4][dice.below(3)];
            let mut above: Vec<u64> = (0..many).map(|element| 1 << element).collect();
            for lower in (0..many).rev() {
                for upper in lower + 1..many {
                    if dice.chance(chance) {
                        above[lower] |= above[upper];
                    }
                }
            }
            is_judged_truly(&above, Symmetries::none());
        }
    }

    #[test]
    fn boxes_are_judged_truly_with_their_symmetries() {
        for sides in [[2, 2, 2], [3, 3, 2], [2, 3, 3], [2, 2, 4], [1, 4, 4]] {
            let [a, b, c]: [u32; 3] = sides;
            let points = (0..a).flat_map(|x| (0..b).flat_map(move |y| (0..c).map(move |z| vec![x, y, z])));
            let points: Vec<Vec<u32>> = points.skip(1).collect();
            let lies_below = |p: &Vec<u32>, q: &Vec<u32>| p.iter().zip(q).all(|(p, q)| p <= q);
            let above = points.iter().map(|p| (0..points.len()).filter(|&q| lies_below(p, &points[q])));
            let above: Vec<u64> = above.map(|above| above.map(|q| 1 << q).sum()).collect();
            let points: Vec<&[u32]> = points.iter().map(Vec::as_slice).collect();
            is_judged_truly(&above, Symmetries::of(&points));
        }
    }
}
