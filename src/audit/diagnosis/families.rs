use std::ops::Range;

use super::cause::Cause;
use super::family::{Family, Made};
use crate::number::elementary::log2;
use crate::zoo::CoinSort;

/// What riffled decks tell exactly, so that it need not be tried.
#[derive(Clone, Copy, Debug, Default)]
pub struct Told {
    /// A riffle of so many packets, which no number of riffles is.
    pub packets: Option<u32>,
    /// A cut below so many cards.
    pub cut: Option<u32>,
}

/// All families that a deck of so many cards can tell apart.
pub fn families(cards: usize, told: Told) -> Vec<Family> {
    let bits = log2(cards as f64).ceil() as u32;
    let family = |cause, made, grid: Vec<f64>| Family { cause, made, grid };
    let count = |range: Range<u32>| range.map(f64::from).collect::<Vec<f64>>();
    let riffles = match told.packets {
        Some(packets) => family(Cause::Riffles, Made::With("riffle"), vec![packets.into()]),
        None => family(Cause::Riffles, Made::Repeated("gsr"), count(1..2 * bits + 3)),
    };
    let mut all = vec![
        riffles,
        family(Cause::RifflesAndCut, Made::RepeatedAndCut("gsr", told.cut), count(1..2 * bits + 1)),
        family(Cause::ShortKeys, Made::With("short-keys"), count(1..2 * bits + 3)),
        family(Cause::Modulo, Made::With("modulo"), count(1..bits + 13)),
        family(Cause::TopToRandom, Made::Repeated("top-to-random"), times(cards, MOVES)),
        family(Cause::Swaps, Made::Repeated("swap-pairs:1"), times(cards, SWAPS)),
        family(Cause::Thorp, Made::Repeated("thorp"), PASSES.to_vec()),
        family(Cause::Shelves, Made::With("shelf"), PASSES.to_vec()),
        family(Cause::Skip, Made::With("skip"), SKIPPED.to_vec()),
        family(Cause::EvenOrders, Made::Even, vec![1.0]),
    ];
    for (cause, word, chances, times) in BY_CHANCE {
        all.extend(chances.iter().map(|&by| family(cause, Made::RepeatedBy(word, by), times.to_vec())));
    }
    all.extend(ONCE.map(|(cause, word)| family(cause, Made::Once(word), vec![1.0])));
    all
}

const ONCE: [(Cause, &str); 10] = [
    (Cause::Naive, "naive"),
    (Cause::Sattolo, "sattolo"),
    (Cause::LastStays, "off-by-one:last"),
    (Cause::FirstStays, "off-by-one:first"),
    (Cause::StopsEarly, "off-by-one:early"),
    (Cause::CoinSort(CoinSort::Insertion), "coin-sort:insertion"),
    (Cause::CoinSort(CoinSort::Merge), "coin-sort:merge"),
    (Cause::CoinSort(CoinSort::Quick), "coin-sort:quick"),
    (Cause::CoinSort(CoinSort::Heap), "coin-sort:heap"),
    (Cause::CoinSort(CoinSort::Binary), "coin-sort:binary"),
];

/// So many moves for each card: about ln n + c leave e^-c cards in their first order.
const MOVES: &[f64] = &[0.06, 0.12, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 5.0, 6.0, 8.0];
const SWAPS: &[f64] = &[0.06, 0.12, 0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 5.0];
const PASSES: &[f64] = &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0, 13.0, 16.0, 20.0, 26.0];
const HANDS: &[f64] = &[1.0, 2.0, 3.0, 4.0, 6.0, 9.0, 12.0, 20.0, 32.0, 50.0, 80.0];
const SKIPPED: &[f64] = &[0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.4, 0.7, 0.9];

/// Words that end with a chance: the chances that are tried at first, and how often.
const BY_CHANCE: [(Cause, &str, &[f64], &[f64]); 3] = [
    (Cause::Overhand, "overhand:", &[0.1, 0.2, 0.4], HANDS),
    (Cause::UnevenRiffles, "gsr:cut=", &[0.2, 0.35, 0.65, 0.8], RIFFLES),
    (Cause::ClumpedRiffles, "gsr:clump=", &[0.2, 0.35, 0.65, 0.8, 0.92], RIFFLES),
];
const RIFFLES: &[f64] = &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 10.0, 12.0];

fn times(cards: usize, each: &[f64]) -> Vec<f64> {
    let mut times: Vec<f64> = each.iter().map(|each| (each * cards as f64).round().max(1.0)).collect();
    times.dedup();
    times
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Word;

    /// Each word is one, and fits the deck.
    #[test]
    fn words_are_words() {
        for cards in [2, 5, 52, 200] {
            for family in families(cards, Told { packets: Some(3), cut: Some(1) }) {
                for word in family.grid.iter().filter_map(|&value| family.word(value)) {
                    assert!(word.parse::<Word>().unwrap().routine(cards).is_ok(), "{word}");
                }
            }
        }
    }
}
