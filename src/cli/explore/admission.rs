//! Refuses requests that do not come from the page of this program.

use hyper::header::{HOST, HeaderName, ORIGIN};
use hyper::{HeaderMap, Method, Request, StatusCode};

use super::address::Address;
use super::response::Refusal;

const TOKEN: HeaderName = HeaderName::from_static("x-faro-token");
const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Checks what every request must have: this machine as its host, and no other page as its origin.
///
/// A page elsewhere can give its own name the address of this machine (DNS rebinding); its requests then name that
/// host.
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

/// Checks the token.
pub fn check_token<B>(request: &Request<B>, address: &Address) -> Result<(), Refusal> {
    if only(request.headers(), &TOKEN).is_some_and(|token| address.is_token(token)) {
        return Ok(());
    }
    let why =
        "the token is missing or wrong; open the address that faro printed, with all that follows the #";
    Err(Refusal::new(StatusCode::FORBIDDEN, why))
}

/// Returns the value of a header that occurs once.
fn only<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a [u8]> {
    let mut values = headers.get_all(name).iter();
    values.next().filter(|_| values.next().is_none()).map(|value| value.as_bytes())
}
