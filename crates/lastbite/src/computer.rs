//! The computer player: how well it plays, how it thinks, and what it tells about its thinking.

use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant};

use crate::answer::{Answer, Solvable};
use crate::dice::Dice;
use crate::game::{Outcome, ParseError, one_of};
use crate::oracle::Analysis;
use crate::play::Level;
use crate::search::{Algorithm, Limits, Unfinished};

/// How the computer thinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Engine {
    /// As it finds best: by the best [`Answer`] there is, a formula before anything else.
    #[default]
    Auto,
    /// By one of the textbook searches.
    Search(Algorithm),
    /// By solving the whole bar.
    Sieve,
}

impl Engine {
    /// Every engine.
    pub const ALL: [Engine; 6] = [
        Engine::Auto,
        Engine::Search(Algorithm::Minimax),
        Engine::Search(Algorithm::AlphaBeta),
        Engine::Search(Algorithm::Negamax),
        Engine::Search(Algorithm::Memo),
        Engine::Sieve,
    ];
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Engine::Auto => f.pad("auto"),
            Engine::Search(algorithm) => algorithm.fmt(f),
            Engine::Sieve => f.pad("sieve"),
        }
    }
}

impl FromStr for Engine {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        one_of(
            &Engine::ALL,
            text,
            "an engine",
            "an engine is auto, minimax, negamax, alphabeta, memo or sieve",
        )
    }
}

/// What the computer answers a position with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply<M> {
    /// The move it plays.
    pub mv: M,
    /// Who wins, seen by the computer before its move, as far as it knows.
    pub outcome: Option<Outcome>,
    /// How many nodes it visited to decide.
    pub nodes: u64,
    /// How long it thought.
    pub time: Duration,
    /// The engine it was told to use ran out of its limits or of memory, so it decided by other means.
    pub unfinished: Option<Unfinished>,
}

/// A computer player.
///
/// It plays a winning move where there is one; lost, it plays the move that holds out longest, and where the
/// game is too large to know that, it takes as little as possible and hopes.
///
/// ```
/// use lastbite::{Chomp, Computer, Game, Level, Limits};
/// let chomp = Chomp::new(4, 7).unwrap();
/// let mut computer = Computer::new(Level::Perfect, 1);
/// let reply = computer.reply(&chomp, &chomp.start(), &Limits::none()).unwrap();
/// assert_eq!(reply.mv.to_string(), "3,4");
/// ```
#[derive(Clone, Debug)]
pub struct Computer {
    level: Level,
    engine: Engine,
    dice: Dice,
}

impl Computer {
    /// Positions of at most this many pieces are looked through to the end, if that takes few nodes.
    const SMALL: usize = 64;
    /// How many nodes are few.
    const FEW: u64 = 20_000;

    /// Makes a computer that thinks as it finds best; the same seed slips at the same moves.
    pub fn new(level: Level, seed: u64) -> Self {
        Computer { level, engine: Engine::Auto, dice: Dice::new(seed) }
    }

    /// Makes it think in a certain way.
    pub fn with_engine(self, engine: Engine) -> Self {
        Computer { engine, ..self }
    }

    /// Chooses a move; nothing where no move is left.
    ///
    /// The limits hold for the search; one that runs into them leaves the choice to other means.
    pub fn reply<G: Solvable>(
        &mut self,
        game: &G,
        position: &G::Position,
        limits: &Limits,
    ) -> Option<Reply<G::Move>> {
        let started = Instant::now();
        let stalling = game.stalling_move(position)?;
        if self.dice.chance(self.level.slip()) {
            let moves: Vec<G::Move> = game.moves(position).collect();
            let mv = moves[self.dice.below(moves.len())];
            let time = started.elapsed();
            return Some(Reply { mv, outcome: None, nodes: 0, time, unfinished: None });
        }
        let (found, unfinished) = self.find(game, position, limits);
        let mut reply = Reply {
            mv: found.best.unwrap_or(stalling),
            outcome: found.outcome,
            nodes: found.nodes,
            time: started.elapsed(),
            unfinished,
        };
        // Lost: which move holds out longest is looked for by judging them all.
        if found.best.is_none()
            && let Some(judged) = self.judge(game, position)
        {
            reply.mv = judged.moves[0].mv;
            reply.outcome = Some(judged.outcome);
            // A search that was asked for by its name is told by its own count and time.
            if self.engine == Engine::Auto {
                reply.nodes += judged.nodes;
                reply.time = started.elapsed();
            }
        }
        Some(reply)
    }

    /// Looks for a winning move as the engine does, and by the best means there are if the engine gives up.
    fn find<G: Solvable>(
        &self,
        game: &G,
        position: &G::Position,
        limits: &Limits,
    ) -> (Answer<G::Move>, Option<Unfinished>) {
        let by_engine = match self.engine {
            Engine::Auto => Ok(game.answer(position, limits)),
            Engine::Search(search) => search.search(game, position, limits).map(Answer::from),
            Engine::Sieve => game.solved_whole(position, limits).ok_or(Unfinished { nodes: 0 }),
        };
        match by_engine {
            Ok(answer) => (answer, None),
            Err(stopped) => {
                let answer = game.answer(position, limits);
                (Answer { nodes: stopped.nodes + answer.nodes, ..answer }, Some(stopped))
            }
        }
    }

    /// Judges every move exactly where the game is small enough; the same on every machine.
    fn judge<G: Solvable>(&self, game: &G, position: &G::Position) -> Option<Analysis<G::Move>> {
        if game.size(position) > Self::SMALL {
            return None;
        }
        Analysis::of(game, position, &Limits::none().nodes(Self::FEW)).ok()
    }
}
