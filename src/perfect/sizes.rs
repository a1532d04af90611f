use num_bigint::BigUint;

use super::weave::Kind;
use faro_math::number::{Budget, Moduli, ModuliError};

/// The deck sizes for which perfect shuffles with two packets have a given order K.
///
/// Each odd modulus m modulo which 2 has the order K gives two deck sizes: m, and m + 1 (out) or m − 1 (in).
/// The deck without cards is omitted.
///
/// ```
/// use faro::Kind;
/// use faro_math::number::Budget;
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
        Ok(Sizes { kind, moduli: Moduli::with_order(order, budget)? })
    }

    /// Returns the decks that `order` shuffles restore, including those with a smaller order.
    ///
    /// [`with_order`](Self::with_order) has the same errors.
    ///
    /// ```
    /// use faro::Kind;
    /// use faro_math::number::Budget;
    /// use faro::perfect::Sizes;
    /// let sizes = Sizes::with_order_dividing(Kind::In, 4, &Budget::default())?.ascending()?;
    /// assert!(sizes.map(|cards| cards.to_string()).eq(["1", "2", "3", "4", "5", "14", "15"]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_order_dividing(kind: Kind, order: u32, budget: &Budget) -> Result<Sizes, ModuliError> {
        Ok(Sizes { kind, moduli: Moduli::with_order_dividing(order, budget)? })
    }

    /// Returns the moduli of the decks.
    pub fn moduli(&self) -> &Moduli {
        &self.moduli
    }

    /// Returns the number of decks without listing them, in the time of [`Moduli::count`].
    pub fn count(&self) -> BigUint {
        let count = self.moduli.count() * 2u32;
        if self.has_empty_deck() { count - 1u32 } else { count }
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
        Ok(self.moduli.ascending()?.flat_map(pair).skip(usize::from(self.has_empty_deck())))
    }

    /// Returns whether the modulus 1 is among the moduli and would give an in-shuffle of no cards.
    fn has_empty_deck(&self) -> bool {
        self.kind == Kind::In && self.moduli.has_one()
    }
}
