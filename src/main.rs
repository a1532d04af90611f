//! The program `faro`. `faro --help` describes its arguments and results.

mod cli;

use std::io::Write;
use std::process::ExitCode;

/// The exit code of a command that failed.
const FAILED: u8 = 2;

fn main() -> ExitCode {
    match cli::run(std::env::args_os()) {
        Ok(exit) => exit.into(),
        Err(error) => {
            // If standard error is closed, only the exit code is left.
            let _ = writeln!(std::io::stderr(), "error: {}", cli::printable_lines(&format!("{error:#}")));
            ExitCode::from(FAILED)
        }
    }
}
