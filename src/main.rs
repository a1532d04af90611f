//! The program `faro`. `faro --help` describes its arguments and results.

mod cli;

use std::process::ExitCode;

/// The exit code of a command that failed.
const FAILED: u8 = 2;

fn main() -> ExitCode {
    match cli::run(std::env::args_os()) {
        Ok(exit) => exit.into(),
        Err(error) => {
            cli::print_error(&error, std::env::args_os());
            ExitCode::from(FAILED)
        }
    }
}
