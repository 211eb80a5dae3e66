//! How Nim speaks of itself.

use super::argument::argument;
use super::heaps::Heaps;
use super::rules::Nim;
use super::take::Take;
use crate::explanation::Argument;
use crate::game::Ending;
use crate::notation::counted;
use crate::words::Words;

impl Words for Nim {
    fn rule(&self) -> String {
        let last = if self.is_misere() { "loses" } else { "wins" };
        format!("Take one or more stones, all from one heap.\nWhoever takes the last stone {last}.")
    }

    fn describe(&self, _: &Heaps, take: Take) -> String {
        format!("{} from heap {}", take.stones, take.heap)
    }

    fn told(&self, _: &Heaps, take: Take) -> String {
        format!("removed {} from heap {}", counted(take.stones.into(), "stone"), take.heap)
    }

    fn advice(&self, _: &Heaps, take: Take) -> String {
        format!("Taking {} from heap {}", counted(take.stones.into(), "stone"), take.heap)
    }

    /// Shows the heaps in binary with their exclusive or.
    fn lesson(&self, heaps: &Heaps) -> Option<String> {
        in_binary(self, &(1..).zip(heaps).filter(|&(_, stones)| stones > 0).collect::<Vec<_>>())
    }

    fn argument(&self, heaps: &Heaps) -> Option<Argument> {
        argument(self, heaps)
    }

    fn ending(&self, _: &Heaps, ending: Ending, loser: &str) -> String {
        match ending {
            Ending::NoMoveLeft if self.is_misere() => format!("{loser} must take the last stone."),
            Ending::NoMoveLeft => format!("No stone is left for {loser}."),
            Ending::Blunder => format!("{loser} took the last stone."),
            Ending::Resigned => format!("{loser} resigns."),
        }
    }
}

/// Writes heaps, each with the number it is called by, in binary, and their exclusive or below.
///
/// Nothing where there is no heap. In misère play it also tells when only single stones are left.
#[must_use]
pub fn in_binary(nim: &Nim, heaps: &[(u32, u32)]) -> Option<String> {
    let sum = heaps.iter().fold(0, |sum, &(_, stones)| sum ^ stones);
    let largest = heaps.iter().map(|&(_, stones)| stones).max()?;
    let bits = u32::BITS - largest.leading_zeros();
    let binary = |n: u32| -> String {
        let digits: Vec<&str> =
            (0..bits).rev().map(|bit| if n >> bit & 1 == 1 { "1" } else { "0" }).collect();
        digits.join(" ")
    };
    let mut lines = String::new();
    for (i, &(heap, stones)) in heaps.iter().enumerate() {
        let sign = if i + 1 == heaps.len() { "^" } else { " " };
        lines += &format!("  {sign} {}    heap {heap}: {stones}\n", binary(stones));
    }
    let rule = "-".repeat(2 * bits as usize - 1);
    lines += &format!("    {rule}\n    {}    exclusive or: {sum}\n", binary(sum));
    if nim.is_misere() && largest == 1 {
        lines += "   But only single stones are left, and the last one loses: now an even number of them is good for you.\n";
    }
    Some(lines)
}
