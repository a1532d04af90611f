//! Hands that are dealt from the top of a deck.

use std::fmt;

use faro_render::numbers::{counted, joined};

/// How many cards each hand gets, and in which order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DealPattern {
    sizes: Vec<usize>,
    /// Whether cards are dealt in rounds, one card to each hand. Otherwise each hand gets all its cards at
    /// once.
    in_rounds: bool,
}

/// Prints the hands as they are typed.
impl fmt::Display for DealPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.in_rounds {
            true => write!(f, "{}x{}", self.sizes.len(), self.sizes[0]),
            false => f.write_str(&joined(&self.sizes, ",")),
        }
    }
}

/// Maximum number of hands and of cards.
const MAX_DEALT: usize = 100_000;

impl DealPattern {
    /// Parses the sizes of hands.
    ///
    /// `4x5` is four hands of five cards that are dealt in rounds. `13,13,13,13` is four hands of 13 cards
    /// that each get their cards at once.
    pub fn parse(text: &str) -> Result<DealPattern, String> {
        let expected = || {
            "expected hands such as 4x5, dealt in rounds, or 13,13,13,13, each hand at once"
                .to_string()
        };
        let number = |part: &str| {
            part.trim()
                .parse()
                .ok()
                .filter(|&number: &usize| number > 0 && number <= MAX_DEALT)
        };
        let deal = match text.split_once(['x', '×', '*']) {
            Some((hands, cards)) => {
                let (hands, cards) = (
                    number(hands).ok_or_else(expected)?,
                    number(cards).ok_or_else(expected)?,
                );
                if hands.saturating_mul(cards) > MAX_DEALT {
                    return Err(expected());
                }
                DealPattern {
                    sizes: vec![cards; hands],
                    in_rounds: true,
                }
            }
            None => {
                let sizes = text
                    .split(',')
                    .map(number)
                    .collect::<Option<Vec<_>>>()
                    .ok_or_else(expected)?;
                DealPattern {
                    sizes,
                    in_rounds: false,
                }
            }
        };
        if deal.cards() > MAX_DEALT {
            Err(expected())
        } else {
            Ok(deal)
        }
    }

    /// Returns a note for a single number, which may be meant as a number of hands.
    pub fn note(&self) -> Option<String> {
        let [one] = self.sizes[..] else { return None };
        let (cards, hands) = (counted(one, "card"), counted(one, "hand"));
        (!self.in_rounds).then(|| format!("one hand of {cards}; for {hands} type {one}x5"))
    }

    /// Returns the number of cards that are dealt.
    pub fn cards(&self) -> usize {
        self.sizes.iter().sum()
    }

    /// Returns an error if the hands need more than `cards` cards.
    pub fn check(&self, cards: usize) -> Result<(), String> {
        match self.cards() > cards {
            true => Err(format!(
                "{} are needed, and the deck has {cards}",
                counted(self.cards(), "card")
            )),
            false => Ok(()),
        }
    }

    /// Returns the positions of each hand, counted from 0, in the order in which its cards are dealt.
    pub fn positions(&self) -> Vec<Vec<usize>> {
        let hands = self.sizes.len();
        if self.in_rounds {
            let hand = |hand| (hand..self.cards()).step_by(hands).collect();
            return (0..hands).map(hand).collect();
        }
        let mut first = 0;
        let mut hand = |&size: &usize| {
            first += size;
            (first - size..first).collect()
        };
        self.sizes.iter().map(&mut hand).collect()
    }

    /// Returns the hand that gets the card at a position and the card's place in it, counted from 0. `None` if the card
    /// is not dealt.
    pub fn place(&self, position: usize) -> Option<(usize, usize)> {
        let hands = self.positions();
        let mut hands = hands.iter().enumerate();
        hands.find_map(|(hand, positions)| {
            Some((hand, positions.iter().position(|&other| other == position)?))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deals_in_rounds_or_at_once() {
        let rounds = DealPattern::parse("3x2").unwrap();
        assert_eq!(rounds.positions(), [[0, 3], [1, 4], [2, 5]]);
        assert_eq!(
            [0, 5, 6].map(|position| rounds.place(position)),
            [Some((0, 0)), Some((2, 1)), None]
        );
        let blocks = DealPattern::parse("2,1,3").unwrap();
        assert_eq!(blocks.positions(), [vec![0, 1], vec![2], vec![3, 4, 5]]);
        assert!(blocks.check(5).unwrap_err().contains("6 cards are needed"));
        assert!(
            ["", "4x", "0x5", "1,,2", "x", "99999x99999", "-1x2"]
                .iter()
                .all(|text| DealPattern::parse(text).is_err())
        );
    }
}
