//! `cargo run --release -p lastbite --example density 12x30`: how many positions are lost in bars with these
//! rows and up to this many columns, and their share times rows * (rows + cols), which is always about 3.3.
//!
//! One run counts them all: the positions of 12x20 are those of 12x30 with a first row of at most 20.

use lastbite::{Chomp, Effort};
use lastbite_engines::sieve::{Keep, Sieve};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let named: Vec<String> = std::env::args().skip(1).collect();
    let bars = if named.is_empty() { vec!["6x20".into(), "12x16".into()] } else { named };
    println!("bar       lost positions  of all positions  times rows * (rows + cols)");
    for bar in bars {
        let bar: Chomp = bar.parse().map_err(|error| format!("{error}"))?;
        let solved = Sieve::of(&bar).keep(Keep::Openings).solve(&Effort::default())?;
        let by_first_row = solved.lost_by_first_row().filter(|_| bar.rows() < bar.cols());
        let by_first_row = by_first_row.ok_or("a bar with more columns than rows, please")?;
        let (rows, mut lost) = (bar.rows(), 0);
        for (cols, under) in (0..).zip(by_first_row) {
            lost += under;
            if cols >= rows {
                let positions: f64 = (1..=rows).map(|row| f64::from(cols + row) / f64::from(row)).product();
                let share = lost as f64 / positions;
                let measure = share * f64::from(rows * (rows + cols));
                let name = format!("{rows}x{cols}");
                println!("{name:8}{lost:16}{:16.4} %{measure:12.3}", 100.0 * share);
            }
        }
    }
    Ok(())
}
