//! Whatever is typed, in whatever order, nothing breaks: no error, no panic, a polite end.

use crate::talk::talk;
use lastbite_work::Dice;

const WORDS: &[&str] = &[
    "",
    "help",
    "hint",
    "undo",
    "redo",
    "history",
    "board",
    "resign",
    "save",
    "quit now",
    "y",
    "n",
    "0",
    "1",
    "1",
    "2",
    "3",
    "4",
    "5",
    "-1",
    "1,1",
    "1,2",
    "2,1",
    "2,2",
    "3,3",
    "4,4",
    "9,9",
    "1 2",
    "x",
    "4x7",
    "3x3",
    "1x1",
    "100x1",
    "99999999999999999999",
    "巧克力",
    "\u{1b}[2J",
    "Ada",
    "computer",
    "3,4,5",
    "from",
];

const GAMES: &[&[&str]] = &[
    &["chomp"],
    &["chomp", "3x4", "--first", "computer", "--names", "A"],
    &["chomp", "3x5", "--vs", "human", "--names", "A,B", "--poison", "2,2"],
    &["chomp", "4x4", "--level", "medium", "--corner", "lower-right"],
    &["take-away"],
    &["take-away", "-c", "--misere"],
    &["take-away", "--heaps", "3,4,5", "--level", "easy", "--first", "computer"],
];

#[test]
fn nothing_that_is_typed_breaks_a_game() {
    for seed in 0..84 {
        let mut dice = Dice::new(seed);
        let args = GAMES[seed as usize % GAMES.len()];
        let lines: Vec<&str> = (0..60).map(|_| WORDS[dice.below(WORDS.len())]).collect();
        let said = talk(args, &lines);
        assert_eq!((said.code, said.err.as_str()), (Some(0), ""), "{args:?} {lines:?}");
        let ended = said.out.ends_with("Goodbye.\n") || said.out.ends_with("the game stops here.\n");
        let politely = ended || said.out.ends_with("[Y/n] n\n");
        assert!(politely, "{args:?} {lines:?}: {}", said.out);
    }
}
