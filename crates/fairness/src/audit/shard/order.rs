//! The order of the parts of an audit, which their numbers give.

use std::path::{Path, PathBuf};

use faro_console::error::invalid;
use faro_console::output;
use faro_console::parts::{MissingParts, ShardPart};
use serde::Deserialize;

use super::SEALED;

/// The fields of a shard that say where its decks belong.
#[derive(Deserialize)]
struct Numbered {
    shard: Option<(u64, u64)>,
    chain: bool,
}

/// A file, with the number of its part if it has one.
struct Placed<'a> {
    file: &'a Path,
    part: Option<ShardPart>,
    is_chain: bool,
}

impl Placed<'_> {
    fn read(file: &Path) -> Result<Placed<'_>, String> {
        let (Numbered { shard, chain }, _) = SEALED.read::<Numbered>(file)?;
        let absent = |(number, parts)| format!("there is no part {number} of {parts}");
        let part = shard.map(|shard| ShardPart::numbered(shard).ok_or_else(|| absent(shard))).transpose()?;
        Ok(Placed { file, part, is_chain: chain })
    }
}

const UNNUMBERED: &str = "the parts have no numbers, so their decks are taken in the order of the files; write parts with \
                          --shard I/N --shard-out FILE";

/// Files in the order of their decks, and a remark about it.
pub struct Ordered {
    pub files: Vec<PathBuf>,
    pub remark: Option<String>,
}

/// Returns the files in the order of the numbers of their parts, or as given if they have none.
///
/// With `is_partial` parts may be missing, unless each deck was shuffled from the one before.
pub fn in_order(files: &[PathBuf], is_partial: bool) -> anyhow::Result<Ordered> {
    let placed = files.iter().map(|file| Placed::read(file).map_err(|why| refused(file, why)));
    let placed = placed.collect::<anyhow::Result<Vec<_>>>()?;
    if placed.iter().all(|one| one.part.is_none()) {
        if is_partial {
            return Err(refused(
                &files[0],
                "its part has no number, so --partial has no meaning; leave it out".into(),
            ));
        }
        let remark = (files.len() > 1).then(|| UNNUMBERED.into());
        return Ok(Ordered { files: files.to_vec(), remark });
    }
    let mut numbered = numbered(&placed)?;
    numbered.sort_by_key(|(part, _)| part.index);
    let remark = gap(&numbered, is_partial, placed[0].is_chain)
        .map_err(|why| refused(&files[files.len() - 1], why))?;
    Ok(Ordered { files: numbered.into_iter().map(|(_, file)| file.into()).collect(), remark })
}

/// Returns a remark about missing parts, or an error if there may be none.
fn gap(numbered: &[(ShardPart, &Path)], is_partial: bool, is_chain: bool) -> Result<Option<String>, String> {
    let missing = missing_among(numbered);
    let what = format!("missing: {}", missing.in_words());
    match (missing.is_empty(), is_partial, is_chain) {
        (true, ..) => Ok(None),
        (false, true, false) => Ok(Some(what)),
        (false, true, true) => {
            Err(format!("{what}; each deck was shuffled from the one before, so all parts are needed"))
        }
        (false, false, _) => {
            Err(format!("{what}; add them, or use --partial to merge the parts that are there"))
        }
    }
}

/// Returns the parts of an audit that must be run again: those without a file, or with a file that cannot be read.
pub fn missing(files: &[PathBuf]) -> anyhow::Result<MissingParts> {
    let mut placed = Vec::new();
    for file in files {
        match Placed::read(file) {
            Ok(one) => placed.push(one),
            Err(why) => output::note(&format!("'{}' is ignored: {why}", file.display())),
        }
    }
    if placed.is_empty() || placed.iter().all(|one| one.part.is_none()) {
        let why = "no part has a number, so the number of parts is unknown; write parts with --shard I/N --shard-out FILE";
        return Err(refused(&files[0], why.into()));
    }
    Ok(missing_among(&numbered(&placed)?))
}

fn missing_among(numbered: &[(ShardPart, &Path)]) -> MissingParts {
    let parts = numbered.first().map_or(0, |(part, _)| part.parts);
    MissingParts::new(parts, numbered.iter().map(|(part, _)| *part))
}

/// Returns the parts with their files. All must have a number of the same run, and none twice.
fn numbered<'a>(placed: &[Placed<'a>]) -> anyhow::Result<Vec<(ShardPart, &'a Path)>> {
    let mut numbered: Vec<(ShardPart, &Path)> = Vec::new();
    for Placed { file, part, .. } in placed {
        let Some(part) = part else {
            return Err(refused(
                file,
                "its part has no number, but others have; write all with --shard I/N".into(),
            ));
        };
        if let Some((first, other)) = numbered.first().filter(|(first, _)| first.parts != part.parts) {
            return Err(refused(file, format!("it is {part}; '{}' is {first}", other.display())));
        }
        if let Some((_, other)) = numbered.iter().find(|(known, _)| known == part) {
            return Err(refused(file, format!("{part} is in '{}' too", other.display())));
        }
        numbered.push((*part, file));
    }
    Ok(numbered)
}

fn refused(file: &Path, why: String) -> anyhow::Error {
    invalid("<FILE>...", file.display(), why)
}
