//! The rules of every game on an order: take a piece, and everything above it goes with it.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;
use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;
use thiserror::Error;

use super::elements::Elements;
use super::finite::Finite;
use super::kind::{Kind, OrderError};
use super::looks::Places;
use crate::game::{Game, IllegalMove, Outcome};
use crate::notation::Quoted;

/// A game on a finite order: take an element, and everything above it goes with it.
///
/// | written | elements | above an element | poison |
/// |---|---|---|---|
/// | `chomp:3x4x5` | the cubes of a box | all that are further along every axis | `1,1,1` |
/// | `divisors:72` | the divisors of a number | its multiples | `1` |
/// | `subsets:4` | the subsets of a set, neither empty nor all of it | those that contain it | none |
/// | `subsets:5,2` | those of at most this many elements | those that contain it | none |
/// | `tree:0,1,1` | the nodes of a forest; each with its parent, 0 for a root | what grows from it | none |
/// | `poset:a.b,b.c,d` | names; `a.b` puts `a` below `b` | all that are above it | none |
///
/// Whoever takes the poison loses; without poison, whoever has nothing to take loses. A position is what is
/// left, which includes everything below each of its elements. It is written as its highest elements,
/// `12,18`, and in a box `2,3,1/3,1,1`.
///
/// ```
/// use lastbite::{Game, Order};
/// let game: Order = "divisors:72".parse()?;
/// let left = game.play(&game.start(), &game.read_move("6").unwrap()).unwrap();
/// assert_eq!(game.write_position(&left), "8,9");
/// # Ok::<(), lastbite::games::order::OrderError>(())
/// ```
#[derive(Clone)]
pub struct Order(Arc<Inside>);

struct Inside {
    kind: Kind,
    finite: Finite,
    names: Vec<String>,
    numbers: FxHashMap<String, usize>,
    poison: Option<usize>,
    points: Option<Vec<Box<[u32]>>>,
    places: OnceLock<Places>,
}

/// A move: the element that is taken, by its number in the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Element(pub u32);

impl Element {
    pub(super) fn number(self) -> usize {
        self.0 as usize
    }
}

impl From<usize> for Element {
    /// Names an element by its number; orders have a few thousand at most.
    fn from(number: usize) -> Self {
        Element(number as u32)
    }
}

/// Why an element may not be taken.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum IllegalElement {
    /// There is no element with that number.
    #[error("there is no such piece in this game")]
    NoSuch,
    /// It was taken before.
    #[error("{0} has already been taken")]
    Gone(String),
}

/// A text or a set of elements that is not a position of a game on an order.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NotAnIdeal {
    /// A part of it is not an element.
    #[error(
        "{element} is not in {game}; a position is its highest pieces, as in {example}, or {nothing} where none is left"
    )]
    NoSuch {
        /// What was read.
        element: Quoted,
        /// The game.
        game: Quoted,
        /// The position at the start.
        example: Quoted,
        /// How an empty position is written.
        nothing: &'static str,
    },
    /// Something below one of its elements is missing.
    #[error("not a position of {0}: if a piece is left, so is everything below it")]
    NotAnIdeal(Quoted),
}

/// A text that is not an element.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{element} is not in {game}; {how}")]
pub struct NotAnElement {
    element: Quoted,
    game: Quoted,
    how: &'static str,
}

impl Order {
    /// Makes the game on a box of three dimensions or more.
    pub fn boxed(sides: &[u32]) -> Result<Self, OrderError> {
        let sides: Vec<String> = sides.iter().map(u32::to_string).collect();
        format!("chomp:{}", sides.join("x")).parse()
    }

    /// Makes the game on the divisors of a number.
    pub fn divisors_of(number: u64) -> Result<Self, OrderError> {
        format!("divisors:{number}").parse()
    }

    /// Makes the game of a kind.
    pub(super) fn of(kind: Kind) -> Result<Self, OrderError> {
        let (plan, finite) = kind.made()?;
        let numbers = plan.names.iter().enumerate().map(|(number, name)| (name.clone(), number)).collect();
        Ok(Order(Arc::new(Inside {
            kind,
            finite,
            names: plan.names,
            numbers,
            poison: plan.poison,
            points: plan.points,
            places: OnceLock::new(),
        })))
    }

    /// Returns the order itself.
    #[must_use]
    pub fn finite(&self) -> &Finite {
        &self.0.finite
    }

    /// Returns the name of an element.
    #[must_use]
    pub fn name(&self, element: Element) -> &str {
        self.0.names.get(element.number()).map_or("?", String::as_str)
    }

    /// Returns the element that loses, if there is one: it is below all others.
    #[must_use]
    pub fn poison(&self) -> Option<Element> {
        self.0.poison.map(Element::from)
    }

    /// Returns the sides of the grid that the order fills, one more than each power of a prime for divisors;
    /// nothing for other orders.
    #[must_use]
    pub fn sides(&self) -> Option<Vec<u32>> {
        let points = self.0.points.as_ref().filter(|_| self.0.poison.is_some())?;
        points.last().map(|last| last.iter().map(|place| place + 1).collect())
    }

    /// Returns where an element is, from 0 along each axis, if the order is part of a grid.
    #[must_use]
    pub fn point(&self, element: Element) -> Option<&[u32]> {
        self.0.points.as_ref()?.get(element.number()).map(|point| &**point)
    }

    pub(super) fn kind(&self) -> &Kind {
        &self.0.kind
    }

    pub(super) fn names(&self) -> &[String] {
        &self.0.names
    }

    pub(super) fn points(&self) -> Option<&[Box<[u32]>]> {
        self.0.points.as_deref()
    }

    pub(super) fn places(&self) -> &Places {
        self.0.places.get_or_init(|| Places::of(self))
    }

    /// Says whether the game continues: the poison is left, or there is none.
    pub(super) fn is_on(&self, left: &Elements) -> bool {
        self.0.poison.is_none_or(|poison| left.has(poison))
    }

    /// Returns what may be taken without losing at once: everything but the poison.
    pub(super) fn edible(&self, left: &Elements) -> Elements {
        if !self.is_on(left) {
            return Elements::none_of(self.0.finite.len());
        }
        let mut edible = left.clone();
        if let Some(poison) = self.0.poison {
            edible.remove(poison);
        }
        edible
    }

    /// Counts what goes when an element is taken.
    pub(super) fn taken_by(&self, left: &Elements, element: Element) -> usize {
        if element.number() < self.0.finite.len() {
            self.0.finite.above(element.number()).shared_len(left)
        } else {
            0
        }
    }

    /// Returns how an empty position is written.
    fn nothing(&self) -> &'static str {
        if self.0.numbers.contains_key("0") { "." } else { "0" }
    }
}

impl PartialEq for Order {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.kind == other.0.kind
    }
}

impl Eq for Order {}

impl Hash for Order {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.kind.hash(state);
    }
}

impl fmt::Debug for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Order({})", self.0.kind)
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.kind.fmt(f)
    }
}

impl FromStr for Order {
    type Err = OrderError;

    fn from_str(text: &str) -> Result<Self, OrderError> {
        Order::of(text.parse()?)
    }
}

impl Game for Order {
    type Position = Elements;
    type Move = Element;
    type Illegal = IllegalElement;
    type NotAPosition = NotAnIdeal;
    type NotAMove = NotAnElement;

    fn start(&self) -> Elements {
        Elements::all_of(self.0.finite.len())
    }

    fn moves(&self, left: &Elements) -> impl Iterator<Item = Element> {
        let edible = self.edible(left);
        (0..self.0.finite.len()).filter(move |&element| edible.has(element)).map(Element::from)
    }

    fn blunders(&self, left: &Elements) -> impl Iterator<Item = Element> {
        self.0.poison.filter(|&poison| left.has(poison)).map(Element::from).into_iter()
    }

    fn play_unchecked(&self, left: &Elements, element: &Element) -> Elements {
        if element.number() < self.0.finite.len() {
            left.without(self.0.finite.above(element.number()))
        } else {
            left.clone()
        }
    }

    fn check(&self, left: &Elements, element: &Element) -> Result<(), IllegalMove<IllegalElement>> {
        if left.is_empty() {
            Err(IllegalMove::Over)
        } else if element.number() >= self.0.finite.len() {
            Err(IllegalMove::ByTheRules(IllegalElement::NoSuch))
        } else if !left.has(element.number()) {
            Err(IllegalMove::ByTheRules(IllegalElement::Gone(self.name(*element).to_string())))
        } else if self.poison() == Some(*element) {
            Err(IllegalMove::Blunder)
        } else {
            Ok(())
        }
    }

    fn admits(&self, left: &Elements) -> Result<(), NotAnIdeal> {
        if self.0.finite.is_ideal(left) {
            return Ok(());
        }
        Err(NotAnIdeal::NotAnIdeal(Quoted::new(&self.to_string())))
    }

    fn read_position(&self, text: &str) -> Result<Elements, NotAnIdeal> {
        let text = text.trim();
        let mut left = Elements::none_of(self.0.finite.len());
        if text == self.nothing() {
            return Ok(left);
        }
        for part in text.split(self.0.kind.between()) {
            let Some(&number) = self.0.numbers.get(&self.0.kind.tidied(part)) else {
                return Err(NotAnIdeal::NoSuch {
                    element: Quoted::new(part),
                    game: Quoted::new(&self.to_string()),
                    example: Quoted::new(&self.write_position(&self.start())),
                    nothing: self.nothing(),
                });
            };
            left.add(self.0.finite.below(number));
        }
        Ok(left)
    }

    fn read_move(&self, text: &str) -> Result<Element, NotAnElement> {
        let found = self.0.numbers.get(&self.0.kind.tidied(text));
        found.map(|&number| Element::from(number)).ok_or_else(|| NotAnElement {
            element: Quoted::new(text),
            game: Quoted::new(&self.to_string()),
            how: self.how_to_move(),
        })
    }

    fn write_position(&self, left: &Elements) -> String {
        if left.is_empty() {
            return self.nothing().to_string();
        }
        let highest: Vec<&str> =
            self.0.finite.maximal_in(left).map(|element| self.0.names[element].as_str()).collect();
        highest.join(&self.0.kind.between().to_string())
    }

    fn write_move(&self, element: &Element) -> String {
        self.name(*element).to_string()
    }

    fn size(&self, left: &Elements) -> u64 {
        left.len() as u64
    }

    /// Returns the move that takes least, or the last of equal ones.
    fn stalling_move(&self, left: &Elements) -> Option<Element> {
        // What has nothing above it is taken alone.
        let edible = self.edible(left);
        self.0.finite.maximal_in(&edible).last().map(Element::from)
    }

    fn haste(&self, left: &Elements, element: &Element) -> (u64, u128) {
        (self.taken_by(left, *element) as u64, u128::from(u32::MAX - element.0))
    }

    fn final_outcome(&self, left: &Elements) -> Outcome {
        if self.is_on(left) { Outcome::Loss } else { Outcome::Win }
    }

    fn move_count(&self, left: &Elements) -> u64 {
        self.edible(left).len() as u64
    }

    fn is_over(&self, left: &Elements) -> bool {
        self.edible(left).is_empty()
    }
}
