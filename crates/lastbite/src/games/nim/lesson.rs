//! The steps of the lesson about heaps of stones.

use crate::description::{Check, LessonStep};

/// The sum that decides every game of heaps.
pub(super) static LESSON: &[LessonStep] = &[
    LessonStep {
        chapter: "Nim",
        title: "Two heaps",
        text: "Heaps of stones: take any number from one heap; whoever takes the last stone wins. With one heap you take all of it. With two, make them equal: whatever your opponent takes from one, you take from the other.",
        task: "Win 7 and 4: make the heaps equal, then copy.",
        done: "Equal heaps are lost for whoever is to move. You have seen that before, with the L.",
        game: "nim:7,4",
        position: "7,4",
        check: Check {
            question: "Two heaps of 6 are left, and it is your turn. Can you win?",
            answers: &["Yes", "No, not if your opponent copies"],
            right: 1,
            why: "Whatever you take from one heap, your opponent takes from the other, to the last stone.",
        },
        watch: None,
    },
    LessonStep {
        chapter: "Nim",
        title: "Binary",
        text: "Three heaps cannot all be copied, but their parts can. Split every heap into 1, 2, 4, 8 and so on, each at most once: that is how binary numbers are written. If every part occurs an even number of times, parts can be copied like heaps. 1, 2 and 3 are like that: 3 is 2 and 1.",
        task: "Win 1, 2 and 5: leave parts that come in pairs.",
        done: "1, 2 and 3 are lost for whoever is to move: a 1 and a 1, a 2 and a 2.",
        game: "nim:1,2,5",
        position: "1,2,5",
        check: Check {
            question: "How is 6 made of different parts 1, 2, 4 and 8?",
            answers: &["4 and 2", "4, 1 and 1", "8 without 2"],
            right: 0,
            why: "6 is 4 + 2, which in binary is written 110.",
        },
        watch: None,
    },
    LessonStep {
        chapter: "Nim",
        title: "The exclusive or",
        text: "Heaps of stones: take any number from one heap; whoever takes the last stone wins. Write the heaps in binary, one below the other. Leave an even number of ones in every column: then their exclusive or, the nim-sum, is 0, and you win.",
        task: "Win 3, 4, 5: first make every column even.",
        done: "The same idea, the Grundy value, is behind every game of this kind.",
        game: "nim:3,4,5",
        position: "3,4,5",
        check: Check {
            question: "In binary, 5 is 101 and 3 is 011. What is their exclusive or?",
            answers: &["8", "6", "2"],
            right: 1,
            why: "A column with one 1 gives 1, a column with two gives 0: 110, which is 6.",
        },
        watch: None,
    },
    LessonStep {
        chapter: "Nim",
        title: "The last stone loses",
        text: "Misère: whoever takes the last stone has lost. Play just as before while two heaps have more than one stone. With the move that leaves only heaps of one stone, leave an odd number of them.",
        task: "Win 1, 2 and 4 when the last stone loses.",
        done: "Only the very end is different. In most other games misère play is far harder.",
        game: "nim:1,2,4/misere",
        position: "1,2,4",
        check: Check {
            question: "Misère, and the heaps are 1, 1 and 5. What do you leave?",
            answers: &["1 and 1", "1, 1 and 1", "1, 1 and 2"],
            right: 1,
            why: "Three heaps of one: they take one, you take one, and the last one is left to them.",
        },
        watch: None,
    },
];
