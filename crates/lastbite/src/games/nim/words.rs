//! The words, the description and the layout of Nim.

use super::argument::argument;
use super::heaps::Heaps;
use super::lesson::LESSON;
use super::rules::Nim;
use super::take::Take;
use crate::description::{Described, Description, Family, Nouns, Parameter};
use crate::atlas::{Cell, Map, MapOf};
use crate::argument::Argument;
use crate::effort::Effort;
use crate::game::{Ending, Game, TooLarge};
use crate::layout::{Drawn, Layout, Place, Shape};
use crate::notation::counted;
use crate::words::{Who, Words};

/// The names of the two ways to play.
const LAST_STONE: (&str, &str) = ("wins", "loses (misère)");

/// What Nim is.
static NIM: Description = Description::new(
    "nim",
    "Take-away (Nim)",
    "Heaps of stones: take from one heap, and take the last stone.",
    &["nim:3,4,5", "nim:3,4,5/misere"],
)
.in_family(Family::Heaps)
.with_daily([&["nim:3,4,5"], &["nim:3,4,5"], &["nim:5,7,9"]])
.with_aliases(&["take-away", "heaps", "stones"])
.with_parameters(&[
    Parameter::text("heaps", "Heaps", "the stones of each heap, as in 3,4,5").with_choices(&[
        "3,4,5",
        "1,3,5,7",
        "2,3,4,5",
        "5,7,9",
        "4,8,15,16",
        "7",
        "12,19,27",
        "1,2,3",
    ]),
    Parameter::switch("misere", "Last stone", "/misere", LAST_STONE.0, LAST_STONE.1),
])
.with_nouns(Nouns::new("stone", "take", "taken", ("takes", "take")))
.with_prompt("Take (stones from heap)? ", "A take is a number of stones from a heap.")
.with_lesson(LESSON)
.with_figures(&["nim:1,2"]);

/// The map of what two heaps are worth together.
static TWO_HEAPS: MapOf = MapOf::new(
    "two-heaps",
    "Two heaps",
    "Two heaps together are worth their exclusive or, and so is any sum of two games with these values. Every row and every column has each number once: it is the smallest one that is neither to the left of it nor above it.",
    ("stones in the first heap", "stones in the second heap", "exclusive or"),
)
.leading("{row} and {col} are worth {value}", "nim:{row},{col}", None);

impl Described for Nim {
    fn kinds() -> Vec<&'static Description> {
        vec![&NIM]
    }

    fn description(&self) -> &'static Description {
        &NIM
    }

    fn values(&self) -> Vec<String> {
        let last = if self.is_misere() { LAST_STONE.1 } else { LAST_STONE.0 };
        vec![self.start().to_string(), last.to_string()]
    }

    fn maps() -> Vec<&'static MapOf> {
        vec![&TWO_HEAPS]
    }

    fn map(name: &str, _: &Effort) -> Option<Map> {
        const MOST: u32 = 31;
        let row = |row: u32| (0..=MOST).map(|col| Some(Cell::from(row ^ col))).collect();
        (name == TWO_HEAPS.name).then(|| Map::new(&TWO_HEAPS, (0, 0), (0..=MOST).map(row).collect()))
    }

    fn check_playable(&self) -> Result<(), TooLarge> {
        const HEAPS: usize = 20;
        const STONES: u32 = 99;
        let start = self.start();
        if start.stones().len() <= HEAPS && start.into_iter().all(|stones| stones <= STONES) {
            return Ok(());
        }
        let limit = format!("a game to play has 1 to {HEAPS} heaps of at most {STONES} stones");
        Err(TooLarge::ForPeople { limit, example: "3,4,5" })
    }
}

impl Drawn for Nim {
    fn layout(&self, heaps: &Heaps) -> Layout {
        Layout::rows_of(Shape::Heaps, self.start().stones(), heaps.stones())
    }

    /// Returns the take of a stone and all stones to its right.
    fn move_at(&self, heaps: &Heaps, place: Place) -> Option<Take> {
        let left = heaps.heap(place.row)?;
        let stones = (left + 1).checked_sub(place.col).filter(|&stones| stones > 0 && place.col > 0)?;
        Some(Take { heap: place.row, stones })
    }

    fn set_up(&self, heaps: &Heaps, place: Place, left: bool) -> Option<Heaps> {
        let mut stones = heaps.stones().to_vec();
        let heap = stones.get_mut(place.row.checked_sub(1)? as usize)?;
        let asked = if left { place.col } else { place.col.checked_sub(1)? };
        *heap = if left { (*heap).max(asked) } else { (*heap).min(asked) };
        Heaps::new(stones).ok().filter(|heaps| self.admits(heaps).is_ok())
    }

    fn piece_of(&self, heaps: &Heaps, take: &Take) -> Option<Place> {
        let left = heaps.heap(take.heap)?;
        let col = (left + 1).checked_sub(take.stones).filter(|&col| col > 0 && take.stones > 0)?;
        Some(Place::new(take.heap, col))
    }
}

impl Words for Nim {
    fn rule(&self) -> String {
        let last = if self.is_misere() { "loses" } else { "wins" };
        format!("Take one or more stones, all from one heap.\nWhoever takes the last stone {last}.")
    }

    fn short_rule(&self) -> String {
        let last = if self.is_misere() { "loses" } else { "wins" };
        format!("Take from a heap; the last stone {last}.")
    }

    fn title(&self) -> String {
        format!("Take-away {}{}", self.start(), if self.is_misere() { ", misère" } else { "" })
    }

    fn scene(&self) -> String {
        format!("Heaps of stones, {}", self.start().stones().len())
    }

    fn describe(&self, _: &Heaps, take: &Take) -> String {
        format!("{} from heap {}", take.stones, take.heap)
    }

    fn told(&self, _: &Heaps, take: &Take, who: Who<'_>) -> String {
        let stones = counted(take.stones.into(), "stone");
        format!("{} {stones} from heap {}", who.verb("takes", "take"), take.heap)
    }

    fn advice(&self, _: &Heaps, take: &Take) -> String {
        format!("Taking {} from heap {}", counted(take.stones.into(), "stone"), take.heap)
    }

    fn place(&self, heaps: &Heaps, place: Place) -> String {
        match heaps.heap(place.row) {
            Some(left) if place.col <= left => {
                format!("Heap {}, stone {} of {left}", place.row, place.col)
            }
            _ => format!("Heap {}", place.row),
        }
    }

    /// Shows the heaps in binary with their exclusive or.
    fn figure(&self, heaps: &Heaps) -> Option<String> {
        in_binary(self, &(1..).zip(heaps).filter(|&(_, stones)| stones > 0).collect::<Vec<_>>())
    }

    fn grundy_condition(&self) -> Option<&'static str> {
        self.is_misere().then_some("if nobody may take the last stone")
    }

    fn argument(&self, heaps: &Heaps) -> Option<Argument> {
        argument(self, heaps)
    }

    fn ending(&self, _: &Heaps, ending: Ending, loser: Who<'_>) -> String {
        let (subject, object) = (loser.subject(), loser.object());
        match ending {
            Ending::NoMoveLeft if self.is_misere() => format!("{subject} must take the last stone."),
            Ending::NoMoveLeft => format!("No stone is left for {object}."),
            Ending::Blunder => format!("{subject} took the last stone."),
            Ending::Resigned => format!("{subject} resigned."),
        }
    }
}

/// Writes heaps with their numbers in binary, and their exclusive or below.
///
/// Nothing if there is no heap. In misère play it also says, in a line of a narrow panel, when only single stones are left.
#[must_use]
pub fn in_binary(nim: &Nim, heaps: &[(u32, u32)]) -> Option<String> {
    let named: Vec<(String, u32)> =
        heaps.iter().map(|&(heap, stones)| (format!("heap {heap}: {stones}"), stones)).collect();
    let mut lines = lastbite_work::figures::in_binary(&named)?;
    if nim.is_misere() && heaps.iter().all(|&(_, stones)| stones <= 1) {
        lines += "   Single stones: even is good.\n";
    }
    Some(lines)
}
