//! A score of the order of the visible cards, and its law after a fair shuffle.
//!
//! The score detects too few riffles.

use faro_math::number::elementary::powi;
use faro_math::statistics::Law;

/// Maximum number of visible cards for which the exact law is computed. For more cards the score is nearly normal.
const MAX_SEEN: usize = 20;

/// Returns the variance of the score of a fair deck. Its mean is 0, and its law is symmetric.
///
/// The score is the number of pairs of cards that started as neighbours and are still in their order, minus the number
/// of such pairs in reversed order. Pairs in the same group of places do not count, and hidden cards count as coming
/// after all others. To first order, the score is the logarithm of the likelihood ratio of many riffle shuffles, which
/// leave too few descents (Bayer and Diaconis, *Trailing the dovetail shuffle to its lair*, 1992).
///
/// The groups of two cards that started as neighbours are two draws without replacement. `groups` has the number of
/// places in each group.
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
    // Two successive pairs share a card. The signs of pairs that share no card are uncorrelated.
    let shared = if n > 2.0 {
        2.0 * triples / (n * (n - 1.0))
    } else {
        0.0
    };
    (n - 1.0) * (1.0 - equal / (n * (n - 1.0))) + shared
}

/// Returns the law of the score plus `seen` for a fair deck whose first `seen` cards are visible.
///
/// Returns `None` if `seen` is more than 20, or if all cards are visible.
///
/// The visible cards form runs of cards that started as neighbours. The order of each run is uniform and independent of
/// the other runs. A run adds a descent before it, unless it starts with the first card of the starting order. It adds
/// an ascent after it, unless it ends with the last card.
pub fn law(cards: usize, seen: usize) -> Option<Law> {
    if seen > MAX_SEEN || seen >= cards {
        return None;
    }
    let width = 2 * seen + 1;
    let eulerian = eulerian(seen);
    // `open[length][k][score]` is the number of ways to have k visible cards among the first `length` cards of the
    // starting order, the last of which is hidden. Each way is weighted by the probability of its score.
    let mut open = vec![vec![vec![0.0; width]; seen + 1]; cards + 1];
    open[0][0][seen] = 1.0;
    let mut last = Vec::new();
    for length in 1..=cards {
        for k in 0..=seen {
            // Card number `length` is hidden. Before it are `run` visible cards, which follow a hidden card or the
            // start.
            let mut row = open[length - 1][k].clone();
            for run in 1..=k.min(length - 1) {
                add(
                    &mut row,
                    &open[length - 1 - run][k - run],
                    &eulerian[run],
                    length - 1 == run,
                    false,
                );
            }
            open[length][k] = row;
        }
    }
    // A last run of visible cards may end with the last card of the starting order.
    last.clone_from(&open[cards][seen]);
    for run in 1..=seen {
        add(
            &mut last,
            &open[cards - run][seen - run],
            &eulerian[run],
            false,
            true,
        );
    }
    let whole: f64 = last.iter().sum();
    last.iter_mut().for_each(|weight| *weight /= whole);
    Some(Law::new(last))
}

/// Returns the score of a deck without its hidden cards. `group_of` has the group of places of each card. Groups count
/// from 1, and 0 is a hidden card.
pub fn of_deck(cards: &[u32], group_of: &[u32]) -> i64 {
    let group = |card: usize| group_of.get(card).map_or(0, |&group| group as i64);
    let sign = |&card: &u32| (group(card as usize + 1), group(card as usize));
    cards
        .iter()
        .map(sign)
        .filter(|(next, _)| *next > 0)
        .map(|(next, group)| (next - group).signum())
        .sum()
}

/// The weight of the end cards in the score of two groups of places.
///
/// For two groups, the signs between neighbours cancel except at the end cards: the first and the last card of the
/// starting order. To second order, the likelihood ratio also depends on the pairs of cards in the first group: too
/// many started as neighbours, and too few with one card between them. After a riffle of m packets of n cards, the best
/// weight of these pairs is about n/(6·m) times the weight of the end cards. With a relative weight of 1/8 for the
/// pairs, fewer decks are needed than with the end cards alone for m up to 2·n, and at most about 5 % more decks for
/// larger m.
pub const ENDS: i64 = 8;

/// Returns whether pairs count in the score of two groups of places. The first group has `size` places. If pairs are
/// rare, sums of scores are nearly multiples of [`ENDS`], and a saddlepoint approximation of their tails is wrong.
pub fn has_pairs(cards: usize, size: usize) -> bool {
    let smaller = size.min(cards - size);
    smaller > 2 && 3 * smaller * (smaller - 1) >= cards
}

/// Returns a difference of numbers of pairs of cards in the first group. It is the number of pairs that started as
/// neighbours, minus the number that started with one card between them.
pub fn of_pairs(cards: &[u32], group_of: &[u32]) -> i64 {
    let is_first = |card: usize| group_of.get(card) == Some(&1);
    let pairs = |card: usize| i64::from(is_first(card + 1)) - i64::from(is_first(card + 2));
    cards
        .iter()
        .map(|&card| card as usize)
        .filter(|&card| is_first(card))
        .map(pairs)
        .sum()
}

/// Returns the minimum score of two groups of places, and the law of the score minus this minimum. The first group has
/// `size` places.
///
/// The score has the end cards, each with the weight [`ENDS`], and the pairs if [`has_pairs`] is true. The law is
/// computed by dynamic programming over the cards, each of which is in the first group or not. O(cards · size · (size +
/// `ENDS`)).
pub fn law_of_two(cards: usize, size: usize) -> (i64, Law) {
    let (least, pair) = (-ENDS - size as i64, i64::from(has_pairs(cards, size)));
    let width = (2 * (size as i64 + ENDS) + 1) as usize;
    // `ways[state][size][score]` is the number of sets of cards with the given size and score. The state tells for each
    // of the two previous cards whether it is in the set.
    let mut ways = vec![vec![vec![0.0; width]; size + 1]; 4];
    ways[0][0][-least as usize] = 1.0;
    for card in 0..cards {
        let mut next = vec![vec![vec![0.0; width]; size + 1]; 4];
        let end = ENDS * (i64::from(card == 0) - i64::from(card + 1 == cards));
        for (state, ways) in ways.iter().enumerate() {
            let with = end + pair * ((state & 1) as i64 - (state >> 1) as i64);
            for (chosen, row) in ways.iter().enumerate().take(card + 1) {
                shift(&mut next[(2 * state) & 3][chosen], row, 0);
                if chosen < size {
                    shift(&mut next[(2 * state + 1) & 3][chosen + 1], row, with);
                }
            }
        }
        ways = next;
    }
    let whole: f64 = ways.iter().flat_map(|ways| &ways[size]).sum();
    let chance = |score: usize| ways.iter().map(|ways| ways[size][score]).sum::<f64>() / whole;
    let max = (0..width).rfind(|&score| chance(score) > 0.0).unwrap_or(0);
    (least, Law::new((0..=max).map(chance).collect::<Vec<f64>>()))
}

/// Adds the numbers of ways `ways` to `sums`, with scores that are larger by `by`. Scores outside the array are
/// dropped.
fn shift(sums: &mut [f64], ways: &[f64], by: i64) {
    let (to, from) = (by.max(0) as usize, by.min(0).unsigned_abs() as usize);
    sums.iter_mut()
        .skip(to)
        .zip(ways.iter().skip(from))
        .for_each(|(sum, way)| *sum += way);
}

/// Adds to `row` the ways in `before`, each followed by one run of visible cards. `run` has the probability of each
/// number of descents in the run. A run at the top has no descent before it, and a run at the bottom has no ascent
/// after it.
fn add(row: &mut [f64], before: &[f64], run: &[f64], is_top: bool, is_bottom: bool) {
    let edge = i32::from(is_top) - i32::from(is_bottom);
    for (descents, chance) in run.iter().enumerate() {
        let score = run.len() as i32 - 1 - 2 * descents as i32 + edge;
        for (value, weight) in before
            .iter()
            .enumerate()
            .filter(|(_, weight)| **weight > 0.0)
        {
            row[(value as i32 + score) as usize] += chance * weight;
        }
    }
}

/// Returns, for 0 to n cards in a uniform order, the law of the number of descents.
fn eulerian(n: usize) -> Vec<Vec<f64>> {
    (0..=n)
        .map(|cards| Law::descents(cards.max(1)).probabilities()[..cards.max(1)].to_vec())
        .collect()
}

/// Returns the expected score of a deck after `riffles` riffles, in standard deviations of a fair deck.
///
/// The value is correct to first order. After a riffle of m = 2^`riffles` packets, an order with r rising sequences has
/// the probability C(m + n − r, n)/m^n. Each rising sequence multiplies it by about 1 − n/m.
pub fn deviations(cards: usize, groups: &[usize], riffles: u32) -> f64 {
    cards as f64 / 2.0 * powi(0.5, riffles) * variance(groups).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use faro_permutation::Permutation;

    /// The law is compared with counts over all sets of a few cards, and the scores with their definitions.
    #[test]
    fn two_groups() {
        for (cards, size) in [(2usize, 1), (3, 2), (5, 1), (6, 5), (9, 4), (12, 5)] {
            let (least, law) = law_of_two(cards, size);
            let mut counts = vec![0.0; 4 * (cards + 8)];
            for set in (0..1u32 << cards).filter(|set| set.count_ones() as usize == size) {
                let has = |card: usize| i64::from(set >> card & 1);
                let pairs: i64 = (0..cards)
                    .map(|card| has(card) * (has(card + 1) - has(card + 2)))
                    .sum();
                let hand: Vec<u32> = (0..cards as u32)
                    .filter(|card| set >> card & 1 == 1)
                    .collect();
                let groups: Vec<u32> = (0..cards).map(|card| has(card) as u32).collect();
                assert_eq!(of_pairs(&hand, &groups), pairs);
                assert_eq!(of_deck(&hand, &groups), 0);
                let pairs = pairs * i64::from(has_pairs(cards, size));
                counts[(ENDS * (has(0) - has(cards - 1)) + pairs - least) as usize] += 1.0;
            }
            let whole: f64 = counts.iter().sum();
            for (score, count) in counts.into_iter().enumerate() {
                let chance = law.probability(score);
                assert!(
                    (chance - count / whole).abs() < 1e-12,
                    "{cards} {size}: {chance} {count}"
                );
            }
        }
    }

    /// The tails are compared with exact convolutions. For few decks, sums are nearly multiples of the weight of the
    /// end cards.
    #[test]
    fn tails_of_two_groups() {
        for (cards, size, decks) in [
            (52, 5, 25),
            (60, 7, 25),
            (20, 3, 25),
            (9, 6, 25),
            (60, 2, 40),
            (60, 57, 40),
        ] {
            let law = law_of_two(cards, size).1;
            let sums = (0..decks).fold(vec![1.0], |sums: Vec<f64>, _| {
                let mut next = vec![0.0; sums.len() + law.probabilities().len() - 1];
                for (sum, chance) in sums.iter().enumerate() {
                    let weights = next[sum..].iter_mut().zip(law.probabilities());
                    weights.for_each(|(next, weight)| *next += chance * weight);
                }
                next
            });
            let tail = faro_math::statistics::SumTail::new(&law).unwrap();
            let mut exact = 0.0;
            for (sum, chance) in sums
                .iter()
                .enumerate()
                .rev()
                .filter(|(_, chance)| **chance > 0.0)
            {
                exact += chance;
                let found = tail.upper(sum as u64, decks);
                let is_near = (found / exact - 1.0).abs() < 0.05 || !(1e-12..0.1).contains(&exact);
                assert!(is_near, "{cards} {size}: {found} for {exact}");
            }
        }
    }

    /// The law is compared with counts over all orders of a few cards.
    #[test]
    fn laws_over_all_orders() {
        for (cards, seen) in [(3, 1), (4, 2), (5, 3), (6, 2), (6, 5), (4, 4), (2, 1)] {
            let orders: u32 = (1..=cards as u32).product();
            let mut counts = vec![0.0; 2 * cards + 1];
            for rank in 0..orders {
                let deck = Permutation::unrank(cards, rank).unwrap().to_deck();
                let group = |card: u32| {
                    deck.iter()
                        .position(|&other| other == card)
                        .unwrap()
                        .min(seen)
                };
                let sign = |card: u32| (group(card + 1) as i32 - group(card) as i32).signum();
                let score: i32 = (0..cards as u32 - 1).map(sign).sum();
                counts[(score + cards as i32) as usize] += 1.0 / f64::from(orders);
            }
            let square: f64 = counts
                .iter()
                .enumerate()
                .map(|(at, p)| (at as f64 - cards as f64).powi(2) * p)
                .sum();
            let groups: Vec<usize> = (0..seen)
                .map(|_| 1)
                .chain(Some(cards - seen).filter(|&hidden| hidden > 0))
                .collect();
            assert!(
                (square - variance(&groups)).abs() < 1e-9,
                "{cards} {seen}: {square}"
            );
            if let Some(law) = law(cards, seen) {
                for (score, chance) in (-(seen as i32)..).zip(law.probabilities()) {
                    let counted = counts[(score + cards as i32) as usize];
                    assert!(
                        (chance - counted).abs() < 1e-9,
                        "{cards} {seen} {score}: {chance} {counted}"
                    );
                }
            }
        }
    }
}
