//! A third game from outside the library, through everything that the library offers for games.

#[path = "../../examples/own_game/daisy.rs"]
pub(crate) mod daisy;

use lastbite::layout::{Drawn, Place};
use lastbite::play::{Dice, Difficulty, Puzzle};
use lastbite::search::{Graph, Tree};
use lastbite::words::{Who, Words, label};
use lastbite::{
    Action, Algorithm, Analysis, Cancel, Effort, Event, Explanation, Game, Level, Outcome, Player, Review,
    Session, Settings, Solver, Standing,
};

use daisy::Daisy;

fn daisy(text: &str) -> Daisy {
    text.parse().unwrap()
}

#[test]
fn it_is_analysed_explained_and_drawn() {
    let solver = Solver::new();
    let start = Standing::start(daisy("daisy:7"));
    let analysis = solver.analyse(&start, &Effort::unlimited()).unwrap();
    assert_eq!(analysis.outcome, Outcome::Win);
    // Pluck the middle petal and mirror: the two halves are alike.
    assert!(
        analysis
            .moves
            .iter()
            .any(|judged| start.write_move(&judged.mv) == "d" && judged.outcome == Outcome::Win)
    );
    assert_eq!(analysis, Analysis::of(&start, &Effort::unlimited()).unwrap());
    let explained = Explanation::of(&start, &solver, &Effort::unlimited()).unwrap();
    assert!(!explained.replies.is_empty(), "{explained:?}");
    assert!(!explained.told(&start).is_empty());
    assert!(Tree::grow(&start, Algorithm::Minimax, &Effort::unlimited()).is_ok());
    assert!(Graph::of(&start, &Effort::unlimited()).is_ok());
    assert_eq!(label(&start, Place::new(1, 3)), "Row 1, column 3, plucks 1 petal");
    let pair = start.game().read_move("cd").unwrap();
    assert_eq!(start.game().piece_of(start.position(), &pair), None, "two petals are typed, not clicked");
    assert_eq!(start.game().taken(start.position(), &pair), [2, 3]);
    assert_eq!(start.game().told(start.position(), &pair, Who::You), "pluck cd");
}

/// A game that knows nothing of its values has them from a search, and a search that is stopped says so.
#[test]
fn its_grundy_value_is_searched_and_a_stop_is_no_answer() {
    let solver = Solver::new();
    for (text, value) in [("daisy:1", 1), ("daisy:3", 3), ("daisy:7", 2)] {
        let found = solver.grundy_value(&Standing::start(daisy(text)), &Effort::unlimited());
        assert_eq!(found.unwrap(), Some(value), "{text}");
    }
    let cancel = Cancel::new();
    cancel.cancel();
    let stopped = Effort::unlimited().cancelled_by(&cancel);
    let start = Standing::start(daisy("daisy:9"));
    assert!(Solver::new().grundy_value(&start, &stopped).unwrap_err().was_cancelled());
}

#[test]
fn it_is_played_and_reviewed() {
    let players = [Player::human("Ada"), Player::computer("HAL", Level::Perfect)];
    let mut session = Session::new(Standing::start(daisy("daisy:5")), players, Settings::default()).unwrap();
    let solver = Solver::new();
    while session.played().verdict().is_none() {
        let mv = session.played().standing().stalling_move().expect("a petal is left");
        let events = session.act(Action::Play(mv));
        assert!(matches!(events[0], Event::Moved { .. }), "{events:?}");
        while let Some(task) = session.task() {
            let thought = task.run(&solver, &Effort::unlimited());
            session.take(thought);
        }
    }
    let review = Review::of(session.played(), &solver, &Effort::unlimited()).unwrap();
    assert_eq!(review.moves.len(), session.played().history().len());
}

#[cfg(feature = "serde")]
#[test]
fn it_is_recorded() {
    use lastbite::Record;
    let players = [Player::human("Ada"), Player::human("Bob")];
    let mut session = Session::new(Standing::start(daisy("daisy:3")), players, Settings::default()).unwrap();
    for pluck in ["b", "a", "c"] {
        let pluck = session.played().game().read_move(pluck).unwrap();
        session.act(Action::Play(pluck));
    }
    let written = Record::of(&session).to_json();
    assert!(written.contains("\"game\": \"daisy:3\""), "{written}");
    let read = Record::from_json(&written).unwrap().session::<Daisy>(Settings::default()).unwrap();
    assert_eq!(Record::of(&read).to_json(), written);
}

#[test]
fn puzzles_are_made_of_it() {
    let make = |seed| {
        Puzzle::of(
            &daisy("daisy:8"),
            Difficulty::Easy,
            3,
            &mut Dice::new(seed),
            &Solver::new(),
            &Effort::unlimited(),
        )
    };
    let puzzles = make(7).unwrap();
    assert_eq!(puzzles, make(7).unwrap());
    for puzzle in puzzles {
        let analysis = Analysis::of(&puzzle.standing, &Effort::unlimited()).unwrap();
        let winning: Vec<_> = analysis.moves.iter().filter(|judged| judged.outcome == Outcome::Win).collect();
        assert_eq!((winning.len(), &winning[0].mv), (1, &puzzle.solution));
    }
}
