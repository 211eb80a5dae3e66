//! One position of any game: who wins, the best move, and all winning moves.

use std::io::{Write, stdout};
use std::time::Duration;

use lastbite::game::Purpose;
use lastbite::knowledge::{Unknown, WhyNot};
use lastbite::notation::{grouped, moves_apart};
use lastbite::search::a_few_seconds;
use lastbite::theory::Formula;
use lastbite::words::plies;
use lastbite::{
    Analysis, AnyGame, AnyMove, Effort, Outcome, Solver, Standing, Stopped, Words, knowledge::Oracle,
};
use serde::Serialize;

use crate::manners::answer::{print_json, why_unjudged};
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
    /// How many moves were not looked at: all of them are only where they are few.
    unjudged: usize,
    #[serde(skip)]
    judged: usize,
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
        let limited = effort.clone().nodes(nodes.unwrap_or_else(|| a_few_seconds(standing.size())));
        // The nodes of some games are much dearer than those of others. Bars are solved, not searched.
        let is_searched = !matches!(standing.game(), AnyGame::Chomp(_));
        let limited =
            if is_searched && nodes.is_none() && !thorough { limited.within(PATIENCE) } else { limited };
        Found::of(standing, &solver, thorough, &limited)
    })?;
    let found = Found { seconds, ..found? };
    if json {
        return print_json(&found);
    }
    let mut out = stdout().lock();
    write!(out, "{}", found.described())?;
    Ok(out.flush()?)
}

/// Games of at most this many pieces are searched through for their distance, if somebody asks for everything.
const SEARCHED_THROUGH: u64 = 1000;

/// How long a search may take if nobody says how many nodes it may visit.
const PATIENCE: Duration = Duration::from_secs(12);

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
            // The distance is worth a search of everything that can follow, to whoever asked for all.
            Ok(analysis)
                if thorough && analysis.distance.is_none() && standing.size() <= SEARCHED_THROUGH =>
            {
                let mut through = Analysis::of(standing, effort).unwrap_or_else(|_| analysis.clone());
                through.grundy = analysis.grundy;
                through
            }
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
            unjudged: analysis.unjudged,
            judged: analysis.moves.len(),
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
        let late = unknown.why == WhyNot::Stopped(Stopped::OutOfTime);
        if unknown.was_cancelled() && !late {
            return Err(Stop::Stopped);
        }
        match Formula.ask(standing, effort).outcome() {
            Some(outcome) => Ok(Found {
                game: standing.game().to_string(),
                position: standing.written(),
                outcome,
                best: None,
                winning: Vec::new(),
                unjudged: 0,
                judged: 0,
                distance: None,
                grundy: None,
                line: Vec::new(),
                seconds: 0.0,
            }),
            None if late || unknown.why == WhyNot::Stopped(Stopped::OutOfNodes) => {
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
            (Some(best), Outcome::Loss) if self.distance.is_some() => facts.add("lasts longest", best),
            (Some(best), Outcome::Loss) => facts.add("takes least", best),
            (Some(best), Outcome::Win) => {
                facts.add("best move", best);
                // A player who may take from any of a thousand heaps does not need the whole list.
                const SHOWN: usize = 20;
                let more = self.winning.len().saturating_sub(SHOWN);
                let shown = &self.winning[..self.winning.len() - more];
                let more = if more > 0 { format!("  and {more} more") } else { String::new() };
                facts.add("winning moves", &format!("{}{more}", moves_apart(shown)));
                if let Some(why) = why_unjudged(self.unjudged, self.judged) {
                    facts.add("", &why);
                }
            }
            (None, Outcome::Win) if self.distance.is_none() => facts.add("best move", "not computed"),
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
            facts.list(if self.distance.is_some() { "best play" } else { "a line of play" }, &moves);
        }
        facts.add("time", &time(self.seconds));
        facts.told()
    }
}
