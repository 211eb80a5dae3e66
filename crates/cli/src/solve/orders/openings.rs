//! `lastbite openings 2x3 1..100` and `lastbite openings divisors:1..1000`: the winning first moves of many
//! games on orders.

use std::io::{self, BufWriter, Write, stdout};
use std::ops::RangeInclusive;

use lastbite::Effort;
use lastbite::games::order::{BoxOpenings, DivisorOpenings, Family};
use serde::Serialize;

use crate::manners::figures::listed;
use crate::manners::prompt::Stop;
use crate::manners::work::EffortArgs;

/// In which form they are printed.
#[derive(Clone, Copy, Debug)]
pub struct Form {
    pub multiple: bool,
    pub csv: bool,
    pub json: bool,
}

/// A game and its winning first moves; `--json` prints it as it is.
#[derive(Serialize)]
struct Opening {
    game: String,
    winning: Vec<String>,
}

/// Finds the winning first moves of all, and prints them game by game.
pub fn run(family: &Family, form: Form, effort: &EffortArgs) -> Result<(), Stop> {
    let mut printer = Printer { form, printed: 0, out: BufWriter::new(stdout().lock()) };
    match family {
        Family::Boxes(sides, lengths) => {
            let sides_said = sides.iter().map(u32::to_string).collect::<Vec<_>>().join("x");
            let what = format!("solving {sides_said}x{}", lengths.end());
            let (openings, _) =
                effort.work(&what, |effort| BoxOpenings::solve(sides, *lengths.end(), effort))?;
            let openings = openings?;
            for length in lengths.clone() {
                let cubes = openings.openings(length).into_iter();
                let named = cubes.map(|cube| cube.iter().map(u32::to_string).collect::<Vec<_>>().join(","));
                printer.print(&format!("{sides_said}x{length}"), "chomp:", named.collect())?;
            }
        }
        Family::Divisors(numbers) => {
            let (done, _) = effort.stream("solving divisors", true, |effort| {
                print_divisors(numbers.clone(), effort, &mut printer)
            })?;
            done?;
        }
        family => return Err(Stop::Refused(format!("{family:?} is no family of orders"))),
    }
    printer.end()
}

fn print_divisors(
    numbers: RangeInclusive<u32>,
    effort: &Effort,
    printer: &mut Printer<impl Write>,
) -> Result<(), Stop> {
    let mut openings = DivisorOpenings::default();
    let (first, many) = (*numbers.start(), f64::from(numbers.end() - numbers.start()) + 1.0);
    for number in numbers {
        if number % 256 == 0 {
            effort.check().map_err(|_| Stop::Stopped)?;
            effort.report_share(f64::from(number - first) / many);
        }
        let winning = openings.of(number.into(), effort)?;
        printer.print(&number.to_string(), "divisors:", winning.iter().map(u64::to_string).collect())?;
    }
    Ok(())
}

struct Printer<W> {
    form: Form,
    printed: u64,
    out: W,
}

impl<W: Write> Printer<W> {
    fn print(&mut self, name: &str, kind: &str, winning: Vec<String>) -> Result<(), Stop> {
        if self.form.multiple && winning.len() < 2 {
            return Ok(());
        }
        if self.form.json {
            let before = if self.printed == 0 { "[" } else { "," };
            let opening = Opening { game: format!("{kind}{name}"), winning };
            write!(self.out, "{before}{}", serde_json::to_string(&opening).map_err(io::Error::from)?)?;
        } else if self.form.csv {
            if self.printed == 0 {
                writeln!(self.out, "game,moves")?;
            }
            writeln!(self.out, "{kind}{name},\"{}\"", winning.join(" "))?;
        } else {
            let said = if winning.is_empty() { "none".to_string() } else { listed(&winning) };
            writeln!(self.out, "{name}: {said}")?;
        }
        self.printed += 1;
        Ok(())
    }

    fn end(mut self) -> Result<(), Stop> {
        match (self.form.json, self.form.csv) {
            (true, _) => writeln!(self.out, "{}]", if self.printed == 0 { "[" } else { "" })?,
            (_, true) if self.printed == 0 => writeln!(self.out, "game,moves")?,
            (_, false) if self.printed == 0 => {
                writeln!(self.out, "No game here has more than one winning first move.")?
            }
            _ => {}
        }
        Ok(self.out.flush()?)
    }
}
