//! The three-rows solver as a checkpoint.

use std::io::{self, Read, Write};

use crate::thin::checkpoint::{Pen, Reader, damaged, require};
use lastbite_work::SolveError;
use lastbite_work::effort::Effort;

use super::column::{Column, Rare};
use super::diagonal::{Diagonal, NONE};
use super::watch::{MOST_STEPS, Repeat, State, Watch};
use super::{Kept, Line, NO_DEATH, Windowed};

impl<const WORDS: usize> Windowed<WORDS> {
    /// Saves the solver, to be read back by [`Windowed::load`].
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn save(&self, to: &mut impl Write) -> io::Result<()> {
        let mut pen = Pen::new(to, &bar::<WORDS>(self.cols(), self.whole))?;
        pen.all([self.next, self.unbegun, self.front.settled])?;
        pen.one(u8::from(self.front.is_blocked))?;
        pen.count(self.widened)?;
        pen.count(self.diagonal.values.len())?;
        pen.all(self.diagonal.values.iter().copied())?;
        pen.all(self.tally.bits.iter().copied())?;
        pen.all(self.deaths.iter().copied())?;
        pen.count(self.repeats.len())?;
        for (r, fate) in self.fates.iter().enumerate() {
            if let Kept::Repeats(index) = *fate {
                let Repeat { from, distances } = &self.repeats[index as usize];
                pen.all([r as u32, *from])?;
                pen.count(distances.len())?;
                pen.all(distances.iter().copied())?;
            }
        }
        pen.count(self.columns.len())?;
        for column in &self.columns {
            save_column(&mut pen, column)?;
        }
        pen.end()
    }

    /// Returns the solver as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.save(&mut bytes).expect("writing to memory does not fail");
        bytes
    }

    /// Reads a solver back that [`Windowed::save`] has written.
    ///
    /// # Errors
    ///
    /// When it cannot be read, is damaged, is of another kind, or takes more memory than is allowed.
    pub fn load(from: &mut impl Read, effort: &Effort) -> Result<Self, SolveError> {
        let (mut reader, line) = Reader::new(from)?;
        let (cols, whole) =
            parse_bar::<WORDS>(&line).ok_or(damaged("it is not one of three rows and such windows"))?;
        let mut solver = Self::prepare(cols, whole, effort)?;
        solver.next = reader.at_most(cols + 1)?;
        solver.unbegun = reader.at_most(solver.next)?;
        let settled = reader.at_most(cols + 1)?;
        let is_blocked = reader.flag()?;
        let widened = reader.count(solver.unbegun as usize)?;
        let values: Vec<u32> = {
            let count = reader.count(solver.unbegun as usize)?;
            reader.all(count)?
        };
        solver.diagonal = load_diagonal(solver.line, &values)?;
        solver.tally.bits = reader.all(solver.tally.bits.len())?;
        solver.deaths = reader.all(solver.deaths.len())?;
        solver.fates.resize(solver.unbegun as usize, Kept::Open);
        for q in 0..solver.deaths.len() {
            let r = solver.deaths[q];
            if r != NO_DEATH {
                solver.set_fate(r, Kept::Dead(q as u32))?;
            }
        }
        for index in 0..reader.count(solver.unbegun as usize)? {
            let r = reader.one()?;
            let from = reader.at_most(solver.next)?;
            let period = reader.count(MOST_STEPS)?;
            let distances: Vec<u32> = reader.all(period)?;
            require(period > 0 && distances.iter().all(|&distance| distance <= cols))?;
            solver.set_fate(r, Kept::Repeats(index as u32))?;
            let repeat = Repeat { from, distances };
            solver.front.add(&repeat);
            solver.repeats.push(repeat);
        }
        (solver.front.settled, solver.front.is_blocked) = (settled, is_blocked);
        for _ in 0..reader.count(solver.unbegun as usize)? {
            let column: Column<WORDS> = load_column(&mut reader, &solver)?;
            require(solver.columns.back().is_none_or(|last| last.r < column.r))?;
            solver.wide += usize::from(column.rare.as_ref().is_some_and(|rare| rare.whole.is_some()));
            solver.columns.push_back(column);
        }
        require(widened >= solver.wide)?;
        solver.widened = widened;
        reader.end()?;
        Ok(solver)
    }

    /// Reads a solver back from bytes.
    ///
    /// # Errors
    ///
    /// As [`Windowed::load`].
    pub fn from_bytes(mut bytes: &[u8], effort: &Effort) -> Result<Self, SolveError> {
        Self::load(&mut bytes, effort)
    }

    /// Records the fate of a column that has none yet.
    fn set_fate(&mut self, r: u32, fate: Kept) -> Result<(), SolveError> {
        let place = self.fates.get_mut(r as usize).filter(|fate| **fate == Kept::Open);
        *place.ok_or(damaged("it contradicts itself"))? = fate;
        Ok(())
    }
}

/// The line of the bar.
fn bar<const WORDS: usize>(cols: u32, whole: bool) -> String {
    let kind = if whole { "whole sets" } else { "windows" };
    format!("three rows 3x{cols}, {kind} of {WORDS} words")
}

/// Reads the line of the bar.
fn parse_bar<const WORDS: usize>(line: &str) -> Option<(u32, bool)> {
    let cols: u32 = line.strip_prefix("three rows 3x")?.split_once(',')?.0.parse().ok()?;
    [false, true].into_iter().find(|&whole| bar::<WORDS>(cols, whole) == line).map(|whole| (cols, whole))
}

fn load_diagonal(line: Line, values: &[u32]) -> Result<Diagonal, SolveError> {
    let mut diagonal = Diagonal::new(line);
    for (a, &value) in values.iter().enumerate() {
        let is_new = value == NONE || diagonal.places.get(value as usize).is_some_and(|&place| place == NONE);
        // A first row is not shorter than the second.
        require(is_new && value as usize >= a)?;
        diagonal.add(a as u32, value);
    }
    Ok(diagonal)
}

fn save_column<const WORDS: usize, W: Write>(pen: &mut Pen<'_, W>, column: &Column<WORDS>) -> io::Result<()> {
    let Column { r, q, is_dead, has_left, has_widened: _, at, low_end: _, windows, rare } = column;
    let watch = rare.as_ref().and_then(|rare| rare.watch.as_ref());
    let whole = rare.as_ref().and_then(|rare| rare.whole.as_ref());
    pen.all([*r, *q, at[0], at[1]])?;
    pen.all([*is_dead, *has_left, watch.is_some(), whole.is_some()].map(u8::from))?;
    for window in windows {
        pen.all(*window)?;
    }
    if let Some(Watch { from, steps }) = watch {
        pen.one(*from)?;
        pen.count(steps.len())?;
        for (distance, state) in steps {
            // A gap is never zero, because the first free row is beyond q.
            let State { gap, pattern } = state.unwrap_or(State { gap: 0, pattern: 0 });
            pen.all([*distance, gap])?;
            pen.one(pattern)?;
        }
    }
    match whole {
        Some(whole) => pen.all(whole.iter().copied()),
        None => Ok(()),
    }
}

fn load_column<const WORDS: usize, R: Read>(
    reader: &mut Reader<'_, R>,
    solver: &Windowed<WORDS>,
) -> Result<Column<WORDS>, SolveError> {
    let line = solver.line;
    let r = reader.one()?;
    require(r < solver.unbegun)?;
    let q = reader.at_most(solver.next)?;
    let at = [reader.at_most(line.last as u32)?, reader.at_most((line.last + 2 * WORDS) as u32)?];
    require(at[0] + WORDS as u32 <= at[1])?;
    let (is_dead, has_left) = (reader.flag()?, reader.flag()?);
    let (is_watched, is_whole) = (reader.flag()?, reader.flag()?);
    let mut windows = [[0; WORDS]; 2];
    for window in &mut windows {
        window.copy_from_slice(&reader.all::<u64>(WORDS)?);
    }
    let watch = if is_watched { Some(load_watch(reader, q)?) } else { None };
    let whole = if is_whole { Some(reader.all(line.words())?) } else { None };
    let rare = (is_watched || is_whole).then(|| Box::new(Rare { watch, whole }));
    let (has_widened, low_end) = (false, at[1]);
    let mut column = Column { r, q, is_dead, has_left, has_widened, at, low_end, windows, rare };
    column.tighten();
    require(column.at == at)?;
    Ok(column)
}

fn load_watch<R: Read>(reader: &mut Reader<'_, R>, q: u32) -> Result<Watch, SolveError> {
    let from = reader.at_most(q)?;
    let count = reader.count(MOST_STEPS)?;
    require(count as u64 + u64::from(from) <= u64::from(q))?;
    let mut steps = Vec::new();
    for _ in 0..count {
        let (distance, gap, pattern) = (reader.one()?, reader.one()?, reader.one()?);
        steps.push((distance, (gap != 0).then_some(State { gap, pattern })));
    }
    Ok(Watch { from, steps })
}
