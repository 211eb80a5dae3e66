//! Grundy values: by the theorem of Sprague and Grundy every position here is worth one heap of Nim.

/// Returns the smallest number that is not among the given ones, the *minimum excludant*.
///
/// The Grundy value of a position is the mex of the values its moves lead to; it is 0 exactly for the lost
/// positions.
///
/// ```
/// use lastbite::mex;
/// assert_eq!(mex([0, 1, 3]), 2);
/// assert_eq!(mex([]), 0);
/// ```
pub fn mex(values: impl IntoIterator<Item = u32>) -> u32 {
    let mut values: Vec<u32> = values.into_iter().collect();
    values.sort_unstable();
    values.dedup();
    values.iter().zip(0u32..).take_while(|&(&value, i)| value == i).count() as u32
}
