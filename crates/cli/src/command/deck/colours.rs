use clap::ValueEnum;
use faro::Permutation;
use faro::word::Evaluation;

use faro_console::start::CardNames;
use faro_render::view::Tint;

/// What the colour of a card shows.
#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum ColourBy {
    /// The position where the card started
    #[default]
    Start,
    /// Its cycle; cards that never move are grey
    Cycle,
    /// Its mirror pair: the cards as far from the top as from the bottom
    Pair,
    /// Its suit
    Suit,
}

pub struct Colours {
    by: ColourBy,
    cards: u64,
    /// The number, from 1, of each card's cycle or suit. It is 0 for a card that never moves or has no suit.
    parts: Vec<u32>,
    /// Number of cycles of more than one card, or of suits.
    count: u32,
}

impl Colours {
    pub fn new(
        by: ColourBy,
        cards: usize,
        evaluation: &Evaluation,
        names: &CardNames,
    ) -> anyhow::Result<Colours> {
        let (parts, count) = match by {
            ColourBy::Cycle => numbered(evaluation),
            ColourBy::Suit => suits(&names.faces("--colour-by suit")?),
            _ => (Vec::new(), 0),
        };
        Ok(Colours { by, cards: cards as u64, parts, count })
    }

    pub fn tint(&self, card: u64) -> Tint {
        match self.by {
            ColourBy::Start => Tint::step(card, self.cards),
            ColourBy::Pair => Tint::step(card.min(self.cards - 1 - card), self.cards.div_ceil(2)),
            ColourBy::Cycle | ColourBy::Suit => match self.parts[card as usize] {
                0 => Tint::Neutral,
                part => Tint::step(u64::from(part) - 1, self.count.into()),
            },
        }
    }
}

/// Numbers the cycles of more than one card from 1, in the order of their smallest cards.
fn numbered(evaluation: &Evaluation) -> (Vec<u32>, u32) {
    let listed;
    let permutation: &Permutation = match evaluation {
        Evaluation::Permutation(permutation) => permutation,
        Evaluation::Power(power) => {
            listed = power.to_permutation().expect("a deck of at most MAX_LISTED cards");
            &listed
        }
    };
    let (mut numbers, mut count) = (vec![0; permutation.degree()], 0);
    for cycle in permutation.cycles().iter().filter(|cycle| cycle.len() > 1) {
        count += 1;
        cycle.iter().for_each(|&card| numbers[card as usize] = count);
    }
    (numbers, count)
}

/// Numbers the suits of faces from 1. Jokers have no suit.
fn suits(faces: &[String]) -> (Vec<u32>, u32) {
    let suit = |face: &String| "HSDC".chars().position(|suit| face.ends_with(suit));
    let numbers = faces.iter().map(|face| suit(face).map_or(0, |suit| suit as u32 + 1));
    (numbers.collect(), 4)
}

#[cfg(test)]
mod tests {
    use super::*;
    use faro::Word;
    use faro_console::argument::Cards;

    fn tints(by: ColourBy, word: &str, cards: u64) -> Vec<Tint> {
        let evaluation = word.parse::<Word>().unwrap().evaluate(&cards.into()).unwrap();
        let colours =
            Colours::new(by, cards as usize, &evaluation, &CardNames::new(Cards::from(cards))).unwrap();
        (0..cards).map(|card| colours.tint(card)).collect()
    }

    #[test]
    fn each_way_of_colouring() {
        let ramp = |parts: &[f64]| parts.iter().copied().map(Tint::Ramp).collect::<Vec<_>>();
        assert_eq!(tints(ColourBy::Start, "out", 3), ramp(&[0.0, 0.5, 1.0]));
        assert_eq!(tints(ColourBy::Pair, "out", 6), ramp(&[0.0, 0.5, 1.0, 1.0, 0.5, 0.0]));
        let suits = tints(ColourBy::Suit, "out", 54);
        assert_eq!(
            [2, 15, 28, 41].map(|card| suits[card]),
            [1.0, 2.0, 3.0, 0.0].map(|suit| Tint::Ramp(suit / 3.0))
        );
        assert_eq!(suits[..2], [Tint::Neutral; 2]);
        let (gone, first, second) = (Tint::Neutral, Tint::Ramp(0.0), Tint::Ramp(1.0));
        // The cycles are (1)(2 3 5)(4 7 6)(8).
        let cycles = [gone, first, first, second, first, second, second, gone];
        assert_eq!(tints(ColourBy::Cycle, "out", 8), cycles);
        assert_eq!(tints(ColourBy::Cycle, "reverse out reverse out^-1", 8), [gone; 8]);
    }

    /// The in-shuffle maps each cycle to itself.
    #[test]
    fn cycles_are_kept_by_the_shuffle() {
        for cards in [1, 2, 7, 52] {
            let permutation = "in".parse::<Word>().unwrap().permutation(cards as usize).unwrap();
            let tints = tints(ColourBy::Cycle, "in", cards);
            (0..cards as u32).for_each(|card| {
                assert_eq!(tints[card as usize], tints[permutation.image(card) as usize]);
            });
        }
    }
}
