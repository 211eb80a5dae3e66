//! Writing on the screen: a picture, and the style of everything written. Whatever does not fit is left out.

use unicode_width::UnicodeWidthStr;

use crate::look::{Look, Role};
use crate::picture::{Picture, Rect, Style};

/// A picture to write on.
pub struct Canvas<'a> {
    /// What is written on.
    pub picture: &'a mut Picture,
    /// How it looks.
    pub look: Look,
}

impl Canvas<'_> {
    /// Writes a text in at most this many columns, and returns the column after it.
    pub fn text(&mut self, x: u16, y: u16, most: u16, text: &str, role: Role) -> u16 {
        self.styled(x, y, most, text, self.look.style(role))
    }

    /// Writes a text in a given style.
    pub fn styled(&mut self, x: u16, y: u16, most: u16, text: &str, style: Style) -> u16 {
        self.picture.write(x, y, most, text, style)
    }

    /// Writes a text in the middle of this many columns.
    pub fn centered(&mut self, x: u16, y: u16, width: u16, text: &str, style: Style) {
        let free = width.saturating_sub(text.width() as u16);
        // If it cannot be exactly in the middle, it leans to the right, as numbers do.
        self.styled(x + free.div_ceil(2), y, width, text, style);
    }

    /// Fills a part of the screen with a character.
    pub fn fill(&mut self, area: Rect, character: char, style: Style) {
        self.picture.fill(area, character, style);
    }

    /// Writes a text over as many lines as it needs, and returns how many.
    pub fn paragraph(&mut self, area: Rect, text: &str, role: Role) -> u16 {
        let lines = wrapped(text, area.width);
        for (line, y) in lines.iter().zip(area.y..area.bottom()) {
            self.text(area.x, y, area.width, line, role);
        }
        (lines.len() as u16).min(area.height)
    }

    /// Draws a line across.
    pub fn rule(&mut self, x: u16, y: u16, width: u16) {
        let style = self.look.style(Role::Line);
        self.fill(Rect::new(x, y, width, 1), self.look.or('─', '-'), style);
    }
}

/// Breaks a text into lines of at most this many columns, between words if possible.
pub fn wrapped(text: &str, width: u16) -> Vec<String> {
    let width = usize::from(width.max(1));
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        // A line that was laid out by hand keeps its spaces.
        if paragraph.starts_with(' ') {
            lines.extend(laid_out(paragraph, width));
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

/// Breaks a line that was laid out by hand if it is too long: the words after its columns continue below
/// themselves.
fn laid_out(line: &str, width: usize) -> Vec<String> {
    let indented = line.len() - line.trim_start().len();
    let columns = line.rfind("    ").map_or(indented, |gap| gap + 4);
    if line.width() <= width || columns == 0 || columns + 8 > width {
        return vec![line.to_string()];
    }
    let (figures, words) = line.split_at(columns);
    let below = " ".repeat(columns);
    let broken = wrapped(words, (width - columns) as u16);
    let begins = std::iter::once(figures).chain(std::iter::repeat(below.as_str()));
    begins.zip(broken).map(|(begin, words)| format!("{begin}{words}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words_where_they_can() {
        assert_eq!(wrapped("bite a square", 6), ["bite a", "square"]);
        assert_eq!(wrapped("chocolate", 4), ["choc", "olat", "e"]);
        assert_eq!(wrapped("", 4), Vec::<String>::new());
        assert_eq!(
            wrapped("    0 1 0    heap 1: 7 pins, worth 2", 24),
            ["    0 1 0    heap 1: 7", "             pins, worth", "             2"]
        );
        assert_eq!(
            wrapped("   But only single stones are left", 20),
            ["   But only single", "   stones are left"]
        );
        assert_eq!(wrapped("    -----", 6), ["    -----"]);
    }
}
