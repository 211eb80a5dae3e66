//! A game as an address of the page: everything that is needed to continue it.
//!
//! ```text
//! game=chomp:4x7&moves=3,4;2,6&at=1&level=easy&me=2
//! ```
//!
//! `moves` is the whole line, `at` how many of them have been made: undo, redo and looking back only change
//! `at`. Defaults are left out. In moves and names a space may be written `+`, as in old links; new links use
//! `%20`. In games and positions a `+` is itself.

use lastbite::description::Described;
use lastbite::play::lesson;
use lastbite::{
    AnyGame, AnyMove, Game, Level, Player, Session, Settings, Standing, play::Engine, play::Match, play::Side,
};

use crate::Desk;
use crate::problem::Problem;
use crate::question::Question;

/// A game, its moves, who plays it and what is shown next to it.
#[derive(Clone, Debug)]
pub(crate) struct Address {
    /// The step of the lesson, if this is one.
    pub lesson: Option<usize>,
    /// The start of the game.
    pub start: Standing<AnyGame>,
    /// All moves, those that were taken back included.
    pub moves: Vec<AnyMove>,
    /// How many of them have been made.
    pub at: usize,
    /// Whether your opponent is the computer.
    pub computer: bool,
    /// How well it plays.
    pub level: Level,
    /// How it thinks.
    pub engine: Engine,
    /// The side of the person at this device.
    pub me: Side,
    /// The seed of the computer's slips.
    pub seed: u64,
    /// Who has given up.
    pub resigned: Option<Side>,
    /// The name of the person at this device; empty means "You".
    pub you: String,
    /// The name of the other player.
    pub other: String,
    /// Whether every move is judged on the board.
    pub analysis: bool,
    /// Whether the judgement shows Grundy values.
    pub grundy: bool,
}

/// How well the computer plays by default.
const USUAL_LEVEL: Level = Level::Medium;
/// The default seed.
const USUAL_SEED: u64 = 1;

impl Address {
    /// Begins a game with defaults for everything else.
    pub fn of(start: Standing<AnyGame>) -> Self {
        Address {
            lesson: None,
            start,
            moves: Vec::new(),
            at: 0,
            computer: true,
            level: USUAL_LEVEL,
            engine: Engine::Auto,
            me: Side::First,
            seed: USUAL_SEED,
            resigned: None,
            you: String::new(),
            other: String::new(),
            analysis: false,
            grundy: false,
        }
    }

    /// Reads an address.
    pub fn read(desk: &Desk, question: &Question<'_>) -> Result<Self, Problem> {
        let count = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        let lesson = question.number("lesson")?.filter(|&step| step > 0).map(count);
        let start = match lesson {
            None if question.text("game").is_none_or(str::is_empty) => Standing::start(usual_game()?),
            None => question.standing(desk.reach())?,
            Some(number) => step(number)?,
        };
        let moves = question.moves(start.game())?;
        let at = question.number("at")?.map_or(moves.len(), |at| moves.len().min(count(at)));
        let name = |name: &str| question.text(name).unwrap_or("").to_string();
        let mut address = Address {
            lesson,
            moves,
            at,
            seed: question.number("seed")?.unwrap_or(USUAL_SEED),
            resigned: question.side("resigned")?,
            you: name("you"),
            other: name("other"),
            analysis: question.text("analysis") == Some("1"),
            grundy: question.text("grundy") == Some("1"),
            ..Address::of(start)
        };
        if lesson.is_some() {
            address.level = Level::Perfect;
            return Ok(address);
        }
        address.computer = match question.text("vs") {
            None | Some("" | "computer") => true,
            Some("human") => false,
            Some(_) => return Err(Problem::unreadable("vs must be computer or human")),
        };
        address.level = question.read_or("level", USUAL_LEVEL)?;
        address.engine = question.read_or("engine", Engine::Auto)?;
        address.me = question.side("me")?.unwrap_or(Side::First);
        Ok(address)
    }

    /// Writes it, without defaults.
    pub fn written(&self) -> String {
        let game = self.start.game();
        let mut parts: Vec<(&str, String)> = Vec::new();
        match self.lesson {
            Some(step) => parts.push(("lesson", step.to_string())),
            None => {
                parts.push(("game", game.to_string()));
                if *self.start.position() != game.start() {
                    parts.push(("start", self.start.written()));
                }
            }
        }
        let mut put = |name, said: bool, value: &dyn Fn() -> String| {
            if said {
                parts.push((name, value()));
            }
        };
        let usual = self.lesson.is_some();
        put("moves", !self.moves.is_empty(), &|| self.line(self.moves.len()));
        put("at", self.at < self.moves.len(), &|| self.at.to_string());
        put("vs", !self.computer, &|| "human".to_string());
        put("level", self.level != USUAL_LEVEL && !usual, &|| self.level.to_string());
        put("engine", self.engine != Engine::Auto, &|| self.engine.to_string());
        put("me", self.me == Side::Second, &|| "2".to_string());
        put("seed", self.seed != USUAL_SEED, &|| self.seed.to_string());
        put("resigned", self.resigned.is_some(), &|| number(self.resigned).unwrap_or(0).to_string());
        put("you", !self.you.is_empty(), &|| self.you.clone());
        put("other", !self.other.is_empty(), &|| self.other.clone());
        put("analysis", self.analysis, &|| "1".to_string());
        // The values are part of the analysis, and are not on where it is off.
        put("grundy", self.grundy && self.analysis, &|| "1".to_string());
        let parts: Vec<(&str, &str)> = parts.iter().map(|(name, value)| (*name, value.as_str())).collect();
        written(&parts)
    }

    /// Writes the first moves, one after another.
    pub fn line(&self, many: usize) -> String {
        let texts = self.moves[..many].iter().map(|mv| self.start.write_move(mv));
        texts.collect::<Vec<_>>().join(";")
    }

    /// Returns who plays, the first to move first.
    pub fn players(&self) -> [Player; 2] {
        Side::BOTH.map(|side| {
            let usual = format!("Player {}", side.index() + 1);
            let named = |name: &str, usual: &str| Player::human(if name.is_empty() { usual } else { name });
            match (self.computer, side == self.me) {
                (true, true) => named(&self.you, "You"),
                (true, false) => Player::computer(&self.other, self.level),
                (false, true) => named(&self.you, &usual),
                (false, false) => named(&self.other, &usual),
            }
        })
    }

    /// Plays the moves, and returns the match at the point that the address names.
    pub fn played(&self) -> Result<Match<AnyGame>, Problem> {
        let mut played = self.whole_line()?;
        (self.at..self.moves.len()).for_each(|_| {
            played.undo();
        });
        if let Some(side) = self.resigned.filter(|_| self.at == self.moves.len()) {
            played.resign(side);
        }
        Ok(played)
    }

    /// Plays all moves, those that were taken back included.
    pub fn whole_line(&self) -> Result<Match<AnyGame>, Problem> {
        let mut played = Match::new(self.start.clone(), self.players());
        for (mv, number) in self.moves.iter().zip(1..) {
            let wrong = |why| format!("move {number}, {}: {why}", self.start.write_move(mv));
            played.play(mv.clone()).map_err(|why| Problem::unreadable(wrong(why)))?;
        }
        Ok(played)
    }

    /// Continues the game as a session.
    pub fn session(&self, nodes: Option<u64>) -> Result<Session<AnyGame>, Problem> {
        self.go_on(self.played()?, nodes)
    }

    /// Continues a match of this game as a session.
    pub fn go_on(&self, played: Match<AnyGame>, nodes: Option<u64>) -> Result<Session<AnyGame>, Problem> {
        let mut settings = Settings::default();
        (settings.seed, settings.engine, settings.nodes) = (self.seed, self.engine, nodes);
        Session::going_on(played, settings).map_err(Problem::out_of_reach)
    }

    /// Begins the same game again with other dice.
    pub fn again(&self, seed: u64) -> Self {
        let seed = if self.lesson.is_some() { USUAL_SEED } else { seed };
        Address { moves: Vec::new(), at: 0, resigned: None, seed, ..self.clone() }
    }
}

/// Returns the number of a player, 1 or 2.
pub(crate) fn number(side: Option<Side>) -> Option<u8> {
    side.map(|side| side.index() as u8 + 1)
}

/// Returns the default game.
fn usual_game() -> Result<AnyGame, Problem> {
    crate::games::usual(AnyGame::kinds()[0])
}

/// Returns the start of a step of the lesson.
fn step(number: usize) -> Result<Standing<AnyGame>, Problem> {
    let steps = lesson();
    let there = || Problem::unreadable(format!("the lesson has the steps 1 to {}", steps.len()));
    let step = steps.get(number - 1).ok_or_else(there)?;
    let game: AnyGame = step.game.parse().map_err(Problem::unreadable)?;
    Standing::read(game, step.position).map_err(Problem::unreadable)
}

/// Writes parameters for an address; characters that an address may contain stay readable.
pub(crate) fn written(parts: &[(&str, &str)]) -> String {
    let part = |(name, value): &(&str, &str)| {
        let mut text = format!("{name}=");
        for byte in value.bytes() {
            match byte {
                b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => text.push(byte.into()),
                b':' | b',' | b';' | b'@' | b'/' => text.push(byte.into()),
                // It joins games; in names it would be read as a space.
                b'+' if *name == "game" || *name == "start" => text.push('+'),
                _ => text += &format!("%{byte:02X}"),
            }
        }
        text
    };
    parts.iter().map(part).collect::<Vec<_>>().join("&")
}
