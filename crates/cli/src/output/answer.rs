//! Runs commands for callers other than the command line, and collects their output in memory.

use std::cell::RefCell;
use std::ffi::OsString;
use std::io::{self, ErrorKind, Write};

use faro_render::view::{Report, Table};
use serde_json::Value;

use crate::output::destination::Content;

/// Maximum number of bytes of an answer.
pub const MOST_BYTES: usize = 64 << 20;

/// A command with its options, and the part of its output that the caller wants.
#[derive(Debug)]
pub struct Question {
    pub arguments: Vec<OsString>,
    pub part: Part,
}

/// A part of the output of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The printed result.
    Result,
    /// The picture or the HTML page.
    Picture,
    /// The result as JSON, and the rows of its table.
    Table,
}

/// A result as JSON, and the rows of its table.
#[derive(Debug, Default)]
pub struct Tabled {
    pub json: Value,
    pub columns: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

/// Collects one part of the output of a command.
#[derive(Debug)]
pub struct Answer {
    part: Part,
    bytes: RefCell<Vec<u8>>,
    table: RefCell<Tabled>,
    /// A function that is called with the number of steps done and the total number.
    pub progress: fn(u64, u64),
}

impl Answer {
    pub fn new(part: Part, progress: fn(u64, u64)) -> Answer {
        Answer {
            part,
            bytes: RefCell::default(),
            table: RefCell::default(),
            progress,
        }
    }

    pub fn is_for(&self, part: Part) -> bool {
        self.part == part
    }

    /// Runs `write` and collects its output if `part` is the wanted part, otherwise does nothing.
    pub fn collect(&self, part: Part, write: Content) -> anyhow::Result<()> {
        if self.is_for(part) {
            Ok(write(&mut Bounded(&mut self.bytes.borrow_mut()))?)
        } else {
            Ok(())
        }
    }

    /// Keeps the JSON and the table of a report.
    pub fn keep_table(&self, report: &impl Report) -> anyhow::Result<()> {
        let Table { columns, rows } = report.table();
        let columns = columns.into_iter().map(String::from).collect();
        self.table.replace(Tabled {
            json: serde_json::to_value(report)?,
            columns,
            rows: rows.collect(),
        });
        Ok(())
    }

    pub fn take_table(&self) -> Tabled {
        self.table.take()
    }

    pub fn take(&self) -> Vec<u8> {
        self.bytes.take()
    }
}

/// A writer that fails beyond [`MOST_BYTES`].
struct Bounded<'a>(&'a mut Vec<u8>);

impl Write for Bounded<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if bytes.len() > MOST_BYTES - self.0.len() {
            let why = format!(
                "the answer has more than {MOST_BYTES} bytes; ask for fewer cards, rows or decks"
            );
            return Err(io::Error::new(ErrorKind::FileTooLarge, why));
        }
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
