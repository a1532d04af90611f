use super::moves::{Act, Entry, Move, MoveInfo, Random, Slot};
use crate::shuffle::Chance;
use crate::zoo::{CoinSort, RandomShuffle, Riffle, Shelves, ShortKeys, Transpositions};

/// What kind of shuffle it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nature {
    /// A model of what hands and machines do.
    Physical,
    /// All orders are as likely.
    Uniform,
    /// Meant to be uniform, and not.
    Wrong {
        /// Where it is found.
        found: &'static str,
        /// What is wrong with it.
        wrong: &'static str,
        /// What makes it right.
        cure: &'static str,
    },
}

const fn drawn(shuffle: fn(&Move) -> RandomShuffle, nature: Nature) -> Act {
    Act::Draw(Random { shuffle, nature })
}

/// Rows of the table of random shuffles: name, what stands behind its colons, meaning, example, act.
const fn row(
    name: &'static str,
    slots: &'static [Slot],
    meaning: &'static str,
    examples: &'static [&'static str],
    act: Act,
) -> Entry {
    Entry { name, short: None, slots, meaning, examples, act }
}

fn plan(plan: Transpositions) -> RandomShuffle {
    RandomShuffle::Transpositions(plan)
}

fn gsr(gsr: &Move) -> RandomShuffle {
    RandomShuffle::Riffle(match gsr.chance(0) {
        Some(("cut", top)) => Riffle::Cut(top),
        Some((_, stay)) => Riffle::Clump(stay),
        None => Riffle::Packets(2),
    })
}

fn fisher_yates(pass: &Move) -> RandomShuffle {
    plan(if pass.choice(0) == Some("up") {
        Transpositions::FisherYatesUp
    } else {
        Transpositions::FisherYates
    })
}

fn off_by_one(pass: &Move) -> RandomShuffle {
    plan(match pass.choice(0) {
        Some("last") => Transpositions::LastStays,
        Some("first") => Transpositions::FirstStays,
        _ => Transpositions::StopsEarly,
    })
}

fn coin_sort(sort: &Move) -> RandomShuffle {
    RandomShuffle::CoinSort(match sort.choice(0) {
        Some("insertion") => CoinSort::Insertion,
        Some("merge") => CoinSort::Merge,
        Some("quick") => CoinSort::Quick,
        Some("heap") => CoinSort::Heap,
        _ => CoinSort::Binary,
    })
}

fn the_chance(one: &Move) -> Chance {
    one.chance(0).expect("its slot takes a chance").1
}

/// The most packets, shelves and pairs.
const MANY: u32 = 1_000_000;

/// The most bits of keys, indices and seeds.
const BITS: u32 = 31;

/// The random shuffles. A new one is a row here, and what it does in `zoo`.
pub(super) const TABLE: &[Entry] = &[
    row(
        "gsr",
        &[Slot::Settings(&["cut", "clump"])],
        "riffle of Gilbert, Shannon and Reeds; cut=P: each card in the top packet with chance P; clump=P: a \
         card follows another of its packet with chance P",
        &["gsr", "gsr^7", "gsr:cut=0.4", "gsr:clump=0.7"],
        drawn(gsr, Nature::Physical),
    ),
    row(
        "riffle",
        &[Slot::UpTo("A", MANY)],
        "riffle of A packets, all ways to cut and to fall as likely",
        &["riffle:3"],
        drawn(|riffle| RandomShuffle::Riffle(Riffle::Packets(riffle.small(0))), Nature::Physical),
    ),
    row(
        "shelf",
        &[Slot::UpTo("M", MANY)],
        "the casino machine: each card to one of M shelves, on top or at the bottom, shelves gathered in turn",
        &["shelf:10"],
        drawn(|shelf| RandomShuffle::Shelves(Shelves(shelf.small(0))), Nature::Physical),
    ),
    row(
        "thorp",
        &[],
        "the halves side by side, pair after pair in either order; of an odd deck the last card stays",
        &["thorp^5"],
        drawn(|_| RandomShuffle::Thorp, Nature::Physical),
    ),
    row(
        "top-to-random",
        &[],
        "the top card to any place",
        &["top-to-random^52"],
        drawn(|_| RandomShuffle::TopToRandom, Nature::Physical),
    ),
    row(
        "random-transposition",
        &[],
        "two positions, drawn independently, swapped",
        &["random-transposition^100"],
        drawn(|_| plan(Transpositions::Pairs(1)), Nature::Physical),
    ),
    row(
        "overhand",
        &[Slot::Chance("P")],
        "packets from the top, laid one on another; each gap between cards ends a packet with chance P",
        &["overhand:0.2"],
        drawn(|overhand| RandomShuffle::Overhand(the_chance(overhand)), Nature::Physical),
    ),
    row(
        "fisher-yates",
        &[Slot::Option("up")],
        "from the last card down (or from the first up), each swapped with one of those not yet done or itself",
        &["fisher-yates", "fisher-yates:up"],
        drawn(fisher_yates, Nature::Uniform),
    ),
    row(
        "inside-out",
        &[],
        "a shuffled copy, built card by card, each swapped with one of those before or itself",
        &["inside-out"],
        drawn(|_| plan(Transpositions::InsideOut), Nature::Uniform),
    ),
    row(
        "sort-keys",
        &[],
        "sorted by random keys that are all different",
        &["sort-keys"],
        drawn(|_| RandomShuffle::SortKeys, Nature::Uniform),
    ),
    row(
        "rejection",
        &[],
        "place after place any card, drawn again while it is used",
        &["rejection"],
        drawn(|_| RandomShuffle::Rejection, Nature::Uniform),
    ),
    row(
        "insertion",
        &[],
        "card after card to any place, drawn again while it is taken",
        &["insertion"],
        drawn(|_| RandomShuffle::Insertion, Nature::Uniform),
    ),
    row(
        "naive",
        &[],
        "each position in turn swapped with any",
        &["naive"],
        drawn(
            |_| plan(Transpositions::Naive),
            Nature::Wrong {
                found: "a first idea that comes easily (Atwood, The Danger of Naïveté, 2007)",
                wrong: "n^n runs cannot fall evenly on n! orders",
                cure: "draw only among the positions not yet done: fisher-yates",
            },
        ),
    ),
    row(
        "sattolo",
        &[],
        "fisher-yates that never swaps a card with itself",
        &["sattolo"],
        drawn(
            |_| plan(Transpositions::Sattolo),
            Nature::Wrong {
                found: "random(i) written for random(i + 1); right where one cycle is wanted (Sattolo, Inf. Process. Lett. 22, 1986)",
                wrong: "no card stays: only the (n - 1)! full cycles come",
                cure: "let the bound include the card itself",
            },
        ),
    ),
    row(
        "off-by-one",
        &[Slot::Choice(&["last", "first", "early"])],
        "fisher-yates begun one too low (last), drawn from the second on (first), or ended one too high (early)",
        &["off-by-one:last", "off-by-one:first", "off-by-one:early"],
        drawn(
            off_by_one,
            Nature::Wrong {
                found: "loops and ranges whose ends count from the wrong number",
                wrong: "the last card or the first never moves, or half the orders never come",
                cure: "from the last index down to 1, drawn from 0 to the index itself",
            },
        ),
    ),
    row(
        "swap-pairs",
        &[Slot::UpTo("M", MANY)],
        "M times two positions, drawn independently, swapped",
        &["swap-pairs:52"],
        drawn(
            |pairs| plan(Transpositions::Pairs(pairs.small(0))),
            Nature::Wrong {
                found: "loops that swap many times, to be sure; n ln n / 2: Diaconis and Shahshahani 1981",
                wrong: "cards that were never drawn stay: about n ln n / 2 swaps are needed, and none suffice exactly",
                cure: "one pass of fisher-yates",
            },
        ),
    ),
    row(
        "coin-sort",
        &[Slot::Choice(&["insertion", "merge", "quick", "heap", "binary"])],
        "sorted by a comparison that tosses a coin; binary: a run, then binary insertion, as TimSort does with few cards",
        &["coin-sort:insertion", "coin-sort:merge", "coin-sort:quick", "coin-sort:heap", "coin-sort:binary"],
        drawn(
            coin_sort,
            Nature::Wrong {
                found: "sort(() => Math.random() - 0.5) in JavaScript; a browser ballot (Weir, Doing the Microsoft Shuffle, 2010)",
                wrong: "sorting asks few questions of some cards: some orders are many times as likely as others",
                cure: "fisher-yates, or draw one key for each card and sort by it",
            },
        ),
    ),
    row(
        "short-keys",
        &[Slot::UpTo("B", BITS)],
        "sorted by random keys of B bits, equal keys left in order",
        &["short-keys:8"],
        drawn(
            |keys| RandomShuffle::ShortKeys(ShortKeys(keys.small(0))),
            Nature::Wrong {
                found: "sorting by keys of few bits",
                wrong: "cards with equal keys keep their order",
                cure: "keys of 64 bits or more, drawn again where two are equal",
            },
        ),
    ),
    row(
        "modulo",
        &[Slot::UpTo("B", BITS)],
        "fisher-yates whose index is a number of B bits modulo the bound",
        &["modulo:8"],
        drawn(
            |modulo| plan(Transpositions::Modulo(modulo.small(0))),
            Nature::Wrong {
                found: "rand() % n in C, whose standard promises rand() no more than 15 bits",
                wrong: "2^B numbers cannot fall evenly on n indices: low ones come more often",
                cure: "throw numbers beyond the last multiple of n away and draw again",
            },
        ),
    ),
    row(
        "skip",
        &[Slot::Chance("P")],
        "fisher-yates that leaves out each swap with chance P",
        &["skip:0.01"],
        drawn(
            |skip| plan(Transpositions::Skip(the_chance(skip))),
            Nature::Wrong {
                found: "swaps behind a condition, a failed draw taken for none, races between threads",
                wrong: "cards stay where they are too often: there are too many cycles",
                cure: "swap at every step, whatever was drawn",
            },
        ),
    ),
    row(
        "state",
        &[Slot::UpTo("B", BITS)],
        "fisher-yates by a good generator that is seeded with B bits",
        &["state:16"],
        drawn(
            |state| RandomShuffle::State(state.small(0)),
            Nature::Wrong {
                found: "generators seeded by 32 bits or the clock; online poker (Arkin, Hill, Marks, Schmid and Walls, How We Learned to Cheat at Online Poker, 1999)",
                wrong: "no more than 2^B orders come, of n!",
                cure: "seed with 256 bits from the system",
            },
        ),
    ),
    row(
        "reused-seed",
        &[],
        "fisher-yates by a good generator that is seeded with the same number every time",
        &["reused-seed"],
        drawn(
            |_| RandomShuffle::ReusedSeed,
            Nature::Wrong {
                found: "seeding inside the function that shuffles",
                wrong: "always the same order",
                cure: "seed once, when the program starts",
            },
        ),
    ),
];

/// What a listing says of a random shuffle.
#[derive(Clone, Copy, Debug)]
pub struct ShuffleInfo(&'static Entry);

impl ShuffleInfo {
    /// What it shares with every move: name, usage, meaning, words that show it.
    pub fn as_move(&self) -> MoveInfo {
        MoveInfo(self.0)
    }

    /// Physical, uniform, or wrong and how.
    pub fn nature(&self) -> Nature {
        match &self.0.act {
            Act::Draw(random) => random.nature,
            Act::Weave(_) | Act::Deal(_) => unreachable!("the table has random shuffles"),
        }
    }
}

/// All random shuffles of the language.
///
/// ```
/// use faro::word::{self, Nature};
/// let naive = word::shuffles().find(|entry| entry.as_move().name() == "naive").unwrap();
/// assert!(matches!(naive.nature(), Nature::Wrong { wrong: "n^n runs cannot fall evenly on n! orders", .. }));
/// ```
pub fn shuffles() -> impl ExactSizeIterator<Item = ShuffleInfo> {
    TABLE.iter().map(ShuffleInfo)
}
