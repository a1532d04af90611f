use super::alternative::Alternative;

/// A bias counts as shown if the audit finds it with this probability.
pub const POWER: f64 = 0.99;

/// The most riffles, bits of keys and bits of seeds that are considered.
pub const MOST_BITS: u32 = 40;

/// The smallest bias of a kind that a number of decks shows, and what more decks would show.
#[derive(Clone, Debug, PartialEq)]
pub struct Power {
    /// The kind.
    pub alternative: Alternative,
    /// The smallest size that is shown with 99 % power; none if no size is.
    pub seen: Option<f64>,
    /// Smaller sizes, each with the number of decks that it takes.
    pub next: Vec<(f64, u64)>,
}
