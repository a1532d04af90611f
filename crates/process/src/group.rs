//! A program and everything that it starts, ended together.

use std::io;
use std::process::{Child, Command, ExitStatus};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use super::{guard, orphans};

/// The time between SIGTERM and SIGKILL.
const GRACE: Duration = Duration::from_millis(500);

/// The interval at which the program is polled.
const TICK: Duration = Duration::from_millis(5);

/// The process group that is running; 0 if there is none.
static RUNNING: AtomicU32 = AtomicU32::new(0);

/// A child process and its guard, in a process group that the guard leads. Processes that the child starts belong to
/// the group, unless they leave it and become orphans. All are ended on drop.
pub struct Group {
    child: Child,
    guard: Child,
    ended: bool,
}

impl Group {
    /// Starts the command, which inherits these descriptors, and no other than its standard ones.
    pub fn spawn(command: &mut Command, inherited: &[Descriptor]) -> io::Result<Group> {
        orphans::adopt();
        let mut guard = guard::start()?;
        inherit(inherited)?;
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

    /// Returns whether the program has ended; processes that it started may still run.
    pub fn has_ended(&mut self) -> bool {
        has_ended(&mut self.child)
    }

    /// Waits for the program to end by itself, up to a limit.
    pub fn wait(&mut self, patience: Duration) {
        let begun = Instant::now();
        while !self.has_ended() && begun.elapsed() < patience {
            std::thread::sleep(TICK);
        }
    }

    /// Ends the group by SIGTERM, then SIGKILL. Returns the status of the program if it ended by itself.
    pub fn end(&mut self) -> Option<ExitStatus> {
        let by_itself = self.has_ended();
        if !by_itself {
            signal(self.guard.id(), Signal::Term);
            self.wait(GRACE);
        }
        // Before the guard is waited for: until then the number of the group is not reused.
        if RUNNING.swap(0, Ordering::SeqCst) == 0 && !self.ended {
            // Another thread is ending the group, and then this process.
            loop {
                std::thread::park();
            }
        }
        signal(self.guard.id(), Signal::Kill);
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

/// Kills the group before this process exits.
pub fn end_at_once() {
    match RUNNING.swap(0, Ordering::SeqCst) {
        0 => {}
        group => {
            signal(group, Signal::Kill);
            orphans::end();
        }
    }
}

#[cfg(unix)]
pub type Descriptor<'a> = std::os::fd::BorrowedFd<'a>;

#[cfg(not(unix))]
pub type Descriptor<'a> = &'a std::fs::File;

/// Lets processes that are started from now on inherit these descriptors. The guard is older and does not have them.
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
        // A group that has ended needs no signal.
        let _ = kill_process_group(group, signal);
    }
}

/// Does not reap the child, so that its number is not reused until it is waited for.
#[cfg(unix)]
fn has_ended(child: &mut Child) -> bool {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
    let Some(program) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) else { return true };
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    !matches!(waitid(WaitId::Pid(program), options), Ok(None))
}

/// Elsewhere only the program itself is ended, when it is waited for.
#[cfg(not(unix))]
fn signal(_group: u32, _signal: Signal) {}

#[cfg(not(unix))]
fn has_ended(child: &mut Child) -> bool {
    !matches!(child.try_wait(), Ok(None))
}
