//! Signals: the finished part is saved, and signals that are ignored at the start stay ignored.

use std::fs;
use std::io::Read;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::support::{InTime, LONG, faro, printed};

/// A simulation that would take weeks.
const ENDLESS: [&str; 9] = [
    "simulate",
    "--cards",
    "52",
    "--shuffle",
    "gsr",
    "--samples",
    "1000000000000",
    "--seed",
    "1",
];

fn scratch(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}

fn with_default_signals() -> Command {
    let mut command = crate::support::with_default_signals();
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Returns the hexadecimal number in a line of /proc/PID/status. The lowest bit of a mask is SIGHUP, number 1.
fn field(child: &Child, line: &str) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let number = status
        .lines()
        .find_map(|found| found.strip_prefix(line))
        .unwrap();
    u64::from_str_radix(number.trim(), 16).unwrap()
}

fn wait_until(what: &str, child: &mut Child, is_so: impl Fn(&Child) -> bool) {
    let begun = Instant::now();
    while !is_so(child) {
        assert!(
            child.try_wait().unwrap().is_none(),
            "it ended before {what}"
        );
        assert!(begun.elapsed() < LONG, "no {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn send(child: &Child, signal: &str) {
    assert!(
        Command::new("kill")
            .args(["-s", signal, &child.id().to_string()])
            .status()
            .unwrap()
            .success()
    );
}

const SIGNALS: [(&str, u32); 3] = [("HUP", 1), ("INT", 2), ("TERM", 15)];

#[test]
fn a_shard_is_saved_by_every_signal() {
    for (signal, _) in SIGNALS {
        let file = scratch(&format!("shard.{signal}"));
        let mut child = with_default_signals()
            .args(ENDLESS)
            .args(["--shard", "1/2", "--threads", "2", "--output"])
            .arg(&file)
            .spawn()
            .unwrap();
        // Before there is anything to save, a signal ends the program. The first two threads are the program
        // and its signal listener.
        wait_until("worker", &mut child, |child| field(child, "Threads:") > 2);
        send(&child, signal);
        let output = child.output_in_time();
        let said = printed(&output);
        assert!(
            said.starts_with("error: interrupted: ") && said.lines().count() == 1,
            "{signal}: {said}"
        );
        assert_eq!(output.status.code(), Some(2), "{signal}");
        let shard: serde_json::Value = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
        assert!(
            shard["complete"] == false && shard["units"][0] == 0,
            "{signal}: {shard}"
        );
    }
}

/// The signals are ignored as under `nohup`, or after `&` in a script.
#[test]
fn an_ignored_signal_stays_ignored() {
    let mut command = Command::new("sh");
    command
        .args(["-c", r#"trap "" HUP INT; exec "$@""#, "sh"])
        .arg(faro().get_program());
    command.args([
        "sweep",
        "--cards",
        "2..=1000000000",
        "--kind",
        "in",
        "--format",
        "csv",
    ]);
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut out = child.stdout.take().unwrap();
    let mut taken = vec![0; 1 << 20];
    out.read_exact(&mut taken).unwrap();
    let (ignored, caught) = (field(&child, "SigIgn:"), field(&child, "SigCgt:"));
    assert_eq!((ignored & 0b11, caught & 0b11), (0b11, 0));
    send(&child, "INT");
    send(&child, "HUP");
    // The output is longer than the output of a sweep after a signal that it handles.
    (0..64).for_each(|_| out.read_exact(&mut taken).unwrap());
    send(&child, "TERM");
    out.read_to_end(&mut taken).unwrap();
    let output = child.output_in_time();
    assert!(
        printed(&output).starts_with("error: interrupted: "),
        "{}",
        printed(&output)
    );
    assert_eq!(output.status.code(), Some(2));
}

/// A second signal ends the program as if it were not caught.
#[test]
fn a_second_signal_ends_at_once() {
    let mut child = with_default_signals()
        .args(["deck", "--cards", "1000002", "--kind", "in", "--each"])
        .spawn()
        .unwrap();
    let mut start = [0; 100];
    child
        .stdout
        .as_mut()
        .unwrap()
        .read_exact(&mut start)
        .unwrap();
    // The program waits for a reader and cannot handle the first signal. Signals that arrive soon after it are
    // merged with it.
    let begun = Instant::now();
    while child.try_wait().unwrap().is_none() {
        assert!(begun.elapsed() < LONG);
        send(&child, "TERM");
        std::thread::sleep(Duration::from_millis(20));
    }
    let output = child.output_in_time();
    assert_eq!(
        (output.status.signal(), output.status.code()),
        (Some(15), None)
    );
}

/// Work that does not poll for signals ends at the first one, with a line that says so.
#[test]
fn a_signal_is_reported_by_work_that_it_ends() {
    for (signal, number) in SIGNALS {
        let file = scratch(&format!("group.{signal}"));
        let mut child = with_default_signals()
            .args(["law", "--cards", "10", "--shuffle", "naive^3", "--output"])
            .arg(&file)
            .spawn()
            .unwrap();
        wait_until("handler", &mut child, |child| {
            field(child, "SigCgt:") >> (number - 1) & 1 == 1
        });
        send(&child, signal);
        let output = child.output_in_time();
        assert_eq!(
            printed(&output),
            "error: interrupted before the result was finished\n",
            "{signal}"
        );
        assert_eq!(output.status.signal(), Some(number as i32), "{signal}");
        assert!(!file.exists(), "{signal}");
    }
}
