//! JSON in which no field of an object occurs twice: readers differ in which of the two they take.

use std::collections::HashSet;
use std::fmt;

use serde::de::{DeserializeOwned, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, de};

/// Parses JSON.
///
/// # Errors
///
/// If the text is not JSON of this type, or if an object has a field twice.
pub fn parse<T: DeserializeOwned>(text: &str) -> serde_json::Result<T> {
    serde_json::from_str::<Unambiguous>(text)?;
    serde_json::from_str(text)
}

/// Any value, which is read and dropped.
struct Unambiguous;

impl<'de> Deserialize<'de> for Unambiguous {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Unambiguous, D::Error> {
        deserializer.deserialize_any(UnambiguousVisitor)
    }
}

struct UnambiguousVisitor;

impl<'de> Visitor<'de> for UnambiguousVisitor {
    type Value = Unambiguous;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value of JSON")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Unambiguous, A::Error> {
        let mut names = HashSet::new();
        while let Some((name, Unambiguous)) = map.next_entry::<String, Unambiguous>()? {
            if !names.insert(name.clone()) {
                return Err(A::Error::custom(format!(
                    "the field '{name}' occurs twice; keep one of them"
                )));
            }
        }
        Ok(Unambiguous)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<Unambiguous, A::Error> {
        while values.next_element::<Unambiguous>()?.is_some() {}
        Ok(Unambiguous)
    }

    fn visit_bool<E: de::Error>(self, _: bool) -> Result<Unambiguous, E> {
        Ok(Unambiguous)
    }

    fn visit_i64<E: de::Error>(self, _: i64) -> Result<Unambiguous, E> {
        Ok(Unambiguous)
    }

    fn visit_u64<E: de::Error>(self, _: u64) -> Result<Unambiguous, E> {
        Ok(Unambiguous)
    }

    fn visit_f64<E: de::Error>(self, _: f64) -> Result<Unambiguous, E> {
        Ok(Unambiguous)
    }

    fn visit_str<E: de::Error>(self, _: &str) -> Result<Unambiguous, E> {
        Ok(Unambiguous)
    }

    fn visit_unit<E: de::Error>(self) -> Result<Unambiguous, E> {
        Ok(Unambiguous)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::parse;

    #[test]
    fn fields_occur_once() {
        let once =
            r#"{"a": [1, -2.5e300, null, true, {"a": "x"}], "b": 123456789012345678901234567890}"#;
        assert_eq!(
            parse::<Value>(once).unwrap(),
            once.parse::<Value>().unwrap()
        );
        for twice in [r#"{"a": 1, "a": 1}"#, r#"[{"b": {"a": 1, "\u0061": 2}}]"#] {
            let error = parse::<Value>(twice).unwrap_err().to_string();
            assert!(error.starts_with("the field 'a' occurs twice"), "{error}");
        }
        assert!(parse::<Value>("{\"a\": ").is_err());
    }
}
