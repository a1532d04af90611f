use std::ops::RangeInclusive;

use faro::riffle::{Mixing, RepeatedCards};
use num_bigint::BigUint;
use num_traits::{One, ToPrimitive};

use super::arguments::{DeckArg, Mix, PACK};
use super::followed::Followed;
use super::guessing::Guessing;
use super::kinds::Kinds;
use super::orders::Orders;
use super::other::OtherShuffle;
use super::value::Row;
use faro_console::argument::Text;
use faro_console::error::invalid;
use faro_console::watch::Watch;
use faro_console::{args, word};
use faro_render::plural::counted;

/// The deck, the shuffle and the requested distances.
pub struct Question {
    pub cards: u64,
    /// Number of packets of a riffle, or `None` for another shuffle.
    pub packets: Option<BigUint>,
    /// The property by which the cards of a pack differ.
    pub deck: Option<DeckArg>,
    pub sort: Sort,
    pub guessing: Option<Guessing>,
}

pub enum Sort {
    Orders(Orders),
    Kinds(Kinds),
    Card(Followed),
    /// The order of the whole deck after a shuffle that is not a riffle.
    Other(OtherShuffle),
}

impl Question {
    pub fn new(mix: &Mix) -> anyhow::Result<Question> {
        let (cards, composition) = deck(mix)?;
        let shuffle = mix.given.shuffle_or("gsr");
        let (word, name) = word::read(shuffle.argument, &shuffle.text)?;
        if word.is_random() && word.packets().is_err() {
            let sort = Sort::Other(OtherShuffle::new(mix, cards, &word, name)?);
            let guessing = mix.guessing.then(|| Guessing::new(mix, cards, &word, None));
            return Ok(Question { cards, packets: None, deck: None, sort, guessing });
        }
        if !word.is_random() {
            let why = "it moves the cards always in the same way; expected a random shuffle, such as gsr or overhand:0.2, or a \
                       word with one, such as 'out gsr'; `faro deck` and `faro order` show what this word does";
            return Err(shuffle.error(why));
        }
        let packets = packets(&shuffle)?;
        let sort = match (&composition, &mix.card) {
            (Some(composition), _) => Sort::Kinds(Kinds::new(mix, composition.clone())),
            (None, Some(card)) => Sort::Card(Followed::new(mix, cards, card, &packets)?),
            (None, None) => Sort::Orders(Orders::new(mix, cards)?),
        };
        let guessing = mix.guessing.then(|| Guessing::new(mix, cards, &word, Some(&packets)));
        Ok(Question { cards, packets: Some(packets), deck: mix.deck, sort, guessing })
    }

    pub fn noun(&self) -> &'static str {
        if self.packets.is_some() { "riffle" } else { "shuffle" }
    }

    /// Returns the maximum number of riffles.
    ///
    /// Up to it the number of packets and the fractions are short enough.
    pub fn most_riffles(&self) -> u64 {
        let most_bits = match &self.sort {
            Sort::Other(other) => return other.rounds.most,
            Sort::Orders(orders) => orders.most_bits(),
            _ => Mixing::MAX_BITS,
        };
        let within = |riffles: &u32| self.packets_after(*riffles) <= BigUint::one() << most_bits;
        (1..=most_bits as u32).take_while(within).last().unwrap_or(1).into()
    }

    fn packets_after(&self, riffles: u32) -> BigUint {
        self.packets.as_ref().map_or(BigUint::one(), |packets| packets.pow(riffles))
    }

    /// Returns the default numbers of riffles of the rows, and the step from one row to the next.
    ///
    /// Riffles have a row for each number, slower shuffles have about twenty rows.
    pub fn usual_riffles(&self) -> (RangeInclusive<u64>, u64) {
        let last = self.beyond_cutoff().min(self.most_riffles()).max(1);
        let step = if self.packets.is_some() { 1 } else { last.div_ceil(20) };
        (step..=last, step)
    }

    /// Returns the last row by default: five riffles more than the cutoff 3/2 log2 n for riffles.
    fn beyond_cutoff(&self) -> u64 {
        if let Sort::Other(other) = &self.sort {
            return other.rounds.usual_last;
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

    /// Returns the number of steps of a row: the random decks of an estimate, otherwise 1.
    pub fn steps(&self) -> u64 {
        match &self.sort {
            Sort::Kinds(kinds) if kinds.is_sampled() => kinds.samples.into(),
            Sort::Other(other) => other.rounds.drawn.map_or(1, |(samples, _)| samples.into()),
            _ => 1,
        }
    }

    /// Returns the distances after `riffles` riffles, or `None` if a signal or the timeout came first.
    ///
    /// `riffles` is at most [`most_riffles`](Self::most_riffles), and must not decrease from call to call.
    pub fn row(&mut self, riffles: u64, watch: &Watch) -> Option<Row> {
        let done = watch.done() + self.steps();
        if !watch.goes_on_by(0) {
            return None;
        }
        let packets = self.packets_after(riffles as u32);
        let mut values = match &mut self.sort {
            Sort::Orders(orders) => orders.values(&packets),
            Sort::Kinds(kinds) => kinds.values(&packets, watch)?,
            Sort::Card(followed) => followed.values(riffles),
            Sort::Other(other) => (other.rounds.values)(riffles, watch)?,
        };
        if let Some(guessing) = &mut self.guessing {
            values.extend(guessing.values(riffles, watch)?);
        }
        watch.reach(done);
        Some(Row { riffles, values })
    }
}

/// Returns the number of packets of a riffle.
fn packets(shuffle: &Text) -> anyhow::Result<BigUint> {
    let packets = args::packets(shuffle.argument, &shuffle.text)?;
    if packets.is_one() {
        return Err(shuffle.error("one packet is not a shuffle; try gsr"));
    }
    let most = Mixing::MAX_BITS;
    if packets > BigUint::one() << most {
        let why = format!("more than 2^{most} packets are too many; expected at most gsr^{most}");
        return Err(shuffle.error(why));
    }
    Ok(packets)
}

/// Returns the number of cards, and the number of cards of each kind if cards look alike.
fn deck(mix: &Mix) -> anyhow::Result<(u64, Option<Vec<u32>>)> {
    let given = &mix.given.cards;
    let most = RepeatedCards::MAX_CARDS;
    let composition = match (&mix.composition, mix.deck) {
        (Some(composition), _) => composition.0.clone(),
        (None, Some(deck)) => {
            let cards = &given.number;
            let packs = (cards / PACK).to_u32().filter(|&packs| packs > 0 && packs <= most / PACK);
            let packs = packs.filter(|&packs| *cards == BigUint::from(packs * PACK));
            let why = format!("expected a multiple of {PACK} up to {most}, for example {PACK}");
            deck.composition(packs.ok_or_else(|| given.error(why))?)
        }
        (None, None) => {
            let most = Mixing::MAX_CARDS;
            let why = format!("expected at most {most} cards");
            let within = given.number.to_u64().filter(|&cards| cards <= most);
            return Ok((within.ok_or_else(|| given.error(why))?, None));
        }
    };
    let cards: u64 = composition.iter().map(|&count| u64::from(count)).sum();
    if cards > most.into() {
        let shown = composition.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
        let why = format!("{cards} cards are too many; expected at most {most}");
        return Err(invalid("--composition <D,D…>", shown, why));
    }
    if given.is_given() && given.number != BigUint::from(cards) {
        let why = format!("the composition has {}; expected --cards {cards}", counted(cards, "card"));
        return Err(given.error(why));
    }
    Ok((cards, Some(composition)))
}
