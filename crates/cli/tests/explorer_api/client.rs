//! Starts a server for a test and sends requests to it.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// Time limit far above the duration of any answer.
const LONG: Duration = Duration::from_secs(120);

/// A running `faro explore`, which ends on drop.
pub struct Server {
    pub child: Child,
    pub port: u16,
    pub token: String,
}

/// The answer to a request.
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Server {
    pub fn start(faro: Command) -> Server {
        Server::with(faro, &[])
    }

    /// Starts the program with further options.
    pub fn with(mut faro: Command, options: &[&str]) -> Server {
        let mut child = faro
            .args(["explore", "--no-open"])
            .args(options)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap())
            .read_line(&mut line)
            .unwrap();
        let address = line.trim_end().strip_prefix("http://127.0.0.1:").unwrap();
        let (port, token) = address.split_once("/#token=").unwrap();
        Server {
            child,
            port: port.parse().unwrap(),
            token: token.into(),
        }
    }

    pub fn host(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    pub fn connect(&self) -> io::Result<TcpStream> {
        let stream =
            TcpStream::connect_timeout(&SocketAddr::from(([127, 0, 0, 1], self.port)), LONG)?;
        stream.set_read_timeout(Some(LONG))?;
        Ok(stream)
    }

    /// Sends bytes and returns the whole response.
    pub fn raw(&self, request: &[u8]) -> Vec<u8> {
        let mut stream = self.connect().unwrap();
        // The server may close the connection before it has read everything.
        let _ = stream.write_all(request);
        let _ = stream.shutdown(std::net::Shutdown::Write);
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        bytes
    }

    /// Sends a request with the given headers and reads the answer.
    pub fn send(&self, line: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        let mut request = format!("{line} HTTP/1.1\r\nConnection: close\r\n");
        for (name, value) in headers {
            request += &format!("{name}: {value}\r\n");
        }
        if !body.is_empty() {
            request += &format!("Content-Length: {}\r\n", body.len());
        }
        let mut stream = self.connect().unwrap();
        // The server does not read a refused request to its end.
        let _ = stream
            .write_all((request + "\r\n").as_bytes())
            .and_then(|()| stream.write_all(body));
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        Answer::parse(&bytes)
    }

    /// Requests a path with the token.
    pub fn get(&self, path: &str) -> Answer {
        self.send(
            &format!("GET {path}"),
            &[("Host", &self.host()), ("X-Faro-Token", &self.token)],
            b"",
        )
    }

    /// Sends decks with the token.
    pub fn post(&self, path: &str, decks: &[u8]) -> Answer {
        let (host, origin) = (self.host(), format!("http://{}", self.host()));
        let headers = [
            ("Host", host.as_str()),
            ("Origin", &origin),
            ("X-Faro-Token", &self.token),
        ];
        self.send(&format!("POST {path}"), &headers, decks)
    }

    /// Returns the value in kB of a line of `/proc/PID/status`.
    #[cfg(target_os = "linux")]
    pub fn kilobytes(&self, name: &str) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status
            .lines()
            .find_map(|line| line.strip_prefix(name))
            .unwrap();
        line.split_whitespace().next().unwrap().parse().unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Answer {
    pub fn parse(bytes: &[u8]) -> Answer {
        let end = bytes
            .windows(4)
            .position(|four| four == b"\r\n\r\n")
            .map_or(bytes.len(), |at| at + 4);
        let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let status = head
            .split(' ')
            .nth(1)
            .and_then(|status| status.parse().ok())
            .unwrap_or(0);
        Answer {
            status,
            head,
            body: bytes[end..].to_vec(),
        }
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// Returns the error message in the answer.
    pub fn error(&self) -> String {
        let json: serde_json::Value = serde_json::from_slice(&self.body).unwrap();
        json["error"].as_str().unwrap().into()
    }
}
