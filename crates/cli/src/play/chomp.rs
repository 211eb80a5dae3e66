//! `lastbite chomp`: bite the bar of chocolate, and make your opponent take the poison.

use lastbite::description::Described;
use lastbite::layout::Corner;
use lastbite::notation::Quoted;
use lastbite::words::sentence;
use lastbite::{AnyGame, AnyPosition, Chomp, Game, Rows, Session, Settings, Square, Standing};

use crate::manners::help;
use crate::manners::names::{CORNERS, one_of};
use crate::manners::position::asked;
use crate::manners::prompt::{Console, Stop};
use crate::manners::record_file as file;
use crate::manners::style::Look;
use crate::play::any_game;
use crate::play::face::PlainFace;
use crate::play::lines::play_games;
use crate::play::setup::{self, GameArgs, OpponentArgs};

/// What stands below the help.
pub const EXAMPLES: &str = "Examples:
  lastbite chomp 4x7 --level easy  against an easy computer
  lastbite chomp 3x4 --vs human    two people
  lastbite chomp 4x7 --poison 2,3  the poison on another square";

/// Play Chomp: whoever eats the poison loses
#[derive(Debug, Default, PartialEq, clap::Args)]
pub struct ChompArgs {
    /// Rows and columns of the bar, as in 4x7
    #[arg(value_name = "SIZE", num_args = 0..)]
    size: Vec<String>,
    #[command(flatten)]
    pub opponent: OpponentArgs,
    /// Put the poison on another square
    #[arg(long, value_name = "ROW,COL")]
    poison: Option<Square>,
    /// Where the corner of square 1,1 is drawn: upper-left, upper-right, lower-left or lower-right
    #[arg(long, value_parser = one_of::<Corner>(CORNERS), hide_possible_values = true)]
    corner: Option<Corner>,
    /// Begin with a bitten bar: its row lengths, as in 10^3,8^5; or in the middle of another game
    #[arg(long, value_name = "ROWS")]
    position: Option<String>,
    #[command(flatten)]
    pub game: GameArgs,
}

impl ChompArgs {
    /// Returns the position that the options describe, or nothing if the bar must be chosen; refuses what is
    /// impossible.
    pub fn start(&self) -> Result<Option<Standing<AnyGame>>, Stop> {
        self.check()?;
        bar_of(self)?.map(|bar| start_of(&bar, self)).transpose()
    }

    /// Returns the other game, or the position, that was named in place of a bar, if any.
    pub fn another_game(&self) -> Result<Option<Standing<AnyGame>>, Stop> {
        match self.named()? {
            Named::Another(_) if self.poison.is_some() || self.corner.is_some() => {
                Err(Stop::refuse("--poison and --corner go with a bar, as in 4x7"))
            }
            Named::Another(start) => {
                let start = match &self.position {
                    Some(position) => asked(&[&start.game().to_string(), position])?.standing,
                    None => start,
                };
                start.game().check_playable().map_err(Stop::refuse)?;
                start.check_begins().map_err(Stop::refuse)?;
                Ok(Some(start))
            }
            Named::Bar(_) | Named::Nothing => Ok(None),
        }
    }

    /// Reads the row lengths of the bar at the start, if they are given.
    fn rows(&self) -> Result<Option<Rows>, Stop> {
        self.position.as_deref().map(|rows| rows.parse().map_err(Stop::refuse)).transpose()
    }

    /// Reads what stands where the size of the bar belongs.
    fn named(&self) -> Result<Named, Stop> {
        let all = self.size.join(" ");
        if all.is_empty() {
            return Ok(Named::Nothing);
        }
        // Here, two numbers with a comma are two sides.
        if let Ok(bar) = all.parse() {
            return Ok(Named::Bar(bar));
        }
        let words: Vec<&str> = self.size.iter().map(String::as_str).collect();
        let asked = asked(&words).map_err(|stop| mistyped(&all, stop))?;
        Ok(match asked.standing.game() {
            AnyGame::Chomp(bar) if !asked.is_position => Named::Bar(*bar),
            _ => Named::Another(asked.standing),
        })
    }

    fn check(&self) -> Result<(), Stop> {
        let sets_up = !self.size.is_empty() || self.poison.is_some() || self.position.is_some();
        self.opponent.check(&self.game, sets_up)
    }

    /// Says whether an option needs the line mode.
    #[cfg(feature = "tui")]
    pub fn wants_lines(&self) -> bool {
        self.corner.is_some() || self.game.record.is_some()
    }
}

/// The bar that is suggested: small enough to see through, and not won by a trick.
const GOOD_FIRST_BAR: (u32, u32) = (4, 7);

/// The longest side of a bar that is played in lines of text.
const MOST: u32 = 99;

/// Refuses bars that are too large to be played at a prompt.
fn playable(bar: Chomp) -> Result<Chomp, String> {
    if bar.rows() <= MOST && bar.cols() <= MOST {
        return Ok(bar);
    }
    Err(format!(
        "a bar of {}x{} is too large to be played here; a bar is rows x columns, each from 1 to {MOST}, as in 4x7",
        bar.rows(),
        bar.cols()
    ))
}

const HELP: &str = "\
Chomp is played with a bar of chocolate. In turn, each player bites one square. It is eaten, and so is every square whose row and column numbers are as large or larger. \
One square, P, is poison. Whoever eats it has lost.
Type a bite as its row and its column, with a comma or a space between them.";

/// Plays as many games of Chomp as people like.
pub fn run(args: &ChompArgs) -> Result<(), Stop> {
    args.start()?;
    let given = bar_of(args)?;
    let mut console = Console::open(Look::from(args.game.look));
    let resumed = resume(args, setup::settings(&console, 0))?;
    let counts = args.opponent.engine.is_some() || args.opponent.nodes.is_some();
    let face = |game: &AnyGame| {
        let mut face = PlainFace::of(game, args.corner.unwrap_or_default());
        face.help = HELP.to_string();
        face
    };
    play_games(&mut console, &args.game, counts, resumed, face, |console, seed, last| {
        let bar = match (given, last.map(|session| session.played().game())) {
            (Some(bar), _) => bar,
            (None, Some(AnyGame::Chomp(bar))) => choose_bar(console, args, Some(bar))?,
            (None, _) => choose_bar(console, args, None)?,
        };
        warn(console, &bar, args)?;
        // If the bar was asked for, the rule was said before that.
        setup::introduce(console, &bar, last.is_none() && given.is_some())?;
        let players = match last {
            Some(session) => setup::players_of(session),
            None => setup::choose_players(console, HELP, &args.opponent, &args.game)?,
        };
        let settings = args.opponent.settings(console, seed, last);
        Session::new(start_of(&bar, args)?, players, settings).map_err(Stop::refuse)
    })
}

/// What was named in place of the size of a bar.
enum Named {
    Nothing,
    Bar(Chomp),
    Another(Standing<AnyGame>),
}

/// Returns the bar that the options describe, or nothing if it must be asked for.
fn bar_of(args: &ChompArgs) -> Result<Option<Chomp>, Stop> {
    let bar = match (args.named()?, args.rows()?) {
        (Named::Bar(bar), _) => bar,
        (Named::Another(start), _) => {
            let start = match *start.position() == start.game().start() {
                true => start.game().to_string(),
                false => start.to_string(),
            };
            return Err(Stop::Refused(format!(
                "that is not a bar of two sides; did you mean lastbite play {start}?"
            )));
        }
        (Named::Nothing, Some(rows)) if !rows.is_empty() => {
            Chomp::new(rows.rows(), rows.cols()).map_err(Stop::refuse)?
        }
        (Named::Nothing, _) => return Ok(None),
    };
    with_poison(playable(bar).map_err(Stop::refuse)?, args).map(Some)
}

/// Says what was not understood; a word in place of the size may be a mistyped command.
fn mistyped(size: &str, stop: Stop) -> Stop {
    let word = size.split_whitespace().next().filter(|word| word.starts_with(|c: char| c.is_alphabetic()));
    let (Some(word), Stop::Refused(sentence)) = (word, &stop) else { return stop };
    match help::meant(word) {
        _ if sentence.ends_with('?') && lastbite::asked::game(word).is_ok() => stop,
        Some(command) => Stop::refuse(format!(
            "{} is not a command; did you mean lastbite {command}? lastbite --help lists the commands",
            Quoted::new(word)
        )),
        None if sentence.ends_with('?') => stop,
        None => Stop::refuse(format!("{sentence}; lastbite --help lists the commands")),
    }
}

fn with_poison(bar: Chomp, args: &ChompArgs) -> Result<Chomp, Stop> {
    match args.poison {
        None => Ok(bar),
        Some(poison) if !bar.is_classic() && poison != bar.poison() => Err(Stop::refuse(format!(
            "{bar} has its poison on {} already; leave that or --poison {poison} out",
            bar.poison()
        ))),
        Some(poison) => bar.with_poison(poison).map_err(Stop::refuse),
    }
}

fn start_of(bar: &Chomp, args: &ChompArgs) -> Result<Standing<AnyGame>, Stop> {
    let game = AnyGame::from(*bar);
    let Some(rows) = args.rows()? else {
        let start = Standing::start(game);
        return start.check_begins().map_err(Stop::refuse).map(|()| start);
    };
    let start = Standing::new(game, AnyPosition::Chomp(rows.clone())).map_err(Stop::refuse)?;
    if rows.has(bar.poison()) {
        return start.check_begins().map_err(Stop::refuse).map(|()| start);
    }
    Err(Stop::refuse(format!(
        "in the position {rows} the poison at {} has been eaten; give one that still has it",
        bar.poison()
    )))
}

/// Continues a recorded game of Chomp.
fn resume(args: &ChompArgs, settings: Settings) -> Result<Option<Session<AnyGame>>, Stop> {
    let Some(path) = &args.game.resume else { return Ok(None) };
    let resumed = any_game::resume(&args.game, settings)?;
    match resumed.as_ref().map(|session| session.played().game()) {
        Some(AnyGame::Chomp(_)) | None => Ok(resumed),
        Some(AnyGame::Nim(_)) => Err(Stop::refuse(format!(
            "{} cannot be resumed: it is a game of take-away; use lastbite take-away --resume",
            file::shown(path)
        ))),
        Some(other) => Err(Stop::refuse(format!(
            "{} cannot be resumed: it is {other}; use lastbite play --resume",
            file::shown(path)
        ))),
    }
}

/// Asks for the size of the bar; Enter takes the last one, or a good first one.
fn choose_bar(console: &mut Console, args: &ChompArgs, last: Option<&Chomp>) -> Result<Chomp, Stop> {
    let usual = match last {
        Some(bar) => *bar,
        None => {
            if console.is_terminal() {
                let bar = Chomp::new(GOOD_FIRST_BAR.0, GOOD_FIRST_BAR.1).map_err(Stop::refuse)?;
                setup::introduce(console, &bar, true)?;
            }
            console.say("How big is the bar? Type its rows and columns; 4x7 is a good first bar.")?;
            if console.is_terminal() {
                console.say("(4x7@2,3 has its poison on square 2,3.)")?;
            }
            Chomp::new(GOOD_FIRST_BAR.0, GOOD_FIRST_BAR.1).map_err(Stop::refuse)?
        }
    };
    let shown = format!("{}x{}", usual.rows(), usual.cols());
    setup::ask(console, HELP, &format!("Size [{shown}]: "), |text| {
        let bar = if text.is_empty() { usual } else { text.parse::<Chomp>().map_err(sentence)? };
        let told = |stop| match stop {
            Stop::Refused(why) => sentence(why),
            _ => "That cannot be.".to_string(),
        };
        let bar = with_poison(playable(bar).map_err(sentence)?, args).map_err(told)?;
        start_of(&bar, args).map_err(told)?;
        Ok(bar)
    })
}

/// Warns kindly that a square bar is no contest.
fn warn(console: &mut Console, bar: &Chomp, args: &ChompArgs) -> Result<(), Stop> {
    if bar.rows() != bar.cols() || !bar.is_classic() || args.position.is_some() {
        return Ok(());
    }
    console.say("A square bar is easy to win once you see the trick. Try 4x7 for a harder game.")
}
