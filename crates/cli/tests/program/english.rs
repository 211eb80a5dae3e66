//! Phrases that sounded translated, and were replaced: no front end says them again. And a number that is said in
//! several places.

use std::fs;
use std::path::{Path, PathBuf};

/// What is not said any more.
const REPLACED: &[&str] = &[
    "the other side",
    "the proof does not say how.",
    "leave it to",
    "if the other side plays well",
    "obody can compute",
    "olds out best",
    "olds out longest",
    "he input has ended",
    "do what they say",
    "a number a side",
    "Throw (",
    "Cut? ",
    "Divisor? ",
    "lacks one of its two sides",
    "take a smaller",
    "take a larger",
    "too tangled",
    "has no circles",
    "Make chance repeatable",
    "now and then, and go on from it",
    "Make a page to print",
    "Serve the page and an API",
    "what it enters, backs up, cuts off",
    "Playing at once",
    "figure, if any",
    "keys on or off",
    "It exists; Enter",
    "plies left",
    "by resigning",
    "kept the win {} of",
    "kept the win in",
    "finishes what is being answered",
    "lastbite serves",
    "until Ctrl-C.",
    "Nothing has happened yet",
    "both play by these values",
    "chosen line",
];

/// Calls a function with every file that speaks to people.
fn every_source(folder: &Path, see: &mut dyn FnMut(&Path)) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if path.is_dir() && !["tests", "target", "static", "node_modules"].contains(&name) {
            every_source(&path, see);
        } else if [".rs", ".js", ".html", ".py"].iter().any(|ending| name.ends_with(ending)) {
            see(&path);
        }
    }
}

#[test]
fn what_sounded_translated_is_not_said_again() {
    let cli = Path::new(env!("CARGO_MANIFEST_DIR"));
    let crates: PathBuf = cli.parent().unwrap().to_path_buf();
    let (mut files, mut found) = (0, Vec::new());
    every_source(&crates, &mut |path| {
        files += 1;
        let text = fs::read_to_string(path).unwrap();
        // A remark is for those who read the source; the doc comments of the command line are its help.
        let is_help = path.components().any(|part| part.as_os_str() == "cli");
        let speaks = |line: &&str| {
            let line = line.trim_start();
            !line.starts_with("//") || line.starts_with("///") && is_help
        };
        for line in text.lines().filter(speaks) {
            found.extend(
                REPLACED
                    .iter()
                    .filter(|phrase| line.contains(**phrase))
                    .map(|phrase| format!("{}: {phrase}", path.display())),
            );
        }
    });
    assert!(files > 200, "{files} files");
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn which_rust_is_needed_is_the_same_everywhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = |file: &str| fs::read_to_string(root.join(file)).unwrap();
    let version = |manifest: &str| {
        let text = read(manifest);
        let line = text.lines().find_map(|line| line.strip_prefix("rust-version = "));
        line.unwrap().trim_matches('"').to_string()
    };
    let (program, library) = (version("crates/cli/Cargo.toml"), version("Cargo.toml"));
    assert_eq!(library, version("crates/python/Cargo.toml"));
    for (file, needed) in [
        ("README.md", &program),
        ("CONTRIBUTING.md", &program),
        ("CONTRIBUTING.md", &library),
        ("Dockerfile", &program),
        ("docs/guide/src/python.md", &library),
    ] {
        assert!(read(file).contains(needed.as_str()), "{file} does not say {needed}");
    }
}
