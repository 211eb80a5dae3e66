//! Numbers for lists of heights, in lexicographic order.
//!
//! A node stands for all ways to continue from some column, given the limit of each later column. Equal
//! continuations share a node, so a handful of nodes numbers millions of lists. The number of a list is the
//! sum of one offset per column.

use rustc_hash::FxHashMap;

use super::{Columns, too_many, too_tangled};
use lastbite_work::SolveError;
use lastbite_work::effort::{Effort, TooLittleMemory};
use lastbite_work::threads::has_room;

/// The most bytes of a table, with all that is needed to make it.
const MOST: usize = 1 << 28;

/// The bytes of an entry.
const ENTRY: usize = size_of::<u64>() + size_of::<Node>();

/// A table that numbers the heights of some first columns, or of those from any column on.
#[derive(Debug)]
pub(super) struct Numbering {
    /// For each node: its bound, and then for each height the lists before it.
    offsets: Vec<u64>,
    /// For each node an unused place, and then for each height the node of the next column.
    children: Vec<Node>,
    /// For each column the node of all lists from there on, with nothing before them.
    roots: Vec<Node>,
    /// The lists that each of those numbers.
    counts: Vec<u64>,
    /// The bytes of the keys that were needed to make it.
    keys: usize,
}

/// A node: where its heights start in the table.
pub(super) type Node = u32;

/// Where every list ends.
const END: Node = 0;

/// What the numbering may take.
#[derive(Clone, Copy)]
struct Bounds<'a> {
    effort: &'a Effort,
    /// In bytes.
    memory: u64,
    /// The most lists that are worth numbering.
    lists: u64,
}

/// The nodes that are already known, by the limits of the later columns, and how many lists each numbers.
type Known = FxHashMap<Box<[u16]>, (Node, u64)>;

impl Numbering {
    /// Numbers the heights of the first `columns` columns.
    pub(super) fn new(of: &Columns, columns: usize, effort: &Effort) -> Result<Self, SolveError> {
        Numbering::of_at_most(u64::MAX, of, columns, effort)
    }

    /// Numbers them if there are at most this many lists; it stops as soon as there are more.
    pub(super) fn of_at_most(
        most: u64,
        of: &Columns,
        columns: usize,
        effort: &Effort,
    ) -> Result<Self, SolveError> {
        let bounds = Bounds { effort, memory: effort.memory_allowed(), lists: most };
        let mut table = Numbering {
            offsets: Vec::new(),
            children: Vec::new(),
            roots: vec![END; columns + 1],
            counts: vec![1; columns + 1],
            keys: 0,
        };
        let mut known = Known::default();
        for column in (0..columns).rev() {
            let full: Box<[u16]> = of.heights()[column..columns].into();
            (table.roots[column], table.counts[column]) = table.node(of, column, full, &mut known, bounds)?;
        }
        Ok(table)
    }

    /// Finds or makes the node of a column, given its limit and that of each later column.
    fn node(
        &mut self,
        of: &Columns,
        column: usize,
        most: Box<[u16]>,
        known: &mut Known,
        bounds: Bounds<'_>,
    ) -> Result<(Node, u64), SolveError> {
        let Some(&bound) = most.first() else { return Ok((END, 1)) };
        // Lists of another length belong to another column.
        if let Some(&node) = known.get(&most) {
            return Ok(node);
        }
        let start = self.offsets.len() + 1;
        let end = start + usize::from(bound) + 1;
        self.keys += size_of_val(&*most) + size_of::<(Box<[u16]>, Node, u64)>();
        if end * ENTRY + self.keys > MOST {
            return Err(too_tangled());
        }
        // A list that grows is there twice for a moment, and twice as long as it need be; so is the table of keys.
        const SLACK: usize = 3;
        TooLittleMemory::check((SLACK * (end * ENTRY + self.keys)) as u64, bounds.memory)?;
        if known.len().is_multiple_of(1024) {
            bounds.effort.check()?;
            // The keys are too small to ask for each of them.
            if !has_room() {
                return Err(SolveError::NoMemory);
            }
        }
        self.offsets.try_reserve(end - start + 1)?;
        self.children.try_reserve(end - start + 1)?;
        self.offsets.resize(end, u64::from(bound));
        self.children.resize(end, END);
        let mut lists = 0u64;
        for t in 0..=bound {
            let cut = |(k, &most): (usize, &u16)| most.min(of.cap(column, column + 1 + k, t));
            let rest = most[1..].iter().enumerate().map(cut).collect();
            let (child, count) = self.node(of, column + 1, rest, known, bounds)?;
            self.offsets[start + usize::from(t)] = lists;
            self.children[start + usize::from(t)] = child;
            lists = lists.saturating_add(count);
            // Every list from here on continues the longest of those before it, so there are at least as many.
            if lists > bounds.lists {
                return Err(too_many(lists));
            }
        }
        known.try_reserve(1).map_err(|_| SolveError::NoMemory)?;
        known.insert(most, (start as Node, lists));
        Ok((start as Node, lists))
    }

    /// The node of all lists from this column on.
    #[inline]
    pub(super) fn root(&self, column: usize) -> Node {
        self.roots[column]
    }

    /// How many lists there are from this column on, [`u64::MAX`] when it is that or more.
    #[inline]
    pub(super) fn count(&self, column: usize) -> u64 {
        self.counts[column]
    }

    /// The bytes of the table.
    pub(super) fn bytes(&self) -> u64 {
        (self.offsets.len() * ENTRY) as u64
    }

    /// The most that the column of a node can be.
    #[inline]
    pub(super) fn bound(&self, node: Node) -> u16 {
        self.offsets[node as usize - 1] as u16
    }

    /// The lists before those that begin with this height, and the node of those.
    #[inline(always)]
    pub(super) fn step(&self, node: Node, t: u16) -> (u64, Node) {
        let at = node as usize + usize::from(t);
        (self.offsets[at], self.children[at])
    }

    /// The number of a list of heights, from the first column on; none where it is not one of these lists.
    pub(super) fn rank(&self, heights: &[u16]) -> Option<u64> {
        let mut node = self.root(0);
        let mut rank = 0;
        for &t in heights {
            if node == END || t > self.bound(node) {
                return None;
            }
            let (before, next) = self.step(node, t);
            rank += before;
            node = next;
        }
        (node == END).then_some(rank)
    }

    /// The list of this number, from the first column on; the number must be below [`Numbering::count`].
    pub(super) fn unrank(&self, mut rank: u64, heights: &mut [u16]) {
        let mut node = self.root(0);
        for height in heights {
            let start = node as usize;
            let of_node = &self.offsets[start..=start + usize::from(self.bound(node))];
            let t = of_node.partition_point(|&before| before <= rank) - 1;
            rank -= of_node[t];
            *height = t as u16;
            node = self.children[start + t];
        }
    }
}
