//! Answers the question of a request by a worker process. The body of the request is the worker's standard input.

use std::future::poll_fn;
use std::io;
use std::pin::Pin;

use hyper::body::{Body, Incoming};
use hyper::{Response, StatusCode};
use tokio::io::AsyncWriteExt;
use tokio::process::ChildStdin;
use tokio::time::timeout;

use super::response::{self, Content, Refusal};
use super::turns::Turn;
use super::worker::Worker;
use crate::page::allowed::{Asked, JSON, spent};

/// Maximum number of bytes in the body of a request. The body has decks or recorded runs.
const MAX_BYTES: u64 = 64 << 20;

/// Returns the answer to a question by a worker, with `body` as its standard input. Dropping the future stops the
/// worker. The worker's turn lasts until the answer has been read.
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
    Ok(response::answer(
        status,
        media_type,
        Content::Running(Box::new(running)),
    ))
}

/// Passes the body of a request to the input of a worker. If the worker closes its input early, the rest of the body is
/// skipped.
async fn send(mut body: Incoming, input: ChildStdin) -> Result<(), Refusal> {
    let (mut input, mut length) = (Some(input), 0);
    check_length(body.size_hint().lower())?;
    while let Some(frame) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
        let Ok(bytes) = frame
            .map_err(|error| bad_request(error.to_string()))?
            .into_data()
        else {
            continue;
        };
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
