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
    /// Returns the rows of all routes.
    fn table(&self) -> Table<'_> {
        let columns = ["cards", "from", "to", "length", "word"];
        Table::new(columns, self.routes.iter().flat_map(|route| route.table().rows.collect::<Vec<_>>()))
    }

    /// A line for each position: the number of moves, and the moves as magicians write them.
    fn text(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        let head = [if self.is_to { "to" } else { "from" }, "card", "moves", "word"].map(String::from);
        let routes: Vec<[String; 4]> = self.routes.iter().map(|route| route.row(self.is_to)).collect();
        let is_named = routes.iter().any(|row| !row[1].is_empty());
        let head = (!page.quiet).then_some(head);
        let rows: Vec<[String; 4]> = head.into_iter().chain(routes).collect();
        let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
        let [first, name, moves] = [0, 1, 2].map(width);
        for [position, card, length, word] in &rows {
            let card = if is_named { format!("  {card:<name$}") } else { String::new() };
            let line = format!("{position:>first$}{card}  {length:>moves$}  {word}");
            writeln!(out, "{}", line.trim_end())?;
        }
        Ok(())
    }
}
