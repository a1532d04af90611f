//! The exact probability of a hand, the first cards of a deck, after an unfair shuffle.

use std::collections::HashMap;

use faro::Permutation;

use super::naive::Naive;

/// An unfair shuffle.
pub enum Unfair {
    /// A riffle with this number of packets.
    Riffle(usize),
    /// The naive shuffle.
    Naive,
    Sattolo,
    /// Fisher–Yates in which each swap is skipped with this probability.
    Skip(f64),
}

/// Likelihood ratios of hands, the first `seen` cards, relative to a fair shuffle.
pub struct Ratios {
    unfair: Unfair,
    cards: usize,
    seen: usize,
    is_ordered: bool,
    /// (x/packets)^m/m! for riffles.
    powers: Vec<Vec<f64>>,
    /// The probabilities of all orders after the last swaps, indexed by `code`.
    orders: Vec<f64>,
    /// A cache of results that depend only on the cards of the first places.
    known: HashMap<Vec<usize>, f64>,
    naive: Naive,
}

impl Ratios {
    pub fn new(unfair: Unfair, cards: usize, seen: usize, is_ordered: bool) -> Ratios {
        let naive = Naive::new(cards, seen, is_ordered);
        let mut ratios = Ratios {
            unfair,
            cards,
            seen,
            is_ordered,
            powers: vec![],
            orders: vec![],
            known: HashMap::new(),
            naive,
        };
        match ratios.unfair {
            Unfair::Riffle(packets) => ratios.powers = powers(packets, cards),
            Unfair::Naive => {}
            _ => ratios.orders = ratios.lower_swaps(),
        }
        ratios
    }

    /// Returns the ratio of a hand.
    pub fn ratio(&mut self, hand: &[usize]) -> f64 {
        match self.unfair {
            Unfair::Riffle(packets) => self.riffle(hand, packets),
            Unfair::Naive => {
                let mut hand = hand.to_vec();
                if !self.is_ordered {
                    hand.sort_unstable();
                }
                let hands = self.hands()
                    / if self.is_ordered {
                        1.0
                    } else {
                        factorial(self.seen)
                    };
                self.naive.probability(&hand) * hands
            }
            _ if self.is_ordered => self.upper_swaps(hand) * self.order_of_last_swaps(hand),
            _ => self.upper_swaps(hand),
        }
    }

    fn hidden(&self) -> usize {
        self.cards - self.seen
    }

    /// The number of hands, n·(n − 1)·….
    fn hands(&self) -> f64 {
        (0..self.seen)
            .map(|drawn| (self.cards - drawn) as f64)
            .product()
    }

    /// Undoes the riffle. Each place has a digit below the number of packets, uniform and independent. The card there
    /// is the number of smaller digits plus the number of equal digits above it. So the visible cards with one digit
    /// are successive and in their order, and the number of hidden places with smaller digits is known: their digits
    /// have a multinomial law.
    fn riffle(&self, hand: &[usize], packets: usize) -> f64 {
        let (seen, hidden) = (self.seen, self.hidden());
        let mut sorted: Vec<(usize, usize)> = hand.iter().copied().zip(0..).collect();
        sorted.sort_unstable();
        let below = |first: usize| sorted.get(first).map_or(hidden, |(card, _)| card - first);
        let follows = |pair: &[(usize, usize)]| {
            pair[1].0 == pair[0].0 + 1 && (!self.is_ordered || pair[1].1 > pair[0].1)
        };
        // `weights[k][v]`: the weight of all digits of the cards before card k if its digit is v.
        let mut weights = vec![vec![0.0; packets + 1]; seen + 1];
        (0..packets).for_each(|v| weights[0][v] = self.powers[below(0)][v]);
        for first in 0..seen {
            let now = std::mem::take(&mut weights[first]);
            let mut orders = 1.0;
            for next in first + 1..=seen {
                orders /= if self.is_ordered {
                    1.0
                } else {
                    (next - first) as f64
                };
                let powers = &self.powers[below(next) - below(first)];
                let ends = if next == seen {
                    packets..packets + 1
                } else {
                    1..packets
                };
                for end in ends {
                    let sum: f64 = now[..end]
                        .iter()
                        .zip(powers[1..=end].iter().rev())
                        .map(|(a, b)| a * b)
                        .sum();
                    weights[next][end] += orders * sum;
                }
                if next == seen || !follows(&sorted[next - 1..=next]) {
                    break;
                }
            }
        }
        let digits = factorial(hidden) / (packets as f64).powi(seen as i32);
        weights[seen][packets] * digits * self.hands()
    }

    /// The ratio for the set of cards after the swaps from the last place down to the first hidden place. When the
    /// place of a card of the hand is reached, the card must move down to a remaining place without such a card, and it
    /// must not be drawn before. Cards that moved down are at uniform places of the remaining ones.
    fn upper_swaps(&self, hand: &[usize]) -> f64 {
        let seen = self.seen as f64;
        let mut probability = 1.0;
        for place in (self.seen..self.cards).rev() {
            let (draws, skip) = match self.unfair {
                Unfair::Skip(chance) => (place as f64 + 1.0, chance),
                _ => (place as f64, 0.0),
            };
            let comes_down = (1.0 - skip) * (place as f64 + 1.0 - seen) / draws;
            let is_spared = skip + (1.0 - skip) * (draws - seen) / draws;
            let waiting = hand.iter().filter(|&&card| card < place).count() as f64;
            let moved = hand.iter().filter(|&&card| card > place).count() as f64;
            let is_here = moved / (place as f64 + 1.0 - waiting);
            probability *= match hand.contains(&place) {
                true => comes_down,
                false => is_here * comes_down + (1.0 - is_here) * is_spared,
            };
        }
        probability * self.hands() / factorial(self.seen)
    }

    /// Returns the ratio of the order of a hand with given cards from the first places. The other cards come from any
    /// of the other places.
    fn last_swaps(&self, low: &[usize]) -> f64 {
        let free: Vec<usize> = (0..self.seen)
            .filter(|place| !low.contains(place))
            .collect();
        let mut sum = 0.0;
        for order in orders(free.len()) {
            let mut others = order.iter().map(|&index| free[index]);
            let places: Vec<usize> = low
                .iter()
                .map(|&place| {
                    if place < self.seen {
                        place
                    } else {
                        others.next().unwrap()
                    }
                })
                .collect();
            sum += self.orders[self.code(&places)];
        }
        sum / factorial(free.len()) * factorial(self.seen)
    }

    /// Computes, once for each key, the results that depend only on the cards of the first places.
    fn order_of_last_swaps(&mut self, hand: &[usize]) -> f64 {
        let low: Vec<usize> = hand.iter().map(|&card| card.min(self.seen)).collect();
        if !self.known.contains_key(&low) {
            let ratio = self.last_swaps(&low);
            self.known.insert(low.clone(), ratio);
        }
        self.known[&low]
    }

    /// Returns a number for the cards at the first places: digits from 0 to `seen`.
    fn code(&self, places: &[usize]) -> usize {
        places
            .iter()
            .rev()
            .fold(0, |code, &what| code * (self.seen + 1) + what)
    }

    fn decoded(&self, mut code: usize) -> Vec<usize> {
        let mut digit = || {
            let digit = code % (self.seen + 1);
            code /= self.seen + 1;
            digit
        };
        (0..self.seen).map(|_| digit()).collect()
    }

    /// Returns the probability of each order after the last swaps, from the last visible place down.
    fn lower_swaps(&self) -> Vec<f64> {
        let mut law = vec![0.0; (self.seen + 1).pow(self.seen as u32)];
        law[self.code(&(0..self.seen).collect::<Vec<_>>())] = 1.0;
        for place in (1..self.seen).rev() {
            let mut next = vec![0.0; law.len()];
            for (code, chance) in law
                .into_iter()
                .enumerate()
                .filter(|(_, chance)| *chance > 0.0)
            {
                let (draws, skip) = match self.unfair {
                    Unfair::Skip(skip) => (place + 1, skip),
                    _ => (place, 0.0),
                };
                next[code] += chance * skip;
                for other in 0..draws {
                    let mut places = self.decoded(code);
                    places.swap(place, other);
                    next[self.code(&places)] += chance * (1.0 - skip) / draws as f64;
                }
            }
            law = next;
        }
        law
    }
}

fn factorial(n: usize) -> f64 {
    (1..=n).map(|k| k as f64).product()
}

fn powers(packets: usize, cards: usize) -> Vec<Vec<f64>> {
    let row = |m: usize| {
        let of = |x: usize| (x as f64 / packets as f64).powi(m as i32) / factorial(m);
        (0..=packets).map(of).collect()
    };
    (0..=cards).map(row).collect()
}

/// All orders of n cards.
fn orders(n: usize) -> Vec<Vec<usize>> {
    let order = |rank| {
        Permutation::unrank(n, rank)
            .unwrap()
            .to_deck()
            .iter()
            .map(|&at| at as usize)
            .collect()
    };
    (0..factorial(n) as u32).map(order).collect()
}
