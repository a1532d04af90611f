//! The exact law of the first cards after the naive shuffle.

use std::collections::HashMap;

/// Marks a place without a card of the hand.
const NONE: u8 = u8::MAX;

/// The places of the cards of a hand after the swaps of some of the first places. A card that moves to a place which is
/// not tracked is at a uniform place, of those after the first places where no card of the hand started.
#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    /// The card at each of the first places, and the card at the starting place of each card of the hand that started
    /// after them.
    first: Vec<u8>,
    began: Vec<u8>,
    others: Vec<u8>,
}

/// Probabilities of hands after the naive shuffle. If `is_ordered`, each card must be at its own place, otherwise at
/// any place of the hand.
pub struct Naive {
    cards: usize,
    seen: usize,
    is_ordered: bool,
    /// A cache, by the cards of the first places. It has the weight of each set of starting places of cards of the
    /// hand, and of places where one is now, as bits, and of the number of cards elsewhere.
    known: HashMap<Vec<usize>, Vec<(usize, usize, f64)>>,
}

impl Naive {
    pub fn new(cards: usize, seen: usize, is_ordered: bool) -> Naive {
        Naive {
            cards,
            seen,
            is_ordered,
            known: HashMap::new(),
        }
    }

    /// Returns the probability of a hand. Hands that are sets must be sorted.
    pub fn probability(&mut self, hand: &[usize]) -> f64 {
        let first: Vec<usize> = hand.iter().map(|&card| card.min(self.seen)).collect();
        if !self.known.contains_key(&first) {
            let weights = self.after_first_places(&first);
            self.known.insert(first.clone(), weights);
        }
        let last = self.last_places(hand);
        self.known[&first]
            .iter()
            .map(|&(began, others, weight)| weight * last[began][others])
            .sum()
    }

    /// Follows the cards of the hand through the swaps of the first places.
    fn after_first_places(&self, hand: &[usize]) -> Vec<(usize, usize, f64)> {
        let label = |card: usize| if self.is_ordered { card as u8 } else { 0 };
        let mut start = State {
            first: vec![NONE; self.seen],
            began: vec![NONE; self.seen],
            others: Vec::new(),
        };
        for (card, &place) in hand.iter().enumerate() {
            match place < self.seen {
                true => start.first[place] = label(card),
                false => start.began[card] = label(card),
            }
        }
        let mut states = HashMap::from([(start, 1.0)]);
        for place in 0..self.seen {
            let mut next = HashMap::new();
            for (state, weight) in states {
                self.swap(&state, place, hand, |state, chance| {
                    if !self.is_lost(&state, place) {
                        *next.entry(state).or_insert(0.0) += weight * chance;
                    }
                });
            }
            states = next;
        }
        let bits = |began: &[u8]| {
            began
                .iter()
                .enumerate()
                .filter(|(_, card)| **card != NONE)
                .map(|(at, _)| 1 << at)
                .sum()
        };
        states
            .into_iter()
            .map(|(state, weight)| (bits(&state.began), state.others.len(), weight))
            .collect()
    }

    /// Calls `pass` with each result of the draw at one of the first places, and its probability.
    fn swap(&self, state: &State, place: usize, hand: &[usize], mut pass: impl FnMut(State, f64)) {
        let share = 1.0 / self.cards as f64;
        for other in 0..self.seen {
            let mut next = state.clone();
            next.first.swap(place, other);
            pass(next, share);
        }
        for other in (0..self.seen).filter(|&other| hand[other] == self.seen) {
            let mut next = state.clone();
            std::mem::swap(&mut next.first[place], &mut next.began[other]);
            pass(next, share);
        }
        for other in 0..state.others.len() {
            let mut next = state.clone();
            std::mem::swap(&mut next.first[place], &mut next.others[other]);
            next.others.retain(|card| *card != NONE);
            next.others.sort_unstable();
            pass(next, share);
        }
        let began = hand.iter().filter(|place| **place == self.seen).count();
        let elsewhere = self.cards - self.seen - began - state.others.len();
        if elsewhere == 0 {
            return;
        }
        let mut next = state.clone();
        let card = std::mem::replace(&mut next.first[place], NONE);
        next.others.extend(Some(card).filter(|card| *card != NONE));
        next.others.sort_unstable();
        pass(next, elsewhere as f64 * share);
    }

    /// Returns whether a card of an ordered hand is at a finished place that is not its own, although its own place is
    /// finished too.
    fn is_lost(&self, state: &State, done: usize) -> bool {
        let is_lost = |(place, &card): (usize, &u8)| {
            card != NONE && place <= done && place != card as usize && card as usize <= done
        };
        self.is_ordered && state.first.iter().enumerate().any(is_lost)
    }

    /// Returns, for each set of starting places and number of other cards, the probability that the cards of the hand
    /// there move to the first places. When the place of a card is swapped, the card moves to one of the first places,
    /// or again to a later one. If it is drawn before, it never gets there.
    fn last_places(&self, hand: &[usize]) -> Vec<Vec<f64>> {
        let mut behind = Behind {
            began: 0,
            elsewhere: 0.0,
            after: self.zeros(),
        };
        behind.after[0][0] = 1.0;
        let spared = 1.0 - self.seen as f64 / self.cards as f64;
        for place in (self.seen..self.cards).rev() {
            let here = hand.iter().position(|&card| card == place);
            let mut now = self.zeros();
            let sets = (0..1usize << self.seen).filter(|began| began & !behind.began == 0);
            let most = |began: usize| self.seen - began.count_ones() as usize;
            for (began, others) in
                sets.flat_map(|began| (0..=most(began)).map(move |others| (began, others)))
            {
                let after = spared * behind.after[began][others];
                match here {
                    Some(at) => {
                        now[began][others] = after;
                        now[began | 1 << at][others] = self.goes_on(&behind, began, others);
                    }
                    None => {
                        let is_here = others as f64 / (behind.elsewhere + 1.0);
                        let goes_on = |others| is_here * self.goes_on(&behind, began, others);
                        now[began][others] =
                            (1.0 - is_here) * after + others.checked_sub(1).map_or(0.0, goes_on);
                    }
                }
            }
            match here {
                Some(at) => behind.began |= 1 << at,
                None => behind.elsewhere += 1.0,
            }
            behind.after = now;
        }
        behind.after
    }

    fn zeros(&self) -> Vec<Vec<f64>> {
        vec![vec![0.0; self.seen + 2]; 1 << self.seen]
    }

    /// Returns the probability with one more card of the hand at the place that is swapped next.
    fn goes_on(&self, behind: &Behind, began: usize, others: usize) -> f64 {
        let Behind {
            began: all,
            elsewhere,
            after,
        } = behind;
        let left = began.count_ones() as usize + others + 1;
        let own = if self.is_ordered { 1.0 } else { left as f64 };
        let free = (0..self.seen).filter(|at| all & !began & (1 << at) > 0);
        let to_began: f64 = free.map(|at| after[began | 1 << at][others]).sum();
        let to_others = (elsewhere - others as f64) * after[began][others + 1];
        (own * after[began][others] + to_began + to_others) / self.cards as f64
    }
}

/// The places after the one that is swapped next: the starting places of cards of the hand, as bits, the number of
/// other places, and the probabilities after the swap.
struct Behind {
    began: usize,
    elsewhere: f64,
    after: Vec<Vec<f64>>,
}
