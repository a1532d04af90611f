//! Answers one question of a page on standard output.
//!
//! The process writes a line `progress DONE STEPS` for each report of progress. Then it writes the line `ok
//! LENGTH` or `error LENGTH`, followed by LENGTH bytes. The server reads them from a worker, a process of its own; a
//! page that holds this program as WebAssembly reads them itself. A worker limits its own files, memory and time.

use std::ffi::OsString;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::arguments::stack;
use crate::output::answer::{Part, Question};
use crate::page::allowed;

/// First argument of a worker. It is followed by the time limit in seconds, the part of the output, and the
/// command.
pub const WORKER: &str = "--explore-worker";

pub const RESULT: &str = "result";
pub const PICTURE: &str = "picture";

/// First argument of a program that a page runs. It is followed by the command and the query of `/api/COMMAND?QUERY`.
const PAGE: &str = "--explore-page";

/// A question, and who asks it.
#[derive(Debug)]
pub enum Asked {
    /// The server started this process.
    Server {
        question: Question,
        budget: Duration,
    },
    /// A page runs this program, and ends it after the time limit.
    Page { command: String, query: String },
}

/// Returns the question if `arguments` ask one.
pub fn asked(arguments: &[OsString]) -> Option<Asked> {
    match arguments {
        [_, first, command, query] if first == PAGE => {
            let [command, query] = [command, query].map(|text| text.to_string_lossy().into_owned());
            Some(Asked::Page { command, query })
        }
        [_, first, seconds, part, arguments @ ..] if first == WORKER => {
            let budget = Duration::try_from_secs_f64(seconds.to_str()?.parse().ok()?).ok()?;
            let part = if part == PICTURE {
                Part::Picture
            } else {
                Part::Result
            };
            Some(Asked::Server {
                question: Question {
                    arguments: arguments.to_vec(),
                    part,
                },
                budget,
            })
        }
        _ => None,
    }
}

/// Answers a question on standard output.
pub fn run(
    asked: Asked,
    ask: impl FnOnce(Question, fn(u64, u64)) -> anyhow::Result<Vec<u8>>,
) -> anyhow::Result<()> {
    stack::refuse_files();
    match asked {
        Asked::Server { question, budget } => {
            let answered = start(budget)?;
            let answer = ask(question, print_progress);
            answered.store(true, Ordering::Relaxed);
            write(answer)
        }
        Asked::Page { command, query } => {
            let asked = allowed::Asked::new(&command, &query, None).map_err(anyhow::Error::msg);
            write(asked.and_then(|asked| ask(asked.permitted.question, print_progress)))
        }
    }
}

fn write(answer: anyhow::Result<Vec<u8>>) -> anyhow::Result<()> {
    let (status, bytes) = match answer {
        Ok(bytes) => ("ok", bytes),
        Err(error) => ("error", error_json(&format!("{error:#}")).into()),
    };
    let mut out = io::stdout().lock();
    writeln!(out, "{status} {}", bytes.len())?;
    out.write_all(&bytes)?;
    Ok(out.flush()?)
}

fn print_progress(done: u64, steps: u64) {
    // If the server is gone, the answer is not needed.
    let _ = writeln!(io::stdout(), "progress {done} {steps}");
}

pub fn error_json(why: &str) -> String {
    serde_json::json!({ "error": why }).to_string() + "\n"
}

/// Time between the end of a worker's budget and its own end. The server reports the timeout and may be a
/// little late.
const END_DELAY: Duration = Duration::from_secs(5);

/// Restricts this process, and ends it when its server ends or when `budget` is spent.
///
/// A process that has computed its answer sets the returned flag: otherwise it ends five seconds after `budget`.
pub fn start(budget: Duration) -> io::Result<Arc<AtomicBool>> {
    restrict();
    let answered = Arc::new(AtomicBool::new(false));
    let computed = Arc::clone(&answered);
    end_with_server()?;
    // Ends the worker if the server does not.
    std::thread::Builder::new().spawn(move || {
        std::thread::sleep(budget + END_DELAY);
        if !computed.load(Ordering::Relaxed) {
            std::process::exit(1);
        }
    })?;
    Ok(answered)
}

/// Ends this process when the server is gone, even after SIGKILL. Then its standard output has no reader.
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

/// Limit of file descriptors. Standard input has the only number below it, so that no file can be opened; with a limit
/// of 0, the system would refuse to watch standard output.
#[cfg(unix)]
const NOFILE: u64 = 1;

/// Maximum memory of a worker in bytes.
#[cfg(unix)]
const MAX_MEMORY: u64 = 2 << 30;

/// Restricts the process to what an answer needs: it opens no file, writes no file, and has bounded memory.
fn restrict() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, setrlimit};

        let limits = [
            (Resource::Nofile, NOFILE),
            (Resource::Fsize, 0),
            (Resource::Core, 0),
            (Resource::Data, MAX_MEMORY),
        ];
        for (resource, limit) in limits {
            // A lower limit set earlier cannot be raised, and is sufficient.
            let _ = setrlimit(
                resource,
                Rlimit {
                    current: Some(limit),
                    maximum: Some(limit),
                },
            );
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// This test hangs if the function does not return.
    #[test]
    fn a_pipe_without_a_reader_is_noticed() {
        let (reader, writer) = io::pipe().unwrap();
        let waiting = std::thread::spawn(move || wait_for_reader_to_end(writer));
        drop(reader);
        assert!(waiting.join().unwrap());
    }
}
