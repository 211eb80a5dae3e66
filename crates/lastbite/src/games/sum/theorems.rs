//! The theorem of Sprague and Grundy: a sum is lost exactly if the exclusive or of the values of its games is
//! 0.

use std::fmt;

use super::rules::{InPart, Sum};
use super::values::SumKept;
use crate::effort::Effort;
use crate::game::{Game, Outcome};
use crate::knowledge::{Knowledge, Known, Source, Unknown, WhyNot};
use crate::notation::listed;
use crate::theory::{Patience, Theorem, Theory};

/// Why a sum is lost for the player to move.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum SumReason<R> {
    /// No game has a move left.
    NoMove,
    /// The games come in equal pairs: a move in one is answered by the same move in the other.
    Pairs,
    /// All other games are worth 0 together, and this one is lost.
    Alone {
        /// The number of the game, counted from 0.
        part: usize,
        /// Why it is lost.
        why: Box<R>,
    },
    /// The exclusive or of the Grundy values is 0.
    Balanced {
        /// The values of the games.
        values: Vec<u32>,
    },
}

impl<R: fmt::Display> fmt::Display for SumReason<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SumReason::NoMove => write!(f, "it leaves no move in any game"),
            SumReason::Pairs => {
                write!(f, "it leaves equal games in pairs, and you can answer every move by the same move in its twin")
            }
            SumReason::Alone { part, why } => {
                write!(f, "only game {} matters (the others cancel to 0): {why}", part + 1)
            }
            SumReason::Balanced { values } => write!(
                f,
                "it makes the exclusive or of the Grundy values ({}) 0, and whatever is played, you can make it 0 again",
                listed(values)
            ),
        }
    }
}

impl<G: Theory> Sum<G>
where
    G::Err: Clone + PartialEq,
{
    /// Lists the games that count: equal games in equal positions cancel each other in pairs, and games that
    /// are over count for nothing.
    pub(super) fn that_count(&self, position: &[G::Position]) -> Vec<usize> {
        let pairs: Vec<(&G, &G::Position)> = self.pairs(position).collect();
        let mut counting: Vec<usize> = Vec::new();
        for (part, pair) in pairs.iter().enumerate() {
            match counting.iter().position(|&other| pairs[other] == *pair) {
                Some(twin) => {
                    counting.remove(twin);
                }
                None if pair.0.is_over(pair.1) => {}
                None => counting.push(part),
            }
        }
        counting
    }

    /// Divides the games that count into those whose value a theorem gives, with their values, and the
    /// others.
    fn valued(&self, position: &[G::Position], counting: &[usize]) -> (Vec<(usize, u32)>, Vec<usize>) {
        let (mut valued, mut others) = (Vec::new(), Vec::new());
        for &part in counting {
            match self.part(position, part).and_then(|(game, here)| told_value(game, here)) {
                Some(value) => valued.push((part, value)),
                None => others.push(part),
            }
        }
        (valued, others)
    }

    /// Returns the only game that counts, if the theorems say that all others are worth 0 together.
    fn alone(&self, position: &[G::Position]) -> Option<usize> {
        let counting = self.that_count(position);
        if let [part] = counting[..] {
            return Some(part);
        }
        match self.valued(position, &counting) {
            (valued, others) if exclusive_or(&valued) == 0 => match others[..] {
                [part] => Some(part),
                _ => None,
            },
            _ => None,
        }
    }

    /// Finds a move in one of two games of the same kind that makes their positions equal.
    fn equalling_move(&self, position: &[G::Position], pair: [usize; 2]) -> Option<InPart<G::Move>> {
        let [one, other] = pair;
        let ((game, here), (twin, there)) = (self.part(position, one)?, self.part(position, other)?);
        if game != twin {
            return None;
        }
        let making = |part: usize, from: &G::Position, to: &G::Position| {
            game.moves(from).find(|mv| game.play_unchecked(from, mv) == *to).map(Self::in_part(part))
        };
        making(one, here, there).or_else(|| making(other, there, here))
    }

    /// Finds a move in one of the games that makes the exclusive or 0, given the values of the games.
    ///
    /// A move is skipped if the value of what it leaves is not known.
    pub(super) fn balancing_move(
        &self,
        position: &[G::Position],
        values: &[(usize, u32)],
        mut value_of: impl FnMut(&G, &G::Position) -> Option<u32>,
    ) -> Option<InPart<G::Move>> {
        let sum = exclusive_or(values);
        // Some game can be lowered to the exclusive or of the others.
        let lowered = values.iter().filter(|&&(_, value)| value ^ sum < value);
        lowered.into_iter().find_map(|&(part, value)| {
            let (game, here) = self.part(position, part)?;
            let found = game.moves(here).find(|mv| {
                value_of(game, &game.play_unchecked(here, mv)) == Some(value ^ sum)
            });
            found.map(|mv| InPart { part, mv: Box::new(mv) })
        })
    }

    /// Returns the value of each game, from a theorem or found within an effort.
    pub(super) fn values(
        &self,
        position: &[G::Position],
        kept: &SumKept<G>,
        patience: Patience,
        effort: &Effort,
    ) -> Result<Vec<u32>, Unknown> {
        self.pairs(position).map(|(game, here)| kept.value(game, here, patience, effort)).collect()
    }

    /// Turns a move of one game into a move of the sum.
    fn in_part(part: usize) -> impl Fn(G::Move) -> InPart<G::Move> {
        move |mv| InPart { part, mv: Box::new(mv) }
    }
}

/// Returns the value of a game that a theorem gives; a lost game is worth 0.
fn told_value<G: Theory>(game: &G, position: &G::Position) -> Option<u32> {
    let lost = || matches!(game.theorem(position), Some(Theorem::Lost(_))).then_some(0);
    game.grundy_value(position).or_else(lost)
}

/// Returns the exclusive or of values.
pub(super) fn exclusive_or(values: &[(usize, u32)]) -> u32 {
    values.iter().fold(0, |sum, &(_, value)| sum ^ value)
}

impl<G: Theory> Theory for Sum<G>
where
    G::Err: Clone + PartialEq,
{
    type Reason = SumReason<G::Reason>;
    type Kept = SumKept<G>;

    fn theorem(&self, position: &Vec<G::Position>) -> Option<Theorem<InPart<G::Move>, Self::Reason>> {
        if self.blundered(position).is_some() {
            return Some(Theorem::Won(None));
        }
        if self.is_misere() {
            return None;
        }
        let counting = self.that_count(position);
        if counting.is_empty() {
            let no_move = self.is_over(position);
            return Some(Theorem::Lost(if no_move { SumReason::NoMove } else { SumReason::Pairs }));
        }
        if let Some(part) = self.alone(position) {
            let (game, here) = self.part(position, part)?;
            let said = game.theorem(here)?;
            return Some(said.map(Self::in_part(part), |why| SumReason::Alone { part, why: Box::new(why) }));
        }
        let (values, others) = self.valued(position, &counting);
        match (exclusive_or(&values), &others[..]) {
            (0, []) => {
                let values = values.into_iter().map(|(_, value)| value).collect();
                Some(Theorem::Lost(SumReason::Balanced { values }))
            }
            (_, []) => {
                Some(Theorem::Won(self.balancing_move(position, &values, told_value)))
            }
            // Games without a known value are made equal to their twin.
            (0, &[one, other]) => self.equalling_move(position, [one, other]).map(|mv| Theorem::Won(Some(mv))),
            _ => None,
        }
    }

    fn grundy_value(&self, position: &Vec<G::Position>) -> Option<u32> {
        if self.is_misere() {
            return None;
        }
        // A value that is not known makes the sum unknown.
        let (values, others) = self.valued(position, &self.that_count(position));
        others.is_empty().then(|| exclusive_or(&values))
    }

    fn look_up(
        &self,
        position: &Vec<G::Position>,
        kept: &SumKept<G>,
        patience: Patience,
        effort: &Effort,
    ) -> Knowledge<InPart<G::Move>> {
        if self.is_misere() || self.blundered(position).is_some() {
            return Unknown::because(WhyNot::NotMine).into();
        }
        if let Some((part, (game, here))) =
            self.alone(position).and_then(|part| Some((part, self.part(position, part)?)))
        {
            let known = game.look_up(here, kept.parts(), patience, effort).map(Self::in_part(part));
            if let Knowledge::Known(_) = known {
                return known;
            }
        }
        let mut values = Vec::new();
        for part in self.that_count(position) {
            let Some((game, here)) = self.part(position, part) else { continue };
            match kept.value(game, here, patience, effort) {
                Ok(value) => values.push((part, value)),
                Err(unknown) => return unknown.into(),
            }
        }
        // A node is a game whose value was found.
        let nodes = values.len() as u64;
        if exclusive_or(&values) == 0 {
            return Knowledge::Known(Known::new(Outcome::Loss, Source::Formula).with_nodes(nodes));
        }
        let value_of = |game: &G, after: &G::Position| kept.value(game, after, patience, effort).ok();
        let best = self.balancing_move(position, &values, value_of);
        Knowledge::Known(Known::new(Outcome::Win, Source::Formula).with_best(best).with_nodes(nodes))
    }

    fn find_grundy_value(
        &self,
        position: &Vec<G::Position>,
        kept: &SumKept<G>,
        patience: Patience,
        effort: &Effort,
    ) -> Result<Option<u32>, Unknown> {
        if self.is_misere() {
            return Ok(None);
        }
        let mut sum = 0;
        for part in self.that_count(position) {
            if let Some((game, here)) = self.part(position, part) {
                sum ^= kept.value(game, here, patience, effort)?;
            }
        }
        Ok(Some(sum))
    }

    fn find_reason(
        &self,
        position: &Vec<G::Position>,
        kept: &SumKept<G>,
        effort: &Effort,
    ) -> Option<Self::Reason> {
        if self.is_misere() || self.blundered(position).is_some() {
            return None;
        }
        // A reason is not worth a long search.
        let effort = effort.clone().nodes(10_000);
        let values = self.values(position, kept, Patience::Moment, &effort).ok()?;
        let balanced = values.iter().fold(0, |sum, value| sum ^ value) == 0;
        balanced.then_some(SumReason::Balanced { values })
    }
}
