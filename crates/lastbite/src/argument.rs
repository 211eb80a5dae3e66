//! A rule that decides a position, in words that a pupil can follow.

/// A rule that decides a position, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Argument {
    /// The name of the rule.
    pub rule: &'static str,
    /// What it says about the position, and why.
    ///
    /// About a lost position it is neutral: *whoever is to move*. In a won position it tells the reader what
    /// to do.
    pub told: Vec<Paragraph>,
}

impl Argument {
    /// Names a rule and explains it in one paragraph.
    #[must_use]
    pub fn new(rule: &'static str, sentences: impl Into<String>) -> Self {
        Argument { rule, told: vec![Paragraph::Text(sentences.into())] }
    }

    /// Adds a paragraph.
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
    /// Lines that must stay exactly below each other.
    Figure(String),
}

impl Paragraph {
    /// Returns the sentences or lines.
    #[must_use]
    pub fn content(&self) -> &str {
        match self {
            Paragraph::Text(content) | Paragraph::Figure(content) => content,
        }
    }
}
