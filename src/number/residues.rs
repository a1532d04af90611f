//! Arithmetic modulo an odd number, as the curves need it.

/// Sums, differences and products modulo a fixed odd number, on one residue at a time or on
/// several side by side. In whatever form an implementation keeps its residues, 0 is 0 and
/// products of residues in the form are in the form.
pub(super) trait Residues {
    type Element: Copy;
    fn add(&self, a: Self::Element, b: Self::Element) -> Self::Element;
    fn sub(&self, a: Self::Element, b: Self::Element) -> Self::Element;
    fn mul(&self, a: Self::Element, b: Self::Element) -> Self::Element;
}
