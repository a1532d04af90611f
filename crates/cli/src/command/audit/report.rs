use std::time::Duration;

use faro_audit::lines::Naming;
use faro_audit::{
    Check, Design, Diagnosis, Effect, Evidence, Finding, Judgement, Power, SeenEvidence, Stream, Verdict,
};
use serde::Serialize;
use serde::ser::{SerializeStruct, Serializer};

use super::bad_lines::{BadLine, BadLines};
use super::cards::CardNames;
use super::causes::JsonDiagnosis;
use super::findings::JsonFinding;
use super::input::Input;
use super::listen::End;
use super::power::JsonPower;
use super::size::Size;
use super::{causes, findings};
use faro_console::exit::Exit;
use faro_console::watch::Watch;
use faro_console::{output, threads};
use faro_render::plural::counted;
use faro_render::view::{HeatMap, Labels, Sequence};

/// The result of an audit, for every output format.
pub struct AuditReport {
    pub cards: usize,
    pub judgement: Judgement,
    /// The causes, if the shuffle is unfair.
    pub diagnosis: Option<Diagnosis>,
    /// The smallest detectable bias of each kind.
    pub detectable: Vec<Power>,
    /// Whether all decks are equal in the cards that are seen. With --chain, whether all steps from deck to
    /// deck are.
    pub all_equal: bool,
    /// Two maps, for whole decks only. The first has the counts of each card at each position, the second of
    /// each card directly above each other card. Both are divided by the expected counts.
    pub maps: Option<[HeatMap; 2]>,
    /// The counts of cards at positions, and of cards (columns) directly below others (rows).
    pub counts: [Vec<u64>; 2],
    /// The part of each deck that is seen, or `None` for whole decks.
    pub design: Option<Design>,
    pub input: Input,
    /// Whether an audit without enough decks fails.
    pub strict: bool,
    /// Duration of the audit.
    pub elapsed: Duration,
}

/// Maximum number of cards for which the cells of a picture have texts.
const MAX_TIPS: usize = 104;

/// Number of findings in the text for a fair shuffle, and maximum number for an unfair one.
const SHOWN_FAIR: usize = 3;
const SHOWN_UNFAIR: usize = 8;

/// Returns the card × position counts, and the counts of each card directly above each other card.
fn counts(evidence: &mut Evidence) -> [Vec<u64>; 2] {
    let tables = evidence.tables(evidence.first());
    [tables.positions().counts().to_vec(), tables.successors().counts().to_vec()]
}

/// Returns the card × position counts divided by the expected count, and their noise.
fn positions(evidence: &mut Evidence, names: &CardNames) -> HeatMap {
    let (cards, decks) = (evidence.cards() as f64, evidence.decks() as f64);
    let counts = evidence.tables(evidence.first()).positions();
    let cells = counts.counts().iter().map(|&count| count as f64 * cards / decks).collect();
    let noise = 2.0 * ((cards - 1.0) / decks).sqrt();
    let tip = |card: usize, position: usize| format!("{} at position {}", names.name(card), position + 1);
    let tips = tips(counts.counts(), (cards as usize, decks as u64), tip);
    let map = HeatMap::new("each card at each position".into(), cards as usize, cells, Some(noise));
    map.with_labels([names.labels(cards as usize), Labels::From(1)]).with_pale_chance().with_tips(tips)
}

/// Returns a text for each cell: the event, its count, and its expected count in a fair shuffle.
fn tips(counts: &[u64], (cards, decks): (usize, u64), tip: impl Fn(usize, usize) -> String) -> Vec<String> {
    if cards > MAX_TIPS {
        return Vec::new();
    }
    let text = |(index, &count): (usize, &u64)| {
        let size = Size { count, decks, chance: 1.0 / cards as f64 };
        format!("{}: {}", tip(index / cards, index % cards), size.numbers())
    };
    counts.iter().enumerate().map(text).collect()
}

/// Returns the counts of each card directly above each other card, divided by the expected count. The diagonal
/// is 1.
fn neighbours(evidence: &mut Evidence, names: &CardNames) -> HeatMap {
    let (side, number) = (evidence.cards(), evidence.decks());
    let decks = number as f64;
    let counts = evidence.tables(evidence.first()).successors().counts();
    let cell = |(index, &count): (usize, &u64)| {
        if index / side == index % side { 1.0 } else { count as f64 * side as f64 / decks }
    };
    let cells = counts.iter().enumerate().map(cell).collect();
    let noise = 2.0 * ((side as f64 - 1.0) / decks).sqrt();
    let title = "each card directly below each other card".into();
    let tip =
        |card: usize, below: usize| format!("{} directly below {}", names.name(below), names.name(card));
    let tips = tips(counts, (side, number), tip);
    let map = HeatMap::new(title, side, cells, Some(noise)).with_axes(["card", "card below"]);
    map.with_labels([(); 2].map(|()| names.labels(side))).with_pale_chance().with_tips(tips)
}

impl AuditReport {
    /// Returns the report of decks that are seen in part. Causes and detectable biases need whole decks and are
    /// left out.
    pub fn of_seen(input: Input, mut evidence: SeenEvidence, alpha: f64) -> AuditReport {
        let design = evidence.design().clone();
        let judgement = evidence.judge(alpha);
        let all_equal = evidence.are_all_equal();
        AuditReport {
            design: Some(design.clone()),
            all_equal,
            ..AuditReport::new(input, design.cards(), judgement)
        }
    }

    /// Returns the report of whole decks, with a diagnosis if `explained`.
    pub fn of_whole(
        input: Input,
        mut evidence: Evidence,
        judgement: Judgement,
        explained: bool,
    ) -> AuditReport {
        // After Ctrl-C the decks read so far are still diagnosed. A second Ctrl-C ends the program.
        let (watch, already) = (Watch::without_progress(), input.end == End::Interrupted);
        let diagnosis = (explained && judgement.verdict == Verdict::Unfair)
            .then(|| evidence.diagnose(&judgement, threads::cores(), |_| already || !watch.interrupted()));
        let checks = judgement.findings.len().max(1);
        let is_chain = evidence.first() == Stream::Steps;
        let names = if is_chain { &CardNames::Numbers(1) } else { &input.names };
        let counts = counts(&mut evidence);
        let is_constant = |row: &[u64]| row.contains(&judgement.decks);
        AuditReport {
            all_equal: counts[0].chunks(evidence.cards()).all(is_constant),
            detectable: faro_audit::power(evidence.cards(), judgement.decks, judgement.alpha, checks),
            diagnosis,
            counts,
            maps: Some([positions(&mut evidence, names), neighbours(&mut evidence, names)]),
            ..AuditReport::new(input, evidence.cards(), judgement)
        }
    }

    fn new(input: Input, cards: usize, judgement: Judgement) -> AuditReport {
        AuditReport {
            cards,
            judgement,
            diagnosis: None,
            detectable: Vec::new(),
            all_equal: false,
            counts: [Vec::new(), Vec::new()],
            maps: None,
            design: None,
            strict: false,
            elapsed: input.begun.elapsed(),
            input,
        }
    }

    pub fn heading(&self) -> String {
        let (cards, decks) = (self.cards, counted(self.judgement.decks, "deck"));
        match &self.design {
            None => format!("{cards} cards, {decks}, {}", self.named()),
            Some(design) => format!("{design}, {decks}, {}", self.named()),
        }
    }

    /// Returns the names of cards in the tables. For steps they are positions in the deck before, counted from
    /// 1.
    pub fn table_names(&self) -> &CardNames {
        if self.input.chain { &CardNames::Numbers(1) } else { &self.input.names }
    }

    fn named(&self) -> &'static str {
        match self.input.naming {
            Naming::CountedFrom(0) => "counted from 0",
            Naming::CountedFrom(_) => "counted from 1",
            Naming::Names => "named in their starting order",
            Naming::Pack => "named by their faces, in the order of a new pack",
            Naming::Own => "named in a starting order of each line's own",
            Naming::Alike if self.design.is_some() => "named, some with equal names",
            Naming::Alike => "named in their starting order, some with equal names",
        }
    }

    fn counted_from(&self) -> Option<u32> {
        match self.input.naming {
            Naming::CountedFrom(first) => Some(first),
            _ => None,
        }
    }

    /// Returns whether the audit ended before the end of its source.
    fn is_partial(&self) -> bool {
        matches!(self.input.end, End::Interrupted | End::Deadline | End::Silent(_))
    }

    /// Returns a sentence about the bad lines, if there are any.
    pub fn passed_over(&self) -> Option<String> {
        let BadLines { number, first } = &self.input.bad;
        let BadLine { line, why } = first.first()?;
        let lines = if *number == 1 { "line was" } else { "lines were" };
        Some(format!("{number} bad {lines} skipped; the first: line {line}: {why}"))
    }
}

impl AuditReport {
    /// Returns the verdict as a sentence that claims no more than was shown.
    pub fn verdict(&self) -> String {
        let Judgement { verdict, alpha, findings, .. } = &self.judgement;
        let checks = findings.len();
        match verdict {
            Verdict::Fair => {
                format!("fair so far: none of {checks} checks found a bias; `faro prove` can prove it")
            }
            Verdict::Unfair => {
                let least = findings.first().map_or(1.0, |first| first.adjusted_p_value);
                let bound = findings::chance(least.max(1e-300));
                format!("unfair: a fair shuffler gives such decks with probability at most {bound}")
            }
            Verdict::TooFewDecks => {
                let of_design = self.design.as_ref().map(|design| design.fewest_decks(*alpha));
                let enough = of_design.unwrap_or_else(|| faro_audit::fewest_decks(self.cards, *alpha));
                let decks = counted(self.judgement.decks, "deck");
                format!(
                    "not enough decks: no bias was found, but common faults would not show in {decks}; use at least {enough}"
                )
            }
        }
    }

    /// Returns the lines of the diagnosis, each a heading and its text. Without a diagnosis there are none.
    pub fn causes(&self) -> Vec<(&'static str, String)> {
        let lines = |diagnosis| causes::lines(diagnosis, self.cards, self.may_start_elsewhere());
        self.diagnosis.as_ref().map(lines).unwrap_or_default()
    }

    /// Returns whether the decks may be shuffled from another order than the assumed one.
    ///
    /// That is so if the user gave no order and cards prefer positions in the decks, at least half as strongly
    /// as from deck to deck.
    pub fn may_start_elsewhere(&self) -> bool {
        let distance = |stream| {
            let of_cards = |one: &&Finding| one.stream == stream && matches!(one.check, Check::CardPosition);
            match self.judgement.significant().iter().find(of_cards).map(|one| one.effect) {
                Some(Effect::Distance(distance)) => distance,
                _ => 0.0,
            }
        };
        let [decks, steps] = [Stream::Decks, Stream::Steps].map(distance);
        !self.input.chain && !self.input.start_is_given && decks > 0.0 && decks >= steps / 2.0
    }

    /// Returns the audited input and the parameters of the audit, as names and values.
    pub fn properties(&self) -> Vec<(&'static str, String)> {
        let order = if self.input.chain { "the deck before" } else { "the same starting order" };
        let hash = self.input.sha256.iter().map(|hash| ("SHA-256 of the input", hash.clone()));
        let rows = [
            ("decks", self.heading()),
            ("from", self.input.source.clone().unwrap_or_else(|| "standard input".into())),
            ("each shuffled from", order.into()),
            ("lines skipped", self.input.bad.number.to_string()),
            ("alpha", self.judgement.alpha.to_string()),
            ("seed", self.input.seed.as_ref().map_or_else(|| "not needed".into(), ToString::to_string)),
            ("version", format!("faro {}", env!("CARGO_PKG_VERSION"))),
        ];
        rows.into_iter().chain(hash).collect()
    }

    pub fn has_known_cause(&self) -> bool {
        self.diagnosis.as_ref().is_some_and(|diagnosis| diagnosis.known().is_some())
    }

    /// Returns the findings that the text shows.
    pub fn shown(&self) -> &[Finding] {
        match self.judgement.significant() {
            [] => self.judgement.findings.chunks(SHOWN_FAIR).next().unwrap_or_default(),
            significant => &significant[..significant.len().min(SHOWN_UNFAIR)],
        }
    }

    /// Writes a warning to standard error if the result is easily misread.
    pub fn warn(&self, quiet: bool) {
        if self.judgement.verdict == Verdict::TooFewDecks && !quiet {
            output::note("these decks are too few to show common faults");
        }
    }

    /// Returns the exit code of the command.
    pub fn exit(&self) -> Exit {
        match self.judgement.verdict {
            Verdict::Unfair => Exit::Unfair,
            Verdict::TooFewDecks if self.strict => Exit::TooFewDecks,
            Verdict::Fair | Verdict::TooFewDecks => Exit::Success,
        }
    }
}

impl Serialize for AuditReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Judgement { verdict, alpha, decks, findings } = &self.judgement;
        let mut fields = serializer.serialize_struct("Audit", 13)?;
        fields.serialize_field("decks", decks)?;
        fields.serialize_field("cards", &self.cards)?;
        fields.serialize_field("verdict", verdict)?;
        fields.serialize_field("alpha", alpha)?;
        fields.serialize_field("findings", &Sequence::new(findings.iter().map(JsonFinding::new)))?;
        fields.serialize_field("diagnosis", &self.diagnosis.as_ref().map(JsonDiagnosis::new))?;
        fields.serialize_field("detectable", &Sequence::new(self.detectable.iter().map(JsonPower::new)))?;
        fields.serialize_field("source", &self.input.source)?;
        fields.serialize_field("counted_from", &self.counted_from())?;
        fields.serialize_field("chain", &self.input.chain)?;
        fields.serialize_field("seed", &self.input.seed)?;
        fields.serialize_field("bad_lines", &self.input.bad)?;
        fields.serialize_field("partial", &self.is_partial())?;
        // Reports of whole decks do not have the field.
        if let Some(design) = &self.design {
            fields.serialize_field("design", &JsonDesign::new(design))?;
        }
        fields.end()
    }
}

/// `{"seen": 7, "hands": null, "kinds": null, "means": "the first 7 of 60 cards", "left_out": "…"}`
#[derive(Serialize)]
struct JsonDesign<'a> {
    seen: usize,
    /// The numbers of cards of the hands, or `None` if the order of the cards is seen.
    hands: Option<&'a [usize]>,
    /// The number of cards of each kind, if some look alike.
    kinds: Option<&'a [usize]>,
    means: String,
    left_out: &'static str,
}

impl JsonDesign<'_> {
    fn new(design: &Design) -> JsonDesign<'_> {
        let hands = Some(design.groups()).filter(|_| !design.is_ordered());
        let (means, left_out) = (design.to_string(), design.left_out());
        JsonDesign { seen: design.seen(), hands, kinds: design.kinds(), means, left_out }
    }
}
