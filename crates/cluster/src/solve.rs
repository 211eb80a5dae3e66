//! `lastbite-cluster solve 24x24`: a whole bar on all ranks, and the start of every command here.

use std::io::{Write, stdout};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use clap::Args;
use lastbite_engines::sieve::plan::{Plan, Site};
use lastbite_engines::{Bar, Effort, Rows, Square, Summary};
use lastbite_engines::{FORGOTTEN_FROM, Keep, sieve::Sieve};
use lastbite_work::arguments::parse_number;
use lastbite_work::effort::MOST_THREADS;
use lastbite_work::notation::{Bytes, grouped, listed};
use lastbite_work::threads::start_in;
use serde::Serialize;

use crate::checkpoint::{Checkpoint, Keeper};
use crate::deal::Deal;
use crate::exchange::{Exchange, Sent};
use crate::figures::{cpu_nanoseconds, parse_memory, peak_memory, thread_nanoseconds, time};
use crate::progress::Progress;
use crate::ranks::Ranks;
use crate::runner::Runner;
use crate::signals::{self, Watch};
use crate::stop::{Stop, complain, shown};
use crate::store::Store;
use crate::voice::Voice;

/// How hard each rank works.
#[derive(Args, Clone, Debug)]
pub struct WorkArgs {
    /// How many threads each rank solves with; as many as it has cores, but one for messages, if not given
    #[arg(long, value_parser = parse_threads, value_name = "N")]
    threads: Option<u16>,
    /// The most memory on each rank, as in 8G; else 3/4 of free, shared by the ranks of a machine
    #[arg(long, value_parser = parse_memory, value_name = "SIZE")]
    memory: Option<u64>,
    /// Keep this much of what other ranks have solved, as in 500M; if not given, a third of a rank's own share,
    /// or up to twice that share with more than four ranks where there is memory
    #[arg(long, value_parser = parse_memory, value_name = "SIZE")]
    cache: Option<u64>,
    /// Save finished parts in this folder, and resume from them
    #[arg(long, value_name = "FOLDER")]
    checkpoint: Option<PathBuf>,
    /// How often to write the checkpoint, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = parse_seconds, requires = "checkpoint")]
    every: u64,
    /// How long a rank may be silent before it is taken for dead, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = parse_seconds)]
    patience: u64,
    /// The most positions of a block; only time and memory depend on it
    #[arg(long, value_name = "POSITIONS", hide = true)]
    block: Option<u64>,
    /// Forget what no rank reads again even if the bar is small, where that is possible
    #[arg(long, hide = true)]
    forget: bool,
}

fn parse_threads(text: &str) -> Result<u16, String> {
    parse_number("--threads", text, MOST_THREADS as u64).map(|threads| threads as u16)
}

fn parse_seconds(text: &str) -> Result<u64, String> {
    parse_number("a number of seconds", text, 1_000_000)
}

/// The least that is kept of other ranks' blocks, unless told otherwise: nothing to a machine, much to a
/// small bar.
const LEAST_CACHE: u64 = 22 << 20;

/// Solve a whole bar on all ranks: who wins, and by which bites
#[derive(Args, Debug)]
pub struct SolveArgs {
    /// The bar: rows x columns, as in 24x24, or 8x10@3,4 with the poison on square 3,4
    #[arg(value_name = "BAR")]
    bar: Bar,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    work: WorkArgs,
}

/// What was found about a bar: the names of `lastbite solve --json`, and what a cluster adds.
#[derive(Serialize)]
struct Found {
    /// The threads are those of rank 0, as other ranks may have a different number; the memory is the most that a
    /// rank has had.
    #[serde(flatten)]
    summary: Summary,
    #[serde(skip)]
    threads_of_all: u64,
    ranks: usize,
    /// By rank: the most memory, the most bytes of lost positions, the positions solved, the seconds its threads
    /// waited.
    peak_bytes_by_rank: Vec<u64>,
    store_bytes_by_rank: Vec<u64>,
    judged_by_rank: Vec<u64>,
    waited_by_rank: Vec<f64>,
    /// The processor seconds that each rank took in all, and those of its thread that speaks MPI, including
    /// its start.
    cpu_by_rank: Vec<f64>,
    exchange_cpu_by_rank: Vec<f64>,
    messages: u64,
    bytes_sent: u64,
    blocks_fetched: u64,
    /// The blocks that were requested before they were solved.
    blocks_awaited: u64,
    resumed_parts: u64,
    parts: u64,
}

/// Solves a bar and prints what was found.
pub fn run(args: &SolveArgs, ranks: &Ranks) -> Result<(), Stop> {
    args.work.solve(&args.bar, Keep::Openings, ranks, |solved| {
        let found = solved.found()?;
        if ranks.is_first() {
            let mut out = stdout().lock();
            match args.json {
                true => writeln!(out, "{}", serde_json::to_string(&found).map_err(Stop::refuse)?)?,
                false => write!(out, "{}", found.described())?,
            }
            out.flush()?;
        }
        Ok(())
    })
}

/// A bar that all ranks have solved together, seen from one of them.
pub struct Solved<'a> {
    pub ranks: &'a Ranks,
    voice: &'a Voice,
    pub plan: &'a Plan,
    pub runner: &'a Runner<'a>,
    pub effort: &'a Effort,
    store: &'a Store<'a>,
    exchange: std::cell::RefCell<Exchange<'a>>,
    sent: Sent,
    seconds: f64,
    resumed: usize,
}

impl WorkArgs {
    /// Solves a bar on all ranks, keeps at least this much of it, and then calls `then` with it.
    pub fn solve(
        &self,
        bar: &Bar,
        keep: Keep,
        ranks: &Ranks,
        then: impl FnOnce(&Solved<'_>) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let (is_over, me, voice) = (AtomicBool::new(false), ranks.me, Voice::new(ranks.me, ranks.run));
        std::thread::scope(|scope| {
            let attending = scope.spawn(|| {
                let last_words = |stop: &Stop| {
                    if voice.takes(stop) {
                        self.say_last_words(me, stop);
                    }
                };
                signals::attend_between(&is_over, last_words);
            });
            let done = self.prepare_and_solve(bar, keep, (ranks, &voice), then);
            is_over.store(true, Ordering::Release);
            attending.thread().unpark();
            done
        })
    }

    /// Plans, takes what a checkpoint has, and solves the rest.
    fn prepare_and_solve(
        &self,
        bar: &Bar,
        keep: Keep,
        (ranks, voice): (&Ranks, &Voice),
        then: impl FnOnce(&Solved<'_>) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let started = Instant::now();
        let effort = self.effort(ranks);
        // All ranks make the same plan, however many cores each has.
        let threads = ranks.sum(&[effort.threads_used() as u64])[0];
        let usual = Plan::usual_limit(Sieve::of(bar).positions_to_solve(), threads as usize);
        let limit = ranks.agree(self.open_checkpoint(bar, self.block.unwrap_or(usual), (ranks, voice)))?;
        let is_large = Sieve::of(bar).positions_to_solve() >= FORGOTTEN_FROM;
        let keep = if is_large || self.forget { keep } else { Keep::Everything };
        let sieve = Sieve::of(bar).block_limit(limit).keep(keep);
        let cache = ranks.agree(self.estimate(&sieve, ranks, &effort))?;
        let plan = ranks.agree(sieve.plan(&effort).map_err(Stop::from))?;
        let deal = Deal::new(&plan, ranks.me, ranks.count);
        let store = ranks.agree(Store::new(&plan, &deal, keep).map_err(Stop::from))?;
        let checkpoint = self.checkpoint.as_ref().map(|folder| Checkpoint::of(folder, bar, limit));
        let read = checkpoint.as_ref().map_or(Ok(0), |checkpoint| checkpoint.read(&plan, &deal, &store));
        let resumed = ranks.agree(read)?;
        let allowed = effort.memory_allowed().saturating_sub(cache);
        let runner = Runner::new(&plan, &deal, &store, cache, allowed, checkpoint.is_some(), &effort);
        let runner = ranks.agree(runner.map_err(Stop::from))?;
        let progress = Progress::new(format!("solving {bar}"), plan.positions(), ranks.count);
        let patience = Duration::from_secs(self.patience);
        // Each rank has one more thread than those that solve.
        let has_core = ranks.cores > effort.threads_used();
        let mut exchange = Exchange::new((ranks, voice), &runner, &store, patience, has_core, progress);
        let sent =
            self.run_threads(&runner, (&mut exchange, voice), checkpoint.as_ref(), effort.threads_used());
        let seconds = started.elapsed().as_secs_f64();
        let exchange = std::cell::RefCell::new(exchange);
        let effort = &effort;
        let solved = Solved {
            ranks,
            voice,
            plan: &plan,
            runner: &runner,
            effort,
            store: &store,
            exchange,
            sent,
            seconds,
            resumed,
        };
        let done = ranks.agree(then(&solved));
        solved.exchange.borrow().drain();
        done
    }

    /// Runs the threads of this rank, and the exchange on the calling thread until all ranks are done.
    fn run_threads(
        &self,
        runner: &Runner<'_>,
        (exchange, voice): (&mut Exchange<'_>, &Voice),
        checkpoint: Option<&Checkpoint>,
        threads: usize,
    ) -> Sent {
        let (working, written) = (AtomicUsize::new(threads), AtomicBool::new(checkpoint.is_none()));
        let work = || {
            runner.work();
            working.fetch_sub(1, Ordering::AcqRel);
        };
        let is_worked = || working.load(Ordering::Acquire) == 0;
        let keeper = checkpoint.map(Keeper::new);
        let write = |keeper: &Keeper<'_>| {
            let warn = |why: &str| complain(&format!("rank {}: {why}", runner.deal.me));
            let written = |parts: &[usize]| runner.note_done(parts);
            keeper.write(runner.plan, runner.deal, runner.store, || runner.take_finished(), written, warn);
        };
        std::thread::scope(|scope| {
            let mut spawned = 0;
            for _ in 0..threads {
                // If the system has no more threads to give, the others do the work.
                match start_in(scope, std::thread::Builder::new(), work) {
                    Ok(_) => spawned += 1,
                    Err(_) if spawned > 0 => drop(working.fetch_sub(1, Ordering::AcqRel)),
                    Err(error) => {
                        runner.fail(Stop::refuse(format!("the system has no thread to give ({error})")))
                    }
                }
            }
            if let Some(keeper) = &keeper {
                let keep = || {
                    let every = Duration::from_secs(self.every);
                    while !is_worked() && runner.failure().is_none() {
                        let since = Instant::now();
                        while since.elapsed() < every && !is_worked() {
                            std::thread::sleep(Duration::from_millis(20));
                        }
                        write(keeper);
                    }
                    write(keeper);
                    written.store(true, Ordering::Release);
                };
                if let Err(error) = start_in(scope, std::thread::Builder::new(), keep) {
                    runner.fail(Stop::refuse(format!("the system has no thread to give ({error})")));
                }
            }
            let is_done = || is_worked() && written.load(Ordering::Acquire);
            let speak = |stop: &Stop| self.say_last_words(runner.deal.me, stop);
            serve(exchange, voice, runner, is_done, speak, || keeper.iter().for_each(&write))
        })
    }

    /// Says why the run ends, and how to go on.
    fn say_last_words(&self, me: usize, stop: &Stop) {
        let what = match stop {
            Stop::Refused(sentence) | Stop::Silence(sentence) => format!("rank {me}: {sentence}"),
            Stop::Signal(_) => {
                "the run stopped early: a rank died, its time was up, or somebody stopped it".to_string()
            }
        };
        let how = match &self.checkpoint {
            Some(folder) => format!(
                "what is finished is in {}: run the same command again, with as many ranks as you like, and it goes on from there",
                shown(folder)
            ),
            None => "nothing was kept: with --checkpoint FOLDER a run can be resumed".to_string(),
        };
        complain(&format!("{what}; {how}"));
    }

    /// Returns the settings as given; memory that was not set is shared by the ranks on the same machine.
    fn effort(&self, ranks: &Ranks) -> Effort {
        // One core fewer than there are: the thread that speaks MPI needs one, if there is a choice.
        let usual = match ranks.count {
            1 => ranks.cores,
            _ => ranks.cores.saturating_sub(1),
        };
        let threads = self.threads.map_or(usual.clamp(1, MOST_THREADS), usize::from);
        let effort = Effort::unlimited().threads(threads);
        let here = ranks.on_this_machine;
        match self.memory {
            Some(bytes) => effort.memory(bytes),
            None => {
                let free = effort.memory_allowed();
                effort.memory(free / here)
            }
        }
    }

    /// Opens the checkpoint on rank 0, which tells the others the limit of blocks.
    fn open_checkpoint(&self, bar: &Bar, limit: u64, (ranks, voice): (&Ranks, &Voice)) -> Result<u64, Stop> {
        let Some(folder) = &self.checkpoint else { return Ok(limit) };
        let opened = match ranks.is_first() {
            true => voice.meet_in(folder, || Checkpoint::open(folder, bar, limit)).map(|(_, limit)| limit),
            false => Ok(0),
        };
        let limit = ranks.agree(opened)?;
        let limit = ranks.all(limit)[0];
        // A folder that only one machine has would keep only the parts of its ranks, and it would go
        // unnoticed.
        match Checkpoint::is_there(folder, bar, limit) {
            true if ranks.is_first() => Ok(limit),
            true => voice.meet_in(folder, || Ok(limit)),
            false => Err(Stop::Refused(format!(
                "rank {} does not see the checkpoint {} as rank 0 does; name a folder on a file system that all machines share",
                ranks.me,
                shown(folder)
            ))),
        }
    }

    /// Estimates the memory of this rank and refuses what is too much; returns how much to keep of the
    /// others' blocks.
    fn estimate(&self, sieve: &Sieve, ranks: &Ranks, effort: &Effort) -> Result<u64, Stop> {
        let allowed = effort.memory_allowed();
        let count = ranks.count as u64;
        let own = sieve.memory_needed_by_each(count, effort);
        let alone = sieve.memory_needed_by_each(u64::MAX, effort);
        let cache = match (self.cache, count) {
            (_, 1) => 0,
            (Some(bytes), _) => bytes,
            (None, _) => usual_cache(own.saturating_sub(alone), count, allowed.saturating_sub(own)),
        };
        let needed = own.saturating_add(cache);
        if needed <= allowed {
            return Ok(cache);
        }
        if own == u64::MAX {
            // Too long, or too large for any memory: the sieve has the words for it.
            sieve.plan(effort)?;
        }
        // What every rank takes, no matter how many there are, and what they share.
        let shared = needed.saturating_sub(alone).saturating_mul(count);
        let enough = match allowed.checked_sub(alone) {
            Some(room) if room > 0 => format!("take {} ranks, or allow more", grouped(shared.div_ceil(room))),
            _ => format!("each rank needs {}, however many there are; raise --memory", Bytes(alone)),
        };
        Err(Stop::Refused(format!(
            "each of {count} ranks takes about {} of memory, and {} may be used on rank {}: {enough}",
            Bytes(needed),
            Bytes(allowed),
            ranks.me
        )))
    }
}

/// Returns how much a rank keeps of the others' blocks, if its own share takes this much by the estimate,
/// which is on the safe side: for large bars it is twice the real share.
///
/// The more ranks there are, the less memory each takes, and the more often it fetches what it could not
/// keep. So this is a third of the share for up to four ranks, and grows to twice the share for 24, but never
/// beyond the room there is.
fn usual_cache(estimated_share: u64, ranks: u64, room: u64) -> u64 {
    let wish = (estimated_share.saturating_mul(ranks) / 24).min(estimated_share);
    wish.min(room).max(estimated_share / 6).max(LEAST_CACHE)
}

/// Serves until the work of all ranks is done; if a signal comes first, one rank speaks, and this process
/// ends.
///
/// A signal reaches every rank, and one speaks. When the thread that speaks MPI is stuck, only rank 0 speaks:
/// it no longer hears from another one that is stuck, and says so.
fn serve(
    exchange: &mut Exchange<'_>,
    voice: &Voice,
    runner: &Runner<'_>,
    is_done: impl Fn() -> bool,
    speak: impl Fn(&Stop) + Sync,
    before_the_end: impl Fn() + Sync,
) -> Sent {
    let (over, me, patience) = (AtomicBool::new(false), runner.deal.me, exchange.patience);
    std::thread::scope(|scope| {
        let attending = scope.spawn(|| {
            let last_words = |stop: &Stop| {
                if (me == 0 || matches!(stop, Stop::Signal(_))) && voice.takes(stop) {
                    speak(stop);
                }
                before_the_end();
            };
            signals::attend(&over, stuck(runner, patience), last_words);
        });
        let sent = exchange.serve(is_done, &speak);
        over.store(true, Ordering::Release);
        attending.thread().unpark();
        sent
    })
}

/// Says why to stop when the exchange has been stuck for as long as `patience`: MPI waits for the rest of a
/// message whose sender has died, or has been cut off.
fn stuck(runner: &Runner<'_>, patience: Duration) -> impl FnMut() -> Option<Stop> {
    let mut watch = Watch::new(patience, Instant::now());
    move || {
        watch.is_stuck(runner.rounds(), Instant::now()).then(|| {
            Stop::Silence(format!(
                "a message from another rank has been incomplete for {} seconds; it or its machine is probably down",
                patience.as_secs()
            ))
        })
    }
}

impl<'a> Solved<'a> {
    /// Says whether each position is lost; all ranks ask the same at the same time.
    pub fn are_lost(&self, positions: &[Rows]) -> Result<Vec<bool>, Stop> {
        let mine = positions.iter().map(|position| self.is_lost_here(position).map(u64::from)).collect();
        let mine: Vec<u64> = self.ranks.agree(mine)?;
        Ok(self.ranks.sum(&mine).iter().map(|&ranks| ranks > 0).collect())
    }

    /// Says whether a position is lost and it is up to this rank to say so; what was forgotten is neither
    /// lost nor won.
    fn is_lost_here(&self, position: &Rows) -> Result<bool, Stop> {
        match self.plan.locate(position) {
            Some(Site::Known(lost)) => Ok(lost && self.ranks.is_first()),
            Some(Site::Kept(block, rank)) if self.runner.deal.is_mine(block.part) => {
                let forgotten =
                    || Stop::refuse(format!("{position} was forgotten when nobody read it again"));
                self.store.is_lost(block, rank, position).ok_or_else(forgotten)
            }
            _ => Ok(false),
        }
    }

    /// Lists the winning first bites of bars inside this one.
    pub fn openings(&self, bars: &[(u32, u32)]) -> Result<Vec<Vec<Square>>, Stop> {
        let bites = |&(rows, cols): &(u32, u32)| {
            let whole = Rows::whole(rows, cols);
            whole.squares().map(|bite| (bite, whole.bitten(bite))).collect::<Vec<_>>()
        };
        let asked: Vec<Vec<(Square, Rows)>> = bars.iter().map(bites).collect();
        let positions: Vec<Rows> = asked.iter().flatten().map(|(_, position)| position.clone()).collect();
        let mut lost = self.are_lost(&positions)?.into_iter();
        let winning = |bites: Vec<(Square, Rows)>| {
            bites.into_iter().filter(|_| lost.next() == Some(true)).map(|(bite, _)| bite).collect()
        };
        Ok(asked.into_iter().map(winning).collect())
    }

    /// Does some work on this rank's threads that reads blocks of any rank, while all ranks answer each
    /// other.
    pub fn read_together<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        let (over, me) = (AtomicBool::new(false), self.ranks.me);
        std::thread::scope(|scope| {
            let thread = scope.spawn(|| {
                let done = work();
                over.store(true, Ordering::Release);
                done
            });
            let speak = |stop: &Stop| {
                let why = match stop {
                    Stop::Refused(sentence) | Stop::Silence(sentence) => sentence,
                    Stop::Signal(_) => "the run was ended before the table was written; run it again",
                };
                complain(&format!("rank {me}: {why}"));
            };
            let mut exchange = self.exchange.borrow_mut();
            serve(&mut exchange, self.voice, self.runner, || over.load(Ordering::Acquire), speak, || ());
            match thread.join() {
                Ok(done) => done,
                Err(panic) => std::panic::resume_unwind(panic),
            }
        })
    }

    fn found(&self) -> Result<Found, Stop> {
        let bar = self.plan.bar();
        let lost = self.ranks.sum(&self.store.lost_under());
        let winning = self.openings(&[(bar.rows(), bar.cols())])?.concat();
        let (fetched, _, waited) = self.runner.fetched_and_waited();
        let Sent { messages, bytes, awaited } = self.sent;
        let sums = self.ranks.sum(&[messages, bytes, fetched, awaited, self.resumed as u64]);
        let peaks = self.ranks.all(peak_memory().unwrap_or(0));
        let seconds = |nanoseconds: Vec<u64>| nanoseconds.iter().map(|&n| n as f64 / 1e9).collect();
        let positions = self.plan.positions_of_bar();
        let mut summary = Summary::default();
        summary.game = bar.to_string();
        summary.rows = Some(bar.rows());
        summary.cols = Some(bar.cols());
        summary.positions = Some(positions).filter(|&positions| positions < u64::MAX);
        summary.judged = Some(self.plan.positions());
        summary.lost = self.plan.lost_of_bar(|first_row| lost[usize::from(first_row)]);
        summary.wins_by(winning);
        // The ranks end together, but did not begin at the same moment.
        let longest = self.ranks.all((1e9 * self.seconds) as u64).into_iter().max().unwrap_or(0);
        summary.seconds = longest as f64 / 1e9;
        summary.method = "sieve".into();
        summary.threads = Some(self.effort.threads_used());
        summary.peak_bytes = peaks.iter().copied().max().unwrap_or(0);
        Ok(Found {
            summary,
            threads_of_all: self.ranks.sum(&[self.effort.threads_used() as u64])[0],
            ranks: self.ranks.count,
            peak_bytes_by_rank: peaks,
            store_bytes_by_rank: self.ranks.all(self.store.peak_bytes()),
            judged_by_rank: self.ranks.all(self.runner.positions_done()),
            waited_by_rank: seconds(self.ranks.all(waited)),
            cpu_by_rank: seconds(self.ranks.all(cpu_nanoseconds())),
            exchange_cpu_by_rank: seconds(self.ranks.all(thread_nanoseconds())),
            messages: sums[0],
            bytes_sent: sums[1],
            blocks_fetched: sums[2],
            blocks_awaited: sums[3],
            resumed_parts: sums[4],
            parts: self.plan.len() as u64,
        })
    }
}

impl Found {
    fn described(&self) -> String {
        let Summary { game, winning, positions, lost, seconds, .. } = &self.summary;
        let mut lines = vec![game.clone()];
        let mut line = |name: &str, value: String| lines.push(format!("  {name:<16}{value}"));
        line("winning bites", listed(winning));
        match *positions {
            Some(positions) => line("positions", grouped(positions)),
            None => line("positions", format!("more than {}", grouped(u64::MAX))),
        }
        line("lost positions", grouped(*lost));
        let threads =
            |threads: u64| if threads == 1 { "1 thread".into() } else { format!("{threads} threads") };
        let ranks = if self.ranks == 1 { "1 rank".into() } else { format!("{} ranks", self.ranks) };
        let here = self.summary.threads.unwrap_or(1) as u64;
        let with = match self.threads_of_all == self.ranks as u64 * here {
            true => format!("of {}", threads(here)),
            false => format!("with {} in all", threads(self.threads_of_all)),
        };
        line("time", format!("{} on {ranks} {with}", time(*seconds)));
        if self.resumed_parts > 0 {
            line("resumed", format!("{} of {} parts", grouped(self.resumed_parts), grouped(self.parts)));
        }
        let worked = seconds * self.threads_of_all as f64;
        let waited = 100.0 * self.waited_by_rank.iter().sum::<f64>() / worked.max(1e-9);
        line("waiting", format!("{waited:.1} % of the threads' time"));
        let each = self.bytes_sent as f64 / self.summary.judged.unwrap_or(1) as f64;
        line("sent", format!("{}, {each:.4} bytes a position", Bytes(self.bytes_sent)));
        line("peak memory", format!("{} on the largest rank", Bytes(self.summary.peak_bytes)));
        lines.join("\n") + "\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_ranks_keep_more_of_each_other_where_there_is_room() {
        const GB: u64 = 1 << 30;
        assert_eq!([2, 4].map(|ranks| usual_cache(6 * GB, ranks, 100 * GB)), [GB, GB]);
        assert_eq!([8, 24, 1000].map(|ranks| usual_cache(6 * GB, ranks, 100 * GB)), [2 * GB, 6 * GB, 6 * GB]);
        assert_eq!(usual_cache(6 * GB, 24, 3 * GB), 3 * GB, "no more than there is room for");
        assert_eq!(usual_cache(6 * GB, 24, 0), GB, "what is too much is refused, and not made smaller still");
        assert_eq!(usual_cache(600, 8, GB), LEAST_CACHE);
        assert!(usual_cache(u64::MAX, 8, GB) > GB, "too large for any memory");
    }
}
