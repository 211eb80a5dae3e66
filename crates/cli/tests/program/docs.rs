//! What is written about the program: links lead somewhere, and the guide leads to all its pages.

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// Every page below a folder; not what is built or belongs to others.
fn pages(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let is_ours = !name.starts_with("target") && name != "node_modules" && name != ".git";
        if path.is_dir() && is_ours {
            pages(&path, found);
        } else if name.ends_with(".md") {
            found.push(path);
        }
    }
}

/// The targets of the links of a page, without those to other sites and to places in the page itself.
fn links(text: &str) -> impl Iterator<Item = &str> {
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split_once(')').map(|(target, _)| target));
    targets
        .map(|target| target.split('#').next().unwrap())
        .filter(|target| !target.is_empty() && !target.contains("://") && !target.contains(' '))
}

#[test]
fn every_link_leads_somewhere() {
    let (root, mut found) = (root(), Vec::new());
    pages(&root, &mut found);
    assert!(found.len() > 30, "{} pages", found.len());
    let mut broken = Vec::new();
    for page in &found {
        let text = fs::read_to_string(page).unwrap();
        let folder = page.parent().unwrap();
        for target in links(&text).filter(|target| !folder.join(target).exists()) {
            broken.push(format!("{}: {target}", page.display()));
        }
    }
    assert!(broken.is_empty(), "{broken:#?}");
}

#[test]
fn the_guide_has_all_its_pages_in_its_summary_and_no_link_leaves_it() {
    let guide = root().join("docs/guide/src");
    let summary = fs::read_to_string(guide.join("SUMMARY.md")).unwrap();
    let listed: Vec<&str> = links(&summary).collect();
    for page in fs::read_dir(&guide).unwrap().map(|page| page.unwrap().path()) {
        let name = page.file_name().unwrap().to_str().unwrap();
        assert!(name == "SUMMARY.md" || listed.contains(&name), "{name} is not in the summary");
        // Elsewhere than here, the guide stands alone.
        let text = fs::read_to_string(&page).unwrap();
        let outside = links(&text).find(|target| target.contains('/'));
        assert_eq!(outside, None, "{name}");
    }
}
