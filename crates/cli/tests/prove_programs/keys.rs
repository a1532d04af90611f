//! Shuffles that sort by random keys, or by random comparisons.

use super::hostile::distance;
use super::*;

/// Shuffles that compare random keys, and the same shuffles without keys.
const KEYS: [(&str, &str); 10] = [
    ("d.sort(key=lambda _: random.random())", "random.shuffle(d)"),
    (
        "d = sorted(d, key=lambda _: random.random(), reverse=True)",
        "random.shuffle(d)",
    ),
    (
        "d = [c for _, c in sorted((random.random(), c) for c in d)]",
        "random.shuffle(d)",
    ),
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
    // The larger of two given keys is the largest of n + 1 keys with probability 2/(n + 1).
    (
        "a, *k = [random.random() for _ in range(n + 1)]\nd = d[1:] + d[:1] if max(a, k[0]) == max(a, *k) else d",
        "d = d[1:] + d[:1] if random.randrange(n + 1) < 2 else d",
    ),
    (
        "coin = random.random() < 0.5\nd.sort(key=lambda _: random.random())\nif coin: d.reverse()",
        "random.shuffle(d)",
    ),
    (
        "if random.random() < 0.25: d = d[1:] + d[:1]\nelse: d.sort(key=lambda _: random.random())",
        "if random.randrange(4) == 0: d = d[1:] + d[:1]\nelse: random.shuffle(d)",
    ),
];

/// Keys that enter calculations. The program receives numbers, and the law of their order is compared on random
/// lists.
const NUMBERS: [&str; 4] = [
    "k = [random.random() * 2 for _ in d]\nd.sort(key=lambda c: k[c])",
    "import math\nk = [math.log(random.random() + 1) for _ in d]\nd.sort(key=lambda c: k[c])",
    "k = [-random.random() for _ in d]\nd.sort(key=lambda c: k[c])",
    "k = [random.getrandbits(60) for _ in d]\nd.sort(key=lambda c: k[c])",
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
        for cards in ["2", "4"] {
            let [keyed, known] = names.each_ref().map(|program| {
                json(&prove(
                    &["--cards", cards, "--format", "json"],
                    &["python3", program],
                    &folder,
                ))
            });
            assert_eq!(keyed["orders"], known["orders"], "{keys} of {cards}");
            let fair = known["verdict"] == "proved fair";
            assert_eq!(
                keyed["verdict"],
                if fair { "fair up to" } else { "proved unfair" },
                "{keys}"
            );
        }
    }
    for (index, body) in NUMBERS.iter().enumerate() {
        let program = python(&folder, &format!("numbers{index}"), body);
        check_fair(&["python3", &program], &folder);
    }
    // The bound is the probability of ties: 6 pairs of 4 keys.
    let four = json(&prove(
        &["--cards", "4", "--format", "json"],
        &["python3", "keys0.py"],
        &folder,
    ));
    assert_eq!(four["bound"], 6.0 / (1u64 << 53) as f64);
    let settings = ["--certify", "--samples", "2000", "--seed", "1"];
    let certified = printed(&prove(&settings, &["python3", "keys0.py"], &folder));
    assert!(
        certified.starts_with("fair up to a total variation distance of 6.89e-3"),
        "{certified}"
    );
    let draws = "51 draws, the i-th below i + 1, the rank of a random key among those before it";
    assert!(certified.contains(draws), "{certified}");
}

/// Checks that a shuffle by keys has the law of a fair shuffle, within the bound from the random lists.
fn check_fair(program: &[&str], folder: &Path) {
    for cards in ["2", "4"] {
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
        let report = json(&prove(&settings, program, folder));
        assert_eq!(
            report["orders"],
            law("fisher-yates", cards)["orders"],
            "{program:?}"
        );
        assert_eq!(
            (report["verdict"].as_str(), report["samples"].as_u64()),
            (Some("fair up to"), Some(2000))
        );
        assert!((report["bound"].as_f64().unwrap() - 0.006_884).abs() < 1e-5); // 1 - 10^(-6/2000)
    }
    let settings = ["--certify", "--samples", "1000", "--seed", "1"];
    let certified = printed(&prove(&settings, program, folder));
    assert!(
        certified.starts_with("fair up to a total variation distance of 1.38e-2"),
        "{certified}"
    );
    let choices =
        "51 choices, the i-th below i + 1, the rank of a random key among those before it";
    assert!(certified.contains(choices), "{certified}");
}

#[test]
fn keys_in_javascript() {
    if !has_tool("node") {
        return;
    }
    let folder = folder("keys-js", "javascript", "faro_choices.js");
    let sorts = [
        "d = d.map((card) => ({ card, key: Math.random() })).sort((a, b) => a.key - b.key).map((x) => x.card);",
        "d = d.map((c) => [Math.random(), c]).sort((a, b) => b[0] - a[0]).map(([, c]) => c);",
        "const k = d.map(Math.random); d.sort((a, b) => (k[a] < k[b] ? -1 : 1));",
        "const k = c.randomFillSync(new Uint32Array(n)); d.sort((a, b) => k[a] - k[b]);",
        "const r = [], k = d.map(() => Math.random()); \
         while (d.length) { const i = d.findIndex((c) => d.every((x) => k[c] <= k[x])); r.push(...d.splice(i, 1)); } d = r;",
    ];
    for (index, body) in sorts.iter().enumerate() {
        let program = javascript(&folder, &format!("keys{index}"), body);
        check_fair(&["node", &program], &folder);
    }
    // A coin beside the keys: the program is refused, or its law is correct.
    let coin = "const coin = Math.random() < 0.5, k = d.map(Math.random); d.sort((a, b) => k[a] - k[b]); if (coin) d.reverse();";
    let program = javascript(&folder, "coin", coin);
    let report = json(&prove(
        &["--cards", "3", "--format", "json"],
        &["node", &program],
        &folder,
    ));
    assert!(report["orders"].is_null() || report["orders"] == law("fisher-yates", "3")["orders"]);
    assert_ne!(report["verdict"], "proved unfair");
}

/// A comparison that answers at random is a coin. Node.js sorts few cards by binary insertion.
#[test]
fn random_comparisons_in_javascript() {
    if !has_tool("node") {
        return;
    }
    let folder = folder("comparisons", "javascript", "faro_choices.js");
    for (index, body) in [
        "d.sort(() => Math.random() - 0.5);",
        "d.sort(() => 0.5 - Math.random());",
        "d.sort(() => (Math.random() > 0.5 ? 1 : -1));",
    ]
    .iter()
    .enumerate()
    {
        let program = javascript(&folder, &format!("comparison{index}"), body);
        for cards in ["3", "5"] {
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
            let (report, known) = (
                json(&prove(&settings, &["node", &program], &folder)),
                law("coin-sort:binary", cards),
            );
            assert_eq!(report["verdict"], "proved unfair", "{body}");
            let off = distance(&report).unwrap() - known["total_variation"].as_f64().unwrap();
            assert!(off.abs() < 1e-12, "{body}: {off}");
        }
    }
}
