//! How wide the output may be.

/// Returns the columns of the terminal that the answer goes to; where there is none, what `COLUMNS` says, or 80.
pub fn columns() -> usize {
    let said = || std::env::var("COLUMNS").ok()?.parse().ok();
    terminal().or_else(said).unwrap_or(80).clamp(20, 1000)
}

#[cfg(unix)]
fn terminal() -> Option<usize> {
    let size = rustix::termios::tcgetwinsize(rustix::stdio::stdout()).ok()?;
    Some(size.ws_col.into()).filter(|&columns| columns > 0)
}

#[cfg(not(unix))]
fn terminal() -> Option<usize> {
    use std::io::{IsTerminal, stdout};
    let (columns, _) = stdout().is_terminal().then(crossterm::terminal::size)?.ok()?;
    Some(columns.into()).filter(|&columns| columns > 0)
}
