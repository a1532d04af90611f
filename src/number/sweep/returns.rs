//! Is 2^e ≡ 1 modulo a prime? Asked in batches, with products modulo a 32-bit number without
//! division (Montgomery 1985): several chains of products overlap where one would wait.

/// Questions that are answered together.
pub(super) const LANES: usize = 32;

/// Chains of products that overlap.
const CHAINS: usize = 8;

/// Below here a residue may stay unreduced, up to twice the modulus: its square, doubled, is
/// less than 2^32 times the modulus, as the reduction asks.
pub(super) const LAZY_BELOW: u32 = 1 << 29;

/// The bits of an exponent that cost no product: a power of two below 2^32 is at hand.
pub(super) const FREE_BITS: u32 = 5;

/// Whether 2^exponent ≡ 1 modulo each odd modulus from 3 to 2^31, for exponents of just `bits`
/// bits, at least one: a bit for each question, the lowest first.
pub(super) fn returns(moduli: &[u32; LANES], exponents: &[u32; LANES], bits: u32) -> u32 {
    let lazy = moduli.iter().all(|&modulus| modulus < LAZY_BELOW);
    let powers = if lazy { powers::<false> } else { powers::<true> };
    let chunks = moduli.as_chunks().0.iter().zip(exponents.as_chunks().0);
    chunks.rev().fold(0, |answers, (moduli, exponents)| {
        let returned = powers(moduli, exponents, bits);
        returned.iter().rev().fold(answers, |answers, &answer| answers << 1 | u32::from(answer))
    })
}

/// Computes 2^(−e), which is 1 where 2^e is. With s squarings to come, −e = −d·2^s + rest:
/// Montgomery's form of 2^(−d) is 2^(32−d), and each bit of the rest doubles on the way.
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

/// x/2^32 modulo n, at most n above the high word of x; `negated` is −1/n modulo 2^32.
#[inline(always)]
fn reduced(x: u64, n: u32, negated: u32) -> u32 {
    let multiple = (x as u32).wrapping_mul(negated);
    ((x + u64::from(multiple) * u64::from(n)) >> 32) as u32
}

/// The inverse of an odd number modulo 2^32 by Newton's iteration: `3n ^ 2` is right to 5 bits,
/// and each of three steps doubles them.
#[inline(always)]
pub(super) fn inverse(n: u32) -> u32 {
    (0..3).fold(n.wrapping_mul(3) ^ 2, |x, _| x.wrapping_mul(2u32.wrapping_sub(n.wrapping_mul(x))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::natural::Natural;

    #[test]
    fn answers_are_in_order() {
        // 2^8 ≡ 1 modulo 51 and 2^8 ≡ −1 modulo 257.
        let moduli = std::array::from_fn(|lane| if [0, 5, 31].contains(&lane) { 51 } else { 257 });
        assert_eq!(returns(&moduli, &[8; LANES], 4), 1 | 1 << 5 | 1 << 31);
    }

    #[test]
    fn agrees_with_powers_of_a_word() {
        let primes =
            [3u32, 5, 7, 17, 31, 127, 8191, 65_537, 131_071, 536_870_909, 536_870_923, 1_073_741_827];
        for prime in primes {
            for divisor in (1..200).filter(|&divisor| (prime - 1).is_multiple_of(divisor)) {
                let exponent = (prime - 1) / divisor;
                for exponent in [exponent, exponent + 1, exponent.max(2) - 1] {
                    let bits = 32 - exponent.leading_zeros();
                    let found = returns(&[prime; LANES], &[exponent; LANES], bits);
                    let expected = 2u64.pow_mod(&exponent.into(), &prime.into()) == 1;
                    assert_eq!(found, if expected { u32::MAX } else { 0 }, "2^{exponent} mod {prime}");
                }
            }
        }
    }
}
