//! The shuffles that people and programs make: right, wrong, and physical.
//!
//! Each is written once against [`Choices`]; [`Scheme`] names them all. The words of the language
//! ([`word`](crate::word)) say what is wrong with the wrong ones, and the cure.

// | file | idea |
// |---|---|
// | `transpositions` | one pass of random transpositions, told as a plan |
// | `riffle` | labels: riffles, the shelf machine, short keys |
// | `hands` | what hands do in one piece |
// | `uniform` | uniform shuffles that are no pass of transpositions |
// | `coin_sort` | sorting with a coin |
// | `seeded` | generators with too little state |

mod coin_sort;
mod hands;
mod riffle;
mod seeded;
mod transpositions;
mod uniform;

pub use coin_sort::CoinSort;
pub use riffle::{Riffle, Shelves, ShortKeys, packets_by_primes};
pub use seeded::{SeededDraws, seeded};
pub use transpositions::{Mixture, Step, Transpositions};

use crate::kernel::Step as Kernel;
use crate::shuffle::{Chance, Choices, Shuffle};

/// A random shuffle that has a name.
///
/// ```
/// use faro::shuffle::{Generator, Seed, Shuffle};
/// use faro::zoo::{Scheme, Transpositions};
///
/// let mut deck = [0, 1, 2, 3, 4, 5, 6, 7];
/// let sattolo = Scheme::Transpositions(Transpositions::Sattolo);
/// sattolo.shuffle(&mut deck, &mut Generator::unit(&Seed::from(1), 0));
/// assert!(deck.iter().enumerate().all(|(place, &card)| place as u32 != card)); // no card stays
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scheme {
    /// A pass of random transpositions.
    Transpositions(Transpositions),
    /// Packets that fall into one another.
    Riffle(Riffle),
    /// The shelf machine.
    Shelves(Shelves),
    /// Sorted by short random keys.
    ShortKeys(ShortKeys),
    /// Halves side by side, pairs in either order (Thorp 1973); of an odd deck the last card stays.
    Thorp,
    /// The top card to any place.
    TopToRandom,
    /// Packets laid one on another, each gap a cut with this chance (Pemantle 1989).
    Overhand(Chance),
    /// Sorted by random keys, all different. Uniform.
    SortKeys,
    /// Place after place any unused card, by drawing until it is unused. Uniform.
    Rejection,
    /// Card after card to any free place, by drawing until it is free. Uniform.
    Insertion,
    /// Sorted with a coin for a comparison.
    CoinSort(CoinSort),
    /// `Transpositions::Down` by a good generator that was seeded with so many bits: from 1 to 31. The
    /// chance is that of the seed, each as likely.
    State(u32),
    /// `Transpositions::Down` by a good generator that is seeded with the same number every time.
    ReusedSeed,
}

impl Scheme {
    /// Whether all orders are as likely, for decks of any size.
    pub fn is_uniform(self) -> bool {
        use Transpositions::{Down, InsideOut, Up};
        matches!(
            self,
            Scheme::Transpositions(Down | Up | InsideOut)
                | Scheme::SortKeys
                | Scheme::Rejection
                | Scheme::Insertion
        )
    }
}

impl Shuffle for Scheme {
    fn shuffle<C: Choices + ?Sized>(&self, deck: &mut [u32], choices: &mut C) {
        match *self {
            Scheme::Transpositions(plan) => plan.shuffle(deck, choices),
            Scheme::Riffle(riffle) => riffle.shuffle(deck, choices),
            Scheme::Shelves(shelves) => shelves.shuffle(deck, choices),
            Scheme::ShortKeys(keys) => keys.shuffle(deck, choices),
            Scheme::Thorp => hands::thorp(deck, choices),
            Scheme::TopToRandom => hands::top_to_random(deck, choices),
            Scheme::Overhand(cut) => hands::overhand(cut, deck, choices),
            Scheme::SortKeys => uniform::sort_keys(deck, choices),
            Scheme::Rejection => uniform::rejection(deck, choices),
            Scheme::Insertion => uniform::insertion(deck, choices),
            Scheme::CoinSort(sort) => sort.shuffle(deck, choices),
            Scheme::State(bits) => seeded::state(bits, deck, choices),
            Scheme::ReusedSeed => seeded::reused(deck),
        }
    }

    fn kernel(&self, cards: usize) -> Option<Vec<Kernel>> {
        match self {
            Scheme::Riffle(riffle) => riffle.kernel(cards),
            scheme => scheme.is_uniform().then(|| vec![Kernel::Uniform]),
        }
    }
}
