//! `serde` in the one notation: what has a text is that text, in JSON and everywhere else.

use std::fmt::Display;

use serde::ser::{Serialize, SerializeStruct, Serializer};

use crate::explanation::{Answered, Explanation};
use crate::game::Game;
use crate::games::AnyGame;
use crate::knowledge::{Analysis, JudgedMove};
use crate::play::{Difficulty, Engine, Level, Puzzle, Review, ReviewedMove};
use crate::search::{Algorithm, Searched};
use lastbite_work::in_json;

in_json!(AnyGame, Level, Engine, Algorithm, Difficulty);

impl<M: Display> Serialize for Analysis<M> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Analysis", 6 + usize::from(self.unjudged > 0))?;
        fields.serialize_field("outcome", &self.outcome)?;
        fields.serialize_field("distance", &self.distance)?;
        fields.serialize_field("grundy", &self.grundy)?;
        fields.serialize_field("moves", &self.moves)?;
        if self.unjudged > 0 {
            fields.serialize_field("unjudged", &self.unjudged)?;
        }
        let line: Vec<String> = self.main_line.iter().map(M::to_string).collect();
        fields.serialize_field("line", &line)?;
        fields.serialize_field("nodes", &self.nodes)?;
        fields.end()
    }
}

impl<M: Display> Serialize for JudgedMove<M> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("JudgedMove", 4)?;
        fields.serialize_field("move", &self.mv.to_string())?;
        fields.serialize_field("outcome", &self.outcome)?;
        fields.serialize_field("distance", &self.distance)?;
        fields.serialize_field("reply", &self.refutation.as_ref().map(M::to_string))?;
        fields.end()
    }
}

/// Writes an optional thing.
fn text<T: Display>(thing: &Option<T>) -> Option<String> {
    thing.as_ref().map(T::to_string)
}

impl<M: Display> Serialize for Searched<M> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Searched", 6)?;
        fields.serialize_field("outcome", &self.outcome)?;
        fields.serialize_field("move", &text(&self.best))?;
        fields.serialize_field("nodes", &self.nodes)?;
        fields.serialize_field("stored", &self.stored)?;
        fields.serialize_field("deepest", &self.deepest)?;
        fields.serialize_field("seconds", &self.time.as_secs_f64())?;
        fields.end()
    }
}

impl<M: Display> Serialize for Answered<M> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Answered", 2)?;
        fields.serialize_field("move", &self.mv.to_string())?;
        fields.serialize_field("reply", &self.answer.to_string())?;
        fields.end()
    }
}

impl<M: Display> Serialize for Explanation<M> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Explanation", 5)?;
        fields.serialize_field("outcome", &self.outcome)?;
        fields.serialize_field("move", &text(&self.best))?;
        fields.serialize_field("rule", &self.argument)?;
        fields.serialize_field("rule_afterwards", &self.afterwards)?;
        fields.serialize_field("replies", &self.replies)?;
        fields.end()
    }
}

impl<M: Display> Serialize for ReviewedMove<M> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("ReviewedMove", 9)?;
        fields.serialize_field("player", &(self.side.index() + 1))?;
        fields.serialize_field("move", &self.mv.to_string())?;
        fields.serialize_field("outcome_before", &self.before)?;
        fields.serialize_field("outcome_after", &self.after)?;
        fields.serialize_field("distance_before", &self.distance_before)?;
        fields.serialize_field("distance_after", &self.distance_after)?;
        fields.serialize_field("winning_moves", &self.winning)?;
        fields.serialize_field("better", &text(&self.better))?;
        fields.serialize_field("perfect", &self.is_perfect())?;
        fields.end()
    }
}

impl<M: Display> Serialize for Review<M> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Review", 3)?;
        fields.serialize_field("moves", &self.moves)?;
        fields.serialize_field("sides", &self.sides)?;
        fields.serialize_field("gave_a_win_up", &self.gave_a_win_up.map(|side| side.index() + 1))?;
        fields.end()
    }
}

impl<G: Game> Serialize for Puzzle<G> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Puzzle", 3)?;
        fields.serialize_field("position", &self.standing.written())?;
        fields.serialize_field("move", &self.standing.write_move(&self.solution))?;
        fields.serialize_field("distance", &self.distance)?;
        fields.end()
    }
}
