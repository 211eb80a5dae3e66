//! The steps of the lesson that heaps of stones teach.

use crate::description::LessonStep;

/// The sum that decides every game of heaps.
pub(super) static LESSON: &[LessonStep] = &[
    LessonStep {
        title: "The exclusive or",
        text: "Heaps of stones: take any number from one heap; whoever takes the last stone wins. Write the heaps in binary, one below the other. Leave an even number of ones in every column: then their exclusive or, the nim-sum, is 0, and you win.",
        task: "Win 3, 4, 5: first make every column even.",
        done: "The same idea, the Grundy value, is behind every game of this kind.",
        game: "nim:3,4,5",
        position: "3,4,5",
    },
];
