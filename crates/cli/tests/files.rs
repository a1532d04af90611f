//! Output files are refused before the work if they cannot be written, and replaced only by a complete result.

use std::fs::{self, Permissions};
use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::support::{InTime, faro, printed, shell, wait_in_time};

/// Creates an empty folder.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("files")
        .join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Returns the names of all files in a folder, including hidden ones.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name());
    let mut names: Vec<String> = entries.map(|name| name.into_string().unwrap()).collect();
    names.sort();
    names
}

fn run(folder: &Path, line: &str) -> Output {
    faro()
        .current_dir(folder)
        .args(line.split(' '))
        .stdin(Stdio::null())
        .output_in_time()
}

/// Commands that would take weeks, each with an argument that names a file.
const ENDLESS: [(&str, &str); 8] = [
    (
        "simulate --cards 52 --shuffle gsr --samples 1000000000000",
        "--output",
    ),
    (
        "simulate --cards 52 --shuffle gsr --samples 1000000000000",
        "--svg",
    ),
    (
        "simulate --cards 52 --shuffle gsr --samples 1000000000000 --seed 1 --shard 1/2",
        "--output",
    ),
    (
        "matrix --cards 52 --shuffle gsr --samples 1000000000000",
        "--svg",
    ),
    (
        "sweep --cards 2..=1000000000 --kind in --threads 1",
        "--svg",
    ),
    ("audit --decks 1000000000000 --output report", "--html"),
    ("audit --decks 1000000000000 --output report", "--junit"),
    ("audit --decks 1000000000000", "--output"),
];

/// Asserts that the error comes at once, in one line that names the argument and the value.
#[track_caller]
fn refused_at_once(folder: &Path, line: &str, argument: &str, file: &str, why: &str) {
    let program = if line.starts_with("audit") {
        &["--", "yes", "1 2"][..]
    } else {
        &[]
    };
    let mut command = faro();
    command
        .current_dir(folder)
        .args(line.split(' '))
        .args([argument, file])
        .args(program);
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let begun = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if begun.elapsed() > Duration::from_secs(60) {
            child.kill().unwrap();
            panic!("{line} {argument} {file}: it works before it refuses");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let output = child.output_in_time();
    let said = printed(&output);
    assert_eq!(
        output.status.code(),
        Some(2),
        "{line} {argument} {file}: {said}"
    );
    assert!(
        said.contains(&format!("for '{argument} <FILE>': {why}")),
        "{line} {file}: {said}"
    );
    assert_eq!(said.lines().count(), 1, "{said}");
}

#[test]
fn what_cannot_be_written_is_refused_before_the_work() {
    let folder = folder("refused");
    fs::create_dir(folder.join("sub")).unwrap();
    fs::write(folder.join("plain"), "").unwrap();
    symlink("round", folder.join("round")).unwrap();
    let long = "x".repeat(256);
    let before = names(&folder);
    for (line, argument) in ENDLESS {
        for file in [
            "sub", ".", "sub/", "new/", "new/.", "no/such", "plain/x", "round", &long,
        ] {
            refused_at_once(&folder, line, argument, file, "cannot write to it: ");
        }
        if argument != "--output" {
            refused_at_once(
                &folder,
                line,
                argument,
                "-",
                "expected a file; write ./- for a file of this name",
            );
        }
    }
    let _ = fs::remove_file(folder.join("report"));
    assert_eq!(names(&folder), before);
}

/// Root may write anywhere. The test then checks nothing.
#[test]
fn a_forbidden_folder_and_a_file_that_is_read_only() {
    let folder = folder("forbidden");
    let (closed, kept) = (folder.join("closed"), folder.join("kept"));
    fs::create_dir(&closed).unwrap();
    fs::write(&kept, "kept").unwrap();
    fs::set_permissions(&closed, Permissions::from_mode(0o555)).unwrap();
    fs::set_permissions(&kept, Permissions::from_mode(0o444)).unwrap();
    if fs::write(closed.join("probe"), "").is_ok() {
        eprintln!("skipped: this user may write anywhere");
        return;
    }
    for (line, argument) in ENDLESS {
        for file in ["closed/x", "kept"] {
            refused_at_once(
                &folder,
                line,
                argument,
                file,
                "cannot write to it: Permission denied",
            );
        }
    }
    assert_eq!(fs::read_to_string(&kept).unwrap(), "kept");
}

/// The name has the maximum length of the file system.
#[test]
fn a_long_name() {
    let folder = folder("long");
    let name = "x".repeat(255);
    let output = run(
        &folder,
        &format!("order --cards 52 --kind out --quiet --output {name}"),
    );
    assert!(output.status.success(), "{}", printed(&output));
    assert_eq!(names(&folder), [name.as_str()]);
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

const SHARD: &str = "simulate --cards 9 --shuffle gsr --samples 9 --seed 1 --shard 1/1 --output";

#[test]
fn permissions_are_kept() {
    let folder = folder("permissions");
    for line in [
        "order --cards 52 --kind out --output",
        "mix --cards 9 --svg",
        SHARD,
    ] {
        for permissions in [0o600, 0o640, 0o666, 0o755] {
            let file = folder.join("file");
            fs::write(&file, "<old>").unwrap();
            fs::set_permissions(&file, Permissions::from_mode(permissions)).unwrap();
            assert!(run(&folder, &format!("{line} file")).status.success());
            assert_eq!(mode(&file), permissions, "{line}");
            assert_ne!(fs::read_to_string(&file).unwrap(), "<old>");
        }
    }
    let new = |mask: &str| {
        let line = format!(
            "cd {} && rm -f new && umask {mask} && faro {SHARD} new",
            folder.display()
        );
        assert!(shell(&line).status.success());
        mode(&folder.join("new"))
    };
    assert_eq!((new("022"), new("077")), (0o644, 0o600));
    assert_eq!(names(&folder), ["file", "new"]);
}

/// A limit on the size of files acts as a full disk. The old file stays, no other file is left, and standard
/// output has every byte of the result.
#[test]
fn a_full_disk_leaves_the_old_file() {
    let folder = folder("full");
    for (line, argument) in [
        ("deck --cards 52 --kind in --each --format json", "--output"),
        (
            "deck --cards 1000 --shuffle fisher-yates --samples 100 --seed 1",
            "--output",
        ),
        (
            "sweep --cards 2..=100000 --kind in --format csv",
            "--output",
        ),
        (
            "simulate --cards 52 --shuffle gsr --samples 1000 --seed 1 --shard 1/2",
            "--output",
        ),
    ] {
        fs::write(folder.join("file"), "old").unwrap();
        let limited = |blocks: &str, file: &str| {
            let limit = format!("trap '' XFSZ; ulimit -f {blocks}");
            shell(&format!(
                "cd {} && {limit}; faro {line} {argument} {file}",
                folder.display()
            ))
        };
        let full = limited("1", "file");
        let said = String::from_utf8(full.stderr).unwrap();
        assert_eq!(full.status.code(), Some(2), "{said}");
        let start =
            format!("error: invalid value 'file' for '{argument} <FILE>': cannot write to it: ");
        assert!(
            said.starts_with(&start) && said.lines().count() == 1,
            "{said}"
        );
        assert!(
            said.ends_with("; the result is on standard output instead\n"),
            "{said}"
        );
        assert_eq!(fs::read_to_string(folder.join("file")).unwrap(), "old");
        assert!(limited("unlimited", "file").status.success());
        assert!(
            fs::read(folder.join("file")).unwrap() == full.stdout,
            "{line}"
        );
        assert_eq!(names(&folder), ["file"]);
    }
}

/// If the page cannot be written, it is not printed with the report.
/// A file whose name was forgotten after `--html` is often the one with the decks.
#[test]
fn a_page_does_not_replace_another_kind_of_file() {
    let folder = folder("kinds");
    let decks = folder.join("decks.csv");
    for argument in ["--html", "--junit"] {
        fs::write(&decks, "1,2,3\n").unwrap();
        let output = run(&folder, &format!("audit {argument} decks.csv"));
        assert_eq!(output.status.code(), Some(2));
        assert!(printed(&output).contains("would be lost"));
        assert_eq!(fs::read_to_string(&decks).unwrap(), "1,2,3\n");
    }
}

#[test]
fn a_full_disk_for_what_is_beside_the_result() {
    let folder = folder("beside");
    let file = |name: &str| folder.join(name);
    for (line, argument) in [
        ("audit --cards 3 --decks 40 --exec 'yes 2,0,1'", "--html"),
        ("audit --cards 3 --decks 40 --exec 'yes 2,0,1'", "--junit"),
        (
            "simulate --cards 9 --shuffle gsr --samples 9 --seed 1",
            "--svg",
        ),
        ("mix --cards 52", "--svg"),
    ] {
        fs::write(file("file"), "<old>").unwrap();
        let limit = "trap '' XFSZ; ulimit -f 1";
        let output = shell(&format!(
            "cd {} && {limit}; faro {line} {argument} file",
            folder.display()
        ));
        assert_eq!(output.status.code(), Some(2), "{}", printed(&output));
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(
            said.contains("cannot write to it: File too large") && !said.contains("instead"),
            "{said}"
        );
        let plain = shell(&format!("cd {} && faro {line}", folder.display()));
        assert!(output.stdout == plain.stdout, "the report is whole");
        assert_eq!(fs::read_to_string(file("file")).unwrap(), "<old>");
        assert_eq!(names(&folder), ["file"]);
    }
}

/// Special files are written directly. A link stays, and its target is replaced.
#[test]
fn links_and_pipes_stay_what_they_are() {
    let folder = folder("through");
    let order = "order --cards 52 --kind out --quiet --output";
    fs::create_dir(folder.join("sub")).unwrap();
    for (link, target) in [
        ("to_old", "sub/old"),
        ("to_new", "sub/new"),
        ("to_link", "to_old"),
    ] {
        fs::write(folder.join("sub/old"), "old").unwrap();
        symlink(target, folder.join(link)).unwrap();
        assert!(run(&folder, &format!("{order} {link}")).status.success());
        assert!(
            fs::symlink_metadata(folder.join(link))
                .unwrap()
                .is_symlink()
        );
        assert_eq!(fs::read_to_string(folder.join(link)).unwrap(), "8\n");
    }
    assert_eq!(names(&folder.join("sub")), ["new", "old"]);
    let pipe = folder.join("pipe");
    if Command::new("mkfifo")
        .arg(&pipe)
        .status()
        .is_ok_and(|status| status.success())
    {
        let read = shell(&format!(
            "cd {} && cat pipe & cd {0} && faro {order} pipe; wait",
            folder.display()
        ));
        assert_eq!(printed(&read), "8\n");
        assert!(fs::symlink_metadata(&pipe).unwrap().file_type().is_fifo());
        let left = shell(&format!(
            "cd {} && head -c 9 pipe >kept & cd {0} && faro sweep --cards 2..=99999 --kind in --output pipe; echo $?; wait",
            folder.display()
        ));
        assert_eq!(printed(&left), "0\n", "a closed pipe is success");
    }
}

/// Output files named like standard output are written to it, in the order of the writes.
#[test]
fn standard_output_by_its_name() {
    let folder = folder("by_name");
    let order = "faro order --cards 52 --kind out --quiet --output";
    for name in ["/dev/stdout", "/dev/fd/1", "-"] {
        let line = format!(
            "cd {} && rm -f all && {{ echo first; {order} {name}; echo last; }}",
            folder.display()
        );
        assert_eq!(printed(&shell(&line)), "first\n8\nlast\n", "{name}");
        shell(&format!("{line} >all"));
        assert_eq!(
            fs::read_to_string(folder.join("all")).unwrap(),
            "first\n8\nlast\n",
            "{name}"
        );
    }
    let line = format!(
        "cd {} && {order} /dev/stderr 2>&1 >/dev/null",
        folder.display()
    );
    assert_eq!(printed(&shell(&line)), "8\n");
    assert!(shell(&format!("{order} /dev/null")).status.success());
}

/// A killed process cannot clean up. The old file stays, and the files that are left do not hinder the next
/// process.
#[test]
fn kill_leaves_the_old_file() {
    let folder = folder("killed");
    let file = folder.join("file");
    for (signal, left) in [("KILL", 2), ("TERM", 1)] {
        names(&folder)
            .iter()
            .for_each(|name| fs::remove_file(folder.join(name)).unwrap());
        fs::write(&file, "old").unwrap();
        let mut command = Command::new("env");
        // Signals have their default action, even if the test's own process ignores them.
        if cfg!(target_os = "linux") {
            command.arg("--default-signal");
        }
        // The command has nothing to save, so a signal ends it.
        command
            .arg(faro().get_program())
            .args(["cycles", "--cards", "10000000", "--kind", "out"]);
        let mut child = command
            .current_dir(&folder)
            .args(["--output", "file"])
            .spawn()
            .unwrap();
        let begun = Instant::now();
        // Waits until a part of the output is written.
        let partial = || {
            names(&folder)
                .iter()
                .any(|name| name != "file" && is_filled(&folder.join(name)))
        };
        while !partial() && child.try_wait().unwrap().is_none() {
            assert!(begun.elapsed() < Duration::from_secs(60));
        }
        let _ = Command::new("kill")
            .args(["-s", signal, &child.id().to_string()])
            .status();
        let status = wait_in_time(&mut child);
        if status.code().is_some() {
            eprintln!("skipped: it ended before the signal came");
            continue;
        }
        assert_eq!(fs::read_to_string(&file).unwrap(), "old");
        assert_eq!(names(&folder).len(), left, "{signal}: {:?}", names(&folder));
        assert!(
            run(&folder, "order --cards 52 --kind out --quiet --output file")
                .status
                .success()
        );
        assert_eq!(fs::read_to_string(&file).unwrap(), "8\n");
    }
}

fn is_filled(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|there| there.len() > 0)
}

/// Names of cards of a stranger neither control a terminal nor compute in a spreadsheet.
#[test]
fn names_of_cards_are_harmless() {
    let folder = folder("harmless");
    let [start, decks, report] = ["start", "decks", "report"].map(|name| folder.join(name));
    let names = ["\u{1b}]0;p\u{7}", "=cmd!A0", "@sum", "d"];
    fs::write(&start, names.join("\n")).unwrap();
    fs::write(&decks, format!("{}\n", names.join(",")).repeat(30)).unwrap();
    let [start, decks, report] = [&start, &decks, &report].map(|path| path.to_str().unwrap());
    let check = |text: &str, what: &str| {
        let is_raw = |letter: char| letter.is_control() && letter != '\n';
        assert!(!text.contains(is_raw), "{what}: {text:?}");
        let cells = || text.lines().flat_map(|line| line.split([',', '"']));
        assert!(
            !what.contains("csv") || !cells().any(|cell| cell.starts_with(['=', '@'])),
            "{what}: {text}"
        );
    };
    for command in [
        &["deck", "4", "out", "--start", start][..],
        &["deck", "4", "gsr", "--samples", "2", "--start", start],
        &["where", "4", "out", "--card", "2", "--start", start],
        &["matrix", "4", "gsr", "--start", start],
        &["cycles", "4", "out", "--start", start],
        &["route", "4", "1", "all", "--start", start],
        &["inspect", start, "--start", start],
        &["audit", decks, "--start", start],
    ] {
        for format in ["text", "csv", "json"] {
            let output = faro()
                .args(command)
                .args(["--format", format])
                .output_in_time();
            check(
                &String::from_utf8(output.stdout).unwrap(),
                &format!("{command:?} {format}"),
            );
        }
    }
    faro()
        .args(["audit", decks, "--start", start, "--report", report])
        .output_in_time();
    for entry in fs::read_dir(report).unwrap() {
        let path = entry.unwrap().path();
        check(&fs::read_to_string(&path).unwrap(), path.to_str().unwrap());
    }
}
