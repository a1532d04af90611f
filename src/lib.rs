//! Card shuffles, exact, simulated and audited.
//!
//! The library answers three kinds of questions: what a shuffle does, how random it is, and whether a program's
//! shuffle is fair. Decks may have 52 cards or, where a formula is known, 10^18.
//!
//! ```
//! use faro::{Kind, Weave};
//!
//! // Eight perfect out-shuffles bring 52 cards back, since 2^8 = 256 = 5·51 + 1.
//! let out = Weave::new(Kind::Out, 52u32);
//! assert_eq!(out.order()?, 8u32.into());
//! # Ok::<(), faro::number::OrderError>(())
//! ```
//!
//! # Which part to use
//!
//! | to | use |
//! |---|---|
//! | ask after how many perfect shuffles a deck returns, or where a card is, for any deck size | [`Weave`] |
//! | compute with permutations: products, powers, cycles, rank, statistics | [`Permutation`] |
//! | parse a shuffle that a user types, such as `(in out^2)^5 cut:26` | [`Word`] |
//! | move a card to a position by perfect shuffles | [`Route`]; by other moves, or several cards: [`cayley`] |
//! | find what some shuffles can reach together | [`Group`] |
//! | find the orders of millions of deck sizes | [`number::OrderSweep`] |
//! | know how far k riffles are from random | [`riffle::Mixing`]; other shuffles: [`mixing`] |
//! | compute the exact law of a small random shuffle | [`distribution::Law`]; each card at each position: [`distribution::Matrix`] |
//! | shuffle many decks and count statistics, reproducibly on many threads | [`simulate`] |
//! | deal single fair decks from a cipher | [`zoo::Transpositions::FisherYates`] with a [`shuffle::Generator`] |
//! | write a random shuffle of your own | the trait [`shuffle::Shuffle`] |
//! | test whether a shuffler is fair, and find the flaw | the crate `faro-audit` |
//! | prove what a program's shuffle does | the crate `faro-prove` |
//! | look up a deck order that has a name, such as Si Stebbins | [`stacks`] |
//! | compare a generator's state with the number of orders | [`seed::Coverage`] |
//! | inspect one order: its statistics beside all orders | [`inspection`]; the nearest stack: [`stacks::Stack::nearest`] |
//! | measure how a person riffles | [`hands::Habits`] |
//! | interleave a slice in place, such as audio channels | [`perfect::weave`] |
//!
//! Inputs with too many cards, and computations that would take too long, return an [`Error`] that states the
//! limit.
//!
//! # Conventions
//!
//! - **Positions and cards are counted from 0, top card first.** (The program `faro` counts from 1.)
//! - **A [`Permutation`] says where cards go**: the card at position `i` moves to
//!   `image(i)`. **A deck says what lies at each position.** They are inverses of each other, and
//!   confusing them is the usual bug of this field. Use `from_images` and `images` for *goes*, and
//!   `from_deck` and `to_deck` for *lies*.
//! - **`p.then(&q)` is first `p`, then `q`.** There is no `*`: its order is ambiguous.
//! - **Out** keeps the top card on top, **in** puts it second. Of an odd deck, the larger packet
//!   is the one whose card falls first: the top packet for out, the bottom packet for in.
//!
//! All of these conventions in one example, the out-shuffle of 8 cards:
//!
//! ```
//! use faro::{Kind, Permutation, Weave};
//!
//! let out = Weave::new(Kind::Out, 8u32).to_permutation()?;
//! assert_eq!(out.to_deck(), [0, 4, 1, 5, 2, 6, 3, 7]); // at position 1 lies card 4 …
//! assert_eq!(out.images(), [0, 2, 4, 6, 1, 3, 5, 7]); // … and card 4 went to position 1
//! assert_eq!(out.to_string(), "(1 2 4)(3 6 5)"); // 1 goes to 2, 2 to 4, 4 to 1
//!
//! let inn = Weave::new(Kind::In, 8u32).to_permutation()?;
//! assert_eq!(out.then(&inn).to_deck(), [2, 0, 6, 4, 3, 1, 7, 5]); // first out, then in
//! # Ok::<(), faro::permutation::PermutationError>(())
//! ```
//!
//! # The modules
//!
//! | module | contents |
//! |---|---|
//! | [`perfect`] | [`Weave`]: every perfect shuffle as one affine map; [`Route`]; slices, woven in place |
//! | [`word`] | [`Word`]: the language of shuffles |
//! | [`stacks`] | decks in an order that has a name, such as Si Stebbins |
//! | [`riffle`] | riffles of the Gilbert–Shannon–Reeds model: exact distances from a random deck |
//! | [`mixing`] | shelf machines and other shuffles that are not riffles: distances from a random deck |
//! | [`distribution`] | the exact law of a shuffle: every order, every card at every position |
//! | [`seed`] | a generator's state compared with n! |
//! | [`hands`] | recorded riffles in, a person's habits out |
//! | [`inspection`] | one order beside the laws of all orders |
//! | [`permutation`], [`group`], [`cayley`] | permutations, the groups that they generate, shortest words |
//! | [`shuffle`], [`zoo`], [`simulate`] | random shuffles, and counts of many shuffled decks |
//! | [`number`], [`statistics`] | factors and multiplicative orders of integers; exact laws, the chi-square test |
//!
//! Integers of any size are types of the crate num-bigint, re-exported as [`num_bigint`]. The feature `serde`
//! implements `Serialize` for results. The program `faro` is the crate `faro-cli`.

#![deny(missing_debug_implementations, missing_docs, unnameable_types)]

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(doctest)]
#[doc = include_str!("../docs/guide/library.md")]
struct LibraryGuide;

mod conversions;
mod error;

pub mod distribution;
pub mod hands;
pub mod inspection;
pub mod mixing;
pub mod perfect;
pub mod riffle;
pub mod seed;
pub mod stacks;
pub mod word;

/// Integers: factors, multiplicative orders, exact fractions.
pub mod number {
    pub use faro_math::number::{
        Budget, CertifiedOrder, Factorization, Fraction, Moduli, ModuliError, Natural, OrderError,
        OrderSummary, OrderSweep, PrimePower, PrimePowerOrders, RangeTooLongError, Segment,
        UnfactoredError, certified_order_within, multiplicative_order, multiplicative_order_within,
    };
}

/// Statistics: exact laws of integers, moments, the chi-square test.
pub mod statistics {
    pub use faro_math::statistics::{ChiSquare, Law, LawError, MAX_INCREASING, Moments};
}

/// Permutations: algebra, cycles, rank, notation, statistics.
pub mod permutation {
    pub use faro_permutation::{
        CycleType, Cycles, MAX_DEGREE, ParseError, ParseErrorKind, Permutation, PermutationError,
        Statistic,
    };
}

/// Groups generated by permutations, with proved orders.
pub mod group {
    pub use faro_permutation::group::{Blocks, Group, GroupError, Letter, Order, Proof};
}

/// Shortest sequences of given moves that bring some cards, or all, to given positions.
pub mod cayley {
    pub use faro_permutation::cayley::{
        Bounds, Limit, Obstacle, Outcome, Paths, Words, growth_from, route,
    };
}

/// The traits of shuffles and of the random choices that they make.
pub mod shuffle {
    pub use faro_sample::SampleError;
    #[doc(hidden)]
    pub use faro_sample::kernel::Step;
    pub use faro_sample::shuffle::{Chance, Choices, Generator, Seed, Shuffle};
}

/// The random shuffles that people and programs use, correct and flawed.
pub mod zoo {
    pub use faro_sample::zoo::{
        CoinSort, RandomShuffle, RandomSort, Riffle, Shelves, ShortKeys, SortAlgorithm, Swap,
        Transpositions, WeightedStep,
    };
}

/// Counts of many shuffled decks, on any number of threads.
///
/// ```
/// use faro::permutation::Statistic;
/// use faro::shuffle::{Choices, Seed, Shuffle};
/// use faro::simulate::{Comparison, Problem, Statistics};
///
/// /// Moves the top card to a random position, 100 times.
/// struct TopToRandom;
///
/// impl Shuffle for TopToRandom {
///     fn shuffle<C: Choices + ?Sized>(&self, deck: &mut [u32], choices: &mut C) {
///         for _ in 0..100 {
///             let position = choices.below(deck.len() as u32) as usize;
///             deck[..=position].rotate_left(1);
///         }
///     }
/// }
///
/// let (problem, seed) = (Problem::new(52, 10_000), Seed::from(7));
/// let sampler = problem.sampler(&TopToRandom, &seed);
/// let mut statistics = Statistics::new(52, None);
/// (0..problem.units()).for_each(|unit| sampler.count(unit, &mut statistics));
/// let inversions = statistics.histogram(Statistic::Inversions).expect("it is always counted");
/// let comparison = Comparison::new(Statistic::Inversions, 52, inversions);
/// assert_eq!(comparison.uniform_mean(), Some(663.0)); // 52·51/4
/// assert!(comparison.mean().mean.is_some_and(|mean| (550.0..650.0).contains(&mean)));
/// ```
///
/// [`over_units`](simulate::over_units) does the same on several threads.
pub mod simulate {
    pub use faro_sample::simulate::{
        Comparison, Histogram, MAX_CARDS, MAX_ORDERED, MAX_SAMPLES, Merge, Orders, PositionTable,
        Problem, SampleMean, Sampler, Statistics, Tally, over_units,
    };
}

pub use error::Error;
#[doc(no_inline)]
pub use group::Group;
/// The crate `num_bigint`, re-exported so that callers use the version in this API.
pub use num_bigint;
pub use perfect::{Kind, Route, Weave};
#[doc(no_inline)]
pub use permutation::Permutation;
pub use word::Word;
