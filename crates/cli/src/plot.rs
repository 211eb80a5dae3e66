//! `lastbite plot lost 3x5000 -o lost.svg`: pictures of what the other commands list.

use std::io::{Write, stdout};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use lastbite::sieve::rank::count;
use lastbite::sweep::{Distances, GrundyValues};
use lastbite::thin::{Fate, Method};
use lastbite::{Chomp, Effort, Game, Square};

use crate::chart::{Axis, Chart, Sheet};
use crate::listing::Ended;
use crate::lost_positions;
use crate::place::PlaceArgs;
use crate::prompt::Stop;
use crate::record_file::shown;
use crate::whole::{CheckpointArgs, HowArgs, Whole, name};
use crate::work::EffortArgs;

/// Draw a picture as SVG: lost positions, openings, shares, costs, periods, distances or Grundy values
#[derive(Args, Debug)]
#[command(after_help = "Example: the picture of Friedman and Landsberg
  $ lastbite plot lost 3x5000 -o lost.svg
  lost.svg: the lost positions of 3x5000")]
pub struct PlotArgs {
    /// What to draw
    #[arg(value_name = "PICTURE")]
    picture: Picture,
    /// The bar: rows x columns; pictures over sizes go up to it
    #[arg(value_name = "BAR")]
    bar: Chomp,
    /// The file to write; the standard output if not given
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    effort: EffortArgs,
}

/// Pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Picture {
    /// Where the lost positions of three rows lie: second and third row, as shares of the first
    Lost,
    /// The winning first bites of every bar up to this one; bars with several stand out
    Openings,
    /// The share of lost positions of every bar up to this one
    Share,
    /// The time and the memory that each method is estimated to take for bars of so many rows
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
    let size = format!("{}x{}", bar.rows(), bar.cols());
    let (drawn, _) = args.effort.work(&format!("drawing {bar}"), |effort| match args.picture {
        Picture::Lost => lost(&bar, effort),
        Picture::Openings => openings(&bar, effort),
        Picture::Share => share(&bar, effort),
        Picture::Cost => cost(&bar, effort),
        Picture::Periods => periods(&bar, effort),
        Picture::Distances => distances(&bar, effort),
        Picture::Grundy => grundy(&bar, effort),
    })?;
    let (what, drawn) = drawn?;
    let word = args.picture.to_possible_value().map_or(String::new(), |value| value.get_name().to_string());
    let bar_said = bar.to_string().replace("chomp:", "");
    let file = drawn.finish(&format!("lastbite plot {word} {bar_said}"));
    let mut out = stdout().lock();
    match &args.output {
        None => write!(out, "{file}")?,
        Some(path) => {
            lastbite::write_whole(path, |to| to.write_all(file.as_bytes())).map_err(
                |error: std::io::Error| {
                    Stop::Refused(format!("{} could not be written ({error})", shown(path)))
                },
            )?;
            writeln!(out, "{}: {what} {size}", shown(path))?;
        }
    }
    Ok(out.flush()?)
}

/// Either kind of picture.
enum Drawn {
    Chart(Box<Chart>),
    Sheet(Sheet),
}

impl Drawn {
    fn finish(self, command: &str) -> String {
        match self {
            Drawn::Chart(chart) => chart.finish(command),
            Drawn::Sheet(sheet) => sheet.finish(command),
        }
    }
}

type Picturing = Result<(&'static str, Drawn), Stop>;

fn axis(label: &str, from: f64, to: f64, is_log: bool) -> Axis<'_> {
    Axis { label, from, to, is_log }
}

/// The lost positions of the longer half of all first rows, counted in small squares of (second, third row) / first row.
fn lost(bar: &Chomp, effort: &Effort) -> Picturing {
    if bar.rows() != 3 || bar.cols() < 50 {
        return Err(Stop::refuse(
            "lost positions are drawn of three rows and 50 columns or more, as in: plot lost 3x5000",
        ));
    }
    const CELLS: usize = 250;
    let mut counts = vec![0u32; CELLS * CELLS];
    let half = bar.cols() / 2;
    let mut show = |rows: &[u32]| {
        let row = |n: usize| rows.get(n).copied().unwrap_or(0);
        if row(0) > half {
            let place = |n: usize| (row(n) as usize * (CELLS - 1) + CELLS / 2) / row(0) as usize;
            counts[place(2).min(CELLS - 1) * CELLS + place(1).min(CELLS - 1)] += 1;
        }
        Ok(Ended::More)
    };
    lost_positions::each(bar, effort, &mut show, &mut || Ok(()))?;
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
    Ok(("the lost positions of", Drawn::Chart(Box::new(chart))))
}

fn whole(bar: &Chomp, effort: &Effort) -> Result<Whole, Stop> {
    HowArgs::usual().solve(bar, effort, &mut |_| Ok(()))
}

/// A small bar for each size, with dots where the winning bites are.
fn openings(bar: &Chomp, effort: &Effort) -> Picturing {
    const MOST: u32 = 40;
    if bar.rows() > MOST || bar.cols() > MOST || bar.rows() < 2 || bar.cols() < 2 {
        return Err(Stop::refuse("openings are drawn of bars from 2x2 to 40x40, as in: plot openings 14x14"));
    }
    let solved = whole(bar, effort)?;
    let cell = 36.0;
    let (left, top) = (60.0, 90.0);
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
    sheet.words(10.0, top + height / 2.0, "rows", "start", 13.0, false);
    for cols in 2..=bar.cols() {
        let x = left + f64::from(cols - 2) * cell;
        sheet.words(x + cell / 2.0, top - 6.0, &cols.to_string(), "middle", 11.0, false);
        for rows in 2..=bar.rows() {
            let y = top + f64::from(rows - 2) * cell;
            if cols == 2 {
                sheet.words(left - 8.0, y + cell / 2.0 + 4.0, &rows.to_string(), "end", 11.0, false);
            }
            let bites = solved.openings(rows, cols).unwrap_or_default();
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
            "shares are drawn of 2 to 12 rows and 4 columns or more, as in: plot share 6x40",
        ));
    }
    let lying = Chomp::new(few, many).map_err(Stop::refuse)?;
    let solved = whole(&lying, effort)?;
    let mut lines = Vec::new();
    for rows in 2..=few {
        let step = (many / 300).max(1) as usize;
        let points: Vec<(f64, f64)> = (2..=many)
            .step_by(step)
            .filter_map(|cols| {
                let positions = count(rows, cols)? - 1;
                Some((f64::from(cols), 100.0 * solved.lost(rows, cols)? as f64 / positions as f64))
            })
            .collect();
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
    Ok(("the share of lost positions up to", Drawn::Chart(Box::new(chart))))
}

/// One line for each method that solves bars of so many rows, in time and in memory.
fn cost(bar: &Chomp, effort: &Effort) -> Picturing {
    let (few, many) = (bar.rows().min(bar.cols()), bar.rows().max(bar.cols()));
    let sizes: Vec<u32> =
        (0..=60).map(|n| (8.0 * (f64::from(many) / 8.0).powf(f64::from(n) / 60.0)) as u32).collect();
    let mut lines = Vec::new();
    for method in [Method::ThreeRows, Method::FewRows, Method::Sieve] {
        let estimates = sizes
            .iter()
            .filter_map(|&cols| Some((f64::from(cols), method.estimate(few, cols, effort.threads_used())?)));
        let estimates: Vec<_> = estimates.collect();
        let seconds =
            estimates.iter().map(|&(x, estimate)| (x, (estimate.nanoseconds as f64 / 1e9).max(1e-6)));
        let megabytes = estimates.iter().map(|&(x, estimate)| (x, estimate.bytes as f64 / 1e6));
        if estimates.len() > 1 {
            lines.push((format!("{}, s", name(method)), seconds.collect::<Vec<_>>()));
            lines.push((format!("{}, MB", name(method)), megabytes.collect::<Vec<_>>()));
        }
    }
    if lines.is_empty() || many <= 16 {
        return Err(Stop::refuse(
            "costs are drawn of three to seven rows, or of more up to 255 columns, as in: plot cost 4x3000",
        ));
    }
    let points = || lines.iter().flat_map(|(_, points)| points).map(|point| point.1);
    let (least, most) = (points().fold(f64::MAX, f64::min), points().fold(0.0, f64::max));
    let title = format!("Estimated time and memory of {few} rows on {} threads", effort.threads_used());
    let y = axis("seconds, megabytes (log)", least, most * 2.0, true);
    let mut chart = Chart::new(&title, 620.0, 460.0, axis("columns (log)", 8.0, many.into(), true), y);
    for (name, points) in &lines {
        chart.line(name, points);
    }
    Ok(("the estimated costs of", Drawn::Chart(Box::new(chart))))
}

/// A dot for each column, as high as its period; those that die lie on the lowest line.
fn periods(bar: &Chomp, effort: &Effort) -> Picturing {
    if bar.rows() != 3 || bar.cols() < 50 {
        return Err(Stop::refuse(
            "periods are drawn of three rows and 50 columns or more, as in: plot periods 3x10000",
        ));
    }
    let solved = Whole::solve(
        bar,
        Method::ThreeRows,
        PlaceArgs::PROCESSOR,
        &CheckpointArgs::NONE,
        effort,
        &mut |_| Ok(()),
    )?;
    let solver =
        solved.three_rows().ok_or_else(|| Stop::refuse("three rows are solved by their own method"))?;
    let settled = solver.census().settled;
    let longest = solver.census().periods.iter().map(|period| period.period).max().unwrap_or(1);
    let title = format!("What becomes of the columns r of 3x{}: 0 dies, else its period", bar.cols());
    let y = axis("period, 0 for columns that die", -0.5, f64::from(longest) + 0.5, false);
    let mut chart = Chart::new(&title, 640.0, 360.0, axis("third row, r", 0.0, settled.into(), false), y);
    // Dots that would lie on each other are drawn once.
    let mut drawn = std::collections::BTreeSet::new();
    for r in 0..settled {
        let height = match solver.fate(r) {
            Fate::Dies { .. } => 0,
            Fate::Repeats { distances, .. } => distances.len() as u32,
            _ => continue,
        };
        let place = u64::from(r) * 1280 / u64::from(settled.max(1));
        if drawn.insert((place, height)) {
            chart.dot(r.into(), height.into(), if height < 2 { 0.8 } else { 2.0 });
        }
    }
    Ok(("the periods of", Drawn::Chart(Box::new(chart))))
}

/// The bar itself, each square with the plies of the game that begins with it.
fn distances(bar: &Chomp, effort: &Effort) -> Picturing {
    if bar.rows() > 40 || bar.cols() > 40 {
        return Err(Stop::refuse(
            "distances are drawn of bars up to 40x40 that fit the memory, as in: plot distances 8x10",
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
        "Heavy, grey: the bite wins (odd); the others lose (even); P is the poison",
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
            let plies =
                bar.play(&start, bite).ok().and_then(|next| distances.distance(&next)).map(|plies| plies + 1);
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

/// One line for each number of rows.
fn grundy(bar: &Chomp, effort: &Effort) -> Picturing {
    let (few, many) = (bar.rows().min(bar.cols()), bar.rows().max(bar.cols()));
    if many < 4 || few > 16 {
        return Err(Stop::refuse(
            "Grundy values are drawn of 1 to 16 rows and 4 columns or more, as in: plot grundy 6x20",
        ));
    }
    let lying = Chomp::new(few, many).map_err(Stop::refuse)?;
    let values = GrundyValues::of(&lying, effort)?;
    let mut lines = Vec::new();
    for rows in 1..=few {
        let value = |cols: u32| {
            let start = Chomp::new(rows, cols).ok()?.start();
            Some((f64::from(cols), f64::from(values.value(&start)?)))
        };
        lines.push((rows, (1..=many).filter_map(value).collect::<Vec<_>>()));
    }
    let most = lines.iter().flat_map(|(_, points)| points).map(|point| point.1).fold(1.0, f64::max);
    let y = axis("Grundy value", 0.0, most * 1.05, false);
    let mut chart =
        Chart::new("Growth of Grundy values", 620.0, 460.0, axis("columns", 1.0, many.into(), false), y);
    for (rows, points) in &lines {
        chart.line(&if *rows == 1 { "1 row".into() } else { format!("{rows} rows") }, points);
    }
    Ok(("the Grundy values up to", Drawn::Chart(Box::new(chart))))
}
