//! The script that shows everything the assignment asks for prints what is committed next to it.

use crate::talk;
use std::path::Path;
use std::process::{Command, Stdio};

#[test]
fn every_task_of_the_poisonous_chocolate_is_shown() {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    // As it is run where the program is installed: found by its name.
    let program = Path::new(env!("CARGO_BIN_EXE_lastbite"));
    let folders = std::env::var("PATH").unwrap_or_default();
    let output = Command::new("bash")
        .arg(examples.join("poisonous_chocolate.sh"))
        .env("PATH", format!("{}:{folders}", program.parent().unwrap().display()))
        .env_remove("LASTBITE")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let complaints = talk::unhurried(&String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success() && complaints.is_empty(), "{complaints}");
    let shown = talk::timeless(&String::from_utf8(output.stdout).unwrap());
    let kept = examples.join("poisonous_chocolate.txt");
    if std::env::var_os("UPDATE_TRANSCRIPTS").is_some() {
        std::fs::write(&kept, &shown).unwrap();
    }
    assert_eq!(shown, std::fs::read_to_string(kept).unwrap());
    // Both figures, both modes, both orders, another poison, minimax by its steps, and its node counts.
    for sign in [
        "MAX          +1*",
        "Computer wins! Only the poison is left, and it is Ada's turn.",
        "Ada wins! Only the poison is left, and it is Bob's turn.",
        "Ada wins! Only the poison is left, and it is Computer's turn.",
        " 2 ■ P ■ ■",
        "1. Visit node 1: 2,2 is left; MAX to move.",
        "(1,232 nodes, ",
        "\"nodes\": 1232",
        "memo: 13 nodes",
    ] {
        assert!(shown.contains(sign), "{sign}");
    }
}
