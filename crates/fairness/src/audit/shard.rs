//! Files with a part of an audit: how the decks were read, the first decks, and the counts of the others.

use std::path::{Path, PathBuf};
use std::time::Instant;

use faro_audit::lines::Naming;
use faro_audit::{CardNames, Design, Error, Evidence, Part, PartialEvidence};
use faro_console::args::OutputArgs;
use faro_console::error::{Exit, invalid};
use faro_console::shard::{MissingParts, Sealed, ShardPart};
use faro_console::{destination, output};
use faro_render::numbers::counted;
use faro_render::printable::printable;
use faro_sample::shuffle::Seed;
use serde::{Deserialize, Serialize};

use super::outputs::ReportArgs;
use super::report::{AuditReport, Input};
use super::source::End;
use faro_listing::intake::{BadLines, Intake, Unit};

pub const SEALED: Sealed =
    Sealed { format: "faro-audit-shard", number: 3, command: "faro audit --shard-out", most: 1 << 28 };

/// Name of the argument in error messages.
pub const SHARD_OUT: &str = "--shard-out <FILE>";

#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shard {
    format: String,
    format_number: u32,
    version: String,
    cards: usize,
    /// The number of the part, counted from 1, and the number of parts, if they were given.
    shard: Option<(u64, u64)>,
    chain: bool,
    alpha: f64,
    naming: Naming,
    names: Vec<String>,
    start_is_given: bool,
    design: Option<ShardDesign>,
    /// The seed of the draws of cards that are unknown or look alike.
    seed: Option<String>,
    /// Number of lines of the input.
    lines: u64,
    bad_lines: BadLines,
    part: Part,
}

/// The part of each deck that is seen.
#[derive(Clone, Serialize, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
struct ShardDesign {
    groups: Vec<usize>,
    kinds: Option<Vec<usize>>,
    /// The kinds of the cards in their starting order, if they are known.
    start: Option<Vec<u32>>,
}

/// The sum of the counts so far.
enum Sum {
    Whole(Box<Evidence>),
    Seen(Box<PartialEvidence>),
}

/// The parameters of the decks of a shard, from the command line.
pub struct Asked {
    pub part: Option<ShardPart>,
    pub chain: bool,
    pub alpha: f64,
    pub start_is_given: bool,
    pub seed: Seed,
}

/// Writes the decks as a part of an audit.
pub fn write(path: &Path, asked: &Asked, intake: Intake, end: &End) -> anyhow::Result<()> {
    match end {
        End::Interrupted => anyhow::bail!("interrupted: no shard was written"),
        End::Silent(why) => anyhow::bail!("{why}: no shard was written"),
        _ => {}
    }
    let names = match intake.card_names() {
        CardNames::Numbers(_) => Vec::new(),
        CardNames::Names(names) => names,
    };
    let (naming, is_drawn) = (intake.naming().expect("decks came"), intake.is_drawn());
    let (lines, bad_lines) = (intake.lines(), intake.bad_lines().clone());
    let (cards, part, design) = intake.into_part();
    let shard = Shard {
        format: SEALED.format.into(),
        format_number: SEALED.number,
        version: env!("CARGO_PKG_VERSION").into(),
        cards,
        shard: asked.part.map(ShardPart::number),
        chain: asked.chain,
        alpha: asked.alpha,
        naming,
        names,
        start_is_given: asked.start_is_given,
        design: design.map(|(design, start)| ShardDesign::new(&design, start)),
        seed: is_drawn.then(|| asked.seed.to_string()),
        lines,
        bad_lines,
        part,
    };
    let bytes = SEALED.seal(&shard)?;
    destination::write(path, SHARD_OUT, &mut |out| out.write_all(&bytes))
}

impl ShardDesign {
    fn new(design: &Design, start: Option<Vec<u32>>) -> ShardDesign {
        let kinds = design.kinds().map(<[usize]>::to_vec);
        ShardDesign { groups: design.groups().to_vec(), kinds, start }
    }

    /// Returns evidence without decks, or `None` if the design is invalid.
    fn evidence(&self, cards: usize, naming: Naming) -> Option<PartialEvidence> {
        let design = Design::hands(cards, &self.groups).ok()?;
        let Some(kinds) = &self.kinds else {
            let is_counted = matches!(naming, Naming::CountedFrom(_));
            return Some(if is_counted {
                PartialEvidence::counted(design)
            } else {
                PartialEvidence::new(design)
            });
        };
        let evidence = PartialEvidence::new(design.with_kinds(kinds).ok()?);
        match &self.start {
            Some(start) => evidence.starting_with(start).ok(),
            None => Some(evidence),
        }
    }
}

impl Shard {
    /// Returns the names and values of the parameters that all parts must share.
    fn asked(&self) -> [(&'static str, String); 8] {
        let design = self.design.as_ref();
        let shown = |sizes: &[usize]| sizes.iter().map(usize::to_string).collect::<Vec<_>>().join(",");
        let kinds = design.and_then(|design| design.kinds.as_deref());
        // Whether cards that are seen in part are counted from 0 is known only once all parts are read.
        let naming = match self.naming {
            Naming::CountedFrom(_) if design.is_some() => "numbers".into(),
            Naming::CountedFrom(first) => format!("numbers from {first}"),
            Naming::Own => "a starting order on each line".into(),
            _ => format!("the order {}", self.names.join(" ")),
        };
        [
            ("version", self.version.clone()),
            ("number of cards", self.cards.to_string()),
            ("shuffle", if self.chain { "of the deck before" } else { "of one starting order" }.into()),
            ("alpha", self.alpha.to_string()),
            ("way to name cards", naming),
            ("starting order", if self.start_is_given { "given" } else { "not given" }.into()),
            ("hands", design.map_or("whole decks".into(), |design| shown(&design.groups))),
            ("number of cards of each kind", kinds.map_or("none".into(), shown)),
        ]
    }

    /// Returns counts of no decks.
    fn empty(&self) -> Result<Sum, String> {
        let is_chain = self.chain && self.design.is_none();
        let is_valid = self.alpha > 0.0 && self.alpha < 1.0;
        let sum = match &self.design {
            _ if !is_valid => None,
            None => {
                let new = if is_chain { Evidence::for_chain } else { Evidence::new };
                new(self.cards).ok().map(|evidence| Sum::Whole(Box::new(evidence)))
            }
            Some(seen) => {
                seen.evidence(self.cards, self.naming).map(|evidence| Sum::Seen(Box::new(evidence)))
            }
        };
        sum.ok_or_else(|| "its number of cards, alpha or design is out of range".into())
    }

    fn names(&self) -> CardNames {
        match self.naming {
            Naming::CountedFrom(first) => CardNames::Numbers(first as usize),
            _ => CardNames::Names(self.names.iter().map(|name| printable(name)).collect()),
        }
    }
}

/// The sum of the parts read so far.
struct Merged {
    /// The first shard, without its decks.
    first: Shard,
    sum: Sum,
    lines: u64,
    bad: BadLines,
    /// The checksum of each part, and the seed of its draws.
    parts: Vec<(String, Option<String>)>,
}

impl Merged {
    fn new(first: &Shard) -> Result<Merged, String> {
        let sum = first.empty()?;
        Ok(Merged { first: first.clone(), sum, lines: 0, bad: BadLines::default(), parts: Vec::new() })
    }

    fn add(&mut self, files: &[PathBuf], shard: &Shard, part: &Part, checksum: &str) -> Result<(), String> {
        let other = |index: usize| files[index].display();
        if let Some(index) = self.parts.iter().position(|(other, _)| other == checksum) {
            return Err(format!("it is the same part as '{}'", other(index)));
        }
        for ((what, first), (_, this)) in self.first.asked().iter().zip(shard.asked()) {
            if *first != this {
                let (this, first) = (printable(&this), printable(first));
                return Err(format!("its {what} is {this}; that of '{}' is {first}", other(0)));
            }
        }
        if self.first.design != shard.design {
            return Err(format!("its starting order is another than that of '{}'", other(0)));
        }
        let drawn = |seed: &Option<String>| seed.is_some() && *seed == shard.seed;
        if let Some(index) = self.parts.iter().position(|(_, seed)| drawn(seed)) {
            let other = other(index);
            return Err(format!(
                "its draws for cards that are not known have the seed of '{other}'; audit it with another --seed"
            ));
        }
        let fault = |error: Error| error.to_string();
        match &mut self.sum {
            Sum::Whole(evidence) => evidence.append(part).map_err(fault)?,
            Sum::Seen(evidence) => evidence.append(part).map_err(fault)?,
        }
        self.bad.append(&shard.bad_lines, self.lines);
        self.lines = self.lines.saturating_add(shard.lines);
        self.parts.push((checksum.into(), shard.seed.clone()));
        Ok(())
    }

    /// Returns the number of the first card. Cards seen in part count from 0 if some part has a card 0.
    fn naming(&self) -> Result<Naming, String> {
        match (&self.sum, self.first.naming) {
            (Sum::Seen(evidence), Naming::CountedFrom(_)) if evidence.design().kinds().is_none() => {
                let last = evidence.design().cards() as u32;
                match (evidence.has_seen(0), evidence.has_seen(last)) {
                    (true, true) => Err(format!("some cards are counted from 0, but there is a card {last}")),
                    (has_zero, _) => Ok(Naming::CountedFrom(u32::from(!has_zero))),
                }
            }
            (_, naming) => Ok(naming),
        }
    }

    fn report(self, parts: usize, started: Instant, explained: bool) -> Result<AuditReport, String> {
        let naming = self.naming()?;
        let first = Shard { naming, ..self.first };
        let input = Input {
            source: Some(counted(parts as u64, "shard")),
            sha256: None,
            naming,
            names: first.names(),
            start_is_given: first.start_is_given,
            chain: first.chain,
            seed: None,
            line_before: None,
            bad: self.bad,
            unit: Unit::default(),
            end: End::Eof,
            started,
        };
        Ok(match (self.sum, naming) {
            (Sum::Seen(mut evidence), Naming::CountedFrom(number)) => {
                evidence.count_from(number).map_err(|error| error.to_string())?;
                AuditReport::of_seen(input, *evidence, first.alpha)
            }
            (Sum::Seen(evidence), _) => AuditReport::of_seen(input, *evidence, first.alpha),
            (Sum::Whole(mut evidence), _) => {
                let judgement = evidence.judge(first.alpha);
                AuditReport::of_whole(input, *evidence, judgement, explained)
            }
        })
    }
}

/// Adds the parts of an audit, in the order of their decks. With `strict` it fails without enough decks, and with
/// `is_partial` it adds the parts that are there.
pub fn merge(
    files: &[PathBuf],
    written: &ReportArgs,
    (strict, is_partial): (bool, bool),
    args: &OutputArgs,
) -> anyhow::Result<Exit> {
    let started = Instant::now();
    written.check(files, args)?;
    let refused = |file: &Path, why: String| invalid("<FILE>...", file.display(), why);
    let Ordered { files, remark } = &in_order(files, is_partial)?;
    let mut merged = None;
    for file in files {
        add(&mut merged, files, file).map_err(|why| refused(file, why))?;
    }
    output::remark(remark.as_deref(), args);
    output::working(args);
    let merged = merged.expect("at least one file");
    let report = merged.report(files.len(), started, written.is_explained(args));
    let report = AuditReport { strict, ..report.map_err(|why| refused(&files[0], why))? };
    if report.conclusion.judgement.decks == 0 {
        return Err(refused(&files[0], "there is no deck in any part".into()));
    }
    report.warn(args.quiet);
    written.write(&report, args)?;
    Ok(report.exit())
}

/// Adds the part in a file.
fn add(merged: &mut Option<Merged>, files: &[PathBuf], file: &Path) -> Result<(), String> {
    let (mut shard, checksum) = SEALED.read::<Shard>(file)?;
    let part = std::mem::take(&mut shard.part);
    if merged.is_none() {
        *merged = Some(Merged::new(&shard)?);
    }
    merged.iter_mut().try_for_each(|merged| merged.add(files, &shard, &part, &checksum))
}

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
struct Ordered {
    pub files: Vec<PathBuf>,
    pub remark: Option<String>,
}

/// Returns the files in the order of the numbers of their parts, or as given if they have none.
///
/// With `is_partial` parts may be missing, unless each deck was shuffled from the one before.
fn in_order(files: &[PathBuf], is_partial: bool) -> anyhow::Result<Ordered> {
    let placed = files.iter().map(|file| Placed::read(file).map_err(|why| refused(file, why)));
    let placed = placed.collect::<anyhow::Result<Vec<_>>>()?;
    if placed.iter().all(|file| file.part.is_none()) {
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

/// Returns the parts of an audit to run again: those without a file, or with an unreadable file.
pub fn missing(files: &[PathBuf]) -> anyhow::Result<MissingParts> {
    let mut placed = Vec::new();
    for file in files {
        match Placed::read(file) {
            Ok(file) => placed.push(file),
            Err(why) => output::note(&format!("'{}' is ignored: {why}", file.display())),
        }
    }
    if placed.is_empty() || placed.iter().all(|file| file.part.is_none()) {
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
