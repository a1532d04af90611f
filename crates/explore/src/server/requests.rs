//! Checks requests and dispatches them to the code that answers them.

use std::time::Duration;

use hyper::body::{Bytes, Incoming};
use hyper::header::{HOST, HeaderName, ORIGIN};
use hyper::{HeaderMap, Method, Request, Response, StatusCode};
use tokio::sync::{Semaphore, SemaphorePermit};

use super::address::Address;
use super::ask::{self, Progress};
use super::response::{self, Asset, Content, Refusal};
use crate::allowed::{JSON, READERS};
use crate::query::Asked;
use faro_console::threads;

const BUDGET: HeaderName = HeaderName::from_static("x-faro-budget");
const REQUEST: HeaderName = HeaderName::from_static("x-faro-request");

pub struct Service {
    address: Address,
    turns: Turns,
    progress: Progress,
}

impl Service {
    pub fn new(address: Address) -> Service {
        Service { address, turns: Turns::new(), progress: Progress::default() }
    }

    pub async fn answer(&self, request: Request<Incoming>) -> Response<Content> {
        self.respond(request).await.unwrap_or_else(Refusal::response)
    }

    async fn respond(&self, request: Request<Incoming>) -> Result<Response<Content>, Refusal> {
        check(&request, &self.address)?;
        let path = request.uri().path();
        if let Some(command) = path.strip_prefix("/api/").map(String::from) {
            check_token(&request, &self.address)?;
            let method = if READERS.contains(&command.as_str()) { Method::POST } else { Method::GET };
            check_method(&request, &method)?;
            return self.ask(&command, request).await;
        }
        if let Some(name) = path.strip_prefix("/progress/") {
            check_token(&request, &self.address)?;
            check_method(&request, &Method::GET)?;
            return Ok(self.progress_of(name));
        }
        let asset = Asset::at(path);
        let asset =
            asset.ok_or_else(|| Refusal::new(StatusCode::NOT_FOUND, "there is nothing at this address"))?;
        check_method(&request, &Method::GET)?;
        Ok(response::asset(asset, request.headers()))
    }

    async fn ask(&self, command: &str, request: Request<Incoming>) -> Result<Response<Content>, Refusal> {
        let header = |name| text(request.headers(), &name);
        let query = request.uri().query().unwrap_or_default();
        let bad = |why| Refusal::new(StatusCode::BAD_REQUEST, why);
        let asked = Asked::new(command, query, header(BUDGET)).map_err(bad)?;
        let followed = self.progress.follow(header(REQUEST)).map_err(bad)?;
        let _turn = self.turns.next(asked.budget).await;
        let body = (request.method() == Method::POST).then(|| request.into_body());
        ask::answer(&asked, body, |done, steps| followed.set(done, steps)).await
    }

    fn progress_of(&self, name: &str) -> Response<Content> {
        let Some(steps) = self.progress.of(name) else {
            return response::answer(StatusCode::NO_CONTENT, JSON, Content::Whole(Bytes::new()));
        };
        let json = serde_json::json!({ "done": steps.done, "steps": steps.steps }).to_string() + "\n";
        response::answer(StatusCode::OK, JSON, Content::Whole(Bytes::from(json)))
    }
}

fn check_method(request: &Request<Incoming>, accepted: &Method) -> Result<(), Refusal> {
    match request.method() == accepted {
        true => Ok(()),
        false => Err(Refusal::method(if accepted == Method::POST { "POST" } else { "GET" })),
    }
}

/// Returns the value of a header. A value that is not text becomes an empty string, which is refused.
fn text(headers: &HeaderMap, name: &HeaderName) -> Option<String> {
    headers.get(name).map(|value| value.to_str().unwrap_or_default().into())
}

const TOKEN: HeaderName = HeaderName::from_static("x-faro-token");
const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Checks that a request names this machine as its host and has no other page as its origin.
///
/// A page elsewhere can make its own host name resolve to this machine (DNS rebinding). Its requests then carry
/// that host name and are refused.
pub fn check<B>(request: &Request<B>, address: &Address) -> Result<(), Refusal> {
    let forbidden = |why| Err(Refusal::new(StatusCode::FORBIDDEN, why));
    let headers = request.headers();
    if request.uri().authority().is_some() || !only(headers, &HOST).is_some_and(|host| address.is_host(host))
    {
        return forbidden("the host is not this machine; open the address that faro printed");
    }
    let origin = match headers.contains_key(ORIGIN) {
        false => request.method() != Method::POST,
        true => {
            only(headers, &ORIGIN).and_then(|origin| origin.strip_prefix(b"http://")) == only(headers, &HOST)
        }
    };
    let site = match headers.contains_key(FETCH_SITE) {
        false => true,
        true => matches!(only(headers, &FETCH_SITE), Some(b"same-origin" | b"none")),
    };
    if !origin || !site {
        return forbidden("the request comes from another page; open the address that faro printed");
    }
    Ok(())
}

pub fn check_token<B>(request: &Request<B>, address: &Address) -> Result<(), Refusal> {
    if only(request.headers(), &TOKEN).is_some_and(|token| address.is_token(token)) {
        return Ok(());
    }
    let why =
        "the token is missing or wrong; open the address that faro printed, with all that follows the #";
    Err(Refusal::new(StatusCode::FORBIDDEN, why))
}

/// Returns the value of a header that occurs exactly once.
fn only<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a [u8]> {
    let mut values = headers.get_all(name).iter();
    values.next().filter(|_| values.next().is_none()).map(|value| value.as_bytes())
}

/// Questions with a longer time limit count as long.
const LONG: Duration = Duration::from_secs(5);

/// Limits the number of workers that run at a time. Long questions do not delay short ones.
pub struct Turns {
    short: Semaphore,
    long: Semaphore,
}

impl Turns {
    pub fn new() -> Turns {
        let cores = threads::cores().get();
        Turns { short: Semaphore::new(2 * cores.max(2)), long: Semaphore::new(cores.max(4) / 2) }
    }

    /// Waits until another worker may run. The worker's turn lasts until the returned value is dropped.
    pub async fn next(&self, budget: Duration) -> Option<SemaphorePermit<'_>> {
        let turns = if budget > LONG { &self.long } else { &self.short };
        turns.acquire().await.ok()
    }
}
