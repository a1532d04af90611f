//! The limit that the environment variable `FARO_SIMD` sets.

use std::ffi::{OsStr, OsString};

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
            assert_eq!(
                error,
                format!("invalid value '{name}' for 'FARO_SIMD': {expected}")
            );
        }
    }
}
