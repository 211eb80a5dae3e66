//! A game as it is shown: its rule, every position so far, what was played, and how it ended.

use lastbite::{AnyGame, AnyMove, AnyPosition, Effort, Ending, Match, Player, Side, Standing, Words};
use serde::Serialize;

use crate::Desk;
use crate::problem::Problem;
use crate::question::Question;

/// A game as it is shown.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub(crate) struct View {
    /// The game.
    game: String,
    /// `chomp` or `nim`.
    name: &'static str,
    /// The rule, in two sentences.
    rule: String,
    /// The row lengths or heaps that the game has at most.
    whole: Vec<u32>,
    /// Where the poison is; null where there is none.
    poison: Option<String>,
    /// Whether the last stone loses.
    misere: bool,
    /// Every position, the start first.
    positions: Vec<Shown>,
    /// Every move, the first one first.
    moves: Vec<Played>,
    /// How the game ended; null while it goes on.
    over: Option<Over>,
}

/// A position as it is shown.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
struct Shown {
    /// The position.
    position: String,
    /// Its row lengths or heaps.
    lengths: Vec<u32>,
}

/// A move as it is told.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
struct Played {
    /// The move.
    #[serde(rename = "move")]
    mv: String,
    /// A few words for it.
    described: String,
    /// What it did, behind the name of a player.
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
        play(&mut game, mv).map_err(|why| Problem::unreadable(format!("move {number}, {mv}: {why}")))?;
    }
    match question.text("resigned") {
        None | Some("") => {}
        Some("1") => game.resign(Side::First),
        Some("2") => game.resign(Side::Second),
        Some(_) => return Err(Problem::unreadable("resigned is 1 or 2: the player who gave up")),
    }
    Ok(game)
}

fn play(game: &mut Match<AnyGame>, mv: AnyMove) -> Result<(), String> {
    game.play(mv).map_err(|illegal| illegal.to_string())
}

/// Returns the row lengths or heaps of a position.
pub(crate) fn lengths(position: &AnyPosition) -> Vec<u32> {
    match position {
        AnyPosition::Chomp(rows) => rows.lengths().to_vec(),
        AnyPosition::Nim(heaps) => heaps.stones().to_vec(),
        _ => Vec::new(),
    }
}

/// Answers with the game as it is shown.
pub(crate) fn answer(desk: &Desk, question: &Question<'_>, _: &Effort) -> Result<View, Problem> {
    let played = played(desk, question)?;
    let game = played.game();
    let shown = |position: &AnyPosition| Shown { position: position.to_string(), lengths: lengths(position) };
    let start = played.start().position();
    let positions = std::iter::once(start).chain(played.history().iter().map(|turn| &turn.after));
    let (poison, misere) = match game {
        AnyGame::Chomp(bar) => (Some(bar.poison().to_string()), false),
        AnyGame::Nim(nim) => (None, nim.is_misere()),
        _ => (None, false),
    };
    let over = played.verdict().map(|verdict| Over {
        winner: if verdict.winner == Side::First { 1 } else { 2 },
        ending: verdict.ending,
        sentence: game.ending(
            played.position(),
            verdict.ending,
            played.player(verdict.winner.other()).name(),
        ),
    });
    let told = |before: &AnyPosition, mv: AnyMove| Played {
        mv: mv.to_string(),
        described: game.describe(before, mv),
        told: game.told(before, mv),
    };
    Ok(View {
        game: game.to_string(),
        name: game.name(),
        rule: game.rule(),
        whole: lengths(Standing::start(game.clone()).position()),
        poison,
        misere,
        positions: positions.map(shown).collect(),
        moves: played.history().iter().map(|turn| told(&turn.before, turn.mv)).collect(),
        over,
    })
}
