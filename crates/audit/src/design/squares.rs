use super::definition::Design;

/// Sums over decks of products of the counts of each kind in each group, the hidden group last. All sums are integers,
/// so that the sums of parts add up to exactly the sums of the whole run.
#[derive(Clone, Debug)]
pub struct KindSquares {
    groups: usize,
    kinds: Vec<usize>,
    /// Two times the mean place of each group, relative to the middle of all places.
    places: Vec<i64>,
    /// The count of each kind in each group, in the current deck and in the previous deck.
    counts: [Vec<u32>; 2],
    /// For each kind in each group: Σ count², and Σ count · count in the previous deck.
    own: Vec<u64>,
    shared: Vec<u64>,
    /// For each kind: Σ (number visible)² and Σ (number hidden)².
    seen: Vec<u64>,
    hidden: Vec<u64>,
    /// For each kind: Σ (sum of `places`)².
    by_places: Vec<u64>,
}

impl KindSquares {
    /// Returns sums without decks. They use no memory if all cards are distinct.
    pub fn new(design: &Design) -> KindSquares {
        let kinds = design.kinds().unwrap_or_default().to_vec();
        let groups = design.groups().len();
        let zeros = |rows: usize| vec![0; rows * kinds.len()];
        KindSquares {
            groups,
            places: design.place_scores().iter().map(|score| (2.0 * score) as i64).collect(),
            counts: [0; 2].map(|_| vec![0; kinds.len() * (groups + 1)]),
            own: zeros(groups + 1),
            shared: zeros(groups + 1),
            seen: zeros(1),
            hidden: zeros(1),
            by_places: zeros(1),
            kinds,
        }
    }

    /// Returns the count of each kind in each group in the last deck.
    pub fn counts(&self) -> &[u32] {
        &self.counts[0]
    }

    /// Sets the next deck without adding it.
    pub fn place(&mut self, cards: &[u32], group_of: &[u32]) {
        self.counts.swap(0, 1);
        let (now, columns) = (&mut self.counts[0], self.groups + 1);
        for (count, &of_kind) in now.chunks_exact_mut(columns).zip(&self.kinds) {
            count.fill(0);
            count[columns - 1] = of_kind as u32;
        }
        for (&card, &group) in cards.iter().zip(group_of) {
            let row = &mut now[card as usize * columns..][..columns];
            row[group as usize] += 1;
            row[columns - 1] -= 1;
        }
    }

    /// Adds a deck. `follows` says whether it follows on the previous one.
    pub fn add(&mut self, cards: &[u32], group_of: &[u32], follows: bool) {
        self.place(cards, group_of);
        let (columns, [now, before]) = (self.groups + 1, &self.counts);
        let rows = now.chunks_exact(columns).zip(before.chunks_exact(columns)).zip(&self.kinds);
        for (kind, ((now, before), &of_kind)) in rows.enumerate() {
            let mut places = 0;
            for group in (0..columns).filter(|&group| now[group] > 0) {
                let (cell, count) = (kind * columns + group, u64::from(now[group]));
                self.own[cell] += count * count;
                self.shared[cell] += if follows { count * u64::from(before[group]) } else { 0 };
                places += self.places.get(group).map_or(0, |place| place * count as i64);
            }
            let hidden = u64::from(now[columns - 1]);
            self.seen[kind] += (of_kind as u64 - hidden).pow(2);
            self.hidden[kind] += hidden.pow(2);
            self.by_places[kind] += places.unsigned_abs().pow(2);
        }
    }

    /// Returns Σ sum/(cards of the kind · places of the group). `sizes` has the number of places in each group, the
    /// hidden group last.
    fn of_cells(&self, sums: &[u64], sizes: &[usize]) -> f64 {
        let row = |(sums, &of_kind): (&[u64], &usize)| -> f64 {
            sums.iter().zip(sizes).map(|(&sum, &size)| sum as f64 / (of_kind as f64 * size as f64)).sum()
        };
        sums.chunks_exact(self.groups + 1).zip(&self.kinds).map(row).sum()
    }

    /// Returns Σ count² for a kind in each group.
    pub fn own_of(&self, kind: usize) -> &[u64] {
        &self.own[kind * (self.groups + 1)..][..self.groups]
    }

    /// Returns Σ count²/(cards of the kind · places of the group) over all decks.
    pub fn own(&self, sizes: &[usize]) -> f64 {
        self.of_cells(&self.own, sizes)
    }

    /// Returns Σ count · (count in the previous deck)/(cards of the kind · places of the group).
    ///
    /// The sum is over all decks.
    pub fn shared(&self, sizes: &[usize]) -> f64 {
        self.of_cells(&self.shared, sizes)
    }

    /// Returns the sum of [`KindSquares::own`] for the case that all visible places are one group.
    pub fn own_seen(&self, seen: usize, hidden: usize) -> f64 {
        let rows = self.seen.iter().zip(&self.hidden).zip(&self.kinds);
        let row = |((&of_seen, &of_hidden), &kind): ((&u64, &u64), &usize)| {
            let hidden = if hidden > 0 { of_hidden as f64 / hidden as f64 } else { 0.0 };
            (of_seen as f64 / seen as f64 + hidden) / kind as f64
        };
        rows.map(row).sum()
    }

    /// Returns Σ (sum of place scores)²/(cards of the kind) over all decks.
    pub fn own_places(&self) -> f64 {
        self.by_places.iter().zip(&self.kinds).map(|(&sum, &kind)| sum as f64 / 4.0 / kind as f64).sum()
    }

    /// Returns the sums with their names.
    pub fn sums(&mut self) -> [(&'static str, &mut [u64]); 5] {
        [
            ("own squares", &mut self.own),
            ("shared", &mut self.shared),
            ("seen squares", &mut self.seen),
            ("hidden squares", &mut self.hidden),
            ("place squares", &mut self.by_places),
        ]
    }
}
