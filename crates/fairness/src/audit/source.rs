//! The source of the decks: a file, standard input, or a program.

use std::ffi::OsStr;
use std::fmt::Display;
use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::process::ExitStatus;
use std::time::Duration;

use faro_console::error::{failed, invalid};
use faro_console::output;
use faro_console::tips::not_started;
use faro_process::flow::Flow;
use faro_process::program::{CommandLine, Program, Values};
use sha2::{Digest, Sha256};

/// The source of decks that the command line names.
pub enum Source {
    File(PathBuf),
    Standard,
    /// A program, with the argument that named it and the argument's text.
    Program {
        argument: &'static str,
        written: String,
        line: CommandLine,
    },
}

/// An open source.
pub struct Open<'a> {
    pub source: &'a Source,
    pub flow: Flow,
    program: Option<Program>,
}

impl Source {
    pub fn open(&self, values: &Values) -> anyhow::Result<Open<'_>> {
        let unreadable = |error| self.refuse(unreadable(&error));
        let (flow, program) = match self {
            Source::File(path) if is_pipe(path) => (Flow::new(Late::Unopened(path.clone())), None),
            Source::File(path) => (Flow::new(File::open(path).map_err(|error| self.no_file(&error))?), None),
            Source::Standard => {
                if io::stdin().is_terminal() {
                    output::note(
                        "reading decks from the keyboard, one a line; or name a file, or a program with --exec",
                    );
                }
                (Flow::new(io::stdin()), None)
            }
            Source::Program { line, .. } => {
                let started = Program::start(&line.filled(values));
                let (program, flow) = started
                    .map_err(|error| self.refuse(not_started(&self.name().unwrap_or_default(), &error)))?;
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

    /// Returns whether the source is a program.
    pub fn is_program(&self) -> bool {
        self.program().is_some()
    }

    /// Returns whether the source is a program that receives a seed.
    pub fn takes_seed(&self) -> bool {
        self.program().is_some_and(|line| line.mentions("{seed}"))
    }

    /// Returns the source's name for a report, or `None` for standard input.
    pub fn name(&self) -> Option<String> {
        match self {
            Source::File(path) => Some(path.display().to_string()),
            Source::Standard => None,
            Source::Program { written, .. } => Some(written.clone()),
        }
    }

    /// Returns the error of a file that could not be opened. The user may have meant a program.
    fn no_file(&self, error: &io::Error) -> anyhow::Error {
        let why = unreadable(error);
        match self {
            Source::File(path) if error.kind() == io::ErrorKind::NotFound && !names_data(path) => self
                .refuse(format!("{why}; a program comes after --, as in faro audit -- {}", path.display())),
            _ => self.refuse(why),
        }
    }

    /// Returns an error that names the source but does not say that the argument is invalid.
    pub fn fail(&self, why: impl Display) -> anyhow::Error {
        match self.name() {
            Some(name) => failed(name, why),
            None => self.refuse(why),
        }
    }

    /// Returns an error that names the source as an invalid value.
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
    /// Returns whether the program has ended. If its output is still open, another process holds it.
    pub fn is_held_open(&mut self) -> bool {
        self.program.as_mut().is_some_and(Program::has_ended)
    }

    /// Ends the program with everything that it started.
    ///
    /// Returns its status if it ended by itself within `patience`.
    pub fn end(&mut self, patience: Duration) -> Option<ExitStatus> {
        self.program.as_mut().and_then(|program| program.end(patience))
    }

    /// Ends the program, and returns an error with the end of its standard error.
    pub fn refuse(&mut self, why: impl Display) -> anyhow::Error {
        self.end(Duration::ZERO);
        match &self.program {
            Some(program) => self.source.fail(format!("{why}{}", program.stderr.message())),
            None => self.source.refuse(why),
        }
    }
}

/// A named pipe. Opening it blocks until a writer opens it, so the reading thread does it.
enum Late {
    Unopened(PathBuf),
    Open(File),
}

impl Read for Late {
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

/// Returns a hash in hexadecimal digits.
pub fn hexadecimal(digest: Sha256) -> String {
    digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns the SHA-256 of a regular file, or `None` if it cannot be read.
pub fn sha256(path: &Path) -> Option<String> {
    let mut file = File::open(path).ok().filter(|file| file.metadata().is_ok_and(|there| there.is_file()))?;
    let (mut digest, mut piece) = (Sha256::new(), vec![0; 1 << 16]);
    loop {
        match file.read(&mut piece) {
            Ok(0) => return Some(hexadecimal(digest)),
            Ok(length) => digest.update(&piece[..length]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return None,
        }
    }
}

/// Returns whether a file of this name has decks and is no program.
fn names_data(path: &Path) -> bool {
    let is_data =
        |end: &OsStr| ["txt", "csv", "json", "npy"].iter().any(|known| end.eq_ignore_ascii_case(known));
    path.extension().is_some_and(is_data) || path.to_string_lossy().contains('*')
}
