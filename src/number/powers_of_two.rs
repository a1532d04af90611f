//! Powers of 2 modulo an odd half word: most of what an order modulo 32 bits takes.

/// Bits of the exponents that a step takes at once. What is squared stays below 2^33, so that
/// its square times 2^15 is reduced to less than n + 2^17 + 1, which is below 2^33 again.
const WINDOW: u32 = 4;

/// Arithmetic modulo an odd n below 2^32 in Montgomery's form with R = 2^64 (see
/// [`montgomery`](super::montgomery)): there is so much room that a power of 2 is multiplied in
/// before a square is reduced, and that results need not be brought below n.
pub(super) struct PowersOfTwo {
    n: u64,
    /// −n⁻¹ modulo 2^64.
    inverse: u64,
    one: u64,
}

impl PowersOfTwo {
    pub(super) fn modulo(n: u32) -> PowersOfTwo {
        debug_assert!(n % 2 == 1);
        let n = u64::from(n);
        PowersOfTwo { n, inverse: super::montgomery::inverse(n).wrapping_neg(), one: u64::MAX % n + 1 }
    }

    /// Which of the powers of 2 to these exponents are 1.
    #[inline]
    pub(super) fn are_one<const K: usize>(&self, exponents: [u64; K]) -> [bool; K] {
        self.powers(exponents).map(|power| self.brought_below(power) == self.one)
    }

    /// Whether Miller's condition holds for base 2: with n − 1 = 2^s·d, 2^d is 1, or its 2^i-th
    /// power is −1 for an i < s.
    pub(super) fn is_strong_probable_prime(&self) -> bool {
        let twos = (self.n - 1).trailing_zeros();
        let [mut power] = self.powers([(self.n - 1) >> twos]);
        if self.brought_below(power) == self.one {
            return true;
        }
        for _ in 0..twos {
            if self.brought_below(power) == self.n - self.one {
                return true;
            }
            power = self.reduced(power, 0);
        }
        false
    }

    fn brought_below(&self, power: u64) -> u64 {
        if power >= self.n { power - self.n } else { power }
    }

    #[inline(always)]
    fn powers<const K: usize>(&self, exponents: [u64; K]) -> [u64; K] {
        let bits = exponents.iter().fold(0, |bits, exponent| bits | exponent);
        let windows = (u64::BITS - bits.leading_zeros()).div_ceil(WINDOW);
        let mut powers = [self.one; K];
        for window in (0..windows).rev() {
            for _ in 1..if window + 1 < windows { WINDOW } else { 1 } {
                powers = powers.map(|power| self.reduced(power, 0));
            }
            for (power, exponent) in powers.iter_mut().zip(exponents) {
                *power = self.reduced(*power, exponent >> (WINDOW * window) & ((1 << WINDOW) - 1));
            }
        }
        powers
    }

    /// The square times 2^shift, out of R², below n + 2^17 + 1.
    #[inline(always)]
    fn reduced(&self, power: u64, shift: u64) -> u64 {
        let square = (u128::from(power) * u128::from(power)) << shift;
        let (high, low) = ((square >> 64) as u64, square as u64);
        let multiple = low.wrapping_mul(self.inverse);
        // The low words add up to 2^64, or are both 0.
        let carried = (u128::from(multiple) * u128::from(self.n)) >> 64;
        carried as u64 + (high + u64::from(low != 0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::montgomery::pow_mod;

    #[test]
    fn agrees_with_plain_powers() {
        let mut seed = 1u64;
        for n in (3..2_000u32).chain(u32::MAX - 2_000..=u32::MAX).filter(|n| n % 2 == 1) {
            let powers = PowersOfTwo::modulo(n);
            seed = seed.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
            let random = seed >> 32;
            let exponents =
                [0, 1, u64::from(n - 1), u64::from(n) / 2, random, random % 64, u64::from(u32::MAX)];
            let ones = exponents.map(|exponent| pow_mod(2, exponent, n.into()) == 1);
            assert_eq!(powers.are_one(exponents), ones, "{n}");
            let twos = (n - 1).trailing_zeros();
            let odd = u64::from(n - 1) >> twos;
            let silent = |i: u32| pow_mod(2, odd << i, n.into()) == u64::from(n - 1);
            let strong = pow_mod(2, odd, n.into()) == 1 || (0..twos).any(silent);
            assert_eq!(powers.is_strong_probable_prime(), strong, "{n}");
        }
    }
}
