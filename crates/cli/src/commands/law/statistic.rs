//! `faro law --statistic`: the exact probability of each value of a statistic of the deck.

use std::io::{self, Write};

use faro::Permutation;
use faro::distribution;
use faro::riffle::Magnitude;
use faro_math::number::{Fraction, factorial};
use faro_permutation::Statistic;
use faro_render::numbers::counted;
use faro_render::view::{Page, Report, Sequence, Table};
use num_bigint::BigUint;
use num_traits::Zero;
use serde::{Serialize, Serializer};

use crate::arguments::statistic::name;
use crate::output::object::object;
use crate::output::probability::{self, Number};

/// A condition on a statistic.
#[derive(Clone, Copy)]
pub enum Condition {
    AtLeast(u64),
    AtMost(u64),
}

impl Condition {
    fn holds(self, value: usize) -> bool {
        match self {
            Condition::AtLeast(least) => value as u64 >= least,
            Condition::AtMost(most) => value as u64 <= most,
        }
    }

    fn words(self) -> String {
        match self {
            Condition::AtLeast(least) => format!("at least {least}"),
            Condition::AtMost(most) => format!("at most {most}"),
        }
    }
}

/// The exact law of a statistic.
pub struct StatisticReport {
    pub cards: usize,
    pub shuffle: String,
    pub statistic: Statistic,
    pub condition: Option<Condition>,
    /// The weight of each value 0, 1, … of the statistic, and the sum of the weights.
    pub weights: Vec<BigUint>,
    pub total: BigUint,
}

/// Maximum number of cards of a law that is known by a formula: of inversions, whose values are many, and of others.
const MAX_INVERSIONS: usize = 208;
const MAX_CARDS: usize = 1000;

/// Returns the maximum number of cards for which the law over all orders is known.
pub fn max_cards(statistic: Statistic) -> usize {
    match statistic {
        Statistic::Inversions => MAX_INVERSIONS,
        Statistic::LongestIncreasing | Statistic::Displacement | Statistic::Position => {
            distribution::Law::MAX_CARDS
        }
        _ => MAX_CARDS,
    }
}

/// The weight of each value 0, 1, … of a statistic, and the sum of the weights.
pub type Weights = (Vec<BigUint>, BigUint);

/// Returns the weight of each value of `statistic` over all orders, and the sum of the weights.
///
/// Returns `None` if no formula is known. All orders are equally likely.
pub fn uniform_weights(statistic: Statistic, cards: usize) -> Option<Weights> {
    let cards = u32::try_from(cards).ok()?;
    Some((statistic.counts(cards)?, factorial(cards)))
}

/// Returns the weights of the values in a law, and their sum.
pub fn weights(statistic: Statistic, law: &distribution::Law) -> Weights {
    let largest = statistic.largest(law.cards()) as usize;
    let mut weights = vec![BigUint::zero(); largest + 1];
    for rank in 0..law.orders() {
        let weight = law.weight(rank);
        if !weight.is_zero() {
            let deck = Permutation::from_deck(law.deck(rank)).expect("a deck of the law");
            weights[statistic.value(&deck) as usize] += weight;
        }
    }
    (weights, law.total())
}

/// Maximum number of rows of values in the text.
const MAX_ROWS: usize = 20;

/// Values in the tails with a smaller probability have no row in the text.
const MIN_TAIL: f64 = 1e-6;

impl StatisticReport {
    fn probability(&self, weight: &BigUint) -> Fraction {
        Fraction::new(weight.clone(), self.total.clone())
    }

    /// Returns the values with a positive probability.
    fn values(&self) -> impl Iterator<Item = (usize, &BigUint)> {
        let values = self.weights.iter().enumerate();
        values.filter(|(_, weight)| !weight.is_zero())
    }

    fn asked(&self) -> Option<(Condition, Fraction)> {
        let condition = self.condition?;
        let values = self.values().filter(|&(value, _)| condition.holds(value));
        let weight: BigUint = values.map(|(_, weight)| weight).sum();
        Some((condition, self.probability(&weight)))
    }

    fn subject(&self) -> String {
        let statistic = name(self.statistic).replace('-', " ");
        let cards = counted(self.cards, "card");
        format!("{statistic} of {cards} after {}", self.shuffle)
    }

    /// Returns the mean and the standard deviation.
    fn moments(&self) -> (f64, f64) {
        let sum = |power: u32| {
            let terms = self
                .values()
                .map(|(value, weight)| weight * (value as u64).pow(power));
            terms.sum::<BigUint>()
        };
        let (sum, squares) = (sum(1), sum(2));
        // The variance is (total · squares − sum²)/total², a difference of integers.
        let spread = &squares * &self.total - &sum * &sum;
        let variance = Fraction::new(spread, &self.total * &self.total);
        (self.probability(&sum).to_f64(), variance.to_f64().sqrt())
    }

    /// Returns the first and last value that the text lists.
    fn shown(&self) -> (usize, usize) {
        let reaches = |tail: &mut BigUint, value: usize| {
            *tail += &self.weights[value];
            !tail.is_zero() && self.probability(tail).to_f64() >= MIN_TAIL
        };
        let (mut below, mut above) = (BigUint::zero(), BigUint::zero());
        let values = 0..self.weights.len();
        let first = values.clone().find(|&value| reaches(&mut below, value));
        let last = values.rev().find(|&value| reaches(&mut above, value));
        (first.unwrap_or(0), last.unwrap_or(0))
    }
}

/// Formats a probability with five significant digits, such as `0.0018809`, `1.2346e-9` or `1 - 2.0e-7`.
fn five_digits(fraction: &Fraction) -> String {
    let number = fraction.to_f64();
    if number > 0.0 && number < 1e-3 {
        return Magnitude::from_fraction(fraction).to_digits(5).to_string();
    }
    let zeros = [0.1, 0.01]
        .iter()
        .filter(|bound| number > 0.0 && number < **bound)
        .count();
    probability::of_fraction(fraction, 5 + zeros)
}

impl Report for StatisticReport {
    fn table(&self) -> Table<'_> {
        let chances = ["probability", "exact"];
        match self.asked_fields() {
            Some(asked) => {
                Table::with_records(["condition"].into_iter().chain(chances), "", [asked])
            }
            None => Table::with_records(["value"].into_iter().chain(chances), "", self.chances()),
        }
        .with_plain_numbers()
    }

    fn text(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        self.headline(page, out)?;
        if page.quiet {
            return Ok(());
        }
        let (mean, deviation) = self.moments();
        writeln!(out, "mean {mean:.4}, standard deviation {deviation:.4}")?;
        if let Some((_, chance)) = self.asked() {
            let once = 1.0 / chance.to_f64();
            if once.is_finite() && once >= 2.0 {
                writeln!(out, "one deck in {}", faro_render::numbers::brief(once))?;
            }
            return Ok(());
        }
        let (first, last) = self.shown();
        let width = (last - first + 1).div_ceil(MAX_ROWS);
        let rows = (first..=last).step_by(width).map(|from| {
            let to = (from + width - 1).min(last);
            let weight: BigUint = self.weights[from..=to].iter().sum();
            let values = match from == to {
                true => from.to_string(),
                false => format!("{from} to {to}"),
            };
            vec![values, five_digits(&self.probability(&weight))]
        });
        faro_render::text(Table::new(["value", "probability"], rows), page, out)?;
        let rest: BigUint = self
            .values()
            .filter(|(value, _)| !(first..=last).contains(value))
            .map(|(_, weight)| weight)
            .sum();
        match rest.is_zero() {
            true => Ok(()),
            false => writeln!(
                out,
                "others together {}",
                five_digits(&self.probability(&rest))
            ),
        }
    }

    fn headline(&self, _: &Page, out: &mut dyn Write) -> io::Result<()> {
        match self.asked() {
            Some((condition, chance)) => {
                let (subject, condition) = (self.subject(), condition.words());
                writeln!(out, "{subject}, {condition}: {}", five_digits(&chance))
            }
            None => writeln!(out, "{}", self.subject()),
        }
    }
}

/// The probability of a value in JSON: `{"value": 1, "probability": 0.5, "exact": "1/2"}`
#[derive(Serialize)]
struct ValueProbability {
    value: usize,
    probability: Number,
    exact: String,
}

/// The probability of the user's condition in JSON: `{"condition": "at most 20", "probability": 0.5, "exact":
/// "1/2"}`
#[derive(Serialize)]
struct Asked {
    condition: String,
    probability: Number,
    exact: String,
}

impl StatisticReport {
    /// Returns the values with their probabilities, for JSON and CSV.
    fn chances(&self) -> impl Iterator<Item = ValueProbability> {
        self.values().map(|(value, weight)| {
            let chance = self.probability(weight);
            ValueProbability {
                value,
                probability: Number::new(&chance),
                exact: chance.to_string(),
            }
        })
    }

    fn asked_fields(&self) -> Option<Asked> {
        self.asked().map(|(condition, chance)| Asked {
            condition: condition.words(),
            probability: Number::new(&chance),
            exact: chance.to_string(),
        })
    }
}

impl Serialize for StatisticReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        object!(serializer, {
            "cards": self.cards,
            "shuffle": self.shuffle,
            "statistic": self.statistic.name(),
            "values": Sequence::new(self.chances()),
            "asked": self.asked_fields(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The formulas count the orders that the exact law of a fair shuffle lists.
    #[test]
    fn formulas_agree_with_the_law_of_all_orders() {
        for cards in 1..=6 {
            let routine = "fisher-yates".parse::<faro::Word>().unwrap();
            let law = routine.routine(cards).unwrap().law().unwrap();
            for statistic in Statistic::OF_DECKS {
                let (weights, total) = weights(statistic, &law);
                let Some((counts, orders)) = uniform_weights(statistic, cards) else {
                    continue;
                };
                let scaled = |weight: &BigUint| weight * &orders;
                let listed: Vec<BigUint> = weights.iter().map(scaled).collect();
                let counted: Vec<BigUint> = counts.iter().map(|count| count * &total).collect();
                assert_eq!(listed, counted, "{statistic:?} of {cards}");
            }
        }
    }

    #[test]
    fn five_digits_are_significant() {
        let text =
            |numerator: u32, denominator: u32| five_digits(&Fraction::new(numerator, denominator));
        assert_eq!(
            [
                text(1, 3),
                text(1, 300),
                text(1, 30_000),
                text(0, 1),
                text(1, 1),
                text(1, 10)
            ],
            ["0.33333", "0.0033333", "3.3333e-5", "0", "1", "0.10000"]
        );
    }
}
