//! Parses commit-and-reveal schemes from TOML, and validates them.

use std::collections::BTreeSet;

use serde::Deserialize;
use sha2::{Digest, Sha256, Sha512};
use thiserror::Error;
use zeroize::Zeroizing;

use super::bytes::clean;
use super::deal::{Deal, DealError};
use super::field::Field;
use super::kind::BlockFunction;
use super::method::Method;
use super::named_card::NamedCard;
use super::stream::{ByteStream, NumberDecoding, StreamReader};
use super::template::{FieldValues, Template};

/// A commit-and-reveal scheme, divided into parts.
///
/// The text format is described in docs/formats.md.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scheme {
    /// The name of the scheme.
    pub name: String,
    /// Addresses of pages that describe the scheme.
    #[serde(default)]
    pub source: Vec<String>,
    /// The file that the scheme was read from, if it is not a preset.
    #[serde(skip)]
    pub file: Option<String>,
    /// Number of cards in the deck.
    pub cards: usize,
    faces: Option<String>,
    pub(super) commitment: Option<Commitment>,
    pub(super) seed: Option<ByteStream>,
    pub(super) stream: ByteStream,
    pub(super) numbers: NumberDecoding,
    pub(super) deck: DeckSection,
    hands: Option<HandSizes>,
    #[serde(default)]
    pub(super) rules: Rules,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Commitment {
    hash: Hash,
    pub of: Template,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Hash {
    Sha256,
    Sha512,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DeckSection {
    pub method: Method,
    dealt: Option<usize>,
}

/// The sizes of the hands. The cards are dealt to one hand after the other, or if `in_turn` one card at a time.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct HandSizes {
    sizes: Vec<usize>,
    #[serde(default)]
    in_turn: bool,
}

/// What the operator promises about the scheme that cannot be computed.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Rules {
    /// Number of random bits of the operator's secret, if it is stated.
    pub server_bits: Option<u32>,
    #[serde(default)]
    pub client: Client,
    #[serde(default)]
    pub committed: Committed,
}

/// Who chooses the client seed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Client {
    /// The player chooses the seed.
    #[default]
    Player,
    /// The site chooses the seed, unless the player changes it.
    Site,
}

/// When the commitment is published.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Committed {
    /// Before the operator knows the client seed.
    #[default]
    Before,
    /// After the operator knows the client seed.
    After,
}

/// The reason why a text is not a scheme.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SchemeError {
    /// The text is not TOML, or a part has an unknown name or value.
    #[error("{0}")]
    Syntax(String),
    /// A value is out of range or contradicts another value.
    #[error("{part}: {why}")]
    Part {
        /// The part with the value, such as `[numbers] bytes`.
        part: &'static str,
        /// The reason, with the accepted values.
        why: String,
    },
}

/// Maximum number of cards in a deck.
const MAX_CARDS: usize = 512;

/// Maximum number of cards to deal with replacement.
const MAX_DEALT: usize = 4096;

/// Maximum number of bytes in a word.
const MAX_BYTES: usize = 64;

impl Scheme {
    /// Parses a scheme from TOML.
    ///
    /// # Errors
    ///
    /// [`SchemeError`] names the part that is wrong and the accepted values.
    pub fn parse(text: &str) -> Result<Scheme, SchemeError> {
        let scheme: Scheme = toml::from_str(clean(text)).map_err(|error| {
            let begin = error.span().map_or(0, |span| span.start).min(text.len());
            let line = text
                .get(..begin)
                .map_or(1, |before| before.lines().count().max(1));
            let why = error.message().lines().collect::<Vec<_>>().join(" ");
            SchemeError::Syntax(format!("line {line}: {why}"))
        })?;
        scheme.check()?;
        Ok(scheme)
    }

    /// Returns the scheme with a deck of `cards` cards.
    ///
    /// # Errors
    ///
    /// [`SchemeError`] if the scheme names its cards, or if another part does not fit this number of cards.
    pub fn with_cards(mut self, cards: usize) -> Result<Scheme, SchemeError> {
        self.cards = cards;
        self.check()?;
        Ok(self)
    }

    /// Returns the preset scheme with the name `name`, or `None` if there is none.
    pub fn preset(name: &str) -> Option<Scheme> {
        let preset = PRESETS.iter().find(|preset| preset.name == name)?;
        Scheme::parse(preset.text).ok()
    }

    /// Returns the number of cards that are dealt.
    pub fn dealt(&self) -> usize {
        self.deck.dealt.unwrap_or(self.cards)
    }

    /// Returns whether each card is drawn from a whole deck, that is, with replacement.
    pub fn draws_again(&self) -> bool {
        self.deck.method == Method::DrawAgain
    }

    /// Returns the names of the cards in their starting order. Without names in the scheme, they are the numbers from
    /// 1.
    pub fn names(&self) -> Vec<String> {
        match &self.faces {
            Some(faces) => faces.split_whitespace().map(String::from).collect(),
            None => (1..=self.cards).map(|card| card.to_string()).collect(),
        }
    }

    /// Returns the commitment to the secret of a deal, or `None` if the scheme has none.
    ///
    /// # Errors
    ///
    /// [`DealError`] if a seed is missing or cannot be decoded to bytes.
    pub fn commitment(&self, deal: &Deal) -> Result<Option<Vec<u8>>, DealError> {
        let Some(commitment) = &self.commitment else {
            return Ok(None);
        };
        let bytes = commitment.of.fill(&FieldValues::new(deal, self.cards))?;
        Ok(Some(match commitment.hash {
            Hash::Sha256 => Sha256::digest(&*bytes).to_vec(),
            Hash::Sha512 => Sha512::digest(&*bytes).to_vec(),
        }))
    }

    /// Returns the number of bytes in a commitment, or `None` if the scheme has no commitment.
    pub fn commitment_length(&self) -> Option<usize> {
        self.commitment
            .as_ref()
            .map(|commitment| match commitment.hash {
                Hash::Sha256 => 32,
                Hash::Sha512 => 64,
            })
    }

    /// Returns the deck of a deal, top card first, with cards counted from 0.
    ///
    /// # Errors
    ///
    /// [`DealError`] if a seed is missing or cannot be decoded to bytes, or if the stream ends too early.
    pub fn deck(&self, deal: &Deal) -> Result<Vec<u32>, DealError> {
        let mut values = FieldValues::new(deal, self.cards);
        if let Some(seed) = &self.seed {
            let mut bytes = seed.block(&values, &[])?;
            bytes.truncate(seed.keep.unwrap_or(usize::MAX));
            values.seed = Some(Zeroizing::new(bytes.to_vec()));
        }
        let mut reader = StreamReader::new(&self.stream, values);
        let mut deck =
            self.deck
                .method
                .deck((self.cards, self.dealt()), &self.numbers, &mut reader)?;
        deck.truncate(self.dealt());
        Ok(deck)
    }

    /// Divides the dealt cards into hands. Returns an empty list if the scheme has no hands.
    pub fn hands<T: Clone>(&self, dealt: &[T]) -> Vec<Vec<T>> {
        let Some(HandSizes { sizes, in_turn }) = &self.hands else {
            return Vec::new();
        };
        let mut hands: Vec<Vec<T>> = vec![Vec::new(); sizes.len()];
        let rounds = if *in_turn {
            sizes.iter().copied().max().unwrap_or(0)
        } else {
            1
        };
        let mut cards = dealt.iter().cloned();
        for round in 0..rounds {
            for (hand, &size) in hands.iter_mut().zip(sizes) {
                let count = if *in_turn {
                    usize::from(round < size)
                } else {
                    size
                };
                hand.extend(cards.by_ref().take(count));
            }
        }
        hands
    }

    fn check(&self) -> Result<(), SchemeError> {
        let part = |part, why: &str| {
            Err(SchemeError::Part {
                part,
                why: why.into(),
            })
        };
        if !(1..=MAX_CARDS).contains(&self.cards) {
            return part("cards", &format!("expected 1 to {MAX_CARDS} cards"));
        }
        let names = self.names();
        let texts = std::iter::once(&self.name)
            .chain(&self.source)
            .chain(&names);
        if let Some(text) = texts
            .into_iter()
            .find(|text| text.contains(char::is_control))
        {
            let why = format!("{text:?} has a control character; expected text without any");
            return part("name, source or faces", &why);
        }
        let distinct: BTreeSet<NamedCard> = names.iter().map(|name| NamedCard::new(name)).collect();
        if distinct.len() != self.cards {
            let case = if names.len() == self.cards {
                "; two of these mean the same card: case makes no difference, and TS is 10S"
            } else {
                ""
            };
            let why = format!(
                "expected {} different names, separated by spaces{case}",
                self.cards
            );
            return part("faces", &why);
        }
        let max = if self.draws_again() {
            MAX_DEALT
        } else {
            self.cards
        };
        if !(1..=max).contains(&self.dealt()) {
            return part("[deck] dealt", &format!("expected 1 to {max} cards"));
        }
        let in_hands = |hands: &HandSizes| {
            hands
                .sizes
                .iter()
                .try_fold(0usize, |sum, &size| sum.checked_add(size))
        };
        if self
            .hands
            .as_ref()
            .is_some_and(|hands| in_hands(hands).is_none_or(|sum| sum > self.dealt()))
        {
            return part(
                "[hands] sizes",
                &format!("expected at most {} cards in all", self.dealt()),
            );
        }
        self.check_fields()?;
        self.check_numbers()
    }

    fn check_fields(&self) -> Result<(), SchemeError> {
        let part = |part, why: &str| {
            Err(SchemeError::Part {
                part,
                why: why.into(),
            })
        };
        let of_draws = [Field::Block, Field::Draw, Field::Last];
        let streams = [
            (Some(&self.stream), "[stream]"),
            (self.seed.as_ref(), "[seed]"),
        ];
        for (stream, name) in streams
            .iter()
            .filter_map(|(stream, name)| Some(((*stream)?, *name)))
        {
            if stream.key.is_some() != stream.kind.is_keyed() {
                return part(
                    name,
                    "expected a key for hmac, chacha20 and generators, and none for a hash",
                );
            }
            if stream.message.is_none()
                && stream.kind != BlockFunction::Chacha20
                && !stream.kind.is_generator()
            {
                return part(
                    name,
                    "expected a message, such as \"{client}:{nonce}:{block}\"",
                );
            }
            if stream.kind.is_endless() && stream.has(Field::Block) {
                return part(
                    name,
                    "expected no {block}: chains and chacha20 count their blocks themselves",
                );
            }
        }
        let has =
            |template: &Template, fields: &[Field]| fields.iter().any(|field| template.has(*field));
        let in_commitment = |fields| {
            self.commitment
                .as_ref()
                .is_some_and(|commitment| has(&commitment.of, fields))
        };
        if in_commitment(&of_draws) || in_commitment(&[Field::Seed]) {
            return part(
                "[commitment] of",
                "expected only server, client, nonce and cards",
            );
        }
        let seed = self.seed.as_ref();
        if seed.is_some_and(|seed| {
            of_draws
                .iter()
                .chain(&[Field::Seed])
                .any(|field| seed.has(*field))
        }) {
            return part("[seed]", "expected only server, client, nonce and cards");
        }
        if seed.is_none() && self.stream.has(Field::Seed) {
            return part("[stream]", "{seed} needs a part [seed]");
        }
        if self.stream.keep.is_some() {
            return part("[stream] keep", "only [seed] keeps a number of bytes");
        }
        match seed.and_then(|seed| Some((seed.keep?, seed.kind.block_length()))) {
            Some((keep, max)) if !(1..=max).contains(&keep) => {
                part("[seed] keep", &format!("expected 1 to {max} bytes"))
            }
            _ => Ok(()),
        }
    }

    fn check_numbers(&self) -> Result<(), SchemeError> {
        let part = |part, why: String| Err(SchemeError::Part { part, why });
        let NumberDecoding { bytes, step, .. } = self.numbers;
        if !(1..=MAX_BYTES).contains(&bytes) {
            return part(
                "[numbers] bytes",
                format!("expected 1 to {MAX_BYTES} bytes"),
            );
        }
        if step.is_some_and(|step| !(1..=bytes).contains(&step)) {
            return part("[numbers] step", format!("expected 1 to {bytes} bytes"));
        }
        if self.numbers.accepted(self.cards) == num_bigint::BigUint::ZERO {
            let why = format!("too few for {} cards; expected more bytes", self.cards);
            return part("[numbers] bytes", why);
        }
        let draws = match self.deck.method {
            Method::SortKeys => self.cards,
            method => method.ranges(self.cards, self.dealt()).len(),
        };
        let needed = bytes
            * if self.stream.restarts() {
                draws.min(1)
            } else {
                draws
            };
        match self.stream.length().filter(|&length| length < needed) {
            Some(length) => {
                let why = format!(
                    "the stream ends after {length} bytes, and {needed} are needed; expected {{block}} or {{draw}} in it"
                );
                part("[stream]", why)
            }
            None => Ok(()),
        }
    }
}

/// A scheme that is included in this library, with a name.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// The name of the scheme.
    pub name: &'static str,
    /// The text of the scheme, in TOML.
    pub text: &'static str,
}

/// The name of the scheme that `faro deal` uses.
pub const FAIR_DEAL: &str = "faro-deal-1";

/// The preset schemes. Each gives its source, and the tests contain a deal from there.
pub const PRESETS: [Preset; 5] = [
    Preset {
        name: FAIR_DEAL,
        text: include_str!("presets/faro-deal-1.toml"),
    },
    Preset {
        name: "stake-video-poker",
        text: include_str!("presets/stake-video-poker.toml"),
    },
    Preset {
        name: "stake-blackjack",
        text: include_str!("presets/stake-blackjack.toml"),
    },
    Preset {
        name: "duel-video-poker",
        text: include_str!("presets/duel-video-poker.toml"),
    },
    Preset {
        name: "provably-fair-shuffle",
        text: include_str!("presets/provably-fair-shuffle.toml"),
    },
];
