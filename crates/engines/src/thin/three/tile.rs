//! Tiles: a few second rows that go through the columns together.

use super::Line;

/// The second rows of a tile: a column is fetched once for all of them.
pub(crate) const HEIGHT: u32 = 16;

/// A few second rows, and which first rows the columns so far have taken in each.
#[derive(Clone, Debug)]
pub(crate) struct Tile {
    /// The first second row,
    pub from: u32,
    /// and the one after the last.
    pub to: u32,
    /// A bit for every first row, for each second row.
    pub sets: Vec<u64>,
    /// The first word in which a first row is neither taken nor a diagonal value, for each second row.
    pub next: Vec<usize>,
    /// Second and third rows of the positions p, p, r that were found lost.
    pub deaths: Vec<(u32, u32)>,
    /// How many columns have whole bit sets,
    pub wide: usize,
    /// and how many came to have one.
    pub widened: usize,
    /// Whether the lost positions that are found are listed:
    pub lists: bool,
    /// their first and third rows, for each second row, but not those of the columns that had retired.
    pub found: Vec<Vec<(u32, u32)>>,
}

impl Tile {
    /// Makes a tile that holds nothing.
    pub fn new(line: Line) -> Self {
        let sets = vec![0; line.words() * HEIGHT as usize];
        let next = vec![0; HEIGHT as usize];
        Tile {
            from: 0,
            to: 0,
            sets,
            next,
            deaths: Vec::new(),
            wide: 0,
            widened: 0,
            lists: false,
            found: vec![Vec::new(); HEIGHT as usize],
        }
    }

    /// Returns the set of a second row, and where its first gap may be.
    #[inline(always)]
    pub fn row(&mut self, q: u32, line: Line) -> (&mut [u64], &mut usize) {
        let row = (q - self.from) as usize;
        (&mut self.sets[row * line.words()..][..line.words()], &mut self.next[row])
    }

    /// Lists a lost position, if they are listed.
    pub fn list(&mut self, q: u32, p: u32, r: u32) {
        if self.lists {
            self.found[(q - self.from) as usize].push((p, r));
        }
    }

    /// Says whether in every second row only diagonal values inside the bar are still free.
    pub fn is_exhausted(&self, line: Line) -> bool {
        self.next[..(self.to - self.from) as usize].iter().all(|&next| next > line.last)
    }
}
