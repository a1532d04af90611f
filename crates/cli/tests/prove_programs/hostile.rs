//! Programs with effects that are easily missed. Each must be refused, or its law must be correct.

use super::*;

/// The expected law of a program.
enum Expected {
    /// The program must be refused.
    Refused,
    /// If the program is not refused, the total variation distance of 4 cards from uniform.
    Distance(f64),
    /// If the program is not refused, its law is the law of the shuffle with this name.
    Same(&'static str),
}

use Expected::{Distance, Refused, Same};

/// The total variation distance of a fixed order of 4 cards from uniform: 1 − 1/4!.
const ALL: f64 = 23.0 / 24.0;

const HOSTILE: [(&str, &str, Expected); 26] = [
    (
        "one value of a word",
        "random.shuffle(d)\nif random.getrandbits(32) == 0x12345: d.sort()",
        Distance(ALL / 4294967296.0),
    ),
    (
        "one value of 1009",
        "random.shuffle(d)\nif random.getrandbits(32) % 1009 == 77: d.sort()",
        Distance(ALL / 1009.0),
    ),
    (
        "one middle value",
        "random.shuffle(d)\nif random.getrandbits(16) == 0x1234: d.sort()",
        Distance(ALL / 65536.0),
    ),
    (
        "two words together",
        "random.shuffle(d)\nif (random.getrandbits(32) ^ random.getrandbits(32)) & 255 == 7: d.sort()",
        Distance(ALL / 256.0),
    ),
    (
        "a product",
        "a, b = random.random(), random.random()\nrandom.shuffle(d)\nif a * b > 0.9: d.sort()",
        Distance(ALL * 0.005_175_5),
    ),
    (
        "a digit of a float",
        "x = random.random()\nrandom.shuffle(d)\nif int(x * 10**9) % 500 == 3: d.sort()",
        Distance(ALL / 500.0),
    ),
    (
        "a float and a deck",
        "x = random.random()\nrandom.shuffle(d)\nif x > 0.999 and d[0] == 0: d.sort()",
        Distance(0.001 * 5.0 / 24.0),
    ),
    (
        "a number of draws",
        "if random.randrange(3) == 0: random.shuffle(d)",
        Distance(ALL * 2.0 / 3.0),
    ),
    (
        "a float decides",
        "if random.random() < 0.25: random.shuffle(d)",
        Distance(ALL * 0.75),
    ),
    (
        "draws that set bounds",
        "k = 2 + random.randrange(3)\nfor i in range(k - 1, 0, -1):\n    j = random.randrange(i + 1); d[i], d[j] = d[j], d[i]",
        Distance(0.5),
    ),
    (
        "seeded by a draw",
        "r = random.Random(random.getrandbits(40))\nr.shuffle(d)",
        Refused,
    ),
    (
        "seeded by a float",
        "random.Random(random.random()).shuffle(d)",
        Refused,
    ),
    (
        "re-seeded by the system",
        "random.seed()\nrandom.shuffle(d)",
        Same("fisher-yates"),
    ),
    (
        "re-seeded by the second",
        "random.seed(int(time.time()))\nrandom.shuffle(d)",
        Refused,
    ),
    (
        "re-seeded by the clock",
        "random.seed(time.time_ns())\nrandom.shuffle(d)",
        Refused,
    ),
    (
        "a copied generator",
        "r = random.Random(); r.setstate(random.getstate())\nr.shuffle(d)",
        Refused,
    ),
    (
        "a deep copy",
        "import copy\ncopy.deepcopy(random._inst).shuffle(d)",
        Refused,
    ),
    (
        "another base class",
        "import _random\nr = _random.Random()\nd.sort(key=lambda _: r.random())",
        Refused,
    ),
    (
        "a cached deck",
        "shuffle.memo = m = getattr(shuffle, 'memo', {})\nif n not in m: random.shuffle(d); m[n] = d\nd = list(m[n])",
        Refused,
    ),
    (
        "the deck before",
        "last = getattr(shuffle, 'last', None)\nrandom.shuffle(d)\nshuffle.last = list(d)\nif last == sorted(d): d.sort()",
        Refused,
    ),
    (
        "a set of texts",
        "d = [int(c) for c in {str(c) for c in d}] if n == 4 else d\nrandom.shuffle(d)",
        Refused,
    ),
    (
        "the order of a set",
        "d = [int(c) for c in {str(c) for c in d}]",
        Refused,
    ),
    (
        "the number of the process",
        "if os.getpid() % 7 < 4: random.shuffle(d)",
        Refused,
    ),
    (
        "an address",
        "if (id(d) >> 12) % 3: random.shuffle(d)",
        Refused,
    ),
    (
        "the second",
        "if int(time.time()) % 2: random.shuffle(d)",
        Refused,
    ),
    (
        "the hour",
        "if time.localtime(time.time()).tm_hour < 12: random.shuffle(d)",
        Refused,
    ),
];

/// Returns the distance of the listed orders from uniform.
pub fn distance(report: &Value) -> Option<f64> {
    let orders = report["orders"].as_array()?;
    let fair = 1.0 / orders.len() as f64;
    let off = |order: &Value| (order["probability"].as_f64().unwrap() - fair).abs();
    Some(orders.iter().map(off).sum::<f64>() / 2.0)
}

#[test]
fn hidden_effects_give_no_wrong_law() {
    if !has_tool("python3") {
        return;
    }
    let folder = folder("hostile", "python", "faro_choices.py");
    for (name, body, expected) in HOSTILE {
        let program = python(&folder, name, body);
        let settings = [
            "--cards",
            "4",
            "--samples",
            "30000",
            "--seed",
            "5",
            "--format",
            "json",
        ];
        let output = prove(&settings, &["python3", &program], &folder);
        let report = json(&output);
        let Some(found) = distance(&report) else {
            assert_eq!(report["verdict"], "not decided", "{name}");
            assert!(!matches!(expected, Same(_)), "{name}: {}", printed(&output));
            continue;
        };
        let error = report["law_distance"].as_f64().unwrap();
        match expected {
            Refused => panic!("{name}: {}", printed(&output)),
            Distance(known) => {
                assert!(
                    (known - found).abs() <= error + 1e-9,
                    "{name}: {known} {found} {error}"
                );
                assert!(
                    error > 0.0 || known == 0.0 || report["verdict"] == "proved unfair",
                    "{name}"
                );
            }
            Same(word) => assert_eq!(report["orders"], law(word, "4")["orders"], "{name}"),
        }
        // A result that is not exactly proved must not be called proved.
        let exact = error == 0.0;
        assert_eq!(exact, report["total_variation"].is_number(), "{name}");
        assert!(exact || report["verdict"] != "proved fair", "{name}");
        assert!(
            exact || report["bound"].is_number() && report["confidence"] == 1e-6,
            "{name}"
        );
    }
}
