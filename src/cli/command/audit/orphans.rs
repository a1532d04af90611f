//! Processes that left their group on purpose: Linux gives them to us when their parents end.

#[cfg(target_os = "linux")]
use std::sync::OnceLock;

#[cfg(target_os = "linux")]
use rustix::process::Pid;

/// Children that we had from the start, of a program in whose place we run (`exec`): not ours to end.
#[cfg(target_os = "linux")]
static OTHERS: OnceLock<Vec<Pid>> = OnceLock::new();

/// Until the orphans are gone; beyond that nothing could be done for them.
#[cfg(target_os = "linux")]
const ROUNDS: u32 = 200;

/// Has the system give us what the children of our children start, once these have ended; elsewhere it goes
/// its own way.
#[cfg(target_os = "linux")]
pub fn adopt() {
    use rustix::process::{getpid, set_child_subreaper};
    OTHERS.get_or_init(children);
    // A system that does not know how gives us none.
    let _ = set_child_subreaper(Some(getpid()));
}

/// Ends all that are left, and what they started.
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
            // One that has ended waits for us to take note of it.
            let _ = kill_process(orphan, Signal::KILL);
            let _ = waitpid(Some(orphan), WaitOptions::NOHANG);
        }
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
}

/// The processes whose parent we are.
#[cfg(target_os = "linux")]
fn children() -> Vec<Pid> {
    let here = rustix::process::getpid().as_raw_pid();
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let numbers = processes.filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok());
    numbers.filter(|&number| parent(number) == Some(here)).filter_map(Pid::from_raw).collect()
}

/// `number (name) state parent …`, where a name may hold anything.
#[cfg(target_os = "linux")]
fn parent(number: i32) -> Option<i32> {
    let told = std::fs::read_to_string(format!("/proc/{number}/stat")).ok()?;
    told.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()
}

#[cfg(not(target_os = "linux"))]
pub fn adopt() {}

#[cfg(not(target_os = "linux"))]
pub fn end() {}
