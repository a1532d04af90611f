use std::collections::{BTreeMap, HashMap};

use super::{CycleType, Permutation};
use crate::simd::prefetch;

/// The number of walks at the same time. A walk waits for memory at every step; many walks, each with
/// its next point prefetched, wait at the same time.
const WALKERS: usize = 64;

/// Below this degree the permutation fits a cache, and one walk at a time is fastest.
const SMALL: usize = 1 << 15;

/// Returns the largest number of pieces of cycles that are stored. A permutation that splits into more is
/// walked one cycle at a time. This keeps the memory near n bits.
fn most_pieces(degree: usize) -> usize {
    WALKERS * WALKERS + degree / 1024
}

impl Permutation {
    /// Returns the number of cycles of each length, including fixed points. O(n) time, and n bits in
    /// addition to the permutation; the cycles are not built.
    ///
    /// ```
    /// # use faro::Permutation;
    /// let p = Permutation::from_cycles(6, [&[0, 1][..], &[2, 3, 4]])?;
    /// assert_eq!(p.cycle_type().to_string(), "1 2 3");
    /// # Ok::<(), faro::permutation::PermutationError>(())
    /// ```
    pub fn cycle_type(&self) -> CycleType {
        let images = self.images();
        let many = if images.len() < SMALL { None } else { many_walks(images) };
        CycleType::from_counts(many.unwrap_or_else(|| one_walk(images)))
    }
}

/// Length to count.
type Counts = BTreeMap<u32, u32>;

/// Walks each cycle from its least point, one after another.
fn one_walk(images: &[u32]) -> Counts {
    let mut counts = Counts::new();
    let mut seen = Seen::none(images.len());
    while let Some(start) = seen.next_unseen() {
        let (mut point, mut length) = (start, 0);
        while seen.insert(point) {
            point = images[point as usize];
            length += 1;
        }
        *counts.entry(length).or_insert(0) += 1;
    }
    counts
}

/// A piece of a cycle: from the point where its walk started to the first visited point that it met.
struct Piece {
    start: u32,
    end: u32,
    length: u32,
}

/// Walks from many points at once, each until it meets a visited point: its own start, which closes a
/// cycle, or the start of another piece. The pieces are joined at the end. Returns none if there are
/// too many pieces.
fn many_walks(images: &[u32]) -> Option<Counts> {
    let mut counts = Counts::new();
    let mut pieces = Vec::new();
    let mut seen = Seen::none(images.len());
    let stride = images.len() / WALKERS;
    let mut walks: Vec<Piece> =
        (0..WALKERS).map(|walker| start_walk((walker * stride) as u32, images, &mut seen)).collect();
    while !walks.is_empty() {
        let mut walker = 0;
        while walker < walks.len() {
            let walk = &mut walks[walker];
            if seen.insert(walk.end) {
                walk.end = images[walk.end as usize];
                walk.length += 1;
                prefetch(images, walk.end as usize);
                walker += 1;
                continue;
            }
            let next = seen.next_unseen().map(|start| start_walk(start, images, &mut seen));
            let ended = match next {
                Some(next) => std::mem::replace(walk, next),
                None => walks.swap_remove(walker),
            };
            if ended.start == ended.end {
                *counts.entry(ended.length).or_insert(0) += 1;
            } else if pieces.len() == most_pieces(images.len()) {
                return None;
            } else {
                pieces.push(ended);
            }
        }
    }
    join(&pieces, &mut counts);
    Some(counts)
}

/// Starts a walk at an unvisited point, with its first step done.
fn start_walk(start: u32, images: &[u32], seen: &mut Seen) -> Piece {
    seen.insert(start);
    Piece { start, end: images[start as usize], length: 1 }
}

/// Follows the pieces around each cycle, from the end of one to the start of the next.
fn join(pieces: &[Piece], counts: &mut Counts) {
    let mut rest: HashMap<u32, &Piece> = pieces.iter().map(|piece| (piece.start, piece)).collect();
    for piece in pieces {
        let (mut point, mut length) = (piece.start, 0);
        while let Some(piece) = rest.remove(&point) {
            point = piece.end;
            length += piece.length;
        }
        if length > 0 {
            *counts.entry(length).or_insert(0) += 1;
        }
    }
}

/// The visited points, one bit each.
struct Seen {
    words: Vec<u64>,
    /// No word before this one has an unvisited point.
    first: usize,
}

impl Seen {
    /// Creates an empty set of `degree` points. The bits after the last are set, since they are no points.
    fn none(degree: usize) -> Seen {
        let mut words = vec![0; degree.div_ceil(64)];
        if let Some(last) = words.last_mut().filter(|_| !degree.is_multiple_of(64)) {
            *last = u64::MAX << (degree % 64);
        }
        Seen { words, first: 0 }
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
        let word = self.words[self.first..].iter().position(|&word| word != u64::MAX)?;
        self.first += word;
        Some(self.first as u32 * 64 + self.words[self.first].trailing_ones())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Fixed numbers that look random: Lehmer's generator with the multiplier of Park and Miller.
    fn scrambled(degree: usize) -> Vec<u32> {
        let mut state = 1u64;
        let mut images: Vec<u32> = (0..degree as u32).collect();
        for i in (1..degree).rev() {
            state = state * 48_271 % 2_147_483_647;
            images.swap(i, (state % (i as u64 + 1)) as usize);
        }
        images
    }

    #[test]
    fn many_walks_find_what_one_walk_finds() {
        for degree in [SMALL, SMALL + 1, 100_003] {
            let last = degree as u32 - 1;
            let rotation: Vec<u32> = (0..=last).map(|i| if i == last { 0 } else { i + 1 }).collect();
            let pairs: Vec<u32> = (0..=last).map(|i| (i ^ 1).min(last)).collect();
            for images in [scrambled(degree), rotation, (0..=last).rev().collect(), pairs] {
                assert_eq!(many_walks(&images), Some(one_walk(&images)));
            }
        }
    }

    #[test]
    fn a_cycle_in_many_small_pieces_is_walked_at_once() {
        // One cycle downwards, and fixed points where the first walks start: every later walk starts at
        // the least unvisited point and finds the next point visited.
        let degree = 1 << 16;
        let stride = degree / WALKERS;
        let moving: Vec<u32> = (0..degree as u32).filter(|i| i % stride as u32 != 0).collect();
        let mut images: Vec<u32> = (0..degree as u32).collect();
        for (place, &point) in moving.iter().enumerate() {
            images[point as usize] = moving[(place + moving.len() - 1) % moving.len()];
        }
        assert_eq!(many_walks(&images), None);
        let cycle_type = Permutation::from_images(images).unwrap().cycle_type();
        assert_eq!(cycle_type.to_string(), format!("1^{WALKERS} {}", moving.len()));
    }
}
