//! A power of a perfect shuffle.

use std::fmt;

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::One;

use super::weave::{Deck, Weave};
use crate::Error;
use faro_math::number::{Budget, OrderError, PrimePowerOrders};
use faro_permutation::{CycleType, Permutation, PermutationError};

/// A power of a perfect shuffle. A negative exponent is a power of the inverse.
///
/// All results are computed from the affine map of the [`Weave`], so that the deck and the exponent may be
/// large.
///
/// ```
/// use faro::number::Budget;
/// use faro::perfect::WeavePower;
/// use faro::{Kind, Weave};
///
/// // The in-shuffle of 52 cards has order 52, and reverses the deck after 26.
/// let twice = WeavePower::new(Weave::new(Kind::In, 52u32), 2);
/// assert_eq!(twice.order_within(&Budget::default())?, 26u32.into());
/// assert_eq!(twice.reversed_after_from(&26u32.into()), Some(13u32.into()));
/// assert_eq!(twice.position_after(&0u32.into(), &13.into()), 51u32.into());
/// # Ok::<(), faro::number::OrderError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct WeavePower {
    weave: Weave,
    exponent: BigInt,
}

/// Prints the power as a word of the language of shuffles, such as `in^2`.
impl fmt::Display for WeavePower {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.exponent.is_one() {
            write!(f, "{}", self.weave)
        } else {
            write!(f, "{}^{}", self.weave, self.exponent)
        }
    }
}

impl WeavePower {
    /// Returns `weave` to the power `exponent`.
    pub fn new(weave: Weave, exponent: impl Into<BigInt>) -> WeavePower {
        WeavePower {
            weave,
            exponent: exponent.into(),
        }
    }

    /// Returns the single shuffle, to which the exponent applies.
    pub fn weave(&self) -> &Weave {
        &self.weave
    }

    /// Returns the exponent.
    pub fn exponent(&self) -> &BigInt {
        &self.exponent
    }

    /// Returns the number of single shuffles in `times` powers: the exponent multiplied by `times`.
    pub fn weaves(&self, times: &BigInt) -> BigInt {
        &self.exponent * times
    }

    /// Returns the order of the power.
    ///
    /// It is the order of the shuffle, divided by its greatest common divisor with the exponent.
    ///
    /// # Errors
    ///
    /// The errors of [`Weave::order_within`].
    pub fn order_within(&self, budget: &Budget) -> Result<BigUint, OrderError> {
        Ok(self.order_from(&self.weave.order_within(budget)?))
    }

    /// Returns the order of the power, given the order of the shuffle.
    pub fn order_from(&self, order_of_weave: &BigUint) -> BigUint {
        order_of_weave / order_of_weave.gcd(self.exponent.magnitude())
    }

    /// Returns the smallest positive number of powers that reverses the deck, or `None` if there is none.
    ///
    /// `order` is the [order](Self::order_within) of the power. If there is such a number, it is half the
    /// order, or 1 for at most one card.
    pub fn reversed_after_from(&self, order: &BigUint) -> Option<BigUint> {
        if self.weave.cards() <= &BigUint::one() {
            return Some(BigUint::one());
        }
        let (half, odd) = order.div_rem(&BigUint::from(2u32));
        (odd == BigUint::ZERO && self.reverses(&half)).then_some(half)
    }

    /// Returns whether `times` powers reverse the deck, where `times` is half the order. They do if they move the top
    /// card to the bottom.
    fn reverses(&self, times: &BigUint) -> bool {
        self.position_after(&BigUint::ZERO, &times.clone().into()) == self.weave.cards() - 1u32
    }

    /// Returns the cycle type, given the result of [`Weave::orders_within`].
    ///
    /// # Errors
    ///
    /// [`OrderError::TooManyLengths`] if there are too many different lengths.
    pub fn cycle_type_from(
        &self,
        orders: &PrimePowerOrders<BigUint>,
    ) -> Result<CycleType, OrderError> {
        Ok(self.weave.cycle_type_from(orders)?.pow(&self.exponent))
    }

    /// Returns the position, after `times` powers, of the card that starts at position `card`.
    ///
    /// # Panics
    ///
    /// If `card` is not below the number of cards.
    pub fn position_after(&self, card: &BigUint, times: &BigInt) -> BigUint {
        self.weave.position_after(card, &self.weaves(times))
    }

    /// Returns the deck after `times` powers, card by card.
    ///
    /// # Errors
    ///
    /// The errors of [`Weave::deck_after`].
    pub fn deck_after(&self, times: &BigInt) -> Result<Deck, Error> {
        self.weave.deck_after(&self.weaves(times))
    }

    /// Returns the permutation of one power. O(n), whatever the exponent.
    ///
    /// # Errors
    ///
    /// The errors of [`Weave::to_permutation`].
    pub fn to_permutation(&self) -> Result<Permutation, PermutationError> {
        self.weave.permutation_after(&self.exponent)
    }
}

impl Weave {
    /// Returns the smallest positive number of shuffles that reverses the deck.
    ///
    /// Returns `None` if there is no such number.
    ///
    /// The reversal of n cards negates the residues modulo n + 1, so that t shuffles reverse the deck if k^t ≡
    /// −1; such a t is half the order. An out-shuffle never moves the top card, and an in-shuffle of an odd
    /// deck in two packets never moves the bottom card. A deck of at most one card is its own reversal, so that
    /// the number is 1.
    ///
    /// # Errors
    ///
    /// The errors of [`order`](Self::order).
    ///
    /// ```
    /// use faro::{Kind, Weave};
    /// assert_eq!(Weave::new(Kind::In, 52u32).reversed_after()?, Some(26u32.into()));
    /// assert_eq!(Weave::new(Kind::Out, 52u32).reversed_after()?, None);
    /// # Ok::<(), faro::number::OrderError>(())
    /// ```
    pub fn reversed_after(&self) -> Result<Option<BigUint>, OrderError> {
        let order = self.order()?;
        Ok(WeavePower::new(self.clone(), 1).reversed_after_from(&order))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Kind;

    /// Compares all powers of all perfect shuffles of small decks with their permutations.
    #[test]
    fn powers_agree_with_their_permutations() {
        let budget = Budget::default();
        for (cards, packets, exponent) in cases() {
            for kind in [Kind::Out, Kind::In] {
                let Ok(weave) = Weave::with_packets(kind, cards, packets) else {
                    continue;
                };
                let power = WeavePower::new(weave, exponent);
                let permutation = power.weave.to_permutation().unwrap().pow(exponent);
                let order = power.order_within(&budget).unwrap();
                let orders = power.weave.orders_within(&budget).unwrap();
                assert_eq!(
                    power.to_permutation().unwrap(),
                    permutation,
                    "{power} of {cards}"
                );
                assert_eq!(order, permutation.order(), "{power} of {cards}");
                assert_eq!(
                    power.reversed_after_from(&order),
                    permutation.reversed_after(),
                    "{power} of {cards}"
                );
                let cycle_type = permutation.cycle_type();
                assert_eq!(
                    power.cycle_type_from(&orders).unwrap(),
                    cycle_type,
                    "{power} of {cards}"
                );
            }
        }
    }

    fn cases() -> impl Iterator<Item = (u32, u32, i32)> {
        let decks = (1..40).flat_map(|cards| (1..=cards).map(move |packets| (cards, packets)));
        decks.flat_map(|(cards, packets)| (-7..14).map(move |exponent| (cards, packets, exponent)))
    }
}
