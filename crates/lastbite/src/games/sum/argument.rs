//! Why a sum is won or lost, in words for a pupil: what each game is worth, and the exclusive or.

use super::rules::{InPart, Sum};
use super::theorems::{SumReason, exclusive_or};
use super::values::SumKept;
use crate::argument::{Argument, Paragraph};
use crate::effort::Effort;
use lastbite_work::figures::in_binary;
use crate::notation::listed;
use crate::theory::{Kept, Patience, Theorem, Theory};
use crate::words::Words;

/// The nodes that an explanation may search: values must be known within a moment.
const NODES: u64 = 20_000;
const BYTES: u64 = 16 << 20;

/// What is known about a sum within a moment: the value of every game, and a move that makes the exclusive or
/// 0.
struct Worth<M> {
    values: Vec<(usize, u32)>,
    balancing: Option<InPart<M>>,
}

/// Finds what every game is worth, if that is known within a moment.
///
/// Equal games cancel, and need no value.
fn worth<G: Words>(sum: &Sum<G>, position: &[G::Position]) -> Option<Worth<G::Move>>
where
    G::Err: Clone + PartialEq,
{
    if sum.is_misere() || sum.blundered(position).is_some() {
        return None;
    }
    let kept = SumKept::keeping(BYTES);
    let effort = Effort::unlimited().nodes(NODES).threads(1);
    let value = |part: usize| {
        let (game, here) = sum.part(position, part)?;
        Some((part, kept.value(game, here, Patience::Moment, &effort).ok()?))
    };
    // All of them if they are known, else only those that do not cancel.
    let all: Option<Vec<(usize, u32)>> = (0..sum.parts().len()).map(value).collect();
    let values = match all {
        Some(all) => all,
        None => sum.that_count(position).into_iter().map(value).collect::<Option<Vec<_>>>()?,
    };
    let balancing = sum.balancing_move(position, &values, |game, after| {
        kept.value(game, after, Patience::Moment, &effort).ok()
    });
    Some(Worth { values, balancing })
}

/// Shows what each game is worth in binary, and the exclusive or below.
pub(super) fn figure<G: Words>(sum: &Sum<G>, position: &[G::Position]) -> Option<String>
where
    G::Err: Clone + PartialEq,
{
    table(sum, &worth(sum, position)?.values)
}

fn table<G: Words>(sum: &Sum<G>, values: &[(usize, u32)]) -> Option<String> {
    let line = |&(part, value): &(usize, u32)| {
        (format!("game {}, {}: {value}", part + 1, sum.parts()[part].title()), value)
    };
    in_binary(&values.iter().map(line).collect::<Vec<_>>())
}

/// Explains the rule that decides a sum, or nothing if the value of a game is not known within a moment.
pub(super) fn argument<G: Words>(sum: &Sum<G>, position: &Vec<G::Position>) -> Option<Argument>
where
    G::Err: Clone + PartialEq,
{
    match sum.theorem(position) {
        Some(Theorem::Lost(SumReason::NoMove)) => {
            return Some(Argument::new("the last move", "No game has a move left. Whoever is to move has lost."));
        }
        Some(Theorem::Lost(SumReason::Pairs)) => {
            return Some(Argument::new(
                "equal pairs",
                "The games that still have moves come in pairs: two of the same kind in the same position. Whatever is \
                 played in one of a pair, the opponent plays in the other. So the opponent always has a move, and \
                 whoever is to move has lost.",
            ));
        }
        _ => {}
    }
    let Some(Worth { values, balancing }) = worth(sum, position) else { return alone(sum, position) };
    let figure = Paragraph::Figure(table(sum, &values)?);
    let total = exclusive_or(&values);
    let begin = Paragraph::Text(
        "Each game is worth a heap of Nim: the smallest number that none of its moves leads to, its Grundy value. Write \
         these numbers in binary, one below the other. Their exclusive or has a 0 below an even number of ones and a 1 \
         below an odd one."
            .into(),
    );
    let decided = if total == 0 {
        "It is 0. Every move changes one of the numbers, so the exclusive or is no longer 0, and the opponent can make \
         it 0 again. At the end no move is left and it is 0: whoever is to move has lost."
            .to_string()
    } else {
        let how = balancing.and_then(|InPart { part, mv }| {
            let (game, here) = sum.part(position, part)?;
            let value = values.iter().find(|(number, _)| *number == part)?.1;
            Some(format!(
                " {} in game {} makes its {value} a {}, which is the exclusive or of all the others.",
                game.advice(here, &mv),
                part + 1,
                value ^ total
            ))
        });
        format!(
            "It is {total}, not 0, so some game can be changed to make it 0.{} Then every reply spoils the 0, and you can \
             make it 0 again until no move is left for your opponent.",
            how.unwrap_or_default()
        )
    };
    let cancel = cancelled(sum, position, &values.iter().map(|&(part, _)| part).collect::<Vec<_>>());
    let told = cancel.into_iter().chain([begin, figure, Paragraph::Text(decided)]).collect();
    Some(Argument { rule: "the exclusive or of the Grundy values", told })
}

/// Says which games cancel each other, if some are left out.
fn cancelled<G: Words>(sum: &Sum<G>, position: &[G::Position], counting: &[usize]) -> Option<Paragraph>
where
    G::Err: Clone + PartialEq,
{
    let others = (0..sum.parts().len()).filter(|part| !counting.contains(part));
    let running = others.filter(|&part| sum.part(position, part).is_some_and(|(game, here)| !game.is_over(here)));
    let others: Vec<usize> = running.map(|part| part + 1).collect();
    let paragraph = || {
        Paragraph::Text(format!(
            "Games {} are equal in pairs, and cancel: whatever is played in one of a pair is answered in the other, so \
             neither counts.",
            listed(&others)
        ))
    };
    (!others.is_empty()).then(paragraph)
}

/// Explains a sum in which all games but one cancel, or are worth 0 together.
fn alone<G: Words>(sum: &Sum<G>, position: &[G::Position]) -> Option<Argument>
where
    G::Err: Clone + PartialEq,
{
    let [part] = sum.that_count(position)[..] else { return None };
    let (game, here) = sum.part(position, part)?;
    let Argument { rule, told } = game.argument(here)?;
    let cancel = cancelled(sum, position, &[part]);
    let only = Paragraph::Text(format!("So game {}, {}, decides alone.", part + 1, game.title()));
    Some(Argument { rule, told: cancel.into_iter().chain([only]).chain(told).collect() })
}
