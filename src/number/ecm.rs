//! Lenstra's elliptic curves: a factor of a 64-bit composite, quicker than rho where the
//! factors are large (Lenstra 1987; curves of Montgomery's form, Suyama's parameters and the
//! second stage as in Montgomery 1987).
//!
//! A multiple of a point by a number that the order of the curve modulo p divides is the
//! point at infinity modulo p, which shows as a common factor of its coordinate Z and n. Each
//! curve has another order, so that one curve after another is tried.

use num_integer::Integer;

use super::montgomery::Montgomery;

/// The primes that the first stage needs.
const PRIMES: [u64; 46] = [
    2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 101, 103,
    107, 109, 113, 127, 131, 137, 139, 149, 151, 157, 163, 167, 173, 179, 181, 191, 193, 197, 199,
];

/// The first stage takes orders whose prime powers are up to here, for each curve in turn and
/// the last for all that follow: cheap curves first, for the smaller factors.
const BOUNDS: [u64; 6] = [47, 70, 70, 125, 125, 200];

/// The second stage takes one prime more of the order, up to so many times the first bound.
const REACH: u64 = 25;

/// After so many curves ECM is out of luck; on average a tenth is needed at 64 bits.
const CURVES: u64 = 200;

/// The second stage steps by 60, and reaches each prime as 60k ± one of these.
const STEP: u64 = 60;
const OFFSETS: [usize; 8] = [1, 7, 11, 13, 17, 19, 23, 29];

/// A proper factor of the odd composite `n`, if one is found.
pub(super) fn split(n: u64) -> Option<u64> {
    let ring = Montgomery::new(n);
    let bounds = BOUNDS.iter().chain(std::iter::repeat(&BOUNDS[BOUNDS.len() - 1]));
    (6..6 + CURVES).zip(bounds).find_map(|(sigma, &bound)| match Curve::new(&ring, n, sigma) {
        Ok((curve, start)) => curve.factor(start, bound),
        Err(shared) => proper(shared, n),
    })
}

fn proper(factor: u64, n: u64) -> Option<u64> {
    (1 < factor && factor < n).then_some(factor)
}

/// A point in projective coordinates, without the y that no formula needs.
#[derive(Clone, Copy)]
struct Point {
    x: u64,
    z: u64,
}

/// By² = x³ + Ax² + x modulo n.
struct Curve<'a> {
    ring: &'a Montgomery,
    n: u64,
    /// (A + 2)/4
    a24: u64,
}

impl Curve<'_> {
    /// Suyama's curve for `sigma`, of an order divisible by 12, with a point on it; or a factor
    /// of n where an inverse is missing.
    fn new(ring: &Montgomery, n: u64, sigma: u64) -> Result<(Curve<'_>, Point), u64> {
        let number = |x: u64| ring.enter(x);
        let cube = |x: u64| ring.mul(ring.mul(x, x), x);
        let sigma = number(sigma);
        let u = ring.sub(ring.mul(sigma, sigma), number(5));
        let v = ring.mul(number(4), sigma);
        let start = Point { x: cube(u), z: cube(v) };
        let above = ring.mul(cube(ring.sub(v, u)), ring.add(ring.mul(number(3), u), v));
        let below = ring.mul(number(16), ring.mul(start.x, v));
        let inverse = invert(ring.leave(below), n)?;
        Ok((Curve { ring, n, a24: ring.mul(above, number(inverse)) }, start))
    }

    fn factor(&self, start: Point, bound: u64) -> Option<u64> {
        let point = self.first_stage(start, bound);
        match point.z.gcd(&self.n) {
            1 => proper(self.second_stage(point, bound).gcd(&self.n), self.n),
            shared => proper(shared, self.n),
        }
    }

    /// The multiple by every prime power up to `bound`.
    fn first_stage(&self, mut point: Point, bound: u64) -> Point {
        for prime in PRIMES.into_iter().take_while(|&prime| prime <= bound) {
            let mut power = prime;
            while power <= bound {
                point = self.multiple(point, prime);
                power *= prime;
            }
        }
        point
    }

    /// A product that p divides if one more prime up to REACH·bound takes the point to
    /// infinity modulo p: two multiples of a point whose x agree are equal or opposite.
    fn second_stage(&self, point: Point, bound: u64) -> u64 {
        let odd = self.odd_multiples(point);
        let step = self.double(self.double(odd[15]));
        let (mut before, mut giant) = (step, self.double(step));
        let (mut centre, mut product) = (2 * STEP, self.differences(step, &odd));
        while centre <= REACH * bound {
            product = self.ring.mul(product, self.differences(giant, &odd));
            (before, giant) = (giant, self.add(giant, step, before));
            centre += STEP;
        }
        product
    }

    /// 1, 3, 5, … 29 times the point, each at its own index.
    fn odd_multiples(&self, point: Point) -> [Point; 30] {
        let twice = self.double(point);
        let mut multiples = [point; 30];
        multiples[3] = self.add(twice, point, point);
        for index in (5..30).step_by(2) {
            multiples[index] = self.add(multiples[index - 2], twice, multiples[index - 4]);
        }
        multiples
    }

    /// The product of x₁z₂ − x₂z₁ for the giant step and each offset.
    fn differences(&self, giant: Point, odd: &[Point; 30]) -> u64 {
        let ring = self.ring;
        let difference = |offset: Point| ring.sub(ring.mul(giant.x, offset.z), ring.mul(offset.x, giant.z));
        OFFSETS.iter().fold(ring.one(), |product, &offset| ring.mul(product, difference(odd[offset])))
    }

    /// Montgomery's ladder.
    fn multiple(&self, point: Point, by: u64) -> Point {
        let (mut low, mut high) = (point, self.double(point));
        for bit in (0..by.ilog2()).rev() {
            let middle = self.add(high, low, point);
            (low, high) =
                if by >> bit & 1 == 1 { (middle, self.double(high)) } else { (self.double(low), middle) };
        }
        low
    }

    /// The sum of two points whose difference is known.
    #[inline]
    fn add(&self, p: Point, q: Point, difference: Point) -> Point {
        let ring = self.ring;
        let a = ring.mul(ring.sub(p.x, p.z), ring.add(q.x, q.z));
        let b = ring.mul(ring.add(p.x, p.z), ring.sub(q.x, q.z));
        let (sum, gap) = (ring.add(a, b), ring.sub(a, b));
        Point { x: ring.mul(ring.mul(sum, sum), difference.z), z: ring.mul(ring.mul(gap, gap), difference.x) }
    }

    #[inline]
    fn double(&self, p: Point) -> Point {
        let ring = self.ring;
        let (sum, gap) = (ring.add(p.x, p.z), ring.sub(p.x, p.z));
        let (sum, gap) = (ring.mul(sum, sum), ring.mul(gap, gap));
        let product = ring.sub(sum, gap); // 4xz
        Point { x: ring.mul(sum, gap), z: ring.mul(product, ring.add(gap, ring.mul(self.a24, product))) }
    }
}

/// The inverse of `x` modulo `n`, or the factor that they share.
fn invert(x: u64, n: u64) -> Result<u64, u64> {
    let euclid = i128::from(x).extended_gcd(&i128::from(n));
    match euclid.gcd {
        1 => Ok(euclid.x.mod_floor(&i128::from(n)) as u64),
        shared => Err(shared as u64),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_of_two_primes_split() {
        // The largest primes below each power of two, and the product of two neighbours.
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
            let factor = split(pair[0] * pair[1]).expect("a factor");
            assert!(pair.contains(&factor), "{pair:?}");
        }
    }

    #[test]
    fn a_prime_has_no_proper_factor() {
        assert_eq!(split(18_446_744_073_709_551_557), None);
    }
}
