//! What a session tells.

use thiserror::Error;

use super::About;
use crate::game::{Game, IllegalMove, Standing};
use crate::knowledge::{Analysis, Knowledge, Unknown};
use crate::play::{Engine, Player, Side, TooLarge, Turn, Verdict};

/// Something that happened in a session.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Event<G: Game> {
    /// A match began, or goes on after it was loaded.
    Began {
        /// What it began with.
        start: Standing<G>,
        /// Who plays, in the order in which they move.
        players: [Player; 2],
    },
    /// Somebody else plays a side now.
    Joined {
        /// Which side.
        side: Side,
        /// Who.
        player: Player,
    },
    /// A move was made.
    Moved {
        /// The move, who made it, where and why.
        turn: Box<Turn<G>>,
    },
    /// What was asked for cannot be done, and nothing has changed.
    Refused {
        /// Why.
        why: Refusal<G>,
    },
    /// Moves were taken back; none where it was a resignation.
    Undone {
        /// How many.
        moves: usize,
    },
    /// Moves were made again.
    Redone {
        /// How many.
        moves: usize,
    },
    /// Something is being thought about.
    Thinking {
        /// What.
        about: About,
        /// The nodes visited so far.
        nodes: u64,
    },
    /// The engine gave up; the move will be found by other means.
    GaveUp {
        /// Which engine.
        engine: Engine,
        /// Why, and how far it got.
        unknown: Unknown,
    },
    /// A hint was found.
    Hinted {
        /// The hint.
        hint: Hint<G>,
    },
    /// An analysis was found, or not, and why.
    Analysed {
        /// Every move judged.
        analysis: Result<Analysis<G::Move>, Unknown>,
    },
    /// Moves of the match have been judged: their notes say how.
    Judged,
    /// The match is over.
    Over {
        /// Who won, and why.
        verdict: Verdict,
    },
}

/// Help for the player to move.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Hint<G: Game> {
    /// Who wins, and how; or why that is not known.
    pub knowledge: Knowledge<G::Move>,
    /// Why the move that it names wins, as the rest of a sentence.
    pub why: Option<String>,
    /// Where no theorem says why: a reply of the other side, and the answer to it that wins.
    pub example: Option<(G::Move, G::Move)>,
    /// In a lost position, the move that makes the game last.
    pub hold_out: Option<G::Move>,
}

/// Why an action was not carried out.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum Refusal<G: Game> {
    /// The move may not be played.
    #[error(transparent)]
    Illegal(IllegalMove<G::Illegal>),
    /// It is the computer's turn.
    #[error("it is the computer's turn")]
    NotYourTurn,
    /// No person has made a move.
    #[error("there is no move of yours to take back")]
    NothingToUndo,
    /// No move has been taken back.
    #[error("there is no move to make again")]
    NothingToRedo,
    /// The match has ended.
    #[error("the game is over")]
    Over,
    /// The game has too many pieces.
    #[error(transparent)]
    TooLarge(TooLarge),
    /// The record is no game that could be gone on with.
    #[cfg(feature = "serde")]
    #[error(transparent)]
    Record(crate::play::RecordError),
}

#[cfg(feature = "serde")]
pub use json::WrittenEvent;

#[cfg(feature = "serde")]
mod json {
    //! An event as JSON: what it is called, and everything in it in the one notation.

    use serde::ser::{Serialize, SerializeMap, Serializer};

    use super::*;

    /// An event beside the game that writes its moves and positions.
    #[derive(Debug)]
    pub struct WrittenEvent<'a, G: Game> {
        event: &'a Event<G>,
        game: &'a G,
    }

    impl<G: Game> Event<G> {
        /// Writes the event for programs: its positions and moves in the notation of the game.
        pub fn written<'a>(&'a self, game: &'a G) -> WrittenEvent<'a, G> {
            WrittenEvent { event: self, game }
        }
    }

    impl<G: Game> Serialize for WrittenEvent<'_, G> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let WrittenEvent { event, game } = self;
            let mut map = serializer.serialize_map(None)?;
            let mut is = |name: &str| map.serialize_entry("event", name);
            match event {
                Event::Began { start, players } => {
                    is("began")?;
                    map.serialize_entry("game", &start.game().to_string())?;
                    map.serialize_entry("position", &start.written())?;
                    map.serialize_entry("players", &players.each_ref().map(|player| player.name()))?;
                }
                Event::Joined { side, player } => {
                    is("joined")?;
                    map.serialize_entry("side", side)?;
                    map.serialize_entry("name", player.name())?;
                    map.serialize_entry("level", &player.level().map(|level| level.to_string()))?;
                }
                Event::Moved { turn } => {
                    is("moved")?;
                    map.serialize_entry("side", &turn.side)?;
                    map.serialize_entry("move", &game.write_move(&turn.mv))?;
                    map.serialize_entry("position", &game.write_position(&turn.after))?;
                    map.serialize_entry("nodes", &turn.note.nodes)?;
                    map.serialize_entry("seconds", &turn.note.time.as_secs_f64())?;
                    map.serialize_entry("why", &turn.note.why.as_ref().map(|why| why.word()))?;
                }
                Event::Refused { why } => {
                    is("refused")?;
                    map.serialize_entry("why", &why.to_string())?;
                }
                Event::Undone { moves } => {
                    is("undone")?;
                    map.serialize_entry("moves", moves)?;
                }
                Event::Redone { moves } => {
                    is("redone")?;
                    map.serialize_entry("moves", moves)?;
                }
                Event::Thinking { about, nodes } => {
                    is("thinking")?;
                    map.serialize_entry("about", about)?;
                    map.serialize_entry("nodes", nodes)?;
                }
                Event::GaveUp { engine, unknown } => {
                    is("gave up")?;
                    map.serialize_entry("engine", &engine.to_string())?;
                    map.serialize_entry("nodes", &unknown.nodes)?;
                    map.serialize_entry("why", &unknown.why.to_string())?;
                }
                Event::Hinted { hint } => {
                    is("hint")?;
                    map.serialize_entry("outcome", &hint.knowledge.outcome())?;
                    let best = hint.knowledge.clone().known().ok().and_then(|known| known.best);
                    let named = best.or_else(|| hint.hold_out.clone()).map(|mv| game.write_move(&mv));
                    map.serialize_entry("move", &named)?;
                    map.serialize_entry("why", &hint.why)?;
                }
                Event::Analysed { analysis } => {
                    is("analysis")?;
                    match analysis {
                        Ok(analysis) => {
                            let written = analysis.clone().map(|mv| game.write_move(&mv));
                            map.serialize_entry("analysis", &written)?;
                        }
                        Err(unknown) => map.serialize_entry("why", &unknown.to_string())?,
                    }
                }
                Event::Judged => is("judged")?,
                Event::Over { verdict } => {
                    is("over")?;
                    map.serialize_entry("winner", &verdict.winner)?;
                    map.serialize_entry("ending", &verdict.ending)?;
                }
            }
            map.end()
        }
    }
}
