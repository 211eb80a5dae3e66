//! `lastbite man`: manual pages, made from the same definitions as the command line itself.

use std::io::{Write, stdout};

use clap::{Args, Command};
use lastbite::notation::Quoted;

use crate::manners::prompt::Stop;

const EXAMPLES: &str = "\
Examples:
  lastbite man | man -l -
  lastbite man tree > lastbite-tree.1";

/// Print the manual page of the program, or of one of its commands
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct ManArgs {
    /// The command, as in tree or table build
    command: Vec<String>,
}

/// Prints a manual page.
pub fn run(args: &ManArgs, mut program: Command) -> Result<(), Stop> {
    // Building gives every command its full name.
    program.build();
    let mut command = &program;
    for word in &args.command {
        let found = command.get_subcommands().find(|command| command.get_name() == word);
        command = found.ok_or_else(|| {
            let names: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
            let there = if names.is_empty() {
                "it has none".into()
            } else {
                format!("there are {}", names.join(", "))
            };
            Stop::refuse(format!("{} is not a command of {}; {there}", Quoted::new(word), command.get_name()))
        })?;
    }
    let mut page = Vec::new();
    clap_mangen::Man::new(command.clone()).render(&mut page)?;
    Ok(stdout().write_all(&page)?)
}
