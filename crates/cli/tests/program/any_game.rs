//! Every game the library has, through every command that takes a game.

use lastbite::AnyGame;
use lastbite::description::Described;

use crate::talk::{check_transcript, talk};

/// The examples of all kinds of games.
fn examples() -> impl Iterator<Item = &'static str> {
    AnyGame::kinds().into_iter().flat_map(|kind| kind.examples).copied()
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
    assert!(said.contains("You win! Nothing but poison is left for Computer."), "{said}");
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
