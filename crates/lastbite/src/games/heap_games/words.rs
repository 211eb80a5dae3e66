//! The words, the descriptions and the layout of the heap games.

use super::argument::{argument, figure};
use super::game::{HeapGame, Name};
use super::lesson::{PINS, STICKS};
use super::notation::{HeapMove, How, Left};
use super::piles::{Pile, Piles};
use super::rule::Rule;
use crate::argument::Argument;
use crate::description::{Described, Description, Family, Nouns, Parameter};
use crate::game::{Ending, Game, Purpose, Standing, TooLarge};
use crate::layout::{Drawn, Layout, Look, Piece, Place, Role, Shape, by_moves};
use crate::notation::counted;
use crate::words::{Who, Words, written_by_hand};

/// The names of the two ways to play.
const LAST_MOVE: (&str, &str) = ("wins", "loses (misère)");

/// Whether the last move wins or loses.
const MISERE: Parameter = Parameter::switch("misere", "Last move", "/misere", LAST_MOVE.0, LAST_MOVE.1);

const fn heaps(accepted: &'static str) -> Parameter {
    Parameter::text("heaps", "Heaps", accepted)
}

static SUBTRACT: Description = Description::new(
    "subtract",
    "Sticks",
    "21 sticks: take one, two or three at a time, and take the last one.",
    &["subtract:1,2,3:21", "subtract:1,3,4:12,17/misere"],
)
.in_family(Family::Heaps)
.with_daily([&["subtract:1,2,3:12,17"], &["subtract:1,2,3:12,17"], &[]])
.with_aliases(&["subtraction", "stick", "matches", "matchsticks"])
.with_parameters(&[
    Parameter::text("takes", "Takes", "how many at a time, as in 1,2,3")
        .with_choices(&["1,2,3", "1,2", "1,2,3,4,5", "1,3,4", "2,3,5", "1,5,10"]),
    heaps("the sticks of each heap, as in 21 or 12,17")
        .following(":")
        .with_choices(&["21", "15", "30", "12,17", "7,9,11", "99"]),
    MISERE,
])
.with_nouns(Nouns::new("stick", "take", "taken", ("takes", "take")))
.with_prompt("Take (sticks from heap)? ", "Type how many sticks and from which heap.")
.with_lesson(STICKS);

static KAYLES: Description = Description::new(
    "kayles",
    "Kayles",
    "Pins in a row: knock down one, or two side by side.",
    &["kayles:12", "kayles:8,9/misere"],
)
.in_family(Family::Rows)
.with_daily([&["kayles:12"], &["kayles:12"], &["kayles:8,9"]])
.with_aliases(&["pins", "skittles", "rip van winkle"])
.with_parameters(&[
    heaps("the pins of each row, as in 12 or 8,9").with_choices(&["12", "7", "8,9", "20", "5,6,7"]),
    MISERE,
])
.with_nouns(Nouns::new("pin", "throw", "down", ("knocks down", "knock down")))
.with_prompt(
    "Knock down (pins from heap)? ",
    "Type how many pins and from which heap; add what is left on each side unless you take from its end.",
)
.with_lesson(PINS);

static DAWSON: Description = Description::new(
    "dawson",
    "Dawson's Chess",
    "Take a stone with its neighbours, however many it has.",
    &["dawson:12", "dawson:7,9/misere"],
)
.in_family(Family::Rows)
.with_daily([&["dawson:12"], &["dawson:20"], &[]])
.with_aliases(&["dawson's"])
.with_parameters(&[
    heaps("the stones of each row, as in 12 or 7,9").with_choices(&["12", "7", "7,9", "20"]),
    MISERE,
])
.with_nouns(STONES)
.with_prompt(PROMPT, SPLITTING);

static TREBLECROSS: Description = Description::new(
    "treblecross",
    "Treblecross",
    "Crosses in a row: never let your opponent make three side by side.",
    &["treblecross:19"],
)
.in_family(Family::Rows)
.with_daily([&["treblecross:25"], &[], &[]])
.with_aliases(&["treble cross", "one-dimensional tic-tac-toe", "1d tic-tac-toe"])
.with_parameters(&[
    Parameter::text("squares", "Squares", "the squares of each row, as in 19").with_choices(&["19", "9", "16", "25"])
])
.with_nouns(Nouns::new("square", "mark", "out", ("takes out", "take out")))
.with_prompt("Mark (square in heap)? ", "Type the number of a square and the heap it is in.");

static GRUNDY: Description = Description::new(
    "grundy",
    "Grundy's Game",
    "Split a heap of coins into two that are not equal.",
    &["grundy:12", "grundy:7,9/misere"],
)
.in_family(Family::Rows)
.with_parameters(&[
    heaps("the coins of each heap, as in 12 or 7,9").with_choices(&["12", "7", "7,9", "20"]),
    MISERE,
])
.with_nouns(Nouns::new("coin", "split", "gone", ("splits off", "split off")))
.with_prompt("Split (heap into heaps)? ", "A split is a heap and what becomes of it.");

static LASKER: Description = Description::new(
    "lasker",
    "Lasker's Nim",
    "Take from a heap, or split it.",
    &["lasker:3,4", "lasker:2,3,5/misere"],
)
.in_family(Family::Rows)
.with_daily([&["lasker:3,4"], &["lasker:3,4"], &[]])
.with_aliases(&["lasker's"])
.with_parameters(&[
    heaps("the stones of each heap, as in 3,4").with_choices(&["3,4", "7", "2,3,5", "5,7,9"]),
    MISERE,
])
.with_nouns(STONES)
.with_prompt(PROMPT, "A move takes stones from a heap, or splits a heap into two.");

static OCTAL: Description = Description::new(
    "octal",
    "Octal games",
    "Take and split as a code says; 0.77 is Kayles.",
    &["octal:0.77:8,9", "octal:4.7:9/misere"],
)
.in_family(Family::Own)
.with_aliases(&["octal code", "hexadecimal", "hex"])
.with_parameters(&[
    Parameter::text("code", "Code", "octal or hexadecimal, as in 0.77")
        .with_choices(&["0.77", "0.137", "0.07", "0.6", "0.33", "4.7", "0.8"]),
    heaps("the stones of each heap, as in 8,9").following(":").with_choices(&["8,9", "12", "7", "5,6,7"]),
    MISERE,
])
.with_nouns(STONES)
.with_prompt(PROMPT, SPLITTING);

const STONES: Nouns = Nouns::new("stone", "move", "taken", ("takes", "take"));
const PROMPT: &str = "Move (stones from heap)? ";
const SPLITTING: &str =
    "A move is how many stones from which heap, and what it leaves on both sides unless it is the end.";

/// Returns the description of the games of a name.
pub(super) fn description(name: Name) -> &'static Description {
    match name {
        Name::Subtract => &SUBTRACT,
        Name::Octal => &OCTAL,
        Name::Kayles => &KAYLES,
        Name::Dawson => &DAWSON,
        Name::Treblecross => &TREBLECROSS,
        Name::Grundy => &GRUNDY,
        Name::Lasker => &LASKER,
    }
}

impl Described for HeapGame {
    fn kinds() -> Vec<&'static Description> {
        Name::ALL.map(description).to_vec()
    }

    fn description(&self) -> &'static Description {
        description(self.name())
    }

    fn values(&self) -> Vec<String> {
        let last = if self.is_misere() { LAST_MOVE.1 } else { LAST_MOVE.0 };
        let mut values: Vec<String> = self.rule_written().into_iter().collect();
        values.push(super::piles::written(self.heaps()));
        values.push(last.to_string());
        values.truncate(self.description().parameters.len());
        values
    }

    fn check_playable(&self) -> Result<(), TooLarge> {
        const HEAPS: usize = 20;
        let rule = self.rule_of_heaps();
        // Heaps that can be cut have a piece between any two stones, and there are many splits into three.
        let most: u32 = if rule.splits_in_three() { 20 } else if rule.cuts() { 40 } else { 99 };
        if self.has_short_rows() {
            return Err(TooLarge::ForPeople {
                limit: "a row to play with has 3 squares or more, so that somebody can make three".to_string(),
                example: "12",
            });
        }
        if self.heaps().len() <= HEAPS && self.heaps().iter().all(|&stones| stones <= most) {
            // Where any number of stones may be taken and the rest be split, there are many moves.
            return Standing::start(self.clone()).check_size(Purpose::Play);
        }
        let piece = self.description().nouns.piece;
        let limit = format!("this game is played with 1 to {HEAPS} heaps of at most {most} {piece}s");
        Err(TooLarge::ForPeople { limit, example: self.description().examples[0] })
    }
}

impl HeapGame {
    /// Returns the column of a stone; if heaps can be cut, there is room between any two stones.
    fn column(&self, stone: u32) -> u32 {
        if self.rule_of_heaps().cuts() { 2 * stone - 1 } else { stone }
    }

    /// Returns the heap that a place belongs to, its number, how many of its stones come before the place,
    /// and whether the place is between two stones.
    fn found(&self, piles: &Piles, place: Place) -> Option<(Pile, u32, u32, bool)> {
        let cuts = self.rule_of_heaps().cuts();
        let between = cuts && place.col.is_multiple_of(2);
        let stone = if cuts { place.col.div_ceil(2) } else { place.col };
        let stone = if between { place.col / 2 } else { stone };
        let index = piles.0.iter().position(|pile| pile.has(place.row, stone))?;
        let pile = piles.0[index];
        let before = stone - pile.from;
        (!between || before + 1 < pile.stones).then_some((pile, index as u32 + 1, before, between))
    }

    /// Returns the move that takes this many stones after this many others of a heap.
    fn window(&self, stones: u32, before: u32, taken: u32) -> Option<How> {
        let behind = stones.checked_sub(before.checked_add(taken)?)?;
        let how = if behind == 0 { How::Take(taken) } else { How::Leave(taken, Left::Two(before, behind)) };
        self.rule_of_heaps().allows(stones, how).then_some(how)
    }

    /// Names the rows by the numbers of the heaps in them, which moves are written with.
    fn heads(&self, piles: &Piles) -> Vec<String> {
        let mut heads = vec!["-".to_string(); self.heaps().len()];
        for (same, first) in piles.0.chunk_by(|a, b| a.row == b.row).scan(1, |next, same| {
            *next += same.len();
            Some((same, *next - same.len()))
        }) {
            let last = first + same.len() - 1;
            if let Some(head) = heads.get_mut(same[0].row as usize - 1) {
                *head = if first < last { format!("{first}-{last}") } else { first.to_string() };
            }
        }
        heads
    }

    /// Lists the moves of a piece, its main one first.
    fn hows_at(&self, piles: &Piles, place: Place) -> Vec<HeapMove> {
        let Some((pile, heap, before, between)) = self.found(piles, place) else { return Vec::new() };
        let rule = self.rule_of_heaps();
        let hows: Vec<How> = if between {
            vec![How::Leave(0, Left::Two(before + 1, pile.stones - before - 1))]
        } else if let Rule::Treblecross = rule {
            vec![How::Mark(before + 1)]
        } else if self.name() == Name::Dawson {
            // A stone with its neighbours; if only two stones are left, the first one stands for both.
            let from = before.saturating_sub(1);
            let taken = (before + 2).min(pile.stones) - from;
            let alone = pile.stones == 2 && before == 1;
            self.window(pile.stones, from, taken).into_iter().filter(|_| !alone).collect()
        } else if rule.takes_inside() {
            let Rule::Code(code) = rule else { return Vec::new() };
            let most = code.most_taken().min(pile.stones);
            let from_here = (1..=most).filter_map(|taken| self.window(pile.stones, before, taken));
            let mut hows: Vec<How> = from_here.collect();
            // Moves that begin at the stone before are offered here too, but not as the main move.
            if let (false, Some(before)) = (hows.is_empty(), before.checked_sub(1)) {
                hows.extend((2..=most).filter_map(|taken| self.window(pile.stones, before, taken)));
            }
            hows
        } else {
            vec![How::Take(pile.stones - before)]
        };
        hows.into_iter().filter(|&how| rule.allows(pile.stones, how)).map(|how| HeapMove { heap, how }).collect()
    }

    /// States the rule in a sentence.
    pub(super) fn told_rule(&self) -> String {
        let piece = self.description().nouns.piece;
        match self.name() {
            Name::Kayles => "Knock down one pin, or two pins side by side.".to_string(),
            Name::Dawson => "Take a stone and its neighbours: one stone alone, two at an end, or three.".to_string(),
            _ => self.rule_of_heaps().told(piece),
        }
    }

    /// Says whether the stones of a row have numbers on paper, where some are taken from its middle.
    fn has_numbers(&self) -> bool {
        let rule = self.rule_of_heaps();
        rule.takes_inside() && !rule.cuts()
    }

    /// Names a heap if there are several: ` from heap 2`.
    fn in_heap(&self, piles: &Piles, heap: u32) -> String {
        if self.heaps().len() == 1 && piles.0.len() <= 1 { String::new() } else { format!(" from heap {heap}") }
    }

    /// Says what a move does, beginning with a verb: `take 3 sticks from heap 2`.
    fn doing(&self, piles: &Piles, mv: &HeapMove, take: &str, split: &str, mark: &str) -> String {
        let piece = self.description().nouns.piece;
        let from = self.in_heap(piles, mv.heap);
        let taken = |stones: u32| format!("{take} {}{from}", counted(stones.into(), piece));
        match mv.how {
            How::Take(stones) => taken(stones),
            How::Leave(stones, Left::Two(0, rest)) => format!("{}, leaving the last {rest}", taken(stones)),
            How::Leave(0, left) => format!("{split} heap {} into {}", mv.heap, heaps_listed(left)),
            How::Leave(stones, left) => format!("{}, leaving {}", taken(stones), heaps_listed(left)),
            How::Mark(square) => {
                let pile = piles.pile(mv.heap);
                let square = pile.map_or(square, |pile| pile.from.saturating_add(square).saturating_sub(1));
                let row = pile.filter(|_| self.heaps().len() > 1).map_or(String::new(), |pile| format!(" of row {}", pile.row));
                format!("{mark} square {square}{row}")
            }
        }
    }
}

fn heaps_listed(left: Left) -> String {
    match left {
        Left::Two(a, b) => format!("{a} and {b}"),
        Left::Three(a, b, c) => format!("{a}, {b} and {c}"),
    }
}

impl Drawn for HeapGame {
    /// Lays out every heap of the start in a row; what is left of it stays where it was.
    fn layout(&self, piles: &Piles) -> Layout {
        let cuts = self.rule_of_heaps().cuts();
        let mut left: Vec<Vec<bool>> = self.heaps().iter().map(|&stones| vec![false; stones as usize]).collect();
        let mut held = if cuts { left.clone() } else { Vec::new() };
        for pile in &piles.0 {
            let Some(row) = (pile.row as usize).checked_sub(1).filter(|&row| row < left.len()) else { continue };
            let from = (pile.from as usize - 1).min(left[row].len());
            let to = (from + pile.stones as usize).min(left[row].len());
            left[row][from..to].fill(true);
            if cuts && to > from {
                held[row][from..to - 1].fill(true);
            }
        }
        let mut pieces = Vec::new();
        for (row, stones) in left.iter().enumerate() {
            let place = |col: u32| Place::new(row as u32 + 1, col);
            for (index, &is_left) in stones.iter().enumerate() {
                let col = self.column(index as u32 + 1);
                pieces.push(Piece::new(place(col), is_left));
                if cuts && index + 1 < stones.len() {
                    pieces.push(Piece::new(place(col + 1), held[row][index]).with_role(Role::Joint));
                }
            }
        }
        let look = match self.name() {
            Name::Subtract => Look::Stick,
            Name::Kayles => Look::Pin,
            Name::Treblecross => Look::Cross,
            Name::Grundy => Look::Coin,
            _ => Look::Stone,
        };
        let layout = Layout::new(Shape::Heaps, pieces).made_of(look);
        if self.rule_of_heaps().splits() { layout.with_heads(self.heads(piles)) } else { layout }
    }

    fn move_at(&self, piles: &Piles, place: Place) -> Option<HeapMove> {
        self.hows_at(piles, place).into_iter().next()
    }

    fn moves_at(&self, piles: &Piles, place: Place) -> Vec<HeapMove> {
        self.hows_at(piles, place)
    }

    /// Heaps that stay whole may have any size; others arise from moves.
    fn set_up(&self, piles: &Piles, place: Place, left: bool) -> Option<Piles> {
        if self.rule_of_heaps().splits() {
            return by_moves(self, piles, place, left);
        }
        let mut heaps: Vec<u32> = piles.stones().collect();
        let heap = heaps.get_mut(place.row.checked_sub(1)? as usize)?;
        let asked = if left { place.col } else { place.col.checked_sub(1)? };
        *heap = if left { (*heap).max(asked) } else { (*heap).min(asked) };
        let next = Piles::laid(self.rule_of_heaps(), self.heaps(), heaps.into_iter())?;
        self.admits(&next).is_ok().then_some(next)
    }

    fn piece_of(&self, piles: &Piles, mv: &HeapMove) -> Option<Place> {
        let pile = piles.pile(mv.heap)?;
        let (before, between) = match mv.how {
            How::Take(taken) => (pile.stones.checked_sub(taken)?, false),
            How::Leave(0, Left::Two(before, _)) => (before.checked_sub(1)?, true),
            How::Leave(_, Left::Two(before, _)) => (before, false),
            How::Leave(_, Left::Three(..)) => return None,
            How::Mark(square) => (square.checked_sub(1)?, false),
        };
        let col = self.column(pile.from.checked_add(before)?) + u32::from(between);
        // The first piece that is taken, or the next one if a stone stands for its neighbours too.
        let mut places = [col, col.saturating_add(1)].map(|col| Place::new(pile.row, col)).into_iter();
        places
            .clone()
            .find(|&place| self.move_at(piles, place).as_ref() == Some(mv))
            .or_else(|| places.find(|&place| self.hows_at(piles, place).contains(mv)))
    }
}

impl Words for HeapGame {
    fn rule(&self) -> String {
        let end = match (self.is_misere(), self.name()) {
            (_, Name::Treblecross) => "Whoever has no safe square left has lost: any cross would let your opponent make three.",
            (false, _) => "Whoever makes the last move wins.",
            (true, _) => "Whoever makes the last move loses.",
        };
        format!("{}\n{end}", self.told_rule())
    }

    fn short_rule(&self) -> String {
        let last = if self.is_misere() { "loses" } else { "wins" };
        format!("{} The last move {last}.", self.told_rule())
    }

    fn title(&self) -> String {
        let heaps = super::piles::written(self.heaps());
        let title = match self.rule_of_heaps() {
            Rule::Subtract(set) => format!("Sticks {heaps}, take {}", super::rule::one_of(set)),
            Rule::Code(code) if self.name() == Name::Octal => format!("Octal game {code}, {heaps}"),
            _ => format!("{} {heaps}", self.description().title),
        };
        format!("{title}{}", if self.is_misere() { ", misère" } else { "" })
    }

    fn scene(&self) -> String {
        let piece = self.description().nouns.piece;
        match self.heaps() {
            [stones] => counted((*stones).into(), piece),
            heaps => format!("Heaps of {piece}s, {}", heaps.len()),
        }
    }

    fn told(&self, piles: &Piles, mv: &HeapMove, who: Who<'_>) -> String {
        let nouns = self.description().nouns;
        let take = who.verb(nouns.takes.0, nouns.takes.1);
        self.doing(piles, mv, take, who.verb("splits", "split"), who.verb("marks", "mark"))
    }

    fn in_words(&self, piles: &Piles, mv: &HeapMove) -> String {
        self.doing(piles, mv, "", "split", "").trim_start().to_string()
    }

    fn advice(&self, piles: &Piles, mv: &HeapMove) -> String {
        let take = if self.name() == Name::Kayles { "Knocking down" } else { "Taking" };
        self.doing(piles, mv, take, "Splitting", "Marking")
    }

    fn place(&self, piles: &Piles, place: Place) -> String {
        let piece = self.description().nouns.piece;
        match self.found(piles, place) {
            Some((pile, heap, before, true)) => {
                format!("Heap {heap}, between {piece}s {} and {} of {}", before + 1, before + 2, pile.stones)
            }
            Some((pile, heap, before, false)) => format!("Heap {heap}, {piece} {} of {}", before + 1, pile.stones),
            None => format!("Row {}, place {}", place.row, place.col),
        }
    }

    fn offered(&self, piles: &Piles, mv: &HeapMove, place: Place) -> String {
        let (piece, layout) = (self.description().nouns.piece, self.layout(piles));
        let taken = self.taken(piles, mv).into_iter().map(|id| layout.pieces[id]);
        let taken: Vec<Place> =
            taken.filter(|piece| piece.role == Role::Plain).map(|piece| piece.place).collect();
        let before = taken.iter().filter(|other| other.col < place.col).count();
        let after = taken.iter().filter(|other| other.col > place.col).count();
        match (before, after) {
            _ if !taken.contains(&place) => self.describe(piles, mv),
            (0, 0) => format!("this {piece} alone"),
            (0, 1) => format!("this {piece} and the next one"),
            (0, many) => format!("this {piece} and the next {many}"),
            (1, 0) => format!("this {piece} and the one before"),
            (many, 0) => format!("this {piece} and the {many} before"),
            (before, after) => format!("this {piece}, {before} before and {after} after it"),
        }
    }

    /// On paper, pins, squares and the stones of a row have numbers.
    fn how_on_paper(&self) -> String {
        match self.name() {
            Name::Kayles => "Cross out the pins that you knock down, and write their numbers.".to_string(),
            Name::Treblecross => "Draw your cross, and write the number of its square.".to_string(),
            _ if self.has_numbers() => "Cross out the stones that you take, and write their numbers.".to_string(),
            _ => written_by_hand(&self.how_to_move(&self.start())),
        }
    }

    fn on_paper(&self, piles: &Piles, mv: &HeapMove) -> String {
        let layout = self.layout(piles);
        let places: Vec<Place> = match self.name() {
            Name::Treblecross => self.piece_of(piles, mv).into_iter().collect(),
            _ if self.has_numbers() => {
                self.taken(piles, mv).into_iter().map(|id| layout.pieces[id].place).collect()
            }
            _ => return self.write_move(mv),
        };
        let numbers: Vec<String> = places.iter().map(|place| place.col.to_string()).collect();
        let row = places.first().filter(|_| self.heaps().len() > 1);
        let row = row.map_or(String::new(), |place| format!(" of row {}", place.row));
        format!("{}{row}", crate::notation::listed(&numbers))
    }

    /// Shows the values of the heaps in binary with their exclusive or.
    fn figure(&self, piles: &Piles) -> Option<String> {
        figure(self, piles)
    }

    fn argument(&self, piles: &Piles) -> Option<Argument> {
        argument(self, piles)
    }

    fn grundy_condition(&self) -> Option<&'static str> {
        if self.has_short_rows() {
            return Some("where nobody can make three, whoever has no square left to mark has lost");
        }
        self.is_misere().then_some("if nobody may make the last move")
    }

    fn ending(&self, piles: &Piles, ending: Ending, loser: Who<'_>) -> String {
        let (subject, object) = (loser.subject(), loser.object());
        let nouns = self.description().nouns;
        match ending {
            Ending::NoMoveLeft if self.is_misere() => {
                format!("{subject} {} to make the last move.", loser.verb("has", "have"))
            }
            Ending::NoMoveLeft if piles.total() == 0 => format!("No {} is left for {object}.", nouns.piece),
            Ending::NoMoveLeft => format!("No {} is left for {object}.", nouns.a_move),
            Ending::Blunder => format!("{subject} made the last move."),
            Ending::Resigned => format!("{subject} resigned."),
        }
    }
}
