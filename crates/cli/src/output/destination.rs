//! Writes files atomically.
//!
//! The output goes to a new file in the same folder, which replaces the old file when it is complete. Pipes,
//! devices and other special files are written directly.

use std::fs::{self, File, Metadata};
use std::io::{self, BufWriter, ErrorKind, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use crate::output::error::invalid;
use crate::output::lock::lock;
use crate::output::signals;

/// A function that writes a result or a picture. It is not generic, so that its users are compiled once.
pub type Content<'a> = &'a mut dyn FnMut(&mut dyn Write) -> io::Result<()>;

/// Returns an error if the file `path` cannot be written, before the work begins.
pub fn check(path: &Path, argument: &str) -> anyhow::Result<()> {
    check_name(path, argument)?;
    ResolvedPath::find(path)
        .and_then(|place| place.check())
        .map_err(|error| write_error(path, argument, &error))
}

/// Returns whether a path names standard output, such as /dev/stdout.
pub fn is_stdout(path: &Path) -> bool {
    matches!(
        ResolvedPath::find(path),
        Ok(ResolvedPath::Standard(Standard::Output))
    )
}

/// Refuses `-`, which only `--output` accepts, and another kind of file than the one that is written.
fn check_name(path: &Path, argument: &str) -> anyhow::Result<()> {
    let why = match path.to_str() {
        Some("-") => "expected a file; write ./- for a file of this name",
        _ if argument.starts_with("--svg") && is_bitmap(path) => {
            "pictures are written as SVG; expected a name such as deck.svg"
        }
        _ if is_other(path, argument) => {
            "this file is no page, picture or report, and would be lost; expected the name of a new file"
        }
        _ => return Ok(()),
    };
    Err(invalid(argument, path.display(), why))
}

/// Returns whether a file has the name of a picture or a document that is no SVG.
fn is_bitmap(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|extension| {
        ["gif", "jpeg", "jpg", "pdf", "png"].contains(&extension.to_lowercase().as_str())
    })
}

/// Returns whether a file has a content, but not the first character of a page, a picture or a report.
fn is_other(path: &Path, argument: &str) -> bool {
    let mut first = [0];
    ["--html", "--svg", "--junit"]
        .iter()
        .any(|option| argument.starts_with(option))
        && path.is_file()
        && File::open(path).is_ok_and(|mut file| file.read_exact(&mut first).is_ok())
        && first != *b"<"
}

/// Writes a file in addition to the result.
pub fn write(path: &Path, argument: &str, write: Content) -> anyhow::Result<()> {
    check_name(path, argument)?;
    let written = ResolvedPath::find(path)
        .and_then(|place| place.open())
        .and_then(|mut open| {
            buffered(open.file(), write)?;
            open.complete()
        });
    closed_is_done(written).map_err(|error| write_error(path, argument, &error))
}

/// Writes the result to a file, or to standard output if writing to the file fails.
pub fn write_result(path: &Path, argument: &str, write: Content) -> anyhow::Result<()> {
    let mut sink = match ResolvedPath::find(path).and_then(|place| place.open()) {
        Ok(open) => Sink {
            open: Some(open),
            written: 0,
            failure: None,
        },
        Err(error) => Sink {
            open: None,
            written: 0,
            failure: Some(error),
        },
    };
    let written = closed_is_done(buffered(&mut sink, write).and_then(|()| sink.complete()));
    match (sink.failure, written) {
        (None, written) => written.map_err(|error| write_error(path, argument, &error)),
        (Some(error), Ok(())) => {
            let why =
                format!("cannot write to it: {error}; the result is on standard output instead");
            Err(invalid(argument, path.display(), why))
        }
        (Some(error), Err(other)) => {
            let why = format!("cannot write to it: {error}; nor to standard output: {other}");
            Err(invalid(argument, path.display(), why))
        }
    }
}

pub fn buffered(to: impl Write, write: Content) -> io::Result<()> {
    let mut out = BufWriter::with_capacity(1 << 16, to);
    write(&mut out)?;
    out.flush()
}

/// Treats a closed pipe as success, because its reader needs no more output.
pub fn closed_is_done(result: io::Result<()>) -> io::Result<()> {
    result.or_else(|error| {
        if error.kind() == ErrorKind::BrokenPipe {
            Ok(())
        } else {
            Err(error)
        }
    })
}

fn write_error(path: &Path, argument: &str, error: &io::Error) -> anyhow::Error {
    invalid(
        argument,
        path.display(),
        format!("cannot write to it: {error}"),
    )
}

/// The file that a path refers to, after symbolic links.
enum ResolvedPath {
    /// A regular file, or a file that does not exist yet.
    File(PathBuf),
    /// A pipe, a device, or an open descriptor. It is written directly.
    Special(PathBuf),
    /// Standard output or standard error, named by a path such as /dev/stdout.
    Standard(Standard),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Standard {
    Output,
    Error,
}

impl Standard {
    /// Returns a second handle, because a socket or another user's terminal can't be opened by its path.
    #[cfg(unix)]
    fn open(self) -> io::Result<File> {
        use std::os::fd::AsFd;
        Ok(match self {
            Standard::Output => io::stdout().as_fd().try_clone_to_owned()?.into(),
            Standard::Error => io::stderr().as_fd().try_clone_to_owned()?.into(),
        })
    }

    #[cfg(not(unix))]
    fn open(self) -> io::Result<File> {
        Err(ErrorKind::Unsupported.into())
    }
}

impl ResolvedPath {
    /// Follows symbolic links, even to a file that does not exist yet.
    fn find(path: &Path) -> io::Result<ResolvedPath> {
        match fs::metadata(path) {
            Ok(file) if file.is_dir() => return Err(ErrorKind::IsADirectory.into()),
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let mut path = path.to_path_buf();
        loop {
            if let Some(place) = ResolvedPath::from_descriptor(&path) {
                return Ok(place);
            }
            match fs::symlink_metadata(&path) {
                Ok(file) if file.is_symlink() => {
                    let target = fs::read_link(&path)?;
                    path.pop();
                    path.push(target);
                }
                Ok(file) if !file.is_file() => return Ok(ResolvedPath::Special(path)),
                _ => return Ok(ResolvedPath::File(path)),
            }
        }
    }

    /// Returns the file descriptor of this process that the path names, if it names one.
    fn from_descriptor(path: &Path) -> Option<ResolvedPath> {
        let folder = fs::canonicalize(path.parent()?).ok()?;
        if folder != Path::new("/dev/fd") && folder != fs::canonicalize("/proc/self/fd").ok()? {
            return None;
        }
        Some(match path.file_name()?.to_str()? {
            "1" => ResolvedPath::Standard(Standard::Output),
            "2" => ResolvedPath::Standard(Standard::Error),
            _ => ResolvedPath::Special(path.into()),
        })
    }

    fn check(&self) -> io::Result<()> {
        match self {
            ResolvedPath::File(path) => {
                // A read-only file must not be replaced: opening it for writing fails.
                let old = File::options().write(true).open(path);
                old.map(drop).or_else(|error| match error.kind() {
                    ErrorKind::NotFound => Ok(()),
                    _ => Err(error),
                })?;
                NewFile::create(path).map(drop)
            }
            ResolvedPath::Special(_path) => {
                // A pipe is not opened here, since that would block until it has a reader.
                #[cfg(unix)]
                rustix::fs::access(_path, rustix::fs::Access::WRITE_OK)?;
                Ok(())
            }
            ResolvedPath::Standard(standard) => standard.open().map(drop),
        }
    }

    fn open(&self) -> io::Result<Open> {
        match self {
            ResolvedPath::File(path) => NewFile::create(path).map(Open::New),
            ResolvedPath::Special(path) => {
                File::options().append(true).open(path).map(Open::Direct)
            }
            ResolvedPath::Standard(standard) => standard.open().map(Open::Direct),
        }
    }
}

enum Open {
    New(NewFile),
    Direct(File),
}

impl Open {
    fn file(&mut self) -> &mut File {
        match self {
            Open::New(new) => &mut new.file,
            Open::Direct(file) => file,
        }
    }

    fn complete(&mut self) -> io::Result<()> {
        match self {
            Open::New(new) => new.complete(),
            Open::Direct(_) => Ok(()),
        }
    }
}

/// A writer to a file that continues on standard output after an error.
struct Sink {
    open: Option<Open>,
    /// Number of bytes written to the file.
    written: u64,
    failure: Option<io::Error>,
}

impl Sink {
    fn complete(&mut self) -> io::Result<()> {
        if let Some(Err(error)) = self.open.as_mut().map(Open::complete) {
            self.fail(error)?;
        }
        if self.failure.is_some() {
            io::stdout().flush()
        } else {
            Ok(())
        }
    }

    /// Continues on standard output, beginning with the bytes that were already written to the file.
    fn fail(&mut self, error: io::Error) -> io::Result<()> {
        match self.open.take() {
            Some(Open::New(mut new)) => {
                self.failure = Some(error);
                new.file.rewind()?;
                io::copy(&mut (&new.file).take(self.written), &mut io::stdout())?;
                Ok(())
            }
            // Bytes that were already written to a pipe cannot be read back to continue elsewhere.
            Some(Open::Direct(_)) if self.written > 0 => Err(error),
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
                Err(error)
                    if matches!(error.kind(), ErrorKind::Interrupted | ErrorKind::BrokenPipe) =>
                {
                    return Err(error);
                }
                Err(error) => self.fail(error)?,
            }
        }
        io::stdout().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The paths of new files that are not complete yet.
static INCOMPLETE: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn remove_incomplete() {
    let mut incomplete = lock(&INCOMPLETE);
    for path in incomplete.drain(..) {
        let _ = fs::remove_file(path);
    }
}

/// A file that replaces its target when it is complete, and is removed otherwise.
struct NewFile {
    file: File,
    path: PathBuf,
    target: PathBuf,
}

/// Maximum number of file names that are tried. An earlier process with the same id may have left files behind.
const MAX_NAMES: u32 = 100;

impl NewFile {
    fn create(target: &Path) -> io::Result<NewFile> {
        // A path that ends in `/` or `/.` names a folder, and not a new file.
        let name = target
            .file_name()
            .ok_or(ErrorKind::IsADirectory)?
            .as_encoded_bytes();
        if !target.as_os_str().as_encoded_bytes().ends_with(name) {
            return Err(ErrorKind::IsADirectory.into());
        }
        signals::before_exit(remove_incomplete);
        let old = fs::metadata(target).ok();
        let mut incomplete = lock(&INCOMPLETE);
        let (path, file) = create_beside(target, old.is_some())?;
        incomplete.push(path.clone());
        drop(incomplete);
        let new = NewFile {
            file,
            path,
            target: target.into(),
        };
        if let Some(old) = old {
            keep_permissions(&new.file, &old);
        }
        Ok(new)
    }

    /// Renames the file once its bytes are on the disk.
    fn complete(&mut self) -> io::Result<()> {
        self.file.sync_all().or_else(|error| match error.kind() {
            // Some file systems cannot force a file to the disk. The file is then renamed anyway.
            ErrorKind::Unsupported | ErrorKind::InvalidInput => Ok(()),
            _ => Err(error),
        })?;
        fs::rename(&self.path, &self.target)?;
        self.forget();
        Ok(())
    }

    /// Removes the file from the list of incomplete files, and returns whether it was on the list.
    fn forget(&self) -> bool {
        let mut incomplete = lock(&INCOMPLETE);
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

/// Creates a new file with a short name in the folder of the target. A file that will replace another is
/// private at first.
fn create_beside(target: &Path, _private: bool) -> io::Result<(PathBuf, File)> {
    let mut options = File::options();
    options.read(true).write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, if _private { 0o600 } else { 0o666 });
    let mut opened = (0..MAX_NAMES).map(|attempt| {
        let path = target.with_file_name(format!(".faro-{}-{attempt}", std::process::id()));
        options.open(&path).map(|file| (path, file))
    });
    let is_free = |opened: &io::Result<_>| !matches!(opened, Err(error) if error.kind() == ErrorKind::AlreadyExists);
    opened
        .find(is_free)
        .unwrap_or(Err(ErrorKind::AlreadyExists.into()))
}

/// Gives a file the owner, group and permissions of `old`, as far as the system allows. If the group cannot be
/// set, the file's own group gets no more permissions than all users.
#[cfg(unix)]
fn keep_permissions(file: &File, old: &Metadata) {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
    let mut mode = old.mode() & 0o777;
    let (user, group) = (Some(old.uid()), Some(old.gid()));
    if fchown(file, user, group).is_err() && fchown(file, None, group).is_err() {
        mode &= !0o070 | (mode & 0o007) << 3;
    }
    // An error is ignored, because some file systems have no permissions.
    let _ = file.set_permissions(fs::Permissions::from_mode(mode));
}

#[cfg(not(unix))]
fn keep_permissions(file: &File, old: &Metadata) {
    let _ = file.set_permissions(old.permissions());
}
