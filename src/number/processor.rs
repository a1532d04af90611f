//! Whether the processor has AVX-512. Compiled with `--cfg faro_without_avx512` it has not: so the
//! code for other machines is tested and measured on one that has.

/// Whether this processor has all of the features that are named, of the AVX-512 family.
macro_rules! has_avx512 {
    ($($feature:tt),+) => {
        cfg!(not(faro_without_avx512)) $(&& std::arch::is_x86_feature_detected!($feature))+
    };
}

pub(crate) use has_avx512;
