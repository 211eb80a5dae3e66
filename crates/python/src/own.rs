//! A game that is written in Python.
//!
//! Its class is asked once for each game, when the game is made: all positions that can follow the start, and
//! the moves between them. From then on the game is a table of numbers, so searches run without Python's lock,
//! and nothing that the class does later can break them. That limits such games to those that fit into a table.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::str::FromStr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use lastbite::description::{Described, Description, Parameter};
use lastbite::layout::{Diagram, Drawn, Layout, Place, Shape};
use lastbite::notation::Quoted;
use lastbite::theory::Theory;
use lastbite::{AnyGame, Game, IllegalMove, Words};
use pyo3::exceptions::PyException;
use pyo3::prelude::*;

use crate::errors::{OrRaise, refused};

/// The most positions of such a game.
const MOST_POSITIONS: usize = 100_000;
/// The most moves between them.
const MOST_MOVES: usize = 1_000_000;

/// A game of a class that was written in Python.
#[derive(Clone, Debug)]
pub struct Own(Arc<Table>);

/// A position: its number in the table.
pub type Number = u32;

/// All positions of a game.
#[derive(Debug)]
struct Table {
    class: Class,
    /// What was written after the name of the class.
    given: String,
    positions: Vec<Node>,
    numbers: HashMap<String, Number>,
    moves: HashSet<Arc<str>>,
    /// Where its pieces are, if the class names them.
    pieces: Option<Diagram>,
}

/// A position of a game: its moves, and what they lead to.
#[derive(Debug)]
struct Node {
    text: String,
    moves: Vec<(Arc<str>, Number)>,
    size: u32,
    /// Which of the pieces are left, if they have names.
    left: Vec<bool>,
}

/// A class, as it was described when it was added.
#[derive(Clone, Debug)]
struct Class {
    description: &'static Description,
    rule: &'static str,
    /// Another number for each time a class was added: two classes of one name have different games.
    edition: u64,
    /// Takes what follows the name, and returns the positions, their moves, and their pieces.
    explore: Arc<Py<PyAny>>,
}

/// A class, and its games that were made.
struct Added {
    class: Class,
    games: HashMap<String, Result<Own, NotOwn>>,
}

/// More games than this of one class are not kept.
const MOST_GAMES: usize = 32;

static ADDED: Mutex<Vec<Added>> = Mutex::new(Vec::new());
static EDITIONS: AtomicU64 = AtomicU64::new(0);

fn added() -> MutexGuard<'static, Vec<Added>> {
    ADDED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What such a game refuses, in a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotOwn(String);

impl fmt::Display for NotOwn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NotOwn {}

impl PartialEq for Own {
    fn eq(&self, other: &Self) -> bool {
        self.0.class.edition == other.0.class.edition && self.0.given == other.0.given
    }
}

impl Eq for Own {}

impl std::hash::Hash for Own {
    fn hash<H: std::hash::Hasher>(&self, hasher: &mut H) {
        (self.0.class.edition, &self.0.given).hash(hasher);
    }
}

impl fmt::Display for Own {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.0.class.description.begins(), self.0.given)
    }
}

impl FromStr for Own {
    type Err = NotOwn;

    fn from_str(text: &str) -> Result<Self, NotOwn> {
        let unknown = || NotOwn(format!("{} is not a game of a class that was added", Quoted::new(text)));
        let (class, given) = {
            let added = added();
            let begins = |known: &&Added| text.starts_with(&known.class.description.begins());
            let found = added.iter().find(begins).ok_or_else(unknown)?;
            let given = text[found.class.description.begins().len()..].trim();
            if let Some(made) = found.games.get(given) {
                return made.clone();
            }
            (found.class.clone(), given.to_string())
        };
        // Nothing is locked while Python is asked.
        let made = explored(&class, &given).map(|table| Own(Arc::new(table)));
        let mut added = added();
        if let Some(known) = added.iter_mut().find(|known| known.class.edition == class.edition) {
            if known.games.len() >= MOST_GAMES {
                known.games.clear();
            }
            // What was interrupted may be asked again.
            if !matches!(&made, Err(NotOwn(why)) if why == INTERRUPTED) {
                known.games.insert(given, made.clone());
            }
        }
        made
    }
}

/// The sentence of an exception that is no error, such as Ctrl-C.
const INTERRUPTED: &str = "the game was not finished";

thread_local! {
    /// What a class raised when it was asked last, on this thread.
    static RAISED: RefCell<Option<PyErr>> = const { RefCell::new(None) };
}

/// Says whether an exception is no error, as Ctrl-C is none.
fn is_interrupt(raised: &PyErr) -> bool {
    Python::attach(|py| !raised.is_instance_of::<PyException>(py))
}

/// Reads something that may name a game of a class. If the class raised an exception, that is the cause of the
/// refusal; Ctrl-C is raised itself.
pub fn reading<T>(py: Python<'_>, read: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    RAISED.take();
    read().map_err(|refusal| match RAISED.take() {
        None => refusal,
        Some(raised) if is_interrupt(&raised) => raised,
        Some(raised) => {
            refusal.set_cause(py, Some(raised));
            refusal
        }
    })
}

/// What a class returns: each position as its text and its moves, and the pieces that are left of each.
type Explored = (Vec<(String, Vec<(String, Number)>)>, Option<Vec<Vec<String>>>);

/// Asks a class for all positions of a game, and makes a table of them.
fn explored(class: &Class, given: &str) -> Result<Table, NotOwn> {
    if RAISED.with_borrow(|raised| raised.as_ref().is_some_and(is_interrupt)) {
        // One Ctrl-C is enough: texts are read several times until they are understood.
        return Err(NotOwn(INTERRUPTED.to_string()));
    }
    let (positions, pieces) = Python::attach(|py| -> Result<Explored, NotOwn> {
        let asked = class.explore.call1(py, (given, MOST_POSITIONS, MOST_MOVES));
        let found = asked.and_then(|found| found.extract::<Explored>(py));
        found.map_err(|error| {
            let name = class.description.name;
            let why = match error.get_type(py).name().map(|name| name.to_string()).as_deref() {
                _ if is_interrupt(&error) => INTERRUPTED.to_string(),
                Ok("ArgumentError") => error.value(py).to_string(),
                _ => format!("the class of {name} failed: {error}"),
            };
            RAISED.replace(Some(error));
            NotOwn(why)
        })
    })?;
    table(class, given, positions, pieces)
}

/// Makes a table of positions, and checks that every game ends.
fn table(
    class: &Class,
    given: &str,
    positions: Vec<(String, Vec<(String, Number)>)>,
    pieces: Option<Vec<Vec<String>>>,
) -> Result<Table, NotOwn> {
    let lasts = longest(&positions).ok_or_else(|| {
        NotOwn(format!(
            "{}{given} can go on for ever; every move must lead closer to an end",
            class.description.begins()
        ))
    })?;
    let names: Vec<String> = pieces.as_ref().and_then(|pieces| pieces.first()).cloned().unwrap_or_default();
    let place: HashMap<&String, usize> = names.iter().zip(0..).collect();
    let mut nodes = Vec::with_capacity(positions.len());
    let mut texts: HashMap<String, Arc<str>> = HashMap::new();
    for (number, (text, moves)) in positions.into_iter().enumerate() {
        let moves = moves.into_iter().map(|(mv, next)| {
            let shared = texts.entry(mv).or_insert_with_key(|mv| Arc::from(mv.as_str()));
            (Arc::clone(shared), next)
        });
        let moves: Vec<(Arc<str>, Number)> = moves.collect();
        let mut left = vec![false; names.len()];
        if let Some(pieces) = &pieces {
            for piece in &pieces[number] {
                match place.get(piece) {
                    Some(&piece) if !left[piece] => left[piece] = true,
                    Some(_) => return Err(NotOwn(format!("the piece {piece} of {text} is named twice"))),
                    None => {
                        return Err(NotOwn(format!("the piece {piece} of {text} is not one of the start")));
                    }
                }
            }
        }
        let size = match &pieces {
            Some(pieces) => pieces[number].len() as u32,
            None => lasts[number],
        };
        nodes.push(Node { text, moves, size, left });
    }
    for node in &nodes {
        for (mv, next) in &node.moves {
            let after = &nodes[*next as usize];
            let puts_back = node.left.iter().zip(&after.left).any(|(before, after)| !before && *after);
            if after.size >= node.size || puts_back {
                return Err(NotOwn(format!("{mv} in {} takes no piece, or puts one back", node.text)));
            }
        }
    }
    let numbers = nodes.iter().zip(0..).map(|(node, number)| (node.text.clone(), number)).collect();
    let moves = texts.into_values().collect();
    let pieces = (!names.is_empty()).then(|| Diagram::new(names, &[]));
    Ok(Table { class: class.clone(), given: given.to_string(), positions: nodes, numbers, moves, pieces })
}

/// Returns how many moves the longest game from each position has, or nothing if one never ends.
fn longest(positions: &[(String, Vec<(String, Number)>)]) -> Option<Vec<u32>> {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        New,
        Open,
        Done(u32),
    }
    let mut state = vec![State::New; positions.len()];
    let mut way: Vec<(usize, usize)> = Vec::new();
    for start in 0..positions.len() {
        if state[start] == State::New {
            state[start] = State::Open;
            way.push((start, 0));
        }
        while let Some((here, next)) = way.last_mut() {
            let (_, moves) = &positions[*here];
            if let Some(&(_, after)) = moves.get(*next) {
                *next += 1;
                let after = after as usize;
                match state[after] {
                    State::Open => return None,
                    State::Done(_) => {}
                    State::New => {
                        state[after] = State::Open;
                        way.push((after, 0));
                    }
                }
                continue;
            }
            let reached = |&(_, after): &(String, Number)| match state[after as usize] {
                State::Done(more) => more + 1,
                _ => 0,
            };
            let most = moves.iter().map(reached).max().unwrap_or(0);
            state[*here] = State::Done(most);
            way.pop();
        }
    }
    Some(state.iter().map(|state| if let State::Done(most) = state { *most } else { 0 }).collect())
}

impl Own {
    fn node(&self, position: Number) -> &Node {
        // A position of another game has no moves here, as everywhere.
        const NOWHERE: &Node = &Node { text: String::new(), moves: Vec::new(), size: 0, left: Vec::new() };
        self.0.positions.get(position as usize).unwrap_or(NOWHERE)
    }

    fn after(&self, position: Number, mv: &str) -> Option<Number> {
        self.node(position).moves.iter().find(|(other, _)| **other == *mv).map(|&(_, next)| next)
    }

    /// Lists the moves that take a piece with a name: those that take it alone first.
    fn taking(&self, position: Number, piece: usize) -> Vec<Arc<str>> {
        let node = self.node(position);
        let takes = |next: Number| node.left.get(piece) == Some(&true) && !self.node(next).left[piece];
        let mut moves: Vec<&(Arc<str>, Number)> =
            node.moves.iter().filter(|(_, next)| takes(*next)).collect();
        moves.sort_by_key(|(_, next)| node.size - self.node(*next).size);
        let alone = moves.first().is_some_and(|(_, next)| node.size - self.node(*next).size == 1);
        // A piece that is never taken alone offers nothing; its moves are typed.
        let all = moves.into_iter().filter(|_| alone).map(|(mv, _)| Arc::clone(mv));
        all.collect()
    }
}

impl Game for Own {
    type Position = Number;
    type Move = Arc<str>;
    type Illegal = NotOwn;
    type NotAPosition = NotOwn;
    type NotAMove = NotOwn;

    fn start(&self) -> Number {
        0
    }

    fn moves(&self, position: &Number) -> impl Iterator<Item = Arc<str>> {
        self.node(*position).moves.iter().map(|(mv, _)| Arc::clone(mv))
    }

    fn move_count(&self, position: &Number) -> u64 {
        self.node(*position).moves.len() as u64
    }

    fn play_unchecked(&self, position: &Number, mv: &Arc<str>) -> Number {
        self.after(*position, mv).unwrap_or(*position)
    }

    fn check(&self, position: &Number, mv: &Arc<str>) -> Result<(), IllegalMove<NotOwn>> {
        let node = self.node(*position);
        match self.after(*position, mv) {
            Some(_) => Ok(()),
            None if node.moves.is_empty() => Err(IllegalMove::Over),
            None => Err(IllegalMove::ByTheRules(NotOwn(format!("{mv} is not a move in {}", node.text)))),
        }
    }

    fn admits(&self, position: &Number) -> Result<(), NotOwn> {
        match (*position as usize) < self.0.positions.len() {
            true => Ok(()),
            false => Err(NotOwn(format!("that is not a position of {self}"))),
        }
    }

    fn read_position(&self, text: &str) -> Result<Number, NotOwn> {
        self.0.numbers.get(text.trim()).copied().ok_or_else(|| {
            let start = &self.node(0).text;
            NotOwn(format!("{} is not a position of {self}; it begins with {start}", Quoted::new(text)))
        })
    }

    fn read_move(&self, text: &str) -> Result<Arc<str>, NotOwn> {
        let found = self.0.moves.get(text.trim()).map(Arc::clone);
        found.ok_or_else(|| {
            let example = self.node(0).moves.first();
            let example =
                example.map_or_else(String::new, |(mv, _)| format!("; a move is written like {mv}"));
            NotOwn(format!("{} is not a move of {self}{example}", Quoted::new(text)))
        })
    }

    fn write_position(&self, position: &Number) -> String {
        self.node(*position).text.clone()
    }

    fn write_move(&self, mv: &Arc<str>) -> String {
        mv.to_string()
    }

    fn size(&self, position: &Number) -> u64 {
        self.node(*position).size.into()
    }

    fn haste(&self, position: &Number, mv: &Arc<str>) -> (u64, u128) {
        let node = self.node(*position);
        match node.moves.iter().position(|(other, _)| other == mv) {
            Some(place) => {
                let after = self.node(node.moves[place].1);
                ((node.size - after.size).into(), place as u128)
            }
            None => (u64::MAX, u128::MAX),
        }
    }
}

/// A search finds everything.
impl Theory for Own {
    type Reason = String;
    type Kept = ();
}

impl Drawn for Own {
    fn layout(&self, position: &Number) -> Layout {
        let node = self.node(*position);
        match &self.0.pieces {
            Some(pieces) => pieces.layout(|piece| node.left.get(piece) == Some(&true)),
            // Without names there is a stone for every move that the game can last.
            None => Layout::rows_of(Shape::Heaps, &[self.node(0).size], &[node.size]),
        }
    }

    fn move_at(&self, position: &Number, place: Place) -> Option<Arc<str>> {
        self.moves_at(position, place).into_iter().next()
    }

    fn moves_at(&self, position: &Number, place: Place) -> Vec<Arc<str>> {
        match &self.0.pieces {
            Some(pieces) => {
                pieces.element_at(place).map_or_else(Vec::new, |piece| self.taking(*position, piece))
            }
            None if place.row == 1 && place.col > 0 => {
                let node = self.node(*position);
                let leaves = |next: Number| self.node(next).size + 1 == place.col;
                node.moves.iter().filter(|(_, next)| leaves(*next)).map(|(mv, _)| Arc::clone(mv)).collect()
            }
            None => Vec::new(),
        }
    }
}

impl Described for Own {
    fn kinds() -> Vec<&'static Description> {
        added().iter().map(|known| known.class.description).collect()
    }

    fn description(&self) -> &'static Description {
        self.0.class.description
    }

    fn values(&self) -> Vec<String> {
        vec![self.0.given.clone()]
    }
}

impl Words for Own {
    fn rule(&self) -> String {
        self.0.class.rule.to_string()
    }
}

/// Adds a class: its name, its title, its rule in two lines, what may follow the name, and a function that
/// lists all positions of a game. A class of the same name that was added before is forgotten.
#[pyfunction]
pub fn add_game(
    name: String,
    title: String,
    rule: String,
    examples: Vec<String>,
    explore: Py<PyAny>,
) -> PyResult<()> {
    // It has no kinds yet, so that nothing can be wrong with them.
    AnyGame::add::<Own>().map_err(refused)?;
    let is_own = added().iter().any(|known| known.class.description.name == name);
    if !is_own && AnyGame::kinds().iter().any(|kind| kind.name == name) {
        return Err(refused(format!("there are games with the name {name} already; give yours another")));
    }
    // A description lives as long as the program, as those of all games do.
    let leaked = |text: String| -> &'static str { Box::leak(text.into_boxed_str()) };
    let list = |texts: Vec<String>| -> &'static [&'static str] {
        Box::leak(texts.into_iter().map(leaked).collect::<Vec<_>>().into_boxed_slice())
    };
    let whole = examples.iter().map(|given| format!("{name}:{given}")).collect();
    let parameter = Parameter::text("game", "Game", "what the class takes").with_choices(list(examples));
    let (name, title, rule) = (leaked(name), leaked(title), leaked(rule));
    let invitation = rule.lines().next().unwrap_or(title);
    let description = Description::new(name, title, invitation, list(whole))
        .with_parameters(Box::leak(vec![parameter].into_boxed_slice()))
        .with_prompt("Move? ", "A move is written as the game writes it.");
    let class = Class {
        description: Box::leak(Box::new(description)),
        rule,
        edition: EDITIONS.fetch_add(1, Ordering::Relaxed),
        explore: Arc::new(explore),
    };
    let mut added = added();
    added.retain(|known| known.class.description.name != name);
    added.push(Added { class, games: HashMap::new() });
    Ok(())
}

/// Forgets a class that turned out to be wrong.
#[pyfunction]
pub fn forget_game(name: &str) {
    added().retain(|known| known.class.description.name != name);
}

/// Checks every law at the first positions of a game that was written in Python.
#[pyfunction]
pub fn check_game(py: Python<'_>, text: &str, most: usize) -> PyResult<usize> {
    let game: AnyGame = reading(py, || text.parse().or_raise())?;
    let own = game.downcast::<Own>();
    let own = own.ok_or_else(|| refused(format!("{text} is not a game of a class that was added")))?;
    lastbite::laws::check_from_start(own, most).map_err(refused)
}
