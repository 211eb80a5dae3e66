//! The pieces as a front end draws them: where each is, which moves it stands for, and what these take.

use lastbite::layout::{Drawn, Layout, Look, Place, Role, Shape};
use lastbite::words::labels;
use lastbite::{AnyGame, AnyMove, Game, Standing, Words};
use serde::Serialize;

/// A part of the layout that is drawn separately, next to the others: a layer of a bar, or a game of a sum.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub(crate) struct Panel {
    /// The title above it; empty if there is only one.
    title: String,
    /// How its pieces are arranged: `grid`, `heaps` or `diagram`.
    #[cfg_attr(feature = "openapi", schemars(with = "String"))]
    shape: Shape,
    /// What its pieces are: `square`, `cube`, `stone`, `stick`, `pin`, `cross`, `coin` or `node`.
    #[cfg_attr(feature = "openapi", schemars(with = "String"))]
    look: Look,
    /// Its first row.
    first: u32,
    /// Its last row.
    last: u32,
    /// Whether it is on top of the panel before it, as the layers of a bar are; left out if not.
    #[serde(skip_serializing_if = "is_false")]
    upon: bool,
    /// The labels of its rows, as in `1-2` for a heap that was split; left out if they are just 1, 2 and so
    /// on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    heads: Vec<String>,
}

/// A piece. Its number is its place in the list, from 0.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub(crate) struct Piece {
    /// The row, or the heap, from 1.
    row: u32,
    /// The column, or the stone, from 1.
    col: u32,
    /// Its description for people who do not see it.
    label: String,
    /// Its name; left out if it is known by its place.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    /// Whether it is the piece that loses; left out if not.
    #[serde(skip_serializing_if = "is_false")]
    poison: bool,
    /// `joint` for what holds two stones together, `gap` for no piece at all; left out for any other.
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    /// Whether it has been taken; left out if not.
    #[serde(skip_serializing_if = "is_false")]
    gone: bool,
    /// The move that it stands for; left out if there is none.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    mv: Option<String>,
    /// What the move takes: runs of pieces.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    takes: Vec<Run>,
    /// Whether the move loses at once; left out if not.
    #[serde(skip_serializing_if = "is_false")]
    loses: bool,
    /// Every move that it offers, if there are several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    moves: Vec<Offered>,
}

/// One of several moves that a piece offers.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub(crate) struct Offered {
    /// The move.
    #[serde(rename = "move")]
    mv: String,
    /// A few words for it, to somebody who points at the piece.
    described: String,
    /// What it takes: runs of pieces.
    takes: Vec<Run>,
    /// Whether it loses at once; left out if not.
    #[serde(skip_serializing_if = "is_false")]
    loses: bool,
}

/// Pieces by their numbers: the first one, how many in a row, the step to the next such row, and how many
/// rows.
pub(crate) type Run = [usize; 4];

fn is_false(said: &bool) -> bool {
    !said
}

/// Lists the panels of a layout.
pub(crate) fn panels(layout: &Layout) -> Vec<Panel> {
    let panel = |panel: &lastbite::layout::Panel| Panel {
        title: panel.title.clone(),
        shape: panel.shape,
        look: panel.look,
        first: *panel.rows().start(),
        last: *panel.rows().end(),
        upon: panel.upon,
        heads: match panel.rows().any(|row| layout.head(row).is_some()) {
            true => panel.rows().map(|row| layout.head(row).unwrap_or_default().to_string()).collect(),
            false => Vec::new(),
        },
    };
    layout.panels().iter().map(panel).collect()
}

/// Lists the pieces of a position.
pub(crate) fn pieces(standing: &Standing<AnyGame>, layout: &Layout) -> Vec<Piece> {
    let (game, position) = (standing.game(), standing.position());
    let takes = |mv: &AnyMove| runs(&game.taken(position, mv));
    let offered = |place: Place, mv: &AnyMove| Offered {
        mv: game.write_move(mv),
        described: game.offered(position, mv, place),
        takes: takes(mv),
        loses: game.is_blunder(position, mv),
    };
    let pieces = layout.pieces.iter().zip(labels(standing)).enumerate().map(|(id, (piece, label))| {
        let moves = game.moves_at(position, piece.place);
        let mv = moves.first();
        Piece {
            row: piece.place.row,
            col: piece.place.col,
            label,
            name: layout.name(id).map(String::from),
            poison: piece.role == Role::Poison,
            kind: match piece.role {
                Role::Joint => Some("joint"),
                Role::Gap => Some("gap"),
                _ => None,
            },
            gone: !piece.left,
            takes: mv.map(takes).unwrap_or_default(),
            loses: mv.is_some_and(|mv| game.is_blunder(position, mv)),
            mv: mv.map(|mv| game.write_move(mv)),
            moves: if moves.len() > 1 {
                moves.iter().map(|mv| offered(piece.place, mv)).collect()
            } else {
                Vec::new()
            },
        }
    });
    pieces.collect()
}

/// Writes numbers as a few runs: what a move takes from a grid is one or two of them.
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
