use super::alternative::Alternative;

/// Probability with which the audit must find a bias for which the decks are said to be enough.
pub const POWER: f64 = 0.99;

/// Maximum number of riffles and of bits of keys that are considered. For bits of seeds the maximum is twice this
/// number.
pub const MOST_BITS: u32 = 40;

/// The smallest bias of one kind that can be found in a number of decks, and in more decks.
#[derive(Clone, Debug, PartialEq)]
pub struct Power {
    /// The kind of bias.
    pub alternative: Alternative,
    /// The smallest size that is found with 99 % power, or `None` if no size is.
    pub seen: Option<f64>,
    /// Smaller sizes, each with the number of decks that are needed to find it.
    pub next: Vec<(f64, u64)>,
}
