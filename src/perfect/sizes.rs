use num_bigint::BigUint;

use super::Kind;
use crate::number::{Budget, Moduli, ModuliError, TooManyModuliError, U640};

/// The inverse question: the decks that so many shuffles bring back, two packets each.
///
/// Each odd modulus m modulo which 2 has the order K belongs to two decks that come back after
/// K shuffles, of m cards and of m + 1 (out) or m − 1 (in). A deck without cards is left out.
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
    /// The decks that are back after `order` shuffles and not before.
    ///
    /// # Errors
    ///
    /// [`ModuliError::OutOfRange`] unless the order is from 1 to
    /// [`MAX_ORDER`](crate::number::MAX_ORDER); [`ModuliError::Unfactored`] where 2^K − 1
    /// resists factoring, never up to 300.
    pub fn with_order(kind: Kind, order: u32, budget: &Budget) -> Result<Sizes, ModuliError> {
        Ok(Sizes { kind, moduli: Moduli::with_order(order, budget)? })
    }

    /// The decks that are back after `order` shuffles, maybe sooner. Errors are those of
    /// [`with_order`](Self::with_order).
    ///
    /// ```
    /// use faro::Kind;
    /// use faro::number::Budget;
    /// use faro::perfect::Sizes;
    /// let sizes = Sizes::with_order_dividing(Kind::In, 4, &Budget::default())?.ascending()?;
    /// assert!(sizes.map(|cards| cards.to_string()).eq(["1", "2", "3", "4", "5", "14", "15"]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_order_dividing(kind: Kind, order: u32, budget: &Budget) -> Result<Sizes, ModuliError> {
        Ok(Sizes { kind, moduli: Moduli::with_order_dividing(order, budget)? })
    }

    /// The moduli that the decks have.
    pub fn moduli(&self) -> &Moduli {
        &self.moduli
    }

    /// How many decks there are, without listing them: as quick as [`Moduli::count`].
    pub fn count(&self) -> BigUint {
        let count = self.moduli.count() * 2u32;
        if self.counts_no_cards() { count - 1u32 } else { count }
    }

    /// The numbers of cards, ascending, in bounded memory: as [`Moduli::ascending`].
    ///
    /// # Errors
    ///
    /// [`TooManyModuliError`] where there are more than [`MAX_MODULI`](crate::number::MAX_MODULI) moduli.
    pub fn ascending(&self) -> Result<impl Iterator<Item = U640> + use<>, TooManyModuliError> {
        let kind = self.kind;
        let pair = move |modulus: U640| match kind {
            Kind::Out => [modulus, modulus.odd_plus_one()],
            Kind::In => [modulus.odd_minus_one(), modulus],
        };
        // Odd moduli are two apart, so that the pairs do not overlap.
        Ok(self.moduli.ascending()?.flat_map(pair).filter(|cards| !cards.is_zero()))
    }

    /// Whether the modulus 1 is among the moduli, and makes an in-shuffle of no cards.
    fn counts_no_cards(&self) -> bool {
        self.kind == Kind::In && self.moduli.has_one()
    }
}
