//! The words, the descriptions and the layout of the classics.

use super::argument::{argument, figure};
use super::game::{Classic, Rule};
use super::stones::{Stones, Takes};
use crate::argument::Argument;
use crate::description::{Described, Description, Family, Nouns, Parameter};
use crate::effort::Effort;
use crate::game::{Ending, Game, TooLarge};
use crate::layout::{Drawn, Layout, Place, Shape};
use crate::notation::counted;
use crate::words::{Measure, Who, Words};

/// The names of the two ways to play.
const LAST_MOVE: (&str, &str) = ("wins", "loses (misère)");

/// Whether the last move wins or loses.
const MISERE: Parameter = Parameter::switch("misere", "Last move", "/misere", LAST_MOVE.0, LAST_MOVE.1);

const STONES: Nouns = Nouns::new("stone", "take", "taken", ("takes", "take"));

static WYTHOFF: Description = Description::new(
    "wythoff",
    "Wythoff's Game",
    "Two heaps: take from one, or equally many from both.",
    &["wythoff:5,8", "wythoff:3,5/misere"],
)
.in_family(Family::Heaps)
.with_daily([&["wythoff:5,8"], &["wythoff:9,12"], &[]])
.with_aliases(&["wythoff nim", "wythoff's nim", "queen"])
.with_parameters(&[
    Parameter::text("heaps", "Heaps", "two heaps, as in 5,8").with_choices(&["5,8", "3,5", "7,11", "9,12", "20,30"]),
    MISERE,
])
.with_nouns(STONES)
.with_prompt("Take (stones from heap)? ", "Type how many stones and from which heap, or from both.");

static MOORE: Description = Description::new(
    "moore",
    "Moore's Nim",
    "Heaps of stones: take from one or two of them at once.",
    &["moore:2:3,4,5", "moore:2:1,2,3,4/misere"],
)
.in_family(Family::Heaps)
.with_daily([&["moore:2:3,4,5"], &["moore:2:5,5,6"], &[]])
.with_aliases(&["moore's"])
.with_parameters(&[
    Parameter::text("most", "At once", "the most heaps at a time, as in 2").with_choices(&["2", "3", "1"]),
    Parameter::text("heaps", "Heaps", "the stones of each heap, as in 3,4,5")
        .following(":")
        .with_choices(&["3,4,5", "1,2,3,4", "5,5,6", "2,3,5,7"]),
    MISERE,
])
.with_nouns(STONES)
.with_prompt(
    "Take (stones from heaps)? ",
    "Type how many stones and from which heap; with commas between them, from several heaps.",
);

static EUCLID: Description = Description::new(
    "euclid",
    "Euclid's Game",
    "Two numbers: take a multiple of the smaller one from the larger one.",
    &["euclid:21,8", "euclid:25,7/misere"],
)
.in_family(Family::Heaps)
.with_aliases(&["euclidean"])
.with_parameters(&[
    Parameter::text("numbers", "Numbers", "two numbers, as in 21,8").with_choices(&["21,8", "25,7", "30,18", "55,34", "99,70"]),
    MISERE,
])
.with_nouns(STONES)
.with_prompt("Take (stones from heap)? ", "Type how many stones, a multiple of the smaller number, and from which heap.");

static FIBONACCI: Description = Description::new(
    "fibonacci",
    "Fibonacci Nim",
    "One heap: take at most twice what was taken before.",
    &["fibonacci:20", "fibonacci:15/misere"],
)
.in_family(Family::Heaps)
.with_daily([&["fibonacci:20"], &["fibonacci:20"], &["fibonacci:30"]])
.with_aliases(&["fib", "fibonacci's nim"])
.with_parameters(&[
    Parameter::text("stones", "Stones", "a number of stones, as in 20").with_choices(&["20", "13", "30", "50", "99"]),
    MISERE,
])
.with_nouns(STONES)
.with_prompt("Take (stones)? ", "Type how many stones you take.");

/// Returns the description of the games of a rule.
pub(super) fn description(rule: Rule) -> &'static Description {
    match rule {
        Rule::Wythoff => &WYTHOFF,
        Rule::Moore(_) => &MOORE,
        Rule::Euclid => &EUCLID,
        Rule::Fibonacci => &FIBONACCI,
    }
}

impl Described for Classic {
    fn kinds() -> Vec<&'static Description> {
        vec![&WYTHOFF, &EUCLID, &FIBONACCI, &MOORE]
    }

    fn description(&self) -> &'static Description {
        description(self.rule)
    }

    fn values(&self) -> Vec<String> {
        let last = if self.misere { LAST_MOVE.1 } else { LAST_MOVE.0 };
        let several = match self.rule {
            Rule::Moore(most) => Some(most.to_string()),
            _ => None,
        };
        several.into_iter().chain([self.heaps_written(), last.to_string()]).collect()
    }

    fn check_playable(&self) -> Result<(), TooLarge> {
        const HEAPS: usize = 20;
        const STONES: u32 = 99;
        const MOVES: usize = 2_000;
        let heaps = &self.start.heaps;
        let example = self.description().examples[0];
        if heaps.len() > HEAPS || heaps.iter().any(|&stones| stones > STONES) {
            let limit = format!("a game to play has at most {HEAPS} heaps of at most {STONES} stones");
            return Err(TooLarge::ForPeople { limit, example });
        }
        // With several heaps at once there are soon too many moves to look at.
        if self.moves(&self.start).take(MOVES + 1).count() > MOVES {
            let limit = format!("a game to play has at most {MOVES} moves to choose from");
            return Err(TooLarge::ForPeople { limit, example });
        }
        Ok(())
    }
}

impl Classic {
    fn heaps_written(&self) -> String {
        Stones { limit: None, ..self.start.clone() }.to_string()
    }

    /// Says what is taken: `3 stones from heap 1`, `2 stones from both heaps`, `1 stone from heap 1 and 2
    /// from heap 3`.
    fn what_is_taken(&self, takes: &Takes) -> String {
        match (self.rule, takes.0.as_slice()) {
            (Rule::Fibonacci, &[(_, stones)]) => counted(stones.into(), "stone"),
            (Rule::Wythoff, &[(_, stones), _]) => format!("{} from each heap", counted(stones.into(), "stone")),
            (_, all) => {
                let each = all.iter().map(|&(heap, stones)| format!("{} from heap {heap}", counted(stones.into(), "stone")));
                crate::notation::listed(&each.collect::<Vec<_>>())
            }
        }
    }
}

impl Drawn for Classic {
    fn layout(&self, stones: &Stones) -> Layout {
        Layout::rows_of(Shape::Heaps, &self.start.heaps, &stones.heaps)
    }

    /// Returns the take of a stone and all stones to its right, if that is allowed.
    fn move_at(&self, stones: &Stones, place: Place) -> Option<Takes> {
        self.moves_at(stones, place).into_iter().next()
    }

    /// In Wythoff's game also offers to take as many from both heaps, and in Moore's to take from other heaps
    /// too.
    fn moves_at(&self, stones: &Stones, place: Place) -> Vec<Takes> {
        let left = stones.heap(place.row).unwrap_or(0);
        let Some(taken) = (left + 1).checked_sub(place.col).filter(|&taken| taken > 0 && place.col > 0) else {
            return Vec::new();
        };
        let all = match self.rule {
            Rule::Wythoff => vec![Takes::one(place.row, taken), Takes(vec![(1, taken), (2, taken)])],
            Rule::Moore(most) => with_others(stones, (place.row, taken), most as usize),
            Rule::Euclid | Rule::Fibonacci => vec![Takes::one(place.row, taken)],
        };
        all.into_iter().filter(|takes| self.check(stones, takes).is_ok() || self.is_blunder(stones, takes)).collect()
    }

    /// Heaps may have any size up to that of the start, if the game can get there.
    fn set_up(&self, stones: &Stones, place: Place, left: bool) -> Option<Stones> {
        let mut next = stones.clone();
        let heap = next.heaps.get_mut(place.row.checked_sub(1)? as usize)?;
        let asked = if left { place.col } else { place.col.checked_sub(1)? };
        *heap = if left { (*heap).max(asked) } else { (*heap).min(asked) };
        if next == *stones {
            return Some(next);
        }
        // In a position that was set up nothing has been taken yet, so any number may be taken.
        next.limit = next.limit.map(|_| next.heaps.iter().sum());
        self.admits(&next).is_ok().then_some(next)
    }

    fn piece_of(&self, stones: &Stones, takes: &Takes) -> Option<Place> {
        let place = |&(row, taken): &(u32, u32)| {
            Some(Place::new(row, (stones.heap(row)? + 1).checked_sub(taken)?))
        };
        takes.0.iter().filter_map(place).find(|&place| self.moves_at(stones, place).contains(takes))
    }
}

/// Lists takes from one heap together with others, but not too many to look through.
fn with_others(stones: &Stones, first: (u32, u32), most: usize) -> Vec<Takes> {
    const MOST_OFFERED: usize = 100;
    let mut all = vec![Takes(vec![first])];
    for heap in (1..=stones.heaps.len() as u32).filter(|&heap| heap != first.0) {
        for so_far in 0..all.len() {
            for taken in 1..=stones.heap(heap).unwrap_or(0) {
                if all[so_far].0.len() >= most || all.len() >= MOST_OFFERED {
                    break;
                }
                let mut more = all[so_far].0.clone();
                more.push((heap, taken));
                more.sort_unstable();
                all.push(Takes(more));
            }
        }
    }
    all
}

impl Words for Classic {
    fn rule(&self) -> String {
        let rule = match self.rule {
            Rule::Wythoff => "Take any number of stones from one heap, or the same number from both.".to_string(),
            Rule::Moore(1) => "Take one or more stones, all from one heap.".to_string(),
            Rule::Moore(most) => format!("Take as many stones as you like from up to {most} heaps, at least one in all."),
            Rule::Euclid => "Take a multiple of the smaller number from the larger one.".to_string(),
            Rule::Fibonacci => {
                "Take at most twice as many as were taken before; at first, anything but all of them.".to_string()
            }
        };
        let end = match (self.rule, self.misere) {
            (Rule::Euclid, false) => "Whoever makes one of them zero wins.",
            (Rule::Euclid, true) => "Whoever makes one of them zero loses.",
            (_, false) => "Whoever takes the last stone wins.",
            (_, true) => "Whoever takes the last stone loses.",
        };
        format!("{rule}\n{end}")
    }

    fn title(&self) -> String {
        let several = match self.rule {
            Rule::Moore(most) => format!(", {most} at once"),
            _ => String::new(),
        };
        let misere = if self.misere { ", misère" } else { "" };
        format!("{} {}{several}{misere}", self.description().title, self.heaps_written())
    }

    fn scene(&self) -> String {
        match self.start.heaps.as_slice() {
            [stones] => counted((*stones).into(), "stone"),
            heaps => format!("Heaps of stones, {}", heaps.len()),
        }
    }

    /// In Fibonacci Nim also says how many may be taken next, so that nobody has to remember it.
    fn told(&self, stones: &Stones, takes: &Takes, who: Who<'_>) -> String {
        let next = self.play_unchecked(stones, takes).limit.filter(|&limit| limit > 0);
        let next = next.map_or(String::new(), |limit| format!("; now at most {limit} may be taken"));
        format!("{} {}{next}", who.verb("takes", "take"), self.what_is_taken(takes))
    }

    fn in_words(&self, _: &Stones, takes: &Takes) -> String {
        self.what_is_taken(takes)
    }

    fn advice(&self, _: &Stones, takes: &Takes) -> String {
        format!("Taking {}", self.what_is_taken(takes))
    }

    fn offered(&self, _: &Stones, takes: &Takes, _: Place) -> String {
        self.what_is_taken(takes)
    }

    fn place(&self, stones: &Stones, place: Place) -> String {
        match stones.heap(place.row) {
            Some(left) if place.col <= left => format!("Heap {}, stone {} of {left}", place.row, place.col),
            _ => format!("Heap {}", place.row),
        }
    }

    /// Says how many may be taken, if that depends on the move before.
    fn limit(&self, stones: &Stones) -> Option<String> {
        let limit = stones.limit.filter(|&limit| limit > 0)?;
        Some(format!("You may take up to {}.", counted(limit.into(), "stone")))
    }

    fn lesson(&self, stones: &Stones) -> Option<String> {
        self.limit(stones)
    }

    fn figure(&self, stones: &Stones) -> Option<String> {
        figure(self, stones)
    }

    fn argument(&self, stones: &Stones) -> Option<Argument> {
        argument(self, stones)
    }

    fn out_of_reach(&self, _: &Stones, _: Measure, _: &Effort) -> String {
        "there is no formula for it, and a table would be too large".to_string()
    }

    fn grundy_condition(&self) -> Option<&'static str> {
        self.misere.then_some("if nobody may make the last move")
    }

    fn ending(&self, _: &Stones, ending: Ending, loser: Who<'_>) -> String {
        let (subject, object) = (loser.subject(), loser.object());
        match ending {
            Ending::NoMoveLeft if self.misere => format!("{subject} {} to make the last move.", loser.verb("has", "have")),
            Ending::NoMoveLeft if self.rule == Rule::Euclid => format!("One number is zero: no take is left for {object}."),
            Ending::NoMoveLeft => format!("No stone is left for {object}."),
            Ending::Blunder => format!("{subject} made the last move."),
            Ending::Resigned => format!("{subject} resigned."),
        }
    }
}
