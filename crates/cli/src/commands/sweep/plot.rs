//! A plot of the order against the deck size.

use std::ops::RangeInclusive;

use faro::Kind;
use faro::perfect::SizeOrders;
use faro_math::number::Segment;
use faro_render::numbers::joined;
use faro_render::view::{Axis, Figure, Grid, Marks, Series};

/// A plot of the order against the deck size, with one dot per deck size.
pub struct Plot {
    kinds: &'static [Kind],
    cards: RangeInclusive<u64>,
    across: Axis,
    up: Axis,
    grids: Vec<Grid>,
}

impl Plot {
    pub fn new(cards: &RangeInclusive<u64>, kinds: &'static [Kind]) -> Plot {
        let (first, last) = cards.clone().into_inner();
        let across = Axis {
            name: "deck size".into(),
            from: first,
            to: last,
        };
        let up = Axis {
            name: "order".into(),
            from: 0,
            to: last,
        };
        let grids = kinds.iter().map(|_| Grid::new(last - first + 1)).collect();
        Plot {
            kinds,
            cards: cards.clone(),
            across,
            up,
            grids,
        }
    }

    pub fn add(&mut self, segment: &Segment) {
        for (grid, &kind) in self.grids.iter_mut().zip(self.kinds) {
            for (modulus, order) in segment.iter() {
                let sizes = SizeOrders::with_modulus(modulus, kind)
                    .into_iter()
                    .filter(|size| self.cards.contains(size));
                sizes.for_each(|size| grid.add(&self.across, size, &self.up, order));
            }
        }
    }

    pub fn into_figure(self) -> Figure {
        let Plot {
            kinds,
            across,
            up,
            grids,
            ..
        } = self;
        let series = kinds.iter().zip(grids).map(|(&kind, grid)| Series {
            name: kind.to_string(),
            marks: Marks::Dots(grid),
        });
        Figure {
            title: title(kinds),
            across,
            up,
            series: series.collect(),
        }
    }
}

pub fn title(kinds: &[Kind]) -> String {
    let named = joined(kinds.iter().map(|kind| format!("{kind}-")), " and ");
    format!("Perfect {named}shuffles that restore the deck")
}
