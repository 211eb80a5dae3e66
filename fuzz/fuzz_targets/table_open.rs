//! Any bytes are a table or an error, when it is opened or at the first look-up that touches the damage.
#![no_main]

use lastbite::{Effort, Game, games::chomp::Table};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    // A forger can repair the checksum of the first line, so that is done here.
    let mut bytes = bytes.to_vec();
    if let Some(line) = bytes.get(..255).and_then(|line| std::str::from_utf8(line).ok())
        && let Some((said, _)) = line.split_once(" check ")
    {
        let line = format!("{:<255}\n", format!("{said} check {:08x}", crc32fast::hash(said.as_bytes())));
        if line.len() == 256 && bytes.len() >= 256 {
            bytes[..256].copy_from_slice(line.as_bytes());
        }
    }
    if let Ok(table) = Table::from_bytes(bytes) {
        let start = table.bar().start();
        let _ = table.is_lost(&start);
        if table.header().positions < 100_000 {
            let _ = table.winning_bites(&start);
            let _ = table.lost_positions().all(|rows| rows.is_ok());
            let _ = table.verify(&Effort::unlimited().threads(1).memory(1 << 22));
        }
    }
});
