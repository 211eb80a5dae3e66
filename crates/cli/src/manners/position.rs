//! A game and a position of it on the command line: `chomp:8x10 10^3,8^5`, `nim:3,4,5`, or `8x10` for a bar.

use std::fs::File;
use std::io::{self, IsTerminal, Read, Write, stderr};
use std::path::Path;

use clap::Args;
use lastbite::asked::{Asked, NotUnderstood};
use lastbite::description::Described;
use lastbite::game::Purpose;
use lastbite::layout::{Corner, Drawn};
use lastbite::notation::{Bytes, Quoted};
use lastbite::{AnyGame, AnyPosition, Game, Standing};

use crate::manners::picture::Picture;
use crate::manners::prompt::Stop;
use crate::manners::style::Look;

/// The game that a command is about, and a position of it.
#[derive(Args, Clone, Debug)]
pub struct PositionArgs {
    #[arg(value_name = "GAME", help = what_is_a_game())]
    game: String,
    /// A position of it, as in 10^3,8^5; the start if not given. A position of a bar needs no game: 7,5,3
    #[arg(value_name = "POSITION")]
    position: Vec<String>,
}

/// Says in an option's help how a game is written.
pub fn what_is_a_game() -> String {
    let first = |kind: &&lastbite::description::Description| kind.examples.first().copied();
    let mut examples: Vec<&str> = AnyGame::kinds().iter().filter_map(first).collect();
    let more = if examples.len() > 3 { "; lastbite play lists all games" } else { "" };
    examples.truncate(3);
    let short = examples.first().map_or(String::new(), |example| without_name(example).to_string());
    format!("A game, as in {short} or {}{more}", examples.join(", "))
}

/// Leaves out the name of a game that needs none: `4x7` is a game of the first kind.
pub fn without_name(game: &str) -> &str {
    let usual = AnyGame::kinds().first().map_or("", |kind| kind.name);
    game.strip_prefix(usual).and_then(|rest| rest.strip_prefix(':')).unwrap_or(game)
}

impl PositionArgs {
    /// Returns the position, or says why there is none.
    pub fn standing(&self) -> Result<Standing<AnyGame>, Stop> {
        let words: Vec<&str> = [&self.game].into_iter().chain(&self.position).map(String::as_str).collect();
        let standing = asked(&words)?.standing;
        fitting(&standing, Purpose::Judge)?;
        Ok(standing)
    }
}

/// Reads a game, or a position of one, from the words of the command line, and says if they may have meant
/// something else too.
pub fn asked(words: &[&str]) -> Result<Asked, Stop> {
    if let [first, rest @ ..] = words
        && first.contains(":@")
    {
        let game = parse_game(first).map_err(Stop::Refused)?;
        let (standing, is_position) = match rest.is_empty() {
            true => (Standing::start(game), false),
            false => (lastbite::asked::position(&game, &rest.join(" ")).map_err(Stop::refuse)?, true),
        };
        return Ok(Asked { standing, is_position, also: None });
    }
    let asked = lastbite::asked::read(words).map_err(|error| Stop::Refused(in_words(words, error)))?;
    if let (Some(also), true) = (&asked.also, stderr().is_terminal()) {
        let _ = writeln!(stderr(), "(taken as {}; for heaps type {also})", asked.standing);
    }
    Ok(asked)
}

/// Says what was not understood; a file that is there may have been meant as one.
fn in_words(words: &[&str], error: NotUnderstood) -> String {
    if let [path] = words
        && Path::new(path).is_file()
        && let Some(kind) = AnyGame::kinds().iter().find(|kind| AnyGame::from_file(kind.name, "").is_some())
    {
        let path = Quoted::new(path).to_string();
        return format!("{path} is a file; did you mean {}:@{}?", kind.name, path.trim_matches('\''));
    }
    error.to_string()
}

/// Returns a position of a game, or its start; refuses one that is too large for any question.
pub fn standing(game: &AnyGame, position: Option<&str>) -> Result<Standing<AnyGame>, Stop> {
    let standing = match position {
        None => Standing::start(game.clone()),
        Some(text) => lastbite::asked::position(game, text).map_err(Stop::refuse)?,
    };
    fitting(&standing, Purpose::Judge)?;
    Ok(standing)
}

/// Refuses a game that is too large to be played, or to make puzzles of.
pub fn playable(game: &AnyGame) -> Result<(), Stop> {
    game.check_playable().map_err(|why| Stop::refuse(format!("{game} cannot be played: {why}")))
}

/// Refuses a position that is too large for what it is wanted for.
pub fn fitting(standing: &Standing<AnyGame>, purpose: Purpose) -> Result<(), Stop> {
    standing.check_size(purpose).map_err(Stop::refuse)
}

/// Reads a game from the command line: its text, or `NAME:@FILE` for games that can be read from a file.
pub fn parse_game(text: &str) -> Result<AnyGame, String> {
    match text.split_once(":@") {
        Some((name, path)) => from_file(name, path).unwrap_or_else(|| named_game(text)),
        None => lastbite::asked::game(text).map_err(|error| in_words(&[text], error)),
    }
}

/// Makes a game from a file, or nothing if games of that name are not kept in files.
fn from_file(name: &str, path: &str) -> Option<Result<AnyGame, String>> {
    // Checked first, so that no file is opened for other games.
    let _ = AnyGame::from_file(name, "")?;
    let wrong = |error: &dyn std::fmt::Display| format!("{}: {error}", Quoted::new(path));
    match contents(path) {
        Ok(contents) => AnyGame::from_file(name, &contents).map(|game| game.map_err(|error| wrong(&error))),
        Err(error) => Some(Err(wrong(&error))),
    }
}

/// Reads a text file, unless it is larger than any game.
fn contents(path: &str) -> io::Result<String> {
    const MOST: u64 = 16 << 20;
    // Reading a pipe or a device might never end, or never begin.
    if !std::fs::metadata(path)?.is_file() {
        return Err(io::Error::other("not a file"));
    }
    let mut contents = String::new();
    let read = File::open(path)?.take(MOST + 1).read_to_string(&mut contents)?;
    if read as u64 > MOST {
        return Err(io::Error::other(format!("the file is larger than {}", Bytes(MOST))));
    }
    Ok(contents)
}

/// Reads a game as people write it. A file is never read.
pub fn named_game(text: &str) -> Result<AnyGame, String> {
    lastbite::asked::game(text).map_err(|error| error.to_string())
}

/// Draws a position of any game so that it fits the width, with what the last move took if `before` is given.
pub fn drawn(standing: &Standing<AnyGame>, before: Option<&AnyPosition>, look: Look, width: usize) -> String {
    const LINES: usize = 40;
    // A layout has every piece that the game began with, and some games begin with a hundred million.
    const MOST: u64 = 2_000_000;
    let game = standing.game();
    if game.size(&game.start()) > MOST {
        return format!("{}\n", standing.written());
    }
    let (layout, before) = (game.layout(standing.position()), before.map(|before| game.layout(before)));
    let nouns = game.description().nouns;
    let corner = Corner::default();
    Picture { layout: &layout, before: before.as_ref(), nouns, corner, look, width }.fitting(LINES)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_is_a_bar_and_a_name_is_a_game() {
        assert_eq!(parse_game("8x10").unwrap().to_string(), "chomp:8x10");
        assert_eq!(parse_game("3x4@2,2").unwrap().to_string(), "chomp:3x4@2,2");
        assert_eq!(parse_game("nim:3,4,5/misere").unwrap().to_string(), "nim:3,4,5/misere");
        assert!(parse_game("go").unwrap_err().contains("'go' is not a game"));
        assert!(parse_game("4x").unwrap_err().contains("is missing a side"));
        let told = parse_game("7,5,3").unwrap_err();
        assert!(told.starts_with("'7,5,3' is a position, where a game is wanted"), "{told}");
    }

    #[test]
    fn a_file_is_read_where_it_is_named_and_nowhere_else() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("order.txt");
        std::fs::write(&file, "a b\nb c\nd\n").unwrap();
        let text = format!("poset:@{}", file.display());
        assert_eq!(parse_game(&text).unwrap().to_string(), "poset:a.b,b.c,d");
        assert!(named_game(&text).unwrap_err().contains("read on the command line alone"));
        let pipe = folder.path().display();
        assert!(
            parse_game(&format!("poset:@{pipe}")).unwrap_err().ends_with("not a file"),
            "a folder is not a file"
        );
        assert!(parse_game("poset:@/no/such/file").unwrap_err().contains("'/no/such/file': "));
        assert!(
            parse_game(&format!("nim:@{}", file.display())).is_err(),
            "no file is opened for other games"
        );
        std::fs::write(&file, "a b c\n").unwrap();
        assert!(parse_game(&text).unwrap_err().contains("'a b c' is not a pair"));
        assert_eq!(parse_game("chomp:8x10@3,4").unwrap().to_string(), "chomp:8x10@3,4");
    }
}
