//! What is drawn of a result: on a terminal, and into a file instead.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::args::OutputArgs;
use super::output;
use super::view::Report;

/// How a result is drawn.
#[derive(clap::Args)]
pub struct PictureArgs {
    /// Draw the picture into this file instead, as SVG
    #[arg(long, value_name = "FILE", conflicts_with_all = ["format", "output"])]
    svg: Option<PathBuf>,

    /// Draw with letters alone
    #[arg(long)]
    pub ascii: bool,
}

impl PictureArgs {
    /// The file that the picture goes to in place of the result.
    pub fn svg(&self) -> Option<&Path> {
        self.svg.as_deref()
    }

    /// The report, or the picture of it where that is asked for.
    pub fn show<R: Report>(
        &self,
        report: &R,
        args: &OutputArgs,
        draw: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> anyhow::Result<()> {
        let Some(path) = &self.svg else { return output::report(report, args) };
        output::drawing(path, draw)?;
        report.unfinished().map_or(Ok(()), |what| Err(anyhow::anyhow!(what)))
    }
}
