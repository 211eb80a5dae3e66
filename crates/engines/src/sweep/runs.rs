//! The bottom of the sweep for distances: short runs, settled by their few lost positions.
//!
//! A run is all tails of `k` rows and at most `b` squares a row. Take what the bites in the rows
//! above amount to as if there were no others. Then a position that is won stays won, and bites to
//! positions of the run can only shorten it; and the first position that is lost stays lost, since
//! all positions of the run before it are won. Put those into its account, and it into the account
//! of everything that can bite to it, and look for the next that is lost. Only one position in two
//! hundred is, so this takes a few vectors where trying every bite takes one at a time.

use super::block::Values;
use super::schedule::JoinKept;
use super::strings::{self, RUN, STEP};
use crate::key::Key;
use crate::rank::Counts;
use lastbite_work::SolveError;

/// The bites between the tails of one number of rows.
#[derive(Debug)]
struct Bites<K> {
    /// The largest bound whose tails are a run.
    bound: usize,
    /// For every tail, a mask of the tails that it can bite to.
    to: Vec<[K; RUN]>,
    /// For every tail, a mask of the tails that can bite to it, upside down.
    not_from: Vec<[K; RUN]>,
}

impl<K: Key> Bites<K> {
    /// Finds the bites between tails of `rows` rows in a box of `cols` columns.
    fn new(counts: &Counts, rows: usize, cols: usize) -> Result<Self, SolveError> {
        let fits = |&b: &usize| counts.get(rows, b) <= RUN as u64;
        let bound = (0..=cols).take_while(fits).last().expect("count(k, 0) is 1");
        let len = counts.bits(rows, bound);
        let (mut to, mut not_from) = (Vec::new(), Vec::new());
        strings::grow(&mut to, len, [K::NONE; RUN])?;
        strings::grow(&mut not_from, len, [K::EATEN; RUN])?;
        let mut tail = vec![0; rows];
        for t in 0..len {
            counts.unrank(t as u64, &mut tail);
            for i in 0..rows {
                for j in 0..tail[i] {
                    let mut bitten = tail.clone();
                    bitten[i..].iter_mut().for_each(|x| *x = (*x).min(j));
                    let s = counts.rank(&bitten, rows) as usize;
                    to[t][s] = K::EATEN;
                    not_from[s][t] = K::NONE;
                }
            }
        }
        Ok(Self { bound, to, not_from })
    }
}

/// The bites inside runs of every number of rows.
#[derive(Debug)]
pub(crate) struct Runs<K>(Vec<Bites<K>>);

impl<K: Key> Runs<K> {
    /// The bytes that they take at most, by rows.
    pub(crate) const BYTES: u64 = (2 * RUN * RUN * size_of::<K>()) as u64;

    /// Finds the bites inside the runs of tails of up to `rows` rows, in a box of `cols` columns.
    pub(crate) fn new(counts: &Counts, rows: usize, cols: usize) -> Result<Self, SolveError> {
        Ok(Self((0..=rows).map(|k| Bites::new(counts, k, cols)).collect::<Result<_, _>>()?))
    }
}

impl<K: Key> JoinKept<K> for Runs<K> {
    type Value = K;

    #[inline(always)]
    fn join_kept(&self, into: &mut [K], kept: &[K], len: usize) {
        strings::join(into, kept, len, <&Self as Values>::join);
    }
}

impl<K: Key> Values for &Runs<K> {
    type Value = K;
    const NONE: K = K::NONE;

    #[inline(always)]
    fn join(a: K, b: K) -> K {
        a.max(b)
    }

    #[inline(always)]
    fn run_bound(&self, k: usize) -> usize {
        self.0[k].bound
    }

    #[inline(always)]
    fn settle(&mut self, k: usize, len: usize, _at: usize, run: &mut [K; RUN]) -> bool {
        let bites = &self.0[k];
        let (run, _) = run.as_chunks_mut::<STEP>();
        let run = &mut run[..len.div_ceil(STEP)];
        for key in run.as_flattened_mut() {
            *key = key.settled();
        }
        for c in 0..run.len() {
            let end = (len - c * STEP).min(STEP);
            let mut next = 0;
            while run[c].iter().fold(K::NONE, |a, &b| a | b).is_lost()
                && let Some(t) = (next..end).find(|&t| run[c][t].is_lost())
            {
                next = t + 1;
                // It can only bite to won positions, and takes the one that lasts longest.
                let (to, _) = bites.to[c * STEP + t].as_chunks::<STEP>();
                let mut longest = [K::NONE; STEP];
                for (step, to) in run[..=c].iter().zip(to) {
                    longest = strings::step(longest, strings::step(*step, *to, |key, to| key & to), K::max);
                }
                let longest = longest.iter().fold(K::NONE, |a, &b| a.max(b));
                let lost = run[c][t].min(longest.settled());
                run[c][t] = lost;
                // Every position that can bite to it is won at most one ply later.
                let (not_from, _) = bites.not_from[c * STEP + t].as_chunks::<STEP>();
                let won = lost.settled();
                for (step, not_from) in run[c..].iter_mut().zip(&not_from[c..]) {
                    *step = strings::step(*step, *not_from, |key, not_from| key.min(won | not_from));
                }
            }
        }
        true
    }
}
