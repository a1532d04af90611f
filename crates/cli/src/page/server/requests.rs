//! Checks requests and dispatches them to the code that answers them. The headers of responses restrict their use to the
//! page.

use std::cell::RefCell;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use crate::arguments::effort;
use hyper::body::{Body, Bytes, Frame, Incoming, SizeHint};
use hyper::header::{
    ACCEPT_ENCODING, ALLOW, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HOST, HeaderMap,
    HeaderName, HeaderValue, ORIGIN,
};
use hyper::{Method, Request, Response, StatusCode};
use miniz_oxide::deflate::compress_to_vec_zlib;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::address::Address;
use super::browser::Signpost;
use super::worker::{self, Progress, Running};
use crate::page::allowed::{Asked, JSON, READERS};
use crate::page::answering::error_json;

const BUDGET: HeaderName = HeaderName::from_static("x-faro-budget");
const REQUEST: HeaderName = HeaderName::from_static("x-faro-request");

pub struct Service {
    address: Address,
    /// The file that leads the browser here, until a page has come.
    signpost: RefCell<Option<Signpost>>,
    turns: Turns,
    progress: Progress,
}

impl Service {
    pub fn new(address: Address, signpost: Option<Signpost>) -> Service {
        let signpost = RefCell::new(signpost);
        Service { address, signpost, turns: Turns::new(), progress: Progress::default() }
    }

    pub async fn answer(&self, request: Request<Incoming>) -> Response<Content> {
        self.respond(request).await.unwrap_or_else(Refusal::response)
    }

    async fn respond(&self, request: Request<Incoming>) -> Result<Response<Content>, Refusal> {
        check(&request, &self.address)?;
        let path = request.uri().path();
        if let Some(command) = path.strip_prefix("/api/").map(String::from) {
            self.check_token(&request)?;
            let method = if READERS.contains(&command.as_str()) { Method::POST } else { Method::GET };
            check_method(&request, &method)?;
            return self.ask(&command, request).await;
        }
        if let Some(name) = path.strip_prefix("/progress/") {
            self.check_token(&request)?;
            check_method(&request, &Method::GET)?;
            return Ok(self.progress_of(name));
        }
        if let Some(challenge) = path.strip_prefix("/start/") {
            check_method(&request, &Method::GET)?;
            let (start, proof) = self.address.proof(challenge);
            let json = serde_json::json!({ "start": start, "proof": proof }).to_string() + "\n";
            return Ok(answer(StatusCode::OK, JSON, Content::Whole(Bytes::from(json))));
        }
        let file = Asset::at(path);
        let file =
            file.ok_or_else(|| Refusal::new(StatusCode::NOT_FOUND, "there is nothing at this address"))?;
        check_method(&request, &Method::GET)?;
        Ok(asset(file, request.headers()))
    }

    async fn ask(&self, command: &str, request: Request<Incoming>) -> Result<Response<Content>, Refusal> {
        let header = |name| text(request.headers(), &name);
        let query = request.uri().query().unwrap_or_default();
        let bad = |why| Refusal::new(StatusCode::BAD_REQUEST, why);
        let asked = Asked::new(command, query, header(BUDGET)).map_err(bad)?;
        let followed = self.progress.follow(header(REQUEST)).map_err(bad)?;
        let turn = self.turns.next(asked.budget).await;
        let body = (request.method() == Method::POST).then(|| request.into_body());
        worker::answer(&asked, body, |done, steps| followed.set(done, steps), turn).await
    }

    fn check_token<B>(&self, request: &Request<B>) -> Result<(), Refusal> {
        check_token(request, &self.address)?;
        // A page has come.
        self.signpost.take();
        Ok(())
    }

    fn progress_of(&self, name: &str) -> Response<Content> {
        let Some(steps) = self.progress.of(name) else {
            return answer(StatusCode::NO_CONTENT, JSON, Content::Whole(Bytes::new()));
        };
        let json = serde_json::json!({ "done": steps.done, "steps": steps.steps }).to_string() + "\n";
        answer(StatusCode::OK, JSON, Content::Whole(Bytes::from(json)))
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
const FETCH_DEST: HeaderName = HeaderName::from_static("sec-fetch-dest");

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
    // A file of the user leads to the page, which has no secret: any page may be left for it, but not show it.
    let is_visit = request.uri().path() == "/" && only(headers, &FETCH_DEST) == Some(b"document");
    let site = match headers.contains_key(FETCH_SITE) {
        false => true,
        true => is_visit || matches!(only(headers, &FETCH_SITE), Some(b"same-origin" | b"none")),
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

/// A question is long if its time limit exceeds this time.
const MAX_SHORT_BUDGET: Duration = Duration::from_secs(5);

/// Limits the number of workers that run at a time. Long questions do not delay short ones.
pub struct Turns {
    short: Arc<Semaphore>,
    long: Arc<Semaphore>,
}

/// The turn of a worker, which ends when the value is dropped.
pub type Turn = Option<OwnedSemaphorePermit>;

impl Turns {
    pub fn new() -> Turns {
        let cores = effort::cores().get();
        let of = |workers| Arc::new(Semaphore::new(workers));
        Turns { short: of(2 * cores.max(2)), long: of(cores.max(4) / 2) }
    }

    /// Waits until another worker may run.
    pub async fn next(&self, budget: Duration) -> Turn {
        let turns = if budget > MAX_SHORT_BUDGET { &self.long } else { &self.short };
        Arc::clone(turns).acquire_owned().await.ok()
    }
}

/// Content security policy of the page. It allows its own files and pictures that it makes, but no inline
/// script or style.
const PAGE_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; \
    connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Content security policy of a worker that runs code typed by the user. It reaches only the page that started
/// it.
const SANDBOX_POLICY: &str = "default-src 'none'; script-src 'unsafe-eval'";

/// Content security policy of answers. A browser that opens one directly runs and loads nothing.
const ANSWER_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'";

/// The reason why a request is not answered.
#[derive(Debug)]
pub struct Refusal {
    status: StatusCode,
    why: String,
    /// The method that is accepted instead, if the method is the reason.
    method: Option<&'static str>,
}

impl Refusal {
    pub fn new(status: StatusCode, why: impl Into<String>) -> Refusal {
        Refusal { status, why: why.into(), method: None }
    }

    /// Refuses a method other than `accepted`.
    pub fn method(accepted: &'static str) -> Refusal {
        let why = format!("expected the method {accepted}");
        Refusal { status: StatusCode::METHOD_NOT_ALLOWED, why, method: Some(accepted) }
    }

    pub fn response(self) -> Response<Content> {
        let json = error_json(&self.why);
        let mut response = response(self.status, JSON, ANSWER_POLICY, Content::Whole(json.into()));
        let allow = self.method.map(|method| (ALLOW, HeaderValue::from_static(method)));
        response.headers_mut().extend(allow);
        response
    }
}

pub enum Content {
    Whole(Bytes),
    /// The output of a running worker.
    Running(Box<Running>),
}

/// Compression level, from 0 to 10.
const LEVEL: u8 = 6;

/// Returns a file of the page, compressed if the browser accepts it.
pub fn asset(asset: &'static Asset, request: &HeaderMap) -> Response<Content> {
    let policy = if asset.is_sandbox() { SANDBOX_POLICY } else { PAGE_POLICY };
    let is_small = accepts_deflate(request);
    let bytes = match is_small {
        true => compress_to_vec_zlib(asset.bytes, LEVEL).into(),
        false => Bytes::from_static(asset.bytes),
    };
    let mut response = response(StatusCode::OK, asset.media_type(), policy, Content::Whole(bytes));
    let encoding = is_small.then_some((CONTENT_ENCODING, HeaderValue::from_static(DEFLATE)));
    response.headers_mut().extend(encoding);
    response
}

const DEFLATE: &str = "deflate";

fn accepts_deflate(request: &HeaderMap) -> bool {
    let values = request.get_all(ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).any(|coding| coding.trim() == DEFLATE)
}

/// Returns the answer of a command, with status 200, or 400 for an error.
pub fn answer(status: StatusCode, media_type: &'static str, content: Content) -> Response<Content> {
    response(status, media_type, ANSWER_POLICY, content)
}

fn response(
    status: StatusCode,
    media_type: &'static str,
    policy: &'static str,
    content: Content,
) -> Response<Content> {
    let mut response = Response::new(content);
    *response.status_mut() = status;
    let headers = [
        (CONTENT_TYPE, media_type),
        (CONTENT_SECURITY_POLICY, policy),
        (HeaderName::from_static("x-content-type-options"), "nosniff"),
        (HeaderName::from_static("x-frame-options"), "DENY"),
        (HeaderName::from_static("referrer-policy"), "no-referrer"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cache-control"), "no-store"),
    ];
    let headers = headers.map(|(name, value)| (name, HeaderValue::from_static(value)));
    response.headers_mut().extend(headers);
    response
}

impl Body for Content {
    type Data = Bytes;
    type Error = std::io::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context,
    ) -> Poll<Option<Result<Frame<Bytes>, std::io::Error>>> {
        match &mut *self {
            Content::Whole(bytes) if bytes.is_empty() => Poll::Ready(None),
            Content::Whole(bytes) => Poll::Ready(Some(Ok(Frame::data(std::mem::take(bytes))))),
            Content::Running(running) => {
                running.poll_read(context).map(|read| read.map(|bytes| bytes.map(Frame::data)))
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        self.left() == 0
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.left())
    }
}

impl Content {
    fn left(&self) -> u64 {
        match self {
            Content::Whole(bytes) => bytes.len() as u64,
            Content::Running(running) => running.left,
        }
    }
}

pub struct Asset {
    pub name: &'static str,
    pub bytes: &'static [u8],
}

macro_rules! assets {
    ($($name:literal),* $(,)?) => {
        &[$(Asset { name: $name, bytes: include_bytes!(concat!("../../../page/", $name)) }),*]
    };
}

/// The files in `page/`. A new file must be added here.
const ASSETS: &[Asset] = assets![
    "index.html",
    "style.css",
    "axes.js",
    "bets.js",
    "cards.js",
    "clock.js",
    "cloud.js",
    "color.js",
    "counting.js",
    "curve.js",
    "cycles.js",
    "deck.js",
    "digits.js",
    "dom.js",
    "drawn.js",
    "engine.js",
    "errors.js",
    "fair.js",
    "film.js",
    "hands.js",
    "heat.js",
    "help.js",
    "histograms.js",
    "history.js",
    "interlace.js",
    "keys.js",
    "large.js",
    "law.js",
    "main.js",
    "mixing.js",
    "numbers.js",
    "orders.js",
    "pen.js",
    "plain.js",
    "player.js",
    "png.js",
    "poster.js",
    "presets.js",
    "proof.js",
    "report.js",
    "riffle.js",
    "routes.js",
    "routine.js",
    "sample.js",
    "server.js",
    "shuffle.sandbox.js",
    "state.js",
    "steps.js",
    "story.js",
    "strip.js",
    "table.js",
    "teller.js",
    "tiny.js",
    "verify.js",
    "words.js",
    "woven.js",
];

impl Asset {
    /// Returns the file at a path. `/` is the page itself.
    pub fn at(path: &str) -> Option<&'static Asset> {
        let name = match path.strip_prefix('/')? {
            "" => "index.html",
            name => name,
        };
        ASSETS.iter().find(|asset| asset.name == name)
    }

    pub fn media_type(&self) -> &'static str {
        match self.name.rsplit_once('.').map_or("", |(_, extension)| extension) {
            "html" => "text/html; charset=utf-8",
            "css" => "text/css; charset=utf-8",
            "js" => "text/javascript; charset=utf-8",
            "svg" => "image/svg+xml",
            _ => "text/plain; charset=utf-8",
        }
    }

    /// Returns whether the file is a worker that runs code typed by the user.
    pub fn is_sandbox(&self) -> bool {
        self.name.ends_with(".sandbox.js")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_the_folder_is_served() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/page");
        let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().file_name());
        let mut files: Vec<String> = files.map(|name| name.into_string().unwrap()).collect();
        let mut listed: Vec<&str> = ASSETS.iter().map(|asset| asset.name).collect();
        files.sort_unstable();
        listed.sort_unstable();
        assert_eq!(files, listed);
    }
}
