//! Whether values of arguments may name files to read.

use std::sync::atomic::{AtomicBool, Ordering};

static REFUSED: AtomicBool = AtomicBool::new(false);

/// Refuses the names of files from now on: the arguments come from a page, not from the command line.
pub fn refuse() {
    REFUSED.store(true, Ordering::Relaxed);
}

pub fn refused() -> bool {
    REFUSED.load(Ordering::Relaxed)
}
