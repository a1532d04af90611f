//! The JSON form of a shard. It ends with a checksum, which detects damage and manual edits but is no signature.

use std::path::Path;

use data_encoding::HEXLOWER;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::arguments::regular_file;

/// The first field of a shard.
pub const FORMAT: &str = "faro-shard";

/// The second field, which is raised whenever the meaning of a field changes.
pub const FORMAT_NUMBER: u32 = 4;

/// Maximum number of bytes of a file. A shard has at most 2 · 10! counts.
const MAX_BYTES: u64 = 1 << 27;

/// The fields that identify the format.
#[derive(Deserialize)]
struct FormatHeader {
    format: String,
    format_number: u32,
}

/// The text between the shard's fields and its checksum.
const BEFORE: &[u8] = b",\"checksum\":\"";

/// The text between the checksum and the end of the file.
const AFTER: &[u8] = b"\"}\n";

/// Returns the contents of a file with the shard and its checksum.
pub fn seal(shard: &impl Serialize) -> anyhow::Result<Vec<u8>> {
    Ok(sealed(&serde_json::to_vec(shard)?))
}

/// Reads a shard of the type `T` from a file.
///
/// # Errors
///
/// If the file cannot be read, is damaged, or is no shard of this format. The message does not name the file.
pub fn read<T: DeserializeOwned>(path: &Path) -> Result<T, String> {
    let unreadable = |error| format!("cannot read it: {error}");
    let file = regular_file::open(path).map_err(unreadable)?;
    let read = regular_file::read_limited(file, MAX_BYTES).map_err(unreadable)?;
    let bytes = read.ok_or_else(|| {
        format!("the file is too long; expected a shard of at most {MAX_BYTES} bytes")
    })?;
    let header = serde_json::from_slice(&bytes)
        .ok()
        .filter(|header: &FormatHeader| header.format == FORMAT);
    let header = header.ok_or("expected a shard that `faro simulate --shard` wrote")?;
    if header.format_number != FORMAT_NUMBER {
        let other = header.format_number;
        return Err(format!(
            "its format is {other}; expected format {FORMAT_NUMBER} (run this part again)"
        ));
    }
    let object = unsealed(&bytes)
        .ok_or("its checksum does not match, so it was changed or damaged; run this part again")?;
    let damaged = |error: serde_json::Error| {
        format!(
            "it is damaged at line {}, column {}",
            error.line(),
            error.column()
        )
    };
    serde_json::from_slice(&object).map_err(damaged)
}

/// Adds a field with the SHA-256 of the other fields to a JSON object.
fn sealed(object: &[u8]) -> Vec<u8> {
    let fields = object.strip_suffix(b"}").unwrap_or(object);
    let checksum = HEXLOWER.encode(&Sha256::digest(fields));
    [fields, BEFORE, checksum.as_bytes(), AFTER].concat()
}

/// Returns the object without its checksum, or `None` if the checksum is wrong.
fn unsealed(bytes: &[u8]) -> Option<Vec<u8>> {
    let length = bytes
        .len()
        .checked_sub(BEFORE.len() + 2 * Sha256::output_size() + AFTER.len())?;
    let object = [&bytes[..length], b"}"].concat();
    (sealed(&object) == bytes).then_some(object)
}
