//! Functions that the loader calls before `main`.

/// Calls an `extern "C" fn()` before `main`, and before the runtime of Rust begins. Linux only.
///
/// The function must not panic, and may use nothing that the runtime prepares: no standard streams, arguments or
/// threads.
#[macro_export]
macro_rules! call_before_main {
    ($function:path) => {
        // SAFETY: the loader calls the functions of this section, with arguments that a C function may leave unread.
        #[used]
        #[unsafe(link_section = ".init_array")]
        static BEFORE_MAIN: extern "C" fn() = $function;
    };
}
