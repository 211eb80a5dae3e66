//! Why a position of a classic is won or lost, in words for a pupil.

use super::game::{Classic, Rule};
use super::stones::{Stones, Takes};
use super::theorems::{golden, zeckendorf};
use crate::argument::{Argument, Paragraph};
use crate::game::Game;
use crate::theory::{Theorem, Theory};
use crate::words::Words;

/// Explains the formula that decides a position, or nothing if only a search can.
pub(super) fn argument(game: &Classic, stones: &Stones) -> Option<Argument> {
    let said = game.theorem(stones)?;
    let Some(by) = (match said {
        Theorem::Won(None) => None,
        Theorem::Won(Some(takes)) => Some(Some(takes)),
        Theorem::Lost(_) if game.is_over(stones) => None,
        Theorem::Lost(_) => Some(None),
    }) else {
        let who = if said_won(game, stones) { "has lost" } else { "has won" };
        let last = match game.is_misere() && !said_won(game, stones) {
            true => "Only the last move is left, and whoever makes it has lost.".to_string(),
            false => format!("Nothing is left to take. The other side made the last move, and {who}."),
        };
        return Some(Argument::new("the last move", last));
    };
    Some(match game.rule {
        Rule::Wythoff => wythoff(game, stones, by.as_ref()),
        Rule::Moore(most) => moore(game, stones, most, by.as_ref()),
        Rule::Euclid => euclid(game, stones, by.as_ref()),
        Rule::Fibonacci => fibonacci(game, stones, by.as_ref()),
    })
}

fn said_won(game: &Classic, stones: &Stones) -> bool {
    matches!(game.theorem(stones), Some(Theorem::Won(_)))
}

/// Says what to do, or that the position is lost.
fn then(game: &Classic, stones: &Stones, by: Option<&Takes>, leaves: &str) -> String {
    match by {
        Some(takes) => {
            let left = game.write_position(&game.play_unchecked(stones, takes));
            format!("{} leaves {left}, {leaves}.", game.advice(stones, takes))
        }
        None => "Whoever is to move has lost.".to_string(),
    }
}

fn wythoff(game: &Classic, stones: &Stones, by: Option<&Takes>) -> Argument {
    let what = "The lost pairs are made one after another: the first number of a pair is the smallest one not \
                used yet, and the second is larger by the number of the pair. So the pair of number n is n \
                times the golden ratio, 1.618..., rounded down, and n more.";
    let is = if by.is_some() { "These heaps are not one of the pairs." } else { "These heaps are one of the pairs." };
    let why = "Why: a take changes one number of a pair or keeps the difference, and every number and every difference occurs in one \
               pair only, so no move leads from a pair to another pair. From anything else some move leads to one.";
    Argument::new("the golden ratio", what)
        .then(Paragraph::Figure(pairs(stones)))
        .then(Paragraph::Text(format!("{is} {} {why}", then(game, stones, by, "one of the pairs"))))
}

/// Lists the first lost pairs of Wythoff's game, up to the heaps and not more than a few.
fn pairs(stones: &Stones) -> String {
    const MOST: u64 = 10;
    let largest = u64::from(stones.heaps.iter().copied().max().unwrap_or(0));
    let pairs = (1..=MOST).map(|number| (number, golden(number))).take_while(|&(number, small)| {
        number <= 3 || small + number <= largest
    });
    pairs.map(|(number, small)| format!("  pair {number:>2}: {small:>3} and {:>3}\n", small + number)).collect()
}

fn moore(game: &Classic, stones: &Stones, most: u32, by: Option<&Takes>) -> Argument {
    let of = u64::from(most) + 1;
    let singles = stones.heaps.iter().all(|&stones| stones < 2);
    if game.is_misere() && singles {
        let told = format!(
            "Only single stones are left, {} of them, and the last one loses. Whoever faces one more than a \
             multiple of {of} has lost: one side takes 1 to {most}, and the other fills that up to {of}. {}",
            stones.total(),
            then(game, stones, by, &format!("one more than a multiple of {of}")),
        );
        return Argument::new("single stones, misère", told);
    }
    let what = format!(
        "Write the heaps in binary, one below the other, and count the ones of each column. Whoever faces \
         multiples of {of} everywhere has lost; {of} is one more than the {most} heaps that can be lowered at \
         once."
    );
    let why = format!(
        "Why: a move changes at most {most} heaps, and in the leftmost column that changes it takes away 1 to \
         {most} ones, so the column is no longer a multiple. If a column is not a multiple, lowering heaps \
         from the leftmost such column on repairs it, and the heaps already lowered help with the columns to \
         its right."
    );
    let misere = "If the last stone loses, do the same until you can leave single stones; then leave one more than a multiple.";
    let argument = Argument::new(if game.is_misere() { "columns of ones, misère" } else { "columns of ones" }, what)
        .then(Paragraph::Figure(figure(game, stones).unwrap_or_default()))
        .then(Paragraph::Text(format!("{} {why}", then(game, stones, by, "where they are"))));
    if game.is_misere() { argument.then(Paragraph::Text(misere.to_string())) } else { argument }
}

fn euclid(game: &Classic, stones: &Stones, by: Option<&Takes>) -> Argument {
    let what = "Divide the larger number by the smaller one. While it is less than twice as large, there is \
                only one move. Once it is twice as large or more, there is a choice, and whoever has the \
                first choice wins: leave the remainder, or the remainder plus the smaller number, whichever \
                is lost. Two numbers are lost if the larger one is less than 1.618... (the golden ratio) \
                times the smaller one, but not equal to it.";
    let (one, other) = (stones.heaps[0], stones.heaps[1]);
    let ratio = f64::from(one.max(other)) / f64::from(one.min(other));
    let is = match by {
        None => format!("Here the ratio is {ratio:.3}, less than that."),
        Some(_) if one == other => "Here they are equal, and one move ends the game.".to_string(),
        Some(_) => format!("Here the ratio is {ratio:.3}, more than that."),
    };
    let told = format!("{what} {is} {}", then(game, stones, by, "and that is lost"));
    Argument::new("the golden ratio", told)
}

fn fibonacci(game: &Classic, stones: &Stones, by: Option<&Takes>) -> Argument {
    let parts = zeckendorf(stones.heaps[0]);
    let sum: Vec<String> = parts.iter().map(u32::to_string).collect();
    let (smallest, limit) = (parts.last().copied().unwrap_or(0), stones.limit.unwrap_or(0));
    let what = format!(
        "Write the number of stones as a sum of Fibonacci numbers (1, 2, 3, 5, 8, 13, ...), no two of them \
         neighbours: {} = {}. Whoever may take the smallest of them wins: the next one is more than twice as \
         large, so the other side cannot take that, and whatever it takes instead leaves a smallest number \
         that you may take again.",
        stones.heaps[0],
        sum.join(" + "),
    );
    let is = match by {
        Some(_) => format!("Here that is {smallest}, and up to {limit} may be taken."),
        None => format!("Here that is {smallest}, and only {limit} may be taken."),
    };
    Argument::new("sums of Fibonacci numbers", format!("{what} {is} {}", then(game, stones, by, "and that is lost")))
}

/// Shows the heaps in binary with the number of ones below each column; only Moore's Nim needs it.
pub(super) fn figure(game: &Classic, stones: &Stones) -> Option<String> {
    let Rule::Moore(most) = game.rule else { return None };
    let live: Vec<(u32, u32)> = (1..).zip(stones.heaps.iter().copied()).filter(|&(_, stones)| stones > 0).collect();
    let largest = live.iter().map(|&(_, stones)| stones).max()?;
    let bits = u32::BITS - largest.leading_zeros();
    let wide = live.len().to_string().len();
    let row = |cell: &dyn Fn(u32) -> u32| -> String {
        let cells: Vec<String> = (0..bits).rev().map(|bit| format!("{:>wide$}", cell(bit))).collect();
        cells.join(" ")
    };
    let mut lines = String::new();
    for &(heap, stones) in &live {
        lines += &format!("    {}    heap {heap}: {stones}\n", row(&|bit| stones >> bit & 1));
    }
    let ones = |bit: u32| live.iter().filter(|&&(_, stones)| stones >> bit & 1 == 1).count() as u32;
    let rule = "-".repeat((wide + 1) * bits as usize - 1);
    lines += &format!("    {rule}\n    {}    ones; leave multiples of {}\n", row(&ones), u64::from(most) + 1);
    Some(lines)
}
