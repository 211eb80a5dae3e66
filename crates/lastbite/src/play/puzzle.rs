//! Puzzles: positions with exactly one winning move, chosen by seeded chance.

use std::collections::HashSet;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use lastbite_work::threads::has_room;
use thiserror::Error;

use super::Dice;
use crate::description::Described;
use crate::effort::Effort;
use crate::explanation::Explanation;
use crate::game::{Game, Outcome, Standing};
use crate::games::AnyGame;
use crate::knowledge::{Analysis, Unknown};
use crate::notation::{UnknownName, counted, grouped, listed, named};
use crate::solver::Solver;
use crate::theory::{Patience, Theory};
use crate::words::{Who, Words, lower, sentence};

/// How often one answer comes among puzzles that are made together, if there are enough others: pupils notice soon.
const EQUAL_ANSWERS: usize = 2;

/// How far ahead a puzzle requires you to look: the plies that the win takes when the winner hurries and the
/// loser delays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Difficulty {
    /// 3 or 5 plies: bite, whatever comes, and bite again, perhaps once more.
    Easy,
    /// 7 or 9 plies.
    #[default]
    Medium,
    /// 11 plies or more.
    Hard,
}

impl Difficulty {
    /// All of them, the easiest first.
    pub const ALL: [Difficulty; 3] = [Difficulty::Easy, Difficulty::Medium, Difficulty::Hard];

    /// Returns how many plies the win takes.
    #[must_use]
    pub fn plies(self) -> RangeInclusive<u32> {
        match self {
            Difficulty::Easy => 3..=5,
            Difficulty::Medium => 7..=9,
            Difficulty::Hard => 11..=u32::MAX,
        }
    }

    /// Says how many moves the win takes, counting those of the winner.
    #[must_use]
    pub fn told(self) -> &'static str {
        match self {
            Difficulty::Easy => "you win in 2 or 3 of your own moves",
            Difficulty::Medium => "you win in 4 or 5 of your own moves",
            Difficulty::Hard => "you win in 6 or more of your own moves",
        }
    }
}

impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Difficulty::Easy => "easy",
            Difficulty::Medium => "medium",
            Difficulty::Hard => "hard",
        })
    }
}

impl FromStr for Difficulty {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        named(&Difficulty::ALL, text, "a difficulty", "a difficulty is easy, medium or hard")
    }
}

/// Why puzzles cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PuzzleError {
    /// The game has too many positions to choose from.
    #[error(
        "puzzles are made of games with at most {} positions, and not more than the memory holds",
        grouped(MOST_POSITIONS as u64)
    )]
    TooLarge,
    /// The game has too few positions of that kind.
    #[error(
        "there {} with a single winning move in {game}; {}",
        many(*.there, *.difficulty), advice(*.there, .others)
    )]
    TooFew {
        /// The game.
        game: String,
        /// How many there are.
        there: usize,
        /// The difficulty that was asked for.
        difficulty: Difficulty,
        /// How many there are of each other difficulty, if any.
        others: Vec<(Difficulty, usize)>,
    },
    /// The distances could not be found.
    #[error(transparent)]
    Unknown(#[from] Unknown),
}

/// Says how many positions there are: `are no medium positions`, `is only 1 easy position`.
fn many(there: usize, difficulty: Difficulty) -> String {
    match there {
        0 => format!("are no {difficulty} positions"),
        1 => format!("is only 1 {difficulty} position"),
        _ => format!("are only {there} {difficulty} positions"),
    }
}

/// Says what to ask for instead.
fn advice(there: usize, others: &[(Difficulty, usize)]) -> String {
    let fewer = if there > 0 { "ask for fewer, or choose a larger game" } else { "choose a larger game" };
    let other =
        |&(difficulty, many): &(Difficulty, usize)| counted(many as u64, &format!("{difficulty} one"));
    match others {
        [] => fewer.to_string(),
        others => format!("it has {}; {fewer}", listed(&others.iter().map(other).collect::<Vec<_>>())),
    }
}

/// How many puzzles there are of each difficulty, the easiest first.
pub type Counts = [(Difficulty, usize); 3];

/// The most positions of a game that puzzles can be made of.
pub const MOST_POSITIONS: usize = 200_000;

/// A position with exactly one winning move.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Puzzle<G: Game> {
    /// The position.
    pub standing: Standing<G>,
    /// The move that wins.
    pub solution: G::Move,
    /// How many plies the win takes.
    pub distance: u32,
}

impl<G: Theory> Puzzle<G> {
    /// Makes this many different puzzles of a game, the quickest win first; the same dice make the same
    /// puzzles.
    ///
    /// No two of them are the same by symmetry, if the game knows its symmetries.
    ///
    /// ```
    /// use lastbite::play::{Dice, Difficulty, Puzzle};
    /// use lastbite::{Chomp, Effort, Solver};
    ///
    /// let bar = Chomp::new(3, 5)?;
    /// let make = |seed| {
    ///     Puzzle::of(&bar, Difficulty::Medium, 4, &mut Dice::new(seed), &Solver::new(), &Effort::unlimited())
    /// };
    /// let puzzles = make(7)?;
    /// assert_eq!((puzzles.len(), &puzzles), (4, &make(7)?));
    /// assert!(puzzles.iter().all(|puzzle| Difficulty::Medium.plies().contains(&puzzle.distance)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(
        game: &G,
        difficulty: Difficulty,
        many: usize,
        dice: &mut Dice,
        solver: &Solver<G>,
        effort: &Effort,
    ) -> Result<Vec<Self>, PuzzleError> {
        let (mut all, counts) = Self::all(game, difficulty, solver, effort)?;
        if all.len() < many {
            let others =
                counts.into_iter().filter(|&(other, many)| other != difficulty && many > 0).collect();
            return Err(PuzzleError::TooFew { game: game.to_string(), there: all.len(), difficulty, others });
        }
        // Drawn like cards, so none comes twice. An answer that has come twice is put aside, and only taken if there
        // are no others.
        let (mut chosen, mut aside): (Vec<Self>, Vec<Self>) = (Vec::new(), Vec::new());
        while chosen.len() < many && chosen.len() + aside.len() < all.len() {
            let drawn = chosen.len() + aside.len();
            let card = drawn + dice.below(all.len() - drawn);
            all.swap(drawn, card);
            let same = chosen.iter().filter(|puzzle| puzzle.solution == all[drawn].solution).count();
            if same < EQUAL_ANSWERS { &mut chosen } else { &mut aside }.push(all[drawn].clone());
        }
        let missing = many - chosen.len();
        chosen.extend(aside.into_iter().take(missing));
        chosen.sort_by_key(|puzzle| (puzzle.distance, puzzle.standing.size()));
        Ok(chosen)
    }

    /// Counts the puzzles of a game, by their difficulty.
    pub fn counts(game: &G, solver: &Solver<G>, effort: &Effort) -> Result<Counts, PuzzleError> {
        Ok(Self::all(game, Difficulty::default(), solver, effort)?.1)
    }

    /// Lists all puzzles of a game, in an order that depends on nothing else, and says how many there are of each
    /// difficulty.
    fn all(
        game: &G,
        difficulty: Difficulty,
        solver: &Solver<G>,
        effort: &Effort,
    ) -> Result<(Vec<Self>, Counts), PuzzleError> {
        let start = Standing::start(game.clone());
        let most = most_positions(&start, effort);
        let positions = match game.positions(most) {
            Some(positions) => positions,
            None => all_that_follow(&start, most, effort)?.ok_or(PuzzleError::TooLarge)?,
        };
        let distance = match solver.distances(&start, Patience::Endless, effort)? {
            Some(distance) => distance,
            None => Analysis::<G::Move>::all_distances(&start, effort).map_err(Unknown::from)?,
        };
        let mut all = Vec::new();
        for (number, position) in positions.into_iter().enumerate() {
            if number.is_multiple_of(1024) {
                effort.check().map_err(Unknown::from)?;
            }
            all.extend(puzzle(game, position, &*distance));
        }
        let of =
            |difficulty: Difficulty| move |puzzle: &Puzzle<G>| difficulty.plies().contains(&puzzle.distance);
        let count = |difficulty| (difficulty, all.iter().filter(|puzzle| of(difficulty)(puzzle)).count());
        let counts = Difficulty::ALL.map(count);
        all.retain(of(difficulty));
        Ok((all, counts))
    }
}

/// The result of a try at a puzzle.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Tried<G: Game> {
    /// Whether the move wins.
    pub is_right: bool,
    /// What it does, in a sentence or two to the person who made it.
    pub sentence: String,
    /// The answer that wins against it, if it loses and the game goes on.
    pub reply: Option<G::Move>,
    /// What the move leaves, or the puzzle itself if the move loses at once.
    pub left: Standing<G>,
    /// Why that is won or lost.
    pub why: Explanation<G::Move>,
}

impl<G: Words> Tried<G> {
    /// Judges a move that may be played, or the blunder of a person.
    ///
    /// # Errors
    ///
    /// When it is not known in time who wins.
    pub fn of(
        standing: &Standing<G>,
        mv: &G::Move,
        solver: &Solver<G>,
        effort: &Effort,
    ) -> Result<Self, Unknown> {
        let (game, position) = (standing.game(), standing.position());
        let told = sentence(format!("{} {}", Who::You.subject(), game.told(position, mv, Who::You)));
        if game.is_blunder(position, mv) {
            let (left, sentence) = (standing.clone(), format!("{told} That loses at once."));
            let why = Explanation::of(&left, solver, effort)?;
            return Ok(Tried { is_right: false, sentence, reply: None, left, why });
        }
        let left = standing.after(mv);
        let why = Explanation::of(&left, solver, effort)?;
        let is_right = why.outcome == Outcome::Loss;
        let reply = why.best.clone().filter(|_| !is_right);
        let sentence = match (&reply, is_right) {
            (_, true) => format!("Right! {told} Whatever your opponent does now, you win."),
            (Some(reply), _) => {
                let how = lower(&game.advice(left.position(), reply));
                format!("{told} But then your opponent wins by {how}.")
            }
            (None, _) => format!("{told} But now your opponent can win."),
        };
        Ok(Tried { is_right, sentence, reply, left, why })
    }
}

impl Puzzle<AnyGame> {
    /// Makes the puzzle of a day, counted from 1 January 1970, the same for everyone.
    ///
    /// It is easy on Monday and hard on Sunday. The usual game comes on Monday, Wednesday, Friday and Sunday, others on
    /// the days between. No position comes twice within a year.
    ///
    /// ```
    /// use lastbite::play::{Difficulty, Puzzle};
    /// use lastbite::{Effort, Solver};
    ///
    /// let (solver, effort) = (Solver::new(), Effort::unlimited());
    /// let (puzzle, difficulty) = Puzzle::of_the_day(20_003, &solver, &effort)?;
    /// assert_eq!(difficulty, Difficulty::Easy, "a Monday");
    /// assert_eq!(puzzle, Puzzle::of_the_day(20_003, &solver, &effort)?.0);
    /// # Ok::<(), lastbite::play::PuzzleError>(())
    /// ```
    pub fn of_the_day(
        day: u32,
        solver: &Solver<AnyGame>,
        effort: &Effort,
    ) -> Result<(Self, Difficulty), PuzzleError> {
        use Difficulty::{Easy, Hard, Medium};
        // The first of January 1970 was a Thursday.
        let (week, weekday) = ((day as usize + 3) / 7, (day as usize + 3) % 7);
        let difficulty = [Easy, Easy, Medium, Medium, Medium, Hard, Hard][weekday];
        let is_usual = weekday.is_multiple_of(2);
        let kinds = AnyGame::kinds();
        let (usual, others) = kinds.split_at(1);
        let kinds = if is_usual { usual } else { others };
        let games: Vec<&str> =
            kinds.iter().flat_map(|kind| kind.daily[difficulty as usize]).copied().collect();
        // How many such puzzles came before: the usual game has two days of medium ones.
        let number =
            if is_usual && difficulty == Medium { 2 * week + usize::from(weekday == 4) } else { week };
        let mut missed = None;
        for step in 0..games.len() {
            let Ok(game) = games[(number + step) % games.len()].parse() else { continue };
            let mut all = match Puzzle::all(&game, difficulty, solver, effort) {
                Ok((all, _)) if !all.is_empty() => all,
                Ok(_) => continue,
                Err(PuzzleError::Unknown(unknown)) => return Err(unknown.into()),
                Err(why) => {
                    missed = Some(why);
                    continue;
                }
            };
            // Shuffled always in the same way, and then one after another.
            let mut dice = Dice::new(1);
            for card in (1..all.len()).rev() {
                all.swap(card, dice.below(card + 1));
            }
            let turn = number / games.len() % all.len();
            return Ok((all.swap_remove(turn), difficulty));
        }
        Err(missed.unwrap_or(PuzzleError::TooLarge))
    }
}

/// Returns how many positions may be listed: as many as the memory holds, twice while they are looked for, but
/// not more than [`MOST_POSITIONS`].
fn most_positions<G: Game>(start: &Standing<G>, effort: &Effort) -> usize {
    let fit = effort.memory_allowed() / (3 * start.stored_bytes());
    MOST_POSITIONS.min(usize::try_from(fit).unwrap_or(usize::MAX))
}

/// Lists every position that can follow the start, nearest first, or nothing if there are more than `most`, or
/// more than there is room for.
fn all_that_follow<G: Game>(
    start: &Standing<G>,
    most: usize,
    effort: &Effort,
) -> Result<Option<Vec<G::Position>>, Unknown> {
    /// The system is asked for room once for so many bytes.
    const ASKED_EVERY: u64 = 256 << 10;
    let (game, each) = (start.game(), start.stored_bytes());
    let mut all = vec![game.start()];
    let mut seen: HashSet<G::Position> = all.iter().cloned().collect();
    let (mut next, mut unasked) = (0, 0);
    while let Some(position) = all.get(next).cloned() {
        effort.check().map_err(Unknown::from)?;
        // One position of a large game may have thousands of moves.
        for mv in game.moves(&position) {
            let after = game.play_unchecked(&position, &mv);
            if seen.contains(&after) {
                continue;
            }
            // Listed twice: in order, and to be found.
            unasked += 2 * each;
            let is_full = unasked >= ASKED_EVERY && !has_room();
            if is_full || all.len() >= most || all.try_reserve(1).is_err() || seen.try_reserve(1).is_err() {
                return Ok(None);
            }
            unasked %= ASKED_EVERY;
            seen.insert(after.clone());
            all.push(after);
        }
        next += 1;
    }
    Ok(Some(all))
}

/// Makes a puzzle of a position, if it is one.
fn puzzle<G: Game>(
    game: &G,
    position: G::Position,
    distance: &dyn Fn(&G::Position) -> Option<u32>,
) -> Option<Puzzle<G>> {
    let plies = distance(&position).filter(|plies| plies % 2 == 1)?;
    // A win of three plies or more has at least that many moves to choose from: every ply uses up one of
    // them.
    if plies < 3 {
        return None;
    }
    let wins = |mv: &G::Move| {
        distance(&game.play_unchecked(&position, mv)).is_some_and(|plies| plies.is_multiple_of(2))
    };
    let mut winning = game.moves(&position).filter(wins);
    let solution = winning.next()?;
    if winning.next().is_some() {
        return None;
    }
    drop(winning);
    Some(Puzzle { standing: Standing::new(game.clone(), position).ok()?, solution, distance: plies })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::chomp::Chomp;

    /// Whoever opens a game for the first time can win it, and finds a sheet of puzzles of it.
    #[test]
    fn the_usual_games_are_won_by_whoever_starts_and_have_puzzles() {
        let (solver, effort) = (Solver::new(), Effort::unlimited());
        let mut with_few = Vec::new();
        for kind in AnyGame::kinds() {
            let game: AnyGame = kind.usual().parse().unwrap();
            let known = solver.ask_outcome(&Standing::start(game.clone()), &effort).known().unwrap();
            assert_eq!(known.outcome, Outcome::Win, "{game}");
            let counts = Puzzle::counts(&game, &solver, &effort).unwrap();
            let most = counts.iter().map(|&(_, many)| many).max().unwrap_or(0);
            if most < 8 {
                with_few.push(format!("{game} has {most}"));
            }
        }
        // One heap has no more positions than sticks, two numbers lead to few others, and an order of five elements is
        // small. A split of coins and its mirror image are two moves, so winning moves come in pairs there, and no
        // position has a single one.
        let few = [
            "subtract:1,2,3:21 has 6",
            "grundy:12 has 0",
            "euclid:21,8 has 3",
            "poset:a.c,a.d,b.d,b.e has 3",
        ];
        assert_eq!(with_few, few);
    }

    #[test]
    fn the_puzzles_of_a_year_are_all_different_and_grow_harder_every_week() {
        let (solver, effort) = (Solver::new(), Effort::unlimited());
        let usual = AnyGame::kinds()[0].name;
        for first in [20_400, 21_500] {
            let mut seen = HashSet::new();
            let days: Vec<_> =
                (first..first + 365).map(|day| Puzzle::of_the_day(day, &solver, &effort).unwrap()).collect();
            for (day, (puzzle, difficulty)) in (first..).zip(&days) {
                assert!(seen.insert(puzzle.standing.to_string()), "{} on day {day} again", puzzle.standing);
                assert!(difficulty.plies().contains(&puzzle.distance));
            }
            // From a Monday on.
            let monday = (7 - (first as usize + 3) % 7) % 7;
            for week in days[monday..].chunks_exact(7) {
                let of_usual =
                    week.iter().filter(|(puzzle, _)| puzzle.standing.game().description().name == usual);
                assert_eq!(of_usual.count(), 4);
                let difficulties: Vec<Difficulty> = week.iter().map(|&(_, difficulty)| difficulty).collect();
                assert!(difficulties.is_sorted_by_key(|&difficulty| difficulty as usize));
                assert_eq!((difficulties[0], difficulties[6]), (Difficulty::Easy, Difficulty::Hard));
            }
        }
    }

    #[test]
    fn no_answer_comes_three_times_on_a_sheet_that_has_others() {
        let (solver, effort) = (Solver::new(), Effort::unlimited());
        for seed in 1..=8 {
            let bar: Chomp = "4x7".parse().unwrap();
            let sheet =
                Puzzle::of(&bar, Difficulty::Easy, 8, &mut Dice::new(seed), &solver, &effort).unwrap();
            assert_eq!(sheet.len(), 8);
            for puzzle in &sheet {
                let same = sheet.iter().filter(|other| other.solution == puzzle.solution).count();
                assert!(same <= 2, "seed {seed}: {:?} comes {same} times", puzzle.solution);
            }
        }
        // Where there are no others, a sheet is still whole.
        let row: Chomp = "2x6".parse().unwrap();
        let all = |many| Puzzle::of(&row, Difficulty::Easy, many, &mut Dice::new(1), &solver, &effort);
        let Err(PuzzleError::TooFew { there, .. }) = all(1000) else { panic!("so many are not there") };
        assert_eq!(all(there).unwrap().len(), there);
    }
}
