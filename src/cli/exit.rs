//! The exit codes of commands that worked.

use std::process::ExitCode;

/// The result of a command that worked, as an exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// The command did what was asked.
    Success,
    /// The audit found evidence of unfairness.
    Unfair,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        match exit {
            Exit::Success => ExitCode::SUCCESS,
            Exit::Unfair => ExitCode::from(1),
        }
    }
}
