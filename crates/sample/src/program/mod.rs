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

mod numbers;

pub use numbers::{Fallback, Numbers};

use crate::shuffle::{Choices, Generator, Shuffle};
use crate::zoo::{RandomSort, Riffle, SortAlgorithm, Transpositions};
use faro_math::number::elementary::exp2;

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
    /// Shuffles each part fairly by itself: the cards of the part are dealt to the positions of the part.
    Parts(Vec<Part>),
    /// Fisher–Yates, followed by a swap that puts a card (first number) at a position (second number). The parameter
    /// is the probability of the swap.
    Returns(u32, u32),
    /// Fisher–Yates, replaced by the identity. The parameter is the probability of the identity.
    OrUnchanged,
    /// Each card stays in place with a probability, the parameter. The other cards are shuffled.
    SomeStay,
}

/// A loop over positions, which draws another position for each.
#[derive(Clone, Debug, PartialEq)]
pub struct Loop {
    /// The positions, in the order of the loop.
    pub places: Vec<u32>,
    /// The positions that can be drawn.
    pub range: DrawRange,
    /// The method that draws a position from the range.
    pub numbers: Numbers,
    /// The action on the loop's position and the drawn position.
    pub action: Action,
}

/// The positions from which a loop draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DrawRange {
    /// All positions.
    All,
    /// All but the last one.
    NotLast,
    /// All but the first one.
    NotFirst,
    /// Up to the position of the loop.
    UpTo,
    /// From the position of the loop on.
    From,
    /// The first n − i positions, where i is the position of the loop.
    Left,
}

/// What a loop does with its position and the drawn position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Swaps the cards at the two positions.
    Swap,
    /// Swaps the cards at the two positions, and also the cards at the same distances from the bottom.
    SwapMirrored,
    /// Swaps the cards at the two positions. Each random fraction is used for the given number of successive positions.
    SwapSame(usize),
    /// Moves the card at the loop's position to the drawn position.
    Insert,
    /// Moves the card at the drawn position to the loop's position.
    Take,
}

/// A move or swap that a program repeats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Swaps two neighbours.
    Neighbours,
    /// Swaps two different positions.
    TwoDifferent,
    /// Goes through the deck, and swaps each card with the next one if a coin says so.
    NeighbourPass,
    /// Swaps the top card with any card.
    TopSwap,
    /// A riffle of Gilbert, Shannon and Reeds, and then a cut at any place, all equally likely.
    RiffleAndCut,
    /// Takes a card out and puts it back.
    Card(End, End),
    /// Cuts the deck into packets at random places, and reverses the order of the packets.
    Packets(u32),
    /// Takes packets of 1 to the given number of cards off the top, and puts them on each other.
    Strips(u32),
}

/// A position of a moved card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// Any position, all equally likely.
    Any,
    /// The first position.
    Top,
    /// The last position.
    Bottom,
}

/// The outcome of a comparison that is not "less", for sorts that ask for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// Greater.
    Coin,
    /// Greater with the same probability as less, else equal.
    ThreeValues,
    /// Never less; the parameter is the probability of greater.
    NeverLess,
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
    /// Shuffles a deck, of which card i is at position i.
    ///
    /// # Panics
    ///
    /// If the deck is empty, or if a position or part of the program is not in the deck.
    pub fn shuffle(&self, parameter: f64, deck: &mut [u32], generator: &mut Generator) {
        match self {
            Program::Loop(one) => one.run(parameter, deck, generator),
            Program::Moves(one) => (0..parameter as u64).for_each(|_| one.make(deck, generator)),
            Program::TakenOut(numbers) => {
                take_out(deck, |left| numbers.draw(left, left - 1, parameter, generator));
            }
            Program::Sort(algorithm, comparison) => {
                let [less, greater] = comparison.chances(parameter);
                RandomSort::new(*algorithm, less, greater).shuffle(deck, generator);
            }
            Program::Keys { reversed } => {
                if *reversed {
                    deck.reverse();
                }
                sort_by_keys(deck, exp2(parameter.min(31.0)).round() as u32, generator);
            }
            Program::Parts(parts) => parts.iter().for_each(|part| part.deal(deck, generator)),
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
        }
    }

    /// Returns the approximate time for a deck of n cards, in nanoseconds, without the counting.
    pub fn nanoseconds(&self, n: f64) -> f64 {
        match self {
            Program::Sort(..) => 1.5 * n * n,
            _ => 40.0 * n,
        }
    }
}

impl DrawRange {
    /// Returns the first position of the range and its number of positions. `place` is the position of the
    /// loop, and `n` the number of cards.
    fn of(self, place: u32, n: u32) -> (u32, u32) {
        match self {
            DrawRange::All => (0, n),
            DrawRange::NotLast => (0, n - 1),
            DrawRange::NotFirst => (1, n - 1),
            DrawRange::UpTo => (0, place + 1),
            DrawRange::From => (place, n - place),
            DrawRange::Left => (0, n - place),
        }
    }
}

/// Number of equally likely fractions of a draw that is used twice.
const FRACTIONS: u32 = 1 << 24;

impl Loop {
    fn run(&self, parameter: f64, deck: &mut [u32], generator: &mut Generator) {
        let n = deck.len() as u32;
        if let Action::SwapSame(times) = self.action {
            return self.run_with_same(times, deck, generator);
        }
        for &place in &self.places {
            let (low, bound) = self.range.of(place, n);
            let itself = place.saturating_sub(low);
            let other = low + self.numbers.draw(bound, itself, parameter, generator);
            let [from, to] = [place, other].map(|place| place as usize);
            match self.action {
                Action::Swap | Action::SwapSame(_) => deck.swap(from, to),
                Action::SwapMirrored => {
                    deck.swap(from, to);
                    deck.swap(deck.len() - 1 - from, deck.len() - 1 - to);
                }
                Action::Insert => put(deck, from, to),
                Action::Take => put(deck, to, from),
            }
        }
    }

    fn run_with_same(&self, times: usize, deck: &mut [u32], generator: &mut Generator) {
        for places in self.places.chunks(times) {
            let fraction = u64::from(generator.below(FRACTIONS));
            for &place in places {
                let (low, bound) = self.range.of(place, deck.len() as u32);
                let drawn = fraction * u64::from(bound) / u64::from(FRACTIONS);
                deck.swap(place as usize, low as usize + drawn as usize);
            }
        }
    }
}

impl Move {
    fn make(self, deck: &mut [u32], generator: &mut Generator) {
        let n = deck.len() as u32;
        match self {
            Move::Neighbours => {
                let place = generator.below(n - 1) as usize;
                deck.swap(place, place + 1);
            }
            Move::TwoDifferent => {
                let [one, other] = [generator.below(n), generator.below(n - 1)];
                deck.swap(one as usize, (other + u32::from(other >= one)) as usize);
            }
            Move::NeighbourPass => {
                for place in 1..deck.len() {
                    if generator.below(2) == 0 {
                        deck.swap(place - 1, place);
                    }
                }
            }
            Move::TopSwap => deck.swap(0, generator.below(n) as usize),
            Move::RiffleAndCut => {
                Riffle::Packets(2).shuffle(deck, generator);
                deck.rotate_left(generator.below(n) as usize);
            }
            Move::Card(from, to) => {
                let [from, to] = [from, to].map(|end| match end {
                    End::Any => generator.below(n) as usize,
                    End::Top => 0,
                    End::Bottom => deck.len() - 1,
                });
                put(deck, from, to);
            }
            Move::Packets(packets) => {
                let mut cuts: Vec<usize> = (1..packets).map(|_| generator.below(n + 1) as usize).collect();
                cuts.sort_unstable();
                reverse_packets(deck, cuts);
            }
            Move::Strips(max) => reverse_packets(deck, strips(n, max, generator)),
        }
    }
}

/// Returns the ends of packets of one card to `max` cards, below `n`.
fn strips(n: u32, max: u32, generator: &mut Generator) -> Vec<usize> {
    let (mut cuts, mut cut) = (Vec::new(), 0);
    loop {
        cut += 1 + generator.below(max);
        if cut >= n {
            return cuts;
        }
        cuts.push(cut as usize);
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
        self.positions.iter().zip(cards).for_each(|(&position, card)| deck[position as usize] = card);
    }
}

/// Takes the card at `from` out and puts it back, so that it comes to `to`.
fn put(deck: &mut [u32], from: usize, to: usize) {
    if from < to { deck[from..=to].rotate_left(1) } else { deck[to..=from].rotate_right(1) }
}

/// Reverses the order of the packets between ascending `cuts`.
fn reverse_packets(deck: &mut [u32], cuts: Vec<usize>) {
    let ends = [vec![0], cuts, vec![deck.len()]].concat();
    let packets = ends.windows(2).rev().flat_map(|ends| &deck[ends[0]..ends[1]]);
    let reversed: Vec<u32> = packets.copied().collect();
    deck.copy_from_slice(&reversed);
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
    let moved: Vec<usize> = (0..deck.len()).filter(|_| !happens(stays, generator)).collect();
    for last in 1..moved.len() {
        deck.swap(moved[last], moved[generator.below(last as u32 + 1) as usize]);
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

/// Sorts by random keys below `numbers`. Cards with equal keys keep their order.
fn sort_by_keys(deck: &mut [u32], numbers: u32, generator: &mut Generator) {
    let mut keyed: Vec<(u32, u32)> = deck.iter().map(|&card| (generator.below(numbers), card)).collect();
    keyed.sort_by_key(|(key, _)| *key);
    deck.iter_mut().zip(keyed).for_each(|(to, (_, card))| *to = card);
}

/// Returns `true` with the given probability, to within 2^-32.
fn happens(chance: f64, generator: &mut Generator) -> bool {
    let [high, low] = [0; 2].map(|_| generator.below(1 << 16));
    f64::from((high << 16) + low) < chance * 4_294_967_296.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shuffle::Seed;

    fn swaps(places: Vec<u32>, range: DrawRange, action: Action) -> Program {
        Program::Loop(Loop { places, range, numbers: Numbers::Exact, action })
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
                Program::Parts(vec![Part { cards: vec![0, 1], positions: vec![1, 0] }]),
                Program::Returns(1, 0),
                Program::OrUnchanged,
                Program::SomeStay,
            ];
            for action in [Swap, SwapMirrored, SwapSame(2), Insert, Take] {
                let ranges = [All, NotLast, NotFirst, UpTo, From, Left];
                programs.extend(ranges.map(|range| swaps((0..cards).collect(), range, action)));
            }
            let ends = [End::Any, End::Top, End::Bottom];
            let moves = ends.into_iter().flat_map(|from| ends.map(|to| Move::Card(from, to)));
            let others =
                [Move::Neighbours, Move::NeighbourPass, Move::TopSwap, Move::Packets(3), Move::Strips(4)];
            programs.extend(moves.chain(others).map(Program::Moves));
            for program in programs {
                let mut deck: Vec<u32> = (0..cards).collect();
                program.shuffle(2.5, &mut deck, &mut generator);
                deck.sort_unstable();
                assert!(deck.into_iter().eq(0..cards), "{program:?}");
            }
        }
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
        assert!((0..20).all(|place| deck[place] + deck[19 - place] == 19), "{deck:?}");
        let mut deck: Vec<u32> = (0..20).collect();
        Program::Moves(Move::Packets(4)).shuffle(1.0, &mut deck, &mut generator);
        assert!(deck.windows(2).filter(|pair| pair[1] != pair[0] + 1).count() <= 3, "{deck:?}");
    }
}
