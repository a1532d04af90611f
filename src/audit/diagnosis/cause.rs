use crate::word::{self, Nature};
use crate::zoo::CoinSort;

/// What may be wrong with a shuffler.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Cause {
    /// The deck is not shuffled at all.
    Unchanged,
    /// Always the same order.
    SameOrder,
    /// One order, cut anew.
    Cut,
    /// Orders of one sign alone; all of them.
    EvenOrders,
    /// A generator that is seeded with too few bits.
    ShortSeed,
    /// Riffles, too few of them.
    Riffles,
    /// Riffles and a cut, anywhere or always in the same place.
    RifflesAndCut,
    /// Riffles, with or without a cut: so many decks do not tell.
    RifflesPerhapsCut,
    /// Riffles of packets of unequal chances, too few of them.
    UnevenRiffles,
    /// Riffles whose packets fall in clumps, or too evenly; too few of them.
    ClumpedRiffles,
    /// The shelf machine.
    Shelves,
    /// Thorp shuffles, too few of them.
    Thorp,
    /// Top cards put anywhere, too few of them.
    TopToRandom,
    /// Swaps of two positions drawn independently, too few of them.
    Swaps,
    /// Overhand shuffles, too few of them.
    Overhand,
    /// Each position swapped with any.
    Naive,
    /// Fisher–Yates that never swaps a card with itself.
    Sattolo,
    /// Fisher–Yates begun one too low.
    LastStays,
    /// Fisher–Yates drawn from the second position on.
    FirstStays,
    /// Fisher–Yates ended one too high.
    StopsEarly,
    /// Sorted with a coin for a comparison.
    CoinSort(CoinSort),
    /// Sorted by short keys.
    ShortKeys,
    /// An index of some bits modulo the bound.
    Modulo,
    /// Swaps left out.
    Skip,
    /// Some decks are as they started, the others shuffled.
    SomeUnchanged,
    /// Decks that are those before them.
    Again,
}

impl Cause {
    /// What it is, in a few words.
    pub fn name(self) -> &'static str {
        match self {
            Cause::Unchanged => "not shuffled at all",
            Cause::SameOrder => "always the same order",
            Cause::Cut => "one order, cut anew each time",
            Cause::EvenOrders => "half of the orders: all of one sign",
            Cause::ShortSeed => "a seed of too few bits",
            Cause::Riffles => "too few riffles",
            Cause::RifflesAndCut => "too few riffles, and a cut",
            Cause::RifflesPerhapsCut => "too few riffles, and perhaps a cut (so many decks do not tell)",
            Cause::UnevenRiffles => "too few riffles, cut unevenly",
            Cause::ClumpedRiffles => "too few riffles, falling in clumps or in turns",
            Cause::Shelves => "a shelf machine with too few shelves",
            Cause::Thorp => "too few Thorp shuffles",
            Cause::TopToRandom => "too few cards moved from the top",
            Cause::Swaps => "too few swaps of random pairs",
            Cause::Overhand => "too few overhand shuffles",
            Cause::Naive => "each position swapped with any",
            Cause::Sattolo => "no card may stay (Sattolo's cycles)",
            Cause::LastStays => "off by one: the last card never moves",
            Cause::FirstStays => "off by one: the first card never moves",
            Cause::StopsEarly => "off by one: the pass ends one swap early",
            Cause::CoinSort(CoinSort::Insertion) => "sorted with a coin, by insertion",
            Cause::CoinSort(CoinSort::Merge) => "sorted with a coin, by merging",
            Cause::CoinSort(CoinSort::Quick) => "sorted with a coin, by quicksort",
            Cause::CoinSort(CoinSort::Heap) => "sorted with a coin, by a heap",
            Cause::CoinSort(CoinSort::Binary) => "sorted with a coin, by binary insertion",
            Cause::ShortKeys => "sorted by keys of too few bits",
            Cause::Modulo => "an index of few bits modulo the bound",
            Cause::Skip => "swaps left out at random",
            Cause::SomeUnchanged => "some decks not shuffled at all",
            Cause::Again => "the deck before once more",
        }
    }

    /// Riffles of any kind.
    fn is_riffles(self) -> bool {
        self.listed() == "gsr"
    }

    /// What the estimate counts.
    pub fn unit(self) -> Option<&'static str> {
        match self {
            Cause::ShortSeed | Cause::ShortKeys | Cause::Modulo => Some("bits"),
            _ if self.is_riffles() => Some("riffles"),
            Cause::Shelves => Some("shelves"),
            Cause::Thorp | Cause::Overhand => Some("shuffles"),
            Cause::TopToRandom => Some("moves"),
            Cause::Swaps => Some("swaps"),
            Cause::Skip | Cause::SomeUnchanged | Cause::Again => Some("chance"),
            _ => None,
        }
    }

    /// Where it is met.
    pub fn found(self) -> &'static str {
        match self {
            Cause::Unchanged => "a shuffled copy that is thrown away, or a shuffle that is never called",
            Cause::Cut => "programs that begin anywhere in one list",
            Cause::SomeUnchanged => "a shuffle that some path leaves out",
            Cause::Again => {
                "a generator seeded anew for each deck from a clock that did not move on; a deck printed twice"
            }
            Cause::EvenOrders => "shuffles by rotating three cards, or by an even number of swaps",
            _ if self.is_riffles() => "decks shuffled by hand, and programs that imitate hands",
            Cause::Shelves => "the shuffling machines of casinos",
            Cause::Thorp => "ciphers, and programs that imitate hands",
            Cause::TopToRandom | Cause::Overhand => "decks shuffled by hand, and programs that imitate hands",
            _ => self.told().0,
        }
    }

    /// What makes it right, in one line.
    pub fn cure(self) -> &'static str {
        match self {
            Cause::Unchanged => "give back the deck that was shuffled",
            Cause::Cut => "shuffle anew: fisher-yates",
            Cause::SomeUnchanged => "shuffle every deck before it is dealt",
            Cause::Again => "seed once, from the system; shuffle for each deck",
            Cause::EvenOrders => "one pass of fisher-yates, whose swaps may be of a card with itself",
            _ if self.is_riffles() => {
                "more riffles, each brings the deck twice as near; in programs fisher-yates"
            }
            Cause::Shelves => "more shelves, or through the machine twice",
            Cause::Thorp | Cause::TopToRandom | Cause::Overhand => {
                "many more of them; in programs fisher-yates"
            }
            _ => self.told().1,
        }
    }

    /// Where it is met and the cure, as the listing of shuffles tells them.
    fn told(self) -> (&'static str, &'static str) {
        let entry = word::shuffles().find(|entry| entry.as_move().name() == self.listed());
        match entry.map(|entry| entry.nature()) {
            Some(Nature::Flawed { found, cure, .. }) => (found, cure),
            _ => ("", ""),
        }
    }

    /// Its name in the language of shuffles; the nearest one where it has none of its own.
    fn listed(self) -> &'static str {
        match self {
            Cause::Unchanged | Cause::Cut | Cause::EvenOrders | Cause::SameOrder => "reused-seed",
            Cause::SomeUnchanged | Cause::Again => "reused-seed",
            Cause::ShortSeed => "state",
            Cause::Riffles | Cause::RifflesAndCut | Cause::RifflesPerhapsCut => "gsr",
            Cause::UnevenRiffles | Cause::ClumpedRiffles => "gsr",
            Cause::Shelves => "shelf",
            Cause::Thorp => "thorp",
            Cause::TopToRandom => "top-to-random",
            Cause::Swaps => "swap-pairs",
            Cause::Overhand => "overhand",
            Cause::Naive => "naive",
            Cause::Sattolo => "sattolo",
            Cause::LastStays | Cause::FirstStays | Cause::StopsEarly => "off-by-one",
            Cause::CoinSort(_) => "coin-sort",
            Cause::ShortKeys => "short-keys",
            Cause::Modulo => "modulo",
            Cause::Skip => "skip",
        }
    }
}
