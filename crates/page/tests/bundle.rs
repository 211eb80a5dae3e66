//! The static site is one script made of all modules, so no two of them may share a top-level name.

use std::collections::HashMap;

use lastbite_page::FILES;

#[test]
fn no_two_modules_use_the_same_name() {
    let mut users: HashMap<String, &str> = HashMap::new();
    for file in FILES.iter().filter(|file| file.name.ends_with(".js")) {
        let text = std::str::from_utf8(file.bytes).unwrap();
        for line in text.lines() {
            let line = line.trim_start_matches("export ").trim_start_matches("async ");
            let Some((word, rest)) = line.split_once(' ') else { continue };
            if !["const", "let", "function", "class"].contains(&word) {
                continue;
            }
            // One name, or several in braces.
            let named = rest.strip_prefix("{ ").map_or(rest, |rest| rest.split('}').next().unwrap());
            let many = if rest.starts_with('{') { usize::MAX } else { 1 };
            let words = named.split(|c: char| !c.is_alphanumeric() && c != '_');
            for name in words.filter(|name| !name.is_empty()).take(many) {
                if let Some(other) = users.insert(name.to_string(), file.name) {
                    panic!("{name} is in {other} and in {}", file.name);
                }
            }
        }
    }
    assert!(users.len() > 50, "{users:?}");
}
