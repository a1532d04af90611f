//! Counts and laws for decks with kinds of equal cards.
//!
//! They concern neighbours of the same kind, and pairs of the same kind in a hand.

use crate::design::Design;

use faro_math::number::elementary::{exp2, powi};
use faro_math::statistics::{Law, normal_survival};
use num_integer::Integer;

/// Sums of products of the counts of each kind in each group of places, over all decks. The hidden group is the last
/// one. All sums are integers, so that the sums of several parts of a run add up exactly.
#[derive(Clone, Debug)]
pub struct KindSquares {
    groups: usize,
    kinds: Vec<usize>,
    /// For each group of places, twice the distance of its mean place from the middle of the deal.
    places: Vec<i64>,
    /// The count of each kind in each group, in the current deck and in the previous deck.
    counts: [Vec<u32>; 2],
    /// For each kind in each group, sums over all decks: of the square of the count (`own`), and of the count times the
    /// count in the previous deck (`shared`).
    own: Vec<u64>,
    shared: Vec<u64>,
    /// For each kind, sums over all decks of the square of the number of its visible cards (`seen`), and of its hidden
    /// cards (`hidden`).
    seen: Vec<u64>,
    hidden: Vec<u64>,
    /// For each kind, the sum over all decks of the square of Σ `places` over its cards.
    by_places: Vec<u64>,
}

impl KindSquares {
    /// Returns the sums of no decks. They use no memory if all cards are distinct.
    pub fn new(design: &Design) -> KindSquares {
        let kinds = design.kinds().unwrap_or_default().to_vec();
        let groups = design.groups().len();
        let zeros = |rows: usize| vec![0; rows * kinds.len()];
        KindSquares {
            groups,
            places: design
                .place_scores()
                .iter()
                .map(|score| (2.0 * score) as i64)
                .collect(),
            counts: [0; 2].map(|_| vec![0; kinds.len() * (groups + 1)]),
            own: zeros(groups + 1),
            shared: zeros(groups + 1),
            seen: zeros(1),
            hidden: zeros(1),
            by_places: zeros(1),
            kinds,
        }
    }

    /// Returns the count of each kind in each group of places in the last deck, the hidden group last.
    pub fn counts(&self) -> &[u32] {
        &self.counts[0]
    }

    /// Replaces the counts of the previous deck by the current ones, and the current ones by those of a new deck.
    fn place(&mut self, cards: &[u32], group_of: &[u32]) {
        self.counts.swap(0, 1);
        let (now, columns) = (&mut self.counts[0], self.groups + 1);
        for (count, &of_kind) in now.chunks_exact_mut(columns).zip(&self.kinds) {
            count.fill(0);
            count[columns - 1] = of_kind as u32;
        }
        for (&card, &group) in cards.iter().zip(group_of) {
            let row = &mut now[card as usize * columns..][..columns];
            row[group as usize] += 1;
            row[columns - 1] -= 1;
        }
    }

    /// Adds a deck. `follows` tells whether it comes directly after the deck added before.
    pub fn add(&mut self, cards: &[u32], group_of: &[u32], follows: bool) {
        self.place(cards, group_of);
        let (columns, [now, before]) = (self.groups + 1, &self.counts);
        let rows = now
            .chunks_exact(columns)
            .zip(before.chunks_exact(columns))
            .zip(&self.kinds);
        for (kind, ((now, before), &of_kind)) in rows.enumerate() {
            let mut places = 0;
            for group in (0..columns).filter(|&group| now[group] > 0) {
                let (cell, count) = (kind * columns + group, u64::from(now[group]));
                self.own[cell] += count * count;
                self.shared[cell] += if follows {
                    count * u64::from(before[group])
                } else {
                    0
                };
                places += self
                    .places
                    .get(group)
                    .map_or(0, |place| place * count as i64);
            }
            let hidden = u64::from(now[columns - 1]);
            self.seen[kind] += (of_kind as u64 - hidden).pow(2);
            self.hidden[kind] += hidden.pow(2);
            self.by_places[kind] += places.unsigned_abs().pow(2);
        }
    }

    /// Returns Σ s/(k·g) over all kinds and groups, where s is the entry of `sums`, k the number of cards of the kind,
    /// and g the number of places in the group. `sizes` has the number of places in each group, the hidden group last.
    fn of_cells(&self, sums: &[u64], sizes: &[usize]) -> f64 {
        let row = |(sums, &of_kind): (&[u64], &usize)| -> f64 {
            sums.iter()
                .zip(sizes)
                .map(|(&sum, &size)| sum as f64 / (of_kind as f64 * size as f64))
                .sum()
        };
        sums.chunks_exact(self.groups + 1)
            .zip(&self.kinds)
            .map(row)
            .sum()
    }

    /// Returns, for each visible group, the sum over all decks of c². Here c is the number of cards of the kind `kind`
    /// in the group.
    pub fn own_of(&self, kind: usize) -> &[u64] {
        &self.own[kind * (self.groups + 1)..][..self.groups]
    }

    /// Returns Σ c²/(k·g) over all kinds, groups and decks. Here c is the count of the kind in the group, k the number
    /// of its cards, and g the number of places in the group.
    pub fn own(&self, sizes: &[usize]) -> f64 {
        self.of_cells(&self.own, sizes)
    }

    /// Returns Σ c·c′/(k·g) over all kinds, groups and decks. Here c is the count of the kind in the group, c′ the
    /// count in the previous deck, k the number of cards of the kind, and g the number of places in the group.
    pub fn shared(&self, sizes: &[usize]) -> f64 {
        self.of_cells(&self.shared, sizes)
    }

    /// Returns the sum of [`own`](KindSquares::own) for two groups: all visible places, and all hidden places.
    pub fn own_seen(&self, seen: usize, hidden: usize) -> f64 {
        let rows = self.seen.iter().zip(&self.hidden).zip(&self.kinds);
        let row = |((&of_seen, &of_hidden), &kind): ((&u64, &u64), &usize)| {
            let hidden = if hidden > 0 {
                of_hidden as f64 / hidden as f64
            } else {
                0.0
            };
            (of_seen as f64 / seen as f64 + hidden) / kind as f64
        };
        rows.map(row).sum()
    }

    /// Returns Σ s²/k over all kinds and decks. Here s is the sum of the place scores of the kind's cards, and k their
    /// number.
    pub fn own_places(&self) -> f64 {
        self.by_places
            .iter()
            .zip(&self.kinds)
            .map(|(&sum, &kind)| sum as f64 / 4.0 / kind as f64)
            .sum()
    }
}

/// Returns three moments of the number of neighbours of the same kind in a fair deck. Only the first `seen` cards
/// count.
///
/// The moments are the mean, the variance and the third central moment. `kinds` has the number of cards of each kind.
///
/// Any k of the pairs of neighbours form c blocks of 2 or more cards in C(k − 1, c − 1)·C(`seen` − k, c) ways. The
/// probability that each block is of one kind follows from falling factorials. The sums over all blocks are the
/// factorial moments.
pub fn same_kind_moments(kinds: &[usize], seen: usize) -> [f64; 3] {
    let cards = kinds.iter().sum::<usize>();
    // For blocks with these lengths of one kind: the sum over all kinds of the products of the falling factorials of
    // the number of cards.
    let sum = |lengths: &[usize]| -> f64 {
        kinds
            .iter()
            .map(|&kind| {
                lengths
                    .iter()
                    .map(|&length| falling(kind, length))
                    .product::<f64>()
            })
            .sum()
    };
    let placed = |marked: usize, blocks: usize| choose(seen.saturating_sub(marked), blocks);
    let per = |number: f64, length: usize| {
        if length <= cards {
            number / falling(cards, length)
        } else {
            0.0
        }
    };
    let twos = sum(&[2]);
    let two_blocks = sum(&[4]) + twos * twos - sum(&[2, 2]);
    let three_and_two = sum(&[5]) + sum(&[3]) * twos - sum(&[3, 2]);
    let other_pairs: f64 = kinds
        .iter()
        .map(|&kind| falling(kind, 4) * (twos - falling(kind, 2)))
        .sum();
    let three_blocks = powi(twos, 3) - 3.0 * twos * sum(&[2, 2])
        + 2.0 * sum(&[2, 2, 2])
        + 3.0 * other_pairs
        + sum(&[6]);
    let first = placed(1, 1) * per(twos, 2);
    let second = 2.0 * (placed(2, 1) * per(sum(&[3]), 3) + placed(2, 2) * per(two_blocks, 4));
    let third = 6.0
        * (placed(3, 1) * per(sum(&[4]), 4)
            + 2.0 * placed(3, 2) * per(three_and_two, 5)
            + placed(3, 3) * per(three_blocks, 6));
    let (square, cube) = (second + first, third + 3.0 * second + first);
    [
        first,
        square - first * first,
        cube - 3.0 * first * square + 2.0 * powi(first, 3),
    ]
}

/// Returns the falling factorial n·(n − 1)·… with `length` factors.
fn falling(n: usize, length: usize) -> f64 {
    (0..length)
        .map(|step| n as f64 - step as f64)
        .map(|factor| factor.max(0.0))
        .product()
}

fn choose(n: usize, chosen: usize) -> f64 {
    falling(n, chosen) / falling(chosen, chosen)
}

/// Maximum number of additions to compute a law. They take tens of milliseconds.
const MAX_LAW_ADDITIONS: usize = 20_000_000;

/// Returns the law of the number of pairs of the same kind among `drawn` random cards of a deck.
///
/// `kinds` has the number of cards of each kind. Returns `None` if the computation takes too long.
pub fn pairs_law(kinds: &[usize], drawn: usize) -> Option<Law> {
    let max_pairs = drawn * drawn.saturating_sub(1) / 2;
    let terms: usize = kinds.iter().map(|&kind| kind.min(drawn) + 1).sum();
    if terms.checked_mul((drawn + 1) * (max_pairs + 1))? > MAX_LAW_ADDITIONS {
        return None;
    }
    // Entry (c, p) is the number of ways to draw c cards with p pairs from the kinds processed so far.
    let mut ways = vec![vec![0.0; max_pairs + 1]; drawn + 1];
    ways[0][0] = 1.0;
    for &kind in kinds {
        for cards in (1..=drawn).rev() {
            let (before, row) = ways.split_at_mut(cards);
            let mut choose = 1.0;
            for of_kind in 1..=kind.min(cards) {
                choose *= (kind - of_kind + 1) as f64 / of_kind as f64;
                let pairs = of_kind * (of_kind - 1) / 2;
                let rest = &before[cards - of_kind];
                row[0][pairs..]
                    .iter_mut()
                    .zip(rest)
                    .for_each(|(sum, way)| *sum += choose * way);
            }
        }
    }
    let whole: f64 = ways[drawn].iter().sum();
    Some(Law::new(
        ways[drawn]
            .iter()
            .map(|way| way / whole)
            .collect::<Vec<f64>>(),
    ))
}

/// Maximum number of additions to compute an exact tail probability.
const MAX_TAIL_ADDITIONS: u64 = 2_000_000;

/// Counts pairs of cards whose kinds are successive in the starting order, by their order in the deck.
///
/// A pair counts 1 if it has its starting order, and −1 if it is reversed. After a riffle shuffle too many pairs have
/// their starting order.
#[derive(Clone, Debug)]
pub struct Rises {
    /// For each kind, the kinds with which it forms pairs, each with a sign. The sign is 1 for a kind that directly
    /// precedes it in the starting order more often than it directly follows it, and −1 in the opposite case.
    related: Vec<Vec<(u32, i64)>>,
    /// For each kind, the number of its cards that were read so far in the current deck.
    counts: Vec<i64>,
    pub sum: i64,
    /// For each absolute value of a deck's sum of signs, the number of decks.
    pub sizes: Vec<u64>,
}

impl Rises {
    /// Returns the counts of no decks, or `None` if fewer than two cards are visible. `start` has the kind of each card
    /// in the starting order.
    pub fn new(start: &[u32], seen: usize) -> Option<Rises> {
        let kinds = start.iter().max().map_or(0, |&last| last as usize + 1);
        let mut follows = vec![0i32; kinds * kinds];
        for pair in start.windows(2) {
            follows[pair[0] as usize * kinds + pair[1] as usize] += 1;
            follows[pair[1] as usize * kinds + pair[0] as usize] -= 1;
        }
        let signs = |kind: usize| {
            (0..)
                .zip(follows[kind..].iter().step_by(kinds))
                .map(|(of, sum)| (of, sum.signum().into()))
        };
        let related = (0..kinds)
            .map(|kind| signs(kind).filter(|&(_, sign)| sign != 0).collect())
            .collect();
        let sizes = vec![0; seen * seen.saturating_sub(1) / 2 + 1];
        (seen > 1).then(|| Rises {
            related,
            counts: vec![0; kinds],
            sum: 0,
            sizes,
        })
    }

    /// Adds the pairs of a deck, given by the kinds of its visible cards. O(n) if each kind has few neighbours in the
    /// starting order.
    pub fn add(&mut self, deck: &[u32]) {
        self.counts.fill(0);
        let mut sum = 0;
        for &kind in deck {
            let related = self.related[kind as usize].iter();
            sum += related
                .map(|&(earlier, sign)| sign * self.counts[earlier as usize])
                .sum::<i64>();
            self.counts[kind as usize] += 1;
        }
        self.sum += sum;
        self.sizes[sum.unsigned_abs() as usize] += 1;
    }

    /// Returns the standard deviation of the sum of signs over all decks.
    ///
    /// It is conditional on the absolute value of each deck's sum. After a fair shuffle, the sign of this sum is a fair
    /// coin toss.
    pub fn deviation(&self) -> f64 {
        let square = |(size, &decks): (usize, &u64)| (size * size) as f64 * decks as f64;
        self.sizes
            .iter()
            .enumerate()
            .map(square)
            .sum::<f64>()
            .sqrt()
    }

    /// Returns the two-sided p-value of the sum of signs over all decks.
    ///
    /// A fair deck and its reverse are equally likely. So the sign of each deck's sum is a fair coin toss that is
    /// independent of its absolute value.
    pub fn p_value(&self) -> f64 {
        let largest: u64 = self
            .sizes
            .iter()
            .zip(0..)
            .map(|(decks, size)| decks * size)
            .sum();
        let decks: u64 = self.sizes[1..].iter().sum();
        let distance = self.sum.unsigned_abs();
        let tail = match decks.saturating_mul(largest) <= MAX_TAIL_ADDITIONS {
            true => self.exact(largest, distance),
            false => self.normal(distance),
        };
        (2.0 * tail).min(1.0)
    }

    /// Returns the upper normal tail with a continuity correction. Possible sums differ by multiples of twice the
    /// greatest common divisor of the absolute values.
    fn normal(&self, distance: u64) -> f64 {
        let sizes = (0u64..).zip(&self.sizes).filter(|(_, decks)| **decks > 0);
        let divisor = sizes.fold(0, |divisor: u64, (size, _)| divisor.gcd(&size));
        normal_survival((distance as f64 - divisor as f64) / self.deviation())
    }

    /// Returns the exact upper tail, by a convolution of the laws of the decks' signed sums. Entry i of `chances`
    /// is the probability of the sum i − `largest`.
    fn exact(&self, largest: u64, distance: u64) -> f64 {
        let mut chances = vec![0.0; 2 * largest as usize + 1];
        chances[largest as usize] = 1.0;
        let sizes = self.sizes.iter().enumerate().skip(1);
        for size in sizes.flat_map(|(size, &decks)| (0..decks).map(move |_| size)) {
            let before = std::mem::replace(&mut chances, vec![0.0; 2 * largest as usize + 1]);
            for (index, chance) in before
                .into_iter()
                .enumerate()
                .filter(|(_, chance)| *chance > 0.0)
            {
                chances[index - size] += 0.5 * chance;
                chances[index + size] += 0.5 * chance;
            }
        }
        chances[(largest + distance) as usize..]
            .iter()
            .sum::<f64>()
            .max(exp2(-1000.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use faro_permutation::Permutation;

    /// The moments are compared with those over all orders of seven cards.
    #[test]
    fn moments_over_all_orders() {
        for (kinds, seen) in [
            (vec![3, 4], 7),
            (vec![2, 2, 3], 7),
            (vec![2, 2, 3], 5),
            (vec![6, 1], 4),
            (vec![1, 5, 1], 2),
        ] {
            let kind_of: Vec<usize> = kinds
                .iter()
                .enumerate()
                .flat_map(|(kind, &cards)| vec![kind; cards])
                .collect();
            let counts: Vec<f64> = (0..5040u32)
                .map(|rank| {
                    let deck = Permutation::unrank(7, rank).unwrap().to_deck();
                    let kinds: Vec<usize> = deck[..seen]
                        .iter()
                        .map(|&card| kind_of[card as usize])
                        .collect();
                    kinds.windows(2).filter(|pair| pair[0] == pair[1]).count() as f64
                })
                .collect();
            let mean = counts.iter().sum::<f64>() / 5040.0;
            let central = |k: i32| {
                counts
                    .iter()
                    .map(|count| (count - mean).powi(k))
                    .sum::<f64>()
                    / 5040.0
            };
            for (found, counted) in
                same_kind_moments(&kinds, seen)
                    .into_iter()
                    .zip([mean, central(2), central(3)])
            {
                assert!(
                    (found - counted).abs() < 1e-9,
                    "{kinds:?} {seen}: {found} {counted}"
                );
            }
        }
    }
}

#[cfg(test)]
mod pairs_tests {
    use super::*;
    use faro_permutation::Permutation;

    /// The laws are compared with counts over all orders of seven cards.
    #[test]
    fn laws_over_all_orders() {
        for (kinds, drawn) in [
            (vec![3, 4], 3),
            (vec![2, 2, 3], 4),
            (vec![1, 6], 2),
            (vec![3, 3, 1], 7),
        ] {
            let kind_of: Vec<usize> = kinds
                .iter()
                .enumerate()
                .flat_map(|(kind, &cards)| vec![kind; cards])
                .collect();
            let mut counted = vec![0.0; drawn * (drawn - 1) / 2 + 1];
            for rank in 0..5040u32 {
                let deck = Permutation::unrank(7, rank).unwrap().to_deck();
                let drawn: Vec<usize> = deck[..drawn]
                    .iter()
                    .map(|&card| kind_of[card as usize])
                    .collect();
                let later = |(index, kind)| {
                    drawn[index + 1..]
                        .iter()
                        .filter(|other| *other == kind)
                        .count()
                };
                counted[drawn.iter().enumerate().map(later).sum::<usize>()] += 1.0 / 5040.0;
            }
            let law = pairs_law(&kinds, drawn).unwrap();
            for (pairs, chance) in counted.into_iter().enumerate() {
                assert!(
                    (law.probability(pairs) - chance).abs() < 1e-12,
                    "{kinds:?} {drawn}: {pairs}"
                );
            }
        }
    }
}

#[cfg(test)]
mod rises_tests {
    use super::*;
    use faro_sample::shuffle::{Generator, Seed, Shuffle};
    use faro_sample::zoo::Riffle;

    /// If ten decks all have positive sums, the p-value is 2/1024. The sums of a deck and its reverse cancel.
    #[test]
    fn tails_are_those_of_coins() {
        let mut rises = Rises::new(&[0, 1, 2, 0, 1, 2], 3).unwrap();
        (0..10).for_each(|_| rises.add(&[0, 0, 1]));
        assert_eq!((rises.sum, rises.p_value()), (20, 2.0 / 1024.0));
        (0..10).for_each(|_| rises.add(&[1, 0, 0]));
        assert_eq!((rises.sum, rises.p_value()), (0, 1.0));
    }

    /// A sorted deck of four packs is recognised after eight riffles. Of 816 pairs, the expected excess in starting
    /// order is 1/256, that is 3.2, with a standard deviation of 17.7.
    #[test]
    fn a_sorted_shoe_is_seen() {
        let start: Vec<u32> = (0..208).map(|card| card % 52).collect();
        let mut rises = Rises::new(&start, 208).unwrap();
        let mut generator = Generator::unit(&Seed::from(3), 0);
        let mut expected = 0;
        for _ in 0..1500 {
            let mut deck: Vec<u32> = (0..208).collect();
            Riffle::Packets(256).shuffle(&mut deck, &mut generator);
            let kinds: Vec<u32> = deck.iter().map(|card| card / 4).collect();
            rises.add(&kinds);
            for (index, &kind) in kinds.iter().enumerate() {
                let later = kinds[index + 1..]
                    .iter()
                    .map(|&later| (later as i64 - kind as i64 + 52) % 52);
                expected += later
                    .map(|step| i64::from(step == 1) - i64::from(step == 51))
                    .sum::<i64>();
            }
        }
        assert_eq!(rises.sum, expected);
        assert!(rises.p_value() < 1e-6, "{}", rises.p_value());
    }

    /// The normal tail is at least 0.99 times the exact tail.
    #[test]
    fn normal_tails_are_not_too_small() {
        let mut rises = Rises::new(&[0, 1, 2, 3], 4).unwrap();
        (0..60).for_each(|deck| {
            rises.add(if deck % 3 > 0 {
                &[0, 1, 2, 3]
            } else {
                &[0, 2, 1, 1]
            });
        });
        let largest = 60 * 3;
        for far in (0..150).step_by(2) {
            let exact = rises.exact(largest, far);
            let normal = rises.normal(far);
            assert!(normal > 0.99 * exact, "{far}: {normal} {exact}");
        }
    }
}
