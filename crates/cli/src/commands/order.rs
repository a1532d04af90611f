//! `faro order`: the number of shuffles that restore the deck, with the reason.

use std::io::{self, Write};

use faro::Word;
use faro::perfect::WeavePower;
use faro_permutation::CycleType;
use faro_render::numbers::{counted, joined};
use faro_render::view::{Page, Report, Table};
use num_bigint::BigUint;
use num_traits::{One, Zero};
use serde::Serialize;

use crate::arguments::effort::EffortArgs;
use crate::arguments::integer::{self, Integer};
use crate::arguments::shuffle::ShuffleArgs;
use crate::arguments::word::{FixedShuffle, ShuffleMethod};

/// The number of shuffles that restore the deck (the order of the shuffle).
///
/// The next line shows why: for a perfect shuffle a congruence modulo the modulus of the deck, for a word of
/// several moves the lengths of its cycles. It also shows after how many shuffles the deck is reversed, if
/// it ever is.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct OrderArgs {
    #[command(flatten)]
    pub shuffle: ShuffleArgs,

    #[command(flatten)]
    effort: EffortArgs,
}

const EXAMPLES: &str = "\
Examples:
  faro order 52 out                   8 shuffles
  faro order --cards 52 --kind out    the same, by options
  faro order 52 in                    52, reversed after 26
  faro order 60 packets:3:in          three packets of 20 cards
  faro order 52 'in cut:26'           any shuffle, as a word
  faro order 3 '[2,3,1]' --quiet      a list: where each card goes
  faro order 2^64 out --format json";

#[derive(Serialize)]
pub struct OrderReport {
    cards: Integer,
    shuffle: String,
    order: Integer,
    reversed_after: Option<Integer>,
    modulus: Option<Integer>,
    probable_primes: Vec<Integer>,
    #[serde(skip)]
    reason: String,
}

/// Returns whether the deck has at most one card, which is reversed at any time.
fn is_trivial(shuffle: &FixedShuffle) -> bool {
    shuffle.cards <= BigUint::from(1u32)
}

impl OrderArgs {
    pub fn run(&self) -> anyhow::Result<OrderReport> {
        let shuffle = self.shuffle.shuffle()?;
        match &shuffle.how {
            ShuffleMethod::Weave(power) => self.by_modulus(&shuffle, power),
            ShuffleMethod::Word(word) => self.by_cycles(&shuffle, word),
        }
    }

    fn by_modulus(
        &self,
        shuffle: &FixedShuffle,
        power: &WeavePower,
    ) -> anyhow::Result<OrderReport> {
        let certified = power.weave().certified_order_within(&self.effort.budget());
        let certified = certified.map_err(|error| self.shuffle.order_error(&error))?;
        let unproved = certified.unproved(&self.effort.budget_of_proofs());
        let order = power.order_from(&certified.order);
        let reversed_after = power.reversed_after_from(&order);
        Ok(OrderReport {
            cards: shuffle.cards.clone().into(),
            shuffle: shuffle.to_string(),
            reason: congruences(power, &order, reversed_after.as_ref()),
            reversed_after: reversed_after
                .filter(|_| !is_trivial(shuffle))
                .map(Integer::from),
            order: order.into(),
            modulus: Some(power.weave().modulus().into()),
            probable_primes: unproved.into_iter().map(Integer::from).collect(),
        })
    }

    fn by_cycles(&self, shuffle: &FixedShuffle, word: &Word) -> anyhow::Result<OrderReport> {
        self.shuffle.check_listed(word)?;
        let formula = word.formula(&shuffle.cards, &1.into()).ok();
        let (cycle_type, reversed_after) =
            match formula.and_then(|formula| formula.cycle_type_unless_reversed()) {
                Some(cycle_type) => (cycle_type, None),
                None => {
                    let permutation = self.shuffle.listed(word)?;
                    (permutation.cycle_type(), permutation.reversed_after())
                }
            };
        Ok(OrderReport {
            cards: shuffle.cards.clone().into(),
            shuffle: shuffle.to_string(),
            reason: lengths(&cycle_type),
            reversed_after: reversed_after
                .filter(|_| !is_trivial(shuffle))
                .map(Integer::from),
            order: cycle_type.order().into(),
            modulus: None,
            probable_primes: Vec::new(),
        })
    }
}

/// Returns a text such as `2^52 ≡ 1 (mod 53); 2^26 ≡ -1 (mod 53)`.
fn congruences(power: &WeavePower, order: &BigUint, reversed_after: Option<&BigUint>) -> String {
    let (packets, modulus) = (power.weave().packets(), power.weave().modulus());
    if modulus.is_one() || power.exponent().is_zero() {
        return NO_CARD_MOVES.into();
    }
    let base = match power.exponent().magnitude().is_one() {
        true => packets.to_string(),
        false => format!("({packets}^{})", power.exponent()),
    };
    let reversed = reversed_after.map(|half| format!("; {base}^{half} ≡ -1 (mod {modulus})"));
    format!(
        "{base}^{order} ≡ 1 (mod {modulus}){}",
        reversed.unwrap_or_default()
    )
}

/// Returns a text such as `30 = lcm(1, 6, 15), the lengths of the cycles`.
fn lengths(cycle_type: &CycleType) -> String {
    let order = cycle_type.order();
    if order.is_one() {
        return NO_CARD_MOVES.into();
    }
    let lengths = cycle_type.iter().map(|(length, _)| length);
    let listed = match lengths.len() {
        0..=MAX_LISTED => joined(lengths, ", "),
        count => format!(
            "{}, …: {count} lengths",
            joined(lengths.take(MAX_LISTED), ", ")
        ),
    };
    match cycle_type.iter().nth(1) {
        None => format!("all cycles have the length {order}"),
        Some(_) => format!("{order} = lcm({listed}), the lengths of the cycles"),
    }
}

const NO_CARD_MOVES: &str = "no card moves";

/// Maximum number of cycle lengths that are listed one by one.
const MAX_LISTED: usize = 12;

impl OrderReport {
    /// Returns a text such as `After 8 shuffles (out) a deck of 52 cards is back in its order.`
    fn sentence(&self) -> String {
        let (shuffles, cards) = (
            counted(&self.order, "shuffle"),
            counted(&self.cards, "card"),
        );
        let reversed = self
            .reversed_after
            .as_ref()
            .filter(|_| self.reason != NO_CARD_MOVES);
        let reversed =
            reversed.map_or_else(String::new, |half| format!("; after {half} it is reversed"));
        format!(
            "After {shuffles} ({}) a deck of {cards} is back in its order{reversed}.",
            self.shuffle
        )
    }
}

impl Report for OrderReport {
    fn table(&self) -> Table<'_> {
        let columns = [
            "cards",
            "shuffle",
            "order",
            "reversed_after",
            "modulus",
            "probable_primes",
        ];
        Table::with_records(columns, " ", [self])
    }

    fn text(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", self.order)?;
        if page.quiet {
            return Ok(());
        }
        writeln!(out, "{}", self.sentence())?;
        writeln!(out, "{}", self.reason)?;
        integer::note_probable(&self.probable_primes, out)
    }
}
