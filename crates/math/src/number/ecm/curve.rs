//! Curves in Montgomery's form, and the addition of points.

use crate::number::montgomery::ResidueRing;

/// A point in projective coordinates X : Z. The formulas do not need Y.
#[derive(Clone)]
pub(super) struct CurvePoint<E> {
    pub x: E,
    pub z: E,
}

/// The Montgomery curve By² = x³ + Ax² + x.
pub(super) struct Curve<'a, R: ResidueRing> {
    pub ring: &'a R,
    /// The constant (A + 2)/4 of the curve By² = x³ + Ax² + x, which the doubling formula needs.
    pub a24: R::Element,
}

/// Returns Suyama's curve for the parameter `sigma`. The result is a point on it, and the numerator and
/// denominator of (A + 2)/4. The order of the curve is divisible by 12.
pub(super) fn suyama<R: ResidueRing>(
    ring: &R,
    sigma: u64,
) -> (CurvePoint<R::Element>, R::Element, R::Element) {
    let number = |x: u64| ring.element(&x.into());
    let cube = |x: &R::Element| ring.mul(&ring.mul(x, x), x);
    let sigma = number(sigma);
    let u = ring.sub(&ring.mul(&sigma, &sigma), &number(5));
    let v = ring.mul(&number(4), &sigma);
    let start = CurvePoint {
        x: cube(&u),
        z: cube(&v),
    };
    let numerator = ring.mul(
        &cube(&ring.sub(&v, &u)),
        &ring.add(&ring.mul(&number(3), &u), &v),
    );
    let denominator = ring.mul(&number(16), &ring.mul(&start.x, &v));
    (start, numerator, denominator)
}

impl<R: ResidueRing> Curve<'_, R> {
    /// Returns `p` + `q`, given `difference` = `p` − `q`.
    #[inline]
    pub(super) fn add(
        &self,
        p: &CurvePoint<R::Element>,
        q: &CurvePoint<R::Element>,
        difference: &CurvePoint<R::Element>,
    ) -> CurvePoint<R::Element> {
        let ring = self.ring;
        let a = ring.mul(&ring.sub(&p.x, &p.z), &ring.add(&q.x, &q.z));
        let b = ring.mul(&ring.add(&p.x, &p.z), &ring.sub(&q.x, &q.z));
        let (sum, gap) = (ring.add(&a, &b), ring.sub(&a, &b));
        let (sum, gap) = (ring.mul(&sum, &sum), ring.mul(&gap, &gap));
        CurvePoint {
            x: ring.mul(&sum, &difference.z),
            z: ring.mul(&gap, &difference.x),
        }
    }

    /// Returns 2·`p`.
    #[inline]
    pub(super) fn double(&self, p: &CurvePoint<R::Element>) -> CurvePoint<R::Element> {
        let ring = self.ring;
        let (sum, gap) = (ring.add(&p.x, &p.z), ring.sub(&p.x, &p.z));
        let (sum, gap) = (ring.mul(&sum, &sum), ring.mul(&gap, &gap));
        let product = ring.sub(&sum, &gap); // 4xz
        let z = ring.mul(&product, &ring.add(&gap, &ring.mul(&self.a24, &product)));
        CurvePoint {
            x: ring.mul(&sum, &gap),
            z,
        }
    }

    /// Returns `k`·`p` for `k` ≥ 1, by Montgomery's ladder: two points whose difference is `p`.
    pub(super) fn multiply(&self, p: &CurvePoint<R::Element>, k: u32) -> CurvePoint<R::Element> {
        let (mut low, mut high) = (p.clone(), self.double(p));
        for bit in (0..k.ilog2()).rev() {
            let sum = self.add(&high, &low, p);
            (low, high) = if k >> bit & 1 == 1 {
                (sum, self.double(&high))
            } else {
                (self.double(&low), sum)
            };
        }
        low
    }
}
