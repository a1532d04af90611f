//! The table of the random shuffles, with the fault of each flawed shuffle and its correction.

use super::moves::{Act, Entry, Move, MoveInfo, Nature, Random, Slot};
use faro_sample::shuffle::Chance;
use faro_sample::zoo::{CoinSort, RandomShuffle, Riffle, Shelves, ShortKeys, Transpositions};

const fn drawn(shuffle: fn(&Move) -> RandomShuffle, nature: Nature) -> Act {
    Act::Draw(Random { shuffle, nature })
}

/// A row of the table of random shuffles: name, arguments, meaning, examples, action.
const fn row(
    name: &'static str,
    slots: &'static [Slot],
    meaning: &'static str,
    examples: &'static [&'static str],
    act: Act,
) -> Entry {
    Entry {
        name,
        short: None,
        also: &[],
        slots,
        meaning,
        examples,
        act,
    }
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

fn only_chance(move_: &Move) -> Chance {
    move_.chance(0).expect("its slot takes a probability").1
}

/// Maximum number of packets, shelves and pairs.
const MAX_COUNT: u32 = 1_000_000;

/// Maximum number of bits of keys and indices.
const MAX_BITS: u32 = 31;

/// Maximum number of bits of seeds.
const MAX_SEED_BITS: u32 = 32;

/// The random shuffles. To add one, add a row here and its algorithm in `zoo`.
pub(super) const TABLE: &[Entry] = &[
    row(
        "gsr",
        &[Slot::Settings(&["cut", "clump"])],
        "riffle of Gilbert, Shannon and Reeds; cut=P: each card belongs to the top packet with probability P; clump=P: \
         a card falls from the same packet as the one before with probability P",
        &["gsr", "gsr^7", "gsr:cut=0.4", "gsr:clump=0.7"],
        drawn(gsr, Nature::Physical),
    ),
    row(
        "riffle",
        &[Slot::UpTo("A", MAX_COUNT)],
        "riffle of A packets, all cuts and interleavings equally likely; of two packets it is gsr",
        &["riffle:3"],
        drawn(
            |riffle| RandomShuffle::Riffle(Riffle::Packets(riffle.small(0))),
            Nature::Physical,
        ),
    ),
    row(
        "shelf",
        &[Slot::UpTo("M", MAX_COUNT)],
        "the casino machine: each card goes to one of M shelves, on top or at the bottom; the shelves are gathered in order, which has the law of gathering them at random (Diaconis, Fulman and Holmes 2013)",
        &["shelf:10"],
        drawn(
            |shelf| RandomShuffle::Shelves(Shelves(shelf.small(0))),
            Nature::Physical,
        ),
    ),
    row(
        "thorp",
        &[],
        "the i-th cards of the two halves become a pair, in random order; in an odd deck the last card stays",
        &["thorp^5"],
        drawn(|_| RandomShuffle::Thorp, Nature::Physical),
    ),
    row(
        "top-to-random",
        &[],
        "the top card moves to a random position",
        &["top-to-random^52"],
        drawn(|_| RandomShuffle::TopToRandom, Nature::Physical),
    ),
    row(
        "random-to-top",
        &[],
        "a random card moves to the top: the inverse of top-to-random",
        &["random-to-top^52"],
        drawn(|_| RandomShuffle::RandomToTop, Nature::Physical),
    ),
    row(
        "random-transposition",
        &[],
        "two positions, drawn independently, are swapped",
        &["random-transposition^100"],
        drawn(|_| plan(Transpositions::Pairs(1)), Nature::Physical),
    ),
    row(
        "overhand",
        &[Slot::Chance("P")],
        "packets from the top are laid one on another; each gap between cards ends a packet with probability P",
        &["overhand:0.2"],
        drawn(
            |overhand| RandomShuffle::Overhand(only_chance(overhand)),
            Nature::Physical,
        ),
    ),
    row(
        "fisher-yates",
        &[Slot::Option(&["up"])],
        "from the last card down (or from the first up), each is swapped with itself or one that is not yet placed",
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
        "the cards are sorted by random keys that are all different",
        &["sort-keys"],
        drawn(|_| RandomShuffle::SortKeys, Nature::Uniform),
    ),
    row(
        "rejection",
        &[],
        "each position gets a random card, drawn again while it is already used",
        &["rejection"],
        drawn(|_| RandomShuffle::Rejection, Nature::Uniform),
    ),
    row(
        "insertion",
        &[],
        "each card goes to a random position, drawn again while it is taken",
        &["insertion"],
        drawn(|_| RandomShuffle::Insertion, Nature::Uniform),
    ),
    row(
        "naive",
        &[],
        "each position in turn is swapped with any position",
        &["naive"],
        drawn(
            |_| plan(Transpositions::Naive),
            Nature::Flawed {
                found: "an obvious first attempt (Atwood, The Danger of Naïveté, 2007)",
                wrong: "from n = 3 on, n^n runs cannot be split evenly among n! orders",
                cure: "draw only among the positions that are not yet done: fisher-yates",
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
            Nature::Flawed {
                found: "random(i) written for random(i + 1); correct if a single cycle is wanted (Sattolo, Inf. Process. Lett. 22, 1986)",
                wrong: "no card stays: only the (n - 1)! full cycles occur",
                cure: "let the bound include the card itself",
            },
        ),
    ),
    row(
        "off-by-one",
        &[Slot::Choice(&["last", "first", "early"])],
        "fisher-yates that starts one position too low (last), draws from the second position on (first), or stops one step early (early)",
        &["off-by-one:last", "off-by-one:first", "off-by-one:early"],
        drawn(
            off_by_one,
            Nature::Flawed {
                found: "loops and ranges with wrong bounds",
                wrong: "the last or the first card never moves, or half of the orders never occur",
                cure: "go from the last index down to 1, and draw from 0 to the index itself",
            },
        ),
    ),
    row(
        "swap-pairs",
        &[Slot::UpTo("M", MAX_COUNT)],
        "M times, two positions, drawn independently, are swapped",
        &["swap-pairs:52"],
        drawn(
            |pairs| plan(Transpositions::Pairs(pairs.small(0))),
            Nature::Flawed {
                found: "loops that swap many times to be on the safe side",
                wrong: "cards that were never drawn stay: about n ln n / 2 swaps are needed (Diaconis and Shahshahani 1981), and no number is exact",
                cure: "one pass of fisher-yates",
            },
        ),
    ),
    row(
        "coin-sort",
        &[Slot::Choice(&[
            "insertion",
            "merge",
            "quick",
            "heap",
            "binary",
        ])],
        "the cards are sorted by a comparison that tosses a coin; binary: a run, then binary insertion, as TimSort does with few cards",
        &[
            "coin-sort:insertion",
            "coin-sort:merge",
            "coin-sort:quick",
            "coin-sort:heap",
            "coin-sort:binary",
        ],
        drawn(
            coin_sort,
            Nature::Flawed {
                found: "sort(() => Math.random() - 0.5) in JavaScript; a browser ballot (Weir, Doing the Microsoft Shuffle, 2010)",
                wrong: "sorting compares some cards only a few times: some orders are many times as likely as others",
                cure: "fisher-yates, or draw one key for each card and sort by the keys",
            },
        ),
    ),
    row(
        "short-keys",
        &[Slot::UpTo("B", MAX_BITS)],
        "the cards are sorted by random keys of B bits; equal keys keep their order",
        &["short-keys:8"],
        drawn(
            |keys| RandomShuffle::ShortKeys(ShortKeys(keys.small(0))),
            Nature::Flawed {
                found: "sorting by keys of few bits",
                wrong: "cards with equal keys keep their order",
                cure: "keys of 64 bits or more, drawn again if two are equal",
            },
        ),
    ),
    row(
        "modulo",
        &[Slot::UpTo("B", MAX_BITS)],
        "fisher-yates whose index is a number of B bits modulo the bound",
        &["modulo:8"],
        drawn(
            |modulo| plan(Transpositions::Modulo(modulo.small(0))),
            Nature::Flawed {
                found: "rand() % n in C, whose standard promises rand() no more than 15 bits",
                wrong: "2^B numbers cannot be split evenly among n indices: low indices are more likely",
                cure: "reject numbers at or above the last multiple of n, and draw again",
            },
        ),
    ),
    row(
        "skip",
        &[Slot::Chance("P")],
        "fisher-yates that skips each swap with probability P",
        &["skip:0.01"],
        drawn(
            |skip| plan(Transpositions::Skip(only_chance(skip))),
            Nature::Flawed {
                found: "swaps that depend on a condition, failed draws that are ignored, races between threads",
                wrong: "cards stay where they are too often: there are too many cycles",
                cure: "swap at every step",
            },
        ),
    ),
    row(
        "state",
        &[Slot::UpTo("B", MAX_SEED_BITS)],
        "fisher-yates by a good generator that is seeded with B bits",
        &["state:16"],
        drawn(
            |state| RandomShuffle::State(state.small(0)),
            Nature::Flawed {
                found: "generators seeded by 32 bits or the clock; online poker (Arkin, Hill, Marks, Schmid and Walls, How We Learned to Cheat at Online Poker, 1999)",
                wrong: "at most 2^B of the n! orders occur",
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
            Nature::Flawed {
                found: "seeding inside the function that shuffles",
                wrong: "always the same order",
                cure: "seed once, when the program starts",
            },
        ),
    ),
];

/// Returns all random shuffles of the language.
///
/// ```
/// use faro::word::{self, Nature};
/// let naive = word::shuffles().find(|entry| entry.name() == "naive").unwrap();
/// assert!(matches!(naive.nature(), Some(Nature::Flawed { wrong: "from n = 3 on, n^n runs cannot be split evenly among n! orders", .. })));
/// ```
pub fn shuffles() -> impl ExactSizeIterator<Item = MoveInfo> {
    TABLE.iter().map(MoveInfo)
}
