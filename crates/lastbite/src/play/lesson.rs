//! The lesson that every front end gives: small steps, each something to know and a position to win with it.

use crate::description::{Described, LessonStep};
use crate::games::AnyGame;

/// Lists the steps of the lesson, game by game: each game brings its own.
///
/// ```
/// let steps = lastbite::play::lesson();
/// assert_eq!(steps[0].title, "The rule");
/// ```
#[must_use]
pub fn lesson() -> Vec<&'static LessonStep> {
    AnyGame::kinds().into_iter().flat_map(|kind| kind.lesson).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Effort, Outcome, Solver, Standing};

    #[test]
    fn every_step_can_be_won_and_is_a_game_of_those_who_bring_it() {
        for kind in AnyGame::kinds() {
            for step in kind.lesson {
                let game: AnyGame = step.game.parse().unwrap();
                assert_eq!(game.description(), kind, "{}", step.title);
                let standing = Standing::read(game, step.position).unwrap();
                let known = Solver::new().ask(&standing, &Effort::unlimited()).known().unwrap();
                assert_eq!(known.outcome, Outcome::Win, "{}", step.title);
            }
        }
    }

    #[test]
    fn the_steps_lead_from_the_rule_to_the_sum_of_heaps() {
        let titles: Vec<&str> = lesson().iter().map(|step| step.title).collect();
        let expected = [
            "The rule",
            "One row",
            "Two rows",
            "The equal L",
            "The square",
            "The first player always wins, but how?",
            "The exclusive or",
            "Twenty-one sticks",
            "Copy the other side",
        ];
        assert_eq!(titles[..expected.len()], expected);
    }
}
