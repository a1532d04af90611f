//! The question that the user of `faro mix` asks, checked and prepared for the computation.
//!
//! It has the deck, the shuffle and the distances.

use std::ops::RangeInclusive;

use faro::distribution::Law;
use faro::mixing::{
    GuessMixing, KindsMixing, MixingOptions, RiffleMixing, RightGuesses, RiskShare, RoutineMixing,
    RoutineMixingError, ShelfMixing,
};
use faro::riffle::{CardPosition, Magnitude, Mixing};
use faro::word::{Confinement, Evidence};
use faro::{Error, Word};
use faro_math::number::Bound;
use faro_render::numbers::{counted, joined};
use faro_sample::shuffle::Seed;
use num_bigint::BigUint;
use num_traits::{One, ToPrimitive};

use super::arguments::{DeckArg, MixArgs, PACK};
use super::value::{self, BLIND, ERROR, MixRow, RowValues, SHOWN, Value};
use crate::arguments::argument::{DeckSize, Text};
use crate::arguments::integer::Range;
use crate::arguments::start::CardNames;
use crate::arguments::word;
use crate::arguments::word::fit_error;
use crate::output::error::invalid;
use crate::output::watch::Watch;

/// The deck, the shuffle and the requested distances.
pub struct MixQuestion {
    pub cards: u64,
    /// Number of packets of a riffle, or `None` for another shuffle.
    pub packets: Option<BigUint>,
    /// The property by which the cards of a pack differ.
    pub deck: Option<DeckArg>,
    pub sort: Sort,
    pub seed: Seed,
    guessing: Option<GuessMixing>,
}

pub enum Sort {
    /// The order of the whole deck after riffles.
    Orders(RiffleMixing),
    /// The arrangement of kinds of cards, given by the number of cards of each kind.
    Kinds(Vec<u32>, KindsMixing),
    Card(Followed),
    /// The order of the whole deck after a shuffle that is not a riffle, given by its word.
    Other(String, RoutineMixing),
}

impl MixQuestion {
    pub fn new(mix: &MixArgs) -> anyhow::Result<MixQuestion> {
        let (cards, composition) = deck(mix)?;
        let shuffle = mix.given.shuffle_or("gsr");
        let (word, name) = word::read(shuffle.argument, &shuffle.text)?;
        let guessing = |packets| mix.guessing.then(|| guessing(mix, cards, &word, packets));
        let seed = mix.seed;
        if word.is_random() && word.packets().is_err() {
            let sort = by_rounds(mix, cards, &word, name)?;
            return Ok(MixQuestion {
                cards,
                packets: None,
                deck: None,
                sort,
                seed,
                guessing: guessing(None),
            });
        }
        if !word.is_random() {
            let why = "it moves the cards always in the same way; expected a random shuffle, such as gsr or overhand:0.2, or a \
                       word with one, such as 'out gsr'; `faro deck` and `faro order` show what this word does";
            return Err(shuffle.error(why));
        }
        let packets = packets(&shuffle)?;
        let sort = match (composition, &mix.card) {
            (Some(composition), _) => {
                let kinds = KindsMixing::new(&composition, mix.options());
                Sort::Kinds(
                    composition,
                    kinds.expect("each kind has cards, and they are not too many"),
                )
            }
            (None, Some(card)) => Sort::Card(Followed::new(mix, cards, card, &packets)?),
            (None, None) => {
                let mixing = RiffleMixing::new(cards, mix.exact);
                Sort::Orders(mixing.map_err(|error| match error {
                    Error::TooManyCards { at_most, .. } if mix.exact => mix.given.cards.error(
                        format!("fractions are computed for at most {at_most} cards"),
                    ),
                    error => mix.given.cards.error(error),
                })?)
            }
        };
        let guessing = guessing(Some(packets.clone()));
        Ok(MixQuestion {
            cards,
            packets: Some(packets),
            deck: mix.deck,
            sort,
            seed,
            guessing,
        })
    }

    pub fn noun(&self) -> &'static str {
        if self.packets.is_some() {
            "riffle"
        } else {
            "shuffle"
        }
    }

    /// Returns the maximum number of riffles.
    ///
    /// Up to it the number of packets and the fractions are short enough.
    pub fn most_riffles(&self) -> u64 {
        let most_bits = match &self.sort {
            Sort::Other(_, mixing) => return mixing.max_rounds(),
            Sort::Orders(mixing) => mixing.max_bits(),
            _ => Mixing::MAX_BITS,
        };
        let within = |riffles: &u32| self.packets_after(*riffles) <= BigUint::one() << most_bits;
        (1..=most_bits as u32)
            .take_while(within)
            .last()
            .unwrap_or(1)
            .into()
    }

    fn packets_after(&self, riffles: u32) -> BigUint {
        self.packets
            .as_ref()
            .map_or(BigUint::one(), |packets| packets.pow(riffles))
    }

    /// Returns the default numbers of riffles of the rows, and the step from one row to the next.
    ///
    /// Riffles have a row for each number, slower shuffles have about twenty rows.
    pub fn usual_riffles(&self) -> (RangeInclusive<u64>, u64) {
        let last = self.beyond_cutoff().min(self.most_riffles()).max(1);
        let step = if self.packets.is_some() {
            1
        } else {
            last.div_ceil(20)
        };
        (step..=last, step)
    }

    /// Returns the last row by default: five riffles more than the cutoff 3/2 log2 n for riffles.
    fn beyond_cutoff(&self) -> u64 {
        if let Sort::Other(_, mixing) = &self.sort {
            return mixing.usual_rounds();
        }
        let halvings = self
            .packets_after(1)
            .to_f64()
            .unwrap_or(f64::INFINITY)
            .log2();
        let cutoff = 1.5 * (self.cards as f64).log2() / halvings;
        cutoff.ceil() as u64 + 5
    }

    pub fn usual_distance(&self) -> &'static str {
        match &self.sort {
            Sort::Kinds(_, kinds) if !kinds.has_variation() => "separation",
            _ => "total_variation",
        }
    }

    /// Returns the number of random decks for a row, if something is estimated.
    pub fn samples(&self) -> Option<u32> {
        match &self.sort {
            Sort::Kinds(_, kinds) => Some(kinds.samples()),
            Sort::Other(_, mixing) => mixing.samples(),
            _ => None,
        }
    }

    /// Returns the number of steps of progress for a row: its random decks if it is estimated, otherwise 1.
    pub fn steps(&self) -> u64 {
        match &self.sort {
            Sort::Kinds(_, kinds) if !kinds.is_sampled() => 1,
            _ => self.samples().unwrap_or(1).into(),
        }
    }

    /// Returns the distances after `riffles` riffles, or `None` if a signal or the timeout came first.
    ///
    /// `riffles` is at most [`most_riffles`](Self::most_riffles), and must not decrease from call to call.
    pub fn row(&mut self, riffles: u64, watch: &Watch) -> Option<MixRow> {
        let done = watch.done() + self.steps();
        if !watch.goes_on_by(0) {
            return None;
        }
        let goes_on = &mut |decks| watch.goes_on_by(decks);
        let packets = self.packets_after(riffles as u32);
        let mut values = match &mut self.sort {
            Sort::Orders(mixing) => {
                let row = mixing.after_packets(&packets);
                value::of_orders(&row.expect("the number of packets was checked before"))
            }
            Sort::Kinds(_, kinds) => value::of_kinds(&kinds.after_packets(&packets, goes_on)?),
            Sort::Card(followed) => followed.values(riffles),
            Sort::Other(_, mixing) => value::of_rounds(&mixing.after(riffles, goes_on)?),
        };
        if let Some(guessing) = &mut self.guessing {
            let RightGuesses {
                blind,
                shown,
                standard_error,
            } = guessing.after(riffles, goes_on)?;
            let value = |guesses: Option<f64>| {
                guesses.map_or(Value::None, |number| {
                    Value::with_digits(number, GUESSED_DIGITS, GUESSED_PLACES)
                })
            };
            let shown = match (shown, standard_error.filter(|&error| error > 0.0)) {
                (Some(number), Some(error)) => {
                    let number = Magnitude::scaled(number, 0).to_digits(GUESSED_DIGITS);
                    Value::Estimate(number, error, GUESSED_PLACES)
                }
                _ => value(shown),
            };
            values.extend([
                (BLIND, value(blind)),
                (SHOWN, shown),
                (ERROR, value(standard_error)),
            ]);
        }
        watch.reach(done);
        Some(MixRow { riffles, values })
    }

    /// Returns an explanation of the columns of right guesses, or `None` without such columns.
    pub fn guessing_explained(&self) -> Option<String> {
        let random = GuessMixing::in_random_deck(self.cards.to_usize().unwrap_or(usize::MAX));
        let drawn = match self.guessing.as_ref()?.samples() {
            Some(samples) => {
                format!(
                    ", the latter estimated from {samples} random decks, seed {}; ± is two standard errors",
                    self.seed
                )
            }
            None => String::new(),
        };
        Some(format!(
            "The best strategy guesses some cards right: blind, and if each card is shown after its guess{drawn}. \
             In a random deck these are 1 and {random:.4}."
        ))
    }

    /// Returns the reason why no number of shuffles brings the distance to `target` or below.
    ///
    /// The inner value is `None` if some number may. The outer value is `None` if a signal or the timeout came
    /// first.
    pub fn why_never(&self, distance: &str, target: f64, watch: &Watch) -> Option<Option<String>> {
        let Sort::Other(name, mixing) = &self.sort else {
            return Some(None);
        };
        let confinement = mixing.confinement(&mut |decks| watch.goes_on_by(decks))?;
        let Some(Confinement { evidence, share }) = confinement else {
            return Some(None);
        };
        // Some orders are impossible after any number of shuffles.
        let (limit, least) = match distance {
            "separation" => ("1".into(), 1.0),
            _ => (limit(share), 1.0 - share.to_f64()),
        };
        if target >= least {
            return Some(None);
        }
        let (what, deck) = (distance.replace('_', " "), counted(self.cards, "card"));
        let because = match evidence {
            Evidence::Certain => {
                format!(
                    "{name} always moves the {deck} in the same way, so that the {what} stays {limit}"
                )
            }
            Evidence::RandomRounds(rounds) => format!(
                "{name} does not mix {deck}, as far as {rounds} random shuffles show: the {what} tends to {limit} and is never less"
            ),
            _ => {
                format!("{name} does not mix {deck}: the {what} tends to {limit} and is never less")
            }
        };
        let remedy = match limit.starts_with('1') {
            true => "try another shuffle".into(),
            false => format!("expected a larger T than {limit}, or another shuffle"),
        };
        Some(Some(format!("{because}; {remedy}")))
    }
}

/// Formats the minimum total variation if decks reach only a share of all orders, such as `1 - 1.2398e-68` near
/// 1.
fn limit(share: Magnitude) -> String {
    let limit = Value::Part(share.complement(), share).for_people();
    match limit.starts_with("0.") {
        // The distance never falls below the limit, so the limit is rounded down.
        true => Bound::Lower
            .decimals(share.complement().to_f64(), 10)
            .trim_end_matches('0')
            .into(),
        false => limit,
    }
}

/// Number of decimals of right guesses in text.
const GUESSED_PLACES: usize = 4;

/// Number of significant digits of right guesses.
const GUESSED_DIGITS: u32 = 12;

fn guessing(mix: &MixArgs, cards: u64, word: &Word, packets: Option<BigUint>) -> GuessMixing {
    let cards = cards.to_usize().unwrap_or(usize::MAX);
    GuessMixing::new(cards, word.routine(cards).ok(), packets, mix.options())
}

impl MixArgs {
    fn options(&self) -> MixingOptions {
        let risk = match &self.riffles {
            _ if self.until.is_some() => Some(RiskShare::Falling),
            // The row of no shuffles is exact.
            Some(Range { numbers, .. }) => {
                let (first, last) = (*numbers.start().max(&1), *numbers.end());
                Some(RiskShare::Equal(
                    last.saturating_sub(first).saturating_add(1),
                ))
            }
            None => None,
        };
        let (samples, seed, threads) = (self.samples, self.seed, self.threads.count());
        MixingOptions {
            fractions: self.exact,
            samples,
            seed,
            threads,
            risk,
        }
    }
}

/// Returns the distances of a shuffle that is not a riffle of equal packets.
fn by_rounds(mix: &MixArgs, cards: u64, word: &Word, name: String) -> anyhow::Result<Sort> {
    let (argument, given) = (mix.given.shuffle_or("gsr").argument, &mix.given.cards);
    if mix.composition.is_some() || mix.deck.is_some() || mix.card.is_some() {
        let why = "expected a riffle with --composition, --deck and --card, for example gsr";
        return Err(invalid(argument, &name, why));
    }
    let too_many = || given.error(format!("expected at most {} cards", u32::MAX));
    let cards = cards
        .to_usize()
        .filter(|&cards| cards <= u32::MAX as usize)
        .ok_or_else(too_many)?;
    let routine = word
        .routine(cards)
        .map_err(|error| fit_error(argument, &name, word, &error))?;
    match RoutineMixing::new(routine, &mix.options()) {
        Ok(mixing) => Ok(Sort::Other(name, mixing)),
        Err(RoutineMixingError::NoFractions) => {
            let why = format!(
                "expected a riffle or shelf:M with --exact; `faro law` has the fractions of any shuffle of at most {} cards",
                Law::MAX_CARDS
            );
            Err(invalid(argument, &name, why))
        }
        Err(RoutineMixingError::TooManyForFractions) => Err(given.error(format!(
            "expected at most {} with --exact",
            ShelfMixing::MAX_EXACT_CARDS
        ))),
        Err(error @ (RoutineMixingError::TooManyRiffles | RoutineMixingError::TooManyShelves)) => {
            Err(invalid(argument, &name, error))
        }
        Err(error) => Err(given.error(error)),
    }
}

/// The position of one followed card after riffles.
pub struct Followed {
    /// The card, counted from 0.
    pub card: usize,
    position: CardPosition,
    /// Number of two-packet riffles in one riffle of the word.
    riffles_per_round: u64,
    /// Number of two-packet riffles done so far.
    riffles: u64,
}

impl Followed {
    fn new(mix: &MixArgs, cards: u64, card: &str, packets: &BigUint) -> anyhow::Result<Followed> {
        let max = CardPosition::MAX_CARDS;
        if cards > max as u64 {
            let why = format!("expected at most {max} cards with --card");
            return Err(mix.given.cards.error(why));
        }
        // A riffle of 2^k packets equals k riffles of two packets.
        let riffles_per_round = packets.trailing_zeros().unwrap_or(0);
        if *packets != BigUint::one() << riffles_per_round {
            let why = "expected riffles of two packets with --card, such as gsr or gsr^2";
            return Err(mix.given.shuffle_or("gsr").error(why));
        }
        let card = CardNames::new(DeckSize::from(cards)).index("--card <C>", card)?;
        let card = card.to_usize().expect("it is below the number of cards");
        Ok(Followed {
            card,
            position: CardPosition::new(cards as usize, card)?,
            riffles_per_round,
            riffles: 0,
        })
    }

    fn values(&mut self, riffles: u64) -> RowValues {
        while self.riffles < riffles * self.riffles_per_round {
            self.position.riffle();
            self.riffles += 1;
        }
        let row = self.position.distance();
        vec![
            (
                "total_variation",
                Value::Part(row.total_variation, row.total_variation.complement()),
            ),
            (
                "separation",
                Value::Part(row.separation, row.separation_complement),
            ),
            ("l_infinity", Value::Real(row.l_infinity, 6)),
            ("chi_square", Value::Real(row.chi_square, 6)),
        ]
    }
}

/// Returns the number of packets of a riffle.
fn packets(shuffle: &Text) -> anyhow::Result<BigUint> {
    let packets = crate::arguments::shuffle::packets(shuffle.argument, &shuffle.text)?;
    if packets.is_one() {
        return Err(shuffle.error("one packet is not a shuffle; try gsr"));
    }
    let max_bits = Mixing::MAX_BITS;
    if packets > BigUint::one() << max_bits {
        let why =
            format!("more than 2^{max_bits} packets are too many; expected at most gsr^{max_bits}");
        return Err(shuffle.error(why));
    }
    Ok(packets)
}

/// Returns the number of cards, and the number of cards of each kind if cards look alike.
fn deck(mix: &MixArgs) -> anyhow::Result<(u64, Option<Vec<u32>>)> {
    let given = &mix.given.cards;
    let max = KindsMixing::MAX_CARDS;
    let composition = match (&mix.composition, mix.deck) {
        (Some(composition), _) => composition.0.clone(),
        (None, Some(deck)) => {
            let cards = &given.number;
            let packs = (cards / PACK)
                .to_u32()
                .filter(|&packs| packs > 0 && packs <= max / PACK);
            let packs = packs.filter(|&packs| *cards == BigUint::from(packs * PACK));
            let why = format!("expected a multiple of {PACK} up to {max}, for example {PACK}");
            deck.composition(packs.ok_or_else(|| given.error(why))?)
        }
        (None, None) => {
            return Ok((given.at_most(Mixing::MAX_CARDS, "")?, None));
        }
    };
    let cards: u64 = composition.iter().map(|&count| u64::from(count)).sum();
    if cards > max.into() {
        let shown = joined(&composition, ",");
        let why = format!("{cards} cards are too many; expected at most {max}");
        return Err(invalid("--composition <D,D…>", shown, why));
    }
    if given.is_given() && given.number != BigUint::from(cards) {
        let rest = given.number.to_u64().and_then(|all| all.checked_sub(cards));
        let with_rest = rest
            .filter(|&rest| rest <= u64::from(max))
            .map_or(String::new(), |rest| {
                let shown = joined(&composition, ",");
                format!(", or --composition {shown},{rest} if the others look alike")
            });
        let why = format!(
            "the composition has {}; expected --cards {cards}{with_rest}",
            counted(cards, "card")
        );
        return Err(given.error(why));
    }
    Ok((cards, Some(composition)))
}
