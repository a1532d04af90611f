//! Memory for the length of one shuffle.

/// Maximum number of entries on the stack. Allocating memory would take a tenth of the time to shuffle 52
/// cards.
const MAX_ON_STACK: usize = 64;

/// Calls `work` with `length` zeros.
#[inline(always)]
pub fn with_zeros<R>(length: usize, work: impl FnOnce(&mut [u32]) -> R) -> R {
    if length <= MAX_ON_STACK {
        work(&mut [0; MAX_ON_STACK][..length])
    } else {
        work(&mut vec![0; length])
    }
}

/// Calls `work` with `deck` and a copy of it.
#[inline(always)]
pub fn with_copy(deck: &mut [u32], work: impl FnOnce(&mut [u32], &[u32])) {
    with_zeros(deck.len(), |cards| {
        cards.copy_from_slice(deck);
        work(deck, cards);
    });
}
