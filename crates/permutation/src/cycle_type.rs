//! Counts the cycles of each length, with many simultaneous walks so that waits for memory overlap.

use std::collections::{BTreeMap, HashMap};
use std::fmt;

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{One, Zero};

use super::Permutation;
use faro_simd::prefetch;

/// The number of cycles of each length. Order, sign and the number of fixed points follow from it.
///
/// [`Display`](fmt::Display) writes the usual notation: `1^2 3^2` for two fixed points and two 3-cycles.
/// Lengths and counts are big integers, so that a perfect shuffle of 10^18 cards has a cycle type too.
///
/// ```
/// # use faro_permutation as faro;
/// use faro::Permutation;
/// let out = Permutation::from_deck([0, 4, 1, 5, 2, 6, 3, 7])?;
/// let cycle_type = out.cycle_type();
/// assert_eq!(cycle_type.to_string(), "1^2 3^2");
/// assert_eq!(cycle_type.order(), 3u32.into());
/// assert_eq!(cycle_type.sign(), 1);
/// # Ok::<(), faro_permutation::PermutationError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct CycleType {
    /// Maps each length to its count. Both are positive.
    counts: BTreeMap<BigUint, BigUint>,
}

impl CycleType {
    /// Creates a cycle type from pairs of a length and a count.
    ///
    /// The counts of pairs with equal length are added. Pairs whose length or count is 0 are ignored.
    ///
    /// ```
    /// # mod faro { pub use faro_permutation as permutation; }
    /// use faro::permutation::CycleType;
    /// let cycle_type: CycleType = CycleType::from_counts([(1u32, 2u32), (3, 1), (3, 1)]);
    /// assert_eq!(cycle_type.to_string(), "1^2 3^2");
    /// ```
    pub fn from_counts<L: Into<BigUint>, C: Into<BigUint>>(
        counts: impl IntoIterator<Item = (L, C)>,
    ) -> CycleType {
        let mut cycle_type = CycleType::default();
        for (length, count) in counts {
            let (length, count) = (length.into(), count.into());
            if !length.is_zero() && !count.is_zero() {
                *cycle_type.counts.entry(length).or_default() += count;
            }
        }
        cycle_type
    }

    /// Returns pairs of length and count, by ascending length.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&BigUint, &BigUint)> {
        self.counts.iter()
    }

    /// Returns the number of positions: Σ length·count.
    pub fn degree(&self) -> BigUint {
        self.counts
            .iter()
            .map(|(length, count)| length * count)
            .sum()
    }

    /// Returns the number of cycles, including fixed points.
    pub fn cycles(&self) -> BigUint {
        self.counts.values().sum()
    }

    /// Returns the number of fixed points.
    pub fn fixed_points(&self) -> BigUint {
        self.counts
            .get(&BigUint::one())
            .cloned()
            .unwrap_or_default()
    }

    /// Returns the order: the least common multiple of the cycle lengths.
    ///
    /// It is the least t ≥ 1 such that the t-th power is the identity. The order of the empty permutation is
    /// 1.
    ///
    /// ```
    /// # mod faro { pub use faro_permutation as permutation; }
    /// use faro::permutation::CycleType;
    /// // The perfect out-shuffle of 52 cards.
    /// assert_eq!(CycleType::from_counts([(1u32, 2u32), (2, 1), (8, 6)]).order(), 8u32.into());
    /// ```
    pub fn order(&self) -> BigUint {
        self.counts
            .keys()
            .fold(BigUint::one(), |order, length| order.lcm(length))
    }

    /// Returns the cycle type of the power with `exponent`.
    ///
    /// For the exponent e, a cycle of length l becomes gcd(l, e) cycles of length l/gcd(l, e).
    ///
    /// ```
    /// # mod faro { pub use faro_permutation as permutation; }
    /// use faro::permutation::CycleType;
    /// let out = CycleType::from_counts([(1u32, 2u32), (2, 1), (8, 6)]);
    /// assert_eq!(out.pow(&2.into()).to_string(), "1^4 4^12");
    /// assert_eq!(out.pow(&0.into()).to_string(), "1^52");
    /// ```
    pub fn pow(&self, exponent: &BigInt) -> CycleType {
        let pieces = |(length, count): (&BigUint, &BigUint)| {
            let pieces = length.gcd(exponent.magnitude());
            (length / &pieces, count * pieces)
        };
        CycleType::from_counts(self.counts.iter().map(pieces))
    }

    /// Returns the sign: 1 for an even permutation, −1 for an odd one.
    ///
    /// A cycle of length l is a product of l − 1 transpositions, so the sign is (−1)^(positions − cycles).
    pub fn sign(&self) -> i8 {
        let transpositions_are_odd =
            |(length, count): (&BigUint, &BigUint)| length.is_even() && count.is_odd();
        if self
            .counts
            .iter()
            .filter(|&entry| transpositions_are_odd(entry))
            .count()
            % 2
            == 0
        {
            1
        } else {
            -1
        }
    }
}

impl fmt::Display for CycleType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (length, count)) in self.counts.iter().enumerate() {
            f.write_str(if index == 0 { "" } else { " " })?;
            write!(f, "{length}")?;
            if !count.is_one() {
                write!(f, "^{count}")?;
            }
        }
        Ok(())
    }
}

impl Permutation {
    /// Returns the order: the least t ≥ 1 such that the t-th power is the identity.
    ///
    /// The order can be about e^√(n ln n) (Landau 1903), so it is a big integer. O(n).
    ///
    /// ```
    /// # use faro_permutation::Permutation;
    /// let p = Permutation::from_cycles(10, [&[0, 1][..], &[2, 3, 4], &[5, 6, 7, 8, 9]])?;
    /// assert_eq!(p.order(), 30u32.into());
    /// # Ok::<(), faro_permutation::PermutationError>(())
    /// ```
    pub fn order(&self) -> BigUint {
        self.cycle_type().order()
    }

    /// Returns the sign: 1 for an even permutation, −1 for an odd one. O(n).
    ///
    /// ```
    /// # use faro_permutation::Permutation;
    /// assert_eq!(Permutation::from_cycles(4, [[0, 1]])?.sign(), -1);
    /// # Ok::<(), faro_permutation::PermutationError>(())
    /// ```
    pub fn sign(&self) -> i8 {
        self.cycle_type().sign()
    }
}

/// The number of simultaneous walks. A walk waits for memory at every step. With many walks, and the next
/// point of each prefetched, the waits overlap.
pub(crate) const WALKERS: usize = 64;

/// Minimum degree for many walks. Below it the permutation fits in a cache, and one walk at a time is
/// fastest.
pub(crate) const MIN_MANY_WALKS_DEGREE: usize = 1 << 15;

/// Returns the maximum number of stored pieces of cycles. A permutation that splits into more pieces is
/// walked one cycle at a time, so that the memory stays near n bits.
pub(crate) fn max_pieces(degree: usize) -> usize {
    WALKERS * WALKERS + degree / 1024
}

impl Permutation {
    /// Returns the number of cycles of each length, including fixed points. O(n).
    ///
    /// The cycles are not stored: the memory is n bits in addition to the permutation.
    ///
    /// ```
    /// # use faro_permutation::Permutation;
    /// let p = Permutation::from_cycles(6, [&[0, 1][..], &[2, 3, 4]])?;
    /// assert_eq!(p.cycle_type().to_string(), "1 2 3");
    /// # Ok::<(), faro_permutation::PermutationError>(())
    /// ```
    pub fn cycle_type(&self) -> CycleType {
        cycle_type(self.images())
    }
}

/// A map of the points 0 … n − 1, as a list of images or as a formula.
pub trait Images {
    /// Returns the number of points.
    fn degree(&self) -> usize;

    /// Returns the image of `point`.
    fn image(&self, point: u32) -> u32;

    /// Starts to load the image of `point` into the cache.
    fn prefetch(&self, _point: u32) {}
}

impl Images for [u32] {
    fn degree(&self) -> usize {
        self.len()
    }

    #[inline]
    fn image(&self, point: u32) -> u32 {
        self[point as usize]
    }

    #[inline]
    fn prefetch(&self, point: u32) {
        prefetch(self, point as usize);
    }
}

/// Returns the number of cycles of each length of the bijection `images`, in n bits of memory.
pub fn cycle_type(images: &(impl Images + ?Sized)) -> CycleType {
    let lengths_found = if images.degree() < MIN_MANY_WALKS_DEGREE {
        None
    } else {
        lengths(images)
    };
    CycleType::from_counts(lengths_found.unwrap_or_else(|| one_walk(images)))
}

/// Returns the cycle type of a bijection of fewer than 16 points as one number.
///
/// The hexadecimal digits, from the lowest, are the numbers of cycles of length 1, 2, 3, …
///
/// ```
/// // One fixed point and one cycle of three.
/// assert_eq!(faro_permutation::packed_cycle_type(&[1, 2, 0, 3]), 0x101);
/// ```
///
/// # Panics
///
/// If an image is not a point. For 16 points or more it may panic or return a number without meaning.
pub fn packed_cycle_type(images: &[u32]) -> u64 {
    one_walk(images)
        .into_iter()
        .map(|(length, count)| u64::from(count) << (4 * (length - 1)))
        .sum()
}

/// Maps each cycle length to the number of cycles.
type CycleCounts = BTreeMap<u32, u32>;

/// Walks each cycle from its least point, one after another.
fn one_walk(images: &(impl Images + ?Sized)) -> CycleCounts {
    let mut counts = CycleCounts::new();
    let mut seen = VisitedPoints::none(images.degree());
    while let Some(start) = seen.next_unseen() {
        let (mut point, mut length) = (start, 0);
        while seen.insert(point) {
            point = images.image(point);
            length += 1;
        }
        *counts.entry(length).or_insert(0) += 1;
    }
    counts
}

/// A piece of a cycle: from the point where its walk started to the first point that was already visited.
#[derive(Clone, Copy)]
pub(crate) struct Piece {
    pub start: u32,
    pub end: u32,
    pub length: u32,
    /// The walker, from 0 to [`WALKERS`] − 1.
    pub walker: usize,
}

/// The data that [`many_walks`] collects.
pub(crate) trait WalkRecord {
    /// Records that a walker visits its next point.
    fn visit(&mut self, walker: usize, point: u32);

    /// Records that a walk ended. Returns whether to continue.
    fn end(&mut self, piece: &Piece) -> bool;
}

/// Walks from many points at once. Each walk ends at a visited point: its own start, which closes a cycle, or
/// the start of another piece. Returns `None` if [`WalkRecord::end`] stops the walks.
pub(crate) fn many_walks<R: WalkRecord>(
    images: &(impl Images + ?Sized),
    mut record: R,
) -> Option<R> {
    let mut seen = VisitedPoints::none(images.degree());
    let stride = images.degree() / WALKERS;
    let mut walks: Vec<Piece> = Vec::with_capacity(WALKERS);
    for walker in 0..WALKERS {
        walks.push(start_walk(
            (walker * stride) as u32,
            walker,
            images,
            &mut seen,
            &mut record,
        ));
    }
    while !walks.is_empty() {
        let mut index = 0;
        while index < walks.len() {
            let walk = &mut walks[index];
            // The point is new: the walk goes on, and its next point is loaded while the others walk.
            if seen.insert(walk.end) {
                record.visit(walk.walker, walk.end);
                walk.end = images.image(walk.end);
                walk.length += 1;
                images.prefetch(walk.end);
                index += 1;
                continue;
            }
            if !record.end(walk) {
                return None;
            }
            // The walk has ended: its walker starts at another unvisited point.
            match seen.next_unseen() {
                Some(start) => {
                    *walk = start_walk(start, walk.walker, images, &mut seen, &mut record);
                }
                None => drop(walks.swap_remove(index)),
            }
        }
    }
    Some(record)
}

/// Starts a walk at an unvisited point, and takes the first step.
fn start_walk(
    start: u32,
    walker: usize,
    images: &(impl Images + ?Sized),
    seen: &mut VisitedPoints,
    record: &mut impl WalkRecord,
) -> Piece {
    seen.insert(start);
    record.visit(walker, start);
    Piece {
        start,
        end: images.image(start),
        length: 1,
        walker,
    }
}

/// The lengths of the cycles that one walk closed, and the pieces of the others.
struct Lengths {
    counts: CycleCounts,
    pieces: Vec<Piece>,
    max_pieces: usize,
}

impl WalkRecord for Lengths {
    fn visit(&mut self, _walker: usize, _point: u32) {}

    fn end(&mut self, piece: &Piece) -> bool {
        if piece.start == piece.end {
            *self.counts.entry(piece.length).or_insert(0) += 1;
            return true;
        }
        self.pieces.push(*piece);
        self.pieces.len() <= self.max_pieces
    }
}

/// Returns the number of cycles of each length, from many walks. Returns `None` if they split into too many
/// pieces.
fn lengths(images: &(impl Images + ?Sized)) -> Option<CycleCounts> {
    let lengths = Lengths {
        counts: CycleCounts::new(),
        pieces: Vec::new(),
        max_pieces: max_pieces(images.degree()),
    };
    let Lengths {
        mut counts, pieces, ..
    } = many_walks(images, lengths)?;
    for cycle in join(&pieces) {
        *counts
            .entry(cycle.iter().map(|&piece| pieces[piece].length).sum())
            .or_insert(0) += 1;
    }
    Some(counts)
}

/// Returns each cycle as the indices of its pieces, in order. Each piece ends where the next one starts.
pub(crate) fn join(pieces: &[Piece]) -> Vec<Vec<usize>> {
    let mut rest: HashMap<u32, usize> = (0..pieces.len())
        .map(|index| (pieces[index].start, index))
        .collect();
    let mut cycles = Vec::new();
    for piece in pieces {
        let (mut point, mut cycle) = (piece.start, Vec::new());
        while let Some(piece) = rest.remove(&point) {
            point = pieces[piece].end;
            cycle.push(piece);
        }
        cycles.extend((!cycle.is_empty()).then_some(cycle));
    }
    cycles
}

/// The visited points, one bit each.
struct VisitedPoints {
    words: Vec<u64>,
    /// The index of the first word that may have an unvisited point.
    first: usize,
}

impl VisitedPoints {
    /// Creates an empty set of `degree` points. The unused bits of the last word are set, so that they do not
    /// count as unvisited points.
    fn none(degree: usize) -> VisitedPoints {
        let mut words = vec![0; degree.div_ceil(64)];
        if let Some(last) = words.last_mut().filter(|_| !degree.is_multiple_of(64)) {
            *last = u64::MAX << (degree % 64);
        }
        VisitedPoints { words, first: 0 }
    }

    /// Adds the point, and returns whether it was new.
    #[inline]
    fn insert(&mut self, point: u32) -> bool {
        let word = &mut self.words[point as usize / 64];
        let bit = 1 << (point % 64);
        let new = *word & bit == 0;
        *word |= bit;
        new
    }

    /// Returns the least unvisited point.
    fn next_unseen(&mut self) -> Option<u32> {
        let word = self.words[self.first..]
            .iter()
            .position(|&word| word != u64::MAX)?;
        self.first += word;
        Some(self.first as u32 * 64 + self.words[self.first].trailing_ones())
    }
}

/// Returns a fixed scrambled permutation, by Lehmer's generator with the multiplier of Park and Miller.
#[cfg(test)]
pub(crate) fn scrambled(degree: usize) -> Vec<u32> {
    let mut state = 1u64;
    let mut images: Vec<u32> = (0..degree as u32).collect();
    for i in (1..degree).rev() {
        state = state * 48_271 % 2_147_483_647;
        images.swap(i, (state % (i as u64 + 1)) as usize);
    }
    images
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_walks_find_what_one_walk_finds() {
        for degree in [MIN_MANY_WALKS_DEGREE, MIN_MANY_WALKS_DEGREE + 1, 100_003] {
            let last = degree as u32 - 1;
            let rotation: Vec<u32> = (0..=last)
                .map(|i| if i == last { 0 } else { i + 1 })
                .collect();
            let pairs: Vec<u32> = (0..=last).map(|i| (i ^ 1).min(last)).collect();
            for images in [
                scrambled(degree),
                rotation,
                (0..=last).rev().collect(),
                pairs,
            ] {
                assert_eq!(lengths(&images[..]), Some(one_walk(&images[..])));
            }
        }
    }

    #[test]
    fn a_cycle_in_many_small_pieces_is_walked_at_once() {
        // One cycle runs downwards, with fixed points where the first walks start. Every later walk starts at
        // the least unvisited point, and the next point is already visited.
        let degree = 1 << 16;
        let stride = degree / WALKERS;
        let moving: Vec<u32> = (0..degree as u32)
            .filter(|i| i % stride as u32 != 0)
            .collect();
        let mut images: Vec<u32> = (0..degree as u32).collect();
        for (place, &point) in moving.iter().enumerate() {
            images[point as usize] = moving[(place + moving.len() - 1) % moving.len()];
        }
        assert_eq!(lengths(&images[..]), None);
        let cycle_type = Permutation::from_images(images).unwrap().cycle_type();
        assert_eq!(
            cycle_type.to_string(),
            format!("1^{WALKERS} {}", moving.len())
        );
    }
}
