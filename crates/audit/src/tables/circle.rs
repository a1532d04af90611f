use super::pair_counts::PairCounts;
use crate::part::Plain;

/// Counts of rising sequences around the deck. These counts distinguish riffles with a cut from riffles without.
///
/// Follow the cards in their starting order, cyclically: c is the number of times that the next card is higher up in
/// the deck. The deck has c rising sequences if the first card is above the last, and c + 1 if not. A cut changes
/// neither c nor the cyclic distance from the first card to the last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Circle {
    /// For each c, the number of decks in which the first card is above the last.
    above: Vec<u64>,
    /// For each c (row), the counts of the position of the first card, of the position of the last card, and of the
    /// cyclic distance between them.
    first: PairCounts,
    last: PairCounts,
    gaps: PairCounts,
}

impl Circle {
    pub(super) fn new(cards: usize) -> Circle {
        // The tables are not clones of one table: a new table of zeros takes memory only where something is counted.
        let [first, last, gaps] = [(); 3].map(|()| PairCounts::new(cards));
        Circle { above: vec![0; cards], first, last, gaps }
    }

    /// Counts decks, given the positions of their cards.
    pub(super) fn add(&mut self, positions: &[u32], cards: usize) {
        for places in positions.chunks_exact(cards) {
            let (first, last) = (places[0], places[cards - 1]);
            let back: u32 = places.windows(2).map(|pair| u32::from(pair[0] > pair[1])).sum();
            let above = u32::from(first < last);
            let around = back + above;
            self.above[around as usize] += u64::from(above);
            self.first.count(around, first);
            self.last.count(around, last);
            self.gaps.count(around, (last + cards as u32 - first) % cards as u32);
        }
    }

    pub(super) fn plain(&mut self) -> [Plain<'_>; 4] {
        [
            Plain::new("circle above", &mut self.above, 1, None),
            Plain::new("circle first", &mut self.first.counts, 1, Some(1)),
            Plain::new("circle last", &mut self.last.counts, 1, Some(1)),
            Plain::new("circle gaps", &mut self.gaps.counts, 1, Some(1)),
        ]
    }

    /// Returns, for each c, the numbers of decks with the first card above the last, and below it.
    pub fn sides(&self) -> impl Iterator<Item = (u64, u64)> {
        (0..self.above.len())
            .map(|around| (self.above[around], self.all(around).saturating_sub(self.above[around])))
    }

    fn all(&self, around: usize) -> u64 {
        self.gaps.row(around).iter().sum()
    }

    /// Updates [`sides`](Self::sides) when decks that were cut by `cut` cards are cut by one card more.
    pub fn sides_cut(&self, cut: usize, sides: &mut [(u64, u64)]) {
        // The cut moves the top card to the bottom.
        for (around, (above, below)) in sides.iter_mut().enumerate() {
            let (falls, rises) = (self.first.at(around, cut), self.last.at(around, cut));
            (*above, *below) =
                ((*above + rises).saturating_sub(falls), (*below + falls).saturating_sub(rises));
        }
    }

    /// Returns the cyclic distances from the first card to the last: one row of counts for each c.
    pub fn gaps(&self) -> &PairCounts {
        &self.gaps
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use faro_permutation::Permutation;

    fn positions(deck: &[u32]) -> Vec<u32> {
        Permutation::from_deck(deck.to_vec()).unwrap().images().to_vec()
    }

    fn rising_sequences(deck: &[u32]) -> usize {
        let places = positions(deck);
        1 + places.windows(2).filter(|pair| pair[0] > pair[1]).count()
    }

    /// Computes the rising sequences of each cut of each deck of up to five cards from the counts.
    #[test]
    fn rising_sequences_of_all_cuts() {
        for cards in 2..=5 {
            let orders: u32 = (1..=cards as u32).product();
            for mut deck in (0..orders).map(|rank| Permutation::unrank(cards, rank).unwrap().to_deck()) {
                let mut circle = Circle::new(cards);
                circle.add(&positions(&deck), cards);
                let mut sides: Vec<(u64, u64)> = circle.sides().collect();
                let mut above_of_all = 0;
                for cut in 0..cards {
                    let around = sides.iter().position(|&(above, below)| above + below > 0).unwrap();
                    let (above, below) = sides[around];
                    assert_eq!(around as u64 + below, rising_sequences(&deck) as u64, "{deck:?}");
                    above_of_all += above;
                    circle.sides_cut(cut, &mut sides);
                    deck.rotate_left(1);
                }
                let gap = circle.gaps().counts().iter().position(|&count| count > 0).unwrap() % cards;
                assert_eq!(above_of_all as usize, cards - gap, "{deck:?}");
            }
        }
    }
}
