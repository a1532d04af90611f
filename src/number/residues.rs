//! Arithmetic modulo an odd number, as curves and Lucas sequences need it.

use num_bigint::BigUint;

/// Sums, differences and products modulo a fixed odd number, on one residue at a time or on
/// several side by side. In whatever form an implementation keeps its residues, 0 is 0 and
/// products of residues in the form are in the form.
pub(super) trait Residues {
    type Element: Clone;
    fn add(&self, a: Self::Element, b: Self::Element) -> Self::Element;
    fn sub(&self, a: Self::Element, b: Self::Element) -> Self::Element;
    fn mul(&self, a: Self::Element, b: Self::Element) -> Self::Element;
}

/// Residues that a number of any size below the modulus can be brought among.
pub(super) trait Enter: Residues<Element: PartialEq> {
    fn enter_number(&self, number: &BigUint) -> Self::Element;
}

/// Residues as they are, modulo a number of any size.
pub(super) struct AnySize<'a>(pub &'a BigUint);

impl Residues for AnySize<'_> {
    type Element = BigUint;

    fn add(&self, a: BigUint, b: BigUint) -> BigUint {
        (a + b) % self.0
    }

    fn sub(&self, a: BigUint, b: BigUint) -> BigUint {
        (a + self.0 - b) % self.0
    }

    fn mul(&self, a: BigUint, b: BigUint) -> BigUint {
        a * b % self.0
    }
}

impl Enter for AnySize<'_> {
    fn enter_number(&self, number: &BigUint) -> BigUint {
        number.clone()
    }
}
