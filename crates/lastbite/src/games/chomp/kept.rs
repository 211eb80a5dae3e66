//! Everything that can be known about a bar, in one place: what was solved before, tables, the sieve on the
//! processor or elsewhere, few rows. A [`Solver`] asks all of it.

use std::fmt;
use std::sync::{Arc, PoisonError, RwLock};

use lastbite_engines::sieve::Sieve;
use lastbite_engines::sweep::{Distances, GrundyValues};
use lastbite_engines::thin::LastRows;
use lastbite_engines::{Keep, Method, NoAnswer, Place, Siever, Solve, SolveError, Solved, Table, TableError};

use super::{Chomp, Rows, Square};
use crate::effort::{Effort, TooLittleMemory};
use crate::game::Standing;
use crate::knowledge::{
    DistanceOf, Knowledge, Oracle, Source, Unknown, WhyNot, by_look_up, first_who_knows, if_reached,
};
use crate::solver::Solver;
use crate::theory::shelf::{Shelf, Weighed};
use crate::theory::{Kept, Patience, Theory};

/// What a solver has found about bars, each kind of answer within its limit, and where else it may look.
pub struct Bars {
    solved: Shelf<Chomp, Solved>,
    distances: Shelf<Chomp, Distances>,
    values: Shelf<Chomp, GrundyValues>,
    thin: Shelf<Chomp, LastRows>,
    tables: RwLock<Vec<Arc<Table>>>,
    elsewhere: RwLock<Option<Arc<dyn Siever>>>,
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
    fn share() -> u64 {
        15
    }

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
    pub fn solved(&self, bar: &Chomp, effort: &Effort) -> Result<Arc<Solved>, SolveError> {
        let place = self.elsewhere().map_or(Place::Processor, Place::WhereFaster);
        get(&self.solved, bar, effort, |effort| Solve::of(bar).on(place).sieve(effort))
    }

    /// Returns the distance of every position of a bar, from the shelf or found now.
    pub fn distances(&self, bar: &Chomp, effort: &Effort) -> Result<Arc<Distances>, SolveError> {
        get(&self.distances, bar, effort, |effort| Distances::of(bar, effort))
    }

    /// Returns the Grundy value of every position of a bar, from the shelf or found now.
    pub fn grundy_values(&self, bar: &Chomp, effort: &Effort) -> Result<Arc<GrundyValues>, SolveError> {
        get(&self.values, bar, effort, |effort| GrundyValues::of(bar, effort))
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
        if let Some(solved) = find(&self.solved, bar, rows) {
            return look_up(standing, &solved);
        }
        match find(&self.thin, bar, rows) {
            Some(lost) => look_up_thin(standing, &lost),
            None => Unknown::because(WhyNot::NotMine).into(),
        }
    }

    /// Looks up a position in the tables.
    fn in_a_table(&self, standing: &Standing<Chomp>) -> Knowledge<Square> {
        let tables = self.tables.read().unwrap_or_else(PoisonError::into_inner).clone();
        let answers = tables
            .iter()
            .map(|table| || by_look_up(standing, Source::Table, |rows| knows(table, standing.game(), rows)));
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
            let there = |effort: &Effort| siever.sieve(bar, Keep::Everything, effort);
            match get(&self.solved, bar, effort, there) {
                Ok(solved) => return look_up(standing, &solved),
                Err(SolveError::Stopped(stopped)) => return Unknown::because(stopped.into()).into(),
                // The processor may still solve it, or what is left of the bar.
                Err(_) => {}
            }
        }
        match around(&self.solved, bar, rows, worth, effort, |bar| self.solved(bar, effort)) {
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
            estimate.is_some_and(|estimate| estimate.nanoseconds <= most)
        };
        if !bar.is_classic() {
            return Unknown::because(WhyNot::NotMine).into();
        }
        let found = around(&self.thin, bar, rows, worth, effort, |bar| {
            let (few, many) = bar.lying();
            get(&self.thin, bar, effort, |effort| LastRows::solve(few, many, effort))
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
        let found = around(&self.distances, bar, rows, worth, effort, |bar| self.distances(bar, effort));
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
        let found = around(&self.values, bar, rows, worth, effort, |bar| self.grundy_values(bar, effort));
        Ok(if_reached(found)?.and_then(|values| values.value(rows)))
    }
}

/// A result about a whole bar that is kept.
trait Found: Weighed + Sized {
    /// Returns how many bytes finding it may take.
    fn needed(bar: &Chomp, effort: &Effort) -> u64;

    /// Says whether a position of a bar is among what is known.
    fn knows(&self, bar: &Chomp, rows: &Rows) -> bool;
}

/// Returns what is known about a bar, from the shelf or found now.
fn get<T: Found>(
    shelf: &Shelf<Chomp, T>,
    bar: &Chomp,
    effort: &Effort,
    find_out: impl FnOnce(&Effort) -> Result<T, SolveError>,
) -> Result<Arc<T>, SolveError> {
    shelf.get(bar, effort, |effort| T::needed(bar, effort), find_out)
}

/// Finds what is known about some bar that has this position.
fn find<T: Found>(shelf: &Shelf<Chomp, T>, bar: &Chomp, rows: &Rows) -> Option<Arc<T>> {
    shelf.find(|_, found| found.knows(bar, rows))
}

/// Finds a bar on the shelf that has this position, or solves one: the whole bar if it is worth it and fits
/// the memory, else what is left of it.
fn around<T: Found>(
    shelf: &Shelf<Chomp, T>,
    bar: &Chomp,
    rows: &Rows,
    worth: impl Fn(&Chomp) -> bool,
    effort: &Effort,
    get: impl FnOnce(&Chomp) -> Result<Arc<T>, SolveError>,
) -> Result<Arc<T>, WhyNot> {
    if let Some(found) = find(shelf, bar, rows) {
        return Ok(found);
    }
    let left = Chomp::new(rows.rows(), rows.cols()).and_then(|left| left.with_poison(bar.poison()));
    let allowed = effort.memory_allowed();
    let mut why = WhyNot::TooLarge;
    for bar in [Some(*bar), left.ok()].into_iter().flatten() {
        if !worth(&bar) {
            continue;
        }
        if let Err(too_little) = TooLittleMemory::check(T::needed(&bar, effort), allowed) {
            why = too_little.into();
            continue;
        }
        return get(&bar).map_err(WhyNot::from);
    }
    Err(why)
}

impl Weighed for Solved {
    fn bytes(&self) -> u64 {
        Solved::bytes(self)
    }
}

impl Found for Solved {
    fn needed(bar: &Chomp, effort: &Effort) -> u64 {
        Sieve::of(bar).memory_needed(effort)
    }

    fn knows(&self, bar: &Chomp, rows: &Rows) -> bool {
        self.bar().poison() == bar.poison() && self.holds(rows)
    }
}

impl Weighed for Distances {
    fn bytes(&self) -> u64 {
        Distances::bytes(self)
    }
}

impl Found for Distances {
    fn needed(bar: &Chomp, effort: &Effort) -> u64 {
        Distances::memory_needed(bar, effort).unwrap_or(u64::MAX)
    }

    fn knows(&self, bar: &Chomp, rows: &Rows) -> bool {
        self.bar().poison() == bar.poison() && self.distance(rows).is_some()
    }
}

impl Weighed for GrundyValues {
    fn bytes(&self) -> u64 {
        GrundyValues::bytes(self)
    }
}

impl Found for GrundyValues {
    fn needed(bar: &Chomp, effort: &Effort) -> u64 {
        GrundyValues::memory_needed(bar, effort).unwrap_or(u64::MAX)
    }

    fn knows(&self, bar: &Chomp, rows: &Rows) -> bool {
        self.bar().poison() == bar.poison() && self.value(rows).is_some()
    }
}

impl Weighed for LastRows {
    fn bytes(&self) -> u64 {
        LastRows::bytes(self)
    }
}

/// Few rows, lying down: rows and columns are the same game.
impl Found for LastRows {
    fn needed(bar: &Chomp, effort: &Effort) -> u64 {
        let (few, many) = bar.lying();
        LastRows::memory_needed(few, many, effort)
    }

    fn knows(&self, bar: &Chomp, rows: &Rows) -> bool {
        bar.is_classic() && self.is_lost_either_way(rows).is_some()
    }
}

impl From<NoAnswer> for Unknown {
    fn from(no_answer: NoAnswer) -> Self {
        Unknown::because(match no_answer {
            NoAnswer::NotKept(why) | NoAnswer::Unreadable(why) => WhyNot::Unreadable(why),
            NoAnswer::NotFound(error) => error.into(),
            // Outside the bar, or another bar.
            _ => WhyNot::NotMine,
        })
    }
}

impl Oracle<Chomp> for Solved {
    /// Says who wins on this bar or inside it, and nothing if the poison is elsewhere or the position too
    /// large.
    fn ask(&self, standing: &Standing<Chomp>, _: &Effort) -> Knowledge<Square> {
        let same_poison = standing.game().poison() == self.bar().poison();
        by_look_up(standing, Source::Sieve, |rows| match same_poison {
            true => self.is_lost(rows).map_err(Unknown::from),
            false => Err(Unknown::because(WhyNot::NotMine)),
        })
    }
}

impl Oracle<Chomp> for Table {
    /// Says who wins on the table's own bar or inside it, or that the table is damaged.
    fn ask(&self, standing: &Standing<Chomp>, _: &Effort) -> Knowledge<Square> {
        by_look_up(standing, Source::Table, |rows| knows(self, standing.game(), rows))
    }
}

/// Says whether a table knows a position of a game to be lost; not known if it is another game or the table
/// is damaged.
fn knows(table: &Table, bar: &Chomp, rows: &Rows) -> Result<bool, Unknown> {
    if bar.poison() != table.bar().poison() {
        return Err(Unknown::because(WhyNot::NotMine));
    }
    table.is_lost(rows).map_err(|error| {
        Unknown::because(match error {
            TableError::Outside { .. } => WhyNot::NotMine,
            error => WhyNot::BadTable(error.to_string()),
        })
    })
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
