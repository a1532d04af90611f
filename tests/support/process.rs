//! Processes that end in time, and tools that may not be installed.

use std::fs::OpenOptions;
use std::io::{Read, Write};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

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
            bytes.map_or(Vec::new(), |bytes| {
                bytes.recv_timeout(LONG).expect("the output is closed")
            })
        };
        Output {
            status,
            stdout: all(stdout),
            stderr: all(stderr),
        }
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
    let line = format!("skipped: {test} needs {tool}\n");
    // Written without eprintln, so that the line is shown even though the test passes.
    std::io::stderr().write_all(line.as_bytes()).unwrap();
    if let Some(path) = std::env::var_os("FARO_SKIPPED") {
        let mut file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(path)
            .unwrap();
        file.write_all(line.as_bytes()).unwrap();
    }
    false
}
