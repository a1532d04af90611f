//! Certificates of fair programs, and faulty programs, none of which is certified.

use super::laws::ZOO;
use super::*;

#[test]
fn fair_python_programs_are_certified() {
    if !has_tool("python3") {
        return;
    }
    let folder = folder("certified", "python", "faro_choices.py");
    let floats = "for i in range(n - 1, 0, -1):\n    j = int(random.random() * (i + 1)); d[i], d[j] = d[j], d[i]";
    for (index, body) in ZOO[..7]
        .iter()
        .map(|(_, body)| *body)
        .chain([floats])
        .enumerate()
    {
        let program = python(&folder, &format!("fair{index}"), body);
        let settings = [
            "--certify",
            "--samples",
            "2000",
            "--seed",
            "1",
            "--format",
            "json",
        ];
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

#[test]
fn naive_swaps_are_named() {
    if !has_tool("python3") {
        return;
    }
    let folder = folder("naive", "python", "faro_choices.py");
    let program = python(&folder, "naive", ZOO[7].1);
    for (cards, known) in [
        ("3", "1/18"),
        ("4", "25/384"),
        ("5", "3157/37500"),
        ("6", "2285/23328"),
    ] {
        let output = prove(
            &["--cards", cards, "--format", "json"],
            &["python3", &program],
            &folder,
        );
        assert_eq!(json(&output)["total_variation_exact"], known);
    }
    let output = prove(
        &["--certify", "--samples", "2000", "--seed", "1"],
        &["python3", &program],
        &folder,
    );
    let text = printed(&output);
    assert!(
        text.starts_with("proved unfair: total variation at least"),
        "{text}"
    );
    assert!(
        text.contains("the naive swap: each draw chooses among all 52 cards"),
        "{text}"
    );
    assert!(text.contains("1.3522 times the fair probability"), "{text}");
    assert_eq!(output.status.code(), Some(1));
}

/// Faulty shuffles in Python. None is certified, and nearly all are proved unfair.
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

/// Faulty shuffles in JavaScript. None is certified.
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
    let settings = [
        "--certify",
        "--cards",
        "20",
        "--samples",
        "3000",
        "--seed",
        "1",
        "--format",
        "json",
    ];
    let check = |program: &[&str], folder: &Path, body: &str| {
        let output = prove(&settings, program, folder);
        let report = json(&output);
        let verdict = report["verdict"].as_str().unwrap();
        assert!(
            verdict == "proved unfair" || verdict == "not decided",
            "{body}: {verdict}"
        );
        assert!(
            verdict == "not decided" || report["cause"].is_string(),
            "{body}"
        );
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
        let unfair = JAVASCRIPT_MUTANTS
            .iter()
            .enumerate()
            .filter(|(index, body)| {
                let program = javascript(&folder, &format!("m{index}"), body);
                check(&["node", &program], &folder, body)
            });
        assert_eq!(unfair.count(), 9);
    }
}
