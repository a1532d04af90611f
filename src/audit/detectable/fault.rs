/// Something wrong with a shuffler that an audit may see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fault {
    /// So many riffles (Gilbert, Shannon, Reeds), by the mean of the rising sequences.
    Riffles,
    /// Sorted by keys of so many bits, by the mean of the descents.
    KeyBits,
    /// A generator that knows so many bits, by repeated decks.
    SeedBits,
    /// A card so many times as often in one place as is fair.
    CardInPlace,
    /// Two cards so many times as often one below the other as is fair.
    Neighbours,
    /// One card before another with this chance, where a half is fair.
    OrderOfTwo,
    /// Even orders with this chance, where a half is fair.
    EvenOrders,
    /// Each swap of a Fisher–Yates pass left out with this chance, by the mean of the cycles.
    SkippedSwaps,
}

impl Fault {
    /// All of them.
    pub const ALL: [Fault; 8] = [
        Fault::Riffles,
        Fault::KeyBits,
        Fault::SeedBits,
        Fault::CardInPlace,
        Fault::Neighbours,
        Fault::OrderOfTwo,
        Fault::EvenOrders,
        Fault::SkippedSwaps,
    ];

    /// What it is called, in words parted by underscores.
    pub fn name(self) -> &'static str {
        match self {
            Fault::Riffles => "riffles",
            Fault::KeyBits => "key_bits",
            Fault::SeedBits => "seed_bits",
            Fault::CardInPlace => "card_in_place",
            Fault::Neighbours => "neighbours",
            Fault::OrderOfTwo => "order_of_two",
            Fault::EvenOrders => "even_orders",
            Fault::SkippedSwaps => "skipped_swaps",
        }
    }
}
