//! Runs a worker: a separate process of this program that answers one question. The server can stop it at any time,
//! whatever it computes. Its memory and its faults do not affect the server.

use std::cell::RefCell;
use std::collections::HashMap;
use std::future::poll_fn;
use std::io;
use std::pin::Pin;
use std::process::Stdio;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use crate::output::answer::{Part, Question};
use hyper::body::{Body, Bytes, Incoming};
use hyper::{Response, StatusCode};
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWriteExt, BufReader, ReadBuf};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::time::timeout;

use super::requests::{self, Content, Refusal, Turn};
use crate::page::allowed::{Asked, JSON, spent};
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
    /// Number of bytes that were not read yet.
    pub left: u64,
}

impl Worker {
    /// Starts a worker that ends itself five seconds after `budget`.
    pub fn start(question: &Question, budget: Duration, reads: bool) -> io::Result<Worker> {
        let part = if question.part == Part::Result { RESULT } else { PICTURE };
        let mut command = Command::new(this_program()?);
        command.arg(WORKER).arg(budget.as_secs_f64().to_string()).arg(part).args(&question.arguments);
        command.stdin(if reads { Stdio::piped() } else { Stdio::null() });
        command.stdout(Stdio::piped()).stderr(Stdio::null()).kill_on_drop(true);
        let mut child = command.spawn()?;
        let output = child.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?;
        Ok(Worker { child, output: BufReader::with_capacity(MAX_CHUNK, output) })
    }

    /// Takes the worker's standard input, which is available once.
    pub fn input(&mut self) -> Option<ChildStdin> {
        self.child.stdin.take()
    }

    /// Waits for the answer, and returns whether it is a result and not an error.
    ///
    /// The value is `None` if the worker ended without an answer. `progress` receives the number of steps done
    /// and the total number of steps.
    pub async fn answer(mut self, progress: impl Fn(u64, u64), turn: Turn) -> Option<(bool, Running)> {
        let mut line = String::new();
        loop {
            line.clear();
            self.output.read_line(&mut line).await.ok()?;
            let mut words = line.split_whitespace();
            let status = words.next()?;
            let mut numbers = words.map_while(|word| word.parse().ok());
            match (status, numbers.next()?) {
                ("progress", done) => progress(done, numbers.next()?),
                (status, left) => return Some((status == "ok", Running { left, worker: self, _turn: turn })),
            }
        }
    }
}

/// Maximum number of bytes that are read at once.
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

/// On Linux this name stays valid if the program's file is replaced.
fn this_program() -> io::Result<std::path::PathBuf> {
    if cfg!(target_os = "linux") { Ok("/proc/self/exe".into()) } else { std::env::current_exe() }
}

/// Maximum number of bytes in the body of a request, which has decks or recorded runs.
const MAX_BYTES: u64 = 64 << 20;

/// Answers a question, with `body` as its standard input. Dropping the future stops the work. The turn lasts until the
/// answer has been read.
pub async fn answer(
    asked: &Asked,
    body: Option<Incoming>,
    progress: impl Fn(u64, u64),
    turn: Turn,
) -> Result<Response<Content>, Refusal> {
    let Asked { permitted, budget } = asked;
    let failed = |error: io::Error| bad_request(format!("the question cannot be asked: {error}"));
    let mut worker = Worker::start(&permitted.question, *budget, body.is_some()).map_err(failed)?;
    let input = worker.input();
    let answered = timeout(*budget, async {
        if let (Some(body), Some(input)) = (body, input) {
            send(body, input).await?;
        }
        Ok(worker.answer(progress, turn).await)
    });
    let (is_fine, running) = answered.await.map_err(|_| bad_request(spent(*budget)))??.ok_or_else(|| {
        bad_request(
            "the answer needs more memory than the page may use; ask for fewer cards, rows or decks".into(),
        )
    })?;
    let (status, media_type) = match is_fine {
        true => (StatusCode::OK, permitted.media_type),
        false => (StatusCode::BAD_REQUEST, JSON),
    };
    Ok(requests::answer(status, media_type, Content::Running(Box::new(running))))
}

/// Passes the body of a request to a worker. Once the worker closes its input, the rest is skipped.
async fn send(mut body: Incoming, input: ChildStdin) -> Result<(), Refusal> {
    let (mut input, mut length) = (Some(input), 0);
    check_length(body.size_hint().lower())?;
    while let Some(frame) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
        let Ok(bytes) = frame.map_err(|error| bad_request(error.to_string()))?.into_data() else { continue };
        length += bytes.len() as u64;
        check_length(length)?;
        if let Some(open) = &mut input
            && open.write_all(&bytes).await.is_err()
        {
            input = None;
        }
    }
    Ok(())
}

fn check_length(bytes: u64) -> Result<(), Refusal> {
    if bytes <= MAX_BYTES {
        return Ok(());
    }
    let why = format!("expected at most {MAX_BYTES} bytes; `faro audit FILE` reads more");
    Err(Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, why))
}

fn bad_request(why: String) -> Refusal {
    Refusal::new(StatusCode::BAD_REQUEST, why)
}

/// The progress of the running requests that have a name.
#[derive(Default)]
pub struct Progress {
    running: RefCell<HashMap<String, Steps>>,
}

/// The number of steps done, and the total number of steps.
#[derive(Clone, Copy, Default)]
pub struct Steps {
    pub done: u64,
    pub steps: u64,
}

/// Maximum number of bytes of a name.
const MAX_NAME_BYTES: usize = 64;

impl Progress {
    /// Keeps the progress of a request until the returned value is dropped. A request without a name has no
    /// progress.
    pub fn follow(&self, name: Option<String>) -> Result<Followed<'_>, String> {
        if let Some(name) = &name {
            if name.is_empty() || name.len() > MAX_NAME_BYTES {
                return Err(format!("expected a name of 1 to {MAX_NAME_BYTES} bytes in X-Faro-Request"));
            }
            if self.running.borrow_mut().insert(name.clone(), Steps::default()).is_some() {
                return Err("expected a name in X-Faro-Request that no other running request has".into());
            }
        }
        Ok(Followed { progress: self, name })
    }

    pub fn of(&self, name: &str) -> Option<Steps> {
        self.running.borrow().get(name).copied()
    }
}

pub struct Followed<'a> {
    progress: &'a Progress,
    name: Option<String>,
}

impl Followed<'_> {
    pub fn set(&self, done: u64, steps: u64) {
        let Some(name) = &self.name else { return };
        if let Some(known) = self.progress.running.borrow_mut().get_mut(name) {
            *known = Steps { done, steps };
        }
    }
}

impl Drop for Followed<'_> {
    fn drop(&mut self) {
        if let Some(name) = &self.name {
            self.progress.running.borrow_mut().remove(name);
        }
    }
}
