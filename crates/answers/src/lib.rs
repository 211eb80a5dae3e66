//! Questions about games as text, answers as JSON.
//!
//! A front end that is not written in Rust asks an *engine*: the page in a browser asks the library as wasm,
//! or a server. Both engines are this one function, [`Desk::answer`], so they give the same bytes:
//!
//! ```
//! use lastbite::{Effort, Solver};
//! use lastbite_answers::{Desk, Reach};
//!
//! let desk = Desk::new(Solver::new(), Reach::default());
//! let reply = desk.answer("analyze", "game=chomp:2x2", "", &Effort::unlimited());
//! assert_eq!(reply.status, 200);
//! assert!(reply.body.starts_with(r#"{"game":"chomp:2x2","position":"2,2","outcome":"win","distance":3"#));
//! let reply = desk.answer("analyze", "game=chess", "", &Effort::unlimited());
//! assert_eq!(reply.status, 400);
//! ```
//!
//! All questions are listed in one table, [`routes::ROUTES`]; each has its own file.

mod address;
mod analysis;
mod explain;
mod games;
mod grundy;
mod health;
mod lesson;
mod line;
mod map;
#[cfg(feature = "openapi")]
mod openapi;
mod picture;
mod pieces;
mod problem;
mod puzzle;
mod question;
mod reach;
mod record;
mod reply;
mod review;
pub mod routes;
mod session;
mod setup;
mod trace;
mod tree;
mod view;
mod weight;
mod worksheet;

use lastbite::{AnyGame, Effort, Solver, Standing};

pub use analysis::{Analysed, Judged};
pub use explain::Explained;
#[cfg(feature = "openapi")]
pub use openapi::openapi;
pub use problem::Problem;
pub use question::Question;
pub use reach::Reach;
pub use weight::Weight;

/// An answer as it is sent: an HTTP status, the type of the text, and the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// 200, or why there is no answer: 400 unreadable, 404 unknown, 422 out of reach.
    pub status: u16,
    /// The media type of the body.
    pub kind: &'static str,
    /// The text.
    pub body: String,
}

/// The media type of almost every answer.
pub const JSON: &str = "application/json";

impl From<Problem> for Reply {
    fn from(problem: Problem) -> Self {
        Reply { status: problem.status, kind: JSON, body: problem.json() }
    }
}

/// Answers questions, with a solver and limits.
#[derive(Debug)]
pub struct Desk {
    solver: Solver<AnyGame>,
    reach: Reach,
}

impl Desk {
    /// Opens a desk.
    pub fn new(solver: Solver<AnyGame>, reach: Reach) -> Self {
        Desk { solver, reach }
    }

    /// Returns the solver that is asked.
    pub fn solver(&self) -> &Solver<AnyGame> {
        &self.solver
    }

    /// Returns its limits.
    pub fn reach(&self) -> &Reach {
        &self.reach
    }

    /// Answers a question: its name, its parameters as in an address, and a body if the question has one.
    ///
    /// No question makes it panic. The effort limits the work; the reach limits what is tried at all.
    pub fn answer(&self, name: &str, query: &str, body: &str, effort: &Effort) -> Reply {
        match self.try_answer(name, query, body, effort) {
            Ok(reply) => reply,
            Err(problem) => problem.into(),
        }
    }

    /// Reads what a question is about: a game and its first position, or nothing.
    fn about(
        &self,
        route: &routes::Route,
        question: &Question<'_>,
    ) -> Result<Option<Standing<AnyGame>>, Problem> {
        let takes = |name: &str| route.parameters.iter().any(|parameter| parameter.name == name);
        if takes("start") {
            return Ok(Some(address::Address::read(self, question)?.start));
        }
        let named = question.text("game").is_some_and(|text| !text.is_empty());
        let required =
            route.parameters.iter().any(|parameter| parameter.name == "game" && parameter.required);
        if !takes("game") || !named && !required {
            return Ok(None);
        }
        let standing = question.standing(&self.reach)?;
        question.moves(standing.game())?;
        Ok(Some(standing))
    }

    fn try_answer(&self, name: &str, query: &str, body: &str, effort: &Effort) -> Result<Reply, Problem> {
        let route = routes::find(name).ok_or_else(|| Problem::unknown(name))?;
        let question = Question::read(route, query, body)?;
        let body = (route.answer)(self, &question, effort)?;
        Ok(Reply { status: 200, kind: route.kind, body })
    }
}
