//! The connection to a driven program: two pipes of a child process, a socket, or the standard streams.

use std::io::{self, Read, Write};
use std::process::ExitStatus;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::time::Duration;

use super::flow::{OutputTail, ThreadedReader, start_thread};
use super::group::ProcessGroup;
use super::program::CommandLine;

pub use system::Socket;

/// Number of requests that are sent before the first is answered.
pub const AHEAD: usize = 3;

/// How the driven program is connected.
#[derive(Debug)]
pub enum Origin {
    /// The program is started, and gets the descriptors of two pipes.
    Command(CommandLine),
    /// The program connects to a Unix socket.
    Socket(Socket),
    /// The program is at the other end of this process's standard streams.
    ///
    /// It reads the requests from standard output, and writes its answers to standard input.
    Standard,
}

impl Drop for Socket {
    fn drop(&mut self) {
        // The file of the socket may be gone already, which is harmless.
        let _ = std::fs::remove_file(&self.path);
    }
}

/// A child process, and the ends of what it prints.
#[derive(Debug)]
#[cfg_attr(not(unix), allow(dead_code))]
struct Child {
    group: ProcessGroup,
    stdout: OutputTail,
    stderr: OutputTail,
}

/// A connection to a program, which may be a child process.
#[derive(Debug)]
pub struct Link {
    child: Option<Child>,
    pub requests: SyncSender<Vec<u8>>,
    pub replies: ThreadedReader,
    /// The bytes that have arrived from the program. Those from index `at` on are not parsed yet.
    pub buffer: Vec<u8>,
    pub at: usize,
}

impl Link {
    /// Starts the program, or waits for its connection: at most `patience`, and until `is_over`.
    pub fn open(
        origin: &Origin,
        patience: Duration,
        is_over: impl Fn() -> bool,
    ) -> io::Result<Link> {
        match origin {
            Origin::Command(line) => Link::start(line),
            Origin::Socket(socket) => Link::accept(socket, patience, is_over),
            Origin::Standard => Link::new(None, io::stdin(), io::stdout()),
        }
    }

    fn new(
        child: Option<Child>,
        replies: impl Read + Send + 'static,
        mut requests: impl Write + Send + 'static,
    ) -> io::Result<Link> {
        let (sender, receiver) = sync_channel::<Vec<u8>>(AHEAD + 1);
        start_thread(move || {
            // An error of sending is ignored: if the program has stopped reading, the missing answers show it.
            receiver.iter().all(|request| {
                requests
                    .write_all(&request)
                    .and_then(|()| requests.flush())
                    .is_ok()
            });
        })?;
        Ok(Link {
            child,
            requests: sender,
            replies: ThreadedReader::new(replies)?,
            buffer: Vec::new(),
            at: 0,
        })
    }

    /// Waits until a child process ends by itself, but at most `patience`.
    pub fn wait(&mut self, patience: Duration) {
        if let Some(child) = &mut self.child {
            child.group.wait(patience);
        }
    }

    /// Ends a child process. Returns its status if it ended by itself.
    pub fn end(&mut self) -> Option<ExitStatus> {
        self.child.as_mut().and_then(|child| child.group.end())
    }

    /// Returns whether a child process has ended.
    pub fn has_ended(&mut self) -> bool {
        self.child
            .as_mut()
            .is_some_and(|child| child.group.has_ended())
    }

    /// Returns the end of the standard error of a child process in words.
    pub fn stderr_message(&self) -> String {
        self.child
            .as_ref()
            .map_or(String::new(), |child| child.stderr.message())
    }

    /// Returns the last lines that a child process has printed on its standard output, or `None` if there are none.
    pub fn printed(&self) -> Option<String> {
        self.child.as_ref()?.stdout.last_lines()
    }
}

#[cfg(unix)]
mod system {
    use std::io;
    use std::os::fd::{AsFd, AsRawFd};
    use std::os::unix::net::UnixListener;
    use std::path::PathBuf;
    use std::process::Stdio;
    use std::time::{Duration, Instant};

    use super::{Child, Link};
    use crate::child::flow::OutputTail;
    use crate::child::group::ProcessGroup;
    use crate::child::program::CommandLine;

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
            let started = Instant::now();
            loop {
                match socket.listener.accept() {
                    Ok((stream, _)) => {
                        stream.set_nonblocking(false)?;
                        return Link::new(None, stream.try_clone()?, stream);
                    }
                    Err(error) if error.kind() != io::ErrorKind::WouldBlock => return Err(error),
                    Err(_) if is_over() || started.elapsed() >= patience => {
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
            command.env(
                VARIABLE,
                format!("{},{}", requested.as_raw_fd(), replied.as_raw_fd()),
            );
            command
                .stdin(Stdio::null())
                .stdout(Stdio::piped())
                .stderr(Stdio::piped());
            let mut group =
                ProcessGroup::spawn(&mut command, &[requested.as_fd(), replied.as_fd()])?;
            drop((requested, replied));
            let (out, err) = (group.child().stdout.take(), group.child().stderr.take());
            let child = Child {
                group,
                stdout: out.map(OutputTail::new).transpose()?.unwrap_or_default(),
                stderr: err.map(OutputTail::new).transpose()?.unwrap_or_default(),
            };
            Link::new(Some(child), replies, requests)
        }
    }
}

/// Refuses pipes and sockets where the system is not Unix.
#[cfg(not(unix))]
mod system {
    use std::io;
    use std::path::PathBuf;
    use std::time::Duration;

    use super::Link;
    use crate::child::program::CommandLine;

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
}
