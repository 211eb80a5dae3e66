//! A game from outside is added to the list while the program runs, and is then a game like any other.
//!
//! It is a program of its own, because the list of games is one for the whole process.

#[path = "../examples/own_game/daisy.rs"]
mod daisy;

use std::fmt;
use std::str::FromStr;

use daisy::Daisy;
use lastbite::description::{Described, Description};
use lastbite::games::newcomer::Newcomer;
use lastbite::games::{GameError, NotAdded, how_games_are_written};
use lastbite::layout::{Drawn, Layout, Place};
use lastbite::play::{Dice, Difficulty, Puzzle};
use lastbite::search::WithBlunders;
use lastbite::theory::{Kept, Theory};
use lastbite::words::{Who, Words};
use lastbite::{
    Algorithm, AnyGame, AnyMove, Effort, Explanation, Game, IllegalMove, Level, Player, Session, Settings,
    Solver, Standing, asked, laws,
};

/// A daisy under another description, to see what is refused.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Dressed<const AS: usize>(Daisy);

/// What a daisy is called in each dress.
static DRESSES: [Description; 4] = [
    Description::new("nim", "Nim", "Another game of that name.", &["garland:7"]),
    Description::new("garland", "Garland", "Its text is that of heaps.", &["nim:7"]),
    Description::new("garland", "Garland", "It has no example.", &[]),
    Description::new("garland", "Garland", "Its example is too long.", &["garland:99"]),
];

impl<const AS: usize> fmt::Display for Dressed<AS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.to_string().replace("daisy", "garland"))
    }
}

impl<const AS: usize> FromStr for Dressed<AS> {
    type Err = <Daisy as FromStr>::Err;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.replace("garland", "daisy").parse().map(Dressed)
    }
}

impl<const AS: usize> Game for Dressed<AS> {
    type Position = <Daisy as Game>::Position;
    type Move = <Daisy as Game>::Move;
    type Illegal = <Daisy as Game>::Illegal;
    type NotAPosition = <Daisy as Game>::NotAPosition;
    type NotAMove = <Daisy as Game>::NotAMove;

    fn start(&self) -> Self::Position {
        self.0.start()
    }

    fn moves(&self, position: &Self::Position) -> impl Iterator<Item = Self::Move> {
        self.0.moves(position)
    }

    fn play_unchecked(&self, position: &Self::Position, mv: &Self::Move) -> Self::Position {
        self.0.play_unchecked(position, mv)
    }

    fn check(&self, position: &Self::Position, mv: &Self::Move) -> Result<(), IllegalMove<Self::Illegal>> {
        self.0.check(position, mv)
    }

    fn admits(&self, position: &Self::Position) -> Result<(), Self::NotAPosition> {
        self.0.admits(position)
    }

    fn read_position(&self, text: &str) -> Result<Self::Position, Self::NotAPosition> {
        self.0.read_position(text)
    }

    fn read_move(&self, text: &str) -> Result<Self::Move, Self::NotAMove> {
        self.0.read_move(text)
    }

    fn write_position(&self, position: &Self::Position) -> String {
        self.0.write_position(position)
    }

    fn write_move(&self, mv: &Self::Move) -> String {
        self.0.write_move(mv)
    }

    fn size(&self, position: &Self::Position) -> u64 {
        self.0.size(position)
    }

    fn haste(&self, position: &Self::Position, mv: &Self::Move) -> (u64, u128) {
        self.0.haste(position, mv)
    }
}

impl<const AS: usize> Theory for Dressed<AS> {
    type Reason = String;
    type Kept = Jar;
}

/// What is kept about garlands: as many bytes as are allowed.
struct Jar(std::sync::atomic::AtomicU64);

impl Kept for Jar {
    fn share() -> u64 {
        2
    }

    fn keeping(bytes: u64) -> Self {
        Jar(bytes.into())
    }

    fn bytes(&self) -> u64 {
        self.0.load(std::sync::atomic::Ordering::Relaxed)
    }

    fn release(&self) {
        self.0.store(0, std::sync::atomic::Ordering::Relaxed);
    }
}

impl<const AS: usize> Drawn for Dressed<AS> {
    fn layout(&self, position: &Self::Position) -> Layout {
        self.0.layout(position)
    }

    fn move_at(&self, position: &Self::Position, place: Place) -> Option<Self::Move> {
        self.0.move_at(position, place)
    }
}

impl<const AS: usize> Described for Dressed<AS> {
    fn kinds() -> Vec<&'static Description> {
        DRESSES.get(AS).into_iter().collect()
    }

    fn claims(text: &str) -> bool {
        // The fifth dress wants everything.
        AS == 4 || text.starts_with("garland:")
    }

    fn description(&self) -> &'static Description {
        &DRESSES[AS]
    }

    fn values(&self) -> Vec<String> {
        Vec::new()
    }
}

impl<const AS: usize> Words for Dressed<AS> {
    fn rule(&self) -> String {
        self.0.rule()
    }
}

/// The one test that adds the game: before it, the game is unknown.
#[test]
fn a_game_is_added_and_is_like_any_other() {
    assert!(matches!("daisy:7".parse::<AnyGame>(), Err(GameError::Unknown(_))));
    let before = AnyGame::kinds().len();
    AnyGame::add::<Daisy>().unwrap();
    AnyGame::add::<Daisy>().unwrap();
    assert_eq!(AnyGame::kinds().len(), before + 1, "adding it again changes nothing");
    assert!(how_games_are_written().contains("daisy"));
    assert_eq!(asked::read(&["Daisy"]).unwrap().standing.game().to_string(), "daisy:7");
    assert_eq!(laws::check_kinds::<AnyGame>(), Ok(()));

    let (daisy, any): (Daisy, AnyGame) = ("daisy:6".parse().unwrap(), "daisy:6".parse().unwrap());
    assert_eq!(any, Newcomer::new(daisy.clone()).into());
    assert_eq!(any.downcast::<Daisy>(), Some(&daisy));
    assert_eq!(any.downcast::<Dressed<5>>(), None);
    assert_eq!(laws::check_from_start(&any, 100), Ok(64));
    let sum: AnyGame = "daisy:3+nim:2".parse().unwrap();
    assert_eq!(laws::check_from_start(&sum, 100), Ok(24));
    it_says_the_same(&daisy, &any);
    it_is_played(&any);
    what_it_refuses_is_said();
    what_is_not_added_says_why();
    what_is_kept_has_its_share();
}

/// Compares every answer with those of the game itself.
fn it_says_the_same(daisy: &Daisy, any: &AnyGame) {
    let (own, all) = (Solver::new(), Solver::new());
    let effort = Effort::unlimited();
    for petals in 0..=daisy.start() {
        let here = Standing::new(daisy.clone(), petals).unwrap();
        let there = Standing::read(any.clone(), &here.written()).unwrap();
        assert_eq!((there.written(), there.size()), (here.written(), here.size()));
        assert_eq!(any.layout(there.position()), daisy.layout(&petals));
        assert_eq!(any.title(), daisy.title());
        let write = |mv: AnyMove| any.write_move(&mv);
        let (judged, expected) =
            (all.analyse(&there, &effort).unwrap(), own.analyse(&here, &effort).unwrap());
        assert_eq!(
            (judged.outcome, judged.distance, judged.grundy),
            (expected.outcome, expected.distance, expected.grundy)
        );
        let moves = |list: Vec<String>| list;
        assert_eq!(
            moves(judged.moves.iter().map(|judged| write(judged.mv.clone())).collect()),
            moves(expected.moves.iter().map(|judged| daisy.write_move(&judged.mv)).collect())
        );
        for algorithm in Algorithm::ALL {
            let found = any.search(there.position(), algorithm, true, &effort).unwrap();
            let expected = algorithm.search(&WithBlunders(daisy.clone()), &petals, &effort).unwrap();
            assert_eq!((found.outcome, found.nodes), (expected.outcome, expected.nodes));
        }
        for (mv, same) in there.moves().zip(here.moves()) {
            assert_eq!(any.told(there.position(), &mv, Who::You), daisy.told(&petals, &same, Who::You));
        }
        let told = Explanation::of(&there, &all, &effort).unwrap().told(&there);
        assert_eq!(told, Explanation::of(&here, &own, &effort).unwrap().told(&here));
    }
}

fn it_is_played(any: &AnyGame) {
    let players = [Player::computer("Ada", Level::Perfect), Player::computer("Bob", Level::Easy)];
    let mut session = Session::new(Standing::start(any.clone()), players, Settings::default()).unwrap();
    while let Some(task) = session.task() {
        session.take(task.run(&Solver::new(), &Effort::unlimited()));
    }
    assert_eq!(session.played().verdict().map(|verdict| verdict.winner.index()), Some(0));
    let puzzles =
        Puzzle::of(any, Difficulty::Easy, 1, &mut Dice::new(1), &Solver::new(), &Effort::unlimited());
    assert_eq!(puzzles.unwrap().len(), 1);
}

fn what_it_refuses_is_said() {
    let daisy: AnyGame = "daisy:6".parse().unwrap();
    let own: Result<Daisy, _> = "daisy:99".parse();
    assert_eq!("daisy:99".parse::<AnyGame>().unwrap_err().to_string(), own.unwrap_err().to_string());
    assert!(daisy.read_move("zz").unwrap_err().to_string().contains("is not a pluck"));
    assert!(daisy.read_position("ba").unwrap_err().to_string().contains("are not petals"));
    let gone = Standing::read(daisy.clone(), "abc").unwrap();
    let pluck = daisy.read_move("f").unwrap();
    assert!(gone.play(&pluck).unwrap_err().to_string().contains("are not all there"));
    let nim: AnyGame = "nim:3".parse().unwrap();
    assert!(daisy.admits(&nim.start()).is_err(), "a position of another game");
    assert!(nim.check(&nim.start(), &pluck).is_err(), "a move of another game");
}

fn what_is_not_added_says_why() {
    assert!(matches!(AnyGame::add::<Dressed<0>>(), Err(NotAdded::NameTaken("nim"))));
    assert!(matches!(AnyGame::add::<Dressed<1>>(), Err(NotAdded::TextTaken(text)) if text == "nim:7"));
    assert!(matches!(AnyGame::add::<Dressed<2>>(), Err(NotAdded::NoExample("garland"))));
    let bad = AnyGame::add::<Dressed<3>>().unwrap_err();
    assert!(matches!(bad, NotAdded::BadExample { .. }) && bad.to_string().contains("1 to 26"), "{bad}");
    assert!(matches!(AnyGame::add::<Dressed<4>>(), Err(NotAdded::TextTaken(_))));
    assert!("garland:7".parse::<AnyGame>().is_err(), "none of them was added");
}

fn what_is_kept_has_its_share() {
    type Kept = <Newcomer as Theory>::Kept;
    assert_eq!(<Kept as lastbite::theory::Kept>::share(), 0, "a daisy keeps nothing");
    // Five is a dress that nobody describes: it has no kinds, so that nothing can be wrong with them.
    AnyGame::add::<Dressed<5>>().unwrap();
    assert_eq!(<Kept as lastbite::theory::Kept>::share(), 2);
    let solver: Solver<AnyGame> = Solver::keeping(1 << 20);
    let garland = Newcomer::new(Dressed::<5>("daisy:3".parse().unwrap()));
    let before = solver.kept_bytes();
    let _ = solver.ask(&Standing::start(AnyGame::from(garland)), &Effort::unlimited());
    let kept = solver.kept_bytes() - before;
    assert!((80_000..120_000).contains(&kept), "two shares of 20, not {kept}");
    solver.release();
    assert_eq!(solver.kept_bytes(), 0);
}
