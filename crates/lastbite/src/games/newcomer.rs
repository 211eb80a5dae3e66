//! The room of games from outside: whatever was added to the list while the program runs.
//!
//! [`AnyGame::add`](crate::AnyGame::add) takes a game that is written elsewhere, and from then on every front
//! end reads it, plays it and draws it. Here its types are forgotten: a position or a move is a value that
//! only its game can read. So every question goes through a pointer, and a search of such a game takes a few
//! times as long as one that is compiled for it. The games of the library pay nothing for that.

use std::any::{Any, TypeId};
use std::cmp::Ordering;
use std::collections::HashMap;
use std::error::Error;
use std::fmt::{self, Debug, Display};
use std::hash::{Hash, Hasher};
use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use thiserror::Error;

use crate::argument::Argument;
use crate::atlas::{Map, MapOf};
use crate::description::{Described, Description};
use crate::effort::Effort;
use crate::game::{Ending, Game, IllegalMove, Outcome, Standing, TooLarge};
use crate::knowledge::{DistanceOf, Knowledge, Unknown, WhyNot};
use crate::layout::{Drawn, Layout, Place, Shape};
use crate::notation::Quoted;
use crate::theory::{Kept, Patience, Theorem, Theory};
use crate::words::{Measure, Who, Words};

/// A game from outside the library.
#[derive(Clone, Debug)]
pub struct Newcomer(Arc<dyn Rules>);

/// A position of a game from outside.
#[derive(Clone, Debug)]
pub struct NewcomersPosition(Arc<dyn Value>);

/// A move of a game from outside.
#[derive(Clone, Debug)]
pub struct NewcomersMove(Arc<dyn Ordered>);

/// Why a position of a game from outside is lost, in the words of that game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct NewcomersReason(String);

/// What a game from outside refuses, in the words of that game.
#[derive(Clone, Debug)]
pub struct NewcomerRefuses(Arc<dyn Error + Send + Sync>);

impl Newcomer {
    /// Takes a game of a kind that [was added](crate::AnyGame::add).
    pub fn new<G: Words>(game: G) -> Self {
        Newcomer(Arc::new(Typed(game)))
    }

    /// Returns the game itself, if it is of this type.
    #[must_use]
    pub fn downcast<G: Words>(&self) -> Option<&G> {
        of::<Typed<G>>(&*self.0).map(|typed| &typed.0)
    }
}

impl NewcomerRefuses {
    pub(super) fn new(error: impl Error + Send + Sync + 'static) -> Self {
        NewcomerRefuses(Arc::new(error))
    }

    /// Returns the error of the game itself, if it is of this type.
    #[must_use]
    pub fn downcast<E: Error + 'static>(&self) -> Option<&E> {
        self.0.downcast_ref()
    }
}

/// Returns a value if it is of this type.
fn of<T: 'static>(value: &dyn Any) -> Option<&T> {
    value.downcast_ref()
}

/// A value of a type that only its game knows.
trait Value: Any + Debug + Send + Sync {
    fn same(&self, other: &dyn Any) -> bool;
    fn mix(&self, hasher: &mut dyn Hasher);
}

impl<T: Eq + Hash + Debug + Send + Sync + 'static> Value for T {
    fn same(&self, other: &dyn Any) -> bool {
        of::<T>(other) == Some(self)
    }

    fn mix(&self, mut hasher: &mut dyn Hasher) {
        self.hash(&mut hasher);
    }
}

/// A value that has an order among its own.
trait Ordered: Value {
    fn order(&self, other: &dyn Any) -> Ordering;
}

impl<T: Ord + Hash + Debug + Send + Sync + 'static> Ordered for T {
    fn order(&self, other: &dyn Any) -> Ordering {
        // Moves of two games are never compared in earnest, but they must have an order.
        of::<T>(other).map_or_else(|| TypeId::of::<T>().cmp(&other.type_id()), |other| self.cmp(other))
    }
}

impl PartialEq for Newcomer {
    fn eq(&self, other: &Self) -> bool {
        (*self.0).same(&*other.0)
    }
}

impl Eq for Newcomer {}

impl Hash for Newcomer {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (*self.0).mix(hasher);
    }
}

impl PartialEq for NewcomersPosition {
    fn eq(&self, other: &Self) -> bool {
        (*self.0).same(&*other.0)
    }
}

impl Eq for NewcomersPosition {}

impl Hash for NewcomersPosition {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (*self.0).mix(hasher);
    }
}

impl PartialEq for NewcomersMove {
    fn eq(&self, other: &Self) -> bool {
        (*self.0).same(&*other.0)
    }
}

impl Eq for NewcomersMove {}

impl Hash for NewcomersMove {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (*self.0).mix(hasher);
    }
}

impl PartialOrd for NewcomersMove {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for NewcomersMove {
    fn cmp(&self, other: &Self) -> Ordering {
        (*self.0).order(&*other.0)
    }
}

impl PartialEq for NewcomerRefuses {
    fn eq(&self, other: &Self) -> bool {
        self.to_string() == other.to_string()
    }
}

impl Display for NewcomerRefuses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.0, f)
    }
}

impl Error for NewcomerRefuses {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.0.source()
    }
}

impl Display for Newcomer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.written())
    }
}

/// A position or a move was handed to another game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("that belongs to another game")]
struct OfAnotherGame;

/// Makes the trait of all questions that are passed on as they are, and its only implementation: about the
/// game, about a position of it, and about a move there.
///
/// What belongs to another game has no answer; that is a mistake of the caller.
macro_rules! questions {
    (
        game { $(fn $about:ident() -> $Told:ty;)* }
        position { $(fn $there:ident($($arg:ident: $Arg:ty),*) -> $Found:ty;)* }
        of_a_move { $(fn $done:ident($($more:ident: $More:ty),*) -> $Done:ty;)* }
    ) => {
        trait Questions {
            $(fn $about(&self) -> $Told;)*
            $(fn $there(&self, position: &NewcomersPosition $(, $arg: $Arg)*) -> Option<$Found>;)*
            $(fn $done(&self, position: &NewcomersPosition, mv: &NewcomersMove $(, $more: $More)*) -> Option<$Done>;)*
        }

        impl<G: Words> Questions for Typed<G> {
            $(fn $about(&self) -> $Told {
                self.0.$about()
            })*
            $(fn $there(&self, position: &NewcomersPosition $(, $arg: $Arg)*) -> Option<$Found> {
                Some(self.0.$there(Self::position(position)? $(, $arg)*))
            })*
            $(fn $done(&self, position: &NewcomersPosition, mv: &NewcomersMove $(, $more: $More)*) -> Option<$Done> {
                Some(self.0.$done(Self::position(position)?, Self::a_move(mv)? $(, $more)*))
            })*
        }
    };
}

questions! {
    game {
        fn never_misere() -> Option<&'static str>;
        fn description() -> &'static Description;
        fn values() -> Vec<String>;
        fn check_playable() -> Result<(), TooLarge>;
        fn rule() -> String;
        fn short_rule() -> String;
        fn title() -> String;
        fn scene() -> String;
        fn how_on_paper() -> String;
        fn grundy_condition() -> Option<&'static str>;
    }
    position {
        fn move_count() -> u64;
        fn is_over() -> bool;
        fn write_position() -> String;
        fn size() -> u64;
        fn final_outcome() -> Outcome;
        fn grundy_value() -> Option<u32>;
        fn judged_whole() -> Option<u64>;
        fn layout() -> Layout;
        fn how_to_move() -> String;
        fn example_moves() -> Vec<String>;
        fn place(place: Place) -> String;
        fn limit() -> Option<String>;
        fn lesson() -> Option<String>;
        fn figure() -> Option<String>;
        fn argument() -> Option<Argument>;
        fn out_of_reach(what: Measure, effort: &Effort) -> String;
        fn ending(ending: Ending, loser: Who<'_>) -> String;
    }
    of_a_move {
        fn is_blunder() -> bool;
        fn haste() -> (u64, u128);
        fn taken() -> Vec<usize>;
        fn piece_of() -> Option<Place>;
        fn describe() -> String;
        fn in_words() -> String;
        fn told(who: Who<'_>) -> String;
        fn advice() -> String;
        fn offered(place: Place) -> String;
        fn on_paper() -> String;
    }
}

type Refused<T> = Result<T, NewcomerRefuses>;

/// All that is asked of a game whose type is forgotten: the rest of the questions, which name its types.
trait Rules: Questions + Value {
    fn written(&self) -> String;
    fn start(&self) -> NewcomersPosition;
    fn moves(&self, position: &NewcomersPosition) -> Vec<NewcomersMove>;
    fn blunders(&self, position: &NewcomersPosition) -> Vec<NewcomersMove>;
    fn play_unchecked(&self, position: &NewcomersPosition, mv: &NewcomersMove) -> NewcomersPosition;
    fn check(
        &self,
        position: &NewcomersPosition,
        mv: &NewcomersMove,
    ) -> Result<(), IllegalMove<NewcomerRefuses>>;
    fn admits(&self, position: &NewcomersPosition) -> Refused<()>;
    fn read_position(&self, text: &str) -> Refused<NewcomersPosition>;
    fn read_move(&self, text: &str) -> Refused<NewcomersMove>;
    fn write_move(&self, mv: &NewcomersMove) -> Option<String>;
    fn stalling_move(&self, position: &NewcomersPosition) -> Option<NewcomersMove>;
    fn theorem(&self, position: &NewcomersPosition) -> Option<Theorem<NewcomersMove, NewcomersReason>>;
    fn look_up(
        &self,
        position: &NewcomersPosition,
        kept: &NewcomersKept,
        patience: Patience,
        effort: &Effort,
    ) -> Knowledge<NewcomersMove>;
    fn distances(
        &self,
        position: &NewcomersPosition,
        kept: &NewcomersKept,
        patience: Patience,
        effort: &Effort,
    ) -> Result<Option<DistanceOf<NewcomersPosition>>, Unknown>;
    fn find_grundy_value(
        &self,
        position: &NewcomersPosition,
        kept: &NewcomersKept,
        patience: Patience,
        effort: &Effort,
    ) -> Result<Option<u32>, Unknown>;
    fn find_reason(
        &self,
        position: &NewcomersPosition,
        kept: &NewcomersKept,
        effort: &Effort,
    ) -> Option<NewcomersReason>;
    fn positions(&self, most: usize) -> Option<Vec<NewcomersPosition>>;
    fn poisoned_at(&self, place: Place) -> Option<Newcomer>;
    fn move_at(&self, position: &NewcomersPosition, place: Place) -> Option<NewcomersMove>;
    fn moves_at(&self, position: &NewcomersPosition, place: Place) -> Vec<NewcomersMove>;
    fn set_up(&self, position: &NewcomersPosition, place: Place, left: bool) -> Option<NewcomersPosition>;
}

/// A game whose type is known.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Typed<G>(G);

impl<G: Words> Typed<G> {
    fn position(position: &NewcomersPosition) -> Option<&G::Position> {
        of(&*position.0)
    }

    fn a_move(mv: &NewcomersMove) -> Option<&G::Move> {
        of(&*mv.0)
    }

    fn wrap(position: G::Position) -> NewcomersPosition {
        NewcomersPosition(Arc::new(position))
    }

    fn wrap_move(mv: G::Move) -> NewcomersMove {
        NewcomersMove(Arc::new(mv))
    }
}

impl<G: Words> Rules for Typed<G> {
    fn written(&self) -> String {
        self.0.to_string()
    }

    fn start(&self) -> NewcomersPosition {
        Self::wrap(self.0.start())
    }

    fn moves(&self, position: &NewcomersPosition) -> Vec<NewcomersMove> {
        let here = Self::position(position).into_iter();
        here.flat_map(|here| self.0.moves(here).map(Self::wrap_move)).collect()
    }

    fn blunders(&self, position: &NewcomersPosition) -> Vec<NewcomersMove> {
        let here = Self::position(position).into_iter();
        here.flat_map(|here| self.0.blunders(here).map(Self::wrap_move)).collect()
    }

    fn play_unchecked(&self, position: &NewcomersPosition, mv: &NewcomersMove) -> NewcomersPosition {
        match (Self::position(position), Self::a_move(mv)) {
            (Some(here), Some(mv)) => Self::wrap(self.0.play_unchecked(here, mv)),
            _ => position.clone(),
        }
    }

    fn check(
        &self,
        position: &NewcomersPosition,
        mv: &NewcomersMove,
    ) -> Result<(), IllegalMove<NewcomerRefuses>> {
        let foreign = || IllegalMove::ByTheRules(NewcomerRefuses::new(OfAnotherGame));
        let here = Self::position(position).ok_or_else(foreign)?;
        self.0.check(here, Self::a_move(mv).ok_or_else(foreign)?).map_err(|illegal| match illegal {
            IllegalMove::Over => IllegalMove::Over,
            IllegalMove::Blunder => IllegalMove::Blunder,
            IllegalMove::ByTheRules(why) => IllegalMove::ByTheRules(NewcomerRefuses::new(why)),
        })
    }

    fn admits(&self, position: &NewcomersPosition) -> Refused<()> {
        let here = Self::position(position).ok_or_else(|| NewcomerRefuses::new(OfAnotherGame))?;
        self.0.admits(here).map_err(NewcomerRefuses::new)
    }

    fn read_position(&self, text: &str) -> Refused<NewcomersPosition> {
        self.0.read_position(text).map(Self::wrap).map_err(NewcomerRefuses::new)
    }

    fn read_move(&self, text: &str) -> Refused<NewcomersMove> {
        self.0.read_move(text).map(Self::wrap_move).map_err(NewcomerRefuses::new)
    }

    fn write_move(&self, mv: &NewcomersMove) -> Option<String> {
        Some(self.0.write_move(Self::a_move(mv)?))
    }

    fn stalling_move(&self, position: &NewcomersPosition) -> Option<NewcomersMove> {
        self.0.stalling_move(Self::position(position)?).map(Self::wrap_move)
    }

    fn theorem(&self, position: &NewcomersPosition) -> Option<Theorem<NewcomersMove, NewcomersReason>> {
        let said = self.0.theorem(Self::position(position)?)?;
        Some(said.map(Self::wrap_move, |reason| NewcomersReason(reason.to_string())))
    }

    fn look_up(
        &self,
        position: &NewcomersPosition,
        kept: &NewcomersKept,
        patience: Patience,
        effort: &Effort,
    ) -> Knowledge<NewcomersMove> {
        let Some(here) = Self::position(position) else { return Unknown::because(WhyNot::NotMine).into() };
        self.0.look_up(here, &kept.of::<G>(), patience, effort).map(Self::wrap_move)
    }

    fn distances(
        &self,
        position: &NewcomersPosition,
        kept: &NewcomersKept,
        patience: Patience,
        effort: &Effort,
    ) -> Result<Option<DistanceOf<NewcomersPosition>>, Unknown> {
        let Some(here) = Self::position(position) else { return Ok(None) };
        let found = self.0.distances(here, &kept.of::<G>(), patience, effort)?;
        Ok(found.map(|distance| -> DistanceOf<NewcomersPosition> {
            Arc::new(move |position| distance(Self::position(position)?))
        }))
    }

    fn find_grundy_value(
        &self,
        position: &NewcomersPosition,
        kept: &NewcomersKept,
        patience: Patience,
        effort: &Effort,
    ) -> Result<Option<u32>, Unknown> {
        let Some(here) = Self::position(position) else { return Ok(None) };
        self.0.find_grundy_value(here, &kept.of::<G>(), patience, effort)
    }

    fn find_reason(
        &self,
        position: &NewcomersPosition,
        kept: &NewcomersKept,
        effort: &Effort,
    ) -> Option<NewcomersReason> {
        let reason = self.0.find_reason(Self::position(position)?, &kept.of::<G>(), effort)?;
        Some(NewcomersReason(reason.to_string()))
    }

    fn positions(&self, most: usize) -> Option<Vec<NewcomersPosition>> {
        Some(self.0.positions(most)?.into_iter().map(Self::wrap).collect())
    }

    fn poisoned_at(&self, place: Place) -> Option<Newcomer> {
        self.0.poisoned_at(place).map(Newcomer::new)
    }

    fn move_at(&self, position: &NewcomersPosition, place: Place) -> Option<NewcomersMove> {
        self.0.move_at(Self::position(position)?, place).map(Self::wrap_move)
    }

    fn moves_at(&self, position: &NewcomersPosition, place: Place) -> Vec<NewcomersMove> {
        let offered = Self::position(position).map(|here| self.0.moves_at(here, place));
        offered.into_iter().flatten().map(Self::wrap_move).collect()
    }

    fn set_up(&self, position: &NewcomersPosition, place: Place, left: bool) -> Option<NewcomersPosition> {
        self.0.set_up(Self::position(position)?, place, left).map(Self::wrap)
    }
}

#[deny(clippy::missing_trait_methods)]
impl Game for Newcomer {
    type Position = NewcomersPosition;
    type Move = NewcomersMove;
    type Illegal = NewcomerRefuses;
    type NotAPosition = NewcomerRefuses;
    type NotAMove = NewcomerRefuses;

    fn start(&self) -> NewcomersPosition {
        self.0.start()
    }

    fn moves(&self, position: &NewcomersPosition) -> impl Iterator<Item = NewcomersMove> {
        self.0.moves(position).into_iter()
    }

    fn blunders(&self, position: &NewcomersPosition) -> impl Iterator<Item = NewcomersMove> {
        self.0.blunders(position).into_iter()
    }

    fn move_count(&self, position: &NewcomersPosition) -> u64 {
        self.0.move_count(position).unwrap_or_default()
    }

    fn is_over(&self, position: &NewcomersPosition) -> bool {
        self.0.is_over(position).unwrap_or(true)
    }

    fn is_blunder(&self, position: &NewcomersPosition, mv: &NewcomersMove) -> bool {
        self.0.is_blunder(position, mv).unwrap_or_default()
    }

    fn play(
        &self,
        position: &NewcomersPosition,
        mv: &NewcomersMove,
    ) -> Result<NewcomersPosition, IllegalMove<NewcomerRefuses>> {
        self.check(position, mv)?;
        Ok(self.play_unchecked(position, mv))
    }

    fn play_unchecked(&self, position: &NewcomersPosition, mv: &NewcomersMove) -> NewcomersPosition {
        self.0.play_unchecked(position, mv)
    }

    fn check(
        &self,
        position: &NewcomersPosition,
        mv: &NewcomersMove,
    ) -> Result<(), IllegalMove<NewcomerRefuses>> {
        self.0.check(position, mv)
    }

    fn admits(&self, position: &NewcomersPosition) -> Refused<()> {
        self.0.admits(position)
    }

    fn read_position(&self, text: &str) -> Refused<NewcomersPosition> {
        self.0.read_position(text)
    }

    fn read_move(&self, text: &str) -> Refused<NewcomersMove> {
        self.0.read_move(text)
    }

    fn write_position(&self, position: &NewcomersPosition) -> String {
        self.0.write_position(position).unwrap_or_else(|| format!("{position:?}"))
    }

    fn write_move(&self, mv: &NewcomersMove) -> String {
        self.0.write_move(mv).unwrap_or_else(|| format!("{mv:?}"))
    }

    fn size(&self, position: &NewcomersPosition) -> u64 {
        self.0.size(position).unwrap_or_default()
    }

    fn stalling_move(&self, position: &NewcomersPosition) -> Option<NewcomersMove> {
        self.0.stalling_move(position)
    }

    fn haste(&self, position: &NewcomersPosition, mv: &NewcomersMove) -> (u64, u128) {
        self.0.haste(position, mv).unwrap_or((u64::MAX, u128::MAX))
    }

    fn never_misere(&self) -> Option<&'static str> {
        self.0.never_misere()
    }

    fn final_outcome(&self, position: &NewcomersPosition) -> Outcome {
        self.0.final_outcome(position).unwrap_or(Outcome::Loss)
    }
}

#[deny(clippy::missing_trait_methods)]
impl Theory for Newcomer {
    type Reason = NewcomersReason;
    type Kept = NewcomersKept;

    fn theorem(&self, position: &NewcomersPosition) -> Option<Theorem<NewcomersMove, NewcomersReason>> {
        self.0.theorem(position)
    }

    fn grundy_value(&self, position: &NewcomersPosition) -> Option<u32> {
        self.0.grundy_value(position).flatten()
    }

    fn look_up(
        &self,
        position: &NewcomersPosition,
        kept: &NewcomersKept,
        patience: Patience,
        effort: &Effort,
    ) -> Knowledge<NewcomersMove> {
        self.0.look_up(position, kept, patience, effort)
    }

    fn distances(
        &self,
        position: &NewcomersPosition,
        kept: &NewcomersKept,
        patience: Patience,
        effort: &Effort,
    ) -> Result<Option<DistanceOf<NewcomersPosition>>, Unknown> {
        self.0.distances(position, kept, patience, effort)
    }

    fn find_grundy_value(
        &self,
        position: &NewcomersPosition,
        kept: &NewcomersKept,
        patience: Patience,
        effort: &Effort,
    ) -> Result<Option<u32>, Unknown> {
        self.0.find_grundy_value(position, kept, patience, effort)
    }

    fn find_reason(
        &self,
        position: &NewcomersPosition,
        kept: &NewcomersKept,
        effort: &Effort,
    ) -> Option<NewcomersReason> {
        self.0.find_reason(position, kept, effort)
    }

    fn judged_whole(&self, position: &NewcomersPosition) -> Option<u64> {
        self.0.judged_whole(position).flatten()
    }

    fn positions(&self, most: usize) -> Option<Vec<NewcomersPosition>> {
        self.0.positions(most)
    }
}

#[deny(clippy::missing_trait_methods)]
impl Drawn for Newcomer {
    fn layout(&self, position: &NewcomersPosition) -> Layout {
        self.0.layout(position).unwrap_or_else(|| Layout::new(Shape::Heaps, Vec::new()))
    }

    fn move_at(&self, position: &NewcomersPosition, place: Place) -> Option<NewcomersMove> {
        self.0.move_at(position, place)
    }

    fn moves_at(&self, position: &NewcomersPosition, place: Place) -> Vec<NewcomersMove> {
        self.0.moves_at(position, place)
    }

    fn piece_of(&self, position: &NewcomersPosition, mv: &NewcomersMove) -> Option<Place> {
        self.0.piece_of(position, mv).flatten()
    }

    fn set_up(&self, position: &NewcomersPosition, place: Place, left: bool) -> Option<NewcomersPosition> {
        self.0.set_up(position, place, left)
    }

    fn taken(&self, position: &NewcomersPosition, mv: &NewcomersMove) -> Vec<usize> {
        self.0.taken(position, mv).unwrap_or_default()
    }
}

#[deny(clippy::missing_trait_methods)]
impl Described for Newcomer {
    fn kinds() -> Vec<&'static Description> {
        added().iter().flat_map(|kind| (kind.kinds)()).collect()
    }

    fn claims(text: &str) -> bool {
        added().iter().any(|kind| (kind.claims)(text))
    }

    fn from_file(name: &str, contents: &str) -> Option<Result<Self, NotANewcomer>> {
        added().iter().find_map(|kind| (kind.from_file)(name, contents))
    }

    fn around(text: &str) -> Option<Standing<Self>> {
        added().iter().find_map(|kind| (kind.around)(text))
    }

    fn description(&self) -> &'static Description {
        self.0.description()
    }

    fn values(&self) -> Vec<String> {
        self.0.values()
    }

    fn poisoned_at(&self, place: Place) -> Option<Self> {
        self.0.poisoned_at(place)
    }

    fn maps() -> Vec<&'static MapOf> {
        added().iter().flat_map(|kind| (kind.maps)()).collect()
    }

    fn map(name: &str, effort: &Effort) -> Option<Map> {
        added().iter().find_map(|kind| (kind.map)(name, effort))
    }

    fn check_playable(&self) -> Result<(), TooLarge> {
        self.0.check_playable()
    }
}

#[deny(clippy::missing_trait_methods)]
impl Words for Newcomer {
    fn rule(&self) -> String {
        self.0.rule()
    }

    fn short_rule(&self) -> String {
        self.0.short_rule()
    }

    fn how_to_move(&self, position: &NewcomersPosition) -> String {
        self.0.how_to_move(position).unwrap_or_default()
    }

    fn example_moves(&self, position: &NewcomersPosition) -> Vec<String> {
        self.0.example_moves(position).unwrap_or_default()
    }

    fn title(&self) -> String {
        self.0.title()
    }

    fn scene(&self) -> String {
        self.0.scene()
    }

    fn describe(&self, before: &NewcomersPosition, mv: &NewcomersMove) -> String {
        self.0.describe(before, mv).unwrap_or_default()
    }

    fn told(&self, before: &NewcomersPosition, mv: &NewcomersMove, who: Who<'_>) -> String {
        self.0.told(before, mv, who).unwrap_or_default()
    }

    fn in_words(&self, before: &NewcomersPosition, mv: &NewcomersMove) -> String {
        self.0.in_words(before, mv).unwrap_or_default()
    }

    fn advice(&self, before: &NewcomersPosition, mv: &NewcomersMove) -> String {
        self.0.advice(before, mv).unwrap_or_default()
    }

    fn offered(&self, position: &NewcomersPosition, mv: &NewcomersMove, place: Place) -> String {
        self.0.offered(position, mv, place).unwrap_or_default()
    }

    fn how_on_paper(&self) -> String {
        self.0.how_on_paper()
    }

    fn on_paper(&self, position: &NewcomersPosition, mv: &NewcomersMove) -> String {
        self.0.on_paper(position, mv).unwrap_or_default()
    }

    fn place(&self, position: &NewcomersPosition, place: Place) -> String {
        self.0.place(position, place).unwrap_or_default()
    }

    fn limit(&self, position: &NewcomersPosition) -> Option<String> {
        self.0.limit(position).flatten()
    }

    fn lesson(&self, position: &NewcomersPosition) -> Option<String> {
        self.0.lesson(position).flatten()
    }

    fn figure(&self, position: &NewcomersPosition) -> Option<String> {
        self.0.figure(position).flatten()
    }

    fn argument(&self, position: &NewcomersPosition) -> Option<Argument> {
        self.0.argument(position).flatten()
    }

    fn out_of_reach(&self, position: &NewcomersPosition, what: Measure, effort: &Effort) -> String {
        self.0.out_of_reach(position, what, effort).unwrap_or_default()
    }

    fn grundy_condition(&self) -> Option<&'static str> {
        self.0.grundy_condition()
    }

    fn ending(&self, last: &NewcomersPosition, ending: Ending, loser: Who<'_>) -> String {
        self.0.ending(last, ending, loser).unwrap_or_default()
    }
}

/// A text that is not a game from outside.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum NotANewcomer {
    /// The game says why.
    #[error(transparent)]
    Refused(NewcomerRefuses),
    /// No game that was added is written like that.
    #[error("{0} is not a game that was added")]
    Unknown(Quoted),
}

impl FromStr for Newcomer {
    type Err = NotANewcomer;

    fn from_str(text: &str) -> Result<Self, NotANewcomer> {
        match added().iter().find(|kind| (kind.claims)(text)) {
            Some(kind) => (kind.read)(text),
            None => Err(NotANewcomer::Unknown(Quoted::new(text))),
        }
    }
}

/// What a solver keeps about games from outside, separately for each type.
#[derive(Debug)]
pub struct NewcomersKept {
    bytes: u64,
    shelves: Mutex<HashMap<TypeId, Arc<dyn Shelf>>>,
}

/// What is kept about one type of games.
trait Shelf: Any + Send + Sync {
    fn stored(&self) -> u64;
    fn empty(&self);
}

impl<K: Kept> Shelf for K {
    fn stored(&self) -> u64 {
        self.bytes()
    }

    fn empty(&self) {
        self.release();
    }
}

impl Debug for dyn Shelf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes", self.stored())
    }
}

impl NewcomersKept {
    /// Returns what is kept about the games of a type, with its share of the bytes.
    fn of<G: Words>(&self) -> Arc<G::Kept> {
        let mut shelves = self.shelves.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes = || self.bytes / Self::share().max(1) * G::Kept::share();
        let shelf = shelves
            .entry(TypeId::of::<G>())
            .or_insert_with(|| Arc::new(G::Kept::keeping(bytes())) as Arc<dyn Shelf>);
        let shelf: Arc<dyn Any + Send + Sync> = Arc::clone(shelf) as _;
        shelf.downcast().unwrap_or_else(|_| unreachable!("each type has a shelf of its own"))
    }

    fn shelves(&self) -> Vec<Arc<dyn Shelf>> {
        self.shelves.lock().unwrap_or_else(PoisonError::into_inner).values().cloned().collect()
    }
}

impl Kept for NewcomersKept {
    fn share() -> u64 {
        added().iter().map(|kind| (kind.share)()).sum()
    }

    fn keeping(bytes: u64) -> Self {
        NewcomersKept { bytes, shelves: Mutex::default() }
    }

    fn bytes(&self) -> u64 {
        self.shelves().iter().map(|shelf| shelf.stored()).sum()
    }

    fn release(&self) {
        self.shelves().iter().for_each(|shelf| shelf.empty());
    }
}

/// What is asked of a type of games, before there is a game.
#[derive(Clone, Copy)]
struct Added {
    of: TypeId,
    kinds: fn() -> Vec<&'static Description>,
    claims: fn(&str) -> bool,
    read: fn(&str) -> Result<Newcomer, NotANewcomer>,
    from_file: fn(&str, &str) -> Option<Result<Newcomer, NotANewcomer>>,
    around: fn(&str) -> Option<Standing<Newcomer>>,
    maps: fn() -> Vec<&'static MapOf>,
    map: fn(&str, &Effort) -> Option<Map>,
    share: fn() -> u64,
}

static ADDED: RwLock<Vec<Added>> = RwLock::new(Vec::new());

/// Returns all that was added; nothing is locked while a game is asked.
fn added() -> Vec<Added> {
    ADDED.read().unwrap_or_else(PoisonError::into_inner).clone()
}

/// Says whether the games of a type were added.
pub(super) fn is_added<G: Words>() -> bool {
    added().iter().any(|kind| kind.of == TypeId::of::<G>())
}

/// Adds the games of a type; adding them again changes nothing.
pub(super) fn add<G: Words>() {
    let mut all = ADDED.write().unwrap_or_else(PoisonError::into_inner);
    if all.iter().any(|kind| kind.of == TypeId::of::<G>()) {
        return;
    }
    all.push(Added {
        of: TypeId::of::<G>(),
        kinds: G::kinds,
        claims: G::claims,
        read: |text| read_as(text.parse::<G>()),
        from_file: |name, contents| G::from_file(name, contents).map(read_as),
        around: |text| {
            let found = G::around(text)?;
            let position = Typed::<G>::wrap(found.position().clone());
            Some(Standing::unchecked(Newcomer::new(found.game().clone()), position))
        },
        maps: G::maps,
        map: G::map,
        share: G::Kept::share,
    });
}

/// Takes a game that was read, or the reason why it was not.
fn read_as<G: Words>(read: Result<G, G::Err>) -> Result<Newcomer, NotANewcomer> {
    read.map(Newcomer::new).map_err(|error| NotANewcomer::Refused(NewcomerRefuses::new(error)))
}
