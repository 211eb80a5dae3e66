//! The solver: a value that owns what has been solved, within a bound on memory, and answers by the best means there are.

mod shelf;

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use crate::effort::Effort;
use crate::game::{Game, Outcome, Standing};
use crate::games::chomp::{Chomp, Rows};
use crate::games::{AnyGame, AnyPosition};
use crate::knowledge::best_by_distances;
use crate::knowledge::{
    Analysis, Formula, Knowledge, Oracle, Reason, Searcher, Source, Unknown, WhyNot, by_look_up,
    first_who_knows,
};
use crate::search::a_few_seconds;
use crate::sieve::{SieveError, Solved};
use crate::sweep::{Distances, GrundyValues, SweepError};
use crate::table::Table;
use crate::theory::{Theorem, Theory};

use shelf::Shelf;

/// What everybody asks: the theorems, the bars it has solved, the tables it was given, a search; one after the other.
///
/// A clone is the same solver: it is cheap, and any number of threads may ask at once. A question that
/// somebody is already working on is solved once for all who ask it. What was solved is kept as long as it fits the
/// bound, the last one asked for the longest.
///
/// ```
/// use lastbite::{Chomp, Effort, Outcome, Solver, Standing};
///
/// let solver = Solver::new();
/// let start = Standing::start(Chomp::new(8, 10)?);
/// let known = solver.ask(&start, &Effort::unlimited()).known()?;
/// assert_eq!((known.outcome, known.best.unwrap().to_string()), (Outcome::Win, "4,9".into()));
/// assert!(solver.kept_bytes() > 0);
/// solver.release();
/// assert_eq!(solver.kept_bytes(), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Solver {
    shelves: Arc<Shelves>,
    tables: Vec<Arc<Table>>,
}

/// What a solver has found out, each kind with its bound.
struct Shelves {
    solved: Shelf<Solved>,
    distances: Shelf<Distances>,
    values: Shelf<GrundyValues>,
}

impl Solver {
    /// How many bytes of solved bars a solver keeps when nobody says otherwise: 1 GiB.
    pub const USUALLY_KEPT: u64 = 1 << 30;

    /// Bars of at most this many positions are solved rather than searched: 16x16 at once, 18x18 within a second,
    /// the largest, 19x19, in a few seconds. No search knows them sooner.
    const WORTH_SOLVING: u64 = 20_000_000_000;

    /// Distances of bars of at most this many positions are known within a moment: 14x14 and more.
    const SOON_SWEPT: u64 = 50_000_000;
    /// Grundy values of bars of at most this many positions are known within a moment: 12x13 and more.
    const SOON_VALUED: u64 = 6_000_000;

    /// Other games of at most this many pieces are looked through to their end, if that takes few nodes.
    const SMALL: u64 = 64;
    /// How many nodes are few.
    const FEW: u64 = 20_000;

    /// Makes a solver that has solved nothing yet, and keeps at most [`USUALLY_KEPT`](Solver::USUALLY_KEPT) of what it will.
    #[must_use]
    pub fn new() -> Self {
        Solver::keeping(Self::USUALLY_KEPT)
    }

    /// Makes a solver that keeps at most so many bytes of what it has found out about bars.
    #[must_use]
    pub fn keeping(bytes: u64) -> Self {
        // Who wins is asked most often; how far it is and what it is worth share the other half.
        let shelves = Shelves {
            solved: Shelf::new(bytes - bytes / 2),
            distances: Shelf::new(bytes / 4),
            values: Shelf::new(bytes / 4),
        };
        Solver { shelves: Arc::new(shelves), tables: Vec::new() }
    }

    /// Gives it a table to look positions up in; clones that were made before do not get it.
    #[must_use]
    pub fn with_table(mut self, table: Table) -> Self {
        self.tables.push(Arc::new(table));
        self
    }

    /// Lets go of everything that it has found out.
    pub fn release(&self) {
        let Shelves { solved, distances, values } = &*self.shelves;
        solved.clear();
        distances.clear();
        values.clear();
    }

    /// Counts the bytes of what it keeps.
    #[must_use]
    pub fn kept_bytes(&self) -> u64 {
        let Shelves { solved, distances, values } = &*self.shelves;
        solved.bytes() + distances.bytes() + values.bytes()
    }

    /// Returns a solved bar, from the shelf or solved now.
    pub fn solved(&self, bar: &Chomp, effort: &Effort) -> Result<Arc<Solved>, SieveError> {
        self.shelves.solved.get(bar, effort)
    }

    /// Returns the distance of every position of a bar, from the shelf or found now.
    pub fn distances(&self, bar: &Chomp, effort: &Effort) -> Result<Arc<Distances>, SweepError> {
        self.shelves.distances.get(bar, effort)
    }

    /// Returns the Grundy value of every position of a bar, from the shelf or found now.
    pub fn grundy_values(&self, bar: &Chomp, effort: &Effort) -> Result<Arc<GrundyValues>, SweepError> {
        self.shelves.values.get(bar, effort)
    }

    /// Tells what is known of a position, by the best means there are.
    ///
    /// The deadline and the switch that cancels hold for everything, the number of nodes for the search, which comes last.
    pub fn ask<G: Theory>(&self, standing: &Standing<G>, effort: &Effort) -> Knowledge<G::Move> {
        type Answer<'a, M> = Box<dyn FnOnce() -> Knowledge<M> + 'a>;
        let answers: [Answer<'_, G::Move>; 5] = [
            Box::new(|| Formula.ask(standing, effort)),
            Box::new(|| self.on_the_shelf(standing)),
            Box::new(|| self.in_a_table(standing)),
            Box::new(|| self.by_solving(standing, Self::WORTH_SOLVING, effort)),
            Box::new(|| Searcher::default().ask(standing, effort)),
        ];
        first_who_knows(standing, answers)
    }

    /// Tells what is known by solving the game whole, however long it takes.
    pub fn ask_whole<G: Theory>(&self, standing: &Standing<G>, effort: &Effort) -> Knowledge<G::Move> {
        match bar_of(standing.game(), standing.position()) {
            Some(_) => first_who_knows(
                standing,
                [true, false].map(|kept| {
                    move || match kept {
                        true => self.on_the_shelf(standing),
                        false => self.by_solving(standing, u64::MAX, effort),
                    }
                }),
            ),
            // What is no bar is solved whole by its theorem, if at all.
            None => Formula.ask(standing, effort),
        }
    }

    /// Looks a position up in a bar that was solved before.
    fn on_the_shelf<G: Game>(&self, standing: &Standing<G>) -> Knowledge<G::Move> {
        let found = bar_of(standing.game(), standing.position())
            .and_then(|(bar, rows)| self.shelves.solved.find(bar, rows));
        match found {
            Some(solved) => look_up(standing, &solved),
            None => Unknown::because(WhyNot::NotMine).into(),
        }
    }

    /// Looks a position up in the tables.
    fn in_a_table<G: Game>(&self, standing: &Standing<G>) -> Knowledge<G::Move> {
        let answers = self.tables.iter().map(|table| {
            || {
                by_look_up(standing, Source::Table, |position| match bar_of(standing.game(), position) {
                    Some((bar, rows)) => table.knows(bar, rows),
                    None => Err(Unknown::because(WhyNot::NotMine)),
                })
            }
        });
        first_who_knows(standing, answers)
    }

    /// Solves the bar, or what is left of it, whichever can be done, and looks the position up.
    fn by_solving<G: Game>(&self, standing: &Standing<G>, most: u64, effort: &Effort) -> Knowledge<G::Move> {
        let Some((bar, rows)) = bar_of(standing.game(), standing.position()) else {
            return Unknown::because(WhyNot::NotMine).into();
        };
        match self.shelves.solved.around(bar, rows, most, effort) {
            Ok(solved) => look_up(standing, &solved),
            Err(why) => Unknown::because(why).into(),
        }
    }

    /// Judges every move, with distances and Grundy value wherever they fit the memory, however long that takes.
    pub fn analyse<G: Theory>(
        &self,
        standing: &Standing<G>,
        effort: &Effort,
    ) -> Result<Analysis<G::Move>, Unknown> {
        self.judge(standing, u64::MAX, u64::MAX, effort)
    }

    /// Judges every move, with distances and Grundy value where they are known within a moment.
    pub fn analyse_soon<G: Theory>(
        &self,
        standing: &Standing<G>,
        effort: &Effort,
    ) -> Result<Analysis<G::Move>, Unknown> {
        self.judge(standing, Self::SOON_SWEPT, Self::SOON_VALUED, effort)
    }

    /// Judges every move, with distances and values of bars of at most so many positions.
    fn judge<G: Theory>(
        &self,
        standing: &Standing<G>,
        swept: u64,
        valued: u64,
        effort: &Effort,
    ) -> Result<Analysis<G::Move>, Unknown> {
        let (game, position) = (standing.game(), standing.position());
        let Some((bar, rows)) = bar_of(game, position) else {
            return match self.look_through(standing, effort) {
                Some(analysis) => Ok(analysis),
                None => Analysis::by(standing, self, effort),
            };
        };
        let distances = match self.shelves.distances.around(bar, rows, swept, effort) {
            Ok(distances) => distances,
            // Stopped is stopped; what is merely too large can still be judged without distances.
            Err(WhyNot::Stopped(stopped)) => return Err(stopped.into()),
            Err(_) => return Analysis::by(standing, self, effort),
        };
        let grundy = match self.shelves.values.around(bar, rows, valued, effort) {
            Ok(values) => values.value(rows),
            Err(WhyNot::Stopped(stopped)) => return Err(stopped.into()),
            Err(_) => None,
        };
        let distance = |position: &G::Position| distances.distance(bar_of(game, position)?.1);
        Ok(Analysis::by_distances(standing, distance, grundy))
    }

    /// Looks a small game through to its end.
    fn look_through<G: Game>(&self, standing: &Standing<G>, effort: &Effort) -> Option<Analysis<G::Move>> {
        if standing.size() > Self::SMALL {
            return None;
        }
        let few = effort.nodes_allowed().map_or(Self::FEW, |most| most.min(Self::FEW));
        Analysis::of(standing, &effort.clone().nodes(few)).ok()
    }

    /// Returns the move that holds out longest from a lost position, and how many nodes that took.
    ///
    /// Where that is not known within a moment, it is the move that takes least.
    pub fn hold_out<G: Theory>(&self, standing: &Standing<G>, effort: &Effort) -> Option<(G::Move, u64)> {
        let game = standing.game();
        let longest = match bar_of(game, standing.position()) {
            Some((bar, rows)) => {
                let distances = self.shelves.distances.around(bar, rows, Self::SOON_SWEPT, effort).ok();
                distances.and_then(|distances| {
                    let distance = |position: &G::Position| distances.distance(bar_of(game, position)?.1);
                    // A node is a position that is looked up.
                    Some((best_by_distances(standing, distance)?, standing.moves().count() as u64))
                })
            }
            None => {
                let analysis = self.look_through(standing, effort);
                analysis.and_then(|judged| Some((judged.moves.first()?.mv, judged.nodes)))
            }
        };
        longest.or_else(|| standing.stalling_move().map(|mv| (mv, 0)))
    }

    /// Says why a position is lost for the player to move; nothing if it is won.
    pub fn why_lost<G: Theory>(
        &self,
        standing: &Standing<G>,
        effort: &Effort,
    ) -> Result<Option<Reason<G::Reason>>, Unknown> {
        if let Some(theorem) = standing.game().theorem(standing.position()) {
            return Ok(match theorem {
                Theorem::Lost(reason) => Some(Reason::Theorem(reason)),
                Theorem::Won(_) => None,
            });
        }
        let known = self.ask(standing, effort).known()?;
        let lost = known.outcome == Outcome::Loss;
        Ok(lost.then(|| Reason::EveryMoveAnswered { moves: standing.moves().count() }))
    }

    /// Returns an effort that lets a search of a position take a few seconds.
    pub fn a_few_seconds<G: Game>(standing: &Standing<G>) -> Effort {
        Effort::unlimited().nodes(a_few_seconds(standing.size()))
    }
}

impl Default for Solver {
    fn default() -> Self {
        Solver::new()
    }
}

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver")
            .field("kept", &self.kept_bytes())
            .field("tables", &self.tables.len())
            .finish()
    }
}

impl<G: Theory> Oracle<G> for Solver {
    fn ask(&self, standing: &Standing<G>, effort: &Effort) -> Knowledge<G::Move> {
        Solver::ask(self, standing, effort)
    }
}

/// Looks a position of a bar up where it was solved.
fn look_up<G: Game>(standing: &Standing<G>, solved: &Solved) -> Knowledge<G::Move> {
    by_look_up(standing, Source::Sieve, |position| {
        let lost = bar_of(standing.game(), position).and_then(|(_, rows)| solved.is_lost(rows));
        lost.ok_or(Unknown::because(WhyNot::NotMine))
    })
}

/// Returns the bar and its rows, if this game is Chomp: only bars can be sieved, and any game may be asked about.
fn bar_of<'a, G: Game>(game: &'a G, position: &'a G::Position) -> Option<(&'a Chomp, &'a Rows)> {
    let (game, position): (&dyn Any, &dyn Any) = (game, position);
    match (game.downcast_ref(), position.downcast_ref()) {
        (Some(AnyGame::Chomp(bar)), Some(AnyPosition::Chomp(rows))) => Some((bar, rows)),
        _ => game.downcast_ref().zip(position.downcast_ref()),
    }
}
