//! `lastbite sample 12x12 -n 1000 --seed 7`: random positions of a bar, with everything known about them.

use std::io::{BufWriter, Write, stdout};

use clap::Args;
use lastbite::Chomp;
use lastbite::games::chomp::Sampler;
use lastbite::games::chomp::sample::{SampleError, Sampled};
use lastbite_work::Dice;

use crate::manners::prompt::Stop;
use crate::manners::range::parse_number;
use crate::manners::work::EffortArgs;

/// Draw random positions of a bar, each as likely as any other, with outcome, distance and Grundy value
#[derive(Args, Debug)]
#[command(after_help = "Example: the same seed draws the same positions, on every machine
  $ lastbite sample 8x10 -n 3 --seed 1
  position,outcome,distance,grundy
  \"10,5,4,4,2,2,2\",win,15,1
  \"10,9,8,5,4,3,1,1\",win,19,25
  \"10,10,10,9,8,7,7,5\",win,49,8")]
pub struct SampleArgs {
    /// The bar: rows x columns, as in 12x12 or 4x500, or 8x10@3,4 with the poison on square 3,4
    #[arg(value_name = "BAR")]
    bar: Chomp,
    /// How many positions to draw
    #[arg(short = 'n', long, value_name = "N", default_value = "10", value_parser = parse_n)]
    number: u64,
    /// The seed of the draw
    #[arg(long, value_name = "SEED", default_value = "1")]
    seed: u64,
    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
    /// Find distances and Grundy values of bars of any size that fits the memory, however long that takes
    #[arg(long)]
    thorough: bool,
    #[command(flatten)]
    effort: EffortArgs,
}

fn parse_n(text: &str) -> Result<u64, String> {
    parse_number("-n", text, u64::MAX)
}

/// Draws positions and prints them.
pub fn run(args: &SampleArgs) -> Result<(), Stop> {
    let (sampler, _) = args
        .effort
        .work(&format!("solving {}", args.bar), |effort| Sampler::of(&args.bar, args.thorough, effort))?;
    let sampler = sampler?;
    let (printed, _) = args.effort.stream("drawing", true, |effort| {
        let mut out = BufWriter::new(stdout().lock());
        if !args.json {
            writeln!(out, "position,outcome,distance,grundy")?;
        }
        let mut dice = Dice::new(args.seed);
        for drawn in 0..args.number {
            if drawn % 1024 == 0 {
                effort.check().map_err(|_| Stop::Stopped)?;
                effort.report_share(drawn as f64 / args.number as f64);
            }
            let number = dice.below(sampler.positions() as usize) as u64;
            print(&sampler.position(number)?, args.json, &mut out)?;
        }
        Ok::<(), Stop>(out.flush()?)
    })?;
    printed
}

fn print(sampled: &Sampled, json: bool, out: &mut impl Write) -> Result<(), Stop> {
    let Sampled { rows, outcome, distance, grundy, .. } = sampled;
    if json {
        let said = serde_json::json!({
            "rows": rows.lengths(), "outcome": outcome, "distance": distance, "grundy": grundy,
        });
        writeln!(out, "{said}")?;
    } else {
        let number = |known: &Option<u32>| known.map_or(String::new(), |number| number.to_string());
        let lengths: Vec<String> = rows.lengths().iter().map(u32::to_string).collect();
        writeln!(out, "\"{}\",{outcome},{},{}", lengths.join(","), number(distance), number(grundy))?;
    }
    Ok(())
}

impl From<SampleError> for Stop {
    fn from(error: SampleError) -> Stop {
        match error {
            SampleError::Solve(error) => error.into(),
            other => Stop::refuse(other),
        }
    }
}
