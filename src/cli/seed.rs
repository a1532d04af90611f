//! Writes seeds in JSON.

use faro::shuffle::Seed;
use serde::Serialize;
use serde::ser::Serializer;

use super::integer::Plain;

/// A seed in JSON: an integer if it prints as one, otherwise its hexadecimal digits as a string.
pub struct Printed<'a>(pub &'a Seed);

impl Serialize for Printed<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = self.0.to_string();
        match text.parse::<u64>() {
            Ok(number) if text.len() < 64 => Plain(number).serialize(serializer),
            _ => serializer.serialize_str(&text),
        }
    }
}
