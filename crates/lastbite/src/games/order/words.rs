//! The words and the descriptions of games on an order, for each kind.

use super::argument::argument;
use super::elements::Elements;
use super::kind::{Kind, OrderError};
use super::lesson::{BOXES, DIVISION, NAMES};
use super::rules::{Element, Order};
use crate::argument::Argument;
use crate::description::{Described, Description, Family, Nouns, Parameter};
use crate::game::{Ending, Game, TooLarge};
use crate::layout::Place;
use crate::notation::{Quoted, counted};
use crate::theory::{Theorem, Theory};
use crate::words::{Who, Words, only_poison_left};

static BOX: Description = Description::new(
    "box",
    "Chomp in space",
    "A box of chocolate cubes, one of them poison: make your opponent take it.",
    &["chomp:3x3x3", "chomp:2x2x2x2"],
)
.in_family(Family::Bites)
.with_daily([&["chomp:3x3x3"], &["chomp:3x3x3"], &["chomp:3x3x3"]])
.beginning("chomp:")
.with_aliases(&["3d chomp", "chomp 3d", "cube", "cubes"])
.with_parameters(&[Parameter::text("size", "Size", "three sides or more, as in 3x4x5")
    .with_choices(&["3x3x3", "2x3x4", "3x4x5", "4x4x4", "2x2x7", "5x5x5", "2x2x2x2", "2x2x2x3", "3x3x3x3"])])
.with_nouns(Nouns::new("cube", "bite", "eaten", ("eats", "eat")))
.with_prompt("Bite (three numbers or more, as in 2,1,1)? ", "A bite is a number along each side.")
.with_lesson(BOXES);

static DIVISORS: Description = Description::new(
    "divisors",
    "Divisors",
    "Name a divisor, and its multiples go with it: make your opponent take the 1.",
    &["divisors:72", "divisors:720"],
)
.in_family(Family::Bites)
.with_daily([&["divisors:72"], &["divisors:180"], &["divisors:720"]])
.with_aliases(&["divisor"])
.with_parameters(&[Parameter::text("number", "Number", "the number to divide, as in 72")
    .with_choices(&["72", "60", "100", "180", "210", "360", "720", "1001", "2310", "5040"])])
.with_nouns(Nouns::new("divisor", "divisor", "taken", ("takes", "take")))
.with_prompt("Which divisor? ", "A move is a divisor that is left.")
.with_lesson(DIVISION);

static SUBSETS: Description = Description::new(
    "subsets",
    "Subsets",
    "Take a subset, and all sets that contain it go with it: take the last one.",
    &["subsets:5,2", "subsets:4"],
)
.in_family(Family::Bites)
.with_daily([&["subsets:4"], &["subsets:5,2"], &["subsets:5,2"]])
.with_aliases(&["sets", "subset"])
.with_parameters(&[Parameter::text("set", "Set", "as in 5,2: at most 2 of 5; or 4")
    .with_choices(&["5,2", "4,2", "6,2", "5,3", "3", "4", "5", "6"])])
.with_nouns(Nouns::new("subset", "subset", "taken", ("takes", "take")))
.with_prompt("Subset? ", "A move is a subset that is left, by its elements.");

static TREE: Description =
    Description::new(
        "tree",
        "Trees",
        "Cut a node, and everything that grows from it falls: make the last cut.",
        &["tree:0,1,1,2,2,0,6", "tree:0,1,1"],
    )
.in_family(Family::Bites)
.with_daily([&["tree:0,1,1,2,2,0,6"], &["tree:0,1,2,3,0,5,5,5,0,9,9"], &[]])
.with_aliases(&["tree cutting"])
    .with_parameters(&[Parameter::text("parents", "Parents", "each node's parent, as in 0,1,1")
        .with_choices(&["0,1,1,2,2,0,6", "0,1,1", "0,1,1,0", "0,1,1,3,3,0,6,7,7", "0,1,2,3,0,5,5,5,0,9,9"])])
    .with_nouns(Nouns::new("node", "cut", "cut off", ("cuts off", "cut off")))
    .with_prompt("Cut which node? ", "A cut is the number of a node.");

static NAMED: Description = Description::new(
    "poset",
    "An order of your own",
    "Take a piece, and everything above it goes with it: take the last one.",
    &["poset:a.c,a.d,b.d,b.e", "poset:a.b,b.c,d"],
)
.in_family(Family::Own)
.with_aliases(&["order", "partial order", "own order"])
.with_parameters(&[Parameter::text("pairs", "Pairs", "lower.upper, as in a.b,b.c,d").with_choices(
    &[
        "a.c,a.d,b.d,b.e",
        "a.b,b.c,d",
        "a.b,a.c,d",
        "a.c,b.c,b.d",
        "a.b,a.c,b.d,c.d,e.f",
    ],
)])
.with_nouns(Nouns::new("piece", "move", "taken", ("takes", "take")))
.with_prompt("Piece? ", "A move is the name of a piece that is left.")
.with_lesson(NAMES);

impl Order {
    pub(super) fn how_to_move(&self) -> &'static str {
        // This is the end of a sentence.
        match self.kind() {
            Kind::Box(_) => "a bite is a number along each side, with commas between them",
            Kind::Divisors(_) => "a move is a divisor of the number",
            Kind::Subsets { .. } => "a move is a subset, its elements one after the other",
            Kind::Tree(_) => "a cut is the number of a node",
            Kind::Named(_) => "a move is the name of a piece",
        }
    }

    /// Names an element with its kind: `cube 2,3,1`.
    pub(super) fn named(&self, element: Element) -> String {
        format!("{} {}", self.description().nouns.piece, self.name(element))
    }

    fn taken_with(&self, left: &Elements, element: Element) -> u64 {
        self.taken_by(left, element) as u64
    }
}

impl Described for Order {
    fn kinds() -> Vec<&'static Description> {
        vec![&BOX, &DIVISORS, &SUBSETS, &TREE, &NAMED]
    }

    fn claims(text: &str) -> bool {
        Kind::claims(text)
    }

    fn from_file(name: &str, contents: &str) -> Option<Result<Self, OrderError>> {
        Some(Kind::from_file(name, contents)?.and_then(Order::of))
    }

    fn description(&self) -> &'static Description {
        match self.kind() {
            Kind::Box(_) => &BOX,
            Kind::Divisors(_) => &DIVISORS,
            Kind::Subsets { .. } => &SUBSETS,
            Kind::Tree(_) => &TREE,
            Kind::Named(_) => &NAMED,
        }
    }

    fn values(&self) -> Vec<String> {
        let text = self.to_string();
        vec![text.split_once(':').map_or("", |(_, value)| value).to_string()]
    }

    fn check_playable(&self) -> Result<(), TooLarge> {
        let (most, example) = match self.kind() {
            Kind::Box(_) => (512, "3x4x5"),
            Kind::Divisors(_) => (128, "720"),
            Kind::Subsets { .. } => (128, "4"),
            Kind::Tree(_) => (128, "0,1,1"),
            Kind::Named(_) => (128, "a.b,b.c,d"),
        };
        let many = self.finite().len();
        if many <= most {
            return Ok(());
        }
        let piece = self.description().nouns.piece;
        Err(TooLarge::ForPeople { limit: format!("a game to play has at most {}", counted(most as u64, piece)), example })
    }
}

impl Words for Order {
    fn rule(&self) -> String {
        match self.kind() {
            Kind::Box(_) => {
                "Bite a cube: it is eaten, with every cube at or beyond it in all directions.\n\
                 If you eat the poison, P, you lose."
            }
            Kind::Divisors(_) => {
                "Name a divisor: it goes, and all its multiples go with it.\nWhoever names 1 has lost."
            }
            Kind::Subsets { .. } => {
                "Take a subset: all sets that contain it go with it.\nWhoever takes the last one wins."
            }
            Kind::Tree(_) => {
                "Cut a node: it falls, and everything that grows from it falls too.\nWhoever makes the last cut wins."
            }
            Kind::Named(_) => {
                "Take a piece: everything above it goes with it.\nWhoever takes the last one wins."
            }
        }
        .to_string()
    }

    fn short_rule(&self) -> String {
        match self.kind() {
            Kind::Box(_) => "Bite a cube; whoever eats P loses.",
            Kind::Divisors(_) => "Name a divisor; its multiples go too; 1 loses.",
            Kind::Subsets { .. } => "Take a subset; sets that contain it go too.",
            Kind::Tree(_) => "Cut a node; the last cut wins.",
            Kind::Named(_) => "Take a piece; what is above it goes too.",
        }
        .to_string()
    }

    fn title(&self) -> String {
        let value = Quoted::new(&self.values().concat()).to_string();
        let value = value.trim_matches('\'');
        match self.kind() {
            Kind::Box(_) => format!("Chomp {value}"),
            Kind::Divisors(_) => format!("Divisors of {value}"),
            Kind::Subsets { of, most: None } => format!("Subsets of {of}"),
            Kind::Subsets { of, most: Some(most) } => format!("Subsets of {of}, at most {most}"),
            Kind::Tree(_) => format!("Tree {value}"),
            Kind::Named(_) => format!("Order {value}"),
        }
    }

    fn scene(&self) -> String {
        let pieces = counted(self.finite().len() as u64, self.description().nouns.piece);
        match self.kind() {
            Kind::Box(sides) => {
                let sides: Vec<String> = sides.iter().map(u32::to_string).collect();
                format!("Box of chocolate, {}, {pieces}", sides.join(" by "))
            }
            Kind::Divisors(number) => format!("The divisors of {number}, {pieces}"),
            Kind::Subsets { of, .. } => format!("Subsets of a set of {of}, {pieces}"),
            Kind::Tree(_) => format!("A forest, {pieces}"),
            Kind::Named(_) => format!("An order, {pieces}"),
        }
    }

    fn told(&self, before: &Elements, element: &Element, who: Who<'_>) -> String {
        let (name, many) = (self.name(*element), self.taken_with(before, *element));
        let others = many.saturating_sub(1);
        match self.kind() {
            Kind::Box(_) => {
                let cubes = counted(many, "cube");
                format!("{} {name} and {} {cubes}", who.verb("bites", "bite"), who.verb("eats", "eat"))
            }
            Kind::Divisors(_) => {
                let gone = match others {
                    0 => "takes it alone".to_string(),
                    1 => "takes it and 1 multiple".to_string(),
                    others => format!("takes it and {others} multiples"),
                };
                let gone = if who == Who::You { gone.replacen("takes", "take", 1) } else { gone };
                format!("{} {name} and {gone}", who.verb("names", "name"))
            }
            Kind::Subsets { .. } => {
                let takes = who.verb("takes", "take");
                match others {
                    0 => format!("{takes} {name}"),
                    1 => format!("{takes} {name} and 1 set that contains it"),
                    others => format!("{takes} {name} and {others} sets that contain it"),
                }
            }
            Kind::Tree(_) => {
                let cuts = who.verb("cuts", "cut");
                match others {
                    0 => format!("{cuts} node {name}"),
                    others => format!("{cuts} node {name}, and {} with it", falls(others)),
                }
            }
            Kind::Named(_) => {
                let takes = who.verb("takes", "take");
                match others {
                    0 => format!("{takes} {name}"),
                    others => format!("{takes} {name} and {} above it", counted(others, "piece")),
                }
            }
        }
    }

    fn advice(&self, _: &Elements, element: &Element) -> String {
        let name = self.name(*element);
        match self.kind() {
            Kind::Box(_) => format!("Biting {name}"),
            Kind::Divisors(_) => format!("Naming {name}"),
            Kind::Tree(_) => format!("Cutting node {name}"),
            Kind::Subsets { .. } | Kind::Named(_) => format!("Taking {name}"),
        }
    }

    fn place(&self, _: &Elements, place: Place) -> String {
        match self.places().at(place) {
            Some(element) => {
                let named = self.named(Element::from(element));
                let mut letters = named.chars();
                let first = letters.next().map(|first| first.to_ascii_uppercase());
                first.into_iter().chain(letters).collect()
            }
            None => String::new(),
        }
    }

    fn argument(&self, left: &Elements) -> Option<Argument> {
        argument(self, left)
    }

    /// Says what is known about a whole box or about all divisors, however many.
    fn lesson(&self, left: &Elements) -> Option<String> {
        let stolen = matches!(self.theorem(left), Some(Theorem::Won(None))) && *left == self.start();
        stolen.then(|| "The first player can always win. Can you find how?".to_string())
    }

    fn ending(&self, _: &Elements, ending: Ending, loser: Who<'_>) -> String {
        let (subject, object) = (loser.subject(), loser.object());
        match (ending, self.kind()) {
            (Ending::NoMoveLeft, Kind::Box(_)) => only_poison_left(loser),
            (Ending::NoMoveLeft, Kind::Divisors(_)) => format!("Only 1 is left for {object} to name."),
            (Ending::NoMoveLeft, Kind::Tree(_)) => format!("Nothing is left for {object} to cut."),
            (Ending::NoMoveLeft, _) => format!("Nothing is left for {object} to take."),
            (Ending::Blunder, Kind::Divisors(_)) => format!("{subject} named 1."),
            (Ending::Blunder, _) => format!("{subject} ate the poison."),
            (Ending::Resigned, _) => format!("{subject} resigned."),
        }
    }
}

/// Says how many nodes fall.
fn falls(many: u64) -> String {
    format!("{} {}", counted(many, "node"), if many == 1 { "falls" } else { "fall" })
}
