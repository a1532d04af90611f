//! Distances of a law from the uniform law, and the classes of orders from which they are summed.

use std::f64::consts::LN_2;

use faro_math::number::{Fraction, ln_factorial};
use num_bigint::{BigInt, BigUint};

use crate::distribution::Law;
use crate::riffle::{Extended, Magnitude};

/// A class of orders of a deck that all have the same probability.
#[derive(Clone, Copy, Debug)]
pub struct Class {
    /// The probability of the class in a uniformly random deck.
    pub share: Extended,
    /// Q/U: the probability of each order over its probability in a uniformly random deck.
    pub ratio: Extended,
    /// Q/U − 1, with all its digits if it is small.
    pub excess: Extended,
}

impl Class {
    /// Returns a class, given its ratio. If the ratio is nearly 1, the excess loses digits.
    pub fn with_ratio(share: Extended, ratio: Extended) -> Class {
        Class {
            share,
            ratio,
            excess: ratio - Extended::ONE,
        }
    }

    /// Returns a class, given its excess: for a ratio near 1.
    pub fn with_excess(share: Extended, excess: Extended) -> Class {
        Class {
            share,
            ratio: Extended::ONE + excess,
            excess,
        }
    }
}

/// The distances of the law Q of a shuffled deck from the uniform law U.
#[derive(Clone, Debug, PartialEq)]
pub struct Distances {
    /// The total variation distance: half the sum of |Q − U|, from 0 to 1.
    ///
    /// It is the largest difference between the probabilities of any event.
    pub total_variation: Magnitude,
    /// 1 minus the total variation distance: the sum of min(Q, U).
    pub total_variation_complement: Magnitude,
    /// The separation: the largest 1 − Q/U, from 0 to 1.
    pub separation: Magnitude,
    /// 1 minus the separation.
    pub separation_complement: Magnitude,
    /// The L-infinity distance: the largest |Q/U − 1|.
    pub l_infinity: Magnitude,
    /// The chi-square distance: the mean of (Q/U − 1)² over uniformly random decks.
    pub chi_square: Magnitude,
    /// The Kullback–Leibler divergence of Q from U in bits: log2 n! less the entropy.
    pub kl_bits: Magnitude,
    /// The entropy of Q in bits, from 0 to log2 n!.
    pub entropy_bits: Magnitude,
}

impl Distances {
    /// Returns the distances of a deck of `cards` cards that is not shuffled.
    pub fn certain(cards: usize) -> Distances {
        let orders = (2..=cards).fold(Extended::ONE, |product, i| product * i as f64);
        let share = Extended::ONE / orders;
        let mut classes = vec![Class::with_ratio(share, orders)];
        if cards > 1 {
            classes.push(Class::with_ratio(Extended::ONE - share, Extended::ZERO));
        }
        Distances::new(cards, &classes, 12)
    }

    /// Returns the distances of a uniformly random deck of `cards` cards.
    pub fn uniform(cards: usize) -> Distances {
        Distances::new(
            cards,
            &[Class::with_ratio(Extended::ONE, Extended::ONE)],
            12,
        )
    }

    /// Returns the distances of an exact law.
    ///
    /// ```
    /// use faro::distribution::Law;
    /// use faro::mixing::Distances;
    /// use faro::zoo::Transpositions;
    /// let law = Law::certain(3)?.then_transpositions(Transpositions::Naive)?;
    /// assert_eq!(Distances::of_law(&law).total_variation.to_f64(), 1.0 / 18.0);
    /// # Ok::<(), faro::Error>(())
    /// ```
    pub fn of_law(law: &Law) -> Distances {
        let levels = law
            .levels()
            .iter()
            .map(|level| (BigUint::from(level.orders), level.weight.clone()));
        Levels::new(law.cards(), levels.collect(), law.total()).distances()
    }

    /// Returns the distances of a law of decks of `cards` cards, rounded to `digits` digits.
    ///
    /// The shares of `classes` must add up to 1.
    pub(crate) fn new(cards: usize, classes: &[Class], digits: u32) -> Distances {
        let number = |number: Extended| number.magnitude().to_digits(digits);
        // Blocks are summed first, and then their sums: so the rounding error of m terms grows only with √m.
        let block = classes.len().isqrt().max(1);
        let sum = |term: fn(&Class) -> Extended| {
            classes
                .chunks(block)
                .map(|block| block.iter().map(term).sum())
                .sum::<Extended>()
        };
        let common = sum(|class| class.share * class.ratio.min(Extended::ONE));
        let variation = match common.to_f64() {
            ..0.5 => Extended::ONE - common,
            _ => sum(|class| class.share * class.excess.max(Extended::ZERO)),
        };
        let largest = |size: fn(&Class) -> Extended| {
            classes.iter().map(size).fold(Extended::ZERO, Extended::max)
        };
        let separation = largest(|class| -class.excess);
        let rarest = classes
            .iter()
            .map(|class| class.ratio)
            .reduce(Extended::min)
            .unwrap_or(Extended::ONE);
        let divergence = sum(|class| class.share * divergence_term(class));
        let nats = ln_factorial(cards as f64);
        let entropy = nats - divergence.to_f64();
        // The entropy is a difference of rounded numbers, so a tiny value is rounding error.
        let entropy = if entropy < nats * 1e-13 { 0.0 } else { entropy };
        Distances {
            total_variation: number(variation),
            total_variation_complement: number(common.min(Extended::ONE)),
            separation: number(separation),
            separation_complement: number(rarest.min(Extended::ONE)),
            l_infinity: number(largest(|class| class.excess.abs())),
            chi_square: number(sum(|class| class.share * class.excess * class.excess)),
            kl_bits: number(divergence / Extended::from(LN_2)),
            entropy_bits: number(Extended::from(entropy / LN_2)),
        }
    }
}

/// Size of the excess below which a power series is more accurate than the closed form of
/// [`divergence_term`].
const MAX_SERIES_EXCESS: f64 = 0.25;

/// Returns q ln q − q + 1 for the ratio q ≥ 0. Its mean over uniformly random decks is the Kullback–Leibler
/// divergence in nats.
fn divergence_term(class: &Class) -> Extended {
    let excess = class.excess.to_f64();
    if excess.abs() < MAX_SERIES_EXCESS {
        // Σ (−x)^j/(j(j − 1)) from j = 2.
        let tail = (2..30)
            .rev()
            .map(f64::from)
            .fold(0.0, |tail, j| 1.0 / (j * (j - 1.0)) - excess * tail);
        return class.excess * class.excess * Extended::from(tail);
    }
    if !class.ratio.is_positive() {
        return Extended::ONE;
    }
    class.ratio * Extended::from(class.ratio.ln()) - class.excess
}

/// The exact law of a shuffled deck: the number of orders that have each weight.
#[derive(Clone, Debug)]
pub struct Levels {
    cards: usize,
    /// For each distinct probability, the number of orders that have it and the weight of each of these orders.
    levels: Vec<(BigUint, BigUint)>,
    /// The sum of the weights of all orders.
    total: BigUint,
}

/// Number of correct digits of distances that are rounded from fractions.
const DIGITS: u32 = 14;

impl Levels {
    /// Returns the law of decks of `cards` cards from its levels.
    ///
    /// A level is a number of orders and the weight of each.
    ///
    /// `total` is the sum of the weights of all orders.
    pub fn new(cards: usize, levels: Vec<(BigUint, BigUint)>, total: BigUint) -> Levels {
        Levels {
            cards,
            levels,
            total,
        }
    }

    /// Returns n!, the number of orders.
    fn orders(&self) -> BigUint {
        self.levels.iter().map(|(orders, _)| orders).sum()
    }

    /// Returns, for each level, its number of orders and weight·n! − total: the excess over the fair weight, times
    /// n!.
    fn gaps(&self) -> Vec<(&BigUint, BigInt)> {
        let (all, total) = (self.orders(), BigInt::from(self.total.clone()));
        let gap = |weight: &BigUint| BigInt::from(weight * &all) - &total;
        self.levels
            .iter()
            .map(|(orders, weight)| (orders, gap(weight)))
            .collect()
    }

    /// Returns the distances as floating-point numbers with 14 correct digits.
    pub fn distances(&self) -> Distances {
        let all = self.orders();
        let class = |((orders, weight), (_, gap)): (&(BigUint, BigUint), (_, BigInt))| {
            let size = Extended::ratio(gap.magnitude(), &self.total);
            Class {
                share: Extended::ratio(orders, &all),
                ratio: Extended::ratio(&(weight * &all), &self.total),
                excess: if gap < BigInt::ZERO { -size } else { size },
            }
        };
        let classes: Vec<Class> = self.levels.iter().zip(self.gaps()).map(class).collect();
        Distances::new(self.cards, &classes, DIGITS)
    }

    /// Returns the rational distances as fractions, with their names.
    pub fn fractions(&self) -> [(&'static str, Fraction); 4] {
        let (gaps, all) = (self.gaps(), self.orders());
        let largest = |numbers: &mut dyn Iterator<Item = BigInt>| {
            Fraction::new(
                numbers.max().unwrap_or_default().magnitude().clone(),
                self.total.clone(),
            )
        };
        let positive = |gap: &BigInt| gap.max(&BigInt::ZERO).magnitude().clone();
        let excess: BigUint = gaps
            .iter()
            .map(|(orders, gap)| *orders * positive(gap))
            .sum();
        let squares: BigUint = gaps
            .iter()
            .map(|(orders, gap)| *orders * gap.magnitude().pow(2))
            .sum();
        [
            ("total_variation", Fraction::new(excess, &all * &self.total)),
            (
                "separation",
                largest(&mut gaps.iter().map(|(_, gap)| (-gap).max(BigInt::ZERO))),
            ),
            (
                "l_infinity",
                largest(
                    &mut gaps
                        .iter()
                        .map(|(_, gap)| BigInt::from(gap.magnitude().clone())),
                ),
            ),
            (
                "chi_square",
                Fraction::new(squares, &all * self.total.pow(2)),
            ),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn class(share: f64, excess: f64) -> Class {
        Class::with_excess(share.into(), excess.into())
    }

    /// After two riffles of three cards, the probabilities of the six orders are 20, 10, 10, 10, 10 and 4,
    /// divided by 64.
    #[test]
    fn three_cards_after_two_riffles() {
        let classes = [(1.0, 20.0), (4.0, 10.0), (1.0, 4.0)];
        let classes =
            classes.map(|(orders, weight)| class(orders / 6.0, weight * 6.0 / 64.0 - 1.0));
        let row = Distances::new(3, &classes, 14);
        let assert_near = |found: Magnitude, exact: f64| {
            assert!((found.to_f64() - exact).abs() < 1e-14, "{found} {exact}");
        };
        assert_near(row.total_variation, 7.0 / 48.0);
        assert_near(row.separation, 5.0 / 8.0);
        assert_near(row.l_infinity, 7.0 / 8.0);
        assert_near(row.chi_square, 25.0 / 128.0);
        let entropy: f64 = [20.0, 10.0, 10.0, 10.0, 10.0, 4.0]
            .map(|weight: f64| -weight / 64.0 * (weight / 64.0).log2())
            .iter()
            .sum();
        assert_near(row.entropy_bits, entropy);
        assert_near(row.kl_bits, 6f64.log2() - entropy);
    }

    #[test]
    fn the_series_meets_the_closed_form() {
        for x in [-0.2, -0.1, 0.1, 0.24] {
            let closed = (1.0 + x) * f64::ln_1p(x) - x;
            assert!(
                (divergence_term(&class(1.0, x)).to_f64() / closed - 1.0).abs() < 1e-14,
                "{x}"
            );
        }
        assert_eq!(divergence_term(&class(1.0, -1.0)).to_f64(), 1.0);
    }
}
