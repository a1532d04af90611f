use super::found::{Found, of_pairs};
use crate::check::Check;
use crate::tables::{PairCounts, Tables};
use faro_math::statistics::PairSum;

/// Tests the two parts of a precedence table, which have different scales. The part that follows from the mean places
/// is the representation (n − 1, 1), where the covariance of one deck has the eigenvalue (n + 1)/3. The rest is (n − 2,
/// 1, 1), where the eigenvalue is 1/3. Reversing a deck changes the sign, so that third moments are 0.
pub fn check(tables: &Tables) -> Vec<Found> {
    let of = |table, mean, rest| {
        let (places, others) = sums(table, tables.decks());
        let [first, second] = laws(tables.cards());
        [of_pairs(mean, first, places, tables.decks()), of_pairs(rest, second, others, tables.decks())]
    };
    let cards = of(tables.precedence(), Check::MeanPosition, Check::Precedence);
    let positions =
        tables.position_precedence().map(|table| of(table, Check::MeanCard, Check::PositionPrecedence));
    cards.into_iter().chain(positions.into_iter().flatten()).flatten().collect()
}

fn laws(cards: usize) -> [PairSum; 2] {
    let n = cards as f64;
    let step = 4.0 / n;
    // Spearman's coefficient has lighter tails than the normal law, and the rest has a kurtosis below 1.
    let places = PairSum::from_features(&[((n + 1.0) / 3.0, n - 1.0)], 0.0, 0.0, step);
    let degrees = (n - 1.0) * (n - 2.0) / 2.0;
    let others =
        PairSum::from_features(&[(1.0 / 3.0, degrees)], 0.0, (degrees / 9.0) * (degrees / 9.0), step);
    [places, others]
}

/// Returns both parts of Σ b² over pairs of decks, without the products of a deck with itself. Here b is the number of
/// decks in which one card comes first, minus the number in which the other does.
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
    let own = (n * n - 1.0) / 3.0;
    ((places - decks * own) / 2.0, (whole - places - decks * (n * (n - 1.0) / 2.0 - own)) / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::tests::{assert_law, two_decks};

    #[test]
    fn moments_over_all_orders() {
        for cards in 2..=6 {
            let middle = (cards as f64 - 1.0) / 2.0;
            // For two decks, `places` is 4/n·Σ (place − middle)(other place − middle), and `whole` is the number of
            // pairs in order minus the number of pairs not in order.
            let places = |deck: &[u32]| {
                let product =
                    |(place, &card): (usize, &u32)| (place as f64 - middle) * (f64::from(card) - middle);
                4.0 / cards as f64 * deck.iter().enumerate().map(product).sum::<f64>()
            };
            let whole = |deck: &[u32]| {
                let later = |index: usize| {
                    deck[index + 1..].iter().map(move |&card| if card > deck[index] { 1.0 } else { -1.0 })
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
