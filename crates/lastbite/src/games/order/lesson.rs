//! The steps of the lesson about orders.

use crate::description::{Check, LessonStep};

/// A bar is an order, and so is a box.
pub(super) static BOXES: &[LessonStep] = &[LessonStep {
    chapter: "Orders",
    title: "Every bar is an order",
    text: "A square of a bar takes with it everything beyond it, below or to the right. Call that \"above\" it, and a bar is an order: take a piece, and everything above it goes too. Nothing says that a bar must be flat. Here are cubes, layer upon layer; a bite takes every cube at or beyond it in all three directions.",
    task: "Win the box of 2x2x2: bite the cube furthest from the poison.",
    done: "Boxes of 2x2 columns are won by their last cube, however high they are. For most others nobody knows a rule.",
    game: "chomp:2x2x2",
    position: "2,2,2",
    check: Check {
        question: "In a box, which cubes does the cube next to the poison take?",
        answers: &["Only itself", "Everything at or beyond it in all three directions", "Its own layer"],
        right: 1,
        why: "That is the rule of the bar, with one more direction.",
    },
    watch: None,
}];

/// The divisors of a number are a bar.
pub(super) static DIVISION: &[LessonStep] = &[LessonStep {
    chapter: "Orders",
    title: "A bar in disguise",
    text: "Name a divisor of 36, and all its multiples go with it; whoever names 1 has lost. Write 1, 3, 9 in a row, twice that below, and four times that below it: a bar of 3x3, and 1 is its poison.",
    task: "Win 36: what wins a square bar?",
    done: "36 has two primes, so it is a bar. With three primes it would be a box.",
    game: "divisors:36",
    position: "36",
    check: Check {
        question: "Somebody names 4 in the game of 36. Which of these numbers is still there?",
        answers: &["12", "18", "36"],
        right: 1,
        why: "12 and 36 are multiples of 4 and go with it. 18 is not, so it stays.",
    },
    watch: None,
}];

/// Small orders of your own.
pub(super) static NAMES: &[LessonStep] = &[LessonStep {
    chapter: "Orders",
    title: "The mirror",
    text: "Any order makes a game, even one that you draw yourself. Here a is below b and c, d is below e and f, and g is alone. If two equal parts are left, whatever is taken in one can be taken in the other.",
    task: "Leave two equal parts, then copy every move.",
    done: "Whoever copies always has an answer. Every game here can be played next to others, and then their values are combined as in Nim.",
    game: "poset:a.b,a.c,d.e,d.f,g",
    position: "b,c,e,f,g",
    check: Check {
        question: "When can you win by copying?",
        answers: &["When two equal parts are left and it is your turn", "When two equal parts are left and your opponent is to move"],
        right: 1,
        why: "Whoever copies must be second: there has to be a move to copy.",
    },
    watch: None,
}];
