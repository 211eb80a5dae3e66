//! Facts about one thing: a headline, and below it a name and a value on each line.

use unicode_width::UnicodeWidthStr;

use crate::manners::prompt::fitted;
use crate::manners::width;

/// Where the values begin.
const MARGIN: usize = 18;

/// Facts being collected.
pub struct Facts {
    text: String,
    /// How many columns there are for a value.
    room: usize,
}

impl Facts {
    /// Begins with the headline.
    pub fn about(thing: &str) -> Self {
        Self::within(thing, width::columns())
    }

    fn within(thing: &str, width: usize) -> Self {
        Facts { text: format!("{thing}\n"), room: width.saturating_sub(MARGIN) }
    }

    /// Adds a fact; a long value continues on the lines below.
    pub fn add(&mut self, name: &str, value: &str) {
        let value = fitted(value, self.room).replace('\n', &format!("\n{:MARGIN$}", ""));
        self.text += &format!("  {name:<16}{value}\n");
    }

    /// Adds a fact that is a list of moves; lines break only between them. Where a move has spaces, a semicolon ends
    /// it.
    pub fn list(&mut self, name: &str, moves: &[String]) {
        let (end, gap) = if moves.iter().any(|mv| mv.contains(' ')) { (";", " ") } else { ("", "  ") };
        let mut lines = vec![String::new()];
        for (number, mv) in moves.iter().enumerate() {
            let thing = if number + 1 < moves.len() { format!("{mv}{end}") } else { mv.clone() };
            let last = lines.last_mut().expect("there is always a line");
            if last.is_empty() {
                last.push_str(&thing);
            } else if last.width() + gap.len() + thing.width() <= self.room {
                *last += &format!("{gap}{thing}");
            } else {
                lines.push(thing);
            }
        }
        self.add(name, &lines.join("\n"));
    }

    /// Returns the text.
    pub fn told(self) -> String {
        self.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_go_on_below_their_beginning() {
        let mut facts = Facts::within("a bar", 30);
        facts.add("size", "4x7");
        facts.add("outcome", "the first player wins");
        facts.list("best play", &["2 from 1", "1 from 3"].map(String::from));
        let expected = "\
a bar
  size            4x7
  outcome         the first
                  player wins
  best play       2 from 1;
                  1 from 3
";
        assert_eq!(facts.told(), expected);
    }
}
