//! The two stages of the method for given bounds.

use super::curve::{Curve, CurvePoint};
use crate::number::budget::Budget;
use crate::number::montgomery::ResidueRing;
use crate::number::primes::primes_below;

/// The second stage writes primes as g·STEP ± offset, with an offset that is coprime to the step.
const STEP: u32 = 210;

fn offsets() -> impl Iterator<Item = u32> {
    (1..STEP / 2).filter(|&offset| num_integer::gcd(offset, STEP) == 1)
}

/// The bounds B1 and B2 of ECM, with everything that does not depend on the curve. A curve finds p if its order modulo
/// p is a product of prime powers up to B1 and at most one more prime up to B2.
pub(super) struct EcmPlan {
    /// Primes whose product is the least common multiple of 1 … B1.
    primes: Vec<u32>,
    /// For g = 1, 2, …: the indices of the offsets for which g·STEP − offset or g·STEP + offset is a prime above B1.
    giants: Vec<Vec<usize>>,
}

impl EcmPlan {
    /// Creates the plan with the bounds B1 = `first`, at least half of [`STEP`], and B2 = `second`.
    pub(super) fn new(first: u32, second: u32) -> EcmPlan {
        let primes = primes_below(second + STEP);
        let is_prime =
            |candidate: u32| candidate > first && primes.binary_search(&candidate).is_ok();
        let offsets_at = |g: u32| {
            let gives_prime = |&(_, offset): &(usize, u32)| {
                is_prime(g * STEP - offset) || is_prime(g * STEP + offset)
            };
            let found = offsets().enumerate().filter(gives_prime);
            found.map(|(index, _)| index).collect()
        };
        let small = primes.iter().take_while(|&&prime| prime <= first);
        EcmPlan {
            primes: small
                .flat_map(|&prime| std::iter::repeat_n(prime, first.ilog(prime) as usize))
                .collect(),
            giants: (1..=second / STEP).map(offsets_at).collect(),
        }
    }

    /// Runs both stages from `start`. The result and n have the common factor p if the order of the curve modulo p is
    /// smooth within the bounds. Returns `None` if the budget is spent.
    pub(super) fn run<R: ResidueRing>(
        &self,
        curve: &Curve<'_, R>,
        start: CurvePoint<R::Element>,
        budget: &Budget,
    ) -> Option<R::Element> {
        let mut point = start;
        for &prime in &self.primes {
            if budget.is_spent() {
                return None;
            }
            point = curve.multiply(&point, prime);
        }
        self.second_stage(curve, point, budget)
    }

    /// Returns Z of `point` times a difference of x-coordinates for each prime g·STEP ± offset. Two multiples whose x
    /// agree modulo p are equal or opposite modulo p, so that their sum or difference is the point at infinity. Returns
    /// `None` if the budget is spent.
    fn second_stage<R: ResidueRing>(
        &self,
        curve: &Curve<'_, R>,
        point: CurvePoint<R::Element>,
        budget: &Budget,
    ) -> Option<R::Element> {
        let ring = curve.ring;
        // The multiples by the offsets, each with its product xz.
        let with_product = |offset| {
            let multiple = curve.multiply(&point, offset);
            let product = ring.mul(&multiple.x, &multiple.z);
            (multiple, product)
        };
        let offsets: Vec<_> = offsets().map(with_product).collect();
        let step = curve.multiply(&point, STEP);
        let (mut giant, mut next) = (step.clone(), curve.double(&step));
        let mut product = point.z;
        for indices in &self.giants {
            if budget.is_spent() {
                return None;
            }
            let giant_xz = ring.mul(&giant.x, &giant.z);
            for &index in indices {
                let (offset, offset_xz) = &offsets[index];
                // x₁z₂ − x₂z₁ = (x₁ − x₂)(z₁ + z₂) − x₁z₁ + x₂z₂
                let cross = ring.mul(
                    &ring.sub(&giant.x, &offset.x),
                    &ring.add(&giant.z, &offset.z),
                );
                product = ring.mul(&product, &ring.add(&ring.sub(&cross, &giant_xz), offset_xz));
            }
            let after = curve.add(&next, &step, &giant);
            giant = std::mem::replace(&mut next, after);
        }
        Some(product)
    }
}
