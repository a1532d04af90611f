//! The orders modulo consecutive odd numbers.

use std::ops::RangeInclusive;

use super::summary::OrderSummary;

/// The orders of 2 modulo consecutive odd numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segment {
    pub(super) first: u64,
    pub(super) orders: Vec<u64>,
}

impl Segment {
    /// Removes the orders modulo numbers that are not in the range `moduli`.
    pub(super) fn cut(&mut self, moduli: &RangeInclusive<u64>) {
        let before = moduli.start().saturating_sub(self.first).div_ceil(2) as usize;
        let through = moduli
            .end()
            .checked_sub(self.first)
            .map_or(0, |beyond| beyond / 2 + 1);
        self.orders
            .truncate(usize::try_from(through).unwrap_or(usize::MAX));
        self.orders.drain(..before.min(self.orders.len()));
        self.first += 2 * before as u64;
    }

    /// Moves the orders to a new segment.
    pub(super) fn take(&mut self) -> Segment {
        Segment {
            first: self.first,
            orders: std::mem::take(&mut self.orders),
        }
    }

    /// Returns the first modulus, which is odd. The other moduli follow in steps of 2.
    pub fn first(&self) -> u64 {
        self.first
    }

    /// Returns the orders, one for each modulus.
    pub fn orders(&self) -> &[u64] {
        &self.orders
    }

    /// Counts the orders modulo the numbers of the segment that are in the range `moduli`.
    pub fn summary(&self, moduli: RangeInclusive<u64>) -> OrderSummary {
        let from = moduli
            .start()
            .saturating_sub(self.first)
            .div_ceil(2)
            .min(self.orders.len() as u64);
        let end = moduli
            .end()
            .checked_sub(self.first)
            .map_or(0, |last| last / 2 + 1);
        let orders = &self.orders[..end.min(self.orders.len() as u64) as usize];
        OrderSummary::new(
            self.first + 2 * from,
            orders.get(from as usize..).unwrap_or_default(),
        )
    }

    /// Returns the moduli with their orders.
    ///
    /// ```
    /// # use faro_math as faro;
    /// use faro::number::OrderSweep;
    /// let segment = OrderSweep::new(51..=53)?.next().unwrap();
    /// assert_eq!(segment.iter().collect::<Vec<_>>(), [(51, 8), (53, 52)]);
    /// # Ok::<(), faro_math::number::RangeTooLongError>(())
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        self.orders
            .iter()
            .zip(0..)
            .map(|(&order, index)| (self.first + 2 * index, order))
    }
}
