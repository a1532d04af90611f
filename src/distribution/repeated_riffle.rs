//! The exact law of repeated a-shuffles and of their inverses, in closed form.

use num_bigint::BigUint;
use num_traits::One;

use super::tally;
use super::weights::Weights;
use super::work::{WORK_PER_PAIR, within_limit};
use crate::Error;
use faro_math::number::eulerian_row;
use faro_sample::zoo::{RandomShuffle, Riffle, ShortKeys};

/// A repeated a-shuffle, or its inverse.
///
/// An a-shuffle followed by a b-shuffle is an ab-shuffle. The probability of an order depends only on the
/// number of its rising sequences, or of its ascending runs for the inverse (Bayer and Diaconis 1992).
#[derive(Clone, Copy, Debug)]
pub struct RepeatedRiffle {
    /// Number of packets of one riffle.
    packets: u32,
    times: u32,
    /// Whether the shuffle is the inverse: cards are sorted by random keys, one key for each packet.
    inverse: bool,
}

/// The work per bit of a weight. The limit on the work also bounds the memory, to a few hundred megabytes.
const WORK_PER_BIT: f64 = 1.0 / 3.0;

/// The work of arithmetic on two numbers, per pair of their bits.
const WORK_PER_BIT_PAIR: f64 = 0.01;

impl RepeatedRiffle {
    /// Returns the repeated shuffle, or `None` if it is neither an a-shuffle nor the inverse of one.
    pub fn new(shuffle: RandomShuffle, times: u32) -> Option<RepeatedRiffle> {
        match shuffle {
            RandomShuffle::Riffle(Riffle::Packets(packets)) => Some(RepeatedRiffle {
                packets,
                times,
                inverse: false,
            }),
            RandomShuffle::ShortKeys(ShortKeys(bits)) => Some(RepeatedRiffle {
                packets: 1 << bits,
                times,
                inverse: true,
            }),
            _ => None,
        }
    }

    /// Returns the work of listing the law, or an error if it is too large.
    pub fn work(self, cards: usize) -> Result<f64, Error> {
        let bits = f64::from(self.packets).log2() * f64::from(self.times) * cards as f64;
        let work = tally::orders(cards) as f64 * (WORK_PER_PAIR + WORK_PER_BIT * bits)
            + WORK_PER_BIT_PAIR * bits * bits;
        within_limit(work, Error::TooManyDigits { given: bits })
    }

    /// Returns the number of reachable orders.
    ///
    /// They are the orders with at most one rising sequence per packet, or at most one ascending run for
    /// the inverse.
    pub fn reachable(self, cards: usize) -> f64 {
        let orders = eulerian_row(cards as u32, |_, [(a, below), (b, before)]| {
            f64::from(a) * below + f64::from(b) * before
        });
        let runs = f64::from(self.packets).powf(f64::from(self.times));
        orders.iter().take(runs as usize).sum()
    }

    /// Returns the weight of each order. Of the a^n choices of packets, C(a + n − r, n) lead to an order with r
    /// rising sequences, or with r ascending runs for the inverse.
    pub fn weights(self, cards: usize) -> Weights {
        let packets = BigUint::from(self.packets).pow(self.times);
        let total = packets.pow(cards as u32);
        let values: Vec<BigUint> = (0..cards.max(1))
            .map(|breaks| choices(&packets, cards, breaks))
            .collect();
        Weights::with_values(cards, &total, &values, |deck| match self.inverse {
            true => descents(deck),
            false => missing_successors(deck),
        })
    }
}

/// Returns C(a + n − 1 − `breaks`, n) for a = `packets` and n = `cards`.
fn choices(packets: &BigUint, cards: usize, breaks: usize) -> BigUint {
    // The product of the n factors from a − `breaks` to a − `breaks` + n − 1, over n!. If a is at most `breaks`, one
    // factor is 0.
    if *packets <= BigUint::from(breaks) {
        return if cards == 0 {
            BigUint::one()
        } else {
            BigUint::ZERO
        };
    }
    let factor = |index: usize| packets + index - breaks;
    (0..cards).fold(BigUint::one(), |product, index| {
        product * factor(index) / (index + 1)
    })
}

/// Returns the number of positions with a smaller card directly after them.
fn descents(deck: &[u8]) -> usize {
    deck.windows(2).filter(|pair| pair[0] > pair[1]).count()
}

/// Returns the number of cards whose successor is above them: the number of rising sequences minus 1.
fn missing_successors(deck: &[u8]) -> usize {
    // A card's successor is above it if it was seen before the card.
    let mut seen = 0u32;
    let above = |&&card: &&u8| {
        seen |= 1 << card;
        seen >> card & 2 != 0
    };
    deck.iter().filter(above).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distribution::Law;

    fn shuffles() -> impl Iterator<Item = RandomShuffle> {
        let riffles =
            [1, 2, 3, 4, 5, 6].map(|packets| RandomShuffle::Riffle(Riffle::Packets(packets)));
        riffles
            .into_iter()
            .chain([1, 2, 3].map(|bits| RandomShuffle::ShortKeys(ShortKeys(bits))))
    }

    /// Compares with every sequence of choices, and with products of these laws.
    #[test]
    fn the_closed_form_is_the_law_of_all_choices() {
        for shuffle in shuffles() {
            for cards in 0..=5 {
                let once = Law::new(&shuffle, cards).unwrap();
                let mut product = Law::certain(cards).unwrap();
                for times in 0..=3 {
                    let closed = Law::certain(cards)
                        .unwrap()
                        .then_repeated_riffle(shuffle, times)
                        .unwrap();
                    assert_eq!(closed.total(), product.total(), "{shuffle:?}");
                    let riffle = RepeatedRiffle::new(shuffle, times).unwrap();
                    assert_eq!(
                        riffle.reachable(cards),
                        product.reachable() as f64,
                        "{shuffle:?}^{times}"
                    );
                    for rank in 0..closed.orders() {
                        assert_eq!(
                            closed.weight(rank),
                            product.weight(rank),
                            "{shuffle:?}^{times} of {cards}"
                        );
                    }
                    product = product.then(&once).unwrap();
                }
            }
        }
    }
}
