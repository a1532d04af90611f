//! Work that the caller can leave before it is done.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;
use std::{panic, thread};

/// Time between two calls of `goes_on` while another thread works.
const CHECK_INTERVAL: Duration = Duration::from_millis(10);

/// Runs `work` on another thread, and returns its result.
///
/// Returns `None` if `goes_on` returned false. The work then continues, without effect, until the process ends. If no
/// thread can be started, such as in WebAssembly, the work is done here and cannot be interrupted.
pub fn interruptible<T: Send + 'static, W: FnOnce() -> T + Send + 'static>(
    work: W,
    goes_on: &mut dyn FnMut(u64) -> bool,
) -> Option<T> {
    let (sender, receiver) = mpsc::channel();
    let (offer, accepted) = mpsc::channel::<W>();
    let start = thread::Builder::new().spawn(move || {
        let work = accepted.recv().ok()?;
        sender.send(work()).ok()
    });
    let Ok(worker) = start else {
        return Some(work());
    };
    offer.send(work).ok()?;
    loop {
        match receiver.recv_timeout(CHECK_INTERVAL) {
            Ok(done) => return Some(done),
            Err(RecvTimeoutError::Timeout) if goes_on(0) => {}
            Err(RecvTimeoutError::Timeout) => return None,
            Err(RecvTimeoutError::Disconnected) => match worker.join() {
                Err(panic) => panic::resume_unwind(panic),
                Ok(_) => return None,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The work never ends by itself.
    #[test]
    fn work_is_left_when_it_may_not_go_on() {
        let (sender, receiver) = mpsc::channel::<()>();
        assert_eq!(
            interruptible(move || receiver.recv().is_ok(), &mut |_| false),
            None
        );
        drop(sender);
    }

    #[test]
    fn work_is_waited_for() {
        assert_eq!(
            interruptible(|| (1..=10).product::<u32>(), &mut |_| true),
            Some(3_628_800)
        );
    }
}
