//! Vector instructions behind safe functions. The only crate of the project with `unsafe` code.
//!
//! Instructions that only some processors have are called from functions with `#[target_feature]`. Calling such a
//! function is sound only if the processor has the features. The types `Avx2`, `Avx512`, [`Neon`] and
//! [`Simd128`] prove that it has them: their values come from detection alone. The macros `avx2_fn!` and `avx512_fn!` turn a function with a
//! proof as its first argument into a safe function, so that other crates can forbid `unsafe`.
//!
//! Start with [`Processor::detect`], which returns the best instructions of this processor.
//!
//! ```
//! use faro_simd::{Processor, compiled_fn};
//!
//! compiled_fn! {
//!     /// Adds the numbers, compiled for each set of instructions.
//!     fn sum(processor: Processor, numbers: &[u32]) -> u32 {
//!         numbers.iter().sum()
//!     }
//! }
//! assert_eq!(sum(Processor::detect(), &[1, 2, 3]), 6);
//! ```
//!
//! # Stability
//!
//! This crate is part of the [`faro-shuffle`](https://docs.rs/faro-shuffle) project. Its items may change in any
//! release; the stable interfaces are `faro-shuffle`, `faro-audit` and `faro-prove`.

#![deny(missing_docs)]

mod compile;
#[macro_use]
mod features;
mod limit;
mod neon;
mod processor;
#[cfg(target_arch = "x86_64")]
pub mod registers;
mod simd128;

pub use limit::LimitError;
pub use neon::Neon;
#[cfg(target_arch = "x86_64")]
pub use processor::{Avx2, Avx512};
pub use processor::{Instructions, Processor};
pub use simd128::Simd128;

/// Starts to load `items[index]` into the nearest cache.
///
/// Does nothing if there is no such item, or on an architecture other than x86-64.
#[inline(always)]
pub fn prefetch<T>(items: &[T], index: usize) {
    #[cfg(target_arch = "x86_64")]
    if let Some(item) = items.get(index) {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: every x86-64 processor has the instruction, which changes no value and reads none. The address
        // belongs to a borrowed value.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(item).cast()) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (items, index);
}
