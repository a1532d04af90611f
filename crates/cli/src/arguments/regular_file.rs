//! Opens files that are read to their end at once, and reads them.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

/// Opens a regular file, or a descriptor that a shell opened for this process, as in `<(command)`.
///
/// # Errors
///
/// If the path names a pipe, a socket or a device, which may wait for a writer or have no end, or if the file cannot be
/// opened.
pub fn open(path: impl AsRef<Path>) -> io::Result<File> {
    let path = path.as_ref();
    let kind = fs::metadata(path)?.file_type();
    let of_process = ["/dev/fd", "/proc/self/fd", "/dev/stdin"]
        .iter()
        .any(|open| path.starts_with(open));
    match kind.is_file() || kind.is_dir() || of_process {
        true => File::open(path),
        false => Err(io::Error::other(
            "it is a pipe, a socket or a device; expected a regular file",
        )),
    }
}

/// Reads a source to its end, or returns `None` if it has more than `max` bytes.
pub fn read_limited(source: impl Read, max: u64) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    source.take(max + 1).read_to_end(&mut bytes)?;
    Ok(Some(bytes).filter(|bytes| bytes.len() as u64 <= max))
}
