//! The rules of Nim: heaps of stones, and each move takes one or more stones from one heap.
//!
//! In normal play the last stone wins. In misère play it loses, so it is the poison of this game: taking
//! it is a [blunder](Game::is_blunder), and who is left with it alone has lost.

use std::fmt;
use std::str::FromStr;

use crate::game::{Extent, Game, IllegalMove, Outcome, ParseError, Place, quoted};
use crate::lengths::{self, MOST};

/// A move: so many stones from one heap, written `3 from 1`.
///
/// ```
/// use lastbite::Take;
/// assert_eq!("3 from 1".parse(), Ok(Take { stones: 3, heap: 1 }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Take {
    /// The heap, counted from 1.
    pub heap: u8,
    /// How many stones are taken.
    pub stones: u8,
}

impl fmt::Display for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{} from {}", self.stones, self.heap))
    }
}

impl FromStr for Take {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let accepted = "a take is written 3 from 1: three stones from the first heap";
        let Some((stones, heap)) = text.trim().split_once("from") else {
            return Err(ParseError::new(format!("{} is not a take", quoted(text.trim())), accepted));
        };
        let read = |part: &str| match lengths::number(part) {
            Some(n) if n > 0 => Ok(n),
            _ => {
                let wrong = format!("{} is not a number from 1 to {MOST}", quoted(part.trim()));
                Err(ParseError::new(wrong, accepted))
            }
        };
        Ok(Take { stones: read(stones)?, heap: read(heap)? })
    }
}

/// The heaps of a position, in their order; a heap that is used up stays, with no stones.
///
/// Written `3,4,5`; `2^4` is four heaps of two.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Heaps(Vec<u8>);

impl Heaps {
    /// Makes heaps: 1 to 99 of them, of 0 to 99 stones each.
    pub fn new(stones: &[u8]) -> Result<Self, ParseError> {
        let accepted = format!("1 to {MOST} heaps of 0 to {MOST} stones each, as in 3,4,5");
        if stones.is_empty() || stones.len() > MOST.into() {
            return Err(ParseError::new(format!("{} heaps cannot be made", stones.len()), accepted));
        }
        match stones.iter().find(|&&n| n > MOST) {
            Some(n) => Err(ParseError::new(format!("a heap of {n} cannot be made"), accepted)),
            None => Ok(Heaps(stones.to_vec())),
        }
    }

    /// Returns the number of stones in each heap.
    pub fn stones(&self) -> &[u8] {
        &self.0
    }

    /// Counts the stones of all heaps.
    pub fn total(&self) -> usize {
        self.0.iter().map(|&n| usize::from(n)).sum()
    }

    /// Returns the stones of a heap counted from 1, or nothing if there is no such heap.
    pub fn heap(&self, heap: u8) -> Option<u8> {
        self.0.get(usize::from(heap).checked_sub(1)?).copied()
    }
}

impl fmt::Display for Heaps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        lengths::write(f, &self.0)
    }
}

impl FromStr for Heaps {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let accepted =
            format!("heaps are numbers of stones, as in 3,4,5: 1 to {MOST} heaps of 0 to {MOST} stones");
        Self::new(&lengths::read(text, &accepted)?)
    }
}

/// The rules of Nim from one set of heaps: who takes the last stone wins, or, in misère play, loses.
///
/// Written `nim:3,4,5`, or `nim:3,4,5/misere`.
///
/// ```
/// use lastbite::{Game, Nim, Take};
/// let nim: Nim = "nim:2,3,4".parse()?;
/// let left = nim.play(&nim.start(), Take { stones: 3, heap: 3 }).unwrap();
/// assert_eq!(left.to_string(), "2,3,1");
/// # Ok::<(), lastbite::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Nim {
    start: Heaps,
    misere: bool,
}

impl Nim {
    /// Makes a game of normal play: the last stone wins.
    pub fn normal(start: Heaps) -> Self {
        Nim { start, misere: false }
    }

    /// Makes a game of misère play: the last stone loses.
    pub fn misere(start: Heaps) -> Self {
        Nim { start, misere: true }
    }

    /// Says whether the last stone loses.
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
    type Err = ParseError;

    /// Reads `nim:3,4,5` or `3,4,5`, each with `/misere` where the last stone loses.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let text = text.trim();
        let bare = text.strip_prefix("nim:").unwrap_or(text);
        match bare.split_once('/') {
            None => Ok(Nim::normal(bare.parse()?)),
            Some((heaps, "misere")) => Ok(Nim::misere(heaps.parse()?)),
            Some((_, other)) => Err(ParseError::new(
                format!("{} is not a way to play Nim", quoted(other)),
                "a game of Nim is nim:3,4,5 or nim:3,4,5/misere",
            )),
        }
    }
}

impl Game for Nim {
    type Position = Heaps;
    type Move = Take;

    fn start(&self) -> Heaps {
        self.start.clone()
    }

    fn moves(&self, heaps: &Heaps) -> impl Iterator<Item = Take> {
        // In misère play the take of everything is the blunder.
        let forbidden = if self.misere { heaps.total() } else { usize::MAX };
        heaps
            .0
            .iter()
            .zip(1u8..)
            .flat_map(|(&most, heap)| (1..=most).map(move |stones| Take { heap, stones }))
            .filter(move |take| usize::from(take.stones) < forbidden)
    }

    fn play_unchecked(&self, heaps: &Heaps, take: Take) -> Heaps {
        let mut left = heaps.clone();
        if let Some(stones) = usize::from(take.heap).checked_sub(1).and_then(|i| left.0.get_mut(i)) {
            *stones = stones.saturating_sub(take.stones);
        }
        left
    }

    fn check(&self, heaps: &Heaps, take: Take) -> Result<(), IllegalMove> {
        let total = heaps.total();
        if total == 0 {
            return Err(IllegalMove::Over);
        }
        let what = Place::Heap(take.heap);
        match heaps.heap(take.heap) {
            None => Err(IllegalMove::OffTheBoard { what, accepted: Extent::Heaps(heaps.0.len() as u8) }),
            Some(0) => Err(IllegalMove::AlreadyTaken(what)),
            Some(_) if take.stones == 0 => Err(IllegalMove::Nothing),
            Some(left) if take.stones > left => {
                Err(IllegalMove::TooMany { heap: take.heap, asked: take.stones, left })
            }
            Some(_) if self.misere && usize::from(take.stones) == total => Err(IllegalMove::Blunder),
            Some(_) => Ok(()),
        }
    }

    fn position(&self, text: &str) -> Result<Heaps, ParseError> {
        let heaps: Heaps = text.parse()?;
        let start = &self.start;
        let smaller =
            heaps.0.len() == start.0.len() && heaps.0.iter().zip(&start.0).all(|(now, then)| now <= then);
        if smaller {
            return Ok(heaps);
        }
        Err(ParseError::new(
            format!("the heaps {heaps} cannot come from {start}"),
            format!("{} heaps, none larger than at the start", start.0.len()),
        ))
    }

    fn parse_move(&self, text: &str) -> Result<Take, ParseError> {
        text.parse()
    }

    fn size(&self, heaps: &Heaps) -> usize {
        heaps.total()
    }

    /// Takes one stone from the largest heap: the game goes on for long, and stays hard to see through.
    fn stalling_move(&self, heaps: &Heaps) -> Option<Take> {
        let largest = *heaps.0.iter().max()?;
        let heap = heaps.0.iter().zip(1..).find(|&(&n, _)| n == largest)?.1;
        let take = Take { heap, stones: 1 };
        self.check(heaps, take).is_ok().then_some(take)
    }

    fn final_outcome(&self, heaps: &Heaps) -> Outcome {
        // No stone left: in normal play the last one won, in misère play it lost.
        if self.misere && heaps.total() == 0 { Outcome::Win } else { Outcome::Loss }
    }
}
