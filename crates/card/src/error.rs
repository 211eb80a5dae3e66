//! Why a card did not solve a bar.

use lastbite_engines::{Bar, Stopped};
use lastbite_engines::{NoAnswer, SolveError};
use lastbite_work::notation::Bytes;
use thiserror::Error;

use crate::cut::{MOST_COLS, MOST_ROWS};

/// Why a card did not solve a bar.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CardError {
    /// There is no driver for NVIDIA's cards, or it does not work.
    #[error(
        "no graphics card can be used: the NVIDIA driver is missing or not responding; solve on the processor"
    )]
    NoDriver,
    /// The driver finds no card.
    #[error("no graphics card can be used: the driver knows of none; solve on the processor")]
    NoCard,
    /// The card is of a kind that cannot do it.
    #[error(
        "the graphics card {name} is too old: an NVIDIA card from Ampere on (RTX 30, A100) is needed; solve on the processor"
    )]
    TooOld {
        /// The name of the card.
        name: String,
    },
    /// The card behaves like no known one.
    #[error(
        "the graphics card lays out its memory in a way that this program does not know: solve on the processor"
    )]
    Strange,
    /// The bar is too long.
    #[error(
        "a bar of {rows}x{cols} is too long for the card, which takes bars of up to {MOST_ROWS}x{MOST_COLS}: solve on the processor"
    )]
    TooLong {
        /// The rows asked for.
        rows: u32,
        /// The columns asked for.
        cols: u32,
    },
    /// The bar has more blocks than can be numbered.
    #[error(
        "{bar} is too large for the card, which takes bars of about a hundred trillion positions: solve a smaller bar, or on the processor"
    )]
    TooLarge {
        /// The bar.
        bar: Bar,
    },
    /// The driver is older than the kernels.
    #[error(
        "the NVIDIA driver is too old for this program: version 550 or later is needed; solve on the processor"
    )]
    OldDriver,
    /// The bar takes more memory than the card has free.
    #[error(
        "this takes about {} of memory on the card, and {} are free there: solve a smaller bar, or on the processor",
        Bytes(*.needed), Bytes(*.free)
    )]
    TooLittleMemory {
        /// The bytes needed.
        needed: u64,
        /// The bytes that are free.
        free: u64,
    },
    /// The bar takes more of the host's memory, besides all of the card's, than may be used.
    #[error(
        "this needs all of the card's memory and about {} of the computer's; {} is allowed: solve a smaller bar, or on the processor",
        Bytes(*.needed), Bytes(*.allowed)
    )]
    TooLittleOnHost {
        /// The bytes needed.
        needed: u64,
        /// The bytes that may be used.
        allowed: u64,
    },
    /// The computer does not give the card this much of its memory.
    #[error(
        "the card needs {} of the computer's memory, and did not get them: solve a smaller bar, or on the processor",
        Bytes(*.0)
    )]
    RefusedByHost(u64),
    /// More positions are lost than there is room for.
    #[error(
        "more positions are lost than there was room for on the card, {}: solve a smaller bar, or on the processor",
        Bytes(*.room)
    )]
    Full {
        /// The bytes available for them.
        room: u64,
    },
    /// The requested lost positions were forgotten: see [`Keep`](lastbite_engines::sieve::Keep).
    #[error(
        "the card has not kept all lost positions of this bar, only those that the first bites lead to, and how many there are"
    )]
    NotKept,
    /// The driver failed.
    #[error("the graphics card failed: {0}")]
    Failed(String),
    /// The sieve does not accept this bar, or the work was stopped.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

impl From<Stopped> for CardError {
    fn from(stopped: Stopped) -> Self {
        SolveError::from(stopped).into()
    }
}

/// What only a card has to say is a place that cannot be used.
impl From<CardError> for SolveError {
    fn from(error: CardError) -> Self {
        match error {
            CardError::Solve(error) => error,
            error => SolveError::Place(error.to_string()),
        }
    }
}

/// What cannot be read from a card is no answer; forgotten positions are told apart from a failing card.
impl From<CardError> for NoAnswer {
    fn from(error: CardError) -> Self {
        match error {
            CardError::NotKept => NoAnswer::NotKept(error.to_string()),
            error => NoAnswer::Unreadable(error.to_string()),
        }
    }
}
