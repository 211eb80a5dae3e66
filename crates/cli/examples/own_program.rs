//! The program `lastbite` with a game of one's own, and no line of the program changed.
//!
//! cargo run --release -p lastbite-cli --example own_program -- play daisy:7
//!
//! In place of `play daisy:7` stands any command: `analyze daisy:7`, `serve`, `tournament daisy:5 -p easy -p perfect`.

#[path = "../../lastbite/examples/own_game/daisy.rs"]
mod daisy;

use std::process::ExitCode;

use lastbite::AnyGame;

fn main() -> ExitCode {
    if let Err(why) = AnyGame::add::<daisy::Daisy>() {
        eprintln!("{why}");
        return ExitCode::FAILURE;
    }
    lastbite_cli::run()
}
