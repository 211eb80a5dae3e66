//! `lastbite play nim:3,4,5`: any game, line by line.

use lastbite::asked::Asked;
use lastbite::description::{Described, Description};
use lastbite::layout::Corner;
use lastbite::words::sentence;
use lastbite::{AnyGame, Session, Settings, Standing};

use crate::manners::names::{CORNERS, one_of};
use crate::manners::position::{asked, named_game, playable, standing, what_is_a_game};
use crate::manners::prompt::{Console, Stop};
use crate::manners::record_file as file;
use crate::manners::style::Look;
use crate::play::face::{PlainFace, help};
use crate::play::lines::play_games;
use crate::play::setup::{self, GameArgs, OpponentArgs};

/// Play any game line by line
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  lastbite play                  choose from a list
  lastbite play 12 --level easy  the twelfth game of that list
  lastbite play 4x7 --vs human   two people")]
pub struct PlayArgs {
    #[arg(value_name = "GAME", help = what_is_a_game())]
    game: Vec<String>,
    /// Begin with another position of the game
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,
    /// Where the corner of 1,1 is drawn: upper-left, upper-right, lower-left or lower-right
    #[arg(long, value_parser = one_of::<Corner>(CORNERS), hide_possible_values = true)]
    corner: Option<Corner>,
    #[command(flatten)]
    opponent: OpponentArgs,
    #[command(flatten)]
    options: GameArgs,
}

/// Plays as many games as people like.
pub fn run(args: &PlayArgs) -> Result<(), Stop> {
    play_from(args.start()?, args.corner.unwrap_or_default(), &args.opponent, &args.options)
}

/// Plays another game line by line that was named in place of a bar.
pub fn instead(start: Standing<AnyGame>, opponent: &OpponentArgs, options: &GameArgs) -> Result<(), Stop> {
    opponent.check(options, true)?;
    play_from(Some(checked(start)?), Corner::default(), opponent, options)
}

impl PlayArgs {
    /// Returns the position that was asked for, or nothing if the game must be chosen.
    fn start(&self) -> Result<Option<Standing<AnyGame>>, Stop> {
        self.opponent.check(&self.options, !self.game.is_empty() || self.position.is_some())?;
        let words: Vec<&str> = self.game.iter().map(String::as_str).collect();
        let asked = match &words[..] {
            [] if self.position.is_some() && self.options.resume.is_none() => {
                return Err(Stop::refuse(
                    "--position needs its game, as in lastbite play 4x7 --position 7,5,3",
                ));
            }
            [] => return Ok(None),
            // A number alone is that of the list.
            [one] if let Some(game) = lastbite::asked::numbered(one) => {
                Asked { standing: Standing::start(game), is_position: false, also: None }
            }
            words => asked(words)?,
        };
        if asked.is_position && self.position.is_some() {
            return Err(Stop::refuse("the position is given twice; leave out --position"));
        }
        let start = match &self.position {
            Some(text) => standing(asked.standing.game(), Some(text))?,
            None => asked.standing,
        };
        checked(start).map(Some)
    }
}

/// Refuses a game that cannot be played, or is over before it begins.
fn checked(start: Standing<AnyGame>) -> Result<Standing<AnyGame>, Stop> {
    playable(start.game())?;
    start.check_begins().map_err(Stop::refuse)?;
    Ok(start)
}

fn play_from(
    asked: Option<Standing<AnyGame>>,
    corner: Corner,
    opponent: &OpponentArgs,
    options: &GameArgs,
) -> Result<(), Stop> {
    let mut console = Console::open(Look::from(options.look));
    let resumed = resume(options, setup::settings(&console, 0))?;
    let counts = opponent.engine.is_some() || opponent.nodes.is_some();
    let face = |game: &AnyGame| PlainFace::of(game, corner);
    play_games(&mut console, options, counts, resumed, face, |console, seed, last| {
        let start = match (&asked, last) {
            (Some(start), _) => start.clone(),
            (None, Some(session)) => Standing::start(session.played().game().clone()),
            (None, None) => Standing::start(choose(console)?),
        };
        let game = start.game();
        setup::introduce(console, game, last.is_none())?;
        let players = match last {
            Some(session) => setup::players_of(session),
            None => setup::choose_players(console, &help(game), opponent, options)?,
        };
        let settings = opponent.settings(console, seed, last);
        Session::new(start, players, settings).map_err(Stop::refuse)
    })
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
    let kinds = AnyGame::kinds();
    let example = |kind: &Description| kind.examples.first().copied().unwrap_or(kind.name);
    let widest = kinds.iter().map(|kind| kind.title.len()).max().unwrap_or(0);
    // One line a game, so that the whole list and the question are on a screen of 24 lines.
    for (number, kind) in (1..).zip(&kinds) {
        console.draw(&format!("{number:>3}  {:<widest$}  {}", kind.title, example(kind)))?;
    }
    let usual = kinds.first().copied().map_or("", example);
    setup::ask(
        console,
        "Type the number of a game, its name, or a game as it is written at the end of a line of the list, with \
         numbers of your own.",
        &format!("Game [{usual}]: "),
        |text| {
            let game = match lastbite::asked::numbered(text) {
                Some(game) => game,
                None => named_game(if text.is_empty() { usual } else { text }).map_err(sentence)?,
            };
            game.check_playable().map_err(sentence)?;
            Standing::start(game.clone()).check_begins().map_err(sentence)?;
            Ok(game)
        },
    )
}
