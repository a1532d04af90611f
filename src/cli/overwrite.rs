//! Files that are read, and files that are written: nothing is written over what is read, nor twice.

use std::fs;
use std::path::{Path, PathBuf};

use super::error::invalid;

/// Standard input, where it is a file.
pub const STDIN: &str = "/dev/stdin";

/// Refuses, before anything is written, to write to one of those that are read, or to one file from two
/// arguments.
pub fn check<'a>(
    read: impl IntoIterator<Item = &'a Path>,
    written: impl IntoIterator<Item = (&'a Path, &'static str)>,
) -> anyhow::Result<()> {
    let read: Vec<Place> = read.into_iter().filter_map(Place::of).collect();
    let mut taken: Vec<(Place, &str)> = Vec::new();
    for (path, argument) in written {
        let Some(place) = Place::of(path) else { continue };
        if read.contains(&place) {
            return Err(invalid(argument, path.display(), "this file is read from; another would do"));
        }
        if let Some((_, other)) = taken.iter().find(|(known, _)| *known == place) {
            let why = format!("this file is written to by {other} too; another would do");
            return Err(invalid(argument, path.display(), why));
        }
        taken.push((place, argument));
    }
    Ok(())
}

/// Where a file is, whatever it is called; nowhere for devices and pipes, which take all that comes.
#[derive(PartialEq, Eq)]
enum Place {
    #[cfg(unix)]
    Number(u64, u64),
    Path(PathBuf),
}

impl Place {
    fn of(path: &Path) -> Option<Place> {
        match fs::metadata(path) {
            Ok(there) => there.is_file().then(|| Place::of_file(path, &there)).flatten(),
            Err(_) => {
                let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
                let folder = fs::canonicalize(folder.unwrap_or(Path::new("."))).ok()?;
                Some(Place::Path(folder.join(path.file_name()?)))
            }
        }
    }

    /// Two names of one file have its number in common.
    #[cfg(unix)]
    fn of_file(_path: &Path, there: &fs::Metadata) -> Option<Place> {
        use std::os::unix::fs::MetadataExt;
        Some(Place::Number(there.dev(), there.ino()))
    }

    #[cfg(not(unix))]
    fn of_file(path: &Path, _there: &fs::Metadata) -> Option<Place> {
        fs::canonicalize(path).ok().map(Place::Path)
    }
}
