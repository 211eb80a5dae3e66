//! `lastbite serve` in a program that was built without its server.

use clap::Args;

use crate::manners::prompt::Stop;

/// Run the web version, and an API for programs; this program was built without it
#[derive(Args, Debug)]
pub struct ServeArgs {
    /// Any options
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    options: Vec<String>,
}

/// Says how to get the server.
pub fn run(_: &ServeArgs) -> Result<(), Stop> {
    Err(Stop::refuse("this program was built without its server; build it with --features serve"))
}
