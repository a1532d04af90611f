//! Macros that compile a function for sets of instructions.

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
