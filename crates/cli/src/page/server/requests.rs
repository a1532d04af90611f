//! Validates requests, and dispatches them to the code that answers them.

use std::cell::RefCell;

use hyper::body::{Bytes, Incoming};
use hyper::header::{HOST, HeaderMap, HeaderName, ORIGIN};
use hyper::{Method, Request, Response, StatusCode};

use super::address::Address;
use super::assets::Asset;
use super::browser::Signpost;
use super::progress::Progress;
use super::question;
use super::response::{Content, Refusal, answer, asset};
use super::turns::Turns;
use crate::page::allowed::{Asked, JSON, READERS};

const BUDGET: HeaderName = HeaderName::from_static("x-faro-budget");
const REQUEST: HeaderName = HeaderName::from_static("x-faro-request");

pub struct Service {
    address: Address,
    /// The address at which the page is published on the web, if there is one. Links that are shared use it.
    share_base: Option<String>,
    /// The file that redirects the user's browser to the page. It is removed once a page has sent a request.
    signpost: RefCell<Option<Signpost>>,
    turns: Turns,
    progress: Progress,
}

impl Service {
    pub fn new(
        address: Address,
        share_base: Option<String>,
        signpost: Option<Signpost>,
    ) -> Service {
        let signpost = RefCell::new(signpost);
        Service {
            address,
            share_base,
            signpost,
            turns: Turns::new(),
            progress: Progress::default(),
        }
    }

    pub async fn answer(&self, request: Request<Incoming>) -> Response<Content> {
        self.respond(request)
            .await
            .unwrap_or_else(Refusal::response)
    }

    async fn respond(&self, request: Request<Incoming>) -> Result<Response<Content>, Refusal> {
        check(&request, &self.address)?;
        let path = request.uri().path();
        if let Some(command) = path.strip_prefix("/api/").map(String::from) {
            self.check_token(&request)?;
            let method = if READERS.contains(&command.as_str()) {
                Method::POST
            } else {
                Method::GET
            };
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
            let mut json = serde_json::json!({ "start": start, "proof": proof });
            if let Some(base) = &self.share_base {
                json["share"] = base.as_str().into();
            }
            let json = json.to_string() + "\n";
            return Ok(answer(
                StatusCode::OK,
                JSON,
                Content::Whole(Bytes::from(json)),
            ));
        }
        let file = Asset::at(path);
        let file = file.ok_or_else(|| {
            Refusal::new(StatusCode::NOT_FOUND, "there is nothing at this address")
        })?;
        check_method(&request, &Method::GET)?;
        Ok(asset(file, request.headers()))
    }

    async fn ask(
        &self,
        command: &str,
        request: Request<Incoming>,
    ) -> Result<Response<Content>, Refusal> {
        let header = |name| text(request.headers(), &name);
        let query = request.uri().query().unwrap_or_default();
        let bad = |why| Refusal::new(StatusCode::BAD_REQUEST, why);
        let asked = Asked::new(command, query, header(BUDGET)).map_err(bad)?;
        let followed = self.progress.follow(header(REQUEST)).map_err(bad)?;
        let turn = self.turns.next(asked.budget).await;
        let body = (request.method() == Method::POST).then(|| request.into_body());
        question::answer(&asked, body, |done, steps| followed.set(done, steps), turn).await
    }

    fn check_token<B>(&self, request: &Request<B>) -> Result<(), Refusal> {
        check_token(request, &self.address)?;
        // A page has opened, so the file that redirects to it is not needed.
        self.signpost.take();
        Ok(())
    }

    fn progress_of(&self, name: &str) -> Response<Content> {
        let Some(steps) = self.progress.of(name) else {
            return answer(StatusCode::NO_CONTENT, JSON, Content::Whole(Bytes::new()));
        };
        let json =
            serde_json::json!({ "done": steps.done, "steps": steps.steps }).to_string() + "\n";
        answer(StatusCode::OK, JSON, Content::Whole(Bytes::from(json)))
    }
}

fn check_method(request: &Request<Incoming>, accepted: &Method) -> Result<(), Refusal> {
    match request.method() == accepted {
        true => Ok(()),
        false => Err(Refusal::method(if accepted == Method::POST {
            "POST"
        } else {
            "GET"
        })),
    }
}

/// Returns the value of a header. A value that is not text becomes an empty string, which is refused later.
fn text(headers: &HeaderMap, name: &HeaderName) -> Option<String> {
    headers
        .get(name)
        .map(|value| value.to_str().unwrap_or_default().into())
}

const TOKEN: HeaderName = HeaderName::from_static("x-faro-token");
const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
const FETCH_DEST: HeaderName = HeaderName::from_static("sec-fetch-dest");

/// Returns an error unless the request names this machine as its host and comes from this page.
///
/// A page of another site can make its own host name resolve to this machine (DNS rebinding). Its requests carry that
/// host name, so they are refused.
pub fn check<B>(request: &Request<B>, address: &Address) -> Result<(), Refusal> {
    let forbidden = |why| Err(Refusal::new(StatusCode::FORBIDDEN, why));
    let headers = request.headers();
    if request.uri().authority().is_some()
        || !only(headers, &HOST).is_some_and(|host| address.is_host(host))
    {
        return forbidden("the host is not this machine; open the address that faro printed");
    }
    let origin = match headers.contains_key(ORIGIN) {
        false => request.method() != Method::POST,
        true => {
            only(headers, &ORIGIN).and_then(|origin| origin.strip_prefix(b"http://"))
                == only(headers, &HOST)
        }
    };
    // The page itself contains no secret. Any page may link to it, as the user's file that redirects to it does, but no
    // page may embed it.
    let is_visit = request.uri().path() == "/" && only(headers, &FETCH_DEST) == Some(b"document");
    let site = match headers.contains_key(FETCH_SITE) {
        false => true,
        true => is_visit || matches!(only(headers, &FETCH_SITE), Some(b"same-origin" | b"none")),
    };
    if !origin || !site {
        return forbidden(
            "the request comes from another page; open the address that faro printed",
        );
    }
    Ok(())
}

pub fn check_token<B>(request: &Request<B>, address: &Address) -> Result<(), Refusal> {
    if only(request.headers(), &TOKEN).is_some_and(|token| address.is_token(token)) {
        return Ok(());
    }
    let why = "the token is missing or wrong; open the address that faro printed, with all that follows the #";
    Err(Refusal::new(StatusCode::FORBIDDEN, why))
}

/// Returns the value of a header if the header occurs exactly once.
fn only<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a [u8]> {
    let mut values = headers.get_all(name).iter();
    values
        .next()
        .filter(|_| values.next().is_none())
        .map(|value| value.as_bytes())
}
