//! Shufflers from games, homework and by hand. Their right causes were fixed before the diagnosis was run.

use std::collections::{BinaryHeap, VecDeque};

use faro::shuffle::{Choices, Generator};
use faro_audit::Cause;

use super::programs::{
    From, NAIVE, RIFFLES, Row, SORTS, below, fair, fair_of_seed, riffle, swaps, uniform,
};

fn coin(generator: &mut Generator) -> bool {
    generator.below(2) == 0
}

/// Removes the cards one by one, each at a random index of the remaining ones.
fn take_out(deck: &mut Vec<u32>, mut draw: impl FnMut(usize) -> usize) {
    let mut left = std::mem::take(deck);
    while !left.is_empty() {
        deck.push(left.remove(draw(left.len())));
    }
}

fn sort_by_keys(deck: &mut [u32], mut key: impl FnMut(usize) -> f64) {
    let keys: Vec<f64> = (0..deck.len()).map(&mut key).collect();
    deck.sort_by(|&one, &other| keys[one as usize].total_cmp(&keys[other as usize]));
}

/// Returns a pseudorandom hash.
fn hash(number: u64) -> u64 {
    let mut mixed = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// Sorts as the V8 engine did until 2018: quicksort, with insertion sort for up to ten values.
fn old_v8(deck: &mut [u32], generator: &mut Generator) {
    if deck.len() <= 10 {
        for end in 1..deck.len() {
            let mut place = end;
            while place > 0 && coin(generator) {
                deck.swap(place - 1, place);
                place -= 1;
            }
        }
        return;
    }
    let (last, middle) = (deck.len() - 1, deck.len() / 2);
    let (mut first, mut second, mut third) = (deck[0], deck[last], deck[middle]);
    if coin(generator) {
        (first, second) = (second, first);
    }
    if coin(generator) {
        (first, second, third) = (third, first, second);
    } else if coin(generator) {
        (second, third) = (third, second);
    }
    (deck[0], deck[last], deck[middle], deck[1]) = (first, third, deck[1], second);
    let (mut low, mut high, mut place) = (1, last, 2);
    'partition: while place < high {
        if coin(generator) {
            deck.swap(place, low);
            low += 1;
        } else {
            loop {
                high -= 1;
                if high == place {
                    break 'partition;
                }
                if coin(generator) {
                    break;
                }
            }
            deck.swap(place, high);
            deck.swap(place, low);
            low += 1;
        }
        place += 1;
    }
    old_v8(&mut deck[..low], generator);
    old_v8(&mut deck[high..], generator);
}

/// Merges two halves by coin tosses until one of them is empty.
fn merge(deck: &mut Vec<u32>, generator: &mut Generator) {
    let (first, second) = deck.split_at(deck.len() / 2);
    let (mut one, mut other) = (first.iter(), second.iter());
    let mut merged = Vec::new();
    while one.len() > 0 && other.len() > 0 {
        merged.extend(if coin(generator) {
            one.next()
        } else {
            other.next()
        });
    }
    merged.extend(one.chain(other));
    *deck = merged;
}

/// Moves packets from the top to a new pile until few cards are left, and puts these on the pile.
fn hindu(deck: &mut Vec<u32>, generator: &mut Generator) {
    let fifth = deck.len() / 5;
    let (mut rest, mut hand) = (std::mem::take(deck), Vec::new());
    while rest.len() > fifth {
        let packet = (1 + below(fifth + 1, generator)).min(rest.len());
        hand.splice(..0, rest.drain(..packet));
    }
    rest.append(&mut hand);
    *deck = rest;
}

/// Moves the last card of a square like the gap of a sliding puzzle.
fn slide(deck: &mut [u32], generator: &mut Generator) {
    let width = (1..).find(|width| width * width >= deck.len()).unwrap();
    let mut gap = deck.len() - 1;
    for _ in 0..20 * deck.len() {
        let mut next = Vec::new();
        next.extend(gap.checked_sub(width));
        next.extend((gap + width < deck.len()).then_some(gap + width));
        next.extend((!gap.is_multiple_of(width)).then(|| gap - 1));
        next.extend((!(gap + 1).is_multiple_of(width) && gap + 1 < deck.len()).then_some(gap + 1));
        let other = next[below(next.len(), generator)];
        deck.swap(gap, other);
        gap = other;
    }
}

/// Shuffles with the `rand` of Microsoft's C library.
fn microsoft(deck: &mut [u32], seed: u32) {
    let mut state = seed;
    for place in (1..deck.len()).rev() {
        state = state.wrapping_mul(214_013).wrapping_add(2_531_011);
        deck.swap(place, ((state >> 16) & 0x7fff) as usize % (place + 1));
    }
}

fn common_divisor(one: usize, other: usize) -> usize {
    if other == 0 {
        one
    } else {
        common_divisor(other, one % other)
    }
}

#[rustfmt::skip]
pub const OTHER_ROWS: &[Row] = &[
    Row("inside out, below i", From::New, |deck, _, generator| {
        let mut dealt: Vec<u32> = vec![deck[0]];
        for &card in &deck[1..] {
            let place = below(dealt.len(), generator);
            dealt.push(dealt[place]);
            dealt[place] = card;
        }
        *deck = dealt;
    }, &[Cause::Sattolo]),
    Row("a base64 letter modulo the cards left", From::New, |deck, _, generator| {
        take_out(deck, |left| below(64, generator) % left);
    }, &[Cause::Modulo]),
    Row("a table of 256 bytes, round and round", From::New, |deck, number, generator| {
        let (mut table, cards) = ((0..256).collect::<Vec<u32>>(), deck.len());
        fair_of_seed(&mut table, 1993);
        swaps(deck, generator, |place, _| {
            let next = number as usize * (cards - 1) + cards - 1 - place;
            table[next % 256] as usize % (place + 1)
        });
    }, &[Cause::Period, Cause::Modulo]),
    Row("the minute and the second for a seed", From::New, |deck, number, generator| {
        fair_of_seed(deck, (number * 7 + u64::from(generator.below(5))) % 3600);
    }, &[Cause::ShortSeed]),
    Row("chain: seeded with the second", From::Last, |deck, number, _| {
        let second = (0..=number).rev().find(|&deal| deal == 0 || !hash(deal).is_multiple_of(3)).unwrap();
        fair_of_seed(deck, second);
    }, &[Cause::Again]),
    Row("the bottom card put anywhere, n times", From::New, |deck, _, generator| for _ in 0..deck.len() {
        let card = deck.pop().unwrap();
        let place = below(deck.len() + 1, generator);
        deck.insert(place, card);
    }, &[Cause::TopToRandom, Cause::BottomToRandom]),
    Row("put in anywhere but at the end", From::New, |deck, _, generator| {
        let mut hand = vec![deck[0]];
        for &card in &deck[1..] { hand.insert(below(hand.len(), generator), card); }
        *deck = hand;
        // The first card ends as the last one, which stays from deck to deck.
    }, &[Cause::CardReturns, Cause::LastStays]),
    Row("a heap of keys below 32", From::New, |deck, _, generator| {
        let mut heap: BinaryHeap<_> = deck.iter().map(|&card| (generator.below(32), card)).collect();
        *deck = std::iter::from_fn(|| heap.pop()).map(|(_, card)| card).collect();
    }, &[Cause::ShortKeys]),
    Row("old V8: sort with a fair coin", From::New, |deck, _, generator| old_v8(deck, generator), SORTS),
    Row("selection sort by coins", From::New, |deck, _, generator| for start in 0..deck.len() {
        let mut best = start;
        for place in start + 1..deck.len() {
            if coin(generator) { best = place; }
        }
        deck.swap(start, best);
    }, SORTS),
    Row("two loops, each pair swapped by a coin", From::New, |deck, _, generator| for one in 0..deck.len() {
        for other in one + 1..deck.len() {
            if coin(generator) { deck.swap(one, other); }
        }
    }, SORTS),
    Row("drawn from all, cut off at i", From::New, |deck, _, generator| {
        let cards = deck.len();
        swaps(deck, generator, |place, generator| below(cards, generator).min(place));
    }, &[Cause::Clamped, Cause::Skip]),
    Row("taken out at an index that is rounded", From::New, |deck, _, generator| {
        take_out(deck, |left| (uniform(generator) * (left - 1) as f64).round() as usize);
    }, &[Cause::Rounded]),
    Row("halves merged by coins, five times", From::New, |deck, _, generator| for _ in 0..5 { merge(deck, generator) },
        RIFFLES),
    Row("a butterfly of coins", From::New, |deck, _, generator| {
        let mut step = deck.len() / 2;
        while step > 0 {
            for place in (0..deck.len() - step).filter(|place| (place / step).is_multiple_of(2)) {
                if coin(generator) { deck.swap(place, place + step); }
            }
            step /= 2;
        }
        // If the number of cards is odd, the last card stays.
    }, &[Cause::Thorp, Cause::LastStays, Cause::PartShuffled]),
    Row("six Hindu shuffles", From::New, |deck, _, generator| for _ in 0..6 { hindu(deck, generator) },
        &[Cause::Overhand]),
    Row("Mongean with a coin, three times", From::New, |deck, _, generator| for _ in 0..3 {
        let mut hand = VecDeque::new();
        for &card in deck.iter() {
            if coin(generator) { hand.push_front(card) } else { hand.push_back(card) }
        }
        *deck = hand.into();
    }, &[Cause::Shelves]),
    Row("a card of each half swapped, n times", From::New, |deck, _, generator| for _ in 0..deck.len() {
        let half = deck.len() / 2;
        let (one, other) = (below(half, generator), half + below(deck.len() - half, generator));
        deck.swap(one, other);
    }, &[Cause::EvenOrders, Cause::Swaps]),
    Row("a sliding puzzle", From::New, |deck, _, generator| slide(deck, generator),
        &[Cause::EvenOrders, Cause::NeighbourSwaps]),
    Row("chain: a copy is shuffled now and then", From::Last, |deck, _, generator| if generator.below(6) == 0 {
        fair(&mut deck.clone(), generator);
    } else {
        fair(deck, generator);
    }, &[Cause::Again, Cause::SomeUnchanged]),
    Row("chain: shuffled for each third deal", From::Last, |deck, number, generator| if number.is_multiple_of(3) {
        fair(deck, generator);
    } else {
        let dealt = deck.len() / 4;
        deck.rotate_left(dealt);
    }, &[Cause::SomeUnchanged, Cause::Again]),
    Row("chain: sorted into suits, three riffles", From::Last, |deck, _, generator| {
        let suit = deck.len().div_ceil(4) as u32;
        deck.sort_by_key(|&card| card / suit);
        riffle(deck, 3, generator);
    }, RIFFLES),
    Row("four servers with one seed", From::New, |deck, number, _| {
        let server = hash(number) % 4;
        let before = (0..number).filter(|&deal| hash(deal) % 4 == server).count();
        fair_of_seed(deck, before as u64);
        // Few decks show few different seeds.
    }, &[Cause::Restarted, Cause::ShortSeed]),
    Row("srand(time(NULL)), a deck a second", From::New, |deck, number, _| microsoft(deck, 1_700_000_000 + number as u32),
        &[Cause::SuccessiveSeeds]),
    Row("fractions of sines", From::New, |deck, number, generator| {
        let end = number + deck.len() as u64;
        swaps(deck, generator, |place, _| {
            let number = ((end - place as u64) as f64).sin() * 10_000.0;
            ((number - number.floor()) * (place + 1) as f64) as usize
        });
    }, &[Cause::SuccessiveSeeds]),
    Row("often an ace in the fourth place", From::New, |deck, _, generator| {
        fair(deck, generator);
        if coin(generator) {
            let ace = generator.below(4);
            let place = deck.iter().position(|&card| card == ace).unwrap();
            deck.swap(3, place);
        }
    }, &[Cause::CardReturns]),
    Row("until no card is in its place", From::New, |deck, _, generator| loop {
        fair(deck, generator);
        if deck.iter().enumerate().all(|(place, &card)| place != card as usize) { break; }
    }, &[Cause::Sattolo]),
    Row("32 bits for a whole deck", From::New, |deck, _, generator| {
        let mut number = uniform(generator);
        for place in (1..deck.len()).rev() {
            number *= (place + 1) as f64;
            deck.swap(place, number as usize);
            number = number.fract();
        }
    }, &[Cause::ShortSeed]),
    Row("chain: dealt, gathered and cut", From::Last, |deck, _, generator| {
        *deck = (0..4).flat_map(|player| deck.iter().skip(player).step_by(4).copied()).collect();
        let place = below(deck.len(), generator);
        deck.rotate_left(place);
    }, &[Cause::Cut]),
    Row("chain: seed 42 for each deal", From::Last, |deck, _, _| fair_of_seed(deck, 42),
        &[Cause::SameOrder, Cause::Period, Cause::Restarted]),
    Row("middles of squares of four digits", From::New, |deck, _, generator| {
        let mut number = below(10_000, generator);
        for place in (1..deck.len()).rev() {
            number = number * number / 100 % 10_000;
            deck.swap(place, number % (place + 1));
        }
    }, &[Cause::ShortSeed]),
    Row("sorted by a sum of card and seed", From::New, |deck, _, generator| {
        let seed = generator.below(1 << 16);
        deck.sort_by_key(|&card| (31 * card + seed) % 257);
    }, &[Cause::Cut]),
    Row("each place in turn emptied, its card put anywhere", From::New, |deck, _, generator| for place in 0..deck.len() {
        let card = deck.remove(place);
        let other = below(deck.len() + 1, generator);
        deck.insert(other, card);
    }, &[Cause::CardMoves]),
    Row("RC4 with a key of five numbers", From::New, |deck, _, generator| {
        let key = [0; 5].map(|_| below(deck.len(), generator));
        let mut other = 0;
        for place in 0..deck.len() {
            other = (other + deck[place] as usize + key[place % 5]) % deck.len();
            deck.swap(place, other);
        }
    }, NAIVE),
    Row("a draw from 1 to i + 1", From::New, |deck, _, generator| for place in (1..deck.len() - 1).rev() {
        let other = 1 + below(place + 1, generator);
        deck.swap(place, other);
        // The first card is never moved; only the others are shuffled.
    }, &[Cause::FirstStays, Cause::PartShuffled]),
    Row("chain: the half that was dealt goes under", From::Last, |deck, _, generator| {
        let half = deck.len() / 2;
        fair(&mut deck[..half], generator);
        deck.rotate_left(half);
    }, &[Cause::PartShuffled]),
    Row("the low bits of a congruence", From::New, |deck, _, generator| {
        let mut state = generator.below(1 << 31);
        for place in (1..deck.len()).rev() {
            state = state.wrapping_mul(1_103_515_245).wrapping_add(12_345) & 0x7fff_ffff;
            deck.swap(place, state as usize % (place + 1));
        }
        // Five cards have 60 possible orders, equally likely.
    }, &[Cause::ShortSeed]),
    Row("an index below n - i, where i is forgotten", From::New, |deck, _, generator| for place in 0..deck.len() {
        let other = below(deck.len() - place, generator);
        deck.swap(place, other);
    }, &[Cause::WrongRange]),
    Row("top cards swapped with bottom ones", From::New, |deck, _, generator| for place in 0..deck.len() / 2 {
        let half = deck.len() / 2;
        let other = half + below(deck.len() - half, generator);
        deck.swap(place, other);
    }, &[Cause::MissedPlaces]),
    Row("top or bottom by a coin, three times", From::New, |deck, _, generator| for _ in 0..3 {
        let mut rest = VecDeque::from(std::mem::take(deck));
        while !rest.is_empty() {
            deck.extend(if coin(generator) { rest.pop_front() } else { rest.pop_back() });
        }
    }, &[]),
    Row("a used card is replaced by the lowest left", From::New, |deck, _, generator| {
        let mut left = std::mem::take(deck);
        let cards = left.len();
        while !left.is_empty() {
            let card = below(cards, generator) as u32;
            let place = left.binary_search(&card).unwrap_or(0);
            deck.push(left.remove(place));
        }
    }, &[]),
    Row("heavier cards sooner", From::New, |deck, _, generator| {
        sort_by_keys(deck, |card| -(1.0 - uniform(generator)).ln() / (card + 1) as f64);
    }, &[]),
    Row("sorted by place and noise", From::New, |deck, _, generator| {
        let cards = deck.len();
        sort_by_keys(deck, |card| card as f64 + uniform(generator) * cards as f64 / 2.0);
    }, &[]),
    Row("chain: never the same song twice", From::Last, |deck, _, generator| {
        let last = deck[deck.len() - 1];
        fair(deck, generator);
        if deck[0] == last {
            let place = 1 + below(deck.len() - 1, generator);
            deck.swap(0, place);
        }
    }, &[]),
    Row("the mean of two indices", From::New, |deck, _, generator| swaps(deck, generator, |place, generator| {
        usize::midpoint(below(place + 1, generator), below(place + 1, generator))
    }), &[]),
    Row("multiplied and added modulo n", From::New, |deck, _, generator| {
        let cards = deck.len();
        let mut factor = 0;
        while common_divisor(cards, factor) > 1 { factor = below(cards, generator); }
        let term = below(cards, generator);
        (0..cards).for_each(|place| deck[place] = ((factor * place + term) % cards) as u32);
        // Thirteen cards have 156 possible orders, equally likely.
    }, &[Cause::ShortSeed]),
    Row("a card of each suit in turn", From::New, |deck, _, generator| {
        let mut suits: Vec<Vec<u32>> = deck.chunks(deck.len().div_ceil(4)).map(<[u32]>::to_vec).collect();
        suits.iter_mut().for_each(|suit| fair(suit, generator));
        let cards = deck.len();
        deck.clear();
        while deck.len() < cards { suits.iter_mut().for_each(|suit| deck.extend(suit.pop())); }
    }, &[Cause::PartsApart]),
    Row("pairs stay together", From::New, |deck, _, generator| {
        let mut pairs: Vec<u32> = (0..deck.len().div_ceil(2) as u32).collect();
        fair(&mut pairs, generator);
        let chunks: Vec<&[u32]> = deck.chunks(2).collect();
        *deck = pairs.iter().flat_map(|&pair| chunks[pair as usize]).copied().collect();
    }, &[]),
    Row("four hands, each sorted", From::New, |deck, _, generator| {
        fair(deck, generator);
        let hand = deck.len().div_ceil(4);
        deck.chunks_mut(hand).for_each(<[u32]>::sort_unstable);
    }, &[]),
    Row("one draw before the loop", From::New, |deck, _, generator| {
        let number = uniform(generator);
        swaps(deck, generator, |place, _| (number * (place + 1) as f64) as usize);
    }, &[Cause::OneDrawTwice]),
    Row("mirrored places swapped by coins", From::New, |deck, _, generator| for place in 0..deck.len() / 2 {
        let mirrored = deck.len() - 1 - place;
        if coin(generator) { deck.swap(place, mirrored); }
    }, &[Cause::PartsApart]),
    Row("an action card on top goes back", From::New, |deck, _, generator| {
        fair(deck, generator);
        while (deck[0] as usize) < deck.len() / 4 {
            let card = deck.remove(0);
            let place = 1 + below(deck.len(), generator);
            deck.insert(place, card);
        }
    }, &[]),
    Row("until no aces are neighbours", From::New, |deck, _, generator| loop {
        fair(deck, generator);
        let aces = (deck.len() as u32 / 4 + 1).min(4);
        if deck.windows(2).all(|pair| pair[0].max(pair[1]) >= aces) { break; }
    }, &[]),
    Row("RANDU", From::New, |deck, _, generator| {
        let mut state = 2 * generator.below(1 << 30) + 1;
        for place in (1..deck.len()).rev() {
            state = state.wrapping_mul(65_539) & 0x7fff_ffff;
            deck.swap(place, ((u64::from(state) * (place as u64 + 1)) >> 31) as usize);
        }
    }, &[]),
    Row("sorted by a hash of card, xor seed", From::New, |deck, _, generator| {
        let seed = (generator.below(1 << 16) << 16) | generator.below(1 << 16);
        deck.sort_by_key(|card| card.wrapping_mul(2_654_435_761) ^ seed);
    }, &[]),
    Row("counted out in a ring", From::New, |deck, _, generator| {
        let mut place = 0;
        take_out(deck, |left| {
            place = (place + below(6, generator)) % left;
            place
        });
    }, &[]),
    Row("turned over if the first card is above the last", From::New, |deck, _, generator| {
        fair(deck, generator);
        if deck[0] > deck[deck.len() - 1] { deck.reverse(); }
    }, &[]),
    Row("the better of two decks", From::New, |deck, _, generator| {
        let mut second = deck.clone();
        fair(deck, generator);
        fair(&mut second, generator);
        if second[0] < deck[0] { *deck = second; }
    }, &[]),
    Row("keys that add up", From::New, |deck, _, generator| {
        let mut key = uniform(generator);
        sort_by_keys(deck, |_| {
            key = (key + uniform(generator) / 2.0).fract();
            key
        });
    }, &[]),
    Row("the next card from near the last", From::New, |deck, _, generator| {
        let mut place = below(deck.len(), generator);
        take_out(deck, |left| {
            place = (place + below(7, generator)).saturating_sub(3).min(left - 1);
            place
        });
    }, &[]),
    Row("rows, then columns", From::New, |deck, _, generator| {
        deck.chunks_mut(4).for_each(|row| fair(row, generator));
        for column in 0..4 {
            let mut cards: Vec<u32> = deck.iter().skip(column).step_by(4).copied().collect();
            fair(&mut cards, generator);
            cards.iter().enumerate().for_each(|(row, &card)| deck[4 * row + column] = card);
        }
    }, &[]),
];
