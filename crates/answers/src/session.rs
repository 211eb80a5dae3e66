//! A game as the page shows it and continues it: the address goes in with something to do, and comes out
//! changed.
//!
//! Nothing is kept between two questions. The library's [`Session`] plays the moves of the address again,
//! carries out the action, and everything that a page shows follows from there.

use lastbite::description::Described;
use lastbite::layout::{Drawn, Layout, Look, Place};
use lastbite::play::{Match, Turn, Verdict};
use lastbite::words::{Who, sentence};
use lastbite::{Action, AnyGame, Effort, Ending, Event, Game, Level, Session, Standing, Words, play::Side};
use serde::Serialize;

use crate::Desk;
use crate::address::{Address, number, written};
use crate::lesson::{Taught, taught};
use crate::pieces::{Panel, Piece, Run, panels, pieces, runs};
use crate::problem::Problem;
use crate::question::Question;
use crate::reach::Reach;
use crate::reply::not_called_off;

/// A game as a page shows it.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub(crate) struct Table {
    /// The address of what is shown; asking with it gives the same answer.
    address: String,
    /// What has happened, in sentences.
    told: String,
    /// Whose turn it is, or who won.
    headline: String,
    /// The game.
    game: String,
    /// The word that the texts of such games begin with.
    name: &'static str,
    /// The name of the game.
    title: String,
    /// The values of its parameters.
    values: Vec<String>,
    /// The rule, in two sentences.
    rule: String,
    /// What may be taken now, where the pieces alone do not show it; null if they do, or if the game is over.
    limit: Option<String>,
    /// A description of the board for people who do not see it.
    scene: String,
    /// The panels, side by side; there is always one.
    panels: Vec<Panel>,
    /// The pieces, row by row.
    pieces: Vec<Piece>,
    /// Which pieces are next to each other in an order: the number of the lower one, and of the one above it.
    covers: Vec<(usize, usize)>,
    /// The pieces that the last move took.
    fresh: Vec<Run>,
    /// The pieces in which a player has drawn a cross, by their numbers; left out if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    crosses: Vec<usize>,
    /// Every position of the whole line, the start first.
    positions: Vec<String>,
    /// Which of them is shown.
    at: usize,
    /// Every move of the whole line.
    moves: Vec<Made>,
    /// The question about the whole line, for a review.
    line: String,
    /// Whether the game is over at this point.
    over: bool,
    /// Whether the whole line ends the game.
    ended: bool,
    /// Who plays, the first to move first.
    players: [Seat; 2],
    /// Which of them is the person at this device, 1 or 2.
    me: u8,
    /// Whether your opponent is the computer.
    computer: bool,
    /// How well the computer plays.
    level: String,
    /// How it thinks.
    engine: String,
    /// Whether the computer should move now.
    thinks: bool,
    /// What to say and what can be done at the end of the game or when it waits for somebody; null while it
    /// continues.
    notice: Option<Notice>,
    /// What can be done.
    can: Can,
    /// Whether every move is judged on the board.
    analysis: bool,
    /// Whether the judgement shows Grundy values.
    grundy: bool,
    /// The step of the lesson, or null.
    lesson: Option<Taught>,
    /// Whose games are counted, and whether this one counts.
    score: Score,
    /// Links to share.
    links: Vec<Link>,
    /// The computer's thinking, if it has just moved.
    thought: Option<Thinking>,
}

/// A move that was made.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
struct Made {
    /// Who made it.
    who: String,
    /// Whether that was the computer.
    computer: bool,
    /// The move.
    #[serde(rename = "move")]
    mv: String,
    /// A few words for it.
    described: String,
}

/// A player.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
struct Seat {
    /// The name.
    name: String,
    /// How well the computer plays; null for a person.
    level: Option<String>,
}

/// Something to say, and what can be done about it.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
struct Notice {
    /// A sentence.
    sentence: String,
    /// What can be done.
    choices: Vec<Choice>,
}

/// Something that can be done.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
struct Choice {
    /// Its name.
    words: String,
    /// What to ask for.
    #[serde(rename = "do")]
    action: String,
}

/// What can be done.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
struct Can {
    /// A person may make a move.
    play: bool,
    /// There is something to take back.
    undo: bool,
    /// There is something to make again.
    redo: bool,
    /// A hint can be asked for.
    hint: bool,
    /// The game can be given up.
    resign: bool,
    /// The sides can be changed.
    swap: bool,
}

/// Whose games are counted, and whether this one counts.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
struct Score {
    /// The key for the score of these two.
    pair: String,
    /// The names, the person at this device first.
    names: [String; 2],
    /// The key of this game, so that it counts only once.
    game: String,
    /// Whether the person at this device won; null if the game is not over or does not count.
    won: Option<bool>,
}

/// A link to share.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
struct Link {
    /// What it leads to.
    words: &'static str,
    /// Its address.
    address: String,
}

/// The computer's thinking behind a move.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub(crate) struct Thinking {
    /// How many nodes it visited.
    nodes: Option<u64>,
    /// Why it played the move.
    why: Option<&'static str>,
}

/// Answers with a game as a page shows it, after the action if there is one.
pub(crate) fn answer(desk: &Desk, question: &Question<'_>, _: &Effort) -> Result<Table, Problem> {
    let mut address = Address::read(desk, question)?;
    let told = match question.text("do").filter(|text| !text.is_empty()) {
        None => None,
        Some(action) => Some(done(&mut address, action, question.number("fresh")?)?),
    };
    table(&address, told)
}

/// Answers with the game after the computer has moved.
pub(crate) fn reply(desk: &Desk, question: &Question<'_>, effort: &Effort) -> Result<Table, Problem> {
    let mut address = Address::read(desk, question)?;
    let mut session = address.session(Some(Reach::nodes(&address.played()?.standing(), effort)))?;
    let mut told = Vec::new();
    while let Some(task) = session.task() {
        let thought = task.run(desk.solver(), effort);
        not_called_off(effort)?;
        let events = session.take(thought);
        let moved = events.iter().any(|event| matches!(event, Event::Moved { .. }));
        told.extend(tell(&session, &events));
        if moved {
            break;
        }
    }
    let Some(last) = session.played().history().last().filter(|_| !told.is_empty()) else {
        return Err(Problem::unreadable("it is not the computer's turn"));
    };
    let thought = Thinking { nodes: last.note.nodes, why: last.note.why.as_ref().map(|why| why.word()) };
    follow(&mut address, &session);
    told.extend(turn_of(&session));
    Ok(Table { thought: Some(thought), ..table(&address, Some(told.join(" ")))? })
}

/// A hint, in stages.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub(crate) struct Hinted {
    /// The stages, each giving away more.
    stages: Vec<String>,
    /// The move that the last stage names; null if it names none.
    #[serde(rename = "move")]
    mv: Option<String>,
}

/// Answers with a hint for the player to move.
pub(crate) fn hint(desk: &Desk, question: &Question<'_>, effort: &Effort) -> Result<Hinted, Problem> {
    let address = Address::read(desk, question)?;
    let mut session = address.session(None)?;
    refused(&session.act(Action::Hint))?;
    let standing = session.played().standing();
    let task = session.task().ok_or_else(|| Problem::unreadable("there is nothing to give a hint for"))?;
    let events = session.take(task.run(desk.solver(), effort));
    not_called_off(effort)?;
    let hint = events.into_iter().find_map(|event| match event {
        Event::Hinted { hint } => Some(hint),
        _ => None,
    });
    let hint = hint.ok_or_else(|| Problem::out_of_reach("no hint was found"))?;
    Ok(Hinted { stages: hint.stages(&standing), mv: hint.named().map(|mv| standing.write_move(mv)) })
}

/// Does what a page asks for, and says what happened.
fn done(address: &mut Address, action: &str, fresh: Option<u64>) -> Result<String, Problem> {
    let (word, rest) = action.split_once(' ').unwrap_or((action, ""));
    match (word, rest) {
        // What was played has been said already.
        ("analysis", "") => {
            address.analysis = !address.analysis;
            return Ok(switched("analysis", "is", address.analysis));
        }
        ("grundy", "") => {
            address.grundy = !address.grundy;
            return Ok(switched("Grundy values", "are", address.grundy));
        }
        ("back", at) => {
            let wrong =
                |_| Problem::unreadable(format!("back leads to a move from 0 to {}", address.moves.len()));
            address.at = at.parse::<usize>().map_err(wrong)?.min(address.moves.len());
            return Ok(format!("{} {}", at_move(address.at), standing_told(address)?));
        }
        ("cut", "") => {
            address.moves.truncate(address.at);
            address.resigned = None;
        }
        ("swap", "") => {
            address.moves.truncate(address.at);
            (address.me, address.resigned) = (address.me.other(), None);
        }
        ("again", level) => {
            if !level.is_empty() {
                address.level = level.parse::<Level>().map_err(Problem::unreadable)?;
            }
            *address = address.again(fresh.unwrap_or(address.seed));
        }
        _ => return act(address, action),
    }
    standing_told(address)
}

/// Says whether something is shown now.
fn switched(what: &str, are: &str, on: bool) -> String {
    format!("The {what} {are} {}.", if on { "shown" } else { "hidden" })
}

/// Carries out an action in the session.
fn act(address: &mut Address, action: &str) -> Result<String, Problem> {
    let mut session = address.session(None)?;
    let action = Action::read(session.played().game(), action).map_err(Problem::unreadable)?;
    if !matches!(action, Action::Play(_) | Action::Undo | Action::Redo | Action::Resign) {
        let what = "what can be done is play MOVE, undo, redo, resign, back NUMBER, cut, swap, again, analysis or grundy";
        return Err(Problem::unreadable(what));
    }
    let events = session.act(action);
    refused(&events)?;
    follow(address, &session);
    Ok(tell(&session, &events).into_iter().chain(turn_of(&session)).collect::<Vec<_>>().join(" "))
}

/// Turns a refusal into a problem.
fn refused(events: &[Event<AnyGame>]) -> Result<(), Problem> {
    match events {
        [Event::Refused { why }, ..] => Err(Problem::out_of_reach(why)),
        _ => Ok(()),
    }
}

/// Lets the address follow the session.
fn follow(address: &mut Address, session: &Session<AnyGame>) {
    let played = session.played();
    address.at = played.history().len();
    if played.undone() == 0 {
        address.moves = played.history().iter().map(|turn| turn.mv.clone()).collect();
    }
    let resigned = played.verdict().filter(|verdict| verdict.ending == Ending::Resigned);
    address.resigned = resigned.map(|verdict| verdict.winner.other());
}

/// Describes events in sentences.
fn tell(session: &Session<AnyGame>, events: &[Event<AnyGame>]) -> Vec<String> {
    let at = session.played().history().len();
    let told = events.iter().filter_map(|event| match event {
        Event::Moved { turn } => Some(told_move(session, turn)),
        Event::Undone { moves: 0 } => Some("The game goes on.".to_string()),
        Event::Undone { .. } | Event::Redone { .. } => Some(at_move(at)),
        Event::Over { verdict } => Some(told_end(session, verdict)),
        Event::GaveUp { engine, unknown } => Some(format!("{engine} gave up: {}.", unknown.why)),
        _ => None,
    });
    told.collect()
}

fn at_move(at: usize) -> String {
    if at == 0 { "This is the start.".to_string() } else { format!("This is after move {at}.") }
}

/// Describes a move in a sentence.
fn told_move(session: &Session<AnyGame>, turn: &Turn<AnyGame>) -> String {
    let played = session.played();
    let who = played.player(turn.side).who();
    sentence(format!("{} {}", who.subject(), played.game().told(&turn.before, &turn.mv, who)))
}

/// Says who won, and why.
fn told_end(session: &Session<AnyGame>, verdict: &Verdict) -> String {
    format!("{}. {}", won(session, verdict), ending(session, verdict))
}

fn won(session: &Session<AnyGame>, verdict: &Verdict) -> String {
    let winner = session.played().player(verdict.winner).who();
    format!("{} {}", winner.subject(), winner.verb("wins", "win"))
}

fn ending(session: &Session<AnyGame>, verdict: &Verdict) -> String {
    let played = session.played();
    let loser = played.player(verdict.winner.other()).who();
    played.game().ending(played.position(), verdict.ending, loser)
}

/// Says whose turn it is while the game continues.
fn turn_of(session: &Session<AnyGame>) -> Option<String> {
    let played = session.played();
    let who = played.player(played.to_move()).who();
    played.verdict().is_none().then(|| format!("{}.", who.owns("turn")))
}

/// Describes the state of the game: the last move, and whose turn it is or who won.
fn standing_told(address: &Address) -> Result<String, Problem> {
    let session = address.session(None)?;
    let last = session.played().history().last().map(|turn| told_move(&session, turn));
    let end = session.played().verdict().map(|verdict| told_end(&session, &verdict));
    Ok(last.into_iter().chain(end).chain(turn_of(&session)).collect::<Vec<_>>().join(" "))
}

/// Lists the pieces in which crosses were drawn, where pieces are squares for crosses.
fn crosses(played: &Match<AnyGame>, layout: &Layout) -> Vec<usize> {
    let game = played.game();
    let crossed = |place: &Place| {
        layout.within(*place).is_some_and(|(panel, _)| layout.panels()[panel].look == Look::Cross)
    };
    if layout.panels().iter().all(|panel| panel.look != Look::Cross) {
        return Vec::new();
    }
    let places = played.history().iter().filter_map(|turn| game.piece_of(&turn.before, &turn.mv));
    places.filter(crossed).filter_map(|place| layout.id(place)).collect()
}

/// Builds what a page shows.
fn table(address: &Address, told: Option<String>) -> Result<Table, Problem> {
    let session = address.session(None)?;
    let (played, whole) = (session.played(), address.whole_line()?);
    let (game, standing) = (played.game(), played.standing());
    let verdict = played.verdict();
    let looks_back = address.at < address.moves.len();
    let persons = !played.player(played.to_move()).is_computer();
    let person_moved = played.history().iter().any(|turn| !played.player(turn.side).is_computer());
    let resigned = verdict.is_some_and(|verdict| verdict.ending == Ending::Resigned);
    let going_on = verdict.is_none();
    let free = address.lesson.is_none();
    let start = whole.start().position();
    let positions = std::iter::once(start).chain(whole.history().iter().map(|turn| &turn.after));
    let made = |turn: &Turn<AnyGame>| Made {
        who: whole.player(turn.side).name().to_string(),
        computer: whole.player(turn.side).is_computer(),
        mv: game.write_move(&turn.mv),
        described: game.in_words(&turn.before, &turn.mv),
    };
    let seat = |side| {
        let player = played.player(side);
        Seat { name: player.name().to_string(), level: player.level().map(|level| level.to_string()) }
    };
    let layout = game.layout(standing.position());
    let fresh = played.history().last().map(|turn| runs(&game.taken(&turn.before, &turn.mv)));
    Ok(Table {
        address: address.written(),
        told: told.map_or_else(|| standing_told(address), Ok)?,
        headline: headline(address, &session),
        game: game.to_string(),
        name: game.description().name,
        title: game.title(),
        values: game.values(),
        // A page draws the poison as a skull, and not as the letter of the terminal.
        rule: game.rule().replace(", P,", " ☠,"),
        limit: game.limit(standing.position()).filter(|_| going_on),
        scene: game.scene(),
        panels: panels(&layout),
        pieces: pieces(&standing, &layout),
        covers: layout.links().to_vec(),
        fresh: fresh.unwrap_or_default(),
        crosses: crosses(played, &layout),
        positions: positions.map(|position| game.write_position(position)).collect(),
        at: address.at,
        moves: whole.history().iter().map(made).collect(),
        line: line(address, &standing),
        over: verdict.is_some(),
        ended: address.resigned.is_some() || whole.verdict().is_some(),
        players: Side::BOTH.map(seat),
        me: number(Some(address.me)).unwrap_or(1),
        computer: address.computer,
        level: address.level.to_string(),
        engine: address.engine.to_string(),
        thinks: going_on && !persons && !looks_back,
        notice: notice(address, &session),
        can: Can {
            play: going_on && persons,
            undo: person_moved || resigned,
            redo: looks_back,
            hint: going_on && persons,
            resign: going_on && persons && !looks_back && free,
            swap: going_on && address.computer && free,
        },
        analysis: address.analysis,
        grundy: address.grundy,
        lesson: address
            .lesson
            .map(|number| taught(number, verdict.map(|verdict| verdict.winner == address.me))),
        score: score(address, &session),
        links: links(address, &standing),
        thought: None,
    })
}

/// Says whose turn it is, or who won.
fn headline(address: &Address, session: &Session<AnyGame>) -> String {
    let played = session.played();
    if let Some(verdict) = played.verdict() {
        return format!("{}!", won(session, &verdict));
    }
    let player = played.player(played.to_move());
    let who = player.who();
    match (player.is_computer(), address.computer, who) {
        (true, ..) if address.at >= address.moves.len() => format!("{} is thinking …", who.subject()),
        (false, true, Who::Named(name)) => format!("Your turn, {name}"),
        (false, true, _) => who.owns("turn"),
        _ => format!("{} to move", who.subject()),
    }
}

/// Returns the notice at the end of the game, or when the computer waits.
fn notice(address: &Address, session: &Session<AnyGame>) -> Option<Notice> {
    let choice = |words: &str, action: String| Choice { words: words.to_string(), action };
    let played = session.played();
    match played.verdict() {
        Some(verdict) => {
            let sentence = ending(session, &verdict);
            // A step of the lesson says itself where to go from here.
            if address.lesson.is_some() {
                return Some(Notice { sentence, choices: Vec::new() });
            }
            let mut choices = vec![choice("Play again", "again".to_string())];
            let won = verdict.winner == address.me;
            let (other, what) = match won {
                true => (Level::ALL.iter().find(|&&level| level > address.level), "stronger"),
                false => (Level::ALL.iter().rev().find(|&&level| level < address.level), "weaker"),
            };
            if let Some(level) = other.filter(|_| address.computer) {
                choices.push(choice(&format!("Play a {what} computer ({level})"), format!("again {level}")));
            }
            Some(Notice { sentence, choices })
        }
        None if played.player(played.to_move()).is_computer() && address.at < address.moves.len() => {
            let choices = vec![choice("Let the computer move here", "cut".to_string())];
            Some(Notice { sentence: "You are looking back.".to_string(), choices })
        }
        None => None,
    }
}

/// Writes the question for a review: of the whole line, or in a lesson of what was played so far.
fn line(address: &Address, standing: &Standing<AnyGame>) -> String {
    let many = if address.lesson.is_some() { address.at } else { address.moves.len() };
    let [first, second] = address.players();
    let resigned = number(address.resigned).map(|side| side.to_string());
    let (game, start, moves) = (standing.game().to_string(), address.start.written(), address.line(many));
    let mut parts = vec![
        ("game", game.as_str()),
        ("position", &start),
        ("moves", &moves),
        ("first", first.name()),
        ("second", second.name()),
    ];
    parts.extend(resigned.as_deref().map(|side| ("resigned", side)));
    written(&parts)
}

/// Says whose games are counted: games against the computer together, and those of each pair of people
/// separately.
fn score(address: &Address, session: &Session<AnyGame>) -> Score {
    let played = session.played();
    let name = |side: Side| played.player(side).name().to_string();
    let names = [name(address.me), name(address.me.other())];
    let begun = !address.moves.is_empty() || address.resigned.is_some();
    let counts = address.lesson.is_none() && begun;
    Score {
        pair: if address.computer { "computer".to_string() } else { names.join("\n") },
        names,
        game: Address { at: address.moves.len(), analysis: false, grundy: false, ..address.clone() }
            .written(),
        won: played.verdict().filter(|_| counts).map(|verdict| verdict.winner == address.me),
    }
}

fn links(address: &Address, standing: &Standing<AnyGame>) -> Vec<Link> {
    let game = Address { analysis: false, grundy: false, ..address.clone() };
    let here = Address { start: standing.clone(), lesson: None, ..game.again(game.seed) };
    vec![
        Link { words: "The whole game", address: game.written() },
        Link { words: "This position", address: here.written() },
    ]
}
