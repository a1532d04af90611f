//! Stores past the caches, of x86-64.

#![allow(unsafe_code)]

use std::mem::MaybeUninit;

/// The bytes of a cache line.
pub(super) const LINE: usize = 64;

/// What streams while it is alive is in memory for all when it is dropped.
pub(super) struct Stream(());

/// Any byte of an item, padding too.
type Byte = MaybeUninit<u8>;

impl Stream {
    pub(super) fn new() -> Stream {
        Stream(())
    }

    /// Copies items without keeping them in a cache.
    ///
    /// # Panics
    ///
    /// Unless both slices have the same length.
    #[inline]
    pub(super) fn copy<T: Copy>(&self, from: &[T], to: &mut [T]) {
        assert_eq!(from.len(), to.len());
        let bytes = size_of_val(from);
        let (from, to) = (from.as_ptr().cast::<Byte>(), to.as_mut_ptr().cast::<Byte>());
        let head = to.align_offset(LINE).min(bytes);
        let tail = bytes - (bytes - head) % LINE;
        // SAFETY: all three parts lie within the two slices, which are apart since one is borrowed
        // mutably; the second is whole lines.
        unsafe {
            from.copy_to_nonoverlapping(to, head);
            copy_lines(from.add(head), to.add(head), tail - head);
            from.add(tail).copy_to_nonoverlapping(to.add(tail), bytes - tail);
        }
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        // SAFETY: every x86-64 has the instruction, which orders the stores before all that follow.
        #[cfg(not(miri))]
        unsafe {
            std::arch::x86_64::_mm_sfence();
        }
    }
}

/// Machine code, since an item may have bytes that are not initialised (padding), which Rust lets
/// nobody read as a number.
///
/// # Safety
///
/// `from` and `to` are so many bytes, apart; `to` begins with a cache line; the bytes fill lines.
#[cfg(not(miri))]
unsafe fn copy_lines(from: *const Byte, to: *mut Byte, bytes: usize) {
    if bytes == 0 {
        return;
    }
    // SAFETY: each turn copies a line; the offset, from behind both, grows to 0.
    unsafe {
        std::arch::asm!(
            "2:",
            "movdqu {a}, [{from} + {at}]",
            "movdqu {b}, [{from} + {at} + 16]",
            "movdqu {c}, [{from} + {at} + 32]",
            "movdqu {d}, [{from} + {at} + 48]",
            "movntdq [{to} + {at}], {a}",
            "movntdq [{to} + {at} + 16], {b}",
            "movntdq [{to} + {at} + 32], {c}",
            "movntdq [{to} + {at} + 48], {d}",
            "add {at}, 64",
            "jnz 2b",
            a = out(xmm_reg) _, b = out(xmm_reg) _, c = out(xmm_reg) _, d = out(xmm_reg) _,
            from = in(reg) from.add(bytes), to = in(reg) to.add(bytes),
            at = inout(reg) bytes.wrapping_neg() => _,
            options(nostack),
        );
    }
}

/// The same for the interpreter, which knows no machine code.
///
/// # Safety
///
/// As above.
#[cfg(miri)]
unsafe fn copy_lines(from: *const Byte, to: *mut Byte, bytes: usize) {
    assert!(bytes == 0 || to.addr().is_multiple_of(LINE) && bytes.is_multiple_of(LINE));
    // SAFETY: by the contract of this function.
    unsafe { from.copy_to_nonoverlapping(to, bytes) }
}
