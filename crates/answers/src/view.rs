//! A game described: its rule, every position so far, what was played, and how it ended.

use lastbite::description::Described;
use lastbite::description::is_misere;
use lastbite::layout::{Drawn, Layout, Role, Shape};
use lastbite::words::Who;
use lastbite::{AnyGame, AnyMove, AnyPosition, Effort, Ending, Game, Player, Words, play::Match};
use serde::Serialize;

use crate::Desk;
use crate::address::number;
use crate::pieces::{Panel, panels};
use crate::problem::Problem;
use crate::question::Question;

/// A game described.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub(crate) struct View {
    /// The game.
    game: String,
    /// The word that the texts of such games begin with.
    name: &'static str,
    /// The name of the game.
    title: String,
    /// The rule, in two sentences.
    rule: String,
    /// How the pieces are arranged: `grid`, `heaps` or `diagram`; with several panels, those of the first.
    #[cfg_attr(feature = "openapi", schemars(with = "String"))]
    shape: Shape,
    /// The panels, side by side; there is always one.
    panels: Vec<Panel>,
    /// How many pieces each row or heap had at the start.
    whole: Vec<u32>,
    /// The names of the pieces, row by row; empty if they have none.
    names: Vec<String>,
    /// Which pieces are next to each other in an order: the number of the lower one, and of the one above it.
    covers: Vec<(usize, usize)>,
    /// Where the poison is; null if there is none.
    poison: Option<String>,
    /// Whether the last piece loses.
    misere: bool,
    /// Every position, the start first.
    positions: Vec<Shown>,
    /// Every move, the first one first.
    moves: Vec<Played>,
    /// How the game ended; null while it continues.
    over: Option<Over>,
}

/// A position as it is shown.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
struct Shown {
    /// The position.
    position: String,
    /// How many pieces are left in each row or heap.
    lengths: Vec<u32>,
}

/// A move described.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
struct Played {
    /// The move.
    #[serde(rename = "move")]
    mv: String,
    /// A few words for it.
    described: String,
    /// What it did, in words that follow the name of a player.
    told: String,
}

/// How a game ended.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
struct Over {
    /// Who won: 1 moved first, 2 second.
    winner: u8,
    /// `no move left`, `blunder` or `resigned`.
    #[cfg_attr(feature = "openapi", schemars(with = "String"))]
    ending: Ending,
    /// Why, in a sentence about the loser.
    sentence: String,
}

/// Plays the moves of a question from its position.
pub(crate) fn played(desk: &Desk, question: &Question<'_>) -> Result<Match<AnyGame>, Problem> {
    let standing = question.standing(desk.reach())?;
    let moves = question.moves(standing.game())?;
    let name = |name: &str, usual: &str| Player::human(question.text(name).unwrap_or(usual));
    let mut game = Match::new(standing, [name("first", "Player 1"), name("second", "Player 2")]);
    for (mv, number) in moves.into_iter().zip(1..) {
        let text = game.game().write_move(&mv);
        game.play(mv).map_err(|why| Problem::unreadable(format!("move {number}, {text}: {why}")))?;
    }
    if let Some(side) = question.side("resigned")? {
        game.resign(side);
    }
    Ok(game)
}

/// Counts the pieces of every row, or those that are left of it.
fn lengths(layout: &Layout, left: bool) -> Vec<u32> {
    let all = |row| if left { layout.left_in(row) } else { layout.row(row).len() as u32 };
    let mut lengths: Vec<u32> = (1..=layout.rows()).map(all).collect();
    // Rows of a grid disappear when they are gone; an empty heap keeps its number.
    let one_grid = layout.panels().len() == 1 && layout.shape() == Shape::Grid;
    while left && one_grid && lengths.last() == Some(&0) {
        lengths.pop();
    }
    lengths
}

/// Answers with a described game.
pub(crate) fn answer(desk: &Desk, question: &Question<'_>, _: &Effort) -> Result<View, Problem> {
    let played = played(desk, question)?;
    let game = played.game();
    let shown = |position: &AnyPosition| Shown {
        position: game.write_position(position),
        lengths: lengths(&game.layout(position), true),
    };
    let start = played.start().position();
    let positions = std::iter::once(start).chain(played.history().iter().map(|turn| &turn.after));
    let whole = game.layout(&game.start());
    let poison = whole.pieces.iter().find(|piece| piece.role == Role::Poison);
    let over = played.verdict().map(|verdict| {
        let loser = Who::named(played.player(verdict.winner.other()).name());
        Over {
            winner: number(Some(verdict.winner)).unwrap_or(1),
            ending: verdict.ending,
            sentence: game.ending(played.position(), verdict.ending, loser),
        }
    });
    let told = |before: &AnyPosition, mv: &AnyMove| Played {
        mv: game.write_move(mv),
        described: game.in_words(before, mv),
        told: game.told(before, mv, Who::Named("")),
    };
    Ok(View {
        game: game.to_string(),
        name: game.description().name,
        title: game.title(),
        rule: game.rule(),
        shape: whole.shape(),
        panels: panels(&whole),
        names: (0..whole.pieces.len()).filter_map(|id| whole.name(id).map(String::from)).collect(),
        covers: whole.links().to_vec(),
        poison: poison.map(|piece| format!("{},{}", piece.place.row, piece.place.col)),
        misere: is_misere(game),
        positions: positions.map(shown).collect(),
        moves: played.history().iter().map(|turn| told(&turn.before, &turn.mv)).collect(),
        over,
        whole: lengths(&whole, false),
    })
}
