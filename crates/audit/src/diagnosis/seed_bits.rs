//! The number of bits of a seed, from the number of repeated decks.

use super::likeliest::likeliest;
use faro_math::number::elementary::{exp, exp2, ln, log2};

/// The most bits that are considered.
const MOST_BITS: f64 = 64.0;

/// The number of decks, the number of different ones, ln n!, and the share 2^-`zeros` of all decks that were counted.
#[derive(Clone, Copy, Debug)]
pub struct DeckCounts {
    pub decks: f64,
    pub different: f64,
    pub ln_orders: f64,
    pub zeros: u32,
}

/// The likeliest number of bits, its interval, and the log-likelihood ratio to a fair shuffle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bits {
    pub bits: f64,
    pub low: f64,
    pub high: f64,
    pub nats: f64,
}

impl DeckCounts {
    /// Returns the likeliest number of seeds, a whole number, in bits; none if no deck was repeated.
    pub fn bits(&self) -> Option<Bits> {
        let fewest = self.different * exp2(f64::from(self.zeros));
        let found = likeliest(fewest, exp2(MOST_BITS), |states| self.nats(log2(states)));
        let nats = self.nats(log2(found.value));
        let [bits, low, high] = [found.value, found.low, found.high].map(log2);
        (self.different < self.decks && nats > 0.0).then_some(Bits { bits, low, high, nats })
    }

    /// Returns the log-likelihood ratio of S = 2^bits random decks to all n! orders: (S)_d/(n!)_d·(n!/S)^M for M decks, d of
    /// them different.
    fn nats(&self, bits: f64) -> f64 {
        let states = bits * std::f64::consts::LN_2 - f64::from(self.zeros) * std::f64::consts::LN_2;
        let orders = self.ln_orders - f64::from(self.zeros) * std::f64::consts::LN_2;
        // Rounding may lose the last state.
        if exp(states) < self.different * (1.0 - 1e-9) || states > orders {
            return f64::NEG_INFINITY;
        }
        (self.decks - self.different) * (orders - states) + ln_all_new(self.different, states)
            - ln_all_new(self.different, orders)
    }
}

/// ln of (S)_d/S^d, that d draws of S = e^`states` are all different: the integral of ln(1 − i/S), and half
/// of its last value.
fn ln_all_new(draws: f64, states: f64) -> f64 {
    let share = draws / exp(states);
    if share < 1e-4 {
        return -draws * share / 2.0 * (1.0 + share / 3.0);
    }
    // If all states are drawn, the half is that of Stirling's formula.
    let (rest, half) =
        ((1.0 - share).max(1e-300), (1.0 - share).max(1.0 / (std::f64::consts::TAU * exp(states))));
    -exp(states) * (rest * ln(rest) + 1.0 - rest) - ln(half) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 1000 draws of 5000: by the product itself.
    #[test]
    fn all_different() {
        for (draws, states) in [(1000, 5000), (50, 50), (3, 1_000_000)] {
            let exact: f64 = (0..draws).map(|i| f64::ln(1.0 - f64::from(i) / f64::from(states))).sum();
            let about = ln_all_new(f64::from(draws), f64::from(states).ln());
            assert!((about - exact).abs() < 0.002 * exact.abs() + 0.5, "{about} {exact}");
        }
    }

    /// Of 2^16 seeds 1000 decks repeat about 1000·999/2^17 = 7.6 times.
    #[test]
    fn bits_from_repeats() {
        let ln_orders = (1..=52).map(|card| f64::from(card).ln()).sum();
        let found = DeckCounts { decks: 1000.0, different: 992.0, ln_orders, zeros: 0 }.bits().unwrap();
        assert!((found.bits - 15.9).abs() < 0.2 && found.low < 15.5 && found.high > 16.5, "{found:?}");
        // The same, if half of the decks are counted.
        let half = DeckCounts { decks: 500.0, different: 496.0, ln_orders, zeros: 1 }.bits().unwrap();
        assert!((half.bits - 15.9).abs() < 0.2, "{half:?}");
        // Ten decks of each of 500 seeds: all of them came.
        let all = DeckCounts { decks: 5000.0, different: 500.0, ln_orders, zeros: 0 }.bits().unwrap();
        assert_eq!([all.bits, all.low, all.high].map(|bits| bits.exp2().round()), [500.0; 3]);
        // 3000 decks of 2^14.5 seeds, a number between whole bits: the interval of the birthdays is about 14 % wide.
        let some = DeckCounts { decks: 3000.0, different: 2812.0, ln_orders, zeros: 0 }.bits().unwrap();
        assert!((some.bits - 14.5).abs() < 0.1 && some.low < 14.5 && 14.5 < some.high, "{some:?}");
        assert_eq!(DeckCounts { decks: 1000.0, different: 1000.0, ln_orders, zeros: 0 }.bits(), None);
    }
}
