//! `faro explore`: serves the page.

use crate::output::options::OutputArgs;
use crate::page::server;

/// A page in the browser on which shuffles are seen and explored.
///
/// The page is served on this machine only and asks this program; nothing is sent elsewhere. The first line is its
/// address. Ctrl-C ends it.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct ExploreArgs {
    /// The port of the address, or 0 for any free one. A page at a given port stays valid when the program is restarted
    #[arg(long, value_name = "P", default_value = "0", value_parser = parse_port)]
    port: u16,

    /// The address at which this page is published for others, such as a copy of the folder that web/build makes. Copied
    /// links can then lead there
    #[arg(long, value_name = "URL", value_parser = parse_base)]
    share_base: Option<String>,

    /// Print the address only, without opening the browser
    #[arg(long)]
    no_open: bool,
}

const EXAMPLES: &str = "\
Examples:
  faro explore                         opens the page
  faro explore --port 8080 --no-open   prints its address
  faro explore --share-base https://example.org/faro/";

fn parse_port(text: &str) -> Result<u16, String> {
    text.parse().map_err(|_| {
        "expected a port from 1 to 65535, for example 8080, or 0 for any free one".into()
    })
}

/// Checks the address of a page. A link appends its own fragment.
fn parse_base(text: &str) -> Result<String, String> {
    let rest = ["https://", "http://"]
        .iter()
        .find_map(|scheme| text.strip_prefix(scheme));
    let is_plain = text
        .bytes()
        .all(|byte| byte.is_ascii_graphic() && byte != b'#');
    if is_plain && rest.is_some_and(|rest| !rest.is_empty() && !rest.starts_with('/')) {
        Ok(text.into())
    } else {
        Err("expected the address of a page without a fragment, for example https://example.org/faro/".into())
    }
}

impl ExploreArgs {
    /// Serves the page until a signal ends it.
    ///
    /// # Errors
    ///
    /// If the page cannot be served: the port is taken, or the system has no network.
    pub fn run(&self, args: &OutputArgs) -> anyhow::Result<()> {
        server::run(self.port, self.no_open, self.share_base.clone(), args)
    }
}
