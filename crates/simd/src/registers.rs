//! Loads and stores of registers, from arrays and slices whose size is checked.

#![expect(
    clippy::missing_safety_doc,
    reason = "they are safe functions, with `#[target_feature]`"
)]

use std::arch::asm;
use std::arch::x86_64::*;

/// Number of bytes of a register.
const BYTES: usize = 64;

/// An integer type that may be copied to and from a register byte by byte.
///
/// # Safety
///
/// The type has no padding, and every pattern of bits is a value.
pub unsafe trait Integer: Copy {}

// SAFETY: an unsigned integer has no padding, and every pattern of bits is a value.
unsafe impl Integer for u8 {}
// SAFETY: as for `u8`.
unsafe impl Integer for u16 {}
// SAFETY: as for `u8`.
unsafe impl Integer for u32 {}
// SAFETY: as for `u8`.
unsafe impl Integer for u64 {}

/// Loads an array of 64 bytes.
#[inline]
#[target_feature(enable = "avx512f")]
pub fn load<T: Integer, const N: usize>(from: &[T; N]) -> __m512i {
    const { assert!(size_of::<[T; N]>() == BYTES) };
    // SAFETY: the array has the 64 bytes that are read, and they may have any alignment.
    unsafe { _mm512_loadu_si512(from.as_ptr().cast()) }
}

/// Stores a register into an array of 64 bytes.
#[inline]
#[target_feature(enable = "avx512f")]
pub fn store<T: Integer, const N: usize>(register: __m512i, to: &mut [T; N]) {
    const { assert!(size_of::<[T; N]>() == BYTES) };
    // SAFETY: the array has the 64 bytes that are written, and they may have any alignment.
    unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), register) }
}

/// Loads the 64 bytes of `list` that begin at index `start`.
///
/// The load is a separate instruction. The compiler would make it a memory operand, with which an expand instruction
/// takes four times as long.
///
/// # Panics
///
/// If `list` ends before the 64th byte.
#[inline]
#[target_feature(enable = "avx512f")]
pub fn load_at<T: Integer>(list: &[T], start: usize) -> __m512i {
    let part = &list[start..][..BYTES / size_of::<T>()];
    // SAFETY: the part has the 64 bytes that are read, and they may have any alignment.
    let mut register = unsafe { _mm512_loadu_si512(part.as_ptr().cast()) };
    // SAFETY: this is a comment, not an instruction. The compiler has to assume that it changes the register.
    unsafe {
        asm!("/* {0} */", inout(zmm_reg) register, options(pure, nomem, nostack, preserves_flags))
    }
    register
}

/// Loads eight 16-bit integers into a register of 128 bits.
#[inline]
#[target_feature(enable = "avx2")]
pub fn load_eight(from: &[u16; 8]) -> __m128i {
    // SAFETY: the array has the 16 bytes that are read, and they may have any alignment.
    unsafe { _mm_loadu_si128(from.as_ptr().cast()) }
}

/// Stores a register of 128 bits as eight 16-bit integers.
#[inline]
#[target_feature(enable = "avx2")]
pub fn store_eight(register: __m128i, to: &mut [u16; 8]) {
    // SAFETY: the array has the 16 bytes that are written, and they may have any alignment.
    unsafe { _mm_storeu_si128(to.as_mut_ptr().cast(), register) }
}

/// Stores eight 64-bit integers, each truncated to 16 bits.
#[inline]
#[target_feature(enable = "avx512f")]
pub fn store_u64_as_u16(register: __m512i, to: &mut [u16; 8]) {
    // SAFETY: the array has the 16 bytes that are written, and they may have any alignment.
    unsafe { _mm_storeu_si128(to.as_mut_ptr().cast(), _mm512_cvtepi64_epi16(register)) }
}

/// Returns the entries of `table` at sixteen indices.
///
/// # Panics
///
/// If an index is not below the length of `table`, or the length is not below 2^31.
#[inline]
#[target_feature(enable = "avx512f")]
pub fn gather(table: &[u32], indices: __m512i) -> __m512i {
    let length = _mm512_set1_epi32(signed_length(table.len()));
    assert!(
        _mm512_cmplt_epu32_mask(indices, length) == u16::MAX,
        "an index beyond the table"
    );
    // SAFETY: each index is below the length of the table, and below 2^31, so that it is not negative.
    unsafe { _mm512_i32gather_epi32::<4>(indices, table.as_ptr().cast()) }
}

/// Returns the length of a table as a signed 32-bit integer, the type of its indices.
#[inline]
fn signed_length(length: usize) -> i32 {
    length
        .try_into()
        .expect("a table of less than 2^31 entries")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Instructions, Processor, avx512_fn};

    avx512_fn! {
        fn gather_all(_avx512: Avx512, table: &[u32], indices: &[u32; 16]) -> [u32; 16] {
            let mut found = [0; 16];
            store(gather(table, load(indices)), &mut found);
            found
        }
    }

    fn panics<T>(call: impl FnOnce() -> T) -> bool {
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(call)).is_err()
    }

    #[test]
    fn gather_reads_the_table_and_nothing_else() {
        let Instructions::Avx512(avx512) = Processor::detect().instructions() else {
            return;
        };
        let table: Vec<u32> = (0..37).map(|index| index * index + 70_000).collect();
        let indices = std::array::from_fn(|lane| (lane * 31 % 37) as u32);
        assert_eq!(
            gather_all(avx512, &table, &indices),
            indices.map(|index| table[index as usize])
        );
        for beyond in [37, 38, 1 << 30, 1 << 31, u32::MAX] {
            let mut indices = indices;
            indices[9] = beyond;
            assert!(panics(|| gather_all(avx512, &table, &indices)), "{beyond}");
        }
    }

    #[test]
    fn lengths_that_a_signed_index_cannot_reach_are_refused() {
        assert_eq!(signed_length((1 << 31) - 1), i32::MAX);
        for length in [1 << 31, (1 << 31) + 1, 1 << 32, usize::MAX] {
            assert!(panics(|| signed_length(length)), "{length}");
        }
    }
}
