//! Writing on the screen: a buffer, and the look of everything written. Whatever does not fit is left out.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use unicode_width::UnicodeWidthStr;

use crate::look::{Look, Role};

/// A buffer to write on.
pub struct Canvas<'a> {
    /// What is written on.
    pub buffer: &'a mut Buffer,
    /// How it looks.
    pub look: Look,
}

impl Canvas<'_> {
    /// Writes a text in at most so many columns, and returns the column behind it.
    pub fn text(&mut self, x: u16, y: u16, most: u16, text: &str, role: Role) -> u16 {
        self.styled(x, y, most, text, self.look.style(role))
    }

    /// Writes a text in a style of its own.
    pub fn styled(&mut self, x: u16, y: u16, most: u16, text: &str, style: Style) -> u16 {
        let area = self.buffer.area;
        if !(area.top()..area.bottom()).contains(&y) || !(area.left()..area.right()).contains(&x) {
            return x;
        }
        self.buffer.set_stringn(x, y, text, most.into(), style).0
    }

    /// Writes a text in the middle of so many columns.
    pub fn centered(&mut self, x: u16, y: u16, width: u16, text: &str, style: Style) {
        let free = width.saturating_sub(text.width() as u16);
        // Where it cannot be in the middle, it leans to the right, as numbers do.
        self.styled(x + free.div_ceil(2), y, width, text, style);
    }

    /// Fills a part of the screen with a character.
    pub fn fill(&mut self, area: Rect, character: &str, style: Style) {
        // Cell by cell and without looking at words: a whole screen is filled with every picture.
        let area = area.intersection(self.buffer.area);
        for y in area.top()..area.bottom() {
            for x in area.left()..area.right() {
                self.buffer[(x, y)].set_symbol(character).set_style(style);
            }
        }
    }

    /// Writes a text over as many lines as it takes, and returns how many that were.
    pub fn paragraph(&mut self, area: Rect, text: &str, role: Role) -> u16 {
        let lines = wrapped(text, area.width);
        for (line, y) in lines.iter().zip(area.top()..area.bottom()) {
            self.text(area.x, y, area.width, line, role);
        }
        (lines.len() as u16).min(area.height)
    }

    /// Draws a line across.
    pub fn rule(&mut self, x: u16, y: u16, width: u16) {
        let line = self.look.or("─", "-").repeat(width.into());
        self.text(x, y, width, &line, Role::Line);
    }
}

/// Breaks a text into lines of at most so many columns, between words where that can be.
#[must_use]
pub fn wrapped(text: &str, width: u16) -> Vec<String> {
    let width = usize::from(width.max(1));
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        // A line that was laid out by hand keeps its spaces.
        if paragraph.starts_with(' ') {
            lines.push(paragraph.to_string());
            continue;
        }
        for word in paragraph.split_whitespace() {
            let gap = usize::from(!line.is_empty());
            if !line.is_empty() && line.width() + gap + word.width() > width {
                lines.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            for letter in word.chars() {
                if line.width() >= width {
                    lines.push(std::mem::take(&mut line));
                }
                line.push(letter);
            }
        }
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words_where_they_can() {
        assert_eq!(wrapped("bite a square", 6), ["bite a", "square"]);
        assert_eq!(wrapped("chocolate", 4), ["choc", "olat", "e"]);
        assert_eq!(wrapped("", 4), Vec::<String>::new());
    }
}
