//! `lastbite serve`: the page and the API over HTTP.

use std::net::{SocketAddr, ToSocketAddrs};
use std::path::PathBuf;

use clap::Args;
use lastbite_serve::Options;

use crate::manners::figures::parse_memory;
use crate::manners::prompt::Stop;

/// Serve the page and an API for programs
///
/// Example: lastbite serve --open
#[derive(Args, Debug)]
pub struct ServeArgs {
    /// Where to listen
    #[arg(long, value_parser = parse_address, value_name = "ADDRESS", default_value = "127.0.0.1:8080")]
    bind: SocketAddr,
    /// Show the page in the browser
    #[arg(long)]
    open: bool,
    /// A folder of tables to look positions up in
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
    /// How much memory all solved bars and all work together may take
    #[arg(long, value_parser = parse_memory, value_name = "SIZE", default_value = "2G")]
    memory: u64,
    /// Whose pages may ask from a browser besides this one, as in https://example.org
    #[arg(long, value_name = "ORIGIN")]
    allow_origin: Option<String>,
}

fn parse_address(text: &str) -> Result<SocketAddr, String> {
    let mut found = text.to_socket_addrs().map_err(|_| {
        format!("'{text}' is not an address to listen on; an address is written like 127.0.0.1:8080")
    })?;
    found.next().ok_or_else(|| format!("'{text}' is the address of nobody"))
}

/// Serves until Ctrl-C or SIGTERM.
pub fn run(args: &ServeArgs) -> Result<(), Stop> {
    let mut options = Options::default();
    options.bind = args.bind;
    options.open = args.open;
    options.tables.clone_from(&args.tables);
    options.memory = args.memory;
    options.allow_origin.clone_from(&args.allow_origin);
    #[cfg(unix)]
    allow_many_connections();
    lastbite_serve::run(&options).map_err(Stop::refuse)
}

/// Lets the program have as many files open as the system allows it: every connection is one, and most shells give a
/// thousand to those who do not ask.
#[cfg(unix)]
fn allow_many_connections() {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let mut limit = getrlimit(Resource::Nofile);
    if limit.current != limit.maximum {
        limit.current = limit.maximum;
        // Where that is refused, there are fewer connections.
        let _ = setrlimit(Resource::Nofile, limit);
    }
}
