//! The exit codes of commands that worked.

use std::process::ExitCode;

/// The result of a command that worked, as an exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// The command did what was asked.
    Success,
    /// The verdict of an audit or of a proof is that the shuffle is unfair.
    Unfair,
    /// An audit that had to be decided had not enough decks.
    TooFewDecks,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        match exit {
            Exit::Success => ExitCode::SUCCESS,
            Exit::Unfair => ExitCode::from(1),
            // 2 are errors.
            Exit::TooFewDecks => ExitCode::from(3),
        }
    }
}
