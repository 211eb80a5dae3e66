//! A cache of answers within a limit of bytes; the least recently used go first.

use std::collections::HashMap;
use std::mem;
use std::sync::Arc;

use crate::answer::Answer;

/// Answers in two generations: an answer that is used becomes young again, and when the young fill half of
/// the room, the old are dropped.
///
/// That is nearly the order of last use, at the cost of a look-up.
#[derive(Debug)]
pub struct Cache {
    bound: usize,
    bytes: usize,
    young: HashMap<Arc<str>, Answer>,
    old: HashMap<Arc<str>, Answer>,
}

impl Cache {
    /// The bytes of an entry besides its texts.
    const ENTRY: usize = 160;

    /// Makes an empty cache that keeps at most this many bytes.
    pub fn new(bound: usize) -> Self {
        Cache { bound, bytes: 0, young: HashMap::new(), old: HashMap::new() }
    }

    /// Finds an answer, and marks it as used.
    pub fn find(&mut self, question: &str) -> Option<Answer> {
        if let Some(found) = self.young.get(question) {
            return Some(found.clone());
        }
        let (question, found) = self.old.remove_entry(question)?;
        self.keep(question, found.clone());
        Some(found)
    }

    /// Keeps an answer.
    pub fn keep(&mut self, question: Arc<str>, answer: Answer) {
        let bytes = question.len() + answer.body.len() + Self::ENTRY;
        if bytes > self.bound / 8 {
            return;
        }
        if self.bytes + bytes > self.bound / 2 {
            self.old = mem::take(&mut self.young);
            self.bytes = 0;
        }
        if self.young.insert(question, answer).is_none() {
            self.bytes += bytes;
        }
    }

    /// Counts the answers that are kept.
    pub fn len(&self) -> usize {
        self.young.len() + self.old.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(bytes: usize) -> Answer {
        Answer::text("text/plain", vec![b'x'; bytes])
    }

    #[test]
    fn what_is_asked_for_stays_and_the_rest_goes() {
        let mut cache = Cache::new(100_000);
        cache.keep("kept".into(), answer(1000));
        for number in 0..1000 {
            cache.keep(number.to_string().into(), answer(1000));
            assert!(cache.find("kept").is_some(), "asked for all the time");
            assert!(cache.len() < 100, "within the bound");
        }
        assert!(cache.find("0").is_none());
        assert!(cache.find("999").is_some());
        cache.keep("large".into(), answer(50_000));
        assert!(cache.find("large").is_none(), "one answer does not push out all others");
    }
}
