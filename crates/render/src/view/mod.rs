//! The parts of a report, independent of its format.

mod bins;
mod figure;
mod flow;
mod heat;
mod page;
mod pictures;
mod strip;
mod table;

pub use bins::Bins;
pub use figure::{Axis, Figure, Grid, Marks, Point, Series};
pub use flow::{Cell, Flow};
pub use heat::{HeatMap, Labels};
pub use page::Page;
pub use pictures::{Bar, Bars, Branch, Interleaving, Interleavings, Leaf, Panel, Panels, Wheel, Wheels};
pub use strip::{Strip, StripRow, Thread, Tint};
pub use table::{Sequence, Table};

use std::io::{self, Write};

use serde::Serialize;

/// The result of a command, which is rendered once.
///
/// Long results are computed during the rendering. JSON comes from [`Serialize`], CSV from the table, and text
/// is for reading.
pub trait Report: Serialize {
    fn table(&self) -> Table<'_>;

    fn text(&self, page: &Page, out: &mut dyn Write) -> io::Result<()>;

    /// Writes the sentence with the result, if there is one.
    ///
    /// It comes first, and again below a text that is longer than the terminal.
    fn headline(&self, _page: &Page, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    /// Writes the CSV of a table of numbers directly, which is faster, or returns `None` if it has other cells.
    fn numbers(&self, _out: &mut dyn Write) -> Option<io::Result<()>> {
        None
    }

    /// Returns a description of what is missing if the work was stopped early. Called after the rendering.
    fn unfinished(&self) -> Option<String> {
        None
    }
}
