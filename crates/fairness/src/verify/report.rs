use std::io::{self, Write};

use anstyle::Style;
use data_encoding::HEXLOWER;
use faro_console::exit::Exit;
use faro_console::integer::Integer;
use faro_prove::scheme::{Check, Deal, Finding, Grade, Judgement, Scheme, SchemeDistance, Secret, WrongCard};
use faro_render::plural::counted;
use faro_render::printable::printable;
use faro_render::view::{Page, Report, Table};
use faro_render::{one_based, palette};
use serde::Serialize;
use serde::ser::{SerializeStruct, Serializer};

use super::words;

/// The result of `faro verify` and of `faro deal`, for every output format.
pub struct DealReport {
    scheme: Scheme,
    judgement: Judgement,
    pub deal: Deal,
    pub check: Option<Check>,
    /// The commitment, if it is known without a deal.
    pub commitment: Option<Vec<u8>>,
    /// Hands that the user asked for, as numbers of cards from 1.
    pub hands: Option<Vec<Vec<String>>>,
    /// The secret, if the user asked to reveal it.
    pub revealed: Option<Secret>,
    /// Whether the secret was committed to or the cards were dealt now.
    pub is_new: bool,
}

/// Returns the name of each card of a deck.
pub fn faces(scheme: &Scheme, deck: &[u32]) -> Vec<String> {
    let names = scheme.names();
    deck.iter().map(|&card| names[card as usize].clone()).collect()
}

impl DealReport {
    pub fn new(scheme: Scheme, judgement: Judgement, deal: Deal, check: Option<Check>) -> DealReport {
        DealReport {
            scheme,
            judgement,
            deal,
            check,
            commitment: None,
            hands: None,
            revealed: None,
            is_new: false,
        }
    }

    pub fn exit(&self) -> Exit {
        let is_good = match &self.check {
            Some(check) => check.verified() != Some(false),
            None => self.is_new || self.judgement.grade() != Grade::Broken,
        };
        if is_good { Exit::Success } else { Exit::Unfair }
    }

    fn faces(&self) -> Option<Vec<String>> {
        self.check.as_ref().map(|check| faces(&self.scheme, &check.deck))
    }

    fn commitment(&self) -> Option<String> {
        let computed = self.check.as_ref().and_then(|check| check.commitment.as_ref());
        let known = self.deal.commitment.as_ref().or(computed).or(self.commitment.as_ref());
        known.map(|bytes| HEXLOWER.encode(bytes))
    }

    fn hands(&self) -> Vec<Vec<String>> {
        let faces = self.faces().unwrap_or_default();
        self.hands.clone().unwrap_or_else(|| self.scheme.hands(&faces))
    }

    /// Returns the result as a sentence.
    fn sentence(&self) -> String {
        let grade = words::grade(self.judgement.grade());
        let Some(check) = &self.check else {
            return match self.is_new {
                true => "committed: publish the commitment, then collect the client seed".into(),
                false => format!("the scheme {} is {grade}", self.scheme.name),
            };
        };
        let given = self.deal.dealt.as_ref().map_or(0, Vec::len);
        let cards = counted(given, "card");
        match (check.committed, &check.wrong) {
            _ if self.is_new => format!("dealt {}", counted(check.deck.len(), "card")),
            (Some(false), _) => "not verified: the server seed is not the one that was committed to".into(),
            (_, Some(WrongCard { position, expected, given })) => {
                format!(
                    "not verified: card {position} is {expected} by the seeds, and {} was dealt",
                    printable(given)
                )
            }
            (None, None) => format!("verified: {cards} come from the seeds; the scheme has no commitment"),
            (Some(true), None) if given == 0 => {
                "verified: the server seed is the one that was committed to".into()
            }
            (Some(true), None) => {
                format!("verified: the server seed was committed to, and {cards} come from the seeds")
            }
        }
    }

    fn lines(&self) -> Vec<(String, String)> {
        let mut lines: Vec<(String, String)> = Vec::new();
        lines.extend(self.commitment().map(|hash| ("commitment".into(), hash)));
        if let Some(faces) = self.faces() {
            lines.push((
                "client seed".into(),
                match self.deal.client.as_str() {
                    "" => "(empty)".into(),
                    client => printable(client).to_string(),
                },
            ));
            lines.push(("nonce".into(), self.deal.nonce.to_string()));
            lines.push(("cards".into(), faces.join(" ")));
        }
        let hands = self.check.iter().flat_map(|_| self.hands()).enumerate();
        lines.extend(hands.map(|(hand, cards)| (format!("hand {}", hand + 1), cards.join(" "))));
        lines.extend(self.revealed.as_ref().map(|secret| ("server seed".into(), secret.expose().into())));
        lines
    }

    fn write_findings(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        let grade = self.judgement.grade();
        writeln!(out)?;
        page.write(
            out,
            Style::new().bold(),
            &format!("scheme {}: {}", self.scheme.name, words::grade(grade)),
        )?;
        writeln!(out)?;
        for finding in &self.judgement.findings {
            let (grade, colour) = (finding.grade(), colour(finding.grade()));
            write!(out, "  ")?;
            page.write(out, colour, &format!("{:<7}", words::grade(grade)))?;
            writeln!(out, "{}", words::sentence(finding))?;
            if let Some(cure) = words::cure(finding) {
                writeln!(out, "         cure: {cure}")?;
            }
        }
        writeln!(out)?;
        page.write(out, Style::new().bold(), "what the player checks")?;
        writeln!(out)?;
        words::CHECKS.iter().try_for_each(|check| writeln!(out, "  {check}"))
    }
}

fn colour(grade: Grade) -> Style {
    match grade {
        Grade::Sound => palette::GREEN.on_default(),
        Grade::Weak => palette::ORANGE.on_default(),
        Grade::Broken => palette::RED.on_default(),
    }
}

impl Report for DealReport {
    fn table(&self) -> Table<'_> {
        let row = |finding: &Finding| {
            let cure = words::cure(finding).unwrap_or_default().into();
            vec![
                words::name(finding).into(),
                words::grade(finding.grade()).into(),
                words::sentence(finding),
                cure,
            ]
        };
        let result = match self.exit() {
            Exit::Success => "sound",
            _ => "broken",
        };
        let first = vec!["result".into(), result.into(), self.sentence(), String::new()];
        let rows = std::iter::once(first).chain(self.judgement.findings.iter().map(row));
        Table::new(["finding", "grade", "sentence", "cure"], rows)
    }

    fn headline(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        let grade = if self.check.is_none() && !self.is_new { self.judgement.grade() } else { Grade::Sound };
        let style = if self.exit() == Exit::Success { colour(grade) } else { colour(Grade::Broken) };
        page.write(out, style.bold(), &self.sentence())?;
        writeln!(out)
    }

    fn text(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        self.headline(page, out)?;
        for (name, value) in self.lines() {
            page.write(out, Style::new().bold(), &name)?;
            writeln!(out, "{:>width$}{value}", "", width = 13usize.saturating_sub(name.len()))?;
        }
        if page.quiet || self.is_new { Ok(()) } else { self.write_findings(page, out) }
    }
}

impl Serialize for DealReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let check = self.check.as_ref();
        let deck = check.map(|check| check.deck.iter().copied().map(one_based::number).collect::<Vec<u32>>());
        let wrong = check.and_then(|check| check.wrong.as_ref());
        let mut fields = serializer.serialize_struct("Deal", 13)?;
        fields.serialize_field("verified", &check.and_then(Check::verified))?;
        fields.serialize_field("commitment", &self.commitment())?;
        fields.serialize_field("deck", &deck)?;
        fields.serialize_field("scheme", &SchemeJson::new(self))?;
        fields.serialize_field("cards", &self.scheme.cards)?;
        fields.serialize_field("client", &check.map(|_| &self.deal.client))?;
        fields.serialize_field("nonce", &check.map(|_| self.deal.nonce))?;
        fields.serialize_field("server", &self.revealed.as_ref().map(Secret::expose))?;
        fields.serialize_field("committed", &check.and_then(|check| check.committed))?;
        fields.serialize_field("faces", &self.faces())?;
        fields.serialize_field("hands", &self.hands())?;
        fields.serialize_field("wrong", &wrong.map(WrongJson::new))?;
        fields.serialize_field("result", &self.sentence())?;
        fields.end()
    }
}

#[derive(Serialize)]
struct WrongJson<'a> {
    position: usize,
    expected: &'a str,
    given: &'a str,
}

impl WrongJson<'_> {
    fn new(wrong: &WrongCard) -> WrongJson<'_> {
        WrongJson { position: wrong.position, expected: &wrong.expected, given: &wrong.given }
    }
}

#[derive(Serialize)]
struct SchemeJson<'a> {
    name: &'a str,
    source: &'a [String],
    grade: &'static str,
    total_variation: f64,
    total_variation_exact: Option<String>,
    total_variation_at_least: f64,
    decks: Integer,
    reachable: Integer,
    findings: Vec<FindingJson>,
    checks: [&'static str; 5],
}

#[derive(Serialize)]
struct FindingJson {
    finding: &'static str,
    grade: &'static str,
    sentence: String,
    cure: Option<&'static str>,
}

impl SchemeJson<'_> {
    fn new(report: &DealReport) -> SchemeJson<'_> {
        let judgement = &report.judgement;
        let (low, high) = judgement.distance.bounds();
        let exact = match &judgement.distance {
            SchemeDistance::Exact(fraction) => Some(fraction.to_string()),
            SchemeDistance::Between(..) => None,
        };
        let finding = |finding: &Finding| FindingJson {
            finding: words::name(finding),
            grade: words::grade(finding.grade()),
            sentence: words::sentence(finding),
            cure: words::cure(finding),
        };
        SchemeJson {
            name: &report.scheme.name,
            source: &report.scheme.source,
            grade: words::grade(judgement.grade()),
            total_variation: high,
            total_variation_exact: exact,
            total_variation_at_least: low,
            decks: judgement.decks.clone().into(),
            reachable: judgement.reachable.clone().into(),
            findings: judgement.findings.iter().map(finding).collect(),
            checks: words::CHECKS,
        }
    }
}
