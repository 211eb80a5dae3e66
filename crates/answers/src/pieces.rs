//! The pieces on the table as a front end draws them: where each lies, which move it stands for, and what that takes.

use lastbite::layout::{Drawn, Role, Shape};
use lastbite::words::labels;
use lastbite::{AnyGame, Game, Standing};
use serde::Serialize;

/// A piece on the table. Its number is its place in the list, from 0.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub(crate) struct Piece {
    /// The row, or the heap, from 1.
    row: u32,
    /// The column, or the stone, from 1.
    col: u32,
    /// What it is for those who do not see it.
    label: String,
    /// Whether it is the piece that loses; left out where it is not.
    #[serde(skip_serializing_if = "is_false")]
    poison: bool,
    /// Whether it has been taken; left out where it has not.
    #[serde(skip_serializing_if = "is_false")]
    gone: bool,
    /// The move that it stands for; left out where it stands for none.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    mv: Option<String>,
    /// What the move takes: runs of pieces.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    takes: Vec<Run>,
    /// Whether the move loses at once; left out where it does not.
    #[serde(skip_serializing_if = "is_false")]
    loses: bool,
}

/// Pieces by their numbers: the first one, how many follow each other, the step to the next such row, and how many rows.
pub(crate) type Run = [usize; 4];

fn is_false(said: &bool) -> bool {
    !said
}

/// How the pieces of a position lie together.
pub(crate) fn shape(standing: &Standing<AnyGame>) -> Shape {
    standing.game().layout(standing.position()).shape()
}

/// Lists the pieces of a position.
pub(crate) fn pieces(standing: &Standing<AnyGame>) -> Vec<Piece> {
    let (game, position) = (standing.game(), standing.position());
    let layout = game.layout(position);
    let pieces = layout.pieces.iter().zip(labels(standing)).map(|(piece, label)| {
        let mv = game.move_at(position, piece.place);
        Piece {
            row: piece.place.row,
            col: piece.place.col,
            label,
            poison: piece.role == Role::Poison,
            gone: !piece.left,
            takes: mv.as_ref().map(|mv| runs(&game.taken(position, mv))).unwrap_or_default(),
            loses: mv.as_ref().is_some_and(|mv| game.is_blunder(position, mv)),
            mv: mv.map(|mv| game.write_move(&mv)),
        }
    });
    pieces.collect()
}

/// Writes numbers as few runs: what a move takes of a grid is one or two of them.
pub(crate) fn runs(ids: &[usize]) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for row in ids.chunk_by(|a, b| a + 1 == *b) {
        let (first, many) = (row[0], row.len());
        match runs.last_mut() {
            Some([start, length, step, times])
                if *length == many && (*times == 1 || *start + *step * *times == first) =>
            {
                if *times == 1 {
                    *step = first - *start;
                }
                *times += 1;
            }
            _ => runs.push([first, many, 0, 1]),
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_name_the_same_pieces() {
        let cases: [&[usize]; 6] =
            [&[], &[5], &[1, 2, 3], &[1, 2, 8, 9, 15, 16], &[1, 3, 5, 8, 9], &[0, 2, 4, 7, 10, 13]];
        for ids in cases {
            let named = runs(ids).into_iter().flat_map(|[first, many, step, times]| {
                (0..times).flat_map(move |time| (0..many).map(move |piece| first + time * step + piece))
            });
            assert_eq!(named.collect::<Vec<_>>(), ids);
        }
        assert_eq!(runs(&[1, 2, 8, 9, 15, 16]), [[1, 2, 7, 3]]);
    }
}
