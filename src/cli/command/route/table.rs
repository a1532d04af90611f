use std::io::{self, Write};

use num_bigint::BigUint;
use serde::Serialize;

use super::report::RouteReport;
use crate::cli::integer::Integer;
use crate::cli::moves::Moves;
use crate::cli::view::{Page, Report, Table};

/// The routes of one card to all positions, or of the cards at all positions to one.
#[derive(Serialize)]
pub struct RouteTable {
    cards: Integer,
    moves: Vec<String>,
    routes: Vec<RouteReport>,
    /// Whether the positions are those that the card gets to.
    #[serde(skip)]
    is_to: bool,
}

impl RouteTable {
    pub fn new(cards: &BigUint, moves: &Moves, is_to: bool, routes: Vec<RouteReport>) -> RouteTable {
        RouteTable { cards: cards.clone().into(), moves: moves.names(), routes, is_to }
    }
}

impl Report for RouteTable {
    /// The rows of all routes.
    fn table(&self) -> Table<'_> {
        let columns = ["cards", "from", "to", "length", "word"];
        Table::new(columns, self.routes.iter().flat_map(|route| route.table().rows.collect::<Vec<_>>()))
    }

    /// A line for each position: the number of moves, and the moves as magicians write them.
    fn text(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        let rows: Vec<Vec<String>> = self.routes.iter().map(|route| route.row(self.is_to)).collect();
        let name = if self.is_to { "to" } else { "from" };
        let width = |column: usize, name: &str| {
            rows.iter().map(|row| row[column].len()).max().unwrap_or(0).max(name.len())
        };
        let (first, second) = (width(0, name), width(1, "moves"));
        if !page.quiet {
            writeln!(out, "{name:>first$}  {:>second$}  word", "moves")?;
        }
        for row in &rows {
            writeln!(out, "{}", format!("{:>first$}  {:>second$}  {}", row[0], row[1], row[2]).trim_end())?;
        }
        Ok(())
    }
}
