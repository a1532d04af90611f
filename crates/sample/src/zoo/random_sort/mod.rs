//! Sorting algorithms of programming languages, with comparisons that are drawn at random.

pub(super) mod by_insertion;
mod compared;
mod pattern_defeating;
mod php;
mod queue;
mod quick;
mod tim;

use crate::shuffle::{Choices, Shuffle};
use SortAlgorithm::*;
use compared::{Compared, VALUES};

/// A sort whose comparisons are random, as in `sort(() => Math.random() - 0.5)`.
///
/// Each comparison is independently "less", "equal" or "greater", whatever its operands are. So the law of the result
/// depends on the algorithm and on these probabilities only.
///
/// ```
/// # use faro_sample as faro;
/// use faro::shuffle::{Generator, Seed, Shuffle};
/// use faro::zoo::{RandomSort, SortAlgorithm};
///
/// let mut deck = [0, 1, 2, 3, 4];
/// let never_less = RandomSort::new(SortAlgorithm::TimV8, 0.0, 0.5);
/// never_less.shuffle(&mut deck, &mut Generator::unit(&Seed::from(1), 0));
/// assert_eq!(deck, [0, 1, 2, 3, 4]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RandomSort {
    algorithm: SortAlgorithm,
    /// Probabilities in units of 2^-24.
    less: u32,
    greater: u32,
}

/// Defines the algorithms, each with a few words that name it.
macro_rules! algorithms {
    ($($(#[$doc:meta])* $algorithm:ident => $words:literal,)*) => {
        /// A sorting algorithm, in the version of a standard library or of a textbook.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum SortAlgorithm {
            $($(#[$doc])* $algorithm,)*
        }

        impl SortAlgorithm {
            /// All algorithms.
            pub const ALL: &[SortAlgorithm] = &[$($algorithm),*];

            /// Returns a few words for a shuffle that sorts by the algorithm, with random comparisons.
            ///
            /// ```
            /// # use faro_sample as faro;
            /// use faro::zoo::SortAlgorithm;
            ///
            /// assert_eq!(SortAlgorithm::Heap.with_random_comparisons(), "heap sort with random comparisons");
            /// ```
            pub fn with_random_comparisons(self) -> &'static str {
                match self {
                    $($algorithm => concat!($words, " with random comparisons"),)*
                }
            }
        }
    };
}

algorithms! {
    /// Insertion from the end of the sorted part.
    Insertion => "insertion sort",
    /// Merge sort of two halves, the second of which has one card more if their number is odd: `qsort` of the GNU C
    /// library.
    Merge => "merge sort",
    /// Merge sort of two halves, the first of which has one card more if their number is odd.
    MergeFirstLarger => "merge sort",
    /// Quicksort that filters the cards before and after the first card.
    QuickFirst => "quicksort",
    /// As `QuickFirst`, with the middle card as pivot.
    QuickMiddle => "quicksort",
    /// As `QuickFirst`, with the last card as pivot.
    QuickLast => "quicksort",
    /// Quicksort in place, with the last card as pivot (Lomuto).
    QuickLomuto => "quicksort in place",
    /// Heapsort.
    Heap => "heap sort",
    /// Selection sort: the least remaining card is swapped to the next position.
    Selection => "selection sort",
    /// Exchange sort: each card is compared with all cards after it, and swapped with each that is less.
    Exchange => "exchange sort",
    /// Bubble sort in which each pass is shorter than the previous one.
    Bubble => "bubble sort",
    /// Bubble sort with n − 1 passes, all of which go to the end.
    BubbleWhole => "bubble sort",
    /// The sort of V8 since version 7.0, and of Python: TimSort with runs of 32 to 64.
    TimV8 => "the sort of V8 and Python (TimSort)",
    /// Java's sort of objects: TimSort with runs of 16 to 32. It stops with an exception if comparisons contradict
    /// each other.
    TimJava => "Java's sort (TimSort)",
    /// The sort of V8 before version 7.0: quicksort, and insertion of at most ten cards.
    OldV8 => "the sort of V8 before 2018",
    /// `std::sort` of libstdc++: introsort, then insertion.
    Standard => "std::sort of C++ (introsort)",
    /// `Array.Sort` and `List.Sort` of .NET: introsort.
    DotNet => "the sort of .NET (introsort)",
    /// `sort.Slice` of Go since 1.19: pattern-defeating quicksort.
    Go => "sort.Slice of Go (pattern-defeating quicksort)",
    /// `usort` of PHP 8: quicksort, and insertion of at most 16 cards. Cards that are called equal keep their order.
    Php => "usort of PHP (quicksort)",
    /// The sort of Firefox: insertion of at most eight cards, otherwise a merge sort of windows of four sorted cards. Older
    /// versions insert up to 23 cards.
    Firefox => "the sort of Firefox (merge sort)",
    /// The sort of Safari: a merge sort from single cards up.
    Safari => "the sort of Safari (merge sort)",
    /// Shell's sort: insertion over distances that are halved.
    Shell => "Shell's sort",
    /// Bubble sort in both directions in turn.
    Cocktail => "cocktail sort",
    /// `PriorityQueue` of Java: all cards are put into a heap, and then taken out of it.
    PriorityQueue => "Java's PriorityQueue (heap)",
}

impl SortAlgorithm {
    /// Returns whether the algorithm asks both whether a card is less than another and whether it is greater.
    ///
    /// All other algorithms ask only one of these questions, so only the probability of "less" matters for them.
    pub fn asks_both(self) -> bool {
        matches!(self, TimJava | OldV8 | DotNet | Php | PriorityQueue)
    }

    /// Returns whether the algorithm sorts decks of `cards` cards by insertion alone.
    ///
    /// This is so for few cards in some quicksorts and merge sorts.
    ///
    /// ```
    /// # use faro_sample as faro;
    /// use faro::zoo::SortAlgorithm;
    ///
    /// assert!(SortAlgorithm::OldV8.inserts_all(10) && !SortAlgorithm::OldV8.inserts_all(11));
    /// ```
    pub fn inserts_all(self, cards: usize) -> bool {
        let max = match self {
            OldV8 => quick::MAX_INSERTED,
            Php => php::MAX_INSERTED,
            Firefox => by_insertion::INSERTED_BY_FIREFOX,
            _ => return false,
        };
        cards <= max
    }
}

impl RandomSort {
    /// Creates a sort whose comparisons give "less" and "greater" with the given probabilities.
    ///
    /// The probabilities are rounded to multiples of 2^-24. A probability outside 0 to 1 is set to the nearest of
    /// these, and the sum of both is at most 1.
    pub fn new(algorithm: SortAlgorithm, less: f64, greater: f64) -> RandomSort {
        let [less, greater] =
            [less, greater].map(|chance| (chance * f64::from(VALUES)).round() as u32);
        let less = less.min(VALUES);
        RandomSort {
            algorithm,
            less,
            greater: greater.min(VALUES - less),
        }
    }
}

impl Shuffle for RandomSort {
    fn shuffle<C: Choices + ?Sized>(&self, deck: &mut [u32], choices: &mut C) {
        let mut by = Compared {
            choices,
            less: self.less,
            greater: self.greater,
        };
        match self.algorithm {
            Insertion => by_insertion::insertion(deck, &mut || by.less()),
            Merge => by_insertion::merge(deck, 0, &mut || by.less()),
            MergeFirstLarger => by_insertion::merge(deck, 1, &mut || by.less()),
            QuickFirst => quick::filter(deck, |_| 0, &mut by),
            QuickMiddle => quick::filter(deck, |cards| cards / 2, &mut by),
            QuickLast => quick::filter(deck, |cards| cards - 1, &mut by),
            QuickLomuto => quick::lomuto(deck, &mut by),
            Heap => by_insertion::heap(deck, &mut || by.less()),
            Selection => by_insertion::selection(deck, &mut || by.less()),
            Exchange => by_insertion::exchange(deck, &mut || by.less()),
            Bubble => by_insertion::bubble(deck, true, &mut || by.less()),
            BubbleWhole => by_insertion::bubble(deck, false, &mut || by.less()),
            TimV8 => tim::sort(deck, tim::V8, &mut by),
            TimJava => tim::sort(deck, tim::JAVA, &mut by),
            OldV8 => quick::old_v8(deck, &mut by),
            Standard => quick::standard(deck, &mut by),
            DotNet => quick::dot_net(deck, &mut by),
            Go => pattern_defeating::sort(deck, &mut by),
            Php => php::sort(deck, &mut by),
            Firefox => by_insertion::firefox(deck, &mut || by.less()),
            Safari => by_insertion::merge_from_below(deck, &mut || by.less()),
            Shell => by_insertion::shell(deck, &mut || by.less()),
            Cocktail => by_insertion::cocktail(deck, &mut || by.less()),
            PriorityQueue => queue::sort(deck, &mut by),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shuffle::{Generator, Seed};
    use crate::zoo::CoinSort;

    #[test]
    fn every_sort_keeps_all_cards() {
        let mut generator = Generator::unit(&Seed::from(1), 0);
        for (algorithm, chance) in SortAlgorithm::ALL
            .iter()
            .flat_map(|&sort| [0.0, 0.1, 0.5, 1.0].map(|p| (sort, p)))
        {
            for cards in [0, 1, 2, 3, 10, 13, 17, 52, 64, 104, 200] {
                for greater in [0.0, 1.0 - chance] {
                    let mut deck: Vec<u32> = (0..cards).collect();
                    RandomSort::new(algorithm, chance, greater).shuffle(&mut deck, &mut generator);
                    deck.sort_unstable();
                    assert!(deck.into_iter().eq(0..cards), "{algorithm:?} of {cards}");
                }
            }
        }
    }

    /// Returns the mean position of each card.
    fn means(shuffle: &impl Shuffle, cards: usize) -> Vec<f64> {
        let mut generator = Generator::unit(&Seed::from(2), 0);
        let mut sums = vec![0.0; cards];
        for _ in 0..20_000 {
            let mut deck: Vec<u32> = (0..cards as u32).collect();
            shuffle.shuffle(&mut deck, &mut generator);
            deck.iter()
                .enumerate()
                .for_each(|(place, &card)| sums[card as usize] += place as f64 / 20_000.0);
        }
        sums
    }

    /// Each sort of the language of shuffles has the mean positions of the [`SortAlgorithm`] it stands for, with a fair
    /// coin.
    #[test]
    fn coin_sorts_are_the_same() {
        for (sort, algorithm) in [
            (CoinSort::Insertion, SortAlgorithm::Insertion),
            (CoinSort::Merge, SortAlgorithm::Merge),
            (CoinSort::Quick, SortAlgorithm::QuickFirst),
            (CoinSort::Heap, SortAlgorithm::Heap),
            (CoinSort::Binary, SortAlgorithm::TimV8),
        ] {
            let [one, other] = [
                means(&sort, 21),
                means(&RandomSort::new(algorithm, 0.5, 0.5), 21),
            ];
            let furthest = one
                .iter()
                .zip(&other)
                .map(|(one, other)| (one - other).abs())
                .fold(0.0, f64::max);
            assert!(furthest < 0.3, "{algorithm:?}: {furthest}");
        }
    }

    /// Three cards by hand, with the probability 1/3 of "less". Selection, exchange and bubble sort leave all cards in
    /// place with probability (2/3)³. Insertion leaves card 3 in place with probability 2/3, and moves it to the top
    /// with probability 1/9.
    #[test]
    fn three_cards() {
        let mut generator = Generator::unit(&Seed::from(3), 0);
        let mut count = |algorithm, deck: [u32; 3]| {
            let sort = RandomSort::new(algorithm, 1.0 / 3.0, 1.0 / 3.0);
            let mut same = 0;
            for _ in 0..27_000 {
                let mut other = [0, 1, 2];
                sort.shuffle(&mut other, &mut generator);
                same += i32::from(other == deck);
            }
            same
        };
        let cases = [
            (SortAlgorithm::Selection, [0, 1, 2], 8000),
            (SortAlgorithm::Exchange, [0, 1, 2], 8000),
            (SortAlgorithm::Insertion, [2, 0, 1], 2000),
            (SortAlgorithm::Insertion, [0, 1, 2], 12_000),
        ];
        for (algorithm, deck, expected) in cases {
            let found = count(algorithm, deck);
            assert!(
                (found - expected).abs() < 600,
                "{algorithm:?} {deck:?}: {found}"
            );
        }
    }
}
