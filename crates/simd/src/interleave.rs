//! Two slices interleaved, and every other item taken out of one, by permutations of the bytes of two registers.
//!
//! The loops are machine code and not intrinsics because an item may contain padding, which Rust does not allow to
//! be read as an integer, while a copy may move it.

use std::arch::asm;
use std::mem::MaybeUninit;

use super::{Avx512, CACHE_LINE, StreamingStores};

/// The bytes of a register.
const BYTES: usize = 64;

/// A byte of an item, which may be padding.
type Byte = MaybeUninit<u8>;

/// The index, for each byte of the result, of a byte of two registers.
type Selection = [u8; BYTES];

/// How two registers are permuted for items of one size.
struct Selections {
    /// Interleaves the items of both: the first and the second register of the result.
    interleaved: [Selection; 2],
    /// Takes the items at even, and those at odd indices.
    columns: [Selection; 2],
}

/// For items of 1, 2, 4 … 32 bytes.
static SELECTIONS: [Selections; 6] =
    [selections(1), selections(2), selections(4), selections(8), selections(16), selections(32)];

const fn selections(size: usize) -> Selections {
    let mut found = Selections { interleaved: [[0; BYTES]; 2], columns: [[0; BYTES]; 2] };
    let mut byte = 0;
    while byte < BYTES {
        let (item, part) = (byte / size, byte % size);
        let interleaved = item % 2 * BYTES + item / 2 * size + part;
        let even = 2 * item * size + part;
        found.interleaved[0][byte] = interleaved as u8;
        found.interleaved[1][byte] = (interleaved + BYTES / 2) as u8;
        found.columns[0][byte] = even as u8;
        found.columns[1][byte] = (even + size) as u8;
        byte += 1;
    }
    found
}

/// Writes the items of `a` and `b` alternately to `to`, as far as they fill whole registers, and returns how many
/// items of each were written: none if their size does not suit. With a stream the stores bypass the caches if
/// `to` begins with a cache line.
pub fn interleave_pair<T: Copy>(
    _avx512: Avx512,
    [a, b]: [&[T]; 2],
    to: &mut [T],
    stream: Option<&StreamingStores>,
) -> usize {
    let Some(selections) = selections_for::<T>() else {
        return 0;
    };
    let registers = a.len().min(b.len()).min(to.len() / 2) * size_of::<T>() / BYTES;
    let (a, b, to) = (a.as_ptr().cast(), b.as_ptr().cast(), to.as_mut_ptr().cast::<Byte>());
    if registers > 0 && stream.is_some() && to.addr().is_multiple_of(CACHE_LINE) {
        // SAFETY: the proof says that the processor has the instructions. `registers` whole registers are within `a`
        // and `b`, and twice as many within `to`, which is aligned.
        unsafe { interleave_past_caches(a, b, to, registers, &selections.interleaved) }
    } else if registers > 0 {
        // SAFETY: as above; alignment is not needed.
        unsafe { interleave(a, b, to, registers, &selections.interleaved) }
    }
    registers * BYTES / size_of::<T>()
}

/// Copies every other item to `to`, from index `first` on, which is 0 or 1, as far as they fill whole registers, and
/// returns how many were written: none if their size does not suit. With a stream the stores bypass the
/// caches if `to` begins with a cache line.
pub fn take_column<T: Copy>(
    _avx512: Avx512,
    from: &[T],
    first: usize,
    to: &mut [T],
    stream: Option<&StreamingStores>,
) -> usize {
    let Some(selections) = selections_for::<T>() else {
        return 0;
    };
    let registers = to.len().min(from.len() / 2) * size_of::<T>() / BYTES;
    let (from, to) = (from.as_ptr().cast(), to.as_mut_ptr().cast::<Byte>());
    let selection = &selections.columns[first];
    if registers > 0 && stream.is_some() && to.addr().is_multiple_of(CACHE_LINE) {
        // SAFETY: the proof says that the processor has the instructions. `registers` whole registers are within `to`,
        // which is aligned, and twice as many within `from`.
        unsafe { take_past_caches(from, to, registers, selection) }
    } else if registers > 0 {
        // SAFETY: as above; alignment is not needed.
        unsafe { take(from, to, registers, selection) }
    }
    registers * BYTES / size_of::<T>()
}

fn selections_for<T>() -> Option<&'static Selections> {
    let fits = size_of::<T>().is_power_of_two() && size_of::<T>() <= BYTES / 2;
    fits.then(|| &SELECTIONS[size_of::<T>().ilog2() as usize])
}

/// Defines the loops with one kind of store.
macro_rules! loops {
    ($interleave:ident, $take:ident, $store:literal) => {
        /// # Safety
        ///
        /// The processor has the instructions. `registers` is at least 1; `a` and `b` are valid for reading that many
        /// registers, and `to` for writing twice as many, aligned if the store requires it.
        #[target_feature(enable = "avx512f,avx512vbmi")]
        unsafe fn $interleave(
            a: *const Byte,
            b: *const Byte,
            to: *mut Byte,
            registers: usize,
            selections: &[Selection; 2],
        ) {
            // SAFETY: each of `registers` passes reads a register of `a` and one of `b`, and writes two.
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
                    "dec {registers}",
                    "jnz 2b",
                    low = out(zmm_reg) _, high = out(zmm_reg) _, x = out(zmm_reg) _, y = out(zmm_reg) _,
                    first = out(zmm_reg) _, second = out(zmm_reg) _,
                    a = in(reg) a, b = in(reg) b, to = in(reg) to, selections = in(reg) selections,
                    at = inout(reg) 0usize => _, registers = inout(reg) registers => _,
                    options(nostack),
                );
            }
        }

        /// # Safety
        ///
        /// The processor has the instructions. `registers` is at least 1; `to` is valid for writing that many registers,
        /// aligned if the store requires it, and `from` for reading twice as many.
        #[target_feature(enable = "avx512f,avx512vbmi")]
        unsafe fn $take(from: *const Byte, to: *mut Byte, registers: usize, selection: &Selection) {
            // SAFETY: each of `registers` passes reads two registers and writes one.
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
                    "dec {registers}",
                    "jnz 2b",
                    all = out(zmm_reg) _, x = out(zmm_reg) _, y = out(zmm_reg) _, column = out(zmm_reg) _,
                    from = in(reg) from, to = in(reg) to, selection = in(reg) selection,
                    at = inout(reg) 0usize => _, registers = inout(reg) registers => _,
                    options(nostack),
                );
            }
        }
    };
}

loops!(interleave, take, "vmovdqu64");
loops!(interleave_past_caches, take_past_caches, "vmovntdq");
