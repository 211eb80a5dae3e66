//! `serde` in the one notation: what has a text is that text, in JSON and everywhere else.

use std::fmt::Display;

use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, SerializeStruct, Serializer};

use crate::games::chomp::{Chomp, Corner, Rows, Square};
use crate::games::nim::{Heaps, Nim, Take};
use crate::games::{AnyGame, AnyMove, AnyPosition};
use crate::knowledge::{Analysis, JudgedMove};
use crate::play::{Engine, Level};
use crate::search::Algorithm;

macro_rules! written {
    ($($Type:ty),*) => {$(
        impl Serialize for $Type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }
    )*};
}

macro_rules! read {
    ($($Type:ty),*) => {$(
        impl<'de> Deserialize<'de> for $Type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
                text.parse().map_err(D::Error::custom)
            }
        }
    )*};
}

written!(
    Chomp,
    Rows,
    Square,
    Corner,
    Nim,
    Heaps,
    Take,
    AnyGame,
    AnyPosition,
    AnyMove,
    Level,
    Engine,
    Algorithm
);
// A position or a move of any game can only be read where the game is known.
read!(Chomp, Rows, Square, Corner, Nim, Heaps, Take, AnyGame, Level, Engine, Algorithm);

impl<M: Display> Serialize for Analysis<M> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Analysis", 6)?;
        fields.serialize_field("outcome", &self.outcome)?;
        fields.serialize_field("distance", &self.distance)?;
        fields.serialize_field("grundy", &self.grundy)?;
        fields.serialize_field("moves", &self.moves)?;
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
