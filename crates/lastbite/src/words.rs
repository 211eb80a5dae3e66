//! How a game speaks: its rule in two lines, a move told, advice, how it ended. Every front end says it the same way.

use crate::explanation::Argument;
use crate::game::Ending;
use crate::theory::Theory;

/// A game that can speak of itself. Names of players are the front end's; everything else is said here.
pub trait Words: Theory {
    /// Tells the rule in two short sentences.
    fn rule(&self) -> String;

    /// Names a move in a few words, for lists: `2,3`, or `3 from heap 1`.
    fn describe(&self, before: &Self::Position, mv: Self::Move) -> String;

    /// Tells what a move did, behind the name of the player: `bites 2,3 and eats 4 squares`.
    fn told(&self, before: &Self::Position, mv: Self::Move) -> String;

    /// Tells a move as advice, to stand before "wins": `Biting 2,3`.
    fn advice(&self, before: &Self::Position, mv: Self::Move) -> String;

    /// Tells what is worth knowing of a position before a move is named; nothing where there is no such thing.
    fn lesson(&self, position: &Self::Position) -> Option<String>;

    /// Tells the rule that decides a position, with its proof, in words that a pupil follows; nothing where none does.
    fn argument(&self, _position: &Self::Position) -> Option<Argument> {
        None
    }

    /// Tells why the game ended at a position, in a sentence about the loser.
    fn ending(&self, last: &Self::Position, ending: Ending, loser: &str) -> String;
}

/// Makes a sentence of a message: a capital letter in front, a full stop at the end.
///
/// ```
/// assert_eq!(lastbite::sentence("square 9,1 is not there"), "Square 9,1 is not there.");
/// ```
#[must_use]
pub fn sentence(message: impl std::fmt::Display) -> String {
    let message = message.to_string();
    let mut characters = message.chars();
    let first: String = characters.next().into_iter().flat_map(char::to_uppercase).collect();
    format!("{first}{}.", characters.as_str().trim_end_matches('.'))
}
