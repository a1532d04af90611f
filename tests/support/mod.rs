//! Oracles so simple that they are unlikely to be wrong, and a runner of the program.

#![allow(dead_code)] // each test binary uses its own part

pub mod shards;

use std::collections::VecDeque;
use std::fs::OpenOptions;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use faro::{Kind, Permutation};

/// The deck after one perfect shuffle: real packets, dealt one card at a time.
pub fn dealt(kind: Kind, deck: &[u32], packets: usize) -> Vec<u32> {
    let mut piles = cut(kind, deck, packets);
    if kind == Kind::In {
        piles.reverse(); // the packet that lay lowest drops first
    }
    let mut shuffled = Vec::new();
    while shuffled.len() < deck.len() {
        for pile in &mut piles {
            shuffled.extend(pile.pop_front());
        }
    }
    shuffled
}

/// Equal packets from the top; of an odd deck in two, the packet that drops first has one more.
fn cut(kind: Kind, deck: &[u32], packets: usize) -> Vec<VecDeque<u32>> {
    let mut sizes = vec![deck.len() / packets; packets];
    let first = if kind == Kind::Out { 0 } else { packets - 1 };
    sizes[first] += deck.len() % packets;
    let mut cards = deck.iter().copied();
    sizes.into_iter().map(|size| cards.by_ref().take(size).collect()).collect()
}

pub fn new_deck(cards: usize) -> Vec<u32> {
    (0..cards as u32).collect()
}

/// Every permutation of the degree, in lexicographic order of the images.
pub fn all_permutations(degree: usize) -> Vec<Permutation> {
    let mut found = vec![Vec::new()];
    for _ in 0..degree {
        let longer = |prefix: &Vec<u32>| {
            let unused = (0..degree as u32).filter(|image| !prefix.contains(image)).collect::<Vec<_>>();
            unused.into_iter().map(|image| [prefix.as_slice(), &[image]].concat()).collect::<Vec<_>>()
        };
        found = found.iter().flat_map(longer).collect();
    }
    found.into_iter().map(|images| Permutation::from_images(images).unwrap()).collect()
}

/// The program, run from the top of the package.
pub fn faro() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_faro"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).env_remove("NO_COLOR");
    command
}

/// Runs a command line in the shell, with the program on its path.
pub fn shell(line: &str) -> Output {
    let folder = Path::new(env!("CARGO_BIN_EXE_faro")).parent().unwrap();
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap());
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR"));
    Command::new("sh").args(["-c", line]).env("PATH", path).current_dir(scratch).output_in_time()
}

/// Returns what the program prints, standard output and then standard error.
pub fn printed(output: &Output) -> String {
    String::from_utf8([output.stdout.as_slice(), &output.stderr].concat()).unwrap()
}

/// The program with the default action of every signal, even if the tests ignore some (`nohup`).
pub fn with_default_signals() -> Command {
    if !cfg!(target_os = "linux") {
        return faro();
    }
    let mut command = Command::new("env");
    command.arg("--default-signal").arg(faro().get_program()).current_dir(env!("CARGO_MANIFEST_DIR"));
    command
}

/// Longer than any process of a test takes, even on a loaded machine: one that takes longer hangs.
pub const LONG: Duration = Duration::from_secs(120);

/// Waits for a process up to a limit: one that hangs is killed, and the test fails.
pub trait InTime {
    fn output_in_time(self) -> Output;
}

/// Captures the output, with an empty standard input.
impl InTime for &mut Command {
    #[track_caller]
    fn output_in_time(self) -> Output {
        self.stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
            .output_in_time()
    }
}

impl InTime for Child {
    #[track_caller]
    fn output_in_time(mut self) -> Output {
        drop(self.stdin.take());
        let (stdout, stderr) = (self.stdout.take().map(read), self.stderr.take().map(read));
        let status = wait_in_time(&mut self);
        let all = |bytes: Option<Receiver<Vec<u8>>>| {
            // Something that the process started may hold the pipe.
            bytes.map_or(Vec::new(), |bytes| bytes.recv_timeout(LONG).expect("the output is closed"))
        };
        Output { status, stdout: all(stdout), stderr: all(stderr) }
    }
}

#[track_caller]
pub fn wait_in_time(child: &mut Child) -> ExitStatus {
    let begun = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
        if begun.elapsed() > LONG {
            child.kill().unwrap();
            panic!("the process did not end within {} seconds", LONG.as_secs());
        }
        thread::sleep(Duration::from_millis(2));
    }
}

fn read(mut pipe: impl Read + Send + 'static) -> Receiver<Vec<u8>> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = pipe.read_to_end(&mut bytes);
        let _ = sender.send(bytes);
    });
    receiver
}

/// Returns whether a tool that a test needs can be run. If not, adds a line to the file named by FARO_SKIPPED, which
/// continuous integration prints.
pub fn has_tool(tool: &str) -> bool {
    let run = Command::new(tool)
        .arg("--version")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    run.is_ok() || skipped(tool)
}

/// Reports that the current test is skipped without a tool. Returns false.
pub fn skipped(tool: &str) -> bool {
    let test = thread::current().name().unwrap_or("a test").to_owned();
    eprintln!("skipped: {test} needs {tool}");
    if let Some(path) = std::env::var_os("FARO_SKIPPED") {
        let mut file = OpenOptions::new().create(true).append(true).open(path).unwrap();
        file.write_all(format!("skipped: {test} needs {tool}\n").as_bytes()).unwrap();
    }
    false
}
