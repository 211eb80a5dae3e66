//! The access log: one line of JSON for each answer.

use std::fmt::Write as _;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::time::Duration;

use crate::ServeError;
use crate::log::{self, Plain};
use crate::threads::spawn;

/// Where the access log goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AccessLog {
    /// To stdout.
    Stdout,
    /// To the end of a file.
    File(PathBuf),
}

/// What is written about an answer.
#[derive(Debug)]
pub struct Line<'a> {
    /// Who asked.
    pub client: IpAddr,
    /// The id of the request.
    pub id: &'a str,
    /// How it was asked.
    pub method: &'a str,
    /// What was asked, with its parameters.
    pub path: &'a str,
    /// The status of the answer.
    pub status: u16,
    /// The bytes of its text.
    pub bytes: u64,
    /// How long it took.
    pub time: Duration,
}

/// Writes the log on its own thread, so that nobody waits for a slow disk or a slow reader.
#[derive(Debug)]
pub struct Writer(SyncSender<String>);

impl Writer {
    /// How many lines may wait to be written; more are lost, and counted.
    const WAITING: usize = 8192;

    /// Opens the log.
    pub fn open(to: &AccessLog) -> Result<Self, ServeError> {
        let mut out: Box<dyn Write + Send> = match to {
            AccessLog::Stdout => Box::new(io::stdout()),
            AccessLog::File(path) => Box::new(append(path)?),
        };
        let (lines, waiting) = sync_channel::<String>(Self::WAITING);
        let write = move || {
            let mut well = true;
            while let Ok(mut text) = waiting.recv() {
                while text.len() < 1 << 16
                    && let Ok(line) = waiting.try_recv()
                {
                    text.push_str(&line);
                }
                match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
                    Ok(()) => well = true,
                    // Warns once, not for every line.
                    Err(error) if well => {
                        log::warn(format_args!("the access log cannot be written: {error}"));
                        well = false;
                    }
                    Err(_) => {}
                }
            }
        };
        spawn("access log", write).map_err(ServeError::Threads)?;
        Ok(Writer(lines))
    }

    /// Writes a line; says whether there was room for it.
    pub fn write(&self, line: &Line<'_>) -> bool {
        self.0.try_send(line.json()).is_ok()
    }
}

fn append(path: &Path) -> Result<std::fs::File, ServeError> {
    // A pipe without a reader would never be opened.
    #[cfg(unix)]
    if std::fs::metadata(path).is_ok_and(|found| std::os::unix::fs::FileTypeExt::is_fifo(&found.file_type()))
    {
        let why = io::Error::new(io::ErrorKind::InvalidInput, "it is a pipe, not an ordinary file");
        return Err(ServeError::AccessLog { file: crate::quoted(path), why });
    }
    let open = OpenOptions::new().append(true).create(true).open(path);
    open.map_err(|why| ServeError::AccessLog { file: crate::quoted(path), why })
}

impl Line<'_> {
    fn json(&self) -> String {
        let Line { client, id, method, path, status, bytes, time } = self;
        let (time, millis) = (log::now(), time.as_secs_f64() * 1000.0);
        let (id, method, path) = (Plain(id), Plain(method), Plain(path));
        let mut text = String::new();
        let _ = writeln!(
            text,
            "{{\"time\":\"{time}\",\"client\":\"{client}\",\"id\":\"{id}\",\"method\":\"{method}\",\
             \"path\":\"{path}\",\"status\":{status},\"bytes\":{bytes},\"ms\":{millis:.3}}}"
        );
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_one_line_of_json_whatever_is_asked() {
        let line = Line {
            client: "::1".parse().unwrap(),
            id: "7",
            method: "GET",
            path: "/api/x?game=\"\n\u{1b}[2J\u{202e}",
            status: 404,
            bytes: 12,
            time: Duration::from_micros(1500),
        };
        let text = line.json();
        assert_eq!(text.matches('\n').count(), 1);
        assert!(text.is_ascii() && !text.contains('\u{1b}'), "{text:?}");
        let json: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(json["path"], line.path);
        assert_eq!((json["status"].as_u64(), json["ms"].as_f64()), (Some(404), Some(1.5)));
        assert_eq!((json["client"].as_str(), json["id"].as_str()), (Some("::1"), Some("7")));
    }
}
