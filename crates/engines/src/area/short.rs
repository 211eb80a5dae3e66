//! The shortest strings, settled by tables: where every bite of every position leads.

use super::partitions::Partitions;

/// The longest string that is settled by tables. With half as many, counting takes a quarter longer.
pub(super) const LONGEST: usize = 1024;

/// Where bites lead, in a string of positions.
#[derive(Debug)]
pub(super) struct Bites {
    /// For each position, the places of what its bites leave.
    pub(super) of: Vec<Vec<u16>>,
    /// For each position that may be below a row of one square more than the string has: the places of what
    /// bites in that row leave.
    pub(super) above: Vec<Vec<u16>>,
}

impl Bites {
    /// Finds the bites of all positions of at most `a` squares with rows of at most `b`, at most [`LONGEST`]
    /// of them.
    pub(super) fn new(partitions: &Partitions, b: usize, a: usize) -> Self {
        let cut = |parts: &mut [usize], to: usize| parts.iter_mut().for_each(|part| *part = (*part).min(to));
        let of = partitions.all(b, a).into_iter().map(|parts| {
            let mut left = Vec::new();
            for row in 0..parts.len() {
                for to in 0..parts[row] {
                    let mut bitten = parts.clone();
                    cut(&mut bitten[row..], to);
                    left.push(partitions.place(b, &bitten) as u16);
                }
            }
            left
        });
        // Below a row of b + 1 squares at most a - b - 1 are left; a string that goes one further can be
        // widened.
        let above = partitions.all(b, a - b).into_iter().map(|below| {
            let left = (0..=b).map(|to| {
                let mut bitten = vec![to];
                bitten.extend(&below);
                cut(&mut bitten, to);
                partitions.place(b, &bitten) as u16
            });
            left.collect()
        });
        Self { of: of.collect(), above: above.collect() }
    }
}
