//! Any game as students first write it: the search may make moves that lose on the spot, and finds out that
//! they do.

use std::fmt;
use std::str::FromStr;

use crate::game::{Game, IllegalMove, Outcome};

/// A game in which its [blunders](Game#blunders) are moves like any other, tried before the others.
///
/// Every position has the same outcome and the same winning moves as before, but a search visits more nodes:
/// also those where the poison has been eaten. Many textbook programs count like this, because their loop
/// over the squares begins with the poison.
///
/// In Chomp, [`minimax`](super::minimax()) then visits exactly twice as many nodes. Let `T(p)` be the nodes
/// of its tree below `p`, `p` included, and `B(p)` those with blunders. For the poison alone, `T = 1` and `B
/// = 2`. Otherwise `B(p) = 1 + 1 + sum of B(q) = 2 + 2 * sum of T(q) = 2 * T(p)`, over all bites from `p` to
/// `q` but the poison's, by induction over the squares. [`negamax`](super::negamax()) visits twice as many
/// too, since the poison is always tried first. [`memo`](super::memo()) visits one more, the eaten bar, which
/// it remembers. [`alphabeta`](super::alphabeta()) knows the worst before it tries anything sensible and may
/// cut off earlier: on the bars that were tried it visits at most twice as many.
///
/// With the poison on row `r` and column `c`, there are `r * c` blunders at every position, and the factor is
/// `1 + r * c`.
///
/// ```
/// use lastbite::search::{WithBlunders, minimax};
/// use lastbite::{Chomp, Effort, Game};
///
/// let bar = Chomp::new(2, 2)?;
/// let nodes = |found: lastbite::search::Searched<_>| found.nodes;
/// assert_eq!(minimax(&bar, &bar.start(), &Effort::unlimited()).map(nodes), Ok(10));
/// assert_eq!(minimax(&WithBlunders(bar), &bar.start(), &Effort::unlimited()).map(nodes), Ok(20));
/// # Ok::<(), lastbite::games::chomp::BarError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct WithBlunders<G>(pub G);

impl<G: Game> fmt::Display for WithBlunders<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl<G: Game> FromStr for WithBlunders<G> {
    type Err = <G as FromStr>::Err;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(WithBlunders)
    }
}

impl<G: Game> Game for WithBlunders<G> {
    type Position = G::Position;
    type Move = G::Move;
    type Illegal = G::Illegal;
    type NotAPosition = G::NotAPosition;
    type NotAMove = G::NotAMove;

    fn start(&self) -> G::Position {
        self.0.start()
    }

    fn moves(&self, position: &G::Position) -> impl Iterator<Item = G::Move> {
        self.0.blunders(position).chain(self.0.moves(position))
    }

    fn play_unchecked(&self, position: &G::Position, mv: &G::Move) -> G::Position {
        self.0.play_unchecked(position, mv)
    }

    fn check(&self, position: &G::Position, mv: &G::Move) -> Result<(), IllegalMove<G::Illegal>> {
        match self.0.check(position, mv) {
            Err(IllegalMove::Blunder) => Ok(()),
            other => other,
        }
    }

    fn admits(&self, position: &G::Position) -> Result<(), G::NotAPosition> {
        self.0.admits(position)
    }

    fn read_position(&self, text: &str) -> Result<G::Position, G::NotAPosition> {
        self.0.read_position(text)
    }

    fn read_move(&self, text: &str) -> Result<G::Move, G::NotAMove> {
        self.0.read_move(text)
    }

    fn write_position(&self, position: &G::Position) -> String {
        self.0.write_position(position)
    }

    fn write_move(&self, mv: &G::Move) -> String {
        self.0.write_move(mv)
    }

    fn size(&self, position: &G::Position) -> u64 {
        self.0.size(position)
    }

    fn stalling_move(&self, position: &G::Position) -> Option<G::Move> {
        self.moves(position).min_by_key(|mv| self.0.haste(position, mv))
    }

    fn haste(&self, position: &G::Position, mv: &G::Move) -> (u64, u128) {
        self.0.haste(position, mv)
    }

    fn final_outcome(&self, position: &G::Position) -> Outcome {
        self.0.final_outcome(position)
    }
}
