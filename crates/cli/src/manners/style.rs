//! How the output looks: characters and colour.
//!
//! Colour is never the only sign: every mark also has its own character.

use std::env;
use std::io::{IsTerminal, stdout};

/// Whether to draw in ASCII and whether to use colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Draws in ASCII only.
    pub ascii: bool,
    /// Uses colour as well.
    pub color: bool,
}

/// The options for looks, which every command has.
#[derive(Clone, Copy, Debug, Default, PartialEq, clap::Args)]
pub struct LookArgs {
    /// Draw with plain ASCII characters
    #[arg(long)]
    pub ascii: bool,
    /// Use no colour
    #[arg(long)]
    pub no_color: bool,
}

impl From<LookArgs> for Look {
    fn from(args: LookArgs) -> Look {
        let set = |name| env::var_os(name).is_some_and(|value| !value.is_empty());
        let dumb = env::var("TERM").is_ok_and(|term| term == "dumb");
        Look {
            ascii: args.ascii || !speaks_utf8(),
            color: stdout().is_terminal() && !args.no_color && !set("NO_COLOR") && !dumb && reads_escapes(),
        }
    }
}

/// Says whether escape sequences become colours; the console of Windows must be switched first.
fn reads_escapes() -> bool {
    #[cfg(windows)]
    return crossterm::ansi_support::supports_ansi();
    #[cfg(not(windows))]
    true
}

/// Checks the locale, in the order of POSIX.
fn speaks_utf8() -> bool {
    if cfg!(windows) {
        return true;
    }
    let said = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(|name| match env::var(name) {
        Ok(value) if !value.is_empty() => Some(value.to_ascii_lowercase()),
        _ => None,
    });
    said.is_some_and(|locale| locale.contains("utf-8") || locale.contains("utf8"))
}

/// What a mark of a drawing means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// The piece that loses.
    Poison,
    /// Any other piece.
    Left,
    /// Taken some time ago.
    Gone,
    /// Taken by the last move.
    JustGone,
}

impl Look {
    /// Returns the character of a mark; all of them are one column wide.
    pub fn character(self, mark: Mark) -> char {
        match (mark, self.ascii) {
            (Mark::Poison, _) => 'P',
            (Mark::Left, true) => '#',
            (Mark::Left, false) => '■',
            (Mark::Gone, true) => '.',
            (Mark::Gone, false) => '·',
            (Mark::JustGone, true) => 'x',
            (Mark::JustGone, false) => '×',
        }
    }

    /// Paints a piece of a drawing in the colour of its mark.
    pub fn paint(self, mark: Mark, text: &str) -> String {
        let code = match mark {
            Mark::Poison => "1;31",
            Mark::Left => "33",
            Mark::Gone => "2",
            Mark::JustGone => "36",
        };
        if self.color { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_string() }
    }
}
