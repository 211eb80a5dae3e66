//! An order in a file: a pair of names on each line, or a graph in the language DOT.

use super::named::{Parts, check, name};
use super::{MOST_ELEMENTS, OrderError};
use crate::notation::Quoted;

/// Reads pairs, a line `a b` for "a is below b", or DOT, `a -> b` for the same. A name alone on a line is an
/// element without pairs.
pub(super) fn read(contents: &str) -> Result<Parts, OrderError> {
    let parts = if contents.contains('{') { graph(contents)? } else { pairs(contents)? };
    if parts.is_empty() {
        return Err(OrderError::EmptyFile);
    }
    check(parts)
}

/// Reads a pair of names on each line; anything after a `#` is ignored.
fn pairs(contents: &str) -> Result<Parts, OrderError> {
    let mut parts = Parts::new();
    for line in contents.lines() {
        let words: Vec<&str> = line.split('#').next().unwrap_or("").split_whitespace().collect();
        match words.as_slice() {
            [] => {}
            [alone] => parts.push((name(alone)?, None)),
            [lower, upper] => parts.push((name(lower)?, Some(name(upper)?))),
            _ => return Err(OrderError::Line(Quoted::new(line))),
        }
        bounded(&parts)?;
    }
    Ok(parts)
}

/// Reads a directed graph as Graphviz draws it: its arrows go up. Drawing attributes are ignored.
fn graph(contents: &str) -> Result<Parts, OrderError> {
    let (head, body) = contents.split_once('{').unwrap_or((contents, ""));
    let is_directed = without_comments(head).split_whitespace().any(|word| word == "digraph");
    let body = body.rsplit_once('}').map_or(body, |(body, _)| body);
    if !is_directed || body.contains(['{', '}']) {
        return Err(OrderError::Graph);
    }
    let mut parts = Parts::new();
    let mut said: Vec<String> = Vec::new();
    for statement in without_attributes(&without_comments(body)).split([';', '\n']) {
        let statement = statement.trim();
        // `node [shape=box]` and `rankdir=BT` say how to draw it.
        let about_looks = ["node", "edge", "graph"].contains(&statement) || statement.contains('=');
        if statement.is_empty() || about_looks {
            continue;
        }
        if statement.contains("--") {
            return Err(OrderError::Graph);
        }
        let names = statement.split("->").map(|part| name(part.trim().trim_matches('"')));
        let names: Vec<String> = names.collect::<Result<_, _>>()?;
        match names.as_slice() {
            [alone] => said.push(alone.clone()),
            chain => parts.extend(chain.windows(2).map(|pair| (pair[0].clone(), Some(pair[1].clone())))),
        }
        bounded(&parts)?;
    }
    // A graph may name its nodes first and draw arrows between them later.
    let in_pairs: rustc_hash::FxHashSet<String> =
        parts.iter().flat_map(|(lower, upper)| [Some(lower.clone()), upper.clone()]).flatten().collect();
    parts.extend(said.into_iter().filter(|name| !in_pairs.contains(name)).map(|name| (name, None)));
    Ok(parts)
}

/// Refuses too many pairs: a file may be endless, an order is not.
fn bounded(parts: &Parts) -> Result<(), OrderError> {
    const PAIRS: usize = 64 * MOST_ELEMENTS;
    if parts.len() <= PAIRS { Ok(()) } else { Err(OrderError::TooMany(Quoted::new("the file"))) }
}

/// Leaves out everything in square brackets.
fn without_attributes(text: &str) -> String {
    let mut depth = 0usize;
    let mut kept = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            c if depth == 0 => kept.push(c),
            _ => {}
        }
    }
    kept
}

/// Leaves out comments, as in C and as in a shell.
fn without_comments(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("/*") {
        kept += &rest[..at];
        rest = rest[at + 2..].split_once("*/").map_or("", |(_, after)| after);
    }
    kept += rest;
    let line = |line: &str| {
        let line = line.split_once("//").map_or(line, |(code, _)| code);
        line.split_once('#').map_or(line, |(code, _)| code).to_string()
    };
    kept.lines().map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::order::kind::Kind;

    fn text(contents: &str) -> String {
        read(contents).map(Kind::Named).map_or_else(|error| error.to_string(), |kind| kind.to_string())
    }

    #[test]
    fn pairs_and_graphs_become_a_text_that_needs_no_file() {
        assert_eq!(text("a b\n b\tc # below c\n\nd\n"), "poset:a.b,b.c,d");
        let dot = "// drawn by hand\ndigraph \"G\" {\n rankdir=BT; node [shape=box];\n d;\n a; a -> b -> c [color=\"red\"]\n /* b -> x */ \"e_1\" -> c; # so\n}\n";
        assert_eq!(text(dot), "poset:a.b,b.c,e_1.c,d");
        assert_eq!(text("digraph{0->1}"), "poset:0.1");
    }

    #[test]
    fn what_is_wrong_with_a_file_is_said_in_a_sentence() {
        for (contents, said) in [
            ("", "the file names nothing"),
            ("# only a remark", "the file names nothing"),
            ("a b c", "'a b c' is not a pair"),
            ("a b\na b", "'a.b' is named twice"),
            ("a b\nb", "'b' is named twice"),
            ("a a", "'a' would be below itself"),
            ("a \u{1b}[31mb", "'\u{fffd}[31mb' is not a name"),
            ("graph { a -- b }", "the file is not a directed graph"),
            ("digraph { a -- b }", "the file is not a directed graph"),
            ("digraph { subgraph { a -> b } }", "the file is not a directed graph"),
            ("digraph { \"a b\" -> c }", "'a b' is not a name"),
        ] {
            assert!(text(contents).contains(said), "{contents:?}: {}", text(contents));
        }
        let circle = "a b\nb c\nc a";
        assert!(Kind::Named(read(circle).unwrap()).made().is_err());
    }
}
