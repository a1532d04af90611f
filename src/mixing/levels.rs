use num_bigint::{BigInt, BigUint};

use super::classes::{Class, Distances};
use crate::number::Fraction;
use crate::riffle::Extended;

/// The exact law of a shuffled deck: how many orders have each weight.
#[derive(Clone, Debug)]
pub struct Levels {
    cards: usize,
    /// The number of orders and the weight of each of them.
    levels: Vec<(BigUint, BigUint)>,
    /// The sum of the weights of all orders.
    total: BigUint,
}

/// The distances of [`Distances`] that are rational, as fractions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExactDistances {
    /// The largest difference of the probability of any event.
    pub total_variation: Fraction,
    /// The largest 1 − Q/U.
    pub separation: Fraction,
    /// The largest |Q/U − 1|.
    pub l_infinity: Fraction,
    /// The mean of (Q/U − 1)² over uniformly random decks.
    pub chi_square: Fraction,
}

/// The right digits of numbers that are rounded from fractions.
const DIGITS: u32 = 14;

impl Levels {
    /// Creates it from the numbers of orders of a deck of n cards and their weights.
    pub fn new(cards: usize, levels: Vec<(BigUint, BigUint)>, total: BigUint) -> Levels {
        Levels { cards, levels, total }
    }

    /// Returns n!.
    fn orders(&self) -> BigUint {
        self.levels.iter().map(|(orders, _)| orders).sum()
    }

    /// Returns the number of orders and weight·n! less the total, for each level.
    fn gaps(&self) -> Vec<(&BigUint, BigInt)> {
        let (all, total) = (self.orders(), BigInt::from(self.total.clone()));
        let gap = |weight: &BigUint| BigInt::from(weight * &all) - &total;
        self.levels.iter().map(|(orders, weight)| (orders, gap(weight))).collect()
    }

    /// Returns the distances as numbers.
    pub fn distances(&self) -> Distances {
        let all = self.orders();
        let class = |((orders, weight), (_, gap)): (&(BigUint, BigUint), (_, BigInt))| {
            let size = Extended::ratio(gap.magnitude(), &self.total);
            Class {
                share: Extended::ratio(orders, &all),
                ratio: Extended::ratio(&(weight * &all), &self.total),
                excess: if gap < BigInt::ZERO { -size } else { size },
            }
        };
        let classes: Vec<Class> = self.levels.iter().zip(self.gaps()).map(class).collect();
        Distances::new(self.cards, &classes, DIGITS)
    }

    /// Returns the rational distances as fractions.
    pub fn fractions(&self) -> ExactDistances {
        let (gaps, all) = (self.gaps(), self.orders());
        let largest = |numbers: &mut dyn Iterator<Item = BigInt>| {
            Fraction::new(numbers.max().unwrap_or_default().magnitude().clone(), self.total.clone())
        };
        let over = |gap: &BigInt| gap.max(&BigInt::ZERO).magnitude().clone();
        let excess: BigUint = gaps.iter().map(|(orders, gap)| *orders * over(gap)).sum();
        let squares: BigUint = gaps.iter().map(|(orders, gap)| *orders * gap.magnitude().pow(2)).sum();
        ExactDistances {
            total_variation: Fraction::new(excess, &all * &self.total),
            separation: largest(&mut gaps.iter().map(|(_, gap)| (-gap).max(BigInt::ZERO))),
            l_infinity: largest(&mut gaps.iter().map(|(_, gap)| BigInt::from(gap.magnitude().clone()))),
            chi_square: Fraction::new(squares, &all * self.total.pow(2)),
        }
    }
}
