//! Opens standard output, with an error if it was closed when the program began (`>&-`). In that case the Rust
//! runtime opens /dev/null in its place, and output would be lost without an error.

use std::io::{self, Stdout};

/// Returns standard output.
///
/// # Errors
///
/// On Linux, if standard output was closed when the program began.
pub fn open() -> io::Result<Stdout> {
    match was_closed() {
        true => Err(io::Error::other("it is closed")),
        false => Ok(io::stdout()),
    }
}

#[cfg(target_os = "linux")]
use early::was_closed;

#[cfg(not(target_os = "linux"))]
fn was_closed() -> bool {
    false
}

/// Checks the descriptor before the runtime begins. In `main` it is too late: a /dev/null open for reading and
/// writing can also come from other programs, such as Python's `DEVNULL`.
#[cfg(target_os = "linux")]
mod early {
    use std::sync::atomic::{AtomicBool, Ordering};

    static CLOSED: AtomicBool = AtomicBool::new(false);

    pub fn was_closed() -> bool {
        CLOSED.load(Ordering::Relaxed)
    }

    extern "C" fn look() {
        let closed = rustix::io::fcntl_getfd(rustix::stdio::stdout()) == Err(rustix::io::Errno::BADF);
        CLOSED.store(closed, Ordering::Relaxed);
    }

    // The function makes a system call and a store, neither of which needs the runtime.
    faro_simd::call_before_main!(look);
}
