//! Rooted trees and forests: everything that grows from a node is above it.

use super::{MOST_ELEMENTS, OrderError, Plan};
use crate::notation::{Quoted, number};

pub(super) fn read(text: &str) -> Result<Vec<u32>, OrderError> {
    let parts: Vec<&str> = text.split(',').collect();
    if parts.len() > MOST_ELEMENTS {
        return Err(OrderError::TooMany(Quoted::new(text)));
    }
    let many = parts.len();
    let parent = |part: &&str| {
        let parent = number(part).filter(|&parent| parent as usize <= many);
        parent.ok_or_else(|| OrderError::Parent(Quoted::new(part)))
    };
    parts.iter().map(parent).collect()
}

pub(super) fn written(parents: &[u32]) -> String {
    parents.iter().map(u32::to_string).collect::<Vec<_>>().join(",")
}

pub(super) fn plan(parents: &[u32]) -> Plan {
    let grown = parents.iter().enumerate().filter(|&(_, &parent)| parent > 0);
    Plan {
        names: (1..=parents.len()).map(|node| node.to_string()).collect(),
        pairs: grown.map(|(node, &parent)| (parent as usize - 1, node)).collect(),
        poison: None,
        points: None,
    }
}
