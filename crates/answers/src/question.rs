//! A question as it is read: parameters that the route knows, each at most once, and what they name.

use std::borrow::Cow;
use std::str::FromStr;

use lastbite::asked;
use lastbite::games::how_games_are_written;
use lastbite::notation::Quoted;
use lastbite::{AnyGame, AnyMove, Standing, play::Side};

use crate::problem::Problem;
use crate::reach::Reach;
use crate::routes::Route;

/// Decodes a parameter and its value.
///
/// In games and positions a `+` is itself, because it joins games. Elsewhere it may stand for a space, as in
/// old links; new ones use `%20`.
fn decoded(pair: &str) -> (Cow<'_, str>, Cow<'_, str>) {
    const WITH_SIGNS: [&str; 4] = ["game", "start", "position", "values"];
    let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
    let decode = |text: &str| {
        let mut pairs = form_urlencoded::parse(text.as_bytes());
        // A text without an equals sign is decoded as a name.
        let text = pairs.next().map_or(String::new(), |(name, _)| name.into_owned());
        Cow::Owned(text)
    };
    let sign = if WITH_SIGNS.contains(&name) { "%2B" } else { "+" };
    (decode(name), decode(&value.replace('=', "%3D").replace('+', sign)))
}

/// The parameters of a question.
#[derive(Debug)]
pub struct Question<'a> {
    parameters: Vec<(Cow<'a, str>, Cow<'a, str>)>,
    /// The body of the request.
    pub body: &'a str,
}

impl<'a> Question<'a> {
    /// The most bytes of parameters that are read.
    pub const LONGEST: usize = 16 * 1024;
    /// The most moves of a game that is asked about: as many as the largest heaps allow, and some more.
    const MOST_MOVES: usize = 2000;

    /// Reads the parameters of a route.
    pub fn read(route: &Route, query: &'a str, body: &'a str) -> Result<Self, Problem> {
        if query.len() > Self::LONGEST {
            let why = format!("a question has at most {} bytes", Self::LONGEST);
            return Err(Problem { status: 414, sentence: lastbite::words::sentence(why) });
        }
        let mut parameters: Vec<(Cow<'_, str>, Cow<'_, str>)> = Vec::new();
        for (name, value) in query.split('&').filter(|pair| !pair.is_empty()).map(decoded) {
            if !route.parameters.iter().any(|parameter| parameter.name == name) {
                let known: Vec<&str> = route.parameters.iter().map(|parameter| parameter.name).collect();
                let known = if known.is_empty() { "none".to_string() } else { known.join(", ") };
                let name = Quoted::new(&name);
                return Err(Problem::unreadable(format!(
                    "there is no parameter {name} here; the parameters are {known}"
                )));
            }
            if parameters.iter().any(|(other, _)| *other == name) {
                return Err(Problem::unreadable(format!(
                    "the parameter {name} is given twice; give it once"
                )));
            }
            parameters.push((name, value));
        }
        Ok(Question { parameters, body })
    }

    /// Returns the text of a parameter, if it is there.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.parameters.iter().find(|(other, _)| other == name).map(|(_, value)| &**value)
    }

    /// Reads a number from 0, or nothing if it is not there.
    pub(crate) fn number(&self, name: &str) -> Result<Option<u64>, Problem> {
        let Some(text) = self.text(name).filter(|text| !text.is_empty()) else { return Ok(None) };
        let wrong = || format!("{name} must be a whole number, 0 or more, not {}", Quoted::new(text));
        text.parse().map(Some).map_err(|_| Problem::unreadable(wrong()))
    }

    /// Reads a player, 1 or 2, or nothing if none is named.
    pub(crate) fn side(&self, name: &str) -> Result<Option<Side>, Problem> {
        match self.text(name) {
            None | Some("" | "0") => Ok(None),
            Some("1") => Ok(Some(Side::First)),
            Some("2") => Ok(Some(Side::Second)),
            Some(_) => Err(Problem::unreadable(format!("{name} must be 1 or 2"))),
        }
    }

    /// Reads a parameter, or returns its default.
    pub(crate) fn read_or<T: FromStr<Err: std::fmt::Display>>(
        &self,
        name: &str,
        usual: T,
    ) -> Result<T, Problem> {
        match self.text(name) {
            None => Ok(usual),
            Some(text) => text.parse().map_err(|error| Problem::unreadable(format!("{name}: {error}"))),
        }
    }

    /// Reads the game, which must be there and within reach.
    pub(crate) fn game(&self, reach: &Reach) -> Result<AnyGame, Problem> {
        let Some(text) = self.text("game") else {
            let how = how_games_are_written();
            return Err(Problem::unreadable(format!("the parameter game is missing; {how}")));
        };
        reach.read(text)
    }

    /// Reads the game and the position, which is the start by default.
    pub(crate) fn standing(&self, reach: &Reach) -> Result<Standing<AnyGame>, Problem> {
        let Some(text) = self.text("game").filter(|_| !self.names_a_position()) else {
            return self.standing_of(reach, self.game(reach)?);
        };
        // A game may be followed by its position, and some positions need no game, as in 7,5,3.
        reach.admit(text)?;
        let words: Vec<&str> = text.split_whitespace().collect();
        let standing = asked::read(&words).map_err(Problem::unreadable)?.standing;
        reach.check(standing.game())?;
        Ok(standing)
    }

    fn names_a_position(&self) -> bool {
        ["position", "start"].iter().any(|name| self.text(name).is_some_and(|text| !text.is_empty()))
    }

    /// Reads the position of a game, which is the start by default; an address calls it `start`.
    pub(crate) fn standing_of(&self, reach: &Reach, game: AnyGame) -> Result<Standing<AnyGame>, Problem> {
        match self.text("position").or_else(|| self.text("start")).filter(|text| !text.is_empty()) {
            None => Ok(Standing::start(game)),
            Some(text) => {
                reach.admit_position(text)?;
                asked::position(&game, text).map_err(Problem::unreadable)
            }
        }
    }

    /// Reads the moves of a game, one after another, as in `3,4;2,6`.
    pub(crate) fn moves(&self, game: &AnyGame) -> Result<Vec<AnyMove>, Problem> {
        let text = self.text("moves").unwrap_or("");
        if text.is_empty() {
            return Ok(Vec::new());
        }
        if text.split(';').count() > Self::MOST_MOVES {
            return Err(Problem::unreadable(format!("a game has at most {} moves here", Self::MOST_MOVES)));
        }
        text.split(';').map(|text| asked::read_move(game, text).map_err(Problem::unreadable)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plus_joins_games_and_is_a_space_elsewhere() {
        let read = |pair| {
            let (name, value) = decoded(pair);
            (name.into_owned(), value.into_owned())
        };
        let is = |name: &str, value: &str| (name.to_string(), value.to_string());
        assert_eq!(read("game=nim:3+nim:4"), is("game", "nim:3+nim:4"));
        assert_eq!(read("position=3+4"), is("position", "3+4"));
        assert_eq!(read("game=nim:3%2Bnim:4"), is("game", "nim:3+nim:4"));
        assert_eq!(read("you=Ada+B"), is("you", "Ada B"));
        assert_eq!(read("you=A%2BB"), is("you", "A+B"));
        assert_eq!(read("you=a=b%20c"), is("you", "a=b c"));
        assert_eq!(read("alone"), is("alone", ""));
    }
}
