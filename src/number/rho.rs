//! Pollard's rho: a factor of a composite, in about the square root of its least prime
//! (Pollard 1975), with Brent's cycle finding and one gcd for many steps (Brent 1980).

use num_bigint::BigUint;
use num_integer::{Integer, Roots};
use num_traits::One;

use super::montgomery::Montgomery;
use super::residues::Residues;

/// Steps whose differences are multiplied together before a gcd is taken: enough that
/// the gcds cost nothing, few enough that stepping back through one batch does not either.
const BATCH: u64 = 128;

/// The effort for a number of one 64-bit word, in steps; a step modulo w words costs w²
/// as much. It finds prime factors to about 10 digits and takes under a second.
const STEPS_OF_ONE_WORD: u64 = 1 << 22;

/// Walks that are tried before a large number is given up; only a small one needs more than two.
const CONSTANTS: usize = 32;

/// Modular arithmetic as rho needs it.
trait Ring {
    type Residue: Clone;
    fn residue(&self, x: u32) -> Self::Residue;
    /// `x² + c`
    fn step(&self, x: &Self::Residue, c: &Self::Residue) -> Self::Residue;
    /// `product·(x − y)`
    fn gather(&self, product: &Self::Residue, x: &Self::Residue, y: &Self::Residue) -> Self::Residue;
    /// The factor that `x` shares with the modulus; none where that is 1 or the modulus.
    fn shared(&self, x: &Self::Residue) -> Shared<Self::Residue>;
}

/// What a gcd with the modulus showed.
enum Shared<T> {
    Nothing,
    Factor(T),
    Everything,
}

/// A proper factor of an odd composite.
pub(super) fn split_u64(n: u64) -> u64 {
    let root = n.sqrt();
    if root * root == n {
        return root;
    }
    let ring = Word { n, ring: Montgomery::new(n) };
    // A walk that closes on every prime at once fails; another constant starts another walk.
    let mut steps = u64::MAX;
    (1..).find_map(|c| rho(&ring, c, &mut steps)).expect("an odd composite has a proper factor")
}

/// A proper factor of an odd composite, if one is found within the stated effort.
pub(super) fn split_big(n: &BigUint) -> Option<BigUint> {
    let root = n.sqrt();
    if &root * &root == *n {
        return Some(root);
    }
    let words = n.bits().div_ceil(64);
    let mut steps = STEPS_OF_ONE_WORD / (words * words);
    (1..).take(CONSTANTS).find_map(|c| rho(&Big { n }, c, &mut steps))
}

/// One walk x → x² + c from 2; none where it closed without a factor or ran out of `steps`,
/// which it counts down.
fn rho<R: Ring>(ring: &R, c: u32, steps: &mut u64) -> Option<R::Residue> {
    let c = ring.residue(c);
    let mut walker = ring.residue(2);
    let mut length = 1;
    while length <= *steps {
        *steps -= length;
        let anchor = walker.clone();
        for _ in 0..length {
            walker = ring.step(&walker, &c);
        }
        let mut done = 0;
        while done < length {
            let start = walker.clone();
            let batch = BATCH.min(length - done);
            let mut product = ring.residue(1);
            for _ in 0..batch {
                walker = ring.step(&walker, &c);
                product = ring.gather(&product, &anchor, &walker);
            }
            match ring.shared(&product) {
                Shared::Nothing => done += batch,
                Shared::Factor(factor) => return Some(factor),
                Shared::Everything => return retrace(ring, &anchor, start, &c),
            }
        }
        length *= 2;
    }
    None
}

/// A batch that holds every prime at once, walked again a step at a time.
fn retrace<R: Ring>(
    ring: &R,
    anchor: &R::Residue,
    mut walker: R::Residue,
    c: &R::Residue,
) -> Option<R::Residue> {
    let one = ring.residue(1);
    loop {
        walker = ring.step(&walker, c);
        match ring.shared(&ring.gather(&one, anchor, &walker)) {
            Shared::Nothing => {}
            Shared::Factor(factor) => return Some(factor),
            Shared::Everything => return None,
        }
    }
}

/// Numbers of one word, in Montgomery's form throughout: the form changes neither
/// which differences share a factor with n, nor the length of the walk.
struct Word {
    n: u64,
    ring: Montgomery,
}

impl Ring for Word {
    type Residue = u64;

    fn residue(&self, x: u32) -> u64 {
        self.ring.enter(x.into())
    }

    #[inline]
    fn step(&self, x: &u64, c: &u64) -> u64 {
        self.ring.add(self.ring.mul(*x, *x), *c)
    }

    #[inline]
    fn gather(&self, product: &u64, x: &u64, y: &u64) -> u64 {
        self.ring.mul(*product, self.ring.sub(*x, *y))
    }

    fn shared(&self, x: &u64) -> Shared<u64> {
        match x.gcd(&self.n) {
            1 => Shared::Nothing,
            factor if factor < self.n => Shared::Factor(factor),
            _ => Shared::Everything,
        }
    }
}

struct Big<'a> {
    n: &'a BigUint,
}

impl Ring for Big<'_> {
    type Residue = BigUint;

    fn residue(&self, x: u32) -> BigUint {
        BigUint::from(x) % self.n
    }

    fn step(&self, x: &BigUint, c: &BigUint) -> BigUint {
        (x * x + c) % self.n
    }

    fn gather(&self, product: &BigUint, x: &BigUint, y: &BigUint) -> BigUint {
        let difference = if x > y { x - y } else { y - x };
        product * difference % self.n
    }

    fn shared(&self, x: &BigUint) -> Shared<BigUint> {
        let factor = x.gcd(self.n);
        if factor.is_one() {
            Shared::Nothing
        } else if factor < *self.n {
            Shared::Factor(factor)
        } else {
            Shared::Everything
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::prime::is_prime_u64;

    #[test]
    fn every_odd_composite_splits() {
        for n in (9..50_000u64).step_by(2).filter(|&n| !is_prime_u64(n)) {
            let factor = split_u64(n);
            assert!(1 < factor && factor < n && n % factor == 0, "{n}");
            let factor = split_big(&n.into()).unwrap_or_else(|| panic!("{n}"));
            assert!(factor > 1u32.into() && factor < n.into() && (BigUint::from(n) % factor) == 0u32.into());
        }
    }

    #[test]
    fn a_product_of_two_large_primes_is_given_up() {
        let product = (BigUint::one() << 89u32) - 1u32;
        let product = product * ((BigUint::one() << 107u32) - 1u32);
        assert_eq!(split_big(&product), None);
    }
}
