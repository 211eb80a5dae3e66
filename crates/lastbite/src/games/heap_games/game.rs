//! The heap games: a rule, the heaps of the start, and whether the last move wins or loses.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::notation::{HeapMove, HeapMoveError, How, Left};
use super::piles::{Piles, PilesError, written};
use super::rule::{Rule, RuleError};
use crate::game::{Game, IllegalMove, Outcome};
use crate::notation::{HeapsSize, Quoted, not_there, number, read_list};

/// The name of a heap game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Name {
    Subtract,
    Octal,
    Kayles,
    Dawson,
    Treblecross,
    Grundy,
    Lasker,
}

impl Name {
    pub(super) const ALL: [Name; 7] =
        [Name::Subtract, Name::Kayles, Name::Dawson, Name::Treblecross, Name::Grundy, Name::Lasker, Name::Octal];

    /// Returns the word that its texts begin with.
    pub(super) fn word(self) -> &'static str {
        super::words::description(self).name
    }

    /// Returns the name that is this word.
    pub(super) fn of(word: &str) -> Option<Name> {
        Name::ALL.into_iter().find(|name| name.word() == word)
    }

    /// Reads the rule for a name that needs one.
    pub(super) fn read_rule(self, text: &str) -> Result<Rule, RuleError> {
        Ok(match self {
            Name::Subtract => Rule::read_set(text)?,
            _ => Rule::Code(text.parse()?),
        })
    }

    /// Returns the rule, if the name alone says it.
    pub(super) fn rule(self) -> Option<Rule> {
        let code = |code: &str| Rule::Code(code.parse().expect("a code of this room"));
        Some(match self {
            Name::Subtract | Name::Octal => return None,
            Name::Kayles => code("0.77"),
            Name::Dawson => code("0.137"),
            Name::Treblecross => Rule::Treblecross,
            Name::Grundy => Rule::Unequal,
            Name::Lasker => Rule::Lasker,
        })
    }
}

/// A heap game: its rule, its heaps, and whether whoever makes the last move wins or loses.
///
/// Written `subtract:1,2,3:21`, `octal:0.77:8,9`, `kayles:8,9`, `dawson:12`, `treblecross:12`, `grundy:20`,
/// `lasker:3,4`; with `/misere` at the end the last move loses.
///
/// ```
/// use lastbite::games::heap_games::HeapGame;
/// use lastbite::{Effort, Game, Solver, Standing};
///
/// let sticks: HeapGame = "subtract:1,2,3:21".parse()?;
/// let known = Solver::new().ask(&Standing::start(sticks), &Effort::unlimited()).known()?;
/// assert_eq!(known.best.unwrap().to_string(), "1 from 1", "leave a multiple of four");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HeapGame {
    name: Name,
    rule: Rule,
    start: Vec<u32>,
    misere: bool,
}

/// A text that is not a heap game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum HeapGameError {
    /// It does not begin with the name of one, or its parts are missing.
    #[error("{given} is not a game of heaps; it is written like {example}")]
    Form {
        /// What was given.
        given: Quoted,
        /// How such a game is written.
        example: &'static str,
    },
    /// Its heaps are impossible.
    #[error(transparent)]
    Heaps(#[from] PilesError),
    /// Its rule is impossible.
    #[error(transparent)]
    Rule(#[from] RuleError),
    /// What follows the heaps is no ending.
    #[error("unknown ending {0}; by default the last move wins, with /misere it loses")]
    Play(Quoted),
    /// The last move cannot lose in this game.
    #[error("treblecross cannot be played misère: {NO_MISERE}")]
    NoMisere,
}

/// Why the last mark of a row of squares cannot lose.
const NO_MISERE: &str = "marking no more is not the same there as making three in a row";

/// Why a move may not be made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum IllegalHeapMove {
    /// There is no such heap.
    #[error("{}", not_there("heap", .heap, *.heaps))]
    NoSuchHeap {
        /// The heap asked for, counted from 1.
        heap: u32,
        /// How many heaps there are.
        heaps: usize,
    },
    /// The heap has been used up.
    #[error("heap {0} has nothing left")]
    Empty(u32),
    /// The heap is smaller than what was asked for.
    #[error("heap {heap} has {left}, and {asked} are asked for")]
    TooMany {
        /// The heap, counted from 1.
        heap: u32,
        /// How many were asked for, taken and left together.
        asked: u64,
        /// How many there are.
        left: u32,
    },
    /// What would be taken and what would be left are less than the heap has.
    #[error("heap {heap} has {left}, and only {asked} are accounted for")]
    TooFew {
        /// The heap, counted from 1.
        heap: u32,
        /// How many were asked for, taken and left together.
        asked: u64,
        /// How many there are.
        left: u32,
    },
    /// The rule does not allow it.
    #[error("that is against the rule: {0}")]
    Rule(String),
}

impl HeapGame {
    /// Returns the rule.
    #[must_use]
    pub fn rule_of_heaps(&self) -> &Rule {
        &self.rule
    }

    /// Returns the heaps of the start.
    #[must_use]
    pub fn heaps(&self) -> &[u32] {
        &self.start
    }

    /// Says whether the last move loses.
    #[must_use]
    pub fn is_misere(&self) -> bool {
        self.misere
    }

    pub(super) fn name(&self) -> Name {
        self.name
    }

    /// Writes the rule, if the name does not say it.
    pub(super) fn rule_written(&self) -> Option<String> {
        if self.name.rule().is_some() { None } else { self.rule.digits_or_set() }
    }

    /// Lists everything that may be done, even the last move if it loses.
    fn all_moves(&self, piles: &Piles) -> impl Iterator<Item = HeapMove> {
        let hows = |(stones, heap): (u32, u32)| self.rule.hows(stones).map(move |how| HeapMove { heap, how });
        piles.stones().zip(1..).flat_map(hows)
    }

    /// Says whether something may be done to some heap.
    fn can_move(&self, piles: &Piles) -> bool {
        piles.stones().any(|stones| self.rule.can_move(stones))
    }

    /// Says whether an allowed move is the last one and loses.
    fn loses_at_once(&self, piles: &Piles, mv: &HeapMove) -> bool {
        self.misere && !self.can_move(&self.play_unchecked(piles, mv))
    }

    /// Counts the pieces of a heap: its stones, and the joints between them if they can be cut.
    fn pieces(&self, stones: u32) -> u64 {
        match self.rule.cuts() {
            true => (2 * u64::from(stones)).saturating_sub(1),
            false => stones.into(),
        }
    }
}

impl fmt::Display for HeapGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rule = self.rule_written().map_or(String::new(), |rule| format!("{rule}:"));
        let misere = if self.misere { "/misere" } else { "" };
        f.pad(&format!("{}:{rule}{}{misere}", self.name.word(), written(&self.start)))
    }
}

impl FromStr for HeapGame {
    type Err = HeapGameError;

    fn from_str(text: &str) -> Result<Self, HeapGameError> {
        let text = text.trim();
        let (word, rest) = text.split_once(':').unwrap_or((text, ""));
        let named = Name::of(word);
        let name = named.unwrap_or(Name::Subtract);
        let form = || {
            let example = super::words::description(name).examples[0];
            HeapGameError::Form { given: Quoted::new(text), example }
        };
        if named.is_none() {
            return Err(form());
        }
        let (rest, misere) = match rest.split_once('/') {
            None => (rest, false),
            Some((rest, "misere")) => (rest, true),
            Some((_, other)) => return Err(HeapGameError::Play(Quoted::new(other))),
        };
        let (rule, heaps) = match name.rule() {
            Some(rule) => (rule, rest),
            None => {
                let (rule, heaps) = rest.split_once(':').ok_or_else(form)?;
                (name.read_rule(rule)?, heaps)
            }
        };
        if misere && rule == Rule::Treblecross {
            return Err(HeapGameError::NoMisere);
        }
        let start = read_list(heaps).map_err(PilesError::from)?;
        HeapsSize::check(&start).map_err(PilesError::from)?;
        Ok(HeapGame { name, rule, start, misere })
    }
}

impl Game for HeapGame {
    type Position = Piles;
    type Move = HeapMove;
    type Illegal = IllegalHeapMove;
    type NotAPosition = PilesError;
    type NotAMove = HeapMoveError;

    fn start(&self) -> Piles {
        Piles::rows(&self.rule, &self.start)
    }

    fn moves(&self, piles: &Piles) -> impl Iterator<Item = HeapMove> {
        self.all_moves(piles).filter(|mv| !self.loses_at_once(piles, mv))
    }

    /// Lists the moves after which nothing more may be done, if the last one loses.
    fn blunders(&self, piles: &Piles) -> impl Iterator<Item = HeapMove> {
        self.all_moves(piles).filter(|mv| self.loses_at_once(piles, mv))
    }

    fn play_unchecked(&self, piles: &Piles, mv: &HeapMove) -> Piles {
        piles.after(self.rule.splits(), mv.heap, mv.how)
    }

    fn check(&self, piles: &Piles, mv: &HeapMove) -> Result<(), IllegalMove<IllegalHeapMove>> {
        if !self.can_move(piles) {
            return Err(IllegalMove::Over);
        }
        let heap = mv.heap;
        let Some(pile) = piles.pile(heap) else {
            let heaps = piles.stones().count();
            return Err(IllegalMove::ByTheRules(IllegalHeapMove::NoSuchHeap { heap, heaps }));
        };
        let left = pile.stones;
        if self.rule.allows(left, mv.how) {
            return if self.loses_at_once(piles, mv) { Err(IllegalMove::Blunder) } else { Ok(()) };
        }
        let asked = match mv.how {
            How::Take(taken) => taken.into(),
            How::Leave(taken, left) => u64::from(taken) + left.total(),
            How::Mark(square) => square.into(),
        };
        let all_of_it = matches!(mv.how, How::Leave(..));
        Err(IllegalMove::ByTheRules(match asked {
            _ if left == 0 => IllegalHeapMove::Empty(heap),
            asked if asked > left.into() => IllegalHeapMove::TooMany { heap, asked, left },
            asked if all_of_it && asked < left.into() => IllegalHeapMove::TooFew { heap, asked, left },
            _ => IllegalHeapMove::Rule(crate::words::lower(self.told_rule().trim_end_matches('.'))),
        }))
    }

    fn admits(&self, piles: &Piles) -> Result<(), PilesError> {
        let heaps: Vec<u32> = piles.stones().collect();
        match Piles::laid(&self.rule, &self.start, heaps.iter().copied()) {
            Some(_) => Ok(()),
            None => Err(PilesError::NotFromTheStart { heaps: written(&heaps), start: written(&self.start) }),
        }
    }

    fn read_position(&self, text: &str) -> Result<Piles, PilesError> {
        Piles::read(&self.rule, &self.start, text)
    }

    /// Reads a move; if there is one heap and nothing splits it, a number alone will do.
    fn read_move(&self, text: &str) -> Result<HeapMove, HeapMoveError> {
        if let (1, false, Some(stones)) = (self.start.len(), self.rule.splits(), number(text)) {
            return Ok(HeapMove { heap: 1, how: How::Take(stones) });
        }
        text.parse().map_err(|error| match error {
            HeapMoveError::NotHeaps(_) => error,
            _ => {
                let how = super::words::description(self.name).how_to_move;
                let how = crate::words::lower(how.trim_end_matches('.'));
                HeapMoveError::OfThisGame { given: Quoted::new(text), how }
            }
        })
    }

    fn write_position(&self, piles: &Piles) -> String {
        piles.to_string()
    }

    fn write_move(&self, mv: &HeapMove) -> String {
        mv.to_string()
    }

    fn size(&self, piles: &Piles) -> u64 {
        piles.stones().map(|stones| self.pieces(stones)).sum()
    }

    fn stalling_move(&self, piles: &Piles) -> Option<HeapMove> {
        self.moves(piles).min_by_key(|mv| self.haste(piles, mv))
    }

    fn haste(&self, piles: &Piles, mv: &HeapMove) -> (u64, u128) {
        // What is taken; then the largest heap, and the first of equal ones; then the heaps that it leaves.
        let alone = Piles(piles.pile(mv.heap).into_iter().collect());
        let after = alone.after(true, 1, mv.how);
        let (a, b) = match mv.how {
            How::Take(_) => (0, 0),
            How::Leave(_, Left::Two(a, _)) => (1 + u64::from(a), 0),
            How::Leave(_, Left::Three(a, b, _)) => (1 + u64::from(a), u64::from(b)),
            How::Mark(square) => (square.into(), 0),
        };
        (self.size(&alone).saturating_sub(self.size(&after)), (u64::from(mv.heap) << 42 | a << 21 | b).into())
    }

    fn never_misere(&self) -> Option<&'static str> {
        (self.rule == Rule::Treblecross).then_some(NO_MISERE)
    }

    fn final_outcome(&self, piles: &Piles) -> Outcome {
        // In misère play the player who made the last move has lost, and one who has only that move left is
        // about to.
        if self.misere && !self.can_move(piles) { Outcome::Win } else { Outcome::Loss }
    }
}
