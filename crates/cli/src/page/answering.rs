//! Answers one question of a page on standard output.
//!
//! The process writes a line `progress DONE STEPS` for each report of progress. Then it writes the line `ok LENGTH` or
//! `error LENGTH`, followed by LENGTH bytes. There are two readers: the server, which starts a process of this program
//! as a worker, and a page that runs this program as WebAssembly. A worker limits its own files, memory and time.

use std::ffi::OsString;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::arguments::stack;
use crate::output::answer::{Part, Question};
use crate::page::allowed;

/// First argument of a worker. The time limit in seconds, the part of the output, and the command follow it.
pub const WORKER: &str = "--explore-worker";

pub const RESULT: &str = "result";
pub const PICTURE: &str = "picture";

/// First argument of a program that a page runs. COMMAND and QUERY of the address `/api/COMMAND?QUERY` follow it.
const PAGE: &str = "--explore-page";

/// A question, by whoever asks it.
#[derive(Debug)]
pub enum Asked {
    /// The server started this process to answer the question.
    Server {
        question: Question,
        budget: Duration,
    },
    /// A page runs this program to answer the question, and stops it after the time limit.
    Page { command: String, query: String },
}

/// Returns the question in the arguments of this process, or `None` if they are those of a user.
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

/// Writes the answer to a question to standard output. `ask` computes it and reports its progress.
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
    // If the server has ended, nobody needs the report, so an error is ignored.
    let _ = writeln!(io::stdout(), "progress {done} {steps}");
}

pub fn error_json(why: &str) -> String {
    serde_json::json!({ "error": why }).to_string() + "\n"
}

/// Time after a worker's time limit at which the worker ends itself. The server reports the timeout, and may do so a
/// little late.
const END_DELAY: Duration = Duration::from_secs(5);

/// Restricts this process, and ends it when the server ends or five seconds after `budget`.
///
/// The caller sets the returned flag once the answer is computed. Then the process does not end after `budget`.
pub fn start(budget: Duration) -> io::Result<Arc<AtomicBool>> {
    restrict();
    let answered = Arc::new(AtomicBool::new(false));
    let computed = Arc::clone(&answered);
    end_with_server()?;
    // Ends the worker if the server does not end it.
    std::thread::Builder::new().spawn(move || {
        std::thread::sleep(budget + END_DELAY);
        if !computed.load(Ordering::Relaxed) {
            std::process::exit(1);
        }
    })?;
    Ok(answered)
}

/// Ends this process when the server has ended, even by SIGKILL. The pipe of standard output then has no reader.
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

/// Waits until no process reads from `pipe`. Returns false if the system cannot tell.
#[cfg(unix)]
fn wait_for_reader_to_end(pipe: impl std::os::fd::AsFd) -> bool {
    use rustix::event::{PollFd, PollFlags, poll};
    // The system reports an error of the pipe even if no event is requested.
    let mut ends = [PollFd::new(&pipe, PollFlags::empty())];
    loop {
        match poll(&mut ends, None) {
            Err(rustix::io::Errno::INTR) => {}
            polled => return polled.is_ok(),
        }
    }
}

/// Limit of file descriptors. Standard input has the only number below it, so no further file can be opened. With a
/// limit of 0, the system would refuse to watch standard output.
#[cfg(unix)]
const NOFILE: u64 = 1;

/// Maximum memory of a worker in bytes.
#[cfg(unix)]
const MAX_MEMORY: u64 = 2 << 30;

/// Restricts the process to what an answer needs: it cannot open or write files, and its memory is limited.
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
            // If a lower limit was set earlier, it cannot be raised. It is sufficient, so the error is ignored.
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

    /// If the function does not return, this test does not end.
    #[test]
    fn a_pipe_without_a_reader_is_noticed() {
        let (reader, writer) = io::pipe().unwrap();
        let waiting = std::thread::spawn(move || wait_for_reader_to_end(writer));
        drop(reader);
        assert!(waiting.join().unwrap());
    }
}
