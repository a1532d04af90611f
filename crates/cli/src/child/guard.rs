//! Ends the audited program when this process is gone, even after SIGKILL, by means of a guard process.
//!
//! The guard runs this program again, with `--audit-guard` as its only argument. It leads the process group that
//! the audited program joins, so that the system does not reuse the group's number. It reads from a pipe to
//! which nothing is ever written. The system closes the pipe when this process ends in any way. Then the guard
//! kills its group, including itself. A process that left the group, by `setsid` for example, then lives on.
//!
//! Linux's `PR_SET_PDEATHSIG` is no replacement: it needs `unsafe` code between fork and exec, and does not reach the
//! processes that the program started.

use std::ffi::OsString;
use std::io;
use std::process::{Child, Command, Stdio};

use crate::arguments::script::this_program;

/// The argument that makes the program a guard.
const ARGUMENT: &str = "--audit-guard";

/// Starts a guard in a new process group.
pub fn start() -> io::Result<Child> {
    let mut command = Command::new(this_program()?);
    command
        .arg(ARGUMENT)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    command.spawn()
}

/// Returns whether `arguments` are the arguments of a guard.
pub fn is_asked(arguments: &[OsString]) -> bool {
    cfg!(unix) && arguments.len() == 2 && arguments[1] == ARGUMENT
}

/// Waits until the process that started the guard is gone, and then kills the process group.
#[cfg(unix)]
pub fn run() -> anyhow::Result<()> {
    use std::sync::Arc;

    use rustix::process::{Signal, getpgrp, getpid, kill_current_process_group};
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};

    anyhow::ensure!(getpgrp() == getpid(), "{ARGUMENT} is for the command audit");
    // The group first receives SIGTERM, which the guard must survive.
    for signal in [SIGHUP, SIGINT, SIGQUIT, SIGTERM] {
        signal_hook::flag::register(signal, Arc::default())?;
    }
    io::copy(&mut io::stdin(), &mut io::sink())?;
    Ok(kill_current_process_group(Signal::KILL)?)
}

#[cfg(not(unix))]
pub fn run() -> anyhow::Result<()> {
    Ok(())
}
