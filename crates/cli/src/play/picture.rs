//! A bar of chocolate as a picture that fits: spaced, dense, or told row by row.

use lastbite::games::chomp::Corner;
use lastbite::{Chomp, Rows, Square};

use crate::manners::style::{Look, Mark};

/// A position of Chomp, ready to be drawn.
pub struct Picture<'a> {
    /// The bar.
    pub bar: &'a Chomp,
    /// What is left of it.
    pub rows: &'a Rows,
    /// What was left before the last bite, if that is to be shown.
    pub before: Option<&'a Rows>,
    /// Where the corner of square 1,1 is drawn.
    pub corner: Corner,
    /// How it looks.
    pub look: Look,
    /// How many columns there are for it.
    pub width: usize,
}

impl Picture<'_> {
    /// Draws it in the form that fits into the width and so many lines.
    ///
    /// A bar that is too large is told row by row, until so little is left that just that can be drawn.
    pub fn fitting(&self, lines: usize) -> String {
        let fits = |rows: u32, cols: u32| rows as usize <= lines && cols as usize + 3 <= self.width;
        if fits(self.bar.rows(), self.bar.cols()) {
            return self.whole();
        }
        // With what the last bite took if that fits, else without it.
        let mut smaller = self.before.into_iter().chain([self.rows]);
        match smaller.find(|part| fits(part.rows(), part.cols())) {
            Some(part) => {
                format!("{}The rest of the bar is eaten.\n", self.drawn(part.rows(), part.cols()))
            }
            None => self.told(),
        }
    }

    /// Draws every square, in panels one below the other where the width is too small.
    pub fn whole(&self) -> String {
        self.drawn(self.bar.rows(), self.bar.cols())
    }

    /// Draws the first rows and columns.
    fn drawn(&self, rows: u32, cols: u32) -> String {
        let cell = if cols > 9 { 3 } else { 2 };
        let all: Vec<u32> = self.corner.cols(cols).collect();
        if 2 + cell * cols as usize <= self.width {
            return self.panel(rows, &all, cell);
        }
        let panels = all.chunks(self.width.saturating_sub(3).max(10)).map(|part| self.panel(rows, part, 1));
        panels.collect::<Vec<String>>().join("\n")
    }

    /// Draws some columns, each square so many characters wide.
    fn panel(&self, rows: u32, cols: &[u32], cell: usize) -> String {
        let gap = if cell == 1 { " " } else { "" };
        let numbers = self.column_numbers(cols, cell);
        let above = self.corner.rows(2).next() == Some(1);
        let mut lines = Vec::new();
        if above {
            lines.extend(numbers.clone());
        }
        for row in self.corner.rows(rows) {
            let marks: Vec<Mark> = cols.iter().map(|&col| self.mark(Square::new(row, col))).collect();
            lines.push(format!("{row:>2}{gap}{}", self.painted(&marks, cell)));
        }
        if !above {
            lines.extend(numbers);
        }
        lines.join("\n") + "\n"
    }

    /// Numbers the columns; where a square is one character wide, tens stand above units.
    fn column_numbers(&self, cols: &[u32], cell: usize) -> Vec<String> {
        if cell > 1 {
            let numbers: String = cols.iter().map(|col| format!("{col:>cell$}")).collect();
            return vec![format!("  {numbers}")];
        }
        let digits = |of: fn(u32) -> String| {
            let line: String = cols.iter().map(|&col| of(col)).collect();
            format!("   {line}").trim_end().to_string()
        };
        vec![
            digits(|col| if col < 10 { " ".to_string() } else { (col / 10).to_string() }),
            digits(|col| (col % 10).to_string()),
        ]
    }

    fn mark(&self, square: Square) -> Mark {
        if self.rows.has(square) {
            if square == self.bar.poison() { Mark::Poison } else { Mark::Chocolate }
        } else if self.before.is_some_and(|before| before.has(square)) {
            Mark::JustEaten
        } else {
            Mark::Eaten
        }
    }

    /// Writes marks side by side, equal ones in one stroke of colour.
    fn painted(&self, marks: &[Mark], cell: usize) -> String {
        let stroke = |same: &[Mark]| {
            let one = format!("{:>cell$}", self.look.character(same[0]));
            self.look.paint(same[0], &one.repeat(same.len()))
        };
        marks.chunk_by(|a, b| a == b).map(stroke).collect()
    }

    /// Tells the rows in a line for each run of equal ones: a bar of 99x99 is rarely more than a few lines.
    fn told(&self) -> String {
        let poison = self.bar.poison();
        let seen = |row: u32| {
            let now = self.rows.row(row);
            let was = self.before.map_or(now, |before| before.row(row));
            (now, was, row == poison.row)
        };
        let all: Vec<u32> = self.corner.rows(self.bar.rows()).collect();
        let mut lines = String::new();
        for run in all.chunk_by(|&a, &b| seen(a) == seen(b)) {
            let (low, high) = (run[0].min(run[run.len() - 1]), run[0].max(run[run.len() - 1]));
            let label = if low == high { format!("row {low}") } else { format!("rows {low}-{high}") };
            let (now, was, poisoned) = seen(low);
            let each = if low == high { "" } else { " each" };
            let squares = |n: u32| if n == 1 { "square" } else { "squares" };
            let words = match (now, was - now) {
                (0, 0) => "eaten".to_string(),
                (n, 0) => format!("{n} {}{each}", squares(n)),
                (0, gone) => format!("{gone} just eaten{each}"),
                (n, gone) => format!("{n}{each}, {gone} just eaten"),
            };
            let poison = if poisoned && self.rows.has(poison) && poison.col > 1 {
                format!(" (poison in column {})", poison.col)
            } else {
                String::new()
            };
            let line = format!("{label:<10} {} {words}{poison}", self.sample(low, now, was));
            lines += line.trim_end();
            lines.push('\n');
        }
        lines
    }

    /// Draws as much of a row as there is room for beside the words about it.
    fn sample(&self, row: u32, now: u32, was: u32) -> String {
        const TAIL: usize = 3;
        let room = self.width.saturating_sub(34).clamp(5, 30);
        let marks = |from: u32, to: u32| -> Vec<Mark> {
            (from..to).map(|i| self.mark(Square::new(row, i + 1))).collect()
        };
        let (mut kept, mut gone) = (marks(0, now), marks(now, was));
        let tail = gone.len().min(if now == 0 { room } else { TAIL });
        gone.truncate(tail);
        let cut = kept.len() > room - tail;
        let more = if self.look.ascii { "~" } else { "…" };
        if cut {
            kept.truncate(room - tail - 1);
        }
        let used = kept.len() + usize::from(cut) + gone.len();
        let more = if cut { more } else { "" };
        let blank = " ".repeat(room - used.min(room));
        if self.corner.cols(2).next() == Some(1) {
            format!("{}{more}{}{blank}", self.painted(&kept, 1), self.painted(&gone, 1))
        } else {
            kept.reverse();
            format!("{blank}{}{more}{}", self.painted(&gone, 1), self.painted(&kept, 1))
        }
    }
}

#[cfg(test)]
mod tests {
    use lastbite::Game;

    use super::*;

    /// Draws a position of a bar in ASCII for a terminal of 40 columns, the last bite among it.
    fn draw(bar: &str, bites: &[(u32, u32)], corner: Corner) -> String {
        let bar: Chomp = bar.parse().unwrap();
        let mut all = vec![bar.start()];
        for &bite in bites {
            all.push(all.last().unwrap().bitten(bite.into()));
        }
        let before = all.len().checked_sub(2).map(|i| &all[i]);
        let look = Look { ascii: true, color: false };
        Picture { bar: &bar, rows: all.last().unwrap(), before, corner, look, width: 40 }.fitting(18)
    }

    #[test]
    fn a_small_bar_is_spaced() {
        let drawn = draw("3x4", &[(2, 3)], Corner::UpperLeft);
        assert_eq!(drawn, "   1 2 3 4\n 1 P # # #\n 2 # # x x\n 3 # # x x\n");
    }

    #[test]
    fn a_wide_bar_is_dense_with_tens_above_units() {
        let drawn = draw("2x14", &[(2, 3)], Corner::UpperLeft);
        assert_eq!(drawn, "            11111\n   12345678901234\n 1 P#############\n 2 ##xxxxxxxxxxxx\n");
    }

    #[test]
    fn a_huge_bar_is_told_row_by_row() {
        let drawn = draw("99x99", &[(50, 1), (20, 3)], Corner::UpperLeft);
        let told = [
            "row 1      P####~ 99 squares",
            "rows 2-19  #####~ 99 squares each",
            "rows 20-49 ##xxx  2 each, 97 just eaten",
            "rows 50-99        eaten",
        ];
        assert!(drawn.lines().eq(told), "{drawn}");
        let turned = draw("99x99", &[(20, 3)], Corner::LowerRight);
        let told = [
            "rows 20-99  xxx## 2 each, 97 just eaten",
            "rows 2-19  ~##### 99 squares each",
            "row 1      ~####P 99 squares",
        ];
        assert!(turned.lines().eq(told), "{turned}");
    }

    #[test]
    fn the_rest_of_a_huge_bar_is_drawn_again() {
        let rest = "The rest of the bar is eaten.\n";
        let drawn = draw("99x99", &[(1, 4), (3, 1)], Corner::UpperLeft);
        assert_eq!(drawn, format!("   1 2 3\n 1 P # #\n 2 # # #\n{rest}"));
        let drawn = draw("99x99", &[(1, 4), (3, 1), (2, 2)], Corner::UpperLeft);
        assert_eq!(drawn, format!("   1 2 3\n 1 P # #\n 2 # x x\n{rest}"));
    }
}
