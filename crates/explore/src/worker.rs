//! Answers a question in a separate process, which runs this program again. The server can stop it at any time,
//! whatever it computes. Its memory and its faults do not affect the server.
//!
//! The process writes a line `progress DONE STEPS` for each report of progress. Then it writes the line `ok
//! LENGTH` or `error LENGTH`, followed by LENGTH bytes.

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use hyper::body::Bytes;
use tokio::io::{AsyncBufReadExt, AsyncRead, BufReader, ReadBuf};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};

use faro_console::answer::{Part, Question};
use faro_console::{output, stack};

/// First argument of a worker. It is followed by the time limit in seconds, the part of the output, and the
/// command.
const ARGUMENT: &str = "--explore-worker";

const RESULT: &str = "result";
const PICTURE: &str = "picture";

/// Time between the end of a worker's budget and its own end. The server reports the timeout and may be a
/// little late.
const LATER: Duration = Duration::from_secs(5);

#[derive(Debug)]
pub struct Worker {
    child: Child,
    output: BufReader<ChildStdout>,
}

/// A worker whose answer is being read.
#[derive(Debug)]
pub struct Running {
    worker: Worker,
    /// Number of bytes that were not read yet.
    pub left: u64,
}

impl Worker {
    /// Starts a worker that ends itself five seconds after `budget`.
    pub fn start(question: &Question, budget: Duration, reads: bool) -> io::Result<Worker> {
        let part = if question.part == Part::Result { RESULT } else { PICTURE };
        let mut command = Command::new(this_program()?);
        command.arg(ARGUMENT).arg(budget.as_secs_f64().to_string()).arg(part).args(&question.arguments);
        command.stdin(if reads { Stdio::piped() } else { Stdio::null() });
        command.stdout(Stdio::piped()).stderr(Stdio::null()).kill_on_drop(true);
        let mut child = command.spawn()?;
        let output = child.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?;
        Ok(Worker { child, output: BufReader::with_capacity(CHUNK, output) })
    }

    /// Takes the worker's standard input, which is available once.
    pub fn input(&mut self) -> Option<ChildStdin> {
        self.child.stdin.take()
    }

    /// Waits for the answer, and returns whether it is a result and not an error.
    ///
    /// The value is `None` if the worker ended without an answer. `progress` receives the number of steps done
    /// and the total number of steps.
    pub async fn answer(mut self, progress: impl Fn(u64, u64)) -> Option<(bool, Running)> {
        let mut line = String::new();
        loop {
            line.clear();
            self.output.read_line(&mut line).await.ok()?;
            let mut words = line.split_whitespace();
            let status = words.next()?;
            let mut numbers = words.map_while(|word| word.parse().ok());
            match (status, numbers.next()?) {
                ("progress", done) => progress(done, numbers.next()?),
                (status, left) => return Some((status == "ok", Running { left, worker: self })),
            }
        }
    }
}

/// Maximum number of bytes that are read at once.
const CHUNK: usize = 1 << 16;

impl Running {
    pub fn poll_read(&mut self, context: &mut Context) -> Poll<Option<io::Result<Bytes>>> {
        if self.left == 0 {
            return Poll::Ready(None);
        }
        let mut bytes = vec![0; CHUNK.min(self.left as usize)];
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

/// Returns the time limit and the question if `arguments` are the arguments of a worker.
pub fn asked(arguments: &[OsString]) -> Option<(Duration, Question)> {
    let [_, first, seconds, part, arguments @ ..] = arguments else { return None };
    let seconds = seconds.to_str()?.parse().ok().filter(|_| first == ARGUMENT)?;
    let part = if part == PICTURE { Part::Picture } else { Part::Result };
    Some((Duration::try_from_secs_f64(seconds).ok()?, Question { arguments: arguments.to_vec(), part }))
}

/// Answers the question of a worker on standard output.
pub fn run(
    budget: Duration,
    ask: impl FnOnce(fn(u64, u64)) -> anyhow::Result<Vec<u8>>,
) -> anyhow::Result<()> {
    stack::refuse_files();
    restrict();
    let answered = Arc::new(AtomicBool::new(false));
    let computed = Arc::clone(&answered);
    end_with_server()?;
    // Ends the worker if the server does not.
    std::thread::Builder::new().spawn(move || {
        std::thread::sleep(budget + LATER);
        if !computed.load(Ordering::Relaxed) {
            std::process::exit(1);
        }
    })?;
    let answer = ask(print_progress);
    answered.store(true, Ordering::Relaxed);
    let (status, bytes) = match answer {
        Ok(bytes) => ("ok", bytes),
        Err(error) => ("error", error_json(&format!("{error:#}")).into()),
    };
    let mut out = output::stdout()?.lock();
    writeln!(out, "{status} {}", bytes.len())?;
    out.write_all(&bytes)?;
    Ok(out.flush()?)
}

/// Ends this process when the server is gone, even after SIGKILL: nobody reads its standard output then.
#[cfg(unix)]
fn end_with_server() -> io::Result<()> {
    std::thread::Builder::new().spawn(|| {
        if wait_for_reader_to_end(rustix::stdio::stdout()) {
            std::process::exit(1);
        }
    })?;
    Ok(())
}

#[cfg(not(unix))]
fn end_with_server() -> io::Result<()> {
    Ok(())
}

/// Waits until no process reads from the pipe that ends in `pipe`. Returns false if the system cannot tell.
#[cfg(unix)]
fn wait_for_reader_to_end(pipe: impl std::os::fd::AsFd) -> bool {
    use rustix::event::{PollFd, PollFlags, poll};
    // The system reports an error of the pipe though no event is requested.
    let mut ends = [PollFd::new(&pipe, PollFlags::empty())];
    loop {
        match poll(&mut ends, None) {
            Err(rustix::io::Errno::INTR) => {}
            polled => return polled.is_ok(),
        }
    }
}

fn print_progress(done: u64, steps: u64) {
    // If the server is gone, the answer is not needed.
    let _ = writeln!(io::stdout(), "progress {done} {steps}");
}

/// Limit of file descriptors. Standard input has the only number below it, so that no file can be opened; with a limit
/// of 0, the system would refuse to watch standard output.
#[cfg(unix)]
const NOFILE: u64 = 1;

/// Maximum memory of a worker in bytes.
#[cfg(unix)]
const MOST_MEMORY: u64 = 2 << 30;

/// Restricts the process to what an answer needs: it opens no file, writes no file, and has bounded memory.
fn restrict() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, setrlimit};

        let limits = [
            (Resource::Nofile, NOFILE),
            (Resource::Fsize, 0),
            (Resource::Core, 0),
            (Resource::Data, MOST_MEMORY),
        ];
        for (resource, limit) in limits {
            // A lower limit set earlier cannot be raised, and is sufficient.
            let _ = setrlimit(resource, Rlimit { current: Some(limit), maximum: Some(limit) });
        }
    }
}

pub fn error_json(why: &str) -> String {
    serde_json::json!({ "error": why }).to_string() + "\n"
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// The test does not end if the wait does not.
    #[test]
    fn a_pipe_without_a_reader_is_noticed() {
        let (reader, writer) = io::pipe().unwrap();
        let waiting = std::thread::spawn(move || wait_for_reader_to_end(writer));
        drop(reader);
        assert!(waiting.join().unwrap());
    }
}
