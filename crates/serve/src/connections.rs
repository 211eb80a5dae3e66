//! The connections: how many, how slow they may be, and how they end.

use std::io::{ErrorKind, Write};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::timeout;

use crate::patience::Patient;
use crate::router::{Server, router};
use crate::{Options, ServeError};

/// Takes connections until the program is told to end, then finishes what is being answered.
pub async fn serve(server: Arc<Server>, options: &Options) -> Result<(), ServeError> {
    let listener = listen(options.bind)?;
    let here = listener.local_addr().unwrap_or(options.bind);
    let address = format!("http://{here}/");
    // To stdout, for scripts that wait for it; the log goes to stderr.
    let _ = writeln!(std::io::stdout(), "lastbite serves {address} until Ctrl-C.");
    if options.open {
        open(&address);
    }
    let service = TowerToHyperService::new(router(Arc::clone(&server)));
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(options.patience).max_buf_size(64 * 1024);
    let (ending, places) = (GracefulShutdown::new(), Arc::new(Semaphore::new(options.connections)));
    let mut end = std::pin::pin!(told_to_end());
    loop {
        let stream = tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) => stream,
                Err(error) => {
                    refused(&error).await;
                    continue;
                }
            },
            () = &mut end => break,
        };
        let Ok(place) = Arc::clone(&places).try_acquire_owned() else {
            server.metrics().turned_away();
            continue;
        };
        server.metrics().connected();
        prompt(&stream);
        let stream = TokioIo::new(Patient::new(stream, options.patience));
        let connection = ending.watch(http.serve_connection(stream, service.clone()));
        tokio::spawn(async move {
            // A client that goes away in the middle is no news.
            if let Err(error) = connection.await {
                tracing::debug!("a connection ended: {error}");
            }
            drop(place);
        });
    }
    drop(listener);
    tracing::info!("finishes what is being answered");
    let patience = options.deadline + Duration::from_secs(1);
    if timeout(patience, ending.shutdown()).await.is_err() {
        tracing::warn!("some answers were not finished in time");
    }
    Ok(())
}

/// How many clients may stand at the door before they are let in: a crowd comes at once.
const AT_THE_DOOR: u32 = 4096;

fn listen(bind: SocketAddr) -> Result<TcpListener, ServeError> {
    let listen = || {
        let socket = if bind.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
        // Elsewhere it would let two programs listen at the same place.
        #[cfg(unix)]
        socket.set_reuseaddr(true)?;
        socket.bind(bind)?;
        socket.listen(AT_THE_DOOR)
    };
    listen().map_err(|why: std::io::Error| match why.kind() {
        ErrorKind::AddrInUse => ServeError::Taken(bind),
        _ => ServeError::Bind { bind, why },
    })
}

/// Sends small answers at once; a client that does not support it only waits longer.
fn prompt(stream: &TcpStream) {
    let _ = stream.set_nodelay(true);
}

/// A client that went away is no trouble; no file handles left is, and passes.
async fn refused(error: &std::io::Error) {
    let gone = matches!(
        error.kind(),
        ErrorKind::ConnectionAborted | ErrorKind::ConnectionRefused | ErrorKind::ConnectionReset
    );
    if !gone {
        tracing::warn!("a connection could not be taken: {error}");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// Waits for Ctrl-C or SIGTERM.
async fn told_to_end() {
    let interrupted = async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let Ok(mut terminated) = signal(SignalKind::terminate()) else { return interrupted.await };
        tokio::select! {
            () = interrupted => {}
            _ = terminated.recv() => {}
        }
    }
    #[cfg(not(unix))]
    interrupted.await;
}

/// Shows the page in the browser of whoever sits here; where that cannot be done, the address was told anyway.
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
    match started {
        Ok(mut browser) => drop(std::thread::spawn(move || browser.wait())),
        Err(error) => tracing::warn!("no browser could be opened: {error}"),
    }
}
