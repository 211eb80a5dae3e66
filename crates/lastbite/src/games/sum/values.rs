//! What the games of a sum are worth: their Grundy values, from any source.

use std::sync::{Mutex, OnceLock, PoisonError};

use rustc_hash::FxHashMap;

use crate::effort::Effort;
use crate::game::Standing;
use crate::knowledge::{Analysis, GrundyOf, Unknown};
use crate::theory::{Kept, Patience, Theory};

/// The most games whose values are kept if only a search finds them.
const SEARCHED: usize = 64;

/// What a solver keeps about sums: what it keeps about their games, made when the first sum is asked about.
///
/// A sum can contain sums, so this cannot be made in advance: it would never end.
pub struct SumKept<G: Theory> {
    bytes: u64,
    parts: OnceLock<Box<G::Kept>>,
    searched: Mutex<FxHashMap<G, GrundyOf<G::Position>>>,
}

impl<G: Theory> Kept for SumKept<G> {
    fn share() -> u64 {
        1
    }

    fn keeping(bytes: u64) -> Self {
        SumKept { bytes, parts: OnceLock::new(), searched: Mutex::default() }
    }

    fn bytes(&self) -> u64 {
        self.parts.get().map_or(0, |parts| parts.bytes())
    }

    fn release(&self) {
        if let Some(parts) = self.parts.get() {
            parts.release();
        }
        self.searched.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

impl<G: Theory> std::fmt::Debug for SumKept<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SumKept").field("bytes", &self.bytes()).finish()
    }
}

impl<G: Theory> SumKept<G> {
    /// Returns what is kept about the games.
    pub(super) fn parts(&self) -> &G::Kept {
        self.parts.get_or_init(|| Box::new(G::Kept::keeping(self.bytes)))
    }

    /// Finds the Grundy value of one game: by its theorems, by its own solvers, or by a full search.
    pub(super) fn value(
        &self,
        game: &G,
        position: &G::Position,
        patience: Patience,
        effort: &Effort,
    ) -> Result<u32, Unknown> {
        if let Some(value) = game.grundy_value(position) {
            return Ok(value);
        }
        if let Some(value) = game.find_grundy_value(position, self.parts(), patience, effort)? {
            return Ok(value);
        }
        let known = |searched: &FxHashMap<G, GrundyOf<G::Position>>| searched.get(game).and_then(|of| of(position));
        if let Some(value) = known(&self.searched.lock().unwrap_or_else(PoisonError::into_inner)) {
            return Ok(value);
        }
        let standing = Standing::unchecked(game.clone(), position.clone());
        let values = Analysis::all_grundy_values(&standing, effort)?;
        let value = values(position).expect("it was looked through from here");
        let mut searched = self.searched.lock().unwrap_or_else(PoisonError::into_inner);
        if searched.len() >= SEARCHED {
            searched.clear();
        }
        searched.insert(game.clone(), values);
        Ok(value)
    }
}
