//! Which exception each error of the solvers is.

use lastbite::area::AreaError;
use lastbite::games::chomp::sample::SampleError;
use lastbite::games::chomp::whole::{NoAnswer, WholeError};
use lastbite::games::chomp::{BarError, RowsError};
use lastbite::games::order::columns::ColumnsError;
use lastbite::sieve::SieveError;
use lastbite::sweep::SweepError;
use lastbite::table::TableError;
use lastbite::thin::ThinError;

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

impl Raised for SieveError {
    fn kind(&self) -> Kind {
        match self {
            SieveError::TooLittleMemory(_) | SieveError::Refused => Kind::Memory,
            SieveError::Stopped(why) => why.kind(),
            _ => Kind::TooLarge,
        }
    }
}

impl Raised for ThinError {
    fn kind(&self) -> Kind {
        match self {
            ThinError::TooLittleMemory(_) | ThinError::NoMemory => Kind::Memory,
            ThinError::Stopped(why) => why.kind(),
            _ => Kind::TooLarge,
        }
    }
}

impl Raised for SweepError {
    fn kind(&self) -> Kind {
        match self {
            SweepError::TooLittleMemory(_) | SweepError::Refused => Kind::Memory,
            SweepError::Stopped(why) => why.kind(),
            _ => Kind::TooLarge,
        }
    }
}

impl Raised for AreaError {
    fn kind(&self) -> Kind {
        match self {
            AreaError::TooLittleMemory(_) | AreaError::Refused => Kind::Memory,
            AreaError::Stopped(why) => why.kind(),
            _ => Kind::TooLarge,
        }
    }
}

impl Raised for ColumnsError {
    fn kind(&self) -> Kind {
        match self {
            ColumnsError::TooLittleMemory(_) | ColumnsError::NoMemory => Kind::Memory,
            ColumnsError::Stopped(why) => why.kind(),
            _ => Kind::TooLarge,
        }
    }
}

impl Raised for WholeError {
    fn kind(&self) -> Kind {
        match self {
            WholeError::Sieve(error) => error.kind(),
            WholeError::Thin(error) => error.kind(),
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
            _ => Kind::NotKnown,
        }
    }
}

impl Raised for SampleError {
    fn kind(&self) -> Kind {
        match self {
            SampleError::Whole(error) => error.kind(),
            SampleError::Sweep(error) => error.kind(),
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
