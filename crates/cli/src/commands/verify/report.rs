//! The result of `faro verify` and of `faro deal` for every output format.

use std::io::{self, Write};

use anstyle::Style;
use data_encoding::HEXLOWER;
use faro_math::number::Bound;
use faro_prove::scheme::{
    Check, Client, Committed, Deal, DealError, Field, Finding, Grade, Judgement, Scheme,
    SchemeDistance, Secret, WrongCard,
};
use faro_render::numbers::{agreeing, counted};
use faro_render::printable::printable;
use faro_render::view::{Page, Report, Table};
use faro_render::{one_based, palette};
use serde::{Serialize, Serializer};

use crate::arguments::integer::Integer;
use crate::arguments::playing_card;
use crate::output::error::Exit;
use crate::output::object::object;
use crate::output::probability;

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
    /// Whether this command committed to the secret or dealt the cards, and did not check an earlier deal.
    pub is_new: bool,
}

/// Returns the printable name of a scheme, with the name of its file unless it is a preset.
fn scheme_name(scheme: &Scheme) -> String {
    let name = printable(&scheme.name);
    match &scheme.file {
        Some(file) => format!("{name} of the file {}", printable(file)),
        None => name,
    }
}

/// Returns the name of each card of a deck.
pub fn faces(scheme: &Scheme, deck: &[u32]) -> Vec<String> {
    let names = scheme.names();
    deck.iter()
        .map(|&card| names[card as usize].clone())
        .collect()
}

/// Returns cards as a text for people. In a deck of 52 numbered cards, each number is shown as the playing card at this
/// position of a new pack, from the top of the face-down pack.
fn shown(scheme: &Scheme, names: &[String]) -> String {
    let pack = playing_card::pack(52).filter(|pack| scheme.cards == pack.len());
    let face = |name: &String| {
        let number: usize = name.parse().ok()?;
        pack.as_ref()?.get(number.checked_sub(1)?).cloned()
    };
    let names: Vec<String> = names
        .iter()
        .map(|name| face(name).unwrap_or_else(|| name.clone()))
        .collect();
    printable(&names.join(" "))
}

impl DealReport {
    pub fn new(
        scheme: Scheme,
        judgement: Judgement,
        deal: Deal,
        check: Option<Check>,
    ) -> DealReport {
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
        self.check
            .as_ref()
            .map(|check| faces(&self.scheme, &check.deck))
    }

    fn commitment(&self) -> Option<String> {
        let computed = self
            .check
            .as_ref()
            .and_then(|check| check.commitment.as_ref());
        let known = self
            .deal
            .commitment
            .as_ref()
            .or(computed)
            .or(self.commitment.as_ref());
        known.map(|bytes| HEXLOWER.encode(bytes))
    }

    fn hands(&self) -> Vec<Vec<String>> {
        let faces = self.faces().unwrap_or_default();
        self.hands
            .clone()
            .unwrap_or_else(|| self.scheme.hands(&faces))
    }

    fn findings(&self) -> impl Iterator<Item = FindingRow> {
        self.judgement.findings.iter().map(|finding| FindingRow {
            finding: name(finding),
            grade: grade_name(finding.grade()),
            sentence: sentence(finding, &self.scheme),
            cure: cure(finding),
        })
    }

    /// Returns the result as a sentence.
    fn sentence(&self) -> String {
        let grade = grade_name(self.judgement.grade());
        let Some(check) = &self.check else {
            return match self.is_new {
                true => "committed: publish the commitment, then collect the client seed".into(),
                false => format!("the scheme {} is {grade}", scheme_name(&self.scheme)),
            };
        };
        let given = self.deal.dealt.as_ref().map_or(0, Vec::len);
        let (cards, come) = (counted(given, "card"), agreeing(given, "come"));
        match (check.committed, &check.wrong) {
            _ if self.is_new => format!("dealt {}", counted(check.deck.len(), "card")),
            (Some(false), _) if self.judgement.findings.contains(&Finding::LooseCommitment) => {
                format!(
                    "not verified: {}",
                    sentence(&Finding::LooseCommitment, &self.scheme)
                )
            }
            (Some(false), _) => {
                "not verified: the server seed is not the one that was committed to".into()
            }
            (
                _,
                Some(WrongCard {
                    position,
                    expected,
                    given,
                }),
            ) => {
                format!(
                    "not verified: card {position} is {} by the seeds, and {} was dealt",
                    printable(expected),
                    printable(given)
                )
            }
            (None, None) => {
                format!("verified: {cards} {come} from the seeds; the scheme has no commitment")
            }
            (Some(true), None) if given == 0 => {
                "verified: the server seed is the one that was committed to".into()
            }
            (Some(true), None) => {
                format!(
                    "verified: the server seed was committed to, and {cards} {come} from the seeds"
                )
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
            lines.push(("cards".into(), shown(&self.scheme, &faces)));
        }
        let hands = self.check.iter().flat_map(|_| self.hands()).enumerate();
        lines.extend(
            hands.map(|(hand, cards)| (format!("hand {}", hand + 1), shown(&self.scheme, &cards))),
        );
        lines.extend(
            self.revealed
                .as_ref()
                .map(|secret| ("server seed".into(), secret.expose().into())),
        );
        lines
    }

    fn write_findings(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        let grade = self.judgement.grade();
        writeln!(out)?;
        page.heading(
            out,
            &format!(
                "scheme {}: {}",
                scheme_name(&self.scheme),
                grade_name(grade)
            ),
        )?;
        for finding in &self.judgement.findings {
            let (grade, colour) = (finding.grade(), colour(finding.grade()));
            write!(out, "  ")?;
            page.write(out, colour, &format!("{:<7}", grade_name(grade)))?;
            writeln!(out, "{}", sentence(finding, &self.scheme))?;
            if let Some(cure) = cure(finding) {
                writeln!(out, "         cure: {cure}")?;
            }
        }
        writeln!(out)?;
        page.heading(out, "what the player checks")?;
        checks(&self.judgement.findings)
            .iter()
            .try_for_each(|check| writeln!(out, "  {check}"))
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
        let result = match self.exit() {
            Exit::Success => "sound",
            _ => "broken",
        };
        let result = FindingRow {
            finding: "result",
            grade: result,
            sentence: self.sentence(),
            cure: None,
        };
        let rows = std::iter::once(result).chain(self.findings());
        Table::with_records(["finding", "grade", "sentence", "cure"], "", rows)
    }

    fn headline(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        let grade = if self.check.is_none() && !self.is_new {
            self.judgement.grade()
        } else {
            Grade::Sound
        };
        let style = if self.exit() == Exit::Success {
            colour(grade)
        } else {
            colour(Grade::Broken)
        };
        page.line(out, style.bold(), &self.sentence())
    }

    fn text(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        self.headline(page, out)?;
        for (name, value) in self.lines() {
            page.entry(out, &name, 13, &value)?;
        }
        if page.quiet || self.is_new {
            Ok(())
        } else {
            self.write_findings(page, out)
        }
    }
}

impl Serialize for DealReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let check = self.check.as_ref();
        object!(serializer, {
            "verified": check.and_then(Check::verified),
            "commitment": self.commitment(),
            "deck": check.map(|check| one_based::numbers(&check.deck)),
            "scheme": SchemeJson(self),
            "cards": self.scheme.cards,
            "client": check.map(|_| &self.deal.client),
            "nonce": check.map(|_| self.deal.nonce),
            "server": self.revealed.as_ref().map(Secret::expose),
            "committed": check.and_then(|check| check.committed),
            "faces": self.faces(),
            "hands": self.hands(),
            "wrong": check.and_then(|check| check.wrong.as_ref()),
            "result": self.sentence(),
        })
    }
}

/// The scheme of a deal in JSON.
struct SchemeJson<'a>(&'a DealReport);

impl Serialize for SchemeJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let SchemeJson(
            report @ DealReport {
                scheme, judgement, ..
            },
        ) = self;
        let (low, high) = judgement.distance.bounds();
        let exact = match &judgement.distance {
            SchemeDistance::Exact(fraction) => Some(fraction.to_string()),
            SchemeDistance::Between(..) => None,
        };
        object!(serializer, {
            "name": scheme.name,
            "file": scheme.file,
            "source": scheme.source,
            "dealt": scheme.dealt(),
            "grade": grade_name(judgement.grade()),
            "total_variation": high,
            "total_variation_exact": exact,
            "total_variation_at_least": low,
            "decks": Integer::from(judgement.decks.clone()),
            "reachable": Integer::from(judgement.reachable.clone()),
            "findings": report.findings().collect::<Vec<_>>(),
            "checks": checks(&judgement.findings),
        })
    }
}

/// A finding in JSON and CSV.
#[derive(Serialize)]
struct FindingRow {
    finding: &'static str,
    grade: &'static str,
    sentence: String,
    cure: Option<&'static str>,
}

/// Returns the name of a finding in JSON.
pub fn name(finding: &Finding) -> &'static str {
    match finding {
        Finding::Distance(_) => "distance",
        Finding::Reach(..) | Finding::UnknownReach => "reach",
        Finding::SecretBits(_) => "secret bits",
        Finding::Searched(..) => "secret search",
        Finding::Committed(_)
        | Finding::NotCommitted
        | Finding::CommitmentWithoutSecret
        | Finding::LooseCommitment => "commitment",
        Finding::DeckWithoutSecret => "server seed",
        Finding::Client(_) | Finding::DeckWithoutClient | Finding::EmptyClient => "client seed",
        Finding::Nonce(_) => "nonce",
        Finding::Ambiguous => "separators",
    }
}

/// Returns the name of a grade in JSON and in text.
pub fn grade_name(grade: Grade) -> &'static str {
    match grade {
        Grade::Sound => "sound",
        Grade::Weak => "weak",
        Grade::Broken => "broken",
    }
}

/// Returns a distance as text.
pub fn distance(distance: &SchemeDistance) -> String {
    match distance {
        SchemeDistance::Exact(fraction) => probability::of_fraction(fraction, 4),
        SchemeDistance::Between(low, high) => {
            let text = |number: &f64, bound| probability::of_bound(*number, bound, 4);
            match text(low, None) {
                near if near == text(high, None) => format!("about {near}"),
                _ => format!(
                    "{} to {}",
                    text(low, Some(Bound::Lower)),
                    text(high, Some(Bound::Upper))
                ),
            }
        }
    }
}

/// Returns a finding as one sentence.
pub fn sentence(finding: &Finding, scheme: &Scheme) -> String {
    let decks = match scheme.dealt() {
        dealt if dealt == scheme.cards && !scheme.draws_again() => "decks".into(),
        dealt => format!("deals of {}", counted(dealt, "card")),
    };
    match finding {
        Finding::Distance(SchemeDistance::Exact(fraction)) if fraction.numerator().bits() == 0 => {
            format!("a uniform stream gives all {decks} with the same probability: the total variation is 0")
        }
        Finding::Distance(of) => {
            format!("a uniform stream gives {decks} at a total variation of {} from uniform", distance(of))
        }
        Finding::Reach(bits, needed) if f64::from(*bits) >= *needed => {
            let (bits, are) = (counted(bits, "bit"), agreeing(bits, "are"));
            format!("{bits} of the secret {are} enough for all {decks}, which need {needed:.1}")
        }
        Finding::Reach(bits, needed) => {
            format!("at most 2^{bits} {decks} can come from one client seed, of 2^{needed:.1}: the others never do")
        }
        Finding::UnknownReach => "the number of random bits of the secret is not given".into(),
        Finding::SecretBits(bits) if finding.grade() == Grade::Sound => {
            format!("a random secret of {} cannot be found by trying", counted(bits, "bit"))
        }
        Finding::SecretBits(bits) => {
            format!("a secret of at most {} can be found by trying, and the deck known before the deal", counted(bits, "bit"))
        }
        Finding::Searched(limit, true) => format!("the secret is a whole number below {limit}: its commitment reveals it"),
        Finding::Searched(limit, false) => format!("the secret is none of the whole numbers below {limit}"),
        Finding::Committed(Committed::Before) => {
            "the operator commits to its secret before it knows the client seed".into()
        }
        Finding::Committed(Committed::After) => {
            "the operator knows the client seed when it commits: it can choose the deck".into()
        }
        Finding::NotCommitted => "there is no commitment: the operator can choose the deck afterwards".into(),
        Finding::CommitmentWithoutSecret => {
            "the commitment does not depend on the secret: the operator can choose the deck afterwards".into()
        }
        Finding::LooseCommitment => {
            "the commitment fits several server seeds with different decks: the operator can choose among them afterwards".into()
        }
        Finding::DeckWithoutSecret => "the deck does not depend on the secret: the player knows it before the deal".into(),
        Finding::Client(Client::Player) => "the player chooses the client seed".into(),
        Finding::Client(Client::Site) => {
            "the site chooses the client seed unless the player changes it: it can try secrets until a deck suits it".into()
        }
        Finding::DeckWithoutClient => {
            "the deck does not depend on the client seed: the operator can try secrets until a deck suits it".into()
        }
        Finding::EmptyClient => "the client seed of this deal is empty: the operator knew it beforehand".into(),
        Finding::Nonce(true) => "the number of the hand gives each hand its own deck".into(),
        Finding::Nonce(false) => "two hands with the same seeds have the same deck".into(),
        Finding::Ambiguous => {
            "numbers follow a seed without a separator: different hands, such as seed a1 hand 2 and seed a hand 12, have the same deck"
                .into()
        }
    }
}

/// Returns what the operator or the player can do about a finding.
pub fn cure(finding: &Finding) -> Option<&'static str> {
    if finding.grade() == Grade::Sound {
        return None;
    }
    Some(match finding {
        Finding::Distance(_) => {
            "shuffle by Fisher-Yates, and throw words away from the largest multiple of the range on"
        }
        Finding::Reach(..) | Finding::SecretBits(_) => {
            "draw 32 random bytes from the operating system for each secret"
        }
        Finding::UnknownReach => "give the number of its random bits as server_bits in [rules]",
        Finding::Searched(..) => "draw 32 random bytes from the operating system for each secret",
        Finding::Committed(_) => "publish the commitment before the player enters the client seed",
        Finding::NotCommitted | Finding::CommitmentWithoutSecret => {
            "publish the SHA-256 of the secret before the player's seed"
        }
        Finding::LooseCommitment => {
            "commit to the same form of the secret as the deck uses, with a colon between the secret and a number"
        }
        Finding::DeckWithoutSecret => "use the secret as the key of the stream",
        Finding::Client(_) | Finding::EmptyClient => {
            "change the client seed to random text of your own after you have seen the commitment"
        }
        Finding::DeckWithoutClient => "put the client seed into the message of the stream",
        Finding::Nonce(_) => {
            "put a number that grows with each hand into the message of the stream"
        }
        Finding::Ambiguous => "put a colon between the fields",
    })
}

/// Returns what the players must do to check a game with this scheme, in order.
pub fn checks(findings: &[Finding]) -> Vec<&'static str> {
    let has = |is: fn(&Finding) -> bool| findings.iter().any(is);
    let commits = has(|finding| matches!(finding, Finding::Committed(_)));
    let takes_client = has(|finding| matches!(finding, Finding::Client(_)));
    let in_each_hand = match (has(|finding| *finding == Finding::Nonce(true)), commits) {
        (true, true) => Some(
            "in each hand: the number of the hand must be one more than before, and the commitment the same",
        ),
        (true, false) => Some("in each hand: the number of the hand must be one more than before"),
        (false, _) => takes_client.then_some(
            "in each hand: enter another client seed, because the same seeds give the same deck",
        ),
    };
    let client = match commits {
        true => {
            "then: enter random text of your own as the client seed, after you have seen the commitment"
        }
        false => "before the deal: enter random text of your own as the client seed",
    };
    let reveal = match commits {
        true => {
            "after the game: get the server seed, and compare its commitment with the one that you saved"
        }
        false => "after the game: get the server seed",
    };
    let checks = [
        commits.then_some("before the deal: save the commitment that the operator publishes"),
        takes_client.then_some(client),
        in_each_hand,
        Some(reveal),
        Some(
            "then: derive the cards of each hand from the seeds, and compare them with those that were dealt",
        ),
    ];
    checks.into_iter().flatten().collect()
}

/// Returns the reason why a deal cannot be checked, and what to give instead.
pub fn unchecked(error: &DealError) -> String {
    match error {
        DealError::NoServerSeed => {
            "the server seed is missing: a deal can be checked after the operator has revealed it; give it with --server-seed, or as 'server' in the deal".into()
        }
        DealError::NoNumber => "the server seed is not a whole number below 2^64, which the scheme takes; expected for example 20260620".into(),
        DealError::NotBytes(field) => {
            let name = if *field == Field::Server { "server" } else { "client" };
            format!("the {name} seed is neither hexadecimal nor base64, and the scheme takes its bytes; expected for example 64 hexadecimal digits")
        }
        DealError::TooLarge { number, .. } => format!("{number} is too large for its field in the scheme"),
        DealError::Length { .. } => format!("{error}"),
        DealError::Ended(draw) => format!("the stream of the scheme has no number for draw {} of this deal", draw + 1),
        DealError::UnknownCard { position, given } => {
            let given = printable(given);
            format!("card {position} of the deal, '{given}', is not in this deck; expected names such as those of `faro verify --print NAME`, or numbers from 1")
        }
        DealError::TooManyCards { given, most } => {
            format!("the deal has {}, and the scheme deals {most}", counted(given, "card"))
        }
    }
}
