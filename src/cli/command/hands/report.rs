use faro::hands::{Comparison, Distance, Equivalent, Estimate, Habits, IdealTest, Model, Recorded};
use faro::shuffle::Seed;
use serde::Serialize;
use serde::ser::{SerializeMap, SerializeStruct, Serializer};

pub struct HandsReport {
    pub cards: usize,
    pub habits: Habits,
    pub test: IdealTest,
    pub model: Model,
    pub equivalent: Equivalent,
    /// The number of ideal riffles.
    pub ideal: u32,
    /// The number of simulated decks.
    pub samples: usize,
    pub seed: Seed,
    pub riffles: Vec<Recorded>,
    /// The lines whose cut is unknown.
    pub unmoved: Vec<usize>,
}

/// A habit: its name in CSV and in text, the estimate, that of ideal riffles, and the decimals of text.
pub struct Row(pub &'static str, pub &'static str, pub Option<Estimate>, pub f64, pub usize);

impl HandsReport {
    pub fn rows(&self) -> [Row; 9] {
        let (habits, cards) = (&self.habits, self.cards as f64);
        let packet = 2.0 * cards / (cards + 1.0);
        let sides = habits.packet_by_side;
        [
            Row("cut", "cut, in cards from the top", Some(habits.cut), cards / 2.0, 1),
            Row("cut_deviation", "its standard deviation", habits.cut_deviation, cards.sqrt() / 2.0, 1),
            Row("same_side", "same side again", habits.same_side, 0.5, 3),
            Row("packet", "cards per packet", habits.packet, packet, 2),
            Row("packet_left", "from the left (top)", sides.left, packet, 2),
            Row("packet_right", "from the right (bottom)", sides.right, packet, 2),
            Row("packet_difference", "left minus right", habits.packet_difference, 0.0, 2),
            Row("left_first", "first drop from the left", habits.left_first, 0.5, 2),
            Row("left_last", "last drop from the left", habits.left_last, 0.5, 2),
        ]
    }

    pub fn comparison(&self) -> Option<Comparison> {
        self.equivalent.comparison.ok()
    }

    fn equivalent_fields(&self) -> EquivalentFields {
        let number = self.comparison();
        let ends = number.and_then(|number| number.interval);
        let row = |row: &Distance| DistanceFields {
            riffles: row.riffles,
            total_variation: row.total_variation,
            standard_error: row.standard_error,
        };
        EquivalentFields {
            of_gsr: self.ideal,
            total_variation: self.equivalent.target,
            riffles: number.map(|number| number.riffles),
            low: ends.map(|ends| ends[0]),
            high: ends.map(|ends| ends[1]),
            standard_error: number.map(|number| number.standard_error),
            method: "lower bound",
            reason: self.equivalent.comparison.as_ref().err().map(ToString::to_string),
            samples: self.samples,
            seed: self.seed,
            rows: self.equivalent.rows.iter().map(row).collect(),
        }
    }
}

/// An estimate in JSON: its name and value, the ends of the interval, the value of ideal riffles, and further fields.
struct Field<'a> {
    name: &'static str,
    estimate: Option<Estimate>,
    ideal: f64,
    more: &'a [(&'static str, Field<'a>)],
}

impl Serialize for Field<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let ends = self.estimate.and_then(|estimate| estimate.interval);
        let mut fields = serializer.serialize_map(None)?;
        fields.serialize_entry(self.name, &self.estimate.map(|estimate| estimate.value))?;
        fields.serialize_entry("low", &ends.map(|ends| ends[0]))?;
        fields.serialize_entry("high", &ends.map(|ends| ends[1]))?;
        fields.serialize_entry("ideal", &self.ideal)?;
        self.more.iter().try_for_each(|(name, field)| fields.serialize_entry(name, field))?;
        fields.end()
    }
}

/// The number of equivalent riffles in JSON.
#[derive(Serialize)]
struct EquivalentFields {
    of_gsr: u32,
    total_variation: f64,
    riffles: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    standard_error: Option<f64>,
    method: &'static str,
    reason: Option<String>,
    samples: usize,
    seed: Seed,
    rows: Vec<DistanceFields>,
}

#[derive(Serialize)]
struct DistanceFields {
    riffles: u32,
    total_variation: f64,
    standard_error: f64,
}

/// The p-values of the parts of the test.
#[derive(Serialize)]
struct PartFields {
    cut_mean: f64,
    cut_spread: f64,
    runs: f64,
}

#[derive(Serialize)]
struct ModelFields {
    persistence: f64,
    balance: f64,
}

impl Serialize for HandsReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let [cut, deviation, same, packet, left, right, difference, first, last] = self.rows();
        let field = |Row(_, _, estimate, ideal, _): Row, name| Field { name, estimate, ideal, more: &[] };
        let spread = [("deviation", field(deviation, "value"))];
        let sides = [
            ("left", field(left, "mean")),
            ("right", field(right, "mean")),
            ("difference", field(difference, "mean")),
        ];
        let IdealTest { p_value, cut_mean, cut_spread, runs } = self.test;
        let Model { persistence, balance, .. } = self.model;
        let mut fields = serializer.serialize_struct("HandsReport", 12)?;
        fields.serialize_field("riffles", &self.riffles.len())?;
        fields.serialize_field("cards", &self.cards)?;
        fields.serialize_field("cut", &Field { more: &spread, ..field(cut, "mean") })?;
        fields.serialize_field("same_side", &field(same, "probability"))?;
        fields.serialize_field("packet", &Field { more: &sides, ..field(packet, "mean") })?;
        fields.serialize_field("left_first", &field(first, "probability"))?;
        fields.serialize_field("left_last", &field(last, "probability"))?;
        fields.serialize_field("gsr_p_value", &p_value)?;
        fields.serialize_field("gsr_p_values", &PartFields { cut_mean, cut_spread, runs })?;
        fields.serialize_field("model", &ModelFields { persistence, balance })?;
        fields.serialize_field("equivalent_riffles", &self.equivalent_fields())?;
        fields.serialize_field("not_counted", &self.unmoved)?;
        fields.end()
    }
}
