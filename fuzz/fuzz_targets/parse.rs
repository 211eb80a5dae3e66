//! Any bytes are a game, a position, a move, an action, or a sentence that says why not; what is written can
//! be read again.
#![no_main]

use std::fmt::{Debug, Display};
use std::str::FromStr;

use lastbite::{Action, AnyGame, Chomp, Heaps, Nim, Rows, Square, Take};
use libfuzzer_sys::fuzz_target;

fn read<T: FromStr<Err: Display> + Display + Debug + PartialEq>(text: &str) {
    match text.parse::<T>() {
        Ok(value) => assert_eq!(value.to_string().parse::<T>().ok().as_ref(), Some(&value)),
        Err(wrong) => {
            assert!(!wrong.to_string().contains(char::is_control), "a sentence has no control characters")
        }
    }
}

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    read::<AnyGame>(text);
    read::<Chomp>(text);
    read::<Nim>(text);
    read::<Rows>(text);
    read::<Heaps>(text);
    read::<Square>(text);
    read::<Take>(text);
    let game: AnyGame = "chomp:3x4".parse().unwrap();
    let _ = Action::read(&game, text);
});
