use std::io::{self, Write};

use num_bigint::{BigInt, BigUint};
use serde::Serialize;

use crate::cli::args::{Shuffle, ShuffleArgs};
use crate::cli::count;
use crate::cli::integer::{self, Integer};
use crate::cli::refusal::{brief, invalid};
use crate::cli::view::{Page, Report, Table};

/// Where is a card after any number of shuffles?
///
/// Prints its position, and on the next line the congruence that gives it. No deck is built:
/// any number of cards and of shuffles will do, up to a thousand digits.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Where {
    #[command(flatten)]
    shuffle: ShuffleArgs,

    /// The card, named by the position where it starts
    #[arg(long, value_name = "C", value_parser = integer::parse_positive, allow_negative_numbers = true)]
    card: BigUint,

    /// After so many shuffles; negative numbers unshuffle
    #[arg(
        long, value_name = "T", default_value = "1",
        value_parser = integer::parse, allow_negative_numbers = true
    )]
    times: BigInt,
}

const EXAMPLES: &str = "\
Examples:
  faro where --cards 52 --kind in --card 1 --times 26     52: reversed
  faro where --cards 52 --kind out --card 2 --times -1    undo one shuffle
  faro where --cards 1000000000000000000 --kind in --card 1 --times 1000000";

#[derive(Serialize)]
pub struct WhereReport {
    cards: Integer,
    shuffle: String,
    card: Integer,
    times: Integer,
    position: Integer,
    #[serde(skip)]
    reason: String,
}

impl Where {
    pub fn run(&self) -> anyhow::Result<WhereReport> {
        let shuffle = self.shuffle.shuffle()?;
        let cards = shuffle.weave.cards();
        if self.card > *cards {
            let why = format!("the cards of this deck are counted from 1 to {}", brief(cards));
            return Err(invalid("--card <C>", &self.card, why));
        }
        let card = count::from_people(self.card.clone());
        let position = count::to_people(shuffle.weave.position_after(&card, &shuffle.weaves(&self.times)));
        Ok(WhereReport {
            cards: cards.clone().into(),
            reason: self.reason(&shuffle, &position),
            shuffle: shuffle.to_string(),
            card: self.card.clone().into(),
            times: self.times.clone().into(),
            position: position.into(),
        })
    }

    /// The affine map, as people count: out-shuffles multiply what is one less than the
    /// position, in-shuffles the position itself.
    fn reason(&self, shuffle: &Shuffle, position: &BigUint) -> String {
        let (weave, card) = (&shuffle.weave, &self.card);
        let (packets, modulus, times) = (weave.packets(), weave.modulus(), shuffle.weaves(&self.times));
        match weave.kind() {
            faro::Kind::Out if card > &modulus => "the bottom card stays at the bottom".into(),
            faro::Kind::Out => format!("{position} - 1 ≡ {packets}^{times} · ({card} - 1) (mod {modulus})"),
            faro::Kind::In => format!("{position} ≡ {packets}^{times} · {card} (mod {modulus})"),
        }
    }
}

impl Report for WhereReport {
    fn table(&self) -> Table<'_> {
        Table::of_one([
            ("cards", Some(self.cards.to_string())),
            ("shuffle", Some(self.shuffle.clone())),
            ("card", Some(self.card.to_string())),
            ("times", Some(self.times.to_string())),
            ("position", Some(self.position.to_string())),
        ])
    }

    fn text(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", self.position)?;
        if page.quiet { Ok(()) } else { writeln!(out, "{}", self.reason) }
    }
}
