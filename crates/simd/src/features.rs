//! The features of each set of instructions, as arguments of macros.

/// Calls a macro with the features that [`Avx2`](crate::Avx2) proves, and more arguments.
#[cfg(target_arch = "x86_64")]
#[macro_export]
macro_rules! avx2_features {
    ($macro:ident! $($arguments:tt)*) => {
        $crate::$macro! { ["avx2", "bmi1", "bmi2", "popcnt", "lzcnt"] $($arguments)* }
    };
}

/// Calls a macro with the features that [`Avx512`](crate::Avx512) proves, and more arguments.
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
