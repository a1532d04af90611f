//! Orders and cycle types of perfect shuffles, and the deck sizes with a given order.

use std::cmp::Reverse;
use std::ops::RangeInclusive;

use faro_math::number::{
    self, Budget, CertifiedOrder, Moduli, ModuliError, OrderError, OrderSummary, PrimePowerOrders,
    Segment,
};
use faro_permutation::CycleType;
use num_bigint::BigUint;
use num_traits::{One, ToPrimitive};

use super::weave::{Kind, Weave};

impl Weave {
    /// Returns the order: the smallest positive number of shuffles that restores the deck.
    ///
    /// It is the multiplicative order of k modulo M (Diaconis, Graham and Kantor, *The mathematics of perfect
    /// shuffles*, 1983). It is certified by [`number::multiplicative_order`], and takes some microseconds if M
    /// has up to 64 bits.
    ///
    /// # Errors
    ///
    /// [`OrderError::Unfactored`] if M has more than 64 bits and was not factored in ten seconds.
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

    /// Returns the order as [`order`](Self::order) does, within `budget` instead of ten seconds.
    ///
    /// # Errors
    ///
    /// [`OrderError::Unfactored`] if M has more than 64 bits and was not factored within the budget.
    pub fn order_within(&self, budget: &Budget) -> Result<BigUint, OrderError> {
        match self.as_u64() {
            Some((packets, modulus)) => {
                Ok(number::multiplicative_order_within(&packets, &modulus, budget)?.into())
            }
            None => number::multiplicative_order_within(self.packets(), &self.modulus(), budget),
        }
    }

    /// Returns the order with the primes that its certificate depends on.
    ///
    /// The order is the result of [`order_within`](Self::order_within).
    ///
    /// # Errors
    ///
    /// The errors of [`order_within`](Self::order_within).
    pub fn certified_order_within(
        &self,
        budget: &Budget,
    ) -> Result<CertifiedOrder<BigUint>, OrderError> {
        number::certified_order_within(self.packets(), &self.modulus(), budget)
    }

    /// Returns the cycle type, without listing the deck.
    ///
    /// For every divisor d of M there are φ(d)/ord_d(k) cycles of length ord_d(k). The last card of an
    /// out-shuffle is one additional fixed point. The residue 0 of an in-shuffle is not a position, which is
    /// one fixed point less (Ellis, Krahn and Fan 2000; Ellis, Fan and Shallit 2002). The cost is that of
    /// [`PrimePowerOrders::orbit_lengths`].
    ///
    /// # Errors
    ///
    /// The errors of [`order`](Self::order), and [`OrderError::TooManyLengths`].
    ///
    /// ```
    /// use faro::{Kind, Weave};
    /// assert_eq!(Weave::new(Kind::Out, 52u32).cycle_type()?.to_string(), "1^2 2 8^6");
    /// # Ok::<(), faro::number::OrderError>(())
    /// ```
    pub fn cycle_type(&self) -> Result<CycleType, OrderError> {
        self.cycle_type_from(&self.orders_within(&Budget::default())?)
    }

    /// Returns the orders of k modulo the prime powers of M.
    ///
    /// The cycle type ([`cycle_type_from`](Self::cycle_type_from)) and the primes that it depends on are
    /// derived from them without factoring again.
    ///
    /// # Errors
    ///
    /// The errors of [`order_within`](Self::order_within).
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

    /// Returns the cycle type, given the result of [`orders_within`](Self::orders_within) for this shuffle.
    ///
    /// It is the same cycle type as from [`cycle_type`](Self::cycle_type).
    ///
    /// # Errors
    ///
    /// [`OrderError::TooManyLengths`] if there are too many different lengths.
    pub fn cycle_type_from(
        &self,
        orders: &PrimePowerOrders<BigUint>,
    ) -> Result<CycleType, OrderError> {
        let mut residues = orders.orbit_lengths()?;
        let fixed = residues.entry(BigUint::one()).or_default();
        *fixed += self.cards();
        *fixed -= self.modulus();
        let cycles = residues
            .into_iter()
            .map(|(length, residues)| (length.clone(), residues / length));
        Ok(CycleType::from_counts(cycles))
    }

    /// Returns k and M if both fit in 64 bits.
    fn as_u64(&self) -> Option<(u64, u64)> {
        Some((self.packets().to_u64()?, self.modulus().to_u64()?))
    }
}

/// The deck sizes for which perfect shuffles with two packets have a given order K.
///
/// Each odd modulus m modulo which 2 has the order K gives two deck sizes: m, and m + 1 (out) or m − 1 (in).
/// The deck without cards is omitted.
///
/// ```
/// use faro::Kind;
/// use faro::number::Budget;
/// use faro::perfect::Sizes;
///
/// let sizes = Sizes::with_order(Kind::Out, 8, &Budget::default())?;
/// let listed: Vec<String> = sizes.ascending()?.map(|cards| cards.to_string()).collect();
/// assert_eq!(listed, ["17", "18", "51", "52", "85", "86", "255", "256"]);
/// assert_eq!(Sizes::with_order(Kind::In, 300, &Budget::default())?.count(), 201_276_944u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Sizes {
    kind: Kind,
    moduli: Moduli,
}

impl Sizes {
    /// Returns the decks whose order is `order`: no smaller number of shuffles restores them.
    ///
    /// # Errors
    ///
    /// [`ModuliError::OutOfRange`] unless `order` is from 1 to 640.
    /// [`ModuliError::Unfactored`] if 2^K − 1 was not factored within the budget, which does not happen for K
    /// up to 300.
    pub fn with_order(kind: Kind, order: u32, budget: &Budget) -> Result<Sizes, ModuliError> {
        Ok(Sizes {
            kind,
            moduli: Moduli::with_order(order, budget)?,
        })
    }

    /// Returns the decks that `order` shuffles restore, including those with a smaller order.
    ///
    /// [`with_order`](Self::with_order) has the same errors.
    ///
    /// ```
    /// use faro::Kind;
    /// use faro::number::Budget;
    /// use faro::perfect::Sizes;
    /// let sizes = Sizes::with_order_dividing(Kind::In, 4, &Budget::default())?.ascending()?;
    /// assert!(sizes.map(|cards| cards.to_string()).eq(["1", "2", "3", "4", "5", "14", "15"]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_order_dividing(
        kind: Kind,
        order: u32,
        budget: &Budget,
    ) -> Result<Sizes, ModuliError> {
        Ok(Sizes {
            kind,
            moduli: Moduli::with_order_dividing(order, budget)?,
        })
    }

    /// Returns the moduli of the decks.
    pub fn moduli(&self) -> &Moduli {
        &self.moduli
    }

    /// Returns the number of decks without listing them, in the time of [`Moduli::count`].
    pub fn count(&self) -> BigUint {
        let count = self.moduli.count() * 2u32;
        if self.has_empty_deck() {
            count - 1u32
        } else {
            count
        }
    }

    /// Returns the numbers of cards in ascending order, in bounded memory like [`Moduli::ascending`].
    ///
    /// # Errors
    ///
    /// [`ModuliError::TooMany`] if there are more than 2^30 moduli.
    pub fn ascending(&self) -> Result<impl Iterator<Item = BigUint> + use<>, ModuliError> {
        let kind = self.kind;
        let pair = move |modulus: BigUint| match kind {
            Kind::Out => [modulus.clone(), modulus + 1u32],
            Kind::In => [&modulus - 1u32, modulus],
        };
        // The odd moduli differ by at least two, so that the pairs of deck sizes do not overlap.
        Ok(self
            .moduli
            .ascending()?
            .flat_map(pair)
            .skip(usize::from(self.has_empty_deck())))
    }

    /// Returns whether the modulus 1 is among the moduli and would give an in-shuffle of no cards.
    fn has_empty_deck(&self) -> bool {
        self.kind == Kind::In && self.moduli.has_one()
    }
}

/// A deck size and the orders of its shuffles.
///
/// ```
/// use faro::Kind;
/// use faro::perfect::SizeOrders;
/// let pack = SizeOrders { cards: 52, out_order: 8, in_order: 52 };
/// assert_eq!([pack.order(Kind::Out), pack.order(Kind::In)], [8, 52]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SizeOrders {
    /// The deck size.
    pub cards: u64,
    /// The order of the out-shuffle.
    pub out_order: u64,
    /// The order of the in-shuffle.
    pub in_order: u64,
}

impl SizeOrders {
    /// Returns the order of the shuffle of this kind.
    pub fn order(&self, kind: Kind) -> u64 {
        match kind {
            Kind::Out => self.out_order,
            Kind::In => self.in_order,
        }
    }

    /// Returns the two deck sizes with an odd `modulus`.
    ///
    /// They are the modulus itself, and the next larger number for out-shuffles or the next smaller one for
    /// in-shuffles.
    ///
    /// ```
    /// use faro::Kind;
    /// use faro::perfect::SizeOrders;
    /// assert_eq!(SizeOrders::with_modulus(51, Kind::Out), [51, 52]);
    /// assert_eq!(SizeOrders::with_modulus(53, Kind::In), [52, 53]);
    /// ```
    pub fn with_modulus(modulus: u64, kind: Kind) -> [u64; 2] {
        match kind {
            Kind::Out => [modulus, modulus + 1],
            Kind::In => [modulus - 1, modulus],
        }
    }

    /// Returns the summary of the orders of deck sizes in `cards` whose moduli are in `segment`.
    ///
    /// The largest order comes with the first deck size that has it.
    ///
    /// ```
    /// use faro::Kind;
    /// use faro::number::{OrderSummary, OrderSweep};
    /// use faro::perfect::SizeOrders;
    /// let mut total = OrderSummary::default();
    /// OrderSweep::new(1..=53)?.for_each(|segment| total += SizeOrders::summary(Kind::Out, &(2..=52), &segment));
    /// assert_eq!(total.count, 51);
    /// # Ok::<(), faro::number::RangeTooLongError>(())
    /// ```
    pub fn summary(kind: Kind, cards: &RangeInclusive<u64>, segment: &Segment) -> OrderSummary {
        // The offsets of the two deck sizes from their common modulus.
        let [first, second] = SizeOrders::with_modulus(1, kind).map(|deck| deck.wrapping_sub(1));
        let moduli =
            |offset: u64| [*cards.start(), *cards.end()].map(|size| size.wrapping_sub(offset));
        let ([start, end], [second_start, second_end]) = (moduli(first), moduli(second));
        // Each modulus counts for one or both of its deck sizes, depending on which are in the range. The second
        // size is the larger one, so its moduli begin one lower.
        let parts = [
            (start..=second_end, first, 2),
            (second_end + 1..=end, first, 1),
            (second_start..=start - 1, second, 1),
        ];
        let mut total = OrderSummary::default();
        for (moduli, offset, weight) in parts {
            let OrderSummary {
                count,
                sum,
                largest: (order, Reverse(modulus)),
                full,
                tenths,
            } = segment.summary(moduli);
            total += OrderSummary {
                count: weight * count,
                sum: u128::from(weight) * sum,
                largest: (order, Reverse(modulus.wrapping_add(offset))),
                full: weight * full,
                tenths: tenths.map(|count| weight * count),
            };
        }
        total
    }
}

#[cfg(test)]
mod tests {
    use faro_math::number::OrderSweep;

    use super::*;

    /// Every deck size is counted once, also at the ends of the range and of the segments.
    #[test]
    fn segments_are_counted_like_single_sizes() {
        for cards in [
            1..=1,
            1..=2,
            2..=3,
            3..=3,
            1..=3000,
            2..=5001,
            97_000..=200_001,
        ] {
            for kind in [Kind::Out, Kind::In] {
                let (mut total, mut expected) = (OrderSummary::default(), OrderSummary::default());
                let sweep = || OrderSweep::new(cards.start() - 1..=cards.end() + 1).unwrap();
                sweep().for_each(|segment| total += SizeOrders::summary(kind, &cards, &segment));
                for (modulus, order) in
                    sweep().flat_map(|segment| segment.iter().collect::<Vec<_>>())
                {
                    for size in SizeOrders::with_modulus(modulus, kind)
                        .into_iter()
                        .filter(|size| cards.contains(size))
                    {
                        let whole = modulus.max(2) - 1;
                        expected.count += 1;
                        expected.sum += u128::from(order);
                        expected.largest = expected.largest.max((order, Reverse(size)));
                        expected.full += u64::from(order + 1 == modulus);
                        expected.tenths[((10 * order).div_ceil(whole) as usize).min(10) - 1] += 1;
                    }
                }
                assert_eq!(total, expected, "{cards:?} {kind}");
                assert_eq!(total.count, cards.end() - cards.start() + 1);
            }
        }
    }
}
