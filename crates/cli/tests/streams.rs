//! The program's output: closed pipes, files that cannot be written, long listings, Ctrl-C.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::support::{InTime, faro, printed, shell, wait_in_time, with_default_signals};

fn scratch(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// A listing of 10^6 decks of 10^6 cards, which practically never ends.
const ENDLESS: [&str; 6] = ["deck", "--cards", "1000002", "--kind", "in", "--each"];

/// The sizes of the decks that 300 shuffles restore. The list has 18 GB.
const MANY_SIZES: [&str; 5] = ["sizes", "--order", "300", "--kind", "in"];

fn endless(format: &str) -> Child {
    streaming(&ENDLESS, format)
}

fn streaming(arguments: &[&str], format: &str) -> Child {
    let mut command = with_default_signals();
    command.args(arguments).args(["--format", format]);
    command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

#[test]
fn a_closed_pipe_is_success() {
    for format in ["text", "json", "csv"] {
        let mut child = endless(format);
        let mut start = [0; 100];
        child.stdout.take().unwrap().read_exact(&mut start).unwrap(); // and the pipe is dropped
        let output = child.output_in_time();
        assert_eq!(printed(&output), "", "{format}");
        assert!(output.status.success(), "{format}");
    }
}

#[test]
fn head_ends_a_listing_quietly() {
    let output = shell("faro deck --cards 52 --kind in --each --quiet | head -n 2");
    assert!(printed(&output).contains("\n1: 27 1 28 2 29 3 "));
    assert!(output.stderr.is_empty());
}

/// Returns the peak memory of the process, in KiB.
#[cfg(target_os = "linux")]
fn peak_memory(child: &Child) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))
        .unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

/// Returns the peak memory after reading `megabytes` more megabytes of the output.
#[cfg(target_os = "linux")]
fn peak_after(child: &Child, out: &mut impl Read, megabytes: usize) -> u64 {
    let mut taken = vec![0; 1 << 20];
    (0..megabytes).for_each(|_| out.read_exact(&mut taken).unwrap());
    peak_memory(child)
}

#[test]
#[cfg(target_os = "linux")]
fn memory_does_not_grow_with_the_number_of_shuffles() {
    for format in ["text", "json", "csv"] {
        let mut child = endless(format);
        let mut out = child.stdout.take().unwrap();
        let mut take = |megabytes| peak_after(&child, &mut out, megabytes);
        // The first decks take 7 MB each. The output for one deck is already larger than the program's memory.
        let (early, late) = (take(8), take(120));
        assert!(
            late <= early + 256,
            "{format}: {early} KiB, then {late} KiB"
        );
        assert!(late < 24 << 10, "{format}: {late} KiB");
        drop(out);
        wait_in_time(&mut child);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn memory_does_not_grow_with_the_number_of_sizes() {
    for format in ["text", "json", "csv"] {
        let mut child = streaming(&MANY_SIZES, format);
        let mut out = child.stdout.take().unwrap();
        let mut take = |megabytes| peak_after(&child, &mut out, megabytes);
        let (early, late) = (take(8), take(64));
        assert!(
            late <= early + 1024,
            "{format}: {early} KiB, then {late} KiB"
        );
        assert!(late < 64 << 10, "{format}: {late} KiB");
        drop(out);
        let output = child.output_in_time();
        assert!(
            output.status.success() && output.stderr.is_empty(),
            "{format}"
        );
    }
}

#[test]
fn control_c_ends_a_listing_of_sizes() {
    let mut child = streaming(&MANY_SIZES, "json");
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut start = vec![0; 1 << 20];
    out.read_exact(&mut start).unwrap();
    assert!(
        Command::new("kill")
            .args(["-INT", &child.id().to_string()])
            .status()
            .unwrap()
            .success()
    );
    let mut rest = String::new();
    out.read_line(&mut rest).unwrap();
    let value: serde_json::Value =
        serde_json::from_str(&(String::from_utf8(start).unwrap() + &rest)).unwrap();
    assert_eq!(value["complete"], false);
    let written = value["sizes"].as_array().unwrap().len();
    let output = child.output_in_time();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        printed(&output),
        format!("error: interrupted: {written} of 201276944 sizes were written\n")
    );
}

#[test]
fn control_c_ends_lines_of_sizes() {
    let mut child = streaming(&MANY_SIZES, "text");
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut text = vec![0; 1 << 20];
    out.read_exact(&mut text).unwrap();
    assert!(
        Command::new("kill")
            .args(["-INT", &child.id().to_string()])
            .status()
            .unwrap()
            .success()
    );
    out.read_to_end(&mut text).unwrap();
    let output = child.output_in_time();
    let written = text.iter().filter(|&&byte| byte == b'\n').count();
    assert_eq!(
        printed(&output),
        format!("error: interrupted: {written} of 201276944 sizes were written\n")
    );
}

#[test]
fn control_c_ends_with_what_is_whole() {
    let mut child = with_default_signals()
        .args([
            "deck",
            "--cards",
            "1002",
            "--kind",
            "in",
            "--each",
            "--times",
            "1000000000",
            "--format",
            "json",
        ])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut start = vec![0; 1 << 20];
    out.read_exact(&mut start).unwrap();
    assert!(
        Command::new("kill")
            .args(["-INT", &child.id().to_string()])
            .status()
            .unwrap()
            .success()
    );
    let mut rest = String::new();
    out.read_line(&mut rest).unwrap();
    let whole = String::from_utf8(start).unwrap() + &rest;
    let value: serde_json::Value = serde_json::from_str(&whole).unwrap();
    assert_eq!(value["complete"], false);
    let states = value["states"].as_array().unwrap();
    assert!(
        states
            .iter()
            .all(|state| state["deck"].as_array().unwrap().len() == 1002)
    );
    let output = child.output_in_time();
    assert_eq!(output.status.code(), Some(2));
    let said = format!(
        "error: interrupted: {} of 1000000001 decks were written\n",
        states.len()
    );
    assert_eq!(printed(&output), said);
}

#[test]
fn control_c_ends_a_sweep_with_a_whole_list() {
    let mut child = with_default_signals()
        .args([
            "sweep",
            "--cards",
            "2..=1000000000",
            "--kind",
            "in",
            "--format",
            "json",
        ])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut whole = vec![0; 1 << 20];
    out.read_exact(&mut whole).unwrap();
    assert!(
        Command::new("kill")
            .args(["-INT", &child.id().to_string()])
            .status()
            .unwrap()
            .success()
    );
    out.read_to_end(&mut whole).unwrap();
    let value: serde_json::Value = serde_json::from_slice(&whole).unwrap();
    let sizes = value.as_array().unwrap();
    assert!(
        (2..)
            .zip(sizes)
            .all(|(cards, size): (u64, _)| size["cards"] == cards)
    );
    let output = child.output_in_time();
    assert_eq!(output.status.code(), Some(2));
    let said = format!(
        "error: interrupted: {} of 999999999 deck sizes were swept\n",
        sizes.len()
    );
    assert_eq!(printed(&output), said);
}

#[test]
#[cfg(target_os = "linux")]
fn the_memory_of_a_sweep_does_not_grow_with_its_window() {
    let high = "1000000000000000000..=1000000000050000000";
    for (cards, format) in [
        ("2..=30000000", "csv"),
        ("2..=30000000", "text"),
        (high, "json"),
    ] {
        let options = ["--kind", "both", "--threads", "2", "--format", format];
        let mut child = faro()
            .args(["sweep", "--cards", cards])
            .args(options)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut taken = vec![0; 1 << 20];
        child
            .stdout
            .as_mut()
            .unwrap()
            .read_exact(&mut taken)
            .unwrap();
        // The memory holds tables of 0.78 bytes per number, and eight blocks in progress.
        assert!(
            peak_memory(&child) < 64 << 10,
            "{cards} {format}: {} KiB",
            peak_memory(&child)
        );
        drop(child.stdout.take());
        wait_in_time(&mut child);
    }
}

/// A picture is drawn in addition to the result, in every format. On standard output it replaces the result.
#[test]
fn a_picture_is_beside_the_result() {
    for line in [
        "mix --cards 9",
        "law --cards 3 --shuffle naive",
        "law --cards 3 --shuffle naive --tree",
        "matrix --cards 4 --shuffle gsr",
        "sweep --cards 2..=9 --kind both",
        "sweep --cards 2..=9 --kind both --summary",
        "simulate --cards 9 --shuffle gsr --samples 9 --seed 1",
    ] {
        let file = scratch("beside.svg");
        let run = |end: &str| shell(&format!("faro {line} {end}"));
        let plain = run("");
        let both = run(&format!("--svg {}", file.display()));
        assert!(
            both.status.success() && both.stdout == plain.stdout,
            "{line}"
        );
        let said = String::from_utf8(both.stderr).unwrap();
        assert_eq!(said, format!("wrote {}\n", file.display()), "{line}");
        let picture = fs::read(&file).unwrap();
        assert!(
            picture.starts_with(b"<svg ") && picture.ends_with(b"</svg>\n"),
            "{line}"
        );
        if !line.contains("--tree") {
            let json = run(&format!("--format json --quiet --svg {}", file.display()));
            assert!(
                json.stdout == run("--format json").stdout && json.stderr.is_empty(),
                "{line}"
            );
            assert!(fs::read(&file).unwrap() == picture, "{line}");
        }
        assert!(run("--svg /dev/stdout").stdout == picture, "{line}");
    }
}

/// The reader of a list may close the pipe early. The picture still shows all sizes.
#[test]
fn a_picture_is_whole_if_the_list_is_not_read() {
    let (read, cut) = (scratch("read.svg"), scratch("cut.svg"));
    let sweep = "faro sweep --cards 2..=100000 --kind out --svg";
    assert!(
        shell(&format!("{sweep} {} > /dev/null", read.display()))
            .status
            .success()
    );
    shell(&format!("{sweep} {} | head -n 1", cut.display()));
    assert!(fs::read(read).unwrap() == fs::read(cut).unwrap());
}

/// Errors have colour on a terminal, or with --color anywhere on the command line.
#[test]
fn the_colour_of_errors() {
    let coloured = "\x1b[1m\x1b[31merror:\x1b[0m ";
    for (line, has_colour) in [
        ("order 52 foo", false),
        ("order 52 foo --color always", true),
        ("--color=always order 52 foo", true),
        ("order --color never 52 foo", false),
        ("ordre --color always", true),
        ("audit --cards 0 -- --color always", false),
    ] {
        let said = printed(&shell(&format!("faro {line}")));
        assert!(
            said.starts_with(if has_colour { coloured } else { "error: " }),
            "{line}: {said}"
        );
    }
}

/// Pictures have at most a given size, and are complete.
#[test]
fn pictures_are_bounded() {
    for (cards, bytes) in [
        ("2..=9", 3_000),
        ("2..=100000", 2_000_000),
        ("2..=1000000", 2_000_000),
    ] {
        let file = scratch("orders.svg");
        let output = shell(&format!(
            "faro sweep --cards {cards} --kind both --quiet --summary --svg {}",
            file.display()
        ));
        assert!(output.status.success() && output.stderr.is_empty());
        let picture = fs::read_to_string(&file).unwrap();
        assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
        assert!(
            picture.len() < bytes + 3_000,
            "{cards}: {} bytes",
            picture.len()
        );
    }
}

#[test]
fn a_refused_command_leaves_the_file_alone() {
    let file = scratch("kept.txt");
    fs::write(&file, "what was there").unwrap();
    for refused in ["--cards 0 --kind out", "--cards 52 --shuffle packets:5:out"] {
        let output = shell(&format!("faro order {refused} --output {}", file.display()));
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(fs::read_to_string(&file).unwrap(), "what was there");
    }
    let output = shell(&format!(
        "faro order --cards 52 --kind out --quiet --output {}",
        file.display()
    ));
    assert!(output.status.success() && printed(&output).is_empty());
    assert_eq!(fs::read_to_string(&file).unwrap(), "8\n");
}

/// The name of the file promises another format.
#[test]
fn text_in_a_file_of_json_is_noted() {
    let file = scratch("text.json");
    for (format, said) in [
        ("", "is text; --format json writes JSON\n"),
        ("--format json", ""),
        ("--quiet", ""),
    ] {
        let line = format!("faro order 52 out {format} --output {}", file.display());
        let printed = printed(&shell(&line));
        assert!(
            printed.ends_with(said) && printed.is_empty() == said.is_empty(),
            "{printed}"
        );
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_an_error() {
    let output = shell("faro deck --cards 100000 --kind out >/dev/full");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        printed(&output),
        "error: cannot write to standard output: No space left on device (os error 28)\n"
    );
    let output = shell("faro order --cards 52 --kind out --output /dev/full");
    assert_eq!(output.status.code(), Some(2));
    let said = "error: invalid value '/dev/full' for '--output <FILE>': cannot write to it: No space left on \
                device (os error 28); the result is on standard output instead\n";
    assert_eq!(String::from_utf8(output.stderr).unwrap(), said);
    let result = shell("faro order --cards 52 --kind out").stdout;
    assert!(!result.is_empty() && output.stdout == result);
}

#[test]
fn colour_where_it_is_wanted() {
    let cycles = "faro cycles --cards 8 --kind out";
    let coloured = |line: &str| printed(&shell(line)).contains('\x1b');
    assert!(!coloured(cycles), "a pipe is plain");
    assert!(coloured(&format!("{cycles} --color always")));
    assert!(
        coloured(&format!("NO_COLOR=1 {cycles} --color always")),
        "what is said outright holds"
    );
    assert!(!coloured(&format!("{cycles} --color never")));
    assert!(!coloured(&format!("{cycles} --color always --format json")));
}

#[test]
fn json_is_json_and_csv_is_csv() {
    for arguments in [
        "order",
        "cycles",
        "deck --each --track 1,2",
        "deck --faces",
        "where --card 7",
    ] {
        let (command, options) = arguments.split_once(' ').unwrap_or((arguments, ""));
        let line = format!("faro {command} --cards 52 --kind in {options}");
        let json = printed(&shell(&format!("{line} --format json")));
        let value: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!(
            (&value["cards"], &value["shuffle"]),
            (&52.into(), &"in".into()),
            "{line}"
        );
        let table = printed(&shell(&format!("{line} --format csv")));
        let mut reader = csv::Reader::from_reader(table.as_bytes());
        assert!(reader.records().all(|record| record.is_ok()), "{line}");
    }
}

#[test]
fn a_hard_question_is_refused_in_one_line() {
    let digits = "9".repeat(10_000);
    for refused in [
        format!("faro order --cards {digits} --kind out"),
        format!("faro where --cards 52 --kind out --card 1 --times {digits}"),
        // The modulus is the product of the Mersenne primes of 89 and 107 bits.
        "faro order --timeout 0.2 --kind in --cards 100433627766186892221372630609062766858404681029709092356096"
            .into(),
        format!("faro cycles --cards {} --kind in --timeout 0.2", "7".repeat(999)),
        format!("faro deck --cards {} --kind in", "8".repeat(1000)),
    ] {
        let start = Instant::now();
        let output = shell(&refused);
        assert_eq!(output.status.code(), Some(2), "{refused}");
        let said = printed(&output);
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(said.starts_with("error: invalid value '") && said.len() < 600, "{said}");
        // Only a hang would reach the limit.
        assert!(start.elapsed() < Duration::from_secs(100), "{refused}");
    }
}

/// An output that is also an input is refused under any name. So is one file for two outputs.
#[test]
fn inputs_are_not_overwritten() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("apart");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let decks = "1 2 3\n2 3 1\n";
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).unwrap();
    write("decks", decks);
    write("other", "");
    std::fs::create_dir_all(folder.join("all")).unwrap();
    write("all/report.txt", decks);
    let shard = "simulate --cards 9 --shuffle gsr --samples 9 --seed 1 --shard 1/1 --output part";
    assert!(
        faro()
            .current_dir(&folder)
            .args(shard.split(' '))
            .status()
            .unwrap()
            .success()
    );
    let cases = [
        ("audit decks --html decks", "--html <FILE>"),
        ("audit decks --junit ./decks", "--junit <FILE>"),
        ("audit decks --output ../apart/decks", "--output <FILE>"),
        ("audit --start decks other --html decks", "--html <FILE>"),
        ("audit decks --html new --junit new", "--junit <FILE>"),
        ("audit all/report.txt --report all", "--report <DIR>"),
        ("merge part --output part", "--output <FILE>"),
        ("merge part --svg part", "--svg <FILE>"),
        ("hands decks --output decks", "--output <FILE>"),
        ("hands decks --svg decks", "--svg <FILE>"),
        (
            "solve --cards 3 --from decks --to decks --output decks",
            "--output <FILE>",
        ),
        (
            "group --cards 3 --contains decks --output decks",
            "--output <FILE>",
        ),
        (
            "simulate --cards 9 --shuffle gsr --samples 9 --svg new --output new",
            "--output <FILE>",
        ),
        ("mix --cards 9 --svg new --output ./new", "--output <FILE>"),
        (
            "sweep --cards 2..=9 --kind in --svg new --output new",
            "--output <FILE>",
        ),
    ];
    for (line, argument) in cases {
        let output = faro()
            .current_dir(&folder)
            .args(line.split(' '))
            .output_in_time();
        let said = printed(&output);
        assert_eq!(output.status.code(), Some(2), "{line}: {said}");
        assert!(
            said.contains(&format!("for '{argument}': this file is ")),
            "{line}: {said}"
        );
        assert_eq!(said.lines().count(), 1, "{said}");
    }
    assert_eq!(
        std::fs::read_to_string(folder.join("decks")).unwrap(),
        decks
    );
    assert!(!folder.join("new").exists());
}

/// Control characters in files and arguments are escaped on standard error, in pages and in reports.
#[test]
fn control_characters_from_outside_are_escaped() {
    let folder = scratch("escapes");
    fs::create_dir_all(&folder).unwrap();
    let nasty = "\x1b[31m\u{9b}2J\u{202e}\x07";
    let harmless = |text: &str| {
        !text.contains(|letter: char| letter != '\n' && letter.is_control() || letter == '\u{202e}')
    };
    fs::write(folder.join("cards"), format!("{nasty} 2 3\n")).unwrap();
    fs::write(folder.join("decks"), format!("1 2\n{nasty}\n")).unwrap();
    let command = format!("sh -c 'echo 1 2; echo 2 1; : {nasty}'");
    let failing = format!("sh -c 'echo \"{nasty}\" >&2; exit 1'");
    for arguments in [
        vec![
            "audit", "--decks", "2", "--exec", &command, "--html", "page", "--junit", "report",
            "--format", "json",
        ],
        vec!["audit", "--exec", &failing, "--junit", "report"],
        vec![
            "audit", "--exec", &command, "--report", "all", "--decks", "2",
        ],
        vec!["audit", "decks", "--html", "page", "--junit", "report"],
        vec!["audit", "--", nasty],
        vec!["audit", "--exec", "yes 1", "--", nasty],
        vec!["solve", "--cards", "3", "--from", "cards", "--to", "cards"],
        vec!["group", "--cards", "3", "--contains", "cards"],
        vec!["order", "--cards", nasty],
        vec!["order", "--cards", "3", "--shuffle", "in \u{202e}"],
        vec!["order", "\u{202e}"],
        vec!["\u{202e}"],
        vec!["merge", "\u{202e}"],
    ] {
        let output = faro()
            .current_dir(&folder)
            .args(&arguments)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        assert!(
            harmless(&printed(&output)),
            "{arguments:?}: {:?}",
            printed(&output)
        );
        for file in [
            "page",
            "report",
            "all/report.html",
            "all/report.json",
            "all/report.txt",
            "all/junit.xml",
            "all/method.json",
        ] {
            let written = fs::read_to_string(folder.join(file)).unwrap_or_default();
            assert!(harmless(&written), "{arguments:?}: {file}");
        }
    }
    let mut json = faro();
    json.current_dir(&folder).args([
        "audit", "--decks", "2", "--exec", &command, "--format", "json",
    ]);
    let value: serde_json::Value = serde_json::from_slice(&json.output().unwrap().stdout).unwrap();
    assert_eq!(value["source"], command, "escaped, and not changed");
}
