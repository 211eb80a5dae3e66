//! The description of a game: its name, its parameters, some examples, and the words for its pieces and
//! moves.
//!
//! Start screens, dialogs, help, refusals and the limits of a server all come from here, so that no other
//! code knows the name of a game.

use std::str::FromStr;

use thiserror::Error;

use crate::atlas::{Map, MapOf};
use crate::effort::Effort;
use crate::game::{Game, Purpose, Standing, TooLarge};
use crate::layout::Place;
use crate::search::Algorithm;

/// Describes a kind of game; it is the same for all games of the kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Description {
    /// Its name in addresses and settings.
    pub name: &'static str,
    /// What its texts begin with, if that is not its name and a colon.
    begins: Option<&'static str>,
    /// Its title for people.
    pub title: &'static str,
    /// Other names that people have for it; capitals, spaces and signs do not matter.
    pub aliases: &'static [&'static str],
    /// A one-line summary.
    pub invitation: &'static str,
    /// The games that it stands beside in a gallery.
    pub family: Family,
    /// What makes people curious about it, in a sentence or two; empty if nothing is said.
    pub hook: &'static str,
    /// Games of this kind that make good puzzles of the day: easy ones, medium ones, hard ones.
    pub daily: [&'static [&'static str]; 3],
    /// Its parameters, in the order in which they are written.
    pub parameters: &'static [Parameter],
    /// Examples that show how games of this kind are written.
    pub examples: &'static [&'static str],
    /// The words for its pieces and moves.
    pub nouns: Nouns,
    /// The prompt for a move.
    pub prompt: &'static str,
    /// How a move is written, in a sentence without an example; [`Words::how_to_move`](crate::words::Words)
    /// adds one that may be played.
    pub how_to_move: &'static str,
    /// The steps of its lesson.
    pub lesson: &'static [LessonStep],
    /// Games of this kind whose whole tree is small enough to draw, as in textbooks.
    pub figures: &'static [&'static str],
}

impl Description {
    /// Describes a kind of game by its name, its title, a summary, and examples.
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
            aliases: &[],
            invitation,
            family: Family::Others,
            hook: "",
            daily: [&[], &[], &[]],
            parameters: &[],
            examples,
            nouns: Nouns::USUAL,
            prompt: "Move? ",
            how_to_move: "",
            lesson: &[],
            figures: &[],
        }
    }

    /// Sets what its texts begin with, if that is not its name and a colon.
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

    /// Sets other names that people have for it.
    #[must_use]
    pub const fn with_aliases(self, aliases: &'static [&'static str]) -> Self {
        Description { aliases, ..self }
    }

    /// Sets the games that it stands beside in a gallery.
    #[must_use]
    pub const fn in_family(self, family: Family) -> Self {
        Description { family, ..self }
    }

    /// Sets what makes people curious about it.
    #[must_use]
    pub const fn with_hook(self, hook: &'static str) -> Self {
        Description { hook, ..self }
    }

    /// Sets the games of this kind that make good puzzles of the day: easy ones, medium ones, hard ones.
    #[must_use]
    pub const fn with_daily(self, daily: [&'static [&'static str]; 3]) -> Self {
        Description { daily, ..self }
    }

    /// Sets the parameters.
    #[must_use]
    pub const fn with_parameters(self, parameters: &'static [Parameter]) -> Self {
        Description { parameters, ..self }
    }

    /// Sets the words for its pieces and moves.
    #[must_use]
    pub const fn with_nouns(self, nouns: Nouns) -> Self {
        Description { nouns, ..self }
    }

    /// Sets the prompt for a move, and how a move is written.
    #[must_use]
    pub const fn with_prompt(self, prompt: &'static str, how_to_move: &'static str) -> Self {
        Description { prompt, how_to_move, ..self }
    }

    /// Sets its lesson.
    #[must_use]
    pub const fn with_lesson(self, lesson: &'static [LessonStep]) -> Self {
        Description { lesson, ..self }
    }

    /// Sets the games whose whole tree is small enough to draw.
    #[must_use]
    pub const fn with_figures(self, figures: &'static [&'static str]) -> Self {
        Description { figures, ..self }
    }

    /// Writes the usual game of this kind, with the usual value of each parameter.
    #[must_use]
    pub fn usual(&self) -> String {
        let values: Vec<&str> = self.parameters.iter().map(Parameter::usual).collect();
        self.write(&values)
    }

    /// Writes the chosen game from a value for each parameter; default values are left out.
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

/// Kinds of games that are alike, as a gallery puts them together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Family {
    /// A piece goes with everything beyond it.
    Bites,
    /// Stones are taken from heaps.
    Heaps,
    /// What lies in a row is taken, or the row is broken in two.
    Rows,
    /// People make the game up themselves.
    Own,
    /// None of these.
    Others,
}

impl Family {
    /// All of them, in the order of a gallery.
    pub const ALL: [Family; 5] = [Family::Bites, Family::Heaps, Family::Rows, Family::Own, Family::Others];

    /// Returns its title for people.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Family::Bites => "Chocolate",
            Family::Heaps => "Heaps",
            Family::Rows => "Rows",
            Family::Own => "Of your own",
            Family::Others => "More games",
        }
    }

    /// Says in a sentence what its games have in common.
    #[must_use]
    pub fn about(self) -> &'static str {
        match self {
            Family::Bites => "Bite a piece, and everything beyond it goes too.",
            Family::Heaps => "Take from a heap, and count well.",
            Family::Rows => "Take something out of a row, or break it in two.",
            Family::Own => "Draw an order, write a code, or play several games at once.",
            Family::Others => "Every one of them can be played, learned and explored.",
        }
    }
}

/// A parameter of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Parameter {
    /// Its name in addresses and settings.
    pub name: &'static str,
    /// Its label for people.
    pub label: &'static str,
    /// What is accepted, in a few words.
    pub accepted: &'static str,
    /// The text before its value in the notation of a game.
    pub before: &'static str,
    /// Whether it is typed or a switch.
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
        /// The value that need not be written.
        silent: Option<&'static str>,
    },
    /// One of two.
    Switch {
        /// The label of the usual choice.
        off: &'static str,
        /// The label of the other choice.
        on: &'static str,
    },
}

impl Parameter {
    /// Describes a parameter that is typed.
    #[must_use]
    pub const fn text(name: &'static str, label: &'static str, accepted: &'static str) -> Self {
        Parameter { name, label, accepted, before: "", kind: Kind::Text { silent: None }, choices: &[] }
    }

    /// Describes a switch between the usual choice and another; `written` marks the other one in the
    /// notation.
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

    /// Sets the values worth choosing; the first one is the usual one.
    #[must_use]
    pub const fn with_choices(self, choices: &'static [&'static str]) -> Self {
        Parameter { choices, ..self }
    }

    /// Sets the text before its value, and the value that need not be written.
    #[must_use]
    pub const fn behind(self, before: &'static str, silent: &'static str) -> Self {
        Parameter { before, kind: Kind::Text { silent: Some(silent) }, ..self }
    }

    /// Sets the text before its value, which is always written.
    #[must_use]
    pub const fn following(self, before: &'static str) -> Self {
        Parameter { before, ..self }
    }

    /// Returns the default value.
    #[must_use]
    pub fn usual(&self) -> &'static str {
        match self.kind {
            Kind::Text { silent } => self.choices.first().copied().or(silent).unwrap_or(""),
            Kind::Switch { off, .. } => off,
        }
    }

    /// Lists the values to offer.
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
/// front end, and each front end says what to press.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LessonStep {
    /// The chapter that it belongs to; steps of one chapter follow each other.
    pub chapter: &'static str,
    /// Its title.
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
    /// The question at the end, to see whether it was understood.
    pub check: Check,
    /// The search that it explains, to watch on this position.
    pub watch: Option<Algorithm>,
}

/// A question with some answers to choose from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Check {
    /// The question.
    pub question: &'static str,
    /// The answers to choose from.
    pub answers: &'static [&'static str],
    /// The index of the right answer.
    pub right: usize,
    /// Why that is so.
    pub why: &'static str,
}

/// The words for the pieces and moves of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Nouns {
    /// A piece: `square`.
    pub piece: &'static str,
    /// A move: `bite`.
    pub a_move: &'static str,
    /// What a piece is after it was taken: `eaten`.
    pub gone: &'static str,
    /// What a move does to pieces, in the third person and in the second: `eats`, `eat`.
    pub takes: (&'static str, &'static str),
}

impl Nouns {
    /// Pieces are taken by moves.
    pub const USUAL: Nouns = Nouns::new("piece", "move", "taken", ("takes", "take"));

    /// Names a piece, a move, the state of a taken piece, and what a move does.
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

/// A game that has a description.
///
/// # Laws
///
/// The functions of `lastbite::laws`, in the feature `laws`, check them for every game:
///
/// 1. The examples are games of this kind, in their own notation.
/// 2. [`write`](Description::write) rebuilds the game from its [`values`](Described::values).
/// 3. Every [listed value](Parameter::values) of a parameter, with the others as [usual](Parameter::usual),
///    makes a game that can be played.
/// 4. No two kinds have the same name, and every text that a game writes is [claimed](Described::claims) by
///    that game alone.
pub trait Described: Game {
    /// Returns the kinds of games that this type has, one or several.
    fn kinds() -> Vec<&'static Description>;

    /// Says whether a text is meant as a game of this type, even if it has mistakes.
    ///
    /// It is if it begins like one. A plus sign that joins games is left to sums.
    fn claims(text: &str) -> bool {
        !text.contains('+') && Self::kinds().iter().any(|kind| text.starts_with(&kind.begins()))
    }

    /// Makes a game from the contents of a file, for texts that begin with this name; nothing if such games
    /// are not kept in files. The notation of the game itself needs no file.
    ///
    /// Servers do not offer this: a text alone never names a file.
    fn from_file(_name: &str, _contents: &str) -> Option<Result<Self, <Self as FromStr>::Err>> {
        None
    }

    /// Recognises a position that is written without its game, and returns it as one of the smallest game that
    /// has it; nothing if games of this type are not known by their positions.
    fn around(_text: &str) -> Option<Standing<Self>> {
        None
    }

    /// Returns the description of this game.
    fn description(&self) -> &'static Description;

    /// Returns the values of the parameters of this game.
    fn values(&self) -> Vec<String>;

    /// Returns the same game with its poison at another place, or nothing if it has no poison to move.
    fn poisoned_at(&self, _place: Place) -> Option<Self> {
        None
    }

    /// Lists the maps that can be drawn of games of this type.
    fn maps() -> Vec<&'static MapOf> {
        Vec::new()
    }

    /// Draws a map, or nothing if there is none of this name or the work was cancelled.
    fn map(_name: &str, _effort: &Effort) -> Option<Map> {
        None
    }

    /// Fails if the game is too large to be played by people or asked about over a network.
    ///
    /// A kind of game may set its own limits, which must be tighter than this one.
    fn check_playable(&self) -> Result<(), TooLarge> {
        Standing::start(self.clone()).check_size(Purpose::Play)
    }
}

/// Says whether a game is played misère: by its switch of that name.
pub fn is_misere<G: Described>(game: &G) -> bool {
    let parameters = game.description().parameters.iter().zip(game.values());
    let mut switches = parameters.filter(|(parameter, _)| parameter.name == "misere");
    switches.any(|(parameter, value)| value != parameter.usual())
}

/// There is nothing to play: the game is over before it begins.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("There is nothing to play in {what}: it is over before it begins. {advice}.")]
pub struct OverAlready {
    what: String,
    advice: String,
}

impl<G: Described> Standing<G> {
    /// Fails if the game would be over before it begins.
    pub fn check_begins(&self) -> Result<(), OverAlready> {
        let game = self.game();
        if !game.is_over(self.position()) {
            return Ok(());
        }
        if *self.position() != game.start() {
            let advice = "Give a position in which something can still be taken".to_string();
            return Err(OverAlready { what: self.to_string(), advice });
        }
        let larger = game.description().examples.first().copied().unwrap_or("another game");
        Err(OverAlready { what: game.to_string(), advice: format!("Try {larger}") })
    }
}
