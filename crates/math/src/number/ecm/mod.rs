//! Lenstra's elliptic-curve method (ECM).
//!
//! It finds a factor of a composite at a cost that depends on the size of the factor rather than of the
//! number (Lenstra 1987). Curves in Montgomery's form, Suyama's parameters and the second stage are as in
//! Montgomery, *Speeding the Pollard and elliptic curve methods of factorization*, 1987.
//!
//! Let p be a prime factor of n. If the order of a curve modulo p divides m, then m times any point
//! is the point at infinity modulo p, so that its coordinate Z has the common factor p with n. Curves
//! have different orders and are tried one after another until one has a smooth order.

mod big;
mod lucas_chain;

use std::sync::LazyLock;

use num_integer::Integer;

use super::budget::Budget;
use super::montgomery::{MontgomeryU64, ResidueRing};
use super::prime::primes_below;
use lucas_chain::{Chain, Step};

pub(super) use big::split_big;

/// A point in projective coordinates X : Z. The formulas do not need Y.
#[derive(Clone)]
struct Point<E> {
    pub x: E,
    pub z: E,
}

/// The Montgomery curve By² = x³ + Ax² + x.
struct Curve<'a, R: ResidueRing> {
    pub ring: &'a R,
    /// (A + 2)/4
    pub a24: R::Element,
}

/// Returns Suyama's curve for the parameter `sigma`. The result is a point on it, and the numerator and
/// denominator of (A + 2)/4. The order of the curve is divisible by 12. `number` converts a small number to a
/// residue.
fn suyama<R: ResidueRing>(
    ring: &R,
    sigma: u64,
    number: impl Fn(u64) -> R::Element,
) -> (Point<R::Element>, R::Element, R::Element) {
    let cube = |x: &R::Element| ring.mul(&ring.mul(x, x), x);
    let sigma = number(sigma);
    let u = ring.sub(&ring.mul(&sigma, &sigma), &number(5));
    let v = ring.mul(&number(4), &sigma);
    let start = Point { x: cube(&u), z: cube(&v) };
    let numerator = ring.mul(&cube(&ring.sub(&v, &u)), &ring.add(&ring.mul(&number(3), &u), &v));
    let denominator = ring.mul(&number(16), &ring.mul(&start.x, &v));
    (start, numerator, denominator)
}

impl<R: ResidueRing> Curve<'_, R> {
    /// Returns `p` + `q`, given `difference` = `p` − `q`.
    #[inline(always)]
    fn add(
        &self,
        p: &Point<R::Element>,
        q: &Point<R::Element>,
        difference: &Point<R::Element>,
    ) -> Point<R::Element> {
        let ring = self.ring;
        let a = ring.mul(&ring.sub(&p.x, &p.z), &ring.add(&q.x, &q.z));
        let b = ring.mul(&ring.add(&p.x, &p.z), &ring.sub(&q.x, &q.z));
        let (sum, gap) = (ring.add(&a, &b), ring.sub(&a, &b));
        let (sum, gap) = (ring.mul(&sum, &sum), ring.mul(&gap, &gap));
        Point { x: ring.mul(&sum, &difference.z), z: ring.mul(&gap, &difference.x) }
    }

    /// Returns 2·`p`.
    #[inline(always)]
    fn double(&self, p: &Point<R::Element>) -> Point<R::Element> {
        let ring = self.ring;
        let (sum, gap) = (ring.add(&p.x, &p.z), ring.sub(&p.x, &p.z));
        let (sum, gap) = (ring.mul(&sum, &sum), ring.mul(&gap, &gap));
        let product = ring.sub(&sum, &gap); // 4xz
        let z = ring.mul(&product, &ring.add(&gap, &ring.mul(&self.a24, &product)));
        Point { x: ring.mul(&sum, &gap), z }
    }
}

/// Numbers of steps of the two stages, of some hundred products each, between two checks of the budget.
const STEPS_BETWEEN_CHECKS: usize = 128;
const GIANTS_BETWEEN_CHECKS: usize = 16;

/// The bounds B1 and B2 of ECM, with everything that does not depend on the curve. A curve finds p if its order modulo
/// p is a product of prime powers up to B1 and at most one more prime up to B2.
struct Plan {
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
    fn new(first: u32, second: u32, step: u32) -> Plan {
        let primes = primes_below(second + step);
        let offsets: Vec<u32> = (1..step / 2).filter(|&offset| num_integer::gcd(offset, step) == 1).collect();
        let is_prime = |candidate: u32| candidate > first && primes.binary_search(&candidate).is_ok();
        let offsets_at = |g: u32| {
            let gives_prime =
                |&(_, offset): &(usize, &u32)| is_prime(g * step - offset) || is_prime(g * step + offset);
            offsets.iter().enumerate().filter(gives_prime).map(|(index, _)| index as u8).collect()
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
        Plan { chain, second: SecondStage { point, offsets, step: whole, twice_step, giants } }
    }

    /// Runs both stages from `start`. The result and n have the common factor p if the order of the curve modulo p is
    /// smooth within the bounds. Returns `None` if the budget is spent.
    fn run<R: ResidueRing>(
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
                    Step::Add { into, left, right, difference } => {
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
                    let cross = ring.mul(&ring.sub(&giant.x, &offset.x), &ring.add(&giant.z, &offset.z));
                    product = ring.mul(&product, &ring.add(&ring.sub(&cross, &giant_xz), offset_xz));
                }
                let after = curve.add(&next, point(self.step), &giant);
                giant = std::mem::replace(&mut next, after);
            }
        }
        Some(product)
    }
}

// ECM modulo 64-bit numbers, one curve at a time.

/// For each level: B1 and the number of curves. Levels for small factors come first.
const LEVELS: [(u32, usize); 6] = [(27, 2), (47, 2), (70, 2), (125, 2), (165, 2), (205, 60)];

/// The ratio B2/B1.
const BOUND_RATIO: u32 = 25;

static PLANS: LazyLock<Vec<Plan>> =
    LazyLock::new(|| LEVELS.iter().map(|&(bound, _)| Plan::new(bound, BOUND_RATIO * bound, 60)).collect());

/// Returns a proper factor of the odd composite `n`, if one is found. `n` must not be the square of a prime.
pub(super) fn split_u64(n: u64) -> Option<u64> {
    let ring = MontgomeryU64::new(n);
    let plans = PLANS.iter().zip(LEVELS).flat_map(|(plan, (_, curves))| std::iter::repeat_n(plan, curves));
    (6..).zip(plans).find_map(|(sigma, plan)| {
        let divisor = try_curve(&ring, n, sigma, plan)?;
        (1 < divisor && divisor < n).then_some(divisor)
    })
}

/// Runs `plan` on the curve for `sigma`. Returns the greatest common divisor of the result and `n`.
fn try_curve(ring: &MontgomeryU64, n: u64, sigma: u64, plan: &Plan) -> Option<u64> {
    let (start, numerator, denominator) = suyama(ring, sigma, |x| ring.encode(x));
    match invert(ring.decode(denominator), n) {
        Ok(inverse) => {
            let curve = Curve { ring, a24: ring.mul(&numerator, &ring.encode(inverse)) };
            Some(plan.run(&curve, start, &Budget::unlimited())?.gcd(&n))
        }
        Err(shared) => Some(shared),
    }
}

/// Returns the inverse of `x` modulo `n` by the extended Euclidean algorithm. If there is no inverse, the
/// error is their greatest common divisor. The coefficients stay below `n`; their signs alternate.
fn invert(x: u64, n: u64) -> Result<u64, u64> {
    let (mut larger, mut smaller) = (n, x);
    let (mut before, mut coefficient, mut negative) = (0, 1, false);
    while smaller > 1 {
        let quotient = larger / smaller;
        (larger, smaller) = (smaller, larger - quotient * smaller);
        (before, coefficient) = (coefficient, before + quotient * coefficient);
        negative = !negative;
    }
    match smaller {
        0 => Err(larger),
        _ if negative => Ok(n - coefficient),
        _ => Ok(coefficient),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_of_two_primes_split() {
        // The largest primes below some powers of two; each neighbouring pair is multiplied.
        let primes = [
            65_521u64,
            131_071,
            524_287,
            1_048_573,
            4_194_301,
            16_777_213,
            67_108_859,
            268_435_399,
            1_073_741_789,
            4_294_967_291,
        ];
        for pair in primes.windows(2) {
            let factor = split_u64(pair[0] * pair[1]).expect("a factor");
            assert!(pair.contains(&factor), "{pair:?}");
        }
    }

    #[test]
    fn a_prime_has_no_proper_factor() {
        assert_eq!(split_u64(18_446_744_073_709_551_557), None);
    }

    #[test]
    fn inverses_and_shared_factors() {
        for n in [3u64, 15, 1_000_003, u64::MAX, u64::MAX - 58] {
            for x in (1..60).chain([n - 2, n - 1]).filter(|&x| x < n) {
                match invert(x, n) {
                    Ok(inverse) => assert_eq!(u128::from(x) * u128::from(inverse) % u128::from(n), 1),
                    Err(shared) => assert_eq!(shared, x.gcd(&n)),
                }
            }
        }
    }
}
