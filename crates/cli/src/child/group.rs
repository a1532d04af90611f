//! Runs a program so that it ends together with every process that it starts.

use std::io;
use std::process::{Child, Command, ExitStatus};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use super::guard;

/// Time between SIGTERM and SIGKILL.
const KILL_DELAY: Duration = Duration::from_millis(500);

/// Interval between two checks whether the program has ended.
const TICK: Duration = Duration::from_millis(5);

/// The running process group, or 0 if there is none.
static RUNNING: AtomicU32 = AtomicU32::new(0);

/// A child process and its guard, in a process group that the guard leads.
///
/// Processes that the child starts belong to the group. If they leave it, they become orphans. All are ended on
/// drop. If this process is killed by SIGKILL, only the group is ended: a process that left it, by `setsid` for example,
/// lives on.
#[derive(Debug)]
pub struct ProcessGroup {
    child: Child,
    guard: Child,
    ended: bool,
}

impl ProcessGroup {
    /// Starts the command. It inherits its standard descriptors and `inherited`, and no others.
    pub fn spawn(command: &mut Command, inherited: &[Descriptor]) -> io::Result<ProcessGroup> {
        adopt_orphans();
        keep_descriptors();
        let mut guard = guard::start()?;
        inherit(inherited)?;
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, guard.id().cast_signed());
        match command.spawn() {
            Ok(child) => {
                RUNNING.store(guard.id(), Ordering::SeqCst);
                Ok(ProcessGroup {
                    child,
                    guard,
                    ended: false,
                })
            }
            Err(error) => {
                let _ = guard.kill();
                let _ = guard.wait();
                Err(error)
            }
        }
    }

    pub fn child(&mut self) -> &mut Child {
        &mut self.child
    }

    /// Returns whether the program has ended. Processes that it started may still run.
    pub fn has_ended(&mut self) -> bool {
        has_ended(&mut self.child)
    }

    /// Waits until the program ends by itself, but at most `patience`.
    pub fn wait(&mut self, patience: Duration) {
        let started = Instant::now();
        while !self.has_ended() && started.elapsed() < patience {
            std::thread::sleep(TICK);
        }
    }

    /// Ends the group by SIGTERM, then SIGKILL. Returns the program's status if it ended by itself.
    pub fn end(&mut self) -> Option<ExitStatus> {
        let by_itself = self.has_ended();
        if !by_itself {
            signal(self.guard.id(), Signal::Term);
            self.wait(KILL_DELAY);
        }
        // The number is cleared before the guard is waited for, because only then may the system reuse it for
        // another group.
        if RUNNING.swap(0, Ordering::SeqCst) == 0 && !self.ended {
            // Another thread is ending the group, and then the process.
            loop {
                std::thread::park();
            }
        }
        signal(self.guard.id(), Signal::Kill);
        let _ = self.child.kill();
        let _ = self.guard.kill();
        let status = self.child.wait().ok();
        let _ = self.guard.wait();
        end_orphans();
        self.ended = true;
        status.filter(|_| by_itself)
    }
}

impl Drop for ProcessGroup {
    fn drop(&mut self) {
        if !self.ended {
            self.end();
        }
    }
}

/// Kills the running group, before the process exits.
pub fn end_at_once() {
    match RUNNING.swap(0, Ordering::SeqCst) {
        0 => {}
        group => {
            signal(group, Signal::Kill);
            end_orphans();
        }
    }
}

#[cfg(unix)]
pub type Descriptor<'a> = std::os::fd::BorrowedFd<'a>;

#[cfg(not(unix))]
pub type Descriptor<'a> = &'a std::fs::File;

/// Lets no child process inherit the descriptors above 2 that this process has, also those that its parent left open.
#[cfg(unix)]
fn keep_descriptors() {
    close_fds::set_fds_cloexec_threadsafe(3, &[]);
}

#[cfg(not(unix))]
fn keep_descriptors() {}

/// Lets child processes inherit `descriptors` from now on. The guard was started earlier and does not have
/// them.
#[cfg(unix)]
fn inherit(descriptors: &[Descriptor]) -> io::Result<()> {
    for descriptor in descriptors {
        rustix::io::fcntl_setfd(descriptor, rustix::io::FdFlags::empty())?;
    }
    Ok(())
}

#[cfg(not(unix))]
fn inherit(_descriptors: &[Descriptor]) -> io::Result<()> {
    Ok(())
}

#[derive(Clone, Copy)]
enum Signal {
    Term,
    Kill,
}

#[cfg(unix)]
fn signal(group: u32, signal: Signal) {
    use rustix::process::{self, Pid, kill_process_group};
    let signal = match signal {
        Signal::Term => process::Signal::TERM,
        Signal::Kill => process::Signal::KILL,
    };
    if let Some(group) = i32::try_from(group).ok().and_then(Pid::from_raw) {
        // An error means that the group has already ended.
        let _ = kill_process_group(group, signal);
    }
}

/// Does not reap the child, so that its process id is not reused until it is waited for.
#[cfg(unix)]
fn has_ended(child: &mut Child) -> bool {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
    let Some(program) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) else {
        return true;
    };
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    !matches!(waitid(WaitId::Pid(program), options), Ok(None))
}

/// On other systems only the program itself is ended, when it is waited for.
#[cfg(not(unix))]
fn signal(_group: u32, _signal: Signal) {}

#[cfg(not(unix))]
fn has_ended(child: &mut Child) -> bool {
    !matches!(child.try_wait(), Ok(None))
}

/// The child processes that this process inherited when it was started by `exec`. They are not killed as orphans.
#[cfg(target_os = "linux")]
static OTHERS: std::sync::OnceLock<Vec<rustix::process::Pid>> = std::sync::OnceLock::new();

/// Maximum number of attempts to end all orphans.
#[cfg(target_os = "linux")]
const MAX_ROUNDS: u32 = 200;

/// Makes this process the parent of orphaned descendants. Only Linux has this.
#[cfg(target_os = "linux")]
fn adopt_orphans() {
    use rustix::process::{getpid, set_child_subreaper};
    OTHERS.get_or_init(children);
    // If the system call fails, this process does not adopt orphans, and none are ended.
    let _ = set_child_subreaper(Some(getpid()));
}

/// Ends all orphans and their descendants: processes that left the group. Linux reparents them to this process when their
/// parents end.
#[cfg(target_os = "linux")]
fn end_orphans() {
    use rustix::process::{Signal, WaitOptions, kill_process, waitpid};
    for _ in 0..MAX_ROUNDS {
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
fn children() -> Vec<rustix::process::Pid> {
    use rustix::process::{Pid, getpid};
    let here = getpid().as_raw_pid();
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let numbers = processes.filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok());
    numbers
        .filter(|&number| parent(number) == Some(here))
        .filter_map(Pid::from_raw)
        .collect()
}

/// Parses `number (name) state parent …` in /proc. The name may contain any character.
#[cfg(target_os = "linux")]
fn parent(number: i32) -> Option<i32> {
    let stat = std::fs::read_to_string(format!("/proc/{number}/stat")).ok()?;
    stat.rsplit_once(')')?
        .1
        .split_whitespace()
        .nth(1)?
        .parse()
        .ok()
}

#[cfg(not(target_os = "linux"))]
fn adopt_orphans() {}

#[cfg(not(target_os = "linux"))]
fn end_orphans() {}
