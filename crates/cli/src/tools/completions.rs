//! `lastbite completions bash`: completions for a shell, made from the same definitions as the command line
//! itself.

use std::io::{Write, stdout};
use std::str::FromStr;

use clap::Args;
use clap_complete::Shell;
use lastbite::notation::{Quoted, UnknownName};

use crate::manners::names::one_of;
use crate::manners::prompt::Stop;

const EXAMPLES: &str = "\
Examples:
  source <(lastbite completions bash)
  lastbite completions fish > ~/.config/fish/completions/lastbite.fish";

/// Print completions for a shell
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_parser = one_of::<Which>(&["bash", "elvish", "fish", "powershell", "zsh"]))]
    shell: Which,
}

/// A shell by its name.
#[derive(Clone, Copy, Debug)]
struct Which(Shell);

impl FromStr for Which {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        let accepted = "a shell is bash, elvish, fish, powershell or zsh";
        let unknown = |_| UnknownName { given: Quoted::new(text), what: "a shell", accepted };
        text.parse().map(Which).map_err(unknown)
    }
}

/// Prints completions of the whole program.
pub fn run(args: &CompletionsArgs, mut program: clap::Command) -> Result<(), Stop> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell.0, &mut program, "lastbite", &mut script);
    Ok(stdout().write_all(&script)?)
}
