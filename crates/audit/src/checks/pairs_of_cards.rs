//! Checks of pairs of cards: neighbours, and which of two cards comes first.

use super::found::{Found, of_pairs};
use crate::check::Check;
use crate::tables::{PairCounts, Tables};

use faro_math::number::elementary::powi;
use faro_math::statistics::{PairSum, pairs};

/// Tests the successor table in two parts, which have different scales.
///
/// The parts are the unordered pairs of neighbours, and the order of the two neighbours. In each part, the covariance
/// of one deck has two eigenvalues, on the representations of S_n on pairs. One is on (n − 1, 1), which comes from the
/// ends of the deck with only one neighbour. The other is on (n − 2, 2) or (n − 2, 1, 1).
pub fn check(tables: &Tables) -> Vec<Found> {
    let decks = tables.decks();
    let parts = [
        (
            Check::Neighbours,
            neighbour_law(tables.cards()),
            common(tables.successors(), decks),
        ),
        (
            Check::NeighbourOrder,
            neighbour_order_law(tables.cards()),
            directed(tables.successors(), decks),
        ),
    ];
    parts
        .into_iter()
        .filter_map(|(check, law, sum)| of_pairs(check, law, sum, decks))
        .collect()
}

fn halves(table: &PairCounts) -> impl Iterator<Item = (f64, f64)> + '_ {
    let side = table.side();
    let pairs = (0..side).flat_map(move |row| (row + 1..side).map(move |column| (row, column)));
    pairs.map(|(row, column)| (table.at(row, column) as f64, table.at(column, row) as f64))
}

/// Returns the number of common neighbours of two decks, summed over all pairs of decks. The mean 2(n − 1)/n
/// of each pair is subtracted.
fn common(table: &PairCounts, decks: u64) -> f64 {
    let cards = table.side() as f64;
    let agreements: f64 = halves(table)
        .map(|(one, other)| (one + other) * (one + other - 1.0) / 2.0)
        .sum();
    agreements - pairs(decks) * 2.0 * (cards - 1.0) / cards
}

/// Returns the number of common neighbours in the same order minus the number in the opposite order. It is
/// summed over all pairs of decks.
fn directed(table: &PairCounts, decks: u64) -> f64 {
    let squares: f64 = halves(table).map(|(one, other)| powi(one - other, 2)).sum();
    (squares - decks as f64 * (table.side() as f64 - 1.0)) / 2.0
}

fn neighbour_law(cards: usize) -> PairSum {
    let n = cards as f64;
    // In a deck of two cards, the cards are always neighbours.
    let ends = if cards > 2 {
        2.0 / (n * (n - 1.0))
    } else {
        0.0
    };
    let eigenvalues = [(ends, n - 1.0), (2.0 / n, n * (n - 3.0).max(0.0) / 2.0)];
    // For many cards, the number of common neighbours has the Poisson law with mean 2. For few cards, it has lighter
    // tails.
    PairSum::from_features(&eigenvalues, third_moment(cards), 2.0, 1.0)
}

/// The law for the order of neighbours. Reversing one of the two decks changes the sign, so that the third moment is 0.
fn neighbour_order_law(cards: usize) -> PairSum {
    let n = cards as f64;
    let (ends, rest) = (2.0 / (n * (n - 1.0)), 2.0 * (n + 1.0) / (n * (n - 1.0)));
    // For many cards, the statistic is the difference of two Poisson variables with mean 1. For few cards, it has
    // lighter tails.
    PairSum::from_features(
        &[(ends, n - 1.0), (rest, (n - 1.0) * (n - 2.0) / 2.0)],
        0.0,
        2.0,
        1.0,
    )
}

/// Returns the third central moment of the number of common neighbours.
///
/// Any k of the n − 1 pairs of neighbours in one deck form c runs in C(k − 1, c − 1)·C(n − k, c) ways. They are
/// neighbours in the other deck too with probability 2^c·(n − k)!/n!. This gives the factorial moments.
fn third_moment(cards: usize) -> f64 {
    let n = cards as f64;
    let falling = |k: usize| (0..k).map(|i| n - i as f64).product::<f64>();
    // The expected number of sets of k pairs of neighbours that both decks have. It is 0 if a deck has fewer than k
    // pairs of neighbours.
    let expected = |k: usize| {
        let runs = |c: usize| {
            binomial(k - 1, c - 1) * binomial(cards.saturating_sub(k), c) * powi(2.0, c as u32)
        };
        if k < cards {
            (1..=k).map(runs).sum::<f64>() / falling(k)
        } else {
            0.0
        }
    };
    let (first, second, third) = (expected(1), 2.0 * expected(2), 6.0 * expected(3));
    let square = second + first;
    let cube = third + 3.0 * second + first;
    cube - 3.0 * first * square + 2.0 * powi(first, 3)
}

fn binomial(items: usize, chosen: usize) -> f64 {
    (0..chosen)
        .map(|i| (items as f64 - i as f64).max(0.0) / (i + 1) as f64)
        .product()
}

/// Tests the two parts of a precedence table, which have different scales. The part that follows from the mean places
/// is the representation (n − 1, 1), where the covariance of one deck has the eigenvalue (n + 1)/3. The rest is (n − 2,
/// 1, 1), where the eigenvalue is 1/3. Reversing a deck changes the sign, so that third moments are 0.
pub fn check_precedence(tables: &Tables) -> Vec<Found> {
    let check = |table, mean, rest| {
        let (places, others) = sums(table, tables.decks());
        let [first, second] = laws(tables.cards());
        [
            of_pairs(mean, first, places, tables.decks()),
            of_pairs(rest, second, others, tables.decks()),
        ]
    };
    let cards = check(tables.precedence(), Check::MeanPosition, Check::Precedence);
    let positions = tables
        .position_precedence()
        .map(|table| check(table, Check::MeanCard, Check::PositionPrecedence));
    cards
        .into_iter()
        .chain(positions.into_iter().flatten())
        .flatten()
        .collect()
}

fn laws(cards: usize) -> [PairSum; 2] {
    let n = cards as f64;
    let step = 4.0 / n;
    // Spearman's coefficient, the part that mean positions imply, has lighter tails than the normal law. The
    // remaining part has an excess kurtosis below 1.
    let places = PairSum::from_features(&[((n + 1.0) / 3.0, n - 1.0)], 0.0, 0.0, step);
    let degrees = (n - 1.0) * (n - 2.0) / 2.0;
    let others = PairSum::from_features(
        &[(1.0 / 3.0, degrees)],
        0.0,
        (degrees / 9.0) * (degrees / 9.0),
        step,
    );
    [places, others]
}

/// Returns two sums over pairs of different decks. Each pair of cards has b, the number of decks in which the first
/// card comes before the second minus the number of the other decks. The sums are the part of Σ b² that follows from
/// mean positions, and the rest.
fn sums(table: &PairCounts, decks: u64) -> (f64, f64) {
    let (n, decks) = (table.side() as f64, decks as f64);
    let (mut whole, mut leads) = (0.0, vec![0.0; table.side()]);
    for first in 0..table.side() {
        for second in first + 1..table.side() {
            let lead = 2.0 * table.at(first, second) as f64 - decks;
            whole += lead * lead;
            leads[first] += lead;
            leads[second] -= lead;
        }
    }
    let places = leads.iter().map(|lead| lead * lead).sum::<f64>() / n;
    let expected = (n * n - 1.0) / 3.0;
    (
        (places - decks * expected) / 2.0,
        (whole - places - decks * (n * (n - 1.0) / 2.0 - expected)) / 2.0,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::tests::{assert_law, two_decks};

    #[test]
    fn moments_over_all_orders() {
        for cards in 2..=6 {
            let successors = |deck: &[u32], first: u32| -> i32 {
                let place = |card| deck.iter().position(|&other| other == card).unwrap() as i32;
                place(first + 1) - place(first)
            };
            let pairs = |deck: &[u32]| {
                (0..cards as u32 - 1)
                    .map(|card| successors(deck, card))
                    .collect::<Vec<_>>()
            };
            let mean = 2.0 * (cards as f64 - 1.0) / cards as f64;
            let common = |deck: &[u32]| {
                pairs(deck).iter().filter(|gap| gap.abs() == 1).count() as f64 - mean
            };
            let directed =
                |deck: &[u32]| pairs(deck).iter().filter(|gap| gap.abs() == 1).sum::<i32>() as f64;
            assert_law(neighbour_law(cards), cards, common);
            assert_law(neighbour_order_law(cards), cards, directed);
            two_decks(cards, |tables, quotient| {
                assert!((super::common(tables.successors(), 2) - common(quotient)).abs() < 1e-9);
                assert!(
                    (super::directed(tables.successors(), 2) - directed(quotient)).abs() < 1e-9
                );
            });
        }
    }
}

#[cfg(test)]
mod precedence_tests {
    use super::*;
    use crate::checks::tests::{assert_law, two_decks};

    #[test]
    fn moments_over_all_orders() {
        for cards in 2..=6 {
            let middle = (cards as f64 - 1.0) / 2.0;
            // For two decks, `places` is 4/n·Σ (place − middle)(other place − middle), and `whole` is the number of
            // pairs in order minus the number of pairs not in order.
            let places = |deck: &[u32]| {
                let product = |(place, &card): (usize, &u32)| {
                    (place as f64 - middle) * (f64::from(card) - middle)
                };
                4.0 / cards as f64 * deck.iter().enumerate().map(product).sum::<f64>()
            };
            let whole = |deck: &[u32]| {
                let later = |index: usize| {
                    deck[index + 1..]
                        .iter()
                        .map(move |&card| if card > deck[index] { 1.0 } else { -1.0 })
                };
                (0..cards).flat_map(later).sum::<f64>()
            };
            let [first, second] = laws(cards);
            assert_law(first, cards, places);
            assert_law(second, cards, |deck| whole(deck) - places(deck));
            two_decks(cards, |tables, quotient| {
                let (means, rest) = sums(tables.precedence(), 2);
                assert!((means - places(quotient)).abs() < 1e-9, "{means}");
                assert!((rest + means - whole(quotient)).abs() < 1e-9, "{rest}");
            });
        }
    }
}
