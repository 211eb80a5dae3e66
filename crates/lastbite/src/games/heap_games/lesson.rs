//! The steps of the lesson about heap games.

use crate::description::{Check, LessonStep};

/// Sticks: the first strategy to discover.
pub(super) static STICKS: &[LessonStep] = &[LessonStep {
    chapter: "Twenty-one sticks",
    title: "Twenty-one sticks",
    text: "Take one, two or three sticks; whoever takes the last one wins. Four sticks are lost: whatever you take, your opponent takes the rest. So are eight, twelve, and every multiple of four.",
    task: "Win 21 sticks: always leave a multiple of four.",
    done: "What your opponent takes and what you take make four, every time.",
    game: "subtract:1,2,3:21",
    position: "21",
    check: Check {
        question: "18 sticks are left, and it is your turn. How many do you take?",
        answers: &["1", "2", "3"],
        right: 1,
        why: "16 is a multiple of four, so leave 16.",
    },
    watch: None,
}];

/// Kayles: equal groups cancel.
pub(super) static PINS: &[LessonStep] = &[LessonStep {
    chapter: "Pins in a row",
    title: "Copy your opponent",
    text: "Knock down one pin, or two pins side by side; whoever knocks down the last one wins. Two equal groups are lost for whoever is to move: what one side does to one of them, your opponent does to the other.",
    task: "Win a row of seven pins: leave two equal groups, then copy.",
    done: "Equal groups cancel. So do any two games of the same value, and that is what the exclusive or shows.",
    game: "kayles:7",
    position: "7",
    check: Check {
        question: "Eight pins in a row. How do you leave two equal groups?",
        answers: &["Knock down one pin in the middle", "Knock down the two pins in the middle", "That cannot be done"],
        right: 1,
        why: "Three pins to the left and three to the right are left: then copy.",
    },
    watch: None,
}];
