//! How a list of games becomes one game that is any of them.

/// Makes `AnyGame`, its positions, moves, reasons and errors, out of a list of games.
///
/// `chomp::Chomp` says that the texts which begin with `chomp:` are games of `Chomp`, in the room `chomp`.
macro_rules! one_of_these_games {
    ($($(#[$doc:meta])* $room:ident::$Game:ident),* $(,)?) => {
        $(use $room::$Game;)*
        use std::fmt;
        use std::str::FromStr;

        use thiserror::Error;

        use crate::game::{Ending, Game, IllegalMove, Outcome};
        use crate::notation::Quoted;
        use crate::theory::{Theorem, Theory};
        use crate::words::Words;

        /// Any game this library knows, chosen when the program runs; it plays like any other.
        ///
        /// ```
        /// use lastbite::{AnyGame, Game, Standing};
        ///
        /// let game: AnyGame = "nim:3,4,5/misere".parse()?;
        /// assert!(matches!(game, AnyGame::Nim(_)));
        /// let left = Standing::start(game.clone()).play(game.read_move("3 from 3")?)?;
        /// assert_eq!(left.to_string(), "nim:3,4,5/misere 3,4,2");
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum AnyGame { $($(#[$doc])* $Game($Game)),* }

        /// A position of any game.
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum AnyPosition { $($(#[$doc])* $Game(<$Game as Game>::Position)),* }

        /// A move of any game.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum AnyMove { $($(#[$doc])* $Game(<$Game as Game>::Move)),* }

        /// Why a position of any game is lost.
        #[derive(Clone, Debug, PartialEq)]
        #[non_exhaustive]
        pub enum AnyReason { $($(#[$doc])* $Game(<$Game as Theory>::Reason)),* }

        /// What the rules of any game forbid.
        #[derive(Clone, Debug, PartialEq, Error)]
        #[non_exhaustive]
        pub enum AnyIllegal {
            $($(#[$doc])* #[error("{0}")] $Game(<$Game as Game>::Illegal),)*
            /// A move of one game was played in another.
            #[error("that is a move of another game")]
            OfAnotherGame,
        }

        /// Why a text or a position is not one of any game's.
        #[derive(Clone, Debug, PartialEq, Error)]
        #[non_exhaustive]
        pub enum NotAnyPosition {
            $($(#[$doc])* #[error("{0}")] $Game(<$Game as Game>::NotAPosition),)*
            /// A position of one game was taken for one of another.
            #[error("that is a position of another game")]
            OfAnotherGame,
        }

        /// Why a text is not a move of any game.
        #[derive(Clone, Debug, PartialEq, Error)]
        #[non_exhaustive]
        pub enum NotAnyMove { $($(#[$doc])* #[error("{0}")] $Game(<$Game as Game>::NotAMove)),* }

        /// A text that is not a game.
        #[derive(Clone, Debug, PartialEq, Error)]
        #[non_exhaustive]
        pub enum GameError {
            $($(#[$doc])* #[error("{0}")] $Game(<$Game as FromStr>::Err),)*
            /// It does not begin with the name of a game.
            #[error(
                "{0} is not a game; a game is named like chomp:8x10, chomp:8x10@3,4, nim:3,4,5 or nim:3,4,5/misere"
            )]
            Unknown(Quoted),
        }

        $(
            impl From<$Game> for AnyGame {
                fn from(game: $Game) -> Self {
                    AnyGame::$Game(game)
                }
            }
        )*

        impl AnyGame {
            /// The names of all games.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($room)),*];

            /// Returns the name of the game, which its text begins with.
            #[must_use]
            pub fn name(&self) -> &'static str {
                match self { $(AnyGame::$Game(_) => stringify!($room)),* }
            }
        }

        impl fmt::Display for AnyGame {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self { $(AnyGame::$Game(game) => game.fmt(f)),* }
            }
        }

        impl fmt::Display for AnyPosition {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self { $(AnyPosition::$Game(position) => position.fmt(f)),* }
            }
        }

        impl fmt::Display for AnyMove {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self { $(AnyMove::$Game(mv) => mv.fmt(f)),* }
            }
        }

        impl fmt::Display for AnyReason {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self { $(AnyReason::$Game(reason) => reason.fmt(f)),* }
            }
        }

        impl FromStr for AnyGame {
            type Err = GameError;

            fn from_str(text: &str) -> Result<Self, GameError> {
                match text.trim().split_once(':') {
                    $(Some((name, _)) if name == stringify!($room) => {
                        text.parse().map(AnyGame::$Game).map_err(GameError::$Game)
                    })*
                    _ => Err(GameError::Unknown(Quoted::new(text))),
                }
            }
        }

        // A position or a move of another game can only come from a mistake of the caller's. It finds no moves and
        // changes nothing, and whoever checks is told.
        impl Game for AnyGame {
            type Position = AnyPosition;
            type Move = AnyMove;
            type Illegal = AnyIllegal;
            type NotAPosition = NotAnyPosition;
            type NotAMove = NotAnyMove;

            fn start(&self) -> AnyPosition {
                match self { $(AnyGame::$Game(game) => AnyPosition::$Game(game.start())),* }
            }

            fn moves(&self, position: &AnyPosition) -> impl Iterator<Item = AnyMove> {
                // The moves of the game that this is; of all others none.
                std::iter::empty()$(.chain(
                    match (self, position) {
                        (AnyGame::$Game(game), AnyPosition::$Game(position)) => {
                            Some(game.moves(position).map(AnyMove::$Game))
                        }
                        #[allow(unreachable_patterns)]
                        _ => None,
                    }
                    .into_iter()
                    .flatten(),
                ))*
            }

            fn play_unchecked(&self, position: &AnyPosition, mv: AnyMove) -> AnyPosition {
                match (self, position, mv) {
                    $((AnyGame::$Game(game), AnyPosition::$Game(position), AnyMove::$Game(mv)) => {
                        AnyPosition::$Game(game.play_unchecked(position, mv))
                    })*
                    #[allow(unreachable_patterns)]
                    _ => position.clone(),
                }
            }

            fn check(&self, position: &AnyPosition, mv: AnyMove) -> Result<(), IllegalMove<AnyIllegal>> {
                match (self, position, mv) {
                    $((AnyGame::$Game(game), AnyPosition::$Game(position), AnyMove::$Game(mv)) => {
                        game.check(position, mv).map_err(|illegal| match illegal {
                            IllegalMove::Over => IllegalMove::Over,
                            IllegalMove::Blunder => IllegalMove::Blunder,
                            IllegalMove::ByTheRules(why) => IllegalMove::ByTheRules(AnyIllegal::$Game(why)),
                        })
                    })*
                    #[allow(unreachable_patterns)]
                    _ => Err(IllegalMove::ByTheRules(AnyIllegal::OfAnotherGame)),
                }
            }

            fn admits(&self, position: &AnyPosition) -> Result<(), NotAnyPosition> {
                match (self, position) {
                    $((AnyGame::$Game(game), AnyPosition::$Game(position)) => {
                        game.admits(position).map_err(NotAnyPosition::$Game)
                    })*
                    #[allow(unreachable_patterns)]
                    _ => Err(NotAnyPosition::OfAnotherGame),
                }
            }

            fn read_position(&self, text: &str) -> Result<AnyPosition, NotAnyPosition> {
                match self {
                    $(AnyGame::$Game(game) => {
                        game.read_position(text).map(AnyPosition::$Game).map_err(NotAnyPosition::$Game)
                    })*
                }
            }

            fn read_move(&self, text: &str) -> Result<AnyMove, NotAnyMove> {
                match self {
                    $(AnyGame::$Game(game) => game.read_move(text).map(AnyMove::$Game).map_err(NotAnyMove::$Game)),*
                }
            }

            fn size(&self, position: &AnyPosition) -> u64 {
                match (self, position) {
                    $((AnyGame::$Game(game), AnyPosition::$Game(position)) => game.size(position),)*
                    #[allow(unreachable_patterns)]
                    _ => 0,
                }
            }

            fn stalling_move(&self, position: &AnyPosition) -> Option<AnyMove> {
                match (self, position) {
                    $((AnyGame::$Game(game), AnyPosition::$Game(position)) => {
                        game.stalling_move(position).map(AnyMove::$Game)
                    })*
                    #[allow(unreachable_patterns)]
                    _ => None,
                }
            }

            fn haste(&self, position: &AnyPosition, mv: AnyMove) -> (u64, u64) {
                match (self, position, mv) {
                    $((AnyGame::$Game(game), AnyPosition::$Game(position), AnyMove::$Game(mv)) => {
                        game.haste(position, mv)
                    })*
                    #[allow(unreachable_patterns)]
                    _ => (u64::MAX, u64::MAX),
                }
            }

            fn final_outcome(&self, position: &AnyPosition) -> Outcome {
                match (self, position) {
                    $((AnyGame::$Game(game), AnyPosition::$Game(position)) => game.final_outcome(position),)*
                    #[allow(unreachable_patterns)]
                    _ => Outcome::Loss,
                }
            }
        }

        impl Theory for AnyGame {
            type Reason = AnyReason;

            fn theorem(&self, position: &AnyPosition) -> Option<Theorem<AnyMove, AnyReason>> {
                match (self, position) {
                    $((AnyGame::$Game(game), AnyPosition::$Game(position)) => {
                        game.theorem(position).map(|said| said.map(AnyMove::$Game, AnyReason::$Game))
                    })*
                    #[allow(unreachable_patterns)]
                    _ => None,
                }
            }
        }

        impl AnyGame {
            /// Lets the right game speak of one of its moves; of another game's move there is nothing to say.
            fn say(&self, before: &AnyPosition, mv: AnyMove, say: impl Say) -> String {
                match (self, before, mv) {
                    $((AnyGame::$Game(game), AnyPosition::$Game(before), AnyMove::$Game(mv)) => say.say(game, before, mv),)*
                    #[allow(unreachable_patterns)]
                    _ => mv.to_string(),
                }
            }
        }

        /// One of the things that can be said of a move.
        trait Say {
            fn say<G: Words>(&self, game: &G, before: &G::Position, mv: G::Move) -> String;
        }

        struct Describe;
        struct Told;
        struct Advice;

        impl Say for Describe {
            fn say<G: Words>(&self, game: &G, before: &G::Position, mv: G::Move) -> String {
                game.describe(before, mv)
            }
        }

        impl Say for Told {
            fn say<G: Words>(&self, game: &G, before: &G::Position, mv: G::Move) -> String {
                game.told(before, mv)
            }
        }

        impl Say for Advice {
            fn say<G: Words>(&self, game: &G, before: &G::Position, mv: G::Move) -> String {
                game.advice(before, mv)
            }
        }

        impl Words for AnyGame {
            fn rule(&self) -> String {
                match self { $(AnyGame::$Game(game) => game.rule()),* }
            }

            fn describe(&self, before: &AnyPosition, mv: AnyMove) -> String {
                self.say(before, mv, Describe)
            }

            fn told(&self, before: &AnyPosition, mv: AnyMove) -> String {
                self.say(before, mv, Told)
            }

            fn advice(&self, before: &AnyPosition, mv: AnyMove) -> String {
                self.say(before, mv, Advice)
            }

            fn lesson(&self, position: &AnyPosition) -> Option<String> {
                match (self, position) {
                    $((AnyGame::$Game(game), AnyPosition::$Game(position)) => game.lesson(position),)*
                    #[allow(unreachable_patterns)]
                    _ => None,
                }
            }

            fn ending(&self, last: &AnyPosition, ending: Ending, loser: &str) -> String {
                match (self, last) {
                    $((AnyGame::$Game(game), AnyPosition::$Game(last)) => game.ending(last, ending, loser),)*
                    #[allow(unreachable_patterns)]
                    _ => String::new(),
                }
            }
        }
    };
}

pub(super) use one_of_these_games;
