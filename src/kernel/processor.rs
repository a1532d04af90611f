#[cfg(target_arch = "x86_64")]
use super::{avx2::Avx2, avx512::Avx512};

/// What a processor can do, of what the kernels know how to use. Results do not depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Processor(Has);

/// The instructions, with the evidence that they are there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Has {
    Nothing,
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
}

impl Processor {
    /// This one.
    ///
    /// ```
    /// # use faro::kernel::Processor;
    /// assert_eq!(Some(Processor::here()), Processor::all().pop());
    /// ```
    pub fn here() -> Processor {
        #[cfg(target_arch = "x86_64")]
        {
            let avx2 = || Avx2::detect().map(Has::Avx2);
            Processor(Avx512::detect().map(Has::Avx512).or_else(avx2).unwrap_or(Has::Nothing))
        }
        #[cfg(not(target_arch = "x86_64"))]
        Processor(Has::Nothing)
    }

    /// This one, and all that it can stand in for, the least first: so that the ways to do the same can be
    /// compared.
    pub fn all() -> Vec<Processor> {
        let all = [
            Some(Has::Nothing),
            #[cfg(target_arch = "x86_64")]
            Avx2::detect().map(Has::Avx2),
            #[cfg(target_arch = "x86_64")]
            Avx512::detect().map(Has::Avx512),
        ];
        all.into_iter().flatten().map(Processor).collect()
    }

    #[inline]
    pub(super) fn has(self) -> Has {
        self.0
    }

    /// What is used of it: `plain`, `avx2` or `avx512`.
    pub fn name(self) -> &'static str {
        match self.0 {
            Has::Nothing => "plain",
            #[cfg(target_arch = "x86_64")]
            Has::Avx2(_) => "avx2",
            #[cfg(target_arch = "x86_64")]
            Has::Avx512(_) => "avx512",
        }
    }
}
