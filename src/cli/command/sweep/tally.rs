use std::cmp::Reverse;
use std::ops::{AddAssign, RangeInclusive};

use faro::Kind;
use faro::number::Segment;

use super::size::decks;

/// The number of bins of the histogram, by the ratio of the order to the modulus − 1.
pub const PARTS: usize = 10;

/// The number of moduli whose orders are counted together.
const CHUNK: usize = 256;

/// The largest modulus of which the floating-point division of [`parts`] is exact.
const MAX_SHORT: u64 = 1 << 30;

/// What a summary needs to know of the deck sizes with some moduli.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    pub sizes: u64,
    pub sum: u128,
    /// The largest order, and the first deck size that has it.
    pub largest: (u64, Reverse<u64>),
    /// The number of orders equal to the modulus − 1, the largest possible.
    pub full: u64,
    pub histogram: [u64; PARTS],
}

impl Tally {
    /// Counts the deck sizes in the range for which a modulus of the segment is that of a shuffle of this kind.
    pub fn new(kind: Kind, cards: &RangeInclusive<u64>, segment: &Segment) -> Tally {
        let mut tally = Tally::default();
        for (chunk, from) in segment.orders().chunks(CHUNK).zip((segment.first()..).step_by(2 * CHUNK)) {
            let last = from + 2 * (chunk.len() as u64 - 1);
            let ends = [decks(from, kind)[0], decks(last, kind)[1]];
            if from > 1 && last <= MAX_SHORT && ends.iter().all(|size| cards.contains(size)) {
                tally.add_pairs(chunk, from, ends[0]);
                continue;
            }
            for (&order, modulus) in chunk.iter().zip((from..).step_by(2)) {
                let sizes = decks(modulus, kind).into_iter().filter(|size| cards.contains(size));
                sizes.for_each(|size| tally.add(size, modulus, order));
            }
        }
        tally
    }

    fn add(&mut self, cards: u64, modulus: u64, order: u64) {
        self.sizes += 1;
        self.sum += u128::from(order);
        self.largest = self.largest.max((order, Reverse(cards)));
        self.full += u64::from(order + 1 == modulus);
        self.histogram[part(order, modulus)] += 1;
    }

    /// Counts two deck sizes for each of the moduli from `modulus` on, the first of which is `cards`.
    fn add_pairs(&mut self, orders: &[u64], modulus: u64, cards: u64) {
        // 32-bit numbers, of which a vector holds twice as many.
        let mut short = [0; CHUNK];
        short.iter_mut().zip(orders).for_each(|(short, &order)| *short = order as i32);
        let (short, whole) = (&short[..orders.len()], (modulus - 1) as i32);
        let largest = short.iter().copied().fold(0, i32::max);
        if largest as u64 > self.largest.0 {
            let place = short.iter().position(|&order| order == largest).unwrap_or(0);
            self.largest = (largest as u64, Reverse(cards + 2 * place as u64));
        }
        let full = |(&order, index)| i32::from(order == whole + 2 * index);
        self.full += 2 * short.iter().zip(0..).map(full).sum::<i32>() as u64;
        self.sizes += 2 * orders.len() as u64;
        self.sum += u128::from(2 * orders.iter().sum::<u64>());
        for parts in parts(short, whole)[..orders.len()].chunks(CHUNK / 2) {
            for (part, count) in (0..).zip(&mut self.histogram) {
                *count += 2 * u64::from(parts.iter().map(|&other| u8::from(other == part)).sum::<u8>());
            }
        }
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.sizes += other.sizes;
        self.sum += other.sum;
        self.largest = self.largest.max(other.largest);
        self.full += other.full;
        self.histogram.iter_mut().zip(other.histogram).for_each(|(count, more)| *count += more);
    }
}

/// Returns the tenth of the modulus − 1 that contains an order, its upper end included. The order 1 modulo 1
/// is in the last.
fn part(order: u64, modulus: u64) -> usize {
    let whole = modulus.max(2) - 1;
    let tenths = match order.checked_mul(PARTS as u64) {
        Some(product) => product.div_ceil(whole),
        None => (u128::from(order) * PARTS as u128).div_ceil(whole.into()) as u64,
    };
    (tenths as usize).min(PARTS) - 1
}

/// Returns [`part`] for at most [`CHUNK`] orders modulo odd numbers from `whole` + 1 on, at least 3. Without branches, so
/// that the compiler uses vector instructions.
fn parts(orders: &[i32], whole: i32) -> [u8; CHUNK] {
    /// The fraction of a number of this size has no bits: a number that is added to it is rounded.
    const INTEGERS: f64 = (3u64 << 51) as f64;
    let mut parts = [0; CHUNK];
    for ((part, &order), index) in parts.iter_mut().zip(orders).zip(0..) {
        // The quotient is at least half of 1/whole away from an integer, so that its floor is exact.
        let tenths = (f64::from(order) * PARTS as f64 - 0.5) / f64::from(whole + 2 * index);
        *part = (tenths - 0.5 + INTEGERS).to_bits() as u8;
    }
    parts
}

#[cfg(test)]
mod tests {
    use faro::number::OrderSweep;

    use super::*;

    #[test]
    fn tenths_include_their_upper_ends() {
        assert_eq!([part(1, 1), part(1, 11), part(2, 11), part(10, 11), part(5, 11)], [9, 0, 1, 9, 4]);
        assert_eq!(part(1 << 62, (1 << 63) + 1), 4);
        assert_eq!(part(u64::MAX - 1, u64::MAX), 9);
    }

    #[test]
    fn tenths_of_many_orders() {
        for modulus in [3, 5, 11, 1001, (1 << 29) + 1, MAX_SHORT - 2 * CHUNK as u64 + 1] {
            for tenth in 0..=10 {
                for less in [0, 1, 2] {
                    let order =
                        |index: u64| ((modulus - 1 + 2 * index) * tenth / 10).saturating_sub(less).max(1);
                    let orders: Vec<u64> = (0..CHUNK as u64).map(order).collect();
                    let expected = orders.iter().zip((modulus..).step_by(2));
                    let expected: Vec<u8> =
                        expected.map(|(&order, modulus)| part(order, modulus) as u8).collect();
                    let short: Vec<i32> = orders.iter().map(|&order| order as i32).collect();
                    assert_eq!(parts(&short, (modulus - 1) as i32)[..], expected, "{modulus} {tenth} {less}");
                }
            }
        }
    }

    /// Every deck size is counted once, also at the ends of the range and of the segments.
    #[test]
    fn segments_are_counted_like_single_sizes() {
        for cards in [1..=1, 1..=2, 2..=3, 3..=3, 1..=3000, 2..=5001, 97_000..=200_001] {
            for kind in [Kind::Out, Kind::In] {
                let (mut tally, mut expected) = (Tally::default(), Tally::default());
                let sweep = || OrderSweep::new(cards.start() - 1..=cards.end() + 1).unwrap();
                sweep().for_each(|segment| tally += Tally::new(kind, &cards, &segment));
                for (modulus, order) in sweep().flat_map(|segment| segment.iter().collect::<Vec<_>>()) {
                    for size in decks(modulus, kind).into_iter().filter(|size| cards.contains(size)) {
                        expected.add(size, modulus, order);
                    }
                }
                assert_eq!(tally, expected, "{cards:?} {kind}");
                assert_eq!(tally.sizes, cards.end() - cards.start() + 1);
            }
        }
    }
}
