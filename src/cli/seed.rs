//! Where random numbers begin, as people say it.

use anyhow::Context;
use faro::shuffle::Seed;
use rand::TryRng;
use rand::rngs::SysRng;
use serde::Serialize;
use serde::ser::Serializer;

use super::integer::Plain;

/// A whole number, 64 hexadecimal digits, or any text.
pub fn parse(text: &str) -> Result<Seed, String> {
    text.parse().map_err(|error: faro::shuffle::SeedError| error.to_string())
}

/// A seed that nobody has chosen, from the system.
pub fn drawn() -> anyhow::Result<Seed> {
    let mut bytes = [0; 32];
    SysRng.try_fill_bytes(&mut bytes).context("the system gives no random numbers; --seed would do")?;
    Ok(Seed::from(bytes))
}

/// A seed as JSON shows it: a whole number if it prints as one, else its digits as text.
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
