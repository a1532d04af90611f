//! The two stages of the method for given bounds.

use super::curve::{Curve, Point};
use super::lucas_chain::{Chain, Step};
use crate::number::budget::Budget;
use crate::number::montgomery::ResidueRing;
use crate::number::primes::primes_below;

/// Numbers of steps of the two stages, of some hundred products each, between two checks of the budget.
const STEPS_BETWEEN_CHECKS: usize = 128;
const GIANTS_BETWEEN_CHECKS: usize = 16;

/// The bounds B1 and B2 of ECM, with everything that does not depend on the curve. A curve finds p if its order modulo
/// p is a product of prime powers up to B1 and at most one more prime up to B2.
pub(super) struct Plan {
    /// Computes the point of the first stage, and the multiples of this point that the second stage needs.
    chain: Chain,
    second: SecondStage,
}

/// The second stage, which writes primes as step·g ± offset. Points are given by their registers.
struct SecondStage {
    /// The result of the first stage: a point on the curve.
    point: u8,
    /// The multiples of `point` by the offsets.
    offsets: Vec<u8>,
    /// The multiples of `point` by the step and by twice the step.
    step: u8,
    twice_step: u8,
    /// For g = 1, 2, …: the indices of the offsets for which step·g − offset or step·g + offset is a prime above B1.
    giants: Vec<Vec<u8>>,
}

impl Plan {
    /// Creates the plan with the bounds B1 = `first` and B2 = `second`. `step` is 60 or 210; a larger step needs more
    /// offsets and fewer giant steps.
    pub(super) fn new(first: u32, second: u32, step: u32) -> Plan {
        let primes = primes_below(second + step);
        let offsets: Vec<u32> = (1..step / 2)
            .filter(|&offset| num_integer::gcd(offset, step) == 1)
            .collect();
        let is_prime =
            |candidate: u32| candidate > first && primes.binary_search(&candidate).is_ok();
        let offsets_at = |g: u32| {
            let gives_prime = |&(_, offset): &(usize, &u32)| {
                is_prime(g * step - offset) || is_prime(g * step + offset)
            };
            offsets
                .iter()
                .enumerate()
                .filter(gives_prime)
                .map(|(index, _)| index as u8)
                .collect()
        };
        let giants = (1..=second / step).map(offsets_at).collect();
        let mut chain = Chain::smooth(&primes, first);
        let point = chain.point;
        // The odd multiples of the point up to half the step, or just above: each is the previous one plus twice the
        // point.
        let twice = chain.double(point);
        let mut odd = vec![point, chain.add(twice, point, point)];
        for i in 2..=(step / 4) as usize {
            odd.push(chain.add(odd[i - 1], twice, odd[i - 2]));
        }
        let multiple = |odd_number: u32| odd[odd_number as usize / 2];
        let half = step / 2;
        let whole = match half % 2 {
            1 => chain.double(multiple(half)),
            _ => chain.add(multiple(half + 1), multiple(half - 1), twice),
        };
        let twice_step = chain.double(whole);
        let offsets = offsets.into_iter().map(multiple).collect();
        Plan {
            chain,
            second: SecondStage {
                point,
                offsets,
                step: whole,
                twice_step,
                giants,
            },
        }
    }

    /// Runs both stages from `start`. The result and n have the common factor p if the order of the curve modulo p is
    /// smooth within the bounds. Returns `None` if the budget is spent.
    pub(super) fn run<R: ResidueRing>(
        &self,
        curve: &Curve<'_, R>,
        start: Point<R::Element>,
        budget: &Budget,
    ) -> Option<R::Element> {
        let mut registers = vec![start; usize::from(self.chain.registers)];
        for steps in self.chain.steps.chunks(STEPS_BETWEEN_CHECKS) {
            if budget.is_spent() {
                return None;
            }
            for step in steps {
                let (into, point) = match *step {
                    Step::Add {
                        into,
                        left,
                        right,
                        difference,
                    } => {
                        let [left, right, difference] =
                            [left, right, difference].map(|r| &registers[usize::from(r)]);
                        (into, curve.add(left, right, difference))
                    }
                    Step::Double { into, of } => (into, curve.double(&registers[usize::from(of)])),
                };
                registers[usize::from(into)] = point;
            }
        }
        self.second.run(curve, &registers, budget)
    }
}

impl SecondStage {
    /// Returns Z of the point times a difference of x-coordinates for each prime step·g ± offset. Two multiples whose x
    /// agree modulo p are equal or opposite modulo p, so that their sum or difference is the point at infinity. Returns
    /// `None` if the budget is spent.
    fn run<R: ResidueRing>(
        &self,
        curve: &Curve<'_, R>,
        registers: &[Point<R::Element>],
        budget: &Budget,
    ) -> Option<R::Element> {
        let ring = curve.ring;
        let point = |r: u8| &registers[usize::from(r)];
        // Each offset with its product xz.
        let with_product = |&r: &u8| (point(r), ring.mul(&point(r).x, &point(r).z));
        let offsets: Vec<_> = self.offsets.iter().map(with_product).collect();
        let (mut giant, mut next) = (point(self.step).clone(), point(self.twice_step).clone());
        let mut product = point(self.point).z.clone();
        for giants in self.giants.chunks(GIANTS_BETWEEN_CHECKS) {
            if budget.is_spent() {
                return None;
            }
            for indices in giants {
                let giant_xz = ring.mul(&giant.x, &giant.z);
                for &index in indices {
                    let (offset, offset_xz) = &offsets[usize::from(index)];
                    // x₁z₂ − x₂z₁ = (x₁ − x₂)(z₁ + z₂) − x₁z₁ + x₂z₂
                    let cross = ring.mul(
                        &ring.sub(&giant.x, &offset.x),
                        &ring.add(&giant.z, &offset.z),
                    );
                    product =
                        ring.mul(&product, &ring.add(&ring.sub(&cross, &giant_xz), offset_xz));
                }
                let after = curve.add(&next, point(self.step), &giant);
                giant = std::mem::replace(&mut next, after);
            }
        }
        Some(product)
    }
}
