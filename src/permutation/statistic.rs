use crate::statistics::{Law, mean_increasing};

/// The largest number of items whose laws of cycles and descents are computed here: their n² steps take a
/// tenth of a second.
const MAX_QUADRATIC: usize = 10_000;

/// A statistic of a shuffled deck, a non-negative integer.
///
/// A deck says what lies at each position; a new deck has card i at position i. Cycles, fixed points, inversions, the
/// longest increasing subsequence and the displacement are the same for a permutation and its inverse. Descents are those of the
/// deck, rising sequences one more than those of where the cards went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum Statistic {
    /// The number of cycles, fixed points included: from 1 to n.
    Cycles,
    /// The number of cards at the position where they started: from 0 to n, never n − 1.
    FixedPoints,
    /// The number of cards that lie directly above a smaller one: from 0 to n − 1.
    Descents,
    /// The number of passes through the deck that are needed to pick up the cards in their first order: from 1 to n; at
    /// most two after one riffle.
    RisingSequences,
    /// The number of pairs of cards whose order is reversed: from 0 to n(n − 1)/2.
    Inversions,
    /// The largest number of cards that keep their order: from 1 to n.
    #[cfg_attr(feature = "serde", serde(rename = "longest_increasing_subsequence"))]
    LongestIncreasing,
    /// Spearman's footrule, the total distance that the cards moved: even, from 0 to ⌊n²/2⌋.
    Displacement,
    /// The position of one card: from 0 to n − 1.
    Position,
}

impl Statistic {
    /// All statistics.
    pub const ALL: [Statistic; 8] = [
        Statistic::Cycles,
        Statistic::FixedPoints,
        Statistic::Descents,
        Statistic::RisingSequences,
        Statistic::Inversions,
        Statistic::LongestIncreasing,
        Statistic::Displacement,
        Statistic::Position,
    ];

    /// All but the position, which is one card's.
    pub const OF_DECKS: [Statistic; 7] = *Statistic::ALL.first_chunk().expect("the position is last");

    /// Returns its name, in words separated by underscores.
    pub fn name(self) -> &'static str {
        match self {
            Statistic::Cycles => "cycles",
            Statistic::FixedPoints => "fixed_points",
            Statistic::Descents => "descents",
            Statistic::RisingSequences => "rising_sequences",
            Statistic::Inversions => "inversions",
            Statistic::LongestIncreasing => "longest_increasing_subsequence",
            Statistic::Displacement => "displacement",
            Statistic::Position => "position",
        }
    }

    /// Returns the largest value for n cards.
    pub fn largest(self, cards: usize) -> u64 {
        let n = cards as u64;
        match self {
            Statistic::Cycles
            | Statistic::FixedPoints
            | Statistic::RisingSequences
            | Statistic::LongestIncreasing => n,
            Statistic::Descents | Statistic::Position => n.saturating_sub(1),
            Statistic::Inversions => n * n.saturating_sub(1) / 2,
            Statistic::Displacement => n * n / 2,
        }
    }

    /// Returns the exact law over all orders of n cards, all equally likely. None if n is above the limit of the
    /// constructor of [`Law`].
    pub fn law(self, cards: usize) -> Option<Law> {
        let quadratic = cards <= MAX_QUADRATIC;
        match self {
            Statistic::Cycles => quadratic.then(|| Law::cycles(cards)),
            Statistic::FixedPoints => Some(Law::fixed_points(cards)),
            Statistic::Descents => quadratic.then(|| Law::descents(cards)),
            Statistic::RisingSequences => quadratic.then(|| Law::descents(cards).shifted(1)),
            Statistic::Inversions => Law::inversions(cards),
            Statistic::LongestIncreasing => Law::longest_increasing(cards),
            Statistic::Displacement => Law::footrule(cards),
            Statistic::Position => Some(Law::uniform(cards)),
        }
    }

    /// Returns the exact mean and variance over all orders of n ≥ 1 cards, in closed form for any n; none for
    /// the longest increasing subsequence, which has no such form.
    pub fn moments(self, cards: usize) -> Option<(f64, f64)> {
        let n = cards as f64;
        let many = if cards > 1 { 1.0 } else { 0.0 };
        Some(match self {
            Statistic::Cycles => harmonic(cards),
            Statistic::FixedPoints => (1.0, many),
            Statistic::Descents => ((n - 1.0) / 2.0, many * (n + 1.0) / 12.0),
            Statistic::RisingSequences => ((n + 1.0) / 2.0, many * (n + 1.0) / 12.0),
            Statistic::Inversions => (n * (n - 1.0) / 4.0, n * (n - 1.0) * (2.0 * n + 5.0) / 72.0),
            Statistic::LongestIncreasing => return None,
            Statistic::Displacement => ((n * n - 1.0) / 3.0, many * (n + 1.0) * (2.0 * n * n + 7.0) / 45.0),
            Statistic::Position => ((n - 1.0) / 2.0, (n * n - 1.0) / 12.0),
        })
    }

    /// Returns the approximate mean over all orders, rounded to the eight decimals that are right, where the exact one
    /// is not known: of the longest increasing subsequence of at least 1000 cards.
    pub fn approximate_mean(self, cards: usize) -> Option<f64> {
        let known = self == Statistic::LongestIncreasing && cards >= 1000;
        known.then(|| (mean_increasing(cards) * 1e8).round() / 1e8)
    }
}

/// Returns Σ 1/i and Σ (1/i − 1/i²), small parts first.
fn harmonic(n: usize) -> (f64, f64) {
    let parts = (1..=n).rev().map(|i| 1.0 / i as f64);
    parts.fold((0.0, 0.0), |(mean, variance), part| (mean + part, variance + part - part * part))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::MAX_INCREASING;

    /// Closed forms and laws have the same moments, and no value beyond the largest.
    #[test]
    fn moments_are_those_of_the_laws() {
        for (statistic, cards) in Statistic::ALL.into_iter().flat_map(|one| [1, 2, 3, 52].map(|n| (one, n))) {
            let law = statistic.law(cards).unwrap();
            let context = format!("{statistic:?} of {cards}");
            assert_eq!(law.probabilities().len() as u64, statistic.largest(cards) + 1, "{context}");
            if let Some((mean, variance)) = statistic.moments(cards) {
                assert!((law.mean() - mean).abs() < 1e-9 * (1.0 + mean), "{context}");
                assert!((law.variance() - variance).abs() < 1e-9 * (1.0 + variance), "{context}");
            }
        }
    }

    #[test]
    fn the_approximate_mean_is_near_the_exact_one() {
        for cards in [1000, 3000, MAX_INCREASING] {
            let exact = Statistic::LongestIncreasing.law(cards).unwrap().mean();
            let about = Statistic::LongestIncreasing.approximate_mean(cards).unwrap();
            assert!((exact - about).abs() < 1e-8, "{exact} {about}");
        }
        assert_eq!(Statistic::LongestIncreasing.approximate_mean(999), None);
        assert_eq!(Statistic::Cycles.approximate_mean(52), None);
    }
}
