//! All ranks together: what they add up, agree on and tell each other between two stretches of work.
//!
//! Every function here is called by all ranks at the same point.

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
    /// Rank 0, as this rank knows it.
    pub first: First,
}

/// What a rank knows of rank 0: its process, where that is on the same machine.
#[derive(Clone, Copy, Debug)]
pub struct First(Option<u32>);

impl First {
    /// Says whether rank 0 is known to be alive; one on another machine is not.
    pub fn is_alive(self) -> bool {
        let stat = self.0.and_then(|process| std::fs::read_to_string(format!("/proc/{process}/stat")).ok());
        // After the name in brackets comes the state; a zombie has died.
        stat.and_then(|stat| stat.rsplit(')').next()?.trim_start().chars().next())
            .is_some_and(|state| !matches!(state, 'Z' | 'X'))
    }
}

impl Ranks {
    /// Takes all ranks of the universe.
    pub fn of(universe: &Universe) -> Self {
        let world = universe.world();
        let (me, count) = (world.rank() as usize, world.size() as usize);
        let mut ranks = Self { world, me, count, first: First(None) };
        let machine = mpi::environment::processor_name().unwrap_or_default();
        let machines = ranks.all(crc32fast::hash(machine.as_bytes()).into());
        let processes = ranks.all(std::process::id().into());
        ranks.first = First((machines[0] == machines[me]).then_some(processes[0] as u32));
        ranks
    }

    /// Says whether this rank speaks for all.
    pub fn is_first(&self) -> bool {
        self.me == 0
    }

    /// Counts the ranks on the machine that this one runs on.
    pub fn on_this_machine(&self) -> u64 {
        self.world.split_shared(self.me as i32).size() as u64
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

    /// Goes on only if every rank can: otherwise all stop, for the reason of the first that could not.
    pub fn agree<T>(&self, done: Result<T, Stop>) -> Result<T, Stop> {
        let code = |done: &Result<T, Stop>| done.as_ref().err().map_or(0, |stop| stop.code() as u64);
        let codes = self.all(code(&done));
        let Some(first) = codes.iter().position(|&code| code != 0) else { return done };
        let mut sentence = match &done {
            Err(Stop::Refused(sentence)) if self.me == first => sentence.clone().into_bytes(),
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
