//! Answers a question in a worker, within its time limit.

use std::cell::RefCell;
use std::collections::HashMap;
use std::future::poll_fn;
use std::io;
use std::pin::Pin;
use std::time::Duration;

use hyper::body::{Body, Incoming};
use hyper::{Response, StatusCode};
use tokio::io::AsyncWriteExt;
use tokio::process::ChildStdin;
use tokio::time::timeout;

use super::allowed::{self, Permitted};
use super::response::{self, Content, JSON, Refusal};
use super::worker::Worker;

/// Default time limit of a question in seconds.
const USUAL_SECONDS: f64 = 2.0;

/// Maximum time limit of a question in seconds.
const MOST_SECONDS: f64 = 300.0;

/// Maximum number of bytes in the body of a request, which has decks or recorded runs.
const MOST_BYTES: u64 = 64 << 20;

/// A question and its time limit.
pub struct Asked {
    permitted: Permitted,
    pub budget: Duration,
}

impl Asked {
    /// Parses a question. `seconds` is its time limit if the query has none.
    pub fn new(command: &str, query: &str, seconds: Option<String>) -> Result<Asked, String> {
        let mut options = parse(query)?;
        let mut taken = |name: &str| {
            let at = options.iter().position(|(known, _)| known == name)?;
            Some(options.remove(at).1)
        };
        let (picture, budget) = (taken("picture"), budget(taken("budget").or(seconds))?);
        Ok(Asked { permitted: allowed::question(command, &options, picture.as_deref())?, budget })
    }
}

/// Answers a question, with `body` as its standard input. Dropping the future stops the work.
pub async fn answer(
    asked: &Asked,
    body: Option<Incoming>,
    progress: impl Fn(u64, u64),
) -> Result<Response<Content>, Refusal> {
    let Asked { permitted, budget } = asked;
    let failed = |error: io::Error| bad(format!("the question cannot be asked: {error}"));
    let mut worker = Worker::start(&permitted.question, *budget, body.is_some()).map_err(failed)?;
    let input = worker.input();
    let answered = timeout(*budget, async {
        if let (Some(body), Some(input)) = (body, input) {
            send(body, input).await?;
        }
        Ok(worker.answer(progress).await)
    });
    let (is_fine, running) = answered.await.map_err(|_| bad(spent(*budget)))??.ok_or_else(|| {
        bad("the answer needs more memory than the page may use; ask for fewer cards, rows or decks".into())
    })?;
    let (status, media_type) = match is_fine {
        true => (StatusCode::OK, permitted.media_type),
        false => (StatusCode::BAD_REQUEST, JSON),
    };
    Ok(response::answer(status, media_type, Content::Running(Box::new(running))))
}

/// Passes the body of a request to a worker. Once the worker closes its input, the rest is skipped.
async fn send(mut body: Incoming, input: ChildStdin) -> Result<(), Refusal> {
    let (mut input, mut length) = (Some(input), 0);
    check_length(body.size_hint().lower())?;
    while let Some(frame) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
        let Ok(bytes) = frame.map_err(|error| bad(error.to_string()))?.into_data() else { continue };
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
    if bytes <= MOST_BYTES {
        return Ok(());
    }
    let why = format!("expected at most {MOST_BYTES} bytes; `faro audit FILE` reads more");
    Err(Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, why))
}

fn bad(why: String) -> Refusal {
    Refusal::new(StatusCode::BAD_REQUEST, why)
}

fn budget(seconds: Option<String>) -> Result<Duration, String> {
    let Some(text) = seconds else { return Ok(Duration::from_secs_f64(USUAL_SECONDS)) };
    let seconds: Option<f64> = text.parse().ok().filter(|seconds| (0.01..=MOST_SECONDS).contains(seconds));
    let seconds = seconds.ok_or_else(|| format!("expected a budget of 0.01 to {MOST_SECONDS} seconds"))?;
    Ok(Duration::from_secs_f64(seconds))
}

fn spent(budget: Duration) -> String {
    let seconds = budget.as_secs_f64();
    format!(
        "there was no answer after {seconds} s; ask for less, or for a budget of up to {MOST_SECONDS} seconds"
    )
}

/// Returns the names and values of a query, in their order.
pub fn parse(query: &str) -> Result<Vec<(String, String)>, String> {
    let pairs = query.split('&').filter(|pair| !pair.is_empty());
    pairs
        .map(|pair| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            Ok((decoded(name)?, decoded(value)?))
        })
        .collect()
}

/// Decodes the percent encoding of a query: `+` becomes a space and `%41` becomes `A`.
fn decoded(text: &str) -> Result<String, String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'+' => b' ',
            b'%' => {
                let mut digit = || rest.next().and_then(|byte| char::from(byte).to_digit(16));
                match (digit(), digit()) {
                    (Some(high), Some(low)) => (high * 16 + low) as u8,
                    _ => return Err("expected two hexadecimal digits after each % of the query".into()),
                }
            }
            byte => byte,
        });
    }
    String::from_utf8(bytes).map_err(|_| "expected a query in UTF-8".into())
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
const MOST_NAME_BYTES: usize = 64;

impl Progress {
    /// Keeps the progress of a request until the returned value is dropped. A request without a name has no
    /// progress.
    pub fn follow(&self, name: Option<String>) -> Result<Followed<'_>, String> {
        if let Some(name) = &name {
            if name.is_empty() || name.len() > MOST_NAME_BYTES {
                return Err(format!("expected a name of 1 to {MOST_NAME_BYTES} bytes in X-Faro-Request"));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_values() {
        let pairs = |query| {
            let pairs = parse(query)?.into_iter();
            Ok::<_, String>(pairs.map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>())
        };
        assert_eq!(
            pairs("cards=52&each=&shuffle=in+out%5e2%2B").unwrap(),
            ["cards=52", "each=", "shuffle=in out^2+"]
        );
        assert_eq!(pairs("each&&a=b=c&%61=%E2%99%A0").unwrap(), ["each=", "a=b=c", "a=♠"]);
        assert_eq!(pairs("").unwrap(), [""; 0]);
        for query in ["a=%", "a=%4", "a=%4g", "%zz=1", "a=%+1", "a=%ff", "a=%c3%28"] {
            assert!(pairs(query).is_err(), "{query}");
        }
    }
}
