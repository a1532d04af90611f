//! Sums and counts over the orders of a sweep, for ranges that are too long to be listed.

use std::cmp::Reverse;
use std::ops::AddAssign;

/// Number of parts by which the orders are counted: tenths.
const PARTS: usize = 10;

/// Counts of the orders of 2 modulo some odd numbers.
///
/// ```
/// use faro_math::number::{OrderSummary, OrderSweep};
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
        let mut summary = OrderSummary::default();
        for (&order, modulus) in orders.iter().zip((first..).step_by(2)) {
            summary.add(modulus, order);
        }
        summary
    }

    fn add(&mut self, modulus: u64, order: u64) {
        self.count += 1;
        self.sum += u128::from(order);
        self.largest = self.largest.max((order, Reverse(modulus)));
        self.full += u64::from(order + 1 == modulus);
        self.tenths[tenth(order, modulus)] += 1;
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

/// Returns the tenth of the modulus − 1 that contains `order`.
fn tenth(order: u64, modulus: u64) -> usize {
    let whole = u128::from(modulus.max(2) - 1);
    let tenths = (u128::from(order) * PARTS as u128).div_ceil(whole);
    (tenths as usize).min(PARTS) - 1
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
}
