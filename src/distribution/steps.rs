use std::collections::BTreeMap;

use super::order::{self, Ranked};
use super::tally::{Tally, Weight};
use crate::zoo::WeightedStep;

/// The pairs of positions that a step swaps, by the number of its runs that swap them.
struct Runs<W> {
    swaps: BTreeMap<W, Vec<(usize, usize)>>,
    /// The number of runs in which nothing moves.
    still: W,
    total: W,
}

fn runs<W: Weight>(step: &WeightedStep) -> Runs<W> {
    let ways = |range: &std::ops::Range<u32>| range.end - range.start;
    let all = step.iter().map(|(_, step)| W::from(ways(&step.first)) * W::from(ways(&step.second)));
    let common = all.fold(W::one(), |common, ways| common.lcm(&ways));
    let (mut pairs, mut still, mut total) = (BTreeMap::new(), W::zero(), W::zero());
    for (weight, step) in step.iter() {
        let ways = W::from(ways(&step.first)) * W::from(ways(&step.second));
        let each = W::from(weight) * (common.clone() / ways);
        total = total + W::from(weight) * common.clone();
        for first in step.first.clone() {
            for second in step.second.clone() {
                let entry = match first == second {
                    true => &mut still,
                    false => pairs.entry((first.min(second), first.max(second))).or_insert_with(W::zero),
                };
                *entry = entry.clone() + each.clone();
            }
        }
    }
    let mut swaps: BTreeMap<W, Vec<(usize, usize)>> = BTreeMap::new();
    for ((first, second), weight) in pairs {
        swaps.entry(weight).or_default().push((first as usize, second as usize));
    }
    Runs { swaps, still, total }
}

/// Returns the weights after one step, which moves weight between orders that are one swap apart.
/// O(reachable orders · swaps · n). None if the common denominator does not fit.
pub fn stepped<W: Weight>(tally: &Tally<W>, step: &WeightedStep) -> Option<Tally<W>> {
    let runs = runs::<W>(step);
    let mut after = Tally::empty(tally.cards, tally.total.checked_mul(&runs.total)?);
    match tally.support().nth(after.weights.len() / SPARSE) {
        None => scatter(tally, &runs, &mut after),
        Some(_) => gather(tally, &runs, &mut after),
    }
    Some(after)
}

/// If fewer than one order in this number is reachable, pushing weights is faster than gathering them.
const SPARSE: usize = 3;

/// Pushes the weight of each reachable order to the orders one swap away.
fn scatter<W: Weight>(tally: &Tally<W>, runs: &Runs<W>, after: &mut Tally<W>) {
    order::each(tally.cards, |rank, deck| {
        let before = &tally.weights[rank];
        if before.is_zero() {
            return;
        }
        let ranked = Ranked::new(deck, rank);
        after.add(rank, before.clone() * runs.still.clone());
        for (times, pairs) in &runs.swaps {
            let share = before.clone() * times.clone();
            pairs.iter().for_each(|&(i, j)| after.add(ranked.swapped(i, j), share.clone()));
        }
    });
}

/// Gathers the weight of each order from the orders one swap away.
fn gather<W: Weight>(tally: &Tally<W>, runs: &Runs<W>, after: &mut Tally<W>) {
    order::each(tally.cards, |rank, deck| {
        let ranked = Ranked::new(deck, rank);
        let mut weight = tally.weights[rank].clone() * runs.still.clone();
        for (times, pairs) in &runs.swaps {
            let before = |&(i, j): &(usize, usize)| tally.weights[ranked.swapped(i, j)].clone();
            let sum = pairs.iter().map(before).fold(W::zero(), |sum, weight| sum + weight);
            weight = weight + sum * times.clone();
        }
        after.weights[rank] = weight;
    });
}
