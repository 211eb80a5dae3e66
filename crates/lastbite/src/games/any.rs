//! How a list of games becomes one game that is any of them.

/// Makes `AnyGame`, its positions, moves, reasons and errors, out of a list of games.
///
/// `chomp::Chomp` says that texts beginning with `chomp:` are games of `Chomp`, in the room `chomp`. A game
/// made of other games says which: `sum::Sum<AnyGame>`.
macro_rules! one_of_these_games {
    ($($(#[$doc:meta])* $room:ident::$Game:ident $(<$Part:ident>)?),* $(,)?) => {
        $(pub mod $room;)*
        $(type $Game = $room::$Game $(<$Part>)?;)*
        use std::fmt;
        use std::str::FromStr;

        use thiserror::Error;

        use crate::atlas::{Map, MapOf};
        use crate::description::{Described, Description};
        use crate::effort::Effort;
        use crate::argument::Argument;
        use crate::game::{Ending, Game, IllegalMove, Outcome, Standing, TooLarge};
        use crate::knowledge::{DistanceOf, Knowledge, Unknown, WhyNot};
        use crate::layout::{Drawn, Layout, Place, Shape};
        use crate::notation::Quoted;
        use crate::search::{Algorithm, Searched, Unfinished, WithBlunders};
        use crate::theory::{Kept, Patience, Theorem, Theory};
        use crate::words::{Measure, Who, Words};

        /// Any game of this library, chosen at run time; it plays like any other.
        ///
        /// ```
        /// use lastbite::{AnyGame, Game, Standing};
        ///
        /// let game: AnyGame = "nim:3,4,5/misere".parse()?;
        /// assert!(matches!(game, AnyGame::Nim(_)));
        /// let left = Standing::start(game.clone()).play(&game.read_move("3 from 3")?)?;
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
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
            $($(#[$doc])* #[error(transparent)] $Game(<$Game as Game>::Illegal),)*
            /// A move of one game was played in another.
            #[error("that is a move of another game")]
            OfAnotherGame,
        }

        /// Why a text or a position is not one of any game's.
        #[derive(Clone, Debug, PartialEq, Error)]
        #[non_exhaustive]
        pub enum NotAnyPosition {
            $($(#[$doc])* #[error(transparent)] $Game(<$Game as Game>::NotAPosition),)*
            /// A position of one game was used in another.
            #[error("that is a position of another game")]
            OfAnotherGame,
        }

        /// Why a text is not a move of any game.
        #[derive(Clone, Debug, PartialEq, Error)]
        #[non_exhaustive]
        pub enum NotAnyMove { $($(#[$doc])* #[error(transparent)] $Game(<$Game as Game>::NotAMove)),* }

        /// A text that is not a game.
        #[derive(Clone, Debug, PartialEq, Error)]
        #[non_exhaustive]
        pub enum GameError {
            $($(#[$doc])* #[error(transparent)] $Game(<$Game as FromStr>::Err),)*
            /// It does not begin with the name of a game.
            #[error("{0} is not a game; {how}", how = how_games_are_written())]
            Unknown(Quoted),
            /// Its name is missing.
            #[error("{given} needs the name of its game, as in {meant}; {how}", how = how_games_are_written())]
            Nameless {
                /// What was given.
                given: Quoted,
                /// What may have been meant.
                meant: String,
            },
        }

        $(
            impl From<$Game> for AnyGame {
                fn from(game: $Game) -> Self {
                    AnyGame::$Game(game)
                }
            }
        )*

        /// Says how games are written: some examples, and the names of all games.
        #[must_use]
        pub fn how_games_are_written() -> String {
            let kinds = AnyGame::kinds();
            let split = |example: &'static str| example.split_once(':').unwrap_or(("", example));
            let examples: Vec<&str> = kinds.iter().filter_map(|kind| kind.examples.first().copied()).collect();
            // The first example needs no name; the last one is a sum.
            let (first, second) = (split(examples[0]).1, examples.get(1).copied().unwrap_or_default());
            let last = examples.last().copied().unwrap_or_default();
            let mut names: Vec<&str> = Vec::new();
            for name in examples.iter().map(|example| split(example).0) {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
            format!("a game is written like {first}, {second} or {last}; there are {}", $crate::notation::listed(&names))
        }

        impl AnyGame {
            /// Searches a position with the code of its own game, which is faster than asking at every node
            /// which game it is.
            ///
            /// With blunders, the search also tries the moves that lose at once, and counts them.
            pub fn search(
                &self,
                position: &AnyPosition,
                algorithm: Algorithm,
                blunders: bool,
                effort: &Effort,
            ) -> Result<Searched<AnyMove>, Unfinished> {
                match (self, position) {
                    $((AnyGame::$Game(game), AnyPosition::$Game(position)) => {
                        let found = match blunders {
                            true => algorithm.search(&WithBlunders(game.clone()), position, effort),
                            false => algorithm.search(game, position, effort),
                        };
                        Ok(found?.map(AnyMove::$Game))
                    })*
                    _ => algorithm.search(self, position, effort),
                }
            }
        }

        /// What a solver keeps about all games, separately for each kind.
        #[derive(Debug)]
        #[non_exhaustive]
        pub struct AnyKept { $($(#[$doc])* pub $room: <$Game as Theory>::Kept),* }

        impl Kept for AnyKept {
            fn share() -> u64 {
                0 $(+ <<$Game as Theory>::Kept as Kept>::share())*
            }

            fn keeping(bytes: u64) -> Self {
                let share = |share: u64| bytes / Self::share().max(1) * share;
                AnyKept { $($room: Kept::keeping(share(<<$Game as Theory>::Kept as Kept>::share()))),* }
            }

            fn bytes(&self) -> u64 {
                0 $(+ self.$room.bytes())*
            }

            fn release(&self) {
                $(self.$room.release();)*
            }
        }

        impl fmt::Display for AnyGame {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self { $(AnyGame::$Game(game) => game.fmt(f)),* }
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
                let text = text.trim();
                $(if <$Game as Described>::claims(text) {
                    return text.parse().map(AnyGame::$Game).map_err(GameError::$Game);
                })*
                let unknown = GameError::Unknown(Quoted::new(text));
                if text.contains(':') || !text.starts_with(|first: char| first.is_ascii_digit()) {
                    return Err(unknown);
                }
                // A game of the first kind needs no name, as in 4x7.
                let mut kinds = Self::kinds().into_iter();
                let named = |kind: &Description| format!("{}:{text}", kind.name);
                let usual = kinds.next().map_or(Err(unknown), |kind| named(kind).parse::<AnyGame>());
                usual.map_err(|error| {
                    // If it has letters, it was meant as one of the first kind.
                    if text.split('/').next().is_some_and(|size| size.contains(char::is_alphabetic)) {
                        return error;
                    }
                    let meant = kinds.map(named).find(|game| game.parse::<AnyGame>().is_ok());
                    meant.map_or(error, |meant| GameError::Nameless { given: Quoted::new(text), meant })
                })
            }
        }

        // A position or a move of another game is a mistake of the caller. It has no moves and changes
        // nothing, and checking it is an error.
        // With a single game in the list, the arms for others are never reached.
        #[allow(unreachable_patterns)]
        #[deny(clippy::missing_trait_methods)]
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
                // The moves of this game, and none of all others.
                std::iter::empty()$(.chain(
                    match (self, position) {
                        (AnyGame::$Game(game), AnyPosition::$Game(position)) => {
                            Some(game.moves(position).map(AnyMove::$Game))
                        }
                        _ => None,
                    }
                    .into_iter()
                    .flatten(),
                ))*
            }

            fn blunders(&self, position: &AnyPosition) -> impl Iterator<Item = AnyMove> {
                std::iter::empty()$(.chain(
                    match (self, position) {
                        (AnyGame::$Game(game), AnyPosition::$Game(position)) => {
                            Some(game.blunders(position).map(AnyMove::$Game))
                        }
                        _ => None,
                    }
                    .into_iter()
                    .flatten(),
                ))*
            }

            fn move_count(&self, position: &AnyPosition) -> u64 {
                match (self, position) {
                    $((AnyGame::$Game(game), AnyPosition::$Game(position)) => game.move_count(position),)*
                    _ => 0,
                }
            }

            fn is_over(&self, position: &AnyPosition) -> bool {
                match (self, position) {
                    $((AnyGame::$Game(game), AnyPosition::$Game(position)) => game.is_over(position),)*
                    _ => true,
                }
            }

            fn is_blunder(&self, position: &AnyPosition, mv: &AnyMove) -> bool {
                match (self, position, mv) {
                    $((AnyGame::$Game(game), AnyPosition::$Game(position), AnyMove::$Game(mv)) => {
                        game.is_blunder(position, mv)
                    })*
                    _ => false,
                }
            }

            fn play(
                &self,
                position: &AnyPosition,
                mv: &AnyMove,
            ) -> Result<AnyPosition, IllegalMove<AnyIllegal>> {
                self.check(position, mv)?;
                Ok(self.play_unchecked(position, mv))
            }

            fn play_unchecked(&self, position: &AnyPosition, mv: &AnyMove) -> AnyPosition {
                match (self, position, mv) {
                    $((AnyGame::$Game(game), AnyPosition::$Game(position), AnyMove::$Game(mv)) => {
                        AnyPosition::$Game(game.play_unchecked(position, mv))
                    })*
                    _ => position.clone(),
                }
            }

            fn check(&self, position: &AnyPosition, mv: &AnyMove) -> Result<(), IllegalMove<AnyIllegal>> {
                match (self, position, mv) {
                    $((AnyGame::$Game(game), AnyPosition::$Game(position), AnyMove::$Game(mv)) => {
                        game.check(position, mv).map_err(|illegal| match illegal {
                            IllegalMove::Over => IllegalMove::Over,
                            IllegalMove::Blunder => IllegalMove::Blunder,
                            IllegalMove::ByTheRules(why) => IllegalMove::ByTheRules(AnyIllegal::$Game(why)),
                        })
                    })*
                    _ => Err(IllegalMove::ByTheRules(AnyIllegal::OfAnotherGame)),
                }
            }

            fn admits(&self, position: &AnyPosition) -> Result<(), NotAnyPosition> {
                match (self, position) {
                    $((AnyGame::$Game(game), AnyPosition::$Game(position)) => {
                        game.admits(position).map_err(NotAnyPosition::$Game)
                    })*
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

            fn write_position(&self, position: &AnyPosition) -> String {
                match (self, position) {
                    $((AnyGame::$Game(game), AnyPosition::$Game(position)) => game.write_position(position),)*
                    _ => format!("{position:?}"),
                }
            }

            fn write_move(&self, mv: &AnyMove) -> String {
                match (self, mv) {
                    $((AnyGame::$Game(game), AnyMove::$Game(mv)) => game.write_move(mv),)*
                    _ => format!("{mv:?}"),
                }
            }

            fn size(&self, position: &AnyPosition) -> u64 {
                match (self, position) {
                    $((AnyGame::$Game(game), AnyPosition::$Game(position)) => game.size(position),)*
                    _ => 0,
                }
            }

            fn stalling_move(&self, position: &AnyPosition) -> Option<AnyMove> {
                match (self, position) {
                    $((AnyGame::$Game(game), AnyPosition::$Game(position)) => {
                        game.stalling_move(position).map(AnyMove::$Game)
                    })*
                    _ => None,
                }
            }

            fn haste(&self, position: &AnyPosition, mv: &AnyMove) -> (u64, u128) {
                match (self, position, mv) {
                    $((AnyGame::$Game(game), AnyPosition::$Game(position), AnyMove::$Game(mv)) => {
                        game.haste(position, mv)
                    })*
                    _ => (u64::MAX, u128::MAX),
                }
            }

            fn never_misere(&self) -> Option<&'static str> {
                match self {
                    $(AnyGame::$Game(game) => game.never_misere(),)*
                }
            }

            fn final_outcome(&self, position: &AnyPosition) -> Outcome {
                match (self, position) {
                    $((AnyGame::$Game(game), AnyPosition::$Game(position)) => game.final_outcome(position),)*
                    _ => Outcome::Loss,
                }
            }
        }

        // With a single game in the list, the arms for others are never reached.
        #[allow(unreachable_patterns)]
        #[deny(clippy::missing_trait_methods)]
        impl Theory for AnyGame {
            type Reason = AnyReason;
            type Kept = AnyKept;

            fn theorem(&self, position: &AnyPosition) -> Option<Theorem<AnyMove, AnyReason>> {
                match (self, position) {
                    $((AnyGame::$Game(game), AnyPosition::$Game(position)) => {
                        game.theorem(position).map(|said| said.map(AnyMove::$Game, AnyReason::$Game))
                    })*
                    _ => None,
                }
            }

            fn grundy_value(&self, position: &AnyPosition) -> Option<u32> {
                match (self, position) {
                    $((AnyGame::$Game(game), AnyPosition::$Game(position)) => game.grundy_value(position),)*
                    _ => None,
                }
            }

            fn look_up(
                &self,
                position: &AnyPosition,
                kept: &AnyKept,
                patience: Patience,
                effort: &Effort,
            ) -> Knowledge<AnyMove> {
                match (self, position) {
                    $((AnyGame::$Game(game), AnyPosition::$Game(position)) => {
                        game.look_up(position, &kept.$room, patience, effort).map(AnyMove::$Game)
                    })*
                    _ => Unknown::because(WhyNot::NotMine).into(),
                }
            }

            fn distances(
                &self,
                position: &AnyPosition,
                kept: &AnyKept,
                patience: Patience,
                effort: &Effort,
            ) -> Result<Option<DistanceOf<AnyPosition>>, Unknown> {
                match (self, position) {
                    $((AnyGame::$Game(game), AnyPosition::$Game(position)) => {
                        let found = game.distances(position, &kept.$room, patience, effort)?;
                        Ok(found.map(|distance| -> DistanceOf<AnyPosition> {
                            std::sync::Arc::new(move |position: &AnyPosition| match position {
                                AnyPosition::$Game(position) => distance(position),
                                _ => None,
                            })
                        }))
                    })*
                    _ => Ok(None),
                }
            }

            fn find_grundy_value(
                &self,
                position: &AnyPosition,
                kept: &AnyKept,
                patience: Patience,
                effort: &Effort,
            ) -> Result<Option<u32>, Unknown> {
                match (self, position) {
                    $((AnyGame::$Game(game), AnyPosition::$Game(position)) => {
                        game.find_grundy_value(position, &kept.$room, patience, effort)
                    })*
                    _ => Ok(None),
                }
            }

            fn find_reason(
                &self,
                position: &AnyPosition,
                kept: &AnyKept,
                effort: &Effort,
            ) -> Option<AnyReason> {
                match (self, position) {
                    $((AnyGame::$Game(game), AnyPosition::$Game(position)) => {
                        game.find_reason(position, &kept.$room, effort).map(AnyReason::$Game)
                    })*
                    _ => None,
                }
            }

            fn judged_whole(&self, position: &AnyPosition) -> Option<u64> {
                match (self, position) {
                    $((AnyGame::$Game(game), AnyPosition::$Game(position)) => game.judged_whole(position),)*
                    _ => None,
                }
            }

            fn positions(&self, most: usize) -> Option<Vec<AnyPosition>> {
                match self {
                    $(AnyGame::$Game(game) => {
                        Some(game.positions(most)?.into_iter().map(AnyPosition::$Game).collect())
                    })*
                }
            }
        }

        // With a single game in the list, the arms for others are never reached.
        #[allow(unreachable_patterns)]
        #[deny(clippy::missing_trait_methods)]
        impl Described for AnyGame {
            fn kinds() -> Vec<&'static Description> {
                [$(<$Game as Described>::kinds()),*].concat()
            }

            fn claims(text: &str) -> bool {
                false $(|| <$Game as Described>::claims(text))*
            }

            fn from_file(name: &str, contents: &str) -> Option<Result<Self, GameError>> {
                $(if let Some(read) = <$Game as Described>::from_file(name, contents) {
                    return Some(read.map(AnyGame::$Game).map_err(GameError::$Game));
                })*
                None
            }

            fn around(text: &str) -> Option<Standing<Self>> {
                $(if let Some(found) = <$Game as Described>::around(text) {
                    let position = AnyPosition::$Game(found.position().clone());
                    return Some(Standing::unchecked(AnyGame::$Game(found.game().clone()), position));
                })*
                None
            }

            fn description(&self) -> &'static Description {
                match self { $(AnyGame::$Game(game) => game.description()),* }
            }

            fn values(&self) -> Vec<String> {
                match self { $(AnyGame::$Game(game) => game.values()),* }
            }

            fn poisoned_at(&self, place: Place) -> Option<Self> {
                match self { $(AnyGame::$Game(game) => game.poisoned_at(place).map(AnyGame::$Game)),* }
            }

            fn maps() -> Vec<&'static MapOf> {
                [$(<$Game as Described>::maps()),*].concat()
            }

            fn map(name: &str, effort: &Effort) -> Option<Map> {
                None$(.or_else(|| <$Game as Described>::map(name, effort)))*
            }

            fn check_playable(&self) -> Result<(), TooLarge> {
                match self { $(AnyGame::$Game(game) => game.check_playable()),* }
            }
        }

        // With a single game in the list, the arms for others are never reached.
        #[allow(unreachable_patterns)]
        #[deny(clippy::missing_trait_methods)]
        impl Drawn for AnyGame {
            fn layout(&self, position: &AnyPosition) -> Layout {
                match (self, position) {
                    $((AnyGame::$Game(game), AnyPosition::$Game(position)) => game.layout(position),)*
                    _ => Layout::new(Shape::Heaps, Vec::new()),
                }
            }

            fn move_at(&self, position: &AnyPosition, place: Place) -> Option<AnyMove> {
                match (self, position) {
                    $((AnyGame::$Game(game), AnyPosition::$Game(position)) => {
                        game.move_at(position, place).map(AnyMove::$Game)
                    })*
                    _ => None,
                }
            }

            fn moves_at(&self, position: &AnyPosition, place: Place) -> Vec<AnyMove> {
                match (self, position) {
                    $((AnyGame::$Game(game), AnyPosition::$Game(position)) => {
                        game.moves_at(position, place).into_iter().map(AnyMove::$Game).collect()
                    })*
                    _ => Vec::new(),
                }
            }

            fn piece_of(&self, position: &AnyPosition, mv: &AnyMove) -> Option<Place> {
                match (self, position, mv) {
                    $((AnyGame::$Game(game), AnyPosition::$Game(position), AnyMove::$Game(mv)) => {
                        game.piece_of(position, mv)
                    })*
                    _ => None,
                }
            }

            fn set_up(&self, position: &AnyPosition, place: Place, left: bool) -> Option<AnyPosition> {
                match (self, position) {
                    $((AnyGame::$Game(game), AnyPosition::$Game(position)) => {
                        game.set_up(position, place, left).map(AnyPosition::$Game)
                    })*
                    _ => None,
                }
            }

            fn taken(&self, position: &AnyPosition, mv: &AnyMove) -> Vec<usize> {
                match (self, position, mv) {
                    $((AnyGame::$Game(game), AnyPosition::$Game(position), AnyMove::$Game(mv)) => {
                        game.taken(position, mv)
                    })*
                    _ => Vec::new(),
                }
            }
        }

        // With a single game in the list, the arms for others are never reached.
        #[allow(unreachable_patterns)]
        #[deny(clippy::missing_trait_methods)]
        impl Words for AnyGame {
            fn rule(&self) -> String {
                match self { $(AnyGame::$Game(game) => game.rule()),* }
            }

            fn short_rule(&self) -> String {
                match self { $(AnyGame::$Game(game) => game.short_rule()),* }
            }

            fn title(&self) -> String {
                match self { $(AnyGame::$Game(game) => game.title()),* }
            }

            fn scene(&self) -> String {
                match self { $(AnyGame::$Game(game) => game.scene()),* }
            }

            fn how_to_move(&self, position: &AnyPosition) -> String {
                match (self, position) {
                    $((AnyGame::$Game(game), AnyPosition::$Game(position)) => game.how_to_move(position),)*
                    _ => String::new(),
                }
            }

            fn example_moves(&self, position: &AnyPosition) -> Vec<String> {
                match (self, position) {
                    $((AnyGame::$Game(game), AnyPosition::$Game(position)) => game.example_moves(position),)*
                    _ => Vec::new(),
                }
            }

            fn describe(&self, before: &AnyPosition, mv: &AnyMove) -> String {
                match (self, before, mv) {
                    $((AnyGame::$Game(game), AnyPosition::$Game(before), AnyMove::$Game(mv)) => {
                        game.describe(before, mv)
                    })*
                    _ => self.write_move(mv),
                }
            }

            fn in_words(&self, before: &AnyPosition, mv: &AnyMove) -> String {
                match (self, before, mv) {
                    $((AnyGame::$Game(game), AnyPosition::$Game(before), AnyMove::$Game(mv)) => {
                        game.in_words(before, mv)
                    })*
                    _ => self.write_move(mv),
                }
            }

            fn offered(&self, position: &AnyPosition, mv: &AnyMove, place: Place) -> String {
                match (self, position, mv) {
                    $((AnyGame::$Game(game), AnyPosition::$Game(position), AnyMove::$Game(mv)) => {
                        game.offered(position, mv, place)
                    })*
                    _ => self.write_move(mv),
                }
            }

            fn told(&self, before: &AnyPosition, mv: &AnyMove, who: Who<'_>) -> String {
                match (self, before, mv) {
                    $((AnyGame::$Game(game), AnyPosition::$Game(before), AnyMove::$Game(mv)) => {
                        game.told(before, mv, who)
                    })*
                    _ => self.write_move(mv),
                }
            }

            fn how_on_paper(&self) -> String {
                match self {
                    $(AnyGame::$Game(game) => game.how_on_paper(),)*
                }
            }

            fn on_paper(&self, position: &AnyPosition, mv: &AnyMove) -> String {
                match (self, position, mv) {
                    $((AnyGame::$Game(game), AnyPosition::$Game(position), AnyMove::$Game(mv)) => {
                        game.on_paper(position, mv)
                    })*
                    _ => self.write_move(mv),
                }
            }

            fn advice(&self, before: &AnyPosition, mv: &AnyMove) -> String {
                match (self, before, mv) {
                    $((AnyGame::$Game(game), AnyPosition::$Game(before), AnyMove::$Game(mv)) => {
                        game.advice(before, mv)
                    })*
                    _ => self.write_move(mv),
                }
            }

            fn place(&self, position: &AnyPosition, place: Place) -> String {
                match (self, position) {
                    $((AnyGame::$Game(game), AnyPosition::$Game(position)) => game.place(position, place),)*
                    _ => String::new(),
                }
            }

            fn limit(&self, position: &AnyPosition) -> Option<String> {
                match (self, position) {
                    $((AnyGame::$Game(game), AnyPosition::$Game(position)) => game.limit(position),)*
                    _ => None,
                }
            }

            fn lesson(&self, position: &AnyPosition) -> Option<String> {
                match (self, position) {
                    $((AnyGame::$Game(game), AnyPosition::$Game(position)) => game.lesson(position),)*
                    _ => None,
                }
            }

            fn figure(&self, position: &AnyPosition) -> Option<String> {
                match (self, position) {
                    $((AnyGame::$Game(game), AnyPosition::$Game(position)) => game.figure(position),)*
                    _ => None,
                }
            }

            fn argument(&self, position: &AnyPosition) -> Option<Argument> {
                match (self, position) {
                    $((AnyGame::$Game(game), AnyPosition::$Game(position)) => game.argument(position),)*
                    _ => None,
                }
            }

            fn out_of_reach(&self, position: &AnyPosition, what: Measure, effort: &Effort) -> String {
                match (self, position) {
                    $((AnyGame::$Game(game), AnyPosition::$Game(position)) => {
                        game.out_of_reach(position, what, effort)
                    })*
                    _ => String::new(),
                }
            }

            fn grundy_condition(&self) -> Option<&'static str> {
                match self { $(AnyGame::$Game(game) => game.grundy_condition()),* }
            }

            fn ending(&self, last: &AnyPosition, ending: Ending, loser: Who<'_>) -> String {
                match (self, last) {
                    $((AnyGame::$Game(game), AnyPosition::$Game(last)) => game.ending(last, ending, loser),)*
                    _ => String::new(),
                }
            }
        }
    };
}

pub(super) use one_of_these_games;
