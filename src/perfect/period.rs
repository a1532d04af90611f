use std::collections::BTreeMap;

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, ToPrimitive};

use super::{Kind, Weave};
use crate::number::{self, Budget, CertifiedOrder, OrderError, PrimePowerOrders};
use crate::permutation::CycleType;

impl Weave {
    /// The least number of shuffles, from 1, that brings every card back: the multiplicative
    /// order of k modulo M (Diaconis, Graham and Kantor, *The mathematics of perfect
    /// shuffles*, 1983). Certified by [`number::multiplicative_order`]; some
    /// microseconds where M has up to 64 bits.
    ///
    /// # Errors
    ///
    /// [`OrderError::Unfactored`] where M has more than 64 bits and resists for ten seconds.
    ///
    /// ```
    /// use faro::{Kind, Weave};
    /// assert_eq!(Weave::new(Kind::Out, 52u32).order()?, 8u32.into());
    /// assert_eq!(Weave::new(Kind::In, 52u32).order()?, 52u32.into());
    /// # Ok::<(), faro::number::OrderError>(())
    /// ```
    pub fn order(&self) -> Result<BigUint, OrderError> {
        self.order_within(&Budget::default())
    }

    /// As [`order`](Self::order), within a budget instead of ten seconds.
    ///
    /// # Errors
    ///
    /// As [`order`](Self::order).
    pub fn order_within(&self, budget: &Budget) -> Result<BigUint, OrderError> {
        match self.word() {
            Some((packets, modulus)) => {
                Ok(number::multiplicative_order_within(&packets, &modulus, budget)?.into())
            }
            None => number::multiplicative_order_within(self.packets(), &self.modulus(), budget),
        }
    }

    /// As [`order_within`](Self::order_within), with the primes that the certificate rests on.
    ///
    /// # Errors
    ///
    /// As [`order`](Self::order).
    pub fn certified_order_within(&self, budget: &Budget) -> Result<CertifiedOrder<BigUint>, OrderError> {
        number::certified_order_within(self.packets(), &self.modulus(), budget)
    }

    /// The lengths of the cycles with their counts, without a deck: for every divisor d of M,
    /// φ(d)/ord_d(k) cycles of length ord_d(k); then one fixed point more for the last card of
    /// an out-shuffle, one less for the residue of an in-shuffle where no card lies (Ellis,
    /// Krahn and Fan 2000; Ellis, Fan and Shallit 2002). The cost is that of
    /// [`number::orbit_lengths`].
    ///
    /// # Errors
    ///
    /// As [`order`](Self::order).
    ///
    /// ```
    /// use faro::{Kind, Weave};
    /// assert_eq!(Weave::new(Kind::Out, 52u32).cycle_type()?.to_string(), "1^2 2 8^6");
    /// # Ok::<(), faro::number::OrderError>(())
    /// ```
    pub fn cycle_type(&self) -> Result<CycleType, OrderError> {
        self.cycle_type_within(&Budget::default())
    }

    /// As [`cycle_type`](Self::cycle_type), within a budget instead of ten seconds.
    ///
    /// # Errors
    ///
    /// As [`cycle_type`](Self::cycle_type).
    pub fn cycle_type_within(&self, budget: &Budget) -> Result<CycleType, OrderError> {
        let residues = match self.word() {
            Some((packets, modulus)) => {
                let lengths = number::orbit_lengths_within(&packets, &modulus, budget)?;
                lengths.into_iter().map(|(length, residues)| (length.into(), residues.into())).collect()
            }
            None => number::orbit_lengths_within(self.packets(), &self.modulus(), budget)?,
        };
        Ok(self.cycle_type_of(residues))
    }

    /// The orders of k modulo the prime powers of M: one factoring, from which the cycle type
    /// ([`cycle_type_from`](Self::cycle_type_from)) and what it rests on are read.
    ///
    /// # Errors
    ///
    /// As [`order`](Self::order).
    ///
    /// ```
    /// use faro::number::Budget;
    /// use faro::{Kind, Weave};
    /// let weave = Weave::new(Kind::Out, 52u32);
    /// let orders = weave.orders_within(&Budget::default())?;
    /// assert_eq!(orders.order(), 8u32.into());
    /// assert_eq!(weave.cycle_type_from(&orders)?.to_string(), "1^2 2 8^6");
    /// # Ok::<(), faro::number::OrderError>(())
    /// ```
    pub fn orders_within(&self, budget: &Budget) -> Result<PrimePowerOrders<BigUint>, OrderError> {
        PrimePowerOrders::new(self.packets(), &self.modulus(), budget)
    }

    /// As [`cycle_type`](Self::cycle_type), from what [`orders_within`](Self::orders_within) gave
    /// for this shuffle.
    ///
    /// # Errors
    ///
    /// [`OrderError::TooManyLengths`].
    pub fn cycle_type_from(&self, orders: &PrimePowerOrders<BigUint>) -> Result<CycleType, OrderError> {
        Ok(self.cycle_type_of(orders.orbit_lengths()?))
    }

    /// The cycle type, from how many residues there are on orbits of each length.
    fn cycle_type_of(&self, mut residues: BTreeMap<BigUint, BigUint>) -> CycleType {
        let fixed = residues.entry(BigUint::one()).or_default();
        *fixed += self.cards();
        *fixed -= self.modulus();
        CycleType::from_counts(
            residues.into_iter().map(|(length, residues)| (length.clone(), residues / length)),
        )
    }

    /// The least number of shuffles, from 1, after which the deck lies exactly reversed; none
    /// if there is no such number.
    ///
    /// Reversing n cards negates the residues modulo n + 1, so that k^t ≡ −1 is asked for:
    /// half the order, if anything. An out-shuffle never moves the top card, and an odd deck in
    /// two packets keeps its bottom card in every in-shuffle. No card and one card are their own
    /// reversals, after one shuffle of either kind.
    ///
    /// # Errors
    ///
    /// As [`order`](Self::order).
    ///
    /// ```
    /// use faro::{Kind, Weave};
    /// assert_eq!(Weave::new(Kind::In, 52u32).reversed_after()?, Some(26u32.into()));
    /// assert_eq!(Weave::new(Kind::Out, 52u32).reversed_after()?, None);
    /// # Ok::<(), faro::number::OrderError>(())
    /// ```
    pub fn reversed_after(&self) -> Result<Option<BigUint>, OrderError> {
        Ok(if self.may_be_reversed() { self.half_of(&self.order()?) } else { None })
    }

    /// As [`reversed_after`](Self::reversed_after), from the order, which costs no factoring.
    ///
    /// ```
    /// use faro::{Kind, Weave};
    /// let weave = Weave::new(Kind::In, 52u32);
    /// assert_eq!(weave.reversed_within(&weave.order()?), Some(26u32.into()));
    /// # Ok::<(), faro::number::OrderError>(())
    /// ```
    pub fn reversed_within(&self, order: &BigUint) -> Option<BigUint> {
        if self.may_be_reversed() { self.half_of(order) } else { None }
    }

    /// Whether both ends of the deck move, or there are none.
    fn may_be_reversed(&self) -> bool {
        let ends_move = self.kind() == Kind::In && &self.modulus() != self.cards();
        ends_move || self.cards() <= &BigUint::one()
    }

    /// Half the order, if so many shuffles negate; of one card or none, one shuffle.
    fn half_of(&self, order: &BigUint) -> Option<BigUint> {
        if self.cards() <= &BigUint::one() {
            return Some(BigUint::one());
        }
        let (half, odd) = order.div_rem(&BigUint::from(2u32));
        let modulus = self.modulus();
        let negates = odd == BigUint::ZERO && self.packets().modpow(&half, &modulus) + 1u32 == modulus;
        negates.then_some(half)
    }

    /// k and M where both are one word.
    fn word(&self) -> Option<(u64, u64)> {
        Some((self.packets().to_u64()?, self.modulus().to_u64()?))
    }
}
