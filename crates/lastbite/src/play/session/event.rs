//! What happens in a session.

use thiserror::Error;

use super::About;
use crate::game::{Game, IllegalMove, Outcome, Standing};
use crate::knowledge::{Analysis, Knowledge, Unknown};
use crate::layout::Role;
use crate::notation::counted;
use crate::play::{Engine, Player, Side, TooLarge, Turn, Verdict};
use crate::words::{Words, lower};

/// Something that happened in a session.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Event<G: Game> {
    /// A match began, or continues after it was loaded.
    Began {
        /// What it began with.
        start: Standing<G>,
        /// Who plays, in the order in which they move.
        players: [Player; 2],
    },
    /// A side has a new player.
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
    /// An action was refused, and nothing has changed.
    Refused {
        /// Why.
        why: Refusal<G>,
    },
    /// Moves were taken back; none if it was a resignation.
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
    /// Why the best move wins, as the rest of a sentence.
    pub why: Option<String>,
    /// If no theorem says why: a reply of the opponent, and the winning answer to it.
    pub example: Option<(G::Move, G::Move)>,
    /// In a lost position, the move to play for time with.
    pub hold_out: Option<G::Move>,
    /// Whether it is known that no move lasts longer than that one.
    pub lasts_longest: bool,
}

/// How a front end words a move in a position.
pub type Wording<'a, G> = &'a dyn Fn(&<G as Game>::Position, &<G as Game>::Move) -> String;

impl<G: Words> Hint<G> {
    /// Returns the hint in stages, each giving away more: whether there is a winning move, the idea behind it, where
    /// it is, and which.
    #[must_use]
    pub fn stages(&self, standing: &Standing<G>) -> Vec<String> {
        let game = standing.game();
        self.stages_in_words(standing, &|before, mv| game.advice(before, mv), &|before, mv| {
            game.describe(before, mv)
        })
    }

    /// Returns the hint in stages, with the words of a front end for an advised move and for any move.
    #[must_use]
    pub fn stages_in_words(
        &self,
        standing: &Standing<G>,
        advice: Wording<'_, G>,
        describe: Wording<'_, G>,
    ) -> Vec<String> {
        let (game, position) = (standing.game(), standing.position());
        let a_move = game.description().nouns.a_move;
        let known = match &self.knowledge {
            Knowledge::Known(known) => known,
            Knowledge::Unknown(unknown) if unknown.was_cancelled() => {
                return vec!["The thinking was stopped. Ask again if you like.".to_string()];
            }
            Knowledge::Unknown(_) => {
                return vec!["This is too big to analyse. Ask again when less is left.".to_string()];
            }
        };
        match (known.outcome, &known.best) {
            (Outcome::Win, Some(best)) => {
                let why = self.why.as_ref().map(|why| format!(", because {why}")).unwrap_or_default();
                let example = self.told_example(standing, best, advice, describe);
                let wins = format!("{} wins{why}.{example}", advice(position, best));
                let place = game.piece_of(position, best);
                let place = place.and_then(|place| game.layout(position).whereabouts(place));
                let there = place.map(|place| format!("Look {place}."));
                let first = "There is a winning move.".to_string();
                [first, self.idea(standing, best)].into_iter().chain(there).chain([wins]).collect()
            }
            (Outcome::Win, None) => {
                vec![
                    "You can win, but this is too big to find out how. Ask again when less is left."
                        .to_string(),
                ]
            }
            (Outcome::Loss, _) => {
                let lost = format!(
                    "No {a_move} wins here: there is an answer to each. Play on and hope for a mistake."
                );
                let least = if self.lasts_longest { "lasts longest" } else { "takes least" };
                let lasts = |mv| format!("{} {least}.", advice(position, mv));
                std::iter::once(lost).chain(self.hold_out.as_ref().map(lasts)).collect()
            }
        }
    }

    /// Says what kind of idea is behind a winning move: the rule about what it leaves, or how much it takes.
    fn idea(&self, standing: &Standing<G>, best: &G::Move) -> String {
        let (game, position) = (standing.game(), standing.position());
        let left = standing.after(best);
        if let Some(argument) = game.argument(left.position()) {
            return format!("The idea is called: {}.", argument.rule);
        }
        let layout = game.layout(position);
        let counts = |id: &usize| matches!(layout.pieces[*id].role, Role::Plain | Role::Poison);
        let taken = game.taken(position, best).iter().filter(|id| counts(id)).count();
        let there = layout.pieces.iter().filter(|piece| piece.left && piece.role != Role::Joint).count();
        let nouns = game.description().nouns;
        format!("It {} {taken} of {}.", nouns.takes.0, counted(there as u64, nouns.piece))
    }

    /// Returns the move that the last stage names.
    #[must_use]
    pub fn named(&self) -> Option<&G::Move> {
        match &self.knowledge {
            Knowledge::Known(known) if known.outcome == Outcome::Win => known.best.as_ref(),
            _ => self.hold_out.as_ref(),
        }
    }

    /// Shows an example of how the winning move continues, if no theorem says it.
    fn told_example(
        &self,
        standing: &Standing<G>,
        best: &G::Move,
        advice: Wording<'_, G>,
        describe: Wording<'_, G>,
    ) -> String {
        let Some((reply, answer)) = &self.example else { return String::new() };
        let left = standing.after(best);
        let then = left.after(reply);
        let answer = lower(&advice(then.position(), answer));
        format!(" If the reply is {}, {answer} wins.", describe(left.position(), reply))
    }
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
    /// The record is not a game that can be resumed.
    #[cfg(feature = "serde")]
    #[error(transparent)]
    Record(crate::play::RecordError),
}

#[cfg(feature = "serde")]
pub use json::WrittenEvent;

#[cfg(feature = "serde")]
mod json {
    //! An event as JSON: its name, and everything in it in the common notation.

    use serde::ser::{Serialize, SerializeMap, Serializer};

    use super::*;

    /// An event together with the game that writes its moves and positions.
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
