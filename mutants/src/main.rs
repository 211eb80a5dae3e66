//! Compiles every mutant that `cargo mutants` lists into one program, where a number switches one on.
//!
//! `cargo mutants` builds the library once for every mutant. This writes all of them into one copy of the
//! sources, each behind `if crate::switchboard::on(NUMBER)`, so that one build serves them all: `MUTANT=17`
//! makes the tests run against mutant 17.
//!
//! ```text
//! lastbite-mutants LIST TREE LEFT_OUT > TABLE
//! ```
//!
//! LIST is what `cargo mutants --list --json` prints. The sources under TREE, a copy, are rewritten in place.
//! LEFT_OUT holds numbers of mutants, one per line, that are left out because they do not compile. TABLE
//! lists for each mutant its number, its file, and where it is in the new file (`number file start end`, in
//! bytes); `number file none` says that there is no way to switch this one, and `number file unviable` that
//! it would not compile.

mod site;

use std::collections::{BTreeMap, HashSet};
use std::env::args;
use std::error::Error;
use std::fs::{read_to_string, write};
use std::path::Path;

use serde::Deserialize;

use site::{Kind, Site, sites};

/// One mutant, as `cargo mutants` lists it.
#[derive(Deserialize)]
struct Mutant {
    file: String,
    span: Span,
    replacement: String,
    genre: String,
}

#[derive(Deserialize)]
struct Span {
    start: Place,
    end: Place,
}

/// A place in a text: line and column from 1, as `cargo mutants` counts.
#[derive(Deserialize)]
struct Place {
    line: usize,
    column: usize,
}

fn main() -> Result<(), Box<dyn Error>> {
    let [list, tree, left_out] =
        args().skip(1).collect::<Vec<_>>().try_into().map_err(|_| "LIST TREE LEFT_OUT")?;
    let mutants: Vec<Mutant> = serde_json::from_str(&read_to_string(list)?)?;
    let left_out: HashSet<usize> = read_to_string(left_out)?.lines().flat_map(str::parse).collect();
    let mut files: BTreeMap<&str, Vec<(usize, &Mutant)>> = BTreeMap::new();
    for (number, mutant) in mutants.iter().enumerate() {
        files.entry(&mutant.file).or_default().push((number, mutant));
    }
    for (file, mutants) in files {
        let path = Path::new(&tree).join(file);
        let text = read_to_string(&path)?;
        let mut sites = sites(&text)?;
        for (number, mutant) in mutants {
            let (start, end) = (offset(&text, &mutant.span.start), offset(&text, &mutant.span.end));
            let site = sites.iter_mut().find(|site| site.is_meant(&mutant.genre, start, end));
            match site {
                Some(site) if site.kind == Kind::Fixed => println!("{number} {file} unviable"),
                Some(site) if !left_out.contains(&number) => {
                    site.mutants.push((number, mutant.replacement.clone()))
                }
                Some(_) => {}
                None => println!("{number} {file} none"),
            }
        }
        sites.retain(|site| !site.mutants.is_empty());
        let mut written = Written { text: &text, sites: &sites, new: String::new(), places: Vec::new() };
        written.copy(0, text.len(), 0);
        for (number, start, end) in written.places {
            println!("{number} {file} {start} {end}");
        }
        write(path, written.new)?;
    }
    Ok(())
}

/// Returns the byte of a place in a text.
fn offset(text: &str, place: &Place) -> usize {
    let line_start: usize = text.split_inclusive('\n').take(place.line - 1).map(str::len).sum();
    let line = &text[line_start..];
    line_start + line.char_indices().nth(place.column - 1).map_or(line.len(), |(at, _)| at)
}

/// A file as it is being rewritten.
struct Written<'a> {
    text: &'a str,
    /// From outer to inner, from left to right.
    sites: &'a [Site],
    new: String,
    /// The mutants, and where they are in the new text.
    places: Vec<(usize, usize, usize)>,
}

impl Written<'_> {
    /// Copies a part of the text, with a choice wherever one of the sites from `first` on is inside it.
    fn copy(&mut self, start: usize, end: usize, first: usize) {
        let mut at = start;
        for (index, site) in self.sites.iter().enumerate().skip(first) {
            if site.whole.start >= at && site.whole.end <= end {
                self.new.push_str(&self.text[at..site.whole.start]);
                self.choose(site, index + 1);
                at = site.whole.end;
            }
        }
        self.new.push_str(&self.text[at..end]);
    }

    /// Writes the mutants of a site, and the site itself with everything inside it.
    fn choose(&mut self, site: &Site, next: usize) {
        let (whole, part) = (site.whole.clone(), site.part.clone());
        match site.kind {
            Kind::Body => {
                self.new.push('{');
                for (number, replacement) in &site.mutants {
                    self.put(
                        *number,
                        &format!("if crate::switchboard::on({number}) {{ return {replacement}; }} "),
                    );
                }
                self.copy(whole.start + 1, whole.end, next);
            }
            Kind::Iterator => {
                self.new.push('{');
                let mut depth = String::new();
                for (number, replacement) in &site.mutants {
                    self.put(
                        *number,
                        &format!(
                            "if crate::switchboard::on({number}) {{ \
                                return {depth}crate::switchboard::Either::Broken({replacement}{}; \
                            }} ",
                            ")".repeat(depth.matches('(').count() + 1)
                        ),
                    );
                    depth.push_str("crate::switchboard::Either::Whole(");
                }
                let close = ")".repeat(depth.matches('(').count());
                self.new.push_str(&depth);
                self.copy(whole.start, whole.end, next);
                self.new.push_str(&close);
                self.new.push('}');
            }
            Kind::Field => {
                self.new.push('(');
                let (before, after) = (&self.text[whole.start..part.start], &self.text[part.end..whole.end]);
                let after = after.trim_start().trim_start_matches(',');
                for (number, _) in &site.mutants {
                    self.put(
                        *number,
                        &format!("if crate::switchboard::on({number}) {{ {before}{after} }} else "),
                    );
                }
                self.new.push_str("{ ");
                self.copy(whole.start, whole.end, next);
                self.new.push_str(" })");
            }
            Kind::Fixed => unreachable!("it is named, and not written"),
            Kind::Operator => {
                self.new.push('(');
                for (number, replacement) in &site.mutants {
                    let (before, after) =
                        (&self.text[whole.start..part.start], &self.text[part.end..whole.end]);
                    self.put(
                        *number,
                        &format!(
                            "if crate::switchboard::on({number}) {{ {before}{replacement}{after} }} else "
                        ),
                    );
                }
                self.new.push_str("{ ");
                self.copy(whole.start, whole.end, next);
                self.new.push_str(" })");
            }
            Kind::Guard => {
                self.new.push('(');
                for (number, replacement) in &site.mutants {
                    let choice = match replacement.as_str() {
                        "true" => format!("crate::switchboard::on({number}) || "),
                        _ => format!("!crate::switchboard::on({number}) && "),
                    };
                    self.put(*number, &choice);
                }
                self.new.push('(');
                self.copy(whole.start, whole.end, next);
                self.new.push_str("))");
            }
            // `whole` is empty and comes after the pattern of an arm.
            Kind::Arm { is_guarded } => {
                let (word, and) = if is_guarded { ("", " && ") } else { (" if ", "") };
                let number = site.mutants[0].0;
                self.put(number, &format!("{word}!crate::switchboard::on({number}){and}"));
            }
        }
    }

    fn put(&mut self, number: usize, text: &str) {
        let start = self.new.len();
        self.new.push_str(text);
        self.places.push((number, start, self.new.len()));
    }
}
