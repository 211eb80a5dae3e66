//! How any game is shown line by line: drawn from its layout, and described in its own words.

use lastbite::asked;
use lastbite::description::Described;
use lastbite::layout::{Corner, Drawn};
use lastbite::play::Turn;
use lastbite::words::{Who, Words, sentence};
use lastbite::{AnyGame, AnyMove, AnyPosition, Game, IllegalMove, Player, Standing, play::Match};

use crate::manners::picture::Picture;
use crate::play::lines::{Face, Scene};

/// A face for every game; fields can be changed for a game that needs something else.
pub struct PlainFace {
    /// What `help` says about the game.
    pub help: String,
    /// Where the corner of place 1,1 is drawn.
    pub corner: Corner,
    prompt: &'static str,
}

impl PlainFace {
    /// Makes the face that a game's description gives it.
    pub fn of(game: &AnyGame, corner: Corner) -> Self {
        let kind = game.description();
        PlainFace { help: help(game), corner, prompt: kind.prompt }
    }
}

/// Explains the rule of a game and how a move is typed.
pub fn help(game: &AnyGame) -> String {
    let lines = [game.rule(), game.how_to_move(&game.start())];
    lines.into_iter().filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

impl Face for PlainFace {
    type Game = AnyGame;
    type Answers = ();

    fn help(&self) -> String {
        self.help.clone()
    }

    fn scene(&self, scene: &Scene<'_, AnyGame>) -> String {
        let game = scene.game.game();
        let layout = game.layout(scene.game.position());
        let last = scene.game.history().last().filter(|_| scene.fresh);
        let before = last.map(|turn| game.layout(&turn.before));
        let picture = Picture {
            layout: &layout,
            before: before.as_ref(),
            nouns: game.description().nouns,
            corner: self.corner,
            look: scene.look,
            width: scene.width,
        };
        // Leaves room for the lines around it, so that everything is visible at once.
        let drawn = if scene.whole {
            picture.whole()
        } else {
            picture.fitting(scene.height.saturating_sub(6).max(18))
        };
        let legend = if scene.first { picture.legend(game.description().nouns.piece) } else { String::new() };
        format!("\n{drawn}{legend}\n")
    }

    fn question(&self, _: &AnyPosition, (): &()) -> String {
        self.prompt.to_string()
    }

    fn read(&self, standing: &Standing<AnyGame>, (): &mut (), text: &str) -> Result<Option<AnyMove>, String> {
        let (game, position) = (standing.game(), standing.position());
        if text.is_empty() {
            return Err(format!("{} Or type help.", game.how_to_move(position)).trim_start().to_string());
        }
        let mv = asked::read_move(game, text).map_err(|error| {
            // What is wrong with it, and what could be played instead.
            let examples = game.example_moves(position).join(" or ");
            format!("{} An example is {examples}. Or type help.", sentence(error))
        })?;
        match standing.check(&mv) {
            Ok(()) | Err(IllegalMove::Blunder) => Ok(Some(mv)),
            Err(illegal) => Err(sentence(illegal)),
        }
    }

    fn told(&self, game: &AnyGame, turn: &Turn<AnyGame>, player: &Player) -> Option<String> {
        let who = Who::named(player.name());
        Some(format!("{} {}", who.subject(), game.told(&turn.before, &turn.mv, who)))
    }

    fn result(&self, game: &Match<AnyGame>) -> String {
        let Some(verdict) = game.verdict() else { return String::new() };
        let winner = Who::named(game.player(verdict.winner).name());
        let loser = Who::named(game.player(verdict.winner.other()).name());
        let ending = game.game().ending(game.position(), verdict.ending, loser);
        format!("{} {}! {ending}", winner.subject(), winner.verb("wins", "win"))
    }

    fn shows_table(&self) -> bool {
        true
    }
}
