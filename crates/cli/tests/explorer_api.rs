//! The server of `faro explore` answers with the program's output, and refuses everything else.

mod calls;
mod client;
mod refused;

use std::io::Write;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use crate::support::{faro, wait_in_time, with_default_signals};
use calls::{Call, Numbers};
use client::{Answer, Server};

fn server() -> Server {
    Server::start(with_default_signals())
}

/// Alone, the question would take hours.
#[test]
fn a_worker_ends_when_nobody_reads_its_answer() {
    let question = "--explore-worker 1000000 result mix 52 thorp --times 1..=9 --samples 100000000";
    let mut worker = faro();
    worker
        .args(question.split(' '))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    let mut worker = worker.spawn().unwrap();
    drop(worker.stdout.take());
    assert_eq!(worker.wait().unwrap().code(), Some(1));
}

/// Upper limit of the server's memory.
const MOST_KILOBYTES: u64 = 50_000;

#[test]
fn answers_are_the_bytes_of_the_program() {
    let server = server();
    let mut numbers = Numbers(15);
    let mut errors = 0;
    for _ in 0..300 {
        let call = Call::generate(&mut numbers);
        let (path, arguments) = (call.path(&mut numbers), call.arguments());
        let answer = server.get(&path);
        let output = faro().args(&arguments).output().unwrap();
        if output.status.success() {
            assert_eq!(answer.status, 200, "{path}: {}", answer.text());
            assert!(answer.body == output.stdout, "{path}: {}", answer.text());
        } else {
            errors += 1;
            let error = String::from_utf8(output.stderr).unwrap();
            assert_eq!(answer.status, 400, "{path}");
            assert_eq!(format!("error: {}\n", answer.error()), error, "{path}");
        }
    }
    // Enough of the answers are errors, and enough are not.
    assert!((30..150).contains(&errors), "{errors}");
}

#[test]
fn options_without_a_value_and_several_values() {
    let server = server();
    for (path, arguments) in [
        (
            "/api/deck?cards=8&kind=out&each=",
            "deck --cards 8 --kind out --each",
        ),
        (
            "/api/deck?cards=8&kind=out&each",
            "deck --cards 8 --kind out --each",
        ),
        (
            "/api/deck?cards=8&kind=out&track=1&track=2",
            "deck --cards 8 --kind out --track 1 --track 2",
        ),
        (
            "/api/solve?cards=52&from=new-deck&to=si-stebbins&timeout=0",
            "solve --cards 52 --from new-deck --to si-stebbins --timeout 0",
        ),
    ] {
        let output = faro()
            .args(arguments.split(' '))
            .arg("--format=json")
            .output()
            .unwrap();
        let answer = server.get(path);
        match answer.status {
            200 => assert!(answer.body == output.stdout, "{path}"),
            _ => assert_eq!(
                format!("error: {}\n", answer.error()).into_bytes(),
                output.stderr,
                "{path}"
            ),
        }
    }
}

#[test]
fn pictures_are_those_of_the_program() {
    let server = server();
    for (path, arguments) in [
        (
            "/api/sweep?cards=2..=300&kind=out",
            "sweep --cards 2..=300 --kind out",
        ),
        (
            "/api/law?cards=3&shuffle=naive",
            "law --cards 3 --shuffle naive",
        ),
        (
            "/api/mix?cards=52&riffles=1..=9",
            "mix --cards 52 --riffles 1..=9",
        ),
        (
            "/api/simulate?cards=9&shuffle=gsr&samples=500&seed=1",
            "simulate --cards 9 --shuffle gsr --samples 500 --seed 1",
        ),
        (
            "/api/matrix?cards=9&shuffle=gsr",
            "matrix --cards 9 --shuffle gsr",
        ),
    ] {
        let file = format!("{}/explorer.svg", env!("CARGO_TARGET_TMPDIR"));
        let drawn = faro()
            .args(arguments.split(' '))
            .args(["--svg", &file])
            .output()
            .unwrap();
        assert!(drawn.status.success(), "{arguments}");
        let answer = server.get(&format!("{path}&picture=svg&budget=60"));
        assert_eq!(answer.status, 200, "{path}: {}", answer.text());
        assert!(answer.head.contains("content-type: image/svg+xml"));
        assert_eq!(
            answer.text(),
            std::fs::read_to_string(&file).unwrap(),
            "{path}"
        );
    }
    assert_eq!(
        server
            .get("/api/order?cards=52&kind=out&picture=svg")
            .status,
        400
    );
}

fn decks() -> Vec<u8> {
    let arguments = "deck --cards 8 --shuffle naive --samples 500 --seed 1";
    faro().args(arguments.split(' ')).output().unwrap().stdout
}

#[test]
fn an_audit_reads_the_decks_of_the_body() {
    let (server, decks) = (server(), decks());
    let mut program = faro();
    let program = program
        .args(["audit", "--seed=1", "--format=json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped());
    let mut program = program.spawn().unwrap();
    program.stdin.take().unwrap().write_all(&decks).unwrap();
    let expected = program.wait_with_output().unwrap().stdout;
    let answer = server.post("/api/audit?seed=1&budget=60", &decks);
    assert_eq!(answer.status, 200);
    assert!(answer.body == expected);
    let page = server.post("/api/audit?seed=1&picture=html&budget=60", &decks);
    assert!(
        page.head.contains("content-type: text/html") && page.text().starts_with("<!DOCTYPE html>")
    );
    assert_eq!(server.post("/api/audit?seed=1", b"no deck\n").status, 400);
}

#[test]
fn headers_keep_other_pages_out() {
    let server = server();
    for answer in [
        server.get("/"),
        server.get("/api/order?cards=52&kind=out"),
        server.get("/absent"),
    ] {
        let head = answer.head.to_lowercase();
        for header in [
            "x-content-type-options: nosniff",
            "referrer-policy: no-referrer",
            "cache-control: no-store",
            "cross-origin-resource-policy: same-origin",
            "content-security-policy: default-src 'none'",
            "frame-ancestors 'none'",
        ] {
            assert!(head.contains(header), "{header}: {head}");
        }
        assert!(!head.contains("access-control"), "{head}");
    }
    let head = server.get("/").head;
    assert!(
        head.contains("script-src 'self'") && !head.contains("unsafe"),
        "{head}"
    );
}

#[test]
fn files_are_compressed_for_a_browser_that_accepts_it() {
    let server = server();
    let host = server.host();
    for path in ["/", "/main.js", "/style.css", "/shuffle.sandbox.js"] {
        let get = |coding| {
            server.send(
                &format!("GET {path}"),
                &[("Host", &host), ("Accept-Encoding", coding)],
                b"",
            )
        };
        let (plain, small) = (get("gzip, br"), get("gzip, deflate, br, zstd"));
        assert!(
            !plain.head.contains("content-encoding"),
            "{path}: {}",
            plain.head
        );
        assert!(
            small.head.contains("content-encoding: deflate"),
            "{path}: {}",
            small.head
        );
        assert!(small.body.len() < plain.body.len(), "{path}");
        assert_eq!(
            miniz_oxide::inflate::decompress_to_vec_zlib(&small.body).unwrap(),
            plain.body,
            "{path}"
        );
    }
}

#[test]
fn malformed_requests_get_no_answer_from_inside() {
    let server = server();
    let mut numbers = Numbers(10_000);
    let valid = format!(
        "GET /api/order?cards=52&kind=out HTTP/1.1\r\nHost: {}\r\nX-Faro-Token: {}\r\n\r\n",
        server.host(),
        "0".repeat(64)
    );
    for _ in 0..10_000 {
        let mut request = valid.clone().into_bytes();
        for _ in 0..=numbers.below(6) {
            if request.is_empty() {
                break;
            }
            let at = numbers.below(request.len() as u64) as usize;
            match numbers.below(4) {
                0 => request[at] = numbers.below(256) as u8,
                1 => {
                    drop(request.drain(at..request.len().min(at + 1 + numbers.below(20) as usize)));
                }
                2 => request.insert(at, numbers.below(256) as u8),
                _ => request.truncate(at.max(1)),
            }
        }
        let answer = Answer::parse(&server.raw(&request));
        assert!(
            matches!(answer.status, 0 | 400..=431),
            "{}: {}",
            String::from_utf8_lossy(&request),
            answer.status
        );
        assert!(!answer.text().contains("\"order\""));
    }
    assert_eq!(server.get("/api/order?cards=52&kind=out").status, 200);
    assert!(server.kilobytes("VmHWM:") < MOST_KILOBYTES);
}

#[test]
fn idle_connections_use_little_memory_and_end() {
    let server = server();
    thread::scope(|scope| {
        let connect = || {
            let mut stream = server.connect().unwrap();
            let _ = stream.write_all(b"GET / HT");
            // The read ends when the server closes the connection.
            let mut rest = Vec::new();
            let _ = std::io::Read::read_to_end(&mut stream, &mut rest);
        };
        for _ in 0..500 {
            thread::Builder::new()
                .stack_size(1 << 16)
                .spawn_scoped(scope, connect)
                .unwrap();
        }
        assert_eq!(server.get("/api/order?cards=52&kind=out").status, 200);
    });
    assert!(server.kilobytes("VmHWM:") < MOST_KILOBYTES);
}

const ENDLESS: &str = "/api/simulate?cards=52&shuffle=gsr&samples=1000000000000&seed=1";

/// Returns the number of child processes of `process`.
fn children(process: u32) -> usize {
    let path = format!("/proc/{process}/task/{process}/children");
    std::fs::read_to_string(path).map_or(0, |list| list.split_whitespace().count())
}

fn wait_until(condition: impl Fn() -> bool) {
    let begun = Instant::now();
    while !condition() {
        assert!(begun.elapsed() < Duration::from_secs(60), "waited too long");
        thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn a_question_ends_with_its_time_or_its_connection() {
    let server = server();
    let process = server.child.id();
    let answer = server.get(&format!("{ENDLESS}&budget=0.1"));
    assert!(answer.status == 400 && answer.error().contains("no answer after 0.1 s"));
    wait_until(|| children(process) == 0);
    let mut stream = server.connect().unwrap();
    let (host, token) = (server.host(), &server.token);
    write!(stream, "GET {ENDLESS}&budget=300 HTTP/1.1\r\nHost: {host}\r\nX-Faro-Token: {token}\r\nX-Faro-Request: a\r\n\r\n").unwrap();
    wait_until(|| {
        let progress = server.get("/progress/a");
        progress.status == 200 && !progress.text().contains("\"steps\":0}")
    });
    assert_eq!(children(process), 1);
    drop(stream);
    wait_until(|| children(process) == 0);
    assert_eq!(server.get("/progress/a").status, 204);
}

#[test]
fn ctrl_c_ends_it_whatever_is_open() {
    let mut server = server();
    let idle: Vec<_> = (0..20).map(|_| server.connect().unwrap()).collect();
    let mut stream = server.connect().unwrap();
    let (host, token) = (server.host(), &server.token);
    write!(
        stream,
        "GET {ENDLESS}&budget=300 HTTP/1.1\r\nHost: {host}\r\nX-Faro-Token: {token}\r\n\r\n"
    )
    .unwrap();
    let process = server.child.id();
    wait_until(|| children(process) == 1);
    let list = std::fs::read_to_string(format!("/proc/{process}/task/{process}/children")).unwrap();
    let worker = list.trim();
    let killed = std::process::Command::new("kill")
        .args(["-INT", &process.to_string()])
        .status()
        .unwrap();
    assert!(killed.success());
    assert!(wait_in_time(&mut server.child).success());
    wait_until(|| !std::fs::exists(format!("/proc/{worker}")).unwrap());
    drop(idle);
}

#[test]
fn ports() {
    let server = server();
    let taken = faro()
        .args(["explore", "--no-open", "--port", &server.port.to_string()])
        .output()
        .unwrap();
    let error = String::from_utf8(taken.stderr).unwrap();
    assert_eq!(taken.status.code(), Some(2));
    assert!(
        error.contains("--port <P>") && error.contains("another program listens on this port"),
        "{error}"
    );
    assert!(Server::with(with_default_signals(), &["--port", "0"]).port > 0);
    for port in ["65536", "-1", "http", ""] {
        let output = faro()
            .args(["explore", "--no-open", "--port", port])
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(
            String::from_utf8(output.stderr)
                .unwrap()
                .contains("expected a port from 1 to 65535")
        );
    }
}

#[test]
fn a_port_keeps_its_token_in_a_private_file() {
    use std::os::unix::fs::PermissionsExt;

    let folder = format!("{}/state of a port", env!("CARGO_TARGET_TMPDIR"));
    let _ = std::fs::remove_dir_all(&folder);
    let port = server().port.to_string();
    let start = |options: &[&str]| {
        let mut faro = with_default_signals();
        faro.env("XDG_STATE_HOME", &folder);
        Server::with(faro, options)
    };
    // With a free port the token is new in each run, and no file is written.
    assert_ne!(start(&[]).token, start(&["--port", "0"]).token);
    assert!(!std::fs::exists(&folder).unwrap());
    let token = start(&["--port", &port]).token.clone();
    let again = start(&["--port", &port]);
    assert_eq!(again.token, token);
    assert_eq!(again.get("/api/order?cards=52&kind=out").status, 200);
    drop(again);
    let file = format!("{folder}/faro/explore-{port}.token");
    assert_eq!(
        std::fs::metadata(&file).unwrap().permissions().mode() & 0o777,
        0o600
    );
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o644)).unwrap();
    let mut faro = faro();
    let faro = faro
        .args(["explore", "--no-open", "--port", &port])
        .env("XDG_STATE_HOME", &folder);
    let refused = faro.output().unwrap();
    let error = String::from_utf8(refused.stderr).unwrap();
    assert_eq!(refused.status.code(), Some(2));
    assert!(
        refused.stdout.is_empty() && error.contains(&file) && error.contains("delete it"),
        "{error}"
    );
    assert!(!error.contains(&token), "{error}");
}

/// Time after which the server closes an idle connection.
const IDLE_TIME: Duration = Duration::from_secs(5);

/// Idle connections also free their places after [`IDLE_TIME`]. So only a request that is answered sooner
/// proves that they were closed for it.
#[test]
fn idle_connections_do_not_delay_others() {
    let server = server();
    let answered_at_once = || {
        let begun = Instant::now();
        let idle: Vec<_> = (0..300).map(|_| server.connect().unwrap()).collect();
        assert_eq!(server.get("/api/order?cards=52&kind=out").status, 200);
        drop(idle);
        begun.elapsed() < IDLE_TIME
    };
    assert!((0..10).any(|_| answered_at_once()));
}

/// A connection with a running request is not closed to make place for others.
#[test]
fn idle_connections_do_not_end_a_request() {
    let server = server();
    let mut stream = server.connect().unwrap();
    let (host, token) = (server.host(), &server.token);
    write!(
        stream,
        "GET {ENDLESS}&budget=300 HTTP/1.1\r\nHost: {host}\r\nX-Faro-Token: {token}\r\n\r\n"
    )
    .unwrap();
    let process = server.child.id();
    wait_until(|| children(process) == 1);
    let worker =
        || std::fs::read_to_string(format!("/proc/{process}/task/{process}/children")).unwrap();
    let before = worker();
    let idle: Vec<_> = (0..500).map(|_| server.connect().unwrap()).collect();
    // All connections are accepted, so the oldest idle ones were closed.
    assert_eq!(server.get("/").status, 200);
    assert_eq!(worker(), before);
    drop(idle);
}

/// A worker's turn lasts until its answer has been read, and who does not read it loses the connection.
#[test]
fn slow_readers_hold_no_more_workers_than_may_run() {
    let server = server();
    let process = server.child.id();
    let turns = 2 * thread::available_parallelism().map_or(2, |cores| cores.get().max(2));
    let (host, token) = (server.host(), &server.token);
    let ask = || {
        let mut stream = server.connect().unwrap();
        let line = "GET /api/deck?cards=1000000&kind=out HTTP/1.1";
        write!(
            stream,
            "{line}\r\nHost: {host}\r\nX-Faro-Token: {token}\r\n\r\n"
        )
        .unwrap();
        stream
    };
    let slow: Vec<_> = (0..=turns).map(|_| ask()).collect();
    wait_until(|| children(process) == turns);
    for _ in 0..100 {
        assert!(children(process) <= turns);
        thread::sleep(Duration::from_millis(10));
    }
    wait_until(|| children(process) == 0);
    assert_eq!(server.get("/api/order?cards=52&kind=out").status, 200);
    drop(slow);
}

/// A page learns whether the program knows the key before it sends anything that is derived from it.
#[test]
fn a_start_of_the_program_has_a_proof_and_no_secret() {
    let server = server();
    let started = |server: &Server, path: &str| {
        let answer = server.send(&format!("GET {path}"), &[("Host", &server.host())], b"");
        assert_eq!(answer.status, 200);
        let json: serde_json::Value = serde_json::from_slice(&answer.body).unwrap();
        assert!(!answer.text().contains(&server.token));
        [json["start"].to_string(), json["proof"].to_string()]
    };
    let [start, proof] = started(&server, "/start/a");
    assert_eq!(started(&server, "/start/a"), [start.clone(), proof.clone()]);
    let [same, other] = started(&server, "/start/b");
    assert!(same == start && other != proof);
    assert_ne!(started(&self::server(), "/start/a")[0], start);
    let elsewhere = server.send("GET /start/a", &[("Host", "example.com")], b"");
    assert_eq!(elsewhere.status, 403);
}

/// The address is given to the page as it is, and a page without one is given none.
#[test]
fn the_page_learns_where_it_is_published() {
    let share = |options: &[&str]| {
        let server = Server::with(with_default_signals(), options);
        let answer = server.send("GET /start/a", &[("Host", &server.host())], b"");
        serde_json::from_slice::<serde_json::Value>(&answer.body).unwrap()["share"].clone()
    };
    let base = "https://example.org/faro/";
    assert_eq!(share(&["--share-base", base]), base);
    assert!(share(&[]).is_null());
}

/// A file of the user leads the browser to the page. Other files of the page, and answers, are for the page alone.
#[test]
fn the_page_may_be_visited_from_elsewhere() {
    let server = server();
    let get = |path: &str, destination: &str| {
        let headers = [
            ("Host", server.host()),
            ("X-Faro-Token", server.token.clone()),
            ("Sec-Fetch-Site", "cross-site".into()),
            ("Sec-Fetch-Dest", destination.into()),
        ];
        let headers: Vec<(&str, &str)> = headers
            .iter()
            .map(|(name, value)| (*name, value.as_str()))
            .collect();
        server.send(&format!("GET {path}"), &headers, b"").status
    };
    assert_eq!(get("/", "document"), 200);
    for (path, destination) in [
        ("/", "iframe"),
        ("/", "empty"),
        ("/main.js", "script"),
        ("/main.js", "document"),
        ("/start/a", "document"),
        ("/api/order?cards=52&kind=out", "document"),
    ] {
        assert_eq!(get(path, destination), 403, "{path} {destination}");
    }
}

/// The arguments of the program that opens the browser can be seen by other users.
#[cfg(target_os = "linux")]
#[test]
fn the_browser_is_opened_by_a_private_file() {
    if !crate::support::has_tool("script") {
        return;
    }
    use std::os::unix::fs::PermissionsExt;

    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("opener");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let opener = folder.join("xdg-open");
    let seen = folder.join("seen");
    std::fs::write(
        &opener,
        format!("#!/bin/sh\necho \"$@\" >{}\n", seen.display()),
    )
    .unwrap();
    std::fs::set_permissions(&opener, std::fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap());
    let mut script = std::process::Command::new("script");
    let program = faro().get_program().to_str().unwrap().to_owned();
    // Ctrl-C ends the program even if the tests ignore the signal.
    let with_signals = match cfg!(target_os = "linux") {
        true => "env --default-signal",
        false => "",
    };
    let line = format!("exec {with_signals} {program} explore");
    script.args(["-qec", &line, "/dev/null"]).env("PATH", path);
    script
        .env("TMPDIR", &folder)
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped());
    let mut child = script.spawn().unwrap();
    let mut line = String::new();
    std::io::BufRead::read_line(
        &mut std::io::BufReader::new(child.stdout.as_mut().unwrap()),
        &mut line,
    )
    .unwrap();
    let link = line.trim().to_owned();
    wait_until(|| std::fs::read_to_string(&seen).is_ok_and(|text| text.ends_with('\n')));
    let argument = std::fs::read_to_string(&seen).unwrap().trim().to_owned();
    let (address, token) = link.split_once("/#token=").unwrap();
    assert!(
        !argument.contains(token) && !argument.contains('#'),
        "{argument}"
    );
    assert!(std::fs::read_to_string(&argument).unwrap().contains(&link));
    let mode =
        |path: &std::path::Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let argument = std::path::Path::new(&argument);
    assert_eq!(
        (mode(argument), mode(argument.parent().unwrap())),
        (0o600, 0o700)
    );
    // The page has come when a request has the token.
    let host = address.strip_prefix("http://").unwrap();
    let mut stream = std::net::TcpStream::connect(host).unwrap();
    write!(
        stream,
        "GET /progress/none HTTP/1.1\r\nHost: {host}\r\nX-Faro-Token: {token}\r\n\r\n"
    )
    .unwrap();
    wait_until(|| !argument.parent().unwrap().exists());
    child.stdin.as_mut().unwrap().write_all(b"\x03").unwrap();
    wait_in_time(&mut child);
}
