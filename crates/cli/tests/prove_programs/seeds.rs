//! Generators with a bounded seed: 2^k seeds reach at most 2^k of 52! orders.

use super::*;

/// Python programs with few seeds, and what their cause says.
const SEEDED: [(&str, &str, &str); 6] = [
    (
        "word",
        "random.Random(secrets.randbits(32)).shuffle(d)",
        "at most 2^32 of 52! = 2^225.6 orders",
    ),
    (
        "ten thousand",
        "r = random.Random(secrets.randbelow(10**4)); r.shuffle(d)",
        "at most 2^13.3 of 52!",
    ),
    (
        "clock",
        "random.Random(time.time_ns()).shuffle(d)",
        "seeded with at most 64 bits: at most 2^64",
    ),
    (
        "seconds",
        "random.seed(int(time.time())); random.shuffle(d)",
        "seeded with at most 32 bits",
    ),
    (
        "float",
        "random.seed(time.time()); random.shuffle(d)",
        "seeded with at most 64 bits",
    ),
    (
        "two words",
        "random.Random(secrets.randbits(32)).shuffle(d); random.Random(secrets.randbits(32)).shuffle(d)",
        "at most 2^64 of 52!",
    ),
];

#[test]
fn seeds_are_counted() {
    if !has_tool("python3") {
        return;
    }
    let folder = folder("seeds", "python", "faro_choices.py");
    for (name, body, expected) in SEEDED {
        let program = python(&folder, name, body);
        let settings = [
            "--certify",
            "--samples",
            "4000",
            "--seed",
            "1",
            "--format",
            "json",
        ];
        let output = prove(&settings, &["python3", &program], &folder);
        let proved = json(&output);
        assert_eq!(
            (&proved["verdict"], output.status.code()),
            (&"proved unfair".into(), Some(1)),
            "{proved}"
        );
        assert!(
            proved["cause"].as_str().unwrap().contains(expected),
            "{name}: {proved}"
        );
        // 1 - ln(10^6)/4000
        assert!(
            (proved["bound"].as_f64().unwrap() - 0.99655).abs() < 1e-4,
            "{name}: {proved}"
        );
        // Of 6 cards, 720 orders, such seeds may reach all.
        let small = json(&prove(
            &["--cards", "6", "--format", "json"],
            &["python3", &program],
            &folder,
        ));
        assert_ne!(small["verdict"], "proved fair", "{name}: {small}");
    }
    let program = python(
        &folder,
        "wide",
        "random.Random(secrets.randbits(32)); random.shuffle(d)",
    );
    let fair = json(&prove(
        &["--certify", "--samples", "500", "--format", "json"],
        &["python3", &program],
        &folder,
    ));
    assert_eq!(
        fair["verdict"], "fair up to",
        "an unused seed is harmless: {fair}"
    );
}

/// Fair shuffles of hidden random numbers, each beside one draw or a seed of another generator.
const HIDDEN: [(&str, &str); 3] = [
    (
        "behind",
        "k = random.randrange(10**9)\nf = open('/dev/urandom', 'rb')\nif k: d.sort(key=lambda c: f.read(8))",
    ),
    (
        "names",
        "random.seed(42); random.sample('abc', 2)\nd.sort(key=lambda c: os.getrandom(8))",
    ),
    (
        "clock",
        "random.seed(time.time_ns()); random.random()\nd.sort(key=lambda c: os.getrandom(8))",
    ),
];

/// What a program draws from a source that no adapter replaces is not counted.
#[test]
fn hidden_randomness_is_not_counted() {
    if !has_tool("python3") {
        return;
    }
    let folder = folder("not-counted", "python", "faro_choices.py");
    for (name, body) in HIDDEN {
        let program = python(&folder, name, body);
        let settings = ["--certify", "--samples", "500", "--format", "json"];
        let proved = json(&prove(&settings, &["python3", &program], &folder));
        assert_eq!(proved["verdict"], "not decided", "{name}: {proved}");
        assert!(
            !proved["cause"].as_str().unwrap().contains("at most 2^"),
            "{name}: {proved}"
        );
    }
}

/// `srand` has 32 bits, whatever follows.
#[test]
fn srand_is_counted() {
    if !has_tool("gcc") {
        return;
    }
    let folder = folder("srand", "c", "faro_choices.h");
    let text = "#include <stdlib.h>\n#include <time.h>\n#include \"faro_choices.h\"\n\
        static void shuffle(int *d, int n) { for (int i = n - 1; i > 0; i--) { int j = rand() % (i + 1), c = d[i]; d[i] = d[j]; d[j] = c; } }\n\
        int main(int argc, char **argv) { srand((unsigned)time(NULL)); return faro_serve(shuffle, argc, argv); }\n";
    fs::write(folder.join("game.c"), text).unwrap();
    let output = Command::new("gcc")
        .current_dir(&folder)
        .args(["-O2", "-o", "game", "game.c"])
        .output_in_time();
    assert!(output.status.success(), "{}", printed(&output));
    let certified = printed(&prove(
        &["--certify", "--samples", "500"],
        &["./game"],
        &folder,
    ));
    assert!(
        certified.starts_with("proved unfair: total variation at least 9.72e-1"),
        "{certified}"
    );
    assert!(
        certified.contains("seeded with at most 32 bits: at most 2^32 of 52!"),
        "{certified}"
    );
    let small = printed(&prove(
        &["--cards", "4", "--samples", "500"],
        &["./game"],
        &folder,
    ));
    assert!(
        small.contains("the generator is seeded with at most 32 bits; the law is that of"),
        "{small}"
    );
    // A seed that no draw follows limits nothing.
    fs::write(
        folder.join("game.c"),
        text.replace("rand() % (i + 1)", "faro_below(i + 1)"),
    )
    .unwrap();
    let output = Command::new("gcc")
        .current_dir(&folder)
        .args(["-O2", "-o", "game", "game.c"])
        .output_in_time();
    assert!(output.status.success(), "{}", printed(&output));
    let unused = printed(&prove(
        &["--certify", "--samples", "500"],
        &["./game"],
        &folder,
    ));
    assert!(unused.starts_with("fair up to"), "{unused}");
}

/// A `new Random(seed)` of the Java adapter has the 48 bits of its state, also if the seed is a clock that repeats.
#[test]
fn java_seeds_are_counted() {
    if !has_tool("javac") {
        return;
    }
    let folder = folder("seeds-java", "java", "FaroChoices.java");
    let unused = "(FaroChoices.random(7).nextInt() == 0 ? null : new java.security.SecureRandom())";
    for (generator, verdict, expected) in [
        (
            "FaroChoices.random(System.currentTimeMillis())",
            "proved unfair",
            "seeded with at most 48 bits: at most 2^48 of 52!",
        ),
        (
            "FaroChoices.random(System.nanoTime())",
            "proved unfair",
            "seeded with at most 48 bits: at most 2^48 of 52!",
        ),
        (
            "FaroChoices.random(FaroChoices.random().nextInt())",
            "proved unfair",
            "at most 2^32 of 52!",
        ),
        (unused, "not decided", "hidden randomness"),
    ] {
        let text = format!(
            "import java.util.*;\npublic class Game {{ public static void main(String[] args) {{ FaroChoices.serve(n -> {{\n\
             List<Integer> d = new ArrayList<>(); for (int c = 0; c < n; c++) d.add(c);\n\
             Collections.shuffle(d, {generator}); return d; }}, args); }} }}\n"
        );
        fs::write(folder.join("Game.java"), text).unwrap();
        let mut compiler = Command::new("javac");
        let output = compiler
            .current_dir(&folder)
            .args(["FaroChoices.java", "Game.java"])
            .output_in_time();
        assert!(output.status.success(), "{}", printed(&output));
        let text = printed(&prove(
            &["--certify", "--samples", "500"],
            &["java", "Game"],
            &folder,
        ));
        assert!(
            text.starts_with(verdict) && text.contains(expected),
            "{generator}: {text}"
        );
    }
}

/// The sources of hidden randomness, by name.
#[test]
fn hidden_sources_are_named() {
    if !has_tool("python3") {
        return;
    }
    let folder = folder("sources", "python", "faro_choices.py");
    let count = "shuffle.c = getattr(shuffle, 'c', 0) + 1\n";
    for (body, expected) in [
        (
            "random.shuffle(d)\nif time.time_ns() % 97 == 0: d.reverse()".into(),
            "reads a clock",
        ),
        (
            "random.shuffle(d)\nif open('/dev/urandom', 'rb').read(1)[0] == 7: d.reverse()".into(),
            "/dev/urandom",
        ),
        (
            format!("{count}random.shuffle(d)\nif shuffle.c % 1000 == 0: d.reverse()"),
            "one shuffle in 1000 differs",
        ),
        (
            format!("{count}random.shuffle(d)\nif shuffle.c % 7 == 3: d.reverse()"),
            "one shuffle in 7 differs",
        ),
        (
            "shuffle.k = getattr(shuffle, 'k', d)\nrandom.shuffle(shuffle.k)\nd = list(shuffle.k)"
                .into(),
            "earlier shuffles",
        ),
        (
            "random.shuffle(d)\nd = d[os.getpid() % n:] + d[:os.getpid() % n]".into(),
            "process to process",
        ),
    ] as [(String, &str); 6]
    {
        let program = python(&folder, "hidden", &body);
        for settings in [&["--cards", "5"][..], &["--certify", "--samples", "500"]] {
            let text = printed(&prove(settings, &["python3", &program], &folder));
            assert!(
                text.contains("hidden randomness: ") && text.contains(expected),
                "{body}: {text}"
            );
        }
    }
}
