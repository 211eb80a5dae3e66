//! Lost positions by their ranks, which always come with the bar that they number.

use std::fmt;

use crate::frame::Frame;
use crate::no_answer::NoAnswer;
use crate::{Bar, Rows, Square};

/// The lost positions of a bar as ranks in the box that represents it, ascending, and the bar itself.
///
/// A number alone does not say what it numbers: the same rank is another position in another box. So a solved
/// bar, a table and a plan hand out their ranks together with their bar, and a table is written from nothing
/// else.
pub struct Ranks<'a> {
    frame: Frame,
    numbers: Box<dyn Iterator<Item = Result<u64, NoAnswer>> + 'a>,
}

impl<'a> Ranks<'a> {
    /// Says which bar's box these ranks belong to.
    pub(crate) fn new(frame: Frame, numbers: impl Iterator<Item = Result<u64, NoAnswer>> + 'a) -> Self {
        Self { frame, numbers: Box::new(until_error(numbers)) }
    }

    /// Returns the bar.
    pub fn bar(&self) -> &Bar {
        &self.frame.bar
    }

    #[cfg(feature = "files")]
    pub(crate) fn frame(&self) -> &Frame {
        &self.frame
    }

    /// Counts them.
    ///
    /// # Errors
    ///
    /// When they cannot all be read.
    pub fn count(self) -> Result<u64, NoAnswer> {
        self.numbers.map(|rank| rank.map(|_| 1)).sum()
    }

    /// Lists the positions of the bar with these ranks.
    ///
    /// For a square that is half of them: [`Solved::lost_positions`](super::Solved::lost_positions) lists the
    /// mirror images too.
    pub fn positions(self) -> impl Iterator<Item = Result<Rows, NoAnswer>> + 'a {
        self.positions_from(0)
    }

    /// Lists the positions from a rank on.
    fn positions_from(self, first: u64) -> impl Iterator<Item = Result<Rows, NoAnswer>> + 'a {
        let (frame, counts) = (self.frame, self.frame.counts());
        let wanted = self.numbers.filter(move |rank| rank.as_ref().map_or(true, |&rank| rank >= first));
        let mut kept = vec![0; frame.rows.into()];
        wanted.map(move |rank| {
            counts.unrank(rank?, &mut kept);
            Ok(frame.position(&kept))
        })
    }

    /// Returns the bare numbers.
    pub(crate) fn numbers(self) -> impl Iterator<Item = Result<u64, NoAnswer>> + 'a {
        self.numbers
    }
}

impl fmt::Debug for Ranks<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ranks").field("bar", self.bar()).finish_non_exhaustive()
    }
}

/// Lists every lost position of a bar once, given the ranks of its box.
///
/// They come in the order of their ranks. Half of a square is kept: the mirror images of the positions that
/// are as long as the square follow in the same order, and the L with equal arms comes last.
pub(crate) fn all_positions<'a>(
    frame: Frame,
    ranks: impl Fn() -> Ranks<'a> + 'a,
) -> impl Iterator<Item = Result<Rows, NoAnswer>> + 'a {
    let side = u32::from(frame.cols);
    let halved = frame.halved.then_some(()).into_iter();
    // Those as long as the square come last, so there is no wait while the others are made and thrown away.
    let longest = frame.counts().get(frame.rows.into(), usize::from(frame.cols) - 1);
    let stored = ranks().positions();
    let mirrored = halved
        .clone()
        .flat_map(move |()| ranks().positions_from(longest).map(|rows| rows.map(|rows| rows.mirrored())));
    let even_l = halved.map(move |()| Ok(Rows::whole(side, side).bitten(Square::new(2, 2))));
    until_error(stored.chain(mirrored).chain(even_l))
}

/// Ends a list with its first error: what came after it would not be a complete list.
fn until_error<T>(
    list: impl Iterator<Item = Result<T, NoAnswer>>,
) -> impl Iterator<Item = Result<T, NoAnswer>> {
    let mut failed = false;
    list.map_while(move |item| {
        let is_told = !failed;
        failed = item.is_err();
        is_told.then_some(item)
    })
}
