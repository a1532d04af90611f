/// Riffles of two packets, a row each.
pub struct Interleavings {
    pub title: String,
    pub description: String,
    pub rows: Vec<Interleaving>,
}

/// A riffle: whether each card dropped from the left packet, in the order of the drops, between two texts.
pub struct Interleaving {
    pub label: String,
    pub left: Vec<bool>,
    pub note: String,
}
