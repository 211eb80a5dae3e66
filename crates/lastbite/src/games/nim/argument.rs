//! Why a position of Nim is won or lost, in words for a pupil: the heaps in binary, and what the columns say.

use super::heaps::Heaps;
use super::rules::Nim;
use super::take::Take;
use super::theorems::{NimReason, nim_sum};
use super::words::in_binary;
use crate::argument::{Argument, Paragraph};
use crate::notation::counted;
use crate::theory::{Theorem, Theory};

/// Explains the rule that decides a position: every position of Nim has one.
pub(super) fn argument(nim: &Nim, heaps: &Heaps) -> Option<Argument> {
    let large = heaps.into_iter().filter(|&stones| stones > 1).count();
    Some(match nim.theorem(heaps)? {
        Theorem::Lost(NimReason::NoStone) => Argument::new(
            "the last stone",
            "No stone is left. The other player took the last one, and has won.",
        ),
        Theorem::Lost(NimReason::OnlyLastStone) => {
            Argument::new("the last stone", "One stone is left, and whoever takes it has lost.")
        }
        Theorem::Lost(NimReason::OddSingles { .. }) => singles(heaps, "lost"),
        Theorem::Lost(NimReason::NimSumZero { misere }) => balanced(nim, heaps, misere),
        Theorem::Won(None) => Argument::new(
            "the last stone",
            "No stone is left. The other player took the last one, and has lost.",
        ),
        Theorem::Won(Some(_)) if nim.is_misere() && large == 0 => singles(heaps, "won"),
        Theorem::Won(Some(take)) if nim.is_misere() && large == 1 => last_large(heaps, take),
        Theorem::Won(Some(take)) => unbalanced(nim, heaps, take),
    })
}

/// Shows the heaps that still have stones in binary, with their exclusive or.
fn figure(nim: &Nim, heaps: &Heaps) -> Paragraph {
    let numbered: Vec<(u32, u32)> = (1..).zip(heaps).filter(|&(_, stones)| stones > 0).collect();
    Paragraph::Figure(in_binary(nim, &numbered).unwrap_or_default())
}

fn rule(misere: bool) -> &'static str {
    if misere { "the exclusive or, misère" } else { "the exclusive or" }
}

/// Proves that the exclusive or decides.
fn proof(misere: bool) -> Paragraph {
    let why = "Why: a take changes one heap, and so at least one column of the figure. If all columns were \
               even, one is now odd. If one was odd, a heap with a 1 in the leftmost odd column can be \
               lowered so that all become even. So one side always faces even columns, the other never \
               does.";
    let end = if misere {
        "The side that never does is the one that lowers the last heap of two or more stones. It can then \
         choose to leave an odd number of single stones, the last of which loses."
    } else {
        "At the end, when no stone is left, they are even: that side has lost."
    };
    Paragraph::Text(format!("{why} {end}"))
}

fn balanced(nim: &Nim, heaps: &Heaps, misere: bool) -> Argument {
    Argument {
        rule: rule(misere),
        told: vec![
            Paragraph::Text("Write the heaps in binary, one below the other, and count the ones of each \
                             column: write 0 below an even number of ones, 1 below an odd one. That is their \
                             exclusive or, written xor.".into()),
            figure(nim, heaps),
            Paragraph::Text("It is 0: every column is even. Whoever is to move has lost.".into()),
            proof(misere),
        ],
    }
}

fn unbalanced(nim: &Nim, heaps: &Heaps, take: Take) -> Argument {
    let sum = nim_sum(heaps);
    let (column, stones) = (1u32 << sum.ilog2(), heaps.heap(take.heap).unwrap_or(0));
    let left = stones - take.stones;
    // The take that the theorem names lowers a heap with a 1 in the leftmost odd column, so that all become
    // even.
    let because = format!(
        "It is {sum}, not 0: its leftmost 1 stands for {column}, and heap {} has a 1 there. Lower that heap from {stones} to \
         {left}, which is {stones} xor {sum}: take {}. Then every column is even, and your opponent has lost.",
        take.heap,
        counted(take.stones.into(), "stone"),
    );
    Argument {
        rule: rule(nim.is_misere()),
        told: vec![
            Paragraph::Text("Write the heaps in binary, one below the other, and count the ones of each \
                             column: write 0 below an even number of ones, 1 below an odd one. That is their \
                             exclusive or, written xor.".into()),
            figure(nim, heaps),
            Paragraph::Text(because),
            proof(nim.is_misere()),
        ],
    }
}

/// Explains misère play with one heap of two stones or more: the player to move chooses how many single
/// stones are left.
fn last_large(heaps: &Heaps, take: Take) -> Argument {
    let singles = heaps.into_iter().filter(|&stones| stones == 1).count() as u64;
    let left = heaps.heap(take.heap).unwrap_or(0) - take.stones;
    let down =
        if left == 0 { "Take all of it".to_string() } else { "Take all of it but one stone".to_string() };
    Argument::new(
        "the last large heap, misère",
        format!(
            "Only heap {} has two stones or more; besides it there {} {}. {down}, so that an odd number of single stones is left, \
             {}. They are taken in turn, your opponent takes the first of them and so the last, and the last one loses.",
            take.heap,
            if singles == 1 { "is" } else { "are" },
            if singles == 0 { "no single stones".into() } else { counted(singles, "single stone") },
            singles + u64::from(left),
        ),
    )
}

/// Explains misère play with single stones only: they are taken in turn.
fn singles(heaps: &Heaps, word: &str) -> Argument {
    let total = heaps.total();
    let parity = if total.is_multiple_of(2) { "even" } else { "odd" };
    Argument::new(
        "single stones, misère",
        format!(
            "Only single stones are left, {total} of them, an {parity} number. Each move takes one, and the last one loses, so \
             there is nothing to choose: whoever is to move has {word}."
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;

    fn told(text: &str) -> (String, String) {
        let nim: Nim = text.parse().unwrap();
        let argument = argument(&nim, &nim.start()).unwrap();
        let told: Vec<&str> = argument.told.iter().map(Paragraph::content).collect();
        (argument.rule.to_string(), told.join("\n"))
    }

    #[test]
    fn every_kind_of_position_is_told() {
        for (nim, rule, sentence) in [
            ("nim:2,3,4", "the exclusive or", "Lower that heap from 4 to 1, which is 4 xor 5: take 3 stones."),
            ("nim:1,2,3", "the exclusive or", "It is 0: every column is even."),
            ("nim:0,0", "the last stone", "has won"),
            ("nim:0/misere", "the last stone", "has lost"),
            ("nim:1/misere", "the last stone", "whoever takes it has lost"),
            ("nim:1,1,1/misere", "single stones, misère", "3 of them, an odd number"),
            ("nim:1,1/misere", "single stones, misère", "whoever is to move has won"),
            (
                "nim:1,5/misere",
                "the last large heap, misère",
                "Take all of it, so that an odd number of single stones is left, 1",
            ),
            (
                "nim:5/misere",
                "the last large heap, misère",
                "there are no single stones. Take all of it but one stone",
            ),
            ("nim:2,3,4/misere", "the exclusive or, misère", "take 3 stones"),
        ] {
            let (named, told) = told(nim);
            assert_eq!(named, rule, "{nim}");
            assert!(told.contains(sentence), "{nim}: {told}");
        }
    }
}
