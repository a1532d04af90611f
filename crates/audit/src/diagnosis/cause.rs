//! The known causes of unfair shuffles: their names, their parameters, how they are related, and how to fix them.

use faro::word::{self, Nature};
use faro_sample::zoo::{CoinSort, SortAlgorithm};

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
    /// The naive shuffle: swaps each position with any position.
    Naive,
    /// Sattolo's algorithm: Fisher–Yates that never swaps a card with itself.
    Sattolo,
    /// Fisher–Yates that starts one position too low, so that the last card stays.
    LastStays,
    /// Fisher–Yates that draws from the second position on, so that the first card stays.
    FirstStays,
    /// Fisher–Yates that stops one position too early.
    StopsEarly,
    /// A sort whose comparisons are coin tosses.
    CoinSort(CoinSort),
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
    /// The naive shuffle from the last position to the first: swaps each position with any position.
    NaiveDown,
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
    /// Fisher–Yates whose indices are drawn again if they are too large, but not often enough.
    CutRejection,
    /// The shuffle changes during the run: a fault begins, ends or grows.
    Changes,
}

impl Cause {
    /// Returns the name of the cause, a few words.
    pub fn name(self) -> &'static str {
        match self {
            Cause::Unchanged => "not shuffled at all",
            Cause::SameOrder => "always the same order",
            Cause::Cut => "always the same order, cut at a random place",
            Cause::EvenOrders => "only even orders, half of all",
            Cause::ShortSeed => "a seed of too few bits",
            Cause::Riffles => "too few riffles",
            Cause::RifflesAndCut => "too few riffles, and a cut",
            Cause::RifflesPerhapsCut => {
                "too few riffles, perhaps with a cut (more decks are needed to decide)"
            }
            Cause::UnevenRiffles => "too few riffles, cut unevenly",
            Cause::ClumpedRiffles => "too few riffles, with cards falling in clumps or too evenly",
            Cause::Shelves => "a shelf machine with too few shelves",
            Cause::Thorp => "too few Thorp shuffles",
            Cause::TopToRandom => "too few moves of the top card",
            Cause::BottomToRandom => "too few moves of the bottom card",
            Cause::Swaps => "too few swaps of random pairs",
            Cause::NeighbourSwaps => "too few swaps of neighbours",
            Cause::TopSwaps => "too few swaps of the top card with any",
            Cause::CardMoves => "too few moves of a card from anywhere to anywhere",
            Cause::Overhand => "too few overhand shuffles",
            Cause::Naive => "each position swapped with any position (naive shuffle)",
            Cause::Sattolo => "Sattolo's algorithm: no card can stay in place",
            Cause::LastStays => "off by one: the last card never moves",
            Cause::FirstStays => "off by one: the first card never moves",
            Cause::StopsEarly => "off by one: the pass ends one swap early",
            Cause::CoinSort(CoinSort::Insertion) => "insertion sort with a random comparison",
            Cause::CoinSort(CoinSort::Merge) => "merge sort with a random comparison",
            Cause::CoinSort(CoinSort::Quick) => "quicksort with a random comparison",
            Cause::CoinSort(CoinSort::Heap) => "heap sort with a random comparison",
            Cause::CoinSort(CoinSort::Binary) => "binary insertion sort with a random comparison",
            Cause::BubbleSort => "bubble sort with a random comparison",
            Cause::ShortKeys => "sorted by random keys of too few bits",
            Cause::Modulo => "a random index of too few bits, reduced modulo the range",
            Cause::Skip => "some swaps are left out at random",
            Cause::SomeStay => "each card stays in place at random, the others are shuffled",
            Cause::SomeUnchanged => "some decks are not shuffled at all",
            Cause::Again => "some decks repeat the deck before",
            Cause::Period => "all decks come again after a fixed number of decks",
            Cause::Restarted => "a generator that is restarted with the same seed now and then",
            Cause::SuccessiveSeeds => "a generator that is seeded anew for each deck with successive numbers",
            Cause::LowBits => "the low bits of one generator for all decks, which repeat after few numbers",
            Cause::NaiveDown => "each position, from the last up, swapped with any position (naive shuffle)",
            Cause::NaiveRounded => "each position swapped with any by a rounded index (naive shuffle)",
            Cause::FirstNotSwapped => "each position but the first swapped with any position (naive shuffle)",
            Cause::Rounded => "a random index that is rounded: both ends are half as likely",
            Cause::Clamped => "a random index that is cut off: the last one comes twice as often",
            Cause::ConstantBound => "one bound, n - 1, for every draw: the last position is never drawn",
            Cause::PartShuffled => "only a part of the deck is shuffled",
            Cause::StopsAfter => "the pass of swaps stops before its end",
            Cause::CardReturns => "one card comes to one position too often",
            Cause::RandomSort(algorithm) => sort_name(algorithm),
            Cause::FewValues => "a random index of too few values, scaled to the range",
            Cause::PartsApart => "parts of the deck are shuffled apart: their cards never mix",
            Cause::ToOneEnd => "too few moves of a card from anywhere to one end",
            Cause::MissedPlaces => "a loop of swaps that leaves out some positions",
            Cause::OneDrawTwice => "one random number is used for several swaps",
            Cause::WrongRange => "an index below n - i, to which i is not added",
            Cause::CutRejection => "a rejection of too large indices that ends too early",
            Cause::Changes => "the shuffle changes during the run: a fault begins, ends or grows",
        }
    }

    /// Returns whether the cause is any kind of riffle.
    fn is_riffles(self) -> bool {
        matches!(
            self,
            Cause::Riffles
                | Cause::RifflesAndCut
                | Cause::RifflesPerhapsCut
                | Cause::UnevenRiffles
                | Cause::ClumpedRiffles
        )
    }

    /// Returns whether two causes are variants of one fault, with the same cure.
    pub(super) fn is_akin(self, other: Cause) -> bool {
        let naive = |cause| {
            matches!(
                cause,
                Cause::Naive
                    | Cause::NaiveDown
                    | Cause::NaiveRounded
                    | Cause::FirstNotSwapped
                    | Cause::ConstantBound
            )
        };
        let sort = |cause| matches!(cause, Cause::CoinSort(_) | Cause::BubbleSort | Cause::RandomSort(_));
        self.is_riffles() && other.is_riffles() || naive(self) && naive(other) || sort(self) && sort(other)
    }

    /// Returns whether both causes are plain riffles, with or without a cut. Their exact likelihood decides
    /// between them.
    pub(super) fn differs_by_a_cut(self, other: Cause) -> bool {
        [self, other].iter().all(|one| one.is_riffles() && one.parameters() == 1)
    }

    /// Returns whether the cause is a rare variant of the naive shuffle, from which it cannot be distinguished with few
    /// decks.
    pub(super) fn is_rarer_variant(self) -> bool {
        self.is_akin(Cause::Naive) && self != Cause::Naive
    }

    /// Returns whether the cause is a special case of `other`, or its limit after many repetitions. A card
    /// that stays returns to its own position each time, and Thorp shuffles of an odd number of cards leave
    /// the last card in place. An even number of swaps of different positions makes even orders.
    pub(super) fn is_limit_of(self, other: Cause) -> bool {
        match self {
            Cause::LastStays => matches!(other, Cause::Thorp | Cause::CardReturns),
            Cause::FirstStays => other == Cause::CardReturns,
            Cause::EvenOrders => other == Cause::Swaps,
            _ => false,
        }
    }

    /// Returns whether the cause relates decks to each other or to time, which does not determine a distribution to
    /// test.
    pub(super) fn is_serial(self) -> bool {
        matches!(self, Cause::SuccessiveSeeds | Cause::LowBits | Cause::Changes)
    }

    /// Returns the number of parameters of the cause.
    pub(super) fn parameters(self) -> usize {
        match self {
            Cause::UnevenRiffles | Cause::ClumpedRiffles | Cause::Overhand | Cause::PartShuffled => 2,
            Cause::CardReturns => 3,
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
        moves_few || matches!(self, Overhand | CardReturns | UnevenRiffles | ClumpedRiffles)
    }

    /// Returns the unit of the estimate.
    pub fn unit(self) -> Option<&'static str> {
        match self {
            Cause::ShortSeed | Cause::ShortKeys | Cause::Modulo | Cause::FewValues => Some("bits"),
            _ if self.is_riffles() => Some("riffles"),
            Cause::Shelves => Some("shelves"),
            Cause::Thorp | Cause::Overhand => Some("shuffles"),
            Cause::TopToRandom | Cause::BottomToRandom | Cause::CardMoves | Cause::ToOneEnd => Some("moves"),
            Cause::Swaps | Cause::NeighbourSwaps | Cause::TopSwaps | Cause::StopsAfter => Some("swaps"),
            Cause::Period | Cause::Changes => Some("decks"),
            Cause::PartShuffled => Some("cards"),
            Cause::PartsApart => Some("parts"),
            Cause::RandomSort(_) => Some("chance"),
            Cause::Skip | Cause::SomeStay | Cause::SomeUnchanged | Cause::Again | Cause::CardReturns => {
                Some("chance")
            }
            _ => None,
        }
    }

    /// Returns a sentence that says where the cause is common.
    pub fn found(self) -> &'static str {
        match self {
            Cause::Unchanged => "code that shuffles a copy and discards it, or never calls the shuffle",
            Cause::Cut => "programs that deal from a random place of one fixed list",
            Cause::SomeUnchanged => "code paths that skip the shuffle",
            Cause::Again => {
                "a generator that is seeded from the clock for each deck; a deck that is printed twice"
            }
            Cause::Period => "a generator with a short period; a list of decks that starts again",
            Cause::Restarted => {
                "a fixed seed in a program that is started again, or in each of its processes"
            }
            Cause::SuccessiveSeeds => "games that number their deals: Random(0), Random(1), Random(2), …",
            Cause::LowBits => {
                "x % (i + 1) of a linear congruential generator, such as rand() of old C libraries"
            }
            Cause::NaiveDown | Cause::FirstNotSwapped => {
                "swap loops written from memory: j = random(n) in place of j = random(i + 1)"
            }
            Cause::NaiveRounded => "JavaScript: Math.round(Math.random() * (n - 1))",
            Cause::Rounded => "JavaScript: Math.round(Math.random() * i)",
            Cause::Clamped => {
                "JavaScript: Math.min(Math.floor(Math.random() * (i + 2)), i); bounds that are one too high"
            }
            Cause::ConstantBound => "swap loops with Math.floor(Math.random() * (n - 1))",
            Cause::PartShuffled => "loops over a part of the list; a wrong length; a slice that is shuffled",
            Cause::StopsAfter => "loops that shuffle only the cards to be dealt; a wrong length",
            Cause::BottomToRandom => "loops that take the last card out and put it back at a random place",
            Cause::TopSwaps => "loops that repeat swap(0, random(n))",
            Cause::CardMoves => "loops that take a random card out and put it back at a random place",
            Cause::ToOneEnd => "loops that take a random card out and put it on top, or append it",
            Cause::FewValues => "random bytes that are scaled: floor(byte / 256 * (i + 1))",
            Cause::PartsApart => "suits or halves that are shuffled by themselves and then joined",
            Cause::MissedPlaces => "loops with a step of 2, over half of the list, or from a wrong index",
            Cause::OneDrawTwice => "swap loops that draw once outside an inner loop",
            Cause::WrongRange => "upward loops with j = random(n - i) in place of j = i + random(n - i)",
            Cause::CutRejection => "draws of random bits with a limited number of tries, then a modulo",
            Cause::Changes => {
                "counters that overflow; flags and exceptions that skip the shuffle; bounds that are changed"
            }
            Cause::SomeStay => "loops that shuffle a random choice of the cards",
            Cause::CardReturns => {
                "a card that sticks to the table or the machine; code that sets a card aside"
            }
            Cause::EvenOrders => "shuffles that rotate three cards, or make an even number of swaps",
            _ if self.is_riffles() => "decks shuffled by hand, and programs that imitate this",
            Cause::Shelves => "the shuffling machines of casinos",
            Cause::Thorp => "ciphers, and programs that imitate shuffling by hand",
            Cause::TopToRandom | Cause::Overhand => "decks shuffled by hand, and programs that imitate this",
            _ => self.listing().0,
        }
    }

    /// Returns one line that says how to fix the cause.
    pub fn cure(self) -> &'static str {
        match self {
            Cause::Unchanged => "return the shuffled deck",
            Cause::Cut => "shuffle every deck with Fisher-Yates",
            Cause::SomeUnchanged => "shuffle every deck before dealing",
            Cause::Again => "seed the generator once, from the operating system, and shuffle for each deck",
            Cause::Restarted | Cause::SuccessiveSeeds => {
                "use one generator for all decks, seeded once from the operating system"
            }
            Cause::Period => {
                "use a generator with at least 256 bits of state, seeded once from the operating system"
            }
            Cause::LowBits => {
                "use a generator whose low bits are as good as its high ones, and draw without modulo"
            }
            Cause::NaiveDown | Cause::NaiveRounded | Cause::FirstNotSwapped => {
                "draw only among the positions not yet fixed: 0 to i"
            }
            Cause::Rounded | Cause::Clamped => "truncate: Math.floor(Math.random() * (i + 1))",
            Cause::ConstantBound => "draw among the positions not yet fixed: 0 to i, both included",
            Cause::CardReturns => "do not move a card by itself after the shuffle; replace worn cards",
            Cause::FewValues => {
                "draw an index from a generator of at least 32 bits that rejects biased values"
            }
            Cause::PartsApart => "join the parts first, then shuffle the whole deck",
            Cause::ToOneEnd => "use Fisher-Yates, or draw only among the cards not yet drawn",
            Cause::MissedPlaces => "let the loop visit every position, and draw among those not yet fixed",
            Cause::OneDrawTwice => "draw a new random number for each swap",
            Cause::WrongRange => "draw among the positions not yet fixed: i + random(n - i)",
            Cause::CutRejection => "draw again until the index is in the range",
            Cause::Changes => {
                "compare the first decks with the last: find the counter, flag or bound that changed"
            }
            Cause::PartShuffled => "shuffle the whole list: the loop begins at its last index",
            Cause::SomeStay => "shuffle all cards with Fisher-Yates",
            Cause::StopsAfter => {
                "continue the loop to the second position, or deal only the part that was drawn"
            }
            Cause::EvenOrders => "use one pass of Fisher-Yates, in which a card may be swapped with itself",
            _ if self.is_riffles() => {
                "riffle more often: each riffle halves the distance to uniform; in programs use Fisher-Yates"
            }
            Cause::Shelves => "use more shelves, or run the deck through the machine twice",
            Cause::Thorp
            | Cause::TopToRandom
            | Cause::BottomToRandom
            | Cause::CardMoves
            | Cause::Overhand => "use many more; in programs use Fisher-Yates",
            _ => self.listing().1,
        }
    }

    /// Returns where the cause is common and how to fix it, from the list of shuffles.
    fn listing(self) -> (&'static str, &'static str) {
        let entry = word::shuffles().find(|entry| entry.name() == self.listed());
        match entry.and_then(|entry| entry.nature()) {
            Some(Nature::Flawed { found, cure, .. }) => (found, cure),
            _ => ("", ""),
        }
    }

    /// Returns the name of the cause's shuffle, or of the nearest one, in the list of shuffles.
    fn listed(self) -> &'static str {
        match self {
            Cause::Unchanged | Cause::Cut | Cause::EvenOrders | Cause::SameOrder => "reused-seed",
            Cause::SomeUnchanged | Cause::Again | Cause::Changes => "reused-seed",
            Cause::ShortSeed => "state",
            Cause::Riffles | Cause::RifflesAndCut | Cause::RifflesPerhapsCut => "gsr",
            Cause::UnevenRiffles | Cause::ClumpedRiffles => "gsr",
            Cause::Shelves => "shelf",
            Cause::Thorp => "thorp",
            Cause::TopToRandom | Cause::BottomToRandom | Cause::CardMoves => "top-to-random",
            Cause::ToOneEnd => "top-to-random",
            Cause::Swaps | Cause::NeighbourSwaps | Cause::TopSwaps => "swap-pairs",
            Cause::Overhand => "overhand",
            Cause::Naive => "naive",
            Cause::Sattolo => "sattolo",
            Cause::LastStays | Cause::FirstStays | Cause::StopsEarly => "off-by-one",
            Cause::CoinSort(_) | Cause::BubbleSort | Cause::RandomSort(_) => "coin-sort",
            Cause::ShortKeys => "short-keys",
            Cause::Modulo | Cause::FewValues | Cause::CutRejection => "modulo",
            Cause::Skip | Cause::SomeStay => "skip",
            Cause::NaiveDown | Cause::NaiveRounded | Cause::FirstNotSwapped | Cause::ConstantBound => "naive",
            Cause::Rounded
            | Cause::Clamped
            | Cause::PartShuffled
            | Cause::PartsApart
            | Cause::MissedPlaces
            | Cause::OneDrawTwice
            | Cause::WrongRange
            | Cause::StopsAfter
            | Cause::CardReturns => "off-by-one",
            Cause::Period | Cause::Restarted | Cause::SuccessiveSeeds | Cause::LowBits => "state",
        }
    }
}

/// Returns the name of a sort with random comparisons.
fn sort_name(algorithm: SortAlgorithm) -> &'static str {
    match algorithm {
        SortAlgorithm::Insertion => "insertion sort with random comparisons",
        SortAlgorithm::Merge | SortAlgorithm::MergeFirstLarger => "merge sort with random comparisons",
        SortAlgorithm::QuickFirst | SortAlgorithm::QuickMiddle | SortAlgorithm::QuickLast => {
            "quicksort with random comparisons"
        }
        SortAlgorithm::QuickLomuto => "quicksort in place with random comparisons",
        SortAlgorithm::Heap => "heap sort with random comparisons",
        SortAlgorithm::Selection => "selection sort with random comparisons",
        SortAlgorithm::Exchange => "exchange sort with random comparisons",
        SortAlgorithm::Bubble | SortAlgorithm::BubbleWhole => "bubble sort with random comparisons",
        SortAlgorithm::TimV8 => "the sort of V8 and Python (TimSort) with random comparisons",
        SortAlgorithm::TimJava => "Java's sort (TimSort) with random comparisons",
        SortAlgorithm::OldV8 => "the sort of V8 before 2018 with random comparisons",
        SortAlgorithm::Standard => "std::sort of C++ (introsort) with random comparisons",
        SortAlgorithm::DotNet => "the sort of .NET (introsort) with random comparisons",
        SortAlgorithm::Go => "sort.Slice of Go (pattern-defeating quicksort) with random comparisons",
        SortAlgorithm::Php => "usort of PHP (quicksort) with random comparisons",
        SortAlgorithm::Firefox => "the sort of Firefox (merge sort) with random comparisons",
        _ => "a sort with random comparisons",
    }
}
