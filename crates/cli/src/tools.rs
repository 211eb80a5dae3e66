//! For the shell: completions and manual pages, from the same definitions as the command line.

pub mod completions;
pub mod man;
