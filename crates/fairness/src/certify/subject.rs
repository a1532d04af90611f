use std::path::{Path, PathBuf};

use faro_console::error::invalid;
use serde::Serialize;

use super::{Certify, SOURCE};
use crate::audit::sha256;

/// What was tested, by whom, where and when.
#[derive(Serialize)]
pub struct Subject {
    pub name: Option<String>,
    /// The program and its arguments, or the file of decks.
    pub command: Vec<String>,
    pub files: Vec<HashedFile>,
    pub operator: Option<String>,
    pub place: Option<String>,
    pub date: Option<String>,
    pub cards: usize,
    /// The version of faro.
    pub version: &'static str,
}

#[derive(Serialize)]
pub struct HashedFile {
    pub path: String,
    pub sha256: String,
}

impl Subject {
    pub fn new(certify: &Certify) -> anyhow::Result<Subject> {
        let file = certify.file.iter().map(|path| path.display().to_string());
        Ok(Subject {
            name: certify.subject.clone(),
            command: file.chain(certify.program.iter().cloned()).collect(),
            files: hashed(certify)?,
            operator: certify.operator.clone(),
            place: certify.place.clone(),
            date: certify.date.clone(),
            cards: certify.cards,
            version: env!("CARGO_PKG_VERSION"),
        })
    }
}

/// Returns the hashes of the files in the command line and of those that the user named.
fn hashed(certify: &Certify) -> anyhow::Result<Vec<HashedFile>> {
    let hash = |path: &Path| Some(HashedFile { path: path.display().to_string(), sha256: sha256(path)? });
    let words = certify.program.iter().map(PathBuf::from).chain(certify.file.clone());
    let mut files: Vec<HashedFile> = words.filter_map(|path| hash(&path)).collect();
    for path in &certify.source {
        let hashed = hash(path).ok_or_else(|| invalid(SOURCE, path.display(), "cannot read this file"))?;
        files.push(hashed);
    }
    Ok(files)
}
