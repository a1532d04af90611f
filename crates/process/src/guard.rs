//! A process that ends the audited program when this one is gone, even by SIGKILL.
//!
//! The guard is this program once more, with [`ARGUMENT`] alone. It leads the process group that the audited
//! program joins, so that the group's number stays theirs, and reads from a pipe to which nothing is ever
//! written. The system closes the pipe when this process ends in any way; then the guard kills its group, itself
//! included.

use std::ffi::OsString;
use std::io;
use std::process::{Child, Command, Stdio};

/// What makes this program a guard.
const ARGUMENT: &str = "--audit-guard";

/// Starts a guard, in a process group of its own.
pub fn start() -> io::Result<Child> {
    let mut command = Command::new(this_program()?);
    command.arg(ARGUMENT).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    command.spawn()
}

/// On Linux by a name that holds even when the file was replaced.
fn this_program() -> io::Result<std::path::PathBuf> {
    if cfg!(target_os = "linux") { Ok("/proc/self/exe".into()) } else { std::env::current_exe() }
}

/// Returns whether these are a guard's arguments.
pub fn is_asked(arguments: &[OsString]) -> bool {
    cfg!(unix) && arguments.len() == 2 && arguments[1] == ARGUMENT
}

/// Waits until the process that started this one is gone, and kills the process group.
#[cfg(unix)]
pub fn run() -> anyhow::Result<()> {
    use std::sync::Arc;

    use rustix::process::{Signal, getpgrp, getpid, kill_current_process_group};
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};

    anyhow::ensure!(getpgrp() == getpid(), "{ARGUMENT} is for the command audit");
    // The group is asked to end by SIGTERM first: the guard stays to the last.
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
