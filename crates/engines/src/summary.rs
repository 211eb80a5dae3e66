//! What is told of a game that was solved whole, the same wherever it was solved.

use crate::no_answer::NoAnswer;
use crate::solution::Solution;

/// What is told of a game that was solved whole; with the feature `serde`, every program prints it as it is.
///
/// What makes no sense for a game, or was not asked for, is left out of its JSON.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Summary {
    /// The game, as it is written.
    pub game: String,
    /// Who wins, from the view of whoever starts: `win` or `loss`.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "str::is_empty"))]
    pub outcome: &'static str,
    /// The rows of a bar.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub rows: Option<u32>,
    /// The columns of a bar.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub cols: Option<u32>,
    /// How many positions it has; nothing if they do not fit 64 bits.
    pub positions: Option<u64>,
    /// How many of them were really judged: half of a square's, as the rest follows by symmetry. The bar of
    /// which nothing is left is judged too.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub judged: Option<u64>,
    /// How many of them are lost.
    pub lost: u64,
    /// The winning first moves.
    pub winning: Vec<String>,
    /// The Grundy value.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub grundy: Option<u32>,
    /// The largest Grundy value of any position.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub largest_grundy: Option<u32>,
    /// How long it took.
    pub seconds: f64,
    /// How it was solved.
    pub method: String,
    /// On how many threads.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub threads: Option<usize>,
    /// The most memory it took at a time, as far as that is known.
    pub peak_bytes: u64,
    /// The graphics card it was solved on.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub card: Option<String>,
    /// The bytes that the lost positions take there.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub card_bytes: Option<u64>,
}

impl Summary {
    /// Notes the winning first moves, and with them who wins.
    pub fn wins_by(&mut self, winning: impl IntoIterator<Item = impl ToString>) {
        self.winning = winning.into_iter().map(|mv| mv.to_string()).collect();
        self.outcome = if self.winning.is_empty() { "loss" } else { "win" };
    }
}

impl Solution {
    /// Tells what was found about the bar.
    ///
    /// # Errors
    ///
    /// When it is not solved to its end.
    pub fn summary(&self) -> Result<Summary, NoAnswer> {
        let (rows, cols) = (self.bar().rows(), self.bar().cols());
        let mut summary = Summary {
            game: self.bar().to_string(),
            rows: Some(rows),
            cols: Some(cols),
            positions: self.positions(),
            judged: self.judged(),
            lost: self.lost_count(rows, cols)?,
            seconds: self.time().as_secs_f64(),
            method: self.method().to_string(),
            threads: Some(self.threads()),
            peak_bytes: self.peak_bytes(),
            card: self.place(),
            card_bytes: self.bytes_elsewhere(),
            ..Summary::default()
        };
        summary.wins_by(self.openings(rows, cols)?);
        Ok(summary)
    }
}
