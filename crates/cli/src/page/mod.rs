//! The page of `faro explore`: its server on this machine, which runs the commands of the program.
//!
//! | request | answer |
//! |---|---|
//! | `GET /`, `GET /NAME.css`, `GET /NAME.js` | the files of `page/`, listed in `server/assets.rs`; no token |
//! | `GET /api/COMMAND?option=value` | the bytes of `faro COMMAND --option value --format json` |
//! | the same with `picture=svg` | the picture of the option `--svg` |
//! | `POST /api/audit?option=value`, decks as the body | the bytes of `faro audit --option value --format json` |
//! | the same with `picture=html` | the page of the option `--html` |
//! | `POST /api/prove?recorded&cards=N`, runs as the body | the bytes of `faro prove --recorded --cards N --format json` |
//! | `POST /api/verify?scheme=NAME`, the record of a deal as the body | the bytes of `faro verify --scheme NAME --deal FILE --format json` |
//! | `GET /start/CHALLENGE` | `{"start": S, "proof": P}`: a text of this start, and HMAC-SHA256 of `program CHALLENGE S`; with `--share-base URL` also `"share": URL`; no token |
//! | `GET /progress/ID` | `{"done": 1, "steps": 2}` of the request with the header `X-Faro-Request: ID`, or 204 if none is running |
//!
//! Requests to `/api` and `/progress` need the header `X-Faro-Token`. Its value is the token of the address, or the
//! token of this start: the HMAC-SHA256 of `page S`, where S is the text of this start. The key of both HMACs is the
//! token of the address. The page sends the token of the start, and only after the program has proved that it knows the
//! token of the address. So another program that takes the port after this one has ended learns nothing. An option
//! without a value is written `each=`, and an option with several values `track=1&track=2`. Both `+` and `%20` are
//! spaces. An error has status 400 and the body `{"error": "…"}`.
//!
//! Pictures and pages have colours for light and dark colour schemes. The files of the page are built into the program,
//! and each is listed in `server/assets.rs`. The page of an audit can be shown without inline styles: `DOMParser`
//! parses it, and its style goes into a `CSSStyleSheet` of a shadow root. A file named `….sandbox.js` is a worker that
//! may run code typed by the user (`eval`), and can reach nothing else. The content security policy forbids inline
//! scripts, inline styles and `style=` attributes. A script can set `element.style`.
//!
//! To fill in a simulation step by step, the page requests it with the same seed and growing numbers of decks: 10^4,
//! then 10^5, and so on. Each simulation begins with the decks of the previous one.
//!
//! A request is stopped after 2 seconds, or when its connection is closed. The header `X-Faro-Budget` or the option
//! `budget` of the query sets another number of seconds, at most 300.
//!
//! This module also compiles without the server, for pages that contain the program as WebAssembly (`web/`). Such a
//! page runs `faro --explore-page COMMAND QUERY` for each question.

// Without the server, some of both is not used.
#[cfg_attr(target_family = "wasm", allow(dead_code))]
pub mod allowed;
#[cfg_attr(target_family = "wasm", allow(dead_code))]
pub mod answering;
#[cfg(not(target_family = "wasm"))]
pub mod server;

/// A server that returns an error, because a program inside a page cannot listen on a port.
#[cfg(target_family = "wasm")]
pub mod server {
    use crate::output::options::OutputArgs;

    pub fn run(
        _port: u16,
        _no_open: bool,
        _share_base: Option<String>,
        _args: &OutputArgs,
    ) -> anyhow::Result<()> {
        anyhow::bail!(
            "'explore' serves a page, and this program has no network; open the folder of the page instead"
        )
    }
}
