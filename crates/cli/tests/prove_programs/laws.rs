//! The exact laws of programs, compared with the laws of the same shuffles written as words.

use super::hostile::distance;
use super::*;

/// Named shuffles, written in Python.
pub const ZOO: [(&str, &str); 13] = [
    ("fisher-yates", "random.shuffle(d)"),
    ("fisher-yates", "d = random.sample(d, n)"),
    ("fisher-yates", "secrets.SystemRandom().shuffle(d)"),
    (
        "fisher-yates",
        "for i in range(n - 1, 0, -1):\n    j = secrets.randbelow(i + 1); d[i], d[j] = d[j], d[i]",
    ),
    ("fisher-yates", "random.Random().shuffle(d)"),
    (
        "insertion",
        "r = []\nfor x in d: r.insert(random.randint(0, len(r)), x)\nd = r",
    ),
    (
        "inside-out",
        "r = []\nfor x in d:\n    j = random.randint(0, len(r)); r.append(x); r[j], r[-1] = r[-1], r[j]\nd = r",
    ),
    (
        "naive",
        "for i in range(n):\n    j = random.randrange(n); d[i], d[j] = d[j], d[i]",
    ),
    (
        "sattolo",
        "for i in range(n - 1, 0, -1):\n    j = random.randrange(i); d[i], d[j] = d[j], d[i]",
    ),
    ("top-to-random", "d.insert(random.randrange(n), d.pop(0))"),
    (
        "modulo:3",
        "for i in range(n - 1, 0, -1):\n    j = random.getrandbits(3) % (i + 1); d[i], d[j] = d[j], d[i]",
    ),
    (
        "short-keys:2",
        "k = [random.getrandbits(2) for _ in d]\nd.sort(key=lambda c: k[c])",
    ),
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
        for cards in ["2", "3", "5"] {
            let output = prove(
                &["--cards", cards, "--format", "json"],
                &["python3", &program],
                &folder,
            );
            let (proved, known) = (json(&output), law(word, cards));
            assert_eq!(proved["orders"], known["orders"], "{body} of {cards}");
            assert_eq!(
                proved["total_variation_exact"],
                known["total_variation_exact"]
            );
            let fair = known["total_variation_exact"] == "0";
            assert_eq!(
                proved["verdict"],
                if fair { "proved fair" } else { "proved unfair" }
            );
            assert_eq!(output.status.code(), Some(i32::from(!fair)));
        }
    }
}

/// A Java program whose first argument chooses the shuffle.
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
    java_laws("java", &["2", "4"]);
}

fn java_laws(test: &str, sizes: &[&str]) {
    let folder = folder(test, "java", "FaroChoices.java");
    fs::write(folder.join("Zoo.java"), JAVA_ZOO).unwrap();
    let mut compiler = Command::new("javac");
    let output = compiler
        .current_dir(&folder)
        .args(["FaroChoices.java", "Zoo.java"])
        .output_in_time();
    assert!(output.status.success(), "{}", printed(&output));
    let words = "fisher-yates naive sattolo modulo:3 top-to-random swap-pairs:2 insertion gsr";
    for word in words.split(' ') {
        for cards in sizes {
            let output = prove(
                &["--cards", cards, "--format", "json"],
                &["java", "Zoo", word],
                &folder,
            );
            let (proved, known) = (json(&output), law(word, cards));
            assert_eq!(proved["orders"], known["orders"], "{word} of {cards}");
            assert_eq!(
                proved["total_variation_exact"], known["total_variation_exact"],
                "{word} of {cards}"
            );
        }
    }
    let settings = ["--certify", "--samples", "1000", "--format", "json"];
    let certified = json(&prove(&settings, &["java", "Zoo", "insertion"], &folder));
    assert_eq!(certified["verdict"], "fair up to");
}

fn javascript_laws(test: &str, sizes: &[&str]) {
    let folder = folder(test, "javascript", "faro_choices.js");
    let zoo = [
        (
            "fisher-yates",
            "for (let i = n - 1; i > 0; i--) swap(d, i, c.randomInt(i + 1));",
        ),
        (
            "naive",
            "for (let i = 0; i < n; i++) swap(d, i, c.randomInt(0, n));",
        ),
        (
            "sattolo",
            "for (let i = n - 1; i > 0; i--) swap(d, i, c.randomInt(i));",
        ),
        (
            "insertion",
            "const r = []; for (const x of d) r.splice(c.randomInt(r.length + 1), 0, x); d = r;",
        ),
        (
            "modulo:8",
            "for (let i = n - 1; i > 0; i--) swap(d, i, c.randomBytes(1)[0] % (i + 1));",
        ),
        ("coin-sort:binary", "d.sort(() => Math.random() - 0.5);"),
    ];
    for (index, (word, body)) in zoo.into_iter().enumerate() {
        let program = javascript(&folder, &format!("zoo{index}"), body);
        // A shuffle by bytes has 256^(n - 1) lists of choices.
        for cards in sizes
            .iter()
            .filter(|&&cards| word != "modulo:8" || cards <= "3")
        {
            let settings = [
                "--cards",
                cards,
                "--samples",
                "2000",
                "--seed",
                "1",
                "--format",
                "json",
            ];
            let proved = json(&prove(&settings, &["node", &program], &folder));
            let known = law(word, cards);
            assert_eq!(proved["orders"], known["orders"], "{word} of {cards}");
            let exact = proved["law_distance"] == 0.0;
            assert_eq!(exact, word != "coin-sort:binary", "{word}");
            assert!(
                !exact || proved["total_variation_exact"] == known["total_variation_exact"],
                "{word} of {cards}"
            );
        }
    }
}

/// Named shuffles in JavaScript, with choices below a bound and with floating-point numbers.
#[test]
fn laws_of_javascript_programs() {
    if !has_tool("node") {
        return;
    }
    javascript_laws("javascript", &["2", "3"]);
    let folder = folder("javascript-floats", "javascript", "faro_choices.js");
    // The same shuffles with floating-point numbers, which are rounded.
    for (word, body) in [
        ("naive", "for (let i = 0; i < n; i++) swap(d, i, below(n));"),
        (
            "fisher-yates",
            "for (let i = n - 1; i > 0; i--) swap(d, i, below(i + 1));",
        ),
    ] {
        let program = javascript(&folder, word, body);
        let settings = [
            "--cards",
            "4",
            "--samples",
            "2000",
            "--seed",
            "1",
            "--format",
            "json",
        ];
        let proved = json(&prove(&settings, &["node", &program], &folder));
        let known = law(word, "4")["total_variation"].as_f64().unwrap();
        assert!((distance(&proved).unwrap() - known).abs() < 1e-15, "{word}");
        assert_eq!(
            proved["verdict"],
            if word == "naive" {
                "proved unfair"
            } else {
                "fair up to"
            }
        );
        if word == "naive" {
            continue;
        }
        let settings = [
            "--certify",
            "--cards",
            "20",
            "--samples",
            "500",
            "--format",
            "json",
        ];
        assert_eq!(
            json(&prove(&settings, &["node", &program], &folder))["verdict"],
            "fair up to"
        );
    }
}

/// Naive swaps of 7 and 8 cards (16,777,216 runs), and the named shuffles of 5 and 6 cards.
#[test]
#[ignore = "minutes; run with --release --ignored"]
fn larger_laws_are_exact() {
    if has_tool("python3") {
        let folder = folder("larger-py", "python", "faro_choices.py");
        let cases = ZOO.iter().map(|case| (*case, "6"));
        for (index, ((word, body), cards)) in
            cases.chain([(ZOO[7], "7"), (ZOO[7], "8")]).enumerate()
        {
            let program = python(&folder, &format!("zoo{index}"), body);
            let mut command = faro();
            command.current_dir(&folder).args([
                "prove", "--cards", cards, "--runs", "2e7", "--format", "json",
            ]);
            // The runs take longer than the time limit of other tests.
            let proved = json(&command.args(["--", "python3", &program]).output().unwrap());
            let known = law(word, cards);
            assert_eq!(proved["orders"], known["orders"], "{body} of {cards}");
            assert_eq!(
                proved["total_variation_exact"],
                known["total_variation_exact"]
            );
        }
    }
    if has_tool("javac") {
        java_laws("larger-java", &["5", "6"]);
    }
    if has_tool("node") {
        javascript_laws("larger-js", &["5", "6"]);
    }
}
