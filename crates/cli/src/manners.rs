//! What all commands share: how the program asks, shows, writes, works and stops.

pub mod answer;
pub mod columns;
pub mod command;
pub mod facts;
pub mod figures;
pub mod help;
pub mod interrupt;
pub mod lines;
pub mod names;
pub mod output;
pub mod panels;
pub mod picture;
pub mod position;
pub mod prompt;
pub mod range;
pub mod record_file;
pub mod style;
pub mod version;
pub mod width;
pub mod work;
