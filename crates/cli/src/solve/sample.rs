//! `lastbite sample 12x12 -n 1000 --seed 7`: random positions of a bar, with all that is known of them.

use std::io::{BufWriter, Write, stdout};

use clap::Args;
use lastbite::games::chomp::Whole;
use lastbite::play::Dice;
use lastbite::sieve::Sieve;
use lastbite::sweep::{Distances, GrundyValues};
use lastbite::thin::{LastRows, Method};
use lastbite::{Chomp, Effort, Outcome, Rows};

use crate::manners::prompt::Stop;
use crate::manners::range::parse_number;
use crate::manners::work::EffortArgs;
use crate::solve::numbering::Numbering;

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

/// Bars of at most this many positions have their distances, and their Grundy values, found unasked.
const SOON_SWEPT: u64 = 50_000_000;
const SOON_VALUED: u64 = 6_000_000;

/// What is known of the positions of a bar.
struct Known {
    /// Who wins them, where the distances do not tell.
    whole: Option<Whole>,
    distances: Option<Distances>,
    values: Option<GrundyValues>,
}

/// Draws positions and prints them.
pub fn run(args: &SampleArgs) -> Result<(), Stop> {
    let numbering = Numbering::of(&args.bar);
    let numbering = numbering.filter(|numbering| usize::try_from(numbering.len()).is_ok());
    let numbering = numbering.ok_or_else(|| {
        Stop::Refused(format!("{} has more positions than can be numbered: take a smaller bar", args.bar))
    })?;
    let (known, _) = args.effort.work(&format!("solving {}", args.bar), |effort| {
        Known::of(&args.bar, numbering.len(), args.thorough, effort)
    })?;
    let known = known?;
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
            let number = dice.below(numbering.len() as usize) as u64;
            let rows = Rows::new(numbering.position(number)).map_err(Stop::refuse)?;
            known.print(&rows, args.json, &mut out)?;
        }
        Ok::<(), Stop>(out.flush()?)
    })?;
    printed
}

/// Says whether a bar is better solved by the method of few rows; with the poison elsewhere it cannot be.
fn is_long(bar: &Chomp, effort: &Effort) -> Result<bool, Stop> {
    let few = bar.rows().min(bar.cols());
    let is_thin = bar.is_classic() && (3..=7).contains(&few);
    Ok(is_thin && Method::choose(bar.rows(), bar.cols(), effort)? != Method::Sieve)
}

impl Known {
    fn of(bar: &Chomp, positions: u64, thorough: bool, effort: &Effort) -> Result<Known, Stop> {
        let (few, many) = (bar.rows().min(bar.cols()), bar.rows().max(bar.cols()));
        let is_swept = thorough || (positions <= SOON_SWEPT && many <= 255);
        let is_valued = thorough || (positions <= SOON_VALUED && many <= 255);
        let distances = if is_swept { Some(Distances::of(bar, effort)?) } else { None };
        let values = if is_valued { Some(GrundyValues::of(bar, effort)?) } else { None };
        let whole = match distances {
            Some(_) => None,
            None if is_long(bar, effort)? => Some(Whole::from(LastRows::solve(few, many, effort)?)),
            None => Some(Whole::from(Sieve::of(bar).solve(effort)?)),
        };
        Ok(Known { whole, distances, values })
    }

    fn print(&self, rows: &Rows, json: bool, out: &mut impl Write) -> Result<(), Stop> {
        let distance = self.distances.as_ref().and_then(|distances| distances.distance(rows));
        let lost = match (&self.whole, distance) {
            (Some(whole), _) => whole.is_lost(rows)?,
            (None, Some(plies)) => plies % 2 == 0,
            (None, None) => return Err(Stop::refuse("a position was drawn that is not the bar's")),
        };
        let outcome = if lost { Outcome::Loss } else { Outcome::Win };
        let grundy = self.values.as_ref().and_then(|values| values.value(rows));
        if json {
            let said = serde_json::json!({
                "rows": rows.lengths(), "outcome": outcome, "distance": distance, "grundy": grundy,
            });
            writeln!(out, "{said}")?;
        } else {
            let number = |known: Option<u32>| known.map_or(String::new(), |number| number.to_string());
            let lengths: Vec<String> = rows.lengths().iter().map(u32::to_string).collect();
            writeln!(out, "\"{}\",{outcome},{},{}", lengths.join(","), number(distance), number(grundy))?;
        }
        Ok(())
    }
}
