//! Opens files that are read to their end at once, and reads them.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;
use std::sync::Mutex;

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

/// Reads a file to its end, also if it is read a second time, or returns `None` if it has more than `max` bytes. `-` is
/// standard input.
///
/// The text of standard input and of a descriptor that a shell opened, as in `<(command)`, is kept, because its second
/// reading finds nothing.
pub fn read_again(path: &str, max: u64) -> io::Result<Option<Vec<u8>>> {
    static KEPT: Mutex<Vec<(String, Vec<u8>)>> = Mutex::new(Vec::new());
    let mut kept = KEPT.lock().expect("no reader panics");
    if let Some((_, bytes)) = kept.iter().find(|(name, _)| name == path) {
        return Ok(Some(bytes.clone()));
    }
    let (read, is_file) = match path {
        "-" => (read_limited(io::stdin(), max)?, false),
        _ => {
            let file = open(path)?;
            let is_file = file.metadata()?.is_file();
            (read_limited(file, max)?, is_file)
        }
    };
    if let Some(bytes) = read.as_ref().filter(|_| !is_file) {
        kept.push((path.into(), bytes.clone()));
    }
    Ok(read)
}
