/// A kind of bias whose size is measured by one number: the alternative hypothesis of a power calculation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum Alternative {
    /// A number of riffles (Gilbert, Shannon, Reeds), found by the mean of the rising sequences.
    Riffles,
    /// Sorting by keys of a number of bits, found by the mean of the descents.
    KeyBits,
    /// A generator with a state of a number of bits, found by repeated decks.
    SeedBits,
    /// A card at one position, by the ratio to the fair frequency.
    CardInPlace,
    /// One card directly below another, by the ratio to the fair frequency.
    Neighbours,
    /// One card before another, by its probability; 1/2 is fair.
    OrderOfTwo,
    /// Even orders, by their probability; 1/2 is fair.
    EvenOrders,
    /// Each swap of a Fisher–Yates pass left out with a probability, found by the mean number of cycles.
    SkippedSwaps,
}

impl Alternative {
    /// All of them.
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

    /// Returns its name, in words separated by underscores.
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
