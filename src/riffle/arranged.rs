use std::collections::BTreeMap;

use num_bigint::BigUint;
use num_traits::One;

use crate::number::Fraction;
use crate::permutation::Permutation;

/// The largest number of cards of which all orders are enumerated.
pub const MAX_ARRANGED: usize = 8;

/// All arrangements of a few cards some of which look alike. Each has the numbers of its orders by rising sequences,
/// on which alone the probability of an order after a riffle depends.
pub struct Arranged {
    orders: Vec<[u32; MAX_ARRANGED]>,
    cards: usize,
}

impl Arranged {
    /// Creates it from the numbers of cards of each kind, up to [`MAX_ARRANGED`] together.
    pub fn of(composition: &[u32]) -> Arranged {
        let kinds: Vec<usize> =
            composition.iter().enumerate().flat_map(|(kind, &count)| vec![kind; count as usize]).collect();
        let mut orders: BTreeMap<Vec<usize>, [u32; MAX_ARRANGED]> = BTreeMap::new();
        for rank in 0..(1..=kinds.len() as u64).product() {
            let order = Permutation::unrank(kinds.len(), rank).expect("the rank is below the factorial");
            let deck = order.to_deck().into_iter().map(|card| kinds[card as usize]).collect();
            orders.entry(deck).or_default()[order.rising_sequences() - 1] += 1;
        }
        Arranged { orders: orders.into_values().collect(), cards: kinds.len() }
    }

    /// Returns the total variation after one shuffle with this number of packets: the sum of the excesses of
    /// arrangements over their uniform probability.
    pub fn total_variation(&self, packets: &BigUint) -> Fraction {
        let ways: Vec<BigUint> = (1..=self.cards).map(|rising| self.ways(packets, rising)).collect();
        let all = packets.pow(self.cards as u32);
        let excess = |counts: &[u32; MAX_ARRANGED]| {
            let sum: BigUint = counts.iter().zip(&ways).map(|(&count, ways)| ways * count).sum();
            let share = sum * self.orders.len();
            if share > all { share - &all } else { BigUint::ZERO }
        };
        Fraction::new(self.orders.iter().map(excess).sum::<BigUint>(), &all * self.orders.len())
    }

    /// C(a + n − r, n).
    fn ways(&self, packets: &BigUint, rising: usize) -> BigUint {
        if *packets < rising.into() {
            return BigUint::ZERO;
        }
        let least = packets - rising;
        (1..=self.cards).fold(BigUint::one(), |product, i| product * (&least + i) / i)
    }
}
