//! A program and all that it starts, ended together.

use std::io;
use std::process::{Child, Command, ExitStatus};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use super::{guard, orphans};

/// How long a program may take to end when it is asked to.
const GRACE: Duration = Duration::from_millis(500);

/// So often it is looked at.
const TICK: Duration = Duration::from_millis(5);

/// The number of the group that runs now; 0 if none does.
static RUNNING: AtomicU32 = AtomicU32::new(0);

/// A child process and its guard, in a process group that the guard leads. What the child starts belongs to the
/// group, unless that leaves it on purpose and is a orphan. All are ended when this is dropped.
pub struct Group {
    child: Child,
    guard: Child,
    ended: bool,
}

impl Group {
    pub fn spawn(command: &mut Command) -> io::Result<Group> {
        orphans::adopt();
        let mut guard = guard::start()?;
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, guard.id().cast_signed());
        match command.spawn() {
            Ok(child) => {
                RUNNING.store(guard.id(), Ordering::SeqCst);
                Ok(Group { child, guard, ended: false })
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

    /// Whether the program itself has ended; what it started may still run.
    pub fn has_ended(&mut self) -> bool {
        has_ended(&mut self.child)
    }

    /// Waits a little for the program to end by itself.
    pub fn wait(&mut self, patience: Duration) {
        let begun = Instant::now();
        while !self.has_ended() && begun.elapsed() < patience {
            std::thread::sleep(TICK);
        }
    }

    /// Asks the group to end, and then makes it. How the program ended, where it did so by itself.
    pub fn end(&mut self) -> Option<ExitStatus> {
        let by_itself = self.has_ended();
        if !by_itself {
            signal(self.guard.id(), Ending::Asked);
            self.wait(GRACE);
        }
        // Before the guard is waited for: until then the group's number is nobody else's.
        if RUNNING.swap(0, Ordering::SeqCst) == 0 && !self.ended {
            // Another thread ends all at once, and this program with it.
            loop {
                std::thread::park();
            }
        }
        signal(self.guard.id(), Ending::Pattern);
        let _ = self.child.kill();
        let _ = self.guard.kill();
        let status = self.child.wait().ok();
        let _ = self.guard.wait();
        orphans::end();
        self.ended = true;
        status.filter(|_| by_itself)
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        if !self.ended {
            self.end();
        }
    }
}

/// For one who is about to end this program where it stands.
pub fn end_at_once() {
    match RUNNING.swap(0, Ordering::SeqCst) {
        0 => {}
        group => {
            signal(group, Ending::Pattern);
            orphans::end();
        }
    }
}

#[derive(Clone, Copy)]
enum Ending {
    Asked,
    Pattern,
}

#[cfg(unix)]
fn signal(group: u32, ending: Ending) {
    use rustix::process::{Pid, Signal, kill_process_group};
    let signal = match ending {
        Ending::Asked => Signal::TERM,
        Ending::Pattern => Signal::KILL,
    };
    if let Some(group) = i32::try_from(group).ok().and_then(Pid::from_raw) {
        // A group that has ended needs no signal.
        let _ = kill_process_group(group, signal);
    }
}

/// Without taking note of it: its number stays its own until it is waited for.
#[cfg(unix)]
fn has_ended(child: &mut Child) -> bool {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
    let Some(program) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) else { return true };
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    !matches!(waitid(WaitId::Pid(program), options), Ok(None))
}

/// Elsewhere the program alone is ended, when it is waited for.
#[cfg(not(unix))]
fn signal(_group: u32, _ending: Ending) {}

#[cfg(not(unix))]
fn has_ended(child: &mut Child) -> bool {
    !matches!(child.try_wait(), Ok(None))
}
