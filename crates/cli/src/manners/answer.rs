//! How the commands that study one thing answer: in words on a terminal, or as one JSON object.

use std::io::{self, Write, stdout};

use clap::Args;
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
