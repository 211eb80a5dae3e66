//! The words of a game: its rule in two lines, a move, advice, how it ended. Every front end uses the same
//! words.

use crate::argument::Argument;
use crate::description::Described;
use crate::effort::Effort;
use crate::game::{Ending, Standing};
use crate::layout::{Drawn, Layout, Piece, Place, Role};
use crate::notation::counted;
use crate::theory::Theory;

/// Whom a sentence is about: the reader, or a player by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Who<'a> {
    /// The person in front of the screen.
    You,
    /// The computer, where it has no name of its own.
    Computer,
    /// Somebody else.
    Named(&'a str),
}

impl<'a> Who<'a> {
    /// Refers to a player by name; a player called `You` is the reader.
    #[must_use]
    pub fn named(name: &'a str) -> Self {
        if name == "You" { Who::You } else { Who::Named(name) }
    }

    /// Returns the name at the beginning of a sentence.
    #[must_use]
    pub fn subject(self) -> &'a str {
        match self {
            Who::You => "You",
            Who::Computer => "The computer",
            Who::Named(name) => name,
        }
    }

    /// Returns the name inside a sentence.
    #[must_use]
    pub fn object(self) -> &'a str {
        match self {
            Who::You => "you",
            Who::Computer => "the computer",
            Who::Named(name) => name,
        }
    }

    /// Chooses the form of a verb: `wins` for somebody else, `win` for the reader.
    ///
    /// ```
    /// use lastbite::words::Who;
    /// assert_eq!(Who::Named("Ada").verb("wins", "win"), "wins");
    /// assert_eq!(Who::You.verb("wins", "win"), "win");
    /// ```
    #[must_use]
    pub fn verb<'v>(self, theirs: &'v str, yours: &'v str) -> &'v str {
        match self {
            Who::You => yours,
            Who::Computer | Who::Named(_) => theirs,
        }
    }

    /// Says whose something is, at the beginning of a sentence: `Your turn`, `Ada's turn`.
    #[must_use]
    pub fn owns(self, thing: &str) -> String {
        match self {
            Who::You => format!("Your {thing}"),
            _ => format!("{}'s {thing}", self.subject()),
        }
    }

    /// Says whose something is, inside a sentence: `your turn`, `the computer's turn`.
    ///
    /// ```
    /// use lastbite::words::Who;
    /// assert_eq!(Who::Computer.owned("turn"), "the computer's turn");
    /// assert_eq!(Who::You.owned("turn"), "your turn");
    /// ```
    #[must_use]
    pub fn owned(self, thing: &str) -> String {
        match self {
            Who::You => format!("your {thing}"),
            _ => format!("{}'s {thing}", self.object()),
        }
    }
}

/// What else can be known about a position besides who wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Measure {
    /// How many plies it is away from the end.
    Distance,
    /// Its Grundy value.
    Grundy,
    /// Which move wins, if a theorem says that there is one.
    Move,
}

/// Says of whoever has only the poison left that this is the end.
pub(crate) fn only_poison_left(loser: Who<'_>) -> String {
    format!("Only the poison is left, and it is {}.", loser.owned("turn"))
}

/// Nobody types on paper.
pub(crate) fn written_by_hand(how: &str) -> String {
    how.strip_prefix("Type ").map_or_else(|| how.to_string(), |rest| format!("Write {rest}"))
}

/// A game that can describe itself. The names of players come from the front end; all other words are here.
pub trait Words: Theory + Drawn + Described {
    /// States the rule in two short sentences, each on its own line.
    fn rule(&self) -> String;

    /// States the rule in a few words, for narrow screens.
    fn short_rule(&self) -> String {
        self.rule().replace('\n', " ")
    }

    /// Says how a move is written, with moves that may be played here as examples.
    ///
    /// ```
    /// use lastbite::words::Words;
    /// use lastbite::{Chomp, Game};
    ///
    /// let bar: Chomp = "2x2".parse()?;
    /// assert_eq!(bar.how_to_move(&bar.start()), "A bite is a row and a column, as in 2,1.");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn how_to_move(&self, position: &Self::Position) -> String {
        let how = self.description().how_to_move.trim_end_matches('.');
        if how.is_empty() {
            return String::new();
        }
        match self.example_moves(position).join(" or ") {
            none if none.is_empty() => sentence(how),
            examples => sentence(format!("{how}, as in {examples}")),
        }
    }

    /// Writes one or two moves that may be played here, to show how moves are written: the shortest and the
    /// longest, if their forms differ.
    fn example_moves(&self, position: &Self::Position) -> Vec<String> {
        // Some positions have far too many moves to look at.
        let mut moves: Vec<String> = self.moves(position).take(500).map(|mv| self.write_move(&mv)).collect();
        moves.sort_by_key(String::len);
        // Moves that differ only in their numbers have the same form.
        let way = |text: &str| -> String { text.chars().filter(|c| !c.is_ascii_digit()).collect() };
        let middle_like = |end: Option<&String>| {
            let like: Vec<&String> =
                moves.iter().filter(|mv| end.is_some_and(|end| way(end) == way(mv))).collect();
            like.get(like.len() / 2).map(|mv| (*mv).clone())
        };
        let mut examples: Vec<String> =
            [moves.first(), moves.last()].into_iter().filter_map(middle_like).collect();
        examples.dedup();
        examples
    }

    /// Returns the title of the game: `Chomp 4x7`.
    fn title(&self) -> String {
        format!("{} {}", self.description().title, self.values().join(", "))
    }

    /// Describes the board for people who do not see it: `Bar of chocolate, 4 rows, 7 columns`.
    fn scene(&self) -> String {
        self.title()
    }

    /// Names a move in a few words, for lists: `2,3`, or `3 from heap 1`.
    fn describe(&self, _before: &Self::Position, mv: &Self::Move) -> String {
        self.write_move(mv)
    }

    /// Names a move in words, for sentences and for lists from which nobody types: `2 pins, leaving 4 and 6`.
    fn in_words(&self, before: &Self::Position, mv: &Self::Move) -> String {
        self.describe(before, mv)
    }

    /// Says what a move did, following the name of the player: `bites 2,3 and eats 4 squares`.
    fn told(&self, before: &Self::Position, mv: &Self::Move, who: Who<'_>) -> String {
        let nouns = self.description().nouns;
        let takes = who.verb(nouns.takes.0, nouns.takes.1);
        let many = counted(self.taken(before, mv).len() as u64, nouns.piece);
        format!("{} {} and {takes} {many}", who.verb("plays", "play"), self.describe(before, mv))
    }

    /// Words a move as advice, before "wins": `Biting 2,3`.
    fn advice(&self, before: &Self::Position, mv: &Self::Move) -> String {
        format!("Playing {}", self.describe(before, mv))
    }

    /// Says where a piece is for people who do not see it: `Row 2, column 3`, or its name if it has one.
    fn place(&self, position: &Self::Position, place: Place) -> String {
        self.layout(position).spoken(place)
    }

    /// Names one of several moves that a piece offers, to somebody who points at it: `this pin and the next one`.
    fn offered(&self, position: &Self::Position, mv: &Self::Move, _place: Place) -> String {
        self.describe(position, mv)
    }

    /// Says how an answer is written on paper: usually as it is typed.
    fn how_on_paper(&self) -> String {
        written_by_hand(&self.how_to_move(&self.start()))
    }

    /// Writes a move for the answers of a printed sheet.
    fn on_paper(&self, _position: &Self::Position, mv: &Self::Move) -> String {
        self.write_move(mv)
    }

    /// Says what may be taken now, where the pieces alone do not show it, or nothing.
    fn limit(&self, _position: &Self::Position) -> Option<String> {
        None
    }

    /// Says what is worth knowing about a position before a move is named, or nothing.
    fn lesson(&self, _position: &Self::Position) -> Option<String> {
        None
    }

    /// Returns a figure in lines of text that helps to understand a position, or nothing.
    fn figure(&self, _position: &Self::Position) -> Option<String> {
        None
    }

    /// Explains the rule that decides a position, with its proof, in words that a pupil can follow; nothing
    /// if none does.
    fn argument(&self, _position: &Self::Position) -> Option<Argument> {
        None
    }

    /// Says why something about a position could not be found within an effort, as the end of a sentence.
    fn out_of_reach(&self, _position: &Self::Position, _what: Measure, _effort: &Effort) -> String {
        "it has too many positions to be looked through".to_string()
    }

    /// States the condition under which a Grundy value is meaningful for this game, or nothing if there is
    /// none.
    fn grundy_condition(&self) -> Option<&'static str> {
        None
    }

    /// Says why the game ended at a position, in a sentence about the loser.
    fn ending(&self, _last: &Self::Position, ending: Ending, loser: Who<'_>) -> String {
        let name = loser.subject();
        match ending {
            Ending::NoMoveLeft => format!("{name} {} no move left.", loser.verb("has", "have")),
            Ending::Blunder => format!("{name} made the move that loses at once."),
            Ending::Resigned => format!("{name} resigned."),
        }
    }
}

/// Describes a piece for people who do not see it: where it is, and what a move there would take.
///
/// ```
/// use lastbite::layout::Place;
/// use lastbite::words::label;
/// use lastbite::{Chomp, Standing};
///
/// let bar = Standing::start(Chomp::new(3, 4)?);
/// assert_eq!(label(&bar, Place::new(2, 3)), "Row 2, column 3, eats 4 squares");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn label<G: Words>(standing: &Standing<G>, place: Place) -> String {
    let layout = standing.game().layout(standing.position());
    label_of(standing, &layout, layout.piece(place), place)
}

/// Describes every piece as [`label`] does, in the order of the layout.
#[must_use]
pub fn labels<G: Words>(standing: &Standing<G>) -> Vec<String> {
    let layout = standing.game().layout(standing.position());
    layout.pieces.iter().map(|piece| label_of(standing, &layout, Some(piece), piece.place)).collect()
}

fn label_of<G: Words>(
    standing: &Standing<G>,
    layout: &Layout,
    piece: Option<&Piece>,
    place: Place,
) -> String {
    let (game, position) = (standing.game(), standing.position());
    let nouns = game.description().nouns;
    let here = game.place(position, place);
    match (piece, game.move_at(position, place)) {
        (Some(piece), _) if !piece.left => format!("{here}, {}", nouns.gone),
        (Some(piece), _) if piece.role == Role::Poison => format!("{here}, poison"),
        (_, None) => here,
        (_, Some(mv)) => {
            let pieces = &layout.pieces;
            let taken = game.taken(position, &mv);
            let many = taken.iter().filter(|&&id| pieces[id].role != Role::Joint).count();
            let does = match many {
                0 => "splits the heap".to_string(),
                many => format!("{} {}", nouns.takes.0, counted(many as u64, nouns.piece)),
            };
            let poison = if game.is_blunder(position, &mv) { ", and loses" } else { "" };
            format!("{here}, {does}{poison}")
        }
    }
}

/// Turns a standalone sentence into the continuation of another.
#[must_use]
pub fn lower(sentence: &str) -> String {
    let mut characters = sentence.chars();
    characters.next().into_iter().flat_map(char::to_lowercase).chain(characters).collect()
}

/// Makes a sentence of a message, with a capital letter and a full stop.
///
/// ```
/// use lastbite::words::sentence;
/// assert_eq!(sentence("square 9,1 is not there"), "Square 9,1 is not there.");
/// ```
#[must_use]
pub fn sentence(message: impl std::fmt::Display) -> String {
    let message = message.to_string();
    let mut characters = message.chars();
    let first: String = characters.next().into_iter().flat_map(char::to_uppercase).collect();
    let end = if message.ends_with('?') { "" } else { "." };
    format!("{first}{}{end}", characters.as_str().trim_end_matches('.'))
}

/// A word of the trade, for those who ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Term {
    /// What it is called.
    pub names: &'static [&'static str],
    /// The other forms in which texts have it.
    pub forms: &'static [&'static str],
    /// What it means.
    pub meaning: &'static str,
}

/// The words of the trade that every front end explains.
pub const GLOSSARY: &[Term] = &[
    Term { names: &["ply"], forms: &["plies"], meaning: "one move of one player" },
    Term {
        names: &["binary sum", "exclusive or"],
        forms: &["xor"],
        meaning: "numbers added in binary, without carrying",
    },
    Term {
        names: &["Grundy value"],
        forms: &["Grundy values"],
        meaning: "the size of the heap of stones that a position is worth",
    },
    Term { names: &["misère"], forms: &[], meaning: "whoever makes the last move loses" },
];

/// Writes a number of plies, which counts the moves of both players.
#[must_use]
pub fn plies(number: u32) -> String {
    // "1 ply", "3 plies": the plural is irregular.
    if number == 1 {
        "1 ply".to_string()
    } else {
        format!("{} plies", crate::notation::grouped(number.into()))
    }
}
