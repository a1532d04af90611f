use std::io::{self, Write};

use serde::Serialize;

use crate::cli::args::{EffortArgs, ShuffleArgs};
use crate::cli::integer::Integer;
use crate::cli::probable;
use crate::cli::view::{Page, Report, Table};

/// After how many shuffles is the deck back?
///
/// Prints the number, and on the next line why: the multiplier to that power is 1 modulo
/// the modulus of the deck. Says too when the deck is reversed on the way.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Order {
    #[command(flatten)]
    shuffle: ShuffleArgs,

    #[command(flatten)]
    effort: EffortArgs,
}

const EXAMPLES: &str = "\
Examples:
  faro order --cards 52 --kind out                   8 shuffles
  faro order --cards 52 --kind in                    52, reversed after 26
  faro order --cards 60 --kind in --packets 3        three packets of 20 cards
  faro order --cards 18446744073709551614 --kind out --format json";

#[derive(Serialize)]
pub struct OrderReport {
    cards: Integer,
    shuffle: String,
    order: Integer,
    reversed_after: Option<Integer>,
    modulus: Integer,
    /// Primes that the order rests on and that were tested, not proved.
    probable_primes: Vec<Integer>,
    #[serde(skip)]
    multiplier: Integer,
}

impl Order {
    pub fn run(&self) -> anyhow::Result<OrderReport> {
        let shuffle = self.shuffle.shuffle()?;
        let weave = &shuffle.weave;
        let certified = weave.certified_order_within(&self.effort.budget());
        let certified = certified.map_err(|error| self.shuffle.refuse_order(&error))?;
        let unproved = certified.unproved(&self.effort.budget_of_proofs());
        let order = certified.order;
        Ok(OrderReport {
            cards: weave.cards().clone().into(),
            shuffle: shuffle.to_string(),
            reversed_after: weave.reversed_within(&order).map(Integer::from),
            order: order.into(),
            modulus: weave.modulus().into(),
            multiplier: weave.packets().clone().into(),
            probable_primes: unproved.into_iter().map(Integer::from).collect(),
        })
    }
}

impl Report for OrderReport {
    fn table(&self) -> Table<'_> {
        Table::of_one([
            ("cards", Some(self.cards.to_string())),
            ("shuffle", Some(self.shuffle.clone())),
            ("order", Some(self.order.to_string())),
            ("reversed_after", self.reversed_after.as_ref().map(Integer::to_string)),
            ("modulus", Some(self.modulus.to_string())),
            ("probable_primes", Some(probable::cell(&self.probable_primes))),
        ])
    }

    fn text(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        let OrderReport { order, modulus, multiplier, .. } = self;
        writeln!(out, "{order}")?;
        if page.quiet {
            return Ok(());
        }
        if *modulus == 1.into() {
            return writeln!(out, "no card moves");
        }
        write!(out, "{multiplier}^{order} ≡ 1 (mod {modulus})")?;
        if let Some(half) = &self.reversed_after {
            write!(out, "; reversed after {half}: {multiplier}^{half} ≡ -1 (mod {modulus})")?;
        }
        writeln!(out)?;
        probable::note(&self.probable_primes, out)
    }
}
