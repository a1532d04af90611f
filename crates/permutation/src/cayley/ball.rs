//! The vertices within a distance of a centre.

use std::ops::Range;

/// An empty entry of the hash table.
const EMPTY: u32 = u32::MAX;

/// The set of all vertices within a distance of a centre. It has a list of vertices in order of distance, and
/// a hash table of their indices in the list.
pub struct Ball<L> {
    width: usize,
    rows: Vec<L>,
    count: usize,
    /// The number of vertices within distance 0, 1, 2, …
    ends: Vec<usize>,
    table: Vec<u32>,
}

impl<L: Copy + Eq + Into<u64>> Ball<L> {
    /// Returns the ball of radius 0.
    pub fn around(centre: &[L]) -> Ball<L> {
        let mut ball = Ball {
            width: centre.len(),
            rows: Vec::new(),
            count: 0,
            ends: Vec::new(),
            table: vec![EMPTY; 16],
        };
        ball.insert(centre);
        ball.end_level();
        ball
    }

    /// Returns the radius r. Vertices inserted since the last level ended have distance r + 1.
    pub fn radius(&self) -> usize {
        self.ends.len() - 1
    }

    /// Returns the number of vertices.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Returns the memory of the vertices and the hash table in bytes.
    pub fn bytes(&self) -> usize {
        self.rows.capacity() * size_of::<L>() + self.table.len() * size_of::<u32>()
    }

    /// Returns the indices of the vertices at `distance`.
    pub fn level(&self, distance: usize) -> Range<usize> {
        let start = if distance == 0 {
            0
        } else {
            self.ends[distance - 1]
        };
        start..self.ends[distance]
    }

    /// Returns the indices of the vertices at the largest distance.
    pub fn frontier(&self) -> Range<usize> {
        self.level(self.radius())
    }

    /// Ends a level: the vertices inserted since the previous level ended are at the next distance.
    pub fn end_level(&mut self) {
        self.ends.push(self.count);
    }

    /// Returns a vertex by its index.
    pub fn row(&self, vertex: usize) -> &[L] {
        &self.rows[vertex * self.width..][..self.width]
    }

    /// Returns the index of a vertex, if it is in the ball.
    pub fn find(&self, row: &[L]) -> Option<usize> {
        match self.table[self.slot(row)] {
            EMPTY => None,
            vertex => Some(vertex as usize),
        }
    }

    /// Inserts a vertex. Returns whether it was new.
    pub fn insert(&mut self, row: &[L]) -> bool {
        let slot = self.slot(row);
        if self.table[slot] != EMPTY {
            return false;
        }
        self.table[slot] =
            u32::try_from(self.count).expect("the memory limit is below 2^32 vertices");
        self.rows.extend_from_slice(row);
        self.count += 1;
        if self.count * 2 > self.table.len() {
            self.rehash();
        }
        true
    }

    /// Returns the slot of a vertex in the hash table, or the free slot for it.
    fn slot(&self, row: &[L]) -> usize {
        let mask = self.table.len() - 1;
        let mut slot = hash(row) as usize & mask;
        while self.table[slot] != EMPTY && self.row(self.table[slot] as usize) != row {
            slot = (slot + 1) & mask;
        }
        slot
    }

    /// Doubles the hash table.
    fn rehash(&mut self) {
        self.table = vec![EMPTY; self.table.len() * 2];
        for vertex in 0..self.count {
            let slot = self.slot(self.row(vertex));
            self.table[slot] = vertex as u32;
        }
    }
}

/// Hashes 64 bits at a time by multiplication and rotation. At the end the high half is folded into the low
/// half, because the low bits of a product are not well mixed.
fn hash<L: Copy + Into<u64>>(row: &[L]) -> u64 {
    let bits = 8 * size_of::<L>();
    let word = |letters: &[L]| {
        letters.iter().rev().fold(0, |word: u64, &letter| {
            word.unbounded_shl(bits as u32) | letter.into()
        })
    };
    let mix = |hash: u64, letters: &[L]| {
        (hash.rotate_left(5) ^ word(letters)).wrapping_mul(0x517c_c1b7_2722_0a95)
    };
    let hash = row.chunks(64 / bits).fold(0, mix);
    hash ^ (hash >> 32)
}
