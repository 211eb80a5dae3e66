//! A game and a position of it on the command line: `chomp:8x10 10^3,8^5`, `nim:3,4,5`, or `8x10` for a bar.

use clap::Args;
use lastbite::games::GameError;
use lastbite::notation::Quoted;
use lastbite::{AnyGame, AnyPosition, Chomp, Standing};

use crate::manners::prompt::Stop;
use crate::manners::style::Look;
use crate::play::picture::Picture;

/// The game that a command is about, and a position of it.
#[derive(Args, Clone, Debug)]
pub struct PositionArgs {
    /// 8x10 or chomp:8x10, chomp:8x10@3,4, nim:3,4,5, nim:3,4,5/misere
    #[arg(value_name = "GAME", value_parser = parse_game)]
    game: AnyGame,
    /// Row lengths as in 10^3,8^5, or heaps; the start if not given
    #[arg(value_name = "POSITION")]
    position: Option<String>,
}

impl PositionArgs {
    /// Returns the position, or says why there is no such position.
    pub fn standing(&self) -> Result<Standing<AnyGame>, Stop> {
        let game = self.game.clone();
        match &self.position {
            None => Ok(Standing::start(game)),
            Some(text) => Standing::read(game, text).map_err(Stop::refuse),
        }
    }
}

/// Reads a game; a size alone is a bar.
pub fn parse_game(text: &str) -> Result<AnyGame, String> {
    if text.contains(':') {
        return text.parse().map_err(|error: GameError| error.to_string());
    }
    let bar = text.parse::<Chomp>().map(AnyGame::Chomp);
    let looks_like_a_size = text.trim().starts_with(|first: char| first.is_ascii_digit());
    bar.map_err(|error| match looks_like_a_size {
        true => error.to_string(),
        false => GameError::Unknown(Quoted::new(text)).to_string(),
    })
}

/// Draws a position of any game so that it fits the width, with what the last move took where that is given.
pub fn drawn(standing: &Standing<AnyGame>, before: Option<&AnyPosition>, look: Look, width: usize) -> String {
    match (standing.game(), standing.position()) {
        (AnyGame::Chomp(bar), AnyPosition::Chomp(rows)) => {
            let before = before.and_then(|before| match before {
                AnyPosition::Chomp(rows) => Some(rows),
                _ => None,
            });
            let corner = lastbite::games::chomp::Corner::default();
            Picture { bar, rows, before, corner, look, width }.fitting(40)
        }
        (_, AnyPosition::Nim(heaps)) => heaps_drawn(heaps.stones(), width),
        (_, position) => format!("{position}\n"),
    }
}

/// Draws heaps, each a line; more than a screen of them are told by their numbers.
fn heaps_drawn(heaps: &[u32], width: usize) -> String {
    const MOST: usize = 40;
    if heaps.len() > MOST {
        return format!("{} heaps\n", heaps.len());
    }
    let digits = heaps.len().to_string().len();
    let room = heaps.iter().max().map_or(1, |most| most.to_string().len());
    let line = |(stones, heap): (&u32, usize)| {
        let label = format!("heap {heap:>digits$} [{stones:>room$}] ");
        let left = width.saturating_sub(label.len()).max(1);
        let stars = "*".repeat((*stones as usize).min(left));
        // The number tells it anyway; a heap that is too long for its line is cut.
        let stars = if *stones as usize > left { format!("{}~", &stars[1..]) } else { stars };
        format!("{label}{stars}").trim_end().to_string() + "\n"
    };
    heaps.iter().zip(1..).map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_is_a_bar_and_a_name_is_a_game() {
        assert_eq!(parse_game("8x10").unwrap().to_string(), "chomp:8x10");
        assert_eq!(parse_game("3x4@2,2").unwrap().to_string(), "chomp:3x4@2,2");
        assert_eq!(parse_game("nim:3,4,5/misere").unwrap().to_string(), "nim:3,4,5/misere");
        assert!(parse_game("go").unwrap_err().contains("'go' is not a game"));
        assert!(parse_game("4x").unwrap_err().contains("lacks one of its two sides"));
    }

    #[test]
    fn long_heaps_are_cut() {
        assert_eq!(heaps_drawn(&[3, 40], 20), "heap 1 [ 3] ***\nheap 2 [40] *******~\n");
    }
}
