//! The only list of all games, and [`AnyGame`], which is any of them.
//!
//! A game is a room: a file or a folder here with its rules, positions, moves, errors, theorems, words and
//! layout. A line in the list below makes it a game of the library and of every front end.

mod any;

use self::newcomer::NewcomerRefuses;

any::one_of_these_games! {
    /// A bar of chocolate.
    chomp::Chomp,
    /// Heaps of stones.
    nim::Nim,
    /// Heaps that a rule takes from and splits.
    heap_games::HeapGame,
    /// Heaps that a formula solves.
    classics::Classic,
    /// A finite order: boxes, divisors, subsets, trees and your own.
    order::Order,
    /// A game from outside, added while the program runs.
    newcomer::Newcomer,
    /// Games side by side.
    sum::Sum<AnyGame>,
}

impl chomp::KeepsBars for AnyKept {
    fn bars(&self) -> &chomp::Bars {
        &self.chomp
    }
}

impl AnyGame {
    /// Adds a type of games from outside: from now on a text can name them, and every front end of this
    /// program has them. Adding them again changes nothing.
    ///
    /// ```no_run
    /// # use lastbite::{AnyGame, Words};
    /// # fn with<Daisy: Words>() -> Result<(), Box<dyn std::error::Error>> {
    /// AnyGame::add::<Daisy>()?;
    /// let game: AnyGame = "daisy:7".parse()?;
    /// # Ok(()) }
    /// ```
    ///
    /// A solver shares its memory among the games that are there when it is made.
    ///
    /// # Errors
    ///
    /// If their names or texts belong to other games, or their examples are none of theirs.
    pub fn add<G: Words>() -> Result<(), NotAdded> {
        if newcomer::is_added::<G>() {
            return Ok(());
        }
        let others = AnyGame::kinds();
        for other in &others {
            let stolen = other.examples.iter().copied().find(|example| G::claims(example));
            if let Some(text) = stolen {
                return Err(NotAdded::TextTaken(text.to_string()));
            }
        }
        for kind in G::kinds() {
            if others.iter().any(|other| other.name == kind.name) {
                return Err(NotAdded::NameTaken(kind.name));
            }
            if kind.examples.is_empty() {
                return Err(NotAdded::NoExample(kind.name));
            }
            for example in kind.examples {
                if AnyGame::claims(example) {
                    return Err(NotAdded::TextTaken((*example).to_string()));
                }
                let name = kind.name;
                let read = example.parse::<G>().map_err(NewcomerRefuses::new);
                read.map_err(|why| NotAdded::BadExample { name, example, why })?;
            }
        }
        newcomer::add::<G>();
        Ok(())
    }

    /// Returns the game itself, if it is one that was [added](Self::add), and of this type.
    #[must_use]
    pub fn downcast<G: Words>(&self) -> Option<&G> {
        match self {
            AnyGame::Newcomer(game) => game.downcast(),
            _ => None,
        }
    }
}

/// Why games from outside were not added.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum NotAdded {
    /// Their name is that of other games.
    #[error("there are games with the name {0} already; give yours another")]
    NameTaken(&'static str),
    /// A text would name two games.
    #[error("{0} would be the text of two games; let the texts of yours begin with a name of their own")]
    TextTaken(String),
    /// There is no example of them.
    #[error("{0} has no example; a description needs one at least")]
    NoExample(&'static str),
    /// An example is not a game of theirs.
    #[error("the example {example} is not a game of {name}: {why}")]
    BadExample {
        /// Their name.
        name: &'static str,
        /// The example.
        example: &'static str,
        /// What the game says.
        why: NewcomerRefuses,
    },
}
