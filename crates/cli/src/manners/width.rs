//! How wide the output may be.

/// Returns the columns of the terminal for the answer; without one, the value of `COLUMNS`, or 80.
pub fn columns() -> usize {
    let said = || std::env::var("COLUMNS").ok()?.parse().ok();
    terminal().or_else(said).unwrap_or(80).clamp(20, 1000)
}

/// Returns the columns of the terminal for errors and progress, or 80.
pub fn of_errors() -> usize {
    #[cfg(unix)]
    let columns = of_terminal(rustix::stdio::stderr());
    #[cfg(not(unix))]
    let columns = terminal();
    columns.unwrap_or(80).clamp(20, 1000)
}

#[cfg(unix)]
fn terminal() -> Option<usize> {
    of_terminal(rustix::stdio::stdout())
}

#[cfg(unix)]
fn of_terminal(terminal: impl std::os::fd::AsFd) -> Option<usize> {
    let size = rustix::termios::tcgetwinsize(terminal).ok()?;
    Some(size.ws_col.into()).filter(|&columns| columns > 0)
}

#[cfg(not(unix))]
fn terminal() -> Option<usize> {
    use std::io::{IsTerminal, stdout};
    let (columns, _) = stdout().is_terminal().then(crossterm::terminal::size)?.ok()?;
    Some(columns.into()).filter(|&columns| columns > 0)
}
