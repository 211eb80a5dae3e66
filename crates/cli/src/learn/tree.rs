//! `lastbite tree 2x3`: the game tree of the textbook, as a picture, for Graphviz, or in the terminal.

use std::io::{self, Write, stdout};
use std::path::Path;

use clap::Args;
use lastbite::game::Purpose;
use lastbite::notation::{counted, grouped};
use lastbite::search::{Graph, Kind, Tree, Unfinished, tree_size};
use lastbite::{Algorithm, AnyGame, Effort, Game, Outcome, Standing, picture};
use serde::Serialize;

use crate::manners::names::{SEARCHES, one_of};
use crate::manners::output::OutputArgs;
use crate::manners::position::{PositionArgs, fitting};
use crate::manners::prompt::{Console, Stop, wrap};
use crate::manners::record_file::shown;
use crate::manners::style::{Look, LookArgs};

const EXAMPLES: &str = "\
Examples:
  lastbite tree 2x2                         the textbook's figure
  lastbite tree 2x3 --search alphabeta -o tree.svg
  lastbite tree 3x3 --dag -o positions.svg  every position once

The ending of FILE decides what is written: a picture (.svg), a graph for
Graphviz (.dot) or text (.txt). MAX is the player to move at the root. A leaf is
worth +1 where MAX has won and -1 where MIN has; * or a thick line marks the
best play by both. Merged positions (--dag) are judged for the player to move.";

/// Draw the game tree: boards at the nodes, MAX and MIN, values backed up, best play by both
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct TreeArgs {
    #[command(flatten)]
    standing: PositionArgs,
    /// Number the nodes as minimax, alphabeta, negamax or memo visits them
    #[arg(long, value_parser = one_of::<Algorithm>(SEARCHES), hide_possible_values = true)]
    search: Option<Algorithm>,
    /// Draw every position once
    #[arg(long)]
    dag: bool,
    #[command(flatten)]
    output: OutputArgs,
    /// Print one JSON object
    #[arg(long, conflicts_with = "output")]
    json: bool,
    #[command(flatten)]
    look: LookArgs,
}

/// What is written to a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Svg,
    Dot,
    Text,
}

impl Form {
    /// Reads it from the ending of a file name.
    fn of(path: &Path) -> Result<Form, Stop> {
        match path.extension().and_then(|end| end.to_str()) {
            Some("svg") => Ok(Form::Svg),
            Some("dot" | "gv") => Ok(Form::Dot),
            Some("txt") => Ok(Form::Text),
            _ => Err(Stop::refuse(format!(
                "{} is neither picture, graph nor text; a name ends in .svg, .dot or .txt",
                shown(path)
            ))),
        }
    }
}

/// With more boards than this, a sheet becomes unreadable.
const MOST_DRAWN: usize = 400;
/// No program needs more than this either.
const MOST_WRITTEN: usize = 4_000;

/// What to draw.
enum Drawn {
    /// A tree; numbered if a search was named, else the plain figure.
    Tree { tree: Tree<AnyGame>, numbered: bool },
    /// Every position once.
    Graph(Graph<AnyGame>),
}

/// Draws the tree.
pub fn run(args: &TreeArgs) -> Result<(), Stop> {
    let standing = args.standing.standing()?;
    fitting(&standing, Purpose::Play)?;
    let file = args.output.file().map(|file| Ok::<_, Stop>((file, Form::of(file.path())?))).transpose()?;
    if let Some((file, _)) = &file {
        file.check()?;
    }
    let drawn = grow(args, &standing)?;
    let look = Look::from(args.look);
    match &file {
        None if args.json => {
            let json = match &drawn {
                Drawn::Tree { tree, .. } => serde_json::to_string(&Written::of_tree(tree)),
                Drawn::Graph(graph) => serde_json::to_string(&Written::of_graph(graph)),
            };
            writeln!(stdout(), "{}", json.map_err(io::Error::from)?)?;
        }
        None => {
            let mut console = Console::open(look);
            let width = console.dimensions().0;
            console.draw(&written(&drawn, look, width))?;
        }
        Some((file, form)) => {
            let text = match (form, &drawn) {
                (Form::Svg, Drawn::Tree { tree, numbered }) => picture::tree_svg(tree, *numbered),
                (Form::Svg, Drawn::Graph(graph)) => picture::graph_svg(graph, args.search),
                (Form::Dot, Drawn::Tree { tree, numbered }) => picture::tree_dot(tree, *numbered),
                (Form::Dot, Drawn::Graph(graph)) => picture::graph_dot(graph),
                (Form::Text, drawn) => {
                    written(drawn, Look { ascii: args.look.ascii, color: false }, WIDEST_FILE)
                }
            };
            file.write(&text)?;
            writeln!(stdout(), "{}", file.told(&drawn.headline(args.search)))?;
        }
    }
    Ok(stdout().flush()?)
}

/// How wide a text in a file may become.
const WIDEST_FILE: usize = 160;

fn written(drawn: &Drawn, look: Look, width: usize) -> String {
    let drawing = match drawn {
        Drawn::Tree { tree, numbered } => picture::tree_text(tree, *numbered, look.ascii, width),
        Drawn::Graph(graph) => picture::graph_text(graph, look.ascii, width),
    };
    let keys: Vec<String> = drawing.keys.iter().map(|key| wrap(key, width)).collect();
    format!("{}\n\n{}\n{}\n", wrap(&drawing.title, width), drawing.lines, keys.join("\n"))
}

impl Drawn {
    /// Returns the sentence above the picture.
    fn headline(&self, search: Option<Algorithm>) -> String {
        match self {
            Drawn::Tree { tree, numbered } => picture::headline(tree, *numbered),
            Drawn::Graph(graph) => picture::graph_headline(graph, search),
        }
    }
}

/// Grows what will be drawn, or refuses and names its size if it is too large for any picture.
fn grow(args: &TreeArgs, standing: &Standing<AnyGame>) -> Result<Drawn, Stop> {
    let most = if args.json { MOST_WRITTEN } else { MOST_DRAWN };
    let limited = Effort::unlimited().nodes(affordable(standing, most as u64));
    let what = if args.json { "--json prints" } else { "a picture shows" };
    let refusal = |size: String, instead: &str| {
        Stop::refuse(format!("{size}, and {what} at most {}; {instead}", grouped(most as u64)))
    };
    let smaller = "try a smaller game, or a position further on";
    if args.dag && args.search.is_none() {
        let graph = Graph::of(standing, &limited).map_err(|_| {
            refusal(format!("{} has {} positions", standing.game(), positions(standing)), smaller)
        })?;
        return Ok(Drawn::Graph(graph));
    }
    let algorithm = args.search.unwrap_or(Algorithm::Minimax);
    // Boxes that were cut off or remembered are drawn too.
    let grown = Tree::grow(standing, algorithm, &limited).ok().filter(|tree| tree.nodes().len() <= most);
    match grown {
        Some(tree) if args.dag => Ok(Drawn::Graph(Graph::merged(&tree))),
        Some(tree) => Ok(Drawn::Tree { tree, numbered: args.search.is_some() }),
        None => {
            let instead = if args.dag || Graph::of(standing, &limited).is_err() {
                smaller
            } else if Tree::grow(standing, Algorithm::Memo, &limited)
                .is_ok_and(|tree| tree.nodes().len() <= most)
            {
                "draw every position once with --dag, or what --search memo visits"
            } else {
                "draw every position once with --dag"
            };
            Err(refusal(
                format!("the tree of {} by {algorithm} has {}", standing.game(), size(standing, algorithm)),
                instead,
            ))
        }
    }
}

/// Returns how many nodes of a position can be kept together with the moves that may be cut off there, up to
/// a limit.
pub fn affordable(standing: &Standing<AnyGame>, most: u64) -> u64 {
    const KEPT: u64 = 2_000_000;
    most.min(KEPT / standing.size().max(1)).max(1)
}

/// Limits the counting to a moment, after which the answer is "more than": a node costs about as much as
/// there are pieces.
fn a_moment(standing: &Standing<AnyGame>) -> Effort {
    const PIECES: u64 = 4_000_000;
    let nodes = PIECES / standing.size().max(10);
    // A round number, for the sentence.
    let round = 10u64.pow(nodes.max(1).ilog10());
    Effort::unlimited().nodes((nodes / round * round).max(1))
}

/// Says how many nodes a search visits, as far as that can be counted.
fn size(standing: &Standing<AnyGame>, algorithm: Algorithm) -> String {
    let limited = a_moment(standing);
    let counted_nodes = match algorithm {
        Algorithm::Minimax => tree_size(standing, &limited).map(|nodes| match nodes {
            u128::MAX => "more than 10^38 nodes".to_string(),
            nodes => match u64::try_from(nodes) {
                Ok(nodes) => counted(nodes, "node"),
                Err(_) => format!("about 10^{} nodes", nodes.ilog10()),
            },
        }),
        _ => algorithm
            .search(standing.game(), standing.position(), &limited)
            .map(|found| counted(found.nodes, "node")),
    };
    counted_nodes.unwrap_or_else(|Unfinished { nodes, .. }| format!("more than {}", counted(nodes, "node")))
}

fn positions(standing: &Standing<AnyGame>) -> String {
    match Graph::of(standing, &a_moment(standing)) {
        Ok(graph) => grouped(graph.spots().len() as u64),
        Err(stopped) => format!("more than {}", grouped(stopped.nodes)),
    }
}

/// What `--json` prints.
#[derive(Serialize)]
struct Written<'a, T> {
    game: &'a AnyGame,
    position: String,
    search: Option<Algorithm>,
    nodes: Vec<T>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    moves: Vec<WrittenMove>,
}

#[derive(Serialize)]
struct WrittenNode {
    id: usize,
    number: Option<u64>,
    parent: Option<usize>,
    #[serde(rename = "move")]
    mv: Option<String>,
    position: String,
    player: &'static str,
    state: &'static str,
    same_as: Option<usize>,
    value: Option<String>,
    chosen: bool,
}

#[derive(Serialize)]
struct WrittenSpot {
    id: usize,
    number: Option<u64>,
    position: String,
    outcome: Option<Outcome>,
}

#[derive(Serialize)]
struct WrittenMove {
    from: usize,
    to: usize,
    #[serde(rename = "move")]
    mv: String,
    wins: bool,
}

impl<'a> Written<'a, WrittenNode> {
    fn of_tree(tree: &'a Tree<AnyGame>) -> Self {
        let line = picture::chosen_line(tree);
        let game = tree.standing().game();
        let nodes = tree.nodes().iter().enumerate().map(|(id, node)| WrittenNode {
            id,
            number: node.number(),
            parent: node.from.as_ref().map(|&(above, _)| above),
            mv: node.from.as_ref().map(|(_, mv)| game.write_move(mv)),
            position: game.write_position(&node.position),
            player: picture::player(node.is_max()),
            state: match node.kind {
                Kind::Entered(_) => "entered",
                Kind::Remembered(_) => "remembered",
                Kind::Cut => "cut off",
            },
            same_as: if let Kind::Remembered(first) = node.kind { Some(first) } else { None },
            value: node.worth.map(|worth| worth.to_string()),
            chosen: line.contains(&id),
        });
        let position = tree.standing().written();
        Written { game, position, search: Some(tree.algorithm()), nodes: nodes.collect(), moves: vec![] }
    }
}

impl<'a> Written<'a, WrittenSpot> {
    fn of_graph(graph: &'a Graph<AnyGame>) -> Self {
        let game = graph.standing().game();
        let spots = graph.spots().iter().enumerate();
        let nodes = spots.map(|(id, spot)| WrittenSpot {
            id,
            number: spot.number,
            position: game.write_position(&spot.position),
            outcome: spot.outcome,
        });
        let moves = graph.arrows().iter().map(|arrow| WrittenMove {
            from: arrow.from,
            to: arrow.to,
            mv: game.write_move(&arrow.mv),
            wins: graph.wins(arrow),
        });
        let position = graph.standing().written();
        Written { game, position, search: None, nodes: nodes.collect(), moves: moves.collect() }
    }
}
