//! Watching a column until it repeats.
//!
//! Once its low window has come down to the diagonal, a column has only finitely many states, seen from q.
//! While all lower columns repeat, the next state depends only on the last. So when a state recurs after a
//! multiple of the periods of all lower columns, the column repeats forever: this is a proof, and nothing
//! else counts as one.

/// What the future of a column depends on, as seen from the second row q.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct State {
    /// How far from q the first free first row is: all before it are used.
    pub gap: u32,
    /// Which of the 64 from there on are used: beyond them none is.
    pub pattern: u64,
}

/// The most steps that are remembered: a column with a longer period stays open.
pub(crate) const MOST_STEPS: usize = 1 << 13;

/// The last steps of a column: how far from q its value was, and the state after it.
#[derive(Clone, Debug)]
pub(crate) struct Watch {
    /// The second row of the first step.
    pub from: u32,
    /// The steps.
    pub steps: Vec<(u32, Option<State>)>,
}

/// How a column continues forever.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Repeat {
    /// The second row from which it repeats.
    pub from: u32,
    /// The distance of the first row from the second: at `from`, and so on, over and over.
    pub distances: Vec<u32>,
}

impl Repeat {
    /// The first row at a second row from `from` on.
    pub fn value(&self, q: u32) -> u64 {
        let step = (q - self.from) as usize % self.distances.len();
        u64::from(q) + u64::from(self.distances[step])
    }
}

impl Watch {
    /// Starts to watch with this second row.
    pub fn new(q: u32) -> Self {
        Watch { from: q, steps: Vec::new() }
    }

    /// Adds a step.
    pub fn record(&mut self, distance: u32, state: Option<State>) {
        if self.steps.len() == MOST_STEPS {
            self.steps.drain(..MOST_STEPS / 2);
            self.from += MOST_STEPS as u32 / 2;
        }
        self.steps.push((distance, state));
    }

    /// Says how the column repeats, if that is proven, where all lower columns repeat from `settled` on
    /// with a common period.
    pub fn repeat(&self, settled: u32, common: u32) -> Option<Repeat> {
        let end = self.steps.iter().rposition(|(_, state)| state.is_some())?;
        let last = self.steps[end].1;
        let first = settled.saturating_sub(self.from) as usize;
        let after = (1..).map(|times| times * common as usize);
        let mut after = after.take_while(|&after| after + first <= end);
        let period = after.find(|&after| self.steps[end - after].1 == last)?;

        let distance = |step: usize| self.steps[step].0;
        let repeats = |shorter: &usize| {
            (end + 1 - period..=end - shorter).all(|i| distance(i) == distance(i + shorter))
        };
        let divisors = (1..=period).filter(|shorter| period.is_multiple_of(*shorter));
        let period = divisors.into_iter().find(|shorter| repeats(shorter)).unwrap_or(period);
        let mut start = end + 1 - period;
        while start > 0 && distance(start - 1) == distance(start - 1 + period) {
            start -= 1;
        }
        let distances = (start..start + period).map(distance).collect();
        Some(Repeat { from: self.from + start as u32, distances })
    }
}
