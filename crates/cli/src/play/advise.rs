//! `lastbite advise chomp:5x7`: advice for a game played elsewhere. You type the opponent's moves, and it
//! answers with yours.

use std::io::{BufRead, Write, stderr, stdin};

use clap::Args;
use lastbite::words::{Who, plies, sentence};
use lastbite::{
    Analysis, AnyGame, AnyMove, Cancel, Effort, Game, IllegalMove, Outcome, Player, Solver, Words,
    play::Engine, play::Match, play::Side,
};
use serde::Serialize;

use crate::manners::answer::print_json;
use crate::manners::command::Command;
use crate::manners::interrupt;
use crate::manners::position::{PositionArgs, drawn};
use crate::manners::prompt::{Console, Stop};
use crate::manners::style::{Look, LookArgs};

/// Get advice for a game played elsewhere: type your opponent's moves, and read yours
#[derive(Args, Debug)]
#[command(after_help = "Example: lastbite advise 4x7
  Biting 3,4 wins in 17 plies: your opponent has 19 moves, and there is ...
  Your move [3,4]:      Enter if you play it, or type what you play
  Their move: 2,2")]
pub struct AdviseArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// Your opponent makes the first move
    #[arg(long)]
    second: bool,
    /// Read their moves, one a line; print yours as lines of JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    look: LookArgs,
}

/// What `--json` prints for each position where it is your turn, and for the last one.
#[derive(Serialize)]
struct Report<'a> {
    position: String,
    outcome: Option<Outcome>,
    #[serde(rename = "move")]
    mv: Option<String>,
    distance: Option<u32>,
    why: Option<&'a str>,
    winner: Option<&'a str>,
}

/// The advice for a position where it is your turn.
struct Advice {
    outcome: Option<Outcome>,
    mv: AnyMove,
    distance: Option<u32>,
    why: Option<String>,
}

/// Advises until the game is over.
pub fn run(args: &AdviseArgs) -> Result<(), Stop> {
    let start = args.position.standing()?;
    let me = if args.second { Side::Second } else { Side::First };
    let mut players = [Player::human("You"), Player::human("They")];
    if args.second {
        players.swap(0, 1);
    }
    let adviser = Adviser { played: Match::new(start, players), me, solver: Solver::new() };
    match args.json {
        true => adviser.answer(),
        false => adviser.talk(&mut Console::open(Look::from(args.look))),
    }
}

struct Adviser {
    played: Match<AnyGame>,
    me: Side,
    solver: Solver<AnyGame>,
}

impl Adviser {
    fn my_turn(&self) -> bool {
        self.played.to_move() == self.me
    }

    /// Finds the best move and the reason, or nothing if the game is over.
    fn advice(&self) -> Result<Option<Advice>, Stop> {
        let standing = self.played.standing();
        let Some(stall) = standing.stalling_move() else { return Ok(None) };
        let cancel = Cancel::new();
        let nodes = lastbite::search::a_few_seconds(standing.size());
        let found = interrupt::thinking(&cancel, false, standing.size(), Engine::Auto, |effort: &Effort| {
            let effort = effort.clone().nodes(nodes).cancelled_by(&cancel);
            let analysis = self.solver.analyse_soon(&standing, &effort)?;
            let best = analysis.moves.first().map(|judged| &judged.mv);
            let left = best.and_then(|best| standing.play(best).ok());
            let why = match left.filter(|_| analysis.outcome == Outcome::Win) {
                Some(left) => self.solver.why_lost(&left, &effort)?.map(|why| why.to_string()),
                None => None,
            };
            Ok::<(Analysis<AnyMove>, Option<String>), lastbite::Unknown>((analysis, why))
        })?;
        Ok(Some(match found {
            Ok((analysis, why)) => Advice {
                outcome: Some(analysis.outcome),
                mv: analysis.moves.first().map_or(stall, |judged| judged.mv.clone()),
                distance: analysis.distance,
                why,
            },
            // Unknown: take the least, and see.
            Err(_) => Advice { outcome: None, mv: stall, distance: None, why: None },
        }))
    }

    /// Plays a move as it was typed, or says why it cannot be played.
    fn play(&mut self, text: &str) -> Result<(), String> {
        let mv = lastbite::asked::read_move(self.played.game(), text).map_err(sentence)?;
        self.played.play(mv).map_err(|illegal: IllegalMove<_>| sentence(illegal))
    }

    /// Reads moves and answers with lines of JSON.
    fn answer(mut self) -> Result<(), Stop> {
        let mut lines = stdin().lock().lines();
        loop {
            if self.played.verdict().is_some() || self.my_turn() {
                let advice = if self.played.verdict().is_some() { None } else { self.advice()? };
                let winner = self.played.verdict().map(|verdict| match verdict.winner == self.me {
                    true => "you",
                    false => "opponent",
                });
                let report = Report {
                    position: self.played.standing().written(),
                    outcome: advice.as_ref().and_then(|advice| advice.outcome),
                    mv: advice.as_ref().map(|advice| self.played.game().write_move(&advice.mv)),
                    distance: advice.as_ref().and_then(|advice| advice.distance),
                    why: advice.as_ref().and_then(|advice| advice.why.as_deref()),
                    winner,
                };
                print_json(&report)?;
                match advice {
                    Some(advice) => self.played.play(advice.mv).map_err(Stop::refuse)?,
                    None => return Ok(()),
                }
                continue;
            }
            match interrupt::asking(|| lines.next())? {
                None => return Ok(()),
                Some(line) => {
                    if let Err(sentence) = self.play(line?.trim()) {
                        let _ = writeln!(stderr(), "{sentence}");
                    }
                }
            }
        }
    }

    /// Talks line by line.
    fn talk(mut self, console: &mut Console) -> Result<(), Stop> {
        console.say(&self.played.game().rule())?;
        console.say("Type the moves as they are played; undo takes the last one back, quit leaves.")?;
        console.say("A ply is one move of either side.")?;
        loop {
            let (width, _) = console.dimensions();
            let before = self.played.history().last().map(|turn| turn.before.clone());
            let look = console.look;
            console.draw(&format!("\n{}", drawn(&self.played.standing(), before.as_ref(), look, width)))?;
            if let Some(verdict) = self.played.verdict() {
                let (winner, loser) = if verdict.winner == self.me {
                    ("You win", Who::Named("your opponent"))
                } else {
                    ("They win", Who::You)
                };
                let ending = self.played.game().ending(self.played.position(), verdict.ending, loser);
                return console.say(&format!("{winner}. {}", sentence(ending)));
            }
            let advised = if self.my_turn() { self.advice()? } else { None };
            if let Some(advice) = &advised {
                console.say(&self.told(advice))?;
            }
            self.ask(console, advised.map(|advice| advice.mv))?;
        }
    }

    /// Asks for a move until one is made or taken back; Enter plays the advised one.
    fn ask(&mut self, console: &mut Console, advised: Option<AnyMove>) -> Result<(), Stop> {
        let question = match &advised {
            Some(mv) => format!("Your move [{}]: ", self.played.game().write_move(mv)),
            None => "Their move: ".to_string(),
        };
        loop {
            let text = console.ask(&question)?;
            match (Command::parse(&text), &advised) {
                (Some(Ok(Command::Quit)), _) => return Err(Stop::Quit),
                (Some(Ok(Command::Board)), _) => return Ok(()),
                (Some(Ok(Command::Undo)), _) => match self.played.undo() {
                    true => return Ok(()),
                    false => console.say("   No move has been made yet.")?,
                },
                (Some(_), _) => {
                    let how = self.played.game().how_to_move(self.played.position());
                    console.say(&format!(
                        "   Type each move as it is played. {how} Enter plays the advised one. Also: undo, board, quit."
                    ))?;
                }
                (None, Some(mv)) if text.is_empty() => {
                    return self.played.play(mv.clone()).map_err(Stop::refuse);
                }
                (None, None) if text.is_empty() => {
                    let how = self.played.game().how_to_move(self.played.position());
                    console.say(&format!("   Type what they played. {how}"))?;
                }
                (None, _) => match self.play(&text) {
                    Ok(()) => return Ok(()),
                    Err(sentence) => console.say(&format!("   {sentence}"))?,
                },
            }
        }
    }

    /// Says what to play and why.
    fn told(&self, advice: &Advice) -> String {
        let words = self.played.game().advice(self.played.position(), &advice.mv);
        let plies = advice.distance.map(|many| format!(" in {}", plies(many))).unwrap_or_default();
        match (advice.outcome, &advice.why) {
            (Some(Outcome::Win), Some(why)) => format!("{words} wins{plies}: {why}."),
            (Some(Outcome::Win), None) => format!("{words} wins{plies}."),
            (Some(Outcome::Loss), _) => {
                let least = if advice.distance.is_some() { "lasts longest" } else { "takes least" };
                format!("You lose{plies} if they play well. {words} {least}: hope for a mistake.")
            }
            (None, _) => format!(
                "It is not known who wins here. {words} takes least, and leaves your opponent the most to get wrong."
            ),
        }
    }
}
