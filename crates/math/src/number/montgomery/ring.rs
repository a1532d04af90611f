//! Arithmetic modulo an odd number, for algorithms that are generic over its size.

use num_bigint::BigUint;

/// The ring of residues modulo a fixed odd number.
///
/// The elements are residues in any representation in which 0 is 0.
pub(crate) trait ResidueRing {
    type Element: Clone;
    fn add(&self, a: &Self::Element, b: &Self::Element) -> Self::Element;
    fn sub(&self, a: &Self::Element, b: &Self::Element) -> Self::Element;
    fn mul(&self, a: &Self::Element, b: &Self::Element) -> Self::Element;

    /// Converts `number`, which is below the modulus, to an element.
    fn element(&self, number: &BigUint) -> Self::Element;

    /// Converts an element to a number below the modulus.
    fn number(&self, element: &Self::Element) -> BigUint;
}

/// The residues modulo a number of any size, reduced by division.
pub(crate) struct BigUintRing<'a>(pub &'a BigUint);

impl ResidueRing for BigUintRing<'_> {
    type Element = BigUint;

    fn add(&self, a: &BigUint, b: &BigUint) -> BigUint {
        let sum = a + b;
        if sum < *self.0 { sum } else { sum - self.0 }
    }

    fn sub(&self, a: &BigUint, b: &BigUint) -> BigUint {
        if a < b { a + self.0 - b } else { a - b }
    }

    fn mul(&self, a: &BigUint, b: &BigUint) -> BigUint {
        a * b % self.0
    }

    fn element(&self, number: &BigUint) -> BigUint {
        number.clone()
    }

    fn number(&self, element: &BigUint) -> BigUint {
        element.clone()
    }
}
