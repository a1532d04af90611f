//! The distances of riffled decks as exact fractions.

use num_bigint::{BigInt, BigUint};
use num_traits::ToPrimitive;

use super::magnitude::{Extended, Magnitude};
use super::mixing::check_packets;
use crate::Error;
use faro_math::number::{Fraction, eulerian_row, factorial};

/// The distances of [`Mixing`](super::Mixing) as fractions.
///
/// All sums are sums of integers over one denominator, n!·aⁿ. O(n²) products of an integer of O(n log n) bits
/// by a word, once.
///
/// ```
/// use faro::riffle::ExactMixing;
/// let two = ExactMixing::new(3)?.after_packets(&4u32.into())?;
/// assert_eq!(two.total_variation.to_string(), "7/48");
/// # Ok::<(), faro::Error>(())
/// ```
#[derive(Debug)]
pub struct ExactMixing {
    /// A(n, r), the number of orders with r rising sequences, r = 1..n.
    eulerian: Vec<BigUint>,
    orders: BigUint,
}

/// The rational distances of [`Distance`](super::Distance), as fractions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExactDistance {
    /// The total variation distance: the largest difference between the probabilities of any event.
    pub total_variation: Fraction,
    /// The separation: the largest 1 − Q/U.
    pub separation: Fraction,
    /// The L-infinity distance: the largest |Q/U − 1|.
    pub l_infinity: Fraction,
    /// The chi-square distance: the mean of (Q/U − 1)² over uniformly random decks.
    pub chi_square: Fraction,
    /// The mean number of rising sequences.
    pub rising_sequences: Fraction,
}

/// The distances of an [`ExactMixing`] as numbers. They can be much larger or smaller than 1.
#[derive(Clone, Debug, PartialEq)]
pub struct FarDistances {
    /// 1 minus the total variation distance.
    pub total_variation_complement: Magnitude,
    /// 1 minus the separation.
    pub separation_complement: Magnitude,
    /// The L-infinity distance: the largest |Q/U − 1|. It loses digits if it is small.
    pub l_infinity: Magnitude,
    /// The chi-square distance: the mean of (Q/U − 1)² over uniformly random decks. It loses digits if it is
    /// small.
    pub chi_square: Magnitude,
}

/// Maximum number of cards. The fractions then have several thousand digits.
const MAX_CARDS: u64 = 2000;

/// Number of correct digits after the rounding of up to 2000 terms.
const DIGITS: u32 = 14;

/// Rounds an integer to one of the two nearest numbers.
fn rounded(number: &BigUint) -> Extended {
    let dropped = number.bits().saturating_sub(64);
    let leading = (number >> dropped)
        .to_u64()
        .expect("it has at most 64 bits");
    Extended::scaled(leading as f64, dropped as i64)
}

impl ExactMixing {
    /// Returns the model for decks of `cards` cards.
    ///
    /// # Errors
    ///
    /// [`Error::TooFewCards`] if `cards` is 0, and [`Error::TooManyCards`] if it exceeds 2000.
    pub fn new(cards: u64) -> Result<ExactMixing, Error> {
        Error::check_cards(cards, 1..=MAX_CARDS)?;
        Ok(ExactMixing::counted(cards as u32))
    }

    fn counted(cards: u32) -> ExactMixing {
        ExactMixing {
            eulerian: eulerian_row(cards, |_, [(a, below), (b, before)]| below * a + before * b),
            orders: factorial(cards),
        }
    }

    /// Returns the distances after one shuffle with `packets` packets: 2^k for k riffles.
    ///
    /// # Errors
    ///
    /// The errors of [`Mixing::after_packets`](super::Mixing::after_packets).
    pub fn after_packets(&self, packets: &BigUint) -> Result<ExactDistance, Error> {
        check_packets(packets)?;
        Ok(self.after(packets))
    }

    fn after(&self, packets: &BigUint) -> ExactDistance {
        let n = self.eulerian.len() as u32;
        let uniform = packets.pow(n);
        let ratios = self.ratios(packets);
        let fraction =
            |power: u32, sum: BigUint| Fraction::new(sum, &self.orders * uniform.pow(power));
        let excess = |(count, ratio): (&BigUint, &BigUint)| {
            if *ratio > uniform {
                count * (ratio - &uniform)
            } else {
                BigUint::ZERO
            }
        };
        let square = |(count, ratio): (&BigUint, &BigUint)| {
            let gap = BigInt::from(ratio.clone()) - BigInt::from(uniform.clone());
            count * gap.magnitude() * gap.magnitude()
        };
        let rising_sequences = |(r, (count, ratio)): (u32, (&BigUint, &BigUint))| count * ratio * r;
        let pairs = || self.eulerian.iter().zip(&ratios);
        ExactDistance {
            total_variation: fraction(1, pairs().map(excess).sum()),
            separation: Fraction::new(&uniform - &ratios[n as usize - 1], uniform.clone()),
            l_infinity: Fraction::new(&ratios[0] - &uniform, uniform.clone()),
            chi_square: fraction(2, pairs().map(square).sum()),
            rising_sequences: fraction(1, (1..).zip(pairs()).map(rising_sequences).sum()),
        }
    }

    /// Returns the distances that may be far above or below 1, with at least fourteen correct digits.
    ///
    /// Each term is rounded from integers, so that logarithms cost no digits. It is faster than
    /// [`after_packets`](Self::after_packets), which reduces fractions.
    ///
    /// # Errors
    ///
    /// The errors of [`Mixing::after_packets`](super::Mixing::after_packets).
    pub(crate) fn far_distances(&self, packets: &BigUint) -> Result<FarDistances, Error> {
        check_packets(packets)?;
        let uniform = rounded(&packets.pow(self.eulerian.len() as u32));
        let ratios: Vec<Extended> = self
            .ratios(packets)
            .iter()
            .map(|ratio| rounded(ratio) / uniform)
            .collect();
        let orders = rounded(&self.orders);
        let mean = |term: &dyn Fn(Extended) -> Extended| {
            let terms = self.eulerian.iter().zip(&ratios);
            terms
                .map(|(count, ratio)| rounded(count) / orders * term(*ratio))
                .sum::<Extended>()
        };
        let number = |number: Extended| number.magnitude().to_digits(DIGITS);
        Ok(FarDistances {
            total_variation_complement: number(mean(&|ratio| ratio.min(Extended::ONE))),
            separation_complement: number(ratios[ratios.len() - 1]),
            l_infinity: number(ratios[0] - Extended::ONE),
            chi_square: number(mean(&|ratio| {
                (ratio - Extended::ONE) * (ratio - Extended::ONE)
            })),
        })
    }

    /// Returns the weight of each number of rising sequences, 0..=n, after one shuffle with `packets` packets, and the sum
    /// of the weights (Bayer and Diaconis 1992). O(n²) products of an integer of O(n log a) bits by a word.
    ///
    /// # Errors
    ///
    /// The errors of [`Mixing::after_packets`](super::Mixing::after_packets).
    ///
    /// ```
    /// use faro::riffle::ExactMixing;
    /// let (weights, sum) = ExactMixing::new(3)?.rising_sequences(&2u32.into())?;
    /// // One riffle leaves at most two rising sequences.
    /// assert_eq!([&weights[1], &weights[2]].map(|weight| weight * 2u32), [sum.clone(), sum]);
    /// # Ok::<(), faro::Error>(())
    /// ```
    pub fn rising_sequences(&self, packets: &BigUint) -> Result<(Vec<BigUint>, BigUint), Error> {
        check_packets(packets)?;
        let ratios = self.ratios(packets);
        let pairs = self.eulerian.iter().zip(&ratios);
        let weights = pairs.map(|(count, ratio)| count * ratio);
        let uniform = packets.pow(self.eulerian.len() as u32);
        Ok((
            std::iter::once(BigUint::ZERO).chain(weights).collect(),
            &self.orders * uniform,
        ))
    }

    /// Returns n!·C(a + n − r, n) for r = 1..n: aⁿ times the ratio Q/U of an order with r rising sequences.
    fn ratios(&self, packets: &BigUint) -> Vec<BigUint> {
        let n = self.eulerian.len() as u32;
        let mut ratio: BigUint = (0..n).map(|i| packets + i).product();
        let mut found = Vec::with_capacity(n as usize);
        for r in 1..=n {
            found.push(ratio.clone());
            // The next product (a − r)…(a − r + n − 1) drops the largest factor and adds a smallest one.
            ratio = if *packets > r.into() {
                ratio / (packets + n - r) * (packets - r)
            } else {
                BigUint::ZERO
            };
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use faro_permutation::{Permutation, Statistic};
    use num_traits::Zero;

    use super::*;
    use crate::Word;

    #[test]
    fn rising_sequences_are_those_of_all_orders() {
        for (word, cards) in [
            ("gsr", 5),
            ("gsr^2", 6),
            ("riffle:3 gsr", 4),
            ("gsr^9", 3),
            ("gsr", 1),
        ] {
            let word: Word = word.parse().unwrap();
            let law = word.routine(cards).unwrap().law().unwrap();
            let mut listed = vec![BigUint::zero(); cards + 1];
            for rank in 0..law.orders() {
                let deck = Permutation::from_deck(law.deck(rank)).unwrap();
                listed[Statistic::RisingSequences.value(&deck) as usize] += law.weight(rank);
            }
            let exact = ExactMixing::new(cards as u64).unwrap();
            let (weights, sum) = exact.rising_sequences(&word.packets().unwrap()).unwrap();
            assert_eq!(weights.iter().sum::<BigUint>(), sum);
            for (weight, listed) in weights.iter().zip(&listed) {
                assert_eq!(weight * law.total(), listed * &sum, "{word} {cards}");
            }
        }
    }

    /// Above four packs, numbers that are far from 1 have fourteen correct digits too.
    #[test]
    fn far_distances_are_the_fractions() {
        for cards in [209, 300, 512, 1000] {
            let exact = ExactMixing::new(cards).unwrap();
            for riffles in [1, 2, 5, 7, 9, 11, 13] {
                let (far, row) = (
                    exact
                        .far_distances(&(BigUint::from(1u32) << riffles))
                        .unwrap(),
                    exact
                        .after_packets(&(BigUint::from(1u32) << riffles))
                        .unwrap(),
                );
                for (found, fraction) in [
                    (
                        far.total_variation_complement,
                        row.total_variation.complement(),
                    ),
                    (far.separation_complement, row.separation.complement()),
                    (far.l_infinity, row.l_infinity),
                    (far.chi_square, row.chi_square),
                ] {
                    let right = Magnitude::from_fraction(&fraction).to_digits(14);
                    // Distances near 1 are checked by the tests of `Mixing`.
                    if right != Magnitude::ZERO && right.ln().abs() < 8.0 {
                        continue;
                    }
                    let [(a, exponent), (b, expected)] = [found, right].map(parts);
                    // The last digit may be rounded the other way.
                    assert!(
                        exponent == expected && a.abs_diff(b) <= 1,
                        "{cards} {riffles}: {found} {right}"
                    );
                }
            }
        }
    }

    /// Returns the digits and the exponent of a number in scientific notation.
    fn parts(number: Magnitude) -> (u64, String) {
        let text = number.to_string();
        let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        (digits.replace('.', "").parse().unwrap(), exponent.into())
    }

    /// The exact chi-square distance of 209 cards after seven riffles is 2819248456952689.79…
    #[test]
    fn a_far_distance() {
        let seven = ExactMixing::new(209)
            .unwrap()
            .far_distances(&128u32.into())
            .unwrap();
        assert_eq!(seven.chi_square.to_string(), "2.8192484569527e15");
    }
}
