//! The program if the system starts no further process or thread.

#![cfg(target_os = "linux")]

mod support;

use std::path::PathBuf;
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};

use support::printed;

/// Returns a user without other processes, so that a limit on processes applies to one run alone. Root runs the
/// program as this user. Other users are limited as they are.
fn user() -> String {
    static RUNS: AtomicU32 = AtomicU32::new(0);
    let run = RUNS.fetch_add(1, Ordering::Relaxed);
    (1_000 + (97 * std::process::id() + run) % 60_000).to_string()
}

/// Runs the program with at most `processes` processes and threads, or returns `None` if they cannot be
/// limited.
fn limited(processes: u32, arguments: &[&str]) -> Option<Output> {
    let mut command = match is_root()? {
        true => {
            let mut command = Command::new("setpriv");
            let user = user();
            command.args(["--reuid", &user, "--regid", &user, "--clear-groups", "bash"]);
            command
        }
        false => Command::new("bash"),
    };
    let script = format!("ulimit -u {processes}; exec \"$@\"");
    command
        .args(["-c", &script, "bash", env!("CARGO_BIN_EXE_faro")])
        .args(arguments);
    command
        .current_dir(env!("CARGO_TARGET_TMPDIR"))
        .output()
        .ok()
}

fn is_root() -> Option<bool> {
    let output = Command::new("id").arg("-u").output().ok()?;
    Some(output.stdout == b"0\n")
}

/// Returns whether runs can be limited. If not, prints that the test is skipped.
fn can_limit() -> bool {
    let runs = limited(1, &["--version"]).is_some_and(|output| output.status.success());
    if !runs {
        eprintln!("skipped: bash or setpriv is missing, or may not run the program");
    }
    runs
}

/// Writes a file of decks that every user may read.
fn decks() -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("starved-decks");
    std::fs::write(&path, "1 2 3\n3 1 2\n2 3 1\n2 1 3\n".repeat(50)).unwrap();
    path
}

/// The bytes are the same with all threads, some, and none.
#[test]
fn fewer_threads_give_the_same_bytes() {
    if !can_limit() {
        return;
    }
    for line in [
        "sweep --cards 2..=300000 --kind both --summary --threads 8",
        "sweep --cards 1000000000000000000..=1000000000000003000 --kind out --threads 8",
        "simulate --cards 52 --shuffle gsr --samples 20000 --seed 1 --threads 8",
        "simulate --cards 8 --shuffle gsr --samples 20000 --seed 1 --threads 8 --orders --against naive",
        "matrix --cards 8 --shuffle gsr --samples 20000 --seed 1 --threads 8",
        "mix --deck red-black --samples 500 --riffles 1..=2 --threads 8",
        "mix --deck ranks --samples 100 --riffles 1..=2 --threads 8",
        "deck --cards 52 --shuffle fisher-yates --samples 100 --seed 1",
    ] {
        let arguments: Vec<&str> = line.split(' ').collect();
        let whole = support::faro().args(&arguments).output().unwrap();
        for processes in 1..=5 {
            let output = limited(processes, &arguments).unwrap();
            let said = format!("{line}, {processes} processes: {}", printed(&output));
            assert!(
                output.status.code() == whole.status.code() && output.stdout == whole.stdout,
                "{said}"
            );
        }
    }
}

/// An audit needs its threads. With too few it is refused in one line, and no program is left running.
#[test]
fn an_audit_without_its_threads_is_refused() {
    if !can_limit() {
        return;
    }
    let file = decks();
    let file = file.to_str().unwrap();
    let (program, alone) = (format!("cat {file}"), ["audit", "--seed", "1", file]);
    let started = ["audit", "--seed", "1", "--exec", &program];
    for arguments in [&alone[..], &started] {
        let whole = support::faro().args(arguments).output().unwrap();
        let mut answered = 0;
        for processes in 1..=12 {
            let output = limited(processes, arguments).unwrap();
            let said = format!("{arguments:?}, {processes} processes: {}", printed(&output));
            if output.status.code() == whole.status.code() {
                assert_eq!(output.stdout, whole.stdout, "{said}");
                answered += 1;
            } else {
                let error = String::from_utf8_lossy(&output.stderr);
                assert_eq!(output.status.code(), Some(2), "{said}");
                assert!(
                    error.starts_with("error: ") && error.lines().count() == 1,
                    "{said}"
                );
            }
        }
        assert!(answered < 12, "the limit was not felt");
    }
}

/// Equal decks and a few different ones fit into 700 MB of address space. A number for each pair of equal decks
/// would take 40 GB.
#[test]
fn equal_decks_need_little_memory() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let deck = |cards: &mut dyn Iterator<Item = u32>| {
        cards
            .map(|card| card.to_string())
            .collect::<Vec<_>>()
            .join(" ")
            + "\n"
    };
    let (new, reversed) = (deck(&mut (1..=13)), deck(&mut (1..=13).rev()));
    let audits: [(&str, String, &[&str], &str); 4] = [
        (
            "equal",
            new.repeat(100_000),
            &[],
            "\nall 100000 decks are equal\n",
        ),
        (
            "chain",
            new.repeat(100_000),
            &["--chain"],
            "\nall 100000 decks are made from the one before in the same way\n",
        ),
        (
            "seen",
            new.repeat(100_000),
            &["--see=5", "--cards=52"],
            "\nall 100000 decks are equal in the cards that are seen\n",
        ),
        (
            "two",
            [new, reversed].concat().repeat(20_000),
            &[],
            "\ndecks come again: 399980000 pairs of equal ones",
        ),
    ];
    for (name, decks, options, expected) in audits {
        let path = folder.join(format!("decks-{name}"));
        std::fs::write(&path, decks).unwrap();
        let mut command = Command::new("bash");
        command.args([
            "-c",
            "ulimit -v 700000; exec \"$@\"",
            "bash",
            env!("CARGO_BIN_EXE_faro"),
            "audit",
        ]);
        let output = command
            .arg(&path)
            .args(options)
            .arg("--threads=2")
            .output()
            .unwrap();
        assert!(printed(&output).contains(expected), "{name}: {output:?}");
        std::fs::remove_file(path).unwrap();
    }
}
