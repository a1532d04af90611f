use std::ops::Range;

/// No vertex.
const EMPTY: u32 = u32::MAX;

/// The vertices within a distance of one, each once and in the order of their distances: a list of
/// rows, and a hash table of their numbers.
pub(super) struct Ball<L> {
    width: usize,
    rows: Vec<L>,
    count: usize,
    /// How many vertices lie within each distance.
    ends: Vec<usize>,
    table: Vec<u32>,
}

impl<L: Copy + Eq + Into<u64>> Ball<L> {
    /// The centre alone.
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

    /// How far it reaches: all that is inserted lies within this distance, or one further.
    pub fn radius(&self) -> usize {
        self.ends.len() - 1
    }

    /// How many vertices it has.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Bytes that the vertices take, with their share of the table.
    pub fn bytes(&self) -> usize {
        self.rows.capacity() * size_of::<L>() + self.table.len() * size_of::<u32>()
    }

    /// The vertices at a distance.
    pub fn level(&self, distance: usize) -> Range<usize> {
        let start = if distance == 0 { 0 } else { self.ends[distance - 1] };
        start..self.ends[distance]
    }

    /// Those as far away as any.
    pub fn frontier(&self) -> Range<usize> {
        self.level(self.radius())
    }

    /// What was inserted since lies one further than what was there.
    pub fn end_level(&mut self) {
        self.ends.push(self.count);
    }

    pub fn row(&self, vertex: usize) -> &[L] {
        &self.rows[vertex * self.width..][..self.width]
    }

    pub fn find(&self, row: &[L]) -> Option<usize> {
        match self.table[self.slot(row)] {
            EMPTY => None,
            vertex => Some(vertex as usize),
        }
    }

    /// Whether the vertex was new.
    pub fn insert(&mut self, row: &[L]) -> bool {
        let slot = self.slot(row);
        if self.table[slot] != EMPTY {
            return false;
        }
        self.table[slot] = u32::try_from(self.count).expect("memory is bounded before");
        self.rows.extend_from_slice(row);
        self.count += 1;
        if self.count * 2 > self.table.len() {
            self.rehash();
        }
        true
    }

    /// Where the row stands in the table, or could.
    fn slot(&self, row: &[L]) -> usize {
        let mask = self.table.len() - 1;
        let mut slot = hash(row) as usize & mask;
        while self.table[slot] != EMPTY && self.row(self.table[slot] as usize) != row {
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn rehash(&mut self) {
        self.table = vec![EMPTY; self.table.len() * 2];
        for vertex in 0..self.count {
            let slot = self.slot(self.row(vertex));
            self.table[slot] = vertex as u32;
        }
    }
}

/// Multiply and rotate; the high half is folded down, since the low bits of products are poor.
fn hash<L: Copy + Into<u64>>(row: &[L]) -> u64 {
    let mix =
        |hash: u64, letter: &L| (hash.rotate_left(5) ^ (*letter).into()).wrapping_mul(0x517c_c1b7_2722_0a95);
    let hash = row.iter().fold(0, mix);
    hash ^ (hash >> 32)
}
