//! Boxes: bars of chocolate in three dimensions or more. A cube is a point, and everything further along
//! every axis is above it; the corner is poison.

use super::{MOST_ELEMENTS, OrderError, Plan};
use crate::notation::{Quoted, number};

/// The most sides of a box: with more, all but this many would be 1.
pub(super) const MOST_SIDES: usize = 12;

const TIMES: [char; 3] = ['x', 'X', '×'];

/// Says whether a size has three sides or more; a bar of two is another game.
pub(super) fn has_three_sides(size: &str) -> bool {
    let size = size.split_once('@').map_or(size, |(size, _)| size);
    size.matches(TIMES).count() >= 2
}

pub(super) fn read(size: &str) -> Result<Vec<u32>, OrderError> {
    if let Some((_, poison)) = size.split_once('@') {
        return Err(OrderError::Poison(Quoted::new(poison)));
    }
    let mut sides = Vec::new();
    for part in size.split(TIMES) {
        let side = number(part).filter(|&side| side > 0);
        sides.push(side.ok_or_else(|| OrderError::Side(Quoted::new(part)))?);
        if sides.len() > MOST_SIDES {
            return Err(OrderError::Sides(Quoted::new(size)));
        }
    }
    if sides.len() < 3 {
        return Err(OrderError::Side(Quoted::new(size)));
    }
    let many = sides.iter().map(|&side| u64::from(side)).try_fold(1u64, u64::checked_mul);
    match many {
        Some(many) if many <= MOST_ELEMENTS as u64 => Ok(sides),
        _ => Err(OrderError::TooMany(Quoted::new(size))),
    }
}

pub(super) fn written(sides: &[u32]) -> String {
    sides.iter().map(u32::to_string).collect::<Vec<_>>().join("x")
}

pub(super) fn plan(sides: &[u32]) -> Plan {
    let points = points(sides);
    let names = points
        .iter()
        .map(|point| point.iter().map(|place| (place + 1).to_string()).collect::<Vec<_>>().join(","));
    Plan { names: names.collect(), pairs: pairs(sides, &points), poison: Some(0), points: Some(points) }
}

/// Lists the points of a box as they are written, the last axis running fastest.
pub(super) fn points(sides: &[u32]) -> Vec<Box<[u32]>> {
    let mut points: Vec<Vec<u32>> = vec![Vec::new()];
    for &side in sides {
        points = points
            .into_iter()
            .flat_map(|point| (0..side).map(move |place| [point.as_slice(), &[place]].concat()))
            .collect();
    }
    points.into_iter().map(Vec::into_boxed_slice).collect()
}

/// Lists the neighbours among the points of a box: one step along one axis.
pub(super) fn pairs(sides: &[u32], points: &[Box<[u32]>]) -> Vec<(usize, usize)> {
    let mut step = 1;
    let mut steps = vec![0; sides.len()];
    for (axis, &side) in sides.iter().enumerate().rev() {
        steps[axis] = step;
        step *= side as usize;
    }
    let mut pairs = Vec::new();
    for (number, point) in points.iter().enumerate() {
        for (axis, &place) in point.iter().enumerate() {
            if place + 1 < sides[axis] {
                pairs.push((number, number + steps[axis]));
            }
        }
    }
    pairs
}

/// Writes `(2 3 1)` as `2,3,1`.
pub(super) fn tidied(text: &str) -> String {
    let text = text.trim();
    let bare = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')).unwrap_or(text);
    let apart = |c: char| c.is_whitespace() || [',', ';', '.'].contains(&c);
    let parts: Vec<&str> = bare.split(apart).filter(|part| !part.is_empty()).collect();
    parts.join(",")
}
