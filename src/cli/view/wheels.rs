use super::Tint;

/// The cycles of a shuffle.
pub struct Wheels {
    pub title: String,
    pub description: String,
    pub wheels: Vec<Wheel>,
}

/// A cycle: the names of its cards in the order in which they travel.
pub struct Wheel {
    pub names: Vec<String>,
    pub tint: Tint,
}
