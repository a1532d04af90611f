//! The address of the page of `faro explore`, with its secret token, and the proof that the program knows the token.

use std::io::ErrorKind;
use std::net::{Ipv4Addr, TcpListener};

use data_encoding::HEXLOWER;
use hmac::{Hmac, KeyInit, Mac};
use rand::TryRng;
use rand::rngs::SysRng;
use sha2::Sha256;

use crate::output::error::invalid;

/// The address of the page, and the tokens that its requests may carry.
pub struct Address {
    port: u16,
    token: String,
    /// A random text of this start of the program.
    start: String,
    /// The token of this start, which the page derives from the other token.
    ///
    /// Whoever takes the port after the program has ended, and receives requests of an open page, learns no token that
    /// the program accepts again.
    of_start: String,
}

impl Address {
    /// Listens on the loopback interface, at 127.0.0.1 only.
    ///
    /// At `::1` the same port may belong to another program, to which a page at `localhost` would send its token.
    ///
    /// If `port` is 0, the system chooses a free port and the token is new. The token of any other port is kept
    /// between runs.
    pub fn bind(port: u16) -> anyhow::Result<(TcpListener, Address)> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(|error| {
            let why = match error.kind() {
                ErrorKind::AddrInUse => {
                    "another program listens on this port; try another, or 0 for a free one".into()
                }
                ErrorKind::PermissionDenied => {
                    "this port needs privileges; expected one from 1024".into()
                }
                _ => format!("cannot listen on it: {error}"),
            };
            invalid("--port <P>", port, why)
        })?;
        let token = if port == 0 { random()? } else { kept(port)? };
        let (port, start) = (listener.local_addr()?.port(), random()?);
        let of_start = mac(&token, &format!("page {start}"));
        Ok((
            listener,
            Address {
                port,
                token,
                start,
                of_start,
            },
        ))
    }

    /// Returns the address with the token in its fragment, which browsers do not send in requests.
    pub fn link(&self) -> String {
        format!("http://127.0.0.1:{}/#token={}", self.port, self.token)
    }

    /// Returns whether `host` is a valid value of the header `Host` of requests to the address.
    pub fn is_host(&self, host: &[u8]) -> bool {
        ["127.0.0.1", "localhost"]
            .iter()
            .any(|name| format!("{name}:{}", self.port).as_bytes() == host)
    }

    /// Compares a text with the token and with that of this start, in a time that depends only on the length of the text.
    pub fn is_token(&self, text: &[u8]) -> bool {
        let is = |token: &str| {
            let pairs = text.iter().zip(token.as_bytes());
            let differences = pairs.fold(0, |differences, (a, b)| differences | (a ^ b));
            text.len() == token.len() && std::hint::black_box(differences) == 0
        };
        is(&self.token) | is(&self.of_start)
    }

    /// Returns the text of this start, and the proof that the program knows the token, for a page's challenge.
    pub fn proof(&self, challenge: &str) -> (&str, String) {
        (
            &self.start,
            mac(&self.token, &format!("program {challenge} {}", self.start)),
        )
    }
}

/// Returns the HMAC-SHA256 of a text in hexadecimal digits. The key is the text of a token.
fn mac(token: &str, text: &str) -> String {
    let mut mac =
        Hmac::<Sha256>::new_from_slice(token.as_bytes()).expect("a key of any length is accepted");
    mac.update(text.as_bytes());
    HEXLOWER.encode(&mac.finalize().into_bytes())
}

/// Returns 256 random bits in hexadecimal digits.
pub fn random() -> anyhow::Result<String> {
    let mut bytes = [0; 32];
    let drawn = SysRng.try_fill_bytes(&mut bytes);
    drawn.map_err(|error| {
        anyhow::anyhow!("the system provides no random numbers for a token: {error}")
    })?;
    Ok(HEXLOWER.encode(&bytes))
}

/// Returns the token that is kept for `port`, or creates and keeps a new one.
///
/// If there is no folder for it, the token is new in each run.
///
/// # Errors
///
/// If the file exists and is not a regular file that only the user can read and write.
#[cfg(unix)]
pub fn kept(port: u16) -> anyhow::Result<String> {
    match kept::folder() {
        Some(folder) => kept::at(&folder.join(format!("explore-{port}.token"))),
        None => random(),
    }
}

/// Systems other than Unix keep no token.
#[cfg(not(unix))]
pub fn kept(_port: u16) -> anyhow::Result<String> {
    random()
}

#[cfg(unix)]
mod kept {
    use std::fs::{self, DirBuilder, File};
    use std::io::{ErrorKind, Read, Write};
    use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
    use std::path::{Path, PathBuf};
    use std::{env, io};

    use rustix::fs::OFlags;

    use faro_render::printable::printable;

    /// Number of hexadecimal digits of a token.
    const DIGITS: usize = 64;

    /// Returns the folder for the state of the program, if the environment determines one.
    pub fn folder() -> Option<PathBuf> {
        let absolute = |name| {
            env::var_os(name)
                .map(PathBuf::from)
                .filter(|path| path.is_absolute())
        };
        let state =
            absolute("XDG_STATE_HOME").or_else(|| Some(absolute("HOME")?.join(".local/state")))?;
        Some(state.join("faro"))
    }

    pub fn at(path: &Path) -> anyhow::Result<String> {
        let shown = printable(&path.to_string_lossy());
        match open(path) {
            Ok(file) => match read(file)? {
                Some(token) => Ok(token),
                None => anyhow::bail!(
                    "the token in {shown} is not used: expected a file of {DIGITS} hexadecimal digits that only you can read and write; delete it"
                ),
            },
            Err(error) if error.kind() == ErrorKind::NotFound => {
                let token = crate::page::server::address::random()?;
                // If the folder cannot be written, the page is still served, and the next run has another
                // token.
                let _ = create(path, &token);
                Ok(token)
            }
            Err(error) => {
                anyhow::bail!("the token in {shown} is not used: {error}; delete the file")
            }
        }
    }

    /// Opens a file unless it is a symbolic link, and does not wait for the writer of a pipe.
    fn open(path: &Path) -> io::Result<File> {
        let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK;
        File::options()
            .read(true)
            .custom_flags(flags.bits() as i32)
            .open(path)
    }

    /// Reads the token of a file. Returns `None` if other users can access the file or if it contains no token.
    fn read(file: File) -> io::Result<Option<String>> {
        let metadata = file.metadata()?;
        let is_private = metadata.is_file()
            && metadata.uid() == rustix::process::geteuid().as_raw()
            && metadata.mode() & 0o077 == 0;
        let mut text = String::new();
        if !is_private
            || file
                .take(DIGITS as u64 + 1)
                .read_to_string(&mut text)
                .is_err()
        {
            return Ok(None);
        }
        let is_token = text.len() == DIGITS && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        Ok(is_token.then_some(text))
    }

    /// Creates a file that only the user can read.
    fn create(path: &Path, token: &str) -> io::Result<()> {
        let folder = path.parent().ok_or(ErrorKind::NotFound)?;
        DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(folder)?;
        let mut file = File::options()
            .write(true)
            .create_new(true)
            .mode(0o600)
            .open(path)?;
        file.write_all(token.as_bytes())
            .inspect_err(|_| drop(fs::remove_file(path)))
    }

    #[cfg(test)]
    mod tests {
        use std::os::unix::fs::{PermissionsExt, symlink};

        use crate::page::server::address::kept::*;

        #[test]
        fn a_token_is_kept_where_only_the_user_reads_it() {
            let folder = env::temp_dir().join(format!("faro-token-{}", std::process::id()));
            let path = folder.join("faro/explore-1.token");
            let token = at(&path).unwrap();
            assert_eq!(fs::metadata(&path).unwrap().mode() & 0o777, 0o600);
            assert_eq!(
                fs::metadata(path.parent().unwrap()).unwrap().mode() & 0o777,
                0o700
            );
            assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
            assert_eq!(at(&path).unwrap(), token);
            for mode in [0o640, 0o604, 0o620, 0o602] {
                fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
                assert!(
                    at(&path)
                        .unwrap_err()
                        .to_string()
                        .contains("only you can read"),
                    "{mode:o}"
                );
            }
            let link = folder.join("link");
            fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
            symlink(&path, &link).unwrap();
            assert!(
                at(&link)
                    .unwrap_err()
                    .to_string()
                    .contains("delete the file")
            );
            symlink(folder.join("absent"), folder.join("dangling")).unwrap();
            assert!(at(&folder.join("dangling")).is_err() && !folder.join("absent").exists());
            for text in ["", &token[1..], &format!("{token}0"), &"g".repeat(DIGITS)] {
                fs::write(&path, text).unwrap();
                assert!(at(&path).is_err(), "{text}");
            }
            assert!(at(&folder).is_err());
            fs::remove_dir_all(&folder).unwrap();
        }
    }
}
