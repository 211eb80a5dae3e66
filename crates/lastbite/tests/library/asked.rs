//! What people type, through the library's front door: each line of `texts.tsv` means what it says there.

use lastbite::asked::{self, NotUnderstood};
use lastbite::description::Described;
use lastbite::{AnyGame, Game, Standing};

/// Writes what a text was taken as, as the file does: the position only if one was named.
fn answer(typed: &str) -> Result<String, NotUnderstood> {
    let words: Vec<&str> = typed.split(' ').filter(|word| !word.is_empty()).collect();
    let asked = asked::read(&words)?;
    Ok(match asked.is_position {
        true => asked.standing.to_string(),
        false => asked.standing.game().to_string(),
    })
}

fn moved(game: &str, typed: &str) -> Result<String, NotUnderstood> {
    let game: AnyGame = game.parse().unwrap();
    asked::read_move(&game, typed).map(|mv| game.write_move(&mv))
}

#[test]
fn what_people_type_means_what_the_file_says_or_is_answered_with_what_to_type() {
    let mut wrong = Vec::new();
    let mut many = 0;
    for line in include_str!("../texts.tsv").lines().filter(|line| !line.starts_with('#')) {
        let [what, typed, expected] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let found = if what == "ask" { answer(typed) } else { moved(what, typed) };
        let (kind, expected) = expected.split_at(2);
        let right = match (kind, &found) {
            ("= ", Ok(taken)) => taken == expected,
            ("? ", Err(error)) => error.meant.join(" | ") == expected,
            ("! ", Err(error)) => error.meant.is_empty() && error.why.contains(expected),
            _ => false,
        };
        if !right {
            wrong.push(format!("{line}\n    {found:?}"));
        }
        many += 1;
    }
    assert!(wrong.is_empty(), "{} of {many}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(many >= 200, "{many}");
}

#[test]
fn what_is_offered_is_taken_when_it_is_typed() {
    for line in include_str!("../texts.tsv").lines().filter(|line| line.starts_with("ask\t")) {
        let Some((_, offers)) = line.split_once("\t? ") else { continue };
        for offer in offers.split(" | ") {
            assert!(answer(offer).is_ok(), "{line}");
        }
    }
}

#[test]
fn every_kind_is_found_by_its_name_its_title_and_its_number() {
    for (number, kind) in (1..).zip(AnyGame::kinds()) {
        let example: AnyGame = kind.examples[0].parse().unwrap();
        for name in [kind.name, kind.title, &kind.title.to_uppercase()].iter().chain(kind.aliases) {
            assert_eq!(asked::game(name), Ok(example.clone()), "{name}");
        }
        assert_eq!(asked::numbered(&number.to_string()), Some(example));
    }
    assert_eq!(asked::numbered("0"), None);
    assert_eq!(asked::numbered(&(AnyGame::kinds().len() + 1).to_string()), None);
}

#[test]
fn the_notation_is_always_understood() {
    for kind in AnyGame::kinds() {
        for text in kind.examples {
            let game: AnyGame = text.parse().unwrap();
            assert_eq!(asked::game(text), Ok(game.clone()));
            let standing = Standing::start(game);
            let again = asked::read(&[text.to_string(), standing.written()]).unwrap();
            assert_eq!(again.standing, standing);
            let next = standing.moves().next().unwrap();
            let next = standing.play(&next).unwrap();
            assert_eq!(asked::read(&[text.to_string(), next.written()]).unwrap().standing, next);
        }
    }
}

#[test]
fn a_position_where_a_game_is_wanted_says_so() {
    let told = asked::game("7,5,3").unwrap_err().to_string();
    assert_eq!(told, "'7,5,3' is a position, where a game is wanted");
    let other = asked::read(&["7,5,3"]).unwrap().also;
    assert_eq!(other.as_deref(), Some("nim:7,5,3"), "heaps are offered beside it");
}

#[test]
fn long_and_hostile_texts_are_refused_at_once() {
    for text in ["9,".repeat(100_000), "+".repeat(100_000), "a".repeat(100_000), "3x".repeat(50_000)] {
        assert!(asked::read(&[&text]).is_err());
    }
    let told = asked::read(&["\u{1b}[31mnim"]).unwrap_err().to_string();
    assert!(!told.contains('\u{1b}'), "{told:?}");
}
