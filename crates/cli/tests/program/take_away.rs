//! The take-away game, run as people run it.

use crate::talk::{check_transcript, talk};

/// The first example of the exercise, to the letter.
const ALICE_AND_BOB: &[&str] = &["Alice", "Bob", "1", "5", "2", "9", "7", "1", "13", "1", "1", "1", "n"];

#[test]
fn two_people_play_the_game_of_the_exercise() {
    let said = check_transcript("take_away_two_people", &["take-away", "--heaps", "5,14,8"], ALICE_AND_BOB);
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""));
}

#[test]
fn the_computer_plays_the_game_of_the_exercise_and_wins_it() {
    let moves = ["Darla", "2", "13", "3", "12", "3", "11", "2", "7", "1", "2", "n"];
    check_transcript("take_away_computer", &["take-away", "-c", "--heaps", "15,13,7,12,11,9"], &moves);
}

#[test]
fn heaps_may_be_numbered_from_zero_as_in_the_exercise() {
    let moves = ["Darla", "1", "13", "6 from 9", "0 from 1", "quit"];
    let args = ["take-away", "-c", "--heaps", "15,13,7,12,11,9", "--from-zero"];
    let said = check_transcript("take_away_from_zero", &args, &moves);
    assert!(said.out.contains("HAL 9000 removed 6 stones from heap 0."), "{}", said.out);
    assert!(said.out.contains("There is no heap 9; heaps are 0 to 4."), "{}", said.out);
    assert!(said.out.contains("Take at least 1 stone."), "{}", said.out);
}

#[test]
fn the_help_is_that_of_the_exercise() {
    for flag in ["-h", "--help"] {
        let said = talk(&["take-away", flag], &[]);
        assert_eq!(said.code, Some(0));
        for line in [
            "Usage: lastbite take-away [-h] [-c] [-p # piles] [-s # stones]",
            "  -h   Show this text.",
            "  -c   Make player two the computer.  Default = false.",
            "  -p   Manually set the starting number of piles in the game.",
            "  -s   Manually set the starting number of stones in each pile.",
            "       Max values for piles and stones: 99",
            "       Min values for piles and stones: 1",
        ] {
            assert!(said.out.contains(line), "{line} is missing in {}", said.out);
        }
    }
}

#[test]
fn a_take_can_be_typed_at_once() {
    let said =
        talk(&["take-away", "--heaps", "0,4,5"], &["A", "B", "9 from 1", "3 from 1", "1 from 9", "quit"]);
    assert!(
        said.out.contains("Which heap? 9 from 1\n   There aren't that many stones in this heap.\n"),
        "{}",
        said.out
    );
    assert!(said.out.contains("Heap 1 [ 1]: *\nHeap 2 [ 5]: *****\n"), "{}", said.out);
    assert!(said.out.contains("heaps are 1 to 2"), "{}", said.out);
}

#[test]
fn a_hint_of_misere_says_when_only_the_number_of_heaps_counts() {
    let said = talk(&["take-away", "--misere", "--heaps", "1,1"], &["A", "B", "hint", "quit"]);
    assert!(said.out.contains("Single stones: even is good."), "{}", said.out);
}

#[test]
fn heaps_are_random_but_the_same_for_the_same_seed() {
    let run = |seed: &str| talk(&["take-away", "--seed", seed], &["A", "B", "quit"]).out;
    assert_eq!(run("1"), run("1"));
    assert!((2..12).any(|seed| run(&seed.to_string()) != run("1")));
}

#[test]
fn piles_and_stones_are_set_exactly() {
    let said = talk(&["take-away", "-p", "3", "-s", "7"], &["A", "B", "quit"]);
    assert_eq!(said.out.matches("[ 7]: *******\n").count(), 3);
}

#[test]
fn wrong_answers_are_said_and_only_they_are_asked_again() {
    let lines = ["A", "B", "x", "0", "4", "2", "", "x", "0", "-1", "5", "99999999999999999999", "4", "quit"];
    let said = check_transcript("take_away_wrong_answers", &["take-away", "--heaps", "3,4,5"], &lines);
    assert_eq!(said.out.matches("Which heap? ").count(), 5);
}

#[test]
fn a_hint_shows_the_heaps_in_binary() {
    let said = talk(&["take-away", "-c", "--heaps", "2,3,4"], &["Ada", "hint", "quit"]);
    let lesson = "    0 1 0    heap 1: 2\n    0 1 1    heap 2: 3\n  ^ 1 0 0    heap 3: 4\n    -----\n    1 0 1    exclusive or: 5\n   Taking 3 stones from heap 3 wins";
    assert!(said.out.contains(lesson), "{}", said.out);
    let lost = talk(&["take-away", "-c", "--heaps", "1,2,3"], &["Ada", "hint", "quit"]);
    assert!(lost.out.contains("No take wins here"), "{}", lost.out);
}

#[test]
fn undo_takes_back_half_a_move_then_the_computers_answer_and_yours() {
    let said = talk(
        &["take-away", "-c", "--heaps", "3,4,5"],
        &["Ada", "2", "undo", "1", "2", "undo", "1", "3", "redo", "undo", "redo", "quit"],
    );
    // The computer's move is announced once each time it is thought of, and not when it is made again.
    assert_eq!(said.out.matches("HAL 9000 removed").count(), 2, "{}", said.out);
    assert!(said.out.contains("There is no move to make again."), "{}", said.out);
    assert_eq!(said.out.matches("Heap 1 [ 3]: ***\nHeap 2 [ 4]: ****\nHeap 3 [ 5]: *****").count(), 3);
}

#[test]
fn in_misere_play_the_last_stone_loses() {
    let said = talk(&["take-away", "--misere", "--heaps", "1,1,1"], &["Ada", "Bob", "1", "1", "1", "1", "n"]);
    assert!(said.out.contains("Whoever takes the last stone loses."), "{}", said.out);
    assert!(said.out.contains("Ada must take the last stone.\nBob wins!!"), "{}", said.out);
    let blunder = talk(&["take-away", "--misere", "--heaps", "3"], &["Ada", "Bob", "3", "n"]);
    assert!(blunder.out.contains("Ada took the last stone.\nBob wins!!"), "{}", blunder.out);
}

#[test]
fn the_computer_may_start_and_one_may_resign() {
    let said = talk(&["take-away", "--first", "computer", "--heaps", "3,4,5"], &["Ada", "resign", "n"]);
    let (start, end) = (said.out.find("HAL 9000's turn"), said.out.find("Ada's turn"));
    assert!(start.is_some() && start < end, "{}", said.out);
    assert!(said.out.contains("Ada resigned.\nHAL 9000 wins!!"), "{}", said.out);
}

#[test]
fn names_may_be_empty_long_or_in_any_script() {
    let long = "Ada ".repeat(100);
    let said = talk(&["take-away", "--heaps", "2,2"], &["", "Ζήνων 巧克力", "quit"]);
    assert!(said.out.contains("Player 1: Player 1\nPlayer 2: Ζήνων 巧克力\n"), "{}", said.out);
    let said = talk(&["take-away", "--heaps", "2"], &[&long, "Bob\u{1b}[31m", "2", "n"]);
    assert!(said.out.contains("wins!!") && !said.out.contains('\u{1b}'), "{}", said.out);
}

#[test]
fn another_game_keeps_the_names_and_rolls_new_heaps() {
    let said = talk(&["take-away", "--seed", "3", "-p", "1"], &["Ada", "Bob", "resign", "y", "quit"]);
    assert_eq!(said.out.matches("First player name").count(), 1);
    assert_eq!(said.out.matches("Player 1: Ada").count(), 3, "{}", said.out);
}
