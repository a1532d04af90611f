//! Pairs of shufflers with faults of a kind, with their right causes. The first of each pair was looked at when the causes
//! were written, the second was kept back.

use faro::shuffle::{Choices, Generator};
use faro_audit::Cause;

use super::programs::{
    From, NAIVE, RIFFLES, Row, SORTS, below, fair, fair_of_seed, swaps, uniform,
};
use super::workshop::{JAVA, PYTHON, coin, java_shuffle, of_three, swaps_up, tim_sort};

const PART: &[Cause] = &[Cause::DrawnInPart, Cause::StopsAfter];
const SHARED: &[Cause] = &[Cause::OneDrawTwice, Cause::FewDecks, Cause::UnevenDecks];
const INDEX: &[Cause] = &[Cause::UnevenIndex];
const CAPPED: &[Cause] = &[Cause::UnevenIndex, Cause::WrongRange, Cause::Clamped];
const NOISE: &[Cause] = &[Cause::NoisyPlaces];
const FEW: &[Cause] = &[Cause::FewDecks, Cause::UnevenDecks, Cause::ShortSeed];

/// Returns the order in which draws of one loop put the cards, twice.
fn squared(deck: &mut [u32]) {
    let once = deck.to_vec();
    for card in deck {
        *card = once[*card as usize];
    }
}

/// Merges the halves of the deck; `takes_left` gets the numbers of cards that are left in both.
fn merge_halves(deck: &mut [u32], mut takes_left: impl FnMut(usize, usize) -> bool) {
    let (cards, half) = (deck.to_vec(), deck.len() / 2);
    let (mut left, mut right) = (0, half);
    for card in deck {
        let is_left =
            right == cards.len() || left < half && takes_left(half - left, cards.len() - right);
        let from = if is_left { &mut left } else { &mut right };
        *card = cards[*from];
        *from += 1;
    }
}

fn sort_by<K: PartialOrd>(deck: &mut [u32], mut key: impl FnMut(u32) -> K) {
    let keys: Vec<K> = (0..deck.len() as u32).map(&mut key).collect();
    deck.sort_by(|&one, &other| {
        keys[one as usize]
            .partial_cmp(&keys[other as usize])
            .unwrap()
    });
}

fn naive(deck: &mut [u32], generator: &mut Generator) {
    for place in 0..deck.len() {
        deck.swap(place, below(deck.len(), generator));
    }
}

#[rustfmt::skip]
pub const PAIR_ROWS: &[Row] = &[
    Row("taken out by a loop that ends half way", From::New, |deck, _, generator| {
        let (mut drawn, mut i) = (Vec::new(), 0);
        while i < deck.len() { drawn.push(deck.remove(below(deck.len(), generator))); i += 1; }
        drawn.append(deck);
        *deck = drawn;
    }, PART),
    Row("a hand of 13 taken out and put under", From::New, |deck, _, generator| for left in (deck.len() - 13..deck.len()).rev() {
        let card = deck.remove(below(left + 1, generator));
        deck.push(card);
    }, PART),
    Row("the same numbers for two passes", From::New, |deck, _, generator| { fair(deck, generator); squared(deck); }, &[Cause::Squares]),
    Row("the same numbers for two naive passes", From::New, |deck, _, generator| { naive(deck, generator); squared(deck); }, &[Cause::Squares]),
    Row("one fraction for all draws", From::New, |deck, _, generator| {
        let fraction = uniform(generator);
        swaps(deck, generator, |place, _| (fraction * (place + 1) as f64) as usize);
    }, SHARED),
    Row("one number for all draws, modulo", From::New, |deck, _, generator| {
        let number = below(1 << 15, generator);
        swaps_up(deck, generator, |place, _| place + number % (52 - place));
    }, SHARED),
    Row("swapped with min(i + any, last)", From::New, |deck, _, generator| {
        let n = deck.len();
        swaps_up(deck, generator, |place, generator| (place + below(n, generator)).min(n - 1));
    }, CAPPED),
    Row("swapped with max(0, i - any of half)", From::New, |deck, _, generator| {
        let n = deck.len();
        swaps(deck, generator, |place, generator| place.saturating_sub(below(n / 2, generator)));
    }, CAPPED),
    Row("seven riffles of equal halves by coins", From::New, |deck, _, generator| for _ in 0..7 {
        merge_halves(deck, |_, _| coin(generator));
    }, &[Cause::EqualRiffles]),
    Row("five riffles of equal halves, cards falling by weight", From::New, |deck, _, generator| for _ in 0..5 {
        merge_halves(deck, |left, right| below(left + right, generator) < left);
    }, &[Cause::EqualRiffles, RIFFLES[3]]),
    Row("sorted by place and up to 20", From::New, |deck, _, generator| sort_by(deck, |card| f64::from(card) + 20.0 * uniform(generator)), NOISE),
    Row("sorted by place and a bell of 30", From::New, |deck, _, generator| sort_by(deck, |card| {
        f64::from(card) + 10.0 * (0..12).map(|_| uniform(generator)).sum::<f64>()
    }), NOISE),
    Row("sorted by card times seed modulo 53", From::New, |deck, _, generator| {
        let seed = 1 + generator.below(52);
        sort_by(deck, |card| (card + 1) * seed % 53);
    }, FEW),
    Row("sorted by card xor a seed of ten bits, times a number", From::New, |deck, _, generator| {
        let seed = generator.below(1024);
        sort_by(deck, |card| (card ^ seed).wrapping_mul(2_654_435_761) >> 7);
    }, FEW),
    Row("three decks of ten by Sattolo", From::New, |deck, _, generator| {
        let fault = usize::from(generator.below(10) < 3);
        swaps(deck, generator, |place, generator| below(place + 1 - fault, generator));
    }, &[Cause::Sattolo]),
    Row("every other deck naive", From::New, |deck, _, generator| if coin(generator) { naive(deck, generator) } else { fair(deck, generator) }, NAIVE),
    Row("again until no card is in its place", From::New, |deck, _, generator| loop {
        fair(deck, generator);
        if (0..).zip(deck.iter()).all(|(place, &card)| card != place) { break; }
    }, &[Cause::NoneStays]),
    Row("again until it is one ring", From::New, |deck, _, generator| loop {
        fair(deck, generator);
        let (mut steps, mut at) = (1, deck[0]);
        while at != 0 { (steps, at) = (steps + 1, deck[at as usize]); }
        if steps == deck.len() { break; }
    }, &[Cause::Sattolo]),
    Row("each place in turn emptied, its card put anywhere", From::New, |deck, _, generator| for place in 0..deck.len() {
        let card = deck.remove(place);
        deck.insert(below(deck.len() + 1, generator), card);
    }, &[Cause::MovesInTurn]),
    Row("from the last: each place filled from anywhere", From::New, |deck, _, generator| for place in (0..deck.len()).rev() {
        let card = deck.remove(below(deck.len(), generator));
        deck.insert(place, card);
    }, &[Cause::TakesInTurn]),
    Row("Sattolo by a congruence of seeds 1, 2, 3", From::New, |deck, number, _| {
        let mut state = number as u32;
        for place in (1..deck.len()).rev() {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            deck.swap(place, ((u64::from(state) * place as u64) >> 32) as usize);
        }
    }, &[Cause::SuccessiveSeeds]),
    Row("naive by 500 seeds", From::New, |deck, _, generator| {
        let seed = u64::from(generator.below(500));
        naive(deck, &mut Generator::unit(&faro::shuffle::Seed::from(seed), 3));
    }, &[Cause::ShortSeed]),
    Row("floor(r * r * (i + 1))", From::New, |deck, _, generator| swaps(deck, generator, |place, generator| {
        (uniform(generator).powi(2) * (place + 1) as f64) as usize
    }), INDEX),
    Row("i + floor(sqrt(r) * (n - i))", From::New, |deck, _, generator| {
        let n = deck.len();
        swaps_up(deck, generator, |place, generator| place + (uniform(generator).sqrt() * (n - place) as f64) as usize);
    }, INDEX),
    Row("a cut, then the upper half shuffled", From::New, |deck, _, generator| {
        let (place, half) = (below(deck.len(), generator), deck.len() / 2);
        deck.rotate_left(place);
        fair(&mut deck[..half], generator);
    }, &[Cause::PartShuffled]),
    Row("a cut, then two thirds shuffled", From::New, |deck, _, generator| {
        let (place, third) = (below(deck.len(), generator), deck.len() / 3);
        deck.rotate_left(place);
        fair(&mut deck[third..], generator);
    }, &[Cause::PartShuffled]),
    Row("the mean of two indices", From::New, |deck, _, generator| swaps(deck, generator, |place, generator| {
        (below(place + 1, generator) + below(place + 1, generator)) / 2
    }), INDEX),
    Row("i + the less of two indices", From::New, |deck, _, generator| {
        let n = deck.len();
        swaps_up(deck, generator, |place, generator| place + below(n - place, generator).min(below(n - place, generator)));
    }, INDEX),
    Row("swapped with any below n - 1", From::New, |deck, _, generator| swaps(deck, generator, |_, generator| below(51, generator)), NAIVE),
    Row("104 swaps of any two", From::New, |deck, _, generator| for _ in 0..2 * deck.len() {
        let [one, other] = [0; 2].map(|_| below(deck.len(), generator));
        deck.swap(one, other);
    }, &[Cause::Swaps]),
    Row("Python: sorted by -1, 0, 1", From::New, |deck, _, generator| tim_sort(deck, PYTHON, &mut |_, _| of_three(generator)), SORTS),
    Row("Java: sorted by -1, 1", From::New, |deck, _, generator| tim_sort(deck, JAVA, &mut |_, _| if coin(generator) { -1 } else { 1 }), SORTS),
    Row("four hands, each sorted", From::New, |deck, _, generator| {
        fair(deck, generator);
        deck.chunks_mut(13).for_each(<[u32]>::sort_unstable);
    }, &[]),
    Row("two cards glued", From::New, |deck, _, generator| {
        deck.retain(|&card| card != 8);
        fair(deck, generator);
        let place = deck.iter().position(|&card| card == 3).unwrap();
        deck.insert(place + 1, 8);
    }, &[]),
    Row("the top card put anywhere, n / 2 times", From::New, |deck, _, generator| for _ in 0..deck.len() / 2 {
        let card = deck.remove(0);
        deck.insert(below(deck.len() + 1, generator), card);
    }, &[Cause::TopToRandom]),
    Row("the last card put anywhere, 2 n times", From::New, |deck, _, generator| for _ in 0..2 * deck.len() {
        let card = deck.pop().unwrap();
        deck.insert(below(deck.len() + 1, generator), card);
    }, &[Cause::BottomToRandom]),
    Row("the second of the minute for a seed", From::New, |deck, _, generator| fair_of_seed(deck, u64::from(generator.below(60))), FEW),
    Row("the second of the day for a seed of Java", From::New, |deck, _, generator| java_shuffle(deck, u64::from(generator.below(86_400))), FEW),
    Row("a byte modulo i + 1", From::New, |deck, _, generator| swaps(deck, generator, |place, generator| below(256, generator) % (place + 1)), &[Cause::Modulo]),
    Row("a byte scaled to i + 1", From::New, |deck, _, generator| swaps(deck, generator, |place, generator| below(256, generator) * (place + 1) / 256), &[Cause::FewValues]),
];
