//! What is known about heap games: the exclusive or of Grundy values (Sprague 1935, Grundy 1939), remainders
//! if any number of stones up to a limit may be taken, and a search if the last move loses.

use std::fmt;
use std::sync::Arc;

use super::game::HeapGame;
use super::misere;
use super::notation::{HeapMove, How, Left};
use super::piles::Piles;
use super::rule::beside_a_mark;
use super::values::{Sequences, Values, evaluate, steps};
use crate::effort::Effort;
use crate::game::{Game, Outcome};
use crate::knowledge::{Knowledge, Known, Source, Unknown, WhyNot};
use crate::notation::MOST;
use crate::theory::{Patience, Theorem, Theory};

/// Why a position of a heap game is lost for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum HeapReason {
    /// No move is left.
    NoMove,
    /// Misère: only the move that loses is left.
    OnlyLastMove,
    /// One heap is left, a multiple of this, and any smaller number may be taken.
    Multiple(u32),
    /// Misère: one heap is left, one more than a multiple of this, and any smaller number may be taken.
    OneMoreThanAMultiple(u32),
    /// The exclusive or of the values of the heaps is zero.
    ValuesCancel,
    /// Misère: the remainders of the heaps by this are a lost position of misère Nim.
    LikeMisereNim(u32),
}

impl fmt::Display for HeapReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HeapReason::NoMove => write!(f, "your opponent has no move left"),
            HeapReason::OnlyLastMove => write!(f, "your opponent has to make the last move, and it loses"),
            HeapReason::Multiple(of) => {
                write!(f, "it leaves a multiple of {of}, and whatever is taken, you can leave one again")
            }
            HeapReason::OneMoreThanAMultiple(of) => write!(
                f,
                "it leaves one more than a multiple of {of}, and whatever is taken, you can do so again; your opponent is left \
                 with the last one"
            ),
            HeapReason::ValuesCancel => write!(
                f,
                "it makes the exclusive or of the values of the heaps 0, and whatever is done, you can make it 0 again"
            ),
            HeapReason::LikeMisereNim(of) => write!(
                f,
                "divided by {of}, the heaps leave remainders that are lost as heaps of misère Nim, and whatever is taken, you can \
                 restore that"
            ),
        }
    }
}

/// How many steps the values of a position may take if they are recomputed for every question: some tens of
/// microseconds.
const AT_ONCE: u64 = 60_000;

/// How many steps they may take for one explanation: some milliseconds.
const A_MOMENT: u64 = 5_000_000;

impl HeapGame {
    /// Returns the values of the heaps of a position if a formula or a short computation gives them at once.
    pub(super) fn values_at_once(&self, piles: &Piles) -> Option<Values> {
        let (rule, largest) = (self.rule_of_heaps(), piles.largest());
        let by_formula = Values::by_formula(rule);
        by_formula.or_else(|| {
            let fresh = (steps(rule, largest) <= AT_ONCE).then(|| evaluate(rule, largest, &Effort::unlimited()));
            fresh?.ok().map(|values| Values::Table(Arc::new(values)))
        })
    }

    /// Returns the values of the heaps of a position for an explanation, which may take a moment.
    pub(super) fn values_to_explain(&self, piles: &Piles) -> Option<Values> {
        let (rule, largest) = (self.rule_of_heaps(), piles.largest());
        self.values_at_once(piles).or_else(|| {
            let fresh =
                (steps(rule, largest) <= A_MOMENT).then(|| evaluate(rule, largest, &Effort::unlimited()));
            match fresh {
                Some(values) => values.ok().map(|values| Values::Table(Arc::new(values))),
                None => Values::by_period(rule),
            }
        })
    }

    /// Returns the values of the heaps of a position, or nothing if that would take longer than the patience
    /// allows.
    fn values_kept(
        &self,
        piles: &Piles,
        kept: &Sequences,
        patience: Patience,
        effort: &Effort,
    ) -> Result<Option<Values>, Unknown> {
        let (rule, largest) = (self.rule_of_heaps(), piles.largest());
        if let Some(formula) = Values::by_formula(rule) {
            return Ok(Some(formula));
        }
        // If heaps are split into at most two, sequences are far faster than looking at every split.
        let (steps, heap) = match patience {
            Patience::Moment => (50_000_000, 20_000),
            Patience::Worthwhile => (2_000_000_000, 1_000_000),
            Patience::Endless => (50_000_000_000, MOST),
        };
        let quick = rule.splits() && !rule.splits_in_three();
        let reach = match quick && largest > heap {
            // A period that is proved by then gives all larger ones.
            true => heap,
            false if quick || self::steps(rule, largest) <= steps => largest,
            false => return Ok(None),
        };
        kept.values(rule, largest, reach, effort).map_err(Unknown::because)
    }

    /// Returns a move that makes the exclusive or of the values zero.
    fn cancelling(&self, piles: &Piles, values: &Values, sum: u32) -> Option<HeapMove> {
        piles.stones().zip(1..).find_map(|(stones, heap)| {
            // Some heap can be given a smaller value; others perhaps a larger one, which is harder to see.
            let value = values.of(stones)?;
            let wanted = Some(value ^ sum).filter(|&wanted| wanted < value)?;
            let left = |how: How| -> [u32; 3] {
                match how {
                    How::Take(taken) => [stones - taken, 0, 0],
                    How::Leave(_, Left::Two(a, b)) => [a, b, 0],
                    How::Leave(_, Left::Three(a, b, c)) => [a, b, c],
                    How::Mark(square) => {
                        let (a, b) = beside_a_mark(stones, square);
                        [a, b, 0]
                    }
                }
            };
            let mut hows = self.rule_of_heaps().hows(stones);
            let how = hows.find(|&how| values.sum(left(how).into_iter()) == Some(wanted))?;
            Some(HeapMove { heap, how })
        })
    }

    /// Says why a position whose values cancel is lost.
    fn why_cancelled(&self, piles: &Piles) -> HeapReason {
        let mut heaps = piles.stones().filter(|&stones| self.rule_of_heaps().can_move(stones));
        match (heaps.next(), heaps.next(), self.rule_of_heaps().up_to()) {
            (None, ..) => HeapReason::NoMove,
            (Some(_), None, Some(most)) => HeapReason::Multiple(most + 1),
            _ => HeapReason::ValuesCancel,
        }
    }

    /// Decides who wins by the values of the heaps.
    pub(super) fn decided_by(&self, piles: &Piles, values: &Values) -> Option<Theorem<HeapMove, HeapReason>> {
        Some(match values.sum(piles.stones())? {
            0 => Theorem::Lost(self.why_cancelled(piles)),
            sum => Theorem::Won(self.cancelling(piles, values, sum)),
        })
    }

    /// Returns what a theorem says if the last move loses.
    fn misere_theorem(&self, piles: &Piles) -> Option<Theorem<HeapMove, HeapReason>> {
        if self.is_over(piles) {
            return Some(match self.final_outcome(piles) {
                Outcome::Win => Theorem::Won(None),
                Outcome::Loss => Theorem::Lost(HeapReason::OnlyLastMove),
            });
        }
        let most = self.rule_of_heaps().up_to()?;
        if !misere::is_lost(most, piles.stones()) {
            let leaves_lost = |mv: &HeapMove| misere::is_lost(most, self.play_unchecked(piles, mv).stones());
            return Some(Theorem::Won(self.moves(piles).find(leaves_lost)));
        }
        let one = piles.stones().filter(|&stones| stones > 0).count() == 1;
        Some(Theorem::Lost(match one {
            true => HeapReason::OneMoreThanAMultiple(most + 1),
            false => HeapReason::LikeMisereNim(most + 1),
        }))
    }
}

impl Theory for HeapGame {
    type Reason = HeapReason;
    type Kept = Sequences;

    fn theorem(&self, piles: &Piles) -> Option<Theorem<HeapMove, HeapReason>> {
        if self.is_misere() {
            return self.misere_theorem(piles);
        }
        self.decided_by(piles, &self.values_at_once(piles)?)
    }

    /// Returns the exclusive or of the values of the heaps.
    ///
    /// Nothing in misère play, where it means nothing.
    fn grundy_value(&self, piles: &Piles) -> Option<u32> {
        if self.is_misere() {
            return None;
        }
        self.values_at_once(piles)?.sum(piles.stones())
    }

    fn look_up(
        &self,
        piles: &Piles,
        kept: &Sequences,
        patience: Patience,
        effort: &Effort,
    ) -> Knowledge<HeapMove> {
        let said = match self.is_misere() {
            true => self.misere_theorem(piles),
            false => match self.values_kept(piles, kept, patience, effort) {
                Ok(Some(values)) => self.decided_by(piles, &values),
                Ok(None) => return Unknown::because(WhyNot::TooLarge).into(),
                Err(unknown) => return unknown.into(),
            },
        };
        if let Some(said) = said {
            let known = Known::new(said.outcome(), Source::Formula);
            return Knowledge::Known(match said {
                Theorem::Won(by) => known.with_best(by),
                Theorem::Lost(_) => known,
            });
        }
        let search = |known: &mut misere::Lost| misere::search(self, piles, known, effort);
        match kept.with_misere(self.rule_of_heaps(), search) {
            Ok((best, nodes)) => {
                let outcome = if best.is_some() { Outcome::Win } else { Outcome::Loss };
                Knowledge::Known(Known::new(outcome, Source::Search).with_best(best).with_nodes(nodes))
            }
            Err(unfinished) => Knowledge::Unknown(unfinished.into()),
        }
    }

    fn find_grundy_value(
        &self,
        piles: &Piles,
        kept: &Sequences,
        patience: Patience,
        effort: &Effort,
    ) -> Result<Option<u32>, Unknown> {
        if self.is_misere() {
            return Ok(None);
        }
        Ok(self.values_kept(piles, kept, patience, effort)?.and_then(|values| values.sum(piles.stones())))
    }
}
