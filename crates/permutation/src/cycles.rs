//! Lists the cycles of a permutation, for large permutations with many simultaneous walks.

use std::collections::HashMap;

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{One, ToPrimitive};

use super::bijection::{MAX_DEGREE, Permutation, PermutationError, repeated};
use super::cycle_type::{
    MIN_MANY_WALKS_DEGREE, Piece, WALKERS, WalkRecord, join, many_walks, max_pieces,
};
use super::group::keeps_mirror_pairs;

/// The cycles of a permutation, as a flat array of points and an array of the starts of the cycles.
///
/// Every point occurs once; a fixed point is a cycle of length 1. Each cycle starts with its least
/// point and continues in the order in which a card moves. The cycles are sorted by their least points.
///
/// ```
/// # use faro_permutation as faro;
/// use faro::Permutation;
/// let out = Permutation::from_deck([0, 4, 1, 5, 2, 6, 3, 7])?;
/// let cycles = out.cycles();
/// assert_eq!(cycles.iter().collect::<Vec<_>>(), [&[0][..], &[1, 2, 4], &[3, 6, 5], &[7]]);
/// assert_eq!(cycles.len(), 4);
/// # Ok::<(), faro_permutation::PermutationError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cycles {
    points: Vec<u32>,
    /// The index in `points` where each cycle starts, followed by the number of points.
    starts: Vec<u32>,
}

impl Cycles {
    /// Returns the number of cycles, including fixed points.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Returns whether there are no cycles, which is true only for the empty permutation.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the cycles, sorted by their least points.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[u32]> {
        self.starts
            .windows(2)
            .map(|ends| &self.points[ends[0] as usize..ends[1] as usize])
    }
}

impl<'a> IntoIterator for &'a Cycles {
    type Item = &'a [u32];
    type IntoIter = Box<dyn ExactSizeIterator<Item = &'a [u32]> + 'a>;

    fn into_iter(self) -> Self::IntoIter {
        Box::new(self.iter())
    }
}

impl Permutation {
    /// Creates a permutation of `degree` positions from disjoint cycles.
    ///
    /// Each card moves to the next position in its cycle. Positions in no cycle stay fixed.
    ///
    /// # Errors
    ///
    /// [`PermutationError`] if a point occurs twice or is not below `degree`. The index in the error counts
    /// the entries of all cycles in order.
    ///
    /// ```
    /// # use faro_permutation::Permutation;
    /// let out = Permutation::from_cycles(8, [[1, 2, 4], [3, 6, 5]])?;
    /// assert_eq!(out.to_deck(), [0, 4, 1, 5, 2, 6, 3, 7]);
    /// # Ok::<(), faro_permutation::PermutationError>(())
    /// ```
    pub fn from_cycles<C: AsRef<[u32]>>(
        degree: usize,
        cycles: impl IntoIterator<Item = C>,
    ) -> Result<Permutation, PermutationError> {
        if degree > MAX_DEGREE {
            return Err(PermutationError::TooLong { degree });
        }
        let mut permutation = Permutation::identity(degree);
        let mut named = Vec::new();
        let mut seen = vec![false; degree];
        for cycle in cycles {
            let cycle = cycle.as_ref();
            for &entry in cycle {
                let index = named.len();
                named.push(entry);
                match seen.get_mut(entry as usize) {
                    None => {
                        return Err(PermutationError::OutOfRange {
                            entry,
                            index,
                            degree,
                        });
                    }
                    Some(seen) if *seen => return Err(repeated(&named, entry, index)),
                    Some(seen) => *seen = true,
                }
            }
            for (place, &point) in cycle.iter().enumerate() {
                permutation.images[point as usize] = cycle[(place + 1) % cycle.len()];
            }
        }
        Ok(permutation)
    }

    /// Returns the cycles. O(n).
    ///
    /// For large permutations the memory of the result is needed a second time. If only the lengths are
    /// needed, [`cycle_type`](Self::cycle_type) is faster and takes less memory.
    pub fn cycles(&self) -> Cycles {
        let found = if self.degree() < MIN_MANY_WALKS_DEGREE {
            None
        } else {
            of_many_walks(self.images())
        };
        found.map_or_else(
            || one_by_one(self.images()),
            |(points, starts)| Cycles { points, starts },
        )
    }
}

/// Walks each cycle from its least point, one after another.
fn one_by_one(images: &[u32]) -> Cycles {
    let mut cycles = Cycles {
        points: Vec::with_capacity(images.len()),
        starts: vec![0],
    };
    let mut seen = vec![false; images.len()];
    for start in 0..images.len() as u32 {
        let mut point = start;
        while !seen[point as usize] {
            seen[point as usize] = true;
            cycles.points.push(point);
            point = images[point as usize];
        }
        if cycles.points.len() > cycles.starts[cycles.len()] as usize {
            cycles.starts.push(cycles.points.len() as u32);
        }
    }
    cycles
}

/// The points that each walker visits, in order, and the pieces of cycles that consist of them.
struct Points {
    visited: Vec<Vec<u32>>,
    /// Each piece with the index of its first point in the list of its walker.
    pieces: Vec<(Piece, usize)>,
    max_pieces: usize,
}

impl WalkRecord for Points {
    #[inline]
    fn visit(&mut self, walker: usize, point: u32) {
        self.visited[walker].push(point);
    }

    fn end(&mut self, piece: &Piece) -> bool {
        self.pieces.push((
            *piece,
            self.visited[piece.walker].len() - piece.length as usize,
        ));
        self.pieces.len() <= self.max_pieces
    }
}

impl Points {
    fn of_piece(&self, (piece, first): &(Piece, usize)) -> &[u32] {
        &self.visited[piece.walker][*first..][..piece.length as usize]
    }
}

/// A cycle as consecutive slices of its points. The slice with the least point is the first.
struct Spliced<'a> {
    slices: Vec<&'a [u32]>,
    /// The index, within the first slice, of the least point of the cycle.
    least_at: usize,
}

impl<'a> Spliced<'a> {
    fn new(mut slices: Vec<&'a [u32]>) -> Spliced<'a> {
        let least = |index: &usize| slices[*index].iter().min();
        let first = (0..slices.len()).min_by_key(least).unwrap_or(0);
        slices.rotate_left(first);
        let least_at = slices[0]
            .iter()
            .enumerate()
            .min_by_key(|(_, point)| **point)
            .map_or(0, |(at, _)| at);
        Spliced { slices, least_at }
    }

    fn least(&self) -> u32 {
        self.slices[0][self.least_at]
    }

    fn append_to(&self, points: &mut Vec<u32>) {
        let (before, from_least) = self.slices[0].split_at(self.least_at);
        points.extend_from_slice(from_least);
        self.slices[1..]
            .iter()
            .for_each(|slice| points.extend_from_slice(slice));
        points.extend_from_slice(before);
    }
}

/// Walks from many points at once, and returns the points of the cycles and where each cycle starts. Returns
/// `None` if the cycles split into too many pieces. Takes the memory of the points a second time.
fn of_many_walks(images: &[u32]) -> Option<(Vec<u32>, Vec<u32>)> {
    let visited = (0..WALKERS)
        .map(|_| Vec::with_capacity(images.len() / WALKERS + 1))
        .collect();
    let walks = Points {
        visited,
        pieces: Vec::new(),
        max_pieces: max_pieces(images.len()),
    };
    let walks = many_walks(images, walks)?;
    let pieces: Vec<Piece> = walks.pieces.iter().map(|(piece, _)| *piece).collect();
    let slices = |cycle: Vec<usize>| {
        cycle
            .iter()
            .map(|&piece| walks.of_piece(&walks.pieces[piece]))
            .collect()
    };
    let mut cycles: Vec<Spliced> = join(&pieces)
        .into_iter()
        .map(|cycle| Spliced::new(slices(cycle)))
        .collect();
    cycles.sort_unstable_by_key(Spliced::least);
    let (mut points, mut starts) = (Vec::with_capacity(images.len()), vec![0]);
    for cycle in cycles {
        cycle.append_to(&mut points);
        starts.push(points.len() as u32);
    }
    Some((points, starts))
}

impl Permutation {
    /// Returns the power `self^exponent`; a negative exponent is a power of the inverse.
    ///
    /// On a cycle of length l the exponent counts modulo l. So each cycle is walked once, for any exponent:
    /// O(n), and one division of the exponent for each distinct cycle length.
    ///
    /// ```
    /// # mod faro { pub use faro_permutation::*; pub use num_bigint; }
    /// use faro::Permutation;
    /// use faro::num_bigint::BigInt;
    ///
    /// let out = Permutation::from_deck([0, 4, 1, 5, 2, 6, 3, 7])?;
    /// assert_eq!(out.pow(2), out.then(&out));
    /// assert_eq!(out.pow(-1), out.inverse());
    /// // 10^30 ≡ 1 modulo 3, the order.
    /// assert_eq!(out.pow(BigInt::from(10).pow(30)), out);
    /// # Ok::<(), faro_permutation::PermutationError>(())
    /// ```
    pub fn pow(&self, exponent: impl Into<BigInt>) -> Permutation {
        let exponent = exponent.into();
        let mut steps: HashMap<usize, usize> = HashMap::new();
        let mut images = self.images.clone();
        for cycle in self.cycles().iter().filter(|cycle| cycle.len() > 1) {
            let step = *steps
                .entry(cycle.len())
                .or_insert_with_key(|&length| remainder(&exponent, length));
            let (before, after) = cycle.split_at(step);
            for (&point, &image) in cycle.iter().zip(after.iter().chain(before)) {
                images[point as usize] = image;
            }
        }
        Permutation { images }
    }

    /// Returns the position to which the power `self^exponent` moves the card at `position`.
    ///
    /// Only the cycle of `position` is walked: O(length of the cycle) time, without memory.
    ///
    /// # Panics
    ///
    /// If `position` is not below the degree.
    ///
    /// ```
    /// # mod faro { pub use faro_permutation::*; pub use num_bigint; }
    /// use faro::Permutation;
    /// use faro::num_bigint::BigInt;
    ///
    /// let out = Permutation::from_deck([0, 4, 1, 5, 2, 6, 3, 7])?;
    /// assert_eq!(out.image_after(1, BigInt::from(10).pow(30)), 2);
    /// assert_eq!(out.image_after(1, -1), 4);
    /// # Ok::<(), faro_permutation::PermutationError>(())
    /// ```
    pub fn image_after(&self, position: u32, exponent: impl Into<BigInt>) -> u32 {
        let step = remainder(&exponent.into(), self.cycle_length(position));
        (0..step).fold(position, |position, _| self.image(position))
    }

    /// Returns the length of the cycle of `position`. O(length).
    ///
    /// It is the least t ≥ 1 such that the t-th power moves the card at `position` to `position`.
    ///
    /// # Panics
    ///
    /// If `position` is not below the degree.
    pub fn cycle_length(&self, position: u32) -> usize {
        let travelled =
            std::iter::successors(Some(self.image(position)), |&at| Some(self.image(at)));
        travelled.take_while(|&at| at != position).count() + 1
    }

    /// Returns the least t ≥ 1 such that the t-th power is the reversal, or `None` if no power is. O(n).
    ///
    /// The square of the reversal is the identity, so t can only be half the order. A deck of at most one
    /// card is its own reversal, and t is 1.
    ///
    /// ```
    /// # use faro_permutation::Permutation;
    /// assert_eq!(Permutation::from_images([1, 3, 0, 2])?.reversed_after(), Some(2u32.into()));
    /// assert_eq!(Permutation::identity(2).reversed_after(), None);
    /// # Ok::<(), faro_permutation::PermutationError>(())
    /// ```
    pub fn reversed_after(&self) -> Option<BigUint> {
        if self.degree() <= 1 {
            return Some(BigUint::one());
        }
        // If a power is the reversal, the permutation commutes with it and keeps mirror pairs. For most
        // permutations this test fails at the first points.
        if !keeps_mirror_pairs(self) {
            return None;
        }
        // Half the order then reverses the deck if it turns each cycle half round, and if each cycle contains
        // the mirror image of each of its points. The middle card of an odd deck stays.
        let (cycle_type, pairs) = (self.cycle_type(), self.on_mirror_pairs().cycle_type());
        let (order, middle) = (cycle_type.order(), BigUint::from(self.degree() % 2));
        let turned = |(length, count): (&BigUint, &BigUint)| match length.is_one() {
            true => *count == middle,
            false => (&order / length).is_odd(),
        };
        let reverses = order.is_even()
            && cycle_type.iter().all(turned)
            && pairs.cycles() + &middle == cycle_type.cycles();
        reverses.then(|| order / 2u32)
    }

    /// Returns the permutation of the pairs of mirror images, for a permutation that commutes with the
    /// reversal.
    fn on_mirror_pairs(&self) -> Permutation {
        let last = self.degree() as u32 - 1;
        let images = self.images[..self.degree() / 2].iter();
        Permutation {
            images: images.map(|&image| image.min(last - image)).collect(),
        }
    }
}

/// Returns `exponent` modulo `length`, from 0 to `length` − 1.
fn remainder(exponent: &BigInt, length: usize) -> usize {
    exponent
        .mod_floor(&BigInt::from(length))
        .to_usize()
        .expect("a remainder is below its divisor")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cycle_type::scrambled;
    use crate::lexicographic;

    #[test]
    fn many_walks_find_the_cycles_of_one_walk() {
        for degree in [MIN_MANY_WALKS_DEGREE, MIN_MANY_WALKS_DEGREE + 1, 100_003] {
            let last = degree as u32 - 1;
            let rotation: Vec<u32> = (0..=last)
                .map(|i| if i == last { 0 } else { i + 1 })
                .collect();
            let back: Vec<u32> = (0..=last)
                .map(|i| if i == 0 { last } else { i - 1 })
                .collect();
            for images in [scrambled(degree), rotation, back] {
                let (points, starts) = of_many_walks(&images).expect("few pieces");
                assert_eq!(Cycles { points, starts }, one_by_one(&images));
            }
        }
    }

    #[test]
    fn many_short_cycles_are_walked_one_by_one() {
        let images: Vec<u32> = (0..MIN_MANY_WALKS_DEGREE as u32).map(|i| i ^ 1).collect();
        assert_eq!(of_many_walks(&images), None);
        let cycles = Permutation::from_images(images).unwrap().cycles();
        assert!(
            cycles
                .iter()
                .enumerate()
                .all(|(i, cycle)| cycle == [2 * i as u32, 2 * i as u32 + 1])
        );
    }

    /// Returns the first power that is the reversal, by trying all powers.
    fn reversed_after(permutation: &Permutation) -> Option<BigUint> {
        let reversal =
            Permutation::from_images((0..permutation.degree() as u32).rev().collect::<Vec<_>>())
                .unwrap();
        let (mut power, mut times) = (permutation.clone(), 1u32);
        while power != reversal {
            if power.is_identity() {
                return None;
            }
            (power, times) = (power.then(permutation), times + 1);
        }
        Some(times.into())
    }

    #[test]
    fn reversals_of_all_small_permutations() {
        let mut found = 0;
        for degree in 0..=8u32 {
            let mut images: Vec<u32> = (0..degree).collect();
            loop {
                let permutation = Permutation::from_images(images.clone()).unwrap();
                let expected = reversed_after(&permutation);
                assert_eq!(permutation.reversed_after(), expected, "{permutation:?}");
                found += u32::from(expected.is_some());
                if !lexicographic::advance(&mut images) {
                    break;
                }
            }
        }
        assert!(found > 100, "{found}");
    }
}
