//! All ranks together: what they add up, agree on and tell each other between two stretches of work.
//!
//! Every function here is called by all ranks at the same point.

use std::time::{SystemTime, UNIX_EPOCH};

use mpi::collective::SystemOperation;
use mpi::environment::Universe;
use mpi::topology::SimpleCommunicator;
use mpi::traits::*;

use crate::stop::Stop;

/// The ranks of a run.
pub struct Ranks {
    /// All ranks, for messages.
    pub world: SimpleCommunicator,
    /// This rank.
    pub me: usize,
    /// How many there are.
    pub count: usize,
    /// A number that no other run has.
    pub run: u64,
    /// How many ranks are on the same machine as this one.
    pub on_this_machine: u64,
    /// How many cores this rank has to itself.
    pub cores: usize,
}

impl Ranks {
    /// Takes all ranks of the universe.
    pub fn of(universe: &Universe) -> Self {
        let world = universe.world();
        let (me, count) = (world.rank() as usize, world.size() as usize);
        let here = world.split_shared(me as i32);
        let (on_this_machine, cores) = (here.size() as u64, own_cores(&here));
        let mut ranks = Self { world, me, count, run: 0, on_this_machine, cores };
        // By the clock of rank 0, in nanoseconds, and its process.
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        ranks.run = ranks.all(since.as_nanos() as u64 ^ u64::from(std::process::id()) << 32)[0];
        ranks
    }

    /// Says whether this rank speaks for all.
    pub fn is_first(&self) -> bool {
        self.me == 0
    }

    /// Adds numbers up over all ranks, place by place.
    pub fn sum(&self, numbers: &[u64]) -> Vec<u64> {
        let mut sums = vec![0; numbers.len()];
        self.world.all_reduce_into(numbers, &mut sums[..], SystemOperation::sum());
        sums
    }

    /// Adds up a number over the ranks before this one.
    pub fn sum_before(&self, number: u64) -> u64 {
        self.all(number)[..self.me].iter().sum()
    }

    /// Tells every rank the numbers of all.
    pub fn all(&self, number: u64) -> Vec<u64> {
        let mut numbers = vec![0; self.count];
        self.world.all_gather_into(&number, &mut numbers[..]);
        numbers
    }

    /// Goes on only if every rank can: otherwise all stop, with the reason of the first that could not.
    pub fn agree<T>(&self, done: Result<T, Stop>) -> Result<T, Stop> {
        let code = |done: &Result<T, Stop>| done.as_ref().err().map_or(0, |stop| stop.code() as u64);
        let codes = self.all(code(&done));
        let Some(first) = codes.iter().position(|&code| code != 0) else { return done };
        let mut sentence = match &done {
            Err(Stop::Refused(sentence) | Stop::Silence(sentence)) if self.me == first => {
                sentence.clone().into_bytes()
            }
            _ => Vec::new(),
        };
        let root = self.world.process_at_rank(first as i32);
        let mut length = sentence.len() as u64;
        root.broadcast_into(&mut length);
        sentence.resize(length as usize, 0);
        root.broadcast_into(&mut sentence[..]);
        let signal = codes[first] as i32 - 128;
        Err(match signal {
            ..=0 => Stop::Refused(String::from_utf8_lossy(&sentence).into_owned()),
            signal => Stop::Signal(signal),
        })
    }
}

/// Returns how many cores this rank has to itself: those it may use, each shared with the ranks `here` that
/// may also use it.
///
/// So it does not matter whether the launcher gives each rank its own cores, all of a socket, or all there
/// are.
fn own_cores(here: &SimpleCommunicator) -> usize {
    let mine = allowed_cores();
    let mut all = vec![0; CORE_WORDS * here.size() as usize];
    here.all_gather_into(&mine[..], &mut all[..]);
    let masks: Vec<&[u64]> = all.chunks(CORE_WORDS).collect();
    let usable = std::thread::available_parallelism().map_or(1, usize::from);
    (usable as f64 * share_of(&mine, &masks)) as usize
}

/// The words of a mask of cores: 4,096 cores are enough for any machine.
const CORE_WORDS: usize = 64;

/// Returns the cores that this process may use, a bit each; none if the system does not say.
fn allowed_cores() -> [u64; CORE_WORDS] {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let list = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:"));
    let mut mask = [0; CORE_WORDS];
    for core in list.into_iter().flat_map(|list| list.trim().split(',')).flat_map(cores_of) {
        if let Some(word) = mask.get_mut(core / 64) {
            *word |= 1 << (core % 64);
        }
    }
    mask
}

/// Lists the cores of a range as Linux writes it: `3`, or `0-15`.
fn cores_of(range: &str) -> std::ops::RangeInclusive<usize> {
    let (first, last) = range.split_once('-').unwrap_or((range, range));
    match (first.parse(), last.parse()) {
        (Ok(first), Ok(last)) => first..=last,
        _ => std::ops::RangeInclusive::new(1, 0),
    }
}

/// Returns the share of these cores that a rank has to itself, if `all` ranks of a machine may use them.
fn share_of(mine: &[u64], all: &[&[u64]]) -> f64 {
    let may_use = |mask: &[u64], core: usize| mask[core / 64] >> (core % 64) & 1 == 1;
    let cores: Vec<usize> = (0..64 * mine.len()).filter(|&core| may_use(mine, core)).collect();
    if cores.is_empty() {
        return 1.0 / all.len() as f64;
    }
    let own = |&core: &usize| 1.0 / all.iter().filter(|mask| may_use(mask, core)).count() as f64;
    // A little more, so that four quarters are one.
    cores.iter().map(own).sum::<f64>() / cores.len() as f64 + 1e-9
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cores_are_shared_by_the_ranks_that_may_use_them() {
        let near = |a: f64, b: f64| (a - b).abs() < 1e-6;
        assert!(near(share_of(&[0xffff], &[&[0xffff][..]; 4]), 0.25), "all may use all");
        assert!(near(share_of(&[0b0011], &[&[0b0011], &[0b1100]]), 1.0), "each has its own");
        assert!(near(share_of(&[0b0011], &[&[0b0011], &[0b0011], &[0b1100]]), 0.5), "two have one socket");
        assert!(near(share_of(&[0b0111], &[&[0b0111], &[0b0001]]), 2.5 / 3.0));
        assert!(near(share_of(&[0], &[&[0][..]; 2]), 0.5), "the system does not tell");
    }

    #[test]
    fn ranges_of_cores_are_read() {
        assert_eq!(cores_of("3").collect::<Vec<_>>(), [3]);
        assert_eq!(cores_of("0-2").collect::<Vec<_>>(), [0, 1, 2]);
        assert_eq!(cores_of("").count() + cores_of("a-b").count(), 0);
    }
}
