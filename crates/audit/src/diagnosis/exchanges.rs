//! Whether successive decks depend on each other, compared with the same decks in other orders.

use faro_sample::shuffle::{Generator, Seed, Shuffle};
use faro_sample::zoo::Transpositions;

/// Number of other orders of the run.
const ORDERS: usize = 999;

/// Probability with which independent decks of one law are said to depend on each other.
const LEVEL: f64 = 0.01;

/// Returns whether successive decks are more alike, or less alike, than in nearly all other orders of the same decks.
///
/// Two decks are the more alike, the more cards are above the same card. `decks` has the decks of `cards` cards one after
/// another. If they are independent and have one law, fair or not, each order of the run is equally likely, so that the
/// result is true with probability [`LEVEL`] at most.
pub fn are_dependent(decks: &[u32], cards: usize) -> bool {
    let lists: Vec<Vec<u32>> = decks.chunks_exact(cards).map(successors).collect();
    let alike = |one: &[u32], other: &[u32]| -> u32 {
        let equal = one
            .iter()
            .zip(other)
            .map(|(one, other)| u32::from(one == other));
        equal.sum()
    };
    let of_row = |one: &Vec<u32>| lists.iter().map(|other| alike(one, other)).collect();
    let table: Vec<Vec<u32>> = lists.iter().map(of_row).collect();
    let sum = |order: &[u32]| -> u32 {
        let pairs = order.windows(2);
        pairs
            .map(|pair| table[pair[0] as usize][pair[1] as usize])
            .sum()
    };
    let mut order: Vec<u32> = (0..lists.len() as u32).collect();
    let (seen, mut generator) = (sum(&order), Generator::unit(&Seed::from(0), 0));
    let [mut above, mut below] = [1; 2];
    for _ in 0..ORDERS {
        Transpositions::FisherYates.shuffle(&mut order, &mut generator);
        let other = sum(&order);
        above += usize::from(other >= seen);
        below += usize::from(other <= seen);
    }
    2.0 * above.min(below) as f64 <= LEVEL * (ORDERS as f64 + 1.0)
}

/// Returns the card below each card. The top card counts as below the bottom card.
fn successors(deck: &[u32]) -> Vec<u32> {
    let mut below = vec![0; deck.len()];
    let next = deck.iter().cycle().skip(1);
    deck.iter()
        .zip(next)
        .for_each(|(&card, &next)| below[card as usize] = next);
    below
}

#[cfg(test)]
mod tests {
    use super::*;
    use faro::Word;

    /// Chains of riffles depend on each other, and independent decks of the same shuffle seldom do.
    #[test]
    fn chains_are_dependent() {
        let riffle = "gsr".parse::<Word>().unwrap().routine(20).unwrap();
        let mut alarms = 0;
        for run in 0..100 {
            let mut generator = Generator::unit(&Seed::from(7), run);
            let [mut chain, mut anew] = [const { Vec::new() }; 2];
            let mut deck: Vec<u32> = (0..20).collect();
            for _ in 0..60 {
                riffle.shuffle(&mut deck, &mut generator);
                chain.extend(&deck);
                let mut other: Vec<u32> = (0..20).collect();
                riffle.shuffle(&mut other, &mut generator);
                anew.extend(other);
            }
            assert!(are_dependent(&chain, 20));
            alarms += u32::from(are_dependent(&anew, 20));
        }
        // More than 6 of 100 have a probability below 1e-4.
        assert!(alarms <= 6, "{alarms}");
    }
}
