//! Programs without a law: uncontrolled randomness, endless draws, crashes, invalid answers.

use super::*;

/// Bodies of shuffles that must give neither a law nor a certificate.
const MISBEHAVING: [(&str, &str); 28] = [
    ("time", "if time.time_ns() // 1000 % 2: d.reverse()"),
    (
        "counter",
        "shuffle.count = getattr(shuffle, 'count', 0) + 1\nrandom.shuffle(d)\nif shuffle.count % 7 == 0: d.reverse()",
    ),
    (
        "kept deck",
        "d = getattr(shuffle, 'deck', d)\nrandom.shuffle(d)\nshuffle.deck = d",
    ),
    (
        "first run",
        "shuffle.again = getattr(shuffle, 'again', -1) + 1\nif shuffle.again: random.shuffle(d)",
    ),
    (
        "system file",
        "b = open('/dev/urandom', 'rb').read(8)\nd.sort(key=lambda c: b[c % 8])",
    ),
    (
        "own generator",
        "shuffle.s = (getattr(shuffle, 's', 1) * 69069 + 1) % 2**32\nd.insert(shuffle.s >> 28 & 1, d.pop())\nrandom.shuffle(d)",
    ),
    (
        "hashes",
        "random.shuffle(d)\nif hash(str(time.perf_counter_ns())) % 2: d.reverse()",
    ),
    (
        "seeded generator",
        "shuffle.r = getattr(shuffle, 'r', None) or random.Random(7)\nshuffle.r.shuffle(d)",
    ),
    (
        "seeded module",
        "if not hasattr(shuffle, 'x'): random.seed(3); shuffle.x = 1\nrandom.shuffle(d)",
    ),
    (
        "one shifted key",
        "k = [random.random() for _ in d]\nk[0] += 0.1\nd.sort(key=lambda c: k[c])",
    ),
    (
        "keys and a number",
        "k = [random.random() for _ in d]\nd.sort(key=lambda c: k[c])\nif k[0] < 0.5: d.reverse()",
    ),
    (
        "keys as text",
        "k = [str(random.random()) for _ in d]\nd.sort(key=lambda c: k[c])",
    ),
    (
        "keys in a set",
        "k = list({random.random() for _ in d})\nd.sort(key=lambda c: k[c])",
    ),
    (
        "kept keys",
        "shuffle.k = k = getattr(shuffle, 'k', None) or [random.random() for _ in d]\nd.sort(key=lambda c: k[c])",
    ),
    (
        "powers",
        "k = [random.random() ** (1 / (c + 1)) for c in d]\nd.sort(key=lambda c: k[c])",
    ),
    ("endless draws", "while True: random.random()"),
    (
        "thread",
        "import threading\nt = threading.Thread(target=lambda: random.shuffle(d))\nt.start(); t.join()",
    ),
    ("exception", "raise KeyError('no deck')"),
    (
        "swallowed",
        "try:\n    while True: random.random()\nexcept BaseException: pass",
    ),
    ("exit", "sys.exit(3)"),
    ("hard exit", "os._exit(3)"),
    ("killed", "os.kill(os.getpid(), 9)"),
    (
        "late exit",
        "shuffle.count = getattr(shuffle, 'count', 0) + 1\nif shuffle.count > 9: os._exit(0)\nrandom.shuffle(d)",
    ),
    ("short deck", "random.shuffle(d)\nd.pop()"),
    ("twice a card", "d[0] = d[1]"),
    ("cards from 1", "d = [c + 1 for c in d]"),
    ("names", "d = ['ace'] * n"),
    ("no list", "d = None"),
];

#[test]
fn misbehaving_programs_give_no_law() {
    if !has_tool("python3") {
        return;
    }
    let folder = folder("misbehaving", "python", "faro_choices.py");
    for (name, body) in MISBEHAVING {
        let program = python(&folder, name, body);
        for settings in [
            &["--cards", "4"][..],
            &["--cards", "12", "--certify", "--samples", "500"],
        ] {
            let arguments = [
                settings,
                &["--seed", "1", "--format", "json", "--timeout", "20"],
            ]
            .concat();
            let output = prove(&arguments, &["python3", &program], &folder);
            let text = printed(&output);
            assert_eq!(output.status.code(), Some(2), "{name} {settings:?}: {text}");
            assert!(!text.contains("panicked"), "{text}");
            if !output.stdout.is_empty() {
                let report = json(&output);
                assert_eq!(
                    (&report["verdict"], &report["orders"]),
                    (&"not decided".into(), &Value::Null),
                    "{text}"
                );
            }
        }
    }
}

#[test]
fn misbehaving_javascript_programs_give_no_law() {
    if !has_tool("node") {
        return;
    }
    let folder = folder("misbehaving-js", "javascript", "faro_choices.js");
    let fair = "for (let i = n - 1; i > 0; i--) swap(d, i, c.randomInt(i + 1));";
    let bodies = [
        ("time", "if (process.hrtime.bigint() / 1000n % 2n) d.reverse();".into()),
        ("counter", format!("{fair} if (++count % 7 == 0) d.reverse();")),
        ("kept", format!("if (kept) d = kept; {fair} kept = d.slice();")),
        ("promise", "d = Promise.resolve(d);".into()),
        ("endless", "for (;;) Math.random();".into()),
        ("caught", "try { for (;;) Math.random(); } catch {}".into()),
        ("exit", "process.exit(0);".into()),
        ("undefined", "d[0] = undefined;".into()),
        ("words", "for (let i = n - 1; i > 0; i--) swap(d, i, c.randomFillSync(new Uint32Array(1))[0] % (i + 1) * (count++ % 2));".into()),
    ];
    for (name, body) in bodies {
        let program = javascript(&folder, name, &body);
        for settings in [
            &["--cards", "4"][..],
            &["--cards", "12", "--certify", "--samples", "500"],
        ] {
            let arguments = [
                settings,
                &["--seed", "1", "--format", "json", "--timeout", "20"],
            ]
            .concat();
            let output = prove(&arguments, &["node", &program], &folder);
            let text = printed(&output);
            assert_eq!(output.status.code(), Some(2), "{name} {settings:?}: {text}");
            assert!(
                output.stdout.is_empty() || json(&output)["orders"] == Value::Null,
                "{text}"
            );
        }
    }
}

/// Programs that break the protocol, with a part of the message. They need Bash, because a descriptor may have
/// two digits.
const RUBBISH: [(&str, &str); 20] = [
    ("exit 0", "ended without an answer"),
    ("exit 7", "exit status: 7"),
    (
        "echo 1 2 3",
        "`faro prove --example python > fair.py` writes a whole program",
    ),
    (
        "echo hello; sleep 60",
        "printed \"hello\" instead of a greeting",
    ),
    ("sleep 60", "did not answer for 1 second"),
    (
        "echo rubbish >&$out; sleep 60",
        "the program sent 'rubbish'",
    ),
    ("echo hello 2 >&$out; sleep 60", "another version"),
    ("yes >&$out", "the program sent 'y'"),
    ("cat /dev/zero >&$out", "a line without an end"),
    ("echo hello 1 sh 1 >&$out; sleep 60", "did not answer"),
    (
        "echo hello 1 sh 1 >&$out; yes 'ran 1 2:0 | 0 1' >&$out",
        "the program",
    ),
    (
        "printf 'hello 1\\nran 1 2:0 | 0 1\\nran 2 2:1 | 0 1\\n' >&$out; sleep 60",
        "did not use the choices that it was given",
    ),
    (
        "printf 'hello 1\\nran 1 2:0 | 0 1\\nran 2 2:0 | 0 1\\nran 3 2:0 | 0 1\\nran 4 2:1 | 1 0\\nleaf 5 2:0 | 0 1\\ndone 5\\n' >&$out; sleep 60",
        "ended the tree before its last run",
    ),
    (
        "printf 'hello 1\\nran 1 2:0 | 0 1\\nran 2 2:0 | 0 1\\nran 3 2:0 | 0 1\\nran 4 2:1 | 1 0\\nleaf 5 2:1 | 0 1\\ndone 5\\n' >&$out; sleep 60",
        "the program",
    ),
    ("echo broken >&2; exit 1", "its standard error ends: broken"),
    (
        "eval \"exec $out>&-\"; sleep 60",
        "closed the pipe of its adapter without an answer",
    ),
    (
        "printf 'hello 1\\nran 1 2:x | 0 1\\n' >&$out; sleep 60",
        "sent an answer whose draws are damaged",
    ),
    (
        "printf 'hello 1\\nran one 2:0 | 0 1\\n' >&$out; sleep 60",
        "an answer without the number of its request",
    ),
    (
        "printf 'hello 1\\nrefuse 1 whatever\\n' >&$out; sleep 60",
        "refused a run for an unknown reason",
    ),
    (
        "printf 'hello 1\\nran 1 2:0 | 0 1\\nran 9 2:0 | 0 1\\n' >&$out; sleep 60",
        "answered another request",
    ),
];

#[test]
fn rubbish_is_refused() {
    if !has_tool("bash") {
        return;
    }
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    for (script, expected) in RUBBISH {
        let script = format!("out=${{FARO_CHOICES#*,}}; {script}");
        let output = prove(
            &["--cards", "2", "--timeout", "1"],
            &["bash", "-c", &script],
            &folder,
        );
        let text = printed(&output);
        assert_eq!(output.status.code(), Some(2), "{script}: {text}");
        assert!(text.contains(expected), "{script}: {text}");
        assert!(
            !text.contains("invalid value") && !text.contains("ran 1"),
            "{script}: {text}"
        );
    }
}

/// Shuffles that return no deck, with a part of the message.
const RESULTS: [(&str, &str); 6] = [
    ("d.pop()", "but returned 3 cards instead of 4: '0 1 2'"),
    ("d[0] = d[1]", "but returned the card 1 twice: '1 1 2 3'"),
    (
        "d = [c + 1 for c in d]",
        "but returned '4', which is no card: '1 2 3 4'",
    ),
    ("d = ['ace'] * n", "but returned 'ace', which is no card"),
    ("d = []", "but returned 0 cards instead of 4: ''"),
    (
        "d = None",
        "the shuffle failed: TypeError: the shuffle returned nothing; expected the shuffled deck",
    ),
];

#[test]
fn results_that_are_no_deck_are_described() {
    if !has_tool("python3") {
        return;
    }
    let folder = folder("results", "python", "faro_choices.py");
    for (index, (body, expected)) in RESULTS.iter().enumerate() {
        let program = python(&folder, &format!("r{index}"), body);
        let output = prove(&["--cards", "4"], &["python3", &program], &folder);
        let text = printed(&output);
        assert!(
            text.starts_with(&format!("error: 'python3 {program}': ")),
            "{text}"
        );
        assert!(text.contains(expected), "{text}");
        assert_eq!(output.status.code(), Some(2));
    }
}

#[test]
fn arguments_are_checked() {
    for (arguments, expected) in [
        (
            &["prove", "--cards", "11", "--", "true"][..],
            "expected at most 10 cards",
        ),
        (
            &["prove", "--certify", "--cards", "513", "--", "true"],
            "expected at most 512 cards",
        ),
        (
            &["prove", "--cards", "1000000000000000000", "--", "true"],
            "expected at most 10 cards",
        ),
        (
            &["prove", "--samples", "6e6", "--", "true"],
            "expected at most 5000000 for a law",
        ),
        (
            &["prove", "--certify", "--confidence", "0", "--", "true"],
            "expected a probability",
        ),
        (&["prove"], "PROGRAM"),
        (&["prove", "--adapter", "cobol"], "cobol"),
        (
            &["prove", "--", "/no/such/program"],
            "there is no such program",
        ),
    ] {
        let output = faro().args(arguments).output_in_time();
        assert_eq!(output.status.code(), Some(2));
        assert!(printed(&output).contains(expected), "{}", printed(&output));
    }
}
