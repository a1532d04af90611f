//! The arguments of commands that draw their result.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::args::OutputArgs;
use super::output;
use super::view::Report;

/// How a result is drawn.
#[derive(clap::Args)]
pub struct PictureArgs {
    /// Draw the result in this SVG file too
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// Draw with ASCII characters only
    #[arg(long)]
    pub ascii: bool,
}

impl PictureArgs {
    /// Returns the file of the picture.
    pub fn svg(&self) -> Option<&Path> {
        self.svg.as_deref()
    }

    /// Writes the report, and its picture if `--svg` is given.
    pub fn show<R: Report>(
        &self,
        report: &R,
        args: &OutputArgs,
        draw: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> anyhow::Result<()> {
        output::with_picture(report, self.svg(), args, draw)
    }
}
