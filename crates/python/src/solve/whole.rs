//! A game solved whole: a bar, an order, or what a search finds about any other game.

use std::sync::Arc;

use lastbite::games::chomp::Whole;
use lastbite::games::order;
use lastbite::search::a_few_seconds;
use lastbite::sieve::rank::count;
use lastbite::thin::Method;
use lastbite::{AnyGame, AnyPosition, Chomp, Effort, Game, Outcome, Square, Standing, Unknown};
use numpy::PyUntypedArray;
use pyo3::prelude::*;

use super::array::{lost_of_bar, lost_of_order, no_array};
use super::tables::{Table, unusable};
use crate::errors::{Kind, Later, OrRaise, later, refused};
use crate::work::{How, solver};

/// A game that was solved.
#[pyclass(frozen, module = "lastbite._lastbite")]
pub struct Solved(Arc<By>);

/// The method that solved it.
pub enum By {
    Bar(Whole),
    Order(order::Whole),
    /// A game that cannot be solved whole: its winning first moves.
    Searched {
        start: Standing<AnyGame>,
        winning: Vec<String>,
    },
}

/// What to solve.
enum What {
    Bar(Chomp, Option<Method>),
    Order(order::Whole),
    Any(Standing<AnyGame>),
}

/// Solves a game, a bar by this method if one is named.
#[pyfunction]
pub fn solve(py: Python<'_>, game: &str, method: Option<&str>, how: How) -> PyResult<Solved> {
    let game: AnyGame = game.parse().or_raise()?;
    let method = method.map(named).transpose()?;
    let nodes = how.nodes();
    let solved = how.run(py, move |effort| by(game, method, nodes, effort))?;
    Ok(Solved(Arc::new(solved.map_err(|raise| raise())?)))
}

fn named(name: &str) -> PyResult<Method> {
    match name {
        "formula" => Ok(Method::Formula),
        "three-rows" => Ok(Method::ThreeRows),
        "few-rows" => Ok(Method::FewRows),
        "sieve" => Ok(Method::Sieve),
        _ => Err(refused("a method is formula, three-rows, few-rows or sieve")),
    }
}

fn by(game: AnyGame, method: Option<Method>, nodes: Option<u64>, effort: &Effort) -> Result<By, Later> {
    let what = match game {
        AnyGame::Chomp(bar) => What::Bar(bar, method),
        _ if method.is_some() => {
            return Err(Box::new(|| refused("only bars are solved by a method that you can choose")));
        }
        AnyGame::Order(order) if nodes.is_none() && order::Whole::suits(&order) => {
            What::Order(order::Whole::solve(&order, effort).map_err(later)?)
        }
        game => What::Any(Standing::start(game)),
    };
    match what {
        What::Bar(bar, None) => Ok(By::Bar(Whole::solve(&bar, effort).map_err(later)?)),
        What::Bar(bar, Some(method)) => {
            let mut whole = Whole::begin(&bar, method, effort).map_err(later)?;
            whole.advance(whole.longest(), effort).map_err(later)?;
            Ok(By::Bar(whole))
        }
        What::Order(whole) => Ok(By::Order(whole)),
        What::Any(start) => {
            let effort = effort.clone().nodes(nodes.unwrap_or_else(|| a_few_seconds(start.size())));
            crate::standing::check_moves(&start)
                .map_err(|sentence| -> Later { Box::new(move || Kind::TooLarge.says(sentence)) })?;
            let analysis = solver().analyse_soon(&start, &effort).map_err(later)?;
            let wins = analysis.moves.into_iter().filter(|judged| judged.outcome == Outcome::Win);
            let mut winning: Vec<_> = wins.map(|judged| judged.mv).collect();
            winning.sort_unstable();
            let winning = winning.iter().map(|mv| start.write_move(mv)).collect();
            Ok(By::Searched { start, winning })
        }
    }
}

impl By {
    fn game(&self) -> AnyGame {
        match self {
            By::Bar(whole) => AnyGame::from(*whole.bar()),
            By::Order(whole) => AnyGame::from(whole.order().clone()),
            By::Searched { start, .. } => start.game().clone(),
        }
    }

    /// Says whether a position is lost: from the solution, or by the shared solver if it was not kept.
    fn is_lost(&self, standing: &Standing<AnyGame>, effort: &Effort) -> Result<bool, Unknown> {
        match (self, standing.position()) {
            (By::Bar(whole), AnyPosition::Chomp(rows)) => {
                if let Ok(lost) = whole.is_lost(rows) {
                    return Ok(lost);
                }
            }
            (By::Order(whole), AnyPosition::Order(left)) => return Ok(whole.is_lost(left)),
            _ => {}
        }
        Ok(solver().ask_outcome(standing, effort).known()?.outcome == Outcome::Loss)
    }

    fn read(&self, text: &str) -> PyResult<Standing<AnyGame>> {
        Standing::read(self.game(), text).or_raise()
    }
}

#[pymethods]
impl Solved {
    /// Returns the game.
    fn game(&self) -> String {
        self.0.game().to_string()
    }

    /// Returns how it was solved.
    fn method(&self) -> String {
        match &*self.0 {
            By::Bar(whole) => whole.method().to_string(),
            By::Order(whole) => whole.method().to_string(),
            By::Searched { .. } => "search".to_string(),
        }
    }

    /// Counts the positions; nothing if that is not known, or more than fits 64 bits.
    fn positions(&self) -> Option<u64> {
        match &*self.0 {
            By::Bar(whole) => match whole.sieved() {
                Some(solved) => Some(solved.positions()).filter(|&positions| positions < u64::MAX),
                None => count(whole.bar().rows(), whole.bar().cols()).map(|count| count - 1),
            },
            By::Order(whole) => Some(whole.positions()),
            By::Searched { .. } => None,
        }
    }

    /// Counts the lost positions; nothing if the game was not solved whole.
    fn count(&self) -> PyResult<Option<u64>> {
        match &*self.0 {
            By::Bar(whole) => Ok(Some(whole.lost_count(whole.bar().rows(), whole.bar().cols()).or_raise()?)),
            By::Order(whole) => Ok(Some(whole.lost_count())),
            By::Searched { .. } => Ok(None),
        }
    }

    /// Lists the winning first moves.
    fn openings(&self) -> PyResult<Vec<String>> {
        match &*self.0 {
            By::Bar(whole) => {
                let bites = whole.openings(whole.bar().rows(), whole.bar().cols()).or_raise()?;
                Ok(bites.iter().map(Square::to_string).collect())
            }
            By::Order(whole) => {
                let named = |element| whole.order().name(element).to_string();
                Ok(whole.openings().into_iter().map(named).collect())
            }
            By::Searched { winning, .. } => Ok(winning.clone()),
        }
    }

    /// Lists the winning first moves, and counts the lost positions, of a smaller bar inside.
    fn inside(&self, game: &str) -> PyResult<(Vec<String>, u64)> {
        let (By::Bar(whole), AnyGame::Chomp(bar)) = (&*self.0, game.parse::<AnyGame>().or_raise()?) else {
            return Err(
                Kind::Game.says(format!("only bars have other bars inside, and {} is none", self.game()))
            );
        };
        if !bar.is_classic() || !whole.bar().is_classic() {
            return Err(Kind::Game.says("bars with the poison elsewhere are not inside each other"));
        }
        let bites = whole.openings(bar.rows(), bar.cols()).or_raise()?;
        Ok((
            bites.iter().map(Square::to_string).collect(),
            whole.lost_count(bar.rows(), bar.cols()).or_raise()?,
        ))
    }

    /// Says whether a position is lost for the player to move.
    fn is_lost(&self, py: Python<'_>, position: &str, how: How) -> PyResult<bool> {
        let (solved, standing) = (Arc::clone(&self.0), self.0.read(position)?);
        how.run_sized(py, standing.size(), move |effort| solved.is_lost(&standing, effort))?.or_raise()
    }

    /// Lists the moves that win a position.
    fn winning(&self, py: Python<'_>, position: &str, how: How) -> PyResult<Vec<String>> {
        let (solved, standing) = (Arc::clone(&self.0), self.0.read(position)?);
        let found = how.run_sized(py, standing.size(), move |effort| {
            let mut winning = Vec::new();
            for mv in standing.moves() {
                effort.check().map_err(|why| Unknown::because(why.into()))?;
                let next = standing.game().play_unchecked(standing.position(), &mv);
                let next = Standing::new(standing.game().clone(), next);
                if next.is_ok_and(|next| solved.is_lost(&next, effort) == Ok(true)) {
                    winning.push(standing.write_move(&mv));
                }
            }
            Ok::<_, Unknown>(winning)
        })?;
        found.or_raise()
    }

    /// Names the columns of the array of lost positions.
    fn columns(&self) -> PyResult<Vec<String>> {
        match &*self.0 {
            By::Bar(whole) => Ok((1..=whole.bar().rows()).map(|row| format!("row {row}")).collect()),
            By::Order(whole) => {
                let name = |element: usize| whole.order().name(element.into()).to_string();
                Ok((0..whole.order().finite().len()).map(name).collect())
            }
            By::Searched { start, .. } => Err(no_array(start.game())),
        }
    }

    /// Lists the lost positions as an array.
    fn lost<'py>(&self, py: Python<'py>, how: How) -> PyResult<Bound<'py, PyUntypedArray>> {
        if let By::Searched { start, .. } = &*self.0 {
            return Err(no_array(start.game()));
        }
        let solved = Arc::clone(&self.0);
        let lines = how.run(py, move |effort| match &*solved {
            By::Bar(whole) => lost_of_bar(whole, effort).map(Some),
            By::Order(whole) => lost_of_order(whole, effort).map(Some),
            By::Searched { .. } => Ok(None),
        })?;
        match lines.map_err(|error| error.raised())? {
            Some(lines) => lines.into_numpy(py),
            None => Err(no_array(&self.game())),
        }
    }

    /// Writes the lost positions of a bar to a file.
    fn save(&self, py: Python<'_>, path: std::path::PathBuf, replace: bool, how: How) -> PyResult<Table> {
        let solved = Arc::clone(&self.0);
        let to = path.clone();
        let written = how.run(py, move |effort| match &*solved {
            By::Bar(whole) => whole.sieved().map(|solved| match replace {
                true => lastbite::Table::write(to, solved.lost_ranks(), effort),
                false => lastbite::Table::write_new(to, solved.lost_ranks(), effort),
            }),
            _ => None,
        })?;
        match written {
            Some(written) => written.map_err(|error| unusable("write", &path, error))?,
            None => {
                return Err(Kind::Table.says(format!(
                    "only what the sieve has solved is written to a table: solve {} with method=\"sieve\"",
                    self.game()
                )));
            }
        };
        Table::open(path)
    }
}
