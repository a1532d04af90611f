//! Tests, in batches, of whether 2^e ≡ 1 modulo a prime, by Montgomery multiplication modulo 32-bit numbers. The chains
//! of products in a batch are independent and overlap.

/// Number of tests in a batch.
pub(super) const LANES: usize = 32;

/// Number of chains of products that are computed together.
const CHAINS: usize = 8;

/// For moduli below this bound, residues may stay below twice the modulus instead of being reduced
/// completely: the doubled square is less than 2^32 times the modulus, as Montgomery reduction needs.
pub(super) const LAZY_BELOW: u32 = 1 << 29;

/// Number of leading bits of an exponent that cost no product: a power of two below 2^32 is a shift.
pub(super) const FREE_BITS: u32 = 5;

/// Returns whether 2^exponent ≡ 1 for each modulus, as a bit mask whose lowest bit is the first. The moduli must be
/// odd, from 3 to 2^31. The exponents must be positive, with at most `bits` bits and at least `bits` − 3: their first
/// five bits are then at least 2, so that unreduced residues do not grow.
pub(super) fn powers_are_one(moduli: &[u32; LANES], exponents: &[u32; LANES], bits: u32) -> u32 {
    let lazy = moduli.iter().all(|&modulus| modulus < LAZY_BELOW);
    let powers = if lazy { powers::<false> } else { powers::<true> };
    let chunks = moduli.as_chunks().0.iter().zip(exponents.as_chunks().0);
    chunks.rev().fold(0, |answers, (moduli, exponents)| {
        let ones = powers(moduli, exponents, bits);
        ones.iter().rev().fold(answers, |answers, &answer| answers << 1 | u32::from(answer))
    })
}

/// Returns whether 2^e ≡ 1 for each exponent e, by computing 2^(−e), which is 1 if and only if 2^e is. With s
/// squarings, −e = −d·2^s + rest. The Montgomery form of 2^(−d) is 2^(32−d), and each set bit of the rest doubles the
/// power after a squaring.
#[inline(always)]
fn powers<const REDUCED: bool>(
    moduli: &[u32; CHAINS],
    exponents: &[u32; CHAINS],
    bits: u32,
) -> [bool; CHAINS] {
    let squarings = bits.saturating_sub(FREE_BITS);
    let negated = moduli.map(|modulus| inverse(modulus).wrapping_neg());
    let above = exponents.map(|exponent| exponent.div_ceil(1 << squarings));
    let rest: [u32; CHAINS] = std::array::from_fn(|lane| (above[lane] << squarings) - exponents[lane]);
    let mut power = above.map(|above| 1u32 << (32 - above));
    for bit in (0..squarings).rev() {
        for lane in 0..CHAINS {
            let square = (u64::from(power[lane]) * u64::from(power[lane])) << (rest[lane] >> bit & 1);
            power[lane] = reduced(square, moduli[lane], negated[lane]);
            if REDUCED {
                power[lane] = power[lane].min(power[lane].wrapping_sub(moduli[lane]));
            }
        }
    }
    std::array::from_fn(|lane| reduced(power[lane].into(), moduli[lane], negated[lane]) == 1)
}

/// Returns x/2^32 modulo n. The result is at most n above the high word of x. `negated` is −1/n modulo 2^32.
#[inline(always)]
fn reduced(x: u64, n: u32, negated: u32) -> u32 {
    let multiple = (x as u32).wrapping_mul(negated);
    ((x + u64::from(multiple) * u64::from(n)) >> 32) as u32
}

/// Returns the inverse of an odd `n` modulo 2^32, by Newton's iteration: `3n ^ 2` is correct to 5 bits, and each of
/// three steps doubles the number of correct bits.
#[inline(always)]
pub(super) fn inverse(n: u32) -> u32 {
    (0..3).fold(n.wrapping_mul(3) ^ 2, |x, _| x.wrapping_mul(2u32.wrapping_sub(n.wrapping_mul(x))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::natural::Natural;

    #[test]
    fn bits_are_in_order() {
        // 2^8 ≡ 1 modulo 51 and 2^8 ≡ −1 modulo 257.
        let moduli = std::array::from_fn(|lane| if [0, 5, 31].contains(&lane) { 51 } else { 257 });
        assert_eq!(powers_are_one(&moduli, &[8; LANES], 4), 1 | 1 << 5 | 1 << 31);
    }

    #[test]
    fn agrees_with_pow_mod() {
        let primes =
            [3u32, 5, 7, 17, 31, 127, 8191, 65_537, 131_071, 536_870_909, 536_870_923, 1_073_741_827];
        for prime in primes {
            for divisor in (1..200).filter(|&divisor| (prime - 1).is_multiple_of(divisor)) {
                let exponent = (prime - 1) / divisor;
                for exponent in [exponent, exponent + 1, exponent.max(2) - 1] {
                    let bits = 32 - exponent.leading_zeros();
                    let exponents = std::array::from_fn(|lane| (exponent >> (lane % 4)).max(1));
                    let found = powers_are_one(&[prime; LANES], &exponents, bits);
                    for (lane, &exponent) in exponents.iter().enumerate() {
                        let expected = 2u64.pow_mod(&exponent.into(), &prime.into()) == 1;
                        assert_eq!(found >> lane & 1 == 1, expected, "2^{exponent} mod {prime}");
                    }
                }
            }
        }
    }
}
