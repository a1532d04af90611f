//! Detects the vector instructions of the processor. Each set of instructions is a value that proves that the set is
//! available.

use std::ffi::{OsStr, OsString};
use std::sync::OnceLock;

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
        *DETECTED.get_or_init(|| Processor::available().pop().expect("`Portable` is always available"))
    }

    /// Returns the instruction sets of this processor, the smallest first.
    ///
    /// Tests and benchmarks use the list to compare the sets.
    ///
    /// The environment variable `FARO_SIMD` disables sets: `none` leaves no vector instructions, `avx2` leaves AVX2 at
    /// most, `neon` leaves NEON at most, and `avx512` disables nothing. Any other value is ignored, and reported by
    /// [`check_environment`](Self::check_environment).
    pub fn available() -> Vec<Processor> {
        let limit = Limit::from_environment().unwrap_or(Limit::Avx512);
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

    /// Checks that `FARO_SIMD` is unset or has a known value.
    ///
    /// # Errors
    ///
    /// If the variable has any other value.
    pub fn check_environment() -> Result<(), LimitError> {
        Limit::from_environment().map(|_| ())
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
    fn detect(limit: Limit) -> Option<Avx2> {
        (limit.allows_avx2() && crate::avx2_features!(are_detected!)).then_some(Avx2(()))
    }
}

#[cfg(target_arch = "x86_64")]
impl Avx512 {
    /// Returns the proof on Ice Lake (2019), Zen 4 (2022) and later processors.
    fn detect(limit: Limit) -> Option<Avx512> {
        (limit == Limit::Avx512 && crate::avx512_features!(are_detected!)).then_some(Avx512(()))
    }
}

/// Calls a macro with the features that [`Avx2`] proves, and more arguments.
#[cfg(target_arch = "x86_64")]
#[macro_export]
macro_rules! avx2_features {
    ($macro:ident! $($arguments:tt)*) => {
        $crate::$macro! { ["avx2", "bmi1", "bmi2", "popcnt", "lzcnt"] $($arguments)* }
    };
}

/// Calls a macro with the features that [`Avx512`] proves, and more arguments.
#[cfg(target_arch = "x86_64")]
#[macro_export]
macro_rules! avx512_features {
    ($macro:ident! $($arguments:tt)*) => {
        $crate::$macro! {
            ["avx512f", "avx512bw", "avx512dq", "avx512vl", "avx512cd", "avx512vbmi", "avx512vbmi2",
             "avx512bitalg", "avx512vpopcntdq", "gfni", "popcnt", "bmi1", "bmi2", "lzcnt"]
            $($arguments)*
        }
    };
}

/// Evaluates to whether the processor has all features of a list.
#[cfg(target_arch = "x86_64")]
#[macro_export]
macro_rules! are_detected {
    ([$($feature:tt),+]) => { true $(&& std::arch::is_x86_feature_detected!($feature))+ };
}

/// Defines a safe function that is compiled for a list of features. Its first argument proves the features.
#[cfg(target_arch = "x86_64")]
#[macro_export]
macro_rules! compile_with {
    (
        [$($feature:tt),+] $Proof:ident
        $(#[$attribute:meta])*
        $visibility:vis fn $name:ident $(<$($generic:ident: $bound:path),+>)?
            ($proof:ident $(, $argument:ident: $kind:ty)* $(,)?) $(-> $result:ty)? $body:block
    ) => {
        $(#[$attribute])*
        $visibility fn $name $(<$($generic: $bound),+>)? (
            $proof: $crate::$Proof $(, $argument: $kind)*
        ) $(-> $result)? {
            #[target_feature($(enable = $feature),+)]
            fn compiled $(<$($generic: $bound),+>)? (
                $proof: $crate::$Proof $(, $argument: $kind)*
            ) $(-> $result)? $body
            // SAFETY: the proof exists only if the processor has the features.
            unsafe { compiled($proof $(, $argument)*) }
        }
    };
}

/// Defines a safe function that is compiled for AVX2: `fn name(proof: Avx2, …) { … }`.
#[cfg(target_arch = "x86_64")]
#[macro_export]
macro_rules! avx2_fn {
    ($(#[$attribute:meta])* $visibility:vis fn $name:ident $(<$($generic:ident: $bound:path),+>)?
     ($proof:ident: Avx2 $($rest:tt)*) $($end:tt)*) => {
        $crate::avx2_features! { compile_with! Avx2
            $(#[$attribute])* $visibility fn $name $(<$($generic: $bound),+>)? ($proof $($rest)*) $($end)* }
    };
}

/// Defines a safe function that is compiled for AVX-512: `fn name(proof: Avx512, …) { … }`.
#[cfg(target_arch = "x86_64")]
#[macro_export]
macro_rules! avx512_fn {
    ($(#[$attribute:meta])* $visibility:vis fn $name:ident $(<$($generic:ident: $bound:path),+>)?
     ($proof:ident: Avx512 $($rest:tt)*) $($end:tt)*) => {
        $crate::avx512_features! { compile_with! Avx512
            $(#[$attribute])* $visibility fn $name $(<$($generic: $bound),+>)? ($proof $($rest)*) $($end)* }
    };
}

/// Defines a function that is compiled for each set of instructions: `fn name(processor: Processor, …) { … }`.
///
/// A call runs the version for `processor`. A separate function for AVX-512 may follow: `with path`.
#[macro_export]
macro_rules! compiled_fn {
    (
        $(#[$attribute:meta])*
        $visibility:vis fn $name:ident $(<$generic:ident: $bound:path>)?
            ($processor:ident: Processor $(, $argument:ident: $kind:ty)* $(,)?) $(-> $result:ty)? $body:block
            with $with_avx512:path
    ) => {
        $(#[$attribute])*
        $visibility fn $name $(<$generic: $bound>)? (
            $processor: $crate::Processor $(, $argument: $kind)*
        ) $(-> $result)? {
            #[inline(always)]
            fn portable $(<$generic: $bound>)? ($($argument: $kind),*) $(-> $result)? $body
            #[cfg(target_arch = "x86_64")]
            $crate::avx2_fn! {
                fn with_avx2 $(<$generic: $bound>)? (_avx2: Avx2 $(, $argument: $kind)*) $(-> $result)? {
                    portable($($argument),*)
                }
            }
            match $processor.instructions() {
                #[cfg(target_arch = "x86_64")]
                $crate::Instructions::Avx512(avx512) => $with_avx512(avx512 $(, $argument)*),
                #[cfg(target_arch = "x86_64")]
                $crate::Instructions::Avx2(avx2) => with_avx2(avx2 $(, $argument)*),
                _ => portable($($argument),*),
            }
        }
    };
    (
        $(#[$attribute:meta])*
        $visibility:vis fn $name:ident $(<$generic:ident: $bound:path>)?
            ($processor:ident: Processor $(, $argument:ident: $kind:ty)* $(,)?) $(-> $result:ty)? $body:block
    ) => {
        $(#[$attribute])*
        $visibility fn $name $(<$generic: $bound>)? (
            $processor: $crate::Processor $(, $argument: $kind)*
        ) $(-> $result)? {
            #[inline(always)]
            fn own $(<$generic: $bound>)? ($($argument: $kind),*) $(-> $result)? $body
            #[cfg(target_arch = "x86_64")]
            $crate::avx512_fn! {
                fn own_avx512 $(<$generic: $bound>)? (_avx512: Avx512 $(, $argument: $kind)*) $(-> $result)? {
                    own($($argument),*)
                }
            }
            $crate::compiled_fn! {
                #[inline]
                fn compiled $(<$generic: $bound>)? (processor: Processor $(, $argument: $kind)*) $(-> $result)? {
                    own($($argument),*)
                } with own_avx512
            }
            compiled($processor $(, $argument)*)
        }
    };
}

/// The name of the environment variable.
const VARIABLE: &str = "FARO_SIMD";

/// The largest instruction set that may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Limit {
    None,
    Avx2,
    Neon,
    /// Nothing is disabled.
    Avx512,
}

/// The error if the environment variable `FARO_SIMD` has an unknown value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("invalid value '{}' for '{VARIABLE}': expected none, avx2, neon or avx512", .0.display())]
pub struct LimitError(OsString);

impl Limit {
    /// Returns the limit that the environment sets. The variable is read at each call.
    pub(crate) fn from_environment() -> Result<Limit, LimitError> {
        std::env::var_os(VARIABLE).map_or(Ok(Limit::Avx512), |name| Limit::from_name(&name))
    }

    fn from_name(name: &OsStr) -> Result<Limit, LimitError> {
        match name.to_str() {
            Some("none") => Ok(Limit::None),
            Some("avx2") => Ok(Limit::Avx2),
            Some("neon") => Ok(Limit::Neon),
            Some("avx512") => Ok(Limit::Avx512),
            _ => Err(LimitError(name.to_owned())),
        }
    }

    #[cfg(target_arch = "x86_64")]
    pub(crate) fn allows_avx2(self) -> bool {
        matches!(self, Limit::Avx2 | Limit::Avx512)
    }

    #[cfg(target_arch = "aarch64")]
    pub(crate) fn allows_neon(self) -> bool {
        matches!(self, Limit::Neon | Limit::Avx512)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_names_are_reported() {
        for name in ["none", "avx2", "neon", "avx512"] {
            assert!(Limit::from_name(name.as_ref()).is_ok(), "{name}");
        }
        for name in ["", "AVX2", "sse2", "avx512 ", "all"] {
            let error = Limit::from_name(name.as_ref()).unwrap_err().to_string();
            let expected = "expected none, avx2, neon or avx512";
            assert_eq!(error, format!("invalid value '{name}' for 'FARO_SIMD': {expected}"));
        }
    }
}
