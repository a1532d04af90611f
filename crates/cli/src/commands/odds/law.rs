//! The exact laws of hands.

use std::ops::RangeInclusive;

use faro::riffle::Magnitude;
use faro_math::number::{Fraction, Wide, log2_factorial};
use faro_math::statistics::{Hands, Ways, binomials, hypergeometric};
use num_bigint::BigUint;
use serde::Serialize;

use super::kinds::{Of, Wanted};
use crate::output::probability::{self, Number};

/// Maximum number of multiplications of numbers of hands, which take some seconds.
const MAX_PRODUCTS: f64 = 1e8;

/// Maximum number of multiplications of exact (big) numbers of hands.
const MAX_EXACT_PRODUCTS: f64 = 1e6;

/// Maximum number of bits of the exact number of all hands: 1000 digits.
const MAX_EXACT_BITS: f64 = 3322.0;

/// Maximum number of seen cards of exact probabilities.
const MAX_EXACT_SEEN: u64 = 5000;

/// The probability of an event, and of its opposite.
pub struct EventChance {
    pub number: Magnitude,
    pub complement: Magnitude,
    exact: Option<Fraction>,
}

impl EventChance {
    /// Creates the chance of the first of two numbers of hands, and the exact numbers if they are known.
    fn new([met, unmet]: [Wide; 2], exact: Option<[BigUint; 2]>) -> EventChance {
        let share = |part: Wide| {
            let (share, exponent) = part.ratio(met + unmet);
            Magnitude::scaled(share, exponent)
        };
        let exact = exact.map(|[met, unmet]| Fraction::new(met.clone(), met + unmet));
        EventChance {
            number: exact
                .as_ref()
                .map_or_else(|| share(met), Magnitude::from_fraction),
            complement: share(unmet),
            exact,
        }
    }

    pub fn text(&self) -> String {
        probability::of_parts(self.number, self.complement, 6)
    }

    pub fn exact(&self) -> Option<String> {
        self.exact.as_ref().map(Fraction::to_string)
    }
}

/// The probability of a number of cards that count, in JSON: `{"count": 3, "probability": 0.3, "exact": "3/10",
/// "at_least": 0.4}`
#[derive(Serialize)]
pub struct CountRow {
    pub count: u64,
    probability: Number,
    exact: Option<String>,
    at_least: Number,
    #[serde(skip)]
    pub texts: [EventChance; 2],
}

/// The deck of a question: the kinds that count, and the number of other cards.
pub struct DeckComposition {
    pub cards: u64,
    /// The number of cards that belong to no kind that counts.
    pub others: u64,
    /// The number of equal kinds, any of which meets the one condition; 1 if there are several conditions.
    pub kinds: u64,
    pub parts: Vec<Wanted>,
}

impl DeckComposition {
    /// Returns the number of multiplications for hands of at most `see` cards, asked for in `rows` rows.
    fn products(&self, see: u64, rows: u64) -> f64 {
        let length = |of: u64| of.min(see) as f64 + 1.0;
        let (mut whole, mut products) = (1, 0.0);
        for part in &self.parts {
            if whole > 1 {
                products += 4.0 * length(whole) * length(part.of);
            }
            whole += part.of;
        }
        if self.kinds > 1 {
            whole = self.kinds * self.parts[0].of;
            products += 6.0 * length(whole) * length(whole);
        }
        products + rows as f64 * length(whole)
    }

    /// Returns whether exact numbers of hands have few digits and take little time.
    fn is_exact(&self, see: u64, products: f64) -> bool {
        let [cards, drawn, rest] =
            [self.cards, see, self.cards - see].map(|number| log2_factorial(number as f64));
        see <= MAX_EXACT_SEEN
            && products <= MAX_EXACT_PRODUCTS
            && cards - drawn - rest <= MAX_EXACT_BITS
    }

    fn check(&self, products: f64) -> anyhow::Result<()> {
        anyhow::ensure!(
            products <= MAX_PRODUCTS,
            "these kinds and seen cards need {products:.0e} products, and at most {MAX_PRODUCTS:.0e} are computed; \
             expected fewer seen cards, or smaller kinds"
        );
        Ok(())
    }

    /// Returns the hands of at most `see` cards of the kinds that count.
    fn hands<T: Ways>(&self, see: u64) -> Hands<T> {
        let hands = |part: &Wanted| {
            Hands::of_kind(part.of, see, |size| part.range().contains(&size)).any_of(self.kinds)
        };
        let mut parts = self.parts.iter().map(hands);
        let first = parts.next().expect("there is a condition");
        parts.fold(first, |all, part| all.and(&part))
    }

    /// Returns the probability of the condition for each number of seen cards, with its numbers of hands.
    pub fn chances(
        &self,
        see: RangeInclusive<u64>,
    ) -> anyhow::Result<Vec<([Wide; 2], EventChance)>> {
        let last = *see.end();
        let products = self.products(last, last - see.start() + 1);
        self.check(products)?;
        let exact = self.is_exact(last, products).then(|| {
            (
                self.hands::<BigUint>(last),
                binomials::<BigUint>(self.others, last),
            )
        });
        let (hands, others) = (
            self.hands::<Wide>(last),
            binomials::<Wide>(self.others, last),
        );
        let chance = |drawn| {
            let exact = exact
                .as_ref()
                .map(|(hands, others)| hands.drawn(others, drawn));
            let ways = hands.drawn(&others, drawn);
            (ways, EventChance::new(ways, exact))
        };
        Ok(see.map(chance).collect())
    }

    /// Returns the law of the number of cards of the kind, or of the largest number among several kinds.
    pub fn table(&self, of: Of, see: u64) -> anyhow::Result<Vec<CountRow>> {
        let each = match of.kinds {
            1 => 1.0,
            _ => of.each.min(see) as f64 + 1.0,
        };
        let products = each * self.products(see, 1);
        self.check(products)?;
        let wide = sums(self.counts::<Wide>(of, see));
        let mut exact = self
            .is_exact(see, products)
            .then(|| sums(self.counts::<BigUint>(of, see)).into_iter());
        let row = |(ways, count): ([[Wide; 2]; 2], u64)| {
            let [mut alone, mut or_more] = [None, None];
            if let Some([one, more]) = exact.as_mut().and_then(Iterator::next) {
                (alone, or_more) = (Some(one), Some(more));
            }
            let texts = [
                EventChance::new(ways[0], alone),
                EventChance::new(ways[1], or_more),
            ];
            CountRow {
                count,
                probability: Number::from(texts[0].number),
                exact: texts[0].exact(),
                at_least: Number::from(texts[1].number),
                texts,
            }
        };
        Ok(wide.into_iter().zip(0..).map(row).collect())
    }

    fn counts<T: Ways>(&self, of: Of, see: u64) -> Vec<T> {
        if of.kinds == 1 {
            return hypergeometric(self.cards, of.each, see);
        }
        let others = binomials(self.others, see);
        // The number of hands in which every kind has at most `max` cards and some kind has exactly this number.
        let largest = |max: u64| {
            let hands = Hands::<T>::of_kind(of.each, see.min(max), |size| size == max);
            let [ways, _] = hands.growing_to(see).any_of(of.kinds).drawn(&others, see);
            ways
        };
        (0..=of.each.min(see)).map(largest).collect()
    }
}

/// Returns, for each number k of cards, two pairs of numbers of hands: those with exactly k cards and all others,
/// and those with at least k cards and all others. `counts[k]` is the number of hands with k cards.
fn sums<T: Ways>(counts: Vec<T>) -> Vec<[[T; 2]; 2]> {
    let mut above = vec![T::of(false)];
    for count in counts.iter().rev() {
        above.push(above[above.len() - 1].clone() + count.clone());
    }
    let mut below = T::of(false);
    let mut from = above.into_iter().rev();
    let mut or_more = from.next().unwrap_or_else(|| T::of(false));
    let mut rows = Vec::with_capacity(counts.len());
    for (count, more) in counts.into_iter().zip(from) {
        let alone = [count.clone(), below.clone() + more.clone()];
        rows.push([alone, [or_more, below.clone()]]);
        below = below + count;
        or_more = more;
    }
    rows
}
