//! The server refuses options that name files, and requests from other pages.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::server;
use crate::support::{command_names, faro, shell};

/// Options that the page may not use: they write files, read them, run programs, or only change text.
const REFUSED: [&str; 15] = [
    "svg", "html", "junit", "report", "shard", "exec", "format", "output", "color", "quiet",
    "help", "version", "ascii", "columns", "size",
];

const REFUSED_COMMANDS: [&str; 9] = [
    "merge",
    "completions",
    "man",
    "explore",
    "hands",
    "help",
    "inspect",
    "deal",
    "certify",
];

fn words_after<'a>(text: &'a str, prefix: &str) -> BTreeSet<&'a str> {
    let words = text
        .split_whitespace()
        .filter_map(|word| word.strip_prefix(prefix));
    words
        .map(|word| word.trim_matches(|letter: char| !letter.is_ascii_alphanumeric()))
        .collect()
}

/// Every new command or option must be added to the server's list or to the constants above.
#[test]
fn every_command_and_option_is_allowed_or_refused() {
    let server = server();
    for command in &command_names() {
        let command = command.as_str();
        let expected = server.get(&format!("/api/{command}?nothing=1"));
        if ["audit", "prove", "verify"].contains(&command) {
            assert_eq!(expected.status, 405);
            continue;
        }
        let error = expected.error();
        if error.contains("cannot ask for this command") {
            assert!(REFUSED_COMMANDS.contains(&command), "{command}");
            continue;
        }
        let allowed: BTreeSet<&str> = error
            .split("expected one of ")
            .nth(1)
            .unwrap()
            .split(", ")
            .collect();
        let help = faro().args([command, "--help"]).output().unwrap().stdout;
        let help = String::from_utf8(help).unwrap();
        let is_option = |line: &&str| line.trim_start().starts_with('-');
        let options = help
            .split("Examples:")
            .next()
            .unwrap()
            .lines()
            .filter(is_option);
        let options: BTreeSet<&str> = options.flat_map(|line| words_after(line, "--")).collect();
        for option in options {
            let decided = allowed.contains(option) != REFUSED.contains(&option);
            assert!(
                decided,
                "--{option} of {command}: expected in the server's list or in this one"
            );
        }
    }
}

#[test]
fn no_file_is_read_and_none_is_written() {
    let server = server();
    for path in [
        "/api/solve?cards=52&from=new-deck&to=Cargo.toml",
        "/api/solve?cards=52&from=/etc/passwd&to=new-deck",
        "/api/deck?cards=52&kind=out&start=Cargo.toml",
        "/api/cycles?cards=52&kind=out&start=./Cargo.toml",
        "/api/mix?cards=52&composition=Cargo.toml",
        "/api/order?cards=52&shuffle=/etc/passwd",
        "/api/deck?cards=52&shuffle=/etc/passwd^-1",
    ] {
        let answer = server.get(path);
        assert_eq!(answer.status, 400, "{path}");
        assert!(
            !answer.text().contains("package") && !answer.text().contains("line 1"),
            "{}",
            answer.text()
        );
        // The error is the same for an absent file, so that it does not reveal which files exist.
        let absent = server.get(
            &path
                .replace("Cargo.toml", "absent.txt")
                .replace("/etc/passwd", "/etc/absent"),
        );
        assert_eq!(
            absent
                .error()
                .replace("absent.txt", "Cargo.toml")
                .replace("/etc/absent", "/etc/passwd"),
            answer.error()
        );
    }
    for path in [
        "/api/order?cards=52&kind=out&output=x",
        "/api/order?cards=52&kind=out&format=csv",
        "/api/order?cards=52&kind=out&--output=x",
        "/api/sweep?cards=2..=9&kind=out&svg=x.svg",
        "/api/simulate?cards=9&shuffle=gsr&samples=9&seed=1&shard=1/2",
        "/api/list?what=--output=x",
        "/api/list?what=stacks&what=--output",
        "/api/merge?x=y",
        "/api/explore?port=1",
        "/api/completions?shell=bash",
        "/api/order?cards=52&kind=out%00",
        "/api/order?cards=%ff",
        "/api/order?cards=52&kind=out&budget=1e9",
        "/api/--help?",
    ] {
        assert_eq!(server.get(path).status, 400, "{path}");
    }
    let answer = server.post("/api/audit?exec=true", b"1 2\n");
    assert!(
        answer.status == 400
            && answer
                .error()
                .contains("cannot ask 'audit' for this option")
    );
    let answer = server.post("/api/audit?start=Cargo.toml", b"1 2\n");
    assert!(
        answer.status == 400 && answer.error().contains("no stack of this name"),
        "{}",
        answer.text()
    );
    for scheme in ["/etc/passwd", "Cargo.toml", "absent.toml"] {
        let answers = [
            server.post(&format!("/api/verify?scheme={scheme}"), b"{}"),
            server.post(
                "/api/verify?",
                format!("{{\"scheme\":\"{scheme}\"}}").as_bytes(),
            ),
        ];
        for answer in answers {
            assert_eq!(answer.status, 400, "{scheme}");
            let error = answer.error().replace(scheme, "NAME");
            assert_eq!(
                error.split(": expected one of").next(),
                Some("invalid value 'NAME' for '--scheme <NAME|FILE>'")
            );
        }
    }
    for option in ["deal=Cargo.toml", "server-seed=00", "print=faro-deal-1"] {
        let answer = server.post(&format!("/api/verify?{option}"), b"{}");
        assert!(
            answer.status == 400
                && answer
                    .error()
                    .contains("cannot ask 'verify' for this option")
        );
    }
}

/// The secret of a deal is in no argument, and the answer has the bytes of the program's.
#[test]
fn a_deal_is_verified_from_the_body() {
    let server = server();
    let seed = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
    let record = faro()
        .args([
            "deal",
            "--client-seed",
            "anna",
            "--server-seed",
            seed,
            "--reveal",
            "--format",
            "json",
        ])
        .output()
        .unwrap()
        .stdout;
    let answer = server.post("/api/verify?budget=60", &record);
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert!(answer.text().starts_with("{\"verified\":true,") && !answer.text().contains(seed));
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("explorer-deal.json");
    fs::write(&file, &record).unwrap();
    let piped = shell("faro verify --deal - --format json < explorer-deal.json");
    assert_eq!(answer.text().as_bytes(), piped.stdout);
    fs::remove_file(file).unwrap();
    for (body, error) in [
        (
            "nonsense",
            "standard input: this is not the record of a deal, in JSON or TOML: ",
        ),
        ("{\"nonce\":", "standard input: this JSON cannot be read"),
        (
            "\u{0}",
            "standard input: this is not the record of a deal, in JSON or TOML: ",
        ),
        ("nonce = -1", "invalid value '-1' for 'nonce': "),
    ] {
        let answer = server.post("/api/verify?", body.as_bytes());
        assert!(
            answer.status == 400 && answer.error().starts_with(error),
            "{body}: {}",
            answer.text()
        );
    }
    let long = server.post("/api/verify?", "#".repeat((1 << 20) + 1).as_bytes());
    assert!(
        long.error()
            .ends_with("the record is too long; expected at most 1048576 bytes"),
        "{}",
        long.text()
    );
}

#[test]
fn foreign_requests_are_refused() {
    let server = server();
    let (host, token) = (server.host(), server.token.as_str());
    let near = format!("{}0", &token[..token.len() - 1]);
    let (here, port) = (format!("http://{host}"), server.port.to_string());
    let ask = "GET /api/order?cards=52&kind=out";
    let good = [("Host", host.as_str()), ("X-Faro-Token", token)];
    assert_eq!(server.send(ask, &good, b"").status, 200);
    assert_eq!(
        server
            .send(
                ask,
                &[
                    good[0],
                    good[1],
                    ("Origin", &here),
                    ("Sec-Fetch-Site", "same-origin")
                ],
                b""
            )
            .status,
        200
    );
    let local = format!("localhost:{port}");
    assert_eq!(
        server.send(ask, &[("Host", &local), good[1]], b"").status,
        200
    );
    let near = if near == token { "0".repeat(64) } else { near };
    let dotted = format!("{host}.evil.example");
    let refused: [&[(&str, &str)]; 17] = [
        &[good[1]],
        &[("Host", "evil.example"), good[1]],
        &[("Host", "127.0.0.1"), good[1]],
        &[("Host", &dotted), good[1]],
        &[("Host", "127.0.0.1:1"), good[1]],
        &[good[0], ("Host", "evil.example"), good[1]],
        &[good[0]],
        &[good[0], ("X-Faro-Token", "")],
        &[good[0], ("X-Faro-Token", &near)],
        &[good[0], ("X-Faro-Token", &token[1..])],
        &[good[0], good[1], good[1]],
        &[good[0], good[1], ("Origin", "http://evil.example")],
        &[good[0], good[1], ("Origin", "null")],
        &[good[0], good[1], ("Origin", "https://127.0.0.1")],
        &[good[0], good[1], ("Sec-Fetch-Site", "cross-site")],
        &[good[0], good[1], ("Sec-Fetch-Site", "same-site")],
        &[good[0], ("Cookie", token), ("Authorization", token)],
    ];
    for headers in refused {
        let answer = server.send(ask, headers, b"");
        assert!(
            matches!(answer.status, 400 | 403),
            "{headers:?}: {}",
            answer.status
        );
        assert!(!answer.text().contains("order\""), "{headers:?}");
    }
    let absolute = server.send(
        &format!("GET http://evil.example:{port}/api/order?cards=52&kind=out"),
        &good,
        b"",
    );
    assert_eq!(absolute.status, 403);
    // The page itself needs no token, but the right host.
    assert_eq!(server.send("GET /", &[good[0]], b"").status, 200);
    assert_eq!(
        server
            .send("GET /", &[("Host", "evil.example")], b"")
            .status,
        403
    );
    assert_eq!(
        server
            .send("GET /", &[good[0], ("Sec-Fetch-Site", "cross-site")], b"")
            .status,
        403
    );
}

#[test]
fn methods_paths_and_sizes() {
    let server = server();
    let host = server.host();
    let here = format!("http://{host}");
    let headers = [
        ("Host", host.as_str()),
        ("X-Faro-Token", &server.token),
        ("Origin", &here),
    ];
    for method in [
        "POST", "PUT", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE", "BREW",
    ] {
        assert_eq!(
            server
                .send(
                    &format!("{method} /api/order?cards=52&kind=out"),
                    &headers,
                    b""
                )
                .status,
            405,
            "{method}"
        );
        assert_eq!(
            server.send(&format!("{method} /"), &headers, b"").status,
            405,
            "{method}"
        );
    }
    assert_eq!(server.send("GET /api/audit", &headers, b"").status, 405);
    assert_eq!(
        server
            .send("POST /api/audit", &headers[..2], b"1 2\n")
            .status,
        403,
        "without an origin"
    );
    for path in [
        "/api",
        "/../Cargo.toml",
        "/page/index.html",
        "/%2e%2e/Cargo.toml",
        "//",
        "/index.html/",
        "/mod.rs",
        "/etc/passwd",
    ] {
        assert_eq!(
            server.send(&format!("GET {path}"), &headers, b"").status,
            404,
            "{path}"
        );
    }
    let long = format!("GET /api/order?cards={}", "1".repeat(100_000));
    assert!(matches!(
        server.send(&long, &headers, b"").status,
        0 | 400 | 414 | 431
    ));
    let many: Vec<(&str, &str)> = headers.into_iter().chain([("X-A", "b"); 200]).collect();
    assert!(matches!(
        server.send("GET /", &many, b"").status,
        0 | 400 | 431
    ));
    let large = [
        headers[0],
        headers[1],
        headers[2],
        ("Content-Length", "1000000000000"),
    ];
    assert_eq!(server.send("POST /api/audit", &large, b"").status, 413);
}
