//! What is counted, as Prometheus reads it.

use std::collections::BTreeMap;
use std::fmt::{Display, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::queue::Lane;

/// The upper bounds of the buckets of times, in microseconds.
const BOUNDS: [u64; 8] = [100, 1000, 5000, 20_000, 100_000, 500_000, 2_000_000, 10_000_000];

/// What is counted.
#[derive(Debug, Default)]
pub struct Metrics {
    routes: Mutex<BTreeMap<&'static str, Route>>,
    fast: Mutex<Times>,
    slow: Mutex<Times>,
    known: AtomicU64,
    connected: AtomicU64,
    turned_away: AtomicU64,
    lines_lost: AtomicU64,
}

/// What is counted for a route.
#[derive(Debug, Default)]
struct Route {
    statuses: BTreeMap<u16, u64>,
    times: Times,
}

/// How many times were within each bound, and all together.
#[derive(Debug, Default)]
struct Times {
    buckets: [u64; BOUNDS.len() + 1],
    micros: u64,
}

/// What is measured at the moment of the request.
#[derive(Debug)]
pub struct Now {
    /// The bytes that the server may use.
    pub memory_allowed: u64,
    /// The bytes of the solved bars that are kept.
    pub solved_bytes: u64,
    /// The answers that are kept.
    pub answers_kept: usize,
    /// The questions waiting or being worked on.
    pub in_flight: usize,
    /// The questions that wait, in each lane.
    pub waiting: [(Lane, usize); 2],
    /// The clients that are connected.
    pub connections: usize,
    /// The bytes of bodies that are being read, and of answers that are being sent.
    pub on_their_way: [u64; 2],
}

impl Times {
    fn add(&mut self, time: Duration) {
        let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        let bucket = BOUNDS.iter().position(|&bound| micros <= bound).unwrap_or(BOUNDS.len());
        self.buckets[bucket] += 1;
        self.micros = self.micros.saturating_add(micros);
    }

    /// Writes a histogram, with a label as in `route="analyze"`.
    fn write(&self, text: &mut String, name: &str, label: &str) {
        let mut sum = 0;
        for (bucket, bound) in self.buckets.iter().zip(BOUNDS.iter().map(Some).chain([None])) {
            sum += bucket;
            let bound = bound.map_or("+Inf".to_string(), |&micros| (micros as f64 / 1e6).to_string());
            let _ = writeln!(text, "{name}_bucket{{{label},le=\"{bound}\"}} {sum}");
        }
        let seconds = self.micros as f64 / 1e6;
        let _ = write!(text, "{name}_sum{{{label}}} {seconds}\n{name}_count{{{label}}} {sum}\n");
    }
}

impl Metrics {
    /// Counts an answer.
    pub fn answered(&self, route: &'static str, status: u16, time: Duration) {
        let mut routes = self.routes.lock().unwrap_or_else(PoisonError::into_inner);
        let route = routes.entry(route).or_default();
        *route.statuses.entry(status).or_default() += 1;
        route.times.add(time);
    }

    /// Records how long a question waited for its turn.
    pub fn waited(&self, lane: Lane, time: Duration) {
        self.lane(lane).lock().unwrap_or_else(PoisonError::into_inner).add(time);
    }

    fn lane(&self, lane: Lane) -> &Mutex<Times> {
        match lane {
            Lane::Fast => &self.fast,
            Lane::Slow => &self.slow,
        }
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

    /// Counts a line of the access log that could not be written.
    pub fn line_lost(&self) {
        self.lines_lost.fetch_add(1, Ordering::Relaxed);
    }

    /// Writes everything as text.
    pub fn text(&self, now: &Now) -> String {
        let mut text = String::new();
        let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        let counters = [
            ("known_answers", "Answers that were known already.", count(&self.known)),
            ("connections", "Clients that connected.", count(&self.connected)),
            ("turned_away", "Clients turned away because there were too many.", count(&self.turned_away)),
            ("log_lines_lost", "Lines of the access log that were lost.", count(&self.lines_lost)),
        ];
        for (name, about, value) in counters {
            let name = format!("lastbite_{name}_total");
            head(&mut text, &name, "counter", about);
            let _ = writeln!(text, "{name} {value}");
        }
        let mut gauge = |name: &str, about: &str, value: &dyn Display| {
            head(&mut text, name, "gauge", about);
            let _ = writeln!(text, "{name} {value}");
        };
        gauge("lastbite_memory_allowed_bytes", "Bytes that the server may use.", &now.memory_allowed);
        gauge("lastbite_solved_bytes", "Bytes of the solved bars that are kept.", &now.solved_bytes);
        gauge("lastbite_answers_kept", "Answers that are kept.", &now.answers_kept);
        gauge("lastbite_in_flight", "Questions waiting or being worked on.", &now.in_flight);
        gauge("lastbite_connected", "Clients that are connected.", &now.connections);
        let [bodies, sent] = now.on_their_way;
        gauge("lastbite_bodies_bytes", "Bytes of bodies that are being read.", &bodies);
        gauge("lastbite_sent_bytes", "Bytes of long answers that are being sent.", &sent);
        if let Some(bytes) = resident_bytes() {
            gauge("process_resident_memory_bytes", "Bytes of memory that the process has.", &bytes);
        }
        head(&mut text, "lastbite_waiting", "gauge", "Questions that wait for their turn, by lane.");
        for (lane, waiting) in now.waiting {
            let _ = writeln!(text, "lastbite_waiting{{lane=\"{}\"}} {waiting}", lane.name());
        }
        let routes = self.routes.lock().unwrap_or_else(PoisonError::into_inner);
        head(&mut text, "lastbite_answers_total", "counter", "Answers by route and status.");
        for (name, route) in routes.iter() {
            for (status, count) in &route.statuses {
                let labels = format!("route=\"{name}\",status=\"{status}\"");
                let _ = writeln!(text, "lastbite_answers_total{{{labels}}} {count}");
            }
        }
        head(&mut text, "lastbite_answer_seconds", "histogram", "How long answers took, by route.");
        for (name, route) in routes.iter() {
            route.times.write(&mut text, "lastbite_answer_seconds", &format!("route=\"{name}\""));
        }
        drop(routes);
        head(&mut text, "lastbite_wait_seconds", "histogram", "How long questions waited, by lane.");
        for lane in [Lane::Fast, Lane::Slow] {
            let times = self.lane(lane).lock().unwrap_or_else(PoisonError::into_inner);
            times.write(&mut text, "lastbite_wait_seconds", &format!("lane=\"{}\"", lane.name()));
        }
        text
    }
}

fn head(text: &mut String, name: &str, kind: &str, about: &str) {
    let _ = write!(text, "# HELP {name} {about}\n# TYPE {name} {kind}\n");
}

/// Returns the memory of this process in bytes, if the system says.
fn resident_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib * 1024)
}
