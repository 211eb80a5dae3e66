//! The words, the description and the layout of a sum: its games next to each other.

use super::argument::{argument, figure};
use super::rules::{InPart, MOST, Sum};
use crate::argument::Argument;
use crate::description::{Check, Described, Description, Family, LessonStep, Parameter};
use crate::effort::Effort;
use crate::game::{Ending, Game, Purpose, Standing, TooLarge};
use crate::layout::{Drawn, Layout, Place};
use crate::words::{Measure, Who, Words, lower};

/// The names of the two ways to play.
const LAST_MOVE: (&str, &str) = ("wins", "loses (misère)");

/// What a sum is.
static SUM: Description = Description::new(
    "sum",
    "Sum of games",
    "Several games side by side: move in one of them, and make the last move.",
    &["chomp:3x4+nim:3,4"],
)
.in_family(Family::Own)
.with_daily([&["chomp:3x4+nim:3,4"], &["chomp:3x4+nim:3,4"], &["chomp:3x4+nim:3,4"]])
.beginning("")
.with_parameters(&[
    Parameter::text("games", "Games", "2 to 12, as in chomp:3x4+nim:3,4").with_choices(&[
        "chomp:3x4+nim:3,4",
        "chomp:2x3+nim:2",
        "nim:1,2+nim:3",
        "chomp:3x3+chomp:2x4",
        "chomp:2x2+chomp:2x3",
    ]),
    Parameter::switch("misere", "Last move", "/misere", LAST_MOVE.0, LAST_MOVE.1),
])
.with_prompt("Your move (game: move)? ", "A move is the number of a game, a colon and a move in it.")
.with_lesson(LESSON);

/// The steps of the lesson about sums.
static LESSON: &[LessonStep] = &[
    LessonStep {
        chapter: "Several games at once",
        title: "Two games at once",
        text: "A bar of chocolate and a heap of stones, side by side. Each turn, move in one of them. Whoever makes the last move wins, and the poison is never a move. A bar of one row is a heap in disguise: its four squares are worth a heap of three, because nobody eats the poison.",
        task: "Win: leave a bar and a heap that are worth the same.",
        done: "Equal games side by side are lost for whoever is to move: your opponent copies every move.",
        game: "chomp:1x4+nim:2",
        position: "4+2",
        check: Check {
            question: "Two equal bars are side by side, and it is your turn. Who wins?",
            answers: &["You", "Your opponent"],
            right: 1,
            why: "Your opponent answers in the other bar with the same bite.",
        },
        watch: None,
    },
    LessonStep {
        chapter: "Several games at once",
        title: "Why exclusive or",
        text: "Every game is worth a heap, its Grundy value: the smallest number that none of its moves leads to. A move can make the value smaller, to anything smaller. So a sum is played like heaps of stones: make the exclusive or of the values 0.",
        task: "The bar of 2 by 3 and the heaps: make the exclusive or 0, then keep it 0.",
        done: "That is the theorem of Sprague and Grundy: it turns every sum into heaps of stones.",
        game: "chomp:2x3+nim:2,5",
        position: "3,3+2,5",
        check: Check {
            question: "A game worth 3 is next to a heap of 3. What is the sum worth?",
            answers: &["6", "3", "0"],
            right: 2,
            why: "3 exclusive or 3 is 0: equal values cancel.",
        },
        watch: None,
    },
];

impl<G: Words> Described for Sum<G>
where
    G::Err: Clone + PartialEq,
{
    fn kinds() -> Vec<&'static Description> {
        vec![&SUM]
    }

    fn description(&self) -> &'static Description {
        &SUM
    }

    /// Claims texts with a plus sign between games.
    fn claims(text: &str) -> bool {
        text.contains('+')
    }

    fn values(&self) -> Vec<String> {
        let games: Vec<String> = self.parts().iter().map(G::to_string).collect();
        vec![games.join("+"), if self.is_misere() { LAST_MOVE.1 } else { LAST_MOVE.0 }.to_string()]
    }

    fn check_playable(&self) -> Result<(), TooLarge> {
        debug_assert!(self.parts().len() <= MOST, "checked when it was made");
        self.parts().iter().try_for_each(G::check_playable)?;
        // Each game can be played, but they lie side by side.
        Standing::start(self.clone()).check_size(Purpose::Play)
    }
}

impl<G: Words> Sum<G>
where
    G::Err: Clone + PartialEq,
{
    /// Says whether a game of the sum has a move that loses at once.
    fn has_poison(&self) -> bool {
        self.pairs(&self.start()).any(|(game, start)| game.blunders(start).next().is_some())
    }

    /// Lays out each game separately, in order.
    fn layouts(&self, position: &[G::Position]) -> Vec<Layout> {
        self.pairs(position).map(|(game, here)| game.layout(here)).collect()
    }

    /// Counts the rows and pieces of each game's layout, which are the same in all positions.
    fn tables(&self) -> &[(u32, usize)] {
        let start = || self.layouts(&self.start());
        self.tables.get(|| start().iter().map(|layout| (layout.rows(), layout.pieces.len())).collect())
    }

    /// Finds the game that a place belongs to, and the place in it.
    fn inside(&self, place: Place) -> Option<(usize, Place)> {
        let mut row = place.row;
        for (part, &(rows, _)) in self.tables().iter().enumerate() {
            if (1..=rows).contains(&row) {
                return Some((part, Place::new(row, place.col)));
            }
            row = row.checked_sub(rows)?;
        }
        None
    }

    /// Turns a place in one of the games into a place of the whole.
    fn outside(&self, part: usize, place: Place) -> Place {
        let above: u32 = self.tables().iter().take(part).map(|&(rows, _)| rows).sum();
        Place::new(above + place.row, place.col)
    }
}

impl<G: Words> Drawn for Sum<G>
where
    G::Err: Clone + PartialEq,
{
    fn layout(&self, position: &Vec<G::Position>) -> Layout {
        let titled = self.parts().iter().zip(1..).zip(self.layouts(position));
        let titled = titled.map(|((game, number), layout)| (format!("{number}: {}", game.title()), layout));
        Layout::beside_each_other(titled.collect())
    }

    fn move_at(&self, position: &Vec<G::Position>, place: Place) -> Option<InPart<G::Move>> {
        let (part, place) = self.inside(place)?;
        let (game, here) = self.part(position, part).filter(|_| self.blundered(position).is_none())?;
        Some(InPart { part, mv: Box::new(game.move_at(here, place)?) })
    }

    fn moves_at(&self, position: &Vec<G::Position>, place: Place) -> Vec<InPart<G::Move>> {
        let Some((part, place)) = self.inside(place) else { return Vec::new() };
        let going_on = self.blundered(position).is_none();
        let Some((game, here)) = self.part(position, part).filter(|_| going_on) else { return Vec::new() };
        game.moves_at(here, place).into_iter().map(|mv| InPart { part, mv: Box::new(mv) }).collect()
    }

    fn set_up(&self, position: &Vec<G::Position>, place: Place, left: bool) -> Option<Vec<G::Position>> {
        let (part, place) = self.inside(place)?;
        let (game, here) = self.part(position, part)?;
        let mut next = position.clone();
        next[part] = game.set_up(here, place, left)?;
        Some(next)
    }

    fn piece_of(&self, position: &Vec<G::Position>, mv: &InPart<G::Move>) -> Option<Place> {
        let (game, here) = self.part(position, mv.part).filter(|_| self.blundered(position).is_none())?;
        Some(self.outside(mv.part, game.piece_of(here, &mv.mv)?))
    }

    fn taken(&self, position: &Vec<G::Position>, mv: &InPart<G::Move>) -> Vec<usize> {
        let Some((game, here)) = self.part(position, mv.part) else { return Vec::new() };
        let before: usize = self.tables().iter().take(mv.part).map(|&(_, pieces)| pieces).sum();
        game.taken(here, &mv.mv).into_iter().map(|piece| before + piece).collect()
    }
}

impl<G: Words> Words for Sum<G>
where
    G::Err: Clone + PartialEq,
{
    fn rule(&self) -> String {
        let last = if self.is_misere() { "loses" } else { "wins" };
        let poison = if self.has_poison() { ", but taking poison loses at once" } else { "" };
        format!("Each turn, move in one of the games.\nWhoever makes the last move {last}{poison}.")
    }

    fn short_rule(&self) -> String {
        let last = if self.is_misere() { "loses" } else { "wins" };
        let poison = if self.has_poison() { ", poison loses" } else { "" };
        format!("Move in one game; the last move {last}{poison}.")
    }

    fn title(&self) -> String {
        let titles: Vec<String> = self.parts().iter().map(G::title).collect();
        format!("{}{}", titles.join(" + "), if self.is_misere() { ", misère" } else { "" })
    }

    fn scene(&self) -> String {
        let scenes: Vec<String> =
            self.parts().iter().zip(1..).map(|(game, number)| format!("game {number}: {}", game.scene())).collect();
        format!("{} games side by side; {}", scenes.len(), scenes.join("; "))
    }

    fn describe(&self, before: &Vec<G::Position>, mv: &InPart<G::Move>) -> String {
        match self.part(before, mv.part) {
            Some((game, here)) => format!("{} in game {}", game.describe(here, &mv.mv), mv.part + 1),
            None => self.write_move(mv),
        }
    }

    fn in_words(&self, before: &Vec<G::Position>, mv: &InPart<G::Move>) -> String {
        match self.part(before, mv.part) {
            Some((game, here)) => format!("{} in game {}", game.in_words(here, &mv.mv), mv.part + 1),
            None => self.write_move(mv),
        }
    }

    fn told(&self, before: &Vec<G::Position>, mv: &InPart<G::Move>, who: Who<'_>) -> String {
        match self.part(before, mv.part) {
            Some((game, here)) => format!("{} in game {}", game.told(here, &mv.mv, who), mv.part + 1),
            None => self.write_move(mv),
        }
    }

    fn advice(&self, before: &Vec<G::Position>, mv: &InPart<G::Move>) -> String {
        match self.part(before, mv.part) {
            Some((game, here)) => format!("{} in game {}", game.advice(here, &mv.mv), mv.part + 1),
            None => self.write_move(mv),
        }
    }

    fn place(&self, position: &Vec<G::Position>, place: Place) -> String {
        let here = self.inside(place).and_then(|(part, place)| {
            let (game, here) = self.part(position, part)?;
            Some(format!("Game {}, {}", part + 1, lower(&game.place(here, place))))
        });
        here.unwrap_or_default()
    }

    fn limit(&self, position: &Vec<G::Position>) -> Option<String> {
        let limits = self.pairs(position).zip(1..).filter_map(|((game, here), number)| {
            Some(format!("In game {number}: {}", lower(&game.limit(here)?)))
        });
        Some(limits.collect::<Vec<_>>().join(" ")).filter(|said| !said.is_empty())
    }

    /// Says if two games no longer count because they are equal.
    fn lesson(&self, position: &Vec<G::Position>) -> Option<String> {
        let going_on = self.pairs(position).filter(|(game, here)| !game.is_over(here)).count();
        let cancelled = going_on.saturating_sub(self.that_count(position).len());
        (cancelled > 0 && !self.is_misere())
            .then(|| "Two equal games cancel each other: whatever is played in one can be played in the other.".into())
    }

    fn figure(&self, position: &Vec<G::Position>) -> Option<String> {
        figure(self, position)
    }

    fn argument(&self, position: &Vec<G::Position>) -> Option<Argument> {
        argument(self, position)
    }

    fn out_of_reach(&self, position: &Vec<G::Position>, what: Measure, effort: &Effort) -> String {
        let unknown = |(game, here): &(&G, &G::Position)| game.grundy_value(here).is_none();
        match self.pairs(position).find(unknown).filter(|_| what == Measure::Grundy) {
            Some((game, here)) => game.out_of_reach(here, what, effort),
            None => "it has too many positions to be looked through".to_string(),
        }
    }

    fn grundy_condition(&self) -> Option<&'static str> {
        self.is_misere().then_some("if nobody may make the last move")
    }

    fn ending(&self, last: &Vec<G::Position>, ending: Ending, loser: Who<'_>) -> String {
        let (subject, object) = (loser.subject(), loser.object());
        let poisoned = self.blundered(last).and_then(|part| self.part(last, part));
        match (ending, poisoned) {
            (Ending::Blunder, Some((game, here))) => game.ending(here, ending, loser),
            (Ending::Blunder, None) => format!("{subject} made the last move."),
            (Ending::NoMoveLeft, _) if self.is_misere() => format!("{subject} must make the last move."),
            (Ending::NoMoveLeft, _) => format!("No move is left for {object}."),
            (Ending::Resigned, _) => format!("{subject} resigned."),
        }
    }
}
