//! The table of all questions: their names, their parameters, and who answers them.

use lastbite::Effort;
use serde::Serialize;

use crate::problem::Problem;
use crate::question::Question;
use crate::{
    Desk, JSON, analysis, explain, games, grundy, health, lesson, line, map, picture, puzzle, record, reply,
    review, session, setup, trace, tree, view, worksheet,
};

/// How a question is sent over HTTP.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// All of it in the address.
    Get,
    /// With a body.
    Post,
}

/// A question that can be asked.
pub struct Route {
    /// Its name; over HTTP it is asked at `/api/` plus this name.
    pub name: &'static str,
    /// How it is sent over HTTP.
    pub method: Method,
    /// What it answers, in a sentence.
    pub about: &'static str,
    /// What it takes.
    pub parameters: &'static [&'static Parameter],
    /// The media type of the answer.
    pub kind: &'static str,
    /// Whether answering it may take long.
    pub heavy: bool,
    pub(crate) answer: fn(&Desk, &Question<'_>, &Effort) -> Result<String, Problem>,
    #[cfg(feature = "openapi")]
    pub(crate) schema: fn(&mut schemars::SchemaGenerator) -> schemars::Schema,
}

impl Route {
    /// Says whether there is anything to read and to work on: all but what is the same for everyone.
    pub fn is_work(&self) -> bool {
        !self.parameters.is_empty() || self.method == Method::Post
    }
}

/// A parameter of a question.
#[derive(Debug)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// Whether it must be there.
    pub required: bool,
    /// What it says, in a sentence.
    pub about: &'static str,
    /// An example; empty if it comes from a game.
    pub example: &'static str,
}

macro_rules! parameters {
    ($($NAME:ident = $name:literal, $required:literal, $about:literal, $example:literal;)*) => {$(
        const $NAME: &Parameter =
            &Parameter { name: $name, required: $required, about: $about, example: $example };
    )*};
}

parameters! {
    GAME = "game", true, "The game.", "";
    POSITION = "position", false, "The position: row lengths or heaps; the start if it is left out.", "10^3,8^5";
    MOVES = "moves", false, "The moves from there on, separated by semicolons.", "4,9;2,3";
    LEVEL = "level", false, "How well the computer plays: easy, medium, strong or perfect.", "easy";
    ENGINE = "engine", false, "How it thinks: auto, minimax, alphabeta, negamax, memo or sieve.", "auto";
    SEED = "seed", false, "The seed of its mistakes: a number from 0.", "7";
    TURN = "turn", false, "How many moves have been made; every turn has its own dice.", "2";
    FIRST = "first", false, "The name of the first player.", "Ada";
    SECOND = "second", false, "The name of the second player.", "Bob";
    RESIGNED = "resigned", false, "Who has given up, 1 or 2.", "2";
    ANY_GAME = "game", false, "The game; the default one if it is left out.", "";
    START = "start", false, "The position that the game begins with.", "10^3,8^5";
    AT = "at", false, "How many of the moves have been made; all if it is left out.", "1";
    VS = "vs", false, "Who your opponent is: computer or human.", "human";
    ME = "me", false, "The side of the person at this device, 1 or 2.", "2";
    YOU = "you", false, "The name of the person at this device.", "Ada";
    OTHER = "other", false, "The name of the other player.", "Bob";
    ANALYSIS = "analysis", false, "1 to judge every move on the board.", "1";
    VALUES_SHOWN = "grundy", false, "1 to show Grundy values in the judgement.", "1";
    LESSON = "lesson", false, "The step of the lesson, in place of a game.", "2";
    DO = "do", false, "What to do: play MOVE, undo, redo, resign, back NUMBER, cut, swap, again LEVEL, analysis, grundy.", "play 4,9";
    FRESH = "fresh", false, "The seed of the next game, for again.", "7";
    KIND = "kind", true, "The kind of game.", "";
    DIFFICULTY = "difficulty", false, "How far ahead a puzzle requires you to look: easy, medium or hard.", "easy";
    DAY = "day", false, "The days since 1 January 1970, for the puzzle of a day.", "20000";
    MOVE = "move", true, "The move that is tried.", "2,3";
    NUMBER = "number", false, "How many puzzles; 8 if it is left out.", "8";
    SEARCH = "search", false, "The search: minimax, alphabeta, negamax or memo.", "memo";
    PIECE = "piece", false, "The row and the place in it of a piece to take away, or to put back if it is gone.", "2,3";
    POISON = "poison", false, "The row and the place in it for the poison.", "2,3";
    ANY_KIND = "kind", false, "The kind of game, with values, in place of a game.", "";
    ANY_VALUES = "values", false, "The values of its parameters, separated by semicolons.", "4x7;1,1";
    MAP = "map", false, "Which map; the first one if it is left out.", "openings";
    VALUES = "values", true, "The values of its parameters, separated by semicolons.", "4x7;1,1";
}

fn json<T: Serialize>(answer: Result<T, Problem>) -> Result<String, Problem> {
    let why = "the answer could not be written";
    serde_json::to_string(&answer?)
        .map_err(|_| Problem { status: 500, sentence: lastbite::words::sentence(why) })
}

macro_rules! routes {
    ($($name:literal $method:ident $heavy:literal [$($parameter:ident),*] $answer:path => $Type:ty : $about:literal;)*) => {
        &[$(Route {
            name: $name,
            method: Method::$method,
            about: $about,
            parameters: &[$($parameter),*],
            kind: JSON,
            heavy: $heavy,
            answer: |desk, question, effort| json($answer(desk, question, effort)),
            #[cfg(feature = "openapi")]
            schema: |generator| generator.subschema_for::<$Type>(),
        }),*,
        Route {
            name: "tree.svg",
            method: Method::Get,
            about: "Draws the game tree of a small position, equal positions merged.",
            parameters: &[GAME, POSITION],
            kind: "image/svg+xml",
            heavy: true,
            answer: tree::answer,
            #[cfg(feature = "openapi")]
            schema: |generator| generator.subschema_for::<String>(),
        },
        Route {
            name: "picture.svg",
            method: Method::Get,
            about: "Draws a position with the numbers of its rows and columns.",
            parameters: &[GAME, POSITION],
            kind: "image/svg+xml",
            heavy: false,
            answer: picture::position,
            #[cfg(feature = "openapi")]
            schema: |generator| generator.subschema_for::<String>(),
        },
        Route {
            name: "card.svg",
            method: Method::Get,
            about: "Draws a position as on a card: nothing but its pieces, for the style sheet of a page.",
            parameters: &[GAME, POSITION],
            kind: "image/svg+xml",
            heavy: false,
            answer: picture::card,
            #[cfg(feature = "openapi")]
            schema: |generator| generator.subschema_for::<String>(),
        }]
    };
}

/// All questions.
pub const ROUTES: &[Route] = routes! {
    "analyze" Get true [GAME, POSITION] analysis::answer => analysis::Analysed: "Judges every move of a position.";
    "line" Get true [GAME, POSITION] line::answer => line::Line: "Plays on from a position, both sides as well as possible.";
    "explain" Get true [GAME, POSITION] explain::answer => explain::Explained: "Explains in sentences who wins, and why.";
    "move" Get true [GAME, POSITION, LEVEL, ENGINE, SEED, TURN] reply::answer => reply::Replied: "Chooses a move as the computer does.";
    "grundy" Get true [GAME, POSITION] grundy::answer => grundy::Grundy: "Finds the Grundy values of a position and of all that its moves leave.";
    "review" Get true [GAME, POSITION, MOVES, FIRST, SECOND, RESIGNED] review::answer => review::Review: "Looks back at a game: where the win was thrown away, and what would have kept it.";
    "game" Get false [GAME, POSITION, MOVES, FIRST, SECOND, RESIGNED] view::answer => view::View: "Shows a game: its rule, its positions, its moves, and how it ended.";
    "session" Get false [ANY_GAME, START, MOVES, AT, VS, LEVEL, ENGINE, ME, SEED, RESIGNED, YOU, OTHER, ANALYSIS, VALUES_SHOWN, LESSON, DO, FRESH] session::answer => session::Table: "Shows a game as a page does, after doing something in it.";
    "reply" Get true [ANY_GAME, START, MOVES, AT, VS, LEVEL, ENGINE, ME, SEED, RESIGNED, YOU, OTHER, ANALYSIS, VALUES_SHOWN, LESSON] session::reply => session::Table: "Lets the computer move in a game, and shows it.";
    "hint" Get true [ANY_GAME, START, MOVES, AT, VS, LEVEL, ENGINE, ME, SEED, RESIGNED, YOU, OTHER, ANALYSIS, VALUES_SHOWN, LESSON] session::hint => session::Hinted: "Gives a hint in stages.";
    "save" Post false [ANY_GAME, START, MOVES, AT, VS, LEVEL, ENGINE, ME, SEED, RESIGNED, YOU, OTHER, ANALYSIS, VALUES_SHOWN, LESSON] record::save => record::Saved: "Records a game as the program does, with the notes on its moves.";
    "games" Get false [] games::answer => games::Games: "Describes every kind of game.";
    "new" Get false [KIND, VALUES, VS, LEVEL, ENGINE, ME, SEED, YOU, OTHER] games::new => games::New: "Finds the address of a new game, or says what is wrong with it.";
    "lesson" Get false [] lesson::answer => lesson::Lesson: "Lists the steps of the lesson, chapter by chapter.";
    "puzzle" Get true [ANY_GAME, POSITION, DIFFICULTY, SEED, DAY] puzzle::answer => puzzle::Asked: "Makes a puzzle: a position with exactly one winning move.";
    "puzzles" Get true [GAME] puzzle::counts => puzzle::Counted: "Counts the puzzles of a game, by their difficulty.";
    "try" Get true [GAME, POSITION, MOVE] puzzle::tried => puzzle::Tried: "Says what comes of a move, and why.";
    "worksheet" Get true [GAME, DIFFICULTY, NUMBER, SEED] worksheet::answer => worksheet::Sheet: "Makes a sheet of puzzles to print, with its answers.";
    "trace" Get true [GAME, POSITION, SEARCH] trace::answer => trace::Searched: "Follows a search step by step on the picture of its tree.";
    "setup" Get false [ANY_GAME, POSITION, PIECE, POISON, ANY_KIND, ANY_VALUES] setup::answer => setup::SetUp: "Sets up a position, piece by piece.";
    "map" Get true [MAP] map::answer => map::Explored: "Draws a map of many games or positions at once.";
    "record" Post false [] record::answer => record::Recorded: "Reads a record as the program writes it, and plays it again.";
    "health" Get false [] health::answer => health::Health: "Says that the server is alive, and what may be asked.";
};

/// Finds a question by its name.
pub fn find(name: &str) -> Option<&'static Route> {
    ROUTES.iter().find(|route| route.name == name)
}
