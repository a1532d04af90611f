//! Sums and counts over the orders of a sweep, for ranges that are too long to be listed.

use std::cmp::Reverse;
use std::ops::AddAssign;

use faro_simd::{Processor, compiled_fn};

/// Number of parts by which the orders are counted: tenths.
const PARTS: usize = 10;

/// Number of moduli whose orders are counted together.
const CHUNK: usize = 256;

/// Number of lanes with counts of 8 bits.
const LANES: usize = 64;

/// Number of moduli after which the counts of 8 bits are added up.
const PIECE: usize = 63 * CHUNK;

/// The range of moduli for which [`tenths`] may compute with 32-bit floating-point numbers.
const FLOAT_MODULI: std::ops::Range<u64> = 1 << 14..1 << 30;

/// The number, sum and distribution of the orders of 2 modulo some odd numbers.
///
/// ```
/// # use faro_math as faro;
/// use faro::number::{OrderSummary, OrderSweep};
/// let mut summary = OrderSummary::default();
/// OrderSweep::new(1..=16)?.for_each(|segment| summary += segment.summary(3..=11)); // orders 2, 4, 3, 6, 10
/// assert_eq!((summary.count, summary.sum, summary.largest.0, summary.full), (5, 25, 10, 3));
/// # Ok::<(), faro_math::number::RangeTooLongError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OrderSummary {
    /// Number of moduli.
    pub count: u64,
    /// Sum of the orders.
    pub sum: u128,
    /// The largest order, and the first modulus with this order.
    pub largest: (u64, Reverse<u64>),
    /// Number of orders equal to the modulus − 1, the largest possible order.
    pub full: u64,
    /// Number of orders in each tenth of the modulus − 1; a tenth includes its upper end. The order 1 modulo 1 is in
    /// the last tenth.
    pub tenths: [u64; PARTS],
}

impl OrderSummary {
    /// Counts `orders` modulo consecutive odd numbers from `first` on.
    pub(super) fn new(first: u64, orders: &[u64]) -> OrderSummary {
        count(Processor::detect(), first, orders)
    }

    fn add(&mut self, modulus: u64, order: u64) {
        self.count += 1;
        self.sum += u128::from(order);
        self.largest = self.largest.max((order, Reverse(modulus)));
        self.full += u64::from(order + 1 == modulus);
        self.tenths[tenth(order, modulus)] += 1;
    }

    /// Counts at most [`PIECE`] orders modulo numbers in [`FLOAT_MODULI`].
    #[inline(always)]
    fn add_short(&mut self, first: u64, orders: &[u64]) {
        let mut counts = [[0; LANES]; PARTS];
        let mut largest = (0, 0);
        for (chunk, start) in orders.chunks(CHUNK).zip((0..).step_by(CHUNK)) {
            // A vector holds twice the number of 32-bit numbers.
            let mut short = [0; CHUNK];
            short
                .iter_mut()
                .zip(chunk)
                .for_each(|(short, &order)| *short = order as i32);
            let (short, whole) = (&short[..chunk.len()], (first - 1) as i32 + 2 * start);
            let chunk_largest = short.iter().fold(0, |largest, &order| order.max(largest));
            if chunk_largest > largest.0 {
                largest = (chunk_largest, start as usize);
            }
            let full = |(&order, index)| i32::from(order == whole + 2 * index);
            self.full += short.iter().zip(0..).map(full).sum::<i32>() as u64;
            self.sum += u128::from(chunk.iter().sum::<u64>());
            for tenths in tenths(short, whole).as_chunks::<LANES>().0 {
                for (counts, tenth) in counts.iter_mut().zip(0..) {
                    counts
                        .iter_mut()
                        .zip(tenths)
                        .for_each(|(count, &other)| *count += u8::from(other == tenth));
                }
            }
        }
        let (largest, start) = (largest.0 as u64, largest.1);
        let place = start
            + orders[start..]
                .iter()
                .position(|&order| order == largest)
                .unwrap_or(0);
        self.largest = self
            .largest
            .max((largest, Reverse(first + 2 * place as u64)));
        self.count += orders.len() as u64;
        for (total, counts) in self.tenths.iter_mut().zip(counts) {
            *total += counts.into_iter().map(u64::from).sum::<u64>();
        }
    }
}

impl AddAssign for OrderSummary {
    fn add_assign(&mut self, other: OrderSummary) {
        self.count += other.count;
        self.sum += other.sum;
        self.largest = self.largest.max(other.largest);
        self.full += other.full;
        self.tenths
            .iter_mut()
            .zip(other.tenths)
            .for_each(|(count, more)| *count += more);
    }
}

compiled_fn! {
    fn count(processor: Processor, first: u64, orders: &[u64]) -> OrderSummary {
        let mut summary = OrderSummary::default();
        for (piece, first) in orders.chunks(PIECE).zip((first..).step_by(2 * PIECE)) {
            if FLOAT_MODULI.contains(&first) && FLOAT_MODULI.contains(&(first + 2 * PIECE as u64)) {
                summary.add_short(first, piece);
            } else {
                piece.iter().zip((first..).step_by(2)).for_each(|(&order, modulus)| summary.add(modulus, order));
            }
        }
        summary
    }
}

/// Returns the tenth of the modulus − 1 that contains `order`.
fn tenth(order: u64, modulus: u64) -> usize {
    let whole = u128::from(modulus.max(2) - 1);
    let tenths = (u128::from(order) * PARTS as u128).div_ceil(whole);
    (tenths as usize).min(PARTS) - 1
}

/// Returns [`tenth`] for each order, modulo the odd numbers from `whole` + 1 on. Beyond the orders it returns
/// another number. There are no branches and divisions, so that the compiler uses vector instructions.
#[inline(always)]
fn tenths(orders: &[i32], whole: i32) -> [u8; CHUNK] {
    /// Numbers of this size have no fractional bits: adding a number to this one rounds it to an integer.
    const INTEGERS: f32 = (3 << 22) as f32;
    let ratio = PARTS as f32 / (whole + CHUNK as i32) as f32;
    let mut tenths = [u8::MAX; CHUNK];
    for ((tenth, &order), index) in tenths.iter_mut().zip(orders).zip(0..) {
        // The relative error of the ratio is at most 2^-6, and the error of the rounded quotient is less than 2/3. The
        // rounded quotient is therefore the tenth or the next integer; in the second case the rest is not positive. The
        // rest fits in 32 bits.
        let rounded = (order as f32 * ratio + INTEGERS)
            .to_bits()
            .wrapping_sub(INTEGERS.to_bits()) as i32;
        let rest = (PARTS as i32)
            .wrapping_mul(order)
            .wrapping_sub(rounded.wrapping_mul(whole + 2 * index));
        *tenth = (rounded - i32::from(rest <= 0)) as u8;
    }
    tenths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tenths_include_their_upper_ends() {
        assert_eq!(
            [
                tenth(1, 1),
                tenth(1, 11),
                tenth(2, 11),
                tenth(10, 11),
                tenth(5, 11)
            ],
            [9, 0, 1, 9, 4]
        );
        assert_eq!(tenth(1 << 62, (1 << 63) + 1), 4);
        assert_eq!(tenth(u64::MAX - 1, u64::MAX), 9);
    }

    #[test]
    fn many_orders_are_counted_like_single_ones() {
        let last = FLOAT_MODULI.end - 2 * PIECE as u64 - 1;
        for first in [
            1,
            FLOAT_MODULI.start - 3,
            FLOAT_MODULI.start + 1,
            100_001,
            (1 << 29) + 1,
            last,
            FLOAT_MODULI.end + 1,
        ] {
            for part in 0..=10 {
                for less in [0, 1, 2] {
                    let order = |index: u64| {
                        ((first - 1 + 2 * index) * part / 10)
                            .saturating_sub(less)
                            .max(1)
                    };
                    let length = 9 + if less == 0 { PIECE } else { CHUNK };
                    let orders: Vec<u64> = (0..length as u64).map(order).collect();
                    let mut expected = OrderSummary::default();
                    let moduli = (first..).step_by(2);
                    moduli
                        .zip(&orders)
                        .for_each(|(modulus, &order)| expected.add(modulus, order));
                    for processor in Processor::available() {
                        let summary = count(processor, first, &orders);
                        assert_eq!(summary, expected, "{first} {part} {less} {processor:?}");
                    }
                }
            }
        }
    }
}
