//! Judges every move of a position: who wins, how fast, and why the others fail.
//!
//! `cargo run --example analyse_position -- chomp:4x7` or `... -- nim:3,4,5/misere`

use lastbite::{Analysis, AnyGame, Game, Limits};

fn main() {
    let text = std::env::args().nth(1).unwrap_or_else(|| "chomp:4x7".into());
    // A bar may be named by its size alone.
    match text.parse().or_else(|wrong| text.parse().map(AnyGame::Chomp).map_err(|_| wrong)) {
        Ok(AnyGame::Chomp(chomp)) => show(&chomp),
        Ok(AnyGame::Nim(nim)) => show(&nim),
        Err(wrong) => eprintln!("{wrong}"),
    }
}

fn show<G: Game>(game: &G) {
    let position = game.start();
    let analysis = match Analysis::of(game, &position, &Limits::none().nodes(1_000_000)) {
        Ok(analysis) => analysis,
        Err(stopped) => return eprintln!("{game} is too large to look through: {stopped}"),
    };
    println!("{game}: a {} in {} plies", analysis.outcome, analysis.distance.unwrap_or(0));
    println!("Grundy value {}", analysis.grundy.unwrap_or(0));
    for judged in &analysis.moves {
        print!("{:>9}  {:4} in {:2}", judged.mv, judged.outcome, judged.distance.unwrap_or(0));
        match judged.refutation {
            Some(reply) => println!("  because of {reply}"),
            None => println!(),
        }
    }
    let line: Vec<String> = analysis.main_line.iter().map(|mv| mv.to_string()).collect();
    println!("main line: {}", line.join("  "));
}
