//! Connections by pipes and by Unix sockets.

use std::io;
use std::os::fd::{AsFd, AsRawFd};
use std::os::unix::net::UnixListener;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::{Duration, Instant};

use super::Link;
use crate::group::Group;
use crate::program::CommandLine;
use crate::stderr_tail::StderrTail;

/// The environment variable with the numbers of the two file descriptors.
const VARIABLE: &str = "FARO_CHOICES";

/// Interval between two attempts to accept a connection.
const TICK: Duration = Duration::from_millis(10);

/// A Unix socket that waits for a program. Its file is removed on drop.
#[derive(Debug)]
pub struct Socket {
    listener: UnixListener,
    pub(super) path: PathBuf,
}

impl Socket {
    /// Creates the socket at `path`, which must not exist.
    ///
    /// # Errors
    ///
    /// If it cannot be created.
    pub fn bind(path: PathBuf) -> io::Result<Socket> {
        let listener = UnixListener::bind(&path)?;
        listener.set_nonblocking(true)?;
        Ok(Socket { listener, path })
    }
}

impl Link {
    pub(super) fn accept(
        socket: &Socket,
        patience: Duration,
        is_over: impl Fn() -> bool,
    ) -> io::Result<Link> {
        let begun = Instant::now();
        loop {
            match socket.listener.accept() {
                Ok((stream, _)) => {
                    stream.set_nonblocking(false)?;
                    return Link::new(None, stream.try_clone()?, stream);
                }
                Err(error) if error.kind() != io::ErrorKind::WouldBlock => return Err(error),
                Err(_) if is_over() || begun.elapsed() >= patience => {
                    return Err(io::Error::new(
                        io::ErrorKind::TimedOut,
                        "no program connected to the socket",
                    ));
                }
                Err(_) => std::thread::sleep(TICK),
            }
        }
    }

    pub(super) fn start(line: &CommandLine) -> io::Result<Link> {
        let (requested, requests) = io::pipe()?;
        let (replies, replied) = io::pipe()?;
        let mut command = line.command();
        command.env(VARIABLE, format!("{},{}", requested.as_raw_fd(), replied.as_raw_fd()));
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut group = Group::spawn(&mut command, &[requested.as_fd(), replied.as_fd()])?;
        drop((requested, replied));
        let stderr = group.child().stderr.take().map(StderrTail::new).transpose()?.unwrap_or_default();
        Link::new(Some((group, stderr)), replies, requests)
    }
}
