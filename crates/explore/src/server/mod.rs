//! The server of the page, on this machine.

mod address;
mod ask;
mod connections;
mod requests;
mod response;
mod worker;

use std::io::IsTerminal;

use faro_console::args::OutputArgs;
use faro_console::{output, signals};

use address::Address;

/// Serves the page until a signal ends it. `port` may be 0 for any free one.
pub fn run(port: u16, no_open: bool, args: &OutputArgs) -> anyhow::Result<()> {
    signals::poll();
    let (listener, address) = Address::bind(port)?;
    output::bytes(format!("{}\n", address.link()).as_bytes(), args)?;
    if !no_open && std::io::stdout().is_terminal() {
        address::open(&address.link(), args.quiet)?;
    }
    connections::run(listener, address)
}
