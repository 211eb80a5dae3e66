//! `lastbite-cluster simulate 25x25 --ranks 64 --threads 64`: how long a bar would take on another cluster.
//!
//! The plan is the real one, dealt out as for the real run. Parts are gone through in the order of the plan: each starts
//! on the thread of its rank that is free first, each of its blocks when all blocks it needs are there, and a block of
//! another rank is there when it is solved, has waited its turn at both ends of the wire and at the one thread of either rank
//! that speaks MPI, and has travelled.
//!
//! What a block takes goes with its *work*: its positions, the ranges it reads, and the lost positions in them, weighed
//! as measured at 18x18 in blocks of 50,000 to 8 million positions (0.11 ns a position, 0.1 us a range, 2.3 ns a lost position
//! read). How fast a thread does that is not in the model: it is the rate of one process that has been measured.

use clap::Args;
use lastbite::sieve::Sieve;
use lastbite::sieve::plan::{Block, Need, Part, Plan};
use lastbite::{Bytes, Chomp, Effort, grouped, parse_number};

use crate::deal::Deal;
use crate::figures::time;
use crate::stop::Stop;

/// Say how long a bar would take on another cluster
#[derive(Args, Debug)]
pub struct SimulateArgs {
    /// The bar, as in 25x25
    #[arg(value_name = "BAR")]
    bar: Chomp,
    /// How many ranks
    #[arg(long, default_value = "8", value_parser = parse_ranks)]
    ranks: u64,
    /// How many ranks share a node, and its wire
    #[arg(long, default_value = "1", value_parser = parse_ranks, value_name = "RANKS")]
    on_a_node: u64,
    /// How many threads each rank has
    #[arg(long, default_value = "64", value_parser = parse_threads)]
    threads: u64,
    /// How many positions a thread of one process judges a second
    #[arg(long, default_value = "1.6e9", value_name = "POSITIONS")]
    rate: f64,
    /// The bar for which that rate was measured, in the blocks that one process takes; BAR itself if not given
    #[arg(long, value_name = "BAR")]
    measured: Option<Chomp>,
    /// The wire of each node, in gigabits a second
    #[arg(long, default_value = "100", value_name = "GBIT")]
    bandwidth: f64,
    /// From asking to the first byte, in microseconds
    #[arg(long, default_value = "50", value_name = "MICROSECONDS")]
    latency: f64,
    /// What a block takes of the thread that speaks MPI, at either end, in microseconds
    #[arg(long, default_value = "6", value_name = "MICROSECONDS")]
    message: f64,
    /// How often a block is fetched that a rank needs, because it could not be kept
    #[arg(long, default_value = "1.5", value_name = "TIMES")]
    refetched: f64,
    /// The share of positions that is lost; 0.0042 at 20x20, and a little less for each size
    #[arg(long, value_name = "SHARE")]
    lost: Option<f64>,
    /// The most positions of a block
    #[arg(long, value_name = "POSITIONS")]
    block: Option<u64>,
}

fn parse_ranks(text: &str) -> Result<u64, String> {
    parse_number("--ranks", text, 4096)
}

fn parse_threads(text: &str) -> Result<u64, String> {
    parse_number("--threads", text, 1024)
}

/// Simulates a run and prints what it would take.
pub fn run(args: &SimulateArgs) -> Result<(), Stop> {
    let sieve = Sieve::of(&args.bar);
    let limit = args.block.unwrap_or_else(|| {
        Plan::usual_limit(sieve.positions_to_solve(), (args.ranks * args.threads) as usize)
    });
    let sieve = sieve.block_limit(limit);
    let plan = sieve.plan(&Effort::unlimited())?;
    let deal = Deal::new(&plan, 0, args.ranks as usize);
    let share = args.share(&plan);
    let seconds = args.seconds_of_work()?;
    let simulated = Simulation::new(args, &plan, &deal, share, seconds).run();
    // What one thread of one process would take, in longer blocks perhaps.
    let alone = match args.limit_of_one_process() == limit {
        true => simulated.worked,
        false => args.work_of_one_process(&args.bar)? * seconds,
    };
    let efficiency = alone / (args.ranks * args.threads) as f64 / simulated.seconds;
    let line = |name: &str, value: String| println!("  {name:<16}{value}");
    let nodes = args.ranks.div_ceil(args.on_a_node);
    println!("{} on {nodes} nodes: {} ranks of {} threads, simulated", args.bar, args.ranks, args.threads);
    line("positions", grouped(plan.positions()));
    line("parts", format!("{} in blocks of at most {}", grouped(plan.len() as u64), grouped(limit)));
    line("time", time(simulated.seconds));
    line("efficiency", format!("{:.0} %", 100.0 * efficiency));
    line("waiting", format!("{:.1} % of the threads' time", 100.0 * simulated.waited));
    line(
        "sent",
        format!(
            "{} in {} blocks, {:.4} bytes a position",
            Bytes(simulated.bytes as u64),
            grouped(simulated.blocks as u64),
            simulated.bytes / plan.positions() as f64
        ),
    );
    line(
        "store",
        format!("{} in all, {} a rank", Bytes(store(&plan, share)), Bytes(store(&plan, share) / args.ranks)),
    );
    let effort = Effort::unlimited().threads(args.threads as usize);
    line(
        "memory",
        format!(
            "{} a rank, estimated as before a run",
            Bytes(sieve.memory_needed_by_each(args.ranks, &effort))
        ),
    );
    Ok(())
}

/// The work of solving something, in positions: a range that is read counts as many, and a lost position in it too.
fn work(positions: f64, ranges: f64, lost: f64) -> f64 {
    positions + 900.0 * ranges + 21.0 * lost
}

impl SimulateArgs {
    /// Returns the most positions of a block that one process takes, with a few threads.
    fn limit_of_one_process(&self) -> u64 {
        Plan::usual_limit(Sieve::of(&self.bar).positions_to_solve(), 1)
    }

    /// Returns the work of one process that solves a bar.
    fn work_of_one_process(&self, bar: &Chomp) -> Result<f64, Stop> {
        let sieve = Sieve::of(bar);
        let limit = Plan::usual_limit(sieve.positions_to_solve(), 1);
        let plan = sieve.block_limit(limit).plan(&Effort::unlimited())?;
        let share = self.share(&plan);
        let reads = plan.parts().map(|part| {
            let (once, each) = Reads::of(&plan, part, |_| ());
            let blocks = plan.blocks(part).count() as f64;
            work(0.0, once.ranges + blocks * each.ranges, share * (once.positions + blocks * each.positions))
        });
        Ok(plan.positions() as f64 + reads.sum::<f64>())
    }

    /// Returns the seconds that a thread takes for the work of one position: one process has the rate that was measured.
    fn seconds_of_work(&self) -> Result<f64, Stop> {
        let bar = self.measured.as_ref().unwrap_or(&self.bar);
        let positions = Sieve::of(bar).positions_to_solve() as f64;
        Ok(positions / self.rate / self.work_of_one_process(bar)?)
    }

    /// Returns the share of positions that is lost: what was given, or a power of the positions, from 0.69 % of 15x16, 0.54 %
    /// of 17x18, 0.42 % of 20x21.
    fn share(&self, plan: &Plan) -> f64 {
        self.lost.unwrap_or_else(|| 0.0069 * (plan.positions() as f64 / 3.0e8).powf(-0.082))
    }
}

/// What is read, for a whole part once or for each of its blocks: ranges, and the positions in them.
#[derive(Default)]
struct Reads {
    ranges: f64,
    positions: f64,
}

impl Reads {
    /// Counts what a part reads once, and what each of its blocks reads; `note` is called for each range of both.
    fn of(plan: &Plan, part: Part<'_>, mut note: impl FnMut(Need)) -> (Self, Self) {
        let (mut once, mut each) = (Self::default(), Self::default());
        for need in plan.needs(part) {
            // The middle rows lead to the same parts whatever the first row is; so the needs of one block tell all.
            let reads = match need.block.first_row < part.shortest() {
                true => &mut once,
                false if need.reader == part.shortest() => &mut each,
                false => break,
            };
            reads.ranges += 1.0;
            reads.positions += f64::from(need.len);
            note(need);
        }
        (once, each)
    }
}

/// The bytes of all lost positions.
fn store(plan: &Plan, share: f64) -> u64 {
    (2.0 * share * plan.positions() as f64) as u64
}

/// What a simulated run took.
struct Simulated {
    seconds: f64,
    /// The share of the threads' time that they waited, the end of the run included.
    waited: f64,
    bytes: f64,
    blocks: f64,
    /// The seconds that all threads together worked.
    worked: f64,
}

/// A run that is simulated.
struct Simulation<'a> {
    args: &'a SimulateArgs,
    plan: &'a Plan,
    deal: &'a Deal,
    share: f64,
    /// The seconds of the work of one position.
    seconds: f64,
    /// By part: where its blocks begin in `solved`.
    first_block: Vec<u64>,
    /// By block: when it is solved.
    solved: Vec<f32>,
    /// By rank and thread: when it is free.
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
        let mut blocks = 0;
        for index in 0..plan.len() {
            first_block.push(blocks);
            blocks += plan.blocks(plan.part(index)).count() as u64;
        }
        let (ranks, words) = (args.ranks as usize, (args.ranks as usize).div_ceil(64));
        Self {
            args,
            plan,
            deal,
            share,
            seconds,
            first_block,
            solved: vec![0.0; blocks as usize],
            free: vec![vec![0.0; args.threads as usize]; ranks],
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
        let mut needed = Vec::new();
        for part in self.plan.parts() {
            let me = self.deal.owner(part.index);
            let threads = self.free[me].iter().enumerate();
            let Some((thread, &start)) = threads.min_by(|a, b| a.1.total_cmp(b.1)) else { break };
            let mut now = start;
            needed.clear();
            let (plan, shortest) = (self.plan, part.shortest());
            let (once, each) = Reads::of(plan, part, |need| {
                if need.block.first_row < shortest {
                    now = now.max(self.there(need.block.part, need.block.first_row, me));
                } else {
                    needed.push(need.block.part);
                }
            });
            needed.sort_unstable();
            needed.dedup();
            let mut reads = work(0.0, once.ranges, self.share * once.positions);
            for first_row in shortest..=plan.stored_box().1 {
                for &other in &needed {
                    now = now.max(self.there(other, first_row, me));
                }
                let block = Block { part: part.index, first_row };
                reads += work(0.0, each.ranges, self.share * each.positions);
                let takes = (f64::from(plan.positions_of(block)) + std::mem::take(&mut reads)) * self.seconds;
                now += takes;
                self.worked += takes;
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
            // The part's blocks travel as they are solved; the wires are busy for as long as all of them take.
            let blocks = self.plan.blocks(self.plan.part(part));
            let positions: f64 = blocks.map(|block| f64::from(self.plan.positions_of(block))).sum();
            let bytes = 2.0 * self.share * positions * self.args.refetched;
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
        // A wire that has carried so much cannot have been done any earlier, nor a thread that has spoken for so long.
        let wire = self.inwards[to].max(self.outwards[from]);
        (solved + self.args.latency * 1e-6).max(wire).max(self.spoken[me]).max(self.spoken[owner])
    }
}
