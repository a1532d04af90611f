//! The distances of riffled decks of distinct cards from uniform decks.
//!
//! They are sums over the number of rising sequences.

use std::f64::consts::LN_2;

use num_bigint::BigUint;
use num_traits::{One, ToPrimitive};

use super::eulerian::{self, Eulerian, Tilt};
use super::magnitude::{MAX_ACCURATE_LN, Magnitude};
use super::window::Window;
use crate::Error;
use faro_math::number::elementary::{exp, ln, ln_1p, powi};
use faro_math::number::{first_number, halved};
use faro_math::statistics::Law;

/// Number of standard deviations, on either side of a peak, beyond which no term changes the returned digits.
const WINDOW_DEVIATIONS: f64 = 12.0;

/// Maximum number of cards for which the tests compare fourteen digits of the distances with exact fractions.
const MAX_COMPARED: u64 = 1000;

/// Returns an error if there are no packets or more than 2^[`Mixing::MAX_BITS`].
pub(super) fn check_packets(packets: &BigUint) -> Result<(), Error> {
    if *packets == BigUint::ZERO {
        return Err(Error::NoPackets);
    }
    // The number of bits of `packets` - 1 is the binary logarithm, rounded up.
    let (given_bits, at_most_bits) = ((packets - 1u32).bits(), Mixing::MAX_BITS);
    if given_bits > at_most_bits {
        Err(Error::TooManyPackets {
            given_bits,
            at_most_bits,
        })
    } else {
        Ok(())
    }
}

/// The distances of riffled decks of n cards from uniformly random ones.
///
/// A riffle (Gilbert, Shannon, Reeds) cuts the deck by tossing coins, and all interleavings are equally likely.
/// k riffles are one a-shuffle with a = 2^k packets. After it, an order with r rising sequences has the
/// probability C(a + n − r, n)/aⁿ (Bayer and Diaconis, *Trailing the dovetail shuffle to its lair*, 1992). So
/// each distance is a sum over r, with Eulerian numbers for the orders.
///
/// For any number of riffles [`digits`](Mixing::digits) significant digits are correct. O(n²) for up to 170
/// cards. For more cards, O(√n) for the first and for each distance.
///
/// ```
/// use faro::riffle::Mixing;
/// let seven = Mixing::new(52)?.after_riffles(7)?;
/// assert_eq!(format!("{:.10}", seven.total_variation), "0.3340609995");
/// assert_eq!(format!("{:.6}", seven.kl_bits), "0.523879");
/// # Ok::<(), faro::Error>(())
/// ```
#[derive(Debug)]
pub struct Mixing {
    eulerian: Eulerian,
}

/// The distances of the law Q of a riffled deck from the uniform law U: see [`Mixing`].
///
/// Example: after two riffles of three cards (a = 4), the probabilities of the six orders are 20, 10, 10, 10,
/// 10 and 4, divided by 64. So the total variation distance is 7/48, the separation 5/8, L-infinity 7/8 and
/// chi-square 25/128.
#[derive(Clone, Debug, PartialEq)]
pub struct Distance {
    /// The total variation distance: half the sum of |Q − U|, from 0 to 1.
    ///
    /// It is the largest difference between the probabilities of any event.
    pub total_variation: f64,
    /// 1 minus the total variation distance: the sum of min(Q, U).
    pub total_variation_complement: Magnitude,
    /// The separation: the largest 1 − Q/U, from 0 to 1. The reversed deck attains it.
    pub separation: f64,
    /// 1 minus the separation: ∏ (1 − i/a) over i < n.
    pub separation_complement: Magnitude,
    /// The L-infinity distance: the largest |Q/U − 1|. New-deck order attains it.
    pub l_infinity: Magnitude,
    /// The chi-square distance: the mean of (Q/U − 1)² over uniformly random decks.
    pub chi_square: Magnitude,
    /// The Kullback–Leibler divergence of Q from U in bits: log2 n! less the entropy.
    pub kl_bits: f64,
    /// The entropy of Q in bits, from 0 to log2 n!.
    pub entropy_bits: f64,
    /// The mean number of rising sequences, from 1 to (n + 1)/2.
    pub rising_sequences: f64,
}

impl Mixing {
    /// Maximum number of cards.
    pub const MAX_CARDS: u64 = 1_000_000_000;

    /// Maximum binary logarithm of the number of packets.
    ///
    /// With 2^480 packets even the squares of distances are within the range of `f64`.
    pub const MAX_BITS: u64 = 480;

    /// Returns the model for decks of `cards` cards.
    ///
    /// # Errors
    ///
    /// [`Error::TooFewCards`] if `cards` is 0, and [`Error::TooManyCards`] if it exceeds [`Mixing::MAX_CARDS`].
    pub fn new(cards: u64) -> Result<Mixing, Error> {
        Error::check_cards(cards, 1..=Mixing::MAX_CARDS)?;
        Ok(Mixing {
            eulerian: Eulerian::new(cards),
        })
    }

    /// Returns the number of cards.
    pub fn cards(&self) -> u64 {
        self.eulerian.cards
    }

    /// Returns the distances after `riffles` riffles with two packets each.
    ///
    /// # Errors
    ///
    /// [`Error::TooManyPackets`] if `riffles` exceeds [`Mixing::MAX_BITS`].
    pub fn after_riffles(&self, riffles: u32) -> Result<Distance, Error> {
        let (given_bits, at_most_bits) = (u64::from(riffles), Mixing::MAX_BITS);
        if given_bits > at_most_bits {
            return Err(Error::TooManyPackets {
                given_bits,
                at_most_bits,
            });
        }
        self.after_packets(&(BigUint::one() << riffles))
    }

    /// Returns the distances after one shuffle with `packets` packets.
    ///
    /// An a-shuffle followed by a b-shuffle is an ab-shuffle, so that k riffles are one shuffle with 2^k
    /// packets.
    ///
    /// # Errors
    ///
    /// [`Error::NoPackets`] if `packets` is 0, and [`Error::TooManyPackets`] if it exceeds
    /// 2^[`Mixing::MAX_BITS`].
    ///
    /// ```
    /// use faro::riffle::Mixing;
    /// // Four packets at once are two riffles.
    /// let mixing = Mixing::new(3)?;
    /// assert_eq!(mixing.after_packets(&4u32.into())?, mixing.after_riffles(2)?);
    /// assert!((mixing.after_riffles(2)?.total_variation - 7.0 / 48.0).abs() < 1e-15);
    /// # Ok::<(), faro::Error>(())
    /// ```
    pub fn after_packets(&self, packets: &BigUint) -> Result<Distance, Error> {
        check_packets(packets)?;
        Ok(self.after(packets.to_f64().expect("2^480 is within range")))
    }

    fn after(&self, packets: f64) -> Distance {
        let sums = self.sums(packets);
        let n = self.cards();
        let ln_orders = Mixing::ln_ratio(n, 1.0, 1);
        let common = sums.ln_common.exp();
        let ln_rarest = Mixing::ln_ratio(n, packets, n);
        Distance {
            total_variation: if common < 0.5 {
                1.0 - common
            } else {
                sums.excess
            },
            total_variation_complement: Magnitude::exp(sums.ln_common.min(0.0), self.digits()),
            separation: 0.0 - ln_rarest.exp_m1(),
            separation_complement: Magnitude::exp(ln_rarest, self.digits()),
            l_infinity: Magnitude::exp_m1(Mixing::ln_ratio(n, packets, 1), self.digits()),
            chi_square: sums.chi_square,
            kl_bits: sums.divergence / LN_2,
            entropy_bits: if packets == 1.0 {
                0.0
            } else {
                (ln_orders - sums.divergence) / LN_2
            },
            rising_sequences: sums.rising_sequences,
        }
    }

    /// Returns the number of correct digits of the distances: 14 for at most 1000 cards, 12 for more.
    pub fn digits(&self) -> u32 {
        if self.cards() <= MAX_COMPARED { 14 } else { 12 }
    }

    fn sums(&self, packets: f64) -> DistanceSums {
        let (first, last) = self.eulerian.kept();
        let (low, _) = self.window_around(self.peak(packets, 2.0));
        if low < first {
            self.sums_in_windows(packets)
        } else {
            self.sums_in_one_window(packets, low, last)
        }
    }

    /// Computes all sums over one window of r, the number of rising sequences. It contains the terms of both
    /// laws and all terms between them.
    fn sums_in_one_window(&self, packets: f64, first: u64, last: u64) -> DistanceSums {
        let window = self.window(packets, first, last);
        DistanceSums {
            excess: window.excess(),
            ln_common: window.ln_common(),
            chi_square: match window.ln_chi_square() {
                ..MAX_ACCURATE_LN => {
                    Magnitude::scaled(window.chi_square(), 0).to_digits(self.digits())
                }
                ln => Magnitude::from_ln(ln),
            },
            divergence: window.near_divergence(),
            rising_sequences: window.mean(),
        }
    }

    /// Computes each sum over a window around its own peak, if the two laws are many standard deviations apart.
    fn sums_in_windows(&self, packets: f64) -> DistanceSums {
        let window = |middle: f64| {
            let (first, last) = self.window_around(middle);
            self.window(packets, first, last.min(packets as u64))
        };
        let riffled = window(self.peak(packets, 1.0));
        DistanceSums {
            excess: 1.0,
            ln_common: window(self.crossing(packets) as f64).ln_common(),
            chi_square: Magnitude::exp(
                window(self.peak(packets, 2.0)).ln_chi_square(),
                self.digits(),
            ),
            divergence: riffled.far_divergence(),
            rising_sequences: riffled.mean(),
        }
    }

    fn window(&self, packets: f64, first: u64, last: u64) -> Window {
        let ln_ratio = (first..=last)
            .map(|r| Mixing::ln_ratio(self.cards(), packets, r))
            .collect();
        Window {
            first,
            ln_uniform: self.eulerian.ln_shares(first, last),
            ln_ratio,
        }
    }

    /// Returns the first and the last r whose terms matter in a sum over r with its peak at r = `middle`.
    fn window_around(&self, middle: f64) -> (u64, u64) {
        let n = self.cards() as f64;
        let reach = WINDOW_DEVIATIONS * Tilt::to(n + 1.0, middle).deviation + 3.0;
        (
            (middle - reach).max(1.0) as u64,
            (middle + reach).min(n) as u64,
        )
    }

    /// Estimates the r for which U(r)·(Q/U)^`exponent` is largest. U(r) is the probability of r rising
    /// sequences in a random deck, Q/U falls as r grows, and near the result U grows as fast as the other
    /// factor falls. The search is by bisection over the [tilt](Tilt) θ whose mean is r.
    fn peak(&self, packets: f64, exponent: f64) -> f64 {
        let n = self.cards() as f64;
        let falls = |half: f64| {
            let tilt = Tilt::by(n + 1.0, half);
            let left = packets + 0.5 - tilt.mean();
            left <= 0.0 || tilt.rate() + exponent * (n / left).ln_1p() >= 0.0
        };
        // The tilt θ is 0 if the mean is the middle of the law U, and negative if it is below. At θ/2 = −2(n + 1)
        // the mean is below 1.
        let [_, high] = halved([-2.0 * (n + 1.0), 0.0], 100, falls);
        Tilt::by(n + 1.0, high)
            .mean()
            .clamp(1.0, eulerian::middle(self.cards()))
    }

    /// Returns the largest r with Q > U.
    fn crossing(&self, packets: f64) -> u64 {
        let falls_below = |r| Mixing::ln_ratio(self.cards(), packets, r) <= 0.0;
        first_number(1, self.cards() + 1, falls_below) - 1
    }
}

/// The sums over the number of rising sequences from which the distances follow. The divergence is in nats.
struct DistanceSums {
    excess: f64,
    ln_common: f64,
    chi_square: Magnitude,
    divergence: f64,
    rising_sequences: f64,
}

/// Factors of the ratio Q/U below this bound are multiplied one by one. For the product of the larger ones, Euler
/// and Maclaurin's correction is exact to the last digit.
const MIN_SUMMED_FACTOR: f64 = 40.0;

impl Mixing {
    /// Returns ln(Q/U) of an order with `rising` rising sequences after one riffle with `packets` packets.
    ///
    /// It is ln of n!·C(a + n − r, n)/aⁿ = ∏ (a + i − r)/a over i = 1..n (Bayer and Diaconis 1992), minus infinity for
    /// r > a. O(1). With the factors paired around their middle b, it is n·ln(b/a) + Σ
    /// ln(1 + j/b) over j from −(n − 1)/2 to (n − 1)/2. The first part changes its sign once. The second part is
    /// negative, and small where the first part is small, so that nothing cancels.
    pub fn ln_ratio(cards: u64, packets: f64, rising: u64) -> f64 {
        let (n, r) = (cards as f64, rising as f64);
        if r > packets {
            return f64::NEG_INFINITY;
        }
        let peeled = (MIN_SUMMED_FACTOR - (packets - r)).clamp(0.0, n).ceil();
        let small = (1..=peeled as u64).map(|i| ln((packets - r + i as f64) / packets));
        let rest = n - peeled;
        let shift = (n + peeled + 1.0) / 2.0 - r;
        let middle = packets + shift;
        small.sum::<f64>() + rest * ln_1p(shift / packets) + spread(rest, middle)
    }

    /// Returns the law of the number of rising sequences minus 1 after a shuffle with `packets` packets.
    ///
    /// This is the number of descents of the cards' positions. Any order with r rising sequences has
    /// probability C(a + n − r, n)/aⁿ (Bayer and Diaconis, *Trailing the dovetail shuffle to its lair*, 1992).
    /// The descents of a deck that was sorted by random keys with a values have the same law. O(n²).
    pub fn descents(cards: usize, packets: f64) -> Law {
        let fair = Law::descents(cards);
        let descents = cards.min(packets as usize);
        let weigh = |(descents, &chance): (usize, &f64)| {
            exp(ln(chance) + Mixing::ln_ratio(cards as u64, packets, descents as u64 + 1))
        };
        Law::new(
            fair.probabilities()
                .iter()
                .take(descents)
                .enumerate()
                .map(weigh)
                .collect::<Vec<f64>>(),
        )
    }
}

/// Returns Σ ln(1 + j/b) for b = `middle`, over `count` numbers j that are 1 apart and centred at 0.
fn spread(count: f64, middle: f64) -> f64 {
    if count <= 1.0 {
        return 0.0;
    }
    let (low, high) = (middle - count / 2.0, middle + count / 2.0);
    let power = |exponent| 1.0 / powi(high, exponent) - 1.0 / powi(low, exponent);
    let first = -count / (high * low) / 24.0;
    let others =
        7.0 / 2880.0 * power(3) - 31.0 / 40_320.0 * power(5) + 127.0 / 215_040.0 * power(7);
    middle * area(count / (2.0 * middle)) - first + others
}

/// Returns the integral of ln(1 + x) from −h to h: −2 Σ h^(2j+1)/(2j(2j + 1)).
fn area(h: f64) -> f64 {
    if h > 0.25 {
        return (1.0 + h) * ln_1p(h) - (1.0 - h) * ln_1p(-h) - 2.0 * h;
    }
    let terms = (1..=13).rev().map(f64::from);
    -2.0 * powi(h, 3)
        * terms.fold(0.0, |tail, j| {
            tail * h * h + 1.0 / (2.0 * j * (2.0 * j + 1.0))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_closed_form_is_the_product() {
        for (cards, packets) in [
            (1, 1),
            (5, 2),
            (52, 1),
            (52, 32),
            (52, 128),
            (300, 64),
            (300, 4096),
            (300, 1 << 40),
        ] {
            for r in 1..=cards.min(packets) {
                let factors = (1..=cards).map(|i| ((i as f64 - r as f64) / packets as f64).ln_1p());
                let (sum, scale) =
                    factors.fold((0.0, 0.0), |(sum, scale), x| (sum + x, scale + x.abs()));
                let ratio = Mixing::ln_ratio(cards, packets as f64, r);
                assert!(
                    (ratio - sum).abs() <= 2e-14 * scale,
                    "{cards} {packets} {r}: {ratio} {sum}"
                );
            }
        }
        assert_eq!(Mixing::ln_ratio(5, 2.0, 3), f64::NEG_INFINITY);
        assert!((0..480).all(|riffles| Mixing::ln_ratio(1, 2f64.powi(riffles), 1) == 0.0));
    }
}
