//! Observers, which follow a search step by step.

use crate::game::{Game, Outcome};

/// Follows a search: it is told of every step, in order.
///
/// Each search is written once, for any observer; `()` observes nothing and costs nothing. All steps except
/// [`look`](Observer::look) are about the last node that was entered and not yet left.
///
/// ```
/// use lastbite::search::Observer;
/// use lastbite::{Algorithm, Chomp, Effort, Game, Rows};
///
/// struct Entered(Vec<String>);
/// impl Observer<Chomp> for Entered {
///     fn enter(&mut self, position: &Rows) {
///         self.0.push(position.to_string());
///     }
/// }
/// let (bar, mut entered) = (Chomp::new(2, 2)?, Entered(vec![]));
/// Algorithm::Memo.search_watched(&bar, &bar.start(), &Effort::unlimited(), &mut entered).unwrap();
/// assert_eq!(entered.0, ["2,2", "1,1", "1", "2", "2,1"]);
/// # Ok::<(), lastbite::games::chomp::BarError>(())
/// ```
pub trait Observer<G: Game> {
    /// The search looks at a move: next it enters what the move leads to, or [remembers](Observer::remember)
    /// it.
    fn look(&mut self, _mv: &G::Move) {}

    /// The search enters a position: one more node.
    fn enter(&mut self, _position: &G::Position) {}

    /// Only a value between these two matters to alpha-beta here: what MAX has elsewhere, and what MIN has.
    fn window(&mut self, _alpha: i32, _beta: i32) {}

    /// The search remembers who wins the position that the move leads to, and does not enter it.
    fn remember(&mut self, _position: &G::Position, _outcome: Outcome) {}

    /// The search does not look at the rest of the moves: they cannot change the answer.
    fn cut(&mut self, _rest: &mut dyn Iterator<Item = G::Move>) {}

    /// The search leaves a position: who wins it, from the view of the player to move there, and the move it
    /// picks.
    fn leave(&mut self, _outcome: Outcome, _action: Option<&G::Move>) {}
}

/// Observes nothing.
impl<G: Game> Observer<G> for () {}
