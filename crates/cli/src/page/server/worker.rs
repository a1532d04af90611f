//! Runs a worker: a separate process of this program that answers one question. The server can stop it at any point of
//! its computation. A crash or a large memory use of the worker does not affect the server.

use std::io;
use std::process::Stdio;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use hyper::body::Bytes;
use tokio::io::{AsyncBufReadExt, AsyncRead, BufReader, ReadBuf};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};

use super::turns::Turn;
use crate::arguments::script::this_program;
use crate::output::answer::{Part, Question};
use crate::page::answering::{PICTURE, RESULT, WORKER};

#[derive(Debug)]
pub struct Worker {
    child: Child,
    output: BufReader<ChildStdout>,
}

/// A worker whose answer is being read.
#[derive(Debug)]
pub struct Running {
    worker: Worker,
    _turn: Turn,
    /// Number of bytes of the answer that are not read yet.
    pub left: u64,
}

impl Worker {
    /// Starts a worker for `question` that ends itself five seconds after `budget`. If `reads`, it has an input.
    pub fn start(question: &Question, budget: Duration, reads: bool) -> io::Result<Worker> {
        let part = if question.part == Part::Result {
            RESULT
        } else {
            PICTURE
        };
        let mut command = Command::new(this_program()?);
        command
            .arg(WORKER)
            .arg(budget.as_secs_f64().to_string())
            .arg(part)
            .args(&question.arguments);
        command.stdin(if reads { Stdio::piped() } else { Stdio::null() });
        command
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true);
        let mut child = command.spawn()?;
        let output = child.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?;
        Ok(Worker {
            child,
            output: BufReader::with_capacity(MAX_CHUNK, output),
        })
    }

    /// Returns the worker's standard input. Only the first call returns it.
    pub fn input(&mut self) -> Option<ChildStdin> {
        self.child.stdin.take()
    }

    /// Waits for the answer, and returns it with whether it is a result and not an error.
    ///
    /// Returns `None` if the worker ended without an answer. `progress` is called with the number of steps done and the
    /// total number of steps.
    pub async fn answer(
        mut self,
        progress: impl Fn(u64, u64),
        turn: Turn,
    ) -> Option<(bool, Running)> {
        let mut line = String::new();
        loop {
            line.clear();
            self.output.read_line(&mut line).await.ok()?;
            let mut words = line.split_whitespace();
            let status = words.next()?;
            let mut numbers = words.map_while(|word| word.parse().ok());
            match (status, numbers.next()?) {
                ("progress", done) => progress(done, numbers.next()?),
                (status, left) => {
                    return Some((
                        status == "ok",
                        Running {
                            left,
                            worker: self,
                            _turn: turn,
                        },
                    ));
                }
            }
        }
    }
}

/// Maximum number of bytes that are read from a worker at once.
const MAX_CHUNK: usize = 1 << 16;

impl Running {
    pub fn poll_read(&mut self, context: &mut Context) -> Poll<Option<io::Result<Bytes>>> {
        if self.left == 0 {
            return Poll::Ready(None);
        }
        let mut bytes = vec![0; MAX_CHUNK.min(self.left as usize)];
        let mut buffer = ReadBuf::new(&mut bytes);
        let read = std::pin::Pin::new(&mut self.worker.output).poll_read(context, &mut buffer);
        if let Err(error) = ready!(read) {
            return Poll::Ready(Some(Err(error)));
        }
        let length = buffer.filled().len();
        if length == 0 {
            return Poll::Ready(Some(Err(io::ErrorKind::UnexpectedEof.into())));
        }
        bytes.truncate(length);
        self.left -= length as u64;
        Poll::Ready(Some(Ok(bytes.into())))
    }
}
