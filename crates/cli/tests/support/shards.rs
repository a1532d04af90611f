//! Writes shards of simulations to a folder per test: intact, damaged and forged.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use sha2::{Digest, Sha256};

use super::{faro, printed};

/// Creates an empty folder.
pub fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

pub fn run(folder: &Path, line: &str) -> Output {
    faro()
        .current_dir(folder)
        .args(line.split(' '))
        .output()
        .unwrap()
}

#[track_caller]
pub fn refused(folder: &Path, line: &str, why: &str) {
    let output = run(folder, line);
    let said = printed(&output);
    assert_eq!(output.status.code(), Some(2), "{line}: {said}");
    assert!(
        said.contains(why) && said.lines().count() == 1,
        "{line}: {said}"
    );
}

/// Changes a byte of shard 1 at about `places` places, truncates it at some, and merges the result.
#[track_caller]
pub fn damage_is_refused(folder: &Path, places: usize) {
    let shard = fs::read(folder.join("1")).unwrap();
    for at in (0..shard.len())
        .step_by(shard.len().div_ceil(places))
        .chain([shard.len() - 1])
    {
        let mut changed = shard.clone();
        changed[at] ^= 1;
        fs::write(folder.join("changed"), &changed).unwrap();
        refused(
            folder,
            "merge changed",
            "error: invalid value 'changed' for '<FILE>...': ",
        );
    }
    for length in [0, 1, 100, shard.len() - 2, shard.len() - 1] {
        fs::write(folder.join("cut"), &shard[..length]).unwrap();
        refused(
            folder,
            "merge cut",
            "error: invalid value 'cut' for '<FILE>...': ",
        );
    }
}

/// Writes a shard with changed text and a matching checksum as the file "forged".
pub fn forged(folder: &Path, shard: &str, from: &str, to: &str) {
    let shard = fs::read_to_string(folder.join(shard)).unwrap();
    let (fields, _) = shard.rsplit_once(",\"checksum\":").unwrap();
    assert!(fields.contains(from), "{from}");
    let fields = fields.replacen(from, to, 1);
    let sum: String = Sha256::digest(&fields)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    fs::write(
        folder.join("forged"),
        format!("{fields},\"checksum\":\"{sum}\"}}\n"),
    )
    .unwrap();
}
