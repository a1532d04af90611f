//! Whether argument values may name files to read.

use std::sync::atomic::{AtomicBool, Ordering};

static REFUSED: AtomicBool = AtomicBool::new(false);

/// Refuses file names in arguments from now on, because the arguments come from a web page.
pub fn refuse() {
    REFUSED.store(true, Ordering::Relaxed);
}

pub fn refused() -> bool {
    REFUSED.load(Ordering::Relaxed)
}
