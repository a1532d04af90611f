use std::fmt;
use std::str::FromStr;

use crate::SampleError;
use num_bigint::BigUint;

/// The seed of a generator: 256 bits.
///
/// This is more than log2 57!, so that every order of 57 cards can occur. A seed is parsed from
///
/// - 64 hexadecimal digits, the 32 bytes in order;
/// - an integer below 2^256, as big-endian bytes.
///
/// The program also takes any other text, whose SHA-256 is the seed. `Display` prints the number if it has at most 19
/// digits, and hexadecimal digits otherwise. Parsing either text gives the same seed. `Debug` does not print the seed.
///
/// ```
/// use faro_sample::shuffle::Seed;
/// let seed: Seed = "2024".parse()?;
/// assert_eq!(seed, Seed::from(2024));
/// assert_eq!(seed.to_string(), "2024");
/// let long = Seed::from([0xab; 32]);
/// assert_eq!(long.to_string().parse::<Seed>()?, long);
/// # Ok::<(), faro_sample::SampleError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Seed([u8; 32]);

impl Seed {
    /// Returns the 32 bytes.
    pub fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl From<[u8; 32]> for Seed {
    fn from(bytes: [u8; 32]) -> Seed {
        Seed(bytes)
    }
}

impl From<u64> for Seed {
    fn from(number: u64) -> Seed {
        let mut bytes = [0; 32];
        bytes[24..].copy_from_slice(&number.to_be_bytes());
        Seed(bytes)
    }
}

impl FromStr for Seed {
    type Err = SampleError;

    fn from_str(text: &str) -> Result<Seed, SampleError> {
        let all = |is: fn(&u8) -> bool| text.bytes().all(|byte| is(&byte));
        match text.len() {
            64 if all(u8::is_ascii_hexdigit) => Ok(from_hexadecimal(text)),
            1.. if all(u8::is_ascii_digit) => from_decimal(text),
            _ => Err(SampleError::NoSeed),
        }
    }
}

fn from_hexadecimal(text: &str) -> Seed {
    let byte = |index: usize| u8::from_str_radix(&text[2 * index..2 * index + 2], 16).expect("two digits");
    Seed(std::array::from_fn(byte))
}

fn from_decimal(text: &str) -> Result<Seed, SampleError> {
    let digits = text.trim_start_matches('0');
    // 2^256 has 78 digits: a longer text is not converted to a number.
    if digits.len() > 78 {
        return Err(SampleError::SeedTooLarge);
    }
    let number = BigUint::parse_bytes(digits.as_bytes(), 10).unwrap_or_default().to_bytes_be();
    let start = 32usize.checked_sub(number.len()).ok_or(SampleError::SeedTooLarge)?;
    let mut bytes = [0; 32];
    bytes[start..].copy_from_slice(&number);
    Ok(Seed(bytes))
}

/// Serializes the seed as a number if [`Display`](fmt::Display) prints a number, otherwise as hexadecimal
/// digits.
#[cfg(feature = "serde")]
impl serde::Serialize for Seed {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = self.to_string();
        match text.parse() {
            Ok(number) if text.len() < 64 => serializer.serialize_u64(number),
            _ => serializer.serialize_str(&text),
        }
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (high, low) = self.0.split_at(24);
        let number = u64::from_be_bytes(low.try_into().expect("8 bytes"));
        if high.iter().all(|&byte| byte == 0) && number < 10u64.pow(19) {
            return write!(f, "{number}");
        }
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// Does not print the seed, because a reader of a log could deal the same decks.
impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(text: &str) -> String {
        text.parse::<Seed>().unwrap().to_string()
    }

    #[test]
    fn numbers_and_digits() {
        assert_eq!(printed("0"), "0");
        assert_eq!(printed("007"), "7");
        assert_eq!(printed(&format!("{:064x}", 255)), "255");
        assert_eq!(printed(&"F0".repeat(32)), "f0".repeat(32));
        // 2^256 − 1
        let largest = "115792089237316195423570985008687907853269984665640564039457584007913129639935";
        assert_eq!(printed(largest), "ff".repeat(32));
    }

    #[test]
    fn what_is_printed_reads_as_the_same() {
        for number in [0, 1, 10u64.pow(19) - 1, 10u64.pow(19), u64::MAX] {
            assert_eq!(printed(&number.to_string()).parse(), Ok(Seed::from(number)));
        }
    }

    #[test]
    fn debug_output_shows_no_secret() {
        assert_eq!(format!("{:?}", Seed::from(77)), "Seed(..)");
        assert_eq!(format!("{:#?}", Some(Seed::from([0xab; 32]))), "Some(\n    Seed(..),\n)");
    }

    #[test]
    fn no_seeds() {
        for text in ["", "abc", "-1", "1e6"] {
            assert_eq!(text.parse::<Seed>(), Err(SampleError::NoSeed));
        }
        let beyond = "115792089237316195423570985008687907853269984665640564039457584007913129639936";
        assert_eq!(beyond.parse::<Seed>(), Err(SampleError::SeedTooLarge));
        assert_eq!("9".repeat(1000).parse::<Seed>(), Err(SampleError::SeedTooLarge));
    }
}
