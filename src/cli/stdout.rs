//! Opens standard output, and reports an error if it was closed when the program began (`>&-`). In that case
//! the runtime of Rust opens /dev/null in its place, and output would be lost without an error.

use std::io::{self, Stdout};

/// Returns standard output.
///
/// # Errors
///
/// On Linux, if it was closed when the program began.
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

/// Checks the descriptor before the runtime begins. In `main` it is too late: other programs also pass on a
/// /dev/null that is open for reading and writing, as Python does for `DEVNULL`.
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

    // SAFETY: The loader calls the functions of this section, with arguments that a C function may leave
    // unread, before `main`. This one makes a system call and stores a flag, for which the runtime of Rust need
    // not have begun.
    #[expect(unsafe_code, reason = "no safe code runs before the runtime")]
    #[used]
    #[unsafe(link_section = ".init_array")]
    static LOOK: extern "C" fn() = look;
}
