//! Why a move wins, as data: a move wins because of what it leaves, so a [`Reason`] says why that is lost.

use std::fmt;

use crate::answer::Solvable;
use crate::formula::nim::nim_sum;
use crate::game::{Game, Outcome};
use crate::games::chomp::{Chomp, Rows};
use crate::games::nim::{Heaps, Nim};
use crate::search::Limits;

/// Why a position is lost for the player to move.
///
/// As a sentence it speaks of that player as "the other side": it is told to the one who leaves the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// Chomp: nothing but the poison may be bitten.
    OnlyPoison,
    /// Chomp: one row and one column are left, equally long, and every bite can be mirrored.
    EqualArms {
        /// How many squares each arm has besides its corner.
        arm: u8,
    },
    /// Chomp: two rows (or columns) are left, one of them one square longer, and stay so after every answer.
    OneLonger {
        /// How long the shorter one is.
        shorter: u8,
        /// Whether they are columns.
        columns: bool,
    },
    /// Nim: no stone is left, and the last one won.
    NoStone,
    /// Misère Nim: one stone is left, and it loses.
    OnlyLastStone,
    /// Nim: the exclusive or of the heaps is zero, and every take spoils that.
    NimSumZero {
        /// Whether the last stone loses, so that single stones are counted at the end instead.
        misere: bool,
    },
    /// Misère Nim: an odd number of single stones is left, so the other side takes the last of them.
    OddSingles {
        /// How many.
        stones: u8,
    },
    /// No theorem, but every move was looked at and each has an answer.
    EveryMoveAnswered {
        /// How many moves there are.
        moves: usize,
    },
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::OnlyPoison => write!(f, "the other side is left with nothing but poison"),
            Reason::EqualArms { arm: 1 } => {
                write!(f, "two equal arms of one square are left: whichever is bitten, bite the other")
            }
            Reason::EqualArms { arm } => write!(
                f,
                "two equal arms of {arm} squares are left: whatever is bitten off one arm, bite the same off the other"
            ),
            Reason::OneLonger { shorter, columns } => {
                let (one, two) = if *columns { ("column", "columns") } else { ("row", "rows") };
                write!(
                    f,
                    "two {two} are left, {} and {shorter} long: after every bite you can make the first {one} one longer again",
                    shorter + 1
                )
            }
            Reason::NoStone => write!(f, "you take the last stone"),
            Reason::OnlyLastStone => write!(f, "the other side is left with the last stone, and it loses"),
            Reason::NimSumZero { misere } => {
                let end = if *misere { ", until you can leave an odd number of single stones" } else { "" };
                write!(
                    f,
                    "the exclusive or of the heaps is then 0, and whatever is taken, you can make it 0 again{end}"
                )
            }
            Reason::OddSingles { stones } => {
                write!(
                    f,
                    "an odd number of single stones ({stones}) is left, so the other side must take the last one"
                )
            }
            Reason::EveryMoveAnswered { moves: 1 } => {
                write!(f, "only one move is left to the other side, and there is an answer to it")
            }
            Reason::EveryMoveAnswered { moves } => {
                write!(f, "the other side has {moves} moves, and there is an answer to each of them")
            }
        }
    }
}

/// A game that can say why a position is lost and so why a move wins.
///
/// ```
/// use lastbite::{Chomp, Explain, Game, Limits, Reason, Square};
/// let square = Chomp::new(4, 4).unwrap();
/// let why = square.why_it_wins(&square.start(), Square::new(2, 2), &Limits::none());
/// assert_eq!(why, Some(Reason::EqualArms { arm: 3 }));
/// assert_eq!(square.why_it_wins(&square.start(), Square::new(4, 4), &Limits::none()), None);
/// ```
pub trait Explain: Solvable {
    /// Names the theorem by which a position is lost, if one of them says so.
    fn theorem(&self, position: &Self::Position) -> Option<Reason>;

    /// Says why a position is lost for the player to move; nothing if it is won or out of reach.
    fn why_lost(&self, position: &Self::Position, limits: &Limits) -> Option<Reason> {
        self.theorem(position).or_else(|| {
            let lost = self.answer(position, limits).outcome == Some(Outcome::Loss);
            lost.then(|| Reason::EveryMoveAnswered { moves: self.moves(position).count() })
        })
    }

    /// Says why a move wins; nothing if it is illegal, does not win, or that is out of reach.
    fn why_it_wins(&self, position: &Self::Position, mv: Self::Move, limits: &Limits) -> Option<Reason> {
        self.why_lost(&self.play(position, mv).ok()?, limits)
    }
}

impl Explain for Chomp {
    fn theorem(&self, rows: &Rows) -> Option<Reason> {
        if self.is_over(rows) {
            return (self.final_outcome(rows) == Outcome::Loss).then_some(Reason::OnlyPoison);
        }
        if !self.is_classic() {
            return None;
        }
        match *rows.lengths() {
            [upper, lower] if upper == lower + 1 => Some(if lower == 1 {
                Reason::EqualArms { arm: 1 }
            } else {
                Reason::OneLonger { shorter: lower, columns: false }
            }),
            [first, 1, ..] if first == rows.rows() => Some(Reason::EqualArms { arm: first - 1 }),
            [2, ..] => match *rows.mirrored().lengths() {
                [left, right] if left == right + 1 => {
                    Some(Reason::OneLonger { shorter: right, columns: true })
                }
                _ => None,
            },
            _ => None,
        }
    }
}

impl Explain for Nim {
    fn theorem(&self, heaps: &Heaps) -> Option<Reason> {
        let total = heaps.total();
        let singles_only = heaps.stones().iter().all(|&stones| stones <= 1);
        match (self.is_misere(), total) {
            (false, 0) => Some(Reason::NoStone),
            (true, 0) => None,
            (true, 1) => Some(Reason::OnlyLastStone),
            (true, _) if singles_only => {
                (total % 2 == 1).then_some(Reason::OddSingles { stones: total as u8 })
            }
            _ => (nim_sum(heaps) == 0).then_some(Reason::NimSumZero { misere: self.is_misere() }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Formula, Oracle, Square};

    /// Every position below a bar, each once or more.
    fn below(bar: &Chomp) -> Vec<Rows> {
        let mut seen = vec![bar.start()];
        let mut next = 0;
        while let Some(rows) = seen.get(next).cloned() {
            next += 1;
            for bite in bar.moves(&rows) {
                let left = rows.bitten(bite);
                if !seen.contains(&left) {
                    seen.push(left);
                }
            }
        }
        seen
    }

    #[test]
    fn a_reason_is_given_exactly_for_lost_positions() {
        for text in ["chomp:4x5", "chomp:3x4@2,2"] {
            let bar: Chomp = text.parse().unwrap();
            for rows in below(&bar) {
                let lost = bar.answer(&rows, &Limits::none()).outcome == Some(Outcome::Loss);
                assert_eq!(bar.why_lost(&rows, &Limits::none()).is_some(), lost, "{bar} {rows}");
            }
        }
    }

    #[test]
    fn the_theorems_of_nim_agree_with_its_formula() {
        for text in ["nim:3,4,2", "nim:3,4,2/misere", "nim:1^5/misere"] {
            let nim: Nim = text.parse().unwrap();
            let mut seen = vec![nim.start()];
            while let Some(heaps) = seen.pop() {
                let lost = Formula.outcome(&nim, &heaps) == Some(Outcome::Loss);
                assert_eq!(nim.theorem(&heaps).is_some(), lost, "{nim} {heaps}");
                seen.extend(nim.moves(&heaps).map(|take| nim.play_unchecked(&heaps, take)));
            }
        }
    }

    #[test]
    fn the_theorem_is_named() {
        let bar = Chomp::new(9, 9).unwrap();
        let theorem = |text: &str| bar.theorem(&text.parse().unwrap());
        assert_eq!(theorem("1"), Some(Reason::OnlyPoison));
        assert_eq!(theorem("5,1^4"), Some(Reason::EqualArms { arm: 4 }));
        assert_eq!(theorem("5,4"), Some(Reason::OneLonger { shorter: 4, columns: false }));
        assert_eq!(theorem("2^4,1"), Some(Reason::OneLonger { shorter: 4, columns: true }));
        assert_eq!(theorem("5,3"), None);
        let square = bar.why_it_wins(&bar.start(), Square::new(2, 2), &Limits::none());
        assert_eq!(square, Some(Reason::EqualArms { arm: 8 }));
    }
}
