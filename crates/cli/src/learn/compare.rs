//! `lastbite compare 2..4x2..4`: the four searches and the sieve on the same positions: nodes, memory, depth and time.

use std::io::{self, Write, stderr, stdout};
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use lastbite::notation::{Quoted, grouped};
use lastbite::search::WithBlunders;
use lastbite::sieve::Sieve;
use lastbite::{
    Algorithm, AnyGame, AnyPosition, Chomp, Effort, Game, Knowledge, Outcome, Rows, Solver, Standing, Stopped,
};
use serde::Serialize;

use crate::manners::columns::table;
use crate::manners::figures::time;
use crate::manners::output::ForceArgs;
use crate::manners::position::parse_game;
use crate::manners::prompt::{Console, Stop};
use crate::manners::record_file::shown;
use crate::manners::style::{Look, LookArgs};
use crate::manners::work::EffortArgs;
use crate::solve::growth::{Plot, Series};

/// Compare the four searches and the sieve: nodes, time, memory, depth
#[derive(Args, Debug)]
#[command(after_help = "Example: lastbite compare 2x2..6 --plot nodes.svg
  draws how the nodes of each search grow from 2x2 to 2x6, on a log scale.")]
pub struct CompareArgs {
    /// As in 3x4 or nim:3,4,5; the sides of a bar may be ranges: 2..4x5
    #[arg(value_name = "GAME", required = true)]
    games: Vec<String>,
    /// A position of the games, not their start
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,
    /// The most nodes of a search
    #[arg(long, value_name = "NUMBER", default_value = "10000000", value_parser = parse_nodes)]
    nodes: u64,
    /// Let the searches bite the poison, and count that
    #[arg(long)]
    count_poison: bool,
    /// Draw the nodes of all games to an SVG file
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArgs,
    /// Print lines for a spreadsheet
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    effort: EffortArgs,
    #[command(flatten)]
    look: LookArgs,
}

fn parse_nodes(text: &str) -> Result<u64, String> {
    let digits: String = text.chars().filter(|&c| c != ',' && c != '_').collect();
    let nodes = digits.parse().ok().filter(|&nodes| nodes > 0);
    nodes.ok_or_else(|| {
        format!("{} is not a number of nodes; give a whole number, 1 or more", Quoted::new(text))
    })
}

/// What one way to find out who wins took.
#[derive(Serialize)]
struct Measured {
    game: AnyGame,
    position: AnyPosition,
    search: String,
    /// Whether it ran to its end; else the numbers are what it had by then.
    finished: bool,
    outcome: Option<Outcome>,
    #[serde(rename = "move")]
    mv: Option<String>,
    /// Nodes visited, or positions judged by the sieve.
    nodes: u64,
    stored: Option<u64>,
    deepest: Option<u64>,
    seconds: f64,
}

/// What `--json` prints.
#[derive(Serialize)]
struct Report<'a> {
    count_poison: bool,
    most_nodes: u64,
    compared: &'a [Measured],
}

/// Runs every search on every game and prints what they took.
pub fn run(args: &CompareArgs) -> Result<(), Stop> {
    let standings = args.standings()?;
    let file = args.plot.as_deref().map(|path| args.force.file("--plot", path));
    if let Some(file) = &file {
        file.check()?;
    }
    let (measured, _) = args.effort.work("comparing", |effort| {
        let mut all = Vec::new();
        for (standing, done) in standings.iter().zip(0u32..) {
            effort.report_share(f64::from(done) / standings.len() as f64);
            args.compare(standing, effort, &mut all)?;
        }
        Ok::<_, Stop>(all)
    })?;
    let measured = measured?;
    if let Some(file) = &file {
        file.write(&args.plotted(&standings, &measured))?;
        let _ = writeln!(stderr(), "The plot is in {}.", shown(file.path()));
    }
    if !args.csv && !args.json {
        return args.show(&mut Console::open(Look::from(args.look)), &standings, &measured);
    }
    let mut out = stdout().lock();
    if args.csv {
        write!(out, "{}", comma_separated(&measured))?;
    } else {
        let report = Report { count_poison: args.count_poison, most_nodes: args.nodes, compared: &measured };
        writeln!(out, "{}", serde_json::to_string(&report).map_err(io::Error::from)?)?;
    }
    Ok(out.flush()?)
}

impl CompareArgs {
    /// Lists the positions to compare on.
    fn standings(&self) -> Result<Vec<Standing<AnyGame>>, Stop> {
        let mut standings = Vec::new();
        for text in &self.games {
            for game in expanded(text).map_err(Stop::refuse)? {
                standings.push(match &self.position {
                    None => Standing::start(game),
                    Some(position) => Standing::read(game, position).map_err(Stop::refuse)?,
                });
            }
        }
        Ok(standings)
    }

    fn compare(
        &self,
        standing: &Standing<AnyGame>,
        effort: &Effort,
        all: &mut Vec<Measured>,
    ) -> Result<(), Stop> {
        // Each game by its own type: a search of any game would take longer than it must.
        match (standing.game(), standing.position()) {
            (AnyGame::Chomp(bar), AnyPosition::Chomp(rows)) => {
                self.search(standing, bar, rows, effort, all)?;
                all.push(self.sieve(standing, bar, rows, effort)?);
                Ok(())
            }
            (AnyGame::Nim(nim), AnyPosition::Nim(heaps)) => self.search(standing, nim, heaps, effort, all),
            (game, position) => self.search(standing, game, position, effort, all),
        }
    }

    /// Runs the four searches.
    fn search<G: Game>(
        &self,
        standing: &Standing<AnyGame>,
        game: &G,
        position: &G::Position,
        effort: &Effort,
        all: &mut Vec<Measured>,
    ) -> Result<(), Stop> {
        let effort = effort.clone().nodes(self.nodes);
        for algorithm in Algorithm::ALL {
            let started = Instant::now();
            let searched = match self.count_poison {
                true => algorithm.search(&WithBlunders(game.clone()), position, &effort),
                false => algorithm.search(game, position, &effort),
            };
            let mut measured = Measured {
                game: standing.game().clone(),
                position: standing.position().clone(),
                search: algorithm.to_string(),
                finished: false,
                outcome: None,
                mv: None,
                nodes: 0,
                stored: None,
                deepest: None,
                seconds: 0.0,
            };
            match searched {
                Ok(found) => {
                    measured.finished = true;
                    measured.outcome = Some(found.outcome);
                    measured.mv = found.best.map(|mv| mv.to_string());
                    (measured.nodes, measured.seconds) = (found.nodes, found.time.as_secs_f64());
                    (measured.stored, measured.deepest) = (Some(found.stored), Some(found.deepest));
                }
                Err(unfinished) if unfinished.why == Stopped::Cancelled => return Err(Stop::Stopped),
                Err(unfinished) => {
                    (measured.nodes, measured.seconds) = (unfinished.nodes, started.elapsed().as_secs_f64());
                }
            }
            all.push(measured);
        }
        Ok(())
    }

    /// Sieves what is left of a bar, every position of it at once.
    fn sieve(
        &self,
        standing: &Standing<AnyGame>,
        bar: &Chomp,
        rows: &Rows,
        effort: &Effort,
    ) -> Result<Measured, Stop> {
        let left = Chomp::new(rows.rows(), rows.cols()).and_then(|left| left.with_poison(bar.poison()));
        let left = left.unwrap_or(*bar);
        let started = Instant::now();
        let known = match Standing::new(left, rows.clone()) {
            Ok(standing) => Solver::new().ask_whole(&standing, effort),
            Err(error) => return Err(Stop::refuse(error)),
        };
        let seconds = started.elapsed().as_secs_f64();
        let known = match known {
            Knowledge::Known(known) => Some(known),
            Knowledge::Unknown(unknown) if unknown.was_cancelled() => return Err(Stop::Stopped),
            Knowledge::Unknown(unknown) => {
                let _ = writeln!(stderr(), "{left} could not be sieved: {}.", unknown.why);
                None
            }
        };
        let judged = Sieve::of(&left).positions_to_solve();
        Ok(Measured {
            game: standing.game().clone(),
            position: standing.position().clone(),
            search: "sieve".to_string(),
            finished: known.is_some(),
            outcome: known.as_ref().map(|known| known.outcome),
            mv: known.as_ref().and_then(|known| known.best).map(|bite| bite.to_string()),
            nodes: if known.is_some() { judged } else { 0 },
            stored: known.is_some().then_some(judged),
            deepest: None,
            seconds,
        })
    }

    fn show(
        &self,
        console: &mut Console,
        standings: &[Standing<AnyGame>],
        measured: &[Measured],
    ) -> Result<(), Stop> {
        let (width, _) = console.dimensions();
        for standing in standings {
            console.say(&standing.to_string())?;
            let mut rows =
                vec![["search", "nodes", "time", "stored", "deepest"].map(str::to_string).to_vec()];
            let of = |measured: &&Measured| {
                (&measured.game, &measured.position) == (standing.game(), standing.position())
            };
            for measured in measured.iter().filter(of) {
                let number = |number: Option<u64>| number.map_or("-".to_string(), grouped);
                let more = if measured.finished { "" } else { ">" };
                let nodes = format!("{more}{}", grouped(measured.nodes));
                let (stored, deepest) = (number(measured.stored), number(measured.deepest));
                rows.push(vec![measured.search.clone(), nodes, time(measured.seconds), stored, deepest]);
            }
            console.draw(&table(&rows, width))?;
            console.draw("")?;
        }
        let counted = match self.count_poison {
            true => "A node is a position that a search enters, also one where the poison was eaten.",
            false => "A node is a position that a search enters; biting the poison is none.",
        };
        console.say(counted)?;
        if measured.iter().any(|measured| measured.search == "sieve") {
            console.say("The sieve's nodes are the positions that it judges: all of the bar.")?;
        }
        if measured.iter().any(|measured| !measured.finished) {
            console.say(&format!("> unfinished at {} nodes; --nodes lets it go on.", grouped(self.nodes)))?;
        }
        Ok(())
    }

    fn plotted(&self, standings: &[Standing<AnyGame>], measured: &[Measured]) -> String {
        let name = |standing: &Standing<AnyGame>| {
            let game = standing.game().to_string();
            game.strip_prefix("chomp:").unwrap_or(&game).to_string()
        };
        let mut names: Vec<&str> = Vec::new();
        for measured in measured {
            if !names.contains(&measured.search.as_str()) {
                names.push(&measured.search);
            }
        }
        let number = |standing: &Standing<AnyGame>, search: &str| {
            let found = measured.iter().find(|measured| {
                measured.search == search
                    && (&measured.game, &measured.position) == (standing.game(), standing.position())
            })?;
            (found.nodes > 0).then_some((found.nodes, found.finished))
        };
        let series = names.iter().map(|search| Series {
            name: search.to_string(),
            numbers: standings.iter().map(|standing| number(standing, search)).collect(),
        });
        let title = match self.count_poison {
            true => "Nodes visited to find out who wins, bites of the poison counted",
            false => "Nodes visited to find out who wins",
        };
        Plot {
            title,
            along: "game (bars: rows x columns)",
            upwards: "nodes (logarithmic)",
            places: standings.iter().map(name).collect(),
            series: series.collect(),
            limit: self.nodes,
        }
        .svg()
    }
}

/// Reads a game, or a bar whose sides are ranges: `2..4x5` are 2x5, 3x5 and 4x5, by the number of their squares.
fn expanded(text: &str) -> Result<Vec<AnyGame>, String> {
    const MOST: usize = 200;
    if !text.contains("..") {
        return Ok(vec![parse_game(text)?]);
    }
    let wrong = || {
        format!(
            "{} is not a range of bars; its sides are numbers or ranges, as in 2..4x5 or 2x2..8, at most {MOST} bars",
            Quoted::new(text)
        )
    };
    let bare = text.strip_prefix("chomp:").unwrap_or(text);
    let (rows, cols) = bare.split_once('x').ok_or_else(wrong)?;
    let side = |part: &str| -> Option<Vec<u32>> {
        let number = |text: &str| text.trim().parse::<u32>().ok().filter(|&n| n > 0);
        let (first, last) = match part.split_once("..") {
            Some((first, last)) => (number(first)?, number(last)?),
            None => (number(part)?, number(part)?),
        };
        (first <= last && (last - first) < MOST as u32).then(|| (first..=last).collect())
    };
    let (rows, cols) = side(rows).zip(side(cols)).ok_or_else(wrong)?;
    if rows.len() * cols.len() > MOST {
        return Err(wrong());
    }
    let mut bars = Vec::new();
    for &rows in &rows {
        for &cols in &cols {
            bars.push(Chomp::new(rows, cols).map_err(|error| error.to_string())?);
        }
    }
    bars.sort_by_key(|bar| (u64::from(bar.rows()) * u64::from(bar.cols()), bar.rows()));
    Ok(bars.into_iter().map(AnyGame::Chomp).collect())
}

/// One line a search; what has commas of its own stands in quotes.
fn comma_separated(measured: &[Measured]) -> String {
    let quoted = |text: String| if text.contains(',') { format!("\"{text}\"") } else { text };
    let number = |number: Option<u64>| number.map_or(String::new(), |number| number.to_string());
    let mut lines = "game,position,search,finished,nodes,stored,deepest,seconds,outcome,move\n".to_string();
    for one in measured {
        let fields = [
            quoted(one.game.to_string()),
            quoted(one.position.to_string()),
            one.search.clone(),
            one.finished.to_string(),
            one.nodes.to_string(),
            number(one.stored),
            number(one.deepest),
            format!("{:.6}", one.seconds),
            one.outcome.map_or(String::new(), |outcome| outcome.to_string()),
            quoted(one.mv.clone().unwrap_or_default()),
        ];
        lines += &(fields.join(",") + "\n");
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_bars_by_their_size() {
        let names =
            |text: &str| -> Vec<String> { expanded(text).unwrap().iter().map(AnyGame::to_string).collect() };
        assert_eq!(names("2..3x2..3"), ["chomp:2x2", "chomp:2x3", "chomp:3x2", "chomp:3x3"]);
        assert_eq!(names("chomp:2x4..5"), ["chomp:2x4", "chomp:2x5"]);
        assert_eq!(names("nim:3,4"), ["nim:3,4"]);
        for wrong in ["2..x3", "..", "5..2x3", "1..4000000000x2", "1..100x1..100", "nim:2..3"] {
            assert!(expanded(wrong).unwrap_err().contains("as in 2..4x5"), "{wrong}");
        }
    }
}
