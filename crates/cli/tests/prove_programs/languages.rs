//! Right and wrong shuffles in C++, Ruby, PHP, Go and numpy, with the generators and ranges of their standard libraries.

use super::*;

/// Proves a program of 5 cards and of 52, and checks the law of the former against that of a named shuffle. A program
/// without a name must not be decided.
fn check(program: &[&str], folder: &Path, word: Option<&str>, what: &str) {
    let small = [
        "--cards",
        "5",
        "--samples",
        "3000",
        "--seed",
        "1",
        "--format",
        "json",
    ];
    let large = [
        "--certify",
        "--samples",
        "500",
        "--seed",
        "1",
        "--format",
        "json",
    ];
    let [small, large] =
        [&small[..], &large].map(|settings| json(&prove(settings, program, folder)));
    let Some(word) = word else {
        assert_eq!(
            (&small["verdict"], &large["verdict"]),
            (&"not decided".into(), &"not decided".into()),
            "{what}"
        );
        return;
    };
    let known = law(word, "5");
    let fair = known["total_variation"] == 0.0;
    let chance = |law: &Value, order: usize| law["orders"][order]["probability"].as_f64().unwrap();
    for order in 0..120 {
        assert!(
            (chance(&small, order) - chance(&known, order)).abs() < 1e-8,
            "{what}: {small}"
        );
    }
    assert_eq!(
        small["verdict"] == "proved unfair",
        !fair,
        "{what}: {small}"
    );
    assert_eq!(
        large["verdict"],
        if fair { "fair up to" } else { "proved unfair" },
        "{what}: {large}"
    );
}

/// Bodies of `shuffle(d, n)` in C++.
const CPP: [(&str, Option<&str>); 11] = [
    (
        "std::shuffle(d, d + n, faro_engine());",
        Some("fisher-yates"),
    ),
    (
        "std::shuffle(d, d + n, faro_engine_64());",
        Some("fisher-yates"),
    ),
    (
        "faro_engine g; for (int i = n - 1; i > 0; i--) std::swap(d[i], d[U(0, i)(g)]);",
        Some("fisher-yates"),
    ),
    (
        "faro_engine g; for (int i = 1; i < n; i++) std::swap(d[i], d[U(0, i)(g)]);",
        Some("fisher-yates"),
    ),
    (
        "faro_engine g; for (int i = 0; i < n; i++) std::swap(d[i], d[U(0, n - 1)(g)]);",
        Some("naive"),
    ),
    (
        "faro_engine g; for (int i = n - 1; i > 0; i--) std::swap(d[i], d[U(0, i - 1)(g)]);",
        Some("sattolo"),
    ),
    (
        "faro_engine_64 g; for (int i = n - 1; i > 0; i--) std::swap(d[i], d[U(0, i)(g)]);",
        Some("fisher-yates"),
    ),
    (
        "faro_engine_64 g; for (int i = n - 1; i > 0; i--) std::swap(d[i], d[g() % (i + 1)]);",
        Some("fisher-yates"),
    ),
    (
        "faro_engine_64 g; for (int i = 0; i < n; i++) std::swap(d[i], d[g() % n]);",
        Some("naive"),
    ),
    (
        "faro_engine g; for (int i = n - 1; i > 0; i--) std::swap(d[i], d[int(g() / 4294967296.0 * (i + 1))]);",
        Some("fisher-yates"),
    ),
    ("std::random_device g; std::shuffle(d, d + n, g);", None),
];

#[test]
fn cpp_programs() {
    if !has_tool("g++") {
        return;
    }
    let folder = folder("cpp", "c", "faro_choices.h");
    for (body, word) in CPP {
        let text = format!(
            "#include <algorithm>\n#include <random>\n#include \"faro_choices.h\"\ntypedef std::uniform_int_distribution<int> U;\n\
             static void shuffle(int *d, int n) {{ {body} }}\n\
             int main(int argc, char **argv) {{ return faro_serve(shuffle, argc, argv); }}\n"
        );
        fs::write(folder.join("game.cpp"), text).unwrap();
        let mut compiler = Command::new("g++");
        let output = compiler
            .current_dir(&folder)
            .args(["-std=c++11", "-O1", "-o", "game", "game.cpp"])
            .output_in_time();
        assert!(output.status.success(), "{}", printed(&output));
        check(&["./game"], &folder, word, body);
    }
    let seeded = "#include <algorithm>\n#include <random>\n#include \"faro_choices.h\"\n\
        static void shuffle(int *d, int n) { std::mt19937 g(faro_below(4294967296)); std::shuffle(d, d + n, g); }\n\
        int main(int argc, char **argv) { return faro_serve(shuffle, argc, argv); }\n";
    fs::write(folder.join("game.cpp"), seeded).unwrap();
    let output = Command::new("g++")
        .current_dir(&folder)
        .args(["-O1", "-o", "game", "game.cpp"])
        .output_in_time();
    assert!(output.status.success(), "{}", printed(&output));
    let text = printed(&prove(
        &["--certify", "--samples", "2000"],
        &["./game"],
        &folder,
    ));
    assert!(
        text.starts_with("proved unfair") && text.contains("at most 2^32 of 52!"),
        "{text}"
    );
}

#[test]
fn ruby_programs() {
    if !has_tool("ruby") {
        return;
    }
    let folder = folder("ruby", "ruby", "faro_choices.rb");
    for (body, word) in [
        (
            "d.shuffle!(random: FaroChoices.random)",
            Some("fisher-yates"),
        ),
        ("d = d.sort_by { rand }", Some("fisher-yates")),
        (
            "(n - 1).downto(1) { |i| j = Random.rand(i + 1); d[i], d[j] = d[j], d[i] }",
            Some("fisher-yates"),
        ),
        (
            "n.times { |i| j = SecureRandom.random_number(n); d[i], d[j] = d[j], d[i] }",
            Some("naive"),
        ),
        (
            "(n - 1).downto(1) { |i| j = rand(0...i); d[i], d[j] = d[j], d[i] }",
            Some("sattolo"),
        ),
        ("d.shuffle!", None),
        ("d.rotate!(Time.now.nsec % n)", None),
    ] {
        let text = format!(
            "require_relative 'faro_choices'\nFaroChoices.serve do |n|\nd = (0...n).to_a\n{body}\nd\nend\n"
        );
        fs::write(folder.join("game.rb"), text).unwrap();
        check(&["ruby", "--disable=gems", "game.rb"], &folder, word, body);
    }
}

#[test]
fn php_programs() {
    if !has_tool("php") {
        return;
    }
    let folder = folder("php", "php", "FaroChoices.php");
    let swap = "[$d[$i], $d[$j]] = [$d[$j], $d[$i]];";
    for (body, word) in [
        ("$d = $r->shuffleArray($d);".into(), Some("fisher-yates")),
        (
            format!("for ($i = $n - 1; $i > 0; $i--) {{ $j = $r->getInt(0, $i); {swap} }}"),
            Some("fisher-yates"),
        ),
        (
            format!("for ($i = 0; $i < $n; $i++) {{ $j = $r->getInt(0, $n - 1); {swap} }}"),
            Some("naive"),
        ),
        (
            format!("for ($i = $n - 1; $i > 0; $i--) {{ $j = $r->getInt(0, $i - 1); {swap} }}"),
            Some("sattolo"),
        ),
        ("shuffle($d);".into(), None),
    ] as [(String, Option<&str>); 5]
    {
        let text = format!(
            "<?php\nrequire 'FaroChoices.php';\nFaroChoices::serve(function ($n) {{ $d = range(0, $n - 1);\n\
             $r = FaroChoices::randomizer();\n{body}\nreturn $d; }});\n"
        );
        fs::write(folder.join("game.php"), text).unwrap();
        check(&["php", "game.php"], &folder, word, &body);
    }
}

#[test]
fn go_programs() {
    if !has_tool("go") {
        return;
    }
    let folder = folder("go", "go", "faro_choices.go");
    fs::create_dir_all(folder.join("farochoices")).unwrap();
    fs::rename(
        folder.join("faro_choices.go"),
        folder.join("farochoices/faro_choices.go"),
    )
    .unwrap();
    fs::write(folder.join("go.mod"), "module game\n\ngo 1.18\n").unwrap();
    for (body, word) in [
        ("d = r.Perm(n)", Some("fisher-yates")),
        (
            "r.Shuffle(n, func(i, j int) { d[i], d[j] = d[j], d[i] })",
            Some("fisher-yates"),
        ),
        (
            "for i := range d { j := r.Intn(n); d[i], d[j] = d[j], d[i] }",
            Some("naive"),
        ),
        (
            "for i := n - 1; i > 0; i-- { j, _ := crand.Int(crand.Reader, big.NewInt(int64(i+1))); k := j.Int64(); \
             d[i], d[k] = d[k], d[i] }",
            Some("fisher-yates"),
        ),
        (
            "for i := n - 1; i > 0; i-- { j := rand.Intn(i+1); d[i], d[j] = d[j], d[i] }",
            None,
        ),
    ] {
        let text = format!(
            "package main\n\nimport (\n\tcrand \"crypto/rand\"\n\t\"game/farochoices\"\n\t\"math/big\"\n\t\"math/rand\"\n)\n\n\
             var _, _ = crand.Reader, big.NewInt\n\nfunc main() {{\n\trand.Seed(farochoices.Source().Int63())\n\
             farochoices.Serve(func(n int) []int {{\nd := make([]int, n)\nfor i := range d {{ d[i] = i }}\n\
             r := rand.New(farochoices.Source())\n_ = r\n{body}\nreturn d\n}})\n}}\n"
        );
        fs::write(folder.join("main.go"), text).unwrap();
        let output = Command::new("go")
            .current_dir(&folder)
            .args(["build", "-o", "game", "main.go"])
            .output_in_time();
        assert!(output.status.success(), "{}", printed(&output));
        check(&["./game"], &folder, word, body);
    }
}

/// Numpy's own algorithms, with its bit generators replaced.
#[test]
fn numpy_programs() {
    let has_numpy = |python: &&str| {
        let output = Command::new(python).args(["-c", "import numpy"]).output();
        output.is_ok_and(|output| output.status.success())
    };
    let Some(python) = ["python3", "/usr/bin/python3"].into_iter().find(has_numpy) else {
        eprintln!("skipped: numpy is not installed");
        return;
    };
    let folder = folder("numpy", "python", "faro_choices.py");
    let adapter = faro()
        .args(["prove", "--adapter", "numpy"])
        .output_in_time();
    fs::write(folder.join("faro_numpy.py"), adapter.stdout).unwrap();
    for (body, word) in [
        (
            "numpy.random.default_rng().shuffle(d)",
            Some("fisher-yates"),
        ),
        (
            "d = numpy.random.default_rng().permutation(n)",
            Some("fisher-yates"),
        ),
        (
            "d = numpy.random.default_rng().permuted(d)",
            Some("fisher-yates"),
        ),
        (
            "numpy.random.RandomState().shuffle(d)",
            Some("fisher-yates"),
        ),
        (
            "d = numpy.argsort(numpy.random.random(n))",
            Some("fisher-yates"),
        ),
        (
            "for i in range(n): j = numpy.random.randint(n); d[i], d[j] = d[j], d[i]",
            Some("naive"),
        ),
        (
            "for i in range(n - 1, 0, -1): j = numpy.random.default_rng().integers(i); d[i], d[j] = d[j], d[i]",
            Some("sattolo"),
        ),
    ] {
        let text = format!(
            "import faro_choices, faro_numpy, numpy\ndef shuffle(n):\n    d = numpy.arange(n)\n    {body}\n    \
             return [int(c) for c in d]\nfaro_choices.serve(shuffle)\n"
        );
        fs::write(folder.join("game.py"), text).unwrap();
        check(&[python, "game.py"], &folder, word, body);
    }
    for make in ["default_rng", "RandomState"] {
        let text = format!(
            "import faro_choices, faro_numpy, numpy, time\ndef shuffle(n):\n    r = numpy.random.{make}(time.time_ns() % 2**32)\n    \
             assert isinstance(numpy.random.RandomState(), numpy.random.RandomState)\n    \
             return [int(c) for c in r.permutation(n)]\nfaro_choices.serve(shuffle)\n"
        );
        fs::write(folder.join("game.py"), text).unwrap();
        let seeded = printed(&prove(
            &["--certify", "--samples", "500"],
            &[python, "game.py"],
            &folder,
        ));
        assert!(
            seeded.contains("seeded with at most 32 bits: at most 2^32 of 52!"),
            "{make}: {seeded}"
        );
    }
}
