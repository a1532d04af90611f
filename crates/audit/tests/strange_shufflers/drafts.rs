//! More bugs, on which the diagnosis was extended, with their right causes.

use faro::shuffle::{Choices, Generator};
use faro_audit::Cause;

use super::programs::{From, NAIVE, Row, SORTS, below, fair, riffle, swaps, uniform};
use super::workshop::{coin, of_three, sort_by_keys, swaps_up};

/// Merges sorted runs of 1, 2, 4, … cards, from the first cards of both runs on.
fn bottom_up_merge_sort(deck: &mut Vec<u32>, mut in_order: impl FnMut() -> bool) {
    let mut width = 1;
    while width < deck.len() {
        let merged = deck.chunks(2 * width).flat_map(|both| {
            let (left, right) = both.split_at(width.min(both.len()));
            let (mut one, mut other, mut merged) = (left.iter(), right.iter(), Vec::new());
            while one.len() > 0 && other.len() > 0 {
                merged.extend(if in_order() { one.next() } else { other.next() });
            }
            merged
                .into_iter()
                .chain(one)
                .chain(other)
                .copied()
                .collect::<Vec<u32>>()
        });
        *deck = merged.collect();
        width *= 2;
    }
}

/// Sorts by insertion over decreasing distances.
fn shell_sort(deck: &mut [u32], mut less: impl FnMut() -> bool) {
    let mut gap = deck.len() / 2;
    while gap > 0 {
        for end in gap..deck.len() {
            let mut place = end;
            while place >= gap && less() {
                deck.swap(place, place - gap);
                place -= gap;
            }
        }
        gap /= 2;
    }
}

/// Bubble sort in both directions in turn.
fn cocktail_sort(deck: &mut [u32], mut greater: impl FnMut() -> bool) {
    let (mut low, mut high) = (0, deck.len() - 1);
    while low < high {
        for place in (low..high).chain((low..high - 1).rev()) {
            if greater() {
                deck.swap(place, place + 1);
            }
        }
        (low, high) = (low + 1, high - 1);
    }
}

/// Shuffles with a congruence of 32 bits, seeded with `seed`, whose high bits are scaled.
fn of_congruence(deck: &mut [u32], seed: u64) {
    let mut state = seed as u32;
    for place in (1..deck.len()).rev() {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        deck.swap(
            place,
            ((u64::from(state) * (place as u64 + 1)) >> 32) as usize,
        );
    }
}

/// Shuffles with a xorshift generator of 64 bits, seeded with `seed`, modulo the bound.
fn of_xorshift64(deck: &mut [u32], seed: u64) {
    let mut state = seed;
    for place in (1..deck.len()).rev() {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        deck.swap(place, (state % (place as u64 + 1)) as usize);
    }
}

fn naive(deck: &mut [u32], generator: &mut Generator) {
    for place in 0..deck.len() {
        let other = below(deck.len(), generator);
        deck.swap(place, other);
    }
}

#[rustfmt::skip]
pub const DRAFT_ROWS: &[Row] = &[
    Row("each place swapped with byte % n", From::New, |deck, _, generator| for place in 0..deck.len() {
        let other = below(256, generator) % deck.len();
        deck.swap(place, other);
    }, &[Cause::Modulo, Cause::Naive, Cause::NaiveRounded, Cause::FirstNotSwapped, Cause::ConstantBound]),
    Row("naive, dealt from the end", From::New, |deck, _, generator| { naive(deck, generator); deck.reverse(); }, NAIVE),
    Row("Sattolo, dealt from the end", From::New, |deck, _, generator| { swaps(deck, generator, below); deck.reverse(); }, &[Cause::Sattolo]),
    Row("byte % (i + 1), dealt from the end", From::New, |deck, _, generator| {
        swaps(deck, generator, |place, generator| below(256, generator) % (place + 1));
        deck.reverse();
    }, &[Cause::Modulo]),
    Row("byte % (i + 1), then a cut", From::New, |deck, _, generator| {
        swaps(deck, generator, |place, generator| below(256, generator) % (place + 1));
        let place = below(deck.len(), generator);
        deck.rotate_left(place);
    }, &[Cause::Modulo]),
    Row("naive, then a cut", From::New, |deck, _, generator| {
        naive(deck, generator);
        let place = below(deck.len(), generator);
        deck.rotate_left(place);
    }, NAIVE),
    Row("half loop, then a cut", From::New, |deck, _, generator| {
        for place in (deck.len() / 2..deck.len()).rev() { let other = below(place + 1, generator); deck.swap(place, other); }
        let place = below(deck.len(), generator);
        deck.rotate_left(place);
    }, &[Cause::StopsAfter, Cause::MissedPlaces]),
    Row("naive, but the last four cards", From::New, |deck, _, generator| {
        let end = (deck.len() - 4).max(2);
        naive(&mut deck[..end], generator);
    }, &[Cause::PartShuffled, Cause::Naive, Cause::NaiveRounded, Cause::FirstNotSwapped, Cause::ConstantBound]),
    Row("naive, but the first card", From::New, |deck, _, generator| naive(&mut deck[1..], generator),
        &[Cause::PartShuffled, Cause::FirstStays, Cause::MissedPlaces, Cause::Naive, Cause::NaiveRounded, Cause::FirstNotSwapped, Cause::ConstantBound]),
    Row("four suits shuffled apart, in any order", From::New, |deck, _, generator| {
        let suit = deck.len().div_ceil(4);
        let mut suits: Vec<Vec<u32>> = deck.chunks(suit).map(<[u32]>::to_vec).collect();
        for one in &mut suits { fair(one, generator); }
        for last in (1..suits.len()).rev() { suits.swap(last, below(last + 1, generator)); }
        *deck = suits.concat();
    }, &[Cause::PartsApart]),
    Row("chain: a few played cards are shuffled and put under", From::Last, |deck, _, generator| {
        let played = deck.len() / 4 + below(deck.len() / 4, generator);
        fair(&mut deck[..played], generator);
        deck.rotate_left(played);
    }, &[Cause::PartShuffled]),
    Row("six cards from anywhere to anywhere, n / 4 times", From::New, |deck, _, generator| for _ in 0..deck.len() / 4 {
        let packet = 6.min(deck.len() / 2);
        let start = below(deck.len() - packet + 1, generator);
        let cards: Vec<u32> = deck.drain(start..start + packet).collect();
        let place = below(deck.len() + 1, generator);
        deck.splice(place..place, cards);
    }, &[Cause::CardMoves]),
    Row("a packet from anywhere to the top, ten times", From::New, |deck, _, generator| for _ in 0..10 {
        let (start, end) = (below(deck.len(), generator), below(deck.len(), generator));
        deck[..start.max(end)].rotate_left(start.min(end));
    }, &[Cause::ToOneEnd, Cause::Overhand, Cause::CardMoves]),
    Row("2 n swaps at most five places apart", From::New, |deck, _, generator| for _ in 0..2 * deck.len() {
        let place = below(deck.len(), generator);
        let other = (place + 1 + below(5, generator)).min(deck.len() - 1);
        deck.swap(place, other);
    }, &[Cause::NeighbourSwaps]),
    Row("each card swapped with one at most two places on", From::New, |deck, _, generator| for place in 0..deck.len() {
        let other = (place + below(3, generator)).min(deck.len() - 1);
        deck.swap(place, other);
    }, &[Cause::NeighbourSwaps]),
    Row("naive for the first 200 decks", From::New, |deck, number, generator| {
        if number < 200 { naive(deck, generator) } else { fair(deck, generator) }
    }, &[Cause::Changes, Cause::Naive]),
    Row("Sattolo after 350 decks", From::New, |deck, number, generator| {
        swaps(deck, generator, |place, generator| below(place + usize::from(number < 350), generator));
    }, &[Cause::Changes, Cause::Sattolo]),
    Row("four riffles after 250 decks", From::New, |deck, number, generator| {
        if number < 250 { fair(deck, generator) } else { riffle(deck, 4, generator) }
    }, &[Cause::Changes]),
    Row("the last three cards stay after 250 decks", From::New, |deck, number, generator| {
        let end = deck.len() - if number < 250 { 0 } else { 3 };
        fair(&mut deck[..end], generator);
    }, &[Cause::Changes, Cause::PartShuffled]),
    Row("min(i, floor(byte / 255 * (i + 1)))", From::New, |deck, _, generator| swaps(deck, generator, |place, generator| {
        (below(256, generator) * (place + 1) / 255).min(place)
    }), &[Cause::FewValues, Cause::Clamped]),
    Row("i + floor(byte / 255 * (n - 1 - i))", From::New, |deck, _, generator| {
        let last = deck.len() - 1;
        swaps_up(deck, generator, |place, generator| place + below(256, generator) * (last - place) / 255);
    }, &[Cause::FewValues, Cause::LastStays, Cause::UnevenIndex]),
    Row("byte / (256 / (i + 1)), again if too large", From::New, |deck, _, generator| swaps(deck, generator, |place, generator| {
        (below(256, generator) / (256 / (place + 1))).min(place)
    }), &[Cause::FewValues, Cause::Clamped]),
    Row("a congruence seeded with 1, 2, 3, scaled", From::New, |deck, number, _| of_congruence(deck, number + 1), &[Cause::SuccessiveSeeds]),
    Row("xorshift64 seeded with 1, 2, 3, modulo", From::New, |deck, number, _| of_xorshift64(deck, number + 1), &[Cause::SuccessiveSeeds]),
    Row("sorted by keys rounded to a hundredth", From::New, |deck, _, generator| {
        sort_by_keys(deck, || (100.0 * uniform(generator)).round() as u32);
    }, &[Cause::ShortKeys]),
    Row("sorted twice by a key below 8", From::New, |deck, _, generator| for _ in 0..2 {
        let mut keyed: Vec<(u32, u32)> = deck.iter().map(|&card| (generator.below(8), card)).collect();
        keyed.sort_by_key(|one| one.0);
        *deck = keyed.into_iter().map(|one| one.1).collect();
    }, &[Cause::ShortKeys]),
    Row("merge sort from below by a coin", From::New, |deck, _, generator| bottom_up_merge_sort(deck, || coin(generator)), SORTS),
    Row("shell sort by a coin", From::New, |deck, _, generator| shell_sort(deck, || coin(generator)), SORTS),
    Row("cocktail sort by -1, 0, 1", From::New, |deck, _, generator| cocktail_sort(deck, || of_three(generator) > 0), SORTS),
    Row("each place swapped with any other", From::New, |deck, _, generator| for place in 0..deck.len() {
        let other = below(deck.len() - 1, generator);
        deck.swap(place, other + usize::from(other >= place));
    }, NAIVE),
    Row("swapped with one of i + 2, from i = n - 2", From::New, |deck, _, generator| for place in (0..deck.len() - 1).rev() {
        let other = below(place + 2, generator);
        deck.swap(place, other);
    }, &[Cause::LongRange]),
    Row("each card of the first half swapped with any of the second", From::New, |deck, _, generator| {
        let half = deck.len() / 2;
        for place in 0..half { let other = half + below(deck.len() - half, generator); deck.swap(place, other); }
    }, &[Cause::MissedPlaces, Cause::WrongRange, Cause::StopsAfter]),
    Row("shuffle of the first 1 to n cards", From::New, |deck, _, generator| {
        let end = 1 + below(deck.len(), generator);
        fair(&mut deck[..end], generator);
    }, &[Cause::PartShuffled, Cause::StopsAfter]),
    Row("Sattolo with six bits modulo", From::New, |deck, _, generator| {
        swaps(deck, generator, |place, generator| below(64, generator) % place);
    }, &[Cause::Sattolo, Cause::Modulo]),
    Row("upward, swapped with any from i - 1 on", From::New, |deck, _, generator| for place in 1..deck.len() {
        let other = place - 1 + below(deck.len() - place + 1, generator);
        deck.swap(place, other);
    }, &[Cause::LongRange]),
    Row("a card from anywhere to anywhere but the end, n times", From::New, |deck, _, generator| for _ in 0..deck.len() {
        let card = deck.remove(below(deck.len(), generator));
        let place = below(deck.len(), generator);
        deck.insert(place, card);
    }, &[Cause::CardMoves]),
    Row("naive, one swap in ten left out", From::New, |deck, _, generator| for place in 0..deck.len() {
        let other = below(deck.len(), generator);
        if generator.below(10) > 0 { deck.swap(place, other); }
    }, &[Cause::Skip, Cause::Naive, Cause::NaiveRounded, Cause::FirstNotSwapped, Cause::ConstantBound]),
];
