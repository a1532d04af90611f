//! The pictures in the documents are the ones that the program draws, every link has a target, and the workflows run.

use std::fs;
use std::path::Path;

use crate::support::{InTime, faro, has_tool, printed, shell};

fn package() -> &'static Path {
    crate::support::project()
}

/// The pictures under `docs/`, each with the command that draws it. FARO_BLESS=1 updates them.
const PICTURES: [(&str, &[&str]); 2] = [
    (
        "strip.svg",
        &["deck", "52", "out", "--each", "--track", "2", "--svg"],
    ),
    ("cutoff.svg", &["mix", "--cards", "52", "--svg"]),
];

#[test]
fn pictures_are_drawn_by_the_program() {
    for (name, arguments) in PICTURES {
        let drawn = scratch().join(name);
        assert!(
            faro()
                .args(arguments)
                .arg(&drawn)
                .output_in_time()
                .status
                .success()
        );
        assert_current(name, &fs::read_to_string(drawn).unwrap());
    }
}

/// The first map in the page of the audit that README.md shows.
#[test]
fn the_map_is_drawn_by_the_audit() {
    let output =
        shell("faro deck 26 naive --samples 5000 --seed 1 | faro audit --quiet --html map.html");
    assert_eq!(output.status.code(), Some(1), "{}", printed(&output));
    let page = fs::read_to_string(scratch().join("map.html")).unwrap();
    let (begin, end) = (page.find("<svg").unwrap(), page.find("</svg>").unwrap());
    assert_current("audit.svg", &format!("{}</svg>\n", &page[begin..end]));
}

/// Asserts that the picture `docs/{name}` is `drawn`, or updates it.
fn assert_current(name: &str, drawn: &str) {
    let stored = package().join("docs").join(name);
    if std::env::var_os("FARO_BLESS").is_some() {
        fs::write(&stored, drawn).unwrap();
    }
    assert!(
        fs::read_to_string(stored).unwrap() == drawn,
        "docs/{name} is out of date"
    );
}

fn scratch() -> &'static Path {
    Path::new(env!("CARGO_TARGET_TMPDIR"))
}

fn read(name: &str) -> String {
    fs::read_to_string(package().join(name)).unwrap()
}

/// Returns the names of the files in `docs/guide`.
fn guides() -> Vec<String> {
    let entries = fs::read_dir(package().join("docs/guide")).unwrap();
    entries
        .map(|entry| format!("docs/guide/{}", entry.unwrap().file_name().display()))
        .collect()
}

/// Returns the targets of the links in a Markdown text, which are in parentheses after a closing bracket.
fn links(text: &str) -> Vec<&str> {
    text.split("](")
        .skip(1)
        .filter_map(|rest| rest.split(')').next())
        .collect()
}

/// Returns the anchor of a heading in a Markdown page.
fn anchor(heading: &str) -> String {
    let kept = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = kept
        .chars()
        .filter(|letter| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_'));
    kept.map(|letter| if letter == ' ' { '-' } else { letter })
        .collect()
}

/// Returns the anchors of the sections of a page.
fn anchors(page: &Path) -> Vec<String> {
    let text = fs::read_to_string(page).unwrap();
    text.lines()
        .filter(|line| line.starts_with("## ") || line.starts_with("### "))
        .map(anchor)
        .collect()
}

#[test]
fn links_have_targets() {
    let documents = [
        "README.md",
        "DESIGN.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
        "docs/formats.md",
        "docs/benchmarks.md",
        "docs/causes.md",
        "docs/driving.md",
        "docs/calibration.md",
        "docs/reference.md",
        "docs/survey.md",
        "docs/releasing.md",
        "python/README.md",
    ];
    for name in documents.map(String::from).into_iter().chain(guides()) {
        let page = package().join(&name);
        let text = fs::read_to_string(&page).unwrap();
        let headings = anchors(&page);
        for link in links(&text)
            .into_iter()
            .filter(|link| !link.starts_with("http"))
        {
            let found = match link.split_once('#') {
                Some(("", heading)) => headings.iter().any(|known| known == heading),
                Some((other, heading)) => {
                    anchors(&page.parent().unwrap().join(other)).contains(&heading.into())
                }
                None => page.parent().unwrap().join(link).exists(),
            };
            assert!(found, "{name}: the link {link} leads nowhere");
        }
    }
}

/// A newcomer reads the README to its end, and chooses a guide by its first sentence.
#[test]
fn documents_are_short() {
    let readme = read("README.md");
    assert!(readme.lines().count() <= 200);
    for name in guides() {
        let text = read(&name);
        let lines: Vec<&str> = text.lines().collect();
        assert!(
            lines[0].starts_with("# ") && lines[2].starts_with("This guide is for "),
            "{name}"
        );
        assert!(lines.len() <= 260, "{name} has {} lines", lines.len());
        assert!(
            readme.contains(&format!("]({name})")),
            "README.md has no link to {name}"
        );
    }
}

/// The table of README.md has the commands and their groups in the order of `faro --help`.
#[test]
fn the_readme_lists_every_command() {
    let help = printed(&faro().arg("--help").output_in_time());
    let groups = help
        .split("[COMMAND]\n")
        .nth(1)
        .unwrap()
        .split("Options:\n")
        .next()
        .unwrap();
    let lines = groups
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with("  help "));
    let expected: Vec<String> = lines
        .map(|line| match line.strip_prefix("  ") {
            Some(command) => format!("faro {}", command.split(' ').next().unwrap()),
            None => line.to_owned(),
        })
        .collect();
    let readme = read("README.md");
    let table = readme
        .split("## Commands\n")
        .nth(1)
        .unwrap()
        .split("## ")
        .next()
        .unwrap();
    let listed: Vec<String> = table
        .lines()
        .filter(|line| line.starts_with('|'))
        .flat_map(entries)
        .collect();
    assert_eq!(listed, expected);
}

/// Returns the group or the commands of a row of the table.
fn entries(row: &str) -> Vec<String> {
    let cells: Vec<&str> = row.split('|').map(str::trim).collect();
    match cells[1] {
        "" => vec![cells[2].trim_matches('*').to_owned()],
        commands => commands
            .split('`')
            .filter(|part| part.starts_with("faro "))
            .map(String::from)
            .collect(),
    }
}

/// Returns the code blocks of `language` in a Markdown text.
fn blocks<'a>(text: &'a str, language: &str) -> Vec<&'a str> {
    let fence = format!("```{language}\n");
    text.split(fence.as_str())
        .skip(1)
        .map(|rest| rest.split("```").next().unwrap())
        .collect()
}

/// The workflows of the guide for developers run the same commands, which succeed for the program that it shows.
#[test]
fn workflows_run() {
    let (guide, fairness) = (read("docs/guide/tests.md"), read("docs/guide/fairness.md"));
    let commands: Vec<Vec<&str>> = blocks(&guide, "yaml")
        .into_iter()
        .map(|workflow| {
            let steps = workflow
                .lines()
                .map(|line| line.trim_start_matches([' ', '-']));
            steps
                .map(|step| step.trim_start_matches("run: "))
                .filter(|step| step.starts_with("faro "))
                .collect()
        })
        .collect();
    assert!(
        commands.len() == 2 && commands[0] == commands[1] && commands[0].len() == 3,
        "{commands:?}"
    );
    if !has_tool("python3") {
        return;
    }
    let folder = scratch().join("workflow");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("game.py"), blocks(&fairness, "python")[0]).unwrap();
    for command in &commands[0] {
        let output = shell(&format!("cd workflow && {command}"));
        assert!(output.status.success(), "{command}: {}", printed(&output));
    }
}

/// The tests of the guide in Python and JavaScript pass for fair programs and fail for an unfair one. Where pytest is not
/// installed, the functions are called.
#[test]
fn tests_of_other_languages_run() {
    let (guide, fairness) = (read("docs/guide/tests.md"), read("docs/guide/fairness.md"));
    let folder = scratch().join("language-tests");
    fs::create_dir_all(&folder).unwrap();
    let (game, test) = (blocks(&fairness, "python")[0], blocks(&guide, "python")[0]);
    let unfair = game.replace(
        "    random.shuffle(deck)\n",
        "    random.shuffle(deck)\n    deck.sort()\n",
    );
    assert_ne!(game, unfair);
    fs::write(folder.join("test_game.py"), test).unwrap();
    let call =
        "from test_game import *\ntest_the_shuffle_is_proved_fair()\ntest_its_decks_are_fair()\n";
    fs::write(folder.join("call.py"), call).unwrap();
    let pytest = "cd language-tests && faro prove --adapter python > faro_choices.py && \
                  if python3 -m pytest --version; then python3 -m pytest -q; else python3 call.py; fi";
    for (program, passes) in [(game, true), (&unfair[..], false)] {
        fs::write(folder.join("game.py"), program).unwrap();
        if has_tool("python3") {
            let output = shell(pytest);
            assert_eq!(output.status.success(), passes, "{}", printed(&output));
        }
    }
    let [game, test] = blocks(&guide, "js")[..2] else {
        panic!("a program and its test");
    };
    let test = format!("const test = require('node:test');\n{test}");
    fs::write(folder.join("game.test.js"), test).unwrap();
    let off_by_one = game.replace("(i + 1)", "i");
    assert_ne!(game, off_by_one);
    for (game, passes) in [(game, true), (&off_by_one[..], false)] {
        fs::write(folder.join("game.js"), game).unwrap();
        if has_tool("node") {
            let run = "cd language-tests && faro prove --adapter javascript > faro_choices.js && node --test game.test.js";
            let output = shell(run);
            assert_eq!(output.status.success(), passes, "{}", printed(&output));
        }
    }
}

/// Files and folders that the documents name are there.
#[test]
fn paths_in_documents_exist() {
    for document in [
        "CONTRIBUTING.md",
        "DESIGN.md",
        "docs/causes.md",
        "docs/formats.md",
        "docs/guide/method.md",
    ] {
        let text = read(document);
        let quoted = text.split('`').skip(1).step_by(2);
        let is_path = |word: &&str| {
            let letters = |letter: char| letter.is_ascii_alphanumeric() || "/._-".contains(letter);
            ["crates/", "src/", "tests/", "docs/", "benches/"]
                .iter()
                .any(|folder| word.starts_with(folder))
                && word.chars().all(letters)
        };
        for path in quoted.filter(is_path) {
            assert!(package().join(path).exists(), "{document}: {path}");
        }
    }
}
