//! The program `faro`. What it takes and prints is described by `faro --help`.

mod cli;

use std::io::Write;
use std::process::ExitCode;

/// The audit found evidence of unfairness.
const UNFAIR: u8 = 1;

/// The command could not do what was asked.
const REFUSED: u8 = 2;

fn main() -> ExitCode {
    match cli::run(std::env::args_os()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(answer) if answer.is::<cli::Unfair>() => ExitCode::from(UNFAIR),
        Err(refusal) => {
            // With nowhere to complain to, the exit code has to do.
            let _ = writeln!(std::io::stderr(), "error: {}", cli::printable_lines(&format!("{refusal:#}")));
            ExitCode::from(REFUSED)
        }
    }
}
