//! Setting up a position: taking a piece away, putting it back, or moving the poison.

use lastbite::description::Described;
use lastbite::layout::{Drawn, Place};
use lastbite::{AnyGame, Effort, Game, Standing, Words};
use serde::Serialize;

use crate::Desk;
use crate::address::written;
use crate::pieces::{Panel, Piece, panels, pieces};
use crate::problem::Problem;
use crate::question::Question;

/// A position that is being set up.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub(crate) struct SetUp {
    /// The game.
    game: String,
    /// The word that the texts of such games begin with.
    name: &'static str,
    /// The values of its parameters.
    values: Vec<String>,
    /// The name of the game.
    title: String,
    /// A description of the board for people who do not see it.
    scene: String,
    /// The position.
    position: String,
    /// Whether it is the start of the game.
    whole: bool,
    /// Whether the poison can be moved.
    poison: bool,
    /// Why it cannot be played; null if it can.
    trouble: Option<String>,
    /// The panels.
    panels: Vec<Panel>,
    /// The pieces, row by row; those that are gone can be put back.
    pieces: Vec<Piece>,
    /// Which pieces are next to each other in an order.
    covers: Vec<(usize, usize)>,
    /// The address of the position as a game.
    address: String,
}

/// Answers with a position after one piece was taken away or put back.
pub(crate) fn answer(desk: &Desk, question: &Question<'_>, _: &Effort) -> Result<SetUp, Problem> {
    let standing = match question.text("kind").filter(|name| !name.is_empty()) {
        Some(_) => Standing::start(crate::games::chosen(desk, question)?),
        None => question.standing(desk.reach())?,
    };
    let standing = match (place(question, "piece")?, place(question, "poison")?) {
        (Some(place), _) => turned(&standing, place)?,
        (None, Some(place)) => poisoned(&standing, place)?,
        (None, None) => standing,
    };
    Ok(laid(&standing))
}

/// Reads a place, as in `2,3`.
fn place(question: &Question<'_>, name: &str) -> Result<Option<Place>, Problem> {
    let Some(text) = question.text(name).filter(|text| !text.is_empty()) else { return Ok(None) };
    let wrong = || Problem::unreadable(format!("{name} is a row and a place in it, as in 2,3"));
    let (row, col) = text.split_once(',').ok_or_else(wrong)?;
    let number = |text: &str| text.trim().parse::<u32>().map_err(|_| wrong());
    Ok(Some(Place::new(number(row)?, number(col)?)))
}

/// Takes a piece away, or puts it back.
fn turned(standing: &Standing<AnyGame>, place: Place) -> Result<Standing<AnyGame>, Problem> {
    let (game, position) = (standing.game(), standing.position());
    let layout = game.layout(position);
    let Some(piece) = layout.piece(place) else {
        return Err(Problem::unreadable("there is no piece at that place"));
    };
    let next = game.set_up(position, place, !piece.left).ok_or_else(|| {
        let done = if piece.left { "be taken away" } else { "be put back" };
        Problem::out_of_reach(format!("{} cannot {done} here", game.place(position, place)))
    })?;
    Standing::new(game.clone(), next).map_err(Problem::unreadable)
}

/// Moves the poison to another piece that is left.
fn poisoned(standing: &Standing<AnyGame>, place: Place) -> Result<Standing<AnyGame>, Problem> {
    let game = standing.game().poisoned_at(place);
    let game = game.ok_or_else(|| Problem::out_of_reach("the poison cannot be put there"))?;
    let here = game.read_position(&standing.written()).ok();
    let here = here.filter(|position| game.layout(position).has(place));
    let position = here.unwrap_or_else(|| game.start());
    Standing::new(game, position).map_err(Problem::unreadable)
}

fn laid(standing: &Standing<AnyGame>) -> SetUp {
    let (game, position) = (standing.game(), standing.position());
    let layout = game.layout(position);
    let text = standing.written();
    let whole = *position == game.start();
    let named = game.to_string();
    let mut parts = vec![("game", named.as_str())];
    if !whole {
        parts.push(("start", &text));
    }
    let last = layout.pieces.last();
    SetUp {
        name: game.description().name,
        values: game.values(),
        title: game.title(),
        scene: game.scene(),
        whole,
        poison: last.is_some_and(|piece| game.poisoned_at(piece.place).is_some()),
        trouble: standing.check_begins().err().map(|over| over.to_string()),
        panels: panels(&layout),
        pieces: pieces(standing, &layout),
        covers: layout.links().to_vec(),
        address: written(&parts),
        game: named.clone(),
        position: text.clone(),
    }
}
