//! Why there is no answer: a sentence that says what is accepted, and an HTTP status.

use std::fmt;

use lastbite::knowledge::WhyNot;
use lastbite::notation::Quoted;
use lastbite::words::sentence;
use lastbite::{Stopped, Unknown};
use serde::Serialize;

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The status: 400 unreadable, 404 unknown, 422 out of reach.
    pub status: u16,
    /// A sentence that says what is wrong and what is accepted.
    pub sentence: String,
}

/// A problem as it is sent.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub(crate) struct Sent<'a> {
    /// A sentence that says what is wrong and what is accepted.
    error: &'a str,
}

impl Problem {
    /// Says that the question cannot be read.
    pub fn unreadable(why: impl fmt::Display) -> Self {
        Problem { status: 400, sentence: sentence(why) }
    }

    /// Says that there is no such question.
    pub fn unknown(name: &str) -> Self {
        let known: Vec<&str> = crate::routes::ROUTES.iter().map(|route| route.name).collect();
        let why = format!("unknown route {}; known routes: {}", Quoted::new(name), known.join(", "));
        Problem { status: 404, sentence: sentence(why) }
    }

    /// Says that the answer is out of reach.
    pub fn out_of_reach(why: impl fmt::Display) -> Self {
        Problem { status: 422, sentence: sentence(why) }
    }

    /// Writes it as JSON.
    pub fn json(&self) -> String {
        serde_json::to_string(&Sent { error: &self.sentence }).expect("a sentence is JSON")
    }
}

impl From<Unknown> for Problem {
    fn from(unknown: Unknown) -> Self {
        let limit = match unknown.why {
            WhyNot::Stopped(Stopped::OutOfTime) => "; ask about a smaller game",
            WhyNot::Stopped(Stopped::OutOfNodes) | WhyNot::TooLarge => {
                "; ask about a smaller game, or a position with fewer pieces"
            }
            _ => "",
        };
        Problem::out_of_reach(format!("{unknown}{limit}"))
    }
}
