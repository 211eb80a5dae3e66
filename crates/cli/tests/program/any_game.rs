//! Every game the library has, through every command that takes a game.

use lastbite::AnyGame;
use lastbite::description::Described;

use crate::talk::{check_transcript, talk};

/// The examples of all kinds of games.
fn examples() -> impl Iterator<Item = &'static str> {
    AnyGame::kinds().into_iter().flat_map(|kind| kind.examples).copied()
}

/// The letter is the key for it in the full screen; an order may have an element of that name.
#[test]
fn u_takes_back_where_it_is_no_move() {
    let people = ["--vs", "human", "--names", "Ada,Bob"];
    let said = talk(&[&["play", "3x4"][..], &people].concat(), &["2,3", "u", "history", "quit"]);
    assert!(
        said.out.contains("Taken back.") && said.out.contains("No move has been made yet."),
        "{}",
        said.out
    );
    let said = talk(&[&["play", "poset:u,v"][..], &people].concat(), &["u", "history", "quit"]);
    assert!(said.out.contains("Ada takes u") && !said.out.contains("Taken back"), "{}", said.out);
}

/// Nobody can make three marks there, so the answer is one to another game, and says so.
#[test]
fn a_row_too_short_for_three_marks_is_explained_in_every_answer() {
    for command in ["solve", "analyze"] {
        let said = talk(&[command, "treblecross:2"], &[]);
        let words = said.out.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(
            words.contains("where nobody can make three, whoever has no square left to mark has lost"),
            "{words}"
        );
        assert!(!talk(&[command, "treblecross:5"], &[]).out.contains("make three"), "{command}");
    }
}

/// A move may hold commas and spaces, so one ends where a semicolon is.
#[test]
fn moves_one_after_another_are_apart() {
    for (game, moves) in [
        ("wythoff:5,8", "winning moves 1 from both; 5 from 2 Grundy"),
        ("wythoff:5,8", "best play 5 from 2; 1 from 1; 2 from both; 1 from 1; 1 from both time"),
        ("moore:2:3,4,5", "best play 1 from 2, 2 from 3; 1 from 1; 1 from 2, 1 from 3; 1 from 1;"),
        ("3x4", "winning bites 2,3 positions"),
        ("4,4,4", "best play 2,3 3,2 1,3"),
    ] {
        let said = talk(&["solve", game], &[]);
        let words = said.out.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(moves), "{words}");
    }
}

#[test]
fn level_alone_says_how_the_computer_plays() {
    let game = ["play", "3x4", "--level", "Strong", "--first", "human", "--names", "Ada"];
    let said = talk(&game, &["level", "level easy", "LEVEL", "quit"]);
    let told = said.out.replace("\n   ", " ");
    assert!(
        told.contains("Computer plays at level strong. A level is easy, medium, strong or perfect"),
        "{told}"
    );
    assert!(told.contains("Computer plays at level easy. A level is"), "{told}");
    let said = talk(&["play", "3x4", "--vs", "human", "--names", "Ada,Bob"], &["level", "quit"]);
    assert!(said.out.contains("There is no computer in this game."), "{}", said.out);
}

#[test]
fn a_game_named_in_place_of_a_bar_begins_where_it_is_told_to() {
    let people = ["--vs", "human", "--names", "Ada,Bob"];
    let said = talk(&[&["nim:3,4,5", "--position", "1,4,5"][..], &people].concat(), &["4 from 2", "quit"]);
    assert!(said.out.contains("heap 1 [1]") && said.out.contains("Ada"), "{} {}", said.out, said.err);
    let said = talk(&["nim:3,4,5", "--position", "9,4,5"], &[]);
    assert!(said.err.contains("the heaps 9,4,5 cannot come from 3,4,5"), "{}", said.err);
}

#[test]
fn where_nothing_is_left_another_position_is_asked_for() {
    let said = talk(&["play", "4x7", "--position", "1"], &[]);
    assert!(said.err.contains("Give a position in which something can still be taken."), "{}", said.err);
    let said = talk(&["play", "1x1"], &[]);
    assert!(said.err.contains("Try chomp:8x10."), "{}", said.err);
    let said = talk(&["take-away", "--heaps", "3-4"], &[]);
    assert!(
        said.err.contains("'3-4' is not a list of heaps; there are 1 to 99 heaps of 0 to 99 stones"),
        "{}",
        said.err
    );
}

#[test]
fn heaps_are_played_line_by_line() {
    let args = ["play", "nim:1,2,3", "--vs", "human", "--names", "Ada,Bob", "--ascii"];
    let lines =
        ["help", "hint", "", "4 from 1", "1 from 3", "history", "2 from 2", "1 from 1", "2 from 3", "n"];
    let said = check_transcript("play_nim", &args, &lines);
    assert!(said.out.contains("Bob wins! No stone is left for Ada."), "{}", said.out);
}

#[test]
fn the_games_are_listed_where_none_is_named() {
    let said = talk(&["play"], &["chess", "nim:2,2", "2", "A", "B", "quit"]);
    for kind in AnyGame::kinds() {
        assert!(said.out.contains(kind.title) && said.out.contains(kind.examples[0]), "{}", said.out);
    }
    assert!(said.out.contains("'chess' is not a game"), "{}", said.out);
    assert!(said.out.contains("heap 1 [2] **"), "{}", said.out);
}

#[test]
fn you_are_spoken_to_with_the_right_verbs() {
    let args = ["play", "2x2", "--first", "human", "--level", "perfect", "--names", "You"];
    let said = talk(&args, &["2,2", "1,2", "2,1", "n"]).out;
    assert!(said.contains("Your turn\n") && said.contains("You bite 2,2 and eat 1 square."), "{said}");
    assert!(said.contains("You win! Only the poison is left, and it is Computer's turn."), "{said}");
}

#[test]
fn every_game_can_be_played_and_is_drawn_within_80_columns() {
    for game in examples() {
        let kind = game.parse::<AnyGame>().unwrap().description();
        let said =
            talk(&["play", game, "--vs", "human", "--names", "A,B"], &["help", "hint", "nonsense", "quit"]);
        assert_eq!((said.code, said.err.as_str()), (Some(0), ""), "{game}");
        assert_eq!(said.out.matches(kind.prompt).count(), 4, "{game}: {}", said.out);
        let widest = said.out.lines().map(|line| line.chars().count()).max();
        assert!(widest <= Some(80), "{game}: {}", said.out);
        // The computer plays it too, and the record is played again.
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("game.json");
        let file = file.to_str().unwrap();
        let args = ["play", game, "--first", "computer", "--names", "A", "--record", file, "--seed", "1"];
        let said = talk(&args, &["resign", "n"]);
        assert!(said.out.contains("Computer wins!"), "{game}: {}", said.out);
        assert_eq!(talk(&["replay", file], &[]).code, Some(0), "{game}");
        assert_eq!(talk(&["review", file], &[]).code, Some(0), "{game}");
    }
}

#[test]
fn every_command_takes_every_game() {
    for game in examples() {
        let commands: [&[&str]; 9] = [
            &["analyze", game],
            &["analyze", game, "--json"],
            &["explain", game],
            &["explain", game, "--json"],
            &["advise", game],
            &["compare", game, "--nodes", "1000"],
            &["tree", game, "--dag"],
            &["trace", game, "--search", "memo"],
            &["worksheet", game, "-n", "1", "--json"],
        ];
        for args in commands {
            let said = talk(args, &["quit"]);
            match said.code {
                Some(0) => assert!(!said.out.is_empty(), "{args:?}"),
                // Too large for a picture or a sheet: one sentence.
                code => {
                    assert_eq!((code, said.out.as_str()), (Some(2), ""), "{args:?}: {}", said.err);
                    assert_eq!(said.err.lines().count(), 1, "{args:?}: {}", said.err);
                    assert!(["tree", "trace", "worksheet"].contains(&args[0]), "{args:?}: {}", said.err);
                }
            }
        }
        let said = talk(&["engine"], &[&format!("go {game}")]);
        assert!(said.out.contains("move "), "{game}: {}", said.out);
        let said = talk(&["tournament", game, "-p", "easy", "-p", "perfect"], &[]);
        assert_eq!((said.code, said.err.as_str()), (Some(0), ""), "{game}");
    }
}
