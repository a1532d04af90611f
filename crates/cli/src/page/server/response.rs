//! Responses to requests, with headers that restrict what a browser does with them.

use std::pin::Pin;
use std::task::{Context, Poll};

use hyper::body::{Body, Bytes, Frame, SizeHint};
use hyper::header::{
    ACCEPT_ENCODING, ALLOW, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderMap,
    HeaderName, HeaderValue,
};
use hyper::{Response, StatusCode};
use miniz_oxide::deflate::compress_to_vec_zlib;

use super::assets::Asset;
use super::worker::Running;
use crate::page::allowed::JSON;
use crate::page::answering::error_json;

/// Content security policy of the page. It allows the page's own files and pictures that the page makes, but no inline
/// script or style.
const PAGE_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; \
    connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Content security policy of a worker that runs code typed by the user. The worker can only exchange messages with the
/// page that started it.
const SANDBOX_POLICY: &str = "default-src 'none'; script-src 'unsafe-eval'";

/// Content security policy of answers. A browser that opens an answer directly runs and loads nothing.
const ANSWER_POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'";

/// The reason why a request is not answered.
#[derive(Debug)]
pub struct Refusal {
    status: StatusCode,
    why: String,
    /// The method that is accepted, if the request is refused because of its method.
    method: Option<&'static str>,
}

impl Refusal {
    pub fn new(status: StatusCode, why: impl Into<String>) -> Refusal {
        Refusal {
            status,
            why: why.into(),
            method: None,
        }
    }

    /// Returns the refusal of a request whose method is not `accepted`.
    pub fn method(accepted: &'static str) -> Refusal {
        let why = format!("expected the method {accepted}");
        Refusal {
            status: StatusCode::METHOD_NOT_ALLOWED,
            why,
            method: Some(accepted),
        }
    }

    pub fn response(self) -> Response<Content> {
        let json = error_json(&self.why);
        let mut response = response(
            self.status,
            JSON,
            ANSWER_POLICY,
            Content::Whole(json.into()),
        );
        let allow = self
            .method
            .map(|method| (ALLOW, HeaderValue::from_static(method)));
        response.headers_mut().extend(allow);
        response
    }
}

pub enum Content {
    Whole(Bytes),
    /// The output of a running worker.
    Running(Box<Running>),
}

/// Compression level of the page's files, from 0 to 10.
const LEVEL: u8 = 6;

/// Returns the response with a file of the page, compressed if the browser accepts it.
pub fn asset(asset: &'static Asset, request: &HeaderMap) -> Response<Content> {
    let policy = if asset.is_sandbox() {
        SANDBOX_POLICY
    } else {
        PAGE_POLICY
    };
    let is_small = accepts_deflate(request);
    let bytes = match is_small {
        true => compress_to_vec_zlib(asset.bytes, LEVEL).into(),
        false => Bytes::from_static(asset.bytes),
    };
    let mut response = response(
        StatusCode::OK,
        asset.media_type(),
        policy,
        Content::Whole(bytes),
    );
    let encoding = is_small.then_some((CONTENT_ENCODING, HeaderValue::from_static(DEFLATE)));
    response.headers_mut().extend(encoding);
    response
}

const DEFLATE: &str = "deflate";

fn accepts_deflate(request: &HeaderMap) -> bool {
    let values = request
        .get_all(ACCEPT_ENCODING)
        .iter()
        .filter_map(|value| value.to_str().ok());
    values
        .flat_map(|value| value.split(','))
        .any(|coding| coding.trim() == DEFLATE)
}

/// Returns the response with the answer of a command. `status` is 200, or 400 for an error.
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
        (
            HeaderName::from_static("cross-origin-resource-policy"),
            "same-origin",
        ),
        (
            HeaderName::from_static("cross-origin-opener-policy"),
            "same-origin",
        ),
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
            Content::Running(running) => running
                .poll_read(context)
                .map(|read| read.map(|bytes| bytes.map(Frame::data))),
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
