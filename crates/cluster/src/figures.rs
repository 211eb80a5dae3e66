//! Numbers as people read and write them, and what the system says about this process.

pub use lastbite_work::arguments::parse_memory;
pub use lastbite_work::figures::{peak_memory, time};

/// Returns the nanoseconds of processor time that this process has taken, if the system says.
pub fn cpu_nanoseconds() -> u64 {
    // The two numbers after the name in brackets and eleven more; a hundredth of a second each, on every
    // Linux.
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name = stat.rsplit(')').next().unwrap_or_default();
    let ticks = after_name.split_whitespace().skip(11).take(2).filter_map(|ticks| ticks.parse::<u64>().ok());
    ticks.sum::<u64>() * 10_000_000
}

/// Returns the nanoseconds of processor time that the calling thread has taken, if the system says.
pub fn thread_nanoseconds() -> u64 {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    stat.split_whitespace().next().and_then(|spent| spent.parse().ok()).unwrap_or(0)
}
