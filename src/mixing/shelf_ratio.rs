use super::classes::Class;
use crate::riffle::Extended;

/// The likelihood ratios Q/U of the orders of a large deck after a machine with m shelves.
///
/// Let J be the number of heads of n − 1 − 2v coins, and s = v + J. The ratio of an order with v valleys is the
/// mean over J of ∏ (1 + (i − s)/m), i = 0 … n − 1. This is the sum of Diaconis, Fulman and Holmes, divided by
/// the uniform probability. The product is the ratio of a riffle of m packets for an order with s descents.
pub enum ShelfRatios {
    /// m is so small that products are 0 or far from 1.
    Few {
        cards: usize,
        /// The products for s = 0, 1, …
        products: Vec<Extended>,
        /// The factorials 0!, 1!, …
        factorials: Vec<Extended>,
    },
    /// The ratio is close to 1 for nearly all orders. It is computed less 1.
    Many {
        cards: usize,
        /// With δ = (n − 1)/2 − s: half the sum and half the difference of the logarithms of the products for δ
        /// and −δ. The first entry has δ = 0 or δ = 1/2.
        logarithms: Vec<(f64, f64)>,
    },
}

/// A term that is smaller than the largest one by this factor does not change a sum.
const NEGLIGIBLE: f64 = 1e-25;

impl ShelfRatios {
    pub fn new(cards: usize, shelves: f64) -> ShelfRatios {
        let n = cards as f64;
        if shelves >= (2.0 * n).max(n.powf(1.5) / 16.0) {
            return ShelfRatios::Many { cards, logarithms: logarithms(cards, shelves) };
        }
        ShelfRatios::Few { cards, products: products(cards, shelves), factorials: factorials(cards) }
    }

    /// Returns the class of the orders with `valleys` valleys.
    pub fn class(&self, share: Extended, valleys: usize) -> Class {
        match self {
            ShelfRatios::Few { cards, products, factorials } => {
                let heads = Heads { coins: cards - 1 - 2 * valleys, factorials };
                Class::with_ratio(share, heads.mean(&products[products.len().min(valleys)..]))
            }
            ShelfRatios::Many { cards, logarithms } => {
                Class::with_excess(share, excess(cards - 1 - 2 * valleys, logarithms).into())
            }
        }
    }
}

/// Returns ∏ (1 + (i − s)/m) over i = 0 … n − 1 for s = 0, 1, … as long as it is positive.
fn products(cards: usize, shelves: f64) -> Vec<Extended> {
    let part = |number: f64| Extended::from(number / shelves);
    let first = (0..cards).fold(Extended::ONE, |product, i| product * part(shelves + i as f64));
    let mut products = vec![first];
    for s in 1..cards {
        let left = shelves - s as f64;
        if left <= 0.0 {
            break;
        }
        products.push(products[s - 1] * (part(left) / part(left + cards as f64)));
    }
    products
}

fn factorials(cards: usize) -> Vec<Extended> {
    let mut factorials = vec![Extended::ONE];
    factorials.extend((1..cards).scan(Extended::ONE, |factorial, i| {
        *factorial = *factorial * Extended::from(i as f64);
        Some(*factorial)
    }));
    factorials
}

/// The law of the number of heads of n coins.
struct Heads<'a> {
    coins: usize,
    factorials: &'a [Extended],
}

impl Heads<'_> {
    /// Returns the mean of `values[heads]`, with the value 0 beyond the end of `values`. The terms must
    /// increase up to the largest one and then decrease.
    fn mean(&self, values: &[Extended]) -> Extended {
        let last = values.len().min(self.coins + 1);
        let values = &values[..last];
        if values.is_empty() {
            return Extended::ZERO;
        }
        let peak = self.peak(values);
        let largest = self.probability(peak) * values[peak];
        let (mut above, mut below) = (1.0, 0.0);
        let mut term = 1.0;
        for j in peak + 1..last {
            let odds = (self.coins - j + 1) as f64 / j as f64;
            term *= odds * (values[j] / values[j - 1]).to_f64();
            above += term;
            if term < NEGLIGIBLE {
                break;
            }
        }
        term = 1.0;
        for j in (0..peak).rev() {
            let odds = (j + 1) as f64 / (self.coins - j) as f64;
            term *= odds * (values[j] / values[j + 1]).to_f64();
            below += term;
            if term < NEGLIGIBLE {
                break;
            }
        }
        largest * Extended::from(above + below)
    }

    /// Returns the number of heads with the largest term, by bisection.
    fn peak(&self, values: &[Extended]) -> usize {
        let rises = |j: usize| {
            let odds = (self.coins - j) as f64 / (j + 1) as f64;
            odds * (values[j + 1] / values[j]).to_f64() > 1.0
        };
        let (mut low, mut high) = (0, values.len() - 1);
        while low < high {
            let middle = (low + high) / 2;
            if rises(middle) { low = middle + 1 } else { high = middle }
        }
        low
    }

    fn probability(&self, heads: usize) -> Extended {
        let ways =
            self.factorials[self.coins] / (self.factorials[heads] * self.factorials[self.coins - heads]);
        ways * Extended::scaled(1.0, -(self.coins as i64))
    }
}

/// Returns the even and the odd part of the logarithms of the products. They are computed by steps without
/// cancellation.
fn logarithms(cards: usize, shelves: f64) -> Vec<(f64, f64)> {
    let n = cards as f64;
    let part = |x: f64| (x / shelves).powi(2);
    let pairs: f64 = (1..cards.div_ceil(2)).map(|c| (-part(c as f64)).ln_1p()).sum();
    let middle = n / 2.0;
    let mut last = match cards % 2 {
        0 => (pairs + (-part(middle)).ln_1p() / 2.0, (middle / shelves).atanh()),
        _ => (pairs, 0.0),
    };
    let mut logarithms = vec![last];
    // A step from s to s − 1 multiplies the product by (m + n − s)/(m − s) at δ, and by (m − n + s)/(m + s) at
    // −δ.
    for s in (1..=(cards - 1) / 2).rev() {
        let s = s as f64;
        let even = -(n * (n - 2.0 * s) / shelves.powi(2)) / (1.0 - part(s));
        let odd = ((n - s) / shelves).atanh() + (s / shelves).atanh();
        last = (last.0 + even.ln_1p() / 2.0, last.1 + odd);
        logarithms.push(last);
    }
    logarithms
}

/// Returns the mean of the product over the heads of `coins` coins, less 1.
fn excess(coins: usize, logarithms: &[(f64, f64)]) -> f64 {
    // The weight of the central number of heads, relative to the weight of its pair of ±δ, and then of each
    // further pair.
    let half = coins / 2;
    let mut weight = if coins.is_multiple_of(2) { 0.5 } else { 1.0 };
    let (mut sum, mut total) = (0.0, 0.0);
    for (step, &(even, odd)) in logarithms.iter().take(half + 1).enumerate() {
        let middle = even.exp() * 2.0 * (odd / 2.0).sinh().powi(2);
        sum += weight * (even.exp_m1() + middle);
        total += weight;
        let size = weight * even.exp() * odd.cosh();
        let heads = half - step;
        // The next pair has one head fewer and one head more.
        let next = heads as f64 / (coins - heads + 1) as f64;
        weight *= next * if step == 0 && coins.is_multiple_of(2) { 2.0 } else { 1.0 };
        if size < NEGLIGIBLE * total && weight < NEGLIGIBLE * total {
            break;
        }
    }
    sum / total
}
