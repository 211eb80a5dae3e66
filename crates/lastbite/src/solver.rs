//! The solver: a value that owns what has been solved, within a memory limit, and answers by the best means
//! available.

use std::fmt;
use std::sync::Arc;

use crate::description::{Described, is_misere};
use crate::effort::Effort;
use crate::game::{Game, Outcome, Standing};
use crate::knowledge::{
    Analysis, DistanceOf, Knowledge, Oracle, Reason, Searcher, Unknown, WhyNot, best_by_distances,
    first_who_knows,
};
use crate::search::a_few_seconds;
use crate::theory::{Formula, Kept, Patience, Theorem, Theory};

/// The usual oracle: it asks the theorems of a game, its own solvers and a search, one after another.
///
/// A clone is the same solver: it is cheap, and any number of threads may ask at once. A question that is
/// asked several times at once is solved only once. What was solved is kept while it fits the limit, the most
/// recently used the longest.
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
pub struct Solver<G: Theory> {
    kept: Arc<G::Kept>,
}

/// How many bytes of solutions a solver keeps by default: 1 GiB.
pub const USUALLY_KEPT: u64 = 1 << 30;

/// Games of at most this many pieces are searched to their end if nothing else gives distances and it takes
/// few nodes.
const SMALL: u64 = 64;
/// The limit for "few nodes".
const FEW: u64 = 20_000;

impl<G: Theory> Solver<G> {
    /// Makes a solver that has solved nothing yet, and will keep at most [`USUALLY_KEPT`] bytes.
    #[must_use]
    pub fn new() -> Self {
        Solver::keeping(USUALLY_KEPT)
    }

    /// Makes a solver that keeps at most this many bytes of solutions.
    #[must_use]
    pub fn keeping(bytes: u64) -> Self {
        Solver { kept: Arc::new(G::Kept::keeping(bytes)) }
    }

    /// Returns what it keeps.
    #[must_use]
    pub fn kept(&self) -> &G::Kept {
        &self.kept
    }

    /// Frees everything that it keeps.
    pub fn release(&self) {
        self.kept.release();
    }

    /// Counts the bytes of what it keeps.
    #[must_use]
    pub fn kept_bytes(&self) -> u64 {
        self.kept.bytes()
    }

    /// Returns what is known about a position, by the best means available.
    ///
    /// The deadline and the cancel switch apply to everything, the number of nodes only to the search, which
    /// comes last.
    pub fn ask(&self, standing: &Standing<G>, effort: &Effort) -> Knowledge<G::Move> {
        type Answer<'a, M> = Box<dyn FnOnce() -> Knowledge<M> + 'a>;
        let answers: [Answer<'_, G::Move>; 3] = [
            Box::new(|| Formula.ask(standing, effort)),
            Box::new(|| self.look_up(standing, Patience::Worthwhile, effort)),
            Box::new(|| Searcher::default().ask(standing, effort)),
        ];
        first_who_knows(standing, answers)
    }

    /// Returns who wins, and a winning move only if that costs just a moment more.
    ///
    /// A theorem that proves a win without naming the move is enough here, so a position that is decided at
    /// once is answered at once, however large it is.
    pub fn ask_outcome(&self, standing: &Standing<G>, effort: &Effort) -> Knowledge<G::Move> {
        match Formula.ask(standing, effort) {
            Knowledge::Known(known) if known.lacks_its_move(standing) => {
                let nodes = known.nodes;
                match self.look_up(standing, Patience::Moment, effort).after_nodes(nodes) {
                    Knowledge::Unknown(unknown) => Knowledge::Known(known.with_nodes(unknown.nodes)),
                    named => named,
                }
            }
            known @ Knowledge::Known(_) => known,
            Knowledge::Unknown(_) => self.ask(standing, effort),
        }
    }

    /// Returns what is known by solving the whole game, however long it takes.
    pub fn ask_whole(&self, standing: &Standing<G>, effort: &Effort) -> Knowledge<G::Move> {
        match self.look_up(standing, Patience::Endless, effort) {
            // A game without its own solver is solved by its theorem, if at all.
            Knowledge::Unknown(unknown) if unknown.why == WhyNot::NotMine => Formula.ask(standing, effort),
            answer => answer,
        }
    }

    fn look_up(&self, standing: &Standing<G>, patience: Patience, effort: &Effort) -> Knowledge<G::Move> {
        standing.game().look_up(standing.position(), &self.kept, patience, effort)
    }

    /// Judges every move, with distances and Grundy value if they fit the memory, however long that takes.
    pub fn analyse(&self, standing: &Standing<G>, effort: &Effort) -> Result<Analysis<G::Move>, Unknown> {
        self.judge(standing, Patience::Endless, effort)
    }

    /// Judges every move, with distances and Grundy value if they are known within a moment.
    pub fn analyse_soon(
        &self,
        standing: &Standing<G>,
        effort: &Effort,
    ) -> Result<Analysis<G::Move>, Unknown> {
        self.judge(standing, Patience::Moment, effort)
    }

    fn judge(
        &self,
        standing: &Standing<G>,
        patience: Patience,
        effort: &Effort,
    ) -> Result<Analysis<G::Move>, Unknown> {
        let (game, position) = (standing.game(), standing.position());
        // A position that is decided at once need not wait for slow distances.
        let patience = match game.theorem(position) {
            Some(said) if said.names_its_move() => patience.min(Patience::Worthwhile),
            _ => patience,
        };
        let analysis = match self.measured(standing, patience, effort)? {
            Some(measured) => measured,
            // A position too large for distances can still be judged without them.
            None => Analysis::by(standing, self, effort)?,
        };
        let grundy = match analysis.grundy.or_else(|| game.grundy_value(position)) {
            None => match game.find_grundy_value(position, &self.kept, patience, effort) {
                Err(unknown) if unknown.was_cancelled() => return Err(unknown),
                // If there is no time left for the value, there are still the moves.
                found => found.unwrap_or(None),
            },
            known => known,
        };
        Ok(Analysis { grundy, ..analysis })
    }

    /// Finds the Grundy value of a position, however long that takes a solver of the game's own; a small game that
    /// brings none is searched. Nothing if it is out of reach or there is none.
    ///
    /// # Errors
    ///
    /// When the work is stopped, or takes more memory than is allowed.
    pub fn grundy_value(&self, standing: &Standing<G>, effort: &Effort) -> Result<Option<u32>, Unknown>
    where
        G: Described,
    {
        let (game, position) = (standing.game(), standing.position());
        let found = match game.grundy_value(position) {
            None => game.find_grundy_value(position, &self.kept, Patience::Endless, effort)?,
            known => known,
        };
        // In misère play a search finds another number, which says nothing of sums.
        match found {
            None if !is_misere(game) => {
                Ok(self.look_through(standing, effort)?.and_then(|judged| judged.grundy))
            }
            found => Ok(found),
        }
    }

    /// Judges every move with its distance, if that is known within a moment.
    pub(crate) fn measured_soon(
        &self,
        standing: &Standing<G>,
        effort: &Effort,
    ) -> Result<Option<Analysis<G::Move>>, Unknown> {
        self.measured(standing, Patience::Moment, effort)
    }

    /// Judges every move with its distance, or nothing if the game is too large for that.
    fn measured(
        &self,
        standing: &Standing<G>,
        patience: Patience,
        effort: &Effort,
    ) -> Result<Option<Analysis<G::Move>>, Unknown> {
        Ok(match self.distances(standing, patience, effort)? {
            Some(distance) => Some(Analysis::by_distances(standing, |position| distance(position), None)),
            None => self.look_through(standing, effort)?,
        })
    }

    /// Returns the distance of a position and of all that can follow it, from the game's own solvers.
    pub fn distances(
        &self,
        standing: &Standing<G>,
        patience: Patience,
        effort: &Effort,
    ) -> Result<Option<DistanceOf<G::Position>>, Unknown> {
        standing.game().distances(standing.position(), &self.kept, patience, effort)
    }

    /// Searches a small game to its end, or returns nothing if it is too large for that. A search that was called off
    /// is not one that found the game too large.
    fn look_through(
        &self,
        standing: &Standing<G>,
        effort: &Effort,
    ) -> Result<Option<Analysis<G::Move>>, Unknown> {
        if standing.size() > SMALL {
            return Ok(None);
        }
        let few = effort.nodes_allowed().map_or(FEW, |most| most.min(FEW));
        match Analysis::of(standing, &effort.clone().nodes(few)).map_err(Unknown::from) {
            Ok(analysis) => Ok(Some(analysis)),
            Err(unknown) if unknown.was_called_off() => Err(unknown),
            Err(_) => Ok(None),
        }
    }

    /// Returns the move that lasts longest from a lost position, and how many nodes that took.
    ///
    /// If that is not known within a moment, it is the move that takes least.
    pub fn hold_out(&self, standing: &Standing<G>, effort: &Effort) -> Option<(G::Move, u64)> {
        let longest = self.by_distance(standing, effort);
        longest.or_else(|| standing.stalling_move().map(|mv| (mv, 0)))
    }

    /// Returns the move that wins fastest or lasts longest, and how many nodes that took; nothing if that is
    /// not known within a moment.
    pub fn by_distance(&self, standing: &Standing<G>, effort: &Effort) -> Option<(G::Move, u64)> {
        match self.distances(standing, Patience::Moment, effort) {
            Ok(Some(distance)) => {
                // A node is a position that is looked up.
                best_by_distances(standing, |position| distance(position))
                    .map(|mv| (mv, standing.move_count()))
            }
            _ => {
                let analysis = self.look_through(standing, effort).ok()?;
                analysis.and_then(|judged| Some((judged.moves.into_iter().next()?.mv, judged.nodes)))
            }
        }
    }

    /// Says why a position is lost for the player to move; nothing if it is won.
    pub fn why_lost(
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
        if known.outcome == Outcome::Win {
            return Ok(None);
        }
        let answered = || Reason::EveryMoveAnswered { moves: standing.move_count() as usize };
        let found = standing.game().find_reason(standing.position(), &self.kept, effort);
        Ok(Some(found.map_or_else(answered, Reason::Theorem)))
    }
}

/// Returns an effort that lets a search of a position take a few seconds.
pub fn some_seconds<G: Game>(standing: &Standing<G>) -> Effort {
    Effort::unlimited().nodes(a_few_seconds(standing.size()))
}

impl<G: Theory> Clone for Solver<G> {
    fn clone(&self) -> Self {
        Solver { kept: Arc::clone(&self.kept) }
    }
}

impl<G: Theory> Default for Solver<G> {
    fn default() -> Self {
        Solver::new()
    }
}

impl<G: Theory> fmt::Debug for Solver<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver").field("kept", &self.kept_bytes()).finish()
    }
}

impl<G: Theory> Oracle<G> for Solver<G> {
    fn ask(&self, standing: &Standing<G>, effort: &Effort) -> Knowledge<G::Move> {
        Solver::ask(self, standing, effort)
    }

    fn ask_outcome(&self, standing: &Standing<G>, effort: &Effort) -> Knowledge<G::Move> {
        Solver::ask_outcome(self, standing, effort)
    }
}
