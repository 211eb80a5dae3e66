//! Who solves what: parts are dealt out to ranks before the work, by a rule that every rank follows on its
//! own.
//!
//! In the order of the plan, each part goes to the rank that has the least to do so far. So all ranks are
//! always about equally far along. That matters more than how much travels: a part waits for parts of smaller
//! sums. And every rank knows who has a block without asking.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use lastbite_engines::sieve::plan::{Part, Plan};

/// The parts, dealt out.
#[derive(Debug)]
pub struct Deal {
    /// This rank.
    pub me: usize,
    /// How many ranks there are.
    pub ranks: usize,
    /// By part: the rank that solves it.
    owners: Vec<u16>,
    /// By part: its place among the parts of its owner.
    places: Vec<u32>,
    /// The parts of this rank, in the order of the plan.
    mine: Vec<u32>,
}

impl Deal {
    /// Deals the parts of a plan out.
    pub fn new(plan: &Plan, me: usize, ranks: usize) -> Self {
        let (mut owners, mut places) = (vec![0; plan.len()], vec![0; plan.len()]);
        let (mut mine, mut dealt) = (Vec::new(), vec![0; ranks]);
        let mut loads: BinaryHeap<Reverse<(u64, usize)>> =
            (0..ranks).map(|rank| Reverse((0, rank))).collect();
        for part in plan.parts() {
            let Some(Reverse((load, rank))) = loads.pop() else { break };
            loads.push(Reverse((load + cost(plan, part), rank)));
            owners[part.index] = rank as u16;
            places[part.index] = dealt[rank];
            dealt[rank] += 1;
            if rank == me {
                mine.push(part.index as u32);
            }
        }
        Self { me, ranks, owners, places, mine }
    }

    /// Returns the rank that solves a part.
    pub fn owner(&self, part: usize) -> usize {
        self.owners[part].into()
    }

    /// Says whether this rank solves a part.
    pub fn is_mine(&self, part: usize) -> bool {
        self.owner(part) == self.me
    }

    /// Returns the place of a part among those of its owner.
    pub fn place(&self, part: usize) -> usize {
        self.places[part] as usize
    }

    /// Returns the part of this rank that has this place, if there is one.
    pub fn at(&self, place: usize) -> Option<usize> {
        self.mine.get(place).map(|&part| part as usize)
    }

    /// Lists the parts of this rank, in the order of the plan.
    pub fn mine(&self) -> impl ExactSizeIterator<Item = usize> + '_ {
        self.mine.iter().map(|&part| part as usize)
    }
}

/// Estimates the work of a part in positions: those it has, and for each block what looking up its bites
/// takes.
pub fn cost(plan: &Plan, part: Part<'_>) -> u64 {
    plan.blocks(part).map(|block| u64::from(plan.positions_of(block)) + BLOCK).sum()
}

/// What a block takes no matter how few positions it has, in positions: some twenty microseconds.
const BLOCK: u64 = 20_000;

#[cfg(test)]
mod tests {
    use super::*;
    use lastbite_engines::{Bar, Effort};

    #[test]
    fn every_part_has_one_owner_and_all_have_as_much_to_do() {
        let plan = Plan::of(&Bar::new(13, 13).expect("a bar"), 5000, &Effort::default()).expect("a plan");
        for ranks in [1, 2, 3, 7] {
            let deals: Vec<Deal> = (0..ranks).map(|me| Deal::new(&plan, me, ranks)).collect();
            let mut owned = vec![0; plan.len()];
            for deal in &deals {
                for (place, part) in deal.mine().enumerate() {
                    owned[part] += 1;
                    assert!(deal.is_mine(part) && deal.place(part) == place);
                    assert!(deals.iter().all(|other| other.owner(part) == deal.me));
                }
            }
            assert!(owned.iter().all(|&owners| owners == 1));
            let load = |deal: &Deal| deal.mine().map(|part| cost(&plan, plan.part(part))).sum::<u64>();
            let (most, all) =
                (deals.iter().map(load).max().unwrap_or(0), deals.iter().map(load).sum::<u64>());
            assert!(most * ranks as u64 <= all + all / 10, "{ranks} ranks: {most} of {all}");
        }
    }
}
