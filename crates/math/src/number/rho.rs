//! Pollard's rho method (Pollard 1975).
//!
//! It finds a factor of a composite in about √p steps, where p is the least prime factor. Cycles are found by
//! Brent's method, with one gcd for many steps (Brent 1980).

use num_bigint::BigUint;
use num_integer::{Integer, Roots};
use num_traits::One;

use super::budget::Budget;
use super::montgomery::MontgomeryU64;
use super::montgomery::{BigResidueRing, BigUintRing, ResidueRing};

/// Number of steps whose differences are multiplied before a gcd is computed. It is so large that the time of the gcds
/// is negligible, and so small that the time of repeating a batch is negligible too.
const BATCH: u64 = 128;

/// Returns a proper factor of `n`, an odd composite.
pub(super) fn split_u64(n: u64) -> u64 {
    let root = n.sqrt();
    if root * root == n {
        return root;
    }
    let ring = MontgomeryU64::new(n);
    // Montgomery form changes neither the common factors with n nor the length of the cycle.
    let rho = |c| Rho { ring: &ring, n, c: ring.encode(c), gcd: |x: &u64| x.gcd(&n) };
    let (one, two) = (ring.one(), ring.encode(2));
    // A walk fails if it closes modulo every prime at the same step. Another constant gives another walk.
    (1..)
        .find_map(|c| rho(c).walk(&one, &two, &Budget::unlimited()))
        .expect("an odd composite has a proper factor")
}

/// Returns a proper factor of `n`, an odd composite that is not a square, if one is found within `budget`.
pub(super) fn split_big(n: &BigUint, budget: &Budget) -> Option<BigUint> {
    let ring = BigUintRing(n);
    let number = |x: u32| ring.element(&x.into());
    let rho = |c| Rho { ring: &ring, n: n.clone(), c: number(c), gcd: |x: &BigUint| x.gcd(n) };
    (1..).take_while(|_| !budget.is_spent()).find_map(|c| rho(c).walk(&number(1), &number(2), budget))
}

/// The walk x → x² + c modulo n.
struct Rho<'a, R: ResidueRing, F> {
    ring: &'a R,
    n: R::Element,
    c: R::Element,
    /// Returns the greatest common divisor of an element and n.
    gcd: F,
}

/// The greatest common divisor of an element and n.
enum Gcd<T> {
    One,
    Proper(T),
    Whole,
}

impl<R, F> Rho<'_, R, F>
where
    R: ResidueRing<Element: Integer>,
    F: Fn(&R::Element) -> R::Element,
{
    /// Walks from `start`. Returns `None` if the walk closed without a factor or the budget is spent.
    fn walk(&self, one: &R::Element, start: &R::Element, budget: &Budget) -> Option<R::Element> {
        let mut x = start.clone();
        let mut length = 1;
        loop {
            let anchor = x.clone();
            for _ in 0..length {
                x = self.step(x);
            }
            let mut done = 0;
            while done < length {
                if budget.is_spent() {
                    return None;
                }
                let before = x.clone();
                let batch = BATCH.min(length - done);
                let mut product = one.clone();
                for _ in 0..batch {
                    x = self.step(x);
                    product = self.ring.mul(product, self.ring.sub(anchor.clone(), x.clone()));
                }
                match self.gcd_with_n(&product) {
                    Gcd::One => done += batch,
                    Gcd::Proper(factor) => return Some(factor),
                    Gcd::Whole => return self.repeat_batch(&anchor, before),
                }
            }
            length *= 2;
        }
    }

    /// Repeats a batch whose product is 0 modulo n, with a gcd after each step.
    fn repeat_batch(&self, anchor: &R::Element, mut x: R::Element) -> Option<R::Element> {
        loop {
            x = self.step(x);
            match self.gcd_with_n(&self.ring.sub(anchor.clone(), x.clone())) {
                Gcd::One => {}
                Gcd::Proper(factor) => return Some(factor),
                Gcd::Whole => return None,
            }
        }
    }

    #[inline]
    fn step(&self, x: R::Element) -> R::Element {
        self.ring.add(self.ring.mul(x.clone(), x), self.c.clone())
    }

    fn gcd_with_n(&self, x: &R::Element) -> Gcd<R::Element> {
        match (self.gcd)(x) {
            gcd if gcd.is_one() => Gcd::One,
            gcd if gcd < self.n => Gcd::Proper(gcd),
            _ => Gcd::Whole,
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
            if n.sqrt() * n.sqrt() == n {
                continue;
            }
            let factor = split_big(&n.into(), &Budget::unlimited()).unwrap_or_else(|| panic!("{n}"));
            assert!(factor > 1u32.into() && factor < n.into() && (BigUint::from(n) % factor) == 0u32.into());
        }
    }

    #[test]
    fn stops_when_the_budget_is_spent() {
        let product = ((BigUint::one() << 89u32) - 1u32) * ((BigUint::one() << 107u32) - 1u32);
        assert_eq!(split_big(&product, &Budget::new(std::time::Duration::from_millis(5))), None);
    }
}
