//! `lastbite explain chomp:4x7`: says in words why a position is won or lost, and names the rule that decides
//! it.

use clap::Args;
use lastbite::argument::Paragraph;
use lastbite::notation::grouped;
use lastbite::{AnyGame, AnyMove, Explanation, Game, Outcome, Solver, Standing, Words};
use lastbite_answers::Explained;

use crate::manners::answer::{AnswerArgs, print_json};
use crate::manners::columns::columns;
use crate::manners::position::{PositionArgs, drawn};
use crate::manners::prompt::{Console, Stop};

/// Explain in words why a position is won or lost, and by which rule
#[derive(Args, Debug)]
#[command(after_help = "Example: lastbite explain 9x9 9,1^8
  One row and one column are left, an L with two equal arms of 8 squares besides
  the corner. Whoever is to move has lost, because the opponent can copy: ..")]
pub struct ExplainArgs {
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    answer: AnswerArgs,
}

/// Explains a position.
pub fn run(args: &ExplainArgs) -> Result<(), Stop> {
    let standing = args.position.standing()?;
    let nodes = lastbite::search::a_few_seconds(standing.size());
    let (explained, _) = args.answer.effort.work(&format!("solving {}", standing.game()), |effort| {
        Explanation::of(&standing, &Solver::new(), &effort.clone().nodes(nodes))
    })?;
    let explained = explained.map_err(Stop::refuse)?;
    if args.answer.json {
        return print_json(&Explained::of(&standing, explained));
    }
    let told = explained.told(&standing);
    let mut console = args.answer.console();
    let (width, _) = console.dimensions();
    let look = console.look;
    console.say(&standing.to_string())?;
    console.draw(&format!("\n{}", drawn(&standing, None, look, width)))?;
    for paragraph in &told {
        console.draw("")?;
        match paragraph {
            Paragraph::Figure(lines) => console.draw_fitting(lines)?,
            text => console.say(text.content())?,
        }
    }
    replies(&mut console, &standing, &explained, width)
}

/// Shows the answer to every move of the loser.
fn replies(
    console: &mut Console,
    standing: &Standing<AnyGame>,
    explained: &Explanation<AnyMove>,
    width: usize,
) -> Result<(), Stop> {
    const MOST: usize = 120;
    if explained.replies.is_empty() {
        return Ok(());
    }
    let game = standing.game();
    let lost = match (explained.outcome, &explained.best) {
        (Outcome::Win, Some(best)) => game.play_unchecked(standing.position(), best),
        _ => standing.position().clone(),
    };
    let cell = |reply: &lastbite::explanation::Answered<AnyMove>| {
        let next = game.play_unchecked(&lost, &reply.mv);
        format!("{}: {}", game.describe(&lost, &reply.mv), game.describe(&next, &reply.answer))
    };
    let cells: Vec<String> = explained.replies.iter().take(MOST).map(cell).collect();
    console.draw("")?;
    console.draw(&columns(&cells, width))?;
    match explained.replies.len().saturating_sub(MOST) {
        0 => Ok(()),
        more => {
            console.say(&format!("and {} more {}; --json lists them all", grouped(more as u64), moves(more)))
        }
    }
}

/// Returns the singular or the plural of "move".
pub fn moves(many: usize) -> &'static str {
    if many == 1 { "move" } else { "moves" }
}
