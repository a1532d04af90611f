//! Shortest sequences of in- and out-shuffles that move a card to a given position.

use std::fmt;

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, ToPrimitive};

use super::weave::Kind;

/// A shortest sequence of in- and out-shuffles that takes a card from one position to another.
///
/// It solves Elmsley's problem for any two positions (Diaconis and Graham, *The solutions to Elmsley's
/// problem*, 2007) in a deck of any size.
///
/// # Why it is shortest
///
/// One shuffle of n cards takes position i to 2i or 2i + 1 modulo n. The out-shuffle takes it to 2i, except in
/// the lower half of an even deck, where the in-shuffle does. So t shuffles take P to 2^t·P + r, where the
/// binary digits of r, the highest first, are the choices. The sequences of t shuffles correspond to the
/// numbers r from 0 to 2^t − 1. Position Q is reached if r ≡ Q − 2^t·P (mod n) and 0 ≤ r < 2^t. The smallest t
/// for which there is such an r is found by trying 0, 1, 2, …. If 2^t ≥ n there always is one. So 2^t < 2n for
/// the smallest t, and there are at most two such r.
///
/// ```
/// use faro::{Kind, Route};
///
/// // The top card to position 6, counted from 0: in, in, out, since 6 is 110 in binary.
/// let route = Route::shortest(&52u32.into(), &0u32.into(), &6u32.into());
/// assert_eq!(route.kinds(), [Kind::In, Kind::In, Kind::Out]);
/// assert_eq!(route.to_string(), "in in out");
/// assert!(route.positions().map(|position| position.to_string()).eq(["0", "1", "3", "6"]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Route {
    cards: BigUint,
    from: BigUint,
    kinds: Vec<Kind>,
}

impl Route {
    /// Returns the first of the shortest routes, in the order of [`all_shortest`](Self::all_shortest).
    ///
    /// # Panics
    ///
    /// If a position is not below the number of cards.
    pub fn shortest(cards: &BigUint, from: &BigUint, to: &BigUint) -> Route {
        Route::all_shortest(cards, from, to).swap_remove(0)
    }

    /// Returns the one or two shortest routes in lexicographic order, where in comes before out.
    ///
    /// A route has at most ⌈log2 n⌉ shuffles. Each shuffle takes the time of a doubling modulo n.
    ///
    /// # Panics
    ///
    /// If a position is not below the number of cards.
    ///
    /// ```
    /// use faro::Route;
    /// let routes = |from: u32, to: u32| Route::all_shortest(&52u32.into(), &from.into(), &to.into());
    /// assert_eq!(routes(7, 7)[0].to_string(), "()");
    /// assert_eq!(routes(3, 36).len(), 2);
    /// ```
    pub fn all_shortest(cards: &BigUint, from: &BigUint, to: &BigUint) -> Vec<Route> {
        assert!(
            from < cards && to < cards,
            "positions of {cards} cards are counted from 0"
        );
        let (length, choices) = choices(cards, from, to);
        let mut routes: Vec<Route> = choices
            .iter()
            .map(|r| Route::from_digits(cards, from, length, r))
            .collect();
        routes.sort_by_key(|route| {
            route
                .kinds
                .iter()
                .map(|&kind| kind == Kind::Out)
                .collect::<Vec<_>>()
        });
        routes
    }

    /// Returns the route whose choices are the lowest `length` binary digits of r.
    fn from_digits(cards: &BigUint, from: &BigUint, length: u64, r: &BigUint) -> Route {
        let mut position = from.clone();
        let kinds = (0..length).rev().map(|place| {
            let is_odd = r.bit(place);
            let kind = kind(cards, &position, is_odd);
            position = (&position * 2u32 + u32::from(is_odd)) % cards;
            kind
        });
        let kinds = kinds.collect();
        Route {
            cards: cards.clone(),
            from: from.clone(),
            kinds,
        }
    }

    /// Returns the shuffles in the order in which they are made.
    pub fn kinds(&self) -> &[Kind] {
        &self.kinds
    }

    /// Returns the positions of the card before the first shuffle and after each shuffle.
    pub fn positions(&self) -> impl Iterator<Item = BigUint> {
        let mut position = self.from.clone();
        let visited = self.kinds.iter().map(move |&kind| {
            // If the even target 2i needs another kind of shuffle, this shuffle takes i to 2i + 1.
            let is_odd = kind != self::kind(&self.cards, &position, false);
            position = (&position * 2u32 + u32::from(is_odd)) % &self.cards;
            position.clone()
        });
        std::iter::once(self.from.clone()).chain(visited)
    }
}

/// The word of the route, such as `in in out`. It is `()` for a card that is in its place already.
impl fmt::Display for Route {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        let Some((first, rest)) = self.kinds.split_first() else {
            return out.write_str("()");
        };
        write!(out, "{first}")?;
        rest.iter().try_for_each(|kind| write!(out, " {kind}"))
    }
}

/// Returns the shuffle that takes i to 2i, or to 2i + 1 if `is_odd`, modulo n.
fn kind(cards: &BigUint, position: &BigUint, is_odd: bool) -> Kind {
    let lower_half = cards.is_even() && position * 2u32 >= *cards;
    if is_odd == lower_half {
        Kind::Out
    } else {
        Kind::In
    }
}

/// Returns the smallest t, and all r below 2^t for which t shuffles take `from` to `to`.
fn choices(cards: &BigUint, from: &BigUint, to: &BigUint) -> (u64, Vec<BigUint>) {
    let (mut length, mut least, mut ways) = (0, from.clone(), BigUint::one());
    loop {
        // `least` is 2^t·P mod n, the position for r = 0.
        let missing = (to + cards - &least) % cards;
        if missing < ways {
            let count = ((&ways - &missing - 1u32) / cards + 1u32)
                .to_u64()
                .unwrap_or(u64::MAX);
            return (
                length,
                (0..count).map(|lap| &missing + cards * lap).collect(),
            );
        }
        length += 1;
        least = (least * 2u32) % cards;
        ways <<= 1;
    }
}
