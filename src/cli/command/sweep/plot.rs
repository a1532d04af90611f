use faro::Kind;

use super::sizes::Sizes;
use crate::cli::view::{Axis, Figure, Grid, Marks, Series};

/// Plots the order against the deck size, one dot each.
///
/// # Errors
///
/// If the sweep was interrupted: the plot of a part would look like that of the whole range.
pub fn figure(mut sizes: Sizes, kinds: &'static [Kind]) -> anyhow::Result<Figure> {
    let (first, last) = sizes.cards().clone().into_inner();
    let across = Axis { name: "deck size", from: first, to: last };
    let up = Axis { name: "order", from: 0, to: last };
    let mut grids: Vec<Grid> = kinds.iter().map(|_| Grid::new(sizes.total())).collect();
    for size in sizes.by_ref() {
        for (grid, &kind) in grids.iter_mut().zip(kinds) {
            grid.add(&across, size.cards, &up, size.order(kind));
        }
    }
    if let Some(what) = sizes.unfinished() {
        return Err(anyhow::anyhow!(what));
    }
    let series =
        kinds.iter().zip(grids).map(|(&kind, grid)| Series { name: name(kind), marks: Marks::Dots(grid) });
    Ok(Figure { title: title(kinds), across, up, series: series.collect() })
}

fn name(kind: Kind) -> &'static str {
    match kind {
        Kind::Out => "out",
        Kind::In => "in",
    }
}

fn title(kinds: &[Kind]) -> String {
    let named: Vec<String> = kinds.iter().map(|kind| format!("{kind}-")).collect();
    format!("Perfect {}shuffles that restore the deck", named.join(" and "))
}
