//! Pollard's rho method (Pollard 1975).
//!
//! It finds a factor of a composite in about √p steps, where p is the least prime factor. Cycles are found by
//! Brent's method, with one gcd for many steps (Brent 1980).

use num_integer::{Integer, Roots};

use super::montgomery::MontgomeryU64;

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
    // A walk fails if it closes modulo every prime at the same step. Another constant gives another walk.
    let walk = |c| {
        Rho {
            ring,
            n,
            c: ring.encode(c),
        }
        .walk()
    };
    (1..)
        .find_map(walk)
        .expect("an odd composite has a proper factor")
}

/// The walk x → x² + c modulo n, in Montgomery form. The form changes neither the common factors with n nor the length
/// of the cycle.
struct Rho {
    ring: MontgomeryU64,
    n: u64,
    c: u64,
}

/// The greatest common divisor of an element and n.
enum Gcd {
    One,
    Proper(u64),
    Whole,
}

impl Rho {
    /// Walks from 2. Returns `None` if the walk closed without a factor.
    fn walk(&self) -> Option<u64> {
        let mut x = self.ring.encode(2);
        let mut length = 1;
        loop {
            let anchor = x;
            for _ in 0..length {
                x = self.step(x);
            }
            let mut done = 0;
            while done < length {
                let before = x;
                let batch = BATCH.min(length - done);
                let mut product = self.ring.one();
                for _ in 0..batch {
                    x = self.step(x);
                    product = self.ring.mul(product, self.ring.sub(anchor, x));
                }
                match self.gcd_with_n(product) {
                    Gcd::One => done += batch,
                    Gcd::Proper(factor) => return Some(factor),
                    Gcd::Whole => return self.repeat_batch(anchor, before),
                }
            }
            length *= 2;
        }
    }

    /// Repeats a batch whose product is 0 modulo n, with a gcd after each step.
    fn repeat_batch(&self, anchor: u64, mut x: u64) -> Option<u64> {
        loop {
            x = self.step(x);
            match self.gcd_with_n(self.ring.sub(anchor, x)) {
                Gcd::One => {}
                Gcd::Proper(factor) => return Some(factor),
                Gcd::Whole => return None,
            }
        }
    }

    #[inline]
    fn step(&self, x: u64) -> u64 {
        self.ring.add(self.ring.mul(x, x), self.c)
    }

    fn gcd_with_n(&self, x: u64) -> Gcd {
        match x.gcd(&self.n) {
            1 => Gcd::One,
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
        }
    }
}
