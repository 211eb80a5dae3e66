//! Why a position of a classic is won or lost, in words for a pupil.

use super::game::{Classic, Rule};
use super::stones::{Stones, Takes};
use super::theorems::{lost_pair, zeckendorf};
use crate::argument::{Argument, Paragraph};
use crate::game::Game;
use crate::notation::listed;
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
            false => format!("Nothing is left to take. The other player made the last move, and {who}."),
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
            let left: Vec<String> = game.play_unchecked(stones, takes).heaps.iter().map(u32::to_string).collect();
            format!("{} leaves {}, {leaves}.", game.advice(stones, takes), listed(&left))
        }
        None => "Whoever is to move has lost.".to_string(),
    }
}

fn wythoff(game: &Classic, stones: &Stones, by: Option<&Takes>) -> Argument {
    let what = "The lost pairs are made one after another: the first number of a pair is the smallest one not \
                used yet, and the second is larger by the number of the pair. (The pair of number n is n \
                times the golden ratio, 1.618..., rounded down, and n more: Wythoff 1907.)";
    let misere = "If the last stone loses, 0 and 1 come first, and 2 and 2 take the place of 1 and 2: they \
                  use the same numbers and the same differences.";
    let what = if game.is_misere() { format!("{what} {misere}") } else { what.to_string() };
    let is = if by.is_some() { "These heaps are not one of the pairs." } else { "These heaps are one of the pairs." };
    let why = "Why: every number and every difference occurs in one pair only. A move changes one number, or \
               keeps the difference, so none leads from a pair to another pair. From any other two heaps, a \
               and a larger b, some move leads to one: if the partner of a is smaller than b, take from b \
               what is more. If it is larger, b is nearer to a than its partner is, so the pair with the \
               difference of a and b comes earlier and has smaller numbers: take the same from both.";
    Argument::new("the golden ratio", what)
        .then(Paragraph::Figure(pairs(stones, game.is_misere())))
        .then(Paragraph::Text(format!("{is} {} {why}", then(game, stones, by, "one of the pairs"))))
}

/// Lists the first lost pairs of Wythoff's game, up to the heaps and not more than a few.
fn pairs(stones: &Stones, misere: bool) -> String {
    const MOST: u64 = 10;
    let largest = u64::from(stones.heaps.iter().copied().max().unwrap_or(0));
    let pairs = (0..=MOST).map(|number| (number, lost_pair(number, misere)));
    let pairs = pairs.take_while(|&(number, (_, large))| number <= 3 || large <= largest);
    pairs.map(|(number, (small, large))| format!("  pair {number:>2}: {small:>3} and {large:>3}\n")).collect()
}

/// Writes `1`, or `1 to 3`.
fn up_to(most: u32) -> String {
    if most == 1 { "1".to_string() } else { format!("1 to {most}") }
}

fn moore(game: &Classic, stones: &Stones, most: u32, by: Option<&Takes>) -> Argument {
    let of = u64::from(most) + 1;
    let are_single = |stones: &Stones| stones.heaps.iter().all(|&stones| stones < 2);
    let singles_left = || format!("one more single stone than a multiple of {of}");
    let to_singles = by.is_some_and(|takes| are_single(&game.play_unchecked(stones, takes)));
    let takes = up_to(most);
    let heaps = if most == 1 { "1 heap".to_string() } else { format!("{most} heaps") };
    if game.is_misere() && are_single(stones) {
        let told = format!(
            "Only single stones are left, {} of them, and the last one loses. Whoever faces one more than a \
             multiple of {of} has lost: one player takes {takes}, and the other fills that up to {of}. {}",
            stones.total(),
            then(game, stones, by, &singles_left()),
        );
        return Argument::new("single stones, misère", told);
    }
    let while_large = if game.is_misere() { ", as long as some heap has two stones or more" } else { "" };
    let what = format!(
        "Write the heaps in binary, one below the other, and count the ones of each column. Whoever faces \
         multiples of {of} everywhere has lost{while_large}; {of} is one more than the {heaps} that can be \
         lowered at once. (Moore 1910.)"
    );
    let why = format!(
        "Why: a move lowers at most {heaps}, and in the leftmost column that it changes it takes away {takes} \
         of the ones, so the column is no longer a multiple. If some columns are no multiples, one move mends \
         them all, from the left: a heap that has been lowered may have anything in the columns to its right. \
         If a column has e ones too many besides the heaps already lowered, put {of} - e ones into those, if \
         there are that many of them. If not, lower e more heaps: with those before they are fewer than {of}."
    );
    let misere = format!(
        "If the last stone loses: where every column is a multiple and some heap has two stones or more, at \
         least {of} heaps have, so no move lowers all of them to single stones. Whoever first can, because \
         {heaps} of two or more are left at most, leaves one more single stone than a multiple of {of}: of \
         the numbers that can be left, {of} follow each other, or 1 is among them."
    );
    let leaves = if game.is_misere() && to_singles { singles_left() } else { "where they are".to_string() };
    let argument = Argument::new(if game.is_misere() { "columns of ones, misère" } else { "columns of ones" }, what)
        .then(Paragraph::Figure(figure(game, stones).unwrap_or_default()))
        .then(Paragraph::Text(format!("{} {why}", then(game, stones, by, &leaves))));
    if game.is_misere() { argument.then(Paragraph::Text(misere)) } else { argument }
}

fn euclid(game: &Classic, stones: &Stones, by: Option<&Takes>) -> Argument {
    let what = "Two numbers are lost if the larger one is less than 1.618... (the golden ratio) times the \
                smaller one, but not equal to it. (Cole and Davie 1969.)";
    let equal = match game.is_misere() {
        false => "Of equal numbers, one is taken away, and that is the last move.",
        true => "Equal numbers are lost too: the only move is the last one, and it loses.",
    };
    let (one, other) = (stones.heaps[0], stones.heaps[1]);
    let ratio = f64::from(one.max(other)) / f64::from(one.min(other));
    let is = match by {
        None => format!("Here the ratio is {ratio:.3}, less than that."),
        Some(_) if one == other => "Here they are equal, and one move ends the game.".to_string(),
        Some(_) => format!("Here the ratio is {ratio:.3}, more than that."),
    };
    let ends = by.is_some_and(|takes| game.play_unchecked(stones, takes).heaps.contains(&0));
    let leaves = if ends { "and no move is left" } else { "and that is lost" };
    let why = "Why: if the ratio is less than 1.618..., there is only one move, to the smaller number and \
               what is left of the larger one. Their ratio is 1 divided by the old ratio less 1, and that is \
               more than 1.618... exactly if the old ratio was less. If the ratio is between 1.618... and 2, \
               the only move therefore leaves a lost pair. If it is 2 or more, there is a choice: leave the \
               remainder, or the remainder plus the smaller number. If the smaller number is less than \
               1.618... times the remainder, the first pair is lost. If not, the second is: the remainder is \
               then less than 0.618... of the smaller number, and 1 + 0.618... is 1.618... again. A remainder \
               of 0 ends the game, or leaves equal numbers. No ratio is exactly the golden one, which is no \
               fraction.";
    let told = format!("{what} {equal} {is} {} {why}", then(game, stones, by, leaves));
    Argument::new("the golden ratio", told)
}

fn fibonacci(game: &Classic, stones: &Stones, by: Option<&Takes>) -> Argument {
    let parts = zeckendorf(stones.heaps[0]);
    let sum: Vec<String> = parts.iter().map(u32::to_string).collect();
    let (smallest, limit) = (parts.last().copied().unwrap_or(0), stones.limit.unwrap_or(0));
    let what = format!(
        "Write the number of stones as a sum of Fibonacci numbers (1, 2, 3, 5, 8, 13, ...), no two of them \
         neighbours, which can be done in one way only: {} = {}. Whoever may take the smallest of them wins. \
         (Whinihan 1963.)",
        stones.heaps[0],
        sum.join(" + "),
    );
    let is = match by {
        Some(_) => format!("Here that is {smallest}, and up to {limit} may be taken."),
        None => format!("Here that is {smallest}, and only {limit} may be taken."),
    };
    let why = "Why: when it is taken, the next one is more than twice as large, because they are no \
               neighbours, so the opponent cannot take that. And whatever t the opponent takes, less \
               than the smallest number s, the smallest number of what is left is at most twice t, so it may \
               be taken again. For if it were larger than twice t, then t, written as such a sum, would have \
               only numbers that are no neighbours of it. The sums of s - t and of t together would then be a \
               second way to write s, which is a Fibonacci number itself.";
    Argument::new("sums of Fibonacci numbers", format!("{what} {is} {} {why}", then(game, stones, by, "and that is lost")))
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
