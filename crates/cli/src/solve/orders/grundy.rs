//! `lastbite grundy 2x3 1..20`, `lastbite grundy divisors:1..100` and `lastbite grundy subsets:4`: the Grundy
//! values of games on orders, and of any one game.

use std::io::{self, BufWriter, Write, stdout};
use std::ops::RangeInclusive;

use lastbite::games::order::{BoxValues, DivisorValues, Family};
use lastbite::{AnyGame, Effort, Solver, Standing};
use lastbite_engines::SolveError;
use serde::Serialize;

use crate::manners::prompt::Stop;
use crate::manners::work::EffortArgs;

/// Whose values to list.
#[derive(Clone, Debug)]
pub enum Games {
    /// All of a family, other than bars.
    All(Family),
    /// One game.
    One(AnyGame),
}

/// A game and its value; `--json` prints it as it is.
#[derive(Serialize)]
struct Value {
    game: String,
    grundy: u32,
}

/// Finds the values of all, and prints them game by game.
pub fn run(games: &Games, csv: bool, json: bool, effort: &EffortArgs) -> Result<(), Stop> {
    let (found, _) = effort.work("finding Grundy values", |effort| values(games, effort))?;
    let found = found?;
    let mut out = BufWriter::new(stdout().lock());
    if json {
        writeln!(out, "{}", serde_json::to_string(&found).map_err(io::Error::from)?)?;
    } else if csv {
        writeln!(out, "game,grundy")?;
        found.iter().try_for_each(|Value { game, grundy }| writeln!(out, "\"{game}\",{grundy}"))?;
    } else {
        found.iter().try_for_each(|Value { game, grundy }| writeln!(out, "{game}: {grundy}"))?;
    }
    Ok(out.flush()?)
}

fn values(games: &Games, effort: &Effort) -> Result<Vec<Value>, Stop> {
    match games {
        Games::All(Family::Boxes(sides, lengths)) => Ok(boxes(sides, lengths.clone(), effort)?),
        Games::All(Family::Divisors(numbers)) => {
            let mut known = DivisorValues::default();
            let value = |number: u32| {
                let grundy = known.of(number.into(), effort)?;
                Ok(Value { game: format!("divisors:{number}"), grundy })
            };
            numbers.clone().map(value).collect()
        }
        Games::All(family) => Err(Stop::Refused(format!("{family:?} is no family of orders"))),
        Games::One(game) => {
            let told = Solver::new().grundy_value(&Standing::start(game.clone()), effort);
            match told.map_err(Stop::refuse)? {
                Some(grundy) => Ok(vec![Value { game: game.to_string(), grundy }]),
                None => Err(Stop::Refused(format!(
                    "the Grundy value of {game} is out of reach, or it has none; ask for a smaller game"
                ))),
            }
        }
    }
}

/// The values of the boxes on some sides.
fn boxes(sides: &[u32], lengths: RangeInclusive<u32>, effort: &Effort) -> Result<Vec<Value>, SolveError> {
    let values = BoxValues::find(sides, *lengths.end(), effort)?;
    let written = sides.iter().map(u32::to_string).collect::<Vec<_>>().join("x");
    let value = |length: u32| Value {
        game: format!("chomp:{written}x{length}"),
        grundy: values.of(length).unwrap_or(0),
    };
    Ok(lengths.map(value).collect())
}
