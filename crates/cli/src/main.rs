//! The program `lastbite`; all of it is in the library beside this file.

fn main() -> std::process::ExitCode {
    lastbite_cli::run()
}
