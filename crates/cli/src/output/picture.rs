//! The picture of a result: its file and its size.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use faro_render::printable::printable_lines;
use faro_render::view::{Report, Sheet};

use crate::output::answer::Part;
use crate::output::destination;
use crate::output::error::invalid;
use crate::output::options::{Format, OutputArgs};
use crate::output::report::{self, SVG, in_addition};

/// A function that draws a picture as SVG, for a sheet or in its own size.
type Drawing<'a> = &'a mut dyn FnMut(Option<Sheet>, &mut dyn Write) -> io::Result<()>;

/// The file and the size of a picture.
#[derive(Debug, clap::Args)]
pub struct SvgArgs {
    /// Draw the result in this SVG file too
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// The size of the picture, which is laid out for it
    ///
    /// SIZE is a width and a height in pixels, such as 1080x2400, or a name: a2, a3, a4 or letter for landscape paper,
    /// a2-portrait, a3-portrait, a4-portrait or letter-portrait for upright paper, square or phone.
    #[arg(long, value_name = "SIZE", value_parser = parse_size, requires = "svg")]
    size: Option<Sheet>,
}

impl SvgArgs {
    /// Returns the file of the picture, or `None` if there is no picture.
    pub fn path(&self) -> Option<&Path> {
        self.svg.as_deref()
    }

    /// Returns the files of the picture and of the result, each with the argument that names it.
    pub fn files<'a>(
        &'a self,
        args: &'a OutputArgs,
    ) -> impl Iterator<Item = (&'a Path, &'static str)> + Clone {
        let picture = self.path().map(|path| (path, SVG));
        picture.into_iter().chain(args.written())
    }

    /// Writes a report, and its picture if the user gave `--svg`.
    pub fn show<R: Report>(
        &self,
        report: &R,
        args: &OutputArgs,
        draw: Drawing,
    ) -> anyhow::Result<()> {
        let Some(path) = self.path() else {
            return report::report(report, args);
        };
        if args
            .answer()
            .is_some_and(|answer| answer.is_for(Part::Table))
        {
            return Err(invalid(
                SVG,
                path.display(),
                "a picture is of one deck size",
            ));
        }
        let written = match self.replaces_result(args) {
            true => report::finished(report.unfinished()),
            false => report::report(report, args),
        };
        // The picture and the report are both written, even if one of them fails.
        let drawn = self.draw(args, draw);
        written.and(drawn)
    }

    /// Returns whether the picture is written instead of the result.
    ///
    /// That is so if both go to standard output, or if the caller asked for the picture.
    pub fn replaces_result(&self, args: &OutputArgs) -> bool {
        self.path().is_some_and(|path| match args.answer() {
            Some(answer) => answer.is_for(Part::Picture),
            None => args.to_file().is_none() && destination::is_stdout(path),
        })
    }

    /// Writes the picture to its file if there is one, and a note about it to standard error.
    pub fn draw(&self, args: &OutputArgs, draw: Drawing) -> anyhow::Result<()> {
        let Some(path) = self.path() else {
            return Ok(());
        };
        in_addition(path, SVG, args, &mut |out| draw(self.size, out))?;
        if !args.quiet && args.answer().is_none() && !destination::is_stdout(path) {
            // If standard error is closed, the note is lost.
            let _ = writeln!(
                io::stderr(),
                "wrote {}",
                printable_lines(&path.display().to_string())
            );
        }
        Ok(())
    }
}

/// The names of sizes in landscape, with the width, the height and the unit. The names of paper have upright forms.
const SIZES: [(&str, [f64; 2], &str); 6] = [
    ("a2", [594.0, 420.0], "mm"),
    ("a3", [420.0, 297.0], "mm"),
    ("a4", [297.0, 210.0], "mm"),
    ("letter", [279.4, 215.9], "mm"),
    ("square", [1080.0, 1080.0], ""),
    ("phone", [1080.0, 2400.0], ""),
];

fn parse_size(text: &str) -> Result<Sheet, String> {
    let is_paper = |unit: &str| !unit.is_empty();
    for (name, [width, height], unit) in SIZES {
        let sheet = Sheet {
            width,
            height,
            unit,
        };
        if text == name {
            return Ok(sheet);
        }
        if is_paper(unit) && text.strip_suffix("-portrait") == Some(name) {
            return Ok(Sheet {
                width: height,
                height: width,
                unit,
            });
        }
    }
    let side = |text: &str| {
        let side = text.parse::<u16>().ok();
        side.filter(|side| (100..=20_000).contains(side))
    };
    let sides = text.split_once('x');
    if let Some((width, height)) =
        sides.and_then(|(width, height)| Some((side(width)?, side(height)?)))
    {
        return Ok(Sheet {
            width: width.into(),
            height: height.into(),
            unit: "",
        });
    }
    let names = SIZES.map(|(name, _, unit)| match is_paper(unit) {
        true => format!("{name}, {name}-portrait"),
        false => name.into(),
    });
    Err(format!(
        "expected a width and a height of 100 to 20000 pixels, such as 1080x2400, or one of {}",
        names.join(", ")
    ))
}

/// How a result is drawn, as a picture and with text.
#[derive(Debug, clap::Args)]
pub struct PictureArgs {
    #[command(flatten)]
    pub svg: SvgArgs,

    /// Draw with ASCII characters only
    #[arg(long)]
    pub ascii: bool,
}

impl PictureArgs {
    /// Returns an error if options for text characters are combined with another format than text.
    pub fn check(&self, args: &OutputArgs) -> anyhow::Result<()> {
        let is_text = matches!(args.format, Format::Text);
        anyhow::ensure!(
            is_text || !self.ascii,
            "'--ascii' is for text; leave it out with --format json or csv"
        );
        Ok(())
    }

    /// Writes the report, and its picture if the user gave `--svg`.
    pub fn show<R: Report>(
        &self,
        report: &R,
        args: &OutputArgs,
        draw: Drawing,
    ) -> anyhow::Result<()> {
        self.check(args)?;
        self.svg.show(report, args, draw)
    }
}
