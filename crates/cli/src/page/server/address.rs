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
    /// A random text that identifies this start of the program.
    start: String,
    /// The token of this start, which the page derives from `token` and `start`.
    ///
    /// Another program that takes the port after this one has ended, and receives the requests of an open page, learns
    /// no token that a later start accepts.
    of_start: String,
}

impl Address {
    /// Listens at 127.0.0.1 only, and returns the listener with the address.
    ///
    /// The same port of `::1` may belong to another program, to which a page at `localhost` would send its token.
    ///
    /// If `port` is 0, the system chooses a free port and the token is new. For any other port, the token is kept
    /// between starts.
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

    /// Returns the address with the token in its fragment. Browsers do not send fragments to servers.
    pub fn link(&self) -> String {
        format!("http://127.0.0.1:{}/#token={}", self.port, self.token)
    }

    /// Returns whether `host` is a valid header `Host` of a request to this address.
    pub fn is_host(&self, host: &[u8]) -> bool {
        ["127.0.0.1", "localhost"]
            .iter()
            .any(|name| format!("{name}:{}", self.port).as_bytes() == host)
    }

    /// Returns whether `text` is the token or the token of this start. The time depends only on the length of `text`.
    pub fn is_token(&self, text: &[u8]) -> bool {
        let is = |token: &str| {
            let pairs = text.iter().zip(token.as_bytes());
            let differences = pairs.fold(0, |differences, (a, b)| differences | (a ^ b));
            text.len() == token.len() && std::hint::black_box(differences) == 0
        };
        is(&self.token) | is(&self.of_start)
    }

    /// Returns the text of this start, and the proof that this program knows the token. The page's challenge is part of
    /// the proof.
    pub fn proof(&self, challenge: &str) -> (&str, String) {
        (
            &self.start,
            mac(&self.token, &format!("program {challenge} {}", self.start)),
        )
    }
}

/// Returns the HMAC-SHA256 of `text` in hexadecimal digits, with the text of `token` as the key.
fn mac(token: &str, text: &str) -> String {
    let mut mac =
        Hmac::<Sha256>::new_from_slice(token.as_bytes()).expect("a key of any length is accepted");
    mac.update(text.as_bytes());
    HEXLOWER.encode(&mac.finalize().into_bytes())
}

/// Returns 256 random bits from the system, in hexadecimal digits.
pub fn random() -> anyhow::Result<String> {
    let mut bytes = [0; 32];
    let drawn = SysRng.try_fill_bytes(&mut bytes);
    drawn.map_err(|error| {
        anyhow::anyhow!("the system provides no random numbers for a token: {error}")
    })?;
    Ok(HEXLOWER.encode(&bytes))
}

/// Returns the token that was kept for `port`. If there is none, creates a token and keeps it.
///
/// If there is no folder for the file of the token, the token is new at each start.
///
/// # Errors
///
/// If the file exists, and is not a regular file that only the user can read and write.
#[cfg(unix)]
pub fn kept(port: u16) -> anyhow::Result<String> {
    match kept::folder() {
        Some(folder) => kept::at(&folder.join(format!("explore-{port}.token"))),
        None => random(),
    }
}

/// Returns a new token, because on systems other than Unix no token is kept.
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

    /// Returns the folder for the state of the program, if environment variables determine one.
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
                // If the folder cannot be written, the page is served anyway, and the next start has another token.
                let _ = create(path, &token);
                Ok(token)
            }
            Err(error) => {
                anyhow::bail!("the token in {shown} is not used: {error}; delete the file")
            }
        }
    }

    /// Opens a file, but not a symbolic link, and does not wait for the writer of a pipe.
    fn open(path: &Path) -> io::Result<File> {
        let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK;
        File::options()
            .read(true)
            .custom_flags(flags.bits() as i32)
            .open(path)
    }

    /// Reads the token in a file. Returns `None` if other users can access the file or if it contains no token.
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

    /// Creates a file with `token` that only the user can read, and its folder.
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
