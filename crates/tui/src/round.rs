//! One game being played: the library's session, and what the player sees.

use std::sync::atomic::{AtomicU64, Ordering};

use lastbite::layout::{Direction, Place};
use lastbite::play::{About, Hint, Turn};
use lastbite::words::sentence;
use lastbite::{
    Action as Doing, AnyGame, AnyMove, AnyPosition, Event, Game, Outcome, Session, Standing, layout::Drawn,
    layout::Layout, play::Engine, play::Side,
};

use crate::study::{Depth, Library};

/// What is shown besides the pieces; it stays from move to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Showing {
    /// Every move judged.
    pub analysis: bool,
    /// Grundy values.
    pub grundy: bool,
    /// Why.
    pub explain: bool,
    /// The figure that helps to understand a position, if the game has one.
    pub figure: bool,
}

impl Showing {
    /// Returns how deep a position must be studied to show this; nothing if it need not be.
    pub fn depth(self) -> Option<Depth> {
        match self {
            Showing { grundy: true, .. } => Some(Depth::Grundy),
            Showing { analysis: true, .. } | Showing { explain: true, .. } => Some(Depth::Moves),
            _ => None,
        }
    }
}

/// How much of a hint has been given.
#[derive(Clone, Debug)]
pub enum Hinting {
    /// It is being thought about.
    Asked,
    /// Some of its stages, and one more whenever it is asked for again.
    Given {
        /// The hint.
        hint: Box<Hint<AnyGame>>,
        /// Its stages.
        stages: Vec<String>,
        /// Which of them is shown.
        shown: usize,
    },
}

/// One game being played.
#[derive(Debug)]
pub struct Round {
    /// Distinguishes the thoughts of one round from those of another.
    pub id: u64,
    /// The game itself.
    pub session: Session<AnyGame>,
    /// The piece that would be taken.
    pub cursor: Place,
    /// How many rows and columns are scrolled away.
    pub scroll: (u32, u32),
    /// How many moves of the history are shown, if not all of them.
    pub walk: Option<usize>,
    /// How long the last bite still crumbles, in ticks.
    pub crumbling: u8,
    /// The hint for this position.
    pub hint: Option<Hinting>,
    /// What was said last, until the next move.
    pub said: Option<String>,
    /// Which of the two players of the score won this game, once it was counted.
    pub counted: Option<usize>,
    /// Whether nodes and times are shown, because an engine was chosen or a record opened.
    pub figures: bool,
}

impl Round {
    /// How many ticks a bite crumbles.
    pub const CRUMBLING: u8 = 4;

    /// Begins with a session.
    pub fn new(session: Session<AnyGame>) -> Self {
        // The numbers only distinguish rounds; nothing else depends on them.
        static ROUNDS: AtomicU64 = AtomicU64::new(1);
        let figures = session.settings().engine != Engine::Auto;
        let mut round = Round {
            id: ROUNDS.fetch_add(1, Ordering::Relaxed),
            session,
            cursor: Place::new(1, 1),
            scroll: (0, 0),
            walk: None,
            crumbling: 0,
            hint: None,
            said: None,
            counted: None,
            figures,
        };
        round.cursor = round.layout().last();
        round
    }

    /// Returns the rules.
    pub fn game(&self) -> &AnyGame {
        self.session.played().game()
    }

    /// Returns how many moves of the history are shown.
    pub fn shown_moves(&self) -> usize {
        let all = self.session.played().history().len();
        self.walk.map_or(all, |shown| shown.min(all))
    }

    /// Returns the last move that is shown.
    pub fn shown_turn(&self) -> Option<&Turn<AnyGame>> {
        self.shown_moves().checked_sub(1).map(|last| &self.session.played().history()[last])
    }

    /// Returns the position that is shown.
    pub fn position(&self) -> &AnyPosition {
        self.position_after(self.shown_moves())
    }

    fn position_after(&self, moves: usize) -> &AnyPosition {
        let played = self.session.played();
        moves.checked_sub(1).map_or(played.start().position(), |last| &played.history()[last].after)
    }

    /// Returns the standing after this many moves.
    pub fn standing_after(&self, moves: usize) -> Standing<AnyGame> {
        let position = self.position_after(moves).clone();
        Standing::new(self.game().clone(), position).expect("a game admits what its moves lead to")
    }

    /// Returns the standing that is shown.
    pub fn standing(&self) -> Standing<AnyGame> {
        self.standing_after(self.shown_moves())
    }

    /// Lays out the pieces that are shown.
    pub fn layout(&self) -> Layout {
        self.game().layout(self.position())
    }

    /// Lays out the pieces as they were before the last move that is shown.
    pub fn layout_before(&self) -> Option<Layout> {
        self.shown_turn().map(|turn| self.game().layout(&turn.before))
    }

    /// Returns the move that a piece stands for in the position that is shown.
    pub fn move_at(&self, place: Place) -> Option<AnyMove> {
        self.game().move_at(self.position(), place)
    }

    /// Lists the moves that a piece offers in the position that is shown.
    pub fn moves_at(&self, place: Place) -> Vec<AnyMove> {
        self.game().moves_at(self.position(), place)
    }

    /// Lists the numbers of the pieces that a move would take, in order.
    pub fn taken(&self, mv: &AnyMove) -> Vec<usize> {
        let mut taken = self.game().taken(self.position(), mv);
        taken.sort_unstable();
        taken
    }

    /// Returns whose turn it is in the position that is shown.
    pub fn side(&self) -> Side {
        self.shown_turn().map_or(Side::First, |turn| turn.side.other())
    }

    /// Says whether the game has ended.
    pub fn is_over(&self) -> bool {
        self.session.played().verdict().is_some()
    }

    /// Says whether a game is under way that the player might not want to lose.
    pub fn is_under_way(&self) -> bool {
        !self.is_over() && !self.session.played().history().is_empty()
    }

    /// Says whether a person may move now, and sees the position in which they would.
    pub fn may_move(&self) -> bool {
        let played = self.session.played();
        self.walk.is_none() && !self.is_over() && !played.player(played.to_move()).is_computer()
    }

    /// Says whether the computer is to move.
    pub fn waits_for_computer(&self) -> bool {
        let played = self.session.played();
        !self.is_over() && played.player(played.to_move()).is_computer()
    }

    /// Moves the cursor.
    pub fn go(&mut self, direction: Direction, steps: u32) {
        self.cursor = self.layout().beside(self.cursor, direction, steps);
    }

    /// Puts the cursor on a piece, and says whether it is there.
    pub fn point(&mut self, place: Place) -> bool {
        let there = self.layout().has(place);
        if there {
            self.cursor = place;
        }
        there
    }

    /// Takes what the cursor is on.
    pub fn take(&mut self) -> Vec<Event<AnyGame>> {
        match self.move_at(self.cursor) {
            Some(mv) => self.act(Doing::Play(mv)),
            None => {
                let why = if self.is_over() { "The game is over." } else { "No move begins here." };
                self.said = Some(why.to_string());
                Vec::new()
            }
        }
    }

    /// Does something in the session, and notes what happened.
    pub fn act(&mut self, doing: Doing<AnyGame>) -> Vec<Event<AnyGame>> {
        let events = self.session.act(doing);
        self.note(&events);
        events
    }

    /// Notes what happened.
    pub fn note(&mut self, events: &[Event<AnyGame>]) {
        for event in events {
            match event {
                Event::Moved { .. } => {
                    self.moved_on();
                    self.crumbling = Self::CRUMBLING;
                }
                Event::Undone { .. } | Event::Redone { .. } | Event::Began { .. } | Event::Over { .. } => {
                    self.moved_on()
                }
                Event::Refused { why } => self.said = Some(sentence(why)),
                Event::Hinted { hint } => {
                    let stages = hint.stages(&self.session.played().standing());
                    self.hint = Some(Hinting::Given { hint: Box::new(hint.clone()), stages, shown: 0 });
                }
                Event::GaveUp { engine, .. } => {
                    self.said =
                        Some(format!("The {engine} engine gave up; the move is found by other means."))
                }
                _ => {}
            }
        }
    }

    fn moved_on(&mut self) {
        (self.hint, self.said, self.walk) = (None, None, None);
        self.cursor = self.safe_place();
    }

    /// Returns the piece nearest to the cursor, preferably one that does not lose at once, so that pressing
    /// Enter twice does not lose the game.
    fn safe_place(&self) -> Place {
        let (game, position, layout) = (self.game(), self.position(), self.layout());
        let nearest = layout.nearest(self.cursor);
        let loses =
            |place: Place| game.move_at(position, place).is_some_and(|mv| game.is_blunder(position, &mv));
        if !loses(nearest) {
            return nearest;
        }
        let left = layout.pieces.iter().filter(|piece| piece.left).map(|piece| piece.place);
        let far = |place: &Place| place.row.abs_diff(nearest.row) + place.col.abs_diff(nearest.col);
        left.filter(|&place| !loses(place)).min_by_key(far).unwrap_or(nearest)
    }

    /// Asks for a hint, and then for more of it.
    pub fn ask_hint(&mut self) {
        match self.hint.take() {
            None | Some(Hinting::Asked) => {
                let refused = self.act(Doing::Hint);
                if refused.is_empty() {
                    self.hint = Some(Hinting::Asked);
                }
            }
            Some(Hinting::Given { hint, stages, shown }) => {
                let shown = (shown + 1).min(stages.len().saturating_sub(1));
                self.hint = Some(Hinting::Given { hint, stages, shown });
                if let Some(place) = self.hinted() {
                    self.point(place);
                }
            }
        }
    }

    /// Returns the piece of the move that the hint names, once it has named one.
    pub fn hinted(&self) -> Option<Place> {
        self.game().piece_of(self.position(), &self.hinted_move()?)
    }

    /// Returns the move that the hint names, once it has named one.
    pub fn hinted_move(&self) -> Option<AnyMove> {
        let Some(Hinting::Given { hint, stages, shown }) = &self.hint else { return None };
        hint.named().filter(|_| *shown > 0 && shown + 1 == stages.len()).cloned()
    }

    /// Returns the hint as far as it was asked for.
    pub fn told_hint(&self) -> Option<String> {
        Some(match self.hint.as_ref()? {
            Hinting::Asked => "Looking for a hint ...".to_string(),
            Hinting::Given { stages, shown, .. } => {
                let said = stages.get(*shown).cloned().unwrap_or_default();
                if shown + 1 < stages.len() { format!("{said} Press h again for more.") } else { said }
            }
        })
    }

    /// Steps through the history by one move; at the end it shows the game again.
    pub fn step(&mut self, forward: bool) {
        let all = self.session.played().history().len();
        let shown = self.shown_moves();
        let shown = if forward { (shown + 1).min(all) } else { shown.saturating_sub(1) };
        self.walk = (shown < all).then_some(shown);
        // A hint is about the position that it was asked for.
        (self.hint, self.said) = (None, None);
        self.crumbling = 0;
        self.cursor = self.layout().nearest(self.cursor);
    }

    /// Shows the game after this many moves.
    pub fn show(&mut self, moves: usize) {
        let all = self.session.played().history().len();
        self.walk = (moves < all).then_some(moves);
        self.cursor = self.layout().nearest(self.cursor);
    }

    /// Says what is being thought about and how many nodes were visited.
    pub fn thinking(&self) -> Option<(About, u64)> {
        match self.session.thinking() {
            Some(Event::Thinking { about, nodes }) => Some((about, nodes)),
            _ => None,
        }
    }

    /// Returns how many plies were left after each move so far and who would win, if that is known.
    pub fn distances(&self, library: &Library) -> Vec<Option<(u32, Side)>> {
        let played = self.session.played();
        (0..=played.history().len())
            .map(|moves| {
                let standing = self.standing_after(moves);
                let side = if moves % 2 == 0 { Side::First } else { Side::Second };
                let winner = |outcome| if outcome == Outcome::Win { side } else { side.other() };
                if let Some(outcome) = crate::study::at_the_end(&standing) {
                    return Some((0, winner(outcome)));
                }
                let found = library.findings(&standing)?;
                Some((found.distance?, winner(found.outcome)))
            })
            .collect()
    }
}

impl Drop for Round {
    /// Stops the thinking, because nobody waits for it.
    fn drop(&mut self) {
        self.session.stop();
    }
}
