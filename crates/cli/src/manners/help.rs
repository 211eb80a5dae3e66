//! The help of the whole program: three examples, and the commands in groups.

use std::sync::OnceLock;

use clap::Command;

const EXAMPLES: &str = "\
Examples:
  lastbite                         play full screen
  lastbite explain 4x7             why the first player wins, and how
  lastbite take-away -c            heaps of stones against the computer";

/// A group of commands: what it is called, and their names in the order in which they are shown.
pub type Group = (&'static str, &'static [&'static str]);

/// All commands, once the program has begun.
static ALL: OnceLock<&[Group]> = OnceLock::new();

/// Guesses which command a misspelt word was meant to be.
pub fn meant(word: &str) -> Option<&'static str> {
    let names = ALL.get().into_iter().flat_map(|all| all.iter()).flat_map(|(_, names)| names.iter().copied());
    let likely = names.map(|name| (strsim::damerau_levenshtein(name, word), name));
    likely
        .filter(|(distance, name)| *distance <= 2 && *distance < name.len() / 2 + 1)
        .min()
        .map(|(_, name)| name)
}

/// Gives the program a help that lists its commands in groups.
pub fn grouped(program: Command, all: &'static [Group]) -> Command {
    let all = *ALL.get_or_init(|| all);
    let mut groups = String::new();
    for (group, names) in all {
        groups += &format!("\n{group}:\n");
        for name in *names {
            let Some(command) = program.find_subcommand(name) else { continue };
            let about = command.get_about().map(ToString::to_string).unwrap_or_default();
            groups += &line(name, about.lines().next().unwrap_or_default());
        }
    }
    program.help_template(format!(
        "{{about-with-newline}}\n{{usage-heading}} lastbite [SIZE] [OPTIONS]\n       lastbite COMMAND ...\n\n{EXAMPLES}\n{groups}\n\
         lastbite COMMAND --help explains a command.\n\nOptions for playing right away:\n{{positionals}}\n{{options}}{{after-help}}"
    ))
}

/// Writes a command and what it does, wrapped inside its column.
fn line(name: &str, about: &str) -> String {
    const MARGIN: usize = 15;
    const WIDTH: usize = 80;
    let about =
        crate::manners::prompt::wrap(about, WIDTH - MARGIN).replace('\n', &format!("\n{:MARGIN$}", ""));
    format!("  {name:<width$}{about}\n", width = MARGIN - 2)
}
