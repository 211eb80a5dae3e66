//! The tree that a search walks has exactly the nodes that the search counts, and says nothing untrue.
#![allow(missing_docs)]

use lastbite::search::{Graph, Kind, Tree, Way, Worth, tree_size};
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
    let wins = |mv| truth(game, &game.play_unchecked(position, mv)) == Outcome::Loss;
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
            assert_eq!((tree.searched().outcome, tree.searched().action), (plain.outcome, plain.action));
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
                if let Some((above, mv)) = node.from {
                    let above_node = &tree.nodes()[above];
                    assert!(above < place && above_node.children.contains(&place));
                    assert_eq!(node.depth, above_node.depth + 1);
                    assert_eq!(node.position, rules.play(&above_node.position, mv).unwrap());
                }
                let below: Vec<_> =
                    node.children.iter().map(|&child| tree.nodes()[child].from.unwrap().1).collect();
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
                here = here.play(node.from.unwrap().1).unwrap();
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
        for spot in whole.spots() {
            assert_eq!(spot.outcome, Some(truth(start.game(), &spot.position)), "{game}");
            assert_eq!(whole.spots().iter().filter(|other| other.position == spot.position).count(), 1);
        }
        for algorithm in Algorithm::ALL {
            let tree = Tree::grow(&start, algorithm, &Effort::unlimited()).unwrap();
            let merged = Graph::merged(&tree);
            let entered: u64 = merged.spots().iter().map(|spot| spot.entered).sum();
            assert_eq!(entered, tree.searched().nodes, "{game} {algorithm}");
            if algorithm == Algorithm::Minimax {
                assert_eq!(merged.spots().len(), whole.spots().len(), "{game}");
                assert_eq!(merged.arrows().len(), whole.arrows().len(), "{game}");
                assert!(merged.arrows().iter().all(|arrow| arrow.way == Way::Followed));
            }
            for arrow in merged.arrows() {
                let (from, to) = (&merged.spots()[arrow.from].position, &merged.spots()[arrow.to].position);
                assert_eq!(&start.game().play(from, arrow.mv).unwrap(), to);
            }
        }
    }
}
