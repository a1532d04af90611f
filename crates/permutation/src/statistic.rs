//! The statistics of a permutation, such as fixed points, descents and inversions.

use super::Permutation;
use super::unused::Unused;
use faro_math::number::{cycle_counts, eulerian_row, fixed_point_counts, inversion_counts};
use faro_math::statistics::{Law, LawError, mean_increasing};
use num_bigint::BigUint;

/// Maximum number of cards for which the laws of cycles and descents are computed. They take n² steps, about
/// a tenth of a second for 10 000 cards.
const MAX_QUADRATIC: usize = 10_000;

/// A statistic of a shuffled deck, a non-negative integer.
///
/// A deck lists the card at each position. A new deck has card i at position i. Cycles, fixed points,
/// inversions, the longest increasing subsequence and the displacement are the same for a permutation and its
/// inverse. Descents are counted in the deck. The number of rising sequences is one more than the number of
/// descents of the inverse, the list of the positions to which the cards went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize),
    serde(rename_all = "snake_case")
)]
pub enum Statistic {
    /// The number of cycles, fixed points included: from 1 to n.
    Cycles,
    /// The number of cards at the position where they started: from 0 to n, never n − 1.
    FixedPoints,
    /// The number of cards that lie directly above a smaller one: from 0 to n − 1.
    Descents,
    /// The number of passes through the deck needed to pick up the cards in their original order: 1 to n.
    ///
    /// It is at most two after one riffle.
    RisingSequences,
    /// The number of pairs of cards whose order is reversed: from 0 to n(n − 1)/2.
    Inversions,
    /// The largest number of cards that keep their order: from 1 to n.
    #[cfg_attr(feature = "serde", serde(rename = "longest_increasing_subsequence"))]
    LongestIncreasing,
    /// Spearman's footrule, the total distance that the cards moved: an even number from 0 to ⌊n²/2⌋.
    Displacement,
    /// The position of one card: from 0 to n − 1.
    Position,
}

impl Statistic {
    /// All statistics. The position is the last.
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

    /// All statistics of a whole deck: all except the position, which is a statistic of one card.
    pub const OF_DECKS: [Statistic; 7] =
        *Statistic::ALL.first_chunk().expect("the position is last");

    /// Returns the name of the statistic, in words separated by underscores.
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

    /// Returns the largest value of the statistic for `cards` cards.
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

    /// Returns the value of the statistic for `deck`. At most O(n log n).
    ///
    /// # Panics
    ///
    /// For [`Statistic::Position`], which is not a statistic of the whole deck.
    ///
    /// ```
    /// # use faro_permutation::{Permutation, Statistic};
    /// let deck = Permutation::from_deck([0, 4, 1, 5, 2, 6, 3, 7])?;
    /// assert_eq!(Statistic::OF_DECKS.map(|one| one.value(&deck)), [4, 2, 3, 2, 6, 5, 12]);
    /// # Ok::<(), faro_permutation::PermutationError>(())
    /// ```
    pub fn value(self, deck: &Permutation) -> u64 {
        let count = match self {
            Statistic::Cycles => deck.cycles().len(),
            Statistic::FixedPoints => deck.fixed_points(),
            Statistic::Descents => deck.inverse().descents(),
            Statistic::RisingSequences => deck.rising_sequences(),
            Statistic::Inversions => return deck.inversions(),
            Statistic::LongestIncreasing => deck.longest_increasing_subsequence(),
            Statistic::Displacement => return deck.displacement(),
            Statistic::Position => panic!("the position is a statistic of one card"),
        };
        count as u64
    }

    /// Returns the exact law over all orders of `cards` cards, all equally likely.
    ///
    /// # Errors
    ///
    /// [`LawError::TooManyItems`] if the law takes too long to compute for `cards` cards.
    pub fn law(self, cards: usize) -> Result<Law, LawError> {
        let quadratic = || match cards {
            0..=MAX_QUADRATIC => Ok(cards),
            given => Err(LawError::TooManyItems {
                given,
                at_most: MAX_QUADRATIC,
            }),
        };
        match self {
            Statistic::Cycles => quadratic().map(Law::cycles),
            Statistic::FixedPoints => Ok(Law::fixed_points(cards)),
            Statistic::Descents => quadratic().map(Law::descents),
            Statistic::RisingSequences => Ok(Law::descents(quadratic()?).shifted(1)),
            Statistic::Inversions => Law::inversions(cards),
            Statistic::LongestIncreasing => Law::longest_increasing(cards),
            Statistic::Displacement => Law::footrule(cards),
            Statistic::Position => Ok(Law::uniform(cards)),
        }
    }

    /// Returns the number of orders of `cards` cards with each value 0, 1, … of the statistic.
    ///
    /// Returns `None` if no formula is known.
    ///
    /// ```
    /// # use faro_permutation::Statistic;
    /// let counts = Statistic::RisingSequences.counts(4).unwrap();
    /// assert_eq!(counts, [0u32, 1, 11, 11, 1].map(Into::into));
    /// ```
    pub fn counts(self, cards: u32) -> Option<Vec<BigUint>> {
        let descents = || {
            eulerian_row(
                cards,
                |_, [(a, below), (b, before)]: [(u32, &BigUint); 2]| below * a + before * b,
            )
        };
        Some(match self {
            Statistic::Cycles => cycle_counts(cards),
            Statistic::FixedPoints => fixed_point_counts(cards),
            Statistic::Descents => descents(),
            Statistic::RisingSequences => [vec![BigUint::ZERO], descents()].concat(),
            Statistic::Inversions => inversion_counts(cards),
            Statistic::LongestIncreasing | Statistic::Displacement | Statistic::Position => {
                return None;
            }
        })
    }

    /// Returns the exact mean and variance over all orders of `cards` ≥ 1 cards, in closed form.
    ///
    /// Returns `None` for the longest increasing subsequence, which has no closed form.
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
            Statistic::Displacement => (
                (n * n - 1.0) / 3.0,
                many * (n + 1.0) * (2.0 * n * n + 7.0) / 45.0,
            ),
            Statistic::Position => ((n - 1.0) / 2.0, (n * n - 1.0) / 12.0),
        })
    }

    /// Returns the approximate mean over all orders, for the longest increasing subsequence only.
    ///
    /// The mean is rounded to eight decimals, all of which are right. Returns `None` for other statistics, and
    /// if `cards` is below 1000.
    pub fn approximate_mean(self, cards: usize) -> Option<f64> {
        let applies = self == Statistic::LongestIncreasing && cards >= 1000;
        applies.then(|| (mean_increasing(cards) * 1e8).round() / 1e8)
    }
}

/// Returns Σ 1/i and Σ (1/i − 1/i²) over 1 ≤ i ≤ n. Small terms are added first, for accuracy.
fn harmonic(n: usize) -> (f64, f64) {
    let parts = (1..=n).rev().map(|i| 1.0 / i as f64);
    parts.fold((0.0, 0.0), |(mean, variance), part| {
        (mean + part, variance + part - part * part)
    })
}

impl Permutation {
    /// Returns the length of the longest increasing subsequence. By patience sorting, O(n log n).
    ///
    /// It is the largest number of cards that keep their order: from 1 to n (0 for no cards). `[2 0 1]` has
    /// length 2. A permutation and its inverse have the same length. The mean over all permutations is about
    /// 2√n (Vershik and Kerov 1977; Aldous and Diaconis, *Longest increasing subsequences: from patience
    /// sorting to the Baik–Deift–Johansson theorem*, 1999).
    ///
    /// ```
    /// # use faro_permutation::Permutation;
    /// assert_eq!(Permutation::from_images([2, 0, 1])?.longest_increasing_subsequence(), 2);
    /// # Ok::<(), faro_permutation::PermutationError>(())
    /// ```
    pub fn longest_increasing_subsequence(&self) -> usize {
        // The top cards of the piles, in ascending order. Each card is put on the first pile with a larger top card.
        // The number of piles is the length of the longest increasing subsequence.
        let mut tops: Vec<u32> = Vec::new();
        for &image in self.images() {
            let pile = tops.partition_point(|&top| top < image);
            match tops.get_mut(pile) {
                Some(top) => *top = image,
                None => tops.push(image),
            }
        }
        tops.len()
    }
}

impl Permutation {
    /// Returns the number of fixed points: cards that stay where they are. O(n).
    ///
    /// It is from 0 to n, never n − 1. `[0 2 1]` has one. The mean over all permutations is 1, for every n ≥
    /// 1 (Montmort 1708).
    ///
    /// ```
    /// # use faro_permutation::Permutation;
    /// assert_eq!(Permutation::from_images([0, 2, 1])?.fixed_points(), 1);
    /// # Ok::<(), faro_permutation::PermutationError>(())
    /// ```
    pub fn fixed_points(&self) -> usize {
        self.moves()
            .filter(|(position, image)| position == image)
            .count()
    }

    /// Returns the displacement (Spearman's footrule): Σ |image(i) − i|. O(n).
    ///
    /// This total distance that the cards move is even, from 0 to ⌊n²/2⌋. `[2 0 1]` has 2 + 1 + 1 = 4. The
    /// mean over all permutations is (n² − 1)/3 (Diaconis and Graham, *Spearman's footrule as a measure of
    /// disarray*, 1977).
    ///
    /// ```
    /// # use faro_permutation::Permutation;
    /// assert_eq!(Permutation::from_images([2, 0, 1])?.displacement(), 4);
    /// # Ok::<(), faro_permutation::PermutationError>(())
    /// ```
    pub fn displacement(&self) -> u64 {
        self.moves()
            .map(|(position, image)| u64::from(image.abs_diff(position)))
            .sum()
    }

    fn moves(&self) -> impl Iterator<Item = (u32, u32)> {
        (0..).zip(self.images.iter().copied())
    }
}

impl Permutation {
    /// Returns the number of descents: positions i with image(i) > image(i + 1). O(n).
    ///
    /// It is from 0 to n − 1. `[2 0 1]` has one, after its 2. The distribution over all permutations is
    /// Eulerian (Stanley, *Enumerative Combinatorics* 1, 2nd ed. 2012, §1.4).
    ///
    /// ```
    /// # use faro_permutation::Permutation;
    /// assert_eq!(Permutation::from_images([2, 0, 1])?.descents(), 1);
    /// # Ok::<(), faro_permutation::PermutationError>(())
    /// ```
    pub fn descents(&self) -> usize {
        self.images
            .windows(2)
            .filter(|pair| pair[0] > pair[1])
            .count()
    }

    /// Returns the number of rising sequences of the deck. O(n).
    ///
    /// It is the number of passes from top to bottom that are needed to pick up the cards in their original
    /// order: from 1 to n (0 for no cards). Card c + 1 lies below card c unless c is a descent of the images.
    /// So the number is one more than the number of [descents](Self::descents). A riffle at most doubles it.
    /// The deck `0 4 1 5 2 6 3 7` has two rising sequences, 0 1 2 3 and 4 5 6 7 (Bayer and Diaconis,
    /// *Trailing the dovetail shuffle to its lair*, 1992).
    ///
    /// ```
    /// # use faro_permutation::Permutation;
    /// assert_eq!(Permutation::from_deck([0, 4, 1, 5, 2, 6, 3, 7])?.rising_sequences(), 2);
    /// # Ok::<(), faro_permutation::PermutationError>(())
    /// ```
    pub fn rising_sequences(&self) -> usize {
        if self.degree() == 0 {
            0
        } else {
            self.descents() + 1
        }
    }
}

impl Permutation {
    /// Returns the number of inversions: pairs i < j with image(i) > image(j). O(n log n).
    ///
    /// These are the pairs of cards whose order is reversed. The number is from 0 to n(n − 1)/2. `[2 0 1]`
    /// has two; a reversed deck of 52 has 1326. A permutation and its inverse have the same number, and its
    /// parity is the sign (Knuth, *The Art of Computer Programming* 3, §5.1.1). For each image, the smaller
    /// images after it are counted.
    ///
    /// ```
    /// # use faro_permutation::Permutation;
    /// assert_eq!(Permutation::from_images([2, 0, 1])?.inversions(), 2);
    /// # Ok::<(), faro_permutation::PermutationError>(())
    /// ```
    pub fn inversions(&self) -> u64 {
        let mut unused = Unused::all(self.degree());
        let smaller = |&image: &u32| u64::from(unused.take(image));
        self.images.iter().map(smaller).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use faro_math::statistics::MAX_INCREASING;

    /// The exact numbers agree with the laws, and their sum is the number of orders.
    #[test]
    fn counts_are_those_of_the_laws() {
        use faro_math::number::{Fraction, factorial};
        for (statistic, cards) in Statistic::OF_DECKS
            .into_iter()
            .flat_map(|one| [1u32, 2, 3, 9, 52].map(|n| (one, n)))
        {
            let Some(counts) = statistic.counts(cards) else {
                continue;
            };
            let law = statistic.law(cards as usize).unwrap();
            assert_eq!(counts.len(), law.probabilities().len(), "{statistic:?}");
            assert_eq!(counts.iter().sum::<BigUint>(), factorial(cards));
            for (count, probability) in counts.iter().zip(law.probabilities()) {
                let exact = Fraction::new(count.clone(), factorial(cards)).to_f64();
                let context = format!("{statistic:?} of {cards}: {exact}, {probability}");
                assert!((exact - probability).abs() <= 1e-12 * exact, "{context}");
            }
        }
    }

    /// Closed forms and laws have the same moments, and no value is above [`Statistic::largest`].
    #[test]
    fn moments_are_those_of_the_laws() {
        for (statistic, cards) in Statistic::ALL
            .into_iter()
            .flat_map(|one| [1, 2, 3, 52].map(|n| (one, n)))
        {
            let law = statistic.law(cards).unwrap();
            let context = format!("{statistic:?} of {cards}");
            assert_eq!(
                law.probabilities().len() as u64,
                statistic.largest(cards) + 1,
                "{context}"
            );
            if let Some((mean, variance)) = statistic.moments(cards) {
                assert!((law.mean() - mean).abs() < 1e-9 * (1.0 + mean), "{context}");
                assert!(
                    (law.variance() - variance).abs() < 1e-9 * (1.0 + variance),
                    "{context}"
                );
            }
        }
    }

    #[test]
    fn the_approximate_mean_is_near_the_exact_one() {
        for cards in [1000, 3000, MAX_INCREASING] {
            let exact = Statistic::LongestIncreasing.law(cards).unwrap().mean();
            let about = Statistic::LongestIncreasing
                .approximate_mean(cards)
                .unwrap();
            assert!((exact - about).abs() < 1e-8, "{exact} {about}");
        }
        assert_eq!(Statistic::LongestIncreasing.approximate_mean(999), None);
        assert_eq!(Statistic::Cycles.approximate_mean(52), None);
    }
}
