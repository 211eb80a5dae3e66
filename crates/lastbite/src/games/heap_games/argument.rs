//! Why a position of a heap game is won or lost, in words for a pupil.

use super::game::HeapGame;
use super::misere::remainders;
use super::notation::{HeapMove, How};
use super::piles::Piles;
use super::rule::one_of;
use super::theorems::HeapReason;
use super::values::{Values, evaluate};
use crate::argument::{Argument, Paragraph};
use crate::effort::Effort;
use lastbite_work::figures::in_binary;
use crate::game::Game;
use crate::notation::{counted, listed};
use crate::theory::{Theorem, Theory};

/// Explains the rule that decides a position, or nothing if only a search can.
pub(super) fn argument(game: &HeapGame, piles: &Piles) -> Option<Argument> {
    let said = match game.theorem(piles) {
        Some(said) => said,
        // The values take a moment, which an explanation may take.
        None if !game.is_misere() => game.decided_by(piles, &game.values_to_explain(piles)?)?,
        None => return None,
    };
    let piece = game.nouns_piece();
    let argument = match (&said, game.rule_of_heaps().up_to()) {
        (Theorem::Lost(HeapReason::NoMove), _) => Argument::new(
            "the last move",
            "No move is left. The other player made the last move, and has won.",
        ),
        (Theorem::Lost(HeapReason::OnlyLastMove), _) => {
            Argument::new("the last move", "Only the last move is left, and whoever makes it has lost.")
        }
        (Theorem::Won(None), _) => Argument::new(
            "the last move",
            "No move is left. The other player made the last move, and has lost.",
        ),
        (_, Some(most)) if live(game, piles).len() == 1 => one_heap(game, piles, most, &said, piece),
        (_, Some(most)) if game.is_misere() => misere_remainders(piles, most, &said, game),
        _ => by_values(game, piles, &said)?,
    };
    let short = game.has_short_rows().then(|| {
        Paragraph::Text(
            "In a row of fewer than three squares nobody can make three; here, whoever has no square left to \
             mark has lost."
                .to_string(),
        )
    });
    Some(short.into_iter().fold(argument, Argument::then))
}

/// Lists the heaps that still have a move, each with its number.
fn live(game: &HeapGame, piles: &Piles) -> Vec<(u32, u32)> {
    (1..).zip(piles.stones()).filter(|&(_, stones)| game.rule_of_heaps().can_move(stones)).collect()
}

/// Explains one heap from which one to this many may be taken: leave a multiple, or one more than a multiple.
fn one_heap(
    game: &HeapGame,
    piles: &Piles,
    most: u32,
    said: &Theorem<HeapMove, HeapReason>,
    piece: &str,
) -> Argument {
    let (of, stones) = (most + 1, piles.largest());
    let takes = if most == 1 { "which is 1".to_string() } else { one_of(&(1..=most).collect::<Vec<u32>>()) };
    let (rule, what, end) = match game.is_misere() {
        false => ("leave a multiple", format!("a multiple of {of}"), "The last of these multiples is 0: nothing is left to take."),
        true => (
            "leave one more than a multiple",
            format!("one more than a multiple of {of}"),
            "The last of these numbers is 1: the last one, which loses.",
        ),
    };
    let again = format!("Whatever is taken then, {takes}, the answer is to take enough to make {of} together");
    let told = match said {
        Theorem::Won(Some(HeapMove { how: How::Take(taken), .. })) => {
            let rest = stones - taken;
            format!(
                "There are {}, not {what}. Take {}: that leaves {rest}, which is. {again}, and so to leave {what} again. {end}",
                counted(stones.into(), piece),
                taken,
            )
        }
        _ => format!(
            "There are {}, {what}. Whoever is to move has lost. {again}, and so to leave {what} again. {end}",
            counted(stones.into(), piece)
        ),
    };
    Argument::new(rule, told)
}

/// Explains several heaps where the last move loses and one to this many are taken: misère Nim of the
/// remainders.
fn misere_remainders(piles: &Piles, most: u32, said: &Theorem<HeapMove, HeapReason>, game: &HeapGame) -> Argument {
    let of = most + 1;
    let rests = |piles: &Piles| -> Vec<u32> {
        piles.stones().filter(|&stones| stones > 0).map(|stones| stones % of).collect()
    };
    let (sum, large) = remainders(most, piles.stones());
    let ones = rests(piles).into_iter().filter(|&rest| rest == 1).count();
    let meaning = match large {
        true => format!("One of them is two or more, so the position is lost if their exclusive or is 0; it is {sum}."),
        false => format!(
            "All of them are 0 or 1, so the position is lost if the number of ones is odd; it is {ones}."
        ),
    };
    let then = match said {
        Theorem::Won(Some(mv)) => {
            let after = rests(&game.play_unchecked(piles, mv));
            format!("{} leaves {}, which are lost.", crate::words::Words::advice(game, piles, mv), listed(&after))
        }
        _ => "Whoever is to move has lost.".to_string(),
    };
    let takes = if most == 1 { "A take of one".to_string() } else { format!("A take of one to {most}") };
    Argument::new(
        "remainders as in misère Nim",
        format!(
            "Divide each heap by {of}: what remains is {}. These remainders decide, as if they were heaps of \
             Nim in which the last stone loses. {meaning} {then} Why: {} changes exactly one remainder. So it \
             never leads from a lost position to another one: it changes the exclusive or, and it changes the \
             number of ones by one or leaves one remainder alone that is two or more. From any other position \
             a take leads to a lost one: the take that wins in Nim, or, if all remainders are 0, a take of \
             {most}, which leaves a single 1. When nothing is left, the opponent has taken the last one, \
             and has lost. (Such games are called tame: Conway 1976.)",
            listed(&rests(piles)),
            crate::words::lower(&takes),
        ),
    )
}

/// Explains any rule by the values of the heaps and their exclusive or.
fn by_values(game: &HeapGame, piles: &Piles, said: &Theorem<HeapMove, HeapReason>) -> Option<Argument> {
    if game.is_misere() {
        return None;
    }
    let values = game.values_to_explain(piles)?;
    let sum = values.sum(piles.stones())?;
    let drawn = figure(game, piles);
    // One heap has no figure to speak of.
    let it_is = if drawn.is_some() { "It is" } else { "The only heap with a move is worth" };
    let what = "Every heap has a value: the smallest number that is not the value of anything one move can make of it. Heaps side \
                by side are worth the exclusive or (xor) of their values.";
    let then = match said {
        Theorem::Won(Some(mv)) => {
            let stones = piles.pile(mv.heap)?.stones;
            let value = values.of(stones)?;
            format!(
                "{it_is} {sum}, not 0. {} changes what heap {} is worth from {value} to {}, which is {value} xor {sum}. Then the \
                 exclusive or is 0, and your opponent has lost.",
                crate::words::Words::advice(game, piles, mv),
                mv.heap,
                value ^ sum,
            )
        }
        _ => format!("{it_is} 0. Whoever is to move has lost."),
    };
    let why = "Why: if the exclusive or is 0, every move changes the value of one heap, and so the exclusive \
               or. If it is not 0, some heap has a 1 where the exclusive or has its leftmost 1. Give that \
               heap the smaller value that makes it 0: a move can give a heap any smaller value. At the end, \
               when no move is left, the exclusive or is 0.";
    let argument = Argument::new("the exclusive or of the values", what)
        .then(Paragraph::Figure(table(&values, piles.largest(), game.nouns_piece())));
    let argument = drawn.into_iter().map(Paragraph::Figure).fold(argument, Argument::then)
        .then(Paragraph::Text(then))
        .then(Paragraph::Text(why.to_string()));
    Some(match repeats(game, piles) {
        Some(period) => argument.then(Paragraph::Text(period)),
        None => argument,
    })
}

/// Lists the values of the smallest heaps, up to the largest one that is left and at most a line of them.
fn table(values: &Values, largest: u32, piece: &str) -> String {
    const MOST: u32 = 15;
    let (mut heaps, mut worth) = (String::new(), String::new());
    for stones in 0..=largest.min(MOST) {
        heaps += &format!("{stones:>4}");
        worth += &format!("{:>4}", values.of(stones).unwrap_or(0));
    }
    let more = if largest > MOST { "  ..." } else { "" };
    let head = format!("{piece}s");
    let wide = head.len().max("value".len());
    format!("  {head:<wide$}{heaps}{more}\n  {:<wide$}{worth}{more}\n", "value")
}

/// Describes the period of the values of a subtraction game, if it is short.
///
/// The value of a heap depends on as many values before it as can be taken at most: if that many repeat, all
/// do.
fn repeats(game: &HeapGame, piles: &Piles) -> Option<String> {
    const LONGEST: usize = 40;
    let super::rule::Rule::Subtract(set) = game.rule_of_heaps() else { return None };
    let most = *set.last()? as usize;
    if most > LONGEST {
        return None;
    }
    let values = evaluate(game.rule_of_heaps(), (4 * LONGEST) as u32, &Effort::unlimited()).ok()?;
    let period = (1..=LONGEST).find(|&period| values[..most] == values[period..period + most])?;
    let lost: Vec<usize> = (0..period).filter(|&rest| values[rest] == 0).collect();
    let one = if live(game, piles).len() > 1 { "A heap alone is" } else { "A heap is" };
    Some(format!(
        "The values repeat after {period}: {}. {one} lost if it leaves {} when it is divided by {period}.",
        values[..period].iter().map(u32::to_string).collect::<Vec<_>>().join(", "),
        one_of(&lost)
    ))
}

/// Shows the values of the heaps in binary, and their exclusive or below.
pub(super) fn figure(game: &HeapGame, piles: &Piles) -> Option<String> {
    if game.is_misere() {
        return None;
    }
    let values = game.values_to_explain(piles)?;
    let live = live(game, piles);
    // One number alone needs no exclusive or.
    if live.len() < 2 {
        return None;
    }
    let piece = game.nouns_piece();
    let named = live.iter().map(|&(heap, stones)| {
        let value = values.of(stones)?;
        Some((format!("heap {heap}: {}, worth {value}", counted(stones.into(), piece)), value))
    });
    in_binary(&named.collect::<Option<Vec<_>>>()?)
}

impl HeapGame {
    /// Says whether it is Treblecross with a row in which nobody can make three.
    pub(super) fn has_short_rows(&self) -> bool {
        let short = |&squares: &u32| (1..3).contains(&squares);
        *self.rule_of_heaps() == super::rule::Rule::Treblecross && self.heaps().iter().any(short)
    }

    /// Returns the word for a piece.
    fn nouns_piece(&self) -> &'static str {
        super::words::description(self.name()).nouns.piece
    }
}
