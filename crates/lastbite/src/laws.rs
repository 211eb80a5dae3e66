//! The laws that a game must pass, so that whoever writes one can check it.
//!
//! Searches, sessions and front ends rely on the laws of [`Game`], [`Drawn`] and [`Described`]. The games of
//! this library are checked by the functions here, and a game from outside is checked by the same ones. They
//! are in the feature `laws`, which is for tests.
//!
//! ```
//! use lastbite::{AnyGame, laws};
//!
//! let game: AnyGame = "kayles:6".parse()?;
//! let positions = laws::check_from_start(&game, 100)?;
//! assert!(positions > 20, "the start and what can follow it");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::collections::{HashSet, VecDeque};
use std::fmt;

use thiserror::Error;

use crate::description::Described;
use crate::game::{Game, IllegalMove, Outcome, Standing};
use crate::layout::{Drawn, Layout, Place};
use crate::words::{Who, Words, label};

/// A law of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Law {
    /// `play` accepts exactly the moves that `moves` lists.
    PlayAgrees,
    /// Every move is listed once, and counted.
    ListedOnce,
    /// All blunders are listed by `blunders`, and only there; each loses on the spot.
    Blunders,
    /// Every move makes the position smaller.
    Smaller,
    /// Games, positions and moves survive the trip to text and back.
    Writing,
    /// The stalling move is the least hasty one.
    Stalling,
    /// No two moves are equally hasty, and the first number of a haste is how much smaller the position gets.
    Haste,
    /// The game admits its start and every position that its moves lead to.
    Admits,
    /// All positions have the same places, and as many pieces are left as the size counts.
    Places,
    /// Pieces stand for moves, and moves lead back to their pieces.
    Pieces,
    /// Setting up makes a position of the game.
    SettingUp,
    /// A kind of game describes its games, and its examples are among them.
    Description,
    /// Each name and each text belongs to one kind of game.
    Names,
    /// Every rule and every move has its words.
    Telling,
}

impl fmt::Display for Law {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Law::PlayAgrees => "play accepts exactly the moves that are listed",
            Law::ListedOnce => "every move is listed once",
            Law::Blunders => "all blunders are listed by themselves, and lose on the spot",
            Law::Smaller => "every move makes the position smaller",
            Law::Writing => "games, positions and moves survive the trip to text and back",
            Law::Stalling => "stalling is the least hasty move",
            Law::Haste => "a haste is what a move takes, and no two moves are equally hasty",
            Law::Admits => "the game admits its start and everything that its moves lead to",
            Law::Places => "all positions have the same places, and as many pieces as their size",
            Law::Pieces => "pieces stand for moves, and moves lead back to their pieces",
            Law::SettingUp => "setting up makes a position of the game",
            Law::Description => "a kind of game describes its games",
            Law::Names => "each name belongs to one kind of game",
            Law::Telling => "every rule and every move has its words",
        })
    }
}

/// A game breaks a law.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{place}: {how}; but the law is that {law}")]
#[non_exhaustive]
pub struct Broken {
    /// The law.
    pub law: Law,
    /// Where: a game, with its position if it is about one.
    pub place: String,
    /// How it is broken.
    pub how: String,
}

/// Breaks off with the law that is broken, unless something holds.
macro_rules! must {
    ($place:expr, $law:ident, $holds:expr, $($how:tt)+) => {
        if !$holds {
            return Err(Broken { law: Law::$law, place: $place.to_string(), how: format!($($how)+) });
        }
    };
}

/// Checks every law at one position.
///
/// The candidates are moves to try: all moves and blunders of the position, and others that are neither, such
/// as those of other positions. With more of them more is checked.
///
/// # Errors
///
/// The first law that is broken.
///
/// # Panics
///
/// If the game panics, which it never may.
pub fn check<G: Words>(game: &G, position: &G::Position, candidates: &[G::Move]) -> Result<(), Broken> {
    check_rules(game, position, candidates)?;
    check_drawing(game, position, candidates)?;
    check_words(game, position)
}

/// Checks every law at the start of a game and at what can follow it, the nearest positions first and at most
/// this many, with all their moves as candidates everywhere. Returns how many positions were checked.
///
/// # Errors
///
/// The first law that is broken.
///
/// # Panics
///
/// If the game panics, which it never may.
pub fn check_from_start<G: Words>(game: &G, most: usize) -> Result<usize, Broken> {
    let (mut positions, mut moves) = (vec![game.start()], Vec::new());
    let (mut known, mut listed) = (HashSet::from([game.start()]), HashSet::new());
    let mut next = VecDeque::from([game.start()]);
    while let Some(position) = next.pop_front() {
        for mv in game.moves(&position).chain(game.blunders(&position)) {
            let after = game.play_unchecked(&position, &mv);
            if listed.insert(mv.clone()) {
                moves.push(mv);
            }
            if positions.len() < most && known.insert(after.clone()) {
                positions.push(after.clone());
                next.push_back(after);
            }
        }
    }
    for position in &positions {
        check(game, position, &moves)?;
    }
    Ok(positions.len())
}

/// Names a position where a law is broken.
fn at<G: Game>(game: &G, position: &G::Position) -> String {
    format!("{game} {}", game.write_position(position))
}

/// Checks the laws of [`Game`] at one position, with candidates as [`check`] takes them.
///
/// # Errors
///
/// The first law that is broken.
///
/// # Panics
///
/// If the game panics, which it never may.
pub fn check_rules<G: Game>(game: &G, position: &G::Position, candidates: &[G::Move]) -> Result<(), Broken> {
    let here = || at(game, position);
    let moves: Vec<G::Move> = game.moves(position).collect();
    let listed: HashSet<&G::Move> = moves.iter().collect();
    must!(here(), ListedOnce, listed.len() == moves.len(), "a move is listed twice");
    let strange = moves.iter().find(|mv| !candidates.contains(mv));
    must!(here(), ListedOnce, strange.is_none(), "{strange:?} is not among the candidates");
    let count = game.move_count(position);
    must!(here(), ListedOnce, count == moves.len() as u64, "{count} of {} moves are counted", moves.len());

    let blunders: Vec<G::Move> = game.blunders(position).collect();
    let all: HashSet<&G::Move> = candidates.iter().filter(|mv| game.is_blunder(position, mv)).collect();
    must!(here(), Blunders, blunders.iter().collect::<HashSet<_>>() == all, "{blunders:?} are not {all:?}");
    must!(here(), Blunders, blunders.len() == all.len(), "a blunder is listed twice");
    for mv in candidates {
        let allowed = game.play(position, mv).is_ok();
        must!(here(), PlayAgrees, allowed == listed.contains(mv), "play and moves disagree on {mv:?}");
        // Never a panic, whatever the move.
        let after = game.play_unchecked(position, mv);
        if game.is_blunder(position, mv) {
            let lost = game.is_over(&after) && game.final_outcome(&after) == Outcome::Win;
            must!(here(), Blunders, lost, "{mv:?} does not lose at once");
        }
    }
    for mv in moves.iter().chain(&blunders) {
        let written = game.write_move(mv);
        let read = game.read_move(&written);
        must!(here(), Writing, read.as_ref() == Ok(mv), "{mv:?} is written {written:?} and read {read:?}");
        must!(here(), Writing, written == written.trim(), "there is room around {written:?}");
    }
    let size = game.size(position);
    for mv in &moves {
        let after = game.play_unchecked(position, mv);
        let less = game.size(&after);
        must!(here(), Smaller, less < size, "{mv:?} leaves {less} pieces of {size}");
        let haste = game.haste(position, mv).0;
        must!(
            here(),
            Haste,
            haste == size - less,
            "{mv:?} takes {} pieces, its haste is {haste}",
            size - less
        );
        let admitted = game.admits(&after);
        must!(here(), Admits, admitted.is_ok(), "{mv:?} leads out of the game: {admitted:?}");
    }
    let hastes: HashSet<(u64, u128)> = moves.iter().map(|mv| game.haste(position, mv)).collect();
    must!(here(), Haste, hastes.len() == moves.len(), "two moves are equally hasty");
    match game.stalling_move(position) {
        Some(mv) => {
            must!(here(), Stalling, listed.contains(&mv), "{mv:?} is not a move");
            let least = hastes.iter().min() == Some(&game.haste(position, &mv));
            must!(here(), Stalling, least, "{mv:?} does not take least");
        }
        None => must!(here(), Stalling, moves.is_empty(), "there is none although there are moves"),
    }
    for position in [position, &game.start()] {
        let admitted = game.admits(position);
        must!(at(game, position), Admits, admitted.is_ok(), "it is not admitted: {admitted:?}");
    }
    let over = game.is_over(position);
    must!(here(), ListedOnce, over == moves.is_empty(), "it is over, or not, against the list of moves");
    let read = game.read_position(&game.write_position(position));
    must!(here(), Writing, read.as_ref() == Ok(position), "the position {position:?} is read as {read:?}");
    let read = game.to_string().parse::<G>();
    must!(here(), Writing, read.as_ref().is_ok_and(|read| read == game), "the game is read as {read:?}");
    Ok(())
}

/// Checks the laws of [`Drawn`] at one position, with candidates as [`check`] takes them.
///
/// # Errors
///
/// The first law that is broken.
///
/// # Panics
///
/// If the game panics, which it never may.
pub fn check_drawing<G: Drawn>(
    game: &G,
    position: &G::Position,
    candidates: &[G::Move],
) -> Result<(), Broken> {
    let here = || at(game, position);
    let places_of = |layout: &Layout| layout.pieces.iter().map(|piece| piece.place).collect::<Vec<Place>>();
    let layout = game.layout(position);
    let (places, at_the_start) = (places_of(&layout), places_of(&game.layout(&game.start())));
    must!(here(), Places, places == at_the_start, "its places are not those of the start");
    let (left, size) = (layout.pieces.iter().filter(|piece| piece.left).count() as u64, game.size(position));
    must!(here(), Places, left == size, "{left} pieces are left, its size is {size}");

    let (rows, cols) = (layout.rows() + 1, layout.cols() + 1);
    let all = (0..=rows).flat_map(|row| (0..=cols).map(move |col| Place::new(row, col)));
    let (mut seen, mut offered) = (HashSet::new(), HashSet::new());
    for place in all {
        let mv = game.move_at(position, place);
        let all = game.moves_at(position, place);
        must!(
            here(),
            Pieces,
            all.first() == mv.as_ref(),
            "{place:?} does not offer first what it stands for"
        );
        let twice = all.iter().collect::<HashSet<_>>().len() != all.len();
        must!(here(), Pieces, !twice, "{place:?} offers a move twice");
        for mv in &all {
            let allowed = matches!(game.check(position, mv), Ok(()) | Err(IllegalMove::Blunder));
            must!(here(), Pieces, allowed, "{place:?} offers {mv:?}, which may not be played");
        }
        offered.extend(all);
        let Some(mv) = mv else { continue };
        must!(here(), Pieces, layout.has(place), "nothing is left at {place:?}, and it stands for {mv:?}");
        let back = game.piece_of(position, &mv);
        must!(here(), Pieces, back == Some(place), "{mv:?} leads to {back:?}, not back to {place:?}");
        let taken = layout.id(place).is_some_and(|id| game.taken(position, &mv).contains(&id));
        must!(here(), Pieces, taken, "{mv:?} leaves the piece that stands for it");
        must!(here(), Pieces, seen.insert(mv), "{place:?} and another piece stand for the same move");
    }
    for mv in candidates {
        let place = game.piece_of(position, mv);
        must!(here(), Pieces, place.is_some() == offered.contains(mv), "{mv:?} leads to {place:?}");
        let there = place.is_none_or(|place| game.moves_at(position, place).contains(mv));
        must!(here(), Pieces, there, "{mv:?} is not offered at {place:?}");
        // However a game counts what a move takes, it must match what is gone afterwards.
        let after = game.layout(&game.play_unchecked(position, mv));
        let (taken, gone) = (game.taken(position, mv), layout.gone_in(&after).collect::<Vec<_>>());
        must!(here(), Pieces, taken == gone, "{mv:?} takes {taken:?}, and {gone:?} are gone");
    }
    // With every third piece, so that large tables do not take long.
    for &place in places.iter().step_by(1 + places.len() / 30) {
        let was = layout.has(place);
        let Some(next) = game.set_up(position, place, !was) else { continue };
        let admitted = game.admits(&next);
        must!(here(), SettingUp, admitted.is_ok(), "{place:?} leads out of the game: {admitted:?}");
        let after = game.layout(&next);
        must!(here(), SettingUp, after.has(place) != was, "{place:?} is not as it was wished");
        let kept = layout.pieces.iter().filter(|piece| piece.left).all(|piece| after.has(piece.place));
        must!(here(), SettingUp, was || kept, "putting {place:?} back takes something else");
        let again = game.set_up(&next, place, !was);
        must!(here(), SettingUp, again.as_ref() == Some(&next), "{place:?} leads elsewhere the second time");
    }
    for place in places {
        let nearest = layout.nearest(place) == place;
        let is_there = layout.has(place) || left == 0 && place == Place::new(1, 1);
        must!(here(), Places, nearest == is_there, "{place:?} is not the nearest to itself");
    }
    Ok(())
}

/// Checks the laws of [`Described`] for one game, and that everything about a position has its words.
///
/// # Errors
///
/// The first law that is broken.
///
/// # Panics
///
/// If the game panics, which it never may.
pub fn check_words<G: Words>(game: &G, position: &G::Position) -> Result<(), Broken> {
    let here = || at(game, position);
    let (kind, values) = (game.description(), game.values());
    must!(game, Description, G::kinds().contains(&kind), "{} is not among the kinds", kind.name);
    let as_many = values.len() == kind.parameters.len();
    must!(game, Description, as_many, "{values:?} are not values of {:?}", kind.parameters);
    let read = kind.write(&values).parse::<G>();
    must!(game, Description, read.as_ref().is_ok_and(|read| read == game), "{values:?} make {read:?}");
    must!(game, Telling, game.rule().lines().count() == 2, "{:?} is not two lines", game.rule());
    let told = [game.short_rule(), game.title(), game.scene()];
    must!(game, Telling, told.iter().all(|told| !told.is_empty()), "one of {told:?} is empty");
    let standing = Standing::new(game.clone(), position.clone());
    must!(here(), Admits, standing.is_ok(), "it is not admitted");
    for piece in &game.layout(position).pieces {
        let Ok(standing) = &standing else { break };
        let label = label(standing, piece.place);
        let is_gone = label.ends_with(kind.nouns.gone);
        must!(here(), Telling, is_gone != piece.left, "{label:?} is said of {piece:?}");
    }
    for mv in game.moves(position) {
        let told = [Who::You, Who::Named("Ada")].map(|who| game.told(position, &mv, who));
        let advice = game.advice(position, &mv);
        let has_words = told.iter().chain([&advice]).all(|told| !told.is_empty());
        must!(here(), Telling, has_words, "{mv:?} is told as {told:?}, advised as {advice:?}");
    }
    Ok(())
}

/// Checks the laws of [`Described`] for all kinds of games of a type.
///
/// # Errors
///
/// The first law that is broken.
///
/// # Panics
///
/// If a game panics, which it never may.
pub fn check_kinds<G: Described>() -> Result<(), Broken> {
    let names: HashSet<&str> = G::kinds().iter().map(|kind| kind.name).collect();
    must!("all kinds", Names, names.len() == G::kinds().len(), "two kinds have one name: {names:?}");
    for kind in G::kinds() {
        let one = !kind.examples.is_empty();
        must!(kind.name, Description, one, "it has no example");
        for example in kind.examples {
            let game = reads::<G>(kind.name, example)?;
            must!(example, Names, G::claims(example), "it is not claimed");
            let same = game.description() == kind && game.to_string() == *example;
            must!(
                example,
                Description,
                same,
                "it is a game of {}, and written {game}",
                game.description().name
            );
        }
        let usual: Vec<&str> = kind.parameters.iter().map(|parameter| parameter.usual()).collect();
        for (number, parameter) in kind.parameters.iter().enumerate() {
            let offered = parameter.values().contains(&parameter.usual());
            must!(kind.name, Description, offered, "the usual value of {} is not offered", parameter.name);
            for value in parameter.values() {
                let mut values = usual.clone();
                values[number] = value;
                let game = reads::<G>(kind.name, &kind.write(&values))?;
                let kept = game.values().get(number).map(String::as_str) == Some(value);
                must!(game, Description, game.description() == kind && kept, "it is not made of {values:?}");
            }
        }
    }
    Ok(())
}

/// Reads a game of a kind, which people must be able to play.
fn reads<G: Described>(kind: &str, text: &str) -> Result<G, Broken> {
    let broken = |how: String| Broken { law: Law::Description, place: kind.to_string(), how };
    let game: G = text.parse().map_err(|error| broken(format!("{text} is no game of it: {error}")))?;
    game.check_playable().map_err(|error| broken(format!("{text} cannot be played: {error}")))?;
    Ok(game)
}
