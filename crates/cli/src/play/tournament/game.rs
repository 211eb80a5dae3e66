//! One game of a tournament, from its first move to its end, whatever the bots do.

use std::fmt;
use std::time::Duration;

use lastbite::notation::Quoted;
use lastbite::{
    Action, AnyGame, Cancel, Effort, Ending, Event, Game, Record, Session, Settings, Solver, Standing,
    play::Side,
};

use super::bot::{Bot, Fault};
use super::contender::{Contender, Kind};

/// What all games of a tournament share.
pub struct Table<'a> {
    /// The solver of our levels.
    pub solver: &'a Solver<AnyGame>,
    /// How long a bot may take for a move.
    pub patience: Duration,
    /// What stops the tournament.
    pub cancel: &'a Cancel,
}

/// A game that was played.
pub struct Played {
    /// Who won.
    pub winner: Side,
    /// How it ended; a bot that failed has resigned.
    pub ending: Ending,
    /// What the loser did wrong, if anything.
    pub fault: Option<Forfeit>,
    /// The moves.
    pub moves: Vec<String>,
    /// The whole game, to be written down.
    pub record: Record,
}

/// Why a bot lost without being beaten, in words that follow its name.
pub enum Forfeit {
    /// It did not answer as a bot should.
    Fault(Fault),
    /// It answered with something that is not a move.
    NotAMove(Quoted, String),
    /// It answered with a move that the rules do not allow.
    Cheated(Quoted, String),
}

impl fmt::Display for Forfeit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Forfeit::Fault(fault) => fault.fmt(f),
            Forfeit::NotAMove(text, why) => write!(f, "printed move {text}: {why}"),
            Forfeit::Cheated(mv, why) => write!(f, "cheated with {mv}: {why}"),
        }
    }
}

impl Table<'_> {
    /// Plays a game; nothing if the tournament was stopped.
    pub fn play(&self, game: &AnyGame, players: [&Contender; 2], seed: u64) -> Option<Played> {
        let mut settings = Settings::default();
        settings.seed = seed;
        let start = Standing::start(game.clone());
        let mut session = Session::new(start.clone(), players.map(Contender::player), settings).ok()?;
        // However the game ends, dropping these ends every process they started.
        let mut bots: [Option<Bot>; 2] = [None, None];
        let mut fault = None;
        while session.played().verdict().is_none() {
            if self.cancel.is_cancelled() {
                return None;
            }
            let side = session.played().to_move();
            let at = usize::from(side == Side::Second);
            match players[at].kind() {
                Kind::Level(_) => {
                    // Games run in parallel, so each thinks on one thread.
                    let effort = Effort::unlimited().threads(1).cancelled_by(self.cancel);
                    let task = session.task()?;
                    let thought = task.run(self.solver, &effort);
                    session.take(thought);
                }
                Kind::Bot(command) => match self.bot_move(&mut session, &mut bots[at], command) {
                    Ok(()) => {}
                    Err(Forfeit::Fault(Fault::CalledOff)) => return None,
                    Err(forfeit) => {
                        fault = Some(forfeit);
                        session.act(Action::Resign);
                    }
                },
            }
        }
        let verdict = session.played().verdict()?;
        let moves = session.played().history().iter().map(|turn| start.write_move(&turn.mv)).collect();
        Some(Played {
            winner: verdict.winner,
            ending: verdict.ending,
            fault,
            moves,
            record: Record::of(&session),
        })
    }

    /// Asks a bot for its move and plays it.
    fn bot_move(
        &self,
        session: &mut Session<AnyGame>,
        bot: &mut Option<Bot>,
        command: &[String],
    ) -> Result<(), Forfeit> {
        let bot = match bot {
            Some(bot) => bot,
            None => {
                let started = Bot::start(command);
                bot.insert(started.map_err(|error| Forfeit::Fault(Fault::NotStarted(error.to_string())))?)
            }
        };
        let (game, position) = (session.played().game().clone(), session.played().standing().written());
        let answer =
            bot.ask(&format!("go {game} {position}"), self.patience, self.cancel).map_err(Forfeit::Fault)?;
        let mv = game
            .read_move(&answer)
            .map_err(|error| Forfeit::NotAMove(Quoted::new(&answer), error.to_string()))?;
        for event in session.act(Action::Play(mv)) {
            if let Event::Refused { why } = event {
                return Err(Forfeit::Cheated(Quoted::new(&answer), why.to_string()));
            }
        }
        Ok(())
    }
}
