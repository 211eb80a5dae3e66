//! Everything that can be known about a bar, in one place: what was solved before, tables, the sieve on the
//! processor or elsewhere, few rows. A [`Solver`] asks all of it.

mod shelf;

use std::fmt;
use std::sync::{Arc, PoisonError, RwLock};

use super::bar::Chomp;
use super::rows::Rows;
use super::sieve::{Sieve, SieveError, Solved};
use super::square::Square;
use super::sweep::{Distances, GrundyValues, SweepError};
use super::table::Table;
use super::thin::{Estimate, LastRows, Method};
use crate::effort::Effort;
use crate::game::Standing;
use crate::knowledge::{DistanceOf, Knowledge, Source, Unknown, WhyNot, by_look_up, first_who_knows};
use crate::solver::Solver;
use crate::theory::{Kept, Patience, Theory};

use shelf::Shelf;

/// What a solver has found about bars, each kind of answer within its limit, and where else it may look.
pub struct Bars {
    solved: Shelf<Solved>,
    distances: Shelf<Distances>,
    values: Shelf<GrundyValues>,
    thin: Shelf<LastRows>,
    tables: RwLock<Vec<Arc<Table>>>,
    elsewhere: RwLock<Option<Arc<dyn Siever>>>,
}

/// Sieves bars somewhere other than on this processor, for example on a graphics card.
pub trait Siever: Send + Sync + 'static {
    /// Sieves a bar, or returns nothing to leave it to the processor. Everything found is kept.
    fn sieve(&self, bar: &Chomp, effort: &Effort) -> Option<Result<Solved, SieveError>>;

    /// Says whether a bar is solved there within some seconds, however large it is.
    fn is_soon(&self, bar: &Chomp) -> bool;
}

/// How many positions a bar may have to be solved, to get its distances, and to get its Grundy values.
struct Most {
    solved: u64,
    swept: u64,
    valued: u64,
    /// How many nanoseconds few rows may take.
    thin: u64,
}

impl Most {
    fn of(patience: Patience) -> Self {
        match patience {
            // 14x14 and more; 12x13 and more.
            Patience::Moment => Most { solved: 1_000_000, swept: 50_000_000, valued: 6_000_000, thin: Self::MOMENT },
            Patience::Worthwhile => Most {
                solved: Self::WORTH_SOLVING,
                swept: 50_000_000,
                valued: 50_000_000,
                thin: Self::SECONDS,
            },
            Patience::Endless => Most { solved: u64::MAX, swept: u64::MAX, valued: u64::MAX, thin: u64::MAX },
        }
    }

    /// Bars of at most this many positions are solved rather than searched: 16x16 at once, 18x18 within a
    /// second, the largest, 19x19, in a few seconds. No search is faster.
    const WORTH_SOLVING: u64 = 20_000_000_000;

    /// Few rows may take this long, by their estimate.
    const SECONDS: u64 = 10_000_000_000;
    /// And this long if an answer is wanted at once.
    const MOMENT: u64 = 20_000_000;
}

impl Kept for Bars {
    const SHARE: u64 = 15;

    fn keeping(bytes: u64) -> Self {
        // Outcomes are asked for most often; distances, Grundy values and long bars share the other half.
        Bars {
            solved: Shelf::new(bytes - bytes / 2),
            distances: Shelf::new(bytes / 6),
            values: Shelf::new(bytes / 6),
            thin: Shelf::new(bytes / 6),
            tables: RwLock::default(),
            elsewhere: RwLock::default(),
        }
    }

    fn bytes(&self) -> u64 {
        self.solved.bytes() + self.distances.bytes() + self.values.bytes() + self.thin.bytes()
    }

    fn release(&self) {
        self.solved.clear();
        self.distances.clear();
        self.values.clear();
        self.thin.clear();
    }
}

impl Bars {
    /// Gives it a table to look positions up in.
    pub fn give_table(&self, table: Table) {
        self.tables.write().unwrap_or_else(PoisonError::into_inner).push(Arc::new(table));
    }

    /// Lets another siever take the bars it wants.
    pub fn sieve_elsewhere(&self, siever: Arc<dyn Siever>) {
        *self.elsewhere.write().unwrap_or_else(PoisonError::into_inner) = Some(siever);
    }

    fn elsewhere(&self) -> Option<Arc<dyn Siever>> {
        self.elsewhere.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns a solved bar, from the shelf or solved now.
    pub fn solved(&self, bar: &Chomp, effort: &Effort) -> Result<Arc<Solved>, SieveError> {
        let elsewhere = self.elsewhere();
        self.solved.get(bar, effort, |bar, effort| {
            let there = elsewhere.as_ref().and_then(|siever| siever.sieve(bar, effort));
            there.unwrap_or_else(|| Sieve::of(bar).solve(effort))
        })
    }

    /// Returns the distance of every position of a bar, from the shelf or found now.
    pub fn distances(&self, bar: &Chomp, effort: &Effort) -> Result<Arc<Distances>, SweepError> {
        self.distances.get(bar, effort, Distances::of)
    }

    /// Returns the Grundy value of every position of a bar, from the shelf or found now.
    pub fn grundy_values(&self, bar: &Chomp, effort: &Effort) -> Result<Arc<GrundyValues>, SweepError> {
        self.values.get(bar, effort, GrundyValues::of)
    }

    /// Asks, one after another: what was solved before, the tables, the sieve, few rows.
    pub(super) fn look_up(
        &self,
        bar: &Chomp,
        rows: &Rows,
        patience: Patience,
        effort: &Effort,
    ) -> Knowledge<Square> {
        let Ok(standing) = Standing::new(*bar, rows.clone()) else {
            return Unknown::because(WhyNot::NotMine).into();
        };
        type Answer<'a> = Box<dyn FnOnce() -> Knowledge<Square> + 'a>;
        let answers: [Answer<'_>; 4] = [
            Box::new(|| self.on_the_shelf(&standing)),
            Box::new(|| self.in_a_table(&standing)),
            Box::new(|| self.by_sieving(&standing, patience, effort)),
            Box::new(|| self.by_few_rows(&standing, patience, effort)),
        ];
        first_who_knows(&standing, answers)
    }

    /// Looks up a position in a bar that was solved before.
    fn on_the_shelf(&self, standing: &Standing<Chomp>) -> Knowledge<Square> {
        let (bar, rows) = (standing.game(), standing.position());
        if let Some(solved) = self.solved.find(bar, rows) {
            return look_up(standing, &solved);
        }
        match self.thin.find(bar, rows) {
            Some(lost) => look_up_thin(standing, &lost),
            None => Unknown::because(WhyNot::NotMine).into(),
        }
    }

    /// Looks up a position in the tables.
    fn in_a_table(&self, standing: &Standing<Chomp>) -> Knowledge<Square> {
        let tables = self.tables.read().unwrap_or_else(PoisonError::into_inner).clone();
        let answers = tables
            .iter()
            .map(|table| || by_look_up(standing, Source::Table, |rows| table.knows(standing.game(), rows)));
        first_who_knows(standing, answers)
    }

    /// Solves the bar, or what is left of it, whichever is possible, and looks up the position.
    fn by_sieving(
        &self,
        standing: &Standing<Chomp>,
        patience: Patience,
        effort: &Effort,
    ) -> Knowledge<Square> {
        let (bar, rows) = (standing.game(), standing.position());
        let most = Most::of(patience).solved;
        let worth = |bar: &Chomp| Sieve::of(bar).positions_to_solve() <= most;
        if let Some(siever) = self.elsewhere().filter(|siever| patience > Patience::Moment && siever.is_soon(bar)) {
            // Another siever has its own memory, and need not ask for ours.
            let there =
                |bar: &Chomp, effort: &Effort| siever.sieve(bar, effort).unwrap_or(Err(SieveError::Refused));
            match self.solved.get(bar, effort, there) {
                Ok(solved) => return look_up(standing, &solved),
                Err(SieveError::Stopped(stopped)) => return Unknown::because(stopped.into()).into(),
                // The processor may still solve it, or what is left of the bar.
                Err(_) => {}
            }
        }
        match self.solved.around(bar, rows, worth, effort, |bar| self.solved(bar, effort)) {
            Ok(solved) => look_up(standing, &solved),
            Err(why) => Unknown::because(why).into(),
        }
    }

    /// Solves few rows by their own method, which reaches lengths that no sieve does, and looks up the
    /// position.
    fn by_few_rows(
        &self,
        standing: &Standing<Chomp>,
        patience: Patience,
        effort: &Effort,
    ) -> Knowledge<Square> {
        let (bar, rows) = (standing.game(), standing.position());
        let most = Most::of(patience).thin;
        let worth = |bar: &Chomp| {
            let estimate = Method::FewRows.estimate(bar.rows(), bar.cols(), effort.threads_used());
            estimate.is_some_and(|Estimate { nanoseconds, .. }| nanoseconds <= most)
        };
        if !bar.is_classic() {
            return Unknown::because(WhyNot::NotMine).into();
        }
        let found = self.thin.around(bar, rows, worth, effort, |bar| {
            self.thin.get(bar, effort, |bar, effort| {
                LastRows::solve(bar.rows().min(bar.cols()), bar.rows().max(bar.cols()), effort)
            })
        });
        match found {
            Ok(lost) => look_up_thin(standing, &lost),
            Err(WhyNot::TooLarge) => Unknown::because(WhyNot::NotMine).into(),
            Err(why) => Unknown::because(why).into(),
        }
    }

    /// Returns the distances around a position; nothing if that takes too long or too much memory.
    pub(super) fn distances_around(
        &self,
        bar: &Chomp,
        rows: &Rows,
        patience: Patience,
        effort: &Effort,
    ) -> Result<Option<DistanceOf<Rows>>, Unknown> {
        let most = Most::of(patience).swept;
        let worth = |bar: &Chomp| Sieve::of(bar).positions_to_solve() <= most;
        let found = self.distances.around(bar, rows, worth, effort, |bar| self.distances(bar, effort));
        Ok(if_reached(found)?
            .map(|distances| -> DistanceOf<Rows> { Arc::new(move |rows: &Rows| distances.distance(rows)) }))
    }

    /// Returns the Grundy value of a position; nothing if that takes too long or too much memory.
    pub(super) fn grundy_value(
        &self,
        bar: &Chomp,
        rows: &Rows,
        patience: Patience,
        effort: &Effort,
    ) -> Result<Option<u32>, Unknown> {
        let most = Most::of(patience).valued;
        let worth = |bar: &Chomp| Sieve::of(bar).positions_to_solve() <= most;
        let found = self.values.around(bar, rows, worth, effort, |bar| self.grundy_values(bar, effort));
        Ok(if_reached(found)?.and_then(|values| values.value(rows)))
    }
}

/// Continues if something is out of reach, and fails if the work was stopped.
fn if_reached<T>(found: Result<T, WhyNot>) -> Result<Option<T>, Unknown> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(WhyNot::Stopped(stopped)) => Err(stopped.into()),
        Err(_) => Ok(None),
    }
}

/// Looks up a position of a solved bar.
fn look_up(standing: &Standing<Chomp>, solved: &Solved) -> Knowledge<Square> {
    by_look_up(standing, Source::Sieve, |rows| solved.is_lost(rows).map_err(Unknown::from))
}

/// Looks up a position of solved few rows.
fn look_up_thin(standing: &Standing<Chomp>, lost: &LastRows) -> Knowledge<Square> {
    by_look_up(standing, Source::FewRows, |rows| {
        lost.is_lost_either_way(rows).ok_or(Unknown::because(WhyNot::NotMine))
    })
}

/// Something that keeps bars, alone or along with other games.
pub trait KeepsBars {
    /// Returns what is kept about bars.
    fn bars(&self) -> &Bars;
}

impl KeepsBars for Bars {
    fn bars(&self) -> &Bars {
        self
    }
}

impl<G: Theory<Kept: KeepsBars>> Solver<G> {
    /// Returns what it has found about bars.
    #[must_use]
    pub fn bars(&self) -> &Bars {
        self.kept().bars()
    }

    /// Gives it a table to look positions up in.
    #[must_use]
    pub fn with_table(self, table: Table) -> Self {
        self.bars().give_table(table);
        self
    }
}

impl fmt::Debug for Bars {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tables = self.tables.read().unwrap_or_else(PoisonError::into_inner).len();
        f.debug_struct("Bars").field("bytes", &self.bytes()).field("tables", &tables).finish_non_exhaustive()
    }
}
