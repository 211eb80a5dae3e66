//! The steps of the lesson that heap games teach.

use crate::description::LessonStep;

/// Sticks: the first thing to see through.
pub(super) static STICKS: &[LessonStep] = &[LessonStep {
    title: "Twenty-one sticks",
    text: "Take one, two or three sticks; whoever takes the last one wins. Four sticks are lost: whatever you take, the other side takes the rest. So are eight, twelve, and every multiple of four.",
    task: "Win 21 sticks: always leave a multiple of four.",
    done: "What you take and what the other side took before make four, every time.",
    game: "subtract:1,2,3:21",
    position: "21",
}];

/// Why heaps are added by exclusive or.
pub(super) static EXCLUSIVE_OR: &[LessonStep] = &[LessonStep {
    title: "Why exclusive or",
    text: "Knock down one pin, or two side by side. Two equal groups are lost: whatever is done to one, do the same to the other. In the same way a group that is worth 2 and another that is worth 2 cancel, however many pins they have. The exclusive or is the sum in which equal numbers cancel.",
    task: "Win a row of seven pins: leave two groups that cancel.",
    done: "Every game of this kind is worth a number, and in the exclusive or of the numbers equal ones cancel.",
    game: "kayles:7",
    position: "7",
}];
