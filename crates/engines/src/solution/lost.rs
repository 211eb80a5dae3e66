//! The lost positions of a bar, one after another, whichever method knows them.

use std::collections::VecDeque;

use lastbite_work::{Effort, SolveError};

use crate::bar::Bar;
use crate::no_answer::NoAnswer;
use crate::rows::Rows;
use crate::thin::{FewRows, ThreeRows};

/// How many columns of three rows are solved at a time while they are listed.
const COLUMNS_AT_ONCE: u32 = 64;
/// How many first rows of four to seven rows: at most as many as their solver has under way at once.
const FIRST_ROWS_AT_ONCE: u32 = 16;

/// Every lost position of a bar, each once; an error is the last that comes.
pub struct LostPositions<'a> {
    from: From<'a>,
}

enum From<'a> {
    /// They were kept.
    Kept(Box<dyn Iterator<Item = Result<Rows, NoAnswer>> + 'a>),
    /// They are found while they are listed.
    Again(Box<Again>),
}

/// The solver of a long thin bar, and what it has found and nobody has taken yet.
struct Again {
    solver: Solver,
    effort: Effort,
    /// The lengths of all rows, position by position.
    waiting: VecDeque<u32>,
    few: usize,
    is_tall: bool,
}

/// The solver; it begins with the first position that is asked for.
enum Solver {
    NotBegun { three: bool, many: u32 },
    ThreeRows(Box<ThreeRows>),
    FewRows(Box<FewRows>),
    Over,
}

impl<'a> LostPositions<'a> {
    pub(super) fn kept(positions: impl Iterator<Item = Result<Rows, NoAnswer>> + 'a) -> Self {
        LostPositions { from: From::Kept(Box::new(positions)) }
    }

    pub(super) fn of_three_rows(bar: &Bar, effort: &Effort) -> Self {
        Self::again(bar, true, effort)
    }

    pub(super) fn of_few_rows(bar: &Bar, effort: &Effort) -> Self {
        Self::again(bar, false, effort)
    }

    fn again(bar: &Bar, three: bool, effort: &Effort) -> Self {
        let (few, many) = bar.lying();
        let again = Again {
            solver: Solver::NotBegun { three, many },
            effort: effort.clone(),
            waiting: VecDeque::new(),
            few: few as usize,
            is_tall: bar.rows() > bar.cols(),
        };
        LostPositions { from: From::Again(Box::new(again)) }
    }

    /// Says whether the next position comes at once, without more work: if not, whoever prints them may show
    /// what there is.
    pub fn is_ready(&self) -> bool {
        match &self.from {
            From::Kept(_) => true,
            From::Again(again) => !again.waiting.is_empty(),
        }
    }
}

impl Iterator for LostPositions<'_> {
    type Item = Result<Rows, NoAnswer>;

    fn next(&mut self) -> Option<Self::Item> {
        match &mut self.from {
            From::Kept(positions) => positions.next(),
            From::Again(again) => again.next(),
        }
    }
}

impl Again {
    fn next(&mut self) -> Option<Result<Rows, NoAnswer>> {
        while self.waiting.is_empty() {
            match self.find_more() {
                Ok(true) => {}
                Ok(false) => return None,
                Err(error) => {
                    self.solver = Solver::Over;
                    return Some(Err(NoAnswer::NotFound(error)));
                }
            }
        }
        let lost = Rows::trimmed(self.waiting.drain(..self.few).collect());
        Some(Ok(if self.is_tall { lost.mirrored() } else { lost }))
    }

    /// Goes a step further, and says whether there was one to go.
    fn find_more(&mut self) -> Result<bool, SolveError> {
        let Again { solver, effort, waiting, few, .. } = self;
        let mut room = Ok(());
        let mut hear = |lost: &[u32]| {
            room = room.clone().and_then(|()| Ok(waiting.try_reserve(*few)?));
            if room.is_ok() {
                waiting.extend(lost.iter().copied().chain(std::iter::repeat(0)).take(*few));
            }
        };
        match solver {
            Solver::NotBegun { three: true, many } => {
                *solver = Solver::ThreeRows(Box::new(ThreeRows::new(*many, effort)?));
            }
            Solver::NotBegun { three: false, many } => {
                *solver = Solver::FewRows(Box::new(FewRows::listing(*few as u32, *many, effort)?));
            }
            Solver::ThreeRows(three) if !three.is_done() => {
                three.advance_listing(three.done().saturating_add(COLUMNS_AT_ONCE), effort, &mut hear)?;
            }
            Solver::FewRows(rows) if !rows.is_done() => {
                rows.advance_listing(rows.done().saturating_add(FIRST_ROWS_AT_ONCE), effort, &mut hear)?;
            }
            Solver::ThreeRows(_) | Solver::FewRows(_) | Solver::Over => return Ok(false),
        }
        room.map(|()| true)
    }
}
