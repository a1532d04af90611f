use crate::number::elementary::powi;
use crate::statistics::Law;

/// The law is computed for at most this number of cards that are seen; of more, the score is nearly normal.
const MOST_SEEN: usize = 20;

/// The score of a deck: the pairs of cards that began as neighbours and are still in their order, less those in the
/// opposite order; pairs in the same group do not count, and hidden cards are behind all others. To first order it is
/// the logarithm of the likelihood ratio of many riffle shuffles, which leave too few descents (Bayer and Diaconis,
/// *Trailing the dovetail shuffle to its lair*, 1992).
///
/// Cards that start in neighbouring positions are in groups as two draws without replacement. Returns the variance of
/// the score; its mean is 0 and its law symmetric.
pub fn variance(groups: &[usize]) -> f64 {
    let n: f64 = groups.iter().sum::<usize>() as f64;
    if n < 2.0 {
        return 0.0;
    }
    let (mut equal, mut triples, mut below) = (0.0, 0.0, 0.0);
    for &group in groups {
        let group = group as f64;
        let above = n - group - below;
        equal += group * (group - 1.0);
        triples += group * (2.0 * below * above - below * (below - 1.0) - above * (above - 1.0));
        below += group;
    }
    // Neighbouring pairs share a card; of others the signs are uncorrelated.
    let shared = if n > 2.0 { 2.0 * triples / (n * (n - 1.0)) } else { 0.0 };
    (n - 1.0) * (1.0 - equal / (n * (n - 1.0))) + shared
}

/// Returns the law of the score plus `seen` for the first cards of a deck, if they are few.
///
/// The seen cards form runs of cards that began as neighbours. A run's order is uniform and independent of the others,
/// and each run that begins or ends within the deck adds a descent before it or an ascent after it.
pub fn law(cards: usize, seen: usize) -> Option<Law> {
    if seen > MOST_SEEN || seen >= cards {
        return None;
    }
    let width = 2 * seen + 1;
    let eulerian = eulerian(seen);
    // The numbers of sets of k seen among the first cards, the last of which is hidden, weighted by the law.
    let mut open = vec![vec![vec![0.0; width]; seen + 1]; cards + 1];
    open[0][0][seen] = 1.0;
    let mut last = Vec::new();
    for length in 1..=cards {
        for k in 0..=seen {
            let mut row = open[length - 1][k].clone();
            for run in 1..=k.min(length - 1) {
                add(&mut row, &open[length - 1 - run][k - run], &eulerian[run], length - 1 == run, false);
            }
            open[length][k] = row;
        }
    }
    last.clone_from(&open[cards][seen]);
    for run in 1..=seen {
        add(&mut last, &open[cards - run][seen - run], &eulerian[run], false, true);
    }
    let whole: f64 = last.iter().sum();
    last.iter_mut().for_each(|weight| *weight /= whole);
    Some(Law::new(last))
}

/// Returns the law of the score plus 1 of two groups: the signs between neighbours cancel, but for the first card and the
/// last one.
pub fn law_of_two(one: usize, other: usize) -> Law {
    let cards = (one + other) as f64;
    let apart = one as f64 * other as f64 / (cards * (cards - 1.0));
    Law::new([apart, 1.0 - 2.0 * apart, apart])
}

/// Adds a run behind shorter beginnings; at the top of the deck it has no descent before it, and at the bottom no
/// ascent after it.
fn add(row: &mut [f64], before: &[f64], run: &[f64], is_top: bool, is_bottom: bool) {
    let edge = i32::from(is_top) - i32::from(is_bottom);
    for (descents, chance) in run.iter().enumerate() {
        let score = run.len() as i32 - 1 - 2 * descents as i32 + edge;
        for (value, weight) in before.iter().enumerate().filter(|(_, weight)| **weight > 0.0) {
            row[(value as i32 + score) as usize] += chance * weight;
        }
    }
}

/// The laws of the descents of 0 to n cards in a uniform order.
fn eulerian(n: usize) -> Vec<Vec<f64>> {
    (0..=n).map(|cards| Law::descents(cards.max(1)).probabilities()[..cards.max(1)].to_vec()).collect()
}

/// Returns the expected score of a deck, in standard deviations, after this number of riffle shuffles, to first order:
/// C(m + n − r, n)/m^n, the law of a deck with r rising sequences after a riffle of m = 2^riffles packets, is tilted by
/// n/m for each.
pub fn shift(cards: usize, groups: &[usize], riffles: u32) -> f64 {
    cards as f64 / 2.0 * powi(0.5, riffles) * variance(groups).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Permutation;

    /// Their variances are equal.
    #[test]
    fn two_groups() {
        for (one, other) in [(1, 1), (7, 53), (26, 26), (3, 1)] {
            assert!((law_of_two(one, other).variance() - variance(&[one, other])).abs() < 1e-12);
        }
    }

    /// Over all orders of a few cards.
    #[test]
    fn laws_over_all_orders() {
        for (cards, seen) in [(3, 1), (4, 2), (5, 3), (6, 2), (6, 5), (4, 4), (2, 1)] {
            let orders: u32 = (1..=cards as u32).product();
            let mut counts = vec![0.0; 2 * cards + 1];
            for rank in 0..orders {
                let deck = Permutation::unrank(cards, rank).unwrap().to_deck();
                let group = |card: u32| deck.iter().position(|&lies| lies == card).unwrap().min(seen);
                let sign = |card: u32| (group(card + 1) as i32 - group(card) as i32).signum();
                let score: i32 = (0..cards as u32 - 1).map(sign).sum();
                counts[(score + cards as i32) as usize] += 1.0 / f64::from(orders);
            }
            let square: f64 =
                counts.iter().enumerate().map(|(at, p)| (at as f64 - cards as f64).powi(2) * p).sum();
            let groups: Vec<usize> =
                (0..seen).map(|_| 1).chain(Some(cards - seen).filter(|&hidden| hidden > 0)).collect();
            assert!((square - variance(&groups)).abs() < 1e-9, "{cards} {seen}: {square}");
            if let Some(law) = law(cards, seen) {
                for (score, chance) in (-(seen as i32)..).zip(law.probabilities()) {
                    let counted = counts[(score + cards as i32) as usize];
                    assert!((chance - counted).abs() < 1e-9, "{cards} {seen} {score}: {chance} {counted}");
                }
            }
        }
    }
}
