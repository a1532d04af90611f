//! Shufflers as people write them, none of them part of this library.

use faro::shuffle::{Choices, Generator, Seed};
use faro::zoo::{CoinSort, SortAlgorithm};
use faro_audit::Cause;

/// Shuffles a deck. `number` is the number of the deck, from 0.
type Shuffle = fn(deck: &mut Vec<u32>, number: u64, generator: &mut Generator);

/// The deck from which a shuffle starts.
#[derive(Clone, Copy, PartialEq)]
pub enum From {
    New,
    Last,
}

/// A shuffler and its right causes, which are empty if no known cause is right.
pub struct Row(
    pub &'static str,
    pub From,
    pub Shuffle,
    pub &'static [Cause],
);

/// Variants of one fault with the same remedy.
pub const NAIVE: &[Cause] = &[
    Cause::Naive,
    Cause::NaiveOthers,
    Cause::NaiveRounded,
    Cause::FirstNotSwapped,
    Cause::ConstantBound,
];
pub const RIFFLES: &[Cause] = &[
    Cause::Riffles,
    Cause::RifflesAndCut,
    Cause::RifflesPerhapsCut,
    Cause::UnevenRiffles,
    Cause::ClumpedRiffles,
];
pub const SORTS: &[Cause] = &[
    Cause::CoinSort(CoinSort::Insertion),
    Cause::CoinSort(CoinSort::Binary),
    Cause::CoinSort(CoinSort::Merge),
    Cause::CoinSort(CoinSort::Quick),
    Cause::CoinSort(CoinSort::Heap),
    Cause::BubbleSort,
    Cause::RandomSort(SortAlgorithm::Insertion),
    Cause::RandomSort(SortAlgorithm::Merge),
    Cause::RandomSort(SortAlgorithm::Firefox),
    Cause::RandomSort(SortAlgorithm::MergeFirstLarger),
    Cause::RandomSort(SortAlgorithm::QuickFirst),
    Cause::RandomSort(SortAlgorithm::QuickMiddle),
    Cause::RandomSort(SortAlgorithm::QuickLast),
    Cause::RandomSort(SortAlgorithm::QuickLomuto),
    Cause::RandomSort(SortAlgorithm::Heap),
    Cause::RandomSort(SortAlgorithm::Selection),
    Cause::RandomSort(SortAlgorithm::Exchange),
    Cause::RandomSort(SortAlgorithm::Bubble),
    Cause::RandomSort(SortAlgorithm::BubbleWhole),
    Cause::RandomSort(SortAlgorithm::TimV8),
    Cause::RandomSort(SortAlgorithm::TimJava),
    Cause::RandomSort(SortAlgorithm::OldV8),
    Cause::RandomSort(SortAlgorithm::Standard),
    Cause::RandomSort(SortAlgorithm::DotNet),
    Cause::RandomSort(SortAlgorithm::Go),
    Cause::RandomSort(SortAlgorithm::Php),
    Cause::RandomSort(SortAlgorithm::Safari),
    Cause::RandomSort(SortAlgorithm::Shell),
    Cause::RandomSort(SortAlgorithm::Cocktail),
    Cause::RandomSort(SortAlgorithm::PriorityQueue),
];
const ONE_EARLY: &[Cause] = &[
    Cause::StopsEarly,
    Cause::StopsAfter,
    Cause::FirstStays,
    Cause::PartShuffled,
];

pub fn below(bound: usize, generator: &mut Generator) -> usize {
    generator.below(bound as u32) as usize
}

/// Returns a random number x with 0 ≤ x < 1.
pub fn uniform(generator: &mut Generator) -> f64 {
    let (high, low) = (generator.below(1 << 16), generator.below(1 << 16));
    f64::from((high << 16) | low) / 4_294_967_296.0
}

/// Swaps each position, from the last down, with a drawn one.
pub fn swaps(
    deck: &mut [u32],
    generator: &mut Generator,
    draw: impl Fn(usize, &mut Generator) -> usize,
) {
    for place in (1..deck.len()).rev() {
        deck.swap(place, draw(place, generator));
    }
}

pub fn fair(deck: &mut [u32], generator: &mut Generator) {
    swaps(deck, generator, |place, generator| {
        below(place + 1, generator)
    });
}

pub fn fair_of_seed(deck: &mut [u32], seed: u64) {
    fair(
        deck,
        &mut Generator::unit(&Seed::from(seed ^ 0x5eed_0000), 9),
    );
}

/// Sorts as the V8 engine sorts fewer than 33 values: finds a run, then uses binary insertion.
fn v8(deck: &mut [u32], mut negative: impl FnMut() -> bool) {
    let descending = negative();
    let mut run = 2;
    while run < deck.len() && negative() == descending {
        run += 1;
    }
    if descending {
        deck[..run].reverse();
    }
    for start in run..deck.len() {
        let (mut left, mut right) = (0, start);
        while left < right {
            let middle = left + ((right - left) >> 1);
            if negative() {
                right = middle
            } else {
                left = middle + 1
            }
        }
        deck[left..=start].rotate_right(1);
    }
}

/// Sorts by merging two sorted halves from their first cards on.
fn merge_sort(deck: &mut [u32], generator: &mut Generator) {
    if deck.len() < 2 {
        return;
    }
    let (first, second) = deck.split_at_mut(deck.len() / 2);
    merge_sort(first, generator);
    merge_sort(second, generator);
    let (first, second) = (first.to_vec(), second.to_vec());
    let (mut one, mut other) = (0, 0);
    for card in deck {
        let takes_first = other == second.len() || one < first.len() && generator.below(2) == 0;
        let from = if takes_first {
            (&first, &mut one)
        } else {
            (&second, &mut other)
        };
        *card = from.0[*from.1];
        *from.1 += 1;
    }
}

/// Partitions around the last card.
fn quick_sort(deck: &mut [u32], generator: &mut Generator) {
    if deck.len() < 2 {
        return;
    }
    let (last, mut end) = (deck.len() - 1, 0);
    for place in 0..last {
        if generator.below(2) == 0 {
            deck.swap(place, end);
            end += 1;
        }
    }
    deck.swap(end, last);
    quick_sort(&mut deck[..end], generator);
    quick_sort(&mut deck[end + 1..], generator);
}

/// An inverse riffle: each card goes to one of two packets.
fn unriffle(deck: &mut [u32], generator: &mut Generator) {
    let cards = deck.to_vec();
    let cut = cards.iter().filter(|_| generator.below(2) == 0).count();
    let (mut left, mut right) = (cards[..cut].to_vec(), cards[cut..].to_vec());
    for place in (0..deck.len()).rev() {
        let packet = if below(left.len() + right.len(), generator) < left.len() {
            &mut left
        } else {
            &mut right
        };
        deck[place] = packet.pop().unwrap();
    }
}

/// Returns the position of each card.
fn inverse(deck: &[u32]) -> Vec<u32> {
    let mut places = vec![0; deck.len()];
    deck.iter()
        .enumerate()
        .for_each(|(place, &card)| places[card as usize] = place as u32);
    places
}

pub fn riffle(deck: &mut [u32], times: u32, generator: &mut Generator) {
    (0..times).for_each(|_| unriffle(deck, generator));
}

/// Interleaves two halves, with some slips.
fn neat_riffle(deck: &mut [u32], generator: &mut Generator) {
    let cut = deck.len() / 2 + below(3, generator) - 1;
    let (mut left, mut right) = (deck[..cut].to_vec(), deck[cut..].to_vec());
    let mut from_left = generator.below(2) == 0;
    for place in (0..deck.len()).rev() {
        let takes_left = right.is_empty() || !left.is_empty() && from_left;
        deck[place] = if takes_left { left.pop() } else { right.pop() }.unwrap();
        from_left = if generator.below(8) == 0 {
            from_left
        } else {
            !from_left
        };
    }
}

/// Reverses the order of packets, each of up to a quarter of the deck.
fn overhand(deck: &mut Vec<u32>, generator: &mut Generator) {
    let (mut rest, mut hand) = (std::mem::take(deck), Vec::new());
    while !rest.is_empty() {
        let packet = (1 + below((rest.len() / 4).max(1), generator)).min(rest.len());
        let mut next: Vec<u32> = rest.drain(..packet).collect();
        next.append(&mut hand);
        hand = next;
    }
    *deck = hand;
}

fn deal_into_piles(deck: &mut Vec<u32>, piles: usize, generator: &mut Generator) {
    let mut order: Vec<u32> = (0..piles as u32).collect();
    fair(&mut order, generator);
    let pile = |&pile: &u32| {
        deck.iter()
            .skip(pile as usize)
            .step_by(piles)
            .rev()
            .copied()
            .collect::<Vec<_>>()
    };
    *deck = order.iter().flat_map(pile).collect();
}

/// Returns the k-th output of a linear congruential generator of 48 bits with this seed.
fn congruential(deck: &mut [u32], seed: u64) {
    let mut state = (seed ^ 0x5_dece_e66d) & ((1 << 48) - 1);
    for place in (1..deck.len()).rev() {
        state = state.wrapping_mul(0x5_dece_e66d).wrapping_add(11) & ((1 << 48) - 1);
        deck.swap(place, ((state >> 17) % (place as u64 + 1)) as usize);
    }
}

/// Returns the index of deck `number` since the last restart. Runs between restarts have random lengths, 40 decks on
/// average.
fn since_restart(number: u64) -> u64 {
    let restarts = |deck: u64| deck.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32 & 1023 < 25;
    (0..number)
        .take_while(|back| !restarts(number - back))
        .count() as u64
}

#[rustfmt::skip]
pub const ROWS: &[Row] = &[
    Row("cuts of one order", From::New, |deck, _, generator| {
        deck.reverse();
        deck.swap(0, 2);
        let place = below(deck.len(), generator);
        deck.rotate_left(place);
    }, &[Cause::Cut]),
    Row("cuts of an order or its reverse", From::New, |deck, _, generator| {
        if generator.below(2) == 0 { deck.reverse(); }
        let place = below(deck.len(), generator);
        deck.rotate_left(place);
    }, &[]),
    Row("V8: sort with a coin", From::New, |deck, _, generator| v8(deck, || generator.below(2) == 0),
        SORTS),
    Row("V8: sort with a biased coin", From::New, |deck, _, generator| v8(deck, || generator.below(10) < 4), SORTS),
    Row("merge sort with a coin", From::New, |deck, _, generator| merge_sort(deck, generator),
        SORTS),
    Row("quicksort with a coin", From::New, |deck, _, generator| quick_sort(deck, generator),
        SORTS),
    Row("insertion sort with a coin", From::New, |deck, _, generator| for end in 1..deck.len() {
        let mut place = end;
        while place > 0 && generator.below(2) == 0 {
            deck.swap(place - 1, place);
            place -= 1;
        }
    }, SORTS),
    Row("bubble sort with a coin", From::New, |deck, _, generator| for end in (1..deck.len()).rev() {
        for place in 0..end {
            if generator.below(2) == 0 { deck.swap(place, place + 1); }
        }
    }, SORTS),
    Row("rounded", From::New, |deck, _, generator| swaps(deck, generator, |place, generator| {
        (uniform(generator) * place as f64).round() as usize
    }), &[Cause::Rounded]),
    Row("rounded up", From::New, |deck, _, generator| swaps(deck, generator, |place, generator| {
        (uniform(generator) * place as f64).ceil() as usize
    }), &[Cause::FirstStays]),
    Row("bound i", From::New, |deck, _, generator| swaps(deck, generator, below), &[Cause::Sattolo]),
    Row("bound n - 1", From::New, |deck, _, generator| for place in 0..deck.len() {
        let other = below(deck.len() - 1, generator);
        deck.swap(place, other);
    }, NAIVE),
    Row("naive, up", From::New, |deck, _, generator| for place in 0..deck.len() {
        let other = below(deck.len(), generator);
        deck.swap(place, other);
    }, NAIVE),
    Row("naive, down", From::New, |deck, _, generator| for place in (0..deck.len()).rev() {
        let other = below(deck.len(), generator);
        deck.swap(place, other);
    }, NAIVE),
    Row("naive, twice", From::New, |deck, _, generator| for place in (0..deck.len()).chain(0..deck.len()) {
        let other = below(deck.len(), generator);
        deck.swap(place, other);
    }, &[]),
    Row("top half", From::New, |deck, _, generator| { let half = deck.len() / 2; fair(&mut deck[..half], generator); },
        &[Cause::PartShuffled]),
    Row("all but the last card", From::New, |deck, _, generator| {
        let last = deck.len() - 1;
        fair(&mut deck[..last], generator);
    }, &[Cause::LastStays]),
    Row("ends one early", From::New, |deck, _, generator| for place in (2..deck.len()).rev() {
        let other = below(place + 1, generator);
        deck.swap(place, other);
    }, ONE_EARLY),
    Row("three swaps", From::New, |deck, _, generator| for place in 0..3 {
        let other = place + below(deck.len() - place, generator);
        deck.swap(place, other);
    }, &[Cause::StopsAfter, Cause::StopsEarly]),
    Row("8 bits modulo", From::New, |deck, _, generator| swaps(deck, generator, |place, generator| {
        below(256, generator) % (place + 1)
    }), &[Cause::Modulo]),
    Row("8 bits multiplied", From::New, |deck, _, generator| swaps(deck, generator, |place, generator| {
        (below(256, generator) * (place + 1)) >> 8
    }), &[Cause::FewValues]),
    Row("squares of numbers", From::New, |deck, _, generator| swaps(deck, generator, |place, generator| {
        let number = uniform(generator);
        (number * number * (place + 1) as f64) as usize
    }), &[]),
    Row("a draw too large is cut off", From::New, |deck, _, generator| swaps(deck, generator, |place, generator| {
        below(place + 2, generator).min(place)
    }), &[Cause::Clamped, Cause::Skip]),
    Row("one draw for two swaps", From::New, |deck, _, generator| for place in (1..deck.len()).rev().step_by(2) {
        let number = uniform(generator);
        deck.swap(place, (number * (place + 1) as f64) as usize);
        deck.swap(place - 1, (number * place as f64) as usize);
    }, &[Cause::OneDrawTwice]),
    Row("a swap in twenty is left out", From::New, |deck, _, generator| swaps(deck, generator, |place, generator| {
        if generator.below(20) == 0 { place } else { below(place + 1, generator) }
    }), &[Cause::Skip]),
    Row("more and more swaps are left out", From::New, |deck, number, generator| for place in (1..deck.len()).rev() {
        if u64::from(generator.below(1 << 14)) > number % (1 << 14) {
            let other = below(place + 1, generator);
            deck.swap(place, other);
        }
    }, &[Cause::Changes]),
    Row("2 n swaps of two cards", From::New, |deck, _, generator| for _ in 0..2 * deck.len() {
        let one = below(deck.len(), generator);
        let other = (one + 1 + below(deck.len() - 1, generator)) % deck.len();
        deck.swap(one, other);
    }, &[Cause::EvenOrders, Cause::Swaps]),
    Row("the top card swapped 2 n times", From::New, |deck, _, generator| for _ in 0..2 * deck.len() {
        let place = below(deck.len(), generator);
        deck.swap(0, place);
    }, &[Cause::TopSwaps]),
    Row("neighbours swapped", From::New, |deck, _, generator| for _ in 0..2 * deck.len() {
        let place = below(deck.len() - 1, generator);
        deck.swap(place, place + 1);
    }, &[Cause::NeighbourSwaps]),
    Row("reversed tops", From::New, |deck, _, generator| for _ in 0..6 {
        let place = below(deck.len() + 1, generator);
        deck[..place].reverse();
    }, &[]),
    Row("three cards rotated", From::New, |deck, _, generator| for place in (2..deck.len()).rev() {
        let (one, other) = (below(place + 1, generator), below(place, generator));
        if one != other && one != place {
            let card = deck[place];
            (deck[place], deck[one], deck[other]) = (deck[one], deck[other], card);
        }
    }, &[Cause::EvenOrders]),
    Row("five riffles", From::New, |deck, _, generator| riffle(deck, 5, generator), RIFFLES),
    Row("three riffles and a cut", From::New, |deck, _, generator| {
        riffle(deck, 3, generator);
        let place = below(deck.len(), generator);
        deck.rotate_left(place);
    }, RIFFLES),
    Row("four neat riffles", From::New, |deck, _, generator| for _ in 0..4 { neat_riffle(deck, generator) }, RIFFLES),
    Row("ten overhand shuffles", From::New, |deck, _, generator| for _ in 0..10 { overhand(deck, generator) },
        &[Cause::Overhand, Cause::Unchanged]),
    Row("four piles, twice", From::New, |deck, _, generator| for _ in 0..2 { deal_into_piles(deck, 4, generator) }, &[]),
    Row("top cards put anywhere", From::New, |deck, _, generator| for _ in 0..deck.len() {
        let place = below(deck.len(), generator);
        deck[..=place].rotate_left(1);
    }, &[Cause::TopToRandom]),
    Row("sorted by the sum of two dice", From::New, |deck, _, generator| {
        let keys: Vec<u32> = deck.iter().map(|_| generator.below(6) + generator.below(6)).collect();
        deck.sort_by_key(|&card| keys[card as usize]);
    }, &[Cause::ShortKeys]),
    Row("sorted by a number below 64", From::New, |deck, _, generator| {
        let keys: Vec<u32> = deck.iter().map(|_| generator.below(64)).collect();
        deck.sort_by_key(|&card| keys[card as usize]);
    }, &[Cause::ShortKeys]),
    Row("two cards glued", From::New, |deck, _, generator| {
        let last = deck.pop().unwrap();
        fair(deck, generator);
        let place = deck.iter().position(|&card| card == 1).unwrap();
        deck.insert(place + 1, last);
    }, &[]),
    Row("top card sticks", From::New, |deck, _, generator| {
        fair(deck, generator);
        if generator.below(3) == 0 {
            let place = deck.iter().position(|&card| card == 0).unwrap();
            deck.swap(0, place);
        }
    }, &[Cause::CardReturns]),
    Row("one deck in five not shuffled", From::New, |deck, _, generator| if generator.below(5) > 0 {
        fair(deck, generator);
    }, &[Cause::SomeUnchanged]),
    Row("each tenth deck not shuffled", From::New, |deck, number, generator| if !number.is_multiple_of(10) {
        fair(deck, generator);
    }, &[Cause::SomeUnchanged]),
    Row("each tenth deck the same", From::New, |deck, number, generator| if number.is_multiple_of(10) {
        fair_of_seed(deck, 1);
    } else {
        fair(deck, generator);
    }, &[]),
    Row("256 seeds", From::New, |deck, _, generator| fair_of_seed(deck, generator.below(256).into()), &[Cause::ShortSeed]),
    Row("16 bits of seed", From::New, |deck, _, generator| fair_of_seed(deck, generator.below(1 << 16).into()),
        &[Cause::ShortSeed]),
    Row("some seeds more than others", From::New, |deck, _, generator| {
        let seed = generator.below(64) * generator.below(64);
        fair_of_seed(deck, seed.into());
    }, &[Cause::ShortSeed]),
    Row("equal seeds", From::New, |deck, number, _| {
        let seed = if number % 40 < 3 { number / 400 } else { 1_000_000 + number };
        fair_of_seed(deck, seed);
    }, &[]),
    Row("the clock: three decks a second", From::New, |deck, number, _| fair_of_seed(deck, number / 3), &[Cause::Again]),
    Row("the clock: recent seeds again", From::New, |deck, number, generator| {
        fair_of_seed(deck, number + u64::from(generator.below(4)));
    }, &[]),
    Row("seeds 0, 1, 2", From::New, |deck, number, _| congruential(deck, number), &[Cause::SuccessiveSeeds]),
    Row("period 150", From::New, |deck, number, _| fair_of_seed(deck, number % 150), &[Cause::Period]),
    Row("restarted now and then", From::New, |deck, number, _| fair_of_seed(deck, since_restart(number)),
        &[Cause::Restarted]),
    Row("chain: naive", From::Last, |deck, _, generator| for place in 0..deck.len() {
        let other = below(deck.len(), generator);
        deck.swap(place, other);
    }, NAIVE),
    Row("chain: two riffles", From::Last, |deck, _, generator| riffle(deck, 2, generator), RIFFLES),
    Row("chain: three riffles, restarted now and then", From::Last, |deck, number, generator| {
        if since_restart(number) == 0 { deck.sort_unstable() }
        riffle(deck, 3, generator);
    }, RIFFLES),
    Row("chain: riffles of the inverse", From::Last, |deck, _, generator| {
        *deck = inverse(deck);
        riffle(deck, 4, generator);
    }, &[]),
    Row("chain: positions after four riffles", From::Last, |deck, _, generator| {
        *deck = inverse(deck);
        riffle(deck, 4, generator);
        *deck = inverse(deck);
    }, &[]),
    Row("chain: a cut and a swap", From::Last, |deck, _, generator| {
        let place = below(deck.len(), generator);
        deck.rotate_left(place);
        let other = below(deck.len(), generator);
        deck.swap(0, other);
    }, &[]),
    Row("chain: overhand", From::Last, |deck, _, generator| overhand(deck, generator),
        // For fewer than 8 cards, packets are single cards, so that the deck is reversed.
        &[Cause::Overhand, Cause::SameOrder]),
];
