use std::io::{self, Write};

use clap::ArgGroup;
use faro::Word;
use faro::perfect::WeavePower;
use faro::word::Formula;
use num_bigint::{BigInt, BigUint};
use num_integer::Integer as _;
use num_traits::ToPrimitive;
use serde::Serialize;

use crate::cli::args::{MAX_LISTED, ShuffleArgs};
use crate::cli::error::invalid;
use crate::cli::integer::{self, Integer};
use crate::cli::one_based;
use crate::cli::playing_card;
use crate::cli::shuffle::How;
use crate::cli::start::{AT, CardNames, StartArgs};
use crate::cli::view::{Page, Report, Table};

/// The position of a card after any number of shuffles.
///
/// The next lines show why: a congruence, and the positions on the way if they are few. For words of out, in, packets, cut
/// and reverse the position is computed without a deck, so the numbers of cards and of shuffles may have up
/// to a thousand digits.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
#[command(group(ArgGroup::new("followed").required(true).args(["card", "at"])))]
pub struct Where {
    #[command(flatten)]
    shuffle: ShuffleArgs,

    #[command(flatten)]
    pub start: StartArgs,

    /// The card: the position where it starts, or a face such as AS; with --start its name in that order.
    /// `faro deck --help` has the packs with faces
    #[arg(long, value_name = "C", allow_negative_numbers = true)]
    card: Option<String>,

    /// The card that starts at this position
    #[arg(long, value_name = "P", allow_negative_numbers = true)]
    at: Option<String>,

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
  faro where 52 'in cut:26' --card AS
  faro where 52 out --start mnemonica --card QH
  faro where 10^18 in --card 1 --times 1e6";

#[derive(Serialize)]
pub struct WhereReport {
    cards: Integer,
    shuffle: String,
    card: Integer,
    times: Integer,
    position: Integer,
    /// The name of the card, with `--start`.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(skip)]
    reason: String,
}

impl Where {
    pub fn run(&self) -> anyhow::Result<WhereReport> {
        let shuffle = self.shuffle.shuffle()?;
        let cards = &shuffle.cards;
        let names = self.start.names(self.shuffle.cards())?;
        let card = self.index(&names)?;
        let (index, reason) = match &shuffle.how {
            How::Weave(power) => self.by_modulus(power, &card),
            How::Word(word) => self.by_word(cards, word, &card)?,
        };
        Ok(WhereReport {
            cards: cards.clone().into(),
            shuffle: shuffle.to_string(),
            times: self.times.clone().into(),
            position: one_based::number(index).into(),
            name: card.to_u64().and_then(|card| names.name(card)).map(String::from),
            reason: self.beginning(&card) + &reason,
            card: one_based::number(card).into(),
        })
    }

    /// Returns the first position of the card, counted from 0.
    fn index(&self, names: &CardNames) -> anyhow::Result<BigUint> {
        match (&self.card, &self.at) {
            (Some(card), _) if card.trim() == "all" => {
                let why = "expected one card; `faro deck` lists all cards, and `faro route --from 1 --to all` \
                           the shuffles that bring the top card to each position";
                Err(invalid("--card <C>", card, why))
            }
            (Some(card), _) => names.index("--card <C>", card),
            (None, at) => names.index_of_position(AT, at.as_deref().unwrap_or_default()),
        }
    }

    /// Begins the reason for a card whose first position was not given.
    fn beginning(&self, card: &BigUint) -> String {
        let given = self.card.as_deref().map(str::trim);
        let Some(name) = given.filter(|name| self.start.is_given() || integer::parse(name).is_err()) else {
            return String::new();
        };
        let name = playing_card::normal(name).unwrap_or_else(|| name.into());
        format!("{name} starts at {}; ", one_based::number(card.clone()))
    }

    /// Computes the index by the affine map of a perfect shuffle, with the congruence between positions counted
    /// from 1: out-shuffles multiply the position minus one, in-shuffles the position.
    fn by_modulus(&self, power: &WeavePower, start: &BigUint) -> (BigUint, String) {
        let (weave, times) = (power.weave(), power.weaves(&self.times));
        let (packets, modulus) = (weave.packets(), weave.modulus());
        let (index, card) = (weave.position_after(start, &times), one_based::number(start.clone()));
        let position = one_based::number(index.clone());
        let reason = match weave.kind() {
            faro::Kind::Out if card > modulus => "the bottom card stays at the bottom".into(),
            faro::Kind::Out => format!("{position} - 1 ≡ {packets}^{times} · ({card} - 1) (mod {modulus})"),
            faro::Kind::In => format!("{position} ≡ {packets}^{times} · {card} (mod {modulus})"),
        };
        (index, reason + &self.path(power, start))
    }

    /// Returns a line with the positions of the card after each of a few shuffles.
    fn path(&self, power: &WeavePower, start: &BigUint) -> String {
        let Some(times) = self.times.to_i32().filter(|times| (2..=FEW).contains(&times.unsigned_abs()))
        else {
            return String::new();
        };
        let after = |step: u32| power.position_after(start, &BigInt::from(times.signum() * step as i32));
        let places = (0..=times.unsigned_abs()).map(|step| one_based::number(after(step)).to_string());
        format!("\n{}", places.collect::<Vec<_>>().join(" → "))
    }

    /// Computes the index by a formula if there is one, otherwise from the listed deck.
    fn by_word(&self, cards: &BigUint, word: &Word, card: &BigUint) -> anyhow::Result<(BigUint, String)> {
        let is_listed = *cards <= MAX_LISTED.into();
        match word.formula(cards, &self.times) {
            Ok(formula) if !is_listed || formula.steps() <= MANY.into() => {
                Ok(by_formula(cards, &formula, card))
            }
            Ok(_) => self.by_cycle(word, card),
            Err(_) if is_listed => self.by_cycle(word, card),
            Err(error) => {
                let remedy = format!("a deck of at most {MAX_LISTED} cards can be listed");
                Err(self.shuffle.invalid_cards(format!("{error}; {remedy}")))
            }
        }
    }

    fn by_cycle(&self, word: &Word, card: &BigUint) -> anyhow::Result<(BigUint, String)> {
        let permutation = self.shuffle.listed(word)?;
        let index = card.to_u32().expect("a position of a deck that is listed");
        let length = permutation.cycle_length(index);
        let steps = self.times.mod_floor(&length.into());
        let reason = format!("the card returns after {length}; {} ≡ {steps} (mod {length})", self.times);
        Ok((permutation.image_after(index, steps).into(), reason))
    }
}

/// Computes the index of the card that starts at `start` by a formula.
fn by_formula(cards: &BigUint, formula: &Formula, start: &BigUint) -> (BigUint, String) {
    let index = formula.position(start);
    let reason = match formula.coefficients() {
        Some((a, b)) => {
            let [position, card] = [&index, start].map(|index| one_based::number(index.clone()));
            format!("{position} - 1 ≡ {a} · ({card} - 1) + {b} (mod {cards})")
        }
        None if formula.steps() <= FEW.into() => {
            let places = formula.path(start).into_iter().map(one_based::number);
            places.map(|place| place.to_string()).collect::<Vec<_>>().join(" → ")
        }
        None => "followed move by move".into(),
    };
    (index, reason)
}

/// The most steps that are shown one by one.
const FEW: u32 = 12;

/// The most steps that are computed instead of listing the deck.
const MANY: u32 = 10_000;

impl Report for WhereReport {
    fn table(&self) -> Table<'_> {
        let columns = [
            ("cards", Some(self.cards.to_string())),
            ("shuffle", Some(self.shuffle.clone())),
            ("card", Some(self.card.to_string())),
            ("times", Some(self.times.to_string())),
            ("position", Some(self.position.to_string())),
        ];
        let name = self.name.as_ref().map(|name| ("name", Some(name.clone())));
        Table::with_one_row(columns.into_iter().chain(name))
    }

    fn text(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", self.position)?;
        if page.quiet { Ok(()) } else { writeln!(out, "{}", self.reason) }
    }
}
