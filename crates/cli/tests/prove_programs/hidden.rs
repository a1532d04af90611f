//! Programs whose decks depend on more than their draws, and draws that cannot be followed. The errors describe
//! both.

use super::*;

const FLOATS: &str = "for i in range(n - 1, 0, -1):\n    j = int(random.random() * (i + 1)); d[i], d[j] = d[j], d[i]\n";
const COUNT: &str = "shuffle.c = getattr(shuffle, 'c', 0) + 1\n";
const THOUSANDTH: &str = "\nif shuffle.c % 1000 == 0: d.reverse()";

/// Faults that occur in some runs only, by a clock, by the system's random numbers, or by a counter.
fn python_bodies() -> Vec<String> {
    let keys = "k = [random.random() for c in d]; d.sort(key=lambda c: k[c])";
    let words = "for i in range(n - 1, 0, -1):\n    j = random.getrandbits(32) % (i + 1); d[i], d[j] = d[j], d[i]";
    let below = "random.shuffle(d)";
    let clock = "if time.time_ns() % 97 == 0: d.reverse()";
    let timer = "if time.perf_counter_ns() % 97 == 0: d.reverse()";
    let system = "if open('/dev/urandom', 'rb').read(1)[0] == 7: d.reverse()";
    let mut bodies = vec![
        "for i in range(n - 1, 0, -1):\n    j = time.time_ns() % (i + 1); d[i], d[j] = d[j], d[i]"
            .into(),
        "f = open('/dev/urandom', 'rb')\nd.sort(key=lambda c: f.read(4))".into(),
        FLOATS.replace("random.random()", "((random.random() + time.time()) % 1)"),
    ];
    for shuffle in [below, FLOATS, keys, words] {
        bodies.push(format!("{COUNT}{shuffle}{THOUSANDTH}"));
    }
    for shuffle in [below, FLOATS] {
        bodies.extend([clock, timer, system].map(|fault| format!("{shuffle}\n{fault}")));
    }
    bodies
}

const LAW: &[&str] = &["--cards", "5", "--samples", "20000"];
const CERTIFICATE: &[&str] = &["--cards", "20", "--certify", "--samples", "3000"];

/// Checks that the law and the certificate of a program are refused for its hidden randomness.
fn check(program: &[&str], folder: &Path, body: &str) {
    for settings in [LAW, CERTIFICATE] {
        let output = prove(
            &[settings, &["--seed", "1", "--format", "json"]].concat(),
            program,
            folder,
        );
        let report = json(&output);
        assert_eq!(
            report["verdict"],
            "not decided",
            "{body}: {}",
            printed(&output)
        );
        let cause = report["cause"].as_str().unwrap();
        assert!(
            cause.starts_with("hidden randomness: "),
            "{body} {settings:?}: {cause}"
        );
        assert_eq!(output.status.code(), Some(2));
    }
}

#[test]
fn hidden_randomness_of_python_programs_is_named() {
    if !has_tool("python3") {
        return;
    }
    let folder = folder("hidden", "python", "faro_choices.py");
    for (index, body) in python_bodies().iter().enumerate() {
        let program = python(&folder, &format!("h{index}"), body);
        check(&["python3", &program], &folder, body);
    }
}

#[test]
fn hidden_randomness_of_javascript_programs_is_named() {
    if !has_tool("node") {
        return;
    }
    let folder = folder("hidden-js", "javascript", "faro_choices.js");
    let floats = "for (let i = n - 1; i > 0; i--) swap(d, i, below(i + 1));";
    let integers = "for (let i = n - 1; i > 0; i--) swap(d, i, c.randomInt(i + 1));";
    let faults = [
        "if (Date.now() % 97 === 0) d.reverse();",
        "if (process.hrtime.bigint() % 97n === 0n) d.reverse();",
        "if (++count % 1000 === 0) d.reverse();",
        "const b = Buffer.alloc(1), f = require('fs'); kept = kept || f.openSync('/dev/urandom');\n\
         f.readSync(kept, b); if (b[0] === 7) d.reverse();",
    ];
    for (index, fault) in faults.iter().enumerate() {
        for (kind, shuffle) in [("f", floats), ("i", integers)] {
            let program = javascript(
                &folder,
                &format!("h{index}{kind}"),
                &format!("{shuffle}\n{fault}"),
            );
            check(&["node", &program], &folder, fault);
        }
    }
}

const JAVA: &str = r#"
import java.io.FileInputStream;
import java.util.*;

public class Hidden {
    static int count;

    static boolean fault(String kind, FileInputStream system) throws Exception {
        switch (kind) {
            case "clock": return System.nanoTime() % 97 == 0;
            case "system": return system.read() == 7;
            default: return ++count % 1000 == 0;
        }
    }

    public static void main(String[] kinds) throws Exception {
        FileInputStream system = new FileInputStream("/dev/urandom");
        FaroChoices.serve(n -> {
            List<Integer> deck = new ArrayList<>();
            for (int i = 0; i < n; i++) deck.add(i);
            Collections.shuffle(deck, FaroChoices.random());
            try {
                if (fault(kinds[0], system)) Collections.reverse(deck);
            } catch (Exception error) {
                throw new RuntimeException(error);
            }
            return deck;
        });
    }
}
"#;

#[test]
fn hidden_randomness_of_java_programs_is_named() {
    if !has_tool("javac") {
        return;
    }
    let folder = folder("hidden-java", "java", "FaroChoices.java");
    fs::write(folder.join("Hidden.java"), JAVA).unwrap();
    let mut compiler = Command::new("javac");
    let output = compiler
        .current_dir(&folder)
        .args(["FaroChoices.java", "Hidden.java"])
        .output_in_time();
    assert!(output.status.success(), "{}", printed(&output));
    for kind in ["clock", "system", "counter"] {
        check(&["java", "Hidden", kind], &folder, kind);
    }
}

/// Draws of 64 bits and more give a sentence and not the line of the protocol.
#[test]
fn wide_draws_are_named() {
    if !has_tool("python3") {
        return;
    }
    let folder = folder("wide", "python", "faro_choices.py");
    let bodies = [
        "import uuid\nd.sort(key=lambda c: uuid.uuid4().int)",
        "r = random.Random(secrets.randbits(128))\nr.shuffle(d)",
        "k = [os.urandom(16) for c in d]\nd.sort(key=lambda c: k[c])",
        "k = random.getrandbits(64) % n\nd = d[k:] + d[:k]",
        "import math\nk = random.randrange(math.factorial(52)) % n\nd = d[k:] + d[:k]",
    ];
    for (index, body) in bodies.iter().enumerate() {
        let program = python(&folder, &format!("w{index}"), body);
        for settings in [&["--cards", "5"][..], &["--certify"]] {
            let output = prove(settings, &["python3", &program], &folder);
            let text = printed(&output);
            assert!(
                text.contains("not decided: a draw has 2^64 values or more"),
                "{body}: {text}"
            );
            assert!(
                !text.contains("ran 1") && !text.contains("invalid value"),
                "{body}: {text}"
            );
            assert_eq!(output.status.code(), Some(2));
        }
    }
}
