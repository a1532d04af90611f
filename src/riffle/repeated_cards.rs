use std::collections::BTreeMap;

use num_bigint::BigUint;
use num_traits::{One, Zero};

use crate::{Error, Permutation};
use faro_math::number::{Fraction, factorial};

pub(super) fn cards_of(composition: &[u32]) -> Result<u32, Error> {
    if composition.is_empty() || composition.contains(&0) {
        return Err(Error::NoCardsOfKind);
    }
    let cards: u64 = composition.iter().map(|&count| u64::from(count)).sum();
    Error::check_cards(cards, 1..=RepeatedCards::MAX_CARDS.into())?;
    Ok(cards as u32)
}

/// A deck in which cards of one kind look alike, sorted by kind before it is riffled.
///
/// ```
/// use faro::riffle::RepeatedCards;
/// // Red above black: seven riffles leave a separation of .1786.
/// let deck = RepeatedCards::new(&[26, 26])?;
/// assert_eq!(format!("{:.4}", deck.separation(&128u32.into()).to_f64()), "0.1786");
/// # Ok::<(), faro::Error>(())
/// ```
#[derive(Debug)]
pub struct RepeatedCards {
    cards: u32,
    /// n!/∏ Dᵢ!: the number of arrangements.
    arrangements: BigUint,
    /// For i = 0..n, the number of ways to give the kinds disjoint intervals of i packets so that each packet
    /// is used.
    ways: Vec<BigUint>,
    /// All arrangements, if there are few cards.
    arranged: Option<Arranged>,
}

impl RepeatedCards {
    /// Maximum number of cards: ten packs.
    pub const MAX_CARDS: u32 = 520;

    /// Returns the deck with `composition[i]` cards of kind i.
    ///
    /// # Errors
    ///
    /// [`Error::TooManyCards`] for more than [`RepeatedCards::MAX_CARDS`] cards, and [`Error::NoCardsOfKind`] if there are no
    /// kinds or a kind has no cards.
    pub fn new(composition: &[u32]) -> Result<RepeatedCards, Error> {
        let cards = cards_of(composition)?;
        let ways = composition.iter().fold(vec![BigUint::one()], |ways, &count| product(&ways, &onto(count)));
        let each = composition.iter().map(|&count| factorial(count)).product::<BigUint>();
        let arranged = (cards <= MAX_ARRANGED as u32).then(|| Arranged::new(composition));
        Ok(RepeatedCards { cards, arrangements: factorial(cards) / each, ways, arranged })
    }

    /// Returns the number of cards.
    pub fn cards(&self) -> u32 {
        self.cards
    }

    /// Returns the number of different arrangements.
    pub fn arrangements(&self) -> &BigUint {
        &self.arrangements
    }

    /// Returns the separation, the largest 1 − Q/U, after one shuffle with `packets` packets.
    ///
    /// `packets` is 2^k for k riffles. The order with the kinds reversed attains the maximum (Assaf, Diaconis
    /// and Soundararajan, *A rule of thumb for riffle shuffling*, 2011, theorem 2).
    ///
    /// The inverse of an a-shuffle marks each card with a packet. The reversed order results if the marks of
    /// each kind are all below the marks of the next kind. So Q·aⁿ counts the choices of i packets, split into
    /// intervals, one for each kind. It is Σ wᵢ·C(a, i), where w is the product, over the kinds, of the numbers
    /// of maps onto i packets. O(n²) products of integers, once.
    ///
    /// # Panics
    ///
    /// If there are no packets.
    pub fn separation(&self, packets: &BigUint) -> Fraction {
        assert!(!packets.is_zero(), "expected at least one packet");
        let (mut choices, mut rarest) = (BigUint::one(), BigUint::ZERO);
        for (i, ways) in (0u32..).zip(&self.ways) {
            rarest += ways * &choices;
            if *packets <= i.into() {
                break;
            }
            choices = choices * (packets - i) / (i + 1);
        }
        Fraction::new(rarest * &self.arrangements, packets.pow(self.cards)).complement()
    }

    /// Returns the total variation distance after one shuffle with `packets` packets.
    ///
    /// The sum is over all orders. Returns `None` for more than eight cards. For two kinds,
    /// [`TwoKinds`](super::TwoKinds) computes it for more cards.
    ///
    /// # Panics
    ///
    /// If there are no packets.
    ///
    /// ```
    /// use faro::riffle::RepeatedCards;
    /// // One riffle of A A B: AAB, ABA, BAA have the probabilities 5, 2, 1 of 8.
    /// let deck = RepeatedCards::new(&[2, 1])?;
    /// assert_eq!(deck.total_variation(&2u32.into()).unwrap().to_string(), "7/24");
    /// # Ok::<(), faro::Error>(())
    /// ```
    pub fn total_variation(&self, packets: &BigUint) -> Option<Fraction> {
        assert!(!packets.is_zero(), "expected at least one packet");
        self.arranged.as_ref().map(|arranged| arranged.total_variation(packets))
    }
}

/// Returns the numbers of maps of `cards` cards onto 0, 1, 2, … packets.
fn onto(cards: u32) -> Vec<BigUint> {
    let mut row = vec![BigUint::one()];
    for _ in 0..cards {
        let before = |s: usize| row.get(s).cloned().unwrap_or_default();
        row = (0..=row.len())
            .map(|s| if s == 0 { BigUint::ZERO } else { (before(s) + before(s - 1)) * s })
            .collect();
    }
    row
}

fn product(a: &[BigUint], b: &[BigUint]) -> Vec<BigUint> {
    let mut sums = vec![BigUint::ZERO; a.len() + b.len() - 1];
    for (i, x) in a.iter().enumerate().filter(|(_, x)| !x.is_zero()) {
        for (j, y) in b.iter().enumerate() {
            sums[i + j] += x * y;
        }
    }
    sums
}

/// Maximum number of cards for which all orders are enumerated.
const MAX_ARRANGED: usize = 8;

/// All arrangements of a few cards, some of which look alike. For each, the number of its orders by rising
/// sequences, since the probability of an order after a riffle depends only on them.
#[derive(Debug)]
struct Arranged {
    orders: Vec<[u32; MAX_ARRANGED]>,
    cards: usize,
}

impl Arranged {
    /// Returns the arrangements of at most [`MAX_ARRANGED`] cards, `composition[i]` of kind i.
    fn new(composition: &[u32]) -> Arranged {
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

    /// Returns the total variation distance after one shuffle with `packets` packets: the sum of the excesses
    /// of the arrangements over their uniform probability.
    fn total_variation(&self, packets: &BigUint) -> Fraction {
        let ways: Vec<BigUint> = (1..=self.cards).map(|rising| self.ways(packets, rising)).collect();
        let all = packets.pow(self.cards as u32);
        let excess = |counts: &[u32; MAX_ARRANGED]| {
            let sum: BigUint = counts.iter().zip(&ways).map(|(&count, ways)| ways * count).sum();
            let share = sum * self.orders.len();
            if share > all { share - &all } else { BigUint::ZERO }
        };
        Fraction::new(self.orders.iter().map(excess).sum::<BigUint>(), &all * self.orders.len())
    }

    /// Returns C(a + n − r, n).
    fn ways(&self, packets: &BigUint, rising: usize) -> BigUint {
        if *packets < rising.into() {
            return BigUint::ZERO;
        }
        let least = packets - rising;
        (1..=self.cards).fold(BigUint::one(), |product, i| product * (&least + i) / i)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn maps_onto() {
        assert_eq!(onto(4), [0u32, 1, 14, 36, 24].map(BigUint::from));
    }
}
