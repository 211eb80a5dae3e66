//! `lastbite plot lost 3x5000 -o lost.svg`: pictures of what the other commands list.

use std::collections::BTreeMap;
use std::io::{Write, stdout};

use clap::{Args, ValueEnum};
use lastbite::notation::{counted, grouped};
use lastbite::{Chomp, Effort, Game, Square};
use lastbite_engines::Method;
use lastbite_engines::rank::count;
use lastbite_engines::sweep::{Distances, GrundyValues};
use lastbite_engines::thin::{Estimate, Fate};
use lastbite_engines::{Solution, Solve};

use crate::manners::output::OutputArgs;
use crate::manners::prompt::Stop;
use crate::manners::work::EffortArgs;
use crate::solve::bars::how::CheckpointArgs;
use crate::solve::bars::measured::{self, Measured};
use crate::solve::bars::periods::three_rows_to;
use crate::solve::charts::chart::{Axis, Chart, Sheet};

/// Draw a picture as SVG: lost positions, openings, shares, costs, periods, distances or Grundy values
#[derive(Args, Debug)]
#[command(after_help = "Without -o the picture goes to stdout.

Example: the picture of Friedman and Landsberg
  $ lastbite plot lost 3x5000 -o 3x5000.svg
  3x5000.svg: the lost positions of 3x5000")]
pub struct PlotArgs {
    /// What to draw
    #[arg(value_name = "PICTURE")]
    picture: Picture,
    /// The bar: rows x columns; pictures over sizes go up to it
    #[arg(value_name = "BAR")]
    bar: Chomp,
    #[command(flatten)]
    output: OutputArgs,
    /// Measure the cost now, on this machine, with bars that take a few seconds at most (for the picture of
    /// costs)
    #[arg(long)]
    measure: bool,
    #[command(flatten)]
    effort: EffortArgs,
}

/// Pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Picture {
    /// The lost positions of three rows: second and third row, as shares of the first
    Lost,
    /// The winning first bites of every bar up to this one; bars with several stand out
    Openings,
    /// The share of lost positions of every bar up to this one
    Share,
    /// The time and memory each method takes for bars with this number of rows: measured, and estimated
    Cost,
    /// What becomes of the columns of three rows
    Periods,
    /// How long the game lasts after each first bite
    Distances,
    /// The Grundy values of every bar up to this one
    Grundy,
}

/// Draws a picture.
pub fn run(args: &PlotArgs) -> Result<(), Stop> {
    let bar = args.bar;
    if !bar.is_classic() && args.picture != Picture::Distances {
        return Err(Stop::refuse("only distances are drawn with the poison elsewhere: take a bar like 8x10"));
    }
    if args.measure && args.picture != Picture::Cost {
        return Err(Stop::refuse(
            "only costs are measured: take --measure with plot cost, as in: plot cost 4x3000",
        ));
    }
    let file = args.output.file();
    if let Some(file) = &file {
        file.check()?;
    }
    let size = format!("{}x{}", bar.rows(), bar.cols());
    let (drawn, _) = args.effort.work(&format!("drawing {bar}"), |effort| match args.picture {
        Picture::Lost => lost(&bar, effort),
        Picture::Openings => openings(&bar, effort),
        Picture::Share => share(&bar, effort),
        Picture::Cost => cost(&bar, args.measure, effort),
        Picture::Periods => periods(&bar, effort),
        Picture::Distances => distances(&bar, effort),
        Picture::Grundy => grundy(&bar, effort),
    })?;
    let (what, drawn) = drawn?;
    let word = args.picture.to_possible_value().map_or(String::new(), |value| value.get_name().to_string());
    let bar_said = bar.to_string().replace("chomp:", "");
    let measure = if args.measure { " --measure" } else { "" };
    let picture = drawn.finish(&format!("lastbite plot {word} {bar_said}{measure}"));
    let mut out = stdout().lock();
    match &file {
        None => write!(out, "{picture}")?,
        Some(file) => {
            file.write(&picture)?;
            writeln!(out, "{}", file.told(&format!("{what} {size}")))?;
        }
    }
    Ok(out.flush()?)
}

/// Either kind of picture.
enum Drawn {
    /// Charts below each other.
    Charts(Vec<Chart>),
    Sheet(Sheet),
}

impl Drawn {
    fn finish(self, command: &str) -> String {
        match self {
            Drawn::Charts(charts) => Chart::finish(charts, command),
            Drawn::Sheet(sheet) => sheet.finish(command),
        }
    }
}

type Picturing = Result<(&'static str, Drawn), Stop>;

fn axis(label: &str, from: f64, to: f64, is_log: bool) -> Axis<'_> {
    Axis { label, from, to, is_log }
}

/// The lost positions of the longer half of all first rows, counted in small squares of (second, third row) /
/// first row.
fn lost(bar: &Chomp, effort: &Effort) -> Picturing {
    if bar.rows() != 3 || bar.cols() < 50 {
        return Err(Stop::refuse(
            "lost positions are drawn for three rows and 50 columns or more, as in: plot lost 3x5000",
        ));
    }
    const CELLS: usize = 500;
    let mut counts = vec![0u32; CELLS * CELLS];
    let half = bar.cols() / 2;
    let solution = Solve::of(bar).to_list(effort)?;
    for lost in solution.lost_positions(effort) {
        let lost = lost?;
        if lost.row(1) > half {
            let place = |n| (lost.row(n) as usize * (CELLS - 1) + CELLS / 2) / lost.row(1) as usize;
            counts[place(3).min(CELLS - 1) * CELLS + place(2).min(CELLS - 1)] += 1;
        }
    }
    let most = counts.iter().copied().max().unwrap_or(1).max(1);
    let title =
        format!("Lost positions p,q,r of {}x{}, p > {half}: the darker, the more", bar.rows(), bar.cols());
    let mut chart = Chart::new(
        &title,
        600.0,
        600.0,
        axis("second row, q / p", 0.0, 1.0, false),
        axis("third row, r / p", 0.0, 1.0, false),
    );
    let step = 1.0 / CELLS as f64;
    for (at, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
        let (x, y) = ((at % CELLS) as f64 * step, (at / CELLS) as f64 * step);
        let darkness = 0.25 + 0.75 * f64::from(count).ln_1p() / f64::from(most).ln_1p();
        chart.shade((x, y), (x + step, y + step), darkness);
    }
    Ok(("the lost positions of", Drawn::Charts(vec![chart])))
}

fn whole(bar: &Chomp, effort: &Effort) -> Result<Solution, Stop> {
    Ok(Solve::of(bar).run(effort)?)
}

/// A small bar for each size, with dots where the winning bites are.
fn openings(bar: &Chomp, effort: &Effort) -> Picturing {
    const MOST: u32 = 40;
    if bar.rows() > MOST || bar.cols() > MOST || bar.rows() < 2 || bar.cols() < 2 {
        return Err(Stop::refuse(
            "openings are drawn for bars from 2x2 to 40x40, as in: plot openings 14x14",
        ));
    }
    let solved = whole(bar, effort)?;
    let cell = 36.0;
    let (left, top) = (64.0, 90.0);
    let (width, height) = (f64::from(bar.cols() - 1) * cell, f64::from(bar.rows() - 1) * cell);
    let mut sheet =
        Sheet::new("Winning first bites of bars", (left + width + 30.0).max(680.0), top + height + 50.0);
    sheet.words(
        20.0,
        48.0,
        "Each box is a bar, a dot where to bite; heavy, grey: more than one winning first bite",
        "start",
        13.0,
        false,
    );
    sheet.words(left + width / 2.0, top - 24.0, "columns", "middle", 13.0, false);
    sheet.words_upwards(22.0, top + height / 2.0, "rows");
    for cols in 2..=bar.cols() {
        let x = left + f64::from(cols - 2) * cell;
        sheet.words(x + cell / 2.0, top - 6.0, &cols.to_string(), "middle", 11.0, false);
        for rows in 2..=bar.rows() {
            let y = top + f64::from(rows - 2) * cell;
            if cols == 2 {
                sheet.words(left - 8.0, y + cell / 2.0 + 4.0, &rows.to_string(), "end", 11.0, false);
            }
            let bites = solved.openings(rows, cols)?;
            let (stroke, grey) = if bites.len() > 1 { (2.5, "#ccc") } else { (0.5, "white") };
            sheet.frame(x + 3.0, y + 3.0, cell - 6.0, cell - 6.0, stroke, grey);
            for Square { row, col, .. } in bites {
                let share = |n: u32, of: u32| (f64::from(n) - 0.5) / f64::from(of) * (cell - 6.0) + 3.0;
                sheet.dot(x + share(col, cols), y + share(row, rows), 3.0);
            }
        }
    }
    Ok(("the winning first bites up to", Drawn::Sheet(sheet)))
}

/// One line for each number of rows.
fn share(bar: &Chomp, effort: &Effort) -> Picturing {
    let (few, many) = (bar.rows().min(bar.cols()), bar.rows().max(bar.cols()));
    if few < 2 || many < 4 || few > 12 {
        return Err(Stop::refuse(
            "shares are drawn for 2 to 12 rows and 4 columns or more, as in: plot share 6x40",
        ));
    }
    let lying = Chomp::new(few, many).map_err(Stop::refuse)?;
    let solved = whole(&lying, effort)?;
    let mut lines = Vec::new();
    for rows in 2..=few {
        let point = |cols: u32| {
            let positions = count(rows, cols)? - 1;
            Some((f64::from(cols), 100.0 * solved.lost_count(rows, cols).ok()? as f64 / positions as f64))
        };
        let points: Vec<(f64, f64)> = spread(2, many).into_iter().filter_map(point).collect();
        if points.len() > 1 {
            lines.push((rows, points));
        }
    }
    let least = lines.iter().flat_map(|(_, points)| points).map(|point| point.1).fold(f64::MAX, f64::min);
    let y = axis("lost positions, % of all (log)", least / 1.5, 60.0, true);
    let mut chart =
        Chart::new("Share of lost positions", 640.0, 420.0, axis("columns (log)", 2.0, many.into(), true), y);
    for (rows, points) in &lines {
        chart.line(&format!("{rows} rows"), points);
    }
    Ok(("the share of lost positions up to", Drawn::Charts(vec![chart])))
}

/// Returns at most two hundred whole numbers that are evenly spaced on a logarithmic axis.
fn spread(from: u32, to: u32) -> Vec<u32> {
    let (first, grown) = (f64::from(from), f64::from(to) / f64::from(from));
    let mut all: Vec<u32> =
        (0..=200).map(|n| (first * grown.powf(f64::from(n) / 200.0)).round() as u32).collect();
    all.dedup();
    all
}

/// Draws time and memory, with a line for each method that solves bars of this many rows: lines are
/// estimates, filled marks are measured.
fn cost(bar: &Chomp, measure: bool, effort: &Effort) -> Picturing {
    const SHORTEST: u32 = 8;
    let (few, many) = (bar.rows().min(bar.cols()), bar.rows().max(bar.cols()));
    let methods = [Method::ThreeRows, Method::FewRows, Method::Sieve];
    let threads = effort.threads_used();
    let estimates: Vec<_> = methods
        .into_iter()
        .map(|method| {
            let estimate = |cols: u32| Some((cols, method.estimate(few, cols, threads)?));
            let estimates = spread(SHORTEST.max(few), many).into_iter().filter_map(estimate);
            (method, estimates.collect::<Vec<_>>())
        })
        .filter(|(_, estimates)| estimates.len() > 1)
        .collect();
    if estimates.is_empty() || few < 3 || many <= 16 {
        return Err(Stop::refuse(
            "costs are drawn for three to seven rows, or of more up to 255 columns, as in: plot cost 4x3000",
        ));
    }
    let (measured, machine) = if measure {
        (measured::now(few, &estimates, effort)?, measured::machine())
    } else {
        (measured::shipped(), measured::SHIPPED_ON.to_string())
    };
    let is_drawn = |one: &&Measured| one.rows == few && (SHORTEST..=many).contains(&one.cols);
    let measured: Vec<&Measured> = measured.iter().filter(is_drawn).collect();
    let panel = |title: &str,
                 label: &str,
                 least: f64,
                 of_estimate: &dyn Fn(&Estimate) -> f64,
                 of_measured: &dyn Fn(&Measured) -> f64| {
        let lines: Vec<(Method, Vec<(f64, f64)>)> = estimates
            .iter()
            .map(|(method, points)| {
                let points = points.iter().map(|(cols, one)| (f64::from(*cols), of_estimate(one).max(least)));
                (*method, points.collect())
            })
            .collect();
        let marks = |method: Method| -> Vec<(f64, f64)> {
            let of_method = measured.iter().filter(|one| one.method == method);
            of_method.map(|one| (f64::from(one.cols), of_measured(one).max(least))).collect()
        };
        let all = || {
            let marks = methods.into_iter().flat_map(marks);
            lines.iter().flat_map(|(_, points)| points.iter().copied()).chain(marks).map(|(_, y)| y)
        };
        let y = axis(label, all().fold(f64::MAX, f64::min), all().fold(0.0, f64::max) * 2.0, true);
        let x = axis("columns (log)", SHORTEST.max(few).into(), many.into(), true);
        let mut chart = Chart::new(title, 600.0, 280.0, x, y);
        for (number, (method, points)) in lines.iter().enumerate() {
            chart.line(&method.to_string(), points);
            chart.marks(number, &marks(*method));
        }
        chart
    };
    let words = if few == 1 { "1 row".to_string() } else { format!("{few} rows") };
    let bytes = |estimate: &Estimate| estimate.bytes as f64 / 1e6;
    let seconds = |estimate: &Estimate| estimate.nanoseconds as f64 / 1e9;
    let mut time = panel(&format!("Time of {words}"), "seconds (log)", 1e-6, &seconds, &|one| one.seconds);
    time.note(&match measured.len() {
        0 => format!("Lines: estimated for {threads} threads; nothing was measured for {words}"),
        _ => format!("Lines: estimated for {threads} threads; filled: measured, {machine}"),
    });
    let mut memory =
        panel(&format!("Memory of {words}"), "megabytes (log)", 0.1, &bytes, &|one| one.megabytes);
    if !measured.is_empty() {
        memory.note("Filled: measured, the memory of the whole program");
    }
    Ok(("the costs of", Drawn::Charts(vec![time, memory])))
}

/// A stroke for each column on the line of its fate, and how many there are.
fn periods(bar: &Chomp, effort: &Effort) -> Picturing {
    if bar.rows() != 3 || bar.cols() < 100 {
        return Err(Stop::refuse(
            "periods are drawn for three rows and 100 columns or more, as in: plot periods 3x10000",
        ));
    }
    let solver = three_rows_to(bar.cols(), &CheckpointArgs::NONE, effort)?;
    let settled = solver.census().settled;
    if settled == 0 {
        return Err(Stop::Refused(format!(
            "no column is settled by {bar}: take more columns, as in: plot periods 3x10000"
        )));
    }
    // Those that die have no period, and go at the bottom.
    let mut counts: BTreeMap<usize, u64> = BTreeMap::new();
    let periods: Vec<usize> = (0..settled)
        .map(|r| match solver.fate(r) {
            Fate::Repeats { distances, .. } => distances.len(),
            _ => 0,
        })
        .collect();
    periods.iter().for_each(|&period| *counts.entry(period).or_default() += 1);
    let levels: Vec<String> =
        counts.keys().map(|&period| if period == 0 { "dies".into() } else { period.to_string() }).collect();
    let title = format!("What becomes of the columns r of 3x{}", grouped(bar.cols().into()));
    let x = axis("third row, r", 0.0, settled.into(), false);
    let mut chart = Chart::with_levels(&title, 640.0, x, "period", &levels);
    chart.note("A stroke for each lost p,q,r with r fixed: q,q,r is lost and it dies, or p - q has a period");
    for (level, (period, count)) in counts.iter().enumerate() {
        chart.beside(level as f64, &counted(*count, "column"));
        // Strokes that would cover each other are drawn once.
        let mut last = None;
        for r in (0..settled).filter(|&r| periods[r as usize] == *period) {
            let place = u64::from(r) * 1280 / u64::from(settled);
            if last.replace(place) != Some(place) {
                chart.stroke(r.into(), level as f64, if count * 4 > u64::from(settled) { 0.3 } else { 1.0 });
            }
        }
    }
    Ok(("the periods of", Drawn::Charts(vec![chart])))
}

/// The bar itself, each square with the plies of the game that begins with it.
fn distances(bar: &Chomp, effort: &Effort) -> Picturing {
    if bar.rows() > 40 || bar.cols() > 40 {
        return Err(Stop::refuse(
            "distances are drawn for bars up to 40x40 that fit the memory, as in: plot distances 8x10",
        ));
    }
    let distances = Distances::of(bar, effort)?;
    let (cell, left, top) = (40.0, 50.0, 90.0);
    let (width, height) = (f64::from(bar.cols()) * cell, f64::from(bar.rows()) * cell);
    let title = format!("Plies of {}x{} after each first bite", bar.rows(), bar.cols());
    let mut sheet = Sheet::new(&title, (left + width + 30.0).max(520.0), top + height + 40.0);
    sheet.words(
        20.0,
        48.0,
        "Heavy, grey: the bite wins (odd); the others lose (even); P is the poison, x eats it",
        "start",
        13.0,
        false,
    );
    let start = bar.start();
    for row in 1..=bar.rows() {
        let y = top + f64::from(row - 1) * cell;
        sheet.words(left - 8.0, y + 25.0, &row.to_string(), "end", 12.0, false);
        for col in 1..=bar.cols() {
            let x = left + f64::from(col - 1) * cell;
            if row == 1 {
                sheet.words(x + cell / 2.0, top - 8.0, &col.to_string(), "middle", 12.0, false);
            }
            let bite = Square::new(row, col);
            let plies = bar
                .play(&start, &bite)
                .ok()
                .and_then(|next| distances.distance(&next))
                .map(|plies| plies + 1);
            let wins = plies.is_some_and(|plies| plies % 2 == 1);
            let (stroke, grey) = if wins { (3.0, "#ccc") } else { (0.5, "white") };
            let inset = if wins { 2.0 } else { 0.0 };
            sheet.frame(x + inset, y + inset, cell - 2.0 * inset, cell - 2.0 * inset, stroke, grey);
            let said = match plies {
                Some(plies) => plies.to_string(),
                None if bite == bar.poison() => "P".into(),
                None => "x".into(),
            };
            sheet.words(x + cell / 2.0, y + 25.0, &said, "middle", 14.0, wins);
        }
    }
    Ok(("the distances of", Drawn::Sheet(sheet)))
}

/// The most lines, one for each number of rows; more would cross too often to be readable, and become a
/// table.
const MOST_LINES: u32 = 6;

fn grundy(bar: &Chomp, effort: &Effort) -> Picturing {
    let (few, many) = (bar.rows().min(bar.cols()), bar.rows().max(bar.cols()));
    if many < 4 || few > 16 {
        return Err(Stop::refuse(
            "Grundy values are drawn for 1 to 16 rows and 4 columns or more, as in: plot grundy 6x20",
        ));
    }
    let lying = Chomp::new(few, many).map_err(Stop::refuse)?;
    let values = GrundyValues::of(&lying, effort)?;
    let value = |rows: u32, cols: u32| values.value(&Chomp::new(rows, cols).ok()?.start());
    if few > MOST_LINES {
        return Ok(("the Grundy values up to", Drawn::Sheet(grundy_table(few, many, value))));
    }
    let mut lines = Vec::new();
    for rows in 1..=few {
        let point = |cols: u32| Some((f64::from(cols), f64::from(value(rows, cols)?)));
        lines.push((rows, (1..=many).filter_map(point).collect::<Vec<_>>()));
    }
    let most = lines.iter().flat_map(|(_, points)| points).map(|point| point.1).fold(1.0, f64::max);
    let y = axis("Grundy value", 0.0, (most * 1.05).ceil(), false);
    let mut chart =
        Chart::new("Growth of Grundy values", 620.0, 460.0, axis("columns", 1.0, many.into(), false), y);
    for (rows, points) in &lines {
        chart.line(&if *rows == 1 { "1 row".into() } else { format!("{rows} rows") }, points);
    }
    Ok(("the Grundy values up to", Drawn::Charts(vec![chart])))
}

/// A box for each bar with its value, the darker the larger.
fn grundy_table(few: u32, many: u32, value: impl Fn(u32, u32) -> Option<u32>) -> Sheet {
    let (cell, left, top) = (36.0, 64.0, 100.0);
    let (width, height) = (f64::from(many) * cell, f64::from(few) * cell);
    let mut sheet =
        Sheet::new("Grundy values of bars", (left + width + 30.0).max(560.0), top + height + 40.0);
    sheet.words(20.0, 48.0, "When nobody may eat the poison; the darker, the larger", "start", 13.0, false);
    sheet.words(left + width / 2.0, top - 24.0, "columns", "middle", 13.0, false);
    sheet.words_upwards(22.0, top + height / 2.0, "rows");
    let all = (1..=few).flat_map(|rows| (1..=many).map(move |cols| (rows, cols)));
    let most = all.clone().filter_map(|(rows, cols)| value(rows, cols)).max().unwrap_or(1).max(1);
    for (rows, cols) in all {
        let (x, y) = (left + f64::from(cols - 1) * cell, top + f64::from(rows - 1) * cell);
        if rows == 1 {
            sheet.words(x + cell / 2.0, top - 6.0, &cols.to_string(), "middle", 11.0, false);
        }
        if cols == 1 {
            sheet.words(left - 8.0, y + cell / 2.0 + 4.0, &rows.to_string(), "end", 11.0, false);
        }
        let Some(value) = value(rows, cols) else { continue };
        // Light enough for black digits on all of them.
        let grey = 255 - (100.0 * f64::from(value) / f64::from(most)) as u8;
        sheet.frame(x, y, cell, cell, 0.5, &format!("#{grey:02x}{grey:02x}{grey:02x}"));
        sheet.words(x + cell / 2.0, y + cell / 2.0 + 4.0, &value.to_string(), "middle", 12.0, false);
    }
    sheet
}
