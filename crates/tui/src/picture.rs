//! A picture of the screen: letters and their styles, cell by cell, and the changes from one picture to the
//! next.

use std::io::{self, Write};

use crossterm::cursor::MoveTo;
use crossterm::queue;
use crossterm::style::{Attribute, Color, Print, SetAttribute, SetBackgroundColor, SetForegroundColor};
use unicode_width::UnicodeWidthChar;

/// A part of the screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rect {
    /// Its first column.
    pub x: u16,
    /// Its first line.
    pub y: u16,
    /// How many columns it has.
    pub width: u16,
    /// How many lines it has.
    pub height: u16,
}

impl Rect {
    /// Names a part of the screen.
    pub const fn new(x: u16, y: u16, width: u16, height: u16) -> Self {
        Rect { x, y, width, height }
    }

    /// Returns the column after it.
    pub const fn right(self) -> u16 {
        self.x.saturating_add(self.width)
    }

    /// Returns the line below it.
    pub const fn bottom(self) -> u16 {
        self.y.saturating_add(self.height)
    }

    /// Says whether a cell of the screen is in it.
    pub const fn contains(self, x: u16, y: u16) -> bool {
        self.x <= x && x < self.right() && self.y <= y && y < self.bottom()
    }
}

/// What a cell looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// The colour of the letter.
    pub fg: Color,
    /// The background colour.
    pub bg: Color,
    /// Whether the letter is bold.
    pub bold: bool,
    /// Whether the letter is dim.
    pub dim: bool,
    /// Whether the two colours change places.
    pub reversed: bool,
}

impl Style {
    /// The terminal's own look.
    pub const PLAIN: Style =
        Style { fg: Color::Reset, bg: Color::Reset, bold: false, dim: false, reversed: false };

    /// Sets the colour of the letter.
    pub const fn fg(self, fg: Color) -> Self {
        Style { fg, ..self }
    }

    /// Sets the background colour.
    pub const fn bg(self, bg: Color) -> Self {
        Style { bg, ..self }
    }
}

/// One cell of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    letter: char,
    /// Accents on the letter; a letter with more of them loses the rest.
    marks: [Option<char>; 2],
    /// What it looks like.
    pub style: Style,
}

impl Cell {
    /// Fills the second cell of a letter that is two columns wide.
    const COVERED: char = '\0';
    const BLANK: Cell = Cell { letter: ' ', marks: [None; 2], style: Style::PLAIN };

    /// Returns its text: a letter with its accents, or nothing after a wide one.
    pub fn text(&self) -> String {
        let letter = Some(self.letter).filter(|&letter| letter != Self::COVERED);
        letter.into_iter().chain(self.marks.into_iter().flatten()).collect()
    }
}

/// A picture of the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    size: (u16, u16),
    cells: Vec<Cell>,
    /// Where a click does what a key does, and which key.
    buttons: Vec<(Rect, String)>,
}

impl Picture {
    /// The largest screen that is drawn, in columns and lines. The rest of a larger one stays empty.
    pub const LARGEST: (u16, u16) = (600, 300);

    /// Returns how much of a screen is drawn.
    pub fn bounded((columns, lines): (u16, u16)) -> (u16, u16) {
        (columns.min(Self::LARGEST.0), lines.min(Self::LARGEST.1))
    }

    /// Begins with an empty screen.
    pub fn new(size: (u16, u16)) -> Self {
        let size = Self::bounded(size);
        let cells = vec![Cell::BLANK; usize::from(size.0) * usize::from(size.1)];
        Picture { size, cells, buttons: Vec::new() }
    }

    /// Makes an area a button for a key.
    pub fn add_button(&mut self, area: Rect, key: &str) {
        self.buttons.push((area, key.to_string()));
    }

    /// Returns the key of the button at a cell.
    pub fn button_at(&self, x: u16, y: u16) -> Option<&str> {
        self.buttons.iter().rev().find(|(area, _)| area.contains(x, y)).map(|(_, key)| key.as_str())
    }

    /// Returns all of it.
    pub fn area(&self) -> Rect {
        Rect::new(0, 0, self.size.0, self.size.1)
    }

    /// Returns a cell; outside of the picture everything is blank.
    pub fn cell(&self, x: u16, y: u16) -> Cell {
        self.index(x, y).map_or(Cell::BLANK, |index| self.cells[index])
    }

    fn index(&self, x: u16, y: u16) -> Option<usize> {
        let inside = x < self.size.0 && y < self.size.1;
        inside.then(|| usize::from(y) * usize::from(self.size.0) + usize::from(x))
    }

    /// Writes a text in at most this many columns, and returns the column after it.
    pub fn write(&mut self, x: u16, y: u16, most: u16, text: &str, style: Style) -> u16 {
        let end = x.saturating_add(most).min(self.size.0);
        let mut at = x;
        for letter in text.chars() {
            match letter.width() {
                // Control characters, and those that reverse the writing, have no place on a screen.
                None => {}
                Some(0) if turns_around(letter) => {}
                Some(0) => self.mark(x, at, y, letter),
                Some(width) => {
                    let behind = at.saturating_add(width as u16);
                    if behind > end {
                        break;
                    }
                    self.put(at, y, letter, style);
                    if width > 1 {
                        self.put(at + 1, y, Cell::COVERED, style);
                    }
                    at = behind;
                }
            }
        }
        at
    }

    /// Puts an accent on the letter before a column.
    fn mark(&mut self, first: u16, at: u16, y: u16, accent: char) {
        let letter = (first..at).rev().filter_map(|x| self.index(x, y));
        let letter = letter.into_iter().find(|&index| self.cells[index].letter != Cell::COVERED);
        if let Some(index) = letter
            && let Some(free) = self.cells[index].marks.iter_mut().find(|mark| mark.is_none())
        {
            *free = Some(accent);
        }
    }

    fn put(&mut self, x: u16, y: u16, letter: char, style: Style) {
        let Some(index) = self.index(x, y) else { return };
        // Half of a wide letter is no longer a letter.
        if letter != Cell::COVERED && self.cells[index].letter == Cell::COVERED {
            self.cells[index - 1].letter = ' ';
        }
        self.cells[index] = Cell { letter, marks: [None; 2], style };
        let next = self.index(x.saturating_add(1), y).map(|next| &mut self.cells[next]);
        if let Some(orphan) = next.filter(|next| next.letter == Cell::COVERED) {
            orphan.letter = ' ';
        }
    }

    /// Fills a part of the picture with a letter that is one column wide.
    pub fn fill(&mut self, area: Rect, letter: char, style: Style) {
        let right = area.right().min(self.size.0);
        if area.x >= right {
            return;
        }
        for y in area.y..area.bottom().min(self.size.1) {
            // Only the edges can cut letters in half; everything between them is overwritten.
            self.put(area.x, y, letter, style);
            self.put(right - 1, y, letter, style);
            let line = usize::from(y) * usize::from(self.size.0);
            let between = line + usize::from(area.x)..line + usize::from(right);
            self.cells[between].fill(Cell { letter, marks: [None; 2], style });
        }
    }

    /// Writes what a terminal needs to go from one picture, or from nothing, to this one.
    pub fn write_changes(&self, shown: Option<&Picture>, out: &mut impl Write) -> io::Result<()> {
        let shown = shown.filter(|shown| shown.size == self.size);
        let mut style = None;
        let mut cursor = None;
        for y in 0..self.size.1 {
            for x in 0..self.size.0 {
                let cell = self.cell(x, y);
                let same = shown.is_some_and(|shown| shown.cell(x, y) == cell);
                if same || cell.letter == Cell::COVERED {
                    continue;
                }
                if cursor != Some((x, y)) {
                    queue!(out, MoveTo(x, y))?;
                }
                if style != Some(cell.style) {
                    set_style(out, cell.style)?;
                    style = Some(cell.style);
                }
                queue!(out, Print(cell.text()))?;
                // Terminals disagree about the width of letters, so after one that is not ASCII the cursor is
                // set.
                cursor = cell.letter.is_ascii().then_some((x + 1, y));
            }
        }
        queue!(out, SetAttribute(Attribute::Reset))
    }
}

/// Says whether a character changes the direction of others, so that they read as something else.
fn turns_around(letter: char) -> bool {
    matches!(letter, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

fn set_style(out: &mut impl Write, style: Style) -> io::Result<()> {
    queue!(out, SetAttribute(Attribute::Reset))?;
    let attributes =
        [(style.bold, Attribute::Bold), (style.dim, Attribute::Dim), (style.reversed, Attribute::Reverse)];
    for (_, attribute) in attributes.into_iter().filter(|&(wanted, _)| wanted) {
        queue!(out, SetAttribute(attribute))?;
    }
    if style.fg != Color::Reset {
        queue!(out, SetForegroundColor(style.fg))?;
    }
    if style.bg != Color::Reset {
        queue!(out, SetBackgroundColor(style.bg))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(picture: &Picture) -> String {
        (0..picture.size.0).map(|x| picture.cell(x, 0).text()).collect()
    }

    #[test]
    fn wide_letters_and_accents_keep_their_cells() {
        let mut picture = Picture::new((6, 1));
        assert_eq!(picture.write(0, 0, 6, "a\u{301}漢字x", Style::PLAIN), 6);
        assert_eq!(line(&picture), "a\u{301}漢字x");
        // Writing over half of a letter erases the other half too.
        picture.write(2, 0, 1, "b", Style::PLAIN);
        assert_eq!(line(&picture), "a\u{301} b字x");
        picture.write(3, 0, 1, "c", Style::PLAIN);
        assert_eq!(line(&picture), "a\u{301} bc x");
        assert_eq!(picture.write(4, 0, 9, "漢漢", Style::PLAIN), 6, "what does not fit is left out");
        assert_eq!(picture.write(0, 7, 9, "below", Style::PLAIN), 5);
        picture.write(0, 0, 6, "a\nb\u{1b}[2J\u{1b}", Style::PLAIN);
        assert_eq!(line(&picture), "ab[2J ", "no control character reaches the terminal");
        picture.write(0, 0, 6, "\u{202e}a\u{2066}b\u{200f}c\u{202c}...", Style::PLAIN);
        assert_eq!(line(&picture), "abc...", "and nothing that turns the writing around");
        picture.write(0, 0, 6, "漢漢漢", Style::PLAIN);
        picture.fill(Rect::new(1, 0, 2, 1), '.', Style::PLAIN);
        assert_eq!(line(&picture), " .. 漢");
    }

    #[test]
    fn only_what_has_changed_is_written() {
        let mut picture = Picture::new((20, 2));
        picture.write(0, 0, 20, "Enter bites", Style::PLAIN);
        let before = picture.clone();
        picture.write(6, 0, 20, "takes", Style::PLAIN.fg(Color::Red));
        let mut written = Vec::new();
        picture.write_changes(Some(&before), &mut written).unwrap();
        let text = String::from_utf8(written).unwrap();
        assert!(text.contains("take") && !text.contains("Enter"), "{text:?}");
        let mut whole = Vec::new();
        picture.write_changes(None, &mut whole).unwrap();
        assert!(String::from_utf8(whole).unwrap().contains("Enter"));
    }

    #[test]
    fn a_screen_of_any_size_is_drawn_in_bounds() {
        let picture = Picture::new((u16::MAX, u16::MAX));
        assert_eq!(picture.area(), Rect::new(0, 0, 600, 300));
        assert_eq!(Picture::bounded((9999, 24)), (600, 24));
    }
}
