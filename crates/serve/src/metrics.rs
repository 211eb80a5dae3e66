//! What is counted, as Prometheus reads it.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The upper bounds of the buckets of answer times, in microseconds.
const BOUNDS: [u64; 8] = [100, 1000, 5000, 20_000, 100_000, 500_000, 2_000_000, 10_000_000];

/// What is counted.
#[derive(Debug, Default)]
pub struct Metrics {
    answers: Mutex<BTreeMap<(&'static str, u16), u64>>,
    buckets: [AtomicU64; BOUNDS.len() + 1],
    micros: AtomicU64,
    known: AtomicU64,
    connected: AtomicU64,
    turned_away: AtomicU64,
}

/// What is measured at the moment of asking.
#[derive(Debug)]
pub struct Now {
    /// The bytes of the solved bars that are kept.
    pub solved_bytes: u64,
    /// The answers that are kept.
    pub answers_kept: usize,
    /// The questions waiting or being worked on.
    pub in_flight: usize,
}

impl Metrics {
    /// Counts an answer.
    pub fn answered(&self, route: &'static str, status: u16, time: Duration) {
        let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        let bucket = BOUNDS.iter().position(|&bound| micros <= bound).unwrap_or(BOUNDS.len());
        self.buckets[bucket].fetch_add(1, Ordering::Relaxed);
        self.micros.fetch_add(micros, Ordering::Relaxed);
        let mut answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        *answers.entry((route, status)).or_default() += 1;
    }

    /// Counts an answer that was known already.
    pub fn was_known(&self) {
        self.known.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts a client that connects.
    pub fn connected(&self) {
        self.connected.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts a client that was turned away because there were too many.
    pub fn turned_away(&self) {
        self.turned_away.fetch_add(1, Ordering::Relaxed);
    }

    /// Writes everything down.
    pub fn text(&self, now: &Now) -> String {
        let mut text = String::new();
        let mut one = |name: &str, kind: &str, about: &str, value: &dyn std::fmt::Display| {
            let _ = write!(text, "# HELP {name} {about}\n# TYPE {name} {kind}\n{name} {value}\n");
        };
        let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        one(
            "lastbite_known_answers_total",
            "counter",
            "Answers that were known already.",
            &count(&self.known),
        );
        one("lastbite_connections_total", "counter", "Clients that connected.", &count(&self.connected));
        one(
            "lastbite_turned_away_total",
            "counter",
            "Clients turned away because there were too many.",
            &count(&self.turned_away),
        );
        one("lastbite_solved_bytes", "gauge", "Bytes of the solved bars that are kept.", &now.solved_bytes);
        one("lastbite_answers_kept", "gauge", "Answers that are kept.", &now.answers_kept);
        one("lastbite_in_flight", "gauge", "Questions waiting or being worked on.", &now.in_flight);
        let answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        text.push_str("# HELP lastbite_answers_total Answers by route and status.\n# TYPE lastbite_answers_total counter\n");
        for ((route, status), count) in answers.iter() {
            let _ = writeln!(text, "lastbite_answers_total{{route=\"{route}\",status=\"{status}\"}} {count}");
        }
        drop(answers);
        text.push_str("# HELP lastbite_answer_seconds How long answers took.\n# TYPE lastbite_answer_seconds histogram\n");
        let mut sum = 0;
        for (bucket, bound) in self.buckets.iter().zip(BOUNDS.iter().map(Some).chain([None])) {
            sum += count(bucket);
            let bound = bound.map_or("+Inf".to_string(), |&micros| (micros as f64 / 1e6).to_string());
            let _ = writeln!(text, "lastbite_answer_seconds_bucket{{le=\"{bound}\"}} {sum}");
        }
        let seconds = count(&self.micros) as f64 / 1e6;
        let _ = write!(text, "lastbite_answer_seconds_sum {seconds}\nlastbite_answer_seconds_count {sum}\n");
        text
    }
}
