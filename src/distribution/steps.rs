use std::collections::BTreeMap;

use super::blocks::Blocks;
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

/// Returns the weights after one step, which moves weight between orders that are one swap apart. O(n! · swaps), less if
/// few orders are reachable. None if the common denominator does not fit.
pub fn stepped<W: Weight>(tally: &Tally<W>, step: &WeightedStep) -> Option<Tally<W>> {
    let runs = runs::<W>(step);
    let mut after = Tally::empty(tally.cards, tally.total.checked_mul(&runs.total)?);
    let blocks = Blocks::new(tally.cards);
    for (index, weights) in tally.weights.chunks_exact(blocks.size).enumerate() {
        if weights.iter().all(W::is_zero) {
            continue;
        }
        let start = index * blocks.size;
        let share =
            |times: &W| weights.iter().map(|weight| weight.clone() * times.clone()).collect::<Vec<W>>();
        let mut block = blocks.block(start);
        for (times, pairs) in &runs.swaps {
            let shares = share(times);
            pairs.iter().for_each(|&pair| block.add_swapped(pair, &shares, &mut after.weights));
        }
        let still = share(&runs.still);
        after.weights[start..].iter_mut().zip(&still).for_each(|(after, share)| *after += share);
    }
    Some(after)
}
