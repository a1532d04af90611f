//! Exact laws and moments of the statistics of partly visible decks, and tests of sums against them.
//!
//! [`law`] has the moments of the similarity of two decks, for checks that compare tables over pairs of decks. The
//! other functions compute laws of statistics of one deck, and test sums over decks or single counts.

use faro_math::number::elementary::{exp2, powi};
use faro_math::number::log2_factorial;
use faro_math::statistics::{
    Law, PairSum, SumTail, binomial_lower_tail, binomial_upper_tail, least_of, normal_survival,
    skewed_upper_tail, two_sided,
};

use crate::check::Check;
use crate::checks::Found;
use crate::finding::Effect;

/// Tests the least probable of several binomial counts in `decks` decks.
///
/// Each entry of `counted` has a row, a column, the count and its probability in one deck.
pub fn least_probable(
    check: Check,
    counted: Vec<(usize, usize, u64, f64)>,
    decks: u64,
) -> Option<Found> {
    let tests = 2.0 * counted.len() as f64;
    let tail = |(row, column, count, chance): (usize, usize, u64, f64)| {
        let (above, below) = (
            binomial_upper_tail(count, decks, chance),
            binomial_lower_tail(count, decks, chance),
        );
        let effect = Effect::Cell {
            row,
            column,
            count,
            times: count as f64 / (decks as f64 * chance),
        };
        (above.min(below), count, effect)
    };
    let (p_value, count, effect) = counted
        .into_iter()
        .map(tail)
        .min_by(|(a, ..), (b, ..)| a.total_cmp(b))?;
    Some(Found {
        check,
        statistic: count as f64,
        p_value: least_of(p_value, tests),
        effect,
    })
}

/// Tests `sum`, the sum of `draws` independent values of an exact law, two-sided.
pub fn by_law(check: Check, law: &Law, sum: u64, draws: u64) -> Option<Found> {
    by_law_from(check, (0, 1.0), law, sum as i64, draws)
}

/// Tests `sum`, the sum of `draws` independent integers, two-sided.
///
/// `law` is the exact law of one integer minus `least`. The effect is divided by `unit`.
pub fn by_law_from(
    check: Check,
    (least, unit): (i64, f64),
    law: &Law,
    sum: i64,
    draws: u64,
) -> Option<Found> {
    let (mean, variance, tail) = (law.mean(), law.variance(), SumTail::new(law).ok()?);
    let sum = (sum - least * draws as i64) as u64;
    let observed = sum as f64 / draws as f64;
    let deviations = (observed - mean) / variance.sqrt();
    let [observed, fair] = [observed, mean].map(|mean| (mean + least as f64) / unit);
    Some(Found {
        check,
        statistic: deviations * (draws as f64).sqrt(),
        p_value: two_sided(tail.lower(sum, draws), tail.upper(sum, draws)),
        effect: Effect::Mean {
            observed,
            fair,
            deviations,
        },
    })
}

/// Maximum skewness of a sum for which its tails are approximated by a law with the same moments.
///
/// A more skewed sum counts a few rare events. These are also tested by exact laws of single cells.
const MAX_SKEWNESS: f64 = 0.5;

/// Returns an approximate upper bound of P(Z ≥ `z`) for a standardised sum Z. Returns `None` if `skewness`, the
/// skewness of Z, exceeds [`MAX_SKEWNESS`].
///
/// The bound is the larger of the normal tail and the tail of a gamma law. On the side of the longer tail, the gamma
/// tail is larger. On the side of the shorter tail, the gamma law has a bound that the sum does not have, so the normal
/// tail is needed.
pub fn fitted_upper_tail(z: f64, skewness: f64) -> Option<f64> {
    (skewness.abs() <= MAX_SKEWNESS).then(|| normal_survival(z).max(skewed_upper_tail(z, skewness)))
}

/// Tests `sum`, the sum of `draws` independent values with known moments, two-sided.
///
/// The moments are the mean, the variance and the third central moment. Returns `None` if the sum is constant or too
/// skewed.
pub fn mean_of(
    check: Check,
    sum: f64,
    draws: u64,
    [mean, variance, third]: [f64; 3],
) -> Option<Found> {
    if draws == 0 || variance < 1e-12 {
        return None;
    }
    let (number, deviation) = (draws as f64, variance.sqrt());
    let observed = sum / number;
    let deviations = (observed - mean) / deviation;
    let statistic = deviations * number.sqrt();
    let skewness = third / (variance * deviation) / number.sqrt();
    let p_value = two_sided(
        fitted_upper_tail(-statistic, -skewness)?,
        fitted_upper_tail(statistic, skewness)?,
    );
    Some(Found {
        check,
        statistic,
        p_value,
        effect: Effect::Mean {
            observed,
            fair: mean,
            deviations,
        },
    })
}

/// Tests `sum`, the sum of the similarity of `steps` pairs of successive decks, two-sided. `law` has the moments of the
/// similarity of two decks.
///
/// Returns `None` if the sum is constant or too skewed.
pub fn of_steps(check: Check, law: PairSum, sum: f64, steps: u64) -> Option<Found> {
    let is_fitted = law.skewness_of_steps(steps) <= MAX_SKEWNESS;
    let (number, deviation) = (steps as f64, law.variance.sqrt());
    let deviations = sum / number / deviation;
    let effect = Effect::Mean {
        observed: 1.0 + sum / number,
        fair: 1.0,
        deviations,
    };
    let [lower, upper] = law.tails_of_steps(sum, steps);
    let statistic = deviations * number.sqrt();
    is_fitted.then(|| Found {
        check,
        statistic,
        p_value: two_sided(lower, upper),
        effect,
    })
}

/// Returns the law of 2·X for a variable X with the law `law`.
pub fn doubled(law: &Law) -> Law {
    Law::new(
        law.probabilities()
            .iter()
            .flat_map(|&chance| [chance, 0.0])
            .collect::<Vec<f64>>(),
    )
}

/// Returns the law of the number of matches in a fair deck of n = `cards` cards. Only the first `seen` cards count.
///
/// A match is a card at its prescribed position. The expected number of sets of k matches is C(`seen`, k)·(n − k)!/n!.
pub fn matches(cards: usize, seen: usize) -> Law {
    let mut sets = vec![1.0];
    for k in 0..seen {
        let factor = (seen - k) as f64 / ((k + 1) as f64 * (cards - k) as f64);
        sets.push(sets[k] * factor);
    }
    let chance = |matches: usize| {
        let mut choose = 1.0;
        let mut sum = 0.0;
        for (k, expected) in sets.iter().enumerate().skip(matches) {
            sum += if (k - matches).is_multiple_of(2) {
                choose * expected
            } else {
                -choose * expected
            };
            choose *= (k + 1) as f64 / (k + 1 - matches) as f64;
        }
        sum.max(0.0)
    };
    Law::new((0..=seen).map(chance).collect::<Vec<f64>>())
}

/// Returns the hypergeometric law: of the number of marked cards among `drawn` random cards of a deck.
///
/// The deck has `cards` cards, of which `marked` are marked.
pub fn hypergeometric(cards: usize, marked: usize, drawn: usize) -> Law {
    let log = |n: usize, k: usize| {
        log2_factorial(n as f64) - log2_factorial(k as f64) - log2_factorial((n - k) as f64)
    };
    let chance = |both: usize| {
        let others = drawn - both;
        let is_possible = both <= marked && others <= cards - marked;
        if is_possible {
            exp2(log(marked, both) + log(cards - marked, others) - log(cards, drawn))
        } else {
            0.0
        }
    };
    Law::new((0..=drawn).map(chance).collect::<Vec<f64>>())
}

/// A linear space of functions of cards or of places, by which a table is compared. It is described by its rank, and by
/// the sums Σ P(x, y)³ and Σ P(x, y)⁴ over all pairs, where P is the projection on the space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Space {
    pub rank: f64,
    pub cube: f64,
    pub fourth: f64,
    /// Whether the sum of squares of the projected table differs from deck to deck.
    pub is_alike: bool,
}

impl Space {
    /// Returns the space of functions with mean 0 that are constant on each part. `parts` has the sizes of the parts.
    pub fn of_parts(parts: &[usize]) -> Space {
        let n: f64 = parts.iter().sum::<usize>() as f64;
        let power = |k| {
            let between = powi(-1.0 / n, k);
            let within = |&part: &usize| {
                powi(part as f64, 2) * (powi(1.0 / part as f64 - 1.0 / n, k) - between)
            };
            parts.iter().map(within).sum::<f64>() + n * n * between
        };
        let is_alike = parts.iter().any(|&part| part > 1);
        Space {
            rank: parts.len() as f64 - 1.0,
            cube: power(3),
            fourth: power(4),
            is_alike,
        }
    }

    /// Returns the space of multiples of one function with mean 0. `scores` are the values of the function.
    pub fn of_scores(scores: &[f64]) -> Space {
        let power = |k| scores.iter().map(|&score| powi(score, k)).sum::<f64>();
        let norm = power(2);
        let (cube, fourth) = (
            powi(power(3), 2) / powi(norm, 3),
            powi(power(4), 2) / powi(norm, 4),
        );
        Space {
            rank: 1.0,
            cube,
            fourth,
            is_alike: true,
        }
    }
}

/// Returns the law of the similarity Σ P(x, y)·Q(p, q) of two fair decks. A fair deck is a random assignment of cards
/// to places.
///
/// The sum is over the cards x at places p of one deck and the cards y at places q of the other deck. P is the
/// projection on a space of functions of the cards, and Q on a space of functions of the places. The similarity is a
/// scalar product of linear functions of a random assignment, whose covariance is 1/(n − 1) times the projection. The
/// third moment is from Hoeffding (*A combinatorial central limit theorem*, 1951), applied to each of the two decks.
///
/// For the fourth moment an upper bound is used: Σ P⁴·Σ Q⁴/(n − 4)², for which the number of fixed points has the
/// fourth cumulant 1. If some cards are equal, three times the spread of the variance given one deck is added: the
/// spread of a chi-square over n². Similarities are multiples of `step`.
pub fn law(cards: usize, of_cards: Space, of_places: Space, step: f64) -> PairSum {
    let n = cards as f64;
    // With two cards the third moment is 0.
    let scale = if cards > 2 {
        n / ((n - 1.0) * (n - 2.0))
    } else {
        0.0
    };
    let cube = powi(scale, 2) * of_cards.cube * of_places.cube;
    let rank = of_cards.rank * of_places.rank;
    let spread = if of_cards.is_alike {
        2.0 * rank / powi(n * (n - 1.0), 2)
    } else {
        0.0
    };
    let fourth =
        of_cards.fourth * of_places.fourth / powi((n - 4.0).max(n / 4.0), 2) + 3.0 * spread;
    PairSum {
        spread,
        ..PairSum::from_features(&[(1.0 / (n - 1.0), rank)], cube, fourth, step)
    }
}

/// Returns the mean square and the mean cube of Σ w(card, place) over random assignments of cards.
///
/// The weights w have mean 0 in each row and each column (Hoeffding 1951). `weights` has each weight with the number of
/// pairs of a card and a place that have it.
pub fn moments(cards: usize, weights: impl Iterator<Item = (f64, f64)>) -> [f64; 2] {
    let n = cards as f64;
    let add = |[square, cube]: [f64; 2], (weight, times): (f64, f64)| {
        [
            square + times * powi(weight, 2),
            cube + times * powi(weight, 3),
        ]
    };
    let [square, cube] = weights.fold([0.0; 2], add);
    [
        square / (n - 1.0),
        if cards > 2 {
            cube * n / ((n - 1.0) * (n - 2.0))
        } else {
            0.0
        },
    ]
}

/// Returns three moments of the number of cards of a fair deck in the group of places where they started.
///
/// The moments are the mean, the variance and the third central moment. Only the first `seen` groups count. `groups`
/// has the number of places in each group.
pub fn in_own_groups(groups: &[usize], seen: usize) -> [f64; 3] {
    let n = groups.iter().sum::<usize>() as f64;
    let blocks: f64 = groups[..seen]
        .iter()
        .map(|&size| (size * size) as f64)
        .sum();
    let rest = |group: usize| {
        if group < seen {
            groups[group] as f64 / n
        } else {
            0.0
        }
    };
    // The weights are the indicator of the own group, centred so that they have mean 0 in each row and each column.
    let cell = |row: usize, column: usize| {
        let is_own = f64::from(u8::from(row == column && row < seen));
        let value = is_own - rest(row) - rest(column) + blocks / (n * n);
        (value, (groups[row] * groups[column]) as f64)
    };
    let weights =
        (0..groups.len()).flat_map(|row| (0..groups.len()).map(move |column| cell(row, column)));
    let [variance, third] = moments(n as usize, weights);
    [blocks / n, variance, third]
}

/// Returns the probability of each card (row) at each position after the naive shuffle of n = `cards` cards.
///
/// The naive shuffle swaps each position in turn with a random one of all positions. O(n²).
///
/// ```
/// let chances = faro_audit::naive_positions(2);
/// assert_eq!(chances, [0.5; 4]);
/// ```
///
/// Card i is at position i before step i with probability q^i, where q = 1 − 1/n. After step i, each position that was
/// not swapped yet has card i with probability w = q^i/n. The swap of position j makes this probability 1/n, and each
/// later swap multiplies its difference from w by q.
pub fn naive(cards: usize) -> Vec<f64> {
    let share = 1.0 / cards as f64;
    let powers: Vec<f64> = (0..cards as u32)
        .map(|steps| powi(1.0 - share, steps))
        .collect();
    let cell = |index: usize| {
        let (card, position) = (index / cards, index % cards);
        let settled = if position < card { 0.0 } else { powers[card] };
        share * (powers[card] + (1.0 - settled) * powers[cards - 1 - position])
    };
    (0..cards * cards).map(cell).collect()
}

/// Returns the probability of each card (row) at each position after a shuffle that skips swaps.
///
/// The shuffle runs from the last position down, and skips each swap with the probability `left_out`. O(n³).
pub fn skipped(cards: usize, left_out: f64) -> Vec<f64> {
    let mut table = vec![0.0; cards * cards];
    for (card, row) in table.chunks_exact_mut(cards).enumerate() {
        row[card] = 1.0;
        for position in (1..cards).rev() {
            let share = (1.0 - left_out) / (position + 1) as f64;
            let (before, whole) = (row[position], row[..=position].iter().sum::<f64>());
            row[..position]
                .iter_mut()
                .for_each(|chance| *chance += (before - *chance) * share);
            row[position] = share * whole + left_out * before;
        }
    }
    table
}

/// Returns the weight of each kind of card in each group of places, with the number of pairs of a card and a place that
/// have it. Weights are in the order of the groups.
///
/// The weight is n times the mean of the probabilities of the kind's cards at the places of the group, minus 1.
/// `chances` has the probability of each card (row) at each position after a shuffle, and `start` the kind of each card:
/// its number if all cards are distinct. If `is_mirrored`, the mirror image of the shuffle is used.
pub fn weights(
    chances: &[f64],
    start: &[u32],
    groups: &[usize],
    is_mirrored: bool,
) -> Vec<(f64, f64)> {
    let (cards, kinds) = (
        start.len(),
        start.iter().max().map_or(0, |&last| last as usize + 1),
    );
    let (mut place, mut weights) = (0, Vec::with_capacity(kinds * groups.len()));
    for &size in groups {
        let end = if is_mirrored {
            cards - place
        } else {
            place + size
        };
        let mut sums = vec![(0.0, 0.0); kinds];
        for (card, &kind) in start.iter().enumerate() {
            let row = if is_mirrored { cards - 1 - card } else { card };
            let (sum, of_kind) = &mut sums[kind as usize];
            *sum += chances[row * cards..][end - size..end].iter().sum::<f64>();
            *of_kind += 1.0;
        }
        weights.extend(sums.into_iter().map(|(sum, of_kind)| {
            let pairs = of_kind * size as f64;
            (sum / pairs * cards as f64 - 1.0, pairs)
        }));
        place += size;
    }
    weights
}

#[cfg(test)]
mod tests {
    use faro_sample::shuffle::{Generator, Seed, Shuffle};
    use faro_sample::zoo::Transpositions;

    use super::*;

    /// Returns the count of each kind in each group of places, for every order of a few cards.
    fn tables(kinds: &[usize], groups: &[usize]) -> Vec<Vec<f64>> {
        let cards = kinds.iter().sum::<usize>();
        let parts = |sizes: &[usize]| -> Vec<usize> {
            sizes
                .iter()
                .enumerate()
                .flat_map(|(part, &size)| vec![part; size])
                .collect()
        };
        let (kind_of, group_of) = (parts(kinds), parts(groups));
        let orders: u32 = (1..=cards as u32).product();
        let table = |rank| {
            let deck = faro_permutation::Permutation::unrank(cards, rank)
                .unwrap()
                .to_deck();
            let mut table = vec![0.0; kinds.len() * groups.len()];
            for (&card, &group) in deck.iter().zip(&group_of) {
                table[kind_of[card as usize] * groups.len() + group] += 1.0;
            }
            table
        };
        (0..orders).map(table).collect()
    }

    fn kernel(kinds: &[usize], groups: &[usize], one: &[f64], other: &[f64]) -> f64 {
        let cells = one.iter().zip(other).enumerate();
        let cell = |(index, (one, other)): (usize, (&f64, &f64))| {
            one * other / (kinds[index / groups.len()] * groups[index % groups.len()]) as f64
        };
        cells.map(cell).sum::<f64>() - 1.0
    }

    #[test]
    fn moments_over_all_orders() {
        for (kinds, groups) in [
            (vec![1; 5], vec![1, 1, 3]),
            (vec![1; 5], vec![2, 3]),
            (vec![2, 3], vec![1; 5]),
            (vec![2, 1, 2], vec![2, 2, 1]),
            (vec![1; 4], vec![1; 4]),
        ] {
            let tables = tables(&kinds, &groups);
            let law = law(
                kinds.iter().sum(),
                Space::of_parts(&kinds),
                Space::of_parts(&groups),
                0.0,
            );
            let values = || {
                tables.iter().flat_map(|one| {
                    tables
                        .iter()
                        .map(|other| kernel(&kinds, &groups, one, other))
                })
            };
            let moment = |power: i32| {
                values().map(|value| value.powi(power)).sum::<f64>() / (tables.len() as f64).powi(2)
            };
            assert!(moment(1).abs() < 1e-9, "{kinds:?} {groups:?}");
            assert!(
                (moment(2) - law.variance).abs() < 1e-9,
                "{kinds:?} {groups:?}: {}",
                moment(2)
            );
            assert!(
                (moment(3) - law.cube).abs() < 1e-9,
                "{kinds:?} {groups:?}: {} {law:?}",
                moment(3)
            );
        }
    }

    /// The moments are compared with those over all orders of six cards.
    #[test]
    fn moments_of_cards_in_own_groups() {
        for (groups, seen) in [(vec![2, 1, 3], 2), (vec![3, 3], 2), (vec![2, 4], 1)] {
            let in_own = |table: &Vec<f64>| {
                (0..seen)
                    .map(|group| table[group * (groups.len() + 1)])
                    .sum::<f64>()
            };
            let counts: Vec<f64> = tables(&groups, &groups).iter().map(in_own).collect();
            let mean = |function: &dyn Fn(f64) -> f64| {
                counts.iter().map(|&count| function(count)).sum::<f64>() / 720.0
            };
            let centre = mean(&|count| count);
            let expected = [
                centre,
                mean(&|c| (c - centre).powi(2)),
                mean(&|c| (c - centre).powi(3)),
            ];
            let found = in_own_groups(&groups, seen);
            assert!(
                found
                    .iter()
                    .zip(expected)
                    .all(|(one, other)| (one - other).abs() < 1e-9),
                "{groups:?}"
            );
        }
    }

    /// The fourth moment over 40,000 pairs of decks is below the bound. Its standard error is a few hundredths.
    #[test]
    fn the_fourth_moment_is_bounded() {
        for (kinds, groups) in [
            (vec![1; 60], [vec![1; 7], vec![53]].concat()),
            (vec![1; 52], vec![13; 4]),
            (
                vec![24, 4, 4, 4, 4, 4, 4, 4, 4, 4],
                [vec![1; 7], vec![53]].concat(),
            ),
        ] {
            let cards = kinds.iter().sum();
            let law = law(
                cards,
                Space::of_parts(&kinds),
                Space::of_parts(&groups),
                0.0,
            );
            let mut generator = Generator::unit(&Seed::from(3), 0);
            let mut kind_of: Vec<u32> = kinds
                .iter()
                .zip(0..)
                .flat_map(|(&size, kind)| vec![kind; size])
                .collect();
            let mut table = || {
                Transpositions::FisherYates.shuffle(&mut kind_of, &mut generator);
                let (mut table, mut place) = (vec![0.0; kinds.len() * groups.len()], 0);
                for (group, &size) in groups.iter().enumerate() {
                    kind_of[place..place + size]
                        .iter()
                        .for_each(|&kind| table[kind as usize * groups.len() + group] += 1.0);
                    place += size;
                }
                table
            };
            let runs = 40_000;
            let fourth = (0..runs)
                .map(|_| kernel(&kinds, &groups, &table(), &table()).powi(4))
                .sum::<f64>();
            let standardised = fourth / f64::from(runs) / law.variance.powi(2) - 3.0;
            let bound = law.fourth / law.variance.powi(2);
            assert!(
                standardised < bound + 0.3,
                "{groups:?}: {standardised} {bound}"
            );
        }
    }

    /// The probabilities are compared with counts over all lists of choices, for 2 to 5 cards.
    #[test]
    fn chances_of_few_cards() {
        for cards in 2..=5usize {
            let choices = cards.pow(cards as u32);
            let mut counts = vec![0.0; cards * cards];
            for choice in 0..choices {
                let mut deck: Vec<usize> = (0..cards).collect();
                (0..cards)
                    .for_each(|step| deck.swap(step, choice / cards.pow(step as u32) % cards));
                deck.iter()
                    .enumerate()
                    .for_each(|(position, &card)| counts[cards * card + position] += 1.0);
            }
            let pairs = naive(cards).into_iter().zip(counts);
            assert!(
                pairs
                    .into_iter()
                    .all(|(found, count)| (found - count / choices as f64).abs() < 1e-14)
            );
        }
    }

    /// If no swap is skipped, the shuffle is fair. If all are skipped, no card moves. For two cards and probability
    /// 1/2, half of the swaps are skipped, and half of the remaining swaps move no card.
    #[test]
    fn chances_of_skipped_swaps() {
        assert!(
            skipped(5, 0.0)
                .iter()
                .all(|chance| (chance - 0.2).abs() < 1e-12)
        );
        assert_eq!(skipped(2, 1.0), [1.0, 0.0, 0.0, 1.0]);
        assert_eq!(skipped(2, 0.5), [0.75, 0.25, 0.25, 0.75]);
        let rows = skipped(6, 0.3);
        assert!(
            rows.chunks(6)
                .all(|row| (row.iter().sum::<f64>() - 1.0).abs() < 1e-12)
        );
    }
}
