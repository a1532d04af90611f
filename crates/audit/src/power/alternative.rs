//! The kinds of bias, and the smallest detectable bias of one kind.

use std::fmt;

use faro_math::number::Bound;
use faro_math::number::elementary::log10;

use crate::words::{counted, number};

/// A kind of bias: the alternative hypothesis of a power calculation. One number measures its size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize),
    serde(rename_all = "snake_case")
)]
pub enum Alternative {
    /// A number of riffles (Gilbert, Shannon, Reeds), found by the mean number of rising sequences.
    Riffles,
    /// Sorting by keys with a number of bits, found by the mean number of descents.
    KeyBits,
    /// A generator whose state has a number of bits, found by repeated decks.
    SeedBits,
    /// A card that is at one position too often, measured by the ratio to the fair frequency.
    CardInPlace,
    /// One card directly below another too often, measured by the ratio to the fair frequency.
    Neighbours,
    /// One card before another, measured by its probability, which is 1/2 if fair.
    OrderOfTwo,
    /// Even orders, measured by their probability, which is 1/2 if fair.
    EvenOrders,
    /// A Fisher–Yates pass that skips each swap with a probability, found by the mean number of cycles.
    SkippedSwaps,
}

impl Alternative {
    /// All kinds of bias.
    pub const ALL: [Alternative; 8] = [
        Alternative::Riffles,
        Alternative::KeyBits,
        Alternative::SeedBits,
        Alternative::CardInPlace,
        Alternative::Neighbours,
        Alternative::OrderOfTwo,
        Alternative::EvenOrders,
        Alternative::SkippedSwaps,
    ];

    /// Returns the name of the kind of bias, in words separated by underscores.
    pub fn name(self) -> &'static str {
        match self {
            Alternative::Riffles => "riffles",
            Alternative::KeyBits => "key_bits",
            Alternative::SeedBits => "seed_bits",
            Alternative::CardInPlace => "card_in_place",
            Alternative::Neighbours => "neighbours",
            Alternative::OrderOfTwo => "order_of_two",
            Alternative::EvenOrders => "even_orders",
            Alternative::SkippedSwaps => "skipped_swaps",
        }
    }

    /// Returns a bias of this kind and the given size in words, such as `sort keys of 8 bits`.
    fn of_size(self, size: f64) -> String {
        match self {
            Alternative::Riffles => counted(size, "riffle"),
            Alternative::KeyBits => format!("sort keys of {}", counted(size, "bit")),
            Alternative::SeedBits => format!("seeds of {}", counted(size, "bit")),
            Alternative::CardInPlace => {
                format!(
                    "a card at a position {} times as often as expected",
                    number(size)
                )
            }
            Alternative::Neighbours => {
                format!(
                    "a card below another {} times as often as expected",
                    number(size)
                )
            }
            Alternative::OrderOfTwo => {
                format!("a card above another in {} of the decks", percent(size))
            }
            Alternative::EvenOrders => format!("even orders in {} of the decks", percent(size)),
            Alternative::SkippedSwaps => {
                format!("each swap left out with probability {}", number(size))
            }
        }
    }
}

/// Probability with which an audit of enough decks finds a bias. It defines how many decks are enough.
pub const POWER: f64 = 0.99;

/// Maximum number of riffles and of bits of keys that are considered. For bits of seeds the maximum is twice this
/// number.
pub const MAX_BITS: u32 = 40;

/// The smallest detectable bias of one kind, in the given number of decks and in more decks.
#[derive(Clone, Debug, PartialEq)]
pub struct Power {
    /// The kind of bias.
    pub alternative: Alternative,
    /// The smallest size of the bias that the decks show with 99 % power, or `None` if they show no size.
    pub seen: Option<f64>,
    /// Smaller biases, each with the number of decks with which it is found.
    pub next: Vec<(f64, u64)>,
}

/// Formats a share above one half, rounded up to at least one decimal, and to two digits of its difference from one half.
fn percent(share: f64) -> String {
    let percent = 100.0 * share;
    let places = (1.0 - log10(percent - 50.0).floor()).clamp(1.0, 12.0);
    let text = Bound::Upper.decimals(percent, places as usize);
    format!("{} %", text.trim_end_matches('0').trim_end_matches('.'))
}

/// Writes for example "9 riffles; with 3905 decks: 10 riffles".
impl fmt::Display for Power {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let of_size = |size| self.alternative.of_size(size);
        match (self.seen, self.next.first()) {
            (Some(seen), None) => write!(f, "{}", of_size(seen)),
            (None, None) => f.write_str("none"),
            (seen, Some(&(size, decks))) => {
                let seen = seen.map_or("none yet".into(), of_size);
                write!(
                    f,
                    "{seen}; with {}: {}",
                    counted(decks, "deck"),
                    of_size(size)
                )
            }
        }
    }
}

#[cfg(feature = "serde")]
mod serialize {
    use serde::ser::{Serialize, Serializer};

    use super::{Alternative, Power};

    #[derive(serde::Serialize)]
    #[serde(rename = "Power")]
    struct Fields {
        effect: Alternative,
        seen: Option<f64>,
        next: Vec<NextSize>,
        means: String,
    }

    #[derive(serde::Serialize)]
    struct NextSize {
        size: f64,
        decks: u64,
    }

    impl Serialize for Power {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let next = self
                .next
                .iter()
                .map(|&(size, decks)| NextSize { size, decks })
                .collect();
            let Power {
                alternative: effect,
                seen,
                ..
            } = *self;
            Fields {
                effect,
                seen,
                next,
                means: self.to_string(),
            }
            .serialize(serializer)
        }
    }
}
