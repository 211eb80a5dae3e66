//! Sessions: actions in, events out, thinking wherever the driver likes.
#![cfg(feature = "serde")]

use std::cell::Cell;
use std::time::Duration;

use lastbite::description::Described;
use lastbite::game::Purpose;
use lastbite::play::{About, Dice, Judgement, RecordError, Refusal, TooLarge, Why};
use lastbite::{
    Action, AnyGame, Chomp, Effort, Ending, Event, Game, Knowledge, Level, Nim, Outcome, Player, Record,
    Session, Settings, Solver, Standing, Words, play::Engine, play::Match, play::Side,
};
use lastbite_work::Clock;
use proptest::prelude::*;

fn people() -> [Player; 2] {
    [Player::human("Ada"), Player::human("Bob")]
}

fn against_computer() -> [Player; 2] {
    [Player::human("Ada"), Player::computer("HAL", Level::Perfect)]
}

fn chomp(text: &str, players: [Player; 2]) -> Session<Chomp> {
    Session::new(Standing::start(text.parse().unwrap()), players, Settings::default()).unwrap()
}

/// Runs all tasks, and returns the events.
fn think<G: Words>(session: &mut Session<G>) -> Vec<Event<G>> {
    let solver = Solver::new();
    let mut events = Vec::new();
    while let Some(task) = session.task() {
        events.extend(session.take(task.run(&solver, &Effort::unlimited())));
    }
    events
}

fn play(session: &mut Session<Chomp>, bite: &str) -> Vec<Event<Chomp>> {
    session.act(Action::Play(bite.parse().unwrap()))
}

fn refusal<G: Game>(events: &[Event<G>]) -> &Refusal<G> {
    match events {
        [Event::Refused { why }] => why,
        other => panic!("not refused: {other:?}"),
    }
}

#[test]
fn a_game_goes_from_its_first_move_to_its_end() {
    let mut session = chomp("chomp:2x2", people());
    assert!(matches!(&play(&mut session, "2,2")[..], [Event::Moved { turn }] if turn.side == Side::First));
    assert!(matches!(refusal(&play(&mut session, "2,2")), Refusal::Illegal(_)));
    assert!(session.task().is_none(), "nobody has to think");
    play(&mut session, "1,2");
    let events = play(&mut session, "2,1");
    assert!(matches!(&events[..], [Event::Moved { .. }, Event::Over { verdict }]
            if verdict.winner == Side::First && verdict.ending == Ending::NoMoveLeft));
    assert!(matches!(refusal(&session.act(Action::Resign)), Refusal::Over));
    assert!(matches!(refusal(&session.act(Action::Hint)), Refusal::Over));
    // After the end a move can still be taken back.
    assert!(matches!(session.act(Action::Undo)[..], [Event::Undone { moves: 1 }]));
    assert!(session.played().verdict().is_none());
    assert!(matches!(session.act(Action::Redo)[..], [Event::Redone { moves: 1 }, Event::Over { .. }]));
    assert!(matches!(session.act(Action::NewGame(None))[..], [Event::Began { .. }]));
    assert!(session.played().history().is_empty());
}

#[test]
fn the_computer_answers_and_says_why() {
    let mut session = chomp("chomp:3x4", against_computer());
    play(&mut session, "3,4");
    assert!(matches!(refusal(&play(&mut session, "1,2")), Refusal::NotYourTurn));
    let events = think(&mut session);
    let [Event::Moved { turn }] = &events[..] else { panic!("{events:?}") };
    assert_eq!((turn.mv.to_string().as_str(), &turn.note.why), ("2,3", &Some(Why::Wins)));
    assert!(turn.note.nodes.is_some());
    // Undo takes back the person's move together with the computer's answer.
    assert!(matches!(session.act(Action::Undo)[..], [Event::Undone { moves: 2 }]));
    assert!(matches!(refusal(&session.act(Action::Undo)), Refusal::NothingToUndo));
    assert!(matches!(session.act(Action::Redo)[..], [Event::Redone { moves: 2 }]));
    assert!(matches!(refusal(&session.act(Action::Redo)), Refusal::NothingToRedo));
}

#[test]
fn a_thought_that_comes_too_late_changes_nothing() {
    let mut session = chomp("chomp:3x4", against_computer());
    play(&mut session, "3,4");
    let task = session.task().expect("the computer is to move");
    assert!(session.task().is_none(), "one task at a time");
    assert!(matches!(session.thinking(), Some(Event::Thinking { about: About::Reply, .. })));
    session.act(Action::Undo);
    assert!(task.cancel().is_cancelled(), "nobody need think about that any more");
    let late = task.run(&Solver::new(), &Effort::unlimited());
    assert!(session.take(late).is_empty());
    assert!(session.played().history().is_empty());
    assert!(session.thinking().is_none());
    // Nor is it mistaken for the thought that is expected now.
    play(&mut session, "3,4");
    let old = session.task().unwrap();
    session.act(Action::Undo);
    play(&mut session, "2,2");
    let new = session.task().unwrap();
    let solver = Solver::new();
    assert!(session.take(old.run(&solver, &Effort::unlimited())).is_empty());
    assert!(session.thinking().is_some(), "the new task is still out");
    assert_eq!(session.played().history().len(), 1);
    assert!(matches!(session.take(new.run(&solver, &Effort::unlimited()))[..], [Event::Moved { .. }]));
}

#[test]
fn an_engine_that_gives_up_is_followed_by_a_better_one() {
    let mut session = chomp("chomp:8x9", against_computer());
    session.act(Action::Engine(Engine::ALL[1]));
    play(&mut session, "8,9");
    let task = session.task().unwrap();
    assert_eq!(task.engine(), Engine::ALL[1]);
    // Cancelled before it began: the engine knows nothing, and the next task asks the solver.
    session.stop();
    let events = session.take(task.run(&Solver::new(), &Effort::unlimited()));
    assert!(matches!(&events[..], [Event::GaveUp { unknown, .. }] if unknown.was_cancelled()));
    let events = think(&mut session);
    assert!(matches!(&events[..], [Event::Moved { turn }] if turn.note.why == Some(Why::Wins)));
}

#[test]
fn cancelling_one_session_leaves_the_other_alone() {
    let mut sessions = [chomp("chomp:9x10", against_computer()), chomp("chomp:9x10", against_computer())];
    let tasks = sessions.each_mut().map(|session| {
        play(session, "9,10");
        session.task().unwrap()
    });
    sessions[0].stop();
    let [first, second] = tasks.map(|task| task.run(&Solver::new(), &Effort::unlimited()));
    let events = sessions[0].take(first);
    let guessed = |event: &Event<Chomp>| matches!(event, Event::Moved { turn } if matches!(turn.note.why, Some(Why::Guesses(_))));
    assert!(events.iter().any(guessed), "{events:?}");
    let events = sessions[1].take(second);
    assert!(!events.is_empty() && !events.iter().any(guessed), "{events:?}");
}

#[test]
fn a_hint_names_the_move_and_the_reason_or_what_makes_the_game_last() {
    let mut session = chomp("chomp:4x4", people());
    session.act(Action::Hint);
    let events = think(&mut session);
    let [Event::Hinted { hint }] = &events[..] else { panic!("{events:?}") };
    let Knowledge::Known(known) = &hint.knowledge else { panic!("a square is known") };
    assert_eq!(known.best.unwrap().to_string(), "2,2");
    assert!(hint.why.as_ref().unwrap().contains("two equal arms"), "{:?}", hint.why);
    // In every lost position of a bar the hint names the move that the computer would play.
    let bar: Chomp = "chomp:5x6".parse().unwrap();
    let solver = Solver::new();
    let solved = solver.bars().solved(&bar, &Effort::unlimited()).unwrap();
    for lost in solved.lost_positions().map(Result::unwrap).filter(|rows| rows.area() > 1) {
        let standing = Standing::new(bar, lost).unwrap();
        let mut session = Session::new(standing.clone(), people(), Settings::default()).unwrap();
        session.act(Action::Hint);
        let thought = session.task().unwrap().run(&solver, &Effort::unlimited());
        let events = session.take(thought);
        let [Event::Hinted { hint }] = &events[..] else { panic!("{events:?}") };
        let reply =
            lastbite::play::Computer::new(Level::Perfect, 1).reply(&standing, &solver, &Effort::unlimited());
        assert_eq!(hint.hold_out, reply.map(|reply| reply.mv), "{standing}");
        let analysis = solver.analyse(&standing, &Effort::unlimited()).unwrap();
        assert_eq!(hint.hold_out, analysis.moves.first().map(|best| best.mv), "{standing}");
    }
}

#[test]
fn moves_are_judged_when_that_is_wanted() {
    let mut settings = Settings::default();
    settings.judged = true;
    let start = Standing::start("chomp:3x4".parse::<Chomp>().unwrap());
    let mut session = Session::new(start, people(), settings).unwrap();
    play(&mut session, "3,4");
    assert_eq!(session.played().history()[0].note.before, Judgement::NotAsked);
    assert!(session.wants(About::Judgement) && !session.wants(About::Hint));
    think(&mut session);
    assert!(!session.wants(About::Judgement), "everything is judged");
    let note = &session.played().history()[0].note;
    assert_eq!((note.before, note.after), (Judgement::Known(Outcome::Win), Judgement::Known(Outcome::Loss)));
    // A cancelled judgement counts as out of reach, the move stays, and it is not asked again.
    play(&mut session, "2,3");
    let task = session.task().unwrap();
    assert!(!session.wants(About::Judgement), "it is out already");
    session.stop();
    let events = session.take(task.run(&Solver::new(), &Effort::unlimited()));
    assert!(matches!(events[..], [Event::Judged]));
    assert_eq!(session.played().history().len(), 2);
    assert!(session.task().is_none());
}

#[test]
fn games_that_are_too_large_are_not_played() {
    let large: Chomp = "chomp:101x100".parse().unwrap();
    let refused = Session::new(Standing::start(large), people(), Settings::default());
    assert_eq!(refused.unwrap_err(), TooLarge::Pieces { pieces: 10_100, purpose: Purpose::Play });
    let mut session = chomp("chomp:2x2", people());
    assert!(matches!(
        refusal(&session.act(Action::NewGame(Some(Standing::start(large))))),
        Refusal::TooLarge(_)
    ));
    let largest: Chomp = "chomp:100x100".parse().unwrap();
    assert!(Session::new(Standing::start(largest), people(), Settings::default()).is_ok());
    // What is left of a large bar may be small enough.
    assert!(Session::new(Standing::read(large, "3,2").unwrap(), people(), Settings::default()).is_ok());
}

#[test]
fn actions_are_read_from_lines() {
    let game: AnyGame = "nim:3,4".parse().unwrap();
    let read = |text: &str| Action::read(&game, text);
    assert!(matches!(read("play 2 from 1"), Ok(Action::Play(_))));
    assert!(matches!(read(" undo "), Ok(Action::Undo)));
    assert!(matches!(read("redo"), Ok(Action::Redo)));
    assert!(matches!(read("resign"), Ok(Action::Resign)));
    assert!(matches!(read("hint"), Ok(Action::Hint)));
    assert!(matches!(read("analyse"), Ok(Action::Analyse)) && matches!(read("analyze"), Ok(Action::Analyse)));
    assert!(matches!(read("stop"), Ok(Action::Stop)));
    assert!(matches!(read("new"), Ok(Action::NewGame(None))));
    assert!(matches!(read("engine sieve"), Ok(Action::Engine(Engine::Sieve))));
    assert!(read("engine magic").unwrap_err().to_string().starts_with("'magic' is not an engine; "));
    let Ok(Action::Player(Side::Second, player)) = read("player 2 computer easy HAL 9000") else { panic!() };
    assert_eq!((player.name(), player.level()), ("HAL 9000", Some(Level::Easy)));
    let Ok(Action::Player(Side::First, player)) = read("player 1 human Ada") else { panic!() };
    assert_eq!((player.to_string().as_str(), player.level()), ("Ada", None));
    for wrong in ["", "jump", "play 2,3", "undo it", "player 3 human A", "player 1 computer", "engine magic"]
    {
        let said = read(wrong).unwrap_err().to_string();
        assert!(said.contains(';'), "{wrong}: {said}");
    }
}

#[test]
fn a_record_is_read_strictly() {
    let mut settings = Settings::default();
    settings.clock = Clock::stopped();
    let mut session =
        Session::new(Standing::start("chomp:3x4".parse::<Chomp>().unwrap()), people(), settings).unwrap();
    play(&mut session, "2,3");
    play(&mut session, "1,3");
    let written = Record::of(&session).to_json();
    let restored = |text: &str| -> Result<Session<Chomp>, RecordError> {
        Record::from_json(text)?.session(Settings::default())
    };
    let again = restored(&written).unwrap();
    assert_eq!(again.played().position(), session.played().position());
    assert_eq!(Record::of(&again).to_json(), written);
    let first = written.replace("lastbite-record 2", "lastbite-record 1");
    assert!(restored(&first).is_ok(), "the format before is read too");
    for (from, to, says) in [
        ("lastbite-record 2", "lastbite-record 3", "its format is 'lastbite-record 3'"),
        ("\"seed\"", "\"seeds\"", "unknown field"),
        ("chomp:3x4", "chomp:3x5x6", "a side of a bar"),
        ("chomp:3x4", "nim:3", "is not the size of a bar"),
        ("\"4^3\"", "\"9^3\"", "larger than the bar"),
        (
            "\"move\": \"1,3\"",
            "\"move\": \"3,3\"",
            "its move 2 cannot be played: square 3,3 has already been eaten",
        ),
        ("\"seconds\": 0.0", "\"seconds\": -1.0", "is not a time"),
        ("\"seconds\": 0.0", "\"seconds\": 1e19", "is not a time"),
        ("\"winner\": null", "\"winner\": 1", "its result is not the one"),
        ("\"resigned\": null", "\"resigned\": 7", "player 7 cannot have resigned"),
        ("\"engine\": \"auto\"", "\"engine\": \"\\u001b[31m\"", "is not an engine"),
    ] {
        assert!(written.contains(from), "{from}");
        let error = restored(&written.replace(from, to)).unwrap_err().to_string();
        assert!(error.contains(says), "{to}: {error}");
        assert!(!error.contains('\u{1b}'), "{error:?}");
    }
    let named = written.replace("\"Ada\"", "\"\\u001b[31m\\nAda\\u0007\"");
    assert_eq!(restored(&named).unwrap().played().player(Side::First).name(), "[31m Ada");
    let huge = written.replace("chomp:3x4", "chomp:1000x1000").replace("\"4^3\"", "\"1000^1000\"");
    assert!(matches!(restored(&huge), Err(RecordError::TooLarge(_))));
}

/// One step of a random session, by dice.
fn step(session: &mut Session<AnyGame>, dice: &mut Dice, solver: &Solver<AnyGame>) {
    let moves: Vec<_> = session.played().standing().moves().collect();
    match dice.below(10) {
        0 => drop(session.act(Action::Undo)),
        1 => drop(session.act(Action::Redo)),
        2 if dice.below(4) == 0 => drop(session.act(Action::Resign)),
        3 => drop(session.act(Action::Hint)),
        4 => session.stop(),
        5 => {
            let side = Side::BOTH[dice.below(2)];
            let player = [Player::human("P"), Player::computer("C", Level::Easy)][dice.below(2)].clone();
            session.act(Action::Player(side, player));
        }
        6 if dice.below(6) == 0 => drop(session.act(Action::NewGame(None))),
        7 | 8 => {
            if let Some(task) = session.task() {
                let thought = task.run(solver, &Effort::unlimited());
                if dice.below(4) == 0 {
                    session.act(Action::Undo);
                }
                session.take(thought);
            }
        }
        _ if !moves.is_empty() => drop(session.act(Action::Play(moves[dice.below(moves.len())].clone()))),
        _ => {}
    }
}

/// What must hold of a match at any time: every move leads from one position to the next.
fn is_sound(played: &Match<AnyGame>) {
    let mut here = played.start().position().clone();
    for (n, turn) in played.history().iter().enumerate() {
        assert_eq!((turn.side, &turn.before), (Side::BOTH[n % 2], &here));
        here = played.game().play_unchecked(&here, &turn.mv);
        assert_eq!(turn.after, here);
    }
    assert_eq!(played.position(), &here);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn whatever_is_done_the_session_stays_sound_and_its_record_restores_it(seed: u64, which in 0usize..4) {
        let game = ["chomp:3x4", "chomp:4x3@2,2", "nim:3,4,2", "nim:2,2,1/misere"][which];
        let start = Standing::start(game.parse::<AnyGame>().unwrap());
        let mut session = Session::new(start, against_computer(), Settings::default()).unwrap();
        let (mut dice, solver) = (Dice::new(seed), Solver::new());
        for _ in 0..40 {
            step(&mut session, &mut dice, &solver);
            is_sound(session.played());
            let record = Record::of(&session);
            let again: Session<AnyGame> = Record::from_json(&record.to_json()).unwrap().session(Settings::default()).unwrap();
            prop_assert_eq!(again.played().position(), session.played().position());
            prop_assert_eq!(again.played().verdict(), session.played().verdict());
        }
    }

    #[test]
    fn no_text_is_a_record_by_mistake_and_none_makes_it_panic(text in any::<String>()) {
        prop_assert!(Record::from_json(&text).is_err());
    }
}

#[test]
fn events_are_json_in_the_one_notation() {
    let mut session = chomp("chomp:3x4", against_computer());
    let mut events = play(&mut session, "2,3");
    events.extend(think(&mut session));
    events.extend(session.act(Action::Analyse));
    events.extend(think(&mut session));
    events.extend(session.act(Action::Resign));
    let json: Vec<serde_json::Value> = events
        .iter()
        .map(|event| serde_json::to_value(event.written(session.played().game())).unwrap())
        .collect();
    assert_eq!(json[0]["event"], "moved");
    assert_eq!((&json[0]["move"], &json[0]["position"]), (&"2,3".into(), &"4,2,2".into()));
    assert_eq!((&json[1]["side"], &json[1]["why"]), (&"second".into(), &"holds out".into()));
    assert_eq!(json[2]["analysis"]["moves"][0]["outcome"], "win");
    assert_eq!((&json[3]["event"], &json[3]["ending"]), (&"over".into(), &"resigned".into()));
}

#[test]
fn nim_is_played_like_any_other_game() {
    let start = Standing::start("nim:1,2,3".parse::<Nim>().unwrap());
    let mut session = Session::new(start, against_computer(), Settings::default()).unwrap();
    session.act(Action::Play("1 from 1".parse().unwrap()));
    let events = think(&mut session);
    assert!(matches!(&events[..], [Event::Moved { turn }] if turn.note.why == Some(Why::Wins)));
}

thread_local! {
    /// What the clock of this test says next, and how far it advances each time, in milliseconds.
    static TIME: Cell<(u64, u64)> = const { Cell::new((0, 0)) };
}

/// A clock that advances whenever it is read.
fn clock() -> Clock {
    Clock::from_fn(|| {
        let (now, step) = TIME.get();
        TIME.set((now + step, step));
        Duration::from_millis(now)
    })
}

#[test]
fn times_are_noted_and_written_in_seconds() {
    let mut settings = Settings::default();
    settings.clock = clock();
    let start = Standing::start("chomp:8x9".parse::<Chomp>().unwrap());
    let mut session = Session::new(start, against_computer(), settings).unwrap();
    TIME.set((1500, 0));
    play(&mut session, "8,9");
    assert_eq!(session.played().history()[0].note.time, Duration::from_millis(1500));
    think(&mut session);
    session.act(Action::Undo);
    play(&mut session, "8,9");
    // The engine thinks long and gives up, the solver thinks for a moment: together that is the time of the
    // move.
    session.act(Action::Engine(Engine::ALL[1]));
    let effort = Effort::unlimited().clock(clock());
    let task = session.task().unwrap();
    session.stop();
    TIME.set((0, 60_000));
    session.take(task.run(&Solver::new(), &effort));
    TIME.set((0, 1000));
    let thought = session.task().unwrap().run(&Solver::new(), &effort);
    session.take(thought);
    let time = session.played().history()[1].note.time;
    assert!(time >= Duration::from_secs(61) && time.as_millis() % 60_000 != 0, "{time:?}");
}

#[test]
fn a_record_says_who_could_win_and_how_long_it_took() {
    let mut settings = Settings::default();
    settings.clock = clock();
    (settings.judged, settings.seed, settings.nodes) = (true, 7, Some(5000));
    let start = Standing::start("chomp:3x4".parse::<Chomp>().unwrap());
    let mut session = Session::new(start, against_computer(), settings).unwrap();
    session.act(Action::Engine(Engine::Sieve));
    assert_eq!((session.settings().seed, session.settings().nodes), (7, Some(5000)));
    TIME.set((1500, 0));
    play(&mut session, "3,4");
    think(&mut session);
    let json: serde_json::Value = serde_json::from_str(&Record::of(&session).to_json()).unwrap();
    let first = &json["moves"][0];
    assert_eq!((&first["seconds"], &first["nodes"]), (&1.5.into(), &serde_json::Value::Null));
    assert_eq!((&first["outcome_before"], &first["outcome_after"]), (&"win".into(), &"loss".into()));
    assert_eq!((&json["moves"][1]["why"], &json["most_nodes"]), (&"wins".into(), &5000.into()));

    // A resumed session continues as it was.
    let again: Session<Chomp> = Record::of(&session).session(Settings::default()).unwrap();
    let Settings { seed, engine, nodes, .. } = again.settings();
    assert_eq!((*seed, *engine, *nodes), (7, Engine::Sieve, Some(5000)));
    let (before, after) = (session.played().history(), again.played().history());
    assert!(before[1].note.nodes.is_some());
    assert_eq!([0, 1].map(|turn| before[turn].note.nodes), [0, 1].map(|turn| after[turn].note.nodes));
    assert_eq!(before[0].note.time, after[0].note.time);
}

#[test]
fn a_loaded_game_takes_the_place_of_the_one_before() {
    let mut recorded = chomp("chomp:4x5", against_computer());
    play(&mut recorded, "4,5");
    let record = Record::of(&recorded);
    let mut session = chomp("chomp:3x4", against_computer());
    play(&mut session, "3,4");
    let old = session.task().unwrap();
    let events = session.act(Action::Load(Box::new(record)));
    assert!(matches!(&events[..], [Event::Began { start, .. }] if start.game() == &"4x5".parse().unwrap()));
    assert_eq!(session.played().position(), recorded.played().position());
    assert!(old.cancel().is_cancelled());
    // A thought about the previous match comes too late, even while another one is expected.
    let new = session.task().unwrap();
    let solver = Solver::new();
    assert!(session.take(old.run(&solver, &Effort::unlimited())).is_empty());
    assert!(matches!(session.take(new.run(&solver, &Effort::unlimited()))[..], [Event::Moved { .. }]));
}

#[test]
fn players_come_and_go_and_moves_wait_to_be_made_again() {
    let mut session = chomp("chomp:3x4", people());
    session.act(Action::Player(Side::Second, Player::computer("HAL", Level::Easy)));
    assert_eq!(session.played().player(Side::Second), &Player::computer("HAL", Level::Easy));
    assert_eq!(format!("{:>5}", session.played().player(Side::Second)), "  HAL");
    play(&mut session, "3,4");
    think(&mut session);
    assert_eq!(session.played().undone(), 0);
    session.act(Action::Undo);
    assert_eq!(session.played().undone(), 2, "the answer was taken back too");
}

#[test]
fn a_hint_of_every_game_says_more_with_every_step_and_names_the_move_last() {
    for kind in AnyGame::kinds() {
        let usual: Vec<&str> = kind.parameters.iter().map(|parameter| parameter.usual()).collect();
        let start = Standing::start(kind.write(&usual).parse::<AnyGame>().unwrap());
        let mut session = Session::new(start.clone(), people(), Settings::default()).unwrap();
        session.act(Action::Hint);
        let events = think(&mut session);
        let [Event::Hinted { hint }] = &events[..] else { panic!("{events:?}") };
        let stages = hint.stages(&start);
        let Some(best) = hint.named().filter(|best| start.play(best).is_ok()) else { continue };
        if !stages[0].starts_with("There is a winning ") {
            assert!(stages[0].starts_with("No "), "{start}: {stages:?}");
            continue;
        }
        let advice = start.game().advice(start.position(), best);
        assert!((3..=4).contains(&stages.len()), "{start}: {stages:?}");
        assert!(stages[1].starts_with("The idea is called: ") || stages[1].starts_with("It "), "{stages:?}");
        assert!(stages.len() == 3 || stages[2].starts_with("Look "), "{start}: {stages:?}");
        assert!(stages[stages.len() - 1].starts_with(&advice), "{start}: {stages:?}");
        assert!(stages[..stages.len() - 1].iter().all(|stage| !stage.contains(&advice)), "{stages:?}");
    }
    let bar = Standing::start("chomp:4x7".parse::<AnyGame>().unwrap());
    let mut session = Session::new(bar.clone(), people(), Settings::default()).unwrap();
    session.act(Action::Hint);
    let events = think(&mut session);
    let [Event::Hinted { hint }] = &events[..] else { panic!("{events:?}") };
    let stages = hint.stages(&bar);
    assert_eq!(stages[1..3], ["It eats 8 of 28 squares.", "Look in the lower left part."], "{stages:?}");
}

#[test]
fn a_hint_that_no_rule_explains_shows_an_answer() {
    let mut session = chomp("chomp:4x5", people());
    session.act(Action::Hint);
    let events = think(&mut session);
    let [Event::Hinted { hint }] = &events[..] else { panic!("{events:?}") };
    let best = hint.knowledge.clone().known().unwrap().best.unwrap();
    let left = session.played().standing().play(&best).unwrap();
    let (reply, answer) = hint.example.expect("there is a move, and an answer to it");
    let then = Solver::new().ask(&left.play(&reply).unwrap().play(&answer).unwrap(), &Effort::unlimited());
    assert_eq!(then.outcome(), Some(Outcome::Loss), "{reply} is answered by {answer}");
}
