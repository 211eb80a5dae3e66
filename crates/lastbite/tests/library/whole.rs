//! Bars solved whole: every method says the same, and what a method does not keep is an error.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use lastbite::games::chomp::whole::{Listener, NoAnswer, WholeError};
use lastbite::games::chomp::{Siever, Whole};
use lastbite::knowledge::Source;
use lastbite::sieve::{Keep, Sieve, SieveError, Solved};
use lastbite::thin::{LastRows, Method, ThinError};
use lastbite::{Cancel, Chomp, Effort, Outcome, Rows, Solver, Square, Standing, Stopped, Table};

fn effort() -> Effort {
    Effort::unlimited().threads(2).memory(1 << 30)
}

fn bar(text: &str) -> Chomp {
    text.parse().unwrap()
}

fn solved(bar: &Chomp) -> Solved {
    Sieve::of(bar).solve(&effort()).unwrap()
}

fn by(bar: &Chomp, method: Method) -> Whole {
    let mut whole = Whole::begin(bar, method, &effort()).unwrap();
    whole.advance(whole.longest(), &effort()).unwrap();
    whole
}

/// Remembers what it receives, up to this many.
struct Heard(Vec<Rows>, usize, usize);

impl Listener for Heard {
    fn hear(&mut self, lost: &[u32]) -> ControlFlow<()> {
        self.0.push(Rows::new(lost).unwrap());
        if self.0.len() < self.1 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    fn pause(&mut self) -> ControlFlow<()> {
        self.2 += 1;
        ControlFlow::Continue(())
    }
}

fn heard(bar: &Chomp, method: Method, most: usize) -> Heard {
    let mut heard = Heard(Vec::new(), most, 0);
    Whole::list(bar, method, &effort(), &mut heard).unwrap();
    heard
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
        let mut listed = heard(&bar, method, usize::MAX);
        listed.0.sort();
        let mut all = expected.lost_positions().collect::<Result<Vec<Rows>, _>>().unwrap();
        all.sort();
        assert_eq!(listed.0, all, "{text}");
        assert_eq!(listed.2 > 0, method != Method::Formula, "somebody may show what they hear meanwhile");
        assert_eq!(heard(&bar, method, 1).0.len(), 1, "who has had enough hears no more");
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
    for whole in [Whole::from(solved(&flat)), Whole::from(table), Whole::from(last_rows)] {
        let method = whole.method();
        for rows in (1..715).map(|rank| lastbite::sieve::rank::unrank(rank, 4).unwrap()) {
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
        let mut listed = whole.lost_positions().collect::<Result<Vec<Rows>, _>>().unwrap();
        listed.sort();
        let mut all = expected.lost_positions().collect::<Result<Vec<Rows>, _>>().unwrap();
        all.sort();
        assert_eq!(listed, all, "{method}");
    }
    for method in [Method::ThreeRows, Method::FewRows] {
        let whole = by(&bar("3x50"), method);
        assert_eq!(whole.is_lost(&"5,4".parse().unwrap()), Ok(true), "two rows are a formula");
        assert_eq!(whole.is_lost(&"3,1,1".parse().unwrap()).map_err(is_not_kept), Err(true), "it is lost");
        assert_eq!(whole.is_lost(&"3,3,3".parse().unwrap()).map_err(is_not_kept), Err(true), "it is won");
        assert_eq!(whole.winning_bites(&"9,9,9".parse().unwrap()).map_err(is_not_kept), Err(true));
        assert!(matches!(whole.is_lost(&"51".parse().unwrap()), Err(NoAnswer::Outside { .. })));
        assert_eq!(
            whole.lost_positions().map(|rows| rows.map_err(is_not_kept)).collect::<Vec<_>>(),
            [Err(true)]
        );
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
        let mut begun = Whole::begin(&bar(text), method, &effort()).unwrap();
        begun.advance(begun.longest() / 2, &effort()).unwrap();
        assert!(begun.openings(bar(text).rows(), begun.longest()).is_err(), "not yet");
        let mut written = Vec::new();
        begun.save(&mut written).unwrap();
        let mut whole = Whole::resume(&bar(text), method, &mut &written[..], &effort()).unwrap();
        assert_eq!(whole.done(), begun.done());
        whole.advance(whole.longest(), &effort()).unwrap();
        let (rows, cols) = (bar(text).rows(), bar(text).cols());
        assert_eq!(whole.lost_count(rows, cols), by(&bar(text), method).lost_count(rows, cols));
        let refused = Whole::resume(&bar(other), method, &mut &written[..], &effort()).unwrap_err();
        assert!(
            refused.to_string().contains(&format!("the checkpoint of {text}, not of {other}")),
            "{refused}"
        );
        assert!(matches!(
            Whole::resume(&bar(text), method, &mut &written[1..], &effort()),
            Err(WholeError::Thin(ThinError::Damaged { .. }))
        ));
    }
    assert!(Whole::from(solved(&bar("4x5"))).save(&mut Vec::new()).is_err(), "the sieve has no half-way");
    let sieve = Whole::resume(&bar("4x5"), Method::Sieve, &mut &[][..], &effort());
    assert!(matches!(sieve, Err(WholeError::NotThisMethod { .. })));
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
        let refused = Whole::begin(&bar(text), method, &effort()).unwrap_err();
        assert!(
            refused
                .to_string()
                .starts_with(&format!("chomp:{text} cannot be solved by {method}: the formula"))
        );
    }
    assert_eq!(Whole::choose(&bar("3x9@2,2"), Keep::Everything, &effort()), Ok(Method::Sieve));
    assert_eq!(Whole::choose(&bar("3x100000"), Keep::Everything, &effort()), Ok(Method::ThreeRows));
    assert!(matches!(Whole::solve(&bar("300x300"), &effort()), Err(WholeError::Thin(_))));
    assert_eq!(
        Whole::solve(&bar("3x9@2,2"), &effort()).unwrap().lost_count(3, 9),
        Ok(solved(&bar("3x9@2,2")).lost_count())
    );
    let cancel = Cancel::new();
    cancel.cancel();
    let stopped = Whole::solve(&bar("3x5000"), &effort().cancelled_by(&cancel));
    assert!(matches!(stopped, Err(WholeError::Thin(ThinError::Stopped(Stopped::Cancelled)))));
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
    fn sieve(&self, bar: &Chomp, _: &Effort) -> Option<Result<Solved, SieveError>> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        self.is_there.then(|| Sieve::of(bar).solve(&effort()))
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
