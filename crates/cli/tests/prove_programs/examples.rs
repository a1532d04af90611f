//! The programs of examples/adapters.

use super::*;

/// The language, the adapter, the example, the tool that runs or compiles it, and how it is compiled and run.
type Example = (
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    &'static [&'static str],
    &'static [&'static str],
);

const EXAMPLES: [Example; 8] = [
    (
        "python",
        "faro_choices.py",
        "shuffle.py",
        "python3",
        &[],
        &["python3", "shuffle.py"],
    ),
    (
        "javascript",
        "faro_choices.js",
        "shuffle.js",
        "node",
        &[],
        &["node", "shuffle.js"],
    ),
    (
        "java",
        "FaroChoices.java",
        "Game.java",
        "javac",
        &["javac", "FaroChoices.java", "Game.java"],
        &["java", "Game"],
    ),
    (
        "rust",
        "faro_choices.rs",
        "shuffle.rs",
        "rustc",
        &["rustc", "-O", "shuffle.rs"],
        &["./shuffle"],
    ),
    (
        "c",
        "faro_choices.h",
        "shuffle.c",
        "cc",
        &["cc", "-O2", "-o", "shuffle-c", "shuffle.c"],
        &["./shuffle-c"],
    ),
    (
        "ruby",
        "faro_choices.rb",
        "shuffle.rb",
        "ruby",
        &[],
        &["ruby", "shuffle.rb"],
    ),
    (
        "php",
        "FaroChoices.php",
        "shuffle.php",
        "php",
        &[],
        &["php", "shuffle.php"],
    ),
    (
        "go",
        "faro_choices.go",
        "shuffle.go",
        "go",
        &["sh", "-c", GO_MODULE],
        &["./shuffle-go"],
    ),
];

/// Builds the example in Go, with the adapter in a package of its own.
const GO_MODULE: &str = "mkdir -p farochoices && cp faro_choices.go farochoices && printf 'module game\\n\\ngo 1.18\\n' > go.mod \
                         && go build -o shuffle-go shuffle.go";

/// Each program has a uniform law, and a certificate.
#[test]
fn examples_are_fair() {
    for (language, adapter, example, tool, compile, program) in EXAMPLES {
        if !has_tool(tool) {
            continue;
        }
        let folder = folder(&format!("example-{language}"), language, adapter);
        let lines = fs::read_to_string(folder.join(adapter))
            .unwrap()
            .lines()
            .count();
        assert!(lines <= 250, "{adapter} has {lines} lines");
        let source = support::project().join("examples/adapters").join(example);
        fs::copy(source, folder.join(example)).unwrap();
        if let [compiler, arguments @ ..] = compile {
            let output = Command::new(compiler)
                .current_dir(&folder)
                .args(arguments)
                .output_in_time();
            assert!(output.status.success(), "{}", printed(&output));
        }
        check(language, program, &folder);
    }
}

fn check(language: &str, program: &[&str], folder: &Path) {
    let law = printed(&prove(
        &["--cards", "5", "--samples", "2000"],
        program,
        folder,
    ));
    let exact = !matches!(language, "javascript" | "c" | "php" | "go");
    assert!(
        law.starts_with(if exact { "proved fair" } else { "fair up to" }),
        "{language}: {law}"
    );
    let certified = printed(&prove(&["--certify", "--samples", "1000"], program, folder));
    let bound = "fair up to a total variation distance of 1.38e-2";
    assert!(certified.starts_with(bound), "{language}: {certified}");
    let mut decks = Command::new(program[0]);
    let decks = printed(
        &decks
            .current_dir(folder)
            .args(&program[1..])
            .args(["4", "2"])
            .output_in_time(),
    );
    let cards: Vec<usize> = decks.lines().map(|line| line.split(' ').count()).collect();
    assert_eq!(cards, [4, 4], "{language}");
}

/// What `--example` writes is proved and audited as its first lines say, without another file.
#[test]
fn the_printed_programs_are_proved_fair() {
    let programs: [(&str, &str, &[&str], &[&str]); 5] = [
        ("python", "fair.py", &[], &["python3", "fair.py"]),
        ("javascript", "fair.js", &[], &["node", "fair.js"]),
        ("java", "Fair.java", &[], &["java", "Fair.java"]),
        (
            "rust",
            "fair.rs",
            &["rustc", "-o", "fair-rust", "fair.rs"],
            &["./fair-rust"],
        ),
        (
            "c",
            "fair.c",
            &["cc", "-o", "fair-c", "fair.c"],
            &["./fair-c"],
        ),
    ];
    let folder = folder("printed", "python", "faro_choices.py");
    fs::remove_file(folder.join("faro_choices.py")).unwrap();
    for (language, file, compile, run) in programs {
        if !has_tool(compile.first().unwrap_or(&run[0])) {
            continue;
        }
        let example = faro()
            .args(["prove", "--example", language])
            .output_in_time();
        fs::write(folder.join(file), example.stdout).unwrap();
        if let [compiler, arguments @ ..] = compile {
            let compiled = Command::new(compiler)
                .args(arguments)
                .current_dir(&folder)
                .output();
            assert!(compiled.unwrap().status.success(), "{language}");
        }
        let report = json(&prove(&["--cards", "4", "--format", "json"], run, &folder));
        let expected = if language == "javascript" {
            "fair up to"
        } else {
            "proved fair"
        };
        assert_eq!(report["verdict"], expected, "{language}: {report}");
        let decks = Command::new(run[0])
            .args(&run[1..])
            .args(["5", "2"])
            .current_dir(&folder)
            .output()
            .unwrap();
        assert_eq!(
            String::from_utf8(decks.stdout).unwrap().lines().count(),
            2,
            "{language}"
        );
    }
}
