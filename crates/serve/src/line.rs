//! A queue in which clients take turns: however much one of them asks, the next question is from another.

use std::collections::{HashMap, VecDeque};

use crate::client::Client;

/// What waits, client by client.
#[derive(Debug)]
pub struct Line<T> {
    /// The clients that wait, the next one first.
    turns: VecDeque<Client>,
    waiting: HashMap<Client, VecDeque<T>>,
}

impl<T> Default for Line<T> {
    fn default() -> Self {
        Line { turns: VecDeque::new(), waiting: HashMap::new() }
    }
}

impl<T> Line<T> {
    /// Counts what waits.
    pub fn len(&self) -> usize {
        self.waiting.values().map(VecDeque::len).sum()
    }

    /// Adds a job.
    pub fn push(&mut self, client: Client, job: T) {
        let jobs = self.waiting.entry(client).or_default();
        if jobs.is_empty() {
            self.turns.push_back(client);
        }
        jobs.push_back(job);
    }

    /// Takes out the next job that fits; its client goes to the end.
    pub fn pop(&mut self, fits: impl Fn(&T) -> bool) -> Option<T> {
        let (turn, place) = self
            .turns
            .iter()
            .enumerate()
            .find_map(|(turn, client)| Some((turn, self.waiting.get(client)?.iter().position(&fits)?)))?;
        let client = self.turns.remove(turn)?;
        let jobs = self.waiting.get_mut(&client)?;
        let job = jobs.remove(place);
        match jobs.is_empty() {
            true => drop(self.waiting.remove(&client)),
            false => self.turns.push_back(client),
        }
        job
    }

    /// Takes out the jobs that no longer wait.
    pub fn sweep(&mut self, waits: impl Fn(&T) -> bool) -> Vec<T> {
        let gone = std::iter::from_fn(|| self.pop(|job| !waits(job)));
        gone.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clients_take_turns() {
        let [ann, bob, eve] = ["1.1.1.1", "2.2.2.2", "3.3.3.3"].map(|text| Client::at(text.parse().unwrap()));
        let mut line = Line::default();
        for number in 0..5 {
            line.push(eve, ("eve", number));
        }
        line.push(ann, ("ann", 0));
        line.push(bob, ("bob", 0));
        line.push(ann, ("ann", 1));
        assert_eq!(line.len(), 8);
        let all: Vec<_> = std::iter::from_fn(|| line.pop(|_| true)).collect();
        let wanted =
            [("eve", 0), ("ann", 0), ("bob", 0), ("eve", 1), ("ann", 1), ("eve", 2), ("eve", 3), ("eve", 4)];
        assert_eq!(all, wanted);
        assert_eq!((line.len(), line.turns.len(), line.waiting.len()), (0, 0, 0));
    }

    #[test]
    fn what_does_not_fit_waits_and_keeps_its_turn() {
        let [ann, bob] = ["1.1.1.1", "2.2.2.2"].map(|text| Client::at(text.parse().unwrap()));
        let mut line = Line::default();
        line.push(ann, 10);
        line.push(ann, 1);
        line.push(bob, 20);
        line.push(bob, 2);
        let small = |&job: &i32| job < 10;
        assert_eq!([line.pop(small), line.pop(small), line.pop(small)], [Some(1), Some(2), None]);
        assert_eq!([line.pop(|_| true), line.pop(|_| true), line.pop(|_| true)], [Some(10), Some(20), None]);
        line.push(ann, 3);
        line.push(bob, 30);
        assert_eq!((line.sweep(small), line.len()), (vec![30], 1));
    }
}
