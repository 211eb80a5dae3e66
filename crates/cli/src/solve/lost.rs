//! `lastbite lost 3x5000`: the lost positions of a bar, as they are found.

use std::cell::RefCell;

use clap::Args;
use lastbite::Chomp;
use lastbite::thin::Method;

use crate::manners::prompt::Stop;
use crate::manners::work::EffortArgs;
use crate::solve::bfile;
use crate::solve::listing::{Filter, Form, list};
use crate::solve::lost_positions;
use crate::solve::place::PlaceArgs;
use crate::solve::whole::HowArgs;

/// List the lost positions of a bar of any shape, as row lengths, as they are found
#[derive(Args, Debug)]
#[command(after_help = "Positions of three rows come in the order of the second row and the third, those
of four to seven in lexicographic order, as they are found; all others when the
bar is solved.

Example: the lost positions of three rows whose third row has 4 squares
  $ lastbite lost 3x1000 --row 3=4
  8,4,4
  9,5,4
  10,6,4
  7,7,4")]
pub struct LostArgs {
    /// The bar: rows x columns, as in 8x10 or 3x5000, or 8x10@3,4 with the poison on square 3,4
    #[arg(value_name = "BAR")]
    bar: Chomp,
    #[command(flatten)]
    filter: Filter,
    #[command(flatten)]
    form: Form,
    /// Print a b-file of the OEIS: of four rows the fourth rows (A395126)
    #[arg(long, conflicts_with_all = ["csv", "json", "npy", "rows_equal", "row", "area", "first"])]
    bfile: bool,
    #[command(flatten)]
    place: PlaceArgs,
    #[command(flatten)]
    effort: EffortArgs,
}

/// Lists the lost positions.
pub fn run(args: &LostArgs) -> Result<(), Stop> {
    let what = format!("listing {}", args.bar);
    if args.bfile {
        return fourth_rows(args, &what);
    }
    // The sieve knows nothing before it knows everything; a NumPy file shows no progress.
    let prints = HowArgs::usual(args.place).method(&args.bar, &args.effort.effort())? != Method::Sieve
        && !args.form.is_file();
    list(&args.filter, &args.form, args.bar.rows(), |list| {
        let list = RefCell::new(list);
        let (done, _) = args.effort.stream(&what, prints, |effort| {
            lost_positions::each(
                &args.bar,
                args.place,
                effort,
                &mut |rows| list.borrow_mut().add(rows),
                &mut || list.borrow_mut().flush(),
            )
        })?;
        done
    })
}

/// The last of four row lengths of each lost position, in lexicographic order.
fn fourth_rows(args: &LostArgs, what: &str) -> Result<(), Stop> {
    if args.bar.rows() != 4 || args.bar.cols() < 4 || !args.bar.is_classic() {
        return Err(Stop::refuse("the b-file is for four rows: take a bar like 4x100"));
    }
    let mut rows_of = Vec::new();
    let (done, _) = args.effort.work(what, |effort| {
        let mut show = |rows: &[u32]| {
            rows_of.push(
                <[u32; 4]>::try_from(rows)
                    .unwrap_or_else(|_| std::array::from_fn(|row| rows.get(row).copied().unwrap_or(0))),
            );
            Ok(crate::solve::listing::Ended::More)
        };
        lost_positions::each(&args.bar, args.place, effort, &mut show, &mut || Ok(()))
    })?;
    done?;
    // The sieve lists them in its own order.
    rows_of.sort_unstable();
    let about = "fourth rows of the lost positions of 4 X n Chomp, in lexicographic order";
    let terms = rows_of.iter().zip(1..).map(|(rows, n)| (n, u64::from(rows[3])));
    bfile::print(Some("A395126"), about, terms)
}
