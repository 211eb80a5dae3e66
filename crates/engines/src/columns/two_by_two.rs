//! The bars `2x2xN`: all lost positions, proven.
//!
//! A position is four columns of cubes: `h` at the poison, `a` and `b` next to it, `c` in the far corner. The
//! poison is the lowest cube of the first column, so `h >= 1`; and `a, b <= h`, `c <= a, b`.
//!
//! **Theorem.** It is lost if and only if
//!
//! 1. `a = b = h` and `c = h - 1`, or
//! 2. `a + b = h - 1` and `c` is the lesser of `a` and `b`.
//!
//! So a bar `2x2xN` has N (N + 3) / 2 lost positions, and only its very last cube wins it. The proof is in
//! `docs/results/three-dimensions.md`; it is also what [`winning_move`] does.
//!
//! ```
//! use lastbite_engines::columns::two_by_two;
//!
//! assert_eq!(two_by_two::winning_move([7, 7, 7, 7]), Some((3, 6)));
//! assert!(two_by_two::is_lost([7, 4, 2, 2]));
//! assert_eq!(two_by_two::lost_count(1000), 501_500);
//! ```

/// Says whether a position is lost.
pub fn is_lost([h, a, b, c]: [u32; 4]) -> bool {
    (a == h && b == h && c + 1 == h) || (u64::from(a) + u64::from(b) + 1 == u64::from(h) && c == a.min(b))
}

/// Returns a move that wins: the column that is lowered, and to which height. Nothing if the position is
/// lost.
pub fn winning_move(position: [u32; 4]) -> Option<(usize, u32)> {
    let [h, a, b, c] = position;
    let least = a.min(b);
    if is_lost(position) {
        None
    } else if c < least {
        // All columns but the far one to c + 1. It is lower than h, or the position would be lost.
        Some((0, c + 1))
    } else if u64::from(a) + u64::from(b) + 1 < u64::from(h) {
        Some((0, a + b + 1))
    } else if least == h {
        // Everything has height h.
        Some((3, h - 1))
    } else {
        // The higher one of the two is too high.
        Some((if a >= b { 1 } else { 2 }, h - 1 - least))
    }
}

/// Counts the lost positions of `2x2xN`.
pub fn lost_count(length: u32) -> u64 {
    u64::from(length) * (u64::from(length) + 3) / 2
}

/// Lists the lost positions of `2x2xN`, in lexicographic order.
pub fn lost(length: u32) -> impl Iterator<Item = [u32; 4]> {
    (1..=length).flat_map(|h| {
        let of_sum = (0..h).map(move |a| [h, a, h - 1 - a, a.min(h - 1 - a)]);
        of_sum.chain([[h, h, h, h - 1]])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All moves of a position.
    fn moves([h, a, b, c]: [u32; 4]) -> impl Iterator<Item = [u32; 4]> {
        let first = (1..h).map(move |t| [t, a.min(t), b.min(t), c.min(t)]);
        let beside = (0..a).map(move |t| [h, t, b, c.min(t)]).chain((0..b).map(move |t| [h, a, t, c.min(t)]));
        first.chain(beside).chain((0..c).map(move |t| [h, a, b, t]))
    }

    #[test]
    fn no_lost_position_leads_to_another_and_every_other_has_its_winning_move() {
        let mut lost_ones = 0;
        for h in 1..=36 {
            for (a, b) in (0..=h).flat_map(|a| (0..=h).map(move |b| (a, b))) {
                for c in 0..=a.min(b) {
                    let position = [h, a, b, c];
                    if is_lost(position) {
                        lost_ones += 1;
                        assert_eq!(winning_move(position), None);
                        assert!(moves(position).all(|next| !is_lost(next)), "{position:?}");
                    } else {
                        let (column, height) = winning_move(position).expect("a move");
                        let mut left = position;
                        left[column] = height;
                        for later in match column {
                            0 => &[1, 2, 3][..],
                            1 | 2 => &[3],
                            _ => &[],
                        } {
                            left[*later] = left[*later].min(height);
                        }
                        assert!(is_lost(left) && moves(position).any(|next| next == left), "{position:?}");
                    }
                }
            }
            assert_eq!(lost_ones, lost_count(h));
        }
        let listed: Vec<_> = lost(36).collect();
        assert!(listed.is_sorted() && listed.iter().all(|&position| is_lost(position)));
        assert_eq!(listed.len() as u64, lost_ones);
    }
}
