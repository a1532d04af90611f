use super::square::Square;

/// Decks seen around the circle, where a cut changes nothing but where it begins: what tells riffles with a
/// cut from riffles without.
///
/// Around the circle of cards, the last followed by the first, a deck goes c times back to the top: as many
/// rising sequences as it has if the first card lies above the last, else one less. A cut keeps c, and how
/// far the last card lies below the first, counted around.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Circle {
    /// By c, how many decks have the first card above the last.
    above: Vec<u64>,
    /// By c (row), where the first card lies, where the last, and how far it is from one to the other.
    first: Square,
    last: Square,
    gaps: Square,
}

impl Circle {
    pub(super) fn new(cards: usize) -> Circle {
        // Not clones of one: a table of zeros takes memory only where something is counted.
        let [first, last, gaps] = [(); 3].map(|()| Square::new(cards));
        Circle { above: vec![0; cards], first, last, gaps }
    }

    /// Counts decks, given where each of their cards lies.
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

    /// By c, how many decks there are with the first card above the last, and how many with it below.
    pub fn sides(&self) -> impl Iterator<Item = (u64, u64)> {
        (0..self.above.len()).map(|around| (self.above[around], self.all(around) - self.above[around]))
    }

    fn all(&self, around: usize) -> u64 {
        self.gaps.row(around).iter().sum()
    }

    /// The same, if each deck had been cut by one card more than before.
    pub fn sides_cut(&self, cut: usize, sides: &mut [(u64, u64)]) {
        // A card that was on top is now at the bottom.
        for (around, (above, below)) in sides.iter_mut().enumerate() {
            let (falls, rises) = (self.first.at(around, cut), self.last.at(around, cut));
            (*above, *below) = (*above + rises - falls, *below + falls - rises);
        }
    }

    /// By c, how many decks have the last card so far below the first, counted around the circle.
    pub fn gaps(&self) -> &Square {
        &self.gaps
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Permutation;

    fn positions(deck: &[u32]) -> Vec<u32> {
        Permutation::from_deck(deck.to_vec()).unwrap().images().to_vec()
    }

    fn rising_sequences(deck: &[u32]) -> usize {
        let places = positions(deck);
        1 + places.windows(2).filter(|pair| pair[0] > pair[1]).count()
    }

    /// The rising sequences of each cut of each deck of up to five cards, from the counts.
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
