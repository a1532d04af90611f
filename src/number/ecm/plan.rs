use super::curve::{Curve, Point};
use super::lucas_chain::{Chain, REGISTERS, Step};
use crate::number::prime::primes_below;
use crate::number::residue_ring::ResidueRing;

/// The precomputed multiples for the second stage (baby steps and the giant step).
struct Multiples<E> {
    /// The multiples by the offsets, each with its product xz.
    offsets: Vec<(Point<E>, E)>,
    /// The multiple by the step.
    step: Point<E>,
}

/// The bounds B1 and B2 of the method, with everything that does not depend on the curve. A curve
/// finds p if its order modulo p is a product of prime powers up to B1 and at most one more prime
/// up to B2.
pub(super) struct Plan {
    first: Chain,
    /// The second stage writes primes as step·g ± offset.
    step: u32,
    offsets: Vec<u32>,
    /// For g = 1, 2, …: the indices of the offsets that give a prime.
    giants: Vec<Vec<u8>>,
}

impl Plan {
    /// Prepares the bounds B1 = `first` and B2 = `second`. `step` is 60 or 210; a larger step needs
    /// more offsets and fewer giant steps.
    pub(super) fn new(first: u32, second: u32, step: u32) -> Plan {
        let primes = primes_below(second + step);
        let offsets: Vec<u32> = (1..step / 2).filter(|&offset| num_integer::gcd(offset, step) == 1).collect();
        let is_prime = |candidate: u32| candidate > first && primes.binary_search(&candidate).is_ok();
        let offsets_at = |g: u32| {
            let gives_prime =
                |&(_, offset): &(usize, &u32)| is_prime(g * step - offset) || is_prime(g * step + offset);
            offsets.iter().enumerate().filter(gives_prime).map(|(index, _)| index as u8).collect()
        };
        let giants = (1..=second / step).map(offsets_at).collect();
        Plan { first: Chain::smooth(&primes, first), step, offsets, giants }
    }

    /// Runs both stages from a point. The result has the common factor p with n if the order of the
    /// curve modulo p is smooth within the bounds.
    #[inline(always)] // so that it is compiled with the target features of its caller
    pub(super) fn run<R: ResidueRing<Element: Copy>>(
        &self,
        curve: &Curve<'_, R>,
        start: Point<R::Element>,
    ) -> R::Element {
        let mut registers = [start; REGISTERS];
        for step in &self.first.steps {
            match *step {
                Step::Add { into, left, right, difference } => {
                    let [left, right, difference] =
                        [left, right, difference].map(|r| registers[usize::from(r)]);
                    registers[usize::from(into)] = curve.add(left, right, difference);
                }
                Step::Double { into, of } => {
                    registers[usize::from(into)] = curve.double(registers[usize::from(of)]);
                }
            }
        }
        self.second_stage(curve, registers[usize::from(self.first.point)])
    }

    /// Multiplies Z by a difference of x-coordinates for each prime step·g ± offset. Two multiples
    /// whose x agree modulo p are equal or opposite there, so that their sum or difference is the
    /// point at infinity.
    #[inline(always)]
    fn second_stage<R: ResidueRing<Element: Copy>>(
        &self,
        curve: &Curve<'_, R>,
        point: Point<R::Element>,
    ) -> R::Element {
        let ring = curve.ring;
        let Multiples { offsets, step } = self.multiples(curve, point);
        let (mut before, mut giant) = (step, step);
        let mut product = point.z;
        for (index, indices) in self.giants.iter().enumerate() {
            let (giant_xz, here) = (ring.mul(giant.x, giant.z), giant);
            for &index in indices {
                let (offset, offset_xz) = offsets[usize::from(index)];
                // x₁z₂ − x₂z₁ = (x₁ − x₂)(z₁ + z₂) − x₁z₁ + x₂z₂
                let cross = ring.mul(ring.sub(here.x, offset.x), ring.add(here.z, offset.z));
                product = ring.mul(product, ring.add(ring.sub(cross, giant_xz), offset_xz));
            }
            let next = if index == 0 { curve.double(step) } else { curve.add(giant, step, before) };
            (before, giant) = (giant, next);
        }
        product
    }

    /// Computes the multiples by all offsets and by the step.
    #[inline(always)]
    fn multiples<R: ResidueRing<Element: Copy>>(
        &self,
        curve: &Curve<'_, R>,
        point: Point<R::Element>,
    ) -> Multiples<R::Element> {
        let twice = curve.double(point);
        let (mut before, mut odd) = (point, point);
        let mut multiples = Vec::with_capacity(self.offsets.len());
        let mut multiplier = 1;
        for &offset in &self.offsets {
            while multiplier < offset {
                let next = if multiplier == 1 {
                    curve.add(twice, point, point)
                } else {
                    curve.add(odd, twice, before)
                };
                (before, odd) = (odd, next);
                multiplier += 2;
            }
            multiples.push((odd, curve.ring.mul(odd.x, odd.z)));
        }
        let beyond = curve.add(odd, twice, before);
        // Half the step is the next odd multiplier (105), or the mean of the last one and the next
        // (30 = (29 + 31)/2).
        let half = multiplier + 2 == self.step / 2;
        let step = if half { curve.double(beyond) } else { curve.add(beyond, odd, twice) };
        Multiples { offsets: multiples, step }
    }
}
