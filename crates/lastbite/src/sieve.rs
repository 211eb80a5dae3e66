//! The sieve.
#![allow(missing_docs)]

mod base;
mod bits;
mod block;
mod cut;
mod dispatch;
pub mod rank;
mod schedule;
mod store;

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize};

#[derive(Debug, thiserror::Error)]
pub enum SieveError {
    #[error("needs {needed} allowed {allowed}")]
    TooLittleMemory { needed: u64, allowed: u64 },
    #[error("cancelled")]
    Cancelled,
}

pub fn time_it(rows: u8, cols: u8, limit: u64, threads: usize) -> (u64, u64) {
    let counts = rank::Counts::new(rows, cols);
    let cut = cut::Cut::new(&counts, rows.into(), cols.into(), limit);
    let most = cut.families.iter().map(|f| f.rows).max().unwrap();
    let tables = block::Tables::new(counts, most, cols.into());
    let mut order: Vec<u32> = (0..cut.families.len() as u32).collect();
    order.sort_by_key(|&f| cut.families[f as usize].sum());
    let blocks: Vec<Box<[OnceLock<store::Lost>]>> =
        (0..=usize::from(cols)).map(|p| (0..cut.families_under(p)).map(|_| OnceLock::new()).collect()).collect();
    let work = schedule::Work {
        tables: &tables, cut: &cut, poison: (0, 0), eaten: &[], blocks: &blocks, order: &order,
        next: AtomicUsize::new(0), stop: AtomicBool::new(false), cancel: None, bytes: AtomicU64::new(0),
        allowed: u64::MAX, done: AtomicU64::new(0), total: tables.counts.get(rows.into(), cols.into()),
        progress: None, reported: std::sync::Mutex::new(0),
    };
    work.run(threads).unwrap();
    let n: u64 = blocks.iter().flatten().map(|b| b.get().unwrap().len() as u64).sum();
    (n, cut.families.len() as u64)
}
