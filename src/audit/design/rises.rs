use num_integer::Integer;

use crate::number::elementary::exp2;
use crate::statistics::normal_survival;

/// Of more cards that are seen, the pairs are not counted.
const MOST_SEEN: usize = 64;

/// The most additions for an exact tail.
const MOST_STEPS: u64 = 2_000_000;

/// Counts pairs of cards whose kinds follow each other in the starting order: those in this order less those in the
/// opposite one. A riffle shuffle leaves too many in their order.
#[derive(Clone, Debug)]
pub struct Rises {
    kinds: usize,
    /// For each two kinds 1 if the second follows the first more often than the first the second, -1 if it is the
    /// other way round.
    signs: Vec<i8>,
    pub sum: i64,
    /// The number of decks by the size of their sum.
    pub sizes: Vec<u64>,
}

impl Rises {
    /// Returns counts of no decks, for the kinds in their starting order; none if so many cards are seen that counting
    /// takes long.
    pub fn new(start: &[u32], seen: usize) -> Option<Rises> {
        let kinds = start.iter().max().map_or(0, |&last| last as usize + 1);
        let mut follows = vec![0i32; kinds * kinds];
        for pair in start.windows(2) {
            follows[pair[0] as usize * kinds + pair[1] as usize] += 1;
            follows[pair[1] as usize * kinds + pair[0] as usize] -= 1;
        }
        let signs = follows.iter().map(|sum| sum.signum() as i8).collect();
        let sizes = vec![0; seen * seen.saturating_sub(1) / 2 + 1];
        (2..=MOST_SEEN).contains(&seen).then_some(Rises { kinds, signs, sum: 0, sizes })
    }

    /// Counts the kinds of a deck, in their order.
    pub fn add(&mut self, deck: &[u32]) {
        let mut sum = 0i64;
        for (index, &kind) in deck.iter().enumerate() {
            let signs = &self.signs[kind as usize * self.kinds..][..self.kinds];
            sum += deck[index + 1..].iter().map(|&later| i64::from(signs[later as usize])).sum::<i64>();
        }
        self.sum += sum;
        self.sizes[sum.unsigned_abs() as usize] += 1;
    }

    /// Returns whether the sum is possible for decks of these sizes.
    pub fn is_possible(&self) -> bool {
        let sizes = self.sizes.iter().zip(0u128..).map(|(&decks, size)| u128::from(decks) * size);
        u128::from(self.sum.unsigned_abs()) <= sizes.sum()
    }

    /// Returns the standard deviation of the sum, given the size of each deck's.
    pub fn deviation(&self) -> f64 {
        let square = |(size, &decks): (usize, &u64)| (size * size) as f64 * decks as f64;
        self.sizes.iter().enumerate().map(square).sum::<f64>().sqrt()
    }

    /// Returns the probability of a sum at least as far from 0. A fair deck is as probable as its reverse, so that the
    /// sign of each deck's sum is a fair coin, whatever its size.
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

    /// The normal tail; sums are apart by twice the common divisor of the sizes.
    fn normal(&self, far: u64) -> f64 {
        let sizes = (0u64..).zip(&self.sizes).filter(|(_, decks)| **decks > 0);
        let divisor = sizes.fold(0, |divisor: u64, (size, _)| divisor.gcd(&size));
        normal_survival((far as f64 - divisor as f64) / self.deviation())
    }

    /// Adds one deck's sign after another: entry i is the probability of i − `largest`.
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

    /// Ten decks of which all rise: 2 of 1024. A deck and its reverse cancel.
    #[test]
    fn tails_are_those_of_coins() {
        let mut rises = Rises::new(&[0, 1, 2, 0, 1, 2], 3).unwrap();
        (0..10).for_each(|_| rises.add(&[0, 0, 1]));
        assert_eq!((rises.sum, rises.p_value()), (20, 2.0 / 1024.0));
        (0..10).for_each(|_| rises.add(&[1, 0, 0]));
        assert_eq!((rises.sum, rises.p_value()), (0, 1.0));
    }

    /// The normal tail is at least the exact one, where both are known.
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
