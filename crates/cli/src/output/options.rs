//! The options of every command: the format and the destination of the result.

use std::path::{Path, PathBuf};
use std::rc::Rc;

use clap::ValueEnum;
use faro_render::view::ByteForm;

use crate::output::answer::{Answer, Part};

/// Format and destination of the result.
#[derive(Debug, Default, clap::Args)]
#[command(next_help_heading = "Output")]
pub struct OutputArgs {
    /// The format of the result
    ///
    /// JSON integers can have any number of digits: read them with a parser that keeps all digits.
    #[arg(long, global = true, value_enum, default_value_t)]
    pub format: Format,

    /// Write the result to this file; `-` means standard output
    #[arg(long, global = true, value_name = "FILE", hide_short_help = true)]
    output: Option<PathBuf>,

    /// When to use colours in text
    ///
    /// `auto` uses none if NO_COLOR is set.
    #[arg(
        long,
        global = true,
        value_enum,
        default_value_t,
        hide_short_help = true
    )]
    pub color: Colour,

    /// Print only the result, without explanations and progress
    #[arg(long, short, global = true, hide_short_help = true)]
    pub quiet: bool,

    /// Collects the output, if it is set. Otherwise the output is written to standard output or to a file.
    #[arg(skip)]
    answer: Option<Rc<Answer>>,
}

impl OutputArgs {
    /// Makes the command collect its output in `answer` instead of writing it.
    pub fn collect_in(&mut self, answer: Rc<Answer>) {
        self.answer = Some(answer);
    }

    /// Returns the same options with a collector of a part of the output, and the collector.
    pub fn collecting(&self, part: Part) -> (OutputArgs, Rc<Answer>) {
        let progress = self
            .answer
            .as_ref()
            .map_or((|_, _| ()) as fn(u64, u64), |answer| answer.progress);
        let answer = Rc::new(Answer::new(part, progress));
        let args = OutputArgs {
            format: self.format,
            quiet: self.quiet,
            answer: Some(Rc::clone(&answer)),
            ..OutputArgs::default()
        };
        (args, answer)
    }

    /// Returns the collector of the output, or `None` if the output is written.
    pub fn answer(&self) -> Option<&Rc<Answer>> {
        self.answer.as_ref()
    }

    /// Returns the output file, or `None` for standard output.
    pub fn to_file(&self) -> Option<&Path> {
        self.output
            .as_deref()
            .filter(|path| *path != Path::new("-"))
    }

    /// Returns the output file with the name of the argument that names it.
    pub fn written(&self) -> Option<(&Path, &'static str)> {
        self.to_file().map(|path| (path, "--output <FILE>"))
    }
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub enum Format {
    /// Readable text; plain if it goes to a pipe
    #[default]
    Text,
    /// One JSON value
    Json,
    /// Comma-separated values with a header line
    Csv,
    /// Decks as bytes, one after another
    #[value(hide = true)]
    Raw,
    /// An array for numpy
    #[value(hide = true)]
    Npy,
}

impl Format {
    /// Returns the form of bytes, or `None` for text, JSON and CSV.
    pub fn byte_form(self) -> Option<ByteForm> {
        match self {
            Format::Text | Format::Json | Format::Csv => None,
            Format::Raw => Some(ByteForm::Raw),
            Format::Npy => Some(ByteForm::Npy),
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Colour {
    /// Only on a terminal
    #[default]
    Auto,
    Always,
    Never,
}
