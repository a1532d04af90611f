//! Table lookups of NEON, as methods of the proof that the processor has it.

#[cfg(target_arch = "aarch64")]
use std::arch::aarch64::*;

/// The proof's content: `()`, or an uninhabited type where there is no NEON.
#[cfg(target_arch = "aarch64")]
type Witness = ();
#[cfg(not(target_arch = "aarch64"))]
type Witness = std::convert::Infallible;

/// Proof that the processor has NEON, which every 64-bit ARM processor has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Neon(Witness);

#[cfg(target_arch = "aarch64")]
impl Neon {
    pub(super) fn detect(limit: super::limit::InstructionSetLimit) -> Option<Neon> {
        limit.allows_neon().then_some(Neon(()))
    }

    /// Looks up eight bytes in a table of sixteen bytes.
    ///
    /// The table consists of the bytes of `low` and then of `high`. Each byte of `indices` is an index below 16.
    #[inline(always)]
    pub fn look_up(self, [low, high]: [u64; 2], indices: u64) -> u64 {
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe {
            let table = vcombine_u8(vcreate_u8(low), vcreate_u8(high));
            vget_lane_u64::<0>(vreinterpret_u64_u8(vqtbl1_u8(table, vcreate_u8(indices))))
        }
    }

    /// Looks up sixteen bytes in each of two tables of sixteen bytes, and returns the bitwise OR.
    ///
    /// `indices` has the indices into each table. An index of 16 or more gives 0, so that the caller chooses the table
    /// for each byte.
    #[inline(always)]
    pub fn look_up_either(self, lists: [&[u16; 8]; 2], indices: &[[u16; 8]; 2]) -> [u16; 8] {
        let mut found = [0; 8];
        // SAFETY: `self` proves that the processor has the instructions. The arrays have the 16 bytes that are read and
        // written, and they may have any alignment.
        unsafe {
            let load = |from: &[u16; 8]| vreinterpretq_u8_u16(vld1q_u16(from.as_ptr()));
            let [one, other] =
                [0, 1].map(|list| vqtbl1q_u8(load(lists[list]), load(&indices[list])));
            vst1q_u16(
                found.as_mut_ptr(),
                vreinterpretq_u16_u8(vorrq_u8(one, other)),
            );
        }
        found
    }
}

/// Methods that can never run, since there is no such proof on this architecture.
#[cfg(not(target_arch = "aarch64"))]
impl Neon {
    pub(super) fn detect(_: super::limit::InstructionSetLimit) -> Option<Neon> {
        None
    }

    /// Cannot be called, since this architecture has no NEON.
    pub fn look_up(self, _: [u64; 2], _: u64) -> u64 {
        match self.0 {}
    }

    /// Cannot be called, since this architecture has no NEON.
    pub fn look_up_either(self, _: [&[u16; 8]; 2], _: &[[u16; 8]; 2]) -> [u16; 8] {
        match self.0 {}
    }
}
