//! The deck sizes of a range with their orders, until Ctrl-C.

use std::num::NonZero;
use std::ops::RangeInclusive;

use faro::Kind;
use faro::perfect::SizeOrders;
use faro_math::number::{OrderSummary, OrderSweep, Segment};
use faro_render::numbers::counted;
use faro_render::view::Figure;

use super::plot::Plot;
use crate::output;
use crate::output::watch::Watch;

/// The deck sizes of a range with their orders, until Ctrl-C.
///
/// The modulus of a deck of an odd size is its size. For an even size, it is one less for the out-shuffle and
/// one more for the in-shuffle.
pub struct SweepSizes {
    cards: RangeInclusive<u64>,
    segments: OrderSweep,
    segment: Option<Segment>,
    /// Number of moduli of the current segment that were already used.
    used: usize,
    /// The order of 2 modulo the last modulus that was used.
    below: u64,
    /// The odd deck size that comes next. It is computed together with the even size before it.
    pending: Option<SizeOrders>,
    watch: Watch,
    /// Number of deck sizes returned so far.
    returned: u64,
    plot: Option<Plot>,
}

impl SweepSizes {
    pub fn new(
        cards: RangeInclusive<u64>,
        threads: NonZero<usize>,
        watch: Watch,
    ) -> anyhow::Result<SweepSizes> {
        let segments = OrderSweep::with_threads(cards.start() - 1..=cards.end() + 1, threads)?;
        Ok(SweepSizes {
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
            output::finished(self.unfinished())?;
        }
        Ok(self.plot.map(Plot::into_figure))
    }

    /// Returns a description of what is missing if the sweep was interrupted.
    pub fn unfinished(&self) -> Option<String> {
        let (returned, count) = (self.returned, self.total());
        (self.watch.interrupted() && returned < count).then(|| {
            format!(
                "interrupted: {returned} of {} were swept",
                counted(count, "deck size")
            )
        })
    }

    /// Returns a tally of the sizes for each kind, until Ctrl-C.
    pub fn tallies(&mut self, kinds: &[Kind]) -> Vec<OrderSummary> {
        let cards = self.cards.clone();
        let tallies = |segment: &Segment| -> Vec<OrderSummary> {
            kinds
                .iter()
                .map(|&kind| SizeOrders::summary(kind, &cards, segment))
                .collect()
        };
        let mut totals = vec![OrderSummary::default(); kinds.len()];
        let mut add = |tallies: Vec<OrderSummary>| {
            totals
                .iter_mut()
                .zip(tallies)
                .for_each(|(total, tally)| *total += tally);
        };
        if self.plot.is_some() {
            while let Some(segment) = self.next_segment() {
                add(tallies(&segment));
            }
        } else {
            let tallies = |segment: &Segment| (segment.orders().len(), tallies(segment));
            let in_time = |(orders, _): &(usize, _)| self.watch.goes_on_by(2 * *orders as u64);
            self.segments
                .map_segments(tallies)
                .take_while(in_time)
                .for_each(|(_, tallies)| add(tallies));
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

impl Iterator for SweepSizes {
    type Item = SizeOrders;

    fn next(&mut self) -> Option<SizeOrders> {
        loop {
            let size = match self.pending.take() {
                Some(size) => size,
                None => {
                    let (modulus, order) = self.modulus()?;
                    let below = std::mem::replace(&mut self.below, order);
                    self.pending = Some(SizeOrders {
                        cards: modulus,
                        out_order: order,
                        in_order: order,
                    });
                    SizeOrders {
                        cards: modulus - 1,
                        out_order: below,
                        in_order: order,
                    }
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
