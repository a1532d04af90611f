//! A small language of programs that shuffle: loops, moves, sorts, and parts of the deck.
//!
//! It describes programming mistakes that are too numerous to have a word each in the language of shuffles. A
//! [`Program`] is what a program does; how it draws an index is a value of [`Numbers`].
//!
//! ```
//! use faro_sample::program::{Action, DrawRange, Loop, Numbers, Program};
//! use faro_sample::shuffle::{Generator, Seed};
//!
//! // for (i = 0; i < n; i += 2) swap(i, random(n))
//! let places = (0..52).step_by(2).collect();
//! let (range, numbers, action) = (DrawRange::All, Numbers::Exact, Action::Swap);
//! let every_other = Program::Loop(Loop { places, range, numbers, action });
//! let mut deck: Vec<u32> = (0..52).collect();
//! every_other.shuffle(0.0, &mut deck, &mut Generator::unit(&Seed::from(1), 0));
//! deck.sort();
//! assert!(deck.into_iter().eq(0..52));
//! ```

mod loops;
mod moves;
mod numbers;

pub use loops::{Action, DrawRange, Loop};
pub use moves::{End, Move, Near};
pub use numbers::{Fallback, Numbers};

use std::cmp::Ordering;

use crate::shuffle::{Choices, Generator, Shuffle};
use crate::zoo::{RandomSort, SortAlgorithm, Transpositions};
use faro_math::number::elementary::{exp2, ln};
use numbers::happens;

/// A program that shuffles a deck, and that has no word in the language of shuffles.
#[derive(Clone, Debug, PartialEq)]
pub enum Program {
    /// A loop over positions.
    Loop(Loop),
    /// A move that is repeated. The parameter is the number of repetitions.
    Moves(Move),
    /// Removes one card after another, and deals them into the deck. The draws are among the cards left. With
    /// [`Numbers::ModuloBits`], the parameter is the number of bits of a draw.
    TakenOut(Numbers),
    /// A sort with random comparisons. The parameter is the probability of "less".
    Sort(SortAlgorithm, Comparison),
    /// Sorts by random keys. The parameter is their number of bits, which can be fractional. Cards with equal keys
    /// keep their order, or are reversed.
    Keys {
        /// Whether cards with equal keys are reversed.
        reversed: bool,
    },
    /// Sorts by random keys that are not equally likely. Cards with equal keys keep their order. The number is the
    /// number of keys or of faces, see [`KeyLaw`].
    UnevenKeys(KeyLaw, u32),
    /// Shuffles each part fairly by itself: the cards of the part are dealt to the positions of the part.
    Parts(Vec<Part>),
    /// Splits the deck into blocks, shuffles each block fairly by itself, and puts the blocks on each other in any order.
    /// The numbers are the sizes of the blocks. The last block has all other cards.
    Blocks(Vec<u32>),
    /// Shuffles the positions from the first number up to, but not including, the second number by another program, as if
    /// they were a whole deck.
    Within(u32, u32, Box<Program>),
    /// Fisher–Yates, followed by a swap that puts a card (first number) at a position (second number). The parameter
    /// is the probability of the swap.
    Returns(u32, u32),
    /// Fisher–Yates, replaced by the identity. The parameter is the probability of the identity.
    OrUnchanged,
    /// Each card stays in place with a probability, the parameter. The other cards are shuffled.
    SomeStay,
    /// Shuffles the deck to an even order, all equally likely.
    Even,
    /// Shuffles again until no card is at its old position.
    NoneStays,
    /// Shuffles twice by a program that gets the same random numbers both times: each order is the square of another.
    Squared(Box<Program>),
    /// Sorts by keys that are the old positions plus noise. The parameter is the largest noise, or the standard deviation
    /// times the square root of 12.
    NoisyPlaces(Noise),
    /// Draws one card after another from those left, each with a probability in proportion to its weight. There is a weight
    /// for each card.
    Favoured(Vec<f64>),
    /// A loop of swaps whose draws have any law: for each position of the loop, the first position that is drawn and
    /// the cumulative weights of the positions from there on.
    Weighted(Vec<(u32, u32, Vec<u64>)>),
}

/// The law of the noise of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Noise {
    /// Uniform from 0 to the largest value.
    Uniform,
    /// The sum of twelve uniform numbers, nearly normal.
    Normal,
}

/// The outcomes of a random comparison other than "less", for sorts that ask for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// Always "greater": the comparison is a coin.
    Coin,
    /// "Greater" with the same probability as "less", otherwise "equal".
    ThreeValues,
    /// The comparison is never "less". The parameter is the probability of "greater".
    NeverLess,
}

/// The law of keys that are not equally likely.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KeyLaw {
    /// A random fraction, scaled to the given number of keys and rounded: the first and the last one are half as likely.
    Rounded,
    /// The sum of two dice with the given number of faces.
    TwoDice,
}

/// A part of the deck: some cards, and the positions to which they come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The cards.
    pub cards: Vec<u32>,
    /// The positions, one for each card.
    pub positions: Vec<u32>,
}

impl Program {
    /// Returns a loop over `places` that swaps each with a position that `numbers` draws from `range`.
    ///
    /// ```
    /// use faro_sample::program::{DrawRange, Numbers, Program};
    /// use faro_sample::shuffle::{Generator, Seed};
    ///
    /// let naive = Program::swaps((0..4).collect(), DrawRange::All, Numbers::Exact);
    /// let mut deck = [0, 1, 2, 3];
    /// naive.shuffle(0.0, &mut deck, &mut Generator::unit(&Seed::from(1), 0));
    /// assert_eq!(deck.iter().sum::<u32>(), 6);
    /// ```
    pub fn swaps(places: Vec<u32>, range: DrawRange, numbers: Numbers) -> Program {
        Program::Loop(Loop {
            places,
            range,
            numbers,
            action: Action::Swap,
        })
    }

    /// Shuffles a deck, of which card i is at position i.
    ///
    /// # Panics
    ///
    /// If the deck is empty, if a position or part of the program is not in the deck, or if a card has no weight.
    pub fn shuffle(&self, parameter: f64, deck: &mut [u32], generator: &mut Generator) {
        match self {
            Program::Loop(one) => one.run(parameter, deck, generator),
            Program::Moves(one) => (0..parameter as u64).for_each(|_| one.make(deck, generator)),
            Program::TakenOut(numbers) => {
                take_out(deck, |left| {
                    numbers.draw(left, left - 1, parameter, generator)
                });
            }
            Program::Sort(algorithm, comparison) => {
                let [less, greater] = comparison.chances(parameter);
                RandomSort::new(*algorithm, less, greater).shuffle(deck, generator);
            }
            Program::Keys { reversed } => {
                if *reversed {
                    deck.reverse();
                }
                let numbers = exp2(parameter.min(31.0)).round() as u32;
                sort_by_keys(deck, || generator.below(numbers));
            }
            Program::UnevenKeys(KeyLaw::Rounded, keys) => {
                sort_by_keys(deck, || Numbers::Rounded.draw(*keys, 0, 0.0, generator));
            }
            Program::UnevenKeys(KeyLaw::TwoDice, faces) => {
                sort_by_keys(deck, || generator.below(*faces) + generator.below(*faces));
            }
            Program::Parts(parts) => parts.iter().for_each(|part| part.deal(deck, generator)),
            Program::Blocks(sizes) => shuffle_blocks(deck, sizes, generator),
            Program::Within(from, to, program) => {
                let part = &mut deck[*from as usize..*to as usize];
                let mut places: Vec<u32> = (0..part.len() as u32).collect();
                program.shuffle(parameter, &mut places, generator);
                let cards = part.to_vec();
                part.iter_mut()
                    .zip(places)
                    .for_each(|(to, place)| *to = cards[place as usize]);
            }
            Program::Returns(card, position) => {
                fair(deck, generator);
                if happens(parameter, generator) {
                    swap_to(deck, *card, *position);
                }
            }
            Program::OrUnchanged => {
                if !happens(parameter, generator) {
                    fair(deck, generator);
                }
            }
            Program::SomeStay => shuffle_some(deck, parameter, generator),
            Program::Even => shuffle_to_even_order(deck, generator),
            Program::NoneStays => loop {
                fair(deck, generator);
                if !(0..).zip(deck.iter()).any(|(place, &card)| card == place) {
                    break;
                }
                deck.sort_unstable();
            },
            Program::Squared(program) => {
                program.shuffle(parameter, deck, generator);
                let once = deck.to_vec();
                deck.iter_mut()
                    .for_each(|card| *card = once[*card as usize]);
            }
            Program::NoisyPlaces(noise) => {
                let mut place = -1.0;
                sort_by_keys(deck, || {
                    place += 1.0;
                    place + parameter * noise.draw(generator)
                });
            }
            Program::Favoured(weights) => {
                // The smallest of several exponential times has a probability in proportion to its rate.
                let mut weights = weights.iter();
                sort_by_keys(deck, || {
                    -ln(fraction(generator)) / weights.next().expect("a weight for each card")
                });
            }
            Program::Weighted(rows) => {
                for (place, first, weights) in rows {
                    let drawn = draw_weighted(weights, generator);
                    deck.swap(*place as usize, *first as usize + drawn);
                }
            }
        }
    }

    /// Returns the approximate time for a deck of n cards, in nanoseconds, without the counting. For moves it is the time of one.
    pub fn nanoseconds(&self, n: f64) -> f64 {
        match self {
            Program::Sort(..) => 1.5 * n * n,
            Program::Moves(one) => one.nanoseconds(n),
            Program::NoneStays | Program::NoisyPlaces(_) | Program::Favoured(_) => 150.0 * n,
            _ => 40.0 * n,
        }
    }
}

impl Comparison {
    /// Returns the probabilities of "less" and "greater".
    fn chances(self, chance: f64) -> [f64; 2] {
        match self {
            Comparison::Coin => [chance, 1.0 - chance],
            Comparison::ThreeValues => [chance, chance],
            Comparison::NeverLess => [0.0, chance],
        }
    }
}

impl Part {
    fn deal(&self, deck: &mut [u32], generator: &mut Generator) {
        let mut cards = self.cards.clone();
        fair(&mut cards, generator);
        self.positions
            .iter()
            .zip(cards)
            .for_each(|(&position, card)| deck[position as usize] = card);
    }
}

/// Shuffles a deck of which card i is at position i, and swaps the first two cards if the order is odd.
fn shuffle_to_even_order(deck: &mut [u32], generator: &mut Generator) {
    let mut is_even = true;
    for last in (1..deck.len()).rev() {
        let other = generator.below(last as u32 + 1) as usize;
        deck.swap(last, other);
        is_even ^= last != other;
    }
    if !is_even {
        deck.swap(0, 1);
    }
}

/// Shuffles blocks of the given sizes and the rest of the deck by themselves, and puts them on each other in any order.
fn shuffle_blocks(deck: &mut [u32], sizes: &[u32], generator: &mut Generator) {
    let (mut rest, mut blocks) = (&mut *deck, Vec::new());
    for &size in sizes {
        let (block, others) = rest.split_at_mut(size as usize);
        fair(block, generator);
        (rest, blocks) = (others, [blocks, vec![block.to_vec()]].concat());
    }
    fair(rest, generator);
    blocks.push(rest.to_vec());
    for last in (1..blocks.len()).rev() {
        blocks.swap(last, generator.below(last as u32 + 1) as usize);
    }
    deck.copy_from_slice(&blocks.concat());
}

fn fair(deck: &mut [u32], generator: &mut Generator) {
    Transpositions::FisherYates.shuffle(deck, generator);
}

/// Swaps `card` with the card at `position`.
fn swap_to(deck: &mut [u32], card: u32, position: u32) {
    if let Some(place) = deck.iter().position(|&one| one == card) {
        deck.swap(place, position as usize);
    }
}

/// Shuffles the cards that do not stay in place. Each card stays with probability `stays`.
fn shuffle_some(deck: &mut [u32], stays: f64, generator: &mut Generator) {
    let moved: Vec<usize> = (0..deck.len())
        .filter(|_| !happens(stays, generator))
        .collect();
    for last in 1..moved.len() {
        deck.swap(
            moved[last],
            moved[generator.below(last as u32 + 1) as usize],
        );
    }
}

/// Removes one card after another, and deals them into the deck. `index` returns the index of the next card
/// for the number of cards left.
fn take_out(deck: &mut [u32], mut index: impl FnMut(u32) -> u32) {
    let mut left = deck.to_vec();
    for to in deck {
        *to = left.remove(index(left.len() as u32) as usize);
    }
}

impl Noise {
    fn draw(self, generator: &mut Generator) -> f64 {
        match self {
            Noise::Uniform => fraction(generator),
            // The sum has variance 1, a uniform number 1/12.
            Noise::Normal => (0..12).map(|_| fraction(generator)).sum::<f64>() / 12f64.sqrt(),
        }
    }
}

/// Returns a random number from 0 to 1, in steps of 2^-24.
fn fraction(generator: &mut Generator) -> f64 {
    f64::from(generator.below(1 << 24)) / f64::from(1 << 24)
}

/// Returns an index with a probability proportional to its weight. `weights` are cumulative.
fn draw_weighted(weights: &[u64], generator: &mut Generator) -> usize {
    let all = weights.last().copied().unwrap_or(1) as f64;
    let drawn = fraction(generator) * all;
    weights
        .partition_point(|&weight| weight as f64 <= drawn)
        .min(weights.len() - 1)
}

/// Sorts by a key for each card. Cards with equal keys keep their order.
fn sort_by_keys<K: PartialOrd>(deck: &mut [u32], mut key: impl FnMut() -> K) {
    let mut keyed: Vec<(K, u32)> = deck.iter().map(|&card| (key(), card)).collect();
    keyed.sort_by(|(one, _), (other, _)| one.partial_cmp(other).unwrap_or(Ordering::Equal));
    deck.iter_mut()
        .zip(keyed)
        .for_each(|(to, (_, card))| *to = card);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shuffle::Seed;

    fn swaps(places: Vec<u32>, range: DrawRange, action: Action) -> Program {
        Program::Loop(Loop {
            places,
            range,
            numbers: Numbers::Exact,
            action,
        })
    }

    /// A card of weight 3 beside two of weight 1 is first in three of five decks.
    #[test]
    fn favoured_cards_come_first() {
        let (program, mut first) = (Program::Favoured(vec![1.0, 3.0, 1.0]), 0);
        let mut generator = Generator::unit(&Seed::from(1), 0);
        for _ in 0..10_000 {
            let mut deck = [0, 1, 2];
            program.shuffle(0.0, &mut deck, &mut generator);
            first += u32::from(deck[0] == 1);
        }
        // Four standard errors.
        assert!((5804..=6196).contains(&first), "{first}");
    }

    #[test]
    fn every_program_keeps_all_cards() {
        use Action::*;
        use DrawRange::*;
        let mut generator = Generator::unit(&Seed::from(1), 0);
        for cards in [2, 3, 7, 20] {
            let mut programs = vec![
                Program::TakenOut(Numbers::Rounded),
                Program::TakenOut(Numbers::ModuloBits),
                Program::Keys { reversed: true },
                Program::UnevenKeys(KeyLaw::Rounded, 4),
                Program::UnevenKeys(KeyLaw::TwoDice, 3),
                Program::Favoured(vec![2.0; cards as usize]),
                Program::Parts(vec![Part {
                    cards: vec![0, 1],
                    positions: vec![1, 0],
                }]),
                Program::Blocks(vec![1]),
                Program::Within(0, 2, Box::new(Program::SomeStay)),
                Program::Returns(1, 0),
                Program::OrUnchanged,
                Program::SomeStay,
                Program::Even,
                Program::NoneStays,
                Program::Squared(Box::new(Program::TakenOut(Numbers::Exact))),
                Program::NoisyPlaces(Noise::Uniform),
                Program::NoisyPlaces(Noise::Normal),
                Program::Weighted(vec![(1, 0, vec![1, 4])]),
            ];
            for action in [Swap, SwapMirrored, SwapSame(2), Insert, Take] {
                let ranges = [
                    All,
                    NotLast,
                    NotFirst,
                    UpTo,
                    From,
                    Left,
                    Before,
                    After,
                    UpToNext,
                    FromPrevious,
                ];
                let ranges = ranges.into_iter().chain([FirstHalf, SecondHalf]);
                programs.extend(ranges.map(|range| swaps((0..cards).collect(), range, action)));
            }
            let ends = [End::Any, End::Top, End::Bottom, End::NotLast];
            let moves = ends
                .into_iter()
                .flat_map(|from| ends.map(|to| Move::Card(from, to)));
            let others = [
                Move::Neighbours,
                Move::NeighbourPass,
                Move::TopSwap,
                Move::EqualRiffle { by_coins: true },
                Move::EqualRiffle { by_coins: false },
                Move::Packets(3),
                Move::Strips(4),
            ];
            let near = Near {
                reach: 3,
                is_lazy: true,
                is_both_ways: true,
                is_cyclic: true,
            };
            let packets = ends
                .into_iter()
                .flat_map(|to| [Move::Packet(3, to), Move::PacketUpTo(3, to)]);
            let similar = packets
                .chain([Move::NearSwap(near), Move::NearPass(near)])
                .flat_map(Move::similar);
            programs.extend(moves.chain(others).chain(similar).map(Program::Moves));
            for program in programs {
                let mut deck: Vec<u32> = (0..cards).collect();
                program.shuffle(2.5, &mut deck, &mut generator);
                deck.sort_unstable();
                assert!(deck.into_iter().eq(0..cards), "{program:?}");
            }
        }
    }

    /// Two cards change places if the first key is larger, with a probability of (1 − P(equal))/2: of keys 0, 1 and 2 with the
    /// probabilities 1/4, 1/2 and 1/4 it is 5/16.
    #[test]
    fn keys_that_are_not_equally_likely() {
        for (law, number) in [(KeyLaw::Rounded, 3), (KeyLaw::TwoDice, 2)] {
            let mut generator = Generator::unit(&Seed::from(4), 0);
            let changed = (0..16_000).filter(|_| {
                let mut deck = [0, 1];
                Program::UnevenKeys(law, number).shuffle(0.0, &mut deck, &mut generator);
                deck == [1, 0]
            });
            let changed = changed.count();
            assert!(changed.abs_diff(5000) < 240, "{law:?}: {changed}");
        }
    }

    /// Blocks keep their cards together, in any order.
    #[test]
    fn blocks_stay_together() {
        let (mut generator, mut firsts) = (Generator::unit(&Seed::from(5), 0), [0; 3]);
        for _ in 0..300 {
            let mut deck: Vec<u32> = (0..9).collect();
            Program::Blocks(vec![2, 3]).shuffle(0.0, &mut deck, &mut generator);
            let mut blocks: Vec<usize> = deck
                .iter()
                .map(|&card| [0, 0, 1, 1, 1, 2, 2, 2, 2][card as usize])
                .collect();
            firsts[blocks[0]] += 1;
            blocks.dedup();
            assert_eq!(blocks.len(), 3, "{deck:?}");
        }
        assert!(
            firsts.iter().all(|count| (60..140).contains(count)),
            "{firsts:?}"
        );
    }

    /// Of 6,000 decks of four cards, each of the 12 even orders comes 500 times on average, and no other.
    #[test]
    fn even_orders_are_equally_likely() {
        let (mut generator, mut counts) = (
            Generator::unit(&Seed::from(3), 0),
            std::collections::BTreeMap::new(),
        );
        for _ in 0..6000 {
            let mut deck = [0, 1, 2, 3];
            Program::Even.shuffle(0.0, &mut deck, &mut generator);
            let inversions = (0..4).flat_map(|one| (0..one).map(move |other| (other, one)));
            assert_eq!(
                inversions
                    .filter(|&(one, other)| deck[one] > deck[other])
                    .count()
                    % 2,
                0,
                "{deck:?}"
            );
            *counts.entry(deck).or_insert(0) += 1;
        }
        assert!(
            counts.len() == 12 && counts.values().all(|count| (400..600).contains(count)),
            "{counts:?}"
        );
    }

    /// Mirrored swaps keep each card and its mirror image at mirrored positions, and packets keep the order of most cards.
    #[test]
    fn what_programs_keep() {
        let mut generator = Generator::unit(&Seed::from(2), 0);
        let mut deck: Vec<u32> = (0..20).collect();
        swaps((0..10).collect(), DrawRange::All, Action::SwapMirrored).shuffle(
            0.0,
            &mut deck,
            &mut generator,
        );
        assert!(
            (0..20).all(|place| deck[place] + deck[19 - place] == 19),
            "{deck:?}"
        );
        let mut deck: Vec<u32> = (0..20).collect();
        Program::Moves(Move::Packets(4)).shuffle(1.0, &mut deck, &mut generator);
        assert!(
            deck.windows(2)
                .filter(|pair| pair[1] != pair[0] + 1)
                .count()
                <= 3,
            "{deck:?}"
        );
    }
}
