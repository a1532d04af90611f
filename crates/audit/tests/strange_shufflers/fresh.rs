//! Bugs of real programs, whose right causes were fixed before the diagnosis was run on them. fresh.md describes them.

use faro::shuffle::{Choices, Generator};
use faro_audit::Cause;

use super::programs::{
    From, RIFFLES, Row, SORTS, below, fair, fair_of_seed, riffle, swaps, uniform,
};

fn coin(generator: &mut Generator) -> bool {
    generator.below(2) == 0
}

/// Swaps each position, from the first up, with a drawn one of the rest. `draw` is given the size of the rest.
fn swaps_up(
    deck: &mut [u32],
    generator: &mut Generator,
    draw: impl Fn(usize, &mut Generator) -> usize,
) {
    for place in 0..deck.len() {
        let other = place + draw(deck.len() - place, generator);
        deck.swap(place, other);
    }
}

/// Merges two packets from their first cards on. `in_order` is asked whether the left card comes first.
fn merge(left: &[u32], right: &[u32], in_order: &mut impl FnMut() -> bool) -> Vec<u32> {
    let (mut one, mut other, mut merged) = (0, 0, Vec::new());
    while one < left.len() && other < right.len() {
        let (from, place) = if in_order() {
            (left, &mut one)
        } else {
            (right, &mut other)
        };
        merged.push(from[*place]);
        *place += 1;
    }
    merged.extend(&left[one..]);
    merged.extend(&right[other..]);
    merged
}

/// Sorts as Firefox does: inserts fewer than 24 values, and merges windows of four sorted values otherwise.
fn firefox(deck: &mut Vec<u32>, mut in_order: impl FnMut() -> bool) {
    let mut window = if deck.len() < 24 { deck.len() } else { 4 };
    for part in deck.chunks_mut(window) {
        for end in 1..part.len() {
            let before = (0..end).rev().take_while(|_| !in_order()).count();
            part[end - before..=end].rotate_right(1);
        }
    }
    while window < deck.len() {
        let both = deck.chunks(2 * window).flat_map(|both| {
            let (left, right) = both.split_at(window.min(both.len()));
            if right.is_empty() || in_order() {
                both.to_vec()
            } else {
                merge(left, right, &mut in_order)
            }
        });
        *deck = both.collect();
        window *= 2;
    }
}

/// Sorts as `qsort` of the GNU C library does, which merges.
fn gnu(deck: &mut [u32], in_order: &mut impl FnMut() -> bool) {
    if deck.len() > 1 {
        let (left, right) = deck.split_at_mut(deck.len() / 2);
        gnu(left, in_order);
        gnu(right, in_order);
        let merged = merge(left, right, in_order);
        deck.copy_from_slice(&merged);
    }
}

/// Inserts the first value in the sorted others.
fn insert_first(deck: &mut [u32], less: &mut impl FnMut() -> bool) {
    let before = (1..deck.len()).take_while(|_| less()).count();
    deck[..=before].rotate_left(1);
}

/// Merges two runs as old versions of Rust do: from the end on if the left one is longer.
fn merge_runs(deck: &mut [u32], middle: usize, less: &mut impl FnMut() -> bool) {
    let (left, right) = deck.split_at(middle);
    let merged = if left.len() <= right.len() {
        merge(left, right, &mut || !less())
    } else {
        let (mut left, mut right, mut merged) = (left.to_vec(), right.to_vec(), Vec::new());
        while !left.is_empty() && !right.is_empty() {
            merged.extend(if less() { left.pop() } else { right.pop() });
        }
        left.append(&mut right);
        left.extend(merged.iter().rev());
        left
    };
    deck.copy_from_slice(&merged);
}

/// Returns the upper of two runs that old versions of Rust merge next. The runs are the ends of the deck, from the last
/// one on, as their first positions and lengths.
fn next_to_merge(runs: &[(usize, usize)]) -> Option<usize> {
    let (count, length) = (runs.len(), |back: usize| runs[runs.len() - back].1);
    let merges = count >= 2
        && (runs[count - 1].0 == 0
            || length(2) <= length(1)
            || count >= 3 && length(3) <= length(2) + length(1)
            || count >= 4 && length(4) <= length(3) + length(2));
    merges.then(|| {
        if count >= 3 && length(3) < length(1) {
            count - 3
        } else {
            count - 2
        }
    })
}

/// Sorts as Rust before version 1.67 does.
fn old_rust(deck: &mut [u32], mut less: impl FnMut() -> bool) {
    if deck.len() <= 20 {
        (0..deck.len() - 1)
            .rev()
            .for_each(|first| insert_first(&mut deck[first..], &mut less));
        return;
    }
    let (mut runs, mut end) = (Vec::<(usize, usize)>::new(), deck.len());
    while end > 0 {
        let mut start = end.saturating_sub(2);
        if end > 1 {
            let descending = less();
            while start > 0 && less() == descending {
                start -= 1;
            }
            if descending {
                deck[start..end].reverse();
            }
        }
        while start > 0 && end - start < 10 {
            start -= 1;
            insert_first(&mut deck[start..end], &mut less);
        }
        runs.push((start, end - start));
        end = start;
        while let Some(run) = next_to_merge(&runs) {
            let ((first, length), (_, right)) = (runs[run + 1], runs[run]);
            merge_runs(&mut deck[first..first + length + right], length, &mut less);
            runs[run] = (first, length + right);
            runs.remove(run + 1);
        }
    }
}

/// Sorts the cards from `low` to `high` as Lua 5.3 does. Returns `None`, with the deck half sorted, if the comparison is
/// found to be invalid.
fn lua(
    deck: &mut [u32],
    mut low: usize,
    mut high: usize,
    less: &mut impl FnMut() -> bool,
) -> Option<()> {
    while low < high {
        if less() {
            deck.swap(low, high);
        }
        if high - low == 1 {
            break;
        }
        let pivot = (low + high) / 2;
        if less() {
            deck.swap(pivot, low);
        } else if less() {
            deck.swap(pivot, high);
        }
        if high - low == 2 {
            break;
        }
        deck.swap(pivot, high - 1);
        let (mut left, mut right) = (low + 1, high - 2);
        loop {
            while less() {
                if left == high - 1 {
                    return None;
                }
                left += 1;
            }
            while less() {
                if right < left {
                    return None;
                }
                right -= 1;
            }
            if right < left {
                break;
            }
            deck.swap(left, right);
            (left, right) = (left + 1, right - 1);
        }
        deck.swap(high - 1, left);
        if left - low < high - left {
            lua(deck, low, left - 1, less)?;
            low = left + 1;
        } else {
            lua(deck, left + 1, high, less)?;
            high = left - 1;
        }
    }
    Some(())
}

/// Returns a number that looks random, for each `number`.
fn hash(number: u64) -> u64 {
    let mixed = (number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    ((mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)) >> 32
}

/// Shuffles with the states of a generator that follow `state`.
fn swaps_of_states(
    deck: &mut [u32],
    mut state: u64,
    next: fn(u64) -> u64,
    index: fn(u64, usize) -> usize,
) {
    for place in (1..deck.len()).rev() {
        state = next(state);
        deck.swap(place, index(state, place + 1));
    }
}

/// Returns the state before deck `number` of a generator that began with state 1, and draws once for each swap.
fn state_before(deck: &[u32], number: u64, next: fn(u64) -> u64) -> u64 {
    (0..number * (deck.len() as u64 - 1)).fold(1, |state, _| next(state))
}

fn modulo(state: u64, bound: usize) -> usize {
    (state % bound as u64) as usize
}

/// `rand()` of the C standard's example, whose state is returned whole.
fn ansi_c(state: u64) -> u64 {
    (state * 1_103_515_245 + 12_345) & 0x7fff_ffff
}

fn minstd(state: u64) -> u64 {
    state * 16_807 % 0x7fff_ffff
}

fn xorshift(state: u64) -> u64 {
    let mut state = state as u32;
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    state.into()
}

/// A shift register of 16 bits, of period 65,535.
fn shift_register(state: u64) -> u64 {
    (state >> 1) ^ ((state & 1) * 0xb400)
}

/// Takes packets from the top into the other hand, each onto the one before.
fn strip(deck: &mut Vec<u32>, least: usize, most: usize, generator: &mut Generator) {
    let mut hand = Vec::new();
    while !deck.is_empty() {
        let packet = (least + below(most - least + 1, generator)).min(deck.len());
        hand.splice(0..0, deck.drain(..packet));
    }
    *deck = hand;
}

/// Interleaves the halves, from the first card of the left one on.
fn interleave(deck: &mut [u32]) {
    let (cards, half) = (deck.to_vec(), deck.len().div_ceil(2));
    (0..cards.len()).for_each(|place| deck[place] = cards[place / 2 + place % 2 * half]);
}

/// Draws from a normal distribution.
fn gauss(generator: &mut Generator) -> f64 {
    let (radius, angle) = (1.0 - uniform(generator), uniform(generator));
    (-2.0 * radius.ln()).sqrt() * (std::f64::consts::TAU * angle).cos()
}

/// Returns the number of decks before `number` that the same one of four processes made.
fn of_its_process(number: u64) -> u64 {
    (0..number)
        .filter(|&before| hash(before) % 4 == hash(number) % 4)
        .count() as u64
}

#[rustfmt::skip]
pub const FRESH_ROWS: &[Row] = &[
    Row("Firefox: sort by Math.random() - 0.5", From::New, |deck, _, generator| firefox(deck, || coin(generator)),
        SORTS),
    Row("old Rust: sort_by with a coin", From::New, |deck, _, generator| old_rust(deck, || coin(generator)), SORTS),
    Row("glibc: qsort by rand() % 3 - 1", From::New, |deck, _, generator| gnu(deck, &mut || generator.below(3) < 2),
        SORTS),
    Row("Lua: table.sort by a coin, errors ignored", From::New, |deck, _, generator| {
        let last = deck.len() - 1;
        let _ = lua(deck, 0, last, &mut || coin(generator));
    }, SORTS),
    Row("C#: OrderBy(x => random.Next(-1, 2))", From::New, |deck, _, generator| {
        deck.sort_by_cached_key(|_| generator.below(3));
    }, &[Cause::ShortKeys]),
    Row("keys of lucky cards", From::New, |deck, _, generator| {
        deck.sort_by_cached_key(|&card| (uniform(generator) * f64::from(card + 1) * 4_294_967_296.0) as u64);
    }, &[]),
    Row("a signed byte without its sign, modulo", From::New, |deck, _, generator| swaps(deck, generator, |place, generator| {
        usize::from((generator.below(256) as u8 as i8).unsigned_abs()) % (place + 1)
    }), &[Cause::Modulo, Cause::FewValues]),
    Row("upward: a byte divided by 255", From::New, |deck, _, generator| swaps_up(deck, generator, |rest, generator| {
        ((below(256, generator) as f64 / 255.0 * rest as f64) as usize).min(rest - 1)
    }), &[Cause::FewValues]),
    Row("upward: six bits modulo", From::New, |deck, _, generator| swaps_up(deck, generator, |rest, generator| {
        below(64, generator) % rest
    }), &[Cause::Modulo]),
    Row("random.randint(1, i)", From::New, |deck, _, generator| swaps(deck, generator, |place, generator| {
        1 + below(place, generator)
    }), &[Cause::FirstStays]),
    Row("upward, from i + 1 on", From::New, |deck, _, generator| swaps_up(deck, generator, |rest, generator| {
        if rest > 1 { 1 + below(rest - 1, generator) } else { 0 }
    }), &[Cause::Sattolo]),
    Row("swap_remove of random(len - 1)", From::New, |deck, _, generator| {
        let mut rest = std::mem::take(deck);
        while !rest.is_empty() {
            let place = below((rest.len() - 1).max(1), generator);
            deck.push(rest.swap_remove(place));
        }
    }, &[Cause::Sattolo]),
    Row("a step of three", From::New, |deck, _, generator| for place in (1..deck.len()).rev().step_by(3) {
        let other = below(place + 1, generator);
        deck.swap(place, other);
    }, &[Cause::MissedPlaces]),
    Row("a naive loop to n / 2", From::New, |deck, _, generator| for place in 0..deck.len() / 2 {
        let other = below(deck.len(), generator);
        deck.swap(place, other);
    }, &[Cause::MissedPlaces]),
    Row("a slice without the first and last card", From::New, |deck, _, generator| {
        let last = deck.len() - 1;
        fair(&mut deck[1..last], generator);
    }, &[Cause::PartShuffled]),
    Row("two slices that overlap", From::New, |deck, _, generator| {
        let third = deck.len() / 3;
        fair(&mut deck[..2 * third], generator);
        fair(&mut deck[third..], generator);
    }, &[]),
    Row("a shuffle buffer of a quarter", From::New, |deck, _, generator| {
        let mut buffer: Vec<u32> = deck.drain(..(deck.len() / 4).max(2)).collect();
        for card in deck.iter_mut() {
            let place = below(buffer.len(), generator);
            std::mem::swap(card, &mut buffer[place]);
        }
        fair(&mut buffer, generator);
        deck.append(&mut buffer);
    }, &[]),
    Row("a random card appended, n times", From::New, |deck, _, generator| for _ in 0..deck.len() {
        let place = below(deck.len(), generator);
        deck[place..].rotate_left(1);
    }, &[Cause::ToOneEnd]),
    Row("packets put elsewhere, n / 4 times", From::New, |deck, _, generator| for _ in 0..deck.len() / 4 {
        let start = below(deck.len(), generator);
        let end = (start + 1 + below((deck.len() / 4).max(1), generator)).min(deck.len());
        let packet: Vec<u32> = deck.drain(start..end).collect();
        let place = below(deck.len() + 1, generator);
        deck.splice(place..place, packet);
    }, &[Cause::CardMoves]),
    Row("suits shuffled apart, joined in any order", From::New, |deck, _, generator| {
        let mut suits: Vec<Vec<u32>> = deck.chunks(deck.len().div_ceil(4)).map(<[u32]>::to_vec).collect();
        suits.iter_mut().for_each(|suit| fair(suit, generator));
        let mut order: Vec<u32> = (0..suits.len() as u32).collect();
        fair(&mut order, generator);
        *deck = order.iter().flat_map(|&suit| suits[suit as usize].clone()).collect();
    }, &[Cause::PartsApart]),
    Row("halves shuffled apart, then interleaved", From::New, |deck, _, generator| {
        let half = deck.len().div_ceil(2);
        let (left, right) = deck.split_at_mut(half);
        fair(left, generator);
        fair(right, generator);
        interleave(deck);
    }, &[Cause::PartsApart]),
    Row("chain: only the discard pile shuffled", From::Last, |deck, _, generator| {
        let mut discard: Vec<u32> = deck.drain(..deck.len() / 2).collect();
        fair(&mut discard, generator);
        deck.append(&mut discard);
    }, &[Cause::PartShuffled]),
    Row("seeded with the milliseconds of a second", From::New, |deck, _, generator| {
        fair_of_seed(deck, generator.below(1000).into());
    }, &[Cause::ShortSeed]),
    Row("seeded with a process number", From::New, |deck, _, generator| {
        fair_of_seed(deck, u64::from(300 + generator.below((1 << 15) - 300)));
    }, &[Cause::ShortSeed]),
    Row("seeded with a 16-bit counter", From::New, |deck, number, _| fair_of_seed(deck, (number * 64) & 0xffff),
        &[Cause::Period, Cause::ShortSeed]),
    Row(".NET: new Random() for each deck", From::New, |deck, number, generator| {
        let milliseconds = 9 * number + u64::from(generator.below(9));
        fair_of_seed(deck, milliseconds * 10 / 156);
    }, &[Cause::Again]),
    Row("four processes with the parent's seed", From::New, |deck, number, _| fair_of_seed(deck, of_its_process(number)),
        &[Cause::Restarted]),
    Row("ANSI C: rand() % (i + 1)", From::New, |deck, number, _| {
        let state = state_before(deck, number, ansi_c);
        swaps_of_states(deck, state, ansi_c, modulo);
    }, &[Cause::LowBits]),
    Row("xorshift32 seeded with the deck's number", From::New, |deck, number, _| {
        swaps_of_states(deck, number + 1, xorshift, |state, bound| ((state * bound as u64) >> 32) as usize);
    }, &[Cause::SuccessiveSeeds]),
    Row("minstd_rand0 seeded with time(0)", From::New, |deck, number, _| {
        let time = 1_700_000_000 + 5 * number;
        swaps_of_states(deck, time, minstd, |state, bound| (state * bound as u64 / 0x7fff_ffff) as usize);
    }, &[Cause::SuccessiveSeeds]),
    Row("a shift register of 16 bits", From::New, |deck, number, _| {
        let state = state_before(deck, number, shift_register);
        swaps_of_states(deck, state, shift_register, modulo);
    }, &[Cause::Period, Cause::LowBits, Cause::ShortSeed]),
    Row("one random number for the whole deck", From::New, |deck, _, generator| {
        let number = uniform(generator);
        (1..deck.len()).rev().for_each(|place| deck.swap(place, (number * (place + 1) as f64) as usize));
    }, &[Cause::OneDrawTwice, Cause::ShortSeed]),
    Row("drawn after the swap", From::New, |deck, _, generator| {
        let mut other = 0;
        for place in (1..deck.len()).rev() {
            deck.swap(place, other);
            other = below(place + 1, generator);
        }
    }, &[]),
    Row("swapped with the last draw", From::New, |deck, _, generator| {
        let mut last = 0;
        for _ in 0..deck.len() {
            let place = below(deck.len(), generator);
            deck.swap(last, place);
            last = place;
        }
    }, &[Cause::TopSwaps]),
    Row("seven bits modulo, and i > 2", From::New, |deck, _, generator| for place in (3..deck.len()).rev() {
        let other = below(128, generator) % (place + 1);
        deck.swap(place, other);
    }, &[Cause::Modulo, Cause::StopsEarly, Cause::StopsAfter]),
    Row("naive, on a slice from the second card on", From::New, |deck, _, generator| for place in 1..deck.len() {
        let other = 1 + below(deck.len() - 1, generator);
        deck.swap(place, other);
    }, &[
        Cause::Naive, Cause::NaiveRounded, Cause::FirstNotSwapped, Cause::ConstantBound,
        Cause::FirstStays, Cause::PartShuffled, Cause::MissedPlaces,
    ]),
    Row("no entropy after 300 decks", From::New, |deck, number, generator| swaps(deck, generator, |place, generator| {
        if number < 300 { below(place + 1, generator) } else { below(32, generator) % (place + 1) }
    }), &[Cause::Changes, Cause::Modulo]),
    Row("seeded again with the second, each 64 decks", From::New, |deck, number, _| {
        fair_of_seed(deck, ((hash(number / 64) % 60) << 32) | (number % 64));
    }, &[Cause::ShortSeed, Cause::Restarted]),
    Row("one swap fewer each 250 decks", From::New, |deck, number, generator| {
        let first = (1 + number as usize / 250).min(deck.len() - 1);
        for place in (first..deck.len()).rev() {
            let other = below(place + 1, generator);
            deck.swap(place, other);
        }
    }, &[Cause::Changes, Cause::StopsEarly, Cause::StopsAfter]),
    Row("casino: riffle, riffle, strip, riffle", From::New, |deck, _, generator| {
        riffle(deck, 2, generator);
        let quarter = (deck.len() / 4).max(1);
        strip(deck, quarter.div_ceil(2), quarter, generator);
        riffle(deck, 1, generator);
    }, RIFFLES),
    Row("a wash: swaps over at most three places", From::New, |deck, _, generator| for place in (0..deck.len()).cycle().take(3 * deck.len()) {
        let other = (place + below(7, generator)).saturating_sub(3).min(deck.len() - 1);
        deck.swap(place, other);
    }, &[Cause::NeighbourSwaps]),
    Row("eight overhand shuffles of small packets", From::New, |deck, _, generator| for _ in 0..8 { strip(deck, 1, 5, generator) },
        &[Cause::Overhand]),
    Row("random() * random()", From::New, |deck, _, generator| swaps(deck, generator, |place, generator| {
        (uniform(generator) * uniform(generator) * (place + 1) as f64) as usize
    }), &[]),
    Row("the mean of two random numbers", From::New, |deck, _, generator| swaps(deck, generator, |place, generator| {
        ((uniform(generator) + uniform(generator)) / 2.0 * (place + 1) as f64) as usize
    }), &[]),
    Row("a normal index, clamped", From::New, |deck, _, generator| swaps(deck, generator, |place, generator| {
        let size = place as f64;
        (size / 2.0 + gauss(generator) * size / 4.0).round().clamp(0.0, size) as usize
    }), &[]),
    Row("two tries, then no swap", From::New, |deck, _, generator| swaps(deck, generator, |place, generator| {
        let mut tries = (0..2).map(|_| below((place + 1).next_power_of_two(), generator));
        tries.find(|&index| index <= place).unwrap_or(place)
    }), &[Cause::CutRejection, Cause::Skip]),
    Row("no card in its old place", From::New, |deck, _, generator| loop {
        fair(deck, generator);
        if deck.iter().enumerate().all(|(place, &card)| place != card as usize) { break; }
    }, &[]),
    Row("no card after its old neighbour", From::New, |deck, _, generator| loop {
        fair(deck, generator);
        if deck.windows(2).all(|pair| pair[1] != pair[0] + 1) { break; }
    }, &[]),
    Row("chain: not the same first card again", From::Last, |deck, _, generator| {
        let first = deck[0];
        fair(deck, generator);
        if deck[0] == first {
            let place = 1 + below(deck.len() - 1, generator);
            deck.swap(0, place);
        }
    }, &[]),
    Row("chain: ten swaps", From::Last, |deck, _, generator| for _ in 0..10 {
        let (one, other) = (below(deck.len(), generator), below(deck.len(), generator));
        deck.swap(one, other);
    }, &[Cause::Swaps]),
    Row("upward, swapped with n - 1 - j", From::New, |deck, _, generator| for place in 0..deck.len() {
        let last = deck.len() - 1;
        let other = place + below(last + 1 - place, generator);
        deck.swap(place, last - other);
    }, &[Cause::WrongRange]),
];

#[rustfmt::skip]
pub const FRESH_FAIR: &[Row] = &[
    Row("fair: halves shuffled apart, then riffled by their sizes", From::New, |deck, _, generator| {
        let half = deck.len() / 2;
        let (left, right) = deck.split_at_mut(half);
        fair(left, generator);
        fair(right, generator);
        let (mut left, mut right) = (left.to_vec(), right.to_vec());
        for card in deck {
            let takes_left = below(left.len() + right.len(), generator) < left.len();
            *card = if takes_left { left.pop() } else { right.pop() }.unwrap();
        }
    }, &[]),
    Row("fair: Fisher-Yates, reversed, cut and interleaved", From::New, |deck, _, generator| {
        fair(deck, generator);
        deck.reverse();
        deck.rotate_left(3);
        interleave(deck);
    }, &[]),
    Row("fair: splice(Math.floor(Math.random() * length - 1), 1)", From::New, |deck, _, generator| {
        let mut rest = std::mem::take(deck);
        while !rest.is_empty() {
            let index = (uniform(generator) * rest.len() as f64 - 1.0).floor() as isize;
            let place = if index < 0 { rest.len() - 1 } else { index as usize };
            deck.push(rest.remove(place));
        }
    }, &[]),
    Row("fair: split by coins until no two cards are together", From::New, |deck, _, generator| {
        fn split(deck: Vec<u32>, generator: &mut Generator) -> Vec<u32> {
            if deck.len() < 2 { return deck; }
            let (left, right): (Vec<u32>, Vec<u32>) = deck.into_iter().partition(|_| coin(generator));
            let mut left = split(left, generator);
            left.append(&mut split(right, generator));
            left
        }
        *deck = split(std::mem::take(deck), generator);
    }, &[]),
    Row("fair: any card, drawn again if it was dealt", From::New, |deck, _, generator| {
        let cards = std::mem::take(deck);
        while deck.len() < cards.len() {
            let card = cards[below(cards.len(), generator)];
            if !deck.contains(&card) { deck.push(card); }
        }
    }, &[]),
    Row("fair: Fisher-Yates, then a naive shuffle", From::New, |deck, _, generator| {
        fair(deck, generator);
        for place in 0..deck.len() {
            let other = below(deck.len(), generator);
            deck.swap(place, other);
        }
    }, &[]),
    Row("fair: chain: the last deck's cards inserted anywhere", From::Last, |deck, _, generator| {
        for card in std::mem::take(deck) {
            let place = below(deck.len() + 1, generator);
            deck.insert(place, card);
        }
    }, &[]),
    Row("fair: sorted by 62-bit keys", From::New, |deck, _, generator| {
        deck.sort_by_cached_key(|_| (generator.below(1 << 31), generator.below(1 << 31)));
    }, &[]),
];
