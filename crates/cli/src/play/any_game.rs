//! `lastbite play nim:3,4,5`: any game, line by line.

use lastbite::description::Described;
use lastbite::layout::Corner;
use lastbite::{AnyGame, Session, Settings, Standing};

use crate::manners::position::{named_game, parse_game, standing, what_is_a_game};
use crate::manners::prompt::{Console, Stop};
use crate::manners::record_file as file;
use crate::manners::style::Look;
use crate::play::face::{PlainFace, help};
use crate::play::lines::play_games;
use crate::play::setup::{self, GameArgs, OpponentArgs};

/// Play any game line by line
#[derive(Debug, clap::Args)]
pub struct PlayArgs {
    #[arg(value_name = "GAME", value_parser = parse_game, help = what_is_a_game())]
    game: Option<AnyGame>,
    /// Begin with another position of the game
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,
    /// Where the corner of 1,1 is drawn: upper-left, upper-right, lower-left or lower-right
    #[arg(long)]
    corner: Option<Corner>,
    #[command(flatten)]
    opponent: OpponentArgs,
    #[command(flatten)]
    options: GameArgs,
}

/// Plays as many games as people like.
pub fn run(args: &PlayArgs) -> Result<(), Stop> {
    args.opponent.check(&args.options, args.game.is_some() || args.position.is_some())?;
    if let Some(game) = &args.game {
        check(game)?;
        standing(game, args.position.as_deref())?.check_begins().map_err(Stop::refuse)?;
    }
    let mut console = Console::open(Look::from(args.options.look));
    let resumed = resume(&args.options, setup::settings(&console, 0))?;
    let counts = args.opponent.engine.is_some() || args.opponent.nodes.is_some();
    let face = |game: &AnyGame| PlainFace::of(game, args.corner.unwrap_or_default());
    play_games(&mut console, &args.options, counts, resumed, face, |console, seed, last| {
        let game = match (&args.game, last) {
            (Some(game), _) => game.clone(),
            (None, Some(session)) => session.played().game().clone(),
            (None, None) => choose(console)?,
        };
        let start = standing(&game, args.position.as_deref())?;
        setup::introduce(console, &game, last.is_none())?;
        let players = match last {
            Some(session) => setup::players_of(session),
            None => setup::choose_players(console, &help(&game), &args.opponent, &args.options)?,
        };
        let settings = args.opponent.settings(console, seed, last);
        Session::new(start, players, settings).map_err(Stop::refuse)
    })
}

/// Refuses a game that is too large to be played.
fn check(game: &AnyGame) -> Result<(), Stop> {
    game.check_playable().map_err(|why| Stop::refuse(format!("{game} cannot be played: {why}")))
}

/// Continues a recorded game, if one was named.
pub fn resume(args: &GameArgs, settings: Settings) -> Result<Option<Session<AnyGame>>, Stop> {
    let Some(path) = &args.resume else { return Ok(None) };
    let record = file::read(path).map_err(Stop::refuse)?;
    let session = record.session(settings);
    let wrong = |why| Stop::refuse(format!("{} cannot be resumed: {why}", file::shown(path)));
    session.map(Some).map_err(wrong)
}

/// Lists the games there are and asks for one; Enter takes the first.
fn choose(console: &mut Console) -> Result<AnyGame, Stop> {
    console.say("Which game?")?;
    for kind in AnyGame::kinds() {
        let example = kind.examples.first().copied().unwrap_or(kind.name);
        console.say(&format!("  {example}: {}. {}", kind.title, kind.invitation))?;
    }
    let usual = AnyGame::kinds().first().and_then(|kind| kind.examples.first()).copied().unwrap_or("");
    setup::ask(
        console,
        "Type a game as it is written in this list, before the colon and its name.",
        &format!("Game [{usual}]: "),
        |text| {
            let game =
                named_game(if text.is_empty() { usual } else { text }).map_err(lastbite::words::sentence)?;
            game.check_playable().map_err(lastbite::words::sentence)?;
            Standing::start(game.clone()).check_begins()?;
            Ok(game)
        },
    )
}
