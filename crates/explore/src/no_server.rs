//! What takes the place of the server where there is no network.

use faro_console::args::OutputArgs;

/// Refuses, because this program cannot listen.
pub fn run(_port: u16, _no_open: bool, _args: &OutputArgs) -> anyhow::Result<()> {
    anyhow::bail!(
        "'explore' serves a page, and this program has no network; open the folder of the page instead"
    )
}
