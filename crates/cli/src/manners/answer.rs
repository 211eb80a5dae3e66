//! How the commands that study one thing answer: in words on a terminal, or as one JSON object.

use std::io::{self, Write, stdout};

use clap::Args;
use lastbite::knowledge::MOST_JUDGED;
use lastbite::notation::grouped;
use serde::Serialize;

use crate::manners::prompt::{Console, Stop};
use crate::manners::style::{Look, LookArgs};
use crate::manners::work::EffortArgs;

/// The options that they all take.
#[derive(Args, Debug)]
pub struct AnswerArgs {
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub effort: EffortArgs,
    #[command(flatten)]
    look: LookArgs,
}

impl AnswerArgs {
    /// Opens the terminal for an answer in words.
    pub fn console(&self) -> Console {
        Console::open(Look::from(self.look))
    }
}

/// Prints one JSON object on a line of its own.
pub fn print_json(object: &impl Serialize) -> Result<(), Stop> {
    let mut out = stdout().lock();
    writeln!(out, "{}", serde_json::to_string(object).map_err(io::Error::from)?)?;
    Ok(out.flush()?)
}

/// Says how many moves were not judged, and why, beside those that were.
pub fn why_unjudged(unjudged: usize, judged: usize) -> Option<String> {
    let many = unjudged.checked_add(judged).is_none_or(|all| all > MOST_JUDGED);
    let (more, noun, were) = match unjudged {
        0 => return None,
        1 => ("1".to_string(), "move", "was"),
        more => (grouped(more as u64), "moves", "were"),
    };
    Some(match many {
        true => {
            let most = grouped(MOST_JUDGED as u64);
            format!("{more} more {noun} {were} not looked at: there are more than {most}")
        }
        false => format!("{more} more {noun} could not be judged"),
    })
}
