use std::io::{self, Write};

use faro_math::statistics::{ChiSquare, chi_square};
use faro_sample::simulate::Orders;
use serde::Serialize;

use super::outcome::Outcome;
use faro_render::plural::counted;
use faro_render::view::Table;
use faro_render::{float, one_based};

pub struct OrderCounts<'a> {
    orders: &'a Orders,
    against: Option<&'a Orders>,
}

#[derive(Serialize)]
pub struct OrderCount {
    deck: Vec<u32>,
    count: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    against_count: Option<u64>,
}

impl OrderCount {
    fn cells(&self) -> Vec<String> {
        let deck = self.deck.iter().map(u32::to_string).collect::<Vec<_>>().join(" ");
        let counts = [Some(self.count), self.against_count];
        std::iter::once(deck).chain(counts.into_iter().flatten().map(|count| count.to_string())).collect()
    }
}

impl<'a> OrderCounts<'a> {
    pub fn new(outcome: &'a Outcome) -> Option<OrderCounts<'a>> {
        let against = outcome.against.as_ref().and_then(|(_, orders)| orders.as_ref());
        outcome.counts.1.as_ref().map(|orders| OrderCounts { orders, against })
    }

    /// Returns all orders, lexicographically.
    pub fn each(&self) -> impl Iterator<Item = OrderCount> + use<'a> {
        let (orders, against) = (self.orders, self.against);
        orders.counts().iter().enumerate().map(move |(place, &counted)| OrderCount {
            deck: orders.deck(place).into_iter().map(one_based::number).collect(),
            count: counted,
            against_count: against.map(|against| against.counts()[place]),
        })
    }

    pub fn table(&self) -> Table<'a> {
        let against = self.against.is_some().then_some("against_count");
        let columns = ["deck", "count"].into_iter().chain(against);
        Table::new(columns, self.each().map(|order| order.cells()))
    }

    /// Tests whether all orders are equally likely.
    pub fn chi_square(&self) -> Option<ChiSquare> {
        let counts = self.orders.counts();
        chi_square(counts, &vec![1.0 / counts.len() as f64; counts.len()])
    }

    /// Writes a summary line and one line per order.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let counts = self.orders.counts();
        let seen = counts.iter().filter(|&&count| count > 0).count();
        let extremes = (counts.iter().min().unwrap_or(&0), counts.iter().max().unwrap_or(&0));
        write!(
            out,
            "{seen} of {}, each {} to {} times",
            counted(counts.len(), "order"),
            extremes.0,
            extremes.1
        )?;
        if let Some(test) = self.chi_square() {
            let (statistic, p) = (float::brief(test.statistic), super::summary::p_value(test));
            let degrees = if test.degrees == 1 { "degree" } else { "degrees" };
            write!(out, "; chi-square {statistic}, {} {degrees} of freedom, p {p}", test.degrees)?;
        }
        writeln!(out)?;
        self.each().try_for_each(|order| writeln!(out, "{}", order.cells().join("  ")))
    }
}
