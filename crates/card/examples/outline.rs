//! Says what the card would have to hold for some bars, without a card and without solving them: `cargo run
//! --release -p lastbite-card --example outline -- 25x25 26x26`.
//!
//! Blocks and index are counted. The shares that are alive, and how often lists are read, are estimates from
//! a hundred thousand positions of each bar, or as many as `--positions N` says.

use lastbite_card::Outline;
use lastbite_engines::Bar;
use lastbite_work::notation::{Bytes, grouped};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (mut bars, mut positions) = (Vec::<Bar>::new(), 100_000);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--positions" => positions = arguments.next().ok_or("--positions wants a number")?.parse()?,
            bar => bars.push(bar.parse()?),
        }
    }
    if bars.is_empty() {
        return Err("name some bars, as in 25x25 26x26".into());
    }
    for bar in bars {
        let outline = Outline::of(&bar, positions)?;
        println!(
            "{bar}: {} positions in {} blocks, an index of {}; alive at a time: {:.1} % of the positions, {:.1} % of the blocks",
            grouped(outline.positions),
            grouped(outline.blocks),
            Bytes(outline.index_bytes),
            100.0 * outline.living_positions,
            100.0 * outline.living_blocks,
        );
        println!("    to judge a position, the lists of {:.0} others are read", outline.reads);
        for heat in &outline.heats {
            println!(
                "    in lists that fewer than {:3} blocks read in 16 waves: {:5.1} % of what is alive, {:5.1} % of what is read",
                heat.below,
                100.0 * heat.alive,
                100.0 * heat.read,
            );
        }
        for lives in outline.lives.iter().filter(|lives| lives.read > 0.1) {
            println!(
                "    in lists that live at least {:3} waves: {:5.1} % of what is alive, {:5.1} % of what is read",
                lives.at_least,
                100.0 * lives.alive,
                100.0 * lives.read,
            );
        }
    }
    Ok(())
}
