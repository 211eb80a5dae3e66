//! A position judged, explained, searched and drawn as a tree.

use lastbite::notation::grouped;
use lastbite::picture::{
    graph_dot, graph_headline, graph_svg, graph_text, headline, position_svg, tree_dot, tree_svg, tree_text,
};
use lastbite::search::{Graph, Tree, a_few_seconds};
use lastbite::theory::Formula;
use lastbite::{
    Algorithm, Analysis, AnyGame, AnyMove, Effort, Explanation, Outcome, Stopped, Unknown, knowledge::Oracle,
};
use lastbite_answers::{Analysed, Explained};
use pyo3::prelude::*;

use crate::errors::{Kind, OrRaise, Raised, refused};
use crate::standing::{Standing, check_moves};
use crate::work::{How, solver};

/// A move, what it leads to, in how many plies, and the reply that punishes it.
type Judged = (String, &'static str, Option<u32>, Option<String>);
/// Outcome, distance, Grundy value, the value in misère play, the moves, the line, how many were not judged,
/// and the nodes.
type Answer = (&'static str, Option<u32>, Option<u32>, Option<u32>, Vec<Judged>, Vec<String>, usize, u64);

/// Names an outcome.
pub fn word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "win",
        Outcome::Loss => "loss",
    }
}

/// Why a position was not judged.
enum NotJudged {
    TooManyMoves(String),
    /// The winner may still be known.
    Unknown(Unknown, Option<Outcome>),
}

impl NotJudged {
    fn raised(self, py: Python<'_>) -> PyErr {
        match self {
            NotJudged::TooManyMoves(sentence) => Kind::TooLarge.says(sentence),
            NotJudged::Unknown(unknown, outcome) => {
                let sentence = match outcome {
                    None => unknown.to_string(),
                    Some(_) => format!("not every move could be judged: {}", unknown.why),
                };
                let error = unknown.kind().says_after(sentence, unknown.nodes);
                if let Some(outcome) = outcome {
                    // The caller may want to know.
                    let _ = error.value(py).setattr("outcome", word(outcome));
                }
                error
            }
        }
    }
}

fn judge(standing: &lastbite::Standing<AnyGame>, effort: &Effort) -> Result<Analysis<AnyMove>, NotJudged> {
    check_moves(standing).map_err(NotJudged::TooManyMoves)?;
    solver().analyse(standing, effort).map_err(|unknown| {
        // For a whole bar, the winner is known however large it is.
        let outcome = Formula.ask(standing, effort).outcome();
        NotJudged::Unknown(unknown, outcome)
    })
}

/// Judges every move.
#[pyfunction]
pub fn analyze(py: Python<'_>, standing: &Bound<'_, Standing>, how: How) -> PyResult<Answer> {
    let standing = standing.get().0.clone();
    let nodes = how.nodes().unwrap_or_else(|| a_few_seconds(standing.size()));
    let judged = how.run_sized(py, standing.size(), move |effort| {
        let analysis = judge(&standing, &effort.clone().nodes(nodes))?;
        let (unjudged, nodes) = (analysis.unjudged, analysis.nodes);
        Ok((Analysed::from_analysis(&standing, analysis), unjudged, nodes))
    })?;
    let (answer, unjudged, nodes) = judged.map_err(|why: NotJudged| why.raised(py))?;
    let moves = answer.moves.unwrap_or_default().into_iter();
    let moves = moves.map(|judged| (judged.mv, word(judged.outcome), judged.distance, judged.reply));
    Ok((
        word(answer.outcome.unwrap_or(Outcome::Loss)),
        answer.distance,
        answer.grundy,
        answer.value_without_blunders,
        moves.collect(),
        answer.line.unwrap_or_default(),
        unjudged,
        nodes,
    ))
}

/// Draws a position with what each move leads to written on its piece; nothing if it is too large.
#[pyfunction]
pub fn draw_analysed(py: Python<'_>, standing: &Bound<'_, Standing>, how: How) -> PyResult<Option<String>> {
    let standing = standing.get().0.clone();
    let nodes = how.nodes().unwrap_or_else(|| a_few_seconds(standing.size()));
    let drawn = how.run_sized(py, standing.size(), move |effort| {
        let analysis = judge(&standing, &effort.clone().nodes(nodes))?;
        Ok(position_svg(&standing, Some(&analysis)))
    })?;
    drawn.map_err(|why: NotJudged| why.raised(py))
}

/// Explains a position, as JSON.
#[pyfunction]
pub fn explain(py: Python<'_>, standing: &Bound<'_, Standing>, how: How) -> PyResult<String> {
    let standing = standing.get().0.clone();
    let nodes = how.nodes().unwrap_or_else(|| a_few_seconds(standing.size()));
    let explained = how.run_sized(py, standing.size(), move |effort| {
        let explained = Explanation::of(&standing, solver(), &effort.clone().nodes(nodes))?;
        Ok::<_, Unknown>(serde_json::to_string(&Explained::of(&standing, explained)))
    })?;
    explained.or_raise()?.map_err(|error| Kind::Internal.says(error))
}

/// What a search found: the outcome, a winning move, the move it returns, nodes, positions kept, the deepest
/// line, and seconds.
type Searched = (&'static str, Option<String>, Option<String>, u64, u64, u64, f64);

/// Runs one of the textbook searches.
#[pyfunction]
pub fn search(
    py: Python<'_>,
    standing: &Bound<'_, Standing>,
    algorithm: &str,
    blunders: bool,
    how: How,
) -> PyResult<Searched> {
    let algorithm: Algorithm = algorithm.parse().map_err(refused)?;
    let standing = standing.get().0.clone();
    let found = how.run(py, move |effort| {
        let found = standing.game().search(standing.position(), algorithm, blunders, effort)?;
        Ok(found.map(|mv| standing.write_move(&mv)))
    })?;
    let found = found.map_err(|unfinished: lastbite::search::Unfinished| unfinished.raised())?;
    let seconds = found.time.as_secs_f64();
    Ok((word(found.outcome), found.best, found.action, found.nodes, found.stored, found.deepest, seconds))
}

/// A drawn tree: the sentence above it, how many nodes it shows, and the picture as SVG, for Graphviz and as
/// text.
type Drawn = (String, usize, String, String, String);

/// Draws the game tree of a position, or every position once.
#[pyfunction]
pub fn tree(
    py: Python<'_>,
    standing: &Bound<'_, Standing>,
    algorithm: Option<&str>,
    once: bool,
    most: u64,
    how: How,
) -> PyResult<Drawn> {
    const WIDTH: usize = 100;
    let algorithm: Option<Algorithm> = algorithm
        .map(str::parse)
        .transpose()
        .map_err(|error: lastbite::notation::UnknownName| refused(error))?;
    let standing = standing.get().0.clone();
    let drawn = how.run(py, move |effort| {
        let effort = effort.clone().nodes(most);
        let grown = |algorithm| Tree::grow(&standing, algorithm, &effort);
        let told = |drawing: lastbite::picture::Drawing| {
            format!("{}\n\n{}\n{}\n", drawing.title, drawing.lines, drawing.keys.join("\n"))
        };
        let too_large = |why: Stopped| match why {
            Stopped::OutOfNodes => Err(format!(
                "the tree of {} has more than {} nodes, too many to draw; choose a smaller game, a position further \
                 on, once=True for every position once, or search=\"memo\"",
                standing.game(),
                grouped(most)
            )),
            why => Err(why.to_string()),
        };
        if once {
            let graph = match algorithm {
                None => Graph::of(&standing, &effort),
                Some(algorithm) => grown(algorithm).map(|tree| Graph::merged(&tree)),
            };
            let graph = match graph {
                Ok(graph) => graph,
                Err(unfinished) => return too_large(unfinished.why),
            };
            let text = told(graph_text(&graph, false, WIDTH));
            let title = graph_headline(&graph, algorithm);
            return Ok((title, graph.spots().len(), graph_svg(&graph, algorithm), graph_dot(&graph), text));
        }
        let tree = match grown(algorithm.unwrap_or(Algorithm::Minimax)) {
            Ok(tree) if tree.nodes().len() as u64 <= most => tree,
            Ok(_) => return too_large(Stopped::OutOfNodes),
            Err(unfinished) => return too_large(unfinished.why),
        };
        let numbered = algorithm.is_some();
        let text = told(tree_text(&tree, numbered, false, WIDTH));
        Ok((headline(&tree, numbered), tree.nodes().len(), tree_svg(&tree, numbered), tree_dot(&tree, numbered), text))
    })?;
    drawn.map_err(|sentence| Kind::TooLarge.says(sentence))
}
