//! Programs in other languages, driven by `faro`. If a language is not installed, its tests are skipped with a
//! message.

#![cfg(unix)]

mod support;

#[path = "prove_programs/at_most.rs"]
mod at_most;
#[path = "prove_programs/certificates.rs"]
mod certificates;
#[path = "prove_programs/examples.rs"]
mod examples;
#[path = "prove_programs/hidden.rs"]
mod hidden;
#[path = "prove_programs/hostile.rs"]
mod hostile;
#[path = "prove_programs/interrupted.rs"]
mod interrupted;
#[path = "prove_programs/keys.rs"]
mod keys;
#[path = "prove_programs/languages.rs"]
mod languages;
#[path = "prove_programs/laws.rs"]
mod laws;
#[path = "prove_programs/listen.rs"]
mod listen;
#[path = "prove_programs/preload.rs"]
mod preload;
#[path = "prove_programs/refused.rs"]
mod refused;
#[path = "prove_programs/rejection.rs"]
mod rejection;
#[path = "prove_programs/reports.rs"]
mod reports;
#[path = "prove_programs/seeds.rs"]
mod seeds;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;

use serde_json::Value;
use support::{InTime, faro, has_tool};

/// Creates a folder with the adapter of a language.
fn folder(test: &str, adapter: &str, file: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("prove-{test}"));
    fs::create_dir_all(&folder).unwrap();
    let adapter = faro()
        .args(["prove", "--adapter", adapter])
        .output_in_time();
    assert!(adapter.status.success());
    fs::write(folder.join(file), adapter.stdout).unwrap();
    folder
}

/// The path with the folder of Python's interpreter first. A launcher that chooses among versions would take
/// longer to start than a proof.
static PATH: LazyLock<String> = LazyLock::new(|| {
    let path = std::env::var("PATH").unwrap_or_default();
    let folder = "import os, sys; print(os.path.dirname(sys.executable))";
    match Command::new("python3").args(["-c", folder]).output() {
        Ok(output) if output.status.success() => {
            format!("{}:{path}", String::from_utf8_lossy(&output.stdout).trim())
        }
        _ => path,
    }
});

fn prove(arguments: &[&str], program: &[&str], folder: &Path) -> Output {
    let mut command: Command = faro();
    command
        .env("PATH", &*PATH)
        .current_dir(folder)
        .arg("prove")
        .args(arguments)
        .arg("--")
        .args(program);
    command.output_in_time()
}

/// Returns standard output and standard error, with the lines of a paragraph joined.
fn printed(output: &Output) -> String {
    support::printed(output).replace("\n          ", " ")
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", printed(output)))
}

/// Writes a Python program whose shuffle has the given body, and returns its name.
fn python(folder: &Path, name: &str, body: &str) -> String {
    let body = body
        .lines()
        .map(|line| format!("    {line}\n"))
        .collect::<String>();
    let text = format!(
        "import faro_choices, random, secrets, os, sys, time\ndef shuffle(n):\n    d = list(range(n))\n{body}    return d\n\
         faro_choices.serve(shuffle)\n"
    );
    let name = format!("{}.py", name.replace(' ', "_"));
    fs::write(folder.join(&name), text).unwrap();
    name
}

/// Writes a JavaScript program whose shuffle has the given body, and returns its name.
fn javascript(folder: &Path, name: &str, body: &str) -> String {
    let text = format!(
        "const {{ serve }} = require('./faro_choices.js');\nconst c = require('crypto'); let count = 0, kept;\n\
         const swap = (d, i, j) => {{ [d[i], d[j]] = [d[j], d[i]]; }};\n\
         const below = (n) => Math.floor(Math.random() * n);\n\
         serve((n) => {{\nlet d = [...Array(n).keys()];\n{body}\nreturn d;\n}});\n"
    );
    let name = format!("{}.js", name.replace(' ', "_"));
    fs::write(folder.join(&name), text).unwrap();
    name
}

fn law(word: &str, cards: &str) -> Value {
    json(
        &faro()
            .args([
                "law",
                "--cards",
                cards,
                "--shuffle",
                word,
                "--format",
                "json",
            ])
            .output_in_time(),
    )
}
