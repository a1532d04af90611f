//! Answers one question of a page on standard output.
//!
//! The process writes a line `progress DONE STEPS` for each report of progress. Then it writes the line `ok
//! LENGTH` or `error LENGTH`, followed by LENGTH bytes. The server reads them from a worker, a process of its own; a
//! page that holds this program as WebAssembly reads them itself.

use std::ffi::OsString;
use std::io::{self, Write};
use std::sync::atomic::Ordering;
use std::time::Duration;

use faro_console::answer::{Part, Question};
use faro_console::{output, stack};

use crate::limits;
use crate::query;

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
    Server { question: Question, budget: Duration },
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
            let part = if part == PICTURE { Part::Picture } else { Part::Result };
            Some(Asked::Server { question: Question { arguments: arguments.to_vec(), part }, budget })
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
            let answered = limits::start(budget)?;
            let answer = ask(question, print_progress);
            answered.store(true, Ordering::Relaxed);
            write(answer)
        }
        Asked::Page { command, query } => {
            let asked = query::Asked::new(&command, &query, None).map_err(anyhow::Error::msg);
            write(asked.and_then(|asked| ask(asked.permitted.question, print_progress)))
        }
    }
}

fn write(answer: anyhow::Result<Vec<u8>>) -> anyhow::Result<()> {
    let (status, bytes) = match answer {
        Ok(bytes) => ("ok", bytes),
        Err(error) => ("error", error_json(&format!("{error:#}")).into()),
    };
    let mut out = output::stdout()?.lock();
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
