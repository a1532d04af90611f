use faro::Word;
use faro::distribution::MAX_CARDS;
use faro::mixing::{
    Distances, ExactDistances, MAX_EXACT_SHELF_CARDS, MAX_TOP_TO_RANDOM_CARDS, ShelfMixing, SmallMixing,
    TopToRandomMixing,
};
use faro::zoo::{RandomShuffle, Shelves};
use num_bigint::BigUint;
use num_traits::ToPrimitive;

use super::arguments::Mix;
use super::value::Value;
use crate::cli::error::invalid;
use crate::cli::word::fit_error;

/// A random shuffle that is not a riffle, and how its distances are computed.
pub struct OtherShuffle {
    /// The word.
    pub name: String,
    law: Law,
}

enum Law {
    /// A shelf machine.
    Shelves {
        mixing: Box<ShelfMixing>,
        /// Twice the number of shelves of one machine that is equal to one round.
        hands: BigUint,
        fractions: bool,
    },
    /// Top to random.
    TopToRandom {
        mixing: Box<TopToRandomMixing>,
        /// The number of moved cards in one round.
        each: u32,
        /// The number of rounds done so far.
        done: u64,
    },
    /// A small deck.
    Small {
        mixing: Box<SmallMixing>,
        /// The number of rounds done so far.
        done: u64,
    },
}

/// The largest number of shelves is 2 to this power, multiplied over all passes.
const MAX_BITS: u64 = 480;

/// The most rounds of a small deck.
const MAX_ROUNDS: u64 = 1_000_000;

/// The number of rows if none is given.
const USUAL_ROUNDS: u64 = 20;

impl OtherShuffle {
    pub fn new(mix: &Mix, cards: u64, word: &Word, name: String) -> anyhow::Result<OtherShuffle> {
        let argument = mix.given.shuffle_or("gsr").argument;
        if mix.composition.is_some() || mix.deck.is_some() || mix.card.is_some() {
            let why = "expected a riffle with --composition, --deck and --card, for example gsr";
            return Err(invalid(argument, &name, why));
        }
        let invalid_cards = |why: String| mix.given.cards.error(why);
        let many = || invalid_cards(format!("expected at most {} cards", u32::MAX));
        let deck = cards.to_usize().filter(|&cards| cards <= u32::MAX as usize).ok_or_else(many)?;
        let routine = word.routine(deck).map_err(|error| fit_error(argument, &name, word, &error))?;
        let law = match routine.only_shuffle() {
            Some((RandomShuffle::Shelves(Shelves(shelves)), passes)) => {
                if mix.exact && deck > MAX_EXACT_SHELF_CARDS {
                    return Err(invalid_cards(format!(
                        "expected at most {MAX_EXACT_SHELF_CARDS} with --exact"
                    )));
                }
                let mixing = ShelfMixing::new(deck).map_err(|error| invalid_cards(error.to_string()))?;
                let hands = hands(shelves, passes);
                let hands =
                    hands.ok_or_else(|| invalid(argument, &name, "expected at most 2^480 shelves"))?;
                Law::Shelves { mixing: Box::new(mixing), hands, fractions: mix.exact }
            }
            _ if mix.exact => {
                return Err(invalid(argument, &name, "expected a riffle or shelf:M with --exact"));
            }
            Some((RandomShuffle::TopToRandom, each)) => {
                let why = || format!("expected at most {MAX_TOP_TO_RANDOM_CARDS} cards for top-to-random");
                let mixing = TopToRandomMixing::new(deck).ok_or_else(|| invalid_cards(why()))?;
                Law::TopToRandom { mixing: Box::new(mixing), each, done: 0 }
            }
            _ if deck <= MAX_CARDS => {
                let remedy = "try fewer cards or a shorter word";
                let mixing = routine.small_mixing();
                let mixing = mixing.map_err(|error| invalid_cards(format!("{error}; {remedy}")))?;
                Law::Small { mixing: Box::new(mixing), done: 0 }
            }
            _ => {
                let why = "expected at most 10 cards for this shuffle; larger decks are for gsr, riffle:A, shelf:M and top-to-random";
                return Err(invalid_cards(why.into()));
            }
        };
        Ok(OtherShuffle { name, law })
    }

    /// Returns the largest number of shuffles.
    pub fn most(&self) -> u64 {
        match &self.law {
            Law::Shelves { hands, .. } => {
                let within = |&times: &u32| hands.pow(times).bits() <= MAX_BITS;
                (1..=MAX_BITS as u32).take_while(within).last().unwrap_or(1).into()
            }
            Law::TopToRandom { .. } | Law::Small { .. } => MAX_ROUNDS,
        }
    }

    /// Returns the last row if no rows are given: for shelves five more than the cutoff 5/4 log n/log 2m.
    pub fn usual_last(&self, cards: u64) -> u64 {
        match &self.law {
            Law::Shelves { hands, .. } => {
                let ln_hands = hands.to_f64().unwrap_or(f64::INFINITY).ln();
                (1.25 * (cards as f64).ln() / ln_hands).ceil() as u64 + 5
            }
            // Two n more than the cutoff n log n.
            Law::TopToRandom { each, .. } => {
                let cards = cards as f64;
                (cards * (cards.ln() + 2.0) / f64::from(*each)).ceil() as u64
            }
            Law::Small { .. } => USUAL_ROUNDS,
        }
    }

    /// Returns the values after a number of shuffles, which is not smaller than in the call before. `None` if
    /// `goes_on` becomes false.
    pub fn values(
        &mut self,
        cards: u64,
        times: u64,
        goes_on: impl Fn() -> bool,
    ) -> Option<Vec<(&'static str, Value)>> {
        if times == 0 {
            return Some(exact(&Distances::certain(cards as usize)));
        }
        match &mut self.law {
            Law::Shelves { mixing, hands, fractions } => {
                let shelves = hands.pow(times as u32) >> 1;
                let row = mixing.after_shelves(&shelves).expect("the number of shelves was checked before");
                let mut values = exact(&row);
                let fractions = if *fractions { mixing.exact_after_shelves(&shelves).ok() } else { None };
                let fractions = fractions.flatten();
                values.extend(fractions.map_or(Vec::new(), of_fractions));
                Some(values)
            }
            Law::TopToRandom { mixing, each, done } => {
                while *done < times {
                    if !goes_on() {
                        return None;
                    }
                    (0..*each).for_each(|_| mixing.advance());
                    *done += 1;
                }
                let values = exact(&mixing.distances());
                Some(if mixing.is_complete() { values } else { without_extremes(values) })
            }
            Law::Small { mixing, done } => {
                while *done < times {
                    if !goes_on() {
                        return None;
                    }
                    mixing.advance();
                    *done += 1;
                }
                Some(exact(&mixing.distances()))
            }
        }
    }
}

/// Returns twice the number of shelves of one machine that is equal to some passes of one with m shelves: (2m)^passes.
fn hands(shelves: u32, passes: u32) -> Option<BigUint> {
    let bits = f64::from(shelves).log2() + 1.0;
    (bits * f64::from(passes) <= MAX_BITS as f64).then(|| BigUint::from(2 * u64::from(shelves)).pow(passes))
}

fn exact(row: &Distances) -> Vec<(&'static str, Value)> {
    vec![
        ("method", Value::Text("exact")),
        ("total_variation", Value::Part(row.total_variation, row.total_variation_complement)),
        ("total_variation_complement", Value::Size(row.total_variation_complement)),
        ("separation", Value::Part(row.separation, row.separation_complement)),
        ("separation_complement", Value::Size(row.separation_complement)),
        ("l_infinity", Value::Size(row.l_infinity)),
        ("chi_square", Value::Size(row.chi_square)),
        ("kl_bits", Value::Real(row.kl_bits, 6)),
        ("entropy_bits", Value::Real(row.entropy_bits, 6)),
    ]
}

/// Returns the values without those that depend on probabilities too small to be kept.
fn without_extremes(values: Vec<(&'static str, Value)>) -> Vec<(&'static str, Value)> {
    let kept = |key: &str, value| match value {
        _ if key.ends_with("complement") || key == "l_infinity" || key == "chi_square" => Value::None,
        Value::Part(part, _) => Value::Real(part, 10),
        value => value,
    };
    values.into_iter().map(|(key, value)| (key, kept(key, value))).collect()
}

fn of_fractions(row: ExactDistances) -> Vec<(&'static str, Value)> {
    vec![
        ("total_variation_exact", Value::Exact(row.total_variation)),
        ("separation_exact", Value::Exact(row.separation)),
        ("l_infinity_exact", Value::Exact(row.l_infinity)),
        ("chi_square_exact", Value::Exact(row.chi_square)),
    ]
}
