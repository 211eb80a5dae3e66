//! A game that breaks one law at a time, and what the library says about it.
//!
//! It is stones in a row, of which one or two are taken. Each fault is one thing that somebody who writes a
//! game of their own may get wrong.

use std::fmt;
use std::str::FromStr;

use lastbite::description::{Described, Description, Nouns, Parameter};
use lastbite::laws::{self, Law};
use lastbite::layout::{Drawn, Layout, Place, Shape};
use lastbite::theory::Theory;
use lastbite::words::Words;
use lastbite::{Game, IllegalMove};

/// Stones in a row, and what is wrong with the game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Crooked {
    stones: u32,
    fault: Fault,
}

/// What is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Fault {
    None,
    PlaysThree,
    ListsTwice,
    CountsWrong,
    HidesBlunders,
    StaysAsLarge,
    WritesMovesWithRoom,
    WritesPositionsAsWords,
    StallsByTwo,
    HastesAlike,
    HastesTooMuch,
    AdmitsOnlyTheStart,
    DrawsOneMore,
    DrawsLess,
    StandsForNothingLeft,
    SetsUpNothing,
    HasAnotherExample,
    OffersWhatIsNotChosen,
    ClaimsNothing,
    SaysOneLine,
}

/// The error of everything.
#[derive(Clone, Debug, PartialEq, Eq)]
struct No;

impl fmt::Display for No {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no")
    }
}

impl std::error::Error for No {}

impl fmt::Display for Crooked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "crooked:{}", self.stones)
    }
}

thread_local! {
    /// The fault of the games that are read; games of one text have one fault.
    static FAULT: std::cell::Cell<Fault> = const { std::cell::Cell::new(Fault::None) };
}

impl FromStr for Crooked {
    type Err = No;

    fn from_str(text: &str) -> Result<Self, No> {
        let stones = text.strip_prefix("crooked:").and_then(|stones| stones.parse().ok()).ok_or(No)?;
        Ok(Crooked { stones, fault: FAULT.get() })
    }
}

impl Game for Crooked {
    type Position = u32;
    type Move = u32;
    type Illegal = No;
    type NotAPosition = No;
    type NotAMove = No;

    fn start(&self) -> u32 {
        self.stones
    }

    fn moves(&self, left: &u32) -> impl Iterator<Item = u32> {
        let twice = (self.fault == Fault::ListsTwice && *left > 0).then_some(1);
        (1..=2.min(*left)).chain(twice)
    }

    fn move_count(&self, left: &u32) -> u64 {
        self.moves(left).count() as u64 + u64::from(self.fault == Fault::CountsWrong)
    }

    fn play_unchecked(&self, left: &u32, mv: &u32) -> u32 {
        if self.fault == Fault::StaysAsLarge { *left } else { left.saturating_sub(*mv) }
    }

    fn check(&self, left: &u32, mv: &u32) -> Result<(), IllegalMove<No>> {
        match (self.fault, mv) {
            (Fault::PlaysThree, 3) => Ok(()),
            (Fault::HidesBlunders, 3) => Err(IllegalMove::Blunder),
            (_, 1 | 2) if mv <= left => Ok(()),
            _ => Err(IllegalMove::ByTheRules(No)),
        }
    }

    fn admits(&self, left: &u32) -> Result<(), No> {
        let fits = if self.fault == Fault::AdmitsOnlyTheStart { *left == self.stones } else { true };
        if fits && *left <= self.stones { Ok(()) } else { Err(No) }
    }

    fn read_position(&self, text: &str) -> Result<u32, No> {
        text.parse().ok().filter(|left| *left <= self.stones).ok_or(No)
    }

    fn read_move(&self, text: &str) -> Result<u32, No> {
        text.trim().parse().map_err(|_| No)
    }

    fn write_position(&self, left: &u32) -> String {
        if self.fault == Fault::WritesPositionsAsWords { format!("{left} left") } else { left.to_string() }
    }

    fn write_move(&self, mv: &u32) -> String {
        if self.fault == Fault::WritesMovesWithRoom { format!("{mv} ") } else { mv.to_string() }
    }

    fn size(&self, left: &u32) -> u64 {
        u64::from(*left)
    }

    fn stalling_move(&self, left: &u32) -> Option<u32> {
        if self.fault == Fault::StallsByTwo { self.moves(left).last() } else { self.moves(left).next() }
    }

    fn haste(&self, _: &u32, mv: &u32) -> (u64, u128) {
        match self.fault {
            Fault::HastesAlike => (1, 0),
            Fault::HastesTooMuch => (u64::from(*mv) + 1, 0),
            _ => (u64::from(*mv), 0),
        }
    }
}

impl Theory for Crooked {
    type Reason = String;
    type Kept = ();
}

impl Drawn for Crooked {
    fn layout(&self, left: &u32) -> Layout {
        match self.fault {
            Fault::DrawsOneMore => Layout::rows_of(Shape::Heaps, &[self.stones + 1], &[left + 1]),
            Fault::DrawsLess => Layout::rows_of(Shape::Heaps, &[*left], &[*left]),
            _ => Layout::rows_of(Shape::Heaps, &[self.stones], &[*left]),
        }
    }

    fn move_at(&self, left: &u32, place: Place) -> Option<u32> {
        if self.fault == Fault::StandsForNothingLeft {
            return (*left > 0 && place == Place::new(1, 2)).then_some(1);
        }
        let beyond = (left + 1).checked_sub(place.col)?;
        (place.row == 1 && place.col > 0 && (1..=2).contains(&beyond)).then_some(beyond)
    }

    fn set_up(&self, left: &u32, place: Place, wanted: bool) -> Option<u32> {
        let set = if wanted { place.col } else { place.col - 1 };
        Some(if self.fault == Fault::SetsUpNothing { *left } else { set })
    }
}

/// Describes the game, with an example of it and another number of stones to choose.
const fn described(examples: &'static [&'static str], choices: &'static [Parameter]) -> Description {
    Description::new("crooked", "Crooked", "Take one or two.", examples)
        .with_nouns(Nouns::new("stone", "move", "taken", ("takes", "take")))
        .with_parameters(choices)
}

const STONES: Parameter = Parameter::text("stones", "Stones", "a number");
static CROOKED: Description = described(&["crooked:5"], &[STONES.with_choices(&["5", "9"])]);
static ELSEWHERE: Description = described(&["bent:5"], &[STONES.with_choices(&["5", "9"])]);
static UNCHOSEN: Description = described(&["crooked:5"], &[STONES.with_choices(&["5", "a few"])]);

impl Described for Crooked {
    fn kinds() -> Vec<&'static Description> {
        vec![match FAULT.get() {
            Fault::HasAnotherExample => &ELSEWHERE,
            Fault::OffersWhatIsNotChosen => &UNCHOSEN,
            _ => &CROOKED,
        }]
    }

    fn claims(text: &str) -> bool {
        FAULT.get() != Fault::ClaimsNothing && text.starts_with("crooked:")
    }

    fn description(&self) -> &'static Description {
        Self::kinds()[0]
    }

    fn values(&self) -> Vec<String> {
        vec![self.stones.to_string()]
    }
}

impl Words for Crooked {
    fn rule(&self) -> String {
        let rule = "Take one stone or two.\nWhoever takes the last one wins.";
        if self.fault == Fault::SaysOneLine { rule.replace('\n', " ") } else { rule.to_string() }
    }
}

/// Checks the game with a fault, and returns the law that it breaks.
fn broken_by(fault: Fault) -> Option<Law> {
    FAULT.set(fault);
    let game = Crooked { stones: 5, fault };
    let by_hand = laws::check(&game, &3, &[0, 1, 2, 3, 9]);
    let found = by_hand.and_then(|()| laws::check_from_start(&game, 100).map(|_| ()));
    let told = found.and_then(|()| laws::check_kinds::<Crooked>()).err();
    FAULT.set(Fault::None);
    told.map(|broken| {
        assert!(broken.to_string().ends_with(&format!("; but the law is that {}", broken.law)), "{broken}");
        broken.law
    })
}

#[test]
fn every_broken_law_is_named() {
    assert_eq!(broken_by(Fault::None), None);
    for (fault, law) in [
        (Fault::PlaysThree, Law::PlayAgrees),
        (Fault::ListsTwice, Law::ListedOnce),
        (Fault::CountsWrong, Law::ListedOnce),
        (Fault::HidesBlunders, Law::Blunders),
        (Fault::StaysAsLarge, Law::Smaller),
        (Fault::WritesMovesWithRoom, Law::Writing),
        (Fault::WritesPositionsAsWords, Law::Writing),
        (Fault::StallsByTwo, Law::Stalling),
        (Fault::HastesAlike, Law::Haste),
        (Fault::HastesTooMuch, Law::Haste),
        (Fault::AdmitsOnlyTheStart, Law::Admits),
        (Fault::DrawsOneMore, Law::Places),
        (Fault::DrawsLess, Law::Places),
        (Fault::StandsForNothingLeft, Law::Pieces),
        (Fault::SetsUpNothing, Law::SettingUp),
        (Fault::HasAnotherExample, Law::Description),
        (Fault::OffersWhatIsNotChosen, Law::Description),
        (Fault::ClaimsNothing, Law::Names),
        (Fault::SaysOneLine, Law::Telling),
    ] {
        assert_eq!(broken_by(fault), Some(law), "{fault:?}");
    }
}

#[test]
fn a_sound_game_is_checked_at_every_position() {
    FAULT.set(Fault::None);
    let game = Crooked { stones: 5, fault: Fault::None };
    assert_eq!(laws::check_from_start(&game, 100), Ok(6), "five stones to none");
    assert_eq!(laws::check_from_start(&game, 3), Ok(3));
}
