/// A kind of bias: the alternative hypothesis of a power calculation. One number measures its size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
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
}
