//! `lastbite-cluster simulate 25x25 --ranks 64 --threads 64`: how long a bar would take on another cluster.
//!
//! The plan is the real one, dealt out as for the real run. The simulation goes through the parts in the
//! order of the plan. Each starts on the thread of its rank that is free first, and each of its blocks starts
//! when all blocks it needs are there. A block of another rank is there when it is solved, has waited its
//! turn at both ends of the wire and at the one thread of either rank that speaks MPI, and has travelled.
//!
//! The time of a block is proportional to its *work*: its positions, the ranges it reads, and the lost
//! positions in them, weighed as measured at 18x18 in blocks of 50,000 to 8 million positions (0.11 ns a
//! position, 0.1 us a range, 2.3 ns a lost position read). How fast a thread works is not part of the model:
//! it is the measured rate of one process.
//!
//! Because of skipped blocks ([`SKIPPED`]) parts of the same length take different times, so ranks get out of
//! step and wait for each other. Which ones are skipped is not known in advance; here a hash decides.

use std::hash::BuildHasher;
use std::io::{Write, stdout};

use clap::Args;
use lastbite_engines::sieve::memory::{packed_bytes, usual_lost_share};
use lastbite_engines::sieve::plan::{Block, Need, Part, Plan};
use lastbite_engines::{Bar, Effort};
use lastbite_engines::{FORGOTTEN_FROM, Keep, sieve::Sieve};
use lastbite_work::arguments::parse_number;
use lastbite_work::notation::{Bytes, grouped};
use rustc_hash::FxBuildHasher;
use serde::Serialize;

use crate::deal::Deal;
use crate::figures::time;
use crate::stop::Stop;

/// Say how long a bar would take on another cluster
#[derive(Args, Debug)]
pub struct SimulateArgs {
    /// The bar, as in 25x25
    #[arg(value_name = "BAR")]
    bar: Bar,
    /// How many ranks
    #[arg(long, default_value = "8", value_parser = |text: &str| parse_number("--ranks", text, 4096))]
    ranks: u64,
    /// How many ranks share a node, and its wire
    #[arg(long, default_value = "1", value_parser = |text: &str| parse_number("--on-a-node", text, 4096), value_name = "RANKS")]
    on_a_node: u64,
    /// How many threads each rank has
    #[arg(long, default_value = "64", value_parser = |text: &str| parse_number("--threads", text, 1024))]
    threads: u64,
    /// How many cores a node has; if not given, enough for all threads, and those that speak MPI are not
    /// counted
    #[arg(long, value_parser = |text: &str| parse_number("--cores", text, 4096))]
    cores: Option<u64>,
    /// How many positions a thread of one process judges a second
    #[arg(long, default_value = "1.6e9", value_name = "POSITIONS", value_parser = |text: &str| parse_amount("--rate", text, 1.0, 1e15))]
    rate: f64,
    /// The bar for which that rate was measured, in the blocks that one process takes; BAR itself if not
    /// given
    #[arg(long, value_name = "BAR")]
    measured: Option<Bar>,
    /// How much longer a thread of a rank takes than one of one process
    #[arg(long, default_value = "1.12", value_name = "TIMES", value_parser = |text: &str| parse_amount("--slower", text, 0.1, 100.0))]
    slower: f64,
    /// The wire of each node, in gigabits a second
    #[arg(long, default_value = "100", value_name = "GBIT", value_parser = |text: &str| parse_amount("--bandwidth", text, 0.001, 1e6))]
    bandwidth: f64,
    /// From when a block is solved to when it can be read elsewhere, threads that have to wake up included,
    /// in microseconds
    #[arg(long, default_value = "200", value_name = "MICROSECONDS", value_parser = |text: &str| parse_amount("--latency", text, 0.0, 1e9))]
    latency: f64,
    /// What a block takes of the thread that speaks MPI, at either end, in microseconds
    #[arg(long, default_value = "6", value_name = "MICROSECONDS", value_parser = |text: &str| parse_amount("--message", text, 0.0, 1e9))]
    message: f64,
    /// How often a block is fetched that a rank needs, because it could not be kept
    #[arg(long, default_value = "1.5", value_name = "TIMES", value_parser = |text: &str| parse_amount("--refetched", text, 0.1, 1e6))]
    refetched: f64,
    /// The share of positions that is lost; 0.0042 at 20x20, and a little less for each size
    #[arg(long, value_name = "SHARE", value_parser = |text: &str| parse_amount("--lost", text, 0.0, 1.0))]
    lost: Option<f64>,
    /// The most positions of a block
    #[arg(long, value_name = "POSITIONS", value_parser = |text: &str| parse_number("--block", text, 1 << 31))]
    block: Option<u64>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// What a simulated run takes; `--json` prints this.
#[derive(Serialize)]
struct Forecast {
    game: String,
    nodes: u64,
    ranks: u64,
    threads: u64,
    positions: u64,
    parts: u64,
    most_in_a_block: u64,
    seconds: f64,
    /// The seconds before the first part begins.
    preparing: f64,
    /// The time that one process with as many cores would take, divided by this run's.
    efficiency: f64,
    /// The share of their time that threads wait, including the beginning and the end of the run.
    waiting: f64,
    bytes_sent: f64,
    blocks_fetched: f64,
    store_bytes: u64,
    /// The memory of a rank, with the same estimate as before a run.
    memory_by_rank: u64,
}

/// Reads a number that need not be whole, like `1.6e9`.
fn parse_amount(option: &str, text: &str, least: f64, most: f64) -> Result<f64, String> {
    match text.trim().parse() {
        Ok(number) if (least..=most).contains(&number) => Ok(number),
        _ => Err(format!("{option} takes a number from {least} to {most}, not '{}'", text.escape_debug())),
    }
}

/// Simulates a run and prints what it would take.
pub fn run(args: &SimulateArgs) -> Result<(), Stop> {
    let sieve = Sieve::of(&args.bar);
    let limit = args.block.unwrap_or_else(|| {
        Plan::usual_limit(sieve.positions_to_solve(), (args.ranks * args.threads) as usize)
    });
    // As `solve` does it.
    let is_forgotten = sieve.positions_to_solve() >= FORGOTTEN_FROM;
    let keep = if is_forgotten { Keep::Openings } else { Keep::Everything };
    let sieve = sieve.block_limit(limit).keep(keep);
    let plan = sieve.plan(&Effort::unlimited())?;
    let deal = Deal::new(&plan, 0, args.ranks as usize);
    let share = args.share(&plan);
    let seconds = args.seconds_of_work()?;
    let simulated = Simulation::new(args, &plan, &deal, share, seconds).run();
    // What one thread of one process would take, perhaps in longer blocks.
    let alone = match limit_of_one_process(&args.bar) == limit {
        true => simulated.worked / args.slower / args.crowd(),
        false => args.work_of_one_process(&args.bar)? * seconds,
    };
    let effort = Effort::unlimited().threads(args.threads as usize);
    let forecast = Forecast {
        game: args.bar.to_string(),
        nodes: args.ranks.div_ceil(args.on_a_node),
        ranks: args.ranks,
        threads: args.threads,
        positions: plan.positions(),
        parts: plan.len() as u64,
        most_in_a_block: limit,
        seconds: simulated.seconds,
        preparing: preparing(&plan),
        efficiency: alone / args.cores_in_all() / simulated.seconds,
        waiting: simulated.waited,
        bytes_sent: simulated.bytes,
        blocks_fetched: simulated.blocks,
        store_bytes: packed_bytes(share * plan.positions() as f64, plan.positions() as f64) as u64,
        memory_by_rank: sieve.memory_needed_by_each(args.ranks, &effort),
    };
    let mut out = stdout().lock();
    match args.json {
        true => writeln!(out, "{}", serde_json::to_string(&forecast).map_err(Stop::refuse)?)?,
        false => write!(out, "{}", forecast.described())?,
    }
    Ok(out.flush()?)
}

impl Forecast {
    fn described(&self) -> String {
        let Self { game, nodes, ranks, threads, .. } = self;
        let mut lines =
            vec![format!("{game} on {nodes} nodes: {ranks} ranks of {threads} threads, simulated")];
        let mut line = |name: &str, value: String| lines.push(format!("  {name:<16}{value}"));
        line("positions", grouped(self.positions));
        let most = grouped(self.most_in_a_block);
        line("parts", format!("{} in blocks of at most {most}", grouped(self.parts)));
        line("time", time(self.seconds));
        line("efficiency", format!("{:.0} %", 100.0 * self.efficiency));
        line("waiting", format!("{:.1} % of the threads' time", 100.0 * self.waiting));
        let (sent, blocks) = (Bytes(self.bytes_sent as u64), grouped(self.blocks_fetched as u64));
        let each = self.bytes_sent / self.positions as f64;
        line("sent", format!("{sent} in {blocks} blocks, {each:.4} bytes a position"));
        let (store, share) = (Bytes(self.store_bytes), Bytes(self.store_bytes / ranks));
        line("store", format!("{store} in all, {share} a rank"));
        line("memory", format!("{} a rank, estimated as before a run", Bytes(self.memory_by_rank)));
        lines.join("\n") + "\n"
    }
}

/// Returns the most positions of a block that one process uses, with a few threads.
fn limit_of_one_process(bar: &Bar) -> u64 {
    Plan::usual_limit(Sieve::of(bar).positions_to_solve(), 1)
}

impl SimulateArgs {
    /// Counts the cores of all nodes.
    fn cores_in_all(&self) -> f64 {
        let nodes = self.ranks.div_ceil(self.on_a_node);
        self.cores.map_or(self.ranks * self.threads, |cores| nodes * cores) as f64
    }

    /// Says whether the threads that speak MPI have cores of their own.
    fn has_cores_to_speak(&self) -> bool {
        self.cores.is_none_or(|cores| self.on_a_node.min(self.ranks) * (self.threads + 1) <= cores)
    }

    /// Returns how much longer threads take because there are too few cores.
    fn crowd(&self) -> f64 {
        let threads = self.on_a_node.min(self.ranks) as f64 * (self.threads as f64 + SPEAKING);
        self.cores.map_or(1.0, |cores| (threads / cores as f64).max(1.0))
    }

    /// Returns the work of one process that solves a bar.
    fn work_of_one_process(&self, bar: &Bar) -> Result<f64, Stop> {
        let plan = Sieve::of(bar).block_limit(limit_of_one_process(bar)).plan(&Effort::unlimited())?;
        let share = self.share(&plan);
        let works = plan.parts().map(|part| {
            let reads = Reads::of(&plan, part, |_, _| ());
            let blocks = plan.blocks(part).map(|block| reads.work_of(&plan, block, share));
            reads.once.work(share) + blocks.sum::<f64>()
        });
        Ok(works.sum())
    }

    /// Returns the seconds that a thread takes for the work of one position: one process has the measured
    /// rate.
    fn seconds_of_work(&self) -> Result<f64, Stop> {
        let bar = self.measured.as_ref().unwrap_or(&self.bar);
        let positions = Sieve::of(bar).positions_to_solve() as f64;
        Ok(positions / self.rate / self.work_of_one_process(bar)?)
    }

    /// Returns the share of positions that is lost: the given one, or what is usual for the sides.
    fn share(&self, plan: &Plan) -> f64 {
        self.lost.unwrap_or_else(|| usual_lost_share(plan.stored_box()))
    }
}

/// The share of blocks with two middle rows or more that are skipped, because a bite in their first column
/// wins from all tails: 0.27 to 0.31 of the positions from 16x16 to 20x20, in long blocks and short ones; a
/// test compares one bar.
const SKIPPED: f64 = 0.29;

/// The seconds until a rank begins to solve: its tables, and for each part its place in the plan and its
/// owner.
fn preparing(plan: &Plan) -> f64 {
    5e-3 + 2.5e-7 * plan.len() as f64
}

/// The extra seconds that a block takes when threads take turns on too few cores: about as long as Linux lets
/// one of them run. With [`SPEAKING`] fitted to 4 ranks of 4 threads and 8 of 2 on 16 cores.
const WAITING_FOR_A_CORE: f64 = 3e-3;

/// The share of a core that the thread which speaks MPI takes when it has none of its own.
const SPEAKING: f64 = 0.4;

/// Says whether a block is skipped in the simulation.
fn is_skipped(plan: &Plan, block: Block) -> bool {
    let part = plan.part(block.part);
    let is_low = || FxBuildHasher.hash_one(block) < (SKIPPED * u64::MAX as f64) as u64;
    part.middle.len() > 1 && part.bound > 0 && is_low()
}

/// What is read: ranges, and the positions in them.
#[derive(Clone, Copy, Default)]
struct Read {
    ranges: f64,
    positions: f64,
}

impl Read {
    /// Counts one more.
    fn note(&mut self, need: Need) {
        self.ranges += 1.0;
        self.positions += f64::from(need.len);
    }

    /// The work of reading, in positions solved: a fixed amount for each range, and one for each lost
    /// position in it.
    fn work(self, share: f64) -> f64 {
        900.0 * self.ranges + 21.0 * share * self.positions
    }
}

/// What the blocks of a part read.
#[derive(Default)]
struct Reads {
    /// What the whole part reads once.
    once: Read,
    /// What each block reads first, to see whether it is skipped, and what it reads if it is not.
    deciding: Read,
    rest: Read,
}

/// When a range is read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum When {
    Once,
    Deciding,
    Rest,
}

impl Reads {
    /// Counts what a part reads; `note` is called for each range that the part or its first block reads.
    fn of(plan: &Plan, part: Part<'_>, mut note: impl FnMut(When, Need)) -> Self {
        let mut reads = Self::default();
        // The first needs of a block, one for each middle row, are those that decide.
        let mut deciding = if part.bound > 0 { part.middle.len() } else { 0 };
        for need in plan.needs(part) {
            // The middle rows lead to the same parts whatever the first row is, so one block speaks for all.
            let when = match need.block.first_row < part.shortest() {
                true => When::Once,
                false if need.reader != part.shortest() => break,
                false if deciding > 0 => When::Deciding,
                false => When::Rest,
            };
            match when {
                When::Once => reads.once.note(need),
                When::Deciding => {
                    deciding -= 1;
                    reads.deciding.note(need);
                }
                When::Rest => reads.rest.note(need),
            }
            note(when, need);
        }
        reads
    }

    /// The work of a block, in positions.
    fn work_of(&self, plan: &Plan, block: Block, share: f64) -> f64 {
        match is_skipped(plan, block) {
            true => self.deciding.work(share),
            false => f64::from(plan.positions_of(block)) + self.deciding.work(share) + self.rest.work(share),
        }
    }
}

/// What a simulated run took.
struct Simulated {
    seconds: f64,
    /// The share of their time that threads waited, including the end of the run.
    waited: f64,
    bytes: f64,
    blocks: f64,
    /// The seconds that all threads together worked.
    worked: f64,
}

/// A simulated run.
struct Simulation<'a> {
    args: &'a SimulateArgs,
    plan: &'a Plan,
    deal: &'a Deal,
    share: f64,
    /// The same share of the positions of blocks that are not skipped.
    share_of_others: f64,
    /// The seconds of the work of one position, and those that a block travels besides its bytes.
    seconds: f64,
    latency: f64,
    /// By part: where its blocks begin in `solved`.
    first_block: Vec<u64>,
    /// By block: when it is solved.
    solved: Vec<f32>,
    /// By rank and thread: when it is free, counted from when the ranks have started.
    free: Vec<Vec<f64>>,
    /// By node: how long its wire has been busy, inwards and outwards.
    inwards: Vec<f64>,
    outwards: Vec<f64>,
    /// By rank: how long its thread that speaks MPI has spoken.
    spoken: Vec<f64>,
    /// By part, a bit a rank: who has fetched its blocks.
    fetched: Vec<u64>,
    words: usize,
    bytes: f64,
    blocks: f64,
    worked: f64,
}

impl<'a> Simulation<'a> {
    fn new(args: &'a SimulateArgs, plan: &'a Plan, deal: &'a Deal, share: f64, seconds: f64) -> Self {
        let mut first_block = Vec::with_capacity(plan.len());
        let (mut blocks, mut others) = (0, 0);
        for index in 0..plan.len() {
            first_block.push(blocks);
            for block in plan.blocks(plan.part(index)) {
                blocks += 1;
                others += if is_skipped(plan, block) { 0 } else { u64::from(plan.positions_of(block)) };
            }
        }
        let (ranks, words) = (args.ranks as usize, (args.ranks as usize).div_ceil(64));
        Self {
            args,
            plan,
            deal,
            share,
            share_of_others: share * plan.positions() as f64 / others as f64,
            seconds: seconds * args.slower * args.crowd(),
            latency: 1e-6 * args.latency + if args.has_cores_to_speak() { 0.0 } else { WAITING_FOR_A_CORE },
            first_block,
            solved: vec![0.0; blocks as usize],
            free: vec![vec![preparing(plan); args.threads as usize]; ranks],
            inwards: vec![0.0; ranks],
            outwards: vec![0.0; ranks],
            spoken: vec![0.0; ranks],
            fetched: vec![0; words * plan.len()],
            words,
            bytes: 0.0,
            blocks: 0.0,
            worked: 0.0,
        }
    }

    /// Goes through all parts.
    fn run(mut self) -> Simulated {
        let (mut deciding, mut rest) = (Vec::new(), Vec::new());
        for part in self.plan.parts() {
            let me = self.deal.owner(part.index);
            let threads = self.free[me].iter().enumerate();
            let Some((thread, &start)) = threads.min_by(|a, b| a.1.total_cmp(b.1)) else { break };
            let mut now = start;
            deciding.clear();
            rest.clear();
            let (plan, shortest) = (self.plan, part.shortest());
            let reads = Reads::of(plan, part, |when, need| match when {
                When::Once => now = now.max(self.there(need.block.part, need.block.first_row, me)),
                When::Deciding => deciding.push(need.block.part),
                When::Rest => rest.push(need.block.part),
            });
            rest.sort_unstable();
            rest.dedup();
            let mut once = reads.once.work(self.share);
            for first_row in shortest..=plan.stored_box().1 {
                let block = Block { part: part.index, first_row };
                let others: &[usize] = if is_skipped(plan, block) { &[] } else { &rest };
                for &other in deciding.iter().chain(others) {
                    now = now.max(self.there(other, first_row, me));
                }
                let work = reads.work_of(plan, block, self.share) + std::mem::take(&mut once);
                now += work * self.seconds;
                self.worked += work * self.seconds;
                let at = self.first_block[part.index] + u64::from(first_row - shortest);
                self.solved[at as usize] = now as f32;
            }
            self.free[me][thread] = now;
        }
        let seconds = self.free.iter().flatten().copied().fold(0.0, f64::max);
        let threads = (self.args.ranks * self.args.threads) as f64;
        Simulated {
            seconds,
            waited: 1.0 - self.worked / (seconds * threads),
            bytes: self.bytes,
            blocks: self.blocks,
            worked: self.worked,
        }
    }

    /// Returns when a block can be read on a rank.
    fn there(&mut self, part: usize, first_row: u8, me: usize) -> f64 {
        let shortest = self.plan.part(part).shortest();
        let at = self.first_block[part] + u64::from(first_row - shortest);
        let solved = f64::from(self.solved[at as usize]);
        let owner = self.deal.owner(part);
        if owner == me {
            return solved;
        }
        let node = |rank: usize| rank / self.args.on_a_node as usize;
        let (to, from) = (node(me), node(owner));
        let word = &mut self.fetched[part * self.words + me / 64];
        if *word & 1 << (me % 64) == 0 {
            *word |= 1 << (me % 64);
            // The part's blocks travel as they are solved; the wires are busy for as long as all of them
            // take.
            let blocks = self.plan.blocks(self.plan.part(part));
            let others = blocks.filter(|&block| !is_skipped(self.plan, block));
            let positions: f64 = others.map(|block| f64::from(self.plan.positions_of(block))).sum();
            let bytes = packed_bytes(self.share_of_others * positions, positions) * self.args.refetched;
            self.bytes += bytes;
            // What stays on a node does not take its wire.
            if to != from {
                let takes = bytes * 8.0 / (self.args.bandwidth * 1e9);
                self.inwards[to] += takes;
                self.outwards[from] += takes;
            }
            let blocks = f64::from(self.plan.stored_box().1 - shortest + 1) * self.args.refetched;
            self.blocks += blocks;
            self.spoken[me] += blocks * self.args.message * 1e-6;
            self.spoken[owner] += blocks * self.args.message * 1e-6;
        }
        // A wire that has carried all this cannot have been done any earlier, and neither can a thread that
        // has spoken for this long.
        let wire = self.inwards[to].max(self.outwards[from]);
        (solved + self.latency).max(wire).max(self.spoken[me]).max(self.spoken[owner])
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::collections::BTreeMap;

    use clap::Parser;
    use lastbite_engines::SolveError;
    use lastbite_engines::Stopped;
    use lastbite_engines::sieve::blocks::{Blocks, Lost};
    use lastbite_engines::sieve::kernel::{Bench, Kernel};

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        args: SimulateArgs,
    }

    fn args(line: &str) -> Result<SimulateArgs, clap::Error> {
        Line::try_parse_from(line.split_whitespace()).map(|line| line.args)
    }

    /// Simulates a run of 15x15.
    fn simulated(line: &str) -> Simulated {
        let args = args(&format!("simulate 15x15 --rate 1e8 {line}")).expect("arguments");
        let plan = Sieve::of(&args.bar).block_limit(50_000).plan(&Effort::default()).expect("a plan");
        let deal = Deal::new(&plan, 0, args.ranks as usize);
        let seconds = args.seconds_of_work().expect("a plan");
        Simulation::new(&args, &plan, &deal, args.share(&plan), seconds).run()
    }

    #[test]
    fn nonsense_is_refused() {
        for nonsense in
            ["--rate 0", "--rate nan", "--bandwidth 0", "--slower x", "--lost 2", "--block 0", "--cores 0"]
        {
            assert!(args(&format!("simulate 9x9 {nonsense}")).is_err(), "{nonsense}");
        }
    }

    #[test]
    fn one_rank_sends_nothing_and_one_thread_never_waits() {
        let one = simulated("--ranks 1 --threads 1 --slower 1");
        assert_eq!((one.bytes, one.blocks), (0.0, 0.0));
        assert!((one.seconds - one.worked) < 0.006, "all but preparing is work");
    }

    #[test]
    fn everything_that_is_worse_takes_longer() {
        let usual = simulated("--ranks 4 --threads 2").seconds;
        assert!(usual < simulated("--ranks 1 --threads 2").seconds);
        for worse in ["--latency 20000", "--message 3000", "--bandwidth 0.001", "--slower 2", "--cores 2"] {
            let seconds = simulated(&format!("--ranks 4 --threads 2 {worse}")).seconds;
            assert!(seconds > 1.05 * usual, "{worse}: {seconds} after {usual}");
        }
    }

    /// The blocks of a bar as they are solved: how many positions each has, and whether any of them is lost.
    #[derive(Default)]
    struct Solving(RefCell<BTreeMap<Block, (u32, Lost)>>);

    impl Blocks for Solving {
        fn read(&self, need: Need, string: &mut [u64]) -> Result<(), SolveError> {
            self.0.borrow()[&need.block].1.set_bits(need.from, need.len, string);
            Ok(())
        }

        fn keep(&self, block: Block, len: u32, lost: &[u32]) -> Result<(), SolveError> {
            self.0.borrow_mut().insert(block, (len, Lost::new(lost, len)?));
            Ok(())
        }

        fn check(&self) -> Result<(), Stopped> {
            Ok(())
        }
    }

    #[test]
    fn blocks_are_skipped_as_often_as_in_a_real_run() {
        let effort = Effort::default();
        let plan = Plan::of(&Bar::new(16, 16).expect("a bar"), 300_000, &effort).expect("a plan");
        let (kernel, mut bench) =
            (Kernel::new(&plan, &effort).expect("tables"), Bench::new(&plan).expect("strings"));
        let solving = Solving::default();
        for part in plan.parts() {
            kernel.solve(part, &solving, &mut bench).expect("nothing stops it");
        }
        let solved = solving.0.borrow();
        let share = |is_counted: &dyn Fn(Block, &Lost) -> bool| {
            let longer = solved.iter().filter(|(block, _)| plan.part(block.part).middle.len() > 1);
            let (mut counted, mut all) = (0.0, 0.0);
            for (&block, (len, lost)) in longer {
                all += f64::from(*len);
                counted += if is_counted(block, lost) { f64::from(*len) } else { 0.0 };
            }
            counted / all
        };
        let (real, simulated) =
            (share(&|_, lost| lost.is_empty()), share(&|block, _| is_skipped(&plan, block)));
        assert!((real - simulated).abs() < 0.03, "{real} of the positions really, {simulated} simulated");
    }
}
