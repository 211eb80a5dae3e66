//! GAME and POSITION, as every command that studies a position takes them.

use clap::Args;
use lastbite::{AnyGame, Chomp, GameError, Standing};

use crate::prompt::Stop;

/// A game and one of its positions.
#[derive(Args, Clone, Debug)]
pub struct StandingArgs {
    /// The game, as in 2x3 or chomp:8x10@3,4 (poison on 3,4), nim:3,4,5 or nim:3,4,5/misere
    #[arg(value_parser = read_game)]
    game: AnyGame,
    /// The position, as in 3,1 (row lengths, or heaps); the start if not given
    position: Option<String>,
}

/// Reads a game; what has no name in front is the size of a bar.
pub fn read_game(text: &str) -> Result<AnyGame, GameError> {
    if text.contains(':') {
        return text.parse();
    }
    match text.parse::<Chomp>() {
        Ok(bar) => Ok(bar.into()),
        // Who meant a bar is told about bars, and everybody else about games.
        Err(error) if text.starts_with(|c: char| c.is_ascii_digit()) => Err(GameError::Chomp(error)),
        Err(_) => text.parse(),
    }
}

impl StandingArgs {
    /// Returns the position that is meant.
    pub fn standing(&self) -> Result<Standing<AnyGame>, Stop> {
        match &self.position {
            None => Ok(Standing::start(self.game.clone())),
            Some(text) => Standing::read(self.game.clone(), text).map_err(Stop::refuse),
        }
    }
}
