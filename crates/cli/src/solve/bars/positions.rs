//! `lastbite positions 8x8 --grundy 3`: the positions of a bar with their distances and Grundy values.

use std::cell::RefCell;

use clap::Args;
use lastbite::{Chomp, Rows};
use lastbite_engines::Numbering;
use lastbite_engines::sweep::{Distances, GrundyValues};

use crate::manners::prompt::Stop;
use crate::manners::range::parse_number;
use crate::manners::work::EffortArgs;
use crate::solve::bars::listing::{Ended, Filter, Form, list};

/// List positions of a bar with their distances and Grundy values: all, or those of one value
#[derive(Args, Debug)]
#[command(after_help = "Positions come in lexicographic order. The distance is the number of plies to
the end when the winner hurries and the loser delays: even where the player to
move loses. Grundy values are those when nobody may eat the poison.

Example: the positions of 4x4 with Grundy value 9, and all values for NumPy
  $ lastbite positions 4x4 --grundy 9
  3,3,3,3: distance 7, grundy 9
  4,4,4: distance 7, grundy 9
  $ lastbite positions 4x4 --npy all.npy
  all.npy: 69 lines of 6 columns, 32-bit numbers")]
pub struct PositionsArgs {
    /// The bar: rows x columns, as in 8x10, or 8x10@3,4 with the poison on square 3,4
    #[arg(value_name = "BAR")]
    bar: Chomp,
    /// Only positions with this Grundy value
    #[arg(long, value_name = "N", value_parser = parse_grundy)]
    grundy: Option<u32>,
    /// Only positions with this distance
    #[arg(long, value_name = "PLIES", value_parser = parse_distance)]
    distance: Option<u32>,
    #[command(flatten)]
    filter: Filter,
    #[command(flatten)]
    form: Form,
    #[command(flatten)]
    effort: EffortArgs,
}

/// Reads a number, 0 or more: 0 is the value that people ask for most.
fn parse_value(option: &str, text: &str) -> Result<u32, String> {
    if text.trim() == "0" {
        return Ok(0);
    }
    parse_number(option, text, 65_535).map(|value| value as u32)
}

fn parse_grundy(text: &str) -> Result<u32, String> {
    parse_value("--grundy", text)
}

fn parse_distance(text: &str) -> Result<u32, String> {
    parse_value("--distance", text)
}

/// Lists positions.
pub fn run(args: &PositionsArgs) -> Result<(), Stop> {
    let bar = &args.bar;
    let numbering = Numbering::of(bar).ok_or_else(|| {
        Stop::Refused(format!("{bar} has more positions than can be numbered: choose a smaller bar"))
    })?;
    let (known, _) = args.effort.work(&format!("valuing {bar}"), |effort| -> Result<_, Stop> {
        Ok((Distances::of(bar, effort)?, GrundyValues::of(bar, effort)?))
    })?;
    let (distances, values) = known?;
    list(&args.filter, &args.form, bar.rows(), &["distance", "grundy"], |list| {
        let list = RefCell::new(list);
        let (done, _) =
            args.effort.stream("listing", !args.form.is_file(), |effort| -> Result<(), Stop> {
                for number in 0..numbering.len() {
                    if number % 4096 == 0 {
                        effort.check().map_err(|_| Stop::Stopped)?;
                    }
                    let rows = Rows::new(numbering.position(number)).map_err(Stop::refuse)?;
                    let (Some(distance), Some(grundy)) = (distances.distance(&rows), values.value(&rows))
                    else {
                        return Err(Stop::refuse("a position of the bar was not valued"));
                    };
                    let is_asked = args.distance.is_none_or(|asked| asked == distance)
                        && args.grundy.is_none_or(|asked| asked == grundy);
                    if is_asked
                        && let Ended::Enough =
                            list.borrow_mut().add_known(rows.lengths(), &[distance, grundy])?
                    {
                        break;
                    }
                }
                Ok(())
            })?;
        done
    })
}
