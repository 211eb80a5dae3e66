//! `lastbite take-away`: heaps of stones, and whoever takes the last stone wins.
//!
//! Heaps that are used up are not shown, and those that are left are numbered again from 1. The library and
//! the record keep the numbers of the start, so this file translates between the two.

use lastbite::games::nim::{HeapsError, in_binary};
use lastbite::notation::{Quoted, counted};
use lastbite::play::{Dice, Turn};
use lastbite::words::Who as Spoken;
use lastbite::{
    AnyGame, Ending, Heaps, Level, Nim, Player, Session, Settings, Standing, Take, Words, play::Match,
    play::Side,
};

use crate::manners::prompt::{Console, Stop};
use crate::manners::record_file as file;
use crate::manners::style::Look;
use crate::play::lines::{Face, Scene, play_games};
use crate::play::setup::{self, GameArgs, Names, Who};

const HELP_TEXT: &str = "\
Usage: lastbite take-away [-h] [-c] [-p # piles] [-s # stones] [OPTIONS]

Options:
  -h   Show this text.
  -c   Make player two the computer.  Default = false.
  -p   Manually set the starting number of piles in the game.
  -s   Manually set the starting number of stones in each pile.

       Max values for piles and stones: 99
       Min values for piles and stones: 1

  --heaps 3,4,5      Set each heap separately.
  --misere           Whoever takes the last stone loses.
  --from-zero        Number the heaps from 0.
  --first WHO        Who starts against the computer: human or computer.
  --level LEVEL      How well the computer plays: easy, medium, strong
                     or perfect.
  --names A,B        The players' names.
  --seed NUMBER      Seed for randomness: same number, same game.
  --record FILE      Keep a record of the game in a file; there the heaps
                     keep the numbers that they have at the start.
  --force            Let --record replace a file that is already there.
  --resume FILE      Continue a recorded game.
  --ascii            Draw with plain ASCII characters.
  --no-color         Use no colour.
";

/// Play the take-away game: whoever takes the last stone wins
#[derive(Debug, Default, clap::Args)]
#[command(override_help = HELP_TEXT)]
pub struct TakeAwayArgs {
    /// Make player two the computer
    #[arg(short = 'c')]
    computer: bool,
    /// The number of piles
    #[arg(short = 'p', value_name = "PILES", value_parser = piles, allow_hyphen_values = true)]
    piles: Option<u32>,
    /// The number of stones in each pile
    #[arg(short = 's', value_name = "STONES", value_parser = stones, allow_hyphen_values = true)]
    stones: Option<u32>,
    /// Each heap separately
    #[arg(long, value_parser = heaps)]
    heaps: Option<Heaps>,
    /// Whoever takes the last stone loses
    #[arg(long)]
    misere: bool,
    /// Number the heaps from 0
    #[arg(long)]
    from_zero: bool,
    #[command(flatten)]
    game: GameArgs,
    /// Heaps without their option, which are refused with it.
    #[arg(hide = true, value_name = "HEAPS")]
    bare: Vec<String>,
}

const LEAST: u32 = 1;
const MOST: u32 = 99;

fn piles(text: &str) -> Result<u32, String> {
    within(text, "the number of piles")
}

fn stones(text: &str) -> Result<u32, String> {
    within(text, "the number of stones in each pile")
}

fn within(text: &str, what: &str) -> Result<u32, String> {
    let number = text.parse().ok().filter(|n| (LEAST..=MOST).contains(n));
    number.ok_or_else(|| format!("{} cannot be {what}; it goes from {LEAST} to {MOST}", Quoted::new(text)))
}

/// Reads heaps that are not too large to be played at a prompt.
fn heaps(text: &str) -> Result<Heaps, String> {
    let heaps: Heaps = text.parse().map_err(|error| match error {
        HeapsError::List(_) => format!(
            "{} is not a list of heaps; there are 1 to {MOST} heaps of 0 to {MOST} stones, as in 3,4,5",
            Quoted::new(text)
        ),
        error => error.to_string(),
    })?;
    let large = heaps.stones().len() > MOST as usize || heaps.into_iter().any(|n| n > MOST);
    if large {
        Err(format!("{heaps} is too large; there are 1 to {MOST} heaps of 0 to {MOST} stones"))
    } else {
        Ok(heaps)
    }
}

const HELP: &str = "\
There are heaps of stones. In turn, each player takes one or more stones, all from one heap. First type the number of the heap, then how many stones (undo goes back to the heap), or both at once: the stones, the word from, and the heap. \
A heap that is used up disappears, and the others move up. A record keeps the numbers of the start.";

/// Plays as many games as people like.
pub fn run(args: &TakeAwayArgs) -> Result<(), Stop> {
    check(args)?;
    let mut console = Console::open(Look::from(args.game.look));
    let resumed = resume(args, setup::settings(&console, 0))?;
    if console.is_terminal() {
        let last = if args.misere { "loses" } else { "wins" };
        console.say(&format!(
            "Take one or more stones, all from one heap.\nWhoever takes the last stone {last}. Type help at any prompt."
        ))?;
    }
    let first = if args.from_zero { 0 } else { 1 };
    let face = |nim: &Nim| TakeAwayFace { misere: nim.is_misere(), first };
    play_games(&mut console, &args.game, false, resumed, face, |console, seed, last| {
        let players = match last {
            Some(session) => setup::players_of(session),
            None => choose_players(console, args)?,
        };
        let heaps = lay_out(args, seed);
        let misere = args.misere || last.is_some_and(|session| session.played().game().is_misere());
        let nim = if misere { Nim::misere(heaps) } else { Nim::normal(heaps) };
        Session::new(Standing::start(nim), players, setup::settings(console, seed)).map_err(Stop::refuse)
    })
}

/// Refuses options that contradict each other.
fn check(args: &TakeAwayArgs) -> Result<(), Stop> {
    if !args.bare.is_empty() {
        let bare = args.bare.join(" ");
        let numbers = bare.split(|c: char| !c.is_ascii_digit()).filter(|number| !number.is_empty());
        let heaps = numbers.collect::<Vec<_>>().join(",");
        return Err(Stop::Refused(match heaps.is_empty() {
            true => format!("{} is not an option; give heaps as in --heaps 3,4,5", Quoted::new(&bare)),
            false => format!("{} needs its option; did you mean --heaps {heaps}?", Quoted::new(&bare)),
        }));
    }
    if args.heaps.is_some() && (args.piles.is_some() || args.stones.is_some()) {
        return Err(Stop::refuse("--heaps already says how many piles and stones; leave out -p and -s"));
    }
    if args.heaps.as_ref().is_some_and(|heaps| heaps.total() == 0) {
        return Err(Stop::refuse("there must be a stone to take; give heaps as in --heaps 3,4,5"));
    }
    let sets_up = args.computer
        || args.piles.is_some()
        || args.stones.is_some()
        || args.heaps.is_some()
        || args.misere
        || args.game.first.is_some()
        || args.game.level.is_some()
        || args.game.names.is_some();
    if args.game.resume.is_some() && sets_up {
        return Err(Stop::refuse(
            "--resume continues the recorded game; only --record, --ascii and --no-color go with it",
        ));
    }
    Ok(())
}

fn resume(args: &TakeAwayArgs, settings: Settings) -> Result<Option<Session<Nim>>, Stop> {
    let Some(path) = &args.game.resume else { return Ok(None) };
    let record = file::read(path).map_err(Stop::refuse)?;
    let wrong = |why: String| Stop::refuse(format!("{} cannot be resumed: {why}", file::shown(path)));
    match record.game().map_err(|error| wrong(error.to_string()))? {
        AnyGame::Nim(_) => record.session(settings).map(Some).map_err(|error| wrong(error.to_string())),
        AnyGame::Chomp(_) => Err(wrong("it is a game of Chomp; use lastbite chomp --resume".to_string())),
        other => Err(wrong(format!("it is {other}; use lastbite play --resume"))),
    }
}

/// Sets up the heaps of the options, or random ones.
fn lay_out(args: &TakeAwayArgs, seed: u64) -> Heaps {
    let mut dice = Dice::new(seed);
    let mut roll = |least: u32, most: u32| least + dice.below((most - least) as usize + 1) as u32;
    args.heaps.clone().unwrap_or_else(|| {
        let piles = args.piles.unwrap_or_else(|| roll(2, 6));
        let stones: Vec<u32> = (0..piles).map(|_| args.stones.unwrap_or_else(|| roll(1, 20))).collect();
        Heaps::new(stones).expect("1 to 99 heaps of 1 to 99 stones")
    })
}

fn choose_players(console: &mut Console, args: &TakeAwayArgs) -> Result<[Player; 2], Stop> {
    let Names(one, two) = args.game.names.clone().unwrap_or(Names(None, None));
    let named = |name: Option<String>, usual: &str| name.map(|name| setup::name(&name, usual));
    let mut ask =
        |name: Option<String>, question: &str, usual: &str, taken: Option<&str>| match named(name, usual) {
            Some(name) => match taken {
                Some(taken) => setup::another_name(taken, name),
                None => Ok(name),
            },
            None => setup::ask_name(console, HELP, question, usual, taken),
        };
    if args.computer || args.game.first.is_some() || args.game.level.is_some() {
        let name = named(two, "HAL 9000").unwrap_or_else(|| "HAL 9000".to_string());
        let person = Player::human(&ask(one, "Human player name: ", "Player 1", Some(&name))?);
        let computer = Player::computer(&name, args.game.level.unwrap_or(Level::Perfect));
        return Ok(setup::in_order([person, computer], args.game.first == Some(Who::Computer)));
    }
    let one = ask(one, "First player name: ", "Player 1", None)?;
    let two = ask(two, "Second player name: ", "Player 2", Some(&one))?;
    Ok([Player::human(&one), Player::human(&two)])
}

/// How the take-away game is drawn, read and described.
pub struct TakeAwayFace {
    /// Whether the last stone loses.
    pub misere: bool,
    /// The number shown for the first heap: 1, or 0 for people who count from 0.
    pub first: usize,
}

/// Returns the heaps that are shown: the number each has in the library, and its stones.
fn shown(heaps: &Heaps) -> Vec<(u32, u32)> {
    (1..).zip(heaps).filter(|&(_, stones)| stones > 0).collect()
}

impl TakeAwayFace {
    /// Returns the number shown for a heap of the library.
    fn number(&self, heaps: &Heaps, heap: u32) -> usize {
        shown(heaps).iter().filter(|&&(number, _)| number < heap).count() + self.first
    }

    /// Says which numbers the heaps have.
    fn numbers(&self, heaps: usize) -> String {
        format!("heaps are {} to {}", self.first, heaps + self.first - 1)
    }
}

fn stones_text(stones: u32) -> String {
    counted(stones.into(), "stone")
}

impl Face for TakeAwayFace {
    type Game = Nim;
    /// The heap that was chosen, by its number in the library.
    type Answers = Option<u32>;

    fn help(&self) -> String {
        let last = if self.misere { "loses" } else { "wins" };
        format!("{HELP} Whoever takes the last stone {last}.")
    }

    fn scene(&self, scene: &Scene<'_, Nim>) -> String {
        let game = scene.game;
        let heaps = shown(game.position());
        if heaps.is_empty() {
            return String::new();
        }
        let digits = (heaps.len() + self.first - 1).to_string().len();
        let mut lines = String::new();
        for (&(_, stones), n) in heaps.iter().zip(self.first..) {
            let label = format!("Heap {n:>digits$} [{stones:>2}]: ");
            let room = scene.width.saturating_sub(label.len()).max(1);
            let stars = "*".repeat(stones as usize);
            // A heap that is too long for its line is cut; its number says how many stones it has.
            let stars = if stars.len() > room { format!("{}~", &stars[..room - 1]) } else { stars };
            lines += &format!("{label}{stars}\n");
        }
        if scene.first && self.misere {
            lines += "Whoever takes the last stone loses.\n";
        }
        let people = [Side::First, Side::Second].map(|side| game.player(side));
        if people.iter().any(|player| player.is_computer()) {
            format!("\n{lines}")
        } else {
            format!("Player 1: {}\nPlayer 2: {}\n{lines}\n", people[0].name(), people[1].name())
        }
    }

    fn question(&self, heaps: &Heaps, chosen: &Option<u32>) -> String {
        match chosen.or_else(|| only(heaps)) {
            None => "Which heap? ".to_string(),
            Some(_) => "How many stones? ".to_string(),
        }
    }

    fn read(
        &self,
        standing: &Standing<Nim>,
        chosen: &mut Option<u32>,
        text: &str,
    ) -> Result<Option<Take>, String> {
        let heaps = standing.position();
        let number = whole_number(text);
        let Some(heap) = chosen.or_else(|| only(heaps)) else {
            let all = shown(heaps);
            let place = |n: i64| usize::try_from(n).ok().and_then(|n| all.get(n.checked_sub(self.first)?));
            let no_heap = |n: i64| format!("There is no heap {n}; {}.", self.numbers(all.len()));
            // A whole take at once, in the notation of records, with the number of the heap on the screen.
            if let Some((stones, heap)) = text.split_once("from")
                && let (Some(stones), Some(heap)) = (whole_number(stones.trim()), whole_number(heap.trim()))
            {
                let &(heap, left) = place(heap).ok_or_else(|| no_heap(heap))?;
                return taken(heap, left, stones).map(Some);
            }
            match (number, number.and_then(place)) {
                (_, Some(&(heap, _))) => *chosen = Some(heap),
                (None, _) => {
                    let (numbers, first) = (self.numbers(all.len()), self.first);
                    let stones = all.first().map_or(1, |&(_, left)| left.min(3));
                    return Err(format!(
                        "Type the number of a heap, or a whole take as in {stones} from {first}; {numbers}."
                    ));
                }
                (Some(n), None) => return Err(no_heap(n)),
            }
            return Ok(None);
        };
        let left = heaps.heap(heap).unwrap_or(0);
        match number {
            None => Err(format!("That is not a number; take 1 to {}.", stones_text(left))),
            Some(stones) => taken(heap, left, stones).map(Some),
        }
    }

    fn describe(&self, _: &Nim, before: &Heaps, take: &Take) -> String {
        // Heaps are renumbered as others vanish, so the stones help to recognise a heap.
        let stones = before.heap(take.heap).unwrap_or(0);
        format!("{} from heap {} [{stones}]", take.stones, self.number(before, take.heap))
    }

    fn told(&self, _: &Nim, turn: &Turn<Nim>, player: &Player) -> Option<String> {
        // People see what they take; the computer must say it.
        turn.note.nodes?;
        let heap = self.number(&turn.before, turn.mv.heap);
        Some(format!("{} removed {} from heap {heap}", player.name(), stones_text(turn.mv.stones)))
    }

    /// Shows the heaps in binary, with the numbers on the screen.
    fn lesson(&self, nim: &Nim, heaps: &Heaps) -> Option<String> {
        let first = self.first as u32;
        in_binary(nim, &(first..).zip(shown(heaps)).map(|(n, (_, stones))| (n, stones)).collect::<Vec<_>>())
    }

    fn advice(&self, _: &Nim, heaps: &Heaps, take: &Take) -> String {
        format!("Taking {} from heap {}", stones_text(take.stones), self.number(heaps, take.heap))
    }

    fn result(&self, game: &Match<Nim>) -> String {
        let Some(verdict) = game.verdict() else { return String::new() };
        let winner = Spoken::named(game.player(verdict.winner).name());
        let loser = Spoken::named(game.player(verdict.winner.other()).name());
        let wins = format!("{} {}!!", winner.subject(), winner.verb("wins", "win"));
        // The players have seen the last stone go.
        if verdict.ending == Ending::NoMoveLeft && !self.misere {
            return wins;
        }
        format!("{}\n{wins}", game.game().ending(game.position(), verdict.ending, loser))
    }

    fn shows_table(&self) -> bool {
        false
    }
}

/// Checks a number of stones against those of a heap.
fn taken(heap: u32, left: u32, stones: i64) -> Result<Take, String> {
    match stones {
        n if n < 1 => Err("Take at least 1 stone.".to_string()),
        n if n > i64::from(left) => Err("There aren't that many stones in this heap.".to_string()),
        n => Ok(Take { heap, stones: n as u32 }),
    }
}

/// Returns the only heap that is left, if there is one, so that nobody has to choose it.
fn only(heaps: &Heaps) -> Option<u32> {
    match shown(heaps)[..] {
        [(heap, _)] => Some(heap),
        _ => None,
    }
}

/// Reads a whole number; huge ones are clamped, since they are too large for any heap.
fn whole_number(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let large = if text.starts_with('-') { i64::MIN } else { i64::MAX };
    is_number.then(|| text.parse().unwrap_or(large))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_help_names_every_option_and_no_other() {
        use clap::Args;
        let command = TakeAwayArgs::augment_args(clap::Command::new("take-away"));
        let long = command.get_arguments().filter_map(|arg| arg.get_long().map(|long| format!("--{long}")));
        let short =
            command.get_arguments().filter_map(|arg| arg.get_short().map(|short| format!("-{short}")));
        // -h is clap's own.
        let options: std::collections::BTreeSet<String> =
            long.chain(short).chain(["-h".to_string()]).collect();
        let first_words = HELP_TEXT.lines().filter_map(|line| line.split_whitespace().next());
        let named = first_words.filter(|word| word.starts_with('-')).map(str::to_string).collect();
        assert_eq!(options, named);
    }

    #[test]
    fn heaps_that_are_used_up_vanish_and_the_rest_moves_up() {
        let heaps: Heaps = "0,14,0,8".parse().unwrap();
        assert_eq!(shown(&heaps), [(2, 14), (4, 8)]);
        let face = |first| TakeAwayFace { misere: false, first };
        assert_eq!((face(1).number(&heaps, 2), face(1).number(&heaps, 4)), (1, 2));
        assert_eq!((face(0).number(&heaps, 2), face(0).number(&heaps, 4)), (0, 1));
        assert_eq!(only(&heaps), None);
        assert_eq!(only(&"0,0,3".parse().unwrap()), Some(3));
    }

    #[test]
    fn random_heaps_are_playable_and_the_options_hold() {
        for seed in 0..200 {
            let heaps = lay_out(&TakeAwayArgs::default(), seed);
            assert!(
                (2..=6).contains(&heaps.stones().len())
                    && heaps.stones().iter().all(|n| (1..=20).contains(n))
            );
            let piles = TakeAwayArgs { piles: Some(9), ..Default::default() };
            assert_eq!(lay_out(&piles, seed).stones().len(), 9);
            let stones = TakeAwayArgs { stones: Some(33), ..Default::default() };
            assert!(lay_out(&stones, seed).stones().iter().all(|&n| n == 33));
        }
    }
}
