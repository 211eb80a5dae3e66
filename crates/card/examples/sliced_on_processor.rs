//! The card's way of solving tried on the processor: 64, 256 or 512 blocks of one shape in a vector register,
//! against the sieve as it is.
//!
//! ```text
//! RUSTFLAGS="-C target-cpu=native" cargo run --release -p lastbite-card --example sliced_on_processor -- 15x16 12870 256
//! ```
//!
//! solves the box 15x16 in both ways by turns, on one thread, with blocks of at most 12,870 tails, 256 of
//! them at once, and asserts that as many positions are lost. A fourth argument is how many turns, or names
//! one way, `sieve` or `sliced`, to count its instructions. It is slower than the sieve: docs/card.md says by
//! how much and why.
//!
//! The picture is the one at the top of `kernel.cu`: bit c of word t says that the tail t is won in the block
//! c of a batch. Blocks, waves and the three kinds of bites are the card's too. Only this is done otherwise:
//! *all* blocks of a batch that bite to the same block read its list together, not only neighbours.

use std::time::{Duration, Instant};

use lastbite::notation::grouped;
use lastbite::sieve::Sieve;
use lastbite::sieve::rank::count;
use lastbite::{Chomp, Effort};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [bar, most_tails, width, only @ ..] = &arguments[..] else {
        return Err("name a box, the most tails of a block and the width, as in 15x16 6435 256".into());
    };
    let (bar, most_tails, only) =
        (bar.parse::<Chomp>()?, most_tails.parse()?, only.first().map(String::as_str));
    let sliced = match width.as_str() {
        "64" => by_slices::<Word<u64, 1>>,
        "256" => by_slices::<Word<To32, 4>>,
        "512" => by_slices::<Word<To64, 8>>,
        _ => return Err("a width is 64, 256 or 512".into()),
    };
    let tables = Tables::of(bar.rows() as usize, bar.cols() as usize, most_tails);
    let positions = tails(tables.rows, tables.cols);
    println!("{bar}: {} positions, blocks of up to {most_tails} tails, {width} at once", grouped(positions));
    let (mut sieve_took, mut sliced_took, mut found) = (Vec::new(), Vec::new(), None);
    let mut lost_by_sieve = None;
    let turns = only.map_or(9, |only| only.parse().unwrap_or(1));
    for _ in 0..turns {
        let started = time_on_processor();
        if only != Some("sliced") {
            let lost = Sieve::of(&bar).solve(&Effort::unlimited().threads(1))?.lost_count();
            sieve_took.push(time_on_processor() - started);
            lost_by_sieve = Some(lost);
        }
        let started = time_on_processor();
        if only != Some("sieve") {
            let again = sliced(&tables);
            sliced_took.push(time_on_processor() - started);
            assert_eq!(again.lost, lost_by_sieve.unwrap_or(again.lost), "both ways find the same");
            found = Some(match found {
                Some(found) => Report::quicker(found, &again),
                None => again,
            });
        }
    }
    for (name, took) in [("sieve", sieve_took), ("sliced", sliced_took)] {
        if let Some(best) = took.iter().min() {
            let seconds = best.as_secs_f64();
            println!(
                "{name:<8}{:8.1} ms {:.3} ns a position",
                seconds * 1e3,
                seconds * 1e9 / positions as f64
            );
        }
    }
    if let Some(found) = found {
        found.show(positions);
    }
    Ok(())
}

/// Returns how long this thread was at work; where the system does not tell, what the clock says.
fn time_on_processor() -> Duration {
    static BEGAN: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    let began = *BEGAN;
    std::thread::sleep(Duration::from_nanos(1)); // the system reckons when a thread rests
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = told.and_then(|text| text.split(' ').next()?.parse().ok());
    nanos.map_or_else(|| began.elapsed(), Duration::from_nanos)
}

const PHASES: [&str; 6] = [
    "find bites: bites",
    "cutting: elements",
    "widen: words",
    "sparing: elements",
    "sweep: pushes",
    "collect: lost",
];

/// What was found, and what each phase took and had to do, batch by batch.
#[derive(Default)]
struct Report {
    lost: u64,
    batches: Vec<[Duration; PHASES.len()]>,
    items: [u64; PHASES.len()],
    blocks: u64,
    words: u64,
    open_positions: u64,
}

impl Report {
    fn note(&mut self, phase: usize, started: &mut Instant, items: u64) {
        let now = Instant::now();
        if let Some(batch) = self.batches.last_mut() {
            batch[phase] += now - *started;
        }
        self.items[phase] += items;
        *started = now;
    }

    /// Takes the shorter time of every phase of every batch, for other programs take their turns too.
    fn quicker(mut self, other: &Self) -> Self {
        assert_eq!((self.lost, self.items), (other.lost, other.items));
        for (mine, theirs) in self.batches.iter_mut().flatten().zip(other.batches.iter().flatten()) {
            *mine = (*mine).min(*theirs);
        }
        self
    }

    fn show(&self, positions: u64) {
        println!(
            "        {} lost; {} batches of {:.0} open blocks; {:.2} of all positions are in open blocks, {:.1} to a word",
            grouped(self.lost),
            grouped(self.batches.len() as u64),
            self.blocks as f64 / self.batches.len() as f64,
            self.open_positions as f64 / positions as f64,
            self.open_positions as f64 / self.words as f64,
        );
        let mut all = 0.0;
        for (phase, name) in PHASES.iter().enumerate() {
            let nanos = self.batches.iter().map(|batch| batch[phase].as_secs_f64()).sum::<f64>() * 1e9;
            let items = self.items[phase] as f64;
            all += nanos;
            println!(
                "        {name:<18}{:7.1} ms {:.3} ns a position = {:.4} a position x {:5.2} ns",
                nanos / 1e6,
                nanos / positions as f64,
                items / positions as f64,
                nanos / items,
            );
        }
        println!(
            "        best of each batch{:7.1} ms {:.3} ns a position",
            all / 1e6,
            all / positions as f64
        );
    }
}

// ---- Words
// ----------------------------------------------------------------------------------------------------------------------------------

/// A bit for each block of a batch; `A` has the alignment, so that no word lies across two lines of the
/// cache.
#[derive(Clone, Copy)]
#[repr(C)]
struct Word<A, const N: usize> {
    bits: [u64; N],
    aligned: [A; 0],
}

#[derive(Clone, Copy)]
#[repr(align(32))]
struct To32;

#[derive(Clone, Copy)]
#[repr(align(64))]
struct To64;

trait Bits: Copy {
    const NONE: Self;
    const BLOCKS: usize;
    fn set(&mut self, block: usize);
    fn or(&mut self, other: &Self);
    fn not(&self) -> Self;
    fn is_none(&self) -> bool;
    fn each(&self, see: impl FnMut(usize));
}

impl<A: Copy, const N: usize> Bits for Word<A, N> {
    const NONE: Self = Self { bits: [0; N], aligned: [] };
    const BLOCKS: usize = 64 * N;

    fn set(&mut self, block: usize) {
        self.bits[block / 64] |= 1 << (block % 64);
    }

    #[inline(always)]
    fn or(&mut self, other: &Self) {
        for (bits, more) in self.bits.iter_mut().zip(other.bits) {
            *bits |= more;
        }
    }

    #[inline(always)]
    fn not(&self) -> Self {
        Self { bits: self.bits.map(|bits| !bits), aligned: [] }
    }

    #[inline(always)]
    fn is_none(&self) -> bool {
        self.bits.iter().fold(0, |all, bits| all | bits) == 0
    }

    #[inline(always)]
    fn each(&self, mut see: impl FnMut(usize)) {
        for (i, mut bits) in self.bits.into_iter().enumerate() {
            while bits != 0 {
                see(64 * i + bits.trailing_zeros() as usize);
                bits &= bits - 1;
            }
        }
    }
}

/// As many words as an element of a list can name, so that no access needs a check.
type Words<W> = Box<[W; 1 << 16]>;

// ---- Tables, made before the clock starts
// ------------------------------------------------------------------------------------------------------

/// The box, cut into blocks as the card cuts it, and what is looked up about the tails.
struct Tables {
    rows: usize,
    cols: usize,
    /// By row: the longest that is left to the tails.
    reach: Vec<usize>,
    /// `[row][length]`: what rows of this length, from the first to the one before this, add to the number of
    /// a block.
    steps_of_number: Vec<Vec<u32>>,
    /// `[rows above][bound]`
    shapes: Vec<Vec<Option<Shape>>>,
    /// The blocks of one shape whose rows above have one sum, these one after the other; in the order of
    /// sums.
    shares: Vec<Share>,
    blocks: usize,
}

struct Share {
    above: usize,
    bound: usize,
    prefixes: Vec<u8>,
}

/// What is looked up about all tails of some rows within a bound.
struct Shape {
    tails: usize,
    /// The longest column at which a bite above changes the tail or the number of rows above.
    last_cut: usize,
    /// By tail: the tail with its longest rows cut by one square.
    shorter: Vec<u16>,
    /// The tails by their sums, with the ends of their lists in `longer`.
    by_sum: Vec<(u16, u32)>,
    /// The tails that can bite to a tail.
    longer: Vec<u16>,
    /// The tails by how many of their first rows are equal (5 or more; 3 or 4; 2; 1), and where these classes
    /// end.
    by_class: Vec<u16>,
    classes: [usize; 4],
    /// `[row above]`: which tail an element of the block above that row stands for, when all rows from there
    /// to our tail are equal; those whose first row is as long as these, and the others.
    exact: Vec<Vec<u16>>,
    others: Vec<Vec<u16>>,
    /// `[length]`: what a bite at a column of this length leaves, where it leaves rows above of this length.
    cuts: Vec<Cut>,
}

/// So many rows above are left; the first tail of the other block that begins with the rows of that length,
/// how many there are, and how many of them come before the exact ones.
#[derive(Clone, Copy, Default)]
struct Cut {
    rows: usize,
    first: u16,
    all: u16,
    shorter: u16,
}

/// An element that stands for no tail.
const NO_TAIL: u16 = u16::MAX;

fn tails(rows: usize, bound: usize) -> u64 {
    count(rows as u32, bound as u32).unwrap_or(u64::MAX)
}

/// Returns the rank of a tail; of a row of this length follow those that are shorter.
fn rank(tail: &[u8]) -> usize {
    let shorter = |(row, &length): (usize, &u8)| match length {
        0 => 0,
        _ => tails(tail.len() - row, usize::from(length) - 1) as usize,
    };
    tail.iter().enumerate().map(shorter).sum()
}

/// Returns all tails in lexicographic order.
fn all_tails(below: usize, bound: usize) -> Vec<Vec<u8>> {
    let mut all = vec![vec![0u8; below]];
    for _ in 1..tails(below, bound) {
        let mut tail = all[all.len() - 1].clone();
        let may_grow = |&row: &usize| tail[row] < if row == 0 { bound as u8 } else { tail[row - 1] };
        let row = (0..below).rev().find(may_grow).unwrap_or(0);
        tail[row] += 1;
        tail[row + 1..].fill(0);
        all.push(tail);
    }
    all
}

fn equal_rows(tail: &[u8]) -> usize {
    tail.iter().take_while(|&&row| row == tail[0]).count()
}

impl Tables {
    fn of(rows: usize, cols: usize, most_tails: u64) -> Self {
        assert!((64..1 << 16).contains(&most_tails), "an element of a list has 16 bits");
        let within = |row| (1..=cols).take_while(|&length| tails(rows - row, length) <= most_tails).count();
        let reach: Vec<usize> = (0..=rows).map(within).collect();
        let deepest = reach.iter().position(|&length| length >= cols).unwrap_or(rows);
        // From the last row up: how many blocks there are below rows that end with one of this length.
        let mut steps = vec![vec![0u32; cols + 1]; deepest];
        let mut below = vec![1u32; cols + 1];
        for row in (0..deepest).rev() {
            let (mut so_far, mut here) = (1, vec![1; cols + 1]);
            for length in reach[row] + 1..=cols {
                steps[row][length] = so_far;
                so_far += below[length];
                here[length] = so_far;
            }
            below = here;
        }
        let mut steps_of_number = vec![vec![0; cols + 1]];
        for row in 0..deepest {
            steps_of_number.push((0..=cols).map(|v| steps_of_number[row][v] + steps[row][v]).collect());
        }
        let mut tables = Self {
            rows,
            cols,
            reach,
            steps_of_number,
            shapes: (0..=deepest).map(|_| (0..=cols).map(|_| None).collect()).collect(),
            shares: Vec::new(),
            blocks: below[cols] as usize,
        };
        let mut by_sum = std::collections::BTreeMap::<(usize, usize, usize), Vec<u8>>::new();
        tables.list_blocks(&mut Vec::new(), &mut by_sum);
        for ((_, above, bound), prefixes) in by_sum {
            if tables.shapes[above][bound].is_none() {
                tables.shapes[above][bound] = Some(Shape::of(&tables, above, bound));
            }
            tables.shares.push(Share { above, bound, prefixes });
        }
        tables
    }

    fn list_blocks(
        &self,
        above: &mut Vec<u8>,
        by_sum: &mut std::collections::BTreeMap<(usize, usize, usize), Vec<u8>>,
    ) {
        let longest = above.last().map_or(self.cols, |&last| last.into());
        let (sum, reach) = (above.iter().map(|&row| usize::from(row)).sum(), self.reach[above.len()]);
        by_sum.entry((sum, above.len(), reach.min(longest))).or_default().extend(&*above);
        for length in reach + 1..=longest {
            above.push(length as u8);
            self.list_blocks(above, by_sum);
            above.pop();
        }
    }
}

impl Shape {
    fn of(tables: &Tables, above: usize, bound: usize) -> Self {
        let below = tables.rows - above;
        let all = all_tails(below, bound);
        let mut into = vec![Vec::new(); all.len()];
        let mut shorter = vec![0; all.len()];
        for (tail, rows) in all.iter().enumerate() {
            for row in 0..below {
                for col in 0..rows[row] {
                    let mut bitten = rows.clone();
                    bitten[row..].iter_mut().for_each(|length| *length = col.min(*length));
                    let to = rank(&bitten);
                    into[to].push(tail as u16);
                    if row == 0 && col + 1 == rows[0] {
                        shorter[tail] = to as u16;
                    }
                }
            }
        }
        let mut order: Vec<u16> = (0..all.len()).map(|tail| tail as u16).collect();
        order.sort_by_key(|&tail| all[usize::from(tail)].iter().map(|&row| u32::from(row)).sum::<u32>());
        let (mut by_sum, mut longer) = (Vec::new(), Vec::new());
        for tail in order {
            longer.extend(&into[usize::from(tail)]);
            by_sum.push((tail, longer.len() as u32));
        }
        let class = |tail: &u16| match equal_rows(&all[usize::from(*tail)]) {
            5.. => 0,
            3 | 4 => 1,
            2 => 2,
            _ => 3,
        };
        let mut by_class: Vec<u16> = (0..all.len()).map(|tail| tail as u16).collect();
        by_class.sort_by_key(class);
        let classes = std::array::from_fn(|i| by_class.partition_point(|tail| class(tail) <= i));
        let stand_for = |row: usize, exact: bool| {
            let stands_for = |tail: &Vec<u8>| {
                let (equal, rest) = tail.split_at(above - row);
                let is_cut = equal[0] > 0 && equal.iter().all(|&length| length == equal[0]);
                let is_exact = rest.first().is_none_or(|&first| first == equal[0]);
                if is_cut && is_exact == exact { rank(rest) as u16 } else { NO_TAIL }
            };
            all_tails(tables.rows - row, tables.reach[row]).iter().map(stands_for).collect()
        };
        let last_cut = match above {
            0 => bound,
            _ if tables.reach[above - 1] == bound => bound,
            _ => bound - 1,
        };
        let cut = |length: usize| {
            if above == 0 || length <= tables.reach[0] {
                return Cut::default();
            }
            let rows = tables.reach[..above].iter().take_while(|&&reach| length > reach).count();
            let first: u64 = (rows..above).map(|row| tails(tables.rows - row, length - 1)).sum();
            let (all, shorter) = (tails(below, length) as u16, tails(below, length - 1) as u16);
            Cut { rows, first: first as u16, all, shorter }
        };
        Self {
            tails: all.len(),
            last_cut,
            shorter,
            by_sum,
            longer,
            by_class,
            classes,
            exact: (0..above).map(|row| stand_for(row, true)).collect(),
            others: (0..above).map(|row| stand_for(row, false)).collect(),
            cuts: (0..=last_cut).map(cut).collect(),
        }
    }
}

// ---- Solving
// ----------------------------------------------------------------------------------------------------------------------------------

/// The lost tails of a block.
#[derive(Clone, Copy, Default)]
struct List {
    start: u32,
    /// Where the classes of equal rows end: 5 or more, 3 or 4, 2, 1.
    ends: [u16; 4],
    /// Every block below is wholly won, for these rows above are lost or below some that are.
    is_closed: bool,
}

impl List {
    /// Returns the elements that begin with this many equal rows, and some others.
    fn with_equal<'a>(&self, lists: &'a [u16], equal: usize) -> &'a [u16] {
        let class = match equal {
            0 | 1 => 3,
            2 => 2,
            3 | 4 => 1,
            _ => 0,
        };
        &lists[self.start as usize..][..self.ends[class].into()]
    }
}

/// The blocks that are bitten to, and by which blocks of the batch.
struct Bites<W> {
    /// By block: its place among those that are bitten to, and one.
    places: Vec<u32>,
    to: Vec<(u32, u32, W)>,
    /// By row and column: where the block before bit to, its number and its place; neighbours often bite to
    /// the same block.
    before: Vec<(u32, u32)>,
}

impl<W: Bits> Bites<W> {
    fn clear(&mut self) {
        for (number, _, _) in self.to.drain(..) {
            self.places[number as usize] = 0;
        }
        self.before.fill((0, 0));
    }

    /// Notes that a block of the batch can bite to the block with this number; `kind` is the same for all who
    /// do.
    #[inline(always)]
    fn add(&mut self, number: u32, kind: u32, block: usize, (row, col): (usize, usize)) {
        let before = &mut self.before[32 * row + col];
        if before.1 == 0 || before.0 != number {
            let place = &mut self.places[number as usize];
            if *place == 0 {
                self.to.push((number, kind, W::NONE));
                *place = self.to.len() as u32;
            }
            *before = (number, *place);
        }
        self.to[before.1 as usize - 1].2.set(block);
    }
}

fn by_slices<W: Bits>(tables: &Tables) -> Report {
    let mut report = Report::default();
    let mut index = vec![List::default(); tables.blocks];
    let mut lists: Vec<u16> = Vec::new();
    let mut words: Words<W> = match vec![W::NONE; 1 << 16].into_boxed_slice().try_into() {
        Ok(words) => words,
        Err(_) => unreachable!("there are as many"),
    };
    let new_bites =
        || Bites { places: vec![0; tables.blocks], to: Vec::new(), before: vec![(0, 0); 32 * 32] };
    let (mut to_shorter, mut to_other, mut sparing) = (new_bites(), new_bites(), new_bites());
    let (mut found, mut noted) = (vec![List::default(); W::BLOCKS], Vec::new());
    let number_of = |rows: &[u8]| -> u32 {
        let step = |(row, &v): (usize, &u8)| {
            tables.steps_of_number[row + 1][usize::from(v)] - tables.steps_of_number[row][usize::from(v)]
        };
        rows.iter().enumerate().map(step).sum()
    };
    for share in &tables.shares {
        let (above, bound) = (share.above, share.bound);
        let Some(shape) = &tables.shapes[above][bound] else { continue };
        let mut started = Instant::now();
        let mut open: Vec<&[u8]> = Vec::new();
        if above == 0 {
            open.push(&[]);
        }
        for prefix in share.prefixes.chunks_exact(above.max(1)) {
            if index[number_of(&prefix[..above - 1]) as usize].is_closed {
                index[number_of(prefix) as usize].is_closed = true;
            } else {
                open.push(prefix);
            }
        }
        for batch in open.chunks(W::BLOCKS) {
            report.batches.push(<_>::default());
            report.blocks += batch.len() as u64;
            report.words += shape.tails as u64;
            report.open_positions += (shape.tails * batch.len()) as u64;
            let mut blocks = W::NONE;
            (0..batch.len()).for_each(|block| blocks.set(block));
            words[..shape.tails].fill(blocks.not());
            if above == 0 {
                words[0] = W::NONE.not(); // the empty bar is won: the other player ate the poison
            }
            [&mut to_shorter, &mut to_other, &mut sparing].into_iter().for_each(Bites::clear);
            let mut bites = 0;
            for (block, prefix) in batch.iter().enumerate() {
                bites +=
                    find_bites(tables, shape, prefix, block, [&mut to_shorter, &mut to_other, &mut sparing]);
            }
            report.note(0, &mut started, bites);
            // Bites above that cut the tail: the exact ones, widened, then the others; see `cutting_bites` in
            // the kernel.
            let mut elements =
                cut::<W, true>((shape, above), (&to_shorter, &to_other), (&index, &lists), &mut words);
            report.note(1, &mut started, elements);
            if above > 0 {
                for (tail, &shorter) in shape.shorter.iter().enumerate().skip(1) {
                    let word = words[usize::from(shorter)];
                    words[tail & 0xffff].or(&word);
                }
            }
            report.note(2, &mut started, shape.tails as u64);
            elements =
                cut::<W, false>((shape, above), (&to_shorter, &to_other), (&index, &lists), &mut words);
            report.note(1, &mut started, elements);
            // Bites above that spare the tail.
            elements = 0;
            for (number, _, blocks) in &sparing.to {
                let list = index[*number as usize].with_equal(&lists, 0);
                for &tail in list {
                    words[usize::from(tail)].or(blocks);
                }
                elements += list.len() as u64;
            }
            report.note(3, &mut started, elements);
            // Bites inside the tail: what is not won when its sum comes is lost, and whoever can bite to it
            // is not.
            let (mut begin, mut pushes) = (0, 0);
            for &(tail, end) in &shape.by_sum {
                let lost = words[usize::from(tail)].not();
                if !lost.is_none() {
                    let longer = &shape.longer[begin..end as usize];
                    for &longer in longer {
                        words[usize::from(longer)].or(&lost);
                    }
                    pushes += longer.len() as u64;
                }
                begin = end as usize;
            }
            report.note(4, &mut started, pushes);
            // What was found: counted, then written.
            noted.clear();
            found[..batch.len()].fill(<_>::default());
            let mut at = 0;
            for class in 0..4 {
                for &tail in &shape.by_class[at..shape.classes[class]] {
                    let blocks = words[usize::from(tail)].not();
                    if !blocks.is_none() {
                        noted.push(tail);
                        blocks.each(|block| found[block].ends[3] += 1);
                    }
                }
                at = shape.classes[class];
                found[..batch.len()].iter_mut().for_each(|list| list.ends[class] = list.ends[3]);
            }
            let mut ends = lists.len() as u32;
            for (list, prefix) in found.iter_mut().zip(batch) {
                list.start = ends;
                ends += u32::from(list.ends[3]);
                index[number_of(prefix) as usize] = *list;
            }
            // Where the rows above are lost by themselves, every block below is wholly won.
            words[0].not().each(|block| index[number_of(batch[block]) as usize].is_closed = true);
            let lost = u64::from(ends) - lists.len() as u64;
            lists.resize(ends as usize, 0);
            for &tail in &noted {
                words[usize::from(tail)].not().each(|block| {
                    lists[found[block].start as usize] = tail;
                    found[block].start += 1;
                });
            }
            report.note(5, &mut started, lost);
            report.lost += lost;
        }
    }
    report
}

/// Notes to which blocks a block of the batch can bite in its rows above.
#[expect(clippy::needless_range_loop, reason = "a length is a length, not a place in a table")]
fn find_bites<W: Bits>(
    tables: &Tables,
    shape: &Shape,
    prefix: &[u8],
    block: usize,
    [to_shorter, to_other, sparing]: [&mut Bites<W>; 3],
) -> u64 {
    let (above, steps) = (prefix.len(), &tables.steps_of_number);
    let mut numbers = [0u32; 64];
    for (row, &length) in prefix.iter().enumerate() {
        let length = usize::from(length);
        numbers[row + 1] = numbers[row] + steps[row + 1][length] - steps[row][length];
        to_shorter.add(numbers[row], row as u32, block, (row, 0));
    }
    if above == 0 {
        return 0;
    }
    let mut bites = above;
    for length in tables.reach[0] + 1..=shape.last_cut {
        let rows = shape.cuts[length].rows;
        bites += rows;
        for row in 0..rows {
            let number = numbers[row] + steps[rows][length] - steps[row][length];
            to_other.add(number, length as u32, block, (row, length));
        }
    }
    let mut longer = above;
    for col in shape.last_cut + 1..tables.cols {
        while longer > 0 && usize::from(prefix[longer - 1]) <= col {
            longer -= 1;
        }
        bites += longer;
        for row in 0..longer {
            let number =
                numbers[row] + (steps[longer][col] - steps[row][col]) + (numbers[above] - numbers[longer]);
            sparing.add(number, 0, block, (row, col));
        }
    }
    bites as u64
}

/// Marks what is won by bites that cut the tail: those whose first row is then as long as the rows before it,
/// or the others.
fn cut<W: Bits, const EXACT: bool>(
    (shape, above): (&Shape, usize),
    (to_shorter, to_other): (&Bites<W>, &Bites<W>),
    (index, lists): (&[List], &[u16]),
    words: &mut Words<W>,
) -> u64 {
    let mut elements = 0;
    for (number, row, blocks) in &to_shorter.to {
        let row = *row as usize;
        let list = index[*number as usize].with_equal(lists, above - row + usize::from(EXACT));
        let stands_for = if EXACT { &shape.exact[row] } else { &shape.others[row] };
        elements += list.len() as u64;
        mark(words, list, blocks, |tail| stands_for[usize::from(tail)]);
    }
    for (number, length, blocks) in &to_other.to {
        let Cut { rows, first, all, shorter } = shape.cuts[*length as usize];
        let list = index[*number as usize].with_equal(lists, above - rows + usize::from(EXACT));
        let (from, many) = if EXACT { (first + shorter, all - shorter) } else { (first, shorter) };
        let added = if EXACT { shorter } else { 0 };
        elements += list.len() as u64;
        mark(words, list, blocks, |tail| {
            let tail = tail.wrapping_sub(from);
            if tail < many { tail + added } else { NO_TAIL }
        });
    }
    elements
}

/// Marks the tails that the wanted elements of a list stand for. Which are wanted cannot be foreseen: they
/// are written down without a branch first.
#[inline(always)]
fn mark<W: Bits>(words: &mut Words<W>, list: &[u16], blocks: &W, stands_for: impl Fn(u16) -> u16) {
    const AT_ONCE: usize = 128;
    let mut wanted = [0u16; AT_ONCE];
    for some in list.chunks(AT_ONCE) {
        let mut found = 0;
        for &tail in some {
            let tail = stands_for(tail);
            wanted[found % AT_ONCE] = tail;
            found += usize::from(tail != NO_TAIL);
        }
        for &tail in &wanted[..found] {
            words[usize::from(tail)].or(blocks);
        }
    }
}
