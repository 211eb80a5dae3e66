//! Everything that can be known about an order, in one place: bars by another name, a search of its ideals,
//! every position at once.

mod judge;

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};
use std::time::Duration;

use lastbite_engines::columns::{Columns, Distances, GrundyValues, Outcomes};
use lastbite_engines::SolveError;
use super::elements::Elements;
use super::flat::Flat;
use super::rules::{Element, Order};
use super::whole::columns_of;
use crate::effort::{Effort, Stopped};
use crate::game::{Game, Outcome};
use crate::games::chomp::Bars;
use crate::knowledge::{DistanceOf, Knowledge, Known, Source, Unknown, WhyNot, if_reached};
use crate::search::Unfinished;
use crate::theory::shelf::{Shelf, Weighed};
use crate::theory::{Kept, Patience, Theory};

use judge::Judge;

/// What a solver has found about orders, within a memory limit.
pub struct Orders {
    bars: Bars,
    judges: Shelf<Order, Searched>,
    outcomes: Shelf<Order, Outcomes>,
    values: Shelf<Order, GrundyValues>,
    distances: Shelf<Order, Distances>,
}

/// How much may be done.
struct Most {
    /// How many elements a search may look at.
    looks: u64,
    /// How many positions may be solved at once.
    positions: u64,
}

impl Most {
    fn of(patience: Patience) -> Self {
        match patience {
            Patience::Moment => Most { looks: 1_000_000, positions: 1_000_000 },
            Patience::Worthwhile => Most { looks: 30_000_000, positions: 60_000_000 },
            Patience::Endless => Most { looks: u64::MAX, positions: u64::MAX },
        }
    }

    /// Returns how much a search may look at before every position is solved at once.
    ///
    /// Boxes and divisors have more positions for their size than others: solving all at once is quicker than
    /// searching. Other orders fall apart into parts during the search, and often have too many positions.
    fn at_first(&self, order: &Order) -> u64 {
        let few = if order.sides().is_some() { 1_000_000 } else { 40_000_000 };
        self.looks.min(few)
    }
}

impl Kept for Orders {
    fn share() -> u64 {
        1
    }

    fn keeping(bytes: u64) -> Self {
        Orders {
            bars: Bars::keeping(bytes / 4),
            judges: Shelf::new(bytes / 4),
            outcomes: Shelf::new(bytes / 4),
            values: Shelf::new(bytes / 8),
            distances: Shelf::new(bytes / 8),
        }
    }

    fn bytes(&self) -> u64 {
        self.bars.bytes()
            + self.judges.bytes()
            + self.outcomes.bytes()
            + self.values.bytes()
            + self.distances.bytes()
    }

    fn release(&self) {
        self.bars.release();
        self.judges.clear();
        self.outcomes.clear();
        self.values.clear();
        self.distances.clear();
    }
}

impl fmt::Debug for Orders {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Orders").field("bytes", &self.bytes()).finish_non_exhaustive()
    }
}

impl Orders {
    /// Asks, one after another: the solvers of bars, a short search, every position at once, a long search.
    pub(super) fn look_up(
        &self,
        order: &Order,
        left: &Elements,
        patience: Patience,
        effort: &Effort,
    ) -> Knowledge<Element> {
        if order.is_over(left) {
            return Unknown::because(WhyNot::NotMine).into();
        }
        if let Some(flat) = Flat::of(order, left) {
            let said = flat.bar().look_up(&flat.rows(left), &self.bars, patience, effort);
            if let Knowledge::Known(known) = said {
                return Knowledge::Known(known.map(|square| flat.element(square)));
            }
        }
        let most = Most::of(patience);
        let mut unknown = match self.search(order, left, most.at_first(order), effort) {
            Err(unknown) if !unknown.was_called_off() => unknown,
            answer => return told(answer),
        };
        match self.solved(order, most.positions, effort) {
            Ok(outcomes) => {
                let said = told(by_outcomes(order, left, &outcomes));
                return said.after_nodes(unknown.nodes);
            }
            Err(WhyNot::Stopped(why)) => return Unknown { why: why.into(), ..unknown }.into(),
            Err(WhyNot::NotMine | WhyNot::TooLarge) => {}
            Err(why) => unknown.why = why,
        }
        if most.looks <= most.at_first(order) {
            return unknown.into();
        }
        let nodes = unknown.nodes;
        told(self.search(order, left, most.looks, effort)).after_nodes(nodes)
    }

    /// Searches the ideals of an order.
    fn search(
        &self,
        order: &Order,
        left: &Elements,
        looks: u64,
        effort: &Effort,
    ) -> Result<Known<Element>, Unknown> {
        let edible = order.edible(left);
        let effort = bounded(effort, looks, edible.len());
        self.with_judge(order, &effort, |judge| {
            let judge = Judge::fitting(judge, order, &edible).ok_or(Unknown::because(WhyNot::TooLarge))?;
            judge.ask(&edible, &effort).map_err(Unknown::from)
        })?
    }

    /// Solves every position of an order at once, if there are not more than this many.
    fn solved(&self, order: &Order, most: u64, effort: &Effort) -> Result<Arc<Outcomes>, WhyNot> {
        self.at_once(&self.outcomes, order, most, effort, Outcomes::of)
    }

    /// Takes a table of every position from the shelf, or makes it.
    fn at_once<T: Weighed>(
        &self,
        shelf: &Shelf<Order, T>,
        order: &Order,
        most: u64,
        effort: &Effort,
        make: impl FnOnce(Columns, &Effort) -> Result<T, SolveError>,
    ) -> Result<Arc<T>, WhyNot> {
        // How much it takes is known only once its positions are counted.
        shelf.get(order, effort, |_| 0, |effort| {
            let columns = columns_of(order)?;
            if Outcomes::count_positions(&columns, effort)? > most {
                return Err(WhyNot::TooLarge);
            }
            Ok(make(columns, effort)?)
        })
    }

    /// Works with the search of an order and with what it has found so far; others who want the same order
    /// wait, as long as their effort lets them.
    fn with_judge<R>(
        &self,
        order: &Order,
        effort: &Effort,
        work: impl FnOnce(&mut Option<Judge>) -> R,
    ) -> Result<R, Unknown> {
        let searched = self.judges.get(order, effort, |_| 0, |_| Ok::<_, Stopped>(Searched::default()))?;
        let mut judge = searched.lock(effort)?;
        let done = work(&mut judge);
        searched.bytes.store(judge.as_ref().map_or(0, Judge::bytes), Ordering::Relaxed);
        drop(judge);
        self.judges.trim();
        Ok(done)
    }

    /// Returns the distances of the positions of an order; nothing if that takes too long or too much memory.
    pub(super) fn distances(
        &self,
        order: &Order,
        left: &Elements,
        patience: Patience,
        effort: &Effort,
    ) -> Result<Option<DistanceOf<Elements>>, Unknown> {
        if let Some(flat) = Flat::of(order, left) {
            let found = flat.bar().distances(&flat.rows(left), &self.bars, patience, effort)?;
            return Ok(found.map(|distance| -> DistanceOf<Elements> {
                let order = order.clone();
                Arc::new(
                    move |left: &Elements| {
                        if order.is_on(left) { distance(&flat.rows(left)) } else { None }
                    },
                )
            }));
        }
        let found = self.at_once(&self.distances, order, Most::of(patience).positions, effort, Distances::of);
        Ok(if_reached(found)?.map(|distances| -> DistanceOf<Elements> {
            let order = order.clone();
            Arc::new(move |left: &Elements| {
                if !order.is_on(left) {
                    return None;
                }
                distances.distance(&distances.columns().heights_of(|element| left.has(element)))
            })
        }))
    }

    /// Returns the Grundy value of a position; nothing if that takes too long or too much memory.
    pub(super) fn grundy_value(
        &self,
        order: &Order,
        left: &Elements,
        patience: Patience,
        effort: &Effort,
    ) -> Result<Option<u32>, Unknown> {
        if let Some(flat) = Flat::of(order, left) {
            return flat.bar().find_grundy_value(&flat.rows(left), &self.bars, patience, effort);
        }
        let most = Most::of(patience);
        let edible = order.edible(left);
        let search = |looks: u64| -> Result<Option<u32>, Unknown> {
            let effort = bounded(effort, looks, edible.len());
            let found = self.with_judge(order, &effort, |judge| {
                Judge::fitting(judge, order, &edible).map(|judge| judge.value(&edible, &effort))
            })?;
            match found {
                None => Ok(None),
                Some(Ok(value)) => Ok(Some(value.into())),
                Some(Err(Unfinished { why: why @ (Stopped::Cancelled | Stopped::OutOfTime), .. })) => {
                    Err(why.into())
                }
                Some(Err(_)) => Ok(None),
            }
        };
        if let Some(value) = search(most.at_first(order))? {
            return Ok(Some(value));
        }
        let found = self.at_once(&self.values, order, most.positions, effort, GrundyValues::of);
        if let Some(values) = if_reached(found)? {
            return Ok(values.value(&values.columns().heights_of(|element| left.has(element))));
        }
        if most.looks > most.at_first(order) { search(most.looks) } else { Ok(None) }
    }
}

/// Lets a search look at this many elements; a node is looked at from each of its elements, and larger sets
/// take longer.
fn bounded(effort: &Effort, looks: u64, elements: usize) -> Effort {
    let elements = elements.max(1) as u64;
    let nodes = if looks == u64::MAX { u64::MAX } else { looks / elements };
    let allowed = effort.nodes_allowed().unwrap_or(u64::MAX);
    match nodes.min(allowed) {
        u64::MAX => effort.clone(),
        nodes => effort.clone().nodes(nodes),
    }
}

fn told(answer: Result<Known<Element>, Unknown>) -> Knowledge<Element> {
    match answer {
        Ok(known) => Knowledge::Known(known),
        Err(unknown) => Knowledge::Unknown(unknown),
    }
}

/// Looks up a position when every one was solved.
fn by_outcomes(order: &Order, left: &Elements, outcomes: &Outcomes) -> Result<Known<Element>, Unknown> {
    let heights = outcomes.columns().heights_of(|element| left.has(element));
    let winning = outcomes.winning_moves(&heights).ok_or(Unknown::because(WhyNot::NotMine))?;
    let outcome = if winning.is_empty() { Outcome::Loss } else { Outcome::Win };
    let best = winning.into_iter().min().map(Element::from);
    Ok(Known::new(outcome, Source::Sieve).with_best(best).with_nodes(order.move_count(left)))
}

/// The search of an order, with what it has found so far.
#[derive(Default)]
struct Searched {
    judge: Mutex<Option<Judge>>,
    bytes: AtomicU64,
}

impl Searched {
    fn lock(&self, effort: &Effort) -> Result<MutexGuard<'_, Option<Judge>>, Stopped> {
        const GLANCE: Duration = Duration::from_millis(5);
        loop {
            match self.judge.try_lock() {
                Ok(guard) => return Ok(guard),
                // What a panicking thread left behind is not trusted.
                Err(TryLockError::Poisoned(poisoned)) => {
                    let mut guard = poisoned.into_inner();
                    *guard = None;
                    self.judge.clear_poison();
                    return Ok(guard);
                }
                Err(TryLockError::WouldBlock) => {
                    effort.check()?;
                    std::thread::sleep(GLANCE);
                }
            }
        }
    }
}

impl Weighed for Searched {
    fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }
}

impl Weighed for Outcomes {
    fn bytes(&self) -> u64 {
        Outcomes::bytes(self)
    }
}

impl Weighed for GrundyValues {
    fn bytes(&self) -> u64 {
        GrundyValues::bytes(self)
    }
}

impl Weighed for Distances {
    fn bytes(&self) -> u64 {
        Distances::bytes(self)
    }
}
