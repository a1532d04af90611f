//! Exit codes of commands that did not fail.

use std::process::ExitCode;

/// The result of a command that did not fail, as an exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// The command did what was asked.
    Success,
    /// The verdict of an audit or of a proof is that the shuffle is unfair.
    Unfair,
    /// An audit with too few decks for the decision that the user required.
    TooFewDecks,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        match exit {
            Exit::Success => ExitCode::SUCCESS,
            Exit::Unfair => ExitCode::from(1),
            // Exit code 2 is for errors.
            Exit::TooFewDecks => ExitCode::from(3),
        }
    }
}
