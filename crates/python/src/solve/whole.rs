//! A game solved whole: a bar, an order, or what a search finds about any other game.

use std::sync::Arc;

use lastbite::search::a_few_seconds;
use lastbite::solution::{Keep, Method, Place, Solution, Solve};
use lastbite::{AnyGame, Effort, Game, Outcome, Square, Standing, Unknown};
use numpy::PyUntypedArray;
use pyo3::prelude::*;

use super::array::{lost_of_bar, lost_of_order, no_array};
use super::tables::{Table, unusable};
use crate::errors::{Kind, Later, OrRaise, later, refused};
use crate::work::{How, solver};

/// A game that was solved.
#[pyclass(frozen, module = "lastbite._lastbite")]
pub struct Solved(Arc<By>);

/// The way it was solved.
enum By {
    Whole(Solution),
    /// A game that cannot be solved whole: its winning first moves.
    Searched {
        start: Standing<AnyGame>,
        winning: Vec<String>,
    },
}

/// Solves a game; a bar by this method if one is named, here or on the graphics card.
#[pyfunction]
pub fn solve(
    py: Python<'_>,
    standing: &Bound<'_, crate::standing::Standing>,
    method: Option<&str>,
    keep: &str,
    on: &str,
    how: How,
) -> PyResult<Solved> {
    let standing = standing.get().0.clone();
    let method = method.map(named).transpose()?;
    let keep = match keep {
        "openings" => Keep::Openings,
        "everything" => Keep::Everything,
        _ => return Err(refused("keep is openings or everything")),
    };
    let place = place(on)?;
    let nodes = how.nodes();
    let solve = Solve::of(standing.game()).by(method).keep(keep).on(place);
    let solved = how.run(py, move |effort| by(standing, &solve, method.is_some(), nodes, effort))?;
    Ok(Solved(Arc::new(solved.map_err(|raise| raise())?)))
}

/// Reads where to solve; a card is looked for when it is needed.
fn place(on: &str) -> PyResult<Place> {
    let card = || Arc::new(lastbite_card::WhenNeeded::default());
    match on {
        "processor" => Ok(Place::Processor),
        "card" => Ok(Place::Elsewhere(card())),
        "auto" => Ok(Place::WhereFaster(card())),
        _ => Err(refused("on is processor, card or auto")),
    }
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

fn by(
    standing: Standing<AnyGame>,
    solve: &Solve,
    is_named: bool,
    nodes: Option<u64>,
    effort: &Effort,
) -> Result<By, Later> {
    let game = standing.game();
    let is_bar = matches!(game, AnyGame::Chomp(_));
    let is_start = *standing.position() == game.start();
    if is_named && !(is_bar && is_start) {
        return Err(Box::new(|| refused("only whole bars are solved by a method that you can choose")));
    }
    let is_free = is_start && (is_bar || nodes.is_none());
    let suits = || Solve::suits(game, effort).map_err(|why| later(lastbite::SolveError::from(why)));
    if is_free && suits()? {
        return Ok(By::Whole(solve.run(effort).map_err(later)?));
    }
    let start = standing;
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

impl By {
    fn game(&self) -> AnyGame {
        match self {
            By::Whole(solution) => solution.game(),
            By::Searched { start, .. } => start.game().clone(),
        }
    }

    /// Says whether a position is lost: from the solution, or by the shared solver if it was not kept.
    fn is_lost(&self, standing: &Standing<AnyGame>, effort: &Effort) -> Result<bool, Unknown> {
        if let By::Whole(solution) = self
            && let Ok(lost) = solution.is_lost(standing.position())
        {
            return Ok(lost);
        }
        Ok(solver().ask_outcome(standing, effort).known()?.outcome == Outcome::Loss)
    }

    /// Returns the solution of a bar, if it is one.
    fn bar(&self) -> Option<&lastbite_engines::Solution> {
        match self {
            By::Whole(solution) => solution.bar(),
            By::Searched { .. } => None,
        }
    }

    /// Returns the solution of an order, if it is one.
    fn order(&self) -> Option<&lastbite::games::order::Whole> {
        match self {
            By::Whole(solution) => solution.order(),
            By::Searched { .. } => None,
        }
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
            By::Whole(solution) => solution.method(),
            By::Searched { .. } => "search".to_string(),
        }
    }

    /// Counts the positions; nothing if that is not known, or more than fits 64 bits.
    fn positions(&self) -> Option<u64> {
        match &*self.0 {
            By::Whole(solution) => solution.positions(),
            By::Searched { .. } => None,
        }
    }

    /// Counts the lost positions; nothing if the game was not solved whole.
    fn count(&self) -> PyResult<Option<u64>> {
        match &*self.0 {
            By::Whole(solution) => Ok(Some(solution.lost_count().or_raise()?)),
            By::Searched { .. } => Ok(None),
        }
    }

    /// Lists the winning first moves.
    fn openings(&self) -> PyResult<Vec<String>> {
        match &*self.0 {
            By::Whole(solution) => {
                let start = Standing::start(solution.game());
                Ok(solution.openings().or_raise()?.iter().map(|mv| start.write_move(mv)).collect())
            }
            By::Searched { winning, .. } => Ok(winning.clone()),
        }
    }

    /// Lists the winning first moves, and counts the lost positions, of a smaller bar inside.
    fn inside(&self, game: &str) -> PyResult<(Vec<String>, u64)> {
        let (Some(whole), AnyGame::Chomp(bar)) = (self.0.bar(), game.parse::<AnyGame>().or_raise()?) else {
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
        if let Some(whole) = self.0.bar() {
            return Ok((1..=whole.bar().rows()).map(|row| format!("row {row}")).collect());
        }
        let whole = self.0.order().ok_or_else(|| no_array(&self.game()))?;
        let name = |element: usize| whole.order().name(element.into()).to_string();
        Ok((0..whole.order().finite().len()).map(name).collect())
    }

    /// Lists the lost positions as an array.
    fn lost<'py>(&self, py: Python<'py>, how: How) -> PyResult<Bound<'py, PyUntypedArray>> {
        let solved = Arc::clone(&self.0);
        let lines = how.run(py, move |effort| match (solved.bar(), solved.order()) {
            (Some(whole), _) => lost_of_bar(whole, effort).map(Some),
            (_, Some(whole)) => lost_of_order(whole, effort).map(Some),
            _ => Ok(None),
        })?;
        match lines.or_raise()? {
            Some(lines) => lines.into_numpy(py),
            None => Err(no_array(&self.game())),
        }
    }

    /// Writes the lost positions of a bar to a file.
    fn save(&self, py: Python<'_>, path: std::path::PathBuf, replace: bool, how: How) -> PyResult<Table> {
        let solved = Arc::clone(&self.0);
        let to = path.clone();
        let written = how.run(py, move |effort| {
            let lost = solved.bar()?.lost_ranks()?;
            Some(match replace {
                true => lastbite::Table::write(to, lost, effort),
                false => lastbite::Table::write_new(to, lost, effort),
            })
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
