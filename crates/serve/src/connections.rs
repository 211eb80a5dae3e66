//! The connections: how many, how slow they may be, and how they end.

use std::convert::Infallible;
use std::io::{self, ErrorKind, Write};
use std::net::SocketAddr;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::runtime::{self, Runtime};
use tokio::sync::watch;
use tokio::time::timeout;

use crate::ending::Ending;
use crate::patience::Patient;
use crate::router::{Server, Stage};
use crate::threads::spawn;
use crate::{Options, ServeError, log};

/// The most threads that talk to clients: none of them works on heavy questions, so a few are enough for
/// many.
const MOST_TALKING: usize = 4;

/// Takes connections until the program is told to end, then finishes the current answers.
///
/// Everything that the system may refuse is requested before the first client is let in: threads, files, the
/// address.
pub fn serve(server: &Arc<Server>, options: &Options) -> Result<(), ServeError> {
    let ending = Ending::new()?;
    let metrics =
        options.metrics.map(|address| Talking::start(server, options, address, false, 1)).transpose()?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let talking = Talking::start(server, options, options.bind, true, cores.clamp(1, MOST_TALKING))?;
    server.enter(Stage::Serving);
    let address = format!("http://{}/", talking.here);
    // To stdout, for scripts that wait for it; the log goes to stderr.
    let _ = writeln!(io::stdout(), "Serving at {address} (press Ctrl-C to stop).");
    if let Some(metrics) = &metrics {
        let _ = writeln!(io::stdout(), "Its metrics are at http://{}/metrics", metrics.here);
    }
    if options.open {
        open(&address);
    }
    ending.wait();
    server.enter(Stage::Draining);
    log::info("stopping: finishing open requests");
    talking.end();
    metrics.into_iter().for_each(Talking::end);
    Ok(())
}

/// Threads that talk to the clients of one address.
struct Talking {
    here: SocketAddr,
    told_to_end: watch::Sender<bool>,
    threads: Vec<JoinHandle<()>>,
}

impl Talking {
    /// Listens at an address, and starts threads that take connections: of clients, or of the operator.
    ///
    /// Each thread has its own runtime. One runtime with many threads would panic or hang if the system
    /// refused them.
    fn start(
        server: &Arc<Server>,
        options: &Options,
        address: SocketAddr,
        clients: bool,
        many: usize,
    ) -> Result<Self, ServeError> {
        let runtime =
            || runtime::Builder::new_current_thread().enable_all().build().map_err(ServeError::System);
        let runtimes = (0..many).map(|_| runtime()).collect::<Result<Vec<Runtime>, _>>()?;
        let listener = listen(&runtimes[0], address)?;
        let here = listener.local_addr().unwrap_or(address);
        let (told_to_end, end) = watch::channel(false);
        let mut threads = Vec::new();
        for runtime in runtimes {
            let listener = listener.try_clone().map_err(ServeError::System)?;
            let door = Door {
                server: Arc::clone(server),
                clients,
                patience: options.patience,
                deadline: options.deadline,
                end: end.clone(),
            };
            let talk = move || match runtime.block_on(door.take(listener)) {
                Ok(()) => {}
                Err(error) => log::error(format_args!("no connections can be taken: {error}")),
            };
            threads.push(spawn("talk", talk).map_err(ServeError::Threads)?);
        }
        Ok(Talking { here, told_to_end, threads })
    }

    /// Takes no more connections, and waits until every question is answered.
    fn end(self) {
        let _ = self.told_to_end.send(true);
        for thread in self.threads {
            let _ = thread.join();
        }
    }
}

/// Where a thread takes connections.
struct Door {
    server: Arc<Server>,
    clients: bool,
    patience: Duration,
    deadline: Duration,
    end: watch::Receiver<bool>,
}

impl Door {
    /// Takes connections until it is told to end, then finishes the current answers.
    async fn take(mut self, listener: std::net::TcpListener) -> io::Result<()> {
        let listener = TcpListener::from_std(listener)?;
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new()).header_read_timeout(self.patience).max_buf_size(64 * 1024);
        let ending = GracefulShutdown::new();
        loop {
            let (stream, peer) = tokio::select! {
                accepted = listener.accept() => match accepted {
                    Ok(accepted) => accepted,
                    Err(error) => {
                        refused(&error).await;
                        continue;
                    }
                },
                _ = self.end.changed() => break,
            };
            // The operator gets in, however many clients there are.
            let connected = self.clients.then(|| self.server.connect(peer.ip()));
            if matches!(connected, Some(None)) {
                continue;
            }
            prompt(&stream);
            let (server, clients) = (Arc::clone(&self.server), self.clients);
            let service = service_fn(move |request| {
                let server = Arc::clone(&server);
                async move {
                    Ok::<_, Infallible>(match clients {
                        true => server.answer(request, peer.ip()).await,
                        false => server.answer_operator(&request),
                    })
                }
            });
            let stream = TokioIo::new(Patient::new(stream, self.patience));
            let connection = ending.watch(http.serve_connection(stream, service));
            tokio::spawn(async move {
                // A client that disconnects is nothing to report.
                let _ = connection.await;
                drop(connected);
            });
        }
        drop(listener);
        if timeout(self.deadline + Duration::from_secs(1), ending.shutdown()).await.is_err() {
            log::warn("some answers were not finished in time");
        }
        Ok(())
    }
}

/// How many clients may wait before they are let in, because a crowd comes at once.
const AT_THE_DOOR: u32 = 4096;

fn listen(runtime: &Runtime, bind: SocketAddr) -> Result<std::net::TcpListener, ServeError> {
    let _inside = runtime.enter();
    let listen = || {
        let socket = if bind.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
        // On other systems this would let two programs listen at the same address.
        #[cfg(unix)]
        socket.set_reuseaddr(true)?;
        socket.bind(bind)?;
        socket.listen(AT_THE_DOOR)?.into_std()
    };
    listen().map_err(|why: io::Error| match why.kind() {
        ErrorKind::AddrInUse => ServeError::Taken(bind),
        _ => ServeError::Bind { bind, why },
    })
}

/// Sends small answers at once; a client that does not support it only waits longer.
fn prompt(stream: &TcpStream) {
    let _ = stream.set_nodelay(true);
}

/// Handles a connection that could not be taken: a client that went away is no trouble, but a lack of file
/// handles is, and it passes.
async fn refused(error: &io::Error) {
    let gone = matches!(
        error.kind(),
        ErrorKind::ConnectionAborted | ErrorKind::ConnectionRefused | ErrorKind::ConnectionReset
    );
    if !gone {
        log::warn(format_args!("a connection could not be taken: {error}"));
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// Shows the page in the local browser; if that fails, the address has been printed anyway.
fn open(address: &str) {
    let (program, arguments): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("cmd", &["/C", "start", ""]),
        _ => ("xdg-open", &[]),
    };
    let quiet = std::process::Stdio::null;
    let started = std::process::Command::new(program)
        .args(arguments)
        .arg(address)
        .stdin(quiet())
        .stdout(quiet())
        .stderr(quiet())
        .spawn();
    let waited = |mut browser: std::process::Child| spawn("browser", move || drop(browser.wait()));
    if let Err(error) = started.and_then(waited) {
        log::warn(format_args!("no browser could be opened: {error}"));
    }
}
