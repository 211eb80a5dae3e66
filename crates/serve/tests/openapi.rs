//! The served description of the API matches the types.

use std::path::Path;

/// Compares them; with `UPDATE=1` in the environment, writes the file again.
#[test]
fn the_description_that_is_served_is_made_from_the_types() {
    let made = serde_json::to_string_pretty(&lastbite_answers::openapi()).unwrap() + "\n";
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/openapi.json");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&file, &made).unwrap();
    }
    let served = std::fs::read_to_string(&file).unwrap_or_default();
    let again = "run UPDATE=1 cargo test -p lastbite-serve --test openapi";
    assert!(served == made, "src/openapi.json is not what the types say: {again}");
}
