//! Refuses pipes and sockets where the system is not Unix.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use super::Link;
use crate::program::CommandLine;

/// A Unix socket, which this system does not have.
#[derive(Debug)]
pub struct Socket {
    pub(super) path: PathBuf,
}

impl Socket {
    /// Refuses: Unix sockets are for Unix only.
    ///
    /// # Errors
    ///
    /// Always.
    pub fn bind(_path: PathBuf) -> io::Result<Socket> {
        Err(unsupported("sockets are for Unix only"))
    }
}

impl Link {
    pub(super) fn accept(
        _socket: &Socket,
        _patience: Duration,
        _is_over: impl Fn() -> bool,
    ) -> io::Result<Link> {
        Err(unsupported("sockets are for Unix only"))
    }

    pub(super) fn start(_line: &CommandLine) -> io::Result<Link> {
        Err(unsupported("programs are driven on Unix only"))
    }
}

fn unsupported(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::Unsupported, why)
}
