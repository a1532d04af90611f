//! Lenstra's elliptic curves: a factor of a composite, at a cost that depends on the factor
//! rather than on the number (Lenstra 1987; curves of Montgomery's form, Suyama's parameters and
//! the second stage as in Montgomery, *Speeding the Pollard and elliptic curve methods of
//! factorization*, 1987).
//!
//! A multiple of a point by a number that the order of the curve modulo p divides is the
//! point at infinity modulo p, which shows as a common factor of its coordinate Z and n. Each
//! curve has another order, so that one curve after another is tried. All is written for
//! [`Residues`], which may be many curves side by side.

mod chain;
mod lanes;
pub(super) mod wide;
pub(super) mod word;

use super::prime::primes_below;
use super::residues::Residues;
use chain::{Chain, REGISTERS, Step};

/// A point in projective coordinates, without the y that no formula needs.
#[derive(Clone, Copy)]
pub(super) struct Point<E> {
    pub x: E,
    pub z: E,
}

/// By² = x³ + Ax² + x.
pub(super) struct Curve<'a, R: Residues<Element: Copy>> {
    pub ring: &'a R,
    /// (A + 2)/4
    pub a24: R::Element,
}

/// What the second stage starts from.
struct Multiples<E> {
    /// The multiples by the offsets, each with its xz.
    offsets: Vec<(Point<E>, E)>,
    /// The multiple by the step.
    step: Point<E>,
}

/// What is done on a curve: the prime powers of its order up to a first bound, and one prime
/// more up to a second.
pub(super) struct Plan {
    first: Chain,
    /// The second stage reaches primes as `step`·g ± an offset.
    step: u32,
    offsets: Vec<u32>,
    /// For g = 1, 2, …: which offsets reach a prime.
    giants: Vec<Vec<u8>>,
}

impl Plan {
    /// `step` is 60 or 210; the more, the more offsets are made ready.
    pub(super) fn new(first: u32, second: u32, step: u32) -> Plan {
        let primes = primes_below(second + step);
        let offsets: Vec<u32> = (1..step / 2).filter(|&offset| num_integer::gcd(offset, step) == 1).collect();
        let wanted = |candidate: u32| candidate > first && primes.binary_search(&candidate).is_ok();
        let reach = |g: u32| {
            let reached =
                |&(_, offset): &(usize, &u32)| wanted(g * step - offset) || wanted(g * step + offset);
            offsets.iter().enumerate().filter(reached).map(|(index, _)| index as u8).collect()
        };
        let giants = (1..=second / step).map(reach).collect();
        Plan { first: Chain::smooth(&primes, first), step, offsets, giants }
    }

    /// A number that shares p with n if the order of the curve modulo p is what the plan asks.
    #[inline(always)] // into a caller that may use instructions which this function may not
    pub(super) fn run<R: Residues<Element: Copy>>(
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

    /// Z, times a difference for each prime: two multiples whose x agree modulo p are equal or
    /// opposite there, and their sum or difference is the point at infinity.
    #[inline(always)]
    fn second_stage<R: Residues<Element: Copy>>(
        &self,
        curve: &Curve<'_, R>,
        point: Point<R::Element>,
    ) -> R::Element {
        let ring = curve.ring;
        let Multiples { offsets, step } = self.multiples(curve, point);
        let (mut before, mut giant) = (step, step);
        let mut product = point.z;
        for (index, reached) in self.giants.iter().enumerate() {
            let (across, here) = (ring.mul(giant.x, giant.z), giant);
            for &offset in reached {
                let (offset, own) = offsets[usize::from(offset)];
                // x₁z₂ − x₂z₁ = (x₁ − x₂)(z₁ + z₂) − x₁z₁ + x₂z₂
                let cross = ring.mul(ring.sub(here.x, offset.x), ring.add(here.z, offset.z));
                product = ring.mul(product, ring.add(ring.sub(cross, across), own));
            }
            let next = if index == 0 { curve.double(step) } else { curve.add(giant, step, before) };
            (before, giant) = (giant, next);
        }
        product
    }

    #[inline(always)]
    fn multiples<R: Residues<Element: Copy>>(
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
        // Half the step is 105 or 30: the odd multiple that comes next, or in the middle between
        // that and the last.
        let half = multiplier + 2 == self.step / 2;
        let step = if half { curve.double(beyond) } else { curve.add(beyond, odd, twice) };
        Multiples { offsets: multiples, step }
    }
}

/// Suyama's curve for σ, whose order is divisible by 12: a point on it, and (A + 2)/4 as a
/// fraction, its numerator and its denominator. `number` brings a small number into the form.
pub(super) fn suyama<R: Residues<Element: Copy>>(
    ring: &R,
    sigma: R::Element,
    number: impl Fn(u64) -> R::Element,
) -> (Point<R::Element>, R::Element, R::Element) {
    let cube = |x| ring.mul(ring.mul(x, x), x);
    let u = ring.sub(ring.mul(sigma, sigma), number(5));
    let v = ring.mul(number(4), sigma);
    let start = Point { x: cube(u), z: cube(v) };
    let above = ring.mul(cube(ring.sub(v, u)), ring.add(ring.mul(number(3), u), v));
    let below = ring.mul(number(16), ring.mul(start.x, v));
    (start, above, below)
}

impl<R: Residues<Element: Copy>> Curve<'_, R> {
    /// The sum of two points whose difference is known.
    #[inline(always)]
    fn add(
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

    #[inline(always)]
    fn double(&self, p: Point<R::Element>) -> Point<R::Element> {
        let ring = self.ring;
        let (sum, gap) = (ring.add(p.x, p.z), ring.sub(p.x, p.z));
        let (sum, gap) = (ring.mul(sum, sum), ring.mul(gap, gap));
        let product = ring.sub(sum, gap); // 4xz
        Point { x: ring.mul(sum, gap), z: ring.mul(product, ring.add(gap, ring.mul(self.a24, product))) }
    }
}
