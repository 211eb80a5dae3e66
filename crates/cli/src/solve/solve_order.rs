//! `lastbite solve 4x4x5`: a game on an order, solved whole.

use std::io::{Write, stdout};

use lastbite::games::order::Whole;
use lastbite::games::order::columns::ColumnsError;
use lastbite::notation::{Bytes, grouped};
use lastbite::{Effort, Order};
use serde::Serialize;

use crate::manners::answer::print_json;
use crate::manners::facts::Facts;
use crate::manners::figures::{peak_memory, share_of, time};
use crate::manners::prompt::Stop;
use crate::manners::work::EffortArgs;

/// What was found about an order; `--json` prints it as it is.
#[derive(Serialize)]
struct Found {
    game: String,
    positions: u64,
    lost: u64,
    winning: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    grundy: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    largest_grundy: Option<u32>,
    seconds: f64,
    method: &'static str,
    peak_bytes: u64,
}

/// Solves every position of an order and prints what was found.
pub fn run(order: &Order, grundy: bool, json: bool, effort: &EffortArgs) -> Result<(), Stop> {
    let (found, seconds) =
        effort.work(&format!("solving {order}"), |effort| Found::of(order, grundy, effort))?;
    let found = found.map_err(|error| refused(order, error))?;
    let found = Found { seconds, peak_bytes: peak_memory().unwrap_or(0), ..found };
    if json {
        return print_json(&found);
    }
    let mut out = stdout().lock();
    write!(out, "{}", found.described())?;
    Ok(out.flush()?)
}

/// Says why an order was not solved whole, and what to ask instead.
pub fn refused(order: &Order, error: ColumnsError) -> Stop {
    match error {
        error @ (ColumnsError::TooMany { .. }
        | ColumnsError::TooLittleMemory(_)
        | ColumnsError::TooTangled) => Stop::Refused(format!(
            "{order} cannot be solved whole: {error}; you can also ask for one position, or search from \
                 the start with --nodes"
        )),
        error => error.into(),
    }
}

impl Found {
    fn of(order: &Order, grundy: bool, effort: &Effort) -> Result<Found, ColumnsError> {
        let whole = Whole::solve(order, effort)?;
        let values = if grundy { Some(Whole::grundy_value(order, effort)?) } else { None };
        Ok(Found {
            game: order.to_string(),
            positions: whole.positions(),
            lost: whole.lost_count(),
            winning: whole.openings().iter().map(|&element| order.name(element).to_string()).collect(),
            grundy: values.map(|(value, _)| value),
            largest_grundy: values.map(|(_, largest)| largest),
            seconds: 0.0,
            method: whole.method(),
            peak_bytes: 0,
        })
    }

    fn described(&self) -> String {
        let mut facts = Facts::about(&self.game);
        let winning = if self.winning.is_empty() { "none".to_string() } else { self.winning.join("  ") };
        facts.add("winning moves", &winning);
        facts.add("positions", &grouped(self.positions));
        facts.add("lost positions", &share_of(self.lost, self.positions));
        if let (Some(grundy), Some(largest)) = (self.grundy, self.largest_grundy) {
            facts.add("Grundy value", &format!("{grundy} (largest of any position: {largest})"));
        }
        facts.add("method", self.method);
        facts.add("time", &time(self.seconds));
        if self.peak_bytes > 0 {
            facts.add("peak memory", &Bytes(self.peak_bytes).to_string());
        }
        facts.told()
    }
}
