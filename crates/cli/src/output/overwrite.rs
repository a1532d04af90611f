//! Checks that no output file is also an input file or the target of another argument.

use std::fs;
use std::path::{Path, PathBuf};

use crate::output::error::invalid;

/// The path of standard input, which may be redirected from a file.
pub const STDIN: &str = "/dev/stdin";

/// Checks that no output file is also read, and that two arguments do not write the same file.
///
/// It is called before the work begins.
pub fn check<'a>(
    read: impl IntoIterator<Item = &'a Path>,
    written: impl IntoIterator<Item = (&'a Path, &'static str)>,
) -> anyhow::Result<()> {
    let read: Vec<FileId> = read.into_iter().filter_map(FileId::new).collect();
    let mut taken: Vec<(FileId, &str)> = Vec::new();
    for (path, argument) in written {
        let Some(file) = FileId::new(path) else {
            continue;
        };
        if read.contains(&file) {
            return Err(invalid(
                argument,
                path.display(),
                "this file is also read; expected another file",
            ));
        }
        if let Some((_, other)) = taken.iter().find(|(known, _)| *known == file) {
            let why = format!("this file is also written by {other}; expected another file");
            return Err(invalid(argument, path.display(), why));
        }
        taken.push((file, argument));
    }
    Ok(())
}

/// Identifies a file independently of its name.
#[derive(PartialEq, Eq)]
enum FileId {
    #[cfg(unix)]
    Inode(u64, u64),
    Path(PathBuf),
}

impl FileId {
    /// Returns `None` for devices and pipes, which can be written more than once.
    fn new(path: &Path) -> Option<FileId> {
        match fs::metadata(path) {
            Ok(metadata) => metadata
                .is_file()
                .then(|| FileId::from_metadata(path, &metadata))
                .flatten(),
            Err(_) => {
                let folder = path
                    .parent()
                    .filter(|folder| !folder.as_os_str().is_empty());
                let folder = fs::canonicalize(folder.unwrap_or(Path::new("."))).ok()?;
                Some(FileId::Path(folder.join(path.file_name()?)))
            }
        }
    }

    /// All names of a file share its inode.
    #[cfg(unix)]
    fn from_metadata(_path: &Path, metadata: &fs::Metadata) -> Option<FileId> {
        use std::os::unix::fs::MetadataExt;
        Some(FileId::Inode(metadata.dev(), metadata.ino()))
    }

    #[cfg(not(unix))]
    fn from_metadata(path: &Path, _metadata: &fs::Metadata) -> Option<FileId> {
        fs::canonicalize(path).ok().map(FileId::Path)
    }
}
