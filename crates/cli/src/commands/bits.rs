//! `faro bits`: compares the number of states of a random generator with the number of orders of a deck.

use std::io::{self, Write};

use faro::seed::{Coverage, GENERATORS, GeneratorInfo};
use faro_math::number::{Bound, factorial, log2_factorial};
use faro_render::numbers;
use faro_render::numbers::{agreeing, counted};
use faro_render::view::{Page, Report, Table};
use num_traits::ToPrimitive;
use serde::Serialize;

use crate::arguments::argument::{DeckSize, Named};
use crate::arguments::integer::{self, Integer};
use crate::output::probability::{self, Number};

/// Whether a random generator can reach every order of a deck.
///
/// A program whose generator has B bits of state makes at most 2^B orders. Of 52 cards this is often a tiny
/// part of all orders, which no test of shuffled decks can detect. If the seed has fewer bits than the state,
/// the bits of the seed count, because only the seed differs between runs.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct BitsArgs {
    #[command(flatten)]
    pub cards: DeckSize,

    /// The bits of the generator's state, or of its seed, or the generator's name
    #[arg(value_name = "BITS", conflicts_with = "list")]
    bits: Option<String>,

    /// The number of bits, by option
    #[arg(long, value_name = "B", conflicts_with = "list")]
    state_bits: Option<String>,

    /// List common generators with their bits. The list has the bits of their states and seeds, and the largest decks that they cover
    #[arg(long)]
    list: bool,
}

const EXAMPLES: &str = "\
Examples:
  faro bits 52                          225.58 bits
  faro bits 52 32                       a 32-bit seed
  faro bits --cards 52 --state-bits 32  the same, by options
  faro bits --list";

const BITS: Named = Named {
    what: "number of bits",
    position: "[BITS]",
    option: "--state-bits <B>",
};

/// Parses a number of bits, or the name of a generator.
fn parse_bits(text: &str) -> Result<u32, String> {
    if let Some(bits) = text.strip_prefix("2^") {
        return Err(format!("2^{bits} states are {bits} bits; type {bits}"));
    }
    let text = text.trim_end_matches("()");
    // A call such as `Math.random` names its generator without the language.
    let named = |generator: &&GeneratorInfo| {
        let call = generator.name.rsplit(' ').next();
        generator.name.eq_ignore_ascii_case(text) || call == Some(text) && text.contains('.')
    };
    if let Some(generator) = GENERATORS.iter().find(named) {
        return Ok(generator.state_bits.min(generator.seed_bits));
    }
    let max = Coverage::MAX_STATE_BITS;
    let typed = text.to_lowercase();
    let is_mersenne = ["mers", "mt19937"]
        .iter()
        .any(|name| typed.starts_with(name));
    let is_part = |generator: &&GeneratorInfo| {
        generator.name.to_lowercase().contains(&typed)
            || is_mersenne && generator.state_bits == 19937
    };
    let similar: Vec<&GeneratorInfo> = GENERATORS.iter().filter(is_part).collect();
    let is_name = typed.starts_with(|letter: char| letter.is_alphabetic());
    if let ([generator], true) = (&similar[..], is_name) {
        return Ok(generator.state_bits.min(generator.seed_bits));
    }
    let similar: Vec<String> = similar
        .iter()
        .map(|generator| format!("'{}'", generator.name))
        .collect();
    let names = match &similar[..] {
        [] => "the name of a generator of `faro bits --list`".into(),
        similar => similar.join(" or "),
    };
    let expected = format_args!("a number of bits from 0 to {max}, such as 32, or {names}");
    let (number, bits) = match typed.strip_suffix("bytes") {
        Some(bytes) => (bytes, 8),
        None => (typed.trim_end_matches("bits").trim_end_matches("bit"), 1),
    };
    let number = number.trim_end_matches([' ', '-']);
    integer::parse_within(number, ..=max / bits, expected).map(|number: u32| number * bits)
}

/// Maximum number of cards for which JSON has the number of orders in full: a hundred thousand digits.
const MAX_WRITTEN: u32 = 25_206;

/// Maximum number of cards for which text has the number of orders in full: about a thousand digits.
const MAX_SHOWN: u64 = 450;

#[derive(Serialize)]
#[serde(untagged)]
pub enum BitsReport {
    Deck(DeckBits),
    List(Vec<ListedGenerator>),
}

#[derive(Serialize)]
pub struct DeckBits {
    cards: Integer,
    /// The number of orders of the deck, or `None` if it has too many digits.
    orders: Option<Integer>,
    bits_needed: f64,
    state_bits: Option<u32>,
    reachable_fraction: Option<Number>,
    log2_reachable_fraction: Option<f64>,
    largest_deck: Option<u64>,
    cards_to_identify: Option<u64>,
    decks_to_repeat: Option<f64>,
    #[serde(skip)]
    number: u64,
}

impl BitsArgs {
    pub fn run(&self) -> anyhow::Result<BitsReport> {
        let cards = &self.cards;
        match self.list {
            false => Ok(BitsReport::Deck(self.deck(cards)?)),
            true if cards.is_given() => anyhow::bail!("'--list' takes no number of cards"),
            true => Ok(BitsReport::List(
                GENERATORS.iter().map(ListedGenerator::new).collect(),
            )),
        }
    }

    fn deck(&self, cards: &DeckSize) -> anyhow::Result<DeckBits> {
        let number = cards
            .number
            .to_u64()
            .ok_or_else(|| cards.error("expected at most 2^64 - 1"))?;
        let bits = BITS.given(self.bits.clone(), self.state_bits.clone())?;
        let state_bits = bits.map(|bits| bits.parse(parse_bits)).transpose()?;
        let coverage = state_bits
            .map(|bits| Coverage::new(number, bits))
            .transpose()?;
        let log2 = coverage.map(|coverage| coverage.log2_reachable());
        Ok(DeckBits {
            cards: number.into(),
            orders: number
                .to_u32()
                .filter(|&cards| cards <= MAX_WRITTEN)
                .map(|cards| factorial(cards).into()),
            bits_needed: log2_factorial(number as f64),
            state_bits,
            reachable_fraction: log2.map(Number::from_log2),
            log2_reachable_fraction: log2,
            largest_deck: coverage.map(|coverage| coverage.largest_deck()),
            cards_to_identify: coverage.and_then(|coverage| coverage.cards_to_identify()),
            decks_to_repeat: coverage.map(|coverage| coverage.decks_to_repeat()),
            number,
        })
    }
}

impl DeckBits {
    fn write(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        let bits = counted(decimal(self.bits_needed, 2), "bit");
        match &self.orders {
            Some(orders) if self.number <= MAX_SHOWN => {
                writeln!(out, "{}, {bits}", counted(orders, "order"))?;
            }
            _ => writeln!(out, "{}! orders, {bits}", self.cards)?,
        }
        match (self.state_bits, page.quiet) {
            (Some(state_bits), false) => self.write_state(state_bits, out),
            _ => Ok(()),
        }
    }

    fn write_state(&self, state_bits: u32, out: &mut dyn Write) -> io::Result<()> {
        let largest = self.largest_deck.unwrap_or_default();
        let reached = match self.log2_reachable_fraction {
            Some(0.0) => {
                format!(
                    "{} enough to reach every order",
                    agreeing(state_bits, "are")
                )
            }
            log2 => {
                let share = share(log2.unwrap_or_default());
                format!(
                    "{} at most {share} of them, and {} enough for at most {}",
                    agreeing(state_bits, "reach"),
                    agreeing(state_bits, "are"),
                    counted(largest, "card")
                )
            }
        };
        writeln!(out, "{} {reached}", counted(state_bits, "bit"))?;
        match self.cards_to_identify {
            Some(cards) => {
                let cards = counted(cards, "card");
                writeln!(
                    out,
                    "the first {cards} of a deck show the state: on average, fewer than one other state deals the same cards"
                )?;
            }
            None => writeln!(out, "a whole deck does not reveal the state")?,
        }
        match self.decks_to_repeat {
            Some(decks) if decks.is_finite() => {
                writeln!(
                    out,
                    "an order is repeated after about {}",
                    counted(decimal(decks, 0), "deck")
                )
            }
            _ => writeln!(out, "an order is repeated after more than 10^308 decks"),
        }
    }
}

/// Formats a number with `places` decimals, or in scientific notation if it is large.
fn decimal(number: f64, places: usize) -> String {
    if number < 1e12 {
        format!("{number:.places$}")
    } else {
        numbers::brief(number)
    }
}

/// Formats an upper bound of the proportion 2^`log2`.
fn share(log2: f64) -> String {
    let power = match -log2 {
        usual if usual < 1e12 => format!("2^-{}", Bound::Lower.decimals(usual, 1)),
        large => format!("2^-{}", Bound::Lower.digits(large, 2)),
    };
    match log2 {
        near if near > -1000.0 => {
            format!(
                "{} ({power})",
                probability::of_bound(log2.exp2(), Some(Bound::Upper), 3)
            )
        }
        _ => power,
    }
}

impl Report for BitsReport {
    fn table(&self) -> Table<'_> {
        let deck = match self {
            BitsReport::Deck(deck) => deck,
            BitsReport::List(listed) => {
                let columns = [
                    "name",
                    "state_bits",
                    "seed_bits",
                    "largest_deck",
                    "seeded",
                    "source",
                ];
                return Table::with_records(columns, " ", listed);
            }
        };
        let real = |value: Option<f64>| value.map(|value| value.to_string());
        Table::with_one_row([
            ("cards", Some(deck.cards.to_string())),
            ("orders", deck.orders.as_ref().map(Integer::to_string)),
            ("bits_needed", Some(deck.bits_needed.to_string())),
            ("state_bits", deck.state_bits.map(|bits| bits.to_string())),
            (
                "reachable_fraction",
                deck.reachable_fraction.as_ref().map(Number::to_string),
            ),
            (
                "log2_reachable_fraction",
                real(deck.log2_reachable_fraction),
            ),
            (
                "largest_deck",
                deck.largest_deck.map(|cards| cards.to_string()),
            ),
            (
                "cards_to_identify",
                deck.cards_to_identify.map(|cards| cards.to_string()),
            ),
            ("decks_to_repeat", real(deck.decks_to_repeat)),
        ])
    }

    fn text(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        match self {
            BitsReport::Deck(deck) => deck.write(page, out),
            BitsReport::List(listed) => list(listed, page, out),
        }
    }
}

/// Writes a table of the generators' sizes. Below it are the seeding of each generator and the source.
fn list(listed: &[ListedGenerator], page: &Page, out: &mut dyn Write) -> io::Result<()> {
    let numbers = Table::with_records(
        ["name", "state_bits", "seed_bits", "largest_deck"],
        " ",
        listed,
    );
    let columns = ["generator", "state bits", "seed bits", "largest deck"];
    faro_render::text(Table::new(columns, numbers.rows), page, out)?;
    if page.quiet {
        return Ok(());
    }
    writeln!(
        out,
        "\nlargest deck: the most cards with no more orders than the generator has states and seeds\n"
    )?;
    for generator in listed {
        page.bold(out, generator.name)?;
        writeln!(out, ": {}\n    {}", generator.seeded, generator.source)?;
    }
    Ok(())
}

#[derive(Serialize)]
pub struct ListedGenerator {
    name: &'static str,
    state_bits: u32,
    seed_bits: u32,
    largest_deck: u64,
    seeded: &'static str,
    source: &'static str,
}

impl ListedGenerator {
    fn new(generator: &GeneratorInfo) -> ListedGenerator {
        let GeneratorInfo {
            name,
            state_bits,
            seed_bits,
            seeded,
            source,
        } = *generator;
        ListedGenerator {
            name,
            state_bits,
            seed_bits,
            largest_deck: generator.largest_deck(),
            seeded,
            source,
        }
    }
}
