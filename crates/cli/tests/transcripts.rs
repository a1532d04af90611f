//! Checks the output of the program word for word.
//!
//! Every `console` block of README.md, docs/formats.md, docs/reference.md, docs/guide/*.md and
//! crates/cli/tests/transcripts/*.md is a session: the shell runs each line that begins with `$`, and its output must be the
//! lines that follow. FARO_BLESS=1 rewrites the files with the present output; read the difference before you commit it.

use std::cmp::Reverse;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::support::{InTime, command_names, faro, printed, shell, shell_in};

fn package() -> &'static Path {
    crate::support::project()
}

fn transcripts() -> Vec<PathBuf> {
    let folders =
        ["crates/cli/tests/transcripts", "docs/guide"].map(|folder| package().join(folder));
    let entries = folders
        .iter()
        .flat_map(|folder| fs::read_dir(folder).unwrap());
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.extend(
        ["README.md", "docs/formats.md", "docs/reference.md"].map(|name| package().join(name)),
    );
    // The longest first, so that the threads end together.
    files.sort_by_key(|file| Reverse(fs::metadata(file).map_or(0, |file| file.len())));
    files
}

/// Returns whether a line is printed only on slow machines.
fn is_of_the_clock(line: &str) -> bool {
    line.starts_with("note: this takes about ")
}

/// Returns the text with the output of every session replaced, and the number of commands.
fn replayed(text: &str, scratch: &Path) -> (String, usize) {
    let (mut played, mut commands, mut in_session) = (String::new(), 0, false);
    for line in text.lines() {
        let fence = line.starts_with("```");
        if fence {
            in_session = line == "```console";
        }
        match line.strip_prefix("$ ") {
            Some(command) if in_session => {
                commands += 1;
                let output = printed(&shell_in(scratch, &format!("exec 2>&1; {command}")));
                let kept = output
                    .split_inclusive('\n')
                    .filter(|line| !is_of_the_clock(line));
                played += &format!("{line}\n{}", kept.collect::<String>());
            }
            _ if in_session && !fence => {} // output of the command before, printed anew
            _ => played += &format!("{line}\n"),
        }
    }
    (played, commands)
}

#[test]
fn sessions_print_what_they_show() {
    let (files, next) = (transcripts(), AtomicUsize::new(0));
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, |cores| cores.get()) {
            scope.spawn(|| {
                while let Some(file) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                    check(file);
                }
            });
        }
    });
}

/// Plays the sessions of a file in a folder of their own.
fn check(file: &Path) {
    let name = file.strip_prefix(package()).unwrap().with_extension("");
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("sessions")
        .join(name);
    fs::create_dir_all(&scratch).unwrap();
    let text = fs::read_to_string(file).unwrap();
    let (played, commands) = replayed(&text, &scratch);
    // The examples of these guides are doctests and tests of `documents`.
    assert!(
        commands > 0
            || ["library.md", "tests.md"]
                .iter()
                .any(|guide| file.ends_with(guide)),
        "{} shows no session",
        file.display()
    );
    if std::env::var_os("FARO_BLESS").is_some() {
        fs::write(file, played).unwrap();
        return;
    }
    for (number, (now, then)) in played.lines().zip(text.lines()).enumerate() {
        assert_eq!(now, then, "{}:{}", file.display(), number + 1);
    }
    assert_eq!(
        played.lines().count(),
        text.lines().count(),
        "{}",
        file.display()
    );
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
