//! Vector instructions behind safe functions. The only crate of the project with `unsafe` code.
//!
//! Instructions that only some processors have are called from functions with `#[target_feature]`. Calling such a
//! function is sound only if the processor has the features. The types `Avx2`, [`Avx512`] and [`Neon`] prove that it
//! has them: their values come from detection alone. The macros `avx2_fn!` and `avx512_fn!` turn a function with a
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

// | file | contents |
// |---|---|
// | `processor` | detection, the proofs `Avx2` and `Avx512`, and functions compiled for them |
// | `limit` | the environment variable `FARO_SIMD` |
// | `neon` | table lookups of NEON, with the proof `Neon` |
// | `registers` | loads and stores of registers |
// | `lanes` | arithmetic in lanes of 64 bits, for code that cannot be compiled for AVX-512 itself |
// | `prefetch` | loads into the nearest cache, in advance |
// | `before_main` | functions that the loader calls before `main` |

#![deny(missing_docs)]

mod before_main;
#[cfg(target_arch = "x86_64")]
mod lanes;
mod limit;
mod neon;
mod prefetch;
mod processor;
#[cfg(target_arch = "x86_64")]
pub mod registers;

pub use limit::LimitError;
pub use neon::Neon;
pub use prefetch::prefetch;
#[cfg(target_arch = "x86_64")]
pub use processor::Avx2;
pub use processor::{Avx512, Instructions, Processor};
