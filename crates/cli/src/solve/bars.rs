//! Bars of chocolate, long and short.

pub mod bench;
pub mod checkpoint;
pub mod count;
pub mod grundy;
pub mod how;
pub mod listing;
pub mod lost;
pub mod measured;
pub mod openings;
pub mod periods;
pub mod place;
pub mod positions;
pub mod sample;
pub mod table;
