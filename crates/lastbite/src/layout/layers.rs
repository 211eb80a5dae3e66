//! Places a graph in layers, so that few moves cross and none runs through a board (Sugiyama's method).
//!
//! A move that skips layers gets a bend in each of them. Bends and boards of a layer are ordered by the
//! middles of their neighbours, layer after layer, up and down. Then each is pulled towards its neighbours as
//! far as there is room.
//!
//! Two kinds of graphs are placed: the positions of a game, and the elements of an order.

/// How much room everything takes, from left to right.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Room {
    /// The width of a board.
    pub board: f64,
    /// The width of a bend.
    pub bend: f64,
    /// The space between two of them.
    pub gap: f64,
}

/// Where everything in a graph is, from left to right.
pub(crate) struct Layers {
    /// The layer of every board, counted from 0 at the top.
    pub layer: Vec<usize>,
    /// The middle of every board.
    pub middle: Vec<f64>,
    /// Where every move passes the layers between its ends, from top to bottom.
    pub bends: Vec<Vec<f64>>,
    /// The right edge of it all.
    pub width: f64,
}

/// How often the layers are ordered, and how often everything is pulled towards its neighbours.
const ROUNDS: usize = 24;

struct Place {
    layer: usize,
    width: f64,
    above: Vec<usize>,
    below: Vec<usize>,
    x: f64,
}

impl Layers {
    /// Places boards of one width, with the moves between them; every move leads to a later layer.
    pub fn new(boards: usize, moves: &[(usize, usize)], room: Room) -> Self {
        let layer = longest_paths(boards, moves);
        let board = |&layer: &usize| Place { layer, width: room.board, above: vec![], below: vec![], x: 0.0 };
        let mut places: Vec<Place> = layer.iter().map(board).collect();
        let mut bends = Vec::new();
        for &(from, to) in moves {
            let mut last = from;
            let mut passed = Vec::new();
            for between in layer[from] + 1..=layer[to] {
                let next = if between == layer[to] { to } else { places.len() };
                if next == places.len() {
                    places.push(Place {
                        layer: between,
                        width: room.bend,
                        above: vec![],
                        below: vec![],
                        x: 0.0,
                    });
                    passed.push(next);
                }
                places[last].below.push(next);
                places[next].above.push(last);
                last = next;
            }
            bends.push(passed);
        }
        let order = arranged(&mut places);
        settle(&mut places, &order, room.gap);
        let leftmost = places.iter().map(|place| place.x - place.width / 2.0).fold(f64::INFINITY, f64::min);
        let rightmost = places.iter().map(|place| place.x + place.width / 2.0).fold(0.0, f64::max);
        let at = |place: usize| places[place].x - leftmost;
        Layers {
            middle: (0..boards).map(at).collect(),
            bends: bends.iter().map(|passed| passed.iter().map(|&place| at(place)).collect()).collect(),
            width: (rightmost - leftmost).max(0.0),
            layer,
        }
    }
}

/// Returns the layer of every board: the length of the longest path to it.
pub(crate) fn longest_paths(boards: usize, moves: &[(usize, usize)]) -> Vec<usize> {
    let mut layer = vec![0; boards];
    // Each round settles one more layer, so there are never more rounds than boards.
    for _ in 0..boards {
        let mut changed = false;
        for &(from, to) in moves {
            if layer[to] <= layer[from] {
                layer[to] = layer[from] + 1;
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    layer
}

/// Orders every layer from left to right, and keeps the order with the fewest crossings.
fn arranged(places: &mut [Place]) -> Vec<Vec<usize>> {
    let layers = places.iter().map(|place| place.layer).max().map_or(0, |last| last + 1);
    let mut order: Vec<Vec<usize>> = vec![vec![]; layers];
    places.iter().enumerate().for_each(|(place, of)| order[of.layer].push(place));
    let mut best = (usize::MAX, order.clone());
    for round in 0..ROUNDS {
        let mut rank = vec![0.0; places.len()];
        let number = |row: &[usize], rank: &mut Vec<f64>| {
            row.iter().enumerate().for_each(|(i, &place)| rank[place] = i as f64 / row.len() as f64);
        };
        order.iter().for_each(|row| number(row, &mut rank));
        let down = round % 2 == 0;
        let sweep: Vec<usize> =
            if down { (1..layers).collect() } else { (0..layers.saturating_sub(1)).rev().collect() };
        for layer in sweep {
            let mut row = order[layer].clone();
            let middle = |place: usize| {
                let near = if down { &places[place].above } else { &places[place].below };
                let sum: f64 = near.iter().map(|&other| rank[other]).sum();
                if near.is_empty() { rank[place] } else { sum / near.len() as f64 }
            };
            row.sort_by(|&a, &b| middle(a).total_cmp(&middle(b)));
            number(&row, &mut rank);
            order[layer] = row;
        }
        swap_neighbours(places, &mut order);
        let crossings = crossings(places, &order);
        if crossings < best.0 {
            best = (crossings, order.clone());
        }
    }
    best.1
}

/// Swaps neighbours of a layer if that saves crossings.
fn swap_neighbours(places: &[Place], order: &mut [Vec<usize>]) {
    /// With more moves than this, nobody can see what crosses what.
    const MOST: usize = 3000;
    if places.iter().map(|place| place.below.len()).sum::<usize>() > MOST {
        return;
    }
    let mut rank = vec![0; places.len()];
    order.iter().for_each(|row| row.iter().enumerate().for_each(|(i, &place)| rank[place] = i));
    for row in order {
        for i in 1..row.len() {
            let (left, right) = (row[i - 1], row[i]);
            let crossed = |a: &[usize], b: &[usize]| {
                a.iter().map(|&end| b.iter().filter(|&&other| rank[other] < rank[end]).count()).sum::<usize>()
            };
            let both = |a: usize, b: usize| {
                crossed(&places[a].above, &places[b].above) + crossed(&places[a].below, &places[b].below)
            };
            if both(right, left) < both(left, right) {
                row.swap(i - 1, i);
                (rank[left], rank[right]) = (i, i - 1);
            }
        }
    }
}

/// Counts how often moves cross between neighbouring layers.
fn crossings(places: &[Place], order: &[Vec<usize>]) -> usize {
    let mut rank = vec![0; places.len()];
    order.iter().for_each(|row| row.iter().enumerate().for_each(|(i, &place)| rank[place] = i));
    let widest = order.iter().map(Vec::len).max().unwrap_or(0);
    let mut all = 0;
    for row in order {
        // How many of the moves from further left end at each place of the next layer.
        let mut ends = vec![0; widest];
        for &place in row {
            let below = &places[place].below;
            all += below.iter().map(|&to| ends[rank[to] + 1..].iter().sum::<usize>()).sum::<usize>();
            below.iter().for_each(|&to| ends[rank[to]] += 1);
        }
    }
    all
}

/// Pulls everything towards its neighbours, as far as there is room, without changing the order.
fn settle(places: &mut [Place], order: &[Vec<usize>], gap: f64) {
    let apart = |places: &[Place], a: usize, b: usize| (places[a].width + places[b].width) / 2.0 + gap;
    for row in order {
        for i in 1..row.len() {
            places[row[i]].x = places[row[i - 1]].x + apart(places, row[i - 1], row[i]);
        }
        // All rows begin around one middle.
        let middle = row.last().map_or(0.0, |&last| places[last].x / 2.0);
        row.iter().for_each(|&place| places[place].x -= middle);
    }
    for round in 0..2 * ROUNDS {
        for layer in 0..order.len() {
            let row = &order[if round % 2 == 0 { layer } else { order.len() - 1 - layer }];
            let wish = |place: usize| {
                let near = places[place].above.iter().chain(&places[place].below);
                let (sum, count) =
                    near.fold((0.0, 0), |(sum, count), &other| (sum + places[other].x, count + 1));
                if count == 0 { places[place].x } else { sum / f64::from(count) }
            };
            let wishes: Vec<f64> = row.iter().map(|&place| wish(place)).collect();
            let between: Vec<f64> = row.windows(2).map(|pair| apart(places, pair[0], pair[1])).collect();
            for (&place, x) in row.iter().zip(fair_places(&wishes, &between)) {
                places[place].x = x;
            }
        }
    }
}

/// Returns the places that are nearest to the wishes, by the sum of squares, and far enough apart. If wishes
/// are too close together, their owners share the middle.
fn fair_places(wishes: &[f64], between: &[f64]) -> Vec<f64> {
    let mut offset = 0.0;
    // Neighbours that are as close as they may be: where they begin, how many they are, and how far each is
    // from there.
    let mut blocks: Vec<(f64, usize)> = Vec::new();
    let mut offsets = Vec::with_capacity(wishes.len());
    for (i, wish) in wishes.iter().enumerate() {
        offset += if i == 0 { 0.0 } else { between[i - 1] };
        offsets.push(offset);
        let mut block = (wish - offset, 1);
        while let Some(&(start, many)) = blocks.last().filter(|last| last.0 > block.0) {
            let all = many + block.1;
            block = ((start * many as f64 + block.0 * block.1 as f64) / all as f64, all);
            blocks.pop();
        }
        blocks.push(block);
    }
    let starts = blocks.into_iter().flat_map(|(start, many)| std::iter::repeat_n(start, many));
    starts.zip(offsets).map(|(start, offset)| start + offset).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOM: Room = Room { board: 40.0, bend: 13.0, gap: 8.0 };

    #[test]
    fn nothing_overlaps_and_every_move_goes_down() {
        // A chain of five with every shortcut: the most crowded graph there is.
        let moves: Vec<(usize, usize)> = (0..5).flat_map(|a| (a + 1..5).map(move |b| (a, b))).collect();
        let layers = Layers::new(5, &moves, ROOM);
        assert_eq!(layers.layer, [0, 1, 2, 3, 4]);
        for (&(from, to), bends) in moves.iter().zip(&layers.bends) {
            assert_eq!(bends.len(), to - from - 1);
            for (&bend, layer) in bends.iter().zip(from + 1..) {
                let board = layers.middle[layer];
                assert!((bend - board).abs() >= 20.0 + ROOM.bend / 2.0, "{bend} runs through {board}");
            }
        }
    }

    #[test]
    fn boards_of_a_layer_stand_side_by_side() {
        let layers = Layers::new(4, &[(0, 1), (0, 2), (0, 3)], ROOM);
        let mut row = layers.middle[1..].to_vec();
        row.sort_by(f64::total_cmp);
        assert!(row.windows(2).all(|pair| pair[1] - pair[0] >= 40.0), "{row:?}");
    }
}
