//! What a game is: what it is called, what can be chosen about it, some examples, and the words for its
//! pieces and moves.
//!
//! Start screens, dialogs, help, refusals and what a server allows all come from here, so that nobody but the
//! game itself knows its name.

use std::str::FromStr;

use crate::atlas::{Map, MapOf};
use crate::effort::Effort;
use crate::game::{Game, Standing};
use crate::layout::Place;
use crate::search::Algorithm;

/// What a kind of game is, the same for all games of the kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Description {
    /// The word that stands for it in addresses and settings.
    pub name: &'static str,
    /// What its texts begin with, where that is not its name and a colon.
    begins: Option<&'static str>,
    /// What people call it.
    pub title: &'static str,
    /// What it is about, in one line.
    pub invitation: &'static str,
    /// What can be chosen, in the order in which it is written.
    pub parameters: &'static [Parameter],
    /// Games of this kind, written out: they show how such games are written.
    pub examples: &'static [&'static str],
    /// What its pieces and moves are called.
    pub nouns: Nouns,
    /// What is asked where a move is typed.
    pub prompt: &'static str,
    /// How a move is written, in a sentence without an example: [`Words::how_to_move`](crate::words::Words)
    /// adds one that may be played.
    pub how_to_move: &'static str,
    /// The steps of the lesson that it teaches.
    pub lesson: &'static [LessonStep],
    /// Games of this kind that are small enough to look at their whole tree, as textbooks do.
    pub figures: &'static [&'static str],
}

impl Description {
    /// Describes a kind of game by its name, what people call it, and an example.
    #[must_use]
    pub const fn new(
        name: &'static str,
        title: &'static str,
        invitation: &'static str,
        examples: &'static [&'static str],
    ) -> Self {
        Description {
            name,
            begins: None,
            title,
            invitation,
            parameters: &[],
            examples,
            nouns: Nouns::USUAL,
            prompt: "Move? ",
            how_to_move: "",
            lesson: &[],
            figures: &[],
        }
    }

    /// Says what its texts begin with, where that is not its name and a colon.
    #[must_use]
    pub const fn beginning(self, begins: &'static str) -> Self {
        Description { begins: Some(begins), ..self }
    }

    /// Returns what its texts begin with.
    ///
    /// ```
    /// use lastbite::AnyGame;
    /// use lastbite::description::Described;
    ///
    /// assert_eq!(AnyGame::kinds()[0].begins(), "chomp:");
    /// ```
    #[must_use]
    pub fn begins(&self) -> String {
        self.begins.map_or_else(|| format!("{}:", self.name), str::to_string)
    }

    /// Says what can be chosen.
    #[must_use]
    pub const fn with_parameters(self, parameters: &'static [Parameter]) -> Self {
        Description { parameters, ..self }
    }

    /// Says what its pieces and moves are called.
    #[must_use]
    pub const fn with_nouns(self, nouns: Nouns) -> Self {
        Description { nouns, ..self }
    }

    /// Says how a move is asked for, and how it is written.
    #[must_use]
    pub const fn with_prompt(self, prompt: &'static str, how_to_move: &'static str) -> Self {
        Description { prompt, how_to_move, ..self }
    }

    /// Says what it teaches.
    #[must_use]
    pub const fn with_lesson(self, lesson: &'static [LessonStep]) -> Self {
        Description { lesson, ..self }
    }

    /// Says which games are small enough to look at their whole tree.
    #[must_use]
    pub const fn with_figures(self, figures: &'static [&'static str]) -> Self {
        Description { figures, ..self }
    }

    /// Writes the game that was chosen, from a value for each parameter; a value that goes without saying is
    /// left out.
    ///
    /// ```
    /// use lastbite::AnyGame;
    /// use lastbite::description::Described;
    ///
    /// let kind = AnyGame::kinds()[0];
    /// assert_eq!(kind.write(&["4x7", "2,3"]), "chomp:4x7@2,3");
    /// assert_eq!(kind.write(&["4x7", "1,1"]), "chomp:4x7");
    /// ```
    #[must_use]
    pub fn write<T: AsRef<str>>(&self, values: &[T]) -> String {
        let mut text = self.begins();
        for (parameter, value) in self.parameters.iter().zip(values) {
            let value: String = value.as_ref().trim().to_string();
            match parameter.kind {
                Kind::Text { silent } if silent != Some(value.as_str()) => {
                    text += parameter.before;
                    text += &value;
                }
                Kind::Text { .. } => {}
                Kind::Switch { on, .. } if value == on => text += parameter.before,
                Kind::Switch { .. } => {}
            }
        }
        text
    }
}

/// Something that can be chosen about a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Parameter {
    /// What it is called in addresses and settings.
    pub name: &'static str,
    /// What it is called in front of people.
    pub label: &'static str,
    /// What is accepted, in a few words.
    pub accepted: &'static str,
    /// What is written before its value in the text of a game.
    pub before: &'static str,
    /// Whether it is typed or one of two.
    pub kind: Kind,
    /// Values worth choosing; the first one is the usual one.
    pub choices: &'static [&'static str],
}

/// How a parameter is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// A text that is typed.
    Text {
        /// The value that goes without saying.
        silent: Option<&'static str>,
    },
    /// One of two.
    Switch {
        /// What it is called while the game is as usual.
        off: &'static str,
        /// What it is called while it is not.
        on: &'static str,
    },
}

impl Parameter {
    /// Describes something that is typed.
    #[must_use]
    pub const fn text(name: &'static str, label: &'static str, accepted: &'static str) -> Self {
        Parameter { name, label, accepted, before: "", kind: Kind::Text { silent: None }, choices: &[] }
    }

    /// Describes one of two, as usual and otherwise; `written` is in the text of the game where it is
    /// otherwise.
    #[must_use]
    pub const fn switch(
        name: &'static str,
        label: &'static str,
        written: &'static str,
        off: &'static str,
        on: &'static str,
    ) -> Self {
        Parameter { name, label, accepted: "", before: written, kind: Kind::Switch { off, on }, choices: &[] }
    }

    /// Says what is worth choosing; the first one is the usual one.
    #[must_use]
    pub const fn with_choices(self, choices: &'static [&'static str]) -> Self {
        Parameter { choices, ..self }
    }

    /// Says what is written before its value, and which value goes without saying.
    #[must_use]
    pub const fn behind(self, before: &'static str, silent: &'static str) -> Self {
        Parameter { before, kind: Kind::Text { silent: Some(silent) }, ..self }
    }

    /// Says what is written before its value; there is always a value.
    #[must_use]
    pub const fn following(self, before: &'static str) -> Self {
        Parameter { before, ..self }
    }

    /// Returns the value that is chosen where nobody chooses.
    #[must_use]
    pub fn usual(&self) -> &'static str {
        match self.kind {
            Kind::Text { silent } => self.choices.first().copied().or(silent).unwrap_or(""),
            Kind::Switch { off, .. } => off,
        }
    }

    /// Lists the values that can be chosen one after the other.
    #[must_use]
    pub fn values(&self) -> Vec<&'static str> {
        match self.kind {
            Kind::Text { .. } => self.choices.to_vec(),
            Kind::Switch { off, on } => vec![off, on],
        }
    }
}

/// One step of the lesson.
///
/// It is played against a computer that makes no mistakes, and the learner moves first. Its words fit every
/// front end, which says itself what to press.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LessonStep {
    /// The chapter that it belongs to; steps of one chapter follow each other.
    pub chapter: &'static str,
    /// What it is about.
    pub title: &'static str,
    /// What there is to know.
    pub text: &'static str,
    /// What to do on the board.
    pub task: &'static str,
    /// What is said when it is done.
    pub done: &'static str,
    /// The game.
    pub game: &'static str,
    /// The position to win.
    pub position: &'static str,
    /// What is asked when it is done, to see whether it was understood.
    pub check: Check,
    /// The search that it tells about, to be watched on this very position.
    pub watch: Option<Algorithm>,
}

/// A question with some answers to choose from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Check {
    /// The question.
    pub question: &'static str,
    /// What can be answered.
    pub answers: &'static [&'static str],
    /// Which of them is right, from 0.
    pub right: usize,
    /// Why that is so.
    pub why: &'static str,
}

/// What the pieces and moves of a game are called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Nouns {
    /// A piece: `square`.
    pub piece: &'static str,
    /// A move: `bite`.
    pub a_move: &'static str,
    /// What becomes of a piece: `eaten`.
    pub gone: &'static str,
    /// What a move does to pieces, of one who is not spoken to and of one who is: `eats`, `eat`.
    pub takes: (&'static str, &'static str),
}

impl Nouns {
    /// Pieces are taken by moves.
    pub const USUAL: Nouns = Nouns::new("piece", "move", "taken", ("takes", "take"));

    /// Names a piece, a move, what becomes of a piece, and what a move does.
    #[must_use]
    pub const fn new(
        piece: &'static str,
        a_move: &'static str,
        gone: &'static str,
        takes: (&'static str, &'static str),
    ) -> Self {
        Nouns { piece, a_move, gone, takes }
    }
}

/// A game that can say what it is.
///
/// # Laws
///
/// Tested for every game in `tests/library/laws.rs`:
///
/// 1. The examples are games of this kind, as they are written themselves.
/// 2. [`write`](Description::write) makes the game again out of its [`values`](Described::values).
/// 3. Every [listed value](Parameter::values) of a parameter, with the others as [usual](Parameter::usual),
///    makes a game that can be played.
/// 4. No two kinds have the same name, and every text that a game writes is [claimed](Described::claims) by
///    that game alone.
pub trait Described: Game {
    /// Returns what games of this type are; some types are one kind of game, some several.
    fn kinds() -> Vec<&'static Description>;

    /// Says whether a text is meant to be a game of this type, though it may be wrong.
    ///
    /// It is if it begins like one. A sign that joins games is left to the game that joins them.
    fn claims(text: &str) -> bool {
        !text.contains('+') && Self::kinds().iter().any(|kind| text.starts_with(&kind.begins()))
    }

    /// Makes a game out of what a file holds, for texts that begin with this name; nothing where such games
    /// are not kept in files. What it writes of itself needs no file.
    ///
    /// Whoever reads files for others does not offer this: a text alone never names a file.
    fn from_file(_name: &str, _contents: &str) -> Option<Result<Self, <Self as FromStr>::Err>> {
        None
    }

    /// Returns what this game is.
    fn description(&self) -> &'static Description;

    /// Returns the value that each parameter has in this game.
    fn values(&self) -> Vec<String>;

    /// Returns the same game with its poison at another place; nothing where it has none to move.
    fn poisoned_at(&self, _place: Place) -> Option<Self> {
        None
    }

    /// Lists the maps that can be drawn of games of this type.
    fn maps() -> Vec<&'static MapOf> {
        Vec::new()
    }

    /// Draws a map; nothing where there is none of this name, or the work was called off.
    fn map(_name: &str, _effort: &Effort) -> Option<Map> {
        None
    }

    /// Says in a sentence why the game is too large to be played by people or asked about over a network;
    /// nothing if it is not.
    fn check_playable(&self) -> Result<(), String> {
        Ok(())
    }
}

impl<G: Described> Standing<G> {
    /// Says in a sentence that there is nothing to play, where the game would be over before it begins.
    pub fn check_begins(&self) -> Result<(), String> {
        let game = self.game();
        if !game.is_over(self.position()) {
            return Ok(());
        }
        let what = if *self.position() == game.start() { game.to_string() } else { self.to_string() };
        let larger = game.description().examples.first().copied().unwrap_or("another game");
        Err(format!("There is nothing to play in {what}: it is over before it begins. Try {larger}."))
    }
}
