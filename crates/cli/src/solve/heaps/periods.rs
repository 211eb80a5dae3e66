//! `lastbite periods octal:0.16` and `lastbite periods --all-octal 3`: how Grundy values of heaps repeat,
//! with proofs.

use std::io::{self, BufWriter, Write, stderr, stdout};
use std::path::Path;

use lastbite::games::heap_games::Rule;
use lastbite::games::heap_games::sequence::{
    EQUAL_TO, Finding, Period, Reached, Sequence, Survey, Surveyed, survey, write_certificate,
};
use lastbite::notation::{counted, grouped};
use serde_json::{Value, json};

use crate::manners::facts::Facts;
use crate::manners::figures::time;
use crate::manners::output::ForceArgs;
use crate::manners::prompt::{Stop, fitted};
use crate::manners::width;
use crate::solve::heaps::sequence::HeapWorkArgs;

/// How far a sequence is computed by default.
const USUAL: u64 = 1_000_000;

/// How far a sequence of which a formula is known is computed by default.
const FEW: u64 = 1_000;

/// How far each game of a survey is computed by default.
const SURVEYED: u64 = 131_072;

/// In which form to answer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Form {
    Text,
    Csv,
    Json,
}

/// Looks for the period of one rule, and writes its certificate if asked.
pub fn one(
    rule: &Rule,
    to: Option<u64>,
    form: Form,
    certificate: Option<&Path>,
    force: ForceArgs,
    how: &HeapWorkArgs,
) -> Result<(), Stop> {
    let file = certificate.map(|path| force.file("--certificate", path));
    if let Some(file) = &file {
        file.check()?;
    }
    // There is nothing to look for where a formula gives the values.
    let limit = to.unwrap_or(if rule.never_repeats() { FEW } else { USUAL });
    let (mut sequence, finding, seconds) =
        how.compute(rule, |sequence, effort| sequence.find_period(limit, effort))?;
    let mut out = BufWriter::new(stdout().lock());
    match form {
        Form::Json => {
            let mut said = in_json(rule, finding, &sequence);
            said["rule"] = json!(rule.to_string());
            said["method"] = json!(sequence.method().to_string());
            said["seconds"] = json!(seconds);
            writeln!(out, "{said}")?;
        }
        Form::Csv => {
            writeln!(out, "rule,known,period,beginning,needed,computed,largest")?;
            let (_, period, needed) = parts(finding);
            let known = known(rule, finding);
            let number = |number: Option<u64>| number.map_or(String::new(), |number| number.to_string());
            writeln!(
                out,
                "\"{rule}\",{known},{},{},{},{},{}",
                number(period.map(|period| period.period)),
                number(period.map(|period| period.beginning)),
                number(needed),
                sequence.len() - 1,
                sequence.largest()
            )?;
        }
        Form::Text => write!(out, "{}", described(rule, &sequence, finding, seconds))?,
    }
    out.flush()?;
    if let Some(file) = file {
        if !matches!(finding, Finding::Proved { .. }) {
            return Err(Stop::refuse("no certificate was written: nothing is proved"));
        }
        file.fill(|to| write_certificate(&mut sequence, to))
            .map_err(|error: io::Error| file.unwritten(&error))?;
        if form == Form::Text {
            writeln!(out, "{}", file.told("the certificate; scripts/check-period checks it"))?;
        }
    }
    Ok(out.flush()?)
}

/// What is known in one word, and the numbers that go with it.
fn parts(finding: Finding) -> (&'static str, Option<Period>, Option<u64>) {
    match finding {
        Finding::Proved { period, needed } => ("proved", Some(period), Some(needed)),
        Finding::Seen { period, needed } => ("seen", Some(period), needed),
        Finding::NoneSeen => ("none seen", None, None),
    }
}

/// What is known about a rule in one word.
fn known(rule: &Rule, finding: Finding) -> &'static str {
    match finding {
        Finding::NoneSeen if rule.never_repeats() => "never repeats",
        finding => parts(finding).0,
    }
}

fn in_json(rule: &Rule, finding: Finding, sequence: &Sequence) -> Value {
    let (_, period, needed) = parts(finding);
    let rare = sequence.rare().map(|rare| {
        json!({"heaps": rare.heaps.len(), "last": rare.heaps.last(), "mask": rare.mask, "by_size": rare.by_size})
    });
    json!({
        "known": known(rule, finding), "period": period.map(|period| period.period),
        "beginning": period.map(|period| period.beginning), "needed": needed,
        "computed": sequence.len() - 1, "largest": sequence.largest(), "rare": rare,
    })
}

fn described(rule: &Rule, sequence: &Sequence, finding: Finding, seconds: f64) -> String {
    let computed = sequence.len() - 1;
    let said = |period: Period| {
        format!("period {} after heap {}", grouped(period.period), grouped(period.beginning))
    };
    let heading = match finding {
        Finding::Proved { period, .. } => format!("{rule}: {}: proved", said(period)),
        Finding::Seen { period, .. } => format!("{rule}: {}: seen but not proved", said(period)),
        // The formula grows with the heap.
        Finding::NoneSeen if rule.never_repeats() => {
            format!("{rule}: the values never repeat; a formula gives them")
        }
        Finding::NoneSeen => format!("{rule}: no period seen to heap {}", grouped(computed)),
    };
    let mut facts = Facts::about(&fitted(&heading, width::columns()));
    match finding {
        Finding::Proved { needed, .. } => {
            let theorem = rule.theorem().map_or(String::new(), |(last, heaps)| {
                let times = if heaps == 1 { String::new() } else { format!("{heaps} x ") };
                format!(" = {times}(beginning + period) + {last}")
            });
            facts.add("proof", &format!("the values to heap {}{theorem} are known", grouped(needed)));
        }
        Finding::Seen { needed: Some(needed), .. } => {
            facts.add("proof", &format!("needs the values to heap {}: take --to {needed}", grouped(needed)));
        }
        Finding::Seen { needed: None, .. } => facts.add("proof", "no theorem covers this rule"),
        Finding::NoneSeen if rule.never_repeats() => {}
        Finding::NoneSeen => {
            facts.add("to go on", &format!("take --to {}", 10 * computed.max(1)));
        }
    }
    facts.add("largest value", &grouped(sequence.largest().into()));
    if let Some(rare) = sequence.rare() {
        let last =
            rare.heaps.last().map_or(String::new(), |&last| format!(", the last is {}", grouped(last)));
        let by = if rare.by_size { " and the size of the heap" } else { "" };
        let heaps = grouped(rare.heaps.len() as u64);
        facts.add("rare heaps", &format!("{heaps}{last}; mask {:x}{by}", rare.mask));
    }
    facts.add("time", &format!("{} for {}, {}", time(seconds), counted(computed, "heap"), sequence.method()));
    facts.told()
}

/// Surveys all octal codes of this many digits.
pub fn all(digits: usize, to: Option<u64>, form: Form, how: &HeapWorkArgs) -> Result<(), Stop> {
    let limit = to.unwrap_or(SURVEYED);
    let reached = Reached::default();
    let title = format!("surveying codes of {}", counted(digits as u64, "digit"));
    let worked = how.effort.work(&title, |effort| survey(digits, limit, &reached, effort));
    let (found, seconds) = worked.inspect_err(|stop| {
        if let Stop::Stopped = stop {
            let _ = writeln!(
                stderr(),
                "lastbite: {} of {} codes were computed to heap {}, and {} open games to heap {}; nothing is kept",
                grouped(reached.codes()),
                grouped(8u64.pow(digits as u32)),
                grouped(limit.min(EQUAL_TO)),
                grouped(reached.further()),
                grouped(limit)
            );
        }
    })?;
    let found = found?;
    let mut out = BufWriter::new(stdout().lock());
    match form {
        Form::Json => {
            for game in &found.games {
                let (known, period, needed) = parts(game.finding);
                let codes: Vec<String> = game.codes.iter().map(ToString::to_string).collect();
                let said = json!({
                    "codes": codes, "known": known, "period": period.map(|period| period.period),
                    "beginning": period.map(|period| period.beginning), "needed": needed,
                    "computed": game.computed, "largest": game.largest,
                    "rare": game.rare.map(|(heaps, last)| json!({"heaps": heaps, "last": last, "mask": game.mask})),
                });
                writeln!(out, "{said}")?;
            }
        }
        Form::Csv => {
            writeln!(out, "code,known,period,beginning,computed,largest,rare,last rare,mask,equal codes")?;
            for game in &found.games {
                let cells = cells(game, |number| number.to_string());
                let equal: Vec<String> = game.codes[1..].iter().map(ToString::to_string).collect();
                let mask = game.mask.map_or(String::new(), |mask| format!("{mask:x}"));
                writeln!(out, "{},{mask},{}", cells.join(","), equal.join(" "))?;
            }
        }
        Form::Text => print_table(&found, limit, seconds, &mut out)?,
    }
    Ok(out.flush()?)
}

/// The cells of a line: code, what is known, period, beginning, computed, largest, rare heaps, the last of
/// them.
fn cells(game: &Surveyed, number: impl Fn(u64) -> String) -> [String; 8] {
    let (known, period, _) = parts(game.finding);
    let or_nothing = |value: Option<u64>| value.map_or(String::new(), &number);
    [
        game.codes[0].to_string(),
        known.to_string(),
        or_nothing(period.map(|period| period.period)),
        or_nothing(period.map(|period| period.beginning)),
        number(game.computed),
        number(game.largest.into()),
        or_nothing(game.rare.map(|(heaps, _)| heaps)),
        or_nothing(game.rare.filter(|(heaps, _)| *heaps > 0).map(|(_, last)| last)),
    ]
}

fn print_table(found: &Survey, limit: u64, seconds: f64, out: &mut impl Write) -> Result<(), Stop> {
    let heads = ["code", "known", "period", "after", "computed", "largest", "rare", "last", "equal"];
    let line = |cells: &[String]| {
        let [code, known, numbers @ ..] = cells else { return String::new() };
        let numbers: String = numbers.iter().map(|cell| format!(" {cell:>9}")).collect();
        format!("{code:<8}{known:<9}{numbers}").trim_end().to_string()
    };
    writeln!(out, "{}", line(&heads.map(String::from)))?;
    for game in &found.games {
        let mut all = cells(game, grouped).to_vec();
        all.push(if game.codes.len() > 1 { format!("+{}", game.codes.len() - 1) } else { String::new() });
        writeln!(out, "{}", line(&all))?;
    }
    let count = |test: fn(&Surveyed) -> bool| found.games.iter().filter(|game| test(game)).count() as u64;
    let proved = count(|game| matches!(game.finding, Finding::Proved { .. }));
    let seen = count(|game| matches!(game.finding, Finding::Seen { .. }));
    writeln!(
        out,
        "{} are {}: {} proved, {} seen but not proved, {} open to heap {}; {}",
        counted(found.codes as u64, "code"),
        counted(found.games.len() as u64, "game"),
        grouped(proved),
        grouped(seen),
        grouped(found.games.len() as u64 - proved - seen),
        grouped(limit),
        time(seconds)
    )?;
    Ok(())
}
