//! The front door: a game, or a position of it, as people write it.
//!
//! The [notation](crate::notation) has one text for each game and each position. People write others: `Nim`
//! with a capital, `Wythoff's Game`, `4 x 7`, or only the lengths of the rows. Here *spelling is forgiven*:
//! a text with one meaning is taken as that. *Everything else is asked about*: a text that could be two
//! things, or is almost one, is answered with what to type.
//!
//! ```
//! use lastbite::asked;
//!
//! assert_eq!(asked::read(&["Wythoff's", "Game"])?.standing.game().to_string(), "wythoff:5,8");
//! assert_eq!(asked::read(&["7,5,3"])?.standing.to_string(), "chomp:3x7 7,5,3");
//! assert_eq!(asked::read(&["3,4,5"]).unwrap_err().meant, ["nim:3,4,5"]);
//! assert_eq!(asked::read(&["7,5"]).unwrap_err().meant, ["7x5", "2x7 7,5", "nim:7,5"]);
//! # Ok::<(), lastbite::asked::NotUnderstood>(())
//! ```

use std::fmt;

use crate::description::{Described, Description, Kind};
use crate::game::{Game, Purpose, Standing, TooLarge};
use crate::games::{AnyGame, AnyMove};
use crate::notation::{Quoted, number};

/// What was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The position.
    pub standing: Standing<AnyGame>,
    /// Whether a position was named, and not a game alone.
    pub is_position: bool,
    /// What to type for the other thing that the text may have meant, if it may.
    pub also: Option<String>,
}

/// A text that is no game and no position, or that could be more than one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotUnderstood {
    /// What is wrong, in a sentence without its full stop.
    pub why: String,
    /// What may have been meant: each is a text to type.
    pub meant: Vec<String>,
}

impl fmt::Display for NotUnderstood {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.why)?;
        match self.meant.split_last() {
            None => Ok(()),
            Some((only, [])) => write!(f, "; did you mean {only}?"),
            Some((last, rest)) => write!(f, "; did you mean {} or {last}?", rest.join(" or ")),
        }
    }
}

impl std::error::Error for NotUnderstood {}

impl From<String> for NotUnderstood {
    fn from(why: String) -> Self {
        NotUnderstood { why, meant: Vec::new() }
    }
}

/// The longest text whose meaning is guessed; a longer one is in the notation or is refused.
const LONGEST_GUESS: usize = 200;

/// Reads a game, or a game and a position of it, from the words of a command line.
///
/// # Errors
///
/// A sentence that says what was wrong, and the texts that may have been meant.
pub fn read<T: AsRef<str>>(words: &[T]) -> Result<Asked, NotUnderstood> {
    let words: Vec<String> = words.iter().map(|word| plain(word.as_ref())).collect();
    let all = words.join(" ").trim().to_string();
    if let [first, rest @ ..] = &words[..]
        && !rest.is_empty()
    {
        // A name alone is not followed by a position: `nim 3,4` asks for the heaps 3 and 4.
        if let Some(game) = spelt(first).filter(|_| kind_named(first).is_none()) {
            return match Standing::read(game.clone(), &rest.join(" ")) {
                Ok(standing) => Ok(Asked { standing, is_position: true, also: None }),
                Err(error) => spelt(&all).map(whole).ok_or_else(|| NotUnderstood {
                    why: error.to_string(),
                    meant: without_commas(first, rest, &all),
                }),
            };
        }
    }
    if let Some(asked) = unambiguous(&all)? {
        return Ok(asked);
    }
    let meant = guesses(&all);
    Err(match all.parse::<AnyGame>() {
        Err(_) if !meant.is_empty() => {
            NotUnderstood { why: format!("{} is not a game as it is written", Quoted::new(&all)), meant }
        }
        Err(error) => NotUnderstood::from(error.to_string()),
        // It is a game in the notation, but could be something else too.
        Ok(_) => NotUnderstood { why: two_things(&all), meant },
    })
}

/// Fails if a text is of a game that is too large to be played, before the whole of it is built.
///
/// What its lists stand for is counted first. The games of a sum are built one after the other, and each is gone
/// before the next, so that a short text of many large games takes the memory of one.
///
/// ```
/// use lastbite::asked;
///
/// assert!(asked::check_playable("kayles:1^1000000").is_err());
/// assert!(asked::check_playable("chomp:99x99+chomp:99x99").is_err());
/// assert!(asked::check_playable("chomp:99x99 99^5").is_ok());
/// assert!(asked::check_playable("no game at all").is_ok(), "which is for the reader to say");
/// ```
///
/// # Errors
///
/// When it is too large.
pub fn check_playable(text: &str) -> Result<(), TooLarge> {
    TooLarge::check_text(text, Purpose::Play)?;
    // A position follows its game, and has no more pieces.
    let games = text.split_whitespace().next().unwrap_or_default();
    let mut pieces = 0u64;
    for part in games.split('+') {
        let Some(game) = spelt(&plain(part)) else { continue };
        game.check_playable()?;
        pieces = pieces.saturating_add(Standing::start(game).size());
    }
    match pieces > Purpose::Play.most() {
        true => Err(TooLarge::Pieces { pieces, purpose: Purpose::Play }),
        false => Ok(()),
    }
}

/// Reads a game alone.
///
/// # Errors
///
/// As [`read`], and if a position is named that is not the start of its game.
pub fn game(text: &str) -> Result<AnyGame, NotUnderstood> {
    let asked = read(&[text])?;
    if !asked.is_position {
        return Ok(asked.standing.game().clone());
    }
    Err(NotUnderstood {
        why: format!("{} is a position, where a game is wanted", Quoted::new(text)),
        meant: guesses(&plain(text))
            .into_iter()
            .filter(|text| !text.contains(' ') && is_game(text))
            .collect(),
    })
}

/// Reads a position of a game that is known.
///
/// # Errors
///
/// As the game says it.
pub fn position(game: &AnyGame, text: &str) -> Result<Standing<AnyGame>, NotUnderstood> {
    Standing::read(game.clone(), &plain(text)).map_err(|error| NotUnderstood::from(error.to_string()))
}

/// Reads a move as people type it.
///
/// # Errors
///
/// As the game says it; a letter and a number are answered with the two moves that they may stand for.
pub fn read_move(game: &AnyGame, text: &str) -> Result<AnyMove, NotUnderstood> {
    let error = match game.read_move(text) {
        Ok(mv) => return Ok(mv),
        Err(error) => error,
    };
    let plain = plain(text);
    let bare = plain.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(&plain);
    let with_commas = || {
        numbers_of(&bare.replace(['x', 'X', '×'], ","))
            .filter(|numbers| numbers.len() > 1)
            .map(|numbers| numbers.join(","))
    };
    let forgiven = [Some(plain.to_lowercase()), with_commas()].into_iter().flatten();
    if let Some(mv) = forgiven
        .into_iter()
        .filter(|_| text.len() <= LONGEST_GUESS)
        .find_map(|text| game.read_move(&text).ok())
    {
        return Ok(mv);
    }
    let meant = lettered(&plain).filter(|meant| meant.iter().all(|text| game.read_move(text).is_ok()));
    Err(NotUnderstood { why: error.to_string(), meant: meant.map(Vec::from).unwrap_or_default() })
}

/// Returns the two readings of `b3`: chess players name the column by the letter, players of battleships the
/// row.
fn lettered(text: &str) -> Option<[String; 2]> {
    let letter = text.chars().next().filter(char::is_ascii_alphabetic)?.to_ascii_lowercase();
    let (letter, number) = (letter as u32 - 'a' as u32 + 1, number(&text[1..])?);
    Some([format!("{letter},{number}"), format!("{number},{letter}")])
}

/// Returns the game of this number in the list of all [kinds](Described::kinds), counted from 1: the example
/// of that kind.
#[must_use]
pub fn numbered(text: &str) -> Option<AnyGame> {
    let place = number(&plain(text))?.checked_sub(1)?;
    example(AnyGame::kinds().get(place as usize)?)
}

fn whole(game: AnyGame) -> Asked {
    Asked { standing: Standing::start(game), is_position: false, also: None }
}

fn example(kind: &Description) -> Option<AnyGame> {
    kind.examples.first()?.parse().ok()
}

fn is_game(text: &str) -> bool {
    text.parse::<AnyGame>().is_ok()
}

fn two_things(text: &str) -> String {
    format!("{} could be more than one thing", Quoted::new(text))
}

/// Writes signs that are typed on other keyboards as the notation has them.
fn plain(text: &str) -> String {
    let sign = |c: char| match c {
        '０'..='９' => char::from(b'0' + (c as u32 - '０' as u32) as u8),
        '，' | '、' => ',',
        '：' => ':',
        '＠' => '@',
        '＋' => '+',
        '＊' | '∗' | '✕' | '✖' => '*',
        '’' | '‘' | '`' => '\'',
        '–' | '—' | '−' => '-',
        c if c.is_whitespace() => ' ',
        c => c,
    };
    text.chars().map(sign).collect::<String>().trim().to_string()
}

/// Reads what has one meaning only; nothing if it has none, and an error if it has two.
fn unambiguous(text: &str) -> Result<Option<Asked>, NotUnderstood> {
    let position = AnyGame::around(text);
    let game = spelt(text);
    let is_list = text.contains(',') && !text.contains(|c: char| c.is_alphabetic() || ":@^×".contains(c));
    match (position, game) {
        (Some(standing), None) => {
            let also = is_list.then(|| as_heaps(text)).flatten();
            Ok(Some(Asked { standing, is_position: true, also }))
        }
        (Some(_), Some(_)) => Err(NotUnderstood { why: two_things(text), meant: guesses(text) }),
        // Two numbers with a comma: two sides, or two heaps.
        (None, Some(_)) if is_list => Err(NotUnderstood { why: two_things(text), meant: guesses(text) }),
        (None, game) => Ok(game.map(whole)),
    }
}

/// Reads a game whose spelling is forgiven.
fn spelt(text: &str) -> Option<AnyGame> {
    if let Ok(game) = text.parse() {
        return Some(game);
    }
    if text.len() > LONGEST_GUESS {
        return None;
    }
    if text.contains('+') {
        let (parts, end) = match text.rsplit_once('/') {
            Some((parts, end)) => (parts, format!("/{}", end.to_lowercase())),
            None => (text, String::new()),
        };
        let parts: Option<Vec<String>> =
            parts.split('+').map(|part| Some(spelt(part.trim())?.to_string())).collect();
        return (parts?.join("+") + &end).parse().ok();
    }
    if let Some(kind) = kind_named(text) {
        return example(kind);
    }
    if let Some((name, rest)) = text.split_once(':') {
        let begins = kind_named(name)?.begins();
        let rest = rest.trim();
        let tidy = |rest: &str| format!("{begins}{}", sides(rest));
        return [format!("{begins}{rest}"), tidy(rest), tidy(&rest.to_lowercase())]
            .iter()
            .find_map(|text| text.parse().ok());
    }
    sides(&text.to_lowercase()).parse().ok().filter(|_| text.starts_with(|c: char| c.is_ascii_digit()))
}

/// Writes the sides of a bar or a box with an x between them, however they are joined.
fn sides(text: &str) -> String {
    text.replace(" by ", "x").replace("by", "x").replace(['*', '×', 'X'], "x").replace(" x ", "x")
}

/// Finds the kind of game that people call this: its name, its title, or another name, in any spelling.
fn kind_named(text: &str) -> Option<&'static Description> {
    let name = folded(text);
    let called = |kind: &&'static Description| {
        [kind.name, kind.title].iter().chain(kind.aliases).any(|known| folded(known) == name)
    };
    if name.is_empty() || text.contains([':', '+']) {
        None
    } else {
        AnyGame::kinds().into_iter().find(called)
    }
}

/// Leaves of a name only its letters and digits, in lower case, without a last "game".
fn folded(name: &str) -> String {
    let letters = name.chars().filter(|c| c.is_alphanumeric());
    let letters: String = letters.flat_map(char::to_lowercase).collect();
    let bare = letters.strip_suffix("games").or_else(|| letters.strip_suffix("game"));
    bare.filter(|bare| !bare.is_empty()).unwrap_or(&letters).to_string()
}

/// Lists the texts that may have been meant, the likeliest first; each of them is read.
fn guesses(text: &str) -> Vec<String> {
    let mut meant: Vec<String> = Vec::new();
    if text.len() > LONGEST_GUESS {
        return meant;
    }
    let mut add = |text: String| {
        if !meant.contains(&text) && understood(&text) {
            meant.push(text);
        }
    };
    let (name, rest) = match text.find(|c: char| c.is_ascii_digit()) {
        Some(digit) => text.split_at(digit),
        None => (text, ""),
    };
    let name = name.trim().trim_end_matches([':', '=', '@', '(', '[', '-']).trim();
    if name.is_empty() {
        bare_numbers(rest).into_iter().for_each(&mut add);
        return meant;
    }
    match kind_named(name) {
        Some(kind) if !rest.is_empty() => {
            let lower = sides(&rest.to_lowercase()).replace('x', ",");
            let (rest, end) = match lower.split_once("mis") {
                Some((rest, _)) => (numbers_of(rest), "/misere"),
                None => (numbers_of(&lower), ""),
            };
            let rest = rest.unwrap_or_default();
            for joined in [rest.join(","), rest.join("x"), rest.join(":")] {
                let named = format!("{}{joined}{end}", kind.begins());
                // The last thing that is typed, with the usual values before it.
                let filled = filled(kind, &joined) + end;
                let games = [named, filled].into_iter().filter_map(|text| text.parse::<AnyGame>().ok());
                games.for_each(|game| add(game.to_string()));
            }
        }
        Some(_) => {}
        None if name.contains(':') => {}
        None => {
            let close = |kind: &&Description| {
                let names = [kind.name, kind.title].into_iter().chain(kind.aliases.iter().copied());
                names.map(folded).any(|known| is_close(&known, &folded(name)))
            };
            for kind in AnyGame::kinds().into_iter().filter(close) {
                let rest = numbers_of(rest).unwrap_or_default().join(",");
                match rest.is_empty() {
                    true => add(kind.name.to_string()),
                    false => add(format!("{}{rest}", kind.begins())),
                }
            }
        }
    }
    meant
}

/// Lists what may be meant by a game and numbers after it with spaces between them: its position, or more of
/// the game.
fn without_commas(game: &str, rest: &[String], all: &str) -> Vec<String> {
    let position = rest.join(",");
    match rest.len() > 1 && numbers_of(&position).is_some() && !all.contains(',') {
        true if understood(&format!("{game} {position}")) => vec![format!("{game} {position}")],
        true => guesses(all),
        false => Vec::new(),
    }
}

/// Says whether a text is read without a question, so that whoever types it gets an answer.
fn understood(text: &str) -> bool {
    match text.split_once(' ') {
        Some((game, position)) => {
            game.parse::<AnyGame>().is_ok_and(|game| Standing::read(game, position).is_ok())
        }
        None => matches!(unambiguous(text), Ok(Some(_))),
    }
}

/// Lists what numbers without a name may mean: the sides of a bar, what is left of one, or heaps.
fn bare_numbers(text: &str) -> Vec<String> {
    let Some(numbers) = numbers_of(text) else { return Vec::new() };
    let list = numbers.join(",");
    let heaps = || as_heaps(&list);
    match &numbers[..] {
        [one] => [format!("{one}x{one}")].into_iter().chain(heaps()).collect(),
        [rows, cols] if text.contains(',') => {
            let position = AnyGame::around(&list).map(|standing| without_name(&standing.to_string()));
            [Some(format!("{rows}x{cols}")), position, heaps()].into_iter().flatten().collect()
        }
        [rows, cols] => vec![format!("{rows}x{cols}")],
        _ => match AnyGame::around(&list) {
            Some(_) => vec![list.clone()],
            None => heaps().into_iter().collect(),
        },
    }
}

/// Writes a list of numbers as the heaps of the first game that takes them.
fn as_heaps(list: &str) -> Option<String> {
    let named = AnyGame::kinds().into_iter().skip(1).map(|kind| format!("{}{list}", kind.begins()));
    named.into_iter().find(|text| is_game(text))
}

/// Leaves out the name of the first kind, which needs none: `4x7` for `chomp:4x7`.
fn without_name(text: &str) -> String {
    let begins = AnyGame::kinds().first().map_or(String::new(), |kind| kind.begins());
    text.strip_prefix(&begins).unwrap_or(text).to_string()
}

/// Writes a game with the usual values, but for the last one that is typed.
fn filled(kind: &Description, last: &str) -> String {
    let typed = |at: &usize| matches!(kind.parameters[*at].kind, Kind::Text { silent: None });
    let place = (0..kind.parameters.len()).rfind(typed);
    let value = |(at, parameter): (usize, &crate::description::Parameter)| match Some(at) == place {
        true => last.to_string(),
        false => parameter.usual().to_string(),
    };
    kind.write(&kind.parameters.iter().enumerate().map(value).collect::<Vec<_>>())
}

/// Reads numbers that are separated by anything but letters, or nothing if there is more than numbers.
fn numbers_of(text: &str) -> Option<Vec<String>> {
    let parts = text.split([' ', ',', ';', '.', ':', '-', '/', '|', '+', '*', '(', ')', '[', ']']);
    let parts: Vec<String> =
        parts.filter(|part| !part.is_empty() && *part != "and").map(str::to_string).collect();
    let fits = !parts.is_empty() && parts.iter().all(|part| number(part).is_some());
    fits.then_some(parts)
}

/// Says whether two names differ by at most one letter more, less, changed or exchanged.
fn is_close(known: &str, typed: &str) -> bool {
    let (known, typed): (Vec<char>, Vec<char>) = (known.chars().collect(), typed.chars().collect());
    if typed.len() < 3 || known.len().abs_diff(typed.len()) > 1 {
        return false;
    }
    let same = known.iter().zip(&typed).take_while(|(a, b)| a == b).count();
    let (known, typed) = (&known[same..], &typed[same..]);
    let tail = |list: &[char], from: usize| list.get(from..).unwrap_or(&[]).to_vec();
    let exchanged = known.len() >= 2 && typed.len() >= 2 && known[0] == typed[1] && known[1] == typed[0];
    tail(known, 1) == tail(typed, 1)
        || tail(known, 1) == typed
        || known == tail(typed, 1)
        || exchanged && tail(known, 2) == tail(typed, 2)
}
