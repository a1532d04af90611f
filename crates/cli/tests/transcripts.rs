//! Checks the output of the program word for word.
//!
//! Every `console` block of README.md, docs/formats.md, docs/reference.md, docs/guide/*.md and
//! crates/cli/tests/transcripts/*.md is a session: the shell runs each line that begins with `$`, and its output must be the
//! lines that follow. FARO_BLESS=1 rewrites the files with the present output; read the difference before you commit it.

use std::fs;
use std::path::Path;

use crate::support::{InTime, command_names, faro, printed, shell, shell_in};

fn package() -> &'static Path {
    crate::support::project()
}

/// A test for each file, named after it, and the list of all of them.
macro_rules! sessions {
    ($($name:ident: $path:literal,)*) => {
        mod sessions {
            $(#[test]
            fn $name() {
                super::check($path);
            })*
        }

        const FILES: &[&str] = &[$($path),*];
    };
}

sessions! {
    audit: "crates/cli/tests/transcripts/audit.md",
    bits: "crates/cli/tests/transcripts/bits.md",
    certify: "crates/cli/tests/transcripts/certify.md",
    cycles: "crates/cli/tests/transcripts/cycles.md",
    deck: "crates/cli/tests/transcripts/deck.md",
    errors: "crates/cli/tests/transcripts/errors.md",
    formats: "crates/cli/tests/transcripts/formats.md",
    group: "crates/cli/tests/transcripts/group.md",
    hands: "crates/cli/tests/transcripts/hands.md",
    law: "crates/cli/tests/transcripts/law.md",
    matrix: "crates/cli/tests/transcripts/matrix.md",
    mix: "crates/cli/tests/transcripts/mix.md",
    odds: "crates/cli/tests/transcripts/odds.md",
    order: "crates/cli/tests/transcripts/order.md",
    route: "crates/cli/tests/transcripts/route.md",
    shell: "crates/cli/tests/transcripts/shell.md",
    simulate: "crates/cli/tests/transcripts/simulate.md",
    sizes: "crates/cli/tests/transcripts/sizes.md",
    solve: "crates/cli/tests/transcripts/solve.md",
    start: "crates/cli/tests/transcripts/start.md",
    sweep: "crates/cli/tests/transcripts/sweep.md",
    verify: "crates/cli/tests/transcripts/verify.md",
    where_: "crates/cli/tests/transcripts/where.md",
    words: "crates/cli/tests/transcripts/words.md",
    clusters: "docs/guide/clusters.md",
    fairness: "docs/guide/fairness.md",
    method: "docs/guide/method.md",
    orders: "docs/guide/orders.md",
    perfect_shuffles: "docs/guide/perfect-shuffles.md",
    provably_fair: "docs/guide/provably-fair.md",
    randomness: "docs/guide/randomness.md",
    simulation: "docs/guide/simulation.md",
    web: "docs/guide/web.md",
    readme: "README.md",
    docs_formats: "docs/formats.md",
    reference: "docs/reference.md",
}

/// The guides whose examples are doc tests or tests of `documents`.
const WITHOUT_SESSIONS: [&str; 2] = ["docs/guide/library.md", "docs/guide/tests.md"];

#[test]
fn every_file_with_sessions_has_a_test() {
    for folder in ["crates/cli/tests/transcripts", "docs/guide"] {
        for entry in fs::read_dir(package().join(folder)).unwrap() {
            let path = format!("{folder}/{}", entry.unwrap().file_name().display());
            assert!(
                FILES.contains(&&*path) != WITHOUT_SESSIONS.contains(&&*path),
                "list {path} in sessions!"
            );
        }
    }
}

/// Returns whether a line is printed only on slow machines.
fn is_of_the_clock(line: &str) -> bool {
    line.starts_with("note: this takes about ")
}

/// Plays the sessions of a file in a folder of their own, and reports every command whose output differs.
fn check(path: &str) {
    let file = package().join(path);
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("sessions")
        .join(Path::new(path).with_extension(""));
    fs::create_dir_all(&scratch).unwrap();
    let text = fs::read_to_string(&file).unwrap();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let (mut played, mut differences, mut in_session) = (String::new(), String::new(), false);
    let (mut commands, mut next) = (0, 0);
    while let Some(&line) = lines.get(next) {
        next += 1;
        played += line;
        if line.starts_with("```") {
            in_session = line == "```console\n";
        }
        let Some(command) = line.strip_prefix("$ ").filter(|_| in_session) else {
            continue;
        };
        commands += 1;
        let is_output = |line: &&&str| !line.starts_with("$ ") && !line.starts_with("```");
        let shown = lines[next..].iter().take_while(is_output).count();
        let shown = lines[next..next + shown].concat();
        let output = printed(&shell_in(&scratch, &format!("exec 2>&1; {command}")));
        let output: String = output
            .split_inclusive('\n')
            .filter(|line| !is_of_the_clock(line))
            .collect();
        if output != shown {
            differences +=
                &format!("{path}:{next}: $ {command}shown:\n{shown}printed:\n{output}\n");
        }
        next += shown.lines().count();
        played += &output;
    }
    assert!(commands > 0, "{path} shows no session");
    if std::env::var_os("FARO_BLESS").is_some() {
        fs::write(file, played).unwrap();
    } else {
        assert!(differences.is_empty(), "\n{differences}");
    }
}

/// The first two commands of the README are the complete installation.
#[test]
fn the_readme_opens_with_two_commands() {
    let text = fs::read_to_string(package().join("README.md")).unwrap();
    let block = text
        .split("```sh\n")
        .nth(1)
        .unwrap()
        .split("```")
        .next()
        .unwrap();
    let commands: Vec<&str> = block
        .lines()
        .map(|line| line.split('#').next().unwrap().trim())
        .collect();
    let arguments = commands[0]
        .strip_prefix("cargo run --release -- ")
        .expect("the main job");
    let output = faro().args(arguments.split(' ')).output_in_time();
    assert!(printed(&output).starts_with("8\n") && output.status.success());
    assert_eq!(commands[1..], ["cargo test"]);
}

/// Returns the `faro …` lines under "Examples:", without the remark after two spaces.
fn examples(help: &str) -> Vec<String> {
    let listed = help.split("Examples:\n").nth(1).unwrap_or_default();
    listed
        .lines()
        .take_while(|line| !line.is_empty())
        .map(|line| line.trim().split("  ").next().unwrap().to_owned())
        .collect()
}

fn help(arguments: &[&str]) -> String {
    printed(&faro().args(arguments).output_in_time())
}

#[test]
fn every_command_has_examples_that_run() {
    // A secret is written to a new file only.
    assert!(shell("rm -f club.key").status.success());
    let listed = help(&["--help"]);
    let names = command_names();
    assert!(names.contains(&"order".into()) && names.contains(&"help".into()));
    let names = names
        .iter()
        .map(String::as_str)
        .filter(|&name| name != "help");
    let pages = names.map(|name| (name, help(&[name, "--help"])));
    for (name, page) in pages.chain([("faro --help", listed.clone())]) {
        let examples = examples(&page);
        assert!(!examples.is_empty(), "{name} has no examples");
        // Driven programs need their language, and the page is served until it is ended. Other tests run both.
        let runs = |example: &String| {
            name != "explore" && !(["prove", "certify"].contains(&name) && example.contains(" -- "))
        };
        for example in examples.into_iter().filter(runs) {
            let output = shell(&example);
            // The audit exits with 1 if a shuffle is unfair.
            let answered =
                output.status.success() || (name == "audit" && output.status.code() == Some(1));
            assert!(answered, "{example}: {}", printed(&output));
            let notes = String::from_utf8(output.stderr.clone()).unwrap();
            let expected = |line: &str| line.starts_with("wrote ") || is_of_the_clock(line);
            assert!(
                notes.lines().all(expected),
                "{example}: {}",
                printed(&output)
            );
        }
    }
}
