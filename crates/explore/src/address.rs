use std::io::ErrorKind;
use std::net::{Ipv4Addr, TcpListener};
use std::process::{Command, Stdio};
use std::thread;

use super::token;
use faro_console::error::invalid;
use faro_console::output;

/// The address of the page, and the token that its requests carry.
pub struct Address {
    port: u16,
    token: String,
}

impl Address {
    /// Listens on the loopback interface.
    ///
    /// If `port` is 0, the system chooses a free port and the token is new. The token of any other port is kept
    /// between runs.
    pub fn bind(port: u16) -> anyhow::Result<(TcpListener, Address)> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(|error| {
            let why = match error.kind() {
                ErrorKind::AddrInUse => {
                    "another program listens on this port; try another, or 0 for a free one".into()
                }
                ErrorKind::PermissionDenied => "this port needs privileges; expected one from 1024".into(),
                _ => format!("cannot listen on it: {error}"),
            };
            invalid("--port <P>", port, why)
        })?;
        let token = if port == 0 { token::random()? } else { token::kept(port)? };
        let port = listener.local_addr()?.port();
        Ok((listener, Address { port, token }))
    }

    /// Returns the address with the token in its fragment, which browsers do not send in requests.
    pub fn link(&self) -> String {
        format!("http://127.0.0.1:{}/#token={}", self.port, self.token)
    }

    /// Returns whether `host` is a valid value of the header `Host` of requests to the address.
    pub fn is_host(&self, host: &[u8]) -> bool {
        ["127.0.0.1", "localhost"].iter().any(|name| format!("{name}:{}", self.port).as_bytes() == host)
    }

    /// Compares a text with the token, in a time that depends only on the length of the text.
    pub fn is_token(&self, text: &[u8]) -> bool {
        let token = self.token.as_bytes();
        let differences =
            text.iter().zip(token).fold(0, |differences, (one, other)| differences | (one ^ other));
        text.len() == token.len() && std::hint::black_box(differences) == 0
    }
}

/// Opens an address in the user's browser. A failure is noted on standard error.
pub fn open(link: &str, quiet: bool) -> anyhow::Result<()> {
    let (program, arguments): (_, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("cmd", &["/c", "start", ""]),
        _ => ("xdg-open", &[]),
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(link).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    // The program may run as long as the browser.
    thread::Builder::new().spawn(move || {
        let opened = command.status().is_ok_and(|status| status.success());
        if !opened && !quiet {
            output::note("no browser could be opened; open the address above in one");
        }
    })?;
    Ok(())
}
