//! Control over the caches: prefetching, and stores that bypass them.

/// The bytes of a cache line.
pub const CACHE_LINE: usize = 64;

/// Starts to load `items[index]` into the nearest cache. Does nothing if there is no such item, or on an architecture
/// for which this is not written.
#[inline(always)]
pub fn prefetch<T>(items: &[T], index: usize) {
    #[cfg(target_arch = "x86_64")]
    if let Some(item) = items.get(index) {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: every x86-64 processor has the instruction, which changes no value and reads none. The address is
        // that of a borrowed value.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(item).cast()) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (items, index);
}

/// Stores that bypass the caches (non-temporal stores). Dropping this is a fence: other threads see these stores before
/// any that follow.
#[derive(Debug)]
pub struct StreamingStores(());

impl StreamingStores {
    /// Starts a run of streaming stores, which ends when the value is dropped.
    #[expect(
        clippy::new_without_default,
        reason = "dropping the value is a fence, which a default would hide"
    )]
    pub fn new() -> StreamingStores {
        StreamingStores(())
    }

    /// Copies items without keeping them in a cache.
    ///
    /// # Panics
    ///
    /// If the slices have different lengths.
    #[inline]
    pub fn copy<T: Copy>(&self, from: &[T], to: &mut [T]) {
        #[cfg(target_arch = "x86_64")]
        x86_64::copy(from, to);
        #[cfg(not(target_arch = "x86_64"))]
        to.copy_from_slice(from);
    }
}

#[cfg(all(target_arch = "x86_64", not(miri)))]
impl Drop for StreamingStores {
    fn drop(&mut self) {
        // SAFETY: every x86-64 processor has the instruction, which orders the stores before it with those after it.
        unsafe { std::arch::x86_64::_mm_sfence() }
    }
}

#[cfg(target_arch = "x86_64")]
mod x86_64 {
    use std::mem::MaybeUninit;

    use super::CACHE_LINE;

    /// A byte of an item, which may be padding.
    type Byte = MaybeUninit<u8>;

    #[inline]
    pub(super) fn copy<T: Copy>(from: &[T], to: &mut [T]) {
        assert_eq!(from.len(), to.len());
        let bytes = size_of_val(from);
        let (from, to) = (from.as_ptr().cast::<Byte>(), to.as_mut_ptr().cast::<Byte>());
        let head = to.align_offset(CACHE_LINE).min(bytes);
        let tail = bytes - (bytes - head) % CACHE_LINE;
        // SAFETY: the three parts are within the slices, which do not overlap since `to` is borrowed mutably. The
        // second part consists of whole cache lines of `to`.
        unsafe {
            from.copy_to_nonoverlapping(to, head);
            copy_lines(from.add(head), to.add(head), tail - head);
            from.add(tail).copy_to_nonoverlapping(to.add(tail), bytes - tail);
        }
    }

    /// Copies cache lines by non-temporal stores. This is machine code because the bytes may be padding, which Rust
    /// does not allow to be read as integers.
    ///
    /// # Safety
    ///
    /// `from` and `to` are valid for `bytes` bytes and do not overlap. `to` and `bytes` are multiples of the cache
    /// line.
    #[cfg(not(miri))]
    unsafe fn copy_lines(from: *const Byte, to: *mut Byte, bytes: usize) {
        if bytes == 0 {
            return;
        }
        // SAFETY: each pass of the loop copies a line. The offset, relative to the ends of both, grows to 0.
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

    /// Copies cache lines in Miri, which does not interpret machine code.
    ///
    /// # Safety
    ///
    /// As above.
    #[cfg(miri)]
    unsafe fn copy_lines(from: *const Byte, to: *mut Byte, bytes: usize) {
        assert!(bytes == 0 || to.addr().is_multiple_of(CACHE_LINE) && bytes.is_multiple_of(CACHE_LINE));
        // SAFETY: the caller guarantees it.
        unsafe { from.copy_to_nonoverlapping(to, bytes) }
    }
}
