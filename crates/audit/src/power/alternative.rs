//! The kinds of bias that an audit can find, and the smallest detectable bias of one kind.

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
    /// Too few riffles (Gilbert, Shannon, Reeds), found by the mean number of rising sequences. The size is the number
    /// of riffles.
    Riffles,
    /// A sort by random keys that are too short, found by the mean number of descents. The size is the number of bits
    /// of a key.
    KeyBits,
    /// A generator whose state is too small, found by repeated decks. The size is the number of bits of the state.
    SeedBits,
    /// A card that is at one position too often. The size is the ratio of its frequency to the fair frequency.
    CardInPlace,
    /// A card that is directly below another card too often. The size is the ratio of its frequency to the fair
    /// frequency.
    Neighbours,
    /// A card that is before another card too often. The size is the probability, which is 1/2 after a fair shuffle.
    OrderOfTwo,
    /// Too many even orders. The size is the probability of an even order, which is 1/2 after a fair shuffle.
    EvenOrders,
    /// A Fisher–Yates shuffle that skips swaps, found by the mean number of cycles. The size is the probability that a
    /// swap is skipped.
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

    /// Returns the name of this kind of bias: words separated by underscores.
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

    /// Returns a bias of this kind with the size `size` in words, such as `sort keys of 8 bits`.
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

/// Power of an audit with enough decks: the probability that it finds the bias. Numbers of decks are computed for this
/// power.
pub const POWER: f64 = 0.99;

/// Maximum number of riffles and of bits of a key that is considered. For bits of a seed, twice this number is
/// considered.
pub const MAX_BITS: u32 = 40;

/// The smallest bias of one kind that the decks show, and smaller biases that more decks show.
#[derive(Clone, Debug, PartialEq)]
pub struct Power {
    /// The kind of bias.
    pub alternative: Alternative,
    /// The smallest size of the bias that the decks show with 99 % power, or `None` if they show none.
    pub seen: Option<f64>,
    /// Sizes of smaller biases, each with the number of decks that show it.
    pub next: Vec<(f64, u64)>,
}

/// Formats a share above 1/2 in percent. It is rounded up, to at least one decimal and to two digits of its difference
/// from 50 %.
fn percent(share: f64) -> String {
    let percent = 100.0 * share;
    let places = (1.0 - log10(percent - 50.0).floor()).clamp(1.0, 12.0);
    let text = Bound::Upper.decimals(percent, places as usize);
    format!("{} %", text.trim_end_matches('0').trim_end_matches('.'))
}

/// Writes text such as "9 riffles; with 3905 decks: 10 riffles".
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
