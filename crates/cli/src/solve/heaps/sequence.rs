//! `lastbite sequence octal:0.354 --to 1000000`: the Grundy values of single heaps.

use std::io::{self, BufWriter, Write, stderr, stdout};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use lastbite::games::heap_games::Rule;
use lastbite::games::heap_games::sequence::{Finding, LARGEST_HEAP, Method, Sequence, SequenceError, Values};
use lastbite::notation::{counted, grouped};
use lastbite::{Effort, SolveError, Stopped};

use crate::manners::facts::Facts;
use crate::manners::figures::time;
use crate::manners::output::ForceArgs;
use crate::manners::prompt::Stop;
use crate::manners::range::parse_number;
use crate::manners::record_file::shown;
use crate::manners::work::EffortArgs;
use crate::solve::bars::checkpoint;
use crate::solve::bars::how::CheckpointArgs;
use crate::solve::bfile;
use crate::solve::charts::chart::{Axis, Chart};
use crate::solve::npy;

/// List the Grundy values of heaps of 0, 1, 2, ... stones under a rule
#[derive(Args, Debug)]
#[command(after_help = "A rule is a code of octal or hexadecimal digits, a set of numbers to subtract,
or kayles, dawson, treblecross, grundy or lasker.

Example:
  $ lastbite sequence kayles --to 19
  octal:0.77 to heap 19
       0+  0 1 2 3 1 4 3 2 1 4 2 6 4 1 2 7 1 4 3 2
    largest value   7, first at heap 15
    lost heaps      0: their value is 0")]
pub struct SequenceArgs {
    /// The rule: octal:0.77, subtract:1,2,3, kayles ...
    #[arg(value_name = "RULE", value_parser = parse_rule)]
    rule: Rule,
    /// The largest heap
    #[arg(long, value_name = "N", default_value = "1000", value_parser = parse_to)]
    to: u64,
    /// The first heap of a b-file; the octal games A0714xx of the OEIS begin with 1
    #[arg(long, value_name = "N", requires = "bfile", value_parser = parse_from)]
    from: Option<u64>,
    /// Print lines of heap and value, for a spreadsheet
    #[arg(long, conflicts_with_all = ["json", "bfile", "npy", "plot"])]
    csv: bool,
    /// Print one JSON object with all values
    #[arg(long, conflicts_with_all = ["bfile", "npy", "plot"])]
    json: bool,
    /// Print a b-file of the OEIS
    #[arg(long, conflicts_with_all = ["npy", "plot"])]
    bfile: bool,
    /// Write a NumPy file: an array of the values
    #[arg(long, value_name = "FILE", conflicts_with = "plot")]
    npy: Option<PathBuf>,
    /// Draw a picture as SVG instead
    #[arg(long, value_name = "WHAT")]
    plot: Option<Picture>,
    /// The file for the picture; without it, it goes to stdout
    #[arg(short, long, value_name = "FILE", requires = "plot")]
    output: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArgs,
    #[command(flatten)]
    how: HeapWorkArgs,
}

/// How values of heaps are computed.
#[derive(Args, Debug)]
pub struct HeapWorkArgs {
    /// How to compute: sparse (the fast way, if there is one) or plain (every option is looked at)
    #[arg(long, value_name = "METHOD", default_value = "sparse")]
    pub method: Method,
    #[command(flatten)]
    pub checkpoint: CheckpointArgs,
    #[command(flatten)]
    pub effort: EffortArgs,
}

/// Pictures of a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Picture {
    /// The values of all heaps: the darker, the more
    Values,
    /// The heaps with rare values alone
    Rare,
}

/// Reads a rule, or says what is accepted.
pub fn parse_rule(text: &str) -> Result<Rule, String> {
    text.parse().map_err(|error: lastbite::games::heap_games::RuleError| error.to_string())
}

fn parse_to(text: &str) -> Result<u64, String> {
    parse_number("--to", text, LARGEST_HEAP)
}

fn parse_from(text: &str) -> Result<u64, String> {
    parse_number("--from", text, LARGEST_HEAP)
}

impl From<SequenceError> for Stop {
    fn from(error: SequenceError) -> Stop {
        match error {
            SequenceError::Stopped(Stopped::Cancelled) => Stop::Stopped,
            other => Stop::refuse(other),
        }
    }
}

impl HeapWorkArgs {
    /// Begins a sequence, or continues from its checkpoint, and does the work, saving its progress now and
    /// then.
    ///
    /// Calls `work` repeatedly, each time with a little more time, until it returns what it found. If Ctrl-C
    /// stops it, says how far it got.
    pub fn compute<T>(
        &self,
        rule: &Rule,
        work: impl Fn(&mut Sequence, &Effort) -> Result<T, SequenceError>,
    ) -> Result<(Sequence, T, f64), Stop> {
        let mut reached = None;
        let worked = self.effort.work(&format!("computing {rule}"), |effort| {
            let mut sequence = self.begin(rule, effort)?;
            let result = loop {
                // Between two checkpoints; without any, until it is done.
                let some = match self.checkpoint.path() {
                    Some(_) => effort.clone().within(Duration::from_secs(self.checkpoint.every())),
                    None => effort.clone(),
                };
                let begun = Instant::now();
                let result = work(&mut sequence, &some);
                reached = Some(sequence.len() - 1);
                // After only a moment's work there is nothing worth saving.
                if begun.elapsed() > Duration::from_millis(10) || result.is_ok() {
                    self.write_down(&sequence)?;
                }
                match result {
                    Err(SequenceError::Stopped(Stopped::OutOfTime)) => {}
                    other => break other,
                }
            };
            Ok::<_, Stop>((result.map_err(Stop::from)?, sequence))
        });
        match worked {
            Ok((Ok((found, sequence)), seconds)) => Ok((sequence, found, seconds)),
            Ok((Err(stop), _)) => Err(stop),
            Err(stop) => {
                if let (Stop::Stopped, Some(reached)) = (&stop, reached) {
                    let kept = match self.checkpoint.path() {
                        Some(path) => format!("; {} holds the values", shown(path)),
                        None => String::new(),
                    };
                    let _ = writeln!(
                        stderr(),
                        "lastbite: {rule} was computed to heap {}{kept}",
                        grouped(reached)
                    );
                }
                Err(stop)
            }
        }
    }

    /// Reads the checkpoint if it is there, else starts from the beginning and writes one.
    fn begin(&self, rule: &Rule, effort: &Effort) -> Result<Sequence, Stop> {
        let sequence = Sequence::by(rule.clone(), self.method);
        let Some(path) = self.checkpoint.path() else { return Ok(sequence) };
        let memory = effort.memory_allowed();
        let load = |file: &mut checkpoint::Reader| {
            Sequence::load(rule.clone(), self.method, memory, file)
                .map_err(|error| SolveError::File(error.to_string()))
        };
        if let Some(sequence) = checkpoint::read(path, load)? {
            return Ok(sequence);
        }
        self.write_down(&sequence)?;
        Ok(sequence)
    }

    /// Writes the checkpoint, if there is to be one.
    fn write_down(&self, sequence: &Sequence) -> Result<(), Stop> {
        match self.checkpoint.path() {
            Some(path) => checkpoint::write(path, |file| sequence.save(file)),
            None => Ok(()),
        }
    }
}

/// Computes the values and shows them in the form that was asked for.
pub fn run(args: &SequenceArgs) -> Result<(), Stop> {
    let files = [("--npy", args.npy.as_deref()), ("-o", args.output.as_deref())];
    for (option, path) in files.iter().filter_map(|(option, path)| Some((*option, (*path)?))) {
        args.force.file(option, path).check()?;
    }
    let (sequence, finding, seconds) = args.how.compute(&args.rule, |sequence, effort| {
        // A period that is proved on the way gives all the rest.
        let finding = sequence.find_period(args.to, effort)?;
        sequence.advance(args.to, effort)?;
        Ok(finding)
    })?;
    let from = args.from.unwrap_or(0);
    if from > args.to {
        return Err(Stop::Refused(format!("--from {from} is beyond --to {}", args.to)));
    }
    let values = || (0..=args.to).map(|heap| (heap, sequence.value(heap).unwrap_or(0)));
    if args.bfile {
        let about = format!("Grundy value of a heap of n under the rule {}", args.rule);
        return bfile::print(
            None,
            &about,
            values().skip(from as usize).map(|(heap, value)| (heap, value.into())),
        );
    }
    if let Some(path) = &args.npy {
        return write_npy(args, path, &sequence);
    }
    if let Some(picture) = args.plot {
        return draw(args, picture, &sequence);
    }
    let mut out = BufWriter::new(stdout().lock());
    if args.csv {
        writeln!(out, "heap,value")?;
        for (heap, value) in values() {
            writeln!(out, "{heap},{value}")?;
        }
    } else if args.json {
        let values: Vec<u32> = values().map(|(_, value)| value).collect();
        let said = serde_json::json!({
            "rule": args.rule.to_string(), "to": args.to, "method": sequence.method().to_string(),
            "values": values, "seconds": seconds,
        });
        writeln!(out, "{said}")?;
    } else {
        write!(out, "{}", described(args, &sequence, finding, seconds))?;
    }
    Ok(out.flush()?)
}

/// Writes the first values, and facts about all of them.
fn described(args: &SequenceArgs, sequence: &Sequence, finding: Finding, seconds: f64) -> String {
    const SHOWN: u64 = 200;
    let value = |heap| sequence.value(heap).unwrap_or(0);
    let mut text = format!("{} to heap {}\n", args.rule, grouped(args.to));
    for first in (0..=args.to.min(SHOWN - 1)).step_by(20) {
        let values: Vec<String> =
            (first..=(first + 19).min(args.to)).map(|heap| value(heap).to_string()).collect();
        text += &format!("{:>6}+  {}\n", first, values.join(" "));
    }
    let (mut largest, mut zeros) = ((0, 0), 0);
    for heap in 0..=args.to {
        let found = value(heap);
        zeros += u64::from(found == 0 && heap > 0);
        if found > largest.0 {
            largest = (found, heap);
        }
    }
    let mut facts = Facts::about("");
    facts.add("largest value", &format!("{}, first at heap {}", largest.0, grouped(largest.1)));
    facts.add("lost heaps", &format!("{}: their value is 0", grouped(zeros)));
    if let Some(rare) = sequence.rare().filter(|_| args.to >= 64) {
        let last =
            rare.heaps.last().map_or(String::new(), |&last| format!(", the last is {}", grouped(last)));
        facts.add("rare heaps", &format!("{}{last}", grouped(rare.heaps.len() as u64)));
    }
    if let Finding::Proved { period, .. } = finding {
        let said = format!("{} after heap {}: proved", grouped(period.period), grouped(period.beginning));
        facts.add("period", &said);
    }
    if args.to > 1000 {
        let computed = counted(sequence.len() - 1, "heap");
        facts.add("time", &format!("{} for {computed}, {}", time(seconds), sequence.method()));
    }
    text + facts.told().trim_start_matches('\n')
}

/// Writes an array of one dimension, as NumPy reads it.
fn write_npy(args: &SequenceArgs, path: &Path, sequence: &Sequence) -> Result<(), Stop> {
    let (kind, width) = match sequence.values() {
        Values::Narrow(_) => ("|u1", 1),
        Values::Wide(_) => ("<u2", 2),
        Values::Widest(_) => ("<u4", 4),
    };
    let file = args.force.file("--npy", path);
    let count = args.to + 1;
    file.fill(|out| {
        out.write_all(&npy::header(kind, &format!("({count},)")))?;
        for heap in 0..count {
            out.write_all(&sequence.value(heap).unwrap_or(0).to_le_bytes()[..width])?;
        }
        Ok(())
    })
    .map_err(|error: io::Error| file.unwritten(&error))?;
    let what = format!("the values of {} of heaps 0 to {}", args.rule, grouped(args.to));
    Ok(writeln!(stdout(), "{}", file.told(&what))?)
}

/// Draws the values, or the rare ones, above their heaps.
fn draw(args: &SequenceArgs, picture: Picture, sequence: &Sequence) -> Result<(), Stop> {
    const CELLS: (usize, usize) = (600, 300);
    let end = (args.to + 1) as f64;
    let heaps: Box<dyn Iterator<Item = u64>> = match picture {
        Picture::Values => Box::new(1..=args.to),
        Picture::Rare => match sequence.rare() {
            Some(rare) => Box::new(rare.heaps.into_iter().filter(|&heap| heap <= args.to)),
            None => {
                return Err(Stop::Refused(format!(
                    "{} has no rare values: its heaps are not divided",
                    args.rule
                )));
            }
        },
    };
    let value = |heap| sequence.value(heap).unwrap_or(0);
    let largest = (1..=args.to).map(value).max().unwrap_or(0);
    let across = CELLS.0.min(args.to as usize + 1);
    let up = CELLS.1.min(largest as usize + 1);
    let mut counts = vec![0u32; across * up];
    let mut shown = 0;
    for heap in heaps {
        let x = (heap as f64 / end * across as f64) as usize;
        let y = (f64::from(value(heap)) / f64::from(largest + 1) * up as f64) as usize;
        counts[y.min(up - 1) * across + x.min(across - 1)] += 1;
        shown += 1;
    }
    let (name, title) = match picture {
        Picture::Values => ("values", format!("Grundy values of {}: the darker, the more heaps", args.rule)),
        Picture::Rare => ("rare", format!("{} of {}", counted(shown, "rare heap"), args.rule)),
    };
    let axis = |label, to| Axis { label, from: 0.0, to, is_log: false };
    let mut chart =
        Chart::new(&title, 600.0, 300.0, axis("heap", end), axis("value", f64::from(largest + 1)));
    let most = f64::from(counts.iter().copied().max().unwrap_or(1).max(1));
    let step = (end / across as f64, f64::from(largest + 1) / up as f64);
    for (at, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
        let corner = ((at % across) as f64 * step.0, (at / across) as f64 * step.1);
        let darkness =
            if picture == Picture::Rare { 1.0 } else { 0.2 + 0.8 * f64::from(count).ln_1p() / most.ln_1p() };
        chart.shade(corner, (corner.0 + step.0, corner.1 + step.1), darkness);
    }
    let command = format!("lastbite sequence {} --to {} --plot {name}", args.rule, args.to);
    let svg = Chart::finish(vec![chart], &command);
    let mut out = stdout().lock();
    match args.output.as_deref().filter(|path| *path != Path::new("-")) {
        None => write!(out, "{svg}")?,
        Some(path) => {
            let file = args.force.file("-o", path);
            file.write(&svg)?;
            writeln!(out, "{}", file.told(&title))?;
        }
    }
    Ok(out.flush()?)
}
