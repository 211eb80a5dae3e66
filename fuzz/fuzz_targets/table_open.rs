//! Any bytes are a table or an error, at opening or at the first look-up that meets the damage.
#![no_main]

use lastbite::{Game, Table};
use libfuzzer_sys::fuzz_target;
use std::sync::atomic::AtomicBool;

fuzz_target!(|bytes: Vec<u8>| {
    if let Ok(table) = Table::from_bytes(bytes) {
        let start = table.bar().start();
        let _ = table.is_lost(&start);
        if table.header().positions < 100_000 {
            let _ = table.winning_bites(&start);
            let _ = table.for_each_rank(|_| Ok(()));
            let _ = table.verify(1, 1 << 20, &|_| (), &AtomicBool::new(false));
        }
    }
});
