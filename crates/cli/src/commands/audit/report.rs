//! The result of `faro audit` for every output format.
//!
//! It consists of the verdict, the findings and the pictures. It is written as JSON, and as sentences in text and HTML,
//! and determines the exit code.
//!
//! The crate `faro_audit` computes the results. This file adds options of the command line to its sentences (such as
//! "give it with --start") and facts about the input.

use std::borrow::Cow;
use std::io::{self, Write};
use std::time::{Duration, Instant};

use faro_audit::lines::Form;
use faro_audit::lines::Naming;
use faro_audit::words::{number, p_value};
use faro_audit::{
    CardNames, Conclusion, Evidence, FairShuffle, Finding, Judgement, KindInHands, NextStep,
    PartialEvidence, Remark, Topic, Verdict, diagnose_while, judge_partial,
};
use faro_render::numbers::{agreeing, counted};
use faro_render::palette;
use faro_render::view::{HeatMap, Page, Report, Table};
use faro_sample::shuffle::Seed;
use serde::{Serialize, Serializer};

use super::other_start;
use super::pictures;
use super::source::ReadingEnd;
use crate::arguments::{effort, playing_card};
use crate::intake::{BadLine, BadLines, Unit};
use crate::output;
use crate::output::error::Exit;
use crate::output::object::object;
use crate::output::watch::Watch;

/// Facts about the input of an audit, and how its decks were read.
pub struct InputFacts {
    pub source: Option<String>,
    /// The SHA-256 of the input, if it was requested and the whole input is known.
    pub sha256: Option<String>,
    pub naming: Naming,
    pub names: CardNames,
    pub start_is_given: bool,
    pub chain: bool,
    /// The seed that the program received, or from which equal cards were assigned.
    pub seed: Option<Seed>,
    /// The number of the line whose deck is the order before the shuffle, which does not count as a deck.
    pub line_before: Option<u64>,
    pub bad: BadLines,
    pub unit: Unit,
    /// The texts with which all lines begin and end, if the user has not given a pattern.
    pub ends: Option<[String; 2]>,
    /// The form of the text, if it is not plain lines with a deck each.
    pub read_as: Option<Form>,
    pub end: ReadingEnd,
    pub started: Instant,
}

/// The result of an audit, for every output format.
pub struct AuditReport {
    pub conclusion: Conclusion,
    /// Two tables of counts, row by row.
    ///
    /// The first counts each card (row) at each position (column). The second counts cards (columns) directly below
    /// each card (row).
    pub counts: [Vec<u64>; 2],
    /// Two heat maps, for whole decks only. They show each card at each position, and each card directly above each
    /// other card. Both show counts divided by the expected counts.
    pub maps: Option<[HeatMap; 2]>,
    pub input: InputFacts,
    /// A usual starting order under which the bias has a known cause, and that cause, if there is none under the assumed order.
    pub other_start: Option<(String, String)>,
    /// Whether text on a terminal also shows all findings and the heat map (`--all`).
    pub all: bool,
    /// Duration of the audit.
    pub elapsed: Duration,
}

/// What to type for the cause of a bias if the order before the shuffle is not known.
const NO_ORDER: &str = "next: give the order before the shuffle, which shows the cause: --start FILE, or --start first if the first deck is in it";

/// Heading of the list of detectable biases.
pub const DETECTABLE: &str =
    "smallest biases that show with probability 99 %, and what more decks would show";

/// Number of findings that text shows for a fair shuffle.
const SHOWN_FAIR: usize = 3;

/// Maximum number of findings that text shows for an unfair shuffle.
const SHOWN_UNFAIR: usize = 8;

impl AuditReport {
    /// Returns the report of an audit of partly visible decks.
    pub fn of_seen(input: InputFacts, mut evidence: PartialEvidence, alpha: f64) -> AuditReport {
        let judgement = judge_partial(&mut evidence, alpha);
        let conclusion = Conclusion::of_partial(&evidence, judgement);
        AuditReport::new(conclusion, [Vec::new(), Vec::new()], None, input)
    }

    /// Returns the report of an audit of whole decks. If `explained`, an unfair verdict has a diagnosis.
    pub fn of_whole(
        input: InputFacts,
        mut evidence: Evidence,
        judgement: Judgement,
        explained: bool,
    ) -> AuditReport {
        // After Ctrl-C the decks read so far are still diagnosed. A second Ctrl-C ends this program.
        let (watch, already) = (
            Watch::without_progress(),
            input.end == ReadingEnd::Interrupted,
        );
        let diagnosis = (explained && judgement.verdict == Verdict::Unfair).then(|| {
            diagnose_while(&mut evidence, &judgement, effort::cores(), &mut |_| {
                already || !watch.interrupted()
            })
        });
        let is_cut_short = diagnosis.is_some() && !already && watch.interrupted();
        if is_cut_short {
            output::note("interrupted while causes were compared: none is named");
        }
        let diagnosis = diagnosis.filter(|_| !is_cut_short);
        let conclusion = Conclusion::new(&mut evidence, judgement, diagnosis);
        let names = if conclusion.chain {
            &CardNames::Numbers(1)
        } else {
            &input.names
        };
        let counts = pictures::counts(&mut evidence);
        let decks = evidence.decks();
        let maps = [
            pictures::positions(&counts[0], decks, names),
            pictures::neighbours(&counts[1], decks, names),
        ];
        AuditReport::new(conclusion, counts, Some(maps), input)
    }

    fn new(
        conclusion: Conclusion,
        counts: [Vec<u64>; 2],
        maps: Option<[HeatMap; 2]>,
        input: InputFacts,
    ) -> AuditReport {
        let conclusion = conclusion.with_names(input.names.clone(), input.start_is_given);
        let elapsed = input.started.elapsed();
        AuditReport {
            conclusion,
            counts,
            maps,
            other_start: None,
            all: false,
            elapsed,
            input,
        }
    }

    pub fn heading(&self) -> String {
        let (cards, decks) = (
            self.conclusion.cards,
            counted(self.conclusion.judgement.decks, "deck"),
        );
        match &self.conclusion.design {
            None => format!("{cards} cards, {decks}, {}", self.naming()),
            Some(design) => format!("{design}, {decks}, {}", self.naming()),
        }
    }

    /// Returns the names of the cards in the tables. With `--chain`, cards are named by their positions in the previous
    /// deck, from 1.
    pub fn table_names(&self) -> &CardNames {
        if self.input.chain {
            &CardNames::Numbers(1)
        } else {
            &self.input.names
        }
    }

    fn naming(&self) -> Cow<'static, str> {
        let naming = match self.input.naming {
            Naming::CountedFrom(0) => "counted from 0",
            Naming::CountedFrom(_) => "counted from 1",
            Naming::Names if !self.is_order_known() => "named",
            Naming::Names => "named in their starting order",
            Naming::Pack => {
                let order = playing_card::order_in_words(self.conclusion.cards);
                return format!("named by their faces, in the order of a new pack{order}").into();
            }
            Naming::Own => "named in a starting order of each line's own",
            Naming::Alike if let Some(design) = &self.conclusion.design => {
                let kinds = design.kinds().map_or(design.cards(), <[usize]>::len);
                match kinds < design.cards() {
                    true => "named, some with equal names",
                    false => "named",
                }
            }
            Naming::Alike => "named in their starting order, some with equal names",
        };
        naming.into()
    }

    /// Returns whether the order before the shuffle was given, or is that of a notation of bridge.
    fn is_order_known(&self) -> bool {
        self.input.start_is_given
            || self.input.line_before.is_some()
            || self.input.read_as.is_some_and(Form::has_hands)
    }

    fn counted_from(&self) -> Option<u32> {
        match self.input.naming {
            Naming::CountedFrom(first) => Some(first),
            _ => None,
        }
    }

    /// Returns whether the audit ended before all decks of its source were read.
    fn is_partial(&self) -> bool {
        matches!(
            self.input.end,
            ReadingEnd::Interrupted | ReadingEnd::Deadline | ReadingEnd::Broken(_)
        )
    }

    /// Returns sentences about the lines that do not count as decks. These are the order before the shuffle, and lines
    /// that are not decks.
    pub fn passed_over(&self) -> impl Iterator<Item = String> {
        let unit = self.input.unit;
        let before = self.input.line_before.map(|line| {
            format!("{unit} {line} is the deck before the shuffle: taken as the order before, not counted")
        });
        before.into_iter().chain(self.skipped()).chain(self.fixed())
    }

    /// Returns a sentence about the only card that is at the same position in all decks, if it may be no card but a word
    /// beside the decks.
    fn fixed(&self) -> Option<String> {
        let (counts, cards) = (&self.counts[0], self.conclusion.cards);
        let is_unfair = self.conclusion.judgement.verdict == Verdict::Unfair && !self.input.chain;
        let decks = self.conclusion.judgement.decks;
        let mut fixed = (0..counts.len()).filter(|&at| is_unfair && counts[at] == decks);
        let (cell, None) = (fixed.next()?, fixed.next()) else {
            return None;
        };
        let (card, position) = (cell / cards, cell % cards);
        let (name, label) = (self.input.names.name(card), self.input.names.label(card));
        let [start, end] = self.input.ends.clone().unwrap_or_default();
        let (place, text) = match position {
            0 => ("on top".into(), &start),
            last if last + 1 == cards => ("at the bottom".into(), &end),
            _ => (format!("at position {}", position + 1), &label),
        };
        let is_word = |text: &str| text.chars().all(char::is_alphanumeric);
        let remedy = match place.strip_prefix("at position") {
            Some(_) if is_word(&label) => {
                format!(": `sed 's/ {label},* / /; s/,{label},/,/' FILE | faro audit`")
            }
            None if text.contains(&label) => {
                format!(": `faro audit FILE --pattern '{start}{{deck}}{end}'`")
            }
            _ => String::new(),
        };
        Some(format!(
            "{name} is {place} in every deck; if it is no card, leave it out{remedy}"
        ))
    }

    /// Returns a sentence about the lines that are not decks, if there are any.
    fn skipped(&self) -> Option<String> {
        let BadLines { number, first } = &self.input.bad;
        let BadLine { line, why } = first.first()?;
        let unit = self.input.unit;
        let (bad, were) = (
            counted(number, &format!("bad {unit}")),
            agreeing(number, "were"),
        );
        Some(format!(
            "{bad} {were} skipped; the first: {unit} {line}: {why}"
        ))
    }
}

impl AuditReport {
    /// Returns the verdict as a sentence.
    pub fn verdict(&self) -> String {
        let sentence = self.conclusion.verdict();
        match self.conclusion.judgement.verdict {
            Verdict::Fair => format!("{sentence}; `faro prove` can prove a program"),
            Verdict::Unfair | Verdict::TooFewDecks => sentence,
        }
    }

    /// Returns the lines of the diagnosis, each with a heading and a text. Without a diagnosis the list is empty.
    pub fn causes(&self) -> Vec<(&'static str, String)> {
        let remarks = self.conclusion.remarks().into_iter();
        let mut causes: Vec<_> = remarks.map(|remark| self.cause(remark)).collect();
        if let Some((order, cause)) = &self.other_start {
            let cause = format!("{cause}, if the cards were in the order {order}");
            match causes.first_mut() {
                Some((_, unknown)) if !self.conclusion.has_known_cause() => *unknown = cause,
                _ => causes.push(("or", cause)),
            }
        }
        causes
    }

    fn cause(&self, Remark { topic, text }: Remark) -> (&'static str, String) {
        let cards = self.conclusion.cards;
        match topic {
            Topic::LikeliestCause => ("likeliest cause", text),
            Topic::OtherCause => ("another cause", text),
            Topic::Pattern => ("these decks show", text),
            Topic::CommonIn => ("common in", text),
            Topic::Fix => ("fix", text),
            Topic::SimilarShuffle => (
                "similar decks",
                format!("faro deck --cards {cards} --shuffle '{text}' --samples 1000"),
            ),
            Topic::OtherStart => ("or", format!("{text}: give it with --start")),
            Topic::Possible => ("possible", text),
            Topic::ClosestCandidate => ("closest candidate", text),
            Topic::ToDecide => ("to decide", text),
            _ => ("or", text),
        }
    }

    /// Returns whether another starting order may explain what a diagnosis has not, or why all decks are equal.
    pub fn may_start_elsewhere(&self) -> bool {
        let conclusion = &self.conclusion;
        let Some(diagnosis) = &conclusion.diagnosis else {
            return false;
        };
        let known = diagnosis.known().map(|known| known.cause);
        let is_open =
            known.is_none_or(other_start::is_flexible) && conclusion.may_start_elsewhere();
        is_open || conclusion.all_equal
    }

    /// Adds a starting order with the cause that it explains, if the diagnosis has not found the same cause.
    pub fn with_other_start(self, other_start: Option<(String, String)>) -> AuditReport {
        let found = self.conclusion.diagnosis.as_ref().map(ToString::to_string);
        let is_found = |cause: &str| found.is_some_and(|found| found.starts_with(cause));
        AuditReport {
            other_start: other_start.filter(|(_, cause)| !is_found(cause)),
            ..self
        }
    }

    /// Returns sentences on what the user can try next, if the verdict is unfair and no cause is known.
    pub fn next_steps(&self) -> Vec<String> {
        let text = |step: NextStep| match step {
            NextStep::GiveStart => match &self.other_start {
                None => format!("{step} with --start"),
                Some((order, _)) => {
                    let faces = playing_card::of_words(order).unwrap_or_default();
                    let value = match faces.len() == self.conclusion.cards {
                        true => format!("'{order}'"),
                        false => "FILE".into(),
                    };
                    format!("if that was the order, give it with --start {value}")
                }
            },
            NextStep::AuditChain => format!("{step} with --chain"),
            NextStep::LookAtRepeats => format!("{step}: `sort FILE | uniq --repeated`"),
            NextStep::ReplaceShuffle => {
                "or replace the shuffle by the one below, and audit again".into()
            }
            step => step.to_string(),
        };
        self.conclusion.next_steps().into_iter().map(text).collect()
    }

    /// Returns the code of a fair shuffle in the language of the audited program.
    pub fn cure(&self) -> FairShuffle {
        FairShuffle::for_command(self.input.source.as_deref().unwrap_or_default())
    }

    /// Returns facts about the input and the parameters of the audit, as names and values.
    pub fn properties(&self) -> Vec<(&'static str, String)> {
        let order = if self.input.chain {
            "the deck before"
        } else {
            "the same starting order"
        };
        let hash = self
            .input
            .sha256
            .iter()
            .map(|hash| ("SHA-256 of the input", hash.clone()));
        let rows = [
            ("decks", self.heading()),
            (
                "from",
                self.input
                    .source
                    .clone()
                    .unwrap_or_else(|| "standard input".into()),
            ),
            ("each shuffled from", order.into()),
            ("lines skipped", self.input.bad.number.to_string()),
            ("alpha", self.conclusion.judgement.alpha.to_string()),
            (
                "seed",
                self.input
                    .seed
                    .as_ref()
                    .map_or_else(|| "not needed".into(), ToString::to_string),
            ),
            ("version", format!("faro {}", env!("CARGO_PKG_VERSION"))),
        ];
        let before = self
            .input
            .line_before
            .map(|line| ("line of the order before the shuffle", line.to_string()));
        let early = match &self.input.end {
            ReadingEnd::Broken(why) => Some(why.clone()),
            ReadingEnd::Deadline => Some("stopped by --timeout".into()),
            ReadingEnd::Interrupted => Some("interrupted".into()),
            _ => None,
        };
        let early = early.map(|why| ("ended early", why));
        rows.into_iter()
            .chain(before)
            .chain(early)
            .chain(hash)
            .collect()
    }

    /// Returns the findings that text output shows.
    pub fn shown(&self) -> &[Finding] {
        match self.conclusion.judgement.significant() {
            [] => self
                .conclusion
                .judgement
                .findings
                .chunks(SHOWN_FAIR)
                .next()
                .unwrap_or_default(),
            significant => &significant[..significant.len().min(SHOWN_UNFAIR)],
        }
    }

    /// Returns the exit code of the command for this verdict.
    pub fn exit(&self) -> Exit {
        match self.conclusion.judgement.verdict {
            Verdict::Unfair => Exit::Unfair,
            Verdict::TooFewDecks => Exit::TooFewDecks,
            Verdict::Fair => Exit::Success,
        }
    }
}

impl Serialize for AuditReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Conclusion {
            cards,
            judgement,
            diagnosis,
            detectable,
            design,
            ..
        } = &self.conclusion;
        let Judgement {
            verdict,
            alpha,
            decks,
            findings,
            ..
        } = judgement;
        let kinds = self.conclusion.kinds_in_hands.iter();
        let kinds: Vec<_> = kinds
            .map(|kind| KindFields::new(kind, &self.input.names))
            .collect();
        object!(serializer, {
            "decks": decks,
            "cards": cards,
            "verdict": verdict,
            "alpha": alpha,
            "findings": findings,
            "diagnosis": diagnosis,
            "detectable": detectable,
            "source": self.input.source,
            "counted_from": self.counted_from(),
            "chain": self.input.chain,
            "seed": self.input.seed,
            "line_before": self.input.line_before,
            "bad_lines": self.input.bad,
            "partial": self.is_partial(),
            "read_as"?: self.input.read_as.map(Form::name),
            // Only reports of partly visible decks have the last two fields.
            "design"?: design,
            "kinds_in_hands"?: (!kinds.is_empty()).then_some(kinds),
        })
    }
}

/// Maximum number of kinds of cards in a table of hands.
const MAX_KINDS: usize = 4;

/// Maximum number of cards in a hand whose table fits on a screen.
const MAX_ON_SCREEN: usize = 8;

/// A table with the number of hands that have 0, 1, 2, … cards of each of some kinds.
pub struct KindTable {
    pub heading: String,
    pub columns: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

impl KindTable {
    fn new(kinds: &[&KindInHands], names: &CardNames) -> KindTable {
        let columns = kinds
            .iter()
            .flat_map(|kind| [names.label(kind.kind), "expected".into()]);
        let row = |count: usize| {
            let of_kind = |kind: &&KindInHands| {
                [
                    kind.counts[count].to_string(),
                    format!("{:.1}", kind.expected(count)),
                ]
            };
            std::iter::once(count.to_string())
                .chain(kinds.iter().flat_map(of_kind))
                .collect()
        };
        let is_possible = |count: &usize| {
            kinds
                .iter()
                .any(|kind| kind.law[*count] > 0.0 || kind.counts[*count] > 0)
        };
        let (hands, size) = (
            counted(kinds[0].hands(), "hand"),
            counted(kinds[0].size, "card"),
        );
        KindTable {
            heading: format!("cards of a kind in a hand of {size}, {hands}"),
            columns: std::iter::once("number".into()).chain(columns).collect(),
            rows: (0..=kinds[0].size).filter(is_possible).map(row).collect(),
        }
    }
}

/// An entry in JSON: the number of hands with `count` cards of a kind.
#[derive(Serialize)]
struct KindCount {
    count: usize,
    hands: u64,
    expected: f64,
}

/// A table in JSON: the hands of one size by their number of cards of one kind.
#[derive(Serialize)]
struct KindFields {
    kind: String,
    size: usize,
    hands: u64,
    counts: Vec<KindCount>,
}

impl KindFields {
    fn new(kind: &KindInHands, names: &CardNames) -> KindFields {
        let count = |count| KindCount {
            count,
            hands: kind.counts[count],
            expected: kind.expected(count),
        };
        let counts = (0..=kind.size).map(count).collect();
        KindFields {
            kind: names.label(kind.kind),
            size: kind.size,
            hands: kind.hands(),
            counts,
        }
    }
}

/// Number of findings on a screen that also shows the cause.
const FINDINGS_OF_SCREEN: usize = 2;

/// Number of detectable biases on a screen that shows no cause.
const POWERS_OF_SCREEN: usize = 8;

impl AuditReport {
    /// Writes a line for each of the first `limit` findings that the text shows.
    fn write_shown(&self, limit: usize, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{:>9}  check: observed", "p")?;
        for finding in self.shown().iter().take(limit) {
            let p_value = p_value(finding.adjusted_p_value);
            let observation = finding.observation(&self.input.names);
            writeln!(out, "{p_value:>9}  {}: {observation}", finding.meaning())?;
        }
        Ok(())
    }

    fn write_findings(&self, out: &mut dyn Write) -> io::Result<()> {
        self.write_shown(usize::MAX, out)?;
        let judgement = &self.conclusion.judgement;
        let (checks, alpha) = (judgement.findings.len(), judgement.alpha);
        let left = checks - self.shown().len();
        let others = if left > 0 {
            format!("; {}", counted(left, "other check"))
        } else {
            String::new()
        };
        write!(out, "p: corrected for {}", counted(checks, "check"))?;
        // The text for an audit with too few decks must not contain the word "fair".
        if judgement.verdict != Verdict::TooFewDecks {
            let runs = number((1.0 / alpha).round());
            write!(
                out,
                ", so that at most one fair shuffler in {runs} is called unfair"
            )?;
        }
        writeln!(out, "{others}")
    }

    /// Returns tables of the number of cards of each kind in hands of at most `max` cards. They have the expected
    /// counts too.
    ///
    /// If there are more than [`MAX_KINDS`] kinds, only kinds with unusual counts are included.
    pub fn kind_tables(&self, max: usize) -> Vec<KindTable> {
        let tables = &self.conclusion.kinds_in_hands;
        let of_size = |kinds: &[KindInHands]| {
            let is_shown =
                |kind: &&KindInHands| kinds.len() <= MAX_KINDS || kind.is_unusual(tables.len());
            let shown: Vec<&KindInHands> = kinds.iter().filter(is_shown).take(MAX_KINDS).collect();
            (!shown.is_empty()).then(|| KindTable::new(&shown, &self.input.names))
        };
        let sizes = tables.chunk_by(|one, next| one.size == next.size);
        sizes
            .filter(|kinds| kinds[0].size <= max)
            .filter_map(of_size)
            .collect()
    }

    fn write_kinds(&self, max: usize, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        self.kind_tables(max).into_iter().try_for_each(
            |KindTable {
                 heading,
                 columns,
                 rows,
             }| {
                writeln!(out, "\n{heading}:")?;
                faro_render::text(Table::new(columns, rows.into_iter()), page, out)
            },
        )
    }

    /// Writes a report that fits on a screen. The verdict, the cause and the fair shuffle come last, where a terminal
    /// shows them.
    fn write_screen(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        let (judgement, conclusion) = (&self.conclusion.judgement, &self.conclusion);
        page.heading(out, &self.heading())?;
        let is_explained = conclusion.diagnosis.is_some();
        let findings = if is_explained { FINDINGS_OF_SCREEN } else { 1 };
        self.write_shown(findings, out)?;
        let others = judgement.findings.len().saturating_sub(findings);
        writeln!(
            out,
            "{}, and the map: --all; pictures: --html FILE",
            counted(others, "other check")
        )?;
        let is_shown = !is_explained && !self.has_unknown_cause();
        if is_shown && !conclusion.detectable.is_empty() {
            writeln!(out, "{DETECTABLE}:")?;
            for power in conclusion.detectable.iter().take(POWERS_OF_SCREEN) {
                let power = power.to_string();
                writeln!(out, "  {}", power.split("; with").next().unwrap_or(&power))?;
            }
        }
        self.write_limits(out)?;
        self.passed_over()
            .try_for_each(|line| writeln!(out, "{line}"))?;
        self.write_kinds(MAX_ON_SCREEN, page, out)?;
        writeln!(out)?;
        self.headline(page, out)?;
        conclusion
            .effects()
            .iter()
            .try_for_each(|line| writeln!(out, "{line}"))?;
        match is_explained {
            true => self.write_diagnosis(out),
            false if self.has_unknown_cause() => writeln!(out, "{NO_ORDER}"),
            false => Ok(()),
        }
    }

    /// Returns whether no cause was looked for, because the order before the shuffle is not known.
    fn has_unknown_cause(&self) -> bool {
        let is_unfair = self.conclusion.judgement.verdict == Verdict::Unfair;
        is_unfair && matches!(self.input.naming, Naming::Names) && !self.is_order_known()
    }

    /// Writes which checks are left out, and the seed.
    fn write_limits(&self, out: &mut dyn Write) -> io::Result<()> {
        if let Some(design) = &self.conclusion.design {
            writeln!(
                out,
                "left out, for they need {}: {}",
                match design.is_ordered() && design.seen() == design.cards() {
                    true => "different cards",
                    false => "whole decks",
                },
                design.left_out()
            )?;
        }
        self.input
            .seed
            .as_ref()
            .map_or(Ok(()), |seed| writeln!(out, "seed {seed}"))
    }

    /// Writes the causes, the next steps, and a fair shuffle in the language of the program.
    fn write_diagnosis(&self, out: &mut dyn Write) -> io::Result<()> {
        self.causes()
            .iter()
            .try_for_each(|(head, line)| writeln!(out, "{head}: {line}"))?;
        self.next_steps()
            .iter()
            .try_for_each(|line| writeln!(out, "next: {line}"))?;
        let FairShuffle { language, code } = self.cure();
        writeln!(
            out,
            "a fair shuffle in {language} (--html has other languages):"
        )?;
        code.lines()
            .try_for_each(|line| writeln!(out, "    {line}"))
    }
}

impl Report for AuditReport {
    fn table(&self) -> Table<'_> {
        let row = |finding: &Finding| {
            let Finding {
                statistic,
                p_value,
                adjusted_p_value,
                ..
            } = finding;
            let numbers =
                [statistic, p_value, adjusted_p_value].map(|number| format!("{number:?}"));
            let names = [finding.check.name(), finding.stream.name().into()];
            names
                .into_iter()
                .chain(numbers)
                .chain([finding.observation(&CardNames::Numbers(1))])
                .collect()
        };
        let columns = [
            "check",
            "of",
            "statistic",
            "p_value",
            "adjusted_p_value",
            "seen",
        ];
        Table::new(columns, self.conclusion.judgement.findings.iter().map(row))
    }

    fn text(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        if page.rows.is_some() && page.width.is_some() && !self.all && !page.quiet {
            return self.write_screen(page, out);
        }
        page.heading(out, &self.heading())?;
        self.headline(page, out)?;
        self.passed_over()
            .try_for_each(|line| writeln!(out, "{line}"))?;
        if page.quiet {
            return Ok(());
        }
        self.conclusion
            .effects()
            .iter()
            .try_for_each(|line| writeln!(out, "{line}"))?;
        if self.conclusion.diagnosis.is_some() {
            writeln!(out)?;
            self.write_diagnosis(out)?;
        } else if self.has_unknown_cause() {
            writeln!(out, "{NO_ORDER}")?;
        } else if !self.conclusion.detectable.is_empty() {
            writeln!(out)?;
            writeln!(out, "{DETECTABLE}:")?;
            self.conclusion
                .detectable
                .iter()
                .try_for_each(|power| writeln!(out, "  {power}"))?;
        }
        if let Some([positions, _]) = self.maps.as_ref().filter(|_| page.colour) {
            writeln!(
                out,
                "\ncards (rows) at positions (columns), pale if chance explains it:"
            )?;
            faro_render::heat_text(positions, false, None, page, out)?;
        }
        self.write_kinds(usize::MAX, page, out)?;
        writeln!(out)?;
        self.write_findings(out)?;
        self.write_limits(out)
    }

    fn headline(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        let colour = match self.conclusion.judgement.verdict {
            Verdict::Unfair => palette::RED,
            Verdict::Fair => palette::GREEN,
            Verdict::TooFewDecks => palette::ORANGE,
        };
        page.line(out, colour.on_default().bold(), &self.verdict())?;
        match self.conclusion.luck().filter(|_| !page.quiet) {
            Some(luck) => writeln!(out, "{luck}"),
            None => Ok(()),
        }
    }

    fn unfinished(&self) -> Option<String> {
        let decks = self.conclusion.judgement.decks;
        let read = format!("{} read", agreeing(decks, "were"));
        match &self.input.end {
            ReadingEnd::Interrupted => {
                Some(format!("interrupted: {} {read}", counted(decks, "deck")))
            }
            _ => None,
        }
    }
}
