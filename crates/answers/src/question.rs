//! A question as it is read: parameters that the route knows, each at most once, and what they name.

use std::borrow::Cow;
use std::str::FromStr;

use lastbite::notation::Quoted;
use lastbite::{AnyGame, AnyMove, Game, Standing};

use crate::problem::Problem;
use crate::reach::Reach;
use crate::routes::Route;

/// The parameters of a question.
#[derive(Debug)]
pub struct Question<'a> {
    parameters: Vec<(Cow<'a, str>, Cow<'a, str>)>,
    /// What was sent along.
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
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            if !route.parameters.iter().any(|parameter| parameter.name == name) {
                let known: Vec<&str> = route.parameters.iter().map(|parameter| parameter.name).collect();
                let known = if known.is_empty() { "none".to_string() } else { known.join(", ") };
                let name = Quoted::new(&name);
                return Err(Problem::unreadable(format!("there is no parameter {name}; known are {known}")));
            }
            if parameters.iter().any(|(other, _)| *other == name) {
                return Err(Problem::unreadable(format!("the parameter {name} is there twice")));
            }
            parameters.push((name, value));
        }
        Ok(Question { parameters, body })
    }

    /// Returns the text of a parameter, if it is there.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<&str> {
        self.parameters.iter().find(|(other, _)| other == name).map(|(_, value)| &**value)
    }

    /// Reads a parameter, or returns its usual value where it is not there.
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
            return Err(Problem::unreadable(
                "the parameter game is missing; a game is named like chomp:8x10, chomp:8x10@3,4, nim:3,4,5 or nim:3,4,5/misere",
            ));
        };
        let game: AnyGame = text.parse().map_err(Problem::unreadable)?;
        reach.check(&game)?;
        Ok(game)
    }

    /// Reads the game and the position, the start where none is named.
    pub(crate) fn standing(&self, reach: &Reach) -> Result<Standing<AnyGame>, Problem> {
        let game = self.game(reach)?;
        match self.text("position").filter(|text| !text.is_empty()) {
            None => Ok(Standing::start(game)),
            Some(text) => Standing::read(game, text).map_err(Problem::unreadable),
        }
    }

    /// Reads the moves of a game, one after the other, as in `3,4;2,6`.
    pub(crate) fn moves(&self, game: &AnyGame) -> Result<Vec<AnyMove>, Problem> {
        let text = self.text("moves").unwrap_or("");
        if text.is_empty() {
            return Ok(Vec::new());
        }
        if text.split(';').count() > Self::MOST_MOVES {
            return Err(Problem::unreadable(format!("a game has at most {} moves here", Self::MOST_MOVES)));
        }
        text.split(';').map(|text| game.read_move(text).map_err(Problem::unreadable)).collect()
    }
}
