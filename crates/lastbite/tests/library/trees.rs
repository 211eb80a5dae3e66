//! The tree that a search walks has exactly the nodes that the search counts, and says nothing untrue.
#![allow(missing_docs)]

use lastbite::search::{Graph, Kind, Step, Tree, Way, Worth, tree_size};
use lastbite::{Algorithm, AnyGame, Effort, Game, Outcome, Standing, Stopped};

const GAMES: [&str; 9] = [
    "chomp:1x1",
    "chomp:2x2",
    "chomp:2x3",
    "chomp:3x3",
    "chomp:3x3@2,2",
    "chomp:2x4@1,3",
    "nim:1,2,3",
    "nim:2,2/misere",
    "nim:3",
];

fn start(game: &str) -> Standing<AnyGame> {
    Standing::start(game.parse().unwrap())
}

/// Judges a position by the definition and by nothing else.
fn truth(game: &AnyGame, position: &<AnyGame as Game>::Position) -> Outcome {
    if game.is_over(position) {
        return game.final_outcome(position);
    }
    let wins = |mv| truth(game, &game.play_unchecked(position, &mv)) == Outcome::Loss;
    if game.moves(position).any(wins) { Outcome::Win } else { Outcome::Loss }
}

#[test]
fn a_tree_has_the_nodes_that_its_search_counts() {
    for game in GAMES {
        let start = start(game);
        for algorithm in Algorithm::ALL {
            let tree = Tree::grow(&start, algorithm, &Effort::unlimited()).unwrap();
            let plain = algorithm.search(start.game(), start.position(), &Effort::unlimited()).unwrap();
            assert_eq!(tree.searched().nodes, plain.nodes, "{game} {algorithm}");
            assert_eq!((tree.searched().outcome, &tree.searched().action), (plain.outcome, &plain.action));
            // The numbers are 1, 2, 3 ... in the order in which the nodes are listed.
            let numbers: Vec<u64> = tree.nodes().iter().filter_map(|node| node.number()).collect();
            assert_eq!(numbers, (1..=plain.nodes).collect::<Vec<_>>(), "{game} {algorithm}");
            let deepest = tree.nodes().iter().filter(|node| node.number().is_some()).map(|node| node.depth);
            assert_eq!(deepest.max(), Some(plain.deepest), "{game} {algorithm}");
        }
    }
}

#[test]
fn the_counts_of_the_textbook_bars_are_those_of_the_pictures() {
    for (bar, expected) in [("chomp:2x2", [10, 10, 10, 5]), ("chomp:2x3", [58, 46, 46, 9])] {
        let nodes = Algorithm::ALL.map(|algorithm| {
            let tree = Tree::grow(&start(bar), algorithm, &Effort::unlimited()).unwrap();
            tree.nodes().iter().filter(|node| matches!(node.kind, Kind::Entered(_))).count()
        });
        assert_eq!(nodes, expected, "{bar}");
    }
}

#[test]
fn every_node_lies_where_its_move_leads_and_every_move_is_accounted_for() {
    for game in GAMES {
        let start = start(game);
        let rules = start.game();
        for algorithm in Algorithm::ALL {
            let tree = Tree::grow(&start, algorithm, &Effort::unlimited()).unwrap();
            for (place, node) in tree.nodes().iter().enumerate() {
                if let Some((above, mv)) = &node.from {
                    let above_node = &tree.nodes()[*above];
                    assert!(*above < place && above_node.children.contains(&place));
                    assert_eq!(node.depth, above_node.depth + 1);
                    assert_eq!(node.position, rules.play(&above_node.position, mv).unwrap());
                }
                let below: Vec<_> =
                    node.children.iter().map(|&child| tree.nodes()[child].from.clone().unwrap().1).collect();
                match node.kind {
                    Kind::Entered(_) => {
                        let moves: Vec<_> = rules.moves(&node.position).collect();
                        assert_eq!(below, moves, "{game} {algorithm}: looked at or cut off");
                        assert!(node.worth.is_some());
                    }
                    Kind::Remembered(first) => {
                        assert!(below.is_empty() && first < place && algorithm == Algorithm::Memo);
                        assert_eq!(tree.nodes()[first].position, node.position);
                        assert!(tree.nodes()[first].number().is_some());
                    }
                    Kind::Cut => assert!(below.is_empty() && node.worth.is_none()),
                }
            }
            let cuts = tree.nodes().iter().filter(|node| node.kind == Kind::Cut).count();
            assert!(algorithm != Algorithm::Minimax || cuts == 0, "minimax cuts nothing off");
        }
    }
}

#[test]
fn what_a_node_is_said_to_be_worth_is_true() {
    let mut bounds = 0;
    for game in GAMES {
        let start = start(game);
        for algorithm in Algorithm::ALL {
            let tree = Tree::grow(&start, algorithm, &Effort::unlimited()).unwrap();
            for node in tree.nodes() {
                let outcome = truth(start.game(), &node.position);
                let value = if (outcome == Outcome::Win) == node.is_max() { 1 } else { -1 };
                match node.worth {
                    None => {}
                    Some(Worth::Exactly(said)) => assert_eq!(said, value, "{game} {algorithm}"),
                    Some(Worth::AtLeast(least)) => {
                        assert!(value >= least && algorithm == Algorithm::AlphaBeta)
                    }
                    Some(Worth::AtMost(most)) => assert!(value <= most && algorithm == Algorithm::AlphaBeta),
                }
                bounds += u32::from(matches!(node.worth, Some(Worth::AtLeast(_) | Worth::AtMost(_))));
            }
        }
    }
    assert!(bounds > 0, "some node of some tree is only bounded");
}

#[test]
fn the_line_is_a_game_to_its_end_and_its_winner_is_the_roots() {
    for game in GAMES {
        let start = start(game);
        for algorithm in Algorithm::ALL {
            let tree = Tree::grow(&start, algorithm, &Effort::unlimited()).unwrap();
            let (mut here, mut plies) = (start.clone(), 0);
            for &place in &tree.line()[1..] {
                let node = &tree.nodes()[place];
                here = here.play(&node.from.as_ref().unwrap().1).unwrap();
                plies += 1;
                assert_eq!(here.position(), &node.position, "{game} {algorithm}");
            }
            let last = here.final_outcome().expect("the line goes to the end");
            let outcome = if plies % 2 == 0 { last } else { !last };
            assert_eq!(outcome, tree.searched().outcome, "{game} {algorithm}");
        }
    }
}

#[test]
fn a_tree_that_grows_too_large_stops() {
    let effort = Effort::unlimited().nodes(100);
    let stopped = Tree::grow(&start("chomp:3x3"), Algorithm::Minimax, &effort).unwrap_err();
    assert_eq!((stopped.why, stopped.nodes), (Stopped::OutOfNodes, 100));
    assert!(Graph::of(&start("chomp:9x9"), &effort).is_err());
    assert!(tree_size(&start("chomp:9x9"), &effort).is_err());
}

#[test]
fn whole_trees_are_counted_without_being_walked() {
    for game in GAMES {
        let start = start(game);
        let walked =
            Algorithm::Minimax.search(start.game(), start.position(), &Effort::unlimited()).unwrap().nodes;
        assert_eq!(tree_size(&start, &Effort::unlimited()).unwrap(), u128::from(walked), "{game}");
    }
    assert!(tree_size(&start("chomp:8x10"), &Effort::unlimited()).unwrap() > 1 << 60);
}

#[test]
fn merged_positions_stand_once_and_keep_their_moves() {
    for game in GAMES {
        let start = start(game);
        let whole = Graph::of(&start, &Effort::unlimited()).unwrap();
        let moves: usize = whole.spots().iter().map(|spot| start.game().moves(&spot.position).count()).sum();
        assert_eq!(whole.arrows().len(), moves, "{game}");
        for arrow in whole.arrows() {
            let leaves = truth(start.game(), &whole.spots()[arrow.to].position);
            assert_eq!(whole.wins(arrow), leaves == Outcome::Loss, "{game}: {arrow:?}");
        }
        let effort = |nodes| Effort::unlimited().nodes(nodes);
        let many = whole.spots().len() as u64;
        assert!(Graph::of(&start, &effort(many)).is_ok(), "{game}: a node is a position");
        assert!(Graph::of(&start, &effort(many - 1)).is_err(), "{game}");
        for spot in whole.spots() {
            assert_eq!(spot.outcome, Some(truth(start.game(), &spot.position)), "{game}");
            assert_eq!(whole.spots().iter().filter(|other| other.position == spot.position).count(), 1);
        }
        for algorithm in Algorithm::ALL {
            let tree = Tree::grow(&start, algorithm, &Effort::unlimited()).unwrap();
            let merged = Graph::merged(&tree);
            let entered: u64 = merged.spots().iter().map(|spot| spot.entered).sum();
            assert_eq!(entered, tree.searched().nodes, "{game} {algorithm}");
            for spot in merged.spots() {
                let known = spot.outcome.is_some() || algorithm != Algorithm::Minimax;
                assert!(known && spot.outcome.is_none_or(|said| said == truth(start.game(), &spot.position)));
            }
            assert!(merged.spots()[0].outcome.is_some(), "{game} {algorithm}");
            if algorithm == Algorithm::Minimax {
                assert_eq!(merged.spots().len(), whole.spots().len(), "{game}");
                assert_eq!(merged.arrows().len(), whole.arrows().len(), "{game}");
                assert!(merged.arrows().iter().all(|arrow| arrow.way == Way::Followed));
            }
            for arrow in merged.arrows() {
                let (from, to) = (&merged.spots()[arrow.from].position, &merged.spots()[arrow.to].position);
                assert_eq!(&start.game().play(from, &arrow.mv).unwrap(), to);
            }
        }
    }
}

#[test]
fn a_game_that_was_blundered_away_is_a_graph_of_one_position() {
    let bar: AnyGame = "chomp:2x2".parse().unwrap();
    let eaten = Graph::of(&Standing::read(bar, "0").unwrap(), &Effort::unlimited()).unwrap();
    assert_eq!((eaten.spots().len(), eaten.spots()[0].outcome), (1, Some(Outcome::Win)));
}

#[test]
fn worth_is_written_with_its_sign_and_bound() {
    let all = [Worth::Exactly(1), Worth::Exactly(-1), Worth::AtLeast(-1), Worth::AtMost(1)];
    assert_eq!(all.map(|worth| worth.to_string()), ["+1", "-1", ">=-1", "<=+1"]);
    assert_eq!(all.map(Worth::value), [1, -1, -1, 1]);
}

/// What a node is worth to the player to move at the node above.
fn good(tree: &Tree<AnyGame>, above: usize, child: usize) -> i32 {
    let value = tree.nodes()[child].worth.expect("the search is back from it").value();
    if tree.nodes()[above].is_max() { value } else { -value }
}

#[test]
fn of_equal_moves_a_search_picks_the_first() {
    for game in GAMES {
        for algorithm in Algorithm::ALL {
            let tree = Tree::grow(&start(game), algorithm, &Effort::unlimited()).unwrap();
            for (place, node) in tree.nodes().iter().enumerate().filter(|(_, node)| node.number().is_some()) {
                let looked = node.children.iter().filter(|&&child| tree.nodes()[child].kind != Kind::Cut);
                let best = looked.clone().map(|&child| good(&tree, place, child)).max();
                let first = looked.clone().find(|&&child| Some(good(&tree, place, child)) == best);
                // Minimax and alpha-beta name a move even if all of them lose.
                let names = matches!(algorithm, Algorithm::Minimax | Algorithm::AlphaBeta) || best == Some(1);
                let picked = first.filter(|_| names).and_then(|&child| tree.nodes()[child].from.as_ref());
                assert_eq!(node.action.as_ref(), picked.map(|(_, mv)| mv), "{game} {algorithm} at {node:?}");
            }
        }
    }
}

/// Follows the steps one by one: they go through the tree from its root and back to it, and leave nothing
/// out.
fn follow(tree: &Tree<AnyGame>, told: &str) {
    let steps = tree.steps();
    let mut next = steps.iter();
    assert_eq!(next.next(), Some(&Step::Enter { node: 0 }), "{told}");
    // The current path from the root down, and what was seen there.
    let mut path: Vec<(usize, Vec<usize>, Option<usize>)> = vec![(0, vec![], None)];
    let mut entered = 1;
    let mut left = None;
    for step in next {
        let (here, seen, picked) = path.last_mut().expect("the root is left last");
        if let Some(from) = left.take() {
            let Step::Back { node, child, better } = step else {
                panic!("{told}: {step:?} after leaving {from}")
            };
            assert_eq!((*node, *child), (*here, from), "{told}");
            let before = seen[..seen.len() - 1].iter().map(|&child| good(tree, *here, child)).max();
            let value = good(tree, *here, from);
            let best = match tree.algorithm() {
                Algorithm::Minimax | Algorithm::AlphaBeta => before.is_none_or(|before| value > before),
                _ => value == 1,
            };
            assert_eq!(*better, best, "{told}");
            if *better {
                *picked = Some(from);
            }
            continue;
        }
        match step {
            Step::Enter { node } => {
                assert_eq!(tree.nodes()[*node].from.as_ref().unwrap().0, *here, "{told}");
                entered += 1;
                assert_eq!(tree.nodes()[*node].number(), Some(entered), "{told}");
                seen.push(*node);
                path.push((*node, vec![], None));
            }
            Step::Remember { node } => {
                assert!(matches!(tree.nodes()[*node].kind, Kind::Remembered(_)), "{told}");
                seen.push(*node);
                left = Some(*node);
            }
            Step::Cut { node, rest } => {
                assert_eq!(node, here, "{told}");
                assert!(rest.iter().all(|&cut| tree.nodes()[cut].kind == Kind::Cut), "{told}");
                seen.extend(rest);
            }
            Step::Leave { node } => {
                assert_eq!(node, here, "{told}");
                assert_eq!(*seen, tree.nodes()[*node].children, "{told}: every move was seen, or cut off");
                let mv = picked.map(|child| &tree.nodes()[child].from.as_ref().unwrap().1);
                assert_eq!(mv, tree.nodes()[*node].action.as_ref(), "{told}");
                left = Some(*node);
                path.pop();
                if path.is_empty() {
                    left = None;
                    assert_eq!(Some(step), steps.last(), "{told}");
                    break;
                }
            }
            Step::Back { .. } => panic!("{told}: back from nowhere"),
        }
    }
    assert!(path.is_empty() && left.is_none(), "{told}: the root is left at the end");
    assert_eq!(entered, tree.searched().nodes, "{told}");
}

#[test]
fn the_steps_go_through_the_whole_tree_and_back() {
    for game in GAMES {
        for algorithm in Algorithm::ALL {
            let tree = Tree::grow(&start(game), algorithm, &Effort::unlimited()).unwrap();
            follow(&tree, &format!("{game} {algorithm}"));
        }
    }
}
