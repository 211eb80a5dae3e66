//! Bars solved whole: every method says the same, and what a method does not keep is an error.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use lastbite::knowledge::Source;
use lastbite::{
    Cancel, Chomp, Effort, Outcome, Rows, SolveError, Solver, Square, Standing, Stopped, games::chomp::Table,
};
use lastbite_engines::sieve::{Keep, Sieve, Solved};
use lastbite_engines::thin::LastRows;
use lastbite_engines::{Method, NoAnswer, Siever, Solution, Solve};

fn effort() -> Effort {
    Effort::unlimited().threads(2).memory(1 << 30)
}

fn bar(text: &str) -> Chomp {
    text.parse().unwrap()
}

fn solved(bar: &Chomp) -> Solved {
    Sieve::of(bar).solve(&effort()).unwrap()
}

fn how(bar: &Chomp, method: Method) -> Solve {
    Solve::of(bar).by(Some(method))
}

fn by(bar: &Chomp, method: Method) -> Solution {
    how(bar, method).run(&effort()).unwrap()
}

fn all<E: std::fmt::Debug>(lost: impl Iterator<Item = Result<Rows, E>>) -> Vec<Rows> {
    let mut all = lost.collect::<Result<Vec<Rows>, E>>().unwrap();
    all.sort();
    all
}

#[test]
fn every_method_says_the_same_of_every_bar_inside() {
    for (text, method) in [
        ("1x1", Method::Formula),
        ("1x9", Method::Formula),
        ("9x2", Method::Formula),
        ("3x40", Method::ThreeRows),
        ("40x3", Method::ThreeRows),
        ("3x3", Method::FewRows),
        ("4x25", Method::FewRows),
        ("17x5", Method::FewRows),
    ] {
        let bar = bar(text);
        let (expected, whole) = (solved(&bar), by(&bar, method));
        assert_eq!((whole.bar(), whole.method(), whole.done()), (&bar, method, whole.longest()), "{text}");
        for (rows, cols) in (1..=bar.rows()).flat_map(|rows| (1..=bar.cols()).map(move |cols| (rows, cols))) {
            let said = format!("{rows}x{cols} in {text}");
            assert_eq!(whole.openings(rows, cols), expected.openings(rows, cols), "{said}");
            assert_eq!(whole.lost_count(rows, cols), expected.lost_in_bar(rows, cols), "{said}");
        }
        for (rows, cols) in [(bar.rows() + 1, bar.cols() + 1), (0, 1), (u32::MAX, u32::MAX)] {
            assert!(matches!(whole.openings(rows, cols), Err(NoAnswer::NoSuchBar { .. })), "{rows}x{cols}");
            assert!(whole.lost_count(rows, cols).is_err() || rows == 0, "{rows}x{cols}");
        }
        let to_list = how(&bar, method).to_list(&effort()).unwrap();
        let kept = all(expected.lost_positions());
        assert_eq!(all(to_list.lost_positions(&effort())), kept, "{text}");
        assert_eq!(all(whole.lost_positions(&effort())), kept, "{text}, solved before");
        let mut some = to_list.lost_positions(&effort());
        assert_eq!(some.is_ready(), method == Method::Formula, "the first has to be found");
        assert!(some.next().is_some_and(|lost| lost.is_ok()));
        if let Method::ThreeRows | Method::FewRows = method {
            assert!(to_list.openings(3, 3).is_err(), "nothing is solved yet");
            let little = effort().memory(10);
            let last = to_list.lost_positions(&little).last();
            assert!(matches!(last, Some(Err(NoAnswer::NotFound(SolveError::TooLittleMemory(_))))), "{text}");
        }
    }
}

#[test]
fn what_keeps_its_positions_tells_them_and_what_does_not_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let flat = bar("4x9");
    let expected = solved(&flat);
    Table::write(folder.path().join("table"), expected.lost_ranks(), &effort()).unwrap();
    let table = Table::open(folder.path().join("table")).unwrap();
    let last_rows = LastRows::solve(4, 9, &effort()).unwrap();
    for whole in [Solution::from(solved(&flat)), Solution::from(table), Solution::from(last_rows)] {
        let method = whole.method();
        for rows in (1..715).map(|rank| lastbite_engines::rank::unrank(rank, 4).unwrap()) {
            assert_eq!(whole.is_lost(&rows), expected.is_lost(&rows), "{method}: {rows}");
            assert_eq!(whole.winning_bites(&rows), expected.winning_bites(&rows), "{method}: {rows}");
            assert_eq!(whole.is_lost(&rows.mirrored()), expected.is_lost(&rows), "{method}: {rows} turned");
        }
        for (rows, cols) in [(4, 9), (9, 4), (3, 9), (4, 5), (6, 2), (1, 1)] {
            assert_eq!(whole.openings(rows, cols), expected.openings(rows, cols), "{method}: {rows}x{cols}");
            let lost = expected.lost_in_bar(rows, cols);
            assert_eq!(whole.lost_count(rows, cols), lost, "{method}: {rows}x{cols}");
        }
        let outside: Rows = "10".parse().unwrap();
        assert!(matches!(whole.is_lost(&outside), Err(NoAnswer::Outside { .. })), "{method}");
        assert!(matches!(whole.openings(5, 5), Err(NoAnswer::NoSuchBar { .. } | NoAnswer::Outside { .. })));
        assert_eq!(all(whole.lost_positions(&effort())), all(expected.lost_positions()), "{method}");
    }
    for method in [Method::ThreeRows, Method::FewRows] {
        let whole = by(&bar("3x50"), method);
        assert_eq!(whole.is_lost(&"5,4".parse().unwrap()), Ok(true), "two rows are a formula");
        assert_eq!(whole.is_lost(&"3,1,1".parse().unwrap()).map_err(is_not_kept), Err(true), "it is lost");
        assert_eq!(whole.is_lost(&"3,3,3".parse().unwrap()).map_err(is_not_kept), Err(true), "it is won");
        assert_eq!(whole.winning_bites(&"9,9,9".parse().unwrap()).map_err(is_not_kept), Err(true));
        assert!(matches!(whole.is_lost(&"51".parse().unwrap()), Err(NoAnswer::Outside { .. })));
    }
    let formula = by(&bar("2x50"), Method::Formula);
    assert_eq!(formula.winning_bites(&"50,50".parse().unwrap()), Ok(vec![Square::new(2, 50)]));
}

fn is_not_kept(no_answer: NoAnswer) -> bool {
    matches!(no_answer, NoAnswer::NotKept(_))
}

#[test]
fn checkpoints_go_on_and_another_bars_is_refused() {
    for (method, text, other) in [(Method::ThreeRows, "3x900", "3x901"), (Method::FewRows, "4x80", "4x81")] {
        let mut begun = how(&bar(text), method).begin(&effort()).unwrap();
        begun.advance(begun.longest() / 2, &effort()).unwrap();
        assert!(begun.openings(bar(text).rows(), begun.longest()).is_err(), "not yet");
        let mut written = Vec::new();
        begun.save(&mut written).unwrap();
        let mut whole = how(&bar(text), method).resume(&mut &written[..], &effort()).unwrap();
        assert_eq!(whole.done(), begun.done());
        whole.advance(whole.longest(), &effort()).unwrap();
        let (rows, cols) = (bar(text).rows(), bar(text).cols());
        assert_eq!(whole.lost_count(rows, cols), by(&bar(text), method).lost_count(rows, cols));
        let refused = how(&bar(other), method).resume(&mut &written[..], &effort()).unwrap_err();
        assert!(
            refused.to_string().contains(&format!("the checkpoint of {text}, not of {other}")),
            "{refused}"
        );
        assert!(matches!(
            how(&bar(text), method).resume(&mut &written[1..], &effort()),
            Err(SolveError::File(_))
        ));
    }
    assert!(Solution::from(solved(&bar("4x5"))).save(&mut Vec::new()).is_err(), "the sieve has no half-way");
    let sieve = how(&bar("4x5"), Method::Sieve).resume(&mut &[][..], &effort());
    assert!(matches!(sieve, Err(SolveError::OutOfReach(_))));
}

#[test]
fn a_method_that_is_not_made_for_a_bar_says_which_are() {
    for (text, method) in [
        ("3x9", Method::Formula),
        ("4x9", Method::ThreeRows),
        ("8x9", Method::FewRows),
        ("3x9@2,2", Method::ThreeRows),
        ("3x9", Method::Table),
    ] {
        let refused = how(&bar(text), method).begin(&effort()).unwrap_err();
        assert!(
            refused
                .to_string()
                .starts_with(&format!("chomp:{text} cannot be solved by {method}: the formula"))
        );
    }
    assert_eq!(Solve::of(&bar("3x9@2,2")).method(&effort()), Ok(Method::Sieve));
    assert_eq!(Solve::of(&bar("3x100000")).method(&effort()), Ok(Method::ThreeRows));
    assert!(matches!(Solve::of(&bar("300x300")).run(&effort()), Err(SolveError::OutOfReach(_))));
    assert_eq!(
        Solve::of(&bar("3x9@2,2")).run(&effort()).unwrap().lost_count(3, 9),
        Ok(solved(&bar("3x9@2,2")).lost_count())
    );
    let cancel = Cancel::new();
    cancel.cancel();
    let stopped = Solve::of(&bar("3x5000")).run(&effort().cancelled_by(&cancel));
    assert!(matches!(stopped, Err(SolveError::Stopped(Stopped::Cancelled))));
}

/// A position that only few rows can reach is known to the solver, with every winning move.
#[test]
fn the_chain_knows_long_thin_positions() {
    let solver: Solver<Chomp> = Solver::new();
    let standing = Standing::read(bar("3x1000"), "1000,500,300").unwrap();
    let analysis = solver.analyse_soon(&standing, &effort()).unwrap();
    let lost = LastRows::solve(3, 1000, &effort()).unwrap();
    let winning: Vec<Square> = analysis
        .moves
        .iter()
        .filter(|judged| judged.outcome == Outcome::Win)
        .map(|judged| judged.mv)
        .collect();
    assert_eq!(Some(winning), lost.winning_bites(standing.position()));
    assert_eq!(analysis.unjudged, 0);
    let known = solver.ask(&standing, &effort()).known().unwrap();
    assert_eq!(known.source, Source::FewRows);
}

/// Sieves bars of this many columns elsewhere, with its own memory.
struct Elsewhere {
    cols: u32,
    is_there: bool,
    asked: AtomicUsize,
}

impl Siever for Elsewhere {
    fn sieve(&self, bar: &Chomp, _: Keep, _: &Effort) -> Result<Solved, SolveError> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        if self.is_there {
            Sieve::of(bar).solve(&effort())
        } else {
            Err(SolveError::Place("nobody is there".to_owned()))
        }
    }

    fn is_worth_it(&self, _: &Chomp, _: usize) -> bool {
        true
    }

    fn is_soon(&self, bar: &Chomp) -> bool {
        bar.cols() == self.cols
    }
}

#[test]
fn somebody_elsewhere_sieves_what_the_processor_has_no_memory_for() {
    let little = effort().memory(1 << 16).nodes(10);
    let ask = |is_there: bool, text: &str, effort: &Effort| {
        let siever = Arc::new(Elsewhere { cols: 12, is_there, asked: AtomicUsize::new(0) });
        let solver: Solver<Chomp> = Solver::new();
        solver.bars().sieve_elsewhere(siever.clone());
        let known = solver.ask(&Standing::start(bar(text)), effort).known();
        (known.ok().and_then(|known| known.best), siever.asked.load(Ordering::Relaxed))
    };
    let best = |text: &str| Some(solved(&bar(text)).openings(bar(text).rows(), bar(text).cols()).unwrap()[0]);
    assert_eq!(ask(true, "11x12", &little), (best("11x12"), 1));
    assert_eq!(ask(false, "11x12", &little), (None, 1), "nobody has the memory");
    assert_eq!(ask(false, "11x12", &effort()).0, best("11x12"), "then the processor does it");
    assert_eq!(ask(true, "10x11", &little), (None, 0), "not soon there");
}
