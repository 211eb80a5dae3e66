//! A survey: every octal code with this many digits, its period or how far it was computed, and equal games
//! named once.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use super::super::rule::{Code, Rule};
use super::{Finding, Sequence, SequenceError};
use crate::effort::{Effort, TooLittleMemory};
use lastbite_work::threads::run_on_all;

/// The most digits behind the point that are surveyed.
pub const MOST_SURVEYED: usize = 4;

/// Open games whose values are equal up to this heap are listed once, and only the first of them is computed
/// further.
pub const EQUAL_TO: u64 = 16_384;

/// One game of a survey, and all codes that turned out to be the same game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Surveyed {
    /// The codes, the least first: their values are equal forever if the period is proved, else at least to
    /// [`EQUAL_TO`], or as far as they were computed.
    pub codes: Vec<Code>,
    /// What was found.
    pub finding: Finding,
    /// The last heap that was computed.
    pub computed: u64,
    /// The largest value.
    pub largest: u32,
    /// The heaps with rare values, and the last of them, if the sparse space was used.
    pub rare: Option<(u64, u64)>,
    /// The bits that make a value rare, if the sparse space was used. They are chosen as values become known, so
    /// the number of rare heaps says nothing without them.
    pub mask: Option<u32>,
}

/// All games of a survey.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Survey {
    /// The games, in the order of their first codes.
    pub games: Vec<Surveyed>,
    /// How many codes there are.
    pub codes: usize,
}

/// The progress of a survey, which other threads can read while it runs.
#[derive(Debug, Default)]
pub struct Reached {
    codes: AtomicU64,
    further: AtomicU64,
}

impl Reached {
    /// Returns how many codes were computed as far as they are compared.
    #[must_use]
    pub fn codes(&self) -> u64 {
        self.codes.load(Ordering::Relaxed)
    }

    /// Returns how many games were computed to their end after that, with equal ones again if a period was
    /// proved.
    #[must_use]
    pub fn further(&self) -> u64 {
        self.further.load(Ordering::Relaxed)
    }
}

/// Surveys all codes `0.d1d2...` of at most `digits` octal digits, each until its period is proved or heap
/// `limit` is known.
///
/// Its progress is noted on the way, so that it can be reported if it is stopped.
pub fn survey(digits: usize, limit: u64, reached: &Reached, effort: &Effort) -> Result<Survey, SequenceError> {
    let digits = digits.clamp(1, MOST_SURVEYED);
    let codes: Vec<Code> = (0..8usize.pow(digits as u32)).map(|number| code(number, digits)).collect();
    TooLittleMemory::check(limit.saturating_mul(2 * effort.threads_used() as u64), effort.memory_allowed())?;
    let first = of_each(&codes, limit.min(EQUAL_TO), &reached.codes, effort)?;
    let (mut games, open): (Vec<_>, Vec<_>) =
        first.into_iter().partition(|game| is_proved(game) || limit <= EQUAL_TO);
    // One of each goes all the way; if that proves a period, its equals must have it too.
    let firsts: Vec<Code> = open.iter().map(|game| game.codes[0].clone()).collect();
    let (proved, mut further): (Vec<_>, Vec<_>) =
        of_each(&firsts, limit, &reached.further, effort)?.into_iter().partition(is_proved);
    let equals = |game: &Surveyed| -> Vec<Code> {
        let same = open.iter().filter(|before| game.codes.contains(&before.codes[0]));
        same.flat_map(|before| before.codes.clone()).collect()
    };
    for game in &mut further {
        game.codes = equals(game);
    }
    let again: Vec<Code> = proved.iter().flat_map(equals).collect();
    games.extend(of_each(&again, limit, &reached.further, effort)?);
    games.extend(further);
    games.iter_mut().for_each(|game| game.codes.sort_by(|a, b| a.digits().cmp(b.digits())));
    games.sort_by(|a, b| a.codes[0].digits().cmp(b.codes[0].digits()));
    Ok(Survey { games, codes: codes.len() })
}

fn is_proved(game: &Surveyed) -> bool {
    matches!(game.finding, Finding::Proved { .. })
}

/// Computes each code until its period is proved or heap `limit` is known, and brings equal ones together.
fn of_each(
    codes: &[Code],
    limit: u64,
    reached: &AtomicU64,
    effort: &Effort,
) -> Result<Vec<Surveyed>, SequenceError> {
    let (next, done) = (AtomicUsize::new(0), AtomicU64::new(0));
    let games: Mutex<BTreeMap<Key, Surveyed>> = Mutex::new(BTreeMap::new());
    // Each on one thread and unwatched: only the number done is meaningful progress.
    let quiet = effort.clone().threads(1).unwatched();
    let results = run_on_all(effort.threads_used(), || {
        while let Some(code) = codes.get(next.fetch_add(1, Ordering::Relaxed)) {
            let mut sequence = Sequence::new(Rule::Code(code.clone()));
            let finding = sequence.find_period(limit, &quiet)?;
            let key = Key::of(&sequence, finding);
            let mut games = games.lock().unwrap_or_else(PoisonError::into_inner);
            let game = games.entry(key).or_insert_with(|| Surveyed {
                codes: Vec::new(),
                finding,
                computed: sequence.len() - 1,
                largest: sequence.largest(),
                rare: None,
                mask: None,
            });
            // Of two equal games one may be divided and the other not; what is known about either is kept.
            let before = game.rare.zip(game.mask);
            let rare = sequence.rare().map(|rare| {
                ((rare.heaps.len() as u64, rare.heaps.last().copied().unwrap_or(0)), rare.mask)
            });
            (game.rare, game.mask) = before.into_iter().chain(rare).min().unzip();
            game.codes.push(code.clone());
            reached.fetch_add(1, Ordering::Relaxed);
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            effort.report_share(done as f64 / codes.len() as f64);
        }
        Ok(())
    });
    results.into_iter().collect::<Result<(), SequenceError>>()?;
    let mut games: Vec<Surveyed> =
        games.into_inner().unwrap_or_else(PoisonError::into_inner).into_values().collect();
    games.iter_mut().for_each(|game| game.codes.sort_by(|a, b| a.digits().cmp(b.digits())));
    Ok(games)
}

/// The code with this number: its octal digits.
fn code(number: usize, digits: usize) -> Code {
    let digit = |place: usize| (number >> (3 * (digits - place)) & 7) as u8;
    let digits: Vec<u8> = std::iter::once(0).chain((1..=digits).map(digit)).collect();
    Code::new(&digits).expect("octal digits behind a zero")
}

/// What distinguishes two games: the period and the values that decide all others.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    period: Option<(u64, u64)>,
    values: u64,
    checksums: (u32, u32),
}

impl Key {
    fn of(sequence: &Sequence, finding: Finding) -> Key {
        let (period, values) = match finding {
            Finding::Proved { period, .. } => {
                (Some((period.beginning, period.period)), period.beginning + period.period + 1)
            }
            _ => (None, sequence.len()),
        };
        // Two sums of different bytes, 64 bits in all: the values as they are would be too many to keep.
        let (mut sum, mut other) =
            (crc32fast::Hasher::new(), crc32fast::Hasher::new_with_initial(0x6c61_7374));
        let known = sequence.values();
        for heap in 0..values as usize {
            let value = known.get(heap).unwrap_or(0);
            sum.update(&value.to_le_bytes());
            other.update(&(value.wrapping_mul(0x9E37_79B1) ^ heap as u32).to_le_bytes());
        }
        Key { period, values, checksums: (sum.finalize(), other.finalize()) }
    }
}
