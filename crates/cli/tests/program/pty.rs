//! The program on a real terminal: a pseudo-terminal that types and reads like a person.

use std::io::Write;
use std::process::Command;

use crate::terminal::{Terminal, without_escapes};

const CTRL_C: &str = "\u{3}";
const CTRL_D: &str = "\u{4}";
const BACKSPACE: &str = "\u{7f}";
const UP: &str = "\u{1b}[A";
const LEFT: &str = "\u{1b}[D";
const PEOPLE: &[&str] = &["chomp", "4x7", "--vs", "human", "--names", "Ada,Bob"];

#[test]
fn prompts_appear_before_anything_is_typed() {
    let mut terminal = Terminal::open(80, &["chomp"]);
    terminal.answer("Size [4x7]: ", "3x4");
    terminal.answer("Players [1]: ", "1");
    terminal.answer("First [1]: ", "1");
    terminal.answer("Your name [Player 1]: ", "Ada");
    terminal.answer("Level [medium]: ", "perfect");
    terminal.answer("Bite (row,column)? ", "2,3");
    terminal.wait_for("Computer bites 3,2");
    terminal.answer("Bite (row,column)? ", "quit");
    terminal.wait_for("Goodbye.");
    assert_eq!(terminal.end(), 0);
}

/// A terminal that brackets pastes may never send the second bracket, and then every key would be part of the
/// text, even Ctrl-C.
#[test]
fn pasted_text_is_never_asked_to_be_bracketed() {
    for (arguments, seen, leave) in
        [(PEOPLE, "Bite (row,column)?", "quit\r"), (&["--calm"], "Enter: play", "q")]
    {
        let mut terminal = Terminal::open(80, arguments);
        terminal.see(seen);
        assert!(!terminal.everything().contains("\u{1b}[?2004h"), "{arguments:?}");
        terminal.press(leave);
        assert_eq!(terminal.end(), 0);
    }
}

#[test]
fn an_answer_fits_its_terminal_also_where_nobody_types() {
    for arguments in ["explain chomp:9x9 9,1^8", "solve nim:3,4,5", "analyze 8x10"] {
        let mut command = Command::new("sh");
        command
            .args(["-c", &format!("{} {arguments} < /dev/null; echo END", env!("CARGO_BIN_EXE_lastbite"))]);
        let mut terminal =
            Terminal::start(command, &[("COLUMNS", "")], (24, 40), tempfile::tempdir().unwrap());
        let said = without_escapes(&terminal.wait_for("END"));
        let wide = said.lines().find(|line| line.trim_end().chars().count() > 40);
        assert_eq!(wide, None, "{arguments}");
        assert_eq!(terminal.end(), 0);
    }
}

#[test]
fn lines_can_be_edited_and_called_back() {
    let mut terminal = Terminal::open(80, PEOPLE);
    terminal.wait_for("Bite (row,column)? ");
    // 3,5 corrected to 3,4, then a 4 before it and away again.
    terminal.press(&format!("3,5{BACKSPACE}4{LEFT}{LEFT}{LEFT}4{BACKSPACE}\r"));
    terminal.wait_for("Ada bites 3,4");
    terminal.wait_for("Bite (row,column)? ");
    terminal.press(&format!("{UP}\r"));
    terminal.wait_for("Square 3,4 has already been eaten.");
    terminal.answer("Bite (row,column)? ", "quit");
    assert_eq!(terminal.end(), 0);
}

#[test]
fn ctrl_c_at_a_prompt_ends_politely_with_the_terminal_as_it_was() {
    let mut terminal = Terminal::open(80, PEOPLE);
    terminal.wait_for("Bite (row,column)? ");
    terminal.press(&format!("2,{CTRL_C}"));
    terminal.wait_for("Goodbye.");
    assert_eq!(terminal.end(), 130);
}

#[test]
fn ctrl_d_at_a_prompt_ends_politely_with_the_terminal_as_it_was() {
    for prompts in 0..3 {
        let mut terminal = Terminal::open(80, &["take-away", "--heaps", "3,4"]);
        if prompts > 0 {
            terminal.answer("First player name: ", "Ada");
        }
        if prompts > 1 {
            terminal.answer("Second player name: ", "Bob");
        }
        terminal.wait_for(["First player name: ", "Second player name: ", "Which heap? "][prompts]);
        terminal.press(CTRL_D);
        terminal.wait_for("End of input: the game stops here.");
        assert_eq!(terminal.end(), 0);
    }
}

#[test]
fn ctrl_c_stops_the_thinking_and_the_game_goes_on() {
    let args = ["chomp", "6x7", "--engine", "minimax", "--first", "computer", "--names", "Ada"];
    let mut terminal = Terminal::open(80, &args);
    terminal.wait_for("Thinking ...");
    terminal.press(CTRL_C);
    terminal.wait_for("The minimax search was stopped after");
    terminal.wait_for("Computer bites");
    terminal.answer("Bite (row,column)? ", "quit");
    terminal.wait_for("Goodbye.");
    assert_eq!(terminal.end(), 0);
}

/// Each line that was typed ahead would begin another search, and each would have to be stopped.
#[test]
fn ctrl_c_forgets_what_was_typed_ahead() {
    let mut terminal = Terminal::open(
        80,
        &["play", "nim:99^20", "--engine", "minimax", "--names", "Ada", "--first", "human"],
    );
    terminal.wait_for("Take (stones from heap)? ");
    terminal.press("1 from 1\r1 from 2\r1 from 3\r1 from 4\r");
    terminal.wait_for("Thinking ...");
    terminal.press(CTRL_C);
    terminal.wait_for("The minimax search was stopped after");
    terminal.wait_for("Take (stones from heap)? ");
    // The history stays: this is the only move that was made.
    terminal.press(UP);
    terminal.wait_for("1 from 1");
    terminal.press(CTRL_C);
    terminal.wait_for("Goodbye.");
    assert_eq!(terminal.end(), 130);
}

#[test]
fn nothing_is_wider_than_the_terminal() {
    let longest_name = "Bartholomäus-Maximilian von und zu Hohenzollern-Sigmaringen";
    for cols in [40, 80] {
        for args in [
            &["chomp", "99x99", "--vs", "human", "--names", longest_name][..],
            &["chomp", "5x5", "--vs", "computer", "--first", "human", "--names", longest_name],
            &["take-away", "-c", "--heaps", "99,20,3", "--names", longest_name],
        ] {
            let mut terminal = Terminal::open(cols, args);
            for line in ["help", "hint", "history", "9,9,9", "undo", "quit"] {
                let prompt = if args[0] == "chomp" { "Bite (row,column)? " } else { "Which heap? " };
                if args[2] == "--vs" && args[1] == "99x99" && line == "help" {
                    terminal.answer("Second player's name [Player 2]: ", "");
                }
                let seen = terminal.answer(prompt, line);
                for line in seen.lines() {
                    let width = line.trim_end_matches('\r').chars().count();
                    assert!(width <= cols.into(), "{width} columns in {cols}: {line}");
                }
            }
            terminal.wait_for("Goodbye.");
            assert_eq!(terminal.end(), 0);
        }
    }
}

#[test]
fn colour_is_only_where_it_is_wanted_and_never_the_only_sign() {
    let colours = |text: &str| text.matches("\u{1b}[33m").count() + text.matches("\u{1b}[1;31m").count();
    let show = |args: &[&str], env: &[(&str, &str)]| {
        let mut terminal = Terminal::open_with(80, &[PEOPLE, args].concat(), env);
        terminal.answer("Bite (row,column)? ", "3,4");
        terminal.answer("Bite (row,column)? ", "quit");
        terminal.wait_for("Goodbye.");
        let text = terminal.everything();
        assert_eq!(terminal.end(), 0);
        text
    };
    let colourful = show(&[], &[]);
    assert!(colours(&colourful) > 0);
    for (args, env) in
        [(&["--no-color"][..], &[][..]), (&[], &[("NO_COLOR", "1")]), (&[], &[("TERM", "dumb")])]
    {
        let plain = show(args, env);
        assert_eq!(colours(&plain), 0, "{args:?} {env:?}");
        // Just eaten, left and poison have different characters.
        for board in [&plain, &without_escapes(&colourful)] {
            assert!(board.contains(" 3 ■ ■ ■ × × × ×"), "{board}");
            assert!(board.contains(" 1 P ■ ■ ■ ■ ■ ■"), "{board}");
        }
    }
}

#[test]
fn a_file_that_exists_is_asked_about() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.json");
    std::fs::write(&path, "precious").unwrap();
    let args = [PEOPLE, &["--record", path.to_str().unwrap()]].concat();
    let mut terminal = Terminal::open(80, &args);
    terminal.answer("Replace it? [y/N] ", "n");
    terminal.wait_for("or replace it with --force");
    assert_eq!(terminal.end(), 2);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "precious");
    let mut terminal = Terminal::open(80, &args);
    terminal.answer("Replace it? [y/N] ", "y");
    terminal.answer("Bite (row,column)? ", "3,4");
    terminal.answer("Bite (row,column)? ", "quit");
    terminal.wait_for("Goodbye.");
    assert_eq!(terminal.end(), 0);
    assert!(std::fs::read_to_string(&path).unwrap().contains("\"3,4\""));
}

#[test]
fn what_is_typed_ahead_or_pasted_is_not_lost() {
    let mut terminal = Terminal::open(80, PEOPLE);
    terminal.press("3,4\r1,6\rhistory\rquit\r");
    terminal.wait_for("Ada bites 3,4");
    terminal.wait_for("Bob bites 1,6");
    terminal.wait_for("  2 Bob");
    terminal.wait_for("Goodbye.");
    assert_eq!(terminal.end(), 0);
}

#[test]
fn a_long_solve_shows_its_progress_and_the_time_left_until_it_is_stopped() {
    let mut terminal = Terminal::open(100, &["solve", "22x22", "--memory", "20G"]);
    terminal.wait_for("solving chomp:22x22 [");
    terminal.wait_for(" left");
    terminal.press("\u{3}");
    terminal.wait_for("lastbite: stopped");
    assert_eq!(terminal.end(), 130);
}

/// Nobody limited these, and none of them knows how far it is.
#[test]
fn long_questions_say_that_they_are_being_worked_on_until_they_are_stopped() {
    for (question, said) in
        [("solve", "solving subsets:7"), ("analyze", "judging subsets:7"), ("explain", "solving subsets:7")]
    {
        let mut terminal = Terminal::open(100, &[question, "subsets:7"]);
        terminal.wait_for(said);
        terminal.wait_for(" ... ");
        terminal.press(CTRL_C);
        terminal.wait_for("lastbite: stopped");
        assert_eq!(terminal.end(), 130, "{question}");
    }
}

#[test]
fn a_search_that_nobody_limited_gives_up_by_itself() {
    let mut terminal = Terminal::open(100, &["solve", "subsets:7"]);
    terminal.wait_for("does not know who wins");
    assert_eq!(terminal.end(), 2);
}

#[test]
fn a_refusal_is_wrapped_at_its_words() {
    let one_line = crate::talk::talk(&["solve", "nim:x"], &[]).err;
    assert!(one_line.trim_end().len() > 40, "{one_line}");
    let mut terminal = Terminal::open(40, &["solve", "nim:x"]);
    let words: Vec<&str> = one_line.split_whitespace().collect();
    let said = without_escapes(&terminal.wait_for(words[words.len() - 1]));
    assert!(said.lines().count() > 1 && said.lines().all(|line| line.trim_end().len() <= 40), "{said}");
    assert_eq!(said.split_whitespace().collect::<Vec<_>>(), words);
    assert_eq!(terminal.end(), 2);
}

#[test]
fn a_page_to_print_is_not_poured_onto_a_terminal() {
    let mut terminal = Terminal::open(80, &["worksheet", "3x5"]);
    let said = terminal.wait_for("-o sheet.html");
    assert!(!said.contains("<html"), "{said}");
    assert_eq!(terminal.end(), 2);
}

#[test]
fn the_rule_is_said_once() {
    let mut terminal = Terminal::open(80, &["chomp", "--vs", "human", "--names", "Ada,Bob"]);
    terminal.answer("Size [4x7]: ", "3x4");
    terminal.wait_for("Bite (row,column)? ");
    assert_eq!(terminal.everything().matches("Bite a square").count(), 1, "{}", terminal.everything());
    terminal.press("quit\r");
    assert_eq!(terminal.end(), 0);
}

#[test]
fn who_chooses_minimax_is_told_how_it_plays() {
    let mut terminal = Terminal::open(80, &["chomp", "3x4", "--engine", "minimax", "--first", "human"]);
    terminal.answer("Your name [Player 1]: ", "Ada");
    terminal.wait_for("Minimax plays the first of several equally good moves");
    terminal.answer("Bite (row,column)? ", "quit");
    assert_eq!(terminal.end(), 0);
}

#[test]
fn a_stopped_build_leaves_no_half_file() {
    let folder = tempfile::TempDir::new().unwrap();
    let file = folder.path().join("table");
    let mut terminal =
        Terminal::open(100, &["table", "build", "21x21", "--memory", "20G", "-o", file.to_str().unwrap()]);
    terminal.wait_for(" left");
    terminal.press("\u{3}");
    terminal.wait_for("lastbite: stopped");
    assert_eq!(terminal.end(), 130);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_short_solve_shows_no_progress() {
    let mut terminal = Terminal::open(100, &["solve", "8x10"]);
    let seen = terminal.wait_for("peak memory");
    // On a very busy machine it is not short.
    assert!(!seen.contains("left") || !(seen.contains(" ms") || seen.contains(" µs")), "{seen}");
    assert_eq!(terminal.end(), 0);
}

#[test]
fn a_signal_at_a_prompt_ends_the_program_with_the_terminal_as_it_was() {
    for (signal, code) in [("TERM", 143), ("HUP", 129), ("INT", 130)] {
        let mut terminal = Terminal::open(80, PEOPLE);
        terminal.wait_for("Bite (row,column)? ");
        terminal.press("2,");
        terminal.signal(signal);
        assert_eq!(terminal.end(), code, "{signal}");
    }
}

#[test]
fn a_signal_while_thinking_ends_the_program() {
    for (signal, code) in [("TERM", 143), ("HUP", 129)] {
        let args = ["chomp", "6x7", "--engine", "minimax", "--first", "computer", "--names", "Ada"];
        let mut terminal = Terminal::open(80, &args);
        terminal.wait_for("Thinking ...");
        terminal.signal(signal);
        assert_eq!(terminal.end(), code, "{signal}");
    }
    let mut terminal = Terminal::open(100, &["solve", "22x22", "--memory", "20G"]);
    terminal.wait_for("solving chomp:22x22 [");
    terminal.signal("TERM");
    assert_eq!(terminal.end(), 143);
}

#[test]
fn any_byte_typed_at_a_prompt_is_survived() {
    let mut terminal = Terminal::open(80, PEOPLE);
    terminal.wait_for("Bite (row,column)? ");
    for bytes in [&b"\xff\r"[..], b"\xc3(\r", b"\x80\x81\r", b"\x1b[99~\r"] {
        terminal.keyboard.write_all(bytes).unwrap();
        terminal.keyboard.flush().unwrap();
        terminal.wait_for("Bite (row,column)? ");
    }
    terminal.press("\r");
    terminal.answer("Bite (row,column)? ", "3,4");
    terminal.wait_for("Ada bites 3,4");
    terminal.answer("Bite (row,column)? ", "quit");
    terminal.wait_for("Goodbye.");
    assert_eq!(terminal.end(), 0);
}

#[test]
fn the_first_screen_tells_the_rule_and_names_help() {
    let mut terminal = Terminal::open(80, &["chomp"]);
    let seen = terminal.wait_for("Size [4x7]: ");
    assert!(seen.contains("If you eat the poison, P, you lose.") && seen.contains("Type help"), "{seen}");
    terminal.press("4x7@2,3\r1\r1\rAda\reasy\r");
    terminal.answer("Bite (row,column)? ", "quit");
    assert_eq!(terminal.end(), 0);
    let mut terminal = Terminal::open(80, &["take-away"]);
    let seen = terminal.wait_for("First player name: ");
    assert!(seen.contains("Whoever takes the last stone wins.") && seen.contains("Type help"), "{seen}");
    terminal.press("quit\r");
    assert_eq!(terminal.end(), 0);
}

#[test]
fn a_review_is_stepped_through_with_enter() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.json").to_str().unwrap().to_string();
    let people = ["chomp", "2x2", "--vs", "human", "--names", "Ada,Bob", "--record", &file];
    let mut terminal = Terminal::open(80, &people);
    for bite in ["2,1", "1,2"] {
        terminal.answer("Bite (row,column)? ", bite);
    }
    terminal.answer("Play another game? [Y/n] ", "n");
    assert_eq!(terminal.end(), 0);
    let mut terminal = Terminal::open(80, &["review", &file]);
    let before = terminal.wait_for("Enter shows the next move; q quits.");
    assert!(!before.contains("1. Ada"), "not before Enter: {before}");
    terminal.press("\r");
    let first = terminal.wait_for("2,2 would have kept it.");
    assert!(first.contains("1. Ada 2,1: win -> loss."), "{first}");
    terminal.press("q\r");
    assert_eq!(terminal.end(), 0);
}

#[test]
fn a_trace_waits_for_enter_after_every_step() {
    let mut terminal = Terminal::open(100, &["trace", "2x2", "--search", "alphabeta"]);
    terminal.wait_for("Enter: the next step.");
    let seen = terminal.wait_for("beta is +infinity.");
    assert!(
        seen.contains("1. Visit node 1: 2,2 is left; MAX to move.") && !seen.contains("2. Visit"),
        "{seen}"
    );
    terminal.press("\r");
    let seen = terminal.wait_for("2. Visit node 2: the move 1,2 leaves 1,1");
    assert!(!seen.contains("3. Visit"), "{seen}");
    terminal.press("\r");
    terminal.wait_for("3. Visit node 3");
    terminal.press("quit\r");
    assert_eq!(terminal.end(), 0);
}
