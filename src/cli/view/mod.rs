//! What a report is made of, whatever the format.

mod bars;
mod bins;
mod figure;
mod flow;
mod heat;
mod page;
mod panels;
mod sequence;
mod table;
mod tree;

pub use bars::{Bar, Bars};
pub use bins::Bins;
pub use figure::{Axis, Figure, Grid, Marks, Series};
pub use flow::{Cell, Flow};
pub use heat::HeatMap;
pub use page::Page;
pub use panels::{Panel, Panels};
pub use sequence::Sequence;
pub use table::Table;
pub use tree::{Branch, Twig};

use std::io::{self, Write};

use serde::Serialize;

/// The result of a command, computed or ready to be: it is rendered once, and what is long
/// comes out as it is asked for.
///
/// The JSON is that of [`Serialize`], the CSV that of the table. Text is what a person would
/// want to read: the table too, where there is nothing better.
pub trait Report: Serialize {
    fn table(&self) -> Table<'_>;

    fn text(&self, page: &Page, out: &mut dyn Write) -> io::Result<()>;

    /// Once it is rendered: what is missing, if it was stopped half way.
    fn unfinished(&self) -> Option<String> {
        None
    }
}
