//! The plan of a bar, part by part, with what each part needs: `cargo run --example plan -- 6x8 100`.

use std::error::Error;

use lastbite::{Chomp, Effort};
use lastbite_engines::sieve::plan::Plan;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let bar: Chomp = args.next().unwrap_or("5x6".into()).parse()?;
    let limit = args.next().map_or(Ok(20), |limit| limit.parse())?;
    let plan = Plan::of(&bar, limit, &Effort::default())?;
    let (rows, cols) = plan.stored_box();
    println!("{bar}: {} positions of {rows}x{cols} in {} parts", plan.positions(), plan.len());
    for part in plan.parts() {
        let positions: u64 = plan.blocks(part).map(|block| u64::from(plan.positions_of(block))).sum();
        println!("part {}: middle {:?}, {positions} positions", part.index, part.middle);
        for need in plan.needs(part) {
            let (block, end) = (need.block, need.from + need.len);
            println!(
                "  under {}: {}..{end} of part {} under {}",
                need.reader, need.from, block.part, block.first_row
            );
        }
    }
    Ok(())
}
