//! `lastbite lost 3x5000`: the lost positions of a bar, as they are found.

use std::io::{BufWriter, Write, stdout};

use clap::Args;
use lastbite::games::order::Whole;
use lastbite::{AnyGame, Chomp, Game, Order};
use lastbite_engines::{Method, Solve};

use crate::manners::interrupt;
use crate::manners::position::parse_game;
use crate::manners::prompt::Stop;
use crate::manners::work::EffortArgs;
use crate::solve::bars::listing::{Filter, Form, list};
use crate::solve::bars::place::PlaceArgs;
use crate::solve::bfile;
use crate::solve::whole::refused;

/// List the lost positions of a bar of any shape, as row lengths, as they are found; or those of an order
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
    /// The bar, as in 8x10, 3x5000 or 8x10@3,4 (poison on 3,4); or an order, as in 3x4x5 or divisors:72
    #[arg(value_name = "BAR", value_parser = parse_of)]
    of: Of,
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

/// Whose lost positions are listed.
#[derive(Clone, Debug)]
pub enum Of {
    Bar(Chomp),
    Order(Order),
}

/// Reads a bar, a box or any other order.
pub fn parse_of(text: &str) -> Result<Of, String> {
    match parse_game(text)? {
        AnyGame::Chomp(bar) => Ok(Of::Bar(bar)),
        AnyGame::Order(order) => Ok(Of::Order(order)),
        game => Err(format!("{game} is neither a bar nor an order; take one, as in 3x500 or divisors:72")),
    }
}

/// Lists the lost positions.
pub fn run(args: &LostArgs) -> Result<(), Stop> {
    let bar = match &args.of {
        Of::Bar(bar) => bar,
        Of::Order(order) => return of_order(order, args),
    };
    let what = format!("listing {bar}");
    if args.bfile {
        return fourth_rows(args, bar, &what);
    }
    // The sieve knows everything only at the end, and a NumPy file shows no progress.
    let solve = Solve::of(bar).on(args.place.place()?);
    let prints = solve.method(&args.effort.effort())? != Method::Sieve && !args.form.is_file();
    list(&args.filter, &args.form, bar.rows(), &[], |list| {
        let (done, _) = args.effort.stream(&what, prints, |effort| {
            let solution = solve.to_list(effort)?;
            list.take(solution.lost_positions(effort), effort)
        })?;
        done
    })
}

/// Lists the lost positions of an order, each as its highest elements.
fn of_order(order: &Order, args: &LostArgs) -> Result<(), Stop> {
    if args.bfile || !args.filter.is_plain() || !args.form.is_plain() {
        return Err(Stop::refuse(
            "of an order, lost positions are listed as they are, or only the --first of them",
        ));
    }
    let (whole, _) = args.effort.work(&format!("solving {order}"), |effort| Whole::solve(order, effort))?;
    let whole = whole.map_err(|error| refused(order, error))?;
    let mut out = BufWriter::new(stdout().lock());
    let most = usize::try_from(args.filter.most()).unwrap_or(usize::MAX);
    for (number, lost) in whole.lost().take(most).enumerate() {
        if number % 4096 == 0 {
            interrupt::check()?;
        }
        writeln!(out, "{}", order.write_position(&lost))?;
    }
    Ok(out.flush()?)
}

/// The last of four row lengths of each lost position, in lexicographic order.
fn fourth_rows(args: &LostArgs, bar: &Chomp, what: &str) -> Result<(), Stop> {
    if bar.rows() != 4 || bar.cols() < 4 || !bar.is_classic() {
        return Err(Stop::refuse("the b-file is for four rows: take a bar like 4x100"));
    }
    let mut rows_of = Vec::new();
    let solve = Solve::of(bar).on(args.place.place()?);
    let (done, _) = args.effort.work(what, |effort| -> Result<(), Stop> {
        let solution = solve.to_list(effort)?;
        for lost in solution.lost_positions(effort) {
            let lost = lost?;
            rows_of.push([1, 2, 3, 4].map(|row| lost.row(row)));
        }
        Ok(())
    })?;
    done?;
    // The sieve lists them in a different order.
    rows_of.sort_unstable();
    let about = "fourth rows of the lost positions of 4 X n Chomp, in lexicographic order";
    let terms = rows_of.iter().zip(1..).map(|(rows, n)| (n, u64::from(rows[3])));
    bfile::print(Some("A395126"), about, terms)
}
