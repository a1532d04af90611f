use std::cell::OnceCell;

use faro::Error;
use faro::riffle::{Distance, ExactDistance, ExactMixing, Magnitude, Mixing};
use faro_math::number::Fraction;
use num_bigint::BigUint;

use super::arguments::Mix;
use super::value::{Value, Values};

/// The order of the whole deck after riffles.
pub struct Orders {
    mixing: Mixing,
    /// The exact distances, if fractions are requested or fast to compute.
    exact: Option<ExactMixing>,
    /// The exact distances for numbers far above or below 1, computed at the first use.
    far: OnceCell<Option<ExactMixing>>,
    fractions: bool,
}

/// Maximum number of bits of aⁿ for printed fractions, which then take a second or two.
const LONGEST: u64 = 100_000;

/// Maximum number of bits of aⁿ, and of cards (four packs), for which fractions take some milliseconds. Decimal
/// numbers are then rounded from them.
const SHORT: u64 = 10_000;
const FEW_CARDS: u64 = 208;

/// Maximum number of cards for which all numbers have [`DIGITS`] correct digits. For more than four packs,
/// numbers far above or below 1 take some milliseconds.
const MANY_CARDS: u64 = 1000;
const DIGITS: u32 = 14;

impl Orders {
    pub fn new(mix: &Mix, cards: u64) -> anyhow::Result<Orders> {
        let invalid_cards = |error: Error| mix.given.cards.error(error);
        let wanted = mix.exact || cards <= FEW_CARDS;
        let exact = wanted.then(|| ExactMixing::new(cards)).transpose().map_err(|error| match error {
            Error::TooManyCards { at_most, .. } => {
                mix.given.cards.error(format!("fractions are computed for at most {at_most} cards"))
            }
            error => invalid_cards(error),
        })?;
        Ok(Orders {
            mixing: Mixing::new(cards).map_err(invalid_cards)?,
            exact,
            far: OnceCell::new(),
            fractions: mix.exact,
        })
    }

    /// Returns the maximum number of bits of the number of packets.
    pub fn most_bits(&self) -> u64 {
        if self.fractions { Mixing::MAX_BITS.min(LONGEST / self.mixing.cards()) } else { Mixing::MAX_BITS }
    }

    pub fn values(&self, packets: &BigUint) -> Values {
        let mut row = self.mixing.after_packets(packets).expect("the number of packets was checked before");
        self.improve(&mut row, packets);
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

    /// Replaces the numbers that have fewer correct digits than the others.
    fn improve(&self, row: &mut Distance, packets: &BigUint) {
        let has_few_digits = far_numbers(row).iter().any(|number| number.digits() < DIGITS);
        if !has_few_digits || self.mixing.cards() > MANY_CARDS {
            return;
        }
        let exact = self.far.get_or_init(|| ExactMixing::new(self.mixing.cards()).ok());
        let Some(Ok(far)) = exact.as_ref().map(|exact| exact.far_distances(packets)) else { return };
        let far = [far.total_variation_complement, far.separation_complement, far.l_infinity, far.chi_square];
        for (number, far) in far_numbers(row).into_iter().zip(far) {
            if number.digits() < DIGITS {
                *number = far;
            }
        }
    }

    /// Returns the values. The rational ones come first.
    fn of_distance(&self, row: &Distance) -> Values {
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

/// Returns the numbers that are computed as logarithms if they are far above or below 1.
fn far_numbers(row: &mut Distance) -> [&mut Magnitude; 4] {
    [
        &mut row.total_variation_complement,
        &mut row.separation_complement,
        &mut row.l_infinity,
        &mut row.chi_square,
    ]
}

/// Number of values before `kl_bits`.
const RATIONAL: usize = 6;

/// Returns the fractions rounded to the nearest numbers.
fn of_exact(row: &ExactDistance) -> Values {
    let complement = |part: &Fraction| Value::Size(Magnitude::from_fraction(&part.complement()));
    vec![
        ("total_variation", Value::of_fraction(&row.total_variation)),
        ("total_variation_complement", complement(&row.total_variation)),
        ("separation", Value::of_fraction(&row.separation)),
        ("separation_complement", complement(&row.separation)),
        ("l_infinity", Value::Size(Magnitude::from_fraction(&row.l_infinity))),
        ("chi_square", Value::Size(Magnitude::from_fraction(&row.chi_square))),
    ]
}

fn of_fractions(row: ExactDistance) -> Values {
    vec![
        ("total_variation_exact", Value::Exact(row.total_variation)),
        ("separation_exact", Value::Exact(row.separation)),
        ("l_infinity_exact", Value::Exact(row.l_infinity)),
        ("chi_square_exact", Value::Exact(row.chi_square)),
        ("rising_sequences_exact", Value::Exact(row.rising_sequences)),
    ]
}
