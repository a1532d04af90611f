use std::cell::RefCell;
use std::io::{self, Write};

use faro::Kind;
use serde::Serialize;
use serde::ser::Serializer;

use super::size::Size;
use super::sizes::Sizes;
use faro_render::view::{Page, Report, Table};

/// A list of deck sizes with their orders. It can be rendered once.
pub struct Listing {
    sizes: RefCell<Sizes>,
    kinds: &'static [Kind],
}

/// `{"cards": 52, "kind": "out", "order": 8}`
#[derive(Serialize)]
struct Row {
    cards: u64,
    /// The kind, if both kinds are listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    order: u64,
}

impl Listing {
    pub fn new(sizes: Sizes, kinds: &'static [Kind]) -> Listing {
        Listing { sizes: RefCell::new(sizes), kinds }
    }

    pub fn into_sizes(self) -> Sizes {
        self.sizes.into_inner()
    }

    fn sizes(&self) -> impl Iterator<Item = Size> {
        std::iter::from_fn(|| self.sizes.borrow_mut().next())
    }

    fn rows(&self) -> impl Iterator<Item = Row> {
        let two = self.kinds.len() == 2;
        let row = move |size: Size, kind: Kind| Row {
            cards: size.cards,
            kind: two.then_some(name(kind)),
            order: size.order(kind),
        };
        self.sizes().flat_map(move |size| self.kinds.iter().map(move |&kind| row(size, kind)))
    }
}

fn name(kind: Kind) -> &'static str {
    match kind {
        Kind::Out => "out",
        Kind::In => "in",
    }
}

impl Report for Listing {
    fn table(&self) -> Table<'_> {
        let columns = ["cards", "kind", "order"].into_iter();
        let columns = columns.filter(|&column| column != "kind" || self.kinds.len() == 2);
        let cells = |row: Row| {
            let cells =
                [Some(row.cards.to_string()), row.kind.map(String::from), Some(row.order.to_string())];
            cells.into_iter().flatten().collect()
        };
        Table::new(columns, self.rows().map(cells))
    }

    /// Writes one line per deck size. The columns are as wide as the largest possible number.
    fn text(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        let width = self.sizes.borrow().cards().end().to_string().len().max("cards".len());
        let kinds = self.kinds;
        if !page.quiet {
            write!(out, "{:>width$}", "cards")?;
            let heading = |kind: &Kind| if kinds.len() == 1 { "order" } else { name(*kind) };
            kinds.iter().try_for_each(|kind| write!(out, "  {:>width$}", heading(kind)))?;
            writeln!(out)?;
        }
        for size in self.sizes() {
            write!(out, "{:>width$}", size.cards)?;
            kinds.iter().try_for_each(|&kind| write!(out, "  {:>width$}", size.order(kind)))?;
            writeln!(out)?;
        }
        Ok(())
    }

    fn unfinished(&self) -> Option<String> {
        self.sizes.borrow().unfinished()
    }
}

impl Serialize for Listing {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.rows())
    }
}
