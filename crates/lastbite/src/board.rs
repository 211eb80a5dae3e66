//! The board of the textbook exercise: make it, print it, bite it, ask it for a winning move.
//!
//! It stands above both the rules and the solvers, so that the rules need not know that solvers exist.

use std::fmt;

use crate::answer::Solvable;
use crate::game::{Game, IllegalMove, ParseError};
use crate::games::chomp::{BarError, Bite, Chomp, Corner, Rows, Square};
use crate::search::{Limits, a_few_seconds};

/// A bar of chocolate and what is left of it.
///
/// ```
/// use lastbite::Board;
/// let mut board = Board::new(3, 4)?;
/// board.chomp((2, 3)).unwrap();
/// let drawing = [
///     "   1 2 3 4",
///     " 1 P # # #",
///     " 2 # # . .",
///     " 3 # # . .",
/// ];
/// assert!(board.to_string().lines().eq(drawing));
/// # Ok::<(), lastbite::BarError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    bar: Chomp,
    rows: Rows,
}

impl Board {
    /// Makes a whole bar of 1 to 99 rows and columns, the poison at the upper left.
    pub fn new(rows: u8, cols: u8) -> Result<Self, BarError> {
        Ok(Board::of(Chomp::new(rows, cols)?))
    }

    /// Makes the whole bar of a game, wherever its poison is.
    pub fn of(bar: Chomp) -> Self {
        Board { bar, rows: bar.start() }
    }

    /// Makes a bar that has already been bitten.
    pub fn with_rows(bar: Chomp, rows: Rows) -> Result<Self, ParseError> {
        bar.fits(&rows)?;
        Ok(Board { bar, rows })
    }

    /// Returns the bar: its size and where the poison is.
    pub fn bar(&self) -> &Chomp {
        &self.bar
    }

    /// Returns what is left, as row lengths.
    pub fn rows(&self) -> &Rows {
        &self.rows
    }

    /// Eats a square and everything below and to the right of it, the poison too if it is among them.
    ///
    /// A square off the board or already eaten changes nothing; the error says which it was.
    ///
    /// ```
    /// use lastbite::Board;
    /// let mut board = Board::new(3, 4)?;
    /// assert_eq!(board.chomp((4, 1)).unwrap_err().to_string(),
    ///     "square 4,1 is not there: rows are 1 to 3 and columns 1 to 4");
    /// board.chomp((2, 2)).unwrap();
    /// assert_eq!(board.chomp((3, 3)).unwrap_err().to_string(), "square 3,3 has already been taken");
    /// # Ok::<(), lastbite::BarError>(())
    /// ```
    pub fn chomp(&mut self, square: impl Into<Square>) -> Result<(), IllegalMove> {
        let bite = square.into();
        match self.bar.check(&self.rows, bite) {
            Ok(()) | Err(IllegalMove::Blunder) => {
                self.rows = self.rows.bitten(bite);
                Ok(())
            }
            Err(illegal) => Err(illegal),
        }
    }

    /// Says whether the poison has been eaten, or nothing but the poison may be bitten.
    pub fn is_over(&self) -> bool {
        self.bar.is_over(&self.rows)
    }

    /// Returns a bite that wins against any defence, or nothing if there is none.
    ///
    /// At once for every bar up to 16x16 and for every shape that a theorem knows, within seconds up to 19x19.
    /// Beyond that it searches for some seconds and returns nothing when it does not find out;
    /// [`Solvable::answer`] and [`Solvable::solved_whole`] tell these apart.
    pub fn winning_move(&self) -> Option<Bite> {
        let limits = Limits::none().nodes(a_few_seconds(self.rows.area()));
        self.bar.answer(&self.rows, &limits).best
    }

    /// Returns the smallest of bites: furthest right in the lowest row that has a sensible one.
    pub fn stalling_move(&self) -> Option<Bite> {
        self.bar.stalling_move(&self.rows)
    }

    /// Draws the board with the corner of square 1,1 where you like it.
    ///
    /// ```
    /// use lastbite::{Board, Corner};
    /// let board = Board::new(2, 3)?;
    /// let drawing = [
    ///     " 2 # # #",
    ///     " 1 P # #",
    ///     "   1 2 3",
    /// ];
    /// assert!(board.drawn_from(Corner::LowerLeft).to_string().lines().eq(drawing));
    /// # Ok::<(), lastbite::BarError>(())
    /// ```
    pub fn drawn_from(&self, corner: Corner) -> Drawing<'_> {
        Drawing { board: self, corner }
    }

    /// Returns what is on a square.
    pub fn cell(&self, square: Square) -> Cell {
        if !self.rows.has(square) {
            Cell::Eaten
        } else if square == self.bar.poison() {
            Cell::Poison
        } else {
            Cell::Chocolate
        }
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.drawn_from(Corner::default()).fmt(f)
    }
}

/// What can be on a square of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// The square that loses.
    Poison,
    /// Good chocolate.
    Chocolate,
    /// Nothing any more.
    Eaten,
}

/// A board as it is drawn: rows and columns numbered, `P` the poison, `#` chocolate, `.` eaten.
#[derive(Clone, Copy, Debug)]
pub struct Drawing<'a> {
    board: &'a Board,
    corner: Corner,
}

impl fmt::Display for Drawing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Drawing { board, corner } = self;
        let (rows, cols) = (board.bar.rows(), board.bar.cols());
        let width = if cols > 9 { 2 } else { 1 };
        let numbers: Vec<String> = corner.cols(cols).map(|col| format!("{col:>width$}")).collect();
        let numbers = format!("   {}", numbers.join(" "));
        // The column numbers stand at the poison's end, where the counting begins.
        let above = corner.rows(rows).next() == Some(1);
        if above {
            writeln!(f, "{numbers}")?;
        }
        for row in corner.rows(rows) {
            write!(f, "{row:>2}")?;
            for col in corner.cols(cols) {
                let mark = match board.cell(Square::new(row, col)) {
                    Cell::Poison => 'P',
                    Cell::Chocolate => '#',
                    Cell::Eaten => '.',
                };
                write!(f, " {mark:>width$}")?;
            }
            writeln!(f)?;
        }
        if !above {
            writeln!(f, "{numbers}")?;
        }
        Ok(())
    }
}
