use num_integer::Integer;

use faro_math::number::elementary::exp2;
use faro_math::statistics::normal_survival;

/// Maximum number of additions for an exact tail.
const MOST_STEPS: u64 = 2_000_000;

/// Counts pairs of cards whose kinds are successive in the starting order.
///
/// Pairs in this order count 1, and pairs in the opposite order −1. A riffle shuffle leaves too many pairs in their
/// order.
#[derive(Clone, Debug)]
pub struct Rises {
    /// For each kind, the kinds that directly precede it in the starting order more often than they directly follow it,
    /// with 1, and the kinds for which the opposite holds, with -1.
    related: Vec<Vec<(u32, i64)>>,
    /// Number of cards of each kind so far in the current deck.
    counts: Vec<i64>,
    pub sum: i64,
    /// Number of decks by the absolute value of their sum.
    pub sizes: Vec<u64>,
}

impl Rises {
    /// Returns counts without decks, or `None` if fewer than two cards are visible. `start` has the kinds in their
    /// starting order.
    pub fn new(start: &[u32], seen: usize) -> Option<Rises> {
        let kinds = start.iter().max().map_or(0, |&last| last as usize + 1);
        let mut follows = vec![0i32; kinds * kinds];
        for pair in start.windows(2) {
            follows[pair[0] as usize * kinds + pair[1] as usize] += 1;
            follows[pair[1] as usize * kinds + pair[0] as usize] -= 1;
        }
        let signs = |kind: usize| {
            (0..).zip(follows[kind..].iter().step_by(kinds)).map(|(of, sum)| (of, sum.signum().into()))
        };
        let related = (0..kinds).map(|kind| signs(kind).filter(|&(_, sign)| sign != 0).collect()).collect();
        let sizes = vec![0; seen * seen.saturating_sub(1) / 2 + 1];
        (seen > 1).then(|| Rises { related, counts: vec![0; kinds], sum: 0, sizes })
    }

    /// Counts the pairs of a deck, given by the kinds of its cards. O(n) if few kinds are neighbours in the starting
    /// order.
    pub fn add(&mut self, deck: &[u32]) {
        self.counts.fill(0);
        let mut sum = 0;
        for &kind in deck {
            let related = self.related[kind as usize].iter();
            sum += related.map(|&(earlier, sign)| sign * self.counts[earlier as usize]).sum::<i64>();
            self.counts[kind as usize] += 1;
        }
        self.sum += sum;
        self.sizes[sum.unsigned_abs() as usize] += 1;
    }

    /// Returns whether the total sum is possible for the absolute values of the decks' sums.
    pub fn is_possible(&self) -> bool {
        let sizes = self.sizes.iter().zip(0u128..).map(|(&decks, size)| u128::from(decks) * size);
        u128::from(self.sum.unsigned_abs()) <= sizes.sum()
    }

    /// Returns the standard deviation of the total sum, given the absolute value of each deck's sum.
    pub fn deviation(&self) -> f64 {
        let square = |(size, &decks): (usize, &u64)| (size * size) as f64 * decks as f64;
        self.sizes.iter().enumerate().map(square).sum::<f64>().sqrt()
    }

    /// Returns the probability of a sum that is at least as far from 0. A fair deck and its reverse are equally
    /// probable, so that the sign of each deck's sum is a fair coin, independent of its absolute value.
    pub fn p_value(&self) -> f64 {
        let largest: u64 = self.sizes.iter().zip(0..).map(|(decks, size)| decks * size).sum();
        let decks: u64 = self.sizes[1..].iter().sum();
        let far = self.sum.unsigned_abs();
        let tail = match decks.saturating_mul(largest) <= MOST_STEPS {
            true => self.exact(largest, far),
            false => self.normal(far),
        };
        (2.0 * tail).min(1.0)
    }

    /// The normal tail with a continuity correction: possible sums differ by multiples of twice the common divisor of
    /// the absolute values.
    fn normal(&self, far: u64) -> f64 {
        let sizes = (0u64..).zip(&self.sizes).filter(|(_, decks)| **decks > 0);
        let divisor = sizes.fold(0, |divisor: u64, (size, _)| divisor.gcd(&size));
        normal_survival((far as f64 - divisor as f64) / self.deviation())
    }

    /// The exact tail: convolves the laws of the decks' signed sums. Entry i is the probability of the sum i −
    /// `largest`.
    fn exact(&self, largest: u64, far: u64) -> f64 {
        let mut chances = vec![0.0; 2 * largest as usize + 1];
        chances[largest as usize] = 1.0;
        let sizes = self.sizes.iter().enumerate().skip(1);
        for size in sizes.flat_map(|(size, &decks)| (0..decks).map(move |_| size)) {
            let before = std::mem::replace(&mut chances, vec![0.0; 2 * largest as usize + 1]);
            for (index, chance) in before.into_iter().enumerate().filter(|(_, chance)| *chance > 0.0) {
                chances[index - size] += 0.5 * chance;
                chances[index + size] += 0.5 * chance;
            }
        }
        chances[(largest + far) as usize..].iter().sum::<f64>().max(exp2(-1000.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use faro_sample::shuffle::{Generator, Seed, Shuffle};
    use faro_sample::zoo::Riffle;

    /// Ten decks all have positive sums: the p-value is 2/1024. A deck and its reverse cancel.
    #[test]
    fn tails_are_those_of_coins() {
        let mut rises = Rises::new(&[0, 1, 2, 0, 1, 2], 3).unwrap();
        (0..10).for_each(|_| rises.add(&[0, 0, 1]));
        assert_eq!((rises.sum, rises.p_value()), (20, 2.0 / 1024.0));
        (0..10).for_each(|_| rises.add(&[1, 0, 0]));
        assert_eq!((rises.sum, rises.p_value()), (0, 1.0));
    }

    /// A shoe of four packs, sorted by card, after eight riffles. Of 816 pairs the expected excess in order is 1/256,
    /// that is 3.2, with a standard deviation of 17.7.
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
                let later = kinds[index + 1..].iter().map(|&later| (later as i64 - kind as i64 + 52) % 52);
                expected += later.map(|step| i64::from(step == 1) - i64::from(step == 51)).sum::<i64>();
            }
        }
        assert_eq!(rises.sum, expected);
        assert!(rises.p_value() < 1e-6, "{}", rises.p_value());
    }

    /// The normal tail is at least 0.99 of the exact one.
    #[test]
    fn normal_tails_are_not_too_small() {
        let mut rises = Rises::new(&[0, 1, 2, 3], 4).unwrap();
        (0..60).for_each(|deck| rises.add(if deck % 3 > 0 { &[0, 1, 2, 3] } else { &[0, 2, 1, 1] }));
        let largest = 60 * 3;
        for far in (0..150).step_by(2) {
            let exact = rises.exact(largest, far);
            let normal = rises.normal(far);
            assert!(normal > 0.99 * exact, "{far}: {normal} {exact}");
        }
    }
}
