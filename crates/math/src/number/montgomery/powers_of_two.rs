//! Powers of 2 modulo an odd 32-bit number, which take most of the time of an order modulo such a number.

use super::u64::inverse_mod_2_64;

/// Number of exponent bits that are processed together. Powers stay below 2^33: the square of such a power, times 2^15,
/// is reduced to less than n + 2^17 + 1, which is below 2^33 again.
const WINDOW: u32 = 4;

/// Powers of 2 modulo an odd n below 2^32, in Montgomery form with R = 2^64.
///
/// Because R is much larger than n, a square can be multiplied by a power of 2 before it is reduced,
/// and results need not be reduced below n.
pub(crate) struct PowersOfTwo {
    n: u64,
    /// −n⁻¹ modulo 2^64.
    inverse: u64,
    one: u64,
}

impl PowersOfTwo {
    pub(crate) fn new(n: u32) -> PowersOfTwo {
        debug_assert!(n % 2 == 1);
        let n = u64::from(n);
        PowersOfTwo {
            n,
            inverse: inverse_mod_2_64(n).wrapping_neg(),
            one: u64::MAX % n + 1,
        }
    }

    /// Returns, for each exponent e, whether 2^e ≡ 1.
    #[inline]
    pub(crate) fn are_one<const K: usize>(&self, exponents: [u64; K]) -> [bool; K] {
        self.powers(exponents)
            .map(|power| self.reduced_below_n(power) == self.one)
    }

    /// Returns whether n passes the strong probable-prime test to base 2. Let n − 1 = 2^s·d. Then 2^d must be
    /// 1, or 2^(2^i·d) must be −1 for some i < s.
    pub(crate) fn is_strong_probable_prime(&self) -> bool {
        let twos = (self.n - 1).trailing_zeros();
        let [mut power] = self.powers([(self.n - 1) >> twos]);
        if self.reduced_below_n(power) == self.one {
            return true;
        }
        for _ in 0..twos {
            if self.reduced_below_n(power) == self.n - self.one {
                return true;
            }
            power = self.reduced(power, 0);
        }
        false
    }

    /// Returns the representative of `power` below n.
    fn reduced_below_n(&self, power: u64) -> u64 {
        if power >= self.n {
            power - self.n
        } else {
            power
        }
    }

    /// Returns 2^e for each exponent e, in Montgomery form and below 2^33.
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

    /// Returns the Montgomery form of power²·2^shift, below n + 2^17 + 1.
    #[inline(always)]
    fn reduced(&self, power: u64, shift: u64) -> u64 {
        let square = (u128::from(power) * u128::from(power)) << shift;
        let (high, low) = ((square >> 64) as u64, square as u64);
        let multiple = low.wrapping_mul(self.inverse);
        // The low words sum to 2^64, or are both 0.
        let carried = (u128::from(multiple) * u128::from(self.n)) >> 64;
        carried as u64 + (high + u64::from(low != 0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::montgomery::pow_mod_u64;

    #[test]
    fn agrees_with_pow_mod() {
        let mut seed = 1u64;
        for n in (3..2_000u32)
            .chain(u32::MAX - 2_000..=u32::MAX)
            .filter(|n| n % 2 == 1)
        {
            let powers = PowersOfTwo::new(n);
            seed = seed.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
            let random = seed >> 32;
            let exponents = [
                0,
                1,
                u64::from(n - 1),
                u64::from(n) / 2,
                random,
                random % 64,
                u64::from(u32::MAX),
            ];
            let ones = exponents.map(|exponent| pow_mod_u64(2, exponent, n.into()) == 1);
            assert_eq!(powers.are_one(exponents), ones, "{n}");
            let twos = (n - 1).trailing_zeros();
            let odd = u64::from(n - 1) >> twos;
            let silent = |i: u32| pow_mod_u64(2, odd << i, n.into()) == u64::from(n - 1);
            let strong = pow_mod_u64(2, odd, n.into()) == 1 || (0..twos).any(silent);
            assert_eq!(powers.is_strong_probable_prime(), strong, "{n}");
        }
    }
}
