//! Questions as a page and a program ask them, and what the desk answers.

use lastbite::description::Described;
use lastbite::{AnyGame, Effort, Solver, Standing};
use lastbite_answers::{Desk, Reach};
use proptest::prelude::*;
use serde_json::{Value, json};

fn desk() -> Desk {
    Desk::new(Solver::new(), Reach::default())
}

fn try_ask(name: &str, query: &str) -> (u16, Value) {
    let reply = desk().answer(name, query, "", &Effort::unlimited());
    (reply.status, serde_json::from_str(&reply.body).unwrap_or(Value::String(reply.body)))
}

fn ask(name: &str, query: &str) -> Value {
    let (status, answer) = try_ask(name, query);
    assert_eq!(status, 200, "{name}?{query}: {answer}");
    answer
}

fn act(address: &str, action: &str) -> Value {
    ask("session", &format!("{address}&do={}", action.replace(' ', "%20")))
}

fn refused(name: &str, query: &str) -> String {
    let (status, answer) = try_ask(name, query);
    assert!(status >= 400, "{name}?{query}");
    answer["error"].as_str().unwrap().to_string()
}

fn text<'a>(answer: &'a Value, field: &str) -> &'a str {
    answer[field].as_str().unwrap_or_else(|| panic!("{field} in {answer}"))
}

#[test]
fn who_wins_a_whole_bar_is_known_however_large_it_is() {
    let few = Effort::unlimited().nodes(1000);
    let asked = |position: &str| {
        let desk = Desk::new(Solver::new(), Reach::default());
        let reply = desk.answer("analyze", &format!("game=chomp:23x24{position}"), "", &few);
        (reply.status, serde_json::from_str::<Value>(&reply.body).unwrap())
    };
    let (status, whole) = asked("");
    assert_eq!((status, &whole["outcome"], &whole["moves"]), (200, &Value::from("win"), &Value::Null));
    let (status, bitten) = asked("&position=24^20,20,18,9");
    assert_eq!(status, 422, "no theorem says anything about {bitten}");
}

#[test]
fn a_person_is_spoken_to_in_the_grammar_of_the_language() {
    let bitten = act("game=chomp:2x2&vs=human&you=You", "play 1,2");
    assert!(
        text(&bitten, "told").starts_with("You bite 1,2 and eat 2 squares. Player 2's turn."),
        "{bitten}"
    );
    let over = act(&format!("{}&you=You", text(&bitten, "address").replace("&you=You", "")), "play 1,1");
    assert!(text(&over, "told").ends_with("You win. Player 2 ate the poison."), "{}", over["told"]);
    assert_eq!(text(&over, "headline"), "You win!");
    let named = act("game=chomp:2x2&vs=human&you=Ada&other=Bob", "play 2,2");
    assert_eq!(text(&named, "told"), "Ada bites 2,2 and eats 1 square. Bob's turn.");
    let left = ask("session", "game=chomp:2x2&moves=2,2;1,2;2,1");
    assert!(
        text(&left, "told").contains("You win. Only the poison is left, and it is the computer's turn."),
        "{}",
        left["told"]
    );
    let left = ask("session", "game=chomp:2x2&me=2&moves=2,2;1,2;2,1");
    assert!(
        text(&left, "told").contains("Only the poison is left, and it is your turn."),
        "{}",
        left["told"]
    );
}

#[test]
fn what_is_done_changes_the_address_and_nothing_else_does() {
    let start = ask("session", "");
    let address = text(&start, "address").to_string();
    assert_eq!(ask("session", &address), start);
    let bitten = act(&address, "play 3,4");
    assert_eq!(text(&bitten, "address"), format!("{address}&moves=3,4"));
    assert_eq!(bitten["thinks"], true);
    let replied = ask("reply", text(&bitten, "address"));
    assert_eq!((replied["at"].as_u64(), replied["can"]["play"].as_bool()), (Some(2), Some(true)));
    assert!(replied["thought"]["why"].is_string());
    // Undo takes the computer's answer back, too, and the line stays for redo.
    let undone = act(text(&replied, "address"), "undo");
    assert_eq!((undone["at"].as_u64(), undone["moves"].as_array().unwrap().len()), (Some(0), 2));
    let redone = act(text(&undone, "address"), "redo");
    assert_eq!(redone["address"], replied["address"]);
    // Looking back at the computer's turn it waits, and can be told to go on from there.
    let back = act(text(&replied, "address"), "back 1");
    assert_eq!((back["thinks"].as_bool(), text(&back, "headline")), (Some(false), "The computer to move"));
    let cut = act(text(&back, "address"), back["notice"]["choices"][0]["do"].as_str().unwrap());
    assert_eq!(cut["address"], bitten["address"]);
    // Another move from the middle begins another line.
    let other = act(text(&undone, "address"), "play 4,7");
    assert_eq!(text(&other, "address"), format!("{address}&moves=4,7"));
    // The sides change, and with them who is to move.
    let swapped = act(&address, "swap");
    assert_eq!((swapped["thinks"].as_bool(), swapped["me"].as_u64()), (Some(true), Some(2)));
}

#[test]
fn a_resignation_can_be_taken_back_and_counts_no_more() {
    let given_up = act("game=chomp:3x4&moves=3,4;2,3", "resign");
    assert_eq!(given_up["score"]["won"], false);
    assert_eq!(text(&given_up, "told"), "The computer wins. You resigned.");
    let undone = act(text(&given_up, "address"), "undo");
    assert_eq!((undone["score"]["won"].is_null(), undone["over"].as_bool()), (true, Some(false)));
    assert!(!text(&undone, "address").contains("resigned"));
}

#[test]
fn old_links_still_open() {
    let old = "game=nim:3,4,5&moves=3+from+1;2+from+2&at=1&vs=human&level=easy&me=1";
    let shown = ask("session", old);
    assert_eq!(shown["at"], 1);
    assert_eq!(shown["moves"][0]["described"], "3 from heap 1");
    // What is written now has no plus that could mean two things.
    assert!(text(&shown, "address").contains("moves=3%20from%201;2%20from%202"), "{}", shown["address"]);
    assert_eq!(ask("session", text(&shown, "address")), shown);
    let old = "game=chomp:4x7&start=7%2C5%2C2&moves=2,3&at=9&seed=12345678901&resigned=1&analysis=1&grundy=1";
    assert_eq!(ask("session", old)["analysis"], true);
    assert_eq!(ask("session", "game=chomp:4x7")["level"], "medium");
    assert_eq!(ask("session", "lesson=2")["level"], "perfect");
}

#[test]
fn names_of_two_people_are_in_the_links() {
    let shown = ask("session", "game=chomp:4x7&vs=human&you=Ada&other=Bob%20%3Cb%3E");
    for link in shown["links"].as_array().unwrap() {
        assert!(text(link, "address").ends_with("you=Ada&other=Bob%20%3Cb%3E"), "{link}");
    }
    assert_eq!(text(&shown, "headline"), "Ada to move");
}

#[test]
fn a_theorem_answers_at_once_however_large_the_bar_is() {
    for size in ["20x20", "99x99"] {
        let hint = ask("hint", &format!("game=chomp:{size}"));
        assert_eq!(hint["stages"][0], "There is a winning move.");
        assert_eq!(hint["stages"][1], "The idea is called: the equal L.");
        assert_eq!(hint["stages"][2], "Look in the upper left part.");
        assert!(
            hint["stages"][3].as_str().unwrap().starts_with("Biting 2,2 wins, because two equal arms"),
            "{hint}"
        );
        assert_eq!(hint["move"], "2,2");
        assert_eq!(ask("explain", &format!("game=chomp:{size}"))["best"], "2,2");
    }
    let lost = ask("hint", "game=chomp:2x3&start=3,2&vs=human");
    assert!(lost["stages"][0].as_str().unwrap().starts_with("No bite wins here"), "{lost}");
}

#[test]
fn what_may_be_asked_is_what_can_be_played() {
    let limits = &ask("health", "")["limits"];
    let side = limits["side"].as_u64().unwrap();
    let (heaps, stones) = (limits["heaps"].as_u64().unwrap() as usize, limits["stones"].as_u64().unwrap());
    let heap = |many: usize, stones: u64| vec![stones.to_string(); many].join(",");
    let playable = |game: String| game.parse::<AnyGame>().unwrap().check_playable().is_ok();
    assert!(playable(format!("chomp:{side}x{side}")) && !playable(format!("chomp:1x{}", side + 1)));
    assert!(playable(format!("nim:{}", heap(heaps, stones))));
    assert!(!playable(format!("nim:{}", heap(heaps + 1, 1))) && !playable(format!("nim:{}", stones + 1)));
    assert!(refused("session", "game=chomp:100x4").contains("1 to 99 rows"));
}

#[test]
fn a_new_game_is_chosen_by_what_games_say_of_themselves() {
    let games = ask("games", "");
    for kind in games["games"].as_array().unwrap() {
        let usual: Vec<&str> =
            kind["parameters"].as_array().unwrap().iter().map(|choice| text(choice, "usual")).collect();
        let query = format!("kind={}&values={}&you=Ada", text(kind, "name"), usual.join(";"));
        let address = text(&ask("new", &query), "address").to_string();
        assert_eq!(address, format!("{}&you=Ada", text(kind, "address")));
        ask("session", &address);
    }
    assert!(
        text(&ask("new", "kind=nim&values=3,4;loses%20(mis%C3%A8re)"), "address").contains("nim:3,4/misere")
    );
    for over in
        ["kind=chomp&values=1x1;1,1", "kind=nim&values=0;wins", "kind=nim&values=1;loses%20(mis%C3%A8re)"]
    {
        assert!(refused("new", over).contains("over before it begins"), "{over}");
    }
    assert!(refused("new", "kind=chess&values=8x8").contains("must be one of"));
    assert!(refused("new", "kind=chomp&values=4x5;9,9").contains("poison"));
}

#[test]
fn a_sign_between_games_is_itself_and_old_links_still_open() {
    let sum = ask("session", "game=chomp:2x2+nim:3&start=2,1+3&moves=2:%201%20from%201&vs=human");
    assert!(
        text(&sum, "address").starts_with("game=chomp:2x2+nim:3&start=2,1+3&moves=2:%201%20from%201"),
        "{sum}"
    );
    let old = ask("session", "game=nim:3,4&moves=1+from+1&vs=human&you=Ada+Lovelace");
    assert!(text(&old, "address").contains("moves=1%20from%201"), "{old}");
    assert!(text(&old, "address").contains("you=Ada%20Lovelace"), "{old}");
    let name = ask("session", "game=nim:3,4&vs=human&you=A%2BB");
    assert!(text(&name, "address").contains("you=A%2BB"), "{name}");
}

#[test]
fn misere_values_have_a_name_of_their_own() {
    let normal = ask("analyze", "game=nim:1,2,4");
    assert_eq!((normal["grundy"].as_u64(), normal["value_without_blunders"].is_null()), (Some(7), true));
    let misere = ask("analyze", "game=nim:1,2,4/misere");
    assert!(misere["grundy"].is_null() && misere["value_without_blunders"].is_u64(), "{misere}");
    assert!(refused("grundy", "game=nim:1,2,4/misere").contains("misère"));
    let bar = ask("grundy", "game=chomp:3x3");
    assert_eq!(bar["grundy"], ask("analyze", "game=chomp:3x3")["grundy"]);
}

#[test]
fn a_game_is_told_with_the_fields_it_always_had() {
    let told = ask("game", "game=chomp:3x4@2,2&moves=3,3;1,4&first=Ada&resigned=1");
    assert_eq!((text(&told, "name"), text(&told, "poison")), ("chomp", "2,2"));
    assert_eq!(told["whole"], serde_json::json!([4, 4, 4]));
    assert_eq!(told["positions"][2]["lengths"], serde_json::json!([3, 3, 2]));
    assert_eq!(told["moves"][0]["told"], "bites 3,3 and eats 2 squares");
    assert_eq!(told["over"]["sentence"], "Ada resigned.");
    let told = ask("game", "game=nim:3,4,5/misere&moves=4%20from%202");
    assert_eq!((told["misere"].as_bool(), told["poison"].is_null()), (Some(true), true));
    assert_eq!(told["positions"][1]["lengths"], serde_json::json!([3, 0, 5]));
}

#[test]
fn a_record_is_opened_and_saved_and_anything_else_is_not() {
    let saved = desk().answer(
        "save",
        "game=chomp:3x4&moves=3,4;2,3&vs=human&you=Ada&other=Bob",
        r#"[{"seconds":1.5,"nodes":null,"why":null},{"seconds":0.25,"nodes":7,"why":"wins"}]"#,
        &Effort::unlimited(),
    );
    let saved: Value = serde_json::from_str(&saved.body).unwrap();
    assert_eq!(text(&saved, "file"), "chomp-3x4.json");
    let open = |body: &str| {
        let reply = desk().answer("record", "", body, &Effort::unlimited());
        serde_json::from_str::<Value>(&reply.body).unwrap()
    };
    // Some editors put a byte-order mark in front.
    let opened = open(&format!("\u{feff}{}", text(&saved, "record")));
    assert_eq!(text(&opened, "address"), "game=chomp:3x4&moves=3,4;2,3&vs=human&you=Ada&other=Bob");
    assert_eq!(opened["record"], saved["record"]);
    assert!(text(&opened, "record").contains("\"why\": \"wins\""));
    for other in ["", "[]", "a text", r#"{"format":"something else"}"#] {
        assert_eq!(open(other)["error"], "That file is not a saved lastbite game.", "{other}");
    }
}

#[test]
fn a_review_says_where_the_win_went() {
    let review = ask("review", "game=chomp:2x3&moves=1,3;2,2;1,2;2,1&first=Ada&second=Bob");
    assert_eq!(review["moves"][0]["sentence"], "Ada: 1,3 gave the win away; 2,3 would have kept it.");
    assert_eq!(review["moves"][2]["sentence"], "Ada: 1,2; already lost.");
    assert_eq!(review["sentences"][1], "Bob kept 2 of 2 won positions.");
}

/// Whoever reads a sentence does not type it: no move in it is a code, as `2 from 1 leaving 4,6` or `6 in 1` is, and
/// there is no sign that means one thing in a position and another in a sum.
#[test]
fn sentences_speak_of_moves_in_words() {
    fn is_code(text: &str) -> bool {
        let digits = |text: &str| text.trim_start_matches(|c: char| c.is_ascii_digit()).to_string();
        let after = |word: &str| text.split(word).skip(1).map(digits).collect::<Vec<String>>();
        text.contains('^')
            || after("from ").iter().any(|rest| rest.starts_with(" leaving"))
            || text.split(" in ").skip(1).any(|rest| digits(rest).is_empty() && !rest.is_empty())
    }
    fn check(what: &str, value: &Value) {
        match value {
            Value::String(text) => assert!(!is_code(text), "{what}: {text}"),
            Value::Array(values) => values.iter().for_each(|value| check(what, value)),
            _ => {}
        }
    }
    assert!(is_code("But 2 from 1 leaving 4,6 wins.") && is_code("6 in 1") && is_code("which is 3 ^ 5"));
    for kind in AnyGame::kinds() {
        let game = kind.usual();
        let mut table = ask("session", &format!("game={game}&vs=human&you=Ada"));
        let hint = ask("hint", text(&table, "address"));
        let explained = ask("explain", &format!("game={game}"));
        for value in [
            &hint["stages"],
            &table["rule"],
            &table["limit"],
            &explained["sentences"],
            &explained["best_in_words"],
        ] {
            check(&game, value);
        }
        // Two moves, each the middle one of the list, where splits are.
        for _ in 0..2 {
            let at = table["at"].as_u64().unwrap() as usize;
            let position = table["positions"][at].as_str().unwrap();
            let standing = Standing::read(game.parse::<AnyGame>().unwrap(), position).unwrap();
            let moves: Vec<_> = standing.moves().collect();
            let Some(mv) = moves.get(moves.len() / 2) else { break };
            let typed = standing.write_move(mv);
            let tried =
                ask("try", &format!("game={game}&position={position}&move={}", typed.replace(' ', "%20")));
            check(&game, &tried["sentence"]);
            check(&game, &tried["why"]["sentences"]);
            table = act(text(&table, "address"), &format!("play {typed}"));
            check(&game, &table["told"]);
        }
        let reviewed = ask("review", text(&table, "line"));
        for (made, reviewed) in
            table["moves"].as_array().unwrap().iter().zip(reviewed["moves"].as_array().unwrap())
        {
            check(&game, &made["described"]);
            check(&game, &reviewed["sentence"]);
        }
    }
}

/// Two people read the same review.
#[test]
fn a_review_counts_in_english() {
    let told = |moves: &str| ask("review", &format!("game=nim:1,2&moves={moves}"))["sentences"].clone();
    assert_eq!(told("2%20from%202")[0], "Player 1 could win once, and gave it away.");
    assert_eq!(told("1%20from%202")[0], "Player 1 could win once, and kept the win.");
    assert_eq!(told("1%20from%202")[1], "Player 2 never had a win to keep.");
}

/// What was played is not said again when something is switched, and values are not on without their analysis.
#[test]
fn a_switch_says_what_it_does() {
    let start = text(&ask("session", "game=chomp:4x7"), "address").to_string();
    let shown = act(&start, "analysis");
    assert_eq!(text(&shown, "told"), "The analysis is shown.");
    let valued = act(text(&shown, "address"), "grundy");
    assert_eq!(text(&valued, "told"), "The Grundy values are shown.");
    assert!(text(&valued, "address").contains("grundy=1"), "{valued}");
    let hidden = act(text(&valued, "address"), "analysis");
    assert_eq!(text(&hidden, "told"), "The analysis is hidden.");
    assert!(!text(&hidden, "address").contains("grundy"), "{}", hidden["address"]);
}

/// The computer is no name: what it does is told as in the full screen.
#[test]
fn the_computer_is_called_the_computer() {
    let played = act("game=chomp:2x2", "play 1,2");
    assert_eq!(text(&played, "headline"), "The computer is thinking …");
    assert!(text(&played, "told").ends_with("The computer's turn."), "{}", played["told"]);
    let answered = ask("reply", text(&played, "address"));
    assert!(text(&answered, "told").starts_with("The computer bites "), "{}", answered["told"]);
}

#[test]
fn a_tree_that_is_too_big_to_draw_says_so() {
    let drawn = desk().answer("tree.svg", "game=chomp:2x3", "", &Effort::unlimited());
    assert_eq!(
        (drawn.status, drawn.body.matches("<a href=\"../#game=chomp:2x3&amp;start=").count()),
        (200, 9)
    );
    assert!(refused("tree.svg", "game=chomp:5x5").contains("too big to draw"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Every piece that is shown can be played as its move says, and takes what it says.
    #[test]
    fn pieces_do_what_they_say(game in 0..4usize, picks in prop::collection::vec(0..1000usize, 0..8)) {
        let game = ["chomp:3x4", "chomp:4x4@2,2", "nim:3,4,5", "nim:2,3/misere"][game];
        let mut shown = ask("session", &format!("game={game}&vs=human"));
        for pick in picks {
            let pieces = shown["pieces"].as_array().unwrap().clone();
            let playable: Vec<&Value> = pieces.iter().filter(|piece| piece["move"].is_string()).collect();
            if shown["can"]["play"] == false || playable.is_empty() {
                break;
            }
            let piece = playable[pick % playable.len()];
            let next = act(text(&shown, "address"), &format!("play {}", text(piece, "move")));
            let gone = |view: &Value, id: usize| view["pieces"][id]["gone"] == true;
            let mut taken = vec![false; pieces.len()];
            for run in piece["takes"].as_array().unwrap() {
                let [first, many, step, rows] = [0, 1, 2, 3].map(|i| run[i].as_u64().unwrap() as usize);
                (0..rows).for_each(|row| (0..many).for_each(|i| taken[first + row * step + i] = true));
            }
            for (id, &taken) in taken.iter().enumerate() {
                prop_assert_eq!(gone(&next, id), gone(&shown, id) || taken);
            }
            prop_assert_eq!(next["fresh"].clone(), piece["takes"].clone());
            prop_assert_eq!(piece["loses"] == true, next["over"] == true && next["told"].as_str().unwrap().contains("took the last")
                || next["told"].as_str().unwrap().contains("ate the poison"));
            shown = next;
        }
    }

    /// Whatever an address says, the answer is a sentence or a game, never a panic.
    #[test]
    fn any_text_is_answered(text in "[a-z=&;:,0-9 +%@/x]{0,60}", name in 0..20usize) {
        let route = &lastbite_answers::routes::ROUTES[name % lastbite_answers::routes::ROUTES.len()];
        let query = if text.len() % 2 == 0 { text.clone() } else { format!("game=chomp:2x3&moves={text}") };
        let reply = desk().answer(route.name, &query, &text, &Effort::unlimited());
        prop_assert!([200, 400, 422].contains(&reply.status), "{} {}", reply.status, reply.body);
    }
}

#[test]
fn a_bar_goes_without_its_name_as_on_the_command_line() {
    assert_eq!(ask("explain", "game=3x4"), ask("explain", "game=chomp:3x4"));
    assert_eq!(ask("session", "game=3x4")["game"], "chomp:3x4");
    assert_eq!(ask("explain", "game=7,5,3"), ask("explain", "game=chomp:3x7&position=7,5,3"));
    assert!(refused("explain", "game=3,4,5").contains("did you mean nim:3,4,5?"));
}

#[test]
fn a_puzzle_has_one_answer_and_every_try_is_told_why() {
    let puzzle = ask("puzzle", "game=chomp:3x4&position=4^3");
    assert_eq!(puzzle["task"], "It is your turn. Exactly one bite wins. Find it.");
    assert_eq!(puzzle["address"], "game=chomp:3x4&start=4%5E3&vs=human");
    let right = ask("try", "game=chomp:3x4&move=2,3");
    assert_eq!((&right["right"], &right["reply"]), (&json!(true), &Value::Null));
    let wrong = ask("try", "game=chomp:3x4&move=1,2");
    assert_eq!((&wrong["right"], &wrong["reply"]), (&json!(false), &json!("2,1")));
    assert!(wrong["sentence"].as_str().unwrap().ends_with("But then your opponent wins by biting 2,1."));
    let poison = ask("try", "game=chomp:3x4&move=1,1");
    assert!(poison["sentence"].as_str().unwrap().ends_with("That loses at once."));
    assert_eq!(ask("puzzle", "day=20000"), ask("puzzle", "day=20000"));
    let made = ask("puzzle", "game=nim:3,4,5&difficulty=easy&seed=7");
    assert_eq!(made, ask("puzzle", "game=nim:3,4,5&difficulty=easy&seed=7"));
    assert_eq!(made["difficulty"], "easy");
}

#[test]
fn a_sheet_has_the_answers_that_win() {
    let sheet = ask("worksheet", "game=chomp:3x5&number=4&difficulty=medium&seed=7");
    let puzzles = sheet["puzzles"].as_array().unwrap();
    assert_eq!(puzzles.len(), 4);
    for puzzle in puzzles {
        let query = format!("game=chomp:3x5&position={}", puzzle["position"].as_str().unwrap());
        assert_eq!(ask("analyze", &query)["moves"][0]["move"], puzzle["solution"]);
        assert!(puzzle["picture"].as_str().unwrap().starts_with("<svg"));
    }
    assert_eq!(sheet["command"], "lastbite worksheet 3x5 -n 4 --difficulty medium --seed 7");
}

#[test]
fn a_search_is_followed_on_its_tree() {
    let trace = ask("trace", "game=chomp:2x3&search=alphabeta");
    assert_eq!(trace["nodes"], 46);
    let steps = trace["steps"].as_array().unwrap();
    let events = |name: &str| steps.iter().filter(|step| step["event"] == name).count();
    assert_eq!((events("enter"), events("leave")), (46, 46));
    let picture = trace["picture"].as_str().unwrap();
    for step in steps {
        assert!(picture.contains(&format!("<g id=\"node-{}\">", step["node"])), "{step}");
    }
    assert!(steps.iter().any(|step| step["cut"].as_array().is_some_and(|cut| !cut.is_empty())));
}

#[test]
fn a_position_is_set_up_piece_by_piece() {
    let position = |query: &str| ask("setup", query)["position"].clone();
    assert_eq!(position("game=chomp:4x7&piece=2,4"), "7,3^3");
    assert_eq!(position("game=chomp:4x7&position=7,3^3&piece=3,5"), "7,5,5,3");
    assert_eq!(position("game=nim:3,4,5&piece=2,2"), "3,1,5");
    assert_eq!(position("game=nim:3,4,5&position=3,1,5&piece=2,4"), "3,4,5");
    assert_eq!(position("game=divisors:36&position=6&piece=1,3"), "36");
    assert_eq!(ask("setup", "game=chomp:4x7&poison=2,3")["game"], "chomp:4x7@2,3");
    assert_eq!(ask("setup", "kind=chomp&values=3x4;1,1")["title"], "Chomp 3x4");
}

#[test]
fn maps_are_named_and_drawn() {
    let map = ask("map", "");
    let names: Vec<&str> =
        map["maps"].as_array().unwrap().iter().map(|map| map["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["openings", "three-rows", "two-rows", "two-heaps"]);
    assert_eq!(map["rows"][7][9], json!([2, "4,9 and 5,6 win", [[43, 85], [56, 55]]]));
    assert_eq!(ask("map", "map=two-heaps")["rows"][5][3], 6);
}

/// The file that the library and the program read too.
#[test]
fn every_text_that_people_type_is_understood_over_the_network_too() {
    let escaped = |text: &str| text.bytes().map(|byte| format!("%{byte:02X}")).collect::<String>();
    let (mut wrong, mut many) = (Vec::new(), 0);
    for line in include_str!("../../lastbite/tests/texts.tsv").lines().filter(|line| !line.starts_with('#')) {
        let [what, typed, answer] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let (kind, expected) = answer.split_at(2);
        let query = match what {
            "ask" => format!("game={}", escaped(typed)),
            game => format!("game={game}&moves={}", escaped(typed)),
        };
        // A semicolon separates moves here.
        if typed.contains(';') && what != "ask" {
            continue;
        }
        let route = if what == "ask" { "setup" } else { "session" };
        let (status, answer) = try_ask(route, &query);
        let told = answer["error"].as_str().unwrap_or("");
        let right = match (kind, what) {
            ("= ", "ask") => {
                let (game, position) = expected.split_once(' ').unwrap_or((expected, ""));
                let taken = answer["game"] == game && (position.is_empty() || answer["position"] == position);
                // What is too large to be drawn over a network is refused for that alone.
                taken || status == 422
            }
            ("= ", _) => status == 200,
            ("? ", _) => status == 400 && expected.split(" | ").all(|text| told.contains(text)),
            _ => status == 400 && told.to_lowercase().contains(&expected.to_lowercase()),
        };
        if !right {
            wrong.push(format!("{line}\n   {status} {answer:.200}"));
        }
        many += 1;
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(many > 200);
}

/// Theorems answer at once, but there may be thousands of moves to answer for.
#[test]
fn values_are_found_until_somebody_stops_it() {
    let desk = Desk::new(Solver::new(), Reach::default());
    let cancel = lastbite::Cancel::new();
    cancel.cancel();
    let effort = Effort::unlimited().cancelled_by(&cancel);
    assert_eq!(desk.answer("grundy", "game=nim:99^20", "", &effort).status, 422);
    assert_eq!(desk.answer("grundy", "game=nim:99^20", "", &Effort::unlimited()).status, 200);
}
