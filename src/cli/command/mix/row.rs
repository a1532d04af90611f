use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use super::value::Value;

/// The distances after a number of riffles, by their names in JSON.
pub struct Row {
    pub riffles: u64,
    pub values: Vec<(&'static str, Value)>,
}

impl Row {
    pub fn value(&self, key: &str) -> Option<&Value> {
        self.values.iter().find(|(name, _)| *name == key).map(|(_, value)| value)
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
