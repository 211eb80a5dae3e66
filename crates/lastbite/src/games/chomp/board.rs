//! The board of the textbook exercise: make it, print it, bite it, ask it for a winning move.
//!
//! It builds on both the rules and the solvers, so that the rules need not know that solvers exist.

use std::fmt;

use crate::effort::Effort;
use crate::game::{IllegalMove, Outcome, Standing};
use crate::games::chomp::{BarError, Chomp, Corner, IllegalBite, Rows, RowsError, Square};
use crate::knowledge::{Oracle, Unknown};
use crate::layout::Place;
use crate::solver::{Solver, some_seconds};

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
/// # Ok::<(), lastbite::games::chomp::BarError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    standing: Standing<Chomp>,
}

impl Board {
    /// Makes a whole bar, the poison at the upper left.
    pub fn new(rows: u32, cols: u32) -> Result<Self, BarError> {
        Ok(Board::of(Chomp::new(rows, cols)?))
    }

    /// Makes the whole bar of a game, wherever its poison is.
    #[must_use]
    pub fn of(bar: Chomp) -> Self {
        Board { standing: Standing::start(bar) }
    }

    /// Makes a bar that has already been bitten.
    pub fn with_rows(bar: Chomp, rows: Rows) -> Result<Self, RowsError> {
        Ok(Board { standing: Standing::new(bar, rows)? })
    }

    /// Returns the bar: its size and where the poison is.
    #[must_use]
    pub fn bar(&self) -> &Chomp {
        self.standing.game()
    }

    /// Returns what is left, as row lengths.
    #[must_use]
    pub fn rows(&self) -> &Rows {
        self.standing.position()
    }

    /// Returns the bar and what is left of it, as solvers take it.
    pub fn standing(&self) -> &Standing<Chomp> {
        &self.standing
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
    /// assert_eq!(board.chomp((3, 3)).unwrap_err().to_string(), "square 3,3 has already been eaten");
    /// # Ok::<(), lastbite::games::chomp::BarError>(())
    /// ```
    pub fn chomp(&mut self, square: impl Into<Square>) -> Result<(), IllegalMove<IllegalBite>> {
        let bite = square.into();
        match self.standing.check(&bite) {
            Ok(()) | Err(IllegalMove::Blunder) => {
                self.standing = self.standing.after(&bite);
                Ok(())
            }
            Err(illegal) => Err(illegal),
        }
    }

    /// Says whether the poison has been eaten, or only the poison can be bitten.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.standing.final_outcome().is_some()
    }

    /// Returns a bite that wins against any defence, or nothing if there is none; fails if that is not known.
    ///
    /// This is instant for every bar up to 16x16 and for every shape that a theorem knows, and takes seconds
    /// up to 19x19. Beyond that it searches for some seconds. Keep a [`Solver`] and use
    /// [`winning_move_by`](Board::winning_move_by), so that the bar is not solved again each time.
    pub fn winning_move(&self) -> Result<Option<Square>, Unknown> {
        self.winning_move_by(&Solver::new(), &some_seconds(&self.standing))
    }

    /// Returns a winning bite from an oracle, or nothing if there is none; fails if that is not known.
    pub fn winning_move_by(
        &self,
        oracle: &impl Oracle<Chomp>,
        effort: &Effort,
    ) -> Result<Option<Square>, Unknown> {
        let known = oracle.ask(&self.standing, effort).known()?;
        match known.best {
            None if known.lacks_its_move(&self.standing) => {
                Err(Unknown { why: crate::knowledge::WhyNot::TooLarge, nodes: known.nodes })
            }
            best => Ok(best.filter(|_| known.outcome == Outcome::Win)),
        }
    }

    /// Returns the bite that eats least; of equal ones, the one furthest right in the lowest row.
    #[must_use]
    pub fn stalling_move(&self) -> Option<Square> {
        self.standing.stalling_move()
    }

    /// Draws the board with square 1,1 at the corner of your choice.
    ///
    /// ```
    /// use lastbite::games::chomp::Corner;
    /// use lastbite::Board;
    /// let board = Board::new(2, 3)?;
    /// let drawing = [
    ///     " 2 # # #",
    ///     " 1 P # #",
    ///     "   1 2 3",
    /// ];
    /// assert!(board.drawn_from(Corner::LowerLeft).to_string().lines().eq(drawing));
    /// # Ok::<(), lastbite::games::chomp::BarError>(())
    /// ```
    #[must_use]
    pub fn drawn_from(&self, corner: Corner) -> Drawing<'_> {
        Drawing { board: self, corner }
    }

    /// Returns what is on a square.
    #[must_use]
    pub fn cell(&self, square: Square) -> Cell {
        if !self.rows().has(square) {
            Cell::Eaten
        } else if square == self.bar().poison() {
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
        let (rows, cols) = (board.bar().rows(), board.bar().cols());
        let width = cols.to_string().len();
        let margin = rows.to_string().len().max(2);
        let numbers: Vec<String> = corner.cols(cols).map(|col| format!("{col:>width$}")).collect();
        let numbers = format!("{:margin$} {}", "", numbers.join(" "));
        // The column numbers are at the poison's end, where counting begins.
        let above = corner.rows(rows).next() == Some(1);
        if above {
            writeln!(f, "{numbers}")?;
        }
        for row in corner.rows(rows) {
            write!(f, "{row:>margin$}")?;
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

impl Corner {
    /// Returns the square that is drawn at a place of the picture, counted from 1 at the picture's upper
    /// left.
    ///
    /// The same call works in reverse: it also returns the place at which a square is drawn.
    ///
    /// ```
    /// use lastbite::layout::Corner;
    /// use lastbite::{Chomp, Square};
    /// let bar = Chomp::new(4, 7).unwrap();
    /// let place = Square::new(4, 1);
    /// assert_eq!(Corner::LowerLeft.square_at(&bar, place), Square::new(1, 1));
    /// assert_eq!(Corner::LowerLeft.square_at(&bar, Square::new(1, 1)), place);
    /// ```
    #[must_use]
    pub fn square_at(self, bar: &Chomp, place: Square) -> Square {
        let Place { row, col } = self.turned((bar.rows(), bar.cols()), Place::new(place.row, place.col));
        Square { row, col }
    }
}
