use std::process::{Command, Stdio};
use std::thread;

use crate::cli::output;

/// Opens an address in the user's browser, and notes if that fails.
pub fn open(link: &str, quiet: bool) -> anyhow::Result<()> {
    let (program, arguments): (_, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("cmd", &["/c", "start", ""]),
        _ => ("xdg-open", &[]),
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(link).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    // The program can last as long as the browser.
    thread::Builder::new().spawn(move || {
        let opened = command.status().is_ok_and(|status| status.success());
        if !opened && !quiet {
            output::note("no browser could be opened; open the address above in one");
        }
    })?;
    Ok(())
}
