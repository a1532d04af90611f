//! Maximum-likelihood estimates of whole-number parameters, from exact log-likelihoods.

use super::candidate::Estimate;

use faro_math::number::elementary::{exp, exp2, ln, log2};
use faro_math::number::first_whole;

/// The likeliest value of a parameter, and the smallest and the largest of its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Likeliest {
    pub value: f64,
    pub low: f64,
    pub high: f64,
}

impl Likeliest {
    /// Returns the estimate of a value that is known.
    pub fn exact(value: f64) -> Likeliest {
        Likeliest {
            value,
            low: value,
            high: value,
        }
    }

    /// Returns the estimate in another unit. `convert` increases with the value.
    pub fn map(self, convert: impl Fn(f64) -> f64) -> Likeliest {
        let [value, low, high] = [self.value, self.low, self.high].map(convert);
        Likeliest { value, low, high }
    }
}

impl From<Likeliest> for Estimate {
    fn from(Likeliest { value, low, high }: Likeliest) -> Estimate {
        Estimate {
            value,
            interval: Some([low, high]),
        }
    }
}

/// Values within this log-likelihood (in nats) of the maximum are in the 95 % interval. It is half the
/// chi-square quantile 3.84 (Wilks 1938).
pub const LIKELY: f64 = 1.92;

/// Number of grid points for each power of 2 in the first search.
const EACH_POWER: f64 = 8.0;

/// Returns the likeliest whole number in a range, and its 95 % interval.
///
/// The log-likelihood `nats` increases up to the likeliest number and then decreases. If the largest number of the
/// range is in the interval, its upper end is infinite.
pub fn likeliest(lowest: f64, highest: f64, nats: impl Fn(f64) -> f64) -> Likeliest {
    let power = |step: u32| (lowest.max(1.0) * exp2(f64::from(step) / EACH_POWER)).round();
    let mut tried: Vec<f64> = (0..)
        .map(power)
        .take_while(|&value| value < highest)
        .collect();
    tried.push(highest);
    let nats_of_tried: Vec<f64> = tried.iter().map(|&value| nats(value)).collect();
    let best = (0..tried.len())
        .max_by(|&a, &b| nats_of_tried[a].total_cmp(&nats_of_tried[b]))
        .unwrap_or(0);
    let (from, to) = (
        tried[best.saturating_sub(1)],
        tried[(best + 1).min(tried.len() - 1)],
    );
    // The last number before the log-likelihood decreases.
    let value = first_whole(from, to, |value| nats(value) >= nats(value + 1.0));
    let most = nats(value);
    let is_likely = |value: f64| nats(value) > most - LIKELY;
    let low = first_whole(lowest, value, is_likely);
    let high = if is_likely(highest) {
        f64::INFINITY
    } else {
        first_whole(value, highest, |value| !is_likely(value)) - 1.0
    };
    Likeliest {
        value,
        low,
        high: high.max(value),
    }
}

/// Maximum number of bits of a seed.
const MOST_BITS: f64 = 64.0;

/// Counts of decks and of different decks.
///
/// A share 2^-`zeros` of all decks was counted, and `ln_orders` is ln n!.
#[derive(Clone, Copy, Debug)]
pub struct DeckCounts {
    pub decks: f64,
    pub different: f64,
    pub ln_orders: f64,
    pub zeros: u32,
}

impl DeckCounts {
    /// Returns the likeliest number of equally likely seeds, in bits, and the log-likelihood ratio to a fair shuffle.
    ///
    /// Returns `None` if no deck was repeated.
    pub fn bits(&self) -> Option<(Likeliest, f64)> {
        let fewest = self.different * exp2(f64::from(self.zeros));
        let found = likeliest(fewest, exp2(MOST_BITS), |states| self.nats(log2(states)));
        let bits = found.map(log2);
        let nats = self.nats(bits.value);
        (self.different < self.decks && nats > 0.0).then_some((bits, nats))
    }

    /// Returns the log-likelihood ratio of S = 2^bits random decks to all n! orders.
    ///
    /// It is ln((S)_d/(n!)_d·(n!/S)^M) for M decks, d of which are different, with falling factorials (S)_d.
    fn nats(&self, bits: f64) -> f64 {
        let states = bits * std::f64::consts::LN_2 - f64::from(self.zeros) * std::f64::consts::LN_2;
        let orders = self.ln_orders - f64::from(self.zeros) * std::f64::consts::LN_2;
        // A number of states slightly below the number of different decks is a rounding error.
        if exp(states) < self.different * (1.0 - 1e-9) || states > orders {
            return f64::NEG_INFINITY;
        }
        (self.decks - self.different) * (orders - states) + ln_all_new(self.different, states)
            - ln_all_new(self.different, orders)
    }
}

/// Returns the logarithm of the probability that `draws` draws from e^`states` equally likely states all
/// differ.
///
/// It is ln((S)_d/S^d) for d draws from S states: the integral of ln(1 − i/S), plus half of its last value.
fn ln_all_new(draws: f64, states: f64) -> f64 {
    let share = draws / exp(states);
    if share < 1e-4 {
        return -draws * share / 2.0 * (1.0 + share / 3.0);
    }
    // If all states are drawn, half of the last value is the corresponding term of Stirling's formula.
    let (rest, half) = (
        (1.0 - share).max(1e-300),
        (1.0 - share).max(1.0 / (std::f64::consts::TAU * exp(states))),
    );
    -exp(states) * (rest * ln(rest) + 1.0 - rest) - ln(half) / 2.0
}

/// Returns a share with its 95 % interval (Wilson, *Probable inference*, 1927).
pub fn interval(share: f64, decks: f64) -> Likeliest {
    const Z: f64 = 1.96;
    let (square, whole) = (Z * Z / decks, 1.0 + Z * Z / decks);
    let middle = (share + square / 2.0) / whole;
    let half = Z * (share * (1.0 - share) / decks + square / (4.0 * decks)).sqrt() / whole;
    Likeliest {
        value: share,
        low: middle - half,
        high: middle + half,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Parabolas that fall to 1.92 below their maximum at a distance of 19.6.
    #[test]
    fn tops_of_parabolas() {
        let parabola = |top: f64| move |value: f64| -(value - top) * (value - top) / 200.0;
        let of = |top, highest| likeliest(5.0, highest, parabola(top));
        assert_eq!(
            of(500.2, 1e9),
            Likeliest {
                value: 500.0,
                low: 481.0,
                high: 519.0
            }
        );
        assert_eq!(
            of(8.0, 1e9),
            Likeliest {
                value: 8.0,
                low: 5.0,
                high: 27.0
            }
        );
        assert_eq!(
            of(3.0, 1e9),
            Likeliest {
                value: 5.0,
                low: 5.0,
                high: 22.0
            }
        );
        assert_eq!(
            of(500.2, 1e19),
            Likeliest {
                value: 500.0,
                low: 481.0,
                high: 519.0
            }
        );
        assert_eq!(
            of(1000.0, 1005.0),
            Likeliest {
                value: 1000.0,
                low: 981.0,
                high: f64::INFINITY
            }
        );
    }
}

#[cfg(test)]
mod seed_bits_tests {
    use super::*;

    /// Compares with the sum of logarithms over 1000 draws from 5000 states, and over other numbers.
    #[test]
    fn all_different() {
        for (draws, states) in [(1000, 5000), (50, 50), (3, 1_000_000)] {
            let exact: f64 = (0..draws)
                .map(|i| f64::ln(1.0 - f64::from(i) / f64::from(states)))
                .sum();
            let about = ln_all_new(f64::from(draws), f64::from(states).ln());
            assert!(
                (about - exact).abs() < 0.002 * exact.abs() + 0.5,
                "{about} {exact}"
            );
        }
    }

    fn bits(counts: DeckCounts) -> Likeliest {
        counts.bits().unwrap().0
    }

    /// With 2^16 seeds, 1000 decks have about 1000·999/2^17 = 7.6 repeats.
    #[test]
    fn bits_from_repeats() {
        let ln_orders = (1..=52).map(|card| f64::from(card).ln()).sum();
        let found = bits(DeckCounts {
            decks: 1000.0,
            different: 992.0,
            ln_orders,
            zeros: 0,
        });
        assert!(
            (found.value - 15.9).abs() < 0.2 && found.low < 15.5 && found.high > 16.5,
            "{found:?}"
        );
        // The same, if half of the decks are counted.
        let half = bits(DeckCounts {
            decks: 500.0,
            different: 496.0,
            ln_orders,
            zeros: 1,
        });
        assert!((half.value - 15.9).abs() < 0.2, "{half:?}");
        // Ten decks of each of 500 seeds: every seed occurred.
        let all = bits(DeckCounts {
            decks: 5000.0,
            different: 500.0,
            ln_orders,
            zeros: 0,
        });
        assert_eq!(
            [all.value, all.low, all.high].map(|bits| bits.exp2().round()),
            [500.0; 3]
        );
        // 3000 decks of 2^14.5 seeds, a number between whole bits. The interval from the repeats is about 14 % wide.
        let some = bits(DeckCounts {
            decks: 3000.0,
            different: 2812.0,
            ln_orders,
            zeros: 0,
        });
        assert!(
            (some.value - 14.5).abs() < 0.1 && some.low < 14.5 && 14.5 < some.high,
            "{some:?}"
        );
        assert_eq!(
            DeckCounts {
                decks: 1000.0,
                different: 1000.0,
                ln_orders,
                zeros: 0
            }
            .bits(),
            None
        );
    }
}
