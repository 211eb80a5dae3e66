//! The games: the description of every kind, for dialogs and navigation; and new games.

use lastbite::description::{Described, Description, Family, Kind, Parameter};
use lastbite::words::GLOSSARY;
use lastbite::{AnyGame, Effort, Level, Standing, play::Engine};
use serde::Serialize;

use crate::Desk;
use crate::address::{Address, written};
use crate::problem::Problem;
use crate::question::Question;

/// Every kind of game, and how the computer can play it.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub(crate) struct Games {
    /// The kinds of games; the first one is the usual one.
    games: Vec<KindOfGame>,
    /// The families that they are in, in the order of a gallery.
    families: Vec<FamilyOfGames>,
    /// How well the computer can play, the weakest first.
    levels: Vec<String>,
    /// How it can think; the first one is the usual one.
    engines: Vec<String>,
    /// The words of the trade that a page explains.
    terms: Vec<Explained>,
}

/// A word of the trade.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
struct Explained {
    /// Every form in which texts have it.
    forms: Vec<&'static str>,
    /// What it means.
    meaning: &'static str,
}

/// Kinds of games that are alike.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
struct FamilyOfGames {
    /// Its title for people.
    title: &'static str,
    /// What its games have in common, in a sentence.
    about: &'static str,
    /// The names of its kinds of games.
    games: Vec<&'static str>,
}

/// A kind of game.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
struct KindOfGame {
    /// The word that its texts begin with.
    name: &'static str,
    /// Its title for people.
    title: &'static str,
    /// A one-line summary.
    invitation: &'static str,
    /// What makes people curious about it; left out if nothing is said.
    #[serde(skip_serializing_if = "str::is_empty")]
    hook: &'static str,
    /// The address of the usual game of this kind.
    address: String,
    /// Games of this kind, written out.
    examples: &'static [&'static str],
    /// Games of this kind whose whole tree can be drawn; left out if there are none.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    figures: &'static [&'static str],
    /// Its parameters, in the order in which a new game takes them.
    parameters: Vec<Choice>,
}

/// A parameter of a game.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
struct Choice {
    /// Its name.
    name: &'static str,
    /// Its label for people.
    label: &'static str,
    /// What is accepted, in a few words.
    accepted: &'static str,
    /// Whether one of the values must be chosen; else it is typed.
    listed: bool,
    /// The usual value.
    usual: &'static str,
    /// Values worth choosing.
    values: Vec<&'static str>,
}

/// Answers with every kind of game.
pub(crate) fn answer(_: &Desk, _: &Question<'_>, _: &Effort) -> Result<Games, Problem> {
    let kind = |kind: &'static Description| -> Result<KindOfGame, Problem> {
        Ok(KindOfGame {
            name: kind.name,
            title: kind.title,
            invitation: kind.invitation,
            hook: kind.hook,
            address: written(&[("game", &usual(kind)?.to_string())]),
            examples: kind.examples,
            figures: kind.figures,
            parameters: kind.parameters.iter().map(choice).collect(),
        })
    };
    let family = |family: Family| FamilyOfGames {
        title: family.title(),
        about: family.about(),
        games: AnyGame::kinds()
            .into_iter()
            .filter(|kind| kind.family == family)
            .map(|kind| kind.name)
            .collect(),
    };
    let families = Family::ALL.into_iter().map(family).filter(|family| !family.games.is_empty());
    Ok(Games {
        families: families.collect(),
        games: AnyGame::kinds().into_iter().map(kind).collect::<Result<_, Problem>>()?,
        levels: Level::ALL.iter().map(ToString::to_string).collect(),
        engines: Engine::ALL.iter().map(ToString::to_string).collect(),
        terms: GLOSSARY
            .iter()
            .map(|term| Explained { forms: [term.names, term.forms].concat(), meaning: term.meaning })
            .collect(),
    })
}

fn choice(parameter: &Parameter) -> Choice {
    Choice {
        name: parameter.name,
        label: parameter.label,
        accepted: parameter.accepted,
        listed: matches!(parameter.kind, Kind::Switch { .. }),
        usual: parameter.usual(),
        values: parameter.values(),
    }
}

/// Returns the usual game of a kind.
pub(crate) fn usual(kind: &Description) -> Result<AnyGame, Problem> {
    kind.usual().parse().map_err(Problem::unreadable)
}

/// A new game.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub(crate) struct New {
    /// Its address.
    address: String,
}

/// Answers with the address of the chosen game, or says what is wrong with it.
pub(crate) fn new(desk: &Desk, question: &Question<'_>, _: &Effort) -> Result<New, Problem> {
    let start = Standing::start(chosen(desk, question)?);
    start.check_begins().map_err(Problem::unreadable)?;
    let chosen = Address::read(desk, question)?;
    Ok(New { address: Address { start, ..chosen }.written() })
}

/// Reads a game from its kind and its values.
pub(crate) fn chosen(desk: &Desk, question: &Question<'_>) -> Result<AnyGame, Problem> {
    let name = question.text("kind").unwrap_or("");
    let kinds = AnyGame::kinds();
    let Some(kind) = kinds.iter().find(|kind| kind.name == name) else {
        let names: Vec<&str> = kinds.iter().map(|kind| kind.name).collect();
        return Err(Problem::unreadable(format!("kind must be one of {}", names.join(", "))));
    };
    let values: Vec<&str> = question.text("values").unwrap_or("").split(';').collect();
    let text = kind.write(&values);
    desk.reach().admit(&text)?;
    let game: AnyGame = text.parse().map_err(Problem::unreadable)?;
    desk.reach().check(&game)?;
    Ok(game)
}
