use crate::number::residue_ring::ResidueRing;

/// A point in projective coordinates X : Z. The formulas do not need Y.
#[derive(Clone, Copy)]
pub(super) struct Point<E> {
    pub x: E,
    pub z: E,
}

/// The Montgomery curve By² = x³ + Ax² + x.
pub(super) struct Curve<'a, R: ResidueRing<Element: Copy>> {
    pub ring: &'a R,
    /// (A + 2)/4
    pub a24: R::Element,
}

/// A point on a curve, with the parameter (A + 2)/4 of the curve.
pub(super) struct Start<E> {
    pub point: Point<E>,
    pub a24: E,
}

/// Returns Suyama's curve for the parameter `sigma`: a point on it, and the numerator and denominator of (A + 2)/4. The
/// order of the curve is divisible by 12. `number` converts a small number to a residue.
pub(super) fn suyama<R: ResidueRing<Element: Copy>>(
    ring: &R,
    sigma: R::Element,
    number: impl Fn(u64) -> R::Element,
) -> (Point<R::Element>, R::Element, R::Element) {
    let cube = |x| ring.mul(ring.mul(x, x), x);
    let u = ring.sub(ring.mul(sigma, sigma), number(5));
    let v = ring.mul(number(4), sigma);
    let start = Point { x: cube(u), z: cube(v) };
    let numerator = ring.mul(cube(ring.sub(v, u)), ring.add(ring.mul(number(3), u), v));
    let denominator = ring.mul(number(16), ring.mul(start.x, v));
    (start, numerator, denominator)
}

impl<R: ResidueRing<Element: Copy>> Curve<'_, R> {
    /// Returns `p` + `q`, given `difference` = `p` − `q`.
    #[inline(always)]
    pub(super) fn add(
        &self,
        p: Point<R::Element>,
        q: Point<R::Element>,
        difference: Point<R::Element>,
    ) -> Point<R::Element> {
        let ring = self.ring;
        let a = ring.mul(ring.sub(p.x, p.z), ring.add(q.x, q.z));
        let b = ring.mul(ring.add(p.x, p.z), ring.sub(q.x, q.z));
        let (sum, gap) = (ring.add(a, b), ring.sub(a, b));
        Point { x: ring.mul(ring.mul(sum, sum), difference.z), z: ring.mul(ring.mul(gap, gap), difference.x) }
    }

    /// Returns 2·`p`.
    #[inline(always)]
    pub(super) fn double(&self, p: Point<R::Element>) -> Point<R::Element> {
        let ring = self.ring;
        let (sum, gap) = (ring.add(p.x, p.z), ring.sub(p.x, p.z));
        let (sum, gap) = (ring.mul(sum, sum), ring.mul(gap, gap));
        let product = ring.sub(sum, gap); // 4xz
        Point { x: ring.mul(sum, gap), z: ring.mul(product, ring.add(gap, ring.mul(self.a24, product))) }
    }
}
