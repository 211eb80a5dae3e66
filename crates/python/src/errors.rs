//! The errors of the library as exceptions: a class for each kind, and the library's own sentence.
//!
//! The classes are in `python/lastbite/errors.py`, where a person looks for them.

use std::fmt::Display;

use lastbite::effort::TooLittleMemory;
use lastbite::games::{GameError, NotAnyMove, NotAnyPosition};
use lastbite::knowledge::WhyNot;
use lastbite::play::{RecordError, TooLarge};
use lastbite::search::Unfinished;
use lastbite::{IllegalMove, Stopped, Unknown};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// A kind of error: the name of its class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Argument,
    Game,
    Illegal,
    Internal,
    Memory,
    Move,
    NotKnown,
    Position,
    Record,
    Rule,
    Stopped,
    Table,
    TooLarge,
}

impl Kind {
    fn class(self) -> &'static str {
        match self {
            Kind::Argument => "ArgumentError",
            Kind::Game => "GameError",
            Kind::Illegal => "IllegalMoveError",
            Kind::Internal => "InternalError",
            Kind::Memory => "NotEnoughMemoryError",
            Kind::Move => "MoveError",
            Kind::NotKnown => "NotKnownError",
            Kind::Position => "PositionError",
            Kind::Record => "RecordError",
            Kind::Rule => "RuleError",
            Kind::Stopped => "StoppedError",
            Kind::Table => "TableError",
            Kind::TooLarge => "TooLargeError",
        }
    }

    /// Makes an exception of this kind that says this.
    pub fn says(self, sentence: impl Display) -> PyErr {
        self.says_after(sentence, 0)
    }

    /// Makes an exception of this kind that says this, and after how many nodes.
    pub fn says_after(self, sentence: impl Display, nodes: u64) -> PyErr {
        let sentence = sentence.to_string();
        let made = Python::attach(|py| -> PyResult<PyErr> {
            let class = py.import("lastbite.errors")?.getattr(self.class())?;
            let exception = class.call1((&sentence,))?;
            if nodes > 0 {
                exception.setattr("nodes", nodes)?;
            }
            Ok(PyErr::from_value(exception))
        });
        made.unwrap_or_else(|_| PyRuntimeError::new_err(sentence))
    }
}

/// An error of the library that has an exception.
pub trait Raised: Display {
    /// Says which kind of error it is.
    fn kind(&self) -> Kind;

    /// Makes the exception.
    fn raised(self) -> PyErr
    where
        Self: Sized,
    {
        self.kind().says(self)
    }
}

/// Turns the error of a result into an exception.
pub trait OrRaise<T> {
    /// Returns what was found, or the exception.
    fn or_raise(self) -> PyResult<T>;
}

impl<T, E: Raised> OrRaise<T> for Result<T, E> {
    fn or_raise(self) -> PyResult<T> {
        self.map_err(Raised::raised)
    }
}

impl Raised for Stopped {
    fn kind(&self) -> Kind {
        match self {
            Stopped::OutOfMemory => Kind::Memory,
            _ => Kind::Stopped,
        }
    }
}

impl Raised for TooLittleMemory {
    fn kind(&self) -> Kind {
        Kind::Memory
    }
}

impl Raised for GameError {
    fn kind(&self) -> Kind {
        Kind::Game
    }
}

impl Raised for NotAnyPosition {
    fn kind(&self) -> Kind {
        Kind::Position
    }
}

impl Raised for NotAnyMove {
    fn kind(&self) -> Kind {
        Kind::Move
    }
}

impl<E: Display> Raised for IllegalMove<E>
where
    IllegalMove<E>: Display,
{
    fn kind(&self) -> Kind {
        Kind::Illegal
    }
}

impl Raised for TooLarge {
    fn kind(&self) -> Kind {
        Kind::TooLarge
    }
}

impl Raised for RecordError {
    fn kind(&self) -> Kind {
        Kind::Record
    }
}

impl Raised for Unfinished {
    fn kind(&self) -> Kind {
        self.why.kind()
    }

    fn raised(self) -> PyErr {
        self.kind().says_after(self, self.nodes)
    }
}

impl Raised for Unknown {
    fn kind(&self) -> Kind {
        match &self.why {
            WhyNot::Stopped(why) => why.kind(),
            WhyNot::TooLittleMemory(_) => Kind::Memory,
            _ => Kind::NotKnown,
        }
    }

    fn raised(self) -> PyErr {
        let nodes = self.nodes;
        self.kind().says_after(self, nodes)
    }
}

/// An error that becomes an exception when Python's lock is held.
pub type Later = Box<dyn FnOnce() -> PyErr + Send>;

/// Delays making the exception.
pub fn later<E: Raised + Send + 'static>(error: E) -> Later {
    Box::new(move || error.raised())
}

/// Refuses an argument: a sentence that says what is accepted.
pub fn refused(sentence: impl Display) -> PyErr {
    Kind::Argument.says(sentence)
}
