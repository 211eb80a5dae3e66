//! `lastbite chomp`: bite the bar of chocolate, and leave the poison to the other side.

use lastbite::games::chomp::{BarError, Corner};
use lastbite::notation::{Quoted, counted};
use lastbite::play::Turn;
use lastbite::words::sentence;
use lastbite::{
    AnyGame, Chomp, Engine, Game, IllegalMove, Level, Match, Player, Rows, Session, Settings, Square,
    Standing, Words,
};

use crate::manners::figures;
use crate::manners::prompt::{Console, Stop};
use crate::manners::record_file as file;
use crate::manners::style::{Look, LookArgs, Mark};
use crate::play::lines::{Face, Scene, play_games};
use crate::play::picture::Picture;
use crate::play::setup::{self, GameArgs, Names, Who};

/// Play Chomp: whoever eats the poison loses
#[derive(Debug, Default, PartialEq, clap::Args)]
pub struct ChompArgs {
    /// Rows and columns of the bar, as in 4x7
    #[arg(value_name = "SIZE", num_args = 0..=2)]
    size: Vec<String>,
    /// Play against the computer or another human
    #[arg(long, value_name = "WHO")]
    vs: Option<Who>,
    /// How the computer thinks: auto, minimax, negamax, alphabeta, memo or sieve
    #[arg(long)]
    engine: Option<Engine>,
    /// The most nodes the computer's search may visit for a move
    #[arg(long, value_name = "NUMBER", value_parser = nodes)]
    nodes: Option<u64>,
    /// Put the poison on another square
    #[arg(long, value_name = "ROW,COL")]
    poison: Option<Square>,
    /// Where the corner of square 1,1 is drawn: upper-left, upper-right, lower-left or lower-right
    #[arg(long)]
    corner: Option<Corner>,
    /// Begin with a bitten bar: its row lengths, as in 10^3,8^5
    #[arg(long, value_name = "ROWS")]
    position: Option<Rows>,
    #[command(flatten)]
    game: GameArgs,
}

impl ChompArgs {
    /// Returns the looks, where nothing else was asked for.
    pub fn only_looks(&self) -> Option<LookArgs> {
        let look = self.game.look;
        let rest = ChompArgs { game: GameArgs { look, ..GameArgs::default() }, ..ChompArgs::default() };
        (*self == rest).then_some(look)
    }
}

fn nodes(text: &str) -> Result<u64, String> {
    let nodes = text.parse().ok().filter(|&n| n > 0);
    nodes.ok_or_else(|| {
        format!("{} is not a number of nodes; give a whole number, 1 or more", Quoted::new(text))
    })
}

/// The bar that is suggested: small enough to see through, and not won by a trick.
const GOOD_FIRST_BAR: (u32, u32) = (4, 7);

/// The level that is suggested: one that can be beaten.
const USUAL_LEVEL: Level = Level::Medium;

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
Type a bite as row,column, as in 3,4 or 3 4 (or c4: the third row, the fourth column).
A computer that is too strong? Choose another level: easy, medium and strong slip now and then.";

/// Plays as many games of Chomp as people like.
pub fn run(args: &ChompArgs) -> Result<(), Stop> {
    check(args)?;
    let given = bar_of(args)?;
    if let Some(bar) = &given {
        start_of(bar, args)?;
    }
    let mut console = Console::open(Look::from(args.game.look));
    let resumed = resume(args, setup::settings(&console, 0))?;
    let face = |_: &Chomp| ChompFace { corner: args.corner.unwrap_or_default() };
    play_games(&mut console, &args.game, resumed, face, |console, seed, last| {
        let bar = match given {
            Some(bar) => bar,
            None => choose_bar(console, args, last.map(|session| session.played().game()))?,
        };
        warn(console, &bar, args)?;
        let players = match last {
            Some(session) => setup::players_of(session),
            None => choose_players(console, args)?,
        };
        let mut settings = setup::settings(console, seed);
        settings.engine = last.map_or(args.engine.unwrap_or_default(), |session| session.settings().engine);
        settings.nodes = args.nodes;
        Session::new(start_of(&bar, args)?, players, settings).map_err(Stop::refuse)
    })
}

/// Refuses options that contradict each other.
fn check(args: &ChompArgs) -> Result<(), Stop> {
    let asks_computer = args.game.first.is_some()
        || args.game.level.is_some()
        || args.engine.is_some()
        || args.nodes.is_some();
    if args.vs == Some(Who::Human) && asks_computer {
        return Err(Stop::refuse(
            "--first, --level, --engine and --nodes are for games against the computer; leave them out or give --vs computer",
        ));
    }
    let sets_up =
        !args.size.is_empty() || args.vs.is_some() || args.poison.is_some() || args.position.is_some();
    if args.game.resume.is_some() && (sets_up || asks_computer || args.game.names.is_some()) {
        return Err(Stop::refuse(
            "--resume goes on with the recorded game; of the other options only --record, --corner and the looks go with it",
        ));
    }
    Ok(())
}

/// Returns the bar that the options describe, or nothing where it must be asked for.
fn bar_of(args: &ChompArgs) -> Result<Option<Chomp>, Stop> {
    let size = args.size.join(" ");
    let bar = match (&args.position, size.is_empty()) {
        (_, false) => size.parse::<Chomp>().map_err(|error| not_a_size(&size, error))?,
        (Some(rows), true) if !rows.is_empty() => {
            Chomp::new(rows.rows(), rows.cols()).map_err(Stop::refuse)?
        }
        _ => return Ok(None),
    };
    with_poison(playable(bar).map_err(Stop::refuse)?, args).map(Some)
}

/// A word in the place of the size is perhaps a command that was mistyped.
fn not_a_size(size: &str, error: BarError) -> Stop {
    let word = size.split_whitespace().next().filter(|word| word.starts_with(|c: char| c.is_alphabetic()));
    let Some(word) = word else { return Stop::refuse(error) };
    match crate::meant(word) {
        Some(command) => Stop::refuse(format!(
            "{} is not a command; did you mean lastbite {command}? lastbite --help lists the commands",
            Quoted::new(word)
        )),
        None => Stop::refuse(format!("{error}; lastbite --help lists the commands")),
    }
}

fn with_poison(bar: Chomp, args: &ChompArgs) -> Result<Chomp, Stop> {
    args.poison.map_or(Ok(bar), |poison| bar.with_poison(poison).map_err(Stop::refuse))
}

fn start_of(bar: &Chomp, args: &ChompArgs) -> Result<Standing<Chomp>, Stop> {
    let Some(rows) = &args.position else { return Ok(Standing::start(*bar)) };
    let start = Standing::new(*bar, rows.clone()).map_err(Stop::refuse)?;
    if rows.has(bar.poison()) {
        return Ok(start);
    }
    Err(Stop::refuse(format!(
        "in the position {rows} the poison at {} has been eaten; give one that still has it",
        bar.poison()
    )))
}

fn resume(args: &ChompArgs, settings: Settings) -> Result<Option<Session<Chomp>>, Stop> {
    let Some(path) = &args.game.resume else { return Ok(None) };
    let record = file::read(path).map_err(Stop::refuse)?;
    let wrong = |why: String| Stop::refuse(format!("{} cannot be resumed: {why}", file::shown(path)));
    match record.game().map_err(|error| wrong(error.to_string()))? {
        AnyGame::Chomp(_) => record.session(settings).map(Some).map_err(|error| wrong(error.to_string())),
        AnyGame::Nim(_) => {
            Err(wrong("it is a game of take-away; use lastbite take-away --resume".to_string()))
        }
        other => Err(wrong(format!("it is a game of {}", other.name()))),
    }
}

/// Asks for the size of the bar; Enter takes the last one, or a good first one.
fn choose_bar(console: &mut Console, args: &ChompArgs, last: Option<&Chomp>) -> Result<Chomp, Stop> {
    let usual = match last {
        Some(bar) => *bar,
        None => {
            if console.is_terminal() {
                let bar = Chomp::new(GOOD_FIRST_BAR.0, GOOD_FIRST_BAR.1).map_err(Stop::refuse)?;
                console.say(&format!("{}\nType help at any prompt.", bar.rule()))?;
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

/// Says kindly that a square bar is no contest.
fn warn(console: &mut Console, bar: &Chomp, args: &ChompArgs) -> Result<(), Stop> {
    if bar.rows() != bar.cols() || !bar.is_classic() || args.position.is_some() {
        return Ok(());
    }
    console.say(match bar.rows() {
        1 => "A bar of one square is nothing but poison, so there is nothing to play. 4x7 is a good first bar.",
        _ => "A square bar is a give-away: whoever starts bites 2,2, then answers every bite with its mirror image, and wins. 4x7 is a better game.",
    })
}

/// Asks what the options do not say: against whom, who starts, and the names.
fn choose_players(console: &mut Console, args: &ChompArgs) -> Result<[Player; 2], Stop> {
    let implied = args.game.first.is_some()
        || args.game.level.is_some()
        || args.engine.is_some()
        || args.nodes.is_some();
    let vs = match args.vs {
        Some(vs) => vs,
        None if implied => Who::Computer,
        None => {
            console.say("Who plays? 1: you against the computer. 2: two people.")?;
            setup::ask(console, HELP, "Players [1]: ", |text| match text.to_lowercase().as_str() {
                "" | "1" | "c" | "computer" => Ok(Who::Computer),
                "2" | "h" | "human" | "people" => Ok(Who::Human),
                _ => Err("Please answer 1 or 2.".to_string()),
            })?
        }
    };
    let Names(one, two) = args.game.names.clone().unwrap_or(Names(None, None));
    let named = |name: Option<String>, usual: &str| name.map(|name| setup::name(&name, usual));
    if vs == Who::Human {
        let one = match named(one, "Player 1") {
            Some(name) => name,
            None => setup::ask_name(console, HELP, "First player's name [Player 1]: ", "Player 1")?,
        };
        let two = match named(two, "Player 2") {
            Some(name) => name,
            None => setup::ask_name(console, HELP, "Second player's name [Player 2]: ", "Player 2")?,
        };
        return Ok([Player::human(&one), Player::human(&two)]);
    }
    let first = match args.game.first {
        Some(first) => first,
        None => {
            console.say("Who starts? 1: you. 2: the computer.")?;
            setup::ask(console, HELP, "First [1]: ", |text| match text.to_lowercase().as_str() {
                "" | "1" | "me" | "human" | "you" => Ok(Who::Human),
                "2" | "c" | "computer" => Ok(Who::Computer),
                _ => Err("Please answer 1 or 2.".to_string()),
            })?
        }
    };
    let person = match named(one, "Player 1") {
        Some(name) => name,
        None => setup::ask_name(console, HELP, "Your name [Player 1]: ", "Player 1")?,
    };
    let computer = named(two, "Computer").unwrap_or_else(|| "Computer".to_string());
    let level = match args.game.level {
        Some(level) => level,
        // Whoever asks for an engine wants to see it at its best.
        None if args.engine.is_some() || args.vs.is_some() || args.game.first.is_some() => Level::Perfect,
        None => {
            console.say("How well shall the computer play? easy, medium, strong or perfect.")?;
            setup::ask(console, HELP, &format!("Level [{USUAL_LEVEL}]: "), |text| match text {
                "" => Ok(USUAL_LEVEL),
                text => text.to_lowercase().parse::<Level>().map_err(sentence),
            })?
        }
    };
    let players = [Player::human(&person), Player::computer(&computer, level)];
    Ok(setup::in_order(players, first == Who::Computer))
}

/// How Chomp is drawn, read and told.
pub struct ChompFace {
    /// Where the corner of square 1,1 is drawn.
    pub corner: Corner,
}

impl Face for ChompFace {
    type Game = Chomp;
    type Answers = ();

    fn help(&self) -> String {
        HELP.to_string()
    }

    fn scene(&self, scene: &Scene<'_, Chomp>) -> String {
        let game = scene.game;
        let before = game.history().last().filter(|_| scene.fresh).map(|turn| &turn.before);
        let picture = Picture {
            bar: game.game(),
            rows: game.position(),
            before,
            corner: self.corner,
            look: scene.look,
            width: scene.width,
        };
        // Room for the lines around it, so that all of it is seen at once.
        let drawn = if scene.whole {
            picture.whole()
        } else {
            picture.fitting(scene.height.saturating_sub(6).max(18))
        };
        let legend = if scene.first { legend(scene.look) } else { String::new() };
        format!("\n{drawn}{legend}\n")
    }

    fn question(&self, _: &Rows, (): &()) -> String {
        "Bite (row,column)? ".to_string()
    }

    fn read(&self, standing: &Standing<Chomp>, (): &mut (), text: &str) -> Result<Option<Square>, String> {
        if text.is_empty() {
            return Err("Type a square as row,column, as in 3,4, or help.".to_string());
        }
        let read = standing.game().read_move(text);
        let bite = read.map_err(|error| format!("{} Or type help.", sentence(error)))?;
        match standing.check(bite) {
            Ok(()) | Err(IllegalMove::Blunder) => Ok(Some(bite)),
            Err(illegal) => Err(sentence(illegal)),
        }
    }

    fn told(&self, bar: &Chomp, turn: &Turn<Chomp>, player: &Player) -> Option<String> {
        let told = format!("{} {}", player.name(), bar.told(&turn.before, turn.mv));
        Some(match turn.note.nodes {
            Some(nodes) => {
                format!("{told} ({}, {}).", counted(nodes, "node"), figures::duration(turn.note.time))
            }
            None => format!("{told}."),
        })
    }

    fn result(&self, game: &Match<Chomp>) -> String {
        let Some(verdict) = game.verdict() else { return String::new() };
        let winner = game.player(verdict.winner).name();
        let loser = game.player(verdict.winner.other()).name();
        format!("{winner} wins! {}", game.game().ending(game.position(), verdict.ending, loser))
    }

    fn shows_counts(&self) -> bool {
        true
    }
}

fn legend(look: Look) -> String {
    let mark = |mark| look.paint(mark, &look.character(mark).to_string());
    format!(
        "{} poison  {} chocolate\n{} just eaten  {} eaten\n",
        mark(Mark::Poison),
        mark(Mark::Chocolate),
        mark(Mark::JustEaten),
        mark(Mark::Eaten)
    )
}
