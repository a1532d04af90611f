//! From a request to what answers it.

use hyper::body::{Bytes, Incoming};
use hyper::header::HeaderName;
use hyper::{HeaderMap, Method, Request, Response, StatusCode};

use super::address::Address;
use super::admission;
use super::allowed::READERS;
use super::ask::{self, Asked};
use super::assets::Asset;
use super::progress::Progress;
use super::response::{self, Content, JSON, Refusal};
use super::turns::Turns;

const BUDGET: HeaderName = HeaderName::from_static("x-faro-budget");
const REQUEST: HeaderName = HeaderName::from_static("x-faro-request");

/// Answers the requests to an address.
pub struct Service {
    address: Address,
    turns: Turns,
    progress: Progress,
}

impl Service {
    pub fn new(address: Address) -> Service {
        Service { address, turns: Turns::new(), progress: Progress::default() }
    }

    /// Answers a request.
    pub async fn answer(&self, request: Request<Incoming>) -> Response<Content> {
        self.respond(request).await.unwrap_or_else(Refusal::response)
    }

    async fn respond(&self, request: Request<Incoming>) -> Result<Response<Content>, Refusal> {
        admission::check(&request, &self.address)?;
        let path = request.uri().path();
        if let Some(command) = path.strip_prefix("/api/").map(String::from) {
            admission::check_token(&request, &self.address)?;
            let method = if READERS.contains(&command.as_str()) { Method::POST } else { Method::GET };
            check_method(&request, &method)?;
            return self.ask(&command, request).await;
        }
        if let Some(name) = path.strip_prefix("/progress/") {
            admission::check_token(&request, &self.address)?;
            check_method(&request, &Method::GET)?;
            return self.progress_of(name);
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

    fn progress_of(&self, name: &str) -> Result<Response<Content>, Refusal> {
        let Some(steps) = self.progress.of(name) else {
            return Err(Refusal::new(StatusCode::NOT_FOUND, "no request with this name is running"));
        };
        let json = serde_json::json!({ "done": steps.done, "steps": steps.steps }).to_string() + "\n";
        Ok(response::answer(StatusCode::OK, JSON, Content::Whole(Bytes::from(json))))
    }
}

fn check_method(request: &Request<Incoming>, accepted: &Method) -> Result<(), Refusal> {
    match request.method() == accepted {
        true => Ok(()),
        false => Err(Refusal::method(if accepted == Method::POST { "POST" } else { "GET" })),
    }
}

/// Returns the value of a header; one that is not text is refused as an empty one.
fn text(headers: &HeaderMap, name: &HeaderName) -> Option<String> {
    headers.get(name).map(|value| value.to_str().unwrap_or_default().into())
}
