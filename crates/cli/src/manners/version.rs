//! What `--version` says: which version this is, of which commit, and what was built into it.

use std::sync::LazyLock;

/// The version, with its commit and its features on lines of their own.
pub static LONG: LazyLock<String> = LazyLock::new(|| {
    let built_in = [
        ("tui", cfg!(feature = "tui")),
        ("serve", cfg!(feature = "serve")),
        ("card", cfg!(feature = "card")),
    ];
    let features: Vec<&str> =
        built_in.into_iter().filter_map(|(name, is_in)| is_in.then_some(name)).collect();
    let mut said = env!("CARGO_PKG_VERSION").to_string();
    let commit = env!("LASTBITE_COMMIT");
    if !commit.is_empty() {
        said += &format!("\ncommit {commit}");
    }
    said + "\nfeatures " + &if features.is_empty() { "none".to_string() } else { features.join(" ") }
});
