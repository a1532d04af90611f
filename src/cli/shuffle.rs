//! A shuffle that was named on the command line, and what is known of it without a deck.

use std::fmt;
use std::ops::Range;
use std::rc::Rc;

use faro::number::{Budget, OrderError, PrimePowerOrders};
use faro::permutation::CycleType;
use faro::{Permutation, Weave, Word, perfect};
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::One;

/// A shuffle of so many cards. It prints as a word of the language of shuffles.
pub struct Shuffle {
    pub cards: BigUint,
    pub name: String,
    pub how: How,
}

/// Where the answers come from.
pub enum How {
    /// Closed forms, whatever the deck.
    Weave(WeavePower),
    /// A permutation of the listed deck; for the way of one card, a formula if there is one.
    Word(Word),
}

/// A perfect shuffle, so many times; negative times undo.
#[derive(Clone)]
pub struct WeavePower {
    pub weave: Weave,
    pub exponent: BigInt,
}

impl fmt::Display for Shuffle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl WeavePower {
    /// So many of these shuffles, in shuffles of the weave.
    pub fn weaves(&self, times: &BigInt) -> BigInt {
        &self.exponent * times
    }

    pub fn order_within(&self, budget: &Budget) -> Result<BigUint, OrderError> {
        Ok(self.order_from(&self.weave.order_within(budget)?))
    }

    /// The order, from that of the weave.
    pub fn order_from(&self, order: &BigUint) -> BigUint {
        order / order.gcd(self.exponent.magnitude())
    }

    /// As [`Weave::reversed_after_from`]: turned round after half the order, if the weave is at all
    /// and that many turns stop there.
    pub fn reversed_after_from(&self, order: &BigUint) -> Option<BigUint> {
        if self.weave.cards() <= &BigUint::one() {
            return Some(BigUint::one());
        }
        let (half, odd) = order.div_rem(&BigUint::from(2u32));
        (odd == BigUint::ZERO && self.reverses(&half)).then_some(half)
    }

    /// Whether the deck lies reversed after so many turns: whether the top card lies at the bottom.
    /// Where it can come there at all its residue is 1, so that k^t ≡ -1.
    fn reverses(&self, times: &BigUint) -> bool {
        let weaves = self.weaves(&times.clone().into());
        self.weave.position_after(&BigUint::ZERO, &weaves) == self.weave.cards() - 1u32
    }

    /// The cycle type, from what [`Weave::orders_within`] gave for the weave.
    pub fn cycle_type_from(&self, orders: &PrimePowerOrders<BigUint>) -> Result<CycleType, OrderError> {
        Ok(self.weave.cycle_type_from(orders)?.pow(&self.exponent))
    }

    /// Of a deck that can be listed.
    pub fn permutation(&self) -> Permutation {
        // Where cards go is what lies there after unshuffling.
        let images = self.weave.deck_after(&-&self.exponent).expect("a deck that can be listed");
        let images: Box<[u32]> = images.map(|image| image as u32).collect();
        Permutation::from_images(images).expect("a power of a shuffle is one")
    }
}

/// A shuffle of a deck that can be listed.
pub enum Listed {
    Weave(WeavePower),
    Permutation(Permutation),
}

impl Listed {
    /// What lies where after so many shuffles.
    pub fn deck_after(&self, times: &BigInt) -> Listing {
        match self {
            Listed::Weave(power) => {
                let deck = power.weave.deck_after(&power.weaves(times));
                Listing::Weave(deck.expect("a deck that can be listed"))
            }
            Listed::Permutation(permutation) => {
                // Where cards go after unshuffling is what lies there.
                let cards = 0..permutation.degree() as u32;
                Listing::Permutation(Rc::new(permutation.pow(-times)), cards)
            }
        }
    }

    /// Where a card lies after so many shuffles.
    pub fn position_after(&self, card: u64, times: &BigInt) -> BigUint {
        match self {
            Listed::Weave(power) => power.weave.position_after(&card.into(), &power.weaves(times)),
            Listed::Permutation(permutation) => permutation.image_after(card as u32, times.clone()).into(),
        }
    }
}

/// The cards of a deck from top to bottom, named by where they started, from 0.
#[derive(Clone)]
pub enum Listing {
    Weave(perfect::Deck),
    /// Images, and the positions that are still to be told.
    Permutation(Rc<Permutation>, Range<u32>),
}

impl Iterator for Listing {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        match self {
            Listing::Weave(deck) => deck.next(),
            Listing::Permutation(deck, positions) => Some(deck.image(positions.next()?).into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use faro::Kind;

    /// All powers of all perfect shuffles of small decks, against their permutations.
    #[test]
    fn powers_answer_as_their_permutations() {
        let budget = Budget::default();
        for (cards, packets, exponent) in cases() {
            for kind in [Kind::Out, Kind::In] {
                let Ok(weave) = Weave::with_packets(kind, cards, packets) else { continue };
                let power = WeavePower { weave, exponent: exponent.into() };
                let permutation = power.permutation();
                let order = power.order_within(&budget).unwrap();
                let told = format!("{}^{exponent} of {cards}", power.weave);
                assert_eq!(permutation, power.weave.to_permutation().unwrap().pow(exponent), "{told}");
                assert_eq!(order, permutation.order(), "{told}");
                assert_eq!(power.reversed_after_from(&order), permutation.reversed_after(), "{told}");
                let orders = power.weave.orders_within(&budget).unwrap();
                assert_eq!(power.cycle_type_from(&orders).unwrap(), permutation.cycle_type(), "{told}");
            }
        }
    }

    fn cases() -> impl Iterator<Item = (u32, u32, i32)> {
        let decks = (1..40).flat_map(|cards| (1..=cards).map(move |packets| (cards, packets)));
        decks.flat_map(|(cards, packets)| (-7..14).map(move |exponent| (cards, packets, exponent)))
    }

    #[test]
    fn listings_agree() {
        let weave = Weave::new(Kind::In, 10u32);
        let permutation = weave.to_permutation().unwrap();
        let listed =
            [Listed::Weave(WeavePower { weave, exponent: 1.into() }), Listed::Permutation(permutation)];
        for times in -5..12 {
            let [by_weave, by_images] = listed.each_ref().map(|listed| listed.deck_after(&times.into()));
            assert!(by_weave.eq(by_images));
            for card in 0..10 {
                let [by_weave, by_images] =
                    listed.each_ref().map(|listed| listed.position_after(card, &times.into()));
                assert_eq!(by_weave, by_images);
            }
        }
    }
}
