//! Arithmetic in the eight 64-bit lanes of a register, as methods of the proof that the processor has AVX-512. Code
//! that is not compiled for AVX-512 itself, such as the methods of a trait, can call them. Inlined into code that is
//! compiled for AVX-512, they are single instructions.

use std::arch::x86_64::*;

use super::Avx512;

macro_rules! lane_methods {
    ($($(#[$doc:meta])* fn $name:ident($($argument:ident),*) = $instruction:expr;)+) => {
        impl Avx512 {$(
            $(#[$doc])*
            #[inline(always)]
            pub fn $name(self $(, $argument: __m512i)*) -> __m512i {
                // SAFETY: `self` proves that the processor has the instruction.
                unsafe { $instruction($($argument),*) }
            }
        )+}
    };
}

lane_methods! {
    /// Returns 0 in each lane.
    fn zero() = _mm512_setzero_si512;
    /// Returns `a` + `b` modulo 2^64, in each lane.
    fn add(a, b) = _mm512_add_epi64;
    /// Returns `a` − `b` modulo 2^64, in each lane.
    fn sub(a, b) = _mm512_sub_epi64;
    /// Returns the bits that are set in both `a` and `b`.
    fn and(a, b) = _mm512_and_si512;
    /// Returns the bits from bit 52 on, as an unsigned integer in each lane.
    fn above_52_bits(a) = _mm512_srli_epi64::<52>;
    /// Returns the bits from bit 52 on, as a signed integer in each lane.
    fn signed_above_52_bits(a) = _mm512_srai_epi64::<52>;
    /// Returns `sum` + the low 52 bits of the product of the low 52 bits of `a` and `b`, in each lane.
    fn add_low_product(sum, a, b) = _mm512_madd52lo_epu64;
    /// Returns `sum` + the high 52 bits of the product of the low 52 bits of `a` and `b`, in each lane.
    fn add_high_product(sum, a, b) = _mm512_madd52hi_epu64;
}

impl Avx512 {
    /// Returns `integer` in each lane.
    #[inline(always)]
    pub fn splat(self, integer: u64) -> __m512i {
        // SAFETY: `self` proves that the processor has the instruction.
        unsafe { _mm512_set1_epi64(integer as i64) }
    }
}
