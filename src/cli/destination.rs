//! The file that something is written to: a new one in the same folder, which replaces the old one when it
//! is complete. What is no regular file is written through.

use std::fs::{self, File, Metadata};
use std::io::{self, BufWriter, ErrorKind, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::error::invalid;
use super::{signals, stdout};

/// Refuses a file that cannot be written, before the work for it begins.
pub fn check(path: &Path, argument: &str) -> anyhow::Result<()> {
    check_name(path, argument)?;
    Place::find(path).and_then(|place| place.check()).map_err(|error| refused(path, argument, &error))
}

/// Only `--output` has a name for standard output.
fn check_name(path: &Path, argument: &str) -> anyhow::Result<()> {
    match path.to_str() {
        Some("-") => Err(invalid(argument, "-", "expected a file; one of this name is ./-")),
        _ => Ok(()),
    }
}

/// Writes a file beside the result.
pub fn write(
    path: &Path,
    argument: &str,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> anyhow::Result<()> {
    check_name(path, argument)?;
    let written = Place::find(path).and_then(|place| place.open()).and_then(|mut open| {
        buffered(open.file(), write)?;
        open.complete()
    });
    closed_is_done(written).map_err(|error| refused(path, argument, &error))
}

/// Writes the file that has the result. What it does not take goes to standard output.
pub fn write_result(
    path: &Path,
    argument: &str,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> anyhow::Result<()> {
    let mut sink = match Place::find(path).and_then(|place| place.open()) {
        Ok(open) => Sink { open: Some(open), written: 0, failure: None },
        Err(error) => Sink { open: None, written: 0, failure: Some(error) },
    };
    let written = closed_is_done(buffered(&mut sink, write).and_then(|()| sink.complete()));
    match (sink.failure, written) {
        (None, written) => written.map_err(|error| refused(path, argument, &error)),
        (Some(error), Ok(())) => {
            let why = format!("cannot write to it: {error}; the result is on standard output instead");
            Err(invalid(argument, path.display(), why))
        }
        (Some(error), Err(other)) => {
            let why = format!("cannot write to it: {error}; nor to standard output: {other}");
            Err(invalid(argument, path.display(), why))
        }
    }
}

/// Writes in pieces of a moderate size.
pub fn buffered(to: impl Write, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut out = BufWriter::with_capacity(1 << 16, to);
    write(&mut out)?;
    out.flush()
}

/// A reader that has seen enough closes the pipe: the command has done what it was for.
pub fn closed_is_done(result: io::Result<()>) -> io::Result<()> {
    result.or_else(|error| if error.kind() == ErrorKind::BrokenPipe { Ok(()) } else { Err(error) })
}

fn refused(path: &Path, argument: &str, error: &io::Error) -> anyhow::Error {
    invalid(argument, path.display(), format!("cannot write to it: {error}"))
}

/// What a path leads to.
enum Place {
    /// A regular file, or nothing yet.
    File(PathBuf),
    /// A pipe, a device, or a file that is open already: written through.
    Through(PathBuf),
    /// Standard output or standard error, under a name such as /dev/stdout.
    #[cfg(unix)]
    Standard(fn() -> io::Result<File>),
}

impl Place {
    /// Follows symbolic links, also to where there is nothing yet.
    fn find(path: &Path) -> io::Result<Place> {
        match fs::metadata(path) {
            Ok(there) if there.is_dir() => return Err(ErrorKind::IsADirectory.into()),
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let mut path = path.to_path_buf();
        loop {
            if let Some(place) = Place::of_descriptor(&path) {
                return Ok(place);
            }
            match fs::symlink_metadata(&path) {
                Ok(there) if there.is_symlink() => {
                    let target = fs::read_link(&path)?;
                    path.pop();
                    path.push(target);
                }
                Ok(there) if !there.is_file() => return Ok(Place::Through(path)),
                _ => return Ok(Place::File(path)),
            }
        }
    }

    /// A file of this program that is open already.
    #[cfg(unix)]
    fn of_descriptor(path: &Path) -> Option<Place> {
        use std::os::fd::AsFd;
        let folder = fs::canonicalize(path.parent()?).ok()?;
        if folder != Path::new("/dev/fd") && folder != fs::canonicalize("/proc/self/fd").ok()? {
            return None;
        }
        Some(match path.file_name()?.to_str()? {
            "1" => Place::Standard(|| Ok(stdout::open()?.as_fd().try_clone_to_owned()?.into())),
            "2" => Place::Standard(|| Ok(io::stderr().as_fd().try_clone_to_owned()?.into())),
            _ => Place::Through(path.into()),
        })
    }

    #[cfg(not(unix))]
    fn of_descriptor(_path: &Path) -> Option<Place> {
        None
    }

    /// Whether it could be written now.
    fn check(&self) -> io::Result<()> {
        match self {
            Place::File(path) => {
                // A file that was made read-only is not replaced either.
                let old = File::options().write(true).open(path);
                old.map(drop).or_else(|error| match error.kind() {
                    ErrorKind::NotFound => Ok(()),
                    _ => Err(error),
                })?;
                NewFile::create(path).map(drop)
            }
            // Opening a pipe would wait for its reader.
            #[cfg(unix)]
            Place::Through(path) => Ok(rustix::fs::access(path, rustix::fs::Access::WRITE_OK)?),
            #[cfg(not(unix))]
            Place::Through(_) => Ok(()),
            #[cfg(unix)]
            Place::Standard(open) => open().map(drop),
        }
    }

    fn open(&self) -> io::Result<Open> {
        match self {
            Place::File(path) => NewFile::create(path).map(Open::New),
            Place::Through(path) => File::options().append(true).open(path).map(Open::Through),
            #[cfg(unix)]
            Place::Standard(open) => open().map(Open::Through),
        }
    }
}

enum Open {
    New(NewFile),
    Through(File),
}

impl Open {
    fn file(&mut self) -> &mut File {
        match self {
            Open::New(new) => &mut new.file,
            Open::Through(file) => file,
        }
    }

    fn complete(&mut self) -> io::Result<()> {
        match self {
            Open::New(new) => new.complete(),
            Open::Through(_) => Ok(()),
        }
    }
}

/// A file that has the result, and standard output once that has failed.
struct Sink {
    open: Option<Open>,
    /// The bytes that the file has taken.
    written: u64,
    failure: Option<io::Error>,
}

impl Sink {
    fn complete(&mut self) -> io::Result<()> {
        if let Some(Err(error)) = self.open.as_mut().map(Open::complete) {
            self.fail(error)?;
        }
        if self.failure.is_some() { stdout::open()?.flush() } else { Ok(()) }
    }

    /// Goes on to standard output, with what the file has already taken first.
    fn fail(&mut self, error: io::Error) -> io::Result<()> {
        match self.open.take() {
            Some(Open::New(mut new)) => {
                self.failure = Some(error);
                new.file.rewind()?;
                io::copy(&mut (&new.file).take(self.written), &mut stdout::open()?)?;
                Ok(())
            }
            // It cannot be read again.
            Some(Open::Through(_)) if self.written > 0 => Err(error),
            _ => {
                self.failure = Some(error);
                Ok(())
            }
        }
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Some(open) = &mut self.open {
            match open.file().write(bytes) {
                Ok(length) => {
                    self.written += length as u64;
                    return Ok(length);
                }
                Err(error) if matches!(error.kind(), ErrorKind::Interrupted | ErrorKind::BrokenPipe) => {
                    return Err(error);
                }
                Err(error) => self.fail(error)?,
            }
        }
        stdout::open()?.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The new files that are not complete.
static INCOMPLETE: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Removes the new files that are not complete.
fn remove_incomplete() {
    let mut incomplete = INCOMPLETE.lock().unwrap_or_else(PoisonError::into_inner);
    for path in incomplete.drain(..) {
        let _ = fs::remove_file(path);
    }
}

/// A file that takes the place of another when it is complete, and goes away if it never is.
struct NewFile {
    file: File,
    path: PathBuf,
    target: PathBuf,
}

/// Names that are tried: more than one process can leave behind that had this number.
const NAMES: u32 = 100;

impl NewFile {
    fn create(target: &Path) -> io::Result<NewFile> {
        // `new/` and `new/.` are folders.
        let name = target.file_name().ok_or(ErrorKind::IsADirectory)?.as_encoded_bytes();
        if !target.as_os_str().as_encoded_bytes().ends_with(name) {
            return Err(ErrorKind::IsADirectory.into());
        }
        signals::before_exit(remove_incomplete);
        let old = fs::metadata(target).ok();
        let mut incomplete = INCOMPLETE.lock().unwrap_or_else(PoisonError::into_inner);
        let (path, file) = create_beside(target, old.is_some())?;
        incomplete.push(path.clone());
        drop(incomplete);
        let new = NewFile { file, path, target: target.into() };
        if let Some(old) = old {
            keep_permissions(&new.file, &old);
        }
        Ok(new)
    }

    /// So that the bytes are there before the name is.
    fn complete(&mut self) -> io::Result<()> {
        self.file.sync_all().or_else(|error| match error.kind() {
            // Some file systems do not know how.
            ErrorKind::Unsupported | ErrorKind::InvalidInput => Ok(()),
            _ => Err(error),
        })?;
        fs::rename(&self.path, &self.target)?;
        self.forget();
        Ok(())
    }

    /// Whether it was still to be removed.
    fn forget(&self) -> bool {
        let mut incomplete = INCOMPLETE.lock().unwrap_or_else(PoisonError::into_inner);
        let before = incomplete.len();
        incomplete.retain(|path| *path != self.path);
        incomplete.len() < before
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        if self.forget() {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// A new file with a short name, however long that of the other is. One that replaces another begins as
/// private.
fn create_beside(target: &Path, private: bool) -> io::Result<(PathBuf, File)> {
    let mut options = File::options();
    options.read(true).write(true).create_new(true);
    #[cfg(unix)]
    if private {
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    }
    let mut last = ErrorKind::AlreadyExists.into();
    for attempt in 0..NAMES {
        let path = target.with_file_name(format!(".faro-{}-{attempt}", std::process::id()));
        match options.open(&path) {
            Ok(file) => return Ok((path, file)),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => last = error,
            Err(error) => return Err(error),
        }
    }
    Err(last)
}

/// Gives a file the owner, the group and the permissions of another, as far as the system allows. A group
/// that it does not allow is not replaced by another that may do the same.
#[cfg(unix)]
fn keep_permissions(file: &File, old: &Metadata) {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
    let mut mode = old.mode() & 0o777;
    let (user, group) = (Some(old.uid()), Some(old.gid()));
    if fchown(file, user, group).is_err() && fchown(file, None, group).is_err() {
        mode &= !0o070 | (mode & 0o007) << 3;
    }
    // A file system without permissions has none to keep.
    let _ = file.set_permissions(fs::Permissions::from_mode(mode));
}

#[cfg(not(unix))]
fn keep_permissions(file: &File, old: &Metadata) {
    let _ = file.set_permissions(old.permissions());
}
