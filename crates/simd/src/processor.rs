//! Detects the vector instructions of the processor. Each set of instructions is a value that proves that the set is
//! available.

use std::sync::OnceLock;

use super::limit::{InstructionSetLimit, LimitError};
use super::neon::Neon;
use super::simd128::Simd128;

/// The vector instructions that the library uses. Results do not depend on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Processor(Instructions);

/// A set of vector instructions, with the proof that the processor has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instructions {
    /// Only instructions that every processor of the architecture has.
    Portable,
    #[cfg(target_arch = "x86_64")]
    /// AVX2 and the bit instructions of its generation.
    Avx2(Avx2),
    #[cfg(target_arch = "x86_64")]
    /// AVX-512 as on Ice Lake and Zen 4.
    Avx512(Avx512),
    /// NEON, on 64-bit ARM processors.
    Neon(Neon),
    /// The 128-bit vectors of WebAssembly, if the program was compiled for them.
    Simd128(Simd128),
}

impl Processor {
    /// Returns the best of the [available](Self::available) instructions. They are detected once.
    ///
    /// ```
    /// # use faro_simd::Processor;
    /// assert_eq!(Some(Processor::detect()), Processor::available().pop());
    /// ```
    #[inline]
    pub fn detect() -> Processor {
        static DETECTED: OnceLock<Processor> = OnceLock::new();
        *DETECTED.get_or_init(|| {
            Processor::available()
                .pop()
                .expect("`Portable` is always available")
        })
    }

    /// Returns the instruction sets of this processor, the smallest first.
    ///
    /// Tests and benchmarks use the list to compare the sets.
    ///
    /// The environment variable `FARO_SIMD` disables sets: `none` leaves no vector instructions, `avx2` leaves AVX2 at
    /// most, `neon` leaves NEON at most, and `avx512` disables nothing. Any other value is ignored, and reported by
    /// [`check_environment`](Self::check_environment).
    pub fn available() -> Vec<Processor> {
        let limit = InstructionSetLimit::from_environment().unwrap_or(InstructionSetLimit::Avx512);
        let sets = [
            Some(Instructions::Portable),
            #[cfg(target_arch = "x86_64")]
            Avx2::detect(limit).map(Instructions::Avx2),
            #[cfg(target_arch = "x86_64")]
            Avx512::detect(limit).map(Instructions::Avx512),
            Neon::detect(limit).map(Instructions::Neon),
            Simd128::detect(limit).map(Instructions::Simd128),
        ];
        sets.into_iter().flatten().map(Processor).collect()
    }

    /// Returns an error if the environment variable `FARO_SIMD` has an unknown value.
    ///
    /// # Errors
    ///
    /// If the variable has any other value.
    pub fn check_environment() -> Result<(), LimitError> {
        InstructionSetLimit::from_environment().map(|_| ())
    }

    /// Returns the instructions with their proof.
    #[inline]
    pub fn instructions(self) -> Instructions {
        self.0
    }

    /// Returns the name of the instruction set: `none`, `avx2`, `avx512`, `neon` or `simd128`.
    pub fn name(self) -> &'static str {
        match self.0 {
            Instructions::Portable => "none",
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2(_) => "avx2",
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512(_) => "avx512",
            Instructions::Neon(_) => "neon",
            Instructions::Simd128(_) => "simd128",
        }
    }
}

/// Proof that the processor has the features of [`avx2_fn`](crate::avx2_fn).
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Avx2(());

/// Proof that the processor has the features of [`avx512_fn`](crate::avx512_fn).
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Avx512(());

#[cfg(target_arch = "x86_64")]
impl Avx2 {
    /// Returns the proof on Haswell (2013), Excavator (2015) and later processors.
    fn detect(limit: InstructionSetLimit) -> Option<Avx2> {
        (limit.allows_avx2() && avx2_features!(are_detected!)).then_some(Avx2(()))
    }
}

#[cfg(target_arch = "x86_64")]
impl Avx512 {
    /// Returns the proof on Ice Lake (2019), Zen 4 (2022) and later processors.
    fn detect(limit: InstructionSetLimit) -> Option<Avx512> {
        (limit == InstructionSetLimit::Avx512 && avx512_features!(are_detected!))
            .then_some(Avx512(()))
    }
}
