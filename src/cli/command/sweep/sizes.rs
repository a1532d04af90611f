use std::num::NonZero;
use std::ops::RangeInclusive;

use faro::Kind;
use faro::number::{OrderSweep, Segment};

use crate::cli::watch::Watch;

/// A deck size and the orders of its shuffles.
#[derive(Clone, Copy)]
pub struct Size {
    pub cards: u64,
    out: u64,
    inn: u64,
}

impl Size {
    pub fn order(&self, kind: Kind) -> u64 {
        match kind {
            Kind::Out => self.out,
            Kind::In => self.inn,
        }
    }

    /// The number that 2 has its order modulo.
    pub fn modulus(&self, kind: Kind) -> u64 {
        match kind {
            _ if self.cards % 2 == 1 => self.cards,
            Kind::Out => self.cards - 1,
            Kind::In => self.cards + 1,
        }
    }
}

/// The deck sizes of a range in turn, until Ctrl-C.
///
/// An odd deck has its own size for a modulus; an even one the odd number below for the
/// out-shuffle, and that above for the in-shuffle.
pub struct Sizes {
    cards: RangeInclusive<u64>,
    segments: OrderSweep,
    segment: Option<Segment>,
    /// Moduli of the segment that are behind.
    behind: usize,
    /// The order modulo the last of them.
    below: u64,
    /// An odd deck that comes next.
    pending: Option<Size>,
    watch: Watch,
    told: u64,
}

impl Sizes {
    pub fn of(cards: RangeInclusive<u64>, threads: NonZero<usize>, watch: Watch) -> anyhow::Result<Sizes> {
        let segments = OrderSweep::with_threads(cards.start() - 1..=cards.end() + 1, threads)?;
        Ok(Sizes { cards, segments, segment: None, behind: 0, below: 1, pending: None, watch, told: 0 })
    }

    pub fn cards(&self) -> &RangeInclusive<u64> {
        &self.cards
    }

    /// How many sizes there are.
    pub fn total(&self) -> u64 {
        self.cards.end() - self.cards.start() + 1
    }

    /// What is missing, if it was stopped half way.
    pub fn unfinished(&self) -> Option<String> {
        let (told, count) = (self.told, self.total());
        (self.watch.interrupted() && told < count)
            .then(|| format!("interrupted: {told} of {count} deck sizes were swept"))
    }

    /// The next modulus with its order.
    fn modulus(&mut self) -> Option<(u64, u64)> {
        loop {
            if let Some(segment) = &self.segment
                && let Some(&order) = segment.orders().get(self.behind)
            {
                self.behind += 1;
                return Some((segment.first() + 2 * (self.behind as u64 - 1), order));
            }
            let segment = self.segments.next()?;
            if !self.watch.goes_on_by(2 * segment.orders().len() as u64) {
                return None;
            }
            (self.segment, self.behind) = (Some(segment), 0);
        }
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
            // Only at the ends are there moduli that one of their decks lies outside of.
            if self.cards.contains(&size.cards) {
                self.told += 1;
                return Some(size);
            }
        }
    }
}
