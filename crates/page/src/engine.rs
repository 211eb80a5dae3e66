//! The library as an engine in a worker of the page.

use std::time::Duration;

use lastbite::{Effort, Solver};
use lastbite_answers::{Desk, Reach};
use lastbite_work::Clock;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// The clock of the browser, in milliseconds.
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn milliseconds() -> f64;

    /// Tells the page what share of the work is done.
    #[wasm_bindgen(js_name = lastbiteProgress)]
    fn progress(share: f64);
}

/// The memory that solving may take: a browser gives a module at most 4 GiB, and some of them only 2.
const MEMORY: u64 = 1 << 30;
/// The memory of solved bars that is kept.
const KEPT: u64 = 256 << 20;

/// An engine: text in, JSON out.
#[wasm_bindgen]
pub struct Engine {
    desk: Desk,
}

/// What the engine answers.
#[wasm_bindgen]
pub struct Answer {
    status: u16,
    body: String,
}

#[wasm_bindgen]
impl Answer {
    /// Returns the HTTP status.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn status(&self) -> u16 {
        self.status
    }

    /// Returns the text.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn body(&self) -> String {
        self.body.clone()
    }
}

#[wasm_bindgen]
impl Engine {
    /// Makes an engine that has solved nothing yet.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Self {
        Engine { desk: Desk::new(Solver::keeping(KEPT), Reach::default()) }
    }

    /// Answers a question.
    #[must_use]
    pub fn ask(&self, name: &str, query: &str, body: &str) -> Answer {
        let clock = Clock::from_fn(|| Duration::from_secs_f64(milliseconds().max(0.0) / 1e3));
        let effort = Effort::unlimited()
            .clock(clock)
            .memory(MEMORY)
            .watched(|done| done.share.into_iter().for_each(progress));
        let reply = self.desk.answer(name, query, body, &effort);
        Answer { status: reply.status, body: reply.body }
    }
}

impl Default for Engine {
    fn default() -> Self {
        Engine::new()
    }
}
