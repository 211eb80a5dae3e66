//! A rule as engines use it: how many stones must be taken for each kind of move.

use super::super::rule::Rule;

/// A rule as engines use it: how many stones must be taken for each kind of move.
#[derive(Clone, Debug, Default)]
pub(super) struct Moves {
    /// The heap is taken whole, when it has exactly this many stones.
    pub wholes: Vec<usize>,
    /// One heap is left.
    pub takes: Vec<usize>,
    /// Two heaps are left.
    pub splits: Vec<usize>,
    /// Three heaps are left.
    pub triples: Vec<usize>,
    /// The two heaps must not be equal.
    pub unequal: bool,
    /// Any number of stones may be taken.
    pub any_take: bool,
    /// The place of the last digit.
    pub last: usize,
}

impl Moves {
    /// Returns the moves of a code, by its digits.
    fn of_digits(digits: &[u8]) -> Moves {
        let mut moves = Moves { last: digits.len() - 1, ..Moves::default() };
        for (place, digit) in digits.iter().enumerate() {
            let kinds = [&mut moves.wholes, &mut moves.takes, &mut moves.splits, &mut moves.triples];
            for (bit, kind) in kinds.into_iter().enumerate() {
                if digit >> bit & 1 == 1 {
                    kind.push(place);
                }
            }
        }
        moves
    }
}

impl Rule {
    /// Returns what an engine needs to know.
    pub(super) fn moves(&self) -> Moves {
        match self {
            Rule::Code(code) => Moves::of_digits(code.digits()),
            // A mark takes the five squares around it, or what there is of them at an end of the row.
            Rule::Treblecross => Moves::of_digits(&[0, 1, 1, 3, 3, 7]),
            Rule::Subtract(set) => {
                let takes: Vec<usize> = set.iter().map(|&stones| stones as usize).collect();
                let last = takes.last().copied().unwrap_or(0);
                Moves { wholes: takes.clone(), takes, last, ..Moves::default() }
            }
            Rule::Unequal => Moves { splits: vec![0], unequal: true, ..Moves::default() },
            Rule::Lasker => Moves { splits: vec![0], any_take: true, ..Moves::default() },
        }
    }

    /// Says whether its values are known never to repeat: a formula lets them grow with the heap.
    ///
    /// Besides Lasker's Nim there are the codes whose only move takes k stones and leaves three heaps, as octal:0.8 and
    /// octal:8.0: a heap of n is worth n - 1 divided by k + 2, rounded down. Three heaps that are left are
    /// together worth at most the sum of their values, which is less. And they are worth any smaller v: two equal heaps
    /// cancel, and each v is the value of k + 2 neighbouring numbers, odd and even ones.
    #[must_use]
    pub fn never_repeats(&self) -> bool {
        match self {
            Rule::Lasker => true,
            Rule::Code(code) => code.ways().all(|(_, heaps)| heaps == 3) && code.ways().count() == 1,
            _ => false,
        }
    }

    /// Returns the place of the last digit and the most heaps that a move leaves, if the periodicity theorem
    /// applies.
    #[must_use]
    pub fn theorem(&self) -> Option<(u64, u64)> {
        let moves = self.moves();
        let heaps = match (&moves.triples[..], &moves.splits[..]) {
            ([], []) => 1,
            ([], _) => 2,
            _ => 3,
        };
        matches!(self, Rule::Code(_) | Rule::Subtract(_) | Rule::Treblecross).then_some((moves.last as u64, heaps))
    }
}
