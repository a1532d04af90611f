//! `faro audit` and the programs that it runs. If a program fails, hangs or floods, the audit prints one clear
//! line, does not hang, leaves no process running, and uses little memory. The programs are shell scripts,
//! which the tests write. Without a shell the tests are skipped with a message.

use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::support::{
    InTime, LONG, faro, has_tool, printed, shell, skipped, wait_in_time, with_default_signals,
};

/// A shell script. Each process that it starts writes its process id to a file.
struct Script {
    path: PathBuf,
    pids: PathBuf,
}

impl Script {
    /// Returns `None` if there is no shell.
    fn new(name: &str, body: &str) -> Option<Script> {
        if !has_tool("sh") {
            return None;
        }
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("audit_sources");
        fs::create_dir_all(&folder).unwrap();
        let (path, pids) = (
            folder.join(format!("{name}.sh")),
            folder.join(format!("{name}.pids")),
        );
        fs::write(&pids, "").unwrap();
        let head = format!(
            "export pids='{}'\nhere() {{ echo $1 >>\"$pids\"; }}\nhere $$",
            pids.display()
        );
        fs::write(&path, format!("{head}\n{body}\n")).unwrap();
        Some(Script { path, pids })
    }

    fn audit(&self, arguments: &[&str]) -> Command {
        let mut command = with_default_signals();
        command
            .arg("audit")
            .args(arguments)
            .args(["--", "sh"])
            .arg(&self.path);
        command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    fn run(&self, arguments: &[&str]) -> Output {
        let output = self.audit(arguments).output_in_time();
        self.check_nothing_is_left();
        output
    }

    /// Asserts that every process that wrote its process id has ended.
    fn check_nothing_is_left(&self) {
        let begun = Instant::now();
        let numbers = fs::read_to_string(&self.pids).unwrap();
        assert!(!numbers.is_empty(), "the script ran");
        for number in numbers.split_whitespace() {
            // A process that has ended may stay a zombie for a moment.
            while runs(number) {
                assert!(begun.elapsed() < LONG, "{number} is still running");
                std::thread::sleep(Duration::from_millis(10));
            }
        }
    }

    fn wait_for_begin(&self) {
        self.wait_for_begins(1);
    }

    /// Waits until `processes` processes have written their ids.
    fn wait_for_begins(&self, processes: usize) {
        let begun = Instant::now();
        while fs::read_to_string(&self.pids).unwrap().lines().count() < processes {
            assert!(begun.elapsed() < LONG);
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

/// Returns whether a process is running. A zombie is not.
fn runs(number: &str) -> bool {
    let listed = Command::new("ps")
        .args(["-o", "stat=", "-p", number])
        .output();
    let state = listed.map(|output| printed(&output)).unwrap_or_default();
    !state.trim().is_empty() && !state.trim().starts_with('Z')
}

/// Asserts that an audit prints one line that ends with `why` and nothing on standard output, with exit code 2.
#[track_caller]
fn refused(name: &str, body: &str, arguments: &[&str], why: &str) {
    let Some(script) = Script::new(name, body) else {
        return;
    };
    let output = script.run(arguments);
    let said = printed(&output);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(
        said.starts_with("error: 'sh ") && said.ends_with(&format!("{why}\n")),
        "{said}"
    );
    assert_eq!(said.lines().count(), 1, "{said}");
}

/// Asserts that the decks read so far are judged and marked as partial, and that a note says `why`.
#[track_caller]
fn broken(name: &str, body: &str, arguments: &[&str], why: &str) {
    let Some(script) = Script::new(name, body) else {
        return;
    };
    let output = script.run(&[arguments, &["--format", "json"]].concat());
    assert_eq!(output.status.code(), Some(3), "{}", printed(&output));
    let value: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(value["partial"] == true && value["decks"] == 1, "{value}");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        said.starts_with("note: 'sh ") && said.contains(why),
        "{said}"
    );
}

/// The files for others say that a program has failed, since its decks are judged all the same.
#[test]
fn files_name_the_early_end() {
    let Some(script) = Script::new("early", "echo 2 1 3; exit 3") else {
        return;
    };
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let [junit, html] = ["early.xml", "early.html"].map(|name| folder.join(name));
    let arguments = [
        "--junit",
        junit.to_str().unwrap(),
        "--html",
        html.to_str().unwrap(),
    ];
    let output = script.run(&arguments);
    assert_eq!(output.status.code(), Some(3), "{}", printed(&output));
    for file in [junit, html] {
        let text = fs::read_to_string(file).unwrap();
        assert!(
            text.contains("ended early") && text.contains("exit status: 3"),
            "{text}"
        );
    }
}

#[track_caller]
fn accepted(name: &str, body: &str, arguments: &[&str], output_is: &str) {
    let Some(script) = Script::new(name, body) else {
        return;
    };
    let output = script.run(arguments);
    // The audit gives a verdict. Either is accepted.
    assert!(
        matches!(output.status.code(), Some(0 | 1 | 3)),
        "{}",
        printed(&output)
    );
    assert!(printed(&output).contains(output_is), "{}", printed(&output));
}

#[test]
fn decks_that_come() {
    accepted(
        "decks",
        "echo 1 2 3; echo 3 2 1",
        &[],
        "3 cards, 2 decks, counted from 1",
    );
    accepted(
        "enough",
        "while :; do echo 1,0; done",
        &["--decks", "1000"],
        "2 cards, 1000 decks",
    );
    accepted(
        "no_end_of_line",
        "echo 1 2 3; printf '3 2 1'",
        &[],
        "3 cards, 2 decks",
    );
    let fewer = ["--decks", "5", "--timeout", "10"];
    accepted(
        "fewer",
        "echo 1 2",
        &fewer,
        "note: the program ended after 1 of 5 decks",
    );
}

/// Lists and tuples of faces, as Python prints them, are the same decks as plain lines.
#[test]
fn decks_as_python_prints_them() {
    let decks = printed(&shell(
        "faro deck 52 fisher-yates --samples 40 --seed 1 --start new-deck --ascii",
    ));
    let quoted = |deck: &str| format!("'{}'", deck.replace(' ', "', '"));
    let each = |open: &str, close: &str, between: &str| {
        decks
            .lines()
            .map(|deck| format!("{open}{}{close}", quoted(deck)))
            .collect::<Vec<_>>()
            .join(between)
    };
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let report = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::write(&path, text).unwrap();
        printed(&faro().arg("audit").arg(&path).output_in_time())
    };
    let plain = report("plain_decks", &decks);
    assert!(
        plain.starts_with("52 cards, 40 decks, named by their faces"),
        "{plain}"
    );
    for (name, text) in [
        ("python_lists", each("[", "]", "\n")),
        ("python_tuples", each("(", ")", "\n")),
        (
            "python_list_of_lists",
            format!("[{}]", each("[", "]", ",\n ")),
        ),
        (
            "python_list_of_tuples",
            format!("[{}]", each("(", ")", ", ")),
        ),
        (
            "python_pprint",
            format!("[{}]", each("[", "]", ",\n ").replace(", ", ",\n  ")),
        ),
        ("json_lists", each("[", "]", "\n").replace('\'', "\"")),
    ] {
        assert_eq!(report(name, &text), plain, "{name}");
    }
}

#[test]
fn a_program_that_gives_nothing() {
    refused(
        "nothing",
        "",
        &[],
        "the program printed nothing on its standard output; expected one deck a line",
    );
    refused(
        "blank",
        "echo; echo; echo what >&2",
        &[],
        "there is no deck in the input; expected one a line; its standard error ends: what",
    );
    refused(
        "fails",
        "echo 'no such module' >&2; exit 1",
        &[],
        "(exit status: 1); its standard error ends: no such module",
    );
}

#[test]
fn a_program_that_dies_half_way() {
    accepted(
        "exits",
        "echo 1 2; echo 2 1; exit 3",
        &[],
        "failed after 2 decks (exit status: 3)",
    );
    accepted(
        "killed",
        "echo 1 2; kill -9 $$",
        &[],
        "failed after 1 deck (signal: 9 (SIGKILL))",
    );
    refused(
        "cut_off",
        "echo 1 2 3; printf '3 2'",
        &[],
        "line 2: 2 cards instead of 3: card 1 missing; use --skip-bad 9, before the program, to skip up to 9 such lines",
    );
}

#[test]
fn garbage() {
    refused(
        "words",
        "echo hello; sleep 100",
        &[],
        "line 1: 'hello' is not a number; expected a deck a line, such as 3 1 2 or AS 10H 2C",
    );
    refused(
        "control",
        r"printf '\033[2J\001'; echo",
        &[],
        "line 1: '\\u{1b}[2J\\u{1}' is not a number; expected a deck a line, such as 3 1 2 or AS 10H 2C",
    );
    refused(
        "endless",
        "yes 1 | tr -d '\\n'",
        &[],
        "line 1: a line of more than 1048576 bytes",
    );
    refused(
        "other_cards",
        "echo 1 2 3",
        &["--cards", "52"],
        "other_cards.sh '{cards}'",
    );
}

#[test]
fn a_program_that_hangs() {
    let long = ["--timeout", "0.3"];
    let why = "no deck came for 0.3 seconds, after 0 decks; use --timeout to wait longer";
    refused("hangs", "sleep 1000 & here $!; wait", &long, why);
    let why = "no deck came for 0.3 seconds, after 1 deck: --timeout waits longer";
    broken(
        "hangs_later",
        "echo 1 2; sleep 1000 & here $!; wait",
        &long,
        why,
    );
    // Lines that are not decks do not reset the timeout.
    let why = "no deck came for 0.3 seconds, after 0 decks; use --timeout to wait longer";
    refused("only_blank", "while :; do echo; done", &long, why);
    let time = ["--timeout", "10,0.3"];
    accepted(
        "slow",
        "while :; do echo 1 2; sleep 0.01; done",
        &time,
        "note: stopped by --timeout after ",
    );
}

#[test]
fn a_program_that_ignores_being_asked() {
    let body = "trap '' TERM HUP INT; sleep 1000 & here $!; echo 2 1; while :; do sleep 1; done";
    accepted("ignores", body, &["--decks", "1"], "2 cards, 1 deck");
    let why = "no deck came for 0.3 seconds, after 1 deck: --timeout waits longer";
    broken("ignores_and_hangs", body, &["--timeout", "0.3"], why);
}

#[test]
fn something_else_holds_the_output() {
    let body = "sleep 1000 & here $!; echo 2 1";
    accepted(
        "deserted",
        body,
        &[],
        "note: the program has ended, but a process that it started kept its output open",
    );
    refused(
        "deserted_empty",
        "sleep 1000 & here $!",
        &[],
        "the program printed nothing on its standard output; expected one deck a line",
    );
    refused(
        "deserted_failed",
        "sleep 1000 & here $!; exit 4",
        &[],
        "failed after 0 decks (exit status: 4)",
    );
    // The program closes its output and continues to run.
    accepted(
        "closed",
        "echo 2 1; exec >&- 2>&-; sleep 1000 & here $!; wait",
        &[],
        "2 cards, 1 deck",
    );
}

#[test]
fn what_cannot_be_run() {
    for (arguments, why) in [
        (
            vec!["--exec", "/no/such/program"],
            "there is no such program; expected a command that runs, such as python3 game.py or ./game",
        ),
        (vec!["--exec", "a 'b"], "a quote is not closed"),
        (vec!["--exec", " "], "expected a program and its arguments"),
        (
            vec!["--exec", "p {cards}"],
            "{cards} has no value; give it with --cards, for example --cards 52",
        ),
        (
            vec!["/no/such/file"],
            "cannot read it: No such file or directory (os error 2); a program comes after --, as in faro audit -- PROGRAM",
        ),
        (
            vec!["/"],
            "this is a folder; expected a file, or several joined, as in cat FOLDER/* | faro audit",
        ),
        (
            vec!["/dev/null"],
            "the input is empty; expected one deck a line",
        ),
    ] {
        let output = faro().arg("audit").args(&arguments).output_in_time();
        let said = printed(&output);
        assert!(
            said.starts_with("error: invalid value '") && said.ends_with(&format!("{why}\n")),
            "{said}"
        );
        assert_eq!(output.status.code(), Some(2));
    }
}

/// The program has a closed standard input, and receives the numbers in its arguments.
#[test]
fn what_a_program_is_given() {
    let body = "test \"$1 $2\" = '7 3' && test \"$3\" -ge 0 && ! read line && echo 1 2 3";
    let Some(script) = Script::new("given", body) else {
        return;
    };
    let command = format!(
        "sh '{}' {{cards}} {{decks}} {{seed}}",
        script.path.display()
    );
    let run = |cards: &str, seed: &[&str]| {
        let options = ["--cards", cards, "--decks", "3"];
        faro()
            .args(["audit", "--exec", &command])
            .args(options)
            .args(seed)
            .output_in_time()
    };
    // The script accepted its arguments, because its deck is refused only for its number of cards.
    assert!(
        printed(&run("7", &[])).contains("line 1: 3 cards instead of 7"),
        "{}",
        printed(&run("7", &[]))
    );
    assert!(printed(&run("7", &["--seed", "12"])).contains("line 1: 3 cards instead of 7"));
    assert!(printed(&run("8", &[])).contains("failed after 0 decks"));
}

/// A program with a seed is run twice, and a note says whether its decks differ.
#[test]
fn the_same_seed_twice() {
    let other = "if test -e \"$0.ran\"; then rm \"$0.ran\"; yes '3 2 1'; else : > \"$0.ran\"; yes '1 2 3'; fi";
    for (name, body, is_noted) in [
        ("same_decks", "yes '1 2 3'", false),
        ("other_decks", other, true),
    ] {
        let Some(script) = Script::new(name, body) else {
            return;
        };
        let command = format!("sh '{}' {{seed}}", script.path.display());
        let output = faro()
            .args(["audit", "--decks", "40", "--seed", "7", "--exec", &command])
            .output_in_time();
        let said = printed(&output);
        assert_eq!(
            said.contains("run again with the seed 7, the program printed other decks"),
            is_noted,
            "{said}"
        );
    }
}

#[cfg(target_os = "linux")]
fn peak_memory(child: &Child) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))
        .unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

/// Endless errors, endless decks and an endless line all need little memory.
#[test]
#[cfg(target_os = "linux")]
fn floods_take_no_memory() {
    for (name, body) in [
        ("flood_of_errors", "yes 'oh no' >&2 & here $!; wait"),
        ("flood_of_bytes", "yes >&2 & here $!; cat /dev/zero"),
        ("flood_of_decks", "yes '3 2 1'"),
        ("flood_of_mistakes", "yes '1 1 2'"),
    ] {
        let Some(script) = Script::new(name, body) else {
            return;
        };
        let lots = [
            "--timeout",
            "1",
            "--skip-bad",
            "1000000000000",
            "--decks",
            "1000000000000",
        ];
        let mut child = script.audit(&lots).spawn().unwrap();
        script.wait_for_begin();
        std::thread::sleep(Duration::from_millis(700));
        let peak = peak_memory(&child);
        assert!(peak < 50 << 10, "{name}: {peak} KiB");
        if name == "flood_of_decks" {
            interrupt(&child, "-INT");
        }
        wait_in_time(&mut child);
        script.check_nothing_is_left();
    }
}

/// Linux makes `faro` the parent of the program's orphans, and `faro` ends them.
#[test]
#[cfg(target_os = "linux")]
fn what_left_its_group_is_ended_too() {
    if !has_tool("setsid") {
        return;
    }
    let stray = r#"setsid sh -c 'echo $$ >>"$pids"; exec sleep 1000' & while ! [ -s "$pids" ] || [ $(wc -l <"$pids") -lt 2 ]; do sleep 0.01; done"#;
    accepted(
        "stray",
        &format!("{stray}\necho 2 1"),
        &[],
        "2 cards, 1 deck",
    );
    refused(
        "stray_failed",
        &format!("{stray}\nexit 4"),
        &[],
        "failed after 0 decks (exit status: 4)",
    );
}

/// Children of a shell that was replaced by `faro` are left running.
#[test]
#[cfg(target_os = "linux")]
fn children_of_others_go_on() {
    let Some(script) = Script::new("others", "echo 2 1") else {
        return;
    };
    let audit = script.audit(&[]);
    let mut shell = Command::new("sh");
    shell.args([
        "-c",
        r#"sleep 1000 >&- 2>&- & echo $! >&2; exec "$@""#,
        "sh",
    ]);
    shell.arg(audit.get_program()).args(audit.get_args());
    let output = shell.stdin(Stdio::null()).output_in_time();
    let said = printed(&output);
    let sleeper = String::from_utf8_lossy(&output.stderr)
        .lines()
        .next()
        .unwrap()
        .to_owned();
    assert!(runs(&sleeper), "{said}");
    assert!(
        Command::new("kill")
            .arg(&sleeper)
            .status()
            .unwrap()
            .success()
    );
}

fn interrupt(child: &Child, signal: &str) {
    assert!(
        Command::new("kill")
            .args([signal, &child.id().to_string()])
            .status()
            .unwrap()
            .success()
    );
}

/// The decks read so far are judged and marked as partial. The program is ended too.
#[test]
fn control_c_and_other_signals() {
    // One audit also looks for a cause, which takes its time.
    let unfair = "yes 2 1 | head -n 50000";
    let fair = format!(
        "'{}' deck 2 fisher-yates --samples 50000 --seed 1",
        env!("CARGO_BIN_EXE_faro")
    );
    for (name, signal, decks) in [
        ("interrupted", "-INT", unfair),
        ("terminated", "-TERM", &fair),
        ("quit", "-QUIT", &fair),
        ("hung_up", "-HUP", &fair),
    ] {
        // The first command prints more decks than pipes and buffers hold. So some were read when the process
        // id is written.
        let body = format!("{decks}; sleep 1000 & here $!; while :; do echo 2 1; sleep 0.01; done");
        let Some(script) = Script::new(name, &body) else {
            return;
        };
        let child = script.audit(&["--format", "json"]).spawn().unwrap();
        script.wait_for_begins(2);
        interrupt(&child, signal);
        let output = child.output_in_time();
        script.check_nothing_is_left();
        let value: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        let decks = value["decks"].as_u64().unwrap();
        assert!(value["partial"] == true && decks > 0, "{value}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(
            said.starts_with(&format!("error: interrupted: {decks} deck")),
            "{said}"
        );
        assert_eq!(output.status.code(), Some(2));
    }
}

/// A second Ctrl-C ends everything at once, even if the program ignores signals.
#[test]
fn twice_control_c() {
    let body = "trap '' TERM; sleep 1000 & here $!; while :; do sleep 1; done";
    let Some(script) = Script::new("twice", body) else {
        return;
    };
    let mut child = script.audit(&[]).spawn().unwrap();
    script.wait_for_begin();
    // Two signals that arrive together are merged, so more are sent until one counts as the second.
    let begun = Instant::now();
    while child.try_wait().unwrap().is_none() {
        assert!(begun.elapsed() < LONG);
        interrupt(&child, "-INT");
        std::thread::sleep(Duration::from_millis(100));
    }
    assert_eq!(wait_in_time(&mut child).signal(), Some(2));
    script.check_nothing_is_left();
}

/// Returns whether the command line of a running process contains `text`.
fn is_named_by_a_process(text: &str) -> bool {
    let listed = Command::new("ps")
        .args(["-e", "-o", "stat=,args="])
        .output_in_time();
    let all = String::from_utf8_lossy(&listed.stdout).into_owned();
    all.lines()
        .any(|line| line.contains(text) && !line.starts_with('Z'))
}

/// SIGKILL at any moment leaves neither the program nor its children running.
#[test]
fn killed_at_any_moment() {
    let body = "trap '' TERM HUP; sleep 1000 & here $!; while :; do echo 2 1; sleep 0.01; done";
    let Some(script) = Script::new("orphaned", body) else {
        return;
    };
    for milliseconds in [0, 1, 2, 3, 5, 8, 12, 20, 40, 200] {
        let mut child = script.audit(&[]).spawn().unwrap();
        if milliseconds == 200 {
            script.wait_for_begin();
        }
        std::thread::sleep(Duration::from_millis(milliseconds));
        interrupt(&child, "-KILL");
        assert_eq!(wait_in_time(&mut child).code(), None);
        let begun = Instant::now();
        while is_named_by_a_process(&script.path.display().to_string()) {
            assert!(
                begun.elapsed() < LONG,
                "the program goes on, after {milliseconds} ms"
            );
            std::thread::sleep(Duration::from_millis(10));
        }
    }
    script.check_nothing_is_left();
}

/// If there is too little memory to start threads, the audit prints one line without a panic, and no process is
/// left running.
#[test]
#[cfg(target_os = "linux")]
fn without_threads() {
    let Some(script) = Script::new("starved", "echo 1 2; echo 2 1; sleep 1000 & here $!; wait")
    else {
        return;
    };
    let mut refused = false;
    for kilobytes in (4000..40_000).step_by(500) {
        let audit = script.audit(&["--decks", "2"]);
        let mut shell = Command::new("sh");
        // With RUST_BACKTRACE set, a backtrace without memory would wait forever for the standard library's own
        // lock.
        shell.env("RUST_BACKTRACE", "0").args([
            "-c",
            r#"ulimit -v $0 && exec "$@""#,
            &kilobytes.to_string(),
        ]);
        let output = shell
            .arg(audit.get_program())
            .args(audit.get_args())
            .output_in_time();
        let said = printed(&output);
        // In a range of limits a few kilobytes wide, Rust's runtime panics before the program starts.
        let is_started = !said.contains("failed to allocate an alternative stack");
        assert!(
            !is_started || !said.contains("panicked"),
            "{kilobytes} kB: {said}"
        );
        let no_thread = said.contains("a thread cannot be started");
        assert!(
            !no_thread || output.status.code() == Some(2) && said.lines().count() == 1,
            "{said}"
        );
        refused |= no_thread;
    }
    assert!(refused, "some limit was between too little and enough");
    script.check_nothing_is_left();
}

/// Ctrl-C ends an audit that waits for standard input.
#[test]
fn control_c_while_nothing_comes() {
    // If the signal arrives before the program handles it, the test tries again with a longer delay.
    for patience in [200, 2_000, 20_000] {
        let mut audit = with_default_signals();
        let mut child = audit
            .arg("audit")
            .stdin(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(patience));
        interrupt(&child, "-INT");
        // The pipe stays open until the program has ended.
        let open = child.stdin.take();
        let output = child.output_in_time();
        drop(open);
        if output.status.signal().is_none() {
            assert_eq!(
                printed(&output),
                "error: standard input: interrupted before a deck came\n"
            );
            assert_eq!(output.status.code(), Some(2));
            return;
        }
    }
    panic!("the program never listened");
}

/// The audit waits for a writer of the pipe, up to the timeout.
#[test]
#[cfg(unix)]
fn a_pipe_without_a_writer() {
    let pipe = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("pipe.{}", std::process::id()));
    if !Command::new("mkfifo")
        .arg(&pipe)
        .status()
        .is_ok_and(|status| status.success())
    {
        skipped("mkfifo");
        return;
    }
    let output = faro()
        .arg("audit")
        .arg(&pipe)
        .args(["--timeout", "0.3"])
        .output_in_time();
    assert!(
        printed(&output).contains("no deck came for 0.3 seconds"),
        "{}",
        printed(&output)
    );
    fs::remove_file(&pipe).unwrap();
}

/// A descriptor that the caller left open does not reach the audited program, nor one that is proved.
#[cfg(target_os = "linux")]
#[test]
fn programs_inherit_no_descriptors() {
    let program = "sh -c '[ ! -e /proc/self/fd/7 ] || exit 9; yes 1 2 3 | head -n 20'";
    let audited = shell(&format!("exec 7</dev/null; faro audit -- {program}"));
    assert_eq!(audited.status.code(), Some(1), "{}", printed(&audited));
    let proved = shell(
        "exec 7</dev/null; faro prove --cards 3 -- sh -c '[ -e /proc/self/fd/7 ] && exit 9; exit 4'",
    );
    assert!(
        printed(&proved).contains("exit status: 4"),
        "{}",
        printed(&proved)
    );
}

/// The loop that runs a program of one deck again is a line that the shell runs, with quotes and with a seed in a word.
#[test]
fn a_program_of_one_deck_in_a_loop() {
    if !has_tool("seq") {
        return;
    }
    for program in [
        r"printf '%s %s %s\n' 3 1 2",
        r#"sh -c 'echo 3 1 2 && test $0 = --seed=$((${0#*=} + 0))' --seed={seed}"#,
        r#"sh -c 'echo 3 1 2 && test $0 -ge 0' {seed}"#,
    ] {
        let output = printed(&shell(&format!("faro audit --seed 1 -- {program}")));
        let (_, repeated) = output
            .split_once("a loop runs it again: --decks 1000 -- ")
            .unwrap_or_else(|| panic!("{program}: {output}"));
        let repeated = repeated.lines().next().unwrap();
        let output = printed(&shell(&format!("faro audit --decks 9 -q -- {repeated}")));
        assert!(
            output.starts_with("3 cards, 9 decks"),
            "{program}: {output}"
        );
    }
}
