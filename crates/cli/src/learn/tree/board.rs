//! Small boards for the nodes of a tree: which pieces of the first position are left.

use lastbite::{AnyGame, AnyPosition, Square, Standing};

/// How large the boards of a tree are, and what their pieces look like.
pub struct Boards {
    /// The rows of the position at the root.
    pub rows: u32,
    /// Its columns.
    pub cols: u32,
    poison: Option<Square>,
    /// Whether pieces are stones and not squares of chocolate.
    pub round: bool,
}

/// What lies at a place of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// The poison.
    Poison,
    /// A square or a stone.
    Left,
    /// Nothing any more.
    Gone,
    /// Nothing, and there never was.
    Never,
}

impl Boards {
    /// The most pieces a board has that is drawn; larger positions are written.
    const MOST: u64 = 200;

    /// Measures the position at the root; nothing if it is too large to be drawn at every node.
    pub fn of(standing: &Standing<AnyGame>) -> Option<Self> {
        let lengths = lengths(standing.position());
        let (rows, cols) = (lengths.len() as u32, lengths.iter().copied().max().unwrap_or(0));
        let poison = match standing.game() {
            AnyGame::Chomp(bar) => Some(bar.poison()),
            _ => None,
        };
        let fits = rows > 0 && cols > 0 && u64::from(rows) * u64::from(cols) <= Self::MOST;
        fits.then_some(Boards { rows, cols, poison, round: poison.is_none() })
    }

    /// Returns what lies at a place, both counted from 1.
    pub fn piece(&self, root: &AnyPosition, position: &AnyPosition, row: u32, col: u32) -> Piece {
        let has = |position| lengths(position).get(row as usize - 1).is_some_and(|&length| length >= col);
        match (has(position), has(root)) {
            (true, _) if self.poison == Some(Square::new(row, col)) => Piece::Poison,
            (true, _) => Piece::Left,
            (false, true) => Piece::Gone,
            (false, false) => Piece::Never,
        }
    }

    /// Draws a position in characters, a line for each row.
    pub fn lines(&self, root: &AnyPosition, position: &AnyPosition, ascii: bool) -> Vec<String> {
        let character = |piece| match (piece, ascii, self.round) {
            (Piece::Poison, ..) => 'P',
            (Piece::Left, true, false) => '#',
            (Piece::Left, false, false) => '■',
            (Piece::Left, true, true) => 'o',
            (Piece::Left, false, true) => '●',
            (Piece::Gone, true, _) => '.',
            (Piece::Gone, false, _) => '·',
            (Piece::Never, ..) => ' ',
        };
        let row = |row| (1..=self.cols).map(|col| character(self.piece(root, position, row, col))).collect();
        (1..=self.rows).map(row).collect()
    }
}

/// Returns the lengths of rows, or the heaps.
fn lengths(position: &AnyPosition) -> &[u32] {
    match position {
        AnyPosition::Chomp(rows) => rows.lengths(),
        AnyPosition::Nim(heaps) => heaps.stones(),
        _ => &[],
    }
}
