//! Ends processes that left the group of the audited program. Linux reparents them to this process when their
//! parents end.

#[cfg(target_os = "linux")]
use std::sync::OnceLock;

#[cfg(target_os = "linux")]
use rustix::process::Pid;

/// Children that this process already had when it was started by `exec`. They are not ended.
#[cfg(target_os = "linux")]
static OTHERS: OnceLock<Vec<Pid>> = OnceLock::new();

/// Maximum number of attempts to end all orphans.
#[cfg(target_os = "linux")]
const ROUNDS: u32 = 200;

/// Makes this process the parent of orphaned descendants. Only Linux has this.
#[cfg(target_os = "linux")]
pub fn adopt() {
    use rustix::process::{getpid, set_child_subreaper};
    OTHERS.get_or_init(children);
    // Without this system call there are no orphans to end.
    let _ = set_child_subreaper(Some(getpid()));
}

/// Ends all orphans and their descendants.
#[cfg(target_os = "linux")]
pub fn end() {
    use rustix::process::{Signal, WaitOptions, kill_process, waitpid};
    for _ in 0..ROUNDS {
        let mut orphans = children();
        orphans.retain(|orphan| !OTHERS.get().is_some_and(|others| others.contains(orphan)));
        if orphans.is_empty() {
            return;
        }
        for orphan in orphans {
            // A process that has ended is a zombie until it is waited for.
            let _ = kill_process(orphan, Signal::KILL);
            let _ = waitpid(Some(orphan), WaitOptions::NOHANG);
        }
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
}

/// Returns the children of this process.
#[cfg(target_os = "linux")]
fn children() -> Vec<Pid> {
    let here = rustix::process::getpid().as_raw_pid();
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let numbers = processes.filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok());
    numbers.filter(|&number| parent(number) == Some(here)).filter_map(Pid::from_raw).collect()
}

/// Parses `number (name) state parent …` in /proc. The name may contain any character.
#[cfg(target_os = "linux")]
fn parent(number: i32) -> Option<i32> {
    let stat = std::fs::read_to_string(format!("/proc/{number}/stat")).ok()?;
    stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()
}

#[cfg(not(target_os = "linux"))]
pub fn adopt() {}

#[cfg(not(target_os = "linux"))]
pub fn end() {}
