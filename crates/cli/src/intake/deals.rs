//! Recognises lines that are the hands of one deal: successive lines that never share a card.

/// The numbers of successive lines that may be the hands of one deal.
const HANDS: std::ops::RangeInclusive<usize> = 2..=20;

/// For each number of lines, whether the blocks of this length share cards.
#[derive(Clone, Debug)]
pub struct Deals {
    cards: usize,
    blocks: Vec<Blocks>,
}

/// The blocks of a fixed number of successive lines, from the first line on, that have not shared a card.
#[derive(Clone, Debug)]
struct Blocks {
    length: usize,
    /// For each card, whether it is on a line of the unfinished block.
    seen: Vec<bool>,
    /// The number of lines of the unfinished block.
    lines: usize,
    /// The logarithm of the probability that the lines of independent decks share no card in any block.
    ln_probability: f64,
}

impl Deals {
    /// Returns the state before the first line, for decks of `cards` cards.
    pub fn new(cards: usize) -> Deals {
        let of_length = |length| Blocks {
            length,
            seen: vec![false; cards + 1],
            lines: 0,
            ln_probability: 0.0,
        };
        let blocks = HANDS.map(of_length).collect();
        Deals { cards, blocks }
    }

    /// Adds the distinct cards of a line, each a number up to the size of the deck.
    pub fn add(&mut self, line: &[u32]) {
        self.blocks
            .retain_mut(|blocks| blocks.add(line, self.cards));
    }

    /// Returns the number of lines in each block, if no two lines of a block share a card, and the probability of this
    /// for independent decks is less than `probability`. Returns the largest number if there are several.
    pub fn hands(&self, probability: f64) -> Option<usize> {
        let is_rare = |blocks: &&Blocks| blocks.ln_probability < probability.ln();
        let longest = self.blocks.iter().rfind(is_rare);
        longest.map(|blocks| blocks.length)
    }
}

impl Blocks {
    /// Adds a line, and returns whether it shares no card with the other lines of its block.
    fn add(&mut self, line: &[u32], cards: usize) -> bool {
        if self.lines == self.length {
            self.seen.fill(false);
            self.lines = 0;
        }
        let before = self.lines * line.len();
        for (index, &card) in line.iter().enumerate() {
            let left = cards.saturating_sub(before + index) as f64;
            self.ln_probability += (left / (cards - index) as f64).ln();
            if std::mem::replace(&mut self.seen[card as usize], true) {
                return false;
            }
        }
        self.lines += 1;
        true
    }
}

/// Returns the options for `hands` hands of `size` cards in a deal.
pub fn hands_option(hands: usize, size: usize) -> String {
    format!("--hands {}", vec![size.to_string(); hands].join(","))
}

/// Returns a sentence about lines that are the hands of one deal.
pub fn are_hands(hands: usize) -> String {
    let last = 2 * hands;
    let next = hands + 1;
    format!(
        "lines 1 to {hands}, {next} to {last}, … never share a card: they look like hands of one deal"
    )
}

#[cfg(test)]
mod tests {
    use faro_sample::shuffle::{Choices, Generator, Seed};

    use super::*;

    /// Adds lines of two cards. Each deck of 52 is dealt to `hands` lines.
    fn deals(hands: usize, decks: usize) -> Deals {
        let (mut deals, mut generator) = (Deals::new(52), Generator::unit(&Seed::from(1), 0));
        for _ in 0..decks {
            let mut deck: Vec<u32> = (0..52).collect();
            for hand in 0..hands {
                for at in 2 * hand..2 * hand + 2 {
                    deck.swap(at, at + generator.below(52 - at as u32) as usize);
                }
                deals.add(&deck[2 * hand..2 * hand + 2]);
            }
        }
        deals
    }

    #[test]
    fn lines_of_one_deal() {
        for hands in [2, 6, 9, 20] {
            assert_eq!(deals(hands, 300).hands(1e-9), Some(hands));
        }
        assert_eq!(deals(1, 3000).hands(1e-9), None);
        assert_eq!(deals(2, 100).hands(1e-9), None, "0.92^100 is not rare");
        assert_eq!(deals(6, 4).hands(1e-3), None);
    }
}
