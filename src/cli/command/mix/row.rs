use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use super::value::Value;

/// The values of a row, by their names in JSON.
pub type Values = Vec<(&'static str, Value)>;

/// The distances after a number of riffles, by their names in JSON.
pub struct Row {
    pub riffles: u64,
    pub values: Values,
}

/// How a distance is known.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Method {
    Exact,
    Estimate,
    UpperBound,
    LowerBound,
}

impl Row {
    pub fn value(&self, key: &str) -> Option<&Value> {
        self.values.iter().find(|(name, _)| *name == key).map(|(_, value)| value)
    }

    /// Returns how total variation was computed. Riffles have no such field, and are exact or estimates.
    pub fn method(&self) -> Method {
        match self.value("method") {
            Some(Value::Text("lower bound")) => Method::LowerBound,
            Some(Value::Text("upper bound")) => Method::UpperBound,
            _ if self.number("standard_error").is_some_and(|error| error > 0.0) => Method::Estimate,
            _ => Method::Exact,
        }
    }

    pub fn number(&self, key: &str) -> Option<f64> {
        self.value(key)?.number()
    }
}

impl Serialize for Row {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_map(None)?;
        fields.serialize_entry("riffles", &self.riffles)?;
        for (key, value) in &self.values {
            fields.serialize_entry(key, value)?;
        }
        fields.end()
    }
}
