//! Standard output, unless it was closed when the program began (`>&-`): then the runtime of Rust has opened
//! /dev/null in its place, and all that is written would be lost without an error.

use std::io::{self, Stdout};

/// Standard output.
///
/// # Errors
///
/// If it was closed when the program began, where that is known: on Linux.
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

/// What the descriptor is once `main` runs does not tell: other programs also pass on a /dev/null that they
/// opened to read and to write, as Python does for `DEVNULL`. So this looks before the runtime begins.
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
    #[expect(unsafe_code, reason = "there is no other way to run before the runtime")]
    #[used]
    #[unsafe(link_section = ".init_array")]
    static LOOK: extern "C" fn() = look;
}
