//! Chomp, run as people run it.

use std::process::Stdio;

use crate::talk::{check_transcript, check_transcript_in, program, talk, talk_to};
use lastbite::{Algorithm, Board, Chomp, Effort, Game, Outcome, Solver, Square, Standing};

const AGAINST_COMPUTER: &[&str] =
    &["chomp", "3x4", "--ascii", "--vs", "computer", "--first", "human", "--level", "perfect"];

#[test]
fn a_game_won() {
    let lines = ["Ada", "hint", "2,3", "1,3", "2,2", "1,2", "n"];
    let said = check_transcript("chomp_won", AGAINST_COMPUTER, &lines);
    assert!(said.out.contains("Ada wins!"), "{}", said.out);
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let shown = std::fs::read_to_string(folder.join("../../docs/guide/src/game.md")).unwrap();
    let played = std::fs::read_to_string(folder.join("tests/transcripts/chomp_won.txt")).unwrap();
    assert!(
        shown.contains(played.trim_end()),
        "docs/guide/src/game.md does not show tests/transcripts/chomp_won.txt"
    );
}

#[test]
fn everything_is_asked_in_order() {
    let lines = ["", "", "", "", "", "quit"];
    let said = check_transcript("chomp_questions", &["chomp"], &lines);
    let asked = [
        "Size [4x7]: ",
        "Players [1]: ",
        "First [1]: ",
        "Your name [Player 1]: ",
        "Level [medium]: ",
        "Bite (row,column)? ",
    ];
    let places: Vec<usize> = asked.iter().map(|question| said.out.find(question).expect(question)).collect();
    assert!(places.is_sorted(), "{places:?}");
}

#[test]
fn without_a_command_it_plays_chomp() {
    let lines = ["3x5", "2", "Ada", "Bob", "quit"];
    assert_eq!(talk(&[], &lines).out, talk(&["chomp"], &lines).out);
}

#[test]
fn a_game_lost() {
    let lines = ["Ada", "3,4", "3,3", "2,2", "1,2", "n"];
    let said = check_transcript("chomp_lost", AGAINST_COMPUTER, &lines);
    assert!(
        said.out.contains("Computer wins! Only the poison is left, and it is Ada's turn."),
        "{}",
        said.out
    );
}

#[test]
fn the_poison_may_be_eaten() {
    let said = check_transcript(
        "chomp_poison",
        &["chomp", "2x3", "--vs", "human"],
        &["Ada", "Bob", "2,3", "1,1", "n"],
    );
    assert!(said.out.contains("Ada wins! Bob ate the poison."), "{}", said.out);
}

#[test]
fn one_may_resign_and_think_again() {
    let lines = ["Ada", "Bob", "2,3", "resign", "undo", "1,3", "n"];
    let said = check_transcript(
        "chomp_resigned",
        &["chomp", "2x3", "--vs", "human"],
        &[&lines[..4], &["n"]].concat(),
    );
    assert!(said.out.contains("Ada wins! Bob resigned."), "{}", said.out);
    let again = talk(&["chomp", "2x3", "--vs", "human"], &lines);
    assert!(again.out.contains("Bob bites 1,3"), "{}", again.out);
}

#[test]
fn the_end_of_input_is_polite_at_every_prompt() {
    let lines = ["4x7", "1", "1", "Ada", "perfect", "3,4"];
    for n in 0..=lines.len() {
        let said = talk(&["chomp"], &lines[..n]);
        assert_eq!((said.code, said.err.as_str()), (Some(0), ""), "{n} lines");
        assert!(said.out.ends_with("End of input: the game stops here.\n"), "{}", said.out);
    }
    check_transcript("chomp_end_of_input", &["chomp"], &lines);
}

#[test]
fn nonsense_is_answered_and_asked_again_at_every_prompt() {
    let nonsense = [
        "x",
        "0x5",
        "4x",
        "100x3",
        "-1,-1",
        "9,9",
        "1,2,3",
        "💥",
        "\u{1b}[31m",
        "help",
        "hint",
        "undo",
        "redo",
        "history",
        "board",
        "save",
        "resign",
    ];
    let said = talk(&["chomp"], &nonsense);
    assert_eq!(said.code, Some(0));
    // "9,9" is a bar; what comes before it is asked again, and what comes after is asked of the players.
    assert_eq!(said.out.matches("Size [4x7]: ").count(), 6, "{}", said.out);
    assert_eq!(said.out.matches("Players [1]: ").count(), nonsense.len() - 6 + 1, "{}", said.out);
    let size = talk(&["chomp"], &["x", "0x5", "4x", "100x3", "hint", "3x5"]);
    for sentence in [
        "'x' is missing a side",
        "A side of a bar is 1 to 1,000,000 squares, not '0'",
        "'4x' is missing a side",
        "A bar of 100x3 is too large to be played here",
        "The game has not begun yet",
    ] {
        assert!(size.out.contains(sentence), "{sentence}: {}", size.out);
    }
    let game = talk(
        &["chomp", "4x7", "--vs", "human", "--names", "A,B"],
        &["9,1", "3,x", "3,4", "4,5", "seven", "quit"],
    );
    for sentence in [
        "Square 9,1 is not there: rows are 1 to 4 and columns 1 to 7.",
        "'x' is not a row or a column",
        "Square 4,5 has already been eaten.",
        "'seven' is not a square",
    ] {
        assert!(game.out.contains(sentence), "{sentence}: {}", game.out);
    }
}

#[test]
fn a_square_bar_is_called_a_give_away() {
    assert!(talk(&["chomp", "5x5"], &[]).out.contains("A square bar is easy to win once you see the trick."));
    assert!(!talk(&["chomp", "4x7"], &[]).out.contains("easy to win"));
}

/// Reads the node counts out of "Computer bites 3,4 and eats 8 squares (203 nodes, 0.000 s)."
fn shown_nodes(out: &str) -> Vec<u64> {
    let counts = out.lines().filter(|line| line.starts_with("Computer bites"));
    counts
        .map(|line| {
            line.split('(').nth(1).unwrap().split(' ').next().unwrap().replace(',', "").parse().unwrap()
        })
        .collect()
}

#[test]
fn the_node_counts_are_those_of_the_engine() {
    for algorithm in Algorithm::ALL {
        let name = algorithm.to_string();
        let said = talk(
            &["chomp", "3x3", "--first", "computer", "--engine", &name, "--names", "Ada"],
            &["1,3", "resign", "n"],
        );
        let bar = Chomp::new(3, 3).unwrap();
        let mut board = Board::of(bar);
        let expected: Vec<u64> = shown_nodes(&said.out)
            .iter()
            .enumerate()
            .map(|(turn, _)| {
                let found = algorithm.search(&bar, board.rows(), &Effort::unlimited()).unwrap();
                board.chomp(found.best.unwrap()).unwrap();
                if turn == 0 {
                    board.chomp((1, 3)).unwrap();
                }
                found.nodes
            })
            .collect();
        assert_eq!(shown_nodes(&said.out), expected, "{name}");
        assert_eq!(expected.len(), 2, "{name}");
        let total = format!("Nodes visited in all: {} ", lastbite::notation::grouped(expected.iter().sum()));
        assert!(said.out.contains(&total), "{total}: {}", said.out);
    }
}

#[test]
fn an_engine_that_runs_out_of_nodes_says_so_and_another_answers() {
    let said = talk(
        &["chomp", "4x7", "--first", "computer", "--engine", "minimax", "--nodes", "1000", "--names", "Ada"],
        &[],
    );
    assert!(said.out.contains("The minimax search was stopped after 1,000 nodes"), "{}", said.out);
    assert!(said.out.contains("Computer bites 3,4"), "{}", said.out);
}

#[test]
fn an_engine_that_runs_out_on_a_larger_bar_leaves_it_to_a_better_one() {
    let args =
        ["chomp", "8x9", "--first", "computer", "--engine", "negamax", "--nodes", "1000", "--names", "Ada"];
    let said = talk(&args, &[]);
    assert!(said.out.contains("The negamax search was stopped after 1,000 nodes"), "{}", said.out);
    assert!(!said.out.contains("guess"), "{}", said.out);
    let told = said.out.lines().find(|line| line.starts_with("Computer bites")).unwrap();
    let bite: Square = told.split(' ').nth(2).unwrap().parse().unwrap();
    let bar = Chomp::new(8, 9).unwrap();
    let left = Standing::start(bar).play(&bite).unwrap();
    assert_eq!(Solver::new().ask(&left, &Effort::unlimited()).outcome(), Some(Outcome::Loss));
    assert!(shown_nodes(&said.out)[0] > 1000);
}

#[test]
fn the_poison_and_the_corner_may_be_elsewhere() {
    let args = [
        "chomp",
        "3x4",
        "--poison",
        "2,3",
        "--corner",
        "lower-right",
        "--ascii",
        "--vs",
        "human",
        "--names",
        "A,B",
    ];
    let said = check_transcript("chomp_corner", &args, &["3,1", "2,2", "n"]);
    assert!(said.out.contains("A wins! B ate the poison."), "{}", said.out);
}

#[test]
fn a_position_may_be_given() {
    let said = talk(
        &["chomp", "--position", "4,3", "--vs", "human", "--names", "A,B", "--ascii"],
        &["hint", "quit"],
    );
    assert!(said.out.contains("   1 2 3 4\n 1 P # # #\n 2 # # # .\n"), "{}", said.out);
    assert!(said.out.contains("No bite wins here"), "{}", said.out);
}

#[test]
fn a_huge_bar_is_told_in_a_few_lines_and_drawn_whole_when_asked() {
    let play =
        |lines: &[&str]| talk(&["chomp", "99x99", "--vs", "human", "--names", "A,B", "--ascii"], lines).out;
    let told = play(&["40,30", "quit"]);
    assert!(told.len() < 3000, "{} characters", told.len());
    assert!(told.contains("rows 40-99") && told.contains("29 each, 70 just eaten"), "{told}");
    let whole = play(&["board", "quit"]);
    assert!(whole.matches('#').count() > 9800);
    assert!(whole.lines().all(|line| line.len() <= 80));
}

#[test]
fn every_width_is_kept() {
    for columns in ["40", "80"] {
        for size in ["4x7", "10x12", "10x13", "20x30", "99x99", "3x78"] {
            let mut command = program(&["chomp", size, "--vs", "human", "--names", "A,B", "--ascii"]);
            command.env("COLUMNS", columns);
            let said = talk_to(command, &["2,3", "help", "hint", "board", "9,999", "history", "resign", "n"]);
            let longest = said.out.lines().map(str::len).max().unwrap();
            assert!(longest <= columns.parse().unwrap(), "{size} in {columns}: {longest}\n{}", said.out);
        }
    }
}

#[test]
fn there_is_no_colour_in_a_pipe() {
    assert!(!talk(&["chomp", "4x7", "--vs", "human", "--names", "A,B"], &["3,4"]).out.contains('\u{1b}'));
}

#[test]
fn a_locale_without_utf8_is_drawn_in_ascii() {
    let mut command = program(&["chomp", "4x7", "--vs", "human", "--names", "A,B"]);
    command.env("LC_ALL", "C");
    assert!(talk_to(command, &["3,4"]).out.is_ascii());
}

#[test]
fn a_reader_who_leaves_is_no_error() {
    let mut child = program(&["chomp", "4x7", "--vs", "human"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
}

#[test]
fn every_command_answers_before_and_after_the_game() {
    let said = talk(
        &["chomp", "2x2", "--vs", "human", "--names", "A,B"],
        &[
            "undo", "redo", "history", "hint", "2,2", "2,1", "1,2", "hint", "resign", "history", "undo",
            "1,1", "n",
        ],
    );
    assert!(said.out.contains("There is no move of yours to take back."));
    assert!(said.out.contains("There is no move to make again."));
    assert!(said.out.contains("No move has been made yet."));
    assert_eq!(said.out.matches("The game is over.").count(), 2, "{}", said.out);
    assert!(said.out.contains("B wins! A ate the poison."), "{}", said.out);
}

#[test]
fn the_start_of_a_bar_is_what_the_library_draws() {
    let said = talk(&["chomp", "4x7", "--ascii", "--vs", "human", "--names", "A,B"], &[]);
    assert!(said.out.contains(&Board::of(Chomp::new(4, 7).unwrap()).to_string()), "{}", said.out);
    assert!(said.out.contains("P poison  # square\nx just eaten  . eaten\n"));
    let mut rows = Chomp::new(4, 7).unwrap().start();
    rows = rows.bitten((3, 4).into());
    assert_eq!(rows.to_string(), "7,7,3,3");
}

#[test]
fn node_counts_are_the_same_with_a_record_or_a_hint() {
    let folder = tempfile::TempDir::new().unwrap();
    let record = folder.path().join("game.json");
    let game = ["chomp", "9x10", "--first", "human", "--engine", "auto", "--seed", "1", "--names", "A"];
    let counts = |more: &[&str], lines: &[&str]| {
        let said = talk(&[&game[..], more].concat(), lines).out;
        let told = said.lines().find(|line| line.starts_with("Computer bites")).unwrap().to_string();
        told.split(',').nth(1).unwrap().to_string()
            + told.split_once('(').unwrap().1.split(',').next().unwrap()
    };
    let plain = counts(&[], &["9,10", "quit"]);
    assert_eq!(plain, counts(&["--record", record.to_str().unwrap()], &["9,10", "quit"]));
    assert_eq!(plain, counts(&[], &["hint", "9,10", "quit"]));
}

#[test]
fn node_counts_and_times_are_for_those_who_asked() {
    let folder = tempfile::TempDir::new().unwrap();
    let record = folder.path().join("game.json");
    let game = ["chomp", "3x4", "--first", "human", "--names", "Ada"];
    let play = |more: &[&str]| talk(&[&game[..], more].concat(), &["3,4", "history", "quit"]).out;
    let plain = play(&[]);
    assert!(plain.contains("Computer bites") && plain.contains("  1 Ada"), "{plain}");
    for word in ["node", "Node", "Time", " µs", " ms"] {
        assert!(!plain.contains(word), "{word}: {plain}");
    }
    for more in [&["--engine", "auto"][..], &["--nodes", "1000"], &["--record", record.to_str().unwrap()]] {
        let told = play(more);
        assert!(told.contains(" node") && told.contains("Nodes visited in all"), "{more:?}: {told}");
    }
}

#[test]
fn the_level_is_medium_where_nobody_says_and_changes_at_a_prompt() {
    let said =
        talk(&["chomp", "3x4", "--first", "human", "--names", "Ada"], &["level", "level easy", "quit"]);
    for sentence in [
        "The computer plays at level medium; type level easy, strong or perfect",
        "A level is easy, medium, strong or perfect",
        "Computer plays at level easy from now on.",
    ] {
        assert!(said.out.contains(sentence), "{sentence}: {}", said.out);
    }
    let said = talk(&["chomp", "3x4", "--vs", "human", "--names", "A,B"], &["level easy", "quit"]);
    assert!(said.out.contains("There is no computer in this game."), "{}", said.out);
}

#[test]
fn a_recorded_game_against_the_computer_shows_every_move_and_every_board() {
    let folder = tempfile::TempDir::new().unwrap();
    let record = folder.path().join("game.json");
    let lines = ["Ada", "2,3", "1,3", "2,2", "1,2", "n"];
    let plain = talk(AGAINST_COMPUTER, &lines).out;
    let recorded = talk(&[AGAINST_COMPUTER, &["--record", record.to_str().unwrap()]].concat(), &lines).out;
    // But for the counts, which a record keeps and shows, it is the same conversation.
    let uncounted = |text: &str| {
        let lines = text.lines().map(|line| match line.split_once(" (") {
            Some((told, _)) if line.starts_with("Computer bites") => format!("{told}."),
            _ => line.to_string(),
        });
        lines.take_while(|line| !line.starts_with("    Player")).collect::<Vec<_>>().join("\n")
    };
    assert_eq!(uncounted(&recorded), uncounted(&plain));
    assert_eq!(recorded.matches("\nComputer's turn").count(), 3, "{recorded}");
    assert_eq!(recorded.matches("   1 2 3 4\n").count(), 8, "a board at the start and after every move");
}

#[test]
fn a_recorded_conversation_with_the_computer() {
    let folder = tempfile::TempDir::new().unwrap();
    let here = folder.path().to_str().unwrap();
    let args = [AGAINST_COMPUTER, &["--record", "game.json"]].concat();
    check_transcript_in(here, "chomp_recorded", &args, &["Ada", "3,4", "2,2", "1,2", "n"]);
    let args = ["take-away", "-c", "--heaps", "2,3,3", "--names", "Dave", "--record", "heaps.json"];
    check_transcript_in(here, "take_away_recorded", &args, &["1", "1", "1", "3", "n"]);
}

#[test]
fn one_letter_is_a_name() {
    let said = talk(&["chomp", "3x4", "--vs", "human"], &["q", "h", "quit"]);
    assert!(said.out.contains("q's turn"), "{}", said.out);
}

#[test]
fn the_truth_about_a_poison_elsewhere_is_told() {
    let said = talk(&["chomp", "3x4@2,3", "--vs", "human", "--names", "A,B"], &["3,1", "1,4", "n"]);
    assert!(said.out.contains("B wins! Every bite that is left to A would eat the poison."), "{}", said.out);
    let said = talk(&["chomp", "3x3", "--poison", "3,3", "--vs", "human", "--names", "A,B"], &["n"]);
    assert!(said.err.contains("chomp:3x3@3,3: it is over before it begins"), "{}", said.err);
}

#[test]
fn a_lost_textbook_search_plays_the_stalling_move_of_the_exercise() {
    for engine in ["negamax", "alphabeta", "memo"] {
        let args = ["chomp", "3x4", "--engine", engine, "--first", "human", "--names", "A"];
        assert!(talk(&args, &["2,3"]).out.contains("Computer bites 3,2 and eats 1 square"), "{engine}");
    }
    let args = ["chomp", "3x4", "--engine", "minimax", "--first", "human", "--names", "A"];
    assert!(talk(&args, &["2,3"]).out.contains("Computer bites 1,2 and"), "minimax returns its first move");
}

#[test]
fn squares_are_read_as_people_write_them() {
    for text in ["(2,3)", "2.3", "2 3", " 2 , 3 "] {
        let said = talk(&["chomp", "3x4", "--vs", "human", "--names", "A,B"], &[text, "quit"]);
        assert!(said.out.contains("A bites 2,3"), "{text}: {}", said.out);
    }
    // Chess players read b3 one way and players of battleships the other.
    let said = talk(&["chomp", "3x4", "--vs", "human", "--names", "A,B"], &["b3", "quit"]);
    let words = said.out.split_whitespace().collect::<Vec<_>>().join(" ");
    let two_ways = "'b3' can be read in two ways; write a bite as row,column, both of them numbers; did you mean 2,3 or 3,2?";
    assert!(words.contains(two_ways), "{words}");
    assert!(!said.out.contains("A bites"), "{}", said.out);
}

#[test]
fn only_who_plays_the_computer_is_told_how_to_make_it_weaker() {
    let strong = |args: &[&str]| talk(args, &["help", "quit"]).out.contains("Is the computer too strong?");
    assert!(strong(&["chomp", "3x4", "--first", "human", "--names", "A"]));
    assert!(!strong(&["chomp", "3x4", "--vs", "human", "--names", "A,B"]));
    assert!(strong(&["take-away", "--heaps", "3,4", "-c", "--names", "A"]));
}
