//! Which exception each error of the solvers is.

use lastbite::SolveError;
use lastbite::games::chomp::sample::SampleError;
use lastbite::games::chomp::{BarError, RowsError, TableError};
use lastbite_engines::NoAnswer;

use crate::errors::{Kind, Raised};

impl Raised for BarError {
    fn kind(&self) -> Kind {
        Kind::Game
    }
}

impl Raised for RowsError {
    fn kind(&self) -> Kind {
        Kind::Position
    }
}

impl Raised for SolveError {
    fn kind(&self) -> Kind {
        match self {
            SolveError::TooLittleMemory(_) | SolveError::NoMemory => Kind::Memory,
            SolveError::Stopped(why) => why.kind(),
            _ => Kind::TooLarge,
        }
    }
}

impl Raised for NoAnswer {
    fn kind(&self) -> Kind {
        match self {
            NoAnswer::Outside { .. } => Kind::Position,
            NoAnswer::NoSuchBar { .. } => Kind::Game,
            NoAnswer::Unreadable(_) => Kind::Table,
            NoAnswer::NotFound(error) => error.kind(),
            _ => Kind::NotKnown,
        }
    }
}

impl Raised for SampleError {
    fn kind(&self) -> Kind {
        match self {
            SampleError::Solve(error) => error.kind(),
            SampleError::NoAnswer(error) => error.kind(),
            _ => Kind::TooLarge,
        }
    }
}

impl Raised for TableError {
    fn kind(&self) -> Kind {
        match self {
            TableError::Outside { .. } => Kind::Position,
            TableError::TooLarge(_) => Kind::TooLarge,
            TableError::TooLittleMemory { .. } | TableError::Refused(_) => Kind::Memory,
            TableError::NoAnswer(error) => error.kind(),
            TableError::Stopped(why) => why.kind(),
            _ => Kind::Table,
        }
    }
}
