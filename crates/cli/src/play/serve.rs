//! `lastbite serve`: the page and the API over HTTP.

use std::net::{SocketAddr, ToSocketAddrs};
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use lastbite::notation::Quoted;
use lastbite_serve::{AccessLog, HostName, Network, Options, Origin};
use lastbite_work::arguments::parse_number;

use crate::manners::figures::parse_memory;
use crate::manners::prompt::Stop;

/// Run the web version, and an API for programs
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
    #[arg(long, value_parser = parse_server_memory, value_name = "SIZE", default_value = "2G")]
    memory: u64,
    /// How many hard questions to work on at a time, 1 to 1024; one for each core if not given
    #[arg(long, value_parser = |text: &str| parse_number("--workers", text, 1024), value_name = "N")]
    workers: Option<u64>,
    /// How many hard questions may wait, 1 to 100000
    #[arg(long, value_parser = |text: &str| parse_number("--waiting", text, 100_000), value_name = "N", default_value = "1024")]
    waiting: u64,
    /// How many questions of one client may wait, 1 to 100000
    #[arg(long, value_parser = |text: &str| parse_number("--per-client", text, 100_000), value_name = "N", default_value = "32")]
    per_client: u64,
    /// How many seconds an answer may take, 1 to 3600
    #[arg(long, value_parser = |text: &str| parse_number("--deadline", text, 3600), value_name = "SECONDS", default_value = "10")]
    deadline: u64,
    /// How many clients may be connected, 1 to 1000000
    #[arg(long, value_parser = |text: &str| parse_number("--connections", text, 1_000_000), value_name = "N", default_value = "16384")]
    connections: u64,
    /// How many connections one client may have, 1 to 1000000; a trusted proxy may have any number
    #[arg(long, value_parser = |text: &str| parse_number("--connections-per-client", text, 1_000_000), value_name = "N", default_value = "256")]
    connections_per_client: u64,
    /// How many seconds a client may take to ask, or to take an answer, 1 to 3600
    #[arg(long, value_parser = |text: &str| parse_number("--patience", text, 3600), value_name = "SECONDS", default_value = "20")]
    patience: u64,
    /// A name that the server answers to, as in play.example.org; may be given more than once
    ///
    /// Without it, a server on 127.0.0.1 answers to localhost and to the addresses of this machine; any other
    /// server answers to all names.
    #[arg(long = "host", value_name = "NAME")]
    hosts: Vec<HostName>,
    /// A proxy that is trusted to name the address of a client, as in 10.0.0.0/8; may be given more than once
    #[arg(long = "trusted-proxy", value_name = "NETWORK")]
    trusted_proxies: Vec<Network>,
    /// Another site whose pages may ask from a browser, as in https://example.org; * allows all
    #[arg(long, value_name = "ORIGIN")]
    allow_origin: Option<Origin>,
    /// Where Prometheus finds /metrics, as in 127.0.0.1:9090
    #[arg(long, value_parser = parse_address, value_name = "ADDRESS")]
    metrics: Option<SocketAddr>,
    /// Where to write a line of JSON for each answer; - is stdout
    #[arg(long, value_name = "FILE")]
    access_log: Option<PathBuf>,
}

/// Reads how much memory the server may use; with less than this it could not read a question.
fn parse_server_memory(text: &str) -> Result<u64, String> {
    const LEAST: u64 = 16 << 20;
    match parse_memory(text)? {
        bytes if bytes < LEAST => {
            Err(format!("{} is too little memory for a server; give it 16M or more", Quoted::new(text)))
        }
        bytes => Ok(bytes),
    }
}

fn parse_address(text: &str) -> Result<SocketAddr, String> {
    let mut found = text.to_socket_addrs().map_err(|_| {
        format!("'{text}' is not an address to listen on; an address is written like 127.0.0.1:8080")
    })?;
    found.next().ok_or_else(|| format!("'{text}' has no address; an address is written like 127.0.0.1:8080"))
}

/// Serves until Ctrl-C or SIGTERM.
pub fn run(args: &ServeArgs) -> Result<(), Stop> {
    let mut options = Options::default();
    options.bind = args.bind;
    options.open = args.open;
    options.tables.clone_from(&args.tables);
    options.memory = args.memory;
    if let Some(workers) = args.workers {
        options.workers = workers as usize;
    }
    options.waiting = args.waiting as usize;
    options.per_client = args.per_client as usize;
    options.deadline = Duration::from_secs(args.deadline);
    options.connections = args.connections as usize;
    options.connections_per_client = args.connections_per_client as usize;
    options.patience = Duration::from_secs(args.patience);
    options.hosts.clone_from(&args.hosts);
    options.trusted_proxies.clone_from(&args.trusted_proxies);
    options.allow_origin.clone_from(&args.allow_origin);
    options.metrics = args.metrics;
    options.access_log = args.access_log.as_ref().map(|path| match path.as_os_str() == "-" {
        true => AccessLog::Stdout,
        false => AccessLog::File(path.clone()),
    });
    #[cfg(unix)]
    limit_connections(&mut options)?;
    lastbite_serve::run(&options).map_err(Stop::refuse)
}

/// Raises the limit of open files as far as the system allows, and takes no more connections than that. Every
/// connection is an open file, and most shells allow a thousand by default.
#[cfg(unix)]
fn limit_connections(options: &mut Options) -> Result<(), Stop> {
    use rustix::process::{Resource, getrlimit, setrlimit};
    /// What the server itself has open: its threads, its logs, and tables while they are read.
    const OWN: u64 = 32;
    let mut limit = getrlimit(Resource::Nofile);
    if limit.current != limit.maximum {
        limit.current = limit.maximum;
        // If that is refused, there are fewer connections.
        let _ = setrlimit(Resource::Nofile, limit);
    }
    let Some(files) = getrlimit(Resource::Nofile).current else { return Ok(()) };
    if files <= OWN {
        return Err(Stop::refuse(format!(
            "the server needs more than {OWN} open files, and the system gives it {files}; allow more (ulimit -n)"
        )));
    }
    let most = (files - OWN) as usize;
    if most < options.connections {
        options.connections = most;
        // However few there are, four clients get in.
        options.connections_per_client = options.connections_per_client.min(most.div_ceil(4));
    }
    Ok(())
}
