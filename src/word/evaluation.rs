use std::ops::Range;
use std::sync::Arc;

use num_bigint::{BigInt, BigUint};
use num_traits::ToPrimitive;

use crate::Error;
use crate::Permutation;
use crate::perfect::{Deck, WeavePower};
use faro_math::number::{Budget, OrderError};
use faro_permutation::CycleType;

/// The effect of a word on decks of one size.
///
/// [`Word::evaluate`](super::Word::evaluate) creates it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Evaluation {
    /// A power of one perfect shuffle, in closed form for any deck.
    Power(WeavePower),
    /// The permutation of a listed deck.
    Permutation(Permutation),
}

impl Evaluation {
    /// Returns the smallest positive number of shuffles that restores the deck.
    ///
    /// # Errors
    ///
    /// [`OrderError`] if the modulus of a perfect shuffle was not factored within the budget.
    pub fn order_within(&self, budget: &Budget) -> Result<BigUint, OrderError> {
        match self {
            Evaluation::Power(power) => power.order_within(budget),
            Evaluation::Permutation(permutation) => Ok(permutation.order()),
        }
    }

    /// Returns the smallest positive number of shuffles that reverses the deck, or `None` if there is none.
    ///
    /// # Errors
    ///
    /// The errors of [`order_within`](Self::order_within).
    pub fn reversed_after_within(&self, budget: &Budget) -> Result<Option<BigUint>, OrderError> {
        match self {
            Evaluation::Power(power) => Ok(power.reversed_after_from(&power.order_within(budget)?)),
            Evaluation::Permutation(permutation) => Ok(permutation.reversed_after()),
        }
    }

    /// Returns the cycle type: the lengths of the cycles with their counts.
    ///
    /// # Errors
    ///
    /// The errors of [`order_within`](Self::order_within), and an error if there are too many lengths.
    pub fn cycle_type_within(&self, budget: &Budget) -> Result<CycleType, OrderError> {
        match self {
            Evaluation::Power(power) => power.cycle_type_within(budget),
            Evaluation::Permutation(permutation) => Ok(permutation.cycle_type()),
        }
    }

    /// Returns the position, after `times` shuffles, of the card that starts at position `card`.
    ///
    /// # Panics
    ///
    /// If `card` is not below the number of cards.
    pub fn position_after(&self, card: &BigUint, times: &BigInt) -> BigUint {
        match self {
            Evaluation::Power(power) => power.position_after(card, times),
            Evaluation::Permutation(permutation) => {
                let card = card.to_u32().expect("a card of the deck");
                permutation.image_after(card, times.clone()).into()
            }
        }
    }

    /// Returns the deck after `times` shuffles, card by card.
    ///
    /// # Errors
    ///
    /// The errors of [`Weave::deck_after`](crate::Weave::deck_after).
    pub fn deck_after(&self, times: &BigInt) -> Result<Cards, Error> {
        Ok(match self {
            Evaluation::Power(power) => Cards::Power(power.deck_after(times)?),
            Evaluation::Permutation(permutation) => {
                // The card at a position is its image under the inverse.
                let positions = 0..permutation.degree() as u32;
                Cards::Permutation(Arc::new(permutation.pow(-times)), positions)
            }
        })
    }
}

/// Iterates over the cards of a deck from top to bottom, each named by its starting position, from 0.
///
/// [`Evaluation::deck_after`] creates it.
#[derive(Clone, Debug)]
pub enum Cards {
    /// The deck of a power of a perfect shuffle.
    Power(Deck),
    /// The images of a permutation, and the range of the remaining positions.
    Permutation(Arc<Permutation>, Range<u32>),
}

impl Iterator for Cards {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        match self {
            Cards::Power(deck) => deck.next(),
            Cards::Permutation(deck, positions) => Some(deck.image(positions.next()?).into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::fit::FitErrorKind;
    use super::*;
    use crate::{Kind, Weave, Word};

    /// The closed form of a power of a perfect shuffle agrees with its permutation in every answer.
    #[test]
    fn closed_forms_agree_with_permutations() {
        let budget = Budget::default();
        for (kind, cards, exponent) in [(Kind::In, 10u32, 1), (Kind::Out, 52, 3), (Kind::In, 7, -2)] {
            let power = WeavePower::new(Weave::new(kind, cards), exponent);
            let permutation = Evaluation::Permutation(power.to_permutation().unwrap());
            let both = [Evaluation::Power(power), permutation];
            let [one, other] = both.each_ref().map(|each| each.order_within(&budget).unwrap());
            assert_eq!(one, other);
            let [one, other] = both.each_ref().map(|each| each.reversed_after_within(&budget).unwrap());
            assert_eq!(one, other);
            let [one, other] = both.each_ref().map(|each| each.cycle_type_within(&budget).unwrap());
            assert_eq!(one, other);
            for times in -5..12 {
                let [one, other] = both.each_ref().map(|each| each.deck_after(&times.into()).unwrap());
                assert!(one.eq(other));
                for card in 0..cards {
                    let places = both.each_ref().map(|each| each.position_after(&card.into(), &times.into()));
                    assert_eq!(places[0], places[1]);
                }
            }
        }
    }

    #[test]
    fn only_powers_of_one_weave_have_closed_forms() {
        let evaluate = |word: &str, cards: &BigUint| word.parse::<Word>().unwrap().evaluate(cards);
        let huge = BigUint::from(10u32).pow(30);
        assert!(matches!(evaluate("(in^2)^5 in^-1", &huge), Ok(Evaluation::Power(_))));
        assert!(matches!(evaluate("in out", &8u32.into()), Ok(Evaluation::Permutation(_))));
        assert_eq!(evaluate("in out", &huge).unwrap_err().kind, FitErrorKind::TooManyCards { cards: huge });
        assert!(matches!(evaluate("gsr", &8u32.into()).unwrap_err().kind, FitErrorKind::Random { .. }));
    }
}
