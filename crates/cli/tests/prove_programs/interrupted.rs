//! Proofs that a signal or a timeout ends. They report the finished part, and leave no process behind.

use super::*;
use support::{LONG, with_default_signals};

use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

/// Returns a shuffle that hangs at run `run`. It then writes its process id to the file `busy`, and ignores
/// SIGTERM.
fn hanging(folder: &Path, run: u32) -> String {
    let body = format!(
        "import signal\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\nshuffle.c = getattr(shuffle, 'c', 0) + 1\n\
         random.shuffle(d)\nif shuffle.c == {run}:\n    with open('busy.tmp', 'w') as f: f.write(str(os.getpid()))\n    \
         os.rename('busy.tmp', 'busy')\n    while True: pass"
    );
    python(folder, &format!("hanging{run}"), &body)
}

fn start(arguments: &[&str], program: &str, folder: &Path) -> Child {
    let mut command = with_default_signals();
    command
        .env("PATH", &*PATH)
        .current_dir(folder)
        .arg("prove")
        .args(arguments)
        .args(["--", "python3", program]);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Waits until the program hangs, and returns its process id.
fn busy(folder: &Path) -> String {
    let begun = Instant::now();
    loop {
        if let Ok(process) = fs::read_to_string(folder.join("busy")) {
            fs::remove_file(folder.join("busy")).unwrap();
            return process;
        }
        assert!(begun.elapsed() < LONG, "the program never hangs");
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn signal(name: &str, process: &str) -> bool {
    let sent = Command::new("kill")
        .args(["-s", name, process])
        .stderr(Stdio::null())
        .status()
        .unwrap();
    sent.success()
}

/// Returns the output if the signal arrives while the program hangs.
fn interrupted(name: &str, arguments: &[&str], program: &str, folder: &Path) -> Output {
    let child = start(arguments, program, folder);
    let process = busy(folder);
    assert!(signal(name, &child.id().to_string()));
    let output = child.output_in_time();
    assert!(!signal("0", &process), "the program still runs");
    assert_eq!(output.status.code(), Some(2), "{}", printed(&output));
    assert!(
        !printed(&output).contains("invalid value"),
        "{}",
        printed(&output)
    );
    output
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

const CERTIFY: [&str; 5] = ["--certify", "--cards", "5", "--seed", "1"];

/// Finding a model of 5 cards takes about 100 runs, so that 512 lists of choices are compared before run 1000.
#[test]
fn an_interrupted_certificate_gives_its_bound_so_far() {
    if !has_tool("python3") {
        return;
    }
    let folder = folder("interrupted", "python", "faro_choices.py");
    let program = hanging(&folder, 1000);
    let bound = -(1e-6f64.ln() / 512.0).exp_m1();
    for name in ["INT", "TERM", "HUP"] {
        let output = interrupted(
            name,
            &[&CERTIFY[..], &["--format", "json"]].concat(),
            &program,
            &folder,
        );
        let report = json(&output);
        assert_eq!(
            (&report["partial"], &report["samples"]),
            (&true.into(), &512.into()),
            "{report}"
        );
        assert_eq!(report["verdict"], "fair up to");
        assert!(
            (report["bound"].as_f64().unwrap() - bound).abs() < 1e-15,
            "{report}"
        );
        assert!(
            text(&output.stderr).starts_with("error: interrupted after "),
            "{}",
            printed(&output)
        );
    }
    for (arguments, expected) in [
        (
            &["--quiet"][..],
            "partial: fair up to a total variation distance of 2.67e-2, confidence 1 - 1e-6\n",
        ),
        (
            &[],
            "512 of 1000000 lists of choices were compared, and no run was repeated in a fresh process",
        ),
    ] {
        let output = interrupted(
            "INT",
            &[&CERTIFY[..], arguments].concat(),
            &program,
            &folder,
        );
        assert!(printed(&output).contains(expected), "{}", printed(&output));
    }
    // Even a bound that is small enough does not make an unfinished proof a success.
    interrupted(
        "INT",
        &[&CERTIFY[..], &["--at-most", "0.5"]].concat(),
        &program,
        &folder,
    );
}

/// The interruption comes at the first run, and at a run from which the model is found.
#[test]
fn an_early_interruption_says_that_nothing_was_finished() {
    if !has_tool("python3") {
        return;
    }
    let folder = folder("interrupted-early", "python", "faro_choices.py");
    for run in [1, 40] {
        let program = hanging(&folder, run);
        for arguments in [&CERTIFY[..], &["--cards", "5", "--quiet"]] {
            let output = interrupted("INT", arguments, &program, &folder);
            assert!(
                text(&output.stdout).starts_with("not decided\n"),
                "{}",
                printed(&output)
            );
            assert_eq!(
                text(&output.stderr),
                "error: interrupted: nothing was finished\n"
            );
        }
        let output = interrupted(
            "INT",
            &["--cards", "5", "--format", "json"],
            &program,
            &folder,
        );
        let report = json(&output);
        assert_eq!(
            (&report["partial"], &report["verdict"]),
            (&true.into(), &"not decided".into())
        );
    }
    let output = interrupted(
        "TERM",
        &["--cards", "4", "--tree"],
        &hanging(&folder, 2),
        &folder,
    );
    assert_eq!(
        printed(&output),
        "error: interrupted: nothing was finished\n"
    );
}

/// The runs of the law are complete, and the interruption comes while they are repeated.
#[test]
fn an_interrupted_law_is_not_a_law() {
    if !has_tool("python3") {
        return;
    }
    let folder = folder("interrupted-law", "python", "faro_choices.py");
    // The first process runs two lists of zeros and then the 120 lists of choices.
    let program = hanging(&folder, 500);
    let output = interrupted(
        "INT",
        &["--cards", "5", "--format", "json"],
        &program,
        &folder,
    );
    let report = json(&output);
    assert_eq!(
        (&report["partial"], &report["orders"]),
        (&true.into(), &Value::Null),
        "{report}"
    );
    let said = "error: interrupted: all lists of choices were run, but none was repeated\n";
    assert_eq!(text(&output.stderr), said);
}

/// The total timeout ends a proof as a signal does, even while the program answers.
#[test]
fn the_total_time_ends_a_proof_with_what_it_has() {
    if !has_tool("python3") {
        return;
    }
    let folder = folder("timeout", "python", "faro_choices.py");
    let endless = [
        "--certify",
        "--samples",
        "1e15",
        "--cards",
        "5",
        "--format",
        "json",
        "--timeout",
        "100,2",
    ];
    let program = python(&folder, "fair", "random.shuffle(d)");
    for program in [program, hanging(&folder, 1000)] {
        let output = prove(&endless, &["python3", &program], &folder);
        assert_eq!(json(&output)["partial"], true, "{}", printed(&output));
        assert!(
            text(&output.stderr).starts_with("error: the time of --timeout is over"),
            "{}",
            printed(&output)
        );
        assert_eq!(output.status.code(), Some(2));
    }
}

/// An audit of a program that has not shuffled yet says the same.
#[test]
fn an_interrupted_audit_does_not_blame_the_program() {
    if !has_tool("python3") {
        return;
    }
    let folder = folder("interrupted-audit", "python", "faro_choices.py");
    let program = hanging(&folder, 1);
    let written = format!("python3 {program}");
    for arguments in [&["--", "python3", &program][..], &["--exec", &written]] {
        let mut command = with_default_signals();
        command
            .env("PATH", &*PATH)
            .current_dir(&folder)
            .arg("audit")
            .args(arguments);
        let child = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let process = busy(&folder);
        assert!(signal("INT", &child.id().to_string()));
        let output = child.output_in_time();
        assert_eq!(
            printed(&output),
            format!("error: '{written}': interrupted before a deck came\n")
        );
        assert_eq!(output.status.code(), Some(2));
        assert!(!signal("0", &process), "the program still runs");
    }
}
