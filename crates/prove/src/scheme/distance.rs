//! The total variation distance of the cards that a scheme deals from uniform, if its stream of bytes is uniform.
//!
//! A draw maps M equally likely words of bytes to the numbers below r. By both rules, `modulo` and `fraction`, M mod r
//! of the numbers get one word more than the others. With q = ⌊M/r⌋ these numbers have the probability (q + 1)/M, and
//! the others q/M. If different lists of numbers give different decks, the probability of a deck is the product p of
//! the probabilities of its numbers. The distance is the sum of max(0, 1/N − p) over all N lists of numbers. If p has
//! few values, the sum is exact. Otherwise ln(N · p) is a sum of independent variables, whose law is computed on a
//! grid. The rounding to the grid is bounded, so that the result is an interval that contains the distance.

use std::collections::HashMap;

use faro::riffle::ExactMixing;
use faro_math::number::Fraction;
use num_bigint::BigUint;
use num_traits::{One, ToPrimitive};

use super::first_cards;
use super::method::Method;
use super::stream::{NumberDecoding, Rule};
use super::text::Scheme;

/// The total variation distance of a scheme's dealt cards from uniform.
#[derive(Clone, Debug, PartialEq)]
pub enum SchemeDistance {
    /// The exact distance.
    Exact(Fraction),
    /// A lower and an upper bound of the distance.
    Between(f64, f64),
}

impl SchemeDistance {
    /// Returns a lower and an upper bound of the distance. They are equal if the distance is exact.
    pub fn bounds(&self) -> (f64, f64) {
        match self {
            SchemeDistance::Exact(fraction) => (fraction.to_f64(), fraction.to_f64()),
            SchemeDistance::Between(low, high) => (*low, *high),
        }
    }

    fn widened(self, error: f64) -> SchemeDistance {
        match self {
            exact if error == 0.0 => exact,
            other => {
                let (low, high) = other.bounds();
                SchemeDistance::Between((low - error).max(0.0), (high + error).min(1.0))
            }
        }
    }
}

/// Maximum number of values of the product p for an exact sum.
const MAX_PRODUCTS: usize = 4096;

/// Maximum number of steps of the computation on the grid: draws times cells.
const MAX_STEPS: usize = 1 << 26;

/// Maximum number of cells of the grid.
const MAX_CELLS: usize = 1 << 20;

/// A draw of a number below `range` whose values are not equally likely.
struct Uneven {
    range: usize,
    /// Number of values that get one word more than the others.
    more: usize,
    /// Number of words that are mapped to each of the other values.
    words: BigUint,
}

impl Uneven {
    fn new(range: usize, numbers: &NumberDecoding) -> Option<Uneven> {
        let words = numbers.accepted(range);
        let more = (&words % range).to_usize().filter(|&more| more > 0)?;
        Some(Uneven {
            range,
            more,
            words: words / range,
        })
    }

    /// Returns the logarithms of r times the smaller and r times the larger probability of a value, where r is `range`.
    fn logs(&self, all: &BigUint) -> (f64, f64) {
        let part = |count: usize| Fraction::new(count, all.clone()).to_f64();
        (
            (-part(self.more)).ln_1p(),
            part(self.range - self.more).ln_1p(),
        )
    }

    /// Returns the total variation distance of this draw from uniform: m(r − m)/(rM), where m is `more`, r is `range`
    /// and M is `all`.
    fn distance(&self, all: &BigUint) -> f64 {
        Fraction::new(self.more * (self.range - self.more), all * self.range).to_f64()
    }
}

/// Returns the total variation distance from uniform of the cards that `scheme` deals. The stream is assumed to be
/// uniform.
pub fn distance(scheme: &Scheme) -> SchemeDistance {
    let (method, numbers, cards) = (scheme.deck.method, &scheme.numbers, scheme.cards);
    // All cards but one determine the last one.
    let dealt = scheme.dealt().min(cards - 1);
    if method == Method::SortKeys {
        return of_sorting(cards, dealt, &numbers.words());
    }
    let mut ranges = method.ranges(cards, scheme.dealt());
    if matches!(method, Method::FisherYatesUp | Method::Draw) {
        // With these methods, draws after the last dealt card do not change the dealt cards.
        ranges.truncate(dealt);
    }
    let uneven: Vec<Uneven> = ranges
        .iter()
        .filter_map(|&range| Uneven::new(range, numbers))
        .collect();
    let all = numbers.words();
    let distance = match method {
        Method::Sattolo => of_sattolo(cards, dealt, &uneven, numbers),
        Method::Naive => of_swaps(method, cards, dealt, numbers, 1.0),
        Method::FisherYatesDown | Method::InsideOut if dealt < cards - 1 => of_swaps(
            method,
            cards,
            dealt,
            numbers,
            of_draws(&uneven, &all).bounds().1,
        ),
        _ => of_draws(&uneven, &all),
    };
    distance.widened(failure(scheme, &ranges))
}

/// Returns an upper bound of the change of the distance by rejected words: words that overlap are dependent, and a
/// stream may end before it has an accepted word.
fn failure(scheme: &Scheme, ranges: &[usize]) -> f64 {
    let numbers = &scheme.numbers;
    let overlaps = numbers.step.is_some_and(|step| step < numbers.bytes);
    let words = scheme.stream.length().map(|length| length / numbers.bytes);
    if numbers.rule != Rule::Reject || (words.is_none() && !overlaps) {
        return 0.0;
    }
    let tries = if overlaps || !scheme.stream.restarts() {
        1
    } else {
        words.unwrap_or(1)
    };
    let rejected = |&range: &usize| {
        let rejected = numbers.words() - numbers.accepted(range);
        Fraction::new(rejected, numbers.words())
            .to_f64()
            .powi(tries as i32)
    };
    ranges.iter().map(rejected).sum()
}

fn of_draws(uneven: &[Uneven], all: &BigUint) -> SchemeDistance {
    match exact(uneven, all) {
        Some(fraction) => SchemeDistance::Exact(fraction),
        None => on_a_grid(uneven, all),
    }
}

/// Returns the sum of max(0, 1/N − p) over all N lists of numbers, where p is the probability of a list. Returns `None`
/// if p has more than [`MAX_PRODUCTS`] values.
fn exact(uneven: &[Uneven], all: &BigUint) -> Option<Fraction> {
    let mut products = HashMap::from([(BigUint::one(), BigUint::one())]);
    for draw in uneven {
        let mut next: HashMap<BigUint, BigUint> = HashMap::new();
        for (product, count) in &products {
            *next.entry(product * &draw.words).or_default() += count * (draw.range - draw.more);
            *next.entry(product * (&draw.words + 1u32)).or_default() += count * draw.more;
        }
        if next.len() > MAX_PRODUCTS {
            return None;
        }
        products = next;
    }
    let lists: BigUint = uneven
        .iter()
        .map(|draw| BigUint::from(draw.range))
        .product();
    let uniform = all.pow(uneven.len() as u32);
    let missing = |(product, count): (&BigUint, &BigUint)| {
        let likelihood = product * &lists;
        if likelihood < uniform {
            (&uniform - likelihood) * count
        } else {
            BigUint::ZERO
        }
    };
    Some(Fraction::new(
        products.iter().map(missing).sum::<BigUint>(),
        uniform * lists,
    ))
}

fn on_a_grid(uneven: &[Uneven], all: &BigUint) -> SchemeDistance {
    let logs: Vec<(f64, f64)> = uneven.iter().map(|draw| draw.logs(all)).collect();
    let span: f64 = logs.iter().map(|(low, high)| high - low).sum();
    let base: f64 = logs.iter().map(|(low, _)| low).sum();
    let cell = span / (MAX_STEPS / uneven.len()).min(MAX_CELLS) as f64;
    let mut law = vec![1.0];
    // Sums of the negative and of the positive errors from rounding each draw's logarithms to whole cells.
    let (mut lost, mut gained) = (0.0, 0.0);
    for (draw, (low, high)) in uneven.iter().zip(&logs) {
        let shift = ((high - low) / cell).round() as usize;
        let error: f64 = shift as f64 * cell - (high - low);
        (lost, gained) = (lost + error.min(0.0), gained + error.max(0.0));
        let more = draw.more as f64 / draw.range as f64;
        let mut next = vec![0.0; law.len() + shift];
        for (index, chance) in law.iter().enumerate() {
            next[index] += chance * (1.0 - more);
            next[index + shift] += chance * more;
        }
        law = next;
    }
    let missing = |error: f64| -> f64 {
        let log = |index: usize| base + index as f64 * cell - error;
        let terms = law
            .iter()
            .enumerate()
            .map(|(index, chance)| chance * -log(index).exp_m1());
        terms.filter(|term| *term > 0.0).sum()
    };
    // The relative rounding errors of the floating-point sums are much smaller than 1e-9.
    SchemeDistance::Between(missing(lost) * (1.0 - 1e-9), missing(gained) * (1.0 + 1e-9))
}

/// Returns the distance of the first `dealt` cards from uniform after random swaps.
///
/// If the law of `dealt` cards takes too long, the law of fewer cards gives a lower bound, and `high` is the upper
/// bound.
fn of_swaps(
    method: Method,
    cards: usize,
    dealt: usize,
    numbers: &NumberDecoding,
    high: f64,
) -> SchemeDistance {
    match first_cards::followed(method, cards, dealt, numbers) {
        (followed, distance) if followed == dealt => SchemeDistance::Exact(distance),
        (_, low) => SchemeDistance::Between(low.to_f64() * (1.0 - 1e-9), high),
    }
}

/// Returns the distance from uniform of the first `dealt` cards of Sattolo's shuffle, which reaches only the (n − 1)!
/// cycles of all n cards.
///
/// Let k be `dealt`. If the draws are uniform, all lists of the first k cards that belong to such a cycle have the same
/// probability, (n − k − 1)!/(n − 1)!, and they are 1 − k/n of all lists. So the distance is k/n. For other draws it is
/// k/n too, as long as each of these lists has at least the probability (n − k)!/n!.
fn of_sattolo(
    cards: usize,
    dealt: usize,
    uneven: &[Uneven],
    numbers: &NumberDecoding,
) -> SchemeDistance {
    let all = numbers.words();
    let least: f64 = uneven.iter().map(|draw| draw.logs(&all).0).sum();
    let unreached = Fraction::new(dealt, cards);
    let kept = (cards - dealt) as f64 / cards as f64;
    if dealt == 0 || least > kept.ln() + 1e-6 {
        return SchemeDistance::Exact(unreached);
    }
    let error: f64 = uneven.iter().map(|draw| draw.distance(&all)).sum();
    let high = (unreached.to_f64() + error).min(1.0);
    match of_swaps(Method::Sattolo, cards, dealt, numbers, high) {
        SchemeDistance::Between(low, high) => {
            SchemeDistance::Between(low.max(unreached.to_f64()), high)
        }
        exact => exact,
    }
}

/// Returns the distance from uniform of the first `dealt` cards of a deck that is stably sorted by random keys.
///
/// The inverse of the sort is a riffle with one packet for each possible key. The distance of its whole deck is an
/// upper bound of the distance of fewer cards.
///
/// Source: Bayer and Diaconis 1992, theorem 1.
fn of_sorting(cards: usize, dealt: usize, keys: &BigUint) -> SchemeDistance {
    if dealt < cards - 1
        && let Some(distance) = first_cards::of_sorting(cards, dealt, keys)
    {
        return SchemeDistance::Exact(distance);
    }
    let mixing = ExactMixing::new(cards as u64).and_then(|mixing| mixing.after_packets(keys));
    match mixing {
        Ok(distances) if dealt < cards - 1 => {
            SchemeDistance::Between(0.0, distances.total_variation.to_f64() * (1.0 + 1e-9))
        }
        Ok(distances) => SchemeDistance::Exact(distances.total_variation),
        // If no two keys are equal, the deck is uniform. So the probability of equal keys bounds the distance.
        Err(_) => {
            let pairs = cards * cards.saturating_sub(1) / 2;
            SchemeDistance::Between(0.0, Fraction::new(pairs, keys.clone()).to_f64().min(1.0))
        }
    }
}
