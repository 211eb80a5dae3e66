//! A throw-away game, written as an outsider would: petals in a row, each with a letter. In turn, each player
//! plucks one petal or two that grow side by side; whoever plucks the last one wins.
//!
//! It is the proof that a game is one room, and that it needs no patch: the gate tries every command with the
//! program of `crates/cli/examples/own_program.rs`, and again with this file among the games of a scratch copy.

use std::fmt;
use std::str::FromStr;

use lastbite::description::{Described, Description, Nouns, Parameter};
use lastbite::game::{Game, IllegalMove};
use lastbite::layout::{Drawn, Layout, Piece, Place, Shape};
use lastbite::theory::Theory;
use lastbite::words::{Who, Words};
use thiserror::Error;

/// A daisy: how many petals it has at the start.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Daisy {
    petals: u8,
}

/// The petals that are left, a bit each.
pub type Petals = u32;

/// One petal, or two neighbours: the letters that are plucked.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pluck(String);

/// What a daisy refuses.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)]
pub enum NotADaisy {
    #[error("'{0}' is not a daisy; a daisy has 1 to 26 petals, as in daisy:7")]
    Size(String),
    #[error("'{0}' are not petals of this daisy; petals are letters from a on, as in abde, or 0 for none")]
    Petals(String),
    #[error("'{0}' is not a pluck; a pluck is one petal or two neighbours, as in c or cd")]
    Pluck(String),
    #[error("the petals {0} are not all there")]
    Gone(String),
}

impl Pluck {
    /// Returns the bits of the petals.
    fn bits(&self) -> Petals {
        self.0.bytes().map(|letter| 1 << (letter - b'a')).sum()
    }
}

impl fmt::Display for Daisy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "daisy:{}", self.petals)
    }
}

impl FromStr for Daisy {
    type Err = NotADaisy;

    fn from_str(text: &str) -> Result<Self, NotADaisy> {
        let petals = text.trim().strip_prefix("daisy:").and_then(|petals| petals.parse().ok());
        let petals = petals.filter(|petals| (1..=26).contains(petals));
        petals.map(|petals| Daisy { petals }).ok_or_else(|| NotADaisy::Size(text.to_string()))
    }
}

impl Game for Daisy {
    type Position = Petals;
    type Move = Pluck;
    type Illegal = NotADaisy;
    type NotAPosition = NotADaisy;
    type NotAMove = NotADaisy;

    fn start(&self) -> Petals {
        (1 << self.petals) - 1
    }

    fn moves(&self, petals: &Petals) -> impl Iterator<Item = Pluck> {
        let (petals, letters) = (*petals, b'a'..b'a' + self.petals);
        let one = letters.clone().map(|letter| Pluck(char::from(letter).to_string()));
        let two = letters.skip(1).map(|letter| Pluck([letter - 1, letter].map(char::from).iter().collect()));
        one.chain(two).filter(move |pluck| petals & pluck.bits() == pluck.bits())
    }

    fn play_unchecked(&self, petals: &Petals, pluck: &Pluck) -> Petals {
        petals & !pluck.bits()
    }

    fn check(&self, petals: &Petals, pluck: &Pluck) -> Result<(), IllegalMove<NotADaisy>> {
        match *petals {
            0 => Err(IllegalMove::Over),
            petals if petals & pluck.bits() == pluck.bits() => Ok(()),
            _ => Err(IllegalMove::ByTheRules(NotADaisy::Gone(pluck.0.clone()))),
        }
    }

    fn admits(&self, petals: &Petals) -> Result<(), NotADaisy> {
        let fits = *petals <= self.start();
        if fits { Ok(()) } else { Err(NotADaisy::Petals(self.write_position(petals))) }
    }

    fn read_position(&self, text: &str) -> Result<Petals, NotADaisy> {
        let wrong = || NotADaisy::Petals(text.to_string());
        if text == "0" {
            return Ok(0);
        }
        let rising = text.as_bytes().windows(2).all(|pair| pair[0] < pair[1]) && !text.is_empty();
        let letters = text.bytes().all(|letter| letter.is_ascii_lowercase());
        let petals: Petals =
            if rising && letters { Pluck(text.to_string()).bits() } else { return Err(wrong()) };
        self.admits(&petals).map(|()| petals).map_err(|_| wrong())
    }

    fn read_move(&self, text: &str) -> Result<Pluck, NotADaisy> {
        let pluck = Pluck(text.trim().to_lowercase());
        let plucks = self.moves(&self.start()).find(|other| *other == pluck);
        plucks.ok_or_else(|| NotADaisy::Pluck(text.chars().take(20).collect()))
    }

    fn write_position(&self, petals: &Petals) -> String {
        let left = (0..26u8).filter(|bit| petals >> bit & 1 == 1).map(|bit| char::from(b'a' + bit));
        if *petals == 0 { "0".to_string() } else { left.collect() }
    }

    fn write_move(&self, pluck: &Pluck) -> String {
        pluck.0.clone()
    }

    fn size(&self, petals: &Petals) -> u64 {
        petals.count_ones().into()
    }

    fn haste(&self, _: &Petals, pluck: &Pluck) -> (u64, u128) {
        (pluck.0.len() as u64, pluck.bits().into())
    }
}

/// There are no theorems about daisies: a search finds everything.
impl Theory for Daisy {
    type Reason = String;
    type Kept = ();
}

impl Drawn for Daisy {
    fn layout(&self, petals: &Petals) -> Layout {
        let petal = |bit: u8| Piece::new(Place::new(1, u32::from(bit) + 1), petals >> bit & 1 == 1);
        Layout::new(Shape::Heaps, (0..self.petals).map(petal).collect())
    }

    /// A petal stands for plucking it alone; two at once are typed.
    fn move_at(&self, petals: &Petals, place: Place) -> Option<Pluck> {
        let letter = u8::try_from(place.col.checked_sub(1)?).ok().filter(|&bit| bit < self.petals)?;
        let pluck = Pluck(char::from(b'a' + letter).to_string());
        (place.row == 1 && petals & pluck.bits() != 0).then_some(pluck)
    }
}

/// What a daisy is.
static DAISY: Description =
    Description::new("daisy", "Daisy", "Petals in a row: pluck the last one.", &["daisy:7", "daisy:12"])
        .with_parameters(&[Parameter::text("petals", "Petals", "1 to 26").with_choices(&["7", "9", "12"])])
        .with_nouns(Nouns::new("petal", "pluck", "plucked", ("plucks", "pluck")))
        .with_prompt("Pluck? ", "A pluck is one petal or two neighbours.");

impl Described for Daisy {
    fn kinds() -> Vec<&'static Description> {
        vec![&DAISY]
    }

    fn description(&self) -> &'static Description {
        &DAISY
    }

    fn values(&self) -> Vec<String> {
        vec![self.petals.to_string()]
    }
}

impl Words for Daisy {
    fn rule(&self) -> String {
        "Pluck one petal, or two that grow side by side.\nWhoever plucks the last one wins.".to_string()
    }

    fn told(&self, _: &Petals, pluck: &Pluck, who: Who<'_>) -> String {
        format!("{} {}", who.verb("plucks", "pluck"), pluck.0)
    }
}
