//! `lastbite serve`: the page and an API for programs over HTTP, with the native solver behind them.
//!
//! ```text
//! connections   takes them, limits their number, cuts off the slow (patience), ends politely (ending)
//!     |
//! router        what is asked where; around it who asks (client), under which name (names), headers, metrics, logs
//!     |
//! queue         every question about a game: known answers (cache), equal questions together, clients in turn (line), deadlines
//!     |
//! lastbite_answers::Desk    the same function that answers the page in a browser
//! ```
//! `docs/guide/src/server.md` tells operators what to set, and what was measured.

mod access;
mod answer;
mod budget;
mod cache;
mod client;
mod connections;
mod doors;
mod ending;
mod files;
mod line;
mod log;
mod metrics;
mod names;
mod patience;
mod queue;
mod router;
mod threads;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use lastbite::Solver;
use lastbite::Table;
use lastbite::notation::{Quoted, one_line};
use lastbite_answers::{Desk, Reach};
use thiserror::Error;

pub use access::AccessLog;
pub use answer::Whole;
pub use client::{Network, NetworkError};
pub use names::{HostName, HostNameError, Origin, OriginError};
pub use router::{Server, Stage};

/// How to serve.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// Where to listen.
    pub bind: SocketAddr,
    /// Whether to show the page in the local browser.
    pub open: bool,
    /// A folder of tables to look positions up in.
    pub tables: Option<PathBuf>,
    /// The bytes of memory that all solved bars and all work together may take.
    pub memory: u64,
    /// How many heavy questions are worked on at a time; a large one may use as many threads.
    pub workers: usize,
    /// How many heavy questions may wait; more are told to try again.
    pub waiting: usize,
    /// How many questions of one client may wait or be worked on; more are told to try again.
    pub per_client: usize,
    /// How long an answer may take.
    pub deadline: Duration,
    /// How many clients may be connected.
    pub connections: usize,
    /// How many connections one client may have; a trusted proxy may have any number.
    pub connections_per_client: usize,
    /// How long a client may take to send a question, or to take an answer.
    pub patience: Duration,
    /// Another site whose pages may ask from a browser; none by default.
    pub allow_origin: Option<Origin>,
    /// The names that the server answers to; by default those of this machine if only it can ask, else all.
    pub hosts: Vec<HostName>,
    /// Proxies that are trusted to say who asks.
    pub trusted_proxies: Vec<Network>,
    /// The address of the metrics, for operators; none by default.
    pub metrics: Option<SocketAddr>,
    /// Where the access log goes; nowhere by default.
    pub access_log: Option<AccessLog>,
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
            per_client: 32,
            deadline: Duration::from_secs(10),
            connections: 16_384,
            connections_per_client: 256,
            patience: Duration::from_secs(20),
            allow_origin: None,
            hosts: Vec::new(),
            trusted_proxies: Vec::new(),
            metrics: None,
            access_log: None,
        }
    }
}

/// Why the server does not start.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ServeError {
    /// Another program listens there.
    #[error("{0} is already in use; choose another with --bind, as in --bind 127.0.0.1:8081")]
    Taken(SocketAddr),
    /// It is not possible to listen there.
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
    /// The access log cannot be written.
    #[error("the access log {file} cannot be opened ({why})")]
    AccessLog {
        /// The file.
        file: Quoted,
        /// What the system says.
        why: std::io::Error,
    },
    /// The system gives no threads.
    #[error("could not start enough threads ({0}); allow more (ulimit -u), or set fewer --workers")]
    Threads(std::io::Error),
    /// The system refuses open files, or something else that is needed.
    #[error("the system does not give the server what it needs ({0}); allow more open files (ulimit -n)")]
    System(std::io::Error),
}

/// Serves until Ctrl-C or SIGTERM, then finishes the current answers.
pub fn run(options: &Options) -> Result<(), ServeError> {
    let server = Arc::new(Server::new(desk(options)?, options)?);
    connections::serve(&server, options)
}

/// Opens the desk.
pub fn desk(options: &Options) -> Result<Desk, ServeError> {
    let mut solver = Solver::keeping(queue::Memory::shared_out(options.memory, options.workers).solved);
    if let Some(folder) = &options.tables {
        for table in tables(folder)? {
            solver = solver.with_table(table);
        }
    }
    Ok(Desk::new(solver, Reach::default()))
}

/// Opens every table of a folder; a file that is not a table is left out, and the log says so.
fn tables(folder: &Path) -> Result<Vec<Table>, ServeError> {
    let wrong = |why| ServeError::Tables { folder: quoted(folder), why };
    let mut tables = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(wrong)? {
        let path = entry.map_err(wrong)?.path();
        // A name may contain anything, even line breaks.
        let shown = one_line(&path.to_string_lossy(), 300);
        match Table::open(&path) {
            Ok(table) => {
                log::info(format_args!("uses the table of {} in {}", table.bar(), shown));
                tables.push(table);
            }
            Err(error) => log::warn(format_args!("leaves out {}: {error}", shown)),
        }
    }
    Ok(tables)
}

fn quoted(path: &Path) -> Quoted {
    Quoted::new(&path.display().to_string())
}
