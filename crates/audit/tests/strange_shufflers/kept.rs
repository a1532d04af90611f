//! The half of the bugs of real programs that was kept back from whoever wrote the diagnosis, with their right causes.
//! workshop.md describes the other half.

use faro::shuffle::Choices;
use faro_audit::Cause;
use faro_sample::zoo::SortAlgorithm;

use super::programs::{
    From, RIFFLES, Row, SORTS, below, fair, fair_of_seed, riffle, swaps, uniform,
};
use super::workshop::{
    Compare, JAVA, PYTHON, coin, gnu_rand, java_shuffle, of_three, rejected, shuffle_every, sign,
    sort_by_keys, swaps_up, tim_sort,
};

/// Swaps two cards if the comparison calls the first greater, as `Array.Sort` of .NET does.
fn order(deck: &mut [u32], one: usize, other: usize, compare: Compare) {
    if compare(deck[one], deck[other]) > 0 {
        deck.swap(one, other);
    }
}

/// `Array.Sort` of .NET: quicksort around the median of three down to 16 cards, then insertion. A scan stops at the end
/// of its part, where .NET very rarely throws an exception.
fn dotnet_sort(deck: &mut [u32], depth: u32, compare: Compare) {
    let (mut end, mut depth) = (deck.len(), depth);
    while end > 16 && depth > 0 {
        depth -= 1;
        let (last, middle) = (end - 1, (end - 1) / 2);
        order(deck, 0, middle, compare);
        order(deck, 0, last, compare);
        order(deck, middle, last, compare);
        let pivot = deck[middle];
        deck.swap(middle, last - 1);
        let (mut low, mut high) = (0, last - 1);
        while low < high {
            low += 1;
            while low < last && compare(deck[low], pivot) < 0 {
                low += 1;
            }
            high -= 1;
            while high > 0 && compare(pivot, deck[high]) < 0 {
                high -= 1;
            }
            if low < high {
                deck.swap(low, high);
            } else {
                break;
            }
        }
        if low != last - 1 {
            deck.swap(low, last - 1);
        }
        dotnet_sort(&mut deck[low + 1..end], depth, compare);
        end = low;
    }
    match end {
        2 => order(deck, 0, 1, compare),
        3 => [(0, 1), (0, 2), (1, 2)]
            .into_iter()
            .for_each(|(one, other)| order(deck, one, other, compare)),
        17.. => dotnet_heap(&mut deck[..end], compare),
        _ => insertion_sort(&mut deck[..end], compare),
    }
}

fn dotnet_heap(deck: &mut [u32], compare: Compare) {
    let mut down = |deck: &mut [u32], root: usize| {
        let mut root = root;
        while 2 * root <= deck.len() {
            let mut child = 2 * root;
            if child < deck.len() && compare(deck[child - 1], deck[child]) < 0 {
                child += 1;
            }
            if compare(deck[root - 1], deck[child - 1]) >= 0 {
                return;
            }
            deck.swap(root - 1, child - 1);
            root = child;
        }
    };
    (1..=deck.len() / 2).rev().for_each(|root| down(deck, root));
    for last in (1..deck.len()).rev() {
        deck.swap(0, last);
        down(&mut deck[..last], 1);
    }
}

/// Inserts each card below the cards that are called greater.
fn insertion_sort(deck: &mut [u32], compare: Compare) {
    for end in 1..deck.len() {
        let mut place = end;
        while place > 0 && compare(deck[place], deck[place - 1]) < 0 {
            deck.swap(place - 1, place);
            place -= 1;
        }
    }
}

/// `usort` of PHP: up to 16 cards by insertion that goes down in steps of two, more by quicksort.
fn php_sort(deck: &mut [u32], compare: Compare) {
    let cards = deck.len();
    if cards <= 16 {
        return php_insertion(deck, compare);
    }
    php_three(deck, [0, cards / 2, cards - 1], compare);
    deck.swap(1, cards / 2);
    let (mut low, mut high) = (2, cards - 1);
    'parts: loop {
        while compare(deck[1], deck[low]) > 0 {
            low += 1;
            if low == high {
                break 'parts;
            }
        }
        high -= 1;
        if low == high {
            break;
        }
        while compare(deck[high], deck[1]) > 0 {
            high -= 1;
            if low == high {
                break 'parts;
            }
        }
        deck.swap(low, high);
        low += 1;
        if low == high {
            break;
        }
    }
    deck.swap(1, low - 1);
    let (first, second) = deck.split_at_mut(low);
    let (is_smaller, first) = (low - 1 < second.len(), &mut first[..low - 1]);
    let (one, other) = if is_smaller {
        (first, second)
    } else {
        (second, first)
    };
    php_sort(one, compare);
    php_sort(other, compare);
}

fn php_three(deck: &mut [u32], [one, two, three]: [usize; 3], compare: Compare) {
    if compare(deck[one], deck[two]) <= 0 {
        if compare(deck[two], deck[three]) > 0 {
            deck.swap(two, three);
            order(deck, one, two, compare);
        }
    } else if compare(deck[three], deck[two]) <= 0 {
        deck.swap(one, three);
    } else {
        deck.swap(one, two);
        order(deck, two, three, compare);
    }
}

fn php_insertion(deck: &mut [u32], compare: Compare) {
    match deck.len() {
        0 | 1 => {}
        2 => order(deck, 0, 1, compare),
        cards @ 3..=5 => {
            php_three(deck, [0, 1, 2], compare);
            for last in 3..cards {
                let mut place = last;
                while place > 0 && compare(deck[place - 1], deck[place]) > 0 {
                    deck.swap(place - 1, place);
                    place -= 1;
                }
            }
        }
        cards => {
            for end in 1..cards {
                if compare(deck[end - 1], deck[end]) > 0 {
                    let place = php_place(deck, end, compare);
                    deck[place..=end].rotate_right(1);
                }
            }
        }
    }
}

/// Returns the place for the card at `end`, which is below the card before it.
fn php_place(deck: &[u32], end: usize, compare: Compare) -> usize {
    let (card, mut place) = (deck[end], end - 1);
    if end < 6 {
        while place > 0 && compare(deck[place - 1], card) > 0 {
            place -= 1;
        }
        return place;
    }
    loop {
        place -= 2;
        if compare(deck[place], card) <= 0 {
            return place + 1 + usize::from(compare(deck[place + 1], card) <= 0);
        }
        match place {
            0 => return 0,
            1 => return usize::from(compare(card, deck[0]) > 0),
            _ => {}
        }
    }
}

/// Returns the next state of the generator of glibc's `rand` of type 0, and of ANSI C.
fn congruence(state: u32) -> u32 {
    state.wrapping_mul(1_103_515_245).wrapping_add(12_345) & 0x7fff_ffff
}

/// Returns the state of `congruence` after `steps` steps from 1.
fn congruence_after(mut steps: u64) -> u32 {
    let (mut factor, mut term, mut state) = (1_103_515_245_u32, 12_345_u32, 1_u32);
    while steps > 0 {
        if steps % 2 == 1 {
            state = state.wrapping_mul(factor).wrapping_add(term);
        }
        term = term.wrapping_mul(factor.wrapping_add(1));
        factor = factor.wrapping_mul(factor);
        steps /= 2;
    }
    state & 0x7fff_ffff
}

/// Java's `PriorityQueue`, filled with the cards and emptied.
fn java_heap(deck: &mut [u32], compare: Compare) {
    let mut heap = Vec::new();
    for &card in deck.iter() {
        let mut place = heap.len();
        heap.push(card);
        while place > 0 && compare(card, heap[(place - 1) / 2]) < 0 {
            heap.swap(place, (place - 1) / 2);
            place = (place - 1) / 2;
        }
    }
    for card in deck {
        *card = heap.swap_remove(0);
        let mut place = 0;
        while place < heap.len() / 2 {
            let mut child = 2 * place + 1;
            if child + 1 < heap.len() && compare(heap[child], heap[child + 1]) > 0 {
                child += 1;
            }
            if compare(heap[place], heap[child]) <= 0 {
                break;
            }
            heap.swap(place, child);
            place = child;
        }
    }
}

#[rustfmt::skip]
pub const KEPT_ROWS: &[Row] = &[
    Row("Python: list.sort by random() - 0.5", From::New, |deck, _, generator| {
        tim_sort(deck, PYTHON, &mut |_, _| sign(generator));
    }, SORTS),
    Row("Python: cmp_to_key of choice([-1, 0, 1])", From::New, |deck, _, generator| {
        tim_sort(deck, PYTHON, &mut |_, _| of_three(generator));
    }, SORTS),
    Row("C#: Array.Sort by Next(-1, 2)", From::New, |deck, _, generator| {
        let depth = 2 * (deck.len().ilog2() + 1);
        dotnet_sort(deck, depth, &mut |_, _| of_three(generator));
    }, SORTS),
    Row("PHP: usort by rand(-1, 1)", From::New, |deck, _, generator| php_sort(deck, &mut |one, other| match of_three(generator) {
        // PHP 8 orders cards that are called equal as they were.
        0 if one > other => 1,
        0 => -1,
        answer => answer,
    }), SORTS),
    Row("exchange sort, each pair swapped once in three", From::New, |deck, _, generator| for one in 0..deck.len() {
        for other in one + 1..deck.len() {
            if generator.below(3) == 0 { deck.swap(one, other); }
        }
    }, SORTS),
    Row("C#: Array.Sort by Next(2)", From::New, |deck, _, generator| {
        let depth = 2 * (deck.len().ilog2() + 1);
        dotnet_sort(deck, depth, &mut |_, _| i32::from(coin(generator)));
        // Up to 16 cards only a positive value would move a card, and insertion asks for negative ones.
    }, &[Cause::RandomSort(SortAlgorithm::DotNet), Cause::Unchanged]),
    Row("Java: compare(nextInt(10), nextInt(10))", From::New, |deck, _, generator| {
        tim_sort(deck, JAVA, &mut |_, _| generator.below(10) as i32 - generator.below(10) as i32);
    }, SORTS),
    Row("inside out by byte % (i + 1)", From::New, |deck, _, generator| swaps_up(deck, generator, |place, generator| {
        below(256, generator) % (place + 1)
    }), &[Cause::Modulo]),
    Row("floor(byte / 255 * i)", From::New, |deck, _, generator| swaps(deck, generator, |place, generator| {
        below(256, generator) * place / 255
    }), &[Cause::Sattolo, Cause::FewValues]),
    Row("i + round(random() * (n - 1 - i))", From::New, |deck, _, generator| {
        let cards = deck.len();
        swaps_up(deck, generator, |place, generator| place + (uniform(generator) * (cards - 1 - place) as f64).round() as usize);
    }, &[Cause::Rounded]),
    Row("for i < n / 2, swapped with any", From::New, |deck, _, generator| {
        let cards = deck.len();
        for place in 0..cards / 2 {
            let other = below(cards, generator);
            deck.swap(place, other);
        }
    }, &[Cause::StopsAfter, Cause::MissedPlaces]),
    Row("Fisher-Yates up to i < n / 2", From::New, |deck, _, generator| {
        let cards = deck.len();
        for place in 0..cards / 2 {
            let other = place + below(cards - place, generator);
            deck.swap(place, other);
        }
    }, &[Cause::StopsAfter]),
    Row("shuffle(deck[:-4])", From::New, |deck, _, generator| {
        let end = deck.len() - 4;
        if end > 1 { fair(&mut deck[..end], generator) } else { fair(&mut deck[..2], generator) }
    }, &[Cause::PartShuffled]),
    Row("halves shuffled apart, either on top", From::New, |deck, _, generator| {
        let half = deck.len() / 2;
        fair(&mut deck[..half], generator);
        fair(&mut deck[half..], generator);
        if coin(generator) { deck.rotate_left(half); }
    }, &[Cause::PartsApart]),
    Row("even and odd places apart", From::New, |deck, _, generator| {
        shuffle_every(deck, 0, 2, generator);
        shuffle_every(deck, 1, 2, generator);
    }, &[Cause::PartsApart]),
    Row("chain: a third is dealt, shuffled and put on top", From::Last, |deck, _, generator| {
        let dealt = deck.len().div_ceil(3);
        fair(&mut deck[..dealt], generator);
    }, &[Cause::PartShuffled]),
    Row("append(remove(random)), n times", From::New, |deck, _, generator| for _ in 0..deck.len() {
        let place = below(deck.len(), generator);
        deck[place..].rotate_left(1);
    }, &[Cause::ToOneEnd]),
    Row("a card from anywhere to anywhere, n / 2 times", From::New, |deck, _, generator| for _ in 0..deck.len() / 2 {
        let card = deck.remove(below(deck.len(), generator));
        let place = below(deck.len() + 1, generator);
        deck.insert(place, card);
    }, &[Cause::CardMoves]),
    Row("seeded with the milliseconds of the second", From::New, |deck, _, generator| {
        java_shuffle(deck, below(1000, generator) as u64);
    }, &[Cause::ShortSeed]),
    Row("srand(time(NULL)), a hand in 2 to 5 seconds", From::New, |deck, number, _| {
        gnu_rand(deck, 1_750_000_000 + (number * 7 / 2 + number % 3) as u32);
    }, &[Cause::SuccessiveSeeds, Cause::ShortSeed]),
    Row("one ANSI C rand for all decks, % (i + 1)", From::New, |deck, number, _| {
        let mut state = congruence_after(number * (deck.len() as u64 - 1));
        for place in (1..deck.len()).rev() {
            state = congruence(state);
            deck.swap(place, state as usize % (place + 1));
        }
    }, &[Cause::LowBits, Cause::Period, Cause::ShortSeed]),
    Row("Sattolo of all but the last card", From::New, |deck, _, generator| {
        let last = deck.len() - 1;
        swaps(&mut deck[..last], generator, below);
    }, &[Cause::Sattolo, Cause::LastStays, Cause::PartShuffled]),
    Row("old seeds again after deck 400", From::New, |deck, number, generator| {
        let seed = if number < 400 { number } else { below(400, generator) as u64 };
        fair_of_seed(deck, seed);
    }, &[Cause::ShortSeed, Cause::Changes]),
    Row("a pool of bytes for three quarters of the draws", From::New, |deck, _, generator| {
        let mut pool = 3 * deck.len() / 4;
        for place in (1..deck.len()).rev() {
            let other = if pool > 0 { below(place + 1, generator) } else { 0 };
            pool = pool.saturating_sub(1);
            deck.swap(place, other);
        }
    }, &[]),
    Row("one pass, swapped with the next by a coin", From::New, |deck, _, generator| for place in 1..deck.len() {
        if coin(generator) { deck.swap(place - 1, place); }
    }, &[Cause::NeighbourSwaps]),
    Row("drawn after the swap", From::New, |deck, _, generator| {
        let mut other = 0;
        for place in (1..deck.len()).rev() {
            deck.swap(place, other);
            other = below(place, generator);
        }
        // The first card always ends as the last one; the others are shuffled fairly.
    }, &[Cause::CardReturns]),
    Row("three tries, then 0", From::New, |deck, _, generator| swaps(deck, generator, |place, generator| {
        rejected(place + 1, 3, generator).unwrap_or(0)
    }), &[Cause::CutRejection]),
    Row("sorted by a key from 0 to 99", From::New, |deck, _, generator| sort_by_keys(deck, || generator.below(100)), &[Cause::ShortKeys]),
    Row("a riffle and a cut, three times", From::New, |deck, _, generator| for _ in 0..3 {
        riffle(deck, 1, generator);
        let place = below(deck.len(), generator);
        deck.rotate_left(place);
    }, RIFFLES),
    Row("seven piles, gathered in any order", From::New, |deck, _, generator| {
        let mut piles: Vec<usize> = (0..7).collect();
        for last in (1..7).rev() { piles.swap(last, below(last + 1, generator)); }
        *deck = piles.iter().flat_map(|&pile| deck.iter().skip(pile).step_by(7).rev().copied().collect::<Vec<_>>()).collect();
    }, &[]),
    Row("Java: a PriorityQueue that compares by a coin", From::New, |deck, _, generator| java_heap(deck, &mut |_, _| sign(generator)), SORTS),
];

/// Fair shuffles, which no audit may call unfair more often than its error rate.
#[rustfmt::skip]
pub const KEPT_FAIR: &[Row] = &[
    Row("fair: inside out", From::New, |deck, _, generator| {
        let mut dealt = Vec::new();
        for &card in deck.iter() {
            let place = below(dealt.len() + 1, generator);
            dealt.push(card);
            let last = dealt.len() - 1;
            dealt.swap(place, last);
        }
        *deck = dealt;
    }, &[]),
    Row("fair: a heap of keys of 62 bits", From::New, |deck, _, generator| {
        let heap: std::collections::BinaryHeap<_> =
            deck.iter().map(|&card| ([0; 2].map(|_| generator.below(1 << 31)), card)).collect();
        *deck = heap.into_sorted_vec().into_iter().map(|(_, card)| card).collect();
    }, &[]),
    Row("fair: rejection of bytes", From::New, |deck, _, generator| swaps(deck, generator, |place, generator| loop {
        let (byte, bound) = (below(256, generator), place + 1);
        if byte < 256 - 256 % bound { break byte % bound; }
    }), &[]),
    Row("fair: put in anywhere", From::New, |deck, _, generator| {
        let mut hand = Vec::new();
        for &card in deck.iter() { hand.insert(below(hand.len() + 1, generator), card); }
        *deck = hand;
    }, &[]),
    Row("fair: chain: only reversed and cut besides", From::Last, |deck, _, generator| {
        deck.reverse();
        fair(deck, generator);
        deck.rotate_left(2);
    }, &[]),
    Row("fair: halves apart, then merged by their sizes", From::New, |deck, _, generator| {
        let (mut first, mut second) = (deck[..deck.len() / 2].to_vec(), deck[deck.len() / 2..].to_vec());
        fair(&mut first, generator);
        fair(&mut second, generator);
        for card in deck {
            let is_first = below(first.len() + second.len(), generator) < first.len();
            *card = if is_first { first.pop() } else { second.pop() }.unwrap();
        }
    }, &[]),
];
