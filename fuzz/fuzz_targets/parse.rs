//! Any text is a game, a position, a move, or a sentence that says why not; what is written is read again.
#![no_main]

use lastbite::{AnyGame, Chomp, Heaps, Nim, ParseError, Rows, Square, Take};
use libfuzzer_sys::fuzz_target;
use std::fmt::{Debug, Display};
use std::str::FromStr;

fn read<T: FromStr<Err = ParseError> + Display + Debug + PartialEq>(text: &str) {
    if let Ok(value) = text.parse::<T>() {
        assert_eq!(value.to_string().parse::<T>().as_ref(), Ok(&value));
    }
}

fuzz_target!(|text: &str| {
    read::<AnyGame>(text);
    read::<Chomp>(text);
    read::<Nim>(text);
    read::<Rows>(text);
    read::<Heaps>(text);
    read::<Square>(text);
    read::<Take>(text);
});
