//! The group that permutations generate, with a proof of its order.

use super::affine::AffineProof;
use super::blocks::{self, BlockAction, Blocks, StoredPoint};
use super::chain::{self, ChainError, StabiliserChain};
use super::error::GroupError;
use super::giant::{Giant, OutOfTime};
use super::minkwitz_words::{Letter, find_word};
use super::order::Order;
use crate::Permutation;
use faro_math::number::Budget;

/// Maximum degree of a group.
pub const MAX_GROUP_DEGREE: usize = 2_000_000;

/// Maximum degree for which minimal blocks are computed, which takes a pass for each position.
const MAX_DEGREE_OF_BLOCKS: usize = 5_000;

/// A permutation group, given by generators, with its proved order.
///
/// Three proofs are tried. Two take O(n):
///
/// - [`Proof::Giant`] applies to groups that contain all even permutations of the positions that they
///   move, or of their mirror pairs (position i and the i-th from the other end). These are nearly all
///   groups of perfect shuffles.
/// - [`Proof::Affine`] applies to decks of 2^k cards if the shuffles are affine maps of the binary digits
///   of the positions.
///
/// For other groups a chain of stabilisers is constructed by the random Schreier–Sims algorithm and
/// verified with all Schreier generators ([`Proof::Chain`]). If no proof succeeds, there is an error.
///
/// ```
/// # use faro_permutation as faro;
/// use faro::Permutation;
/// use faro::group::Group;
///
/// // Out: i to 2i modulo n - 1, the last card stays; in: i to 2i + 1 modulo n + 1.
/// let out = Permutation::from_images(std::array::from_fn::<u32, 24, _>(|i| if i == 23 { 23 } else { 2 * i as u32 % 23 }))?;
/// let inn = Permutation::from_images(std::array::from_fn::<u32, 24, _>(|i| (2 * i as u32 + 1) % 25))?;
/// let shuffles = [out, inn];
/// let group = Group::generated_by(&shuffles)?;
/// assert_eq!(group.order().value().unwrap(), 194_641_920u32.into()); // 2^11 · |M12|
/// assert!(group.is_transitive() && !group.is_primitive().unwrap());
/// assert!(group.contains(&shuffles[0].pow(3).then(&shuffles[1])));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Group {
    degree: usize,
    generators: Vec<Permutation>,
    structure: Structure,
}

/// The proof of the order, with the data for membership tests.
#[derive(Debug)]
enum Structure {
    Affine(AffineProof),
    Giant(BlockAction, Giant),
    Chain(BlockAction, StabiliserChain),
}

/// The kind of the proof of a group's order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// By Jordan's theorem, from an element with a long cycle of prime length. If the group keeps mirror pairs, the
    /// proof also uses an element that swaps the two positions of some mirror pairs but not of all.
    Giant,
    /// By the binary digits of the positions: the generators act on them as affine maps. The linear parts of the maps
    /// are powers of one matrix.
    Affine,
    /// By a chain of stabilisers, which contains every Schreier generator of each of its groups.
    Chain,
}

impl Group {
    /// Returns the group that `generators` generate.
    ///
    /// Without generators it is the trivial group of degree 0.
    ///
    /// # Errors
    ///
    /// [`GroupError`] if the degree is too large or no proof was found.
    ///
    /// # Panics
    ///
    /// If the degrees differ.
    pub fn generated_by(generators: &[Permutation]) -> Result<Group, GroupError> {
        Group::generated_within(generators, &Budget::unlimited())
    }

    /// Returns the group that `generators` generate, or stops when `budget` is spent.
    ///
    /// The proofs are tried as by [`generated_by`](Self::generated_by). Small groups are proved under any
    /// budget.
    ///
    /// # Errors
    ///
    /// [`GroupError`] if the degree is too large, if no proof was found, or if `budget` was spent.
    ///
    /// # Panics
    ///
    /// If the degrees differ.
    pub fn generated_within(
        generators: &[Permutation],
        budget: &Budget,
    ) -> Result<Group, GroupError> {
        let degree = common_degree(generators)?;
        if let Some(affine) = AffineProof::new(generators, degree) {
            return Ok(Group {
                degree,
                generators: generators.into(),
                structure: Structure::Affine(affine),
            });
        }
        let frame = BlockAction::new(generators, degree);
        let giant = Giant::new(&frame, &rows(&frame, generators), budget);
        if let Some(giant) = giant.map_err(|OutOfTime| GroupError::OutOfTime { degree })? {
            return Ok(Group {
                degree,
                generators: generators.into(),
                structure: Structure::Giant(frame, giant),
            });
        }
        Group::chained(frame, degree, generators, budget)
    }

    /// Returns the group that `generators` generate, always proved by a chain of stabilisers.
    ///
    /// This is a second proof, independent of the proofs that [`generated_by`](Self::generated_by) tries
    /// first. It takes up to n^5 steps.
    ///
    /// # Errors
    ///
    /// [`GroupError`] if the degree is too large or no proof was found.
    ///
    /// # Panics
    ///
    /// If the degrees differ.
    pub fn generated_by_chain(generators: &[Permutation]) -> Result<Group, GroupError> {
        let degree = common_degree(generators)?;
        Group::chained(
            BlockAction::new(generators, degree),
            degree,
            generators,
            &Budget::unlimited(),
        )
    }

    fn chained(
        frame: BlockAction,
        degree: usize,
        generators: &[Permutation],
        budget: &Budget,
    ) -> Result<Group, GroupError> {
        if frame.points() > chain::MAX_POINTS {
            return Err(GroupError::Unproved { degree });
        }
        let chain =
            StabiliserChain::new(&frame, &rows(&frame, generators), budget).map_err(|stop| {
                match stop {
                    ChainError::OutOfBounds => GroupError::Unproved { degree },
                    ChainError::OutOfTime => GroupError::OutOfTime { degree },
                }
            })?;
        Ok(Group {
            degree,
            generators: generators.into(),
            structure: Structure::Chain(frame, chain),
        })
    }

    /// Returns the number of positions.
    pub fn degree(&self) -> usize {
        self.degree
    }

    /// Returns the generators.
    pub fn generators(&self) -> &[Permutation] {
        &self.generators
    }

    /// Returns the kind of the proof of the order.
    pub fn proof(&self) -> Proof {
        match self.structure {
            Structure::Affine(_) => Proof::Affine,
            Structure::Giant(..) => Proof::Giant,
            Structure::Chain(..) => Proof::Chain,
        }
    }

    /// Returns the number of elements.
    pub fn order(&self) -> Order {
        match &self.structure {
            Structure::Affine(affine) => affine.order(),
            Structure::Giant(_, giant) => giant.order(),
            Structure::Chain(_, chain) => Order::with_multiple(chain.order(), 0u32),
        }
    }

    /// Returns whether `permutation` is an element of the group. O(n), or one product for each level of a
    /// chain.
    ///
    /// # Panics
    ///
    /// If the degrees differ.
    pub fn contains(&self, permutation: &Permutation) -> bool {
        assert_eq!(
            permutation.degree(),
            self.degree,
            "permutations of the same degree"
        );
        match &self.structure {
            Structure::Affine(affine) => affine.contains(permutation),
            Structure::Giant(frame, giant) => frame
                .row(permutation)
                .is_some_and(|row| giant.contains(&row)),
            Structure::Chain(frame, chain) => frame
                .row(permutation)
                .is_some_and(|row| chain.contains(&row)),
        }
    }

    /// Returns a word for `element`: generators and their inverses, in the order in which they are applied.
    ///
    /// In a small group (at most 2^24 divided by the degree elements) the word is a shortest one without
    /// inverses. In a larger group it is found by Minkwitz's algorithm, for degrees up to 64, and has thousands
    /// of letters for 52 cards.
    ///
    /// # Errors
    ///
    /// [`GroupError`], with the reason why there is no word.
    ///
    /// # Panics
    ///
    /// If the degrees differ.
    ///
    /// ```
    /// # use faro_permutation::{Permutation, group::Group};
    /// let out = Permutation::from_deck([0, 4, 1, 5, 2, 6, 3, 7])?;
    /// let inn = Permutation::from_deck([4, 0, 5, 1, 6, 2, 7, 3])?;
    /// let shuffles = [out, inn];
    /// let group = Group::generated_by(&shuffles)?;
    /// let reversal = Permutation::from_images([7, 6, 5, 4, 3, 2, 1, 0])?;
    /// let word = group.word(&reversal).unwrap();
    /// assert!(word.len() == 3 && word.iter().all(|letter| letter.generator == 1)); // three in-shuffles
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn word(&self, element: &Permutation) -> Result<Vec<Letter>, GroupError> {
        self.word_within(element, &Budget::unlimited())
    }

    /// Returns a word for `element` as [`word`](Self::word) does, or stops when `budget` is spent.
    ///
    /// # Errors
    ///
    /// [`GroupError`], with the reason why there is no word.
    ///
    /// # Panics
    ///
    /// If the degrees differ.
    pub fn word_within(
        &self,
        element: &Permutation,
        budget: &Budget,
    ) -> Result<Vec<Letter>, GroupError> {
        if !self.contains(element) {
            return Err(GroupError::NotInGroup);
        }
        find_word(&self.generators, &self.order(), element, budget)
    }

    /// Returns for each position the first position of its orbit.
    ///
    /// ```
    /// # use faro_permutation::{Permutation, group::Group};
    /// let swaps = [Permutation::from_cycles(5, [[0, 2]])?, Permutation::from_cycles(5, [[2, 4]])?];
    /// assert_eq!(Group::generated_by(&swaps)?.orbits(), [0, 1, 0, 3, 0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn orbits(&self) -> Vec<u32> {
        blocks::orbits(&self.generators, self.degree)
    }

    /// Returns whether there is only one orbit.
    pub fn is_transitive(&self) -> bool {
        self.orbits().iter().all(|&first| first == 0)
    }

    /// Returns whether every element takes mirror pairs to mirror pairs.
    ///
    /// A mirror pair is position i from the top and position i from the bottom.
    pub fn keeps_mirror_pairs(&self) -> bool {
        self.generators.iter().all(blocks::keeps_mirror_pairs)
    }

    /// Returns a block system with the smallest blocks of more than one position.
    ///
    /// Returns `None` if the group is primitive or not transitive. Nearly O(n²) for each generator.
    ///
    /// # Errors
    ///
    /// [`GroupError::TooLong`] if the degree is above 5000 and the group does not contain
    /// the alternating group.
    pub fn minimal_blocks(&self) -> Result<Option<Blocks>, GroupError> {
        if self.degree > MAX_DEGREE_OF_BLOCKS && !self.contains_alternating() {
            return Err(GroupError::TooLong {
                degree: self.degree,
                at_most: MAX_DEGREE_OF_BLOCKS,
            });
        }
        if self.contains_alternating() || !self.is_transitive() {
            return Ok(None);
        }
        let systems = (1..self.degree as u32)
            .rev() // the mirror image of the top position first
            .map(|other| {
                Blocks::new(blocks::finest_block_system(
                    &self.generators,
                    self.degree,
                    0,
                    other,
                ))
            });
        Ok(systems
            .filter(|system| system.size() < self.degree)
            .min_by_key(Blocks::size))
    }

    /// Returns whether the group is transitive and has only the two trivial block systems.
    ///
    /// # Errors
    ///
    /// As [`minimal_blocks`](Self::minimal_blocks).
    pub fn is_primitive(&self) -> Result<bool, GroupError> {
        Ok(self.minimal_blocks()?.is_none() && self.is_transitive())
    }

    /// Returns whether the group is the symmetric group.
    pub fn is_symmetric(&self) -> bool {
        self.index_in_symmetric() == Some(1)
    }

    /// Returns whether the group is the alternating group.
    pub fn is_alternating(&self) -> bool {
        // In degrees 0 and 1 the alternating group is the symmetric group.
        self.index_in_symmetric() == Some(if self.degree < 2 { 1 } else { 2 })
    }

    /// Returns n if the group is the Mathieu group Mn in its usual action on n positions.
    ///
    /// A primitive group with the degree and the order of Mn is Mn.
    ///
    /// ```
    /// # use faro_permutation as faro;
    /// use faro::Permutation;
    /// use faro::group::Group;
    /// // The milk and the Monge shuffle of 12 cards (Diaconis, Graham and Kantor 1983).
    /// let milk = Permutation::from_deck([5, 6, 4, 7, 3, 8, 2, 9, 1, 10, 0, 11])?;
    /// let monge = Permutation::from_deck([11, 9, 7, 5, 3, 1, 0, 2, 4, 6, 8, 10])?;
    /// assert_eq!(Group::generated_by(&[milk, monge])?.mathieu(), Some(12));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn mathieu(&self) -> Option<usize> {
        const ORDERS: [(usize, u32); 5] = [
            (11, 7920),
            (12, 95_040),
            (22, 443_520),
            (23, 10_200_960),
            (24, 244_823_040),
        ];
        let order = self.order().value()?;
        let is_one = |&&(degree, of): &&(usize, u32)| degree == self.degree && order == of.into();
        ORDERS
            .iter()
            .find(is_one)
            .filter(|_| self.is_primitive() == Ok(true))
            .map(|&(degree, _)| degree)
    }

    fn contains_alternating(&self) -> bool {
        self.index_in_symmetric().is_some()
    }

    /// Returns the index of the group in the symmetric group, if the index is 1 or 2.
    fn index_in_symmetric(&self) -> Option<u32> {
        let degree = u32::try_from(self.degree).ok()?;
        let all = Order::with_factorial(0u32, degree);
        if self.order().digits() + 1.0 < all.digits() {
            return None;
        }
        match &self.structure {
            Structure::Giant(_, giant) => giant.index_in_symmetric(self.degree),
            _ => {
                let (all, order) = (all.value()?, self.order().value()?);
                [1, 2]
                    .into_iter()
                    .find(|index| &order * index == all)
                    .or((degree < 2).then_some(1))
            }
        }
    }
}

fn rows<P: StoredPoint>(frame: &BlockAction, generators: &[Permutation]) -> Vec<Vec<P>> {
    generators
        .iter()
        .filter_map(|generator| frame.row(generator))
        .collect()
}

fn common_degree(generators: &[Permutation]) -> Result<usize, GroupError> {
    let degree = generators.first().map_or(0, Permutation::degree);
    assert!(
        generators.iter().all(|other| other.degree() == degree),
        "permutations of the same degree"
    );
    if degree > MAX_GROUP_DEGREE {
        return Err(GroupError::TooLong {
            degree,
            at_most: MAX_GROUP_DEGREE,
        });
    }
    Ok(degree)
}
