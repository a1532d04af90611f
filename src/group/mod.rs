//! Groups of permutations: what some shuffles, done again and again in any order, can reach.
//!
//! A [`Group`] is made from its generators, and what it says of itself is proved: its order,
//! what it contains, its orbits and blocks.

// | file | idea |
// |---|---|
// | `frame` | elements as rows of numbers: of positions, or of mirror pairs |
// | `draw` | nearly random elements |
// | `giant` | a proof in O(n) that a group holds nearly all that its blocks allow |
// | `affine` | a proof in O(n) for decks of 2^k cards |
// | `chain` | the chain of stabilisers: Schreier–Sims, with its proof |
// | `turns` | what turns mirror pairs over in their places |
// | `order` | numbers of elements, as formulas where they are huge |
// | `spelling` | words for elements |
// | `blocks` | orbits, and blocks of imprimitivity |

mod affine;
mod blocks;
mod chain;
mod draw;
mod frame;
mod giant;
mod order;
mod spelling;
mod turns;

pub use order::Order;
pub use spelling::{MAX_SPELLED, MAX_SPELLED_DEGREE, SpellingError};

use thiserror::Error;

use crate::Permutation;
use crate::number::Budget;
use affine::Affine;
use chain::{Chain, Stop};
use frame::Frame;
use giant::Giant;

/// The largest degree of a group: beyond, not even the quick certificate is looked for.
pub const MAX_DEGREE: usize = 2_000_000;

/// The largest degree whose minimal blocks are looked for: it takes a pass for each position.
pub const MAX_DEGREE_OF_BLOCKS: usize = 5_000;

/// A group of permutations, given by generators, its order proved.
///
/// Three proofs are tried. Two take O(n). [`Proof::Giant`] speaks of groups that hold all even
/// permutations of the positions that they move, or of their mirror pairs (position i and the
/// i-th from the other end): nearly all groups of perfect shuffles. [`Proof::Affine`] speaks of
/// 2^k positions whose binary digits are rotated and turned over. For the others a chain of stabilisers is built by random Schreier–Sims and then verified through
/// every generator of Schreier's lemma ([`Proof::Chain`]). An order that is not proved is never
/// told.
///
/// ```
/// use faro::{Group, Kind, Weave};
///
/// let shuffles = [Kind::Out, Kind::In].map(|kind| Weave::new(kind, 24u32).to_permutation().unwrap());
/// let group = Group::generated_by(&shuffles)?;
/// assert_eq!(group.order().value().unwrap(), 194_641_920u32.into()); // 2^11 · |M12|
/// assert!(group.is_transitive() && !group.is_primitive().unwrap());
/// assert!(group.contains(&shuffles[0].pow(3).then(&shuffles[1])));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Group {
    degree: usize,
    generators: Vec<Permutation>,
    structure: Structure,
}

enum Structure {
    Affine(Affine),
    Giant(Frame, Giant),
    Chain(Frame, Chain),
}

/// A generator or its inverse, as a letter of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Letter {
    /// The generator's place in the list.
    pub generator: usize,
    /// Whether it is undone.
    pub inverse: bool,
}

impl Letter {
    fn undoes(self, other: Letter) -> bool {
        self.generator == other.generator && self.inverse != other.inverse
    }
}

/// A budget was spent.
struct OutOfTime;

/// The clock is looked at once in this number of steps, each a number computed: about a millisecond.
const UNWATCHED: u64 = 1 << 20;

/// How the order of a group is proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// By Jordan's theorem, from an element with a long prime cycle; within mirror pairs, from
    /// an element that turns over some of them.
    Giant,
    /// From the binary digits of the positions, which the generators map linearly: all by powers
    /// of one matrix, but for translations.
    Affine,
    /// By a chain of stabilisers, all of whose Schreier generators were seen to lie in it.
    Chain,
}

/// A group whose order could not be proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GroupError {
    /// More positions than [`MAX_DEGREE`].
    #[error("{degree} positions are more than the {MAX_DEGREE} of the largest group")]
    TooLong {
        /// The number of positions.
        degree: usize,
    },
    /// No certificate was found, and a chain would pass half a gigabyte or some ten seconds.
    #[error(
        "the group of {degree} positions has no quick certificate, and its chain of stabilisers is too large"
    )]
    Unproved {
        /// The number of positions.
        degree: usize,
    },
    /// The budget was spent before a proof was found.
    #[error("the order of the group of {degree} positions was not proved in time")]
    OutOfTime {
        /// The number of positions.
        degree: usize,
    },
}

/// A block system: a partition of the positions that every element of the group keeps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blocks {
    /// For each position the first position of its block.
    first: Vec<u32>,
    size: usize,
}

impl Group {
    /// The group that the permutations generate, the trivial one of degree 0 if there are none.
    ///
    /// # Errors
    ///
    /// [`GroupError`] beyond the bounds.
    ///
    /// # Panics
    ///
    /// If the degrees differ.
    pub fn generated_by(generators: &[Permutation]) -> Result<Group, GroupError> {
        Group::generated_within(generators, &Budget::unlimited())
    }

    /// As [`generated_by`](Self::generated_by), within a budget. Small groups are proved whatever
    /// the budget.
    ///
    /// # Errors
    ///
    /// [`GroupError`] beyond the bounds, and when the budget is spent.
    ///
    /// # Panics
    ///
    /// If the degrees differ.
    pub fn generated_within(generators: &[Permutation], budget: &Budget) -> Result<Group, GroupError> {
        let degree = common_degree(generators)?;
        if let Some(affine) = Affine::of(generators, degree) {
            return Ok(Group { degree, generators: generators.into(), structure: Structure::Affine(affine) });
        }
        let frame = Frame::of(generators, degree);
        let giant = Giant::of(&frame, &rows(&frame, generators), budget);
        if let Some(giant) = giant.map_err(|OutOfTime| GroupError::OutOfTime { degree })? {
            return Ok(Group {
                degree,
                generators: generators.into(),
                structure: Structure::Giant(frame, giant),
            });
        }
        Group::chained(frame, degree, generators, budget)
    }

    /// As [`generated_by`](Self::generated_by), but always by the chain of stabilisers: for who
    /// wants a second proof, at the price of up to n^5 steps.
    ///
    /// # Errors
    ///
    /// [`GroupError`] beyond the bounds.
    ///
    /// # Panics
    ///
    /// If the degrees differ.
    pub fn by_chain(generators: &[Permutation]) -> Result<Group, GroupError> {
        let degree = common_degree(generators)?;
        Group::chained(Frame::of(generators, degree), degree, generators, &Budget::unlimited())
    }

    fn chained(
        frame: Frame,
        degree: usize,
        generators: &[Permutation],
        budget: &Budget,
    ) -> Result<Group, GroupError> {
        if frame.points() > chain::MAX_POINTS {
            return Err(GroupError::Unproved { degree });
        }
        let chain = Chain::of(&frame, &rows(&frame, generators), budget).map_err(|stop| match stop {
            Stop::OutOfBounds => GroupError::Unproved { degree },
            Stop::OutOfTime => GroupError::OutOfTime { degree },
        })?;
        Ok(Group { degree, generators: generators.into(), structure: Structure::Chain(frame, chain) })
    }

    /// The number of positions.
    pub fn degree(&self) -> usize {
        self.degree
    }

    /// What it was made from.
    pub fn generators(&self) -> &[Permutation] {
        &self.generators
    }

    /// How its order is proved.
    pub fn proof(&self) -> Proof {
        match self.structure {
            Structure::Affine(_) => Proof::Affine,
            Structure::Giant(..) => Proof::Giant,
            Structure::Chain(..) => Proof::Chain,
        }
    }

    /// How many elements it has.
    pub fn order(&self) -> Order {
        match &self.structure {
            Structure::Affine(affine) => affine.order(),
            Structure::Giant(_, giant) => giant.order(),
            Structure::Chain(_, chain) => Order::with_multiple(chain.order(), 0u32),
        }
    }

    /// Whether the permutation is one of its elements. O(n) after a certificate; else one
    /// product for each level of the chain.
    ///
    /// # Panics
    ///
    /// If the degrees differ.
    pub fn contains(&self, permutation: &Permutation) -> bool {
        assert_eq!(permutation.degree(), self.degree, "permutations of the same degree");
        match &self.structure {
            Structure::Affine(affine) => affine.contains(permutation),
            Structure::Giant(frame, giant) => frame.row(permutation).is_some_and(|row| giant.contains(&row)),
            Structure::Chain(frame, chain) => frame.row(permutation).is_some_and(|row| chain.contains(&row)),
        }
    }

    /// A word for an element: generators and their inverses, the first to be done first. None if
    /// the permutation is not in the group, or no word was found within [`MAX_SPELLED`] letters;
    /// degrees above [`MAX_SPELLED_DEGREE`] are spelled in groups of few elements alone.
    ///
    /// In groups of few elements (about sixteen million over the degree) the word is a shortest one
    /// without inverses. In others it is whatever Minkwitz's algorithm finds: thousands of
    /// letters for 52 cards.
    ///
    /// # Panics
    ///
    /// If the degrees differ.
    ///
    /// ```
    /// # use faro::{Group, Kind, Weave};
    /// let shuffles = [Kind::Out, Kind::In].map(|kind| Weave::new(kind, 8u32).to_permutation().unwrap());
    /// let group = Group::generated_by(&shuffles)?;
    /// let reversal = faro::Permutation::from_images([7, 6, 5, 4, 3, 2, 1, 0])?;
    /// let word = group.word(&reversal).unwrap();
    /// assert!(word.len() == 3 && word.iter().all(|letter| letter.generator == 1)); // three in-shuffles
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn word(&self, element: &Permutation) -> Option<Vec<Letter>> {
        self.word_within(element, &Budget::unlimited()).ok()
    }

    /// As [`word`](Self::word), within a budget, and with the reason where there is no word.
    ///
    /// # Errors
    ///
    /// [`SpellingError`].
    ///
    /// # Panics
    ///
    /// If the degrees differ.
    pub fn word_within(&self, element: &Permutation, budget: &Budget) -> Result<Vec<Letter>, SpellingError> {
        if !self.contains(element) {
            return Err(SpellingError::NotInGroup);
        }
        spelling::spell(self, element, budget)
    }

    /// The orbits: for each position the first one that it can be brought to.
    ///
    /// ```
    /// # use faro::{Group, Permutation};
    /// let swaps = [Permutation::from_cycles(5, [[0, 2]])?, Permutation::from_cycles(5, [[2, 4]])?];
    /// assert_eq!(Group::generated_by(&swaps)?.orbits(), [0, 1, 0, 3, 0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn orbits(&self) -> Vec<u32> {
        blocks::orbits(&self.generators, self.degree)
    }

    /// Whether every position can be brought to every other.
    pub fn is_transitive(&self) -> bool {
        self.orbits().iter().all(|&first| first == 0)
    }

    /// Whether every element keeps mirror pairs: position i and the i-th from the other end
    /// always go to such a pair.
    pub fn keeps_mirror_pairs(&self) -> bool {
        self.generators.iter().all(frame::keeps_mirror_pairs)
    }

    /// A block system with the smallest blocks beside single positions; none if the group is
    /// primitive or not transitive. Nearly O(n²) for each generator.
    ///
    /// # Errors
    ///
    /// [`GroupError::TooLong`] above [`MAX_DEGREE_OF_BLOCKS`].
    pub fn minimal_blocks(&self) -> Result<Option<Blocks>, GroupError> {
        if self.degree > MAX_DEGREE_OF_BLOCKS && !self.holds_all_even() {
            return Err(GroupError::TooLong { degree: self.degree });
        }
        if self.holds_all_even() || !self.is_transitive() {
            return Ok(None);
        }
        let systems = (1..self.degree as u32)
            .rev() // the mirror image of the top card first
            .map(|other| Blocks::of(blocks::joining(&self.generators, self.degree, 0, other)));
        Ok(systems.filter(|system| system.size < self.degree).min_by_key(|system| system.size))
    }

    /// Whether it is transitive and keeps no partition of the positions but the two trivial ones.
    ///
    /// # Errors
    ///
    /// As [`minimal_blocks`](Self::minimal_blocks).
    pub fn is_primitive(&self) -> Result<bool, GroupError> {
        Ok(self.minimal_blocks()?.is_none() && self.is_transitive())
    }

    /// Whether it is the group of all permutations.
    pub fn is_symmetric(&self) -> bool {
        self.index_in_all() == Some(1)
    }

    /// Whether it is the group of all even permutations.
    pub fn is_alternating(&self) -> bool {
        // Of no card and of one, the only permutation is even.
        self.index_in_all() == Some(if self.degree < 2 { 1 } else { 2 })
    }

    fn holds_all_even(&self) -> bool {
        self.index_in_all().is_some()
    }

    /// Its index in the group of all permutations, if that is 1 or 2.
    fn index_in_all(&self) -> Option<u32> {
        let degree = u32::try_from(self.degree).ok()?;
        let all = Order::with_factorial(0u32, degree);
        if self.order().digits() + 1.0 < all.digits() {
            return None;
        }
        match &self.structure {
            Structure::Giant(_, giant) => giant.index_in_all(self.degree),
            _ => {
                let (all, order) = (all.value()?, self.order().value()?);
                [1, 2].into_iter().find(|index| &order * index == all).or((degree < 2).then_some(1))
            }
        }
    }
}

/// The rows of the generators.
fn rows<P: frame::Point>(frame: &Frame, generators: &[Permutation]) -> Vec<Vec<P>> {
    generators.iter().filter_map(|generator| frame.row(generator)).collect()
}

/// The degree that the permutations share.
fn common_degree(generators: &[Permutation]) -> Result<usize, GroupError> {
    let degree = generators.first().map_or(0, Permutation::degree);
    assert!(generators.iter().all(|other| other.degree() == degree), "permutations of the same degree");
    if degree > MAX_DEGREE { Err(GroupError::TooLong { degree }) } else { Ok(degree) }
}

impl Blocks {
    fn of(first: Vec<u32>) -> Blocks {
        let size = first.iter().filter(|&&first| first == 0).count();
        Blocks { first, size }
    }

    /// How many positions each block has.
    pub fn size(&self) -> usize {
        self.size
    }

    /// How many blocks there are.
    pub fn count(&self) -> usize {
        self.first.len() / self.size
    }

    /// The positions of the block that holds the top one, ascending.
    pub fn top(&self) -> impl Iterator<Item = u32> {
        (0..).zip(&self.first).filter(|(_, first)| **first == 0).map(|(position, _)| position)
    }
}
