//! The rules of Nim from one set of heaps.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::heaps::{Heaps, HeapsError};
use super::take::{Take, TakeError};
use crate::game::{Game, IllegalMove, Outcome};
use crate::notation::{Quoted, not_there};

/// The rules of Nim from one set of heaps: whoever takes the last stone wins, or, in misère play, loses.
///
/// Written `nim:3,4,5`, or `nim:3,4,5/misere`.
///
/// ```
/// use lastbite::{Game, Nim, Take};
/// let nim: Nim = "nim:2,3,4".parse()?;
/// let left = nim.play(&nim.start(), &Take { stones: 3, heap: 3 }).unwrap();
/// assert_eq!(left.to_string(), "2,3,1");
/// # Ok::<(), lastbite::games::nim::NimError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Nim {
    start: Heaps,
    misere: bool,
}

/// A text that is not a game of Nim.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NimError {
    /// Its heaps are impossible.
    #[error(transparent)]
    Heaps(#[from] HeapsError),
    /// What follows the heaps is no ending.
    #[error("unknown ending {0}; a game of Nim is nim:3,4,5 or nim:3,4,5/misere")]
    Play(Quoted),
}

/// Why a take may not be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum IllegalTake {
    /// There is no such heap.
    #[error("{}", not_there("heap", .heap, *.heaps as usize))]
    NoSuchHeap {
        /// The heap asked for, counted from 1.
        heap: u32,
        /// How many heaps there are.
        heaps: u32,
    },
    /// The heap has been used up.
    #[error("heap {0} has no stones left")]
    Empty(u32),
    /// The heap does not hold that many stones.
    #[error("there are not {asked} stones in heap {heap}, only {left}")]
    TooMany {
        /// The heap, counted from 1.
        heap: u32,
        /// How many stones were asked for.
        asked: u32,
        /// How many are left.
        left: u32,
    },
    /// A take of no stones.
    #[error("take at least one stone")]
    Nothing,
}

impl Nim {
    /// Makes a game of normal play: the last stone wins.
    #[must_use]
    pub fn normal(start: Heaps) -> Self {
        Nim { start, misere: false }
    }

    /// Makes a game of misère play: the last stone loses.
    #[must_use]
    pub fn misere(start: Heaps) -> Self {
        Nim { start, misere: true }
    }

    /// Says whether the last stone loses.
    #[must_use]
    pub fn is_misere(&self) -> bool {
        self.misere
    }
}

impl fmt::Display for Nim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("nim:{}{}", self.start, if self.misere { "/misere" } else { "" }))
    }
}

impl FromStr for Nim {
    type Err = NimError;

    /// Reads `nim:3,4,5` or `3,4,5`, each with `/misere` if the last stone loses.
    fn from_str(text: &str) -> Result<Self, NimError> {
        let text = text.trim();
        let bare = text.strip_prefix("nim:").unwrap_or(text);
        match bare.split_once('/') {
            None => Ok(Nim::normal(bare.parse()?)),
            Some((heaps, "misere")) => Ok(Nim::misere(heaps.parse()?)),
            Some((_, other)) => Err(NimError::Play(Quoted::new(other))),
        }
    }
}

impl Game for Nim {
    type Position = Heaps;
    type Move = Take;
    type Illegal = IllegalTake;
    type NotAPosition = HeapsError;
    type NotAMove = TakeError;

    fn start(&self) -> Heaps {
        self.start.clone()
    }

    fn moves(&self, heaps: &Heaps) -> impl Iterator<Item = Take> {
        // In misère play the take of everything is the blunder.
        let forbidden = if self.misere { heaps.total() } else { u64::MAX };
        heaps
            .into_iter()
            .zip(1..)
            .flat_map(|(most, heap)| (1..=most).map(move |stones| Take { heap, stones }))
            .filter(move |take| u64::from(take.stones) < forbidden)
    }

    /// Lists the take of everything that is left, if the last stone loses and one heap has all stones.
    fn blunders(&self, heaps: &Heaps) -> impl Iterator<Item = Take> {
        let total = heaps.total();
        let last = heaps.into_iter().zip(1..).find(|&(stones, _)| self.misere && u64::from(stones) == total);
        last.filter(|_| total > 0).map(|(stones, heap)| Take { heap, stones }).into_iter()
    }

    fn play_unchecked(&self, heaps: &Heaps, take: &Take) -> Heaps {
        heaps.less(take.heap, take.stones)
    }

    fn check(&self, heaps: &Heaps, take: &Take) -> Result<(), IllegalMove<IllegalTake>> {
        let total = heaps.total();
        if total == 0 {
            return Err(IllegalMove::Over);
        }
        let forbidden = match heaps.heap(take.heap) {
            None => IllegalTake::NoSuchHeap { heap: take.heap, heaps: heaps.stones().len() as u32 },
            Some(0) => IllegalTake::Empty(take.heap),
            Some(_) if take.stones == 0 => IllegalTake::Nothing,
            Some(left) if take.stones > left => {
                IllegalTake::TooMany { heap: take.heap, asked: take.stones, left }
            }
            Some(_) if self.misere && u64::from(take.stones) == total => return Err(IllegalMove::Blunder),
            Some(_) => return Ok(()),
        };
        Err(IllegalMove::ByTheRules(forbidden))
    }

    fn admits(&self, heaps: &Heaps) -> Result<(), HeapsError> {
        let (now, then) = (heaps.stones(), self.start.stones());
        if now.len() == then.len() && now.iter().zip(then).all(|(now, then)| now <= then) {
            return Ok(());
        }
        Err(HeapsError::NotFromTheStart { heaps: heaps.clone(), start: self.start.clone() })
    }

    fn read_position(&self, text: &str) -> Result<Heaps, HeapsError> {
        let heaps = text.parse()?;
        self.admits(&heaps)?;
        Ok(heaps)
    }

    fn read_move(&self, text: &str) -> Result<Take, TakeError> {
        text.parse()
    }

    fn write_position(&self, heaps: &Heaps) -> String {
        heaps.to_string()
    }

    fn write_move(&self, take: &Take) -> String {
        take.to_string()
    }

    fn size(&self, heaps: &Heaps) -> u64 {
        heaps.total()
    }

    /// Takes one stone from the largest heap, so that the game lasts and stays hard.
    fn stalling_move(&self, heaps: &Heaps) -> Option<Take> {
        let largest = heaps.into_iter().max()?;
        let heap = heaps.into_iter().zip(1..).find(|&(n, _)| n == largest)?.1;
        let take = Take { heap, stones: 1 };
        self.check(heaps, &take).is_ok().then_some(take)
    }

    fn haste(&self, heaps: &Heaps, take: &Take) -> (u64, u128) {
        let smaller = u32::MAX - heaps.heap(take.heap).unwrap_or(0);
        (take.stones.into(), u128::from(smaller) << 32 | u128::from(take.heap))
    }

    fn final_outcome(&self, heaps: &Heaps) -> Outcome {
        // No stone left: in normal play the last one won, in misère play it lost.
        if self.misere && heaps.total() == 0 { Outcome::Win } else { Outcome::Loss }
    }
}
