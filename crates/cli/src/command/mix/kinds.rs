use std::num::NonZero;

use faro::riffle::{Magnitude, ManyKinds, RepeatedCards, TwoKinds};
use faro_sample::shuffle::Seed;
use num_bigint::BigUint;
use num_traits::ToPrimitive;

use super::arguments::Mix;
use super::value::{Value, Values};
use faro_console::watch::Watch;

/// The arrangement of the kinds of cards after riffles.
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

/// Number of significant digits of a sum of up to some millions of numbers.
const SUMMED_DIGITS: u32 = 12;

impl Kinds {
    pub fn new(mix: &Mix, composition: Vec<u32>) -> Kinds {
        let repeated =
            RepeatedCards::new(&composition).expect("each kind has cards, and they are not too many");
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

    /// Returns whether total variation can be computed or estimated.
    pub fn has_variation(&self) -> bool {
        self.two.is_some() || self.many.is_some() || self.is_arranged()
    }

    /// Returns whether total variation may be an estimate.
    pub fn is_sampled(&self) -> bool {
        (self.two.is_some() || self.many.is_some()) && !self.is_arranged()
    }

    /// Returns whether total variation is summed over all arrangements.
    fn is_arranged(&self) -> bool {
        self.repeated.total_variation(&2u32.into()).is_some()
    }

    pub fn values(&self, packets: &BigUint, watch: &Watch) -> Option<Values> {
        let separation = self.repeated.separation(packets);
        let variation = self.repeated.total_variation(packets);
        let (value, error) = match &variation {
            Some(variation) => (Value::of_fraction(variation), Value::None),
            None => self.estimated(packets, watch)?,
        };
        let mut values = vec![
            ("total_variation", value),
            ("standard_error", error),
            ("separation", Value::of_fraction(&separation)),
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
        let few = packets.to_u32().filter(|&packets| packets <= TwoKinds::MAX_PACKETS);
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
            Some(error) => (summed(found.value, 5), summed(error, 5)),
            None => (summed(found.value, 10), Value::None),
        })
    }
}

/// Cost of an arrangement above which its computation takes milliseconds.
const SLOW: f64 = 1e6;

/// Returns a number of random decks for which a row takes about a second at most.
fn usual_samples(two: bool, many: Option<&ManyKinds>) -> u32 {
    match many {
        _ if two => 100_000,
        Some(many) if many.cost() > SLOW => 1000,
        _ => 10_000,
    }
}

/// Returns the value of a sum over many arrangements, or of an estimate.
fn summed(number: f64, decimals: usize) -> Value {
    Value::with_digits(number, SUMMED_DIGITS, decimals)
}
