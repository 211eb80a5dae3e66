//! `lastbite tournament`: bots and levels against each other; each pair plays every game with either side
//! first.

mod bot;
mod contender;
mod game;

use std::io::{Write, stdout};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use clap::Args;
use lastbite::effort::MOST_THREADS;
use lastbite::notation::{Quoted, counted};
use lastbite::play::ratings;
use lastbite::{AnyGame, Cancel, Ending, Player, Session, Settings, Solver, Standing, play::Side};
use lastbite_work::Dice;
use lastbite_work::threads::start_in;
use serde::Serialize;

use crate::manners::answer::print_json;
use crate::manners::figures::parse_count;
use crate::manners::interrupt;
use crate::manners::position::parse_game;
use crate::manners::prompt::{Console, Stop, fit};
use crate::manners::record_file as file;
use crate::manners::style::{Look, LookArgs};

use contender::Contender;
use game::{Played, Table};

const EXAMPLES: &str = "\
Examples:
  lastbite tournament 3x4 4x5 -p easy -p perfect
  lastbite tournament 3x5 -p strong -p 'pupil=python3 bot.py' --records games

A player is a level (easy, medium, strong, perfect) or the command line of a
program that speaks the protocol of `lastbite engine`, with a name in front if
you like: pupil=python3 bot.py. A bot that hangs, crashes, prints nonsense or
cheats loses that game, and the reason is shown.";

/// Let bots and levels play each other, and rate them
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct TournamentArgs {
    /// What is played, as in 3x4 or nim:3,4,5
    #[arg(value_name = "GAME", value_parser = parse_game, required = true)]
    games: Vec<AnyGame>,
    /// A player: a level, or the command line of a bot
    #[arg(short, long = "player", value_name = "PLAYER", required = true)]
    players: Vec<Contender>,
    /// How often each pair plays each game from either side
    #[arg(long, default_value = "1", value_name = "N", value_parser = read_rounds)]
    rounds: u16,
    /// The most seconds a bot may take for a move
    #[arg(long, default_value = "5", value_name = "SECONDS", value_parser = read_seconds)]
    time: Duration,
    /// How many games are played at once; one for each core if not given
    #[arg(long, value_name = "N", value_parser = read_threads)]
    threads: Option<u16>,
    /// The seed of the levels: the same number, the same mistakes
    #[arg(long, default_value = "1", value_name = "NUMBER", value_parser = read_seed)]
    seed: u64,
    /// Keep a record of every game in this folder
    #[arg(long, value_name = "FOLDER")]
    records: Option<PathBuf>,
    /// Let --records replace files that are already there
    #[arg(long, alias = "overwrite", requires = "records")]
    force: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    look: LookArgs,
}

fn read_rounds(text: &str) -> Result<u16, String> {
    parse_count("--rounds", text, 1000)
}

fn read_threads(text: &str) -> Result<u16, String> {
    parse_count("--threads", text, MOST_THREADS as u16)
}

fn read_seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| {
        format!("{} is not a seed; a seed is a number from 0 to {}", Quoted::new(text), u64::MAX)
    })
}

fn read_seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.trim().parse().ok().filter(|seconds| (0.01..=86_400.0).contains(seconds));
    let accepted = "a time is seconds from 0.01 to 86400, as in 2.5";
    seconds
        .map(Duration::from_secs_f64)
        .ok_or_else(|| format!("--time: {} is not a time; {accepted}", Quoted::new(text)))
}

/// One game to play, and its two players.
struct Pairing {
    game: AnyGame,
    players: [usize; 2],
    seed: u64,
}

/// Plays the tournament and prints its table.
pub fn run(args: &TournamentArgs) -> Result<(), Stop> {
    let contenders = contender::told_apart(&args.players);
    let pairings = schedule(args, contenders.len())?;
    for contender in &contenders {
        contender.try_out().map_err(Stop::refuse)?;
    }
    if let Some(folder) = &args.records {
        prepare(folder, &pairings, &contenders, args.force)?;
    }
    let mut console = Console::open(Look::from(args.look));
    let cancel = Cancel::new();
    let played =
        interrupt::stoppable(&cancel, || play_all(args, &contenders, &pairings, &cancel, &mut console))?;
    if cancel.is_cancelled() && played.is_ok() {
        return Err(Stop::Stopped);
    }
    let played = played?;
    let standings = standings(&contenders, &pairings, &played);
    if args.json {
        let written =
            Written { seed: args.seed, players: standings, games: written(&contenders, &pairings, &played) };
        print_json(&written)?;
    } else {
        let width = console.dimensions().0;
        console.draw(&table(&standings, width))?;
    }
    Ok(stdout().flush()?)
}

/// Lists the games in the order of the report.
fn schedule(args: &TournamentArgs, players: usize) -> Result<Vec<Pairing>, Stop> {
    if players < 2 {
        return Err(Stop::refuse("a tournament needs two players or more, as in -p easy -p perfect"));
    }
    let mut pairings = Vec::new();
    for game in &args.games {
        let both = [Player::human("a"), Player::human("b")];
        Session::new(Standing::start(game.clone()), both, Settings::default()).map_err(Stop::refuse)?;
        for _ in 0..args.rounds {
            for one in 0..players {
                for two in one + 1..players {
                    for players in [[one, two], [two, one]] {
                        // Every game has its own dice, no matter which thread plays it.
                        let seed =
                            Dice::new(args.seed.wrapping_add(pairings.len() as u64)).below(1 << 30) as u64;
                        pairings.push(Pairing { game: game.clone(), players, seed });
                    }
                }
            }
        }
    }
    Ok(pairings)
}

/// Plays all games on as many threads as were asked for, and reports them in order as they finish.
fn play_all(
    args: &TournamentArgs,
    contenders: &[Contender],
    pairings: &[Pairing],
    cancel: &Cancel,
    console: &mut Console,
) -> Result<Vec<Played>, Stop> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.map_or(cores, usize::from).min(pairings.len());
    let (solver, next) = (Solver::new(), AtomicUsize::new(0));
    let table = Table { solver: &solver, patience: args.time, cancel };
    let (sender, done) = mpsc::channel();
    let work = &|sender: mpsc::Sender<(usize, Played)>| {
        while let number = next.fetch_add(1, Ordering::Relaxed)
            && let Some(Pairing { game, players, seed }) = pairings.get(number)
            && let Some(played) = table.play(game, players.map(|player| &contenders[player]), *seed)
        {
            if sender.send((number, played)).is_err() {
                break;
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..threads {
            let sender = sender.clone();
            // If a thread cannot be started, the others play on.
            let _ = start_in(scope, thread::Builder::new(), move || work(sender));
        }
        drop(sender);
        let mut waiting: Vec<Option<Played>> = pairings.iter().map(|_| None).collect();
        let mut told = 0;
        while told < pairings.len() {
            match done.recv_timeout(Duration::from_millis(50)) {
                Ok((number, played)) => waiting[number] = Some(played),
                Err(RecvTimeoutError::Timeout) => {}
                // All threads have ended.
                Err(RecvTimeoutError::Disconnected) if cancel.is_cancelled() => break,
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Stop::refuse("no thread could be started to play on; try --threads 1"));
                }
            }
            while let Some(Some(played)) = waiting.get(told) {
                let result = tell(args, contenders, &pairings[told], played, told, console);
                if let Err(stop) = result {
                    // Nobody reads the output any more, so the bots must end too.
                    cancel.cancel();
                    return Err(stop);
                }
                told += 1;
            }
        }
        Ok(waiting.into_iter().flatten().collect())
    })
}

/// Keeps the record of a game and reports how it went.
fn tell(
    args: &TournamentArgs,
    contenders: &[Contender],
    pairing: &Pairing,
    played: &Played,
    number: usize,
    console: &mut Console,
) -> Result<(), Stop> {
    if let Some(folder) = &args.records {
        file::write(&folder.join(record_name(number, pairing, contenders)), &played.record)
            .map_err(Stop::refuse)?;
    }
    if args.json {
        return Ok(());
    }
    let [first, second] = pairing.players.map(|player| contenders[player].name());
    let (winner, loser, sat) = match played.winner {
        Side::First => (first, second, "first"),
        Side::Second => (second, first, "second"),
    };
    let moves = counted(played.moves.len() as u64, "move");
    let why = match (&played.fault, played.ending) {
        (Some(fault), _) => format!("; {loser} {fault}"),
        (None, Ending::Blunder) => format!("; {loser} played the losing piece"),
        (None, _) => String::new(),
    };
    console.say(&format!(
        "{}. {}: {winner} ({sat}) beats {loser} in {moves}{why}.",
        number + 1,
        pairing.game
    ))?;
    Ok(stdout().flush()?)
}

/// Makes the folder for the records, and makes sure that nothing in it is lost.
fn prepare(folder: &Path, pairings: &[Pairing], contenders: &[Contender], force: bool) -> Result<(), Stop> {
    let shown = file::shown(folder);
    std::fs::create_dir_all(folder)
        .map_err(|error| Stop::refuse(format!("the folder {shown} could not be made ({error})")))?;
    let mut names =
        pairings.iter().enumerate().map(|(number, pairing)| record_name(number, pairing, contenders));
    match names.find(|name| !force && folder.join(name).exists()) {
        Some(name) => Err(Stop::refuse(format!(
            "{shown}/{name} is already there; name another folder, or replace its records with --force"
        ))),
        None => Ok(()),
    }
}

fn record_name(number: usize, pairing: &Pairing, contenders: &[Contender]) -> String {
    // Any name of a bot must become a valid file name.
    let plain = |text: &str| -> String {
        let letter = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
        text.chars().map(letter).take(24).collect()
    };
    let [first, second] = pairing.players.map(|player| plain(contenders[player].name()));
    format!("{:04}-{}-{first}-{second}.json", number + 1, plain(&pairing.game.to_string()))
}

/// How a player did in all games.
#[derive(Serialize)]
struct Score<'a> {
    name: &'a str,
    player: String,
    games: u32,
    won: u32,
    lost: u32,
    won_moving_first: u32,
    forfeited: u32,
    rating: i32,
}

#[derive(Serialize)]
struct Written<'a> {
    seed: u64,
    players: Vec<Score<'a>>,
    games: Vec<WrittenGame<'a>>,
}

#[derive(Serialize)]
struct WrittenGame<'a> {
    game: &'a AnyGame,
    first: &'a str,
    second: &'a str,
    winner: &'a str,
    ending: Ending,
    fault: Option<String>,
    moves: &'a [String],
}

fn written<'a>(
    contenders: &'a [Contender],
    pairings: &'a [Pairing],
    played: &'a [Played],
) -> Vec<WrittenGame<'a>> {
    let games = pairings.iter().zip(played).map(|(pairing, played)| {
        let [first, second] = pairing.players.map(|player| contenders[player].name());
        WrittenGame {
            game: &pairing.game,
            first,
            second,
            winner: if played.winner == Side::First { first } else { second },
            ending: played.ending,
            fault: played.fault.as_ref().map(ToString::to_string),
            moves: &played.moves,
        }
    });
    games.collect()
}

/// Adds up the scores, best first.
fn standings<'a>(contenders: &'a [Contender], pairings: &[Pairing], played: &[Played]) -> Vec<Score<'a>> {
    let results: Vec<(usize, usize)> = pairings
        .iter()
        .zip(played)
        .map(|(pairing, played)| match (played.winner, pairing.players) {
            (Side::First, [first, second]) => (first, second),
            (Side::Second, [first, second]) => (second, first),
        })
        .collect();
    let ratings = ratings(contenders.len(), &results);
    let mut standings: Vec<Score<'_>> = contenders
        .iter()
        .enumerate()
        .map(|(i, contender)| {
            let won = results.iter().filter(|(winner, _)| *winner == i).count() as u32;
            let lost = results.iter().filter(|(_, loser)| *loser == i).count() as u32;
            let of = pairings.iter().zip(played).zip(&results);
            let first =
                of.clone().filter(|((pairing, _), (winner, _))| *winner == i && pairing.players[0] == i);
            let faults = of.clone().filter(|((_, played), (_, loser))| *loser == i && played.fault.is_some());
            Score {
                name: contender.name(),
                player: contender.to_string(),
                games: won + lost,
                won,
                lost,
                won_moving_first: first.count() as u32,
                forfeited: faults.count() as u32,
                rating: ratings[i].round() as i32,
            }
        })
        .collect();
    standings.sort_by_key(|standing| (-standing.rating, standing.name));
    standings
}

fn table(standings: &[Score<'_>], width: usize) -> String {
    // If there is little room, the name and the rating matter most.
    let is_narrow = width < 60;
    let numbers = if is_narrow { 27 } else { 47 };
    let longest = standings.iter().map(|standing| standing.name.chars().count()).max().unwrap_or(0);
    let name = longest.clamp(6, width.saturating_sub(numbers).max(6));
    let more = if is_narrow { "" } else { "  as first  forfeits" };
    let mut lines = format!("\n{}  games   won  lost{more}  rating\n", fit("player", name));
    for standing in standings {
        let Score { games, won, lost, won_moving_first, forfeited, rating, .. } = standing;
        let more = match is_narrow {
            true => String::new(),
            false => format!("  {won_moving_first:>8}  {forfeited:>8}"),
        };
        let name = fit(standing.name, name);
        lines += &format!("{name}  {games:>5} {won:>5} {lost:>5}{more}  {rating:>6}\n");
    }
    lines
}
