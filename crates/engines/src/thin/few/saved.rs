//! The few-rows solver as a checkpoint.

use std::io::{self, Read, Write};
use std::sync::Mutex;

use crate::thin::checkpoint::{Pen, Reader, damaged, require};
use lastbite_work::SolveError;
use lastbite_work::effort::{Effort, MOST_THREADS};

use super::block::{Block, Live};
use super::pass::{Found, NO_LIMIT, Pass};
use super::shadow::Shadow;
use super::shape::{GROUP, PLACES, Shape, width};
use super::{FewRows, MOST_PASSES, Tile, owned};

/// More lost positions than any bar has.
const MOST_COUNTED: u64 = 1 << 56;

impl FewRows {
    /// Saves the solver, to be read back by [`FewRows::load`].
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn save(&mut self, to: &mut impl Write) -> io::Result<()> {
        let Self { shape, listing, done, blocks, upper, begun, counts, openings } = self;
        let kind = if *listing { "listed" } else { "counted" };
        let mut pen = Pen::new(to, &format!("few rows {}x{}, {kind}", shape.rows, shape.cols))?;
        pen.one(*done as u32)?;
        for counts in &counts[1..] {
            pen.all(*counts)?;
        }
        pen.count(openings.len())?;
        for &(cols, rows, row, col) in openings.iter() {
            pen.all([cols, col])?;
            pen.all([rows, row])?;
        }
        pen.count(begun.len())?;
        for tile in begun.iter() {
            pen.all([tile.passes.len(), tile.block, tile.pass].map(|number| number as u32))?;
            for pass in &tile.passes {
                save_pass(&mut pen, pass)?;
            }
        }
        for set in &owned(upper).sets[1..] {
            pen.all(set.iter().copied())?;
        }
        for (number, block) in blocks.iter_mut().enumerate() {
            let block = owned(block);
            pen.all(block.words.iter().copied())?;
            pen.all(block.lengths.iter().copied())?;
            let mut longest = Vec::new();
            if shape.rows > 3 && !block.lengths.is_empty() {
                list_longest(&mut longest, shape.rows - 4, number);
            }
            let mut at = 0;
            for (k, &length) in block.lengths.iter().enumerate() {
                let live = &block.live[at..at + usize::from(length)];
                pen.all(live.iter().flat_map(|live| [live.length, live.start]))?;
                at += longest.get(k).map_or(0, |longest| longest + 1);
            }
        }
        pen.end()
    }

    /// Returns the solver as bytes.
    pub fn to_bytes(&mut self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.save(&mut bytes).expect("writing to memory does not fail");
        bytes
    }

    /// Reads a solver back that [`FewRows::save`] has written.
    ///
    /// # Errors
    ///
    /// When it cannot be read, is damaged, is of another kind, or takes more memory than is allowed.
    pub fn load(from: &mut impl Read, effort: &Effort) -> Result<Self, SolveError> {
        let (mut reader, bar) = Reader::new(from)?;
        let (rows, cols, listing) = parse_bar(&bar).ok_or(damaged("it is not one of few rows"))?;
        let mut solver = Self::prepare(rows, cols, listing, effort)?;
        let done = reader.at_most(cols)? as usize;
        solver.done = done;
        for _ in 0..done {
            let counts: [u64; PLACES] =
                reader.all(PLACES)?.try_into().map_err(|_| damaged("it ends too soon"))?;
            require(counts.iter().all(|&count| count < MOST_COUNTED))?;
            solver.counts.push(counts);
        }
        for _ in 0..reader.count(done * PLACES * PLACES)? {
            let (lengths, places): (Vec<u16>, Vec<u8>) = (reader.all(2)?, reader.all(2)?);
            require(solver.openings.last().is_none_or(|last| last.0 <= lengths[0]))?;
            solver.openings.push((lengths[0], places[0], places[1], lengths[1]));
        }
        for _ in 0..reader.count(MOST_THREADS)? {
            let tile = load_tile(&mut reader, &solver)?;
            solver.begun.push(tile);
        }
        for set in &mut owned(&mut solver.upper).sets[1..] {
            *set = reader.all(set.len())?;
        }
        for number in 0..solver.blocks.len() {
            let block = load_block(&mut reader, &solver, number)?;
            solver.blocks[number] = Mutex::new(block);
        }
        reader.end()?;
        Ok(solver)
    }

    /// Reads a solver back from bytes.
    ///
    /// # Errors
    ///
    /// As [`FewRows::load`].
    pub fn from_bytes(mut bytes: &[u8], effort: &Effort) -> Result<Self, SolveError> {
        Self::load(&mut bytes, effort)
    }

    /// Says whether a second row has been reached by its first row, so that its block is there.
    fn has_started(&self, row: usize) -> bool {
        let number = self.shape.last_block(row);
        row <= self.done
            || self.begun.iter().any(|tile| {
                tile.passes.iter().enumerate().any(|(k, pass)| {
                    pass.first_row == row && (tile.block > number || tile.block == number && tile.pass > k)
                })
            })
    }
}

/// Reads the line of the bar.
fn parse_bar(line: &str) -> Option<(u32, u32, bool)> {
    let (bar, kind) = line.strip_prefix("few rows ")?.split_once(", ")?;
    let (rows, cols) = bar.split_once('x')?;
    let bar = (rows.parse().ok()?, cols.parse().ok()?, kind == "listed");
    let again = format!("few rows {}x{}, {}", bar.0, bar.1, if bar.2 { "listed" } else { "counted" });
    (again == line).then_some(bar)
}

fn save_pass<W: Write>(pen: &mut Pen<'_, W>, pass: &Pass) -> io::Result<()> {
    let Pass { first_row: _, second, limit, found } = pass;
    pen.one(if *limit == NO_LIMIT { u32::MAX } else { *limit as u32 })?;
    for set in &second.sets {
        pen.all(set.iter().copied())?;
    }
    pen.all(found.counts)?;
    pen.count(found.openings.len())?;
    for &(rows, row, col) in &found.openings {
        pen.all([rows, row])?;
        pen.one(col)?;
    }
    pen.count(found.listed.len())?;
    pen.all(found.listed.iter().copied())
}

fn load_tile<R: Read>(reader: &mut Reader<'_, R>, solver: &FewRows) -> Result<Tile, SolveError> {
    let FewRows { shape, begun, done, .. } = solver;
    let before = begun.last();
    let passes = reader.at_most(MOST_PASSES as u32)? as usize;
    let first = before.map_or(*done, Tile::last) + 1;
    require(passes > 0 && first + passes - 1 <= shape.cols)?;
    let last_block = shape.last_block(first + passes - 1);
    let block = reader.at_most(last_block as u32 + 1)? as usize;
    let pass = reader.at_most(passes as u32 - 1)? as usize;
    // It has followed the tile before, and that one is not behind it.
    let follows = before.is_none_or(|before| {
        before.is_done(shape) || block < before.block || (block == before.block && pass == 0)
    });
    require(follows && (block <= last_block || pass == 0))?;
    let passes = (first..first + passes).map(|first_row| load_pass(reader, shape, first_row));
    Ok(Tile { passes: passes.collect::<Result<_, _>>()?, block, pass })
}

fn load_pass<R: Read>(
    reader: &mut Reader<'_, R>,
    shape: &Shape,
    first_row: usize,
) -> Result<Pass, SolveError> {
    let limit = match reader.one::<u32>()? {
        u32::MAX => NO_LIMIT,
        limit => limit as usize,
    };
    let mut second = Shadow::new(shape, 2, 0)?;
    for set in &mut second.sets {
        *set = reader.all(set.len())?;
    }
    let counts: [u64; PLACES] = reader.all(PLACES)?.try_into().map_err(|_| damaged("it ends too soon"))?;
    require(counts.iter().all(|&count| count < MOST_COUNTED))?;
    let mut openings = Vec::new();
    for _ in 0..reader.count(PLACES * PLACES)? {
        let places: Vec<u8> = reader.all(2)?;
        openings.push((places[0], places[1], reader.one()?));
    }
    let most = shape.tuples(shape.rows - 2, first_row + 1) * (shape.rows - 1);
    let listed = reader.count(most)?;
    require(listed.is_multiple_of(shape.rows - 1))?;
    let listed = reader.all(listed)?;
    Ok(Pass { first_row, second, limit, found: Found { counts, openings, listed } })
}

fn load_block<R: Read>(
    reader: &mut Reader<'_, R>,
    solver: &FewRows,
    number: usize,
) -> Result<Block, SolveError> {
    let shape = &solver.shape;
    let mut block = Block::default();
    // Of the rows between the second and the last but one that a list stands for, only the last matters.
    let mut longest = Vec::new();
    if shape.rows == 3 {
        let rows = (number * GROUP..(number + 1) * GROUP).take_while(|&row| solver.has_started(row));
        let rows: Vec<usize> = rows.collect();
        block.words = reader.all(rows.iter().map(|&row| width(row)).sum())?;
        longest.extend(rows.last());
    } else if solver.has_started(number) {
        let (words, suffixes, _) = Block::sizes(shape, number);
        block.words = reader.all(words)?;
        block.live.try_reserve_exact(suffixes)?;
        list_longest(&mut longest, shape.rows - 4, number);
    }
    block.lengths = reader.all(longest.len())?;
    for (&longest, &length) in longest.iter().zip(&block.lengths) {
        let shortest = if shape.rows == 3 { number * GROUP } else { 0 };
        let room = longest + 1 - shortest;
        require(usize::from(length) <= room)?;
        let numbers: Vec<u16> = reader.all(2 * usize::from(length))?;
        let live = numbers.chunks_exact(2).map(|pair| Live { length: pair[0], start: pair[1] });
        let from = block.live.len();
        block.live.extend(live);
        let live = &block.live[from..];
        let inside = |live: &Live| {
            (shortest..=longest).contains(&usize::from(live.length))
                && usize::from(live.start) < width(live.length.into())
        };
        require(live.iter().all(inside) && live.is_sorted_by(|a, b| a.length < b.length))?;
        block.live.resize(from + room, Live { length: 0, start: 0 });
    }
    Ok(block)
}

/// Lists the longest last row but one of each list of a block.
fn list_longest(longest: &mut Vec<usize>, d: usize, most: usize) {
    if d == 0 {
        longest.push(most);
    } else {
        (0..=most).for_each(|length| list_longest(longest, d - 1, length));
    }
}
