//! The rules of the classics.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::stones::{Stones, StonesError, Takes, TakesError, read_takes};
use crate::description::Described;
use crate::game::{Game, IllegalMove, Outcome};
use crate::notation::{HeapsSize, ListError, Quoted, not_there, number, read_list};

/// Which of the classics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Rule {
    Wythoff,
    /// From at most this many heaps at once.
    Moore(u32),
    Euclid,
    Fibonacci,
}

/// One of the classics from one set of heaps: whoever makes the last move wins, or, in misère play, loses.
///
/// Written `wythoff:3,5`, `moore:2:3,4,5` (from one or two heaps at once), `euclid:21,8`, `fibonacci:20`;
/// with `/misere` at the end the last move loses.
///
/// ```
/// use lastbite::games::classics::Classic;
/// use lastbite::{Effort, Outcome, Solver, Standing};
///
/// let game: Classic = "wythoff:3,5".parse()?;
/// let known = Solver::new().ask(&Standing::start(game), &Effort::unlimited()).known()?;
/// assert_eq!(known.outcome, Outcome::Loss);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Classic {
    pub(super) rule: Rule,
    pub(super) start: Stones,
    pub(super) misere: bool,
}

/// A text that is not one of the classics.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ClassicError {
    /// It does not begin with the name of one, or has the wrong number of numbers.
    #[error("{given} is not such a game; it is written like {example}")]
    Form {
        /// What was given.
        given: Quoted,
        /// How such a game is written.
        example: &'static str,
    },
    /// Its stones are impossible.
    #[error(transparent)]
    Stones(#[from] StonesError),
    /// What follows the heaps is no ending.
    #[error("unknown ending {0}; by default the last move wins, with /misere it loses")]
    Play(Quoted),
}

/// Why a move may not be made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum IllegalTakes {
    /// There is no such heap.
    #[error("{}", not_there("heap", .heap, *.heaps))]
    NoSuchHeap {
        /// The heap asked for, counted from 1.
        heap: u32,
        /// How many heaps there are.
        heaps: usize,
    },
    /// A heap does not hold that many stones.
    #[error("there are not {asked} stones in heap {heap}, only {left}")]
    TooMany {
        /// The heap, counted from 1.
        heap: u32,
        /// How many stones were asked for.
        asked: u32,
        /// How many are left.
        left: u32,
    },
    /// Different numbers from two heaps.
    #[error("take from one heap, or the same number from both")]
    NotAlike,
    /// From more heaps than the game allows.
    #[error("take from at most {0} heaps at once")]
    TooManyHeaps(u32),
    /// Not a multiple of the smaller number from the larger one.
    #[error("take a multiple of the smaller number, {0}, from the larger one")]
    NotAMultiple(u32),
    /// More than twice what was taken before.
    #[error("take at most {0}: twice what was taken before, or at the beginning all but one")]
    BeyondTheLimit(u32),
}

impl Classic {
    /// Says whether the last move loses.
    #[must_use]
    pub fn is_misere(&self) -> bool {
        self.misere
    }

    /// Returns the number that a move takes a multiple of in Euclid's game; nothing if it is over.
    pub(super) fn smaller(stones: &Stones) -> Option<u32> {
        stones.heaps.iter().copied().min().filter(|&least| least > 0)
    }

    /// Says whether something may be taken.
    fn can_move(&self, stones: &Stones) -> bool {
        match self.rule {
            Rule::Euclid => Self::smaller(stones).is_some(),
            Rule::Fibonacci => stones.limit.is_some_and(|limit| limit > 0),
            Rule::Wythoff | Rule::Moore(_) => stones.heaps.iter().any(|&heap| heap > 0),
        }
    }

    /// Says whether an allowed move is the last one and loses.
    fn loses_at_once(&self, stones: &Stones, takes: &Takes) -> bool {
        self.misere && !self.can_move(&self.play_unchecked(stones, takes))
    }

    /// Lists everything that may be taken, even the last move if it loses.
    fn all_moves<'a>(&self, stones: &'a Stones) -> Box<dyn Iterator<Item = Takes> + 'a> {
        let heaps = || stones.heaps.iter().copied().zip(1u32..);
        match self.rule {
            Rule::Moore(most) => Box::new(FromSeveral { heaps: &stones.heaps, most: most as usize, last: Vec::new() }),
            Rule::Wythoff => {
                let one = heaps().flat_map(|(left, heap)| (1..=left).map(move |taken| Takes::one(heap, taken)));
                let both = 1..=stones.heaps.iter().copied().min().unwrap_or(0);
                Box::new(one.chain(both.map(|taken| Takes(vec![(1, taken), (2, taken)]))))
            }
            Rule::Euclid => {
                let least = Self::smaller(stones);
                let multiples = move |(left, heap): (u32, u32)| {
                    let others = stones.heap(3 - heap).unwrap_or(0);
                    let times = least.filter(|_| left >= others).map_or(0, |least| left / least);
                    (1..=times).map(move |times| Takes::one(heap, times * least.unwrap_or(0)))
                };
                Box::new(heaps().flat_map(multiples))
            }
            Rule::Fibonacci => {
                let most = stones.limit.unwrap_or(0).min(stones.heap(1).unwrap_or(0));
                Box::new((1..=most).map(|taken| Takes::one(1, taken)))
            }
        }
    }

    /// Says why the rule forbids a move; the heaps have enough stones.
    fn forbidden(&self, stones: &Stones, takes: &Takes) -> Option<IllegalTakes> {
        match (self.rule, takes.0.as_slice()) {
            (Rule::Wythoff, [(_, one), (_, other)]) if one != other => Some(IllegalTakes::NotAlike),
            (Rule::Moore(most), several) if several.len() > most as usize => Some(IllegalTakes::TooManyHeaps(most)),
            (Rule::Euclid, takes) => {
                let least = Self::smaller(stones).unwrap_or(1);
                let fits = |heap: u32, taken: u32| {
                    taken.is_multiple_of(least) && stones.heap(heap) >= stones.heap(3 - heap)
                };
                let one = matches!(takes, &[(heap, taken)] if fits(heap, taken));
                (!one).then_some(IllegalTakes::NotAMultiple(least))
            }
            (Rule::Fibonacci, takes) => {
                let limit = stones.limit.unwrap_or(0);
                let beyond = takes.iter().any(|&(_, taken)| taken > limit);
                beyond.then_some(IllegalTakes::BeyondTheLimit(limit))
            }
            _ => None,
        }
    }
}

/// Goes through all takes from one heap or several: each take, then those that take from later heaps too.
struct FromSeveral<'a> {
    heaps: &'a [u32],
    most: usize,
    last: Vec<(u32, u32)>,
}

impl FromSeveral<'_> {
    /// Returns the first heap after this many that has a stone, counted from 1.
    fn heap_behind(&self, heap: u32) -> Option<u32> {
        (heap + 1..=self.heaps.len() as u32).find(|&heap| self.heaps[heap as usize - 1] > 0)
    }
}

impl Iterator for FromSeveral<'_> {
    type Item = Takes;

    fn next(&mut self) -> Option<Takes> {
        let behind = self.last.last().map_or(0, |&(heap, _)| heap);
        if let (true, Some(heap)) = (self.last.len() < self.most, self.heap_behind(behind)) {
            self.last.push((heap, 1));
            return Some(Takes(self.last.clone()));
        }
        while let Some((heap, taken)) = self.last.pop() {
            if taken < self.heaps[heap as usize - 1] {
                self.last.push((heap, taken + 1));
            } else if let Some(next) = self.heap_behind(heap) {
                self.last.push((next, 1));
            } else {
                continue;
            }
            return Some(Takes(self.last.clone()));
        }
        // Nothing follows, and nothing will, although the list is empty as at the start.
        self.most = 0;
        None
    }
}

impl fmt::Display for Classic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let misere = if self.misere { "/misere" } else { "" };
        let heaps = Stones { limit: None, ..self.start.clone() };
        let several = match self.rule {
            Rule::Moore(most) => format!("{most}:"),
            _ => String::new(),
        };
        f.pad(&format!("{}:{several}{heaps}{misere}", super::words::description(self.rule).name))
    }
}

impl FromStr for Classic {
    type Err = ClassicError;

    fn from_str(text: &str) -> Result<Self, ClassicError> {
        let text = text.trim();
        let (word, rest) = text.split_once(':').unwrap_or((text, ""));
        let all = [Rule::Wythoff, Rule::Moore(2), Rule::Euclid, Rule::Fibonacci];
        let named = all.into_iter().find(|&rule| super::words::description(rule).name == word);
        let form = || {
            let example = super::words::description(named.unwrap_or(Rule::Wythoff)).examples[0];
            ClassicError::Form { given: Quoted::new(text), example }
        };
        let (rest, misere) = match rest.split_once('/') {
            None => (rest, false),
            Some((rest, "misere")) => (rest, true),
            Some((_, other)) => return Err(ClassicError::Play(Quoted::new(other))),
        };
        let (rule, heaps) = match named.ok_or_else(form)? {
            Rule::Moore(_) => {
                let (most, heaps) = rest.split_once(':').ok_or_else(form)?;
                let most = number(most).filter(|&most| most > 0).ok_or_else(form)?;
                (Rule::Moore(most), heaps)
            }
            rule => (rule, rest),
        };
        let heaps = read_list(heaps).map_err(StonesError::from)?;
        let wanted = match rule {
            Rule::Wythoff | Rule::Euclid => Some(2),
            Rule::Fibonacci => Some(1),
            Rule::Moore(_) => None,
        };
        if wanted.is_some_and(|wanted| heaps.len() != wanted) {
            return Err(form());
        }
        let mut start = Stones { heaps, limit: None };
        HeapsSize::check(&start.heaps).map_err(StonesError::from)?;
        if rule == Rule::Fibonacci {
            start.limit = Some(start.heaps[0].saturating_sub(1));
        }
        Ok(Classic { rule, start, misere })
    }
}

impl Game for Classic {
    type Position = Stones;
    type Move = Takes;
    type Illegal = IllegalTakes;
    type NotAPosition = StonesError;
    type NotAMove = TakesError;

    fn start(&self) -> Stones {
        self.start.clone()
    }

    /// Counts without listing: from several heaps at once there may be a hundred million moves.
    fn move_count(&self, stones: &Stones) -> u64 {
        let Rule::Moore(most) = self.rule else { return self.moves(stones).count() as u64 };
        // How many ways there are to take from exactly 0, 1, 2, ... heaps.
        let mut ways = vec![0u64; (most as usize).min(stones.heaps.len()) + 1];
        ways[0] = 1;
        for &heap in &stones.heaps {
            for many in (1..ways.len()).rev() {
                ways[many] = ways[many].saturating_add(ways[many - 1].saturating_mul(heap.into()));
            }
        }
        let all = ways[1..].iter().fold(0u64, |all, &ways| all.saturating_add(ways));
        // If the last stone loses, taking everything is a blunder.
        let live = stones.heaps.iter().filter(|&&heap| heap > 0).count();
        let blunders = u64::from(self.misere && (1..ways.len()).contains(&live));
        all.saturating_sub(blunders)
    }

    fn moves(&self, stones: &Stones) -> impl Iterator<Item = Takes> {
        self.all_moves(stones).filter(|takes| !self.loses_at_once(stones, takes))
    }

    /// Lists the moves after which nothing more may be taken, if the last one loses.
    fn blunders(&self, stones: &Stones) -> impl Iterator<Item = Takes> {
        self.all_moves(stones).filter(|takes| self.loses_at_once(stones, takes))
    }

    fn play_unchecked(&self, stones: &Stones, takes: &Takes) -> Stones {
        let mut left = stones.clone();
        for &(heap, taken) in &takes.0 {
            if let Some(there) = (heap as usize).checked_sub(1).and_then(|index| left.heaps.get_mut(index)) {
                *there = there.saturating_sub(taken);
            }
        }
        let twice = 2 * takes.total();
        left.limit = stones.limit.map(|_| twice.min(left.total()) as u32);
        left
    }

    fn check(&self, stones: &Stones, takes: &Takes) -> Result<(), IllegalMove<IllegalTakes>> {
        if !self.can_move(stones) {
            return Err(IllegalMove::Over);
        }
        for &(heap, asked) in &takes.0 {
            let wrong = match stones.heap(heap) {
                None => IllegalTakes::NoSuchHeap { heap, heaps: stones.heaps.len() },
                Some(left) if asked > left => IllegalTakes::TooMany { heap, asked, left },
                Some(_) => continue,
            };
            return Err(IllegalMove::ByTheRules(wrong));
        }
        match self.forbidden(stones, takes) {
            Some(why) => Err(IllegalMove::ByTheRules(why)),
            None if self.loses_at_once(stones, takes) => Err(IllegalMove::Blunder),
            None => Ok(()),
        }
    }

    fn admits(&self, stones: &Stones) -> Result<(), StonesError> {
        let (now, then) = (&stones.heaps, &self.start.heaps);
        let fits = now.len() == then.len() && now.iter().zip(then).all(|(now, then)| now <= then);
        let limited = match (stones.limit, self.start.limit) {
            (None, None) => true,
            // At the start all but one may be taken; later up to all.
            (Some(limit), Some(first)) => u64::from(limit) <= stones.total() && (now != then || limit == first),
            _ => false,
        };
        if fits && limited {
            return Ok(());
        }
        Err(StonesError::NotFromTheStart { stones: stones.clone(), start: self.start.clone() })
    }

    fn read_position(&self, text: &str) -> Result<Stones, StonesError> {
        let stones = match self.rule {
            Rule::Fibonacci => {
                let wrong = || StonesError::NoLimit(Quoted::new(text));
                let (stones, limit) = text.split_once('/').ok_or_else(wrong)?;
                let (stones, limit) = number(stones).zip(number(limit)).ok_or_else(wrong)?;
                Stones { heaps: vec![stones], limit: Some(limit) }
            }
            _ => Stones { heaps: read_list(text).map_err(|error: ListError| StonesError::from(error))?, limit: None },
        };
        self.admits(&stones)?;
        Ok(stones)
    }

    fn read_move(&self, text: &str) -> Result<Takes, TakesError> {
        let read = read_takes(text, self.rule == Rule::Fibonacci, self.rule == Rule::Wythoff);
        read.ok_or_else(|| {
            let how = crate::words::lower(self.description().how_to_move.trim_end_matches('.'));
            TakesError { given: Quoted::new(text), how }
        })
    }

    fn write_position(&self, stones: &Stones) -> String {
        stones.to_string()
    }

    fn write_move(&self, takes: &Takes) -> String {
        match (self.rule, takes.0.as_slice()) {
            (Rule::Fibonacci, [(1, stones)]) => stones.to_string(),
            (Rule::Wythoff, [(1, one), (2, other)]) if one == other => format!("{one} from both"),
            (_, takes) => {
                let each: Vec<String> = takes.iter().map(|(heap, stones)| format!("{stones} from {heap}")).collect();
                each.join(", ")
            }
        }
    }

    fn size(&self, stones: &Stones) -> u64 {
        stones.total()
    }

    /// Takes as little as possible from one heap, so that the game lasts.
    fn stalling_move(&self, stones: &Stones) -> Option<Takes> {
        let least = match self.rule {
            Rule::Euclid => Self::smaller(stones)?,
            _ => 1,
        };
        let takes = (1..=stones.heaps.len() as u32).map(|heap| Takes::one(heap, least));
        takes.filter(|takes| self.check(stones, takes).is_ok()).min_by_key(|takes| self.haste(stones, takes))
    }

    fn haste(&self, stones: &Stones, takes: &Takes) -> (u64, u128) {
        // The takes as digits of a number, so that no two moves are equal.
        let mut places = stones.heaps.iter().zip(1u32..).scan(1u64, |place, (&left, heap)| {
            let here = *place;
            *place = place.wrapping_mul(u64::from(left) + 1);
            Some((heap, here))
        });
        let mut rank = 0u64;
        for &(heap, taken) in &takes.0 {
            let place = places.find(|&(other, _)| other == heap).map_or(0, |(_, place)| place);
            rank = rank.wrapping_add(place.wrapping_mul(taken.into()));
        }
        (takes.total(), rank.into())
    }

    fn final_outcome(&self, stones: &Stones) -> Outcome {
        // In misère play the player who made the last move has lost, and one who has only that move left is
        // about to.
        if self.misere && !self.can_move(stones) { Outcome::Win } else { Outcome::Loss }
    }
}
