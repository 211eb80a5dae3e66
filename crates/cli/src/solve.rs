//! Solving: tools for bars of chocolate, long and short, and for sequences of heaps.

pub mod bench;
pub mod bfile;
pub mod chart;
pub mod checkpoint;
pub mod count;
pub mod growth;
pub mod grundy;
pub mod grundy_of_orders;
pub mod heap_periods;
pub mod listing;
pub mod lost;
pub mod lost_positions;
pub mod measured;
#[cfg(not(feature = "card"))]
mod no_card;
pub mod openings;
pub mod openings_of_orders;
pub mod periods;
pub mod place;
pub mod plot;
pub mod positions;
pub mod sample;
pub mod sequence;
pub mod solve_bar;
pub mod solve_order;
pub mod solve_position;
pub mod table;
pub mod whole;
