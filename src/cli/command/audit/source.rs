//! Where the decks come from.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::ExitStatus;
use std::time::Duration;

use super::flow::Flow;
use super::program::{CommandLine, Program, Values};
use crate::cli::error::invalid;
use crate::cli::output;

/// What was named on the command line.
pub enum Source {
    File(PathBuf),
    Standard,
    /// With the argument that named it, and how it was written there.
    Program {
        argument: &'static str,
        written: String,
        line: CommandLine,
    },
}

/// A source that gives bytes.
pub struct Open<'a> {
    source: &'a Source,
    pub flow: Flow,
    program: Option<Program>,
}

impl Source {
    pub fn open(&self, values: &Values) -> anyhow::Result<Open<'_>> {
        let unreadable = |error| self.refuse(unreadable(&error));
        let (flow, program) = match self {
            Source::File(path) if is_pipe(path) => (Flow::new(Late::Unopened(path.clone())), None),
            Source::File(path) => (Flow::new(File::open(path).map_err(unreadable)?), None),
            Source::Standard => {
                if io::stdin().is_terminal() {
                    output::note(
                        "decks are read from the keyboard, one a line; a file or --exec would do too",
                    );
                }
                (Flow::new(io::stdin()), None)
            }
            Source::Program { line, .. } => {
                let started = Program::start(&line.filled(values));
                let (program, flow) =
                    started.map_err(|error| self.refuse(format!("cannot run it: {error}")))?;
                (Ok(flow), Some(program))
            }
        };
        Ok(Open { source: self, flow: flow.map_err(unreadable)?, program })
    }

    pub fn program(&self) -> Option<&CommandLine> {
        match self {
            Source::Program { line, .. } => Some(line),
            _ => None,
        }
    }

    /// Whether it ends only when its program does.
    pub fn is_program(&self) -> bool {
        self.program().is_some()
    }

    /// What it is, as a report names it; nothing for standard input.
    pub fn name(&self) -> Option<String> {
        match self {
            Source::File(path) => Some(path.display().to_string()),
            Source::Standard => None,
            Source::Program { written, .. } => Some(written.clone()),
        }
    }

    /// A refusal that names it.
    pub fn refuse(&self, why: impl Display) -> anyhow::Error {
        match self {
            Source::File(path) => invalid("[FILE]", path.display(), why),
            Source::Standard => anyhow::anyhow!("standard input: {why}"),
            Source::Program { argument, written, .. } => invalid(argument, written, why),
        }
    }
}

pub fn unreadable(error: &io::Error) -> String {
    format!("cannot read it: {error}")
}

impl Open<'_> {
    /// Whether the program has ended while something else holds its output.
    pub fn is_held_open(&mut self) -> bool {
        self.program.as_mut().is_some_and(Program::has_ended)
    }

    /// Ends the program with all that it started. How it ended, where it did so by itself in this time.
    pub fn end(&mut self, patience: Duration) -> Option<ExitStatus> {
        self.program.as_mut().and_then(|program| program.end(patience))
    }

    /// A refusal with the last words of the program, which is ended first.
    pub fn refuse(&mut self, why: impl Display) -> anyhow::Error {
        self.end(Duration::ZERO);
        let words = self.program.as_ref().map_or(String::new(), |program| program.stderr.message());
        self.source.refuse(format!("{why}{words}"))
    }
}

/// A pipe with a name, which opens only when somebody writes to it: by whoever reads, who is not waited for.
enum Late {
    Unopened(PathBuf),
    Open(File),
}

impl io::Read for Late {
    fn read(&mut self, piece: &mut [u8]) -> io::Result<usize> {
        if let Late::Unopened(path) = self {
            *self = Late::Open(File::open(path)?);
        }
        match self {
            Late::Open(file) => file.read(piece),
            Late::Unopened(_) => Ok(0),
        }
    }
}

#[cfg(unix)]
fn is_pipe(path: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt;
    std::fs::metadata(path).is_ok_and(|there| there.file_type().is_fifo())
}

#[cfg(not(unix))]
fn is_pipe(_path: &Path) -> bool {
    false
}
