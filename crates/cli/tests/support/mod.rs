//! Runs the program in tests.

#![allow(dead_code, unused_imports)] // each test binary uses its own part

#[path = "../../../../tests/support/process.rs"]
mod process;
pub mod shards;

use std::path::Path;
use std::process::{Command, Output};

pub use process::{InTime, LONG, has_tool, skipped, wait_in_time};

/// Returns the top folder of the project.
pub fn project() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// Returns a command that runs the program from the top folder of the project.
pub fn faro() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_faro"));
    command.current_dir(project()).env_remove("NO_COLOR");
    command
}

/// Runs a command line in the shell, with the program on its path.
pub fn shell(line: &str) -> Output {
    shell_in(Path::new(env!("CARGO_TARGET_TMPDIR")), line)
}

/// Runs a command line in the shell in the folder `scratch`, with the program on its path.
pub fn shell_in(scratch: &Path, line: &str) -> Output {
    let folder = Path::new(env!("CARGO_BIN_EXE_faro")).parent().unwrap();
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap());
    Command::new("sh")
        .args(["-c", line])
        .env("PATH", path)
        .current_dir(scratch)
        .output_in_time()
}

/// Returns the output of the program: standard output, then standard error.
pub fn printed(output: &Output) -> String {
    String::from_utf8([output.stdout.as_slice(), &output.stderr].concat()).unwrap()
}

/// Returns the program with the default action of every signal, even if the tests ignore some (`nohup`).
pub fn with_default_signals() -> Command {
    if !cfg!(target_os = "linux") {
        return faro();
    }
    let mut command = Command::new("env");
    command
        .arg("--default-signal")
        .arg(faro().get_program())
        .current_dir(project());
    command
}

/// Returns the names of all commands, as `faro --help` lists them.
pub fn command_names() -> Vec<String> {
    let help = printed(&faro().arg("--help").output_in_time());
    let listed = help
        .lines()
        .skip_while(|line| !line.starts_with("Usage:"))
        .take_while(|line| *line != "Options:");
    let names = listed
        .filter(|line| line.starts_with("  "))
        .filter_map(|line| line.split_whitespace().next());
    names.map(String::from).collect()
}
