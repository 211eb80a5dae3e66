//! Every lost position of a bar of any shape, one after another.

use std::ops::ControlFlow;

use lastbite::games::chomp::Whole;
use lastbite::games::chomp::whole::Listener;
use lastbite::thin::Method;
use lastbite::{Chomp, Effort};

use crate::manners::prompt::Stop;
use crate::solve::listing::Ended;
use crate::solve::place::{Keep, PlaceArgs};
use crate::solve::whole::HowArgs;

/// Shows every lost position of a bar once, as row lengths, until `show` has had enough.
///
/// For long thin bars they come while the bar is solved ([`Whole::list`]), with a `pause` between two steps.
/// Everything else is sieved first.
pub fn each(
    bar: &Chomp,
    place: PlaceArgs,
    effort: &Effort,
    show: &mut dyn FnMut(&[u32]) -> Result<Ended, Stop>,
    pause: &mut dyn FnMut() -> Result<(), Stop>,
) -> Result<(), Stop> {
    let method = HowArgs::usual(place).method(bar, Keep::Everything, effort)?;
    if method != Method::Sieve {
        let mut shown = Shown { show, pause, stop: Ok(()) };
        Whole::list(bar, method, effort, &mut shown)?;
        return shown.stop;
    }
    let solved = place.sieve(bar, Keep::Everything, effort)?;
    for (number, rows) in solved.lost_positions().enumerate() {
        if number % 4096 == 0 {
            effort.check().map_err(|_| Stop::Stopped)?;
        }
        if let Ended::Enough = show(rows?.lengths())? {
            break;
        }
    }
    Ok(())
}

/// Shows each position, and remembers why it had to stop.
struct Shown<'a> {
    show: &'a mut dyn FnMut(&[u32]) -> Result<Ended, Stop>,
    pause: &'a mut dyn FnMut() -> Result<(), Stop>,
    stop: Result<(), Stop>,
}

impl Listener for Shown<'_> {
    fn hear(&mut self, lost: &[u32]) -> ControlFlow<()> {
        match (self.show)(lost) {
            Ok(Ended::More) => ControlFlow::Continue(()),
            Ok(Ended::Enough) => ControlFlow::Break(()),
            Err(stop) => {
                self.stop = Err(stop);
                ControlFlow::Break(())
            }
        }
    }

    fn pause(&mut self) -> ControlFlow<()> {
        match (self.pause)() {
            Ok(()) => ControlFlow::Continue(()),
            Err(stop) => {
                self.stop = Err(stop);
                ControlFlow::Break(())
            }
        }
    }
}
