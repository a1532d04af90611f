//! Compares a deal with its scheme, and judges the scheme.

use faro_math::number::log2_factorial;
use num_bigint::BigUint;
use subtle::ConstantTimeEq;

use super::bytes::bytes;
use super::deal::{Deal, DealError, Secret};
use super::distance::{SchemeDistance, distance};
use super::field::Field;
use super::first_cards::lists_of;
use super::method::Method;
use super::named_card::NamedCard;
use super::stream::ByteStream;
use super::template::Template;
use super::text::{Client, Commitment, Committed, Scheme};

/// How serious a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Grade {
    /// The scheme is sound in this property.
    Sound,
    /// The scheme is sound in this property only under a condition, or only barely.
    Weak,
    /// Someone can choose or learn the deck, or the deck is noticeably not uniform.
    Broken,
}

/// A finding about one property of a scheme.
#[derive(Clone, Debug, PartialEq)]
pub enum Finding {
    /// The distance of the dealt cards from uniform, if the stream is uniform.
    Distance(SchemeDistance),
    /// The maximum number of random bits of the secret, and the number of bits that are needed to reach all deals.
    Reach(u32, f64),
    /// The number of random bits of the secret is not known.
    UnknownReach,
    /// The maximum number of random bits of the secret. It determines whether the secret can be found by trying all
    /// values.
    SecretBits(u32),
    /// All whole numbers below the first value were tried as the secret. The second value tells whether one of them is
    /// the secret.
    Searched(u64, bool),
    /// When the commitment to the secret is made.
    Committed(Committed),
    /// There is no commitment.
    NotCommitted,
    /// The commitment does not depend on the secret.
    CommitmentWithoutSecret,
    /// The commitment also fits other secrets, which give other decks.
    LooseCommitment,
    /// The deck does not depend on the secret.
    DeckWithoutSecret,
    /// Who chooses the client seed.
    Client(Client),
    /// The deck does not depend on the client seed.
    DeckWithoutClient,
    /// The client seed of the deal is empty.
    EmptyClient,
    /// Whether the deck depends on the number of the hand.
    Nonce(bool),
    /// Two fields of variable length follow each other without a separator.
    Ambiguous,
}

/// Limits of the total variation distance from uniform. Below the first, a scheme is sound: 10^12 hands would not show
/// the difference. Above the second, it is broken.
const DISTANCE_LIMITS: (f64, f64) = (1e-6, 1e-3);

/// Limits of the number of bits of a secret. With fewer bits than the first, the secret can be found by trying all
/// values. With at least the second, it is safe.
const BIT_LIMITS: (u32, u32) = (64, 128);

impl Finding {
    /// Returns how serious the finding is.
    pub fn grade(&self) -> Grade {
        let between = |is_broken: bool, is_weak: bool| match (is_broken, is_weak) {
            (true, _) => Grade::Broken,
            (_, true) => Grade::Weak,
            _ => Grade::Sound,
        };
        match self {
            Finding::Distance(distance) => {
                let (low, high) = distance.bounds();
                between(low > DISTANCE_LIMITS.1, high > DISTANCE_LIMITS.0)
            }
            Finding::Reach(bits, needed) => {
                between(*bits < BIT_LIMITS.0, f64::from(*bits) < *needed)
            }
            Finding::SecretBits(bits) => between(*bits < BIT_LIMITS.0, *bits < BIT_LIMITS.1),
            Finding::Searched(_, is_found) => between(*is_found, false),
            Finding::Committed(when) => between(*when == Committed::After, false),
            Finding::Client(who) => between(false, *who == Client::Site),
            Finding::Nonce(is_used) => between(false, !is_used),
            Finding::UnknownReach | Finding::EmptyClient | Finding::Ambiguous => Grade::Weak,
            Finding::NotCommitted
            | Finding::CommitmentWithoutSecret
            | Finding::LooseCommitment
            | Finding::DeckWithoutSecret
            | Finding::DeckWithoutClient => Grade::Broken,
        }
    }
}

/// A judgement of a scheme: its distance from uniform, the decks that it reaches, and its properties.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// The total variation distance of the dealt cards from uniform, if the stream is uniform.
    pub distance: SchemeDistance,
    /// Number of possible lists of the dealt cards. If all cards are dealt, it is the number of decks.
    pub decks: BigUint,
    /// Number of these lists that the scheme can deal for a fixed client seed and a fixed hand.
    ///
    /// If the secret has few bits, it is an upper bound.
    pub reachable: BigUint,
    /// Findings about the properties of the scheme, the most serious first.
    pub findings: Vec<Finding>,
}

impl Judgement {
    /// Returns how serious the most serious finding is.
    pub fn grade(&self) -> Grade {
        self.findings
            .iter()
            .map(Finding::grade)
            .max()
            .unwrap_or(Grade::Sound)
    }
}

/// Judges a scheme, with the secret and the client seed of a deal if one is given.
///
/// If the deal has a commitment, all whole numbers below `search` are tried as its secret.
pub fn judge(scheme: &Scheme, deal: Option<&Deal>, search: u64) -> Judgement {
    let (cards, dealt) = (scheme.cards as u32, scheme.dealt());
    let (decks, needed) = match scheme.draws_again() {
        true => (
            BigUint::from(cards).pow(dealt as u32),
            f64::from(cards).log2() * dealt as f64,
        ),
        false => {
            let log2 = |cards| log2_factorial(f64::from(cards));
            let rest = cards - dealt as u32;
            (lists_of(scheme.cards, dealt), log2(cards) - log2(rest))
        }
    };
    let bits = secret_bits(scheme, deal);
    let made = match scheme.deck.method {
        // Sattolo's shuffle reaches only the lists that belong to a cycle of all cards. All cards but one determine the
        // last one.
        Method::Sattolo => lists_of(scheme.cards - 1, dealt.min(scheme.cards - 1)),
        _ => decks.clone(),
    };
    let limited = bits.filter(|&bits| u64::from(bits) < made.bits());
    let reachable = limited.map_or(made.clone(), |bits| made.min(BigUint::from(1u32) << bits));
    let distance = distance(scheme);
    let mut findings = vec![Finding::Distance(distance.clone())];
    match bits {
        Some(bits) => findings.extend([Finding::Reach(bits, needed), Finding::SecretBits(bits)]),
        None => findings.push(Finding::UnknownReach),
    }
    if search > 0
        && let Some(is_found) = deal.and_then(|deal| is_small_number(scheme, deal, search))
    {
        findings.push(Finding::Searched(search, is_found));
    }
    findings.extend(roles(scheme, deal));
    findings.sort_by_key(|finding| std::cmp::Reverse(finding.grade()));
    Judgement {
        distance,
        decks,
        reachable,
        findings,
    }
}

/// Returns the findings about who chooses what, and when.
fn roles(scheme: &Scheme, deal: Option<&Deal>) -> Vec<Finding> {
    let uses = |field| {
        scheme.stream.has(field) || scheme.seed.as_ref().is_some_and(|seed| seed.has(field))
    };
    let mut findings = vec![match &scheme.commitment {
        None => Finding::NotCommitted,
        Some(commitment) if !commitment.of.has(Field::Server) => Finding::CommitmentWithoutSecret,
        // A commitment that contains the client seed is made after this seed is known.
        Some(commitment) if commitment.of.has(Field::Client) => {
            Finding::Committed(Committed::After)
        }
        Some(_) => Finding::Committed(scheme.rules.committed),
    }];
    if !scheme.commitment_fixes_secret() {
        findings.push(Finding::LooseCommitment);
    }
    if !uses(Field::Server) {
        findings.push(Finding::DeckWithoutSecret);
    }
    findings.push(match uses(Field::Client) {
        true => Finding::Client(scheme.rules.client),
        false => Finding::DeckWithoutClient,
    });
    if uses(Field::Client) && deal.is_some_and(|deal| deal.client.is_empty()) {
        findings.push(Finding::EmptyClient);
    }
    findings.push(Finding::Nonce(uses(Field::Nonce)));
    let streams = [Some(&scheme.stream), scheme.seed.as_ref()]
        .into_iter()
        .flatten();
    let mut templates = streams
        .flat_map(|stream| [&stream.key, &stream.message])
        .flatten();
    if templates.any(Template::is_ambiguous) {
        findings.push(Finding::Ambiguous);
    }
    findings
}

/// Returns an upper bound of the number of random bits that determine the deck, for a fixed client seed and a fixed
/// hand.
fn secret_bits(scheme: &Scheme, deal: Option<&Deal>) -> Option<u32> {
    let secret = deal.and_then(|deal| deal.server.as_ref());
    let server = [scheme.rules.server_bits, secret.map(most_bits)]
        .into_iter()
        .flatten()
        .min();
    let derived = scheme
        .seed
        .as_ref()
        .filter(|_| scheme.stream.has(Field::Seed));
    let kept = derived.map(|seed| 8 * seed.keep.unwrap_or(seed.kind.block_length()) as u32);
    [server, kept, scheme.stream.kind.state_bits()]
        .into_iter()
        .flatten()
        .min()
}

/// Returns an upper bound of the number of random bits of a secret, from its length and the kinds of its characters.
fn most_bits(secret: &Secret) -> u32 {
    let text = secret.expose();
    let of_bytes = bytes(text).map_or(u32::MAX, |bytes| 8 * bytes.len() as u32);
    type IsKind = fn(&char) -> bool;
    let kinds: [(IsKind, u32); 4] = [
        (char::is_ascii_digit, 10),
        (char::is_ascii_lowercase, 26),
        (char::is_ascii_uppercase, 26),
        (|letter| !letter.is_ascii_alphanumeric(), 33),
    ];
    let letters: u32 = kinds
        .iter()
        .filter(|(is_kind, _)| text.chars().any(|letter| is_kind(&letter)))
        .map(|(_, count)| count)
        .sum();
    of_bytes.min((text.chars().count() as f64 * f64::from(letters.max(1)).log2()).ceil() as u32)
}

/// The comparison of a deal with the deck and the commitment that its seeds give.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// The commitment to the secret by this scheme, or `None` if the scheme has no commitment.
    pub commitment: Option<Vec<u8>>,
    /// Whether the commitment fixes the secret and equals the published one, or `None` if none was published.
    pub committed: Option<bool>,
    /// The deck that the seeds give, top card first, with cards counted from 0.
    pub deck: Vec<u32>,
    /// Whether the deal has cards that were compared with `deck`.
    pub compared: bool,
    /// The first dealt card that differs from `deck`, if there is one.
    pub wrong: Option<WrongCard>,
}

/// A dealt card that differs from the card that the seeds give.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct WrongCard {
    /// The position of the card in the deal, from 1.
    pub position: usize,
    /// The name of the card that the seeds give.
    pub expected: String,
    /// The name of the card that was dealt.
    pub given: String,
}

impl Check {
    /// Returns whether the dealt cards and the published commitment agree with the seeds.
    ///
    /// Returns `None` if neither cards nor a commitment were compared.
    pub fn verified(&self) -> Option<bool> {
        let compared = self.committed.is_some() || self.compared;
        compared.then(|| self.committed != Some(false) && self.wrong.is_none())
    }
}

impl Scheme {
    /// Returns whether the commitment fixes the secret, so that the operator cannot reveal another secret with another
    /// deck.
    ///
    /// A commitment to the bytes of the secret does not fix its spelling. Then the deck must not depend on the
    /// spelling.
    fn commitment_fixes_secret(&self) -> bool {
        let Some(Commitment { of, .. }) = &self.commitment else {
            return true;
        };
        let streams = [Some(&self.stream), self.seed.as_ref()]
            .into_iter()
            .flatten();
        let is_of_bytes = of.takes_server_bytes() && !of.takes_server_text();
        of.separates_server()
            && !(is_of_bytes && streams.into_iter().any(ByteStream::takes_server_text))
    }

    /// Compares the cards and the commitment of a deal with those that its seeds give. Commitments are compared in
    /// constant time.
    ///
    /// # Errors
    ///
    /// [`DealError`] if a seed is missing or cannot be decoded to bytes, or if a dealt card is not in the deck.
    pub fn check_deal(&self, deal: &Deal) -> Result<Check, DealError> {
        if deal.server.is_none() {
            return Err(DealError::NoServerSeed);
        }
        let (commitment, deck) = (self.commitment(deal)?, self.deck(deal)?);
        let committed = match (&commitment, &deal.commitment) {
            (Some(computed), Some(published)) => {
                Some(bool::from(computed.ct_eq(published)) && self.commitment_fixes_secret())
            }
            _ => None,
        };
        let dealt = deal.dealt.as_deref().unwrap_or_default();
        let wrong = self.first_wrong(&deck, dealt)?;
        Ok(Check {
            commitment,
            committed,
            deck,
            compared: !dealt.is_empty(),
            wrong,
        })
    }

    fn first_wrong(&self, deck: &[u32], dealt: &[String]) -> Result<Option<WrongCard>, DealError> {
        if dealt.len() > deck.len() {
            return Err(DealError::TooManyCards {
                given: dealt.len(),
                most: deck.len(),
            });
        }
        let names = self.names();
        let cards: Vec<NamedCard> = names.iter().map(|name| NamedCard::new(name)).collect();
        // A dealt card may also be given as its number from 1, unless a name in the deck is a number.
        let has_numbers = names.iter().any(|name| name.parse::<usize>().is_ok());
        let by_number = |given: &str| {
            let number = given.parse::<usize>().ok().filter(|_| !has_numbers)?;
            number.checked_sub(1).filter(|&index| index < cards.len())
        };
        for (position, (given, &card)) in (1..).zip(dealt.iter().zip(deck)) {
            let named = NamedCard::new(given);
            let index = cards
                .iter()
                .position(|card| *card == named)
                .or_else(|| by_number(given));
            let unknown = || DealError::UnknownCard {
                position,
                given: given.clone(),
            };
            if index.ok_or_else(unknown)? != card as usize {
                let (expected, given) = (names[card as usize].clone(), given.clone());
                return Ok(Some(WrongCard {
                    position,
                    expected,
                    given,
                }));
            }
        }
        Ok(None)
    }
}

/// Numbers of bytes with which a number is encoded, if the scheme uses the bytes of the secret.
const LENGTHS: [usize; 4] = [4, 8, 16, 32];

/// Returns whether the secret of the deal's commitment is a whole number below `limit`. Returns `None` if there is no
/// commitment to search.
///
/// Each number is tried in decimal digits. If the scheme uses the bytes of the secret, each is tried as 4, 8, 16 and 32
/// bytes in big-endian order. The time grows with `limit`: about 10^6 numbers take a second.
pub fn is_small_number(scheme: &Scheme, deal: &Deal, limit: u64) -> Option<bool> {
    let published = deal.commitment.as_ref()?;
    let committed = &scheme.commitment.as_ref()?.of;
    let texts = |number: u64| -> Vec<String> {
        match committed.takes_server_bytes() {
            true => LENGTHS
                .iter()
                .map(|length| format!("{number:0width$x}", width = 2 * length))
                .collect(),
            false => vec![number.to_string()],
        }
    };
    let mut tried = Deal {
        client: deal.client.clone(),
        nonce: deal.nonce,
        ..Deal::default()
    };
    let mut is_it = |text: String| {
        tried.server = Some(Secret::new(&text));
        let computed = scheme.commitment(&tried).ok().flatten();
        computed.is_some_and(|computed| computed.ct_eq(published).into())
    };
    Some((0..limit).flat_map(texts).any(&mut is_it))
}
