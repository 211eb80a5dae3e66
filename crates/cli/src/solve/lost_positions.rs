//! Every lost position of a bar of any shape, one after the other.

use lastbite::thin::{FewRows, Method, ThreeRows};
use lastbite::{Chomp, Effort, Rows};
use lastbite_card::Keep;

use crate::manners::prompt::Stop;
use crate::solve::listing::Ended;
use crate::solve::place::PlaceArgs;
use crate::solve::whole::HowArgs;

/// Shows every lost position of a bar once, as row lengths, until `show` has had enough.
///
/// Of long thin bars they come while the bar is solved: of three rows in the order of the second row and the third, of
/// more in lexicographic order. A bar with more rows than columns is solved lying down, and its positions come in the
/// order of their columns. Everything else is sieved first.
pub fn each(
    bar: &Chomp,
    place: PlaceArgs,
    effort: &Effort,
    show: &mut dyn FnMut(&[u32]) -> Result<Ended, Stop>,
    pause: &mut dyn FnMut() -> Result<(), Stop>,
) -> Result<(), Stop> {
    let (few, many, is_tall) =
        (bar.rows().min(bar.cols()), bar.rows().max(bar.cols()), bar.rows() > bar.cols());
    let turned = |rows: &[u32]| match Rows::new(rows) {
        Ok(rows) if is_tall => rows.mirrored().lengths().to_vec(),
        _ => rows.to_vec(),
    };
    let method = HowArgs::usual(place).method(bar, effort)?;
    match (method, few) {
        (Method::Formula, 1) => show(&[1]).map(|_| ()),
        (Method::Formula, _) => {
            for first in 1..=many {
                if let Ended::Enough = show(&turned(&[first, first - 1]))? {
                    break;
                }
            }
            Ok(())
        }
        (Method::ThreeRows, _) => {
            let mut solver = <ThreeRows>::new(many, effort)?;
            let mut said = Ok(Ended::More);
            while !solver.is_done() && matches!(said, Ok(Ended::More)) {
                // Short steps, so that it ends soon when no more are wanted; and the first of them has the empty row.
                solver.advance_listing(solver.done() + 128, effort, |rows| {
                    if matches!(said, Ok(Ended::More)) {
                        said = if is_tall { show(&turned(rows)) } else { show(rows) };
                    }
                })?;
                pause()?;
            }
            said.map(|_| ())
        }
        (Method::FewRows, _) => {
            let mut solver = FewRows::listing(few, many, effort)?;
            let mut said = Ok(Ended::More);
            while !solver.is_done() && matches!(said, Ok(Ended::More)) {
                solver.advance_listing(solver.done() + 16, effort, |rows| {
                    if matches!(said, Ok(Ended::More)) {
                        said = if is_tall { show(&turned(rows)) } else { show(rows) };
                    }
                })?;
                pause()?;
            }
            said.map(|_| ())
        }
        _ => {
            let sieved = place.sieve(bar, Keep::Everything, effort)?;
            for (number, rows) in sieved.solved.lost_positions().enumerate() {
                if number % 4096 == 0 {
                    effort.check().map_err(|_| Stop::Stopped)?;
                }
                if let Ended::Enough = show(rows.lengths())? {
                    break;
                }
            }
            sieved.check()
        }
    }
}
