use num_bigint::BigUint;
use num_traits::ToPrimitive;
use serde::Deserialize;

use super::deal::DealError;
use super::stream::Reader;

/// How bytes become a number below a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rule {
    /// The word modulo the range.
    Modulo,
    /// The word divided by 256^bytes, times the range, rounded down.
    Fraction,
    /// The word modulo the range; words from the largest multiple of the range on are thrown away.
    Reject,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Endian {
    #[default]
    Big,
    Little,
}

/// The multiple of the range below which words are accepted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Limit {
    /// The largest multiple that is at most 256^bytes.
    #[default]
    All,
    /// The largest multiple that is at most 256^bytes − 1.
    Largest,
}

/// How the stream becomes numbers: a rule for words of some bytes.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Numbers {
    #[serde(default = "reject")]
    pub rule: Rule,
    pub bytes: usize,
    #[serde(default)]
    endian: Endian,
    #[serde(default)]
    limit: Limit,
    /// Number of bytes from a rejected word to the beginning of the next one, if it is not `bytes`.
    pub step: Option<usize>,
}

fn reject() -> Rule {
    Rule::Reject
}

impl Numbers {
    /// Returns the number of words.
    pub fn words(&self) -> BigUint {
        BigUint::from(1u32) << (8 * self.bytes)
    }

    /// Returns the number of words that the rule accepts for a range, which is a multiple of the range if it rejects.
    pub fn accepted(&self, range: usize) -> BigUint {
        let words = match (self.rule, self.limit) {
            (Rule::Reject, Limit::Largest) => self.words() - 1u32,
            (Rule::Reject, Limit::All) => self.words(),
            _ => return self.words(),
        };
        &words - &words % range
    }

    /// Draws a number below `range`.
    pub fn draw(&self, reader: &mut Reader<'_>, range: usize) -> Result<usize, DealError> {
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
    pub fn word(&self, reader: &mut Reader<'_>) -> Result<BigUint, DealError> {
        let bytes = reader.peek(self.bytes)?;
        Ok(match self.endian {
            Endian::Big => BigUint::from_bytes_be(bytes),
            Endian::Little => BigUint::from_bytes_le(bytes),
        })
    }
}
