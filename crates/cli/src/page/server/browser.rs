//! Opens the page in the user's browser. The token is not an argument of the browser, because other users of the
//! machine can see arguments.

use std::fs::{self, DirBuilder, File};
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use super::address::random;
use crate::output;

/// A file that redirects a browser to the page. The file and its folder are removed when the value is dropped.
#[derive(Debug)]
pub struct Signpost {
    folder: PathBuf,
}

impl Signpost {
    /// Writes a file that redirects to `link`. Only the user can read it, and it is in a new folder that only the user
    /// can open.
    pub fn new(link: &str) -> anyhow::Result<Signpost> {
        let signpost = Signpost {
            folder: std::env::temp_dir().join(format!("faro-{}", &random()?[..16])),
        };
        signpost.write(link)?;
        Ok(signpost)
    }

    fn write(&self, link: &str) -> io::Result<()> {
        #[cfg_attr(not(unix), allow(unused_mut))]
        let (mut folder, mut file) = (DirBuilder::new(), File::options());
        #[cfg(unix)]
        {
            std::os::unix::fs::DirBuilderExt::mode(&mut folder, 0o700);
            std::os::unix::fs::OpenOptionsExt::mode(&mut file, 0o600);
        }
        folder.create(&self.folder)?;
        let page = format!(
            "<!doctype html><meta charset=utf-8><title>faro</title><meta http-equiv=refresh content=\"0;url={link}\">\n\
             <p><a href=\"{link}\">The page of faro explore</a>\n"
        );
        file.write(true)
            .create_new(true)
            .open(self.path())?
            .write_all(page.as_bytes())
    }

    /// Returns the path of the file.
    pub fn path(&self) -> PathBuf {
        self.folder.join("explore.html")
    }
}

impl Drop for Signpost {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Time within which the page should be requested. A browser in a sandbox, such as Snap's, may be unable to read the
/// file.
const OPENING_TIME: Duration = Duration::from_secs(10);

/// Opens `link` in the user's browser by a file that redirects to it, and returns the file. If the page is not
/// requested in time, prints a note unless `quiet`.
pub fn open(link: &str, quiet: bool) -> Option<Signpost> {
    let failed = move || {
        if !quiet {
            output::note("no browser has opened the page; open the address above in one");
        }
    };
    let Ok(signpost) = Signpost::new(link) else {
        failed();
        return None;
    };
    let path = signpost.path();
    let watch = thread::Builder::new().spawn(move || {
        if !opener()
            .arg(&path)
            .status()
            .is_ok_and(|status| status.success())
        {
            return failed();
        }
        thread::sleep(OPENING_TIME);
        if path.exists() {
            failed();
        }
    });
    // If no thread can be started, no browser is opened. The address is printed in any case.
    watch.ok().map(|_| signpost)
}

/// Returns the command that opens a file in the user's default application. It may run as long as the browser.
fn opener() -> Command {
    let (program, arguments): (_, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("cmd", &["/c", "start", ""]),
        _ => ("xdg-open", &[]),
    };
    let mut command = Command::new(program);
    command
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::os::unix::fs::PermissionsExt;
    use std::path::Path;

    use super::*;

    #[test]
    fn only_the_user_reads_where_the_page_is() {
        let signpost = Signpost::new("http://127.0.0.1:1/#token=2").unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        let path = signpost.path();
        assert_eq!((mode(&path), mode(path.parent().unwrap())), (0o600, 0o700));
        assert!(
            fs::read_to_string(&path)
                .unwrap()
                .contains("url=http://127.0.0.1:1/#token=2\"")
        );
        drop(signpost);
        assert!(!path.parent().unwrap().exists());
    }
}
