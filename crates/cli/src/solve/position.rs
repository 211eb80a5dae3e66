//! One position of any game: who wins, the best move, and all winning moves.

use std::io::{Write, stdout};

use lastbite::game::Purpose;
use lastbite::knowledge::{Unknown, WhyNot};
use lastbite::notation::{grouped, moves_apart};
use lastbite::search::a_few_seconds;
use lastbite::theory::Formula;
use lastbite::words::plies;
use lastbite::{AnyGame, AnyMove, Effort, Oracle, Outcome, Solver, Standing, Stopped, Words};
use serde::Serialize;

use crate::manners::answer::print_json;
use crate::manners::facts::Facts;
use crate::manners::figures::time;
use crate::manners::position::fitting;
use crate::manners::prompt::{Stop, fitted};
use crate::manners::width;
use crate::manners::work::EffortArgs;
use crate::solve::bars::place::PlaceArgs;

/// What was found; `--json` prints it as it is.
#[derive(Serialize)]
struct Found {
    game: String,
    position: String,
    outcome: Outcome,
    best: Option<String>,
    winning: Vec<String>,
    distance: Option<u32>,
    grundy: Option<u32>,
    line: Vec<String>,
    seconds: f64,
}

/// Solves a position and prints what was found; `thorough` asks for everything, however long it takes.
pub fn run(
    standing: &Standing<AnyGame>,
    thorough: bool,
    nodes: Option<u64>,
    json: bool,
    place: PlaceArgs,
    effort: &EffortArgs,
) -> Result<(), Stop> {
    fitting(standing, Purpose::Judge)?;
    let solver = place.solver()?;
    let (found, seconds) = effort.work(&format!("solving {standing}"), |effort| {
        // A search that has not finished by then would probably outlast the reader's patience.
        let nodes = nodes.unwrap_or_else(|| a_few_seconds(standing.size()));
        Found::of(standing, &solver, thorough, &effort.clone().nodes(nodes))
    })?;
    let found = Found { seconds, ..found? };
    if json {
        return print_json(&found);
    }
    let mut out = stdout().lock();
    write!(out, "{}", found.described())?;
    Ok(out.flush()?)
}

/// Says that a search has found nothing, and what to ask instead.
fn out_of_nodes(standing: &Standing<AnyGame>, nodes: u64) -> String {
    let wider = match standing.game() {
        AnyGame::Chomp(_) => {
            "; positions of up to 255 rows and columns are solved if their bar has at most 20 billion positions (19x19, \
             10x42), longer ones if they have three to seven rows"
        }
        AnyGame::Order(_) => {
            "; orders of up to some hundred million positions are solved, 5x5x5 among them, and so is every box of 2x2 columns"
        }
        _ => "",
    };
    format!(
        "the search of {} visited {} nodes and does not know who wins{wider}; --nodes raises the limit",
        standing.game(),
        grouped(nodes)
    )
}

impl Found {
    fn of(
        standing: &Standing<AnyGame>,
        solver: &Solver<AnyGame>,
        thorough: bool,
        effort: &Effort,
    ) -> Result<Found, Stop> {
        let analysis = match thorough {
            true => solver.analyse(standing, effort),
            false => solver.analyse_soon(standing, effort),
        };
        let analysis = match analysis {
            Ok(analysis) => analysis,
            Err(unknown) => return Found::without_a_move(standing, effort, unknown),
        };
        let wins = analysis.moves.iter().filter(|judged| judged.outcome == Outcome::Win);
        let mut winning: Vec<&AnyMove> = wins.map(|judged| &judged.mv).collect();
        winning.sort_unstable();
        Ok(Found {
            game: standing.game().to_string(),
            position: standing.written(),
            outcome: analysis.outcome,
            best: analysis.moves.first().map(|judged| standing.write_move(&judged.mv)),
            winning: winning.into_iter().map(|mv| standing.write_move(mv)).collect(),
            distance: analysis.distance,
            grundy: analysis.grundy,
            line: analysis.main_line.iter().map(|mv| standing.write_move(mv)).collect(),
            seconds: 0.0,
        })
    }

    /// Says who wins if a theorem knows it without knowing how, else why nothing is known.
    fn without_a_move(
        standing: &Standing<AnyGame>,
        effort: &Effort,
        unknown: Unknown,
    ) -> Result<Found, Stop> {
        if unknown.was_cancelled() {
            return Err(Stop::Stopped);
        }
        match Formula.ask(standing, effort).outcome() {
            Some(outcome) => Ok(Found {
                game: standing.game().to_string(),
                position: standing.written(),
                outcome,
                best: None,
                winning: Vec::new(),
                distance: None,
                grundy: None,
                line: Vec::new(),
                seconds: 0.0,
            }),
            None if unknown.why == WhyNot::Stopped(Stopped::OutOfNodes) => {
                Err(Stop::Refused(out_of_nodes(standing, unknown.nodes)))
            }
            None => Err(Stop::refuse(unknown)),
        }
    }

    fn described(&self) -> String {
        let mut facts = Facts::about(&fitted(&format!("{} {}", self.game, self.position), width::columns()));
        let who =
            if self.outcome == Outcome::Win { "the player to move wins" } else { "the player to move loses" };
        let when = match self.distance {
            Some(0) => ": the game is over".to_string(),
            Some(many) => format!(", in {}", plies(many)),
            None => String::new(),
        };
        facts.add("outcome", &format!("{who}{when}"));
        match (&self.best, self.outcome) {
            (Some(best), Outcome::Loss) => facts.add("holds out best", best),
            (Some(best), Outcome::Win) => {
                facts.add("best move", best);
                // A player who may take from any of a thousand heaps does not need the whole list.
                const SHOWN: usize = 20;
                let more = self.winning.len().saturating_sub(SHOWN);
                let shown = &self.winning[..self.winning.len() - more];
                let more = if more > 0 { format!("  and {more} more") } else { String::new() };
                facts.add("winning moves", &format!("{}{more}", moves_apart(shown)));
            }
            (None, Outcome::Win) if self.distance.is_none() => facts.add("best move", "out of reach"),
            (None, _) => {}
        }
        if let Some(grundy) = self.grundy {
            // If the last move loses, the value is that of the game in which nobody may make it.
            let game: Option<AnyGame> = self.game.parse().ok();
            let condition = game.and_then(|game| game.grundy_condition());
            let said = condition.map_or(String::new(), |condition| format!(" ({condition})"));
            facts.add("Grundy value", &format!("{grundy}{said}"));
        }
        if self.line.len() > 1 {
            let mut moves: Vec<String> = self.line.iter().take(12).cloned().collect();
            if self.line.len() > moves.len() {
                moves.push("...".into());
            }
            facts.list("best play", &moves);
        }
        facts.add("time", &time(self.seconds));
        facts.told()
    }
}
