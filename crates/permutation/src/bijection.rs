//! Permutations: how they are made, combined and applied.

use std::collections::HashMap;
use std::hash::Hash;

use num_bigint::BigUint;
use thiserror::Error;

/// Maximum degree of a [`Permutation`]. Positions are 32-bit numbers.
pub const MAX_DEGREE: usize = u32::MAX as usize;

/// A bijection of the positions 0 … n − 1: the card at position `i` moves to position `image(i)`.
///
/// Every value of this type is a bijection, because the constructors check it. There is no operator `*`,
/// because mathematicians and libraries disagree about its order. [`p.then(&q)`](Self::then) is first `p`,
/// then `q`.
///
/// ```
/// # use faro_permutation as faro;
/// use faro::Permutation;
///
/// // The out-shuffle of 8 cards: 0 1 2 3 | 4 5 6 7 becomes 0 4 1 5 2 6 3 7.
/// let out = Permutation::from_deck([0, 4, 1, 5, 2, 6, 3, 7])?;
/// assert_eq!(out.image(1), 2); // the card at position 1 goes to position 2
/// assert_eq!(out.to_string(), "(1 2 4)(3 6 5)");
/// assert_eq!(out.apply(&["A", "B", "C", "D", "E", "F", "G", "H"]).concat(), "AEBFCGDH");
/// assert!(out.pow(3).is_identity());
/// # Ok::<(), faro_permutation::PermutationError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Permutation {
    pub(super) images: Box<[u32]>,
}

/// The reason why a list of numbers, or a rank, is not a permutation.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PermutationError {
    /// An entry is not below the number of positions.
    #[error("entry {index} is {entry}: expected a position below {degree}")]
    OutOfRange {
        /// The entry.
        entry: u32,
        /// The index of the entry in the list, from 0.
        index: usize,
        /// The number of positions.
        degree: usize,
    },
    /// Two entries are equal.
    #[error("{entry} occurs twice, at entries {first} and {second}")]
    Repeated {
        /// The entry.
        entry: u32,
        /// The index of the first occurrence, from 0.
        first: usize,
        /// The index of the second occurrence.
        second: usize,
    },
    /// A rank is not below n!.
    #[error("the rank {rank} is too large: expected a rank below {degree}!")]
    RankTooLarge {
        /// The rank.
        rank: BigUint,
        /// The number of positions.
        degree: usize,
    },
    /// The list is longer than [`MAX_DEGREE`].
    #[error("{degree} positions: expected at most {MAX_DEGREE}")]
    TooLong {
        /// The number of positions.
        degree: usize,
    },
}

impl Permutation {
    /// Returns the permutation of `degree` positions that leaves every card where it is.
    ///
    /// # Panics
    ///
    /// If `degree` is more than [`MAX_DEGREE`].
    ///
    /// ```
    /// # use faro_permutation::Permutation;
    /// assert_eq!(Permutation::identity(3).images(), [0, 1, 2]);
    /// ```
    pub fn identity(degree: usize) -> Permutation {
        assert!(
            degree <= MAX_DEGREE,
            "{}",
            PermutationError::TooLong { degree }
        );
        Permutation {
            images: (0..degree as u32).collect(),
        }
    }

    /// Creates a permutation from where each card *goes*: the card at `i` moves to `images[i]`.
    ///
    /// # Errors
    ///
    /// [`PermutationError`] if `images` does not have each position 0 … n − 1 once.
    ///
    /// ```
    /// # use faro_permutation::Permutation;
    /// let rotation = Permutation::from_images([1, 2, 0])?;
    /// assert_eq!(rotation.apply(&['a', 'b', 'c']), ['c', 'a', 'b']);
    /// assert_eq!(
    ///     Permutation::from_images([1, 1, 0]).unwrap_err().to_string(),
    ///     "1 occurs twice, at entries 0 and 1",
    /// );
    /// # Ok::<(), faro_permutation::PermutationError>(())
    /// ```
    pub fn from_images(images: impl Into<Box<[u32]>>) -> Result<Permutation, PermutationError> {
        let images = images.into();
        check_bijection(&images)?;
        Ok(Permutation { images })
    }

    /// Returns the permutation that takes the order `from` to the order `to`.
    ///
    /// # Errors
    ///
    /// The first item of `from` that is not in `to`.
    ///
    /// # Panics
    ///
    /// If the orders have different lengths or an item occurs twice.
    ///
    /// ```
    /// # use faro_permutation::Permutation;
    /// let moved = Permutation::between(&["A", "B", "C"], &["C", "A", "B"]).unwrap();
    /// assert_eq!(moved.images(), [1, 2, 0]);
    /// ```
    pub fn between<'a, T: Eq + Hash>(from: &'a [T], to: &[T]) -> Result<Permutation, &'a T> {
        assert_eq!(from.len(), to.len(), "two orders of the same items");
        let places: HashMap<&T, u32> = to.iter().zip(0..).collect();
        let images = from
            .iter()
            .map(|item| places.get(item).copied().ok_or(item));
        let images = images.collect::<Result<Vec<u32>, _>>()?;
        Ok(Permutation::from_images(images).expect("each item occurs once"))
    }

    /// Creates a permutation from the card that *lies* at each position.
    ///
    /// The card that started at position `deck[i]` is now at position `i`.
    ///
    /// # Errors
    ///
    /// [`PermutationError`] if `deck` does not have each card 0 … n − 1 once.
    ///
    /// ```
    /// # use faro_permutation::Permutation;
    /// let rotation = Permutation::from_deck([2, 0, 1])?;
    /// assert_eq!(rotation.images(), [1, 2, 0]);
    /// # Ok::<(), faro_permutation::PermutationError>(())
    /// ```
    pub fn from_deck(deck: impl Into<Box<[u32]>>) -> Result<Permutation, PermutationError> {
        let deck = deck.into();
        // Marks an image that is not set yet. No position has this value, since the degree is at most
        // u32::MAX.
        let missing = u32::MAX;
        let mut images = vec![missing; deck.len()];
        for (position, &card) in (0..missing).zip(&deck) {
            match images.get_mut(card as usize) {
                Some(image) if *image == missing => *image = position,
                _ => break,
            }
        }
        if images.contains(&missing) {
            check_bijection(&deck)?;
        }
        Ok(Permutation {
            images: images.into(),
        })
    }

    /// Returns the number of positions.
    pub fn degree(&self) -> usize {
        self.images.len()
    }

    /// Returns the position to which the card at `position` moves.
    ///
    /// # Panics
    ///
    /// If `position` is not below the degree.
    pub fn image(&self, position: u32) -> u32 {
        self.images[position as usize]
    }

    /// Returns the images: the card at position `i` moves to position `images()[i]`.
    pub fn images(&self) -> &[u32] {
        &self.images
    }

    /// Returns the card that lies at each position after the permutation. O(n).
    ///
    /// `to_deck()[i]` is the card at position `i`, named by the position where it started.
    ///
    /// ```
    /// # use faro_permutation::Permutation;
    /// let rotation = Permutation::from_images([1, 2, 0])?;
    /// assert_eq!(rotation.to_deck(), [2, 0, 1]);
    /// # Ok::<(), faro_permutation::PermutationError>(())
    /// ```
    pub fn to_deck(&self) -> Vec<u32> {
        let mut deck = vec![0; self.degree()];
        for (position, &image) in self.images.iter().enumerate() {
            deck[image as usize] = position as u32;
        }
        deck
    }

    /// Returns the items in their new order: `items[i]` moves to index `image(i)`. O(n).
    ///
    /// # Panics
    ///
    /// If the number of items differs from the degree.
    pub fn apply<T: Clone>(&self, items: &[T]) -> Vec<T> {
        assert_eq!(items.len(), self.degree(), "as many items as positions");
        self.to_deck()
            .into_iter()
            .map(|card| items[card as usize].clone())
            .collect()
    }

    /// Returns the permutation that is first `self`, then `next`. O(n).
    ///
    /// # Panics
    ///
    /// If the degrees differ.
    ///
    /// ```
    /// # use faro_permutation::Permutation;
    /// let swap = Permutation::from_images([1, 0, 2])?; // the top two cards
    /// let rotation = Permutation::from_images([1, 2, 0])?; // the bottom card to the top
    /// assert_eq!(swap.then(&rotation).apply(&['a', 'b', 'c']), ['c', 'b', 'a']);
    /// assert_eq!(rotation.then(&swap).apply(&['a', 'b', 'c']), ['a', 'c', 'b']);
    /// # Ok::<(), faro_permutation::PermutationError>(())
    /// ```
    pub fn then(&self, next: &Permutation) -> Permutation {
        assert_eq!(
            self.degree(),
            next.degree(),
            "permutations of the same degree"
        );
        Permutation {
            images: self.images.iter().map(|&image| next.image(image)).collect(),
        }
    }

    /// Returns the permutation that is first `self`, then `next`, in the memory of `self`. O(n).
    ///
    /// # Panics
    ///
    /// If the degrees differ.
    pub fn into_then(mut self, next: &Permutation) -> Permutation {
        assert_eq!(
            self.degree(),
            next.degree(),
            "permutations of the same degree"
        );
        self.images
            .iter_mut()
            .for_each(|image| *image = next.image(*image));
        self
    }

    /// Returns the inverse. O(n).
    pub fn inverse(&self) -> Permutation {
        Permutation {
            images: self.to_deck().into(),
        }
    }

    /// Returns the permutation with its positions renamed: `renaming⁻¹`, then `self`, then `renaming`. O(n).
    ///
    /// If `self` sends i to j, the conjugate sends `renaming.image(i)` to `renaming.image(j)`. The cycle type
    /// does not change.
    ///
    /// # Panics
    ///
    /// If the degrees differ.
    ///
    /// ```
    /// # use faro_permutation::Permutation;
    /// let rotation = Permutation::from_cycles(4, [[0, 1, 2]])?;
    /// let renaming = Permutation::from_cycles(4, [[2, 3]])?;
    /// assert_eq!(rotation.conjugate(&renaming).to_string(), "(0 1 3)");
    /// # Ok::<(), faro_permutation::PermutationError>(())
    /// ```
    pub fn conjugate(&self, renaming: &Permutation) -> Permutation {
        renaming.inverse().then(self).then(renaming)
    }

    /// Returns whether every card stays where it is.
    pub fn is_identity(&self) -> bool {
        self.images
            .iter()
            .enumerate()
            .all(|(position, &image)| position == image as usize)
    }
}

/// Returns an error unless each position 0 … n − 1 occurs exactly once among the n `entries`.
fn check_bijection(entries: &[u32]) -> Result<(), PermutationError> {
    let degree = entries.len();
    if degree > MAX_DEGREE {
        return Err(PermutationError::TooLong { degree });
    }
    let mut seen = vec![0u64; degree.div_ceil(64)];
    for (index, &entry) in entries.iter().enumerate() {
        if entry as usize >= degree {
            return Err(PermutationError::OutOfRange {
                entry,
                index,
                degree,
            });
        }
        let (word, bit) = (&mut seen[entry as usize / 64], 1 << (entry % 64));
        if *word & bit != 0 {
            return Err(repeated(entries, entry, index));
        }
        *word |= bit;
    }
    Ok(())
}

/// Returns the error for `entry`, which occurs a second time at index `second`.
pub(super) fn repeated(entries: &[u32], entry: u32, second: usize) -> PermutationError {
    let first = entries
        .iter()
        .position(|&earlier| earlier == entry)
        .unwrap_or(second);
    PermutationError::Repeated {
        entry,
        first,
        second,
    }
}
