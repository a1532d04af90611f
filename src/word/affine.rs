use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;
use num_traits::{One, ToPrimitive};

use crate::Weave;

/// An affine map of positions: p + s moves to a·(p + s) + b modulo M, and the position M stays.
///
/// All perfect shuffles, cuts and the reversal have such a map, with different moduli. The product of two maps
/// with the same modulus and the same s is such a map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Affine {
    modulus: BigUint,
    /// s, 0 or 1.
    shift: u32,
    /// a, coprime to M.
    multiplier: BigUint,
    /// The addend b, which is 0 unless M is the number of cards.
    addend: BigUint,
}

impl Affine {
    pub fn from_weave(weave: &Weave) -> Affine {
        let (modulus, base) = (weave.modulus(), weave.base());
        let multiplier = weave.packets() % &modulus;
        if modulus != *weave.cards() {
            return Affine { modulus, shift: base, multiplier, addend: BigUint::ZERO };
        }
        // k·(p + s) − s, so that all maps modulo the number of cards have s = 0.
        let addend = (multiplier.clone() + &modulus - BigUint::one()) * base % &modulus;
        Affine { modulus, shift: 0, multiplier, addend }
    }

    /// Returns the map of a cut that moves `top` cards from the top to the bottom.
    ///
    /// If `top` is negative, the cut moves cards from the bottom to the top.
    pub fn from_cut(cards: &BigUint, top: &BigInt) -> Affine {
        let addend = residue(&-top, cards);
        Affine { modulus: cards.clone(), shift: 0, multiplier: BigUint::one() % cards, addend }
    }

    pub fn reversal(cards: &BigUint) -> Affine {
        let last = cards - 1u32;
        Affine { modulus: cards.clone(), shift: 0, multiplier: last.clone(), addend: last }
    }

    /// Returns whether the two maps have the same modulus and s.
    pub fn same_modulus(&self, other: &Affine) -> bool {
        self.modulus == other.modulus && self.shift == other.shift
    }

    /// Returns the map that is first `self`, then `next`, which must have the same modulus and s.
    pub fn then(&self, next: &Affine) -> Affine {
        let multiplier = &self.multiplier * &next.multiplier % &self.modulus;
        let addend = (&self.addend * &next.multiplier + &next.addend) % &self.modulus;
        Affine { multiplier, addend, modulus: self.modulus.clone(), shift: self.shift }
    }

    pub fn inverse(&self) -> Affine {
        let multiplier = self.multiplier.modinv(&self.modulus).expect("a shuffle has an inverse");
        let addend = (&self.modulus - &self.addend) * &multiplier % &self.modulus;
        Affine { multiplier, addend, modulus: self.modulus.clone(), shift: self.shift }
    }

    /// Returns the map to the power `exponent`, by squaring: O(log exponent) products.
    pub fn pow(&self, exponent: &BigInt) -> Affine {
        let base = if exponent.sign() == Sign::Minus { self.inverse() } else { self.clone() };
        if self.addend == BigUint::ZERO {
            return Affine {
                multiplier: base.multiplier.modpow(exponent.magnitude(), &self.modulus),
                ..base
            };
        }
        let mut power = Affine { multiplier: BigUint::one(), addend: BigUint::ZERO, ..base.clone() };
        for bit in (0..exponent.bits()).rev() {
            power = power.then(&power);
            if exponent.magnitude().bit(bit) {
                power = power.then(&base);
            }
        }
        power
    }

    pub fn is_identity(&self) -> bool {
        self.modulus.is_one() || (self.multiplier.is_one() && self.addend == BigUint::ZERO)
    }

    pub fn image(&self, position: &BigUint) -> BigUint {
        if *position == self.modulus {
            return position.clone(); // the last card of an out-shuffle
        }
        let residue = ((position + self.shift) * &self.multiplier + &self.addend) % &self.modulus;
        (residue + &self.modulus - self.shift) % &self.modulus
    }

    /// Returns M, a and c such that p moves to a·p + c modulo M, unless p is M.
    ///
    /// Returns `None` if M has more than 32 bits.
    pub fn reduced(&self) -> Option<[u64; 3]> {
        let modulus = u64::from(self.modulus.to_u32()?);
        let [multiplier, addend] = [&self.multiplier, &self.addend].map(|number| number.to_u64());
        let (multiplier, shift) = (multiplier?, u64::from(self.shift));
        Some([modulus, multiplier, (multiplier * shift + addend? + modulus - shift) % modulus])
    }

    /// Returns a and b of p → a·p + b, or `None` if the modulus is not the number of cards.
    pub fn coefficients(&self, cards: &BigUint) -> Option<(BigUint, BigUint)> {
        (self.modulus == *cards).then(|| (self.multiplier.clone(), self.addend.clone()))
    }
}

fn residue(number: &BigInt, modulus: &BigUint) -> BigUint {
    number.mod_floor(&BigInt::from(modulus.clone())).into_parts().1
}
