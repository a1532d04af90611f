//! Wishes that this program end: while another runs on its behalf, they are heeded as Ctrl-C is.

/// Has SIGTERM, SIGQUIT and SIGHUP end the reading, so that the program that is read from ends too. A hangup that
/// was to be ignored (`nohup`) stays ignored.
#[cfg(unix)]
pub fn heed() {
    use signal_hook::consts::{SIGHUP, SIGQUIT, SIGTERM};
    use signal_hook::iterator::Signals;

    let wishes = if hangups_are_ignored() { vec![SIGTERM, SIGQUIT] } else { vec![SIGTERM, SIGQUIT, SIGHUP] };
    // Without a handler such a wish ends this program alone.
    if let Ok(mut signals) = Signals::new(wishes) {
        std::thread::spawn(move || signals.forever().for_each(|_| crate::cli::watch::interrupt()));
    }
}

/// As Linux tells it, in a row of bits of which SIGHUP has the lowest; elsewhere nobody does.
#[cfg(unix)]
fn hangups_are_ignored() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    ignored.and_then(|bits| u64::from_str_radix(bits.trim(), 16).ok()).is_some_and(|bits| bits & 1 == 1)
}

#[cfg(not(unix))]
pub fn heed() {}
