//! From a request to what answers it.

use std::time::Duration;

use hyper::body::{Body, Incoming};
use hyper::header::HeaderName;
use hyper::{Method, Request, Response, StatusCode};
use tokio::io::AsyncWriteExt;
use tokio::process::ChildStdin;
use tokio::time::timeout;

use super::address::Address;
use super::admission;
use super::allowed::{self, AUDIT};
use super::assets::Asset;
use super::query;
use super::response::{self, Content, Refusal};
use super::turns::Turns;
use super::worker::Worker;

const BUDGET: HeaderName = HeaderName::from_static("x-faro-budget");

/// The seconds of a request that asks for no more.
const USUAL_SECONDS: f64 = 2.0;

/// The most seconds of a request.
const MOST_SECONDS: f64 = 300.0;

/// The most bytes of decks.
const MOST_DECK_BYTES: u64 = 64 << 20;

/// Answers the requests to an address.
pub struct Service {
    address: Address,
    turns: Turns,
}

impl Service {
    pub fn new(address: Address) -> Service {
        Service { address, turns: Turns::new() }
    }

    /// Answers a request.
    pub async fn answer(&self, request: Request<Incoming>) -> Response<Content> {
        respond(request, self).await.unwrap_or_else(Refusal::response)
    }
}

async fn respond(request: Request<Incoming>, service: &Service) -> Result<Response<Content>, Refusal> {
    admission::check(&request, &service.address)?;
    let path = request.uri().path();
    let Some(command) = path.strip_prefix("/api/").map(String::from) else {
        let asset =
            Asset::at(path).ok_or_else(|| Refusal::new(StatusCode::NOT_FOUND, "there is no such page"))?;
        check_method(&request, &[Method::GET])?;
        return Ok(response::asset(asset));
    };
    admission::check_token(&request, &service.address)?;
    let method = if command == AUDIT { Method::POST } else { Method::GET };
    check_method(&request, &[method])?;
    ask(&command, request, service).await
}

fn check_method(request: &Request<Incoming>, accepted: &[Method]) -> Result<(), Refusal> {
    if accepted.contains(request.method()) {
        return Ok(());
    }
    let why = format!("expected the method {}", accepted[0]);
    Err(Refusal::new(StatusCode::METHOD_NOT_ALLOWED, why))
}

/// Answers a command in a worker.
async fn ask(
    command: &str,
    request: Request<Incoming>,
    service: &Service,
) -> Result<Response<Content>, Refusal> {
    let bad = |why: String| Refusal::new(StatusCode::BAD_REQUEST, why);
    let mut options = query::parse(request.uri().query().unwrap_or_default()).map_err(bad)?;
    let mut taken = |name: &str| {
        let at = options.iter().position(|(known, _)| known == name)?;
        Some(options.remove(at).1)
    };
    let (picture, seconds) = (taken("picture"), taken("budget"));
    let header = request.headers().get(BUDGET).map(|value| value.to_str().unwrap_or_default().to_string());
    let budget = budget(seconds.or(header)).map_err(bad)?;
    let permitted = allowed::question(command, &options, picture.as_deref()).map_err(bad)?;
    let _turn = service.turns.next(budget).await;
    let reads = request.method() == Method::POST;
    let failed = |error: std::io::Error| bad(format!("the question cannot be asked: {error}"));
    let mut worker = Worker::start(&permitted.question, budget, reads).map_err(failed)?;
    let input = worker.input();
    let answered = async {
        if let Some(input) = input {
            send(request.into_body(), input).await?;
        }
        worker
            .answer()
            .await
            .ok_or_else(|| bad("the answer needs more memory than the page may use; ask for less".into()))
    };
    let answered = timeout(budget, answered).await;
    let (fine, running) = answered.map_err(|_| bad(spent(budget)))??;
    let (status, media_type) = match fine {
        true => (StatusCode::OK, permitted.media_type),
        false => (StatusCode::BAD_REQUEST, "application/json"),
    };
    Ok(response::answer(status, media_type, Content::Running(Box::new(running))))
}

/// Passes the body of a request to a worker.
async fn send(mut body: Incoming, mut input: ChildStdin) -> Result<(), Refusal> {
    let mut left = MOST_DECK_BYTES;
    while let Some(frame) =
        std::future::poll_fn(|context| std::pin::Pin::new(&mut body).poll_frame(context)).await
    {
        let frame = frame.map_err(|error| Refusal::new(StatusCode::BAD_REQUEST, error.to_string()))?;
        let Ok(bytes) = frame.into_data() else { continue };
        let Some(rest) = left.checked_sub(bytes.len() as u64) else {
            let why =
                format!("expected at most {MOST_DECK_BYTES} bytes of decks; use `faro audit FILE` for more");
            return Err(Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, why));
        };
        left = rest;
        if input.write_all(&bytes).await.is_err() {
            // The worker needs no more, or has ended with an error, which is its answer.
            break;
        }
    }
    Ok(())
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
