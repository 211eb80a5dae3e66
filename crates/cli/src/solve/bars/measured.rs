//! The cost of solving bars: shipped with the program, or measured now.

use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use clap::ValueEnum;
use lastbite::{Effort, Stopped};
use lastbite_engines::Method;
use lastbite_engines::thin::Estimate;
use serde::Deserialize;

use crate::manners::prompt::Stop;
use crate::solve::bars::how::MethodName;

/// What one bar took.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// Its rows, the shorter side.
    pub rows: u32,
    /// Its columns.
    pub cols: u32,
    /// How it was solved.
    pub method: Method,
    /// The time.
    pub seconds: f64,
    /// The peak of the memory of the whole program.
    pub megabytes: f64,
}

/// The machine on which the figures that come with the program were measured.
pub const SHIPPED_ON: &str = "2 threads, AMD EPYC (Zen 4)";

/// Returns the figures that come with the program.
pub fn shipped() -> Vec<Measured> {
    let lines = include_str!("measured.csv").lines().filter(|line| !line.starts_with('#')).skip(1);
    lines.filter_map(parse).collect()
}

fn parse(line: &str) -> Option<Measured> {
    let fields: Vec<&str> = line.split(',').collect();
    let [rows, cols, method, seconds, megabytes] = fields[..] else { return None };
    Some(Measured {
        rows: rows.parse().ok()?,
        cols: cols.parse().ok()?,
        method: MethodName::from_str(method, false).ok()?.method(),
        seconds: seconds.parse().ok()?,
        megabytes: megabytes.parse().ok()?,
    })
}

/// Bars with longer estimates are not measured, nor more than this many for each method.
const LONGEST: f64 = 3.0;
const MOST: usize = 8;

/// Measures bars of this many rows by each method, shorter ones first. Each is solved by its own process, so
/// that its memory can be measured too.
pub fn now(
    rows: u32,
    estimates: &[(Method, Vec<(u32, Estimate)>)],
    effort: &Effort,
) -> Result<Vec<Measured>, Stop> {
    let mut chosen = Vec::new();
    for (method, estimates) in estimates {
        let short: Vec<u32> = estimates
            .iter()
            .filter(|(_, one)| {
                one.nanoseconds as f64 / 1e9 <= LONGEST && one.bytes <= effort.memory_allowed()
            })
            .map(|(cols, _)| *cols)
            .collect();
        // The longest of them and others at equal steps below.
        let step = short.len().div_ceil(MOST).max(1);
        chosen.extend(short.iter().rev().step_by(step).rev().map(|&cols| (*method, cols)));
    }
    let mut measured = Vec::new();
    for (done, &(method, cols)) in chosen.iter().enumerate() {
        effort.report_share(done as f64 / chosen.len() as f64);
        let solve = format!("solve {rows}x{cols} --json --threads {}", effort.threads_used());
        let by = MethodName::of(method).and_then(|name| name.to_possible_value());
        let by = by.map_or_else(String::new, |name| name.get_name().to_string());
        let child = Command::new(std::env::current_exe()?)
            .args(solve.split(' '))
            .args(["--method", &by])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let said = output(child, effort)?;
        let Ok(Said { seconds, peak_bytes }) = serde_json::from_slice(&said) else {
            return Err(Stop::Refused(format!("{rows}x{cols} could not be measured by {by}")));
        };
        measured.push(Measured { rows, cols, method, seconds, megabytes: peak_bytes as f64 / 1e6 });
    }
    Ok(measured)
}

/// The part of `solve --json` that matters here.
#[derive(Deserialize)]
struct Said {
    seconds: f64,
    peak_bytes: u64,
}

/// Waits for a program to end, and ends it if the work is cancelled.
fn output(mut child: Child, effort: &Effort) -> Result<Vec<u8>, Stop> {
    while child.try_wait()?.is_none() {
        if effort.check() == Err(Stopped::Cancelled) {
            child.kill()?;
            child.wait()?;
            return Err(Stop::Stopped);
        }
        sleep(Duration::from_millis(5));
    }
    Ok(child.wait_with_output()?.stdout)
}

/// Says what machine this is.
pub fn machine() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let name = name.map_or(std::env::consts::ARCH, |(_, name)| name.trim());
    format!("on this machine ({name})")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_figure_that_comes_along_is_read_and_near_its_estimate() {
        let all = shipped();
        assert_eq!(
            all.len(),
            include_str!("measured.csv")
                .lines()
                .filter(|line| line.contains("-rows,") || line.contains("sieve,"))
                .count()
        );
        for one in all {
            let estimate = one.method.estimate(one.rows, one.cols, 2).expect("a bar for this method");
            let (seconds, bytes) = (estimate.nanoseconds as f64 / 1e9, estimate.bytes as f64 / 1e6);
            assert!((0.3..3.0).contains(&(seconds / one.seconds)), "{one:?}: {seconds} s");
            // The program itself takes some megabytes.
            assert!(
                bytes > 0.5 * (one.megabytes - 8.0) && bytes < 3.0 * one.megabytes + 20.0,
                "{one:?}: {bytes} MB"
            );
        }
    }
}
