use std::cmp::Reverse;
use std::ops::RangeInclusive;

use super::weave::Kind;
use faro_math::number::{OrderSummary, Segment};

/// A deck size and the orders of its shuffles.
///
/// ```
/// use faro::Kind;
/// use faro::perfect::SizeOrders;
/// let pack = SizeOrders { cards: 52, out: 8, inn: 52 };
/// assert_eq!([pack.order(Kind::Out), pack.order(Kind::In)], [8, 52]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SizeOrders {
    /// The deck size.
    pub cards: u64,
    /// The order of the out-shuffle.
    pub out: u64,
    /// The order of the in-shuffle.
    pub inn: u64,
}

impl SizeOrders {
    /// Returns the order of the shuffle of this kind.
    pub fn order(&self, kind: Kind) -> u64 {
        match kind {
            Kind::Out => self.out,
            Kind::In => self.inn,
        }
    }

    /// Returns the two deck sizes with an odd `modulus`.
    ///
    /// They are the modulus itself, and the next larger number for out-shuffles or the next smaller one for
    /// in-shuffles.
    ///
    /// ```
    /// use faro::Kind;
    /// use faro::perfect::SizeOrders;
    /// assert_eq!(SizeOrders::with_modulus(51, Kind::Out), [51, 52]);
    /// assert_eq!(SizeOrders::with_modulus(53, Kind::In), [52, 53]);
    /// ```
    pub fn with_modulus(modulus: u64, kind: Kind) -> [u64; 2] {
        match kind {
            Kind::Out => [modulus, modulus + 1],
            Kind::In => [modulus - 1, modulus],
        }
    }

    /// Returns the summary of the orders of deck sizes in `cards` whose moduli are in `segment`.
    ///
    /// The largest order comes with the first deck size that has it.
    ///
    /// ```
    /// use faro::Kind;
    /// use faro::number::{OrderSummary, OrderSweep};
    /// use faro::perfect::SizeOrders;
    /// let mut total = OrderSummary::default();
    /// OrderSweep::new(1..=53)?.for_each(|segment| total += SizeOrders::summary(Kind::Out, &(2..=52), &segment));
    /// assert_eq!(total.count, 51);
    /// # Ok::<(), faro::number::RangeTooLongError>(())
    /// ```
    pub fn summary(kind: Kind, cards: &RangeInclusive<u64>, segment: &Segment) -> OrderSummary {
        // A deck size is its modulus plus an offset.
        let [first, second] = SizeOrders::with_modulus(1, kind).map(|deck| deck.wrapping_sub(1));
        let moduli = |offset: u64| [*cards.start(), *cards.end()].map(|size| size.wrapping_sub(offset));
        let ([start, end], [second_start, second_end]) = (moduli(first), moduli(second));
        // The second deck size is the larger one, so its moduli begin one lower.
        let parts = [
            (start..=second_end, first, 2),
            (second_end + 1..=end, first, 1),
            (second_start..=start - 1, second, 1),
        ];
        let mut total = OrderSummary::default();
        for (moduli, offset, weight) in parts {
            let OrderSummary { count, sum, largest: (order, Reverse(modulus)), full, tenths } =
                segment.summary(moduli);
            total += OrderSummary {
                count: weight * count,
                sum: u128::from(weight) * sum,
                largest: (order, Reverse(modulus.wrapping_add(offset))),
                full: weight * full,
                tenths: tenths.map(|count| weight * count),
            };
        }
        total
    }
}

#[cfg(test)]
mod tests {
    use faro_math::number::OrderSweep;

    use super::*;

    /// Every deck size is counted once, also at the ends of the range and of the segments.
    #[test]
    fn segments_are_counted_like_single_sizes() {
        for cards in [1..=1, 1..=2, 2..=3, 3..=3, 1..=3000, 2..=5001, 97_000..=200_001] {
            for kind in [Kind::Out, Kind::In] {
                let (mut total, mut expected) = (OrderSummary::default(), OrderSummary::default());
                let sweep = || OrderSweep::new(cards.start() - 1..=cards.end() + 1).unwrap();
                sweep().for_each(|segment| total += SizeOrders::summary(kind, &cards, &segment));
                for (modulus, order) in sweep().flat_map(|segment| segment.iter().collect::<Vec<_>>()) {
                    for size in SizeOrders::with_modulus(modulus, kind)
                        .into_iter()
                        .filter(|size| cards.contains(size))
                    {
                        let whole = modulus.max(2) - 1;
                        expected.count += 1;
                        expected.sum += u128::from(order);
                        expected.largest = expected.largest.max((order, Reverse(size)));
                        expected.full += u64::from(order + 1 == modulus);
                        expected.tenths[((10 * order).div_ceil(whole) as usize).min(10) - 1] += 1;
                    }
                }
                assert_eq!(total, expected, "{cards:?} {kind}");
                assert_eq!(total.count, cards.end() - cards.start() + 1);
            }
        }
    }
}
