//! The rules of a sum: which moves there are, how they are written, and when it ends.

use std::error::Error;
use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, OnceLock};

use thiserror::Error;

use crate::game::{Game, IllegalMove, Outcome};
use crate::notation::{Quoted, not_there};

/// A sum has at most this many games.
pub(super) const MOST: usize = 12;

/// How misère play is written, after the last game.
const MISERE: &str = "/misere";

/// Several games side by side. Whoever makes the last move wins, or loses in misère play.
///
/// The poison of a game is never a move. Whoever takes it anyway has lost the whole sum.
///
/// ```
/// use lastbite::{AnyGame, Game, Standing};
///
/// let sum: AnyGame = "chomp:3x4+nim:3,4".parse()?;
/// let left = Standing::start(sum.clone()).play(&sum.read_move("1: 2,3")?)?;
/// assert_eq!(left.written(), "4,2,2+3,4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Sum<G> {
    parts: Arc<[G]>,
    misere: bool,
    pub(super) tables: Tables,
}

/// How many rows and pieces the layout of each game has, found when it is first drawn.
///
/// It follows from the games, so it plays no part in comparing sums.
#[derive(Clone, Debug, Default)]
pub(super) struct Tables(Arc<OnceLock<Vec<(u32, usize)>>>);

impl Tables {
    /// Returns the rows and pieces of each game.
    pub fn get(&self, find: impl FnOnce() -> Vec<(u32, usize)>) -> &[(u32, usize)] {
        self.0.get_or_init(find)
    }
}

impl PartialEq for Tables {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Tables {}

impl std::hash::Hash for Tables {
    fn hash<H: std::hash::Hasher>(&self, _: &mut H) {}
}

/// A move in one of the games of a sum.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct InPart<M> {
    /// The number of the game, counted from 0.
    pub part: usize,
    /// The move in it.
    pub mv: Box<M>,
}

/// Why a text is not a sum.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SumError<E: Error> {
    /// One of the games cannot be read.
    #[error("game {number} of the sum: {why}")]
    Part {
        /// Which game, counted from 1.
        number: usize,
        /// Why not.
        why: Box<E>,
    },
    /// There are too few games, or too many.
    #[error("{0} is not a sum; a sum has 2 to {MOST} games with + between them, as in chomp:3x4+nim:3,4")]
    Games(Quoted),
    /// One game of the sum was marked as misère.
    #[error(
        "game {0} of the sum cannot be misère on its own; {MISERE} after the last game makes the whole sum misère"
    )]
    MiserePart(usize),
    /// The last move cannot lose in one of the games.
    #[error("game {number} of the sum cannot be played misère: {why}")]
    NoMisere {
        /// Which game, counted from 1.
        number: usize,
        /// Why.
        why: &'static str,
    },
}

/// What only the rules of a sum forbid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum IllegalInSum<E: Error> {
    /// The game forbids it.
    #[error("in game {number}, {why}")]
    InPart {
        /// Which game, counted from 1.
        number: usize,
        /// What it forbids.
        why: Box<E>,
    },
    /// There is no such game.
    #[error("{}", not_there("game", .number, *.games))]
    NoSuchPart {
        /// The game asked for, counted from 1.
        number: usize,
        /// How many games there are.
        games: usize,
    },
    /// That game has ended, and another one has not.
    #[error("game {0} is over; move in another one")]
    PartOver(usize),
}

/// Why a text or a position is not one of a sum's.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NotAPositionOfSum<E: Error> {
    /// The position of one game is wrong.
    #[error("game {number} of the sum: {why}")]
    Part {
        /// Which game, counted from 1.
        number: usize,
        /// What is wrong.
        why: Box<E>,
    },
    /// There is not one position for each game.
    #[error("a position of this sum has a position for each of its {games} games, with + between them; this has {found}")]
    Parts {
        /// How many games there are.
        games: usize,
        /// How many positions were given.
        found: usize,
    },
}

/// Why a text is not a move of a sum.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NotAMoveOfSum<E: Error> {
    /// It is not a move of that game.
    #[error("in game {number}, {why}")]
    InPart {
        /// Which game, counted from 1.
        number: usize,
        /// Why not.
        why: Box<E>,
    },
    /// There is no such game.
    #[error("{}", not_there("game", .number, *.games))]
    NoSuchPart {
        /// The game asked for, counted from 1.
        number: usize,
        /// How many games there are.
        games: usize,
    },
    /// It does not begin with the number of a game.
    #[error(
        "{text} does not say which game; a move is the number of a game, 1 to {games}, a colon and the move"
    )]
    WhichGame {
        /// What was written.
        text: Quoted,
        /// How many games there are.
        games: usize,
    },
}

impl<G: Game> Sum<G> {
    /// Puts games side by side.
    pub fn new(parts: Vec<G>, misere: bool) -> Result<Self, SumError<G::Err>> {
        if !(2..=MOST).contains(&parts.len()) {
            let written: Vec<String> = parts.iter().map(G::to_string).collect();
            return Err(SumError::Games(Quoted::new(&written.join("+"))));
        }
        let refused = (1..).zip(&parts).find_map(|(number, game)| Some((number, game.never_misere()?)));
        if let Some((number, why)) = refused.filter(|_| misere) {
            return Err(SumError::NoMisere { number, why });
        }
        Ok(Sum { parts: parts.into(), misere, tables: Tables::default() })
    }

    /// Returns the games.
    #[must_use]
    pub fn parts(&self) -> &[G] {
        &self.parts
    }

    /// Says whether the last move loses.
    #[must_use]
    pub fn is_misere(&self) -> bool {
        self.misere
    }

    /// Returns a game and its position.
    pub(super) fn part<'a>(
        &'a self,
        position: &'a [G::Position],
        part: usize,
    ) -> Option<(&'a G, &'a G::Position)> {
        self.parts.get(part).zip(position.get(part))
    }

    /// Lists the games with their positions.
    pub(super) fn pairs<'a>(
        &'a self,
        position: &'a [G::Position],
    ) -> impl DoubleEndedIterator<Item = (&'a G, &'a G::Position)> + ExactSizeIterator {
        self.parts.iter().zip(position)
    }

    /// Replaces the position of one game.
    pub(super) fn with(&self, position: &[G::Position], part: usize, after: G::Position) -> Vec<G::Position> {
        let mut position = position.to_vec();
        if let Some(here) = position.get_mut(part) {
            *here = after;
        }
        position
    }

    /// Returns the game in which somebody has blundered: it is over, and the player to move has won it.
    pub(super) fn blundered(&self, position: &[G::Position]) -> Option<usize> {
        let lost = |(game, here): (&G, &G::Position)| game.is_over(here) && game.final_outcome(here) == Outcome::Win;
        self.pairs(position).position(lost)
    }

    /// Says how hasty a move is in its game, and which game that is; nothing if there is no such game.
    fn haste_in_part(&self, position: &[G::Position], mv: &InPart<G::Move>) -> Option<(u64, u128, usize)> {
        let (game, here) = self.part(position, mv.part)?;
        let (taken, then) = game.haste(here, &mv.mv);
        Some((taken, then, mv.part))
    }

    /// Says whether every game but one is over.
    fn others_are_over(&self, position: &[G::Position], part: usize) -> bool {
        self.pairs(position).enumerate().all(|(other, (game, here))| other == part || game.is_over(here))
    }

    /// Says whether a legal move ends a sum in which the last move loses.
    fn is_last_of_misere(&self, position: &[G::Position], part: usize, mv: &G::Move) -> bool {
        let Some((game, here)) = self.part(position, part).filter(|_| self.misere) else { return false };
        self.others_are_over(position, part) && game.is_over(&game.play_unchecked(here, mv))
    }

    /// Lists everything that the games allow; nothing after a blunder.
    fn allowed<'a>(&'a self, position: &'a [G::Position]) -> impl Iterator<Item = InPart<G::Move>> + 'a {
        let going_on = self.blundered(position).is_none();
        let pairs = self.pairs(position).enumerate().filter(move |_| going_on);
        pairs.flat_map(|(part, (game, here))| game.moves(here).map(move |mv| InPart { part, mv: Box::new(mv) }))
    }
}

impl<G: fmt::Display> fmt::Display for Sum<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (part, before) in self.parts.iter().zip(std::iter::once("").chain(std::iter::repeat("+"))) {
            write!(f, "{before}{part}")?;
        }
        f.write_str(if self.misere { MISERE } else { "" })
    }
}

impl<G: Game> FromStr for Sum<G> {
    type Err = SumError<G::Err>;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim();
        let (games, misere) = text.strip_suffix(MISERE).map_or((text, false), |games| (games, true));
        let games: Vec<&str> = games.split('+').collect();
        if !(2..=MOST).contains(&games.len()) {
            return Err(SumError::Games(Quoted::new(text)));
        }
        let part = |(number, game): (usize, &&str)| match game.contains(MISERE) {
            true => Err(SumError::MiserePart(number)),
            false => game.parse().map_err(|why| SumError::Part { number, why: Box::new(why) }),
        };
        Sum::new((1..).zip(&games).map(part).collect::<Result<_, _>>()?, misere)
    }
}

impl<G: Game> Game for Sum<G>
where
    G::Err: Clone + PartialEq,
{
    type Position = Vec<G::Position>;
    type Move = InPart<G::Move>;
    type Illegal = IllegalInSum<G::Illegal>;
    type NotAPosition = NotAPositionOfSum<G::NotAPosition>;
    type NotAMove = NotAMoveOfSum<G::NotAMove>;

    fn start(&self) -> Vec<G::Position> {
        self.parts.iter().map(G::start).collect()
    }

    // A list, not a lazy iterator: a sum can contain sums, and the type of an iterator that holds itself
    // would be infinite.
    fn moves(&self, position: &Vec<G::Position>) -> impl Iterator<Item = InPart<G::Move>> {
        let sensible = self.allowed(position).filter(|mv| !self.is_last_of_misere(position, mv.part, &mv.mv));
        sensible.collect::<Vec<_>>().into_iter()
    }

    /// Lists the blunders of every game, and in misère play the moves that end the sum.
    fn blunders(&self, position: &Vec<G::Position>) -> impl Iterator<Item = InPart<G::Move>> {
        let going_on = self.blundered(position).is_none();
        let pairs = self.pairs(position).enumerate().filter(move |_| going_on);
        let poison =
            pairs.flat_map(|(part, (game, here))| game.blunders(here).map(move |mv| InPart { part, mv: Box::new(mv) }));
        let last = self.allowed(position).filter(|mv| self.is_last_of_misere(position, mv.part, &mv.mv));
        poison.chain(last).collect::<Vec<_>>().into_iter()
    }

    fn play_unchecked(&self, position: &Vec<G::Position>, mv: &InPart<G::Move>) -> Vec<G::Position> {
        match self.part(position, mv.part) {
            Some((game, here)) => self.with(position, mv.part, game.play_unchecked(here, &mv.mv)),
            None => position.clone(),
        }
    }

    fn check(&self, position: &Vec<G::Position>, mv: &InPart<G::Move>) -> Result<(), IllegalMove<Self::Illegal>> {
        if self.blundered(position).is_some() {
            return Err(IllegalMove::Over);
        }
        let number = mv.part + 1;
        let Some((game, here)) = self.part(position, mv.part) else {
            let games = self.parts.len();
            return Err(IllegalMove::ByTheRules(IllegalInSum::NoSuchPart { number, games }));
        };
        match game.check(here, &mv.mv) {
            Ok(()) if self.is_last_of_misere(position, mv.part, &mv.mv) => Err(IllegalMove::Blunder),
            Ok(()) => Ok(()),
            Err(IllegalMove::Blunder) => Err(IllegalMove::Blunder),
            Err(IllegalMove::Over) if self.pairs(position).all(|(game, here)| game.is_over(here)) => {
                Err(IllegalMove::Over)
            }
            Err(IllegalMove::Over) => Err(IllegalMove::ByTheRules(IllegalInSum::PartOver(number))),
            Err(IllegalMove::ByTheRules(why)) => {
                Err(IllegalMove::ByTheRules(IllegalInSum::InPart { number, why: Box::new(why) }))
            }
        }
    }

    fn admits(&self, position: &Vec<G::Position>) -> Result<(), Self::NotAPosition> {
        if position.len() != self.parts.len() {
            return Err(NotAPositionOfSum::Parts { games: self.parts.len(), found: position.len() });
        }
        (1..).zip(self.pairs(position)).try_for_each(|(number, (game, here))| {
            game.admits(here).map_err(|why| NotAPositionOfSum::Part { number, why: Box::new(why) })
        })
    }

    fn read_position(&self, text: &str) -> Result<Vec<G::Position>, Self::NotAPosition> {
        let texts: Vec<&str> = text.trim().split('+').collect();
        if texts.len() != self.parts.len() {
            return Err(NotAPositionOfSum::Parts { games: self.parts.len(), found: texts.len() });
        }
        let read = |(number, (game, text)): (usize, (&G, &str))| {
            game.read_position(text).map_err(|why| NotAPositionOfSum::Part { number, why: Box::new(why) })
        };
        (1..).zip(self.parts.iter().zip(texts)).map(read).collect()
    }

    /// Reads `1: 2,3`, the number of a game and a move in it, or `2,3 in game 1`.
    fn read_move(&self, text: &str) -> Result<InPart<G::Move>, Self::NotAMove> {
        // As it is written, or as it is described: "3 from 1 in game 2".
        let told = || text.rsplit_once(" in game ").map(|(mv, number)| (number, mv));
        let found = text.split_once(':').or_else(told);
        let found = found.and_then(|(number, mv)| Some((number.trim().parse::<usize>().ok()?, mv.trim())));
        let Some((number, mv)) = found else {
            return Err(NotAMoveOfSum::WhichGame { text: Quoted::new(text), games: self.parts.len() });
        };
        let Some((part, game)) = number.checked_sub(1).and_then(|part| Some((part, self.parts.get(part)?))) else {
            return Err(NotAMoveOfSum::NoSuchPart { number, games: self.parts.len() });
        };
        match game.read_move(mv) {
            Ok(mv) => Ok(InPart { part, mv: Box::new(mv) }),
            Err(why) => Err(NotAMoveOfSum::InPart { number, why: Box::new(why) }),
        }
    }

    fn write_position(&self, position: &Vec<G::Position>) -> String {
        let written: Vec<String> = self.pairs(position).map(|(game, here)| game.write_position(here)).collect();
        written.join("+")
    }

    fn write_move(&self, mv: &InPart<G::Move>) -> String {
        let written = self.parts.get(mv.part).map(|game| game.write_move(&mv.mv));
        format!("{}: {}", mv.part + 1, written.unwrap_or_default())
    }

    fn size(&self, position: &Vec<G::Position>) -> u64 {
        self.pairs(position).map(|(game, here)| game.size(here)).sum()
    }

    fn stalling_move(&self, position: &Vec<G::Position>) -> Option<InPart<G::Move>> {
        self.moves(position).min_by_key(|mv| self.haste_in_part(position, mv))
    }

    fn haste(&self, position: &Vec<G::Position>, mv: &InPart<G::Move>) -> (u64, u128) {
        let Some((taken, then, part)) = self.haste_in_part(position, mv) else { return (u64::MAX, u128::MAX) };
        // Moves of different games can be equally hasty, so the game breaks the tie.
        (taken, then * self.parts.len() as u128 + part as u128)
    }

    fn is_over(&self, position: &Vec<G::Position>) -> bool {
        match self.misere {
            true => self.moves(position).next().is_none(),
            // The first game that continues is enough.
            false => self.blundered(position).is_some() || self.pairs(position).all(|(game, here)| game.is_over(here)),
        }
    }

    fn final_outcome(&self, position: &Vec<G::Position>) -> Outcome {
        let ended_by_misere = || self.misere && self.pairs(position).all(|(game, here)| game.is_over(here));
        match self.blundered(position) {
            Some(_) => Outcome::Win,
            None if ended_by_misere() => Outcome::Win,
            None => Outcome::Loss,
        }
    }
}
