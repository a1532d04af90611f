//! Table lookups of WebAssembly's 128-bit vectors, as methods of the proof that the program was compiled for them.

/// The proof's content: `()`, or an uninhabited type where the program was not compiled for such vectors.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
type Witness = ();
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
type Witness = std::convert::Infallible;

/// Proof that the program was compiled for WebAssembly with `simd128`. An engine without it runs no such program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Simd128(Witness);

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
impl Simd128 {
    pub(super) fn detect(limit: super::limit::InstructionSetLimit) -> Option<Simd128> {
        (limit != super::limit::InstructionSetLimit::None).then_some(Simd128(()))
    }

    /// Looks up eight bytes in a table of sixteen bytes.
    ///
    /// The table consists of the bytes of `low` and then of `high`. Each byte of `indices` is an index below 16.
    #[inline(always)]
    pub fn look_up(self, [low, high]: [u64; 2], indices: u64) -> u64 {
        use std::arch::wasm32::{u8x16_swizzle, u64x2, u64x2_extract_lane};
        u64x2_extract_lane::<0>(u8x16_swizzle(u64x2(low, high), u64x2(indices, 0)))
    }

    /// Looks up sixteen bytes in each of two tables of sixteen bytes, and returns the bitwise OR.
    ///
    /// `indices` has the indices into each table. An index of 16 or more gives 0, so that the caller chooses the table
    /// for each byte.
    #[inline(always)]
    pub fn look_up_either(self, lists: [&[u16; 8]; 2], indices: &[[u16; 8]; 2]) -> [u16; 8] {
        use std::arch::wasm32::{u8x16_swizzle, v128, v128_load, v128_or, v128_store};
        let mut found = [0; 8];
        // SAFETY: The arrays have the 16 bytes that are read and written, and they may have any alignment.
        unsafe {
            let load = |from: &[u16; 8]| v128_load(from.as_ptr().cast::<v128>());
            let [one, other] =
                [0, 1].map(|list| u8x16_swizzle(load(lists[list]), load(&indices[list])));
            v128_store(found.as_mut_ptr().cast::<v128>(), v128_or(one, other));
        }
        found
    }
}

/// Methods that can never run, since there is no such proof here.
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
impl Simd128 {
    pub(super) fn detect(_: super::limit::InstructionSetLimit) -> Option<Simd128> {
        None
    }

    /// Cannot be called, since there are no vectors of WebAssembly.
    pub fn look_up(self, _: [u64; 2], _: u64) -> u64 {
        match self.0 {}
    }

    /// Cannot be called, since there are no vectors of WebAssembly.
    pub fn look_up_either(self, _: [&[u16; 8]; 2], _: &[[u16; 8]; 2]) -> [u16; 8] {
        match self.0 {}
    }
}
