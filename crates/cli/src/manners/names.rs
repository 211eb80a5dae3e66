//! Options whose value is one of a few names: read by the library, which says what is accepted, and listed in
//! completions.

use std::error::Error;
use std::ffi::OsStr;
use std::marker::PhantomData;
use std::str::FromStr;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Command};

/// The names of the textbook searches.
pub const SEARCHES: &[&str] = &["minimax", "alphabeta", "negamax", "memo"];
/// The names of the engines.
pub const ENGINES: &[&str] = &["auto", "minimax", "alphabeta", "negamax", "memo", "sieve"];
/// The names of the levels.
pub const LEVELS: &[&str] = &["easy", "medium", "strong", "perfect"];

/// Reads one of some names.
#[derive(Clone)]
pub struct OneOf<T>(&'static [&'static str], PhantomData<fn() -> T>);

/// Makes a reader of these names.
pub fn one_of<T>(names: &'static [&'static str]) -> OneOf<T> {
    OneOf(names, PhantomData)
}

impl<T> TypedValueParser for OneOf<T>
where
    T: FromStr<Err: Error + Send + Sync + 'static> + Clone + Send + Sync + 'static,
{
    type Value = T;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<T, clap::Error> {
        // The sentence of the library is the whole message, as for every other option.
        let read = |text: &str| text.parse::<T>();
        read.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.0.iter().map(PossibleValue::new)))
    }
}

/// A person or the computer.
pub const WHO: &[&str] = &["human", "computer"];
/// The corners of a board.
pub const CORNERS: &[&str] = &["upper-left", "upper-right", "lower-left", "lower-right"];
/// How hard puzzles are.
pub const DIFFICULTIES: &[&str] = &["easy", "medium", "hard"];

/// Reads a value by a function that says what is accepted, and lists its names in completions.
pub fn listed<T: Clone + Send + Sync + 'static>(
    names: &'static [&'static str],
    read: fn(&str) -> Result<T, String>,
) -> Listed<T> {
    Listed(names, read)
}

/// Reads a value by a function.
#[derive(Clone)]
pub struct Listed<T>(&'static [&'static str], fn(&str) -> Result<T, String>);

impl<T: Clone + Send + Sync + 'static> TypedValueParser for Listed<T> {
    type Value = T;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<T, clap::Error> {
        self.1.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.0.iter().map(PossibleValue::new)))
    }
}

#[cfg(test)]
mod tests {
    use lastbite::{Algorithm, Level, play::Engine};

    use super::*;

    #[test]
    fn every_name_is_one_of_the_librarys_and_none_is_missing() {
        let searches: Vec<Algorithm> = SEARCHES.iter().map(|name| name.parse().unwrap()).collect();
        assert_eq!(searches, Algorithm::ALL);
        let engines: Vec<Engine> = ENGINES.iter().map(|name| name.parse().unwrap()).collect();
        assert_eq!(engines, Engine::ALL);
        let levels: Vec<Level> = LEVELS.iter().map(|name| name.parse().unwrap()).collect();
        assert_eq!(levels, Level::ALL);
    }
}
