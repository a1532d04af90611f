//! The keyed stream of bytes from which a scheme draws its numbers, computed block by block.

use chacha20::ChaCha20;
use chacha20::cipher::{KeyIvInit, StreamCipher, StreamCipherSeek};
use hmac::{Hmac, KeyInit, Mac};
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use serde::Deserialize;
use sha2::{Digest, Sha256, Sha512};
use zeroize::Zeroizing;

use super::deal::DealError;
use super::field::Field;
use super::generators;
use super::kind::BlockFunction;
use super::template::{FieldValues, Template};

/// A function with the templates of its key and its message.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ByteStream {
    pub kind: BlockFunction,
    pub key: Option<Template>,
    pub message: Option<Template>,
    /// Number of bytes of a derived seed that are used, if not all are.
    pub keep: Option<usize>,
}

impl ByteStream {
    /// Returns whether the key or the message contains `field`.
    pub fn has(&self, field: Field) -> bool {
        [&self.key, &self.message]
            .into_iter()
            .flatten()
            .any(|template| template.has(field))
    }

    /// Returns whether the key or the message contains the text of the secret and not its bytes.
    pub fn takes_server_text(&self) -> bool {
        [&self.key, &self.message]
            .into_iter()
            .flatten()
            .any(Template::takes_server_text)
    }

    /// Returns whether every draw of a number has a stream of its own.
    pub fn restarts(&self) -> bool {
        self.has(Field::Draw) || self.has(Field::Last)
    }

    /// Returns the number of bytes in the stream, or `None` if it is endless. The stream is that of a deck, or of each
    /// draw if it [restarts](Self::restarts).
    pub fn length(&self) -> Option<usize> {
        let is_endless = self.kind.is_endless() || self.has(Field::Block);
        (!is_endless).then(|| self.kind.block_length())
    }

    /// Returns the block whose number is in `values`. A chain derives it from the previous block, `previous`.
    pub fn block(
        &self,
        values: &FieldValues<'_>,
        previous: &[u8],
    ) -> Result<Zeroizing<Vec<u8>>, DealError> {
        let fill = |template: &Option<Template>| match template {
            Some(template) => template.fill(values),
            None => Ok(Zeroizing::default()),
        };
        let (key, message) = (fill(&self.key)?, fill(&self.message)?);
        let is_next = values.block > 0 && !previous.is_empty();
        let chained: &[u8] = if is_next { previous } else { &message };
        Ok(Zeroizing::new(match self.kind {
            BlockFunction::HmacSha256 => hmac::<Hmac<Sha256>>(&key, &message),
            BlockFunction::HmacSha512 => hmac::<Hmac<Sha512>>(&key, &message),
            BlockFunction::Sha256 => Sha256::digest(&*message).to_vec(),
            BlockFunction::Sha512 => Sha512::digest(&*message).to_vec(),
            BlockFunction::Sha256Chain => Sha256::digest(chained).to_vec(),
            BlockFunction::Sha512Chain => Sha512::digest(chained).to_vec(),
            BlockFunction::Chacha20 => return chacha20(&key, &message, values.block),
            kind => {
                let seed = number(&key).ok_or(DealError::NoNumber)?;
                generators::block(kind, seed, values.block).unwrap_or_default()
            }
        }))
    }
}

/// Returns the number that a key encodes, as decimal digits or as at most 8 bytes with the most significant byte first.
fn number(key: &[u8]) -> Option<u64> {
    let is_decimal = !key.is_empty() && key.iter().all(u8::is_ascii_digit);
    match key.len() {
        _ if is_decimal => std::str::from_utf8(key).ok()?.parse().ok(),
        1..=8 => Some(
            key.iter()
                .fold(0, |number, &byte| number << 8 | u64::from(byte)),
        ),
        _ => None,
    }
}

fn hmac<M: Mac + KeyInit>(key: &[u8], message: &[u8]) -> Vec<u8> {
    // HMAC accepts keys of every length.
    let mac = <M as KeyInit>::new_from_slice(key).expect("a key of any length");
    mac.chain_update(message).finalize().into_bytes().to_vec()
}

fn chacha20(key: &[u8], nonce: &[u8], block: u64) -> Result<Zeroizing<Vec<u8>>, DealError> {
    let wrong = |what, given, expected| DealError::Length {
        what,
        given,
        expected,
    };
    let key: &[u8; 32] = key.try_into().map_err(|_| wrong("key", key.len(), 32))?;
    let nonce: &[u8; 12] = match nonce.is_empty() {
        true => &[0; 12],
        false => nonce
            .try_into()
            .map_err(|_| wrong("message", nonce.len(), 12))?,
    };
    let mut bytes = Zeroizing::new(vec![0; 64]);
    let mut cipher = ChaCha20::new(key.into(), nonce.into());
    let placed = cipher
        .try_seek(block * 64)
        .and_then(|()| cipher.try_apply_keystream(&mut bytes));
    placed.map_err(|_| DealError::Ended(block))?;
    Ok(bytes)
}

/// Maximum number of blocks for a deck or a draw. A valid scheme needs far fewer.
const MAX_BLOCKS: u64 = 100_000;

/// Reads the bytes of a stream across its blocks.
pub(super) struct StreamReader<'a> {
    stream: &'a ByteStream,
    values: FieldValues<'a>,
    /// The bytes computed so far. Those from index `at` on are not read yet.
    buffer: Zeroizing<Vec<u8>>,
    at: usize,
    last_block: Zeroizing<Vec<u8>>,
}

impl<'a> StreamReader<'a> {
    pub fn new(stream: &'a ByteStream, values: FieldValues<'a>) -> StreamReader<'a> {
        StreamReader {
            stream,
            values,
            buffer: Zeroizing::default(),
            at: 0,
            last_block: Zeroizing::default(),
        }
    }

    /// Begins the draw number `draw`, whose largest possible result is `last`.
    pub fn begin(&mut self, draw: u64, last: u64) {
        (self.values.draw, self.values.last) = (draw, last);
        if self.stream.restarts() {
            self.buffer.clear();
            self.last_block.clear();
            (self.values.block, self.at) = (0, 0);
        }
    }

    /// Returns the next `count` bytes without consuming them.
    pub fn peek(&mut self, count: usize) -> Result<&[u8], DealError> {
        while self.buffer.len() < self.at + count {
            let is_over = self.values.block > 0 && self.stream.length().is_some();
            if is_over || self.values.block >= MAX_BLOCKS {
                return Err(DealError::Ended(self.values.draw));
            }
            self.last_block = self.stream.block(&self.values, &self.last_block)?;
            self.buffer.extend_from_slice(&self.last_block);
            self.values.block += 1;
        }
        Ok(&self.buffer[self.at..self.at + count])
    }

    /// Consumes `count` bytes.
    pub fn advance(&mut self, count: usize) {
        self.at += count;
    }
}

/// The rule that maps a word of bytes to a number below a range r.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Rule {
    /// The word modulo r.
    Modulo,
    /// ⌊word · r/256^bytes⌋.
    Fraction,
    /// The word modulo r. A word is rejected unless it is below a multiple of r that [`AcceptanceLimit`] gives.
    Reject,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Endian {
    #[default]
    Big,
    Little,
}

/// The multiple of the range r below which words are accepted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum AcceptanceLimit {
    /// The largest multiple of r that is at most 256^bytes.
    #[default]
    All,
    /// The largest multiple of r that is at most 256^bytes − 1.
    Largest,
}

/// How the bytes of a stream become numbers: the length of a word, and the rule for words.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NumberDecoding {
    #[serde(default = "reject")]
    pub rule: Rule,
    pub bytes: usize,
    #[serde(default)]
    endian: Endian,
    #[serde(default)]
    limit: AcceptanceLimit,
    /// Number of bytes from the start of a rejected word to the start of the next word, if it is not `bytes`.
    pub step: Option<usize>,
}

fn reject() -> Rule {
    Rule::Reject
}

impl NumberDecoding {
    /// Returns the number of possible words, 256^bytes.
    pub fn words(&self) -> BigUint {
        BigUint::from(1u32) << (8 * self.bytes)
    }

    /// Returns the number of words that the rule accepts for a number below `range`.
    ///
    /// If the rule rejects words, it is a multiple of `range`.
    pub fn accepted(&self, range: usize) -> BigUint {
        let words = match (self.rule, self.limit) {
            (Rule::Reject, AcceptanceLimit::Largest) => self.words() - 1u32,
            (Rule::Reject, AcceptanceLimit::All) => self.words(),
            _ => return self.words(),
        };
        &words - &words % range
    }

    /// Returns for each number below `range` how many words are mapped to it. If these counts are equal, they are
    /// replaced by 1.
    pub fn weights(&self, range: usize) -> Vec<BigUint> {
        let accepted = self.accepted(range);
        let (words, more) = (
            &accepted / range,
            (&accepted % range).to_usize().unwrap_or_default(),
        );
        let first_word = |number: usize| (&accepted * number + (range - 1)) / range;
        let weight = |number: usize| match self.rule {
            _ if more == 0 => BigUint::from(1u32),
            Rule::Fraction => first_word(number + 1) - first_word(number),
            Rule::Modulo | Rule::Reject => &words + u32::from(number < more),
        };
        (0..range).map(weight).collect()
    }

    /// Draws a number below `range` from the stream.
    pub fn draw(&self, reader: &mut StreamReader<'_>, range: usize) -> Result<usize, DealError> {
        let accepted = self.accepted(range);
        loop {
            let word = self.word(reader)?;
            if word < accepted {
                reader.advance(self.bytes);
                let number = match self.rule {
                    Rule::Fraction => (word * range) >> (8 * self.bytes),
                    Rule::Modulo | Rule::Reject => word % range,
                };
                return Ok(number.to_usize().unwrap_or_default());
            }
            reader.advance(self.step.unwrap_or(self.bytes));
        }
    }

    /// Returns the next word without consuming it.
    pub fn word(&self, reader: &mut StreamReader<'_>) -> Result<BigUint, DealError> {
        let bytes = reader.peek(self.bytes)?;
        Ok(match self.endian {
            Endian::Big => BigUint::from_bytes_be(bytes),
            Endian::Little => BigUint::from_bytes_le(bytes),
        })
    }
}
