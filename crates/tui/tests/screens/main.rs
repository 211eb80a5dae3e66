//! The full screen as a player meets it: what is drawn, what keys and the mouse do, and that no layout breaks
//! it.
#![allow(missing_docs)]

mod drawn;
mod keys;
mod kinds;
mod layouts;
mod opened;
mod stage;
