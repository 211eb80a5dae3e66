//! The lesson that every front end gives: small steps, each with something to learn and a position to win
//! with it.

use crate::description::{Described, LessonStep};
use crate::games::AnyGame;

/// Lists the steps of the lesson, game by game.
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
    fn every_check_has_one_right_answer_and_chapters_stay_together() {
        let mut chapters: Vec<&str> = lesson().iter().map(|step| step.chapter).collect();
        chapters.dedup();
        let mut different = chapters.clone();
        different.sort_unstable();
        different.dedup();
        assert_eq!(chapters.len(), different.len(), "{chapters:?}");
        for step in lesson() {
            let check = &step.check;
            assert!(
                (2..=4).contains(&check.answers.len()) && check.right < check.answers.len(),
                "{}",
                step.title
            );
            assert!(check.question.contains('?') && check.why.ends_with('.'), "{}", step.title);
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
            "What nobody knows",
            "MAX and MIN",
            "Cutting off",
            "Remembering",
            "Two heaps",
            "Binary",
            "The exclusive or",
            "The last stone loses",
            "Twenty-one sticks",
            "Copy your opponent",
        ];
        assert_eq!(titles[..expected.len()], expected);
    }
}
