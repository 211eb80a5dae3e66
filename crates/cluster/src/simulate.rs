//! `lastbite-cluster simulate 25x25 --ranks 64 --threads 64`: how long a bar would take on another cluster.
//!
//! The plan is the real one, dealt out as for the real run. Parts are gone through in the order of the plan: each starts
//! on the thread of its rank that is free first, each of its blocks when all blocks it needs are there, and a block of
//! another rank is there when it is solved, has waited its turn at both ends of the wire, and has travelled. What a block
//! takes is reckoned from its positions.

use clap::Args;
use lastbite::sieve::Sieve;
use lastbite::sieve::plan::Plan;
use lastbite::{Bytes, Chomp, Effort, grouped};

use crate::deal::Deal;
use crate::figures::{parse_count, time};
use crate::stop::Stop;

/// Say how long a bar would take on another cluster
#[derive(Args, Debug)]
pub struct SimulateArgs {
    /// The bar, as in 25x25
    #[arg(value_name = "BAR")]
    bar: Chomp,
    /// How many ranks, one a node
    #[arg(long, default_value = "8", value_parser = parse_ranks)]
    ranks: u64,
    /// How many threads each rank has
    #[arg(long, default_value = "64", value_parser = parse_threads)]
    threads: u64,
    /// How many positions a thread judges a second
    #[arg(long, default_value = "1.6e9", value_name = "POSITIONS")]
    rate: f64,
    /// What a block takes besides, in microseconds
    #[arg(long, default_value = "20", value_name = "MICROSECONDS")]
    block_time: f64,
    /// The wire of each node, in gigabits a second
    #[arg(long, default_value = "100", value_name = "GBIT")]
    bandwidth: f64,
    /// From asking to the first byte, in microseconds
    #[arg(long, default_value = "50", value_name = "MICROSECONDS")]
    latency: f64,
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
    parse_count("--ranks", text, 4096)
}

fn parse_threads(text: &str) -> Result<u64, String> {
    parse_count("--threads", text, 1024)
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
    let share = args.lost.unwrap_or_else(|| usual_share(plan.positions()));
    let simulated = Simulation::new(args, &plan, &deal, share).run();
    let alone = plan.positions() as f64 / args.rate / (args.ranks * args.threads) as f64;
    let line = |name: &str, value: String| println!("  {name:<16}{value}");
    println!("{} on {} ranks of {} threads, simulated", args.bar, args.ranks, args.threads);
    line("positions", grouped(plan.positions()));
    line("parts", format!("{} in blocks of at most {}", grouped(plan.len() as u64), grouped(limit)));
    line("time", time(simulated.seconds));
    line("efficiency", format!("{:.0} %", 100.0 * alone / simulated.seconds));
    line("waiting", format!("{:.1} % of the threads' time", 100.0 * simulated.waited));
    line(
        "sent",
        format!(
            "{}, {:.4} bytes a position",
            Bytes(simulated.bytes as u64),
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

/// The bytes of all lost positions.
fn store(plan: &Plan, share: f64) -> u64 {
    (2.0 * share * plan.positions() as f64) as u64
}

/// The share of lost positions, from 0.69 % of 15x16, 0.54 % of 17x18, 0.42 % of 20x21: a power of the positions.
fn usual_share(positions: u64) -> f64 {
    0.0069 * (positions as f64 / 3.0e8).powf(-0.082)
}

/// What a simulated run took.
struct Simulated {
    seconds: f64,
    /// The share of the threads' time that they waited, the end of the run included.
    waited: f64,
    bytes: f64,
}

/// A run that is simulated.
struct Simulation<'a> {
    args: &'a SimulateArgs,
    plan: &'a Plan,
    deal: &'a Deal,
    share: f64,
    /// By part: where its blocks begin in `solved`.
    first_block: Vec<u64>,
    /// By block: when it is solved.
    solved: Vec<f32>,
    /// By rank and thread: when it is free.
    free: Vec<Vec<f64>>,
    /// By rank: when its wire is free, inwards and outwards.
    inwards: Vec<f64>,
    outwards: Vec<f64>,
    /// By part, a bit a rank: who has fetched its blocks.
    fetched: Vec<u64>,
    words: usize,
    bytes: f64,
    worked: f64,
}

impl<'a> Simulation<'a> {
    fn new(args: &'a SimulateArgs, plan: &'a Plan, deal: &'a Deal, share: f64) -> Self {
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
            first_block,
            solved: vec![0.0; blocks as usize],
            free: vec![vec![0.0; args.threads as usize]; ranks],
            inwards: vec![0.0; ranks],
            outwards: vec![0.0; ranks],
            fetched: vec![0; words * plan.len()],
            words,
            bytes: 0.0,
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
            // The middle rows lead to the same parts whatever the first row is; so the needs of one block tell all.
            needed.clear();
            let longest = self.plan.stored_box().1;
            for need in self.plan.needs(part) {
                if need.block.first_row < part.shortest() {
                    now = now.max(self.there(need.block.part, need.block.first_row, me));
                } else if need.reader == part.shortest() {
                    needed.push(need.block.part);
                } else {
                    break;
                }
            }
            needed.sort_unstable();
            needed.dedup();
            for first_row in part.shortest()..=longest {
                for &other in &needed {
                    now = now.max(self.there(other, first_row, me));
                }
                let block = lastbite::sieve::plan::Block { part: part.index, first_row };
                let takes =
                    f64::from(self.plan.positions_of(block)) / self.args.rate + self.args.block_time * 1e-6;
                now += takes;
                self.worked += takes;
                let at = self.first_block[part.index] + u64::from(first_row - part.shortest());
                self.solved[at as usize] = now as f32;
            }
            self.free[me][thread] = now;
        }
        let seconds = self.free.iter().flatten().copied().fold(0.0, f64::max);
        let threads = (self.args.ranks * self.args.threads) as f64;
        Simulated { seconds, waited: 1.0 - self.worked / (seconds * threads), bytes: self.bytes }
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
        let word = &mut self.fetched[part * self.words + me / 64];
        if *word & 1 << (me % 64) == 0 {
            *word |= 1 << (me % 64);
            // The part's blocks travel as they are solved; the wires are busy for as long as all of them take.
            let blocks = self.plan.blocks(self.plan.part(part));
            let positions: f64 = blocks.map(|block| f64::from(self.plan.positions_of(block))).sum();
            let bytes = 2.0 * self.share * positions * self.args.refetched;
            let takes = bytes * 8.0 / (self.args.bandwidth * 1e9);
            self.bytes += bytes;
            self.inwards[me] += takes;
            self.outwards[owner] += takes;
        }
        // A wire that has carried so much cannot have been done any earlier.
        (solved + self.args.latency * 1e-6).max(self.inwards[me]).max(self.outwards[owner])
    }
}
