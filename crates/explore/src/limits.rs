//! What a worker of the server may use, and when it ends.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Time between the end of a worker's budget and its own end. The server reports the timeout and may be a
/// little late.
const LATER: Duration = Duration::from_secs(5);

/// Restricts this process, and ends it with its server or five seconds after `budget`, unless the returned flag is
/// set before.
pub fn start(budget: Duration) -> io::Result<Arc<AtomicBool>> {
    restrict();
    let answered = Arc::new(AtomicBool::new(false));
    let computed = Arc::clone(&answered);
    end_with_server()?;
    // Ends the worker if the server does not.
    std::thread::Builder::new().spawn(move || {
        std::thread::sleep(budget + LATER);
        if !computed.load(Ordering::Relaxed) {
            std::process::exit(1);
        }
    })?;
    Ok(answered)
}

/// Ends this process when the server is gone, even after SIGKILL: nobody reads its standard output then.
#[cfg(unix)]
fn end_with_server() -> io::Result<()> {
    std::thread::Builder::new().spawn(|| {
        if wait_for_reader_to_end(rustix::stdio::stdout()) {
            std::process::exit(1);
        }
    })?;
    Ok(())
}

#[cfg(not(unix))]
fn end_with_server() -> io::Result<()> {
    Ok(())
}

/// Waits until no process reads from the pipe that ends in `pipe`. Returns false if the system cannot tell.
#[cfg(unix)]
fn wait_for_reader_to_end(pipe: impl std::os::fd::AsFd) -> bool {
    use rustix::event::{PollFd, PollFlags, poll};
    // The system reports an error of the pipe though no event is requested.
    let mut ends = [PollFd::new(&pipe, PollFlags::empty())];
    loop {
        match poll(&mut ends, None) {
            Err(rustix::io::Errno::INTR) => {}
            polled => return polled.is_ok(),
        }
    }
}

/// Limit of file descriptors. Standard input has the only number below it, so that no file can be opened; with a limit
/// of 0, the system would refuse to watch standard output.
#[cfg(unix)]
const NOFILE: u64 = 1;

/// Maximum memory of a worker in bytes.
#[cfg(unix)]
const MOST_MEMORY: u64 = 2 << 30;

/// Restricts the process to what an answer needs: it opens no file, writes no file, and has bounded memory.
fn restrict() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, setrlimit};

        let limits = [
            (Resource::Nofile, NOFILE),
            (Resource::Fsize, 0),
            (Resource::Core, 0),
            (Resource::Data, MOST_MEMORY),
        ];
        for (resource, limit) in limits {
            // A lower limit set earlier cannot be raised, and is sufficient.
            let _ = setrlimit(resource, Rlimit { current: Some(limit), maximum: Some(limit) });
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// The test does not end if the wait does not.
    #[test]
    fn a_pipe_without_a_reader_is_noticed() {
        let (reader, writer) = io::pipe().unwrap();
        let waiting = std::thread::spawn(move || wait_for_reader_to_end(writer));
        drop(reader);
        assert!(waiting.join().unwrap());
    }
}
