use std::io::{self, Write};

use faro::Word;
use faro::perfect::WeavePower;
use faro::word::Formula;
use num_bigint::{BigInt, BigUint};
use num_integer::Integer as _;
use num_traits::ToPrimitive;
use serde::Serialize;

use crate::cli::args::{MAX_LISTED, ShuffleArgs};
use crate::cli::error::{brief, invalid};
use crate::cli::integer::{self, Integer};
use crate::cli::one_based;
use crate::cli::plural::counted;
use crate::cli::shuffle::How;
use crate::cli::view::{Page, Report, Table};

/// The position of a card after any number of shuffles.
///
/// The next line shows why: a congruence, or the positions on the way. For words of out, in, packets, cut
/// and reverse the position is computed without a deck, so the numbers of cards and of shuffles may have up
/// to a thousand digits.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Where {
    #[command(flatten)]
    shuffle: ShuffleArgs,

    /// The card, named by the position where it starts
    #[arg(long, value_name = "C", value_parser = integer::parse_positive, allow_negative_numbers = true)]
    card: BigUint,

    /// The number of shuffles; a negative number undoes shuffles
    #[arg(
        long, value_name = "T", default_value = "1",
        value_parser = integer::parse, allow_negative_numbers = true
    )]
    times: BigInt,
}

const EXAMPLES: &str = "\
Examples:
  faro where 52 in --card 1 --times 26     52: reversed
  faro where 52 out --card 2 --times -1    undo one shuffle
  faro where 52 'in cut:26' --card 1
  faro where 10^18 in --card 1 --times 1e6";

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
        let cards = &shuffle.cards;
        if self.card > *cards {
            let why = format!("expected a card from 1 to {}", brief(cards));
            return Err(invalid("--card <C>", &self.card, why));
        }
        let (index, reason) = match &shuffle.how {
            How::Weave(power) => self.by_modulus(power),
            How::Word(word) => self.by_word(cards, word)?,
        };
        Ok(WhereReport {
            cards: cards.clone().into(),
            shuffle: shuffle.to_string(),
            card: self.card.clone().into(),
            times: self.times.clone().into(),
            position: one_based::number(index).into(),
            reason,
        })
    }

    /// Returns the index of the card.
    fn index(&self) -> BigUint {
        one_based::index(self.card.clone())
    }

    /// Computes the index by the affine map of a perfect shuffle, with the congruence between positions counted
    /// from 1: out-shuffles multiply the position minus one, in-shuffles the position.
    fn by_modulus(&self, power: &WeavePower) -> (BigUint, String) {
        let (weave, card, times) = (power.weave(), &self.card, power.weaves(&self.times));
        let (packets, modulus) = (weave.packets(), weave.modulus());
        let index = weave.position_after(&self.index(), &times);
        let position = one_based::number(index.clone());
        let reason = match weave.kind() {
            faro::Kind::Out if card > &modulus => "the bottom card stays at the bottom".into(),
            faro::Kind::Out => format!("{position} - 1 ≡ {packets}^{times} · ({card} - 1) (mod {modulus})"),
            faro::Kind::In => format!("{position} ≡ {packets}^{times} · {card} (mod {modulus})"),
        };
        (index, reason)
    }

    /// Computes the index by a formula if there is one, otherwise from the listed deck.
    fn by_word(&self, cards: &BigUint, word: &Word) -> anyhow::Result<(BigUint, String)> {
        let is_listed = *cards <= MAX_LISTED.into();
        match word.formula(cards, &self.times) {
            Ok(formula) if !is_listed || formula.steps() <= MANY.into() => {
                Ok(self.by_formula(cards, &formula))
            }
            Ok(_) => self.by_cycle(word),
            Err(_) if is_listed => self.by_cycle(word),
            Err(error) => {
                let remedy = format!("a deck of at most {MAX_LISTED} cards can be listed");
                Err(self.shuffle.invalid_cards(format!("{error}; {remedy}")))
            }
        }
    }

    fn by_formula(&self, cards: &BigUint, formula: &Formula) -> (BigUint, String) {
        let (index, card) = (formula.position(&self.index()), &self.card);
        let reason = match formula.coefficients() {
            Some((a, b)) => {
                let position = one_based::number(index.clone());
                format!("{position} - 1 ≡ {a} · ({card} - 1) + {b} (mod {cards})")
            }
            None if formula.steps() <= FEW.into() => {
                let places = formula.path(&self.index()).into_iter().map(one_based::number);
                places.map(|place| place.to_string()).collect::<Vec<_>>().join(" → ")
            }
            None => format!("followed through {}", counted(formula.steps(), "shuffle")),
        };
        (index, reason)
    }

    fn by_cycle(&self, word: &Word) -> anyhow::Result<(BigUint, String)> {
        let permutation = self.shuffle.listed(word)?;
        let index = self.index().to_u32().expect("a position of a deck that is listed");
        let length = permutation.cycle_length(index);
        let steps = self.times.mod_floor(&length.into());
        let reason = format!("the card returns after {length}; {} ≡ {steps} (mod {length})", self.times);
        Ok((permutation.image_after(index, steps).into(), reason))
    }
}

/// The most steps that are shown one by one.
const FEW: u32 = 12;

/// The most steps that are computed instead of listing the deck.
const MANY: u32 = 10_000;

impl Report for WhereReport {
    fn table(&self) -> Table<'_> {
        Table::with_one_row([
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
