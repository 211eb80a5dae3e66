//! The modules are delivered as one script, which a bundler has made of them.

use std::fs;
use std::path::Path;

/// FNV-1a, as `crates/page/bundle` computes it.
fn hash(parts: &[Vec<u8>]) -> u64 {
    let step = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    parts.iter().flatten().fold(0xcbf2_9ce4_8422_2325, step)
}

#[test]
fn the_script_is_made_of_the_modules_as_they_are() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let names = fs::read_dir(folder.join("site")).unwrap().map(|file| file.unwrap().file_name());
    let mut names: Vec<String> = names.map(|name| name.into_string().unwrap()).collect();
    names.retain(|name| name.ends_with(".js"));
    names.sort();
    let text = |name: &String| fs::read(folder.join("site").join(name)).unwrap();
    let parts: Vec<Vec<u8>> = names.iter().flat_map(|name| [name.clone().into_bytes(), text(name)]).collect();
    let made = fs::read_to_string(folder.join("made/app.js")).unwrap();
    let first = made.lines().next().unwrap();
    assert!(
        first.ends_with(&format!("Sources: {:016x}", hash(&parts))),
        "made/app.js is stale; make it again with crates/page/bundle"
    );
}

#[test]
fn the_first_look_is_light() {
    // What a browser fetches before anything is done, besides two short answers.
    let first = ["index.html", "door.js", "look.css", "app.js", "icon.svg", "manifest.webmanifest"];
    let bytes =
        |name: &&str| lastbite_page::FILES.iter().find(|file| file.name == *name).unwrap().bytes.len();
    let sum: usize = first.iter().map(bytes).sum();
    assert!(sum < 260_000, "{sum} bytes before they are compressed");
}
