use std::cmp::Reverse;
use std::num::NonZero;
use std::ops::RangeInclusive;

use faro::Kind;
use faro_console::watch::Watch;
use faro_math::number::{OrderSummary, OrderSweep, Segment};
use faro_render::plural::counted;
use faro_render::view::Figure;

use super::report::Plot;

/// The deck sizes of a range with their orders, until Ctrl-C.
///
/// The modulus of a deck of an odd size is its size. For an even size, it is one less for the out-shuffle and
/// one more for the in-shuffle.
pub struct Sizes {
    cards: RangeInclusive<u64>,
    segments: OrderSweep,
    segment: Option<Segment>,
    /// Number of moduli of the segment that were already used.
    used: usize,
    /// The order modulo the last used modulus.
    below: u64,
    /// The next deck of odd size, if its order is known.
    pending: Option<Size>,
    watch: Watch,
    /// Number of deck sizes returned so far.
    returned: u64,
    plot: Option<Plot>,
}

impl Sizes {
    pub fn new(cards: RangeInclusive<u64>, threads: NonZero<usize>, watch: Watch) -> anyhow::Result<Sizes> {
        let segments = OrderSweep::with_threads(cards.start() - 1..=cards.end() + 1, threads)?;
        Ok(Sizes {
            cards,
            segments,
            segment: None,
            used: 0,
            below: 1,
            pending: None,
            watch,
            returned: 0,
            plot: None,
        })
    }

    pub fn cards(&self) -> &RangeInclusive<u64> {
        &self.cards
    }

    /// Returns the number of deck sizes in the range.
    pub fn total(&self) -> u64 {
        self.cards.end() - self.cards.start() + 1
    }

    /// Plots the sizes from now on.
    pub fn plot(&mut self, kinds: &'static [Kind]) {
        self.plot = Some(Plot::new(&self.cards, kinds));
    }

    /// Returns the plot of all sizes, if [`plot`](Self::plot) was called.
    ///
    /// It is complete even if the list is not, because its reader closed the pipe.
    ///
    /// # Errors
    ///
    /// If the sweep was interrupted, because the plot of a part would look like a plot of the whole range.
    pub fn into_figure(mut self) -> anyhow::Result<Option<Figure>> {
        if self.plot.is_some() {
            self.by_ref().for_each(drop);
            self.unfinished().map_or(Ok(()), |what| Err(anyhow::anyhow!(what)))?;
        }
        Ok(self.plot.map(Plot::into_figure))
    }

    /// Returns a description of what is missing if the sweep was interrupted.
    pub fn unfinished(&self) -> Option<String> {
        let (returned, count) = (self.returned, self.total());
        (self.watch.interrupted() && returned < count)
            .then(|| format!("interrupted: {returned} of {} were swept", counted(count, "deck size")))
    }

    /// Returns a tally of the sizes for each kind, until Ctrl-C.
    pub fn tallies(&mut self, kinds: &[Kind]) -> Vec<OrderSummary> {
        let cards = self.cards.clone();
        let tallies = |segment: &Segment| -> Vec<OrderSummary> {
            kinds.iter().map(|&kind| tally(kind, &cards, segment)).collect()
        };
        let mut totals = vec![OrderSummary::default(); kinds.len()];
        let mut add = |tallies: Vec<OrderSummary>| {
            totals.iter_mut().zip(tallies).for_each(|(total, tally)| *total += tally);
        };
        if self.plot.is_some() {
            while let Some(segment) = self.next_segment() {
                add(tallies(&segment));
            }
        } else {
            let tallies = |segment: &Segment| (segment.orders().len(), tallies(segment));
            let in_time = |(orders, _): &(usize, _)| self.watch.goes_on_by(2 * *orders as u64);
            self.segments.map_segments(tallies).take_while(in_time).for_each(|(_, tallies)| add(tallies));
        }
        self.returned = totals.first().map_or(0, |tally| tally.count);
        totals
    }

    /// Returns the next modulus with its order.
    fn modulus(&mut self) -> Option<(u64, u64)> {
        loop {
            if let Some(segment) = &self.segment
                && let Some(&order) = segment.orders().get(self.used)
            {
                self.used += 1;
                return Some((segment.first() + 2 * (self.used as u64 - 1), order));
            }
            (self.segment, self.used) = (Some(self.next_segment()?), 0);
        }
    }

    fn next_segment(&mut self) -> Option<Segment> {
        let segment = self.segments.next()?;
        let goes_on = self.watch.goes_on_by(2 * segment.orders().len() as u64);
        let segment = Some(segment).filter(|_| goes_on)?;
        self.plot.iter_mut().for_each(|plot| plot.add(&segment));
        Some(segment)
    }
}

impl Iterator for Sizes {
    type Item = Size;

    fn next(&mut self) -> Option<Size> {
        loop {
            let size = match self.pending.take() {
                Some(size) => size,
                None => {
                    let (modulus, order) = self.modulus()?;
                    let below = std::mem::replace(&mut self.below, order);
                    self.pending = Some(Size { cards: modulus, out: order, inn: order });
                    Size { cards: modulus - 1, out: below, inn: order }
                }
            };
            // At the ends of the range, a modulus may belong to a deck size outside it.
            if self.cards.contains(&size.cards) {
                self.returned += 1;
                return Some(size);
            }
        }
    }
}

/// A deck size and the orders of its shuffles.
#[derive(Clone, Copy)]
pub struct Size {
    pub cards: u64,
    pub out: u64,
    pub inn: u64,
}

impl Size {
    pub fn order(&self, kind: Kind) -> u64 {
        match kind {
            Kind::Out => self.out,
            Kind::In => self.inn,
        }
    }
}

/// Returns the two deck sizes with an odd `modulus`.
///
/// They are the modulus itself, and the next larger number for out-shuffles or the next smaller one for
/// in-shuffles.
pub fn decks(modulus: u64, kind: Kind) -> [u64; 2] {
    match kind {
        Kind::Out => [modulus, modulus + 1],
        Kind::In => [modulus - 1, modulus],
    }
}

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
    use super::*;
    use faro_math::number::OrderSweep;

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
