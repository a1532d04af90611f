use std::cmp::Reverse;
use std::ops::RangeInclusive;

use faro::Kind;
use faro_math::number::{OrderSummary, Segment};

use super::size::decks;

/// Tallies the orders for the moduli of a segment.
///
/// The tally has the deck sizes in `cards` whose shuffle of this kind has a modulus in the segment. The largest
/// order comes with the first deck size that has it.
pub fn tally(kind: Kind, cards: &RangeInclusive<u64>, segment: &Segment) -> OrderSummary {
    // A deck size is its modulus plus an offset.
    let [first, second] = decks(1, kind).map(|deck| deck.wrapping_sub(1));
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
                sweep().for_each(|segment| total += tally(kind, &cards, &segment));
                for (modulus, order) in sweep().flat_map(|segment| segment.iter().collect::<Vec<_>>()) {
                    for size in decks(modulus, kind).into_iter().filter(|size| cards.contains(size)) {
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
