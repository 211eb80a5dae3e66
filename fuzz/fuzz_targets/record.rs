//! Any bytes are a record or a sentence; a valid record can be written and read again.
#![no_main]

use lastbite::{AnyGame, Record, Session, Settings};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Ok(record) = Record::from_json(text) else { return };
    let session: Session<AnyGame> = match record.session(Settings::default()) {
        Ok(session) => session,
        Err(wrong) => return assert!(!wrong.to_string().contains(char::is_control)),
    };
    let written = Record::of(&session).to_json();
    let again: Session<AnyGame> = Record::from_json(&written).unwrap().session(Settings::default()).unwrap();
    assert_eq!(again.played().position(), session.played().position());
    assert_eq!(Record::of(&again).to_json(), written);
});
