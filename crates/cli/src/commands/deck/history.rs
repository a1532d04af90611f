//! The decks that `faro deck` shows: the deck after all shuffles, or after each of them.

use std::collections::HashMap;
use std::sync::Arc;

use faro::word::{Cards, Evaluation};
use faro::{Permutation, Word};
use faro_render::one_based;
use num_bigint::BigInt;
use num_traits::ToPrimitive;

/// The decks before, between and after repeated shuffles that `faro deck` shows.
pub struct History {
    pub cards: usize,
    pub evaluation: Evaluation,
    /// The number of shuffles before the first deck.
    pub first: BigInt,
    /// The direction: 1, or -1 if shuffles are undone.
    pub step: i8,
    /// Number of decks.
    pub states: u64,
    /// Whether each deck has a label with its number of shuffles.
    pub each: bool,
    /// The moves of one shuffle, if the deck is shown after each move.
    pub moves: Option<Vec<NamedMove>>,
}

pub struct NamedMove {
    pub name: String,
    permutation: Arc<Permutation>,
}

impl NamedMove {
    /// Evaluates moves, which must fit the deck.
    pub fn evaluate(moves: &[Word], cards: usize) -> Vec<NamedMove> {
        let mut evaluated: HashMap<&Word, Arc<Permutation>> = HashMap::new();
        let named = |word| {
            let permutation = evaluated
                .entry(word)
                .or_insert_with(|| Arc::new(word.permutation(cards).expect("a word that fits")));
            let name = word.counting_from(one_based::FIRST).to_string();
            NamedMove {
                name,
                permutation: Arc::clone(permutation),
            }
        };
        moves.iter().map(named).collect()
    }
}

/// A deck of the history.
pub struct State<'a> {
    /// Number of complete shuffles.
    pub times: BigInt,
    /// The number of moves and the name of the last one, if each move is shown.
    pub moves: Option<(u64, Option<&'a str>)>,
    pub deck: Cards,
    /// The position of each card, if each move is shown.
    arrangement: Option<Arc<Permutation>>,
}

impl History {
    pub fn states(&self) -> Box<dyn Iterator<Item = State<'_>> + '_> {
        match &self.moves {
            Some(moves) => Box::new(self.states_by_move(moves)),
            None => Box::new((0..self.states).map(|index| self.state(index))),
        }
    }

    fn state(&self, index: u64) -> State<'_> {
        let times = &self.first + BigInt::from(self.step) * index;
        let deck = self
            .evaluation
            .deck_after(&times)
            .expect("a deck of at most MAX_LISTED cards");
        State {
            times,
            moves: None,
            deck,
            arrangement: None,
        }
    }

    fn states_by_move<'a>(&'a self, moves: &'a [NamedMove]) -> impl Iterator<Item = State<'a>> {
        let mut made: Option<Arc<Permutation>> = None;
        let cards = self.cards;
        (0..self.states).map(move |index| {
            let last = (index > 0).then(|| &moves[(index - 1) as usize % moves.len()]);
            let arrangement = match (&made, last) {
                (Some(made), Some(last)) => made.then(&last.permutation),
                _ => Permutation::identity(cards),
            };
            let arrangement = Arc::new(arrangement);
            made = Some(Arc::clone(&arrangement));
            State {
                times: BigInt::from(self.step) * (index / moves.len().max(1) as u64),
                moves: Some((index, last.map(|last| last.name.as_str()))),
                deck: Cards::Permutation(Arc::new(arrangement.inverse()), 0..cards as u32),
                arrangement: Some(arrangement),
            }
        })
    }

    /// Returns the position of `card` in the deck `state` of the history, counted from 0.
    pub fn position(&self, card: u64, state: &State) -> u64 {
        match &state.arrangement {
            Some(arrangement) => arrangement.image(card as u32).into(),
            None => {
                let position = self.evaluation.position_after(&card.into(), &state.times);
                position
                    .to_u64()
                    .expect("a deck of at most MAX_LISTED cards")
            }
        }
    }

    /// Returns the width of the widest label of a number, in columns.
    pub fn label_width(&self) -> usize {
        let last = match self.moves {
            Some(_) => BigInt::from(self.states.saturating_sub(1)),
            None => &self.first + BigInt::from(self.step) * self.states.saturating_sub(1),
        };
        last.to_string().len()
    }
}

impl State<'_> {
    /// Returns the number of the row. It counts moves if each move is shown, otherwise shuffles.
    pub fn number(&self) -> String {
        self.moves
            .map_or_else(|| self.times.to_string(), |(number, _)| number.to_string())
    }

    pub fn last_move(&self) -> Option<&str> {
        self.moves.and_then(|(_, name)| name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn history(text: &str, times: i8, by_move: bool) -> History {
        let word: Word = text.parse().unwrap();
        let evaluation = word.evaluate(&8u32.into()).unwrap();
        let turned = if times < 0 { word.inverse() } else { word };
        let moves = by_move.then(|| NamedMove::evaluate(&turned.expanded(100).unwrap(), 8));
        let per_shuffle = moves.as_ref().map_or(1, Vec::len);
        let states = u64::from(times.unsigned_abs()) * per_shuffle as u64 + 1;
        History {
            cards: 8,
            evaluation,
            first: BigInt::ZERO,
            step: times.signum(),
            states,
            each: true,
            moves,
        }
    }

    fn decks(history: &History) -> Vec<Vec<u64>> {
        let states = history.states().map(|state| {
            let deck: Vec<u64> = state.deck.clone().collect();
            // The path of each card agrees with the decks.
            (0..8).for_each(|card| assert_eq!(deck[history.position(card, &state) as usize], card));
            deck
        });
        states.collect()
    }

    /// Deals alternately from the two halves, beginning with the half `first`.
    fn woven(deck: &[u64], first: usize) -> Vec<u64> {
        let halves = [&deck[..4], &deck[4..]];
        (0..8)
            .map(|place| halves[(place + first) % 2][place / 2])
            .collect()
    }

    #[test]
    fn decks_are_those_that_are_dealt() {
        let mut dealt = vec![(0..8).collect::<Vec<u64>>()];
        for shuffle in 0..6 {
            let mut deck = woven(&dealt[2 * shuffle], 0);
            dealt.push(deck.clone());
            deck = woven(&deck, 1);
            deck.rotate_left(3);
            dealt.push(deck);
        }
        let whole: Vec<Vec<u64>> = dealt.iter().step_by(2).cloned().collect();
        assert_eq!(decks(&history("out (in cut:3)", 6, false)), whole);
        let by_move: Vec<Vec<u64>> = decks(&history("out (in cut:3)", 6, true));
        assert_eq!(by_move.len(), 19);
        assert_eq!(
            by_move.iter().step_by(3).cloned().collect::<Vec<_>>(),
            whole
        );
        assert_eq!(by_move[1], dealt[1]);
    }

    #[test]
    fn undone_moves_lead_back() {
        let original = history("out in^2 cut:3", 1, true);
        let back = history("out in^2 cut:3", -1, true);
        let end = decks(&original).pop().unwrap();
        let undone = decks(&back);
        assert_eq!(undone.len(), 5);
        // The inverse of the whole word: the card at a position goes to where the word takes it from.
        (0..8).for_each(|place| assert_eq!(undone[4][end[place] as usize], place as u64));
        let names: Vec<String> = back
            .states()
            .filter_map(|state| state.last_move().map(String::from))
            .collect();
        assert_eq!(names, ["cut:3^-1", "in^-1", "in^-1", "out^-1"]);
        let times: Vec<String> = back.states().map(|state| state.times.to_string()).collect();
        assert_eq!(times, ["0", "0", "0", "0", "-1"]);
    }
}
