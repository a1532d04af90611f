//! The connection to a program that is driven: two pipes of a child process, a socket, or the standard streams.

use std::io::{self, Read, Write};
use std::process::ExitStatus;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::time::Duration;

use super::flow::{Flow, start_thread};
use super::group::Group;
use super::program::CommandLine;
use super::stderr_tail::StderrTail;

#[cfg_attr(unix, path = "link/unix.rs")]
#[cfg_attr(not(unix), path = "link/elsewhere.rs")]
mod system;

pub use system::Socket;

/// Number of requests that are sent before the first is answered.
pub const AHEAD: usize = 3;

/// Where the program comes from.
#[derive(Debug)]
pub enum Origin {
    /// It is started, and gets the descriptors of two pipes.
    Command(CommandLine),
    /// It connects to a Unix socket.
    Socket(Socket),
    /// It reads the requests from standard output, and writes its answers to standard input.
    Standard,
}

impl Drop for Socket {
    fn drop(&mut self) {
        // A file that is gone already is no harm.
        let _ = std::fs::remove_file(&self.path);
    }
}

/// A connection to a program, which may be a child process.
#[derive(Debug)]
pub struct Link {
    child: Option<(Group, StderrTail)>,
    pub requests: SyncSender<Vec<u8>>,
    pub replies: Flow,
    /// The bytes that have arrived. From `at` on they are not parsed yet.
    pub buffer: Vec<u8>,
    pub at: usize,
}

impl Link {
    /// Starts the program, or waits for its connection: at most `patience`, and until `is_over`.
    pub fn open(origin: &Origin, patience: Duration, is_over: impl Fn() -> bool) -> io::Result<Link> {
        match origin {
            Origin::Command(line) => Link::start(line),
            Origin::Socket(socket) => Link::accept(socket, patience, is_over),
            Origin::Standard => Link::new(None, io::stdin(), io::stdout()),
        }
    }

    fn new(
        child: Option<(Group, StderrTail)>,
        replies: impl Read + Send + 'static,
        mut requests: impl Write + Send + 'static,
    ) -> io::Result<Link> {
        let (sender, receiver) = sync_channel::<Vec<u8>>(AHEAD + 1);
        start_thread(move || {
            // If the program stops reading, the missing answers reveal it.
            receiver
                .iter()
                .all(|request| requests.write_all(&request).and_then(|()| requests.flush()).is_ok());
        })?;
        Ok(Link { child, requests: sender, replies: Flow::new(replies)?, buffer: Vec::new(), at: 0 })
    }

    /// Waits until a child process ends by itself, but at most `patience`.
    pub fn wait(&mut self, patience: Duration) {
        if let Some((group, _)) = &mut self.child {
            group.wait(patience);
        }
    }

    /// Ends a child process. Returns its status if it ended by itself.
    pub fn end(&mut self) -> Option<ExitStatus> {
        self.child.as_mut().and_then(|(group, _)| group.end())
    }

    /// Returns whether a child process has ended.
    pub fn has_ended(&mut self) -> bool {
        self.child.as_mut().is_some_and(|(group, _)| group.has_ended())
    }

    /// Returns the end of the standard error of a child process in words.
    pub fn stderr_message(&self) -> String {
        self.child.as_ref().map_or(String::new(), |(_, stderr)| stderr.message())
    }
}
