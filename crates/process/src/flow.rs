//! Reads bytes as they arrive, with a time limit.

use std::fmt;
use std::io::{self, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// Maximum size of a piece in bytes, and maximum number of pieces in the queue.
const PIECE: usize = 1 << 16;
const WAITING: usize = 16;

/// Bytes that a separate thread reads. The thread is never joined, because it may block until the process ends.
/// Where there are no threads, such as in WebAssembly, the caller reads, without a time limit.
pub struct Flow {
    from: From,
}

enum From {
    Thread(Receiver<io::Result<Vec<u8>>>),
    Caller(Mutex<Box<dyn Read + Send>>),
}

impl fmt::Debug for Flow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Flow").finish_non_exhaustive()
    }
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
        // The thread takes the source. If none can be started, the source is still here.
        let source = Arc::new(Mutex::new(Some(source)));
        let of_thread = Arc::clone(&source);
        let started = start_thread(move || {
            let source = lock(&of_thread).take();
            source.into_iter().for_each(|source| pump(source, &sender));
        });
        match started {
            Ok(_) => Ok(Flow { from: From::Thread(pieces) }),
            Err(error) if error.kind() == io::ErrorKind::Unsupported => {
                let source = lock(&source).take().ok_or(error)?;
                Ok(Flow { from: From::Caller(Mutex::new(Box::new(source))) })
            }
            Err(error) => Err(error),
        }
    }

    /// Returns the next piece if it arrives within `patience`.
    pub fn next(&self, patience: Duration) -> io::Result<Next> {
        let pieces = match &self.from {
            From::Thread(pieces) => pieces,
            From::Caller(source) => {
                let piece = read_piece(&mut *lock(source))?;
                return Ok(if piece.is_empty() { Next::End } else { Next::Piece(piece) });
            }
        };
        match pieces.recv_timeout(patience) {
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

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Reads until the end of the input, or until the receiver is dropped.
fn pump(mut source: impl Read, sender: &SyncSender<io::Result<Vec<u8>>>) {
    loop {
        let piece = read_piece(&mut source);
        let is_last = piece.is_err();
        if matches!(&piece, Ok(piece) if piece.is_empty()) || sender.send(piece).is_err() || is_last {
            return;
        }
    }
}

/// Reads once. At the end of the input, the piece is empty.
fn read_piece(source: &mut (impl Read + ?Sized)) -> io::Result<Vec<u8>> {
    let mut piece = vec![0; PIECE];
    loop {
        match source.read(&mut piece) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            read => {
                piece.truncate(read?);
                return Ok(piece);
            }
        }
    }
}
