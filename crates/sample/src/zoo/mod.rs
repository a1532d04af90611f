//! Random shuffles in common use: correct, flawed, and models of physical shuffles.
//!
//! Each shuffle is written once, against [`Choices`]. [`RandomShuffle`] lists them all. The table of the
//! language (`faro::word::shuffles`) describes the flaw of each flawed shuffle, and how to correct it.
//!
//! # From a text to shuffled decks
//!
//! | stage | type |
//! |---|---|
//! | the text of a shuffle, parsed | `faro::Word` |
//! | one random shuffle with its parameters, as a letter of a word | [`RandomShuffle`] |
//! | a pass of swaps, one of the random shuffles, and its steps | [`Transpositions`], [`WeightedStep`] |
//! | a word prepared for decks of n cards | `faro::word::Routine` |
//! | the trait of all shuffles, which draw from choices | [`Shuffle`] |

mod coin_sort;
mod fisher_yates;
mod random_sort;
mod riffle;
mod scratch;
mod seeded;

use crate::kernel::Step as Kernel;
use crate::shuffle::{Chance, Choices, Shuffle};
use scratch::{with_copy, with_zeros};

pub use coin_sort::CoinSort;
pub use fisher_yates::{Swap, Transpositions, WeightedStep};
pub use random_sort::{RandomSort, SortAlgorithm};
pub use riffle::{Riffle, Shelves, ShortKeys};

/// A random shuffle with its parameters.
///
/// ```
/// # use faro_sample as faro;
/// use faro::shuffle::{Generator, Seed, Shuffle};
/// use faro::zoo::{RandomShuffle, Transpositions};
///
/// let mut deck = [0, 1, 2, 3, 4, 5, 6, 7];
/// let sattolo = RandomShuffle::Transpositions(Transpositions::Sattolo);
/// sattolo.shuffle(&mut deck, &mut Generator::unit(&Seed::from(1), 0));
/// assert!(deck.iter().enumerate().all(|(position, &card)| position as u32 != card)); // no card stays
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RandomShuffle {
    /// A pass of random transpositions, such as Fisher–Yates or Sattolo's algorithm.
    Transpositions(Transpositions),
    /// A riffle: packets that are interleaved.
    Riffle(Riffle),
    /// The shelf machine.
    Shelves(Shelves),
    /// Sorting by random keys of few bits.
    ShortKeys(ShortKeys),
    /// Thorp's shuffle (Thorp 1973).
    ///
    /// The i-th cards of the two halves become a pair, in random order. In an odd deck the last card stays.
    Thorp,
    /// The top card moves to a uniformly random position.
    TopToRandom,
    /// A uniformly random card moves to the top: the inverse of top to random.
    RandomToTop,
    /// The overhand shuffle with the given probability of a cut (Pemantle 1989).
    ///
    /// The deck is cut between any two neighbours with this probability. The packets are put in reverse
    /// order.
    Overhand(Chance),
    /// Sorting by random keys that are all different. Uniform.
    SortKeys,
    /// Each position in turn gets a random card, drawn again until the card is unused. Uniform.
    Rejection,
    /// Each card in turn goes to a random position, drawn again until the position is free. Uniform.
    Insertion,
    /// Sorting with a random comparison.
    CoinSort(CoinSort),
    /// A Fisher–Yates shuffle by a good generator whose seed has only the given number of bits.
    ///
    /// The number of bits is from 1 to 32. All seeds are equally likely.
    State(u32),
    /// A Fisher–Yates shuffle by a good generator that has the same seed for every deck.
    ReusedSeed,
}

impl RandomShuffle {
    /// Returns whether all orders are equally likely, for decks of any size.
    pub fn is_uniform(self) -> bool {
        use Transpositions::{FisherYates, FisherYatesUp, InsideOut};
        matches!(
            self,
            RandomShuffle::Transpositions(FisherYates | FisherYatesUp | InsideOut)
                | RandomShuffle::SortKeys
                | RandomShuffle::Rejection
                | RandomShuffle::Insertion
        )
    }
}

impl Shuffle for RandomShuffle {
    fn shuffle<C: Choices + ?Sized>(&self, deck: &mut [u32], choices: &mut C) {
        match *self {
            RandomShuffle::Transpositions(plan) => plan.shuffle(deck, choices),
            RandomShuffle::Riffle(riffle) => riffle.shuffle(deck, choices),
            RandomShuffle::Shelves(shelves) => shelves.shuffle(deck, choices),
            RandomShuffle::ShortKeys(keys) => keys.shuffle(deck, choices),
            RandomShuffle::Thorp => thorp(deck, choices),
            RandomShuffle::TopToRandom => top_to_random(deck, choices),
            RandomShuffle::RandomToTop => random_to_top(deck, choices),
            RandomShuffle::Overhand(cut) => overhand(cut, deck, choices),
            RandomShuffle::SortKeys => fisher_yates::sort_keys(deck, choices),
            RandomShuffle::Rejection => fisher_yates::rejection(deck, choices),
            RandomShuffle::Insertion => fisher_yates::insertion(deck, choices),
            RandomShuffle::CoinSort(sort) => sort.shuffle(deck, choices),
            RandomShuffle::State(bits) => seeded::state(bits, deck, choices),
            RandomShuffle::ReusedSeed => seeded::reused(deck),
        }
    }

    fn repeat<C: Choices + ?Sized>(&self, times: u32, deck: &mut [u32], choices: &mut C) {
        match self {
            RandomShuffle::Riffle(riffle) => riffle.repeat(times, deck, choices),
            _ => (0..times).for_each(|_| self.shuffle(deck, choices)),
        }
    }

    fn kernel(&self, cards: usize) -> Option<Vec<Kernel>> {
        match self {
            RandomShuffle::Riffle(riffle) => riffle.kernel(cards),
            shuffle => shuffle.is_uniform().then(|| vec![Kernel::Uniform]),
        }
    }
}

// Physical shuffles other than riffles: Thorp's shuffle, top to random, random to top, overhand.

/// Shuffles by Thorp's shuffle (Thorp 1973).
///
/// The i-th cards of the two halves become a pair, in random order. In an odd deck the last card stays.
fn thorp<C: Choices + ?Sized>(deck: &mut [u32], choices: &mut C) {
    let half = deck.len() / 2;
    with_zeros(half, |swapped| {
        choices.below_each(2, 0, swapped);
        with_copy(deck, |deck, cards| {
            for (card, pair) in deck.as_chunks_mut::<2>().0.iter_mut().enumerate() {
                let halves = [cards[card], cards[half + card]];
                let first = (swapped[card] % 2) as usize;
                *pair = [halves[first], halves[1 - first]];
            }
        });
    });
}

/// Moves the top card to a uniformly random position.
fn top_to_random<C: Choices + ?Sized>(deck: &mut [u32], choices: &mut C) {
    if deck.len() > 1 {
        let place = choices.below(deck.len() as u32) as usize;
        deck[..=place].rotate_left(1);
    }
}

/// Moves a uniformly random card to the top.
fn random_to_top<C: Choices + ?Sized>(deck: &mut [u32], choices: &mut C) {
    if deck.len() > 1 {
        let place = choices.below(deck.len() as u32) as usize;
        deck[..=place].rotate_right(1);
    }
}

/// Shuffles by the overhand shuffle (Pemantle 1989).
///
/// Each gap between two cards ends a packet with probability `cut`. Each packet is put on top of the packet
/// before.
fn overhand<C: Choices + ?Sized>(cut: Chance, deck: &mut [u32], choices: &mut C) {
    with_zeros(deck.len(), |starts| {
        choices.weighted_each(cut.odds(), starts.get_mut(1..).unwrap_or_default());
        let mut start = 0;
        for (position, entry) in (0..).zip(&mut *starts) {
            start = if *entry == 0 { position } else { start };
            *entry = start;
        }
        with_copy(deck, |deck, cards| {
            let mut end = cards.len();
            for (position, &start) in starts.iter().enumerate().rev() {
                let start = start as usize;
                deck[cards.len() - end + position - start] = cards[position];
                end = if start == position { start } else { end };
            }
        });
    });
}
