//! The limit that the environment variable `FARO_SIMD` sets.

use std::ffi::{OsStr, OsString};

/// The name of the environment variable.
const VARIABLE: &str = "FARO_SIMD";

/// The largest instruction set that may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InstructionSetLimit {
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

impl InstructionSetLimit {
    /// Returns the limit that the environment sets. The variable is read at each call.
    pub(crate) fn from_environment() -> Result<InstructionSetLimit, LimitError> {
        std::env::var_os(VARIABLE).map_or(Ok(InstructionSetLimit::Avx512), |name| {
            InstructionSetLimit::from_name(&name)
        })
    }

    fn from_name(name: &OsStr) -> Result<InstructionSetLimit, LimitError> {
        match name.to_str() {
            Some("none") => Ok(InstructionSetLimit::None),
            Some("avx2") => Ok(InstructionSetLimit::Avx2),
            Some("neon") => Ok(InstructionSetLimit::Neon),
            Some("avx512") => Ok(InstructionSetLimit::Avx512),
            _ => Err(LimitError(name.to_owned())),
        }
    }

    #[cfg(target_arch = "x86_64")]
    pub(crate) fn allows_avx2(self) -> bool {
        matches!(
            self,
            InstructionSetLimit::Avx2 | InstructionSetLimit::Avx512
        )
    }

    #[cfg(target_arch = "aarch64")]
    pub(crate) fn allows_neon(self) -> bool {
        matches!(
            self,
            InstructionSetLimit::Neon | InstructionSetLimit::Avx512
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_names_are_reported() {
        for name in ["none", "avx2", "neon", "avx512"] {
            assert!(
                InstructionSetLimit::from_name(name.as_ref()).is_ok(),
                "{name}"
            );
        }
        for name in ["", "AVX2", "sse2", "avx512 ", "all"] {
            let error = InstructionSetLimit::from_name(name.as_ref())
                .unwrap_err()
                .to_string();
            let expected = "expected none, avx2, neon or avx512";
            assert_eq!(
                error,
                format!("invalid value '{name}' for 'FARO_SIMD': {expected}")
            );
        }
    }
}
