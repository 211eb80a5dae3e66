//! One and two rows: formulas.

use crate::Square;

/// Returns the winning first bites of a bar of one row: all but the poison, if there is more.
pub fn openings_of_one_row(cols: u32) -> Vec<Square> {
    if cols > 1 { vec![Square::new(1, 2)] } else { Vec::new() }
}

/// Returns the winning first bites of a bar of two rows: the square in the corner far from the poison.
///
/// With two rows the positions `n, n - 1` are lost: whatever is bitten, the other player restores the form.
/// From any other position one bite leads to one of them.
///
/// ```
/// use lastbite_engines::Square;
/// use lastbite_engines::thin::two;
/// assert_eq!(two::openings_of_two_rows(1_000_000), vec![Square::new(2, 1_000_000)]);
/// assert_eq!(two::lost_count_of_two_rows(1_000_000), 1_000_000);
/// ```
pub fn openings_of_two_rows(cols: u32) -> Vec<Square> {
    if cols == 0 { Vec::new() } else { vec![Square::new(2, cols)] }
}

/// Counts the lost positions of a bar of one row: the poison alone.
pub fn lost_count_of_one_row(cols: u32) -> u64 {
    cols.min(1).into()
}

/// Counts the lost positions of a bar of two rows: one for each length of the first.
pub fn lost_count_of_two_rows(cols: u32) -> u64 {
    cols.into()
}
