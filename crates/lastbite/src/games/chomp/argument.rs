//! Why a position of Chomp is won or lost, in words for a pupil: what [`theorems`](super::theorems) knows,
//! with its proof.

use super::Chomp;
use super::Rows;
use super::Square;
use super::theorems::ChompReason;
use crate::argument::{Argument, Paragraph};
use crate::notation::counted;
use crate::theory::{Theorem, Theory};

/// Explains the rule that decides a position, if one does.
pub(super) fn argument(bar: &Chomp, rows: &Rows) -> Option<Argument> {
    Some(match bar.theorem(rows)? {
        Theorem::Lost(ChompReason::OnlyPoison) => Argument::new(
            "the poison alone",
            "Nothing is left but the poison. Whoever is to move must eat it.",
        ),
        Theorem::Lost(ChompReason::EveryBiteIsPoison) => Argument::new(
            "every bite is poison",
            "Some chocolate is left, but every bite takes the poison too. Whoever is to move must eat it.",
        ),
        Theorem::Lost(ChompReason::EqualArms { arm }) => equal_arms(arm),
        Theorem::Lost(ChompReason::OneLonger { shorter, columns }) => one_longer(shorter, columns),
        Theorem::Lost(ChompReason::EqualBlocks { squares }) => equal_blocks(bar, squares, None),
        Theorem::Won(Some(bite)) if !bar.is_classic() => equal_blocks(bar, 0, Some(bite)),
        Theorem::Won(Some(bite)) => winning(rows, bite),
        Theorem::Won(None) if rows.has(bar.poison()) => strategy_stealing(rows),
        Theorem::Won(None) => {
            Argument::new("the poison is eaten", "The poison has been eaten, by the player who moved last.")
        }
    })
}

/// Explains how to win the shapes whose winning bite is known.
fn winning(rows: &Rows, bite: Square) -> Argument {
    let (wide, tall) = (rows.cols(), rows.rows());
    let copy = "From then on copy: whatever is bitten off one arm, bite the same off the other";
    match *rows.lengths() {
        [_] => Argument::new(
            "one row",
            format!(
                "One row is left. Bite {bite}: that eats all of it but the poison, which is left to your opponent."
            ),
        ),
        [1, ..] => Argument::new(
            "one column",
            format!(
                "One column is left. Bite {bite}: that eats all of it but the poison, which is left to your opponent."
            ),
        ),
        [_, 1, _, ..] => {
            let (short, long) = (wide.min(tall) - 1, wide.max(tall) - 1);
            Argument::new(
                "the L",
                format!(
                    "One row and one column are left, an L, whose arms have {long} and {short} squares besides the corner. \
                     Bite {bite}, so that both have {short}. {copy}. You always have an answer, so it is your opponent \
                     who runs out of chocolate and must eat the poison."
                ),
            )
        }
        [_, _] => two_lines(rows, bite, false),
        [2, ..] => two_lines(&rows.mirrored(), bite, true),
        _ => Argument::new(
            "the square",
            format!(
                "There are as many rows as columns, {wide} of each. Bite {bite}: only the first row and the first column are \
                 left, an L with two equal arms. {copy}. You always have an answer, so it is your opponent who runs out \
                 of chocolate and must eat the poison."
            ),
        ),
    }
}

/// Returns the words for two rows or columns: for both, the first, the second.
fn names(columns: bool) -> (&'static str, &'static str, &'static str) {
    if columns {
        ("columns", "the left column", "the right one")
    } else {
        ("rows", "the upper row", "the lower one")
    }
}

/// Proves the rule of two rows.
fn two_lines_proof(columns: bool) -> Paragraph {
    let (both, first, second) = names(columns);
    Paragraph::Text(format!(
        "Why: if {second} is bitten, bite {first} so that it is one longer again. If {first} is bitten, both {both} become \
         equal; bite the last square of {second}. That can always be done, until the player who must move has only the \
         poison left."
    ))
}

fn two_lines(rows: &Rows, bite: Square, columns: bool) -> Argument {
    let (both, first, second) = names(columns);
    let (long, short) = (rows.row(1), rows.row(2));
    Argument::new(
        if columns { "two columns" } else { "two rows" },
        format!(
            "Two {both} are left, {long} and {short} long. Whoever leaves {first} exactly one square longer than {second} wins. \
             So bite {bite}."
        ),
    )
    .then(two_lines_proof(columns))
}

fn one_longer(shorter: u32, columns: bool) -> Argument {
    let (both, first, second) = names(columns);
    let longer = u64::from(shorter) + 1;
    Argument::new(
        if columns { "two columns" } else { "two rows" },
        format!(
            "Two {both} are left, {longer} and {shorter} long. If {first} is exactly one square longer than \
             {second}, whoever is to move has lost: every bite spoils that, and the opponent can restore \
             it."
        ),
    )
    .then(two_lines_proof(columns))
}

fn equal_arms(arm: u32) -> Argument {
    Argument::new(
        "the equal L",
        format!(
            "One row and one column are left, an L with two equal arms of {} besides the corner. Whoever is to move has \
             lost, because the opponent can copy: whatever is bitten off one arm, they bite the same off the other. They \
             always have an answer, so whoever is to move now runs out of chocolate first and must eat the poison.",
            counted(arm.into(), "square")
        ),
    )
}

/// Explains why it helps to be left with two equal blocks beside the poison.
fn equal_blocks(bar: &Chomp, squares: u64, bite: Option<Square>) -> Argument {
    let poison = bar.poison();
    let what = match bite {
        Some(bite) => format!(
            "Bite {bite}, the square just beyond the poison. That leaves two blocks of the same shape, or mirror images of \
             each other: one to the right of {poison}, in its row and above, and one below it, in its column and before. \
             Whoever is to move then has lost."
        ),
        None => format!(
            "Two blocks of {} are left, of the same shape or mirror images of each other: one to the right of the poison at \
             {poison}, in its row and above, and one below it, in its column and before. Whoever is to move has lost.",
            counted(squares, "square")
        ),
    };
    Argument::new(
        "two equal blocks",
        format!(
            "{what} Every bite that leaves the poison is in one of the blocks and changes that one alone, so the opponent \
             can copy it in the other block, and always has an answer."
        ),
    )
}

/// Explains Gale's proof of 1974 in a few sentences.
fn strategy_stealing(rows: &Rows) -> Argument {
    let last = Square::new(rows.rows(), rows.cols());
    Argument::new(
        "strategy stealing",
        format!(
            "A whole bar is always won by whoever bites first, unless its last square is the poison, by a proof that does \
             not say how (Gale 1974). Suppose that every first \
             bite lost. Then biting only the last square, {last}, would lose too, so your opponent would have some bite \
             that wins after it. But that bite would have eaten the square {last} anyway, as every bite does, so it leaves \
             the same whether it comes first or second. So you could have stolen it and made it your first bite, and it \
             would have won: a contradiction."
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_theorem_is_told_by_its_name() {
        let bar = Chomp::new(9, 9).unwrap();
        let rule = |rows: &str| argument(&bar, &rows.parse().unwrap()).map(|argument| argument.rule);
        for (rows, name) in [
            ("1", "the poison alone"),
            ("0", "the poison is eaten"),
            ("5", "one row"),
            ("1^5", "one column"),
            ("2,1", "the equal L"),
            ("4,1^3", "the equal L"),
            ("4,1", "two rows"),
            ("2,1,1", "the L"),
            ("7,1,1", "the L"),
            ("5,4", "two rows"),
            ("5,5", "two rows"),
            ("2^3,1", "two columns"),
            ("2^4", "two columns"),
            ("4,3,2,2", "the square"),
            ("5^4", "strategy stealing"),
        ] {
            assert_eq!(rule(rows), Some(name), "{rows}");
        }
        assert_eq!(rule("5,3,2"), None);
    }

    #[test]
    fn the_bite_that_is_told_is_the_theorems() {
        let bar = Chomp::new(9, 9).unwrap();
        for (rows, told) in [
            ("7,1,1", "arms have 6 and 2 squares besides the corner. Bite 1,4, so that both have 2"),
            (
                "5,2",
                "5 and 2 long. Whoever leaves the upper row exactly one square longer than the lower one wins. So bite 1,4.",
            ),
            (
                "2^2,1^4",
                "6 and 2 long. Whoever leaves the left column exactly one square longer than the right one wins. So bite 4,1.",
            ),
        ] {
            let argument = argument(&bar, &rows.parse().unwrap()).unwrap();
            assert!(argument.told[0].content().contains(told), "{argument:?}");
        }
    }
}
