//! Programs of other languages, driven by the program `faro`. A test whose language is not installed is skipped with a
//! message.

#![cfg(unix)]

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;
use support::{InTime, faro, has_tool, printed};

/// A folder with the adapter of a language.
fn folder(test: &str, adapter: &str, file: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("prove-{test}"));
    fs::create_dir_all(&folder).unwrap();
    let adapter = faro().args(["prove", "--adapter", adapter]).output_in_time();
    assert!(adapter.status.success());
    fs::write(folder.join(file), adapter.stdout).unwrap();
    folder
}

fn prove(arguments: &[&str], program: &[&str], folder: &Path) -> Output {
    let mut command: Command = faro();
    command.current_dir(folder).arg("prove").args(arguments).arg("--").args(program);
    command.output_in_time()
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", printed(output)))
}

/// Writes a Python program whose shuffle has this body, and returns its name.
fn python(folder: &Path, name: &str, body: &str) -> String {
    let body = body.lines().map(|line| format!("    {line}\n")).collect::<String>();
    let text = format!(
        "import faro_choices, random, secrets, os, sys, time\ndef shuffle(n):\n    d = list(range(n))\n{body}    return d\n\
         faro_choices.serve(shuffle)\n"
    );
    let name = format!("{}.py", name.replace(' ', "_"));
    fs::write(folder.join(&name), text).unwrap();
    name
}

/// Writes a JavaScript program whose shuffle has this body, and returns its name.
fn javascript(folder: &Path, name: &str, body: &str) -> String {
    let text = format!(
        "const {{ serve }} = require('./faro_choices.js');\nconst c = require('crypto'); let count = 0, kept;\n\
         const swap = (d, i, j) => {{ [d[i], d[j]] = [d[j], d[i]]; }};\n\
         const below = (n) => Math.floor(Math.random() * n);\n\
         serve((n) => {{\nlet d = [...Array(n).keys()];\n{body}\nreturn d;\n}});\n"
    );
    let name = format!("{}.js", name.replace(' ', "_"));
    fs::write(folder.join(&name), text).unwrap();
    name
}

fn law(word: &str, cards: &str) -> Value {
    json(&faro().args(["law", "--cards", cards, "--shuffle", word, "--format", "json"]).output_in_time())
}

/// Shuffles of the zoo, written in Python.
const ZOO: [(&str, &str); 13] = [
    ("fisher-yates", "random.shuffle(d)"),
    ("fisher-yates", "d = random.sample(d, n)"),
    ("fisher-yates", "secrets.SystemRandom().shuffle(d)"),
    (
        "fisher-yates",
        "for i in range(n - 1, 0, -1):\n    j = secrets.randbelow(i + 1); d[i], d[j] = d[j], d[i]",
    ),
    ("fisher-yates", "random.Random().shuffle(d)"),
    ("insertion", "r = []\nfor x in d: r.insert(random.randint(0, len(r)), x)\nd = r"),
    (
        "inside-out",
        "r = []\nfor x in d:\n    j = random.randint(0, len(r)); r.append(x); r[j], r[-1] = r[-1], r[j]\nd = r",
    ),
    ("naive", "for i in range(n):\n    j = random.randrange(n); d[i], d[j] = d[j], d[i]"),
    ("sattolo", "for i in range(n - 1, 0, -1):\n    j = random.randrange(i); d[i], d[j] = d[j], d[i]"),
    ("top-to-random", "d.insert(random.randrange(n), d.pop(0))"),
    (
        "modulo:3",
        "for i in range(n - 1, 0, -1):\n    j = random.getrandbits(3) % (i + 1); d[i], d[j] = d[j], d[i]",
    ),
    ("short-keys:2", "k = [random.getrandbits(2) for _ in d]\nd.sort(key=lambda c: k[c])"),
    (
        "gsr",
        "k = [random.getrandbits(1) for _ in d]\nt = n - sum(k); a, b = iter(d[:t]), iter(d[t:])\n\
         d = [next(b if x else a) for x in k]",
    ),
];

#[test]
fn laws_of_python_programs_are_exact() {
    if !has_tool("python3") {
        return;
    }
    let folder = folder("laws", "python", "faro_choices.py");
    for (index, (word, body)) in ZOO.iter().enumerate() {
        let program = python(&folder, &format!("zoo{index}"), body);
        for cards in ["2", "3", "4", "5"] {
            let output = prove(&["--cards", cards, "--format", "json"], &["python3", &program], &folder);
            let (proved, known) = (json(&output), law(word, cards));
            assert_eq!(proved["orders"], known["orders"], "{body} of {cards}");
            assert_eq!(proved["total_variation_exact"], known["total_variation_exact"]);
            let fair = known["total_variation_exact"] == "0";
            assert_eq!(proved["verdict"], if fair { "proved fair" } else { "proved unfair" });
            assert_eq!(output.status.code(), Some(i32::from(!fair)));
        }
    }
}

#[test]
fn naive_swaps_are_named() {
    if !has_tool("python3") {
        return;
    }
    let folder = folder("naive", "python", "faro_choices.py");
    let program = python(&folder, "naive", ZOO[7].1);
    for (cards, known) in [("3", "1/18"), ("4", "25/384"), ("5", "3157/37500"), ("6", "2285/23328")] {
        let output = prove(&["--cards", cards, "--format", "json"], &["python3", &program], &folder);
        assert_eq!(json(&output)["total_variation_exact"], known);
    }
    let output = prove(&["--certify", "--samples", "2000", "--seed", "1"], &["python3", &program], &folder);
    let text = printed(&output);
    assert!(text.starts_with("proved unfair: total variation at least"), "{text}");
    assert!(text.contains("the i-th draw is below 52 instead of 53 - i: the naive swap"), "{text}");
    assert!(text.contains("1.3522 times the fair probability"), "{text}");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn fair_python_programs_are_certified() {
    if !has_tool("python3") {
        return;
    }
    let folder = folder("certified", "python", "faro_choices.py");
    let floats =
        "for i in range(n - 1, 0, -1):\n    j = int(random.random() * (i + 1)); d[i], d[j] = d[j], d[i]";
    for (index, body) in ZOO[..7].iter().map(|(_, body)| *body).chain([floats]).enumerate() {
        let program = python(&folder, &format!("fair{index}"), body);
        let settings = ["--certify", "--samples", "2000", "--seed", "1", "--format", "json"];
        let output = prove(&settings, &["python3", &program], &folder);
        let report = json(&output);
        assert_eq!(
            (report["verdict"].as_str(), output.status.code()),
            (Some("fair up to"), Some(0)),
            "{body}"
        );
        let bound = report["bound"].as_f64().unwrap();
        assert!((bound - 0.006_884).abs() < 1e-5, "{body}: {bound}"); // 1 - 10^(-6/2000)
        assert_eq!(report["total_variation"], Value::Null);
        assert_eq!(report["mode"], "certificate");
    }
}

/// Bodies of shuffles that must give neither a law nor a certificate.
const MISBEHAVING: [(&str, &str); 31] = [
    ("time", "if time.time_ns() // 1000 % 2: d.reverse()"),
    (
        "counter",
        "shuffle.count = getattr(shuffle, 'count', 0) + 1\nrandom.shuffle(d)\nif shuffle.count % 7 == 0: d.reverse()",
    ),
    ("kept deck", "d = getattr(shuffle, 'deck', d)\nrandom.shuffle(d)\nshuffle.deck = d"),
    ("first run", "shuffle.again = getattr(shuffle, 'again', -1) + 1\nif shuffle.again: random.shuffle(d)"),
    ("system file", "b = open('/dev/urandom', 'rb').read(8)\nd.sort(key=lambda c: b[c % 8])"),
    (
        "own generator",
        "shuffle.s = (getattr(shuffle, 's', 1) * 69069 + 1) % 2**32\nd.insert(shuffle.s >> 28 & 1, d.pop())\nrandom.shuffle(d)",
    ),
    ("hashes", "random.shuffle(d)\nif hash(str(time.perf_counter_ns())) % 2: d.reverse()"),
    ("seeded generator", "shuffle.r = getattr(shuffle, 'r', None) or random.Random(7)\nshuffle.r.shuffle(d)"),
    ("seeded module", "if not hasattr(shuffle, 'x'): random.seed(3); shuffle.x = 1\nrandom.shuffle(d)"),
    ("scaled keys", "k = [random.random() * 2 for _ in d]\nd.sort(key=lambda c: k[c])"),
    ("one shifted key", "k = [random.random() for _ in d]\nk[0] += 0.1\nd.sort(key=lambda c: k[c])"),
    (
        "keys and a number",
        "k = [random.random() for _ in d]\nd.sort(key=lambda c: k[c])\nif k[0] < 0.5: d.reverse()",
    ),
    ("keys as text", "k = [str(random.random()) for _ in d]\nd.sort(key=lambda c: k[c])"),
    ("keys in a set", "k = list({random.random() for _ in d})\nd.sort(key=lambda c: k[c])"),
    (
        "kept keys",
        "shuffle.k = k = getattr(shuffle, 'k', None) or [random.random() for _ in d]\nd.sort(key=lambda c: k[c])",
    ),
    ("logarithms", "import math\nk = [math.log(random.random() + 1) for _ in d]\nd.sort(key=lambda c: k[c])"),
    ("powers", "k = [random.random() ** (1 / (c + 1)) for c in d]\nd.sort(key=lambda c: k[c])"),
    ("endless draws", "while True: random.random()"),
    (
        "rejection",
        "r = []\nwhile len(r) < n:\n    c = random.randrange(n)\n    if c not in r: r.append(c)\nd = r",
    ),
    (
        "thread",
        "import threading\nt = threading.Thread(target=lambda: random.shuffle(d))\nt.start(); t.join()",
    ),
    ("exception", "raise KeyError('no deck')"),
    ("swallowed", "try:\n    while True: random.random()\nexcept BaseException: pass"),
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

/// Shuffles that compare random keys, and the same shuffles without keys.
const KEYS: [(&str, &str); 8] = [
    ("d.sort(key=lambda _: random.random())", "random.shuffle(d)"),
    ("d = sorted(d, key=lambda _: random.random(), reverse=True)", "random.shuffle(d)"),
    ("d = [c for _, c in sorted((random.random(), c) for c in d)]", "random.shuffle(d)"),
    (
        "import heapq\nh = []\nfor c in d: heapq.heappush(h, (random.SystemRandom().random(), c))\n\
         d = [heapq.heappop(h)[1] for _ in d]",
        "random.shuffle(d)",
    ),
    (
        "k = [random.random() for _ in d]\nr = []\nwhile d: r.append(d.pop(max(range(len(d)), key=lambda i: k[d[i]])))\nd = r",
        "random.shuffle(d)",
    ),
    (
        "for i in range(n - 1):\n    if random.random() < random.random(): d[i], d[i + 1] = d[i + 1], d[i]",
        "for i in range(n - 1):\n    if random.getrandbits(1): d[i], d[i + 1] = d[i + 1], d[i]",
    ),
    (
        "k = [random.random() for _ in d]\nd = d[1:] + d[:1] if k[0] == max(k) else d",
        "d = d[1:] + d[:1] if random.randrange(n) == 0 else d",
    ),
    // The larger of two keys is the larger of all with a probability of 2/(n + 1).
    (
        "a, *k = [random.random() for _ in range(n + 1)]\nd = d[1:] + d[:1] if max(a, k[0]) == max(a, *k) else d",
        "d = d[1:] + d[:1] if random.randrange(n + 1) < 2 else d",
    ),
];

#[test]
fn random_keys_have_the_law_of_their_order() {
    if !has_tool("python3") {
        return;
    }
    let folder = folder("keys", "python", "faro_choices.py");
    for (index, (keys, plain)) in KEYS.iter().enumerate() {
        let names = [("keys", keys), ("plain", plain)]
            .map(|(name, body)| python(&folder, &format!("{name}{index}"), body));
        for cards in ["2", "3", "4"] {
            let [keyed, known] = names.each_ref().map(|program| {
                json(&prove(&["--cards", cards, "--format", "json"], &["python3", program], &folder))
            });
            assert_eq!(keyed["orders"], known["orders"], "{keys} of {cards}");
            let fair = known["verdict"] == "proved fair";
            assert_eq!(keyed["verdict"], if fair { "fair up to" } else { "proved unfair" }, "{keys}");
        }
    }
    // Ties: 6 pairs of 4 keys.
    let four = json(&prove(&["--cards", "4", "--format", "json"], &["python3", "keys0.py"], &folder));
    assert_eq!(four["bound"], 6.0 / (1u64 << 53) as f64);
    let settings = ["--certify", "--samples", "2000", "--seed", "1"];
    let certified = printed(&prove(&settings, &["python3", "keys0.py"], &folder));
    assert!(certified.starts_with("fair up to a total variation distance of 6.89e-3"), "{certified}");
    let draws = "51 draws, the i-th below i + 1, the rank of a random key among those before it";
    assert!(certified.contains(draws), "{certified}");
}

#[test]
fn misbehaving_programs_give_no_law() {
    if !has_tool("python3") {
        return;
    }
    let folder = folder("misbehaving", "python", "faro_choices.py");
    for (name, body) in MISBEHAVING {
        let program = python(&folder, name, body);
        for settings in [&["--cards", "4"][..], &["--cards", "12", "--certify", "--samples", "500"]] {
            let arguments = [settings, &["--format", "json", "--timeout", "20"]].concat();
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

/// A Java program that shuffles as its first argument says.
const JAVA_ZOO: &str = r#"
import java.util.*;
import java.util.function.*;

public final class Zoo {
    static final Random R = FaroChoices.random();

    static void each(List<Integer> d, IntUnaryOperator pick) {
        for (int i = d.size() - 1; i >= 0; i--) Collections.swap(d, i, pick.applyAsInt(i));
    }

    static List<Integer> shuffle(String name, int n) {
        List<Integer> d = new ArrayList<>();
        for (int i = 0; i < n; i++) d.add(i);
        switch (name) {
            case "fisher-yates": Collections.shuffle(d, R); return d;
            case "naive": for (int i = 0; i < n; i++) Collections.swap(d, i, R.nextInt(n)); return d;
            case "sattolo": each(d, i -> i == 0 ? 0 : R.nextInt(i)); return d;
            case "modulo:3": each(d, i -> i == 0 ? 0 : (R.nextInt(8) % (i + 1))); return d;
            case "top-to-random": d.add(R.nextInt(n), d.remove(0)); return d;
            case "swap-pairs:2":
                for (int i = 0; i < 2; i++) Collections.swap(d, R.nextInt(n), R.nextInt(n));
                return d;
            case "insertion":
                List<Integer> r = new ArrayList<>();
                for (int c : d) r.add(R.nextInt(r.size() + 1), c);
                return r;
            case "gsr":
                List<Integer> top = new ArrayList<>(), mixed = new ArrayList<>();
                boolean[] low = new boolean[n];
                int cut = 0;
                for (int i = 0; i < n; i++) if (!(low[i] = R.nextBoolean())) cut++;
                for (int i = 0, a = 0, b = cut; i < n; i++) mixed.add(low[i] ? b++ : a++);
                return mixed;
            default: throw new IllegalArgumentException(name);
        }
    }

    public static void main(String[] args) {
        FaroChoices.serve(n -> shuffle(args[0], n));
    }
}
"#;

#[test]
fn laws_of_java_programs_are_exact() {
    if !has_tool("javac") {
        return;
    }
    java_laws("java", &["2", "3", "4"]);
}

fn java_laws(test: &str, sizes: &[&str]) {
    let folder = folder(test, "java", "FaroChoices.java");
    fs::write(folder.join("Zoo.java"), JAVA_ZOO).unwrap();
    let mut compiler = Command::new("javac");
    let output = compiler.current_dir(&folder).args(["FaroChoices.java", "Zoo.java"]).output_in_time();
    assert!(output.status.success(), "{}", printed(&output));
    let words = "fisher-yates naive sattolo modulo:3 top-to-random swap-pairs:2 insertion gsr";
    for word in words.split(' ') {
        for cards in sizes {
            let output = prove(&["--cards", cards, "--format", "json"], &["java", "Zoo", word], &folder);
            let (proved, known) = (json(&output), law(word, cards));
            assert_eq!(proved["orders"], known["orders"], "{word} of {cards}");
            assert_eq!(proved["total_variation_exact"], known["total_variation_exact"], "{word} of {cards}");
        }
    }
    let settings = ["--certify", "--samples", "1000", "--format", "json"];
    let certified = json(&prove(&settings, &["java", "Zoo", "insertion"], &folder));
    assert_eq!(certified["verdict"], "fair up to");
}

/// Naive swaps of 7 and 8 cards (16,777,216 runs), and the zoo of 6 cards.
#[test]
#[ignore = "minutes; run with --release --ignored"]
fn larger_laws_are_exact() {
    if has_tool("python3") {
        let folder = folder("larger-py", "python", "faro_choices.py");
        let cases = ZOO.iter().map(|case| (*case, "6"));
        for (index, ((word, body), cards)) in cases.chain([(ZOO[7], "7"), (ZOO[7], "8")]).enumerate() {
            let program = python(&folder, &format!("zoo{index}"), body);
            let settings = ["--cards", cards, "--runs", "2e7", "--format", "json"];
            let proved = json(&prove(&settings, &["python3", &program], &folder));
            let known = law(word, cards);
            assert_eq!(proved["orders"], known["orders"], "{body} of {cards}");
            assert_eq!(proved["total_variation_exact"], known["total_variation_exact"]);
        }
    }
    if has_tool("javac") {
        java_laws("larger-java", &["5", "6"]);
    }
    if has_tool("node") {
        javascript_laws("larger-js", &["5", "6"]);
    }
}

/// Programs that do not follow the protocol, with a part of the message. Bash, because a descriptor may have two digits.
const RUBBISH: [(&str, &str); 14] = [
    ("exit 0", "ended without an answer"),
    ("exit 7", "exit status: 7"),
    ("echo 1 2 3", "must call serve of an adapter"),
    ("sleep 60", "did not answer for 1 second"),
    ("echo rubbish >&$out; sleep 60", "the program sent 'rubbish'"),
    ("echo hello 2 >&$out; sleep 60", "another version"),
    ("yes >&$out", "the program sent 'y'"),
    ("cat /dev/zero >&$out", "a line without an end"),
    ("echo hello 1 sh 1 >&$out; sleep 60", "did not answer"),
    ("echo hello 1 sh 1 >&$out; yes 'ran 1 2:0 | 0 1' >&$out", "the program"),
    (
        "printf 'hello 1\\nran 1 2:0 | 0 1\\nran 2 2:1 | 0 1\\n' >&$out; sleep 60",
        "did not use the choices that it was given",
    ),
    (
        "printf 'hello 1\\nran 1 2:0 | 0 1\\nran 2 2:0 | 0 1\\nleaf 3 2:0 | 0 1\\ndone 3\\n' >&$out; sleep 60",
        "ended the tree before its last run",
    ),
    (
        "printf 'hello 1\\nran 1 2:0 | 0 1\\nran 2 2:0 | 0 1\\nleaf 3 2:1 | 0 1\\ndone 3\\n' >&$out; sleep 60",
        "the program",
    ),
    ("echo broken >&2; exit 1", "its standard error ends: broken"),
];

#[test]
fn rubbish_is_refused() {
    if !has_tool("bash") {
        return;
    }
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    for (script, expected) in RUBBISH {
        let script = format!("out=${{FARO_CHOICES#*,}}; {script}");
        let output = prove(&["--cards", "2", "--timeout", "1"], &["bash", "-c", &script], &folder);
        let text = printed(&output);
        assert_eq!(output.status.code(), Some(2), "{script}: {text}");
        assert!(text.contains(expected), "{script}: {text}");
    }
}

#[test]
fn arguments_are_checked() {
    for (arguments, expected) in [
        (&["prove", "--cards", "11", "--", "true"][..], "expected at most 10 cards"),
        (&["prove", "--certify", "--cards", "513", "--", "true"], "expected at most 512 cards"),
        (&["prove", "--cards", "1000000000000000000", "--", "true"], "expected at most 10 cards"),
        (&["prove", "--samples", "5", "--", "true"], "--certify"),
        (&["prove", "--certify", "--confidence", "0", "--", "true"], "expected a probability"),
        (&["prove"], "PROGRAM"),
        (&["prove", "--adapter", "cobol"], "cobol"),
        (&["prove", "--", "/no/such/program"], "cannot run it"),
    ] {
        let output = faro().args(arguments).output_in_time();
        assert_eq!(output.status.code(), Some(2));
        assert!(printed(&output).contains(expected), "{}", printed(&output));
    }
}

/// Small decks, and the reports for other programs.
#[test]
fn reports_of_all_formats() {
    if !has_tool("python3") {
        return;
    }
    let folder = folder("reports", "python", "faro_choices.py");
    let program = python(&folder, "fair", "random.shuffle(d)");
    for cards in ["1", "2"] {
        let output = prove(&["--cards", cards, "--quiet"], &["python3", &program], &folder);
        assert!(
            printed(&output).starts_with("proved fair: all orders are equally likely\n"),
            "{}",
            printed(&output)
        );
    }
    let sattolo = python(&folder, "sattolo", ZOO[8].1);
    let files = ["--html", "p.html", "--junit", "p.xml", "--cards", "3", "--format", "csv"];
    let output = prove(&files, &["python3", &sattolo], &folder);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("deck,probability,exact\n1 2 3,0,0\n"));
    let page = fs::read_to_string(folder.join("p.html")).unwrap();
    assert!(page.contains("proved unfair: total variation 2/3") && page.contains("<svg"));
    let build = fs::read_to_string(folder.join("p.xml")).unwrap();
    assert!(build.contains(r#"failures="1""#) && build.contains("<failure message="), "{build}");
    let output = prove(&["--cards", "3", "--tree"], &["python3", &program], &folder);
    assert!(printed(&output).ends_with("6 runs, 6 orders; choices are counted from 1\n"));
}

#[test]
fn without_faro_an_adapter_prints_decks() {
    if !has_tool("python3") {
        return;
    }
    let folder = folder("decks", "python", "faro_choices.py");
    let program = python(&folder, "fair", "random.shuffle(d)");
    let output = Command::new("python3").current_dir(&folder).args([&program, "5", "3"]).output_in_time();
    let text = printed(&output);
    assert_eq!(text.lines().count(), 3, "{text}");
    for line in text.lines() {
        let mut cards: Vec<u32> = line.split(' ').map(|card| card.parse().unwrap()).collect();
        cards.sort_unstable();
        assert_eq!(cards, [0, 1, 2, 3, 4]);
    }
}

/// Language, adapter, example, the tool that runs or compiles it, how it is compiled, how it is run.
type Example<'a> = (&'a str, &'a str, &'a str, &'a str, &'a [&'a str], &'a [&'a str]);

/// The programs of examples/adapters: their law, and a certificate.
#[test]
fn examples_are_fair() {
    let examples: [Example; 5] = [
        ("python", "faro_choices.py", "shuffle.py", "python3", &[], &["python3", "shuffle.py"]),
        ("javascript", "faro_choices.js", "shuffle.js", "node", &[], &["node", "shuffle.js"]),
        (
            "java",
            "FaroChoices.java",
            "Game.java",
            "javac",
            &["javac", "FaroChoices.java", "Game.java"],
            &["java", "Game"],
        ),
        ("rust", "faro_choices.rs", "shuffle.rs", "rustc", &["rustc", "-O", "shuffle.rs"], &["./shuffle"]),
        (
            "c",
            "faro_choices.h",
            "shuffle.c",
            "cc",
            &["cc", "-O2", "-o", "shuffle-c", "shuffle.c"],
            &["./shuffle-c"],
        ),
    ];
    for (language, adapter, example, tool, compile, program) in examples {
        if !has_tool(tool) {
            continue;
        }
        let folder = folder(&format!("example-{language}"), language, adapter);
        let lines = fs::read_to_string(folder.join(adapter)).unwrap().lines().count();
        assert!(lines <= 250, "{adapter} has {lines} lines");
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/adapters").join(example);
        fs::copy(source, folder.join(example)).unwrap();
        if let [compiler, arguments @ ..] = compile {
            let output = Command::new(compiler).current_dir(&folder).args(arguments).output_in_time();
            assert!(output.status.success(), "{}", printed(&output));
        }
        let law = printed(&prove(&["--cards", "5"], program, &folder));
        let exact = !matches!(language, "javascript" | "c");
        assert!(law.starts_with(if exact { "proved fair" } else { "fair up to" }), "{language}: {law}");
        let certified = printed(&prove(&["--certify", "--samples", "1000"], program, &folder));
        assert!(
            certified.starts_with("fair up to a total variation distance of 1.38e-2"),
            "{language}: {certified}"
        );
        let decks = Command::new(program[0])
            .current_dir(&folder)
            .args(&program[1..])
            .args(["4", "2"])
            .output_in_time();
        assert_eq!(
            printed(&decks).lines().map(|line| line.split(' ').count()).collect::<Vec<_>>(),
            [4, 4],
            "{language}"
        );
    }
}

fn javascript_laws(test: &str, sizes: &[&str]) {
    let folder = folder(test, "javascript", "faro_choices.js");
    let zoo = [
        ("fisher-yates", "for (let i = n - 1; i > 0; i--) swap(d, i, c.randomInt(i + 1));"),
        ("naive", "for (let i = 0; i < n; i++) swap(d, i, c.randomInt(0, n));"),
        ("sattolo", "for (let i = n - 1; i > 0; i--) swap(d, i, c.randomInt(i));"),
        ("insertion", "const r = []; for (const x of d) r.splice(c.randomInt(r.length + 1), 0, x); d = r;"),
        ("modulo:8", "for (let i = n - 1; i > 0; i--) swap(d, i, c.randomBytes(1)[0] % (i + 1));"),
        ("coin-sort:binary", "d.sort(() => Math.random() - 0.5);"),
    ];
    for (index, (word, body)) in zoo.into_iter().enumerate() {
        let program = javascript(&folder, &format!("zoo{index}"), body);
        for cards in sizes {
            let proved = json(&prove(&["--cards", cards, "--format", "json"], &["node", &program], &folder));
            let known = law(word, cards);
            assert_eq!(proved["orders"], known["orders"], "{word} of {cards}");
            assert_eq!(proved["total_variation_exact"], known["total_variation_exact"], "{word} of {cards}");
        }
    }
}

/// Shuffles of the zoo in JavaScript: with choices below a bound, and with floating-point numbers.
#[test]
fn laws_of_javascript_programs() {
    if !has_tool("node") {
        return;
    }
    javascript_laws("javascript", &["2", "3", "4"]);
    let folder = folder("javascript-floats", "javascript", "faro_choices.js");
    // The same with rounding.
    for (word, body) in [
        ("naive", "for (let i = 0; i < n; i++) swap(d, i, below(n));"),
        ("fisher-yates", "for (let i = n - 1; i > 0; i--) swap(d, i, below(i + 1));"),
    ] {
        let program = javascript(&folder, word, body);
        let proved = json(&prove(&["--cards", "4", "--format", "json"], &["node", &program], &folder));
        let known = law(word, "4");
        let distance = |report: &Value| report["total_variation"].as_f64().unwrap();
        assert!((distance(&proved) - distance(&known)).abs() < 1e-15, "{word}");
        assert_eq!(proved["verdict"], if word == "naive" { "proved unfair" } else { "fair up to" });
        if word == "naive" {
            continue;
        }
        let settings = ["--certify", "--cards", "20", "--samples", "500", "--format", "json"];
        assert_eq!(json(&prove(&settings, &["node", &program], &folder))["verdict"], "fair up to");
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
        ("keys", "const k = d.map(() => Math.random()); d.sort((a, b) => k[a] - k[b]);".into()),
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
        for settings in [&["--cards", "4"][..], &["--cards", "12", "--certify", "--samples", "500"]] {
            let arguments = [settings, &["--format", "json", "--timeout", "20"]].concat();
            let output = prove(&arguments, &["node", &program], &folder);
            let text = printed(&output);
            assert_eq!(output.status.code(), Some(2), "{name} {settings:?}: {text}");
            assert!(output.stdout.is_empty() || json(&output)["orders"] == Value::Null, "{text}");
        }
    }
}

/// Faulty shuffles in Python: none is certified, and nearly all are proved unfair.
const PYTHON_MUTANTS: [&str; 13] = [
    "for i in range(n): swap(d, i, random.randrange(n))",
    "for i in range(n - 1, 0, -1): swap(d, i, random.randrange(i))",
    "for i in range(n - 1, 0, -1): swap(d, i, random.randint(1, i))",
    "for i in range(n - 2, 0, -1): swap(d, i, random.randint(0, i))",
    "for i in range(n - 1, 1, -1): swap(d, i, random.randint(0, i))",
    "for i in range(n - 1, 0, -1): swap(d, i - 1, random.randint(0, i))",
    "for i in range(n - 1, 0, -1): swap(d, i, random.getrandbits(5) % (i + 1))",
    "for i in range(n - 1, 0, -1): swap(d, i, int(random.random() * i))",
    "for i in range(n - 1, 0, -1): swap(d, i, round(random.random() * i))",
    "for _ in range(3 * n): swap(d, random.randrange(n), random.randrange(n))",
    "random.shuffle(d)\nif d == sorted(d): d.reverse()",
    "random.shuffle(d)\nif d[0] == 3 and d[1] == 7: swap(d, 0, 2)",
    "random.Random(7).shuffle(d)",
];

/// The same in JavaScript.
const JAVASCRIPT_MUTANTS: [&str; 10] = [
    "for (let i = 0; i < n; i++) swap(d, i, below(n));",
    "for (let i = n - 1; i > 0; i--) swap(d, i, below(i));",
    "for (let i = n - 1; i > 0; i--) swap(d, i, Math.round(Math.random() * i));",
    "for (let i = n - 1; i > 0; i--) swap(d, i, Math.ceil(Math.random() * i));",
    "for (let i = n - 1; i > 1; i--) swap(d, i, below(i + 1));",
    "for (let i = n - 1; i > 0; i--) swap(d, i, c.randomInt(n));",
    "for (let i = n - 1; i > 0; i--) swap(d, i, c.randomBytes(1)[0] % (i + 1));",
    "for (let i = n - 1; i > 0; i--) { const j = below(i + 1); if (i !== 5 || j !== 2) swap(d, i, j); }",
    "for (let i = n - 1; i > 0; i--) swap(d, i, c.randomInt(i + 1)); if (d[3] === 4 && d[5] === 6) swap(d, 3, 0);",
    "d.sort(() => Math.random() - 0.5);",
];

#[test]
fn mutants_are_not_certified() {
    let settings = ["--certify", "--cards", "20", "--samples", "3000", "--seed", "1", "--format", "json"];
    let check = |program: &[&str], folder: &Path, body: &str| {
        let output = prove(&settings, program, folder);
        let report = json(&output);
        let verdict = report["verdict"].as_str().unwrap();
        assert!(verdict == "proved unfair" || verdict == "not decided", "{body}: {verdict}");
        assert!(verdict == "not decided" || report["cause"].is_string(), "{body}");
        verdict == "proved unfair"
    };
    if has_tool("python3") {
        let folder = folder("mutants-py", "python", "faro_choices.py");
        let swap = "def swap(d, i, j): d[i], d[j] = d[j], d[i]\n";
        let unfair = PYTHON_MUTANTS.iter().enumerate().filter(|(index, body)| {
            let program = python(&folder, &format!("m{index}"), &format!("{swap}{body}"));
            check(&["python3", &program], &folder, body)
        });
        assert_eq!(unfair.count(), 12);
    }
    if has_tool("node") {
        let folder = folder("mutants-js", "javascript", "faro_choices.js");
        let unfair = JAVASCRIPT_MUTANTS.iter().enumerate().filter(|(index, body)| {
            let program = javascript(&folder, &format!("m{index}"), body);
            check(&["node", &program], &folder, body)
        });
        assert_eq!(unfair.count(), 9);
    }
}
