//! Notes the commit that the program is built from, for `lastbite --version`.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-env=LASTBITE_COMMIT={}", commit().unwrap_or_default());
}

/// Returns the commit and its date, or nothing where there is no telling: in an unpacked archive, say.
fn commit() -> Option<String> {
    if let Some(packed) = packed() {
        return Some(packed);
    }
    // An archive may have been unpacked into somebody else's repository.
    git(&["ls-files", "--error-unmatch", "build.rs"])?;
    let folder = git(&["rev-parse", "--absolute-git-dir"])?;
    // A commit changes what these say, and nothing else here does.
    for file in ["HEAD", "logs/HEAD"] {
        let path = Path::new(&folder).join(file);
        if path.exists() {
            println!("cargo::rerun-if-changed={}", path.display());
        }
    }
    git(&["log", "-1", "--format=%h of %cs", "--abbrev=10"])
}

/// Returns the commit that cargo wrote into the package that it published.
fn packed() -> Option<String> {
    let written = std::fs::read_to_string(".cargo_vcs_info.json").ok()?;
    let (_, rest) = written.split_once("\"sha1\": \"")?;
    rest.get(..10).map(str::to_string)
}

fn git(args: &[&str]) -> Option<String> {
    let done = Command::new("git").args(args).output().ok().filter(|done| done.status.success())?;
    let said = String::from_utf8(done.stdout).ok()?.trim().to_string();
    (!said.is_empty()).then_some(said)
}
