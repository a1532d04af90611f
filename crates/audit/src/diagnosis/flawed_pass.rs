use faro_math::number::elementary::exp2;
use faro_sample::shuffle::{Choices, Generator, Shuffle};
use faro_sample::zoo::Transpositions;

/// A faulty shuffle that programs contain by mistake, and that has no word in the language of shuffles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FlawedPass {
    /// The naive shuffle downwards: swaps each position, from the last to the first, with any position.
    NaiveDown,
    /// The naive shuffle without its first swap: swaps each position, from the second up, with any position.
    NaiveFromSecond,
    /// Fisher–Yates downwards with rounding: swaps position i with the position i·U rounded, where U is
    /// uniform from 0 to 1.
    RoundedDown,
    /// Upwards with rounding: swaps each position i, from the first up, with the position i·U rounded, where
    /// U is uniform from 0 to 1.
    RoundedFromFirst,
    /// Removes one card after another. Of l cards left, the card at (l − 1)·U rounded is next, where U is
    /// uniform from 0 to 1.
    TakenRounded,
    /// Removes one card after another. Of l cards left, the card at a number of some random bits modulo l is
    /// next.
    TakenModulo,
    /// The naive shuffle with rounding: swaps each position, from the first up, with the position (n − 1)·U
    /// rounded, where U is uniform from 0 to 1.
    NaiveRounded,
    /// Fisher–Yates downwards with a clamped index: position i draws a position up to i + 1, and uses i in
    /// place of i + 1.
    Clamped,
    /// Swaps each position, from the first up, with any position but the last.
    BoundUp,
    /// Swaps each position, from the last down, with any position but the last.
    BoundDown,
    /// As `BoundUp`, without the swap of the last position.
    BoundUpToLast,
    /// As `BoundDown`, without the swap of the first position.
    BoundDownToSecond,
    /// Fisher–Yates upwards without its last swap: swaps each position with a position from itself on.
    StopsEarlyUp,
    /// Fisher–Yates upwards that stops after the given number of swaps.
    StopsUp,
    /// Fisher–Yates downwards that stops after the given number of swaps.
    StopsDown,
    /// Fisher–Yates of the positions from the first number up to, but not including, the second number.
    Part(u32, u32),
    /// Fisher–Yates, followed with the given probability by a swap that puts a card (first number) at a
    /// position (second number).
    Returns(u32, u32),
    /// Fisher–Yates, replaced by the identity with the given probability.
    OrUnchanged,
    /// The given number of swaps of two neighbours.
    NeighbourSwaps,
    /// The given number of swaps of the top card with a card at a random position.
    TopSwaps,
    /// The given number of moves of a random card to a random position.
    CardMoves,
    /// The given number of moves of the bottom card to a random position.
    BottomMoves,
    /// Sorts by random keys of the given number of bits, which can be fractional. Cards with equal keys keep
    /// their order.
    Keys,
    /// As `Keys`, but cards with equal keys are reversed.
    ReversedKeys,
    /// Each card stays in place with the given probability, and the other cards are shuffled.
    SomeStay,
    /// Bubble sort whose comparisons are coin tosses.
    BubbleSort,
    /// Quicksort with the last card as pivot (Lomuto), whose comparisons are coin tosses.
    QuickSort,
    /// The sort of older versions of the JavaScript engine V8, whose comparisons are coin tosses.
    OldV8Sort,
}

impl FlawedPass {
    /// Shuffles a deck.
    ///
    /// `parameter` is the number of swaps (`StopsUp`, `StopsDown`, `NeighbourSwaps`, `TopSwaps`), the number
    /// of moves (`CardMoves`, `BottomMoves`), the number of bits (`Keys`, `ReversedKeys`, `TakenModulo`), or
    /// the probability (`Returns`, `OrUnchanged`, `SomeStay`). Other shuffles ignore it.
    pub fn shuffle(self, parameter: f64, deck: &mut [u32], generator: &mut Generator) {
        match self {
            FlawedPass::Part(first, end) => fair(&mut deck[first as usize..end as usize], generator),
            FlawedPass::Returns(card, position) => {
                fair(deck, generator);
                if happens(parameter, generator) {
                    swap_to(deck, card, position);
                }
            }
            FlawedPass::OrUnchanged => {
                if !happens(parameter, generator) {
                    fair(deck, generator);
                }
            }
            FlawedPass::TakenRounded => take_out(deck, |left| rounded(left - 1, generator)),
            FlawedPass::TakenModulo => {
                let numbers = 1 << (parameter as u32).min(31);
                take_out(deck, |left| generator.below(numbers) % left);
            }
            FlawedPass::Keys => sort_by_keys(deck, exp2(parameter.min(31.0)).round() as u32, generator),
            FlawedPass::ReversedKeys => {
                deck.reverse();
                FlawedPass::Keys.shuffle(parameter, deck, generator);
            }
            FlawedPass::SomeStay => shuffle_some(deck, parameter, generator),
            FlawedPass::BubbleSort => bubble_sort(deck, generator),
            FlawedPass::QuickSort => quick_sort(deck, generator),
            FlawedPass::OldV8Sort => old_v8_sort(deck, generator),
            FlawedPass::NeighbourSwaps
            | FlawedPass::TopSwaps
            | FlawedPass::CardMoves
            | FlawedPass::BottomMoves => {
                (0..parameter as u64).for_each(|_| self.move_once(deck, generator));
            }
            _ => self.pass(parameter, deck, generator),
        }
    }

    /// Makes a single swap or move of a shuffle that repeats it.
    fn move_once(self, deck: &mut [u32], generator: &mut Generator) {
        let n = deck.len() as u32;
        match self {
            FlawedPass::NeighbourSwaps => {
                let place = generator.below(n - 1) as usize;
                deck.swap(place, place + 1);
            }
            FlawedPass::TopSwaps => deck.swap(0, generator.below(n) as usize),
            FlawedPass::CardMoves => {
                let [from, to] = [0; 2].map(|_| generator.below(n) as usize);
                if from < to { deck[from..=to].rotate_left(1) } else { deck[to..=from].rotate_right(1) }
            }
            FlawedPass::BottomMoves => deck[generator.below(n) as usize..].rotate_right(1),
            _ => {}
        }
    }

    /// Swaps each position of a pass with a randomly drawn position.
    fn pass(self, parameter: f64, deck: &mut [u32], generator: &mut Generator) {
        let n = deck.len() as u32;
        let most = (parameter as u32).min(n - 1);
        let mut swaps = |places: &mut dyn Iterator<Item = u32>, draw: &dyn Fn(u32, &mut Generator) -> u32| {
            for place in places {
                let other = draw(place, generator);
                deck.swap(place as usize, other as usize);
            }
        };
        let any = |_: u32, generator: &mut Generator| generator.below(n);
        let not_last = |_: u32, generator: &mut Generator| generator.below(n - 1);
        let up_to = |place: u32, generator: &mut Generator| generator.below(place + 1);
        let from = |place: u32, generator: &mut Generator| place + generator.below(n - place);
        let round = |place: u32, generator: &mut Generator| rounded(place, generator);
        match self {
            FlawedPass::NaiveDown => swaps(&mut (0..n).rev(), &any),
            FlawedPass::NaiveFromSecond => swaps(&mut (1..n), &any),
            FlawedPass::RoundedDown => swaps(&mut (1..n).rev(), &round),
            FlawedPass::RoundedFromFirst => swaps(&mut (1..n), &round),
            FlawedPass::NaiveRounded => swaps(&mut (0..n), &|_, generator| rounded(n - 1, generator)),
            FlawedPass::Clamped => {
                swaps(&mut (1..n).rev(), &|place, generator| generator.below(place + 2).min(place));
            }
            FlawedPass::BoundUp => swaps(&mut (0..n), &not_last),
            FlawedPass::BoundDown => swaps(&mut (0..n).rev(), &not_last),
            FlawedPass::BoundUpToLast => swaps(&mut (0..n - 1), &not_last),
            FlawedPass::BoundDownToSecond => swaps(&mut (1..n).rev(), &not_last),
            FlawedPass::StopsEarlyUp => swaps(&mut (0..n.max(2) - 2), &from),
            FlawedPass::StopsUp => swaps(&mut (0..most), &from),
            FlawedPass::StopsDown => swaps(&mut (n - most..n).rev(), &up_to),
            _ => {}
        }
    }
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

/// Removes one card after another, at the index that `index` returns for the number of cards left, and deals
/// them into the deck.
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

/// Returns `largest`·U rounded, where U is uniform from 0 to 1. Both ends are half as likely as the other
/// numbers.
fn rounded(largest: u32, generator: &mut Generator) -> u32 {
    if largest == 0 { 0 } else { generator.below(2 * largest).div_ceil(2) }
}

/// Bubble sort.
pub fn bubble_sort(deck: &mut [u32], generator: &mut Generator) {
    for end in (2..=deck.len()).rev() {
        for place in 1..end {
            if coin(generator) {
                deck.swap(place - 1, place);
            }
        }
    }
}

/// Quicksort with the last card as pivot (Lomuto), whose comparisons are coin tosses.
pub fn quick_sort(deck: &mut [u32], generator: &mut Generator) {
    let Some(last) = deck.len().checked_sub(1) else { return };
    let mut end = 0;
    for place in 0..last {
        if coin(generator) {
            deck.swap(place, end);
            end += 1;
        }
    }
    deck.swap(end, last);
    quick_sort(&mut deck[..end], generator);
    quick_sort(&mut deck[end + 1..], generator);
}

/// Maximum number of cards that [`old_v8_sort`] sorts by insertion.
pub const INSERTED: usize = 10;

/// The sort of the JavaScript engine V8 until version 7.0 (2018), whose comparisons are coin tosses.
///
/// It is quicksort with the median of three as pivot, and insertion sort for at most ten cards.
pub fn old_v8_sort(deck: &mut [u32], generator: &mut Generator) {
    if deck.len() <= INSERTED {
        return insertion_sort(deck, generator);
    }
    let (last, middle) = (deck.len() - 1, deck.len() / 2);
    let (mut first, mut pivot, mut third) = (deck[0], deck[last], deck[middle]);
    if coin(generator) {
        (first, pivot) = (pivot, first);
    }
    if coin(generator) {
        (first, pivot, third) = (third, first, pivot);
    } else if coin(generator) {
        (pivot, third) = (third, pivot);
    }
    (deck[0], deck[last], deck[middle], deck[1]) = (first, third, deck[1], pivot);
    let [smaller, larger] = partition(deck, generator);
    old_v8_sort(&mut deck[..smaller], generator);
    old_v8_sort(&mut deck[larger..], generator);
}

/// Partitions the deck around the pivot, at index 1. The first card is smaller, and the last card larger,
/// than the pivot.
///
/// Returns the end of the smaller cards and the start of the larger cards.
fn partition(deck: &mut [u32], generator: &mut Generator) -> [usize; 2] {
    let (mut smaller, mut larger, mut place) = (1, deck.len() - 1, 2);
    while place < larger {
        if !coin(generator) {
            loop {
                larger -= 1;
                if larger == place {
                    return [smaller, larger];
                }
                if coin(generator) {
                    break;
                }
            }
            deck.swap(place, larger);
        }
        deck.swap(place, smaller);
        smaller += 1;
        place += 1;
    }
    [smaller, larger]
}

fn insertion_sort(deck: &mut [u32], generator: &mut Generator) {
    for card in 1..deck.len() {
        let smaller = (0..card).rev().take_while(|_| coin(generator)).count();
        deck[card - smaller..=card].rotate_right(1);
    }
}

fn coin(generator: &mut Generator) -> bool {
    generator.below(2) == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use faro_sample::shuffle::Seed;

    /// Of 0 to 3 the ends come once, the others twice in six.
    #[test]
    fn ends_are_half_as_likely() {
        let mut generator = Generator::unit(&Seed::from(1), 0);
        let mut counts = [0; 4];
        (0..60_000).for_each(|_| counts[rounded(3, &mut generator) as usize] += 1);
        for (count, expected) in counts.into_iter().zip([10_000i32, 20_000, 20_000, 10_000]) {
            assert!((count - expected).abs() < 600, "{counts:?}");
        }
    }

    #[test]
    fn every_pass_keeps_all_cards() {
        use FlawedPass::*;
        let passes = [
            NaiveDown,
            NaiveFromSecond,
            RoundedDown,
            RoundedFromFirst,
            TakenRounded,
            TakenModulo,
            NaiveRounded,
            Clamped,
            BoundUp,
            BoundDown,
            BoundUpToLast,
            BoundDownToSecond,
            StopsEarlyUp,
            StopsUp,
            StopsDown,
            Part(0, 2),
            Returns(1, 0),
            OrUnchanged,
            NeighbourSwaps,
            TopSwaps,
            CardMoves,
            BottomMoves,
            Keys,
            ReversedKeys,
            SomeStay,
            BubbleSort,
            QuickSort,
            OldV8Sort,
        ];
        let mut generator = Generator::unit(&Seed::from(1), 0);
        for (cards, pass) in [2, 3, 7].into_iter().flat_map(|cards| passes.map(|pass| (cards, pass))) {
            let mut deck: Vec<u32> = (0..cards).collect();
            pass.shuffle(1.5, &mut deck, &mut generator);
            deck.sort_unstable();
            assert!(deck.into_iter().eq(0..cards), "{pass:?}");
        }
    }
}

#[cfg(test)]
mod coin_sorts_tests {
    use super::*;
    use faro_sample::shuffle::Seed;
    use faro_sample::simulate::{Orders, Tally};

    /// Of three cards, the insertion leaves the last one in place with probability 1/2, and puts it on top with 1/4.
    #[test]
    fn insertion_of_three_cards() {
        let (mut orders, mut generator) = (Orders::new(3), Generator::unit(&Seed::from(1), 0));
        for _ in 0..8000 {
            let mut deck = [0, 1, 2];
            old_v8_sort(&mut deck, &mut generator);
            orders.add(&deck, 3);
        }
        let expected = [([0, 1, 2], 2000), ([1, 0, 2], 2000), ([2, 0, 1], 1000), ([0, 2, 1], 1000)];
        for (deck, count) in expected {
            let place = (0..6).find(|&place| orders.deck(place) == deck).unwrap();
            assert!(orders.counts()[place].abs_diff(count) < 200, "{deck:?}: {:?}", orders.counts());
        }
    }

    /// The pivot, the second card, ends between the smaller and the larger ones.
    #[test]
    fn a_partition_keeps_all_cards() {
        let mut generator = Generator::unit(&Seed::from(1), 0);
        for cards in 11..60 {
            let mut deck: Vec<u32> = (0..cards).collect();
            let [smaller, larger] = partition(&mut deck, &mut generator);
            assert!(0 < smaller && smaller < larger && larger < deck.len());
            assert_eq!(deck[smaller], 1);
            old_v8_sort(&mut deck, &mut generator);
            deck.sort_unstable();
            assert!(deck.into_iter().eq(0..cards));
        }
    }
}
