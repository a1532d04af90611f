//! Pairs of packets by byte permutations of two vectors, where the machine can.
//!
//! The loops are written as machine code, not as intrinsics: an item may have bytes that are not
//! initialised (padding), which Rust lets nobody read as numbers, and which a copy moves unseen.

#![allow(unsafe_code)]

use std::arch::asm;
use std::mem::MaybeUninit;

use super::stream::{LINE, Stream};
use crate::number::processor::has_avx512;

/// Evidence that the machine has the instructions: there is none without [`detect`](Self::detect).
#[derive(Clone, Copy)]
pub(super) struct Avx512(());

/// Any byte of an item, padding too.
type Byte = MaybeUninit<u8>;

/// For each byte of a vector, which of the 128 bytes of two vectors it is.
type Selection = [u8; LINE];

/// What two vectors are permuted by, for items of one size.
struct Selections {
    /// The two vectors that the items of both make in turn.
    woven: [Selection; 2],
    /// The items at even and those at odd places.
    columns: [Selection; 2],
}

/// For items of 1, 2, 4 … 32 bytes.
static SELECTIONS: [Selections; 6] =
    [selections(1), selections(2), selections(4), selections(8), selections(16), selections(32)];

const fn selections(size: usize) -> Selections {
    let mut found = Selections { woven: [[0; LINE]; 2], columns: [[0; LINE]; 2] };
    let mut byte = 0;
    while byte < LINE {
        let (item, part) = (byte / size, byte % size);
        let woven = item % 2 * LINE + item / 2 * size + part;
        let even = 2 * item * size + part;
        found.woven[0][byte] = woven as u8;
        found.woven[1][byte] = (woven + LINE / 2) as u8;
        found.columns[0][byte] = even as u8;
        found.columns[1][byte] = (even + size) as u8;
        byte += 1;
    }
    found
}

impl Avx512 {
    /// Whether the machine has the instructions that are used here: since Ice Lake (2019) and
    /// Zen 4 (2022).
    pub(super) fn detect() -> Option<Avx512> {
        has_avx512!("avx512f", "avx512bw", "avx512vbmi").then_some(Avx512(()))
    }

    /// Weaves two packets as far as whole vectors go, and says how many rows those are: none
    /// where the items are of a size that does not fit. They stream if they may, and `woven` begins
    /// with a cache line.
    pub(super) fn interleave<T: Copy>(
        self,
        [a, b]: [&[T]; 2],
        woven: &mut [T],
        stream: Option<&Stream>,
    ) -> usize {
        let Some(selections) = selections_for::<T>() else {
            return 0;
        };
        let height = a.len().min(b.len()).min(woven.len() / 2);
        let vectors = height * size_of::<T>() / LINE;
        let (a, b, to) = (a.as_ptr().cast(), b.as_ptr().cast(), woven.as_mut_ptr().cast::<Byte>());
        // SAFETY: `self` is the evidence that the machine has the instructions; whole vectors lie
        // within the packets, and twice as many within `woven`, aligned where they stream.
        match stream {
            _ if vectors == 0 => {}
            Some(_) if to.addr().is_multiple_of(LINE) => unsafe {
                weave_past_caches(a, b, to, vectors, &selections.woven);
            },
            _ => unsafe { weave(a, b, to, vectors, &selections.woven) },
        }
        vectors * LINE / size_of::<T>()
    }

    /// Takes every other item, the first of them at `place`, which is 0 or 1, as far as whole
    /// vectors go, and says how many those are. They stream if they may, and `to` begins with a
    /// cache line.
    pub(super) fn column<T: Copy>(
        self,
        woven: &[T],
        place: usize,
        to: &mut [T],
        stream: Option<&Stream>,
    ) -> usize {
        let Some(selections) = selections_for::<T>() else {
            return 0;
        };
        let vectors = to.len().min(woven.len() / 2) * size_of::<T>() / LINE;
        let (from, to) = (woven.as_ptr().cast(), to.as_mut_ptr().cast::<Byte>());
        let selection = &selections.columns[place];
        // SAFETY: as above, the other way round.
        match stream {
            _ if vectors == 0 => {}
            Some(_) if to.addr().is_multiple_of(LINE) => unsafe {
                take_past_caches(from, to, vectors, selection);
            },
            _ => unsafe { take(from, to, vectors, selection) },
        }
        vectors * LINE / size_of::<T>()
    }
}

fn selections_for<T>() -> Option<&'static Selections> {
    let fits = size_of::<T>().is_power_of_two() && size_of::<T>() <= LINE / 2;
    fits.then(|| &SELECTIONS[size_of::<T>().ilog2() as usize])
}

/// The loops with one kind of store or the other.
macro_rules! loops {
    ($weave:ident, $take:ident, $store:literal) => {
        /// # Safety
        ///
        /// The machine has the instructions; `a` and `b` are `vectors` vectors to read, at least
        /// one, and `to` is twice as many to write, aligned if the store asks for it.
        #[target_feature(enable = "avx512f,avx512vbmi")]
        unsafe fn $weave(
            a: *const Byte,
            b: *const Byte,
            to: *mut Byte,
            vectors: usize,
            selections: &[Selection; 2],
        ) {
            // SAFETY: each turn reads one vector of each packet and writes two, `vectors` times.
            unsafe {
                asm!(
                    "vmovdqu64 {low}, [{selections}]",
                    "vmovdqu64 {high}, [{selections} + 64]",
                    "2:",
                    "vmovdqu64 {x}, [{a} + {at}]",
                    "vmovdqu64 {y}, [{b} + {at}]",
                    "vmovdqa64 {first}, {low}",
                    "vmovdqa64 {second}, {high}",
                    "vpermi2b {first}, {x}, {y}",
                    "vpermi2b {second}, {x}, {y}",
                    concat!($store, " [{to} + 2*{at}], {first}"),
                    concat!($store, " [{to} + 2*{at} + 64], {second}"),
                    "add {at}, 64",
                    "dec {vectors}",
                    "jnz 2b",
                    low = out(zmm_reg) _, high = out(zmm_reg) _, x = out(zmm_reg) _, y = out(zmm_reg) _,
                    first = out(zmm_reg) _, second = out(zmm_reg) _,
                    a = in(reg) a, b = in(reg) b, to = in(reg) to, selections = in(reg) selections,
                    at = inout(reg) 0usize => _, vectors = inout(reg) vectors => _,
                    options(nostack),
                );
            }
        }

        /// # Safety
        ///
        /// The machine has the instructions; `to` is `vectors` vectors to write, at least one,
        /// aligned if the store asks for it, and `from` twice as many to read.
        #[target_feature(enable = "avx512f,avx512vbmi")]
        unsafe fn $take(from: *const Byte, to: *mut Byte, vectors: usize, selection: &Selection) {
            // SAFETY: each turn reads two vectors and writes one, `vectors` times.
            unsafe {
                asm!(
                    "vmovdqu64 {all}, [{selection}]",
                    "2:",
                    "vmovdqu64 {x}, [{from} + 2*{at}]",
                    "vmovdqu64 {y}, [{from} + 2*{at} + 64]",
                    "vmovdqa64 {column}, {all}",
                    "vpermi2b {column}, {x}, {y}",
                    concat!($store, " [{to} + {at}], {column}"),
                    "add {at}, 64",
                    "dec {vectors}",
                    "jnz 2b",
                    all = out(zmm_reg) _, x = out(zmm_reg) _, y = out(zmm_reg) _, column = out(zmm_reg) _,
                    from = in(reg) from, to = in(reg) to, selection = in(reg) selection,
                    at = inout(reg) 0usize => _, vectors = inout(reg) vectors => _,
                    options(nostack),
                );
            }
        }
    };
}

loops!(weave, take, "vmovdqu64");
loops!(weave_past_caches, take_past_caches, "vmovntdq");
