//! The known causes of unfair shuffles: their names, their parameters, and how they are related.

use faro_sample::zoo::{CoinSort as Coin, SortAlgorithm};

/// A known cause of an unfair shuffle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Cause {
    /// The deck is not shuffled at all.
    Unchanged,
    /// Every deck has the same order, which is not the starting order.
    SameOrder,
    /// Every deck is the same order, cut at a random place.
    Cut,
    /// Only even orders, all equally likely.
    EvenOrders,
    /// A generator that is seeded with too few bits.
    ShortSeed,
    /// Too few riffles.
    Riffles,
    /// Too few riffles, followed by a cut at a random place or always at the same place.
    RifflesAndCut,
    /// Too few riffles, with or without a cut: there are not enough decks to decide.
    RifflesPerhapsCut,
    /// Too few riffles, whose packets have unequal sizes.
    UnevenRiffles,
    /// Too few riffles, whose packets drop their cards in clumps or too evenly.
    ClumpedRiffles,
    /// A shelf shuffling machine.
    Shelves,
    /// Too few Thorp shuffles.
    Thorp,
    /// Too few moves of the top card to a random position.
    TopToRandom,
    /// Too few moves of the bottom card to a random position.
    BottomToRandom,
    /// Too few swaps of two positions that are drawn independently.
    Swaps,
    /// Too few swaps of two neighbours.
    NeighbourSwaps,
    /// Too few swaps of the top card with a random card.
    TopSwaps,
    /// Too few moves of a random card to a random position.
    CardMoves,
    /// Too few overhand shuffles.
    Overhand,
    /// The naive shuffle: swaps each position with any position, from the first or from the last.
    Naive,
    /// Each position is swapped with any other position.
    NaiveOthers,
    /// Sattolo's algorithm: Fisher–Yates that never swaps a card with itself.
    Sattolo,
    /// Fisher–Yates that starts one position too low, so that the last card stays.
    LastStays,
    /// Fisher–Yates that draws from the second position on, so that the first card stays.
    FirstStays,
    /// Fisher–Yates that stops one position too early.
    StopsEarly,
    /// A sort whose comparisons are coin tosses.
    CoinSort(Coin),
    /// Bubble sort whose comparisons are coin tosses.
    BubbleSort,
    /// A sort by random keys of too few bits.
    ShortKeys,
    /// Fisher–Yates whose indices are random bits modulo the bound.
    Modulo,
    /// Fisher–Yates that omits each swap with some probability.
    Skip,
    /// Each card stays in place with the same probability, and the other cards are shuffled.
    SomeStay,
    /// Some decks keep the starting order, and the others are shuffled.
    SomeUnchanged,
    /// Some decks repeat the previous deck.
    Again,
    /// All decks repeat with a fixed period.
    Period,
    /// The sequence of decks restarts from the first deck, at irregular intervals.
    Restarted,
    /// Each deck's draws follow from the previous deck's draws.
    ///
    /// This happens if the generator is seeded with successive numbers for successive decks.
    SuccessiveSeeds,
    /// Each deck's draws follow from the previous deck, as the low bits of the generator repeat.
    LowBits,
    /// The naive shuffle with a rounded index.
    NaiveRounded,
    /// The naive shuffle without a swap of the first position.
    FirstNotSwapped,
    /// Fisher–Yates whose index is rounded instead of truncated.
    Rounded,
    /// Fisher–Yates whose index is drawn from one number too many, and clamped to the range.
    Clamped,
    /// Swaps each position with any position but the last.
    ConstantBound,
    /// Only a part of the deck is shuffled.
    PartShuffled,
    /// A Fisher–Yates pass that stops after some of its swaps.
    StopsAfter,
    /// Fisher–Yates, after which one card is sometimes put in one position.
    CardReturns,
    /// A common sort, such as one of a standard library, with random comparisons of any probability.
    RandomSort(SortAlgorithm),
    /// Fisher–Yates whose indices are scaled from too few random values.
    FewValues,
    /// Parts of the deck are shuffled, but their cards never mix.
    PartsApart,
    /// Too few moves of a random card to the top, or to the bottom.
    ToOneEnd,
    /// A loop of swaps that leaves out some positions.
    MissedPlaces,
    /// One random number decides several swaps.
    OneDrawTwice,
    /// A loop of swaps that draws from the right number of positions, but starting with the first one.
    WrongRange,
    /// Fisher–Yates whose ranges are one position too long, so that they reach a position that is already fixed.
    LongRange,
    /// Fisher–Yates whose indices are drawn again if they are too large, but not often enough.
    CutRejection,
    /// The shuffle changes during the run: a fault begins, ends or grows.
    Changes,
    /// Each position in turn: its card is moved to any position.
    MovesInTurn,
    /// Each position in turn: a card from any position is moved there.
    TakesInTurn,
    /// Some cards are drawn without repeat, and the others follow in their old order.
    DrawnInPart,
    /// The same random numbers are used for two passes, so that each order is a square.
    Squares,
    /// Too few riffles, always of two equal packets.
    EqualRiffles,
    /// Sorted by keys that are the old positions plus noise.
    NoisyPlaces,
    /// Derangements, all equally likely: no card stays in place.
    NoneStays,
    /// One card after another is drawn from those left, each with a probability in proportion to its weight.
    Favoured,
    /// A Fisher–Yates pass whose draws are independent and have another law than fair draws.
    UnevenIndex,
    /// Few different decks, all equally likely, which are no fair sample of all orders.
    FewDecks,
    /// Few different decks, some more likely than others.
    UnevenDecks,
}

impl Cause {
    /// Returns the name of the cause, a few words.
    pub fn name(self) -> &'static str {
        use Cause::*;
        match self {
            Unchanged => "not shuffled at all",
            SameOrder => "always the same order",
            Cut => "always the same order, cut at a random place",
            EvenOrders => "only even orders, half of all",
            ShortSeed => "a seed of too few bits",
            Riffles => "too few riffles",
            RifflesAndCut => "too few riffles, and a cut",
            RifflesPerhapsCut => {
                "too few riffles, perhaps with a cut (more decks are needed to decide)"
            }
            UnevenRiffles => "too few riffles, cut unevenly",
            ClumpedRiffles => "too few riffles, with cards falling in clumps or too evenly",
            Shelves => "a shelf machine with too few shelves",
            Thorp => "too few Thorp shuffles",
            TopToRandom => "too few moves of the top card",
            BottomToRandom => "too few moves of the bottom card",
            Swaps => "too few swaps of random pairs",
            NeighbourSwaps => "too few swaps of neighbours",
            TopSwaps => "too few swaps of the top card with any",
            CardMoves => "too few moves of a card from anywhere to anywhere",
            Overhand => "too few overhand shuffles",
            Naive => "each position swapped with any position (naive shuffle)",
            NaiveOthers => "each position swapped with any other position (naive shuffle)",
            Sattolo => "Sattolo's algorithm: no card can stay in place",
            LastStays => "off by one: the last card never moves",
            FirstStays => "off by one: the first card never moves",
            StopsEarly => "off by one: the pass ends one swap early",
            CoinSort(Coin::Insertion) => "insertion sort with a random comparison",
            CoinSort(Coin::Merge) => "merge sort with a random comparison",
            CoinSort(Coin::Quick) => "quicksort with a random comparison",
            CoinSort(Coin::Heap) => "heap sort with a random comparison",
            CoinSort(Coin::Binary) => "binary insertion sort with a random comparison",
            BubbleSort => "bubble sort with a random comparison",
            ShortKeys => "sorted by random keys of too few bits",
            Modulo => "a random index of too few bits, reduced modulo the range",
            Skip => "some swaps are left out at random",
            SomeStay => "each card stays in place at random, the others are shuffled",
            SomeUnchanged => "some decks are not shuffled at all",
            Again => "some decks repeat the deck before",
            Period => "all decks come again after a fixed number of decks",
            Restarted => "a generator that is restarted with the same seed now and then",
            SuccessiveSeeds => {
                "a generator that is seeded anew for each deck with successive numbers"
            }
            LowBits => {
                "the low bits of one generator for all decks, which repeat after few numbers"
            }
            NaiveRounded => "each position swapped with any by a rounded index (naive shuffle)",
            FirstNotSwapped => {
                "each position but the first swapped with any position (naive shuffle)"
            }
            Rounded => "a random index that is rounded: both ends are half as likely",
            Clamped => "a random index that is cut off: the last one comes twice as often",
            ConstantBound => "one bound, n - 1, for every draw: the last position is never drawn",
            PartShuffled => "only a part of the deck is shuffled",
            StopsAfter => "the pass of swaps stops before its end",
            CardReturns => "one card comes to one position too often",
            RandomSort(algorithm) => algorithm.with_random_comparisons(),
            FewValues => "a random index of too few values, scaled to the range",
            PartsApart => "parts of the deck are shuffled apart: their cards never mix",
            ToOneEnd => "too few moves of a card from anywhere to one end",
            MissedPlaces => "a loop of swaps that leaves out some positions",
            OneDrawTwice => "one random number is used for several swaps",
            WrongRange => "an index below n - i, to which i is not added",
            LongRange => "off by one: the range of each draw is one position too long",
            CutRejection => "a rejection of too large indices that ends too early",
            Changes => "the shuffle changes during the run: a fault begins, ends or grows",
            MovesInTurn => "each position in turn: its card is taken out and put back anywhere",
            TakesInTurn => "each position in turn: a card is taken from anywhere and put there",
            DrawnInPart => "only some cards are drawn, the others follow in their old order",
            Squares => "the same random numbers are used for two passes: each order is a square",
            EqualRiffles => "too few riffles, always cut in the middle",
            NoisyPlaces => "sorted by the old place plus noise that is too small",
            NoneStays => {
                "no card stays where it was: derangements (correct if no card may stay where it was)"
            }
            Favoured => "some cards are favoured: each is drawn in proportion to a weight",
            UnevenIndex => "a pass of swaps whose random index is not uniform",
            FewDecks => "one short random number decides each deck: few decks, equally likely",
            UnevenDecks => {
                "one random number decides each deck: few decks, some more likely than others"
            }
        }
    }

    /// Returns whether the cause is any kind of riffle.
    pub(super) fn is_riffles(self) -> bool {
        use Cause::*;
        matches!(
            self,
            Riffles
                | RifflesAndCut
                | RifflesPerhapsCut
                | UnevenRiffles
                | ClumpedRiffles
                | EqualRiffles
        )
    }

    /// Returns whether two causes are variants of one fault, with the same cure.
    pub(super) fn is_akin(self, other: Cause) -> bool {
        use Cause::*;
        let naive = |cause| {
            matches!(
                cause,
                Naive | NaiveOthers | NaiveRounded | FirstNotSwapped | ConstantBound
            )
        };
        let sort = |cause| matches!(cause, CoinSort(_) | BubbleSort | RandomSort(_));
        // After many swaps, the cards that no swap touched are in place, and the others are nearly shuffled.
        let swaps = |cause| matches!(cause, Swaps | TopSwaps | SomeStay);
        self.is_riffles() && other.is_riffles()
            || naive(self) && naive(other)
            || sort(self) && sort(other)
            || swaps(self) && swaps(other)
    }

    /// Returns whether both causes are plain riffles, with or without a cut. Their exact likelihood decides
    /// between them.
    pub(super) fn differs_by_a_cut(self, other: Cause) -> bool {
        [self, other]
            .iter()
            .all(|one| one.is_riffles() && one.parameters() == 1 && *one != Cause::EqualRiffles)
    }

    /// Returns whether the cause is a rare variant of the naive shuffle, from which it cannot be distinguished with few
    /// decks.
    pub(super) fn is_rarer_variant(self) -> bool {
        self.is_akin(Cause::Naive) && self != Cause::Naive
    }

    /// Returns whether the cause is a special case of `other`, or its limit after many repetitions. A card
    /// that stays returns to its own position each time, and Thorp shuffles of an odd number of cards leave
    /// the last card in place. An even number of swaps of different positions makes even orders, and so do
    /// moves of packets with an even number of cards.
    pub(super) fn is_limit_of(self, other: Cause) -> bool {
        use Cause::*;
        match self {
            _ if other.is_of_few_decks() => !self.is_of_few_decks(),
            LastStays => matches!(other, Thorp | CardReturns),
            FirstStays => other == CardReturns,
            EvenOrders => matches!(other, Swaps | NeighbourSwaps | CardMoves | ToOneEnd),
            _ => false,
        }
    }

    /// Returns whether the cause says no more than that few decks can come, which follows from the laws of other causes.
    pub(super) fn is_of_few_decks(self) -> bool {
        matches!(self, Cause::FewDecks | Cause::UnevenDecks)
    }

    /// Returns whether the cause is about repeats of whole decks, and says nothing of the different decks.
    pub(super) fn is_of_repeats(self) -> bool {
        use Cause::*;
        matches!(self, ShortSeed | Again | Period | Restarted)
    }

    /// Returns whether the cause relates decks to each other or to time, which does not determine a distribution to
    /// test.
    pub(super) fn is_serial(self) -> bool {
        use Cause::*;
        matches!(self, SuccessiveSeeds | LowBits | Changes)
    }

    /// Returns the number of parameters of the cause.
    pub(super) fn parameters(self) -> usize {
        use Cause::*;
        match self {
            UnevenRiffles | ClumpedRiffles | Overhand | PartShuffled => 2,
            CardReturns | Favoured | UnevenIndex => 3,
            _ => self.unit().iter().count(),
        }
    }

    /// Returns whether a few decks from unlisted shuffles often resemble this cause. Flexible causes move few
    /// cards at a time, or have several parameters.
    pub(super) fn is_flexible(self) -> bool {
        use Cause::*;
        let moves_few = matches!(
            self,
            CardMoves | TopToRandom | BottomToRandom | ToOneEnd | NeighbourSwaps | Swaps | TopSwaps
        );
        moves_few
            || matches!(
                self,
                Overhand | CardReturns | UnevenRiffles | ClumpedRiffles
            )
    }

    /// Returns whether the parameter is a number of moves, swaps, shuffles or shelves.
    pub(super) fn is_repeated(self) -> bool {
        matches!(
            self.unit(),
            Some("moves" | "swaps" | "shuffles" | "shelves")
        )
    }

    /// Returns whether the parameter can have fractional values.
    pub(super) fn is_continuous(self) -> bool {
        self.unit() == Some("chance") || self == Cause::NoisyPlaces
    }

    /// Returns the unit of the estimate.
    pub fn unit(self) -> Option<&'static str> {
        use Cause::*;
        match self {
            ShortSeed | ShortKeys | Modulo | FewValues | FewDecks | UnevenDecks => Some("bits"),
            _ if self.is_riffles() => Some("riffles"),
            Shelves => Some("shelves"),
            Thorp | Overhand => Some("shuffles"),
            TopToRandom | BottomToRandom | CardMoves | ToOneEnd => Some("moves"),
            Swaps | NeighbourSwaps | TopSwaps | StopsAfter => Some("swaps"),
            Period | Changes => Some("decks"),
            PartShuffled | DrawnInPart | NoisyPlaces => Some("cards"),
            PartsApart => Some("parts"),
            RandomSort(_) => Some("chance"),
            Skip | SomeStay | SomeUnchanged | Again | CardReturns => Some("chance"),
            _ => None,
        }
    }
}
