//! Reads bytes as they arrive, with a time limit.

use std::io::{self, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// Maximum size of a piece in bytes, and maximum number of pieces in the queue.
const PIECE: usize = 1 << 16;
const WAITING: usize = 16;

/// Bytes that a separate thread reads. The thread is never joined, because it may block until the process ends.
#[derive(Debug)]
pub struct Flow {
    pieces: Receiver<io::Result<Vec<u8>>>,
}

/// The result of waiting for bytes.
#[derive(Debug)]
pub enum Next {
    Piece(Vec<u8>),
    /// Nothing arrived within the time limit.
    Nothing,
    /// The end of the input.
    End,
}

impl Flow {
    /// # Errors
    ///
    /// If no thread can be started.
    pub fn new(source: impl Read + Send + 'static) -> io::Result<Flow> {
        let (sender, pieces) = sync_channel(WAITING);
        start_thread(move || pump(source, &sender))?;
        Ok(Flow { pieces })
    }

    /// Returns the next piece if it arrives within `patience`.
    pub fn next(&self, patience: Duration) -> io::Result<Next> {
        match self.pieces.recv_timeout(patience) {
            Ok(piece) => Ok(Next::Piece(piece?)),
            Err(RecvTimeoutError::Timeout) => Ok(Next::Nothing),
            Err(RecvTimeoutError::Disconnected) => Ok(Next::End),
        }
    }
}

/// Starts a thread. The error says that a thread cannot be started, which the system's message does not.
pub fn start_thread(work: impl FnOnce() + Send + 'static) -> io::Result<JoinHandle<()>> {
    let started = thread::Builder::new().spawn(work);
    started.map_err(|error| io::Error::new(error.kind(), format!("a thread cannot be started: {error}")))
}

/// Reads until the end of the input, or until the receiver is dropped.
fn pump(mut source: impl Read, sender: &SyncSender<io::Result<Vec<u8>>>) {
    loop {
        let mut piece = vec![0; PIECE];
        let read = match source.read(&mut piece) {
            Ok(0) => return,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            read => read,
        };
        let failed = read.is_err();
        let piece = read.map(|length| {
            piece.truncate(length);
            piece
        });
        if sender.send(piece).is_err() || failed {
            return;
        }
    }
}
