//! The kinds of orders that have a notation: their elements, the names of these, and what is above what.

mod boxes;
mod divisors;
mod file;
mod named;
mod subsets;
mod tree;

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::finite::{Circle, Finite};
use crate::notation::{Quoted, grouped};

pub(super) use divisors::factors;
pub use named::LONGEST_NAME;

/// The most elements that an order may have.
pub const MOST_ELEMENTS: usize = 4096;

/// An order as it is written.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    /// The sides of a box, three or more.
    Box(Vec<u32>),
    /// The number whose divisors are taken.
    Divisors(u64),
    /// The subsets of a set of this many elements, neither empty nor all of it; or all that have at most this
    /// many.
    Subsets { of: u32, most: Option<u32> },
    /// The node below each node, 0 for none.
    Tree(Vec<u32>),
    /// Names, alone or each below another.
    Named(Vec<(String, Option<String>)>),
}

/// What an order is made of.
pub(super) struct Plan {
    /// The names of its elements.
    pub(super) names: Vec<String>,
    /// Pairs of which the second is above the first, including all neighbours.
    pub(super) pairs: Vec<(usize, usize)>,
    /// The element that loses, if there is one: the least.
    pub(super) poison: Option<usize>,
    /// Where each element is, from 0 on along each axis, if the order is a part of a grid.
    pub(super) points: Option<Vec<Box<[u32]>>>,
}

/// A text that is not an order.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum OrderError {
    /// It does not begin like one.
    #[error(
        "{0} is not a game on an order; such a game is chomp:3x4x5, divisors:72, subsets:4, tree:0,1,1 or poset:a.b,b.c,d"
    )]
    Unknown(Quoted),
    /// It has more elements than an order may have.
    #[error(
        "{0} would have too many pieces; there are at most {most} of them, as in chomp:3x4x5 or divisors:72",
        most = grouped(MOST_ELEMENTS as u64)
    )]
    TooMany(Quoted),
    /// A side of a box is missing or is not a number.
    #[error(
        "{0} is not the side of a box; a box has three sides or more, each a number from 1, as in chomp:3x4x5"
    )]
    Side(Quoted),
    /// A box has more sides than any needs.
    #[error("{0} has too many sides; a box has three to {most}, as in chomp:3x4x5", most = boxes::MOST_SIDES)]
    Sides(Quoted),
    /// The poison of a box was put elsewhere.
    #[error(
        "{0} puts the poison elsewhere; in three dimensions or more it is in the corner 1,1,1, as in chomp:3x4x5"
    )]
    Poison(Quoted),
    /// It is not a number that can be factored.
    #[error(
        "{0} is not a number whose divisors can be taken; it goes from 1 to {most}, as in divisors:72",
        most = grouped(divisors::MOST)
    )]
    Number(Quoted),
    /// It is not a set whose subsets can be taken.
    #[error(
        "{0} is not a game of subsets; a set has 1 to {most} elements, as in subsets:4, and its subsets at most that many, as in subsets:5,2",
        most = subsets::MOST
    )]
    Subsets(Quoted),
    /// A node's parent is not a node.
    #[error(
        "{0} is not a node of this tree; a tree is the parent of each node, 0 for a root, as in tree:0,1,1"
    )]
    Parent(Quoted),
    /// A name has invalid characters, or too many.
    #[error(
        "{0} is not a name; a name has 1 to {most} letters, digits or _, as in poset:a.b,b.c,d",
        most = named::LONGEST_NAME
    )]
    Name(Quoted),
    /// Something is given twice.
    #[error("{0} is named twice; say each pair once and each name alone once, as in poset:a.b,b.c,d")]
    Twice(Quoted),
    /// An element would be below itself.
    #[error("{0} would be below itself; an order has no cycles, as in tree:0,1,1 or poset:a.b,b.c,d")]
    Circle(Quoted),
    /// A line of a file is not a pair of names.
    #[error(
        "{0} is not a pair; a line of the file is two names, the lower one first, as in a b, or a name alone"
    )]
    Line(Quoted),
    /// A file is not a directed graph.
    #[error(
        "the file is not a directed graph that can be read; write digraph {{ a -> b; d }}, without subgraphs, or a pair a b a line"
    )]
    Graph,
    /// A file has no names in it.
    #[error("the file names nothing; write a pair a b a line, or digraph {{ a -> b }}")]
    EmptyFile,
    /// A file is named where files are not read.
    #[error(
        "{0} names a file, which is read on the command line alone; write the order out, as in poset:a.b,b.c,d"
    )]
    File(Quoted),
}

impl Kind {
    /// Says whether a text begins as games on an order do.
    pub(super) fn claims(text: &str) -> bool {
        match text.trim().split_once(':') {
            _ if text.contains('+') => false,
            Some(("chomp", size)) => boxes::has_three_sides(size),
            Some((name, _)) => ["divisors", "subsets", "tree", "poset"].contains(&name),
            None => false,
        }
    }

    /// Reads an order from a file, for texts that begin with this name; nothing if such games are not kept in
    /// files.
    pub(super) fn from_file(name: &str, contents: &str) -> Option<Result<Self, OrderError>> {
        (name == "poset").then(|| file::read(contents).map(Kind::Named))
    }

    /// Returns what the order is made of.
    pub(super) fn plan(&self) -> Plan {
        match self {
            Kind::Box(sides) => boxes::plan(sides),
            Kind::Divisors(number) => divisors::plan(*number),
            Kind::Subsets { of, most } => subsets::plan(*of, *most),
            Kind::Tree(parents) => tree::plan(parents),
            Kind::Named(parts) => named::plan(parts),
        }
    }

    /// Makes the order, or says what is wrong with it.
    pub(super) fn made(&self) -> Result<(Plan, Finite), OrderError> {
        let plan = self.plan();
        if plan.names.len() > MOST_ELEMENTS {
            return Err(self.too_many());
        }
        match Finite::new(plan.names.len(), &plan.pairs) {
            Ok(finite) => Ok((plan, finite)),
            Err(Circle(element)) => Err(OrderError::Circle(Quoted::new(&plan.names[element]))),
        }
    }

    fn too_many(&self) -> OrderError {
        OrderError::TooMany(Quoted::new(&self.to_string()))
    }

    /// Writes a move in its standard form, however it was typed.
    pub(super) fn tidied(&self, text: &str) -> String {
        match self {
            Kind::Box(_) => boxes::tidied(text),
            Kind::Subsets { .. } => subsets::tidied(text),
            _ => text.trim().to_string(),
        }
    }

    /// Returns the separator between the elements of a position.
    pub(super) fn between(&self) -> char {
        if matches!(self, Kind::Box(_)) { '/' } else { ',' }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&match self {
            Kind::Box(sides) => format!("chomp:{}", boxes::written(sides)),
            Kind::Divisors(number) => format!("divisors:{number}"),
            Kind::Subsets { of, most: None } => format!("subsets:{of}"),
            Kind::Subsets { of, most: Some(most) } => format!("subsets:{of},{most}"),
            Kind::Tree(parents) => format!("tree:{}", tree::written(parents)),
            Kind::Named(parts) => format!("poset:{}", named::written(parts)),
        })
    }
}

impl FromStr for Kind {
    type Err = OrderError;

    fn from_str(text: &str) -> Result<Self, OrderError> {
        let (name, rest) =
            text.trim().split_once(':').ok_or_else(|| OrderError::Unknown(Quoted::new(text)))?;
        match name {
            "chomp" => boxes::read(rest).map(Kind::Box),
            "divisors" => divisors::read(rest).map(Kind::Divisors),
            "subsets" => subsets::read(rest),
            "tree" => tree::read(rest).map(Kind::Tree),
            "poset" if rest.starts_with('@') => Err(OrderError::File(Quoted::new(rest))),
            "poset" => named::read(rest).map(Kind::Named),
            _ => Err(OrderError::Unknown(Quoted::new(text))),
        }
    }
}
