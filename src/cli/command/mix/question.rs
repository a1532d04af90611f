use std::num::NonZero;
use std::ops::RangeInclusive;

use faro::number::Fraction;
use faro::riffle::{
    CardPosition, Distance, ExactDistance, ExactMixing, MAX_BITS, MAX_CARDS, MAX_FOLLOWED, MAX_REPEATED,
    MAX_SUMMED, Magnitude, ManyKinds, Mixing, RepeatedCards, TwoKinds,
};
use faro::shuffle::Seed;
use num_bigint::BigUint;
use num_traits::{One, ToPrimitive};

use super::arguments::Mix;
use super::deck::{DeckArg, PACK};
use super::other::OtherShuffle;
use super::row::Row;
use super::value::Value;
use crate::cli::args;
use crate::cli::argument::{Cards, Text};
use crate::cli::error::invalid;
use crate::cli::plural::counted;
use crate::cli::start::CardNames;
use crate::cli::watch::Watch;
use crate::cli::word;

/// The deck, the riffle and the requested distances.
pub struct Question {
    pub cards: u64,
    /// The number of packets of a riffle.
    pub packets: Option<BigUint>,
    /// The property of a pack.
    pub deck: Option<DeckArg>,
    pub sort: Sort,
}

pub enum Sort {
    /// The order of the whole deck.
    Orders(Orders),
    /// The arrangement of the kinds of cards.
    Kinds(Kinds),
    /// The position of one card.
    Card(Followed),
    /// The order of the whole deck after a shuffle that is not a riffle.
    Other(Box<OtherShuffle>),
}

pub struct Orders {
    mixing: Mixing,
    /// The exact distances, if fractions are requested or quickly computed.
    exact: Option<ExactMixing>,
    /// Whether the fractions are printed.
    fractions: bool,
}

pub struct Kinds {
    pub composition: Vec<u32>,
    repeated: RepeatedCards,
    /// Computes total variation for two kinds of cards.
    two: Option<TwoKinds>,
    many: Option<ManyKinds>,
    pub samples: u32,
    pub seed: Seed,
    threads: NonZero<usize>,
    exact: bool,
}

/// The most bits of aⁿ for printed fractions: they take a second or two.
const LONGEST: u64 = 100_000;

/// The most bits of aⁿ and the most cards, four packs, for which fractions take some milliseconds. Decimal
/// numbers are then rounded from them.
const SHORT: u64 = 10_000;
const FEW_CARDS: u64 = 208;

/// The significant digits of sums of up to some millions of numbers.
const SUMMED_DIGITS: u32 = 12;

pub struct Followed {
    /// The card, counted from 0.
    pub card: usize,
    position: CardPosition,
    /// The number of two-packet riffles in one riffle of the word.
    each: u64,
    /// The number of two-packet riffles done so far.
    riffles: u64,
}

impl Question {
    pub fn new(mix: &Mix) -> anyhow::Result<Question> {
        let (cards, composition) = deck(mix)?;
        let shuffle = mix.given.shuffle_or("gsr");
        let (word, name) = word::read(shuffle.argument, &shuffle.text)?;
        if word.is_random() && word.packets().is_err() {
            let sort = Sort::Other(Box::new(OtherShuffle::new(mix, cards, &word, name)?));
            return Ok(Question { cards, packets: None, deck: None, sort });
        }
        let packets = packets(&shuffle)?;
        let sort = match (&composition, &mix.card) {
            (Some(composition), _) => Sort::Kinds(kinds(mix, composition.clone())),
            (None, Some(card)) => Sort::Card(followed(mix, cards, card, &packets)?),
            (None, None) => orders(mix, cards)?,
        };
        Ok(Question { cards, packets: Some(packets), deck: mix.deck, sort })
    }

    /// Returns the noun of one shuffle.
    pub fn noun(&self) -> &'static str {
        if self.packets.is_some() { "riffle" } else { "shuffle" }
    }

    /// Returns the most riffles for which the number of packets and the fractions are short enough.
    pub fn most_riffles(&self) -> u64 {
        let most_bits = match &self.sort {
            Sort::Other(other) => return other.most(),
            Sort::Orders(orders) if orders.fractions => MAX_BITS.min(LONGEST / self.cards),
            _ => MAX_BITS,
        };
        let within = |riffles: &u32| self.packets_after(*riffles) <= BigUint::one() << most_bits;
        (1..=most_bits as u32).take_while(within).last().unwrap_or(1).into()
    }

    fn packets_after(&self, riffles: u32) -> BigUint {
        self.packets.as_ref().map_or(BigUint::one(), |packets| packets.pow(riffles))
    }

    /// Returns the numbers of riffles of the rows if none are given, and the step from one to the next: all riffles,
    /// and about twenty rows of slower shuffles.
    pub fn usual_riffles(&self) -> (RangeInclusive<u64>, u64) {
        let last = self.beyond_cutoff().min(self.most_riffles()).max(1);
        let step = if self.packets.is_some() { 1 } else { last.div_ceil(20) };
        (step..=last, step)
    }

    /// Returns five riffles more than the cutoff 3/2 log2 n.
    fn beyond_cutoff(&self) -> u64 {
        if let Sort::Other(other) = &self.sort {
            return other.usual_last(self.cards);
        }
        let halvings = self.packets_after(1).to_f64().unwrap_or(f64::INFINITY).log2();
        let cutoff = 1.5 * (self.cards as f64).log2() / halvings;
        cutoff.ceil() as u64 + 5
    }

    pub fn usual_distance(&self) -> &'static str {
        match &self.sort {
            Sort::Kinds(kinds) if !kinds.has_variation() => "separation",
            _ => "total_variation",
        }
    }

    /// Returns the number of steps of a row: the random decks of an estimate.
    pub fn steps(&self) -> u64 {
        match &self.sort {
            Sort::Kinds(kinds) if kinds.is_sampled() => kinds.samples.into(),
            _ => 1,
        }
    }

    /// Returns the distances after a number of riffles, which is at most [`most_riffles`](Self::most_riffles)
    /// and not smaller than in the call before. `None` if a signal or the timeout came first.
    pub fn row(&mut self, riffles: u64, watch: &Watch) -> Option<Row> {
        let done = watch.done() + self.steps();
        if !watch.goes_on_by(0) {
            return None;
        }
        let packets = self.packets_after(riffles as u32);
        let values = match &mut self.sort {
            Sort::Orders(orders) => orders.values(&packets),
            Sort::Kinds(kinds) => kinds.values(&packets, watch)?,
            Sort::Card(followed) => followed.values(riffles),
            Sort::Other(other) => other.values(self.cards, riffles, || watch.goes_on_by(0))?,
        };
        watch.reach(done);
        Some(Row { riffles, values })
    }
}

/// Returns the number of packets that a riffle cuts the deck into.
fn packets(shuffle: &Text) -> anyhow::Result<BigUint> {
    let packets = args::packets(shuffle.argument, &shuffle.text)?;
    if packets.is_one() {
        return Err(shuffle.error("one packet is not a shuffle; try gsr"));
    }
    if packets > BigUint::one() << MAX_BITS {
        let why = format!("more than 2^{MAX_BITS} packets are too many; expected at most gsr^{MAX_BITS}");
        return Err(shuffle.error(why));
    }
    Ok(packets)
}

/// Returns the number of cards, and of each kind if cards look alike.
fn deck(mix: &Mix) -> anyhow::Result<(u64, Option<Vec<u32>>)> {
    let given = &mix.given.cards;
    let composition = match (&mix.composition, mix.deck) {
        (Some(composition), _) => composition.0.clone(),
        (None, Some(deck)) => {
            let cards = &given.number;
            let packs = (cards / PACK).to_u32().filter(|&packs| packs > 0 && packs <= MAX_REPEATED / PACK);
            let packs = packs.filter(|&packs| *cards == BigUint::from(packs * PACK));
            let why = format!("expected a multiple of {PACK} up to {MAX_REPEATED}, for example {PACK}");
            deck.composition(packs.ok_or_else(|| given.error(why))?)
        }
        (None, None) => {
            let why = format!("expected at most {MAX_CARDS} cards");
            let within = given.number.to_u64().filter(|&cards| cards <= MAX_CARDS);
            return Ok((within.ok_or_else(|| given.error(why))?, None));
        }
    };
    let cards: u64 = composition.iter().map(|&count| u64::from(count)).sum();
    if cards > MAX_REPEATED.into() {
        let shown = composition.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
        let why = format!("{cards} cards are too many; expected at most {MAX_REPEATED}");
        return Err(invalid("--composition <D,D…>", shown, why));
    }
    if given.is_given() && given.number != BigUint::from(cards) {
        let why = format!("the composition has {}; expected --cards {cards}", counted(cards, "card"));
        return Err(given.error(why));
    }
    Ok((cards, Some(composition)))
}

fn orders(mix: &Mix, cards: u64) -> anyhow::Result<Sort> {
    let invalid_cards = |error| mix.given.cards.error(error);
    let wanted = mix.exact || cards <= FEW_CARDS;
    let exact = wanted.then(|| ExactMixing::new(cards)).transpose().map_err(invalid_cards)?;
    Ok(Sort::Orders(Orders {
        mixing: Mixing::new(cards).map_err(invalid_cards)?,
        exact,
        fractions: mix.exact,
    }))
}

fn kinds(mix: &Mix, composition: Vec<u32>) -> Kinds {
    let repeated = RepeatedCards::new(&composition).expect("each kind has cards, and they are not too many");
    let two = match composition[..] {
        [first, second] => TwoKinds::new(first, second).ok(),
        _ => None,
    };
    let many = ManyKinds::new(&composition).ok();
    let samples = mix.samples.unwrap_or_else(|| usual_samples(two.is_some(), many.as_ref()));
    Kinds {
        composition,
        repeated,
        two,
        many,
        samples,
        seed: mix.seed,
        threads: mix.threads.count(),
        exact: mix.exact,
    }
}

/// The cost of an arrangement above which it takes milliseconds.
const SLOW: f64 = 1e6;

/// Returns a number of random decks with which a row takes about a second at most.
fn usual_samples(two: bool, many: Option<&ManyKinds>) -> u32 {
    match many {
        _ if two => 100_000,
        Some(many) if many.cost() > SLOW => 1000,
        _ => 10_000,
    }
}

fn followed(mix: &Mix, cards: u64, card: &str, packets: &BigUint) -> anyhow::Result<Followed> {
    if cards > MAX_FOLLOWED as u64 {
        let why = format!("expected at most {MAX_FOLLOWED} cards with --card");
        return Err(mix.given.cards.error(why));
    }
    // 2^k packets are k riffles.
    let each = packets.trailing_zeros().unwrap_or(0);
    if *packets != BigUint::one() << each {
        let why = "expected riffles of two packets with --card, such as gsr or gsr^2";
        return Err(mix.given.shuffle_or("gsr").error(why));
    }
    let card = CardNames::new(Cards::from(cards)).index("--card <C>", card)?;
    let card = card.to_usize().expect("it is below MAX_FOLLOWED");
    Ok(Followed { card, position: CardPosition::new(cards as usize, card)?, each, riffles: 0 })
}

impl Orders {
    fn values(&self, packets: &BigUint) -> Vec<(&'static str, Value)> {
        let row = self.mixing.after_packets(packets).expect("the number of packets was checked before");
        let short = self.mixing.cards() * packets.bits() <= SHORT;
        let exact = self.exact.as_ref().filter(|_| short || self.fractions);
        let exact = exact.and_then(|exact| exact.after_packets(packets).ok());
        let mut values = self.of_distance(&row);
        if let Some(exact) = &exact {
            values.splice(..RATIONAL, of_exact(exact));
        }
        values.extend(exact.filter(|_| self.fractions).map_or(Vec::new(), of_fractions));
        values
    }

    /// Returns the values, rational ones first.
    fn of_distance(&self, row: &Distance) -> Vec<(&'static str, Value)> {
        let number = |number: f64| Magnitude::scaled(number, 0).to_digits(self.mixing.digits());
        vec![
            ("total_variation", Value::Part(number(row.total_variation), row.total_variation_complement)),
            ("total_variation_complement", Value::Size(row.total_variation_complement)),
            ("separation", Value::Part(number(row.separation), row.separation_complement)),
            ("separation_complement", Value::Size(row.separation_complement)),
            ("l_infinity", Value::Size(row.l_infinity)),
            ("chi_square", Value::Size(row.chi_square)),
            ("kl_bits", Value::Real(number(row.kl_bits), 6)),
            ("entropy_bits", Value::Real(number(row.entropy_bits), 6)),
            ("rising_sequences", Value::Real(number(row.rising_sequences), 4)),
        ]
    }
}

/// The number of values before `kl_bits`.
const RATIONAL: usize = 6;

/// Returns the nearest numbers to the fractions.
fn of_exact(row: &ExactDistance) -> Vec<(&'static str, Value)> {
    let complement = |part: &Fraction| Value::Size(Magnitude::from_fraction(&part.complement()));
    vec![
        ("total_variation", part_of(&row.total_variation)),
        ("total_variation_complement", complement(&row.total_variation)),
        ("separation", part_of(&row.separation)),
        ("separation_complement", complement(&row.separation)),
        ("l_infinity", Value::Size(Magnitude::from_fraction(&row.l_infinity))),
        ("chi_square", Value::Size(Magnitude::from_fraction(&row.chi_square))),
    ]
}

fn of_fractions(row: ExactDistance) -> Vec<(&'static str, Value)> {
    vec![
        ("total_variation_exact", Value::Exact(row.total_variation)),
        ("separation_exact", Value::Exact(row.separation)),
        ("l_infinity_exact", Value::Exact(row.l_infinity)),
        ("chi_square_exact", Value::Exact(row.chi_square)),
        ("rising_sequences_exact", Value::Exact(row.rising_sequences)),
    ]
}

/// Returns the significant digits of a sum over many arrangements or of an estimate.
fn summed(number: f64) -> Magnitude {
    Magnitude::scaled(number, 0).to_digits(SUMMED_DIGITS)
}

fn part_of(fraction: &Fraction) -> Value {
    Value::Part(Magnitude::from_fraction(fraction), Magnitude::from_fraction(&fraction.complement()))
}

impl Kinds {
    /// Returns whether total variation can be computed or estimated.
    fn has_variation(&self) -> bool {
        self.two.is_some() || self.many.is_some() || self.is_arranged()
    }

    /// Returns whether total variation may be an estimate.
    fn is_sampled(&self) -> bool {
        (self.two.is_some() || self.many.is_some()) && !self.is_arranged()
    }

    /// Returns whether total variation is summed over all arrangements.
    fn is_arranged(&self) -> bool {
        self.repeated.total_variation(&2u32.into()).is_some()
    }

    fn values(&self, packets: &BigUint, watch: &Watch) -> Option<Vec<(&'static str, Value)>> {
        let separation = self.repeated.separation(packets);
        let variation = self.repeated.total_variation(packets);
        let (value, error) = match &variation {
            Some(variation) => (part_of(variation), Value::None),
            None => self.estimated(packets, watch)?,
        };
        let mut values = vec![
            ("total_variation", value),
            ("standard_error", error),
            ("separation", part_of(&separation)),
            ("separation_complement", Value::Size(Magnitude::from_fraction(&separation.complement()))),
        ];
        if self.exact {
            values.push(("total_variation_exact", variation.map_or(Value::None, Value::Exact)));
            values.push(("separation_exact", Value::Exact(separation)));
        }
        Some(values)
    }

    /// Returns total variation if it is known, with its standard error if it is an estimate.
    fn estimated(&self, packets: &BigUint, watch: &Watch) -> Option<(Value, Value)> {
        let few = packets.to_u32().filter(|&packets| packets <= MAX_SUMMED);
        let goes_on = |decks| watch.goes_on_by(decks);
        let found = match (&self.two, few, &self.many) {
            (Some(deck), Some(packets), _) => {
                deck.total_variation(packets, self.samples, &self.seed, goes_on)?
            }
            (_, _, Some(deck)) => {
                deck.total_variation(packets, self.samples, &self.seed, self.threads, goes_on)?
            }
            _ => return Some((Value::None, Value::None)),
        };
        Some(match found.standard_error {
            Some(error) => (Value::Real(summed(found.value), 5), Value::Real(summed(error), 5)),
            None => (Value::Real(summed(found.value), 10), Value::None),
        })
    }
}

impl Followed {
    fn values(&mut self, riffles: u64) -> Vec<(&'static str, Value)> {
        while self.riffles < riffles * self.each {
            self.position.riffle();
            self.riffles += 1;
        }
        let row = self.position.distance();
        vec![
            ("total_variation", Value::Part(row.total_variation, row.total_variation.complement())),
            ("separation", Value::Part(row.separation, row.separation_complement)),
            ("l_infinity", Value::Real(row.l_infinity, 6)),
            ("chi_square", Value::Real(row.chi_square, 6)),
        ]
    }
}
