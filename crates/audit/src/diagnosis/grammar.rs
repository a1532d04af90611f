//! The programs that are tried for all decks: loops over positions, moves, and sorts with random comparisons.

use std::ops::Range;

use super::cause::Cause;
use super::family::{Family, Recipe};
use faro_math::number::elementary::log2;
use faro_sample::program::{
    Action, Comparison, DrawRange, End, Loop, Move, Near, Noise, Numbers, Program,
};
use faro_sample::zoo::{CoinSort, SortAlgorithm};

/// Returns the families of all programs for `cards` cards.
///
/// The place of a family selects the random numbers of its first simulation, so another order changes close decisions.
pub fn programs(cards: usize) -> Vec<Family> {
    // The parameter of few values is their number in bits.
    let value = |program: &Program| match program {
        Program::Blocks(sizes) => sizes.len() as f64 + 1.0,
        Program::Loop(Loop {
            numbers: Numbers::Modulo(values) | Numbers::Scaled(values),
            ..
        }) => log2(f64::from(*values)),
        _ => 1.0,
    };
    let once = |(cause, program): (Cause, Program)| {
        let value = value(&program);
        Family::of(cause, program, value)
    };
    let blocks = blocks(cards as u32)
        .into_iter()
        .map(|sizes| (Cause::PartsApart, Program::Blocks(sizes)));
    let all = loops(cards as u32)
        .into_iter()
        .chain(modulo_loops(cards as u32))
        .chain(taken_out())
        .chain(others(cards as u32))
        .chain(blocks)
        .map(once);
    all.chain(repeated(cards)).chain(sorts(cards)).collect()
}

/// Returns the sizes of 2 to 4 blocks, rounded down or up, without the last block.
fn blocks(cards: u32) -> Vec<Vec<u32>> {
    let of = |count: u32| {
        [cards / count, cards.div_ceil(count)].map(|size| vec![size; count as usize - 1])
    };
    let mut found: Vec<Vec<u32>> = (2..=4).flat_map(of).collect();
    found.retain(|sizes| sizes[0] > 0 && sizes.iter().sum::<u32>() < cards);
    found.dedup();
    found
}

/// Returns the programs that take out one card after another by a faulty index.
fn taken_out() -> impl Iterator<Item = (Cause, Program)> {
    let laws = [
        (Cause::Rounded, Numbers::Rounded),
        (Cause::Clamped, Numbers::Clamped),
        (Cause::LastStays, Numbers::NotItself),
    ];
    laws.into_iter()
        .map(|(cause, numbers)| (cause, Program::TakenOut(numbers)))
}

/// Returns the loops whose draws cannot be computed from the decks.
fn loops(cards: u32) -> Vec<(Cause, Program)> {
    let mut found = Vec::new();
    for is_down in [false, true] {
        let here = LOOPS.iter().filter(|row| row.1.contains(&is_down));
        for &(cause, _, set, range, numbers, action) in here {
            let mut places: Vec<u32> = set.positions(cards).collect();
            if is_down {
                places.reverse();
            }
            let one = Program::Loop(Loop {
                places,
                range,
                numbers,
                action,
            });
            found.push((cause, one));
        }
    }
    keep_first(&mut found, |(_, program)| program.clone());
    found.retain(|(_, program)| !matches!(program, Program::Loop(one) if one.places.is_empty()));
    found
}

/// The positions of a loop. Loops that leave out other positions are read off the decks.
#[derive(Clone, Copy)]
enum Set {
    All,
    NotFirst,
    NotLast,
    Inner,
    FirstHalf,
    SecondHalf,
}

impl Set {
    fn positions(self, cards: u32) -> Range<u32> {
        match self {
            Set::All => 0..cards,
            Set::NotFirst => 1..cards,
            Set::NotLast => 0..cards - 1,
            Set::Inner => 1..cards.max(2) - 1,
            Set::FirstHalf => 0..cards / 2,
            Set::SecondHalf => cards / 2..cards,
        }
    }
}

/// The directions of a loop: whether it goes down.
type Directions = &'static [bool];

const UP: Directions = &[false];
const DOWN: Directions = &[true];
const BOTH: Directions = &[false, true];

/// More than any number of positions.
const MAX: usize = usize::MAX;

/// The loops. Those whose draws can be computed from the decks are missing, and so are words of the language of shuffles,
/// such as swaps of all positions upwards with any.
#[rustfmt::skip]
const LOOPS: [(Cause, Directions, Set, DrawRange, Numbers, Action); 39] = {
    use Action::{Insert, Swap, SwapMirrored, SwapSame, Take};
    use Cause::{
        ConstantBound, FewValues, FirstNotSwapped, LongRange, MissedPlaces, MovesInTurn, Naive, NaiveOthers, NaiveRounded,
        OneDrawTwice, Sattolo, TakesInTurn, WrongRange,
    };
    use DrawRange as To;
    use Numbers::{Clamped, Exact, Modulo, NotItself, Rounded, Scaled};
    [
        (Naive, DOWN, Set::All, To::All, Exact, Swap),
        (NaiveOthers, BOTH, Set::All, To::All, NotItself, Swap),
        (NaiveRounded, BOTH, Set::All, To::All, Rounded, Swap),
        (NaiveRounded, BOTH, Set::NotFirst, To::All, Rounded, Swap),
        (FirstNotSwapped, BOTH, Set::NotFirst, To::All, Exact, Swap),
        (ConstantBound, BOTH, Set::All, To::NotLast, Exact, Swap),
        (ConstantBound, BOTH, Set::NotFirst, To::NotLast, Exact, Swap),
        (ConstantBound, BOTH, Set::NotLast, To::NotLast, Exact, Swap),
        (ConstantBound, BOTH, Set::Inner, To::NotLast, Exact, Swap),
        (MissedPlaces, BOTH, Set::All, To::NotFirst, Exact, Swap),
        (MissedPlaces, BOTH, Set::NotFirst, To::NotFirst, Exact, Swap),
        (MissedPlaces, BOTH, Set::NotLast, To::NotFirst, Exact, Swap),
        (MissedPlaces, BOTH, Set::FirstHalf, To::SecondHalf, Exact, Swap),
        (MissedPlaces, BOTH, Set::SecondHalf, To::FirstHalf, Exact, Swap),
        (OneDrawTwice, BOTH, Set::FirstHalf, To::All, Exact, SwapMirrored),
        (OneDrawTwice, DOWN, Set::All, To::UpTo, Exact, SwapSame(2)),
        (OneDrawTwice, DOWN, Set::All, To::UpTo, Exact, SwapSame(MAX)),
        (OneDrawTwice, UP, Set::All, To::From, Exact, SwapSame(2)),
        (OneDrawTwice, UP, Set::All, To::From, Exact, SwapSame(MAX)),
        (OneDrawTwice, UP, Set::All, To::All, Exact, SwapSame(2)),
        (WrongRange, BOTH, Set::All, To::Left, Exact, Swap),
        (LongRange, BOTH, Set::NotLast, To::UpToNext, Exact, Swap),
        (LongRange, DOWN, Set::All, To::UpToNext, Exact, Swap),
        (LongRange, DOWN, Set::NotFirst, To::UpToNext, Exact, Swap),
        (LongRange, BOTH, Set::NotFirst, To::FromPrevious, Exact, Swap),
        (LongRange, UP, Set::All, To::FromPrevious, Exact, Swap),
        (LongRange, UP, Set::NotLast, To::FromPrevious, Exact, Swap),
        (OneDrawTwice, UP, Set::All, To::All, Exact, SwapSame(MAX)),
        (OneDrawTwice, DOWN, Set::All, To::Before, Exact, SwapSame(MAX)),
        (MovesInTurn, BOTH, Set::All, To::All, Exact, Insert),
        (MovesInTurn, BOTH, Set::All, To::NotLast, Exact, Insert),
        (TakesInTurn, BOTH, Set::All, To::All, Exact, Take),
        (TakesInTurn, BOTH, Set::All, To::NotLast, Exact, Take),
        (Cause::Rounded, DOWN, Set::All, To::From, Rounded, Swap),
        (Cause::Clamped, DOWN, Set::All, To::From, Clamped, Swap),
        (Sattolo, DOWN, Set::All, To::From, NotItself, Swap),
        (Cause::Modulo, DOWN, Set::All, To::From, Modulo(256), Swap),
        (Cause::Modulo, DOWN, Set::All, To::From, Modulo(100), Swap),
        (FewValues, DOWN, Set::All, To::From, Scaled(256), Swap),
    ]
};

/// Returns loops that use one number, modulo each bound, for all draws of a deck.
fn modulo_loops(cards: u32) -> impl Iterator<Item = (Cause, Program)> {
    let up: Vec<u32> = (0..cards).collect();
    let down: Vec<u32> = (0..cards).rev().collect();
    let loops = [
        (down, DrawRange::UpTo),
        (up.clone(), DrawRange::From),
        (up, DrawRange::All),
    ];
    loops.into_iter().map(|(places, range)| {
        let (numbers, action) = (Numbers::Modulo(1 << 31), Action::SwapSame(MAX));
        let one = Program::Loop(Loop {
            places,
            range,
            numbers,
            action,
        });
        (Cause::OneDrawTwice, one)
    })
}

/// Returns programs that are no loops, without a parameter.
fn others(cards: u32) -> [(Cause, Program); 3] {
    let naive = Program::swaps((0..cards).collect(), DrawRange::All, Numbers::Exact);
    let squared = |one| Program::Squared(Box::new(one));
    [
        (Cause::NoneStays, Program::NoneStays),
        (Cause::Squares, squared(Program::TakenOut(Numbers::Exact))),
        (Cause::Squares, squared(naive)),
    ]
}

/// Grid of numbers of moves per card. It ends where decks of common sizes are indistinguishable from fair ones: ln n +
/// c moves per card leave about e^-c cards in their original order.
pub const MOVES: &[f64] = &[
    0.06, 0.12, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 5.0, 6.0, 8.0,
];

/// Grid of numbers of swaps per card. It ends where decks of common sizes are indistinguishable from fair ones.
pub const SWAPS: &[f64] = &[
    0.06, 0.12, 0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 5.0,
];

/// Numbers of passes, and of shuffles by hand.
const TIMES: &[f64] = &[
    1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0, 13.0, 16.0, 20.0, 26.0, 40.0, 60.0,
];

/// Numbers of riffles.
pub const RIFFLES: &[f64] = &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 10.0, 12.0];

/// Numbers of packets of an overhand shuffle.
const PACKETS: [u32; 7] = [3, 4, 5, 6, 7, 8, 10];

/// Largest numbers of cards of a packet.
const STRIPS: [u32; 6] = [3, 4, 5, 6, 8, 10];

/// The swaps of near cards that are tried first.
const NEAR: Near = Near {
    reach: 3,
    is_lazy: true,
    is_both_ways: true,
    is_cyclic: false,
};
const NEAR_NEXT: Near = Near {
    reach: 2,
    is_both_ways: false,
    ..NEAR
};

/// The number of cards of a moved packet that is tried first.
const PACKET: u32 = 6;

/// Returns the families of repeated moves, and those of programs whose parameter is a probability or a noise.
fn repeated(cards: usize) -> Vec<Family> {
    use Cause::{
        BottomToRandom, CardMoves, EqualRiffles, NeighbourSwaps, RifflesAndCut, Swaps, ToOneEnd,
    };
    use Move::{Card, EqualRiffle, NearPass, NearSwap, PacketUpTo};
    let (moves, few_moves) = (times(cards, MOVES), times(cards, &MOVES[..9]));
    let (swaps, passes, riffles) = (times(cards, SWAPS), TIMES[..8].to_vec(), RIFFLES.to_vec());
    let (up_to, packet) = (cards as u32 / 4 + 1, PACKET.min(cards as u32 / 2));
    let each = [
        (NeighbourSwaps, Move::Neighbours, &swaps),
        (NeighbourSwaps, Move::NeighbourPass, &TIMES.to_vec()),
        (RifflesAndCut, Move::RiffleAndCut, &passes[1..].to_vec()),
        (EqualRiffles, EqualRiffle { by_coins: true }, &riffles),
        (EqualRiffles, EqualRiffle { by_coins: false }, &riffles),
        (Swaps, Move::TwoDifferent, &swaps),
        (NeighbourSwaps, NearPass(NEAR), &passes),
        (NeighbourSwaps, NearPass(NEAR_NEXT), &passes),
        (NeighbourSwaps, NearSwap(NEAR), &swaps),
        (NeighbourSwaps, NearSwap(NEAR_NEXT), &swaps),
        (CardMoves, Card(End::Any, End::Any), &moves),
        (CardMoves, Card(End::Any, End::NotLast), &moves),
        (CardMoves, PacketUpTo(up_to, End::Any), &few_moves),
        (CardMoves, Move::Packet(packet, End::Any), &few_moves),
        (ToOneEnd, PacketUpTo(up_to, End::Top), &few_moves),
        (BottomToRandom, Card(End::Bottom, End::Any), &moves),
        (ToOneEnd, Card(End::Any, End::Top), &moves),
        (ToOneEnd, Card(End::Any, End::Bottom), &moves),
    ];
    let packets = PACKETS
        .map(Move::Packets)
        .into_iter()
        .chain(STRIPS.map(Move::Strips));
    let overhand = TIMES[..12].to_vec();
    let packets = packets.map(|one| (Cause::Overhand, one, &overhand));
    let family = |(cause, one, grid)| Family::tried(cause, Recipe::Program(one), grid);
    let moves = each
        .into_iter()
        .chain(packets)
        .map(|(cause, one, grid)| (cause, Program::Moves(one), grid.clone()));
    let skipping = Program::swaps((0..cards as u32).collect(), DrawRange::All, Numbers::Skip);
    let noise: Vec<f64> = NOISE.iter().map(|each| each * cards as f64).collect();
    let noisy = [Noise::Uniform, Noise::Normal]
        .map(|law| (Cause::NoisyPlaces, Program::NoisyPlaces(law), noise.clone()));
    moves
        .chain([(Cause::Skip, skipping, SKIPPED.to_vec())])
        .chain(noisy)
        .map(family)
        .collect()
}

/// Grid of the noise of keys, as shares of the number of cards. With more noise the shuffle is nearly fair.
const NOISE: &[f64] = &[
    0.04, 0.06, 0.1, 0.15, 0.2, 0.3, 0.4, 0.6, 0.8, 1.2, 1.7, 2.5, 3.5, 5.0, 8.0, 12.0,
];

/// Probabilities that a naive shuffle leaves a swap out. With smaller ones it is nearly the naive shuffle.
const SKIPPED: [f64; 4] = [0.1, 0.2, 0.35, 0.5];

/// Keeps the first item of each key.
pub fn keep_first<T, K: PartialEq>(items: &mut Vec<T>, key: impl Fn(&T) -> K) {
    let mut seen = Vec::new();
    items.retain(|item| {
        let key = key(item);
        let is_new = !seen.contains(&key);
        seen.push(key);
        is_new
    });
}

pub fn times(cards: usize, each: &[f64]) -> Vec<f64> {
    let mut times: Vec<f64> = each
        .iter()
        .map(|each| (each * cards as f64).round().max(1.0))
        .collect();
    times.dedup();
    times
}

/// Probabilities of "less" that are tried first. A fair coin gives 1/2. A comparison that returns −1, 0 or 1 gives 1/3,
/// or 2/3 for a sort that asks for "not greater".
const CHANCES: [f64; 5] = [0.22, 1.0 / 3.0, 0.5, 2.0 / 3.0, 0.8];

fn sorts(cards: usize) -> Vec<Family> {
    let mut found = Vec::new();
    let is_large = cards > MANY;
    let chances = if is_large { &CHANCES[1..4] } else { &CHANCES };
    // Sorts that ask one question, and sort so few cards by insertion, are that.
    let differs = |one: &SortAlgorithm| one.asks_both() || !one.inserts_all(cards);
    let algorithms = SortAlgorithm::ALL.iter().copied().filter(differs);
    for algorithm in algorithms.filter(|one| !is_large || !is_quadratic(*one)) {
        let family = |cause, comparison, grid: &[f64]| {
            let pattern = Recipe::Program(Program::Sort(algorithm, comparison));
            Family::tried(cause, pattern, grid.to_vec())
        };
        let fair = match algorithm {
            SortAlgorithm::Bubble => Some(Cause::BubbleSort),
            SortAlgorithm::QuickLomuto => Some(Cause::CoinSort(CoinSort::Quick)),
            SortAlgorithm::OldV8 if !algorithm.inserts_all(cards) => {
                Some(Cause::CoinSort(CoinSort::Quick))
            }
            _ => None,
        };
        found.extend(fair.map(|cause| family(cause, Comparison::Coin, &[0.5])));
        let cause = Cause::RandomSort(algorithm);
        found.push(family(cause, Comparison::Coin, chances));
        if algorithm.asks_both() {
            found.push(family(cause, Comparison::ThreeValues, &chances[..2]));
            found.push(family(cause, Comparison::NeverLess, chances));
        }
    }
    found
}

/// Number of cards above which fewer sorts are tried, so that a diagnosis takes seconds.
const MANY: usize = 128;

/// Returns whether a sort compares each card with all others.
fn is_quadratic(algorithm: SortAlgorithm) -> bool {
    use SortAlgorithm::{BubbleWhole, Cocktail, Exchange, Selection};
    matches!(algorithm, Selection | Exchange | BubbleWhole | Cocktail)
}
