//! Telling the processor what memory will be read next.

/// Starts to bring `items[index]` into the nearest cache; nothing where there is no such item,
/// or on a processor that this is not written for.
#[inline(always)]
pub fn prefetch<T>(items: &[T], index: usize) {
    #[cfg(target_arch = "x86_64")]
    if let Some(item) = items.get(index) {
        x86_64::prefetch(item);
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (items, index);
}

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod x86_64 {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};

    #[inline(always)]
    pub(super) fn prefetch<T>(item: &T) {
        // SAFETY: the address is that of a value that is borrowed, and a prefetch neither reads
        // nor writes it; every x86-64 has the instruction.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(item).cast()) }
    }
}
