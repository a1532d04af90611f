//! Where the known causes of unfair shuffles are common, and how to fix them.

use super::cause::Cause;
use faro::word::{self, Nature};

const BY_HAND: &str = "decks shuffled by hand, and programs that imitate this";

impl Cause {
    /// Returns a sentence that says where the cause is common.
    pub fn found(self) -> &'static str {
        use Cause::*;
        match self {
            Unchanged => "code that shuffles a copy and discards it, or never calls the shuffle",
            Cut => "programs that deal from a random place of one fixed list",
            SomeUnchanged => "code paths that skip the shuffle",
            Again => {
                "a generator that is seeded from the clock for each deck; a deck that is printed twice"
            }
            Period => "a generator with a short period; a list of decks that starts again",
            Restarted => {
                "a fixed seed in a program that is started again, or in each of its processes"
            }
            SuccessiveSeeds => "games that number their deals: Random(0), Random(1), Random(2), …",
            LowBits => {
                "x % (i + 1) of a linear congruential generator, such as rand() of old C libraries"
            }
            NaiveOthers => {
                "swap loops that draw again, or add 1, if a card would be swapped with itself"
            }
            FirstNotSwapped => {
                "swap loops written from memory: j = random(n) in place of j = random(i + 1)"
            }
            NaiveRounded => "JavaScript: Math.round(Math.random() * (n - 1))",
            Rounded => "JavaScript: Math.round(Math.random() * i)",
            Clamped => {
                "JavaScript: Math.min(Math.floor(Math.random() * (i + 2)), i); bounds that are one too high"
            }
            ConstantBound => "swap loops with Math.floor(Math.random() * (n - 1))",
            PartShuffled | StopsAfter => {
                "loops over a part of the list, such as the cards to be dealt; a wrong length"
            }
            TopSwaps => "loops that repeat swap(0, random(n))",
            BottomToRandom | CardMoves => {
                "loops that take a card out and put it back at a random place"
            }
            ToOneEnd => "loops that take a random card out and put it on top, or append it",
            FewValues => "random bytes that are scaled: floor(byte / 256 * (i + 1))",
            PartsApart => "suits or halves that are shuffled by themselves and then joined",
            MissedPlaces => "loops with a step of 2, over half of the list, or from a wrong index",
            OneDrawTwice => "swap loops that draw once outside an inner loop",
            LongRange => "random(i + 2) in place of random(i + 1); workers that share an index",
            WrongRange => "upward loops with j = random(n - i) in place of j = i + random(n - i)",
            CutRejection => "draws of random bits with a limited number of tries, then a modulo",
            Changes => {
                "counters that overflow; flags and exceptions that skip the shuffle; bounds that are changed"
            }
            SomeStay => "loops that shuffle a random choice of the cards",
            CardReturns => {
                "a card that sticks to the table or the machine; code that sets a card aside"
            }
            EvenOrders => "shuffles that rotate three cards, or make an even number of swaps",
            MovesInTurn => "loops with list.insert(random(n), list.pop(i))",
            TakesInTurn => "loops with list.insert(i, list.pop(random(n)))",
            DrawnInPart => "splice loops whose list becomes shorter; a hand that is drawn first",
            Squares => "a generator that is seeded anew, with the same seed, for a second pass",
            NoisyPlaces => "sorts by index + random() * k, and feeds that mix in a little chance",
            NoneStays => {
                "gift draws, and loops that shuffle again until no card is in its old place"
            }
            Favoured => "playlists and lotteries with weights; cards of which a pile holds several",
            UnevenIndex => {
                "products, roots or means of random numbers; an index that is cut off at its end"
            }
            FewDecks | UnevenDecks => {
                "keys from a hash of the card and a short seed; one number for all draws of a deck"
            }
            Shelves => "the shuffling machines of casinos",
            Thorp | TopToRandom | Overhand => BY_HAND,
            _ if self.is_riffles() => BY_HAND,
            _ => self.listing().0,
        }
    }

    /// Returns one line that says how to fix the cause.
    pub fn cure(self) -> &'static str {
        use Cause::*;
        match self {
            Unchanged => "return the shuffled deck",
            Again | Restarted | SuccessiveSeeds => {
                "use one generator for all decks, seeded once from the operating system"
            }
            Period => {
                "use a generator with at least 256 bits of state, seeded once from the operating system"
            }
            LowBits => {
                "use a generator whose low bits are as good as its high ones, and draw without modulo"
            }
            NaiveOthers | NaiveRounded | FirstNotSwapped | ConstantBound => {
                "draw only among the positions not yet fixed: 0 to i"
            }
            Rounded | Clamped => "truncate: Math.floor(Math.random() * (i + 1))",
            CardReturns => "do not move a card by itself after the shuffle; replace worn cards",
            FewValues => {
                "draw an index from a generator of at least 32 bits that rejects biased values"
            }
            PartsApart => "join the parts first, then shuffle the whole deck",
            ToOneEnd => "use Fisher-Yates, or draw only among the cards not yet drawn",
            MissedPlaces => "let the loop visit every position, and draw among those not yet fixed",
            CutRejection => "draw again until the index is in the range",
            Changes => {
                "compare the first decks with the last: find the counter, flag or bound that changed"
            }
            PartShuffled => "shuffle the whole list: the loop begins at its last index",
            Cut | SomeUnchanged | SomeStay => {
                "shuffle every deck, and all its cards, with Fisher-Yates"
            }
            StopsAfter => {
                "continue the loop to the second position, or deal only the part that was drawn"
            }
            EvenOrders => {
                "use one pass of Fisher-Yates, in which a card may be swapped with itself"
            }
            LongRange | WrongRange | MovesInTurn | TakesInTurn | UnevenIndex => {
                "draw only among the positions not yet fixed, each equally likely: i + random(n - i)"
            }
            Favoured => "give each card the same weight",
            DrawnInPart => "draw until no card is left",
            Squares => "draw new random numbers for each pass, or make one pass only",
            NoisyPlaces => "sort by the random number alone, of at least 64 bits",
            NoneStays => "accept each order, also one in which a card stays in place",
            OneDrawTwice | FewDecks | UnevenDecks => {
                "draw a new number for each swap, from one generator that is seeded once with 256 bits"
            }
            _ if self.is_riffles() => {
                "riffle more often: `faro mix` says how often; in programs use Fisher-Yates"
            }
            Shelves => "use more shelves, or run the deck through the machine twice",
            Thorp | TopToRandom | BottomToRandom | CardMoves | Overhand => {
                "use many more; in programs use Fisher-Yates"
            }
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

    /// Returns the name of the cause's shuffle, or of the nearest one, in the list of shuffles. It is empty for causes that
    /// do not need the list.
    fn listed(self) -> &'static str {
        use Cause::*;
        match self {
            SameOrder => "reused-seed",
            ShortSeed => "state",
            Swaps | NeighbourSwaps | TopSwaps => "swap-pairs",
            Naive => "naive",
            Sattolo => "sattolo",
            LastStays | FirstStays | StopsEarly => "off-by-one",
            CoinSort(_) | BubbleSort | RandomSort(_) => "coin-sort",
            ShortKeys => "short-keys",
            Modulo => "modulo",
            Skip => "skip",
            _ => "",
        }
    }
}
