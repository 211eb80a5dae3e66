//! The steps of the lesson that bars of chocolate teach.

use crate::description::LessonStep;

/// From the rule to the proof that names no bite.
pub(super) static LESSON: &[LessonStep] = &[
    LessonStep {
        title: "The rule",
        text: "Bite a square: it is eaten, with every square below it, to the right of it, or both. One square is poison: whoever eats it has lost.",
        task: "Leave the computer nothing but the poison. It takes you two bites.",
        done: "That is the whole game. Everything else follows from it.",
        game: "chomp:2x2",
        position: "2,2",
    },
    LessonStep {
        title: "One row",
        text: "With one row there is nothing to think about: bite right beside the poison, and only the poison is left.",
        task: "Win with one bite.",
        done: "Whoever has the move on one row, or one column, wins.",
        game: "chomp:1x6",
        position: "6",
    },
    LessonStep {
        title: "Two rows",
        text: "With two rows, make the upper row exactly one square longer than the lower one. Whatever the other side bites, you can make it so again.",
        task: "Win this one: keep the upper row one longer.",
        done: "Two rows are won unless the upper one is one longer already. Now you know every bar of two rows.",
        game: "chomp:2x5",
        position: "5,5",
    },
    LessonStep {
        title: "The equal L",
        text: "One row and one column, equally long: whatever is bitten off one arm, bite the same off the other. Whoever has to move on an equal L has lost.",
        task: "The arms are not equal. Make them so, then copy every bite.",
        done: "Copying is a strategy: it always has an answer, so it never runs out first.",
        game: "chomp:4x6",
        position: "6,1^3",
    },
    LessonStep {
        title: "The square",
        text: "A square bar is a give-away: bite 2,2. What is left is an equal L, and you know how to win that.",
        task: "Win the square.",
        done: "Every square bar, however large, is won by 2,2 and copying.",
        game: "chomp:4x4",
        position: "4^4",
    },
    LessonStep {
        title: "The first player always wins, but how?",
        text: "Say the smallest bite, the far corner, does not win: then the other side has an answer that wins. But that answer would have eaten the corner too, so you could have made it at once. The proof names no bite; on 3x4 only one wins.",
        task: "Win 3x4 as the first player. A hint or the analysis helps if you are stuck.",
        done: "You have done what the proof only promises. For larger bars only computers know how.",
        game: "chomp:3x4",
        position: "4^3",
    },
];
