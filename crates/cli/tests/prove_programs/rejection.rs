//! Programs that draw again until a value fits: bytes and words with rejection, and cards that are drawn until they are new.

use super::*;

/// Ways to draw a number below `b` in Python, with rejection. Each program replaces `x` by them.
const FAIR: [(&str, &str, &str); 8] = [
    (
        "token_bytes",
        "secrets.token_bytes(1)[0]",
        "x >= 256 - 256 % b",
    ),
    (
        "getrandbits",
        "random.getrandbits(b.bit_length())",
        "x >= b",
    ),
    ("words", "secrets.randbits(32)", "x >= 2**32 - 2**32 % b"),
    (
        "masked words",
        "secrets.randbits(32) & ((1 << (b - 1).bit_length()) - 1)",
        "x >= b",
    ),
    (
        "masked bytes",
        "os.urandom(1)[0] & ((1 << (b - 1).bit_length()) - 1)",
        "x >= b",
    ),
    ("small words", "secrets.randbits(32)", "x < 2**32 % b"),
    (
        "high bits",
        "secrets.randbits(32) >> 32 - b.bit_length()",
        "x >= b",
    ),
    (
        "two bytes",
        "int.from_bytes(secrets.token_bytes(2), 'big')",
        "x >= 65536 - 65536 % b",
    ),
];

/// A Fisher–Yates shuffle that draws numbers by `draw` until `again` is false, with `after` at the end.
fn fisher_yates(draw: &str, again: &str, thrown: &str, index: &str, after: &str) -> String {
    format!(
        "s = 0\nfor i in range(n - 1, 0, -1):\n    b = i + 1; x = {draw}\n    while {again}: {thrown}; x = {draw}\n    \
         j = {index}; d[i], d[j] = d[j], d[i]\n{after}"
    )
}

const LAW: &[&str] = &["--samples", "5000", "--seed", "1", "--format", "json"];
const CERTIFICATE: &[&str] = &[
    "--certify",
    "--samples",
    "500",
    "--seed",
    "1",
    "--format",
    "json",
];

#[test]
fn rejection_is_one_uniform_draw() {
    if !has_tool("python3") {
        return;
    }
    let folder = folder("rejection", "python", "faro_choices.py");
    for (name, draw, again) in FAIR {
        let program = python(
            &folder,
            name,
            &fisher_yates(draw, again, "pass", "x % b", ""),
        );
        for cards in ["2", "5"] {
            let proved = json(&prove(
                &[LAW, &["--cards", cards]].concat(),
                &["python3", &program],
                &folder,
            ));
            assert_eq!(
                proved["orders"],
                law("fisher-yates", cards)["orders"],
                "{name} of {cards}: {proved}"
            );
            assert_ne!(proved["verdict"], "proved unfair", "{name}");
        }
        let text = printed(&prove(&CERTIFICATE[..3], &["python3", &program], &folder));
        assert!(
            text.starts_with("fair up to a total variation distance of 2.73e-2"),
            "{name}: {text}"
        );
        assert!(
            text.contains("drawn again until its value is kept"),
            "{name}: {text}"
        );
    }
}

/// Cards that are drawn until they are new, from integers, from floating-point numbers, and from words.
#[test]
fn distinct_cards_are_a_fair_shuffle() {
    if !has_tool("python3") {
        return;
    }
    let folder = folder("distinct", "python", "faro_choices.py");
    for draw in [
        "random.randrange(n)",
        "int(random.random() * n)",
        "secrets.randbits(32) % n",
    ] {
        let body = format!(
            "r = []\nwhile len(r) < n:\n    c = {draw}\n    if c not in r: r.append(c)\nd = r"
        );
        let program = python(&folder, "distinct", &body);
        for settings in [LAW, CERTIFICATE] {
            let proved = json(&prove(settings, &["python3", &program], &folder));
            assert_eq!(proved["verdict"], "fair up to", "{draw}: {proved}");
        }
    }
}

/// Programs that are not fair, or not decided: the values thrown away have an effect, or the range is wrong.
#[test]
fn wrong_rejection_is_never_certified() {
    if !has_tool("python3") {
        return;
    }
    let folder = folder("wrong-rejection", "python", "faro_choices.py");
    let (byte, fits) = ("secrets.token_bytes(1)[0]", "x >= 256 - 256 % b");
    let programs = [
        (
            "remembers",
            fisher_yates(byte, fits, "s = x", "(x + s) % b", ""),
        ),
        (
            "counts",
            fisher_yates(byte, fits, "s += 1", "x % b", "if s > 9: d.reverse()"),
        ),
        (
            "limit 255",
            fisher_yates(byte, "x >= 255", "pass", "x % b", ""),
        ),
        (
            "limit 200",
            fisher_yates(byte, "x >= 200", "pass", "x % b", ""),
        ),
        ("never 0", fisher_yates(byte, "x == 0", "pass", "x % b", "")),
        (
            "once",
            fisher_yates(byte, fits, "pass", "x % b", "").replace("while", "if"),
        ),
        (
            "high digits",
            fisher_yates(byte, fits, "pass", "x // 64 % b", ""),
        ),
        (
            "sattolo",
            fisher_yates(byte, "x >= 256 - 256 % i", "pass", "x % i", ""),
        ),
        (
            "mask and limit",
            fisher_yates("secrets.randbits(32) & 63", "x >= 60", "pass", "x % b", ""),
        ),
        (
            "mask too small",
            fisher_yates("secrets.randbits(5)", "x >= b", "pass", "x", ""),
        ),
    ];
    for (name, body) in programs {
        let program = python(&folder, name, &body);
        let proved = json(&prove(CERTIFICATE, &["python3", &program], &folder));
        let verdict = proved["verdict"].as_str().unwrap();
        let unfair = !["remembers", "counts", "never 0", "once"].contains(&name);
        assert!(
            if unfair {
                verdict == "proved unfair"
            } else {
                verdict != "fair up to"
            },
            "{name}: {proved}"
        );
    }
}

#[test]
fn javascript_programs_reject_bytes_and_words() {
    if !has_tool("node") {
        return;
    }
    let folder = folder("rejection-js", "javascript", "faro_choices.js");
    for (name, draw, limit) in [
        ("bytes", "c.randomBytes(1)[0]", "256 - 256 % b"),
        (
            "values",
            "globalThis.crypto.getRandomValues(new Uint8Array(1))[0]",
            "256 - 256 % b",
        ),
        (
            "words",
            "c.webcrypto.getRandomValues(new Uint32Array(1))[0]",
            "2**32 - 2**32 % b",
        ),
    ] {
        let body = format!(
            "for (let i = n - 1; i > 0; i--) {{ const b = i + 1; let x; do x = {draw}; while (x >= {limit}); swap(d, i, x % b); }}"
        );
        let program = javascript(&folder, name, &body);
        for settings in [LAW, CERTIFICATE] {
            let proved = json(&prove(settings, &["node", &program], &folder));
            assert_eq!(proved["verdict"], "fair up to", "{name}: {proved}");
        }
    }
}
