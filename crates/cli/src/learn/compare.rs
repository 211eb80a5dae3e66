//! `lastbite compare 2..4x2..4`: the four searches and the sieve on the same positions: nodes, memory, depth
//! and time.

use std::io::{self, Write, stderr, stdout};
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use lastbite::game::Purpose;
use lastbite::notation::{Quoted, grouped};
use lastbite::{
    Algorithm, AnyGame, Effort, Game, Knowledge, Outcome, Solver, Standing, Stopped, theory::Theory,
};
use serde::Serialize;

use crate::manners::columns::table;
use crate::manners::figures::time;
use crate::manners::output::ForceArgs;
use crate::manners::position::{fitting, parse_game, standing, without_name};
use crate::manners::prompt::{Console, Stop};
use crate::manners::record_file::shown;
use crate::manners::style::{Look, LookArgs};
use crate::manners::work::EffortArgs;
use crate::solve::charts::growth::{Plot, Series};

/// Compare the four searches and the sieve: nodes, time, memory, depth
#[derive(Args, Debug)]
#[command(after_help = "Example: lastbite compare 2x2..6 --plot nodes.svg
  draws how the nodes of each search grow from 2x2 to 2x6, on a log scale.")]
pub struct CompareArgs {
    /// Games, as in 3x4; a number in a game may be a range: 2..4x5
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

/// The cost of one way to find out who wins.
#[derive(Serialize)]
struct Measured {
    game: AnyGame,
    position: String,
    search: String,
    /// Whether it finished; if not, the numbers are those at the limit.
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

/// Runs every search on every game and prints what it took.
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
                let standing = standing(&game, self.position.as_deref())?;
                // The searches go as deep as it has pieces.
                fitting(&standing, Purpose::Play)?;
                standings.push(standing);
            }
        }
        Ok(standings)
    }

    /// Runs the four searches, and solves the game whole if there is a method for it.
    fn compare(
        &self,
        standing: &Standing<AnyGame>,
        effort: &Effort,
        all: &mut Vec<Measured>,
    ) -> Result<(), Stop> {
        for algorithm in Algorithm::ALL {
            all.push(self.search(standing, algorithm, effort)?);
        }
        if let Some(judged) = standing.game().judged_whole(standing.position()) {
            all.push(sieve(standing, judged, effort)?);
        }
        Ok(())
    }

    fn search(
        &self,
        standing: &Standing<AnyGame>,
        algorithm: Algorithm,
        effort: &Effort,
    ) -> Result<Measured, Stop> {
        let effort = effort.clone().nodes(self.nodes);
        let started = Instant::now();
        let mut measured = Measured::begun(standing, algorithm.to_string());
        match standing.game().search(standing.position(), algorithm, self.count_poison, &effort) {
            Ok(found) => {
                measured.finished = true;
                measured.outcome = Some(found.outcome);
                measured.mv = found.best.map(|mv| standing.write_move(&mv));
                (measured.nodes, measured.seconds) = (found.nodes, found.time.as_secs_f64());
                (measured.stored, measured.deepest) = (Some(found.stored), Some(found.deepest));
            }
            Err(unfinished) if unfinished.why == Stopped::Cancelled => return Err(Stop::Stopped),
            Err(unfinished) => {
                (measured.nodes, measured.seconds) = (unfinished.nodes, started.elapsed().as_secs_f64());
            }
        }
        Ok(measured)
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
            let of = |measured: &&Measured| measured.is_of(standing);
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
            true => "A node is a position that a search enters, also one that a losing move ended.",
            false
                if standings
                    .iter()
                    .any(|standing| standing.game().blunders(standing.position()).next().is_some()) =>
            {
                "A node is a position that a search enters. Eating the poison is not counted."
            }
            false => "A node is a position that a search enters.",
        };
        console.say(counted)?;
        if measured.iter().any(|measured| measured.search == "sieve") {
            console.say(
                "The sieve's nodes are the positions that it judges: all of them, or half of a square's. The rest follows by symmetry.",
            )?;
        }
        if measured.iter().any(|measured| !measured.finished) {
            console
                .say(&format!("> unfinished at {} nodes; --nodes raises the limit.", grouped(self.nodes)))?;
        }
        Ok(())
    }

    fn plotted(&self, standings: &[Standing<AnyGame>], measured: &[Measured]) -> String {
        let name = |standing: &Standing<AnyGame>| without_name(&standing.game().to_string()).to_string();
        let mut names: Vec<&str> = Vec::new();
        for measured in measured {
            if !names.contains(&measured.search.as_str()) {
                names.push(&measured.search);
            }
        }
        let number = |standing: &Standing<AnyGame>, search: &str| {
            let found =
                measured.iter().find(|measured| measured.search == search && measured.is_of(standing))?;
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

impl Measured {
    /// Makes an entry with nothing known yet.
    fn begun(standing: &Standing<AnyGame>, search: String) -> Self {
        Measured {
            game: standing.game().clone(),
            position: standing.written(),
            search,
            finished: false,
            outcome: None,
            mv: None,
            nodes: 0,
            stored: None,
            deepest: None,
            seconds: 0.0,
        }
    }

    fn is_of(&self, standing: &Standing<AnyGame>) -> bool {
        self.game == *standing.game() && self.position == standing.written()
    }
}

/// Solves the game whole, every position of it at once.
fn sieve(standing: &Standing<AnyGame>, judged: u64, effort: &Effort) -> Result<Measured, Stop> {
    let mut measured = Measured::begun(standing, "sieve".to_string());
    let started = Instant::now();
    let known = Solver::new().ask_whole(standing, effort);
    measured.seconds = started.elapsed().as_secs_f64();
    match known {
        Knowledge::Known(known) => {
            measured.finished = true;
            measured.outcome = Some(known.outcome);
            measured.mv = known.best.map(|mv| standing.write_move(&mv));
            (measured.nodes, measured.stored) = (judged, Some(judged));
        }
        Knowledge::Unknown(unknown) if unknown.was_cancelled() => return Err(Stop::Stopped),
        Knowledge::Unknown(unknown) => {
            let _ = writeln!(stderr(), "{} could not be sieved: {}.", standing.game(), unknown.why);
        }
    }
    Ok(measured)
}

/// Reads a game, or several whose numbers are ranges: `2..4x5` are 2x5, 3x5 and 4x5, by the number of their
/// pieces.
fn expanded(text: &str) -> Result<Vec<AnyGame>, String> {
    const MOST: usize = 200;
    let wrong = || {
        format!(
            "{} is not a range of games; a number in a game may be a range, as in 2..4x5 or 2x2..8, and there are at most {MOST} games",
            Quoted::new(text)
        )
    };
    let mut texts = vec![text.to_string()];
    // Expands the first range of each text until no range is left.
    while texts.first().is_some_and(|text| text.contains("..")) {
        let mut more = Vec::new();
        for text in &texts {
            let (before, after) = text.split_once("..").ok_or_else(wrong)?;
            let head = before.trim_end_matches(|c: char| c.is_ascii_digit());
            let tail = after.trim_start_matches(|c: char| c.is_ascii_digit());
            let (first, last) = (&before[head.len()..], &after[..after.len() - tail.len()]);
            let (first, last): (u32, u32) = first.parse().ok().zip(last.parse().ok()).ok_or_else(wrong)?;
            if first > last || last - first >= MOST as u32 {
                return Err(wrong());
            }
            more.extend((first..=last).map(|number| format!("{head}{number}{tail}")));
        }
        if more.len() > MOST {
            return Err(wrong());
        }
        texts = more;
    }
    let mut games = texts.iter().map(|text| parse_game(text)).collect::<Result<Vec<AnyGame>, String>>()?;
    games.sort_by_key(|game| game.size(&game.start()));
    Ok(games)
}

/// Writes one line for each search; fields with commas are quoted.
fn comma_separated(measured: &[Measured]) -> String {
    let quoted = |text: String| if text.contains(',') { format!("\"{text}\"") } else { text };
    let number = |number: Option<u64>| number.map_or(String::new(), |number| number.to_string());
    let mut lines = "game,position,search,finished,nodes,stored,deepest,seconds,outcome,move\n".to_string();
    for one in measured {
        let fields = [
            quoted(one.game.to_string()),
            quoted(one.position.clone()),
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
        assert_eq!(names("nim:2..3,5"), ["nim:2,5", "nim:3,5"]);
        for wrong in ["2..x3", "..", "5..2x3", "1..4000000000x2", "1..100x1..100"] {
            assert!(expanded(wrong).unwrap_err().contains("as in 2..4x5"), "{wrong}");
        }
    }
}
