use super::small_deck::BATCH;

/// A statistic of a deck. Each variant names a field of [`Measures`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// [`Measures::cycles`]
    Cycles,
    /// [`Measures::fixed_points`]
    FixedPoints,
    /// [`Measures::descents`]
    Descents,
    /// [`Measures::rising_sequences`]
    RisingSequences,
    /// [`Measures::inversions`]
    Inversions,
    /// [`Measures::longest_increasing`]
    LongestIncreasing,
    /// [`Measures::displacement`]
    Displacement,
}

impl Measure {
    /// All statistics, in the order of [`Measures::each`].
    pub const ALL: [Measure; 7] = [
        Measure::Cycles,
        Measure::FixedPoints,
        Measure::Descents,
        Measure::RisingSequences,
        Measure::Inversions,
        Measure::LongestIncreasing,
        Measure::Displacement,
    ];
}

/// The statistics of a batch of small decks: each field has a value for each deck.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measures {
    /// The number of cycles, including fixed points.
    pub cycles: [u16; BATCH],
    /// The number of cards at the position where they started.
    pub fixed_points: [u16; BATCH],
    /// The number of cards directly above a smaller one.
    pub descents: [u16; BATCH],
    /// The number of passes through the deck in which its cards can be picked up in increasing order.
    pub rising_sequences: [u16; BATCH],
    /// The number of pairs of cards whose order is reversed.
    pub inversions: [u16; BATCH],
    /// The length of a longest increasing subsequence.
    pub longest_increasing: [u16; BATCH],
    /// The sum over the cards of the distance that they moved.
    pub displacement: [u16; BATCH],
}

impl Measures {
    pub(super) const ZERO: Measures = Measures {
        cycles: [0; BATCH],
        fixed_points: [0; BATCH],
        descents: [0; BATCH],
        rising_sequences: [0; BATCH],
        inversions: [0; BATCH],
        longest_increasing: [0; BATCH],
        displacement: [0; BATCH],
    };

    /// Returns all fields, in their order.
    pub fn each(&self) -> [&[u16; BATCH]; 7] {
        [
            &self.cycles,
            &self.fixed_points,
            &self.descents,
            &self.rising_sequences,
            &self.inversions,
            &self.longest_increasing,
            &self.displacement,
        ]
    }
}
