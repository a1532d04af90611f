//! JSON files that end with a checksum. The checksum detects damage and manual edits, but it is no signature.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// A format of JSON files with a checksum. Their objects begin with the fields `format` and `format_number`.
#[derive(Debug)]
pub struct Sealed {
    pub format: &'static str,
    /// The version number, which is raised whenever the meaning of a field changes.
    pub number: u32,
    /// The command that writes files of the format.
    pub command: &'static str,
    /// Maximum number of bytes of a file.
    pub most: u64,
}

/// The fields that identify the format.
#[derive(Deserialize)]
struct Header {
    format: String,
    format_number: u32,
}

/// The text before and after the checksum.
const BEFORE: &[u8] = b",\"checksum\":\"";
const AFTER: &[u8] = b"\"}\n";

/// Number of bytes at the beginning of a file that identify its format.
const BEGIN: u64 = 64;

impl Sealed {
    /// Returns the contents of a file with `object` and its checksum.
    pub fn seal(&self, object: &impl Serialize) -> anyhow::Result<Vec<u8>> {
        Ok(sealed(&serde_json::to_vec(object)?))
    }

    /// Returns whether the file at `path` begins with the name of the format.
    pub fn is_format_of(&self, path: &Path) -> bool {
        let mut begin = Vec::new();
        let read = File::open(path).and_then(|file| file.take(BEGIN).read_to_end(&mut begin));
        read.is_ok() && begin.starts_with(format!("{{\"format\":\"{}\"", self.format).as_bytes())
    }

    /// Reads a file, and returns its object and its checksum.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, is damaged, or has another format. The error is a text that follows the
    /// name of the file.
    pub fn read<T: DeserializeOwned>(&self, path: &Path) -> Result<(T, String), String> {
        let mut bytes = Vec::new();
        let unreadable = |error| format!("cannot read it: {error}");
        let file = File::open(path).map_err(unreadable)?;
        file.take(self.most + 1).read_to_end(&mut bytes).map_err(unreadable)?;
        if bytes.len() as u64 > self.most {
            return Err(format!("the file is too long; expected a shard of at most {} bytes", self.most));
        }
        let no_shard = || format!("expected a shard that `{}` wrote", self.command);
        let header: Header = serde_json::from_slice(&bytes).map_err(|_| no_shard())?;
        match (header.format == self.format, header.format_number) {
            (true, number) if number == self.number => {}
            (true, other) => {
                let expected = self.number;
                return Err(format!(
                    "its format is {other}; expected format {expected} (run this part again)"
                ));
            }
            (false, _) => return Err(no_shard()),
        }
        let (object, checksum) = unsealed(&bytes)
            .ok_or("its checksum does not match, so it was changed or damaged; run this part again")?;
        let damaged = |error: serde_json::Error| {
            format!("it is damaged at line {}, column {}", error.line(), error.column())
        };
        Ok((serde_json::from_slice(&object).map_err(damaged)?, checksum))
    }
}

/// Adds a field with the SHA-256 of the other fields to a JSON object.
fn sealed(object: &[u8]) -> Vec<u8> {
    let fields = object.strip_suffix(b"}").unwrap_or(object);
    [fields, BEFORE, checksum(fields).as_bytes(), AFTER].concat()
}

fn checksum(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns the object without its checksum, and the checksum, or `None` if the checksum is wrong.
fn unsealed(bytes: &[u8]) -> Option<(Vec<u8>, String)> {
    let length = bytes.len().checked_sub(BEFORE.len() + 2 * Sha256::output_size() + AFTER.len())?;
    let object = [&bytes[..length], b"}"].concat();
    (sealed(&object) == bytes).then(|| (object, checksum(&bytes[..length])))
}
