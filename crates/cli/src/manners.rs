//! What all commands share: how the program asks, shows, writes, works and stops.

pub mod answer;
pub mod columns;
pub mod facts;
pub mod figures;
pub mod interrupt;
pub mod names;
pub mod output;
pub mod position;
pub mod prompt;
pub mod range;
pub mod record_file;
pub mod style;
pub mod svg;
pub mod width;
pub mod work;
