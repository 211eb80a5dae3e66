//! A rule that decides a position, told in words that a pupil can follow.

/// A rule that decides a position, told.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Argument {
    /// What the rule is called.
    pub rule: &'static str,
    /// What it says of the position, and why that is so.
    ///
    /// Of a lost position it speaks neutrally: *whoever is to move*; of a won one it tells the reader what to
    /// do.
    pub told: Vec<Paragraph>,
}

impl Argument {
    /// Names a rule and tells it in one paragraph of sentences.
    #[must_use]
    pub fn new(rule: &'static str, sentences: impl Into<String>) -> Self {
        Argument { rule, told: vec![Paragraph::Text(sentences.into())] }
    }

    /// Tells more.
    #[must_use]
    pub fn then(mut self, paragraph: Paragraph) -> Self {
        self.told.push(paragraph);
        self
    }
}

/// A piece of an explanation.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum Paragraph {
    /// Sentences, which can be broken between any two words.
    Text(String),
    /// Lines that stand exactly below each other.
    Figure(String),
}

impl Paragraph {
    /// Returns what it says, sentences or lines.
    #[must_use]
    pub fn content(&self) -> &str {
        match self {
            Paragraph::Text(content) | Paragraph::Figure(content) => content,
        }
    }
}
