//! `lastbite serve`: the page and an API for programs over HTTP, with the native solver behind them.
//!
//! ```text
//! connections   takes them, limits their number, cuts off the slow, ends politely
//!     |
//! router        what is asked where; headers, metrics and the log around it
//!     |
//! queue         heavy questions: known answers, equal questions together, few at a time, a deadline for each
//!     |
//! lastbite_answers::Desk    the same function that answers the page in a browser
//! ```

mod answer;
mod cache;
mod connections;
mod files;
mod metrics;
mod patience;
mod queue;
mod router;

use std::io::IsTerminal;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use lastbite::notation::{Quoted, one_line};
use lastbite::{Solver, Table};
use lastbite_answers::{Desk, Reach};
use thiserror::Error;

pub use router::{Server, guarded, router};

/// How to serve.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// Where to listen.
    pub bind: SocketAddr,
    /// Whether to show the page in the browser of whoever started the server.
    pub open: bool,
    /// A folder of tables to look positions up in.
    pub tables: Option<PathBuf>,
    /// The bytes of memory that all solved bars and all work together may take.
    pub memory: u64,
    /// How many heavy questions are worked on at a time; each may use as many threads.
    pub workers: usize,
    /// How many heavy questions may wait; more are told to come again.
    pub waiting: usize,
    /// How long an answer may take.
    pub deadline: Duration,
    /// How many clients may be connected.
    pub connections: usize,
    /// How long a client may take to send a question, or to take an answer.
    pub patience: Duration,
    /// Whose pages may ask from a browser besides our own; nobody's if not given.
    pub allow_origin: Option<String>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            bind: SocketAddr::from(([127, 0, 0, 1], 8080)),
            open: false,
            tables: None,
            memory: 2 << 30,
            workers: std::thread::available_parallelism().map_or(1, Into::into),
            waiting: 1024,
            deadline: Duration::from_secs(10),
            connections: 16_384,
            patience: Duration::from_secs(20),
            allow_origin: None,
        }
    }
}

/// Why the server does not start.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ServeError {
    /// Somebody else listens there.
    #[error("{0} is already in use; choose another with --bind, as in --bind 127.0.0.1:8081")]
    Taken(SocketAddr),
    /// Nobody may listen there.
    #[error("cannot listen on {bind} ({why}); an address is written like 127.0.0.1:8080")]
    Bind {
        /// Where it should have listened.
        bind: SocketAddr,
        /// What the system says.
        why: std::io::Error,
    },
    /// The folder of tables cannot be read.
    #[error("the folder {folder} cannot be read ({why})")]
    Tables {
        /// The folder.
        folder: Quoted,
        /// What the system says.
        why: std::io::Error,
    },
    /// The origin is no text for a header.
    #[error("{0} is not an origin; an origin is written like https://example.org")]
    Origin(Quoted),
    /// The system gives no threads.
    #[error("the server could not be started ({0})")]
    System(std::io::Error),
}

/// Serves until Ctrl-C or SIGTERM, then finishes what is being answered.
pub fn run(options: &Options) -> Result<(), ServeError> {
    let log =
        tracing_subscriber::fmt().with_writer(std::io::stderr).with_target(false).with_ansi(is_coloured());
    let log =
        log.with_max_level(if cfg!(debug_assertions) { tracing::Level::DEBUG } else { tracing::Level::INFO });
    // Whoever embeds the server may have a log already.
    let _ = log.try_init();
    let server = Arc::new(Server::new(desk(options)?, options)?);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(options.workers.max(1))
        .enable_all()
        .build()
        .map_err(ServeError::System)?;
    let served = runtime.block_on(connections::serve(server, options));
    // Work that nobody waits for any more is not waited for either.
    runtime.shutdown_timeout(Duration::from_secs(1));
    served
}

/// Says whether the log may have colours: on a terminal that shows them, unless somebody wants none.
fn is_coloured() -> bool {
    let unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    std::io::stderr().is_terminal() && !unwanted && !dumb
}

/// Opens the desk: half of the memory for solved bars that are kept, half for work.
pub fn desk(options: &Options) -> Result<Desk, ServeError> {
    let mut solver = Solver::keeping(options.memory / 2);
    if let Some(folder) = &options.tables {
        for table in tables(folder)? {
            solver = solver.with_table(table);
        }
    }
    Ok(Desk::new(solver, Reach::default()))
}

/// Opens every table of a folder; a file that is none is left out, and the log says so.
fn tables(folder: &Path) -> Result<Vec<Table>, ServeError> {
    let wrong = |why| ServeError::Tables { folder: Quoted::new(&folder.display().to_string()), why };
    let mut tables = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(wrong)? {
        let path = entry.map_err(wrong)?.path();
        // A name may have anything in it, and a log has lines.
        let shown = one_line(&path.to_string_lossy(), 300);
        match Table::open(&path) {
            Ok(table) => {
                tracing::info!("uses the table of {} in {shown}", table.bar());
                tables.push(table);
            }
            Err(error) => tracing::warn!("leaves out {shown}: {error}"),
        }
    }
    Ok(tables)
}
