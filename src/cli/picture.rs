//! The arguments of commands that draw their result.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::args::OutputArgs;
use super::output;
use super::view::Report;

/// How a result is drawn.
#[derive(clap::Args)]
pub struct PictureArgs {
    /// Write a picture of the result to this SVG file instead
    #[arg(long, value_name = "FILE", conflicts_with_all = ["format", "output"])]
    svg: Option<PathBuf>,

    /// Draw with ASCII characters only
    #[arg(long)]
    pub ascii: bool,
}

impl PictureArgs {
    /// Returns the file that the picture is written to instead of the result.
    pub fn svg(&self) -> Option<&Path> {
        self.svg.as_deref()
    }

    /// Writes the report, or its picture if `--svg` is given.
    pub fn show<R: Report>(
        &self,
        report: &R,
        args: &OutputArgs,
        draw: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> anyhow::Result<()> {
        let Some(path) = &self.svg else { return output::report(report, args) };
        output::drawing(path, args, draw)?;
        report.unfinished().map_or(Ok(()), |what| Err(anyhow::anyhow!(what)))
    }
}
