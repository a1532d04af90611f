//! Powers of 2 modulo thirty-two primes at once, by the method of the portable `powers_are_one`.

use std::arch::x86_64::*;

use crate::number::sweep::powers::{FREE_BITS, LANES, LAZY_BELOW};
use faro_simd::avx512_fn;
use faro_simd::registers::{load_u32_as_u64, multiply_low_halves};

/// The registers of eight residues. Their multiplications overlap.
const REGISTERS: usize = LANES / 8;

avx512_fn! {
    /// Does what the portable `powers_are_one` does: sets a bit for each lane with 2^exponent ≡ 1.
    pub(super) fn powers_are_one(
        _avx512: Avx512,
        moduli: &[u32; LANES],
        exponents: &[u32; LANES],
        bits: u32,
    ) -> u32 {
        if moduli.iter().all(|&modulus| modulus < LAZY_BELOW) {
            powers::<false>(moduli, exponents, bits)
        } else {
            powers::<true>(moduli, exponents, bits)
        }
    }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn powers<const REDUCED: bool>(moduli: &[u32; LANES], exponents: &[u32; LANES], bits: u32) -> u32 {
    let squarings = bits.saturating_sub(FREE_BITS);
    let zero = [_mm512_setzero_si512(); REGISTERS];
    let (mut modulus, mut negated, mut power, mut rest) = (zero, zero, zero, zero);
    for register in 0..REGISTERS {
        modulus[register] = load_u32_as_u64(&moduli.as_chunks().0[register]);
        negated[register] = _mm512_sub_epi64(zero[0], inverse(modulus[register]));
        (power[register], rest[register]) =
            start(load_u32_as_u64(&exponents.as_chunks().0[register]), squarings);
    }
    for bit in (0..squarings).rev() {
        let bit = _mm512_set1_epi64(1 << bit);
        for register in 0..REGISTERS {
            let square = multiply_low_halves(power[register], power[register]);
            let doubled = _mm512_test_epi64_mask(rest[register], bit);
            let square = _mm512_mask_add_epi64(square, doubled, square, square);
            power[register] = reduced(square, modulus[register], negated[register]);
            if REDUCED {
                let less = _mm512_sub_epi32(power[register], modulus[register]);
                power[register] = _mm512_min_epu32(power[register], less);
            }
        }
    }
    let one = _mm512_set1_epi64(1);
    (0..REGISTERS).fold(0, |answers, register| {
        let power = _mm512_and_si512(power[register], _mm512_set1_epi64(u32::MAX.into()));
        let power = _mm512_srli_epi64::<32>(unshifted(power, modulus[register], negated[register]));
        answers | u32::from(_mm512_cmpeq_epi64_mask(power, one)) << (8 * register)
    })
}

/// The power to start with, and the rest of the exponent.
#[inline]
#[target_feature(enable = "avx512f")]
fn start(exponent: __m512i, squarings: u32) -> (__m512i, __m512i) {
    let count = _mm_cvtsi32_si128(squarings as i32);
    let up = _mm512_set1_epi64((1 << squarings) - 1);
    let above = _mm512_srl_epi64(_mm512_add_epi64(exponent, up), count);
    let rest = _mm512_sub_epi64(_mm512_sll_epi64(above, count), exponent);
    (_mm512_sllv_epi64(_mm512_set1_epi64(1), _mm512_sub_epi64(_mm512_set1_epi64(32), above)), rest)
}

/// Montgomery's reduction: x/2^32 modulo the modulus in the low halves of the lanes. The high halves are left as they
/// are: a shift would take the port of the multiplications.
#[inline]
#[target_feature(enable = "avx512f")]
fn reduced(x: __m512i, modulus: __m512i, negated: __m512i) -> __m512i {
    _mm512_shuffle_epi32::<0b11_11_01_01>(unshifted(x, modulus, negated))
}

/// A multiple of 2^32 that is congruent to x modulo the modulus.
#[inline]
#[target_feature(enable = "avx512f")]
fn unshifted(x: __m512i, modulus: __m512i, negated: __m512i) -> __m512i {
    _mm512_add_epi64(x, multiply_low_halves(multiply_low_halves(x, negated), modulus))
}

/// The inverses modulo 2^32, in the low halves of 64-bit lanes.
#[inline]
#[target_feature(enable = "avx512f")]
fn inverse(odd: __m512i) -> __m512i {
    let two = _mm512_set1_epi64(2);
    let mut inverse = _mm512_xor_si512(_mm512_add_epi64(odd, _mm512_add_epi64(odd, odd)), two);
    for _ in 0..3 {
        inverse = multiply_low_halves(inverse, _mm512_sub_epi64(two, multiply_low_halves(odd, inverse)));
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::sweep::powers as portable;
    use faro_simd::Processor;

    /// Pseudorandom numbers of up to 30 bits (Marsaglia's xorshift64).
    fn numbers() -> impl Iterator<Item = u32> {
        let mut state = 88_172_645_463_325_252u64;
        std::iter::from_fn(move || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            Some((state >> 34) as u32)
        })
    }

    #[test]
    fn agrees_with_the_portable_version() {
        let Some(avx512) = Processor::detect().avx512() else { return };
        let mut numbers = numbers();
        for bits in 1..=30 {
            for shrink in [0, 1, 2, 8, 16, 24] {
                let moduli = std::array::from_fn(|_| (numbers.next().unwrap() >> shrink | 1).max(3));
                let exponents = std::array::from_fn(|lane| {
                    let top = 1 << (bits - 1u32).saturating_sub(lane as u32 % 4);
                    numbers.next().unwrap() & (top - 1) | top
                });
                let expected = portable::powers_are_one(&moduli, &exponents, bits);
                assert_eq!(
                    powers_are_one(avx512, &moduli, &exponents, bits),
                    expected,
                    "{moduli:?} {exponents:?}"
                );
            }
        }
    }

    /// Fermat's little theorem, for moduli on both sides of `LAZY_BELOW`, and an exponent with another result.
    #[test]
    fn agrees_where_residues_are_reduced() {
        let Some(avx512) = Processor::detect().avx512() else { return };
        for prime in [65_537u32, 536_870_909, 536_870_923, 1_073_741_789, 1_073_741_827] {
            let moduli = std::array::from_fn(|lane| if lane % 3 == 0 { prime } else { 3 });
            let exponents = [prime - 1; LANES].map(|exponent| exponent - u32::from(prime == 65_537));
            let bits = 32 - exponents[0].leading_zeros();
            let expected = portable::powers_are_one(&moduli, &exponents, bits);
            assert_eq!(powers_are_one(avx512, &moduli, &exponents, bits), expected, "{prime}");
            assert_eq!(expected & 1 == 1, prime != 65_537);
        }
    }
}
