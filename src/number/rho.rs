//! Pollard's rho: a factor of a composite, in about the square root of its least prime
//! (Pollard 1975), with Brent's cycle finding and one gcd for many steps (Brent 1980).

use num_bigint::BigUint;
use num_integer::{Integer, Roots};
use num_traits::One;

use super::budget::Budget;
use super::montgomery::Montgomery;
use super::residues::Residues;

/// Steps whose differences are multiplied together before a gcd is taken: enough that
/// the gcds cost nothing, few enough that stepping back through one batch does not either.
const BATCH: u64 = 128;

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
    (1..).find_map(|c| rho(&ring, c, &Budget::unlimited())).expect("an odd composite has a proper factor")
}

/// A proper factor of an odd composite that is no square, if one is found within the budget.
pub(super) fn split_big(n: &BigUint, budget: &Budget) -> Option<BigUint> {
    (1..).take_while(|_| !budget.is_spent()).find_map(|c| rho(&Big { n }, c, budget))
}

/// One walk x → x² + c from 2; none where it closed without a factor or the budget is spent.
fn rho<R: Ring>(ring: &R, c: u32, budget: &Budget) -> Option<R::Residue> {
    let c = ring.residue(c);
    let mut walker = ring.residue(2);
    let mut length = 1;
    loop {
        let anchor = walker.clone();
        for _ in 0..length {
            walker = ring.step(&walker, &c);
        }
        let mut done = 0;
        while done < length {
            if budget.is_spent() {
                return None;
            }
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
            if n.sqrt() * n.sqrt() == n {
                continue;
            }
            let factor = split_big(&n.into(), &Budget::unlimited()).unwrap_or_else(|| panic!("{n}"));
            assert!(factor > 1u32.into() && factor < n.into() && (BigUint::from(n) % factor) == 0u32.into());
        }
    }

    #[test]
    fn a_spent_budget_ends_it() {
        let product = ((BigUint::one() << 89u32) - 1u32) * ((BigUint::one() << 107u32) - 1u32);
        assert_eq!(split_big(&product, &Budget::of(std::time::Duration::from_millis(5))), None);
    }
}
